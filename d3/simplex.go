package d3

// simplex is the hull of one to four points of C, the newest last, with the weights of its point nearest
// the origin. The float solver below finds that point fast and mostly right; gjk.go checks what it says,
// and grid.go is the exact one that decides where the check fails. Regions after [Ericson05], 5.1.
type simplex struct {
	p      [4]vertex
	lambda [4]float64
	n      int
}

// has reports whether p is a vertex of s already.
func (s *simplex) has(p *vertex) bool {
	for i := range s.n {
		if s.p[i].w == p.w {
			return true
		}
	}
	return false
}

// nearest returns the point of s nearest the origin and drops the vertices that do not carry it. inside
// tells that the origin seems to lie in the tetrahedron, which then is kept whole.
func (s *simplex) nearest() (v Vec, inside bool) {
	switch s.n {
	case 1:
		s.lambda[0] = 1
		return s.p[0].w, false
	case 2:
		return s.segment(), false
	case 3:
		return s.triangle(), false
	}
	return s.tetrahedron()
}

// keep1 reduces s to the vertex i.
func (s *simplex) keep1(i int) Vec {
	s.p[0] = s.p[i]
	s.lambda[0] = 1
	s.n = 1
	return s.p[0].w
}

// keep2 reduces s to the vertices i < j with weights proportional to x and y.
func (s *simplex) keep2(i, j int, x, y float64) Vec {
	if i != 0 {
		s.p[0] = s.p[i]
	}
	if j != 1 {
		s.p[1] = s.p[j]
	}
	s.n = 2
	t := y / (x + y)
	s.lambda[0], s.lambda[1] = 1-t, t
	a := s.p[0].w
	return a.Add(s.p[1].w.Sub(a).Scale(t))
}

// segment is nearest for two points.
func (s *simplex) segment() Vec {
	a, b := s.p[0].w, s.p[1].w
	e := b.Sub(a)
	x, y := e.Dot(b), -e.Dot(a)
	if !(y > 0) {
		return s.keep1(0)
	}
	if !(x > 0) {
		return s.keep1(1)
	}
	return s.keep2(0, 1, x, y)
}

// triangle is nearest for three points.
func (s *simplex) triangle() Vec {
	a, b, c := s.p[0].w, s.p[1].w, s.p[2].w
	ab, ac := b.Sub(a), c.Sub(a)
	d1, d2 := -ab.Dot(a), -ac.Dot(a)
	if d1 <= 0 && d2 <= 0 {
		return s.keep1(0)
	}
	d3, d4 := -ab.Dot(b), -ac.Dot(b)
	if d3 >= 0 && d4 <= d3 {
		return s.keep1(1)
	}
	d5, d6 := -ab.Dot(c), -ac.Dot(c)
	if d6 >= 0 && d5 <= d6 {
		return s.keep1(2)
	}
	n := ab.Cross(ac)
	// Twice the signed areas of the triangles that the origin's projection makes with the edges.
	lc := n.Dot(a.Cross(b))
	if lc <= 0 && d1 >= 0 && d3 <= 0 {
		return s.keep2(0, 1, -d3, d1)
	}
	lb := n.Dot(c.Cross(a))
	if lb <= 0 && d2 >= 0 && d6 <= 0 {
		return s.keep2(0, 2, -d6, d2)
	}
	la := n.Dot(b.Cross(c))
	if la <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		return s.keep2(1, 2, d5-d6, d4-d3)
	}
	sum := la + lb + lc
	s.lambda[0], s.lambda[1], s.lambda[2] = la/sum, lb/sum, lc/sum
	return n.Scale(n.Dot(a) / n.Len2())
}

// tetrahedron is nearest for four points: the best of the faces that the origin lies beyond.
func (s *simplex) tetrahedron() (Vec, bool) {
	a, b, c, d := s.p[0].w, s.p[1].w, s.p[2].w, s.p[3].w
	// The origin was beyond abc when d was looked for, so the three faces at d can carry the answer, and
	// abc only where rounding spoiled that.
	vol := b.Sub(a).Cross(c.Sub(a)).Dot(d.Sub(a))
	side := func(p, q, r Vec) float64 { // of the origin against the plane pqr; positive on the inner side
		return -q.Sub(p).Cross(r.Sub(p)).Dot(p)
	}
	out := [4]bool{
		!(side(d, c, b)*vol > 0), // face without a
		!(side(d, a, c)*vol > 0), // without b
		!(side(d, b, a)*vol > 0), // without c
		!(side(a, b, c)*vol > 0), // without d
	}
	if !out[0] && !out[1] && !out[2] && !out[3] {
		return Vec{}, true
	}
	var best simplex
	var v Vec
	for i, o := range out {
		if !o {
			continue
		}
		f := s.without(i)
		if w := f.triangle(); best.n == 0 || w.Len2() < v.Len2() {
			best, v = f, w
		}
	}
	*s = best
	return v, false
}

// without returns the face of a tetrahedron opposite vertex i.
func (s *simplex) without(i int) simplex {
	f := simplex{n: 3}
	k := 0
	for j := range 4 {
		if j != i {
			f.p[k] = s.p[j]
			k++
		}
	}
	return f
}

// point returns the points of C and of A that the weights stand for.
func (s *simplex) point() (w, a Vec) {
	for i := range s.n {
		w = w.Add(s.p[i].w.Scale(s.lambda[i]))
		a = a.Add(s.p[i].a.Scale(s.lambda[i]))
	}
	return w, a
}
