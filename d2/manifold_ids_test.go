package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// Two IDs that are marked alike do not become one: there are 2^22 marks for points of the same
// features.
func TestMarkedIDsDiffer(t *testing.T) {
	const leaf = 5
	marked := map[collide.FeatureID]collide.FeatureID{}
	found := 0
	for k := range collide.FeatureID(1 << 14) {
		id := k<<collide.FeaturePlaceShift | 3
		other, ok := marked[mark(id, leaf)]
		if marked[mark(id, leaf)] = id; !ok {
			continue
		}
		found++
		mf := Manifold{N: 2, Points: [2]ManifoldPoint{{ID: other}, {ID: id}}}
		if mf.tell(leaf); mf.Points[0].ID == mf.Points[1].ID {
			t.Fatalf("%x and %x become %x", other, id, mf.Points[0].ID)
		}
		var all idSet
		first := Manifold{N: 1, Points: [2]ManifoldPoint{{ID: mf.Points[1].ID}}}
		all.part(&first)
		if all.part(&mf); mf.Points[0].ID == mf.Points[1].ID || mf.Points[1].ID == first.Points[0].ID {
			t.Fatalf("%x and %x are in two manifolds", mf.Points[0].ID, mf.Points[1].ID)
		}
	}
	if found == 0 {
		t.Error("no two marks fall together")
	}
}

// TestPlaces holds places to its definition: a hash of the steps, each mixed into the one before.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 7))
	for range 20000 {
		size := math.Ldexp(1+r.Float64(), r.IntN(400)-200)
		draw := func() float64 {
			return size * []float64{0, math.Copysign(0, -1), 0.5, math.Ldexp(2*r.Float64()-1, -r.IntN(40))}[r.IntN(4)]
		}
		p, q := Vec{draw(), draw()}, Vec{draw(), draw()}
		sum := uint64(0)
		for _, x := range [4]float64{p.X, p.Y, q.X, q.Y} {
			sum = mix(sum ^ math.Float64bits(math.Floor(x/size*placeSteps)+0))
		}
		if got, want := places(p, q, size), hash(sum); got != want {
			t.Fatalf("%v and %v, size %v: %x, not %x", p, q, size, got, want)
		}
	}
}
