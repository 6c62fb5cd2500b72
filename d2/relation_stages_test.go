package d2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// What double-doubles prove, integers say too, and near contact they prove nearly all that does not
// touch.
func TestQuickAgreesWithIntegers(t *testing.T) {
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
