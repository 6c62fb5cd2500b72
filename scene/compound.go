package scene

import (
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// geometry is how a dimension reads shapes S, places them at poses P as objects O, and unites these
// as parts.
type geometry[S, P, O any] struct {
	dim    int
	convex func(d *Decoder, i int32) (S, bool) // what is no compound
	pose   func(d *Decoder, i int32) P         // the identity for 0
	place  func(s S, p P) (O, error)
	unite  func(parts []O) (S, error)
	parts  func(s S) int // how many parts a compound has, 0 for what is none
}

// planar and spatial are the geometries of the plane and of space.
var (
	planar = geometry[d2.Shape, d2.Pose, d2.Object]{
		dim: 2, convex: (*Decoder).convex2, pose: (*Decoder).pose2, place: d2.Place, parts: parts2,
		unite: func(objects []d2.Object) (d2.Shape, error) {
			parts := make([]d2.Part, len(objects))
			for i := range objects {
				parts[i] = d2.Part{Shape: objects[i].Shape(), Pose: objects[i].Pose()}
			}
			return d2.NewCompound(parts)
		},
	}
	spatial = geometry[d3.Shape, d3.Pose, d3.Object]{
		dim: 3, convex: (*Decoder).convex3, pose: (*Decoder).pose3, place: d3.Place, parts: parts3,
		unite: func(objects []d3.Object) (d3.Shape, error) {
			parts := make([]d3.Part, len(objects))
			for i := range objects {
				parts[i] = d3.Part{Shape: objects[i].Shape(), Pose: objects[i].Pose()}
			}
			return d3.NewCompound(parts)
		},
	}
)

// body returns the shape at node shape, placed at the pose at node pose; 0 means the identity. It
// is no body where something is wrong, which the tree then knows.
func (d *Decoder) body(dim int, shape, pose int32) Body {
	var b Body
	if dim == 2 {
		b = Body2(planar.object(d, shape, pose))
	} else {
		b = Body3(spatial.object(d, shape, pose))
	}
	t := &d.tree
	for i := range b.Parts() {
		if _, err := b.Part(i); err != nil {
			t.report(t.refused(err, shape).at("parts[" + strconv.Itoa(i) + "]").at("shape"))
			return Body{}
		}
	}
	return b
}

// object returns the shape at node shape, which stands under the key shape, placed at the pose at
// node pose.
func (g *geometry[S, P, O]) object(d *Decoder, shape, pose int32) (o O) {
	t := &d.tree
	since := t.here()
	s, ok := g.shape(d, shape)
	t.under(since, "shape")
	since = t.here()
	p := g.pose(d, pose)
	t.under(since, "pose")
	if !ok {
		return o
	}
	o, err := g.place(s, p)
	if err != nil {
		t.report(t.refused(err, shape).at("shape"))
	}
	return o
}

// shape returns the shape at node i, and whether it is one.
func (g *geometry[S, P, O]) shape(d *Decoder, i int32) (s S, ok bool) {
	t := &d.tree
	switch {
	case t.nodes[i].kind == text && d.opt.Shapes != nil:
		return namedShape[S](d, i, g.dim)
	case !t.isCompound(i):
		return g.convex(d, i)
	}
	var parts []O
	if !d.parts(i, func(shape, pose int32) { parts = append(parts, g.object(d, shape, pose)) }) {
		return s, false
	}
	s, err := g.unite(parts)
	if err != nil {
		t.report(t.refused(err, i))
	}
	return s, err == nil
}

// parts calls add with the shape and the pose of each part of the compound at node i. It reports
// whether there is a part, and nothing wrong with any.
func (d *Decoder) parts(i int32, add func(shape, pose int32)) bool {
	t := &d.tree
	since := t.here()
	_, f := t.openShape(i, 2) // a compound is the same in both dimensions
	parts := f.list("parts", "a list of parts")
	if parts != 0 && t.nodes[parts].n == 0 {
		e := t.fail(parts, collide.ErrEmpty, "at least one part is needed").at("parts")
		f.fail(e)
	}
	k := 0
	for c := t.child(parts); parts != 0 && c != 0; c = t.nodes[c].next {
		in := t.here()
		f := t.open(c, keysBody)
		if shape := f.need("shape", "a part has a shape, and may have a pose"); shape != 0 {
			add(shape, f.get("pose"))
		}
		t.under(in, "parts["+strconv.Itoa(k)+"]")
		k++
	}
	return parts != 0 && t.clean(since)
}

// isCompound reports whether node i is a mapping of the type compound.
func (t *tree) isCompound(i int32) bool {
	c := t.find(i, "type")
	return c != 0 && t.nodes[c].kind == text && t.nodes[c].text == "compound"
}

// parts2 returns how many parts a compound of the plane has, 0 for any other shape.
func parts2(s d2.Shape) int {
	if c, ok := s.(*d2.Compound); ok {
		return c.Len()
	}
	return 0
}

// parts3 is parts2 for space.
func parts3(s d3.Shape) int {
	if c, ok := s.(*d3.Compound); ok {
		return c.Len()
	}
	return 0
}
