package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// Contact is the answer about one pair of shapes A and B.
//
// Lengths are in the unit of the shapes and poses. Normal is a unit vector in the world frame, from A to B. PointB - PointA ==
// Distance*Normal within 4 ulp of the largest coordinate. The true signed distance lies in [Lower, Upper], rounding included.
// Relation agrees with the bracket as package collide says. No number is NaN, an infinity or -0. With the status BadSupport the
// bracket is all doubles, and normal and points mean nothing.
type Contact struct {
	Distance       float64 // > 0 apart; < 0: minus the least translation that separates
	Lower, Upper   float64 // certified: Lower <= true signed distance <= Upper
	Relation       collide.Relation
	Normal         Vec
	PointA, PointB Vec // witness points on the surfaces, world frame
	LocalA, LocalB Vec // the same in the frames of A and B: full precision far from the origin
	Status         collide.Status
	Iterations     int
}

// MTV returns the minimum translation vector: the least translation of B that ends the overlap, -Distance*Normal, in the world frame.
// It leaves the shapes touching, within the bracket. It is zero where they do not overlap, and of the many least translations of a tie it is the one
// that Normal tells.
func (c *Contact) MTV() Vec {
	if !(c.Distance < 0) || c.Status == collide.BadSupport {
		return Vec{}
	}
	return c.Normal.Scale(-c.Distance).clean()
}

// contact sets ct to the answer about the cores, completed with margins, relation and frames.
func (q *Query) contact(a, b *Object, c *core, ct *Contact) {
	m := &q.m
	if m.bad || (a.kind == kindUser || b.kind == kindUser) && !(c.lower <= c.upper) {
		badSupport(q.turns, ct) // bounds that contradict each other: a Support that does, too
		return
	}
	// The margins' sum, its scaling and its subtraction are each rounded.
	slack := float64(q.sums() * (q.radius + math.Abs(c.dist)))
	if q.radius == 0 {
		slack = 0
	}
	ct.Distance, ct.Lower, ct.Upper = c.dist-q.radius, c.lower-q.radius-slack, c.upper-q.radius+slack
	ct.Status, ct.Iterations = c.status, q.turns
	q.settle(a, b, ct)
	inv := 1 / m.scale
	ra, d := float64((a.margin+a.inner)*m.scale), ct.Distance
	pa := c.a.Add(c.n.Scale(ra))
	pb := m.rot.applyT(pa.Add(c.n.Scale(d)).Sub(m.t))
	n := a.axes().apply(c.n)
	n = n.Scale(1.5 - float64(n.Len2()/2)) // a unit vector but for rounding: one step of Newton's method
	ct.rescale(inv)
	pa = pa.Scale(inv)
	world := a.pos.Add(a.axes().apply(pa))
	ct.Normal = n.clean()
	ct.PointA = world.clean()
	ct.PointB = world.Add(n.Scale(ct.Distance)).clean()
	ct.LocalA = a.center.Add(pa).clean()
	ct.LocalB = b.center.Add(pb.Scale(inv)).clean()
}

// rescale multiplies the lengths by a power of two. What the relation says stays true where they fall below the least double.
func (c *Contact) rescale(s float64) {
	c.Distance, c.Lower, c.Upper = float64(c.Distance*s)+0, float64(c.Lower*s)+0, float64(c.Upper*s)+0
	if c.Relation == collide.Apart && c.Upper == 0 {
		c.Upper = math.SmallestNonzeroFloat64
	}
	if c.Relation == collide.Overlapping && c.Lower == 0 {
		c.Lower = -math.SmallestNonzeroFloat64
	}
}

// settle sets the relation of an answer, in the solvers' unit, by the exact path where the bracket holds zero.
func (q *Query) settle(a, b *Object, ct *Contact) {
	switch {
	case ct.Lower > 0:
		ct.Relation = collide.Apart
		return
	case ct.Upper < 0:
		ct.Relation = collide.Overlapping
		return
	}
	rel := q.decideAny(a, b)
	ct.Relation = rel
	least := q.m.errPoint + float64(0x1p-60*(q.m.reach+q.radius))
	switch rel {
	case collide.Apart:
		ct.Lower, ct.Upper = max(ct.Lower, 0), max(ct.Upper, least)
	case collide.Overlapping:
		ct.Lower, ct.Upper = min(ct.Lower, -least), min(ct.Upper, 0)
	case collide.Touching:
		ct.Lower, ct.Upper = 0, 0
	case collide.Undecided:
		ct.Distance = max(ct.Lower, min(ct.Distance, ct.Upper))
		return
	}
	ct.Distance = max(ct.Lower, min(ct.Distance, ct.Upper))
	if rel == collide.Touching || ct.Status != collide.Limit {
		ct.Status = collide.Exact
	}
	q.trace.exact(q.m.scale, ct)
}

// decideAny returns the exact relation where there is a way to it.
func (q *Query) decideAny(a, b *Object) collide.Relation {
	if r, known := axisParallel(a, b); known {
		return r
	}
	if !q.m.curved {
		return q.decide(a, b)
	}
	return collide.Undecided
}

// clean returns v without negative zeros.
func (v Vec) clean() Vec { return Vec{v.X + 0, v.Y + 0} }

// swap makes c the answer for the arguments in the other order.
func (c *Contact) swap() {
	c.Normal = c.Normal.Neg().clean()
	c.PointA, c.PointB = c.PointB, c.PointA
	c.LocalA, c.LocalB = c.LocalB, c.LocalA
}

// badSupport sets ct to the answer where a user's Support broke its contract.
func badSupport(turns int, ct *Contact) {
	*ct = Contact{
		Lower: -math.MaxFloat64, Upper: math.MaxFloat64, Relation: collide.Undecided,
		Normal: Vec{1, 0}, Status: collide.BadSupport, Iterations: turns,
	}
}
