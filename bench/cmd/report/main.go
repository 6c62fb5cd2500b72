// Command report races this library against those that package managers offer, over pairs of bodies
// of many kinds, holds all answers to what can be proved, and writes a page of it.
//
//	report [-dir FOLDER] [-install] [-n PAIRS] [-rounds N] [-budget S] [-cpu N] [-only WORDS] [-base COMMIT] [-page FILE]
//
// It keeps in FOLDER what it draws, builds and measures; begun again, it goes on where it ended. A
// peer that cannot be built is left out with a word: -install gets what they need from the package
// managers (Debian's, Python's, Maven's; those of crates come with the build), as root. With -base
// an earlier state of this repository runs beside the present one where we race against ourselves.
//
// The programs run over one workload in turns, pinned to a processor, so that all of them see the
// same moods of the machine. A time is one of a pass over all pairs, processor time of the thread
// per query.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// options are the flags.
type options struct {
	dir, cpu, only, page, base string
	install                    bool
	n, rounds                  int
	budget                     string
}

// run does all steps.
func run() error {
	var o options
	flag.StringVar(&o.dir, "dir", filepath.Join(os.TempDir(), "collide-race"),
		"`folder` of what is drawn, built and measured")
	flag.BoolVar(&o.install, "install", false, "install what the peers need from package managers")
	flag.IntVar(&o.n, "n", 500, "pairs of a workload")
	flag.IntVar(&o.rounds, "rounds", 3, "how often each program runs over each workload")
	flag.StringVar(&o.budget, "budget", "0.1", "seconds after which a run starts no further pass")
	flag.StringVar(&o.cpu, "cpu", "1", "pin the programs to this processor; empty for none")
	flag.StringVar(&o.only, "only", "", "workloads whose names hold one of these words, with commas between")
	flag.StringVar(&o.base, "base", "", "`commit` of this repository whose times stand beside ours")
	flag.StringVar(&o.page, "page", "", "the page to write, with times and a plot beside it; if not given in -dir")
	flag.Parse()
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	o.dir = dir
	if o.page == "" {
		o.page = filepath.Join(o.dir, "benchmarks.md")
	}
	lock, err := hold(o.dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	if o.install {
		if err := install(o.dir); err != nil {
			return err
		}
	}
	progs, err := build(o.dir)
	if err != nil {
		return err
	}
	list, err := draw(&o)
	if err != nil {
		return err
	}
	ours, err := buildOwn(&o)
	if err != nil {
		return err
	}
	alone, err := ownWork(&o, list)
	if err != nil {
		return err
	}
	cells, err := measure(&o, progs, list, ours, alone)
	if err != nil {
		return err
	}
	return writePage(&o, cells)
}

// hold makes the folder of a race ours until the file it returns is closed, or the process ends:
// two races in one would measure each other.
func hold(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: another race runs in this folder; wait for it, or give another one by -dir", dir)
	}
	return f, nil
}

// command runs a command and returns what it prints.
func command(argv ...string) ([]byte, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		text := strings.TrimSpace(string(out))
		return out, fmt.Errorf("%s: %w: %s", strings.Join(argv, " "), err, text[max(0, len(text)-300):])
	}
	return out, nil
}

// draw draws the workloads, unless they are there, and returns the files.
func draw(o *options) ([]string, error) {
	dir := filepath.Join(o.dir, fmt.Sprintf("work-%d", o.n))
	if _, err := os.Stat(dir); err != nil {
		part := dir + ".part"
		if err := os.MkdirAll(part, 0o755); err != nil {
			return nil, err
		}
		if _, err := command("go", "run", "./cmd/tasks", "-n", fmt.Sprint(o.n), "-pairs", part); err != nil {
			return nil, err
		}
		if err := os.Rename(part, dir); err != nil {
			return nil, err
		}
	}
	list, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	return o.chosen(list), nil
}

// chosen returns the files whose names hold one of the words asked for.
func (o *options) chosen(list []string) []string {
	if o.only == "" {
		return list
	}
	words := strings.Split(o.only, ",")
	return slices.DeleteFunc(list, func(path string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(nameOf(path), w) })
	})
}

// pinned returns a command line on the processor asked for.
func (o *options) pinned(argv []string) []string {
	if o.cpu == "" {
		return argv
	}
	return append([]string{"taskset", "-c", o.cpu}, argv...)
}

// nameOf returns the name of a workload.
func nameOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txt") }

// cell is what one program did for one query of one workload.
type cell struct {
	Workload, Query, Program, Variant string
	Pairs                             int
	Times                             []float64 // of passes, ns a query, ascending
	Wrong                             int       // pairs
}

// own is the name of this library's program.
const own = "collide"

// measure races all cells that are not yet in the folder: those of the workloads of list against
// others, those of alone among ours.
func measure(o *options, progs []program, list []string, ours []program, alone []string) ([]cell, error) {
	path := filepath.Join(o.dir, fmt.Sprintf("cells-%d.ndjson", o.n))
	cells, err := readCells(path)
	if err != nil {
		return nil, err
	}
	done := map[[2]string]bool{}
	for _, c := range cells {
		done[[2]string{c.Workload, c.Query}] = true
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// step measures a cell unless it is there, and keeps all programs of it at once.
	step := func(i int, list []string, query string, race func(work string) ([]cell, error)) error {
		work := list[i]
		if done[[2]string{nameOf(work), query}] {
			return nil
		}
		fmt.Fprintf(os.Stderr, "%d of %d: %s, %s\n", i+1, len(list), nameOf(work), query)
		more, err := race(work)
		if err != nil {
			return err
		}
		var out []byte
		for _, c := range more {
			line, err := json.Marshal(c)
			if err != nil {
				return err
			}
			out = append(append(out, line...), '\n')
		}
		cells = append(cells, more...)
		_, err = f.Write(out)
		return err
	}
	for i := range list {
		for _, query := range queries {
			err := step(i, list, query, func(work string) ([]cell, error) { return race(o, progs, work, query) })
			if err != nil {
				return nil, err
			}
		}
	}
	for i := range alone {
		err := step(i, alone, ownQuery, func(work string) ([]cell, error) { return raceOwn(o, ours, work) })
		if err != nil {
			return nil, err
		}
	}
	return cells, nil
}

// readCells reads what has been measured.
func readCells(path string) (cells []cell, err error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c cell
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// least, and at return times of a cell.
func (c *cell) least() float64 { return c.Times[0] }

func (c *cell) at(share float64) float64 {
	return c.Times[min(int(share*float64(len(c.Times))), len(c.Times)-1)]
}

// right reports whether at most one pair in a thousand is wrong.
func (c *cell) right() bool { return 1000*c.Wrong <= c.Pairs }

// fastest returns the fastest cell that is right, nil for none.
func fastest(list []cell) *cell {
	var best *cell
	for i := range list {
		if c := &list[i]; c.right() && (best == nil || cmp.Less(c.least(), best.least())) {
			best = c
		}
	}
	return best
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}
