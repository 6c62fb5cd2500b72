package d2

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkTolerance measures Distance of 500 pairs near each other and deep in each other with
// tolerances from the default up: the figures of docs/which-query.md.
func BenchmarkTolerance(b *testing.B) {
	for kind, name := range []string{"ellipse", "box", "capsule"} {
		for _, gap := range []float64{0.1, -0.02, -0.3} {
			rng := rand.New(rand.NewPCG(19, 3))
			var pairs [500][2]*Object
			for i := range pairs {
				pairs[i][0], pairs[i][1] = nearPair(b, rng, kind, gap)
			}
			for _, tolerance := range []float64{1e-9, 1e-6, 1e-4, 1e-2} {
				b.Run(fmt.Sprintf("ellipse-%s/gap=%g/tolerance=%g", name, gap, tolerance), func(b *testing.B) {
					q, err := NewQuery(Options{Tolerance: tolerance})
					if err != nil {
						b.Fatal(err)
					}
					turns := 0
					for i := 0; b.Loop(); i++ {
						p := &pairs[i%len(pairs)]
						turns += q.Distance(p[0], p[1], nil).Iterations
					}
					b.ReportMetric(float64(turns)/float64(b.N), "turns/op")
				})
			}
		}
	}
}
