package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// agree fails unless two answers about one pair can both be true.
func agree(t *testing.T, what string, c, d Contact) {
	t.Helper()
	sane(t, what, c)
	if c.Lower > d.Upper || d.Lower > c.Upper || c.Relation != d.Relation && c.Relation != collide.Undecided && d.Relation != collide.Undecided {
		t.Fatalf("%s: %v [%v, %v] and %v [%v, %v]", what, c.Relation, c.Lower, c.Upper, d.Relation, d.Lower, d.Upper)
	}
}

// TestCacheNeverChangesTheTruth: a cache that is fresh, of the same pair, of a pair that moved, or
// of another pair.
func TestCacheNeverChangesTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	q := newTestQuery(t, Options{})
	var wandering Cache // goes from pair to pair
	for range 300 {
		a, b := mustPlace(t, randomConvex(r), Pose{Rot: randomRot(r)}), mustPlace(t, randomConvex(r), Pose{Rot: randomRot(r)})
		reach := a.radius + b.radius + a.margin + b.margin
		var own Cache
		for n := range 4 {
			if err := b.Move(Pose{onSphere(r, 1)[0].Scale(reach * r.Float64()), b.pose.Rot}); err != nil {
				t.Fatal(err)
			}
			want := q.Distance(a, b, nil)
			what := fmt.Sprintf("%v and %v, move %d", a.Shape(), b.Shape(), n)
			agree(t, what+", own cache", q.Distance(a, b, &own), want)
			agree(t, what+", again", q.Distance(a, b, &own), want)
			agree(t, what+", swapped", q.Distance(b, a, &own), q.Distance(b, a, nil))
			agree(t, what+", wandering cache", q.Distance(a, b, &wandering), want)
			if rel := q.Relate(a, b, &wandering); rel != want.Relation && rel != collide.Undecided && want.Relation != collide.Undecided {
				t.Fatalf("%s: Relate with a cache says %v, without %v", what, rel, want.Relation)
			}
			if q.Overlap(a, b, &own) != (q.Relate(a, b, &own) != collide.Apart) {
				t.Fatalf("%s: Overlap and Relate differ", what)
			}
		}
	}
}

// TestCacheOfGarbage: any bits in the cache are safe.
func TestCacheOfGarbage(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 2))
	q := newTestQuery(t, Options{})
	number := func() int32 {
		return []int32{0, 1, 2, 7, 8, -1, -2, math.MaxInt32, math.MinInt32, r.Int32()}[r.IntN(10)]
	}
	double := func() float64 {
		return []float64{0, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, r.Float64()}[r.IntN(9)]
	}
	for range 3000 {
		a, b := mustPlace(t, randomConvex(r), Pose{Rot: randomRot(r)}), mustPlace(t, randomConvex(r), Pose{Rot: randomRot(r)})
		if err := b.Move(Pose{onSphere(r, 1)[0].Scale((a.radius + b.radius) * r.Float64()), b.pose.Rot}); err != nil {
			t.Fatal(err)
		}
		c := Cache{n: number(), v: Vec{double(), double(), double()}}
		for i := range 4 {
			c.ia[i], c.ib[i] = number(), number()
		}
		what := fmt.Sprintf("%v and %v, cache %+v", a.Shape(), b.Shape(), c)
		agree(t, what, q.Distance(a, b, &c), q.Distance(a, b, nil))
	}
}

// TestCacheOfGarbageParts: any pair of parts in the cache is safe, of parts that are not there too.
func TestCacheOfGarbageParts(t *testing.T) {
	var q Query
	ball, ground := Sphere{Radius: 1}, HalfSpace{Normal: Vec{Y: 1}, Offset: -9}
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

// TestCacheSavesSteps: the second query about a pair that did not move confirms the first. A cache
// that keeps nothing fails here.
func TestCacheSavesSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 3))
	q := newTestQuery(t, Options{})
	cold, warm := 0, 0
	for range 100 {
		a := mustPlace(t, mustHull(t, onSphere(r, 100)), Pose{Rot: randomRot(r)})
		b := mustPlace(t, mustHull(t, onSphere(r, 100)), Pose{onSphere(r, 1)[0].Scale(2.5), randomRot(r)})
		var c Cache
		cold += q.Distance(a, b, &c).Iterations
		warm += q.Distance(a, b, &c).Iterations
	}
	if warm*2 > cold {
		t.Errorf("%d steps without a cache, %d with", cold, warm)
	}
}

// TestCacheOfRoundBodies: for curved bodies apart Touch looks at the direction of a Cache first, as
// Relate does; for those that overlap there is nothing to start from, and it takes no more steps
// than without a Cache.
func TestCacheOfRoundBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 5))
	q := new(Query)
	shape := func() Shape { return Cylinder{0.5 + r.Float64(), 0.5 + r.Float64()} }
	cold, warm := 0, 0
	for range 200 {
		at := Vec{1, r.Float64(), r.Float64()}.Scale([]float64{0.5, 2.4}[r.IntN(2)])
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
