package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The manifold of two segments, and of a segment and an edge of a box, whose ends may be points of
// it: what edges, deepen and finish of the clipper make of them, in the caller's unit and from what
// the direct form found. The clipper is left all that rounding might decide.

// tube is a segment grown by its margin, or an edge, as heights along a direction see it.
type tube struct {
	half, r float64
	slope   float64 // the product of that direction and the axis
	cos     float64 // the length of the axis as seen along it
}

// over returns where on its axis the tube is highest over a place, and how much higher than that
// point: the place is so far along the axis, seen along the heights, and so far beside it.
func (s *tube) over(along, beside float64) (at, rise float64) {
	rr := float64(s.r*s.r) - float64(beside*beside)
	at = num.Clamp(along+float64(math.Sqrt(rr)*s.slope)/s.cos, s.half)
	x := float64((along - at) * s.cos)
	return at, math.Sqrt(rr - float64(x*x))
}

// crossWay tells of a place on the one axis where that is seen from the other: it is linear.
type crossWay struct{ along, perAlong, beside, perBeside float64 }

// bars are an edge of x and the segment y of a direct form.
type bars struct {
	*found
	edge collide.FeatureID // that of x
	axis int8
	body [2]tube     // x and y
	to   [2]crossWay // from x to y, and back
	mid  Vec         // the middle of the edge of x
	rise float64     // along the normal from there to the middle of y
	sine float64     // of the angle of the two, seen along the normal
	tips bool        // the contact joins an end of x and one of y,
	tip  [2]int32    // of these numbers
	done bool        // their point is made
}

// found is what a direct form found, and the points made of it so far.
type found struct {
	f         *direct
	a         *Object // the first body in canonical order
	n, turned Vec     // the normal in the world's axes and in those of y
	dist      float64
	size      float64 // of the smaller body
	all       float64 // the sum of all lengths
	margins   float64
	k         int
	p         [4]foundPoint
}

// foundPoint is a point of a manifold, on both bodies in their frames.
type foundPoint struct {
	x, y Vec
	d    float64
	id   collide.FeatureID // x's part first
}

// doubt is how near a limit may be, relative to the sum of all lengths, for the clipper to tell on
// which side it is: far more than rounding, which takes 2^-52.
const doubt = 0x1p-40

// several is lone for the feature id of x, an edge or a face, and the edge of y; flat tells that it
// is a face whose normal that is.
func (g *found) several(first bool, id collide.FeatureID, flat bool, mf *Manifold) bool {
	x, y := g.f.x, g.f.y
	g.margins = x.margin + y.margin
	g.all = x.extent + y.extent + math.Abs(g.dist)
	inRange := y.margin > 0x1p-400 && (x.margin == 0 || x.margin > 0x1p-400) && g.size > 0x1p-400 && g.all < 0x1p400
	if !inRange || !(y.half.Z > float64(shortEdge*g.all)) {
		return false
	}
	sure := false
	if kind, _ := id.A(); kind == collide.FeatureFace {
		sure = g.strip(id, flat)
	} else if kind == collide.FeatureEdge {
		sure = g.bars(id)
	}
	if sure {
		g.write(first, mf)
	}
	return sure
}

// shortEdge is the length of an edge, relative to the sum of all lengths, below which the clipper
// knows its direction to too few digits.
const shortEdge = 0x1p-30

// bars makes the points of the edge id of x and the segment y and reports whether all is certain.
func (g *found) bars(id collide.FeatureID) bool {
	x, n := g.f.x, g.f.n
	b := bars{found: g, edge: id, axis: 2}
	if x.kind == kindBox {
		_, i := id.A()
		b.axis = int8(i >> 2 & 3) // as boxEdge numbers them
		b.mid = Vec{math.Copysign(x.half.X, n.X), math.Copysign(x.half.Y, n.Y), math.Copysign(x.half.Z, n.Z)}
		b.mid = b.mid.with(b.axis, 0)
	}
	if x.kind == kindBox && x.margin > 0 || !(x.half.along(b.axis) > float64(shortEdge*g.all)) {
		return false
	}
	b.see()
	b.findTips()
	lever, ok := b.lever()
	still, sure := b.still(lever)
	switch {
	case !ok || !sure || !b.ends(lever):
		return false
	case g.k == 0: // as witness
		g.own(facingEdge(id), !still, false)
		return true
	}
	return g.settle() || b.deepen(still)
}

// facingEdge returns the ID of a point that no end makes: of id, an edge of x, and the edge of y.
func facingEdge(id collide.FeatureID) collide.FeatureID {
	return id | collide.Feature(collide.FeatureEdge, 0)<<collide.FeatureSideBits
}

// see fills in how edge and segment see each other along the normal.
func (b *bars) see() {
	f := b.f
	x, y, n, v, t := f.x, f.y, f.n, f.v, f.middle()
	d := t.Sub(b.mid)
	sx, sy := n.along(b.axis), n.Dot(v)
	cx, cy := math.Sqrt(1-float64(sx*sx)), math.Sqrt(1-float64(sy*sy))
	b.body[0] = tube{x.half.along(b.axis), x.margin, sx, cx}
	b.body[1] = tube{y.half.Z, y.margin, -sy, cy}
	b.rise = n.Dot(d)
	m := n.Cross(v)
	e := unitVec(b.axis)
	turn := v.along(b.axis) - float64(sx*sy) // the product of the axes, seen along the normal
	cross := m.along(b.axis)
	alongX, alongY := d.along(b.axis)-float64(sx*b.rise), d.Dot(v)-float64(sy*b.rise)
	px, py := 1/float64(cx*cx), 1/float64(cy*cy)
	b.to[0] = crossWay{-float64(alongY * py), float64(turn * py), -(d.Dot(m) / cy), cross / cy}
	b.to[1] = crossWay{float64(alongX * px), float64(turn * px), d.Dot(n.Cross(e)) / cx, -(cross / cx)}
	b.sine = math.Abs(cross) / float64(cx*cy)
}

// middle returns the middle of y, in x's axes.
func (f *direct) middle() Vec { return f.foot.Add(f.w).Sub(f.v.Scale(f.along)) }

// lever returns stableLever as findLever finds it, and whether it is certain.
func (b *bars) lever() (lever float64, ok bool) {
	flatX, sureX := isFlat(b.body[0].slope)
	flatY, sureY := isFlat(b.body[1].slope)
	return b.armOf(flatX && flatY, b.sine, sureX && sureY)
}

// isFlat reports whether an edge of that slope is one for flattest, and whether that is certain.
func isFlat(slope float64) (flat, sure bool) {
	slope = math.Abs(slope)
	return slope < aligned, !(slope > 0.99*aligned && slope < 1.5*aligned)
}

// armOf returns the lever of edges that both are flat or not, and cross at the angle of that sine;
// sure is passed on.
func (g *found) armOf(flat bool, sine float64, sure bool) (lever float64, ok bool) {
	arm := max(g.dist+g.margins, 0)
	if flat {
		if sine > aligned {
			arm = float64(g.size * sine)
		}
		sure = sure && !(sine > aligned/2 && sine < 2*aligned)
	}
	return float64(stableFactor * arm), sure
}

// still is crossSafely, with whether it is certain.
func (b *bars) still(lever float64) (still, sure bool) {
	far := b.sine > 1.0/stableFactor
	sure = math.Abs(b.sine-1.0/stableFactor) > doubt
	return far && b.margins <= lever, sure && b.clear(b.margins, lever)
}

// clear reports whether two lengths are unlike but for rounding.
func (g *found) clear(a, b float64) bool { return math.Abs(a-b) > float64(doubt*(g.all+a+b)) }

// ends makes the points at ends that lie over the other body's axis, or beside it by little, in the
// order of the clipper. It reports whether all is certain.
func (b *bars) ends(lever float64) bool {
	s := 0
	if b.f.x != b.a {
		s = 1
	}
	for range 2 {
		for i := range int32(2) {
			if !b.end(s, i, lever) {
				return false
			}
		}
		s = 1 - s
	}
	return true
}

// end makes the point at end i of body s, if there is one, and reports whether that is certain.
func (b *bars) end(s int, i int32, lever float64) bool {
	u, v := &b.body[s], &b.body[1-s]
	w := &b.to[s]
	from := u.half
	if i == 1 {
		from = -from
	}
	along, beside := w.along+float64(w.perAlong*from), w.beside+float64(w.perBeside*from)
	room, off := float64(max(u.r, v.r)/4), float64(doubt*b.all)
	past, aside := math.Abs(along)-v.half, math.Abs(beside)-room
	if b.tips && i == b.tip[s] && math.Abs(past) <= off && math.Abs(beside) <= off {
		return b.join(lever)
	}
	switch {
	case past > off || aside > off:
		return true
	case !(past < -off && aside < -off):
		return false
	}
	near, sure := b.vertexNear(along, beside, v)
	if !sure {
		return false
	}
	own := collide.Feature(collide.FeatureVertex, b.vertex(s, i))
	other := b.side(1-s, near)
	if s == 1 {
		own, other = other, own
	}
	var places [2][2]float64
	places[s], places[1-s] = [2]float64{from, 0}, [2]float64{along, beside}
	if u.r > v.r { // it is on the sharper one
		back := &b.to[1-s]
		places[s] = [2]float64{back.along + float64(back.perAlong*along), back.beside + float64(back.perBeside*along)}
		places[1-s] = [2]float64{along, 0}
	}
	return b.put(&places, own|other<<collide.FeatureSideBits, lever)
}

// findTips finds out whether the contact joins two ends. They lie over each other then, for the
// normal is the way from the one to the other: by the roundings that the clipper's touch is for.
func (b *bars) findTips() {
	f := b.f
	at := f.foot.along(b.axis)
	b.tips = f.low > 0 && math.Abs(f.along) == f.y.half.Z && math.Abs(at) == f.x.half.along(b.axis) &&
		f.foot == b.mid.with(b.axis, at)
	b.tip = [2]int32{int32(math.Float64bits(at) >> 63), int32(math.Float64bits(f.along) >> 63)}
}

// join makes the point of the ends that the contact joins, once: that of the one is that of the
// other. It reports whether all is certain.
func (b *bars) join(lever float64) bool {
	if b.done {
		return true
	}
	b.done = true
	if short := float64(4 * idSlack * b.size); !(float64(b.body[0].half*b.body[0].cos) > short) ||
		!(float64(b.body[1].half*b.body[1].cos) > short) {
		return false // its ends have one name
	}
	x, y := collide.Feature(collide.FeatureVertex, b.vertex(0, b.tip[0])), collide.Feature(collide.FeatureVertex, b.tip[1])
	place := [2][2]float64{{b.f.foot.along(b.axis), 0}, {b.f.along, 0}}
	return b.put(&place, x|y<<collide.FeatureSideBits, lever)
}

// vertexNear returns the end of v within idSlack of a place, -1 if there is none, and whether that
// is certain.
func (b *bars) vertexNear(along, beside float64, v *tube) (i int32, sure bool) {
	x := float64((v.half - math.Abs(along)) * v.cos)
	near, sure := b.together(float64(x*x)+float64(beside*beside), float64(idSlack*b.size))
	switch {
	case !near:
		return -1, sure
	case along < 0:
		return 1, sure
	}
	return 0, sure
}

// together reports whether two places, the square of whose distance is given, differ by at most
// slack in each of two coordinates, whatever those are, and whether that is certain.
func (g *found) together(square, slack float64) (near, sure bool) {
	far2 := float64(slack * slack)
	return square < far2, !(square > 0.99*far2 && square < 2.01*far2)
}

// vertex returns the number of end i of body s: 0 is the end along the axis.
func (b *bars) vertex(s int, i int32) int32 {
	if s == 1 || b.f.x.kind != kindBox {
		return i
	}
	n := b.f.n
	v := int32(math.Float64bits(n.X)>>63 | math.Float64bits(n.Y)>>63<<1 | math.Float64bits(n.Z)>>63<<2)
	return v&^(1<<b.axis) | i<<b.axis
}

// side returns the part of an ID for the edge of body s, or its end i where that is not negative.
func (b *bars) side(s int, i int32) collide.FeatureID {
	switch {
	case i >= 0:
		return collide.Feature(collide.FeatureVertex, b.vertex(s, i))
	case s == 1:
		return collide.Feature(collide.FeatureEdge, 0)
	}
	return b.edge
}

// put adds the point over a place, as both see it, and reports whether it is a point of its own.
func (b *bars) put(place *[2][2]float64, id collide.FeatureID, lever float64) bool {
	px, py := &place[0], &place[1]
	atX, riseX := b.body[0].over(px[0], px[1])
	atY, riseY := b.body[1].over(py[0], py[1])
	p := foundPoint{id: id}
	p.d = (b.rise - (float64(atY*b.body[1].slope) + riseY)) - (float64(atX*b.body[0].slope) + riseX)
	if !(math.Abs(p.d) <= math.MaxFloat64) {
		return false
	}
	p.x = b.mid.with(b.axis, px[0])
	if b.f.x.margin > 0 {
		p.x = b.body[0].surface(b.f.n, atX, riseX, px[0], -px[1])
	}
	p.y = b.body[1].surface(b.turned.Neg(), atY, riseY, py[0], py[1])
	move := math.Abs(p.d) + b.margins
	if !b.clear(move, lever) {
		return false
	}
	if move > lever {
		p.id |= b.f.places(b.a, true, p.x, p.y, b.turned, b.size, p.d)
	}
	return b.add(&p)
}

// surface returns the point that over finds, of a segment in its own frame; out is the direction of
// heights, and beside counts along the product of the axis and that.
func (s *tube) surface(out Vec, at, rise, along, beside float64) Vec {
	past, side := along-at, beside/s.cos
	turn := rise - float64(out.Z*past)
	return Vec{
		float64(out.X*turn) - float64(out.Y*side),
		float64(out.Y*turn) + float64(out.X*side),
		float64(out.Z*turn) + past + at,
	}
}

// add appends p unless it is together with another, or nearly so.
func (g *found) add(p *foundPoint) bool {
	for i := range g.p[:g.k] {
		if !g.distinct(&g.p[i], p) {
			return false
		}
	}
	g.p[g.k] = *p
	g.k++
	return true
}

// distinct reports whether two points lie over different places for certain.
func (g *found) distinct(p, q *foundPoint) bool {
	w := p.x.Sub(q.x)
	h := g.f.n.Dot(w)
	slack := float64(together * g.size)
	return w.Len2()-float64(h*h) > 2.01*float64(slack*slack)
}

// settle brings the deepest of the points to the distance of the bodies, and reports whether it is
// there but for rounding.
func (g *found) settle() bool {
	least := g.least()
	if !(math.Abs(least-g.dist) <= g.slack()) {
		return false
	}
	for i := range g.p[:g.k] {
		g.p[i].d = g.dist + (g.p[i].d - least)
	}
	return true
}

// least returns the distance of the deepest point.
func (g *found) least() float64 {
	least := g.p[0].d
	for i := range g.p[1:g.k] {
		least = min(least, g.p[i+1].d)
	}
	return least
}

// slack is slack of the clipper, at least.
func (g *found) slack() float64 {
	return float64(0x1p-44 * (g.size + math.Abs(g.dist) + g.margins))
}

// deepen adds the contact's own point where no end makes the deepest, and reports whether all is
// certain: still tells that it stays where it is.
func (b *bars) deepen(still bool) bool {
	if !(b.least()-b.dist > float64(0x1p-40*b.all)) || b.k > 2 {
		return false
	}
	n := b.k
	if b.own(facingEdge(b.edge), !still, true); b.k == n {
		return false
	}
	if n == 1 {
		return true
	}
	p, q, r := &b.p[0], &b.p[1], &b.p[2]
	side := b.f.n.Dot(r.x.Sub(p.x).Cross(q.x.Sub(p.x)))
	if b.f.x != b.a {
		side = -side
	}
	if side > -b.flat() { // as insert has it; on one line, where rounding would tell, it comes between
		*q, *r = *r, *q
	}
	return true
}

// flat is the area up to which three points count as being on one line.
func (g *found) flat() float64 { return float64(0x1p-30 * float64(g.all*g.all)) }

// own adds the contact's own point, unless it is together with another, or nearly so. over tells
// that its place is that over it on both.
func (g *found) own(id collide.FeatureID, placed, over bool) {
	f := g.f
	p := foundPoint{d: g.dist, id: id}
	p.x, p.y = f.surfaces(g.n, g.turned)
	if placed {
		p.id |= f.places(g.a, over, p.x, p.y, g.turned, g.size, g.dist)
	}
	g.add(&p)
}

// write sets mf to the points; those of x come first where first is set.
func (g *found) write(first bool, mf *Manifold) {
	mf.N = g.k
	for i := range g.p[:g.k] {
		p, out := &g.p[i], &mf.Points[i]
		g.f.points(first, p.d, g.n, p.x.clean(), p.y.clean(), &mf.Normal, &out.PointA, &out.PointB, &out.LocalA, &out.LocalB)
		out.Distance = p.d + 0
		if out.ID = p.id; !first {
			out.ID = p.id.Swap()
		}
	}
}
