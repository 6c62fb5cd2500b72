package d2

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestCacheHistory: what a Query answered before changes neither its answers nor what they leave in
// a Cache, of which a world makes bytes: only the pair, the options and the Cache do.
func TestCacheHistory(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(51, 1))
	draw := func() *Object {
		shapes := []Shape{
			Circle{0.5},
			Capsule{1, 0.25},
			Box{Vec{1, 0.5 + r.Float64()}},
			Ellipse{Vec{0.5, 1}},
			Rounded{Box{Vec{1, 0.5}}, 0.1},
			mustHull(t, onCircle(r, 4+r.IntN(30))),
			mustHull(t, onCircle(r, 60+r.IntN(100))),
		}
		return mustPlace(t, shapes[r.IntN(len(shapes))], Pose{Pos: Vec{0.2 * r.Float64(), 0.2 * r.Float64()}, Rot: randomRot(r)})
	}
	for _, way := range []collide.Algorithm{collide.Auto, collide.GJK, collide.SAT} {
		used := &Query{}
		used.set(Options{Algorithm: way})
		for n := range pick(100, 1000) {
			a, b, fresh := draw(), draw(), &Query{}
			fresh.set(Options{Algorithm: way})
			var own, twin Cache
			for step := range 8 {
				var got, want Contact
				switch r.IntN(3) {
				case 0:
					got.Relation, want.Relation = used.Relate(a, b, &own), fresh.Relate(a, b, &twin)
				case 1:
					rel, mf := used.Touch(a, b, &own)
					too, as := fresh.Touch(a, b, &twin)
					if rel != too || mf != as {
						t.Fatalf("%v, pair %d, step %d: %v %+v, of a new Query %v %+v", way, n, step, rel, mf, too, as)
					}
				default:
					got, want = used.Distance(a, b, &own), fresh.Distance(a, b, &twin)
				}
				if got != want || own != twin {
					t.Fatalf("%v, pair %d, step %d: %+v, of a new Query %+v,\nwith %+v\nand %+v", way, n, step, got, want, own, twin)
				}
				if r.IntN(4) == 0 { // another pair with this Cache
					a = draw()
				}
				cold := fresh.Distance(a, b, nil)
				if got = used.Distance(a, b, &own); got.Lower > cold.Upper || cold.Lower > got.Upper || got.Relation != cold.Relation {
					t.Fatalf("%v, pair %d, step %d: %+v, from nothing %+v", way, n, step, got, cold)
				}
				own = twin
				drift(t, r, b, 1)
				var other Cache
				used.Distance(draw(), draw(), &other)
			}
		}
	}
}
