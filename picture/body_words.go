package picture

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/say"
)

// bodies writes a line for each body: its name, its shape, and where it is.
func (t *table) bodies() { t.bodiesOf(false) }

// bodiesOf writes these lines, or that of A alone.
func (t *table) bodiesOf(alone bool) {
	for i, name := range [2]string{t.A, t.B} {
		if i == 1 && alone {
			return
		}
		letter := "AB"[i : i+1]
		if name = say.Printable(name); name != letter {
			letter += " is " + name
		}
		var words string
		if t.Pair.Dim == 2 {
			words = t.planar([2]*d2.Object{&t.Pair.A.O2, &t.Pair.B.O2}[i])
		} else {
			words = t.spatial([2]*d3.Object{&t.Pair.A.O3, &t.Pair.B.O3}[i])
		}
		fmt.Fprintf(t, "%s: %s\n", letter, words)
	}
}

// fewCorners is up to how many corners of a body are listed.
const fewCorners = 8

// planar returns the words for a body of the plane: its shape, with the corners in the world where
// they are a few, else with its numbers and where it is.
func (t *table) planar(o *d2.Object) string {
	words, shape, rounding := kind(o.Shape())
	if corners := explain.Corners(o); len(corners) >= 2 && len(corners) <= fewCorners {
		return words + t.corners(corners)
	}
	pose := o.Pose()
	at := ", at " + t.vector([3]float64{pose.Pos.X, pose.Pos.Y})
	if angle := pose.Rot.Angle(); angle != 0 {
		at += ", turned by " + short(angle)
	}
	switch s := shape.(type) {
	case d2.Circle: // to turn it changes nothing
		at = ", at " + t.vector([3]float64{pose.Pos.X, pose.Pos.Y})
		words += ", radius " + short(s.Radius)
	case d2.Capsule:
		words += ", radius " + short(s.Radius) + ", height " + short(s.Height)
	case d2.Box:
		words += ", size " + t.vector([3]float64{s.Size.X, s.Size.Y})
	case d2.Ellipse:
		words += ", radii " + t.vector([3]float64{s.Radii.X, s.Radii.Y})
	case d2.HalfSpace:
		words += ", normal " + t.vector([3]float64{s.Normal.X, s.Normal.Y}) + ", offset " + short(s.Offset)
	}
	if rounding != 0 {
		words += ", rounding " + short(rounding)
	}
	return words + at
}

// spatial is planar for a body of space.
func (t *table) spatial(o *d3.Object) string {
	words, shape, rounding := kind(o.Shape())
	pose := o.Pose()
	if h, ok := o.Shape().(*d3.Hull); ok && len(h.Vertices()) <= fewCorners {
		var corners [][3]float64
		for _, v := range h.Vertices() {
			corners = append(corners, triple(pose.Apply(v)))
		}
		return words + t.corners(corners)
	}
	at := ", at " + t.vector(triple(pose.Pos))
	if axis, angle := pose.Rot.AxisAngle(); angle != 0 {
		at += ", turned by " + short(angle) + " about " + t.vector(triple(axis))
	}
	switch s := shape.(type) {
	case d3.Sphere: // to turn it changes nothing
		at = ", at " + t.vector(triple(pose.Pos))
		words += ", radius " + short(s.Radius)
	case d3.Capsule:
		words += ", radius " + short(s.Radius) + ", height " + short(s.Height)
	case d3.Cylinder:
		words += ", radius " + short(s.Radius) + ", height " + short(s.Height)
	case d3.Cone:
		words += ", radius " + short(s.Radius) + ", height " + short(s.Height)
	case d3.Box:
		words += ", size " + t.vector(triple(s.Size))
	case d3.Ellipsoid:
		words += ", radii " + t.vector(triple(s.Radii))
	case d3.HalfSpace:
		words += ", normal " + t.vector(triple(s.Normal)) + ", offset " + short(s.Offset)
	}
	if rounding != 0 {
		words += ", rounding " + short(rounding)
	}
	return words + at
}

// triple returns the coordinates of v.
func triple(v d3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// corners returns the words for corners in the world.
func (t *table) corners(list [][3]float64) string {
	var text strings.Builder
	text.WriteString(", corners")
	for _, p := range list {
		text.WriteString(" " + t.vector(p))
	}
	return text.String()
}

// kind returns the word for a shape, that of the formats, and the shape itself; where it is rounded
// those of its core, and by how much.
func kind(s any) (words string, core any, rounding float64) {
	for {
		switch r := s.(type) {
		case d2.Rounded:
			s, rounding = r.Core, rounding+r.R
		case d3.Rounded:
			s, rounding = r.Core, rounding+r.R
		case d2.HalfSpace, d3.HalfSpace:
			return "half-space", s, 0
		default:
			name := fmt.Sprintf("%T", s)
			return words + strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]), s, rounding
		}
		words = "rounded "
	}
}
