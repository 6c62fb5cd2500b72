package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// drawScaled returns a shape of any kind in a unit of s, a power of two: the same one for every s.
func drawScaled(t testing.TB, rng *rand.Rand, s float64, nested int) d2.Shape {
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
	switch kind := rng.IntN(9 + 2*nested); kind {
	case 0:
		return d2.Circle{Radius: x() * s}
	case 1:
		return d2.Capsule{Height: x() * s, Radius: x() * s}
	case 2, 3:
		return d2.Box{Size: d2.Vec{X: x() * s, Y: x() * s}}
	case 4:
		return d2.Ellipse{Radii: d2.Vec{X: x() * s, Y: x() * s}}
	case 5, 6:
		for {
			v := make([]d2.Vec, 3+rng.IntN(9))
			for i := range v {
				v[i] = d2.Vec{X: c() * s, Y: c() * s}
			}
			if h, err := d2.NewHull(v); err == nil {
				return h
			}
		}
	case 7:
		v := make([]d2.Vec, 2+rng.IntN(5))
		for i := range v {
			v[i] = d2.Vec{X: c() * s, Y: c() * s}
		}
		ch, err := d2.NewChain(v, d2.ChainOptions{Closed: rng.IntN(2) == 0, OneSided: rng.IntN(2) == 0})
		if err != nil {
			return d2.Circle{Radius: s}
		}
		return ch
	case 8:
		rows := make([][]bool, 3)
		for j := range rows {
			rows[j] = []bool{rng.IntN(2) == 0, true, rng.IntN(2) == 0}
		}
		return must(d2.NewGrid(d2.Vec{X: s, Y: s / 2}, rows))(t)
	default:
		parts := make([]d2.Part, 1+rng.IntN(3))
		for i := range parts {
			p := drawPoseScaled(t, rng, s, 4)
			parts[i] = d2.Part{Shape: drawScaled(t, rng, s, nested-1), Pose: p}
		}
		return must(d2.NewCompound(parts))(t)
	}
}

// drawPoseScaled returns a pose in a unit of s: on a lattice, or any.
func drawPoseScaled(t testing.TB, rng *rand.Rand, s float64, n int) d2.Pose {
	p := latticePose(t, rng, n)
	if rng.IntN(2) == 0 {
		p = d2.Pose{Rot: drawRot(t, rng), Pos: d2.Vec{X: 3 * rng.Float64(), Y: 3 * rng.Float64()}}
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
func answersIn(t testing.TB, q *d2.Query, a, b *d2.Object, s float64, point, to d2.Vec) (list []scaledAnswer) {
	t.Helper()
	var still d2.Motion
	off := 1e-11
	num := func(what string, x float64) { list = append(list, scaledAnswer{what, x, off}) }
	length := func(what string, x float64) {
		if math.Abs(x) < math.MaxFloat64 {
			x /= s
		}
		num(what, x)
	}
	vec := func(what string, v d2.Vec) { num(what, v.X); num(what, v.Y) }
	place := func(what string, v d2.Vec) { vec(what, v.Scale(1/s)) }
	manifold := func(what string, mf *d2.Manifold) {
		num(what+" N", float64(mf.N))
		vec(what+" normal", mf.Normal)
		sum, at, from := 0.0, d2.Vec{}, d2.Vec{} // in any order
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
	r, err := d2.NewRay(point.Scale(s), to.Scale(s), 10)
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
	sw, err := d2.NewSweep(to.Scale(s), 10, d2.SweepOptions{})
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
		sw, err := d2.NewSweep(to.Scale(s), 10, d2.SweepOptions{Skin: s / 4, Deepening: deepening})
		if err != nil {
			t.Fatal(err)
		}
		sh := q.CastShape(a, b, &sw)
		num("wide sweep verdict", float64(sh.Verdict))
		num("wide sweep lower", sh.Lower)
		num("wide sweep upper", sh.Upper)
		m, err := d2.NewMotion(to.Scale(s), 0.5, to.Scale(s/4))
		if err != nil {
			t.Fatal(err)
		}
		im, err := q.TimeOfImpact(a, &still, b, &m, d2.ImpactOptions{Deepening: deepening})
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
	q := must(d2.NewQuery(d2.Options{}))(t)
	check := func(turn uint64) {
		var want []scaledAnswer
		for i, k := range []int{0, 20, -60, 300, -200, -400, -520, -600, -750, -850} {
			s := math.Ldexp(1, k)
			rng := rand.New(rand.NewPCG(91, turn))
			a := must(d2.Place(drawScaled(t, rng, s, 1), drawPoseScaled(t, rng, s, 4)))(t)
			b := must(d2.Place(drawScaled(t, rng, s, 1), drawPoseScaled(t, rng, s, 4)))(t)
			point := d2.Vec{X: float64(rng.IntN(9) - 4), Y: 3 * rng.Float64()}
			to := d2.Vec{X: 0.1 + rng.Float64(), Y: float64(rng.IntN(3) - 1)}
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
	for turn := range uint64(2000) {
		check(turn)
	}
}
