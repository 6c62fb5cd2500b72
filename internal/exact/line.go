package exact

import (
	"math"
	"math/big"
)

// Line finds exactly where a line meets a convex set, or a union of convex pieces. The line is
// given by its parameter t alone: a piece is the set of t that some linear constraints and at most
// one quadratic one hold for, with integers as coefficients. docs/math/ray.md.
//
// A constraint is soft where its boundary is inside the union: touching it is not touching the
// union's surface.
type Line struct {
	ar    *Arena
	shift int   // results are in units of 2^-shift
	max   Ratio // the part of the line asked about is 0 <= t <= max; without end where Num is nil

	// of the piece
	lo, hi             Ratio // the linear constraints leave lo <= t <= hi; Num is nil for no bound
	loHard, hiHard     bool  // the bound is that of a constraint that is not soft
	at                 Ratio // of a flat piece: where the line crosses its plane
	flats              int
	crossed            bool
	tight, none        bool // a hard constraint holds with equality on the whole line; one nowhere
	loID, hiID, flatID int32

	Found        int     // 0: no piece is met; 1: the union is touched; 2: its interior is met
	Before       bool    // the union holds points of the line with t < 0, just before the least t in contact
	Lower, Upper float64 // of the least t in contact
	Exit         float64 // of the greatest; +Inf where there is none
	ID           int32   // the constraint by which the line enters first
	first        float64
}

// Ratio is Num/Den, Den > 0.
type Ratio struct{ Num, Den *big.Int }

// Reset begins a union. limit.Num is nil for a line without end. Lower, Upper and Exit will be t
// times 2^shift.
func (l *Line) Reset(ar *Arena, limit Ratio, shift int) {
	inf := math.Inf(1)
	*l = Line{ar: ar, shift: shift, max: limit, Lower: inf, Upper: inf, Exit: -inf, ID: -1, first: inf}
	l.Begin()
}

// Begin begins a piece.
func (l *Line) Begin() {
	l.lo, l.hi, l.at = Ratio{}, Ratio{}, Ratio{}
	l.loHard, l.hiHard, l.flats, l.crossed, l.tight, l.none = false, false, 0, false, false, false
	l.loID, l.hiID, l.flatID = -1, -1, -1
}

// compare returns the sign of a - b.
func (l *Line) compare(a, b Ratio) int {
	mark := l.ar.Mark()
	defer l.ar.Release(mark)
	return l.ar.Mul(a.Num, b.Den).Cmp(l.ar.Mul(b.Num, a.Den))
}

// root returns -v/s, s not 0.
func (l *Line) root(v, s *big.Int) Ratio {
	n, d := l.ar.Int(), l.ar.Int()
	if s.Sign() > 0 {
		n.Neg(v)
		d.Set(s)
	} else {
		n.Set(v)
		d.Neg(s)
	}
	return Ratio{n, d}
}

// Linear adds the constraint v + s t <= 0 under the number id.
func (l *Line) Linear(v, s *big.Int, soft bool, id int32) {
	switch s.Sign() {
	case 0:
		l.none = l.none || v.Sign() > 0
		l.tight = l.tight || v.Sign() == 0 && !soft
	case 1:
		r := l.root(v, s)
		c := -1
		if l.hi.Num != nil {
			c = l.compare(r, l.hi)
		}
		if c < 0 {
			l.hi, l.hiHard, l.hiID = r, !soft, id
		}
		l.hiHard = l.hiHard || c == 0 && !soft
	case -1:
		r := l.root(v, s)
		c := 1
		if l.lo.Num != nil {
			c = l.compare(r, l.lo)
		}
		if c > 0 {
			l.lo, l.loHard, l.loID = r, !soft, id
		}
		l.loHard = l.loHard || c == 0 && !soft
	}
}

// Flat adds the constraint v + s t = 0 under the number id: the piece lies in a plane. Two of them
// make a piece that no line crosses.
func (l *Line) Flat(v, s *big.Int, id int32) {
	l.flats++
	if l.flats > 1 {
		l.tight = true
	}
	if s.Sign() == 0 {
		l.none = l.none || v.Sign() != 0
		l.tight = true
		return
	}
	r := l.root(v, s)
	if l.crossed {
		l.none = l.none || l.compare(r, l.at) != 0
		return
	}
	l.at, l.crossed, l.flatID = r, true, id
}

// zero returns 0.
func (l *Line) zero() Ratio { return Ratio{l.ar.Int().SetInt64(0), l.ar.Int().SetInt64(1)} }

// window returns the ends of the t in [0, max] that the linear constraints leave, to with Num nil
// where there is no end; ok is false for none.
func (l *Line) window() (from, to Ratio, ok bool) {
	from, to = l.zero(), l.max
	if l.crossed {
		if l.lo.Num != nil && l.compare(l.at, l.lo) < 0 || l.hi.Num != nil && l.compare(l.at, l.hi) > 0 ||
			l.at.Num.Sign() < 0 || l.max.Num != nil && l.compare(l.at, l.max) > 0 {
			return from, to, false
		}
		return l.at, l.at, !l.none
	}
	if l.lo.Num != nil && l.compare(l.lo, from) > 0 {
		from = l.lo
	}
	if l.hi.Num != nil && (to.Num == nil || l.compare(l.hi, to) < 0) {
		to = l.hi
	}
	return from, to, !l.none && (to.Num == nil || l.compare(from, to) <= 0)
}

// open reports whether some t of the window [from, to] holds for all hard linear constraints
// strictly.
func (l *Line) open(from, to Ratio) bool {
	switch {
	case l.tight:
		return false
	case l.crossed: // inside the flat piece, and inside the line's part
		return (l.lo.Num == nil || l.compare(l.lo, l.at) < 0) && (l.hi.Num == nil || l.compare(l.at, l.hi) < 0) &&
			l.at.Num.Sign() > 0 && (l.max.Num == nil || l.compare(l.at, l.max) < 0)
	case to.Num == nil || l.compare(from, to) < 0:
		return true
	}
	return !(l.loHard && l.compare(l.lo, from) == 0 || l.hiHard && l.compare(l.hi, from) == 0)
}

// early reports whether the linear constraints leave points with t < 0.
func (l *Line) early() bool {
	if l.crossed {
		return l.at.Num.Sign() < 0
	}
	return l.lo.Num == nil || l.lo.Num.Sign() < 0
}

// End ends a piece without a quadratic constraint.
func (l *Line) End() {
	from, to, ok := l.window()
	if !ok {
		return
	}
	found := 1
	if l.open(from, to) {
		found = 2
	}
	id := l.loID
	if l.crossed {
		id = l.flatID
	}
	lower, upper := l.bracket(from)
	l.join(found, l.early(), lower, upper, l.end(to), id)
}

// end returns r as a double, +Inf where there is none.
func (l *Line) end(r Ratio) float64 {
	if r.Num == nil {
		return math.Inf(1)
	}
	lo, hi := l.bracket(r)
	return float64(0.5*lo) + float64(0.5*hi)
}

// bracket returns doubles around r: exactly r where it is zero.
//
// Float is off by 2^-52 of itself, the quotient by 3 times that and u.
func (l *Line) bracket(r Ratio) (lo, hi float64) {
	m, e := Float(r.Num)
	d, f := Float(r.Den)
	return around(m/d, e-f+l.shift, 8)
}

// around returns a bracket of q 2^e, off by k u of itself.
func around(q float64, e int, k float64) (lo, hi float64) {
	x := math.Ldexp(q, e)
	switch {
	case q == 0:
		return 0, 0
	case math.IsInf(x, 1):
		return math.MaxFloat64, x
	}
	pad := float64(k*unit*math.Abs(x)) + math.SmallestNonzeroFloat64
	return x - pad, x + pad
}

// join adds a piece to the union.
func (l *Line) join(found int, before bool, lower, upper, exit float64, id int32) {
	if before {
		id = -1
	}
	first := float64(0.5*lower) + float64(0.5*upper)
	if first < l.first || before && !l.Before && first <= l.first {
		l.first, l.ID = first, id
	}
	l.Found = max(l.Found, found)
	l.Before = l.Before || before && upper == 0
	l.Lower, l.Upper, l.Exit = min(l.Lower, lower), min(l.Upper, upper), max(l.Exit, exit)
}

// Quadratic ends a piece with the constraint a t^2 + 2 b t + c <= 0 under the number id. Where a is
// negative, the linear constraints leave a bounded part, on which the set is convex.
func (l *Line) Quadratic(a, b, c *big.Int, id int32) {
	from, to, ok := l.window()
	if !ok {
		return
	}
	q := quadratic{l, a, b, c, nil}
	first := q.sign(from)
	last := 1
	if to.Num != nil {
		last = q.sign(to)
	}
	inside := first < 0 || last < 0
	if first > 0 && last > 0 || !inside && a.Sign() > 0 {
		// Only the lowest point between the ends can be in the set.
		s := q.discriminant().Sign()
		low := a.Sign() > 0 && s >= 0 && q.lowest(from) < 0 && (to.Num == nil || q.lowest(to) > 0)
		if first > 0 && last > 0 && !low {
			return
		}
		inside = low && s > 0
	}
	found := 1
	if inside && l.open(from, to) {
		found = 2
	}
	var lower, upper float64
	before, enters := false, l.loID
	if first <= 0 {
		lower, upper = l.bracket(from)
		before = from.Num.Sign() == 0 && l.early() && (first < 0 || q.falling())
		if from.Num.Sign() == 0 && first == 0 && !before && !q.falling() {
			enters = id
		}
		if l.crossed {
			enters = l.flatID
		}
	} else {
		lower, upper = q.roots(-1)
		enters = id
	}
	exit := l.end(to)
	if last > 0 {
		lo, hi := q.roots(1)
		exit = float64(0.5*lo) + float64(0.5*hi)
	}
	l.join(found, before, max(lower, 0), max(upper, 0), exit, enters)
}

// quadratic is a t^2 + 2 b t + c.
type quadratic struct {
	l       *Line
	a, b, c *big.Int
	disc    *big.Int
}

// sign returns the sign at t.
func (q *quadratic) sign(t Ratio) int {
	ar := q.l.ar
	mark := ar.Mark()
	defer ar.Release(mark)
	// ((a n + 2 b d) n + c d^2) / d^2
	s := ar.Mul(q.b, t.Den)
	s.Lsh(s, 1)
	s.Add(s, ar.Mul(q.a, t.Num))
	r := ar.Mul(s, t.Num)
	return r.Add(r, ar.Mul(q.c, ar.Mul(t.Den, t.Den))).Sign()
}

// lowest returns the sign of t + b/a, negative before the lowest point, for a > 0; that of the
// opposite where t is beyond it.
func (q *quadratic) lowest(t Ratio) int {
	ar := q.l.ar
	mark := ar.Mark()
	defer ar.Release(mark)
	return ar.Mul(q.a, t.Num).Cmp(ar.Int().Neg(ar.Mul(q.b, t.Den)))
}

// falling reports whether the value is at most 0 just before t = 0, where it is 0.
func (q *quadratic) falling() bool {
	switch q.b.Sign() {
	case 1:
		return true
	case -1:
		return false
	}
	return q.a.Sign() <= 0
}

// discriminant returns b^2 - a c.
func (q *quadratic) discriminant() *big.Int {
	if q.disc == nil {
		ar := q.l.ar
		q.disc = ar.Mul(q.b, q.b)
		q.disc.Sub(q.disc, ar.Mul(q.a, q.c))
	}
	return q.disc
}

// roots returns a bracket of (-b + s sqrt(disc))/a, s one of -1 and 1; of -c/(2b) where a is 0.
//
// Where b and s do not agree in sign, c / (-b - s sqrt(disc)) has no cancellation. Each integer is
// off by 2^-52 of itself as a double, the square root by 2^-52 and u, the sum by that and u.
func (q *quadratic) roots(s int) (lo, hi float64) {
	b, eb := Float(q.b)
	if q.a.Sign() == 0 {
		c, ec := Float(q.c)
		return around(-c/(2*b), ec-eb+q.l.shift, 16)
	}
	r, er := Float(q.discriminant())
	if er&1 != 0 {
		r, er = 2*r, er-1
	}
	r, er = math.Sqrt(r), er/2
	top := max(eb, er)
	if r == 0 {
		top = eb
	} else if b == 0 {
		top = er
	}
	b, r = math.Ldexp(b, eb-top), math.Ldexp(r, er-top)
	x := -b - r
	if s > 0 {
		x = r - b
	}
	if s < 0 == (b >= 0) || b == 0 || r == 0 {
		a, ea := Float(q.a)
		return around(x/a, top-ea+q.l.shift, 32)
	}
	x = r - b
	if s > 0 {
		x = -b - r
	}
	c, ec := Float(q.c)
	return around(c/x, ec-top+q.l.shift, 32)
}

// Ball ends a piece with the constraint |w + t d|^2 <= rr, for the products of w and d.
func (l *Line) Ball(ww, wd, dd, rr *big.Int, id int32) {
	l.Quadratic(dd, wd, l.ar.Int().Sub(ww, rr), id)
}

// Tube ends a piece with the points w + t d that are over the segment from 0 to n e and no farther
// from its line than the root of rr, for the products of e, w and d. The ends are soft.
func (l *Line) Tube(ee, ew, ed, ww, wd, dd, n, rr *big.Int, id int32) {
	ar := l.ar
	l.Linear(ar.Int().Neg(ew), ar.Int().Neg(ed), true, id)
	l.Linear(ar.Int().Sub(ew, ar.Mul(n, ee)), ed, true, id)
	a := ar.Mul(ee, dd)
	a.Sub(a, ar.Mul(ed, ed))
	b := ar.Mul(ee, wd)
	b.Sub(b, ar.Mul(ew, ed))
	c := ar.Mul(ee, ar.Int().Sub(ww, rr))
	c.Sub(c, ar.Mul(ew, ew))
	l.Quadratic(a, b, c, id)
}

// Slab ends a piece with the constraint (v + s t)^2 <= rr.
func (l *Line) Slab(v, s, rr *big.Int, id int32) {
	ar := l.ar
	c := ar.Mul(v, v)
	l.Quadratic(ar.Mul(s, s), ar.Mul(v, s), c.Sub(c, rr), id)
}
