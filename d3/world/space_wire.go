package world

import (
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/wire"
)

// This file has what differs from the other dimension in files of worlds.

// dim is the dimension.
const dim = 3

// manifoldPoints is how many points a manifold has at most.
const manifoldPoints = 4

// vecBytes is the memory of a vector.
const vecBytes = 24

// The kinds of shapes in files. Those that both dimensions have bear the same number.
const (
	shapeBall byte = iota
	shapeCapsule
	shapeBox
	shapeEllipsoid
	shapeHalfSpace
	shapeHull
	shapeRounded
	shapeCompound
	shapeOwn
	_ // the polygon of the plane
	shapeCylinder
	shapeCone
	shapeMesh
	shapeHeightField
	_ // the chain of the plane
	_ // the grid of the plane
	shapeHeightFieldMaterials
	shapeKinds
)

// appendVec appends a vector.
func appendVec(b []byte, v d3.Vec) []byte {
	return wire.AppendFloat(wire.AppendFloat(wire.AppendFloat(b, v.X), v.Y), v.Z)
}

// readVec reads a vector.
func readVec(r *wire.Reader, what string) d3.Vec {
	return d3.Vec{X: r.Float(what), Y: r.Float(what), Z: r.Float(what)}
}

// appendPose appends a pose: the position, 0 for no rotation, or 1 and the quaternion.
func appendPose(b []byte, p d3.Pose) []byte {
	b = appendVec(b, p.Pos)
	if p.Rot == (d3.Rot{}) {
		return append(b, 0)
	}
	x, y, z, w := p.Rot.Quat()
	b = appendVec(append(b, 1), d3.Vec{X: x, Y: y, Z: z})
	return wire.AppendFloat(b, w)
}

// readPose reads a pose.
func readPose(r *wire.Reader) d3.Pose {
	p := d3.Pose{Pos: readVec(r, "a position")}
	at := r.Offset()
	if r.Byte(1, "whether a pose turns") == 0 {
		return p
	}
	q := readVec(r, "a quaternion")
	rot, err := d3.NewQuat(q.X, q.Y, q.Z, r.Float("a quaternion"))
	if err != nil {
		r.Fail(wire.ErrDamaged, at, err, "this is no rotation")
	}
	p.Rot = rot
	return p
}

// appendSimple appends a shape that is a few numbers, or a set of points; ok is false for any
// other.
func appendSimple(b []byte, s d3.Shape) (out []byte, ok bool) {
	switch s := s.(type) {
	case d3.Sphere:
		return wire.AppendFloat(append(b, shapeBall), s.Radius), true
	case d3.Capsule:
		return wire.AppendFloat(wire.AppendFloat(append(b, shapeCapsule), s.Height), s.Radius), true
	case d3.Cylinder:
		return wire.AppendFloat(wire.AppendFloat(append(b, shapeCylinder), s.Radius), s.Height), true
	case d3.Cone:
		return wire.AppendFloat(wire.AppendFloat(append(b, shapeCone), s.Radius), s.Height), true
	case d3.Box:
		return appendVec(append(b, shapeBox), s.Size), true
	case d3.Ellipsoid:
		return appendVec(append(b, shapeEllipsoid), s.Radii), true
	case d3.HalfSpace:
		return wire.AppendFloat(appendVec(append(b, shapeHalfSpace), s.Normal), s.Offset), true
	case *d3.Hull:
		b = appendPoints(append(b, shapeHull), s.Vertices())
		faces := s.Faces()
		b = wire.AppendUint(b, uint64(len(faces)))
		for _, f := range faces {
			for _, i := range f {
				b = wire.AppendUint(b, uint64(i))
			}
		}
		return b, true
	}
	return appendSurface(b, s)
}

// readSimple reads a shape that appendSimple wrote, of a kind.
func readSimple(r *wire.Reader, kind byte) (d3.Shape, error) {
	switch kind {
	case shapeBall:
		return d3.Sphere{Radius: r.Number("a radius")}, nil
	case shapeCapsule:
		return d3.Capsule{Height: r.Number("a height"), Radius: r.Number("a radius")}, nil
	case shapeCylinder:
		return d3.Cylinder{Radius: r.Number("a radius"), Height: r.Number("a height")}, nil
	case shapeCone:
		return d3.Cone{Radius: r.Number("a radius"), Height: r.Number("a height")}, nil
	case shapeBox:
		return d3.Box{Size: readVec(r, "a size")}, nil
	case shapeEllipsoid:
		return d3.Ellipsoid{Radii: readVec(r, "a radius")}, nil
	case shapeHalfSpace:
		return d3.HalfSpace{Normal: readVec(r, "a normal"), Offset: r.Number("an offset")}, nil
	case shapeHull:
		points := readPoints(r)
		at := r.Offset()
		n := r.Uint(uint64(2*len(points)), "the number of faces")
		faces := make([][3]int, 0, n)
		for range n {
			var f [3]int
			for k := range f {
				f[k] = int(r.Uint(uint64(len(points)), "a corner of a face"))
			}
			faces = append(faces, f)
		}
		if r.Err() != nil || !r.Spend(at, int64(n)*faceBytes, "a hull") {
			return nil, nil
		}
		return pointer(d3.RestoreHull(points, faces))
	}
	return readSurface(r, kind)
}

// faceBytes is what a face of a hull may take in memory while it is made, and its tables after.
const faceBytes = 1000

// pointer returns what a constructor made as a shape.
func pointer[P interface {
	comparable
	d3.Shape
}](p P, err error,
) (d3.Shape, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// pointed reports whether s is a pointer to a shape that is made once and never changes.
func pointed(s d3.Shape) bool {
	switch s.(type) {
	case *d3.Hull, *d3.Compound, *d3.Mesh, *d3.HeightField:
		return true
	}
	return false
}

// readNumbers reads a vector of any numbers.
func readNumbers(r *wire.Reader) d3.Vec {
	return d3.Vec{X: r.Number("a number"), Y: r.Number("a number"), Z: r.Number("a number")}
}
