package d2

import "math"

// How deep two compounds overlap is bounded from below by their convex hulls. Along any direction,
// the support values of the parts prove a bound; the hull of this file only proposes the direction,
// so that neither its rounding nor its tolerance can make the bound wrong.

// hullOf returns about the convex hull of all parts: of the corners, where all parts are polytopes
// with one margin, else by the support maps of the parts. Of a compound with half-spaces it is a
// point, and not used.
func (u *union) hullOf() Object {
	if len(u.planes) > 0 {
		return origin
	}
	points, margin := u.corners()
	if points == nil {
		o, err := Place(&hullMap{c: u, margin: margin}, Pose{})
		if err != nil {
			return origin // support points that add up to numbers out of range
		}
		return o
	}
	h, err := NewHull(points)
	if err != nil {
		return origin
	}
	o, err := Place(Rounded{h, margin}, Pose{})
	if err != nil {
		return origin
	}
	return o
}

// corners returns the corners of all parts, rounded, where all are polytopes of one margin, else
// nil; margin is the least.
func (u *union) corners() (points []Vec, margin float64) {
	if u.from != nil {
		return u.from.corners(), 0
	}
	margin = math.Inf(1)
	same := true
	for i := range u.leaves {
		o := &u.leaves[i].body
		same = same && o.kind <= kindHull && (i == 0 || o.margin == margin)
		margin = min(margin, o.margin)
	}
	if !same {
		return nil, margin
	}
	for i := range u.leaves {
		o := &u.leaves[i].body
		for k := range o.corners() {
			points = append(points, o.pose.Apply(o.corner(k)))
		}
	}
	return points, margin
}

// hullMap is the convex hull of the parts by their support maps.
type hullMap struct {
	c      *union
	margin float64 // the least margin of the parts; the rest of a greater one belongs to the core
}

// Margin returns the least margin of the parts.
func (h *hullMap) Margin() float64 { return h.margin }

// Support returns the farthest of the parts' support points along dir.
func (h *hullMap) Support(dir Vec) Vec {
	dir = dir.normal()
	n := dir.Scale(1 / dir.Len())
	_, item := h.c.tree.Farthest([3]float64{n.X, n.Y}, func(item int32) float64 {
		return h.c.along(h.c.item(item), n)
	})
	if h.c.shares != nil {
		return h.c.far(h.c.item(item), n)
	}
	o := &h.c.leaves[h.c.item(item)].body
	var b body
	b.fill(o, 1)
	p, _ := b.support(o.axes().applyT(n))
	return o.pos.Add(o.axes().apply(p)).Add(n.Scale(o.margin - h.margin))
}

// outerPlane bounds a half-space that holds all parts: n . x <= off for their points x. n is a unit
// vector but for rounding, off is known to 32u of the reach.
type outerPlane struct {
	n   Vec
	off float64
}

// outerPlanes returns the edges of the hull, moved out to hold all parts exactly; none where the
// hull is not one of corners, or is flat. Whoever asks first keeps them; others who ask at the same
// time make the same.
func (u *union) outerPlanes() []outerPlane {
	if t := u.outer.Load(); t != nil {
		return *t
	}
	var t []outerPlane
	if o := u.about(); o.kind == kindHull && o.hull.dim == 2 {
		h := o.hull
		edges := h.table.edges
		t = make([]outerPlane, len(edges))
		for i := range t {
			n := unitAgain(edges[i].n)
			t[i] = outerPlane{n, u.farthest(n)}
		}
	}
	u.outer.CompareAndSwap(nil, &t)
	return *u.outer.Load()
}
