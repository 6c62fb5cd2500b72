package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestSquareSigns holds what double-doubles tell of points and segments to the integers, for
// bodies moved to within 2^-100 to 2^-40 of their sizes of touching, as near as their poses can be:
// small beside each other, with one rotation, along each other but for little, on lattices and at
// touch.
func TestSquareSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 4))
	q := new(Query)
	type key struct {
		least, most kind
		rel         collide.Relation
	}
	seen, n := map[key]int{}, 4000
	if testing.Short() {
		n = 800
	}
	for range n {
		size := math.Ldexp(1, r.IntN(60)-30)
		turn := randomRot(r)
		a, b := squareBody(t, r, size), squareBody(t, r, size*math.Ldexp(1, -r.IntN(2)*r.IntN(40)))
		if p := b.Pose(); r.IntN(3) == 0 { // along each other, or all but
			s := math.Ldexp(0.5*r.Float64(), -r.IntN(60))
			tilt, err := NewCosSin(math.Sqrt(1-s*s), s)
			if err != nil {
				t.Fatal(err)
			}
			if p.Rot = turn; r.IntN(2) == 0 {
				p.Rot = turn.Mul(tilt)
			}
			o := a.Pose()
			if o.Rot = turn; a.Move(o) != nil || b.Move(p) != nil {
				t.Fatal("not moved")
			}
		}
		for range 4 {
			ct := q.Distance(a, b, nil)
			want := q.relation.parts(&q.run, a, b, Vec{})
			for i, rel := range [2]collide.Relation{squareSigns(a, b), squareSigns(b, a)} {
				seen[key{min(a.kind, b.kind), max(a.kind, b.kind), rel}]++
				if rel != collide.Undecided && rel != want {
					t.Fatalf("%v (swapped: %v), in truth %v:\n%#v %v\n%#v %v", rel, i, want,
						a.Shape(), a.Pose(), b.Shape(), b.Pose())
				}
			}
			p := b.Pose()
			off := ct.Distance + size*math.Ldexp(r.Float64()-0.5, -40-r.IntN(60))
			if p.Pos = p.Pos.Sub(ct.Normal.Scale(off)); b.Move(p) != nil {
				break
			}
		}
	}
	for least := kindPoint; least <= kindSegment; least++ {
		for most := least; most <= kindSegment; most++ {
			for _, rel := range []collide.Relation{collide.Apart, collide.Overlapping} {
				if k := (key{least, most, rel}); seen[k] < n/100 {
					t.Errorf("%v: %d", k, seen[k])
				}
			}
		}
	}
	t.Log(seen)
}
