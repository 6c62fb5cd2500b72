package d3

import (
	"math"
	"math/rand/v2"
	"testing"
)

// corePoints returns points of the core of s, all extreme ones or a dense sample of them, exact or
// within an ulp.
func corePoints(s Convex, rng *rand.Rand) []Vec {
	var ps []Vec
	switch s := s.(type) {
	case Sphere:
		return []Vec{{}}
	case Capsule:
		return []Vec{{0, 0, s.Height / 2}, {0, 0, -s.Height / 2}}
	case Box:
		for i := range 8 {
			sign := func(bit int) float64 { return float64(i>>bit&1)*2 - 1 }
			ps = append(ps, Vec{sign(0) * s.Size.X / 2, sign(1) * s.Size.Y / 2, sign(2) * s.Size.Z / 2})
		}
	case Cylinder:
		for range 200 {
			u := randomUnit(rng, 2).Scale(s.Radius)
			ps = append(ps, Vec{u.X, u.Y, s.Height / 2}, Vec{u.X, u.Y, -s.Height / 2})
		}
	case Cone:
		ps = append(ps, Vec{0, 0, s.Height / 2})
		for range 200 {
			u := randomUnit(rng, 2).Scale(s.Radius)
			ps = append(ps, Vec{u.X, u.Y, -s.Height / 2})
		}
	case Ellipsoid:
		for range 400 {
			u := randomUnit(rng, 3)
			ps = append(ps, Vec{u.X * s.Radii.X, u.Y * s.Radii.Y, u.Z * s.Radii.Z})
		}
	}
	return ps
}

// randomUnit returns a unit vector in the first dim coordinates.
func randomUnit(rng *rand.Rand, dim int) Vec {
	for {
		v := Vec{rng.Float64()*2 - 1, rng.Float64()*2 - 1, 0}
		if dim == 3 {
			v.Z = rng.Float64()*2 - 1
		}
		if n := v.Len(); n > 0.1 && n <= 1 {
			return v.Scale(1 / n)
		}
	}
}

// randomSize is zero or spreads over many magnitudes.
func randomSize(rng *rand.Rand) float64 {
	switch rng.IntN(6) {
	case 0:
		return 0
	case 1:
		return math.Ldexp(1+rng.Float64(), rng.IntN(120)-60)
	}
	return 0.5 + rng.Float64()
}

// randomConvex returns a shape of any kind of this package other than Hull and Rounded.
func randomConvex(rng *rand.Rand) Convex {
	a, b, c := randomSize(rng), randomSize(rng), randomSize(rng)
	return []Convex{Sphere{a}, Capsule{a, b}, Box{Vec{a, b, c}}, Cylinder{a, b}, Cone{a, b}, Ellipsoid{Vec{a, b, c}}}[rng.IntN(6)]
}

// sizeOf bounds the coordinates of the core.
func sizeOf(s Convex) float64 {
	m := 0.0
	for _, d := range []Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}} {
		m = max(m, s.Support(d).length())
	}
	return m
}

// TestSupportIsMaximal: no sampled core point goes farther along the direction, and the support
// point is in the core, for directions of any length and with coordinates of very different
// magnitude.
func TestSupportIsMaximal(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		s := randomConvex(rng)
		d := randomUnit(rng, 3)
		switch rng.IntN(4) {
		case 0:
			d.Z = 0
		case 1:
			d = Vec{0, 0, d.Z}
		case 2:
			d.X = math.Ldexp(d.X, -rng.IntN(100))
		}
		if d == (Vec{}) {
			continue
		}
		p, size := s.Support(d), sizeOf(s)
		for _, q := range corePoints(s, rng) {
			if q.Dot(d) > p.Dot(d)+16*0x1p-53*size*d.Len() {
				t.Fatalf("%#v: support along %v is %v, but %v is farther", s, d, p, q)
			}
		}
		for _, k := range []int{900, -900, 330, -330} {
			scaled := Vec{math.Ldexp(d.X, k), math.Ldexp(d.Y, k), math.Ldexp(d.Z, k)}
			if k < 0 && scaled.Scale(math.Ldexp(1, -k)) != d {
				continue // bits were lost, so that it is another direction
			}
			if got := s.Support(scaled); got != p {
				t.Fatalf("%#v: support along %v is %v, along 2^%d of it %v", s, d, p, k, got)
			}
		}
		inCore(t, s, p)
	}
}

// inCore fails if p is not in the core of s within a few ulp of each coordinate.
func inCore(t *testing.T, s Convex, p Vec) {
	t.Helper()
	const slack = 1 + 8*0x1p-53
	rho := Vec{p.X, p.Y, 0}.length()
	ok := true
	switch s := s.(type) {
	case Sphere:
		ok = p == Vec{}
	case Capsule:
		ok = rho == 0 && math.Abs(p.Z) == s.Height/2
	case Box:
		ok = math.Abs(p.X) == s.Size.X/2 && math.Abs(p.Y) == s.Size.Y/2 && math.Abs(p.Z) == s.Size.Z/2
	case Cylinder:
		ok = rho <= s.Radius*slack && math.Abs(p.Z) == s.Height/2
	case Cone:
		ok = p == Vec{0, 0, s.Height / 2} || (rho <= s.Radius*slack && p.Z == -s.Height/2)
	case Ellipsoid:
		q := Vec{}
		for _, c := range []struct {
			a, x float64
			q    *float64
		}{{s.Radii.X, p.X, &q.X}, {s.Radii.Y, p.Y, &q.Y}, {s.Radii.Z, p.Z, &q.Z}} {
			if c.a > 0 {
				*c.q = c.x / c.a
			} else {
				ok = ok && c.x == 0
			}
		}
		ok = ok && q.Len() <= slack
	}
	if !ok {
		t.Fatalf("%#v: %v is not in the core", s, p)
	}
}

// TestSupportTies pins the documented choice among equals, and the supports that could be 0/0.
func TestSupportTies(t *testing.T) {
	up, down, side := Vec{0, 0, 1}, Vec{0, 0, -1}, Vec{1, 0, 0}
	for _, c := range []struct {
		name string
		s    Convex
		d    Vec
		want Vec
	}{
		{"a sphere has one core point", Sphere{3}, side, Vec{}},
		{"a capsule seen from the side gives the upper end", Capsule{2, 1}, side, Vec{0, 0, 1}},
		{"so it does for -0", Capsule{2, 1}, Vec{1, 0, math.Copysign(0, -1)}, Vec{0, 0, 1}},
		{"a capsule without height", Capsule{0, 1}, down, Vec{}},
		{"a box gives the positive corner", Box{Vec{2, 4, 6}}, Vec{0, -1, 0}, Vec{1, -2, 3}},
		{"a flat box has no -0", Box{Vec{2, 4, 0}}, Vec{-1, -1, -1}, Vec{-1, -2, 0}},
		{"a cylinder along the axis gives the centre of the cap", Cylinder{1, 2}, down, Vec{0, 0, -1}},
		{"a cylinder from the side gives the upper rim", Cylinder{1, 2}, side, Vec{1, 0, 1}},
		{"a disc", Cylinder{1, 0}, Vec{0, -1, -1}, Vec{0, -1, 0}},
		{"a cylinder without radius", Cylinder{0, 2}, Vec{-1, -1, -1}, Vec{0, 0, -1}},
		{"a cone along the axis gives the apex", Cone{1, 2}, up, Vec{0, 0, 1}},
		{"a cone downward gives the centre of the base", Cone{1, 2}, down, Vec{0, 0, -1}},
		{"a cone across its side gives the apex", Cone{2, 1}, Vec{1, 0, 2}, Vec{0, 0, 0.5}},
		{"a cone sideways gives the base", Cone{1, 2}, side, Vec{1, 0, -1}},
		{"a cone without radius", Cone{0, 2}, side, Vec{0, 0, 1}},
		{"a cone without radius, downward", Cone{0, 2}, Vec{1, 0, -1}, Vec{0, 0, -1}},
		{"a cone without height", Cone{1, 0}, side, Vec{1, 0, 0}},
		{"a cone without anything", Cone{}, Vec{1, 1, -1}, Vec{}},
		{"an ellipsoid along an axis", Ellipsoid{Vec{1, 2, 3}}, Vec{0, -7, 0}, Vec{0, -2, 0}},
		{"a flat ellipsoid from its flat side gives the centre", Ellipsoid{Vec{1, 2, 0}}, up, Vec{}},
		{"a flat ellipsoid from above", Ellipsoid{Vec{1, 2, 0}}, Vec{0, 1, 1}, Vec{0, 2, 0}},
		{"an ellipsoid that is a segment", Ellipsoid{Vec{0, 0, 3}}, Vec{1, 1, -1}, Vec{0, 0, -3}},
		{"an ellipsoid that is a point", Ellipsoid{}, side, Vec{}},
		{"a subnormal ellipsoid", Ellipsoid{Vec{5e-324, 5e-324, 0}}, Vec{5e-324, 0, 0}, Vec{5e-324, 0, 0}},
		{"a huge ellipsoid along a huge direction", Ellipsoid{Vec{1e100, 1, 1}}, Vec{1e300, 0, 0}, Vec{1e100, 0, 0}},
		{"a box whose half is subnormal keeps a size", Box{Vec{5e-324, 2, 2}}, Vec{-1, 1, 1}, Vec{-5e-324, 1, 1}},
		{"a rounded shape has the support of its core", Rounded{Box{Vec{2, 2, 2}}, 5}, Vec{1, 1, -1}, Vec{1, 1, -1}},
		{"a rounded nothing is a point", Rounded{}, side, Vec{}},
	} {
		got := c.s.Support(c.d)
		if got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if math.Signbit(got.X) && got.X == 0 || math.Signbit(got.Y) && got.Y == 0 || math.Signbit(got.Z) && got.Z == 0 {
			t.Errorf("%s: %v has a -0", c.name, got)
		}
	}
}

func TestMargins(t *testing.T) {
	for _, c := range []struct {
		s    Shape
		want float64
	}{
		{Sphere{3}, 3},
		{Capsule{2, 1}, 1},
		{Box{Vec{1, 1, 1}}, 0},
		{Cylinder{1, 1}, 0},
		{Cone{1, 1}, 0},
		{Ellipsoid{Vec{1, 1, 1}}, 0},
		{HalfSpace{Vec{1, 0, 0}, 4}, 0},
		{Rounded{Sphere{1}, 2}, 3},
		{Rounded{Rounded{Box{}, 1}, 0.5}, 1.5},
		{Rounded{nil, 2}, 2},
	} {
		if got := c.s.Margin(); got != c.want {
			t.Errorf("%#v: margin %v, want %v", c.s, got, c.want)
		}
	}
}
