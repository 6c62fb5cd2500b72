package d2

import (
	"math"
	"math/big"
	"testing"

	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/climb"
	"github.com/collide-go/collide/internal/testkit/golden"
)

// The parts that the sums of docs/math/gjk.md and sat.md are made of, in units of u. Each is a row of its own.
const (
	partFrame = 2    // A's matrix is a rotation but for that factor
	partApply = 2.42 // matrix times vector
	partDot   = 2    // an inner product
	partUnit  = 4    // the length of a normalised vector
	partEdge  = 3    // the direction of an edge of a polygon
)

// drawVec returns a vector with coordinates in (-1, 1).
func drawVec(d *climb.Draw) Vec { return Vec{d.Signed(), d.Signed()} }

// drawRot returns a rotation with a cosine and sine as far from unit length as rounding leaves them.
func drawRot(d *climb.Draw) Rot {
	r, err := NewAngle(4 * d.Signed())
	if err != nil {
		panic(err)
	}
	return r
}

func drawBox(d *climb.Draw) Box { return Box{Vec{d.Float(), d.Float()}} }

func atPose(s Shape, p Pose) *Object {
	o, err := Place(s, p)
	if err != nil {
		panic(err)
	}
	return &o
}

// back returns R^T v, R being the matrix of r.
func (v wide) back(r Rot) wide {
	c, s := r.cosSin()
	zero := Vec{}.wide()
	return zero.plus(c, v).plus(-s, v.perp())
}

// turned returns R v.
func (v wide) turned(r Rot) wide {
	c, s := r.cosSin()
	zero := Vec{}.wide()
	return zero.plus(c, v).plus(s, v.perp())
}

// root returns the root of x.
func root(x *big.Float) *big.Float { return number(0).Sqrt(x) }

// over returns v / x.
func (v wide) over(x *big.Float) wide { return wide{number(0).Quo(v[0], x), number(0).Quo(v[1], x)} }

func (v wide) len() float64 {
	x, _ := root(v.dot(v)).Float64()
	return x
}

func (v wide) unit() wide { return v.over(root(v.dot(v))) }

// framed takes v from the world's axes to those of the solvers' frame: A's matrix without its factor.
func (v wide) framed(a *Object) wide {
	c, s := a.pose.Rot.cosSin()
	r := Vec{c, s}.wide()
	return v.back(a.pose.Rot).over(root(r.dot(r)))
}

// away returns |x - y|.
func away(x float64, y *big.Float) float64 {
	d, _ := number(0).Sub(number(x), y).Float64()
	return math.Abs(d)
}

// offset returns the vector from A's centre to B's in the solvers' frame; both centres are the origins of their frames.
func offset(a, b *Object) wide {
	return b.pose.Pos.wide().plus(-1, a.pose.Pos.wide()).framed(a)
}

// drawPair returns two boxes, points or segments of any sizes, so that each of rA, rB and D is now and then the greatest.
func drawPair(d *climb.Draw) (a, b *Object) {
	sa, sb, dist := d.Tiny(6), d.Tiny(6), d.Tiny(6)
	x, y := drawBox(d), drawBox(d)
	x.Size, y.Size = x.Size.Scale(sa), y.Size.Scale(sb)
	if d.Int(3) == 0 {
		x.Size = Vec{}
	}
	if d.Int(3) == 0 {
		y.Size = Vec{}
	}
	p := drawVec(d)
	return atPose(x, Pose{p, drawRot(d)}), atPose(y, Pose{p.Add(drawVec(d).Scale(dist)), drawRot(d)})
}

// exactGap returns the separation of the boxes a and b along n of the solvers' frame.
func exactGap(a, b *Object, n wide) *big.Float {
	s := offset(a, b).dot(n)
	for i, e := range [2]Vec{{1, 0}, {0, 1}} {
		x := n.dot(e.wide())
		s.Sub(s, x.Abs(x.Mul(x, number([2]float64{a.half.X, a.half.Y}[i]))))
		x = n.dot(e.wide().turned(b.pose.Rot).framed(a))
		s.Sub(s, x.Abs(x.Mul(x, number([2]float64{b.half.X, b.half.Y}[i]))))
	}
	return s.Quo(s, root(n.dot(n)))
}

func shareFrame(d *climb.Draw) float64 {
	c, s := drawRot(d).cosSin()
	r := Vec{c, s}.wide()
	return away(1, root(r.dot(r))) / (partFrame * unit)
}

func shareApply(d *climb.Draw) float64 {
	r, v := drawRot(d), drawVec(d)
	c, s := r.cosSin()
	m := mat2{c, s}
	return m.apply(v).wide().plus(-1, v.wide().turned(r)).len() / (partApply * unit * v.Len())
}

func shareDot(d *climb.Draw) float64 {
	v, w := drawVec(d), drawVec(d)
	if d.Int(2) == 0 {
		w = v.Add(drawVec(d).Scale(0x1p-20))
	}
	return away(v.Dot(w), v.wide().dot(w.wide())) / (partDot * unit * v.Len() * w.Len())
}

func shareUnit(d *climb.Draw) float64 {
	v := drawVec(d)
	return v.Scale(1/v.Len()).wide().plus(-1, v.wide().unit()).len() / (partUnit * unit)
}

func shareEdge(d *climb.Draw) float64 {
	p, q := drawVec(d), drawVec(d)
	n := q.Sub(p)
	n = n.Scale(1 / n.Len())
	// Its length does not matter to a direction.
	x := n.wide().perp().dot(q.wide().plus(-1, p.wide()).unit())
	return away(0, x) / (partEdge * unit)
}

func sharePoint(d *climb.Draw) float64 {
	a, b := drawPair(d)
	var m minkowski
	var p vertex
	m.init(a, b)
	m.support(drawVec(d), &p)
	w := a.corner(p.ia).wide().plus(-1, b.corner(p.ib).wide().turned(b.pose.Rot).framed(a)).plus(-1, offset(a, b))
	return p.w.wide().plus(-m.scale, w).len() / m.errPoint
}

func shareSep(d *climb.Draw) float64 {
	a, b := drawPair(d)
	var m minkowski
	m.init(a, b)
	n := drawVec(d)
	n = n.Scale(1 / n.Len())
	return away(m.separation(n), number(0).Mul(exactGap(a, b, n.wide()), number(m.scale))) / m.errSep
}

// ellipsePoint returns the point of the ellipse with the radii h farthest along d.
func ellipsePoint(h, d Vec) wide {
	x := wide{number(0).Mul(number(h.X), number(d.X)), number(0).Mul(number(h.Y), number(d.Y))}.unit()
	return wide{x[0].Mul(x[0], number(h.X)), x[1].Mul(x[1], number(h.Y))}
}

func shareCurved(d *climb.Draw) float64 {
	v := drawVec(d)
	o := atPose(Ellipse{Vec{d.Float() + 0.1, d.Tiny(20)}}, Pose{})
	var e body
	e.fill(o, 1)
	p, _ := e.support(v)
	return p.wide().plus(-1, ellipsePoint(o.half, v)).len() / ((curvedCore + 1) * unit * o.radius)
}

func shareInner(d *climb.Draw) float64 {
	v := drawVec(d)
	o := atPose(Ellipse{Vec{d.Float() + 0.5, d.Float() + 0.5}}, Pose{})
	if !(o.inner > 0) {
		return math.NaN()
	}
	var e body
	e.fill(o, 1)
	e.inner = o.inner
	p, _ := e.support(v)
	w := ellipsePoint(o.half, v).plus(-o.inner, v.wide().unit())
	return p.wide().plus(-1, w).len() / ((curvedCore + innerBall + 1) * unit * o.radius)
}

// shareMargins is about points with margins in a row, so near each other that nothing else is rounded.
func shareMargins(d *climb.Draw) float64 {
	x, y, z, w := d.Float(), d.Tiny(4), d.Float(), d.Tiny(4)
	p := Vec{X: d.Tiny(30)}
	a, b := atPose(Rounded{Rounded{Circle{x}, y}, 0}, Pose{}), atPose(Rounded{Circle{z}, w}, Pose{Pos: p})
	var q Query
	c := q.Distance(a, b, nil)
	exactly := number(p.X)
	for _, m := range [4]float64{x, y, z, w} {
		exactly.Sub(exactly, number(m))
	}
	if x, _ := exactly.Float64(); c.Lower > x || c.Upper < x {
		return 1e9
	}
	return away(c.Distance, exactly) / (num.MarginSums * unit * (x + y + z + w + p.X))
}

// shareLine is about an edge of EPA: its line's distance from the origin, and the place of a point beyond it.
func shareLine(d *climb.Draw) float64 {
	var e epa
	snap := func(v Vec) Vec { return Vec{v.X + gridSnap - gridSnap, v.Y + gridSnap - gridSnap} }
	p, q := snap(drawVec(d).Scale(0.35)), snap(drawVec(d).Scale(0.35))
	if d.Int(2) == 0 {
		q = snap(p.Add(q.Scale(d.Tiny(40))))
	}
	if p == q {
		return math.NaN()
	}
	e.verts = []epaVertex{{vertex: vertex{w: p}}, {vertex: vertex{w: q}}}
	e.edge(0, 1, 0, 0)
	n := q.wide().plus(-1, p.wide()).unit().perp()
	return away(e.edges[0].d, number(0).Neg(n.dot(p.wide()))) / (edgeLine * unit)
}

// shareDepth is about the depth of an edge of a box against a box, as the separating axis test computes it.
func shareDepth(d *climb.Draw) float64 {
	a, b := drawPair(d)
	if a.kind != kindBox || b.kind != kindBox {
		return math.NaN()
	}
	var q Query
	var s satRun
	q.defaults()
	if !s.place(&q.run, a, b) {
		return math.NaN()
	}
	i := d.Int(len(s.x.edges) + len(s.y.edges))
	var depth float64
	var n wide
	if i < len(s.x.edges) {
		e := &s.x.edges[i]
		depth, n = s.a.depth(e, &s.y), e.n.wide()
	} else {
		e := &s.y.edges[i-len(s.x.edges)]
		depth = s.b.depth(e, &s.x)
		n = e.n.Neg().wide().turned(b.pose.Rot).framed(a)
	}
	return away(-depth, exactGap(a, b, n)) / (s.err + marginPad*unit*math.Abs(depth))
}

// shareExtreme is about the difference of two corners' values along a direction turned into B's frame by way of A's.
func shareExtreme(d *climb.Draw) float64 {
	a, b := drawPair(d)
	if b.radius == 0 {
		return math.NaN()
	}
	var m minkowski
	m.init(a, b)
	v := drawVec(d)
	v = v.Scale(num.PowerBelow(max(math.Abs(v.X), math.Abs(v.Y))))
	n := m.rot.applyT(a.axes().applyT(v))
	i, j := b.corner(int32(d.Int(int(b.corners())))), b.corner(int32(d.Int(int(b.corners()))))
	x := v.wide().back(b.pose.Rot)
	exactly := number(0).Sub(x.dot(i.wide()), x.dot(j.wide()))
	got := number(0).Sub(number(n.Dot(i)), number(n.Dot(j)))
	e, _ := got.Sub(got, exactly).Float64()
	return math.Abs(e) / (extremeNoise * unit * b.radius)
}

// sharePlane is about the height of a box over a half-space; near has the centre near the line.
func sharePlane(d *climb.Draw, near bool) float64 {
	h := HalfSpace{drawVec(d), d.Signed()}
	x := drawBox(d)
	pos := drawVec(d)
	if near {
		h.Offset, pos = h.Offset*0x1p-20, pos.Scale(0x1p-20)
	} else {
		x.Size = x.Size.Scale(0x1p-3)
	}
	a, b := atPose(h, Pose{Rot: drawRot(d)}), atPose(x, Pose{pos, drawRot(d)})
	var q Query
	var p planePair
	var k core
	p.init(a, b, &q.relation.integers)
	if p.err <= planeExact*unit*math.Abs(p.height)*1.5 {
		return math.NaN() // from integers
	}
	slack, _ := p.solve(&k)
	// The plane is { x : n.x = o } of the matrix without its factor, the core that of its matrix as it stands.
	n := h.Normal.wide().unit()
	exactly := pos.wide().framed(a).dot(n)
	o := number(h.Offset)
	exactly.Sub(exactly, o.Quo(o, root(h.Normal.wide().dot(h.Normal.wide()))))
	for i, e := range [2]Vec{{1, 0}, {0, 1}} {
		r := e.wide().turned(b.pose.Rot).framed(a).dot(n)
		exactly.Sub(exactly, r.Abs(r.Mul(r, number([2]float64{b.half.X, b.half.Y}[i]))))
	}
	exactly.Mul(exactly, number(p.scale))
	return away(k.dist, exactly) / slack
}

// sharePlanes is about the distance of two half-spaces, a quotient of integers.
func sharePlanes(d *climb.Draw) float64 {
	n, p, q, o := drawVec(d), drawVec(d), drawVec(d), d.Signed()
	k := math.Ldexp(1, d.Int(5)) // rotations enter in integers alone
	a, b := atPose(HalfSpace{n, o}, Pose{Pos: p}), atPose(HalfSpace{n.Scale(-k), d.Signed()}, Pose{Pos: q})
	exactly := q.wide().plus(-1, p.wide()).dot(n.wide())
	exactly.Sub(exactly, number(o))
	exactly.Sub(exactly, number(b.plane.Offset/k))
	exactly.Quo(exactly, root(n.wide().dot(n.wide())))
	var query Query
	c := query.Distance(a, b, nil)
	return away(c.Distance, exactly) / (planesPad * unit * math.Abs(c.Distance))
}

// shareBounds is about a side of the AABB of a box.
func shareBounds(d *climb.Draw) float64 {
	x := drawBox(d)
	x.Size = x.Size.Scale(d.Tiny(4))
	o := atPose(x, Pose{drawVec(d).Scale(d.Tiny(4)), drawRot(d)})
	top := number(o.pose.Pos.X)
	for i, e := range [2]Vec{{1, 0}, {0, 1}} {
		r := e.wide().turned(o.pose.Rot)[0]
		top.Add(top, r.Abs(r.Mul(r, number([2]float64{o.half.X, o.half.Y}[i]))))
	}
	pad := boundsPad * unit * (math.Abs(o.pose.Pos.X) + o.radius)
	return away(o.aabb.Max.X-pad, top) / pad
}

// shareClimb is about the values of two corners of a hull.
func shareClimb(d *climb.Draw) float64 {
	v, p, q := drawVec(d), drawVec(d), drawVec(d)
	if d.Int(2) == 0 {
		q = p.Add(drawVec(d).Scale(d.Tiny(50)))
	}
	exactly := v.wide().dot(p.wide().plus(-1, q.wide()))
	got := number(0).Sub(number(v.Dot(p)), number(v.Dot(q)))
	e, _ := got.Sub(got, exactly).Float64()
	return math.Abs(e) / (climbSlack * unit * (math.Abs(v.X) + math.Abs(v.Y)) * max(p.Len(), q.Len()))
}

// What else holds a constant.
const (
	bySum   = "by the sum of its parts"
	noBound = "no: it chooses a way and bounds nothing"
)

// rounding is the table of the error constants of d2 with the parts that they are made of.
func rounding() []climb.Row {
	row := climb.Of
	return []climb.Row{
		row("frame (part)", partFrame, "1", "the factor of a stored matrix", "gjk.md", 0.1, shareFrame, "no: by the definition of a rotation; TestIsUnitIsExact"),
		row("product (part)", partApply, "|v|", "matrix times vector", "gjk.md", 0.35, shareApply, ""),
		row("inner product (part)", partDot, "|v||w|", "v.w", "gjk.md", 0.35, shareDot, ""),
		row("unit vector (part)", partUnit, "1", "v/|v|", "gjk.md", 0.35, shareUnit, ""),
		row("unit edge (part)", partEdge, "1", "the direction of a polygon's edge", "sat.md", 0.2, shareEdge, bySum),
		row("pointA", pointA, "rA", "a kept point of C, with the next four", "gjk.md", 0.25, sharePoint, bySum),
		row("pointB", pointB, "rB", "", "gjk.md", 0, nil, bySum),
		row("pointDist", pointDist, "D", "", "gjk.md", 0, nil, bySum),
		row("pointReach", pointReach, "reach", "", "gjk.md", 0, nil, bySum),
		row("pointGrid", pointGrid, "1", "", "gjk.md", 0, nil, bySum),
		row("sepA", sepA, "rA", "a separation, with the next three", "gjk.md", 0.15, shareSep, bySum),
		row("sepB", sepB, "rB", "", "gjk.md", 0, nil, bySum),
		row("sepDist", sepDist, "D", "", "gjk.md", 0, nil, bySum),
		row("sepReach", sepReach, "reach", "", "gjk.md", 0, nil, bySum),
		row("curvedCore", curvedCore, "rA + rB", "a support point of an ellipse", "gjk.md", 0.15, shareCurved, bySum),
		row("innerBall", innerBall, "rA + rB", "the same less the point of a disc", "gjk.md", 0.15, shareInner, bySum),
		row("num.MarginSums", num.MarginSums, "margins + distance", "taking the margins off", "gjk.md", 0.35, shareMargins, ""),
		row("marginPad", marginPad, "margins + distance", "the same, before a relation is claimed", "gjk.md", 0, nil, bySum),
		row("farCentres", farCentres, "centres", "what the difference of centres leaves out; in u^2", "gjk.md", 0, nil, bySum),
		row("farEnough", farEnough, "reach", "", "gjk.md", 0, nil, noBound),
		row("sideOfOrigin", sideOfOrigin, "1", "the side of an edge on which the origin lies", "gjk.md", 0, nil, "no: four times the sum of its parts; gjkExact decides below it"),
		row("edgeLine", edgeLine, "1", "the line of an edge of EPA", "epa.md", 0.29, shareLine, bySum),
		row("edgeRadius", edgeRadius, "rA + rB", "the depth of an edge, with the next", "sat.md", 0.05, shareDepth, bySum+"; the climb cannot: forty roundings, each at its worst"),
		row("edgeDist", edgeDist, "|d|_1", "", "sat.md", 0, nil, bySum),
		row("keyOrder", keyOrder, "the depth", "the order of keys", "sat.md", 0, nil, bySum),
		row("extremeNoise", extremeNoise, "the radius", "the order of corners along a direction", "exact.md", 0.02, shareExtreme, bySum+"; the climb cannot: the direction is given a third more than derived"),
		row("quickPlane", quickPlane, "the size", "a support value in double-double; not in u", "exact.md", 0, nil, "no: four times the sum of its parts; TestQuickBounds"),
		row("quickDet", quickDet, "the size squared", "a determinant in double-double; not in u", "exact.md", 0, nil, "no: as quickPlane"),
		row("quickSquare", quickSquare, "the size squared", "two squares in double-double; not in u", "exact.md", 0, nil, "no: as quickPlane"),
		row("planeHeight", planeHeight, "|x - p| + |o|", "the height of a centre over a half-space", "exact.md", 0.1, func(d *climb.Draw) float64 { return sharePlane(d, false) }, bySum),
		row("planeCore", planeCore, "the radius", "the lowest point of a core", "exact.md", 0.1, func(d *climb.Draw) float64 { return sharePlane(d, true) }, bySum),
		row("planeFar", planeFar, "the body", "", "exact.md", 0, nil, noBound),
		row("planeExact", planeExact, "the height", "a height that comes from integers", "exact.md", 0, nil, bySum),
		row("planeMargin", planeMargin, "margin + height", "taking the margin off", "exact.md", 0, nil, bySum),
		row("planesPad", planesPad, "the distance", "the distance of half-spaces", "exact.md", 0.1, sharePlanes, bySum),
		row("boundsPad", boundsPad, "|position| + radius + margin", "a side of an AABB", "gjk.md", 0.1, shareBounds, bySum),
		row("climbPad", climbPad, "the radius", "the same of a hull of many corners, besides", "gjk.md", 0, nil, bySum),
		row("innerPad", innerPad, "the radius", "the disc inside a polygon", "sat.md", 0, nil, bySum),
		row("climbSlack", climbSlack, "|d|_1 radius", "the order of two corners of a hull", "the comment of slackPerUnit", 0.1, shareClimb, bySum),
	}
}

// TestRounding climbs for inputs that use each error constant.
func TestRounding(t *testing.T) { climb.Check(t, rounding()) }

// TestRoundingPage holds the page to the table.
func TestRoundingPage(t *testing.T) {
	golden.CompareBlock(t, "../docs/math/rounding.md", "d2", climb.Table(rounding()))
}

// TestPagesQuoteTheConstants: where a page of the mathematics says a constant, it says this one.
func TestPagesQuoteTheConstants(t *testing.T) {
	says := climb.Says
	climb.CheckClaims(t, "../docs/math", []climb.Claim{
		says("epa.md", "the code takes %vu. The edges that see p", edgeLine),
		says("gjk.md", "(%v)** | **%v** |", boundsPad+climbPad, boundsPad),
		says("gjk.md", "down to |v| = %vu", sideOfOrigin),
		says("gjk.md", "sqrt 2) u = %vu", partApply),
		says("sat.md", "err = u (%v (rA + rB) + %v |d|_1)", edgeRadius, edgeDist),
		says("sat.md", "[-depth - err - %vu depth, -depth + err + %[1]vu depth]", keyOrder),
		says("exact.md", "the support filter is %v u rho", extremeNoise),
		says("exact.md", "within the same 2^%v, of M^2", math.Log2(quickDet)),
	})
}

// TestRoundingSums holds each constant to the sum of the parts that the pages derive, every part of which is a row of the
// table or an operation counted there.
func TestRoundingSums(t *testing.T) {
	const turned = 2 * partApply // a vector of B in A's frame: the relative matrix, and the product with it
	for _, row := range []struct {
		what  string
		whole float64
		parts []float64
	}{
		{"an edge: a rounded difference, a product, quotient", partEdge, []float64{1, 1, 1}},
		// A reach is rA + rB + D, so each of the three has the rows of the reach as well.
		{"a kept point by rA", pointA + pointReach, []float64{partFrame, 1, 6.5}},
		{"a kept point by rB", pointB + pointReach, []float64{partFrame, 1, turned, 1, 6.5}},
		{"a kept point by D", pointDist + pointReach, []float64{partFrame, 1, partApply, 1, 6.5}},
		{"a kept point by reach", pointReach, []float64{1, 0.5, 2, 2, 1}},
		{"the grid", pointGrid, []float64{math.Sqrt2}},
		{"a separation by rA", sepA + sepReach, []float64{partFrame, 1, partDot, 6}},
		{"a separation by rB", sepB + sepReach, []float64{partFrame, 1, turned, partDot, 1, 6}},
		{"a separation by D", sepDist + sepReach, []float64{partFrame, 1, partApply, partDot, 1, 6}},
		{"a separation by reach", sepReach, []float64{1, partUnit, 1}},
		{"an ellipse: two products, a length, a quotient", curvedCore, []float64{2, 3, 1}},
		{"less a disc", innerBall + 1, []float64{partUnit, 1}},
		{"margins, before a relation is claimed", marginPad, []float64{num.MarginSums, num.BallSum, 1}},
		{"centres: two coordinates, low parts", farCentres, []float64{5.66, 9}},
		{"an edge's line", edgeLine, []float64{partUnit / 2.0, 1}},
		{"depth by rA, edge of A", edgeRadius, []float64{3, 2, 1, 2}},
		{"depth by rB, edge of A", edgeRadius, []float64{3, 2, 1, turned, 2, 1}},
		{"depth by rA, edge of B", edgeRadius, []float64{3, 2, 1, 4.42, partApply, 2}},
		{"depth by D, edge of A", edgeDist, []float64{3, 2, 1, partApply, 2, 1}},
		{"depth by D, edge of B", edgeDist, []float64{3, 2, 1, partApply, 4.42, partApply, 2, 1}},
		{"the keys of a depth, and its own error", keyOrder, []float64{30, 8}},
		{"two corners' values along a direction", extremeNoise, []float64{2 * (8 + 1 + 2*partDot)}},
		{"the height of a centre", planeHeight, []float64{partUnit, partApply, partFrame, 1, partDot, 1}},
		{"the lowest point of a core", planeCore, []float64{partUnit, 2 * (partApply + partFrame), partDot, 1}},
		{"a height from integers: three conversions, root, two products, quotient", planeExact, []float64{3, 0.5, 1, 1, 1}},
		{"taking a margin off", planeMargin, []float64{1, 1, 1}},
		{"the distance of two planes: the same without a conversion, and its ends", planesPad, []float64{3, 0.5, 1, 1, 1, 1}},
		{"a side of an AABB", boundsPad, []float64{5, 1, 1, 3}},
		{"the same of many corners: a search by 6u of the 1-norm", boundsPad + climbPad, []float64{5, 1, 3, 6 * math.Sqrt2}},
		{"the disc inside a polygon", innerPad, []float64{partEdge, partDot, 1}},
		{"two corners of a hull", climbSlack, []float64{2 * partDot, 2}},
	} {
		climb.Sum(t, row.what, row.whole, row.parts...)
	}
}

// TestBoundsAreTheTables: the bounds of a pair are the table's, so that no place counts with numbers of its own.
func TestBoundsAreTheTables(t *testing.T) {
	for _, curved := range []bool{false, true} {
		for _, inner := range []float64{0, 0.01} {
			m := minkowski{reach: 0.41, curved: curved, far: 0x1p-60}
			m.a.reach, m.b.reach, m.a.inner = 0.17, 0.11, inner
			const dist = 0.13
			m.bounds(dist)
			k := 0.0
			if curved {
				k = curvedCore
				if inner > 0 {
					k += innerBall
				}
			}
			sep := sepA*0.17 + sepB*0.11 + sepDist*dist + sepReach*0.41 + k*(0.17+0.11)
			point := pointA*0.17 + pointB*0.11 + pointDist*dist + pointReach*0.41 + k*(0.17+0.11) + pointGrid
			if e := m.errSep - unit*sep - m.far; math.Abs(e) > 1e-12*unit {
				t.Errorf("curved %v, disc %v: errSep is off the table by %v u", curved, inner, e/unit)
			}
			if e := m.errPoint - unit*point - m.far; math.Abs(e) > 1e-12*unit {
				t.Errorf("curved %v, disc %v: errPoint is off the table by %v u", curved, inner, e/unit)
			}
		}
	}
}

// TestEdgeErrorIsTheTables: both ways to test the edges pad by the table's bound.
func TestEdgeErrorIsTheTables(t *testing.T) {
	h, err := NewHull([]Vec{{0, 0}, {3, 0}, {2, 2}, {0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	a, b := atPose(h, Pose{}), atPose(h, Pose{Pos: Vec{0.5, 0.25}})
	want := unit * (edgeRadius*(a.radius+b.radius) + edgeDist*0.75)
	var q Query
	var s satRun
	q.defaults()
	if !s.place(&q.run, a, b) || math.Abs(s.err-want) > 1e-12*want {
		t.Errorf("satRun: %v u, the table says %v u", s.err/unit, want/unit)
	}
	var p smallPair
	if !p.place(a, b) || math.Abs(p.err-want) > 1e-12*want {
		t.Errorf("smallPair: %v u, the table says %v u", p.err/unit, want/unit)
	}
}
