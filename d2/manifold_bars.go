package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// The manifold of a segment and a segment, a box or a small polygon: what begin, clip and points of
// the clipper make of it, in the caller's unit and from what the direct form found. The clipper is
// left all that rounding might decide.

// bar is the feature of a body that faces the other one, in the axes of x of a direct form: an edge
// or a vertex.
type bar struct {
	id     collide.FeatureID
	isEdge bool
	slope  float64    // of an edge against the tangent
	u, h   [2]float64 // its ends along the tangent, ascending, and along the normal
	v      [2]int32   // their numbers
	r      float64
	up     float64 // 1 where it is x's, whose margin lies along the normal, -1 where it is y's
	tube   bool    // it is a whole segment: it has no edges beside it
}

// bars are the features of both bodies of a direct form, and what its manifold has of points.
type bars struct {
	f         *direct
	n, turned Vec // the normal in the world's axes and in those of y
	dist      float64
	size      float64 // of the smaller body
	all       float64 // the sum of all lengths
	margins   float64
	lever     float64 // stableLever
	swapped   bool    // y is the first body in canonical order
	x, y      bar
	k         int
	p         [2]barPoint
}

// barPoint is a point of a manifold, on x about its centre and on y.
type barPoint struct {
	x, y Vec
	d    float64
	id   collide.FeatureID // x's part first
}

// doubt is how near a limit may be, relative to the sum of all lengths, for the clipper to tell on
// which side it is: far more than rounding, which takes 2^-52.
const doubt = 0x1p-40

// lone is lone for the pair that f is the answer about, a the first of it in canonical order, where
// the body y is a segment: two points where two edges face each other, else one. The points of f.x
// come first where first is set.
func (f *direct) lone(a *Object, first bool, mf *Manifold) bool {
	x, y := f.x, f.y
	dist := f.low - (x.margin + y.margin) + 0
	if y.kind != kindSegment || unlike(x.extent, y.extent, dist) || x.flatBox() {
		return false
	}
	var b bars
	b.f, b.dist, b.size, b.margins, b.swapped = f, dist, min(x.extent, y.extent), x.margin+y.margin, x != a
	if b.all = x.extent + y.extent + math.Abs(dist); !b.inRange() {
		return false
	}
	b.n = worldNormal(x, f.n)
	b.turned = y.axes().applyT(b.n)
	if !b.faceX() {
		return false
	}
	b.faceY()
	if !b.meet() {
		return false
	}
	b.write(first, mf)
	return true
}

// meet makes the points of the features and reports whether all is certain.
func (b *bars) meet() bool {
	x, y := b.f.x, b.f.y
	least, reach := min(math.Abs(b.x.slope), math.Abs(b.y.slope)), math.Abs(b.dist)+b.margins
	if least > 0.99*aligned && least < 1.01*aligned {
		return false
	}
	level := least <= aligned
	if b.lever = float64(stableFactor * b.size); !level {
		b.lever = float64(stableFactor * max(b.dist+b.margins, 0))
	}
	switch {
	case b.x.isEdge && b.y.isEdge:
		return b.clip()
	case !b.x.isEdge && !b.y.isEdge: // as witness
		b.witness(max(x.margin, y.margin) > b.lever)
	case level: // as over
		b.witness(reach > b.lever)
	case !b.atEnd() || reach > b.lever || !b.clear(reach, b.lever): // as either
		return false
	default:
		b.witness(false)
	}
	return true
}

// atEnd reports whether the contact is at an end of the one edge, or beside it: its point there is
// that which the other body's vertex has over it, for the edge does not rise from there.
func (b *bars) atEnd() bool {
	e := &b.x
	if b.y.isEdge {
		e = &b.y
	}
	u := b.f.n.perp().Dot(b.f.foot)
	return math.Min(math.Abs(u-e.u[0]), math.Abs(u-e.u[1])) <= float64(doubt*b.all)
}

// inRange reports whether squares of all lengths are far from the ends of their range.
func (b *bars) inRange() bool {
	x, y := b.f.x, b.f.y
	return y.margin > 0x1p-400 && (x.margin == 0 || x.margin > 0x1p-400) && b.size > 0x1p-400 && b.all < 0x1p400 &&
		y.half.X > float64(0x1p-30*b.all)
}

// vertex makes s the vertex i.
func (s *bar) vertex(i int32) {
	s.id, s.isEdge, s.slope = collide.Feature(collide.FeatureVertex, i), false, math.Inf(1)
}

// edge makes s the edge i from p to q, whose numbers are v and w. n is the normal.
func (s *bar) edge(i int32, p, q, n Vec, v, w int32) {
	s.id, s.isEdge = collide.Feature(collide.FeatureEdge, i), true
	t, e := n.perp(), q.Sub(p)
	s.slope = n.Dot(e) / t.Dot(e)
	from, to := t.Dot(p), t.Dot(q)
	low, high := n.Dot(p), n.Dot(q)
	if from > to {
		from, to, low, high, v, w = to, from, high, low, w, v
	}
	// one by one: whole arrays are made in memory first, and read again before they are there
	s.u[0], s.u[1], s.h[0], s.h[1], s.v[0], s.v[1] = from, to, low, high, v, w
}

// faceX finds the feature of x and reports whether it is certain.
func (b *bars) faceX() bool {
	o, n, s := b.f.x, b.f.n, &b.x
	s.r, s.up, s.tube = o.margin, 1, o.kind == kindSegment
	h := o.half
	switch o.kind {
	case kindSegment:
		if !(h.X > float64(0x1p-30*b.all)) {
			return false
		}
		switch {
		case math.Abs(n.X) <= maxSlope:
			s.edge(0, Vec{-h.X, 0}, Vec{h.X, 0}, n, 1, 0)
		case n.X < 0:
			s.vertex(1)
		default:
			s.vertex(0)
		}
	case kindBox:
		minus := int32(math.Float64bits(n.X)>>63 | math.Float64bits(n.Y)>>63<<1)
		p := Vec{math.Copysign(h.X, n.X), math.Copysign(h.Y, n.Y)}
		switch {
		case math.Abs(n.Y) <= maxSlope:
			s.edge(minus&1, Vec{p.X, -h.Y}, Vec{p.X, h.Y}, n, minus|2, minus&1)
		case math.Abs(n.X) <= maxSlope:
			s.edge(2+minus>>1, Vec{-h.X, p.Y}, Vec{h.X, p.Y}, n, minus|1, minus&2)
		default:
			s.vertex(minus)
		}
	default:
		return b.faceHull()
	}
	return true
}

// faceHull is faceX for a polygon.
func (b *bars) faceHull() bool {
	s := &b.f.x.hull.table.small
	if s.Clear == 0 {
		return false
	}
	i, slope, isEdge, sure := s.cornerEdge(int(b.f.near), b.f.n)
	switch {
	case !sure:
		return false
	case !isEdge:
		b.x.vertex(b.f.near)
		return true
	}
	r := &s.Corners[i&7]
	b.x.edge(int32(i), Vec{r[0], r[1]}, Vec{r[2], r[3]}, b.f.n, int32(i), s.wrap(i+1))
	return slope >= 0
}

// cornerEdge returns the edge that faces along the unit vector n, all but between the normals of
// the edges at corner i, as around finds it, or that none does; and whether that is certain.
func (x *smallTable) cornerEdge(i int, n Vec) (edge int, slope float64, isEdge, sure bool) {
	before := i - 1
	if i == 0 {
		before = x.N - 1
	}
	in, out := n.Cross(x.normal(i)), x.normal(before).Cross(n)
	edge, slope = i, in
	if in > out {
		edge, slope = before, out
	}
	in = max(in, out)
	return edge, math.Abs(slope), slope <= maxSlope,
		math.Abs(slope-maxSlope) > clearSine && slope > -clearSine && in-slope > clearSine && in > 0x1p-22
}

// faceY finds the feature of the segment y.
func (b *bars) faceY() {
	f, s := b.f, &b.y
	k := f.y.half.X
	s.r, s.up, s.tube = f.y.margin, -1, true
	switch {
	case math.Abs(b.turned.X) <= maxSlope:
		s.edge(0, f.t.Sub(f.v.Scale(k)), f.t.Add(f.v.Scale(k)), f.n, 1, 0)
	case b.turned.X > 0: // y faces the other way
		s.vertex(1)
	default:
		s.vertex(0)
	}
}

// clip makes the points over both edges, two, and reports whether all is certain.
func (b *bars) clip() bool {
	x, y := &b.x, &b.y
	lo, hi := max(x.u[0], y.u[0]), min(x.u[1], y.u[1])
	if !(x.u[1]-x.u[0] > float64(0x1p-30*b.all)) || !(hi-lo > float64(2*together*min(x.u[1]-x.u[0], y.u[1]-y.u[0]))) {
		return false
	}
	if !b.end(0, lo, x.u[0]-y.u[0]) || !b.end(1, hi, y.u[1]-x.u[1]) {
		return false
	}
	least := min(b.p[0].d, b.p[1].d)
	if !(math.Abs(least-b.dist) <= float64(0x1p-44*(b.size+math.Abs(b.dist)+b.margins))) {
		return false
	}
	for i := range b.p {
		b.p[i].d = b.dist + (b.p[i].d - least)
	}
	b.k = 2
	return true
}

// end makes the point at u, the end i of both edges; ahead is how far that of x is farther in. It
// reports whether all is certain.
func (b *bars) end(i int, u, ahead float64) bool {
	slack := float64(idSlack * b.size)
	if far := math.Abs(ahead); far > 0.99*slack && far < 1.01*slack {
		return false
	}
	ownX, ownY := collide.Feature(collide.FeatureVertex, b.x.v[i]), collide.Feature(collide.FeatureVertex, b.y.v[i])
	if ahead > slack {
		ownY = b.y.id
	} else if ahead < -slack {
		ownX = b.x.id
	}
	high, ok := b.x.height(u)
	low, too := b.y.height(u)
	if !ok || !too {
		return false
	}
	p := &b.p[i]
	p.d, p.id = low-high, ownX|ownY<<collide.FeatureSideBits
	n, t, turned := b.f.n, b.f.n.perp(), b.turned
	p.x = t.Scale(u).Add(n.Scale(high))
	p.y = turned.perp().Scale(u - t.Dot(b.f.t)).Add(turned.Scale(low - n.Dot(b.f.t)))
	lever := math.Abs(p.d) + b.margins
	if !b.clear(lever, b.lever) {
		return false
	}
	if lever > b.lever {
		p.id |= b.place(p)
	}
	off := float64(lever * math.Abs(b.x.slope-b.y.slope))
	if off > 0.99*slack && off < 1.01*slack {
		return false
	}
	if off > slack {
		sx, sy := math.Abs(b.x.slope), math.Abs(b.y.slope)
		owner, edge := collide.FeatureID(1), b.x.id
		if sy < sx {
			owner, edge = 2, b.y.id
		}
		if !(math.Abs(sx-sy) > doubt) {
			return false
		}
		_, index := edge.A()
		p.id |= owner<<collide.FeatureOwnerShift | hash(uint64(index))&^(1<<collide.FeaturePlaceShift-1)
	}
	return true
}

// clear reports whether two lengths are unlike but for rounding.
func (b *bars) clear(x, y float64) bool { return math.Abs(x-y) > float64(doubt*(b.all+x+y)) }

// height returns the height of the surface at u along the normal, and whether that is certain: past
// the ends of an edge of a rounded polygon another one may reach higher.
func (s *bar) height(u float64) (h float64, ok bool) {
	if s.r == 0 {
		return s.h[0] + float64((u-s.u[0])*s.slope), true
	}
	sine := float64(s.up*s.slope) / math.Sqrt(1+float64(s.slope*s.slope))
	at := u + float64(s.r*sine)
	if !(at > s.u[0] && at < s.u[1]) {
		if !s.tube {
			return 0, false
		}
		at = max(s.u[0], min(at, s.u[1]))
	}
	past := u - at
	return s.h[0] + float64((at-s.u[0])*s.slope) +
		float64(s.up*math.Sqrt(float64(s.r*s.r)-float64(past*past))), true
}

// witness makes the one point that the contact itself gives; placed tells that it has its place in
// its ID.
func (b *bars) witness(placed bool) {
	f, p := b.f, &b.p[0]
	b.k = 1
	p.d, p.id = b.dist, b.x.id|b.y.id<<collide.FeatureSideBits
	p.x = f.foot.Add(f.n.Scale(f.x.margin))
	p.y = b.turned.Scale(-f.y.margin)
	p.y.X += f.along
	switch {
	case !placed:
	case b.x.isEdge || b.y.isEdge:
		p.id |= b.place(p)
	case b.swapped:
		p.id |= places(p.y, f.x.center.Add(p.x), b.size)
	default:
		p.id |= places(f.x.center.Add(p.x), p.y, b.size)
	}
}

// place is place of the clipper for p.
func (b *bars) place(p *barPoint) collide.FeatureID {
	if b.swapped {
		return places(p.y, p.y.Sub(b.turned.Scale(p.d)), b.size)
	}
	return places(p.x, p.x.Add(b.f.n.Scale(p.d)), b.size)
}

// write sets mf to the points; those of x come first where first is set.
func (b *bars) write(first bool, mf *Manifold) {
	x := b.f.x
	mf.N, mf.Normal = b.k, b.n
	if !first {
		mf.Normal = b.n.Neg()
	}
	mf.Normal = mf.Normal.clean()
	for i := range b.k {
		p, out := &b.p[i], &mf.Points[i]
		if b.swapped { // in order along the tangent of the first body
			p = &b.p[b.k-1-i]
		}
		at := x.pos.Add(x.axes().apply(p.x))
		over, own, other := at.Add(b.n.Scale(p.d)).clean(), x.center.Add(p.x).clean(), p.y.clean()
		at = at.clean()
		if out.Distance = p.d + 0; first {
			out.ID, out.PointA, out.PointB, out.LocalA, out.LocalB = p.id, at, over, own, other
		} else {
			out.ID, out.PointA, out.PointB, out.LocalA, out.LocalB = p.id.Swap(), over, at, other, own
		}
	}
}
