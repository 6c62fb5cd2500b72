package d2_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide/d2"
)

// TestCastLimitMinusZero: a cast that ends at -0 has no answer with a -0, whatever it meets there.
func TestCastLimitMinusZero(t *testing.T) {
	zero := math.Copysign(0, -1)
	sweep := must(d2.NewSweep(d2.Vec{X: 1}, zero, d2.SweepOptions{Skin: zero}))(t)
	ray := must(d2.NewRay(d2.Vec{X: -1}, d2.Vec{X: 1}, zero))(t)
	for _, x := range []float64{-1, -0.5, 0, 0.5, 2} {
		for _, shape := range []d2.Shape{
			d2.Circle{Radius: 1},
			d2.Box{Size: d2.Vec{X: 1, Y: 2}},
			d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}},
		} {
			a := must(d2.Place(shape, d2.Pose{Pos: d2.Vec{X: x}}))(t)
			b := must(d2.Place(d2.HalfSpace{Normal: d2.Vec{X: -1, Y: -1}}, d2.Pose{Pos: d2.Vec{X: x}}))(t)
			hit := d2.CastShape(&a, &b, &sweep)
			checkShapeHit(t, &hit, 0)
			r := d2.CastRay(&a, &ray)
			for _, v := range []float64{r.T, r.Lower, r.Upper, r.Exit} {
				if math.Signbit(v) {
					t.Errorf("%T at %v: %+v", shape, x, r)
				}
			}
		}
	}
}
