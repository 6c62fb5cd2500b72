package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// onSphere returns n points on the unit sphere.
func onSphere(rng *rand.Rand, n int) []d3.Vec {
	points := make([]d3.Vec, n)
	for i := range points {
		points[i] = d3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}.Unit()
	}
	return points
}

// BenchmarkClosestPoint times a query about points beside and inside of a turned body, half each.
func BenchmarkClosestPoint(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	type row struct {
		name  string
		shape d3.Shape
	}
	rows := []row{
		{"sphere", d3.Sphere{Radius: 1}},
		{"capsule", d3.Capsule{Height: 1, Radius: 0.5}},
		{"box", d3.Box{Size: d3.Vec{X: 1.5, Y: 1.2, Z: 1}}},
		{"half-space", d3.HalfSpace{Normal: d3.Vec{X: 1, Y: 2, Z: 3}, Offset: 0.1}},
		{"cylinder", d3.Cylinder{Radius: 0.7, Height: 1.3}},
		{"cone", d3.Cone{Radius: 0.7, Height: 1.6}},
		{"ellipsoid", d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 0.7, Z: 0.5}}},
	}
	for _, n := range []int{16, 64, 256, 2048} {
		rows = append(rows, row{fmt.Sprintf("hull%d", n), must(d3.NewHull(onSphere(rng, n)))(b)})
	}
	rows = append(rows, row{"compound of 1000 boxes", boxesIn(b, rng, 1000, 19)})
	bumpy := bumpyBall(rng, 20000)
	rows = append(rows, row{"mesh of 20000 triangles", must(d3.NewMesh(bumpy.v, bumpy.t, d3.MeshOptions{}))(b)})
	rot, _ := d3.NewQuat(0.5, 0.1, -0.3, math.Sqrt(1-0.35))
	for _, r := range rows {
		o := placeOrFail(b, r.shape, d3.Pose{Pos: d3.Vec{X: 1, Y: -2, Z: 0.5}, Rot: rot})
		size := 1.0
		if _, ok := r.shape.(*d3.Compound); ok {
			size = 12
		}
		q, _ := d3.NewQuery(d3.Options{})
		for _, where := range []struct {
			name   string
			lo, hi float64
		}{{"outside", 1.2, 3}, {"inside", 0.02, 0.4}} {
			points := onSphere(rng, 1024)
			for i := range points {
				points[i] = points[i].Scale(size * (where.lo + rng.Float64()*(where.hi-where.lo))).Add(d3.Vec{X: 1, Y: -2, Z: 0.5})
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
	rot, _ := d3.NewQuat(0.1, 0.7, -0.1, 0.7)
	hull := must(d3.NewHull(onSphere(rng, 32)))(b)
	small := d3.Box{Size: d3.Vec{X: 0.6, Y: 0.5, Z: 0.4}}
	for _, r := range []struct {
		name         string
		outer, inner d3.Shape
	}{
		{"box in sphere", d3.Sphere{Radius: 1}, small},
		{"box in box", d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, small},
		{"sphere in hull", hull, d3.Sphere{Radius: 0.3}},
		{"box in hull", hull, small},
		{"ellipsoid in box", d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Ellipsoid{Radii: d3.Vec{X: 0.3, Y: 0.2, Z: 0.1}}},
	} {
		outer := placeOrFail(b, r.outer, d3.Pose{Pos: d3.Vec{X: 1, Y: -2}, Rot: rot})
		var inner [64]*d3.Object
		for i, p := range onSphere(rng, len(inner)) {
			at := p.Scale(rng.Float64()).Add(d3.Vec{X: 1, Y: -2})
			inner[i] = placeOrFail(b, r.inner, d3.Pose{Pos: at})
		}
		q, _ := d3.NewQuery(d3.Options{})
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
	var large, small []d3.Part
	for i := range 2000 {
		at := d3.Pose{Pos: d3.Vec{X: 3 * float64(i), Y: float64(i % 7)}}
		large = append(large, d3.Part{Shape: d3.Box{Size: d3.Vec{X: 2, Y: 4, Z: 2}}, Pose: at})
		small = append(small, d3.Part{Shape: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, Pose: at})
	}
	outer, inner := placeOrFail(b, mustCompound(b, large), d3.Pose{}), placeOrFail(b, mustCompound(b, small), d3.Pose{})
	q, _ := d3.NewQuery(d3.Options{})
	for b.Loop() {
		if in := q.Contains(outer, inner); in != collide.Inside {
			b.Fatal(in)
		}
	}
}
