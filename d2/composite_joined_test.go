package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// tiles returns parts whose tops lie in one line, side by side: boxes, or chains of a few edges.
func tiles(t *testing.T, chains bool) (parts []d2.Part) {
	t.Helper()
	for i := range 3 {
		var s d2.Shape = d2.Box{Size: d2.Vec{X: 1, Y: 1}}
		if chains {
			s = must(d2.NewChain([]d2.Vec{{X: 0.5, Y: 0.5}, {Y: 0.5}, {X: -0.5, Y: 0.5}}, d2.ChainOptions{}))(t)
		}
		parts = append(parts, d2.Part{Shape: s, Pose: d2.Pose{Pos: d2.Vec{X: float64(i), Y: -0.5}}})
	}
	return parts
}

// A body that slides over the seams of parts whose tops lie in one line gets the normal of that
// line, and no other: not that of a side where the next part is.
func TestJoinedPartsSlide(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 1))
	joined := must(d2.NewQuery(d2.Options{Joined: true}))(t)
	plain := must(d2.NewQuery(d2.Options{}))(t)
	turns := 1000
	if testing.Short() {
		turns = 200
	}
	shapes := []d2.Shape{
		d2.Box{Size: d2.Vec{X: 1, Y: 0.5}},
		d2.Circle{Radius: 0.4},
		d2.Capsule{Radius: 0.2, Height: 0.7},
		d2.Rounded{Core: d2.Box{Size: d2.Vec{X: 0.6, Y: 0.3}}, R: 0.1},
	}
	for _, chains := range []bool{false, true} {
		ghosts, count := 0, 0
		floor := mustCompound(t, tiles(t, chains))
		for turn := range turns {
			for k, s := range shapes {
				at := anyPose(rng, 4)
				if turn%2 == 0 {
					at = d2.Pose{}
				}
				a := placeOrFail(t, floor, at)
				low := placeOrFail(t, s, d2.Pose{}).AABB()
				depth := 0.02 * rng.Float64()
				x := 0.5 - low.Min.X + 0.05*(rng.Float64()-0.5)
				b := placeOrFail(t, s, at.Mul(d2.Pose{Pos: d2.Vec{X: x, Y: -low.Min.Y - depth}}))
				up := at.Rot.Apply(d2.Vec{Y: 1})
				n := 0
				for _, mf := range joined.Manifolds(a, b, nil) {
					if n++; mf.Normal.Sub(up).Len() > 1e-9 {
						t.Fatalf("chains %v, slider %d, turn %d: normal %v, want %v", chains, k, turn, mf.Normal, up)
					}
				}
				if rel := joined.Relate(a, b, nil); n == 0 && rel != collide.Apart {
					t.Fatalf("chains %v, slider %d, turn %d: %v without a manifold", chains, k, turn, rel)
				}
				count += n
				for _, mf := range joined.Manifolds(b, a, nil) {
					if mf.Normal.Add(up).Len() > 1e-9 {
						t.Fatalf("chains %v, slider %d, turn %d: swapped normal %v, want %v", chains, k, turn, mf.Normal, up.Neg())
					}
				}
				for _, mf := range plain.Manifolds(a, b, nil) {
					if mf.Normal.Sub(up).Len() > 1e-9 {
						ghosts++
					}
				}
			}
		}
		t.Log(chains, ghosts, count)
		if ghosts < turns/10 || count < turns {
			t.Errorf("chains %v: a tame sample, %d ghosts, %d manifolds", chains, ghosts, count)
		}
	}
}

// A wall that stands on the floor keeps what it tells.
func TestJoinedPartsKeepWalls(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{Joined: true}))(t)
	wall := d2.Part{Shape: d2.Box{Size: d2.Vec{X: 1, Y: 3}}, Pose: d2.Pose{Pos: d2.Vec{X: 3, Y: 1}}}
	a := placeOrFail(t, mustCompound(t, append(tiles(t, false), wall)), d2.Pose{})
	for _, depth := range []d2.Vec{{X: 0.01, Y: 0.02}, {X: 0.02, Y: 0.01}, {X: 0.01, Y: 0.01}} {
		b := placeOrFail(t, d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{Pos: d2.Vec{X: 2 + depth.X, Y: 0.5 - depth.Y}})
		up, back := 0, 0
		for _, mf := range q.Manifolds(a, b, nil) {
			switch n := mf.Normal; {
			case math.Abs(n.Y-1) < 1e-9:
				up++
			case math.Abs(n.X+1) < 1e-9:
				back++
			default:
				t.Errorf("depth %v: normal %v", depth, n)
			}
		}
		if up == 0 || back == 0 {
			t.Errorf("depth %v: %d manifolds of the floor, %d of the wall", depth, up, back)
		}
	}
}

// Manifolds of joined parts allocate nothing once the work space has grown.
func TestJoinedPartsAllocations(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{Joined: true}))(t)
	a := placeOrFail(t, mustCompound(t, tiles(t, false)), d2.Pose{})
	b := placeOrFail(t, d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{Pos: d2.Vec{X: 1.01, Y: 0.49}})
	n := 0
	if got := testing.AllocsPerRun(20, func() {
		for range q.Manifolds(a, b, nil) {
			n++
		}
	}); got != 0 || n == 0 {
		t.Errorf("%v allocations, %d manifolds", got, n)
	}
}
