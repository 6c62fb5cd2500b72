package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestPointBesideApex: a point so near a cone's axis that the side on which it lies is mostly rounding, beside the apex, where the
// side decides. Taken as lying on the axis without a word, points outside were reported as inside.
func TestPointBesideApex(t *testing.T) {
	cone := mustPlace(t, Cone{Radius: 1, Height: 4}, Pose{}) // the half-angle has the tangent 1/4
	slope := 4 / math.Sqrt(17)
	for _, side := range []float64{0x1p-38, 0x1p-41, 0x1p-42, 0x1p-45} {
		for _, below := range []float64{0, 0x1p-46, 0x1p-44, 0x1p-40, 0x1p-38, 0x1p-36} {
			for _, at := range []Vec{{side, 0, 2 - below}, {-side, 0, 2 - below}, {0, side, 2 - below}, {0, -side, 2 - below}} {
				point := mustPlace(t, Sphere{}, Pose{Pos: at})
				want := (side - below/4) * slope // the distance from the flank, near enough for either side
				for _, c := range []Contact{Distance(cone, point), Distance(point, cone)} {
					if !(c.Lower <= want+1e-16 && c.Upper >= want-1e-16) {
						t.Errorf("%v: [%v, %v], want %v", at, c.Lower, c.Upper, want)
					}
					if want > 0 && c.Relation == collide.Overlapping || want < 0 && c.Relation == collide.Apart {
						t.Errorf("%v: %v, want %v", at, c.Relation, want)
					}
				}
			}
		}
	}
}

// TestCoaxialAgainstGeneral: the closed form of bodies about one axis, or nearly one, holds the truth, as the bracket of EPA does, so the
// two meet; and it is as narrow as asked for.
func TestCoaxialAgainstGeneral(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 7))
	q := newTestQuery(t, Options{MaxIterations: 400})
	used := map[kind]int{}
	for range 600 {
		shapes := [2]Shape{}
		for i := range shapes {
			x, y := 0.1+r.Float64(), 0.1+2*r.Float64()
			shapes[i] = [...]Shape{Sphere{x}, Capsule{y, x}, Cylinder{x, y}, Cone{x, y}}[r.IntN(4)]
		}
		rot := randomRot(r)
		turned := rot.Mul([...]Rot{{}, {1, 0, 0, 0}, {0, 0, 0.6, 0.8}, {0, 0x1p-40, 0, 1}}[r.IntN(4)])
		at := Vec{0, 0, r.Float64() - 0.5}
		if r.IntN(2) == 0 {
			at.X, at.Y = math.Ldexp(r.Float64(), -r.IntN(60)), math.Ldexp(r.Float64(), -40-r.IntN(20))
		}
		a, b := mustPlace(t, shapes[0], Pose{Rot: rot}), mustPlace(t, shapes[1], Pose{Pos: rot.Apply(at), Rot: turned})
		q.begin(a, b)
		var c, g core
		if !q.coaxial(&c) {
			continue
		}
		used[a.kind]++
		used[b.kind]++
		w := q.width(&q.m)
		if !(c.lower <= c.dist && c.dist <= c.upper && c.upper < 0 && c.upper-c.lower <= w.At(0)) || math.Abs(c.n.Len()-1) > 8*unit {
			t.Fatalf("%v %v at %v: %+v", shapes[0], shapes[1], at, c)
		}
		q.begin(a, b)
		q.solve(&q.m, math.Inf(1), &g)
		if c.lower > g.upper || g.lower > c.upper {
			t.Fatalf("%v %v at %v: closed [%v, %v], general [%v, %v]", shapes[0], shapes[1], at, c.lower, c.upper, g.lower, g.upper)
		}
	}
	for _, k := range []kind{kindPoint, kindSegment, kindCylinder, kindCone} {
		if used[k] < 40 {
			t.Errorf("kind %d: the closed form was used %d times", k, used[k])
		}
	}
}
