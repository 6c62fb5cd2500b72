package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// onCylinder is a cylinder with a point of its surface and a normal there, whole in coordinates and
// length.
type onCylinder struct {
	radius, half float64
	across       [2]float64 // the point but for its height, and about half of the normal
	z            float64    // the height
	n            [3]float64
	length       float64 // of n
	rim          bool
}

// drawOnCylinder draws one, on the side or on a rim.
func drawOnCylinder(r *rand.Rand) (c onCylinder) {
	triples := [...][3]float64{{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {20, 21, 29}, {7, 24, 25}, {0, 1, 1}}
	w := triples[r.IntN(len(triples))]
	k := float64(20 + r.IntN(40)) // larger than the steps of check
	if r.IntN(2) == 0 {
		w[0], w[1] = w[1], w[0]
	}
	sign := func() float64 { return float64(1 - 2*r.IntN(2)) }
	c.radius, c.half = k*w[2], float64(100+r.IntN(300))
	x, y := sign()*w[0], sign()*w[1]
	c.across = [2]float64{k * x, k * y}
	c.n, c.length = [3]float64{x, y, 0}, w[2]
	c.z = float64(r.IntN(int(2*c.half))) - c.half + 0.5
	if c.rim = r.IntN(2) == 0; c.rim {
		up := sign()
		v := triples[r.IntN(len(triples)-1)]
		c.z = up * c.half
		c.n, c.length = [3]float64{x * v[0], y * v[0], up * w[2] * v[1]}, w[2]*v[2]
	}
	return c
}

// drawBesideCylinder draws a cylinder and a body of some kind that touches it.
func drawBesideCylinder(t *testing.T, r *rand.Rand) (g tangents, kind string) {
	c := drawOnCylinder(r)
	n, y := c.n, [3]float64{c.across[0], c.across[1], c.z}
	core := d3.Cylinder{Radius: c.radius, Height: 2 * c.half}
	g.a, g.n = core, n
	g.turnA = [][4]int{{}, {0, 0, 1, 2}, {1, 0, 0, 0}, {3, 1, 0, 0}}[r.IntN(4)]
	plus := func(p [3]float64, f float64, v [3]float64) (s [3]float64) {
		for i := range 3 {
			s[i] = p[i] + f*v[i]
		}
		return s
	}
	square := n[0]*n[0] + n[1]*n[1]
	u, v := [3]float64{-n[1], n[0], 0}, [3]float64{-n[0] * n[2], -n[1] * n[2], square} // across n
	if !c.rim {
		v = [3]float64{0, 0, 1}
	}
	hull := func(p ...[3]float64) d3.Shape {
		var list []d3.Vec
		for _, q := range p {
			list = append(list, d3.Vec{X: q[0], Y: q[1], Z: q[2]})
		}
		return must(d3.NewHull(list))(t)
	}
	far := float64(1 + r.IntN(1000))
	suffix := " beside the side"
	if c.rim {
		suffix = " at the rim"
	}
	switch r.IntN(7) {
	case 0: // that stands parallel; of bodies at the rim one is grown
		radius, half, m := float64(1+r.IntN(50)), float64(100+r.IntN(300)), 0.0
		if c.rim {
			m = float64(1 + r.IntN(50))
		}
		g.b = d3.Cylinder{Radius: radius * c.radius, Height: 2 * half}
		if m > 0 {
			g.b = d3.Rounded{Core: g.b.(d3.Convex), R: m * c.length}
		}
		g.at = plus(plus(y, m, n), radius, [3]float64{c.across[0], c.across[1], 0})
		if c.rim && c.z > 0 {
			g.at[2] += half
		} else if c.rim {
			g.at[2] -= half
		}
		g.turnB = [][4]int{{}, {0, 0, 1, 3}, {1, 0, 0, 0}}[r.IntN(3)]
		return g, "cylinder" + suffix
	case 1:
		ball := float64(1+r.IntN(1000)) * c.length
		g.b, g.at = d3.Sphere{Radius: ball}, plus(y, ball/c.length, n)
		switch r.IntN(4) {
		case 0: // a part of the radius on either side
			g.a, g.b = d3.Rounded{Core: core, R: ball / 2}, d3.Sphere{Radius: ball / 2}
		case 1: // a part of the radius left to the margin
			g.b, g.margin = d3.Sphere{Radius: ball / 4}, 0.75*ball
		}
		return g, "ball" + suffix
	case 2:
		g.b, g.at = hull([3]float64{}, plus(n, far, u), plus(n, far, v), plus(n, -far, u)), y
		kind = "vertex"
	case 3:
		along, other := u, v
		if r.IntN(2) == 0 {
			along, other = v, u
		}
		g.b = hull(plus([3]float64{}, far, along), plus([3]float64{}, -2, along), plus(n, far, other), plus(n, -far, other))
		g.at, kind = y, "edge"
	case 4:
		g.b = hull(plus([3]float64{}, far, u), plus([3]float64{}, far, v),
			plus(plus([3]float64{}, -1, u), -1, v), plus(n, far, u))
		g.at, kind = y, "face"
	case 5: // a face, and hundreds of corners, some of them nearly in its plane
		face := [][3]float64{plus([3]float64{}, far, u), plus([3]float64{}, far, v), plus(plus([3]float64{}, -1, u), -1, v)}
		for range 300 {
			x, y := r.NormFloat64(), r.NormFloat64()
			at := plus(plus([3]float64{}, math.Round(far*x), u), math.Round(far*y), v)
			face = append(face, plus(at, math.Ceil(0.01*far*(x*x+y*y)), n))
		}
		g.b, g.at, kind = hull(face...), y, "cup"
	default:
		g.b, g.at = d3.Sphere{}, y
		return g, "point"
	}
	if r.IntN(3) == 0 { // grown
		m := float64(1 + r.IntN(1000))
		g.open = c.rim
		g.b, g.at = d3.Rounded{Core: g.b.(d3.Convex), R: m * c.length}, plus(y, m, n)
		return g, "grown " + kind + suffix
	}
	return g, kind + suffix
}

// TestCylindersTouchExactly is TestEllipsoidsTouchExactly for cylinders.
func TestCylindersTouchExactly(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 9))
	rounds := 4000
	if testing.Short() {
		rounds = 400
	}
	seen := map[string]int{}
	q := must(d3.NewQuery(d3.Options{}))(t)
	for range rounds {
		g, kind := drawBesideCylinder(t, r)
		g.check(t, q, r, kind, seen)
	}
	kinds := []string{"point", "cylinder beside the side", "cylinder at the rim", "ball beside the side", "ball at the rim"}
	for _, kind := range []string{"vertex", "edge", "face", "cup"} {
		for _, grown := range []string{"", "grown "} {
			kinds = append(kinds, grown+kind+" beside the side", grown+kind+" at the rim")
		}
	}
	for _, kind := range kinds {
		for _, rel := range []collide.Relation{collide.Touching, collide.Apart, collide.Overlapping} {
			if seen[kind+rel.String()] < rounds/60 {
				t.Errorf("%s, %v: %d pairs alone", kind, rel, seen[kind+rel.String()])
			}
		}
	}
}

// TestCylinderDepth: a body in a cylinder, the depth of which is asked about, is not decided by
// what is proved about bodies apart.
func TestCylinderDepth(t *testing.T) {
	a := placeOrFail(t, d3.Cylinder{Radius: 5, Height: 10}, d3.Pose{})
	for _, in := range []d3.Shape{
		d3.Sphere{Radius: 1}, d3.Cylinder{Radius: 1, Height: 2}, d3.Capsule{Radius: 1, Height: 2}, d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}},
	} {
		b := placeOrFail(t, in, d3.Pose{Pos: d3.Vec{X: 4.5}})
		for d, want := range map[float64]collide.Relation{-1.25: collide.Overlapping, -1.5: collide.Touching, -1.75: collide.Apart} {
			for _, p := range [][2]*d3.Object{{a, b}, {b, a}} {
				got := must(d3.RelateMargin(p[0], p[1], d))(t)
				if got != want && (got != collide.Undecided || want != collide.Touching) {
					t.Errorf("%T, %v: %v, not %v", in, d, got, want)
				}
			}
		}
	}
}

// TestCylindersNearlyParallel: an axis that is turned by less than doubles see beside the sizes is
// none that is parallel.
func TestCylindersNearlyParallel(t *testing.T) {
	a := placeOrFail(t, d3.Cylinder{Radius: 1, Height: 4}, d3.Pose{})
	for _, tilt := range []float64{0x1p-44, 0x1p-50, 0x1p-60, 0x1p-200} {
		rot := must(d3.NewQuat(0, tilt, 0, 1))(t)
		b := placeOrFail(t, d3.Cylinder{Radius: 2, Height: 4}, d3.Pose{Pos: d3.Vec{X: 3}, Rot: rot})
		for _, p := range [][2]*d3.Object{{a, b}, {b, a}} {
			if got := d3.Relate(p[0], p[1]); got != collide.Undecided && got != collide.Overlapping {
				t.Errorf("turned by %v: %v", tilt, got)
			}
		}
	}
}
