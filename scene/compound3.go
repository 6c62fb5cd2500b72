package scene

import (
	"math"
	"strconv"

	"github.com/collide-go/collide/d3"
)

// Part3 is a convex part of a compound in space.
type Part3 struct {
	Local d3.Object // at its pose in the compound's frame
	World d3.Object // at the compound's pose times its own, rounded
	// The exact product of the poses differs from the pose of World by a shift and a turn of no more than these: no point at
	// distance r of the part's origin moves by more than Shift + Turn*r. Both are 0 where the product is exact.
	Shift, Turn float64
}

// body3 returns the shape at node shape, placed at the pose at node pose; 0 means the identity. Of a compound it returns the parts too; the object is then
// their convex hull, about.
func (d *Decoder) body3(shape, pose int32) (d3.Object, []Part3) {
	if !d.tree.isCompound(shape) {
		return d.object3(shape, pose), nil
	}
	since := d.tree.here()
	p := d.pose3(pose)
	in := d.tree.here()
	parts := d.parts3(shape, p)
	d.tree.under(in, "shape")
	if !d.tree.clean(since) {
		return d3.Object{}, nil
	}
	hull, err := hullOf3(parts, p)
	if err != nil {
		d.tree.report(d.tree.refused(err, shape).at("shape"))
	}
	return hull, parts
}

// parts3 returns the parts of the compound at node shape, which has the pose p.
func (d *Decoder) parts3(shape int32, p d3.Pose) []Part3 {
	t := &d.tree
	list := d.openParts(shape)
	if list == 0 {
		return nil
	}
	parts := make([]Part3, 0, t.nodes[list].n)
	for c := t.child(list); c != 0; c = t.nodes[c].next {
		since := t.here()
		f := t.open(c, keysBody)
		var part Part3
		if i := f.need("shape", "a part has a shape, and may have a pose"); i != 0 {
			part.Local = d.object3(i, f.get("pose"))
		}
		if t.clean(since) {
			var err error
			if part, err = newPart3(part.Local, p); err != nil {
				t.report(t.refused(err, c))
			}
		}
		t.under(since, "parts["+strconv.Itoa(len(parts))+"]")
		parts = append(parts, part)
	}
	return parts
}

// newPart3 returns a part of a compound at pose p.
func newPart3(local d3.Object, p d3.Pose) (Part3, error) {
	part := Part3{Local: local}
	q := local.Pose()
	w := p.Mul(q)
	if !(p.Rot == d3.Rot{} || q.Rot == d3.Rot{} || quarter3(p.Rot) && quarter3(q.Rot) && quarter3(w.Rot)) {
		part.Turn = turnError
	}
	switch {
	case q.Pos == d3.Vec{}:
		w.Pos = p.Pos
	case quarter3(p.Rot):
		v := turnQuarter(p.Rot, q.Pos)
		w.Pos = p.Pos.Add(v)
		part.Shift = sumError(p.Pos.X, v.X) + sumError(p.Pos.Y, v.Y) + sumError(p.Pos.Z, v.Z)
	default:
		part.Shift = float64(shiftError * (norm(q.Pos.X, q.Pos.Y, q.Pos.Z) + norm(p.Pos.X, p.Pos.Y, p.Pos.Z)))
	}
	var err error
	part.World, err = d3.Place(local.Shape(), w)
	return part, err
}

// quarter3 reports whether r takes axes to axes, exactly: the components of its quaternion that are not 0 are one, two or four of one magnitude.
func quarter3(r d3.Rot) bool {
	x, y, z, w := r.Quat()
	m := max(math.Abs(x), math.Abs(y), math.Abs(z), math.Abs(w))
	n := 0
	for _, c := range [4]float64{x, y, z, w} {
		switch math.Abs(c) {
		case m:
			n++
		case 0:
		default:
			return false
		}
	}
	return n != 3
}

// turnQuarter returns v turned by r, which takes axes to axes, exactly.
func turnQuarter(r d3.Rot, v d3.Vec) d3.Vec {
	x, y, z := r.Apply(d3.Vec{X: 1}), r.Apply(d3.Vec{Y: 1}), r.Apply(d3.Vec{Z: 1})
	row := func(a, b, c float64) float64 {
		return float64(math.Round(a)*v.X) + float64(math.Round(b)*v.Y) + float64(math.Round(c)*v.Z)
	}
	return d3.Vec{X: row(x.X, y.X, z.X), Y: row(x.Y, y.Y, z.Y), Z: row(x.Z, y.Z, z.Z)}
}

// hullOf3 returns the convex hull of the parts of a compound at pose p, rounded: a hull where all are polytopes with one margin, else a shape made of
// their support maps; a half-space where one part is that.
func hullOf3(parts []Part3, p d3.Pose) (d3.Object, error) {
	u := &union3{margin: math.Inf(1)}
	var points []d3.Vec
	round := false
	for i := range parts {
		o := &parts[i].Local
		c, ok := o.Shape().(d3.Convex)
		if !ok {
			return parts[i].World, nil
		}
		if h, err := o.Hull(); err == nil && !curved3(c) {
			points = append(points, h.Vertices()...)
		} else {
			round = true
		}
		round = round || i > 0 && c.Margin() != u.margin
		u.margin = min(u.margin, c.Margin())
		u.parts = append(u.parts, posed3{c, o.Pose()})
	}
	if round {
		return d3.Place(u, p)
	}
	h, err := d3.NewHull(points)
	if err != nil {
		return d3.Object{}, err
	}
	return d3.Place(d3.Rounded{Core: h, R: u.margin}, p)
}

// curved3 reports whether the core of c is no polytope.
func curved3(c d3.Convex) bool {
	switch c := c.(type) {
	case d3.Rounded:
		return curved3(c.Core)
	case d3.Cylinder, d3.Cone, d3.Ellipsoid:
		return true
	}
	return false
}

// union3 is the convex hull of some shapes, by their support maps.
type union3 struct {
	parts  []posed3
	margin float64 // the least margin of the parts
}

// posed3 is a shape at a pose.
type posed3 struct {
	shape d3.Convex
	pose  d3.Pose
}

// Margin returns the least margin of the parts. The rest of a greater one belongs to the core.
func (u *union3) Margin() float64 { return u.margin }

// Support returns the farthest of the parts' support points along dir.
func (u *union3) Support(dir d3.Vec) d3.Vec {
	_, e := math.Frexp(max(math.Abs(dir.X), math.Abs(dir.Y), math.Abs(dir.Z)))
	dir = d3.Vec{X: math.Ldexp(dir.X, -e), Y: math.Ldexp(dir.Y, -e), Z: math.Ldexp(dir.Z, -e)}
	unit := dir
	if l := dir.Len(); l > 0 {
		unit = dir.Scale(1 / l)
	}
	var best d3.Vec
	far := math.Inf(-1)
	for _, p := range u.parts {
		v := p.pose.Apply(p.shape.Support(p.pose.Rot.Inverse().Apply(dir))).Add(unit.Scale(p.shape.Margin() - u.margin))
		if x := v.Dot(dir); x > far {
			best, far = v, x
		}
	}
	return best
}

// hasHalfSpace3 reports whether the object, or a part, is a half-space.
func hasHalfSpace3(o *d3.Object, parts []Part3) bool {
	for i := range parts {
		if _, ok := parts[i].Local.Shape().(d3.HalfSpace); ok {
			return true
		}
	}
	_, ok := o.Shape().(d3.HalfSpace)
	return ok
}
