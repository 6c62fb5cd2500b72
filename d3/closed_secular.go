package d3

import (
	"math"

	"github.com/collide-go/collide"
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

// nearestOnEllipsoid returns the point of the ellipsoid with the semi-axes r that is nearest to x,
// the outward unit normal there, and two bounds of the signed distance of x, but for rounding: how
// far the normal separates, and the distance of the two points or minus a depth. turns is how many
// steps it took. Lengths are about 1 or less; far beside a tiny ellipsoid the normal may be no unit
// vector.
func nearestOnEllipsoid(r, x Vec) (y, n Vec, low, high float64, turns int) {
	s := secular{r: array(r), x: array(x)}
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
	turns = s.solve()
	y, n = s.point()
	n = n.Scale(1 / n.Len())
	low = n.Dot(x) - Vec{float64(r.X * n.X), float64(r.Y * n.Y), float64(r.Z * n.Z)}.Len()
	if low > 0 {
		return y, n, low, max(low, x.Sub(y).Len()), turns
	}
	return y, n, low, max(low, -s.depth()), turns
}

// closedEllipsoid sets c to the answer of a point at x and the ellipsoid o, in the frame of o, less
// its inner ball, by which the core is nearer to the middle everywhere. On a plane of symmetry, of
// two nearest points, the one along the positive axis is taken. docs/math/point.md proves the
// bounds.
func (m *minkowski) closedEllipsoid(o *body, x Vec, c *core) {
	y, n, _, high, _ := nearestOnEllipsoid(o.half, x.Add(Vec{})) // no -0
	high += o.inner + m.errPoint + m.errSep + float64(pointFar*unit*(big1(x)+o.reach))
	foot := y.Sub(n.Scale(o.inner))
	if o == &m.b {
		foot, n = Vec{}, m.rot.apply(n).Neg()
	}
	sep := m.separation(n)
	low, _ := m.bracket(sep, 0)
	*c = core{lower: low, upper: high, n: n, a: foot, status: collide.Exact}
	c.dist = max(c.lower, min(sep, c.upper))
}

// solve sets d to the root, or to 0 where there is none above: then the nearest points lie on both
// sides of the axis of c, or the body is flat and x above it.
//
// Each step is Newton's on 1 - S^(-1/2), which is concave, from the left of the root: at the head
// of every turn d is at most the root, to rounding. turns is how many there were.
func (s *secular) solve() (turns int) {
	for i := range s.r {
		if s.x[i] != 0 {
			s.d = max(s.d, float64(s.r[i]*math.Abs(s.x[i]))-s.e[i])
		}
	}
	for range ellipsoidTurns {
		turns++
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
			return turns
		}
		next := s.d + float64((l-1)*(sum/slope))
		if !(next > s.d) {
			return turns
		}
		s.d = next
	}
	return turns
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
