package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/bench/tasks"
)

// verdict is a line of the results of a driver.
type verdict struct {
	word string
	at   float64
}

// answers runs a driver once and returns what it answers.
func (r *runner) answers(d driver, workload string) ([]verdict, error) {
	dir, err := os.MkdirTemp("", "verdicts")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "results")
	if _, err := r.fields("time", d.program, workload, d.variant, "1", path); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []verdict
	for s := bufio.NewScanner(f); s.Scan(); {
		w := strings.Fields(s.Text())
		if len(w) != 3 {
			return nil, fmt.Errorf("%s: bad result %q", d.name, s.Text())
		}
		at, err := strconv.ParseFloat(w[2], 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		out = append(out, verdict{w[1], at})
	}
	return out, nil
}

// verdicts prints how many answers of each driver are wrong, and what is wrong with them.
func (r *runner) verdicts(drivers []driver, workloads []string) error {
	fmt.Printf("\n%-26s %-12s %6s %6s %6s %6s  %s\n", "workload", "who", "tasks", "hits", "unsure", "wrong",
		"what is wrong")
	for _, path := range workloads {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		w, err := tasks.Load(f)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, d := range drivers {
			got, err := r.answers(d, path)
			if errors.Is(err, errUnsupported) {
				continue
			}
			if err != nil {
				return err
			}
			if len(got) != w.Len() {
				return fmt.Errorf("%s answers %d of %d tasks", d.name, len(got), w.Len())
			}
			printFaults(workloadName(path), d.name, w, got)
		}
	}
	return nil
}

// printFaults prints the line of one driver.
func printFaults(workload, name string, w *tasks.Work, got []verdict) {
	hits, unsure, wrong := 0, 0, 0
	faults := map[string]int{}
	first := map[string]int{}
	for i, v := range got {
		switch v.word {
		case "hit", "touch", "inside", "boundary":
			hits++
		case "undecided":
			unsure++
		}
		if f := w.Known[i].Fault(v.word, v.at); f != "" {
			if wrong++; faults[f] == 0 {
				first[f] = i
			}
			faults[f]++
		}
	}
	var words []string
	for f, n := range faults {
		words = append(words, fmt.Sprintf("%d %s (task %d)", n, f, first[f]))
	}
	slices.Sort(words)
	fmt.Printf("%-26s %-12s %6d %6d %6d %6d  %s\n", workload, name, len(got), hits, unsure, wrong,
		strings.Join(words, ", "))
}
