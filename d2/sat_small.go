package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The way of polygons of up to eight corners: what satRun and answer do for
// pairs of any kind, without what these polygons do not need, in half the time. It has the same
// bounds and the same bits, and leaves to the others what it is not sure of.

// smallPair is a pair of small polygons.
type smallPair struct {
	x, y      *smallTable
	rot, back mat2   // B's axes in A's frame, and the other way round
	t, tb     Vec    // B's centre in A's frame, A's in B's
	turn      uint32 // heading of rot
	err       float64
	reach     float64 // no point of A - B is farther from the origin
	key       int64
	tested    bool // the edges, by overlap
}

// smallState is the work space of a Query for small polygons. As variables of the functions that
// fill them, these would be cleared each time.
type smallState struct {
	pair  smallPair
	face  smallFace
	ct    Contact
	doubt [2 * smallCount]doubtfulEdge
}

// isSmall reports whether both are small polygons.
func isSmall(a, b *Object) bool {
	return a.kind == kindHull && b.kind == kindHull && a.hull.table.small.n > 0 && b.hull.table.small.n > 0
}

// place prepares the pair, for which isSmall, and reports whether doubles suit it.
func (p *smallPair) place(a, b *Object) bool {
	p.x, p.y = &a.hull.table.small, &b.hull.table.small
	d := centres(a, b)
	dist, sum := big1(d), a.radius+b.radius
	if !(dist+sum > 0x1p-100 && dist+sum < 0x1p100) { // powers of lengths are in range
		return false
	}
	r := a.axes().applyT(Vec{b.c, b.s})
	p.rot, p.back = mat2{r.X, r.Y}, mat2{r.X, -r.Y}
	p.t = a.axes().applyT(d)
	p.tb = p.back.apply(p.t).Neg()
	p.turn = b.heading - a.heading
	p.reach = dist + sum
	p.err = float64(unit * (float64(edgeRadius*sum) + float64(edgeDist*dist)))
	return true
}

// testA finds the edge of least depth among those of A.
func (p *smallPair) testA() { p.key = smallKeys(p.x, p.y, p.back, p.t, -p.turn, none, 0) }

// testB is testA for the edges of B, after those of A.
func (p *smallPair) testB() { p.key = smallKeys(p.y, p.x, p.rot, p.tb, p.turn, p.key, smallCount) }

// smallFace is a face of a smallPair.
type smallFace struct {
	n, d   Vec     // the outward normal, and the same in the other's frame
	ends   int     // the edge's number
	v, w   int     // the numbers of the other's vertices lowest over it, v and then w
	depth  float64 // of v
	higher float64 // w over v
	foot   float64 // how far along the edge v lies, set by witness
}

// set makes f the face at edge i of x, which sees y through rot.
func (f *smallFace) set(x, y *smallTable, i int, rot mat2, t Vec, base uint32) {
	e := &x.edges[i&7]
	f.n, f.d, f.ends = e.n, rot.apply(e.n), i
	k := int(y.first[(e.heading+base)>>smallShift] & 7)
	r := &y.ring[k]
	low, next := f.d.Dot(Vec{r[0], r[1]}), f.d.Dot(Vec{r[2], r[3]})
	second := 0
	if next < low {
		second = 1
	}
	behind := e.off - e.n.Dot(t)
	f.v, f.w = k+second, k+1-second
	f.depth, f.higher = behind-min(low, next), math.Abs(next-low)
}

// witness returns the point of the edge over v, or over the middle of what vw and the edge have
// over each other where w is as low. ok is false where v lies past an end.
func (f *smallFace) witness(x, y *smallTable, rot mat2, t Vec, err float64) (at Vec, ok bool) {
	r := &x.ring[f.ends&7]
	p, u := Vec{r[0], r[1]}, f.n.perp()
	length := u.Dot(Vec{r[2], r[3]}.Sub(p))
	lo := u.Dot(rot.applyT(y.vertex(f.v)).Add(t).Sub(p))
	f.foot = lo
	// Fast path: the general code below gives the same lo, but its branches stall the pipeline.
	if f.higher > err && lo >= 0 && lo <= length {
		return p.Add(u.Scale(lo)), true
	}
	hi := lo
	if f.higher <= err {
		hi = u.Dot(rot.applyT(y.vertex(f.w)).Add(t).Sub(p))
		lo, hi = min(lo, hi), max(lo, hi)
	}
	ok = hi >= -err && lo <= length+err
	lo, hi = max(lo, 0), min(hi, length)
	return p.Add(u.Scale(max(0, min(float64((lo+hi)*0.5), length)))), ok
}

// vertex returns vertex i, at most x.n.
func (x *smallTable) vertex(i int) Vec { return Vec{x.ring[i][0], x.ring[i][1]} }

// overlap sets ct to the answer about two small polygons without margins that overlap, and the face
// to that of least overlap. It reports whether it did; pair.tested tells whether the edges were
// tested. With margins or apart, which takes more work anyhow, satRun.solveSmall does the rest. A
// face of which v lies past the end is left to it, too.
func (s *smallState) overlap(a, b *Object, c *Cache, ct *Contact) bool {
	p := &s.pair
	if p.tested = p.place(a, b); !p.tested {
		return false
	}
	p.testA()
	p.testB()
	return s.settle(a, b, c, ct)
}

// settle is overlap after the tests.
func (s *smallState) settle(a, b *Object, c *Cache, ct *Contact) bool {
	p, f := &s.pair, &s.face
	if p.key < 0 || a.margin+b.margin != 0 {
		return false
	}
	n, at, ok := p.least(f)
	if !ok || !p.bracket(a, b, n, f.depth, ct) {
		return false
	}
	p.points(a, b, f, n, at, ct)
	c.keepAxis(n, false)
	return true
}

// relate returns the relation of two small polygons in any order, where their edges tell it for
// certain; Undecided elsewhere. Where they are not apart, all edges have been tested.
func (s *smallState) relate(a, b *Object) collide.Relation {
	p := &s.pair
	if p.tested = p.place(a, b); !p.tested {
		return collide.Undecided
	}
	return p.relate(a.margin + b.margin)
}

// doubts returns the edges that may separate the pair for all that doubles tell, after relate has
// left the relation open. No other edge does.
func (s *smallState) doubts() []doubtfulEdge {
	p := &s.pair
	list := p.x.doubts(s.doubt[:0], p.y, satView{p.back, p.t, -p.turn}, p.err, false)
	return p.y.doubts(list, p.x, satView{p.rot, p.tb, p.turn}, p.err, true)
}

// doubts appends to list the edges of x that may separate it from y, whose depths are off by err.
func (x *smallTable) doubts(list []doubtfulEdge, y *smallTable, s satView, err float64, ofB bool) []doubtfulEdge {
	for i := range x.edges[:x.n] {
		e := &x.edges[i]
		d := s.rot.apply(e.n)
		k := int(y.first[(e.heading+s.base)>>smallShift] & 7)
		r := &y.ring[k]
		low, next := d.Dot(Vec{r[0], r[1]}), d.Dot(Vec{r[2], r[3]})
		depth := e.off - e.n.Dot(s.t) - min(low, next)
		if depth-float64(keySpread*depth) > err {
			continue
		}
		f := doubtfulEdge{int32(i), int32(k), y.wrap(k + 1), ofB}
		if next < low {
			f.v, f.w = f.w, f.v
		}
		if math.Abs(next-low) > 2*err {
			f.w = -1
		}
		list = append(list, f)
	}
	return list
}

// wrap returns the number of vertex i, at most x.n.
func (x *smallTable) wrap(i int) int32 { return int32(wrap(i, x.n)) }

// least sets f to the face of least overlap and returns the contact's normal in A's frame, and the
// witness, in the frame of the body whose face it is. ok is as for witness.
func (p *smallPair) least(f *smallFace) (n, at Vec, ok bool) {
	if i := int(p.key & smallMask); i < smallCount {
		f.set(p.x, p.y, i, p.back, p.t, -p.turn)
		n = f.n
		at, ok = f.witness(p.x, p.y, p.back, p.t, p.err)
	} else {
		f.set(p.y, p.x, i-smallCount, p.rot, p.tb, p.turn)
		n = f.d.Neg()
		n = n.Scale(1.5 - float64(n.Len2()*0.5))
		at, ok = f.witness(p.y, p.x, p.rot, p.tb, p.err)
	}
	return n, at, ok
}

// bracket sets ct without its points to the overlap by depth along n in A's frame, and reports
// whether it is sure and narrow enough.
func (p *smallPair) bracket(a, b *Object, n Vec, depth float64, ct *Contact) bool {
	err := p.err + float64(keySpread*depth)
	w := num.Allowance{Rel: bracketUnits * unit, Size: max(a.extent, b.extent)}
	lower, upper := -depth-err, err-depth
	if !(upper < -float64(marginPad*unit*depth)) || !(upper-lower <= w.At(lower)) {
		return false
	}
	ct.Distance, ct.Lower, ct.Upper = -depth, lower, upper
	ct.Relation, ct.Status, ct.Iterations = collide.Overlapping, collide.Converged, 1
	n = a.axes().apply(n)
	ct.Normal = n.Scale(1.5 - float64(n.Len2()/2)).clean()
	return true
}

// points sets the points of ct after bracket, from what least found.
func (p *smallPair) points(a, b *Object, f *smallFace, n, at Vec, ct *Contact) {
	if p.key&smallMask >= smallCount {
		at = p.rot.apply(at).Add(p.t).Add(n.Scale(f.depth))
	}
	pb := p.rot.applyT(at.Add(n.Scale(ct.Distance)).Sub(p.t))
	world := a.pos.Add(a.axes().apply(at))
	ct.PointA = world.clean()
	ct.PointB = world.Add(ct.Normal.Scale(ct.Distance)).clean()
	ct.LocalA = a.center.Add(at).clean()
	ct.LocalB = b.center.Add(pb).clean()
}

// relate returns the relation of the pair where its edges tell it for certain. It ends at the first
// polygon one of whose edges separates; margins are the sum of both.
func (p *smallPair) relate(margins float64) collide.Relation {
	far := margins + float64(marginPad*unit*margins) + p.err
	p.testA()
	if beyond(p.key, far) {
		return collide.Apart
	}
	p.testB()
	switch depth := ordered(p.key); {
	case beyond(p.key, far):
		return collide.Apart
	case depth-float64(keySpread*depth) > p.err:
		return collide.Overlapping
	}
	return collide.Undecided
}

// solveSmall is solve for two small polygons whose edges p has tested.
func (s *satRun) solveSmall(r *run, a, b *Object, p *smallPair, k *core) bool {
	r.m.far, r.m.reach = 0, p.reach
	s.a, s.b, s.err = satView{p.back, p.t, -p.turn}, satView{p.rot, p.tb, p.turn}, p.err
	s.fill(r, a, b)
	s.take(p.key)
	return s.bracket(r, k)
}

// smallKeys returns the least of best and the keys of the edges of x that see y as s says. The key
// of edge i is the order of its depth with the last four bits replaced by i + from.
func smallKeys(x, y *smallTable, rot mat2, t Vec, base uint32, best, from int64) int64 {
	edges := x.edges[:x.n]
	for i := range edges {
		e := &edges[i]
		nx, ny := e.n.X, e.n.Y
		dx, dy := float64(rot.c*nx)-float64(rot.s*ny), float64(rot.s*nx)+float64(rot.c*ny)
		v := &y.ring[y.first[(e.heading+base)>>smallShift]&7]
		low := min(float64(dx*v[0])+float64(dy*v[1]), float64(dx*v[2])+float64(dy*v[3]))
		k := order(e.off - (float64(nx*t.X) + float64(ny*t.Y)) - low)
		best = min(best, k&^smallMask|(int64(i)+from))
	}
	return best
}

// take sets key, and at from the number in it.
func (s *satRun) take(key int64) {
	s.key, s.at = key, int(key&smallMask)
	if s.at >= smallCount {
		s.at += len(s.x.edges) - smallCount
	}
}
