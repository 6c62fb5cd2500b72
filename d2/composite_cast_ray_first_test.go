package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// Of two discs of very different sizes that a ray meets within rounding of each other, the bracket
// holds where it meets the first, and the part named is not met later than the bracket says.
func TestRayFirstOfTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(67, 2))
	n := 3000
	if testing.Short() {
		n = 500
	}
	for i := range n {
		at := [2]float64{5, 5 + math.Pow(10, -6-10*rng.Float64())*float64(rng.IntN(3)-1)}
		var parts []d2.Part
		for k := range at {
			r := math.Ldexp(1, rng.IntN(40)-20)
			at[k] = (at[k] + r) - r // the centre is a double
			parts = append(parts, d2.Part{Shape: d2.Circle{Radius: r}, Pose: d2.Pose{Pos: d2.Vec{X: at[k] + r}}})
		}
		o := placeOrFail(t, must(d2.NewCompound(parts))(t), d2.Pose{})
		r := must(d2.NewRay(d2.Vec{}, d2.Vec{X: 1}, 100))(t)
		h := d2.CastRay(o, &r)
		first := min(at[0], at[1])
		if h.Verdict != collide.Hit || !(h.Lower <= first && first <= h.Upper) || !(at[h.Part] <= h.Upper) {
			t.Fatalf("draw %d: %+v, the parts are met at %v", i, h, at)
		}
	}
}
