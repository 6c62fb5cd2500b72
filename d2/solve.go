package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// solver is a run with the work space of every stage. It answers about one pair at a time, from start to end.
type solver struct {
	run
	epa   epa
	sat   satState
	small smallState
	plane planePair
	exact exactRelation
}

// goal is what a query asks for.
type goal uint8

const (
	wantDistance goal = iota // all of the Contact
	wantRelation             // its Relation alone
)

// solve sets ct to the answer about a pair in canonical order, where the goal is the relation no more than that. small tells that
// the answer is that of two small polygons that overlap, whose manifold small.face gives.
//
// These are the stages, in their order; the first that is sure of an answer ends the query:
//
//	half-space   heights above a line, and integers
//	SAT          few edges, or asked for: small polygons that overlap, then all polytopes
//	closed form  points and segments, a point and a box
//	GJK          in doubles, then on the grid
//	SAT          the depth of polytopes
//	EPA          the depth of all others
//
// contact then completes what a stage found about the cores, by the exact path where the bounds leave the relation open.
func (q *solver) solve(a, b *Object, c *Cache, want goal, ct *Contact) (small bool) {
	if q.algorithm == collide.SAT && !polytopes(a, b) {
		q.trace.unserved()
	}
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		q.halfSpace(a, b, ct)
		return false
	}
	var k core
	if q.startsWithSAT(a, b) {
		switch short := q.plain() && isSmall(a, b); {
		case want == wantRelation:
			if ct.Relation = q.sat.relate(&q.run, a, b, c); ct.Relation != collide.Undecided {
				return false
			}
		case short && q.small.overlap(a, b, c, ct):
			return true
		case short && q.small.pair.tested && q.sat.solveSmall(&q.run, a, b, &q.small.pair, &k), q.sat.solve(&q.run, a, b, &k):
			q.contact(a, b, &k, ct)
			c.keepAxis(k.n)
			return false
		}
	}
	q.begin(a, b, c)
	if want == wantRelation {
		if ct.Relation = q.relateGJK(); ct.Relation != collide.Undecided || q.m.bad {
			c.keep(&q.run)
			return false
		}
	}
	if !(want == wantDistance && q.algorithm != collide.GJK && q.closed(&k)) {
		q.cores(&k)
	}
	q.contact(a, b, &k, ct)
	c.keep(&q.run)
	return false
}

// cores sets k to the answer about the cores from the simplex in q.s: the stages from GJK on.
func (q *solver) cores(k *core) {
	w := q.width()
	tol := float64(num.Noise)
	if q.m.curved {
		tol = max(tol, float64(w.At(0)-q.m.errSep-q.m.errPoint)/4)
	}
	end, v, found := q.gjk(tol, math.Inf(1))
	q.trace.gjkEnd(&q.run, end)
	if end == collide.ExitApart {
		q.separated(found, k)
		if k.status = collide.Converged; k.upper-k.lower <= w.At(k.lower) {
			return
		}
		end = collide.ExitUnsure
	}
	if end == collide.ExitUnsure {
		end, v, found = q.gjkExact(tol)
		q.trace.gjkEnd(&q.run, end)
		if end == collide.ExitApart {
			q.separated(found, k)
			if k.status = collide.Converged; !(k.upper-k.lower <= w.At(k.lower)) {
				k.status = collide.Rounding
			}
			return
		}
	}
	if end == collide.ExitLimit {
		q.outOfTurns(v, k)
		return
	}
	if q.algorithm == collide.GJK || !q.sat.depth(&q.run, k) {
		q.epa.solve(&q.run, w.At(0), k)
	}
}

// begin prepares the Minkowski difference and the first simplex.
func (q *solver) begin(a, b *Object, c *Cache) {
	q.turns = 0
	q.m.init(a, b)
	if q.m.far > float64(4*unit*q.m.reach) {
		q.m.place(a, b, q.exact.between(a, b), 0)
	}
	q.radius = float64(((a.margin + a.inner) + (b.margin + b.inner)) * q.m.scale)
	if !c.restore(&q.run) {
		q.start()
	}
}

// plain reports whether nothing keeps small polygons from their own way: no trace, no culling, no other algorithm.
func (r *run) plain() bool {
	return r.trace == nil && r.cull == CullNone && r.algorithm != collide.GJK
}

// startsWithSAT reports whether SAT comes before GJK: where it is asked for, or where both cores have few edges.
func (q *solver) startsWithSAT(a, b *Object) bool {
	return q.algorithm != collide.GJK && polytopes(a, b) && (q.algorithm == collide.SAT || fewEdges(a, b))
}

// relateGJK answers where a separating direction, or a simplex around the origin with room to spare, settles the relation; Undecided
// elsewhere, and where a user's Support broke its contract.
func (q *solver) relateGJK() collide.Relation {
	m := &q.m
	slack := float64(8 * unit * q.radius)
	w := q.width()
	room := m.errSep + m.errPoint
	if m.curved {
		room += float64(2 * w.At(0)) // so that Distance, which stops at that width, never says less
	}
	far := q.radius + slack + room
	end, _, found := q.gjk(far/1024, far)
	q.trace.gjkEnd(&q.run, end)
	if m.bad {
		return collide.Undecided
	}
	switch end {
	case collide.ExitFar:
		var k core
		if q.separated(found, &k); k.lower > q.radius+slack+room-m.errSep-m.errPoint {
			return collide.Apart
		}
	case collide.ExitContains:
		if q.radius > room || q.s.n == 3 && q.s.surrounds(room) {
			return collide.Overlapping
		}
	default:
		if q.s.n == 3 { // doubles saw the origin inside and set no weights
			break
		}
		if p, _ := q.s.point(); p.Len()+room+slack < q.radius {
			return collide.Overlapping
		}
	}
	return collide.Undecided
}

// collide is solve for the contact and the manifold.
func (q *solver) collide(a, b *Object, c *Cache, ct *Contact, mf *Manifold) {
	if q.solve(a, b, c, wantDistance, ct) {
		q.small.pair.manifold(a, b, &q.small.face, &q.small.span, ct, mf)
		return
	}
	q.manifold(a, b, ct, mf)
}
