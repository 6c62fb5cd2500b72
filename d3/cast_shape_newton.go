package d3

import "math"

// The walk of a cast ends where its bounds meet, and a gap e between them leaves the direction open
// by the root of 2e over the distance of the cores: 2^-14 at worst. Newton's method, which solves
// for the direction and the time together, gives both to within rounding, from a few turns of the
// walk on. docs/math/cast.md, "The normal".

// meetTurn is the square of the last turn of the direction: the next one is below rounding.
const meetTurn = 0x1p-52

// meet solves for the direction across both cores and the time tau at which they come within radius
// along it, where B moves by v from t, and reports whether it has them.
func (n *newton) meet(v, t Vec, radius float64, tau *float64) (still bool) {
	m := n.m
	defer func() { m.t = t }()
	m.t = t.Add(v.Scale(*tau))
	n.set()
	for range newtonSteps {
		turn, changed, ok := n.step()
		if !ok && n.hold() {
			turn, changed, ok = n.step()
		}
		if !ok {
			return false
		}
		n.set()
		slope := n.d.Dot(v)
		if !(slope < 0) {
			return false
		}
		gap := n.w.Dot(n.d) + radius
		by := gap / slope
		*tau += by
		m.t = t.Add(v.Scale(*tau))
		n.w = n.w.Sub(v.Scale(by))
		still = !changed && turn <= meetTurn
		if still && math.Abs(gap) <= newtonGap*unit { // solved where they meet
			return true
		}
	}
	return still
}

// hold keeps one foot where it is for a step, where both are free along one line or one on a face:
// the other tells the direction. It reports whether that may help.
func (n *newton) hold() bool {
	switch a, b := &n.a, &n.b; {
	case a.free == 0 || b.free == 0:
		return false
	case b.free > a.free:
		a.free = 0
	default:
		b.free = 0
	}
	return true
}
