package d2

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// face is an edge of one core, its own, and the two vertices of the other core that are lowest over
// it, v and then w. All is in the own core's frame but where it says otherwise. docs/math/sat.md,
// "Witness points".
type face struct {
	own, other *satBody
	view       *satView
	edge       int  // its number in own
	ofB        bool // own is B
	n, d       Vec  // the outward normal, and the same in the other core's frame
	p, q       Vec  // the ends of the edge, counter-clockwise
	v, w       Vec
	iv, iw     int32 // their numbers in other
	sep, sepW  float64
	high       float64 // of what lies over the edge: sep, or sepW where w is as low
	err        float64
	x          float64 // the place of the witness along the edge, from p
	past       int     // the end that v lies beyond: -1, or 1 for the second, or neither
}

// face sets f to the edge found.
func (s *satRun) face(f *face) {
	f.own, f.other, f.view, f.edge, f.ofB, f.err = &s.x, &s.y, &s.a, s.at, false, s.err
	if n := len(s.x.edges); s.at >= n {
		f.own, f.other, f.view, f.edge, f.ofB = &s.y, &s.x, &s.b, s.at-n, true
	}
	f.set()
}

// set fills in f for its edge.
func (f *face) set() {
	e := &f.own.edges[f.edge]
	f.n, f.d = e.n, f.view.rot.apply(e.n)
	f.p, f.q = f.own.ends(f.edge)
	var v, w Vec
	v, w, f.iv, f.iw = f.other.lowest(f.d, e.heading+f.view.base)
	behind := e.off - e.n.Dot(f.view.t)
	f.sep, f.sepW = -(behind - f.d.Dot(v)), -(behind - f.d.Dot(w))
	f.v = f.view.rot.applyT(v).Add(f.view.t)
	f.w = f.view.rot.applyT(w).Add(f.view.t)
}

// ends returns the ends of edge i.
func (x *satBody) ends(i int) (p, q Vec) {
	if x.table != nil {
		return x.table.ring[i], x.table.ring[i+1]
	}
	n, h := x.edges[i].n, x.half
	p = Vec{float64((n.X + n.Y) * h.X), float64((n.Y - n.X) * h.Y)}
	q = Vec{float64((n.X - n.Y) * h.X), float64((n.Y + n.X) * h.Y)}
	return p, q
}

// lowest returns the vertex v with the least d.v, and the one next to it with the least d.w, with
// their numbers.
func (x *satBody) lowest(d Vec, heading uint32) (v, w Vec, iv, iw int32) {
	if x.table == nil {
		return x.lowestCorner(d)
	}
	t, j := x.table, crowded
	if len(t.first) > 0 {
		j = int(t.first[heading>>t.shift])
	}
	n := len(t.ring) - 1
	k := j + 1
	if j == crowded {
		j = int(x.hull.support(d.Neg(), -1))
		before, after := (j+n-1)%n, (j+1)%n
		if k = after; d.Dot(t.ring[before]) < d.Dot(t.ring[after]) {
			k = before
		}
	} else if k == n {
		k = 0
	}
	v, w = t.ring[j], t.ring[k]
	if d.Dot(w) < d.Dot(v) {
		return w, v, int32(k), int32(j)
	}
	return v, w, int32(j), int32(k)
}

// lowestCorner is lowest for boxes, segments and points.
func (x *satBody) lowestCorner(d Vec) (v, w Vec, iv, iw int32) {
	b := body{half: x.half}
	v, iv = b.corner(d.Neg())
	if math.Abs(d.X)*x.half.X <= math.Abs(d.Y)*x.half.Y && x.half.X > 0 || x.half.Y == 0 {
		return v, Vec{-v.X, v.Y}, iv, iv ^ 1
	}
	return v, Vec{v.X, -v.Y}, iv, iv ^ 2
}

// lay sets the place of the witness along the edge: that of v, or the middle of what the edge and
// vw have over each other where w is as low. It reports whether the edge and v lie over each other
// for certain; where not, the place is the nearer end, and past tells beyond which end v lies, 1
// beyond the second.
func (f *face) lay() bool {
	t := f.n.perp()
	length := t.Dot(f.q.Sub(f.p))
	lo := t.Dot(f.v.Sub(f.p))
	hi := lo
	f.high, f.past = f.sep, 0
	if f.sepW-f.sep > f.err && lo >= 0 && lo <= length { // fast path: the code below gives the same lo
		f.x = lo
		return lo >= f.err && lo <= length-f.err
	}
	if f.sepW-f.sep <= f.err {
		f.high = f.sepW
		hi = t.Dot(f.w.Sub(f.p))
		lo, hi = min(lo, hi), max(lo, hi)
	}
	switch {
	case hi < -f.err:
		f.past = -1
	case lo > length+f.err:
		f.past = 1
	}
	lo, hi = max(lo, 0), min(hi, length)
	f.x = max(0, min(float64((lo+hi)*0.5), length))
	return hi-lo >= 0 && f.x >= f.err && f.x <= length-f.err
}

// hint tells the bodies of m at which vertices the face is, for those who look for support points
// next.
func (f *face) hint(m *minkowski) {
	own, other := &m.a, &m.b
	if f.ofB {
		own, other = other, own
	}
	own.hint, other.hint = int32(f.edge), f.iv
}

// meet returns the witness, in the own frame, where the lowest vertices of the other core lie past
// an end of the edge: an edge of C almost in line with it is as near within err. Both outlines are
// followed toward each other, always along the edge that turns less, until they are opposite. That
// is the way of C's own outline, which cannot be farther from the edge's line than err allows.
// docs/math/sat.md, "Past the end".
//
// At the head of every turn: p is on the own outline, o on the other one's, and the edge of C
// between has been followed from the end to p - o.
func (f *face) meet() Vec {
	t, own, other := f.n.perp().Scale(float64(f.past)), f.own, f.other
	p, i := f.p, int32(f.edge)
	if f.past > 0 {
		p, i = f.q, own.after(i, 1)
	}
	o, j := f.v, f.iv
	if f.sepW-f.sep <= f.err && t.Dot(f.w.Sub(f.v)) < 0 {
		o, j = f.w, f.iw
	}
	for turns, gap := own.corners()+other.corners(), t.Dot(o.Sub(p)); turns > 0 && gap > 0; turns-- {
		nextI, nextJ := own.after(i, f.past), other.after(j, f.past)
		d := own.corner(nextI).Sub(p)
		e := f.view.rot.applyT(other.corner(nextJ)).Add(f.view.t).Sub(o)
		x, y := t.Dot(d), -t.Dot(e)
		a, b := math.Inf(1), math.Inf(1)
		if nextI != i && own.table != nil { // no edge of a box goes on
			a = slope(x, -f.n.Dot(d))
		}
		if nextJ != j {
			b = slope(y, f.n.Dot(e))
		}
		switch {
		case a == math.Inf(1) && b == a:
			turns = 0
		case a <= b:
			p, i = p.Add(atMost(d, gap, x)), nextI
			gap -= x
		default:
			o, j = o.Add(atMost(e, gap, y)), nextJ
			gap -= y
		}
	}
	return p.Add(f.n.Scale(float64((f.n.Dot(o.Sub(p)) - f.sep) * 0.5)))
}

// slope returns y/x for an edge that leads x > 0 on and y off, 0 for one without a length, and +Inf
// for one that leads back.
func slope(x, y float64) float64 {
	switch {
	case x > 0:
		return y / x
	case x == 0 && y == 0:
		return 0
	}
	return math.Inf(1)
}

// atMost returns d, which leads x on, or what part of it leads gap on.
func atMost(d Vec, gap, x float64) Vec {
	if gap < x {
		return d.Scale(gap / x)
	}
	return d
}

// onFace sets normal and witness of c for the face f and its place.
func (s *satRun) onFace(m *minkowski, f *face, c *core) {
	at := f.p.Add(f.n.perp().Scale(f.x))
	if f.past != 0 {
		at = f.meet()
	}
	if !f.ofB {
		c.n, c.a = f.n, at
		return
	}
	n := f.d.Neg()
	c.n = n.Scale(1.5 - float64(n.Len2()*0.5))
	c.a = m.rot.apply(at).Add(m.t).Sub(c.n.Scale(f.sep))
}

// onCorner sets c for cores apart whose nearest points are not on the edge and v: it tries the
// nearer end of the edge with the two edges at v. It reports whether the bounds prove that nothing
// is nearer.
func (s *satRun) onCorner(m *minkowski, f *face, c *core) bool {
	end := f.p
	if f.x > 0 {
		end = f.q
	}
	k := num.PowerBelow(m.reach) // so that squares are in range
	a := f.v.Sub(end).Scale(k)
	w := a
	for _, v := range f.other.beside(f.iv) {
		b := f.view.rot.applyT(v).Add(f.view.t).Sub(end).Scale(k)
		if x, _ := nearestSegment(a, b); x.Len2() < w.Len2() {
			w = x
		}
	}
	length := w.Len()
	if !(length > 0) {
		return false
	}
	c.n, c.a = w.Scale(1/length), end
	length = float64(length * (1 / k))
	if f.ofB {
		n := m.rot.apply(c.n).Neg()
		c.n = n.Scale(1.5 - float64(n.Len2()*0.5))
		c.a = m.rot.apply(end).Add(m.t).Sub(c.n.Scale(length))
	}
	sep := s.along(m, c.n)
	c.lower, c.upper, c.dist = sep-s.err, length+s.err, sep
	return length-sep <= s.err
}

// beside returns the neighbours of vertex i.
func (x *satBody) beside(i int32) [2]Vec {
	if x.table == nil {
		v := boxCorner(x.half, i)
		return [2]Vec{{-v.X, v.Y}, {v.X, -v.Y}}
	}
	n := int32(len(x.table.ring) - 1)
	before := i - 1
	if before < 0 {
		before = n - 1
	}
	return [2]Vec{x.table.ring[before], x.table.ring[i+1]}
}
