package audit

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// outside returns a lower bound of the distance of a point of the body's frame from the grown body,
// exact for all but hulls and curved cores with a margin; 0 or less inside. n is a direction in the
// world in which a hull is likely to be left.
func (b *body) outside(x, n vec) float64 {
	x = sub(x, b.center)
	rho, h := math.Sqrt(x[0]*x[0]+x[1]*x[1]), b.height/2
	var d vec // what sticks out of the core
	switch b.kind {
	case "half-space":
		l := length(b.size)
		return dot(x, vec{b.size[0] / l, b.size[1] / l, b.size[2] / l}) - b.offset/l
	case "box":
		for k := range d {
			d[k] = max(math.Abs(x[k])-b.size[k]/2, 0)
		}
		return length(d) - b.margin
	case "cylinder":
		return math.Hypot(max(rho-b.radius, 0), max(math.Abs(x[2])-h, 0)) - b.margin
	case "cone":
		// Below the base, or off the slant whose normal is (2h, r) over its length.
		l := math.Hypot(2*h, b.radius)
		if l == 0 {
			return length(x) - b.margin
		}
		slant := (2*h*rho + b.radius*(x[2]-h)) / l
		return max(-h-x[2], slant, x[2]-h) - b.margin
	case "ellipsoid", "ellipse":
		return b.ellipsoidOutside(x) - b.margin
	}
	// The point against the hull's support value along n, the coordinate axes and the point itself.
	worst := math.Inf(-1)
	try := func(m vec) {
		s := math.Inf(-1)
		for _, p := range b.pts {
			s = max(s, dot(m, p))
		}
		worst = max(worst, dot(m, x)-s)
	}
	try(b.back(n))
	for k := range x {
		for _, sign := range []float64{1, -1} {
			var e vec
			e[k] = sign
			try(e)
		}
	}
	if l := length(x); l > 0 {
		try(vec{x[0] / l, x[1] / l, x[2] / l})
	}
	return worst - b.margin
}

// ellipsoidOutside returns a lower bound of the distance of x from the core: along the gradient at
// x and along the axes.
func (b *body) ellipsoidOutside(x vec) float64 {
	worst := math.Inf(-1)
	var g vec
	for k, r := range b.size {
		worst = max(worst, math.Abs(x[k])-r)
		if r > 0 {
			g[k] = x[k] / r / (r / largest(b.size))
		}
	}
	if l := length(g); l > 0 && !math.IsInf(l, 0) {
		g = vec{g[0] / l, g[1] / l, g[2] / l}
		s := length(vec{b.size[0] * g[0], b.size[1] * g[1], b.size[2] * g[2]})
		worst = max(worst, dot(g, x)-s)
	}
	return worst
}

// precision of the exact relative frame in bits: enough for offsets of 1e7 sizes at 1e-30 of the
// unit.
const precision = 420

func num(f float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(f) }

func zero() *big.Float { return new(big.Float).SetPrec(precision) }

// exact3 returns the rotation by rows and, in the last column, the world position of the centre.
func exact3(b *shapegen.Body3) [3][4]*big.Float {
	var q [4]*big.Float
	n := zero()
	for i, f := range b.Q {
		q[i] = num(f)
		n.Add(n, zero().Mul(q[i], q[i]))
	}
	two := num(2)
	term := func(i, j, k, l int, sign int) *big.Float {
		r, s := zero().Mul(q[i], q[j]), zero().Mul(q[k], q[l])
		if sign < 0 {
			s.Neg(s)
		}
		r.Add(r, s)
		return r.Mul(r, two)
	}
	const x, y, z, w = 0, 1, 2, 3
	m := [3][4]*big.Float{
		{term(w, w, x, x, 1), term(x, y, w, z, -1), term(x, z, w, y, 1), num(b.P[0])},
		{term(x, y, w, z, 1), term(w, w, y, y, 1), term(y, z, w, x, -1), num(b.P[1])},
		{term(x, z, w, y, -1), term(y, z, w, x, 1), term(w, w, z, z, 1), num(b.P[2])},
	}
	for i := range 3 {
		m[i][i].Sub(m[i][i], n)
		for k := range 3 {
			m[i][k].Quo(m[i][k], n)
		}
	}
	return centred(m, b.Center())
}

// exact2 does the same in the plane.
func exact2(b *shapegen.Body2) [3][4]*big.Float {
	c, s := b.CS[0], b.CS[1]
	m := [3][4]*big.Float{
		{num(c), num(-s), zero(), num(b.P[0])},
		{num(s), num(c), zero(), num(b.P[1])},
		{zero(), zero(), num(1), zero()},
	}
	return centred(m, b.Center())
}

func centred(m [3][4]*big.Float, c vec) [3][4]*big.Float {
	for i := range m {
		for k, f := range c {
			if f != 0 {
				m[i][3].Add(m[i][3], zero().Mul(m[i][k], num(f)))
			}
		}
	}
	return m
}

// relate fills rel and plane.
func (s *Scene) relate(m [2][3][4]*big.Float) {
	var d [3]*big.Float
	for i := range d {
		d[i] = zero().Sub(m[1][i][3], m[0][i][3])
		s.rel[i], _ = d[i].Float64()
	}
	h, k, sign := &s.a, 0, 1
	if s.b.half() {
		h, k, sign = &s.b, 1, -1
	}
	if !h.half() {
		return
	}
	// (R n . d - offset) / |n|, with d from the plane's frame to the other centre.
	sum, nn := zero(), zero()
	for i := range d {
		row := zero()
		for j, f := range h.size {
			row.Add(row, zero().Mul(m[k][i][j], num(f)))
		}
		nn.Add(nn, zero().Mul(row, row))
		row.Mul(row, d[i])
		if sign < 0 {
			row.Neg(row)
		}
		sum.Add(sum, row)
	}
	sum.Sub(sum, num(h.offset))
	sum.Quo(sum, nn.Sqrt(nn))
	s.plane, _ = sum.Float64()
}
