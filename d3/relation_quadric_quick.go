package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Two ellipsoids, or one and a ball, in double-double: a direction that parts them, and a point of
// both, which the normal in doubles tells, are proofs whatever it is worth. docs/math/exact.md,
// "Ellipsoids".

// ddEllipsoid is an ellipsoid or a ball.
type ddEllipsoid struct {
	axes [3]ddVec // columns of R(q)/(q.q)
	half [3]float64
	ball num.DD // the radius of a ball; 0 of ellipsoids
}

// ellipsoidSigns returns the exact relation of a and b as far as double-doubles tell it, Undecided
// elsewhere. n is the normal from a to b in a's frame.
func ellipsoidSigns(a, b *Object, n Vec) collide.Relation {
	if !ellipsoidal(a, b) || a.margins != nil || b.margins != nil {
		return collide.Undecided
	}
	p, q := a.pose.Pos, b.pose.Pos
	var d ddVec
	d.x, d.y, d.z = num.TwoSum(q.X, -p.X), num.TwoSum(q.Y, -p.Y), num.TwoSum(q.Z, -p.Z)
	r := num.TwoSum(a.margin, b.margin)
	size := float64(1.01*big1(d.near())) + big1(a.half) + big1(b.half) + float64(1.01*r.Hi)
	if !(size > 0x1p-100 && size < 0x1p100) {
		return collide.Undecided
	}
	g := a.axes.apply(n)
	dir := ddVec{num.DD{Hi: g.X, Lo: 0}, num.DD{Hi: g.Y, Lo: 0}, num.DD{Hi: g.Z, Lo: 0}}
	var x, y ddEllipsoid
	x.set(a, r)
	y.set(b, r)
	u, far := x.reach(&dir)
	v, _ := y.reach(&dir)
	bound := float64(quickSquare * float64(size*size))
	if s := dir.dot(&d); s.Hi > 0 { // s > sqrt u + sqrt v, by squares
		rest := s.Mul(s).Sub(u).Sub(v)
		if rest.Hi > bound && rest.Mul(rest).Sub(u.Mul(v).Scale(4)).Hi > float64(bound*float64(size*size)) {
			return collide.Apart
		}
	}
	if y.holds(&far, &d, u, size) {
		return collide.Overlapping
	}
	return collide.Undecided
}

// ellipsoidal reports whether of a and b one is an ellipsoid without margin and the other one, too,
// or one is an ellipsoid and the other one a ball; none of them flat.
func ellipsoidal(a, b *Object) bool {
	if a.kind != kindEllipsoid {
		a, b = b, a
	}
	return a.kind == kindEllipsoid && !a.flatEllipsoid() &&
		(b.kind == kindPoint && a.margin+b.margin > 0 ||
			b.kind == kindEllipsoid && !b.flatEllipsoid() && a.margin == 0 && b.margin == 0)
}

// set sets e to the ellipsoid o, or to the ball o of the radius r.
func (e *ddEllipsoid) set(o *Object, r num.DD) {
	if o.kind == kindPoint {
		e.ball = r
		return
	}
	e.half = array(o.half)
	o.pose.Rot.columns(&e.axes)
}

// reach returns the square of how far e reaches along g, and the square times the farthest point,
// both from the middle of e.
func (e *ddEllipsoid) reach(g *ddVec) (square num.DD, far ddVec) {
	if e.ball.Hi != 0 {
		rr := e.ball.Mul(e.ball)
		return rr.Mul(g.dot(g)), ddVec{rr.Mul(g.x), rr.Mul(g.y), rr.Mul(g.z)}
	}
	for i, h := range e.half {
		y := e.axes[i].dot(g).Times(h)
		square = square.Add(y.Mul(y))
		y = y.Times(h)
		far = far.add(&ddVec{e.axes[i].x.Mul(y), e.axes[i].y.Mul(y), e.axes[i].z.Mul(y)})
	}
	return square, far
}

// holds reports whether a point lies inside e for certain. Its place is far over the root of u, or
// a little less, as meet of contactPair has it; e is at d from where that begins, and size the sum
// of all lengths.
func (e *ddEllipsoid) holds(far, d *ddVec, u num.DD, size float64) bool {
	if !(u.Hi > 0) {
		return false
	}
	l := math.Sqrt(u.Hi)
	den := num.TwoProd(l, l).Add(u)
	p, q := far.times(float64(2*l)), ddVec{d.x.Mul(den), d.y.Mul(den), d.z.Mul(den)}
	y := p.sub(&q)
	square, least := num.DD{}, e.ball.Hi
	if least > 0 {
		f := e.ball.Reciprocal()
		square = y.dot(&y).Mul(f.Mul(f))
	} else {
		least = min(e.half[0], e.half[1], e.half[2])
		for i, h := range e.half {
			w := e.axes[i].dot(&y).Mul(num.DD{Hi: h, Lo: 0}.Reciprocal())
			square = square.Add(w.Mul(w))
		}
	}
	most := float64(float64(size*size) * (size / least))
	return den.Mul(den).Sub(square).Hi > float64(quickInside*float64(most*most))
}
