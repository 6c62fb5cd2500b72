package d3

import "math"

// This file bounds the number of parts from below. A part that holds two points holds the way
// between them; where that way leaves the solid by more than the limit, no part holds both. Of
// points of which this is true for each two, each needs a part of its own.

// The limits of the search for such points.
const (
	leastCorners = 40 // corners of the hull
	leastPoints  = 64 // points compared each with each
	leastSteps   = 24 // looks on the way between two
)

// leastParts returns a number of parts below which no cover of the solid keeps to the limit.
func leastParts(s *surface, corners []Vec, limit float64) int {
	p := s.spreadOut(nil, corners, leastCorners)
	p = s.spreadOut(p, s.middles(), leastPoints)
	n := len(p)
	apart := make([][]bool, n)
	degree := make([]int, n)
	for i := range p {
		apart[i] = make([]bool, n)
		for j := range i {
			if s.leaves(p[i], p[j], limit) {
				apart[i][j], apart[j][i] = true, true
				degree[i]++
				degree[j]++
			}
		}
	}
	best := 1
	for i := range p { // greedily from each point, the one with the most others left first
		left := make([]int, 0, n)
		for j := range p {
			if apart[i][j] {
				left = append(left, j)
			}
		}
		count := 1
		for len(left) > 0 {
			at, most := 0, -1
			for k, j := range left {
				have := 0
				for _, m := range left {
					if apart[j][m] {
						have++
					}
				}
				if have > most {
					at, most = k, have
				}
			}
			j := left[at]
			next := left[:0]
			for _, m := range left {
				if apart[j][m] {
					next = append(next, m)
				}
			}
			left = next
			count++
		}
		best = max(best, count)
	}
	return best
}

// middles returns points of the solid near the middles of the edges.
func (s *surface) middles() (out []Vec) {
	in := float64(0x1p-16 * s.size)
	for i := range s.tris {
		t := &s.tris[i]
		if t.slip >= 0.25 || t.slip == 0 {
			continue
		}
		for _, e := range [3][2]Vec{{t.a, t.b}, {t.b, t.c}, {t.c, t.a}} {
			out = append(out, e[0].Lerp(e[1], 0.5).Sub(t.normal.Scale(in)))
		}
	}
	return out
}

// spreadOut appends points to out until they are n, each as far from those before it as any. Of
// those that it appends each lies in the solid.
func (s *surface) spreadOut(out, points []Vec, n int) []Vec {
	away := make([]float64, len(points))
	for i := range away {
		away[i] = math.Inf(1)
	}
	nearer := func(p Vec) (at int, far float64) {
		for i, q := range points {
			away[i] = min(away[i], q.Sub(p).Len2())
			if away[i] > far {
				far, at = away[i], i
			}
		}
		return at, far
	}
	at, far := 0, 0.0
	for _, p := range out {
		at, far = nearer(p)
	}
	if len(out) == 0 && len(points) > 0 {
		far = 1
	}
	for looks := 0; far > 0 && len(out) < n && looks < 2*n; looks++ {
		p := points[at]
		if w, on := s.winding(p); on || w > 0 {
			out = append(out, p)
		}
		at, far = nearer(p)
	}
	return out
}

// leaves reports whether a point on the way from p to q, found at some steps, lies farther than
// limit out of the solid, rounding included.
func (s *surface) leaves(p, q Vec, limit float64) bool {
	for k := 1; k < leastSteps; k++ {
		m := p.Lerp(q, float64(k)/leastSteps)
		if d, _, _ := s.nearest(m, math.Inf(1)); d > limit+float64(2*s.down) {
			if w, on := s.winding(m); !on && w <= 0 {
				return true
			}
		}
	}
	return false
}
