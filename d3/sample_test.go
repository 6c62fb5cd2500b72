package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d3"
)

// sample draws shapes and poses for benchmarks and allocation tests. It makes distances by
// construction, from support points, and never from an answer of the library.
type sample struct{ *rand.Rand }

func newSample(seed uint64) sample { return sample{rand.New(rand.NewPCG(seed, 1))} }

// between returns a number of [lo, hi).
func (s sample) between(lo, hi float64) float64 { return lo + float64((hi-lo)*s.Float64()) }

// direction returns a unit vector.
func (s sample) direction() d3.Vec {
	for {
		v := d3.Vec{X: s.between(-1, 1), Y: s.between(-1, 1), Z: s.between(-1, 1)}
		if l := v.Len(); l > 0.1 && l <= 1 {
			return v.Scale(1 / l)
		}
	}
}

// rotation returns a rotation, any one as likely as any other.
func (s sample) rotation(tb testing.TB) d3.Rot {
	for {
		x, y, z, w := s.between(-1, 1), s.between(-1, 1), s.between(-1, 1), s.between(-1, 1)
		l := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z) + float64(w*w))
		if l > 0.1 && l <= 1 {
			return must(d3.NewQuat(x/l, y/l, z/l, w/l))(tb)
		}
	}
}

// must returns the value, or ends the test with the error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

// hull returns the hull of n points on an ellipsoid with axes of 0.6 to 1.
func (s sample) hull(tb testing.TB, n int) *d3.Hull {
	axes := d3.Vec{X: s.between(0.6, 1), Y: s.between(0.6, 1), Z: s.between(0.6, 1)}
	points := make([]d3.Vec, n)
	for i := range points {
		v := s.direction()
		points[i] = d3.Vec{X: v.X * axes.X, Y: v.Y * axes.Y, Z: v.Z * axes.Z}
	}
	return must(d3.NewHull(points))(tb)
}

// maker makes shapes of one kind and about one size.
type maker struct {
	name string
	make func(testing.TB, sample) d3.Convex
}

// makers are the kinds of shapes with a support map.
var makers = []maker{
	{"sphere", func(_ testing.TB, s sample) d3.Convex { return d3.Sphere{Radius: s.between(0.5, 1)} }},
	{"capsule", func(_ testing.TB, s sample) d3.Convex {
		return d3.Capsule{Height: s.between(0.5, 1.5), Radius: s.between(0.3, 0.6)}
	}},
	{"box", func(_ testing.TB, s sample) d3.Convex {
		return d3.Box{Size: d3.Vec{X: s.between(0.8, 2), Y: s.between(0.8, 2), Z: s.between(0.8, 2)}}
	}},
	{"cylinder", func(_ testing.TB, s sample) d3.Convex {
		return d3.Cylinder{Radius: s.between(0.4, 0.9), Height: s.between(0.8, 2)}
	}},
	{"cone", func(_ testing.TB, s sample) d3.Convex {
		return d3.Cone{Radius: s.between(0.4, 0.9), Height: s.between(0.8, 2)}
	}},
	{"ellipsoid", func(_ testing.TB, s sample) d3.Convex {
		return d3.Ellipsoid{Radii: d3.Vec{X: s.between(0.4, 1), Y: s.between(0.4, 1), Z: s.between(0.4, 1)}}
	}},
	{"hull32", func(tb testing.TB, s sample) d3.Convex { return s.hull(tb, 32) }},
	{"rounded", func(tb testing.TB, s sample) d3.Convex { return d3.Rounded{Core: s.hull(tb, 12), R: s.between(0, 0.2)} }},
}

// regime says how far apart the bodies of a pair are.
type regime struct {
	name string
	gap  func(sample) float64 // between the support planes along a random direction; NaN: centres together
}

// regimes are those of the benchmarks. Bodies have radii of about 1.
var regimes = []regime{
	{"far", func(s sample) float64 { return s.between(0.5, 3) }},
	{"near", func(s sample) float64 { return s.between(0.005, 0.015) }},
	{"shallow", func(s sample) float64 { return -s.between(0.01, 0.05) }},
	{"deep", func(sample) float64 { return math.NaN() }},
}

// pair places two shapes with random rotations so that their support points along a random
// direction face each other over the gap: their distance if it is positive, and at most so much
// overlap if it is negative.
func (s sample) pair(tb testing.TB, a, b d3.Convex, gap float64) [2]d3.Object {
	tb.Helper()
	n, posA := s.direction(), s.direction().Scale(4)
	poseA, poseB := d3.Pose{Pos: posA, Rot: s.rotation(tb)}, d3.Pose{Rot: s.rotation(tb)}
	if math.IsNaN(gap) {
		poseB.Pos = posA.Add(n.Scale(s.between(0, 0.2)))
	} else {
		p := poseA.Rot.Apply(a.Support(poseA.Rot.Inverse().Apply(n)))
		q := poseB.Rot.Apply(b.Support(poseB.Rot.Inverse().Apply(n.Neg())))
		poseB.Pos = posA.Add(p).Sub(q).Add(n.Scale(a.Margin() + b.Margin() + gap))
	}
	return [2]d3.Object{must(d3.Place(a, poseA))(tb), must(d3.Place(b, poseB))(tb)}
}
