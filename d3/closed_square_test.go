package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestSquares holds the relations that squares tell to those of the slow way, GJK and the integers,
// for bodies moved to within 1e-17 to 1 of their sizes of touching: from either side, swapped, on
// lattices and along each other, and at sizes whose squares leave the range of doubles. Early Touch
// agrees with both.
func TestSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 4))
	q, slow := new(Query), new(Query)
	slow.set(Options{Algorithm: collide.GJK})
	type key struct {
		least, most kind
		rel         collide.Relation
	}
	seen, n := map[key]int{}, 6000
	if testing.Short() {
		n = 1500
	}
	for range n {
		size := math.Ldexp(1, r.IntN(60)-30)
		if r.IntN(20) == 0 {
			size = math.Ldexp(1, 300-r.IntN(1000))
		}
		a, b := squareBody(t, r, size), squareBody(t, r, size*math.Ldexp(1, -r.IntN(2)*r.IntN(40)))
		for range 3 {
			ct := slow.Distance(a, b, nil)
			want := slow.Relate(a, b, nil)
			for i, rel := range [2]collide.Relation{squares(a, b), squares(b, a)} {
				if rel != collide.Undecided && rel != want {
					t.Fatalf("squares say %v (swapped: %v), in truth %v:\n%#v %v\n%#v %v", rel, i, want,
						a.Shape(), a.Pose(), b.Shape(), b.Pose())
				}
				seen[key{min(a.kind, b.kind), max(a.kind, b.kind), rel}]++
			}
			if rel, _ := q.Touch(a, b, nil); rel != want {
				t.Fatalf("Touch says %v, in truth %v", rel, want)
			}
			p := b.Pose() // nearer to contact, on either side
			off := ct.Distance + size*math.Ldexp(r.Float64()-0.5, -r.IntN(58))
			if p.Pos = p.Pos.Sub(ct.Normal.Scale(off)); b.Move(p) != nil {
				break
			}
		}
	}
	for least := kindPoint; least <= kindSegment; least++ {
		for most := least; most <= kindBox; most++ {
			for _, rel := range []collide.Relation{collide.Undecided, collide.Apart, collide.Overlapping} {
				if k := (key{least, most, rel}); seen[k] < n/100 {
					t.Errorf("%v: %d", k, seen[k])
				}
			}
		}
	}
}

// squareBody returns a body of the given size near the origin whose core is a point, a segment or a
// box.
func squareBody(t *testing.T, r *rand.Rand, size float64) *Object {
	x, y, m := size*r.Float64(), size*r.Float64(), size*math.Ldexp(r.Float64(), -r.IntN(12))
	shape := []Shape{
		Sphere{m},
		Capsule{x, m},
		Capsule{x, 0},
		Rounded{Box{Vec{x, y, size}}, m},
		Box{Vec{y, x, size * 0x1p-12}},
	}[r.IntN(5)]
	p := Pose{Pos: Vec{r.Float64(), r.Float64(), r.Float64()}.Scale(size), Rot: randomRot(r)}
	if r.IntN(2) == 0 { // on a lattice
		p.Pos, p.Rot = Vec{float64(r.IntN(9)), float64(r.IntN(9)), float64(r.IntN(9))}.Scale(size/4), Rot{}
	}
	return mustPlace(t, shape, p)
}
