package d2_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// latticePose is a pose of a lattice, such that products of these are doubles.
func latticePose(t testing.TB, rng *rand.Rand, n int) d2.Pose {
	t.Helper()
	turns := [4][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	k := turns[rng.IntN(4)]
	c := func() float64 { return float64(rng.IntN(2*n+1)-n) / 2 }
	return d2.Pose{Pos: d2.Vec{X: c(), Y: c()}, Rot: must(d2.NewCosSin(k[0], k[1]))(t)}
}

// anyPart returns a shape of a lattice: convex, a chain, a grid.
func anyPart(t testing.TB, rng *rand.Rand) d2.Shape {
	t.Helper()
	if rng.IntN(20) == 0 {
		return d2.HalfSpace{Normal: d2.Vec{X: 1}, Offset: -3}
	}
	switch rng.IntN(5) {
	case 0:
		return d2.Box{Size: d2.Vec{X: 1, Y: 2}}
	case 1:
		return d2.Circle{Radius: 0.5}
	case 2:
		g, _ := drawGrid(t, rng, d2.Vec{X: 0.5, Y: 1})
		return g
	}
	for {
		if c, _, ok := chainOf(t, drawChain(rng, "lattice", 2+rng.IntN(4)), rng.IntN(2) == 0); ok {
			return c
		}
	}
}

// assembly is a compound and its parts, placed alone at poses that are exact.
type assembly struct {
	whole d2.Object
	parts []d2.Object
}

// drawAssembly returns a compound of some parts, some of them in compounds of their own.
func drawAssembly(t testing.TB, rng *rand.Rand, at d2.Pose) (a assembly) {
	t.Helper()
	var parts []d2.Part
	for range 1 + rng.IntN(3) {
		p := d2.Part{Shape: anyPart(t, rng), Pose: latticePose(t, rng, 6)}
		if rng.IntN(3) > 0 {
			parts = append(parts, p)
			a.parts = append(a.parts, must(d2.Place(p.Shape, at.Mul(p.Pose)))(t))
			continue
		}
		other := d2.Part{Shape: anyPart(t, rng), Pose: latticePose(t, rng, 4)}
		in := must(d2.NewCompound([]d2.Part{other, p}))(t)
		outer := latticePose(t, rng, 2)
		parts = append(parts, d2.Part{Shape: in, Pose: outer})
		for _, p := range [2]d2.Part{other, p} {
			a.parts = append(a.parts, must(d2.Place(p.Shape, at.Mul(outer.Mul(p.Pose))))(t))
		}
	}
	a.whole = must(d2.Place(must(d2.NewCompound(parts))(t), at))(t)
	return a
}

// manyLeaves reports whether a shape has edges or cells.
func manyLeaves(s d2.Shape) bool {
	switch s.(type) {
	case *d2.Chain, *d2.Grid:
		return true
	}
	return false
}

// names fails unless a part and a triangle are those of a part of a.
func (a *assembly) names(t *testing.T, part, triangle int) {
	t.Helper()
	if part < 0 || part >= len(a.parts) || (triangle >= 0) != manyLeaves(a.parts[part].Shape()) {
		t.Fatalf("part %d of %d, edge or cell %d", part, len(a.parts), triangle)
	}
	if m, ok := a.parts[part].Shape().(interface{ Len() int }); ok && triangle >= m.Len() {
		t.Fatalf("edge or cell %d of %d", triangle, m.Len())
	}
}

// TestSharesAreTheirParts: compounds of chains, grids and convex parts, one in the other,
// on a lattice where everything touches, answer as the pairs of their parts placed alone.
func TestSharesAreTheirParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	q := must(d2.NewQuery(d2.Options{}))(t)
	n := 400
	if testing.Short() {
		n = 100
	}
	for range n {
		a := drawAssembly(t, rng, latticePose(t, rng, 4))
		b := drawAssembly(t, rng, latticePose(t, rng, 4))
		checkSharesPair(t, q, &a, &b)
		checkSharesRays(t, rng, q, &a)
		checkSharesPoints(t, rng, q, &a)
		checkSharesSweep(t, rng, q, &a, &b)
	}
}

// checkSharesPair compares the relation and the distance of two compounds with those of all pairs
// of their parts.
func checkSharesPair(t *testing.T, q *d2.Query, a, b *assembly) {
	t.Helper()
	ct := q.Distance(&a.whole, &b.whole, nil)
	want, lower, upper := collide.Apart, math.Inf(1), math.Inf(1)
	for i := range a.parts {
		for j := range b.parts {
			one := q.Distance(&a.parts[i], &b.parts[j], nil)
			if rank(one.Relation) > rank(want) {
				want = one.Relation
			}
			lower, upper = min(lower, one.Lower), min(upper, one.Upper)
		}
	}
	if ct.Relation != want {
		t.Fatalf("%v, want %v", ct.Relation, want)
	}
	if rel := q.Relate(&b.whole, &a.whole, nil); rel != want {
		t.Fatalf("Relate: %v, want %v", rel, want)
	}
	if !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) || want == collide.Apart && (ct.Lower > upper || ct.Upper < lower) ||
		ct.Upper < lower || want == collide.Apart && ct.Upper > upper*(1+1e-12) {
		t.Fatalf("%v: %g in [%g, %g], want [%g, %g]", want, ct.Distance, ct.Lower, ct.Upper, lower, upper)
	}
	a.names(t, ct.PartA, ct.TriangleA)
	b.names(t, ct.PartB, ct.TriangleB)
	if one := q.Distance(&a.parts[ct.PartA], &b.parts[ct.PartB], nil); rank(one.Relation) != rank(want) {
		t.Fatalf("parts %d and %d are named, which are %v and not %v", ct.PartA, ct.PartB, one.Relation, want)
	}
	met := 0
	for one := range q.Manifolds(&a.whole, &b.whole, nil) {
		met++
		a.names(t, one.PartA, one.TriangleA)
		b.names(t, one.PartB, one.TriangleB)
	}
	if want == collide.Apart && met > 0 || want == collide.Touching && met == 0 {
		t.Fatalf("%v, and %d manifolds", want, met)
	}
}

// checkSharesRays compares rays with the first of those to the parts.
func checkSharesRays(t *testing.T, rng *rand.Rand, q *d2.Query, a *assembly) {
	t.Helper()
	for range 5 {
		from := latticePose(t, rng, 16).Pos
		to := latticePose(t, rng, 6).Pos
		if from == to {
			continue
		}
		ray := must(d2.NewRay(from, to.Sub(from), math.Inf(1)))(t)
		h := q.CastRay(&a.whole, &ray)
		hit, graze, first := false, false, math.Inf(1)
		for i := range a.parts {
			one := q.CastRay(&a.parts[i], &ray)
			hit, graze = hit || one.Verdict == collide.Hit, graze || one.Verdict == collide.Graze
			if one.Verdict != collide.Miss {
				first = min(first, one.T)
			}
		}
		want := collide.Miss
		switch {
		case hit:
			want = collide.Hit
		case graze:
			want = collide.Graze
		}
		if h.Verdict != want || want != collide.Miss && math.Abs(h.T-first) > 1e-9 {
			t.Fatalf("%v at %g, want %v at %g", h.Verdict, h.T, want, first)
		}
		if want == collide.Miss {
			continue
		}
		if one := q.CastRay(&a.parts[h.Part], &ray); math.Abs(one.T-first) > 1e-9 || (h.Triangle >= 0) != (one.Triangle >= 0) {
			t.Fatalf("part %d, which is hit at %g", h.Part, one.T)
		}
	}
}

// checkSharesPoints compares points with the nearest, or else deepest, of those to the parts.
func checkSharesPoints(t *testing.T, rng *rand.Rand, q *d2.Query, a *assembly) {
	t.Helper()
	for range 5 {
		p := latticePose(t, rng, 8).Pos
		if rng.IntN(2) == 0 {
			p = p.Add(d2.Vec{X: rng.Float64(), Y: rng.Float64()})
		}
		cl := must(q.ClosestPoint(&a.whole, p))(t)
		least, want := math.Inf(1), collide.Apart
		for i := range a.parts {
			one := must(q.ClosestPoint(&a.parts[i], p))(t)
			least = min(least, one.Distance)
			if rank(one.Relation) > rank(want) {
				want = one.Relation
			}
		}
		if cl.Relation != want || math.Abs(cl.Distance-least) > 1e-9 || !(cl.Lower <= cl.Distance && cl.Distance <= cl.Upper) {
			t.Fatalf("%v at %g in [%g, %g], want %v at %g", cl.Relation, cl.Distance, cl.Lower, cl.Upper, want, least)
		}
		a.names(t, cl.Part, cl.Triangle)
		point := must(d2.Place(d2.Circle{}, d2.Pose{Pos: p}))(t)
		if in := q.Contains(&a.whole, &point); (in == collide.Inside || in == collide.InsideTouching) && want == collide.Apart ||
			in == collide.NotInside && want == collide.Overlapping {
			t.Fatalf("%v, and %v", in, want)
		}
	}
}

// checkSharesSweep compares a sweep and a motion with the first of those of the pairs of parts.
func checkSharesSweep(t *testing.T, rng *rand.Rand, q *d2.Query, a, b *assembly) {
	t.Helper()
	way := latticePose(t, rng, 8).Pos
	sweep := must(d2.NewSweep(way, 1, d2.SweepOptions{}))(t)
	h := q.CastShape(&a.whole, &b.whole, &sweep)
	motion := must(d2.NewMotion(way, float64(rng.IntN(2)), d2.Vec{}))(t)
	im := must(q.TimeOfImpact(&a.whole, &d2.Motion{}, &b.whole, &motion, d2.ImpactOptions{}))(t)
	first, lower, upper := math.Inf(1), math.Inf(1), math.Inf(1)
	for i := range a.parts {
		for j := range b.parts {
			if one := q.CastShape(&a.parts[i], &b.parts[j], &sweep); one.Verdict != collide.Miss {
				first = min(first, one.T)
			}
			// A part turns about the origin of the whole.
			at := b.whole.Pose().Pos.Sub(b.parts[j].Pose().Pos)
			own := must(d2.NewMotion(way, 0, d2.Vec{}))(t)
			if _, w, _, _ := motion.Velocities(); w != 0 {
				own = must(d2.NewMotion(way, w, b.parts[j].Pose().Rot.Inverse().Apply(at)))(t)
			}
			if one := must(q.TimeOfImpact(&a.parts[i], &d2.Motion{}, &b.parts[j], &own, d2.ImpactOptions{}))(t); one.Verdict == collide.Hit {
				lower, upper = min(lower, one.Lower), min(upper, one.Upper)
			}
		}
	}
	if got := h.T; (h.Verdict == collide.Miss) != math.IsInf(first, 1) || h.Verdict != collide.Miss && math.Abs(got-first) > 1e-9 {
		t.Fatalf("%v at %g, want %g", h.Verdict, got, first)
	}
	if h.Verdict != collide.Miss {
		a.names(t, h.PartA, h.TriangleA)
		b.names(t, h.PartB, h.TriangleB)
	}
	if im.Verdict == collide.Hit && (im.Lower > upper+1e-9 || im.Upper < lower-1e-9) || im.Verdict == collide.Miss && !math.IsInf(lower, 1) {
		t.Fatalf("%v in [%g, %g], want [%g, %g]", im.Verdict, im.Lower, im.Upper, lower, upper)
	}
	if im.Verdict == collide.Hit {
		a.names(t, im.PartA, im.TriangleA)
		b.names(t, im.PartB, im.TriangleB)
	}
}

// round reports whether a part has a radius, or an offset.
func (a *assembly) round() bool {
	return slices.ContainsFunc(a.parts, func(o d2.Object) bool {
		switch o.Shape().(type) {
		case d2.Circle, d2.HalfSpace:
			return true
		}
		return false
	})
}

// TestSharesTurned: two compounds that are turned and moved together, by a pose that no double has
// the product of, have the relation that they had.
func TestSharesTurned(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 7))
	q := must(d2.NewQuery(d2.Options{}))(t)
	var seen [4]int
	n := 2000
	if testing.Short() {
		n = 500
	}
	for range n {
		a := drawAssembly(t, rng, latticePose(t, rng, 3))
		b := drawAssembly(t, rng, latticePose(t, rng, 3))
		if a.round() || b.round() {
			continue // a rotation of the plane stretches by 2u, and radii and offsets not with it
		}
		want := q.Relate(&a.whole, &b.whole, nil)
		at := d2.Pose{Pos: d2.Vec{X: 9 * rng.Float64(), Y: 1e3 * rng.Float64()}, Rot: drawRot(t, rng)}
		turned := func(o *d2.Object) d2.Object {
			return must(d2.Place(must(d2.NewCompound([]d2.Part{{Shape: o.Shape(), Pose: o.Pose()}}))(t), at))(t)
		}
		x, y := turned(&a.whole), turned(&b.whole)
		before, ct := q.Distance(&a.whole, &b.whole, nil), q.Distance(&x, &y, nil)
		if seen[want]++; ct.Relation != want || q.Relate(&y, &x, nil) != want {
			t.Fatalf("%v, and turned %v", want, ct.Relation)
		}
		if ct.Lower > before.Upper+1e-9 || ct.Upper < before.Lower-1e-9 {
			t.Fatalf("%v: [%g, %g], and turned [%g, %g]", want, before.Lower, before.Upper, ct.Lower, ct.Upper)
		}
	}
	if seen[collide.Apart] < n/40 || seen[collide.Touching] < n/40 || seen[collide.Overlapping] < n/40 {
		t.Errorf("%v", seen)
	}
}

// TestSharesAllocations: compounds with parts of many leaves allocate nothing.
func TestSharesAllocations(t *testing.T) {
	noCollection(t)
	q := must(d2.NewQuery(d2.Options{}))(t)
	turn := must(d2.NewCosSin(0.6, 0.8))(t)
	chain := must(d2.NewChain([]d2.Vec{{}, {X: 1, Y: 1}, {X: 2}}, d2.ChainOptions{}))(t)
	grid := must(d2.NewGrid(d2.Vec{X: 1, Y: 1}, [][]bool{{true, true}, {false, true}}))(t)
	whole := must(d2.NewCompound([]d2.Part{
		{Shape: chain, Pose: d2.Pose{Pos: d2.Vec{X: -8}}},
		{Shape: grid, Pose: d2.Pose{Rot: turn}},
		{Shape: d2.Circle{Radius: 1}, Pose: d2.Pose{Pos: d2.Vec{Y: 8}}},
	}))(t)
	small := must(d2.NewCompound([]d2.Part{{Shape: grid}, {Shape: d2.Ellipse{Radii: d2.Vec{X: 1, Y: 0.5}}, Pose: d2.Pose{Rot: turn}}}))(t)
	a := must(d2.Place(whole, d2.Pose{Rot: turn}))(t)
	sweep := must(d2.NewSweep(d2.Vec{X: 3, Y: 1}, 1, d2.SweepOptions{}))(t)
	ray := must(d2.NewRay(d2.Vec{X: -9, Y: -9}, d2.Vec{X: 1, Y: 1}, 10))(t)
	motion := must(d2.NewMotion(d2.Vec{X: 3}, 1, d2.Vec{}))(t)
	for _, at := range []d2.Vec{{}, {Y: 8}, {X: 20}, {X: 4}} {
		b := must(d2.Place(small, d2.Pose{Pos: at}))(t)
		for name, f := range map[string]func(){
			"Distance":     func() { q.Distance(&a, &b, nil) },
			"Relate":       func() { q.Relate(&b, &a, nil) },
			"RelateMargin": func() { _, _ = q.RelateMargin(&a, &b, 0.5, nil) },
			"Collide":      func() { q.Collide(&a, &b, nil) },
			"Touch":        func() { q.Touch(&b, &a, nil) },
			"Manifolds": func() {
				for range q.Manifolds(&a, &b, nil) {
				}
			},
			"CastShape":    func() { q.CastShape(&a, &b, &sweep) },
			"CastRay":      func() { q.CastRay(&a, &ray) },
			"ClosestPoint": func() { _, _ = q.ClosestPoint(&a, at) },
			"TimeOfImpact": func() { _, _ = q.TimeOfImpact(&a, &motion, &b, &d2.Motion{}, d2.ImpactOptions{}) },
			"Contains":     func() { q.Contains(&a, &b) },
			"Move":         func() { _ = a.Move(d2.Pose{}); _ = a.Move(d2.Pose{Rot: turn}) },
		} {
			f()
			if n := testing.AllocsPerRun(3, f); n != 0 {
				t.Errorf("at %v %s: %v allocations", at, name, n)
			}
		}
	}
}
