package d3

import (
	"iter"

	"github.com/collide-go/collide"
)

// Collide returns the contact of a and b, as Distance does, and their manifold. Only of
// meshes and height fields whose surfaces cross the contact is another one: that of the deepest
// pair of triangles, and Upper the lower for it, where Distance ends with the first that crosses.
//
// Everything is in the world frame, lengths in the unit of the shapes and poses. Swapping a and b
// gives the same points in the same order with A and B exchanged, but for the ties of bodies with
// parts that Distance names. A point with the same ID moves by at most ten times what the bodies
// do, of the smaller one's size; docs/math/manifold.md says where curved surfaces do not keep to
// that.
//
// Cost: that of Distance and less than 1 us for boxes turned against each other
// (BenchmarkManifoldStep); the number of corners of one face times that of the other. The first
// manifold of a hull makes the table of its faces, which stays with it; nothing else is allocated
// once the work space has grown. Source: [Gregorius13], [SutherlandHodgman74].
func Collide(a, b *Object) (Contact, Manifold) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Collide(a, b, nil)
}

// Touch returns the relation of a and b and, unless they are apart, their manifold: what a physics
// engine asks in each step. The manifold of shapes apart has no points, and nothing is worked out
// beyond a direction that separates them.
//
// The manifold is that of Collide, bit for bit. The relation never contradicts that of Distance;
// for curved shapes it may be decided where that of Relate or of Distance is not.
//
// Cost: that of Relate for shapes apart, else that of Collide. Source: as for Collide.
func Touch(a, b *Object) (collide.Relation, Manifold) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Touch(a, b, nil)
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
		q.parts.manifold(&q.solver, &q.clip, q.parts.found.Best.I, q.parts.found.Best.J, mf)
		return
	}
	a, b, other := q.order(a, b)
	ct.PartA, ct.PartB, ct.TriangleA, ct.TriangleB = -1, -1, -1, -1
	suits, found := false, false
	if a.kind+b.kind <= kindSegment+kindBox {
		suits, found = q.shortly(a, b)
	}
	switch {
	case found:
		first := (q.direct.x == a) != other
		q.direct.contact(first, ct)
		if !q.direct.lone(a, first, mf) {
			q.touchDirect(mf, a, b, other, false)
		}
		return
	case suits:
		q.distanceOn(a, b, false, c, ct)
	default:
		q.distance(a, b, c, ct)
	}
	if q.manifold(&q.clip, a, b, ct, mf); other {
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
// Of meshes and height fields, alone or as parts, there is one manifold for each way out: that of
// the deepest triangle first, then that of the deepest one that is still in the other part once
// that has gone out along the normals of those before, and so on. Beside a half-space there is one
// for each triangle beyond it.
//
// A body in a solid mesh, none of whose triangles it meets, has the one manifold of the nearest of
// them.
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
// each such triangle, and of Collide for each way. Source: as for Collide.
func (q *Query) Manifolds(a, b *Object, c *Cache) iter.Seq2[Contact, Manifold] {
	return func(yield func(Contact, Manifold) bool) { q.manifolds(a, b, c, yield) }
}

// manifolds is Manifolds with the body of the loop given.
func (q *Query) manifolds(a, b *Object, c *Cache, yield func(Contact, Manifold) bool) {
	if q.ofParts(a, b) {
		q.parts.manifolds(&q.solver, &q.clip, a.placed(), b.placed(), yield)
	} else if ct, mf := q.Collide(a, b, c); ct.Relation != collide.Apart {
		yield(ct, mf)
	}
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
	far := a.aabb.apart(&b.aabb)
	if !far && a.kind+b.kind == kindBox && a.kind != kindSegment && q.plain() { // a box and a sphere
		if rel := mf.touchLanes(a, b); rel != collide.Undecided {
			return rel
		}
	}
	mf.Normal, mf.N = Vec{}, 0
	if far && q.boxesApart(a, b) {
		return collide.Apart
	}
	if a.kind+b.kind <= kindSegment+kindBox && q.plain() {
		if rel := q.touchSoon(mf, a, b); rel != collide.Undecided {
			return rel
		}
	}
	if q.ofParts(a, b) {
		return q.parts.touch(&q.solver, &q.clip, a.placed(), b.placed(), c, mf)
	}
	a, b, other := q.order(a, b)
	if boxes := q.boxes(a, b); boxes {
		if q.trace == nil && q.sat.facesApart(a, b) {
			return collide.Apart
		}
		q.bare = false
		return q.touchOn(mf, a, b, other, boxes, c)
	}
	if !q.directly(a, b, true) {
		return q.touchOn(mf, a, b, other, false, c)
	}
	f := &q.direct
	if f.relation == collide.Apart {
		return collide.Apart
	}
	if lone := f.lone(a, (f.x == a) != other, mf); !lone || q.trace != nil {
		q.touchDirect(mf, a, b, other, lone)
	}
	return f.relation
}

// touchDirect is TouchInto for a pair in canonical order, the other one if other is set, whose
// answer the direct form has, after lone.
func (q *Query) touchDirect(mf *Manifold, a, b *Object, other, lone bool) {
	var ct Contact
	if q.answerDirect(a, &ct); lone {
		return
	}
	if q.clipped(&q.clip, a, b, &ct, mf); other {
		mf.swap()
	}
}

// touchOn is TouchInto for a pair in canonical order, the other one if other is set, of which the
// direct form tells nothing; boxes is what q.boxes says.
func (q *Query) touchOn(mf *Manifold, a, b *Object, other, boxes bool, c *Cache) collide.Relation {
	var ct Contact
	if !q.touch(a, b, boxes, c, &ct) || ct.Relation == collide.Apart {
		return collide.Apart
	}
	q.manifold(&q.clip, a, b, &ct, mf)
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

// touchSoon is TouchInto for a sphere or a capsule and a box, or two capsules; Undecided where it
// is left to the general way.
func (q *Query) touchSoon(mf *Manifold, a, b *Object) collide.Relation {
	if !a.solid || !b.solid {
		return collide.Undecided
	}
	switch a.kind<<4 | b.kind {
	case kindBox << 4: // and kindPoint, which is 0
		return mf.touchBall(a, b, true)
	case kindBox: // after kindPoint
		return mf.touchBall(b, a, false)
	case kindSegment<<4 | kindSegment:
		return mf.touchSegments(a, b, &q.direct)
	case kindBox<<4 | kindSegment:
		return mf.touchBeside(a, b, true, &q.direct)
	case kindSegment<<4 | kindBox:
		return mf.touchBeside(b, a, false, &q.direct)
	default:
		return collide.Undecided
	}
}
