package scene

import (
	"strconv"

	"github.com/collide-go/collide/d3"
)

// Part3 is a convex part of a compound in space, to look at.
type Part3 struct {
	Local d3.Object // in the compound's frame
	World d3.Object // in the world, at the rounded product of the poses
}

// body3 returns the shape at node shape, placed at the pose at node pose; 0 means the identity. Of
// a compound it returns the parts too.
func (d *Decoder) body3(shape, pose int32) (d3.Object, []Part3) {
	if !d.tree.isCompound(shape) {
		return d.object3(shape, pose), nil
	}
	since := d.tree.here()
	p := d.pose3(pose)
	in := d.tree.here()
	c := d.compound3(shape)
	d.tree.under(in, "shape")
	if c == nil || !d.tree.clean(since) {
		return d3.Object{}, nil
	}
	o, err := d3.Place(c, p)
	if err != nil {
		d.tree.report(d.tree.refused(err, shape).at("shape"))
		return d3.Object{}, nil
	}
	parts := make([]Part3, c.Len())
	for i := range parts {
		part := c.Part(i)
		if parts[i].Local, err = d3.Place(part.Shape, part.Pose); err == nil {
			parts[i].World, err = d3.Place(part.Shape, p.Mul(part.Pose))
		}
		if err != nil {
			d.tree.report(d.tree.refused(err, shape).at("parts[" + strconv.Itoa(i) + "]").at("shape"))
			return d3.Object{}, nil
		}
	}
	return o, parts
}

// compound3 returns the compound at node shape, or nil.
func (d *Decoder) compound3(shape int32) *d3.Compound {
	t := &d.tree
	list := d.openParts(shape)
	if list == 0 {
		return nil
	}
	since := t.here()
	parts := make([]d3.Part, 0, t.nodes[list].n)
	for c := t.child(list); c != 0; c = t.nodes[c].next {
		in := t.here()
		f := t.open(c, keysBody)
		var part d3.Part
		switch i := f.need("shape", "a part has a shape, and may have a pose"); {
		case i == 0:
		case t.isCompound(i):
			part.Pose = d.pose3(f.get("pose"))
			inner := t.here()
			part.Shape = d.compound3(i)
			t.under(inner, "shape")
		default:
			o := d.object3(i, f.get("pose"))
			part = d3.Part{Shape: o.Shape(), Pose: o.Pose()}
		}
		t.under(in, "parts["+strconv.Itoa(len(parts))+"]")
		parts = append(parts, part)
	}
	if !t.clean(since) {
		return nil
	}
	c, err := d3.NewCompound(parts)
	if err != nil {
		t.report(t.refused(err, shape))
	}
	return c
}
