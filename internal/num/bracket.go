package num

import "math"

// Noise is a gap of 16 u in points of the Minkowski difference, whose coordinates are below 1/2:
// half of that is rounding.
const Noise = 8 * Unit

// MarginSums and BallSum are what MarginError is made of, in units of u.
const (
	MarginSums = 4
	BallSum    = 1
)

// StopAt returns the gap between the bounds at which GJK stops for a distance of about d: tol, what
// the bracket allows, and where that is much for the direction, which the gap leaves uncertain by
// sqrt(2 gap/d), 2^-29 d. Less than Noise is not asked for.
func StopAt(tol, d float64) float64 {
	near := float64(0x1p-29 * d)
	switch { // by comparisons, which do not wait for each other
	case !(tol > Noise), near < Noise:
		return Noise
	case near > tol:
		return tol
	}
	return near
}

// Allowance is how wide a bracket may be: Rel times the size of the pair, which grows with the
// distance.
type Allowance struct {
	Rel, Size float64
	Radius    float64 // the sum of the margins
	Error     float64 // relative, of taking the margins off both ends of the bracket
}

// At returns the width for cores at least d apart, less what subtracting the margins will add.
func (w *Allowance) At(d float64) float64 {
	far := d - w.Radius
	if far < 0 {
		far = 0
	}
	if d < 0 {
		d = 0
	}
	return float64(w.Rel*(w.Size+far)) - float64(w.Error*(w.Radius+d))
}

// MarginError returns the relative rounding error of taking the margins off a bound of the distance
// of cores: u each for the sum of A's margins, for that of B's, for the sum of both and for the
// subtraction; one u more where a ball was split off a core (ball).
func MarginError(ball bool) float64 {
	if ball {
		return (MarginSums + BallSum) * Unit
	}
	return MarginSums * Unit
}

// Slack bounds what rounding does where margins, radius in all, are taken off the distance d of the
// cores.
func Slack(radius, d, marginError float64) float64 {
	if radius == 0 {
		return 0
	}
	return float64(marginError * (radius + math.Abs(d)))
}
