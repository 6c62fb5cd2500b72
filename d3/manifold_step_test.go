package d3

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/num"
)

// BenchmarkManifoldStep is what the manifold costs once the contact is known: bodies with faces
// nearly parallel.
func BenchmarkManifoldStep(b *testing.B) {
	var cube []Vec
	for i := range int32(8) {
		cube = append(cube, Vec{num.Sign(i), num.Sign(i >> 1), num.Sign(i >> 2)})
	}
	hull, err := NewHull(cube)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		s    Shape
	}{{"box", Box{Vec{2, 2, 2}}}, {"hull", hull}, {"cylinder", Cylinder{1, 2}}, {"capsule", Capsule{1, 1}}, {"sphere", Sphere{1}}} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var q [64]Query
			var pairs [64][2]Object
			var cts [64]Contact
			for i := range pairs {
				r, err := NewRPY(0.05*rng.Float64(), 0, rng.Float64())
				if err != nil {
					b.Fatal(err)
				}
				pairs[i][0], _ = Place(c.s, Pose{})
				pairs[i][1], _ = Place(c.s, Pose{Pos: Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, 2}, Rot: r})
				q[i].defaults()
				cts[i] = q[i].Distance(&pairs[i][0], &pairs[i][1], nil)
			}
			i, n := 0, 0
			for b.Loop() {
				p := &pairs[i&63]
				var mf Manifold
				q[i&63].clip.manifold(&q[i&63].run, &p[0], &p[1], &cts[i&63], &mf)
				n += mf.N
				i++
			}
			b.ReportMetric(float64(n)/float64(b.N), "points/op")
		})
	}
}
