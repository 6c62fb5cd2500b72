package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Decision is what the two stages of the exact path say about a pair of polytopes, each by itself.
type Decision struct {
	Near     bool             // the bracket holds zero, so that a query would ask
	Proved   bool             // by double-doubles
	Quick    collide.Relation // if Proved
	Integers collide.Relation
}

// begin prepares a query that starts from nothing.
func (q *Query) begin(a, b *Object) {
	q.prepare(a, b)
	q.restart(nil)
}

// Decide asks both stages about a pair, near contact or not.
func Decide(a, b *Object) (r Decision) {
	a, b = a.placed(), b.placed()
	if swapped(a, b) {
		a, b = b, a
	}
	q := new(Query)
	q.defaults()
	q.begin(a, b)
	var c core
	q.solve(&q.m, math.Inf(1), &c)
	r.Near = c.lower <= q.radius && q.radius <= c.upper
	d := &q.exact
	if d.quick.prepare(&q.m, a, b) {
		r.Quick, r.Proved = d.quick.relate(q, c.n)
	}
	d.prepare(&q.m, a, b)
	for i := range q.s.n {
		d.insert(q.s.p[i].ia, q.s.p[i].ib)
	}
	r.Integers = d.relate()
	return r
}

// General answers about a pair by GJK and EPA alone.
func (q *Query) General(a, b *Object) (ct Contact) {
	a, b = a.placed(), b.placed()
	swap := swapped(a, b)
	if swap {
		a, b = b, a
	}
	q.begin(a, b)
	var k core
	q.solve(&q.m, math.Inf(1), &k)
	q.contact(a, b, &k, &ct)
	if swap {
		ct.swap()
	}
	return ct
}
