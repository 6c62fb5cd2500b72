package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// EPA from frame to frame: the nearest triangles of the last polytope stay in the Cache, with what
// tells how far each is from the origin at least, however the bodies move. So in most frames the
// plane of the nearest one and its support point are all that is looked at. docs/math/epa.md, "From
// frame to frame".

// proofTurns is how many new corners a frame may bring before EPA starts afresh.
const proofTurns = 8

// proofPlane is a triangle of a proof in the pose of the query.
type proofPlane struct {
	epaFace
	w     [3]Vec // its corners
	fresh bool   // the others are known
}

// keep leaves the polytope that has grown in c, where the pair has moved so little since the last
// query that the next one may be glad of it. c may be nil.
func (e *epa) keep(r *run, c *Cache) {
	if c == nil || r.m.curved {
		return
	}
	s := &c.proof
	if s.begin(&r.m, e.best); s.scale != 0 && e.steady(s, proofStep) {
		e.list(s)
	}
}

// How much less than the depth a pair must have moved for its polytope to be kept (proofStep), and
// for the arcs, where they serve it, to be passed over so that there is one (arcStep); proofShy how
// much less of that after one that was of no use: hulls in motion, with 8 to 512 corners.
const (
	proofStep = 1.0 / 4
	arcStep   = 1.0 / 8
	proofShy  = 1.0 / 8
)

// restart is how much of the reach cores that have moved too far for a proof must overlap by for
// GJK to begin afresh: the simplex of the last query then makes a worse first tetrahedron for EPA
// than the way between the centres does. Hulls of 512 corners: without it a Cache costs 7 % where
// bodies deep in each other move by a tenth of their size, with it for all depths it gains nothing
// where they overlap by little.
const restart = 1.0 / 16

// steady reports whether the pair of s has moved by less than step times the depth since the last
// query, so that the next one may be glad of a polytope.
func (e *epa) steady(s *proof, step float64) bool {
	most := float64(s.depth * step)
	if s.shy {
		most *= proofShy
	}
	return e.way < most
}

// elsewhere reports whether the pair of s overlapped deeply in the last query, and has moved so far
// since that where GJK ended is no place to begin.
func (e *epa) elsewhere(m *minkowski, s *proof) bool {
	return s.scale != 0 && s.depth > float64(restart*m.reach) && !e.steady(s, proofStep)
}

// list fills s, which is empty, with the faces of the polytope. One that may hold the origin has
// the key 0, with which s does not move.
func (e *epa) list(s *proof) {
	s.used = false
	far := float32(math.Inf(1)) // the rest; no face with this key or more finds a place
	for i := range e.faces {
		f := &e.faces[i]
		if f.dead {
			continue
		}
		if f.errN > veryRough {
			e.refine(f)
		}
		key := down32(f.low())
		if !(key < far) {
			continue
		}
		if at := s.place(key); at >= 0 {
			s.f[at].set(key, &e.verts[f.v[0]].vertex, &e.verts[f.v[1]].vertex, &e.verts[f.v[2]].vertex)
		}
		if s.n == proofFaces {
			far = float32(s.rest)
		}
	}
}

// set makes f the triangle u, v, w.
func (f *proofFace) set(key float32, u, v, w *vertex) {
	f.key = key
	f.ia = [3]uint16{uint16(u.ia), uint16(v.ia), uint16(w.ia)}
	f.ib = [3]uint16{uint16(u.ib), uint16(v.ib), uint16(w.ib)}
}

// watch finds how far the pair has moved since the last query with c, which may be nil.
func (e *epa) watch(r *run, c *Cache) {
	if c != nil {
		e.way = c.proof.step(&r.m)
	}
}

// resume sets k to the answer about cores that overlap, if the proof in c, which is not nil, leads
// to it. Otherwise the proof is empty. Where it is not wanted, only the way since it is found.
func (e *epa) resume(r *run, c *Cache, wanted bool, k *core) bool {
	s := &c.proof
	e.watch(r, c)
	if !wanted || s.n == 0 {
		return false
	}
	if e.way < math.Inf(1) && s.move(&r.m, e.way) && e.follow(r, s, k) {
		s.used, s.shy, s.depth = true, false, -k.lower
		return true
	}
	s.n, s.shy = 0, !s.used
	return false
}

// follow is resume from a proof in the pose of the query on.
//
// At the head of every turn: the surface of the proof winds once around the origin, and its keys
// are right.
func (e *epa) follow(r *run, s *proof, k *core) bool {
	m, w := &r.m, r.allowance()
	tol := max(float64(epaFloor*unit*m.reach), float64(w.At(0)-m.errSep-m.errPoint)/2)
	for i := range s.f[:s.n] {
		e.lows[i], e.planes[i].fresh = s.since(float64(s.f[i].key)), false
	}
	for range proofTurns {
		i, low := e.nearest(m, s)
		if i < 0 {
			return false
		}
		f, p := &e.planes[i], &e.next
		m.a.hint, m.b.hint = int32(s.f[i].ia[0]), int32(s.f[i].ib[0])
		sep := m.support(f.n, &p.vertex).separation(m, 1)
		r.turns++
		if !(-sep-low > tol) {
			a, gap := e.footOn(m, s, i, tol)
			if !(gap <= float64(tol*tol)) {
				return false
			}
			r.trace.proof(r, f, p, low, -sep)
			e.answer(m, f.n, sep, low, a, collide.Converged, k)
			s.f[0], s.f[i] = s.f[i], s.f[0] // the first to be looked at
			return true
		}
		if !(f.n.Dot(p.w)-f.d > f.errN) {
			return false
		}
		e.extend(m, s, p)
	}
	return false
}

// nearest returns the triangle nearest the origin, with its plane, and a bound of the distance of
// all. It returns -1 where that triangle is not known.
func (e *epa) nearest(m *minkowski, s *proof) (int, float64) {
	at, low := -1, s.since(s.rest)
	for i, x := range e.lows[:s.n] {
		if !(x < low) {
			continue
		}
		if !e.planes[i].fresh && !e.look(m, s, i) {
			return -1, 0
		}
		if x = e.lows[i]; x < low {
			at, low = i, x
		}
	}
	return at, low
}

// look brings triangle i to the pose of m. It reports whether its plane is known well.
func (e *epa) look(m *minkowski, s *proof, i int) bool {
	f, g := &e.planes[i], &s.f[i]
	for k := range f.w {
		f.w[k] = m.point(m.a.vertex(int32(g.ia[k])), m.b.vertex(int32(g.ib[k])))
	}
	f.span(&f.w[0], &f.w[1], &f.w[2])
	if f.fresh = f.errN <= veryRough; f.fresh {
		low := f.low()
		e.lows[i], g.key = max(e.lows[i], low), max(g.key, s.key(low))
	}
	return f.fresh
}

// footOn returns the point of A that belongs to the foot of the origin on the plane of triangle i,
// and the square of the distance of the triangles looked at from that.
func (e *epa) footOn(m *minkowski, s *proof, i int, tol float64) (a Vec, gap float64) {
	f := &e.planes[i]
	foot := f.n.Scale(f.d).snap()
	a, gap = s.f[i].near(m, f, foot)
	for i := 0; i < int(s.n) && gap > float64(tol*tol); i++ {
		g := &e.planes[i]
		if !g.fresh || !(math.Abs(g.n.Dot(foot)-g.d) <= tol+g.errN) {
			continue
		}
		if b, x := s.f[i].near(m, g, foot); x < gap {
			a, gap = b, x
		}
	}
	return a, gap
}

// near is epa.near for the triangle f with the plane g.
func (f *proofFace) near(m *minkowski, g *proofPlane, p Vec) (Vec, float64) {
	var v [3]vertex
	for k := range v {
		v[k].w, v[k].a = g.w[k], m.a.vertex(int32(f.ia[k]))
	}
	return nearOn(&v[0], &v[1], &v[2], p)
}

// proofCorner is a corner of a triangle of a proof.
type proofCorner struct {
	w      Vec
	ia, ib uint16
}

// proofEdge is an edge of a triangle of a proof.
type proofEdge struct{ u, v proofCorner }

// extend makes p a corner of the surface: triangles that see p give way to a fan around p, from the
// edges of their border.
//
// Which triangles that see p are taken does not matter to what is proved, only to how good it is:
// the surface stays closed, and between the old and the new one lie tetrahedra, each beyond the
// plane of the triangle that goes, so none holds the origin. A new triangle whose plane is of no
// use ends the search when it is the nearest.
func (e *epa) extend(m *minkowski, s *proof, p *epaVertex) {
	edges, n := e.rim[:0], 0
	for i := range s.f[:s.n] {
		f := &e.planes[i]
		known := f.fresh || e.look(m, s, i)
		if known && f.low() > 0 && f.n.Dot(p.w)-f.d > f.errN {
			edges = s.f[i].addEdges(f, edges)
			continue
		}
		s.f[n], e.lows[n], e.planes[n] = s.f[i], e.lows[i], *f
		n++
	}
	e.rim, s.n = edges, int32(n)
	for i := range edges {
		u, v := &edges[i].u, &edges[i].v
		f := proofPlane{w: [3]Vec{u.w, v.w, p.w}, fresh: true}
		f.span(&f.w[0], &f.w[1], &f.w[2])
		low := f.low()
		key := s.key(low)
		if at := s.place(key); at >= 0 {
			s.f[at] = proofFace{[3]uint16{u.ia, v.ia, uint16(p.ia)}, [3]uint16{u.ib, v.ib, uint16(p.ib)}, key}
			e.lows[at], e.planes[at] = low, f
		}
	}
}

// addEdges appends the edges of the triangle f with the plane g to list; an edge and its reverse go
// both.
func (f *proofFace) addEdges(g *proofPlane, list []proofEdge) []proofEdge {
next:
	for k := range 3 {
		j := (k + 1) % 3
		u, v := proofCorner{g.w[k], f.ia[k], f.ib[k]}, proofCorner{g.w[j], f.ia[j], f.ib[j]}
		for i := range list {
			if list[i].u.same(&v) && list[i].v.same(&u) {
				list[i] = list[len(list)-1]
				list = list[:len(list)-1]
				continue next
			}
		}
		list = append(list, proofEdge{u, v})
	}
	return list
}

// same reports whether p and q are of the same corners of A and B.
func (p *proofCorner) same(q *proofCorner) bool { return p.ia == q.ia && p.ib == q.ib }
