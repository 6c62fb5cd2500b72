package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/num"
)

// The exact path decides how two polytopes, rounded or not, lie to each other where the bracket
// holds zero. Every number is the double given and a rotation is R(q)/(q.q). Times the positive
// number qa.qa qb.qb and a power of two, all points of C = A - B, in the world's axes, are
// integers, of about 270 bits in everyday scenes. Exact GJK starts from the simplex that the floats
// ended with, so that it mostly has to confirm; docs/math/exact.md.

// decide returns the exact relation of the pair last solved, Undecided where there is no way to it.
// n is the normal in a's frame.
func (d *exactRelation) decide(r *run, a, b *Object, n Vec) collide.Relation {
	if rel, known := axisParallel(a, b); known {
		return rel
	}
	if rel := pairSigns(a, b); rel != collide.Undecided {
		return rel
	}
	if r.m.curved {
		if rel := ellipsoidSigns(a, b, n); rel != collide.Undecided {
			return rel
		}
		if rel := crossedSigns(a, b); rel != collide.Undecided {
			return rel
		}
		return d.curved(r, a, b, n, false)
	}
	return d.polytopes(r, a, b, n)
}

// curved is decide for a pair with a curved core. rounded says that the poses in r are rounded
// ones, of parts.
func (d *exactRelation) curved(r *run, a, b *Object, n Vec, rounded bool) collide.Relation {
	if rel := d.ellipsoids(r, a, b, n); rel != collide.Undecided {
		return rel
	}
	if rel := d.cylinders(r, a, b); rel != collide.Undecided {
		return rel
	}
	if rel := d.cones(a, b); rel != collide.Undecided {
		return rel
	}
	return d.caps(r, a, b, n, rounded)
}

// pairSigns returns the exact relation of two bodies, in any order, whose cores are points,
// segments or boxes, where double-doubles tell it without a search; Undecided elsewhere.
func pairSigns(a, b *Object) collide.Relation {
	if a.kind == kindBox && b.kind == kindBox {
		return boxSigns(a, b)
	}
	return squareSigns(a, b)
}

// polytopes is decide for cores that are polytopes. The simplex of r is the one with which the
// floats ended.
func (d *exactRelation) polytopes(r *run, a, b *Object, n Vec) collide.Relation {
	if d.quick.prepare(&r.m, a, b) {
		if rel, sure := d.quick.relate(r, n); sure {
			return rel
		}
	}
	d.prepare(&r.m, a, b)
	if r.s.n < 4 && d.separates(a.axes.apply(n).Neg()) {
		return collide.Apart
	}
	for i := range r.s.n {
		d.insert(r.s.p[i].ia, r.s.p[i].ib)
	}
	return d.relate()
}

// separates reports whether the direction v, taken as it is, proves the shapes apart: a vertex or
// an edge near contact needs no more, for a wide range of directions separates there.
func (d *exactRelation) separates(v Vec) bool {
	e := lowest(math.MaxInt, v)
	dir := d.scaled(v, e)
	ia, ib := d.support(dir, false)
	d.insert(ia, ib)
	s := d.ar.Dot(dir, d.at(0))
	d.p = d.p[:0]
	return s.Sign() > 0 && d.compare(dir, s, d.margins(d.a, d.b)) == collide.Apart
}

// relate is search for the margins of the pair.
func (d *exactRelation) relate() collide.Relation { return d.search(d.grown(d.a, d.b)) }

// search runs exact GJK for cores grown by radius in all.
//
// At the head of every turn d.p is the simplex that carried the nearest point of the last turn and
// one vertex that is strictly nearer along its direction. So the distance falls strictly, no
// carrier comes back, and the turns are no more than the carriers: one to three corners of C, or
// the end. turnsOf counts them.
func (d *exactRelation) search(radius *big.Int) collide.Relation {
	for range d.turnsOf() {
		dir, n := d.nearest()
		if dir[0] == nil { // the origin is in the simplex
			if radius.Sign() > 0 || n == 4 {
				return collide.Overlapping
			}
			return d.interior(n)
		}
		d.p = d.p[:n]
		s := d.ar.Dot(dir, d.at(0))
		if radius.Sign() > 0 && d.compare(dir, s, radius) == collide.Overlapping {
			return collide.Overlapping
		}
		ia, ib := d.support(dir, false)
		if !d.insert(ia, ib) {
			return d.compare(dir, s, radius)
		}
		if s2 := d.ar.Dot(dir, d.at(n)); s2.Cmp(s) >= 0 {
			return d.compare(dir, s, radius)
		} else if d.compare(dir, s2, radius) == collide.Apart {
			return collide.Apart
		}
	}
	return collide.Undecided // not reached, as the distance falls
}

// mostTurns bounds a loop of the exact path, whatever the number of corners. Everyday pairs take
// fewer than ten turns.
const mostTurns = 1 << 16

// turnsOf returns the number of sets of one to three corners of C, n + n (n-1)/2 + n (n-1)(n-2)/6,
// and mostTurns if that is less.
func (d *exactRelation) turnsOf() int {
	n := float64(float64(d.a.corners()) * float64(d.b.corners()))
	if d.sweep.moves() {
		n *= 2
	}
	sets := n + float64(n*(n-1)/2) + float64(n*(n-1)*(n-2)/6)
	return int(min(sets+1, mostTurns))
}

// compare tells how cores at distance s/|dir| lie when both are grown by radius in all.
func (d *exactRelation) compare(dir [3]*big.Int, s, radius *big.Int) collide.Relation {
	c := s.Sign()
	if radius.Sign() > 0 && c > 0 {
		c = d.ar.Mul(s, s).Cmp(d.ar.Mul(d.ar.Dot(dir, dir), d.ar.Mul(radius, radius)))
	} else if radius.Sign() > 0 {
		c = -1
	}
	return decided.Relation(c)
}

// axisParallel returns the exact relation of boxes and points without margins that no rotation
// turns: the commonest contact, where each axis decides for itself. known is false for other pairs.
func axisParallel(a, b *Object) (r collide.Relation, known bool) {
	if a.kind != kindBox && a.kind != kindPoint || b.kind != kindBox && b.kind != kindPoint ||
		a.pose.Rot != (Rot{}) || b.pose.Rot != (Rot{}) || a.margin != 0 || b.margin != 0 {
		return collide.Undecided, false
	}
	p, q, g, h := a.pose.Pos, b.pose.Pos, a.half, b.half
	x := num.BoxGap(p.X, q.X, g.X, h.X)
	y := num.BoxGap(p.Y, q.Y, g.Y, h.Y)
	z := num.BoxGap(p.Z, q.Z, g.Z, h.Z)
	return decided.Relation(max(x, y, z)), true
}

// parts returns the exact relation of two parts of compounds, whose exact poses are set, Undecided
// where there is no way to it. r.m is prepared for the parts at their rounded poses. n is the
// normal in a's frame.
func (d *exactRelation) parts(r *run, a, b *Object, n Vec) collide.Relation {
	if r.m.curved {
		r.s.n = 0 // it is that of another pair
		return d.curved(r, a, b, n, true)
	}
	d.prepare(&r.m, a, b)
	d.insert(0, 0)
	return d.relate()
}
