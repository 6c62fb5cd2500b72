package d3_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// What aimed directions prove GJK proves too, in either order, and Relate and Touch say it: bodies
// of all sizes, flat ones, at eighths and beside each other, with margins and without.
func TestAimedAgreesWithTurns(t *testing.T) {
	turns, err := d3.NewQuery(d3.Options{Algorithm: collide.GJK})
	if err != nil {
		t.Fatal(err)
	}
	var q d3.Query
	served, proved := map[string]int{}, map[string]int{}
	g := shapegen.New3(41)
	g.Only, g.NoHalf = []string{"capsule", "box", "cylinder", "cone"}, true
	for i := range 20000 {
		p, name := g.Pair(), "drawn"
		if i%4 == 3 {
			p, name = g.Hard([]string{"tilted", "mixed", "least"}[i/4%3]), "hard"
		}
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		serves, apart := q.Aimed(&a, &b)
		if serves {
			served[name]++
		}
		if !apart {
			continue
		}
		proved[name]++
		if ct := turns.Distance(&a, &b, nil); ct.Relation != collide.Apart {
			t.Errorf("pair %d is proved apart, but %v at [%v, %v]: %v", i, ct.Relation, ct.Lower, ct.Upper, p)
		}
		touch, _ := q.Touch(&a, &b, nil)
		if rel := turns.Relate(&a, &b, nil); rel != collide.Apart || q.Relate(&b, &a, nil) != rel || touch != rel {
			t.Errorf("pair %d is proved apart, but GJK says %v: %v", i, rel, p)
		}
	}
	t.Logf("of %v pairs %v are proved apart", served, proved)
	if proved["drawn"] < 2000 || proved["hard"] < 100 {
		t.Errorf("of %v pairs %v are proved apart", served, proved)
	}
}

// Of cylinders and cones that are nearly in contact, aimed directions tell at least a third apart.
func TestAimedNearContact(t *testing.T) {
	raced.Skip(t)
	var q d3.Query
	g := shapegen.New3(42)
	g.Only, g.NoHalf, g.NoRound, g.Unit = []string{"box", "cylinder", "cone"}, true, true, 1
	near, proved := 0, 0
	for range 20000 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		ct := d3.Distance(&a, &b)
		if ct.Relation != collide.Apart || ct.Distance > 0.02 || ct.Distance < 1e-6 {
			continue
		}
		if serves, apart := q.Aimed(&a, &b); serves {
			near++
			if apart {
				proved++
			}
		}
	}
	t.Logf("%d of %d", proved, near)
	if near < 300 || 3*proved < near {
		t.Errorf("%d of %d pairs near contact are proved apart", proved, near)
	}
}

// TestAimedWithCache: cylinders and cones that move take no more turns with a Cache than without.
func TestAimedWithCache(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	var q d3.Query
	with, without := 0, 0
	for range 300 {
		a := placeOrFail(t, d3.Cylinder{Radius: 0.2 + rng.Float64(), Height: 0.2 + rng.Float64()}, anyPose(rng, 1))
		b := placeOrFail(t, d3.Cone{Radius: 0.2 + rng.Float64(), Height: 0.2 + rng.Float64()}, anyPose(rng, 1))
		at := b.Pose()
		at.Pos = at.Pos.Add(d3.Vec{X: 3})
		var c d3.Cache
		for range 20 {
			at.Pos = at.Pos.Add(d3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64() - 0.5}.Scale(0.2))
			if err := b.Move(at); err != nil {
				t.Fatal(err)
			}
			warm, cold := q.Distance(a, b, &c), q.Distance(a, b, nil)
			if warm.Relation != cold.Relation || warm.Lower > cold.Upper || cold.Lower > warm.Upper {
				t.Fatalf("%+v, without a Cache %+v", warm, cold)
			}
			with, without = with+warm.Iterations, without+cold.Iterations
		}
	}
	if 20*with > 21*without { // a few that overlap or nearly do take one more
		t.Errorf("%d turns with a Cache, %d without", with, without)
	}
}
