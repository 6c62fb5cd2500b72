package d2

import "github.com/collide-go/collide"

// Decision is what the two stages of the exact path say about a pair of polygons, each by itself.
type Decision struct {
	Near     bool             // the bracket holds zero, so that a query would ask
	Proved   bool             // by double-doubles
	Quick    collide.Relation // if Proved
	Integers collide.Relation
	Corners  int // of C that the integers looked at
}

// Decide asks both stages about a pair, near contact or not.
func Decide(a, b *Object) (r Decision) {
	a, b = a.placed(), b.placed()
	if swapped(a, b) {
		a, b = b, a
	}
	q := new(Query)
	q.defaults()
	q.prepare(a, b)
	q.begin(nil)
	var c core
	q.solve(a, b, nil, true, &c)
	r.Near = c.lower <= q.radius && q.radius <= c.upper
	d := &q.relation
	if d.quick.prepare(q.m.scale, a, b) {
		r.Quick, r.Proved = d.quick.relate(&q.s)
	}
	d.prepare(a, b)
	for i := range q.s.n {
		d.insert(q.s.p[i].ia, q.s.p[i].ib)
	}
	r.Integers = d.relate()
	r.Corners = len(d.p)
	return r
}

// HullsApart reports whether the convex hulls of two bodies of parts tell, before any part is asked
// about, that they are farther apart than the limit.
func (q *Query) HullsApart(a, b *Object, limit float64) bool {
	q.parts.start(a.placed(), b.placed())
	return q.parts.hullsApart(limit)
}

// InDoubt returns what the edges in doubt of two small polygons prove.
func (q *Query) InDoubt(a, b *Object) collide.Relation {
	a, b, _ = q.order(a, b)
	if rel := q.small.relate(a, b); rel != collide.Undecided {
		return rel
	}
	return q.relation.quick.edges(a, b, q.small.doubts())
}

// Nearby returns the answer about a pair by the search along the outlines of polygons that are
// apart, or found = false, and that of the ways it goes before.
func (q *Query) Nearby(a, b *Object, c *Cache) (quick, slow Contact, found bool) {
	a, b, other := q.order(a, b)
	found = q.nearby(a, b, other, c, &quick)
	q.measure(a, b, nil, &slow)
	if other {
		slow.swap()
	}
	return quick, slow, found
}

// AlongOutlines returns the relation of two polygons by the search along their outlines.
func (q *Query) AlongOutlines(a, b *Object) collide.Relation {
	a, b, _ = q.order(a, b)
	if !suits(a, b) {
		return collide.Undecided
	}
	return q.nearest.relate(a, b)
}

// Circles returns the answer about two circles by their own way, or found = false, and that of the
// direct forms.
func (q *Query) Circles(a, b *Object) (quick, slow Contact, found bool) {
	found = circles(a, b, &quick)
	a, b, other := q.order(a, b)
	q.measure(a, b, nil, &slow)
	if other {
		slow.swap()
	}
	return quick, slow, found
}

// Waiting returns how many pairs of parts the last query has looked at, and how many places its
// searches took at most for pairs that waited.
func (q *Query) Waiting() (looked, places int) {
	return q.parts.looked, q.parts.search.pairs.Waiting()
}
