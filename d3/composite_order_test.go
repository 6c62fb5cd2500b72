package d3_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// Bodies with as many parts at one pose are put in order by what their parts are: an answer about
// the only parts has the same bits in both orders.
func TestSwapAtOnePose(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(91, 24))
	corner := func() d3.Vec {
		return d3.Vec{X: float64(rng.IntN(4)), Y: float64(rng.IntN(4)), Z: float64(rng.IntN(4))}
	}
	shape := func() (s d3.Shape, of string) {
		for {
			p, at := []d3.Vec{corner(), corner(), corner()}, corner()
			m, err := d3.NewMesh(p, [][3]int{{0, 1, 2}}, d3.MeshOptions{})
			if err != nil {
				continue
			}
			switch rng.IntN(3) {
			case 0:
				return m, fmt.Sprint(p)
			case 1:
				return mustCompound(t, []d3.Part{{Shape: m, Pose: d3.Pose{Pos: at}}}), fmt.Sprint(p, at)
			}
			box := d3.Box{Size: corner().Add(d3.Vec{X: 1, Y: 1, Z: 1})}
			return mustCompound(t, []d3.Part{{Shape: box, Pose: d3.Pose{Pos: at}}}), fmt.Sprint(box, at)
		}
	}
	turned := must(d3.NewAxisAngle(d3.Vec{X: 1, Y: 2, Z: 3}, 1))(t)
	for i := range 3000 {
		pose := d3.Pose{Pos: d3.Vec{X: 0.1, Y: -7, Z: 3}, Rot: turned}
		if i%2 == 0 {
			pose = d3.Pose{Pos: d3.Vec{X: -2, Y: 0.5, Z: 2}}
		}
		x, of := shape()
		y, other := shape()
		if of == other {
			continue // bodies that are alike have no order
		}
		a, b := placeOrFail(t, x, pose), placeOrFail(t, y, pose)
		ct, mf := d3.Collide(a, b)
		back := d3.Distance(b, a)
		if got := exchanged(&back); ct.Distance > 0 && got != ct {
			t.Errorf("pair %d: swapped %+v\nnot %+v", i, got, ct)
		}
		if err := mirrored(&mf, b, a); err != nil {
			t.Errorf("pair %d: %v", i, err)
		}
	}
}

// exchanged returns the answer in the other order.
func exchanged(ct *d3.Contact) d3.Contact {
	r := *ct
	r.Normal = d3.Vec{X: 0 - ct.Normal.X, Y: 0 - ct.Normal.Y, Z: 0 - ct.Normal.Z}
	r.PointA, r.PointB, r.LocalA, r.LocalB = ct.PointB, ct.PointA, ct.LocalB, ct.LocalA
	r.PartA, r.PartB, r.TriangleA, r.TriangleB = ct.PartB, ct.PartA, ct.TriangleB, ct.TriangleA
	return r
}
