package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The depth of two solid hulls by axes, without a look at pairs of edges. The normal of a face of
// C = A - B is one of A's faces, one of B's, or it lies on the arc of directions that an edge of A
// supports. A face, and an arc, is done with as soon as points of C are known that lie far enough
// out, and for nearly all a ball in the other body or a vertex of it shows that at once.
// docs/math/sat3.md, "Arcs".

// arcRun is the work space of one run.
type arcRun struct {
	a, b   *axisTable
	least  float64 // the least support value so far
	n      Vec     // of this unit vector
	same   float64 // support values no farther from each other are the same but for rounding
	off    float64 // how far directions are off at most, in u
	ballA  float64 // a ball of this radius, and more by arcRough, about its centre lies in A
	ballB  float64
	base   [arcMost]float64 // of A's faces, within arcRough/2 of the reach
	known  [arcMost]bool    // the end is known
	ends   [arcMost]arcEnd  // of A's faces
	failed bool
	from   int32      // the face of A along whose normal the support value is least, or ^ that of B
	to     int32      // the vertex of the other body farthest along it
	record bool       // a Trace wants the directions that were searched along
	tries  []arcTried // these
}

// arcTried is a direction that was searched along, with the face whose normal it is, if it is one.
type arcTried struct {
	n    Vec
	from collide.Axis
}

// arcEnd is a direction in which C has a point p = a - b: n is a unit vector, in A's frame, db the
// same in B's, base what A and t make of p.n, and h is p.n. n is off by no more than off.
type arcEnd struct {
	n, db, b     Vec
	base, h, off float64
}

const (
	arcTurns = 6        // how often an arc is cut in two
	arcWide  = 1.0 / 64 // the square of the length that a mean of directions must have
)

// begin finds what A's faces know of C without a search, and tries the face with the least of that.
func (g *arcRun) begin(m *minkowski) {
	g.same, g.off, g.failed = float64(arcSame*unit*m.reach), arcFaceB, false
	pad := float64(arcRough * m.reach)
	g.ballA, g.ballB = float64(g.a.arcs.ball*m.a.scale)-pad, float64(g.b.arcs.ball*m.b.scale)-pad
	g.least, g.tries = math.Inf(1), g.tries[:0]
	best, at, t, reach := int64(math.MaxInt64), 0, m.t, m.a.reach
	faces := g.a.arcs.faces
	clear(g.known[:len(faces)])
	for i := range faces {
		f := &faces[i]
		x := float64(float64(f.off)*reach) -
			(float64(float64(f.x)*t.X) + float64(float64(f.y)*t.Y) + float64(float64(f.z)*t.Z))
		g.base[i] = x
		k := int64(math.Float64bits(x)) // as integers, in the order of doubles: selected without a branch
		if k ^= int64(uint64(k>>63) >> 1); k < best {
			at = i
		}
		best = min(best, k)
	}
	g.know(m, at)
}

// end returns end i, which it makes known.
func (g *arcRun) end(m *minkowski, i uint8) *arcEnd {
	if !g.known[i] {
		g.know(m, int(i))
	}
	return &g.ends[i]
}

// know makes end i known: by a vertex of B that lies far out, or else by the support point.
func (g *arcRun) know(m *minkowski, i int) {
	f, e := &g.a.faces[i], &g.ends[i]
	g.known[i] = true
	db := m.rot.applyT(f.n)
	base := f.n.Dot(m.a.hull.local[f.v].Scale(m.a.scale).Sub(m.t))
	b := m.b.hull.local[g.b.arcs.far[7-octant(db)]].Scale(m.b.scale)
	h := base - db.Dot(b)
	e.n, e.db, e.b, e.base, e.h, e.off = f.n, db, b, base, h, arcFaceA
	if h < g.least {
		if g.farthest(m, e); g.least == e.h {
			g.from, g.to = int32(i), m.b.hint
		}
		g.tried(f.n, collide.Axis{Source: collide.AxisFaceA, A: f.id})
	}
}

// tried takes down a direction that was searched along.
func (g *arcRun) tried(n Vec, from collide.Axis) {
	if g.record {
		g.tries = append(g.tries, arcTried{n, from})
	}
}

// farthest sets the point of e to the one farthest along it.
func (g *arcRun) farthest(m *minkowski, e *arcEnd) {
	e.b, _ = m.b.support(e.db.Neg())
	if e.h = e.base - e.db.Dot(e.b); e.h < g.least {
		g.least, g.n = e.h, e.n
	}
}

// facet makes the simplex of r the facet of C along whose normal the support value is least, of
// those of faces, or what is left of it on the grid.
func (g *arcRun) facet(r *run) {
	m, s := &r.m, &r.s
	r.turns = 0
	r.leap.start()
	s.n, s.lambda[0], s.lambda[1], s.lambda[2], s.lambda[3] = 0, 1, 0, 0, 0
	if g.from >= 0 {
		b := m.rot.apply(m.b.vertex(g.to)).Add(m.t)
		for _, i := range m.a.hull.faces[g.a.faces[g.from].id] {
			a := m.a.vertex(i)
			p := &s.p[s.n]
			p.w, p.a, p.ia, p.ib = a.Sub(b).snap(), a, i, g.to
			s.join()
		}
		return
	}
	a := m.a.vertex(g.to)
	for _, i := range m.b.hull.faces[g.b.faces[^g.from].id] {
		p := &s.p[s.n]
		p.w, p.a, p.ia, p.ib = m.point(a, m.b.vertex(i)), a, g.to, i
		s.join()
	}
}

// join appends the vertex beyond those of s, if it is another point.
func (s *simplex) join() {
	if !s.has(&s.p[s.n]) {
		s.n++
	}
}

// facesOfA tries the normals of A's faces, until one separates.
func (g *arcRun) facesOfA(m *minkowski) {
	for i, x := range g.base[:len(g.a.arcs.faces)] {
		if x+g.ballB < g.least && !g.known[i] {
			if g.know(m, i); g.least < 0 {
				return
			}
		}
	}
}

// facesOfB tries the normals of B's faces, until one separates.
func (g *arcRun) facesOfB(m *minkowski) {
	t, reach := m.rot.applyT(m.t), m.b.reach
	faces := g.b.arcs.faces
	for i := range faces {
		f := &faces[i]
		x := float64(float64(f.off)*reach) +
			(float64(float64(f.x)*t.X) + float64(float64(f.y)*t.Y) + float64(float64(f.z)*t.Z))
		if x+g.ballA >= g.least {
			continue
		}
		face := &g.b.faces[i]
		n := m.rot.apply(face.n).Neg()
		base := face.n.Dot(m.b.hull.local[face.v].Scale(m.b.scale)) - n.Dot(m.t)
		if base+n.Dot(m.a.hull.local[g.a.arcs.far[octant(n)]].Scale(m.a.scale)) >= g.least {
			continue
		}
		a, _ := m.a.support(n)
		if h := base + n.Dot(a); h < g.least {
			g.least, g.n, g.from, g.to = h, n, int32(^i), m.a.hint
		}
		if g.tried(n, collide.Axis{Source: collide.AxisFaceB, B: face.id}); g.least < 0 {
			return
		}
	}
}

// edges tries the arcs of A's edges, until a direction separates. The base of a unit vector between
// two normals is at least the lesser one of theirs, divided by a length of wide to 1.
func (g *arcRun) edges(m *minkowski) {
	edges := g.a.arcs.edges
	below, wide := g.reachOfBall()
	for i := range edges {
		e := &edges[i]
		enough := below + float64(wide*float64(e.wide))
		less := math.Float64bits(g.base[e.l]-enough) | math.Float64bits(g.base[e.r]-enough)
		if int64(less) >= 0 && e.wide > 128 { // neither has the sign of what is less
			continue
		}
		least := g.least
		g.between(m, i, g.end(m, e.l), g.end(m, e.r), arcTurns)
		if g.least < least {
			if g.least < 0 {
				return
			}
			below, wide = g.reachOfBall()
		}
	}
}

// reachOfBall returns what the bases at the ends of an arc must have for the ball in B to reach far
// enough out between them: below, and wide for each 256th of the arc's own wide.
func (g *arcRun) reachOfBall() (below, wide float64) {
	q := g.least - g.ballB
	if q < 0 {
		return 0, float64(q * (1.0 / 256))
	}
	return q, 0
}

// between tries the directions between l and r, whose own points lie out far enough, for edge i of
// A.
//
// The support values of points are linear along the segment from l.n to r.n, no shorter than which
// unit vectors are. So one point that is far enough out at both ends is so between them; of two
// points that are not, the value is least where they are level.
func (g *arcRun) between(m *minkowski, i int, l, r *arcEnd, turns int) {
	enough := g.least - g.same
	lr := r.base - r.db.Dot(l.b)
	if lr >= enough {
		return
	}
	rl := l.base - l.db.Dot(r.b)
	if rl >= enough {
		return
	}
	x, y := l.h-rl, r.h-lr
	t := x / (x + y)
	n, inv := blend(l.n, r.n, t)
	if !(inv*inv < 1/arcWide) || turns == 0 {
		g.failed = true
		return
	}
	off := float64((max(l.off, r.off)+arcMid)*inv) + arcMid
	level := float64((float64(l.h*(1-t)) + float64(lr*t)) * inv)
	if level >= g.least+float64((float64(arcValue*inv)+off)*unit*m.reach) {
		return
	}
	mid := arcEnd{n: n, off: off}
	g.off = max(g.off, off)
	mid.db = m.rot.applyT(mid.n)
	mid.base = mid.n.Dot(m.a.vertex(g.a.edges[i].v).Sub(m.t))
	g.farthest(m, &mid)
	g.tried(mid.n, collide.Axis{})
	g.between(m, i, l, &mid, turns-1)
	g.between(m, i, &mid, r, turns-1)
}

// blend returns the unit vector of the point t of the way from one direction to another, and one
// over the length of that point.
func blend(from, to Vec, t float64) (n Vec, inv float64) {
	n = from.Scale(1 - t).Add(to.Scale(t))
	inv = 1 / math.Sqrt(n.Len2())
	return n.Scale(inv), inv
}
