package d2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// drawUneven returns a body that is not convex and the parts that it is made of, in its frame: a
// surface, or a compound of hulls.
func drawUneven(t testing.TB, rng *rand.Rand, kind string) (s d2.Shape, hulls []d2.Shape) {
	t.Helper()
	if kind == "compound" {
		var parts []d2.Part
		for range 4 {
			var p []d2.Vec
			at := d2.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3))}
			for range 4 {
				p = append(p, at.Add(d2.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3))}))
			}
			hulls = append(hulls, must(d2.NewHull(p))(t))
			parts = append(parts, d2.Part{Shape: hulls[len(hulls)-1]})
		}
		return mustCompound(t, parts), hulls
	}
	c, hulls, ok := chainOf(t, drawChain(rng, kind, 8), rng.IntN(2) == 0)
	if !ok {
		return drawUneven(t, rng, kind)
	}
	return c, hulls
}

// relationOf returns the greatest relation of two parts, those of a pair grown by d: that of the
// unions.
func relationOf(t testing.TB, as, bs []*d2.Object, d float64) collide.Relation {
	t.Helper()
	most := collide.Apart
	for _, x := range as {
		for _, y := range bs {
			if x == nil || y == nil {
				continue
			}
			if r := must(d2.RelateMargin(x, y, d))(t); rank(r) > rank(most) {
				most = r
			}
		}
	}
	return most
}

// Hulls that are apart tell that the bodies are: never wrongly, mostly where it is so, and all
// queries that ask them answer as the pairs of parts do.
func TestHullsApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	q := must(d2.NewQuery(d2.Options{}))(t)
	turns := 300
	if testing.Short() {
		turns = 60
	}
	fired, apart := 0, 0
	rels := map[collide.Relation]int{}
	for _, kind := range []string{"compound", "everyday", "lattice", "slivers", "line", "huge", "mixed"} {
		for range turns {
			sa, as := drawUneven(t, rng, kind)
			sb, bs := drawUneven(t, rng, kind)
			pa := d2.Pose{Rot: drawRot(t, rng)}
			a := placeOrFail(t, sa, pa)
			side := a.AABB().Size()
			away := [2]d2.Vec{{X: side.X}, {Y: side.Y}}[rng.IntN(2)]
			pb := d2.Pose{Rot: drawRot(t, rng), Pos: away.Scale(float64(rng.IntN(5)) / 4)}
			b := placeOrFail(t, sb, pb)
			want := relationOf(t, placeAll(t, as, pa), placeAll(t, bs, pb), 0)
			rels[want]++
			checkHullsApart(t, q, a, b, want)
			d := away.Len() * rng.Float64() / 4
			grown := relationOf(t, placeAll(t, as, pa), placeAll(t, bs, pb), d)
			if r := must(q.RelateMargin(a, b, d, nil))(t); r != grown || q.HullsApart(a, b, d) && r != collide.Apart {
				t.Fatalf("%s: RelateMargin %v, want %v by %v: %v %v", kind, r, grown, d, pa, pb)
			}
			if want == collide.Apart && a.AABB().Overlaps(b.AABB()) {
				if apart++; q.HullsApart(a, b, 0) {
					fired++
				}
			}
		}
	}
	if fired < apart/4 || fired < turns/4 {
		t.Errorf("%d of %d bodies apart were seen so by their hulls", fired, apart)
	}
	for _, r := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
		if rels[r] < turns/4 {
			t.Errorf("a tame sample: %v", rels)
		}
	}
}

// checkHullsApart checks what queries say about two bodies with the relation given.
func checkHullsApart(t *testing.T, q *d2.Query, a, b *d2.Object, want collide.Relation) {
	t.Helper()
	if q.HullsApart(a, b, 0) && want != collide.Apart {
		t.Fatalf("the hulls are apart, the bodies %v: %v %v", want, a.Pose(), b.Pose())
	}
	if r := q.Relate(a, b, nil); r != want {
		t.Fatalf("Relate %v, want %v: %v %v", r, want, a.Pose(), b.Pose())
	}
	if r, mf := q.Touch(b, a, nil); r != want || want == collide.Apart && mf.N != 0 {
		t.Fatalf("Touch %v with %d points, want %v: %v %v", r, mf.N, want, a.Pose(), b.Pose())
	}
	if q.Overlap(a, b, nil) != (want != collide.Apart) {
		t.Fatalf("Overlap of bodies that are %v: %v %v", want, a.Pose(), b.Pose())
	}
	for range q.Manifolds(a, b, nil) {
		if want == collide.Apart {
			t.Fatalf("a manifold of bodies apart: %v %v", a.Pose(), b.Pose())
		}
	}
}

// placeAll places each part that is there.
func placeAll(t testing.TB, hulls []d2.Shape, p d2.Pose) []*d2.Object {
	t.Helper()
	list := make([]*d2.Object, len(hulls))
	for i, h := range hulls {
		if h != nil {
			list[i] = placeOrFail(t, h, p)
		}
	}
	return list
}

// Hulls that touch exactly, at poses whose product is rounded, are not told to be apart, though
// rounding makes a gap of many of them.
func TestHullsThatTouch(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 1))
	q := must(d2.NewQuery(d2.Options{}))(t)
	cube := d2.Box{Size: d2.Vec{X: 1, Y: 1}}
	for range 400 {
		pose := anyPose(rng, 100)
		var pa, pb []d2.Part
		for _, y := range []float64{-1, 1} {
			pa = append(pa, d2.Part{Shape: cube, Pose: d2.Pose{Pos: d2.Vec{Y: y}}})
			pb = append(pb, d2.Part{Shape: cube, Pose: d2.Pose{Pos: d2.Vec{X: 1, Y: y}}})
		}
		a := placeOrFail(t, mustCompound(t, pa), pose)
		b := placeOrFail(t, mustCompound(t, []d2.Part{{Shape: mustCompound(t, pb), Pose: pose}}), d2.Pose{})
		if q.HullsApart(a, b, 0) || q.HullsApart(b, a, 0) {
			t.Fatalf("hulls that touch are apart: %v", pose)
		}
		if r := q.Relate(a, b, nil); r != collide.Touching {
			t.Fatalf("bodies that touch are %v: %v", r, pose)
		}
	}
}
