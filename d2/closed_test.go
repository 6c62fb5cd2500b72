package d2

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestAxisParallelIsExact holds the relation of boxes that nothing turns against rational numbers,
// for sizes that meet exactly, or miss by an ulp, near the origin and far from it.
func TestAxisParallelIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 7))
	draw := func() float64 { return math.Ldexp(float64(r.Int64N(1<<uint(r.IntN(50)+1))), r.IntN(40)-45) }
	at := func(p, g, h float64) float64 {
		x := p + g + h
		switch r.IntN(4) {
		case 0:
			x = math.Nextafter(x, math.Inf(1))
		case 1:
			x = math.Nextafter(x, math.Inf(-1))
		case 2:
			x = p - g*r.Float64()
		}
		return x
	}
	seen, open := map[collide.Relation]int{}, 0
	for range 20000 {
		p, g, h := Vec{draw(), draw()}, Vec{draw(), draw()}, Vec{draw(), draw()}
		q := Vec{at(p.X, g.X, h.X), at(p.Y, g.Y, h.Y)}
		a, b := mustPlace(t, Box{g.Scale(2)}, Pose{Pos: p}), mustPlace(t, Box{h.Scale(2)}, Pose{Pos: q})
		got, known := axisParallel(a, b)
		if !known {
			open++
			continue
		}
		most := -1
		for _, c := range [][4]float64{{p.X, q.X, g.X, h.X}, {p.Y, q.Y, g.Y, h.Y}} {
			gap := new(big.Rat).SetFloat64(c[1])
			gap.Sub(gap, new(big.Rat).SetFloat64(c[0]))
			gap.Abs(gap)
			gap.Sub(gap, new(big.Rat).SetFloat64(c[2]))
			most = max(most, gap.Sub(gap, new(big.Rat).SetFloat64(c[3])).Sign())
		}
		want := [3]collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[most+1]
		if got != want {
			t.Fatalf("boxes %v at %v and %v at %v: %v, want %v", g, p, h, q, got, want)
		}
		if c := Distance(a, b); c.Relation != want {
			t.Fatalf("boxes %v at %v and %v at %v: Distance says %v, want %v", g, p, h, q, c.Relation, want)
		}
		seen[got]++
	}
	if len(seen) != 3 || open > 8000 {
		t.Errorf("relations seen: %v, left open: %d", seen, open)
	}
}

// mustPlace is Place for shapes that no test expects to be refused.
func mustPlace(t testing.TB, s Shape, p Pose) *Object {
	t.Helper()
	o, err := Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

// closedHolds holds the answer c of a closed form about a ball of the margin about x and another
// body, placed at the origin, to the true signed distance: bracket, distance, the width of the
// bracket, and the witnesses on both surfaces. off is how far a point is from that of the body.
func closedHolds(t *testing.T, what string, a, b *Object, x Vec, margin float64, c Contact, truth *big.Float, off func(Vec) float64) {
	t.Helper()
	if truth.Cmp(float300(c.Lower)) < 0 || truth.Cmp(float300(c.Upper)) > 0 || c.Distance < c.Lower || c.Distance > c.Upper {
		t.Fatalf("%s at %v, margin %v: %v, answer %+v", what, x, margin, truth, c)
	}
	size := max(a.extent, b.extent) + x.Len()
	if !(c.Upper-c.Lower <= 256*unit*size) {
		t.Fatalf("%s at %v, margin %v: %g wide", what, x, margin, c.Upper-c.Lower)
	}
	onBody, onBall := c.PointA, c.PointB
	if a.kind == kindPoint {
		onBody, onBall = onBall, onBody
	}
	if o := off(onBody); math.Abs(o) > 64*unit*size || math.Abs(onBall.Sub(x).Len()-margin) > 64*unit*size {
		t.Fatalf("%s at %v, margin %v: witnesses %v, %g off the surface, and %v", what, x, margin, onBody, o, onBall)
	}
}
