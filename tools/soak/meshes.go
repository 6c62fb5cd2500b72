package main

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// Meshes and height fields against each other and against convex bodies, each pair compared with
// rationals: the squared distance of all triangles, and the relation by the convex pieces of star-
// shaped solids, which have the exact answers of convex bodies.

// rvec is a point of the world, exactly.
type rvec [3]*big.Rat

// surfaceBody is a body and what it is made of.
type surfaceBody struct {
	kind   string
	object d3.Object
	facets [][]d3.Vec  // in its frame: triangles; the faces of a convex body
	at     [][]rvec    // the same in the world
	pieces []d3.Object // whose union is the body; none of a surface
	star   bool        // they meet inside of it
}

// meshMaker draws bodies.
type meshMaker struct {
	*rand.Rand
	err error
}

// keep notes an error.
func (m *meshMaker) keep(err error) {
	if err != nil && m.err == nil {
		m.err = err
	}
}

// pose returns a pose of a lattice, or one with any rotation.
func (m *meshMaker) pose() (p d3.Pose) {
	c := func() float64 { return float64(m.IntN(9)-4) / 2 }
	p.Pos = d3.Vec{X: c(), Y: c(), Z: c()}
	var err error
	switch m.IntN(4) {
	case 0:
		p.Rot, err = d3.NewQuat(0.5, -0.5, 0.5, 0.5)
	case 1:
		p.Rot, err = d3.NewAxisAngle(d3.Vec{X: 1, Y: m.Float64(), Z: m.Float64()}, 6*m.Float64())
	}
	m.keep(err)
	return p
}

// body returns a body of any kind, nil where none could be made.
func (m *meshMaker) body() *surfaceBody {
	b := &surfaceBody{}
	var s d3.Shape
	switch m.IntN(5) {
	case 0, 1:
		s = m.star(b)
	case 2:
		s = m.soup(b)
	case 3:
		s = m.field(b)
	case 4:
		s = m.convex(b)
	}
	if s == nil {
		return nil
	}
	p := m.pose()
	o, err := d3.Place(s, p)
	m.keep(err)
	b.object = o
	for i := range b.pieces {
		m.keep(b.pieces[i].Move(p))
	}
	move := exactly(p)
	for _, f := range b.facets {
		var at []rvec
		for _, v := range f {
			at = append(at, move(v))
		}
		b.at = append(b.at, at)
	}
	return b
}

// star makes b a star about its origin, solid or hollow: a hull of which each corner is moved along
// the line from there.
func (m *meshMaker) star(b *surfaceBody) d3.Shape {
	var points []d3.Vec
	for range 4 + m.IntN(5) {
		points = append(points, d3.Vec{X: float64(m.IntN(5) - 2), Y: float64(m.IntN(5) - 2), Z: float64(m.IntN(5) - 2)})
	}
	h, err := d3.NewHull(points)
	if err != nil || h.Dim() < 3 {
		return nil
	}
	o, err := d3.Place(h, d3.Pose{})
	m.keep(err)
	if cl, err := d3.ClosestPoint(&o, d3.Vec{}); err != nil || cl.Relation != collide.Overlapping {
		return nil
	}
	v, f := h.Vertices(), h.Faces()
	for i := range v {
		v[i] = v[i].Scale(float64(1+m.IntN(3)) / 2)
	}
	opt := d3.MeshOptions{Solid: m.IntN(3) > 0}
	s, err := d3.NewMesh(v, f, opt)
	m.keep(err)
	b.kind, b.star = "surface", opt.Solid
	for _, c := range f {
		b.facets = append(b.facets, []d3.Vec{v[c[0]], v[c[1]], v[c[2]]})
		if opt.Solid {
			b.kind = "solid"
			m.piece(b, []d3.Vec{{}, v[c[0]], v[c[1]], v[c[2]]})
		}
	}
	return s
}

// piece adds the hull of some points to the pieces.
func (m *meshMaker) piece(b *surfaceBody, points []d3.Vec) *d3.Hull {
	h, err := d3.NewHull(points)
	m.keep(err)
	o, err := d3.Place(h, d3.Pose{})
	m.keep(err)
	b.pieces = append(b.pieces, o)
	return h
}

// soup makes b some triangles of a lattice, or slivers.
func (m *meshMaker) soup(b *surfaceBody) d3.Shape {
	var v []d3.Vec
	var f [][3]int
	thin := m.IntN(3) == 0
	for i := range 1 + m.IntN(4) {
		for k := range 3 {
			p := d3.Vec{X: float64(m.IntN(4)), Y: float64(m.IntN(4)), Z: float64(m.IntN(4))}
			if thin && k == 2 {
				p = v[3*i].Add(v[3*i+1]).Scale(0.5)
				p.X += 0x1p-30 * float64(m.IntN(3))
			}
			v = append(v, p)
		}
		f = append(f, [3]int{3 * i, 3*i + 1, 3*i + 2})
	}
	s, err := d3.NewMesh(v, f, d3.MeshOptions{})
	if err != nil {
		return nil
	}
	b.kind = "surface"
	for _, c := range f {
		if p, q, r := v[c[0]], v[c[1]], v[c[2]]; p != q && q != r && r != p {
			b.facets = append(b.facets, []d3.Vec{p, q, r})
		}
	}
	return s
}

// field makes b a height field.
func (m *meshMaker) field(b *surfaceBody) d3.Shape {
	rows := [][]float64{make([]float64, 3), make([]float64, 3)}
	for _, row := range rows {
		for i := range row {
			row[i] = float64(m.IntN(3)) / 2
		}
	}
	s, err := d3.NewHeightField(1, 1.5, rows)
	m.keep(err)
	b.kind = "height field"
	at := func(i, j int) d3.Vec { return d3.Vec{X: float64(i), Y: 1.5 * float64(j), Z: rows[j][i]} }
	for i := range 2 {
		b.facets = append(b.facets, []d3.Vec{at(i, 0), at(i+1, 0), at(i+1, 1)}, []d3.Vec{at(i, 0), at(i+1, 1), at(i, 1)})
	}
	return s
}

// convex makes b the hull of some points of a lattice.
func (m *meshMaker) convex(b *surfaceBody) d3.Shape {
	var points []d3.Vec
	for range 6 {
		points = append(points, d3.Vec{X: float64(m.IntN(4)), Y: float64(m.IntN(4)), Z: float64(m.IntN(4))})
	}
	h, err := d3.NewHull(points)
	if err != nil || h.Dim() < 3 {
		return nil
	}
	b.kind = "hull"
	m.piece(b, points)
	v := h.Vertices()
	for _, c := range h.Faces() {
		b.facets = append(b.facets, []d3.Vec{v[c[0]], v[c[1]], v[c[2]]})
	}
	return h
}

// exactly returns what takes points of a body at the pose to the world.
func exactly(p d3.Pose) func(d3.Vec) rvec {
	x, y, z, w := p.Rot.Quat()
	r := func(f float64) *big.Rat { return new(big.Rat).SetFloat64(f) }
	q := [4]*big.Rat{r(x), r(y), r(z), r(w)}
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	sum := func(list ...*big.Rat) *big.Rat {
		s := new(big.Rat)
		for _, x := range list {
			s.Add(s, x)
		}
		return s
	}
	norm := sum(mul(q[0], q[0]), mul(q[1], q[1]), mul(q[2], q[2]), mul(q[3], q[3]))
	var m [3][3]*big.Rat
	for i := range 3 {
		for k := range 3 {
			e := mul(q[i], q[k])
			e.Add(e, e)
			if i == k {
				e.Sub(e, norm)
				e.Add(e, mul(q[3], q[3]))
				e.Add(e, mul(q[3], q[3]))
			} else {
				t := mul(q[3], q[3-i-k])
				t.Add(t, t)
				if (k-i+3)%3 == 1 {
					t.Neg(t)
				}
				e.Add(e, t)
			}
			m[i][k] = e.Quo(e, norm)
		}
	}
	at := rvec{r(p.Pos.X), r(p.Pos.Y), r(p.Pos.Z)}
	return func(v d3.Vec) (out rvec) {
		own := rvec{r(v.X), r(v.Y), r(v.Z)}
		for i := range 3 {
			out[i] = sum(at[i], mul(m[i][0], own[0]), mul(m[i][1], own[1]), mul(m[i][2], own[2]))
		}
		return out
	}
}

func (a rvec) sub(b rvec) (c rvec) {
	for i := range a {
		c[i] = new(big.Rat).Sub(a[i], b[i])
	}
	return c
}

// along returns a + t d.
func (a rvec) along(t *big.Rat, d rvec) (c rvec) {
	for i := range a {
		c[i] = new(big.Rat).Mul(t, d[i])
		c[i].Add(c[i], a[i])
	}
	return c
}

func (a rvec) dot(b rvec) *big.Rat {
	s := new(big.Rat)
	for i := range a {
		s.Add(s, new(big.Rat).Mul(a[i], b[i]))
	}
	return s
}

func (a rvec) cross(b rvec) (c rvec) {
	for i := range a {
		j, k := (i+1)%3, (i+2)%3
		c[i] = new(big.Rat).Mul(a[j], b[k])
		c[i].Sub(c[i], new(big.Rat).Mul(a[k], b[j]))
	}
	return c
}

// clamp returns x, or the nearer end of [0, 1].
func clamp(x *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	switch {
	case x.Sign() < 0:
		return new(big.Rat)
	case x.Cmp(one) > 0:
		return one
	}
	return x
}

// pointSegment returns the squared distance of p from the segment ab.
func pointSegment(p, a, b rvec) *big.Rat {
	d, w := b.sub(a), p.sub(a)
	if n := d.dot(d); n.Sign() > 0 {
		w = w.along(new(big.Rat).Neg(clamp(new(big.Rat).Quo(w.dot(d), n))), d)
	}
	return w.dot(w)
}

// segments returns the squared distance of the segments ab and cd.
func segments(a, b, c, d rvec) *big.Rat {
	least := lesserRat(lesserRat(pointSegment(a, c, d), pointSegment(b, c, d)),
		lesserRat(pointSegment(c, a, b), pointSegment(d, a, b)))
	u, v, w := b.sub(a), d.sub(c), c.sub(a)
	n := u.cross(v)
	all := n.dot(n)
	if all.Sign() == 0 {
		return least
	}
	s, t := new(big.Rat).Quo(w.cross(v).dot(n), all), new(big.Rat).Quo(w.cross(u).dot(n), all)
	if clamp(s).Cmp(s) != 0 || clamp(t).Cmp(t) != 0 {
		return least
	}
	h := w.dot(n)
	return lesserRat(least, h.Quo(h.Mul(h, h), all))
}

func lesserRat(x, y *big.Rat) *big.Rat {
	if y.Cmp(x) < 0 {
		return y
	}
	return x
}

// over reports whether the foot of p on the plane of the triangle, with the normal n, is in it.
func over(p rvec, f []rvec, n rvec) bool {
	for k := range 3 {
		if f[(k+1)%3].sub(f[k]).cross(p.sub(f[k])).dot(n).Sign() < 0 {
			return false
		}
	}
	return true
}

// facetGap returns the squared distance of two triangles.
func facetGap(f, g []rvec) *big.Rat {
	least := segments(f[0], f[1], g[0], g[1])
	for k := range 3 {
		for l := range 3 {
			least = lesserRat(least, segments(f[k], f[(k+1)%3], g[l], g[(l+1)%3]))
		}
	}
	for _, x := range [2][2][]rvec{{f, g}, {g, f}} {
		n := x[1][1].sub(x[1][0]).cross(x[1][2].sub(x[1][0]))
		all := n.dot(n)
		if all.Sign() == 0 {
			continue
		}
		for k := range 3 {
			p, q := x[0][k], x[0][(k+1)%3]
			h, i := p.sub(x[1][0]).dot(n), q.sub(x[1][0]).dot(n)
			if over(p, x[1], n) {
				s := new(big.Rat).Mul(h, h)
				least = lesserRat(least, s.Quo(s, all))
			}
			if h.Sign()*i.Sign() < 0 {
				t := new(big.Rat).Sub(h, i)
				if over(p.along(t.Quo(h, t), q.sub(p)), x[1], n) {
					return new(big.Rat)
				}
			}
		}
	}
	return least
}

// boxGap returns less than the distance of the boxes of two triangles along an axis.
func boxGap(f, g []rvec) float64 {
	gap := 0.0
	for i := range 3 {
		lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		for s, t := range [2][]rvec{f, g} {
			for _, p := range t {
				x, _ := p[i].Float64()
				lo[s], hi[s] = min(lo[s], x), max(hi[s], x)
			}
		}
		gap = max(gap, lo[0]-hi[1], lo[1]-hi[0])
	}
	return float64(gap*(1-1e-9)) - 1e-9
}

// crossing reports whether the difference of two triangles has the origin inside: no plane through
// it and two of its corners has all others on one side.
func crossing(f, g []rvec) bool {
	var d []rvec
	for _, p := range f {
		for _, q := range g {
			d = append(d, p.sub(q))
		}
	}
	solid := false
	for i := range d {
		for k := range i {
			n := d[i].cross(d[k])
			lo, hi := 0, 0
			for _, x := range d {
				s := n.dot(x).Sign()
				lo, hi = min(lo, s), max(hi, s)
			}
			if solid = solid || lo != hi; (lo == 0) != (hi == 0) || lo == 0 && n.dot(n).Sign() > 0 {
				return false
			}
		}
	}
	return solid
}

// checkMeshes asks about one pair.
func (w *worker) checkMeshes(id string, m *meshMaker) *fault {
	var a, b *surfaceBody
	for a == nil || b == nil || a.kind == "hull" && b.kind == "hull" {
		a, b = m.body(), m.body()
	}
	w.tally.pairs++
	if m.err != nil {
		return w.meshFault("place", id, a, b, m.err)
	}
	w.tally.kind["3D "+min(a.kind, b.kind)+" "+max(a.kind, b.kind)]++
	ct := w.q3.Distance(&a.object, &b.object, nil)
	w.tally.relation[ct.Relation.String()]++
	w.tally.status[ct.Status.String()]++
	if rel := w.q3.Relate(&b.object, &a.object, nil); rel != ct.Relation {
		return w.meshFault("relate", id, a, b, fmt.Errorf("%v, and %v", ct.Relation, rel))
	}
	var gap *big.Rat
	for i := range a.at {
		for k := range b.at {
			if boxGap(a.at[i], b.at[k]) > ct.Upper {
				continue // no nearer than the bracket says
			}
			if g := facetGap(a.at[i], b.at[k]); gap == nil || g.Cmp(gap) < 0 {
				gap = g
			}
		}
	}
	w.tally.exact++
	want := collide.Apart
	switch {
	case w.overlap(a, b):
		want = collide.Overlapping
	case gap == nil:
		err := fmt.Errorf("[%v, %v], and all triangles are farther apart", ct.Lower, ct.Upper)
		return w.meshFault("bracket", id, a, b, err)
	case gap.Sign() == 0:
		want = collide.Touching
	}
	if ct.Relation != want && !a.edgeways(b, ct.Relation, want) {
		return w.meshFault("relation", id, a, b, fmt.Errorf("%v, exactly it is %v", ct.Relation, want))
	}
	if !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) {
		return w.meshFault("bracket", id, a, b, fmt.Errorf("%v in [%v, %v]", ct.Distance, ct.Lower, ct.Upper))
	}
	if want == collide.Apart && !holds(ct.Lower, ct.Upper, gap) {
		g, _ := gap.Float64()
		return w.meshFault("bracket", id, a, b, fmt.Errorf("[%v, %v] and not %v", ct.Lower, ct.Upper, math.Sqrt(g)))
	}
	return nil
}

// holds reports whether the bracket of a distance that is not negative holds the root of square.
func holds(lower, upper float64, square *big.Rat) bool {
	lo, hi := new(big.Rat).SetFloat64(lower), new(big.Rat).SetFloat64(upper)
	return lower >= 0 && lo.Mul(lo, lo).Cmp(square) <= 0 && hi.Mul(hi, hi).Cmp(square) >= 0
}

// edgeways reports whether a and b are a star and a surface that docs/limits.md tells of: the
// surface comes in where no corner or middle shows it, or lies in a plane between pieces.
func (a *surfaceBody) edgeways(b *surfaceBody, got, want collide.Relation) bool {
	mixed := a.star && len(b.pieces) == 0 || b.star && len(a.pieces) == 0
	return mixed && (got == collide.Overlapping || got == collide.Touching && want == collide.Overlapping)
}

// overlap reports whether a and b overlap, as their pieces and triangles tell.
func (w *worker) overlap(a, b *surfaceBody) bool {
	if len(a.pieces) == 0 && len(b.pieces) == 0 {
		for _, f := range a.at {
			for _, g := range b.at {
				if crossing(f, g) {
					return true
				}
			}
		}
		return false
	}
	list := func(s *surfaceBody) []d3.Object {
		if len(s.pieces) > 0 {
			return s.pieces
		}
		var flat []d3.Object
		for _, f := range s.facets {
			if h, err := d3.NewHull(f); err == nil {
				if o, err := d3.Place(h, s.object.Pose()); err == nil {
					flat = append(flat, o)
				}
			}
		}
		return flat
	}
	x, y := list(a), list(b)
	for i := range x {
		for k := range y {
			if w.q3.Relate(&x[i], &y[k], nil) == collide.Overlapping {
				return true
			}
		}
	}
	return false
}

// String returns the kind of the body, where it is and its triangles.
func (a *surfaceBody) String() string {
	return fmt.Sprintf("%s at %v: %v", a.kind, a.object.Pose(), a.facets)
}

// meshFault counts and returns what is wrong with a pair, with its triangles.
func (w *worker) meshFault(name, id string, a, b *surfaceBody, err error) *fault {
	w.tally.fault["mesh "+name]++
	return &fault{"mesh " + name, fmt.Sprintf("%s: %s: %v\n%v\n%v", id, name, err, a, b)}
}
