package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Two ellipses, or one and a circle, in double-double: a direction that parts them, and a point of
// both, which the normal in doubles tells, are proofs whatever it is worth. docs/math/exact.md,
// "Ellipsoids".

// ddEllipse is an ellipse or a circle. Its axes are those of the stored doubles, whose lengths are
// not quite 1.
type ddEllipse struct {
	axes [2]Vec
	half [2]float64
	ball num.DD // the radius of a circle; 0 of ellipses
}

// ellipseSigns returns the exact relation of a and b as far as double-doubles tell it, Undecided
// elsewhere. n is the normal from a to b in a's frame.
func ellipseSigns(a, b *Object, n Vec) collide.Relation {
	if !elliptic(a, b) || a.margins != nil || b.margins != nil {
		return collide.Undecided
	}
	p, q := a.pose.Pos, b.pose.Pos
	d := ddVec{num.TwoSum(q.X, -p.X), num.TwoSum(q.Y, -p.Y)}
	r := num.TwoSum(a.margin, b.margin)
	size := float64(1.01*big1(Vec{d.x.Hi, d.y.Hi})) + big1(a.half) + big1(b.half) + float64(1.01*r.Hi)
	if !(size > 0x1p-100 && size < 0x1p100) {
		return collide.Undecided
	}
	g := a.axes().apply(n)
	var x, y ddEllipse
	x.set(a, r)
	y.set(b, r)
	u, far := x.reach(g)
	v, _ := y.reach(g)
	bound := float64(quickSquare * float64(size*size))
	if s := d.along(g); s.Hi > 0 { // s > sqrt u + sqrt v, by squares
		rest := s.Mul(s).Sub(u).Sub(v)
		if rest.Hi > bound && rest.Mul(rest).Sub(u.Mul(v).Scale(4)).Hi > float64(bound*float64(size*size)) {
			return collide.Apart
		}
	}
	if y.holds(far, d, u, size) {
		return collide.Overlapping
	}
	return collide.Undecided
}

// elliptic reports whether of a and b one is an ellipse without margin and the other one, too, or
// one is an ellipse and the other one a circle; none of them flat.
func elliptic(a, b *Object) bool {
	if a.kind != kindEllipse {
		a, b = b, a
	}
	return a.kind == kindEllipse && !a.flatEllipse() &&
		(b.kind == kindPoint && a.margin+b.margin > 0 ||
			b.kind == kindEllipse && !b.flatEllipse() && a.margin == 0 && b.margin == 0)
}

// set sets e to the ellipse o, or to the circle o of the radius r.
func (e *ddEllipse) set(o *Object, r num.DD) {
	if o.kind == kindPoint {
		e.ball = r
		return
	}
	e.half, e.axes = [2]float64{o.half.X, o.half.Y}, [2]Vec{{o.c, o.s}, {-o.s, o.c}}
}

// reach returns the square of how far e reaches along g, and the square times the farthest point,
// both from the middle of e.
func (e *ddEllipse) reach(g Vec) (square num.DD, far ddVec) {
	if e.ball.Hi != 0 {
		rr := e.ball.Mul(e.ball)
		return rr.Mul(dotExact(g, g)), ddVec{rr.Times(g.X), rr.Times(g.Y)}
	}
	for i, h := range e.half {
		y := dotExact(e.axes[i], g).Times(h)
		square = square.Add(y.Mul(y))
		y = y.Times(h)
		far = far.add(ddVec{y.Times(e.axes[i].X), y.Times(e.axes[i].Y)})
	}
	return square, far
}

// holds reports whether a point lies inside e for certain. Its place is far over the root of u, or
// a little less, as meet of contactPair has it; e is at d from where that begins, and size the sum
// of all lengths.
func (e *ddEllipse) holds(far, d ddVec, u num.DD, size float64) bool {
	if !(u.Hi > 0) {
		return false
	}
	l := math.Sqrt(u.Hi)
	den := num.TwoProd(l, l).Add(u)
	y := ddVec{far.x.Times(float64(2 * l)), far.y.Times(float64(2 * l))}.sub(ddVec{d.x.Mul(den), d.y.Mul(den)})
	square, least := num.DD{}, e.ball.Hi
	if least > 0 {
		f := e.ball.Reciprocal()
		square = y.dot(y).Mul(f.Mul(f))
	} else {
		least = min(e.half[0], e.half[1])
		f := dotExact(e.axes[0], e.axes[0]).Reciprocal() // the matrix is orthogonal but for this
		for i, h := range e.half {
			w := y.along(e.axes[i]).Mul(f).Mul(num.DD{Hi: h, Lo: 0}.Reciprocal())
			square = square.Add(w.Mul(w))
		}
	}
	most := float64(float64(size*size) * (size / least))
	return den.Mul(den).Sub(square).Hi > float64(quickInside*float64(most*most))
}
