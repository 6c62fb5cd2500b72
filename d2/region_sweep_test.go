package d2

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestDisjoint compares the sweep with the comparison of all edges, on paths with many equal
// coordinates, collinear corners and edges along each other.
func TestDisjoint(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(17, 18))
	free, total := 0, 0
	for total < 60000 {
		paths := make([]path2, 1+rng.IntN(3))
		spike := false
		for i := range paths {
			size := 2 + rng.IntN(9)
			at := Vec{float64(rng.IntN(12)), float64(rng.IntN(12))}
			points := make([]Vec, 3+rng.IntN(6))
			for k := range points {
				points[k] = at.Add(Vec{float64(rng.IntN(size)), float64(rng.IntN(size))})
			}
			p, err := checkPath(points, i)
			spike = spike || err != nil
			paths[i] = p
		}
		if spike {
			continue
		}
		total++
		met, _ := searchMeeting(paths)
		if got := disjoint(paths); got != (met == nil) {
			t.Fatalf("%v: disjoint is %v, but %v", paths, got, met)
		}
		if met == nil {
			free++
		}
	}
	if free < total/10 || free > total*9/10 {
		t.Errorf("%d of %d are free of crossings", free, total)
	}
}
