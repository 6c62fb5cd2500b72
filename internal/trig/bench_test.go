package trig

import (
	"math"
	"testing"
	"time"
)

var sink float64

// BenchmarkRatio times functions of angles in turn with math.Sincos of the same angles, and reports
// how many times as long they take: the least time of a hundred calls over that of math.Sincos.
func BenchmarkRatio(b *testing.B) {
	for _, f := range []struct {
		name string
		f    func(x float64)
	}{
		{"CosSin", func(x float64) { c, s := CosSin(x); sink = c + s }},
		{"CosSinDegrees", func(x float64) { c, s := CosSinDegrees(x * 57); sink = c + s }},
		{"accurate", func(x float64) { c, s, _ := reduce(x).accurate(); sink = c + s }},
		{"slowCosSin", func(x float64) { c, s := slowCosSin(x); sink = c + s }},
		{"Unit", func(x float64) { c, s := Unit(x, 1); sink = c + s }},
		{"Atan2", func(x float64) { sink = Atan2(x, 1) }},
	} {
		b.Run(f.name, func(b *testing.B) { ratio(b, f.f) })
	}
}

// ratio runs f and math.Sincos in turn, a hundred angles at a time.
func ratio(b *testing.B, f func(x float64)) {
	sincos := func(x float64) { s, c := math.Sincos(x); sink = c + s }
	x := 0.1
	spent := [2]int64{math.MaxInt64, math.MaxInt64}
	for b.Loop() {
		for i, g := range []func(float64){f, sincos} {
			start := time.Now()
			for k := range 100 {
				g(x + float64(k)*0.37)
			}
			spent[i] = min(spent[i], time.Since(start).Nanoseconds())
		}
		x += 0.01
	}
	b.ReportMetric(float64(spent[0])/float64(spent[1]), "sincos")
	b.ReportMetric(float64(spent[0])/100, "ns/call")
}
