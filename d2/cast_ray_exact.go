package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/exact"
)

// rayInts is a ray in the frame of a body, in integers. With n the square of the length of the
// matrix of the body's pose, points of the frame are taken n times. Lengths are in units of 2^exp,
// n included; t is in units of 2^shift.
type rayInts struct {
	d2    *integers
	ar    *exact.Arena
	body  *Object
	exp   int
	shift int
	o, d  bigVec
	dd    *big.Int // d.d
	n     *big.Int
	rr    *big.Int // the square of the margins as the frame has it: lengths of the world are the root of n times those
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
	if x := c.pose; x != nil {
		e = lowest(e, x.from)
		for i := range len(x.chain) + 1 {
			e = lowest(e, x.at(i).Pos)
		}
	}
	if e == math.MaxInt {
		e = 0
	}
	d.exp, n.exp = e, e
	de := lowest(math.MaxInt, c.ray.direction)
	if de == math.MaxInt {
		de = 0
	}
	dir := d.scaled(c.ray.direction, de)
	at := d.scaled(c.ray.origin, e)
	var rot bigVec
	var shift uint
	if c.pose != nil {
		var p bigVec
		rot, p, shift = d.chain(c.pose)
		at = d.sub(d.left(d.sub(at, d.scaled(c.pose.from, e)), shift), p)
		dir = d.left(dir, shift)
	} else {
		x := b.axes()
		k := lowest(0, Vec{x.c, x.s})
		shift = uint(-k)
		rot = d.scaled(Vec{x.c, x.s}, k)
		at = d.left(d.sub(at, d.scaled(b.pose.Pos, e)), shift)
		dir = d.left(dir, shift)
	}
	n.n = d.dot(rot, rot)
	n.o, n.d = d.rotateBack(rot, at), d.rotateBack(rot, dir)
	n.dd = d.dot(n.d, n.d)
	n.zero = ar.Int().SetInt64(0)
	r := ar.Int().SetInt64(0)
	if b.margins == nil {
		r.Add(r, exact.SetScaled(ar.Int(), b.margin, e))
	}
	for _, x := range b.margins {
		r.Add(r, exact.SetScaled(ar.Int(), x, e))
	}
	r.Lsh(r, shift)
	n.rr = ar.Mul(ar.Mul(r, r), n.n)
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
func (n *rayInts) length(v Vec) bigVec { return n.d2.scaled(v, n.exp) }

// from returns the ray's origin less p, n times.
func (n *rayInts) from(p Vec) bigVec {
	v := n.length(p)
	return n.d2.sub(n.o, bigVec{n.ar.Mul(v[0], n.n), n.ar.Mul(v[1], n.n)})
}

// side adds the constraints |o + t d| <= h along one axis.
func (n *rayInts) side(i int, h float64, soft bool, id int32) {
	if h == 0 && !soft {
		n.line.Flat(n.o[i], n.d[i], id)
		return
	}
	ar, r := n.ar, n.scalar(h)
	n.line.Linear(ar.Int().Sub(n.o[i], r), n.d[i], soft, id)
	v := ar.Int().Neg(n.o[i])
	n.line.Linear(v.Sub(v, r), ar.Int().Neg(n.d[i]), soft, id+1)
}

// halfSpace is the piece of a half-plane.
func (n *rayInts) halfSpace() {
	p := &n.body.plane
	e := lowest(math.MaxInt, p.Normal)
	m := n.d2.scaled(p.Normal, e)
	v := n.d2.dot(m, n.o)
	n.line.Linear(v.Sub(v, n.ar.Mul(exact.SetScaled(n.ar.Int(), p.Offset, n.exp+e), n.n)), n.d2.dot(m, n.d), false, 0)
	n.line.End()
}

// inCircle returns origin and direction of the ray where each coordinate is over its radius, times
// all radii and n, and the radius r of the circle that the ellipse is there. Coordinates along
// which it is flat are 0.
func (n *rayInts) inCircle() (x, y bigVec, r *big.Int) {
	h := pairOf(n.body.half)
	x, y, r = n.o, n.d, n.n
	for i := range 2 {
		if h[i] == 0 {
			x[i], y[i] = n.zero, n.zero
			continue
		}
		k := n.own(h[i])
		r = n.ar.Mul(r, k)
		j := 1 - i
		x[j], y[j] = n.ar.Mul(x[j], k), n.ar.Mul(y[j], k)
	}
	return x, y, r
}

// ellipse is the quadratic constraint of an ellipse.
func (n *rayInts) ellipse() {
	x, y, r := n.inCircle()
	n.line.Ball(n.d2.dot(x, x), n.d2.dot(x, y), n.d2.dot(y, y), n.ar.Mul(r, r), 0)
}

// ellipseNormal returns the normal of an ellipse that is not flat where the ray enters it, which it
// meets, to a few roundings: docs/math/ray.md, "Normals of ellipsoids".
func (n *rayInts) ellipseNormal() Vec {
	ar, dot := n.ar, n.d2.dot
	x, y, r := n.inCircle()
	a, b := dot(y, y), dot(x, y)
	c := dot(x, x)
	c.Sub(c, ar.Mul(r, r))
	root := ar.Mul(b, b)
	root.Sub(root, ar.Mul(a, c))
	if root.Sign() < 0 {
		root.SetInt64(0)
	}
	h := pairOf(n.body.half)
	_, most := math.Frexp(max(h[0], h[1]))
	_, least := math.Frexp(min(h[0], h[1]))
	bits := uint(most-least) + 64
	root.Sqrt(root.Lsh(root, 2*bits))
	// a times the point on the circle is a x - b y - y sqrt(b^2 - a c); over its radius each
	// coordinate is that of the normal.
	for i := range 2 {
		q := ar.Mul(a, x[i])
		q.Lsh(q.Sub(q, ar.Mul(b, y[i])), bits)
		q.Sub(q, ar.Mul(y[i], root))
		x[i] = ar.Mul(q, n.own(h[1-i]))
	}
	return floatDir(x)
}
