package d2_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// Pairs that touch exactly, and the same pairs one ulp of one coordinate to either side.
func TestRelationAtOneUlp(t *testing.T) {
	square := d2.Box{Size: vec(2, 2)}
	diamond := must(d2.NewPolygon([]d2.Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}}))(t)
	segment, point := d2.Capsule{Height: 2}, d2.Circle{}
	quarter := turned(t, 0, 0, 0, 1)
	for _, c := range []struct {
		name string
		a, b d2.Shape
		pa   d2.Pose
		at   d2.Vec // of b; the ulp goes to X
		less collide.Relation
	}{
		{"an edge on an edge", square, square, d2.Pose{}, vec(2, 0.5), collide.Overlapping},
		{"a corner on a corner", square, square, d2.Pose{}, vec(2, 2), collide.Touching},
		{"a corner on an edge", square, diamond, d2.Pose{}, vec(2, 0.25), collide.Overlapping},
		{"slanted edges", diamond, diamond, d2.Pose{}, vec(1.5, 0.5), collide.Overlapping},
		{"a segment's end on a segment", segment, segment, quarter, vec(1, 0.25), collide.Overlapping},
		{"segments in one line", segment, segment, d2.Pose{}, vec(2, 0), collide.Touching},
		{"a point on a segment's end", segment, point, d2.Pose{}, vec(1, 0), collide.Touching},
		{"a point on an edge", diamond, point, d2.Pose{}, vec(0.5, 0.5), collide.Overlapping},
		{"circles", d2.Circle{Radius: 2}, d2.Circle{Radius: 3}, d2.Pose{}, vec(3, 4), collide.Overlapping},
		{"a circle on a corner", square, d2.Circle{Radius: 5}, d2.Pose{}, vec(4, 5), collide.Overlapping},
		{"a circle on a capsule's side", d2.Capsule{Height: 4, Radius: 1}, d2.Circle{Radius: 2}, quarter, vec(3, 0.5), collide.Overlapping},
		{"rounded corners", d2.Rounded{Core: square, R: 2}, d2.Rounded{Core: square, R: 3}, d2.Pose{}, vec(5, 6), collide.Overlapping},
		{"a half-space", d2.HalfSpace{Normal: vec(1, 0), Offset: 1}, square, d2.Pose{}, vec(2, 7), collide.Overlapping},
		{"a half-space and an ellipse", d2.HalfSpace{Normal: vec(3, 4)}, d2.Ellipse{Radii: vec(4, 1)}, d2.Pose{}, vec(4*math.Sqrt(10)/3, 0), collide.Undecided},
	} {
		a := must(d2.Place(c.a, c.pa))(t)
		for _, side := range []struct {
			x    float64
			want collide.Relation
		}{
			{c.at.X, collide.Touching},
			{math.Nextafter(c.at.X, 9), collide.Apart},
			{math.Nextafter(c.at.X, -9), c.less},
		} {
			if c.less == collide.Undecided { // the root is no double: never touching, but decided
				side.want = c.less
			}
			b := must(d2.Place(c.b, shift(side.x, c.at.Y)))(t)
			got, swapped := d2.Distance(&a, &b), d2.Distance(&b, &a)
			r := d2.Relate(&a, &b)
			checkContact(t, got)
			if r != got.Relation || swapped.Relation != r {
				t.Errorf("%s at %v: %v, %v and %v", c.name, side.x, got.Relation, swapped.Relation, r)
			}
			if side.want == collide.Undecided {
				if r == collide.Undecided || r == collide.Touching {
					t.Errorf("%s at %v: %v", c.name, side.x, r)
				}
			} else if r != side.want {
				t.Errorf("%s at %v: %v, want %v", c.name, side.x, r, side.want)
			}
		}
	}
}
