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

// TestOutlinesTell: what the search along the outlines says of the relation of polygons of 17 to 96
// edges together is what the exact path says, where a vertex of one is put on an edge of the other
// but for rounding, past the end of one below its line, and where it is deeper; and it says so of
// most that overlap a little.
func TestOutlinesTell(t *testing.T) {
	s := newSample(66)
	q := must(d2.NewQuery(d2.Options{}))(t)
	exact := must(d2.NewQuery(d2.Options{Algorithm: collide.GJK}))(t)
	n := 20000
	if testing.Short() {
		n = 5000
	}
	told, all := [3]map[collide.Relation]int{{}, {}, {}}, [3]map[collide.Relation]int{{}, {}, {}}
	for i := range n {
		edges := 17 + s.IntN(80)
		share := 3 + s.IntN(edges-5)
		x, y := s.hull(t, share), s.hull(t, edges-share)
		kind, p := i%3, [2]d2.Object{}
		switch kind {
		case 0:
			p = s.pair(t, x, y, -s.between(0.01, 0.05))
		case 1:
			p = s.onEdge(t, x, y, 0.5, 0)
		default:
			p = s.onEdge(t, x, y, s.between(1, 1.2), s.between(0, 0.1))
		}
		rel, want := q.AlongOutlines(&p[0], &p[1]), exact.Relate(&p[0], &p[1], nil)
		if all[kind][want]++; rel == collide.Undecided {
			continue
		}
		if told[kind][rel]++; rel != want {
			t.Fatalf("pair %d, %d and %d edges: %v, exactly %v\n%v\n%v", i, share, edges-share, rel, want, p[0], p[1])
		}
	}
	over := collide.Overlapping
	if 4*told[0][over] < 3*all[0][over] || all[1][over] < n/10 || all[1][collide.Apart] < n/10 ||
		all[2][collide.Apart] < n/100 {
		t.Errorf("told %v of %v", told, all)
	}
}

// onEdge places a vertex of y on the line of an edge of x, but for rounding, a share of the edge
// from its start, with y beyond it, and then down by a share of the edge's length.
func (s sample) onEdge(tb testing.TB, x, y *d2.Hull, share, down float64) [2]d2.Object {
	tb.Helper()
	v := x.Vertices()
	i := s.IntN(len(v))
	start, end := v[i], v[(i+1)%len(v)]
	along := end.Sub(start)
	out := d2.Vec{X: along.Y, Y: -along.X}
	pose := d2.Pose{Pos: s.direction().Scale(4), Rot: s.rotation(tb)}
	turn := s.rotation(tb)
	at, n := pose.Pos.Add(pose.Rot.Apply(start.Add(along.Scale(share)).Sub(out.Scale(down)))), pose.Rot.Apply(out)
	lowest := turn.Apply(y.Support(turn.Inverse().Apply(n.Neg())))
	return [2]d2.Object{
		must(d2.Place(x, pose))(tb), must(d2.Place(y, d2.Pose{Pos: at.Sub(lowest), Rot: turn}))(tb),
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
