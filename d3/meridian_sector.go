package d3

import "math"

// sector lies between two half circles, whose radial directions are given in e and f, and whose least support values are at least low.
type sector struct {
	a, b       [2]float64
	lowA, lowB float64
	angle      float64
}

// chords returns a lower bound of all support values, by sectors between two half circles. None on the half circle through e is below first.
//
// At the head of every turn: whatever is not in a sector of the list has no support value below inner, nor below best - tol.
func (s *sweep) chords(q *Query, first float64) (inner float64, ok bool) {
	inner = math.Inf(1)
	quarter := [5][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}}
	low := [5]float64{0: first, 4: first}
	for i := 1; i < 4; i++ {
		low[i] = s.half(quarter[i])
		q.turns++
	}
	n := 0
	for ; n < 4; n++ {
		s.sectors[n] = sector{quarter[n], quarter[n+1], low[n], low[n+1], math.Pi / 2}
	}
	for n > 0 {
		n--
		t := s.sectors[n]
		if b := s.bound(&t); b >= s.best-s.tol {
			inner = min(inner, b)
			continue
		}
		if s.calls >= maxCalls || q.turns >= q.limit || n+2 > len(s.sectors) {
			return 0, false
		}
		mid := [2]float64{t.a[0] + t.b[0], t.a[1] + t.b[1]}
		k := 1 / math.Sqrt(float64(mid[0]*mid[0])+float64(mid[1]*mid[1]))
		mid[0], mid[1] = float64(mid[0]*k), float64(mid[1]*k)
		h := s.half(mid)
		q.turns++
		left, right := sector{t.a, mid, t.lowA, h, t.angle / 2}, sector{mid, t.b, h, t.lowB, t.angle / 2}
		if s.bound(&left) < s.bound(&right) {
			left, right = right, left
		}
		s.sectors[n], s.sectors[n+1] = left, right
		n += 2
	}
	return inner - pad, true
}

// bound returns a lower bound of the support values in t, which lies in one quadrant: the greater of two.
//
// From the half circle at angle l to that at angle k support values fall by at most slope |k - l| + side max(0, cos k - cos l), and the cosine
// changes by at most |k - l| times the greatest sine: they lie above two lines from the ends.
//
// Between them, they fall below the values interpolated from both ends by at most s (1 - s) dip, at the fraction s of the angle, where each part of
// dip comes from a slope or from a second derivative.
func (s *sweep) bound(t *sector) float64 {
	slopeA, slopeB := s.slope, s.slope
	steep := float64(s.side * max(math.Abs(t.a[1]), math.Abs(t.b[1])))
	if t.b[0] > t.a[0] {
		slopeA += steep
	} else {
		slopeB += steep
	}
	x := (t.lowA - t.lowB + float64(slopeB*t.angle)) / (slopeA + slopeB)
	lines := t.lowA - float64(slopeA*max(0, min(x, t.angle)))
	square := float64(t.angle*t.angle) / 2
	rest := s.slope - (s.axis.a.slope + s.axis.b.slope) // of a side too short to have a direction, and of rounding
	dip := float64(2*(rest+pad)*t.angle) + float64(s.side*square)
	for _, k := range [2]*turning{&s.axis.a, &s.axis.b} {
		dip += min(float64(2*k.slope*t.angle), float64(k.bend*square))
	}
	x = max(0, min((dip+t.lowA-t.lowB)/(2*dip), 1))
	return max(lines, t.lowA+float64(x*(t.lowB-t.lowA))-float64(float64(x*(1-x))*dip))
}
