package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// The ray down on a rounded body ends where the core is as far as the margin: boxes and cylinders
// have closed forms for that.
func TestManifoldRay(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	hits := 0
	for i := range 4000 {
		slope := math.Ldexp(1, -rng.IntN(40))
		n := Vec{slope * (rng.Float64() - 0.5), slope * (rng.Float64() - 0.5), 1}
		n = n.Scale(1 / n.Len())
		t1, t2 := n.across()
		b := body{polytope: polytope{kind: kindBox, half: Vec{0.1 + rng.Float64()/8, 0.1 + rng.Float64()/8, 0.1}}, hint: -1, reach: 0.4}
		if i%2 == 0 {
			b.kind, b.half.Y = kindCylinder, b.half.X
		}
		s := span{d: n, t1: t1, t2: t2, r: math.Ldexp(0.5, -rng.IntN(20)), body: &b}
		u, v := (rng.Float64()-0.5)/2, (rng.Float64()-0.5)/2
		h := s.ray(u, v)
		if math.IsInf(h, -1) {
			continue
		}
		hits++
		x := s.point(&Vec{u, v, h})
		q := Vec{math.Abs(x.X) - b.half.X, math.Abs(x.Y) - b.half.Y, math.Abs(x.Z) - b.half.Z}
		if i%2 == 0 {
			q = Vec{math.Sqrt(x.X*x.X+x.Y*x.Y) - b.half.X, 0, math.Abs(x.Z) - b.half.Z}
		}
		far := Vec{max(q.X, 0), max(q.Y, 0), max(q.Z, 0)}.Len()
		if off := far - s.r; math.Abs(off) > 0x1p-34 {
			t.Fatalf("pair %d: %v off the surface of %+v, margin %v, at %v along %v", i, off, b, s.r, x, n)
		}
	}
	if hits < 1500 {
		t.Errorf("only %d of the rays met their body", hits)
	}
}

// A point that rounding has put beside a face goes to the nearest point of its boundary: not to an
// end of an edge in line with the one that it lies at. Pair 486 of block 199 of the soak's seed 77.
func TestFaceOntoBesideCornersInLine(t *testing.T) {
	s := span{kind: collide.FeatureFace, c: []corner{
		{u: -0.09207176540553033, v: -0.024163140704406987},
		{u: -0.08109984640874493, v: 0.027559911917072154},
		{u: -0.11406034987152915, v: 0.01462739286855219},
		{u: -0.14702085333431336, v: 0.0016948738200322257},
	}}
	s.directions()
	u, v := -0.14702085333431708, 0.001694873820032734
	if s.holds(u, v) {
		t.Fatal("the point is over the face: a tame sample")
	}
	if x, y := s.onto(u, v); math.Abs(x-u) > 1e-14 || math.Abs(y-v) > 1e-14 {
		t.Errorf("%v, %v goes to %v, %v", u, v, x, y)
	}
}
