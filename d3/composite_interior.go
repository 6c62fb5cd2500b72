package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/exact"
)

// Where no triangle of one solid crosses one of another, their interiors meet if a part of the
// boundary of one lies in the other one, or if they meet close to a point where the boundaries
// touch: at a corner of one on the other, or where edges cross. Close to such a point each solid is
// a cone, a union of cells between planes, and each cell has a direction. All is decided in
// integers. docs/math/solid.md has the proof.

// solidSide is one of two solids.
type solidSide struct {
	o    Object // a point at its pose, or what stands for the body there where that is a product of poses
	t    *triMesh
	tree *bvh.Tree[[6]float64] // item i is triangle i
	w    winder
	at   []int32       // the triangles that hold the point asked about
	rays [][3]*big.Int // from the point to their corners
	seen []uint64      // the query in which a corner was asked about
}

// solidPair is the work space for the interiors of two solids. All points and directions are in the
// world's axes, points seen from the origin of the first solid: integers, over den, which with unit
// is that of the pair, and over a number of their own.
type solidPair struct {
	d       integers
	side    [2]solidSide
	den     *big.Int
	apart   [3]*big.Int // from the origin of the first to that of the second, over unit
	query   uint64
	pairs   bvh.Pairs[[6]float64]
	rot     [3][3]float64 // the second in the frame of the first, in doubles
	pos     [3]float64
	shift   float64       // error of pos
	off     float64       // no corner of the second is farther off there
	near    [2]spot       // the point asked about, in each frame
	normals [][3]*big.Int // of the planes at that point
}

// meet reports whether the interiors of two solids meet, of whose triangles no two overlap. Item i
// of a tree is triangle i. It is exact for meshes of which none crosses
// itself.
//
// Cost: for each corner of one beside a triangle of the other one, about a winding number; for each
// point where the boundaries touch at a corner or at edges that cross, some.
func (s *solidPair) meet(a, b *member) bool {
	s.side[0].set(a)
	s.side[1].set(b)
	if s.d.posed = [2]exactPose{}; len(a.pose.chain)+len(b.pose.chain) > 0 {
		s.d.posed = [2]exactPose{a.pose, b.pose}
		for i := range s.d.posed {
			s.d.posed[i].of, s.d.posed[i].from = &s.side[i].o, a.pose.base.Pos
		}
	}
	s.begin(lowest(min(a.t.exp, b.t.exp), a.pose.base.Pos))
	return s.contained(0) || s.contained(1) || s.touching()
}

// set prepares one side.
func (b *solidSide) set(m *member) {
	b.o.pose, b.t, b.tree = m.pose.base, m.t, m.tree
	if len(b.seen) < len(b.t.points) {
		b.seen = make([]uint64, len(b.t.points))
	}
}

// begin makes the integers of the poses; no length has a lower exponent than e and the positions.
func (s *solidPair) begin(e int) {
	a, b := &s.side[0].o, &s.side[1].o
	s.query++
	s.d.poses(a, b, lowest(e, b.pose.Pos))
	s.den = s.d.norm
	if s.d.unit != nil {
		s.den = s.d.ar.Mul(s.den, s.d.unit)
	}
	s.apart = s.d.offset(b, a)
}

// turn returns the rotation of side i, times its norm, and the norm.
func (s *solidPair) turn(i int) (r *[3][3]*big.Int, norm *big.Int) {
	if i == 0 {
		return &s.d.ra, s.d.na
	}
	return &s.d.rb, s.d.nb
}

// world returns den times the point x of side i.
func (s *solidPair) world(i int, x Vec) [3]*big.Int {
	r, _ := s.turn(i)
	_, other := s.turn(1 - i)
	v := s.d.ar.Scale(s.d.turned(r, s.d.vec(x)), other)
	if i == 1 {
		for k, t := range s.apart {
			v[k].Add(v[k], s.d.ar.Mul(t, s.d.norm))
		}
	}
	return v
}

// spot returns the point x/(den n) in the frame of side i.
func (s *solidPair) spot(i int, x [3]*big.Int, n *big.Int) spot {
	ar := &s.d.ar
	r, norm := s.turn(i)
	den := ar.Mul(s.den, n)
	if i == 1 {
		x = ar.Sub(x, ar.Scale(s.apart, ar.Mul(s.d.norm, n)))
	}
	return spotAt(s.d.transposed(r, x), ar.Mul(den, norm), s.d.exp)
}

// contained reports whether a component of side i has its first corner in the interior of the other
// side, with interior of its own close to it.
func (s *solidPair) contained(i int) bool {
	for _, c := range s.side[i].t.first {
		if s.corner(i, c) {
			return true
		}
	}
	return false
}

// corner reports whether the interiors meet close to corner c of side i.
func (s *solidPair) corner(i int, c int32) bool {
	if s.side[i].seen[c] == s.query {
		return false
	}
	s.side[i].seen[c] = s.query
	mark := s.d.ar.Mark()
	defer s.d.ar.Release(mark)
	x, one := s.world(i, s.side[i].t.points[c]), s.d.ar.Int().SetInt64(1)
	other := &s.side[1-i]
	p := s.spot(1-i, x, one)
	if n, on := other.w.number(other.t, other.tree, &p); on < 0 && n <= 0 {
		return false
	}
	return s.common(x, one)
}

// common reports whether the interiors meet close to the point x/(den n).
//
// A plane between the triangles of both sides mostly tells; else all cells are asked.
func (s *solidPair) common(x [3]*big.Int, n *big.Int) bool {
	s.normals = s.normals[:0]
	for i := range s.side {
		s.near[i] = s.spot(i, x, n)
		s.gather(i, x, n)
	}
	for _, v := range s.normals {
		mark := s.d.ar.Mark()
		parted := s.parts(v)
		if s.d.ar.Release(mark); parted {
			return false
		}
	}
	for _, v := range s.normals {
		mark := s.d.ar.Mark()
		meet := s.cells(v)
		if s.d.ar.Release(mark); meet {
			return true
		}
	}
	return false
}

// gather finds the triangles of side i that hold the point, the directions from it to their
// corners, and their planes, each once.
func (s *solidPair) gather(i int, x [3]*big.Int, n *big.Int) {
	b, ar := &s.side[i], &s.d.ar
	b.at, b.rays = b.w.holders(b.at[:0], b.t, b.tree, &s.near[i]), b.rays[:0]
	for _, f := range b.at {
		var r [3][3]*big.Int
		for k, c := range b.t.tri(f) {
			r[k] = ar.Sub(ar.Scale(s.world(i, b.t.points[c]), n), x)
		}
		b.rays = append(b.rays, r[0], r[1], r[2])
		v := ar.Cross(ar.Sub(r[1], r[0]), ar.Sub(r[2], r[0]))
		if isZero(v) || s.known(v) {
			continue
		}
		s.normals = append(s.normals, v)
	}
}

// known reports whether v is a normal of a plane that is there.
func (s *solidPair) known(v [3]*big.Int) bool {
	mark := s.d.ar.Mark()
	defer s.d.ar.Release(mark)
	for _, f := range s.normals {
		if isZero(s.d.ar.Cross(v, f)) {
			return true
		}
	}
	return false
}

// parts reports whether the plane across v has the solids on different sides of it, close to the
// point.
func (s *solidPair) parts(v [3]*big.Int) bool {
	var lo, hi [2]int
	for i := range s.side {
		for _, r := range s.side[i].rays {
			mark := s.d.ar.Mark()
			c := s.d.ar.Dot(v, r).Sign()
			s.d.ar.Release(mark)
			lo[i], hi[i] = min(lo[i], c), max(hi[i], c)
		}
	}
	for first := range 2 { // the side that is not behind the plane
		if lo[first] < 0 || hi[1-first] > 0 {
			continue
		}
		ahead, behind := [3][3]*big.Int{v}, [3][3]*big.Int{s.d.ar.Scale(v, s.d.ar.Int().SetInt64(-1))}
		if s.number(first, &behind, 1) <= 0 && s.number(1-first, &ahead, 1) <= 0 {
			return true
		}
	}
	return false
}

// cells reports whether a cell beside the plane across v, of those that the planes at the point
// leave, is in both solids.
//
// A cell has a side in the plane, which has a corner there along another plane unless all planes
// are parallel: l along both, u off the other plane, and off v make a flag in the cell.
func (s *solidPair) cells(v [3]*big.Int) bool {
	ar := &s.d.ar
	minus := ar.Int().SetInt64(-1)
	back := ar.Scale(v, minus)
	alone := true
	for _, f := range s.normals {
		mark := ar.Mark()
		l := ar.Cross(v, f)
		if isZero(l) {
			continue
		}
		alone = false
		u := ar.Cross(l, v)
		ls, us := [2][3]*big.Int{l, ar.Scale(l, minus)}, [2][3]*big.Int{u, ar.Scale(u, minus)}
		for k := range 8 {
			flag := [3][3]*big.Int{ls[k&1], us[k>>1&1], v}
			if k>>2 != 0 {
				flag[2] = back
			}
			if s.both(&flag, 3) {
				return true
			}
		}
		ar.Release(mark)
	}
	if !alone {
		return false
	}
	ahead, behind := [3][3]*big.Int{v}, [3][3]*big.Int{back}
	return s.both(&ahead, 1) || s.both(&behind, 1)
}

// both reports whether both solids are there along the flag from the point.
func (s *solidPair) both(flag *[3][3]*big.Int, n int) bool {
	return s.number(0, flag, n) > 0 && s.number(1, flag, n) > 0
}

// number returns the winding number of side i along the flag from the point.
func (s *solidPair) number(i int, flag *[3][3]*big.Int, n int) int {
	mark := s.d.ar.Mark()
	defer s.d.ar.Release(mark)
	r, _ := s.turn(i)
	var own [3][3]*big.Int
	for k := range n {
		own[k] = s.d.transposed(r, flag[k])
	}
	b := &s.side[i]
	return b.w.along(b.t, b.tree, &s.near[i], &own, n)
}

// touching reports whether the interiors meet close to a point where the boundaries touch.
func (s *solidPair) touching() bool {
	a, b := &s.side[0], &s.side[1]
	s.place()
	s.pairs.Start(a.tree, b.tree, &s.rot, s.pos, s.shift, 0)
	for i, j, ok := s.pairs.Next(); ok; i, j, ok = s.pairs.Next() {
		if s.pair(i, j) {
			return true
		}
	}
	return false
}

// place sets where the second body lies in the frame of the first, in doubles.
func (s *solidPair) place() {
	ar := &s.d.ar
	mark := ar.Mark()
	defer ar.Release(mark)
	for k := range 3 {
		column := ar.Vec()
		for c := range 3 {
			column[c].Set(s.d.rb[c][k])
		}
		for c, v := range s.d.transposed(&s.d.ra, column) {
			s.rot[c][k] = quotient(v, s.d.norm, 0)
		}
	}
	for c, v := range s.d.transposed(&s.d.ra, s.apart) {
		den := s.d.na
		if s.d.unit != nil {
			den = ar.Mul(den, s.d.unit)
		}
		s.pos[c] = quotient(v, den, s.d.exp)
	}
	size := math.Abs(s.pos[0]) + math.Abs(s.pos[1]) + math.Abs(s.pos[2])
	s.shift = float64(solidShift*unit*size) + 0x1p-1060
	s.off = float64(solidOff*unit*(size+s.side[1].tree.Reach())) + 0x1p-1060
}

// solidOff bounds the error of a corner in the other frame, in units of u times the sum of its
// coordinates and those of the position: 3u of each entry of the rotation and of the position, 1u
// of the products and 3u of the sums.
const solidOff = 7

// quotient returns x/y 2^e, off by little more than 3u of itself.
func quotient(x, y *big.Int, e int) float64 {
	m, f := exact.Float(x)
	n, g := exact.Float(y)
	return math.Ldexp(m/n, f-g+e)
}

// ofSecond returns the point v of the second body in the frame of the first, off by less than off.
func (s *solidPair) ofSecond(v Vec) Vec {
	return Vec{
		float64(s.rot[0][0]*v.X) + float64(s.rot[0][1]*v.Y) + float64(s.rot[0][2]*v.Z) + s.pos[0],
		float64(s.rot[1][0]*v.X) + float64(s.rot[1][1]*v.Y) + float64(s.rot[1][2]*v.Z) + s.pos[1],
		float64(s.rot[2][0]*v.X) + float64(s.rot[2][1]*v.Y) + float64(s.rot[2][2]*v.Z) + s.pos[2],
	}
}

// pair reports whether the interiors meet close to a corner of triangle i of the first side or j of
// the second that is on the other triangle, or where edges of theirs cross.
func (s *solidPair) pair(i, j int32) bool {
	a, b := &s.side[0], &s.side[1]
	var p, q [3]Vec
	for k := range 3 {
		p[k] = a.t.points[a.t.tri(i)[k]]
		q[k] = s.ofSecond(b.t.points[b.t.tri(j)[k]])
	}
	for k := range 3 {
		if s.flat(q[0], q[1], q[2], p[k]) && s.corner(0, a.t.tri(i)[k]) ||
			s.flat(p[0], p[1], p[2], q[k]) && s.corner(1, b.t.tri(j)[k]) {
			return true
		}
	}
	for k := range 3 {
		if o := a.t.beyond()[i][k]; o >= 0 && o < i {
			continue
		}
		for l := range 3 {
			if o := b.t.beyond()[j][l]; o >= 0 && o < j {
				continue
			}
			if s.flat(p[k], p[(k+1)%3], q[l], q[(l+1)%3]) && s.cross(3*i+int32(k), 3*j+int32(l)) {
				return true
			}
		}
	}
	return false
}

// flat reports whether the four points may lie in one plane: a determinant changes by at most 9 off
// times the square of the lengths where each point moves by off, and by 10u of their cube where it
// is rounded.
func (s *solidPair) flat(a, b, c, d Vec) bool {
	u, v, w := b.Sub(a), c.Sub(a), d.Sub(a)
	size := max(big1(u), big1(v), big1(w)) + s.off
	return !(math.Abs(u.Dot(v.Cross(w))) > float64(float64(float64(16*(s.off+float64(unit*size)))*size)*size))
}

// cross reports whether edge e of the first side crosses edge f of the second and the interiors
// meet close to that point.
func (s *solidPair) cross(e, f int32) bool {
	ar := &s.d.ar
	mark := ar.Mark()
	defer ar.Release(mark)
	ends := func(i int, e int32) (from, along [3]*big.Int) {
		c, d := s.side[i].t.ends(e)
		from = s.world(i, s.side[i].t.points[c])
		return from, ar.Sub(s.world(i, s.side[i].t.points[d]), from)
	}
	p, u := ends(0, e)
	q, v := ends(1, f)
	w, n := ar.Sub(q, p), ar.Cross(u, v)
	if isZero(n) || ar.Dot(w, n).Sign() != 0 {
		return false
	}
	all := ar.Dot(n, n)
	x, y := ar.Dot(ar.Cross(w, v), n), ar.Dot(ar.Cross(w, u), n)
	if x.Sign() <= 0 || y.Sign() <= 0 || x.Cmp(all) >= 0 || y.Cmp(all) >= 0 {
		return false
	}
	at := ar.Scale(p, all)
	for k, c := range ar.Scale(u, x) {
		at[k].Add(at[k], c)
	}
	return s.common(at, all)
}
