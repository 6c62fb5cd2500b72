package d2

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
	case Circle:
		return []Vec{{}}
	case Capsule:
		return []Vec{{s.Height / 2, 0}, {-s.Height / 2, 0}}
	case Box:
		x, y := s.Size.X/2, s.Size.Y/2
		return []Vec{{x, y}, {-x, y}, {x, -y}, {-x, -y}}
	case Ellipse:
		for range 400 {
			u := randomUnit(rng)
			ps = append(ps, Vec{u.X * s.Radii.X, u.Y * s.Radii.Y})
		}
	}
	return ps
}

// randomUnit returns a unit vector.
func randomUnit(rng *rand.Rand) Vec {
	for {
		v := Vec{rng.Float64()*2 - 1, rng.Float64()*2 - 1}
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

// randomConvex returns a shape of any kind of this package other than Hull, Polygon and Rounded.
func randomConvex(rng *rand.Rand) Convex {
	a, b := randomSize(rng), randomSize(rng)
	return []Convex{Circle{a}, Capsule{a, b}, Box{Vec{a, b}}, Ellipse{Vec{a, b}}}[rng.IntN(4)]
}

// sizeOf bounds the coordinates of the core.
func sizeOf(s Convex) float64 {
	return max(s.Support(Vec{1, 0}).length(), s.Support(Vec{0, 1}).length())
}

// TestSupportIsMaximal: no sampled core point goes farther along the direction, and the support
// point is in the core, for directions of any length and with coordinates of very different
// magnitude.
func TestSupportIsMaximal(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		s := randomConvex(rng)
		d := randomUnit(rng)
		switch rng.IntN(4) {
		case 0:
			d.Y = 0
		case 1:
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
			scaled := Vec{math.Ldexp(d.X, k), math.Ldexp(d.Y, k)}
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
	ok := true
	switch s := s.(type) {
	case Circle:
		ok = p == Vec{}
	case Capsule:
		ok = p.Y == 0 && math.Abs(p.X) == s.Height/2
	case Box:
		ok = math.Abs(p.X) == s.Size.X/2 && math.Abs(p.Y) == s.Size.Y/2
	case Ellipse:
		q := Vec{}
		if s.Radii.X > 0 {
			q.X = p.X / s.Radii.X
		}
		if s.Radii.Y > 0 {
			q.Y = p.Y / s.Radii.Y
		}
		ok = q.Len() <= 1+8*0x1p-53 && (s.Radii.X > 0 || p.X == 0) && (s.Radii.Y > 0 || p.Y == 0)
	}
	if !ok {
		t.Fatalf("%#v: %v is not in the core", s, p)
	}
}

// TestSupportTies pins the documented choice among equals, and the supports that could be 0/0.
func TestSupportTies(t *testing.T) {
	up, side := Vec{0, 1}, Vec{1, 0}
	for _, c := range []struct {
		name string
		s    Convex
		d    Vec
		want Vec
	}{
		{"a circle has one core point", Circle{3}, side, Vec{}},
		{"a capsule seen from the side gives the positive end", Capsule{2, 1}, up, Vec{1, 0}},
		{"so it does for -0", Capsule{2, 1}, Vec{math.Copysign(0, -1), 1}, Vec{1, 0}},
		{"a capsule without height", Capsule{0, 1}, Vec{-1, 0}, Vec{}},
		{"a box gives the positive corner", Box{Vec{2, 4}}, Vec{0, -1}, Vec{1, -2}},
		{"a flat box has no -0", Box{Vec{2, 0}}, Vec{-1, -1}, Vec{-1, 0}},
		{"an ellipse along an axis", Ellipse{Vec{1, 2}}, Vec{0, -7}, Vec{0, -2}},
		{"a flat ellipse from its flat side gives the centre", Ellipse{Vec{1, 0}}, up, Vec{}},
		{"a flat ellipse from above", Ellipse{Vec{1, 0}}, Vec{-1, 1}, Vec{-1, 0}},
		{"an ellipse that is a point", Ellipse{}, side, Vec{}},
		{"a subnormal ellipse", Ellipse{Vec{5e-324, 5e-324}}, Vec{5e-324, 0}, Vec{5e-324, 0}},
		{"a huge ellipse along a huge direction", Ellipse{Vec{1e100, 1}}, Vec{1e300, 0}, Vec{1e100, 0}},
		{"a box whose half is subnormal keeps a size", Box{Vec{5e-324, 2}}, Vec{-1, 1}, Vec{-5e-324, 1}},
		{"a rounded shape has the support of its core", Rounded{Box{Vec{2, 2}}, 5}, Vec{1, -1}, Vec{1, -1}},
		{"a rounded nothing is a point", Rounded{}, side, Vec{}},
	} {
		got := c.s.Support(c.d)
		if got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if math.Signbit(got.X) && got.X == 0 || math.Signbit(got.Y) && got.Y == 0 {
			t.Errorf("%s: %v has a -0", c.name, got)
		}
	}
}

func TestMargins(t *testing.T) {
	for _, c := range []struct {
		s    Shape
		want float64
	}{
		{Circle{3}, 3},
		{Capsule{2, 1}, 1},
		{Box{Vec{1, 1}}, 0},
		{Ellipse{Vec{1, 1}}, 0},
		{HalfSpace{Vec{1, 0}, 4}, 0},
		{Rounded{Circle{1}, 2}, 3},
		{Rounded{Rounded{Box{}, 1}, 0.5}, 1.5},
		{Rounded{nil, 2}, 2},
	} {
		if got := c.s.Margin(); got != c.want {
			t.Errorf("%#v: margin %v, want %v", c.s, got, c.want)
		}
	}
}
