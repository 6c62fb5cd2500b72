package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/raced"
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

// scaledAnswers are what queries say about bodies in the unit s.
type scaledAnswers struct {
	t    testing.TB
	q    *d2.Query
	s    float64
	off  float64 // of what comes next
	list []scaledAnswer
}

func (l *scaledAnswers) num(what string, x float64) {
	l.list = append(l.list, scaledAnswer{what, x, l.off})
}

// hit puts down a verdict and the bracket of a time.
func (l *scaledAnswers) hit(what string, v collide.Verdict, lower, upper float64) {
	l.num(what+" verdict", float64(v))
	l.num(what+" lower", lower)
	l.num(what+" upper", upper)
}

// length puts down a length; one that stands for no bound has no unit.
func (l *scaledAnswers) length(what string, x float64) {
	if math.Abs(x) < math.MaxFloat64 {
		x /= l.s
	}
	l.num(what, x)
}

func (l *scaledAnswers) vec(what string, v d2.Vec) {
	l.num(what, v.X)
	l.num(what, v.Y)
}

func (l *scaledAnswers) place(what string, v d2.Vec) { l.vec(what, v.Scale(1/l.s)) }

// manifold puts down a manifold, whose points may come in any order.
func (l *scaledAnswers) manifold(what string, mf *d2.Manifold) {
	l.num(what+" N", float64(mf.N))
	l.vec(what+" normal", mf.Normal)
	sum, at, from := 0.0, d2.Vec{}, d2.Vec{}
	for i := range mf.N {
		p := &mf.Points[i]
		sum, at, from = sum+p.Distance/l.s, at.Add(p.PointA.Scale(1/l.s)), from.Add(p.PointB.Scale(1/l.s))
	}
	l.num(what+" distances", sum)
	l.vec(what+" points of A", at)
	l.vec(what+" points of B", from)
}

// contacts asks how a and b are to each other.
func (l *scaledAnswers) contacts(a, b *d2.Object) {
	for ct, mf := range l.q.Manifolds(a, b, nil) {
		l.length("Manifolds distance", ct.Distance)
		l.manifold("Manifolds", &mf)
	}
	ct, mf := l.q.Collide(a, b, nil)
	l.num("relation", float64(ct.Relation))
	l.length("distance", ct.Distance)
	l.length("lower", ct.Lower)
	l.length("upper", ct.Upper)
	l.vec("normal", ct.Normal)
	l.place("PointA", ct.PointA)
	l.place("PointB", ct.PointB)
	l.manifold("Collide", &mf)
	rel, mf := l.q.Touch(a, b, nil)
	l.num("Touch", float64(rel))
	l.manifold("Touch", &mf)
	l.num("Overlap", map[bool]float64{true: 1}[l.q.Overlap(a, b, nil)])
	for _, d := range []float64{0.25, 1} {
		near := must(l.q.Within(a, b, d*l.s, nil))(l.t)
		l.num("within", map[bool]float64{true: 1}[near])
		l.num("relation with a margin", float64(must(l.q.RelateMargin(a, b, d*l.s, nil))(l.t)))
	}
}

// point asks about a point, and a ray from there, both in the unit s.
func (l *scaledAnswers) point(a *d2.Object, point, to d2.Vec) {
	r := must(d2.NewRay(point.Scale(l.s), to.Scale(l.s), 10))(l.t)
	h := l.q.CastRay(a, &r)
	l.hit("ray", h.Verdict, h.Lower, h.Upper)
	l.num("ray T", h.T)
	l.num("ray exit", h.Exit)
	l.vec("ray normal", h.Normal)
	l.num("ray feature", float64(h.Feature))
	cl := must(l.q.ClosestPoint(a, point.Scale(l.s)))(l.t)
	if err := localIsPoint(a, &cl); err != nil {
		l.t.Error(err)
	}
	l.length("point distance", cl.Distance)
	l.length("point lower", cl.Lower)
	l.length("point upper", cl.Upper)
	l.vec("point normal", cl.Normal)
	l.num("point feature", float64(cl.Feature))
}

// motions asks when b, which goes along to in the unit s, meets a.
func (l *scaledAnswers) motions(a, b *d2.Object, to d2.Vec) {
	sw := must(d2.NewSweep(to.Scale(l.s), 10, d2.SweepOptions{}))(l.t)
	h := l.q.CastShape(a, b, &sw)
	l.hit("sweep", h.Verdict, h.Lower, h.Upper)
	l.num("sweep T", h.T)
	l.vec("sweep normal", h.Normal)
	l.place("sweep PointA", h.PointA)
	var still d2.Motion
	l.off = 1e-3 // of a time that is known to a billionth of the size over the speed, which may be small
	for _, deepening := range []bool{false, true} {
		sw := must(d2.NewSweep(to.Scale(l.s), 10, d2.SweepOptions{Skin: l.s / 4, Deepening: deepening}))(l.t)
		h := l.q.CastShape(a, b, &sw)
		l.hit("wide sweep", h.Verdict, h.Lower, h.Upper)
		m := must(d2.NewMotion(to.Scale(l.s), 0.5, to.Scale(l.s/4)))(l.t)
		im := must(l.q.TimeOfImpact(a, &still, b, &m, d2.ImpactOptions{Deepening: deepening}))(l.t)
		l.hit("impact", im.Verdict, im.Lower, im.Upper)
	}
}

// TestPowersOfTwo: bodies of any kind in a unit a power of two larger or smaller have the same
// answers in that unit, to a few roundings: what is found in the caller's unit near 1 is found in
// another one far from it.
func TestPowersOfTwo(t *testing.T) {
	raced.Skip(t)
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
			l := scaledAnswers{t: t, q: q, s: s, off: 1e-11}
			l.contacts(&a, &b)
			l.point(&a, point, to)
			l.motions(&a, &b, to)
			got := l.list
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
