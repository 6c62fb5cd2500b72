package d2

import (
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/num"
)

// The exact path decides how two polygons, rounded or not, lie to each other where the bracket
// holds zero. All points of C = A - B are integers, of about 170 bits in everyday scenes. Exact GJK
// starts from the simplex that the floats ended with, so that it mostly has to confirm;
// docs/math/exact.md.

// exactPoint is a vertex of C in integers.
type exactPoint struct {
	w      bigVec
	ia, ib int32
}

// exactRelation is the work space of the exact path.
type exactRelation struct {
	integers
	a, b  *Object
	t     bigVec       // pa - pb
	p     []exactPoint // the simplex, and after it other points of C
	quick ddRelation   // relation_quick.go

	stretch stretching // of an ellipse beside a polygon, else zero: what is done to points of C
}

// decide returns the exact relation of the pair where there is a way to it, else Undecided: of
// boxes that nothing turns, of polygons, whose search starts from the simplex of r, and of
// ellipses. n is the normal in a's frame.
func (d *exactRelation) decide(r *run, a, b *Object, n Vec) collide.Relation {
	if rel, known := axisParallel(a, b); known {
		return rel
	}
	if r.m.curved {
		if rel := ellipseSigns(a, b, n); rel != collide.Undecided {
			return rel
		}
		return d.ellipses(r, a, b, n)
	}
	if rel := squareSigns(a, b); rel != collide.Undecided {
		return rel
	}
	return d.polytopes(r, a, b)
}

// polytopes is decide for two polygons, rounded or not.
func (d *exactRelation) polytopes(r *run, a, b *Object) collide.Relation {
	if d.quick.prepare(r.m.scale, a, b) {
		if rel, sure := d.quick.relate(&r.s); sure {
			return rel
		}
	}
	d.prepare(a, b)
	for i := range r.s.n {
		d.insert(r.s.p[i].ia, r.s.p[i].ib)
	}
	return d.relate()
}

// prepare computes the integers of a pair of polygons.
func (d *exactRelation) prepare(a, b *Object) {
	d.a, d.b, d.p = a, b, d.p[:0]
	d.poses(a, b, d.sweep.lowest(min(a.lowestExponent(), b.lowestExponent())))
	d.t = d.world(d.offset(a, b))
	if d.sweep.moves() {
		d.sweep.whole = d.world(d.way())
	}
}

// insert appends the vertex (ia, ib) of C if it is not there yet, and reports whether it did. Of a
// sweep, ib beyond the corners of B stands for a corner at the end of the way.
func (d *exactRelation) insert(ia, ib int32) bool {
	for i := range d.p {
		if d.p[i].ia == ia && d.p[i].ib == ib {
			return false
		}
	}
	own, moved := sweptCorner(d.b, ib)
	w := d.sub(d.rotate(d.ra, d.vec(d.a.corner(ia))), d.rotate(d.rb, d.vec(d.b.corner(own))))
	for k := range 2 {
		if w[k].Add(w[k], d.t[k]); moved {
			w[k].Sub(w[k], d.sweep.whole[k])
		}
	}
	if d.stretch.rot[0] != nil {
		w = d.stretch.apply(&d.integers, w)
	}
	d.p = append(d.p, exactPoint{w, ia, ib})
	return true
}

// relate is search for the margins of the pair.
func (d *exactRelation) relate() collide.Relation { return d.search(d.grown(d.a, d.b)) }

// search runs exact GJK for cores grown by radius in all.
//
// At the head of every turn d.p is the simplex that carried the nearest point of the last turn and
// one vertex that is strictly nearer along its direction. So the distance falls strictly, no
// carrier comes back, and the turns are no more than the carriers: one or two corners of C, or the
// end. turnsOf counts them.
func (d *exactRelation) search(radius *big.Int) collide.Relation {
	for range d.turnsOf() {
		dir, n := d.nearest()
		if dir[0] == nil { // the origin is in the simplex
			if radius.Sign() > 0 || n == 3 {
				return collide.Overlapping
			}
			return d.interior(n)
		}
		d.p = d.p[:n]
		s := d.dot(dir, d.p[0].w)
		if radius.Sign() > 0 && d.compare(dir, s, radius) == collide.Overlapping {
			return collide.Overlapping
		}
		ia, ib := d.support(dir, false)
		if !d.insert(ia, ib) { // a repeated support point
			return d.compare(dir, s, radius)
		}
		s2 := d.dot(dir, d.p[n].w)
		if s2.Cmp(s) >= 0 { // no strict decrease
			return d.compare(dir, s, radius)
		}
		if d.compare(dir, s2, radius) == collide.Apart {
			return collide.Apart
		}
	}
	return collide.Undecided // not reached, as the distance falls
}

// mostTurns bounds a loop of the exact path, whatever the number of corners. Everyday pairs take
// fewer than ten turns.
const mostTurns = 1 << 16

// turnsOf returns the number of sets of one or two corners of C, n + n (n-1)/2, and mostTurns if
// that is less.
func (d *exactRelation) turnsOf() int {
	n := float64(d.a.pairs(d.b))
	if d.sweep.moves() {
		n *= 2
	}
	sets := n + float64(n*(n-1)/2)
	return int(min(sets+1, mostTurns))
}

// compare tells how cores at distance s/|dir| lie when both are grown, by radius together.
func (d *exactRelation) compare(dir bigVec, s, radius *big.Int) collide.Relation {
	c := s.Sign()
	if radius.Sign() > 0 && c > 0 {
		// big.Int allocates where a factor is also the result.
		l := d.ar.Int().Mul(d.dot(dir, dir), d.ar.Int().Mul(radius, radius))
		c = d.ar.Int().Mul(s, s).Cmp(l)
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
	return decided.Relation(max(x, y)), true
}

// parts returns the exact relation of two parts of compounds, whose exact poses are set, Undecided
// where there is no way to it. r.m is prepared for the parts at their rounded poses. n is the
// normal in a's frame.
func (d *exactRelation) parts(r *run, a, b *Object, n Vec) collide.Relation {
	if r.m.curved {
		r.s.n = 0 // it is that of another pair
		return d.ellipses(r, a, b, n)
	}
	d.prepare(a, b)
	d.insert(0, 0)
	return d.relate()
}
