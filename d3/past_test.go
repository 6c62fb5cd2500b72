package d3_test

import (
	"reflect"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// TestAnswersHaveNoPast asks a Query that served many pairs, and a new one, through every door: the
// same bits come back, on pairs of all hard families.
func TestAnswersHaveNoPast(t *testing.T) {
	t.Parallel()
	used := new(query)
	each := 300
	if testing.Short() {
		each = 30
	}
	asked := 0
	try := func(family string, g *generator, p pair) {
		way, most := drawWay(g, &p)
		turn := g.Direction()
		if !legal(way) {
			return
		}
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		asked++
		want := answersOf(t, new(query), &a, &b, way, most, turn)
		for i, got := range answersOf(t, used, &a, &b, way, most, turn) {
			if !reflect.DeepEqual(got, want[i]) {
				t.Errorf("%s: answer %d is %+v, of a new Query %+v\n%s", family, i, got, want[i], p.Line(""))
			}
		}
	}
	for k, family := range shapegen.Hard3 {
		g := newGenerator(uint64(400 + k))
		for range each {
			try(family, g, g.Hard(family))
		}
	}
	g := newGenerator(399)
	for range 10 * each {
		try("any", g, g.Pair())
	}
	if asked < 10*each {
		t.Errorf("only %d pairs", asked)
	}
}

// answersOf returns the answers of all doors of q about a and b, B going most times way, A turning.
func answersOf(t *testing.T, q *query, a, b *object, way [3]float64, most float64, turn [3]float64) (all []any) {
	t.Helper()
	keep := func(x any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	from := b.AABB().Center()
	ct, mf := q.Collide(a, b, nil)
	rel, touch := q.Touch(a, b, nil)
	all = append(all, q.Relate(a, b, nil), q.Distance(a, b, nil), ct, mf, rel, touch, q.Contains(a, b))
	plain, deep := newSweep(t, way, most, sweepOpt{}), newSweep(t, way, most, sweepOpt{Deepening: true})
	all = append(all, q.CastShape(a, b, &plain), q.CastShape(a, b, &deep))
	if size := from.Len(); size < 1e99 { // no centre of a half-space
		if r, err := d3.NewRay(from, vectorOf(way), most); err == nil {
			all = append(all, q.CastRay(a, &r))
		}
		keep(q.ClosestPoint(a, from))
	}
	keep(q.RelateMargin(a, b, -0.01, nil))
	keep(q.Within(a, b, 0.01, nil))
	keep(q.DistanceWithin(a, b, 0.01, nil))
	ma, err := d3.NewMotion(d3.Vec{}, vectorOf(turn), d3.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	mb, err := d3.NewMotion(vectorOf(way), d3.Vec{}, d3.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	for _, opt := range []d3.ImpactOptions{{Duration: 1}, {Duration: 1, Deepening: true}} {
		keep(q.TimeOfImpact(a, &ma, b, &mb, opt))
	}
	return all
}
