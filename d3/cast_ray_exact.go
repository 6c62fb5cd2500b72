package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/exact"
)

// rayInts is a ray in the frame of a body, in integers. With n the denominator of the body's pose,
// q.q of its quaternion times that of its position, points of the frame are taken n times. Lengths
// are in units of 2^exp, n included; t is in units of 2^shift.
type rayInts struct {
	d2    *integers
	ar    *exact.Arena
	body  *Object
	exp   int
	shift int
	o, d  [3]*big.Int
	dd    *big.Int // d.d
	n     *big.Int
	rr    *big.Int // the square of n times the margins
	zero  *big.Int
	line  exact.Line
}

// prepare sets n to the ray and the body of c.
func (n *rayInts) prepare(d *integers, c *rayCast) {
	b := c.body
	n.d2, n.ar, n.body = d, &d.ar, b
	n.ar.Reset()
	ar := n.ar
	e := lowest(b.lowestExponent(), c.ray.origin)
	if b.kind == kindHalfSpace {
		if _, k := exact.Split(b.plane.Offset); k != math.MaxInt {
			e = min(e, k-lowest(math.MaxInt, b.plane.Normal))
		}
	}
	var rot [3][3]*big.Int
	if x := c.pose; x != nil {
		e = lowest(lowest(e, x.from), x.base.Pos)
		for _, p := range x.chain {
			e = lowest(e, p.Pos)
		}
	}
	if e == math.MaxInt {
		e = 0
	}
	d.exp, d.unit = e, nil
	n.exp = e
	de := lowest(math.MaxInt, c.ray.direction)
	if de == math.MaxInt {
		de = 0
	}
	dir := d.scaled(c.ray.direction, de)
	at := d.scaled(c.ray.origin, e)
	if c.pose != nil {
		nn, k, p := d.chain(&rot, c.pose)
		n.n = ar.Mul(nn, k)
		for i, x := range d.scaled(c.pose.from, e) {
			at[i].Sub(at[i], x)
			at[i] = ar.Mul(at[i], k)
			dir[i] = ar.Mul(dir[i], k)
		}
		at = ar.Sub(at, p)
	} else {
		n.n = d.rotation(&rot, b.pose.Rot)
		at = ar.Sub(at, d.scaled(b.pose.Pos, e))
	}
	n.o, n.d = d.transposed(&rot, at), d.transposed(&rot, dir)
	n.dd = ar.Dot(n.d, n.d)
	n.zero = ar.Int().SetInt64(0)
	r := ar.Int().SetInt64(0)
	if b.margins == nil {
		r.Add(r, exact.SetScaled(ar.Int(), b.margin, e))
	}
	for _, x := range b.margins {
		r.Add(r, exact.SetScaled(ar.Int(), x, e))
	}
	r = ar.Mul(r, n.n)
	n.rr = ar.Mul(r, r)
	n.shift = e - de
	n.line.Reset(ar, n.limit(c.ray.max), n.shift+c.shift)
}

// limit returns the greatest t.
func (n *rayInts) limit(t float64) exact.Ratio {
	if math.IsInf(t, 1) {
		return exact.Ratio{}
	}
	m, k := exact.Split(t)
	num, den := n.ar.Int().SetInt64(m), n.ar.Int().SetInt64(1)
	switch {
	case m == 0:
	case k >= n.shift:
		num.Lsh(num, uint(k-n.shift))
	default:
		den.Lsh(den, uint(n.shift-k))
	}
	return exact.Ratio{Num: num, Den: den}
}

// own returns the integer of a length of the frame.
func (n *rayInts) own(x float64) *big.Int { return exact.SetScaled(n.ar.Int(), x, n.exp) }

// scalar returns the integer of a length of the frame, n times.
func (n *rayInts) scalar(x float64) *big.Int { return n.ar.Mul(n.own(x), n.n) }

// length returns the integers of a vector of the frame.
func (n *rayInts) length(v Vec) [3]*big.Int { return n.d2.scaled(v, n.exp) }

// from returns the ray's origin less p, n times.
func (n *rayInts) from(p Vec) [3]*big.Int { return n.ar.Sub(n.o, n.ar.Scale(n.length(p), n.n)) }

// side adds the constraints |o + t d| <= h along one axis, under the numbers up and down.
func (n *rayInts) side(i int, h float64, soft bool, up, down int32) {
	if h == 0 && !soft {
		n.line.Flat(n.o[i], n.d[i], up)
		return
	}
	ar, r := n.ar, n.scalar(h)
	n.line.Linear(ar.Int().Sub(n.o[i], r), n.d[i], soft, up)
	v := ar.Int().Neg(n.o[i])
	n.line.Linear(v.Sub(v, r), ar.Int().Neg(n.d[i]), soft, down)
}

// normal returns the outward normal of triangle i of h, and one of its corners.
func (n *rayInts) normal(h *Hull, i int32) (m [3]*big.Int, p Vec) {
	f := &h.faces[i]
	a := n.length(h.points[f[0]])
	return n.ar.Cross(n.ar.Sub(n.length(h.points[f[1]]), a), n.ar.Sub(n.length(h.points[f[2]]), a)), h.points[f[0]]
}

// halfSpace is the piece of a half-space.
func (n *rayInts) halfSpace() {
	p := &n.body.plane
	e := lowest(math.MaxInt, p.Normal)
	m := n.d2.scaled(p.Normal, e)
	v := n.ar.Dot(m, n.o)
	n.line.Linear(v.Sub(v, n.ar.Mul(exact.SetScaled(n.ar.Int(), p.Offset, n.exp+e), n.n)), n.ar.Dot(m, n.d), false, 0)
	n.line.End()
}

// outward returns the normal of the edge between the vertices u and v of a flat hull, in the plane
// with the normal m.
func (n *rayInts) outward(h *Hull, m [3]*big.Int, u, v int32) [3]*big.Int {
	ar := n.ar
	p := n.length(h.points[u])
	out := ar.Cross(ar.Sub(n.length(h.points[v]), p), m)
	other := int32(0) // any third vertex is on the inner side
	for other == u || other == v {
		other++
	}
	if ar.Dot(out, ar.Sub(n.length(h.points[other]), p)).Sign() > 0 {
		for _, x := range out {
			x.Neg(x)
		}
	}
	return out
}

// inSphere returns origin and direction of the ray where each coordinate is over its radius, times
// all radii and n, and the radius r of the sphere that the ellipsoid is there. Coordinates along
// which it is flat are 0.
func (n *rayInts) inSphere() (x, y [3]*big.Int, r *big.Int) {
	h := array(n.body.half)
	x, y, r = n.o, n.d, n.n
	for i := range 3 {
		if h[i] == 0 {
			x[i], y[i] = n.zero, n.zero
			continue
		}
		k := n.own(h[i])
		r = n.ar.Mul(r, k)
		for j := range 3 {
			if j != i {
				x[j], y[j] = n.ar.Mul(x[j], k), n.ar.Mul(y[j], k)
			}
		}
	}
	return x, y, r
}

// ellipsoid is the quadratic constraint of an ellipsoid.
func (n *rayInts) ellipsoid() {
	x, y, r := n.inSphere()
	n.line.Ball(n.ar.Dot(x, x), n.ar.Dot(x, y), n.ar.Dot(y, y), n.ar.Mul(r, r), 0)
}

// ellipsoidNormal returns the normal of an ellipsoid where the ray enters it, which it meets, to a
// few roundings: docs/math/ray.md, "Normals of ellipsoids".
func (n *rayInts) ellipsoidNormal() Vec {
	ar := n.ar
	x, y, r := n.inSphere()
	a, b := ar.Dot(y, y), ar.Dot(x, y)
	c := ar.Dot(x, x)
	c.Sub(c, ar.Mul(r, r))
	root := ar.Mul(b, b)
	root.Sub(root, ar.Mul(a, c))
	if root.Sign() < 0 {
		root.SetInt64(0)
	}
	h, low, high := array(n.body.half), math.Inf(1), 0.0
	for _, k := range h {
		if k != 0 {
			low, high = min(low, k), max(high, k)
		}
	}
	_, most := math.Frexp(high)
	_, least := math.Frexp(low)
	bits := uint(most-least) + 64
	root.Sqrt(root.Lsh(root, 2*bits))
	// a times the point on the sphere is a x - b y - y sqrt(b^2 - a c); over its radius each
	// coordinate is that of the normal.
	for i := range 3 {
		q := ar.Mul(a, x[i])
		q.Lsh(q.Sub(q, ar.Mul(b, y[i])), bits)
		q.Sub(q, ar.Mul(y[i], root))
		for j := range 3 {
			if j != i && h[j] != 0 {
				q = ar.Mul(q, n.own(h[j]))
			}
		}
		x[i] = q
	}
	return floatDir(x)
}
