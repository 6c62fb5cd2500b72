package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/lanes"
)

// The way of polygons of up to eight corners: what satRun and answer do for pairs of any kind,
// without what these polygons do not need, in half the time. It has the same bounds and the same
// bits, and leaves to the others what it is not sure of.

// smallPair is a pair of small polygons.
type smallPair struct {
	lanes.Pair // A, B
	err        float64
	reach      float64 // no point of A - B is farther from the origin
	key        int64
	tested     bool // the edges, by overlap
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
	return a.small && b.small
}

// place prepares the pair, for which isSmall, and reports whether doubles suit it.
func (p *smallPair) place(a, b *Object) bool {
	x, y := &p.Side[0], &p.Side[1]
	x.Polygon, y.Polygon = (*lanes.Polygon)(&a.hull.table.small), (*lanes.Polygon)(&b.hull.table.small)
	d := centres(a, b)
	dist, sum := big1(d), a.radius+b.radius
	if !(dist+sum > 0x1p-100 && dist+sum < 0x1p100) { // powers of lengths are in range
		return false
	}
	r := a.axes().applyT(Vec{b.c, b.s})
	t, back, turn := a.axes().applyT(d), mat2{r.X, -r.Y}, b.heading-a.heading
	tb := back.apply(t)
	v, w := &x.View, &y.View
	v.C, v.S, v.X, v.Y, v.Heading = r.X, -r.Y, t.X, t.Y, -turn
	w.C, w.S, w.X, w.Y, w.Heading = r.X, r.Y, -tb.X, -tb.Y, turn
	p.reach = dist + sum
	p.err = float64(unit * (float64(edgeRadius*sum) + float64(edgeDist*dist)))
	return true
}

// test finds the edge of least depth.
func (p *smallPair) test() { p.key = p.Least() }

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

// face sets f to the face of least overlap, that of the key, and returns the contact's normal in
// A's frame.
func (p *smallPair) face(f *smallFace, key int64) Vec {
	at, seen := int(key&smallMask), &p.Seen
	x, y, of := &p.Side[0], &p.Side[1], 0
	if at >= smallCount {
		x, y, of = y, x, 1
	}
	i, k := at&(smallCount-1), int(y.First[seen.Cell[at]&127]/lanes.CornerSize)
	n, d, own, r := tableOf(x).normal(i), Vec{seen.X[at], seen.Y[at]}, &x.Corners[i], &y.Corners[k]
	f.n, f.d, f.of, f.ends, f.depth = n, d, of, i, seen.Depth[at]
	low, next := d.Dot(Vec{r[0], r[1]}), d.Dot(Vec{r[2], r[3]})
	lowest, second := Vec{r[0], r[1]}, 0
	if next < low {
		lowest, second = Vec{r[2], r[3]}, 1
	}
	f.v, f.w, f.higher = k+second, k+1-second, math.Abs(next-low)
	start, u := Vec{own[0], own[1]}, n.perp()
	f.length = u.Dot(Vec{own[2], own[3]}.Sub(start))
	f.foot = u.Dot(rotOf(&x.View).applyT(lowest).Add(placeOf(&x.View)).Sub(start))
	if of != 0 {
		return unitAgain(d.Neg())
	}
	return n
}

// over reports whether v, and no other vertex, is the lowest over the edge.
func (f *smallFace) over(err float64) bool {
	return f.higher > err && f.foot >= 0 && f.foot <= f.length
}

// inside reports whether v lies over the edge, farther from its ends than rounding may move them.
func (f *smallFace) inside(err float64) bool { return f.foot > err && f.length-f.foot > 2*err }

// witness returns the point of the edge of f over v, or over the middle of what vw and the edge
// have over each other where w is as low, in the frame of the edge. ok is false where v lies past
// an end.
func (p *smallPair) witness(f *smallFace) (at Vec, ok bool) {
	x, y, err := &p.Side[f.of&1], &p.Side[f.of&1^1], p.err
	r := &x.Corners[f.ends&7]
	start, u, lo, hi, length := Vec{r[0], r[1]}, f.n.perp(), f.foot, f.foot, f.length
	// Fast path: the general code below gives the same place, but its branches stall the pipeline.
	if f.over(err) {
		return start.Add(u.Scale(lo)), true
	}
	if f.higher <= err {
		hi = u.Dot(rotOf(&x.View).applyT(tableOf(y).vertex(f.w)).Add(placeOf(&x.View)).Sub(start))
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
	n := p.face(f, p.key)
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
	list := p.doubts(s.doubt[:0], 0)
	return p.doubts(list, 1)
}

// doubts appends to list the edges of side of that may separate the pair, whose depths are off by
// err.
func (p *smallPair) doubts(list []doubtfulEdge, of int) []doubtfulEdge {
	v, err := &p.Side[of&1].View, p.err
	x, y := tableOf(&p.Side[of&1]), tableOf(&p.Side[of&1^1])
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
		f := doubtfulEdge{int32(i), int32(k), y.wrap(k + 1), of != 0}
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

// bounds returns the bracket of an overlap by depth, and whether it is sure and narrow enough.
func (p *smallPair) bounds(a, b *Object, depth float64) (lower, upper float64, sure bool) {
	err := p.err + float64(keySpread*depth)
	lower, upper = -depth-err, err-depth
	const wide = bracketUnits * unit
	return lower, upper, upper < -float64(marginPad*unit*depth) &&
		(upper-lower <= float64(wide*a.extent) || upper-lower <= float64(wide*b.extent))
}

// points sets the rest of ct, whose bounds and normal are there, from what least and witness found.
func (p *smallPair) points(a, b *Object, f *smallFace, n, at Vec, ct *Contact) {
	ct.Distance, ct.Relation, ct.Status, ct.Iterations = -f.depth, collide.Overlapping, collide.Converged, 1
	rot, t := rotOf(&p.Side[1].View), placeOf(&p.Side[0].View)
	if f.of != 0 {
		at = rot.apply(at).Add(t).Add(n.Scale(f.depth))
	}
	pb := rot.applyT(at.Add(n.Scale(ct.Distance)).Sub(t))
	world := a.pos.Add(a.axes().apply(at))
	ct.PointA, ct.PointB = world, world.Add(ct.Normal.Scale(ct.Distance)) // none is -0, as no centre is
	ct.LocalA, ct.LocalB = a.center.Add(at), b.center.Add(pb)
}

// relate returns the relation of the pair where its edges tell it for certain. It ends at the first
// polygon one of whose edges separates; margins are the sum of both.
func (p *smallPair) relate(margins float64) collide.Relation {
	far := margins + float64(marginPad*unit*margins) + p.err
	p.key = p.LeastOf(0)
	if beyond(p.key, far) {
		return collide.Apart
	}
	p.key = min(p.key, p.LeastOf(1))
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
	v, w := &p.Side[0].View, &p.Side[1].View
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
