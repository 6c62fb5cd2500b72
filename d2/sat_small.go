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
	side   [2]smallSide // A, B
	err    float64
	reach  float64 // no point of A - B is farther from the origin
	key    int64
	tested bool // the edges, by overlap
	seen   lanes.Seen
}

// smallSide is one polygon of a smallPair.
type smallSide struct {
	*smallTable
	view lanes.View // how its edges see the other one
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
	x, y := &p.side[0], &p.side[1]
	x.smallTable, y.smallTable = &a.hull.table.small, &b.hull.table.small
	d := centres(a, b)
	dist, sum := big1(d), a.radius+b.radius
	if !(dist+sum > 0x1p-100 && dist+sum < 0x1p100) { // powers of lengths are in range
		return false
	}
	r := a.axes().applyT(Vec{b.c, b.s})
	t, back, turn := a.axes().applyT(d), mat2{r.X, -r.Y}, b.heading-a.heading
	tb := back.apply(t)
	v, w := &x.view, &y.view
	v.C, v.S, v.X, v.Y, v.Heading = r.X, -r.Y, t.X, t.Y, -turn
	w.C, w.S, w.X, w.Y, w.Heading = r.X, r.Y, -tb.X, -tb.Y, turn
	p.reach = dist + sum
	p.err = float64(unit * (float64(edgeRadius*sum) + float64(edgeDist*dist)))
	return true
}

// testA finds the edge of least depth among those of A.
func (p *smallPair) testA() {
	x, y := &p.side[0], &p.side[1]
	p.key = x.Least(&y.Polygon, &x.view, &p.seen, none, 0)
}

// testB is testA for the edges of B, after those of A.
func (p *smallPair) testB() {
	x, y := &p.side[0], &p.side[1]
	p.key = y.Least(&x.Polygon, &y.view, &p.seen, p.key, smallCount)
}

// test is testA and testB in one.
func (p *smallPair) test() {
	x, y := &p.side[0], &p.side[1]
	p.key = x.LeastOfBoth(&y.Polygon, &x.view, &y.view, &p.seen)
}

// smallFace is a face of a smallPair.
type smallFace struct {
	n, d   Vec     // the outward normal, and the same in the other's frame
	of     int     // the side whose edge it is
	ends   int     // the edge's number
	v, w   int     // the numbers of the other's vertices lowest over it, v and then w
	depth  float64 // of v
	higher float64 // w over v
	foot   float64 // how far along the edge v lies
	length float64 // of the edge
}

// set makes f the face of x, which is the side of, at the edge with the number at.
func (f *smallFace) set(x, y *smallSide, of int, seen *lanes.Seen, at int) {
	at, i := at&(2*smallCount-1), at&(smallCount-1)
	rot, t, n, own := rotOf(&x.view), placeOf(&x.view), x.normal(i), &x.Corners[i]
	d, k := Vec{seen.X[at], seen.Y[at]}, int(seen.Corner[at]/lanes.CornerSize)
	f.n, f.d, f.of, f.ends, f.depth = n, d, of, i, seen.Depth[at]
	r := &y.Corners[k]
	low, next := d.Dot(Vec{r[0], r[1]}), d.Dot(Vec{r[2], r[3]})
	lowest, second := Vec{r[0], r[1]}, 0
	if next < low {
		lowest, second = Vec{r[2], r[3]}, 1
	}
	f.v, f.w, f.higher = k+second, k+1-second, math.Abs(next-low)
	start, u := Vec{own[0], own[1]}, n.perp()
	f.length = u.Dot(Vec{own[2], own[3]}.Sub(start))
	f.foot = u.Dot(rot.applyT(lowest).Add(t).Sub(start))
}

// over reports whether v, and no other vertex, is the lowest over the edge.
func (f *smallFace) over(err float64) bool {
	return f.higher > err && f.foot >= 0 && f.foot <= f.length
}

// witness returns the point of the edge of f over v, or over the middle of what vw and the edge
// have over each other where w is as low, in the frame of the edge. ok is false where v lies past
// an end.
func (p *smallPair) witness(f *smallFace) (at Vec, ok bool) {
	x, y, err := &p.side[f.of&1], &p.side[f.of&1^1], p.err
	r := &x.Corners[f.ends&7]
	start, u, lo, hi, length := Vec{r[0], r[1]}, f.n.perp(), f.foot, f.foot, f.length
	// Fast path: the general code below gives the same place, but its branches stall the pipeline.
	if f.over(err) {
		return start.Add(u.Scale(lo)), true
	}
	if f.higher <= err {
		hi = u.Dot(rotOf(&x.view).applyT(y.vertex(f.w)).Add(placeOf(&x.view)).Sub(start))
		lo, hi = min(lo, hi), max(lo, hi)
	}
	ok = hi >= -err && lo <= length+err
	lo, hi = max(lo, 0), min(hi, length)
	return start.Add(u.Scale(max(0, min(float64((lo+hi)*0.5), length)))), ok
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
	p.test()
	return s.settle(a, b, c, ct)
}

// settle is overlap after the tests.
func (s *smallState) settle(a, b *Object, c *Cache, ct *Contact) bool {
	p, f := &s.pair, &s.face
	if p.key < 0 || a.margin+b.margin != 0 {
		return false
	}
	n := p.least(f)
	at, ok := p.witness(f)
	lower, upper, sure := p.bounds(a, b, f.depth)
	if !ok || !sure {
		return false
	}
	ct.Lower, ct.Upper, ct.Normal = lower, upper, unitAgain(a.axes().apply(n)).clean()
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
	x, y := &p.side[0], &p.side[1]
	list := x.doubts(s.doubt[:0], y, p.err, false)
	return y.doubts(list, x, p.err, true)
}

// doubts appends to list the edges of x that may separate it from y, whose depths are off by err.
func (x *smallSide) doubts(list []doubtfulEdge, y *smallSide, err float64, ofB bool) []doubtfulEdge {
	v := &x.view
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

// least sets f to the face of least overlap and returns the contact's normal in A's frame.
func (p *smallPair) least(f *smallFace) (n Vec) {
	at := int(p.key & smallMask)
	if at < smallCount {
		f.set(&p.side[0], &p.side[1], 0, &p.seen, at)
		return f.n
	}
	f.set(&p.side[1], &p.side[0], 1, &p.seen, at)
	return unitAgain(f.d.Neg())
}

// bounds returns the bracket of an overlap by depth, and whether it is sure and narrow enough.
func (p *smallPair) bounds(a, b *Object, depth float64) (lower, upper float64, sure bool) {
	err := p.err + float64(keySpread*depth)
	lower, upper = -depth-err, err-depth
	wide := float64(bracketUnits * unit * num.Greater(a.extent, b.extent))
	return lower, upper, upper < -float64(marginPad*unit*depth) && upper-lower <= wide
}

// points sets the rest of ct, whose bounds and normal are there, from what least and witness found.
func (p *smallPair) points(a, b *Object, f *smallFace, n, at Vec, ct *Contact) {
	ct.Distance, ct.Relation, ct.Status, ct.Iterations = -f.depth, collide.Overlapping, collide.Converged, 1
	rot, t := rotOf(&p.side[1].view), placeOf(&p.side[0].view)
	if f.of != 0 {
		at = rot.apply(at).Add(t).Add(n.Scale(f.depth))
	}
	pb := rot.applyT(at.Add(n.Scale(ct.Distance)).Sub(t))
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
	v, w := &p.side[0].view, &p.side[1].view
	s.a, s.b = satView{rotOf(v), placeOf(v), v.Heading}, satView{rotOf(w), placeOf(w), w.Heading}
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
