package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/lanes"
	"github.com/collide-go/collide/internal/num"
)

// The way of polygons of up to eight corners: what satRun and answer do for
// pairs of any kind, without what these polygons do not need, in half the time. It has the same
// bounds and the same bits, and leaves to the others what it is not sure of.

// smallPair is a pair of small polygons.
type smallPair struct {
	x, y   *smallTable
	a, b   lanes.View // how A's edges see B, and B's see A
	err    float64
	reach  float64 // no point of A - B is farther from the origin
	key    int64
	tested bool // the edges, by overlap
}

// rotOf returns what takes directions from the frame of the edges to that of the polygon seen.
func rotOf(v *lanes.View) mat2 { return mat2{v.C, v.S} }

// placeOf returns the centre of the polygon seen in the frame of the edges.
func placeOf(v *lanes.View) Vec { return Vec{v.X, v.Y} }

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
	return a.kind == kindHull && b.kind == kindHull && a.hull.table.small.N > 0 && b.hull.table.small.N > 0
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
	t, back, turn := a.axes().applyT(d), mat2{r.X, -r.Y}, b.heading-a.heading
	tb := back.apply(t)
	p.a.C, p.a.S, p.a.X, p.a.Y, p.a.Heading = r.X, -r.Y, t.X, t.Y, -turn
	p.b.C, p.b.S, p.b.X, p.b.Y, p.b.Heading = r.X, r.Y, -tb.X, -tb.Y, turn
	p.reach = dist + sum
	p.err = float64(unit * (float64(edgeRadius*sum) + float64(edgeDist*dist)))
	return true
}

// testA finds the edge of least depth among those of A.
func (p *smallPair) testA() { p.key = p.x.Least(&p.y.Polygon, &p.a, none, 0) }

// testB is testA for the edges of B, after those of A.
func (p *smallPair) testB() { p.key = p.y.Least(&p.x.Polygon, &p.b, p.key, smallCount) }

// smallFace is a face of a smallPair.
type smallFace struct {
	n, d   Vec     // the outward normal, and the same in the other's frame
	ends   int     // the edge's number
	v, w   int     // the numbers of the other's vertices lowest over it, v and then w
	depth  float64 // of v
	higher float64 // w over v
	foot   float64 // how far along the edge v lies, set by witness
}

// set makes f the face at edge i of x, which sees y as v says.
func (f *smallFace) set(x, y *smallTable, i int, v *lanes.View) {
	n := x.normal(i)
	f.n, f.d, f.ends = n, rotOf(v).apply(n), i
	k := y.candidates(x.Heading[i&7] + v.Heading)
	r := &y.Corners[k]
	low, next := f.d.Dot(Vec{r[0], r[1]}), f.d.Dot(Vec{r[2], r[3]})
	second := 0
	if next < low {
		second = 1
	}
	behind := x.Off[i&7] - n.Dot(placeOf(v))
	f.v, f.w = k+second, k+1-second
	f.depth, f.higher = behind-min(low, next), math.Abs(next-low)
}

// witness returns the point of the edge over v, or over the middle of what vw and the edge have
// over each other where w is as low. ok is false where v lies past an end.
func (f *smallFace) witness(x, y *smallTable, v *lanes.View, err float64) (at Vec, ok bool) {
	rot, t := rotOf(v), placeOf(v)
	r := &x.Corners[f.ends&7]
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
	list := p.x.doubts(s.doubt[:0], p.y, &p.a, p.err, false)
	return p.y.doubts(list, p.x, &p.b, p.err, true)
}

// doubts appends to list the edges of x that may separate it from y, whose depths are off by err.
func (x *smallTable) doubts(list []doubtfulEdge, y *smallTable, v *lanes.View, err float64, ofB bool) []doubtfulEdge {
	for i := range x.N {
		n := x.normal(i)
		d := rotOf(v).apply(n)
		k := y.candidates(x.Heading[i&7] + v.Heading)
		r := &y.Corners[k]
		low, next := d.Dot(Vec{r[0], r[1]}), d.Dot(Vec{r[2], r[3]})
		depth := x.Off[i&7] - n.Dot(placeOf(v)) - min(low, next)
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

// wrap returns the number of vertex i, at most x.N.
func (x *smallTable) wrap(i int) int32 { return int32(wrap(i, x.N)) }

// least sets f to the face of least overlap and returns the contact's normal in A's frame, and the
// witness, in the frame of the body whose face it is. ok is as for witness.
func (p *smallPair) least(f *smallFace) (n, at Vec, ok bool) {
	if i := int(p.key & smallMask); i < smallCount {
		f.set(p.x, p.y, i, &p.a)
		n = f.n
		at, ok = f.witness(p.x, p.y, &p.a, p.err)
	} else {
		f.set(p.y, p.x, i-smallCount, &p.b)
		n = f.d.Neg()
		n = n.Scale(1.5 - float64(n.Len2()*0.5))
		at, ok = f.witness(p.y, p.x, &p.b, p.err)
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
		at = rotOf(&p.b).apply(at).Add(placeOf(&p.a)).Add(n.Scale(f.depth))
	}
	pb := rotOf(&p.b).applyT(at.Add(n.Scale(ct.Distance)).Sub(placeOf(&p.a)))
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
	s.a = satView{rotOf(&p.a), placeOf(&p.a), p.a.Heading}
	s.b = satView{rotOf(&p.b), placeOf(&p.b), p.b.Heading}
	s.err = p.err
	s.fill(r, a, b)
	s.take(p.key)
	return s.bracket(r, k)
}

// take sets key, and at from the number in it.
func (s *satRun) take(key int64) {
	s.key, s.at = key, int(key&smallMask)
	if s.at >= smallCount {
		s.at += len(s.x.edges) - smallCount
	}
}
