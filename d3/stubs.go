package d3

import "math"

// Margin returns the radius.
func (s Sphere) Margin() float64 { return s.Radius }

// Support returns the origin.
func (s Sphere) Support(Vec) Vec { return Vec{} }

// Margin returns the radius.
func (c Capsule) Margin() float64 { return c.Radius }

// Support returns an end of the segment.
func (c Capsule) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (b Box) Margin() float64 { return 0 }

// Support returns a corner.
func (b Box) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (c Cylinder) Margin() float64 { return 0 }

// Support returns a rim point.
func (c Cylinder) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (c Cone) Margin() float64 { return 0 }

// Support returns the apex or a rim point.
func (c Cone) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (e Ellipsoid) Margin() float64 { return 0 }

// Support returns a surface point.
func (e Ellipsoid) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (h *Hull) Margin() float64 { return 0 }

// Support returns a vertex.
func (h *Hull) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (h HalfSpace) Margin() float64 { return 0 }

// Margin returns the sum of the margins.
func (r Rounded) Margin() float64 { return r.R }

// Support returns the core's support point.
func (r Rounded) Support(dir Vec) Vec { return r.Core.Support(dir) }

// NewHull returns the convex hull of the points.
func NewHull(points []Vec) (*Hull, error) { return nil, nil }

// Place returns s at pose p.
func Place(s Shape, p Pose) (Object, error) { return Object{}, nil }

// Move places o anew.
func (o *Object) Move(p Pose) error { return nil }

// NewQuat returns the rotation of the quaternion.
func NewQuat(x, y, z, w float64) (Rot, error) { return Rot{}, nil }

// support returns the number of the vertex farthest along d.
func (h *Hull) support(d Vec, _ int32) int32 {
	best, at := math.Inf(-1), int32(0)
	for i := range h.local {
		if x := h.local[i].Dot(d); x > best {
			best, at = x, int32(i)
		}
	}
	return at
}
