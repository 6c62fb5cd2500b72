package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/collide-go/collide/d2"
)

// boxesIn returns a compound of n boxes at random places and turns in a cube of side size.
func boxesIn(t testing.TB, rng *rand.Rand, n int, size float64) *d2.Compound {
	return mustCompound(t, randomParts(rng, n, size, func(rng *rand.Rand) d2.Shape {
		return d2.Box{Size: d2.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64()}}
	}))
}

// boxGrid returns n^2 squares of side 1 on a grid of step 2, its middle at the origin.
func boxGrid(t testing.TB, n int) *d2.Compound {
	var parts []d2.Part
	for i := range n * n {
		at := d2.Vec{X: float64(i % n), Y: float64(i / n)}
		at = at.Add(d2.Vec{X: 0.5, Y: 0.5}).Scale(2).Sub(d2.Vec{X: float64(n), Y: float64(n)})
		parts = append(parts, d2.Part{Shape: d2.Box{Size: d2.Vec{X: 1, Y: 1}}, Pose: d2.Pose{Pos: at}})
	}
	return mustCompound(t, parts)
}

// gapOfBoxes returns the distance of two boxes, 0 where they meet.
func gapOfBoxes(a, b d2.AABB) float64 {
	s := 0.0
	for _, g := range [2]float64{
		max(a.Min.X-b.Max.X, b.Min.X-a.Max.X, 0), max(a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y, 0),
	} {
		s += g * g
	}
	return math.Sqrt(s)
}

// partsBench is a pair of bodies and the pairs of parts that any method must ask about.
type partsBench struct {
	a, b  *d2.Object
	pairs [][2]*d2.Object
}

// newPartsBench finds the pairs of parts whose boxes are nearer than the answer, or meet where it
// is an overlap.
func newPartsBench(t testing.TB, a, b *d2.Object) *partsBench {
	p := &partsBench{a: a, b: b}
	upper := max(d2.Distance(a, b).Upper, 0)
	others := worldParts(t, b)
	for _, x := range worldParts(t, a) {
		for _, y := range others {
			if g := gapOfBoxes(x.AABB(), y.AABB()); g < upper || g == 0 {
				p.pairs = append(p.pairs, [2]*d2.Object{x, y})
			}
		}
	}
	return p
}

// BenchmarkCompound times Distance on compounds of many boxes beside Distance on the pairs of parts
// alone whose boxes are nearer than the answer, in turns, and reports the ratio of the least times.
func BenchmarkCompound(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	many := boxesIn(b, rng, 10000, 150)
	some := boxesIn(b, rng, 1000, 45)
	grid := boxGrid(b, 100)
	small := boxGrid(b, 31)
	r, _ := d2.NewAngle(0.5)
	slight, _ := d2.NewAngle(0.002)
	for _, c := range []struct {
		name string
		a, b d2.Shape
		pose d2.Pose
	}{
		{"between the boxes of a grid", grid, small, d2.Pose{Pos: d2.Vec{X: 1, Y: 1.05}, Rot: slight}},
		{"inside", many, some, d2.Pose{Rot: r}},
		{"deep", many, some, d2.Pose{Pos: d2.Vec{X: 80}, Rot: r}},
		{"side by side", many, some, d2.Pose{Pos: d2.Vec{X: 100}, Rot: r}},
		{"far", many, some, d2.Pose{Pos: d2.Vec{X: 200}, Rot: r}},
		{"disc between the boxes of a grid", grid, d2.Circle{Radius: 0.3}, d2.Pose{Pos: d2.Vec{X: 1, Y: 1.05}}},
		{"large disc inside", many, d2.Circle{Radius: 8}, d2.Pose{}},
		{"disc beside", many, d2.Circle{Radius: 1}, d2.Pose{Pos: d2.Vec{X: 78}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := newPartsBench(b, placeOrFail(b, c.a, d2.Pose{}), placeOrFail(b, c.b, c.pose))
			q, _ := d2.NewQuery(d2.Options{})
			const turns = 10 // within one reading of the clock
			whole, alone := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
			for b.Loop() {
				t0 := time.Now()
				for range turns {
					q.Distance(p.a, p.b, nil)
				}
				t1 := time.Now()
				for range turns {
					for i := range p.pairs {
						q.Distance(p.pairs[i][0], p.pairs[i][1], nil)
					}
				}
				whole, alone = min(whole, t1.Sub(t0)), min(alone, time.Since(t1))
			}
			b.ReportMetric(float64(whole)/float64(alone), "ratio")
			b.ReportMetric(float64(len(p.pairs)), "pairs")
			b.ReportMetric(float64(whole)/turns, "ns/whole")
		})
	}
}

// BenchmarkCompoundCache moves a body along another, in 50 small steps, and reports the time with a
// Cache in units of that without: the sums of the least times of each step.
func BenchmarkCompoundCache(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := boxesIn(b, rng, 1000, 45)
	beside := boxesIn(b, rng, 100, 20)
	r, _ := d2.NewAngle(0.5)
	q, _ := d2.NewQuery(d2.Options{})
	for _, c := range []struct {
		name string
		a, b d2.Shape
		at   d2.Vec
	}{
		{"beside", some, beside, d2.Vec{X: 40}},
		{"inside", some, beside, d2.Vec{X: 4}},
		{"disc beside", some, d2.Circle{Radius: 1}, d2.Vec{X: 25}},
		{"disc inside", some, d2.Circle{Radius: 1}, d2.Vec{X: 3}},
	} {
		for _, ask := range []struct {
			name string
			do   func(a, b *d2.Object, c *d2.Cache)
		}{
			{"Distance", func(a, b *d2.Object, c *d2.Cache) { q.Distance(a, b, c) }},
			{"Relate", func(a, b *d2.Object, c *d2.Cache) { q.Relate(a, b, c) }},
			{"Touch", func(a, b *d2.Object, c *d2.Cache) { q.Touch(a, b, c) }},
		} {
			b.Run(c.name+"/"+ask.name, func(b *testing.B) {
				first, cache := placeOrFail(b, c.a, d2.Pose{}), new(d2.Cache)
				var steps [50]*d2.Object
				var without, with [50]time.Duration
				for k := range steps {
					steps[k] = placeOrFail(b, c.b, d2.Pose{Pos: c.at.Add(d2.Vec{Y: 0.02 * float64(k)}), Rot: r})
					without[k], with[k] = math.MaxInt64, math.MaxInt64
				}
				for b.Loop() {
					for k, o := range steps {
						t0 := time.Now()
						ask.do(first, o, nil)
						without[k] = min(without[k], time.Since(t0))
					}
					for k, o := range steps {
						t0 := time.Now()
						ask.do(first, o, cache)
						with[k] = min(with[k], time.Since(t0))
					}
				}
				var sum [2]time.Duration
				for k := range steps {
					sum[0], sum[1] = sum[0]+without[k], sum[1]+with[k]
				}
				b.ReportMetric(float64(sum[1])/float64(sum[0]), "ratio")
				b.ReportMetric(float64(sum[0])/float64(len(steps)), "ns/without")
			})
		}
	}
}

// BenchmarkNewCompound times a compound of 10 000 turned boxes, for each part.
func BenchmarkNewCompound(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	parts := randomParts(rng, 10000, 150, func(rng *rand.Rand) d2.Shape {
		return d2.Box{Size: d2.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64()}}
	})
	for b.Loop() {
		mustCompound(b, parts)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N*len(parts)), "ns/part")
}

// BenchmarkAlikeParts times Distance on two compounds all parts of which are as near as any other:
// no pair of parts can be left out, so that the time is that of the product of their numbers.
func BenchmarkAlikeParts(b *testing.B) {
	for _, n := range []int{50, 100, 200, 400} {
		parts := make([]d2.Part, n)
		for i := range parts {
			parts[i] = d2.Part{Shape: d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}}
		}
		c := mustCompound(b, parts)
		left, right := placeOrFail(b, c, d2.Pose{}), placeOrFail(b, c, d2.Pose{Pos: d2.Vec{X: 3}})
		q := new(d2.Query)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				q.Distance(left, right, nil)
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N*n*n), "ns/pair")
		})
	}
}

// BenchmarkCrowded times Crowded on two compounds of which the boxes of all parts meet.
func BenchmarkCrowded(b *testing.B) {
	const n = 1000
	parts := make([]d2.Part, n)
	for i := range parts {
		parts[i] = d2.Part{Shape: d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}}
	}
	o, q := placeOrFail(b, mustCompound(b, parts), d2.Pose{}), new(d2.Query)
	for b.Loop() {
		if !q.Crowded(o, o, n*n-1) {
			b.Fatal("fewer pairs")
		}
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N*n*n), "ns/pair")
}

func BenchmarkCompoundMove(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	o := placeOrFail(b, boxesIn(b, rng, 10000, 150), d2.Pose{})
	p := anyPose(rng, 10)
	p.Rot, _ = d2.NewAngle(0.5)
	for b.Loop() {
		_ = o.Move(p)
	}
}
