package oracle

import "math/big"

// closest returns a direction d along the shortest vector v of A - B, and a point w of the face
// that v ends on, so that |v| = w.d / |d|; or nil, nil when A - B holds the origin. The certificate
// is that x.d >= w.d for all vertices x. Each turn either ends or shortens v, and there are
// finitely many simplexes.
func (p *pair) closest() (d, w *vec) {
	simplex := []*vec{p.start()}
	for {
		d, simplex = nearest(simplex)
		if d == nil {
			return nil, nil
		}
		x := p.lowest(d)
		if dot(x, d).Cmp(dot(simplex[0], d)) >= 0 {
			return d, simplex[0]
		}
		simplex = append(simplex, x)
	}
}

// start returns a vertex of A - B that is likely to be near the origin.
func (p *pair) start() *vec {
	d := sub(&p.a[0], &p.b[0])
	if d.isZero() {
		return d
	}
	return p.lowest(d)
}

// lowest returns the vertex x of A - B with the least x.d.
func (p *pair) lowest(d *vec) *vec {
	neg := d.scaled(big.NewInt(-1))
	return sub(farthest(p.a, neg), farthest(p.b, d))
}

// farthest returns the point with the greatest inner product with d.
func farthest(pts []vec, d *vec) *vec {
	best, at := dot(&pts[0], d), 0
	for i := 1; i < len(pts); i++ {
		if h := dot(&pts[i], d); h.Cmp(best) > 0 {
			best, at = h, i
		}
	}
	return &pts[at]
}

// nearest returns a direction along the point of the simplex nearest the origin, nil for the origin
// itself, and the vertices that carry it. The vertices must be affinely independent.
func nearest(s []*vec) (*vec, []*vec) {
	for _, size := range []int{1, 2, 3} {
		for _, sub := range subsets(s, size) {
			d, inside := foot(sub)
			if !inside {
				continue
			}
			if d.isZero() {
				return nil, nil
			}
			if carries(s, sub[0], d) {
				return d, sub
			}
		}
	}
	return nil, nil // the origin is nearest no face of the tetrahedron: it is inside
}

// subsets lists the subsets of s with n elements.
func subsets(s []*vec, n int) [][]*vec {
	var out [][]*vec
	for mask := 1; mask < 1<<len(s); mask++ {
		var sub []*vec
		for i := range s {
			if mask>>i&1 == 1 {
				sub = append(sub, s[i])
			}
		}
		if len(sub) == n {
			out = append(out, sub)
		}
	}
	return out
}

// foot returns a vector along the foot of the perpendicular from the origin on the affine hull of 1
// to 3 points, and whether the foot lies strictly between the points.
func foot(s []*vec) (d *vec, inside bool) {
	switch len(s) {
	case 1:
		return s[0], true
	case 2:
		e := sub(s[1], s[0])
		l1 := new(big.Int).Neg(dot(s[0], e))
		l0 := dot(s[1], e)
		if l0.Sign() <= 0 || l1.Sign() <= 0 {
			return nil, false
		}
		d = s[0].scaled(l0)
		t := s[1].scaled(l1)
		for i := range d {
			d[i].Add(&d[i], &t[i])
		}
		return d, true
	}
	e1, e2 := sub(s[1], s[0]), sub(s[2], s[0])
	n := cross(e1, e2)
	nn := dot(n, n)
	l1 := dot(cross(e2, s[0]), n) // (-s0 x e2).n
	l2 := dot(cross(s[0], e1), n) // (e1 x -s0).n
	l0 := new(big.Int).Sub(nn, l1)
	l0.Sub(l0, l2)
	if l0.Sign() <= 0 || l1.Sign() <= 0 || l2.Sign() <= 0 {
		return nil, false
	}
	return n.scaled(big.NewInt(int64(dot(n, s[0]).Sign()))), true
}

// carries reports whether no vertex of s lies nearer along d than w.
func carries(s []*vec, w, d *vec) bool {
	h := dot(w, d)
	for _, x := range s {
		if x != w && dot(x, d).Cmp(h) < 0 {
			return false
		}
	}
	return true
}
