package d3_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide/d3"
)

// TestCastLimitMinusZero: a cast that ends at -0 has no answer with a -0, whatever it meets there.
func TestCastLimitMinusZero(t *testing.T) {
	zero := math.Copysign(0, -1)
	sweep := must(d3.NewSweep(d3.Vec{X: 1}, zero, d3.SweepOptions{Skin: zero}))(t)
	ray := must(d3.NewRay(d3.Vec{X: -1}, d3.Vec{X: 1}, zero))(t)
	for _, x := range []float64{-1, -0.5, 0, 0.5, 2} {
		for _, shape := range []d3.Shape{
			d3.Sphere{Radius: 1},
			d3.Box{Size: d3.Vec{X: 1, Y: 2, Z: 1}},
			d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 2, Z: 1}},
		} {
			a := must(d3.Place(shape, d3.Pose{Pos: d3.Vec{X: x}}))(t)
			b := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{X: -1, Y: -1}}, d3.Pose{Pos: d3.Vec{X: x}}))(t)
			hit := d3.CastShape(&a, &b, &sweep)
			checkShapeHit(t, &hit, 0)
			r := d3.CastRay(&a, &ray)
			for _, v := range []float64{r.T, r.Lower, r.Upper, r.Exit} {
				if math.Signbit(v) {
					t.Errorf("%T at %v: %+v", shape, x, r)
				}
			}
		}
	}
}
