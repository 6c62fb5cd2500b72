package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// A cylinder or cone that rests with a cap on a polytope is decided exactly. In the frame of the
// round body, whose axis R(q)z/(q.q) is a unit vector exactly, the polytope's vertices are
// integers, and so is the gap between the cap's plane and the lowest of them. What remains is
// whether the polytope's lowest face reaches over the disc, a question in the plane about the
// distance of the axis from a convex polygon. Other ways to be near contact stay undecided here.

// roundFrame is a body p seen from a round body, in whose frame the axis is the third one. All
// lengths are in the integers' unit.
type roundFrame struct {
	d            *exactRelation
	p            *Object
	m            [3][3]*big.Int // p's axes in the round body's frame, times norm
	off          [3]*big.Int    // p's position there
	radius, half *big.Int       // of the round body
	margin       *big.Int       // both margins
}

// prepare computes the integers.
func (f *roundFrame) prepare(d *exactRelation, round, p *Object) {
	f.d, f.p = d, p
	d.pair(round, p, min(round.lowestExponent(), p.lowestExponent()))
	ar := &d.ar
	t := ar.Int()
	for i := range 3 {
		for j := range 3 {
			f.m[i][j] = ar.Int().SetInt64(0)
			for k := range 3 {
				f.m[i][j].Add(f.m[i][j], t.Mul(d.ra[k][i], d.rb[k][j]))
			}
		}
	}
	f.off = ar.Scale(d.transposed(&d.ra, d.offset(p, round)), d.nb)
	size := d.vec(round.half)
	f.radius, f.half = ar.Mul(size[0], d.norm), ar.Mul(size[2], d.norm)
	f.margin = d.margins(d.a, d.b)
}

// vertex returns vertex i of the polytope.
func (f *roundFrame) vertex(i int32) [3]*big.Int {
	v := f.d.vec(f.p.exactCorner(i))
	x := f.d.ar.Vec()
	for k := range 3 {
		x[k].Add(f.off[k], f.d.ar.Dot(f.m[k], v))
	}
	return x
}

// besideRim returns the sign of (sqrt(rr) - radius)^2 + over^2 - margin^2: how a point beside the
// rim of a round body lies, at the root of rr from the axis.
func besideRim(ar *exact.Arena, rr, radius, over, margin *big.Int) int {
	sum := ar.Int().Add(rr, ar.Mul(radius, radius))
	sum.Add(sum, ar.Mul(over, over))
	sum.Sub(sum, ar.Mul(margin, margin))
	twice := ar.Int().Lsh(radius, 1)
	return exact.SignRoot(ar, sum, twice.Neg(twice), rr)
}

// capPair is the work on one pair: a round body and a polytope over one of its caps.
type capPair struct {
	roundFrame
	low    [][3]*big.Int // the lowest vertices: gap, and the two coordinates in the cap's plane
	flat   []Vec         // the same as doubles, for guesses only
	gap    *big.Int      // of the lowest vertices above the cap's plane
	height *big.Int      // of the round body
	disc   *big.Int      // radius of the cap, for a cone that is entered: where its lowest vertices are
	cone   bool
}

// capFew is how many vertices of a polytope doubles leave to the integers: a face of a box has so
// many, which has capMost in all.
const (
	capFew  = 4
	capMost = 8
)

// caps returns the relation of a cylinder or cone and another body near contact through a cap,
// Undecided where they meet otherwise; of two bodies with curved surfaces it is that of tips. n is
// the unit normal from a to b in a's frame. It tells which cap to try first: what a cap proves
// holds whatever n is, and a normal across the axis, from a rim that meets an edge, does not tell.
// rounded says that the poses in r are rounded ones, of parts, from which doubles prove nothing.
func (d *exactRelation) caps(r *run, a, b *Object, n Vec, rounded bool) collide.Relation {
	round, poly, up := a, b, n.Z
	if b.kind == kindCylinder || b.kind == kindCone {
		round, poly, up = b, a, -r.m.rot.applyT(n).Z
	}
	if poly.kind.curved() {
		return d.tips(a, b)
	}
	if round.kind != kindCylinder && round.kind != kindCone {
		return collide.Undecided
	}
	margin := float64((a.margin + b.margin) * r.m.scale)
	var room [capFew]int32
	if round.kind == kindCone {
		if !rounded && r.m.capSilent(round == a, -1, margin) {
			return collide.Undecided
		}
		return d.cap(round, poly, -1, r.m.mayBeLowest(round == a, -1, rounded, room[:]))
	}
	sign := int64(1)
	if up < 0 {
		sign = -1
	}
	for _, sign := range [2]int64{sign, -sign} {
		if !rounded && r.m.capSilent(round == a, sign, margin) {
			continue
		}
		if rel := d.cap(round, poly, sign, r.m.mayBeLowest(round == a, sign, rounded, room[:])); rel != collide.Undecided {
			return rel
		}
	}
	return collide.Undecided
}

// capSilent reports whether doubles prove that a cap decides nothing: one vertex of the polytope is
// lowest over it, deeper than the cap grown by the margins, and beside its disc, which is narrower
// still where a cone is entered. first tells that the round body is the first one. It is about the
// poses that m has.
func (m *minkowski) capSilent(first bool, sign int64, margin float64) bool {
	round, poly := &m.a, &m.b
	if !first {
		round, poly = poly, round
	}
	low, next := math.Inf(1), math.Inf(1)
	var p Vec
	for i := range poly.corners() {
		v := m.overCap(first, poly.vertex(i))
		if z := float64(float64(sign) * v.Z); z < low {
			low, next, p = z, low, v
		} else if z < next {
			next = z
		}
	}
	room := m.capRoom()
	beside := float64(p.X*p.X) + float64(p.Y*p.Y)
	disc := round.half.X + room
	return low+room < next && low+room < round.half.Z+margin && beside > float64(disc*disc)+room
}

// mayBeLowest returns the vertices of the polytope that may be lowest over a cap, in ids, as
// capSilent sees them; nil, which stands for all of them, where there is no room for them or
// doubles tell nothing.
func (m *minkowski) mayBeLowest(first bool, sign int64, rounded bool, ids []int32) []int32 {
	poly := &m.b
	if !first {
		poly = &m.a
	}
	n, count, low := 0, poly.corners(), math.Inf(1)
	if rounded || count > capMost {
		return nil
	}
	var height [capMost]float64
	for i := range count {
		height[i] = float64(float64(sign) * m.overCap(first, poly.vertex(i)).Z)
		low = min(low, height[i])
	}
	low += m.capRoom()
	for i, z := range height[:count] {
		if z <= low {
			if n == len(ids) {
				return nil
			}
			ids[n] = int32(i)
			n++
		}
	}
	return ids[:n]
}

// overCap returns the vertex v of the polytope in the frame of the round body.
func (m *minkowski) overCap(first bool, v Vec) Vec {
	if first {
		return m.rot.apply(v).Add(m.t)
	}
	return m.rot.applyT(v.Sub(m.t))
}

// capRoom is more than what two heights of vertices over a cap are off against each other.
func (m *minkowski) capRoom() float64 { return float64(capRoom*unit*m.reach) + float64(2*m.far) }

// cap returns the relation as far as the cap on one side of the axis proves it. Other vertices of
// the polytope than those of ids are not lowest over it; nil stands for all.
func (d *exactRelation) cap(round, poly *Object, sign int64, ids []int32) collide.Relation {
	c := capPair{cone: round.kind == kindCone, low: d.low[:0], flat: d.flat[:0]}
	c.prepare(d, round, poly)
	c.collect(sign, ids)
	d.low, d.flat = c.low, c.flat
	return c.relate()
}

// collect finds the lowest vertices. sign is that of the cap's side along the axis, ids are as for
// cap.
func (c *capPair) collect(sign int64, ids []int32) {
	c.disc = c.radius
	place := func(i int32) {
		x := c.vertex(i)
		if sign < 0 {
			x[2].Neg(x[2])
		}
		c.insert(x)
	}
	for _, i := range ids {
		place(i)
	}
	for i := range c.p.corners() {
		if ids == nil {
			place(i)
		}
	}
}

// insert keeps x if no vertex is lower.
func (c *capPair) insert(x [3]*big.Int) {
	if len(c.low) > 0 {
		switch x[2].Cmp(c.low[0][2]) {
		case 1:
			return
		case -1:
			c.low, c.flat = c.low[:0], c.flat[:0]
		}
	}
	c.low = append(c.low, x)
	unit, e := exact.Float(c.disc)
	at := func(v *big.Int) float64 {
		m, f := exact.Float(v)
		return math.Ldexp(m, min(max(f-e, -1000), 1000)) / unit
	}
	c.flat = append(c.flat, Vec{at(x[0]), at(x[1]), 0})
}

// relate compares the gap with the margins, and the lowest face with the disc.
func (c *capPair) relate() collide.Relation {
	c.gap, c.height = c.d.ar.Int().Sub(c.low[0][2], c.half), c.d.ar.Int().Lsh(c.half, 1)
	r := capRows{over: c.gap.Cmp(c.margin), gap: c.gap.Sign(), grown: c.margin.Sign() > 0}
	deep := c.d.ar.Int().Add(c.gap, c.height) // positive above the other end of the body
	if r.deep = deep.Sign(); r.over > 0 {
		return collide.Apart
	}
	if c.cone && r.gap < 0 {
		c.taper(deep)
	}
	known := false
	if r.near, known = c.reach(); !known {
		return collide.Undecided
	}
	return r.relation()
}

// capRows are the signs that tell what a cap decides, by the table in docs/math/exact.md, "Caps".
type capRows struct {
	gap, over, deep int  // of the gap, of that less the margins, of that and the height of the body
	near            int  // of the distance from the axis less the radius; 0 where over is positive
	grown           bool // margins are there
}

// relation returns what the signs tell.
func (r *capRows) relation() collide.Relation {
	switch {
	case r.over > 0, r.over == 0 && r.near > 0:
		return collide.Apart
	case r.over == 0 && r.gap >= 0:
		return collide.Touching
	case r.over == 0:
		return collide.Undecided
	case r.near < 0 && r.deep > 0 || r.near <= 0 && r.grown && r.deep >= 0:
		return collide.Overlapping
	}
	return collide.Undecided
}

// taper sets the disc to the cone's section at the lowest vertices, which are deep below the apex.
// All lengths in the plane are multiplied by the height.
func (c *capPair) taper(deep *big.Int) {
	for _, w := range c.low {
		w[0].Set(c.d.ar.Mul(w[0], c.height))
		w[1].Set(c.d.ar.Mul(w[1], c.height))
	}
	c.disc = c.d.ar.Mul(c.disc, deep)
	if deep.Sign() < 0 {
		c.disc.SetInt64(0)
	}
}

// reach compares the distance between the axis and the lowest face with the disc's radius: -1
// inside the rim, 0 on it, 1 outside. Doubles guess the nearest feature, integers prove it; known
// is false where the proof fails.
func (c *capPair) reach() (sign int, known bool) {
	i, j, inside := c.guess()
	if inside {
		for k := 1; k+1 < len(c.low); k++ {
			for l := k + 1; l < len(c.low); l++ {
				if c.holdsAxis(0, k, l) {
					return -min(1, c.disc.Sign()), true
				}
			}
		}
	}
	v, den := c.nearest(i, j)
	ar := &c.d.ar
	// v/den is the nearest point of the edge ij. |v|^2 against (den disc)^2.
	l := ar.Int().Mul(v[0], v[0])
	l.Add(l, ar.Int().Mul(v[1], v[1]))
	r := ar.Mul(c.disc, den)
	sign = l.Cmp(ar.Mul(r, r))
	if sign < 0 {
		return -1, true
	}
	// No point of the face is nearer if all lie beyond the line through v across v.
	s := ar.Int()
	for _, w := range c.low {
		s.Mul(w[0], v[0])
		s.Add(s, ar.Int().Mul(w[1], v[1]))
		if ar.Mul(s, den).Cmp(l) < 0 {
			return 0, false
		}
	}
	return sign, true
}

// guess returns the edge between lowest vertices that is nearest the axis, as doubles see it.
func (c *capPair) guess() (i, j int, inside bool) {
	best := math.Inf(1)
	for k := range c.flat { // an edge has its ends with it
		for l := range k {
			v, _, _ := nearestSegment(c.flat[l], c.flat[k])
			if x := v.Len2(); x < best {
				best, i, j = x, l, k
			}
		}
	}
	return i, j, len(c.low) > 2
}

// holdsAxis reports whether the axis passes through the triangle of three lowest vertices.
func (c *capPair) holdsAxis(i, j, k int) bool {
	a, b, d := c.orient(i, j), c.orient(j, k), c.orient(k, i)
	return a > 0 && b > 0 && d > 0 || a < 0 && b < 0 && d < 0
}

// orient returns the sign of the turn from lowest vertex i to j about the axis.
func (c *capPair) orient(i, j int) int {
	ar := &c.d.ar
	x := ar.Int().Mul(c.low[i][0], c.low[j][1])
	return x.Cmp(ar.Int().Mul(c.low[i][1], c.low[j][0]))
}

// nearest returns the point v/den of the edge ij nearest the axis.
func (c *capPair) nearest(i, j int) (v [2]*big.Int, den *big.Int) {
	ar := &c.d.ar
	a, b := c.low[i], c.low[j]
	ex, ey := ar.Int().Sub(b[0], a[0]), ar.Int().Sub(b[1], a[1])
	along := func(w [3]*big.Int) *big.Int {
		s := ar.Int().Mul(w[0], ex)
		return s.Add(s, ar.Int().Mul(w[1], ey))
	}
	one := ar.Int().SetInt64(1)
	x, y := along(b), along(a)
	if x.Sign() <= 0 {
		return [2]*big.Int{b[0], b[1]}, one
	}
	if y.Sign() >= 0 {
		return [2]*big.Int{a[0], a[1]}, one
	}
	den = ar.Int().Sub(x, y)
	for k, e := range [2]*big.Int{ex, ey} {
		v[k] = ar.Int().Mul(a[k], den)
		v[k].Sub(v[k], ar.Int().Mul(e, y))
	}
	return v, den
}
