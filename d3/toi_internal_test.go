package d3

import (
	"testing"

	"github.com/collide-go/collide"
)

// TestEndsAreOfTheirBodies: where both bodies begin elsewhere than they were placed, and are put in
// the other order, each ends as itself. One stood for both: the places where they end were written
// over those where they begin.
func TestEndsAreOfTheirBodies(t *testing.T) {
	small, large := mustPlace(t, Sphere{Radius: 1}, Pose{}), mustPlace(t, Sphere{Radius: 2}, Pose{})
	var ways [2]Motion
	for k := range ways {
		m, err := NewMotionTo(Pose{Pos: Vec{X: float64(1 + k)}}, Pose{Pos: Vec{X: float64(3 + k)}}, collide.Slerp)
		if err != nil {
			t.Fatal(err)
		}
		ways[k] = m
	}
	ways[0], ways[1] = ways[1], ways[0] // the body that is named first has the second place
	for _, pair := range [][2]*Object{{small, large}, {large, small}} {
		var im impact
		im.begin(pair[0], &ways[0], pair[1], &ways[1], 1)
		first, second := im.g.a.from.margin, im.g.b.from.margin
		if ends := &im.ends; !im.g.exactAt(&ends[0], &ends[1]) || ends[0].margin != first || ends[1].margin != second {
			t.Errorf("bodies of the radii %v and %v end with %v and %v", first, second, ends[0].margin, ends[1].margin)
		}
		var p partImpact
		p.begin(&im, pair[0], &ways[0], pair[1], &ways[1], 1)
		first, second = p.g.a.from.margin, p.g.b.from.margin
		if ends := &p.ends; !p.g.exactAt(&ends[0], &ends[1]) || ends[0].margin != first || ends[1].margin != second {
			t.Errorf("parts of the radii %v and %v end with %v and %v", first, second, ends[0].margin, ends[1].margin)
		}
	}
}
