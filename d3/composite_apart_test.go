package d3_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// drawUneven returns a body that is not convex and the parts that it is made of, in its frame: a
// surface, or a compound of hulls.
func drawUneven(t testing.TB, rng *rand.Rand, kind string) (s d3.Shape, hulls []*d3.Hull) {
	t.Helper()
	if kind == "compound" {
		var parts []d3.Part
		for range 4 {
			var p []d3.Vec
			at := d3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3)), Z: float64(rng.IntN(3))}
			for range 5 {
				p = append(p, at.Add(d3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3)), Z: float64(rng.IntN(3))}))
			}
			hulls = append(hulls, must(d3.NewHull(p))(t))
			parts = append(parts, d3.Part{Shape: hulls[len(hulls)-1]})
		}
		return mustCompound(t, parts), hulls
	}
	soup := drawSoup(rng, kind, 8)
	m, hulls, ok := soup.mesh(t)
	if !ok {
		return drawUneven(t, rng, kind)
	}
	return m, hulls
}

// relationOf returns the greatest relation of two parts, those of a pair grown by d: that of the
// unions.
func relationOf(t testing.TB, as, bs []*d3.Object, d float64) collide.Relation {
	t.Helper()
	most := collide.Apart
	for _, x := range as {
		for _, y := range bs {
			if x == nil || y == nil {
				continue
			}
			if r := must(d3.RelateMargin(x, y, d))(t); rank(r) > rank(most) {
				most = r
			}
		}
	}
	return most
}

// Hulls that are apart tell that the bodies are: never wrongly, mostly where it is so, and all
// queries that ask them answer as the pairs of parts do.
func TestHullsApart(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 1))
	q := must(d3.NewQuery(d3.Options{}))(t)
	turns := 300
	if testing.Short() {
		turns = 60
	}
	fired, apart := 0, 0
	rels := map[collide.Relation]int{}
	for _, kind := range append([]string{"compound"}, soups...) {
		for range turns {
			sa, as := drawUneven(t, rng, kind)
			sb, bs := drawUneven(t, rng, kind)
			pa := d3.Pose{Rot: drawRot(t, rng)}
			a := placeOrFail(t, sa, pa)
			side := a.AABB().Size()
			away := [3]d3.Vec{{X: side.X}, {Y: side.Y}, {Z: side.Z}}[rng.IntN(3)]
			pb := d3.Pose{Rot: drawRot(t, rng), Pos: away.Scale(float64(rng.IntN(5)) / 4)}
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
func checkHullsApart(t *testing.T, q *d3.Query, a, b *d3.Object, want collide.Relation) {
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

// Hulls that touch exactly, at poses whose product is rounded, are not told to be apart, though
// rounding makes a gap of many of them.
func TestHullsThatTouch(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 1))
	q := must(d3.NewQuery(d3.Options{}))(t)
	cube := d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}
	for range 400 {
		pose := anyPose(rng, 100)
		var pa, pb []d3.Part
		for _, y := range []float64{-1, 1} {
			pa = append(pa, d3.Part{Shape: cube, Pose: d3.Pose{Pos: d3.Vec{Y: y}}})
			pb = append(pb, d3.Part{Shape: cube, Pose: d3.Pose{Pos: d3.Vec{X: 1, Y: y}}})
		}
		a := placeOrFail(t, mustCompound(t, pa), pose)
		b := placeOrFail(t, mustCompound(t, []d3.Part{{Shape: mustCompound(t, pb), Pose: pose}}), d3.Pose{})
		if q.HullsApart(a, b, 0) || q.HullsApart(b, a, 0) {
			t.Fatalf("hulls that touch are apart: %v", pose)
		}
		if r := q.Relate(a, b, nil); r != collide.Touching {
			t.Fatalf("bodies that touch are %v: %v", r, pose)
		}
	}
}
