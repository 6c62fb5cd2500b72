package d2

import "math"

// An edge of a one-sided chain is there only for what is to its left: for convex bodies, and parts
// of bodies, the middle of whose box lies to the left of the edge's line or on it; for half-spaces
// that reach to the left without end; for points and for rays that begin there. What moves is asked
// about where it begins, so that what comes from the right passes. The exact poses decide.

// sides tells which edges of one-sided chains count. It is ready for use as its zero value.
type sides struct {
	integers integers
	facet    facet
	slots    [2]slot
	ends     [2]Object // for the names of poses alone
	point    Object
}

// sided is a part of a body, for sides.
type sided struct {
	of   *Object
	all  *union // the parts of the body; nil where it is convex
	part int32
}

// counts reports whether part i of a and part j of b count as a pair.
func (w *sides) counts(a *Object, i int32, b *Object, j int32) bool {
	x, y := sided{a, a.union(), i}, sided{b, b.union(), j}
	return !w.behind(&x, &y, 0) && !w.behind(&y, &x, 1)
}

// behind reports whether x is an edge with one side and y is to the right of it. at is the slot for
// y.
func (w *sides) behind(x, y *sided, at int) bool {
	if !x.all.oneSided() {
		return false
	}
	of, in, edge := x.all.surface(x.part)
	if !of.oneSided() {
		return false
	}
	of.from.facet(edge, &w.facet)
	p, q := w.facet.p[0], w.facet.p[1]
	o, own, slack := y.of, y.of.off, 0.0 // of the middle, from the position of y
	if y.all != nil {
		l := y.all.leaf(y.part, &w.slots[at])
		o, own, slack = &l.body, y.of.axes().apply(l.body.pos), l.slack()
	}
	if o.kind != kindHalfSpace {
		to := y.of.pose.Pos.Sub(x.of.pose.Pos)
		slack += float64(sideSlack * (big1(to) + big1(own)))
		to = to.Add(own)
		if side, sure := x.side(in, p, q, to, slack); sure {
			return side < 0
		}
	}
	return w.exactly(x, y, o, p, q) < 0
}

// sideSlack is what doubles do to a place, far more than they do: what they leave open is decided
// exactly.
const sideSlack = 0x1p-40

// side returns a number with the sign of the side of the edge from p to q, in the frame of the part
// in of x, nil for x itself, on which the place to lies: about the position of x, known to slack.
// sure tells that the sign is right.
func (x *sided) side(in *placement, p, q, to Vec, slack float64) (side float64, sure bool) {
	size := big1(to) + big1(p) + big1(q)
	if in != nil {
		p, q = in.body.pose.Apply(p), in.body.pose.Apply(q)
		size += big1(in.body.pose.Pos)
		slack += in.slack()
	}
	axes := x.of.axes()
	p, q = axes.apply(p), axes.apply(q)
	e, r := q.Sub(p), to.Sub(p)
	off := slack + float64(sideSlack*size)
	side = e.perp().Dot(r)
	bound := float64(2*off*(big1(e)+big1(r)+off)) + 0x1p-1000
	return side, math.Abs(side) > bound
}

// exactly returns the sign of the side of the edge from p to q of x on which y is, a part o.
func (w *sides) exactly(x, y *sided, o *Object, p, q Vec) int {
	d := &w.integers
	from := x.of.pose.Pos
	d.posed = [2]exactPose{
		{of: &w.ends[0], from: from, base: x.of.pose, chain: x.all.leafChain(x.part)},
		{of: &w.ends[1], from: from, base: y.of.pose, chain: y.all.leafChain(y.part)},
	}
	defer func() { d.posed = [2]exactPose{} }()
	exp := lowest(lowest(lowest(math.MaxInt, p), q), o.center)
	d.poses(&w.ends[0], &w.ends[1], exp)
	a := d.rotate(d.ra, d.vec(p))
	e := d.sub(d.rotate(d.ra, d.vec(q)), a)
	e[0], e[1] = d.ar.Int().Neg(e[1]), e[0] // to the left
	if o.kind == kindHalfSpace {
		n := o.plane.Normal
		return -d.dot(e, d.rotate(d.rb, d.scaled(n, lowest(math.MaxInt, n)))).Sign()
	}
	to := d.world(d.offset(&w.ends[1], &w.ends[0]))
	mid := d.rotate(d.rb, d.vec(o.center))
	for k := range to {
		to[k].Add(to[k], mid[k])
	}
	return d.dot(e, d.sub(to, a)).Sign()
}
