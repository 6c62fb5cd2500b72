package d3

import (
	"math"
	"slices"
)

// This file finds planes that part a solid along its dents: those through the edges beneath points
// too far out. What lies on either side of one is the hull of cut triangles and nothing else.
// docs/math/convex.md.

// halvesDents is how many dents planes are laid through.
const halvesDents = 4

// dent is an edge at which the surface bends inward, the sum of the normals beside it, and the
// point of it nearest to one too far out.
type dent struct{ a, b, normal, foot Vec }

// dented is halves for planes through dents. To worse it adds points that are found too far out.
func (d *decomposer) dented(limit float64, worse *[]Vec) ([]*lot, error) {
	var dents []dent
	// At the head of every turn dents are those beneath the first seen points, and no plane through
	// them alone will do.
	for seen := 0; seen < len(*worse) && len(dents) < halvesDents; seen++ {
		e, ok := d.dentAt((*worse)[seen])
		if !ok || slices.ContainsFunc(dents, func(o dent) bool { return o.a == e.a && o.b == e.b }) {
			continue
		}
		dents = append(dents, e)
		for _, n := range planesThrough(dents) {
			if err := d.tick(); err != nil {
				return nil, err
			}
			l, r := d.carve.slant(n, n.Dot(e.foot))
			if !l.hull.solid() || !r.hull.solid() || l.hull.holdsOne(*worse) || r.hull.holdsOne(*worse) {
				continue
			}
			lots := d.two(l, r, limit)
			if len(lots) == 2 {
				return lots, d.ctx.Err()
			}
			*worse = append(*worse, d.reach.worse...)
		}
	}
	return nil, nil
}

// dentAt returns the edge of the triangle nearest to p that is nearest to p, of those where the
// surface bends inward.
func (d *decomposer) dentAt(p Vec) (best dent, ok bool) {
	_, i, _ := d.s.nearest(p, math.Inf(1))
	f := d.table.tris[i]
	least := math.Inf(1)
	for k, j := range d.table.beyond()[i] {
		if j < 0 {
			continue
		}
		a, b := d.s.table.points[f[k]], d.s.table.points[f[(k+1)%3]]
		n, m := &d.s.tris[i], &d.s.tris[j]
		up := max(n.normal.Dot(m.a.Sub(a)), n.normal.Dot(m.b.Sub(a)), n.normal.Dot(m.c.Sub(a)))
		e := surfaceTri{a: a, b: b, c: b}
		foot := e.onEdges(p)
		if far := foot.Sub(p).Len2(); up > d.s.up && far < least {
			least, ok = far, true
			if lexLess(b, a) {
				a, b = b, a
			}
			best = dent{a, b, n.normal.Add(m.normal), foot}
		}
	}
	return best, ok
}

// planesThrough returns unit normals of planes through the foot of the last of the dents: along it
// and upright, where it is the only one; through both feet, along the one dent, along the other,
// and half-way between; or through two more feet.
func planesThrough(dents []dent) (out []Vec) {
	add := func(n Vec) {
		if l := n.Len(); l > 0 {
			out = append(out, n.Scale(1/l))
		}
	}
	last := len(dents) - 1
	e := &dents[last]
	switch last {
	case 0:
		add(e.b.Sub(e.a).Cross(e.normal))
	case 1:
		to := dents[0].foot.Sub(e.foot)
		add(e.b.Sub(e.a).Cross(to))
		add(dents[0].b.Sub(dents[0].a).Cross(to))
		if len(out) == 2 && out[0].Dot(out[1]) >= 0 {
			add(out[0].Add(out[1]))
		} else if len(out) == 2 {
			add(out[0].Sub(out[1]))
		}
	default:
		for i := range last {
			for j := range i {
				add(dents[i].foot.Sub(e.foot).Cross(dents[j].foot.Sub(e.foot)))
			}
		}
	}
	return out
}

// slant returns plots of what of the solid lies below and above the plane n.x = at, n a unit
// vector. They have no patches, and their box is that of the solid.
//
// Both go beyond the plane by more than rounding may shift it.
func (c *carver) slant(n Vec, at float64) (l, r *plot) {
	over := float64(0x1p-30*c.s.size) + c.s.up
	return c.below(n, at+over), c.below(n.Neg(), over-at)
}

// below returns the plot of what lies below the plane n.x = at, as rounding shifts it.
func (c *carver) below(n Vec, at float64) *plot {
	x := &plot{box: c.s.box}
	c.points = c.points[:0]
	for i := range c.s.tris {
		t := &c.s.tris[i]
		p := [3]Vec{t.a, t.b, t.c}
		h := [3]float64{n.Dot(t.a) - at, n.Dot(t.b) - at, n.Dot(t.c) - at}
		for k := range 3 {
			a, b, u, v := p[k], p[(k+1)%3], h[k], h[(k+1)%3]
			if u <= 0 {
				c.points = append(c.points, a)
			}
			if u < 0 && v > 0 || u > 0 && v < 0 {
				if lexLess(b, a) { // triangles beside each other get the same point
					a, b, u, v = b, a, v, u
				}
				c.points = append(c.points, a.Add(b.Sub(a).Scale(u/(u-v))))
				x.slip = float64(regionCut * unit * c.s.big)
			}
		}
	}
	slices.SortFunc(c.points, compareVec)
	x.hull = newChunk(slices.Clone(slices.Compact(c.points)))
	return x
}
