// Command compare races this library against drivers of others over workloads, in turns, so that
// all of them see the same moods of the machine.
//
//	compare [-rounds N] [-own FOLDER] [-peer NAME=PROGRAM:VARIANT]... [-cpu N] [-verdicts] WORKLOAD...
//
// -own ./cmd/casts and workloads of package tasks race casts, points and motions; -verdicts then
// holds the answers of all programs to what is known of each task, and counts who is wrong.
//
// A driver is called as PROGRAM WORKLOAD VARIANT PASSES and prints a line "time PEER VARIANT
// WORKLOAD PAIRS NS..."; exit status 3 means that it lacks a shape. The first table holds, for each
// workload and peer, the least time of all passes of both sides, the ratio ours/theirs of these,
// and the median over the rounds of the ratio within a round. The second holds workloads whose name
// ends in ".touch": times of single pairs, and our mean as a multiple of our mean on the ".near"
// workload of the same name if that was run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// driver is a program to race.
type driver struct{ name, program, variant string }

// drivers is the value of the option -peer.
type drivers []driver

func (d *drivers) String() string { return fmt.Sprint(*d) }

// Set adds a driver given as NAME=PROGRAM:VARIANT.
func (d *drivers) Set(s string) error {
	name, rest, ok := strings.Cut(s, "=")
	colon := strings.LastIndexByte(rest, ':')
	if !ok || colon < 0 {
		return errors.New("want NAME=PROGRAM:VARIANT")
	}
	*d = append(*d, driver{name, rest[:colon], rest[colon+1:]})
	return nil
}

// runner knows how programs are started.
type runner struct {
	cpu    string
	passes int
	budget string
}

// errUnsupported is the error of a driver that lacks a shape.
var errUnsupported = errors.New("unsupported")

// fields returns the numbers of the line that starts with word.
func (r *runner) fields(word, program string, args ...string) ([]float64, error) {
	argv := append([]string{program}, args...)
	if r.cpu != "" {
		argv = append([]string{"taskset", "-c", r.cpu}, argv...)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "BUDGET="+r.budget)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		return nil, errUnsupported
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
	}
	for line := range strings.Lines(string(out)) {
		w := strings.Fields(line)
		if len(w) < 6 || w[0] != word {
			continue
		}
		var v []float64
		for _, s := range w[5:] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return nil, err
			}
			v = append(v, x)
		}
		return v, nil
	}
	return nil, fmt.Errorf("%s: no line %q", strings.Join(argv, " "), word)
}

// time returns the least time per query of one run.
func (r *runner) time(d driver, workload string) (float64, error) {
	v, err := r.fields("time", d.program, workload, d.variant, strconv.Itoa(r.passes))
	if err != nil {
		return 0, err
	}
	return slices.Min(v), nil
}

// median returns the middle value.
func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// workloadName returns the name of a workload file without folder and ending.
func workloadName(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txt") }

// race runs all programs over one workload in turns and prints a table line per peer. It returns
// our least time.
func (r *runner) race(ours driver, peers []driver, workload string, rounds int) (float64, error) {
	best := math.Inf(1)
	mine := make([]float64, rounds)
	theirs := make([][]float64, len(peers))
	for round := range rounds {
		t, err := r.time(ours, workload)
		if err != nil {
			return 0, err
		}
		mine[round], best = t, min(best, t)
		for i, p := range peers {
			t, err := r.time(p, workload)
			if errors.Is(err, errUnsupported) {
				continue
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, "compare:", err)
				continue
			}
			theirs[i] = append(theirs[i], t)
		}
	}
	name := workloadName(workload)
	if len(peers) == 0 {
		fmt.Printf("%-26s %-12s %10.1f\n", name, "", best)
	}
	for i, t := range theirs {
		if len(t) < rounds {
			continue
		}
		ratios := make([]float64, rounds)
		for k := range ratios {
			ratios[k] = mine[k] / t[k]
		}
		fmt.Printf("%-26s %-12s %10.1f %10.1f %8.3f %8.3f\n", name, peers[i].name, best, slices.Min(t), best/slices.Min(t),
			median(ratios))
	}
	return best, nil
}

// touching prints the table of single pairs.
func (r *runner) touching(ours driver, workloads []string, best map[string]float64) error {
	fmt.Printf("\n%-26s %10s %10s %10s %10s %8s\n", "touching: single pairs", "mean ns", "p50", "p99", "max", "x near")
	for _, w := range workloads {
		name := workloadName(w)
		v, err := r.fields("each", ours.program, w, "each", "7")
		if err != nil {
			return err
		}
		if len(v) != 3 {
			return fmt.Errorf("%s: %d percentiles", name, len(v))
		}
		near, multiple := best[strings.TrimSuffix(name, ".touch")+".near"], "-"
		if near > 0 {
			multiple = fmt.Sprintf("%.1f", best[name]/near)
		}
		fmt.Printf("%-26s %10.1f %10.0f %10.0f %10.0f %8s\n", name, best[name], v[0], v[1], v[2], multiple)
	}
	return nil
}

func run() error {
	var peers drivers
	flag.Var(&peers, "peer", "race against `NAME=PROGRAM:VARIANT` (repeatable)")
	rounds := flag.Int("rounds", 5, "how often each program runs over each workload")
	own := flag.String("own", "./cmd/race", "the `folder` of our program")
	verdicts := flag.Bool("verdicts", false, "hold the answers to what is known of the tasks")
	program := flag.String("race", "", "our `program`; built from -own if not given")
	variant := flag.String("variant", "", "what our program times; distance, or default of casts, if not given")
	cpu := flag.String("cpu", "", "pin the programs to this processor (with taskset)")
	passes := flag.Int("passes", 12, "passes of one run at most")
	budget := flag.String("budget", "0.25", "seconds after which a run starts no further pass")
	flag.Parse()
	if *variant == "" {
		if *variant = "distance"; filepath.Base(*own) == "casts" {
			*variant = "default"
		}
	}
	if *program == "" {
		dir, err := os.MkdirTemp("", "race")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		*program = filepath.Join(dir, "race")
		if out, err := exec.Command("go", "build", "-o", *program, *own).CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s (in bench/): %w\n%s", *own, err, out)
		}
	}
	r := &runner{cpu: *cpu, passes: *passes, budget: *budget}
	ours := driver{"collide", *program, *variant}
	best := map[string]float64{}
	var touch []string
	fmt.Printf("%-26s %-12s %10s %10s %8s %8s\n", "workload", "peer", "ours ns", "theirs ns", "ratio", "median")
	for _, w := range flag.Args() {
		t, err := r.race(ours, peers, w, max(1, *rounds))
		if err != nil {
			return err
		}
		name := workloadName(w)
		best[name] = t
		if strings.HasSuffix(name, ".touch") {
			touch = append(touch, w)
		}
	}
	if *verdicts {
		if err := r.verdicts(append([]driver{ours}, peers...), flag.Args()); err != nil {
			return err
		}
	}
	if len(touch) == 0 {
		return nil
	}
	return r.touching(ours, touch, best)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}
