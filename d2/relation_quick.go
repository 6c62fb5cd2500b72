package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Before any integer is made, ddRelation tries to prove the relation in double-double: a triangle
// of points of C with the origin inside for certain, or a line with all of C beyond it for certain.
// It walks there like GJK. Only those two proofs count, so every other step may be wrong, and where
// neither is found, as for all pairs that touch, the integers decide. docs/math/exact.md.

// ddVec is a vector of double-doubles.
type ddVec struct{ x, y num.DD }

// quickPoint is a vertex of C.
type quickPoint struct {
	w      ddVec // in the world's axes and the solvers' unit
	ia, ib int32
}

// ddRelation is the work space of the stage.
type ddRelation struct {
	a, b  *Object
	scale float64 // minkowski.scale
	t     ddVec   // pa - pb, scaled
	r     num.DD  // the sum of the margins, scaled
	size  float64 // no sum below has terms that add up to more; the bounds are relative to it
	p     [3]quickPoint
	n     int
	moves bool // B is swept: relation_sweep.go
	way   ddVec
}

const quickTurns = 8

// relate returns the relation of the pair last solved, whose simplex is s, if it can prove it.
func (k *ddRelation) relate(s *simplex) (rel collide.Relation, sure bool) {
	for i := range s.n {
		k.p[i].set(k, s.p[i].ia, s.p[i].ib)
	}
	k.n = s.n
	return k.walk()
}

// walk is relate from the points that are there.
func (k *ddRelation) walk() (rel collide.Relation, sure bool) {
	if k.r.Hi > 0 {
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
		if s.Hi > float64(quickPlane*k.size) {
			return collide.Apart, true
		}
		if !k.insert(ia, ib) {
			return 0, false
		}
	}
	return 0, false
}

// prepare computes the pose of the pair, with lengths times s; ok is false where the stage does not
// apply: with nested margins, and with lengths among which doubles might run out of range.
func (k *ddRelation) prepare(s float64, a, b *Object) (ok bool) {
	if a.margins != nil || b.margins != nil {
		return false
	}
	k.r = num.TwoSum(a.margin, b.margin).Scale(s)
	p, q := a.pose.Pos, b.pose.Pos
	k.a, k.b, k.scale, k.moves = a, b, s, false
	k.t = ddVec{num.TwoSum(p.X, -q.X).Scale(s), num.TwoSum(p.Y, -q.Y).Scale(s)}
	// |x|_1 <= |centre|_1 + sqrt 2 radius for a vertex x; the rest is for roundings.
	own := float64(s*big1(a.center)) + float64(s*big1(b.center)) + float64(2*s*a.radius) + float64(2*s*b.radius)
	k.size = own + float64(1.01*big1(Vec{k.t.x.Hi, k.t.y.Hi})) + float64(1.01*k.r.Hi)
	return k.size > 0x1p-100 && k.size < 0x1p100
}

// set makes p the vertex (ia, ib) of the C of k.
func (p *quickPoint) set(k *ddRelation, ia, ib int32) {
	p.w, p.ia, p.ib = k.point(ia, ib), ia, ib
}

// point returns the vertex (ia, ib) of C, each coordinate within 2^-96 size.
func (k *ddRelation) point(ia, ib int32) ddVec {
	own, moved := sweptCorner(k.b, ib)
	va, vb := k.a.corner(ia).Scale(k.scale), k.b.corner(own).Scale(-k.scale)
	w := k.a.axes().rotate(va).add(k.b.axes().rotate(vb)).add(k.t)
	if moved {
		w = w.sub(k.way)
	}
	return w
}

// rotate returns m v.
func (m mat2) rotate(v Vec) ddVec {
	return ddVec{
		num.TwoProd(m.c, v.X).Add(num.TwoProd(-m.s, v.Y)),
		num.TwoProd(m.s, v.X).Add(num.TwoProd(m.c, v.Y)),
	}
}

// rotateBack returns the transpose of m times v.
func (m mat2) rotateBack(v ddVec) ddVec {
	return ddVec{
		v.x.Times(m.c).Add(v.y.Times(m.s)),
		v.y.Times(m.c).Add(v.x.Times(-m.s)),
	}
}

// insert appends the vertex (ia, ib) of C if it is not there yet, and reports whether it did.
func (k *ddRelation) insert(ia, ib int32) bool {
	for i := range k.n {
		if k.p[i].ia == ia && k.p[i].ib == ib {
			return false
		}
	}
	k.p[k.n].set(k, ia, ib)
	k.n++
	return true
}

// leave reports whether the origin lies inside the triangle for certain, or may lie on its border
// as far as this stage can tell. Otherwise it drops a vertex opposite an edge with the origin
// beyond it.
func (k *ddRelation) leave() (inside, open bool) {
	a, b, c := k.p[0].w, k.p[1].w, k.p[2].w
	det := [3]float64{b.cross(c).Hi, c.cross(a).Hi, a.cross(b).Hi}
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

// direction returns about the direction to the point of the simplex nearest the origin, with the
// largest coordinate in [1/2, 1).
func (k *ddRelation) direction() (v ddVec, ok bool) {
	v = k.p[0].w
	if k.n == 2 {
		a, e := v, k.p[1].w.sub(v)
		v = ddVec{e.y, e.x.Scale(-1)}
		if v.dot(a).Hi < 0 {
			v = v.scale(-1)
		}
	}
	big := max(math.Abs(v.x.Hi), math.Abs(v.y.Hi))
	if !(big > 0x1p-500) {
		return v, false
	}
	return v.scale(num.PowerBelow(big)), true
}

// support returns the least product of a point of C with dir, off by less than quickPlane size, and
// the vertices that have it. dir is taken as it is; its largest coordinate is in [1/2, 1).
func (k *ddRelation) support(dir ddVec) (least num.DD, ia, ib int32) {
	n := Vec{dir.x.Hi, dir.y.Hi}
	sa, ia := extremeQuick(k.a, dir.scale(-1), n.Neg(), k.scale)
	sb, ib := extremeQuick(k.b, dir, n, k.scale)
	least = dir.dot(k.t).Sub(sa).Sub(sb)
	if k.moves {
		if x := dir.dot(k.way); x.Hi > 0 {
			return least.Sub(x), ia, ib + k.b.corners()
		}
	}
	return least, ia, ib
}

// extremeQuick returns the greatest product of a vertex of o, scaled, with dir, and the vertex. n
// is the float image of dir: it leaves out what cannot be the best, as in extreme.
func extremeQuick(o *Object, dir ddVec, n Vec, scale float64) (top num.DD, win int32) {
	count := o.corners()
	n = o.axes().applyT(n)
	best := math.Inf(-1)
	for i := range count {
		best = max(best, n.Dot(o.local(i)))
	}
	own := o.axes().rotateBack(dir)
	floor := best - float64(extremeNoise*unit*o.radius)
	win = -1
	for i := range count {
		if !(n.Dot(o.local(i)) >= floor) {
			continue
		}
		v := o.corner(i).Scale(scale)
		x := own.x.Times(v.X).Add(own.y.Times(v.Y))
		if win < 0 || x.Hi > top.Hi || x.Hi == top.Hi && x.Lo > top.Lo {
			top, win = x, i
		}
	}
	return top, win
}

// add returns v + w.
func (v ddVec) add(w ddVec) ddVec { return ddVec{v.x.Add(w.x), v.y.Add(w.y)} }

// sub returns v - w.
func (v ddVec) sub(w ddVec) ddVec { return ddVec{v.x.Sub(w.x), v.y.Sub(w.y)} }

// times returns x v.
func (v ddVec) times(x float64) ddVec { return ddVec{v.x.Times(x), v.y.Times(x)} }

// scale returns v times plus or minus a power of two, exactly.
func (v ddVec) scale(s float64) ddVec { return ddVec{v.x.Scale(s), v.y.Scale(s)} }

// dot returns the inner product of v and w.
func (v ddVec) dot(w ddVec) num.DD { return v.x.Mul(w.x).Add(v.y.Mul(w.y)) }

// cross returns the determinant of v and w.
func (v ddVec) cross(w ddVec) num.DD { return v.x.Mul(w.y).Sub(v.y.Mul(w.x)) }
