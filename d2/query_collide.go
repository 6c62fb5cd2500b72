package d2

import (
	"iter"

	"github.com/collide-go/collide"
)

// Collide returns the contact of a and b, as Distance does, and their manifold. Only of chains that
// cross the contact is another one: that of the deepest pair of edges, where Distance ends with the
// first that crosses.
//
// Everything is in the world frame, lengths in the unit of the shapes and poses. Swapping a and b
// gives the same points in the same order with A and B exchanged, but for the ties of bodies with
// parts that Distance names. A point with the same ID moves by at most ten times what the bodies
// do, of the smaller one's size; docs/math/manifold.md says where curved surfaces do not keep to
// that.
//
// Cost: that of Distance and about 80 ns (BenchmarkManifoldStep); no allocation. Source: [Catto07].
func Collide(a, b *Object) (Contact, Manifold) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Collide(a, b, nil)
}

// Collide is the package-level Collide with q's options and work space; c is as for Distance.
//
// Cost and source: as for the package-level Collide.
func (q *Query) Collide(a, b *Object, c *Cache) (ct Contact, mf Manifold) {
	q.CollideInto(&ct, &mf, a, b, c)
	return ct, mf
}

// CollideInto is Collide that writes the answer to ct and mf, as DistanceInto and TouchInto do:
// what ct held before does not count, and of mf it sets Normal, N and Points[:N].
//
// Cost and source: as for the package-level Collide.
func (q *Query) CollideInto(ct *Contact, mf *Manifold, a, b *Object, c *Cache) {
	mf.Normal, mf.N = Vec{}, 0
	if q.ofParts(a, b) {
		*ct = Contact{}
		q.parts.distance(&q.solver, a.placed(), b.placed(), false, c, ct)
		if q.parts.found.Some {
			q.parts.manifold(&q.solver, q.parts.found.Best.I, q.parts.found.Best.J, mf)
		}
		return
	}
	ct.PartA, ct.PartB, ct.TriangleA, ct.TriangleB = -1, -1, -1, -1
	if a.kind|b.kind == kindPoint && q.algorithm == collide.Auto && q.trace == nil {
		if circles(a, b, ct) && mf.circles(a, b, ct) {
			return
		}
	}
	a, b, other := q.order(a, b)
	suits, found, small := false, false, false
	if a.kind == kindSegment || b.kind == kindSegment {
		suits, found = q.shortly(a, b)
	}
	switch {
	case found:
		first := (q.direct.x == a) != other
		q.direct.contact(first, ct)
		if !q.direct.lone(a, first, mf) {
			q.touchDirect(mf, a, b, other)
		}
		return
	case suits:
		small = q.distanceOn(a, b, c, ct)
	default:
		small = q.distance(a, b, c, ct)
	}
	if small {
		q.small.pair.manifold(a, b, &q.small.face, &q.span, ct, mf)
	} else {
		q.manifold(a, b, ct, mf)
	}
	if other {
		ct.swap()
		mf.swap()
	}
	ct.PartA, ct.PartB, ct.TriangleA, ct.TriangleB = -1, -1, -1, -1
}

// Manifolds returns the contacts and manifolds of each part of a with each part of b that is not
// apart from it, in the order of the parts: first those of the least part of a. PartA and PartB of
// the Contact tell the parts, and an ID is unique together with them. Two convex parts have one
// manifold; that of two half-spaces has no points. c is as for Distance.
//
// Of chains and grids, alone or as parts, there is one manifold for each way out: that of the
// deepest edge or cell first, then that of the deepest one that is still in the other part once
// that has gone out along the normals of those before, and so on. Beside a half-space there is one
// for each edge or cell beyond it.
//
// With Options.Joined the manifold of a part is left out if its normal is another one than that of
// a deeper part of the same body, along which this part comes no farther: where level parts lie
// side by side there are no manifolds of the sides between them.
//
// Of two bodies of one part each, or none, the first manifold is that of Collide; of others that of
// Collide is the first of two parts.
//
// The loop must not use q. Nothing is allocated once the work space has grown.
//
// Cost: that of Collide for each pair of parts whose boxes meet; of surfaces that of Distance for
// each such edge or cell, and of Collide for each way. Source: as for Collide.
func (q *Query) Manifolds(a, b *Object, c *Cache) iter.Seq2[Contact, Manifold] {
	return func(yield func(Contact, Manifold) bool) { q.manifolds(a, b, c, yield) }
}

// manifolds is Manifolds with the body of the loop given.
func (q *Query) manifolds(a, b *Object, c *Cache, yield func(Contact, Manifold) bool) {
	if q.ofParts(a, b) {
		q.parts.manifolds(&q.solver, a.placed(), b.placed(), yield)
	} else if ct, mf := q.Collide(a, b, c); ct.Relation != collide.Apart {
		yield(ct, mf)
	}
}

// Touch returns the relation of a and b and, unless they are apart, their manifold: what a physics
// engine asks in each step about a pair. Between shapes apart the manifold is empty, and nothing is
// worked out beyond a direction that separates them.
//
// The manifold is that of Collide, bit for bit. The relation never contradicts that of Distance; of
// curved shapes it may be decided where that of Relate or of Distance is not.
//
// Cost: that of Relate for shapes apart, else that of Collide. Source: as for Collide.
func Touch(a, b *Object) (collide.Relation, Manifold) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Touch(a, b, nil)
}

// Touch is the package-level Touch with q's options and work space; c is as for Distance.
//
// Cost and source: as for the package-level Touch.
func (q *Query) Touch(a, b *Object, c *Cache) (rel collide.Relation, mf Manifold) {
	rel = q.TouchInto(&mf, a, b, c)
	return rel, mf
}

// TouchInto is Touch that writes the manifold to mf: a caller with one Manifold for many pairs
// saves that a large one is cleared and copied for each. It sets Normal, N and Points[:N], of which
// shapes apart have none; what else mf holds, before and after, does not count.
//
// Cost and source: as for the package-level Touch.
func (q *Query) TouchInto(mf *Manifold, a, b *Object, c *Cache) collide.Relation {
	mf.Normal, mf.N = Vec{}, 0
	if a.kind|b.kind == kindPoint && q.algorithm == collide.Auto && q.trace == nil {
		if rel := mf.touchCircles(a, b); rel != collide.Undecided {
			return rel
		}
	}
	if a.aabb.apart(&b.aabb) && q.boxesApart(a, b) {
		return collide.Apart
	}
	small := isSmall(a, b) && q.plain()
	if small {
		if rel := q.small.touch(a, b, &q.span, mf); rel != collide.Undecided {
			return rel
		}
	}
	if q.ofParts(a, b) {
		return q.parts.touch(&q.solver, a.placed(), b.placed(), c, mf)
	}
	if a.kind == kindSegment && b.kind == kindSegment && q.algorithm == collide.Auto && q.trace == nil {
		if rel := mf.touchSegments(a, b, &q.direct); rel != collide.Undecided {
			return rel
		}
	}
	if (a.kind == kindPoint || b.kind == kindPoint) && q.algorithm == collide.Auto && q.trace == nil {
		if rel := q.touchBall(mf, a, b); rel != collide.Undecided {
			return rel
		}
	}
	if small {
		if a.margin+b.margin == 0 && q.relateSmall(a, b) == collide.Apart {
			return collide.Apart
		}
	} else if c.parted() && q.soon(a, b) == collide.Apart {
		return collide.Apart
	}
	a, b, other := q.order(a, b)
	if (a.kind == kindSegment || b.kind == kindSegment) && q.trace == nil && q.directly(a, b, true) {
		f := &q.direct
		if f.relation == collide.Apart || f.lone(a, (f.x == a) != other, mf) {
			return f.relation
		}
		return q.touchDirect(mf, a, b, other)
	}
	return q.touchOn(mf, a, b, other, c)
}

// touchDirect is TouchInto for a pair in canonical order, the other one if other is set, whose
// answer the direct form has, but not its manifold.
func (q *Query) touchDirect(mf *Manifold, a, b *Object, other bool) collide.Relation {
	var ct Contact
	q.direct.contact(q.direct.x == a, &ct)
	if q.clipped(a, b, &ct, mf); other {
		mf.swap()
	}
	return ct.Relation
}

// touchOn is TouchInto for a pair in canonical order, the other one if other is set, in general.
func (q *Query) touchOn(mf *Manifold, a, b *Object, other bool, c *Cache) collide.Relation {
	var ct Contact
	out, small := q.touch(a, b, c, &ct)
	switch {
	case out == apart || ct.Relation == collide.Apart:
		return collide.Apart
	case small:
		q.small.pair.manifold(a, b, &q.small.face, &q.span, &ct, mf)
	default:
		q.manifold(a, b, &ct, mf)
	}
	rel := ct.Relation
	if rel == collide.Undecided { // of curved shapes relate may know more
		if rel = q.relate(a, b, c); rel == collide.Apart {
			*mf = Manifold{}
			return rel
		}
	}
	if other {
		mf.swap()
	}
	return rel
}

// touchBall is TouchInto for a circle and a polygon, Undecided where it is left to the
// general way.
func (q *Query) touchBall(mf *Manifold, a, b *Object) collide.Relation {
	switch {
	case suitsBall(a, b):
		return mf.touchBall(a, b, true)
	case suitsBall(b, a):
		return mf.touchBall(b, a, false)
	}
	return collide.Undecided
}
