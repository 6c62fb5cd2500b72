package d3

import (
	"errors"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Decision is what the two stages of the exact path say about a pair of polytopes, each by itself.
type Decision struct {
	Near     bool             // the bracket holds zero, so that a query would ask
	Proved   bool             // by double-doubles
	Quick    collide.Relation // if Proved
	Integers collide.Relation
	Corners  int // of C that the integers looked at
}

// newQuery returns a query as a user's call finds it.
func newQuery() *Query {
	q := new(Query)
	q.defaults()
	return q
}

// setUp prepares a query that starts from nothing.
func (q *Query) setUp(a, b *Object) {
	q.defaults()
	q.prepare(a, b)
	q.begin(nil)
}

// general sets c to the answer about the cores of the pair set up, by GJK and EPA.
func (q *Query) general(c *core) { q.solveGJK(nil, false, c) }

// gjkOnly runs GJK and says where it ended.
func (q *Query) gjkOnly() collide.Exit {
	exit, _, _ := q.walk(num.Noise, math.Inf(1))
	if exit == collide.ExitUnsure {
		exit, _ = q.walkExact(num.Noise)
	}
	return exit
}

// Decide asks both stages about a pair, near contact or not.
func Decide(a, b *Object) (r Decision) {
	a, b = a.placed(), b.placed()
	if swapped(a, b) {
		a, b = b, a
	}
	q := newQuery()
	q.setUp(a, b)
	var c core
	q.general(&c)
	r.Near = c.lower <= q.radius && q.radius <= c.upper
	d := &q.relation
	if d.quick.prepare(&q.m, a, b) {
		r.Quick, r.Proved = d.quick.relate(&q.run, c.n)
	}
	d.prepare(&q.m, a, b)
	for i := range q.s.n {
		d.insert(q.s.p[i].ia, q.s.p[i].ib)
	}
	r.Integers = d.relate()
	r.Corners = len(d.p)
	return r
}

// General answers about a pair by GJK and EPA alone.
func (q *Query) General(a, b *Object) Contact {
	before := q.algorithm
	q.algorithm = collide.GJK
	defer func() { q.algorithm = before }()
	return q.Distance(a, b, nil)
}

// SATStats tells what the separating axis test did.
type SATStats struct {
	Axis            Vec // as SAT gives it
	Separated       bool
	Tested, Skipped int
}

// errUnserved tells that the separating axis test has no axes for a pair.
var errUnserved = errors.New("not for the separating axis test")

// byAxes makes q one of the algorithm SAT for one call of ask, and returns what SAT did.
func (q *Query) byAxes(a, b *Object, cull Cull, ask func()) (st SATStats, err error) {
	algorithm, before := q.algorithm, q.cull
	q.algorithm, q.cull = collide.SAT, cull
	q.sat.separated, q.sat.tested, q.sat.total = false, 0, 0
	ask()
	q.algorithm, q.cull = algorithm, before
	st = SATStats{Separated: q.sat.separated, Tested: q.sat.tested, Skipped: q.sat.total - q.sat.tested}
	a, b = a.placed(), b.placed()
	if st.Separated && swapped(a, b) {
		st.Axis = worldNormal(b, q.sat.n).Neg().clean()
	} else if st.Separated {
		st.Axis = worldNormal(a, q.sat.n).clean()
	}
	if a.kind > kindHull || b.kind > kindHull {
		err = errUnserved
	}
	return st, err
}

// SAT is Distance of a Query with the Algorithm SAT, and tells what SAT did.
func (q *Query) SAT(a, b *Object, cull Cull, c *Cache) (ct Contact, st SATStats, err error) {
	st, err = q.byAxes(a, b, cull, func() { ct = q.Distance(a, b, c) })
	if !st.Separated {
		st.Axis, st.Separated = ct.Normal, ct.Lower > 0
	}
	return ct, st, err
}

// SATRelate is Relate of a Query with the Algorithm SAT, and tells what SAT did.
func (q *Query) SATRelate(a, b *Object, cull Cull, c *Cache) (rel collide.Relation, st SATStats, err error) {
	st, err = q.byAxes(a, b, cull, func() { rel = q.Relate(a, b, c) })
	return rel, st, err
}

// Plain returns m as a union of leaves like any other: the slow twin.
func (m *Mesh) Plain() *Mesh {
	p := &Mesh{table: m.table, gone: m.gone, materials: m.materials, solidBody: m.solidBody}
	p.from, p.shell, p.open = m.from, m.shell, m.open
	p.build()
	return p
}

// HullsApart reports whether the convex hulls of two bodies of parts tell, before any part is asked
// about, that they are farther apart than the limit.
func (q *Query) HullsApart(a, b *Object, limit float64) bool {
	q.parts.start(a.placed(), b.placed())
	return q.parts.hullsApart(limit)
}

// TriangleFeet returns what the footing of a point beside a triangle is without its hull, and with
// it, each with whether it proves something.
func TriangleFeet(x Vec, p [3]Vec) (direct, byHull Footing, ok, hullOK bool) {
	var f, g footing
	ok = f.triangle(x, p[0], p[1], p[2])
	var s slot
	s.put(&p, 3)
	hullOK = g.find(&s.body, x)
	return Footing(f), Footing(g), ok, hullOK
}

// Footing is a footing, to be compared.
type Footing footing

// Feature returns the feature that carries the foot.
func (f Footing) Feature() collide.FeatureID { return f.feature }

// Lead returns what the convex hulls of two meshes tell before their triangles are asked about: an
// upper bound of the distance. ok is false where they tell nothing.
func (q *Query) Lead(a, b *Object) (upper float64, ok bool) {
	w := &q.parts
	w.start(a.placed(), b.placed())
	w.startSearch()
	w.lead()
	return w.search.facets.upper, w.search.aim.n != Vec{}
}

// Aimed reports whether a query would aim for the pair, and whether that proves the bodies apart.
func (q *Query) Aimed(a, b *Object) (serves, apart bool) {
	a, b, _ = q.order(a, b)
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		return false, false
	}
	q.prepare(a, b)
	return q.m.hasSpines(), q.aimedApart()
}

// Waiting returns how many pairs of parts the last query has looked at, and how many places its
// searches took at most for pairs that waited.
func (q *Query) Waiting() (looked, places int) {
	s := &q.parts.search
	return q.parts.looked, s.pairs.Waiting() + cap(s.facets.wait)
}
