package d2_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d2"
)

// Bodies with as many parts at one pose are put in order by what their parts are: an answer about
// the only parts has the same bits in both orders. So are half-spaces, by their lines.
func TestSwapAtOnePose(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 24))
	corner := func() d2.Vec { return vec(float64(rng.IntN(4)), float64(rng.IntN(4))) }
	shape := func() (s d2.Shape, of string) {
		for {
			p, at := []d2.Vec{corner(), corner()}, corner()
			c, err := d2.NewChain(p, d2.ChainOptions{})
			if err != nil {
				continue
			}
			switch rng.IntN(4) {
			case 0:
				return c, fmt.Sprint(p)
			case 1:
				return mustCompound(t, []d2.Part{{Shape: c, Pose: d2.Pose{Pos: at}}}), fmt.Sprint(p, at)
			case 2:
				h := d2.HalfSpace{Normal: at.Add(vec(-1.5, -1.5)), Offset: float64(rng.IntN(3))}
				return h, fmt.Sprint(h)
			}
			box := d2.Box{Size: corner().Add(vec(1, 1))}
			return mustCompound(t, []d2.Part{{Shape: box, Pose: d2.Pose{Pos: at}}}), fmt.Sprint(box, at)
		}
	}
	for i := range 3000 {
		pose := turned(t, 0.1, -7, 0.6, 0.8)
		if i%2 == 0 {
			pose = shift(-2, 0.5)
		}
		x, of := shape()
		y, other := shape()
		if of == other {
			continue // bodies that are alike have no order
		}
		a, b := placeOrFail(t, x, pose), placeOrFail(t, y, pose)
		ct, mf := d2.Collide(a, b)
		back := d2.Distance(b, a)
		if got := exchanged(&back); ct.Distance > 0 && got != ct {
			t.Errorf("pair %d: swapped %+v\nnot %+v", i, got, ct)
		}
		if err := mirrored(&mf, b, a); err != nil {
			t.Errorf("pair %d: %v", i, err)
		}
	}
}

// exchanged returns the answer in the other order.
func exchanged(ct *d2.Contact) d2.Contact {
	r := *ct
	r.Normal = vec(0-ct.Normal.X, 0-ct.Normal.Y)
	r.PointA, r.PointB, r.LocalA, r.LocalB = ct.PointB, ct.PointA, ct.LocalB, ct.LocalA
	r.PartA, r.PartB, r.TriangleA, r.TriangleB = ct.PartB, ct.PartA, ct.TriangleB, ct.TriangleA
	return r
}
