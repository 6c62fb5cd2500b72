package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// What this library is held against of its own: the next frame against a first query, hulls of many
// sizes, pairs about to touch against pairs near each other, an earlier state of the code, and the
// command against the library.

// base is the name of the program of an earlier state of the code.
const base = "base"

// ownQuery is the query of cells of this part: they are not judged, and nobody else races in them.
const ownQuery = "own"

// ownVariants returns what is measured of a workload, by program.
func ownVariants(work string) map[string][]string {
	_, regime := split(nameOf(work))
	switch {
	case regime == "growth":
		return map[string][]string{own: {"distance", "relate", "place", "move"}, base: {"distance", "relate"}}
	case strings.Contains(regime, "-"): // from frame to frame
		return map[string][]string{
			own:  {"distance", "distance-cache", "relate", "relate-cache", "touch", "touch-cache"},
			base: {"distance", "relate"},
		}
	case regime == "near" || regime == "touch":
		return map[string][]string{own: {"relate", "each-relate"}, base: {"relate"}}
	}
	return nil
}

// streams are the workloads over which the command and the batch are measured.
var streams = []string{"box.near", "hull512.near", "2d-polygon8.near"}

// ownWork draws the workloads of this part, and returns them with those of the race about which it
// asks.
func ownWork(o *options, list []string) ([]string, error) {
	dir := filepath.Join(o.dir, fmt.Sprintf("own-%d", o.n))
	if _, err := os.Stat(dir); err != nil {
		part := dir + ".part"
		if err := os.MkdirAll(part, 0o755); err != nil {
			return nil, err
		}
		if _, err := command("go", "run", "./cmd/tasks", "-n", fmt.Sprint(o.n), "-motion", part); err != nil {
			return nil, err
		}
		if err := os.Rename(part, dir); err != nil {
			return nil, err
		}
	}
	more, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	more = o.chosen(more)
	for _, work := range list {
		if ownVariants(work) != nil {
			more = append(more, work)
		}
	}
	return more, nil
}

// buildOwn builds the command, and the program of an earlier state if one is named. It returns the
// programs to run.
func buildOwn(o *options) ([]program, error) {
	bin := filepath.Join(o.dir, "bin")
	if _, err := command("go", "build", "-C", "..", "-o", filepath.Join(bin, "command"), "./cmd/collide"); err != nil {
		return nil, err
	}
	list := []program{{name: own, argv: []string{filepath.Join(bin, own)}, passes: 20}}
	if o.base == "" {
		return list, nil
	}
	root := filepath.Join(o.dir, "base-"+o.base)
	if _, err := os.Stat(root); err != nil {
		if err := os.MkdirAll(root, 0o755); err != nil {
			return nil, err
		}
		archive := filepath.Join(o.dir, "base.tar")
		if _, err := command("git", "-C", "..", "archive", "-o", archive, o.base); err != nil {
			return nil, err
		}
		if _, err := command("tar", "-x", "-C", root, "-f", archive); err != nil {
			return nil, err
		}
	}
	binary := filepath.Join(bin, base)
	if _, err := command("go", "build", "-C", filepath.Join(root, "bench"), "-o", binary, "./cmd/race"); err != nil {
		return nil, err
	}
	return append(list, program{name: base, argv: []string{binary}, passes: 20}), nil
}

// raceOwn runs our programs over a workload in turns.
func raceOwn(o *options, progs []program, work string) ([]cell, error) {
	var list []entry
	for _, p := range progs {
		for _, v := range ownVariants(work)[p.name] {
			argv := o.pinned(append(slices.Clone(p.argv), work, v, strconv.Itoa(p.passes)))
			list = append(list, entry{cell{Workload: nameOf(work), Query: ownQuery, Program: p.name, Variant: v}, argv, nil})
		}
	}
	var cells []cell
	for range o.rounds {
		for i := range list {
			if err := list[i].pass(o.budget, ""); err != nil {
				return nil, err
			}
		}
	}
	for _, e := range list {
		if !strings.HasPrefix(e.Variant, "each") { // there they are quantiles
			slices.Sort(e.Times)
		}
		cells = append(cells, e.cell)
	}
	if !slices.Contains(streams, nameOf(work)) {
		return cells, nil
	}
	more, err := stream(o, work)
	return append(cells, more...), err
}

// stream measures the command over the pairs of a workload as lines, the library over the same
// pairs, placed, and the share of the joint throughput of two processors that a batch reaches.
func stream(o *options, work string) ([]cell, error) {
	race := filepath.Join(o.dir, "bin", own)
	cells := []cell{{Variant: "lines"}, {Variant: "named"}, {Variant: "place"}, {Variant: "distance"}, {Variant: "batch"}}
	for range o.rounds {
		for k := range cells[:2] {
			each, err := o.eachLine(race, work, cells[k].Variant)
			if err != nil {
				return nil, err
			}
			cells[k].Times = append(cells[k].Times, each)
		}
		for i := range cells[2:4] {
			e := entry{cells[2+i], o.pinned([]string{race, work, cells[2+i].Variant, "20"}), nil}
			if err := e.pass(o.budget, ""); err != nil {
				return nil, err
			}
			cells[2+i] = e.cell
		}
		out, err := exec.Command(race, work, "batch", "25").Output()
		if err != nil {
			return nil, err
		}
		w := strings.Fields(string(out))
		share, err := strconv.ParseFloat(w[len(w)-1], 64)
		if err != nil {
			return nil, err
		}
		cells[4].Times = append(cells[4].Times, share)
	}
	for i := range cells {
		c := &cells[i]
		c.Workload, c.Query, c.Program = "stream "+nameOf(work), ownQuery, own
		slices.Sort(c.Times)
	}
	return cells, nil
}

// eachLine returns the processor time of the command for a line of a workload, in ns: of many less
// that of one.
func (o *options) eachLine(race, work, variant string) (float64, error) {
	text, err := exec.Command(race, work, variant, "1").Output()
	if err != nil {
		return 0, err
	}
	head, pairs := "", string(text)
	if variant == "named" {
		end := strings.IndexByte(pairs, '\n') + 1
		head, pairs = pairs[:end], pairs[end:]
	}
	first := head + pairs[:strings.IndexByte(pairs, '\n')+1]
	lines := head + strings.Repeat(pairs, 1+streamLines/strings.Count(pairs, "\n"))
	path := filepath.Join(o.dir, "lines.ndjson")
	defer func() { _ = os.Remove(path) }()
	var spent [2]float64
	for k, in := range []string{first, lines} {
		if err := os.WriteFile(path, []byte(in), 0o644); err != nil {
			return 0, err
		}
		argv := o.pinned([]string{filepath.Join(o.dir, "bin/command"), "query", path})
		cmd := exec.Command(argv[0], argv[1:]...)
		if err := cmd.Run(); err != nil {
			return 0, fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
		}
		spent[k] = float64(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime())
	}
	return (spent[1] - spent[0]) / float64(strings.Count(lines, "\n")-strings.Count(first, "\n")), nil
}

// streamLines is how many lines the command gets at least.
const streamLines = 20000
