package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// kind is the kind of a core. The zero value is a point, so that the zero Object is a point at the
// origin.
type kind uint8

const (
	kindPoint   kind = iota // circle
	kindSegment             // capsule
	kindBox
	kindHull // polygons too
	kindEllipse
	kindUser
	kindHalfSpace
	kindComposite // a body of many parts
)

// quickRange bounds the magnitudes for which no product of squares underflows or overflows.
const quickRange = 0x1p200

// composite is a body of many parts, as its Object sees it.
type composite interface {
	made() bool                      // by its constructor
	size() (radius, extent float64)  // of the Object
	worldBox(p Pose, axes mat2) AABB // at pose p with the matrix axes, rounded outward
	body() composite                 // what queries work with, which does not depend on the type of the shape
	compare(o composite) int         // puts bodies in order by what their parts are
}

// Object is a placed shape: checked once, with everything a query needs kept beside it. The zero
// value is a point at the origin. Queries only read Objects.
type Object struct {
	// What queries about rays and points read comes first, in two lines of a cache.
	pose   Pose
	kind   kind
	short  bool    // rays have a short way to it: isShort
	small  bool    // a polygon with a smallTable
	half   Vec     // box: half extents; segment: (h/2, 0); ellipse: radii
	margin float64 // the sum of the margins, rounded

	c, s   float64 // the rotation matrix [[c, -s], [s, c]]
	radius float64 // no core point is farther from center (rounded up)
	extent float64 // largest side of the AABB of core and margin in the own frame
	center Vec     // of the core, own frame: that of the hull, or of a user's shape, else zero
	hull   *Hull   // kindHull only

	// Then what queries about two bodies read besides.
	heading uint32  // the angle of the rotation, about: rot.go
	inner   float64 // ellipse: the radius of a disc that is a summand of the core, see docs/math/epa.md; else 0
	aabb    AABB    // of the grown shape, world frame, rounded outward; infinite for a half-space
	pos     Vec     // world position of center, rounded
	off     Vec     // center in the world's axes, with offLo: within 2^-104 big1(center) per coordinate
	offLo   Vec

	shape   Shape
	plane   HalfSpace // half-space only
	user    Convex    // kindUser only
	parts   composite // kindComposite only
	margins []float64 // the margins themselves, where there is more than one that is not zero
}

// Place returns the shape s at pose p, with all numbers checked; queries check nothing again.
// Pointers to shapes are followed, so that a later change of what they point to does not reach the
// Object. Shapes inside Rounded shapes are unwrapped, however deep.
//
// Lengths are in any unit, the same for shapes and poses; p takes points of the shape's own frame
// to the world. Zero sizes are allowed and mean flat shapes, segments and points.
//
// Errors, all of type *collide.Error: ErrNotFinite and ErrOutOfRange for any number of shape or
// pose; ErrOutOfRange for a size that is neither 0 nor at least collide.MinSize, of a hull or
// polygon the larger extent, named "points": choose a unit in which it is; ErrNegativeSize,
// ErrZeroNormal, and ErrNilShape for nil or for a Hull, Polygon, Compound, Chain or Grid that no
// constructor made. Path names the number, as in "size.x", "core.radius" (inside a Rounded), "r"
// (of a Rounded) or "pose.p.y". The Support of a user's shape is sampled in 8 directions
// ("support.x"), its Margin once ("margin").
//
// Cost: about 0.1 us, and 0.2 us for a hull of many points.
func Place(s Shape, p Pose) (Object, error) {
	var o Object
	s, err := o.fill(s, "")
	if err != nil {
		return Object{}, err
	}
	o.shape = s
	o.measure()
	if err := o.Move(p); err != nil {
		return Object{}, err
	}
	return o, nil
}

// Move puts o at pose p. With an error, which is one of those that Place gives for a pose (and for
// the Support of a user's shape), o stays as it was. p takes points of the shape's own frame to the
// world. Nothing is allocated.
//
// Cost: about 50 ns, and 0.1 us for a hull of many points.
func (o *Object) Move(p Pose) error {
	if err := checkVec("pose.p", p.Pos); err != nil {
		return err
	}
	if o.kind != kindUser {
		o.set(p)
		return nil
	}
	n := *o
	n.set(p)
	size := n.aabb.Size() // not finite where any side is not
	if v := size.X + size.Y; math.IsNaN(v) || math.IsInf(v, 0) {
		return &collide.Error{Code: collide.ErrNotFinite, Path: "support", Index: -1, Value: v}
	}
	*o = n
	return nil
}

// set is Move without the checks.
func (o *Object) set(p Pose) {
	o.pose.Pos, o.pose.Rot = p.Pos, p.Rot
	o.c, o.s = p.Rot.cosSin()
	o.heading = headingOf(Vec{o.c, o.s})
	o.off, o.offLo = Vec{}, Vec{}
	if c := o.center; c != (Vec{}) {
		o.off.X, o.offLo.X = rotate(Vec{o.c, -o.s}, c)
		o.off.Y, o.offLo.Y = rotate(Vec{o.s, o.c}, c)
	}
	o.pos = p.Pos.Add(o.off)
	o.setBox()
}

// rotate returns row . c in double-double.
func rotate(row, c Vec) (sum, rest float64) {
	s := num.TwoProd(row.X, c.X).Add(num.TwoProd(row.Y, c.Y))
	return num.PlusZero(s.Hi), num.PlusZero(s.Lo)
}

// worldNormal returns the unit vector n of a's frame in the world's.
func worldNormal(a *Object, n Vec) Vec { return unitAgain(a.axes().apply(n)) }

// unitAgain returns n, whose length is all but 1, nearer to that: one step of Newton's method.
func unitAgain(n Vec) Vec { return n.Scale(1.5 - float64(n.Len2()/2)) }

// between returns the vector from the centre of a to that of b in the world's axes, within u of its
// length and offsets times the magnitudes of the centres. It depends on the difference of the
// positions alone: a common shift that adds exactly does not change a bit.
func between(a, b *Object) Vec {
	p, q := a.pose.Pos, b.pose.Pos
	if a.center == (Vec{}) && b.center == (Vec{}) {
		return q.Sub(p)
	}
	return Vec{
		num.SumDifferences(p.X, q.X, a.off.X, b.off.X, b.offLo.X-a.offLo.X),
		num.SumDifferences(p.Y, q.Y, a.off.Y, b.off.Y, b.offLo.Y-a.offLo.Y),
	}
}

// Shape returns the shape as it was given to Place, dereferenced if it was a pointer to a shape of
// this package. For the zero Object it is the zero Circle.
func (o *Object) Shape() Shape {
	if o.shape == nil {
		return Circle{}
	}
	return o.shape
}

// Pose returns the pose as given.
func (o *Object) Pose() Pose { return o.pose }

// AABB returns a box that holds the shape in the world frame: the smallest one, with each side
// moved outward by at most 2^-46 of the shape's size and distance from the origin. The box of a
// half-space is infinite.
//
// Cost: none, as Place and Move work it out.
func (o *Object) AABB() AABB { return o.aabb }

// axes returns the rotation of o.
func (o *Object) axes() mat2 { return mat2{o.c, o.s} }

// curved reports whether cores of kind k have curved surfaces, so that doubles can only approach
// their answer.
func (k kind) curved() bool { return k == kindEllipse || k == kindUser }

// origin is what the zero Object stands for: a point at the origin.
var origin = Object{c: 1}

// placed returns o, or the point at the origin for the zero Object, which no Place has given a
// rotation.
func (o *Object) placed() *Object {
	if o.c == 0 && o.s == 0 {
		return &origin
	}
	return o
}
