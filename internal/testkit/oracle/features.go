package oracle

import (
	"math"
	"math/big"
	"math/bits"
)

// maxPoints is the greatest number of different points of a body.
const maxPoints = 128

// set is a set of point indices.
type set [maxPoints / 64]uint64

func (s *set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }
func (s set) and(t set) set   { return set{s[0] & t[0], s[1] & t[1]} }

// two returns two different elements of s; ok is false when there are fewer.
func (s set) two() (i, j int, ok bool) {
	if bits.OnesCount64(s[0])+bits.OnesCount64(s[1]) < 2 {
		return 0, 0, false
	}
	i = s.first()
	s[i/64] &^= 1 << (i % 64)
	return i, s.first(), true
}

func (s *set) first() int {
	if s[0] != 0 {
		return bits.TrailingZeros64(s[0])
	}
	return 64 + bits.TrailingZeros64(s[1])
}

// planeFeatures returns the normals of all lines through two of the points; the edges are among
// them.
func planeFeatures(pts []vec) features {
	var f features
	for i := range pts {
		for j := range i {
			e := sub(&pts[i], &pts[j])
			var n vec
			n[0].Neg(&e[1])
			n[1].Set(&e[0])
			f.normals = append(f.normals, n)
		}
	}
	return f
}

// hullFeatures returns the facet normals and the edges of the hull of different points. A flat hull
// has one normal and, as its edges, all differences of points; a segment has one edge.
func hullFeatures(pts []vec) features {
	if len(pts) > maxPoints {
		panic("oracle: too many points")
	}
	if len(pts) == 1 {
		return features{}
	}
	e := sub(&pts[1], &pts[0])
	n := new(vec)
	for i := 2; i < len(pts) && n.isZero(); i++ {
		n = cross(e, sub(&pts[i], &pts[0]))
	}
	if n.isZero() {
		return features{edges: []vec{*e}}
	}
	for i := range pts {
		if dot(n, sub(&pts[i], &pts[0])).Sign() != 0 {
			return solidFeatures(pts)
		}
	}
	f := features{normals: []vec{*n}}
	for i := range pts {
		for j := range i {
			f.edges = append(f.edges, *sub(&pts[i], &pts[j]))
		}
	}
	return f
}

// solidFeatures tries the planes through all triples of points.
func solidFeatures(pts []vec) features {
	k := 0
	for i := range pts {
		k = max(k, pts[i].bits())
	}
	fp := floats(pts, k)
	var f features
	var facets []set
	for i := range pts {
		for j := range i {
			e := sub(&pts[j], &pts[i])
		third:
			for l := range j {
				for _, s := range facets {
					if s.has(i) && s.has(j) && s.has(l) {
						continue third
					}
				}
				n := cross(e, sub(&pts[l], &pts[i]))
				if n.isZero() {
					continue
				}
				if s, ok := facet(pts, fp, n, i, j, l); ok {
					facets = append(facets, s)
					f.normals = append(f.normals, *n)
				}
			}
		}
	}
	for x, s := range facets {
		for _, t := range facets[:x] {
			// Two facets of a solid meet in at most an edge, so any two common points give its
			// direction.
			if i, j, ok := s.and(t).two(); ok {
				f.edges = append(f.edges, *sub(&pts[i], &pts[j]))
			}
		}
	}
	return f
}

// facet returns the points in the plane through the points i, j and l with normal n, and whether
// all others lie on one side of it.
func facet(pts []vec, fp [][3]float64, n *vec, i, j, l int) (on set, ok bool) {
	side := 0
	for q := range pts {
		s := 0
		if q != i && q != j && q != l {
			s = floatSide(fp[i], fp[j], fp[l], fp[q])
			if s == 0 {
				s = dot(n, sub(&pts[q], &pts[i])).Sign()
			}
		}
		switch {
		case s == 0:
			on.add(q)
		case side == 0:
			side = s
		case side != s:
			return on, false
		}
	}
	return on, true
}

// floatSide returns the sign of ((b - a) x (c - a)).(d - a), or 0 when floats cannot tell. The
// coordinates are at most 1 in size and off by 2^-53 each, so the determinant of the differences,
// each at most 2, is off by less than 1e-13.
func floatSide(a, b, c, d [3]float64) int {
	var e [3][3]float64
	for k, p := range [3][3]float64{b, c, d} {
		e[k] = [3]float64{p[0] - a[0], p[1] - a[1], p[2] - a[2]}
	}
	v := fdot(fcross(e[0], e[1]), e[2])
	if math.Abs(v) < 1e-13 {
		return 0
	}
	return int(math.Copysign(1, v))
}

// margins puts the exact sum of the margins into p.
func (p *pair) margins(a, b []float64) *pair {
	e, _ := common(0, false, append(append([]float64{}, a...), b...)...)
	p.expR = e
	for _, m := range [][]float64{a, b} {
		for _, r := range m {
			i := integer(r, e)
			p.sumR.Add(&p.sumR, &i)
		}
	}
	return p
}

// root is sign * sqrt(num / den) * 2^exp.
type root struct {
	sign     int
	num, den big.Int
	exp      int
}
