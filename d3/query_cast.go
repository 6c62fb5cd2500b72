package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// CastShape returns when b, swept by s, first meets a, which is at rest.
//
// Verdict is the relation of a and all that b sweeps, as closed sets: a Hit where interiors meet, a
// Graze where they only touch, a Miss where they do not. It is exact for polytopes, rounded or not,
// spheres and capsules among them, and where one shape is a half-space; for other curved shapes
// Unsure remains possible within Options.Tolerance of touching. T is the time of the first contact,
// in units of s: the bodies are proved apart before Lower, and proved in contact at some time of at
// most Upper. A miss has no times, normal or points.
//
// Normal is a unit vector out of a at the first contact, any one of them where there are several.
// Of curved shapes it is found with the time, by Newton's method, and as good. Where that comes to
// no end, and of shapes of your own, it is off by up to the root of Options.Tolerance, or 2^-14.
// PointA and PointB are the points of contact on the surfaces at the time T, in the world frame;
// with a skin they are as far apart. Bodies in contact at the start have T, Lower and Upper 0, and
// normal and points of Distance.
//
// With Deepening only contact counts that goes deeper than at the start: T is the infimum of the
// times at which the signed distance is below 0 and below that at the start, by more than the width
// of its bracket. Convex bodies in contact at the start hit at 0 or never; a body that slides along
// another or leaves it misses. Contact that only touches is a Miss. The signed distance of
// compounds is that of the deepest parts: others that go deeper count once they are deeper than the
// deepest were. Triangles are such parts, and a solid mesh is no more than its triangles
// then: a point, and a flat body that meets a triangle flat on, go deep in none, and what starts in
// a solid meets the triangles from within.
//
// Compounds: the least time of all pairs of parts; a Hit if any pair gives one, else a Graze.
// Swapping a and b and reversing s gives the same times bit for bit.
//
// The brackets of polytopes are about 64u of the size over the closing speed wide, those of curved
// shapes Options.Tolerance of the size over it, and its square root where the bodies almost miss.
// There is no error; bounds hold whatever the status is. Nothing is allocated.
//
// Cost: about that of Distance for convex shapes; exact arithmetic only where doubles cannot tell a
// hit from a miss. Source: [Bergen04], docs/math/cast.md.
func (q *Query) CastShape(a, b *Object, s *Sweep) (h ShapeHit) {
	if q.ofParts(a, b) {
		if s.skin == 0 && q.passes(a.placed(), b.placed(), s.translation, s) {
			h.miss()
			h.Iterations = 1
			return h
		}
		if s.deepening && q.sink(a.placed(), b.placed(), s, &h) {
			return h
		}
		q.parts.castShape(&q.solver, &q.shape, a.placed(), b.placed(), s, &h)
		return h
	}
	if a.kind == kindBox && b.kind == kindBox && q.castBoxes(a, b, s, &h) {
		return h
	}
	a, b, other := q.order(a, b)
	v := s.translation.Scale(signOf(other)) // without a branch, which would be mispredicted
	passes := q.passes(a, b, v, s)
	if !passes || q.trace != nil { // who traces sees the walk in any case
		q.shape.slack = 0
		q.shape.set(v, s)
		q.shape.convex(&q.solver, a, b, &h)
	}
	if passes {
		h = ShapeHit{}
		h.miss()
		h.Iterations = 1
		return h
	}
	if other {
		h.swap(v.Scale(h.T))
	}
	return h
}

// castBoxes is CastShape for two boxes, and reports whether doubles tell all by their axes.
func (q *Query) castBoxes(a, b *Object, s *Sweep, h *ShapeHit) bool {
	if a.margin+b.margin+s.skin != 0 || s.deepening || q.trace != nil { // who traces sees the walk
		return false
	}
	c := &q.shape.slabs
	x, y := a.pose.Pos.X, b.pose.Pos.X
	other := x > y
	if x == y {
		other = swapped(a, b)
	}
	pair := [2]*Object{a, b} // no branch: it would be mispredicted
	k := bit(other)
	a, b = pair[k&1], pair[k&1^1]
	v := s.translation.Scale(signOf(other))
	o, p := a.castBox(), b.castBox()
	if !c.place(&o, &p, v, s.max) {
		return false
	}
	h.PartA, h.PartB = -1, -1
	if !c.quickly(&o, h) {
		*h = ShapeHit{}
		return false
	}
	// As ShapeHit.swap does: both points are one.
	h.Normal = h.Normal.Scale(signOf(other)).clean()
	h.PointA = h.PointA.Sub(v.Scale(float64(h.T * float64(k)))).clean()
	h.PointB = h.PointA
	return true
}

// signOf returns -1 for true, 1 for false.
func signOf(negative bool) float64 {
	var bit uint64
	if negative {
		bit = 1
	}
	return math.Float64frombits(math.Float64bits(1) | bit<<63)
}

// sink is CastShape with Deepening for bodies with parts that overlap at the start, or are within
// the skin then, and reports whether they do. Which of several deepest pairs of parts is asked
// whether it goes deeper at once does not hang on the order of a and b.
func (q *Query) sink(a, b *Object, s *Sweep, h *ShapeHit) bool {
	if q.parts.choose(a, b); !q.parts.flip {
		return q.sinkInOrder(a, b, s, h)
	}
	back := *s
	back.translation = s.translation.Neg()
	if !q.sinkInOrder(b, a, &back, h) {
		return false
	}
	h.swap(back.translation.Scale(h.T))
	return true
}

// sinkInOrder is sink for bodies in the order that partPair.choose gives them.
func (q *Query) sinkInOrder(a, b *Object, s *Sweep, h *ShapeHit) bool {
	level, done := q.parts.castDeep(&q.solver, &q.shape, a, b, s, h)
	switch {
	case done:
	case math.IsInf(level, 1):
		return false
	case !(level > -math.MaxFloat64) || s.max == 0 || s.translation == (Vec{}):
		h.miss()
	default:
		v := s.translation
		scale := num.PowerBelow(largest(v.abs())) // for times and ways in range
		var out Impact
		q.impacts.sink(&q.solver, &q.impact, a, b, v.Scale(scale), min(s.max/scale, remote), level, &out)
		h.sunk(&out, scale, s.max)
	}
	return true
}

// passes reports whether the boxes of a and b, which moves along v, prove a miss. A user's Support
// is asked in any case, so that one that breaks its contract is found out.
func (q *Query) passes(a, b *Object, v Vec, s *Sweep) bool {
	if a.asked() || b.asked() {
		return false
	}
	box := a.aabb
	if s.skin > 0 {
		box = box.Grow(s.skin)
	}
	return box.passedBy(&b.aabb, v, s.max)
}

// CastShape is Query.CastShape with the default options.
func CastShape(a, b *Object, s *Sweep) ShapeHit {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.CastShape(a, b, s)
}
