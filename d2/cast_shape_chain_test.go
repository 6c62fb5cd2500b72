package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// chainDraw draws two polygons and a way: of any number of corners, corners of few bits, alike and
// turned alike, so that edges are parallel, thin ones among them.
func chainDraw(t *testing.T, r *rand.Rand, kind int) (a, b *Object, v Vec) {
	t.Helper()
	few := func(size float64) Vec {
		return Vec{math.Round(size*(r.Float64()-0.5)) / 4, math.Round(size*(r.Float64()-0.5)) / 4}
	}
	var shapes [2]*Hull
	for i := range shapes {
		shapes[i] = randomPolygon(t, r, 3+r.IntN(40))
		if kind == 1 {
			points := make([]Vec, 3+r.IntN(20))
			for k := range points {
				points[k] = few(16)
			}
			shapes[i], _ = NewHull(points)
		}
	}
	p, q := Pose{Pos: few(8)}, Pose{Pos: few(64)}
	switch kind {
	case 0:
		p.Rot, q.Rot = randomTurn(t, r), randomTurn(t, r)
	case 2:
		p.Rot = randomTurn(t, r)
		shapes[1], q.Rot = shapes[0], p.Rot
	}
	v = p.Pos.Sub(q.Pos).Add(few(16))
	if r.IntN(3) == 0 {
		v = few(64)
	}
	return atPose(shapes[0], p), atPose(shapes[1], q), v
}

// TestChains: what the outline of C says is what the walk says, and the point of contact is one of
// both polygons. It tells nearly all without the walk.
func TestChains(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(1, 2))
	var q Query
	q.defaults()
	c, m := &q.shape, &q.m
	told, all := 0, 0
	for i := range 20000 {
		a, b, v := chainDraw(t, r, i%3)
		if v == (Vec{}) || a.kind != kindHull || b.kind != kindHull {
			continue
		}
		c.set(v, &Sweep{max: 1})
		q.prepare(a, b)
		c.frame(&q.run, a)
		end, ok := c.chain(&q.run, 0)
		if !ok {
			if c.lo != 0 || c.tau != 0 || c.x != (Vec{}) || c.room || !math.IsInf(c.hi, 1) {
				t.Fatalf("%d: left open, and changed", i)
			}
		}
		s := *c
		c.frame(&q.run, a)
		walked := c.walk(&q.run)
		if walked == castStart || walked == castMiss && m.t.Len() < m.a.reach+m.b.reach {
			continue // the way starts among the circles
		}
		if all++; !ok {
			continue
		}
		told++
		if end == castMiss && (walked == castStart || c.room) ||
			end == castOpen && (walked != castOpen || !(c.lo <= s.hi && s.lo <= c.hi)) {
			t.Fatalf("%d: end %v [%v %v], walk %v [%v %v]", i, end, s.lo, s.hi, walked, c.lo, c.hi)
		}
		if end != castOpen {
			continue
		}
		if wide := (s.hi - s.lo) * s.cos; !(0 <= wide && wide < 0x1p-44) {
			t.Fatalf("%d: [%v, %v] at the speed %v", i, s.lo, s.hi, s.cos)
		}
		const tol = 0x1p-46
		x := s.a.Sub(m.t).Sub(s.v.Scale(s.best))
		for k, o := range [2]struct{ p, n Vec }{{s.a, s.n}, {m.rot.applyT(x), m.rot.applyT(s.n).Neg()}} {
			h := [2]*Object{a, b}[k].hull
			p := o.p.Scale(1 / m.scale)
			far := o.n.Dot(h.local[h.support(o.n, -1)])
			for _, e := range h.table.edges {
				far = max(far, o.n.Dot(p)+e.n.Dot(p)-e.off)
			}
			if !((far-o.n.Dot(p))*m.scale < tol) {
				t.Fatalf("%d: the point %v is not on the side %v of polygon %d", i, p, o.n, k)
			}
		}
	}
	if t.Logf("%d of %d", told, all); told < all*8/10 {
		t.Errorf("the outline tells only %d of %d", told, all)
	}
}
