package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Squares in double-double, of pairs of points, segments and boxes with margins of which one is no
// box. Any two points of the cores bound the distance from above, and the direction from one to the
// other bounds it from below; which points doubles choose, and double-doubles make better, need not
// be right. docs/math/exact.md, "Squares".

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
	if y.kind > kindSegment || x.kind > kindBox || a.margins != nil || b.margins != nil {
		return collide.Undecided
	}
	k := ddSquares{x: x, y: y, r: num.TwoSum(x.margin, y.margin)}
	if !k.prepare() {
		return collide.Undecided
	}
	switch {
	case x.kind == kindPoint:
		w2 := k.d.dot(&k.d)
		return k.decide(w2, w2)
	case x.kind == kindSegment:
		rel, _ := k.segments()
		return rel
	}
	var c [3]ddVec
	x.pose.Rot.columns(&c)
	t := ddVec{c[0].dot(&k.d), c[1].dot(&k.d), c[2].dot(&k.d)}
	if y.kind == kindPoint {
		w := ddVec{outside(t.x, x.half.X), outside(t.y, x.half.Y), outside(t.z, x.half.Z)}
		w2 := w.dot(&w)
		return k.decide(w2, w2)
	}
	return k.beside(&c, &t)
}

// prepare sets what is between the bodies, and the size. It reports whether double-doubles can hold
// the squares.
func (k *ddSquares) prepare() bool {
	p, q := k.x.pose.Pos, k.y.pose.Pos
	k.d.x, k.d.y, k.d.z = num.TwoSum(q.X, -p.X), num.TwoSum(q.Y, -p.Y), num.TwoSum(q.Z, -p.Z)
	k.size = float64(1.01*big1(k.d.near())) + big1(k.x.half) + big1(k.y.half) + float64(1.01*k.r.Hi)
	return k.size > 0x1p-100 && k.size < 0x1p100
}

// near returns v in doubles.
func (v *ddVec) near() Vec { return Vec{v.x.Hi, v.y.Hi, v.z.Hi} }

// outside returns how far x is out of [-h, h], with its sign.
func outside(x num.DD, h float64) num.DD {
	switch {
	case x.Hi > h || x.Hi == h && x.Lo > 0:
		return x.Sub(num.DD{Hi: h, Lo: 0})
	case x.Hi < -h || x.Hi == -h && x.Lo < 0:
		return x.Add(num.DD{Hi: h, Lo: 0})
	}
	return num.DD{}
}

// within1 returns the number in [-h, h] nearest to x.
func within1(x num.DD, h float64) num.DD { return x.Sub(outside(x, h)) }

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

// segments is squareSigns for the axes of x and y, from end to end, with r for their margins; y may
// be a point. inside says that the lines through them are nearest to each other between the ends of
// both, for certain.
func (k *ddSquares) segments() (rel collide.Relation, inside bool) {
	var a, b [3]ddVec
	k.x.pose.Rot.columns(&a)
	k.y.pose.Rot.columns(&b)
	u, v := &a[2], &b[2]
	h, l := k.x.half.Z, k.y.half.Z
	c, e, f := u.dot(v), u.dot(&k.d), v.dot(&k.d)
	r := num.DD{}
	if det := (num.DD{Hi: 1, Lo: 0}).Sub(c.Mul(c)); det.Hi > 0x1p-40 {
		r = e.Sub(c.Mul(f)).Mul(det.Reciprocal())
		off := float64(quickSquare * (k.size / float64(det.Hi*det.Hi)))
		inside = r.Abs().Hi+off < h && c.Mul(r).Sub(f).Abs().Hi+off < l
		r = within1(r, h)
	}
	s := within1(c.Mul(r).Sub(f), l)
	r = within1(e.Add(c.Mul(s)), h)
	p, q := ddVec{u.x.Mul(r), u.y.Mul(r), u.z.Mul(r)}, ddVec{v.x.Mul(s), v.y.Mul(s), v.z.Mul(s)}
	w := k.d.add(&q)
	w = w.sub(&p)
	return k.decide(w.dot(&w), w.dot(&k.d).Sub(w.dot(v).Abs().Times(l)).Sub(w.dot(u).Abs().Times(h))), inside
}

// beside is squareSigns for a box x with the columns c, and a segment y whose middle is at t in x's
// axes. Where the doubles see the segment's nearest point, the box has a corner, a line or a plane
// nearest to it, and to that it is brought.
func (k *ddSquares) beside(c *[3]ddVec, t *ddVec) collide.Relation {
	var own [3]ddVec
	k.y.pose.Rot.columns(&own)
	axis, h, l := &own[2], k.x.half, k.y.half.Z
	v := ddVec{c[0].dot(axis), c[1].dot(axis), c[2].dot(axis)}
	at := nearestOnSegment(h, t.near(), v.near(), l)
	p := t.near().Add(v.near().Scale(at))
	var top, bottom num.DD
	for _, i := range [3]struct {
		t, v num.DD
		p, h float64
	}{{t.x, v.x, p.X, h.X}, {t.y, v.y, p.Y, h.Y}, {t.z, v.z, p.Z, h.Z}} {
		if math.Abs(i.p) > i.h {
			top = top.Add(i.v.Mul(i.t.Sub(num.DD{Hi: math.Copysign(i.h, i.p), Lo: 0})))
			bottom = bottom.Add(i.v.Mul(i.v))
		}
	}
	s := num.DD{Hi: at, Lo: 0}
	if math.Abs(at) < l && bottom.Hi > 0x1p-40 {
		s = within1(top.Mul(bottom.Reciprocal()).Neg(), l)
	}
	q := ddVec{t.x.Add(v.x.Mul(s)), t.y.Add(v.y.Mul(s)), t.z.Add(v.z.Mul(s))}
	w := ddVec{outside(q.x, h.X), outside(q.y, h.Y), outside(q.z, h.Z)}
	reach := w.x.Abs().Times(h.X).Add(w.y.Abs().Times(h.Y)).Add(w.z.Abs().Times(h.Z))
	return k.decide(w.dot(&w), w.dot(t).Sub(w.dot(&v).Abs().Times(l)).Sub(reach))
}
