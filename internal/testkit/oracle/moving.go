package oracle

import (
	"math/big"
	"sort"
)

// Moving is the truth about points that move on straight lines, start to end over 0 <= t <= 1, to
// be compared with answers. It is independent of the library: roots are bisected between those of
// the derivative, signs at a root are taken from an interval of 2^-300 about it, and what that
// leaves open counts as zero. Numbers are binary fractions without rounding; for inputs of a few
// bits, no sign that is not zero is so small.
type Moving struct {
	points [4][3]poly
}

const (
	movingBits  = 4096 // holds every number without rounding: powers of fractions of 300 bits
	movingWidth = 300
)

// poly is a polynomial in t, the constant first.
type poly []*big.Float

func frac(x float64) *big.Float { return new(big.Float).SetPrec(movingBits).SetFloat64(x) }

func sum(x, y *big.Float) *big.Float     { return frac(0).Add(x, y) }
func product(x, y *big.Float) *big.Float { return frac(0).Mul(x, y) }

// NewMoving returns the points that move.
func NewMoving(start, end [4][3]float64) *Moving {
	m := new(Moving)
	for i := range 4 {
		for k := range 3 {
			a, b := frac(start[i][k]), frac(end[i][k])
			m.points[i][k] = poly{a, frac(0).Sub(b, a)}
		}
	}
	return m
}

func (p poly) plus(q poly, sign float64) poly {
	r := make(poly, max(len(p), len(q)))
	for i := range r {
		r[i] = frac(0)
		if i < len(p) {
			r[i] = sum(r[i], p[i])
		}
		if i < len(q) {
			r[i] = sum(r[i], product(frac(sign), q[i]))
		}
	}
	return r
}

func (p poly) times(q poly) poly {
	r := make(poly, len(p)+len(q)-1)
	for i := range r {
		r[i] = frac(0)
	}
	for i := range p {
		for j := range q {
			r[i+j] = sum(r[i+j], product(p[i], q[j]))
		}
	}
	return r
}

func (p poly) at(t *big.Float) *big.Float {
	v := frac(0)
	for i := len(p) - 1; i >= 0; i-- {
		v = sum(product(v, t), p[i])
	}
	return v
}

func (p poly) zero() bool {
	for _, c := range p {
		if c.Sign() != 0 {
			return false
		}
	}
	return true
}

// tiny returns 2^-movingWidth.
func tiny() *big.Float { return frac(0).SetMantExp(frac(1), -movingWidth) }

// sign returns the sign of p near t, where 0 stands for less than 16 times what p changes there.
func (p poly) sign(t *big.Float) int {
	slope := frac(1)
	for i, c := range p {
		slope = sum(slope, product(frac(float64(i)), frac(0).Abs(c)))
	}
	v := p.at(t)
	if frac(0).Abs(v).Cmp(product(product(slope, frac(16)), tiny())) <= 0 {
		return 0
	}
	return v.Sign()
}

// roots returns the roots in [0, 1], each within 2^-movingWidth. p is not zero.
func (p poly) roots() []*big.Float {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	if len(p) < 2 {
		return nil
	}
	d := make(poly, len(p)-1)
	for i := range d {
		d[i] = product(frac(float64(i+1)), p[i+1])
	}
	cuts := append(append([]*big.Float{frac(0)}, d.roots()...), frac(1))
	var found []*big.Float
	for i, c := range cuts {
		if p.sign(c) == 0 {
			found = append(found, c)
		}
		if i > 0 && p.sign(cuts[i-1])*p.sign(c) < 0 {
			found = append(found, p.bisect(cuts[i-1], c))
		}
	}
	return found
}

// bisect returns the root between lo and hi, where the signs differ.
func (p poly) bisect(lo, hi *big.Float) *big.Float {
	low := p.at(lo).Sign()
	for sum(hi, frac(0).Neg(lo)).Cmp(tiny()) > 0 {
		m := product(sum(lo, hi), frac(0.5))
		m = m.SetPrec(movingWidth + 10).SetPrec(movingBits) // any point between does
		if p.at(m).Sign() == low {
			lo = m
		} else {
			hi = m
		}
	}
	return hi
}

type polyVec [3]poly

func (v polyVec) less(w polyVec) (r polyVec) {
	for k := range 3 {
		r[k] = v[k].plus(w[k], -1)
	}
	return r
}

func (v polyVec) cross(w polyVec) (r polyVec) {
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		r[k] = v[i].times(w[j]).plus(v[j].times(w[i]), -1)
	}
	return r
}

func (v polyVec) dot(w polyVec) poly {
	return v[0].times(w[0]).plus(v[1].times(w[1]), 1).plus(v[2].times(w[2]), 1)
}

func (m *Moving) point(i int) polyVec { return polyVec(m.points[i]) }

// VertexFace returns the first time at which point 0 is in the triangle of the others, within
// 2^-300; nil for none.
func (m *Moving) VertexFace() *big.Float {
	v, a, b, c := m.point(0), m.point(1), m.point(2), m.point(3)
	u, w, r := b.less(a), c.less(a), v.less(a)
	n := u.cross(w)
	return m.first(n.dot(r), []polyVec{u, w, r, c.less(b), v.less(b), v.less(c)}, func(t *big.Float) bool {
		if nn := n.dot(n); nn.sign(t) != 0 {
			x, y := r.cross(w).dot(n), u.cross(r).dot(n)
			return x.sign(t) >= 0 && y.sign(t) >= 0 && nn.plus(x, -1).plus(y, -1).sign(t) >= 0
		}
		return onSegment(v, a, b, t) || onSegment(v, b, c, t) || onSegment(v, c, a, t)
	})
}

// EdgeEdge returns the first time at which the edges of points 0 and 1, and of points 2 and 3,
// meet, within 2^-300; nil for none.
func (m *Moving) EdgeEdge() *big.Float {
	a, b, c, d := m.point(0), m.point(1), m.point(2), m.point(3)
	u, w, r := b.less(a), d.less(c), c.less(a)
	n := u.cross(w)
	return m.first(n.dot(r), []polyVec{u, w, r, d.less(a), c.less(b), d.less(b)}, func(t *big.Float) bool {
		if nn := n.dot(n); nn.sign(t) != 0 {
			x, y := r.cross(w).dot(n), r.cross(u).dot(n)
			return x.sign(t) >= 0 && y.sign(t) >= 0 && nn.plus(x, -1).sign(t) >= 0 && nn.plus(y, -1).sign(t) >= 0
		}
		return onSegment(a, c, d, t) || onSegment(b, c, d, t) || onSegment(c, a, b, t) || onSegment(d, a, b, t)
	})
}

// VertexEdge returns the first time at which point 0 is in the edge of points 1 and 2, within
// 2^-300; nil for none. All are in the plane z = 0.
func (m *Moving) VertexEdge() *big.Float {
	v, a, b := m.point(0), m.point(1), m.point(2)
	p, q := a.less(v), b.less(v)
	return m.first(p.cross(q)[2], []polyVec{p, q}, func(t *big.Float) bool { return onSegment(v, a, b, t) })
}

// onSegment reports whether v is on the segment from a to b at t.
func onSegment(v, a, b polyVec, t *big.Float) bool {
	p, q := a.less(v), b.less(v)
	for _, c := range p.cross(q) {
		if c.sign(t) != 0 {
			return false
		}
	}
	return p.dot(q).sign(t) <= 0
}

// first returns the first time of contact: an end, or a root of plane; where that is zero all the
// time, of a product of two of the edges, which all that decides contact is made of.
func (m *Moving) first(plane poly, edges []polyVec, contact func(t *big.Float) bool) *big.Float {
	times := []*big.Float{frac(0), frac(1)}
	if !plane.zero() {
		times = append(times, plane.roots()...)
	} else {
		for i, p := range edges {
			for _, q := range edges[i:] {
				c := p.cross(q)
				for _, f := range []poly{c[0], c[1], c[2], p.dot(q)} {
					if !f.zero() {
						times = append(times, f.roots()...)
					}
				}
			}
		}
	}
	sort.SliceStable(times, func(i, j int) bool { return times[i].Cmp(times[j]) < 0 })
	for _, t := range times {
		if plane.sign(t) == 0 && contact(t) {
			return t
		}
	}
	return nil
}
