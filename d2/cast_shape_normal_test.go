package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// roundBody is a body whose support function has derivatives.
type roundBody struct {
	shape d2.Convex
	pose  d2.Pose
}

// at returns the point of the surface, world frame, that is farthest along the unit vector n.
func (b *roundBody) at(n d2.Vec) d2.Vec {
	p := b.shape.Support(b.pose.Rot.Inverse().Apply(n))
	return b.pose.Apply(p).Add(n.Scale(b.shape.Margin()))
}

// touchingNormal returns the unit vector n near start along which A, and B moved by t way, meet:
// the farthest point of A along n is the farthest of B against it. Newton's method with differences
// for derivatives takes both unknowns together.
func touchingNormal(a, b *roundBody, way, start d2.Vec, t float64) (n d2.Vec, at float64, ok bool) {
	gap := func(n d2.Vec, t float64) d2.Vec {
		n = n.Unit()
		return a.at(n).Sub(b.at(n.Neg())).Sub(way.Scale(t))
	}
	best := math.Inf(1)
	x := start
	for range 40 {
		g := gap(x, t)
		if l := g.Len(); l < best {
			best, n, at = l, x, t
		}
		const h = 1e-6
		side := x.Perp()
		turn := gap(x.Add(side.Scale(h)), t).Sub(gap(x.Sub(side.Scale(h)), t)).Scale(1 / (2 * h))
		det := turn.Cross(way.Neg())
		u, dt := g.Cross(way.Neg())/det, turn.Cross(g)/det
		x, t = x.Sub(side.Scale(max(-0.1, min(u, 0.1)))).Unit(), t-dt
	}
	return n, at, best < 1e-13
}

// TestCastNormals: the normal and the time of the first contact are those of the bodies' surfaces
// to within rounding, whatever the tolerance: a gap e between the bounds of the search leaves the
// direction open by the root of e, and normals were off by 1e-5.
func TestCastNormals(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 28))
	u := func() float64 { return math.Exp(2 * (rng.Float64() - 0.5)) }
	shape := func() d2.Convex {
		switch rng.IntN(4) {
		case 0:
			return d2.Circle{Radius: u()}
		case 1:
			return d2.Rounded{Core: d2.Ellipse{Radii: d2.Vec{X: u(), Y: u()}}, R: u()}
		}
		return d2.Ellipse{Radii: d2.Vec{X: u(), Y: u()}}
	}
	hits := 0
	for i := range 4000 {
		tol := []float64{1e-3, 1e-6, 1e-9, 1e-12}[i%4]
		a := roundBody{shape(), d2.Pose{Rot: must(d2.NewAngle(7 * rng.Float64()))(t)}}
		b := roundBody{shape(), d2.Pose{Pos: d2.Vec{X: 8 * (rng.Float64() - 0.5), Y: 8}, Rot: must(d2.NewAngle(7 * rng.Float64()))(t)}}
		way := b.pose.Pos.Neg().Add(d2.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5})
		sweep := must(d2.NewSweep(way, 2, d2.SweepOptions{}))(t)
		q := must(d2.NewQuery(d2.Options{Tolerance: tol}))(t)
		h := q.CastShape(placeOrFail(t, a.shape, a.pose), placeOrFail(t, b.shape, b.pose), &sweep)
		if h.Verdict != collide.Hit || h.T == 0 || -h.Normal.Dot(way.Unit()) < 0.2 {
			continue
		}
		n, at, ok := touchingNormal(&a, &b, way, h.Normal, h.T)
		if !ok {
			continue
		}
		hits++
		if off := math.Abs(n.Cross(h.Normal)); off > 1e-9 {
			t.Errorf("%+v and %+v, tolerance %v: the normal is off by %v", a, b, tol, off)
		}
		if at < h.Lower*(1-1e-14) || at > h.Upper*(1+1e-14) || math.Abs(at-h.T) > 1e-12 {
			t.Errorf("%+v and %+v, tolerance %v: they meet at %v, not at %v in [%v, %v]", a, b, tol, at, h.T, h.Lower, h.Upper)
		}
	}
	if hits < 2000 {
		t.Errorf("only %d hits", hits)
	}
}

// TestCastNormalsOfBalls: a ball that comes to a curved body of any kind meets it along the way
// from the nearest point to its centre.
func TestCastNormalsOfBalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 28))
	u := func() float64 { return math.Exp(2 * (rng.Float64() - 0.5)) }
	hits := 0
	for i := range 3000 {
		core := d2.Convex(d2.Ellipse{Radii: d2.Vec{X: u(), Y: u()}})
		if i%3 == 1 {
			core = d2.Rounded{Core: core, R: u()}
		}
		a := placeOrFail(t, core, d2.Pose{Rot: must(d2.NewAngle(7 * rng.Float64()))(t)})
		from := d2.Vec{X: 8 * (rng.Float64() - 0.5), Y: 8}
		b := placeOrFail(t, d2.Circle{Radius: u()}, d2.Pose{Pos: from})
		way := from.Neg().Add(d2.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5})
		sweep := must(d2.NewSweep(way, 2, d2.SweepOptions{}))(t)
		h := d2.CastShape(a, b, &sweep)
		if h.Verdict != collide.Hit || h.T == 0 || -h.Normal.Dot(way.Unit()) < 0.2 {
			continue
		}
		hits++
		near := must(d2.ClosestPoint(a, from.Add(way.Scale(h.T))))(t)
		if off := near.Normal.Dist(h.Normal); off > 1e-9 {
			t.Errorf("%+v: the normal is off by %v", core, off)
		}
	}
	if hits < 1500 {
		t.Errorf("only %d hits", hits)
	}
}
