package d3

import "math"

// nearest returns the point of s nearest the origin and drops the vertices that do not carry it.
// inside tells that the origin seems to lie in the tetrahedron, which then is kept whole. So is a
// simplex that doubles cannot solve: v is NaN.
func (s *simplex) nearest() (v Vec, inside bool) {
	switch s.n {
	case 1:
		s.lambda[0] = 1
		return s.p[0].w, false
	case 2:
		v, s.lambda[0], s.lambda[1] = nearestSegment(s.p[0].w, s.p[1].w)
	case 3:
		v, s.lambda[0], s.lambda[1], s.lambda[2] = nearestTriangle(s.p[0].w, s.p[1].w, s.p[2].w)
	default:
		if v, inside = s.nearestTetrahedron(); inside {
			return v, true
		}
	}
	n := 0
	for i := range s.n {
		if s.lambda[i] > 0 {
			if n < i {
				s.p[n], s.lambda[n] = s.p[i], s.lambda[i]
			}
			n++
		}
	}
	if n == 0 { // a sliver, of which doubles make nothing: no weight came out positive
		nan := math.NaN()
		return Vec{nan, nan, nan}, false
	}
	s.n = n
	return v, false
}

// keep1 reduces s to the vertex i.
func (s *simplex) keep1(i int) {
	s.p[0] = s.p[i]
	s.lambda[0] = 1
	s.n = 1
}

// keep2 reduces s to the vertices i < j with weights proportional to x and y.
func (s *simplex) keep2(i, j int, x, y float64) {
	s.p[0], s.p[1] = s.p[i], s.p[j]
	s.n = 2
	t := y / (x + y)
	s.lambda[0], s.lambda[1] = 1-t, t
}

// nearestSegment returns the point v = la a + lb b of the segment nearest the origin.
func nearestSegment(a, b Vec) (v Vec, la, lb float64) {
	e := b.Sub(a)
	x, y := e.Dot(b), -e.Dot(a)
	if !(y > 0) {
		return a, 1, 0
	}
	if !(x > 0) {
		return b, 0, 1
	}
	t := y / (x + y)
	return a.Add(e.Scale(t)), 1 - t, t
}

// nearestTriangle returns the point v = la a + lb b + lc c of the triangle nearest the origin.
// Dropped vertices have weight zero, exactly. The regions are those of [Ericson05], 5.1.5.
func nearestTriangle(a, b, c Vec) (v Vec, la, lb, lc float64) {
	ab, ac := b.Sub(a), c.Sub(a)
	abA, acA := -ab.Dot(a), -ac.Dot(a) // the origin along both edges, seen from a
	if abA <= 0 && acA <= 0 {          // region a
		return a, 1, 0, 0
	}
	abB, acB := -ab.Dot(b), -ac.Dot(b) // seen from b
	if abB >= 0 && acB <= abB {        // region b
		return b, 0, 1, 0
	}
	abC, acC := -ab.Dot(c), -ac.Dot(c) // seen from c
	if acC >= 0 && abC <= acC {        // region c
		return c, 0, 0, 1
	}
	// Twice the signed areas of the triangles that the origin's projection makes with the edges.
	n := ab.Cross(ac)
	lc = n.Dot(a.Cross(b))
	if lc <= 0 && abA >= 0 && abB <= 0 { // region ab
		t := abA / (abA - abB)
		return a.Add(ab.Scale(t)), 1 - t, t, 0
	}
	lb = n.Dot(c.Cross(a))
	if lb <= 0 && acA >= 0 && acC <= 0 { // region ac
		t := acA / (acA - acC)
		return a.Add(ac.Scale(t)), 1 - t, 0, t
	}
	la = n.Dot(b.Cross(c))
	if x, y := acB-abB, abC-acC; la <= 0 && x >= 0 && y >= 0 { // region bc
		t := x / (x + y)
		return b.Add(c.Sub(b).Scale(t)), 0, 1 - t, t
	}
	// region abc
	sum := 1 / (la + lb + lc) // not 1/n.n: the weights' own sum makes a point of the triangle, however thin
	return n.Scale(n.Dot(a) / n.Len2()), la * sum, lb * sum, lc * sum
}

// nearestTetrahedron is nearest for four points. The last one, d, was found in the direction from
// the old triangle abc to the origin, so the origin is on the inner side of abc, and only the faces
// at d can carry the answer.
func (s *simplex) nearestTetrahedron() (v Vec, inside bool) {
	a, b, c, d := s.p[0].w, s.p[1].w, s.p[2].w, s.p[3].w
	ea, eb, ec := a.Sub(d), b.Sub(d), c.Sub(d)
	nab, nbc, nca := ea.Cross(eb), eb.Cross(ec), ec.Cross(ea)
	vol := nab.Dot(ec)
	outAB, outBC, outCA := !(nab.Dot(d)*vol < 0), !(nbc.Dot(d)*vol < 0), !(nca.Dot(d)*vol < 0)
	if !outAB && !outBC && !outCA {
		return Vec{}, true
	}
	best := math.Inf(1)
	if outAB {
		w, x, y, z := nearestTriangle(a, b, d)
		best, v, s.lambda = w.Len2(), w, [4]float64{x, y, 0, z}
	}
	if outBC {
		w, x, y, z := nearestTriangle(b, c, d)
		if l := w.Len2(); l < best {
			best, v, s.lambda = l, w, [4]float64{0, x, y, z}
		}
	}
	if outCA {
		w, x, y, z := nearestTriangle(c, a, d)
		if l := w.Len2(); l < best {
			v, s.lambda = w, [4]float64{y, 0, x, z}
		}
	}
	return v, false
}

// thin reports whether s is a triangle that thinTriangle warns of.
func (s *simplex) thin() bool { return s.n == 3 && thinTriangle(s.p[0].w, s.p[1].w, s.p[2].w) }

// thinTriangle reports whether doubles give the normal of the triangle abc or the weights of the
// origin's foot on it too roughly. With n = p x q for the edges at a, the normal is off by 4u
// |p||q|/|n|, which is to stay below 64u, and a weight by about u |b||c|/|n|, which moves the point
// by that times the longer edge: below 16u.
func thinTriangle(a, b, c Vec) bool {
	p, q := b.Sub(a), c.Sub(a)
	pp, qq, nn := p.Len2(), q.Len2(), p.Cross(q).Len2()
	return nn < float64(0x1p-8*pp*qq) || nn < float64(0x1p-8*b.Len2()*c.Len2()*max(pp, qq))
}

// surrounds reports whether a ball of radius r about the origin lies in the tetrahedron s, which
// holds the origin.
func (s *simplex) surrounds(r float64) bool {
	for i := range 4 {
		a, b, c := s.p[(i+1)&3].w, s.p[(i+2)&3].w, s.p[(i+3)&3].w
		n := b.Sub(a).Cross(c.Sub(a))
		if !(math.Abs(n.Dot(a)) > float64(r*n.Len())+detNoise*unit) {
			return false
		}
	}
	return true
}
