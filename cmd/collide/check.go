package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// checkFlags are the flags of `collide check`.
type checkFlags struct {
	solverFlags
	picture   pictureFlags
	format    string
	clearance float64
	given     bool // clearance is to replace that of the scene
	all       bool
}

// report is what check found in a scene.
type report struct {
	scene     *scene.Scene
	clearance float64
	checked   int
	rows      []row // by signed distance, ties in the order of the scene
}

// row is a pair that is to be reported.
type row struct {
	a, b  string
	index int // among the pairs of the scene
	ans   scene.Answer
	found bool // counts for the exit status
}

// checkCommand returns `collide check`.
func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check SCENE...|-",
		Short: "Check all pairs of a scene: who touches whom, how deep, where",
		Long: `check reads scenes (YAML or JSON; '-' is standard input) and checks every pair of objects, except pairs
inside one group and those that the scene ignores. It lists the pairs that touch, overlap or are nearer than
the clearance, the deepest first.

The signed distance is negative when shapes overlap: minus the least translation that separates them. The
normal points from A to B, and 'bracket' is how far apart its proved bounds are. A pair counts as clear only
when its lower bound proves the clearance; "undecided" (curved shapes about to touch) is reported too.

Exit status: 0 when every pair is clear; 1 when a pair touches, overlaps, is undecided or is nearer than the
clearance; 2 when a scene is bad or the command line is wrong.`,
		Example: `  collide check examples/cell/cell.yaml
  collide check --clearance 0.02 cell.yaml           also pairs nearer than 0.02
  collide check --all --format csv cell.yaml         every checked pair, for a spreadsheet
  collide check --format json cell.yaml | jq '.pairs[] | {a, b, distance}'
  collide check --picture cell.svg cell.yaml         a picture, too: what collides is red, what is near amber
  collide check scenes/*.yaml || echo "something collides"`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, fmt.Errorf("check needs a scene file, or '-' for standard input"))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags().Changed("clearance")
			return a.check(cmd, args, f)
		},
	}
	cmd.Flags().StringVar(&f.format, "format", "table", "table, json, ndjson or csv")
	cmd.Flags().Float64Var(&f.clearance, "clearance", 0, "report pairs nearer than this, in place of the scene's clearance")
	cmd.Flags().BoolVar(&f.all, "all", false, "report every checked pair")
	f.picture.register(cmd)
	f.register(cmd)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions( // fails for an unknown flag only
		[]string{"table", "json", "ndjson", "csv"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// check runs `collide check` on the files.
func (a *app) check(cmd *cobra.Command, files []string, f checkFlags) error {
	if !(f.clearance >= 0) || math.IsInf(f.clearance, 0) {
		return usageError(cmd, fmt.Errorf("--clearance must be a finite number, 0 or more, not %v", f.clearance))
	}
	w := bufio.NewWriter(a.stdout)
	enc := newEncoder(f.format, w, len(files) > 1)
	if enc == nil {
		return usageError(cmd, fmt.Errorf("--format must be table, json, ndjson or csv, not %q", f.format))
	}
	if _, err := newEngine(f.solverFlags); err != nil {
		return usageError(cmd, err)
	}
	if err := f.picture.parse(len(files)); err != nil {
		return usageError(cmd, err)
	}
	for _, file := range files {
		s, err := a.load(file)
		if err != nil {
			a.sceneFailed(file, err)
			continue
		}
		r := a.checkScene(s, f)
		if a.status == statusOK && slices.ContainsFunc(r.rows, func(r row) bool { return r.found }) {
			a.status = statusFound
		}
		if err := enc.encode(r); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if f.picture.file != "" {
			if err := f.picture.writePicture(&r); err != nil {
				return err
			}
		}
	}
	return nil
}

// load reads the scene file, or standard input for "-". Pairs of half-spaces that would have to be checked are
// errors of reading, so that every pair of the scene has an answer.
func (a *app) load(file string) (*scene.Scene, error) {
	if file == "-" {
		return scene.Decode(a.stdin, file, scene.Options{})
	}
	return scene.Load(file)
}

// sceneFailed reports why a file cannot be checked.
func (a *app) sceneFailed(file string, err error) {
	a.status = statusBad
	list := sceneErrors(err)
	for _, e := range list {
		fmt.Fprintln(a.stderr, e)
	}
	if len(list) == 0 {
		fmt.Fprintf(a.stderr, "%s: %v\n", file, err)
	}
}

// checkScene answers the pairs of s and keeps those to report. The result does not depend on the number of
// workers: each answer is a function of its pair alone, and the rows are sorted.
func (a *app) checkScene(s *scene.Scene, f checkFlags) report {
	r := report{scene: s, clearance: s.Clearance}
	if f.given {
		r.clearance = f.clearance
	}
	pairs := s.Pairs()
	r.checked = len(pairs)
	var p *progress
	if terminal(a.stderr) {
		p = startProgress(a.stderr, "pairs of "+s.File, len(pairs), progressDelay)
		defer p.stop()
	}
	const chunk = 64 // pairs, so that workers seldom meet at the counter
	var next atomic.Int64
	var mu sync.Mutex
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(pairs)/chunk+1) {
		wait.Go(func() {
			var rows []row
			e, err := newEngine(f.solverFlags)
			for err == nil { // check has tried the flags
				from := int(next.Add(chunk)) - chunk
				if from >= len(pairs) {
					break
				}
				to := min(from+chunk, len(pairs))
				for i := from; i < to; i++ {
					rows = r.appendRow(rows, e, i, pairs[i], f.all)
				}
				p.add(to - from)
			}
			mu.Lock()
			defer mu.Unlock()
			r.rows = append(r.rows, rows...)
		})
	}
	wait.Wait()
	slices.SortFunc(r.rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(x.ans.Distance, y.ans.Distance), cmp.Compare(x.index, y.index))
	})
	return r
}

// appendRow answers a pair and appends it to rows if it is to be reported.
func (r *report) appendRow(rows []row, e *engine, index int, pair [2]int, all bool) []row {
	a, b := &r.scene.Objects[pair[0]], &r.scene.Objects[pair[1]]
	if !all && boxesApart(r.scene.Dim, a, b, r.clearance) {
		return rows
	}
	var ans scene.Answer
	if r.scene.Dim == 2 {
		ans = e.distance2(body2{&a.O2, a.Parts2}, body2{&b.O2, b.Parts2})
	} else {
		ans = e.distance3(body3{&a.O3, a.Parts3}, body3{&b.O3, b.Parts3})
	}
	found := ans.Relation != collide.Apart.String() || !(ans.Lower >= r.clearance)
	if !found && !all {
		return rows
	}
	return append(rows, row{a: a.Name, b: b.Name, index: index, ans: ans, found: found})
}

// boxesApart reports whether the boxes of a and b prove that the two are farther apart than c.
func boxesApart(dim int, a, b *scene.Object, c float64) bool {
	if dim == 2 {
		p, q := body2{&a.O2, a.Parts2}.aabb(), body2{&b.O2, b.Parts2}.aabb()
		return gapAbove(p.Min.X, p.Max.X, q.Min.X, q.Max.X, c) || gapAbove(p.Min.Y, p.Max.Y, q.Min.Y, q.Max.Y, c)
	}
	p, q := body3{&a.O3, a.Parts3}.aabb(), body3{&b.O3, b.Parts3}.aabb()
	return gapAbove(p.Min.X, p.Max.X, q.Min.X, q.Max.X, c) ||
		gapAbove(p.Min.Y, p.Max.Y, q.Min.Y, q.Max.Y, c) || gapAbove(p.Min.Z, p.Max.Z, q.Min.Z, q.Max.Z, c)
}

// gapAbove reports whether the gap between two intervals is certainly larger than c >= 0. The difference of
// two doubles is off by half an ulp at most, and its sign is right.
func gapAbove(amin, amax, bmin, bmax, c float64) bool {
	return math.Nextafter(max(bmin-amax, amin-bmax), 0) > c || c == 0 && (bmin > amax || amin > bmax)
}

// encoder writes reports in one format.
type encoder interface{ encode(r report) error }

// newEncoder returns the encoder of a format, or nil; several is whether there is more than one scene.
func newEncoder(format string, w io.Writer, several bool) encoder {
	switch format {
	case "table":
		return &tableEncoder{w: w}
	case "json":
		return &jsonEncoder{w: w}
	case "ndjson":
		return &ndjsonEncoder{w: w, several: several}
	case "csv":
		return &csvEncoder{w: w, several: several}
	}
	return nil
}
