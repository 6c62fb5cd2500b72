package world

import (
	"bytes"
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// What shapes take in memory, about, with what is made beside them.
const (
	shapeBytes = 1000
	partBytes  = 2000
	facetBytes = 300 // of each triangle, edge or cell of a part
)

// maxPoses is how deep compounds may lie in each other.
const maxPoses = 64

// shapeList holds the shapes of a file by their numbers, placed at the origin.
type shapeList struct{ list []d2.Object }

// read reads what a shape is, and appends it. own reads those of the user's own.
func (l *shapeList) read(r *wire.Reader, own func([]byte) (d2.Convex, error)) {
	at := r.Offset()
	if !r.Spend(at, shapeBytes, "the shapes") {
		return
	}
	var s d2.Shape
	var err error
	switch kind := r.Byte(shapeKinds-1, "the kind of a shape"); kind {
	case shapeRounded:
		core := l.shape(r)
		convex, ok := core.(d2.Convex)
		if !ok {
			r.Fail(wire.ErrDamaged, at, nil, "a rounded shape has a core that is not convex")
			return
		}
		s = d2.Rounded{Core: convex, R: r.Float("a rounding")}
	case shapeCompound:
		s, err = l.compound(r)
	case shapeOwn:
		s, err = readOwn(r, own)
	default:
		s, err = readSimple(r, kind)
	}
	if err == nil && r.Err() == nil {
		var o d2.Object
		if o, err = d2.Place(s, d2.Pose{}); err == nil {
			l.list = append(l.list, o)
		}
	}
	if err != nil {
		r.Fail(wire.ErrDamaged, at, err, "the shape that begins here is refused")
	}
}

// readOwn reads a shape of the user's own.
func readOwn(r *wire.Reader, own func([]byte) (d2.Convex, error)) (d2.Shape, error) {
	data := r.Bytes("a shape of the user's own")
	switch {
	case r.Err() != nil:
		return nil, nil
	case own == nil:
		return nil, ErrOwnShape
	}
	return own(data)
}

// at reads the number of a shape; nil if there is none.
func (l *shapeList) at(r *wire.Reader) *d2.Object {
	at := r.Offset()
	i := r.Uint(math.MaxUint32, "the number of a shape")
	if r.Err() == nil && i >= uint64(len(l.list)) {
		r.Fail(wire.ErrDamaged, at, nil, "shape %d is not among the %d there are", i, len(l.list))
	}
	if r.Err() != nil {
		return nil
	}
	return &l.list[i]
}

// shape reads the number of a shape.
func (l *shapeList) shape(r *wire.Reader) d2.Shape {
	if o := l.at(r); o != nil {
		return o.Shape()
	}
	return nil
}

// object reads the number of a shape and a pose.
func (l *shapeList) object(r *wire.Reader) (o d2.Object) {
	p := l.at(r)
	at := r.Offset()
	pose := readPose(r)
	if r.Err() != nil {
		return o
	}
	o = *p
	if err := o.Move(pose); err != nil {
		r.Fail(wire.ErrDamaged, at, err, "the pose of a body is refused")
	}
	return o
}

// leaf is a part of a compound in a file: a shape and the poses whose product is its own.
type leaf struct {
	shape d2.Shape
	poses []d2.Pose
}

// compound reads a compound.
func (l *shapeList) compound(r *wire.Reader) (d2.Shape, error) {
	var leaves []leaf
	for range r.Uint(math.MaxInt32, "the number of parts") {
		at := r.Offset()
		x := leaf{shape: l.shape(r)}
		if _, is := x.shape.(*d2.Compound); is {
			r.Fail(wire.ErrDamaged, at, nil, "a part of a compound is none itself")
		}
		n := r.Uint(maxPoses, "the number of poses of a part")
		if n == 0 {
			r.Fail(wire.ErrDamaged, at, nil, "a part has a pose")
		}
		each := partBytes + int64(facets(x.shape))*facetBytes // at each depth, for each has a tree of its own
		if !r.Spend(at, int64(n)*each, "the parts of compounds") {
			return nil, nil
		}
		for range n {
			x.poses = append(x.poses, readPose(r))
		}
		if r.Err() != nil {
			return nil, nil
		}
		leaves = append(leaves, x)
	}
	c, err := nested(leaves, 0)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// nested returns the compound of leaves, of which all poses before depth are those of compounds
// around it. Neighbours with the same next pose become one compound in it: each pose is applied as
// it was at first, so that each part lies where it lay, bit for bit.
func nested(leaves []leaf, depth int) (*d2.Compound, error) {
	var parts []d2.Part
	for i := 0; i < len(leaves); {
		p := leaves[i].poses
		if len(p) == depth+1 {
			parts = append(parts, d2.Part{Shape: leaves[i].shape, Pose: p[depth]})
			i++
			continue
		}
		end := i + 1
		for end < len(leaves) && len(leaves[end].poses) > depth+1 && samePose(leaves[end].poses[depth], p[depth]) {
			end++
		}
		inner, err := nested(leaves[i:end], depth+1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, d2.Part{Shape: inner, Pose: p[depth]})
		i = end
	}
	return d2.NewCompound(parts)
}

// samePose reports whether p and q have the same bits.
func samePose(p, q d2.Pose) bool { return bytes.Equal(appendPose(nil, p), appendPose(nil, q)) }
