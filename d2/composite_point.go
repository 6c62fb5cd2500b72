package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// point sets cl to the answer about the compound a and the point p.
func (w *partPair) point(s *solver, at *pointWork, a *Object, p Vec, cl *Closest) {
	if s.trace == nil && s.algorithm == collide.Auto && w.nearest(s, at, a, p, cl) {
		return
	}
	var ct Contact
	b := at.object(p)
	w.distance(s, a, b, false, nil, &ct)
	if cl.set(a, p, &ct); !w.found.Some {
		return
	}
	l := a.union().leaf(w.found.Best.I, &w.slots[0])
	var f footing
	f.find(&l.body, a.axes().applyT(p.Sub(a.pose.Pos)))
	cl.Feature = f.feature
}

// nearest sets cl to the answer about the compound a and the point p, and reports whether it could:
// where rounding hides the relation it leaves that to the solver.
func (w *partPair) nearest(s *solver, at *pointWork, a *Object, p Vec, cl *Closest) bool {
	c := a.union()
	if c.left { // which edges count is asked of pairs
		return false
	}
	t := p.Sub(a.pose.Pos)
	x := a.axes().applyT(t)
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
	if f, o := &u.best, &c.leaf(u.part, u.slot).body; f.turns < 0 {
		*cl = u.solved
	} else if l := f.n.Len2(); l > 1-0x1p-40 && l < 1+0x1p-40 { // as in put
		cl.Normal, cl.Distance = o.axes().apply(f.n).clean(), f.low-o.margin
		cl.Feature, cl.Status = f.feature, collide.Exact
	} else {
		return false
	}
	cl.Lower, cl.Upper, cl.Relation = u.lower, u.upper, collide.Apart
	if u.upper < 0 {
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
	out := unitAgain(a.axes().apply(n)).clean()
	cl.Normal, cl.Point = out, p.Sub(out.Scale(dist)).clean()
	cl.Part, cl.Triangle, cl.Status, cl.Iterations = int(u.table.part(k)), -1, collide.Exact, 1
	cl.Feature = feature
	return n, true
}

// each asks about x and the leaves of c one by one. Those whose boxes are farther away than one is
// that was asked about are left out.
func (w *partPair) each(s *solver, at *pointWork, c *union, x Vec, off, pad float64) {
	u := &w.near.parts
	w.near.walk.Start(c.around(), &[3]float64{x.X, x.Y, 0})
	for {
		k, ok := w.near.walk.Next(u.upper + pad)
		if !ok {
			break
		}
		u.add(s, at, c, c.item(k), x, off)
	}
	for _, i := range c.planes {
		u.add(s, at, c, i, x, off)
	}
}

// depthBound returns a lower bound of the signed distance of x from the convex hull of c, which has
// no half-spaces: the greatest over the planes of the hull; where it has none, along n, about a
// unit vector, and along the normal of the hull there.
func (u *union) depthBound(s *solver, at *pointWork, x, n Vec, pad float64) float64 {
	behind := math.Inf(1) // all planes, at least
	planes := u.outerPlanes()
	for i := range planes {
		p := &planes[i]
		if d := p.off - (float64(p.n.X*x.X) + float64(p.n.Y*x.Y)); d < behind {
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
