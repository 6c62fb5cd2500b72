package draw_test

import (
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/draw"
)

// Of a compound the parts are drawn, not the hull that stands for it; in space no line is drawn where two parts lie flush.
func TestPartsAreDrawn(t *testing.T) {
	opt := draw.SceneOptions{Width: 320, Height: 240, Camera: &draw.Camera{Azimuth: -90}}
	hull2, hull3 := place2(t, d2.Box{Size: v(9, 3)}, d2.Pose{}), place3(t, d3.Box{Size: d3.Vec{X: 9, Y: 3, Z: 3}}, d3.Pose{})
	var parts2 []*d2.Object
	var parts3 []*d3.Object
	for _, x := range []float64{-3, 3} {
		parts2 = append(parts2, place2(t, d2.Box{Size: v(3, 3)}, d2.Pose{Pos: v(x, 0)}))
		parts3 = append(parts3, place3(t, d3.Box{Size: d3.Vec{X: 3, Y: 3, Z: 3}}, d3.Pose{Pos: d3.Vec{X: x}}))
	}
	whole := painted(draw.Scene2([]draw.Body2{{Object: hull2, Role: draw.A}}, nil, opt))
	if n := painted(draw.Scene2([]draw.Body2{{Object: hull2, Parts: parts2, Role: draw.A}}, nil, opt)); n > whole*9/10 {
		t.Errorf("plane: %d pixels of two parts, %d of the hull", n, whole)
	}
	whole = painted(draw.Scene3([]draw.Body3{{Object: hull3, Role: draw.A}}, nil, opt))
	if n := painted(draw.Scene3([]draw.Body3{{Object: hull3, Parts: parts3, Role: draw.A}}, nil, opt)); n > whole*8/10 {
		t.Errorf("space: %d pixels of two parts, %d of the hull", n, whole)
	}
	flush := append(parts3, place3(t, d3.Box{Size: d3.Vec{X: 3, Y: 3, Z: 3}}, d3.Pose{}))
	p, q := draw.Scene3([]draw.Body3{{Parts: flush, Role: draw.A}}, nil, opt), draw.Scene3([]draw.Body3{{Object: hull3, Role: draw.A}}, nil, opt)
	a, b := p.Raster(1, draw.Light), q.Raster(1, draw.Light)
	differ := 0
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				differ++
			}
		}
	}
	if differ > 0 {
		t.Errorf("three cubes in a row differ in %d pixels from the box that they are", differ)
	}
}
