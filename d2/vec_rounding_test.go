package d2

import (
	"math"
	"math/big"
	"testing"

	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/climb"
	"github.com/collide-go/collide/internal/testkit/golden"
)

// The parts that the sums of docs/math/gjk.md and sat.md are made of, in units of u. Each is a row
// of its own.
const (
	partFrame   = 2    // A's matrix is a rotation but for that factor
	partApply   = 2.42 // matrix times vector
	partDot     = 2    // an inner product
	partUnit    = 4    // the length of a normalised vector
	partLength  = 2.5  // a length
	partEdge    = 3    // the direction of an edge of a polygon
	partSupport = 32   // how far a part of a compound reaches along a direction
)

// drawVec returns a vector with coordinates in (-1, 1).
func drawVec(d *climb.Draw) Vec { return Vec{d.Signed(), d.Signed()} }

// drawRot returns a rotation with a cosine and sine as far from unit length as rounding leaves
// them.
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

// framed takes v from the world's axes to those of the solvers' frame: A's matrix without its
// factor.
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

// offset returns the vector from A's centre to B's in the solvers' frame; both centres are the
// origins of their frames.
func offset(a, b *Object) wide {
	return b.pose.Pos.wide().plus(-1, a.pose.Pos.wide()).framed(a)
}

// drawPair returns two boxes, points or segments of any sizes, so that each of rA, rB and D is now
// and then the greatest.
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

// shareMargins is about points with margins in a row, so near each other that nothing else is
// rounded.
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

// shareLine is about an edge of EPA: its line's distance from the origin, and the place of a point
// beyond it.
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

// shareDepth is about the depth of an edge of a box against a box, as the separating axis test
// computes it.
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

// shareExtreme is about the difference of two corners' values along a direction turned into B's
// frame by way of A's.
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
	// The plane is { x : n.x = o } of the matrix without its factor, the core that of its matrix as
	// it stands.
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

// drawPosed returns poses of two bodies and of a part of the second, and where the first has the
// second.
func drawPosed(d *climb.Draw) (a, b, in Pose, f posed) {
	a, b = Pose{drawVec(d), drawRot(d)}, Pose{drawVec(d), drawRot(d)}
	in = Pose{drawVec(d).Scale(d.Tiny(10)), drawRot(d)}
	f.relative(&a, &b)
	return a, b, in, f
}

// undone returns R^-1 v, R being the matrix of r.
func (v wide) undone(r Rot) wide {
	c, s := r.cosSin()
	z := Vec{c, s}.wide()
	return v.back(r).over(z.dot(z))
}

func sharePlaceTurn(d *climb.Draw) float64 {
	a, b, in, f := drawPosed(d)
	out, _, turn := f.place(in)
	v := drawVec(d)
	exactly := v.wide().turned(in.Rot).turned(b.Rot).undone(a.Rot)
	return v.wide().turned(out.Rot).plus(-1, exactly).len() / (turn * v.Len())
}

// exactPlace returns the exact position of a part.
func exactPlace(a, b, in Pose) wide {
	return in.Pos.wide().turned(b.Rot).plus(1, b.Pos.wide()).plus(-1, a.Pos.wide()).undone(a.Rot)
}

func sharePlaceRound(d *climb.Draw) float64 {
	a, b, in, f := drawPosed(d)
	out, shift, _ := f.place(in)
	return out.Pos.wide().plus(-1, exactPlace(a, b, in)).len() / shift
}

// sharePlaceOff is about a part that the poses take back to the origin, so that its coordinates are
// what double-doubles leave of them.
func sharePlaceOff(d *climb.Draw) float64 {
	a, b, in, _ := drawPosed(d)
	x := in.Pos.wide().turned(b.Rot)
	a.Pos, b.Pos = Vec{}, Vec{}
	b.Pos.X, _ = x[0].Neg(x[0]).Float64()
	b.Pos.Y, _ = x[1].Neg(x[1]).Float64()
	var f posed
	f.relative(&a, &b)
	out, shift, _ := f.place(in)
	return (out.Pos.wide().plus(-1, exactPlace(a, b, in)).len() - placeRound*unit*big1(out.Pos)) / shift
}

func shareFrameOff(d *climb.Draw) float64 {
	a, b, _, f := drawPosed(d)
	p := Vec{f.p[0].Hi, f.p[1].Hi}
	return p.wide().plus(-1, exactPlace(a, b, Pose{})).len() / f.off()
}

// shareSupport is about how far a box reaches along a direction.
func shareSupport(d *climb.Draw) float64 {
	p := placement{body: *atPose(drawBox(d), Pose{drawVec(d).Scale(d.Tiny(4)), drawRot(d)})}
	n := drawVec(d)
	n = n.Scale(1 / n.Len())
	o := &p.body
	top := n.wide().dot(o.pose.Pos.wide())
	for _, e := range [2]Vec{{X: o.half.X}, {Y: o.half.Y}} {
		x := n.wide().dot(e.wide().turned(o.pose.Rot))
		top.Add(top, x.Abs(x))
	}
	return away(p.along(n), top) / (partSupport * unit * (o.radius + o.pose.Pos.Len()))
}

// shareSide is about a side of the AABB of a compound of one box.
func shareSide(d *climb.Draw) float64 {
	x, p, in := drawBox(d), Pose{drawVec(d).Scale(d.Tiny(4)), drawRot(d)}, Pose{drawVec(d), drawRot(d)}
	c, err := NewCompound([]Part{{x, in}})
	if err != nil {
		panic(err)
	}
	o := atPose(c, p)
	top := in.Pos.wide().turned(p.Rot)[0]
	for _, e := range [2]Vec{{X: x.Size.X / 2}, {Y: x.Size.Y / 2}} {
		y := e.wide().turned(in.Rot).turned(p.Rot)[0]
		top.Add(top, y.Abs(y))
	}
	pad := sidePad * unit * (math.Abs(p.Pos.X) + c.reach)
	return away(o.aabb.Max.X-pad, top.Add(top, number(p.Pos.X))) / pad
}

// drawParts returns two compounds of one box each as a query sees them, a unit vector in the frame
// of the first, and how far it separates them.
func drawParts(d *climb.Draw) (w *partPair, n Vec, exactly *big.Float) {
	a, b := drawPair(d)
	var bodies [2]*Object
	for i, o := range [2]*Object{a, b} {
		c, err := NewCompound([]Part{{Shape: o.shape}})
		if err != nil {
			panic(err)
		}
		bodies[i] = atPose(c, o.pose)
	}
	w = new(partPair)
	if w.start(bodies[0], bodies[1]); w.flip {
		a, b = b, a
	}
	n = drawVec(d)
	n = n.Scale(1 / n.Len())
	return w, n, exactGap(a, b, n.wide())
}

func shareHullsPad(d *climb.Draw) float64 {
	w, n, exactly := drawParts(d)
	pad := hullsPad * unit * w.size()
	return away(w.separation(n, math.Inf(-1))+pad, exactly) / pad
}

func shareAim(d *climb.Draw) float64 {
	w, n, exactly := drawParts(d)
	w.startSearch()
	w.best.Normal = n
	w.turn()
	pad := aimPad * unit * w.size()
	return away(w.gap(0, 0)+pad, exactly) / pad
}

// What else holds a constant.
const (
	bySum   = "by the sum of its parts"
	noBound = "no: it chooses a way and bounds nothing"
)

// drawMoving returns points that move, of any sizes.
func drawMoving(d *climb.Draw) *moving {
	m := new(moving)
	for i := range 3 {
		k := d.Tiny(4)
		m.start[i], m.end[i] = drawVec(d).Scale(k), drawVec(d).Scale(k)
	}
	m.differences()
	return m
}

// figureAt returns u and r at a time.
func (m *moving) figureAt(t float64) (u, r wide) {
	at := func(i int) wide {
		p, q := m.start[i].wide(), m.end[i].wide()
		return p.plus(t, q.plus(-1, p))
	}
	return at(2).plus(-1, at(1)), at(1).plus(-1, at(0))
}

func shareCollinear(d *climb.Draw) float64 {
	m := drawMoving(d)
	c := m.collinear()
	u0, r0 := m.figureAt(0)
	u1, r1 := m.figureAt(1)
	cross := func(p, q wide) *big.Float { return p.perp().dot(q) }
	third := func(x, y, z *big.Float) *big.Float {
		s := number(0).Add(x, y)
		return s.Quo(s.Add(s, z), number(3))
	}
	b0, b2 := cross(u0, r0), cross(u1, r1)
	x, y := cross(u0, r1), cross(u1, r0)
	return max(
		away(c.B[0], b0)/float64(c.Error*c.M[0]),
		away(c.B[1], third(b0, x, y))/float64(c.Error*c.M[1]),
		away(c.B[2], third(x, y, b2))/float64(c.Error*c.M[2]),
		away(c.B[3], b2)/float64(c.Error*c.M[3]),
	)
}

// exactWeights returns what weights does, without rounding.
func (m *moving) exactWeights(t float64) (uu, a *big.Float) {
	u, r := m.figureAt(t)
	a = r.dot(u)
	return u.dot(u), a.Neg(a)
}

func shareInside(d *climb.Draw) float64 {
	m, t := drawMoving(d), d.Float()
	uu, a := m.weights(t)
	x, y := m.exactWeights(t)
	errU, errA := m.weightErrors(t, 0)
	return max(away(uu, x)/errU, away(a, y)/errA, away(uu-a, number(0).Sub(x, y))/(errU+errA))
}

// shareMoved is about what changes between two times. A bound beyond the greatest value that the
// sizes allow proves nothing, so that it need not hold.
func shareMoved(d *climb.Draw) float64 {
	m, t, width := drawMoving(d), d.Float(), d.Tiny(20)
	uu, a := m.exactWeights(t)
	x, y := m.exactWeights(t + float64(width*d.Signed()))
	errU, errA := m.weightErrors(t, width)
	if su := sizeAt(&m.sizeU, t); errU > 2*su*su {
		return math.NaN()
	}
	diff := func(x, y *big.Float) float64 {
		d, _ := number(0).Sub(x, y).Float64()
		return math.Abs(d)
	}
	return max(diff(uu, x)/errU, diff(a, y)/errA)
}

// shareTurn is about a point of a body that turns about its frame's origin.
func shareTurn(d *climb.Draw) float64 {
	o := Object{radius: 1}
	o.set(Pose{Rot: drawRot(d)})
	w, x, t := 7*d.Signed(), drawVec(d), d.Float()
	m := Motion{angular: w, center: x.Neg()}
	var c course
	c.init(&o, &m, 1)
	c.set(t)
	r := o.axes()
	rotated := func(c, s, x, y float64) *big.Float {
		p, q := number(0).Mul(number(c), number(x)), number(0).Mul(number(s), number(y))
		return p.Add(p, q)
	}
	sum := [2]*big.Float{rotated(r.c, -r.s, x.X, x.Y), rotated(r.s, r.c, x.X, x.Y)}
	term, turn := sum, number(0).Mul(number(w), number(t))
	for k := 1; k < 80; k++ { // the terms end below 7^80/80!, 1e-51
		f := number(0).Quo(turn, number(float64(k)))
		term = [2]*big.Float{number(0).Neg(number(0).Mul(f, term[1])), number(0).Mul(f, term[0])}
		sum = [2]*big.Float{number(0).Add(sum[0], term[0]), number(0).Add(sum[1], term[1])}
	}
	return Vec{away(c.y.X, sum[0]), away(c.y.Y, sum[1])}.Len() / (turnSlip * unit * x.Len())
}

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
		row("epaFloor", epaFloor, "reach", "", "epa.md", 0, nil, noBound),
		row("wedgePad", wedgePad, "err reach", "the side of the line to a vertex; not in u", "sat.md", 0, nil, bySum),
		row("proofPad", proofPad, "err", "how much a depth changes from pose to pose; not in u", "sat.md", 0, nil, bySum),
		row("extremeNoise", extremeNoise, "the radius", "the order of corners along a direction", "exact.md", 0.02, shareExtreme, bySum+"; the climb cannot: the direction is given a third more than derived"),
		row("quickPlane", quickPlane, "the size", "a support value in double-double; not in u", "exact.md", 0, nil, "no: four times the sum of its parts; TestQuickBounds"),
		row("quickDet", quickDet, "the size squared", "a determinant in double-double; not in u", "exact.md", 0, nil, "no: as quickPlane"),
		row("quickSquare", quickSquare, "the size squared", "two squares in double-double; not in u", "exact.md", 0, nil, "no: as quickPlane"),
		row("quickInside", quickInside, "(size^3 / least radius)^2", "a point in an ellipsoid, in double-double; not in u", "exact.md", 0, nil, "no: twice the sum of its parts"),
		row("turnSlip", turnSlip, "size + shift", "a point of a body that turns", "toi.md", 0.05, shareTurn, bySum+"; the climb cannot: as in space, where there is an axis"),
		row("restSlip", restSlip, "the radius", "a point of a body that does not", "toi.md", 0, nil, bySum),
		row("tiltSlip", tiltSlip, "1", "the normal of a half-space that does not", "toi.md", 0, nil, bySum),
		row("placeSlip", placeSlip, "D", "the place of the centres", "toi.md", 0, nil, bySum),
		row("wideSlip", wideSlip, "positions + shifts", "the same in double-double; not in u", "toi.md", 0, nil, bySum),
		row("plainSlip", plainSlip, "positions + shifts", "the same in doubles", "toi.md", 0, nil, bySum),
		row("plainWay", plainWay, "the bodies", "", "toi.md", 0, nil, noBound),
		row("laneSums", laneSums, "all lengths", "a Bernstein coefficient of the gap", "toi.md", 0, nil, bySum),
		row("whirlSums", whirlSums, "all lengths", "the gap of two discs", "toi.md", 0, nil, bySum),
		row("ballSums", ballSums, "all lengths", "the gap of two discs about boxes", "toi.md", 0, nil, bySum),
		row("partSlip", partSlip, "|p|_1 + the radius", "the place of a part", "toi.md", 0, nil, bySum),
		row("planeHeight", planeHeight, "|x - p| + |o|", "the height of a centre over a half-space", "exact.md", 0.1, func(d *climb.Draw) float64 { return sharePlane(d, false) }, bySum),
		row("planeCore", planeCore, "the radius", "the lowest point of a core", "exact.md", 0.1, func(d *climb.Draw) float64 { return sharePlane(d, true) }, bySum),
		row("planeFar", planeFar, "the body", "", "exact.md", 0, nil, noBound),
		row("planeExact", planeExact, "the height", "a height that comes from integers", "exact.md", 0, nil, bySum),
		row("planeMargin", planeMargin, "margin + height", "taking the margin off", "exact.md", 0, nil, bySum),
		row("planesPad", planesPad, "the distance", "the distance of half-spaces", "exact.md", 0.1, sharePlanes, bySum),
		row("pointBall", pointBall, "|x|", "the distance of a point from a centre", "point.md", 0, nil, bySum),
		row("pointCore", pointCore, "|x|_1 + the radius", "that from a segment or a box", "point.md", 0, nil, bySum),
		row("pointFar", pointFar, "|x|_1 + the radius", "that from a curved core, or a feature of a hull", "point.md", 0, nil, bySum),
		row("pointGap", pointGap, "|x|_1 + the radius", "", "point.md", 0, nil, noBound),
		row("planeNear", planeNear, "the height", "", "point.md", 0, nil, noBound),
		row("directPad", directPad, "|d|_1 + rA + rB", "the signed distance of points, segments and polygons, direct", "exact.md", 0, nil, bySum),
		row("directionError", directionError, "edges times radii", "a direction across two edges", "exact.md", 0, nil, bySum),
		row("limitError", limitError, "the length", "a length that a depth is held against", "exact.md", 0, nil, bySum),
		row("boundsPad", boundsPad, "|position| + radius + margin", "a side of an AABB", "gjk.md", 0.1, shareBounds, bySum),
		row("climbPad", climbPad, "the radius", "the same of a hull of many corners, besides", "gjk.md", 0, nil, bySum),
		row("collinearError", collinearError, "the bound", "a coefficient of the cubic of points that move", "vertices.md", 0.1, shareCollinear, bySum),
		row("insideError", insideError, "the sizes", "where the points are on one line: products of two vectors", "vertices.md", 0.1, shareInside, bySum),
		row("bracketUnits", bracketUnits, "the core, or the size", "", "gjk.md", 0, nil, noBound),
		row("quotientPad", quotientPad, "1", "a quotient, a root, a length", "cast.md", 0, nil, bySum),
		row("timePad", timePad, "t", "when a box passes the side of another", "cast.md", 0, nil, bySum),
		row("castPose", castPose, "positions", "that of a body on its way", "cast.md", 0, nil, bySum),
		row("castTime", castTime, "t", "what rounding adds to a time", "cast.md", 0, nil, bySum),
		row("castDepth", castDepth, "extents", "", "cast.md", 0, nil, noBound),
		row("castStill", castStill, "t |v|", "how far a plane moves in a time", "cast.md", 0, nil, bySum),
		row("pointRoot", pointRoot, "1", "the sum over the squares of an ellipse's radii", "point.md", 0, nil, bySum),
		row("pointInto", pointInto, "coordinates", "a corner of a body that may be contained", "point.md", 0, nil, bySum),
		row("rayPlace", rayPlace, "|x|_1", "a point, or a direction, in the axes of a body", "ray.md", 0.1, shareRayPlace, bySum),
		row("rayTurn", rayTurn, "1", "a direction with coordinates of at most 1 there", "ray.md", 0, nil, bySum),
		row("rayShift", rayShift, "lengths", "a centre or a corner taken off", "ray.md", 0, nil, bySum),
		row("rayMargin", rayMargin, "the margin", "the radius of what is round", "ray.md", 0, nil, bySum),
		row("rayDot", rayDot, "|x|_1", "an inner product with a normal", "ray.md", 0.2, shareRayDot, bySum),
		row("rayNormal", rayNormal, "1", "the normal of an edge", "ray.md", 0, nil, bySum),
		row("rayAlong", rayAlong, "1", "the direction from one corner to another", "ray.md", 0.2, shareRayAlong, bySum),
		row("rayEnds", rayEnds, "the corners over their distance", "what the roundings of the corners do to it", "ray.md", 0, nil, bySum),
		row("rayAcross", rayAcross, "|x|_1", "what of a vector is across an axis", "ray.md", 0.15, shareRayAcross, bySum),
		row("rayLong", rayLong, "lengths", "the far end of an edge", "ray.md", 0, nil, bySum),
		row("rayScaled", rayScaled, "1", "coordinates over radii", "ray.md", 0, nil, bySum),
		row("rayHeight", rayHeight, "|o|_1 + the offset", "the height over a half-space", "ray.md", 0.1, shareRayHeight, bySum),
		row("rayFacet", rayFacet, "|o|_1 + the radius", "the height over an edge, short, with the next", "ray.md", 0.02, shareRayFacet, bySum+"; the climb cannot: forty roundings, each at its worst"),
		row("raySlope", raySlope, "|d|_1", "its change", "ray.md", 0, nil, bySum),
		row("rayBox", rayBox, "|o|_1 + twice the radius", "a point in the axes of a box, about its faces, with the next", "ray.md", 0.05, shareRayBox, bySum+"; the climb cannot: as rayFacet"),
		row("rayStrip", rayStrip, "t", "the ends of a strip", "ray.md", 0, nil, bySum),
		row("rayBall", rayBall, "|w|_1", "twice what the point nearest a centre is off by, with the next two", "ray.md", 0.02, shareRayBall, bySum+"; the climb cannot: as rayFacet"),
		row("raySquare", raySquare, "r^2 + m^2", "the difference of the squares", "ray.md", 0, nil, bySum),
		row("rayRoot", rayRoot, "t", "the ends in a disc", "ray.md", 0, nil, bySum),
		row("rayRim", rayRim, "lengths", "the height along the axis of a capsule", "ray.md", 0, nil, bySum),
		row("rayEnd", rayEnd, "lengths", "the origin about an end of the axis", "ray.md", 0.01, shareRayCapsule, bySum+"; the climb cannot: as rayFacet"),
		row("rayWide", rayWide, "|o|_1", "", "ray.md", 0, nil, noBound),
		row("rayParts", rayParts, "|o|_1", "the origin in the axes of a compound", "ray.md", 0, nil, bySum),
		row("rayTouch", rayTouch, "|o|_1 + the radius", "where a ray enters", "ray.md", 0, nil, "no: it tells a feature from one of its ends, and bounds nothing"),
		row("rayReach", rayReach, "the reach", "a ball about a part", "ray.md", 0, nil, bySum),
		row("rayPoint", rayPoint, "lengths", "a point of the ray", "ray.md", 0, nil, bySum),
		row("raySteep", raySteep, "1", "the normal there times the direction", "ray.md", 0, nil, bySum),
		row("rayOver", rayOver, "t", "a quotient", "ray.md", 0, nil, bySum),
		row("rayFirst", rayFirst, "all lengths, over the slopes", "when a ray enters and leaves a box of the table", "ray.md", 0, nil, bySum),
		row("sweepSide", sweepSide, "coordinates", "a side of a box of parts on its way", "cast.md", 0, nil, bySum),
		row("sweepTurn", sweepTurn, "|v|_1", "the velocity in a turned frame", "cast.md", 0, nil, bySum),
		row("nearBox", nearBox, "all lengths", "the distance of a box from a point", "point.md", 0, nil, bySum),
		row("nearHull", nearHull, "all lengths", "how far a direction holds parts behind a point", "point.md", 0, nil, bySum),
		row("nearPart", nearPart, "position and reach", "a point of a body that may be contained in parts", "point.md", 0, nil, bySum),
		row("boxBall", boxBall, "coordinates", "the ball about a box", "toi.md", 0, nil, bySum),
		row("castSlope", castSlope, "|v|", "a unit vector times the velocity of a cast", "cast.md", 0, nil, bySum),
		row("castPlace", castPlace, "|positions|_1 + |centres|_1", "the place of a part placed in doubles, for casts", "cast.md", 0, nil, bySum),
		row("castTwist", castTwist, "the reach", "the rotation of such a part", "cast.md", 0, nil, bySum),
		row("castWay", castWay, "t |v| and the length", "a point of C as seen from the way of a cast", "cast.md", 0, nil, bySum),
		row("castGrid", castGrid, "1", "the place on the way of a cast", "cast.md", 0, nil, bySum),
		row("slabPad", slabPad, "the reach", "a separation of boxes that are cast, beside errSep", "cast.md", 0, nil, bySum),
		row("slabSlope", slabSlope, "|v|", "its change", "cast.md", 0, nil, bySum),
		row("insideMoved", insideMoved, "the sizes, times what moves in the span", "the same at another time; not in u", "vertices.md", 0.1, shareMoved, bySum),
		row("innerPad", innerPad, "the radius", "the disc inside a polygon", "sat.md", 0, nil, bySum),
		row("climbSlack", climbSlack, "|d|_1 radius", "the order of two corners of a hull", "the comment of slackPerUnit", 0.1, shareClimb, bySum),
		row("support of a part (part)", partSupport, "radius + |position|", "how far a part reaches along a direction", "compound.md", 0.02, shareSupport, bySum+"; the climb cannot: a search among many corners takes a third of it"),
		row("placeTurn", placeTurn, "1", "the rotation of a product of poses", "compound.md", 0.2, sharePlaceTurn, bySum),
		row("placeRound", placeRound, "|p|_1", "the position of a part", "compound.md", 0.35, sharePlaceRound, ""),
		row("placeOff", placeOff, "the positions", "the same in double-double; not in u", "compound.md", 0.0002, sharePlaceOff, bySum+"; the climb cannot: double-doubles leave far less"),
		row("frameOff", frameOff, "|p|_1", "the position of a frame", "compound.md", 0.35, shareFrameOff, ""),
		row("poseStretch", poseStretch, "distance + margins + offsets", "what matrices that are no rotations do to them", "compound.md", 0, nil, bySum),
		row("sidePad", sidePad, "|position| + reach", "a side of the AABB of a compound", "compound.md", 0.02, shareSide, bySum+"; the climb cannot: twenty roundings, each at its worst"),
		row("hullsPad", hullsPad, "all lengths", "how far a direction separates two hulls", "compound.md", 0.02, shareHullsPad, bySum+"; the climb cannot: forty roundings, each at its worst"),
		row("aimPad", aimPad, "all lengths", "how far a direction separates two parts", "compound.md", 0.02, shareAim, bySum+"; the climb cannot: as hullsPad"),
		row("partsPlane", partsPlane, "all lengths", "how far a half-space is from a box or from hulls", "compound.md", 0, nil, bySum),
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
		says("sat.md", "which is below %v err", proofPad),
		says("sat.md", "by more than %v err reach", wedgePad),
		says("sat.md", "[-depth - err - %vu depth, -depth + err + %[1]vu depth]", keyOrder),
		says("vertices.md", "by %vu M_i in the plane", collinearError),
		says("vertices.md", "%vu and %v rho in the plane", insideError, insideMoved),
		says("exact.md", "The code takes %vu (|d|_1 + rA + rB)", directPad),
		says("exact.md", "the support filter is %v u rho", extremeNoise),
		says("exact.md", "within the same 2^%v, of M^2", math.Log2(quickDet)),
		says("ray.md", "%vu and %vu in the plane. The direction", rayPlace, rayShift),
		says("ray.md", "%vu in the plane. For a part", rayTurn),
		says("ray.md", "%vu |w| in the plane", rayAcross),
		says("ray.md", "more than %vu of the lengths across the face", rayWide),
		says("ray.md", "2 e0 + %vu |w| both", rayBall),
		says("ray.md", "e (2r + e) and %vu r^2", raySquare),
		says("ray.md", "(%vu in the plane). An end", rayFirst),
		says("cast.md", "%vu of all coordinates; speeds are off by %vu of the 1-norm", sweepSide, sweepTurn),
		says("cast.md", "%vu in the plane", slabSlope),
		says("cast.md", "and %vu of the reach", slabPad),
		says("compound.md", "7u in all; `turn` is %vu.", placeTurn),
		says("compound.md", "by at most %vu of the lengths", partSupport),
		says("compound.md", "%vu of all lengths is taken off.", aimPad),
		says("compound.md", "%vu of all lengths is taken off the bound", hullsPad),
		says("compound.md", "2^%v of the terms", math.Log2(placeOff)),
		says("compound.md", "%vu of the lengths where it is a half-space", partsPlane),
		says("compound.md", "%vu of its position and reach", sidePad),
		says("compound.md", "%vu of the distance, the margins and twice the offsets", poseStretch),
	})
}

// TestRoundingSums holds each constant to the sum of the parts that the pages derive, every part of
// which is a row of the table or an operation counted there.
func TestRoundingSums(t *testing.T) {
	const turned = 2 * partApply // a vector of B in A's frame: the relative matrix, and the product with it
	for _, row := range []struct {
		what  string
		whole float64
		parts []float64
	}{
		{"the slope of a cast: the velocity, the product", castSlope, []float64{10, 2}},
		{"the way of a cast: the velocity, a product", castWay, []float64{10, 2}},
		{"the way of a cast: half a step of its grid in each coordinate", castGrid, []float64{4 * math.Sqrt2}},
		{"the slope of a cast of a part placed in doubles: the same, its rotation", castSlope, []float64{10, castTwist, 2}},
		{"the place of a part in doubles: its turn, or that of its centre, a sum, two differences", castPlace, []float64{partFrame, partApply, 1, 1}},
		{"the rotation of a part in doubles: a product of two", castTwist, []float64{2 * partFrame, partApply}},
		{"boxes that are cast, along B's normals: the frame, the extent, the tilt, a product, three sums", sepA + sepReach + slabPad, []float64{partFrame, 1, 2*partFrame + partApply, partDot, 3}},
		{"boxes that are cast, by rB: the frame, the extent, its turn, a product, three sums", sepB + sepReach + slabPad, []float64{partFrame, 1, partApply, partDot, 3}},
		{"boxes that are cast, by D: the frame, the offset, its turn, the tilt, a product, three sums", sepDist + sepReach + slabPad, []float64{partFrame, 1, partApply, 2*partFrame + partApply, partDot, 3}},
		{"their slope: the velocity, the tilt, a product, times a time, a sum", slabSlope, []float64{10, 2*partFrame + partApply, partDot, 1, 1}},
		{"the slope along an edge: the velocity, its normal, the tilt, a product", slabSlope, []float64{10, 3, 2*partFrame + partApply, partDot, 1}},
		{"a length, or a quotient, a difference and a product", quotientPad, []float64{partLength, 1}},
		{"a time: a difference, a quotient, a product", timePad, []float64{1, 1, 1}},
		{"a position: a product, a sum", castPose, []float64{1, 1}},
		{"a time: a sum of two", castTime, []float64{1, 1}},
		{"how far a plane moves: two products", castStill, []float64{1, 1}},
		{"the sum over the radii: a square, three roundings, sums", pointRoot, []float64{3, 3, 2}},
		{"a corner: its turn, two sums", pointInto, []float64{partFrame, partApply, 1, 1}},
		{"a box of the table: the origin, its faces, the direction up to twice the end, the strip", rayFirst, []float64{
			rayBox * (math.Sqrt2 + 0.5), 8 * rayPlace * math.Sqrt2, 8 * rayStrip * math.Sqrt2 / 4,
		}},
		{"a side of parts: the support, its turn, the place, a sum", sweepSide, []float64{partSupport, partApply, partFrame, 1, 2}},
		{"a velocity, turned", sweepTurn, []float64{partFrame, partApply}},
		{"a box and a point: two differences, half extents, a length", nearBox, []float64{2, 1, partLength}},
		{"parts behind a point: the support, a product, a sum", nearHull, []float64{partSupport, partDot, 1}},
		{"a point of a body: the support, its place", nearPart, []float64{partSupport, 1, 1}},
		{"a ball about a box: half of a difference, a sum", boxBall, []float64{1, 1}},
		{"a point in a body's axes: the factor, a product, the origin", rayPlace, []float64{partFrame, partApply, 1}},
		{"a direction there, its coordinates below 1", rayTurn, []float64{2 * rayPlace}},
		{"a centre taken off: the difference, itself", rayShift, []float64{1, 1}},
		{"the margins' sum", rayMargin, []float64{1}},
		{"a height: a product, a difference", rayDot, []float64{partDot, 1}},
		{"an edge's normal: its direction, its length", rayNormal, []float64{partEdge, partUnit}},
		{"an axis: its length, the difference", rayAlong, []float64{partUnit, 1}},
		{"an axis by its ends", rayEnds, []float64{1, 1}},
		{"across an axis: the factor, a product, a difference, an end", rayAcross, []float64{partFrame, partDot, 1, 1}},
		{"across an edge: two products, two differences, an end", rayAcross, []float64{partDot, 1, 1, 1, 1}},
		{"the far end of an edge: its length, the ends, a difference", rayLong, []float64{partLength, 1, 1}},
		{"a coordinate over a radius", rayScaled, []float64{1}},
		{"a half-space: the normal, its length, a product, a difference", rayHeight, []float64{1, 1, partLength, partDot, 1}},
		{"an edge, short: the origin, the centre, the normal, a product, a difference", rayFacet, []float64{rayPlace, 2 * rayShift, rayNormal, partDot, 1}},
		{"its slope: the direction, the normal, a product", raySlope, []float64{rayPlace, rayNormal, partDot}},
		{"a box: the origin, a difference, a face", rayBox, []float64{rayPlace, 1, 1}},
		{"a strip: two quotients, two products, a sum", rayStrip, []float64{2, 2, 1}},
		{"a disc, twice: the product, the square, its inverse, a product, the point", rayBall, []float64{2 * (partDot + partDot + 1 + 1 + 3)}},
		{"the squares: both, a difference", raySquare, []float64{partDot, 1, 1}},
		{"the ends: half of the roundings below the root, the root, a sum", rayRoot, []float64{(partDot + 1 + 1) / 2.0, 1, 1}},
		{"a height along an axis: two products, their axis, times t, a sum", rayRim, []float64{2 * (partDot + partFrame + 1), 1, 1}},
		{"about an end: the axis, times its length, two differences", rayEnd, []float64{partFrame, 1, 1, 1}},
		{"a compound: the origin, its difference", rayParts, []float64{rayPlace, 1}},
		{"a ball about a part: its centre, its radius", rayReach, []float64{1, 1}},
		{"a point of the ray: a product, two sums", rayPoint, []float64{1, 1, 1}},
		{"a normal times the direction, whose length is below the root of 2", raySteep, []float64{math.Sqrt2 * (partUnit + partDot)}},
		{"a quotient, a sum with its error", rayOver, []float64{1, 1}},
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
		{"the side of a line to a vertex, in units of err: the point, both ends and the product", wedgePad, []float64{
			1, 1.0 / edgeRadius, 3.0 / edgeRadius,
		}},
		{"the change of a depth in units of err: both depths, themselves, both poses, far centres", proofPad, []float64{
			2, 16.0 / edgeRadius, 2, 2.0 / edgeRadius,
		}},
		{"two corners' values along a direction", extremeNoise, []float64{2 * (8 + 1 + 2*partDot)}},
		{"a point of a body that turns: angle, turn, product, arm, its angle", turnSlip, []float64{6, 6, 3, 8}},
		{"a point of a body that does not turn", restSlip, []float64{1}},
		{"a half-space's normal: length, turn", tiltSlip, []float64{4, 2}},
		{"places: three sums, the product in them", placeSlip, []float64{1, 1, 1, 1, 1}},
		{"places in units of 2^-97: products and sums", wideSlip / 0x1p-97, []float64{4, 2}},
		{"places in doubles", plainSlip, []float64{1, 1, 1}},
		{"a coefficient: the margins, its row, a search, a product, the centres", laneSums, []float64{4, 8, 2, 8, 6}},
		{"discs: two coefficients without a row", whirlSums, []float64{12, 12, 10, 8}},
		{"discs about boxes: two points and velocities, a length, a quotient", ballSums, []float64{10, 10, 6, 8}},
		{"a part: its place, its turn", partSlip, []float64{2, 3}},
		{"the height of a centre", planeHeight, []float64{partUnit, partApply, partFrame, 1, partDot, 1}},
		{"the lowest point of a core", planeCore, []float64{partUnit, 2 * (partApply + partFrame), partDot, 1}},
		{"a height from integers: three conversions, root, two products, quotient", planeExact, []float64{3, 0.5, 1, 1, 1}},
		{"taking a margin off", planeMargin, []float64{1, 1, 1}},
		{"the distance of two planes: the same without a conversion, and its ends", planesPad, []float64{3, 0.5, 1, 1, 1, 1}},
		{"a point and a centre: difference, length", pointBall, []float64{1, partLength}},
		{"a point and a box: difference, turn, difference, length", pointCore, []float64{1, partFrame, partApply, 3, partLength}},
		{"a point and a corner of a polygon: the same, a search", pointFar, []float64{1, partFrame, partApply, 3, partDot, partUnit, 6 * 1.42}},
		{"a direct form by |d|: difference, frame, turn, product, unit normal, sums", directPad, []float64{1, partFrame, partApply, partDot, partUnit, 3}},
		{"by the segment: both frames, its turn, place, product, unit normal, sums", directPad, []float64{2 * partFrame, partApply, 1, partDot, partUnit, 3}},
		{"by the polygon: frame, local corner, edge, other corners, product, sums", directPad, []float64{partFrame, 1, partEdge, 2 * partEdge, partDot, 3}},
		{"a normal of an edge, turned: difference, turn", directionError, []float64{2, 1, partFrame, partApply, partApply}},
		{"a length in the solvers' unit, and times a length", limitError, []float64{4, 1, 1, partLength, 1}},
		{"a side of an AABB", boundsPad, []float64{5, 1, 1, 3}},
		{"the same of many corners: a search by 6u of the 1-norm", boundsPad + climbPad, []float64{5, 1, 3, 6 * math.Sqrt2}},
		{"the disc inside a polygon", innerPad, []float64{partEdge, partDot, 1}},
		{"a coefficient: vectors, a product, thirds", collinearError, []float64{1, 1, 2, 1, 2}},
		{"weights: vectors at a time, a product, a difference", insideError, []float64{2 * (4*2 + 2), 2}},
		{"weights at another time", insideMoved, []float64{2 * 2}},
		{"two corners of a hull", climbSlack, []float64{2 * partDot, 2}},
		{"a position in units of 2^-97", placeOff / 0x1p-97, []float64{1}},
		{"a product of three matrices, rounded", placeTurn, []float64{3 * partFrame, 1}},
		{"three matrices", poseStretch, []float64{3 * partFrame}},
		{"a support value of a part", partSupport, []float64{partFrame, partApply, partUnit, partDot, climbPad, 1, 2}},
		{"a side of the AABB of a compound", sidePad, []float64{partSupport, partFrame, 1, 1}},
		{"a direction between hulls: both supports, its turn, the position, its length", hullsPad, []float64{partSupport, partSupport, 8, partDot, frameOff, 2, 3}},
		{"a direction between parts: the same, longer", aimPad, []float64{partSupport, partSupport, 8, partDot, frameOff, 8, 3}},
		{"a half-space and a box: its normal, turned there and back, two products", partsPlane, []float64{partUnit, partFrame, partApply, 8, 8, partDot, partDot, 4}},
	} {
		climb.Sum(t, row.what, row.whole, row.parts...)
	}
}

// TestBoundsAreTheTables: the bounds of a pair are the table's, so that no place counts with
// numbers of its own.
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
