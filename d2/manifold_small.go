package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// The manifold of small polygons, as patch makes it for all shapes, for the case that SAT leaves:
// no margins, and the normal is that of an edge. So that edge lies level, and all heights are those
// of the other polygon above it.

// smallSpan is what two small polygons have over each other, along the edge of a smallFace in its
// own frame.
type smallSpan struct {
	own, other collide.FeatureID // the parts of the ID for the edge and for the other's edge, or vertex
	u          [2]float64
	id         [2]collide.FeatureID // of own and other's parts together, for each end
	at, slope  float64              // the other's vertex, and how it rises from there
	n          int
}

// manifold sets mf from ct and the face f of least overlap.
func (p *smallPair) manifold(a, b *Object, f *smallFace, s *smallSpan, ct *Contact, mf *Manifold) {
	if !p.level(a, b, f, s, ct, mf, false) {
		p.patch(a, b, f, ct, mf)
	}
}

// level sets mf where the points lie over the edge of f, and reports whether they do. Of ct it
// needs no points. other asks for the manifold of the pair in the other order.
func (p *smallPair) level(a, b *Object, f *smallFace, s *smallSpan, ct *Contact, mf *Manifold, other bool) bool {
	size := min(a.extent, b.extent)
	if !(f.depth <= float64(stableFactor*size)) || float64(size*spread) < max(a.extent, b.extent) {
		return false
	}
	x, y, body, peer, far, ofA := p.x, p.y, a, b, placeOf(&p.b), true
	if p.key&smallMask >= smallCount {
		x, y, body, peer, far, ofA = p.y, p.x, b, a, placeOf(&p.a), false
	}
	s.lay(x, y, f, size, p.reach, ofA != other)
	if s.n == 0 {
		return false
	}
	mf.Normal = ct.Normal
	if other {
		mf.Normal = ct.Normal.Neg().clean()
	}
	up, along := ct.Normal, ct.Normal.perp()
	if !ofA {
		up, along = up.Neg(), along.Neg()
	}
	off := x.Off[f.ends&7]
	foot := body.pos.Add(up.Scale(off))
	// the edge's foot in both frames
	base, under := body.center.Add(f.n.Scale(off)), peer.center.Add(far).Add(f.d.Scale(off))
	side, across := f.n.perp(), f.d.perp()
	shift := 0.0
	if s.slope != 0 {
		shift = s.anchor(f.depth, size, p.reach)
	}
	mf.N = s.n
	turn := 0 // 1 reverses the order, which is that along A's tangent
	if !ofA {
		turn = s.n - 1
	}
	for i := range s.n {
		k := i ^ turn
		out := &mf.Points[i]
		on := foot.Add(along.Scale(s.u[k]))
		out.Distance = s.height(k, f.depth) + shift + 0
		over := on.Add(up.Scale(out.Distance))
		mine, theirs := base.Add(side.Scale(s.u[k])), under.Add(across.Scale(s.u[k])).Add(f.d.Scale(out.Distance))
		if ofA == other {
			on, over, mine, theirs = over, on, theirs, mine
		}
		out.PointA, out.PointB, out.ID = on.clean(), over.clean(), s.id[k]
		out.LocalA, out.LocalB = mine.clean(), theirs.clean()
	}
	return true
}

// touch returns the relation of two small polygons and sets mf to their manifold, where their edges
// tell all that it takes; Undecided elsewhere. Between shapes apart mf is left alone.
func (s *smallState) touch(a, b *Object, span *smallSpan, mf *Manifold) collide.Relation {
	other := a.pose.Pos.X > b.pose.Pos.X
	if a.pose.Pos.X == b.pose.Pos.X {
		other = swapped(a, b)
	}
	if other {
		a, b = b, a
	}
	p := &s.pair
	if a.margin+b.margin != 0 || !p.place(a, b) {
		return collide.Undecided
	}
	p.testA()
	if beyond(p.key, p.err) {
		return collide.Apart
	}
	p.testB()
	if beyond(p.key, p.err) {
		return collide.Apart
	}
	if p.key < 0 {
		return collide.Undecided
	}
	f, ct := &s.face, &s.ct
	n, at, ok := p.least(f)
	if !ok || !p.bracket(a, b, n, f.depth, ct) {
		return collide.Undecided
	}
	if !p.level(a, b, f, span, ct, mf, other) {
		p.points(a, b, f, n, at, ct)
		p.patch(a, b, f, ct, mf)
		if other {
			mf.swap()
		}
	}
	return collide.Overlapping
}

// height returns the distance of the other polygon at end k.
func (s *smallSpan) height(k int, depth float64) float64 {
	return float64((s.u[k]-s.at)*s.slope) - depth
}

// anchor returns what rounding left between the depth and the deeper of two ends, and 0 where that
// is more than rounding.
func (s *smallSpan) anchor(depth, size, reach float64) float64 {
	least := min(s.height(0, depth), s.height(1, depth))
	off := -depth - least
	if !(math.Abs(off) <= float64(0x1p-44*(size+depth+reach))) {
		return 0
	}
	return off
}

// lay finds what the edge of f and the other polygon's supporting feature have over each other.
func (s *smallSpan) lay(x, y *smallTable, f *smallFace, size, reach float64, ofA bool) {
	s.n, s.slope = 0, 0
	u, ud := f.n.perp(), f.d.perp()
	k := y.wrap(f.v)
	prev := k - 1
	if prev < 0 {
		prev = int32(y.N) - 1
	}
	v := y.vertex(int(k))
	after, before := y.vertex(int(k)+1).Sub(v), y.vertex(int(prev)).Sub(v)
	edge, far, e := k, y.wrap(int(k)+1), after
	rise, fall := f.d.Dot(after), f.d.Dot(before)
	if float64(float64(rise*rise)*before.Len2()) > float64(float64(fall*fall)*after.Len2()) {
		edge, far, e, rise = prev, prev, before, fall
	}
	ring, i := &x.Corners[f.ends&7], int32(f.ends)
	lo, hi := u.Dot(Vec{ring[0], ring[1]}), u.Dot(Vec{ring[2], ring[3]})
	s.at = lo + f.foot
	s.own = collide.Feature(collide.FeatureEdge, i)
	if !(float64(rise*rise) <= float64(maxSlope*maxSlope*e.Len2())) || !(e.Len2() > 0) {
		s.other = collide.Feature(collide.FeatureVertex, k)
		if off := float64(touch * reach); s.at >= lo-off && s.at <= hi+off {
			s.u[0], s.n = s.at, 1
			if !(s.at >= lo && s.at <= hi) {
				s.u[0] = max(lo, min(s.at, hi))
			}
			s.id[0] = join(s.own, s.other, ofA)
		}
		return
	}
	s.other = collide.Feature(collide.FeatureEdge, edge)
	run := ud.Dot(e)
	s.slope = rise / run
	first, second, from, to := k, far, s.at, s.at+run
	if run < 0 {
		first, second, from, to = far, k, to, from
	}
	slack := float64(idSlack * size)
	s.u[0], s.id[0] = s.end(lo, from, slack, lo-from, i, first, ofA)
	s.u[1], s.id[1] = s.end(hi, to, slack, to-hi, x.wrap(int(i)+1), second, ofA)
	s.n = 2
	if !(s.u[1]-s.u[0] > float64(together*min(hi-lo, to-from))) {
		s.single(float64(touch*reach), f.depth)
	}
	for k := range s.n {
		if float64(math.Abs(s.height(k, f.depth))*math.Abs(s.slope)) > slack {
			owner := collide.FeatureID(1)
			if !ofA {
				owner = 2
			}
			s.id[k] |= owner<<collide.FeatureOwnerShift | hash(uint64(i))&^(1<<collide.FeaturePlaceShift-1)
		}
	}
}

// single leaves the deeper one of two ends that are together, and none where they have passed each
// other.
func (s *smallSpan) single(touching, depth float64) {
	s.n = 1
	if !(s.u[1]-s.u[0] >= -touching) {
		s.n = 0
	} else if s.height(1, depth) < s.height(0, depth) {
		s.u[0], s.id[0] = s.u[1], s.id[1]
	}
	s.u[1] = s.u[0]
}

// end returns an end of the intersection, and its ID: that of the edge at u, or that of the other
// polygon's edge at w. ahead is how far the first is inside the second. Ends that are over each
// other up to slack are named both.
func (s *smallSpan) end(u, w, slack, ahead float64, i, k int32, ofA bool) (at float64, id collide.FeatureID) {
	at = w
	if ahead >= 0 {
		at = u
	}
	own, other := collide.Feature(collide.FeatureVertex, i), collide.Feature(collide.FeatureVertex, k)
	if ahead > slack {
		other = s.other
	} else if ahead < -slack {
		own = s.own
	}
	return at, join(own, other, ofA)
}

// join returns the ID of the two parts; own is that of A if ofA is set.
func join(own, other collide.FeatureID, ofA bool) collide.FeatureID {
	if ofA {
		return own | other<<collide.FeatureSideBits
	}
	return other | own<<collide.FeatureSideBits
}

// patch sets mf by the way of all shapes.
func (p *smallPair) patch(a, b *Object, f *smallFace, ct *Contact, mf *Manifold) {
	var at patch
	p.spans(a, b, f, &at)
	at.reach = p.reach
	at.measure(a, b, 1)
	mf.Normal = ct.Normal
	if !at.clip() || at.misses(ct.Distance) {
		at.witness(a, b, ct, mf, 1)
		return
	}
	at.points(a, b, ct, mf, 1)
}

// spans sets the supporting features of both polygons along the normal of the face f.
func (p *smallPair) spans(a, b *Object, f *smallFace, at *patch) {
	i, n := int32(p.key&smallMask), f.n
	if i >= smallCount {
		n = f.d.Neg()
	}
	t := n.perp()
	at.normal = n
	fromA, fromB := at.offsets(a, b, n, placeOf(&p.a))
	at.a = span{n: 1, slope: math.Inf(1), off: fromA, d: n, t: t}
	at.b = span{n: 1, slope: math.Inf(1), off: fromB}
	if i < smallCount {
		at.b.d, at.b.t = f.d.Neg(), f.d.perp()
		at.a.around(a.hull, 1, i, n, t)
		at.b.around(b.hull, 1, p.y.wrap(f.v), at.b.d, at.b.t)
	} else {
		at.b.d, at.b.t = f.n, f.n.Neg().perp()
		at.a.around(a.hull, 1, p.x.wrap(f.v), n, t)
		at.b.around(b.hull, 1, i-smallCount, at.b.d, at.b.t)
	}
	at.afar(max(a.extent, b.extent), a.extent, b.extent, 0)
}
