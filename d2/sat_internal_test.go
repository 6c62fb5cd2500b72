package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// randomPolygon returns the hull of n random points in a box of random shape.
func randomPolygon(t *testing.T, r *rand.Rand, n int) *Hull {
	t.Helper()
	size := Vec{math.Ldexp(0.5+r.Float64(), r.IntN(5)-2), math.Ldexp(0.5+r.Float64(), r.IntN(5)-2)}
	points := make([]Vec, n)
	for i := range points {
		points[i] = Vec{float64(size.X * (r.Float64() - 0.5)), float64(size.Y * (r.Float64() - 0.5))}
	}
	h, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// randomTurn returns a random rotation.
func randomTurn(t *testing.T, r *rand.Rand) Rot {
	t.Helper()
	x, y := r.Float64()-0.5, r.Float64()-0.5
	l := math.Sqrt(float64(x*x) + float64(y*y))
	rot, err := NewCosSin(x/l, y/l)
	if err != nil {
		t.Fatal(err)
	}
	return rot
}

// TestAloneIsFarthest: a vertex whose neighbours are lower by more than rounding is the farthest of
// all, and that at which the tables arrive, to the bit.
func TestAloneIsFarthest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 32))
	alone := 0
	for range 20000 {
		a, b := randomPolygon(t, r, 3+r.IntN(30)), randomPolygon(t, r, 3+r.IntN(30))
		x := mustPlace(t, a, Pose{Rot: randomTurn(t, r)})
		y := mustPlace(t, b, Pose{Vec{3 * r.NormFloat64(), 3 * r.NormFloat64()}, randomTurn(t, r)})
		var p nearestPair
		if !suits(x, y) || !p.place(x, y) {
			continue
		}
		n := Vec{r.NormFloat64(), r.NormFloat64()}
		n = n.Scale(1 / n.Len())
		table := p.side[0].table
		for i := range table.edges {
			high := n.Dot(table.ring[i])
			if !table.alone(i, n, high-p.err) {
				continue
			}
			alone++
			for _, v := range table.ring {
				if n.Dot(v) > high {
					t.Fatalf("%v is farther along %v than vertex %d of %v", v, n, i, table.ring)
				}
			}
			if _, top, sure := p.lowest(n, p.side[0].view.rot.apply(n)); sure && top != high {
				t.Fatalf("vertex %d of %v is %v high, by the table %v", i, table.ring, high, top)
			}
		}
	}
	if alone < 15000 {
		t.Errorf("%d vertices alone", alone)
	}
}

// TestHeadingFolds: what headings come to without a branch is to the bit what branches make of it,
// for zeros of both signs, too.
func TestHeadingFolds(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 31))
	few := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 0x1p-1060, -0x1p-1060}
	for turn := range 20000 {
		v := Vec{r.NormFloat64(), r.NormFloat64()}
		if turn%2 == 0 {
			v = Vec{few[r.IntN(len(few))], few[r.IntN(len(few))]}
		}
		if v == (Vec{}) {
			continue
		}
		x, y := math.Abs(v.X), math.Abs(v.Y)
		want := headingOf(Vec{max(x, y), min(x, y)}) // of the first half of a quarter
		p := float64(want)
		if y > x {
			p = 0x1p30 - p
		}
		if v.X < 0 {
			p = 0x1p31 - p
		}
		if v.Y < 0 {
			p = 0x1p32 - p
		}
		if got, want := headingOf(v), uint32(int64(p)); got-want+1 > 1 { // p was rounded down
			t.Fatalf("heading of %v: %d, with branches %d", v, got, want)
		}
	}
}

// TestHeading: headings are right to headingError, on every octant and where they meet.
func TestHeading(t *testing.T) {
	for i := range 100000 {
		a := 2 * math.Pi * float64(i) / 100000
		want := uint32(int64(float64(i) / 100000 * 0x1p32))
		got := headingOf(Vec{math.Cos(a), math.Sin(a)})
		if off := int32(got - want); off >= headingError || off <= -headingError {
			t.Fatalf("angle %v: off by %d", a, off)
		}
	}
	for i, v := range []Vec{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		if got := headingOf(v); got != uint32(i)<<30 {
			t.Errorf("%v: %#x", v, got)
		}
	}
}

// TestDiscsMeet: what the discs inside polygons say is what GJK says, for pairs whose discs all but
// touch, of any size and far from the origin, and it is said where they meet by more than rounding.
func TestDiscsMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 31))
	q, slow := new(Query), new(Query)
	slow.set(Options{Algorithm: collide.GJK})
	said := 0
	for range 5000 {
		size := math.Ldexp(1, r.IntN(40)-20)
		points := make([]Vec, 3+r.IntN(6))
		for i := range points {
			points[i] = Vec{r.NormFloat64(), r.NormFloat64()}.Scale(size)
		}
		h := mustHull(t, points)
		if len(h.points) < 3 || h.table.near == 0 {
			continue
		}
		p := Pose{Vec{r.NormFloat64(), r.NormFloat64()}.Scale(math.Ldexp(size, r.IntN(30))), randomRot(r)}
		a, b := mustPlace(t, h, p), mustPlace(t, h, Pose{p.Pos, randomRot(r)})
		way := onCircle(r, 1)[0].Scale(2 * h.table.inner * (1 + math.Ldexp(r.Float64()-0.5, -r.IntN(50))))
		p.Pos, p.Rot = a.pos.Add(way).Sub(b.off), b.pose.Rot
		if b.Move(p) != nil {
			continue
		}
		meet := discsMeet(a, b)
		if rel := slow.Relate(a, b, nil); meet && rel != collide.Overlapping || q.Relate(a, b, nil) != rel {
			t.Fatalf("%v at %v and %v: discs meet is %v, in truth %v", h.points, a.pose, b.pose, meet, rel)
		}
		if d := centres(a, b).Len(); !meet && d < 2*h.table.inner*(1-0x1p-30) && big1(h.center) < 100*h.table.inner {
			t.Fatalf("%v at %v and %v: the discs are not said to meet", h.points, a.pose, b.pose)
		}
		if meet {
			said++
		}
	}
	if said < 1000 {
		t.Errorf("said %d times", said)
	}
}

// TestRoughHeading: it is right to a thousandth of a turn, and that of an axis to the bit.
func TestRoughHeading(t *testing.T) {
	for i := range 100000 {
		a := 2 * math.Pi * float64(i) / 100000
		want := uint32(int64(float64(i) / 100000 * 0x1p32))
		got := roughHeading(Vec{math.Cos(a), math.Sin(a)})
		if off := int32(got - want); off > 1<<32/1000 || off < -1<<32/1000 {
			t.Fatalf("angle %v: off by %d", a, off)
		}
	}
	minus := math.Copysign(0, -1)
	for i, v := range []Vec{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {2, minus}, {minus, 3}, {-1, minus}, {minus, -1}} {
		if got := roughHeading(v); got != uint32(i)<<30 {
			t.Errorf("%v: %#x", v, got)
		}
	}
}

// TestLeastByHeading: the table gives the support value that a look at all vertices gives, for edge
// normals and their neighbourhood too.
func TestLeastByHeading(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 13))
	crowds := 0
	for i := range 3000 {
		h := randomPolygon(t, r, 1+r.IntN(3+i%60))
		o, err := Place(h, Pose{})
		if err != nil {
			t.Fatal(err)
		}
		var x satBody
		x.fill(&o)
		for _, f := range h.table.first {
			if f == crowded {
				crowds++
			}
		}
		for range 20 {
			d := Vec{r.Float64() - 0.5, r.Float64() - 0.5}
			if n := len(x.edges); n > 0 && r.IntN(2) == 0 {
				d = x.edges[r.IntN(n)].n.Neg().Add(d.Scale(math.Ldexp(1, -r.IntN(60))))
			}
			d = d.Scale(1 / d.Len())
			least := math.Inf(1)
			for _, v := range h.local {
				least = min(least, d.Dot(v))
			}
			got := x.least(d, headingOf(d)+uint32(r.IntN(2*headingError))-headingError)
			if !(math.Abs(got-least) <= 8*unit*h.radius) {
				t.Fatalf("%v along %v: %v, want %v", h.points, d, got, least)
			}
		}
	}
	if crowds == 0 {
		t.Error("no cell was crowded")
	}
}

// TestSmallHasTheSameBits: the way of small polygons and the general one give the same bits.
func TestSmallHasTheSameBits(t *testing.T) {
	var q Query
	q.defaults()
	r := rand.New(rand.NewPCG(2, 13))
	short, points := 0, [3]int{}
	for i := range 20000 {
		var o [2]Object
		for k := range o {
			var err error
			pos := Vec{math.Ldexp(r.Float64()-0.5, r.IntN(4)-1), math.Ldexp(r.Float64()-0.5, r.IntN(4)-1)}
			o[k], err = Place(randomPolygon(t, r, 3+r.IntN(6)), Pose{pos, randomTurn(t, r)})
			if err != nil {
				t.Fatal(err)
			}
		}
		a, b := &o[0], &o[1]
		var fast, slow Contact
		var mf, general Manifold
		var k core
		if small := &q.small; !isSmall(a, b) {
			continue
		} else if small.overlap(a, b, nil, &fast) {
			small.pair.manifold(a, b, &small.face, &q.span, &fast, &mf)
		} else if small.pair.tested && q.sat.solveSmall(&q.run, a, b, &small.pair, &k) {
			q.answer(a, b, &k, &fast)
			q.manifold(a, b, &fast, &mf)
		} else {
			continue
		}
		short++
		if q.sat.from(&q.run, a, b, CullNone, nil, nil, false, &k) != solved {
			t.Fatalf("pair %d: the general way does not answer", i)
		}
		q.answer(a, b, &k, &slow)
		if fast != slow {
			t.Fatalf("pair %d: %+v, in general %+v", i, fast, slow)
		}
		q.manifold(a, b, &slow, &general)
		if err := sameManifold(&mf, &general, q.m.reach); err != "" {
			t.Fatalf("pair %d: %s\n%+v\nin general\n%+v", i, err, mf, general)
		}
		points[mf.N]++
		if rel := q.small.relate(a, b); rel != collide.Undecided && rel != slow.Relation {
			t.Fatalf("pair %d: %v, but %v", i, rel, slow.Relation)
		}
	}
	if short < 12000 {
		t.Errorf("only %d pairs took the short way", short)
	}
	if points[1] < 1000 || points[2] < 1000 {
		t.Errorf("numbers of points: %v", points)
	}
}

// sameManifold says what two manifolds differ in beyond rounding.
func sameManifold(a, b *Manifold, reach float64) string {
	if a.N != b.N || a.Normal != b.Normal {
		return "number or normal"
	}
	tol := 0x1p-44 * reach
	for i := range a.N {
		p, q := &a.Points[i], &b.Points[i]
		switch {
		case (p.ID^q.ID)<<(64-collide.FeaturePlaceShift) != 0: // a place may be rounded otherwise
			return "an ID"
		case !(math.Abs(p.Distance-q.Distance) <= tol) || !(p.PointA.Sub(q.PointA).Len() <= tol) || !(p.PointB.Sub(q.PointB).Len() <= tol):
			return "a point"
		}
	}
	return ""
}

// TestTraceSAT: a step for each axis tested, with intervals that show what it proves, and a last
// one with the bracket of the answer.
func TestTraceSAT(t *testing.T) {
	var tr Trace
	q, err := NewQuery(Options{Trace: &tr, Algorithm: collide.SAT})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 13))
	for i := range 500 {
		a := mustPlace(t, randomPolygon(t, r, 3+r.IntN(20)), Pose{Pos: Vec{r.Float64(), r.Float64()}, Rot: randomTurn(t, r)})
		b := mustPlace(t, randomPolygon(t, r, 3+r.IntN(20)), Pose{Pos: Vec{r.Float64(), r.Float64()}, Rot: randomTurn(t, r)})
		tr.Reset()
		c := q.Distance(a, b, nil)
		steps := tr.Steps
		if len(steps) == 0 || steps[0].Stage != collide.StageSAT || steps[len(steps)-1].Stage != collide.StageSAT {
			continue // near contact
		}
		last := steps[len(steps)-1]
		if len(steps) != tr.Tested+1 || last.Lower != c.Lower || last.Upper != c.Upper || last.Exit == collide.ExitNone {
			t.Fatalf("pair %d: %d steps, %d tested, last %+v, answer %+v", i, len(steps), tr.Tested, last, c)
		}
		best := math.Inf(-1)
		for _, s := range steps[:len(steps)-1] {
			if s.Exit != collide.ExitNone || s.Axis.Source == collide.AxisNone || !(s.RangeA[0] <= s.RangeA[1] && s.RangeB[0] <= s.RangeB[1]) {
				t.Fatalf("pair %d: %+v", i, s)
			}
			sep := s.RangeB[0] - s.RangeA[1]
			if !(math.Abs(sep-s.Lower) < 1e-13) {
				t.Fatalf("pair %d: the intervals are %v apart, the bound is %v", i, sep, s.Lower)
			}
			best = max(best, s.Lower)
		}
		if !(best <= c.Upper && (c.Distance > 0 || math.Abs(best-c.Distance) < 1e-13)) {
			t.Fatalf("pair %d: best %v, answer %+v", i, best, c)
		}
	}
}

// TestFarthest: the vertex of three or four that farthest returns is the farthest one but for
// rounding, for polygons of any size, slivers among them, and more vertices are not few.
func TestFarthest(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 5))
	seen := map[int]int{}
	for range 20000 {
		size := math.Ldexp(1, r.IntN(400)-200)
		p := make([]Vec, 2+r.IntN(4))
		for i := range p {
			p[i] = Vec{r.Float64() - 0.5, math.Ldexp(r.Float64()-0.5, -r.IntN(2)*r.IntN(60))}.Scale(size)
		}
		e, d := &mustHull(t, p).table, onCircle(r, 1)[0].Scale(math.Ldexp(1, r.IntN(200)-100))
		if n := len(e.edges); e.few() != (n == 3 || n == 4) {
			t.Fatalf("%d edges: few is %v", n, e.few())
		}
		if !e.few() {
			continue
		}
		at := e.farthest(d)
		seen[at]++
		for i, v := range e.ring[:len(e.edges)] {
			if tol := 0x1p-48 * size * d.Len(); d.Dot(v) > d.Dot(e.ring[at])+tol {
				t.Fatalf("%v: vertex %d is farther along %v than %d", e.ring, i, d, at)
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("saw the vertices %v", seen)
	}
}
