package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// The points of a capsule whose end lies at a corner of a box, within rounding of it: they lie on
// their bodies, whatever pair was asked about before.
func TestCapsuleEndsAtCorners(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 3))
	used := must(d2.NewQuery(d2.Options{}))(t)
	n := 20000
	if testing.Short() {
		n = 10000
	}
	tiny := func(from, to float64) float64 { return math.Pow(10, -from-(to-from)*rng.Float64()) }
	for i := range n {
		half := d2.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64()}
		turn := (2*rng.Float64() - 1) * tiny(0, 4)
		ra := must(d2.NewCosSin(math.Cos(turn), math.Sin(turn)))(t)
		rb := must(d2.NewCosSin(0, 1))(t)
		a := placeOrFail(t, d2.Rounded{Core: d2.Box{Size: half.Scale(2)}, R: tiny(12, 16)}, d2.Pose{Rot: ra})
		at := d2.Vec{X: -half.X * (1 - tiny(10, 16)), Y: half.Y}
		c := d2.Capsule{Radius: tiny(2, 8), Height: tiny(6, 12)}
		end := ra.Apply(at).Add(d2.Vec{X: tiny(12, 18), Y: c.Height/2 + (2*rng.Float64()-1)*tiny(12, 17)})
		b := placeOrFail(t, c, d2.Pose{Pos: end, Rot: rb})
		fresh := must(d2.NewQuery(d2.Options{}))(t).Distance(a, b, nil)
		if again := used.Distance(a, b, nil); again != fresh {
			t.Fatalf("pair %d: %+v\nafter other pairs %+v", i, fresh, again)
		}
		if fresh.Relation != collide.Overlapping {
			continue
		}
		in := max(math.Abs(fresh.LocalA.X)-half.X, math.Abs(fresh.LocalA.Y)-half.Y)
		beyond := math.Abs(math.Hypot(fresh.LocalB.Y, max(math.Abs(fresh.LocalB.X)-c.Height/2, 0)) - c.Radius)
		if math.Abs(in) > 1e-9 || beyond > 1e-9 {
			t.Fatalf("pair %d: the point of A is %v out of the box, that of B %v off the capsule %+v at %v\n%+v", i, in, beyond, c, end, fresh)
		}
	}
}
