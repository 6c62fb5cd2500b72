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

// TestPlaces holds places to what IDs need: points in the same steps have the same hash in any
// unit, and of points in other steps no more have one hash than chance would have.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 7))
	step := func(k int) float64 { return (float64(k) + 0.9*r.Float64() - 0.45) / placeSteps }
	const n = 1 << 12
	for family := range 6 {
		ids := make(map[collide.FeatureID]bool)
		base, other := r.IntN(1<<25)-1<<24, r.IntN(1<<25)-1<<24
		for i := range n {
			x := [4]int{base, other, base - other}
			switch at := i - n/2; family {
			case 0, 1: // one coordinate moves, about zero or elsewhere
				x[2] = at + family*base
			case 2: // both points move as one
				x[0], x[2] = base+at, other+at
			case 3: // they move apart
				x[0], x[2] = base+at, other-at
			case 4: // in a square
				x[0], x[1] = base+at%64, other+at/64
			default:
				for k := range x {
					x[k] = r.IntN(1<<25) - 1<<24
				}
			}
			var id [3]collide.FeatureID
			for k, size := range [3]float64{1, 1, 0x1p-500} {
				p, q := Vec{step(x[0]), step(x[1])}, Vec{step(x[2]), step(x[3])}
				id[k] = places(p.Scale(size), q.Scale(size), size)
			}
			if id[0] != id[1] || id[0] != id[2] {
				t.Fatalf("family %d: steps %v are %x", family, x, id)
			}
			ids[id[0]] = true
		}
		if lost := n - len(ids); lost > 12 { // chance has two
			t.Errorf("family %d: %d of %d places have the hash of another one", family, lost, n)
		}
	}
	if places(Vec{}, Vec{}, 1) != places(Vec{}, Vec{X: math.Copysign(0, -1)}, 1) {
		t.Error("zeros differ")
	}
}
