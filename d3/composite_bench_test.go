package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// boxesIn returns a compound of n boxes at random places and turns in a cube of side size.
func boxesIn(t testing.TB, rng *rand.Rand, n int, size float64) *d3.Compound {
	return mustCompound(t, randomParts(rng, n, size, func(rng *rand.Rand) d3.Shape {
		return d3.Box{Size: d3.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64(), Z: 0.2 + rng.Float64()}}
	}))
}

// gapOfBoxes returns the distance of two boxes, 0 where they meet.
func gapOfBoxes(a, b d3.AABB) float64 {
	s := 0.0
	for _, g := range [3]float64{
		max(a.Min.X-b.Max.X, b.Min.X-a.Max.X, 0), max(a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y, 0), max(a.Min.Z-b.Max.Z, b.Min.Z-a.Max.Z, 0),
	} {
		s += g * g
	}
	return math.Sqrt(s)
}

// partsBench is a pair of bodies and the pairs of parts that any method must ask about.
type partsBench struct {
	a, b  *d3.Object
	pairs [][2]*d3.Object
}

// newPartsBench finds the pairs of parts whose boxes are nearer than the answer, or meet where it is an overlap.
func newPartsBench(t testing.TB, a, b *d3.Object) *partsBench {
	p := &partsBench{a: a, b: b}
	upper := max(d3.Distance(a, b).Upper, 0)
	for _, x := range worldParts(t, a) {
		for _, y := range worldParts(t, b) {
			if g := gapOfBoxes(x.AABB(), y.AABB()); g < upper || g == 0 {
				p.pairs = append(p.pairs, [2]*d3.Object{x, y})
			}
		}
	}
	return p
}

// BenchmarkCompound times Distance on compounds of many boxes beside Distance on the pairs of parts alone whose boxes are
// nearer than the answer, in turns, and reports the ratio of the medians.
func BenchmarkCompound(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	many := boxesIn(b, rng, 10000, 40)
	some := boxesIn(b, rng, 1000, 19)
	ball := d3.Sphere{Radius: 1}
	r, _ := d3.NewQuat(0.5, 0.1, -0.3, 0.8062257748298549)
	for _, c := range []struct {
		name string
		s    d3.Shape
		x    float64
		want collide.Relation
	}{
		{"compound/near", some, 31.5, collide.Apart},
		{"compound/far", some, 60, collide.Apart},
		{"compound/touching boxes", some, 30.5, collide.Overlapping},
		{"compound/deep", some, 25, collide.Overlapping},
		{"compound/inside", some, 0, collide.Overlapping},
		{"ball/near", ball, 21.5, collide.Apart},
		{"ball/far", ball, 40, collide.Apart},
		{"ball/deep", ball, 19, collide.Overlapping},
		{"ball/inside", ball, 0, collide.Overlapping},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := newPartsBench(b, placeOrFail(b, many, d3.Pose{}), placeOrFail(b, c.s, d3.Pose{Pos: d3.Vec{X: c.x}, Rot: r}))
			q, _ := d3.NewQuery(d3.Options{})
			if rel := q.Relate(p.a, p.b, nil); rel != c.want {
				b.Logf("%v, want %v", rel, c.want)
			}
			var whole, alone time.Duration
			for b.Loop() {
				t0 := time.Now()
				q.Distance(p.a, p.b, nil)
				t1 := time.Now()
				for i := range p.pairs {
					q.Distance(p.pairs[i][0], p.pairs[i][1], nil)
				}
				whole, alone = whole+t1.Sub(t0), alone+time.Since(t1)
			}
			b.ReportMetric(float64(whole)/float64(alone), "ratio")
			b.ReportMetric(float64(len(p.pairs)), "pairs")
			b.ReportMetric(float64(whole)/float64(b.N), "ns/whole")
		})
	}
}

func BenchmarkNewCompound(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	parts := randomParts(rng, 10000, 40, func(rng *rand.Rand) d3.Shape {
		return d3.Box{Size: d3.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64(), Z: 0.2 + rng.Float64()}}
	})
	for b.Loop() {
		mustCompound(b, parts)
	}
}

func BenchmarkCompoundMove(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	o := placeOrFail(b, boxesIn(b, rng, 10000, 40), d3.Pose{})
	p := anyPose(rng, 10)
	p.Rot, _ = d3.NewQuat(0.5, 0.1, -0.3, 0.8062257748298549)
	for b.Loop() {
		_ = o.Move(p)
	}
}
