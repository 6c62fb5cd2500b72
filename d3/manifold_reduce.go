package d3

import (
	"math"
	"slices"
)

// alike is the ratio of areas or distances within which choices count as equal, so that neither
// rounding nor jitter decides between the like corners of regular faces, but their IDs.
const alike = 1 + 0x1p-8

// reduce brings the candidates, which are in order around their polygon, to four. The deepest
// stays, or one no farther off than enough. Points that are hardly less deep come before others,
// and among those the ones that span the largest area: greedily, the point farthest from the
// middle, the one farthest from it, then twice the one that adds most.
func (k *clipper) reduce(enough float64) {
	if len(k.p) <= 4 {
		return
	}
	deep := 0
	for i := range k.p {
		if k.p[i].d < k.p[deep].d {
			deep = i
		}
	}
	limit := k.p[deep].d + float64(level*k.size)
	var pick picked
	near := 0
	for i := range k.p {
		if k.p[i].d <= limit {
			near++
		}
	}
	if near < 4 { // all of those, and what spans most with them
		for i := range k.p {
			if k.p[i].d <= limit {
				pick.insert(i)
			}
		}
		limit = k.p[len(k.p)-1].d
		for i := range k.p {
			limit = max(limit, k.p[i].d)
		}
	}
	k.grow(&pick, limit)
	kept := math.Inf(1)
	for _, i := range pick.i[:pick.n] {
		kept = min(kept, k.p[i].d)
	}
	if kept > enough {
		k.exchange(&pick, deep)
	}
	var out [4]candidate
	for i := range pick.n {
		out[i] = k.p[pick.i[i]]
	}
	k.p = append(k.p[:0], out[:pick.n]...)
}

// level is how much less deep than the deepest a point may be, relative to the smaller body, to
// count as deep.
const level = 0x1p-6

// picked are the candidates chosen, ascending.
type picked struct {
	n int
	i [4]int
}

func (p *picked) insert(at int) {
	j := p.n
	for ; j > 0 && p.i[j-1] > at; j-- {
		p.i[j] = p.i[j-1]
	}
	p.i[j] = at
	p.n++
}

func (p *picked) has(at int) bool { return slices.Contains(p.i[:p.n], at) }

// grow fills the choice up with candidates no farther off than limit.
func (k *clipper) grow(pick *picked, limit float64) {
	var middle candidate
	for i := range k.p {
		middle.u += k.p[i].u
		middle.v += k.p[i].v
	}
	middle.u /= float64(len(k.p))
	middle.v /= float64(len(k.p))
	for pick.n < 4 {
		most := 0.0
		for i := range k.p {
			c := &k.p[i]
			if c.more = -1; c.d <= limit && !pick.has(i) {
				c.more = k.span(pick, i, &middle)
				most = max(most, c.more)
			}
		}
		at := -1
		for i := range k.p {
			if c := &k.p[i]; c.more >= 0 && float64(c.more*alike) >= most && (at < 0 || c.id < k.p[at].id) {
				at = i
			}
		}
		if at < 0 {
			return
		}
		pick.insert(at)
	}
}

// span returns what the choice spans with candidate i: an area, or where there are too few points a
// squared distance.
func (k *clipper) span(pick *picked, i int, middle *candidate) float64 {
	c := &k.p[i]
	switch pick.n {
	case 0:
		return distance2(c, middle)
	case 1:
		return distance2(c, &k.p[pick.i[0]])
	}
	more := *pick
	if more.n < 4 {
		more.insert(i)
	}
	return k.area(&more)
}

// area returns twice the area that the choice spans.
func (k *clipper) area(pick *picked) float64 {
	sum := 0.0
	for j := 2; j < pick.n; j++ {
		sum += cross(&k.p[pick.i[0]], &k.p[pick.i[j-1]], &k.p[pick.i[j]])
	}
	return sum
}

// distance2 returns the squared distance of two candidates.
func distance2(p, q *candidate) float64 {
	return float64((p.u-q.u)*(p.u-q.u)) + float64((p.v-q.v)*(p.v-q.v))
}

// exchange puts candidate at in the place of the one whose loss leaves the largest area.
func (k *clipper) exchange(pick *picked, at int) {
	best, out := -1.0, *pick
	for j := range pick.n {
		var try picked
		for l, i := range pick.i[:pick.n] {
			if l != j {
				try.insert(i)
			}
		}
		try.insert(at)
		if s := k.area(&try); j == 0 || s > float64(best*alike) {
			best, out = s, try
		}
	}
	*pick = out
}
