package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// roundBody is a body whose support function has derivatives.
type roundBody struct {
	shape d3.Convex
	pose  d3.Pose
}

// at returns the point of the surface, world frame, that is farthest along the unit vector n.
func (b *roundBody) at(n d3.Vec) d3.Vec {
	p := b.shape.Support(b.pose.Rot.Inverse().Apply(n))
	return b.pose.Apply(p).Add(n.Scale(b.shape.Margin()))
}

// touchingNormal returns the unit vector n near start along which A, and B moved by t way, meet:
// the farthest point of A along n is the farthest of B against it. Newton's method with differences
// for derivatives takes both unknowns together.
func touchingNormal(a, b *roundBody, way, start d3.Vec, t float64) (n d3.Vec, at float64, ok bool) {
	gap := func(n d3.Vec, t float64) d3.Vec {
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
		side := x.Cross(way).Unit()
		other := x.Cross(side)
		p := gap(x.Add(side.Scale(h)), t).Sub(gap(x.Sub(side.Scale(h)), t)).Scale(1 / (2 * h))
		q := gap(x.Add(other.Scale(h)), t).Sub(gap(x.Sub(other.Scale(h)), t)).Scale(1 / (2 * h))
		v := way.Neg()
		det := p.Dot(q.Cross(v))
		i, j, dt := g.Dot(q.Cross(v))/det, p.Dot(g.Cross(v))/det, p.Dot(q.Cross(g))/det
		i, j = max(-0.1, min(i, 0.1)), max(-0.1, min(j, 0.1))
		x, t = x.Sub(side.Scale(i)).Sub(other.Scale(j)).Unit(), t-dt
	}
	return n, at, best < 1e-13
}

// TestCastNormals: the normal and the time of the first contact are those of the bodies' surfaces
// to within rounding, whatever the tolerance: a gap e between the bounds of the search leaves the
// direction open by the root of e, and normals were off by 1e-5.
func TestCastNormals(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 28))
	u := func() float64 { return math.Exp(2 * (rng.Float64() - 0.5)) }
	shape := func() d3.Convex {
		switch rng.IntN(4) {
		case 0:
			return d3.Sphere{Radius: u()}
		case 1:
			return d3.Rounded{Core: d3.Ellipsoid{Radii: d3.Vec{X: u(), Y: u(), Z: u()}}, R: u()}
		}
		return d3.Ellipsoid{Radii: d3.Vec{X: u(), Y: u(), Z: u()}}
	}
	hits := 0
	for i := range 4000 {
		tol := []float64{1e-3, 1e-6, 1e-9, 1e-12}[i%4]
		a := roundBody{shape(), d3.Pose{Rot: anyRot(rng)}}
		b := roundBody{shape(), d3.Pose{Pos: d3.Vec{X: 8 * (rng.Float64() - 0.5), Y: 8, Z: 8 * (rng.Float64() - 0.5)}, Rot: anyRot(rng)}}
		way := b.pose.Pos.Neg().Add(d3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64() - 0.5})
		sweep := must(d3.NewSweep(way, 2, d3.SweepOptions{}))(t)
		q := must(d3.NewQuery(d3.Options{Tolerance: tol}))(t)
		h := q.CastShape(placeOrFail(t, a.shape, a.pose), placeOrFail(t, b.shape, b.pose), &sweep)
		if h.Verdict != collide.Hit || h.T == 0 || -h.Normal.Dot(way.Unit()) < 0.2 {
			continue
		}
		n, at, ok := touchingNormal(&a, &b, way, h.Normal, h.T)
		if !ok {
			continue
		}
		hits++
		if off := n.Cross(h.Normal).Len(); off > 1e-9 {
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
		core := []d3.Convex{
			d3.Ellipsoid{Radii: d3.Vec{X: u(), Y: u(), Z: u()}}, d3.Cylinder{Radius: u(), Height: u()}, d3.Cone{Radius: u(), Height: u()},
		}[i%3]
		if i%2 == 1 {
			core = d3.Rounded{Core: core, R: u()}
		}
		a := placeOrFail(t, core, d3.Pose{Rot: anyRot(rng)})
		from := d3.Vec{X: 8 * (rng.Float64() - 0.5), Y: 8, Z: 8 * (rng.Float64() - 0.5)}
		b := placeOrFail(t, d3.Sphere{Radius: u()}, d3.Pose{Pos: from})
		way := from.Neg().Add(d3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64() - 0.5})
		sweep := must(d3.NewSweep(way, 2, d3.SweepOptions{}))(t)
		h := d3.CastShape(a, b, &sweep)
		if h.Verdict != collide.Hit || h.T == 0 || -h.Normal.Dot(way.Unit()) < 0.2 {
			continue
		}
		hits++
		near := must(d3.ClosestPoint(a, from.Add(way.Scale(h.T))))(t)
		if off := near.Normal.Dist(h.Normal); off > 1e-9 {
			t.Errorf("%+v: the normal is off by %v", core, off)
		}
	}
	if hits < 1500 {
		t.Errorf("only %d hits", hits)
	}
}
