package d2

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/climb"
)

// Each test of this file tells why one line of the code is there. tools/mutants takes the lines
// away, one by one.

// TestNewEdgesAreNeverInLine: lattice polygons put one support point after the other into the lines
// of edges that are there. Such an edge has to go with those that see the point, so that no corner
// is left inside an edge.
func TestNewEdgesAreNeverInLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	inLine := 0
	for range 4000 {
		grid := func() vertex {
			w := Vec{float64(rng.IntN(7) - 3), float64(rng.IntN(7) - 3)}.Scale(0.0625)
			return vertex{w: w, a: w}
		}
		s := simplex{n: 3}
		for i := range 3 {
			s.p[i] = grid()
		}
		if s.verifyInside() != collide.ExitContains || s.n < 3 {
			continue
		}
		var e epa
		e.begin(&s)
		for range 20 {
			p := epaVertex{vertex: grid()}
			p.g = toGrid(p.w)
			seen := int32(-1)
			for i := range e.edges {
				f := &e.edges[i]
				if f.dead {
					continue
				}
				switch d := e.det(f, p.g); {
				case d > 0:
					seen = int32(i)
				case d == 0:
					inLine++
				}
			}
			if seen < 0 {
				continue
			}
			e.verts = append(e.verts, p)
			e.add(seen, &p)
			checkRing(t, &e)
		}
	}
	if inLine < 1000 {
		t.Errorf("only %d edges were in line with a new point", inLine)
	}
}

// TestLinesHaveNoise: the distance of an edge's line is not exact, and the code holds signs against
// the table's bound.
func TestLinesHaveNoise(t *testing.T) {
	if most := climb.Most(1, 400, shareLine) * edgeLine * unit; !(most > 0 && most <= errD) {
		t.Errorf("a line is off by %v u, the code allows %v u", most/unit, errD/unit)
	}
}

// TestMarginsAreSubtractedWithRoom: points a hair apart with margins of everyday size. All rounding
// is in the sum of the margins, which the bounds of the cores know nothing about. By the direct
// form and by the general way.
func TestMarginsAreSubtractedWithRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 6))
	var queries [2]*Query
	for i, way := range [2]collide.Algorithm{collide.Auto, collide.GJK} {
		q, err := NewQuery(Options{Algorithm: way})
		if err != nil {
			t.Fatal(err)
		}
		queries[i] = q
	}
	for range 2000 {
		m := [4]float64{rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64()}
		x := math.Ldexp(rng.Float64(), -rng.IntN(30))
		a, b := atPose(Rounded{Circle{m[0]}, m[1]}, Pose{}), atPose(Rounded{Circle{m[2]}, m[3]}, Pose{Pos: Vec{X: x}})
		exactly := new(big.Rat).SetFloat64(x)
		for _, r := range m {
			exactly.Sub(exactly, new(big.Rat).SetFloat64(r))
		}
		for _, q := range queries {
			c := q.Distance(a, b, nil)
			if exactly.Cmp(new(big.Rat).SetFloat64(c.Lower)) < 0 || exactly.Cmp(new(big.Rat).SetFloat64(c.Upper)) > 0 {
				t.Fatalf("margins %v, %v apart: the bracket [%v, %v] misses the distance %v", m, x, c.Lower, c.Upper, exactly)
			}
		}
	}
}

// TestSettleLeavesRoom: where integers have decided, the bracket of the doubles may end at zero.
// The distance is not zero, and the bracket has to hold it: it keeps the least width.
func TestSettleLeavesRoom(t *testing.T) {
	c := Contact{Lower: -1, Upper: 0}
	if c.settle(collide.Apart, 0x1p-50); c.Upper < 0x1p-50 || c.Lower != 0 {
		t.Errorf("apart: [%v, %v]", c.Lower, c.Upper)
	}
	c = Contact{Lower: 0, Upper: 1}
	if c.settle(collide.Overlapping, 0x1p-50); c.Lower > -0x1p-50 || c.Upper != 0 {
		t.Errorf("overlapping: [%v, %v]", c.Lower, c.Upper)
	}
}

// TestSettle: needles of which doubles see the origin inside, and whose weights make a point away
// from it. They get those of the edge nearest it.
func TestSettle(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 77))
	far := 0
	for range 2000 {
		var s simplex
		s.n = 3
		a := 6 * rng.Float64()
		x := Vec{math.Cos(a), math.Sin(a)}
		for i := range s.p { // on a line, but for rounding
			s.p[i].w = x.Scale(rng.Float64() - 0.5)
		}
		s.weigh()
		w, _ := s.point()
		least := math.Inf(1)
		for i := range 3 {
			v, _ := nearestSegment(s.p[(i+1)%3].w, s.p[(i+2)%3].w)
			least = min(least, v.Len())
		}
		s.settle(0x1p-40)
		if got, _ := s.point(); got.Len() > max(least, 0x1p-40)+0x1p-45 || got.Len() > w.Len() {
			t.Fatalf("%v: %v away, before %v, the edges %v", s.p, got.Len(), w.Len(), least)
		}
		if w.Len() > 0x1p-40 {
			far++
		}
	}
	if far < 1000 {
		t.Errorf("only %d needles", far)
	}
}
