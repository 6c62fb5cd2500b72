package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Before any integer is made, ddRelation tries to prove the relation in double-double: a
// tetrahedron of points of C with the origin inside for certain, or a plane with all of C beyond it
// for certain. It walks there like GJK. Only those two proofs count, so every other step may be
// wrong, and where neither is found, as for all pairs that touch, the integers decide.
// docs/math/exact.md.

// ddVec is a vector of double-doubles.
type ddVec struct{ x, y, z num.DD }

// quickPoint is a vertex of C.
type quickPoint struct {
	w      ddVec // in the world's axes and the solvers' unit, once known
	known  bool
	near   Vec // in doubles, in A's frame, off by less than minkowski.errPoint
	ia, ib int32
}

// ddRelation is the work space of the stage.
type ddRelation struct {
	m      *minkowski
	a, b   *Object
	ra, rb [3]ddVec // R(q)/(q.q) by columns, each entry within 2^-100
	t      ddVec    // pa - pb, scaled
	r      num.DD   // the sum of the margins, scaled
	size   float64  // no sum below has terms that add up to more; the bounds are relative to it
	p      [4]quickPoint
	n      int
	moves  bool // B is swept: relation_sweep.go
	way    ddVec
	near   Vec
}

const quickTurns = 8

// relate returns the relation of the pair last solved if it can prove it. n is the normal in a's
// frame.
func (k *ddRelation) relate(r *run, n Vec) (rel collide.Relation, sure bool) {
	for i := range r.s.n {
		p := &r.s.p[i]
		k.p[i] = quickPoint{near: p.w, ia: p.ia, ib: p.ib}
	}
	k.n = r.s.n
	if k.r.Hi > 0 {
		return k.relateRounded()
	}
	if k.n < 3 { // a wide range of directions separates a vertex or an edge near contact
		v := k.a.axes.apply(n).Neg()
		dir := ddVec{num.DD{Hi: v.X, Lo: 0}, num.DD{Hi: v.Y, Lo: 0}, num.DD{Hi: v.Z, Lo: 0}}
		if s, _, _ := k.support(&dir); s.Hi > float64(quickPlane*k.size) {
			return collide.Apart, true
		}
	}
	return k.walk()
}

// walk is relate from the points that are there.
func (k *ddRelation) walk() (rel collide.Relation, sure bool) {
	if k.r.Hi > 0 {
		return k.relateRounded()
	}
	for range quickTurns {
		if k.n == 4 {
			if inside, open := k.leave(); inside || open {
				return collide.Overlapping, inside
			}
		}
		dir, ok := k.direction()
		if !ok {
			return 0, false
		}
		s, ia, ib := k.support(&dir)
		if s.Hi > float64(quickPlane*k.size) {
			return collide.Apart, true
		}
		if !k.insert(ia, ib) {
			return 0, false
		}
	}
	return 0, false
}

// prepare computes the pose of the pair; ok is false where the stage does not apply: with nested
// margins, and with lengths among which doubles might run out of range.
func (k *ddRelation) prepare(m *minkowski, a, b *Object) (ok bool) {
	if a.margins != nil || b.margins != nil {
		return false
	}
	k.r = num.TwoSum(a.margin, b.margin).Scale(m.scale)
	p, q, s := a.pose.Pos, b.pose.Pos, m.scale
	k.m, k.a, k.b, k.moves = m, a, b, false
	k.t.x, k.t.y, k.t.z = num.TwoSum(p.X, -q.X).Scale(s), num.TwoSum(p.Y, -q.Y).Scale(s), num.TwoSum(p.Z, -q.Z).Scale(s)
	// |x|_1 <= |centre|_1 + sqrt 3 radius for a vertex x; the rest is for roundings.
	own := float64(s*big1(a.center)) + float64(s*big1(b.center)) + float64(2*s*a.radius) + float64(2*s*b.radius)
	k.size = own + float64(1.01*big1(Vec{k.t.x.Hi, k.t.y.Hi, k.t.z.Hi})) + float64(1.01*k.r.Hi)
	if !(k.size > 0x1p-100 && k.size < 0x1p100) {
		return false
	}
	a.pose.Rot.columns(&k.ra)
	b.pose.Rot.columns(&k.rb)
	return true
}

// columns sets c to the columns of R(q)/(q.q), each entry within 2^-100, one by one: a copy of what
// was just stored has to wait.
func (r Rot) columns(c *[3]ddVec) {
	var h, l mat3
	r.setAxes(&h, &l)
	c[0].x.Hi, c[0].y.Hi, c[0].z.Hi = h.x.X, h.y.X, h.z.X
	c[0].x.Lo, c[0].y.Lo, c[0].z.Lo = l.x.X, l.y.X, l.z.X
	c[1].x.Hi, c[1].y.Hi, c[1].z.Hi = h.x.Y, h.y.Y, h.z.Y
	c[1].x.Lo, c[1].y.Lo, c[1].z.Lo = l.x.Y, l.y.Y, l.z.Y
	c[2].x.Hi, c[2].y.Hi, c[2].z.Hi = h.x.Z, h.y.Z, h.z.Z
	c[2].x.Lo, c[2].y.Lo, c[2].z.Lo = l.x.Z, l.y.Z, l.z.Z
}

// at returns point i, each coordinate within 2^-96 size.
func (k *ddRelation) at(i int) *ddVec {
	p := &k.p[i]
	if !p.known {
		own, moved := sweptCorner(k.b, p.ib)
		va, vb := k.a.exactCorner(p.ia).Scale(k.m.scale), k.b.exactCorner(own).Scale(-k.m.scale)
		var a, b ddVec
		a.combine(&k.ra, va)
		b.combine(&k.rb, vb)
		p.w.x, p.w.y, p.w.z = a.x.Add(b.x).Add(k.t.x), a.y.Add(b.y).Add(k.t.y), a.z.Add(b.z).Add(k.t.z)
		if moved {
			p.w = p.w.sub(&k.way)
		}
		p.known = true
	}
	return &p.w
}

// combine sets v to the sum of the columns of r times the coordinates of x.
func (v *ddVec) combine(r *[3]ddVec, x Vec) {
	v.x = r[0].x.Times(x.X).Add(r[1].x.Times(x.Y)).Add(r[2].x.Times(x.Z))
	v.y = r[0].y.Times(x.X).Add(r[1].y.Times(x.Y)).Add(r[2].y.Times(x.Z))
	v.z = r[0].z.Times(x.X).Add(r[1].z.Times(x.Y)).Add(r[2].z.Times(x.Z))
}

// insert appends the vertex (ia, ib) of C if it is not there yet, and reports whether it did.
func (k *ddRelation) insert(ia, ib int32) bool {
	for i := range k.n {
		if k.p[i].ia == ia && k.p[i].ib == ib {
			return false
		}
	}
	var v vertex
	own, moved := sweptCorner(k.b, ib)
	if k.m.at(ia, own, &v); moved {
		v.w = v.w.Sub(k.near).snap()
	}
	k.p[k.n] = quickPoint{near: v.w, ia: ia, ib: ib}
	k.n++
	return true
}

// leave reports whether the origin lies inside the tetrahedron for certain, or may lie on its
// surface as far as this stage can tell. Otherwise it drops a vertex opposite a face with the
// origin beyond it.
func (k *ddRelation) leave() (inside, open bool) {
	a, b, c, e := k.p[0].near, k.p[1].near, k.p[2].near, k.p[3].near
	volume, ok := k.m.certain(b.Sub(a).Cross(c.Sub(a)).Dot(e.Sub(a)))
	if !ok {
		return false, true
	}
	// The volume is the sum of these four.
	for i, f := range [4][3]int{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}} {
		switch k.det(f[0], f[1], f[2]) * volume {
		case 0:
			return false, true
		case -1:
			k.n = 3
			k.p[i] = k.p[3]
			return false, false
		}
	}
	return true, false
}

// det returns the sign of the determinant of the points i, j, k, 0 where it is open.
func (k *ddRelation) det(i, j, l int) int {
	if s, ok := k.m.certain(k.p[i].near.Cross(k.p[j].near).Dot(k.p[l].near)); ok {
		return s
	}
	n := k.at(i).cross(k.at(j))
	x := n.dot(k.at(l)).Hi
	bound := float64(quickDet*k.size) * float64(k.size*k.size)
	switch {
	case x > bound:
		return 1
	case x < -bound:
		return -1
	}
	return 0
}

// direction returns about the direction to the point of the simplex nearest the origin, with the
// largest coordinate in [1/2, 1).
func (k *ddRelation) direction() (v ddVec, ok bool) {
	switch a := k.at(0); k.n {
	case 1:
		v = *a
	case 2:
		e := k.at(1).sub(a)
		n := a.cross(&e)
		v = e.cross(&n)
	default:
		e, f := k.at(1).sub(a), k.at(2).sub(a)
		v = e.cross(&f)
		if v.dot(a).Hi < 0 {
			v = v.scale(-1)
		}
	}
	big := max(math.Abs(v.x.Hi), math.Abs(v.y.Hi), math.Abs(v.z.Hi))
	if !(big > 0x1p-500) {
		return v, false
	}
	return v.scale(num.PowerBelow(big)), true
}

// support returns the least product of a point of C with dir, off by less than quickPlane size, and
// the vertices that have it. dir is taken as it is; its largest coordinate is in [1/2, 1).
func (k *ddRelation) support(dir *ddVec) (least num.DD, ia, ib int32) {
	n := k.a.axes.applyT(Vec{dir.x.Hi, dir.y.Hi, dir.z.Hi}).Neg()
	back := dir.scale(-1)
	sa, ia := extremeQuick(k.a, &k.ra, &back, n, k.m.scale)
	sb, ib := extremeQuick(k.b, &k.rb, dir, k.m.rot.applyT(n).Neg(), k.m.scale)
	least = dir.dot(&k.t).Sub(sa).Sub(sb)
	if k.moves {
		if x := dir.dot(&k.way); x.Hi > 0 {
			return least.Sub(x), ia, ib + k.b.corners()
		}
	}
	return least, ia, ib
}

// extremeQuick returns the greatest product of a vertex of o, scaled, with dir, and the vertex. n
// is the float image of dir in the frame of o: it leaves out what cannot be the best, as in
// extreme.
func extremeQuick(o *Object, rot *[3]ddVec, dir *ddVec, n Vec, scale float64) (top num.DD, win int32) {
	count := o.corners()
	best := math.Inf(-1)
	for i := range count {
		best = max(best, n.Dot(o.corner(i)))
	}
	own := ddVec{rot[0].dot(dir), rot[1].dot(dir), rot[2].dot(dir)}
	floor := best - float64(extremeNoise*unit*o.radius)
	win = -1
	for i := range count {
		if !(n.Dot(o.corner(i)) >= floor) {
			continue
		}
		v := o.exactCorner(i).Scale(scale)
		x := own.x.Times(v.X).Add(own.y.Times(v.Y)).Add(own.z.Times(v.Z))
		if win < 0 || x.Hi > top.Hi || x.Hi == top.Hi && x.Lo > top.Lo {
			top, win = x, i
		}
	}
	return top, win
}

// add returns v + w.
func (v *ddVec) add(w *ddVec) ddVec { return ddVec{v.x.Add(w.x), v.y.Add(w.y), v.z.Add(w.z)} }

// sub returns v - w.
func (v *ddVec) sub(w *ddVec) ddVec { return ddVec{v.x.Sub(w.x), v.y.Sub(w.y), v.z.Sub(w.z)} }

// times returns x v.
func (v *ddVec) times(x float64) ddVec { return ddVec{v.x.Times(x), v.y.Times(x), v.z.Times(x)} }

// scale returns v times plus or minus a power of two, exactly.
func (v *ddVec) scale(s float64) ddVec { return ddVec{v.x.Scale(s), v.y.Scale(s), v.z.Scale(s)} }

// dot returns the inner product of v and w.
func (v *ddVec) dot(w *ddVec) num.DD { return v.x.Mul(w.x).Add(v.y.Mul(w.y)).Add(v.z.Mul(w.z)) }

// cross returns the vector product of v and w.
func (v *ddVec) cross(w *ddVec) ddVec {
	return ddVec{
		v.y.Mul(w.z).Sub(v.z.Mul(w.y)),
		v.z.Mul(w.x).Sub(v.x.Mul(w.z)),
		v.x.Mul(w.y).Sub(v.y.Mul(w.x)),
	}
}
