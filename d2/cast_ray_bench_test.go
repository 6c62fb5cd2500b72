package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d2"
)

// benchRays returns rays at a body about 1 in size at the origin, most of which hit it.
func benchRays(s sample, n int) []d2.Ray {
	rays := make([]d2.Ray, n)
	for i := range rays {
		from := s.direction().Scale(s.between(2, 5))
		rays[i], _ = d2.NewRay(from, s.direction().Scale(s.between(0, 0.7)).Sub(from), math.Inf(1))
	}
	return rays
}

// BenchmarkCastRay times rays at turned bodies of each kind.
func BenchmarkCastRay(b *testing.B) {
	s := newSample(21)
	rng := rand.New(rand.NewPCG(21, 22))
	for _, c := range []struct {
		name  string
		shape func() d2.Shape
	}{
		{"circle", func() d2.Shape { return d2.Circle{Radius: s.between(0.5, 1)} }},
		{"box", func() d2.Shape { return d2.Box{Size: d2.Vec{X: s.between(0.5, 1), Y: s.between(0.5, 1)}} }},
		{"capsule", func() d2.Shape { return d2.Capsule{Height: s.between(0.5, 1), Radius: s.between(0.2, 0.5)} }},
		{"ellipse", func() d2.Shape { return d2.Ellipse{Radii: d2.Vec{X: s.between(0.5, 1), Y: s.between(0.5, 1)}} }},
		{"half-space", func() d2.Shape { return d2.HalfSpace{Normal: s.direction()} }},
		{"polygon 8", func() d2.Shape { return s.hull(b, 8) }},
		{"polygon 16", func() d2.Shape { return s.hull(b, 16) }},
		{"polygon 64", func() d2.Shape { return s.hull(b, 64) }},
		{"polygon 256", func() d2.Shape { return s.hull(b, 256) }},
		{"rounded box", func() d2.Shape {
			return d2.Rounded{Core: d2.Box{Size: d2.Vec{X: s.between(0.5, 1), Y: s.between(0.5, 1)}}, R: 0.1}
		}},
		{"rounded ellipse", func() d2.Shape {
			return d2.Rounded{Core: d2.Ellipse{Radii: d2.Vec{X: s.between(0.5, 1), Y: s.between(0.5, 1)}}, R: 0.1}
		}},
		{"compound of 1000", func() d2.Shape { return mustCompound(b, randomParts(rng, 1000, 20, anyShape)) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			bodies := make([]d2.Object, 8)
			for i := range bodies {
				bodies[i] = *placeOrFail(b, c.shape(), d2.Pose{Pos: s.direction().Scale(0.1), Rot: s.rotation(b)})
			}
			rays := benchRays(s, 256)
			q, _ := d2.NewQuery(d2.Options{})
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
