package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// portalBody draws a hull or a box: of any points, of points of few bits, and thin as a needle.
func portalBody(t *testing.T, r *rand.Rand, kind int) Shape {
	t.Helper()
	if r.IntN(3) == 0 {
		return Box{Vec{float64(1 + r.IntN(8)), float64(1 + r.IntN(8)), float64(1 + r.IntN(8))}.Scale(0.5)}
	}
	points := make([]Vec, 4+r.IntN(60))
	for i := range points {
		p := Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		switch p = p.Scale(2 / p.Len()); kind {
		case 1:
			p = Vec{math.Round(p.X), math.Round(p.Y), math.Round(p.Z)}
		case 2:
			p.Y, p.Z = math.Ldexp(p.Y, -r.IntN(30)), math.Ldexp(p.Z, -10)
		}
		points[i] = p
	}
	h, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// portalDraw draws two bodies and a way: turned anyhow, on a lattice, needles, equal bodies turned
// alike, and bodies up to 1e12 apart in size. Many ways lead from centre to centre, so that they
// meet corners and edges of C.
func portalDraw(t *testing.T, r *rand.Rand, kind int) (a, b *Object, v Vec) {
	t.Helper()
	few := func(size float64) Vec {
		return Vec{math.Round(size*(r.Float64()-0.5)) / 4, math.Round(size*(r.Float64()-0.5)) / 4, math.Round(size*(r.Float64()-0.5)) / 4}
	}
	x, y := portalBody(t, r, kind), portalBody(t, r, kind)
	p, q := Pose{Pos: few(8)}, Pose{Pos: few(64)}
	switch kind {
	case 0, 2:
		p.Rot, q.Rot = randomRot(r), randomRot(r)
	case 3:
		p.Rot = randomRot(r)
		y, q.Rot = x, p.Rot
	case 4:
		size := math.Ldexp(1, r.IntN(41))
		y = Box{Vec{size, size, size}}
		q.Pos = Vec{0, 2 * size, 0}
		p.Rot = randomRot(r)
	}
	v = p.Pos.Sub(q.Pos)
	switch r.IntN(4) {
	case 0:
	case 1:
		v = v.Scale(2).Add(few(64))
	default:
		v = v.Scale(1.25).Add(few(8))
	}
	return atPose(x, p), atPose(y, q), v
}

// TestPortals: what portals say is what the walk says, and what they name as the point of contact
// is one of both bodies, on the sides that meet. They tell nearly all without the walk where no
// edges are parallel.
func TestPortals(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var q Query
	q.defaults()
	c, m := &q.shape, &q.m
	var told, all [5]int
	for i := range 30000 {
		kind := i % 5
		a, b, v := portalDraw(t, r, kind)
		if v == (Vec{}) || a.kind == kindBox && b.kind == kindBox {
			continue
		}
		c.set(v, &Sweep{max: 1})
		q.prepare(a, b)
		c.frame(&q.run, a)
		end, ok := c.portals(&q.run)
		if !ok && (c.lo != 0 || c.tau != 0 || c.x != (Vec{}) || c.n != (Vec{}) || c.room || !math.IsInf(c.hi, 1) || !math.IsInf(c.end, 1)) {
			t.Fatalf("%d: left open, and changed", i)
		}
		s := *c
		c.frame(&q.run, a)
		walked := c.walk(&q.run)
		if walked == castStart {
			if ok {
				t.Fatalf("%d: end %v [%v %v], but in contact at the start", i, end, s.lo, s.hi)
			}
			continue
		}
		if all[kind]++; !ok {
			continue
		}
		told[kind]++
		if end == castMiss && c.room || end == castOpen && (walked != castOpen || !(c.lo <= s.hi && s.lo <= c.hi)) {
			t.Fatalf("%d: end %v [%v %v], walk %v [%v %v]", i, end, s.lo, s.hi, walked, c.lo, c.hi)
		}
		if end != castOpen {
			continue
		}
		if wide := (s.hi - s.lo) * s.cos; !(0 <= wide && wide < 0x1p-43) {
			t.Errorf("%d: [%v, %v] at the speed %v: %v", i, s.lo, s.hi, s.cos, wide)
		}
		const tol = 0x1p-45
		x := s.a.Sub(m.t).Sub(s.v.Scale(s.best))
		for k, o := range [2]struct {
			p, n Vec
			b    *body
		}{{s.a, s.n, &m.a}, {m.rot.applyT(x), m.rot.applyT(s.n).Neg(), &m.b}} {
			if far, _ := o.b.support(o.n); !(far.Sub(o.p).Dot(o.n) < tol) {
				t.Fatalf("%d: the point %v is not on the side %v of body %d", i, o.p, o.n, k)
			}
			d := o.p.Scale(1 / m.scale)
			if w := Distance(atPose([2]*Object{a, b}[k].shape, Pose{}), atPose(Sphere{}, Pose{Pos: d.Add([2]*Object{a, b}[k].center)})); w.Lower*m.scale > tol {
				t.Fatalf("%d: the point %v is not one of body %d", i, o.p, k)
			}
		}
	}
	t.Logf("%d of %d", told, all)
	for _, kind := range []int{0, 4} {
		if told[kind] < all[kind]*9/10 {
			t.Errorf("portals tell only %d of %d", told, all)
		}
	}
}
