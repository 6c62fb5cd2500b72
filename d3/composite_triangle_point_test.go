package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// What is told of a point and a triangle without its hull is what the hull tells, bit for bit.
func TestTriangleFootIsThatOfItsHull(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	direct, features := 0, map[collide.FeatureID]int{}
	vec := func() d3.Vec { return d3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()} }
	const turns = 60000
	for turn := range turns {
		p := [3]d3.Vec{vec(), vec(), vec()}
		x := vec().Scale(math.Ldexp(1, rng.IntN(8)-4))
		switch turn % 6 {
		case 0: // far from the origin
			at := vec().Scale(1e6)
			x = x.Add(at)
			for i := range p {
				p[i] = p[i].Add(at)
			}
		case 1: // needles, less and less
			p[2] = p[0].Add(p[1].Sub(p[0]).Scale(rng.Float64())).Add(vec().Scale(math.Ldexp(1, -rng.IntN(60))))
		case 2: // on a lattice, where regions meet
			for i := range p {
				p[i] = d3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3)), Z: float64(rng.IntN(2))}
			}
			x = d3.Vec{X: float64(rng.IntN(5) - 1), Y: float64(rng.IntN(5) - 1), Z: float64(rng.IntN(4) - 1)}
		case 3: // close to it
			u := rng.Float64()
			on := p[0].Scale(u).Add(p[1].Scale((1 - u) * rng.Float64()))
			x = on.Add(p[2].Scale(1 - u)).Add(vec().Scale(math.Ldexp(1, -rng.IntN(60))))
		case 4: // of any size
			k := math.Ldexp(1, rng.IntN(200)-100)
			x = x.Scale(k)
			for i := range p {
				p[i] = p[i].Scale(k)
			}
		}
		if e, g := p[1].Sub(p[0]), p[2].Sub(p[0]); e.Cross(g) == (d3.Vec{}) {
			continue // a mesh has a segment there
		}
		f, g, ok, byHull := d3.TriangleFeet(x, p)
		if !ok {
			continue
		}
		direct++
		features[f.Feature()]++
		if f != g || !byHull {
			t.Fatalf("%v beside %v: %+v, by its hull %v %+v", x, p, f, byHull, g)
		}
	}
	if direct < turns/2 || len(features) != 8 {
		t.Errorf("a tame sample: %d of %d, %v", direct, turns, features)
	}
}
