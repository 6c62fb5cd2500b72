package d3_test

import (
	"math"
	"testing"
	"time"

	"github.com/collide-go/collide/d3"
)

var ratioSink float64

// BenchmarkRatio times the constructors of rotations and what turns them, in turn with math.Sincos
// of the same angles, and reports how many times as long they take: the least time of a hundred
// calls over that of math.Sincos.
func BenchmarkRatio(b *testing.B) {
	r := must(d3.NewRPY(1, 2, 3))(b)
	pose := d3.Pose{Pos: d3.Vec{X: 1}, Rot: r}
	axis := d3.Vec{X: 1, Y: 2, Z: 3}
	for _, c := range []struct {
		name string
		f    func(x float64)
	}{
		{"NewQuat", func(float64) { _, _ = d3.NewQuat(0.5, 0.5, 0.5, 0.5) }},
		{"NewAxisAngle", func(x float64) { _, _ = d3.NewAxisAngle(axis, x) }},
		{"NewAxisAngleDegrees", func(x float64) { _, _ = d3.NewAxisAngleDegrees(axis, x*57) }},
		{"NewRPY", func(x float64) { _, _ = d3.NewRPY(x, -x, x) }},
		{"NewRPYDegrees", func(x float64) { _, _ = d3.NewRPYDegrees(x*57, -x*57, x*57) }},
		{"NewFromTo", func(x float64) { _, _ = d3.NewFromTo(axis, d3.Vec{X: x, Y: 1}) }},
		{"NewLookAt", func(x float64) { _, _ = d3.NewLookAt(axis, d3.Vec{X: x, Z: 1}) }},
		{"NewMatrix", func(float64) { _, _ = d3.NewMatrix([3][3]float64{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}) }},
		{"AxisAngle", func(float64) { _, ratioSink = r.AxisAngle() }},
		{"Slerp", func(x float64) { _, _ = r.Slerp(d3.Rot{}, x) }},
		{"Integrate", func(x float64) { _, _ = r.Integrate(axis, x) }},
		{"Pose.Lerp", func(x float64) { _, _ = pose.Lerp(d3.Pose{}, x) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			x := 0.1
			spent, sincos := time.Hour, time.Hour
			for b.Loop() {
				begin := time.Now()
				for k := range 100 {
					c.f(x + float64(k)*0.37)
				}
				middle := time.Now()
				for k := range 100 {
					s, c := math.Sincos(x + float64(k)*0.37)
					ratioSink = s + c
				}
				spent = min(spent, middle.Sub(begin))
				sincos = min(sincos, time.Since(middle))
				x += 0.01
			}
			b.ReportMetric(float64(spent)/float64(sincos), "sincos")
		})
	}
}
