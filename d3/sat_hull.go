package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The separating axis test of any two polytopes. The Gauss map of a polytope sends a face to its
// normal and an edge to the arc between the normals of the faces beside it. An edge of A and one of
// B make a face of C = A - B exactly where the arc of the one crosses that of the other, of -B
// ([Gregorius13]). Where rounding leaves that open the axis is tested: no axis does harm.
// docs/math/sat3.md.

// turnedEdge is an edge of -B in A's frame.
type turnedEdge struct {
	dir, n1, n2, p Vec
}

// arcNoise bounds the error of the inner product of a normal and an edge, both unit vectors and one
// of them turned.
const arcNoise = arcSign * unit

// hulls tests the axes of two polytopes: faces of A, faces of B, edges. It reports whether the last
// one separates.
func (s *satRun) hulls(r *run, cull Cull) bool {
	m := &r.m
	s.a, s.b = s.ownA.features(&m.a), s.ownB.features(&m.b)
	s.total += len(s.a.faces) + len(s.b.faces) + len(s.a.edges)*len(s.b.edges)
	s.thick = s.a.ball(&m.a) + s.b.ball(&m.b)
	s.incomplete = s.a.rough || s.b.rough
	return s.hullFacesA(r, cull == CullDepth) || s.hullFacesB(r, cull == CullDepth) || s.hullEdges(r)
}

// hullFacesA tests the normals of A's faces. With cull, a face is passed over whose plane the last
// vertex of B found lies deeper inside than the least overlap so far: its own overlap is more than
// that.
func (s *satRun) hullFacesA(r *run, cull bool) bool {
	m := &r.m
	var last Vec
	for i := range s.a.faces {
		f := &s.a.faces[i]
		top := f.n.Dot(m.a.vertex(f.v))
		if cull && i > 0 && f.n.Dot(last)-top < s.sep-s.noise {
			continue
		}
		db := m.rot.applyT(f.n)
		m.forget()
		b, _ := m.b.support(db.Neg())
		if cull {
			last = m.rot.apply(b).Add(m.t)
		}
		s.tested++
		sep := (f.n.Dot(m.t) + db.Dot(b)) - top
		s.offerFace(sep, f.n)
		r.trace.satFace(r, f.n, collide.Axis{Source: collide.AxisFaceA, A: f.id})
		if sep > s.stop {
			return true
		}
	}
	return false
}

// hullFacesB tests the normals of B's faces, as hullFacesA does.
func (s *satRun) hullFacesB(r *run, cull bool) bool {
	m := &r.m
	var last Vec
	for i := range s.b.faces {
		f := &s.b.faces[i]
		n := m.rot.apply(f.n).Neg()
		base := n.Dot(m.t) - f.n.Dot(m.b.vertex(f.v))
		if cull && i > 0 && base-n.Dot(last) < s.sep-s.noise {
			continue
		}
		m.forget()
		last, _ = m.a.support(n)
		s.tested++
		sep := base - n.Dot(last)
		if s.offerFace(sep, n) {
			s.n = n.Scale(1.5 - float64(n.Len2()/2))
		}
		r.trace.satFace(r, n, collide.Axis{Source: collide.AxisFaceB, B: f.id})
		if sep > s.stop {
			return true
		}
	}
	return false
}

// forget makes the next searches for support points start afresh. The last ones depend on which
// axes were passed over, and where a search starts may decide a tie.
func (m *minkowski) forget() { m.a.hint, m.b.hint = -1, -1 }

// offerFace takes in the separation along the normal n of a face, and reports whether it is the
// greatest so far.
func (s *satRun) offerFace(sep float64, n Vec) bool {
	if !(sep > s.sep) {
		return false
	}
	s.sep, s.n = sep, n
	s.raise(sep)
	return true
}

// hullEdges tests the products of the edges of A and B that may make a face of C.
func (s *satRun) hullEdges(r *run) bool {
	m := &r.m
	m.forget()
	s.edgeB = s.edgeB[:0]
	for i := range s.b.edges {
		e := &s.b.edges[i]
		s.edgeB = append(s.edgeB, turnedEdge{
			dir: m.rot.apply(e.dir), n1: m.rot.apply(e.n1).Neg(), n2: m.rot.apply(e.n2).Neg(),
			p: m.rot.apply(m.b.vertex(e.v)).Add(m.t).Neg(),
		})
	}
	for i := range s.a.edges {
		e := &s.a.edges[i]
		a := m.a.vertex(e.v)
		for j := range s.edgeB {
			f := &s.edgeB[j]
			x1, x2 := e.n1.Dot(f.dir), e.n2.Dot(f.dir)
			y1, y2 := f.n1.Dot(e.dir), f.n2.Dot(e.dir)
			// Products of two numbers of at most 1: one above the noise has both its factors above
			// it. Most pairs end here.
			if x, y := float64(x1*x2), float64(y1*y2); x > arcNoise || y > arcNoise {
				continue
			}
			sure := min(math.Abs(x1), math.Abs(x2), math.Abs(y1), math.Abs(y2)) > arcNoise
			if sure && (x1 > 0 == (x2 > 0) || y1 > 0 == (y2 > 0) || x1 > 0 == (y1 > 0)) {
				continue
			}
			s.tested++
			separates := s.pair(m, e, f, a.Add(f.p), math.Copysign(1, x1), sure)
			r.trace.satEdges(r, s, i, j)
			if separates {
				return true
			}
		}
	}
	return false
}

// pair takes in the product of two edges that meet at the point w of C, and reports whether it
// separates. side is the sign that makes the product point outward, if sure.
func (s *satRun) pair(m *minkowski, e *axisEdge, f *turnedEdge, w Vec, side float64, sure bool) bool {
	n := e.dir.Cross(f.dir)
	if sure && s.deeper(n, float64(side*n.Dot(w))) {
		return false
	}
	n = crossExact(e.dir, f.dir)
	l := n.Len2()
	if l <= parallelEdges {
		s.tested--
		return false
	}
	n = n.Scale(side / math.Sqrt(l))
	if sure {
		sep := -n.Dot(w)
		s.offer(sep, n, boxAxis{-1, -1})
		return sep > s.stop
	}
	for _, n := range [2]Vec{n, n.Neg()} {
		sep := m.separation(n)
		s.offer(sep, n, boxAxis{-1, -1})
		if sep > s.stop {
			return true
		}
	}
	return false
}

// deeper reports whether the overlap along n, a product of edges, is no less than the least so far,
// for certain; depth is that times the length of n.
func (s *satRun) deeper(n Vec, depth float64) bool {
	low := depth - s.noise
	return low > 0 && float64(low*low) >= float64(s.top2*(n.Len2()+productSquare*unit))
}

// parallelEdges is the squared sine of the angle between two edges, (2u)^2, below which their
// product is no axis.
const parallelEdges = 0x1p-104
