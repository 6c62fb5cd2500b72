package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Contact is the answer about one pair of shapes A and B.
//
// Lengths are in the unit of the shapes and poses. Normal is a unit vector in the world frame, from
// A to B. PointB - PointA == Distance*Normal within 4 ulp of the largest coordinate. The true
// signed distance lies in [Lower, Upper], rounding included. Relation agrees with the bracket as
// package collide says. No number is NaN, an infinity or -0. With the status BadSupport the bracket
// is all doubles, and normal and points mean nothing.
//
// Two half-spaces whose normals are not opposite overlap without bound: Lower is -math.MaxFloat64,
// Upper and Distance are 0, the status is Rounding, both points are a common point, and Normal is
// that of A.
type Contact struct {
	Distance       float64 // > 0 apart; < 0: minus the least translation that separates
	Lower, Upper   float64 // certified: Lower <= true signed distance <= Upper
	Relation       collide.Relation
	Normal         Vec
	PointA, PointB Vec // witness points on the surfaces, world frame
	LocalA, LocalB Vec // the same in the frames of A and B: full precision far from the origin
	Status         collide.Status
	Iterations     int
	// of compounds: the parts that the answer is about, as Compound numbers them; -1 for others
	PartA, PartB int
	// of meshes and height fields: the triangles that it is about; -1 for other bodies
	TriangleA, TriangleB int
}

// MTV returns the minimum translation vector: the least translation of B that ends the overlap,
// -Distance*Normal, in the world frame. It leaves the shapes touching, within the bracket. It is
// zero where they do not overlap and where no translation ends the overlap; among the least
// translations of a tie it is the one that Normal tells.
func (c *Contact) MTV() Vec {
	if !(c.Distance < 0) || c.Status == collide.BadSupport {
		return Vec{}
	}
	return c.Normal.Scale(-c.Distance).clean()
}

// byBracket sets the relation where the bracket tells it, and reports whether it does.
func (c *Contact) byBracket() bool {
	switch {
	case c.Lower > 0:
		c.Relation = collide.Apart
	case c.Upper < 0:
		c.Relation = collide.Overlapping
	default:
		return false
	}
	return true
}

// settle sets the relation to the exact one, and the bracket, which holds zero, to what is left of
// it. A distance that is not zero differs from it by least or more.
func (c *Contact) settle(rel collide.Relation, least float64) {
	least = max(least, math.SmallestNonzeroFloat64) // nor is it zero where all lengths are below the least double
	switch c.Relation = rel; rel {
	case collide.Apart:
		c.Lower, c.Upper = max(c.Lower, 0), max(c.Upper, least)
	case collide.Overlapping:
		c.Lower, c.Upper = min(c.Lower, -least), min(c.Upper, 0)
	case collide.Touching:
		c.Lower, c.Upper = 0, 0
	case collide.Undecided:
	}
	c.Distance = max(c.Lower, min(c.Distance, c.Upper))
	if rel == collide.Touching || rel != collide.Undecided && c.Status != collide.Limit {
		c.Status = collide.Exact
	}
}

// rescale multiplies the lengths by a power of two. Bounds that fall below the least normal double
// are rounded outward, so that they stay bounds, and one that is not zero stays so.
func (c *Contact) rescale(s float64) {
	c.Distance = float64(c.Distance*s) + 0
	c.Lower, c.Upper = num.ScaleDown(c.Lower, s)+0, num.ScaleUp(c.Upper, s)+0
}

// swap makes c the answer for the arguments in the other order.
func (c *Contact) swap() {
	c.Normal = c.Normal.Neg().clean()
	c.PointA, c.PointB = c.PointB, c.PointA
	c.LocalA, c.LocalB = c.LocalB, c.LocalA
	c.PartA, c.PartB = c.PartB, c.PartA
	c.TriangleA, c.TriangleB = c.TriangleB, c.TriangleA
}

// badSupport is the answer where a user's Support broke its contract.
func badSupport(turns int) Contact {
	return Contact{
		Lower: -math.MaxFloat64, Upper: math.MaxFloat64, Relation: collide.Undecided,
		Normal: Vec{1, 0, 0}, Status: collide.BadSupport, Iterations: turns,
	}
}

// core is the answer about two cores, in the solvers' unit and A's frame.
type core struct {
	lower, upper float64 // certified bounds of the signed distance
	dist         float64 // the value reported, in [lower, upper]
	n            Vec     // unit, from A to B
	a            Vec     // witness point of A about its centre
	status       collide.Status
}

// simplex is the hull of one to four points of C, the newest last, with the weights of its point
// nearest the origin.
type simplex struct {
	p      [4]vertex
	lambda [4]float64
	n      int
}

// set makes s what of is, but for vertices that are not in use: a copy of all that was just stored
// has to wait.
func (s *simplex) set(of *simplex) {
	s.n, s.lambda = of.n, of.lambda
	for i := range of.n {
		s.p[i] = of.p[i]
	}
}

// has reports whether p is a vertex of s already.
func (s *simplex) has(p *vertex) bool {
	for i := range s.n {
		if s.p[i].w == p.w {
			return true
		}
	}
	return false
}

// point returns the points of C and of A that the weights stand for. The weights of a small
// triangle far from the origin may be off by much more than u, so they are divided by their sum:
// the point then is one of the triangle, and its length an upper bound of the distance.
func (s *simplex) point() (w, a Vec) {
	if s.n == 1 { // to the bit what the sums below come to
		return s.p[0].w.clean(), s.p[0].a.clean()
	}
	sum := s.lambda[0]
	for i := 1; i < s.n; i++ {
		sum += s.lambda[i]
	}
	for i := range s.n {
		l := s.lambda[i] / sum
		w = w.Add(s.p[i].w.Scale(l))
		a = a.Add(s.p[i].a.Scale(l))
	}
	return w, a
}
