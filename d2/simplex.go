package d2

// simplex is the hull of one to three points of C, the newest last, with the weights of its point nearest
// the origin. The float solver below finds that point fast and mostly right; gjk.go checks what it says,
// and grid.go is the exact one that decides where the check fails. Regions after [Ericson05], 5.1.
type simplex struct {
	p      [3]vertex
	lambda [3]float64
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
// tells that the origin seems to lie in the triangle, which then is kept whole.
func (s *simplex) nearest() (v Vec, inside bool) {
	switch s.n {
	case 1:
		s.lambda[0] = 1
		return s.p[0].w, false
	case 2:
		v, t := s.foot(0, 1)
		s.keep(0, 1, t)
		return v, false
	}
	return s.triangle()
}

// keep1 reduces s to the vertex i.
func (s *simplex) keep1(i int) {
	if i != 0 {
		s.p[0] = s.p[i]
	}
	s.lambda[0], s.n = 1, 1
}

// keep2 reduces s to the vertices i < j with weights 1-t and t.
func (s *simplex) keep2(i, j int, t float64) {
	if i != 0 {
		s.p[0] = s.p[i]
	}
	if j != 1 {
		s.p[1] = s.p[j]
	}
	s.lambda[0], s.lambda[1], s.n = 1-t, t, 2
}

// keep reduces s to what carries the point of the edge ij at t, as given by foot.
func (s *simplex) keep(i, j int, t float64) {
	switch t {
	case 0:
		s.keep1(i)
	case 1:
		s.keep1(j)
	default:
		s.keep2(i, j, t)
	}
}

// foot returns the point of the edge ij nearest the origin and its place on the edge: 0 at i, 1 at j. Between
// them, v is a multiple of the edge's exact perpendicular.
func (s *simplex) foot(i, j int) (v Vec, t float64) {
	a, b := s.p[i].w, s.p[j].w
	e := b.Sub(a)
	x, y := e.Dot(b), -e.Dot(a)
	if !(y > 0) {
		return a, 0
	}
	if !(x > 0) {
		return b, 1
	}
	n := e.perp()
	return n.Scale(n.Dot(a) / n.Len2()), y / (x + y)
}

// triangle is nearest for three points: the best of the edges that the origin lies beyond.
func (s *simplex) triangle() (v Vec, inside bool) {
	a, b, c := s.p[0].w, s.p[1].w, s.p[2].w
	area := b.Sub(a).Cross(c.Sub(a))
	var t float64
	first, second, found := 0, 0, false
	for _, e := range [3][2]int{{1, 2}, {0, 2}, {0, 1}} {
		i, j := e[0], e[1]
		side := s.p[i].w.Cross(s.p[j].w)
		if j-i == 2 {
			side = -side
		}
		if float64(side*area) > 0 { // the origin is on the inner side
			continue
		}
		if w, x := s.foot(i, j); !found || w.Len2() < v.Len2() {
			v, t, first, second, found = w, x, i, j, true
		}
	}
	if !found {
		return Vec{}, true
	}
	s.keep(first, second, t)
	return v, false
}

// toward returns the direction from the origin to the point that s carries: exactly that of its vertex, or the
// perpendicular of its edge.
func (s *simplex) toward() Vec {
	a := s.p[0].w
	if s.n == 1 {
		return a
	}
	n := s.p[1].w.Sub(a).perp()
	if n.Dot(a) < 0 {
		return n.Neg()
	}
	return n
}

// point returns the points of C and of A that the weights stand for.
func (s *simplex) point() (w, a Vec) {
	for i := range s.n {
		w = w.Add(s.p[i].w.Scale(s.lambda[i]))
		a = a.Add(s.p[i].a.Scale(s.lambda[i]))
	}
	return w, a
}
