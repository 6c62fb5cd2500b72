package d2

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
)

// TestManifoldOverPeaks: a box that reaches down over two peaks of a line has a point at each, as
// deep as its peak is high above the box's side, however much lower the other one is.
func TestManifoldOverPeaks(t *testing.T) {
	for _, lower := range []float64{1, 0.875, 0.8125} {
		c, err := NewChain([]Vec{{-1, 0}, {0, 1}, {2, -1}, {4, lower}, {5, 0}}, ChainOptions{})
		if err != nil {
			t.Fatal(err)
		}
		ground, body := mustPlace(t, c, Pose{}), mustPlace(t, Box{Size: Vec{20, 4}}, Pose{Pos: Vec{2, 2.75}})
		rel, mf := Touch(ground, body)
		if rel != collide.Overlapping || mf.N != 2 || mf.Normal != (Vec{0, 1}) {
			t.Fatalf("%v with %d points, along %v", rel, mf.N, mf.Normal)
		}
		for _, p := range mf.Points[:mf.N] {
			want := Vec{0, 1}
			if p.PointA.X > 2 {
				want = Vec{4, lower}
			}
			if p.PointA.Sub(want).Len() > 1e-12 || math.Abs(p.Distance-(0.75-want.Y)) > 1e-12 {
				t.Errorf("a point at %v, %v deep; the peak is at %v", p.PointA, -p.Distance, want)
			}
		}
	}
}
