package d3

import (
	"cmp"
	"math"
	"slices"
)

// This file cuts a solid into cells: what of it lies in the boxes of a tree. docs/math/convex.md
// says why the hull of a cell's points holds it.

// patch is the part of a triangle in a box: a convex polygon. No point of it is farther than slip
// from the mean of the corners that it was computed as.
type patch struct {
	points []Vec
	slip   float64 // 0 where no corner was rounded
	tri    int32
}

// plot is what of the solid lies in a box.
type plot struct {
	box     AABB
	patches []patch
	hull    *chunk // of the corners of patches and of the box's corners in the solid
	slip    float64
	stuck   bool // it reaches too far, and is not cut any more
}

// carver cuts.
type carver struct {
	s      *surface
	shell  *shell
	grain  float64 // how long the hull of a plot is at most
	fold   []foldEdge
	strict bool         // cut at folds alone where there are some
	soft   int          // so many plots are cut for being long
	points []Vec        // for use again
	tick   func() error // told of each cut
}

// The limits of the cutting.
const (
	plotsSoft = 400     // so many are cut for being long
	plotsHard = 20000   // and for reaching out
	plotLeast = 0x1p-20 // of the size: a plot is cut no finer
)

// root returns the plot of the whole solid.
func (c *carver) root() *plot {
	root := &plot{box: c.s.box}
	for i := range c.s.tris {
		t := &c.s.tris[i]
		root.patches = append(root.patches, patch{points: []Vec{t.a, t.b, t.c}, tri: int32(i)})
	}
	c.enclose(root)
	return root
}

// carve cuts x until each plot holds no point of the shell and is no longer than the grain, as far
// as the limits allow: the longest first. There are have plots beside it.
func (c *carver) carve(x *plot, have int) ([]*plot, error) {
	list, out := []*plot{x}, []*plot(nil)
	for len(list) > 0 {
		at := 0
		for i, y := range list {
			if y.length() > list[at].length() {
				at = i
			}
		}
		x := list[at]
		list = slices.Delete(list, at, at+1)
		if x.empty() {
			continue
		}
		fits := x.hull.solid() && !c.shell.meets(x.hull)
		n := have + len(out) + len(list)
		switch long := x.length(); {
		case fits && (long <= c.grain || n >= c.soft), long <= float64(plotLeast*c.s.size), n >= plotsHard:
			out = append(out, x)
			continue
		}
		if err := c.tick(); err != nil {
			return nil, err
		}
		l, r := c.split(x, fits)
		list = append(list, l, r)
	}
	return out, nil
}

// length returns the longest side of the box of the hull of x.
func (x *plot) length() float64 { return largest(x.hull.hi.Sub(x.hull.lo)) }

// empty reports whether x has no volume, so that the plots beside it hold its points.
func (x *plot) empty() bool { return !x.hull.solid() && x.slip == 0 || len(x.hull.points) == 0 }

// split returns the two cells on either side of the best plane across an axis.
func (c *carver) split(x *plot, fits bool) (l, r *plot) {
	axis, at := c.where(x, fits)
	return c.cut(x, axis, at)
}

// where chooses the plane: in a cell that is convex enough the middle of the longest side; else of
// some planes the one that leaves the least volume in the two hulls.
func (c *carver) where(x *plot, fits bool) (axis int8, at float64) {
	side := x.hull.hi.Sub(x.hull.lo)
	axis = longestAxis(side)
	at = float64(0.5 * (x.hull.lo.along(axis) + x.hull.hi.along(axis)))
	if fits {
		return axis, at
	}
	best := math.Inf(1)
	folds := c.foldsIn(x.hull)
	some := c.strict && len(folds[0])+len(folds[1])+len(folds[2]) > 0
	for k := range int8(3) {
		lo, hi := x.hull.lo.along(k), x.hull.hi.along(k)
		if !some && hi-lo < float64(0.05*largest(side)) {
			continue
		}
		for _, o := range offers(folds[k], lo, hi, !some) {
			l, r := c.halves(x, k, o)
			v := l.volume + r.volume
			// A cut across the longest side is the better one among equals.
			if v = float64(v * (1 - float64(0.02*(hi-lo)/largest(side)))); v < best {
				best, axis, at = v, k, o
			}
		}
	}
	return axis, at
}

// offers returns coordinates for a cut between lo and hi: those of the folds with the most weight,
// and evenly spaced ones.
func offers(folds []foldAt, lo, hi float64, even bool) []float64 {
	const most, steps = 6, 5
	out := make([]float64, 0, most+steps)
	slices.SortStableFunc(folds, func(a, b foldAt) int { return cmp.Compare(b.weight, a.weight) })
	for _, f := range folds[:min(len(folds), most)] {
		out = append(out, f.x)
	}
	for i := 1; even && i <= steps; i++ {
		out = append(out, lo+float64((hi-lo)*float64(i)/(steps+1)))
	}
	return out
}

// halves returns rough hulls of the patches on either side, for a choice only.
func (c *carver) halves(x *plot, axis int8, at float64) (l, r *chunk) {
	var below, above []Vec
	for i := range x.patches {
		p := &x.patches[i]
		n := len(p.points)
		for k, a := range p.points {
			b := p.points[(k+1)%n]
			u, v := a.along(axis)-at, b.along(axis)-at
			if u <= 0 {
				below = append(below, a)
			}
			if u >= 0 {
				above = append(above, a)
			}
			if u < 0 && v > 0 || u > 0 && v < 0 {
				m := a.Add(b.Sub(a).Scale(u / (u - v)))
				below, above = append(below, m), append(above, m)
			}
		}
	}
	return newChunk(below), newChunk(above)
}

// cut returns the cells of x below and above a plane.
func (c *carver) cut(x *plot, axis int8, at float64) (l, r *plot) {
	l, r = &plot{box: x.box}, &plot{box: x.box}
	l.box.Max = l.box.Max.with(axis, at)
	r.box.Min = r.box.Min.with(axis, at)
	for i := range x.patches {
		p := &x.patches[i]
		below, above := c.sides(p, axis, at)
		if below {
			if q, ok := c.clip(p, axis, at, 1); ok {
				l.patches = append(l.patches, q)
			}
		}
		if above {
			if q, ok := c.clip(p, axis, at, -1); ok {
				r.patches = append(r.patches, q)
			}
		}
	}
	c.enclose(l)
	c.enclose(r)
	return l, r
}

// sides reports on which sides of a plane p may have a part, as the triangle tells exactly. A patch
// of the plane counts for the side where the solid is.
func (c *carver) sides(p *patch, axis int8, at float64) (below, above bool) {
	t := &c.s.tris[p.tri]
	lo := min(t.a.along(axis), t.b.along(axis), t.c.along(axis))
	hi := max(t.a.along(axis), t.b.along(axis), t.c.along(axis))
	if lo == at && hi == at {
		return t.normal.along(axis) > 0, t.normal.along(axis) <= 0
	}
	return lo < at, hi > at
}

// clip returns what of p lies on one side of a plane: below for sign 1, above for -1. Of a patch
// whose corners are rounded it returns so much more that nothing is lost. ok is false where nothing
// is on that side but perhaps a part of the plane.
func (c *carver) clip(p *patch, axis int8, at, sign float64) (q patch, ok bool) {
	n := len(p.points)
	inside, strict := true, p.slip > 0
	if t := &c.s.tris[p.tri]; t.a.along(axis) == at && t.b.along(axis) == at && t.c.along(axis) == at {
		return *p, true
	}
	at += float64(sign * p.slip)
	height := func(v Vec) float64 { return float64(sign * (v.along(axis) - at)) }
	for _, v := range p.points {
		h := height(v)
		inside = inside && h <= 0
		strict = strict || h < 0
	}
	if inside && strict {
		return *p, true
	}
	if !strict {
		return q, false
	}
	q = patch{tri: p.tri, slip: p.slip}
	for k, a := range p.points {
		b := p.points[(k+1)%n]
		u, v := height(a), height(b)
		if u <= 0 {
			q.points = append(q.points, a)
		}
		if u < 0 && v > 0 || u > 0 && v < 0 {
			m, exact := meetPlane(a, b, axis, at)
			q.points = append(q.points, m)
			if !exact || p.slip > 0 {
				q.slip = p.slip + float64(regionCut*unit*c.s.big)
			}
		}
	}
	return q, len(q.points) >= 3
}

// meetPlane returns the point of the edge from a to b, which lie on different sides, at the
// coordinate; exact where nothing was rounded. The ends are taken in a fixed order, so that
// triangles beside each other get the same point.
func meetPlane(a, b Vec, axis int8, at float64) (m Vec, exact bool) {
	if lexLess(b, a) {
		a, b = b, a
	}
	d := b.Sub(a)
	t := (at - a.along(axis)) / d.along(axis)
	m = minVec(maxVec(a.Add(d.Scale(t)), minVec(a, b)), maxVec(a, b)).with(axis, at)
	exact = true
	for k := range int8(3) {
		exact = exact && (k == axis || a.along(k) == b.along(k))
	}
	return m, exact
}

// enclose sets the hull of x.
func (c *carver) enclose(x *plot) {
	c.points = c.points[:0]
	for i := range x.patches {
		c.points = append(c.points, x.patches[i].points...)
		x.slip = max(x.slip, x.patches[i].slip)
	}
	for i := range 8 {
		v := x.box.Min
		for k := range int8(3) {
			if i>>k&1 == 1 {
				v = v.with(k, x.box.Max.along(k))
			}
		}
		if c.corner(x, v) {
			c.points = append(c.points, v)
		}
	}
	slices.SortFunc(c.points, compareVec)
	x.hull = newChunk(slices.Clone(slices.Compact(c.points)))
}

// corner reports whether the corner v of the box of x belongs to the cell: it lies in the solid,
// and where it lies on the surface the inside of the box does so near it.
func (c *carver) corner(x *plot, v Vec) bool {
	w, on := c.s.winding(v)
	if !on {
		return w > 0
	}
	const near = 0x1p-30
	way := x.box.Min.Add(x.box.Max).Scale(0.5).Sub(v).Scale(near)
	if w, on = c.s.winding(v.Add(way)); on || w > 0 {
		return true
	}
	far := 2 * (way.Len() + c.s.up)
	for i := range x.patches {
		p := &x.patches[i]
		for k := 2; k < len(p.points); k++ {
			t := surfaceTri{a: p.points[0], b: p.points[k-1], c: p.points[k]}
			if t.closest(v).Sub(v).Len() <= far {
				return true
			}
		}
	}
	return false
}
