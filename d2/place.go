package d2

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
	case Circle:
		return s, o.addMargin(path+"radius", c.Radius)
	case Capsule:
		o.kind = kindSegment
		o.half.X = num.Half(c.Height)
		return s, cmp.Or(num.CheckSize(path+"height", c.Height), o.addMargin(path+"radius", c.Radius))
	case Box:
		o.kind = kindBox
		o.half = c.half()
		return s, checkSizes(path+"size", c.Size)
	case Ellipse:
		o.kind = kindEllipse
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
	case *Polygon:
		o.kind = kindHull
		o.hull = &c.hull
		if len(c.hull.points) == 0 {
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
// Hull or Polygon, and nil where it is a nil of any type.
func follow(s Shape) Shape {
	if s == nil {
		return nil
	}
	if v := reflect.ValueOf(s); isNil(v) {
		return nil
	}
	switch s := s.(type) {
	case *Circle:
		return *s
	case *Capsule:
		return *s
	case *Box:
		return *s
	case *Ellipse:
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
	lo := Vec{math.Inf(1), math.Inf(1)}
	box := AABB{lo, lo.Neg()}
	for x := -1.0; x <= 1; x++ {
		for y := -1.0; y <= 1; y++ {
			if x == 0 && y == 0 {
				continue
			}
			p := o.user.Support(Vec{x, y})
			if err := checkVec(path+"support", p); err != nil {
				return err
			}
			box = box.Union(AABB{p, p})
		}
	}
	o.center = box.Center()
	up := Vec{
		max(box.Max.X-o.center.X, o.center.X-box.Min.X),
		max(box.Max.Y-o.center.Y, o.center.Y-box.Min.Y),
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
		sum = sum.Add(num.DD{Hi: m})
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
	case kindEllipse:
		o.radius = largest(o.half)
	case kindHull:
		o.center = o.hull.center
		o.radius = o.hull.radius
		o.small = o.hull.table.small.N > 0
	}
	o.radius = num.RoundUp(o.radius)
	if o.kind == kindEllipse {
		o.inner = innerRadius(o.half)
	}
	if o.kind != kindUser && o.kind != kindHalfSpace {
		o.extent = largest(o.ownBox().Size())
	}
	o.extent += float64(2 * o.margin)
	o.short = o.isShort()
}

// isShort reports whether rays have a short way to o: by the kind, and as no square underflows.
func (o *Object) isShort() bool {
	switch o.kind {
	case kindPoint, kindSegment:
		return o.margins == nil && o.margin > 1/quickRange
	case kindBox:
		return o.margin == 0 && min(o.half.X, o.half.Y) > 1/quickRange
	case kindHull:
		return o.margin == 0 && o.hull.dim == 2 && o.radius > 1/quickRange
	default:
		return false
	}
}

// simplify replaces a curved core by the point or segment that it is.
func (o *Object) simplify() {
	h := o.half
	switch {
	case o.kind == kindEllipse && h.X == h.Y:
		o.kind, o.half = kindPoint, Vec{}
		if h.X != 0 {
			o.margins = append(o.margins, h.X)
		}
	case o.kind == kindEllipse && (h.X == 0 || h.Y == 0):
		o.kind = kindBox
	case o.kind == kindSegment && h.X == 0:
		o.kind = kindPoint
	}
}

// innerRadius returns the least radius of curvature of the ellipse with the semi-axes h, rounded
// down: the square of the least over the greatest.
func innerRadius(h Vec) float64 {
	c := min(h.X, h.Y)
	return max(0, float64(float64(c*(c/largest(h)))*(1-0x1p-50))-math.SmallestNonzeroFloat64)
}
