package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d3"
)

// benchRays returns rays at a body about 1 in size at the origin, most of which hit it.
func benchRays(s sample, n int) []d3.Ray {
	rays := make([]d3.Ray, n)
	for i := range rays {
		from := s.direction().Scale(s.between(2, 5))
		rays[i], _ = d3.NewRay(from, s.direction().Scale(s.between(0, 0.7)).Sub(from), math.Inf(1))
	}
	return rays
}

// BenchmarkCastRay times rays at turned bodies of each kind.
func BenchmarkCastRay(b *testing.B) {
	s := newSample(21)
	rng := rand.New(rand.NewPCG(21, 22))
	for _, c := range []struct {
		name  string
		shape func() d3.Shape
	}{
		{"sphere", func() d3.Shape { return d3.Sphere{Radius: s.between(0.5, 1)} }},
		{"box", func() d3.Shape {
			return d3.Box{Size: d3.Vec{X: s.between(0.5, 1), Y: s.between(0.5, 1), Z: s.between(0.5, 1)}}
		}},
		{"capsule", func() d3.Shape { return d3.Capsule{Height: s.between(0.5, 1), Radius: s.between(0.2, 0.5)} }},
		{"cylinder", func() d3.Shape { return d3.Cylinder{Height: s.between(0.5, 1), Radius: s.between(0.2, 0.5)} }},
		{"cone", func() d3.Shape { return d3.Cone{Height: s.between(0.5, 1), Radius: s.between(0.2, 0.5)} }},
		{"ellipsoid", func() d3.Shape {
			return d3.Ellipsoid{Radii: d3.Vec{X: s.between(0.5, 1), Y: s.between(0.5, 1), Z: s.between(0.5, 1)}}
		}},
		{"half-space", func() d3.Shape { return d3.HalfSpace{Normal: s.direction()} }},
		{"triangle", func() d3.Shape { return s.hull(b, 3) }},
		{"hull 8", func() d3.Shape { return s.hull(b, 8) }},
		{"hull 16", func() d3.Shape { return s.hull(b, 16) }},
		{"hull 64", func() d3.Shape { return s.hull(b, 64) }},
		{"hull 256", func() d3.Shape { return s.hull(b, 256) }},
		{"hull 1024", func() d3.Shape { return s.hull(b, 1024) }},
		{"rounded box", func() d3.Shape {
			return d3.Rounded{Core: d3.Box{Size: d3.Vec{X: s.between(0.5, 1), Y: s.between(0.5, 1), Z: s.between(0.5, 1)}}, R: 0.1}
		}},
		{"rounded hull 16", func() d3.Shape { return d3.Rounded{Core: s.hull(b, 16), R: 0.1} }},
		{"rounded cylinder", func() d3.Shape {
			return d3.Rounded{Core: d3.Cylinder{Height: s.between(0.5, 1), Radius: s.between(0.2, 0.5)}, R: 0.1}
		}},
		{"compound of 1000", func() d3.Shape { return boxesIn(b, rng, 1000, 20) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			bodies := make([]d3.Object, 8)
			for i := range bodies {
				bodies[i] = *placeOrFail(b, c.shape(), d3.Pose{Pos: s.direction().Scale(0.1), Rot: s.rotation(b)})
			}
			rays := benchRays(s, 256)
			q, _ := d3.NewQuery(d3.Options{})
			for i := range bodies {
				q.CastRay(&bodies[i], &rays[0])
			}
			sum, i := 0.0, 0
			for b.Loop() {
				sum += q.CastRay(&bodies[i&7], &rays[i&255]).T
				i += 37
			}
			if math.IsNaN(sum) {
				b.Fatal(sum)
			}
		})
	}
}
