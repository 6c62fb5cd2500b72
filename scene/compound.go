package scene

import (
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// body returns the shape at node shape, placed at the pose at node pose; 0 means the identity. It
// is no body where something is wrong, which the tree then knows.
func (d *Decoder) body(dim int, shape, pose int32) Body {
	t := &d.tree
	since := t.here()
	if dim == 2 && !t.isCompound(shape) {
		return Body2(d.object2(shape, pose))
	}
	if !t.isCompound(shape) {
		return Body3(d.object3(shape, pose))
	}
	var b Body
	var err error
	if dim == 2 {
		p, c := d.pose2(pose), d.nested2(shape)
		if t.clean(since) {
			b.Dim = dim
			b.O2, err = d2.Place(c, p)
		}
	} else {
		p, c := d.pose3(pose), d.nested3(shape)
		if t.clean(since) {
			b.Dim = dim
			b.O3, err = d3.Place(c, p)
		}
	}
	if err != nil {
		t.report(t.refused(err, shape).at("shape"))
		return Body{}
	}
	for i := range b.Parts() {
		if _, err := b.Part(i); err != nil {
			t.report(t.refused(err, shape).at("parts[" + strconv.Itoa(i) + "]").at("shape"))
			return Body{}
		}
	}
	return b
}

// nested2 returns the compound at node shape, which stands under the key shape, or nil.
func (d *Decoder) nested2(shape int32) *d2.Compound {
	in := d.tree.here()
	defer d.tree.under(in, "shape")
	var parts []d2.Part
	ok := d.parts(shape, func(inner, pose int32) {
		if d.tree.isCompound(inner) {
			parts = append(parts, d2.Part{Pose: d.pose2(pose), Shape: d.nested2(inner)})
			return
		}
		o := d.object2(inner, pose)
		parts = append(parts, d2.Part{Shape: o.Shape(), Pose: o.Pose()})
	})
	if !ok {
		return nil
	}
	c, err := d2.NewCompound(parts)
	if err != nil {
		d.tree.report(d.tree.refused(err, shape))
	}
	return c
}

// nested3 is nested2 for space.
func (d *Decoder) nested3(shape int32) *d3.Compound {
	in := d.tree.here()
	defer d.tree.under(in, "shape")
	var parts []d3.Part
	ok := d.parts(shape, func(inner, pose int32) {
		if d.tree.isCompound(inner) {
			parts = append(parts, d3.Part{Pose: d.pose3(pose), Shape: d.nested3(inner)})
			return
		}
		o := d.object3(inner, pose)
		parts = append(parts, d3.Part{Shape: o.Shape(), Pose: o.Pose()})
	})
	if !ok {
		return nil
	}
	c, err := d3.NewCompound(parts)
	if err != nil {
		d.tree.report(d.tree.refused(err, shape))
	}
	return c
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
