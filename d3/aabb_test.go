package d3

import (
	"math"
	"math/rand/v2"
	"testing"
)

// cube returns the box [lo, hi]^3.
func cube(lo, hi float64) AABB { return AABB{Vec{lo, lo, lo}, Vec{hi, hi, hi}} }

func TestAABBIntersect(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name       string
		a, b, want AABB
		ok         bool
	}{
		{"boxes that overlap", cube(0, 2), cube(1, 3), cube(1, 2), true},
		{"a box in a box", cube(0, 9), cube(1, 3), cube(1, 3), true},
		{"touching counts, the intersection is flat", cube(0, 1), cube(1, 3), cube(1, 1), true},
		{"apart in all coordinates", cube(0, 1), cube(2, 3), AABB{}, false},
		{"apart in X alone", cube(0, 1), AABB{Vec{2, 0, 0}, Vec{3, 1, 1}}, AABB{}, false},
		{"apart in Y alone", cube(0, 1), AABB{Vec{0, -2, 0}, Vec{1, -1, 1}}, AABB{}, false},
		{"apart in Z alone", cube(0, 1), AABB{Vec{0, 0, 2}, Vec{1, 1, 3}}, AABB{}, false},
		{"all of space", cube(-inf, inf), cube(1, 3), cube(1, 3), true},
		{"zero boxes are the origin", AABB{}, AABB{}, AABB{}, true},
		{"NaN meets nothing", cube(math.NaN(), math.NaN()), cube(0, 1), AABB{}, false},
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
		{"the union holds both", cube(0, 1).Union(cube(2, 3)), cube(0, 3)},
		{"the centre is the middle", AABB{Vec{0, 2, -4}, Vec{1, 4, -2}}.Center(), Vec{0.5, 3, -3}},
		{"the centre does not overflow", cube(1e308, 1.5e308).Center(), Vec{1.25e308, 1.25e308, 1.25e308}},
		{"the centre of all of space is the origin", cube(-inf, inf).Center(), Vec{}},
		{"the size is the full extent", AABB{Vec{0, 2, -4}, Vec{1, 4, -2}}.Size(), Vec{1, 2, 2}},
		{"a point of the inside", cube(0, 1).Contains(Vec{0.5, 0.5, 0.5}), true},
		{"a corner", cube(0, 1).Contains(Vec{1, 0, 1}), true},
		{"a point outside in Z", cube(0, 1).Contains(Vec{0.5, 0.5, 1.5}), false},
		{"NaN is nowhere", cube(0, 1).Contains(Vec{0.5, math.NaN(), 0.5}), false},
		{"growing is exact where it can be", cube(0, 1).Grow(0.5), cube(-0.5, 1.5)},
		{"growing rounds outward", cube(-1, 1).Grow(1e-30), cube(math.Nextafter(-1, -2), math.Nextafter(1, 2))},
		{"all of space stays", cube(-inf, inf).Grow(1), cube(-inf, inf)},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if math.Signbit(cube(-1, 1).Grow(0).Center().X) || math.Signbit(cube(1, 1).Grow(1).Min.X) {
		t.Error("-0")
	}
}

// TestPassedBy holds the short way against that with branches: boxes on a lattice, side by side, of
// sizes far apart, flat, without end.
func TestPassedBy(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 3))
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
			return AABB{Vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}, Vec{math.Inf(1), math.Inf(1), math.Inf(1)}}
		}
		p, q := Vec{number(), number(), number()}, Vec{number(), number(), number()}
		return AABB{p, p}.Union(AABB{q, q})
	}
	passed := 0
	for range 300_000 {
		a, b, v, most := box(), box(), Vec{number(), number(), number()}, math.Abs(number())
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
