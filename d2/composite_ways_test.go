package d2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// listed is one answer of Manifolds.
type listed struct {
	ct d2.Contact
	mf d2.Manifold
}

// manifoldsOf returns what Manifolds yields.
func manifoldsOf(q *d2.Query, a, b *d2.Object) (list []listed) {
	for ct, mf := range q.Manifolds(a, b, nil) {
		list = append(list, listed{ct, mf})
	}
	return list
}

// A chain or a grid that is a part of a compound, also of one in another, has the manifolds that it
// has alone: with no pose of its own bit for bit, else those that the surface allows. IDs are
// unique together with the parts.
func TestPartsHaveTheirManifolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 2))
	q := must(d2.NewQuery(d2.Options{}))(t)
	turns, total, other := 40, 0, 0
	if testing.Short() {
		turns = 12
	}
	anyPose := func(size float64) d2.Pose {
		turn := must(d2.NewAngle(7 * rng.Float64()))(t)
		return d2.Pose{Pos: d2.Vec{X: size * rng.Float64(), Y: size * rng.Float64()}, Rot: turn}
	}
	for _, g := range grounds(t) {
		for k, s := range sliders(t) {
			for turn := range turns {
				own := d2.Pose{}
				if turn%4 > 0 {
					own = anyPose(4)
				}
				part := d2.Part{Shape: g.shape, Pose: own}
				if turn%4 == 2 {
					outer := anyPose(2)
					in := must(d2.NewCompound([]d2.Part{{Shape: g.shape, Pose: outer.Inverse().Mul(own)}}))(t)
					part = d2.Part{Shape: in, Pose: outer}
				}
				parts := []d2.Part{part}
				if turn%2 == 1 {
					parts = append(parts, d2.Part{Shape: d2.Circle{Radius: 0.5}, Pose: d2.Pose{Pos: d2.Vec{X: 90}}})
				}
				pose := anyPose(1)
				if turn%3 == 0 {
					pose.Rot = d2.Rot{}
				}
				pose.Pos = d2.Vec{X: 6 * rng.Float64(), Y: rng.Float64() - 0.2}
				at := anyPose(3)
				bare, whole := must(d2.Place(g.shape, at.Mul(own)))(t), must(d2.Place(must(d2.NewCompound(parts))(t), at))(t)
				b := must(d2.Place(s, at.Mul(own).Mul(pose)))(t)
				want, got := manifoldsOf(q, &bare, &b), manifoldsOf(q, &whole, &b)
				uniqueIDs(t, got)
				fine := true // bodies deep in a grid have no edge beside them
				for i := range want {
					fine = fine && g.check(q, &bare, &b, &want[i].mf, 1) == nil
				}
				if total++; len(got) != len(want) {
					other++
				}
				for i := range got {
					x := &got[i]
					if own == (d2.Pose{}) && (len(got) != len(want) || x.mf != want[i].mf) {
						t.Fatalf("%s, slider %d, turn %d:\n%+v\nalone\n%+v", g.name, k, turn, got, want)
					}
					for j := range x.mf.Points[:x.mf.N] {
						p := &x.mf.Points[j]
						p.LocalA = own.Inverse().Apply(p.LocalA)
					}
					if err := g.check(q, &bare, &b, &x.mf, 1); fine && err != nil {
						t.Fatalf("%s, slider %d, turn %d: %v", g.name, k, turn, err)
					}
				}
			}
		}
	}
	if other > total/20 { // which of equal ways out is first is open to rounding
		t.Errorf("%d of %d have as many manifolds as alone", total-other, total)
	}
}

// uniqueIDs fails where two points with the same parts have the same ID.
func uniqueIDs(t *testing.T, list []listed) {
	t.Helper()
	type key struct {
		a, b int
		id   collide.FeatureID
	}
	had := map[key]int{}
	for i, x := range list {
		for _, p := range x.mf.Points[:x.mf.N] {
			k := key{x.ct.PartA, x.ct.PartB, p.ID}
			if j, ok := had[k]; ok {
				t.Fatalf("manifolds %d and %d have the ID %x", j, i, p.ID)
			}
			had[k] = i
		}
	}
}

// Chains on each other and a box in the corner of a chain have IDs of their own at each point.
func TestManifoldIDsAreUnique(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 2))
	q := must(d2.NewQuery(d2.Options{}))(t)
	chain := func() d2.Shape {
		for {
			var p []d2.Vec
			for range 3 + rng.IntN(6) {
				p = append(p, d2.Vec{X: float64(rng.IntN(4)), Y: float64(rng.IntN(3))})
			}
			if c, err := d2.NewChain(p, d2.ChainOptions{Closed: rng.IntN(2) == 0}); err == nil {
				return c
			}
		}
	}
	most := 0
	for turn := range 1500 {
		a, s := must(d2.Place(chain(), d2.Pose{}))(t), d2.Shape(d2.Box{Size: d2.Vec{X: 1, Y: 1}})
		if turn%2 == 0 {
			s = chain()
		}
		if turn%3 == 0 {
			s = must(d2.NewCompound([]d2.Part{{Shape: s}, {Shape: chain()}}))(t)
		}
		b := must(d2.Place(s, d2.Pose{Pos: d2.Vec{X: float64(rng.IntN(5)) / 2, Y: float64(rng.IntN(5)) / 2}}))(t)
		list := manifoldsOf(q, &a, &b)
		uniqueIDs(t, list)
		most = max(most, len(list))
		ct, mf := q.Collide(&a, &b, nil)
		if rel, same := q.Touch(&a, &b, nil); rel != collide.Apart && same != mf {
			t.Fatalf("Touch:\n%+v\nCollide:\n%+v", same, mf)
		}
		if turn%3 > 0 && ct.Relation != collide.Apart && list[0].mf != mf {
			t.Fatalf("the first of Manifolds is\n%+v\nCollide:\n%+v", list[0].mf, mf)
		}
	}
	if most < 5 {
		t.Errorf("at most %d manifolds", most)
	}
}
