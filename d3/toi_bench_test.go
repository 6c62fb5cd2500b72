package d3_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// BenchmarkTimeOfImpact times bodies that fly past or into each other, as in TestTimeOfImpact, one
// query after the other; steps are the mean of Impact.Iterations, and hits the share of those that
// meet.
func BenchmarkTimeOfImpact(b *testing.B) {
	for _, c := range []struct {
		name      string
		spin      float64
		tolerance float64
		shape     func(*rand.Rand) d3.Shape
	}{
		{"boxes", 3, 0, benchBox},
		{"boxes 1e-3", 3, 1e-3, benchBox},
		{"shapes", 3, 0, anyShape},
		{"spinning shapes", 40, 0, anyShape},
	} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			type pair struct {
				a, b   *d3.Object
				ma, mb d3.Motion
			}
			pairs := make([]pair, 256)
			for i := range pairs {
				p := &pairs[i]
				p.a, p.b = placeOrFail(b, c.shape(rng), anyPose(rng, 1)), placeOrFail(b, c.shape(rng), anyPose(rng, 8))
				to := p.a.Pose().Pos.Sub(p.b.Pose().Pos).Scale(0.7 + 0.8*rng.Float64())
				p.ma = anyMotion(b, rng, p.a.Pose(), d3.Vec{X: rng.Float64() - 0.5}, c.spin)
				p.mb = anyMotion(b, rng, p.b.Pose(), to, c.spin)
			}
			q, err := d3.NewQuery(d3.Options{Tolerance: c.tolerance})
			if err != nil {
				b.Fatal(err)
			}
			steps, hits, n := 0, 0, 0
			for b.Loop() {
				p := &pairs[n%len(pairs)]
				out, _ := q.TimeOfImpact(p.a, &p.ma, p.b, &p.mb, d3.ImpactOptions{})
				if steps += out.Iterations; out.Verdict == collide.Hit {
					hits++
				}
				n++
			}
			b.ReportMetric(float64(steps)/float64(n), "steps")
			b.ReportMetric(float64(hits)/float64(n), "hits")
		})
	}
}

// benchBox returns a box about 1 in size.
func benchBox(rng *rand.Rand) d3.Shape {
	return d3.Box{Size: d3.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64(), Z: 0.2 + rng.Float64()}}
}
