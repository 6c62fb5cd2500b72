package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d3"
)

// The points of a capsule that lies along an edge of a box but for a turn of less than rounding: no
// point lies beyond an end of the capsule.
func TestCapsuleAlongEdges(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(61, 4))
	used := must(d3.NewQuery(d3.Options{}))(t)
	n := 20000
	if testing.Short() {
		n = 3000
	}
	signed := func() float64 { return 2*rng.Float64() - 1 }
	for i := range n {
		half := d3.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64(), Z: 0.2 + rng.Float64()}
		a := placeOrFail(t, d3.Box{Size: half.Scale(2)}, d3.Pose{})
		scale := math.Pow(10, -14-5*rng.Float64())
		rot := must(d3.NewQuat(signed()*scale, signed()*scale, 0, 1))(t)
		c := d3.Capsule{Height: 0.3 + rng.Float64(), Radius: math.Pow(10, -10-4*rng.Float64())}
		at := d3.Vec{X: half.X, Y: half.Y, Z: half.Z + 0.7*c.Height*signed()}
		if rng.IntN(2) == 0 {
			at = at.Add(d3.Vec{X: signed() * scale, Y: signed() * scale})
		}
		b := placeOrFail(t, c, d3.Pose{Pos: at, Rot: rot})
		fresh := must(d3.NewQuery(d3.Options{}))(t).Distance(a, b, nil)
		if again := used.Distance(a, b, nil); again != fresh {
			t.Fatalf("pair %d: %+v\nafter other pairs %+v", i, fresh, again)
		}
		if beyond := math.Abs(fresh.LocalB.Z) - c.Height/2; beyond > 1e-9 {
			t.Fatalf("pair %d: the point of B is %v beyond the capsule's end\n%+v", i, beyond, fresh)
		}
	}
}
