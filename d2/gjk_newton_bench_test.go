package d2

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// BenchmarkNewton measures GJK of 1000 pairs with and without Newton's method, without EPA:
// docs/decisions/0026-newton.md.
func BenchmarkNewton(b *testing.B) {
	for kind, name := range []string{"ellipse", "box", "capsule"} {
		for _, gap := range []float64{0.1, 1e-8} {
			rng := rand.New(rand.NewPCG(19, 2))
			queries := make([]Query, 1000)
			for i := range queries {
				x, y := nearPair(b, rng, kind, gap)
				first, second, _ := queries[i].order(x, y)
				queries[i].prepare(first, second)
			}
			for _, alone := range []bool{false, true} {
				b.Run(fmt.Sprintf("ellipse-%s/gap=%g/alone=%v", name, gap, alone), func(b *testing.B) {
					turns := 0
					for i := 0; b.Loop(); i++ {
						q := &queries[i%len(queries)]
						if q.begin(nil); alone {
							q.leap.next = math.MaxInt
						}
						var k core
						q.gjkFloat(math.Inf(1), &k)
						turns += q.turns
					}
					b.ReportMetric(float64(turns)/float64(b.N), "turns/op")
				})
			}
		}
	}
}
