package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// crowd draws a body of n parts in a cube: boxes, rounded ones, hulls and capsules, or cubes on a
// lattice, with some of them in a compound of their own.
func crowd(t *testing.T, r *rand.Rand, n int, lattice bool) *Compound {
	t.Helper()
	wide := 1.5 * math.Cbrt(float64(n))
	var parts, inner []Part
	for i := range n {
		pose := Pose{randomIn(r, wide), randomRot(r)}
		size := Vec{0.2 + r.Float64(), 0.2 + r.Float64(), 0.2 + r.Float64()}
		s := []Shape{
			Box{Size: size},
			Rounded{Core: Box{Size: size}, R: 0.1},
			arcHull(t, r, r.IntN(2)),
			Capsule{Radius: size.X / 4, Height: size.Y},
		}[r.IntN(4)]
		if lattice {
			s, pose = Box{Size: Vec{1, 1, 1}}, Pose{Pos: pose.Pos.rounded().Scale(2)}
		}
		if p := (Part{s, pose}); i%4 == 0 {
			inner = append(inner, p)
		} else {
			parts = append(parts, p)
		}
	}
	c, err := NewCompound(inner)
	if err != nil {
		t.Fatal(err)
	}
	parts = append(parts, Part{Shape: c, Pose: Pose{Pos: Vec{0, 0, 2}}})
	if c, err = NewCompound(parts); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCrowdsBruteForce holds the answer about two bodies of many parts to that by all pairs of
// parts: far apart, beside each other, touching and deep in each other, with parts as near.
func TestCrowdsBruteForce(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(20, 27))
	var q Query
	q.set(Options{})
	apart, spared := 0, 0
	for turn := range 120 {
		lattice := turn%3 == 0
		a, b := crowd(t, r, 20+r.IntN(150), lattice), crowd(t, r, 4+r.IntN(40), lattice)
		dir := randomPoint(r).Unit()
		pose := Pose{dir.Scale([]float64{1, 6, 9, 12, 15, 40, 300}[turn%7]), randomRot(r)}
		base := Pose{randomPoint(r), randomRot(r)}
		if lattice {
			base, pose = Pose{}, Pose{Pos: pose.Pos.rounded()}
		}
		x, y := mustPlace(t, a, base), mustPlace(t, b, base.Mul(pose))
		got := q.Distance(x, y, nil)
		w := &q.parts
		best, upper, lower := w.found.Best, w.found.Upper, w.found.Lower
		w.start(x, y)
		asked := 0
		for i := range w.fc.count() {
			for j := range w.gc.count() {
				w.ask(&q.solver, i, j)
				asked++
			}
		}
		if w.found.Best != best || w.found.Upper != upper || w.best.Distance != got.Distance {
			t.Fatalf("turn %d: pair %v at %v, of all %v at %v", turn, best, got.Distance, w.found.Best, w.best.Distance)
		}
		if !(lower <= w.best.Distance) || got.Relation != w.found.Relation() {
			t.Fatalf("turn %d: %v from %v on, of all %v at %v", turn, got.Relation, lower, w.found.Relation(), w.best.Distance)
		}
		if got.Relation != collide.Apart {
			continue
		}
		apart++
		w.start(x, y)
		w.listing, w.list, w.found = true, w.list[:0], pairs.Nothing()
		w.all(&q.solver, upper, pairs.Never, nil)
		if w.listing = false; len(w.list)*4 < asked {
			spared++
		}
	}
	if apart < 40 || spared < apart*3/4 {
		t.Errorf("%d apart, of which %d spare most pairs", apart, spared)
	}
}
