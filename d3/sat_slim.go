package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// A point or a segment in a solid hull, the core of a ball or a capsule: C = A - B has the faces of
// the hull, moved out by the segment, and a face for each edge of the hull whose neighbours look to
// different sides of the segment. There are so few that testing all of them takes less time than
// EPA. docs/math/sat3.md, "Slim cores".

// slimFaces and slimEdges are the numbers of faces up to which a hull with a point in it, and one
// with a segment, are asked so: of more, EPA does not look at all (BenchmarkSlim).
const (
	slimFaces = 1 << 10
	slimEdges = 1 << 7
)

// slimRun is a slim core in the frame of the hull, about its centre, in the solvers' unit: t is its
// middle, v the direction of a segment and k half its length.
type slimRun struct {
	table *axisTable
	local []Vec // the hull's corners
	scale float64
	t, v  Vec
	k     float64
	first bool         // the hull is A
	from  collide.Axis // the best axis
}

// solve sets k to the answer about cores that overlap, one of them a point or a segment and the
// other a solid hull, and reports whether it could. s is work space.
func (f *slimRun) solve(s *satRun, r *run, k *core) bool {
	m := &r.m
	if !f.place(m) {
		return false
	}
	s.begin(m, 0)
	s.slack = s.hullSlack(m)
	f.faces(s)
	if f.k > 0 {
		f.edges(s, r)
	}
	if s.n = f.toA(m, s.n); !(s.upper(m) < 0) || !(float64(f.table.inner*f.scale) > 2*(m.errSep+s.slack)) {
		return false
	}
	found := m.search(s.n)
	sep := found.separation(m, 1)
	low, _ := m.bracket(sep, 0)
	up := s.upper(m)
	w := r.allowance()
	if !(up-low <= w.At(low)) {
		return false
	}
	a, ok := found.a, true
	switch {
	case f.k > 0:
		a, _, ok = s.witness(m, found, sep)
	case f.first:
		a = m.t.Sub(s.n.Scale(sep))
	}
	if !ok {
		return false
	}
	k.lower, k.upper, k.dist, k.n, k.a, k.status = low, up, max(low, min(sep, up)), s.n, a, collide.Exact
	r.trace.satSlim(r, s, f.from, k)
	return true
}

// place sets f to the cores of m, and reports whether they are a point or a segment and a solid
// hull of not too many faces whose normals are known well.
func (f *slimRun) place(m *minkowski) bool {
	hull, slim := &m.a, &m.b
	if f.first = hull.kind == kindHull; !f.first {
		hull, slim = slim, hull
	}
	if hull.kind != kindHull || slim.kind > kindSegment || hull.hull.dim != 3 {
		return false
	}
	most := slimFaces
	if f.k = 0; slim.kind == kindSegment {
		most, f.k = slimEdges, slim.half.Z
	}
	if len(hull.hull.faces) > most {
		return false
	}
	f.table = &hull.hull.faceTable().axes
	f.local, f.scale = hull.hull.local, hull.scale
	if f.first {
		f.t, f.v = m.t, m.rot.column(2)
	} else {
		f.t, f.v = m.rot.applyT(m.t).Neg(), m.rot.z
	}
	return !f.table.rough
}

// toA returns the direction n, from the hull to the slim core in the hull's frame, as one from A to
// B in A's frame, a unit vector again.
func (f *slimRun) toA(m *minkowski, n Vec) Vec {
	if f.first {
		return unitAgain(n)
	}
	return unitAgain(m.rot.apply(n).Neg())
}

// faces tests the normals of the hull's faces, and makes the best one s.n, in the hull's frame.
func (f *slimRun) faces(s *satRun) {
	t, v, k := f.t, f.v, f.k
	best, at := math.Inf(-1), 0
	faces := f.table.faces
	for i := range faces {
		g := &faces[i]
		sep := g.n.Dot(t) - float64(k*math.Abs(g.n.Dot(v))) - float64(f.scale*g.n.Dot(f.local[g.v]))
		if sep > best {
			best, at = sep, i
		}
	}
	s.tested, s.total = len(faces), len(faces)
	s.offerFace(best, faces[at].n)
	if f.from = (collide.Axis{Source: collide.AxisFaceA, A: faces[at].id}); !f.first {
		f.from = collide.Axis{Source: collide.AxisFaceB, B: faces[at].id}
	}
}

// edges tests the products of the segment with the edges of the hull between faces that look to
// different sides of it.
func (f *slimRun) edges(s *satRun, r *run) {
	edges := f.table.edges
	s.total += len(edges)
	for i := range edges {
		e := &edges[i]
		x1, x2 := e.n1.Dot(f.v), e.n2.Dot(f.v)
		if float64(x1*x2) > arcNoise {
			continue
		}
		sure := min(math.Abs(x1), math.Abs(x2)) > arcNoise
		if sure && x1 > 0 == (x2 > 0) {
			continue
		}
		w := f.t.Sub(f.local[e.v].Scale(f.scale))
		side := math.Copysign(1, x1)
		n := e.dir.Cross(f.v)
		if sure && s.deeper(n, -float64(side*n.Dot(w))) {
			continue
		}
		n = crossExact(e.dir, f.v)
		l := n.Len2()
		if l <= parallelEdges {
			continue
		}
		s.tested++
		f.product(s, r, n.Scale(side/math.Sqrt(l)), w, sure, int32(i))
	}
}

// product takes in the axis n, the product of the segment and edge i of the hull, from which a
// corner lies w away from the segment's middle. If not sure, it may be the other way round.
func (f *slimRun) product(s *satRun, r *run, n, w Vec, sure bool, i int32) {
	sep := n.Dot(w)
	if !sure {
		here, back := r.m.separation(f.toA(&r.m, n)), r.m.separation(f.toA(&r.m, n.Neg()))
		if sep = here; back > here {
			n, sep = n.Neg(), back
		}
	}
	if s.offer(sep, n, boxAxis{-1, -1}); s.n == n {
		if f.from = (collide.Axis{Source: collide.AxisEdges, A: i}); !f.first {
			f.from = collide.Axis{Source: collide.AxisEdges, B: i}
		}
	}
}
