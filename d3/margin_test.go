package d3_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// marginsAbout returns lengths at which the relation of a pair with the signed distance in [lo, hi]
// is hard to tell, and some at which it is not.
func marginsAbout(rng *rand.Rand, lo, hi float64, margins []float64) []float64 {
	sum := 0.0
	for _, m := range margins {
		sum += m
	}
	step := math.Ldexp(max(math.Abs(lo), math.Abs(hi)), -rng.IntN(56))
	return []float64{
		0, lo, hi, lo - step, hi + step, -sum, -sum - step, -sum + step, lo * rng.Float64() * 2, -step, step, -2 * sum, lo / 2,
	}
}

// checkMargins holds RelateMargin, Within and DistanceWithin of a pair to the oracle, to each other
// and to Distance.
func checkMargins(q *d3.Query, p *shapegen.Pair3, a, b *d3.Object, d float64) error {
	rel, err := q.RelateMargin(a, b, d, nil)
	if err != nil {
		return err
	}
	back, _ := d3.RelateMargin(b, a, d)
	if rel != back {
		return fmt.Errorf("RelateMargin(a, b, %v) is %v, (b, a) %v", d, rel, back)
	}
	dist := d3.Distance(a, b)
	if dist.Lower > d && rel != collide.Apart && rel != collide.Undecided ||
		dist.Upper < d && rel != collide.Overlapping && rel != collide.Undecided {
		return fmt.Errorf("RelateMargin %v: %v, Distance [%v, %v]", d, rel, dist.Lower, dist.Upper)
	}
	if d == 0 && rel != d3.Relate(a, b) {
		return fmt.Errorf("RelateMargin 0: %v, Relate %v", rel, d3.Relate(a, b))
	}
	oa, okA := p.A.Oracle()
	ob, okB := p.B.Oracle()
	if okA && okB && !(p.A.Half() && p.B.Half()) {
		oa.Margins = append(append([]float64{}, oa.Margins...), d)
		if oa.Half {
			oa.Margins, ob.Margins = nil, append(append([]float64{}, ob.Margins...), d)
		}
		if want := oracle.Solve3(oa, ob).Relation; rel != want {
			return fmt.Errorf("RelateMargin %v: %v, the oracle says %v; distance [%v, %v]", d, rel, want, dist.Lower, dist.Upper)
		}
	} else if rel == collide.Undecided && (dist.Lower > d || dist.Upper < d) {
		return fmt.Errorf("RelateMargin %v is undecided, Distance [%v, %v]", d, dist.Lower, dist.Upper)
	}
	if d < 0 {
		return nil
	}
	if in, err := q.Within(a, b, d, nil); err != nil || in != (rel != collide.Apart) {
		return fmt.Errorf("Within %v: %v %w, RelateMargin %v", d, in, err, rel)
	}
	ct, err := q.DistanceWithin(a, b, d, nil)
	if err != nil {
		return err
	}
	if ct.Status != collide.Limit {
		if ct != d3.Distance(a, b) {
			return fmt.Errorf("DistanceWithin %v: %+v, Distance %+v", d, ct, dist)
		}
		return nil
	}
	gap := ct.PointB.Sub(ct.PointA)
	big := 1e-300 + max(ct.PointA.Len(), ct.PointB.Len())
	if !(ct.Lower > d) || ct.Lower > dist.Upper || ct.Upper < dist.Lower || ct.Relation != collide.Apart ||
		!(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) || !(math.Abs(ct.Normal.Len()-1) < 1e-14) ||
		!(gap.Sub(ct.Normal.Scale(ct.Distance)).Len() <= 1e-15*big) {
		return fmt.Errorf("DistanceWithin %v: %+v, Distance %+v", d, ct, dist)
	}
	return nil
}

// TestRelateMargin: hard pairs, and lengths near and at their signed distance.
func TestRelateMargin(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 3))
	q, _ := d3.NewQuery(d3.Options{})
	seen := map[collide.Relation]int{}
	faults, n := 0, 150
	if testing.Short() {
		n = 50
	}
	try := func(family string, p shapegen.Pair3) {
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		dist := d3.Distance(&a, &b)
		lo, hi := dist.Lower, dist.Upper
		if ans, ok := p.Oracle(); ok {
			lo, hi = ans.Lo, ans.Hi
		}
		for _, d := range marginsAbout(rng, lo, hi, append(p.A.Margins(), p.B.Margins()...)) {
			if !(math.Abs(d) < 1e200) {
				continue
			}
			rel, _ := d3.RelateMargin(&a, &b, d)
			seen[rel]++
			if err := checkMargins(q, &p, &a, &b, d); err != nil {
				if faults++; faults < 6 {
					t.Errorf("%s: %v\n%s", family, err, p)
				}
			}
		}
	}
	for _, family := range shapegen.Hard3 {
		g := shapegen.New3(uint64(len(family)) + 500)
		for range n / 10 {
			try(family, g.Hard(family))
		}
	}
	g := shapegen.New3(78)
	for range n {
		try("any", g.Pair())
	}
	t.Log(seen, faults)
	if seen[collide.Touching] < n || seen[collide.Apart] < n || seen[collide.Overlapping] < n {
		t.Error(seen)
	}
}

// TestRelateMarginRefuses: a length that is none is refused by its name.
func TestRelateMarginRefuses(t *testing.T) {
	a, b := placeAt(d3.Vec{}), placeAt(d3.Vec{X: 3})
	check := func(err error, want bool) {
		t.Helper()
		var e *collide.Error
		if errors.Is(err, collide.ErrBadOption) != want || want && (!errors.As(err, &e) || e.Path != "d") {
			t.Error(err)
		}
	}
	for _, d := range []float64{math.NaN(), -1, math.Inf(-1)} {
		_, err := d3.Within(&a, &b, d)
		check(err, true)
		_, err = d3.DistanceWithin(&a, &b, d)
		check(err, true)
		_, err = d3.RelateMargin(&a, &b, d)
		check(err, d != d)
	}
	in, err := d3.Within(&a, &b, math.Inf(1))
	if check(err, false); !in {
		t.Error("not within infinity")
	}
	if rel, _ := d3.RelateMargin(&a, &b, math.Inf(-1)); rel != collide.Apart {
		t.Error(rel)
	}
	if rel, _ := d3.RelateMargin(&a, &b, math.MaxFloat64); rel != collide.Overlapping {
		t.Error(rel)
	}
	if ct, _ := d3.DistanceWithin(&a, &b, math.Inf(1)); ct != d3.Distance(&a, &b) {
		t.Error(ct)
	}
}

// TestRelateMarginOfCompounds: the least of all pairs of parts less d, with depths between that of
// the deepest pair and that of the hulls undecided.
func TestRelateMarginOfCompounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 2))
	q, _ := d3.NewQuery(d3.Options{})
	seen := map[collide.Relation]int{}
	for range 120 {
		a := placeOrFail(t, mustCompound(t, randomParts(rng, 1+rng.IntN(8), 3, anyShape)), anyPose(rng, 2))
		b := placeOrFail(t, mustCompound(t, randomParts(rng, 1+rng.IntN(8), 3, anyShape)), anyPose(rng, 4))
		if rng.IntN(3) == 0 {
			b = placeOrFail(t, anyShape(rng), anyPose(rng, 4))
		}
		dist := d3.Distance(a, b)
		for _, d := range []float64{0, dist.Lower - 1e-3, dist.Upper + 1e-3, dist.Distance / 2, 1, -1, 4} {
			rel, err := q.RelateMargin(a, b, d, nil)
			if err != nil {
				t.Fatal(err)
			}
			seen[rel]++
			want := rel
			switch {
			case dist.Lower > d:
				want = collide.Apart
			case dist.Upper < d:
				want = collide.Overlapping
			case d < 0:
				want = collide.Undecided
			}
			if rel != want || d == 0 && rel != d3.Relate(a, b) {
				t.Fatalf("RelateMargin %v: %v, Distance [%v, %v] %v", d, rel, dist.Lower, dist.Upper, dist.Relation)
			}
			if d < 0 {
				continue
			}
			in, _ := q.Within(a, b, d, nil)
			ct, err := q.DistanceWithin(a, b, d, nil)
			if in != (rel != collide.Apart) || err != nil || ct.Lower > dist.Upper || ct.Upper < dist.Lower ||
				rel == collide.Apart && ct.Relation != collide.Apart || ct.Status != collide.Limit && ct != dist {
				t.Fatalf("within %v: %v, %+v, Distance %+v", d, in, ct, dist)
			}
		}
	}
	if seen[collide.Apart] < 50 || seen[collide.Overlapping] < 50 {
		t.Error(seen)
	}
}
