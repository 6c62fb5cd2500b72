package d3

import "math"

// This file bounds the number of parts from below. A part that holds two points holds the way
// between them; where that way leaves the solid by more than the limit, no part holds both. Of
// points of which this is true for each two, each needs a part of its own.

// The limits of the search for such points.
const (
	leastPoints = 64 // points compared each with each
	leastSteps  = 24 // looks on the way between two
)

// leastParts returns a number of parts below which no cover of the solid keeps to the limit.
func leastParts(s *surface, corners []Vec, limit float64) int {
	p := spreadOut(corners, leastPoints)
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

// spreadOut returns at most n of the points, each as far from those before it as any.
func spreadOut(points []Vec, n int) []Vec {
	if len(points) == 0 {
		return nil
	}
	away := make([]float64, len(points))
	for i := range away {
		away[i] = math.Inf(1)
	}
	var out []Vec
	for at := 0; len(out) < n; {
		p := points[at]
		out = append(out, p)
		far := 0.0
		for i, q := range points {
			away[i] = min(away[i], q.Sub(p).Len2())
			if away[i] > far {
				far, at = away[i], i
			}
		}
		if far == 0 {
			break
		}
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
