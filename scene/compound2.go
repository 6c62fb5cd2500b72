package scene

import (
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// Part2 is a convex part of a compound in the plane, to look at.
type Part2 struct {
	Local d2.Object // in the compound's frame
	World d2.Object // in the world, at the rounded product of the poses
}

// body2 returns the shape at node shape, placed at the pose at node pose; 0 means the identity. Of
// a compound it returns the parts too.
func (d *Decoder) body2(shape, pose int32) (d2.Object, []Part2) {
	if !d.tree.isCompound(shape) {
		return d.object2(shape, pose), nil
	}
	since := d.tree.here()
	p := d.pose2(pose)
	in := d.tree.here()
	c := d.compound2(shape)
	d.tree.under(in, "shape")
	if c == nil || !d.tree.clean(since) {
		return d2.Object{}, nil
	}
	o, err := d2.Place(c, p)
	if err != nil {
		d.tree.report(d.tree.refused(err, shape).at("shape"))
		return d2.Object{}, nil
	}
	parts := make([]Part2, c.Len())
	for i := range parts {
		part := c.Part(i)
		if parts[i].Local, err = d2.Place(part.Shape, part.Pose); err == nil {
			parts[i].World, err = d2.Place(part.Shape, p.Mul(part.Pose))
		}
		if err != nil {
			d.tree.report(d.tree.refused(err, shape).at("parts[" + strconv.Itoa(i) + "]").at("shape"))
			return d2.Object{}, nil
		}
	}
	return o, parts
}

// compound2 returns the compound at node shape, or nil.
func (d *Decoder) compound2(shape int32) *d2.Compound {
	t := &d.tree
	list := d.openParts(shape)
	if list == 0 {
		return nil
	}
	since := t.here()
	parts := make([]d2.Part, 0, t.nodes[list].n)
	for c := t.child(list); c != 0; c = t.nodes[c].next {
		in := t.here()
		f := t.open(c, keysBody)
		var part d2.Part
		switch i := f.need("shape", "a part has a shape, and may have a pose"); {
		case i == 0:
		case t.isCompound(i):
			part.Pose = d.pose2(f.get("pose"))
			inner := t.here()
			part.Shape = d.compound2(i)
			t.under(inner, "shape")
		default:
			o := d.object2(i, f.get("pose"))
			part = d2.Part{Shape: o.Shape(), Pose: o.Pose()}
		}
		t.under(in, "parts["+strconv.Itoa(len(parts))+"]")
		parts = append(parts, part)
	}
	if !t.clean(since) {
		return nil
	}
	c, err := d2.NewCompound(parts)
	if err != nil {
		t.report(t.refused(err, shape))
	}
	return c
}

// isCompound reports whether node i is a mapping of the type compound.
func (t *tree) isCompound(i int32) bool {
	c := t.find(i, "type")
	return c != 0 && t.nodes[c].kind == text && t.nodes[c].text == "compound"
}

// openParts returns the list of the parts of the compound at node i, 0 if there is none.
func (d *Decoder) openParts(i int32) int32 {
	t := &d.tree
	_, f := t.openShape(i, 2) // a compound is the same in both dimensions
	parts := f.list("parts", "a list of parts")
	if parts != 0 && t.nodes[parts].n == 0 {
		e := t.fail(parts, collide.ErrEmpty.Error(), "at least one part is needed").at("parts")
		e.cause = collide.ErrEmpty
		f.fail(e)
		return 0
	}
	return parts
}
