// Command tasks writes workloads of package tasks: casts, closest points, sweeps, motions and
// moving vertices, in the plane and in space, each drawn from a seed of its own.
//
//	tasks [-n N] [-pairs | -motion] FOLDER
//
// With -pairs it writes pairs of bodies for cmd/race: far, near, shallow, deep and about to touch;
// with -motion pairs that move from frame to frame, and hulls of 8 to 8192 corners.
//
// Rays and bodies are aimed at the other body, at its rim, or past it; points are near, far and
// inside; bodies in motion fly, tumble, and spin as thin rods. What is known of each task comes
// from distances alone: time runs on by what the distance leaves to the greatest speed.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writer writes one workload.
type writer struct {
	out    *bufio.Writer
	rng    *rand.Rand
	shapes int
	faces  bool // hulls are written with their triangles
}

// signed returns a number of (-1, 1).
func (w *writer) signed() float64 { return 2*w.rng.Float64() - 1 }

// between returns a number of [lo, hi), evenly by its logarithm.
func (w *writer) between(lo, hi float64) float64 { return lo * math.Pow(hi/lo, w.rng.Float64()) }

// print writes numbers, with a space before each.
func (w *writer) print(numbers ...float64) {
	for _, x := range numbers {
		fmt.Fprintf(w.out, " %.17g", x)
	}
}

// shape writes a shape and returns its name.
func (w *writer) shape(kind string, numbers ...float64) string {
	w.shapes++
	id := fmt.Sprint("s", w.shapes)
	fmt.Fprintf(w.out, "shape %s %s", id, kind)
	w.print(numbers...)
	fmt.Fprintln(w.out)
	return id
}

// end writes what is known and ends the line.
func (w *writer) end(lo, hi float64) { fmt.Fprintf(w.out, " %.17g %.17g\n", lo, hi) }

// steps bounds the times at which known looks at a motion.
const steps = 20000

// known returns when bodies are first proved to be within the margin of each other, and deeper than
// it, from their distances at single times: between them no distance changes faster than speed.
func known(distance func(t float64) (lo, hi float64), speed, duration, margin float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(1)
	least := duration / steps // below that, a contact may be missed: hi stays unknown
	// (1) the bodies are farther apart than the margin before min(t, lo), as far as lo is not set
	for t := 0.0; ; {
		l, h := distance(t)
		if h < -margin {
			return min(lo, t), t
		}
		step := least
		if l > margin {
			step = max(step, (l-margin)/speed)
			if (l-margin)/speed < least {
				lo = min(lo, t)
			}
		} else {
			lo = min(lo, t)
		}
		if t == duration {
			return lo, hi
		}
		t = min(t+step, duration)
	}
}

// workload is a file to be written.
type workload struct {
	name  string
	dim   int
	write func(w *writer, n int)
}

func run() error {
	n := flag.Int("n", 1000, "tasks of each workload")
	pairs := flag.Bool("pairs", false, "pairs of bodies, for cmd/race")
	motion := flag.Bool("motion", false, "pairs of bodies that move, and hulls of many sizes")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("usage: tasks [-n N] [-pairs | -motion] FOLDER")
	}
	list := append(spaceWorkloads(), planeWorkloads()...)
	if *pairs {
		list = pairWorkloads()
	}
	if *motion {
		list = motionWorkloads()
	}
	for _, l := range list {
		f, err := os.Create(filepath.Join(flag.Arg(0), l.name+".txt"))
		if err != nil {
			return err
		}
		seed := fnv.New64()
		seed.Write([]byte(l.name))
		w := &writer{out: bufio.NewWriter(f), rng: rand.New(rand.NewPCG(seed.Sum64(), 9))}
		fmt.Fprintln(w.out, "dim", l.dim)
		l.write(w, *n)
		if err := w.out.Flush(); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "tasks:", err)
		os.Exit(1)
	}
}
