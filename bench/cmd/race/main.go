// Command race times the queries of this library over a workload.
//
//	race WORKLOAD VARIANT PASSES [RESULTS]
//
// The variants are distance (by DistanceInto), general (the same by GJK and EPA alone), relate,
// overlap, touch (by TouchInto), touch-value (by Touch, which returns the manifold), manifold, in
// 2D sat-relate (Relate by the separating axis test), in space sat, sat-cull and sat-relate (for
// polytopes), distance-cache, relate-cache and touch-cache (the end of one query starts the next:
// for trajectories), place and move (both bodies of each pair, shapes made before), each and
// each-relate. It prints the processor time of the thread per query, in nanoseconds, for each pass
// over the workload; reading and placing are not timed:
//
//	time collide VARIANT WORKLOAD PAIRS NS...
//
// The variants each and each-relate time every pair by itself, PASSES times, and keep the least
// time of each:
//
//	each collide distance WORKLOAD PAIRS P50 P99 MAX MEAN
//
// The variant batch takes two processors. It holds DistanceAll against two queries that work
// through half of the pairs each at the same moment, in turns, and prints the median of the ratios
// of their throughputs:
//
//	batch collide distance WORKLOAD PAIRS SHARE
//
// The variant lines writes the pairs to standard output as lines for the command collide query.
//
// RESULTS gets a line per pair: index, 1 for an intersection or 0, signed distance, normal, points
// on A and on B; of touch the distance of the deepest point alone. The environment variable BUDGET
// (seconds, default 1) ends the passes early and PAIRS limits the pairs.
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/workload"
	"golang.org/x/sys/unix"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: race WORKLOAD VARIANT PASSES [RESULTS]")
		os.Exit(2)
	}
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "race:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	passes, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	r, err := load(args[0], args[1])
	if err != nil {
		return err
	}
	variant, name, n := args[1], strings.TrimSuffix(filepath.Base(args[0]), ".txt"), r.work.Len()
	pass, ok := r.variants()[cmp.Or(strings.TrimPrefix(variant, "general"), "distance")]
	switch variant {
	case "lines":
		return r.lines(os.Stdout, false)
	case "named":
		return r.lines(os.Stdout, true)
	case "batch":
		share, err := r.batch(passes)
		fmt.Println("batch collide distance", name, n, share)
		return err
	}
	one := map[string]func(i int){"each": r.one, "each-relate": r.oneRelation}[variant]
	if !ok && one == nil {
		return fmt.Errorf("unknown variant %q", variant)
	}
	runtime.LockOSThread()
	runtime.GC()
	debug.SetGCPercent(-1)
	if one != nil {
		t := r.each(passes, one)
		slices.Sort(t)
		sum := int64(0)
		for _, x := range t {
			sum += x
		}
		what := map[bool]string{false: "distance", true: "relate"}[variant == "each-relate"]
		fmt.Println("each collide", what, name, n, t[n/2], t[n-1-n/100], t[n-1], sum/int64(n))
	} else {
		fmt.Printf("time collide %s %s %d", variant, name, n)
		for _, t := range timePasses(pass, passes, budget()) {
			fmt.Printf(" %.1f", t/float64(n))
		}
		fmt.Println()
	}
	if len(args) < 4 {
		return nil
	}
	if variant == "touch" { // the passes keep the last manifold alone
		r.variants()["touch-value"]()
		r.depths()
	}
	return r.results(args[3])
}

// depths makes of the manifolds the answers: their relation, and as distance that of the deepest
// point, NaN for no point.
func (r *racer) depths() {
	for i, m := range r.manifolds2 {
		least := func(p, q d2.ManifoldPoint) int { return cmp.Compare(p.Distance, q.Distance) }
		r.answers2[i] = d2.Contact{Relation: r.relations[i], Distance: math.NaN()}
		if m.N > 0 {
			r.answers2[i].Distance = slices.MinFunc(m.Points[:m.N], least).Distance
		}
	}
	for i, m := range r.manifolds3 {
		least := func(p, q d3.ManifoldPoint) int { return cmp.Compare(p.Distance, q.Distance) }
		r.answers3[i] = d3.Contact{Relation: r.relations[i], Distance: math.NaN()}
		if m.N > 0 {
			r.answers3[i].Distance = slices.MinFunc(m.Points[:m.N], least).Distance
		}
	}
}

// racer holds a workload and where the answers go, so that the compiler cannot drop the queries.
type racer struct {
	work     *workload.Work
	q2       *d2.Query
	q3       *d3.Query
	answers2 []d2.Contact

	manifolds2 []d2.Manifold
	manifolds3 []d3.Manifold
	manifold2  d2.Manifold // of one pair after the other, as engines and the other drivers have it
	manifold3  d3.Manifold

	answers3  []d3.Contact
	relations []collide.Relation
	overlaps  []bool
	sat3      [2]*d3.Query // by the separating axis test, without culling and with it
}

// load reads the workload and makes room for the answers of a variant.
func load(path, variant string) (*racer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	limit, _ := strconv.Atoi(os.Getenv("PAIRS"))
	w, err := workload.Load(f, limit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if w.Len() == 0 {
		return nil, fmt.Errorf("%s: no pairs", path)
	}
	general := variant == "general" // GJK and EPA where Distance knows a shorter way
	algorithm := collide.Auto
	switch {
	case general:
		algorithm = collide.GJK
	case strings.HasPrefix(variant, "sat"):
		algorithm = collide.SAT
	}
	q2, err := d2.NewQuery(d2.Options{Algorithm: algorithm})
	if err != nil {
		return nil, err
	}
	var sat3 [2]*d3.Query
	for i, cull := range [2]d3.Cull{d3.CullNone, d3.CullDepth} {
		if sat3[i], err = d3.NewQuery(d3.Options{Algorithm: collide.SAT, Cull: cull}); err != nil {
			return nil, err
		}
	}
	opt := d3.Options{}
	if general {
		opt.Algorithm = collide.GJK
	}
	q3, err := d3.NewQuery(opt)
	return &racer{
		work: w, q2: q2, q3: q3, sat3: sat3,
		answers2: make([]d2.Contact, len(w.Pairs2)), answers3: make([]d3.Contact, len(w.Pairs3)),
		manifolds2: make([]d2.Manifold, len(w.Pairs2)), manifolds3: make([]d3.Manifold, len(w.Pairs3)),
		relations: make([]collide.Relation, w.Len()), overlaps: make([]bool, w.Len()),
	}, err
}

// variants returns the passes that can be timed, by name.
func (r *racer) variants() map[string]func() {
	if r.work.Dim == 2 {
		return r.variants2()
	}
	pairs, q := r.work.Pairs3, r.q3
	list := map[string]func(){
		"distance": func() {
			for i := range pairs {
				q.DistanceInto(&r.answers3[i], &pairs[i][0], &pairs[i][1], nil)
			}
		},
		"relate": func() {
			for i := range pairs {
				r.relations[i] = q.Relate(&pairs[i][0], &pairs[i][1], nil)
			}
		},
		"overlap": func() {
			for i := range pairs {
				r.overlaps[i] = q.Overlap(&pairs[i][0], &pairs[i][1], nil)
			}
		},
		"touch": func() {
			for i := range pairs {
				r.relations[i] = q.TouchInto(&r.manifold3, &pairs[i][0], &pairs[i][1], nil)
			}
		},
		"touch-value": func() {
			for i := range pairs {
				r.relations[i], r.manifolds3[i] = q.Touch(&pairs[i][0], &pairs[i][1], nil)
			}
		},
		"manifold": func() {
			for i := range pairs {
				q.CollideInto(&r.answers3[i], &r.manifolds3[i], &pairs[i][0], &pairs[i][1], nil)
			}
		},
		"sat": func() {
			for i := range pairs {
				r.answers3[i] = r.sat3[0].Distance(&pairs[i][0], &pairs[i][1], nil)
			}
		},
		"sat-cull": func() {
			for i := range pairs {
				r.answers3[i] = r.sat3[1].Distance(&pairs[i][0], &pairs[i][1], nil)
			}
		},
		"sat-relate": func() {
			for i := range pairs {
				r.relations[i] = r.sat3[0].Relate(&pairs[i][0], &pairs[i][1], nil)
			}
		},
	}
	maps.Copy(list, r.moving3())
	return list
}

func (r *racer) variants2() map[string]func() {
	pairs, q := r.work.Pairs2, r.q2
	list := map[string]func(){
		"sat-relate": func() {
			for i := range pairs {
				r.relations[i] = q.Relate(&pairs[i][0], &pairs[i][1], nil)
			}
		},
		"touch": func() {
			for i := range pairs {
				r.relations[i] = q.TouchInto(&r.manifold2, &pairs[i][0], &pairs[i][1], nil)
			}
		},
		"touch-value": func() {
			for i := range pairs {
				r.relations[i], r.manifolds2[i] = q.Touch(&pairs[i][0], &pairs[i][1], nil)
			}
		},
		"manifold": func() {
			for i := range pairs {
				q.CollideInto(&r.answers2[i], &r.manifolds2[i], &pairs[i][0], &pairs[i][1], nil)
			}
		},
		"distance": func() {
			for i := range pairs {
				q.DistanceInto(&r.answers2[i], &pairs[i][0], &pairs[i][1], nil)
			}
		},
		"relate": func() {
			for i := range pairs {
				r.relations[i] = q.Relate(&pairs[i][0], &pairs[i][1], nil)
			}
		},
		"overlap": func() {
			for i := range pairs {
				r.overlaps[i] = q.Overlap(&pairs[i][0], &pairs[i][1], nil)
			}
		},
	}
	maps.Copy(list, r.moving2())
	return list
}

// moving3 returns the passes that know of an earlier frame, and those that set the poses.
func (r *racer) moving3() map[string]func() {
	pairs, q, cache := r.work.Pairs3, r.q3, new(d3.Cache)
	return map[string]func(){
		"distance-cache": func() {
			for i := range pairs {
				q.DistanceInto(&r.answers3[i], &pairs[i][0], &pairs[i][1], cache)
			}
		},
		"relate-cache": func() {
			for i := range pairs {
				r.relations[i] = q.Relate(&pairs[i][0], &pairs[i][1], cache)
			}
		},
		"touch-cache": func() {
			for i := range pairs {
				r.relations[i] = q.TouchInto(&r.manifold3, &pairs[i][0], &pairs[i][1], cache)
			}
		},
		"place": func() {
			for i := range pairs {
				for k := range pairs[i] {
					pairs[i][k], _ = d3.Place(pairs[i][k].Shape(), pairs[i][k].Pose())
				}
			}
		},
		"move": func() {
			for i := range pairs {
				for k := range pairs[i] {
					_ = pairs[i][k].Move(pairs[i][k].Pose())
				}
			}
		},
	}
}

// moving2 is moving3 in the plane.
func (r *racer) moving2() map[string]func() {
	pairs, q, cache := r.work.Pairs2, r.q2, new(d2.Cache)
	return map[string]func(){
		"distance-cache": func() {
			for i := range pairs {
				q.DistanceInto(&r.answers2[i], &pairs[i][0], &pairs[i][1], cache)
			}
		},
		"relate-cache": func() {
			for i := range pairs {
				r.relations[i] = q.Relate(&pairs[i][0], &pairs[i][1], cache)
			}
		},
		"touch-cache": func() {
			for i := range pairs {
				r.relations[i] = q.TouchInto(&r.manifold2, &pairs[i][0], &pairs[i][1], cache)
			}
		},
		"place": func() {
			for i := range pairs {
				for k := range pairs[i] {
					pairs[i][k], _ = d2.Place(pairs[i][k].Shape(), pairs[i][k].Pose())
				}
			}
		},
		"move": func() {
			for i := range pairs {
				for k := range pairs[i] {
					_ = pairs[i][k].Move(pairs[i][k].Pose())
				}
			}
		},
	}
}

// budget returns how long the passes may take, in nanoseconds.
func budget() float64 {
	s, err := strconv.ParseFloat(os.Getenv("BUDGET"), 64)
	if err != nil {
		s = 1
	}
	return s * 1e9
}

// cpuNow returns the processor time of this thread in nanoseconds: on a shared machine the time of
// day says little.
func cpuNow() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return float64(t.Nano())
}

// timePasses returns the time of each pass. It stops when the budget is spent by the passes after
// the first one, which also makes what bodies keep, such as the faces of hulls, and for 512 corners
// takes as long as dozens of others.
func timePasses(pass func(), passes int, budget float64) (times []float64) {
	total := 0.0
	for range passes {
		start := cpuNow()
		pass()
		times = append(times, cpuNow()-start)
		if len(times) == 1 {
			continue
		}
		if total += times[len(times)-1]; total > budget {
			break
		}
	}
	return times
}

// each returns the least of the times that a query takes for each pair, in nanoseconds of the clock
// on the wall less what reading it takes: reading a thread's clock takes longer than a query.
func (r *racer) each(passes int, one func(i int)) []int64 {
	idle := least(1000, func() {})
	times := make([]int64, r.work.Len())
	for i := range times {
		times[i] = max(0, least(max(1, passes), func() { one(i) })-idle)
	}
	return times
}

// one answers one pair.
func (r *racer) one(i int) {
	if r.work.Dim == 2 {
		r.answers2[i] = r.q2.Distance(&r.work.Pairs2[i][0], &r.work.Pairs2[i][1], nil)
		return
	}
	r.answers3[i] = r.q3.Distance(&r.work.Pairs3[i][0], &r.work.Pairs3[i][1], nil)
}

// oneRelation tells the relation of one pair.
func (r *racer) oneRelation(i int) {
	if r.work.Dim == 2 {
		r.relations[i] = r.q2.Relate(&r.work.Pairs2[i][0], &r.work.Pairs2[i][1], nil)
		return
	}
	r.relations[i] = r.q3.Relate(&r.work.Pairs3[i][0], &r.work.Pairs3[i][1], nil)
}

// least returns the least time of n calls.
func least(n int, f func()) int64 {
	best := int64(1) << 62
	for range n {
		start := time.Now()
		f()
		best = min(best, time.Since(start).Nanoseconds())
	}
	return best
}

// results writes the answers of the last pass.
func (r *racer) results(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	line := func(i int, rel collide.Relation, v ...float64) {
		hit := 1
		if rel == collide.Apart {
			hit = 0
		}
		fmt.Fprint(w, i, " ", hit)
		for _, x := range v {
			fmt.Fprintf(w, " %.17g", x)
		}
		fmt.Fprintln(w)
	}
	for i, c := range r.answers2 {
		line(i, c.Relation, c.Distance, c.Normal.X, c.Normal.Y, 0,
			c.PointA.X, c.PointA.Y, 0, c.PointB.X, c.PointB.Y, 0)
	}
	for i, c := range r.answers3 {
		line(i, c.Relation, c.Distance, c.Normal.X, c.Normal.Y, c.Normal.Z,
			c.PointA.X, c.PointA.Y, c.PointA.Z, c.PointB.X, c.PointB.Y, c.PointB.Z)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
