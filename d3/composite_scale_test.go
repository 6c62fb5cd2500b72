package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// drawScaled returns a shape of any kind in a unit of s, a power of two: the same one for every s.
func drawScaled(t testing.TB, rng *rand.Rand, s float64, nested int) d3.Shape {
	t.Helper()
	lattice := rng.IntN(2) == 0
	x := func() float64 { // a length up to 2
		if lattice {
			return float64(1+rng.IntN(4)) / 2
		}
		return 0.2 + rng.Float64()
	}
	c := func() float64 {
		if lattice {
			return float64(rng.IntN(9)-4) / 2
		}
		return 4*rng.Float64() - 2
	}
	switch kind := rng.IntN(10 + 2*nested); kind {
	case 0:
		return d3.Sphere{Radius: x() * s}
	case 1:
		return d3.Capsule{Height: x() * s, Radius: x() * s}
	case 2, 3:
		return d3.Box{Size: d3.Vec{X: x() * s, Y: x() * s, Z: x() * s}}
	case 4:
		return d3.Cylinder{Radius: x() * s, Height: x() * s}
	case 5:
		return d3.Cone{Radius: x() * s, Height: x() * s}
	case 6, 7:
		for {
			v := make([]d3.Vec, 4+rng.IntN(12))
			for i := range v {
				v[i] = d3.Vec{X: c() * s, Y: c() * s, Z: c() * s}
			}
			if h, err := d3.NewHull(v); err == nil {
				return h
			}
		}
	case 8:
		heights := make([][]float64, 3)
		for j := range heights {
			heights[j] = make([]float64, 3)
			for i := range heights[j] {
				heights[j][i] = c() / 2 * s
			}
		}
		return must(d3.NewHeightField(s, s/2, heights))(t)
	case 9:
		v := cubeCorners(s)
		h := must(d3.NewHull(v))(t)
		return must(d3.NewMesh(h.Vertices(), h.Faces(), d3.MeshOptions{Solid: rng.IntN(2) == 0}))(t)
	default:
		parts := make([]d3.Part, 1+rng.IntN(3))
		for i := range parts {
			p := drawPoseScaled(t, rng, s, 4)
			parts[i] = d3.Part{Shape: drawScaled(t, rng, s, nested-1), Pose: p}
		}
		return must(d3.NewCompound(parts))(t)
	}
}

// drawPoseScaled returns a pose in a unit of s: on a lattice, or any.
func drawPoseScaled(t testing.TB, rng *rand.Rand, s float64, n int) d3.Pose {
	p := latticePose(t, rng, n)
	if rng.IntN(2) == 0 {
		p = d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: 3 * rng.Float64(), Y: 3 * rng.Float64(), Z: 3 * rng.Float64()}}
	}
	p.Pos = p.Pos.Scale(s)
	return p
}

// scaledAnswer is a number of an answer, in the unit of the bodies, and what it is.
type scaledAnswer struct {
	what string
	x    float64
	off  float64 // how far the answers may be apart
}

// answersIn returns what queries say about a and b, with lengths in the unit s, in which
// point and to are, too.
func answersIn(t testing.TB, q *d3.Query, a, b *d3.Object, s float64, point, to d3.Vec) (list []scaledAnswer) {
	t.Helper()
	var still d3.Motion
	off := 1e-11
	num := func(what string, x float64) { list = append(list, scaledAnswer{what, x, off}) }
	length := func(what string, x float64) {
		if math.Abs(x) < math.MaxFloat64 {
			x /= s
		}
		num(what, x)
	}
	vec := func(what string, v d3.Vec) { num(what, v.X); num(what, v.Y); num(what, v.Z) }
	place := func(what string, v d3.Vec) { vec(what, v.Scale(1/s)) }
	manifold := func(what string, mf *d3.Manifold) {
		num(what+" N", float64(mf.N))
		vec(what+" normal", mf.Normal)
		sum, at, from := 0.0, d3.Vec{}, d3.Vec{} // in any order
		for i := range mf.N {
			p := &mf.Points[i]
			sum, at, from = sum+p.Distance/s, at.Add(p.PointA.Scale(1/s)), from.Add(p.PointB.Scale(1/s))
		}
		num(what+" distances", sum)
		vec(what+" points of A", at)
		vec(what+" points of B", from)
	}
	for ct, mf := range q.Manifolds(a, b, nil) {
		length("Manifolds distance", ct.Distance)
		manifold("Manifolds", &mf)
		if ct.Relation == collide.Apart {
			break
		}
	}
	ct, mf := q.Collide(a, b, nil)
	num("relation", float64(ct.Relation))
	length("distance", ct.Distance)
	length("lower", ct.Lower)
	length("upper", ct.Upper)
	vec("normal", ct.Normal)
	place("PointA", ct.PointA)
	place("PointB", ct.PointB)
	manifold("Collide", &mf)
	rel, mf := q.Touch(a, b, nil)
	num("Touch", float64(rel))
	manifold("Touch", &mf)
	num("Overlap", map[bool]float64{true: 1}[q.Overlap(a, b, nil)])
	r, err := d3.NewRay(point.Scale(s), to.Scale(s), 10)
	if err != nil {
		t.Fatal(err)
	}
	h := q.CastRay(a, &r)
	num("ray verdict", float64(h.Verdict))
	num("ray T", h.T)
	num("ray lower", h.Lower)
	num("ray upper", h.Upper)
	num("ray exit", h.Exit)
	vec("ray normal", h.Normal)
	num("ray feature", float64(h.Feature))
	cl, err := q.ClosestPoint(a, point.Scale(s))
	if err != nil {
		t.Fatal(err)
	}
	length("point distance", cl.Distance)
	length("point lower", cl.Lower)
	length("point upper", cl.Upper)
	vec("point normal", cl.Normal)
	num("point feature", float64(cl.Feature))
	sw, err := d3.NewSweep(to.Scale(s), 10, d3.SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sh := q.CastShape(a, b, &sw)
	num("sweep verdict", float64(sh.Verdict))
	num("sweep T", sh.T)
	num("sweep lower", sh.Lower)
	num("sweep upper", sh.Upper)
	vec("sweep normal", sh.Normal)
	place("sweep PointA", sh.PointA)
	off = 1e-3 // of a time that is known to a billionth of the size over the speed, which may be small
	for _, deepening := range []bool{false, true} {
		sw, err := d3.NewSweep(to.Scale(s), 10, d3.SweepOptions{Skin: s / 4, Deepening: deepening})
		if err != nil {
			t.Fatal(err)
		}
		sh := q.CastShape(a, b, &sw)
		num("wide sweep verdict", float64(sh.Verdict))
		num("wide sweep lower", sh.Lower)
		num("wide sweep upper", sh.Upper)
		m, err := d3.NewMotion(to.Scale(s), d3.Vec{X: 0.2, Y: 0.5}, to.Scale(s/4))
		if err != nil {
			t.Fatal(err)
		}
		im, err := q.TimeOfImpact(a, &still, b, &m, d3.ImpactOptions{Deepening: deepening})
		if err != nil {
			t.Fatal(err)
		}
		num("impact verdict", float64(im.Verdict))
		num("impact lower", im.Lower)
		num("impact upper", im.Upper)
	}
	for _, d := range []float64{0.25, 1} {
		near, err := q.Within(a, b, d*s, nil)
		if err != nil {
			t.Fatal(err)
		}
		rel, err := q.RelateMargin(a, b, d*s, nil)
		if err != nil {
			t.Fatal(err)
		}
		num("within", map[bool]float64{true: 1}[near])
		num("relation with a margin", float64(rel))
	}
	return list
}

// TestPowersOfTwo: bodies of any kind in a unit a power of two larger or smaller have the same
// answers in that unit, to a few roundings: what is found in the caller's unit near 1 is found in
// another one far from it.
func TestPowersOfTwo(t *testing.T) {
	q := must(d3.NewQuery(d3.Options{}))(t)
	check := func(turn uint64) {
		var want []scaledAnswer
		for i, k := range []int{0, 20, -60, 300, -200, -400, -520, -600, -750, -850} {
			s := math.Ldexp(1, k)
			rng := rand.New(rand.NewPCG(91, turn))
			a := must(d3.Place(drawScaled(t, rng, s, 1), drawPoseScaled(t, rng, s, 4)))(t)
			b := must(d3.Place(drawScaled(t, rng, s, 1), drawPoseScaled(t, rng, s, 4)))(t)
			point := d3.Vec{X: float64(rng.IntN(9) - 4), Y: 3 * rng.Float64(), Z: float64(rng.IntN(9)-4) / 2}
			to := d3.Vec{X: rng.Float64() - 0.5, Y: float64(rng.IntN(3) - 1), Z: 0.1 + rng.Float64()}
			got := answersIn(t, q, &a, &b, s, point, to)
			if i == 0 {
				want = got
				continue
			}
			if len(got) != len(want) {
				t.Errorf("turn %d, %T and %T, 2^%d: %d numbers, want %d", turn, a.Shape(), b.Shape(), k, len(got), len(want))
				return
			}
			for j, w := range want {
				if g := got[j]; g.what != w.what || g.x != w.x && !(math.Abs(g.x-w.x) < g.off) {
					t.Errorf("turn %d, %T and %T, 2^%d %s: %v, want %v", turn, a.Shape(), b.Shape(), k, g.what, g.x, w.x)
					return
				}
			}
		}
	}
	for turn := range uint64(1500) {
		check(turn)
	}
	check(6869) // the nearest point of a triangle was found by products that underflow
	check(51277)
}
