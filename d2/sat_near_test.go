package d2_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// TestNearbyByTwoWays: what the search along the outlines says about polygons that are apart passes
// the audit, as an answer of GJK and of the test of all edges does, says the same, and its bracket
// has a value in common with theirs; from any start that a Cache may give, for random and hard
// pairs, and for polygons that are all but flat where they meet.
func TestNearbyByTwoWays(t *testing.T) {
	n := 30000
	if testing.Short() {
		n = 9000
	}
	g, flat := shapegen.New2(64), inline{rand.New(rand.NewPCG(64, 2))}
	q := must(d2.NewQuery(d2.Options{}))(t)
	found, apart := map[string]int{}, map[string]int{}
	for i := range n {
		name, p := "random", shapegen.Pair2{}
		switch {
		case i%3 == 0:
			p = g.Pair()
		case i%3 == 1:
			name = shapegen.Hard2[i/3%len(shapegen.Hard2)]
			p = g.Hard(name)
		default:
			name, p = "in line", flat.pair()
		}
		x, y, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		for k, pair := range [][2]*d2.Object{{&x, &y}, {&y, &x}} {
			var c *d2.Cache
			if i%2 == 1 { // of the last pair
				c = &d2.Cache{}
				q.Distance(&y, &x, c)
			}
			quick, slow, ok := q.Nearby(pair[0], pair[1], c)
			if slow.Relation == collide.Apart {
				apart[name]++
			}
			if !ok {
				continue
			}
			found[name]++
			if err := sameSide(&p, k == 1, quick, slow); err != nil {
				t.Fatalf("pair %d, %s: %v\n%+v\n%+v\n%v", i, name, err, quick, slow, p)
			}
		}
	}
	for _, name := range []string{"random", "in line", "lattice", "sliver", "expspread", "tilted"} {
		if found[name] == 0 {
			t.Errorf("%s: found none: %v of %v", name, found, apart)
		}
	}
}

// sameSide holds the answer quick about bodies that are apart to the audit and to slow. back tells
// that the bodies were asked about in the other order.
func sameSide(p *shapegen.Pair2, back bool, quick, slow d2.Contact) error {
	pair := *p
	if back {
		pair.A, pair.B = pair.B, pair.A
	}
	c := audit.Contact2(quick)
	switch {
	case quick.Relation != collide.Apart || slow.Relation != collide.Apart:
		return fmt.Errorf("%v, and %v", quick.Relation, slow.Relation)
	case quick.Lower > slow.Upper || slow.Lower > quick.Upper:
		return fmt.Errorf("[%v, %v], and [%v, %v]", quick.Lower, quick.Upper, slow.Lower, slow.Upper)
	}
	return audit.Of2(&pair).Check(&c)
}

// TestCirclesHaveTheSameBits: circles of sizes up to 1e12 apart, beside each other, in each other
// and touching, on lattices too, have the bits that the direct forms give, and so have their
// manifolds.
func TestCirclesHaveTheSameBits(t *testing.T) {
	s := newSample(65)
	q := must(d2.NewQuery(d2.Options{}))(t)
	relations, found := map[collide.Relation]int{}, 0
	for i := range 40000 {
		unit := []float64{1, 1e-6, 1e6, 0x1p-300, 0x1p-200, 0x1p300}[i%6]
		ra, rb := s.Float64(), s.Float64()
		at, to := d2.Vec{X: s.between(-1, 1), Y: s.between(-1, 1)}, d2.Vec{X: s.between(-1, 1), Y: s.between(-1, 1)}
		switch i % 5 {
		case 0:
			ra, rb = float64(s.IntN(4)), float64(s.IntN(4))
			at, to = d2.Vec{X: float64(s.IntN(5)), Y: float64(s.IntN(5))}, d2.Vec{X: float64(s.IntN(5)), Y: float64(s.IntN(5))}
		case 1:
			rb *= 1e-12
		case 2: // touching within rounding
			to = at.Add(s.direction().Scale(ra + rb))
		}
		x := must(d2.Place(d2.Circle{Radius: ra * unit}, d2.Pose{Pos: at.Scale(unit), Rot: s.rotation(t)}))(t)
		y := must(d2.Place(d2.Circle{Radius: rb * unit}, d2.Pose{Pos: to.Scale(unit), Rot: s.rotation(t)}))(t)
		quick, slow, ok := q.Circles(&x, &y)
		relations[slow.Relation]++
		if !ok {
			continue
		}
		found++
		slow.PartA, slow.PartB, slow.TriangleA, slow.TriangleB = 0, 0, 0, 0
		if quick != slow {
			t.Fatalf("pair %d: %+v\nby the direct form %+v", i, quick, slow)
		}
		rel, points := q.Touch(&x, &y, nil)
		if ct, want := q.Collide(&x, &y, nil); rel != ct.Relation || rel != collide.Apart && points != want {
			t.Fatalf("pair %d: %v %+v\nCollide says %v %+v", i, rel, points, ct.Relation, want)
		}
	}
	if found < 20000 || relations[collide.Touching] < 100 || relations[collide.Overlapping] < 1000 {
		t.Errorf("found %d, of %v", found, relations)
	}
}
