package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// movingBody returns a body and a motion of it, of the size given.
func movingBody(t *testing.T, rng *rand.Rand, dim int, size float64) (Body, Motion) {
	t.Helper()
	draw := func() float64 { return float64(size * (2*rng.Float64() - 1)) }
	turn := func() float64 { return 3 * (2*rng.Float64() - 1) }
	path := []collide.Path{collide.Slerp, collide.Screw}[rng.IntN(2)]
	var b Body
	var m Motion
	var err error
	if dim == 2 {
		r, _ := d2.NewAngle(turn())
		o, e := d2.Place(d2.Box{Size: d2.Vec{X: size * rng.Float64(), Y: size}}, d2.Pose{Pos: d2.Vec{X: draw(), Y: draw()}, Rot: r})
		if e != nil {
			t.Fatal(e)
		}
		b = Body2(o)
		if rng.IntN(2) == 0 {
			m.M2, err = d2.NewMotion(d2.Vec{X: draw(), Y: draw()}, turn(), d2.Vec{X: draw(), Y: draw()})
		} else {
			m.M2, err = d2.NewMotionTo(o.Pose(), d2.Pose{Pos: d2.Vec{X: draw(), Y: draw()}}, path)
		}
	} else {
		r, _ := d3.NewAxisAngle(d3.Vec{X: turn(), Y: turn(), Z: turn()}, turn())
		o, e := d3.Place(d3.Box{Size: d3.Vec{X: size * rng.Float64(), Y: size, Z: size}},
			d3.Pose{Pos: d3.Vec{X: draw(), Y: draw(), Z: draw()}, Rot: r})
		if e != nil {
			t.Fatal(e)
		}
		b = Body3(o)
		if rng.IntN(2) == 0 {
			m.M3, err = d3.NewMotion(d3.Vec{X: draw(), Y: draw(), Z: draw()}, d3.Vec{X: turn(), Y: turn(), Z: turn()},
				d3.Vec{X: draw(), Y: draw(), Z: draw()})
		} else {
			m.M3, err = d3.NewMotionTo(o.Pose(), d3.Pose{Pos: d3.Vec{X: draw(), Y: draw(), Z: draw()}}, path)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return b, m
}

// TestSweptBox: the box of a moving body holds its box at every time, at sizes whose squares are
// beyond the range of doubles too. Of a body of 1e-200 that turns the ball about the pivot had the
// radius 0, and the check of a scene said "all clear" of bodies that meet.
func TestSweptBox(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, size := range []float64{1e-270, 1e-200, 1e-160, 1e-9, 1, 1e9, 1e99} {
		for n := range 400 {
			b, m := movingBody(t, rng, 2+n%2, size)
			lo, hi := m.sweptBox(&b, 1)
			for step := range 33 {
				at, err := m.At(&b, float64(step)/32, 1)
				if err != nil {
					t.Fatal(err)
				}
				l, h := at.AABB()
				for k := range b.Dim {
					if !(lo[k] <= l[k] && h[k] <= hi[k]) || hi[k]-lo[k] > 20*size || math.IsInf(lo[k], 0) {
						t.Fatalf("size %g, step %d, axis %d: [%g, %g] in [%g, %g]", size, step, k, l[k], h[k], lo[k], hi[k])
					}
				}
			}
		}
	}
}
