package d3

import (
	"cmp"
	"sync"
)

// twoLeaves is the work space of compare, which is asked where no query's is at hand.
type twoLeaves struct {
	slots  [2]slot
	facets [2]facet
}

// leafPairs are those that wait.
var leafPairs = sync.Pool{New: func() any { return new(twoLeaves) }}

// compare puts u and another union in order: by the number of their leaves, then by what each leaf
// is and how it is named. It is 0 for bodies that are alike, and where only shapes of the user's
// own differ.
func (u *union) compare(o composite) int {
	v := o.(*union) // all are
	if u == v {
		return 0
	}
	if c := cmp.Or(cmp.Compare(u.count(), v.count()), cmp.Compare(u.members(), v.members())); c != 0 {
		return c
	}
	two := leafPairs.Get().(*twoLeaves)
	defer leafPairs.Put(two)
	two.slots[0].of, two.slots[1].of = nil, nil
	for i := range u.count() {
		if c := two.compare(u, v, i); c != 0 {
			return c
		}
	}
	return 0
}

// compare puts leaf i of u and of v in order.
func (t *twoLeaves) compare(u, v *union, i int32) int {
	a, b := &u.leaf(i, &t.slots[0]).body, &v.leaf(i, &t.slots[1]).body
	if c := cmp.Or(cmp.Compare(u.memberOf(i), v.memberOf(i)), compareVec(a.pose.Pos, b.pose.Pos)); c != 0 {
		return c
	}
	if c := compareRest(a, b); c != 0 {
		return c
	}
	x, _, j := u.surface(i)
	y, _, k := v.surface(i)
	if c := x.nature() - y.nature(); c != 0 || x == nil || y == nil {
		return c
	}
	f, g := &t.facets[0], &t.facets[1]
	x.from.facet(j, f)
	y.from.facet(k, g)
	for n := range min(f.n, g.n) {
		if c := cmp.Or(cmp.Compare(f.at[n], g.at[n]), compareVec(f.p[n], g.p[n])); c != 0 {
			return c
		}
	}
	return f.n - g.n
}

// nature returns a number that tells solids, surfaces, grids and convex leaves, which are nil,
// apart.
func (u *union) nature() int {
	switch {
	case u == nil:
		return 0
	case !u.shell:
		return 1
	case u.open:
		return 2
	}
	return 3
}
