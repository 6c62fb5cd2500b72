package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide/internal/exact"
)

// epaVertex is a vertex of the polytope.
type epaVertex struct {
	vertex
	g   gridPoint
	out int32 // while a vertex is added: the new face whose first edge starts here
}

// set makes v the vertex p, coordinate by coordinate: a copy of what was just stored has to wait.
func (v *epaVertex) set(p *vertex) {
	v.w.X, v.w.Y, v.w.Z = p.w.X, p.w.Y, p.w.Z
	v.a.X, v.a.Y, v.a.Z = p.a.X, p.a.Y, p.a.Z
	v.ia, v.ib = p.ia, p.ib
	v.g[0], v.g[1], v.g[2] = int64(p.w.X*gridSize), int64(p.w.Y*gridSize), int64(p.w.Z*gridSize) // toGrid
}

// epaFace is a triangle, counter-clockwise seen from outside. Edge i goes from v[i] to v[i+1], and
// adj[i] lies across it.
type epaFace struct {
	v    [3]int32
	adj  [3]hinge
	n    Vec     // unit, outward
	d    float64 // plane distance from the origin
	errN float64 // n.x is off by no more for |x| <= 1, and d by no more than half of it
	dead bool
}

// hinge is an edge of a face: four times the face, and the edge.
type hinge int32

// hingeOf returns the edge of a face.
func hingeOf(face, edge int32) hinge { return hinge(4*face + edge) }

func (s hinge) face() int32 { return int32(s) >> 2 }
func (s hinge) edge() int32 { return int32(s) & 3 }

// face appends the face with the vertices i, j, k, with its key. The caller sets adj.
func (e *epa) face(i, j, k int32) int32 {
	at := len(e.faces)
	e.faces = slices.Grow(e.faces, 1)[:at+1]
	f := &e.faces[at]
	f.span(&e.verts[i].w, &e.verts[j].w, &e.verts[k].w)
	f.v[0], f.v[1], f.v[2] = i, j, k
	f.dead = false
	e.keys.AddBelow(f.low(), e.best+beyondBest)
	return int32(at)
}

// beyondBest is far above rounding: a face that is so much farther away than the depth's upper
// bound is never the nearest.
const beyondBest = 0x1p-40

// span sets the plane of f to that of the triangle a, b, c of grid points.
func (f *epaFace) span(a, b, c *Vec) {
	p, q := b.Sub(*a), c.Sub(*a) // exact: grid points
	n := p.Cross(q)
	inv := 1 / math.Sqrt(n.Len2())
	// Each coordinate of n is off by 2u |p||q|, so the unit normal by 4 u / sin of the angle at a,
	// and a few u of its own. |p||q| <= (|p|^2 + |q|^2)/2, and |a| < 1/2.
	thin := (p.Len2() + q.Len2()) * inv
	f.n = n.Scale(inv)
	f.errN = float64(faceThin*unit*thin) + faceFlat*unit
	f.d = f.n.Dot(*a)
	if !(thin < 0x1p20) {
		f.n, f.d, f.errN = Vec{}, 0, math.Inf(1)
	}
}

// low returns the lower bound of f's plane distance.
func (f *epaFace) low() float64 { return f.d - float64(f.errN/2) }

// rough reports whether the normal of f may be computed better.
func (f *epaFace) rough() bool { return f.errN > faceRough*unit }

// refine recomputes the normal of f from exact integers.
func (e *epa) refine(f *epaFace) {
	a := &e.verts[f.v[0]]
	n := exact.Cross3(e.verts[f.v[1]].g.sub(a.g), e.verts[f.v[2]].g.sub(a.g))
	f.n = direction(n[0].Wide(), n[1].Wide(), n[2].Wide())
	f.n = f.n.Scale(1 / f.n.Len())
	f.d = f.n.Dot(a.w)
	f.errN = faceRefined * unit
}

// veryRough is the error of a normal above which a face is recomputed exactly before its key is
// compared.
const veryRough = 0x1p-33

// closest returns the face with the least lower bound of the plane distance: no face of the
// polytope is nearer than its d - errN/2. It returns -1 where no face is left.
func (e *epa) closest() int32 {
	for {
		i := e.keys.Least()
		if i < 0 {
			return -1
		}
		f := &e.faces[i]
		if !(f.errN > veryRough) {
			return i
		}
		e.refine(f)
		e.keys.Set(i, f.low())
	}
}

// det returns the sign of the side of f's plane on which g lies: positive outside.
func (e *epa) det(f *epaFace, g gridPoint) int {
	a := e.verts[f.v[0]].g
	return exact.Det3(e.verts[f.v[1]].g.sub(a), e.verts[f.v[2]].g.sub(a), g.sub(a))
}

// sees reports whether p lies strictly on the outer side of f. An edge between a face that sees p
// and one that does not is never in line with p, so every new face has area.
func (e *epa) sees(f *epaFace, p *epaVertex) bool {
	s := f.n.Dot(p.w) - f.d
	return s > f.errN || !(s < -f.errN) && e.det(f, p.g) > 0
}

// add makes p, which lies strictly outside f, a vertex: it replaces all faces that see p by a fan
// around p.
//
// The faces that see p are connected, and their border is one closed loop in which every vertex
// starts one edge.
func (e *epa) add(f int32, p *epaVertex) {
	e.flood(f, p)
	apex, first := int32(len(e.verts)), int32(len(e.faces))
	e.verts = slices.Grow(e.verts, 1)[:apex+1]
	e.verts[apex].set(&p.vertex)
	e.faces = slices.Grow(e.faces, len(e.border))[:int(first)+len(e.border)]
	verts, all, most := e.verts, e.faces, e.best+beyondBest
	w := &verts[apex].w
	for i := range e.border {
		h, at := &e.border[i], first+int32(i)
		u, v, f := &verts[h.u], &verts[h.v], &all[at]
		f.span(&u.w, &v.w, w)
		f.v, f.dead = [3]int32{h.u, h.v, apex}, false
		f.adj[0], u.out = h.beyond, at
		e.keys.AddBelow(f.low(), most)
		all[h.beyond.face()].adj[h.beyond.edge()] = hingeOf(at, 0)
	}
	faces := all[first:]
	for i := range faces {
		next := verts[faces[i].v[1]].out
		faces[i].adj[1] = hingeOf(next, 2)
		faces[next-first].adj[2] = hingeOf(first+int32(i), 1)
	}
}

// borderEdge is an edge u -> v of a face that sees the new vertex; the face beyond does not.
type borderEdge struct {
	u, v   int32
	beyond hinge
}

// flood marks the faces that see p dead, from f on over common edges, and lists the edges of their
// border. Nobody can predict which faces see p, so both lists get what is beyond each edge, and
// grow by one or by nothing.
func (e *epa) flood(f int32, p *epaVertex) {
	faces, hidden, border := e.faces, e.hidden, e.border[:cap(e.border)]
	w := p.w
	if len(hidden) == 0 {
		hidden = make([]int32, floodRoom)
	}
	hidden[0] = f
	faces[f].dead = true
	n, m := 1, 0
	for next := 0; next < n; next++ {
		if n+3 > len(hidden) {
			hidden = append(hidden, make([]int32, floodRoom)...)
		}
		if m+3 > len(border) {
			border = append(border, make([]borderEdge, floodRoom)...)
		}
		h := &faces[hidden[next]]
		for k := range h.adj {
			i := h.adj[k].face()
			g := &faces[i]
			s := g.n.Dot(w) - g.d
			visible := s > g.errN
			if !(math.Abs(s) > g.errN) {
				visible = g.dead || e.det(g, p.g) > 0
			}
			hidden[n] = i
			n += one(visible) - one(g.dead) // the dead ones are visible
			g.dead = visible
			border[m] = borderEdge{h.v[k], h.v[following[k]], h.adj[k]}
			m += 1 - one(visible)
		}
	}
	for _, i := range hidden[:n] {
		e.keys.Drop(i)
	}
	e.hidden, e.border = hidden, border[:m]
}

// floodRoom is by how many places the lists of flood grow.
const floodRoom = 64

// following is the number of the edge after each of a face.
var following = [3]int{1, 2, 0}

// near returns the point of A that belongs to the point of f nearest to p, a grid point in or near
// f, and the square of the distance from p. For faces that thinTriangle warns of the weights come
// from integers. Those of f - p are below 2^52, which leaves the exact directions far from the end
// of their range.
func (e *epa) near(f *epaFace, p Vec) (Vec, float64) {
	return nearOn(&e.verts[f.v[0]].vertex, &e.verts[f.v[1]].vertex, &e.verts[f.v[2]].vertex, p)
}

// nearOn is near for the triangle a, b, c.
func nearOn(a, b, c *vertex, p Vec) (Vec, float64) {
	s := simplex{n: 3}
	for i, v := range [3]*vertex{a, b, c} {
		s.p[i].w, s.p[i].a = v.w.Sub(p), v.a
	}
	if thinTriangle(a.w, b.w, c.w) {
		s.nearestExact()
		w, at := s.point()
		return at, w.Len2()
	}
	v, x, y, z := nearestTriangle(s.p[0].w, s.p[1].w, s.p[2].w)
	return a.a.Scale(x).Add(b.a.Scale(y)).Add(c.a.Scale(z)), v.Len2()
}
