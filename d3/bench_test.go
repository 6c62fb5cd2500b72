package d3_test

import (
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// benchPairs is how many different pairs a benchmark goes through, so that neither the compiler nor
// the branch predictor knows the answer.
const benchPairs = 64

// benchmark calls f with pairs of every kind in every regime; f returns the iterations of a query.
func benchmark(b *testing.B, f func(q *d3.Query, x, y *d3.Object) int) {
	for i, first := range makers {
		for _, second := range makers[i:] {
			for _, r := range regimes {
				b.Run(fmt.Sprintf("%s-%s/%s", first.name, second.name, r.name), func(b *testing.B) {
					s := newSample(uint64(i))
					pairs := make([][2]d3.Object, benchPairs)
					for k := range pairs {
						pairs[k] = s.pair(b, first.make(b, s), second.make(b, s), r.gap(s))
					}
					q := must(d3.NewQuery(d3.Options{}))(b)
					k, iterations := 0, 0
					for b.Loop() {
						iterations += f(q, &pairs[k][0], &pairs[k][1])
						k = (k + 1) % benchPairs
					}
					b.ReportMetric(float64(iterations)/float64(b.N), "iterations/op")
				})
			}
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	benchmark(b, func(q *d3.Query, x, y *d3.Object) int { return q.Distance(x, y, nil).Iterations })
}

func BenchmarkRelate(b *testing.B) {
	overlapping := 0
	benchmark(b, func(q *d3.Query, x, y *d3.Object) int {
		if q.Relate(x, y, nil) == collide.Overlapping {
			overlapping++
		}
		return 0
	})
}

// BenchmarkTouching asks about bodies that touch exactly, where floating point cannot decide.
func BenchmarkTouching(b *testing.B) {
	for _, t := range touching(b) {
		b.Run(t.name, func(b *testing.B) {
			q := must(d3.NewQuery(d3.Options{}))(b)
			iterations := 0
			for b.Loop() {
				iterations += q.Distance(&t.pair[0], &t.pair[1], nil).Iterations
			}
			b.ReportMetric(float64(iterations)/float64(b.N), "iterations/op")
		})
	}
}
