package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Squares in double-double, of pairs of points and segments with margins. Any two points of the
// cores bound the distance from above, and the direction from one to the other bounds it from
// below; which points are chosen need not be right. docs/math/exact.md, "Squares".

// ddSquares compares the distance of two cores with the sum of their margins.
type ddSquares struct {
	x, y *Object
	d    ddVec // from x's centre to y's
	r    num.DD
	size float64 // the sum of all lengths
}

// squareSigns returns the exact relation of a and b, in any order, Undecided where squares in
// double-double do not tell it.
func squareSigns(a, b *Object) collide.Relation {
	x, y := a, b
	if x.kind < y.kind {
		x, y = b, a
	}
	if x.kind > kindSegment || a.margins != nil || b.margins != nil {
		return collide.Undecided
	}
	p, q := x.pose.Pos, y.pose.Pos
	k := ddSquares{x: x, y: y, r: num.TwoSum(x.margin, y.margin)}
	k.d = ddVec{num.TwoSum(q.X, -p.X), num.TwoSum(q.Y, -p.Y)}
	k.size = float64(1.01*big1(Vec{k.d.x.Hi, k.d.y.Hi})) + big1(x.half) + big1(y.half) + float64(1.01*k.r.Hi)
	if !(k.size > 0x1p-100 && k.size < 0x1p100) {
		return collide.Undecided
	}
	if x.kind == kindPoint {
		w2 := k.d.dot(k.d)
		return k.decide(w2, w2)
	}
	return k.segments()
}

// within1 returns the number in [-h, h] nearest to x.
func within1(x num.DD, h float64) num.DD {
	switch {
	case x.Hi > h:
		return num.DD{Hi: h, Lo: 0}
	case x.Hi < -h:
		return num.DD{Hi: -h, Lo: 0}
	}
	return x
}

// decide returns the relation where w2, the square of a difference w of points of the cores, and
// along, what separates them along w, times its length, tell it.
func (k *ddSquares) decide(w2, along num.DD) collide.Relation {
	bound, rr := float64(quickSquare*float64(k.size*k.size)), k.r.Mul(k.r)
	switch {
	case rr.Sub(w2).Hi > bound:
		return collide.Overlapping
	case along.Hi > bound && along.Mul(along).Sub(rr.Mul(w2)).Hi > float64(bound*float64(k.size*k.size)):
		return collide.Apart
	}
	return collide.Undecided
}

// segments is squareSigns for a segment x, and a segment or a point y. Directions are those of the
// stored doubles, whose lengths are not quite 1.
func (k *ddSquares) segments() collide.Relation {
	u, v := Vec{k.x.c, k.x.s}, Vec{k.y.c, k.y.s}
	h, l := k.x.half.X, k.y.half.X
	if k.y.kind == kindPoint {
		v, l = u.perp(), 0
	}
	a, b, c := dotExact(u, u), dotExact(u, v), dotExact(v, v)
	e, f := k.d.along(u), k.d.along(v)
	r := num.DD{}
	if det := a.Mul(c).Sub(b.Mul(b)); det.Hi > 0x1p-40 {
		r = within1(e.Mul(c).Sub(b.Mul(f)).Mul(det.Reciprocal()), h)
	}
	s := within1(b.Mul(r).Sub(f).Mul(c.Reciprocal()), l)
	r = within1(e.Add(b.Mul(s)).Mul(a.Reciprocal()), h)
	w := k.d.add(ddVec{s.Times(v.X), s.Times(v.Y)}).sub(ddVec{r.Times(u.X), r.Times(u.Y)})
	return k.decide(w.dot(w), w.dot(k.d).Sub(w.along(v).Abs().Times(l)).Sub(w.along(u).Abs().Times(h)))
}

// dotExact returns the inner product of v and w.
func dotExact(v, w Vec) num.DD { return num.TwoProd(v.X, w.X).Add(num.TwoProd(v.Y, w.Y)) }

// along returns the inner product of v and w.
func (v ddVec) along(w Vec) num.DD { return v.x.Times(w.X).Add(v.y.Times(w.Y)) }
