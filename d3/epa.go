package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// EPA grows a polytope inside C = A - B around the origin until its nearest face lies on the boundary of C
// ([Bergen01]). The polytope is convex exactly: its vertices are grid points and every decision whether
// a face sees a new vertex has a certain sign. So the least plane distance of its faces bounds the depth from below
// and the support value of any normal bounds it from above. docs/math/epa.md.

// maxVertices is the documented limit of the polytope's growth; it is far above what shapes of this package need.
const maxVertices = 1 << 16

// epaVertex is a vertex of the polytope.
type epaVertex struct {
	vertex
	g   gridPoint
	out int32 // while a vertex is added: the new face whose first edge starts here
}

// epaFace is a triangle, counter-clockwise seen from outside. adj[i] lies across the edge v[i], v[i+1].
type epaFace struct {
	v, adj [3]int32
	n      Vec     // unit, outward
	d      float64 // plane distance from the origin
	errN   float64 // n.x is off by no more for |x| <= 1, and d by no more than half of it
	dead   bool
}

// epa is the work space. It grows as needed and is kept by the Query.
type epa struct {
	verts  []epaVertex
	faces  []epaFace
	keys   keyList // of faces: the lower bound of the plane distance, +Inf for dead and hopeless ones
	hidden []int32 // the faces that see the vertex being added
	border []borderEdge
	best   float64 // the least support value so far, an upper bound of the depth
}

// solve sets c to the answer for cores that overlap on the grid: the simplex in q.s holds the origin.
func (e *epa) solve(q *Query, m *minkowski, width float64, c *core) {
	if n, flat := q.inflate(m); flat {
		q.trace.flat(q)
		q.s.nearest() // for the weights
		_, a := q.s.point()
		e.answer(m, n, m.separation(n), 0, a, collide.Converged, c)
		return
	}
	e.best = math.Inf(1)
	e.begin(&q.s)
	tol := max(float64(unit*16*m.reach), float64(width-m.errSep-m.errPoint)/2)
	status := collide.Limit
	var f *epaFace
	var p epaVertex
	for {
		i := e.closest()
		if i < 0 {
			m.bad = true // no Support that is right lets every face lie beyond an upper bound of the depth
			*c = core{}
			q.trace.epaEnd(q, collide.BadSupport)
			return
		}
		f = &e.faces[i]
		m.support(f.n, &p.vertex)
		h := -m.lastSeparation(1)
		q.trace.epa(q, f, &p.vertex, h)
		e.best = min(e.best, h)
		if f.rough() && !(f.n.Dot(p.w)-f.d > float64(2*f.errN)) {
			e.refine(f)
			e.keys.set(i, f.d-float64(f.errN/2))
			continue
		}
		if !(h-(f.d-float64(f.errN/2)) > tol) {
			status = collide.Converged
			break
		}
		p.g = toGrid(p.w)
		if !(f.n.Dot(p.w)-f.d > f.errN) && e.det(f, p.g) <= 0 {
			status = collide.Rounding
			break
		}
		if q.turns >= q.limit || len(e.verts) >= maxVertices {
			break
		}
		q.turns++
		e.add(i, &p)
	}
	q.trace.epaEnd(q, status)
	e.answer(m, f.n, m.lastSeparation(1), f.d-float64(f.errN/2), e.witness(f, tol), status, c)
}

// answer sets c to the bracket from the outward direction n, its separation, and the lower bound of the polytope's plane
// distances.
func (e *epa) answer(m *minkowski, n Vec, sep, inner float64, a Vec, status collide.Status, c *core) {
	low, _ := m.bracket(sep, 0)
	*c = core{lower: low, upper: m.errPoint - inner, n: n, a: a, status: status}
	c.dist = max(c.lower, min(sep, c.upper))
}

// inflate brings the simplex in q.s to four vertices with volume. flat tells that C has none on the grid; n is
// then a direction across it.
func (q *Query) inflate(m *minkowski) (n Vec, flat bool) {
	s := &q.s
	for s.n < 4 {
		dirs, count := s.outward()
		grown := false
		for i := 0; i < count && !grown; i++ {
			for _, d := range [2]Vec{dirs[i], dirs[i].Neg()} {
				m.support(d, &s.p[s.n])
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

// outward returns directions perpendicular to s, enough to find a point outside its span if there is one.
func (s *simplex) outward() (dirs [3]Vec, count int) {
	axes := [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	switch s.n {
	case 1:
		return axes, 3
	case 2:
		e := s.p[1].w.Sub(s.p[0].w)
		e = e.Scale(powerBelow(max(math.Abs(e.X), math.Abs(e.Y), math.Abs(e.Z))))
		k, least := 0, math.Inf(1)
		for i, x := range axes {
			if c := math.Abs(e.Dot(x)); c < least {
				k, least = i, c
			}
		}
		d := e.Cross(axes[k])
		return [3]Vec{d, e.Cross(d)}, 2
	}
	g0 := gridPoint(toGrid(s.p[0].w))
	n := exact.Cross3(gridPoint(toGrid(s.p[1].w)).sub(g0), gridPoint(toGrid(s.p[2].w)).sub(g0))
	return [3]Vec{direction(n[0].Wide(), n[1].Wide(), n[2].Wide())}, 1
}

// independent reports whether the vertex after the last one lies outside the span of s.
func (s *simplex) independent() bool {
	g0 := gridPoint(toGrid(s.p[0].w))
	at := func(i int) gridPoint { return gridPoint(toGrid(s.p[i].w)).sub(g0) }
	switch s.n {
	case 1:
		return at(1) != gridPoint{}
	case 2:
		return exact.Cross3(at(1), at(2)) != [3]exact.Int128{}
	}
	return exact.Det3(at(1), at(2), at(3)) != 0
}

// begin makes the tetrahedron s the polytope.
func (e *epa) begin(s *simplex) {
	e.verts, e.faces = e.verts[:0], e.faces[:0]
	e.keys.reset()
	for i := range 4 {
		e.verts = append(e.verts, epaVertex{vertex: s.p[i], g: toGrid(s.p[i].w)})
	}
	v := e.verts
	if exact.Det3(v[1].g.sub(v[0].g), v[2].g.sub(v[0].g), v[3].g.sub(v[0].g)) > 0 {
		v[1], v[2] = v[2], v[1]
	}
	// Now 0, 1, 2 is counter-clockwise seen from outside: 3 lies below it.
	for _, f := range [4][6]int32{
		{0, 1, 2, 1, 2, 3}, {0, 3, 1, 3, 2, 0}, {1, 3, 2, 1, 3, 0}, {0, 2, 3, 0, 2, 1},
	} {
		i := e.face(f[0], f[1], f[2])
		e.faces[i].adj = [3]int32{f[3], f[4], f[5]}
	}
}

// face appends the face with the vertices i, j, k, with its key. The caller sets adj.
func (e *epa) face(i, j, k int32) int32 {
	at := len(e.faces)
	if at == cap(e.faces) {
		e.faces = append(e.faces, epaFace{})
	}
	e.faces = e.faces[:at+1]
	f := &e.faces[at]
	a, b, c := &e.verts[i].w, &e.verts[j].w, &e.verts[k].w
	p, q := b.Sub(*a), c.Sub(*a) // exact: grid points
	n := p.Cross(q)
	inv := 1 / math.Sqrt(n.Len2())
	// Each coordinate of n is off by 2u |p||q|, so the unit normal by 4 u / sin of the angle at a, and a few u of its
	// own. |p||q| <= (|p|^2 + |q|^2)/2, and |a| < 1/2.
	thin := (p.Len2() + q.Len2()) * inv
	f.n = n.Scale(inv)
	f.errN = float64(2*unit*thin) + 6*unit
	f.d = f.n.Dot(*a)
	if !(thin < 0x1p20) {
		f.n, f.d, f.errN = Vec{}, 0, math.Inf(1)
	}
	f.v[0], f.v[1], f.v[2] = i, j, k
	f.dead = false
	// A face farther away than the depth's upper bound is never the nearest. 2^-40 is far above rounding.
	e.keys.addBelow(f.d-float64(f.errN/2), e.best+0x1p-40)
	return int32(at)
}

// rough reports whether the normal of f may be computed better.
func (f *epaFace) rough() bool { return f.errN > 16*unit }

// refine recomputes the normal of f from exact integers.
func (e *epa) refine(f *epaFace) {
	a := &e.verts[f.v[0]]
	n := exact.Cross3(e.verts[f.v[1]].g.sub(a.g), e.verts[f.v[2]].g.sub(a.g))
	f.n = direction(n[0].Wide(), n[1].Wide(), n[2].Wide())
	f.n = f.n.Scale(1 / f.n.Len())
	f.d = f.n.Dot(a.w)
	f.errN = 10 * unit
}

// veryRough is the error of a normal that is refined before the face is even looked at: its key says little.
const veryRough = 0x1p-33

// closest returns the face with the least lower bound of the plane distance: no face of the polytope is nearer than its d - errN/2.
// It returns -1 where no face is left.
func (e *epa) closest() int32 {
	for {
		i := e.keys.least()
		if i < 0 {
			return -1
		}
		f := &e.faces[i]
		if !(f.errN > veryRough) {
			return i
		}
		e.refine(f)
		e.keys.set(i, f.d-float64(f.errN/2))
	}
}

// det returns the sign of the side of f's plane on which g lies: positive outside.
func (e *epa) det(f *epaFace, g gridPoint) int {
	a := e.verts[f.v[0]].g
	return exact.Det3(e.verts[f.v[1]].g.sub(a), e.verts[f.v[2]].g.sub(a), g.sub(a))
}

// sees reports whether p lies strictly on the outer side of f. An edge between a face that sees p and one that does not is
// never in line with p, so every new face has area.
func (e *epa) sees(f *epaFace, p *epaVertex) bool {
	s := f.n.Dot(p.w) - f.d
	return s > f.errN || !(s < -f.errN) && e.det(f, p.g) > 0
}

// add makes p, which lies strictly outside f, a vertex: it replaces all faces that see p by a fan around p.
//
// The faces that see p are connected, and their border is one closed loop in which every vertex starts one edge.
func (e *epa) add(f int32, p *epaVertex) {
	e.verts = append(e.verts, *p)
	apex := int32(len(e.verts) - 1)
	e.flood(f, p)
	first := int32(len(e.faces))
	for i := range e.border {
		h := &e.border[i]
		fresh := e.face(h.u, h.v, apex)
		e.faces[fresh].adj[0] = h.beyond
		e.verts[h.u].out = fresh
		g := &e.faces[h.beyond]
		switch h.v {
		case g.v[0]:
			g.adj[0] = fresh
		case g.v[1]:
			g.adj[1] = fresh
		default:
			g.adj[2] = fresh
		}
	}
	faces := e.faces[first:]
	for i := range faces {
		next := e.verts[faces[i].v[1]].out
		faces[i].adj[1] = next
		faces[next-first].adj[2] = first + int32(i)
	}
}

// borderEdge is an edge u -> v of a face that sees the new vertex; the face beyond does not.
type borderEdge struct{ u, v, beyond int32 }

// flood marks the faces that see p dead, from f on over common edges, and lists the edges of their border.
func (e *epa) flood(f int32, p *epaVertex) {
	faces, hidden, border := e.faces, append(e.hidden[:0], f), e.border[:0]
	faces[f].dead = true
	e.keys.set(f, math.Inf(1))
	for next := 0; next < len(hidden); next++ {
		h := &faces[hidden[next]]
		for k := range h.adj {
			i := h.adj[k]
			g := &faces[i]
			switch {
			case g.dead:
			case e.sees(g, p):
				g.dead = true
				e.keys.set(i, math.Inf(1))
				hidden = append(hidden, i)
			default:
				border = append(border, borderEdge{h.v[k], h.v[(k+1)%3], i})
			}
		}
	}
	e.hidden, e.border = hidden, border
}

// witness returns the point of A that belongs to the foot of the origin on f, the nearest face. Where the polytope's facet is
// made of several triangles, or of faces that bend by less than tol, the foot may lie in another one.
func (e *epa) witness(f *epaFace, tol float64) Vec {
	if thinTriangle(e.verts[f.v[0]].w, e.verts[f.v[1]].w, e.verts[f.v[2]].w) {
		if a, ok := e.exactFoot(f); ok {
			return a
		}
	}
	foot := f.n.Scale(f.d)
	a, gap := e.near(f, foot)
	for i := 0; i < len(e.faces) && gap > float64(tol*tol); i++ {
		g := &e.faces[i]
		if g.dead || !(math.Abs(g.n.Dot(foot)-g.d) <= tol+g.errN) {
			continue
		}
		if b, x := e.near(g, foot); x < gap {
			a, gap = b, x
		}
	}
	return a
}

// exactFoot returns the point of A that belongs to the foot of the origin on f, if that lies in f. The weights come from integers, for
// faces that thinTriangle warns of. The foot is a multiple of the normal n, so n.((b - foot) x (c - foot)) is
// n.(b x c).
func (e *epa) exactFoot(f *epaFace) (Vec, bool) {
	a, b, c := &e.verts[f.v[0]], &e.verts[f.v[1]], &e.verts[f.v[2]]
	n := exact.Cross3(b.g.sub(a.g), c.g.sub(a.g))
	x, y, z := dotCross(&n, b.g, c.g), dotCross(&n, c.g, a.g), dotCross(&n, a.g, b.g)
	if x.Sign() < 0 || y.Sign() < 0 || z.Sign() < 0 {
		return Vec{}, false
	}
	l, m, k := x.Float(), y.Float(), z.Float()
	sum := l + m + k
	return a.a.Scale(l / sum).Add(b.a.Scale(m / sum)).Add(c.a.Scale(k / sum)), true
}

// near returns the point of A that belongs to the point of f nearest to p, and the square of the distance from p.
func (e *epa) near(f *epaFace, p Vec) (Vec, float64) {
	a, b, c := &e.verts[f.v[0]], &e.verts[f.v[1]], &e.verts[f.v[2]]
	v, x, y, z := nearestTriangle(a.w.Sub(p), b.w.Sub(p), c.w.Sub(p))
	return a.a.Scale(x).Add(b.a.Scale(y)).Add(c.a.Scale(z)), v.Len2()
}
