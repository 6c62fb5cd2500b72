package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestEllipsoidSigns holds what double-doubles tell of ellipsoids and balls to the integers, for
// bodies moved to within 2^-100 to 2^-40 of their sizes of touching, as near as their poses can be:
// flat ones, and some far smaller than the other one.
func TestEllipsoidSigns(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(46, 5))
	q := new(Query)
	type key struct {
		round bool // beside one of the radius alone
		rel   collide.Relation
	}
	seen, n := map[key]int{}, 3000
	if testing.Short() {
		n = 300
	}
	flat := func() float64 { return math.Ldexp(0.5+r.Float64(), -r.IntN(2)*r.IntN(20)) }
	for range n {
		size := math.Ldexp(1, r.IntN(60)-30)
		small := size * math.Ldexp(1, -r.IntN(2)*r.IntN(20))
		var a, b Convex = Ellipsoid{Vec{flat(), flat(), flat()}.Scale(size)}, Ellipsoid{Vec{flat(), flat(), flat()}.Scale(small)}
		round := r.IntN(2) == 0
		if round {
			b = Sphere{Radius: small * flat()}
		}
		x, y := mustPlace(t, a, Pose{Rot: randomRot(r)}), mustPlace(t, b, Pose{Pos: Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(4 * size), Rot: randomRot(r)})
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		for range 4 {
			ct := q.Distance(x, y, nil)
			own := x.axes.applyT(ct.Normal)
			q.prepare(x, y)
			want := q.relation.parts(&q.run, x, y, own)
			got := ellipsoidSigns(x, y, own)
			seen[key{round, got}]++
			if want == collide.Undecided || got != collide.Undecided && got != want {
				t.Fatalf("%v, in truth %v:\n%#v %v\n%#v %v", got, want, x.Shape(), x.Pose(), y.Shape(), y.Pose())
			}
			p := y.Pose()
			off := ct.Distance + small*math.Ldexp(r.Float64()-0.5, -40-r.IntN(60))
			if p.Pos = p.Pos.Sub(ct.Normal.Scale(off)); y.Move(p) != nil {
				break
			}
		}
	}
	for _, round := range [2]bool{false, true} {
		for _, rel := range []collide.Relation{collide.Apart, collide.Overlapping} {
			if k := (key{round, rel}); seen[k] < n/20 {
				t.Errorf("%v: %d", k, seen[k])
			}
		}
	}
	t.Log(seen)
}

// BenchmarkContactRoots times the last resort: the contact function, and its roots, of ellipsoids
// that are turned by all bits of their rotations.
func BenchmarkContactRoots(b *testing.B) {
	r := rand.New(rand.NewPCG(46, 6))
	body := func() *Object {
		e := Ellipsoid{Vec{0.5 + r.Float64(), 0.5 + r.Float64(), 0.5 + r.Float64()}}
		return mustPlace(b, e, Pose{Pos: Vec{r.Float64(), r.Float64(), r.Float64()}, Rot: randomRot(r)})
	}
	x, y := body(), body()
	var d exactRelation
	for b.Loop() {
		d.pair(x, y, min(x.lowestExponent(), y.lowestExponent()))
		if d.contactFunction(d.margins(x, y), Vec{}) == collide.Undecided {
			b.Fatal("undecided")
		}
	}
}
