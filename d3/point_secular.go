package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The point of an ellipsoid with the semi-axes r nearest to x is r_i^2 x_i/(r_i^2 + t) for the
// greatest root t of S(t) = sum (r_i x_i/(r_i^2 + t))^2 = 1. With c the least semi-axis the unknown
// is d = t + c^2 >= 0, so that all terms r_i^2 + t = (r_i^2 - c^2) + d keep their digits.
// docs/math/point.md proves the two bounds that any d gives.

// ellipsoidTurns is how many steps toward the root are taken; four or five do mostly.
const ellipsoidTurns = 40

// nearAxis is how near to an axis a point is taken to be on it, in units of the pair's size: far
// less than rounding, and far more than the numbers that have no digits left.
const nearAxis = 0x1p-500

// secular is the equation S = 1 for one point.
type secular struct {
	r, x [3]float64
	e    [3]float64 // r_i^2 - c^2
	low  int        // the axis of c, the first of equal ones
	d    float64
}

// ellipsoid is the footing at x beside an ellipsoid. It reports false where the two bounds are too
// far apart.
func (f *footing) ellipsoid(x Vec, reach float64, o *Object) bool {
	size := reach + o.radius
	k := num.PowerBelow(size)
	if !(k > 0x1p-1000 && k < 0x1p1000) {
		return false
	}
	s := secular{r: array(o.half.Scale(k)), x: array(x.Scale(k))}
	for i := range s.r {
		if s.r[i] < s.r[s.low] {
			s.low = i
		}
		if math.Abs(s.x[i]) < nearAxis {
			s.x[i] = 0
		}
	}
	c := s.r[s.low]
	for i := range s.r {
		s.e[i] = float64((s.r[i] - c) * (s.r[i] + c))
	}
	s.solve(f)
	y, n := s.point()
	l := n.Len()
	f.n = n.Scale(1 / l)
	f.low = f.n.Dot(Vec{s.x[0], s.x[1], s.x[2]}) -
		Vec{float64(s.r[0] * f.n.X), float64(s.r[1] * f.n.Y), float64(s.r[2] * f.n.Z)}.Len()
	if f.low > 0 {
		f.high = max(f.low, Vec{s.x[0], s.x[1], s.x[2]}.Sub(y).Len())
	} else {
		f.high = max(f.low, -s.depth())
	}
	if !(f.high-f.low <= float64(pointGap*unit*size*k)) || !(math.Abs(f.n.Len2()-1) < 0x1p-40) {
		return false
	}
	f.foot = y.Scale(1 / k)
	f.low, f.high = float64(f.low/k), float64(f.high/k)
	f.err = float64(pointFar * unit * size)
	f.feature = collide.Feature(collide.FeatureWhole, 0)
	return true
}

// solve sets d to the root, or to 0 where there is none above: then the nearest points lie on both
// sides of the axis of c, or the body is flat and x above it.
//
// Each step is Newton's on 1 - S^(-1/2), which is concave, from the left of the root: at the head
// of every turn d is at most the root, to rounding.
func (s *secular) solve(f *footing) {
	for i := range s.r {
		if s.x[i] != 0 {
			s.d = max(s.d, float64(s.r[i]*math.Abs(s.x[i]))-s.e[i])
		}
	}
	for range ellipsoidTurns {
		f.turns++
		sum, slope := 0.0, 0.0
		for i := range s.r {
			if s.x[i] == 0 || s.r[i] == 0 {
				continue
			}
			w := s.e[i] + s.d
			p := s.r[i] * (s.x[i] / w)
			p = float64(p * p)
			sum += p
			slope += p / w
		}
		l := math.Sqrt(sum)
		if !(l > 1+0x1p-51) { // converged, no root, or NaN
			return
		}
		next := s.d + float64((l-1)*(sum/slope))
		if !(next > s.d) {
			return
		}
		s.d = next
	}
}

// point returns the point of the ellipsoid that d stands for, moved into it where rounding left it
// outside, and the gradient there.
func (s *secular) point() (y, n Vec) {
	var p, g [3]float64
	rest := 1.0
	for i := range s.r {
		if s.x[i] == 0 {
			continue
		}
		w := s.e[i] + s.d
		if w == 0 { // flat, and x above it
			return s.above()
		}
		g[i] = s.x[i] / w
		p[i] = float64(s.r[i] * g[i])
		rest -= float64(p[i] * p[i])
	}
	c := s.low
	if rest > 0x1p-50 && s.x[c] == 0 && s.r[c] > 0 { // as near on both sides: the positive one
		p[c] = math.Sqrt(rest)
		g[c] = p[c] / s.r[c]
		rest = 0
	}
	k := 1.0
	if rest < 0 {
		k = 1 / math.Sqrt(1-rest)
	}
	return Vec{float64(s.r[0] * p[0]), float64(s.r[1] * p[1]), float64(s.r[2] * p[2])}.Scale(k), Vec{g[0], g[1], g[2]}
}

// above is point for a flat body and x straight above it.
func (s *secular) above() (y, n Vec) {
	p, g := s.x, [3]float64{}
	p[s.low], g[s.low] = 0, math.Copysign(1, s.x[s.low])
	return Vec{p[0], p[1], p[2]}, Vec{g[0], g[1], g[2]}
}

// depth returns a lower bound of the distance from x, inside, to the surface, rounding included:
// its square is at least m (1 - sum x_i^2/(r_i^2 - m)) for any m up to c^2.
func (s *secular) depth() float64 {
	c := s.r[s.low]
	c2 := float64(c * c)
	m := (c2 - s.d) - float64(quotientPad*unit*c2)
	if !(m > 0) {
		return 0
	}
	sum := 0.0
	for i := range s.r {
		if s.x[i] != 0 {
			w := (s.e[i] + s.d)
			sum += float64(s.x[i] * (s.x[i] / w))
		}
	}
	left := 1 - float64(sum*(1+pointRoot*unit)) - quotientPad*unit
	if !(left > 0) {
		return 0
	}
	return float64(math.Sqrt(float64(m*left)) * (1 - quotientPad*unit))
}
