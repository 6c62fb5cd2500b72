package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// Before any integer is made, prover tries to prove the relation in double-double: a triangle of points of C with
// the origin inside for certain, or a line with all of C beyond it for certain. It walks there like GJK. Only those
// two proofs count, so every other step may be wrong, and where neither is found, as for all pairs that touch, the
// integers decide. docs/math/exact.md.

// ddVec is a vector of double-doubles.
type ddVec struct{ x, y dd }

// quickPoint is a vertex of C.
type quickPoint struct {
	w      ddVec // in the world's axes and the solvers' unit
	ia, ib int32
}

// prover is the work space of the stage.
type prover struct {
	a, b  *Object
	scale float64 // minkowski.scale
	t     ddVec   // pa - pb, scaled
	r     dd      // the sum of the margins, scaled
	size  float64 // no sum below has terms that add up to more; the bounds are relative to it
	p     [3]quickPoint
	n     int
}

const (
	quickTurns = 8
	quickPlane = 0x1p-92 // of size: support's value is off by less
	quickDet   = 0x1p-90 // of size squared: determinants are off by less
)

// relate returns the relation of the pair last solved, whose simplex is s, if it can prove it.
func (k *prover) relate(s *simplex) (rel collide.Relation, sure bool) {
	for i := range s.n {
		k.p[i] = k.point(s.p[i].ia, s.p[i].ib)
	}
	k.n = s.n
	if k.r.hi > 0 {
		return k.relateRounded()
	}
	for range quickTurns {
		if k.n == 3 {
			if inside, open := k.leave(); inside || open {
				return collide.Overlapping, inside
			}
		}
		dir, ok := k.direction()
		if !ok {
			return 0, false
		}
		s, ia, ib := k.support(dir)
		if s.hi > float64(quickPlane*k.size) {
			return collide.Apart, true
		}
		if !k.insert(ia, ib) {
			return 0, false
		}
	}
	return 0, false
}

// prepare computes the pose of the pair; ok is false where the stage does not apply: with nested margins, and with
// lengths among which doubles might run out of range.
func (k *prover) prepare(m *minkowski, a, b *Object) (ok bool) {
	if a.margins != nil || b.margins != nil {
		return false
	}
	k.r = twoSum(a.margin, b.margin).scale(m.scale)
	p, q, s := a.pose.Pos, b.pose.Pos, m.scale
	k.a, k.b, k.scale = a, b, s
	k.t = ddVec{twoSum(p.X, -q.X).scale(s), twoSum(p.Y, -q.Y).scale(s)}
	// |x|_1 <= |centre|_1 + sqrt 2 radius for a vertex x; the rest is for roundings.
	own := float64(s*big1(a.center)) + float64(s*big1(b.center)) + float64(2*s*a.radius) + float64(2*s*b.radius)
	k.size = own + float64(1.01*big1(Vec{k.t.x.hi, k.t.y.hi})) + float64(1.01*k.r.hi)
	return k.size > 0x1p-100 && k.size < 0x1p100
}

// point returns the vertex (ia, ib) of C, each coordinate within 2^-96 size.
func (k *prover) point(ia, ib int32) quickPoint {
	va, vb := k.a.corner(ia).Scale(k.scale), k.b.corner(ib).Scale(-k.scale)
	return quickPoint{k.a.axes().turn(va).add(k.b.axes().turn(vb)).add(k.t), ia, ib}
}

// turn returns m v.
func (m mat2) turn(v Vec) ddVec {
	return ddVec{
		twoProd(m.c, v.X).add(twoProd(-m.s, v.Y)),
		twoProd(m.s, v.X).add(twoProd(m.c, v.Y)),
	}
}

// turnBack returns the transpose of m times v.
func (m mat2) turnBack(v ddVec) ddVec {
	return ddVec{
		v.x.times(m.c).add(v.y.times(m.s)),
		v.y.times(m.c).add(v.x.times(-m.s)),
	}
}

// insert appends the vertex (ia, ib) of C if it is not there yet, and reports whether it did.
func (k *prover) insert(ia, ib int32) bool {
	for i := range k.n {
		if k.p[i].ia == ia && k.p[i].ib == ib {
			return false
		}
	}
	k.p[k.n] = k.point(ia, ib)
	k.n++
	return true
}

// leave reports whether the origin lies inside the triangle for certain, or may lie on its border as far as
// this stage can tell. Otherwise it drops a vertex opposite an edge with the origin beyond it.
func (k *prover) leave() (inside, open bool) {
	a, b, c := k.p[0].w, k.p[1].w, k.p[2].w
	det := [3]float64{b.cross(c).hi, c.cross(a).hi, a.cross(b).hi}
	bound := float64(quickDet * float64(k.size*k.size))
	area := det[0] + det[1] + det[2]
	if !(math.Abs(area) > float64(4*bound)) {
		return false, true
	}
	for i, x := range det {
		switch {
		case !(math.Abs(x) > bound):
			return false, true
		case (x > 0) != (area > 0):
			k.n = 2
			k.p[i] = k.p[2]
			return false, false
		}
	}
	return true, false
}

// direction returns about the direction to the point of the simplex nearest the origin, with the largest coordinate in [1/2, 1).
func (k *prover) direction() (v ddVec, ok bool) {
	v = k.p[0].w
	if k.n == 2 {
		a, e := v, k.p[1].w.sub(v)
		v = ddVec{e.y, e.x.scale(-1)}
		if v.dot(a).hi < 0 {
			v = v.scale(-1)
		}
	}
	big := max(math.Abs(v.x.hi), math.Abs(v.y.hi))
	if !(big > 0x1p-500) {
		return v, false
	}
	return v.scale(powerBelow(big)), true
}

// support returns the least product of a point of C with dir, off by less than quickPlane size, and the vertices that
// have it. dir is taken as it is; its largest coordinate is in [1/2, 1).
func (k *prover) support(dir ddVec) (least dd, ia, ib int32) {
	n := Vec{dir.x.hi, dir.y.hi}
	sa, ia := extremeQuick(k.a, dir.scale(-1), n.Neg(), k.scale)
	sb, ib := extremeQuick(k.b, dir, n, k.scale)
	return dir.dot(k.t).sub(sa).sub(sb), ia, ib
}

// extremeQuick returns the greatest product of a vertex of o, scaled, with dir, and the vertex. n is the float image of
// dir: it leaves out what cannot be the best, as in extreme.
func extremeQuick(o *Object, dir ddVec, n Vec, scale float64) (top dd, win int32) {
	count := o.corners()
	n = o.axes().applyT(n)
	best := math.Inf(-1)
	for i := range count {
		best = max(best, n.Dot(o.local(i)))
	}
	own := o.axes().turnBack(dir)
	floor := best - float64(64*unit*o.radius)
	win = -1
	for i := range count {
		if !(n.Dot(o.local(i)) >= floor) {
			continue
		}
		v := o.corner(i).Scale(scale)
		x := own.x.times(v.X).add(own.y.times(v.Y))
		if win < 0 || x.hi > top.hi || x.hi == top.hi && x.lo > top.lo {
			top, win = x, i
		}
	}
	return top, win
}

// add returns v + w.
func (v ddVec) add(w ddVec) ddVec { return ddVec{v.x.add(w.x), v.y.add(w.y)} }

// sub returns v - w.
func (v ddVec) sub(w ddVec) ddVec { return ddVec{v.x.sub(w.x), v.y.sub(w.y)} }

// times returns x v.
func (v ddVec) times(x float64) ddVec { return ddVec{v.x.times(x), v.y.times(x)} }

// scale returns v times plus or minus a power of two, exactly.
func (v ddVec) scale(s float64) ddVec { return ddVec{v.x.scale(s), v.y.scale(s)} }

// dot returns the inner product of v and w.
func (v ddVec) dot(w ddVec) dd { return v.x.mul(w.x).add(v.y.mul(w.y)) }

// cross returns the determinant of v and w.
func (v ddVec) cross(w ddVec) dd { return v.x.mul(w.y).sub(v.y.mul(w.x)) }
