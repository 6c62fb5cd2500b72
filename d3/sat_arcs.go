package d3

import "github.com/collide-go/collide"

// The depth of two solid hulls by axes, without a look at pairs of edges: which pairs are asked so,
// and what the answer is. sat_gauss.go finds it.

// arcFew is the number of faces of both hulls up to which EPA is never faster.
const arcFew = 64

// arcTables sets the tables of s to those of two solid hulls, and reports whether m is two of them
// that have tables. No table is made to see that a hull has too many corners for one, or of hulls
// whose balls around them are apart.
func (s *satRun) arcTables(m *minkowski) bool {
	a, b := &m.a, &m.b
	if a.kind != kindHull || b.kind != kindHull || a.hull.dim != 3 || b.hull.dim != 3 ||
		max(len(a.hull.local), len(b.hull.local)) > arcCorners || !(a.reach+b.reach > m.t.Len()) {
		return false
	}
	g := &s.arc
	g.a, g.b = &m.a.hull.faceTable().axes, &m.b.hull.faceTable().axes
	return len(g.a.arcs.faces) > 0 && len(g.b.arcs.faces) > 0
}

// deep reports whether balls about the centres of the two hulls overlap.
func (s *satRun) deep(m *minkowski) bool {
	balls := float64(s.arc.a.arcs.ball*m.a.scale) + float64(s.arc.b.arcs.ball*m.b.scale)
	return balls > m.t.Len()
}

// few reports whether EPA is never faster for the two hulls.
func (s *satRun) few() bool { return len(s.arc.a.arcs.faces)+len(s.arc.b.arcs.faces) <= arcFew }

// fewFaces is arcs for two hulls of so few faces that EPA takes longer.
func (s *satRun) fewFaces(r *run, k *core) bool { return s.arcTables(&r.m) && s.few() && s.arcs(r, k) }

// arcsApart reports whether arcs ended with a direction that proves the shapes apart, by a search
// as everywhere.
func (s *satRun) arcsApart(r *run) bool {
	g := &s.arc
	if !(g.least < 0) {
		return false
	}
	low, _ := r.m.bracket(r.m.separation(unitAgain(g.n)), 0)
	return r.clear(low)
}

// arcs sets k to the answer about the two hulls whose tables s has, and reports whether it could:
// whether they overlap for certain, by directions that are known well. It ends with the first
// direction that separates them.
func (s *satRun) arcs(r *run, k *core) bool {
	m, g := &r.m, &s.arc
	g.record = r.trace != nil
	if g.begin(m); !(g.least >= 0) {
		return false
	}
	if g.facesOfA(m); !(g.least >= 0) {
		return false
	}
	if g.facesOfB(m); !(g.least >= 0) {
		return false
	}
	if g.edges(m); g.failed || !(g.least >= 0) {
		return false
	}
	s.begin(m, 0)
	s.n = unitAgain(g.n) // a unit vector but for rounding
	s.top, s.slack = -g.least, float64((arcSame+g.off)*unit*m.reach)
	found := m.search(s.n)
	sep := found.separation(m, 1)
	low, _ := m.bracket(sep, 0)
	up := s.upper(m)
	w := r.allowance()
	if !(up < 0) || !(up-low <= w.At(low)) {
		return false
	}
	a, _, ok := s.witness(m, found, sep)
	if !ok {
		return false
	}
	k.lower, k.upper, k.dist, k.n, k.a, k.status = low, up, max(low, min(sep, up)), s.n, a, collide.Exact
	r.trace.satArcs(r, g, k)
	return true
}
