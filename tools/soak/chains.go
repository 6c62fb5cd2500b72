package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/audit"
)

// Chains and grids, by themselves, against each other and against polygons, as meshes.go has bodies
// of space.

// chainBody is a body of the plane and what it is made of.
type chainBody struct {
	figure
	object d2.Object
	shape  d2.Shape
	convex [][]xyz // the corners of the pieces, counter-clockwise, in its frame
}

// chainMaker draws bodies.
type chainMaker struct{ maker }

// newChainMaker returns the one of a block.
func newChainMaker(seed uint64) *chainMaker {
	return &chainMaker{maker{Rand: rand.New(rand.NewPCG(seed, 4))}}
}

// rot returns a rotation: none, one of a lattice, or any.
func (m *chainMaker) rot() (r d2.Rot) {
	var err error
	switch m.IntN(4) {
	case 0:
		r, err = d2.NewCosSin(0, -1)
	case 1:
		r, err = d2.NewAngle(6 * m.Float64())
	}
	m.keep(err)
	return r
}

// body returns a body of any kind, placed.
func (m *chainMaker) body(q *d2.Query) *chainBody {
	b := &chainBody{}
	for b.shape == nil {
		*b = chainBody{}
		switch m.IntN(5) {
		case 0, 1:
			m.chain(b)
		case 2, 3:
			m.grid(b)
		case 4:
			m.polygon(b)
		}
	}
	p := d2.Pose{Rot: m.rot()}
	b.move = exactly2(p)
	pos := m.place(2, &b.figure)
	p.Pos = vec2(pos)
	o, err := d2.Place(b.shape, p)
	m.keep(err)
	b.object, b.move = o, exactly2(p)
	b.settle(pos)
	for _, c := range b.convex {
		var list []plane
		for k := range c {
			e := []rvec{b.move(c[k]), b.move(c[(k+1)%len(c)])}
			list = append(list, plane{e[0], b.outOf(e)})
		}
		b.pieces = append(b.pieces, list)
	}
	b.text = func() string { return fmt.Sprintf("%s at %v: %v", b.kind, b.object.Pose(), b.own) }
	b.ray = func(o, d xyz, limit float64) (rayTold, error) { return rayOf2(q, &b.object, o, d, limit) }
	b.near = func(p xyz) (nearTold, error) { return nearOf2(q, &b.object, p) }
	return b
}

// chain makes b a chain of points of a lattice, some of them equal or all but on a line.
func (m *chainMaker) chain(b *chainBody) {
	var points []d2.Vec
	for range 2 + m.IntN(5) {
		points = append(points, d2.Vec{X: m.lattice(4), Y: m.lattice(4)})
	}
	if m.IntN(3) == 0 {
		p := points[0].Add(points[1]).Scale(0.5)
		points = append(points, d2.Vec{X: p.X, Y: p.Y + 0x1p-30*m.lattice(3)})
	}
	opt := d2.ChainOptions{Closed: m.IntN(2) == 0}
	s, err := d2.NewChain(points, opt)
	if err != nil {
		return // all points are equal
	}
	b.kind, b.shape, b.shell, b.names = "chain", s, true, map[int][][]xyz{}
	for i := range s.Len() {
		if e := []xyz{flat2(points[i]), flat2(points[(i+1)%len(points)])}; e[0] != e[1] {
			b.own = append(b.own, e)
			b.names[i] = [][]xyz{e}
		}
	}
}

// flat2 returns the coordinates of v.
func flat2(v d2.Vec) xyz { return xyz{v.X, v.Y} }

// grid makes b a grid.
func (m *chainMaker) grid(b *chainBody) {
	cell := d2.Vec{X: m.scale, Y: m.scale * (1 + float64(m.IntN(2))/2)}
	rows := make([][]bool, 1+m.IntN(4))
	wide := 1 + m.IntN(4)
	for j := range rows {
		for range wide {
			rows[j] = append(rows[j], m.IntN(3) > 0)
		}
	}
	s, err := d2.NewGrid(cell, rows)
	if err != nil {
		return // no cell is filled
	}
	b.kind, b.shape, b.parts, b.names = "grid", s, true, map[int][][]xyz{}
	filled := func(i, j int) bool { return j >= 0 && j < len(rows) && i >= 0 && i < wide && rows[j][i] }
	for j := range rows {
		for i := range wide {
			if !filled(i, j) {
				continue
			}
			at := func(i, j int) xyz { return xyz{float64(i) * cell.X, float64(j) * cell.Y} }
			c := []xyz{at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)}
			b.convex = append(b.convex, c)
			b.names[j*wide+i] = [][]xyz{c[:3], {c[0], c[2], c[3]}}
			for k, beside := range [4][2]int{{i, j - 1}, {i + 1, j}, {i, j + 1}, {i - 1, j}} {
				if !filled(beside[0], beside[1]) {
					b.own = append(b.own, []xyz{c[k], c[(k+1)%4]})
				}
			}
		}
	}
}

// polygon makes b the hull of some points of a lattice.
func (m *chainMaker) polygon(b *chainBody) {
	var points []d2.Vec
	for range 4 {
		points = append(points, d2.Vec{X: m.lattice(4), Y: m.lattice(4)})
	}
	h, err := d2.NewHull(points)
	if err != nil || len(h.Vertices()) < 3 {
		return
	}
	s, err := d2.NewPolygon(h.Vertices())
	m.keep(err)
	var c []xyz
	for _, p := range s.Vertices() {
		c = append(c, flat2(p))
	}
	b.kind, b.shape, b.convex = "polygon", s, [][]xyz{c}
	for k := range c {
		b.own = append(b.own, []xyz{c[k], c[(k+1)%len(c)]})
	}
}

// rayOf2 asks about a ray.
func rayOf2(q *d2.Query, a *d2.Object, o, d xyz, limit float64) (t rayTold, err error) {
	r, err := d2.NewRay(vec2(o), vec2(d), limit)
	if err != nil {
		return t, err
	}
	h := q.CastRay(a, &r)
	t.timed = timed{h.Verdict, h.T, h.Lower, h.Upper, h.Status, h}
	t.hasExit, t.normal, t.point, t.triangle = h.HasExit, flat2(h.Normal), flat2(h.Point), h.Triangle
	return t, nil
}

// nearOf2 asks about a point.
func nearOf2(q *d2.Query, a *d2.Object, p xyz) (n nearTold, err error) {
	c, err := q.ClosestPoint(a, vec2(p))
	n.nearest = nearest{c.Relation, c.Distance, c.Lower, c.Upper, flat2(c.Point), flat2(c.Normal), c.Status, c}
	n.local, n.triangle = flat2(c.Local), c.Triangle
	return n, err
}

// checkChains asks about one pair, and about rays and points and one of the bodies.
func (w *worker) checkChains(id string, m *chainMaker) *fault {
	m.err, m.other = nil, nil
	var sizes [2]float64
	sizes[0], sizes[1] = m.scales()
	var bodies [2]*chainBody
	for bodies[0] == nil || bodies[0].kind == "polygon" && bodies[1].kind == "polygon" {
		m.scale, m.other = sizes[0], nil
		bodies[0] = m.body(w.q2)
		m.scale, m.other = sizes[1], &bodies[0].figure
		bodies[1] = m.body(w.q2)
	}
	a, b := bodies[0], bodies[1]
	w.tally.pairs++
	if m.err != nil {
		return w.figureFault("place", id, m.err, &a.figure, &b.figure)
	}
	w.tally.kind["2D "+min(a.kind, b.kind)+" "+max(a.kind, b.kind)]++
	told := w.askPair2(a, b)
	ct := &told.ct
	w.tally.relation[ct.Relation.String()]++
	w.tally.status[ct.Status.String()]++
	w.tally.exact++
	none := func(collide.Relation, collide.Relation) bool { return false }
	if name, err := checkPair(&a.figure, &b.figure, &told, a.overlaps(b), none); err != nil {
		return w.figureFault(name, id, fmt.Errorf("%w\n%+v", err, told.all), &a.figure, &b.figure)
	}
	in := w.q2.Contains(&a.object, &b.object)
	w.tally.relation["containment "+in.String()]++
	if err := a.checkHeld(&b.figure, in); err != nil {
		return w.figureFault("containment", id, err, &a.figure, &b.figure)
	}
	if f := w.checkOne(id, &m.maker, 2, &bodies[m.IntN(2)].figure); f != nil {
		return f
	}
	switch [2]string{a.kind, b.kind} {
	case [2]string{"chain", "polygon"}:
		return w.checkSided(id, m, a, b)
	case [2]string{"polygon", "chain"}:
		return w.checkSided(id, m, b, a)
	}
	return nil
}

// askPair2 asks about a pair in both orders.
func (w *worker) askPair2(a, b *chainBody) pairTold {
	ct, back := w.q2.Distance(&a.object, &b.object, nil), w.q2.Distance(&b.object, &a.object, nil)
	return pairTold{
		ct: audit.Contact2(ct), back: audit.Contact2(back), all: ct, triangles: [2]int{ct.TriangleA, ct.TriangleB},
		same:     ct.TriangleA == back.TriangleB && ct.TriangleB == back.TriangleA,
		relation: w.q2.Relate(&b.object, &a.object, nil),
	}
}

// overlaps reports whether a and b overlap: edges of chains cross, an edge enters a body, or the
// insides of two bodies meet.
func (a *chainBody) overlaps(b *chainBody) bool {
	switch {
	case len(a.pieces) == 0 && len(b.pieces) == 0:
		for _, f := range a.facets {
			for _, g := range b.facets {
				if across2(f, g) && across2(g, f) {
					return true
				}
			}
		}
		return false
	case len(a.pieces) == 0:
		return b.overlaps(a)
	case len(b.pieces) == 0:
		return slices.ContainsFunc(b.facets, func(e []rvec) bool {
			return a.enters(e[0], e[1].sub(e[0]), big.NewRat(1, 1))
		})
	}
	for i, p := range a.pieces {
		for k, q := range b.pieces {
			if !apart(p, b.at(k)) && !apart(q, a.at(i)) {
				return true
			}
		}
	}
	return false
}

// at returns the corners of a piece in the world.
func (a *chainBody) at(i int) (list []rvec) {
	for _, v := range a.convex[i] {
		list = append(list, a.move(v))
	}
	return list
}

// apart reports whether all corners are beyond one of the edges of a polygon, or on its line.
func apart(p []plane, corners []rvec) bool {
	return slices.ContainsFunc(p, func(h plane) bool {
		return !slices.ContainsFunc(corners, func(c rvec) bool { return h.side(c) < 0 })
	})
}

// across2 reports whether the ends of g are on both sides of the line through f.
func across2(f, g []rvec) bool {
	d := f[1].sub(f[0])
	return d.cross(g[0].sub(f[0]))[2].Sign()*d.cross(g[1].sub(f[0]))[2].Sign() < 0
}
