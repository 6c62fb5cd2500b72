package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
)

// point sets cl to the answer about the compound a and the point p.
func (w *partPair) point(s *solver, at *pointWork, a *Object, p Vec, cl *Closest) {
	if s.trace == nil && s.algorithm == collide.Auto && w.nearest(s, at, a, p, cl) {
		return
	}
	var ct Contact
	b := at.object(p)
	w.distance(s, a, b, false, nil, &ct)
	if u := a.union(); ct.Relation == collide.Overlapping && u.shares == nil && u.shell {
		// The nearest way out of a solid is the nearest point of its boundary.
		ct.Lower = min(max(ct.Lower, -w.found.Upper), ct.Distance, -math.SmallestNonzeroFloat64)
	} else if ct.Relation == collide.Overlapping && u.shares != nil {
		w.holdDeeper(s, a, p, &ct)
	}
	cl.set(a, p, &ct)
	l := a.union().leaf(w.found.Best.I, &w.slots[0])
	var f footing
	f.find(&l.body, a.axes.applyT(p.Sub(a.pose.Pos)))
	cl.Feature = f.feature
}

// nearest sets cl to the answer about the compound a and the point p, and reports whether it could:
// where rounding hides the relation it leaves that to the solver.
func (w *partPair) nearest(s *solver, at *pointWork, a *Object, p Vec, cl *Closest) bool {
	c := a.union()
	t := p.Sub(a.pose.Pos)
	x := a.axes.applyT(t)
	off := float64(pointCore * unit * big1(t))
	pad := off + float64(nearBox*unit*(big1(x)+c.reach))
	if k, ok := w.near.bricks.nearest(&c.table, x, off, pad, c.reach); ok {
		n, ok := c.ofBrick(a, k, p, x, off, cl)
		if ok && cl.Distance < 0 {
			cl.Lower = min(cl.Lower, c.depthBound(s, at, x, n, pad))
		}
		return ok
	}
	u := &w.near.parts
	u.start(&w.slots[0])
	w.each(s, at, c, x, off, pad)
	if u.part < 0 || !(u.lower > 0 || u.upper < 0 && len(c.planes) == 0) {
		return false
	}
	held := w.holder(s, at, a, p, x, off, pad, u)
	f, o := &u.best, &origin // where triangles lie
	if c.facets == nil {
		o = &c.leaf(u.part, u.slot).body
	}
	if f.turns < 0 {
		*cl = u.solved
	} else if l := f.n.Len2(); l > 1-0x1p-40 && l < 1+0x1p-40 { // as in put
		cl.Normal, cl.Distance = o.axes.apply(f.n).clean(), f.low-o.margin
		cl.Feature, cl.Status = f.feature, collide.Exact
	} else {
		return false
	}
	cl.Lower, cl.Upper, cl.Relation = u.lower, u.upper, collide.Apart
	if held {
		cl.Lower, cl.Upper, cl.Relation = -u.upper, -u.lower, collide.Overlapping
		cl.Distance, cl.Normal = 0-cl.Distance, cl.Normal.Neg()
		if c.shares != nil {
			cl.Lower = min(cl.Lower, c.depthBound(s, at, x, cl.Normal, pad))
		}
	}
	if u.upper < 0 { // in a part
		cl.Lower, cl.Relation = min(u.lower, c.depthBound(s, at, x, cl.Normal, pad)), collide.Overlapping
	}
	cl.Distance = max(cl.Lower, min(cl.Distance, cl.Upper))
	cl.Local, cl.Iterations = x.Sub(cl.Normal.Scale(cl.Distance)).clean(), u.asked
	cl.Part, cl.Triangle = c.names(u.part, cl.Local)
	cl.Normal = worldNormal(a, cl.Normal).clean()
	cl.Point = p.Sub(cl.Normal.Scale(cl.Distance)).clean()
	return true
}

// ofBrick sets cl, but for the bound of the depth, to the answer about brick k of u, the parts of
// a, that alone is nearest to the point p, which is x in the frame of a, known to off, as nearest
// does. n is the normal in that frame. It reports false where rounding leaves the side open.
func (u *union) ofBrick(a *Object, k int32, p, x Vec, off float64, cl *Closest) (n Vec, ok bool) {
	n, l, err, feature := u.table.list[k].foot(x)
	dist := l - u.table.margin
	off += err + float64(marginPad*unit*(u.table.margin+math.Abs(l))) + 0x1p-1060
	if !(math.Abs(dist) > off && math.Abs(l) > leastFoot) {
		return n, false
	}
	cl.Relation = collide.Apart
	if dist < 0 {
		cl.Relation = collide.Overlapping
	}
	cl.Lower, cl.Upper, cl.Distance = dist-off, dist+off, dist
	cl.Local = x.Sub(n.Scale(dist)).clean()
	out := unitAgain(a.axes.apply(n)).clean()
	cl.Normal, cl.Point = out, p.Sub(out.Scale(dist)).clean()
	cl.Part, cl.Triangle, cl.Status, cl.Iterations = int(u.table.part(k)), -1, collide.Exact, 1
	cl.Feature = feature
	return n, true
}

// each asks about x and the leaves of c one by one. Those whose boxes are farther away than one is
// that was asked about are left out.
func (w *partPair) each(s *solver, at *pointWork, c *union, x Vec, off, pad float64) {
	u := &w.near.parts
	w.near.walk.Start(c.around(), &[3]float64{x.X, x.Y, x.Z})
	w.near.facets.start(c.facets, x, big1(x)+c.reach, off+u.alike)
	items := c.tree.Items()
search:
	for {
		first, n, ok := w.near.walk.NextLeaf(min(u.upper, w.near.facets.upper) + pad)
		switch {
		case !ok:
			break search
		case c.turned != nil && w.near.walk.Beyond(c.turned, min(u.upper, w.near.facets.upper)+pad):
			continue
		}
		for _, k := range items[first : first+n] {
			if i := c.item(k); !w.only.skips(i, 0) && !w.near.facets.spare(i, u.upper) {
				u.add(s, at, c, i, x, off)
			}
		}
	}
	for _, t := range w.near.facets.wait {
		if t.lower <= min(u.upper, w.near.facets.upper) {
			u.add(s, at, c, t.i, x, off)
		}
	}
	for _, i := range c.planes {
		if !w.only.skips(i, 0) {
			u.add(s, at, c, i, x, off)
		}
	}
}

// holder reports whether a solid of a holds the point p, which is x in the frame of a, in its
// interior, and p is deeper in it than in any other part. Then u, which is w.near.parts, becomes
// what is known about the boundary of that solid.
func (w *partPair) holder(s *solver, at *pointWork, a *Object, p, x Vec, off, pad float64, u *partsNear) bool {
	c, held, depth, best := a.union(), false, -u.upper, *u
	solids := c.solidMembers()
	if len(solids) == 0 || !a.aabb.Contains(p) {
		return false
	}
	for _, k := range solids {
		m := a.member(int(k))
		if !w.solid.points.holdsAt(&m, p) {
			continue
		}
		if c.shares == nil {
			return true
		}
		w.only = narrow{on: true, f: c.span(k), g: [2]int32{0, 1}}
		u.lower, u.upper, u.part = math.Inf(1), math.Inf(1), -1
		w.each(s, at, c, x, off, pad)
		if w.only = (narrow{}); u.lower > depth {
			best, held, depth = *u, true, u.lower
		}
	}
	*u = best
	return held
}

// holdDeeper makes ct, the contact of the point p with the part of a in which it is deepest as far
// as surfaces tell, that with a solid part which holds p deeper.
func (w *partPair) holdDeeper(s *solver, a *Object, p Vec, ct *Contact) {
	found, best := w.found, w.best
	for _, k := range a.union().solidMembers() {
		m := a.member(int(k))
		if !w.solid.points.holdsAt(&m, p) {
			continue
		}
		if w.between(s, pairs.Pair{I: k}); w.found.Lower > -ct.Upper {
			found, best = w.found, w.best
			w.turnIn(s, ct)
			w.world(ct, found.Best.I, found.Best.J, true)
		}
	}
	w.found, w.best = found, best
}

// depthBound returns a lower bound of the signed distance of x from the convex hull of c, which has
// no half-spaces: the greatest over the planes of the hull; where it has none, along n, about a
// unit vector, and along the normal of the hull there.
func (u *union) depthBound(s *solver, at *pointWork, x, n Vec, pad float64) float64 {
	behind := math.Inf(1) // all planes, at least
	planes := u.outerPlanes()
	for i := range planes {
		p := &planes[i]
		if d := p.off - (float64(p.n.X*x.X) + float64(p.n.Y*x.Y) + float64(p.n.Z*x.Z)); d < behind {
			behind = d
		}
	}
	low := -behind
	if len(planes) == 0 {
		low = n.Dot(x) - u.farthest(n)
		var cl Closest
		if hull := u.about(); !hull.nearest(x, &cl) {
			at.solve(s, hull, x, &cl)
		}
		if l := cl.Normal.Len2(); math.Abs(l-1) < 0x1p-40 {
			low = max(low, cl.Normal.Dot(x)-u.farthest(cl.Normal))
		}
	}
	return low - pad - float64(nearHull*unit*(big1(x)+u.reach))
}
