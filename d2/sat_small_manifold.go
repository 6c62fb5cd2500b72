package d2

import "math"

// The manifold of small polygons, as patch makes it for all shapes, for the case that SAT leaves: no margins, and the normal is that of an edge. So
// that edge lies level, and all heights are those of the other polygon above it.

// smallSpan is what two small polygons have over each other, along the edge of a smallFace in its own frame.
type smallSpan struct {
	own, other FeatureID // the parts of the ID for the edge and for the other's edge, or vertex
	u          [2]float64
	id         [2]FeatureID // of own and other's parts together, for each end
	at, slope  float64      // the other's vertex, and how it rises from there
	n          int
}

// manifold sets mf from ct and the face f of least overlap.
func (p *smallPair) manifold(a, b *Object, f *smallFace, ct *Contact, mf *Manifold) {
	size := min(a.extent, b.extent)
	if !(f.depth <= float64(steady*size)) {
		p.patch(a, b, f, ct, mf)
		return
	}
	x, y, body, ofA := p.x, p.y, a, true
	t := p.t
	if p.key&smallMask >= smallCount {
		x, y, body, ofA, t = p.y, p.x, b, false, p.tb
	}
	var s smallSpan
	s.lay(x, y, f, t, size, p.reach, ofA)
	mf.Normal = ct.Normal
	if s.n == 0 {
		id := s.own | s.other<<sideBits
		if !ofA {
			id = s.other | s.own<<sideBits
		}
		mf.N = 1
		mf.Points[0] = ManifoldPoint{PointA: ct.PointA, PointB: ct.PointB, Distance: ct.Distance, ID: id}
		return
	}
	up, along := ct.Normal, ct.Normal.perp()
	if !ofA {
		up, along = up.Neg(), along.Neg()
	}
	foot := body.pos.Add(up.Scale(x.edges[f.ends&7].off))
	shift := s.anchor(f.depth, size, p.reach)
	mf.N = s.n
	for i := range s.n {
		k := i
		if !ofA && s.n == 2 {
			k = 1 - i // in the order along A's tangent
		}
		out := &mf.Points[i]
		on := foot.Add(along.Scale(s.u[k]))
		out.Distance = s.height(k, f.depth) + shift + 0
		out.PointA, out.PointB = on.clean(), on.Add(up.Scale(out.Distance)).clean()
		out.ID = s.id[k]
		if !ofA {
			out.PointA, out.PointB = out.PointB, out.PointA
		}
	}
}

// height returns the distance of the other polygon at end k.
func (s *smallSpan) height(k int, depth float64) float64 {
	return float64((s.u[k]-s.at)*s.slope) - depth
}

// anchor returns what rounding left between the depth and the deeper end, and 0 where that is more than rounding.
func (s *smallSpan) anchor(depth, size, reach float64) float64 {
	least := s.height(0, depth)
	if s.n == 2 {
		least = min(least, s.height(1, depth))
	}
	off := -depth - least
	if !(math.Abs(off) <= float64(0x1p-44*(size+depth+reach))) {
		return 0
	}
	return off
}

// lay finds what the edge of f and the other polygon's supporting feature have over each other.
func (s *smallSpan) lay(x, y *satSmall, f *smallFace, t Vec, size, reach float64, ofA bool) {
	u, ud := f.n.perp(), f.d.perp()
	k := y.wrap(f.v)
	prev := k - 1
	if prev < 0 {
		prev = int32(y.n) - 1
	}
	v := y.vertex(int(k))
	after, before := y.vertex(int(k)+1).Sub(v), y.vertex(int(prev)).Sub(v)
	edge, far, e := k, y.wrap(int(k)+1), after
	rise, fall := f.d.Dot(after), f.d.Dot(before)
	if float64(float64(rise*rise)*before.Len2()) > float64(float64(fall*fall)*after.Len2()) {
		edge, far, e, rise = prev, prev, before, fall
	}
	ring, i := &x.ring[f.ends&7], int32(f.ends)
	lo, hi := u.Dot(Vec{ring[0], ring[1]}), u.Dot(Vec{ring[2], ring[3]})
	s.at = ud.Dot(v) + u.Dot(t)
	s.own = feature(featureEdge, i)
	if !(float64(rise*rise) <= float64(maxSlope*maxSlope*e.Len2())) || e == (Vec{}) {
		s.other = feature(featureVertex, k)
		if off := float64(touch * reach); s.at >= lo-off && s.at <= hi+off {
			s.u[0], s.n = max(lo, min(s.at, hi)), 1
			s.id[0] = join(s.own, s.other, ofA)
		}
		return
	}
	s.other = feature(featureEdge, edge)
	run := ud.Dot(e)
	s.slope = rise / run
	first, second, from, to := k, far, s.at, s.at+run
	if run < 0 {
		first, second, from, to = far, k, to, from
	}
	slack := float64(still * size)
	s.u[0], s.id[0] = s.end(lo, from, slack, lo-from, i, first, ofA)
	s.u[1], s.id[1] = s.end(hi, to, slack, to-hi, x.wrap(int(i)+1), second, ofA)
	s.n = 2
	if !(s.u[1]-s.u[0] > float64(together*min(hi-lo, to-from))) {
		s.single(slack, f.depth)
	}
	for k := range s.n {
		if float64(math.Abs(s.height(k, f.depth))*math.Abs(s.slope)) > slack {
			owner := FeatureID(1)
			if !ofA {
				owner = 2
			}
			s.id[k] |= owner<<ownerShift | hash(uint64(i))&^(1<<placeShift-1)
		}
	}
}

// single leaves the deeper one of two ends that are together, and none where they have passed each other.
func (s *smallSpan) single(slack, depth float64) {
	s.n = 1
	if !(s.u[1]-s.u[0] >= -slack) {
		s.n = 0
	} else if s.height(1, depth) < s.height(0, depth) {
		s.u[0], s.id[0] = s.u[1], s.id[1]
	}
}

// end returns an end of the intersection, and its ID: that of the edge at u, or that of the other polygon's edge at w. ahead is how far the first is
// inside the second. Ends that are over each other up to slack are named both.
func (s *smallSpan) end(u, w, slack, ahead float64, i, k int32, ofA bool) (at float64, id FeatureID) {
	at = w
	if ahead >= 0 {
		at = u
	}
	own, other := feature(featureVertex, i), feature(featureVertex, k)
	if ahead > slack {
		other = s.other
	} else if ahead < -slack {
		own = s.own
	}
	return at, join(own, other, ofA)
}

// join returns the ID of the two parts; own is that of A if ofA is set.
func join(own, other FeatureID, ofA bool) FeatureID {
	if ofA {
		return own | other<<sideBits
	}
	return other | own<<sideBits
}

// wrap returns the number of vertex i, at most x.n.
func (x *satSmall) wrap(i int) int32 {
	if i == x.n {
		return 0
	}
	return int32(i)
}

// patch sets mf by the way of all shapes.
func (p *smallPair) patch(a, b *Object, f *smallFace, ct *Contact, mf *Manifold) {
	var at patch
	p.spans(a, b, f, &at)
	at.reach = p.reach
	at.measure(a, b, 1)
	mf.Normal = ct.Normal
	if !at.clip() {
		at.witness(ct, mf, 1)
		return
	}
	at.points(a, ct, mf, 1)
}

// spans sets the supporting features of both polygons along the normal of the face f.
func (p *smallPair) spans(a, b *Object, f *smallFace, at *patch) {
	i, n := int32(p.key&smallMask), f.n
	if i >= smallCount {
		n = f.d.Neg()
	}
	t := n.perp()
	at.normal = n
	at.a.n, at.a.slope = 1, math.Inf(1)
	at.b.n, at.b.slope, at.b.off = 1, math.Inf(1), Vec{t.Dot(p.t), -n.Dot(p.t)}
	if i < smallCount {
		at.a.around(a.hull, 1, i, n, t)
		at.b.around(b.hull, 1, p.y.wrap(f.v), f.d.Neg(), f.d.perp())
		return
	}
	at.a.around(a.hull, 1, p.x.wrap(f.v), n, t)
	at.b.around(b.hull, 1, i-smallCount, f.n, f.n.Neg().perp())
}
