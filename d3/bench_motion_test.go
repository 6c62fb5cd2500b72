package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/collide-go/collide/d3"
)

// moverPairs are the pairs of kinds that the benchmarks of this file are about, of size 1 to 2.
var moverPairs = []struct {
	name string
	draw func(r *rand.Rand) (a, b d3.Convex)
}{
	{"box", func(r *rand.Rand) (a, b d3.Convex) { return someBox(r), someBox(r) }},
	{"sphere-box", func(r *rand.Rand) (a, b d3.Convex) { return d3.Sphere{Radius: 0.5 + r.Float64()/2}, someBox(r) }},
	{"capsule", func(r *rand.Rand) (a, b d3.Convex) { return someCapsule(r), someCapsule(r) }},
	{"capsule-box", func(r *rand.Rand) (a, b d3.Convex) { return someCapsule(r), someBox(r) }},
	{"cylinder", func(r *rand.Rand) (a, b d3.Convex) { return someCylinder(r), someCylinder(r) }},
	{"hull8", func(r *rand.Rand) (a, b d3.Convex) { return someHull(r, 8), someHull(r, 8) }},
	{"hull32", func(r *rand.Rand) (a, b d3.Convex) { return someHull(r, 32), someHull(r, 32) }},
	{"hull512", func(r *rand.Rand) (a, b d3.Convex) { return someHull(r, 512), someHull(r, 512) }},
}

func someBox(r *rand.Rand) d3.Convex {
	return d3.Box{Size: d3.Vec{X: 1 + r.Float64(), Y: 1 + r.Float64(), Z: 1 + r.Float64()}}
}

func someCapsule(r *rand.Rand) d3.Convex {
	return d3.Capsule{Height: 1 + r.Float64(), Radius: 0.25 + r.Float64()/4}
}

func someCylinder(r *rand.Rand) d3.Convex {
	return d3.Cylinder{Radius: 0.5 + r.Float64()/2, Height: 1 + r.Float64()}
}

func someHull(r *rand.Rand, n int) d3.Convex {
	points := make([]d3.Vec, n)
	stretch := d3.Vec{X: 0.5 + r.Float64()/2, Y: 0.5 + r.Float64()/2, Z: 0.5 + r.Float64()/2}
	for i := range points {
		v := someUnit(r)
		points[i] = d3.Vec{X: v.X * stretch.X, Y: v.Y * stretch.Y, Z: v.Z * stretch.Z}
	}
	h, err := d3.NewHull(points)
	if err != nil {
		panic(err)
	}
	return h
}

func someUnit(r *rand.Rand) d3.Vec {
	return d3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
}

// spin returns the rotation by t about the axis.
func spin(axis d3.Vec, t float64) d3.Rot {
	s := math.Sin(t / 2)
	q, err := d3.NewQuat(axis.X*s, axis.Y*s, axis.Z*s, math.Cos(t/2))
	if err != nil {
		panic(err)
	}
	return q
}

// mover is a pair in motion: b goes round a, and both turn.
type mover struct {
	a, b               d3.Convex
	u, v, axisA, axisB d3.Vec
	startA, startB     d3.Rot
}

func newMover(r *rand.Rand, draw func(r *rand.Rand) (a, b d3.Convex)) *mover {
	var m mover
	m.a, m.b = draw(r)
	m.u = someUnit(r)
	m.v = m.u.Cross(someUnit(r)).Unit()
	m.axisA, m.axisB = someUnit(r), someUnit(r)
	m.startA, m.startB = spin(someUnit(r), 3*r.Float64()), spin(someUnit(r), 3*r.Float64())
	return &m
}

// at returns the pair at the time t, b at the share f of the distance at which both touch a plane
// between them.
func (m *mover) at(t, f float64) (a, b d3.Object) {
	u := m.u.Scale(math.Cos(t)).Add(m.v.Scale(math.Sin(t)))
	p, q := spin(m.axisA, 0.3*t).Mul(m.startA), spin(m.axisB, 0.8*t).Mul(m.startB)
	reach := func(s d3.Convex, r d3.Rot, d d3.Vec) float64 {
		d = r.Inverse().Apply(d)
		return s.Support(d).Dot(d) + s.Margin()
	}
	ext := reach(m.a, p, u) + reach(m.b, q, u.Neg())
	a, errA := d3.Place(m.a, d3.Pose{Pos: d3.Vec{X: 3, Y: -2, Z: 1}, Rot: p})
	b, errB := d3.Place(m.b, d3.Pose{Pos: d3.Vec{X: 3, Y: -2, Z: 1}.Add(u.Scale(ext * f)), Rot: q})
	if errA != nil || errB != nil {
		panic(fmt.Sprint(errA, errB))
	}
	return a, b
}

// doors are the queries that the benchmarks ask.
var doors = []struct {
	name string
	ask  func(q *d3.Query, a, b *d3.Object, c *d3.Cache)
}{
	{"Relate", func(q *d3.Query, a, b *d3.Object, c *d3.Cache) { q.Relate(a, b, c) }},
	{"Touch", func(q *d3.Query, a, b *d3.Object, c *d3.Cache) { q.Touch(a, b, c) }},
	{"Distance", func(q *d3.Query, a, b *d3.Object, c *d3.Cache) { q.Distance(a, b, c) }},
	{"Collide", func(q *d3.Query, a, b *d3.Object, c *d3.Cache) { q.Collide(a, b, c) }},
}

// BenchmarkMotion asks about pairs in coherent motion, by 0.1 %, 1 % and 10 % of the size from
// frame to frame: with a gap of 2 % (sep), an overlap of 10 % (mix) and of 50 % (deep) along the
// line of centres. It reports how long a query takes with the pair's Cache over without one, both
// asked in turns: at most 1.05, but for noise.
func BenchmarkMotion(b *testing.B) {
	const pairs, frames = 8, 50
	for _, kind := range moverPairs {
		for _, step := range []float64{0.001, 0.01, 0.1} {
			for _, mode := range []struct {
				name string
				f    float64
			}{{"sep", 1.02}, {"mix", 0.9}, {"deep", 0.5}} {
				r := rand.New(rand.NewPCG(5, 1))
				var film [pairs][frames][2]d3.Object
				for i := range film {
					m := newMover(r, kind.draw)
					for k := range film[i] {
						film[i][k][0], film[i][k][1] = m.at(float64(k)*step, mode.f)
					}
				}
				for _, door := range doors {
					b.Run(fmt.Sprintf("%s/%v/%s/%s", kind.name, step, mode.name, door.name), func(b *testing.B) {
						q := must(d3.NewQuery(d3.Options{}))(b)
						show := func(cached bool) time.Duration {
							start := time.Now()
							for i := range film {
								var own d3.Cache
								var c *d3.Cache
								if cached {
									c = &own
								}
								for k := range film[i] {
									door.ask(q, &film[i][k][0], &film[i][k][1], c)
								}
							}
							return time.Since(start)
						}
						show(false) // the first query of a hull may make tables
						cold, warm := time.Hour, time.Hour
						for b.Loop() {
							cold, warm = min(cold, show(false)), min(warm, show(true))
						}
						b.ReportMetric(float64(cold)/pairs/frames, "cold-ns")
						b.ReportMetric(float64(warm)/float64(cold), "cached/cold")
					})
				}
			}
		}
	}
}

// BenchmarkDoors asks about pairs that are far apart (a gap of the size), near (1 %), shallow (an
// overlap of 3 %) and deep (70 %) along the line of centres. Far pairs are apart by their AABBs.
func BenchmarkDoors(b *testing.B) {
	const pairs = 200
	for _, kind := range moverPairs {
		for _, mode := range []struct {
			name string
			f    float64
		}{{"far", 2}, {"near", 1.01}, {"shallow", 0.97}, {"deep", 0.3}} {
			r := rand.New(rand.NewPCG(6, 1))
			var all [pairs][2]d3.Object
			for i := range all {
				all[i][0], all[i][1] = newMover(r, kind.draw).at(0, mode.f)
			}
			for _, door := range doors {
				b.Run(fmt.Sprintf("%s/%s/%s", kind.name, mode.name, door.name), func(b *testing.B) {
					q := must(d3.NewQuery(d3.Options{}))(b)
					for i := range all { // the first query of a hull may make tables
						door.ask(q, &all[i][0], &all[i][1], nil)
					}
					least := time.Hour
					for b.Loop() {
						start := time.Now()
						for i := range all {
							door.ask(q, &all[i][0], &all[i][1], nil)
						}
						least = min(least, time.Since(start))
					}
					b.ReportMetric(float64(least)/pairs, "least-ns")
				})
			}
		}
	}
}

// BenchmarkMove moves hulls: the cost hardly grows with the corners.
func BenchmarkMove(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, n := range []int{8, 32, 128, 512, 2048} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			o := must(d3.Place(someHull(r, n), d3.Pose{}))(b)
			var poses [64]d3.Pose
			for i := range poses {
				poses[i] = d3.Pose{Pos: someUnit(r), Rot: spin(someUnit(r), 3*r.Float64())}
			}
			least := time.Hour
			for b.Loop() {
				start := time.Now()
				for i := range poses {
					if err := o.Move(poses[i]); err != nil {
						b.Fatal(err)
					}
				}
				least = min(least, time.Since(start))
			}
			b.ReportMetric(float64(least)/float64(len(poses)), "least-ns")
		})
	}
}
