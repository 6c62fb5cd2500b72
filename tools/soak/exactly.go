package main

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Points, segments and triangles in rationals: distances, lines, half-spaces. A figure of the plane
// lies in z = 0.

// rvec is a point of the world, exactly.
type rvec [3]*big.Rat

// rat returns v exactly.
func rat(v xyz) (r rvec) {
	for i, x := range v {
		r[i] = new(big.Rat).SetFloat64(x)
	}
	return r
}

// rounded returns the doubles nearest to a.
func (a rvec) rounded() (v xyz) {
	for i, x := range a {
		v[i], _ = x.Float64()
	}
	return v
}

// exactly3 returns what takes points of a body at the pose to the world.
func exactly3(p d3.Pose) func(xyz) rvec {
	x, y, z, w := p.Rot.Quat()
	r := func(f float64) *big.Rat { return new(big.Rat).SetFloat64(f) }
	q := [4]*big.Rat{r(x), r(y), r(z), r(w)}
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	sum := func(list ...*big.Rat) *big.Rat {
		s := new(big.Rat)
		for _, x := range list {
			s.Add(s, x)
		}
		return s
	}
	norm := sum(mul(q[0], q[0]), mul(q[1], q[1]), mul(q[2], q[2]), mul(q[3], q[3]))
	var m [3][3]*big.Rat
	for i := range 3 {
		for k := range 3 {
			e := mul(q[i], q[k])
			e.Add(e, e)
			if i == k {
				e.Sub(e, norm)
				e.Add(e, mul(q[3], q[3]))
				e.Add(e, mul(q[3], q[3]))
			} else {
				t := mul(q[3], q[3-i-k])
				t.Add(t, t)
				if (k-i+3)%3 == 1 {
					t.Neg(t)
				}
				e.Add(e, t)
			}
			m[i][k] = e.Quo(e, norm)
		}
	}
	return affine(m, rat(xyz{p.Pos.X, p.Pos.Y, p.Pos.Z}))
}

// exactly2 is exactly3 in the plane.
func exactly2(p d2.Pose) func(xyz) rvec {
	c, s := p.Rot.CosSin()
	zero, one := new(big.Rat), big.NewRat(1, 1)
	cos, sin := new(big.Rat).SetFloat64(c), new(big.Rat).SetFloat64(s)
	m := [3][3]*big.Rat{{cos, new(big.Rat).Neg(sin), zero}, {sin, cos, zero}, {zero, zero, one}}
	return affine(m, rat(xyz{p.Pos.X, p.Pos.Y}))
}

// affine returns what takes v to m v + at.
func affine(m [3][3]*big.Rat, at rvec) func(xyz) rvec {
	return func(v xyz) (out rvec) {
		own := rat(v)
		for i := range 3 {
			out[i] = new(big.Rat).Add(at[i], rvec(m[i]).dot(own))
		}
		return out
	}
}

func (a rvec) sub(b rvec) (c rvec) {
	for i := range a {
		c[i] = new(big.Rat).Sub(a[i], b[i])
	}
	return c
}

// along returns a + t d.
func (a rvec) along(t *big.Rat, d rvec) (c rvec) {
	for i := range a {
		c[i] = new(big.Rat).Mul(t, d[i])
		c[i].Add(c[i], a[i])
	}
	return c
}

func (a rvec) dot(b rvec) *big.Rat {
	s := new(big.Rat)
	for i := range a {
		s.Add(s, new(big.Rat).Mul(a[i], b[i]))
	}
	return s
}

func (a rvec) cross(b rvec) (c rvec) {
	for i := range a {
		j, k := (i+1)%3, (i+2)%3
		c[i] = new(big.Rat).Mul(a[j], b[k])
		c[i].Sub(c[i], new(big.Rat).Mul(a[k], b[j]))
	}
	return c
}

// clamp returns x, or the nearer end of [0, 1].
func clamp(x *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	switch {
	case x.Sign() < 0:
		return new(big.Rat)
	case x.Cmp(one) > 0:
		return one
	}
	return x
}

// pointSegment returns the squared distance of p from the segment ab.
func pointSegment(p, a, b rvec) *big.Rat {
	d, w := b.sub(a), p.sub(a)
	if n := d.dot(d); n.Sign() > 0 {
		w = w.along(new(big.Rat).Neg(clamp(new(big.Rat).Quo(w.dot(d), n))), d)
	}
	return w.dot(w)
}

// segments returns the squared distance of the segments ab and cd.
func segments(a, b, c, d rvec) *big.Rat {
	least := lesserRat(lesserRat(pointSegment(a, c, d), pointSegment(b, c, d)),
		lesserRat(pointSegment(c, a, b), pointSegment(d, a, b)))
	u, v, w := b.sub(a), d.sub(c), c.sub(a)
	n := u.cross(v)
	all := n.dot(n)
	if all.Sign() == 0 {
		return least
	}
	s, t := new(big.Rat).Quo(w.cross(v).dot(n), all), new(big.Rat).Quo(w.cross(u).dot(n), all)
	if clamp(s).Cmp(s) != 0 || clamp(t).Cmp(t) != 0 {
		return least
	}
	h := w.dot(n)
	return lesserRat(least, h.Quo(h.Mul(h, h), all))
}

func lesserRat(x, y *big.Rat) *big.Rat {
	if y.Cmp(x) < 0 {
		return y
	}
	return x
}

// over reports whether the foot of p on the plane of the triangle, with the normal n, is in it.
func over(p rvec, f []rvec, n rvec) bool {
	for k := range 3 {
		if f[(k+1)%3].sub(f[k]).cross(p.sub(f[k])).dot(n).Sign() < 0 {
			return false
		}
	}
	return true
}

// edgesOf returns the edges of a segment or a triangle.
func edgesOf(f []rvec) (list [][2]rvec) {
	for k := range f {
		list = append(list, [2]rvec{f[k], f[(k+1)%len(f)]})
		if len(f) == 2 {
			break
		}
	}
	return list
}

// normalOf returns what is perpendicular to a triangle, zero for a segment.
func normalOf(f []rvec) rvec {
	if len(f) < 3 {
		return rat(xyz{})
	}
	return f[1].sub(f[0]).cross(f[2].sub(f[0]))
}

// pointFacet returns the squared distance of p from a segment or a triangle.
func pointFacet(p rvec, f []rvec) *big.Rat {
	var least *big.Rat
	for _, e := range edgesOf(f) {
		if g := pointSegment(p, e[0], e[1]); least == nil || g.Cmp(least) < 0 {
			least = g
		}
	}
	if n := normalOf(f); n.dot(n).Sign() > 0 && over(p, f, n) {
		h := p.sub(f[0]).dot(n)
		least = lesserRat(least, h.Quo(h.Mul(h, h), n.dot(n)))
	}
	return least
}

// facetGap returns the squared distance of two segments or triangles.
func facetGap(f, g []rvec) *big.Rat {
	least := segments(f[0], f[1], g[0], g[1])
	for _, x := range edgesOf(f) {
		for _, y := range edgesOf(g) {
			least = lesserRat(least, segments(x[0], x[1], y[0], y[1]))
		}
	}
	for _, x := range [2][2][]rvec{{f, g}, {g, f}} {
		n := normalOf(x[1])
		if n.dot(n).Sign() == 0 {
			continue
		}
		for _, p := range x[0] {
			least = lesserRat(least, pointFacet(p, x[1]))
		}
		for _, e := range edgesOf(x[0]) {
			h, i := e[0].sub(x[1][0]).dot(n), e[1].sub(x[1][0]).dot(n)
			if h.Sign()*i.Sign() < 0 {
				t := new(big.Rat).Sub(h, i)
				if over(e[0].along(t.Quo(h, t), e[1].sub(e[0])), x[1], n) {
					return new(big.Rat)
				}
			}
		}
	}
	return least
}

// across returns two directions that span what is across d.
func across(d rvec) [2]rvec {
	zero := new(big.Rat)
	neg := func(x *big.Rat) *big.Rat { return new(big.Rat).Neg(x) }
	switch {
	case d[0].Sign() != 0:
		return [2]rvec{{neg(d[1]), d[0], zero}, {neg(d[2]), zero, d[0]}}
	case d[1].Sign() != 0:
		return [2]rvec{{d[1], zero, zero}, {zero, neg(d[2]), d[1]}}
	}
	return [2]rvec{{d[2], zero, zero}, {zero, d[2], zero}}
}

// lineHits returns the least and the greatest t at which o + t d is in a segment or a triangle; ok
// is false if there is none.
//
// Seen along d the line is a point: it is a corner of what is seen, or in an edge of it, or in its
// inside.
func lineHits(o, d rvec, f []rvec) (first, last *big.Rat, ok bool) {
	e := across(d)
	var x, y, t [3]*big.Rat
	for k, p := range f {
		w := p.sub(o)
		x[k], y[k], t[k] = w.dot(e[0]), w.dot(e[1]), w.dot(d)
	}
	size := d.dot(d)
	add := func(s *big.Rat) {
		s.Quo(s, size)
		if !ok || s.Cmp(first) < 0 {
			first = s
		}
		if !ok || s.Cmp(last) > 0 {
			last = s
		}
		ok = true
	}
	turn := func(i, k int) *big.Rat {
		s := new(big.Rat).Mul(x[i], y[k])
		return s.Sub(s, new(big.Rat).Mul(x[k], y[i]))
	}
	for i := range f {
		if x[i].Sign() == 0 && y[i].Sign() == 0 {
			add(new(big.Rat).Set(t[i]))
		}
		k := (i + 1) % len(f)
		z, v := x, x[i].Sign()*x[k].Sign() < 0
		if !v {
			z, v = y, y[i].Sign()*y[k].Sign() < 0
		}
		if v && turn(i, k).Sign() == 0 {
			s := new(big.Rat).Sub(z[i], z[k])
			s.Mul(s.Quo(z[i], s), new(big.Rat).Sub(t[k], t[i]))
			add(s.Add(s, t[i]))
		}
	}
	if ok || len(f) < 3 {
		return first, last, ok
	}
	a, b, c := turn(1, 2), turn(2, 0), turn(0, 1)
	if a.Sign() != 0 && a.Sign() == b.Sign() && b.Sign() == c.Sign() {
		s := new(big.Rat).Mul(a, t[0])
		s.Add(s, new(big.Rat).Mul(b, t[1]))
		s.Add(s, new(big.Rat).Mul(c, t[2]))
		add(s.Quo(s, a.Add(a, b).Add(a, c)))
	}
	return first, last, ok
}

// plane is the half-space of all points p with (p - at).out <= 0.
type plane struct{ at, out rvec }

// side returns the sign of (p - at).out.
func (h *plane) side(p rvec) int { return p.sub(h.at).dot(h.out).Sign() }

// boxGap returns less than the distance of the boxes of two facets along an axis.
func boxGap(f, g []rvec) float64 {
	gap, size := 0.0, 0.0
	for i := range 3 {
		lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		for s, t := range [2][]rvec{f, g} {
			for _, p := range t {
				x, _ := p[i].Float64()
				lo[s], hi[s] = min(lo[s], x), max(hi[s], x)
			}
		}
		gap = max(gap, lo[0]-hi[1], lo[1]-hi[0])
		size = max(size, -lo[0], -lo[1], hi[0], hi[1])
	}
	return float64(gap*(1-1e-9)) - float64(1e-15*size)
}

// crossing reports whether the difference of two triangles has the origin inside: no plane through
// it and two of its corners has all others on one side.
func crossing(f, g []rvec) bool {
	var d []rvec
	for _, p := range f {
		for _, q := range g {
			d = append(d, p.sub(q))
		}
	}
	solid := false
	for i := range d {
		for k := range i {
			n := d[i].cross(d[k])
			lo, hi := 0, 0
			for _, x := range d {
				s := n.dot(x).Sign()
				lo, hi = min(lo, s), max(hi, s)
			}
			if solid = solid || lo != hi; (lo == 0) != (hi == 0) || lo == 0 && n.dot(n).Sign() > 0 {
				return false
			}
		}
	}
	return solid
}
