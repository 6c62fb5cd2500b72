package d3

import (
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
)

// A cylinder is decided exactly beside a polytope, a ball, and a cylinder that stands parallel to
// it or crosses it, relation_crossed.go. In its frame, see roundFrame, the points of the polytope
// between the planes of the caps are the convex hull of rational points, and so is the one nearest
// to the axis. docs/math/exact.md, "Cylinders".

// cylinders returns the relation of two bodies of which one is a cylinder, Undecided where that one
// is flat or a segment, the other one is curved and no cylinder that stands parallel or crosses it,
// or grown bodies meet at the rim of a cap.
func (d *exactRelation) cylinders(r *run, a, b *Object) collide.Relation {
	c, o, first := a, b, true
	if c.kind != kindCylinder {
		c, o, first = b, a, false
	}
	if c.kind != kindCylinder || c.flatCylinder() {
		return collide.Undecided
	}
	if o.kind == kindCylinder {
		if rel := d.parallel(c, o); rel != collide.Undecided {
			return rel
		}
		return d.crossed(c, o)
	}
	if o.kind.curved() {
		return collide.Undecided
	}
	s := sidePair{corners: d.corners[:0], points: d.slab[:0]}
	if s.prepare(d, c, o); o.corners() == 1 {
		return d.besideAxis(s.vertex(0), s.radius, s.half, s.margin)
	}
	for i := range r.s.n {
		if first {
			s.add(max(r.s.p[i].ib, 0))
		} else {
			s.add(max(r.s.p[i].ia, 0))
		}
	}
	if len(s.corners) == 0 {
		s.add(0)
	}
	rel := s.relate()
	d.corners, d.slab = s.corners, s.points
	return rel
}

// parallel is cylinders for two of them, Undecided where the axes are not parallel.
func (d *exactRelation) parallel(a, b *Object) collide.Relation {
	if u, v := a.axes.column(2), b.axes.column(2); !(u.Cross(v).Len2() < 0x1p-80) {
		return collide.Undecided
	}
	d.pair(a, b, min(a.lowestExponent(), b.lowestExponent()))
	ar := &d.ar
	if !isZero(ar.Cross(axisZ(&d.ra), axisZ(&d.rb))) {
		return collide.Undecided
	}
	at := ar.Scale(d.transposed(&d.ra, d.offset(b, a)), d.nb)
	g, h := d.vec(a.half), d.vec(b.half)
	radius, half := ar.Int().Add(g[0], h[0]), ar.Int().Add(g[2], h[2])
	return d.besideAxis(at, ar.Mul(radius, d.norm), ar.Mul(half, d.norm), d.margins(a, b))
}

// besideAxis returns the relation of a cylinder about the origin, along z, and the point at, which
// are grown by the margin in all.
func (d *exactRelation) besideAxis(at [3]*big.Int, radius, half, margin *big.Int) collide.Relation {
	ar := &d.ar
	rr := ar.Int().Add(ar.Mul(at[0], at[0]), ar.Mul(at[1], at[1]))
	over := ar.Int().Abs(at[2])
	over.Sub(over, half)
	beside := rr.Cmp(ar.Mul(radius, radius))
	c := max(over.Sign(), beside)
	switch whole := ar.Int().Add(radius, margin); {
	case margin.Sign() == 0:
	case over.Sign() <= 0 && beside <= 0:
		c = -1
	case over.Sign() <= 0:
		c = rr.Cmp(ar.Mul(whole, whole))
	case beside <= 0:
		c = over.Cmp(margin)
	default:
		c = besideRim(ar, rr, radius, over, margin)
	}
	return decided.Relation(c)
}

// sideTurns is how many corners a search adds at most, far more than any pair of the tests takes.
const sideTurns = 64

// sidePair is the work on a cylinder and a polytope P: the least distance from the axis of the
// points of P between the planes of the caps.
//
// At the head of every turn:
//
//	(1) corners are different corners of P;
//	(2) the least distance of the points of their hull between the planes is less than in the turn
//	    before, or its proof of being that of P needs another direction.
type sidePair struct {
	roundFrame
	corners []sideCorner
	points  []slabPoint // of which the points of the corners' hull between the planes are the hull
}

// add adds corner i, and reports whether it was not there.
func (s *sidePair) add(i int32) bool {
	for k := range s.corners {
		if s.corners[k].id == i {
			return false
		}
	}
	s.corners = append(s.corners, sideCorner{s.vertex(i), i})
	return true
}

// relate returns the relation.
func (s *sidePair) relate() collide.Relation {
	ar := &s.d.ar
	for range sideTurns {
		if s.cut(); len(s.points) == 0 {
			if i := s.toward(); s.add(i) {
				continue
			}
			if s.margin.Sign() == 0 {
				return collide.Apart // P lies beyond a cap
			}
			return collide.Undecided
		}
		v := s.nearest()
		vv := ar.Int().Add(ar.Mul(v.x, v.x), ar.Mul(v.y, v.y))
		rim := ar.Mul(v.w, s.radius)
		c := vv.Cmp(ar.Mul(rim, rim))
		if c < 0 || c == 0 && s.margin.Sign() > 0 {
			return s.inside()
		}
		num, den := s.slope(&v, vv)
		if i := s.least(&v, num, den); s.below(i, &v, vv, num, den) {
			if !s.add(i) {
				return collide.Undecided // not reached: those that are there are not below
			}
			continue
		}
		switch {
		case s.margin.Sign() == 0:
			return decided.Relation(c)
		case num.Sign() != 0:
			return collide.Undecided
		}
		rim = ar.Mul(v.w, ar.Int().Add(s.radius, s.margin))
		return decided.Relation(vv.Cmp(ar.Mul(rim, rim)))
	}
	return collide.Undecided
}

// inside returns the relation where a point of P between the planes, or on them, is in the
// cylinder, or nearer to it than the margin: P may lie on a cap.
func (s *sidePair) inside() collide.Relation {
	if s.margin.Sign() > 0 {
		return collide.Overlapping
	}
	minus := s.d.ar.Int().Neg(s.half)
	for _, up := range [2]int64{1, -1} {
		top, found := s.half, false
		if up < 0 {
			top = minus
		}
		behind := func(at [3]*big.Int) bool { return int64(at[2].Cmp(top))*up < 0 }
		for k := range s.corners {
			found = found || behind(s.corners[k].at)
		}
		if !found && !behind(s.vertex(s.along(up))) {
			return collide.Touching
		}
	}
	return collide.Overlapping
}

// cut sets the points.
func (s *sidePair) cut() {
	s.points = s.points[:0]
	ar := &s.d.ar
	one, minus := ar.Int().SetInt64(1), ar.Int().Neg(s.half)
	for k := range s.corners {
		p := s.corners[k].at
		over, under := p[2].Cmp(s.half), p[2].Cmp(minus)
		switch {
		case over == 0:
			s.points = append(s.points, slabPoint{p[0], p[1], one, 1})
		case under == 0:
			s.points = append(s.points, slabPoint{p[0], p[1], one, -1})
		case over < 0 && under > 0:
			s.points = append(s.points, slabPoint{p[0], p[1], one, 0})
		}
		for j := range k {
			s.cross(p, s.corners[j].at, s.half, 1)
			s.cross(p, s.corners[j].at, minus, -1)
		}
	}
}

// cross adds the point where the plane at the height z cuts the edge pq, if its ends are on
// different sides.
func (s *sidePair) cross(p, q [3]*big.Int, z *big.Int, side int) {
	if p[2].Cmp(z)*q[2].Cmp(z) >= 0 {
		return
	}
	if p[2].Cmp(q[2]) < 0 {
		p, q = q, p
	}
	ar := &s.d.ar
	up, down := ar.Int().Sub(p[2], z), ar.Int().Sub(z, q[2])
	x := ar.Int().Add(ar.Mul(p[0], down), ar.Mul(q[0], up))
	y := ar.Int().Add(ar.Mul(p[1], down), ar.Mul(q[1], up))
	s.points = append(s.points, slabPoint{x, y, ar.Int().Add(up, down), side})
}

// toward returns a corner nearest to the planes, along the axis, where all corners lie beyond one.
func (s *sidePair) toward() int32 {
	if s.corners[0].at[2].Sign() > 0 {
		return s.along(1)
	}
	return s.along(-1)
}

// along returns the lowest corner of P, the highest one if up is -1.
func (s *sidePair) along(up int64) int32 {
	ar := &s.d.ar
	zero := ar.Int().SetInt64(0)
	return s.lowest([3]*big.Int{zero, zero, ar.Int().SetInt64(up)})
}

// lowest returns the corner of P with the least product with dir, in the frame of the cylinder.
func (s *sidePair) lowest(dir [3]*big.Int) int32 {
	d := s.d
	world := d.turned(&d.ra, dir)
	n := s.p.axes.applyT(floatDir(world)).Neg()
	return d.extreme(s.p, &d.rb, world, n, -1)
}

// nearest returns the point of the hull of the points nearest to the origin. Each turn takes a
// point that is strictly nearer along the direction of the nearest one of an edge, or of a point,
// so that the distance falls and no edge comes back.
func (s *sidePair) nearest() slabPoint {
	ar := &s.d.ar
	a, b := &s.points[0], &s.points[0]
	v := *a
	for {
		low := a
		for k := range s.points {
			if q := &s.points[k]; s.before(&v, q, low) {
				low = q
			}
		}
		vv := ar.Int().Add(ar.Mul(v.x, v.x), ar.Mul(v.y, v.y))
		if ar.Mul(s.dot(&v, low), v.w).Cmp(ar.Mul(vv, low.w)) >= 0 {
			return v
		}
		p, q := s.between(a, low), s.between(b, low)
		switch {
		case a != b && s.holds(a, b, low):
			zero := ar.Int().SetInt64(0)
			return slabPoint{zero, zero, ar.Int().SetInt64(1), 0}
		case s.nearer(&q, &p):
			v, a, b = q, b, low
		default:
			v, b = p, low
		}
	}
}

// dot returns the product of v and p times their denominators.
func (s *sidePair) dot(v, p *slabPoint) *big.Int {
	ar := &s.d.ar
	return ar.Int().Add(ar.Mul(v.x, p.x), ar.Mul(v.y, p.y))
}

// before reports whether p has a smaller product with v than q has.
func (s *sidePair) before(v, p, q *slabPoint) bool {
	ar := &s.d.ar
	return ar.Mul(s.dot(v, p), q.w).Cmp(ar.Mul(s.dot(v, q), p.w)) < 0
}

// nearer reports whether p is nearer to the origin than q.
func (s *sidePair) nearer(p, q *slabPoint) bool {
	ar := &s.d.ar
	return ar.Mul(s.dot(p, p), ar.Mul(q.w, q.w)).Cmp(ar.Mul(s.dot(q, q), ar.Mul(p.w, p.w))) < 0
}

// holds reports whether the triangle of three points has the origin in its interior.
func (s *sidePair) holds(a, b, c *slabPoint) bool {
	x, y, z := s.orient(a, b), s.orient(b, c), s.orient(c, a)
	return x > 0 && y > 0 && z > 0 || x < 0 && y < 0 && z < 0
}

// orient returns the sign of the turn from p to q about the origin.
func (s *sidePair) orient(p, q *slabPoint) int {
	ar := &s.d.ar
	return ar.Mul(p.x, q.y).Cmp(ar.Mul(p.y, q.x))
}

// between returns the point of the edge pq nearest to the origin.
func (s *sidePair) between(p, q *slabPoint) slabPoint {
	ar := &s.d.ar
	px, py, qx, qy := ar.Mul(p.x, q.w), ar.Mul(p.y, q.w), ar.Mul(q.x, p.w), ar.Mul(q.y, p.w)
	ex, ey := ar.Int().Sub(qx, px), ar.Int().Sub(qy, py)
	x := ar.Int().Add(ar.Mul(qx, ex), ar.Mul(qy, ey))
	y := ar.Int().Add(ar.Mul(px, ex), ar.Mul(py, ey))
	switch {
	case x.Sign() <= 0:
		return *q
	case y.Sign() >= 0:
		return *p
	}
	den := ar.Int().Sub(x, y)
	v := slabPoint{x: ar.Mul(px, den), y: ar.Mul(py, den), w: ar.Mul(den, ar.Mul(p.w, q.w))}
	v.x.Sub(v.x, ar.Mul(ex, y))
	v.y.Sub(v.y, ar.Mul(ey, y))
	if p.side == q.side {
		v.side = p.side
	}
	return v
}

// slope returns the least m = num/den, 0 or more, with which the corners prove v to be nearest: no
// corner p has less of v.p + m z than v itself, for its height z beyond the plane on which v lies.
// vv is the square of v times that of its denominator.
func (s *sidePair) slope(v *slabPoint, vv *big.Int) (num, den *big.Int) {
	ar := &s.d.ar
	num, den = ar.Int().SetInt64(0), ar.Int().SetInt64(1)
	if v.side == 0 {
		return num, den
	}
	for k := range s.corners {
		gain, over := s.gain(s.corners[k].at, v, vv)
		if over.Sign() > 0 && gain.Sign() < 0 && ar.Mul(gain, den).Cmp(ar.Int().Neg(ar.Mul(num, over))) < 0 {
			num, den = ar.Int().Neg(gain), over
		}
	}
	return num, den
}

// gain returns how much farther along v a corner is than v, and its height beyond the plane on
// which v lies, both times v.w.
func (s *sidePair) gain(at [3]*big.Int, v *slabPoint, vv *big.Int) (gain, over *big.Int) {
	ar := &s.d.ar
	gain = ar.Int().Add(ar.Mul(v.x, at[0]), ar.Mul(v.y, at[1]))
	gain = ar.Int().Sub(ar.Mul(gain, v.w), vv)
	over = ar.Int().Set(at[2])
	if v.side < 0 {
		over.Neg(over)
	}
	return gain, ar.Mul(over.Sub(over, s.half), v.w)
}

// least returns the corner of P with the least v.p + m z, as slope has it.
func (s *sidePair) least(v *slabPoint, num, den *big.Int) int32 {
	ar := &s.d.ar
	z := ar.Int().Set(num)
	if v.side < 0 {
		z.Neg(z)
	}
	return s.lowest([3]*big.Int{ar.Mul(v.x, den), ar.Mul(v.y, den), z})
}

// below reports whether corner i has less than v has, as slope has it.
func (s *sidePair) below(i int32, v *slabPoint, vv, num, den *big.Int) bool {
	ar := &s.d.ar
	gain, over := s.gain(s.vertex(i), v, vv)
	if v.side == 0 {
		return gain.Sign() < 0
	}
	sum := ar.Mul(gain, den)
	return sum.Add(sum, ar.Mul(over, num)).Sign() < 0
}
