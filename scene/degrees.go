package scene

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// These angles are rounded to radians before they are turned into rotations.

func newAngleDegrees(x float64) (d2.Rot, error) { return d2.NewAngle(x * math.Pi / 180) }

func newRPYDegrees(r, p, y float64) (d3.Rot, error) {
	return d3.NewRPY(r*math.Pi/180, p*math.Pi/180, y*math.Pi/180)
}

func newAxisAngleDegrees(axis d3.Vec, x float64) (d3.Rot, error) {
	return d3.NewAxisAngle(axis, x*math.Pi/180)
}
