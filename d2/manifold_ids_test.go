package d2

import (
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
