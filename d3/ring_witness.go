package d3

import "math"

// surfacePoint returns a point of A that belongs to the point h*n of C, up to tol, where n is a
// normal and h its support value.
func (m *minkowski) surfacePoint(n Vec, h, tol float64) Vec {
	foot := n.Scale(h).snap()
	var x simplex
	m.support(n, &x.p[0])
	x.p[0].w = x.p[0].w.Sub(foot)
	x.n = 1
	return m.nearestTo(x, foot, tol)
}

// nearestTo returns the point of A that belongs to the point of C nearest to foot, up to tol. GJK
// looks for it from the simplex x of C - foot. The foot lies outside C by no more than the bounds
// are apart, or by rounding within.
func (m *minkowski) nearestTo(x simplex, foot Vec, tol float64) Vec {
	if a, ok := m.nearest(x, foot, tol, false); ok {
		return a
	}
	a, _ := m.nearest(x, foot, tol, true)
	return a
}

// nearest runs GJK from the simplex x of C - foot, in doubles or exactly, and returns the point of
// A that belongs to the nearest point found. ok tells that this is near enough. The points of
// C - foot have coordinates below 2^52 in the grid's unit, not 2^51, which leaves the exact
// directions far from the end of their range. Where exactly is set, integers are used and it stops
// when there is no progress; doubles stop when they see none.
func (m *minkowski) nearest(x simplex, foot Vec, tol float64, exactly bool) (a Vec, ok bool) {
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
		if inside || best <= tol/4 {
			return a, true
		}
		n := &x.p[x.n]
		m.support(toward.Neg(), n)
		n.w = n.w.Sub(foot)
		if exactly && d.dot(gridPoint(toGrid(n.w)).sub(toGrid(x.p[0].w))).Sign() >= 0 {
			break
		}
		x.n++
	}
	return a, best <= tol
}

// surface returns the point of A that belongs to the point of the tetrahedron's surface nearest the
// origin, which lies inside.
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
