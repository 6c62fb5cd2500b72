package d3_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// TestRayAtThinEllipsoid: the normal where a ray enters leads against it, also where the body is
// thinner than the rounding of the point.
func TestRayAtThinEllipsoid(t *testing.T) {
	s := newSample(61)
	hits := 0
	for range 4000 {
		radii := d3.Vec{X: s.between(0.5, 2), Y: s.between(0.5, 2), Z: math.Ldexp(1, -40-int(s.between(0, 30)))}
		o := must(d3.Place(d3.Ellipsoid{Radii: radii}, d3.Pose{Pos: s.direction().Scale(3), Rot: s.rotation(t)}))(t)
		from := s.direction().Scale(s.between(4, 9))
		r := must(d3.NewRay(from, o.Pose().Pos.Add(s.direction().Scale(0.3)).Sub(from), math.Inf(1)))(t)
		h := d3.CastRay(&o, &r)
		if h.Verdict != collide.Hit || h.T == 0 {
			continue
		}
		hits++
		if along := h.Normal.Dot(r.Direction().Unit()); along > 0x1p-9 {
			t.Fatalf("radii %v: a normal along the ray by %v, %+v", radii, along, h)
		}
	}
	if hits < 400 {
		t.Fatalf("%d hits", hits)
	}
}

// TestRayNormalAtEllipsoid: the normal is that of the point where the ray enters, by numbers of
// 2000 bits, whatever the ratios of the radii; alone, and as a part.
func TestRayNormalAtEllipsoid(t *testing.T) {
	raced.Skip(t)
	s := newSample(67)
	hits, thin := 0, 0
	for range 3000 {
		a := ellipsoidRay(t, s)
		o := must(d3.Place(d3.Ellipsoid{Radii: a.radii}, a.pose))(t)
		c := must(d3.NewCompound([]d3.Part{{Shape: d3.Ellipsoid{Radii: a.radii}, Pose: a.pose}}))(t)
		part := must(d3.Place(c, d3.Pose{}))(t)
		truth, ok := a.normal()
		h, in := d3.CastRay(&o, &a.ray), d3.CastRay(&part, &a.ray)
		if (h.Verdict == collide.Hit) != (ok && h.T > 0) && h.T > 0 {
			t.Fatalf("%+v: %v", a, h.Verdict)
		}
		if !ok || h.Verdict != collide.Hit || h.T == 0 {
			continue
		}
		if hits++; a.radii.X < 1e-16 || a.radii.Y < 1e-16 || a.radii.Z < 1e-16 {
			thin++
		}
		for _, n := range [2]d3.Vec{h.Normal, in.Normal} {
			if far := n.Sub(truth).Len(); far > 0x1p-26 {
				t.Fatalf("%+v: normal %v instead of %v, by %v", a, n, truth, far)
			}
		}
	}
	if hits < 1000 || thin < 300 {
		t.Fatalf("%d hits, %d of them thin", hits, thin)
	}
}

// rayAtEllipsoid is a ray and the place of an ellipsoid.
type rayAtEllipsoid struct {
	radii d3.Vec
	pose  d3.Pose
	q     [4]float64
	ray   d3.Ray
}

// ellipsoidRay draws one that mostly hits, with radii down to 1e-20 of the others.
func ellipsoidRay(t *testing.T, s sample) (a rayAtEllipsoid) {
	t.Helper()
	radius := func() float64 {
		if s.IntN(2) == 0 {
			return math.Ldexp(s.between(0.5, 1), -int(s.between(0, 67)))
		}
		return s.between(0.5, 2)
	}
	a.radii, a.q = d3.Vec{X: radius(), Y: radius(), Z: radius()}, [4]float64{0, 0, 0, 1}
	at := s.direction()
	at = d3.Vec{X: at.X * a.radii.X, Y: at.Y * a.radii.Y, Z: at.Z * a.radii.Z}.Scale(s.between(0, 1))
	from := s.direction().Scale(s.between(3, 5))
	switch s.IntN(3) {
	case 0:
		v := s.direction()
		a.q = [4]float64{v.X * 0.8, v.Y * 0.8, v.Z * 0.8, 0.6}
		a.pose = d3.Pose{Pos: s.direction(), Rot: must(d3.NewQuat(a.q[0], a.q[1], a.q[2], a.q[3]))(t)}
	case 1: // along an axis, nearly
		from = d3.Vec{X: from.X * a.radii.X, Y: from.Y * a.radii.Y, Z: 5}
	}
	at = a.pose.Apply(at)
	a.ray = must(d3.NewRay(from, at.Sub(from), math.Inf(1)))(t)
	return a
}

// normal returns the normal where the ray's line enters the ellipsoid; ok is false if it misses it.
func (a *rayAtEllipsoid) normal() (n d3.Vec, ok bool) {
	quo := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Quo(x, y) }
	f, _ := implicitOf(&shapegen.Body3{Kind: "ellipsoid", Q: a.q})
	h := [3]*big.Float{bigFloat(a.radii.X), bigFloat(a.radii.Y), bigFloat(a.radii.Z)}
	from, d, at := a.ray.Origin(), a.ray.Direction(), a.pose.Pos
	w := [3]*big.Float{bigSub(bigFloat(from.X), bigFloat(at.X)), bigSub(bigFloat(from.Y), bigFloat(at.Y)), bigSub(bigFloat(from.Z), bigFloat(at.Z))}
	v := [3]*big.Float{bigFloat(d.X), bigFloat(d.Y), bigFloat(d.Z)}
	var x, y [3]*big.Float
	for i := range 3 {
		axis := [3]*big.Float{f.rows[0][i], f.rows[1][i], f.rows[2][i]}
		x[i], y[i] = quo(bigDot(axis, w), h[i]), quo(bigDot(axis, v), h[i])
	}
	b := bigDot(x, y)
	root := bigSub(bigMul(b, b), bigMul(bigDot(y, y), bigSub(bigDot(x, x), bigFloat(1))))
	if root.Sign() <= 0 {
		return n, false
	}
	root.Sqrt(root)
	t := quo(bigSub(root.Neg(root), b), bigDot(y, y))
	for i := range 3 {
		x[i] = quo(bigAdd(x[i], bigMul(y[i], t)), h[i])
	}
	long := new(big.Float).Sqrt(bigDot(x, x))
	var m [3]float64
	for i := range 3 {
		m[i], _ = quo(bigDot(f.rows[i], x), long).Float64()
	}
	return d3.Vec{X: m[0], Y: m[1], Z: m[2]}, true
}

// TestRayAtTinyRoundBodies: what a ray meets does not change where all lengths are scaled by a
// power of two, down to lengths whose squares underflow.
func TestRayAtTinyRoundBodies(t *testing.T) {
	s := newSample(71)
	hits := 0
	for range 4000 {
		even := func() float64 { return float64(s.IntN(9)-4) / 2 }
		from, d := d3.Vec{X: even(), Y: even(), Z: even()}, d3.Vec{X: even(), Y: even(), Z: even()}
		if d == (d3.Vec{}) {
			d.Z = -1
		}
		radius, height := float64(1+s.IntN(5))/2, float64(1+s.IntN(5))/2
		rot, at := s.rotation(t), d3.Vec{X: even(), Y: even(), Z: even()}
		if s.IntN(2) == 0 {
			rot = d3.Rot{}
		}
		cone := s.IntN(2) == 0
		var h [2]d3.RayHit
		k := math.Ldexp(1, -480-s.IntN(420))
		for i, k := range [2]float64{1, k} {
			var b d3.Shape = d3.Cylinder{Radius: float64(radius * k), Height: float64(height * k)}
			if cone {
				b = d3.Cone{Radius: float64(radius * k), Height: float64(height * k)}
			}
			o := must(d3.Place(b, d3.Pose{Pos: at.Scale(k), Rot: rot}))(t)
			r := must(d3.NewRay(from.Scale(k), d.Scale(k), 4))(t)
			h[i] = d3.CastRay(&o, &r)
		}
		if h[0].Verdict != h[1].Verdict || h[0].Lower > h[1].Upper || h[1].Lower > h[0].Upper {
			t.Fatalf("radius %v, height %v, cone %v at %v, %+v, ray from %v along %v: %+v, times %v: %+v",
				radius, height, cone, at, rot, from, d, h[0], k, h[1])
		}
		if h[0].Verdict != collide.Miss {
			hits++
		}
	}
	if hits < 400 {
		t.Fatalf("%d hits", hits)
	}
}
