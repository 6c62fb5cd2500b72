package d2

// kind is the kind of a core. The zero value is a point, so that the zero Object is a point at the origin.
type kind uint8

const (
	kindPoint   kind = iota // circle
	kindSegment             // capsule
	kindBox
	kindHull // polygons too
	kindEllipse
	kindUser
	kindHalfSpace
)

// Object is a placed shape: checked once, with everything a query needs kept beside it. The zero value
// is a point at the origin. Queries only read Objects.
type Object struct {
	shape Shape
	pose  Pose

	kind    kind
	half    Vec       // box: half extents; segment: (h/2, 0); ellipse: radii
	plane   HalfSpace // half-space only
	hull    *Hull     // kindHull only
	user    Convex    // kindUser only
	margin  float64   // the sum of the margins, rounded
	margins []float64 // the margins themselves, where there is more than one that is not zero

	center Vec     // centre of the core in its own frame: hull.center, the sampled centre of a user's shape, else zero
	radius float64 // no core point is farther from center (rounded up)
	extent float64 // largest side of the AABB of core and margin in the own frame

	c, s  float64 // the rotation matrix [[c, -s], [s, c]]
	pos   Vec     // world position of center, rounded
	posLo Vec     // its rounding error: pos + posLo is within 2^-98 (|Pos| + |center|) of the exact position

	aabb AABB // of the grown shape, world frame, rounded outward; infinite for a half-space
}

// Shape returns the shape as it was given to Place, dereferenced if it was a pointer to a shape of this package.
func (o *Object) Shape() Shape { return o.shape }

// Pose returns the pose as given.
func (o *Object) Pose() Pose { return o.pose }

// AABB returns the smallest box, rounded outward, that holds the shape in the world frame.
func (o *Object) AABB() AABB { return o.aabb }
