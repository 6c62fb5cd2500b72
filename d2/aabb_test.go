package d2

import (
	"math"
	"math/rand/v2"
	"testing"
)

// square returns the box [lo, hi]^2.
func square(lo, hi float64) AABB { return AABB{Vec{lo, lo}, Vec{hi, hi}} }

func TestAABBIntersect(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name       string
		a, b, want AABB
		ok         bool
	}{
		{"boxes that overlap", square(0, 2), square(1, 3), square(1, 2), true},
		{"a box in a box", square(0, 9), square(1, 3), square(1, 3), true},
		{"touching counts, the intersection is flat", square(0, 1), square(1, 3), square(1, 1), true},
		{"apart in all coordinates", square(0, 1), square(2, 3), AABB{}, false},
		{"apart in X alone", square(0, 1), AABB{Vec{2, 0}, Vec{3, 1}}, AABB{}, false},
		{"apart in Y alone", square(0, 1), AABB{Vec{0, -2}, Vec{1, -1}}, AABB{}, false},
		{"all of the plane", square(-inf, inf), square(1, 3), square(1, 3), true},
		{"zero boxes are the origin", AABB{}, AABB{}, AABB{}, true},
		{"NaN meets nothing", square(math.NaN(), math.NaN()), square(0, 1), AABB{}, false},
	} {
		for _, pair := range [][2]AABB{{c.a, c.b}, {c.b, c.a}} {
			got, ok := pair[0].Intersect(pair[1])
			if got != c.want || ok != c.ok || pair[0].Overlaps(pair[1]) != c.ok {
				t.Errorf("%s: %v, %v; want %v, %v", c.name, got, ok, c.want, c.ok)
			}
		}
	}
}

func TestAABBMethods(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"the union holds both", square(0, 1).Union(square(2, 3)), square(0, 3)},
		{"the centre is the middle", AABB{Vec{0, 2}, Vec{1, 4}}.Center(), Vec{0.5, 3}},
		{"the centre does not overflow", square(1e308, 1.5e308).Center(), Vec{1.25e308, 1.25e308}},
		{"the centre of all of the plane is the origin", square(-inf, inf).Center(), Vec{}},
		{"the size is the full extent", AABB{Vec{0, 2}, Vec{1, 4}}.Size(), Vec{1, 2}},
		{"a point of the inside", square(0, 1).Contains(Vec{0.5, 0.5}), true},
		{"a corner", square(0, 1).Contains(Vec{1, 0}), true},
		{"a point outside in Y", square(0, 1).Contains(Vec{0.5, 1.5}), false},
		{"NaN is nowhere", square(0, 1).Contains(Vec{0.5, math.NaN()}), false},
		{"growing is exact where it can be", square(0, 1).Grow(0.5), square(-0.5, 1.5)},
		{"growing rounds outward", square(-1, 1).Grow(1e-30), square(math.Nextafter(-1, -2), math.Nextafter(1, 2))},
		{"all of the plane stays", square(-inf, inf).Grow(1), square(-inf, inf)},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if math.Signbit(square(-1, 1).Grow(0).Center().X) || math.Signbit(square(1, 1).Grow(1).Min.X) {
		t.Error("-0")
	}
}

// TestPassedBy holds the short way against that with branches: boxes on a lattice, side by side, of
// sizes far apart, flat, without end.
func TestPassedBy(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 2))
	number := func() float64 {
		switch x := float64(r.IntN(9) - 4); r.IntN(6) {
		case 0:
			return math.Ldexp(x, -1074)
		case 1:
			return math.Ldexp(r.Float64()-0.5, r.IntN(2000)-1000)
		case 2:
			return r.Float64() - 0.5
		default:
			return x
		}
	}
	box := func() AABB {
		if r.IntN(20) == 0 {
			return AABB{Vec{math.Inf(-1), math.Inf(-1)}, Vec{math.Inf(1), math.Inf(1)}}
		}
		p, q := Vec{number(), number()}, Vec{number(), number()}
		return AABB{p, p}.Union(AABB{q, q})
	}
	passed := 0
	for range 300_000 {
		a, b, v, most := box(), box(), Vec{number(), number()}, math.Abs(number())
		got, want := a.passedBy(&b, v, most), a.passedBySide(&b, v, most)
		if got != want {
			t.Fatalf("%v, %v by %v to %v: %v, with branches %v", a, b, v, most, got, want)
		}
		if got {
			passed++
		}
	}
	if passed < 30_000 || passed > 270_000 {
		t.Errorf("%d of 300000 boxes pass: too few of one kind", passed)
	}
}
