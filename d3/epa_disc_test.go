package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// sunkPair is a pair of curvedShapes, an octahedron among them, that overlap by about depth, or
// about one centre where it is 0. Every third pair stands upright, so that caps and faces meet
// flat, edges lie along sides, and many directions tie.
func sunkPair(t *testing.T, rng *rand.Rand, first, second string, depth float64) (a, b *Object) {
	t.Helper()
	x, y := nearPair(t, rng, first, second, -depth)
	octahedron, err := NewHull([]Vec{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}})
	if err != nil {
		t.Fatal(err)
	}
	if first == "box" && rng.IntN(2) == 0 {
		x = *mustPlace(t, octahedron, x.Pose())
	}
	place := y.Pose()
	if depth == 0 {
		place.Pos = Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Scale(0.1)
	}
	if rng.IntN(3) == 0 {
		x, place.Rot = *mustPlace(t, x.Shape(), Pose{}), Rot{}
		if rng.IntN(2) == 0 {
			place.Pos = Vec{math.Round(4*place.Pos.X) / 4, 0, math.Round(4*place.Pos.Z) / 4}
		}
	}
	return &x, mustPlace(t, y.Shape(), place)
}

// grown prepares q for a pair and grows the polytope to its end, with discs or without, if EPA is
// what answers about it.
func grown(q *Query, a, b *Object, alone bool, k *core) bool {
	q.setUp(a, b)
	if q.gjkOnly() != collide.ExitContains || q.epa.flat(&q.run, k) {
		return false
	}
	e := &q.epa
	e.best, e.at = math.Inf(1), -1
	e.begin(&q.s)
	if e.discs.reset(); alone {
		e.discs.next = math.MaxInt
	}
	return e.grow(&q.run, patience, k)
}

// TestDiscs: no support value in a disc is below what it proves, and none outside all discs of a
// finished polytope is; the bracket is that of EPA alone, as narrow as asked for, and the witness
// is a point of A that belongs to the normal.
func TestDiscs(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	q := newTestQuery(t, Options{})
	used := 0
	for range 60 {
		for _, first := range curvedNames {
			for _, second := range []string{"cone", "cylinder", "ellipsoid"} {
				depth := []float64{0, 1e-3, 0.02, 0.1, 0.3}[rng.IntN(5)]
				a, b := sunkPair(t, rng, first, second, depth)
				if a, b, _ = q.order(a, b); discsHold(t, rng, q, a, b, first+" "+second) {
					used++
				}
			}
		}
	}
	if used < 250 {
		t.Errorf("%d pairs with a disc only", used)
	}
}

// discsHold is TestDiscs for one pair, and reports whether there were discs.
func discsHold(t *testing.T, rng *rand.Rand, q *Query, a, b *Object, name string) bool {
	t.Helper()
	var k, plain core
	if !grown(q, a, b, false, &k) || q.epa.discs.n == 0 {
		return false
	}
	discs, w := q.epa.discs, q.allowance()
	for _, o := range discs.list[:discs.n] {
		for range 40 {
			s := o.radius * math.Sqrt(rng.Float64())
			sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
			d := o.d.Add(o.t1.Scale(s * sin)).Add(o.t2.Scale(s * cos))
			if h := -q.m.separation(d.Scale(1 / d.Len())); h < o.low-32*unit {
				t.Fatalf("%s: the disc proves %v, but %v away the support value is %v", name, o.low, s, h)
			}
		}
	}
	if k.status == collide.Limit {
		return true
	}
	agrees(t, rng, q, a, b, &k, w.At(0))
	if !grown(q, a, b, true, &plain) {
		return true
	}
	if k.lower > plain.upper || plain.lower > k.upper {
		t.Fatalf("%s: %v and %v at %v: [%v, %v] with discs, [%v, %v] without", name,
			a.Shape(), b.Shape(), b.Pose(), k.lower, k.upper, plain.lower, plain.upper)
	}
	return true
}

// TestDiscsSaveTurns: what they are for.
func TestDiscsSaveTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 8))
	q := newTestQuery(t, Options{})
	with, alone := 0, 0
	for range 200 {
		var k core
		a, b := nearPair(t, rng, "cylinder", "cylinder", -0.05)
		if !grown(q, &a, &b, false, &k) {
			continue
		}
		with += q.turns
		if grown(q, &a, &b, true, &k) {
			alone += q.turns
		}
	}
	if 3*with > 2*alone {
		t.Errorf("%d turns with discs, %d without", with, alone)
	}
}

// TestBent: the square root is above its bound.
func TestBent(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 9))
	for range 20000 {
		l, side, far := rng.Float64(), rng.Float64()*rng.Float64(), rng.Float64()*rng.Float64()
		c := bent(l, side, far*far)
		x, y := side*(2*rng.Float64()-1), far*rng.Float64()
		if got, low := math.Sqrt((l+x)*(l+x)+y*y), l+x+c*y*y/2; got < low-8*unit {
			t.Fatalf("l %v, x %v, y %v: %v is below %v", l, x, y, got, low)
		}
	}
}
