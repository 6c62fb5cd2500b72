//go:build !purego

package lanes

import (
	"math"
	"testing"
)

// TouchBall answers just where the processor has vectors: a box and a sphere beside one of its
// faces, apart and in it. What it answers is held to package d3 there.
func TestTouchBallAnswers(t *testing.T) {
	one := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	limits := BallLimits{NearSquare: 0x1p-590, FarSquare: 0x1p590, NearApart: 0x1p-960, Places: 0.1}
	for i := range limits.Slope {
		limits.Slope[i], limits.TiltAbove[i] = 0x1p-20, math.MaxInt64 // names are no matter here
	}
	box := Body{Kind: KindBox, Solid: true, Half: [3]float64{1, 1, 1}, Axes: one, Radius: 2, Extent: 2}
	for _, c := range []struct {
		x    float64
		want uint8
	}{{5, Apart}, {1.5, Overlap}} {
		ball := Body{Pos: [3]float64{c.x, 0, 0}, Solid: true, Axes: one, Margin: 1}
		if !vectors {
			c.want = Elsewhere
		}
		var p Point
		if got := TouchBall(&box, &ball, &limits, &p); got != c.want {
			t.Errorf("a sphere at %v: %d, want %d", c.x, got, c.want)
		}
	}
}
