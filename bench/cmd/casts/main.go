// Command casts times casts, closest points, sweeps, times of impact and moving vertices of this
// library over a workload of package tasks.
//
//	casts WORKLOAD VARIANT PASSES [RESULTS]
//
// The variant is default or a tolerance of the query, such as 1e-4; into is default for rays and
// points, by the queries that write the answer to a value of the caller's. It prints the processor
// time of the thread per task, in nanoseconds, for each pass; reading and placing are not timed:
//
//	time collide VARIANT WORKLOAD TASKS NS...
//
// The variant each times every task by itself, PASSES times, and keeps the least time of each:
//
//	each collide KIND WORKLOAD TASKS P50 P99 MAX
//
// RESULTS gets a line per task: index, verdict (hit, touch, miss, undecided; of points outside,
// boundary, inside, undecided), and t or the signed distance. The environment variable BUDGET
// (seconds, default 1) ends the passes early;
// PROFILE names a file that gets a profile of the passes, for go tool pprof.
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/bench/tasks"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"golang.org/x/sys/unix"
)

// answer is what RESULTS tells of a task.
type answer struct {
	verdict  collide.Verdict
	relation collide.Relation // of a point
	at       float64
}

// caster holds a workload, and where the answers go, so that the compiler cannot drop the calls.
type caster struct {
	work    *tasks.Work
	answers []answer
	ask     func(from, to int) // answers the tasks from one number up to another
}

// word returns the word for the verdict, or of a point for its place.
func (c *caster) word(a answer) string {
	if c.work.Kind != "point" {
		return a.verdict.String()
	}
	switch a.relation {
	case collide.Apart:
		return "outside"
	case collide.Touching:
		return "boundary"
	case collide.Overlapping:
		return "inside"
	case collide.Undecided:
	}
	return "undecided"
}

// plane returns how to answer tasks of one kind in the plane.
func plane(q *d2.Query, kind string) func(list []tasks.Task2, out []answer) {
	return map[string]func(list []tasks.Task2, out []answer){
		"ray": func(list []tasks.Task2, out []answer) {
			for i := range list {
				h := q.CastRay(&list[i].A, &list[i].Ray)
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
		"point": func(list []tasks.Task2, out []answer) {
			for i := range list {
				p, _ := q.ClosestPoint(&list[i].A, list[i].Point)
				out[i] = answer{relation: p.Relation, at: p.Distance}
			}
		},
		"ray into": func(list []tasks.Task2, out []answer) {
			var h d2.RayHit
			for i := range list {
				q.CastRayInto(&h, &list[i].A, &list[i].Ray)
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
		"point into": func(list []tasks.Task2, out []answer) {
			var p d2.Closest
			for i := range list {
				_ = q.ClosestPointInto(&p, &list[i].A, list[i].Point)
				out[i] = answer{relation: p.Relation, at: p.Distance}
			}
		},
		"sweep": func(list []tasks.Task2, out []answer) {
			for i := range list {
				h := q.CastShape(&list[i].A, &list[i].B, &list[i].Sweep)
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
		"motion": func(list []tasks.Task2, out []answer) {
			for i := range list {
				t := &list[i]
				h, _ := q.TimeOfImpact(&t.A, &t.MA, &t.B, &t.MB, d2.ImpactOptions{Duration: t.Most})
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
		"vertices": func(list []tasks.Task2, out []answer) {
			for i := range list {
				h, _ := q.VertexEdgeImpact([3]d2.Vec(list[i].Start[:]), [3]d2.Vec(list[i].End[:]))
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
	}[kind]
}

// space is plane in space.
func space(q *d3.Query, kind string) func(list []tasks.Task3, out []answer) {
	return map[string]func(list []tasks.Task3, out []answer){
		"ray": func(list []tasks.Task3, out []answer) {
			for i := range list {
				h := q.CastRay(&list[i].A, &list[i].Ray)
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
		"point": func(list []tasks.Task3, out []answer) {
			for i := range list {
				p, _ := q.ClosestPoint(&list[i].A, list[i].Point)
				out[i] = answer{relation: p.Relation, at: p.Distance}
			}
		},
		"ray into": func(list []tasks.Task3, out []answer) {
			var h d3.RayHit
			for i := range list {
				q.CastRayInto(&h, &list[i].A, &list[i].Ray)
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
		"point into": func(list []tasks.Task3, out []answer) {
			var p d3.Closest
			for i := range list {
				_ = q.ClosestPointInto(&p, &list[i].A, list[i].Point)
				out[i] = answer{relation: p.Relation, at: p.Distance}
			}
		},
		"sweep": func(list []tasks.Task3, out []answer) {
			for i := range list {
				h := q.CastShape(&list[i].A, &list[i].B, &list[i].Sweep)
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
		"motion": func(list []tasks.Task3, out []answer) {
			for i := range list {
				t := &list[i]
				h, _ := q.TimeOfImpact(&t.A, &t.MA, &t.B, &t.MB, d3.ImpactOptions{Duration: t.Most})
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
		"vertices": func(list []tasks.Task3, out []answer) {
			for i := range list {
				ask := q.VertexFaceImpact
				if list[i].Edges {
					ask = q.EdgeEdgeImpact
				}
				h, _ := ask(list[i].Start, list[i].End)
				out[i] = answer{verdict: h.Verdict, at: h.T}
			}
		},
	}[kind]
}

// load reads the workload.
func load(path, variant string) (*caster, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	w, err := tasks.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	tolerance, kind := 0.0, w.Kind
	switch variant {
	case "default", "each":
	case "into":
		if kind += " into"; w.Kind != "ray" && w.Kind != "point" {
			return nil, fmt.Errorf("the variant into is for rays and points, not for %q", w.Kind)
		}
	default:
		if tolerance, err = strconv.ParseFloat(variant, 64); err != nil {
			return nil, fmt.Errorf("unknown variant %q", variant)
		}
	}
	c := &caster{work: w, answers: make([]answer, w.Len())}
	if w.Dim == 2 {
		q, err := d2.NewQuery(d2.Options{Tolerance: tolerance})
		ask := plane(q, kind)
		c.ask = func(from, to int) { ask(w.Plane[from:to], c.answers[from:to]) }
		return c, err
	}
	q, err := d3.NewQuery(d3.Options{Tolerance: tolerance})
	ask := space(q, kind)
	c.ask = func(from, to int) { ask(w.Space[from:to], c.answers[from:to]) }
	return c, err
}

// cpuNow returns the processor time of this thread in nanoseconds.
func cpuNow() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return float64(t.Nano())
}

// passes times passes over all tasks until the budget is spent, and prints them.
func (c *caster) passes(n int) {
	seconds, err := strconv.ParseFloat(os.Getenv("BUDGET"), 64)
	if err != nil {
		seconds = 1
	}
	total := 0.0
	for i := 0; i < n && total <= seconds*1e9; i++ {
		start := cpuNow()
		c.ask(0, len(c.answers))
		spent := cpuNow() - start
		total += spent
		fmt.Printf(" %.1f", spent/float64(len(c.answers)))
	}
	fmt.Println()
}

// each returns the least time of n calls for each task, on the wall's clock less what reading it
// takes, in order.
func (c *caster) each(n int) []int64 {
	idle := least(1000, func() {})
	times := make([]int64, len(c.answers))
	for i := range times {
		times[i] = max(0, least(max(1, n), func() { c.ask(i, i+1) })-idle)
	}
	slices.Sort(times)
	return times
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
func (c *caster) results(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for i, a := range c.answers {
		fmt.Fprintf(w, "%d %s %.17g\n", i, c.word(a), a.at)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// profiled calls f, with a profile of it where path is not empty.
func profiled(path string, f func()) error {
	if path == "" {
		f()
		return nil
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return err
	}
	f()
	pprof.StopCPUProfile()
	return out.Close()
}

func run(args []string) error {
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	variant, name := args[1], strings.TrimSuffix(filepath.Base(args[0]), ".txt")
	c, err := load(args[0], variant)
	if err != nil {
		return err
	}
	runtime.LockOSThread()
	runtime.GC()
	debug.SetGCPercent(-1)
	if variant == "each" {
		t := c.each(n)
		fmt.Println("each collide", c.work.Kind, name, len(t), t[len(t)/2], t[len(t)-1-len(t)/100], t[len(t)-1])
	} else {
		fmt.Printf("time collide %s %s %d", variant, name, c.work.Len())
		if err := profiled(os.Getenv("PROFILE"), func() { c.passes(n) }); err != nil {
			return err
		}
	}
	if len(args) < 4 {
		return nil
	}
	return c.results(args[3])
}

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: casts WORKLOAD VARIANT PASSES [RESULTS]")
		os.Exit(2)
	}
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "casts:", err)
		os.Exit(1)
	}
}
