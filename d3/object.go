package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// kind is the kind of a core. The zero value is a point, so that the zero Object is a point at the
// origin.
type kind uint8

const (
	kindPoint   kind = iota // sphere
	kindSegment             // capsule
	kindBox
	kindHull
	kindCylinder
	kindCone
	kindEllipsoid
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
	worldBox(p Pose, axes mat3) AABB // at pose p with the matrix axes, rounded outward
	body() composite                 // what queries work with, which does not depend on the type of the shape
	compare(o composite) int         // puts bodies in order by what their parts are
}

// Object is a placed shape: checked once, with everything a query needs kept beside it. The zero
// value is a point at the origin. Queries only read Objects.
type Object struct {
	// What queries about rays and points read comes first, in few lines of a cache.
	pose  Pose
	short bool // rays have a short way to it: isShort
	solid bool // it is placed, a sphere, a capsule or a box with a length along each axis

	polytope
	axes   mat3    // R(q)/(q.q), each entry within 0.51 ulp
	margin float64 // the sum of the margins, rounded
	radius float64 // no core point is farther from center (rounded up)
	extent float64 // largest side of the AABB of core and margin in the own frame
	center Vec     // centre of the core in its own frame: hull.center, the sampled centre of a user's shape, else zero
	inner  float64 // ellipsoid: the radius of a ball that is a summand of the core, see docs/math/epa.md; else 0

	// Then what queries about two bodies read besides.
	aabb  AABB // of the grown shape, world frame, rounded outward; infinite for a half-space
	pos   Vec  // world position of center, rounded
	off   Vec  // center in the world's axes: off + offLo is within 2^-98 |center| of R(q)/(q.q) center
	offLo Vec

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
// pose; ErrOutOfRange for a size that is neither 0 nor at least collide.MinSize, of a hull the
// largest extent, named "points": choose a unit in which it is; ErrNegativeSize, ErrZeroNormal, and
// ErrNilShape for nil or for a Hull, Compound, Mesh or HeightField that no constructor made. Path
// names the number, as in "size.x", "core.radius" (inside a Rounded), "r" (of a Rounded) or
// "pose.p.z". The Support of a user's shape is sampled in 14 directions ("support.x"), its Margin
// once ("margin").
//
// Cost: about 0.3 us, and 0.6 us for a hull of many points.
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
// Cost: about 0.2 us, and 0.5 us for a hull of many points.
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
	if v := size.X + size.Y + size.Z; math.IsNaN(v) || math.IsInf(v, 0) {
		return &collide.Error{Code: collide.ErrNotFinite, Path: "support", Index: -1, Value: v}
	}
	*o = n
	return nil
}

// set is Move without the checks.
func (o *Object) set(p Pose) {
	o.pose.Pos, o.pose.Rot = p.Pos, p.Rot
	var lo mat3
	hi := &o.axes
	p.Rot.setAxes(hi, &lo)
	o.off, o.offLo = Vec{}, Vec{}
	if c := o.center; c != (Vec{}) {
		o.off.X, o.offLo.X = rotate(hi.x, lo.x, c)
		o.off.Y, o.offLo.Y = rotate(hi.y, lo.y, c)
		o.off.Z, o.offLo.Z = rotate(hi.z, lo.z, c)
	}
	o.pos = p.Pos.Add(o.off)
	o.setBox()
}

// rotate returns (hi + lo) . c in double-double.
func rotate(hi, lo, c Vec) (sum, rest float64) {
	x, y, z := num.TwoProd(hi.X, c.X), num.TwoProd(hi.Y, c.Y), num.TwoProd(hi.Z, c.Z)
	x.Lo += float64(lo.X * c.X)
	y.Lo += float64(lo.Y * c.Y)
	z.Lo += float64(lo.Z * c.Z)
	s := x.Add(y).Add(z)
	return num.PlusZero(s.Hi), num.PlusZero(s.Lo)
}

// worldNormal returns the unit vector n of a's frame in the world's.
func worldNormal(a *Object, n Vec) Vec { return unitAgain(a.axes.apply(n)) }

// unitAgain returns n, whose length is all but 1, nearer to that: one step of Newton's method.
func unitAgain(n Vec) Vec { return n.Scale(1.5 - float64(n.Len2()/2)) }

// between returns the vector from the centre of a to that of b in the world's axes, within u of its
// length and 2^-97 (|a.center| + |b.center|). It depends on the difference of the positions alone:
// a common shift that adds exactly does not change a bit.
func between(a, b *Object) Vec {
	p, q := a.pose.Pos, b.pose.Pos
	if a.center == (Vec{}) && b.center == (Vec{}) {
		return q.Sub(p)
	}
	return Vec{
		num.SumDifferences(p.X, q.X, a.off.X, b.off.X, b.offLo.X-a.offLo.X),
		num.SumDifferences(p.Y, q.Y, a.off.Y, b.off.Y, b.offLo.Y-a.offLo.Y),
		num.SumDifferences(p.Z, q.Z, a.off.Z, b.off.Z, b.offLo.Z-a.offLo.Z),
	}
}

// Shape returns the shape as it was given to Place, dereferenced if it was a pointer to a shape of
// this package. For the zero Object it is the zero Sphere.
func (o *Object) Shape() Shape {
	if o.shape == nil {
		return Sphere{}
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

// origin is what the zero Object stands for: a point at the origin.
var origin = Object{axes: mat3{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}}

// placed returns o, or the point at the origin for the zero Object, which no Place has given axes.
func (o *Object) placed() *Object {
	if o.axes.x == (Vec{}) {
		return &origin
	}
	return o
}
