package d3_test

import (
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// What double-doubles prove, integers say too, and near contact they prove nearly all that does not
// touch.
func TestQuickAgreesWithIntegers(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	g := shapegen.New3(23)
	g.Only, g.NoRound, g.NoHalf = []string{"box", "hull"}, true, true
	near, proved := 0, 0
	seen := map[collide.Relation]int{}
	for i := range 10000 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		r := d3.Decide(&a, &b)
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
	t.Parallel()
	g := shapegen.New3(24)
	g.Only, g.NoHalf = []string{"box", "hull", "capsule", "sphere"}, true
	near, proved := 0, 0
	seen := map[collide.Relation]int{}
	for i := range 10000 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		r := d3.Decide(&a, &b)
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

// Double-doubles say nothing where bodies touch, and nothing wrong a little to either side.
func TestQuickIsSilentWhereBodiesTouch(t *testing.T) {
	silent, proved := 0, 0
	for _, f := range families() {
		for _, m := range motions {
			for _, step := range []float64{0, 0x1p-44, -0x1p-44} {
				b := f.b
				for k := range 3 {
					b.p[k] += f.n[k] * step
				}
				if len(f.a.margins) > 1 || len(b.margins) > 1 || step != 0 && b.p == f.b.p {
					continue
				}
				a, okA := f.a.moved(m)
				b, okB := b.moved(m)
				if !okA || !okB {
					continue
				}
				r := d3.Decide(a.place(t), b.place(t))
				what := fmt.Sprintf("%s, %+v, by %v", f.what, m, step)
				if r.Proved && r.Quick != r.Integers {
					t.Errorf("%s: double-doubles prove %v, integers say %v", what, r.Quick, r.Integers)
				}
				if r.Proved {
					proved++
				} else if r.Integers == collide.Touching {
					silent++
				}
			}
		}
	}
	if silent < 300 || proved < 300 {
		t.Errorf("silent on %d pairs that touch, %d proved: the families test too little", silent, proved)
	}
}
