package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// latticePose is a pose of a lattice, such that products of these are doubles.
func latticePose(t testing.TB, rng *rand.Rand, n int) d3.Pose {
	t.Helper()
	q := [4]float64{0, 0, 0, 1}
	switch rng.IntN(4) {
	case 0:
		for i := range q {
			q[i] = 0.5 - float64(rng.IntN(2))
		}
	case 1:
		i := rng.IntN(3)
		q[i], q[3] = 1, 0
	}
	c := func() float64 { return float64(rng.IntN(2*n+1)-n) / 2 }
	return d3.Pose{Pos: d3.Vec{X: c(), Y: c(), Z: c()}, Rot: must(d3.NewQuat(q[0], q[1], q[2], q[3]))(t)}
}

// anyPart returns a shape of a lattice: convex, a solid, a surface, a height field; some scaled.
func anyPart(t testing.TB, rng *rand.Rand) d3.Shape {
	t.Helper()
	if rng.IntN(20) == 0 {
		return d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: -3}
	}
	switch rng.IntN(7) {
	case 0:
		return d3.Box{Size: d3.Vec{X: 1, Y: 2, Z: 1}}
	case 1:
		return d3.Sphere{Radius: 0.5}
	case 2:
		return must(d3.NewHeightField(1, 0.5, [][]float64{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}))(t)
	case 3:
		s := drawSoup(rng, "lattice", 4)
		if m, _, ok := s.mesh(t); ok {
			return m
		}
	case 4:
		// A box of 4 with a hollow of 2 in it: a body there is apart.
		outer, inner := must(d3.NewHull(cubeCorners(2)))(t), must(d3.NewHull(cubeCorners(1)))(t)
		v, f := outer.Vertices(), outer.Faces()
		for _, c := range inner.Faces() {
			f = append(f, [3]int{c[0] + len(v), c[2] + len(v), c[1] + len(v)})
		}
		return must(d3.NewMesh(append(v, inner.Vertices()...), f, d3.MeshOptions{Solid: true}))(t)
	}
	for {
		if m, _, ok := solidOf(t, rng, 0, 6); ok {
			if rng.IntN(2) == 0 {
				return must(m.Scaled(d3.Vec{X: -2, Y: 1, Z: 2}))(t)
			}
			return m
		}
	}
}

// cubeCorners returns the corners of the cube with |x|, |y|, |z| of h.
func cubeCorners(h float64) (v []d3.Vec) {
	for i := range 8 {
		v = append(v, d3.Vec{X: h * float64(2*(i&1)-1), Y: h * float64(i&2-1), Z: h * float64(i/4*2-1)})
	}
	return v
}

// assembly is a compound and its parts, placed alone at poses that are exact.
type assembly struct {
	whole d3.Object
	parts []d3.Object
}

// drawAssembly returns a compound of some parts, some of them in compounds of their own.
func drawAssembly(t testing.TB, rng *rand.Rand, at d3.Pose) (a assembly) {
	t.Helper()
	var parts []d3.Part
	for range 1 + rng.IntN(3) {
		p := d3.Part{Shape: anyPart(t, rng), Pose: latticePose(t, rng, 6)}
		if rng.IntN(3) > 0 {
			parts = append(parts, p)
			a.parts = append(a.parts, must(d3.Place(p.Shape, at.Mul(p.Pose)))(t))
			continue
		}
		other := d3.Part{Shape: anyPart(t, rng), Pose: latticePose(t, rng, 4)}
		in := must(d3.NewCompound([]d3.Part{other, p}))(t)
		outer := latticePose(t, rng, 2)
		parts = append(parts, d3.Part{Shape: in, Pose: outer})
		for _, p := range [2]d3.Part{other, p} {
			a.parts = append(a.parts, must(d3.Place(p.Shape, at.Mul(outer.Mul(p.Pose))))(t))
		}
	}
	a.whole = must(d3.Place(must(d3.NewCompound(parts))(t), at))(t)
	return a
}

// manyLeaves reports whether a shape has triangles.
func manyLeaves(s d3.Shape) bool {
	switch s.(type) {
	case *d3.Mesh, *d3.HeightField:
		return true
	}
	return false
}

// names fails unless a part and a triangle are those of a part of a.
func (a *assembly) names(t *testing.T, part, triangle int) {
	t.Helper()
	if part < 0 || part >= len(a.parts) || (triangle >= 0) != manyLeaves(a.parts[part].Shape()) {
		t.Fatalf("part %d of %d, triangle %d", part, len(a.parts), triangle)
	}
	if m, ok := a.parts[part].Shape().(*d3.Mesh); ok && triangle >= m.Len() {
		t.Fatalf("triangle %d of %d", triangle, m.Len())
	}
}

// TestSharesAreTheirParts: compounds of meshes, height fields and convex parts, one in the other,
// on a lattice where everything touches, answer as the pairs of their parts placed alone.
func TestSharesAreTheirParts(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 7))
	q := must(d3.NewQuery(d3.Options{}))(t)
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
func checkSharesPair(t *testing.T, q *d3.Query, a, b *assembly) {
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
func checkSharesRays(t *testing.T, rng *rand.Rand, q *d3.Query, a *assembly) {
	t.Helper()
	for range 5 {
		from := latticePose(t, rng, 16).Pos
		to := latticePose(t, rng, 6).Pos
		if from == to {
			continue
		}
		ray := must(d3.NewRay(from, to.Sub(from), math.Inf(1)))(t)
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
func checkSharesPoints(t *testing.T, rng *rand.Rand, q *d3.Query, a *assembly) {
	t.Helper()
	for range 5 {
		p := latticePose(t, rng, 8).Pos
		if rng.IntN(2) == 0 {
			p = p.Add(d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()})
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
		point := must(d3.Place(d3.Sphere{}, d3.Pose{Pos: p}))(t)
		if in := q.Contains(&a.whole, &point); (in == collide.Inside || in == collide.InsideTouching) && want == collide.Apart ||
			in == collide.NotInside && want == collide.Overlapping {
			t.Fatalf("%v, and %v", in, want)
		}
	}
}

// checkSharesSweep compares a sweep and a motion with the first of those of the pairs of parts.
func checkSharesSweep(t *testing.T, rng *rand.Rand, q *d3.Query, a, b *assembly) {
	t.Helper()
	way := latticePose(t, rng, 8).Pos
	sweep := must(d3.NewSweep(way, 1, d3.SweepOptions{}))(t)
	h := q.CastShape(&a.whole, &b.whole, &sweep)
	motion := must(d3.NewMotion(way, d3.Vec{Z: float64(rng.IntN(2))}, d3.Vec{}))(t)
	im := must(q.TimeOfImpact(&a.whole, &d3.Motion{}, &b.whole, &motion, d3.ImpactOptions{}))(t)
	first, lower, upper := math.Inf(1), math.Inf(1), math.Inf(1)
	for i := range a.parts {
		for j := range b.parts {
			if one := q.CastShape(&a.parts[i], &b.parts[j], &sweep); one.Verdict != collide.Miss {
				first = min(first, one.T)
			}
			// A part turns about the origin of the whole.
			at := b.whole.Pose().Pos.Sub(b.parts[j].Pose().Pos)
			own := must(d3.NewMotion(way, d3.Vec{Z: 0}, d3.Vec{}))(t)
			if _, w, _, _ := motion.Velocities(); w != (d3.Vec{}) {
				own = must(d3.NewMotion(way, w, b.parts[j].Pose().Rot.Inverse().Apply(at)))(t)
			}
			if one := must(q.TimeOfImpact(&a.parts[i], &d3.Motion{}, &b.parts[j], &own, d3.ImpactOptions{}))(t); one.Verdict == collide.Hit {
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

// TestSharesTurned: two compounds that are turned and moved together, by a pose that no double has
// the product of, have the relation that they had.
func TestSharesTurned(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 7))
	q := must(d3.NewQuery(d3.Options{}))(t)
	var seen [4]int
	n := 400
	if testing.Short() {
		n = 100
	}
	for range n {
		a := drawAssembly(t, rng, latticePose(t, rng, 3))
		b := drawAssembly(t, rng, latticePose(t, rng, 3))
		want := q.Relate(&a.whole, &b.whole, nil)
		at := d3.Pose{Pos: d3.Vec{X: 9 * rng.Float64(), Y: rng.Float64(), Z: 1e3 * rng.Float64()}, Rot: drawRot(t, rng)}
		turned := func(o *d3.Object) d3.Object {
			return must(d3.Place(must(d3.NewCompound([]d3.Part{{Shape: o.Shape(), Pose: o.Pose()}}))(t), at))(t)
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
	if seen[collide.Apart] < n/20 || seen[collide.Touching] < n/20 || seen[collide.Overlapping] < n/20 {
		t.Errorf("%v", seen)
	}
}

// TestSharesAllocations: compounds with parts of many leaves allocate nothing, also where one lies
// in a solid of the other.
func TestSharesAllocations(t *testing.T) {
	noCollection(t)
	q := must(d3.NewQuery(d3.Options{}))(t)
	outer := must(d3.NewHull(cubeCorners(4)))(t)
	solid := must(d3.NewMesh(outer.Vertices(), outer.Faces(), d3.MeshOptions{Solid: true}))(t)
	field := must(d3.NewHeightField(1, 1, [][]float64{{0, 1}, {1, 0}}))(t)
	turn := must(d3.NewQuat(0.5, 0.5, 0.5, 0.5))(t)
	whole := must(d3.NewCompound([]d3.Part{
		{Shape: field, Pose: d3.Pose{Pos: d3.Vec{X: -8}}},
		{Shape: solid, Pose: d3.Pose{Rot: turn}},
		{Shape: d3.Sphere{Radius: 1}, Pose: d3.Pose{Pos: d3.Vec{Y: 8}}},
	}))(t)
	small := must(d3.NewCompound([]d3.Part{{Shape: field}, {Shape: d3.Cone{Radius: 0.5, Height: 1}, Pose: d3.Pose{Rot: turn}}}))(t)
	a := must(d3.Place(whole, d3.Pose{Rot: turn}))(t)
	sweep := must(d3.NewSweep(d3.Vec{X: 3, Y: 1, Z: 1}, 1, d3.SweepOptions{}))(t)
	ray := must(d3.NewRay(d3.Vec{X: -9, Y: -9, Z: -9}, d3.Vec{X: 1, Y: 1, Z: 1}, 10))(t)
	motion := must(d3.NewMotion(d3.Vec{X: 3}, d3.Vec{Z: 1}, d3.Vec{}))(t)
	for _, at := range []d3.Vec{{}, {Y: 8}, {X: 20}, {X: 4}} {
		b := must(d3.Place(small, d3.Pose{Pos: at}))(t)
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
			"TimeOfImpact": func() { _, _ = q.TimeOfImpact(&a, &motion, &b, &d3.Motion{}, d3.ImpactOptions{}) },
			"Contains":     func() { q.Contains(&a, &b) },
			"Move":         func() { _ = a.Move(d3.Pose{}); _ = a.Move(d3.Pose{Rot: turn}) },
		} {
			f()
			if n := testing.AllocsPerRun(3, f); n != 0 {
				t.Errorf("at %v %s: %v allocations", at, name, n)
			}
		}
	}
}
