package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestBoxesRelate holds the relations that boxesRelate tells, and what facesApart says, to those of
// GJK and the integers, for boxes moved to within 1e-17 to 1 of their sizes of touching from either
// side, in any order: turned, along each other but for little, flat, rounded, on lattices, and of
// sizes far apart or whose squares leave the range of doubles.
func TestBoxesRelate(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 4))
	slow := new(Query)
	slow.set(Options{Algorithm: collide.GJK})
	seen, n := map[collide.Relation]int{}, 6000
	if testing.Short() {
		n = 1500
	}
	for range n {
		size := math.Ldexp(1, r.IntN(60)-30)
		if r.IntN(20) == 0 {
			size = math.Ldexp(1, 300-r.IntN(1000))
		}
		a, b := soonBox(t, r, size), soonBox(t, r, size*math.Ldexp(1, -r.IntN(2)*r.IntN(40)))
		if p := b.Pose(); r.IntN(3) == 0 { // along each other but for little
			s := math.Ldexp(0.5*r.Float64(), -r.IntN(60))
			tilt, err := NewQuat(s, 0, 0, math.Sqrt(1-s*s))
			if err != nil {
				t.Fatal(err)
			}
			if p.Rot = a.Pose().Rot.Mul(tilt); b.Move(p) != nil {
				t.Fatal("not moved")
			}
		}
		var axes satRun
		for range 3 {
			ct, want := slow.Distance(a, b, nil), slow.Relate(a, b, nil)
			for i, rel := range [2]collide.Relation{boxesRelate(a, b), boxesRelate(b, a)} {
				if seen[rel]++; rel != collide.Undecided && rel != want {
					t.Fatalf("%v (swapped: %v), in truth %v:\n%#v %v\n%#v %v", rel, i, want,
						a.Shape(), a.Pose(), b.Shape(), b.Pose())
				}
			}
			apart := func(a, b *Object) bool {
				axes.two.setBoxes(a, b)
				return axes.facesApart(a, b)
			}
			if want != collide.Apart && (apart(a, b) || apart(b, a)) {
				t.Fatalf("a face parts %#v %v\n%#v %v", a.Shape(), a.Pose(), b.Shape(), b.Pose())
			}
			p := b.Pose() // nearer to contact, on either side
			off := ct.Distance + size*math.Ldexp(r.Float64()-0.5, -r.IntN(58))
			if p.Pos = p.Pos.Sub(ct.Normal.Scale(off)); b.Move(p) != nil {
				break
			}
		}
	}
	for _, rel := range []collide.Relation{collide.Undecided, collide.Apart, collide.Overlapping} {
		if seen[rel] < n/4 {
			t.Errorf("%v: %d of %d", rel, seen[rel], 6*n)
		}
	}
}

// soonBox returns a box of the given size near the origin.
func soonBox(t *testing.T, r *rand.Rand, size float64) *Object {
	x, y := size*r.Float64(), size*math.Ldexp(r.Float64(), -r.IntN(30))
	shape := []Shape{Box{Vec{x, y, size}}, Box{Vec{x, size, 0}}, Rounded{Box{Vec{x, y, size}}, y}}[r.IntN(3)]
	p := Pose{Pos: Vec{r.Float64(), r.Float64(), r.Float64()}.Scale(size), Rot: randomRot(r)}
	if r.IntN(3) == 0 { // on a lattice
		p.Pos, p.Rot = Vec{float64(r.IntN(9)), float64(r.IntN(9)), float64(r.IntN(9))}.Scale(size/4), Rot{}
	}
	return mustPlace(t, shape, p)
}
