package d2_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/faulty"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// batchOf draws n pairs of few bodies.
func batchOf(t *testing.T, n int) [][2]*d2.Object {
	t.Helper()
	g, r := shapegen.New2(7), rand.New(rand.NewPCG(7, 1))
	g.Unit, g.Offset = 1, 0
	var bodies []*d2.Object
	for range 40 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, &a, &b)
	}
	pairs := make([][2]*d2.Object, n)
	for i := range pairs {
		pairs[i] = [2]*d2.Object{bodies[r.IntN(len(bodies))], bodies[r.IntN(len(bodies))]}
	}
	return pairs
}

// TestAll: on any number of cores the answers of a batch are those of one Query, in order, behind
// what was there.
func TestAll(t *testing.T) {
	pairs := batchOf(t, 1000)
	opt := d2.Options{Tolerance: 1e-7, MaxIterations: 30}
	q := must(d2.NewQuery(opt))(t)
	distances, relations, collisions := make([]d2.Contact, 1), make([]collide.Relation, 1), make([]d2.Collision, 1)
	for _, p := range pairs {
		distances = append(distances, q.Distance(p[0], p[1], nil))
		relations = append(relations, q.Relate(p[0], p[1], nil))
		ct, mf := q.Collide(p[0], p[1], nil)
		collisions = append(collisions, d2.Collision{Contact: ct, Manifold: mf})
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
			d, err := d2.DistanceAll(make([]d2.Contact, 1), pairs[:n], opt)
			r, err2 := d2.RelateAll(make([]collide.Relation, 1), pairs[:n], opt)
			c, err3 := d2.CollideAll(make([]d2.Collision, 1), pairs[:n], opt)
			if err := errors.Join(err, err2, err3); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(d, distances[:n+1]) || !slices.Equal(r, relations[:n+1]) || !slices.Equal(c, collisions[:n+1]) {
				t.Fatalf("%d pairs on %d cores: other answers than one by one", n, cores)
			}
		}
	}
	p := pairs[0] // the Queries of the pool have their defaults again
	if got, want := d2.Distance(p[0], p[1]), must(d2.NewQuery(d2.Options{}))(t).Distance(p[0], p[1], nil); got != want {
		t.Errorf("after a batch Distance says %+v, want %+v", got, want)
	}
}

// TestAllRefuses: bad options, and a Trace, which is not for many at once.
func TestAllRefuses(t *testing.T) {
	pairs := batchOf(t, 3)
	for _, opt := range []d2.Options{{Tolerance: -1}, {MaxIterations: -1}, {Trace: new(d2.Trace)}} {
		had := make([]d2.Contact, 2)
		if out, err := d2.DistanceAll(had, pairs, opt); !errors.Is(err, collide.ErrBadOption) || len(out) != 2 {
			t.Errorf("%+v: %d answers, error %v", opt, len(out), err)
		}
	}
}

// BenchmarkAll asks about many pairs at once, and one by one.
func BenchmarkAll(b *testing.B) {
	s := newSample(1)
	pairs := make([][2]*d2.Object, 4096)
	for i := range pairs {
		p := s.pair(b, makers[i%len(makers)].make(b, s), makers[i%len(makers)].make(b, s), regimes[i%len(regimes)].gap(s))
		pairs[i] = [2]*d2.Object{&p[0], &p[1]}
	}
	out := make([]d2.Contact, 0, len(pairs))
	for _, cores := range []int{1, runtime.GOMAXPROCS(0)} {
		b.Run(fmt.Sprintf("cores-%d", cores), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			for b.Loop() {
				if _, err := d2.DistanceAll(out, pairs, d2.Options{}); err != nil {
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
	bad := must(d2.Place(faulty.Shape[d2.Vec]{Broken: &broken}, d2.Pose{}))(t)
	broken.Store(true)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cores := range []int{1, 4} {
		runtime.GOMAXPROCS(cores)
		for _, at := range []int{0, 500, 999} {
			list := slices.Clone(pairs)
			list[at] = [2]*d2.Object{&bad, &bad}
			func() {
				defer func() {
					if p := recover(); p != faulty.Panic {
						t.Errorf("%d cores, pair %d: the panic is %v", cores, at, p)
					}
				}()
				_, err := d2.DistanceAll(nil, list, d2.Options{})
				t.Errorf("%d cores, pair %d: no panic, error %v", cores, at, err)
			}()
		}
	}
}

func ExampleDistanceAll() {
	ball, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{})
	near, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{X: 3}})
	far, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{X: 9}})
	answers, _ := d2.DistanceAll(nil, [][2]*d2.Object{{&ball, &near}, {&ball, &far}}, d2.Options{})
	for _, c := range answers {
		fmt.Println(c.Distance)
	}
	// Output:
	// 1
	// 7
}
