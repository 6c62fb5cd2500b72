// Command soak asks about millions of random pairs and checks each answer by second methods:
//
//	go run ./tools/soak -n 10000000 -seed 1
//
// Pairs in three and two dimensions alternate. Each answer is audited (numbers, relation against
// bracket, width, the bracket rebuilt from normal and witnesses, membership of the witnesses), held
// against further separating directions, and compared bit for bit with the answer about the swapped
// pair; a small share of the pairs of polytopes goes to the exact oracle. A faulty pair is printed
// as a line for `collide query`, with the seed and index that made it: pair i of -seed s is the
// same on every machine, whatever the number of cores.
//
// Manifolds are audited as well: each of their points lies on its body to 1e-9 of its size. With
// -hard all pairs come from families made to break that: lattices, slivers, bodies 1e3 to 1e17
// apart in size, and so on (package shapegen); -family names one.
//
// With -rings the pairs are curved bodies deep in each other, with many directions that are all but
// equally good ways out. That a query ends at the iteration limit is a fault as well.
//
// With -casts the questions are rays, sweeps, points with margins and containment, motions, and
// moving vertices, in turn, about bodies of the hard families. Each is held against a second
// method: a ray against a point that is swept and against a segment, a sweep against distances on
// the way and the exact sweep, a point against Distance, a motion against distances at sampled
// times, vertices against the oracle and against the same in another order or backwards.
//
// With -meshes the bodies are made of facets: meshes, solid or not, height fields, chains, with one
// side or two, grids, with hulls and polygons among them, on lattices, of slivers, with corners on
// each other, and 1e9 apart in size. Each pair, two rays and a point are asked about, and whether
// one body holds the other. Relations, brackets, points and the facets that answers name are held
// against rationals.
//
// The exit status is 1 when a fault was found.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// block is the number of pairs that come from one generator; one worker does all of it.
const block = 1000

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// config is what the flags say.
type config struct {
	n       int
	first   int // block
	seed    uint64
	workers int
	oracle  int // one in so many polytope pairs goes to the oracle
	faults  int // print no more of each sort
	rings   bool
	hard    bool
	casts   bool
	meshes  bool
	family  string
	slow    time.Duration
}

// run is main with its surroundings as arguments.
func run(args []string, out, progress io.Writer) int {
	c := config{}
	fs := flag.NewFlagSet("soak", flag.ContinueOnError)
	fs.IntVar(&c.n, "n", 100000, "number of pairs")
	fs.IntVar(&c.first, "first", 0, fmt.Sprintf("begin with this block of %d pairs", block))
	fs.Uint64Var(&c.seed, "seed", 1, "seed")
	fs.IntVar(&c.workers, "workers", runtime.GOMAXPROCS(0), "number of goroutines")
	fs.IntVar(&c.oracle, "oracle", 200, "ask the exact oracle about one in so many pairs of polytopes; 0 never")
	fs.IntVar(&c.faults, "faults", 5, "print no more faults of one sort than this")
	fs.BoolVar(&c.rings, "rings", false, "ask about curved bodies in three dimensions, deep in each other, with many "+
		"directions that are all but equally good")
	fs.BoolVar(&c.hard, "hard", false, "ask about families of hard pairs")
	fs.BoolVar(&c.casts, "casts", false, "ask about rays, sweeps, points, motions and moving vertices")
	fs.BoolVar(&c.meshes, "meshes", false, "ask about meshes, height fields, chains and grids")
	fs.StringVar(&c.family, "family", "", "ask about the hard pairs of this family alone")
	fs.DurationVar(&c.slow, "slow", 100*time.Millisecond, "a query that takes longer is a fault")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if c.family != "" && !slices.Contains(shapegen.Hard3, c.family) && !slices.Contains(shapegen.Hard2, c.family) {
		fmt.Fprintf(progress, "soak: no family %q: %v in space, %v in the plane\n", c.family, shapegen.Hard3, shapegen.Hard2)
		return 2
	}
	start := time.Now()
	total := work(&c, out, progress, start)
	fmt.Fprintf(out, "%d pairs in %.0f s\n", total.pairs, time.Since(start).Seconds())
	for _, m := range []struct {
		name   string
		counts map[string]int
	}{{"relation", total.relation}, {"status", total.status}, {"kind", total.kind}, {"fault", total.fault}} {
		for _, k := range slices.Sorted(maps.Keys(m.counts)) {
			fmt.Fprintf(out, "%-9s %-40s %10d\n", m.name, k, m.counts[k])
		}
	}
	fmt.Fprintf(out, "oracle    %d pairs; slowest query %v; most iterations %d; widest bracket %.3g T\n", total.exact,
		total.slowest, total.iterations, total.widest)
	if len(total.fault) > 0 {
		return 1
	}
	return 0
}

// tally counts what was seen.
type tally struct {
	pairs, exact, iterations      int
	slowest                       time.Duration
	widest                        float64 // bracket, of the width that is promised
	relation, status, kind, fault map[string]int
}

func newTally() *tally {
	return &tally{relation: map[string]int{}, status: map[string]int{}, kind: map[string]int{}, fault: map[string]int{}}
}

// add adds the counts of o.
func (t *tally) add(o *tally) {
	t.pairs += o.pairs
	t.exact += o.exact
	t.iterations = max(t.iterations, o.iterations)
	t.slowest = max(t.slowest, o.slowest)
	t.widest = max(t.widest, o.widest)
	for _, m := range [][2]map[string]int{
		{t.relation, o.relation},
		{t.status, o.status},
		{t.kind, o.kind},
		{t.fault, o.fault},
	} {
		for k, n := range m[1] {
			m[0][k] += n
		}
	}
}

// work spreads the blocks over the workers.
func work(c *config, out, progress io.Writer, start time.Time) *tally {
	var next, done atomic.Int64
	printed := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	total := newTally()
	blocks := int64((c.n + block - 1) / block)
	for range max(c.workers, 1) {
		wg.Go(func() {
			w, err := newWorker(c)
			if err != nil {
				panic(err) // the zero options are always right
			}
			for i := next.Add(1) - 1; i < blocks; i = next.Add(1) - 1 {
				w.tally = newTally()
				faults := w.block(uint64(c.first)+uint64(i), min(block, c.n-int(i)*block))
				mu.Lock()
				for _, f := range faults {
					if printed[f.sort]++; printed[f.sort] <= c.faults {
						fmt.Fprintln(out, f.text)
					}
				}
				total.add(w.tally)
				mu.Unlock()
				if d := done.Add(1); d%100 == 0 {
					fmt.Fprintf(progress, "%d of %d pairs, %.0f s\n", d*block, c.n, time.Since(start).Seconds())
				}
			}
		})
	}
	wg.Wait()
	return total
}

// worker has what one goroutine needs.
type worker struct {
	*config
	tally *tally
	q2    *d2.Query
	q3    *d3.Query
}

func newWorker(c *config) (*worker, error) {
	q2, err := d2.NewQuery(d2.Options{})
	if err != nil {
		return nil, err
	}
	q3, err := d3.NewQuery(d3.Options{})
	return &worker{config: c, q2: q2, q3: q3}, err
}

// subject is a pair of either dimension with the answers about it.
type subject struct {
	kinds     string
	same      bool // A and B may be one body: no order to be told
	line      func(id string) string
	scene     *audit.Scene
	got, back audit.Contact
	relation  collide.Relation
	manifold  audit.Manifold
	took      time.Duration
	exact     func() (oracle.Answer, bool)
	direction func() [3]float64
}

// block asks about the n pairs of block i and returns what is wrong with them.
func (w *worker) block(i uint64, n int) []*fault {
	seed := w.seed<<32 + i
	g2, g3, ring := shapegen.New2(seed), shapegen.New3(seed), newRings(seed)
	meshes, chains := newMeshMaker(seed), newChainMaker(seed)
	var out []*fault
	for k := range n {
		if w.meshes {
			id := fmt.Sprintf("seed %d block %d pair %d", w.seed, i, k)
			f := (*fault)(nil)
			if k%2 == 0 {
				f = w.checkMeshes(id, meshes)
			} else {
				f = w.checkChains(id, chains)
			}
			if f != nil {
				out = append(out, f)
			}
			continue
		}
		if w.casts {
			if f := w.checkCast(k, fmt.Sprintf("seed %d block %d pair %d", w.seed, i, k), g2, g3); f != nil {
				out = append(out, f)
			}
			continue
		}
		var s *subject
		var err error
		switch {
		case w.rings:
			s, err = w.ask3(ring.Pair(), g3)
		case w.hard || w.family != "":
			s, err = w.askHard(k, g2, g3)
		case k%2 == 0:
			s, err = w.ask3(g3.Pair(), g3)
		default:
			s, err = w.ask2(g2.Pair(), g2)
		}
		if err == nil {
			err = w.check(s, k)
		}
		if f := (*fault)(nil); errors.As(err, &f) {
			id := fmt.Sprintf("seed %d block %d pair %d", w.seed, i, k)
			out = append(out, &fault{f.sort, fmt.Sprintf("%s: %v\n%s\n%+v", id, err, s.line(id), s.got)})
		}
	}
	return out
}

// askHard asks about pair k of hard families: in turn, or of the one that the flag names, in the
// dimensions that have it.
func (w *worker) askHard(k int, g2 *shapegen.Gen2, g3 *shapegen.Gen3) (*subject, error) {
	space, plane := shapegen.Hard3[k/2%len(shapegen.Hard3)], shapegen.Hard2[k/2%len(shapegen.Hard2)]
	in3, in2 := true, true
	if w.family != "" {
		space, plane = w.family, w.family
		in3, in2 = slices.Contains(shapegen.Hard3, w.family), slices.Contains(shapegen.Hard2, w.family)
	}
	if in3 && (k%2 == 0 || !in2) {
		return w.ask3(g3.Hard(space), g3)
	}
	return w.ask2(g2.Hard(plane), g2)
}

// ask3 answers about a pair in both orders.
func (w *worker) ask3(p shapegen.Pair3, g *shapegen.Gen3) (*subject, error) {
	s := &subject{kinds: kinds("3D", p.A.Kind, p.B.Kind), line: p.Line, exact: p.Oracle, direction: g.Direction}
	a, b, err := p.Place()
	if err != nil {
		return s, w.fault("place", err)
	}
	s.took = w.time(func() { s.got = audit.Contact3(w.q3.Distance(&a, &b, nil)) })
	s.back = audit.Contact3(w.q3.Distance(&b, &a, nil))
	s.relation = w.q3.Relate(&a, &b, nil)
	_, mf := w.q3.Collide(&a, &b, nil)
	s.manifold = audit.Manifold3(&mf)
	s.scene, s.same = audit.Of3(&p), p.A.Alike(&p.B)
	return s, nil
}

// ask2 is ask3 in two dimensions.
func (w *worker) ask2(p shapegen.Pair2, g *shapegen.Gen2) (*subject, error) {
	s := &subject{kinds: kinds("2D", p.A.Kind, p.B.Kind), line: p.Line, exact: p.Oracle, direction: g.Direction}
	a, b, err := p.Place()
	if err != nil {
		return s, w.fault("place", err)
	}
	s.took = w.time(func() { s.got = audit.Contact2(w.q2.Distance(&a, &b, nil)) })
	s.back = audit.Contact2(w.q2.Distance(&b, &a, nil))
	s.relation = w.q2.Relate(&a, &b, nil)
	_, mf := w.q2.Collide(&a, &b, nil)
	s.manifold = audit.Manifold2(&mf)
	s.scene, s.same = audit.Of2(&p), p.A.Alike(&p.B)
	return s, nil
}

// time returns how long f takes; it is called again when that was long, since something else may
// have held it up.
func (w *worker) time(f func()) time.Duration {
	least := time.Duration(math.MaxInt64)
	for range 3 {
		start := time.Now()
		f()
		least = min(least, time.Since(start))
		if least <= w.slow {
			break
		}
	}
	return least
}

// kinds names a pair of kinds, in alphabetic order.
func kinds(dim, a, b string) string { return dim + " " + min(a, b) + " " + max(a, b) }

// fault is what is wrong with one answer.
type fault struct{ sort, text string }

// Error returns the text.
func (f *fault) Error() string { return f.text }

// fault counts and returns an error.
func (w *worker) fault(name string, err error) error {
	w.tally.fault[name]++
	return &fault{name, name + ": " + err.Error()}
}

// check returns what is wrong with the answer.
func (w *worker) check(s *subject, k int) error {
	c := &s.got
	w.tally.pairs++
	w.tally.kind[s.kinds]++
	w.tally.relation[c.Relation.String()]++
	w.tally.status[c.Status.String()]++
	w.tally.iterations = max(w.tally.iterations, c.Iterations)
	w.tally.slowest = max(w.tally.slowest, s.took)
	if t := s.scene.Tolerance(c.Distance); t > 0 {
		w.tally.widest = max(w.tally.widest, (c.Upper-c.Lower)/t)
	}
	if c.Status == collide.Limit {
		return w.fault("limit", fmt.Errorf("a bracket [%v, %v] after %d iterations", c.Lower, c.Upper, c.Iterations))
	}
	if s.took > w.slow {
		return w.fault("slow", fmt.Errorf("the query took %v", s.took))
	}
	if err := s.scene.Check(c); err != nil {
		name := "audit"
		if f := (*audit.Fault)(nil); errors.As(err, &f) {
			name += " " + f.Check
		}
		return w.fault(name, err)
	}
	if err := s.scene.CheckManifold(c, &s.manifold); err != nil {
		return w.fault("manifold", err)
	}
	// Without an exact path the two may give up at different places, but they may not contradict
	// each other.
	undecided := s.relation == collide.Undecided || c.Relation == collide.Undecided
	if s.relation != c.Relation && !(undecided && !s.scene.Hard()) {
		return w.fault("relate", fmt.Errorf("relate says %v, distance %v", s.relation, c.Relation))
	}
	for range 4 {
		n := s.direction()
		if sep := s.scene.Separation(n); sep > c.Upper+s.scene.Noise(c.Distance) {
			return w.fault("direction", fmt.Errorf("direction %v proves %v, above the bracket [%v, %v]", n, sep, c.Lower,
				c.Upper))
		}
	}
	if !s.same && c.Swapped() != s.back {
		return w.fault("swap", fmt.Errorf("the swapped pair has other bits: %+v", s.back))
	}
	if w.config.oracle > 0 && k%w.config.oracle < 2 {
		return w.against(s)
	}
	return nil
}

// against asks the oracle.
func (w *worker) against(s *subject) error {
	want, ok := s.exact()
	if !ok {
		return nil
	}
	w.tally.exact++
	if c := &s.got; want.Relation != c.Relation || want.Hi < c.Lower || want.Lo > c.Upper {
		return w.fault("oracle", fmt.Errorf("%v in [%v, %v], exactly it is %v", c.Relation, c.Lower, c.Upper, want))
	}
	return nil
}
