package shapegen_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// tally counts what a stream of pairs holds.
type tally struct {
	n, overlap, touching int
	close                int // apart or overlapping by less than 1e-8 of the size
	kinds                map[string]int
}

func (c *tally) add(ans oracle.Answer, ok bool, size float64, kinds ...string) {
	if c.kinds == nil {
		c.kinds = map[string]int{}
	}
	for _, k := range kinds {
		c.kinds[k]++
	}
	if !ok {
		return
	}
	c.n++
	switch ans.Relation { //nolint:exhaustive // only these two are counted
	case collide.Overlapping:
		c.overlap++
	case collide.Touching:
		c.touching++
	}
	if math.Abs(ans.Lo) < 1e-8*size {
		c.close++
	}
}

func (c *tally) check(t *testing.T, kinds int) {
	t.Helper()
	t.Logf("%d pairs: %d overlap, %d touch, %d are within 1e-8 of contact; kinds %v", c.n, c.overlap, c.touching, c.close, c.kinds)
	if share := float64(c.overlap) / float64(c.n); share < 0.3 || share > 0.7 {
		t.Errorf("%.0f %% of the pairs overlap", 100*share)
	}
	if c.touching*100 < c.n || c.close*5 < c.n {
		t.Errorf("too few hard pairs: %d touch, %d are close", c.touching, c.close)
	}
	if len(c.kinds) != kinds {
		t.Errorf("%d kinds, want %d", len(c.kinds), kinds)
	}
}

func TestPair3(t *testing.T) {
	g := shapegen.New3(1)
	var c tally
	for range 1500 {
		p := g.Pair()
		if !json.Valid([]byte(p.String())) {
			t.Fatalf("not JSON: %v", p)
		}
		ans, ok := p.Oracle()
		c.add(ans, ok, max(p.A.Extent(), p.B.Extent()), p.A.Kind, p.B.Kind)
	}
	c.check(t, len(shapegen.Kinds3)+1)
}

func TestPair2(t *testing.T) {
	g := shapegen.New2(1)
	var c tally
	for range 3000 {
		p := g.Pair()
		if !json.Valid([]byte(p.String())) {
			t.Fatalf("not JSON: %v", p)
		}
		ans, ok := p.Oracle()
		c.add(ans, ok, max(p.A.Extent(), p.B.Extent()), p.A.Kind, p.B.Kind)
	}
	c.check(t, len(shapegen.Kinds2)+1)
}

// The same seed gives the same pairs, another seed others.
func TestSeed(t *testing.T) {
	a, b, c := shapegen.New3(7), shapegen.New3(7), shapegen.New3(8)
	same := 0
	for range 100 {
		p, q, r := a.Pair(), b.Pair(), c.Pair()
		if p.String() != q.String() {
			t.Fatalf("two pairs of one seed:\n%v\n%v", p, q)
		}
		if p.String() == r.String() {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d of 100 pairs do not depend on the seed", same)
	}
}
