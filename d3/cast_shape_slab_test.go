package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// boxCastDraw draws two boxes and a way: turned anyhow, not at all, both alike, or all but alike,
// with sizes and places of few bits every other time.
func boxCastDraw(t *testing.T, r *rand.Rand, kind int) (a, b *Object, v Vec) {
	t.Helper()
	few := func(x float64) float64 {
		if r.IntN(2) == 0 {
			return math.Round(4*x) / 4
		}
		return x
	}
	vec := func(size float64) Vec {
		return Vec{few(size * (r.Float64() - 0.5)), few(size * (r.Float64() - 0.5)), few(size * (r.Float64() - 0.5))}
	}
	size := func() Vec { return Vec{few(r.Float64()) + 0.25, few(r.Float64()) + 0.25, few(r.Float64()) + 0.25} }
	p, q := Pose{Pos: vec(1)}, Pose{Pos: vec(8)}
	if kind > 0 {
		p.Rot = randomRot(r)
	}
	switch kind {
	case 1:
		q.Rot = randomRot(r)
	case 2:
		q.Rot = p.Rot
	case 3:
		d := vec(1).Scale(math.Ldexp(1, -10-r.IntN(50)))
		tilt, err := NewQuat(d.X, d.Y, d.Z, 1)
		if err != nil {
			t.Fatal(err)
		}
		q.Rot = p.Rot.Mul(tilt)
	}
	a, b = atPose(Box{size()}, p), atPose(Box{size()}, q)
	v = p.Pos.Sub(q.Pos).Add(vec(1.5))
	if r.IntN(3) == 0 {
		v = vec(8)
	}
	return a, b, v
}

// TestBoxSlabs: what the axes of two boxes say is what the walk says, and what they name as the
// point of contact is one of both boxes, on the sides that meet. They tell nearly all without the
// walk.
func TestBoxSlabs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var q Query
	q.defaults()
	c, m := &q.shape, &q.m
	told, all := 0, 0
	for i := range 40000 {
		a, b, v := boxCastDraw(t, r, i%4)
		if v == (Vec{}) {
			continue
		}
		c.set(v, &Sweep{max: 1})
		q.prepare(a, b)
		c.frame(&q.run, a)
		end, ok := c.boxes(&q.run, 0)
		if all++; !ok {
			if c.lo != 0 || c.room || !math.IsInf(c.hi, 1) {
				t.Fatalf("%d: left open, and changed", i)
			}
			continue
		}
		told++
		s := *c
		c.frame(&q.run, a)
		switch walked := c.walk(&q.run); {
		case end == castMiss && (walked == castStart || c.room), end == castStart && (walked == castMiss || c.lo > 0),
			end == castOpen && (walked != castOpen || !(c.lo <= s.hi && s.lo <= c.hi)):
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
		for k, o := range [2]struct{ p, n, half Vec }{{s.a, s.n, m.a.half}, {m.rot.applyT(x), m.rot.applyT(s.n).Neg(), m.b.half}} {
			far := o.n.abs().Dot(o.half)
			if p := o.p; !(max(largest(p.abs().Sub(o.half)), far-o.n.Dot(p)) < tol) {
				t.Fatalf("%d: the point %v is not on the side %v of body %d, %v", i, p, o.n, k, o.half)
			}
		}
	}
	if t.Logf("%d of %d", told, all); told < all*9/10 {
		t.Errorf("the axes tell only %d of %d", told, all)
	}
}

// TestBoxSlabsBounds: where rounding may decide, the axes leave it to the walk: a box that comes by
// so near that rounding alone tells whether it meets the other is told neither way.
func TestBoxSlabsBounds(t *testing.T) {
	var q Query
	q.defaults()
	c := &q.shape
	turn, err := NewQuat(0, 0, 0.28, 0.96)
	if err != nil {
		t.Fatal(err)
	}
	for i := -16; i <= 16; i++ {
		for k, rot := range []Rot{{}, turn} {
			a := atPose(Box{Vec{2, 2, 2}}, Pose{})
			b := atPose(Box{Vec{2, 2, 2}}, Pose{Vec{0, 8, 0}, rot})
			b = atPose(Box{Vec{2, 2, 2}}, Pose{Vec{1 + b.aabb.Max.X + float64(i)*4*unit, 8, 0}, rot})
			c.set(Vec{0, -16, 0}, &Sweep{max: 1})
			q.prepare(a, b)
			c.frame(&q.run, a)
			if end, ok := c.boxes(&q.run, 0); ok {
				t.Errorf("%d: comes by at %d u, and is told %v", k, 4*i, end)
			}
		}
	}
}

// slowCast is Query.CastShape without the way for two boxes.
func slowCast(q *Query, a, b *Object, s *Sweep) (h ShapeHit) {
	a, b, other := q.order(a, b)
	v := s.translation.Scale(signOf(other))
	if q.passes(a, b, v, s) {
		h.miss()
		h.Iterations = 1
		return h
	}
	q.shape.slack = 0
	q.shape.set(v, s)
	q.shape.convex(&q.solver, a, b, &h)
	if other {
		h.swap(v.Scale(h.T))
	}
	return h
}

// hardBoxCast draws a cast as boxCastDraw does, now and then of equal boxes, of sizes 1e12 apart,
// of a sliver, past the other box as near as rounding tells, to an end on the first contact, or in
// another unit.
func hardBoxCast(t *testing.T, r *rand.Rand, q *Query, kind int) (a, b *Object, s Sweep) {
	t.Helper()
	a, b, v := boxCastDraw(t, r, kind)
	s.max = 1
	size, other := a.shape.(Box).Size, b.shape.(Box).Size
	unitOf := func() float64 { return math.Ldexp(1, r.IntN(600)-300) }
	switch r.IntN(8) {
	case 0:
		b = atPose(a.shape, b.pose)
	case 1:
		b = atPose(Box{size.Scale(0x1p-40)}, b.pose)
	case 2:
		size.X = math.Ldexp(size.X, -r.IntN(60))
		a = atPose(Box{size}, a.pose)
	case 3:
		far := v.Len()
		v = Vec{X: -far}
		b.pose.Pos = a.pose.Pos.Add(Vec{X: far, Y: (a.aabb.Size().Y + b.aabb.Size().Y) / 2})
		b.pose.Pos.Y += float64(r.IntN(64)-32) * unit
		b = atPose(b.shape, b.pose)
	case 4:
		s.translation = v
		if h := q.CastShape(a, b, &s); h.Verdict == collide.Hit {
			s.max = [3]float64{h.Lower, h.T, h.Upper}[r.IntN(3)]
		}
	case 5:
		k, x, y := unitOf(), a.pose, b.pose
		x.Pos, y.Pos, v = x.Pos.Scale(k), y.Pos.Scale(k), v.Scale(unitOf())
		a, b, s.max = atPose(Box{size.Scale(k)}, x), atPose(Box{other.Scale(k)}, y), unitOf()
	}
	s.translation = v
	return a, b, s
}

// TestBoxesAlone: of two boxes in the caller's unit the answer has the bits of the solvers' unit.
func TestBoxesAlone(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(5, 6))
	var q Query
	q.defaults()
	told, all := 0, 0
	for i := range 40000 {
		a, b, s := hardBoxCast(t, r, &q, i%4)
		for range 2 {
			var h ShapeHit
			if all++; q.castBoxes(a, b, &s, &h) {
				told++
				if want := slowCast(&q, a, b, &s); h != want {
					t.Fatalf("%d: %v, %v by %+v:\n%+v, in the solvers' unit\n%+v", i, a.pose, b.pose, s, h, want)
				}
			}
			a, b = b, a
		}
	}
	if t.Logf("%d of %d", told, all); told < all*2/3 {
		t.Errorf("only %d of %d are told", told, all)
	}
}

// TestBoxesOfParts: of two parts that are boxes the answer has the bits of the solvers' unit.
func TestBoxesOfParts(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	var q Query
	q.defaults()
	c, w, k := &q.shape, &q.parts, &q.parts.cast
	body := func(o *Object, at Pose) *Object {
		union, err := NewCompound([]Part{{Shape: o.shape, Pose: at.Inverse().Mul(o.pose)}})
		if err != nil {
			t.Fatal(err)
		}
		return atPose(union, at)
	}
	told, all := 0, 0
	for i := range 20000 {
		a, b, s := hardBoxCast(t, r, &q, i%4)
		x, y, _ := boxCastDraw(t, r, r.IntN(4))
		if a = body(a, x.pose); i%3 > 0 {
			b = body(b, y.pose)
		}
		w.choose(a, b)
		v := s.translation
		if w.flip {
			v = v.Neg()
		}
		k.apart, k.posed = w.g.pose.Pos.Sub(w.f.pose.Pos), false
		w.roughlyMoving(0)
		l, axes := w.fc.leaf(0, &w.slots[0]), w.f.axes
		h, want := ShapeHit{PartA: -1, PartB: -1}, ShapeHit{}
		c.set(v, &s)
		ok := w.castBoxes(c, l, &axes, &h)
		c.set(v, &s)
		c.slack = num.RoundUp(l.roughly(&k.fixed, w.f.pose.Rot != Rot{}, &axes, Vec{}) + k.offG)
		c.twist = w.castTwist()
		quick := c.quickly(&q.solver, &k.fixed, &k.moving, &want)
		if told, all = told+int(bit(ok)), all+int(bit(quick)); ok && !(quick && h == want) {
			t.Fatalf("%d: %v, %v by %+v:\n%+v, in the solvers' unit\n%+v", i, a.pose, b.pose, s, h, want)
		}
	}
	if t.Logf("%d of %d", told, all); told < all*3/4 || all < 5000 {
		t.Errorf("only %d of %d are told", told, all)
	}
}
