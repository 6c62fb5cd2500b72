// Command culling counts what culling of candidate axes by bounding boxes brings to the separating
// axis test of polygons, times it, and writes the tables of docs/culling.md and its plots:
//
//	go run ./tools/culling -write docs
//
// The counts are the same on every machine; a test holds the file to them. The times are those of
// the machine.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// sizes are the numbers of vertices of each polygon of a pair.
var sizes = []int{3, 4, 6, 8, 12, 16, 32, 64, 128, 256}

// perCell is the number of pairs for a size and a regime.
const perCell = 300

func main() {
	dir := flag.String("write", "",
		"replace the tables of culling.md in this `folder`, and the plots beside it; without, print them")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "culling:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	cells := count()
	times, err := measure()
	if err != nil {
		return err
	}
	if dir == "" {
		fmt.Print(keptTable(cells), "\n", wrongTable(cells), "\n", timeTable(times))
		return nil
	}
	name := filepath.Join(dir, "culling.md")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	for mark, table := range map[string]string{
		"kept": keptTable(cells), "wrong": wrongTable(cells),
		"times": timeTable(times),
	} {
		if text, err = replace(text, mark, table); err != nil {
			return err
		}
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "culling.svg"), []byte(keptPlot(cells)), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "culling-times.svg"), []byte(timePlot(times)), 0o644)
}

// replace puts table between the comments that mark its place.
func replace(text []byte, mark, table string) ([]byte, error) {
	open, end := "<!-- "+mark+" -->\n", "<!-- end of "+mark+" -->"
	i, j := bytes.Index(text, []byte(open)), bytes.Index(text, []byte(end))
	if i < 0 || j < i {
		return nil, fmt.Errorf("no place for the table %q", mark)
	}
	return []byte(string(text[:i]) + open + "\n" + table + "\n" + string(text[j:])), nil
}

// cell is a regime and a size.
type cell struct {
	regime string
	n      int
	modes  []outcome // as modes
}

// scenes draws the pairs of a cell.
func scenes(regime string, n int) []*scene {
	r := rand.New(rand.NewPCG(uint64(n), uint64(len(regime))))
	out := make([]*scene, perCell)
	for i := range out {
		out[i] = newScene(pair(r, n, regime))
	}
	return out
}

// count counts all cells.
func count() []cell {
	var out []cell
	for _, regime := range append(slices.Clone(regimes), "apart") {
		for _, n := range sizes {
			c := cell{regime, n, make([]outcome, len(modes))}
			for _, s := range scenes(regime, n) {
				for k := range modes {
					c.modes[k].add(s, &modes[k])
				}
			}
			out = append(out, c)
		}
	}
	return out
}

// keptTable is the table of axes kept.
func keptTable(cells []cell) string {
	var b strings.Builder
	shown := []int{1, 2, 3, 5, 6}
	b.WriteString("| pairs | vertices | axes |")
	for _, k := range shown {
		fmt.Fprintf(&b, " %s |", modes[k].name)
	}
	b.WriteString("\n|---|---:|---:|" + strings.Repeat("---:|", len(shown)) + "\n")
	for _, c := range cells {
		if !slices.Contains(regimes, c.regime) {
			continue
		}
		fmt.Fprintf(&b, "| %s | %d | %d |", c.regime, c.n, 2*c.n)
		for _, k := range shown {
			fmt.Fprintf(&b, " %.1f |", float64(c.modes[k].kept)/float64(c.modes[k].pairs))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// wrongTable is the table of wrong answers, over all sizes and regimes.
func wrongTable(cells []cell) string {
	var b strings.Builder
	b.WriteString("| mode | pairs | wrong yes or no | overlapping pairs | wrong least depths " +
		"|\n|---|---:|---:|---:|---:|\n")
	for k := range modes {
		var sum outcome
		for _, c := range cells {
			o := c.modes[k]
			sum.pairs += o.pairs
			sum.verdicts += o.verdicts
			sum.overlaps += o.overlaps
			sum.depths += o.depths
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", modes[k].name, sum.pairs, sum.verdicts, sum.overlaps, sum.depths)
	}
	return b.String()
}

// asks are the queries that are timed.
var asks = []struct {
	name   string
	cull   d2.Cull
	relate bool
}{
	{"Relate", d2.CullNone, true},
	{"with slab", d2.CullSlab, true},
	{"with depth", d2.CullDepth, true},
	{"Distance", d2.CullNone, false},
	{"Distance with depth", d2.CullDepth, false},
}

// ask asks about all pairs.
func ask(q *d2.Query, pairs [][2]d2.Object, relate bool) {
	for i := range pairs {
		if relate {
			q.Relate(&pairs[i][0], &pairs[i][1], nil)
		} else {
			q.Distance(&pairs[i][0], &pairs[i][1], nil)
		}
	}
}

// timed is a cell's least times in ns, as asks.
type timed struct {
	regime string
	n      int
	ns     []float64
}

// measure times all cells.
func measure() ([]timed, error) {
	var out []timed
	by := make([]*d2.Query, len(asks))
	for k := range asks {
		var err error
		if by[k], err = d2.NewQuery(d2.Options{Algorithm: collide.SAT, Cull: asks[k].cull}); err != nil {
			return nil, err
		}
	}
	for _, regime := range regimes {
		for _, n := range sizes {
			t := timed{regime, n, make([]float64, len(asks))}
			pairs := objects(scenes(regime, n))
			for round := range 40 {
				for k := range asks {
					start := time.Now()
					ask(by[k], pairs, asks[k].relate)
					ns := float64(time.Since(start).Nanoseconds()) / float64(len(pairs))
					if round == 0 || ns < t.ns[k] {
						t.ns[k] = ns
					}
				}
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// objects places the pairs, each polygon about the middle of its box.
func objects(s []*scene) [][2]d2.Object {
	out := make([][2]d2.Object, len(s))
	for i := range s {
		for k, p := range [2]*polygon{&s[i].a, &s[i].b} {
			about := p.moved(p.center.Neg())
			shape, err := d2.NewPolygon(about.v)
			if err != nil {
				panic(err) // random makes convex polygons
			}
			if out[i][k], err = d2.Place(shape, d2.Pose{Pos: p.center}); err != nil {
				panic(err)
			}
		}
	}
	return out
}

// timeTable is the table of times.
func timeTable(times []timed) string {
	var b strings.Builder
	b.WriteString("| pairs | vertices |")
	for _, a := range asks {
		fmt.Fprintf(&b, " %s |", a.name)
	}
	b.WriteString("\n|---|---:|" + strings.Repeat("---:|", len(asks)) + "\n")
	for _, t := range times {
		fmt.Fprintf(&b, "| %s | %d |", t.regime, t.n)
		for _, ns := range t.ns {
			fmt.Fprintf(&b, " %.0f |", ns)
		}
		b.WriteString("\n")
	}
	return b.String()
}
