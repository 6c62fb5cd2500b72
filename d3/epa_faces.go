package d3

import (
	"math"

	"github.com/collide-go/collide/internal/exact"
)

// epaVertex is a vertex of the polytope.
type epaVertex struct {
	vertex
	g   gridPoint
	out int32 // while a vertex is added: the new face whose first edge starts here
}

// epaFace is a triangle, counter-clockwise seen from outside. adj[i] lies across the edge v[i],
// v[i+1].
type epaFace struct {
	v, adj [3]int32
	n      Vec     // unit, outward
	d      float64 // plane distance from the origin
	errN   float64 // n.x is off by no more for |x| <= 1, and d by no more than half of it
	dead   bool
}

// face appends the face with the vertices i, j, k, with its key. The caller sets adj.
func (e *epa) face(i, j, k int32) int32 {
	at := len(e.faces)
	if at == cap(e.faces) {
		e.faces = append(e.faces, epaFace{})
	}
	e.faces = e.faces[:at+1]
	f := &e.faces[at]
	f.span(&e.verts[i].w, &e.verts[j].w, &e.verts[k].w)
	f.v[0], f.v[1], f.v[2] = i, j, k
	f.dead = false
	// A face farther away than the depth's upper bound is never the nearest. 2^-40 is far above
	// rounding.
	e.keys.AddBelow(f.low(), e.best+0x1p-40)
	return int32(at)
}

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

// flood marks the faces that see p dead, from f on over common edges, and lists the edges of their
// border.
func (e *epa) flood(f int32, p *epaVertex) {
	faces, hidden, border := e.faces, append(e.hidden[:0], f), e.border[:0]
	faces[f].dead = true
	e.keys.Set(f, math.Inf(1))
	for next := 0; next < len(hidden); next++ {
		h := &faces[hidden[next]]
		for k := range h.adj {
			i := h.adj[k]
			g := &faces[i]
			switch {
			case g.dead:
			case e.sees(g, p):
				g.dead = true
				e.keys.Set(i, math.Inf(1))
				hidden = append(hidden, i)
			default:
				border = append(border, borderEdge{h.v[k], h.v[(k+1)%3], i})
			}
		}
	}
	e.hidden, e.border = hidden, border
}

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
		s.p[i] = vertex{w: v.w.Sub(p), a: v.a}
	}
	if thinTriangle(a.w, b.w, c.w) {
		s.nearestExact()
		w, at := s.point()
		return at, w.Len2()
	}
	v, x, y, z := nearestTriangle(s.p[0].w, s.p[1].w, s.p[2].w)
	return a.a.Scale(x).Add(b.a.Scale(y)).Add(c.a.Scale(z)), v.Len2()
}
