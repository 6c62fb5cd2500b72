package num

import "math"

// Line finds where a line meets a convex set, or a union of convex pieces, in doubles with error
// bounds. The line is given by its parameter t alone: a piece is the intersection of sets of t,
// each an interval whose ends are known within brackets. What the brackets cannot tell is a doubt,
// and the exact path decides. docs/math/ray.md.
type Line struct {
	Max float64 // the part of the line asked about is 0 <= t <= Max
	Far float64 // no t beyond +-Far matters

	// of the piece: it begins in [inLo, inHi] and ends in [outLo, outHi]
	inLo, inHi, outLo, outHi float64
	atLo, atHi               float64 // where the line crosses the plane of a flat piece
	in                       float64 // about where it begins
	none, doubt, flat        bool
	id, atID                 int32 // the constraint by which the line enters; that of the plane

	Found        bool    // a piece is met for certain, and so is its interior
	Doubt        bool    // a piece may be met, or only touched
	Before       bool    // a piece that is met holds points of the line with t < 0
	Lower, Upper float64 // of the least t in contact
	Exit, Loose  float64 // of the greatest, about, and how far off that may be; +Inf where there is none
	ID           int32   // the constraint by which the line enters first, -1 where it starts inside
}

// Reset begins a union.
func (l *Line) Reset(limit, far float64) {
	*l = Line{} // and then field by field: a copy of what was just stored has to wait
	l.Max, l.Far, l.Lower, l.Upper, l.Exit, l.ID = limit, far, math.Inf(1), math.Inf(1), math.Inf(-1), -1
	l.Begin()
}

// Begin begins a piece.
func (l *Line) Begin() {
	l.inLo, l.inHi, l.outLo, l.outHi, l.in = math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1), math.Inf(-1)
	l.none, l.doubt, l.flat, l.id = false, false, false, -1
}

// Linear adds the constraint v + s t <= 0, v within ev and s within es, under the number id.
//
// The quotient t is off by (ev + |t| es)/(|s| - es) and by u for its rounding; 4u has room for the
// roundings of the bound.
func (l *Line) Linear(v, s, ev, es float64, id int32) {
	if a := math.Abs(s); !(a > 2*es) {
		l.parallel(v, float64((a+es)*l.Far)+ev)
		return
	}
	t := -v / s
	if s < 0 {
		e := float64((ev+float64(math.Abs(t)*es))/(-s-es)*(1+0x1p-50)) + float64(4*Unit*math.Abs(t))
		l.enter(t-e, t, t+e, id)
		return
	}
	e := float64((ev+float64(math.Abs(t)*es))/(s-es)*(1+0x1p-50)) + float64(4*Unit*math.Abs(t))
	l.leave(t-e, t+e)
}

// enter says that the piece begins no earlier than at a t in [lo, hi], about t.
func (l *Line) enter(lo, t, hi float64, id int32) {
	if t > l.in {
		l.in, l.id = t, id
	}
	l.inLo, l.inHi = max(l.inLo, lo), max(l.inHi, hi)
}

// leave says that the piece ends no later than at a t in [lo, hi].
func (l *Line) leave(lo, hi float64) { l.outLo, l.outHi = min(l.outLo, lo), min(l.outHi, hi) }

// parallel adds the constraint v <= 0 for v within e.
func (l *Line) parallel(v, e float64) {
	switch {
	case v > e:
		l.none = true
	case !(v < -e):
		l.doubt = true
	}
}

// Flat adds the constraint v + s t = 0, with errors as in Linear: the piece lies in a plane.
func (l *Line) Flat(v, s, ev, es float64, id int32) {
	if a := math.Abs(s); l.flat || !(a > 2*es) {
		l.doubt = true
		l.none = l.none || math.Abs(v) > float64((a+es)*l.Far)+ev
		return
	}
	t := -v / s
	e := float64((ev+float64(math.Abs(t)*es))/(math.Abs(s)-es)*(1+0x1p-50)) + float64(4*Unit*math.Abs(t))
	l.flat, l.atLo, l.atHi = true, t-e, t+e
	l.atID = id
}

// Round adds the constraint |w + t d| <= r for vectors w and d across an axis: ww, dd, wd are their
// products and mm the square of m = w - (wd/dd) d, the point nearest the axis, each rounded; w is
// within ew, d within ed and r within er.
//
// At tm = -wd/dd the line is at a point p within e = ew + |tm| ed + 8u (|w| + |tm d|) of m. The
// nearest point lies p.d/|d| along the line from there, which is at most a = (|m| ed + e (|d| +
// ed))/(|d| - ed), as m is across d.
func (l *Line) Round(ww, dd, wd, mm, r, ew, ed, er float64, id int32) {
	size, speed := math.Sqrt(ww), math.Sqrt(dd)
	if !(speed > 4*ed) {
		l.parallel(size-r, float64((speed+ed)*(l.Far*(1+0x1p-40)))+ew+er+float64(8*Unit*(size+r))+lostLength)
		return
	}
	tm := -wd / dd
	e := ew + float64(math.Abs(tm)*ed) + float64(8*Unit*(size+float64(math.Abs(tm)*speed)))
	m := math.Sqrt(mm)
	a := (float64(m*ed) + float64(e*(speed+ed))) / (speed - ed) * (1 + 0x1p-40)
	rr := float64(r * r)
	err := float64(e*(float64(2*m)+e)) + float64(a*a) + float64(er*(float64(2*r)+er)) + float64(8*Unit*(mm+rr))
	err += lostSquare
	h := rr - mm
	if h < -err {
		l.none = true
		return
	}
	if !(h > err) {
		l.doubt = true
		h = err
	}
	// The speed is off by ed, and by 4u for rounding.
	rel := ed/(speed-ed) + 16*Unit
	shift := a/(speed-ed) + float64(8*Unit*math.Abs(tm))
	most := float64(math.Sqrt(h+err) / speed * (1 + rel))
	low := float64(math.Sqrt(max(h-err, 0)) / speed * (1 - rel))
	l.enter(tm-shift-most, tm-float64(0.5*(most+low)), tm+shift-low, id)
	l.leave(tm-shift+low, tm+shift+most)
}

// What underflow may take of a sum of squares, and of its root.
const (
	lostSquare = 0x1p-1060
	lostLength = 0x1p-530
)

// End ends the piece and joins it to the union.
func (l *Line) End() {
	if l.flat {
		l.cross()
		return
	}
	switch {
	case l.none || l.inLo > l.outHi || l.inLo > l.Max || l.outHi < 0:
		return
	case l.doubt || !(max(l.inHi, 0) < min(l.outLo, l.Max)) || l.inLo <= 0 && l.inHi >= 0:
		l.Doubt = true
		return
	}
	l.join(l.inLo, l.inHi, l.outLo, l.outHi)
}

// cross is End for a flat piece.
func (l *Line) cross() {
	switch {
	case l.none || l.atLo > min(l.outHi, l.Max) || l.atHi < max(l.inLo, 0):
	case l.doubt || !(max(l.inHi, 0) < l.atLo && l.atHi < min(l.outLo, l.Max)):
		l.Doubt = true
	default:
		l.id = l.atID
		l.join(l.atLo, l.atHi, l.atLo, l.atHi)
	}
}

// join adds a piece that the line is in from [lo, hi] until [outLo, outHi].
func (l *Line) join(lo, hi, outLo, outHi float64) {
	l.Found = true
	if out := float64(0.5*outLo) + float64(0.5*outHi); out > l.Exit {
		l.Exit, l.Loose = out, 0
		if outLo < l.Max && outHi <= math.MaxFloat64 {
			l.Loose = outHi - outLo
		}
	}
	if hi < 0 {
		l.Before, l.ID, l.Lower, l.Upper = true, -1, 0, 0
		return
	}
	if !l.Before && hi < l.Upper {
		l.ID = l.id
	}
	l.Lower, l.Upper = min(l.Lower, lo), min(l.Upper, hi)
}

// Wedge adds the constraint k |w + t d| <= z + s t for the vectors w and d across an axis: one
// nappe of a cone. ee is the square of z d - s w, c the area spanned by w and d, each rounded; w
// and d are within ew and ed, z and s too, k is exact up to a rounding.
//
// The equation is A t^2 + 2 B t + C = 0 with A = k^2 d.d - s^2, and has the discriminant
// k^2 |z d - s w|^2 - k^4 c^2. docs/math/ray.md.
func (l *Line) Wedge(ww, dd, wd, z, s, k, ee, c, ew, ed float64, id int32) {
	kk := float64(k * k)
	lost := float64((kk + 1) * lostSquare)
	big, speed := float64(k*(math.Sqrt(ww)+lostLength))+math.Abs(z), float64(k*math.Sqrt(dd))+math.Abs(s)
	ew, ed = float64((k+1)*ew)+float64(8*Unit*big), float64((k+1)*ed)+float64(8*Unit*speed)
	a, ea := float64(kk*dd)-float64(s*s), float64(2*ed*(speed+ed))
	b, eb := float64(kk*wd)-float64(z*s), float64(2*ed*(big+ew))+float64(2*ew*speed)
	p, q := float64(k*math.Sqrt(ee)), float64(kk*math.Abs(c))
	e := 2 * (float64(ed*(big+ew)) + float64(ew*speed))
	if !(math.Abs(a) > 2*ea) {
		l.doubt = true
		return
	}
	disc, edisc := float64((p-q)*(p+q)), float64(2*e*(p+q+e))+lost
	if disc < -edisc {
		if a > 0 {
			l.none = true
			return
		}
		l.doubt = true
		return
	}
	if !(disc > edisc) {
		l.doubt = true
	}
	most, low := math.Sqrt(max(disc, 0)+edisc), math.Sqrt(max(disc-edisc, 0))
	root := float64(0.5*most) + float64(0.5*low)
	er := float64(0.5*(most-low)) + float64(8*Unit*most) + eb
	at := quotients{c: float64(kk*ww) - float64(z*z), ec: float64(2*ew*(big+ew)) + lost, a: a, ea: ea, er: er}
	if a > 0 || s > 0 {
		t, f := at.root(-b-root, -b+root)
		l.enter(t-f, t, t+f, id)
	}
	if a > 0 || s < 0 {
		t, f := at.root(-b+root, -b-root)
		l.leave(t-f, t+f)
	}
}

// quotients are what the roots of a t^2 + 2 b t + c are made of: a and c, within ea and ec, and the
// sum of b and half the root of the discriminant, within er.
type quotients struct{ a, c, ea, ec, er float64 }

// root returns a root, and how far off it is at most: sum over a, or c over the other sum. Where a
// is small one of the sums loses its digits.
func (q *quotients) root(sum, other float64) (t, err float64) {
	over := func(x, y, ex, ey float64) (t, err float64) {
		t = x / y
		return t, float64((ex+float64(math.Abs(t)*ey))/(math.Abs(y)-ey)*(1+0x1p-50)) + float64(8*Unit*math.Abs(t))
	}
	t, err = over(sum, q.a, q.er, q.ea)
	if math.Abs(other) > 2*q.er {
		if u, e := over(q.c, other, q.ec, q.er); e < err {
			return u, e
		}
	}
	return t, err
}

// Missed reports whether the piece is missed for certain.
func (l *Line) Missed() bool {
	if l.flat && (l.atLo > min(l.outHi, l.Max) || l.atHi < max(l.inLo, 0)) {
		return true
	}
	return l.none || l.inLo > l.outHi || l.inLo > l.Max || l.outHi < 0
}

// Matters reports whether the constraint v + s t <= 0, one of the piece, may bound it, or hold with
// equality on the whole line.
func (l *Line) Matters(v, s, ev, es float64) bool {
	if a := math.Abs(s); !(a > 2*es) {
		return !(v < -(float64((a+es)*l.Far) + ev))
	}
	t := -v / s
	e := float64((ev+float64(math.Abs(t)*es))/(math.Abs(s)-es)*(1+0x1p-50)) + float64(4*Unit*math.Abs(t))
	if s < 0 {
		return !(t+e < l.inLo)
	}
	return !(t-e > l.outHi)
}

// Doubtful says that nothing is known about the piece.
func (l *Line) Doubtful() { l.doubt = true }
