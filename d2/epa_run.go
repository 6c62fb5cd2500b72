package d2

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// EPA grows a polygon inside C = A - B around the origin until its nearest edge lies on the
// boundary of C ([Bergen01]). The polygon is convex exactly: its vertices are grid points and every
// decision whether an edge sees a new vertex has a certain sign. So the least line distance of its
// edges bounds the depth from below and the support value of any normal bounds it from above.
// docs/math/epa.md.

// epaVertex is a vertex of the polygon.
type epaVertex struct {
	vertex
	g gridPoint
}

// set makes v the vertex p, coordinate by coordinate: a copy of what was just stored has to wait.
func (v *epaVertex) set(p *vertex) {
	v.w.X, v.w.Y, v.a.X, v.a.Y = p.w.X, p.w.Y, p.a.X, p.a.Y
	v.ia, v.ib = p.ia, p.ib
	v.g[0], v.g[1] = int64(p.w.X*gridSize), int64(p.w.Y*gridSize) // toGrid
}

// epaEdge is an edge of the ring, counter-clockwise: from vertex v to that of the edge next.
type epaEdge struct {
	v, prev, next int32
	dead          bool
	n             Vec     // unit, outward
	d             float64 // distance of the line from the origin
}

// errD bounds the error of epaEdge.d. The edge is an exact difference, so its perpendicular is
// exact: a length (2u), a quotient and a product make 4u of the normal, the product with a vertex,
// |a| < 1/2, 2u: 3u together.
const errD = edgeLine * unit

// epa is the work space. It grows as needed and is kept by the Query.
type epa struct {
	verts []epaVertex
	edges []epaEdge
	keys  num.KeyList // of edges: their distance, +Inf for dead ones
}

// flat sets k where C lies in a line on the grid, so that there is nothing to grow. Otherwise it
// returns false, and the simplex of r is a triangle. Precondition: the simplex of r holds the
// origin.
func (e *epa) flat(r *run, k *core) bool {
	n, flat := r.inflate()
	if !flat {
		return false
	}
	_, a := r.s.point()
	r.trace.epaEnd(r, collide.ExitFlat)
	k.n, k.a, k.status = n, a, collide.Converged
	k.overlap(&r.m, r.m.separation(n), 0)
	return true
}

// start is grow from the triangle of r on.
func (e *epa) start(r *run, most int, k *core) bool {
	e.begin(&r.s)
	return e.grow(r, most, k)
}

// grow grows the polygon until its nearest edge lies on the boundary of C, and sets k. It returns
// false when the polygon has most vertices: called again, it goes on.
//
// At the head of every turn: the polygon is convex, exactly, holds the origin and lies in C up to
// errPoint. A turn that does not end adds a grid point outside it, so the loop ends at the limits
// at the latest.
func (e *epa) grow(r *run, most int, k *core) bool {
	m, w := &r.m, r.allowance()
	tol := max(float64(epaFloor*unit*m.reach), float64(w.At(0)-m.errSep-m.errPoint)/2)
	for len(e.verts) != most {
		i := e.closest()
		f := &e.edges[i]
		e.verts = append(e.verts, epaVertex{})
		p := &e.verts[len(e.verts)-1]
		found := m.support(f.n, &p.vertex)
		h := -found.separation(m, 1)
		r.trace.epa(r, e, f, found, &p.vertex, h)
		status, done := e.ends(r, f, p, h, tol)
		if done {
			r.trace.epaEnd(r, exitOf(status))
			k.n, k.a, k.status = f.n, e.witness(f), status
			k.overlap(m, -h, f.d-errD)
			return true
		}
		r.turns++
		e.add(i, p)
	}
	r.trace.epaEnd(r, collide.ExitManyEdges)
	return false
}

// ends reports whether the growth ends with the vertex p found along f, with the support value h,
// and how.
func (e *epa) ends(r *run, f *epaEdge, p *epaVertex, h, tol float64) (collide.Status, bool) {
	if !(h-(f.d-errD) > tol) {
		return collide.Converged, true
	}
	p.g = toGrid(p.w)
	if !e.beyond(f, p) { // not outside f on the grid
		return collide.Rounding, true
	}
	return collide.Limit, r.turns >= r.limit || len(e.verts) >= maxVertices
}

// exitOf returns the exit of EPA for a status.
func exitOf(s collide.Status) collide.Exit {
	switch s {
	case collide.Converged:
		return collide.ExitConverged
	case collide.Rounding:
		return collide.ExitRounding
	default:
		return collide.ExitLimit
	}
}

// overlap sets the bracket from the separation of c.n, which points outward, and a lower bound of
// the depth of the polygon's edges.
func (c *core) overlap(m *minkowski, sep, inner float64) {
	c.lower, c.upper = sep-m.errSep, m.errPoint-inner
	c.dist = max(c.lower, min(sep, c.upper))
}

// inflate brings the simplex in r.s to three vertices with area. flat tells that C has none on the
// grid; n is then a direction across it.
func (r *run) inflate() (n Vec, flat bool) {
	s := &r.s
	for s.n < 3 {
		dirs, count := s.outward()
		grown := false
		for i := 0; i < count && !grown; i++ {
			for _, d := range [2]Vec{dirs[i], dirs[i].Neg()} {
				r.m.support(d, &s.p[s.n])
				if grown = s.independent(); grown {
					s.lambda[s.n] = 0
					s.n++
					break
				}
			}
		}
		if !grown {
			return dirs[0].Scale(1 / dirs[0].Len()), true
		}
	}
	return Vec{}, false
}

// outward returns directions perpendicular to s, enough to find a point outside its span if there
// is one.
func (s *simplex) outward() (dirs [2]Vec, count int) {
	if s.n == 1 {
		return [2]Vec{{1, 0}, {0, 1}}, 2
	}
	return [2]Vec{s.p[1].w.Sub(s.p[0].w).perp()}, 1
}

// independent reports whether the vertex after the last one lies outside the span of s.
func (s *simplex) independent() bool {
	g0 := toGrid(s.p[0].w)
	at := func(i int) gridPoint { return toGrid(s.p[i].w).sub(g0) }
	if s.n == 1 {
		return at(1) != gridPoint{}
	}
	return at(1).cross(at(2)).Sign() != 0
}

// begin makes the triangle s the polygon.
func (e *epa) begin(s *simplex) {
	e.verts, e.edges = e.verts[:0], e.edges[:0]
	e.keys.Reset()
	g := s.grid()
	order := [3]int{0, 1, 2}
	if g[1].sub(g[0]).cross(g[2].sub(g[0])).Sign() < 0 {
		order = [3]int{0, 2, 1}
	}
	for _, i := range order {
		e.verts = append(e.verts, epaVertex{})
		e.verts[len(e.verts)-1].set(&s.p[i])
	}
	for i := range int32(3) {
		e.edge(i, (i+1)%3, (i+2)%3, (i+1)%3)
	}
}

// edge appends the edge from vertex u to vertex v, between the edges prev and next, with its key.
func (e *epa) edge(u, v, prev, next int32) {
	at := len(e.edges)
	e.edges = slices.Grow(e.edges, 1)[:at+1]
	f := &e.edges[at]
	a := &e.verts[u].w
	n := e.verts[v].w.Sub(*a).perp().Neg()
	f.n = n.Scale(1 / n.Len())
	f.d = f.n.Dot(*a)
	f.v, f.prev, f.next, f.dead = u, prev, next, false
	e.keys.AddBelow(f.d, math.Inf(1))
}

// closest returns the edge with the least distance. There is one: the polygon has edges.
func (e *epa) closest() int32 { return e.keys.Least() }

// det returns the sign of the side of f's line on which g lies: positive outside.
func (e *epa) det(f *epaEdge, g gridPoint) int {
	a := e.verts[f.v].g
	return g.sub(a).cross(e.verts[e.edges[f.next].v].g.sub(a)).Sign()
}

// beyond reports whether p lies on the outer side of f. Doubles decide where they can: n.p and d
// are off by 2u each for the products and 1u for the direction of n, |p| < 1/2.
func (e *epa) beyond(f *epaEdge, p *epaVertex) bool {
	s := f.n.Dot(p.w) - f.d
	return s > errD || !(s < -errD) && e.det(f, p.g) > 0
}

// sees reports whether p lies on the outer side of f or in its line.
func (e *epa) sees(f *epaEdge, p *epaVertex) bool {
	s := f.n.Dot(p.w) - f.d
	return s > errD || !(s < -errD) && e.det(f, p.g) >= 0
}

// add makes p, the last vertex, strictly outside the edge f, part of the ring: it replaces all
// edges that see it, or in whose line it lies, by two. They are neighbours, and at least one edge
// does not see it, because the polygon has area.
func (e *epa) add(f int32, p *epaVertex) {
	e.kill(f)
	before, after := e.edges[f].prev, e.edges[f].next
	for e.sees(&e.edges[before], p) {
		e.kill(before)
		before = e.edges[before].prev
	}
	for e.sees(&e.edges[after], p) {
		e.kill(after)
		after = e.edges[after].next
	}
	// The edge before still ends where its old neighbour starts, until that is replaced here.
	u, v := e.edges[e.edges[before].next].v, e.edges[after].v
	apex, first := int32(len(e.verts)-1), int32(len(e.edges))
	e.edges[before].next, e.edges[after].prev = first, first+1
	e.edge(u, apex, before, first+1)
	e.edge(apex, v, first, after)
}

// kill takes edge f out of the polygon.
func (e *epa) kill(f int32) {
	e.edges[f].dead = true
	e.keys.Drop(f)
}

// witness returns the point of A that belongs to the foot of the origin on f, the nearest edge.
// Where f is nearly in line with its neighbours, rounding may take the wrong one for the nearest,
// and the foot lies on another: it is looked for in the direction in which it lies past the end.
func (e *epa) witness(f *epaEdge) Vec {
	foot, p, way := f.n.Scale(f.d), Vec{}, 0
	for range e.edges {
		a, b := &e.verts[f.v], &e.verts[e.edges[f.next].v]
		d := b.w.Sub(a.w)
		t := d.Dot(p.Sub(a.w)) / d.Len2()
		switch {
		case t < 0 && way <= 0:
			f, way = &e.edges[f.prev], -1
		case t > 1 && way >= 0:
			f, way = &e.edges[f.next], 1
		default:
			t = max(0, min(t, 1))
			return a.a.Scale(1 - t).Add(b.a.Scale(t))
		}
		p = foot
	}
	return e.verts[f.v].a
}
