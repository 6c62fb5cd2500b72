package world

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// TestSnapshotSurfaces holds that a surface is written once, however many bodies have it or another
// one like it, and is the same when it is read: rays find what they found.
func TestSnapshotSurfaces(t *testing.T) {
	for _, make := range surfaces(t) {
		w := newWorld(t, Options{})
		s, like := make(), make()
		add(t, w, s, d2.Pose{}, Body{})
		one := len(encoded(t, w))
		for i := range 100 {
			add(t, w, s, d2.Pose{Pos: at(float64(12*i), 3)}, Body{})
			add(t, w, like, d2.Pose{Pos: at(float64(12*i), 6)}, Body{})
		}
		w.Step(StepOptions{})
		pairs, manifolds := len(w.step.records), 0
		for i := range w.step.slabs {
			manifolds += len(w.step.slabs[i].manifolds)
		}
		data := encoded(t, w)
		if len(data) > one+200*40+pairs*200+manifolds*600 {
			t.Errorf("%T: %d bytes for 201 bodies, %d for one", s, len(data), one)
		}
		v := decoded(t, data, 0)
		alike(t, "at once", w, v)
		if v.bodies[0].object.Shape() != v.bodies[2].object.Shape() {
			t.Errorf("%T: two bodies of one shape have two", s)
		}
		if !bytes.Equal(encoded(t, v), data) {
			t.Errorf("%T: other bytes", s)
		}
		hits := 0
		for i := range 200 {
			from := at(float64(i)*5-0.3, 40)
			ray, err := d2.NewRay(from, at(0.1, -1), math.Inf(1))
			must(t, err)
			hit, ok := w.CastRay(&ray, Who{})
			again, okAgain := v.CastRay(&ray, Who{})
			if hit != again || ok != okAgain {
				t.Fatalf("%T: %+v, and %+v", s, hit, again)
			}
			if ok {
				hits++
				if hit.Triangle < 0 {
					t.Errorf("%T: %+v", s, hit)
				}
			}
		}
		if hits < 10 {
			t.Errorf("%T: only %d rays hit", s, hits)
		}
	}
}

// TestDecodeSurfaceRefused reads files of one surface that is none: each error names the byte and
// has the code of what is wrong.
func TestDecodeSurfaceRefused(t *testing.T) {
	head := wire.AppendFloat(wire.AppendFloat(wire.AppendHead(nil, wire.Snapshot, dim), 0), 0)
	head = wire.AppendUint(append(head, 0), 1)
	for name, row := range badSurfaces() {
		_, err := Decode(bytes.NewReader(slices.Concat(head, row.data, []byte{0, 0, 0, 0, 0, 0, 0, 0})), &numbers)
		var e *FormatError
		if !errors.As(err, &e) || !errors.Is(err, row.code) || e.Offset != int64(len(head)+row.at) {
			t.Errorf("%s: %v, want %v at byte %d", name, err, row.code, len(head)+row.at)
		}
	}
}

// badSurface is the bytes of a surface, and what is wrong with them where.
type badSurface struct {
	data []byte
	at   int
	code error
}
