package d3

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestReachPlaces: where a cube lies from a hull is told by the planes that may pass by it as by
// all planes, down to cubes that are as small as rounding lets them be.
func TestReachPlaces(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(6, 1))
	var outside, inside, passed int
	for turn := range 60 {
		points := make([]Vec, 8+rng.IntN(300))
		for i := range points {
			p := Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
			if turn%2 == 0 {
				p = p.Scale(0.5 / p.Len())
			}
			points[i] = p
		}
		b := newChunk(points)
		r := reacher{s: newSurface([]Vec{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}, [][3]int32{{0, 1, 2}}), body: b}
		for range 100 {
			x := r.root()
			for range 50 {
				before := x
				wantOut, wantIn := false, true
				for _, h := range b.planes {
					g := h.n.Dot(x.mid) - h.off
					wantOut = wantOut || g-float64(x.half*big1(h.n)) > r.s.up
					wantIn = wantIn && g <= 0
				}
				out, in := r.place(&x)
				if out != wantOut || !out && in != wantIn {
					t.Fatalf("%d: cube %v: %v, %v; all planes tell %v, %v", turn, x, out, in, wantOut, wantIn)
				}
				if out {
					outside++
					break
				}
				if in {
					inside++
				}
				if x.to-x.from < before.to-before.from {
					passed++
				}
				var eight [8]reachBox
				x.cut(&eight)
				x.reachBox = eight[rng.IntN(8)]
			}
		}
	}
	if min(outside, inside, passed) < 1000 {
		t.Errorf("%d cubes outside, %d middles inside, %d with fewer planes", outside, inside, passed)
	}
}
