package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/collide-go/collide/d2"
)

// moverPairs are the pairs of kinds that the benchmarks of this file are about, of size 1 to 2.
var moverPairs = []struct {
	name string
	draw func(r *rand.Rand) (a, b d2.Convex)
}{
	{"circle", func(r *rand.Rand) (a, b d2.Convex) {
		return d2.Circle{Radius: 0.5 + r.Float64()/2}, d2.Circle{Radius: 0.5 + r.Float64()/2}
	}},
	{"circle-box", func(r *rand.Rand) (a, b d2.Convex) { return d2.Circle{Radius: 0.5 + r.Float64()/2}, someBox(r) }},
	{"capsule", func(r *rand.Rand) (a, b d2.Convex) { return someCapsule(r), someCapsule(r) }},
	{"capsule-box", func(r *rand.Rand) (a, b d2.Convex) { return someCapsule(r), someBox(r) }},
	{"box", func(r *rand.Rand) (a, b d2.Convex) { return someBox(r), someBox(r) }},
	{"ellipse", func(r *rand.Rand) (a, b d2.Convex) { return someEllipse(r), someEllipse(r) }},
	{"polygon8", func(r *rand.Rand) (a, b d2.Convex) { return someHull(r, 8), someHull(r, 8) }},
	{"polygon16", func(r *rand.Rand) (a, b d2.Convex) { return someHull(r, 16), someHull(r, 16) }},
	{"polygon24", func(r *rand.Rand) (a, b d2.Convex) { return someHull(r, 24), someHull(r, 24) }},
	{"polygon64", func(r *rand.Rand) (a, b d2.Convex) { return someHull(r, 64), someHull(r, 64) }},
	{"polygon128", func(r *rand.Rand) (a, b d2.Convex) { return someHull(r, 128), someHull(r, 128) }},
}

func someBox(r *rand.Rand) d2.Convex {
	return d2.Box{Size: d2.Vec{X: 1 + r.Float64(), Y: 1 + r.Float64()}}
}

func someCapsule(r *rand.Rand) d2.Convex {
	return d2.Capsule{Height: 1 + r.Float64(), Radius: 0.25 + r.Float64()/4}
}

func someEllipse(r *rand.Rand) d2.Convex {
	return d2.Ellipse{Radii: d2.Vec{X: 0.5 + r.Float64()/2, Y: 0.5 + r.Float64()/2}}
}

func someHull(r *rand.Rand, n int) d2.Convex {
	points := make([]d2.Vec, n)
	stretch := d2.Vec{X: 0.5 + r.Float64()/2, Y: 0.5 + r.Float64()/2}
	for i := range points {
		v := spin(2 * math.Pi * (float64(i) + r.Float64()/2) / float64(n)).Apply(d2.Vec{X: 1})
		points[i] = d2.Vec{X: v.X * stretch.X, Y: v.Y * stretch.Y}
	}
	h, err := d2.NewHull(points)
	if err != nil {
		panic(err)
	}
	return h
}

// spin returns the rotation by t.
func spin(t float64) d2.Rot {
	r, err := d2.NewCosSin(math.Cos(t), math.Sin(t))
	if err != nil {
		panic(err)
	}
	return r
}

// mover is a pair in motion: b goes round a, and both turn.
type mover struct {
	a, b                  d2.Convex
	start, startA, startB float64
}

func newMover(r *rand.Rand, draw func(r *rand.Rand) (a, b d2.Convex)) *mover {
	var m mover
	m.a, m.b = draw(r)
	m.start, m.startA, m.startB = 6*r.Float64(), 6*r.Float64(), 6*r.Float64()
	return &m
}

// at returns the pair at the time t, b at the share f of the distance at which both touch a line
// between them.
func (m *mover) at(t, f float64) (a, b d2.Object) {
	u := spin(m.start + t).Apply(d2.Vec{X: 1})
	p, q := spin(m.startA+0.3*t), spin(m.startB-0.8*t)
	reach := func(s d2.Convex, r d2.Rot, d d2.Vec) float64 {
		d = r.Inverse().Apply(d)
		return s.Support(d).Dot(d) + s.Margin()
	}
	ext := reach(m.a, p, u) + reach(m.b, q, u.Neg())
	a, errA := d2.Place(m.a, d2.Pose{Pos: d2.Vec{X: 3, Y: -2}, Rot: p})
	b, errB := d2.Place(m.b, d2.Pose{Pos: d2.Vec{X: 3, Y: -2}.Add(u.Scale(ext * f)), Rot: q})
	if errA != nil || errB != nil {
		panic(fmt.Sprint(errA, errB))
	}
	return a, b
}

// doors are the queries that the benchmarks ask.
var doors = []struct {
	name string
	ask  func(q *d2.Query, a, b *d2.Object, c *d2.Cache)
}{
	{"Relate", func(q *d2.Query, a, b *d2.Object, c *d2.Cache) { q.Relate(a, b, c) }},
	{"Touch", func(q *d2.Query, a, b *d2.Object, c *d2.Cache) { q.Touch(a, b, c) }},
	{"Distance", func(q *d2.Query, a, b *d2.Object, c *d2.Cache) { q.Distance(a, b, c) }},
	{"Collide", func(q *d2.Query, a, b *d2.Object, c *d2.Cache) { q.Collide(a, b, c) }},
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
				var film [pairs][frames][2]d2.Object
				for i := range film {
					m := newMover(r, kind.draw)
					for k := range film[i] {
						film[i][k][0], film[i][k][1] = m.at(float64(k)*step, mode.f)
					}
				}
				for _, door := range doors {
					b.Run(fmt.Sprintf("%s/%v/%s/%s", kind.name, step, mode.name, door.name), func(b *testing.B) {
						q := must(d2.NewQuery(d2.Options{}))(b)
						show := func(cached bool) time.Duration {
							start := time.Now()
							for i := range film {
								var own d2.Cache
								var c *d2.Cache
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
			var all [pairs][2]d2.Object
			for i := range all {
				all[i][0], all[i][1] = newMover(r, kind.draw).at(0, mode.f)
			}
			for _, door := range doors {
				b.Run(fmt.Sprintf("%s/%s/%s", kind.name, mode.name, door.name), func(b *testing.B) {
					q := must(d2.NewQuery(d2.Options{}))(b)
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
			o := must(d2.Place(someHull(r, n), d2.Pose{}))(b)
			var poses [64]d2.Pose
			for i := range poses {
				poses[i] = d2.Pose{Pos: d2.Vec{X: r.Float64(), Y: r.Float64()}, Rot: spin(6 * r.Float64())}
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
