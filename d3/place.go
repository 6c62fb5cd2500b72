package d3

import (
	"cmp"
	"math"
	"reflect"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// maxNesting is how deep Rounded shapes may lie in each other; a pointer to a Rounded that holds
// itself has no end.
const maxNesting = 1000

// fill checks s and writes kind, parameters and margins of its core into o. path is "" or ends with
// a dot. It returns s without pointers to shapes of this package.
func (o *Object) fill(s Shape, path string) (Shape, error) {
	if len(path) > maxNesting*len("core.") {
		return nil, &collide.Error{Code: collide.ErrOutOfRange, Path: "core", Index: -1, Value: maxNesting + 1}
	}
	s = follow(s)
	switch c := s.(type) {
	case nil:
		return nil, nilShape(path)
	case Sphere:
		return s, o.addMargin(path+"radius", c.Radius)
	case Capsule:
		o.kind = kindSegment
		o.half.Z = num.Half(c.Height)
		return s, cmp.Or(num.CheckSize(path+"height", c.Height), o.addMargin(path+"radius", c.Radius))
	case Box:
		o.kind = kindBox
		o.half = c.half()
		return s, checkSizes(path+"size", c.Size)
	case Cylinder:
		o.kind = kindCylinder
		return s, o.fillRound(path, c.Radius, c.Height)
	case Cone:
		o.kind = kindCone
		return s, o.fillRound(path, c.Radius, c.Height)
	case Ellipsoid:
		o.kind = kindEllipsoid
		o.half = c.Radii.Add(Vec{})
		return s, checkSizes(path+"radii", c.Radii)
	case HalfSpace:
		o.kind = kindHalfSpace
		o.plane = c
		return s, checkHalfSpace(c)
	case *Hull:
		o.kind = kindHull
		o.hull = c
		if len(c.points) == 0 {
			return nil, nilShape(path)
		}
		return s, num.CheckExtent(path+"points", largest(o.ownBox().Size()))
	case Rounded:
		return o.fillRounded(c, path)
	case composite:
		o.kind = kindComposite
		if !c.made() {
			return nil, nilShape(path)
		}
		o.parts = c.body()
		return s, nil
	case Convex:
		o.kind = kindUser
		o.user = c
		if err := o.addMargin(path+"margin", c.Margin()); err != nil {
			return nil, err
		}
		return s, o.sample(path)
	}
	return nil, nilShape(path) // neither a half-space nor convex: nothing that this package knows
}

// fillRounded unwraps s. The core is checked before R.
func (o *Object) fillRounded(s Rounded, path string) (Shape, error) {
	core, err := o.fill(s.Core, path+"core.")
	if err != nil {
		return nil, err
	}
	if err := o.addMargin(path+"r", s.R); err != nil {
		return nil, err
	}
	return Rounded{core.(Convex), s.R}, nil
}

// fillRound checks and keeps the sizes of a cylinder or a cone.
func (o *Object) fillRound(path string, radius, height float64) error {
	o.half = Vec{num.PlusZero(radius), num.PlusZero(radius), num.Half(height)}
	return cmp.Or(num.CheckSize(path+"radius", radius), num.CheckSize(path+"height", height))
}

// checkHalfSpace returns an error for the first invalid number of h.
func checkHalfSpace(h HalfSpace) error {
	if err := checkVec("normal", h.Normal); err != nil {
		return err
	}
	if h.Normal == (Vec{}) {
		return &collide.Error{Code: collide.ErrZeroNormal, Path: "normal", Index: -1}
	}
	return num.CheckNumber("offset", h.Offset)
}

// addMargin checks a margin and keeps it.
func (o *Object) addMargin(path string, m float64) error {
	if err := num.CheckSize(path, m); err != nil {
		return err
	}
	if m != 0 {
		o.margins = append(o.margins, m)
	}
	return nil
}

// follow returns what s points to where it is a pointer to a shape of this package other than a
// Hull, and nil where it is a nil of any type.
func follow(s Shape) Shape {
	if s == nil {
		return nil
	}
	if v := reflect.ValueOf(s); isNil(v) {
		return nil
	}
	switch s := s.(type) {
	case *Sphere:
		return *s
	case *Capsule:
		return *s
	case *Box:
		return *s
	case *Cylinder:
		return *s
	case *Cone:
		return *s
	case *Ellipsoid:
		return *s
	case *HalfSpace:
		return *s
	case *Rounded:
		return *s
	}
	return s
}

// isNil reports whether v is a nil of a kind that has one.
func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		return v.IsNil()
	default:
		return false
	}
}

// nilShape returns the error about a missing shape.
func nilShape(path string) error {
	if path != "" {
		path = path[:len(path)-1]
	}
	return &collide.Error{Code: collide.ErrNilShape, Path: path, Index: -1, Value: math.NaN()}
}

// sample asks a user's Support for points and keeps the middle of their AABB as the centre.
func (o *Object) sample(path string) error {
	lo := Vec{math.Inf(1), math.Inf(1), math.Inf(1)}
	box := AABB{lo, lo.Neg()}
	for x := -1.0; x <= 1; x++ {
		for y := -1.0; y <= 1; y++ {
			for z := -1.0; z <= 1; z++ {
				if n := math.Abs(x) + math.Abs(y) + math.Abs(z); n != 1 && n != 3 {
					continue
				}
				p := o.user.Support(Vec{x, y, z})
				if err := checkVec(path+"support", p); err != nil {
					return err
				}
				box = box.Union(AABB{p, p})
			}
		}
	}
	o.center = box.Center()
	up := Vec{
		max(box.Max.X-o.center.X, o.center.X-box.Min.X),
		max(box.Max.Y-o.center.Y, o.center.Y-box.Min.Y),
		max(box.Max.Z-o.center.Z, o.center.Z-box.Min.Z),
	}
	o.radius = up.length()
	o.extent = largest(box.Size())
	return num.CheckExtent(path+"support", o.extent)
}

// measure sets margin, center, radius and extent from what fill wrote.
func (o *Object) measure() {
	o.simplify()
	sum := num.DD{}
	for _, m := range o.margins {
		sum = sum.Add(num.DD{Hi: m, Lo: 0})
	}
	o.margin = sum.Hi
	if len(o.margins) < 2 {
		o.margins = nil
	}
	switch o.kind {
	case kindPoint, kindHalfSpace, kindUser:
	case kindComposite:
		o.radius, o.extent = o.parts.size()
		return
	case kindSegment, kindBox:
		o.radius = o.half.length()
	case kindCylinder, kindCone:
		o.radius = Vec{o.half.X, 0, o.half.Z}.length()
	case kindEllipsoid:
		o.radius = largest(o.half)
	case kindHull:
		o.center = o.hull.center
		o.radius = o.hull.radius
	}
	o.radius = num.RoundUp(o.radius)
	if o.kind == kindEllipsoid {
		o.inner = innerRadius(o.half)
	}
	if o.kind != kindUser && o.kind != kindHalfSpace {
		o.extent = largest(o.ownBox().Size())
	}
	o.extent += float64(2 * o.margin)
	o.short = o.isShort()
	o.solid = o.kind == kindPoint || o.kind == kindSegment || o.kind == kindBox && min(o.half.X, o.half.Y, o.half.Z) > 0
}

// isShort reports whether rays have a short way to o: by the kind, and as no square underflows.
func (o *Object) isShort() bool {
	switch o.kind {
	case kindPoint, kindSegment:
		return o.margins == nil && o.margin > 1/quickRange
	case kindBox:
		return o.margin == 0 && min(o.half.X, o.half.Y, o.half.Z) > 1/quickRange
	case kindHull:
		return o.margin == 0 && o.hull.dim == 3 && o.radius > 1/quickRange
	default:
		return false
	}
}

// simplify replaces a curved core by the point, segment or disc that it is.
func (o *Object) simplify() {
	h := o.half
	switch o.kind {
	case kindEllipsoid:
		switch {
		case h.X == h.Y && h.Y == h.Z:
			o.kind, o.half = kindPoint, Vec{}
			if h.X != 0 {
				o.margins = append(o.margins, h.X)
			}
		case h.X == 0 && h.Y == 0 || h.Y == 0 && h.Z == 0 || h.Z == 0 && h.X == 0:
			o.kind = kindBox
		}
	case kindCylinder, kindCone:
		switch {
		case h.X == 0 && h.Z == 0:
			o.kind = kindPoint
		case h.X == 0:
			o.kind = kindSegment
		case h.Z == 0:
			o.kind = kindCylinder
		}
	case kindSegment:
		if h.Z == 0 {
			o.kind = kindPoint
		}
	case kindPoint, kindBox, kindHull, kindUser, kindHalfSpace, kindComposite:
	}
}

// innerRadius returns the least radius of curvature of the ellipsoid with the semi-axes h, rounded
// down: the square of the least over the greatest.
func innerRadius(h Vec) float64 {
	c := min(h.X, h.Y, h.Z)
	return max(0, float64(float64(c*(c/largest(h)))*(1-0x1p-50))-math.SmallestNonzeroFloat64)
}
