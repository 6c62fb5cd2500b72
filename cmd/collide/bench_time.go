package main

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// benchQueries are the words for what may be asked.
var benchQueries = []string{"distance", "relate", "touch", "manifold"}

// benchRepeats is how often a pair is asked about on end, so that the clock, which takes as long as
// a short query, counts little.
const benchRepeats = 16

// bench asks about pairs and looks at the clock.
type bench struct {
	pairs  []benchPair
	budget time.Duration // of a row
	q2     *d2.Query
	q3     *d3.Query
}

// benchPair is a pair with its caches.
type benchPair struct {
	a, b    scene.Body
	c2      d2.Cache
	c3      d3.Cache
	fastest time.Duration // of benchRepeats queries
}

// benchRow is what was measured of a query.
type benchRow struct {
	query         string
	warm          bool
	ns            float64 // a query, in the fastest pass over all pairs
	p50, p99, max float64 // of the least times of pairs, likewise
	iterations    float64 // mean, -1 where answers do not tell
	allocations   float64 // a query
}

// newBench returns a bench of the pairs.
func newBench(pairs []benchPair, o scene.QueryOptions, budget time.Duration) (*bench, error) {
	q2, err := d2.NewQuery(d2.Options{Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, Algorithm: o.Algorithm})
	if err != nil {
		return nil, err
	}
	q3, err := d3.NewQuery(d3.Options{Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, Algorithm: o.Algorithm})
	if err != nil {
		return nil, err
	}
	return &bench{pairs, budget, q2, q3}, nil
}

// question returns what asks a query about a pair and returns the iterations, -1 for none.
func (b *bench) question(query string, warm bool) func(p *benchPair) int {
	caches := func(p *benchPair) (*d2.Cache, *d3.Cache) {
		if warm {
			return &p.c2, &p.c3
		}
		return nil, nil
	}
	plane, space := b.plane(query), b.space(query)
	return func(p *benchPair) int {
		c2, c3 := caches(p)
		if p.a.Dim == 2 {
			return plane(&p.a.O2, &p.b.O2, c2)
		}
		return space(&p.a.O3, &p.b.O3, c3)
	}
}

// plane returns what asks a query in the plane.
func (b *bench) plane(query string) func(x, y *d2.Object, c *d2.Cache) int {
	switch query {
	case "relate":
		return func(x, y *d2.Object, c *d2.Cache) int { b.q2.Relate(x, y, c); return -1 }
	case "touch":
		return func(x, y *d2.Object, c *d2.Cache) int { b.q2.Touch(x, y, c); return -1 }
	case "manifold":
		return func(x, y *d2.Object, c *d2.Cache) int { ct, _ := b.q2.Collide(x, y, c); return ct.Iterations }
	}
	return func(x, y *d2.Object, c *d2.Cache) int { return b.q2.Distance(x, y, c).Iterations }
}

// space returns what asks a query in space.
func (b *bench) space(query string) func(x, y *d3.Object, c *d3.Cache) int {
	switch query {
	case "relate":
		return func(x, y *d3.Object, c *d3.Cache) int { b.q3.Relate(x, y, c); return -1 }
	case "touch":
		return func(x, y *d3.Object, c *d3.Cache) int { b.q3.Touch(x, y, c); return -1 }
	case "manifold":
		return func(x, y *d3.Object, c *d3.Cache) int { ct, _ := b.q3.Collide(x, y, c); return ct.Iterations }
	}
	return func(x, y *d3.Object, c *d3.Cache) int { return b.q3.Distance(x, y, c).Iterations }
}

// time measures a query. The first pass is not timed: it fills the caches and counts iterations.
func (b *bench) time(ctx context.Context, query string, warm bool) (benchRow, error) {
	ask := b.question(query, warm)
	row := benchRow{query: query, warm: warm, ns: math.Inf(1), allocations: math.Inf(1)}
	n := float64(len(b.pairs))
	sum := 0
	for i := range b.pairs {
		p := &b.pairs[i]
		p.c2, p.c3, p.fastest = d2.Cache{}, d3.Cache{}, math.MaxInt64
		ask(p)
		sum += ask(p)
	}
	if row.iterations = float64(sum) / n; sum < 0 {
		row.iterations = -1
	}
	for begin := time.Now(); math.IsInf(row.ns, 1) || time.Since(begin) < b.budget; {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		for i := range b.pairs {
			ask(&b.pairs[i])
		}
		row.ns = min(row.ns, float64(time.Since(start))/n)
		runtime.ReadMemStats(&after)
		row.allocations = min(row.allocations, float64(after.Mallocs-before.Mallocs)/n)
		if ctx.Err() != nil {
			return row, context.Cause(ctx)
		}
		b.each(ask)
	}
	row.p50, row.p99, row.max = b.quantiles()
	return row, nil
}

// each times every pair by itself.
func (b *bench) each(ask func(p *benchPair) int) {
	for i := range b.pairs {
		p := &b.pairs[i]
		start := time.Now()
		for range benchRepeats {
			ask(p)
		}
		p.fastest = min(p.fastest, time.Since(start))
	}
}

// quantiles returns the times of a query below which half and 99 in 100 of the pairs lie, and the
// greatest, in ns.
func (b *bench) quantiles() (p50, p99, most float64) {
	t := make([]float64, len(b.pairs))
	for i := range b.pairs {
		t[i] = float64(b.pairs[i].fastest) / benchRepeats
	}
	slices.Sort(t)
	n := len(t)
	return t[n/2], t[n-1-n/100], t[n-1]
}
