package d2

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
)

// A polygon and its image in a point of its border touch there, and nowhere inside: with the image
// a little farther in they overlap, a little farther out they are apart. All of that is so by
// construction, in integers, for corners and edges, and few corners of C are looked at.
func TestHullsBesideTheirImages(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 0))
	for _, count := range []int{3, 4, 5, 8, 32, 200, 1600} {
		h := mustHull(t, pointsOnCircle(r, count))
		points := h.points
		for k := range 24 {
			i := r.IntN(len(points))
			a, b := points[i], points[(i+1)%len(points)]
			for n, at := range []Vec{a, a.Add(b).Scale(0.5)} {
				inner := h.center.Sub(at)
				step := Vec{math.Round(inner.X / 64), math.Round(inner.Y / 64)}
				for side, want := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
					image := make([]Vec, len(points))
					for i, p := range points {
						image[i] = at.Scale(2).Sub(p).Add(step.Scale(float64(side - 1)))
					}
					got := Decide(mustPlace(t, h, Pose{}), mustPlace(t, mustHull(t, image), Pose{}))
					if got.Integers != want || got.Corners > 12 {
						t.Fatalf("%d corners, %d, point of %d corners, step %d: %v after %d corners of C, want %v",
							count, k, n+1, side-1, got.Integers, got.Corners, want)
					}
				}
			}
		}
	}
}

// pointsOnCircle returns points near a circle, with even coordinates.
func pointsOnCircle(r *rand.Rand, count int) []Vec {
	points := make([]Vec, count)
	for i := range points {
		sin, cos := math.Sincos(r.Float64() * 2 * math.Pi)
		points[i] = Vec{math.Round(cos*(1<<30)) * 2, math.Round(sin*(1<<30)) * 2}
	}
	return points
}

// A hull and its half, drawn toward a corner or the middle of an edge, share that corner or lie
// along that edge, and overlap. From the corners of C there, which carry the origin, that is found.
func TestHullsAroundTheirHalves(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 0))
	for _, count := range []int{3, 4, 5, 8, 32, 200} {
		h := mustHull(t, pointsOnCircle(r, count))
		for range 6 {
			i := r.IntN(len(h.points))
			j := (i + 1) % len(h.points)
			for n, at := range []Vec{h.points[i], h.points[i].Add(h.points[j]).Scale(0.5)} {
				half := make([]Vec, len(h.points))
				for k, p := range h.points {
					half[k] = p.Add(at).Scale(0.5)
				}
				small := mustHull(t, half)
				index := func(k int) int32 { return int32(slices.Index(small.points, half[k])) }
				a, b := mustPlace(t, h, Pose{}), mustPlace(t, small, Pose{})
				var d exactRelation
				d.prepare(a, b)
				d.insert(int32(i), index(i))
				if n > 0 {
					d.insert(int32(j), index(j))
				}
				if rel := d.interior(n + 1); rel != collide.Overlapping {
					t.Fatalf("%d corners, drawn to %d: %v", count, n+1, rel)
				}
			}
		}
	}
}

// What is left of a cone after cuts has no positive product with what cut it, and is not lost while
// a direction is left.
func TestPolarConeIsWhatCutsLeave(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 0))
	unit := func() Vec { return Vec{r.NormFloat64(), r.NormFloat64()}.Unit() }
	kept, gone := 0, 0
	for range 3000 {
		var k polarCone
		n, spared := unit(), unit()
		k.start(n)
		left := spared.Dot(n) > 0.01
		var cuts []Vec
		for range r.IntN(12) {
			w := unit()
			if w.Dot(spared) > 0 && r.IntN(10) > 0 {
				w = w.Neg()
			}
			left = left && w.Dot(spared) < -0x1p-20
			cuts = append(cuts, w)
			k.cut(w)
		}
		m := k.middle()
		for _, w := range cuts {
			if most := m.Dot(w); most > polarThin/64 {
				t.Fatalf("%v, cut by %v, has the product %v with %v", m, cuts, most, w)
			}
		}
		switch {
		case left:
			kept++
			if math.Abs(m.Len()-1) > 0x1p-50 {
				t.Fatalf("nothing is left of the cone about %v, though %v do not cut %v", n, cuts, spared)
			}
		case m == (Vec{}):
			gone++
		}
	}
	if kept < 500 || gone < 50 {
		t.Errorf("%d cones had a direction left, %d none", kept, gone)
	}
}
