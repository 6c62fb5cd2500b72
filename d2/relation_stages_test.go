package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// What double-doubles prove, integers say too, and near contact they prove nearly all that does not
// touch.
func TestQuickAgreesWithIntegers(t *testing.T) {
	raced.Skip(t)
	g := shapegen.New2(23)
	g.Only, g.NoRound, g.NoHalf = []string{"box", "polygon"}, true, true
	near, proved := 0, 0
	seen := map[collide.Relation]int{}
	for i := range 10000 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		r := d2.Decide(&a, &b)
		if r.Proved && r.Quick != r.Integers {
			t.Fatalf("pair %d: double-doubles prove %v, integers say %v: %v", i, r.Quick, r.Integers, p)
		}
		if !r.Near || r.Integers == collide.Touching {
			continue
		}
		near++
		if r.Proved {
			proved++
			seen[r.Quick]++
		}
	}
	t.Logf("%d of %d pairs near contact proved: %v", proved, near, seen)
	if near < 300 || proved < near*9/10 || seen[collide.Apart] < 100 || seen[collide.Overlapping] < 100 {
		t.Errorf("%d of %d pairs near contact proved: %v", proved, near, seen)
	}
}

// The same for shapes with margins.
func TestRoundedQuickAgreesWithIntegers(t *testing.T) {
	raced.Skip(t)
	g := shapegen.New2(24)
	g.Only, g.NoHalf = []string{"box", "hull", "capsule", "circle"}, true
	near, proved := 0, 0
	seen := map[collide.Relation]int{}
	for i := range 10000 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		r := d2.Decide(&a, &b)
		if r.Proved && r.Quick != r.Integers {
			t.Fatalf("pair %d: double-doubles prove %v, integers say %v: %v", i, r.Quick, r.Integers, p)
		}
		if !r.Near || r.Integers == collide.Touching {
			continue
		}
		near++
		if r.Proved {
			proved++
			seen[r.Quick]++
		}
	}
	t.Logf("%d of %d pairs near contact proved: %v", proved, near, seen)
	if near < 300 || proved < near*3/4 || seen[collide.Apart] < 100 || seen[collide.Overlapping] < 100 {
		t.Errorf("%d of %d pairs near contact proved: %v", proved, near, seen)
	}
}

// Double-doubles say nothing where bodies touch, and nothing wrong a little to either side. Lattice
// polygons, turned by quarters, touch exactly now and then; all corners stay exact doubles.
func TestQuickIsSilentWhereBodiesTouch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	lattice := func() d2.Shape {
		var p []d2.Vec
		for range 1 + r.IntN(6) {
			p = append(p, vec(float64(r.IntN(5)-2), float64(r.IntN(5)-2)))
		}
		return must(d2.NewHull(p))(t)
	}
	quarters := [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	silent, proved := 0, 0
	for range 4000 {
		x, y, k := float64(r.IntN(7)-3), float64(r.IntN(7)-3), quarters[r.IntN(4)]
		rot := must(d2.NewCosSin(k[0], k[1]))(t)
		a, b := must(d2.Place(lattice(), d2.Pose{}))(t), must(d2.Place(lattice(), d2.Pose{Rot: rot}))(t)
		for _, step := range []float64{0, 0x1p-50, -0x1p-50} {
			if err := b.Move(d2.Pose{Pos: vec(x+step, y), Rot: rot}); err != nil {
				t.Fatal(err)
			}
			got := d2.Decide(&a, &b)
			if got.Proved && got.Quick != got.Integers {
				t.Fatalf("%v %v, %v %v: double-doubles prove %v, integers say %v", a.Shape(), a.Pose(), b.Shape(), b.Pose(), got.Quick, got.Integers)
			}
			switch {
			case got.Proved && got.Near:
				proved++
			case got.Integers == collide.Touching:
				silent++
			}
		}
	}
	if silent < 300 || proved < 100 {
		t.Errorf("silent on %d pairs that touch, %d proved near contact: the pairs test too little", silent, proved)
	}
}

// TestEdgesInDoubtAgreeWithIntegers: small polygons edge along edge, in one frame that is turned,
// the second's edge off the first's by as little as a double-double can tell and by less: at both
// ends, at one, to both sides. What signs of determinants prove, integers say too; they are silent
// where the two touch, and nowhere else as long as a double-double can tell.
func TestEdgesInDoubtAgreeWithIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	q := must(d2.NewQuery(d2.Options{}))(t)
	seen := map[collide.Relation]int{}
	silent := 0
	told := func(x float64) bool { return x == 0 || math.Abs(x) > 0x1p-80 }
	for range 6000 {
		tiny := func() float64 {
			return float64(rng.IntN(3)-1) * math.Ldexp(1, -40-rng.IntN(80))
		}
		left, right := tiny(), tiny()
		below := []d2.Vec{vec(-2, 0), vec(2, 0), vec(float64(rng.IntN(4)), -2), vec(-3, -1)}
		above := []d2.Vec{vec(-1, left), vec(1, right), vec(2, 2), vec(float64(-rng.IntN(4)), 3)}
		angle := 2 * math.Pi * rng.Float64()
		pose := d2.Pose{Pos: vec(rng.NormFloat64(), rng.NormFloat64()), Rot: must(d2.NewCosSin(math.Cos(angle), math.Sin(angle)))(t)}
		a, b := must(d2.Place(must(d2.NewHull(below))(t), pose))(t), must(d2.Place(must(d2.NewHull(above))(t), pose))(t)
		if rng.IntN(2) == 0 {
			a, b = b, a
		}
		want, got := d2.Decide(&a, &b).Integers, q.InDoubt(&a, &b)
		switch {
		case got != collide.Undecided && got != want:
			t.Fatalf("ends at %v and %v: the edges prove %v, integers say %v", left, right, got, want)
		case got == collide.Undecided && want != collide.Touching && told(left) && told(right):
			silent++
		}
		seen[got]++
	}
	if silent > 0 || seen[collide.Apart] < 150 || seen[collide.Overlapping] < 300 || seen[collide.Undecided] < 300 {
		t.Errorf("%v, silent on %d that a double-double can tell", seen, silent)
	}
}
