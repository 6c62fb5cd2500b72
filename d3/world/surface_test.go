package world

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// pointKey is what a point of a pair is known by.
type pointKey struct {
	a, b int
	id   collide.FeatureID
}

// A point of a surface began where its ID is new with its parts, and stays else, one by one: no two
// points of a pair are taken for one.
func TestSurfacePoints(t *testing.T) {
	w := newWorld(t, Options{})
	for _, s := range grounds(t) {
		add(t, w, s, d3.Pose{}, Body{})
	}
	moving := add(t, w, mover(t), d3.Pose{}, Body{})
	was := map[pointKey]bool{}
	began, stays := 0, 0
	for step := range 60 {
		x := float64(step/2) / 16 // each second step all stays
		must(t, w.Move(moving, d3.Pose{Pos: slid(x)}))
		w.Step(StepOptions{})
		is := map[pointKey]bool{}
		for p := range w.Pairs() {
			for c := range w.Contacts(p) {
				for i, m := range c.Manifold.Points[:c.Manifold.N] {
					k := pointKey{int(p.A)<<20 + c.PartA, int(p.B)<<20 + c.PartB, m.ID}
					if is[k] {
						t.Fatalf("step %d: the point %v is there twice", step, k)
					}
					if is[k] = true; was[k] != (c.States[i] == Stays) {
						t.Fatalf("step %d: the point %v was there: %v, and its state is %v", step, k, was[k], c.States[i])
					}
					if was[k] {
						stays++
					} else {
						began++
					}
				}
			}
			for l := range w.Lost(p) {
				delete(was, pointKey{int(p.A)<<20 + l.PartA, int(p.B)<<20 + l.PartB, l.ID})
			}
		}
		for k := range was {
			if !is[k] {
				t.Fatalf("step %d: the point %v is lost, and not told", step, k)
			}
		}
		if step%2 == 1 && len(is) != len(was) {
			t.Fatalf("step %d: %d points, and %d before", step, len(is), len(was))
		}
		was = is
	}
	if began < 20 || stays < 200 {
		t.Errorf("%d points began, %d stayed", began, stays)
	}
}
