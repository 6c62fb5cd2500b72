package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// cornerDraw draws a polygon of the given size about the origin, and one of its corners, whose
// edges rise from the X axis by angles that are random or within 2^-k of 0, of a half turn, or of
// where edges count as in line.
func cornerDraw(t *testing.T, r *rand.Rand, size float64) (h *Hull, corner Vec) {
	t.Helper()
	angle := func() float64 {
		at := []float64{0, math.Pi, math.Asin(maxSlope), math.Pi - math.Asin(maxSlope), 2 * math.Pi * 0x1p-32 * slopeTurn, 1}[r.IntN(6)]
		return at + math.Ldexp(r.Float64()-0.5, -r.IntN(30))
	}
	first, second := angle(), angle()
	long := func() float64 { return math.Ldexp(1+r.Float64(), []int{0, -r.IntN(10), -36 - r.IntN(16)}[r.IntN(3)]) }
	points := []Vec{{}, Vec{math.Cos(first), math.Sin(first)}.Scale(long())}
	points = append(points, Vec{math.Cos(second), math.Sin(second)}.Scale(long()))
	for range r.IntN(5) {
		points = append(points, Vec{r.Float64() - 0.5, r.Float64() * 2})
	}
	mid := mustHull(t, points).center
	for i := range points {
		points[i] = points[i].Sub(mid).Scale(size)
	}
	return mustHull(t, points), mid.Neg().Scale(size)
}

// cornerPair draws two polygons, one of which goes with a corner a little past an edge of the
// other, anywhere along it or near its ends.
func cornerPair(t *testing.T, r *rand.Rand) (x, y *Object) {
	t.Helper()
	size := math.Ldexp(1, []int{0, r.IntN(30) - 15, -80 - r.IntN(20)}[max(0, r.IntN(12)-9)])
	other, corner := cornerDraw(t, r, size)
	own, _ := cornerDraw(t, r, 1)
	if r.IntN(2) == 0 || own.dim < 2 {
		own = randomPolygon(t, r, 3+r.IntN(6))
	}
	k := r.IntN(len(own.points))
	p, q := own.points[k], own.points[wrap(k+1, len(own.points))]
	at := []float64{r.Float64(), math.Ldexp(r.Float64(), -30-r.IntN(30)), 1 - math.Ldexp(r.Float64(), -30-r.IntN(30))}[r.IntN(3)]
	n := edgeNormal(p, q)
	depth := math.Ldexp(r.Float64(), -1-r.IntN(50)) * min(size, 1)
	turn, err := NewCosSin(n.Y, -n.X) // takes the Y axis to n
	if err != nil {
		t.Fatal(err)
	}
	pose := Pose{Vec{r.Float64() - 0.5, r.Float64() - 0.5}, randomTurn(t, r)}
	x = mustPlace(t, own, pose)
	y = mustPlace(t, other, pose.Mul(Pose{p.Lerp(q, at).Sub(n.Scale(depth)), turn}).Mul(Pose{Pos: corner.Neg()}))
	return x, y
}

// TestTouchCorner holds the manifolds that corner gives to those of Collide, bit for bit, in both
// orders; and where an edge may be in line, corner leaves it.
func TestTouchCorner(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(72, 9))
	q, slow := new(Query), new(Query)
	type key struct {
		inside, corner bool
		n              int
	}
	seen, n := map[key]int{}, 60000
	if testing.Short() {
		n = 20000
	}
	for range n {
		x, y := cornerPair(t, r)
		if !isSmall(x, y) {
			continue
		}
		for _, pair := range [2][2]*Object{{x, y}, {y, x}} {
			rel, got := asCollide(t, slow, pair, func(mf *Manifold) collide.Relation {
				return q.small.touch(pair[0], pair[1], &q.span, mf)
			})
			if rel != collide.Overlapping {
				continue
			}
			a, b := pair[0], pair[1]
			if swapped(a, b) {
				a, b = b, a
			}
			p, f := &q.small.pair, &q.small.face
			seen[key{f.inside(p.err), p.corner(a, b, f, Vec{X: 1}, new(Manifold), 0), got.N}]++
		}
	}
	for _, k := range []key{{true, true, 1}, {true, false, 1}, {true, false, 2}, {false, false, 1}, {false, false, 2}} {
		if seen[k] < n/200 {
			t.Errorf("%+v: %d of %v", k, seen[k], seen)
		}
	}
}

// TestSteep: the turn from which on an edge is steep is above that of maxSlope by more than four
// headings may be off, and as far below a half turn.
func TestSteep(t *testing.T) {
	least := uint32(math.Ceil(math.Asin(maxSlope) / (2 * math.Pi) * (1 << 32)))
	for _, c := range []struct {
		turn uint32
		want bool
	}{
		{0, false},
		{least + 4*headingError, false},
		{least + 15*headingError, true},
		{1 << 30, true},
		{halfTurn - least - 15*headingError, true},
		{halfTurn - least - 4*headingError, false},
		{halfTurn, false},
	} {
		if steep(c.turn) != c.want || steep(-c.turn) != c.want {
			t.Errorf("%d: %v and %v, not %v", c.turn, steep(c.turn), steep(-c.turn), c.want)
		}
	}
}

// TestFewIsLowest: of a polygon with Few the lowest of all corners has the height of the lowest of
// the two that the table names, bit for bit.
func TestFewIsLowest(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(72, 10))
	few := 0
	for range 200000 {
		var h *Hull
		if r.IntN(2) == 0 {
			h, _ = cornerDraw(t, r, 1)
		} else {
			h = randomPolygon(t, r, 3+r.IntN(2))
		}
		x := &h.table.small
		if x.Few == 0 {
			continue
		}
		few++
		if x.N == 3 && x.Corners[3] != x.Corners[0] {
			t.Fatalf("%v: a fourth corner of its own", h.points)
		}
		for range 4 {
			d := onCircle(r, 1)[0]
			d = d.Scale(1 / d.Len())
			if r.IntN(2) == 0 {
				d = x.normal(r.IntN(x.N)).Neg().Add(d.Scale(math.Ldexp(1, -r.IntN(50))))
				d = d.Scale(1 / d.Len())
			}
			all := math.Inf(1)
			for i := range 4 {
				all = min(all, d.Dot(x.vertex(i)))
			}
			for _, off := range []int32{0, 3*headingError/2 - 1, 1 - 3*headingError/2} {
				k := x.candidates(headingOf(d) + uint32(off))
				if two := min(d.Dot(x.vertex(k)), d.Dot(x.vertex(k+1))); two != all {
					t.Fatalf("%v along %v: %v of all, %v of two", h.points, d, all, two)
				}
			}
		}
	}
	if few < 50000 {
		t.Errorf("%d polygons with Few", few)
	}
}
