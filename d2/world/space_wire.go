package world

import (
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// This file has what differs from the other dimension in files of worlds.

// dim is the dimension.
const dim = 2

// manifoldPoints is how many points a manifold has at most.
const manifoldPoints = 2

// vecBytes is the memory of a vector.
const vecBytes = 16

// The kinds of shapes in files. Those that both dimensions have bear the same number.
const (
	shapeBall byte = iota
	shapeCapsule
	shapeBox
	shapeEllipse
	shapeHalfSpace
	shapeHull
	shapeRounded
	shapeCompound
	shapeOwn
	shapePolygon
	_ // the cylinder of space
	_ // the cone of space
	_ // the mesh of space
	_ // the height field of space
	shapeChain
	shapeGrid
	_ // the height field of space with materials
	shapeGridMaterials
	shapeKinds
)

// appendVec appends a vector.
func appendVec(b []byte, v d2.Vec) []byte { return wire.AppendFloat(wire.AppendFloat(b, v.X), v.Y) }

// readVec reads a vector.
func readVec(r *wire.Reader, what string) d2.Vec { return d2.Vec{X: r.Float(what), Y: r.Float(what)} }

// appendPose appends a pose: the position, 0 for no rotation, or 1 and the cosine and the sine.
func appendPose(b []byte, p d2.Pose) []byte {
	b = appendVec(b, p.Pos)
	if p.Rot == (d2.Rot{}) {
		return append(b, 0)
	}
	c, s := p.Rot.CosSin()
	return wire.AppendFloat(wire.AppendFloat(append(b, 1), c), s)
}

// readPose reads a pose.
func readPose(r *wire.Reader) d2.Pose {
	p := d2.Pose{Pos: readVec(r, "a position")}
	at := r.Offset()
	if r.Byte(1, "whether a pose turns") == 0 {
		return p
	}
	rot, err := d2.NewCosSin(r.Float("a cosine"), r.Float("a sine"))
	if err != nil {
		r.Fail(wire.ErrDamaged, at, err, "this is no rotation")
	}
	p.Rot = rot
	return p
}

// appendSimple appends a shape that is a few numbers, or a set of points; ok is false for any
// other.
func appendSimple(b []byte, s d2.Shape) (out []byte, ok bool) {
	switch s := s.(type) {
	case d2.Circle:
		return wire.AppendFloat(append(b, shapeBall), s.Radius), true
	case d2.Capsule:
		return wire.AppendFloat(wire.AppendFloat(append(b, shapeCapsule), s.Height), s.Radius), true
	case d2.Box:
		return appendVec(append(b, shapeBox), s.Size), true
	case d2.Ellipse:
		return appendVec(append(b, shapeEllipse), s.Radii), true
	case d2.HalfSpace:
		return wire.AppendFloat(appendVec(append(b, shapeHalfSpace), s.Normal), s.Offset), true
	case *d2.Hull:
		return appendPoints(append(b, shapeHull), s.Vertices()), true
	case *d2.Polygon:
		return appendPoints(append(b, shapePolygon), s.Vertices()), true
	}
	return appendSurface(b, s)
}

// readSimple reads a shape that appendSimple wrote, of a kind.
func readSimple(r *wire.Reader, kind byte) (d2.Shape, error) {
	switch kind {
	case shapeBall:
		return d2.Circle{Radius: r.Number("a radius")}, nil
	case shapeCapsule:
		return d2.Capsule{Height: r.Number("a height"), Radius: r.Number("a radius")}, nil
	case shapeBox:
		return d2.Box{Size: readVec(r, "a size")}, nil
	case shapeEllipse:
		return d2.Ellipse{Radii: readVec(r, "a radius")}, nil
	case shapeHalfSpace:
		return d2.HalfSpace{Normal: readVec(r, "a normal"), Offset: r.Number("an offset")}, nil
	case shapeHull, shapePolygon:
		points := readPoints(r)
		if r.Err() != nil {
			return nil, nil
		}
		if kind == shapeHull {
			return pointer(d2.NewHull(points))
		}
		return pointer(d2.NewPolygon(points))
	}
	return readSurface(r, kind)
}

// pointer returns what a constructor made as a shape.
func pointer[P interface {
	comparable
	d2.Shape
}](p P, err error,
) (d2.Shape, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// pointed reports whether s is a pointer to a shape that is made once and never changes.
func pointed(s d2.Shape) bool {
	switch s.(type) {
	case *d2.Hull, *d2.Polygon, *d2.Compound, *d2.Chain, *d2.Grid:
		return true
	}
	return false
}

// readNumbers reads a vector of any numbers.
func readNumbers(r *wire.Reader) d2.Vec {
	return d2.Vec{X: r.Number("a number"), Y: r.Number("a number")}
}
