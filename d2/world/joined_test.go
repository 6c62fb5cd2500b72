package world

import (
	"bytes"
	"errors"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// A box slides over the seam of two parts of a body: in a World whose parts are joined each normal
// is that of the floor. Files and snapshots keep whether they are.
func TestJoinedWorld(t *testing.T) {
	cube := d2.Box{Size: d2.Vec{X: 1, Y: 1}}
	var parts []d2.Part
	for i := range 3 {
		parts = append(parts, d2.Part{Shape: cube, Pose: d2.Pose{Pos: d2.Vec{X: float64(i)}}})
	}
	floor, err := d2.NewCompound(parts)
	must(t, err)
	up := d2.Vec{Y: 1}
	for _, joined := range []bool{false, true} {
		w := newWorld(t, Options{Joined: joined})
		add(t, w, floor, d2.Pose{}, Body{Kind: Static})
		box := add(t, w, cube, d2.Pose{}, Body{})
		ghosts, count := 0, 0
		for step := range 40 {
			must(t, w.Move(box, d2.Pose{Pos: d2.Vec{X: 0.9 + 0.005*float64(step), Y: 1 - 0.03}}))
			w.Step(StepOptions{})
			for p := range w.Pairs() {
				for c := range w.Contacts(p) {
					if count++; c.Manifold.Normal != up {
						ghosts++
					}
				}
			}
			if step == 20 {
				var c Codec[int]
				var file bytes.Buffer
				must(t, w.Encode(&file, &c))
				again, err := Decode(&file, &c)
				must(t, err)
				if again.opt.Joined != joined {
					t.Errorf("joined is %v in a file of a World where it is %v", again.opt.Joined, joined)
				}
				var s Snapshot[int]
				w.Snapshot(&s)
				other := newWorld(t, Options{Joined: !joined})
				if err := other.Restore(&s); !errors.Is(err, collide.ErrBadOption) {
					t.Errorf("a snapshot of other options: %v", err)
				}
			}
		}
		if count < 40 || joined == (ghosts > 0) {
			t.Errorf("joined %v: %d normals of %d lead elsewhere", joined, ghosts, count)
		}
	}
}
