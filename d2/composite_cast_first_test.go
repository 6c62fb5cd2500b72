package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestFirstBoxIsFirst holds the answers about rays by the box that comes first in the table to
// those by the short ways to all boxes that the ray may meet: the same bits but for the number of
// boxes asked; on lattices, with equal boxes, for rays that graze, start inside or behind, run
// along faces, or end early, and for lengths 1e12 apart.
func TestFirstBoxIsFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	told, hits := 0, 0
	for n := 1; n < 90; n += 1 + n/4 {
		for kind := range 6 {
			lattice := kind%2 == 0
			c := bricks(t, rng, n, 0, lattice)
			if !c.table.boxes {
				t.Fatalf("no table of %d boxes", n)
			}
			a, b := firstAgrees(t, rng, c, lattice, []float64{1, 1e6, 1e12}[kind/2])
			told, hits = told+a, hits+b
		}
	}
	if told < 2000 || hits < 500 {
		t.Errorf("%d answers by the table, %d hits", told, hits)
	}
}

// firstAgrees holds answers about some rays at c, from some far times its size away, and returns
// how many the table told, and how many of these are hits.
func firstAgrees(t *testing.T, rng *rand.Rand, c *Compound, lattice bool, far float64) (told, hits int) {
	t.Helper()
	o := placedBricks(t, rng, c, lattice)
	for i := range 60 {
		from, to := randomIn(rng, 4*far), randomIn(rng, 2)
		if lattice && i%3 == 0 {
			from, to = from.rounded(), to.rounded()
		}
		limit := math.Inf(1)
		if i%5 == 0 {
			limit = 2 * rng.Float64()
		}
		r, err := NewRay(from, to.Sub(from), limit)
		if err != nil {
			continue
		}
		var w partRay
		var got, want RayHit
		if quick := w.quickParts(&o, &c.union, &r, &got); !quick || w.boxes.doubt < 0 {
			continue
		}
		c.table.boxes = false
		quick := w.quickParts(&o, &c.union, &r, &want)
		c.table.boxes = true
		if !quick { // all of them leave a doubt that the first one does not
			continue
		}
		told++
		if got.Verdict == collide.Hit {
			hits++
		}
		got.Iterations, want.Iterations = 0, 0
		if got != want {
			t.Fatalf("%d parts, %v: %+v, of all %+v", c.Len(), r, got, want)
		}
	}
	return told, hits
}
