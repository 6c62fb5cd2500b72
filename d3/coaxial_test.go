package d3

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
)

// TestPointBesideApex: a point so near a cone's axis that the side on which it lies is mostly rounding, beside the apex, where the
// side decides. Taken as lying on the axis without a word, points outside were reported as inside.
func TestPointBesideApex(t *testing.T) {
	cone := mustPlace(t, Cone{Radius: 1, Height: 4}, Pose{}) // the half-angle has the tangent 1/4
	slope := 4 / math.Sqrt(17)
	for _, side := range []float64{0x1p-38, 0x1p-41, 0x1p-42, 0x1p-45} {
		for _, below := range []float64{0, 0x1p-46, 0x1p-44, 0x1p-40, 0x1p-38, 0x1p-36} {
			for _, at := range []Vec{{side, 0, 2 - below}, {-side, 0, 2 - below}, {0, side, 2 - below}, {0, -side, 2 - below}} {
				point := mustPlace(t, Sphere{}, Pose{Pos: at})
				want := (side - below/4) * slope // the distance from the flank, near enough for either side
				for _, c := range []Contact{Distance(cone, point), Distance(point, cone)} {
					if !(c.Lower <= want+1e-16 && c.Upper >= want-1e-16) {
						t.Errorf("%v: [%v, %v], want %v", at, c.Lower, c.Upper, want)
					}
					if want > 0 && c.Relation == collide.Overlapping || want < 0 && c.Relation == collide.Apart {
						t.Errorf("%v: %v, want %v", at, c.Relation, want)
					}
				}
			}
		}
	}
}
