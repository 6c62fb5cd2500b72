package d3

import "math"

// witness returns a point of A that belongs to the point h*n of C, up to the tolerance. GJK looks for that point, which lies outside C by no more
// than the bounds are apart, or by rounding within. It starts from the best arc of the half circle through n.
func (s *sweep) witness(n Vec, h float64) Vec {
	foot := n.Scale(h).snap()
	d := [2]float64{n.Dot(s.e), n.Dot(s.f)}
	if l := math.Sqrt(float64(d[0]*d[0]) + float64(d[1]*d[1])); l > 0x1p-40 {
		d[0], d[1] = d[0]/l, d[1]/l
	} else {
		d = [2]float64{1, 0}
	}
	s.half(d)
	g := &s.arcs[0]
	for i := 1; i < s.count; i++ {
		if s.arcs[i].low < g.low {
			g = &s.arcs[i]
		}
	}
	var x simplex
	x.p[0], x.p[1] = vertex{w: g.a.w.Sub(foot), a: g.a.a}, vertex{w: g.b.w.Sub(foot), a: g.b.a}
	if x.n = 2; x.p[0].w == x.p[1].w {
		x.n = 1
	}
	if a, ok := s.nearest(x, foot, false); ok {
		return a
	}
	a, _ := s.nearest(x, foot, true)
	return a
}

// nearest runs GJK from the simplex x of C - foot, in doubles or exactly, and returns the point of A that belongs to the nearest point found. ok tells that
// this is near enough. The points of C - foot have coordinates below 2^52 in the grid's unit, not 2^51, which leaves the exact
// directions far from the end of their range. Doubles stop when they see no progress, integers when there is none.
func (s *sweep) nearest(x simplex, foot Vec, exactly bool) (a Vec, ok bool) {
	best := math.Inf(1)
	for range 64 {
		var d gridVec
		var toward Vec
		inside := false
		if exactly {
			d = x.nearestExact()
			inside = d == gridVec{}
			toward = direction(d[0], d[1], d[2])
		} else {
			toward, inside = x.nearest()
		}
		if inside && x.n == 4 {
			return x.surface(), true
		}
		v, p := x.point()
		if l := v.Len(); l < best {
			a, best = p, l
		} else if !exactly {
			break
		}
		if inside || best <= s.tol/4 {
			return a, true
		}
		n := &x.p[x.n]
		s.m.support(toward.Neg(), n)
		n.w = n.w.Sub(foot)
		if exactly && d.dot(gridPoint(toGrid(n.w)).sub(toGrid(x.p[0].w))).Sign() >= 0 {
			break
		}
		x.n++
	}
	return a, best <= s.tol
}

// surface returns the point of A that belongs to the point of the tetrahedron's surface nearest the origin, which lies inside.
func (s *simplex) surface() Vec {
	var a Vec
	best := math.Inf(1)
	for i := range 4 {
		p, q, r := &s.p[(i+1)&3], &s.p[(i+2)&3], &s.p[(i+3)&3]
		if v, x, y, z := nearestTriangle(p.w, q.w, r.w); v.Len() < best {
			best, a = v.Len(), p.a.Scale(x).Add(q.a.Scale(y)).Add(r.a.Scale(z))
		}
	}
	return a
}
