package twin

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// lift returns a body of space whose cut with the plane z = 0 is b, and which reaches at least
// height/2 up and down.
func lift(b *shapegen.Body2, height float64) shapegen.Body3 {
	o := shapegen.Body3{Radius: b.Radius, Offset: b.Offset, Rounded: b.Rounded, Rounding: b.Rounding}
	o.P = [3]float64{b.P[0], b.P[1]}
	// Half the angle, by the formula without cancellation.
	c, s := b.CS[0], b.CS[1]
	if c >= 0 {
		w := math.Sqrt((1 + c) / 2)
		o.Q = [4]float64{0, 0, s / (2 * w), w}
	} else {
		z := math.Sqrt((1 - c) / 2)
		o.Q = [4]float64{0, 0, z, s / (2 * z)}
	}
	switch b.Kind {
	case "circle":
		o.Kind, o.Height = "capsule", height
	case "capsule":
		o.Kind, o.Size, o.Rounded = "box", [3]float64{b.Height, 0, height}, true
		o.Rounding += b.Radius
	case "box":
		o.Kind, o.Size = "box", [3]float64{b.Size[0], b.Size[1], height}
	case "ellipse":
		o.Kind, o.Size = "ellipsoid", [3]float64{b.Size[0], b.Size[1], height}
	case "half-space":
		o.Kind, o.Size = "half-space", [3]float64{b.Size[0], b.Size[1], 0}
	default:
		o.Kind = "hull"
		for _, p := range b.Points {
			o.Points = append(o.Points, [3]float64{p[0], p[1], height / 2}, [3]float64{p[0], p[1], -height / 2})
		}
	}
	return o
}

// TestLiftedScene asks both packages about the same scene: pairs of the plane, and in space the
// same pairs made so tall that the shortest way out stays in the plane.
func TestLiftedScene(t *testing.T) {
	g := shapegen.New2(11)
	g.Offset = 0
	seen := map[collide.Relation]int{}
	faults := 0
	const n = 2000
	for i := range n {
		plane := g.Pair()
		height := 2 * (plane.A.Extent() + plane.B.Extent())
		space := shapegen.Pair3{A: lift(&plane.A, height), B: lift(&plane.B, height)}
		rel, err := compare(&plane, &space)
		seen[rel]++
		if err != nil {
			if faults++; faults <= 3 {
				t.Errorf("pair %d: %v\n%v\n%v", i, err, plane, space)
			}
		}
	}
	if faults > 3 {
		t.Errorf("%d of %d pairs fail", faults, n)
	}
	if share := float64(seen[collide.Overlapping]) / n; share < 0.3 || share > 0.7 {
		t.Errorf("%.0f %% of the pairs overlap: the test is too tame", 100*share)
	}
}

// compare returns the relation in the plane, and what differs in space.
func compare(plane *shapegen.Pair2, space *shapegen.Pair3) (collide.Relation, error) {
	a2, b2, err := plane.Place()
	if err != nil {
		return 0, err
	}
	a3, b3, err := space.Place()
	if err != nil {
		return 0, err
	}
	c2, c3 := d2.Distance(&a2, &b2), d3.Distance(&a3, &b3)
	s2, s3 := audit.Of2(plane), audit.Of3(space)
	// Turning a cosine and a sine into a quaternion costs a few u, as does turning a far point with
	// it.
	tol := s2.Tolerance(c2.Distance) + s3.Tolerance(c3.Distance) + 32*0x1p-53*max(s2.Reach(), s3.Reach())
	tol += c2.Upper - c2.Lower + c3.Upper - c3.Lower
	if d := math.Abs(c2.Distance - c3.Distance); !(d <= tol) {
		return c2.Relation, fmt.Errorf("%v in the plane, %v in space: off by %.3g of the tolerance", c2.Distance, c3.Distance, d/tol)
	}
	if math.Abs(c2.Distance) > tol && c2.Relation != c3.Relation {
		return c2.Relation, fmt.Errorf("%v in the plane, %v in space", c2.Relation, c3.Relation)
	}
	if c2.Distance <= 0 {
		return c2.Relation, nil // the normal of an overlap need not be unique
	}
	n := d3.Vec{X: c2.Normal.X, Y: c2.Normal.Y}
	if off := n.Sub(c3.Normal).Len(); !(off <= 4*math.Sqrt(tol/max(c2.Distance, tol))) {
		return c2.Relation, fmt.Errorf("normal %v in the plane, %v in space", c2.Normal, c3.Normal)
	}
	return c2.Relation, nil
}
