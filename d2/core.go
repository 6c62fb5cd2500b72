package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// core is the answer about two cores, in the solvers' unit and A's frame.
type core struct {
	lower, upper float64 // certified bounds of the signed distance
	dist         float64 // the value reported, in [lower, upper]
	n            Vec     // unit, from A to B
	a            Vec     // witness point of A about its centre
	status       collide.Status
}

// width returns the width that the bracket of the pair may have.
func (r *run) width() num.Allowance {
	rel := 256 * unit
	if r.m.curved {
		rel = max(rel, r.tolerance)
	}
	return num.Allowance{Rel: rel, Size: r.m.size, Radius: r.radius, Error: float64(2 * r.marginError())}
}

// marginError is num.MarginError for the pair.
func (r *run) marginError() float64 { return num.MarginError(r.m.a.inner > 0 || r.m.b.inner > 0) }

// overlap sets the bracket from the separation of c.n, which points outward, and a lower bound of the depth of the polygon's edges.
func (c *core) overlap(m *minkowski, sep, inner float64) {
	c.lower, c.upper = sep-m.errSep, m.errPoint-inner
	c.dist = max(c.lower, min(sep, c.upper))
}

// separated sets c to the answer for separated cores, of which the simplex carries the nearest points. found is the search from
// there toward the origin.
func (r *run) separated(found *probe, c *core) {
	m := &r.m
	inv := 1 / found.d.Len()
	c.n = found.d.Scale(inv)
	w, a := r.s.point()
	sep := found.separation(m, inv)
	c.lower, c.upper = sep-m.errSep, w.Len()+m.errPoint
	c.dist = max(c.lower, min(sep, c.upper))
	c.a = a
}

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
