package world

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// TestSlab: a slab gives back the bits of each manifold, whichever of its points follow from the
// normal, also of numbers that no query makes, and so does its copy.
func TestSlab(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	odd := [...]float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), 0x1p-1074, 0x1p1000, -0x1p1000}
	number := func() float64 {
		if rng.IntN(40) == 0 {
			return odd[rng.IntN(len(odd))]
		}
		return math.Ldexp(2*rng.Float64()-1, rng.IntN(60)-30)
	}
	vec := func() d2.Vec {
		var list [axes]float64
		for k := range list {
			list[k] = number()
		}
		return vecOf(list[:])
	}
	var list []d2.Manifold
	s := slab{bulk: &bulk{}}
	forms := map[form]int{}
	for range 2000 {
		m := d2.Manifold{Normal: vec(), N: rng.IntN(manifoldPoints + 1)}
		kind := rng.IntN(4)
		for i := range m.N {
			p := &m.Points[i]
			p.PointA, p.PointB, p.LocalA, p.LocalB = vec(), vec(), vec(), vec()
			p.Distance, p.ID = number(), collide.FeatureID(rng.Uint64())
			switch kind {
			case 0:
				p.PointB = beyond(p.PointA, m.Normal, p.Distance)
			case 1:
				p.PointA = beyond(p.PointB, m.Normal, -p.Distance)
			case 2: // the other bits of the same numbers
				p.PointB = m.Normal.Scale(p.Distance).Add(p.PointA).Neg().Neg()
			}
		}
		k := s.add(rng.IntN(9), -1, &m)
		forms[k.form]++
		list = append(list, m)
	}
	for _, f := range []form{placesA, placesB, placesBoth} {
		if forms[f] < 100 {
			t.Errorf("%d manifolds of form %d", forms[f], f)
		}
	}
	twin := slab{bulk: &bulk{}}
	for i := range s.manifolds {
		twin.copy(&s, int32(i))
	}
	for _, s := range []*slab{&s, &twin} {
		for i := range list {
			k, m := &s.manifolds[i], &list[i]
			if int(k.n) != m.N || !same(s.normal(k), m.Normal) {
				t.Fatalf("manifold %d: %d points, normal %v; want %d, %v", i, k.n, s.normal(k), m.N, m.Normal)
			}
			for j, id := range s.idsOf(int32(i)) {
				got, want := s.point(k, j), &m.Points[j]
				if id != want.ID || !same(got.pointA, want.PointA) || !same(got.pointB, want.PointB) ||
					!same(got.localA, want.LocalA) || !same(got.localB, want.LocalB) ||
					!sameBits(got.distance, want.Distance) {
					t.Fatalf("manifold %d, point %d: %v, want %v", i, j, got, *want)
				}
			}
		}
	}
}

// TestSlabSize: what a query finds of boxes takes the short forms.
func TestSlabSize(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	w := newWorld(t, Options{Workers: 1})
	for range 1500 {
		add(t, w, cube(1), randomPose(t, r, 20), Body{})
	}
	w.Step(StepOptions{})
	n := 0
	for i := range w.step.slabs {
		for j := range w.step.slabs[i].manifolds {
			if w.step.slabs[i].manifolds[j].form == placesBoth {
				t.Fatalf("slab %d, manifold %d has both points", i, j)
			}
			n++
		}
	}
	if n < 300 {
		t.Errorf("%d manifolds", n)
	}
}
