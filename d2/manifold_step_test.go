package d2

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkManifoldStep is what the manifold costs once the contact is known: boxes and octagons
// with faces nearly parallel.
func BenchmarkManifoldStep(b *testing.B) {
	var octagon []Vec
	for i := range 8 {
		x := []float64{1, 0.75, 0, -0.75, -1, -0.75, 0, 0.75}
		octagon = append(octagon, Vec{x[i], x[(i+6)%8]})
	}
	poly, err := NewPolygon(octagon)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		s    Shape
	}{{"box", Box{Vec{2, 2}}}, {"octagon", poly}, {"circle", Circle{1}}} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var q [64]Query
			var pairs [64][2]Object
			var cts [64]Contact
			for i := range pairs {
				r, err := NewAngle(0.1 * rng.Float64())
				if err != nil {
					b.Fatal(err)
				}
				pairs[i][0], _ = Place(c.s, Pose{})
				pairs[i][1], _ = Place(c.s, Pose{Pos: Vec{rng.Float64() - 0.5, 2.0 + 0.1*rng.Float64()}, Rot: r})
				q[i].defaults()
				cts[i] = q[i].Distance(&pairs[i][0], &pairs[i][1], nil)
			}
			i, n := 0, 0
			for b.Loop() {
				p := &pairs[i&63]
				var mf Manifold
				q[i&63].manifold(&p[0], &p[1], &cts[i&63], &mf)
				n += mf.N
				i++
			}
			b.ReportMetric(float64(n)/float64(b.N), "points/op")
		})
	}
}
