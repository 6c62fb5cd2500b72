package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
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

// scaledAnswers are what queries say about bodies in the unit s.
type scaledAnswers struct {
	t    testing.TB
	q    *d3.Query
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

func (l *scaledAnswers) vec(what string, v d3.Vec) {
	l.num(what, v.X)
	l.num(what, v.Y)
	l.num(what, v.Z)
}

func (l *scaledAnswers) place(what string, v d3.Vec) { l.vec(what, v.Scale(1/l.s)) }

// manifold puts down a manifold, whose points may come in any order.
func (l *scaledAnswers) manifold(what string, mf *d3.Manifold) {
	l.num(what+" N", float64(mf.N))
	l.vec(what+" normal", mf.Normal)
	sum, at, from := 0.0, d3.Vec{}, d3.Vec{}
	for i := range mf.N {
		p := &mf.Points[i]
		sum, at, from = sum+p.Distance/l.s, at.Add(p.PointA.Scale(1/l.s)), from.Add(p.PointB.Scale(1/l.s))
	}
	l.num(what+" distances", sum)
	l.vec(what+" points of A", at)
	l.vec(what+" points of B", from)
}

// contacts asks how a and b are to each other.
func (l *scaledAnswers) contacts(a, b *d3.Object) {
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
func (l *scaledAnswers) point(a *d3.Object, point, to d3.Vec) {
	r := must(d3.NewRay(point.Scale(l.s), to.Scale(l.s), 10))(l.t)
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
func (l *scaledAnswers) motions(a, b *d3.Object, to d3.Vec) {
	sw := must(d3.NewSweep(to.Scale(l.s), 10, d3.SweepOptions{}))(l.t)
	h := l.q.CastShape(a, b, &sw)
	l.hit("sweep", h.Verdict, h.Lower, h.Upper)
	l.num("sweep T", h.T)
	l.vec("sweep normal", h.Normal)
	l.place("sweep PointA", h.PointA)
	var still d3.Motion
	l.off = 1e-3 // of a time that is known to a billionth of the size over the speed, which may be small
	for _, deepening := range []bool{false, true} {
		sw := must(d3.NewSweep(to.Scale(l.s), 10, d3.SweepOptions{Skin: l.s / 4, Deepening: deepening}))(l.t)
		h := l.q.CastShape(a, b, &sw)
		l.hit("wide sweep", h.Verdict, h.Lower, h.Upper)
		m := must(d3.NewMotion(to.Scale(l.s), d3.Vec{X: 0.2, Y: 0.5}, to.Scale(l.s/4)))(l.t)
		im := must(l.q.TimeOfImpact(a, &still, b, &m, d3.ImpactOptions{Deepening: deepening}))(l.t)
		l.hit("impact", im.Verdict, im.Lower, im.Upper)
	}
}

// TestPowersOfTwo: bodies of any kind in a unit a power of two larger or smaller have the same
// answers in that unit, to a few roundings: what is found in the caller's unit near 1 is found in
// another one far from it.
func TestPowersOfTwo(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
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
	for turn := range uint64(1500) {
		check(turn)
	}
	check(6869) // the nearest point of a triangle was found by products that underflow
	check(51277)
}
