package d2_test

import (
	"math"
	"testing"
	"time"

	"github.com/collide-go/collide/d2"
)

var ratioSink float64

// BenchmarkRatio times the constructors of rotations and what turns them, in turn with math.Sincos
// of the same angles, and reports how many times as long they take: the least time of a hundred
// calls over that of math.Sincos.
func BenchmarkRatio(b *testing.B) {
	r := must(d2.NewAngle(1))(b)
	pose := d2.Pose{Pos: d2.Vec{X: 1}, Rot: r}
	for _, c := range []struct {
		name string
		f    func(x float64)
	}{
		{"NewAngle", func(x float64) { _, _ = d2.NewAngle(x) }},
		{"NewAngleDegrees", func(x float64) { _, _ = d2.NewAngleDegrees(x * 57) }},
		{"NewCosSin", func(float64) { _, _ = d2.NewCosSin(0.6, 0.8) }},
		{"NewCosSin/normalised", func(x float64) { _, _ = d2.NewCosSin(0.6003, 0.8+x*1e-9) }},
		{"NewFromTo", func(x float64) { _, _ = d2.NewFromTo(d2.Vec{X: x, Y: 1}, d2.Vec{X: 1, Y: 2}) }},
		{"NewLookAt", func(x float64) { _, _ = d2.NewLookAt(d2.Vec{X: x, Y: 1}) }},
		{"NewMatrix", func(float64) { _, _ = d2.NewMatrix([2][2]float64{{0.6, -0.8}, {0.8, 0.6}}) }},
		{"Angle", func(float64) { ratioSink = r.Angle() }},
		{"Slerp", func(x float64) { _, _ = r.Slerp(d2.Rot{}, x) }},
		{"Integrate", func(x float64) { _, _ = r.Integrate(x, 0.01) }},
		{"Pose.Lerp", func(x float64) { _, _ = pose.Lerp(d2.Pose{}, x) }},
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
