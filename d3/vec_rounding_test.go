package d3

import (
	"math"
	"math/big"
	"testing"

	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/climb"
	"github.com/collide-go/collide/internal/testkit/golden"
)

// The parts that the sums of docs/math/gjk.md, sat3.md and epa.md are made of, in units of u. Each
// is a row of its own.
const (
	partMatrix   = 1.77 // a rotation as a map, against the quaternion's
	partApply    = 3.74 // matrix times vector
	partDot      = 3    // an inner product
	partRelative = 9.69 // B's rotation in A's frame
	partOffset   = 6.51 // B's centre in A's frame
	partUnit     = 4.5  // the length of a normalised vector
	partLength   = 2.5  // a length
	partEdge     = 2    // a unit vector along an edge of a hull
	partNormal   = 6    // the unit normal of a face of a hull
	partCross    = 3    // a product of two edges, each coordinate exact before it is rounded
	partSupport  = 32   // how far a part of a compound reaches along a direction
)

// drawVec returns a vector with coordinates in (-1, 1).
func drawVec(d *climb.Draw) Vec { return Vec{d.Signed(), d.Signed(), d.Signed()} }

// drawRot returns a rotation whose quaternion is as far from unit length as one may be.
func drawRot(d *climb.Draw) Rot {
	x, y, z, w := d.Signed(), d.Signed(), d.Signed(), d.Signed()
	n := math.Sqrt(x*x+y*y+z*z+w*w) * (1 + 4e-4*d.Signed())
	if !(n > 1e-3) {
		return Rot{}
	}
	return Rot{x / n, y / n, z / n, w / n}
}

func drawBox(d *climb.Draw) Box { return Box{Vec{d.Float(), d.Float(), d.Float()}} }

func atPose(s Shape, p Pose) *Object {
	o, err := Place(s, p)
	if err != nil {
		panic(err)
	}
	return &o
}

// times returns m v without rounding.
func (m *mat3) times(v bigVec) bigVec {
	return bigVec{bigVecOf(m.x).dot(v), bigVecOf(m.y).dot(v), bigVecOf(m.z).dot(v)}
}

func (v bigVec) scaled(s float64) bigVec {
	for i := range 3 {
		v[i] = bigZero().Mul(v[i], bigNum(s))
	}
	return v
}

// unit returns v divided by its length.
func (v bigVec) unit() bigVec {
	l := bigZero().Sqrt(v.dot(v))
	for i := range 3 {
		v[i] = bigZero().Quo(v[i], l)
	}
	return v
}

func (v bigVec) cross(w bigVec) (c bigVec) {
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		c[i] = bigZero().Sub(bigZero().Mul(v[j], w[k]), bigZero().Mul(v[k], w[j]))
	}
	return c
}

// away returns |x - y|.
func away(x float64, y *big.Float) float64 {
	d, _ := bigZero().Sub(bigNum(x), y).Float64()
	return math.Abs(d)
}

// inA takes a point of o's own frame, relative to its centre, to A's frame about A's centre,
// without rounding; both centres are the origins.
func inA(a, b *Object, x Vec) bigVec {
	w := bigVecOf(x).turned(b.pose.Rot, false)
	return w.sub(bigVecOf(a.pose.Pos)).sub(bigVecOf(b.pose.Pos.Neg())).turned(a.pose.Rot, true)
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

// exactReach returns the greatest n.x over the box o, in the frame of a, about its own centre.
func exactReach(a, o *Object, n bigVec) *big.Float {
	s := bigZero()
	for i, h := range [3]float64{o.half.X, o.half.Y, o.half.Z} {
		e := unitVec(int8(i))
		x := bigVecOf(e).turned(o.pose.Rot, false).turned(a.pose.Rot, true).dot(n)
		s.Add(s, x.Abs(x.Mul(x, bigNum(h))))
	}
	return s
}

// exactGap returns the separation of the boxes a and b along n.
func exactGap(a, b *Object, n bigVec) *big.Float {
	s := inA(a, b, Vec{}).dot(n)
	s.Sub(s, exactReach(a, a, n))
	s.Sub(s, exactReach(a, b, n))
	return s.Quo(s, bigZero().Sqrt(n.dot(n)))
}

func shareMatrix(d *climb.Draw) float64 {
	r, v := drawRot(d), drawVec(d)
	hi, _ := r.axes()
	return hi.times(bigVecOf(v)).sub(bigVecOf(v).turned(r, false)).len() / (partMatrix * unit * v.Len())
}

func shareApply(d *climb.Draw) float64 {
	m, _ := drawRot(d).axes()
	v := drawVec(d)
	return bigVecOf(m.apply(v)).sub(m.times(bigVecOf(v))).len() / (partApply * unit * v.Len())
}

func shareDot(d *climb.Draw) float64 {
	v, w := drawVec(d), drawVec(d)
	if d.Int(2) == 0 {
		w = v.Add(drawVec(d).Scale(0x1p-20))
	}
	return away(v.Dot(w), bigVecOf(v).dot(bigVecOf(w))) / (partDot * unit * v.Len() * w.Len())
}

func shareRelative(d *climb.Draw) float64 {
	p, q, v := drawRot(d), drawRot(d), drawVec(d)
	a, _ := p.axes()
	b, _ := q.axes()
	var m mat3
	m.setRelative(&a, &b)
	return m.times(bigVecOf(v)).sub(bigVecOf(v).turned(q, false).turned(p, true)).len() / (partRelative * unit * v.Len())
}

func shareOffset(d *climb.Draw) float64 {
	a, b := atPose(Sphere{}, Pose{drawVec(d), drawRot(d)}), atPose(Sphere{}, Pose{drawVec(d), Rot{}})
	var m minkowski
	m.init(a, b)
	exactly := inA(a, b, Vec{})
	return bigVecOf(m.t).sub(exactly.scaled(m.scale)).len() / (partOffset * unit * exactly.len() * m.scale)
}

func shareUnit(d *climb.Draw) float64 {
	v := drawVec(d)
	n := v.Scale(1 / v.Len())
	return bigVecOf(n).sub(bigVecOf(v).unit()).len() / (partUnit * unit)
}

func sharePoint(d *climb.Draw) float64 {
	a, b := drawPair(d)
	var m minkowski
	var p vertex
	m.init(a, b)
	m.support(drawVec(d), &p)
	exactly := bigVecOf(a.exactCorner(p.ia)).sub(inA(a, b, b.exactCorner(p.ib))).scaled(m.scale)
	return bigVecOf(p.w).sub(exactly).len() / m.errPoint
}

func shareSep(d *climb.Draw) float64 {
	a, b := drawPair(d)
	var m minkowski
	m.init(a, b)
	n := drawVec(d)
	n = n.Scale(1 / n.Len())
	sep := m.separation(n)
	low, _ := m.bracket(sep, 0)
	return away(sep, bigZero().Mul(exactGap(a, b, bigVecOf(n)), bigNum(m.scale))) / (sep - low)
}

// shareCurved is about a rim point and a point of an ellipsoid, which has the 1u of local points to
// spare.
func shareCurved(d *climb.Draw) float64 {
	v, r := drawVec(d), d.Float()+0x1p-20
	flat := Vec{v.X, v.Y, 0}
	rim := bigVecOf(rimPoint(r, v)).sub(bigVecOf(flat).unit().scaled(r)).len() / (curvedCore * unit * r)
	o := atPose(Ellipsoid{Vec{d.Float() + 0.1, d.Float() + 0.1, d.Tiny(20)}}, Pose{})
	e := o.body(1)
	p, _ := e.support(v)
	return max(rim, bigVecOf(p).sub(ellipsoidPoint(o.half, v)).len()/((curvedCore+1)*unit*o.radius))
}

// ellipsoidPoint returns the point of the ellipsoid with the radii h farthest along d.
func ellipsoidPoint(h, d Vec) bigVec {
	x := bigVecOf(d)
	for i, r := range [3]float64{h.X, h.Y, h.Z} {
		x[i] = bigZero().Mul(x[i], bigNum(r))
	}
	x = x.unit()
	for i, r := range [3]float64{h.X, h.Y, h.Z} {
		x[i] = bigZero().Mul(x[i], bigNum(r))
	}
	return x
}

func shareInner(d *climb.Draw) float64 {
	v := drawVec(d)
	o := atPose(Ellipsoid{Vec{d.Float() + 0.5, d.Float() + 0.5, d.Float() + 0.5}}, Pose{})
	if !(o.inner > 0) {
		return math.NaN()
	}
	e := o.body(1)
	e.inner = o.inner
	p, _ := e.support(v)
	exactly := ellipsoidPoint(o.half, v).sub(bigVecOf(v).unit().scaled(o.inner))
	return bigVecOf(p).sub(exactly).len() / ((curvedCore + innerBall + 1) * unit * o.radius)
}

// shareSepRelative is about a separation of points of which only the scaling is rounded: bracket
// has to hold it by itself.
func shareSepRelative(d *climb.Draw) float64 {
	m := minkowski{t: Vec{X: 0.25}}
	m.a.kind, m.b.kind = kindPoint, kindPoint
	m.rot = mat3{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}
	v := drawVec(d)
	sep := m.search(v).separation(&m, 1/v.Len())
	low, _ := m.bracket(sep, 0)
	exactly := bigVecOf(m.t).dot(bigVecOf(v).unit())
	return away(sep, exactly) / (sep - low)
}

// shareLength is about a point that has the same corner three times, so that only the weights and
// the length are rounded.
func shareLength(d *climb.Draw) float64 {
	var m minkowski
	w := drawVec(d).Scale(0.5).snap()
	s := simplex{n: 1 + d.Int(3)}
	for i := range s.n {
		s.p[i].w, s.lambda[i] = w, d.Float()
	}
	p, _ := s.point()
	length := p.Len()
	_, up := m.bracket(0, length)
	return away(length, bigNum(bigVecOf(w).len())) / (up - length)
}

// shareMargins is about points with margins in a row, so near each other that nothing else is
// rounded.
func shareMargins(d *climb.Draw) float64 {
	x, y, z, w := d.Float(), d.Tiny(4), d.Float(), d.Tiny(4)
	p := Vec{X: d.Tiny(30)}
	a, b := atPose(Rounded{Rounded{Sphere{x}, y}, 0}, Pose{}), atPose(Rounded{Sphere{z}, w}, Pose{Pos: p})
	var q Query
	c := q.Distance(a, b, nil)
	exactly := bigNum(p.X)
	for _, m := range [4]float64{x, y, z, w} {
		exactly.Sub(exactly, bigNum(m))
	}
	if x, _ := exactly.Float64(); c.Lower > x || c.Upper < x {
		return 1e9
	}
	return away(c.Distance, exactly) / (num.MarginSums * unit * (x + y + z + w + p.X))
}

// drawFace returns a face of EPA, needles among them, and a grid point near it.
func drawFace(d *climb.Draw, thin bool) (e *epa, p Vec) {
	e = new(epa)
	e.best = math.Inf(1)
	a, u, v := drawVec(d).Scale(0.25), drawVec(d).Scale(0.2*d.Tiny(8)), drawVec(d).Scale(0.2)
	if thin {
		v = u.Scale(d.Signed()).Add(v.Scale(d.Tiny(14)))
	}
	for _, w := range [3]Vec{a, a.Add(u), a.Add(v)} {
		w = w.snap()
		e.verts = append(e.verts, epaVertex{vertex: vertex{w: w}, g: toGrid(w)})
	}
	e.face(0, 1, 2)
	p = a.Add(u.Scale(d.Signed())).Add(v.Scale(d.Signed())).Scale(d.Float())
	return e, p.snap()
}

// shareFace compares the face with its exact plane: the distance, and the side of a point, for
// which the length of the normal does not matter.
func shareFace(e *epa, p Vec) float64 {
	f := &e.faces[0]
	a := bigVecOf(e.verts[0].w)
	n := bigVecOf(e.verts[1].w).sub(a).cross(bigVecOf(e.verts[2].w).sub(a))
	if !(n.len() > 0) || math.IsInf(f.errN, 1) || p.Len() > 0.5 {
		return math.NaN()
	}
	n = n.unit()
	plane := away(f.d, n.dot(a)) / (f.errN / 2)
	side := bigVecOf(p).sub(a).dot(n)
	side.Mul(side, bigNum(bigVecOf(f.n).len()))
	return max(plane, away(f.n.Dot(p)-f.d, side)/f.errN)
}

func shareThin(d *climb.Draw) float64 {
	e, p := drawFace(d, true)
	if !(e.faces[0].errN > 64*unit) {
		return math.NaN()
	}
	return shareFace(e, p)
}

func shareFlat(d *climb.Draw) float64 { return shareFace(drawFace(d, false)) }

func shareRefined(d *climb.Draw) float64 {
	e, p := drawFace(d, true)
	if f := &e.faces[0]; !math.IsInf(f.errN, 1) {
		e.refine(f)
	}
	return shareFace(e, p)
}

func shareDet(d *climb.Draw) float64 {
	u, v := drawVec(d), drawVec(d)
	w := drawVec(d)
	u, v, w = u.Scale(0.99).half2(), v.half2(), w.half2()
	return away(u.Cross(v).Dot(w), bigVecOf(u).cross(bigVecOf(v)).dot(bigVecOf(w))) / (detNoise * unit)
}

// half2 rounds to a grid of 2^-51, for coordinates below 1.
func (v Vec) half2() Vec { return v.Scale(0.5).snap().Scale(2) }

func shareSign(d *climb.Draw) float64 {
	a, b := drawPair(d)
	var m minkowski
	m.init(a, b)
	var w [4]Vec
	var x [4]bigVec
	for i := range 4 {
		ia, ib := int32(d.Int(int(a.corners()))), int32(d.Int(int(b.corners())))
		var p vertex
		m.at(ia, ib, &p)
		w[i], x[i] = p.w, bigVecOf(a.exactCorner(ia)).sub(inA(a, b, b.exactCorner(ib))).scaled(m.scale)
	}
	bound := signNoise * (m.errPoint + unit)
	n, k := w[1].Sub(w[0]).Cross(w[2].Sub(w[0])), x[1].sub(x[0]).cross(x[2].sub(x[0]))
	return max(
		away(w[0].Cross(w[1]).Dot(w[2]), x[0].cross(x[1]).dot(x[2])),
		away(n.Dot(w[3].Sub(w[0])), k.dot(x[3].sub(x[0]))),
		away(n.Dot(w[1].Cross(w[2])), k.dot(x[1].cross(x[2]))),
	) / bound
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
	v = v.Scale(num.PowerBelow(max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))))
	n := m.rot.applyT(a.axes.applyT(v))
	i, j := b.corner(int32(d.Int(int(b.corners())))), b.corner(int32(d.Int(int(b.corners()))))
	x := bigVecOf(v).turned(b.pose.Rot, true)
	exactly := bigZero().Sub(x.dot(bigVecOf(i)), x.dot(bigVecOf(j)))
	got := bigZero().Sub(bigNum(n.Dot(i)), bigNum(n.Dot(j)))
	e, _ := bigZero().Sub(got, exactly).Float64()
	return math.Abs(e) / (extremeNoise * unit * b.radius)
}

// TestCertainSigns: a sign is certain beyond the table's bound, and not before.
func TestCertainSigns(t *testing.T) {
	m := minkowski{errPoint: 0x1p-50}
	bound := signNoise * (m.errPoint + unit)
	for _, row := range []struct {
		x    float64
		sign int
		ok   bool
	}{{bound * 0.999, 0, false}, {-bound * 0.999, 0, false}, {bound * 1.001, 1, true}, {-bound * 1.001, -1, true}, {math.NaN(), 0, false}} {
		if sign, ok := m.certain(row.x); sign != row.sign || ok != row.ok {
			t.Errorf("%v of the bound: %d, %v", row.x/bound, sign, ok)
		}
	}
}

// TestNoiseOfArcs: the error of a sign is never zero, and the code holds the sign against the
// table's.
func TestNoiseOfArcs(t *testing.T) {
	if most := climb.Most(1, 400, shareArc) * arcSign * unit; !(most > 0 && most <= arcNoise) {
		t.Errorf("a sign is off by %v u, the code allows %v u", most/unit, arcNoise/unit)
	}
}

// shareArc is about a normal of A and an edge of B, both of hulls.
func shareArc(d *climb.Draw) float64 {
	p, q := drawRot(d), drawRot(d)
	a, _ := p.axes()
	b, _ := q.axes()
	var m mat3
	m.setRelative(&a, &b)
	hull := func() *Hull {
		h, err := NewHull([]Vec{drawVec(d), drawVec(d), drawVec(d), drawVec(d)})
		if err != nil || h.dim != 3 {
			return nil
		}
		return h
	}
	g, h := hull(), hull()
	if g == nil || h == nil {
		return math.NaN()
	}
	n, _, good := g.normal(g.faces[0])
	if !good {
		return math.NaN()
	}
	dir := m.apply(edgeDir(h, 0, 1))
	f := g.faces[0]
	o := bigVecOf(g.points[f[0]])
	exactN := bigVecOf(g.points[f[1]]).sub(o).cross(bigVecOf(g.points[f[2]]).sub(o)).unit()
	exactE := bigVecOf(h.points[1]).sub(bigVecOf(h.points[0])).unit().turned(q, false).turned(p, true)
	return away(n.Dot(dir), exactN.dot(exactE)) / (arcSign * unit)
}

func shareNormal(d *climb.Draw) float64 {
	u := drawVec(d)
	h, err := NewHull([]Vec{u, drawVec(d), u.Add(drawVec(d).Scale(d.Tiny(20))), drawVec(d)})
	if err != nil || h.dim != 3 {
		return math.NaN()
	}
	f := h.faces[d.Int(len(h.faces))]
	n, _, good := h.normal(f)
	if !good {
		return math.NaN()
	}
	o := bigVecOf(h.points[f[0]])
	return bigVecOf(n).sub(bigVecOf(h.points[f[1]]).sub(o).cross(bigVecOf(h.points[f[2]]).sub(o)).unit()).len() / (partNormal * unit)
}

func shareEdge(d *climb.Draw) float64 {
	h, err := NewHull([]Vec{drawVec(d), drawVec(d)})
	if err != nil || h.dim != 1 {
		return math.NaN()
	}
	// Its length does not matter to an axis: only what is across it.
	e := edgeDir(h, 0, 1)
	x := bigVecOf(h.points[1]).sub(bigVecOf(h.points[0])).unit()
	return x.cross(bigVecOf(e)).len() / (partEdge * unit)
}

func shareCross(d *climb.Draw) float64 {
	u := drawVec(d)
	u = u.Scale(1 / u.Len())
	v := u.Add(drawVec(d).Scale(d.Tiny(40)))
	v = v.Scale(1 / v.Len())
	n := crossExact(u, v)
	if !(n.Len2() > parallelEdges) {
		return math.NaN()
	}
	n = n.Scale(1 / n.Len())
	x, _ := bigVecOf(n).dot(bigVecOf(u)).Float64()
	y, _ := bigVecOf(n).dot(bigVecOf(v)).Float64()
	return max(math.Abs(x), math.Abs(y)) / (partCross * unit)
}

// shareBoxes and shareHulls are about the upper bound that all axes prove: the depth is the least
// over the exact normals of C's faces.
func shareBoxes(d *climb.Draw) float64 { return shareAxes(d, false) }

func shareHulls(d *climb.Draw) float64 { return shareAxes(d, true) }

func shareAxes(d *climb.Draw, asHulls bool) float64 {
	x, y, poseA, poseB := drawBoxes(d)
	a, b := atPose(x, poseA), atPose(y, poseB)
	var q Query
	q.defaults()
	if asHulls {
		q.setUp(atPose(hullOfBox(x), poseA), atPose(hullOfBox(y), poseB))
	} else {
		q.setUp(a, b)
	}
	s := &q.sat
	s.begin(&q.m, 0)
	s.stop = math.Inf(1)
	s.all(&q.run, CullNone)
	if s.incomplete || !s.inside(&q.run) {
		return math.NaN()
	}
	return shareOfDepth(&q, a, b)
}

// drawBoxes draws two boxes deep in each other, with edges that are all but parallel in half of
// the draws.
func drawBoxes(d *climb.Draw) (x, y Box, poseA, poseB Pose) {
	x, y = drawBox(d), drawBox(d)
	x.Size, y.Size = x.Size.Add(Vec{0.1, 0.1, 0.1}), y.Size.Add(Vec{0.1, 0.1, 0.1})
	p, turn := drawRot(d), drawRot(d)
	if d.Int(2) == 0 {
		k := d.Tiny(50)
		turn = p.Mul(Rot{turn.x * k, turn.y * k, turn.z * k, 1})
	}
	pos := drawVec(d)
	return x, y, Pose{pos, p}, Pose{pos.Add(drawVec(d).Scale(0.1 * d.Float())), turn}
}

// shareOfDepth returns the share of what upper adds to the least overlap that this is off the depth
// of two boxes.
func shareOfDepth(q *Query, a, b *Object) float64 {
	exactly := bigZero().Mul(exactDepth(a, b), bigNum(-q.m.scale))
	e, _ := exactly.Sub(exactly, bigNum(q.sat.top)).Float64()
	return e / (q.sat.upper(&q.m) - q.sat.top)
}

// shareArcs is shareHulls for the depth by arcs.
func shareArcs(d *climb.Draw) float64 {
	x, y, poseA, poseB := drawBoxes(d)
	var q Query
	q.defaults()
	q.setUp(atPose(hullOfBox(x), poseA), atPose(hullOfBox(y), poseB))
	var k core
	if !q.sat.arcTables(&q.m) || !q.sat.arcs(&q.run, &k) {
		return math.NaN()
	}
	return shareOfDepth(&q, atPose(x, poseA), atPose(y, poseB))
}

func shareBlend(d *climb.Draw) float64 {
	v, w, t := drawVec(d), drawVec(d), d.Float()
	v, w = v.Scale(1/v.Len()), w.Scale(1/w.Len())
	n, inv := blend(v, w, t)
	if !(inv*inv < 1/arcWide) {
		return math.NaN()
	}
	rest, _ := bigZero().Sub(bigNum(1), bigNum(t)).Float64()
	if rest != 1-t {
		return math.NaN()
	}
	exactly := bigVecOf(v).scaled(1 - t).sub(bigVecOf(w).scaled(-t)).unit()
	return bigVecOf(n).sub(exactly).len() / (unit * (float64(arcMid*inv) + arcMid))
}

func hullOfBox(x Box) *Hull {
	var p []Vec
	for i := range int32(8) {
		p = append(p, Vec{x.Size.X / 2 * num.Sign(i), x.Size.Y / 2 * num.Sign(i>>1), x.Size.Z / 2 * num.Sign(i>>2)})
	}
	h, err := NewHull(p)
	if err != nil {
		panic(err)
	}
	return h
}

// exactDepth returns the least overlap of two boxes over their 15 axes.
func exactDepth(a, b *Object) *big.Float {
	var axes [6]bigVec
	for i := range int8(3) {
		axes[i], axes[3+i] = bigVecOf(unitVec(i)), bigVecOf(unitVec(i)).turned(b.pose.Rot, false).turned(a.pose.Rot, true)
	}
	all := axes[:]
	for i := range 3 {
		for j := range 3 {
			if n := axes[i].cross(axes[3+j]); n.len() > 0x1p-200 {
				all = append(all, n)
			}
		}
	}
	t := inA(a, b, Vec{})
	h := [6]float64{a.half.X, a.half.Y, a.half.Z, b.half.X, b.half.Y, b.half.Z}
	var least *big.Float
	for _, n := range all {
		s := bigZero()
		for i := range axes {
			x := n.dot(axes[i])
			s.Add(s, x.Abs(x.Mul(x, bigNum(h[i]))))
		}
		x := n.dot(t)
		s.Sub(s, x.Abs(x))
		if s.Quo(s, bigZero().Sqrt(n.dot(n))); least == nil || s.Cmp(least) < 0 {
			least = s
		}
	}
	return least
}

// shareNoise is about the product of two edges as the boxes' test takes it first, unscaled.
func shareNoise(d *climb.Draw) float64 {
	a, b := drawPair(d)
	var m minkowski
	m.init(a, b)
	r, t, g, h := &m.rot, &m.t, &m.a.half, &m.b.half
	x, y, z := r.x.abs(), r.y.abs(), r.z.abs()
	got := math.Abs(float64(t.Z*r.y.X)-float64(t.Y*r.z.X)) -
		(float64(g.Y*z.X) + float64(g.Z*y.X) + float64(h.Y*x.Z) + float64(h.Z*x.Y))
	n := bigVecOf(Vec{0, -r.z.X, r.y.X})
	if x := n.dot(inA(a, b, Vec{})); x.Sign() < 0 {
		n = n.scaled(-1)
	}
	if !(n.len() > 0) {
		return math.NaN()
	}
	exactly := exactGap(a, b, n)
	exactly.Mul(exactly, bigNum(n.len()*m.scale))
	return away(got, exactly) / (satNoise * unit * m.reach)
}

// shareFar is about the place of a centre far from its frame's origin, in the world's axes.
func shareFar(d *climb.Draw) float64 {
	o := atPose(Box{}, Pose{Rot: drawRot(d)})
	o.center = drawVec(d)
	o.set(o.pose)
	x := bigVecOf(o.off).sub(bigVecOf(o.offLo.Neg())).sub(bigVecOf(o.center).turned(o.pose.Rot, false))
	return x.len() / (farCentres / 2 * big1(o.center))
}

// sharePlane is about the height of a core over a half-space; far has the centre far from the plane
// against its body.
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
	n := bigVecOf(h.Normal)
	exactly := bigVecOf(pos).turned(a.pose.Rot, true).dot(n)
	exactly.Sub(exactly, bigNum(h.Offset))
	for i, e := range [3]float64{b.half.X, b.half.Y, b.half.Z} {
		r := bigVecOf(unitVec(int8(i))).turned(b.pose.Rot, false).turned(a.pose.Rot, true).dot(n)
		exactly.Sub(exactly, r.Abs(r.Mul(r, bigNum(e))))
	}
	exactly.Quo(exactly, bigZero().Sqrt(n.dot(n)))
	exactly.Mul(exactly, bigNum(p.scale))
	return away(k.dist, exactly) / slack
}

// sharePlanes is about the distance of two half-spaces, a quotient of integers.
func sharePlanes(d *climb.Draw) float64 {
	n, p, q, o := drawVec(d), drawVec(d), drawVec(d), d.Signed()
	k, r := math.Ldexp(1, d.Int(5)), drawRot(d)
	a, b := atPose(HalfSpace{n, o}, Pose{p, r}), atPose(HalfSpace{n.Scale(-k), d.Signed()}, Pose{q, r})
	exactly := bigVecOf(q).sub(bigVecOf(p)).turned(r, true).dot(bigVecOf(n))
	exactly.Sub(exactly, bigNum(o))
	exactly.Sub(exactly, bigNum(b.plane.Offset/k))
	exactly.Quo(exactly, bigNum(1).Sqrt(bigVecOf(n).dot(bigVecOf(n))))
	var query Query
	c := query.Distance(a, b, nil)
	return away(c.Distance, exactly) / (planesPad * unit * math.Abs(c.Distance))
}

// shareBounds is about a side of the AABB of a box.
func shareBounds(d *climb.Draw) float64 {
	x := drawBox(d)
	x.Size = x.Size.Scale(d.Tiny(4))
	o := atPose(x, Pose{drawVec(d).Scale(d.Tiny(4)), drawRot(d)})
	row := bigVec{}
	for i, h := range [3]float64{o.half.X, o.half.Y, o.half.Z} {
		row[i] = bigVecOf(unitVec(int8(i)).Scale(h)).turned(o.pose.Rot, false)[0]
		row[i].Abs(row[i])
	}
	top := bigZero().Add(row[0], row[1])
	top.Add(top, row[2])
	top.Add(top, bigNum(o.pose.Pos.X))
	pad := boundsPad * unit * (math.Abs(o.pose.Pos.X) + o.radius)
	return away(o.aabb.Max.X-pad, top) / pad
}

// shareClimb is about the value of a corner of a hull: two of them are compared.
func shareClimb(d *climb.Draw) float64 {
	v, p, q := drawVec(d), drawVec(d), drawVec(d)
	if d.Int(2) == 0 {
		q = p.Add(drawVec(d).Scale(d.Tiny(50)))
	}
	exactly := bigVecOf(v).dot(bigVecOf(p).sub(bigVecOf(q)))
	got := bigZero().Sub(bigNum(v.Dot(p)), bigNum(v.Dot(q)))
	e, _ := got.Sub(got, exactly).Float64()
	return math.Abs(e) / (climbSlack * unit * (math.Abs(v.X) + math.Abs(v.Y) + math.Abs(v.Z)) * max(p.Len(), q.Len()))
}

// drawPosed returns poses of two bodies and of a part of the second, and where the first has the
// second.
func drawPosed(d *climb.Draw) (a, b, in Pose, f posed) {
	a, b = Pose{drawVec(d), drawRot(d)}, Pose{drawVec(d), drawRot(d)}
	in = Pose{drawVec(d).Scale(d.Tiny(10)), drawRot(d)}
	f.relative(&a, &b)
	return a, b, in, f
}

func sharePlaceTurn(d *climb.Draw) float64 {
	a, b, in, f := drawPosed(d)
	out, _, turn := f.place(in)
	v := drawVec(d)
	exactly := bigVecOf(v).turned(in.Rot, false).turned(b.Rot, false).turned(a.Rot, true)
	return bigVecOf(v).turned(out.Rot, false).sub(exactly).len() / (turn * v.Len())
}

// exactPlace returns the exact position of a part.
func exactPlace(a, b, in Pose) bigVec {
	x := bigVecOf(in.Pos).turned(b.Rot, false)
	return x.sub(bigVecOf(b.Pos.Neg())).sub(bigVecOf(a.Pos)).turned(a.Rot, true)
}

func sharePlaceRound(d *climb.Draw) float64 {
	a, b, in, f := drawPosed(d)
	out, shift, _ := f.place(in)
	return bigVecOf(out.Pos).sub(exactPlace(a, b, in)).len() / shift
}

// sharePlaceOff is about a part that the poses take back to the origin, so that its coordinates are
// what double-doubles leave of them.
func sharePlaceOff(d *climb.Draw) float64 {
	a, b, in, _ := drawPosed(d)
	a.Pos = Vec{}
	for i, x := range bigVecOf(in.Pos).turned(b.Rot, false) {
		y, _ := x.Float64()
		*[3]*float64{&b.Pos.X, &b.Pos.Y, &b.Pos.Z}[i] = -y
	}
	var f posed
	f.relative(&a, &b)
	out, shift, _ := f.place(in)
	return (bigVecOf(out.Pos).sub(exactPlace(a, b, in)).len() - placeRound*unit*big1(out.Pos)) / shift
}

func shareFrameOff(d *climb.Draw) float64 {
	a, b, _, f := drawPosed(d)
	p := Vec{f.p[0].Hi, f.p[1].Hi, f.p[2].Hi}
	return bigVecOf(p).sub(exactPlace(a, b, Pose{})).len() / f.off()
}

// shareSupport is about how far a box reaches along a direction.
func shareSupport(d *climb.Draw) float64 {
	p := placement{body: *atPose(drawBox(d), Pose{drawVec(d).Scale(d.Tiny(4)), drawRot(d)})}
	n := drawVec(d)
	n = n.Scale(1 / n.Len())
	o := &p.body
	top := bigVecOf(n).dot(bigVecOf(o.pose.Pos))
	for i, h := range [3]float64{o.half.X, o.half.Y, o.half.Z} {
		x := bigVecOf(n).dot(bigVecOf(unitVec(int8(i)).Scale(h)).turned(o.pose.Rot, false))
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
	top := bigVecOf(in.Pos).turned(p.Rot, false)[0]
	for i, h := range [3]float64{x.Size.X / 2, x.Size.Y / 2, x.Size.Z / 2} {
		e := bigVecOf(unitVec(int8(i)).Scale(h)).turned(in.Rot, false).turned(p.Rot, false)[0]
		top.Add(top, e.Abs(e))
	}
	pad := sidePad * unit * (math.Abs(p.Pos.X) + c.reach)
	return away(o.aabb.Max.X-pad, top.Add(top, bigNum(p.Pos.X))) / pad
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
	return w, n, exactGap(a, b, bigVecOf(n))
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

// shareFacets is about how far a direction separates two triangles as a query sees them.
func shareFacets(d *climb.Draw) float64 {
	var bodies [2]*Object
	for i := range bodies {
		size := d.Tiny(6)
		v := []Vec{drawVec(d).Scale(size), drawVec(d).Scale(size), drawVec(d).Scale(size)}
		m, err := NewMesh(v, [][3]int{{0, 1, 2}}, MeshOptions{})
		if err != nil {
			panic(err)
		}
		bodies[i] = atPose(m, Pose{drawVec(d).Scale(d.Tiny(6)), drawRot(d)})
	}
	var w partPair
	w.start(bodies[0], bodies[1])
	w.startSearch()
	w.search.facets.load(0, 0)
	n := drawVec(d)
	n = n.Scale(1 / n.Len())
	sep, _, _ := w.search.facets.separation(n)
	along := func(o *Object, sign float64) (far *big.Float) {
		for _, p := range o.union().from.corners() {
			x := bigVecOf(p).turned(o.pose.Rot, false).sub(bigVecOf(w.f.pose.Pos)).sub(bigVecOf(o.pose.Pos.Neg()))
			if v := x.turned(w.f.pose.Rot, true).dot(bigVecOf(n.Scale(sign))); far == nil || v.Cmp(far) > 0 {
				far = v
			}
		}
		return far
	}
	exactly := along(w.f, 1)
	exactly.Add(exactly, along(w.g, -1)).Neg(exactly)
	return away(sep, exactly) / (facetPad * unit * w.size())
}

// shareFacetPoint is about how far the direction to a triangle separates it from a point.
func shareFacetPoint(d *climb.Draw) float64 {
	p := [4]Vec{drawVec(d), drawVec(d).Scale(d.Tiny(6)), drawVec(d), drawVec(d).Scale(d.Tiny(6))}
	x := p[3]
	v, _, _, _ := nearestTriangle(p[0].Sub(x), p[1].Sub(x), p[2].Sub(x))
	low, size := math.Inf(1), 0.0
	var exactly *big.Float
	l := bigVecOf(v).unit()
	for _, c := range p[:3] {
		low, size = min(low, v.Dot(c.Sub(x))), max(size, c.Len())
		if e := l.dot(bigVecOf(c).sub(bigVecOf(x))); exactly == nil || e.Cmp(exactly) < 0 {
			exactly = e
		}
	}
	return away(low/v.Len(), exactly) / (facetPoint * unit * (big1(x) + size))
}

// drawFacetRay returns a ray and the corners of a triangle.
func drawFacetRay(d *climb.Draw) (f facetRay, p [3]Vec) {
	for k := range p {
		p[k] = drawVec(d).Scale(d.Tiny(6))
	}
	o, v := drawVec(d).Scale(d.Tiny(6)), drawVec(d)
	f.start(o, v, 0, 0, max(big1(p[0]), big1(p[1]), big1(p[2])))
	return f, p
}

// shareFacetShear is about where a corner lies across from a ray.
func shareFacetShear(d *climb.Draw) float64 {
	f, p := drawFacetRay(d)
	v, q := array(f.d), bigVecOf(p[0]).sub(bigVecOf(f.o))
	k := 0
	for i := range 3 {
		if math.Abs(v[i]) > math.Abs(v[k]) {
			k = i
		}
	}
	i := (k + 1) % 3
	exactly := bigZero().Mul(q[k], bigNum(v[i]))
	exactly.Quo(exactly, bigNum(v[k])).Sub(q[i], exactly)
	x, _ := f.across(p[0].Sub(f.o))
	return away(x, exactly) / (facetShear * unit * f.far)
}

// shareFacetCross is about the product of a normal and a corner seen from the ray's origin.
func shareFacetCross(d *climb.Draw) float64 {
	f, p := drawFacetRay(d)
	n := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
	exactly := bigVecOf(n).dot(bigVecOf(p[0]).sub(bigVecOf(f.o)))
	return away(n.Dot(p[0].Sub(f.o)), exactly) / (facetCross * unit * big1(n) * f.far)
}

// shareFacetCurl is about the normal of a triangle.
func shareFacetCurl(d *climb.Draw) float64 {
	p := [3]Vec{drawVec(d), drawVec(d), drawVec(d)}
	x, y := p[1].Sub(p[0]), p[2].Sub(p[0])
	n := x.Cross(y)
	exactly := bigVecOf(p[1]).sub(bigVecOf(p[0])).cross(bigVecOf(p[2]).sub(bigVecOf(p[0])))
	sum := away(n.X, exactly[0]) + away(n.Y, exactly[1]) + away(n.Z, exactly[2])
	return sum / (facetCurl * unit * big1(x) * big1(y))
}

// What else holds a constant.
const (
	bySum   = "by the sum of its parts"
	noBound = "no: it chooses a way and bounds nothing"
)

// drawMoving returns points that move, of any sizes.
func drawMoving(d *climb.Draw) *moving {
	m := new(moving)
	for i := range 4 {
		k := d.Tiny(4)
		m.start[i], m.end[i] = drawVec(d).Scale(k), drawVec(d).Scale(k)
	}
	m.edges = d.Int(2) == 0
	m.differences()
	return m
}

// figureAt returns u, w and r at a time: at an end, or s to the end's side of the start.
func (m *moving) figureAt(t float64) (u, w, r bigVec) {
	at := func(i int) bigVec {
		p := bigVecOf(m.start[i])
		return p.sub(bigVecOf(m.end[i]).sub(p).scaled(-t))
	}
	if m.edges {
		return at(1).sub(at(0)), at(2).sub(at(3)), at(0).sub(at(2))
	}
	return at(2).sub(at(1)), at(3).sub(at(1)), at(1).sub(at(0))
}

func shareCoplanar(d *climb.Draw) float64 {
	m := drawMoving(d)
	c := m.coplanar()
	u0, w0, r0 := m.figureAt(0)
	u1, w1, r1 := m.figureAt(1)
	det := func(u, w, r bigVec) *big.Float { return u.cross(w).dot(r) }
	third := func(x, y, z *big.Float) *big.Float {
		s := bigZero().Add(x, y)
		return s.Quo(s.Add(s, z), bigNum(3))
	}
	most := 0.0
	for i, x := range [4]*big.Float{
		det(u0, w0, r0),
		third(det(u1, w0, r0), det(u0, w1, r0), det(u0, w0, r1)),
		third(det(u0, w1, r1), det(u1, w0, r1), det(u1, w1, r0)),
		det(u1, w1, r1),
	} {
		most = max(most, away(c.B[i], x)/float64(c.Error*c.M[i]))
	}
	return most
}

// exactWeights returns what weights does, without rounding.
func (m *moving) exactWeights(t float64) (nn, a, b *big.Float) {
	u, w, r := m.figureAt(t)
	n := u.cross(w)
	return n.dot(n), w.cross(r).dot(n), r.cross(u).dot(n)
}

func shareInside(d *climb.Draw) float64 {
	m, t := drawMoving(d), d.Float()
	nn, a, b := m.weights(t)
	x, y, z := m.exactWeights(t)
	errN, errA, errB := m.weightErrors(t, 0)
	third := bigZero().Sub(bigZero().Sub(x, y), z)
	return max(away(nn, x)/errN, away(a, y)/errA, away(b, z)/errB, away(nn-a-b, third)/(errN+errA+errB))
}

// shareMoved is about what changes between two times. A bound beyond the greatest value that the
// sizes allow proves nothing, so that it need not hold.
func shareMoved(d *climb.Draw) float64 {
	m, t, width := drawMoving(d), d.Float(), d.Tiny(20)
	nn, a, b := m.exactWeights(t)
	x, y, z := m.exactWeights(t + float64(width*d.Signed()))
	errN, errA, errB := m.weightErrors(t, width)
	if ss := sizeAt(&m.sizeU, t) * sizeAt(&m.sizeW, t); errN > 12*ss*ss {
		return math.NaN()
	}
	diff := func(x, y *big.Float) float64 {
		d, _ := bigZero().Sub(x, y).Float64()
		return math.Abs(d)
	}
	return max(diff(nn, x)/errN, diff(a, y)/errA, diff(b, z)/errB)
}

// shareTurn is about a point of a body that turns about its frame's origin.
func shareTurn(d *climb.Draw) float64 {
	o := Object{radius: 1}
	o.set(Pose{Rot: drawRot(d)})
	w, x, t := drawVec(d).Scale(4), drawVec(d), d.Float()
	m := Motion{angular: w, center: x.Neg()}
	var c course
	c.init(&o, &m, 1)
	c.set(t)
	hi, lo := o.pose.Rot.axes()
	b := bigVecOf(x)
	sum := hi.times(b)
	for i, r := range lo.times(b) {
		sum[i] = bigZero().Add(sum[i], r)
	}
	term, turn := sum, bigVecOf(w).scaled(t)
	for k := 1; k < 80; k++ { // the terms end below 13^80/80!, 1e-29
		term = turn.cross(term)
		for i := range 3 {
			term[i] = bigZero().Quo(term[i], bigNum(float64(k)))
			sum[i] = bigZero().Add(sum[i], term[i])
		}
	}
	off := Vec{away(c.y.X, sum[0]), away(c.y.Y, sum[1]), away(c.y.Z, sum[2])}
	return off.Len() / (turnSlip * unit * x.Len())
}

// rounding is the table of the error constants of d3 with the parts that they are made of.
func rounding() []climb.Row {
	row := climb.Of
	return []climb.Row{
		row("rotation (part)", partMatrix, "|v|", "a stored matrix, as a map", "gjk.md", 0.35, shareMatrix, ""),
		row("product (part)", partApply, "|v|", "matrix times vector", "gjk.md", 0.35, shareApply, ""),
		row("inner product (part)", partDot, "|v||w|", "v.w", "gjk.md", 0.35, shareDot, ""),
		row("relative matrix (part)", partRelative, "|v|", "RA^T RB, as a map", "gjk.md", 0.2, shareRelative, bySum),
		row("offset (part)", partOffset, "D", "t", "gjk.md", 0.2, shareOffset, bySum),
		row("unit vector (part)", partUnit, "1", "v/|v|", "gjk.md", 0.35, shareUnit, ""),
		row("unit normal (part)", partNormal, "1", "the normal of a hull's face", "sat3.md", 0.35, shareNormal, ""),
		row("unit edge (part)", partEdge, "1", "the direction of a hull's edge, across it", "sat3.md", 0.35, shareEdge, ""),
		row("product of edges (part)", partCross, "1", "the inner products of a product with its edges", "sat3.md", 0.2, shareCross, bySum),
		row("pointA", pointA, "rA", "a kept point of C, with the next four", "gjk.md", 0.35, sharePoint, bySum),
		row("pointB", pointB, "rB", "", "gjk.md", 0, nil, bySum),
		row("pointDist", pointDist, "D", "", "gjk.md", 0, nil, bySum),
		row("pointReach", pointReach, "reach", "", "gjk.md", 0, nil, bySum),
		row("pointGrid", pointGrid, "1", "", "gjk.md", 0, nil, bySum),
		row("sepA", sepA, "rA", "a separation, with the next three", "gjk.md", 0.15, shareSep, bySum),
		row("sepB", sepB, "rB", "", "gjk.md", 0, nil, bySum),
		row("sepDist", sepDist, "D", "", "gjk.md", 0, nil, bySum),
		row("sepReach", sepReach, "reach", "", "gjk.md", 0, nil, bySum),
		row("curvedCore", curvedCore, "rA + rB", "a support point of a curved core", "gjk.md", 0.35, shareCurved, ""),
		row("innerBall", innerBall, "rA + rB", "the same less the point of a ball", "gjk.md", 0.2, shareInner, bySum),
		row("sepRelative", sepRelative, "the separation", "scaling the separation", "gjk.md", 0.2, shareSepRelative, bySum),
		row("lengthRelative", lengthRelative, "the length", "weights and length of a point", "gjk.md", 0.35, shareLength, bySum),
		row("num.MarginSums", num.MarginSums, "margins + distance", "taking the margins off", "gjk.md", 0.35, shareMargins, ""),
		row("marginPad", marginPad, "margins + distance", "the same, before a relation is claimed", "gjk.md", 0, nil, bySum),
		row("farCentres", farCentres, "centres", "what the difference of centres leaves out; not in u", "gjk.md", 0.01, shareFar, bySum+"; the climb cannot: double-doubles leave far less"),
		row("farEnough", farEnough, "reach", "", "gjk.md", 0, nil, noBound),
		row("detNoise", detNoise, "1", "a determinant of grid vectors below 1", "gjk.md", 0.05, shareDet, bySum+"; the climb cannot: thirty roundings, each at its worst"),
		row("faceThin", faceThin, "(|p|^2 + |q|^2)/|p x q|", "the plane of a needle, with the next", "epa.md", 0.1, shareThin, bySum),
		row("faceFlat", faceFlat, "1", "the plane of a face", "epa.md", 0.1, shareFlat, bySum),
		row("faceRefined", faceRefined, "1", "the plane of a face from integers", "epa.md", 0.1, shareRefined, bySum),
		row("faceRough", faceRough, "1", "", "epa.md", 0, nil, noBound),
		row("epaFloor", epaFloor, "reach", "", "epa.md", 0, nil, noBound),
		row("proofPad", proofPad, "errPoint", "the way of kept points from pose to pose; not in u", "epa.md", 0, nil, bySum),
		row("satNoise", satNoise, "reach", "a separation times the length of its axis", "sat3.md", 0.02, shareNoise, bySum+"; the climb cannot: 44 of 64 derived, of forty roundings"),
		row("satPrefer", satPrefer, "reach", "", "sat3.md", 0, nil, noBound),
		row("productSquare", productSquare, "1", "the square of a product of edges", "sat3.md", 0, nil, bySum),
		row("arcSign", arcSign, "1", "a normal times an edge of the other hull", "sat3.md", 0.05, shareArc, bySum+"; the climb cannot: 25 of 64 derived, of thirty roundings"),
		row("boxSlackA", boxSlackA, "rA", "the least overlap of boxes over the depth, with the next two", "sat3.md", 0.02, shareBoxes, bySum+"; the climb cannot: the lemma lets three vectors err at once"),
		row("boxSlackB", boxSlackB, "rB", "", "sat3.md", 0, nil, bySum),
		row("boxSlackDist", boxSlackDist, "D", "", "sat3.md", 0, nil, bySum),
		row("hullSlackRadius", hullSlackRadius, "max(rA, rB)", "the least overlap of hulls over the depth, with the next", "sat3.md", 0.02, shareHulls, bySum+"; the climb cannot: as boxSlackA"),
		row("hullSlackReach", hullSlackReach, "reach", "", "sat3.md", 0, nil, bySum),
		row("witnessTies", witnessTies, "reach", "", "sat3.md", 0, nil, noBound),
		row("arcSame", arcSame, "reach", "", "sat3.md", 0, nil, "by TestArcsServe"),
		row("arcFaceA", arcFaceA, "1", "the normal of a face of A", "sat3.md", 0, nil, bySum),
		row("arcFaceB", arcFaceB, "1", "the depth by arcs", "sat3.md", 0.02, shareArcs, bySum+"; the climb cannot: as boxSlackA"),
		row("arcMid", arcMid, "1 over its length, and 1", "a direction between two", "sat3.md", 0.2, shareBlend, bySum),
		row("arcBall", arcBall, "the radius", "the distance of a face from a hull's centre", "sat3.md", 0, nil, bySum),
		row("arcValue", arcValue, "reach", "a support value", "sat3.md", 0, nil, bySum),
		row("arcRough", arcRough, "reach", "the same from planes in single precision; not in u", "sat3.md", 0, nil, bySum),
		row("signNoise", signNoise, "errPoint + u", "products of kept points", "exact.md", 0.01, shareSign, bySum+"; the climb cannot: 6 of 16 derived, and no errPoint is used up in four points"),
		row("extremeNoise", extremeNoise, "the radius", "the order of corners along a direction", "exact.md", 0.02, shareExtreme, bySum+"; the climb cannot: 142 of 256 derived, of forty roundings"),
		row("quickPlane", quickPlane, "the size", "a support value in double-double; not in u", "exact.md", 0, nil, "no: four times the sum of its parts; TestQuickBounds"),
		row("quickDet", quickDet, "the size cubed", "a determinant in double-double; not in u", "exact.md", 0, nil, "no: three times the sum of its parts; TestQuickBounds"),
		row("quickSquare", quickSquare, "the size squared", "two squares in double-double; not in u", "exact.md", 0, nil, "no: as quickPlane"),
		row("quickInside", quickInside, "(size^3 / least radius)^2", "a point in an ellipsoid, in double-double; not in u", "exact.md", 0, nil, "no: twice the sum of its parts"),
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
		row("directPad", directPad, "|d|_1 + rA + rB", "the signed distance of points, segments and a box, direct", "exact.md", 0, nil, bySum),
		row("directionError", directionError, "edges times radii", "a direction across two edges", "exact.md", 0, nil, bySum),
		row("limitError", limitError, "the length", "a length that a depth is held against", "exact.md", 0, nil, bySum),
		row("boundsPad", boundsPad, "|position| + radius + margin", "a side of an AABB", "gjk.md", 0.1, shareBounds, bySum),
		row("climbPad", climbPad, "the radius", "the same of a hull of many corners, besides", "gjk.md", 0, nil, bySum),
		row("climbSlack", climbSlack, "|d|_1 radius", "the order of two corners of a hull", "the comment of slackPerUnit", 0.1, shareClimb, bySum),
		row("cellSlack", cellSlack, "radius, and a corner's 1-norm", "two corners of a hull along the corners of a cell", "gjk.md", 0, nil, "no: five times the sum of its parts"),
		row("coplanarError", coplanarError, "the bound", "a coefficient of the cubic of points that move", "vertices.md", 0.05, shareCoplanar, bySum+"; the climb cannot: thirty roundings, each at its worst"),
		row("insideError", insideError, "the sizes", "where the points are in one plane: products of four vectors", "vertices.md", 0.02, shareInside, bySum+"; the climb cannot: a hundred roundings, each at its worst"),
		row("sweepNear", sweepNear, "the length of a sweep", "a corner of C moved along a sweep", "cast.md", 0, nil, bySum),
		row("capRoom", capRoom, "reach", "two vertices seen from a round body, against each other", "exact.md", 0, nil, bySum),
		row("bracketUnits", bracketUnits, "the core, or the size", "", "gjk.md", 0, nil, noBound),
		row("quotientPad", quotientPad, "1", "a quotient, a root, a length", "cast.md", 0, nil, bySum),
		row("timePad", timePad, "t", "when a box passes the side of another", "cast.md", 0, nil, bySum),
		row("castPose", castPose, "positions", "that of a body on its way", "cast.md", 0, nil, bySum),
		row("castTime", castTime, "t", "what rounding adds to a time", "cast.md", 0, nil, bySum),
		row("castDepth", castDepth, "extents", "", "cast.md", 0, nil, noBound),
		row("castStill", castStill, "t |v|", "how far a plane moves in a time", "cast.md", 0, nil, bySum),
		row("pointRoot", pointRoot, "1", "the sum over the squares of an ellipse's radii", "point.md", 0, nil, bySum),
		row("pointInto", pointInto, "coordinates", "a corner of a body that may be contained", "point.md", 0, nil, bySum),
		row("regionSlack", regionSlack, "coordinates", "a distance that a search of boxes is asked for", "convex.md", 0, nil, bySum),
		row("regionFlat", regionFlat, "the product of three edges", "", "convex.md", 0, nil, noBound),
		row("rayPlace", rayPlace, "|x|_1", "a point, or a direction, in the axes of a body", "ray.md", 0.15, shareRayPlace, bySum),
		row("rayTurn", rayTurn, "1", "a direction with coordinates of at most 1 there", "ray.md", 0, nil, bySum),
		row("rayShift", rayShift, "lengths", "a centre or a corner taken off", "ray.md", 0, nil, bySum),
		row("rayMargin", rayMargin, "the margin", "the radius of what is round", "ray.md", 0, nil, bySum),
		row("rayDot", rayDot, "|x|_1", "an inner product with a normal", "ray.md", 0.2, shareRayDot, bySum),
		row("rayNormal", rayNormal, "1", "the normal of a face", "ray.md", 0, nil, bySum),
		row("rayRing", rayRing, "1", "that of an edge, in the plane of its face", "ray.md", 0, nil, bySum),
		row("rayAlong", rayAlong, "1", "the direction from one corner to another", "ray.md", 0.2, shareRayAlong, bySum),
		row("rayEnds", rayEnds, "the corners over their distance", "what the roundings of the corners do to it", "ray.md", 0, nil, bySum),
		row("rayAcross", rayAcross, "|x|_1", "what of a vector is across an axis", "ray.md", 0.12, shareRayAcross, bySum),
		row("rayLong", rayLong, "lengths", "the far end of an edge", "ray.md", 0, nil, bySum),
		row("rayScaled", rayScaled, "1", "coordinates over radii", "ray.md", 0, nil, bySum),
		row("rayHeight", rayHeight, "|o|_1 + the offset", "the height over a half-space", "ray.md", 0.1, shareRayHeight, bySum),
		row("rayFacet", rayFacet, "|o|_1 + the radius", "the height over a face, short, with the next", "ray.md", 0.02, shareRayFacet, bySum+"; the climb cannot: forty roundings, each at its worst"),
		row("raySlope", raySlope, "|d|_1", "its change", "ray.md", 0, nil, bySum),
		row("rayBox", rayBox, "|o|_1 + twice the radius", "a point in the axes of a box, about its faces, with the next", "ray.md", 0.05, shareRayBox, bySum+"; the climb cannot: as rayFacet"),
		row("rayStrip", rayStrip, "t", "the ends of a strip", "ray.md", 0, nil, bySum),
		row("rayBall", rayBall, "|w|_1", "twice what the point nearest a centre is off by, with the next two", "ray.md", 0.02, shareRayBall, bySum+"; the climb cannot: as rayFacet"),
		row("raySquare", raySquare, "r^2 + m^2", "the difference of the squares", "ray.md", 0, nil, bySum),
		row("rayRoot", rayRoot, "t", "the ends in a ball", "ray.md", 0, nil, bySum),
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
		row("facetSlack", facetSlack, "all lengths", "", "compound.md", 0, nil, noBound),
		row("solidShift", solidShift, "coordinates", "the place of a solid in the frame of another", "compound.md", 0, nil, bySum),
		row("castSlope", castSlope, "|v|", "a unit vector times the velocity of a cast", "cast.md", 0, nil, bySum),
		row("castPlace", castPlace, "|positions|_1 + |centres|_1", "the place of a part placed in doubles, for casts", "cast.md", 0, nil, bySum),
		row("castTwist", castTwist, "the reach", "the rotation of such a part", "cast.md", 0, nil, bySum),
		row("castWay", castWay, "t |v| and the length", "a point of C as seen from the way of a cast", "cast.md", 0, nil, bySum),
		row("castGrid", castGrid, "1", "the place on the way of a cast", "cast.md", 0, nil, bySum),
		row("slabPad", slabPad, "the reach", "a separation of boxes that are cast, beside errSep", "cast.md", 0, nil, "no: errSep and the slack of boxes hold the sums without it; the plane needs it"),
		row("slabSlope", slabSlope, "|v|", "its change", "cast.md", 0, nil, bySum),
		row("insideMoved", insideMoved, "the sizes, times what moves in the span", "the same at another time; not in u", "vertices.md", 0.1, shareMoved, bySum),
		row("turnSlip", turnSlip, "size + shift", "a point of a body that turns", "toi.md", 0.05, shareTurn, bySum+"; the climb cannot: 57 of 64 derived, of thirty roundings"),
		row("angleSlip", angleSlip, "the angle", "the angle of a turn, in double-double; not in u", "toi.md", 0, nil, bySum),
		row("restSlip", restSlip, "the radius", "a point of a body that does not", "toi.md", 0, nil, bySum),
		row("tiltSlip", tiltSlip, "1", "the normal of a half-space that does not", "toi.md", 0, nil, bySum),
		row("placeSlip", placeSlip, "D", "the place of the centres", "toi.md", 0, nil, bySum),
		row("wideSlip", wideSlip, "positions + shifts", "the same in double-double; not in u", "toi.md", 0, nil, bySum),
		row("plainSlip", plainSlip, "positions + shifts", "the same in doubles", "toi.md", 0, nil, bySum),
		row("plainWay", plainWay, "the bodies", "", "toi.md", 0, nil, noBound),
		row("laneSums", laneSums, "all lengths", "a Bernstein coefficient of the gap", "toi.md", 0, nil, bySum),
		row("whirlSums", whirlSums, "all lengths", "the gap of two cylinders", "toi.md", 0, nil, bySum),
		row("ballSums", ballSums, "all lengths", "the gap of two balls", "toi.md", 0, nil, bySum),
		row("partSlip", partSlip, "|p|_1 + the radius", "the place of a part", "toi.md", 0, nil, bySum),
		row("figureSum", figureSum, "the sum of magnitudes", "an inner product of a figure", "the comment of figures.go", 0, nil, bySum),
		row("cellPad", cellPad, "1", "all functions of a cell of directions", "epa.md", 0, nil, "no: far above a few sums of products; TestCellsBound"),
		row("support of a part (part)", partSupport, "radius + |position|", "how far a part reaches along a direction", "compound.md", 0.02, shareSupport, bySum+"; the climb cannot: a search among many corners takes a third of it"),
		row("placeTurn", placeTurn, "1", "the rotation of a product of poses", "compound.md", 0.2, sharePlaceTurn, bySum),
		row("placeRound", placeRound, "|p|_1", "the position of a part", "compound.md", 0.35, sharePlaceRound, ""),
		row("placeOff", placeOff, "the positions", "the same in double-double; not in u", "compound.md", 0.0002, sharePlaceOff, bySum+"; the climb cannot: double-doubles leave far less"),
		row("frameOff", frameOff, "|p|_1", "the position of a frame", "compound.md", 0.35, shareFrameOff, ""),
		row("sidePad", sidePad, "|position| + reach", "a side of the AABB of a compound", "compound.md", 0.02, shareSide, bySum+"; the climb cannot: twenty roundings, each at its worst"),
		row("hullsPad", hullsPad, "all lengths", "how far a direction separates two hulls", "compound.md", 0.02, shareHullsPad, bySum+"; the climb cannot: forty roundings, each at its worst"),
		row("aimPad", aimPad, "all lengths", "how far a direction separates two parts", "compound.md", 0.02, shareAim, bySum+"; the climb cannot: as hullsPad"),
		row("facetPoint", facetPoint, "all lengths", "the distance of a point from a triangle", "compound.md", 0.05, shareFacetPoint, bySum+"; the climb cannot: as hullsPad"),
		row("facetShear", facetShear, "all lengths", "where a corner lies across from a ray", "compound.md", 0.1, shareFacetShear, bySum),
		row("facetCross", facetCross, "all lengths", "the product of a normal and a corner, or the way to it", "compound.md", 0.1, shareFacetCross, bySum),
		row("facetCurl", facetCurl, "the lengths of two edges", "the normal of a triangle", "compound.md", 0.1, shareFacetCurl, bySum),
		row("facetPad", facetPad, "all lengths", "how far a direction separates two triangles", "compound.md", 0.05, shareFacets, bySum+"; the climb cannot: as hullsPad"),
		row("cornerPad", cornerPad, "position and reach", "a corner of a box that is turned with its part", "compound.md", 0, nil, bySum),
		row("partsPlane", partsPlane, "all lengths", "how far a half-space is from a box or from hulls", "compound.md", 0, nil, bySum),
		row("regionNear", regionNear, "coordinates", "the distance of a point from a triangle", "convex.md", 0, nil, bySum),
		row("regionNormal", regionNormal, "edges, over their product", "a unit normal of a triangle", "convex.md", 0, nil, bySum),
		row("regionCut", regionCut, "coordinates", "where an edge meets the plane of a cut", "convex.md", 0, nil, bySum),
	}
}

// TestRounding climbs for inputs that use each error constant.
func TestRounding(t *testing.T) { climb.Check(t, rounding()) }

// TestRoundingPage holds the page to the table.
func TestRoundingPage(t *testing.T) {
	golden.CompareBlock(t, "../docs/math/rounding.md", "d3", climb.Table(rounding()))
}

// TestPagesQuoteTheConstants: where a page of the mathematics says a constant, it says this one.
func TestPagesQuoteTheConstants(t *testing.T) {
	says := climb.Says
	climb.CheckClaims(t, "../docs/math", []climb.Claim{
		says("gjk.md", "| **errPoint / u** | **%v** | **%v** | **%v** | **%v** | **%v** |", pointA, pointB, pointDist, pointReach, pointGrid),
		says("gjk.md", "| **errSep / u, and relative** | **%v** | **%v** | **%v** | **%v** | **%v** |", sepA, sepB, sepDist, sepReach, sepRelative),
		says("gjk.md", "|w| (1 + %vu) + errPoint", lengthRelative),
		says("gjk.md", "*Curved cores* add %v (rA + rB) to both", curvedCore),
		says("gjk.md", "adds %v rA and %[1]v rB more", innerBall),
		says("gjk.md", "widening the bracket by %vu of what is subtracted", num.MarginSums),
		says("gjk.md", "so that %vu of what is subtracted is added to the bracket", num.MarginSums+num.BallSum),
		says("gjk.md", "padding / u = %v rA + %v rB + %v D + %v reach + %v + %v d",
			pointA+sepA, pointB+sepB, pointDist+sepDist, pointReach+sepReach, pointGrid, sepRelative+lengthRelative),
		says("gjk.md", "**%vu.** An inner product", partApply),
		says("gjk.md", "norm of |M|, and a 3 x 3 rotation has norm(|M|) <= sqrt 3 (the norm is at most that of Frobenius). **%vu.**", partMatrix),
		says("gjk.md", "**%vu.** *The offset*", partRelative),
		says("gjk.md", "**%vu D.**", partOffset),
		says("gjk.md", "**%v + climbPad: %v (", boundsPad, boundsPad+climbPad),
		says("gjk.md", "**far** = 2^%v times", math.Log2(farCentres)),
		says("epa.md", "| errN/2 = thin + %v |", faceFlat/2),
		says("epa.md", "| errN = %v thin + %v |", faceThin, faceFlat),
		says("epa.md", "within errN/2 of errN = %vu", faceRefined),
		says("epa.md", "rough (errN > %vu)", faceRough),
		says("epa.md", "below %v errPoint", proofPad),
		says("epa.md", "`pad`, %v u,", cellPad),
		says("sat3.md", "boxes slack = u max(%v rB, %v rA + %v D)", boxSlackB, boxSlackA, boxSlackDist),
		says("sat3.md", "hulls slack = u (%v max(rA, rB) + %v reach)", hullSlackRadius, hullSlackReach),
		says("sat3.md", "The code takes %vu.", arcSign),
		says("sat3.md", "only where it beats a face by %vu reach", satPrefer),
		says("sat3.md", "with %vu reach for its error", satNoise),
		says("sat3.md", "outside its feature by more than %vu reach", witnessTies),
		says("sat3.md", "both widened by %vu of the value", sepRelative),
		says("sat3.md", "n1 and n2 are off by %vu, the normals of B by %vu", arcFaceA, arcFaceB),
		says("sat3.md", "and %vu before and after that", arcMid),
		says("sat3.md", "with %vu reach for values that are taken for the same", arcSame),
		says("sat3.md", "A ball is smaller by %vu of the radius, and by 2^%v reach", arcBall, math.Log2(arcRough)),
		says("sat3.md", "has %vu reach over |x|", arcValue),
		says("point.md", "**%vu |x|**", pointBall),
		says("point.md", "**%vu (|x|_1 + rA)**. Curved", pointCore),
		says("point.md", "**%vu (|x|_1 + rA)**. The two", pointFar),
		says("point.md", "must agree to **%vu", pointGap),
		says("point.md", "more than **%vu** of itself", planeNear),
		says("point.md", "adds **%vu** of the margin", marginPad),
		says("exact.md", "off by at most %vu (|e| rB + |f| rA + 2 |e| |f|)", directionError),
		says("exact.md", "more than all that and %vu M", limitError),
		says("exact.md", "All are within the bound used, **%v (e + u)**", signNoise),
		says("exact.md", "The code keeps all within **%v u rho** of the best", extremeNoise),
		says("exact.md", "| 2^%v M |", math.Log2(quickPlane)),
		says("exact.md", "| 2^%v M^3 |", math.Log2(quickDet)),
		says("exact.md", "are off by less than 2^%v M^2 together", math.Log2(quickSquare)),
		says("exact.md", "(M^3/r)^2, and the code takes 2^%v", math.Log2(quickInside)),
		says("vertices.md", "off by %vu M_i in space", coplanarError),
		says("vertices.md", "The code takes %vu and %v rho in space", insideError, insideMoved),
		says("exact.md", "The code takes %vu (|d|_1 + rA + rB)", directPad),
		says("exact.md", "less than %vu reach and twice far", capRoom),
		says("exact.md", "for the height, %vu in the code", planeHeight),
		says("exact.md", "%vu in the code up to a tenth", planeCore),
		says("exact.md", "the height is computed in integers and rounded: %vu of itself", planeExact),
		says("ray.md", "the code takes %vu and %vu of the lengths in space", rayPlace, rayShift),
		says("ray.md", "`ed` = %vu in space", rayTurn),
		says("ray.md", "off by %vu |w| in space", rayAcross),
		says("ray.md", "more than %vu of the lengths across the face", rayWide),
		says("ray.md", "2 e0 + %vu |w| both", rayBall),
		says("ray.md", "e (2r + e) and %vu r^2", raySquare),
		says("ray.md", "2 far `ed` + %vu S", rayFirst),
		says("cast.md", "%vu of all coordinates; speeds are off by %vu of the 1-norm", sweepSide, sweepTurn),
		says("cast.md", "%vu |v| in space", slabSlope),
		says("cast.md", "and %vu of the reach", slabPad),
		says("compound.md", "`turn` is %vu. In", placeTurn),
		says("compound.md", "by at most %vu of the lengths", partSupport),
		says("compound.md", "%vu of all lengths is taken off.", aimPad),
		says("compound.md", "%vu of all lengths is taken off the bound", hullsPad),
		says("compound.md", "so %vu of all lengths is taken off what", facetPad),
		says("compound.md", "is off by %vu of all lengths", facetPoint),
		says("compound.md", "which is %vu of all lengths", facetShear),
		says("compound.md", "%vu of all lengths for the products", facetCross),
		says("compound.md", "%vu of the product of the edges", facetCurl),
		says("compound.md", "2^%v of the terms", math.Log2(placeOff)),
		says("compound.md", "%vu of the lengths where it is a half-space", partsPlane),
		says("compound.md", "%vu of its position and reach", sidePad),
	})
}

// TestRoundingSums holds each constant to the sum of the parts that the pages derive, every part of
// which is a row of the table or an operation counted there.
func TestRoundingSums(t *testing.T) {
	sqrt2, sqrt3 := math.Sqrt2, math.Sqrt(3)
	const turned = partRelative + partApply // a vector of B in A's frame
	for _, row := range []struct {
		what  string
		whole float64
		parts []float64
	}{
		{"the relative matrix", partRelative, []float64{2 * partMatrix, partDot, sqrt2, sqrt3}},
		{"the offset", partOffset, []float64{1, partMatrix, partApply}},
		{"a length, or a quotient, a difference and a product", quotientPad, []float64{partLength, 1}},
		{"a time: a difference, a quotient, a product", timePad, []float64{1, 1, 1}},
		{"a position: a product, a sum", castPose, []float64{1, 1}},
		{"a time: a sum of two", castTime, []float64{1, 1}},
		{"how far a plane moves: two products", castStill, []float64{1, 1}},
		{"the sum over the radii: a square, three roundings, sums", pointRoot, []float64{3, 3, 2}},
		{"a corner: its turn, two sums", pointInto, []float64{partMatrix, partApply, 1, 1}},
		{"a distance of boxes: a difference, squares, a root", regionSlack, []float64{1, 1, 1}},
		{"a centroid: three sums, a radius", regionSlack, []float64{3, 1}},
		{"a box of the table: the origin, its faces, the direction up to twice the end, the strip", rayFirst, []float64{
			rayBox * (sqrt3 + 0.5), 8 * rayPlace * sqrt3, 8 * rayStrip * sqrt3 / 9,
		}},
		{"a corner of a part's box: its turn, the place", cornerPad, []float64{sqrt3 * (partMatrix + partApply), sqrt3}},
		{"a side of parts: the support, its turn, the place, a sum", sweepSide, []float64{partSupport, partApply, partMatrix, 1, 2}},
		{"a velocity, turned", sweepTurn, []float64{partMatrix, partApply}},
		{"a box and a point: two differences, half extents, a length", nearBox, []float64{2, 1, partLength}},
		{"parts behind a point: the support, a product, a sum", nearHull, []float64{partSupport, partDot, 1}},
		{"a point of a body: the support, its place", nearPart, []float64{partSupport, 1, 1}},
		{"a ball about a box: half of a difference, a sum", boxBall, []float64{1, 1}},
		{"a place: a quotient, a rounding of the parts of it", solidShift, []float64{1, 1}},
		{"a point in a body's axes: the matrix, a product, the origin", rayPlace, []float64{partMatrix, partApply, 1}},
		{"a direction there, its coordinates below 1", rayTurn, []float64{sqrt3 * (partMatrix + partApply)}},
		{"a centre taken off: the difference, itself", rayShift, []float64{1, 1}},
		{"the margins' sum", rayMargin, []float64{1}},
		{"a height: a product, a difference", rayDot, []float64{partDot, 1}},
		{"a face's normal", rayNormal, []float64{partNormal}},
		{"an edge's normal: the face's, the edge, a product", rayRing, []float64{partNormal, rayAlong, partCross}},
		{"an axis: its length, the difference", rayAlong, []float64{partUnit, 1}},
		{"an axis by its ends", rayEnds, []float64{1, 1}},
		{"across an axis: itself twice, two products, two differences, an end", rayAcross, []float64{2 * partMatrix, partDot, 1, 1, 1, 1}},
		{"the far end of an edge: its length, the ends, a difference", rayLong, []float64{partLength, 1, 1}},
		{"a coordinate over a radius", rayScaled, []float64{1}},
		{"a half-space: the normal, its length, a product, a difference", rayHeight, []float64{1, 1, partLength, partDot, 1}},
		{"a face, short: the origin, the centre, the normal, a product, a difference", rayFacet, []float64{rayPlace, 2 * rayShift, rayNormal, partDot, 1}},
		{"its slope: the direction, the normal, a product", raySlope, []float64{rayPlace, rayNormal, partDot}},
		{"a box: the origin, a difference, a face", rayBox, []float64{rayPlace, 1, 1}},
		{"a strip: two quotients, two products, a sum", rayStrip, []float64{2, 2, 1}},
		{"a ball, twice: the product, the square, its inverse, a product, the point", rayBall, []float64{2 * (partDot + partDot + 1 + 1 + 3)}},
		{"the squares: both, a difference", raySquare, []float64{partDot, 1, 1}},
		{"the ends: half of the roundings below the root, the root, a sum", rayRoot, []float64{(partDot + 1 + 1) / 2.0, 1, 1}},
		{"a height along an axis: two products, their axis, times t, a sum", rayRim, []float64{2 * (partDot + partMatrix + 1), 1, 1}},
		{"about an end: the axis, times its length, two differences", rayEnd, []float64{partMatrix, 1, 1, 1}},
		{"a compound: the origin, its difference", rayParts, []float64{rayPlace, 1}},
		{"a ball about a part: its centre, its radius", rayReach, []float64{1, 1}},
		{"a point of the ray: a product, two sums", rayPoint, []float64{1, 1, 1}},
		{"a normal times the direction, whose length is below the root of 3", raySteep, []float64{sqrt3 * (partUnit + partDot)}},
		{"a quotient, a sum with its error", rayOver, []float64{1, 1}},
		{"a product of edges: rounding, normalising", partCross, []float64{1, 1, 1}},
		// A reach is rA + rB + D, so each of the three has the rows of the reach as well.
		{"a kept point by rA", pointA + pointReach, []float64{1, 1, 2}},
		{"a kept point by rB", pointB + pointReach, []float64{1, turned, 1, 1, 2}},
		{"a kept point by D", pointDist + pointReach, []float64{partOffset, 1, 1, 2}},
		{"a kept point by reach", pointReach, []float64{1, 2 - 1}},
		{"the grid", pointGrid, []float64{sqrt3}},
		{"a separation by rA", sepA + sepReach, []float64{1, partDot, 1}},
		{"a separation by rB", sepB + sepReach, []float64{1, turned, partDot, 1}},
		{"a separation by D", sepDist + sepReach, []float64{partOffset, partDot, 1}},
		{"a separation by reach: the first of two sums", sepReach, []float64{1}},
		{"relative to the separation", sepRelative, []float64{1, partUnit, 2}},
		{"relative to the length", lengthRelative, []float64{1, 3, 2.5, 2}},
		{"a curved core; local points are to spare", curvedCore + 1, []float64{partUnit}},
		{"less a ball", curvedCore + innerBall + 1, []float64{partUnit, partUnit}},
		{"centres in units of 2^-106: two doubles, low parts", farCentres / (unit * unit), []float64{0x1p-98 / (unit * unit), 9}},
		{"margins, before a relation is claimed", marginPad, []float64{num.MarginSums, num.BallSum, 1}},
		{"a determinant: six products, five roundings each", detNoise, []float64{6 * 5}},
		{"the sign at a face by thinness", faceThin, []float64{(1 + sqrt2) / 2}},
		{"the sign at a face", 2*faceThin + faceFlat, []float64{2 * (1 + sqrt2) / 2, 1, 1.5, 1.5}},
		{"the distance of a face", (2*faceThin + faceFlat) / 2.0, []float64{(1 + sqrt2) / 2, partUnit / 2, 1.5}},
		{"the distance of a refined face", faceRefined / 2.0, []float64{(1.01 + partUnit) / 2, 1.5}},
		{"the way of a kept point in units of errPoint: both ends, both matrices and centres, far centres", proofPad, []float64{
			2, max(2*partOffset/pointDist, sqrt2*sqrt3*partRelative/pointB), farEnough / (2*pointGrid + 4),
		}},
		{"a product of edges by its length", satNoise, []float64{43, 1}},
		{"the square of a product of edges", productSquare, []float64{2 * (1 + sqrt2), 3}},
		{"a normal times an edge", arcSign, []float64{partNormal, partEdge, turned, partDot}},
		{"two edges, one of B's at an end of A's", boxSlackB, []float64{2 * (2 + partRelative)}},
		{"two edges at an end of B's, and B's normals", boxSlackA, []float64{2 * (2 + partRelative), 12.7 - sepA}},
		{"B's normals by D", boxSlackDist, []float64{19.2 - sepDist}},
		{"edges of hulls", hullSlackRadius, []float64{2 * (partEdge + partCross), 2 * (partEdge + turned + partCross)}},
		{"normals of hulls", hullSlackReach, []float64{partNormal, turned}},
		{"a face's normal", arcFaceA, []float64{partNormal}},
		{"a face's normal, turned", arcFaceB, []float64{partNormal, turned}},
		{"a direction between two: a difference, two products, a sum", arcMid, []float64{1, 1, 1}},
		{"its length made 1", arcMid, []float64{partUnit}},
		{"a face's distance", arcBall, []float64{partNormal, partDot, 1}},
		{"a support value by rA: a corner, less t, the product, a sum", sepA + sepReach, []float64{1, 1, partDot, 1}},
		{"a support value by rB: a corner, the turn, the product, two sums", sepB + sepReach, []float64{1, turned, partDot, 2}},
		{"a support value by D: the offset, less it, the product, two sums", sepDist + sepReach, []float64{partOffset, 1, partDot, 2}},
		{"the greatest of these", arcValue, []float64{1, turned, partDot, 2}},
		{"planes in single precision, over a half, in units of 2^-24", arcRough / 0x1p-24, []float64{2}},
		{"a sign by errPoint: six of it", signNoise, []float64{6}},
		{"two corners' values along a direction", extremeNoise, []float64{2 * (64 + 1.8 + 5.2)}},
		{"a support value in units of 2^-94", quickPlane / 0x1p-94, []float64{1}},
		{"a determinant in units of 2^-96: its points, its own roundings", quickDet / 0x1p-96, []float64{18.2, 2}},
		{"the height of a centre", planeHeight, []float64{partUnit, partMatrix, partApply, 1, partDot, 1}},
		{"the lowest point of a core", planeCore, []float64{partUnit, 2 * (partMatrix + partApply), partDot, 1}},
		{"the lowest point of a curved core", planeCore, []float64{partUnit, 2 * (partMatrix + partApply), partDot, partUnit}},
		{"a height from integers: three conversions, root, two products, quotient", planeExact, []float64{3, 0.5, 1, 1, 1}},
		{"taking a margin off", planeMargin, []float64{1, 1, 1}},
		{"the distance of two planes: the same without a conversion, and its ends", planesPad, []float64{3, 0.5, 1, 1, 1, 1}},
		{"a point and a centre: difference, length", pointBall, []float64{1, partLength}},
		{"a point and a box: difference, turn, difference, length", pointCore, []float64{1, partMatrix + partApply, 3, partLength}},
		{"a point and a corner of a hull: the same, a search", pointFar, []float64{1, partMatrix + partApply, 3, partDot, partUnit, 8 * sqrt3}},
		{"a direct form by |d|: difference, turn, product, unit normal, sums", directPad, []float64{1, partMatrix + partApply, partDot, partUnit, 3}},
		{"by the segment: its axis, turn, place, product, unit normal, sums", directPad, []float64{partMatrix, partMatrix + partApply, 1, partDot, partUnit, 3}},
		{"by the box: product, unit normal, sums", directPad, []float64{partDot, partUnit, 3}},
		{"two boxes: separation by |d|", directPad, []float64{sepDist, sepReach, sepRelative}},
		{"by B's radius", directPad, []float64{sepB, sepReach}},
		{"two boxes: points by |d|", directPad, []float64{pointDist, pointReach, lengthRelative}},
		{"by B's radius, too", directPad, []float64{pointB, pointReach}},
		{"two vertices seen from a round body: offset, turn, sums", capRoom, []float64{2 * pointDist, 2 * pointB, 2 * pointReach}},
		{"a product of edges, one turned: differences, turn, product", directionError, []float64{2, 1, partRelative / 2, partApply / 2, partCross}},
		{"a length in the solvers' unit, and times a length", limitError, []float64{4, 1, 1, partLength, 1}},
		{"a side of an AABB", boundsPad, []float64{partMatrix, 5, 1, 1, 3}},
		{"the same of many corners: a search by 8u of the 1-norm", boundsPad + climbPad, []float64{2, 5, 1, 3, 8 * sqrt3}},
		{"a point of a body that turns: axis, turn, product, arm, quaternions", turnSlip, []float64{30, 15, partMatrix, 3, 8}},
		{"an angle in units of 2^-104: length, two sums, Newton, time", angleSlip / 0x1p-104, []float64{1, 1, 0.625, 4}},
		{"a point of a body that does not turn", restSlip, []float64{partMatrix}},
		{"a half-space's normal: length, turn", tiltSlip, []float64{partUnit, partMatrix}},
		{"places: three sums, the product in them", placeSlip, []float64{1, 1, 1, 1, 1}},
		{"places in units of 2^-97: products and sums", wideSlip / 0x1p-97, []float64{4, 2}},
		{"places in doubles", plainSlip, []float64{1, 1, 1}},
		{"a coefficient: the margins, its row, a search, a product, the centres", laneSums, []float64{4, 8, partDot, 8, 6}},
		{"cylinders: two coefficients without a row", whirlSums, []float64{12, 12, 10, 8}},
		{"balls: two points and velocities, a length, a quotient", ballSums, []float64{10, 10, 6, 8}},
		{"a part: its place, its turn", partSlip, []float64{2, 3}},
		{"a sum of figures, as in exact.Orient3D", figureSum, []float64{8}},
		{"a coefficient: vectors, products of two, of three, thirds", coplanarError, []float64{1, 1, 3, 1, 3, 2}},
		{"weights: vectors at a time, products of two, of four, differences", insideError, []float64{12 * (4*4 + 2*2 + 3), 12 * 2}},
		{"weights at another time", insideMoved, []float64{12 * 4}},
		{"two corners of a hull along the corner of a cell, and in a search", cellSlack, []float64{2 * 5 * 4, 2 * partDot}},
		{"two corners of a hull", climbSlack, []float64{2 * partDot, 2}},
		{"a position in units of 2^-97", placeOff / 0x1p-97, []float64{1}},
		{"a quaternion of rounded components", placeTurn, []float64{2}},
		{"a support value of a part", partSupport, []float64{partMatrix, partApply, partUnit, partDot, climbPad, 1, 2}},
		{"a side of the AABB of a compound", sidePad, []float64{partSupport, partMatrix, 1, 1}},
		{"a direction between hulls: both supports, its turn, the position, its length", hullsPad, []float64{partSupport, partSupport, 8, partDot, frameOff, 2, 3}},
		{"a direction between parts: the same, longer", aimPad, []float64{partSupport, partSupport, 8, partDot, frameOff, 8, 3}},
		{"a point and a triangle: the difference, the product, its root and quotient, the mean", facetPoint, []float64{math.Sqrt(3), partDot, 2, 4 * math.Sqrt(3), 1}},
		{"a corner across from a ray: the difference in both places, the quotient, a product, a sum", facetShear, []float64{1, 1, 1, 1, 2}},
		{"a normal and a corner: the product, the difference, the quotient", facetCross, []float64{3, 1, 1}},
		{"a normal: the edges, a product, a difference", facetCurl, []float64{2, 1, 1}},
		{"a direction between triangles: both products, a corner placed in doubles, the length", facetPad, []float64{partDot, partDot, partMatrix, partApply, frameOff, 2, partUnit, 1}},
		{"a sweep: into the frame of A, times its length, two sums", sweepNear, []float64{partMatrix, partApply, 1, 1, 1}},
		{"the slope of a cast: the velocity, the product", castSlope, []float64{10, 2}},
		{"the way of a cast: the velocity, a product", castWay, []float64{10, 2}},
		{"the way of a cast: half a step of its grid in each coordinate", castGrid, []float64{4 * sqrt3}},
		{"the slope of a cast of a part placed in doubles: the same, its rotation", castSlope, []float64{10, castTwist, 2}},
		{"the place of a part in doubles: its turn, or that of its centre, a sum, two differences", castPlace, []float64{partMatrix, partApply, 1, 1}},
		{"the rotation of a part in doubles: a product of two", castTwist, []float64{partRelative, -partMatrix}},
		{"boxes that are cast, along B's normals: the extent, the tilt, a product, three sums", sepA + sepReach + boxSlackA + slabPad, []float64{1, partRelative, partDot, 3}},
		{"boxes that are cast, by rB: the extent, the relative matrix, a product, three sums", sepB + sepReach + slabPad, []float64{1, partRelative, partDot, 3}},
		{"boxes that are cast, by D: the offset, B's normals, three sums", sepDist + sepReach + boxSlackDist + slabPad, []float64{19.2, 3}},
		{"their slope: the velocity, the tilt, a product, times a time, a sum", slabSlope, []float64{10, partRelative, partDot, 1, 1}},
		{"a point and a triangle: the point of it, its weights, the difference, its length", regionNear, []float64{6 * sqrt3, 4 * sqrt3, 2 * sqrt3, 6 * sqrt3}},
		{"a normal: the differences, their product, its length, the quotient", regionNormal, []float64{4 * sqrt3, 1.5, 3, 1}},
		{"a cut: the way times its share, the sum, in two coordinates", regionCut, []float64{10 * sqrt2, sqrt2}},
		{"a slanted cut: the way, its product with the share, the sum", regionCut, []float64{4 * sqrt3, sqrt3}},
		{"a slanted plane: a height, its distance, the share between two, the plane itself", regionNear, []float64{3 * sqrt3, 2 * sqrt3, 4 * sqrt3, sqrt3}},
		{"a half-space and a box: its normal, turned there and back, two products", partsPlane, []float64{partUnit, partMatrix, partApply, 8, 8, partDot, partDot, 4}},
	} {
		climb.Sum(t, row.what, row.whole, row.parts...)
	}
}

// TestBoundsAreTheTables: the bounds of a pair are the table's, for the whole, so that no place
// counts with numbers of its own.
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
				t.Errorf("curved %v, ball %v: errSep is off the table by %v u", curved, inner, e/unit)
			}
			if e := m.errPoint - unit*point - m.far; math.Abs(e) > 1e-12*unit {
				t.Errorf("curved %v, ball %v: errPoint is off the table by %v u", curved, inner, e/unit)
			}
		}
	}
}

// TestSlackIsTheLemmas: the slack of both kinds of pairs is the table's.
func TestSlackIsTheLemmas(t *testing.T) {
	p := Pose{Vec{0.3, 0.2, 0.1}, Rot{0.5, 0.5, 0.5, 0.4}}
	for _, hulls := range []bool{false, true} {
		for _, swap := range []bool{false, true} {
			x, y := Box{Vec{1, 2, 3}}, Box{Vec{2, 2, 0.5}}
			if swap {
				x, y = y, x
			}
			var q Query
			q.defaults()
			if hulls {
				q.prepare(atPose(hullOfBox(x), Pose{}), atPose(hullOfBox(y), p))
			} else {
				q.prepare(atPose(x, Pose{}), atPose(y, p))
			}
			m := &q.m
			q.sat.begin(m, 0)
			q.sat.all(&q.run, CullNone)
			ra, rb := m.a.reach, m.b.reach
			want := max(boxSlackB*rb, boxSlackA*ra+boxSlackDist*(m.reach-ra-rb))
			if hulls {
				want = hullSlackRadius*max(ra, rb) + hullSlackReach*m.reach
			}
			if math.Abs(q.sat.slack-unit*want) > 1e-12*unit {
				t.Errorf("hulls %v: slack %v u, the table says %v u", hulls, q.sat.slack/unit, want)
			}
			if up := q.sat.upper(m) - q.sat.top; !(up >= m.errSep+unit*want) {
				t.Errorf("hulls %v: the upper bound pads by %v u only", hulls, up/unit)
			}
		}
	}
}
