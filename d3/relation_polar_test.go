package d3

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
)

// A hull and its image in a point of its surface touch there, and nowhere inside: with the image a
// little farther in they overlap, a little farther out they are apart. All of that is so by
// construction, in integers, for corners, edges and faces, and few corners of C are looked at.
func TestHullsBesideTheirImages(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 0))
	for _, count := range []int{4, 5, 8, 32, 200, 1600} {
		points := pointsOnBall(r, count)
		h := mustHull(t, points)
		faces := h.Faces()
		for k := range 12 {
			f := faces[r.IntN(len(faces))]
			a, b, c := h.points[f[0]], h.points[f[1]], h.points[f[2]]
			sum := a.Add(b).Add(c)
			for n, at := range []Vec{a, a.Add(b).Scale(0.5), {sum.X / 3, sum.Y / 3, sum.Z / 3}} {
				inner := h.center.Sub(at)
				step := Vec{math.Round(inner.X / 64), math.Round(inner.Y / 64), math.Round(inner.Z / 64)}
				for side, want := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
					image := make([]Vec, len(points))
					for i, p := range points {
						image[i] = at.Scale(2).Sub(p).Add(step.Scale(float64(side - 1)))
					}
					got := Decide(mustPlace(t, h, Pose{}), mustPlace(t, mustHull(t, image), Pose{}))
					if got.Integers != want || got.Corners > 16 {
						t.Fatalf("%d corners, %d, point of %d corners, step %d: %v after %d corners of C, want %v",
							count, k, n+1, side-1, got.Integers, got.Corners, want)
					}
				}
			}
		}
	}
}

// pointsOnBall returns points near a sphere, with coordinates that are multiples of 6.
func pointsOnBall(r *rand.Rand, count int) []Vec {
	points := make([]Vec, count)
	for i := range points {
		v := Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit().Scale(1 << 16)
		points[i] = Vec{math.Round(v.X) * 6, math.Round(v.Y) * 6, math.Round(v.Z) * 6}
	}
	return points
}

// A hull and its half, drawn toward a corner or the middle of an edge, share that corner or lie
// along that edge, and overlap. From the corners of C there, which carry the origin, that is found.
func TestHullsAroundTheirHalves(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 0))
	for _, count := range []int{4, 5, 8, 32, 200} {
		h := mustHull(t, pointsOnBall(r, count))
		for range 6 {
			f := h.Faces()[r.IntN(len(h.Faces()))]
			i, j := f[0], f[1]
			for n, at := range []Vec{h.points[i], h.points[i].Add(h.points[j]).Scale(0.5)} {
				half := make([]Vec, len(h.points))
				for k, p := range h.points {
					half[k] = p.Add(at).Scale(0.5)
				}
				small := mustHull(t, half)
				index := func(k int) int32 { return int32(slices.Index(small.points, half[k])) }
				a, b := mustPlace(t, h, Pose{}), mustPlace(t, small, Pose{})
				var d exactRelation
				var m minkowski
				m.init(a, b)
				d.prepare(&m, a, b)
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

// What is left of a cone after cuts has no positive product with what cut it, lies across what it
// was made across, and is not lost while a direction is left.
func TestPolarConeIsWhatCutsLeave(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 0))
	unit := func() Vec { return Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit() }
	kept, gone := 0, 0
	for range 3000 {
		var k polarCone
		n, e, spared := unit(), Vec{}, unit()
		if r.IntN(2) == 0 {
			e = unit()
			spared = spared.Sub(e.Scale(spared.Dot(e))).Unit()
		}
		k.start(n, e)
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
		if s := m.Dot(e); math.Abs(s) > polarThin/64 {
			t.Fatalf("%v has the product %v with %v", m, s, e)
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
