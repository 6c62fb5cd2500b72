package d2_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// onCircle returns n points on the unit circle.
func onCircle(rng *rand.Rand, n int) []d2.Vec {
	points := make([]d2.Vec, n)
	for i := range points {
		points[i] = d2.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64()}.Unit()
	}
	return points
}

// BenchmarkClosestPoint times a query about points beside and inside of a turned body, half each.
func BenchmarkClosestPoint(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	type row struct {
		name  string
		shape d2.Shape
	}
	rows := []row{
		{"circle", d2.Circle{Radius: 1}},
		{"capsule", d2.Capsule{Height: 1, Radius: 0.5}},
		{"box", d2.Box{Size: d2.Vec{X: 1.5, Y: 1.2}}},
		{"half-space", d2.HalfSpace{Normal: d2.Vec{X: 1, Y: 2}, Offset: 0.1}},
		{"ellipse", d2.Ellipse{Radii: d2.Vec{X: 1, Y: 0.7}}},
	}
	for _, n := range []int{16, 64, 256, 2048} {
		rows = append(rows, row{fmt.Sprintf("polygon%d", n), must(d2.NewHull(onCircle(rng, n)))(b)})
	}
	rows = append(rows, row{"compound of 1000 boxes", boxesIn(b, rng, 1000, 19)})
	rot, _ := d2.NewAngle(0.7)
	for _, r := range rows {
		o := placeOrFail(b, r.shape, d2.Pose{Pos: d2.Vec{X: 1, Y: -2}, Rot: rot})
		size := 1.0
		if _, ok := r.shape.(*d2.Compound); ok {
			size = 12
		}
		q, _ := d2.NewQuery(d2.Options{})
		for _, where := range []struct {
			name   string
			lo, hi float64
		}{{"outside", 1.2, 3}, {"inside", 0.02, 0.4}} {
			points := onCircle(rng, 1024)
			for i := range points {
				points[i] = points[i].Scale(size * (where.lo + rng.Float64()*(where.hi-where.lo))).Add(d2.Vec{X: 1, Y: -2})
			}
			b.Run(r.name+"/"+where.name, func(b *testing.B) {
				i := 0
				for b.Loop() {
					if _, err := q.ClosestPoint(o, points[i&1023]); err != nil {
						b.Fatal(err)
					}
					i++
				}
			})
		}
	}
}

// BenchmarkContains times whether a turned body contains a smaller one, which is drawn anywhere
// from its middle to its rim.
func BenchmarkContains(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	rot, _ := d2.NewAngle(0.7)
	polygon := must(d2.NewHull(onCircle(rng, 16)))(b)
	for _, r := range []struct {
		name         string
		outer, inner d2.Shape
	}{
		{"box in circle", d2.Circle{Radius: 1}, d2.Box{Size: d2.Vec{X: 0.6, Y: 0.5}}},
		{"box in box", d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Box{Size: d2.Vec{X: 0.6, Y: 0.5}}},
		{"circle in polygon", polygon, d2.Circle{Radius: 0.3}},
		{"box in polygon", polygon, d2.Box{Size: d2.Vec{X: 0.6, Y: 0.5}}},
		{"ellipse in box", d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Ellipse{Radii: d2.Vec{X: 0.3, Y: 0.2}}},
	} {
		outer := placeOrFail(b, r.outer, d2.Pose{Pos: d2.Vec{X: 1, Y: -2}, Rot: rot})
		var inner [64]*d2.Object
		for i, p := range onCircle(rng, len(inner)) {
			at := p.Scale(rng.Float64()).Add(d2.Vec{X: 1, Y: -2})
			inner[i] = placeOrFail(b, r.inner, d2.Pose{Pos: at})
		}
		q, _ := d2.NewQuery(d2.Options{})
		b.Run(r.name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				if q.Contains(outer, inner[i&63]) == collide.ContainmentUndecided {
					b.Fatal("undecided")
				}
				i++
			}
		})
	}
}

// BenchmarkContainsParts: a compound of 2000 boxes in one of 2000 larger ones.
func BenchmarkContainsParts(b *testing.B) {
	var large, small []d2.Part
	for i := range 2000 {
		at := d2.Pose{Pos: d2.Vec{X: 3 * float64(i), Y: float64(i % 7)}}
		large = append(large, d2.Part{Shape: d2.Box{Size: d2.Vec{X: 2, Y: 4}}, Pose: at})
		small = append(small, d2.Part{Shape: d2.Box{Size: d2.Vec{X: 1, Y: 1}}, Pose: at})
	}
	outer, inner := placeOrFail(b, mustCompound(b, large), d2.Pose{}), placeOrFail(b, mustCompound(b, small), d2.Pose{})
	q, _ := d2.NewQuery(d2.Options{})
	for b.Loop() {
		if in := q.Contains(outer, inner); in != collide.Inside {
			b.Fatal(in)
		}
	}
}
