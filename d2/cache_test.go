package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestCacheOfGarbageParts: any pair of parts in the cache is safe, of parts that are not there too.
func TestCacheOfGarbageParts(t *testing.T) {
	var q Query
	ball, ground := Circle{Radius: 1}, HalfSpace{Normal: Vec{Y: 1}, Offset: -9}
	c, err := NewCompound([]Part{{Shape: ball}, {Shape: ground}, {Shape: ball, Pose: Pose{Pos: Vec{X: 1.5}}}})
	if err != nil {
		t.Fatal(err)
	}
	a := mustPlace(t, c, Pose{})
	bits := []int32{0, 1, 2, 3, 4, -1, math.MaxInt32, math.MinInt32}
	for _, y := range []float64{5, 2, 0.5} {
		for _, shape := range []Shape{c, ball, HalfSpace{Normal: Vec{Y: -1}}} {
			b := mustPlace(t, shape, Pose{Pos: Vec{Y: y}})
			want, rel := q.Distance(a, b, nil), q.Relate(a, b, nil)
			for _, i := range bits {
				for _, j := range bits {
					if got := q.Distance(a, b, &Cache{parts: [2]int32{i, j}}); got != want {
						t.Fatalf("parts %d %d: %+v, want %+v", i, j, got, want)
					}
					if got := q.Relate(a, b, &Cache{parts: [2]int32{i, j}}); got != rel {
						t.Fatalf("parts %d %d: %v, want %v", i, j, got, rel)
					}
				}
			}
		}
	}
}

// TestCacheOfPolygonsApart: after an answer of GJK about polygons that are apart, the next one is
// found along their outlines again, which is sooner than GJK from where it ended.
func TestCacheOfPolygonsApart(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 4))
	q, gjk := new(Query), new(Query)
	gjk.set(Options{Algorithm: collide.GJK})
	for i := range 200 {
		a := mustPlace(t, mustHull(t, onCircle(r, 4+i%60)), Pose{Rot: randomRot(r)})
		b := mustPlace(t, mustHull(t, onCircle(r, 4+i%60)), Pose{Vec{2.5, r.Float64()}, randomRot(r)})
		var c Cache
		gjk.Distance(a, b, &c)
		_, _, cold := q.Nearby(a, b, nil)
		if _, _, warm := q.Nearby(a, b, &c); cold && !warm {
			t.Fatalf("%v and %v: a Cache of GJK keeps them from the search along their outlines", a.Pose(), b.Pose())
		}
	}
}

// TestCacheOfPolygonsThatMoveFar: where the search along the outlines finds an answer with no
// Cache, it finds one with that of the pair anywhere else, too, and with vertices that there are
// not. From where it ended it stays there.
func TestCacheOfPolygonsThatMoveFar(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 6))
	q, all, stay := new(Query), 0, 0
	for i := range 300 {
		a := mustPlace(t, mustHull(t, onCircle(r, 3+i%80)), Pose{Rot: randomRot(r)})
		b := mustPlace(t, mustHull(t, onCircle(r, 3+i%80)), Pose{Vec{2.5, r.Float64()}, randomRot(r)})
		var c Cache
		for range 10 {
			at := Vec{2.1 + 4*r.Float64(), 0}
			if err := b.Move(Pose{randomRot(r).Apply(at), randomRot(r)}); err != nil {
				t.Fatal(err)
			}
			cold, _, some := q.Nearby(a, b, nil)
			warm, slow, found := q.Nearby(a, b, &c)
			if some && !found {
				t.Fatalf("%v and %v: a Cache keeps them from the search along their outlines", a.Pose(), b.Pose())
			}
			if !found {
				continue
			}
			if warm.Relation != slow.Relation || warm.Lower > slow.Upper || slow.Lower > warm.Upper ||
				some && (warm.Lower > cold.Upper || cold.Lower > warm.Upper) {
				t.Fatalf("%v and %v: %+v from a Cache, %+v without, %+v by all edges", a.Pose(), b.Pose(), warm, cold, slow)
			}
			x, y := q.nearest.side[0].at, q.nearest.side[1].at
			first, second, _ := q.order(a, b)
			if all++; q.nearest.place(first, second) && q.nearest.again(&c) && q.nearest.side[0].at == x && q.nearest.side[1].at == y {
				stay++
			}
			c.ia[0] += int32(r.IntN(2)) * 100
			c.ib[0] -= int32(r.IntN(2)) * 100
		}
	}
	if all < 2000 || stay < all*95/100 {
		t.Errorf("%d of %d searches from where one ended stay there", stay, all)
	}
}

// TestCacheOfRoundBodies: for curved bodies apart Touch looks at the direction of a Cache first, as
// Relate does; for those that overlap there is nothing to start from, and it takes no more steps
// than without a Cache.
func TestCacheOfRoundBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 5))
	q := new(Query)
	shape := func() Shape { return Ellipse{Vec{0.5 + r.Float64(), 0.5 + r.Float64()}} }
	cold, warm := 0, 0
	for range 200 {
		at := Vec{1, r.Float64()}.Scale([]float64{0.5, 2.1}[r.IntN(2)])
		a, b := mustPlace(t, shape(), Pose{Rot: randomRot(r)}), mustPlace(t, shape(), Pose{at, randomRot(r)})
		var c Cache
		first := q.Distance(a, b, &c)
		if first.Relation == collide.Apart {
			if rel, _ := q.Touch(a, b, &c); rel != collide.Apart || q.turns != 0 && !a.aabb.apart(&b.aabb) {
				t.Fatalf("%v after %d steps", rel, q.turns)
			}
			continue
		}
		cold += first.Iterations
		warm += q.Distance(a, b, &c).Iterations
	}
	if warm > cold || cold == 0 {
		t.Errorf("%d steps without a Cache, %d with", cold, warm)
	}
}

// TestTouchOfPolygonsFromCache: what Touch says of polygons with a Cache that tells that they were
// apart is what it says without one, while they come nearer and when they meet.
func TestTouchOfPolygonsFromCache(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 6))
	q := new(Query)
	parted, met := 0, 0
	for i := range 300 {
		n := 4 + i%60
		a := mustPlace(t, mustHull(t, onCircle(r, n)), Pose{Rot: randomRot(r)})
		rot, y := randomRot(r), 0.5*r.Float64()
		var c Cache
		for step := range 12 {
			b := mustPlace(t, mustHull(t, onCircle(r, n)), Pose{Vec{2.2 - 0.05*float64(step), y}, rot})
			q.Distance(a, b, &c)
			if c.separates {
				parted++
			}
			b = mustPlace(t, mustHull(t, onCircle(r, n)), Pose{Vec{2.1 - 0.05*float64(step), y}, rot})
			rel, _ := q.Touch(a, b, &c)
			if want, _ := q.Touch(a, b, nil); rel != want {
				t.Fatalf("pair %d, step %d: %v with a Cache, %v without", i, step, rel, want)
			}
			if rel == collide.Overlapping {
				met++
			}
		}
	}
	if parted < 500 || met < 200 {
		t.Errorf("%d times apart before, %d meet", parted, met)
	}
}
