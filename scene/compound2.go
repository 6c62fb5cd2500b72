package scene

import (
	"math"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// Part2 is a convex part of a compound in the plane.
type Part2 struct {
	Local d2.Object // at its pose in the compound's frame
	World d2.Object // at the compound's pose times its own, rounded
	// The exact product of the poses differs from the pose of World by a shift and a turn of no more than these: no point at
	// distance r of the part's origin moves by more than Shift + Turn*r. Both are 0 where the product is exact.
	Shift, Turn float64
}

// body2 returns the shape at node shape, placed at the pose at node pose; 0 means the identity. Of a compound it returns the parts too; the object is then
// their convex hull, about.
func (d *Decoder) body2(shape, pose int32) (d2.Object, []Part2) {
	if !d.tree.isCompound(shape) {
		return d.object2(shape, pose), nil
	}
	since := d.tree.here()
	p := d.pose2(pose)
	in := d.tree.here()
	parts := d.parts2(shape, p)
	d.tree.under(in, "shape")
	if !d.tree.clean(since) {
		return d2.Object{}, nil
	}
	hull, err := hullOf2(parts, p)
	if err != nil {
		d.tree.report(d.tree.refused(err, shape).at("shape"))
	}
	return hull, parts
}

// parts2 returns the parts of the compound at node shape, which has the pose p.
func (d *Decoder) parts2(shape int32, p d2.Pose) []Part2 {
	t := &d.tree
	list := d.openParts(shape)
	if list == 0 {
		return nil
	}
	parts := make([]Part2, 0, t.nodes[list].n)
	for c := t.child(list); c != 0; c = t.nodes[c].next {
		since := t.here()
		f := t.open(c, keysBody)
		var part Part2
		if i := f.need("shape", "a part has a shape, and may have a pose"); i != 0 {
			part.Local = d.object2(i, f.get("pose"))
		}
		if t.clean(since) {
			var err error
			if part, err = newPart2(part.Local, p); err != nil {
				t.report(t.refused(err, c))
			}
		}
		t.under(since, "parts["+strconv.Itoa(len(parts))+"]")
		parts = append(parts, part)
	}
	return parts
}

// newPart2 returns a part of a compound at pose p.
func newPart2(local d2.Object, p d2.Pose) (Part2, error) {
	part := Part2{Local: local}
	q := local.Pose()
	w := p.Mul(q)
	if !(p.Rot == d2.Rot{} || q.Rot == d2.Rot{} || quarter2(p.Rot) && quarter2(q.Rot)) {
		part.Turn = turnError
	}
	switch {
	case q.Pos == d2.Vec{}:
		w.Pos = p.Pos
	case quarter2(p.Rot):
		v := p.Rot.Apply(q.Pos) // exact
		part.Shift = sumError(p.Pos.X, v.X) + sumError(p.Pos.Y, v.Y)
	default:
		part.Shift = float64(shiftError * (norm(q.Pos.X, q.Pos.Y, 0) + norm(p.Pos.X, p.Pos.Y, 0)))
	}
	var err error
	part.World, err = d2.Place(local.Shape(), w)
	return part, err
}

// quarter2 reports whether r turns by a multiple of a quarter turn, exactly.
func quarter2(r d2.Rot) bool {
	c, s := r.CosSin()
	return c == 0 && math.Abs(s) == 1 || s == 0 && math.Abs(c) == 1
}

// hullOf2 returns the convex hull of the parts of a compound at pose p, rounded: a hull where all are polygons with one margin, else a shape made of
// their support maps; a half-space where one part is that.
func hullOf2(parts []Part2, p d2.Pose) (d2.Object, error) {
	u := &union2{margin: math.Inf(1)}
	var points []d2.Vec
	round := false
	for i := range parts {
		o := &parts[i].Local
		c, ok := o.Shape().(d2.Convex)
		if !ok {
			return parts[i].World, nil
		}
		if h, err := o.Hull(); err == nil && !curved2(c) {
			points = append(points, h.Vertices()...)
		} else {
			round = true
		}
		round = round || i > 0 && c.Margin() != u.margin
		u.margin = min(u.margin, c.Margin())
		u.parts = append(u.parts, posed2{c, o.Pose()})
	}
	if round {
		return d2.Place(u, p)
	}
	h, err := d2.NewHull(points)
	if err != nil {
		return d2.Object{}, err
	}
	return d2.Place(d2.Rounded{Core: h, R: u.margin}, p)
}

// curved2 reports whether the core of c is an ellipse.
func curved2(c d2.Convex) bool {
	if r, ok := c.(d2.Rounded); ok {
		return curved2(r.Core)
	}
	_, ok := c.(d2.Ellipse)
	return ok
}

// union2 is the convex hull of some shapes, by their support maps.
type union2 struct {
	parts  []posed2
	margin float64 // the least margin of the parts
}

// posed2 is a shape at a pose.
type posed2 struct {
	shape d2.Convex
	pose  d2.Pose
}

// Margin returns the least margin of the parts. The rest of a greater one belongs to the core.
func (u *union2) Margin() float64 { return u.margin }

// Support returns the farthest of the parts' support points along dir.
func (u *union2) Support(dir d2.Vec) d2.Vec {
	_, e := math.Frexp(max(math.Abs(dir.X), math.Abs(dir.Y)))
	dir = d2.Vec{X: math.Ldexp(dir.X, -e), Y: math.Ldexp(dir.Y, -e)}
	unit := dir
	if l := dir.Len(); l > 0 {
		unit = dir.Scale(1 / l)
	}
	var best d2.Vec
	far := math.Inf(-1)
	for _, p := range u.parts {
		v := p.pose.Apply(p.shape.Support(p.pose.Rot.Inverse().Apply(dir))).Add(unit.Scale(p.shape.Margin() - u.margin))
		if x := v.Dot(dir); x > far {
			best, far = v, x
		}
	}
	return best
}

// hasHalfSpace2 reports whether the object, or a part, is a half-space.
func hasHalfSpace2(o *d2.Object, parts []Part2) bool {
	for i := range parts {
		if _, ok := parts[i].Local.Shape().(d2.HalfSpace); ok {
			return true
		}
	}
	_, ok := o.Shape().(d2.HalfSpace)
	return ok
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

// The product of two poses, rounded: its rotation is off by less than turnError as a linear map, in 2D by 5u for each of the two factors and the result, in 3D by
// 4u in each component of the quaternion, so twice 8u in all, and as much for its length; and Pose.Apply is off by less than shiftError times the lengths of
// both positions, as it says.
const (
	turnError  = 0x1p-47
	shiftError = 0x1p-49
)

// sumError returns a bound of the rounding error of x + y, 0 where there is none.
func sumError(x, y float64) float64 {
	s := x + y
	t := s - x
	return math.Abs((x - (s - t)) + (y - t))
}

// norm returns the length of a vector, or more by a few ulp. Nothing overflows below 1e150.
func norm(x, y, z float64) float64 { return math.Abs(x) + math.Abs(y) + math.Abs(z) }
