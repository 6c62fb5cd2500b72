package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// plainBoxes draws two boxes: some rounded, thin or of sizes far apart, all but along each other,
// on a lattice, or about to touch.
func plainBoxes(t *testing.T, r *rand.Rand) (a, b *Object) {
	size := math.Ldexp(1, r.IntN(60)-30)
	if r.IntN(50) == 0 {
		size = math.Ldexp(1, r.IntN(360)-180)
	}
	draw := func() Shape {
		box := Box{Vec{size * (1 - r.Float64()), size * math.Ldexp(1-r.Float64(), -r.IntN(2)*r.IntN(40)), size}}
		if r.IntN(4) == 0 {
			return Rounded{box, size * math.Ldexp(r.Float64(), -r.IntN(40))}
		}
		return box
	}
	p := Pose{Pos: onSphere(r, 1)[0].Scale(size * r.Float64()), Rot: randomRot(r)}
	o := Pose{Pos: onSphere(r, 1)[0].Scale(size * r.Float64() * float64(1+r.IntN(2))), Rot: randomRot(r)}
	switch r.IntN(4) {
	case 0:
		s := math.Ldexp(0.5*r.Float64(), -r.IntN(60))
		turn, err := NewQuat(s, 0, 0, math.Sqrt(1-s*s))
		if err != nil {
			t.Fatal(err)
		}
		o.Rot = p.Rot.Mul(turn)
	case 1:
		p = Pose{}
		o = Pose{Pos: Vec{float64(r.IntN(9) - 4), float64(r.IntN(9) - 4), float64(r.IntN(9) - 4)}.Scale(size / 4)}
	}
	return mustPlace(t, draw(), p), mustPlace(t, draw(), o)
}

// TestPlainBoxes holds two boxes in the caller's unit to the general way, which a Trace asks for,
// to the last bit: contacts and manifolds, of boxes that overlap and are apart, by faces and by
// edges, with a Cache or without.
func TestPlainBoxes(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 30))
	q, traced := new(Query), newTestQuery(t, Options{Trace: new(Trace)})
	seen := map[[2]bool]int{}
	n := 20000
	if testing.Short() {
		n = 5000
	}
	egg := mustPlace(t, Ellipsoid{Vec{1, 2, 3}}, Pose{Pos: Vec{5, 0, 0}})
	for range n {
		a, b := plainBoxes(t, r)
		q.Distance(a, egg, nil) // which leaves no trace
		var carried Cache       // from where the boxes were before
		for range 3 {
			x, y, _ := q.order(a, b)
			var plain Contact
			if q.boxes(x, y) && !q.direct.boxes(x, y, &q.sat.two) && q.plainly(x, y, nil, false, &plain) == solved {
				seen[[2]bool{plain.Distance > 0, q.sat.axis.i >= 0 && q.sat.axis.j >= 0}]++
			}
			var kept, other Cache
			ct, mf := q.Collide(a, b, nil)
			want, points := traced.Collide(a, b, nil)
			rel, touched := q.Touch(a, b, &kept)
			too, again := traced.Touch(a, b, &other)
			warm, _ := q.Touch(a, b, &kept)
			moved, _ := q.Touch(a, b, &carried)
			if ct != want || mf != points || rel != too || touched != again || warm != rel || moved != rel ||
				rel != ct.Relation || rel != collide.Apart && touched != mf {
				t.Fatalf("%#v %v\n%#v %v:\n%+v\nthe general way:\n%+v\n%v %+v\n%v %+v", a.Shape(), a.Pose(),
					b.Shape(), b.Pose(), ct, want, rel, touched, too, again)
			}
			p := b.Pose() // nearer to contact, on either side
			off := ct.Distance + a.extent*math.Ldexp(r.Float64()-0.5, -r.IntN(58))
			if p.Pos = p.Pos.Sub(ct.Normal.Scale(off)); b.Move(p) != nil {
				break
			}
		}
	}
	for _, apart := range []bool{false, true} {
		for _, edges := range []bool{false, true} {
			if k := seen[[2]bool{apart, edges}]; k < n/20 {
				t.Errorf("apart %v, by edges %v: %d", apart, edges, k)
			}
		}
	}
}
