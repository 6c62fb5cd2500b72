package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
)

// Meshes and height fields, by themselves, against each other and against convex bodies. Relations
// are those of the convex pieces that solids are made of, which have the exact answers of convex
// bodies.

// meshBody is a body of space and what it is made of.
type meshBody struct {
	figure
	object d3.Object
	shape  d3.Shape
	convex []d3.Object // whose union is the body; none of a surface
	more   []d3.Object // further convex sets in it: each inner point of it is one of one of all these
}

// meshMaker draws bodies.
type meshMaker struct{ maker }

// newMeshMaker returns the one of a block.
func newMeshMaker(seed uint64) *meshMaker {
	return &meshMaker{maker{Rand: rand.New(rand.NewPCG(seed, 3))}}
}

// rot returns a rotation: none, one of a lattice, or any.
func (m *meshMaker) rot() (r d3.Rot) {
	var err error
	switch m.IntN(4) {
	case 0:
		r, err = d3.NewQuat(0.5, -0.5, 0.5, 0.5)
	case 1:
		r, err = d3.NewAxisAngle(d3.Vec{X: 1, Y: m.Float64(), Z: m.Float64()}, 6*m.Float64())
	}
	m.keep(err)
	return r
}

// body returns a body of any kind, placed.
func (m *meshMaker) body(q *d3.Query) *meshBody {
	b := &meshBody{}
	for b.shape == nil {
		*b = meshBody{}
		switch m.IntN(7) {
		case 0, 1:
			m.star(b)
		case 2:
			m.blocks(b)
		case 3, 4:
			m.soup(b)
		case 5:
			m.field(b)
		case 6:
			m.hull(b)
		}
	}
	p := d3.Pose{Rot: m.rot()}
	b.move = exactly3(p)
	pos := m.place(3, &b.figure)
	p.Pos = vec3(pos)
	o, err := d3.Place(b.shape, p)
	m.keep(err)
	b.object, b.move = o, exactly3(p)
	b.settle(pos)
	for _, list := range [][]d3.Object{b.convex, b.more} {
		for i := range list {
			m.keep(list[i].Move(p))
		}
	}
	for i := range b.convex {
		b.pieces = append(b.pieces, b.planes(b.convex[i].Shape()))
	}
	b.text = func() string { return fmt.Sprintf("%s at %v: %v", b.kind, b.object.Pose(), b.own) }
	b.ray = func(o, d xyz, limit float64) (rayTold, error) { return rayOf3(q, &b.object, o, d, limit) }
	b.near = func(p xyz) (nearTold, error) { return nearOf3(q, &b.object, p) }
	return b
}

// planes returns the half-spaces of the faces of a hull, in the world.
func (b *meshBody) planes(s d3.Shape) (list []plane) {
	h, ok := s.(*d3.Hull)
	if !ok {
		return nil
	}
	v := h.Vertices()
	for _, f := range h.Faces() {
		at := []rvec{b.move(flat(v[f[0]])), b.move(flat(v[f[1]])), b.move(flat(v[f[2]]))}
		list = append(list, plane{at[0], normalOf(at)})
	}
	return list
}

// flat returns the coordinates of v.
func flat(v d3.Vec) xyz { return xyz{v.X, v.Y, v.Z} }

// triangles gives b the triangles for facets, which answers name by their numbers; those with two
// equal corners are none.
func (b *meshBody) triangles(v []d3.Vec, f [][3]int) {
	b.names = map[int][][]xyz{}
	for i, c := range f {
		t := []xyz{flat(v[c[0]]), flat(v[c[1]]), flat(v[c[2]])}
		if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			b.own = append(b.own, t)
			b.names[i] = [][]xyz{t}
		}
	}
}

// star makes b a star about its origin, solid or hollow: a hull of which each corner is moved along
// the line from there.
func (m *meshMaker) star(b *meshBody) {
	var points []d3.Vec
	for range 4 + m.IntN(5) {
		points = append(points, d3.Vec{X: m.lattice(5) - 2*m.scale, Y: m.lattice(5) - 2*m.scale, Z: m.lattice(5) - 2*m.scale})
	}
	h, err := d3.NewHull(points)
	if err != nil || h.Dim() < 3 {
		return
	}
	o, err := d3.Place(h, d3.Pose{})
	m.keep(err)
	if cl, err := d3.ClosestPoint(&o, d3.Vec{}); err != nil || cl.Relation != collide.Overlapping {
		return
	}
	v, f := h.Vertices(), h.Faces()
	for i := range v {
		v[i] = v[i].Scale(float64(1+m.IntN(3)) / 2)
	}
	m.mesh(b, v, f, m.IntN(3) > 0)
	if !b.shape.(*d3.Mesh).Solid() {
		return
	}
	// Tetrahedra from the origin, and from a point beside it, if that sees all faces too.
	for i, from := range []d3.Vec{{}, d3.Vec{X: 1. / 64, Y: 1. / 128, Z: 3. / 256}.Scale(m.scale)} {
		var list []d3.Object
		sees := true
		for _, c := range f {
			p, q, r := v[c[0]].Sub(from), v[c[1]].Sub(from), v[c[2]].Sub(from)
			sees = sees && p.Cross(q).Dot(r) > 0
			list = append(list, m.piece([]d3.Vec{from, v[c[0]], v[c[1]], v[c[2]]}))
		}
		if i == 0 {
			b.convex = list
		} else if sees {
			b.more = list
		}
	}
}

// mesh makes b a mesh.
func (m *meshMaker) mesh(b *meshBody, v []d3.Vec, f [][3]int, solid bool) {
	s, err := d3.NewMesh(v, f, d3.MeshOptions{Solid: solid})
	if err != nil {
		m.keep(err)
		return
	}
	b.kind, b.shape, b.shell = "surface", s, true
	if solid {
		b.kind = "solid"
	}
	b.triangles(v, f)
}

// piece returns the hull of some points.
func (m *meshMaker) piece(points []d3.Vec) d3.Object {
	h, err := d3.NewHull(points)
	m.keep(err)
	o, err := d3.Place(h, d3.Pose{})
	m.keep(err)
	return o
}

// blocks makes b a solid of cubes of a lattice, which may touch in edges and corners alone.
func (m *meshMaker) blocks(b *meshBody) {
	size := [3]int{2, 2, 1 + m.IntN(2)}
	filled := map[[3]int]bool{}
	for i := range size[0] * size[1] * size[2] {
		if m.IntN(2) == 0 {
			filled[[3]int{i % 2, i / 2 % 2, i / 4}] = true
		}
	}
	if len(filled) == 0 {
		return
	}
	var v []d3.Vec
	var f [][3]int
	cells := func(c [3]int, wide [3]int) d3.Object {
		var points []d3.Vec
		for k := range 8 {
			points = append(points, d3.Vec{
				X: float64(c[0] + k&1*wide[0]), Y: float64(c[1] + k>>1&1*wide[1]), Z: float64(c[2] + k>>2*wide[2]),
			}.Scale(m.scale))
		}
		return m.piece(points)
	}
	for i := range 8 {
		c := [3]int{i & 1, i >> 1 & 1, i >> 2}
		if !filled[c] {
			continue
		}
		b.convex = append(b.convex, cells(c, [3]int{1, 1, 1}))
		for axis := range 3 {
			next, wide := c, [3]int{1, 1, 1}
			next[axis]++
			wide[axis]++
			if filled[next] {
				b.more = append(b.more, cells(c, wide))
			}
			for up := range 2 {
				beyond := c
				beyond[axis] += 2*up - 1
				if !filled[beyond] {
					v, f = m.quad(v, f, c, axis, up)
				}
			}
		}
	}
	m.mesh(b, v, f, true)
}

// quad adds the face of a cube of a lattice across an axis, cut by either diagonal.
func (m *meshMaker) quad(v []d3.Vec, f [][3]int, c [3]int, axis, up int) ([]d3.Vec, [][3]int) {
	n := len(v)
	i, j := (axis+1)%3, (axis+2)%3
	for _, k := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		p := c
		p[axis], p[i], p[j] = p[axis]+up, p[i]+k[0], p[j]+k[1]
		v = append(v, d3.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])}.Scale(m.scale))
	}
	two := [2][3]int{{n, n + 1, n + 2}, {n, n + 2, n + 3}}
	if m.IntN(2) == 0 {
		two = [2][3]int{{n, n + 1, n + 3}, {n + 1, n + 2, n + 3}}
	}
	for _, t := range two {
		if up == 0 {
			t[0], t[1] = t[1], t[0]
		}
		f = append(f, t)
	}
	return v, f
}

// soup makes b some triangles of a lattice, or slivers.
func (m *meshMaker) soup(b *meshBody) {
	var v []d3.Vec
	var f [][3]int
	thin := m.IntN(3) == 0
	for i := range 1 + m.IntN(4) {
		for k := range 3 {
			p := d3.Vec{X: m.lattice(4), Y: m.lattice(4), Z: m.lattice(4)}
			if thin && k == 2 {
				p = v[3*i].Add(v[3*i+1]).Scale(0.5)
				p.X += 0x1p-30 * m.lattice(3)
			}
			v = append(v, p)
		}
		f = append(f, [3]int{3 * i, 3*i + 1, 3*i + 2})
	}
	whole := func(c [3]int) bool { return v[c[0]] != v[c[1]] && v[c[1]] != v[c[2]] && v[c[2]] != v[c[0]] }
	if slices.ContainsFunc(f, whole) {
		m.mesh(b, v, f, false)
	}
}

// field makes b a height field.
func (m *meshMaker) field(b *meshBody) {
	rows := [][]float64{make([]float64, 3), make([]float64, 3)}
	for _, row := range rows {
		for i := range row {
			row[i] = m.lattice(3) / 2
		}
	}
	s, err := d3.NewHeightField(m.scale, 1.5*m.scale, rows)
	m.keep(err)
	b.kind, b.shape, b.shell = "height field", s, true
	var v []d3.Vec
	for j, row := range rows {
		for i, z := range row {
			v = append(v, d3.Vec{X: m.scale * float64(i), Y: 1.5 * m.scale * float64(j), Z: z})
		}
	}
	b.triangles(v, [][3]int{{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}})
}

// hull makes b the hull of some points of a lattice.
func (m *meshMaker) hull(b *meshBody) {
	var points []d3.Vec
	for range 6 {
		points = append(points, d3.Vec{X: m.lattice(4), Y: m.lattice(4), Z: m.lattice(4)})
	}
	h, err := d3.NewHull(points)
	if err != nil || h.Dim() < 3 {
		return
	}
	b.kind, b.shape, b.convex = "hull", h, []d3.Object{m.piece(points)}
	v := h.Vertices()
	for _, c := range h.Faces() {
		b.own = append(b.own, []xyz{flat(v[c[0]]), flat(v[c[1]]), flat(v[c[2]])})
	}
}

// rayOf3 asks about a ray.
func rayOf3(q *d3.Query, a *d3.Object, o, d xyz, limit float64) (t rayTold, err error) {
	r, err := d3.NewRay(vec3(o), vec3(d), limit)
	if err != nil {
		return t, err
	}
	h := q.CastRay(a, &r)
	t.timed = timed{h.Verdict, h.T, h.Lower, h.Upper, h.Status, h}
	t.hasExit, t.normal, t.point, t.triangle = h.HasExit, flat(h.Normal), flat(h.Point), h.Triangle
	return t, nil
}

// nearOf3 asks about a point.
func nearOf3(q *d3.Query, a *d3.Object, p xyz) (n nearTold, err error) {
	c, err := q.ClosestPoint(a, vec3(p))
	n.nearest = nearest{c.Relation, c.Distance, c.Lower, c.Upper, flat(c.Point), flat(c.Normal), c.Status, c}
	n.local, n.triangle = flat(c.Local), c.Triangle
	return n, err
}

// checkMeshes asks about one pair, and about rays and points and one of the bodies.
func (w *worker) checkMeshes(id string, m *meshMaker) *fault {
	m.err, m.other = nil, nil
	var sizes [2]float64
	sizes[0], sizes[1] = m.scales()
	var bodies [2]*meshBody
	for bodies[0] == nil || bodies[0].kind == "hull" && bodies[1].kind == "hull" {
		m.scale, m.other = sizes[0], nil
		bodies[0] = m.body(w.q3)
		m.scale, m.other = sizes[1], &bodies[0].figure
		bodies[1] = m.body(w.q3)
	}
	a, b := bodies[0], bodies[1]
	w.tally.pairs++
	if m.err != nil {
		return w.figureFault("place", id, m.err, &a.figure, &b.figure)
	}
	w.tally.kind["3D "+min(a.kind, b.kind)+" "+max(a.kind, b.kind)]++
	told := w.askPair3(a, b)
	ct := &told.ct
	w.tally.relation[ct.Relation.String()]++
	w.tally.status[ct.Status.String()]++
	w.tally.exact++
	if name, err := checkPair(&a.figure, &b.figure, &told, w.overlap(a, b), a.edgeways(b)); err != nil {
		return w.figureFault(name, id, fmt.Errorf("%w\n%+v", err, told.all), &a.figure, &b.figure)
	}
	in := w.q3.Contains(&a.object, &b.object)
	w.tally.relation["containment "+in.String()]++
	if err := a.checkHeld(&b.figure, in); err != nil {
		return w.figureFault("containment", id, err, &a.figure, &b.figure)
	}
	return w.checkOne(id, &m.maker, 3, &bodies[m.IntN(2)].figure)
}

// askPair3 asks about a pair in both orders.
func (w *worker) askPair3(a, b *meshBody) pairTold {
	ct, back := w.q3.Distance(&a.object, &b.object, nil), w.q3.Distance(&b.object, &a.object, nil)
	return pairTold{
		ct: audit.Contact3(ct), back: audit.Contact3(back), all: ct, triangles: [2]int{ct.TriangleA, ct.TriangleB},
		same:     ct.TriangleA == back.TriangleB && ct.TriangleB == back.TriangleA,
		relation: w.q3.Relate(&b.object, &a.object, nil),
	}
}

// edgeways reports, of a solid and a surface, what docs/limits.md tells of: the surface comes in
// where no corner or middle shows it.
func (b *meshBody) edgeways(a *meshBody) func(got, want collide.Relation) bool {
	mixed := (a.kind == "solid" || b.kind == "solid") && (len(a.convex) == 0 || len(b.convex) == 0)
	return func(got, want collide.Relation) bool {
		return mixed && got == collide.Touching && want == collide.Overlapping
	}
}

// overlap reports whether a and b overlap, as their pieces and triangles tell.
func (w *worker) overlap(a, b *meshBody) bool {
	switch {
	case len(a.convex) == 0 && len(b.convex) == 0:
		for _, f := range a.facets {
			for _, g := range b.facets {
				if crossing(f, g) {
					return true
				}
			}
		}
		return false
	case len(a.convex) == 0:
		return w.overlap(b, a)
	case len(b.convex) > 0:
		return w.meet(a.convex, b.convex)
	}
	var sheets []d3.Object
	for i, f := range b.facets {
		n := normalOf(f)
		if n.dot(n).Sign() > 0 {
			h, err := d3.NewHull([]d3.Vec{vec3(b.own[i][0]), vec3(b.own[i][1]), vec3(b.own[i][2])})
			if err != nil {
				continue
			}
			if o, err := d3.Place(h, b.object.Pose()); err == nil {
				sheets = append(sheets, o)
			}
			continue
		}
		for _, e := range edgesOf(f) {
			if a.enters(e[0], e[1].sub(e[0]), big.NewRat(1, 1)) {
				return true
			}
		}
	}
	return w.meet(a.convex, sheets) || w.meet(a.more, sheets)
}

// meet reports whether two of some convex bodies overlap.
func (w *worker) meet(x, y []d3.Object) bool {
	for i := range x {
		for k := range y {
			if w.q3.Relate(&x[i], &y[k], nil) == collide.Overlapping {
				return true
			}
		}
	}
	return false
}
