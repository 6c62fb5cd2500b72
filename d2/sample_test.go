package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d2"
)

// sample draws shapes and poses for benchmarks and allocation tests. It makes distances by
// construction, from support points, and never from an answer of the library.
type sample struct{ *rand.Rand }

func newSample(seed uint64) sample { return sample{rand.New(rand.NewPCG(seed, 1))} }

// between returns a number of [lo, hi).
func (s sample) between(lo, hi float64) float64 { return lo + float64((hi-lo)*s.Float64()) }

// direction returns a unit vector.
func (s sample) direction() d2.Vec {
	for {
		v := d2.Vec{X: s.between(-1, 1), Y: s.between(-1, 1)}
		if l := v.Len(); l > 0.1 && l <= 1 {
			return v.Scale(1 / l)
		}
	}
}

// rotation returns a rotation, any one as likely as any other.
func (s sample) rotation(tb testing.TB) d2.Rot {
	v := s.direction()
	return must(d2.NewCosSin(v.X, v.Y))(tb)
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

// hull returns the hull of n points on an ellipse with axes of 0.6 to 1.
func (s sample) hull(tb testing.TB, n int) *d2.Hull {
	axes := d2.Vec{X: s.between(0.6, 1), Y: s.between(0.6, 1)}
	points := make([]d2.Vec, n)
	for i := range points {
		v := s.direction()
		points[i] = d2.Vec{X: v.X * axes.X, Y: v.Y * axes.Y}
	}
	return must(d2.NewHull(points))(tb)
}

// maker makes shapes of one kind and about one size.
type maker struct {
	name string
	make func(testing.TB, sample) d2.Convex
}

// makers are the kinds of shapes with a support map.
var makers = []maker{
	{"circle", func(_ testing.TB, s sample) d2.Convex { return d2.Circle{Radius: s.between(0.5, 1)} }},
	{"capsule", func(_ testing.TB, s sample) d2.Convex {
		return d2.Capsule{Height: s.between(0.5, 1.5), Radius: s.between(0.3, 0.6)}
	}},
	{"box", func(_ testing.TB, s sample) d2.Convex {
		return d2.Box{Size: d2.Vec{X: s.between(0.8, 2), Y: s.between(0.8, 2)}}
	}},
	{"ellipse", func(_ testing.TB, s sample) d2.Convex {
		return d2.Ellipse{Radii: d2.Vec{X: s.between(0.4, 1), Y: s.between(0.4, 1)}}
	}},
	{"polygon", func(tb testing.TB, s sample) d2.Convex {
		t := s.between(0.5, 1)
		return must(d2.NewPolygon([]d2.Vec{{X: t, Y: t}, {X: -1}, {Y: -1}, {X: t, Y: -0.5}}))(tb)
	}},
	{"hull32", func(tb testing.TB, s sample) d2.Convex { return s.hull(tb, 32) }},
	{"rounded", func(tb testing.TB, s sample) d2.Convex { return d2.Rounded{Core: s.hull(tb, 12), R: s.between(0, 0.2)} }},
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
func (s sample) pair(tb testing.TB, a, b d2.Convex, gap float64) [2]d2.Object {
	tb.Helper()
	n, posA := s.direction(), s.direction().Scale(4)
	poseA, poseB := d2.Pose{Pos: posA, Rot: s.rotation(tb)}, d2.Pose{Rot: s.rotation(tb)}
	if math.IsNaN(gap) {
		poseB.Pos = posA.Add(n.Scale(s.between(0, 0.2)))
	} else {
		p := poseA.Rot.Apply(a.Support(poseA.Rot.Inverse().Apply(n)))
		q := poseB.Rot.Apply(b.Support(poseB.Rot.Inverse().Apply(n.Neg())))
		poseB.Pos = posA.Add(p).Sub(q).Add(n.Scale(a.Margin() + b.Margin() + gap))
	}
	return [2]d2.Object{must(d2.Place(a, poseA))(tb), must(d2.Place(b, poseB))(tb)}
}
