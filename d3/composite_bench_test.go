package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/collide-go/collide/d3"
)

// boxesIn returns a compound of n boxes at random places and turns in a cube of side size.
func boxesIn(t testing.TB, rng *rand.Rand, n int, size float64) *d3.Compound {
	return mustCompound(t, randomParts(rng, n, size, func(rng *rand.Rand) d3.Shape {
		return d3.Box{Size: d3.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64(), Z: 0.2 + rng.Float64()}}
	}))
}

// boxGrid returns n^3 cubes of side 1 on a grid of step 2, its middle at the origin.
func boxGrid(t testing.TB, n int) *d3.Compound {
	var parts []d3.Part
	for i := range n * n * n {
		at := d3.Vec{X: float64(i % n), Y: float64(i / n % n), Z: float64(i / n / n)}
		at = at.Add(d3.Vec{X: 0.5, Y: 0.5, Z: 0.5}).Scale(2).Sub(d3.Vec{X: float64(n), Y: float64(n), Z: float64(n)})
		parts = append(parts, d3.Part{Shape: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, Pose: d3.Pose{Pos: at}})
	}
	return mustCompound(t, parts)
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

// newPartsBench finds the pairs of parts whose boxes are nearer than the answer, or meet where it
// is an overlap.
func newPartsBench(t testing.TB, a, b *d3.Object) *partsBench {
	p := &partsBench{a: a, b: b}
	upper := max(d3.Distance(a, b).Upper, 0)
	others := worldParts(t, b)
	for _, x := range worldParts(t, a) {
		for _, y := range others {
			if g := gapOfBoxes(x.AABB(), y.AABB()); g < upper || g == 0 {
				p.pairs = append(p.pairs, [2]*d3.Object{x, y})
			}
		}
	}
	return p
}

// BenchmarkCompound times Distance on compounds of many boxes beside Distance on the pairs of parts
// alone whose boxes are nearer than the answer, in turns, and reports the ratio of the least times.
func BenchmarkCompound(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	many := boxesIn(b, rng, 10000, 40)
	some := boxesIn(b, rng, 1000, 19)
	grid := boxGrid(b, 22)
	small := boxGrid(b, 10)
	r, _ := d3.NewQuat(0.5, 0.1, -0.3, 0.8062257748298549)
	slight, _ := d3.NewQuat(0.001, 0.002, 0.001, 1)
	for _, c := range []struct {
		name string
		a, b d3.Shape
		pose d3.Pose
	}{
		{"between the boxes of a grid", grid, small, d3.Pose{Pos: d3.Vec{X: 1, Y: 1.05, Z: 0.95}, Rot: slight}},
		{"inside", many, some, d3.Pose{Rot: r}},
		{"deep", many, some, d3.Pose{Pos: d3.Vec{X: 25}, Rot: r}},
		{"side by side", many, some, d3.Pose{Pos: d3.Vec{X: 33}, Rot: r}},
		{"far", many, some, d3.Pose{Pos: d3.Vec{X: 60}, Rot: r}},
		{"ball between the boxes of a grid", grid, d3.Sphere{Radius: 0.3}, d3.Pose{Pos: d3.Vec{X: 1, Y: 1.05, Z: 0.95}}},
		{"large ball inside", many, d3.Sphere{Radius: 8}, d3.Pose{}},
		{"ball beside", many, d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 21.5}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := newPartsBench(b, placeOrFail(b, c.a, d3.Pose{}), placeOrFail(b, c.b, c.pose))
			q, _ := d3.NewQuery(d3.Options{})
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
	some := boxesIn(b, rng, 1000, 20)
	beside := boxesIn(b, rng, 100, 10)
	r, _ := d3.NewQuat(0.5, 0.1, -0.3, 0.8062257748298549)
	q, _ := d3.NewQuery(d3.Options{})
	for _, c := range []struct {
		name string
		a, b d3.Shape
		at   d3.Vec
	}{
		{"beside", some, beside, d3.Vec{X: 17.5}},
		{"inside", some, beside, d3.Vec{X: 4}},
		{"ball beside", some, d3.Sphere{Radius: 1}, d3.Vec{X: 11.5}},
		{"ball inside", some, d3.Sphere{Radius: 1}, d3.Vec{X: 3}},
	} {
		for _, ask := range []struct {
			name string
			do   func(a, b *d3.Object, c *d3.Cache)
		}{
			{"Distance", func(a, b *d3.Object, c *d3.Cache) { q.Distance(a, b, c) }},
			{"Relate", func(a, b *d3.Object, c *d3.Cache) { q.Relate(a, b, c) }},
			{"Touch", func(a, b *d3.Object, c *d3.Cache) { q.Touch(a, b, c) }},
		} {
			b.Run(c.name+"/"+ask.name, func(b *testing.B) {
				first, cache := placeOrFail(b, c.a, d3.Pose{}), new(d3.Cache)
				var steps [50]*d3.Object
				var without, with [50]time.Duration
				for k := range steps {
					steps[k] = placeOrFail(b, c.b, d3.Pose{Pos: c.at.Add(d3.Vec{Y: 0.02 * float64(k), Z: 0.01 * float64(k)}), Rot: r})
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

// BenchmarkMeshBody times convex bodies beside a mesh of 20 000 triangles and in contact with it.
func BenchmarkMeshBody(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := bumpyBall(rng, 20000)
	mesh := placeOrFail(b, must(d3.NewMesh(s.v, s.t, d3.MeshOptions{}))(b), d3.Pose{})
	q, _ := d3.NewQuery(d3.Options{})
	for _, c := range []struct {
		name  string
		shape d3.Shape
	}{
		{"ball", d3.Sphere{Radius: 0.1}},
		{"capsule", d3.Capsule{Radius: 0.05, Height: 0.1}},
		{"box", d3.Box{Size: d3.Vec{X: 0.1, Y: 0.2, Z: 0.1}}},
		{"large box", d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}},
	} {
		for _, r := range []float64{1, 2} {
			var bodies [16]*d3.Object
			for i := range bodies {
				at := d3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}.Unit().Scale(r)
				bodies[i] = placeOrFail(b, c.shape, d3.Pose{Pos: at, Rot: anyRot(rng)})
			}
			b.Run(fmt.Sprintf("Distance/%s at %v", c.name, r), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					q.Distance(mesh, bodies[i%len(bodies)], nil)
				}
			})
			if r > 1 {
				continue
			}
			b.Run("Touch/"+c.name, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					q.Touch(mesh, bodies[i%len(bodies)], nil)
				}
			})
		}
	}
}

// BenchmarkNewMesh reports the time and the memory of a triangle of a mesh of 100 000 triangles.
func BenchmarkNewMesh(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	const w = 225
	var v []d3.Vec
	var t [][3]int
	for j := range w {
		for i := range w {
			v = append(v, d3.Vec{X: float64(i), Y: float64(j), Z: rng.Float64()})
			if k := j*w + i; i > 0 && j > 0 {
				t = append(t, [3]int{k - w - 1, k - w, k}, [3]int{k - w - 1, k, k - 1})
			}
		}
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var m *d3.Mesh
	for b.Loop() {
		m = must(d3.NewMesh(v, t, d3.MeshOptions{}))(b)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(t)), "ns/triangle")
	b.ReportMetric((float64(after.HeapAlloc-before.HeapAlloc)-24*float64(len(v)))/float64(len(t)), "B/triangle")
	runtime.KeepAlive(m)
	runtime.KeepAlive(v)
	runtime.KeepAlive(t)
}

// BenchmarkNewCompound times a compound of 10 000 turned boxes, for each part.
func BenchmarkNewCompound(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	parts := randomParts(rng, 10000, 40, func(rng *rand.Rand) d3.Shape {
		return d3.Box{Size: d3.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64(), Z: 0.2 + rng.Float64()}}
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
		parts := make([]d3.Part, n)
		for i := range parts {
			parts[i] = d3.Part{Shape: d3.Cylinder{Radius: 1, Height: 1}}
		}
		c := mustCompound(b, parts)
		left, right := placeOrFail(b, c, d3.Pose{}), placeOrFail(b, c, d3.Pose{Pos: d3.Vec{X: 3}})
		q := new(d3.Query)
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
	parts := make([]d3.Part, n)
	for i := range parts {
		parts[i] = d3.Part{Shape: d3.Cylinder{Radius: 1, Height: 1}}
	}
	o, q := placeOrFail(b, mustCompound(b, parts), d3.Pose{}), new(d3.Query)
	for b.Loop() {
		if !q.Crowded(o, o, n*n-1) {
			b.Fatal("fewer pairs")
		}
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N*n*n), "ns/pair")
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
