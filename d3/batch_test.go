package d3_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/faulty"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// batchOf draws n pairs of few bodies.
func batchOf(t *testing.T, n int) [][2]*d3.Object {
	t.Helper()
	g, r := shapegen.New3(7), rand.New(rand.NewPCG(7, 1))
	g.Unit, g.Offset = 1, 0
	var bodies []*d3.Object
	for range 40 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, &a, &b)
	}
	pairs := make([][2]*d3.Object, n)
	for i := range pairs {
		pairs[i] = [2]*d3.Object{bodies[r.IntN(len(bodies))], bodies[r.IntN(len(bodies))]}
	}
	return pairs
}

// TestAll: on any number of cores the answers of a batch are those of one Query, in order, behind
// what was there.
func TestAll(t *testing.T) {
	pairs := batchOf(t, 1000)
	opt := d3.Options{Tolerance: 1e-7, MaxIterations: 30}
	q := must(d3.NewQuery(opt))(t)
	distances, relations, collisions := make([]d3.Contact, 1), make([]collide.Relation, 1), make([]d3.Collision, 1)
	for _, p := range pairs {
		distances = append(distances, q.Distance(p[0], p[1], nil))
		relations = append(relations, q.Relate(p[0], p[1], nil))
		ct, mf := q.Collide(p[0], p[1], nil)
		collisions = append(collisions, d3.Collision{Contact: ct, Manifold: mf})
	}
	for _, rel := range []collide.Relation{collide.Apart, collide.Overlapping} {
		if !slices.Contains(relations, rel) {
			t.Errorf("no pair is %v", rel)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		for _, n := range []int{0, 1, 63, 64, 65, 128, 1000} {
			d, err := d3.DistanceAll(make([]d3.Contact, 1), pairs[:n], opt)
			r, err2 := d3.RelateAll(make([]collide.Relation, 1), pairs[:n], opt)
			c, err3 := d3.CollideAll(make([]d3.Collision, 1), pairs[:n], opt)
			if err := errors.Join(err, err2, err3); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(d, distances[:n+1]) || !slices.Equal(r, relations[:n+1]) || !slices.Equal(c, collisions[:n+1]) {
				t.Fatalf("%d pairs on %d cores: other answers than one by one", n, cores)
			}
		}
	}
	p := pairs[0] // the Queries of the pool have their defaults again
	if got, want := d3.Distance(p[0], p[1]), must(d3.NewQuery(d3.Options{}))(t).Distance(p[0], p[1], nil); got != want {
		t.Errorf("after a batch Distance says %+v, want %+v", got, want)
	}
}

// TestAllRefuses: bad options, and a Trace, which is not for many at once.
func TestAllRefuses(t *testing.T) {
	pairs := batchOf(t, 3)
	for _, opt := range []d3.Options{{Tolerance: -1}, {MaxIterations: -1}, {Trace: new(d3.Trace)}} {
		had := make([]d3.Contact, 2)
		if out, err := d3.DistanceAll(had, pairs, opt); !errors.Is(err, collide.ErrBadOption) || len(out) != 2 {
			t.Errorf("%+v: %d answers, error %v", opt, len(out), err)
		}
	}
}

// BenchmarkAll asks about many pairs at once, and one by one.
func BenchmarkAll(b *testing.B) {
	s := newSample(1)
	pairs := make([][2]*d3.Object, 4096)
	for i := range pairs {
		p := s.pair(b, makers[i%len(makers)].make(b, s), makers[i%len(makers)].make(b, s), regimes[i%len(regimes)].gap(s))
		pairs[i] = [2]*d3.Object{&p[0], &p[1]}
	}
	out := make([]d3.Contact, 0, len(pairs))
	for _, cores := range []int{1, runtime.GOMAXPROCS(0)} {
		b.Run(fmt.Sprintf("cores-%d", cores), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			for b.Loop() {
				if _, err := d3.DistanceAll(out, pairs, d3.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(pairs)), "ns/pair")
		})
	}
}

// A panic of a user's Support reaches the caller, on whatever core it happens, and no core is at
// work then.
func TestAllPanics(t *testing.T) {
	pairs := batchOf(t, 1000)
	var broken atomic.Bool
	bad := must(d3.Place(faulty.Shape[d3.Vec]{Broken: &broken}, d3.Pose{}))(t)
	broken.Store(true)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cores := range []int{1, 4} {
		runtime.GOMAXPROCS(cores)
		for _, at := range []int{0, 500, 999} {
			list := slices.Clone(pairs)
			list[at] = [2]*d3.Object{&bad, &bad}
			func() {
				defer func() {
					if p := recover(); p != faulty.Panic {
						t.Errorf("%d cores, pair %d: the panic is %v", cores, at, p)
					}
				}()
				_, err := d3.DistanceAll(nil, list, d3.Options{})
				t.Errorf("%d cores, pair %d: no panic, error %v", cores, at, err)
			}()
		}
	}
}

func ExampleDistanceAll() {
	ball, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	near, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{X: 3}})
	far, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{X: 9}})
	answers, _ := d3.DistanceAll(nil, [][2]*d3.Object{{&ball, &near}, {&ball, &far}}, d3.Options{})
	for _, c := range answers {
		fmt.Println(c.Distance)
	}
	// Output:
	// 1
	// 7
}
