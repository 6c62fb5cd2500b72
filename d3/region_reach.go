package d3

import (
	"math"
)

// This file bounds how far a solid hull reaches out of a solid. docs/math/convex.md has the proof.
//
// Of the points of the hull outside the solid, one is farthest. It lies on the hull's boundary, or
// it is a local maximum of the distance. The boundary is searched by triangles that are halved, the
// inside by boxes that are cut in eight.

// The limits of the work of one search.
const (
	reachCells = 1 << 18 // triangles and boxes looked at, besides the triangles of the hull
	reachFine  = 0x1p-10 // of what is asked: how wide the bracket may stay
	reachWorse = 8       // points beyond the limit
	coneMost   = 96      // triangles about a box whose normals are compared one by one
	mostSlip   = 0.25    // of a normal of which something is known
)

// reacher searches one hull after another.
type reacher struct {
	s     *surface
	body  *chunk
	least float64 // a point of the hull lies that far out, but for rounding
	worse []Vec   // some points that lie farther out than limit
	bound float64 // no cell that was left alone reaches farther
	limit float64 // above it the search ends
	core  Vec     // a point within body
	floor float64 // what reaches no farther is of no interest
	fine  float64
	cells int
	tris  []reachTri
	boxes []reachCell
	pass  []int32 // planes of body that pass by boxes: those of one box after those of its parent
	slack float64
	near  []int32
	stop  func() error
}

// reachTri is a piece of the hull's surface.
type reachTri struct{ a, b, c Vec }

// middle returns a point of t but for rounding, and how far t reaches from there.
func (t *reachTri) middle() (mid Vec, far float64) {
	mid = t.a.Add(t.b).Add(t.c).Scale(1.0 / 3)
	return mid, max(mid.Sub(t.a).Len(), mid.Sub(t.b).Len(), mid.Sub(t.c).Len())
}

// reachBox is a cube.
type reachBox struct {
	mid  Vec
	half float64
}

// reachCell is a cube to be looked at, and those planes of the hull that may pass by it.
type reachCell struct {
	reachBox
	from, to int // of pass: all other planes have all of the cube inside
}

// reach returns a bracket of the greatest distance of a point of b from the solid, and a point at
// the lower end of it. Above limit the bracket is as wide as it happens to be; upper is
// math.MaxFloat64 where the limits of the search ended it.
func (r *reacher) reach(b *chunk, limit, floor float64) (lower, upper float64) {
	r.floor = floor - r.s.up
	r.body, r.limit, r.least, r.bound = b, limit, 0, 0
	r.fine = max(float64(reachFine*min(limit, r.s.size)), float64(0x1p-40*r.s.size))
	r.tris, r.boxes, r.worse = r.tris[:0], r.boxes[:0], r.worse[:0]
	for _, f := range b.faces {
		for k := 2; k < len(f); k++ {
			r.tris = append(r.tris, reachTri{b.points[f[0]], b.points[f[k-1]], b.points[f[k]]})
		}
	}
	r.core = Vec{}
	for _, p := range b.points {
		r.core = r.core.Add(p.Scale(1 / float64(len(b.points))))
	}
	r.cells = -len(r.tris)
	r.boxes = append(r.boxes, r.root())
	for len(r.tris) > 0 && r.open() {
		t := r.tris[len(r.tris)-1]
		r.tris = r.tris[:len(r.tris)-1]
		r.triangle(t)
	}
	for len(r.boxes) > 0 && r.open() {
		x := r.boxes[len(r.boxes)-1]
		r.boxes = r.boxes[:len(r.boxes)-1]
		r.cube(x)
	}
	for _, t := range r.tris {
		mid, far := t.middle()
		d, _, _ := r.s.nearest(mid, math.Inf(1))
		r.bound = max(r.bound, d+far+r.s.up)
	}
	for _, x := range r.boxes {
		d, _, _ := r.s.nearest(x.mid, math.Inf(1))
		r.bound = max(r.bound, d+float64(x.half*math.Sqrt(3))+float64(4*r.s.up))
	}
	return r.least, max(r.bound, r.least) + r.s.up
}

// root returns the cube around the hull, which all planes may pass.
//
// A centre of a cube within it is off by 4u of a coordinate for each of some fifty halvings, and
// the value of a plane there by 8u: together less than slack.
func (r *reacher) root() reachCell {
	b := r.body
	r.slack = float64(0x1p-40 * max(r.s.big, largest(b.lo.abs()), largest(b.hi.abs())))
	r.pass = r.pass[:0]
	for i := range b.planes {
		r.pass = append(r.pass, int32(i))
	}
	half := float64(0.5*largest(b.hi.Sub(b.lo))) + float64(0x1p-40*r.s.big)
	return reachCell{reachBox{b.lo.Add(b.hi).Scale(0.5), half}, 0, len(r.pass)}
}

// place reports whether a plane has the whole cube outside, and else whether none has its middle
// outside; it then leaves to x the planes that pass by it. Those that have all of it inside, by
// slack, have all that is cut from it inside.
//
// Boxes come last in, first out: what is in pass beyond the planes of x is of boxes that are done.
func (r *reacher) place(x *reachCell) (outside, inside bool) {
	r.pass = r.pass[:x.to]
	inside = true
	for _, i := range r.pass[x.from:x.to] {
		h := &r.body.planes[i]
		g, way := h.n.Dot(x.mid)-h.off, float64(x.half*big1(h.n))
		if g-way > r.s.up {
			return true, false
		}
		inside = inside && g <= 0
		if g+way > -r.slack {
			r.pass = append(r.pass, i)
		}
	}
	x.from, x.to = x.to, len(r.pass)
	return false, inside
}

// open counts a cell. It returns false where the search has to end.
func (r *reacher) open() bool {
	r.cells++
	return r.cells <= reachCells && len(r.worse) < reachWorse && (r.cells%1024 != 0 || r.stop() == nil)
}

// enough reports whether a cell whose points reach no farther than most may be left alone.
func (r *reacher) enough(most float64) bool {
	if most <= r.least+r.fine || most <= r.floor {
		r.bound = max(r.bound, most)
		return true
	}
	return false
}

// found keeps a point of the hull at a distance from the solid.
func (r *reacher) found(p Vec, d float64) {
	if d > r.limit-r.fine {
		r.worse = append(r.worse, p)
	}
	if d > r.least {
		r.least = d
	}
}

// triangle looks at a piece of the boundary. It holds points at most far from its middle. If the
// distance there is d < 0, inside, a way of that length stays inside.
//
// The distance from a convex set is a convex function, so that of the nearest triangle of the
// surface is greatest at a corner.
func (r *reacher) triangle(t reachTri) {
	mid, far := t.middle()
	far += r.s.up
	d, at, _ := r.s.nearest(mid, math.Inf(1))
	if r.enough(d + far) {
		return
	}
	x := &r.s.tris[at]
	most := max(x.closest(t.a).Sub(t.a).Len(), x.closest(t.b).Sub(t.b).Len(), x.closest(t.c).Sub(t.c).Len())
	if r.enough(most) {
		return
	}
	if w, on := r.s.winding(mid); on || w > 0 {
		if r.enough(max(0, far-max(0, d-r.s.down))) {
			return
		}
	} else if d > r.s.down {
		r.found(mid, d)
		if r.enough(d + far) { // least has grown
			return
		}
	}
	if r.sunk(&t) {
		r.bound = max(r.bound, r.floor)
		return
	}
	ab, bc, ca := t.a.Sub(t.b).Len2(), t.b.Sub(t.c).Len2(), t.c.Sub(t.a).Len2()
	switch {
	case ab >= bc && ab >= ca:
		m := t.a.Add(t.b).Scale(0.5)
		r.tris = append(r.tris, reachTri{t.a, m, t.c}, reachTri{m, t.b, t.c})
	case bc >= ca:
		m := t.b.Add(t.c).Scale(0.5)
		r.tris = append(r.tris, reachTri{t.b, m, t.a}, reachTri{m, t.c, t.a})
	default:
		m := t.c.Add(t.a).Scale(0.5)
		r.tris = append(r.tris, reachTri{t.c, m, t.b}, reachTri{m, t.a, t.b})
	}
}

// sunk reports whether the piece, moved towards the middle of the hull by no more than floor, lies
// in the solid: it then meets no triangle, and a point of it lies in the solid.
func (r *reacher) sunk(t *reachTri) bool {
	way := max(r.core.Sub(t.a).Len(), r.core.Sub(t.b).Len(), r.core.Sub(t.c).Len())
	if !(way > 0) || !(r.floor > float64(0x1p10*r.s.up)) {
		return false
	}
	part := min(0.5, float64(0.99*r.floor)/way)
	m := reachTri{
		t.a.Add(r.core.Sub(t.a).Scale(part)), t.b.Add(r.core.Sub(t.b).Scale(part)), t.c.Add(r.core.Sub(t.c).Scale(part)),
	}
	if r.s.meets(m.a, m.b, m.c) {
		return false
	}
	w, on := r.s.winding(m.a)
	return !on && w > 0
}

// cube looks at the points of a box for a local maximum of the distance.
func (r *reacher) cube(x reachCell) {
	far := float64(x.half*math.Sqrt(3)) + float64(4*r.s.up)
	outside, inside := r.place(&x)
	if outside {
		return
	}
	d, _, _ := r.s.nearest(x.mid, math.Inf(1))
	if r.enough(d + far) {
		return
	}
	if r.oneSided(x.mid, d+float64(2*far)) {
		return
	}
	if w, on := r.s.winding(x.mid); on || w > 0 {
		if r.enough(max(0, far-max(0, d-r.s.down))) {
			return
		}
	} else if inside && d > r.s.down {
		r.found(x.mid, d)
		if r.enough(d + far) {
			return
		}
	}
	var eight [8]reachBox
	x.cut(&eight)
	for i := range eight {
		r.boxes = append(r.boxes, reachCell{eight[i], x.from, x.to})
	}
}

// cut sets out to the eight cubes of half the side.
func (x *reachBox) cut(out *[8]reachBox) {
	h := float64(0.5 * x.half)
	for i := range out {
		m := x.mid.Sub(Vec{h, h, h})
		for k := range int8(3) {
			if i>>k&1 == 1 {
				m = m.with(k, x.mid.along(k)+h)
			}
		}
		out[i] = reachBox{m, h}
	}
}

// oneSided reports whether the normals of all triangles within far of p lie in one open half-space.
// Then no point whose nearest triangle is among them is a local maximum of the distance.
func (r *reacher) oneSided(p Vec, far float64) bool {
	r.near = r.near[:0]
	far += r.s.down
	sum, x := Vec{}, array(p)
	limit := far + r.s.slack(p)
	r.s.around.Start(&r.s.wide, &x)
	for k, ok := r.s.around.Next(limit); ok; k, ok = r.s.around.Next(limit) {
		t := &r.s.tris[k]
		if t.slip == 0 || t.closest(p).Sub(p).Len() > far {
			continue
		}
		if t.slip >= mostSlip {
			return false
		}
		if len(r.near) == coneMost {
			return r.s.oneWay(p, far)
		}
		r.near = append(r.near, k)
		sum = sum.Add(t.normal)
	}
	if len(r.near) == 0 {
		return true
	}
	l := sum.Len()
	if !(l > 0) {
		return false
	}
	sum = sum.Scale(1 / l)
	for _, k := range r.near {
		if !r.s.tris[k].along(sum) {
			return false
		}
	}
	return true
}
