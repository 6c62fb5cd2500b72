package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/lanes"
	"github.com/collide-go/collide/internal/num"
)

// The manifold of small polygons, as patch makes it for all shapes, for the case that SAT leaves:
// no margins, and the normal is that of an edge. So that edge lies level, and all heights are those
// of the other polygon above it.

// smallSpan is what two small polygons have over each other, along the edge of a smallFace in its
// own frame.
type smallSpan struct {
	own, other collide.FeatureID // the parts of the ID for the edge and for the other's edge
	u          [2]float64
	id         [2]collide.FeatureID // of own and other's parts together, for each end
	at, slope  float64              // the other's vertex, and how it rises from there
	shift      float64              // what anchor adds to heights
	n          int
}

// manifold sets mf from ct and the face f of least overlap.
func (p *smallPair) manifold(a, b *Object, f *smallFace, s *smallSpan, ct *Contact, mf *Manifold) {
	if !p.level(a, b, f, s, ct.Normal, mf, 0) {
		p.patch(a, b, f, ct, mf)
	}
}

// level sets mf where the points lie over the edge of f, and reports whether they do. normal is
// that of the contact. other is 1 for the manifold of the pair in the other order, else 0.
func (p *smallPair) level(a, b *Object, f *smallFace, s *smallSpan, normal Vec, mf *Manifold, other int) bool {
	size := num.Lesser(a.extent, b.extent)
	if !(f.depth <= float64(stableFactor*size)) || float64(size*spread) < num.Greater(a.extent, b.extent) {
		return false
	}
	x, y, body, peer, up := &p.Side[0], &p.Side[1], a, b, normal
	if f.of != 0 {
		x, y, body, peer, up = y, x, b, a, normal.Neg()
	}
	second := (f.of ^ other) & 1 // 1 where the body of the edge comes second
	if s.lay(x, y, f, size, p.reach, second); s.n == 0 {
		return false
	}
	mf.N, mf.Normal = s.n, normal
	if other != 0 {
		mf.Normal = normal.Neg().clean()
	}
	off := x.Off[f.ends&7]
	for i := range s.n {
		k := (i ^ f.of&(s.n-1)) & 1 // the order is that along A's tangent
		out, u := &mf.Points[i&1], s.u[k]
		h := s.height(k, f.depth) + s.shift + 0
		out.Distance, out.ID = h, s.id[k]
		on := body.pos.Add(up.Scale(off)).Add(up.perp().Scale(u))
		over := on.Add(up.Scale(h))
		mine := body.center.Add(f.n.Scale(off)).Add(f.n.perp().Scale(u))
		theirs := peer.center.Add(placeOf(&y.View)).Add(f.d.Scale(off)).Add(f.d.perp().Scale(u)).Add(f.d.Scale(h))
		if second != 0 {
			on, over, mine, theirs = over, on, theirs, mine
		}
		out.PointA, out.PointB, out.LocalA, out.LocalB = on.clean(), over.clean(), mine.clean(), theirs.clean()
	}
	return true
}

// corner is level for a corner of which f.inside, where neither of its edges is in line with that
// of f, as far as headings tell: docs/math/sat.md. No coordinate is -0, as none of a centre is, and
// a sum is -0 of two alone.
func (p *smallPair) corner(a, b *Object, f *smallFace, normal Vec, mf *Manifold, other int) bool {
	x, y, body, peer, up := &p.Side[0], &p.Side[1], a, b, normal
	if f.of != 0 {
		x, y, body, peer, up = y, x, b, a, normal.Neg()
	}
	i, k := f.ends&7, tableOf(y).wrap(f.v)
	down := x.Heading[i] + x.View.Heading + halfTurn
	if !steep(y.Heading[k&7]-down) || !steep(y.Heading[tableOf(y).before(k)&7]-down) || x.Clear&y.Clear == 0 ||
		!alikeInSize(a.extent, b.extent) ||
		!(f.depth <= float64(stableFactor*a.extent) && f.depth <= float64(stableFactor*b.extent)) {
		return false
	}
	mf.N, mf.Normal = 1, normal
	if other != 0 {
		mf.Normal = normal.Neg().clean()
	}
	ring, off, h, out := &x.Corners[i], x.Off[i], 0-f.depth, &mf.Points[0]
	u := f.n.perp().Dot(Vec{ring[0], ring[1]}) + f.foot
	edge, corner := collide.Feature(collide.FeatureEdge, int32(i)), collide.Feature(collide.FeatureVertex, k)
	on := body.pos.Add(up.Scale(off)).beside(up, u)
	over := on.Add(up.Scale(h))
	out.Distance = h
	if f.of == other {
		out.PointA, out.PointB, out.ID = on, over, join(edge, corner, 0)
	} else {
		out.PointA, out.PointB, out.ID = over, on, join(edge, corner, 1)
	}
	mine := body.center.Add(f.n.Scale(off)).beside(f.n, u)
	theirs := peer.center.Add(placeOf(&y.View)).Add(f.d.Scale(off)).beside(f.d, u).Add(f.d.Scale(h))
	if f.of == other {
		out.LocalA, out.LocalB = mine, theirs
	} else {
		out.LocalA, out.LocalB = theirs, mine
	}
	return true
}

// steep reports whether an edge whose normal is turned by so much from another edge's is surely not
// in line with it: the turn is more than that of maxSlope, and so much less than a half turn.
func steep(turn uint32) bool { return 2*turn-2*slopeTurn < 1<<32-4*slopeTurn }

// slopeTurn is 14 times headingError more than the arc sine of maxSlope.
const slopeTurn = 1 << 32 / 50

// before returns the number of the vertex before k.
func (x *smallTable) before(k int32) int32 {
	if k == 0 {
		return int32(x.N) - 1
	}
	return k - 1
}

// beside returns v + u perp(n).
func (v Vec) beside(n Vec, u float64) Vec { return Vec{v.X - float64(n.Y*u), v.Y + float64(n.X*u)} }

// touch returns the relation of two small polygons and sets mf to their manifold, where their edges
// tell all that it takes; Undecided elsewhere. Between shapes apart mf is left alone.
func (s *smallState) touch(a, b *Object, span *smallSpan, mf *Manifold) collide.Relation {
	other := 0
	if a.pose.Pos.X > b.pose.Pos.X || a.pose.Pos.X == b.pose.Pos.X && swapped(a, b) {
		a, b, other = b, a, 1
	}
	p := &s.pair
	if a.margin+b.margin != 0 || !p.place(a, b) {
		return collide.Undecided
	}
	key := p.LeastOverlap()
	if key < 0 {
		if beyond(key, p.err) {
			return collide.Apart
		}
		return collide.Undecided
	}
	f := &s.face
	n := p.face(f, key)
	inside := f.inside(p.err)
	if !inside && !f.over(p.err) {
		if _, ok := p.witness(f); !ok {
			return collide.Undecided
		}
	}
	if _, _, sure := p.bounds(a, b, f.depth); !sure {
		return collide.Undecided
	}
	normal := unitAgain(a.axes().apply(n)).clean() // worldNormal, without the call
	if inside && p.corner(a, b, f, normal, mf, other) {
		return collide.Overlapping
	}
	if !p.level(a, b, f, span, normal, mf, other) {
		s.patch(a, b, n, normal, mf)
		if other != 0 {
			mf.swap()
		}
	}
	return collide.Overlapping
}

// patch sets mf by the way of all shapes, after touch has found the normal, n in A's frame.
func (s *smallState) patch(a, b *Object, n, normal Vec, mf *Manifold) {
	p, f, ct := &s.pair, &s.face, &s.ct
	at, _ := p.witness(f)
	ct.Normal = normal
	p.points(a, b, f, n, at, ct)
	p.patch(a, b, f, ct, mf)
}

// height returns the distance of the other polygon at end k.
func (s *smallSpan) height(k int, depth float64) float64 {
	return float64((s.u[k]-s.at)*s.slope) - depth
}

// anchor sets shift to what rounding left between the depth and the deeper of two ends, and leaves
// it 0 where that is more than rounding.
func (s *smallSpan) anchor(depth, size, reach float64) {
	least := min(s.height(0, depth), s.height(1, depth))
	if off := -depth - least; math.Abs(off) <= float64(0x1p-44*(size+depth+reach)) {
		s.shift = off
	}
}

// lay finds what the edge of f and the other polygon's supporting feature have over each other.
// second is 1 where the part of the edge's body comes second in an ID, else 0.
func (s *smallSpan) lay(x, y *lanes.Side, f *smallFace, size, reach float64, second int) {
	s.n, s.slope, s.shift = 0, 0, 0
	yt := tableOf(y)
	k := yt.wrap(f.v)
	prev := k - 1
	if prev < 0 {
		prev = int32(y.N) - 1
	}
	r, i := &y.Corners[k&7], int32(f.ends)
	v := Vec{r[0], r[1]}
	after, before := Vec{r[2], r[3]}.Sub(v), yt.vertex(int(prev&7)).Sub(v)
	rise, fall := f.d.Dot(after), f.d.Dot(before)
	rise2, fall2, after2, before2 := float64(rise*rise), float64(fall*fall), after.Len2(), before.Len2()
	u, ring := f.n.perp(), &x.Corners[i&7]
	lo, hi := u.Dot(Vec{ring[0], ring[1]}), u.Dot(Vec{ring[2], ring[3]})
	s.at = lo + f.foot
	s.own = collide.Feature(collide.FeatureEdge, i)
	const most = maxSlope * maxSlope
	edge, far, e := k, yt.wrap(int(k)+1), after
	faced := rise2 <= float64(most*after2) || fall2 <= float64(most*before2)
	if faced {
		if float64(rise2*before2) > float64(fall2*after2) {
			edge, far, e, rise = prev, prev, before, fall
		}
		faced = float64(rise*rise) <= float64(most*e.Len2()) && e.Len2() > 0
	}
	if !faced {
		if off := float64(touch * reach); s.at >= lo-off && s.at <= hi+off {
			s.u[0], s.n = s.at, 1
			if !(s.at >= lo && s.at <= hi) {
				s.u[0] = max(lo, min(s.at, hi))
			}
			s.id[0] = join(s.own, collide.Feature(collide.FeatureVertex, k), second)
		}
		return
	}
	s.other = collide.Feature(collide.FeatureEdge, edge)
	run := f.d.perp().Dot(e)
	s.slope = rise / run
	start, end, from, to := k, far, s.at, s.at+run
	if run < 0 {
		start, end, from, to = far, k, to, from
	}
	slack := float64(idSlack * size)
	s.u[0], s.id[0] = s.end(lo, from, slack, lo-from, i, start, second)
	s.u[1], s.id[1] = s.end(hi, to, slack, to-hi, tableOf(x).wrap(int(i)+1), end, second)
	s.n = 2
	if !(s.u[1]-s.u[0] > float64(together*min(hi-lo, to-from))) {
		s.single(float64(touch*reach), f.depth)
	}
	for k := range s.n {
		if float64(math.Abs(s.height(k, f.depth))*math.Abs(s.slope)) > slack {
			owner := collide.FeatureID(1 + second)
			s.id[k] |= owner<<collide.FeatureOwnerShift | hash(uint64(i))&^(1<<collide.FeaturePlaceShift-1)
		}
	}
	if s.slope != 0 && s.n > 0 {
		s.anchor(f.depth, size, reach)
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
func (s *smallSpan) end(u, w, slack, ahead float64, i, k int32, second int) (at float64, id collide.FeatureID) {
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
	return at, join(own, other, second)
}

// join returns the ID of the two parts; own is that of B if second is 1, of A if it is 0.
func join(own, other collide.FeatureID, second int) collide.FeatureID {
	s := uint(second&1) * collide.FeatureSideBits
	return own<<s | other<<(collide.FeatureSideBits-s)
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
	i, n := int32(f.ends), f.n
	x, y := &p.Side[0], &p.Side[1]
	if f.of != 0 {
		n = f.d.Neg()
	}
	t := n.perp()
	at.normal = n
	fromA, fromB := at.offsets(a, b, n, placeOf(&x.View))
	at.a = span{n: 1, slope: math.Inf(1), off: fromA, d: n, t: t}
	at.b = span{n: 1, slope: math.Inf(1), off: fromB}
	if f.of == 0 {
		at.b.d, at.b.t = f.d.Neg(), f.d.perp()
		at.a.around(a.hull, 1, i, n, t)
		at.b.around(b.hull, 1, tableOf(y).wrap(f.v), at.b.d, at.b.t)
	} else {
		at.b.d, at.b.t = f.n, f.n.Neg().perp()
		at.a.around(a.hull, 1, tableOf(x).wrap(f.v), n, t)
		at.b.around(b.hull, 1, i, at.b.d, at.b.t)
	}
	at.afar(max(a.extent, b.extent), a.extent, b.extent, 0)
}
