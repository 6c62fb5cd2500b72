package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// checkFlags are the flags of `collide check`.
type checkFlags struct {
	solverFlags
	inputFlags
	picture   pictureFlags
	format    string
	color     string
	failOn    []string
	clearance float64
	given     bool // clearance is to replace that of the scene
	frames    string
	all       bool
	maxFound  int
	reports   reportFlags
	baseline  baselineFlags
}

// listing is what check found in a scene, whose clearance is the one that was asked for.
type listing struct{ *report.Check }

// a returns the name of A in a pair that was found.
func (r *listing) a(f *scene.Found) string { return r.Scene.Objects[f.A].Name }

// b returns that of B.
func (r *listing) b(f *scene.Found) string { return r.Scene.Objects[f.B].Name }

// The help of `collide check`.
const (
	checkLong = `check reads scenes (YAML or JSON; '-' is standard input) and checks every pair of objects, except pairs
inside one group and those that the scene ignores. It lists the pairs that touch, overlap or are nearer than
the clearance, the deepest first.

Objects may have a motion; they move for the duration of the scene. The result then says of each pair whether it ever
meets (hit, miss, undecided), t when, and all else is about the start. With --frames, objects move as a log has them,
lines of {"time":0.1,"poses":{"arm":{"p":[0,0,1]}}}, from pose to pose by slerp, and the table lists when each pair
first meets; reports show each pair as it is then.

The signed distance is negative when shapes overlap: minus the least translation that separates them. The
normal points from A to B, and 'bracket' is how far apart its proved bounds are: "open" where nothing is known of
how deep a surface is crossed. A pair counts as clear only when its lower bound proves the clearance; "undecided"
(curved shapes about to touch) is reported too.

Rules in the scene ask for other clearances between objects whose names match patterns, allow them to touch or to
overlap up to a depth, or ignore them; the last rule about a pair decides, and stands in the table.

With --baseline, pairs that are known fail only if they are worse: deeper, or to meet sooner, by more than the brackets
leave open. --write-baseline writes what is found as a baseline, a line of JSON for each pair, and then nothing fails;
with both, notes that people have added are kept. --html writes a page with pictures, --sarif and --junit what services
for findings and tests read.

Mesh files come from the folder of the scene, or of --base, and from nowhere else unless --allow-files-outside says so.
Notes about what may not be meant, such as an angle of 90 radians, go to standard error.

Exit status: 0 when every pair is clear; 1 when a pair touches, overlaps, is undecided or is nearer than the
clearance, or meets later, or for those that --fail-on names; 2 when a scene is bad or the command line is wrong.`
	checkExample = `  collide check examples/cell/cell.yaml
  collide check --clearance 0.02 cell.yaml           also pairs nearer than 0.02
  collide check --all --format csv cell.yaml         every checked pair, for a spreadsheet
  collide check --format json cell.yaml | jq '.pairs[] | {a, b, distance}'
  collide check --picture cell.svg cell.yaml         a picture, too: what collides is red, what is near amber
  collide check --frames log.ndjson cell.yaml        who meets whom first, and when, over a log of poses
  collide check --frames log.ndjson --html log.html cell.yaml    with a picture of each first contact
  collide check --html cell.html --sarif cell.sarif --junit cell.xml cell.yaml
  collide check --write-baseline known.json cell.yaml    what is found today is known,
  collide check --baseline known.json cell.yaml          and from then on only what is new or deeper fails
  collide check --fail-on overlap,empty cell.yaml    for a build: touching is fine, a scene without pairs is not
  collide check scenes/*.yaml || echo "something collides"`
)

// checkCommand returns `collide check`.
func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:     "check SCENE...|-",
		Short:   "Check all pairs of a scene: who touches whom, how deep, where",
		Long:    checkLong,
		Example: checkExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, fmt.Errorf("check needs a scene file, or '-' for standard input"))
			}
			return nil
		},
		ValidArgsFunction: filesWith("yaml", "yml", "json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags().Changed("clearance")
			return a.check(cmd, args, f)
		},
	}
	choice(cmd, &f.format, "format", "table", "json", "ndjson", "csv")
	choice(cmd, &f.color, "color", "auto", "always", "never")
	cmd.Flag("color").Usage = "colours in the table: auto (on a terminal, unless NO_COLOR is set), always, never"
	cmd.Flags().Var(&lengthFlag{p: &f.clearance, unit: "the unit of the scene"}, "clearance",
		"report pairs nearer than this, in place of the scene's clearance")
	cmd.Flags().StringVar(&f.frames, "frames", "",
		"check the scene over this log of poses in place of its motions ('-' is standard input)")
	cmd.Flags().BoolVar(&f.all, "all", false, "report every checked pair")
	f.maxFound = scene.DefaultMaxFound
	cmd.Flags().Var(&wholeFlag{p: &f.maxFound, least: 1}, "max-found", "most pairs to report of a scene")
	cmd.Flags().StringSliceVar(&f.failOn, "fail-on", failures[:5],
		"what makes the exit status 1: "+strings.Join(failures, ", ")+
			" (empty: no pair to check; gone: a contact of the baseline)")
	// fails for an unknown flag only
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions(failures, cobra.ShellCompDirectiveNoFileComp))
	f.reports.register(cmd)
	f.baseline.register(cmd)
	f.picture.register(cmd)
	f.solverFlags.register(cmd)
	f.solverFlags.registerAlgorithm(cmd)
	f.solverFlags.registerMaxPairs(cmd)
	f.inputFlags.register(cmd, "that of the scene; the working directory for -")
	f.maxBytes(cmd, "max-bytes", "largest scene in bytes")
	return cmd
}

// failures are the words of --fail-on: verdicts, and one for a scene without a pair to check.
var failures = []string{
	scene.Touch.String(), scene.Overlap.String(), scene.Meet.String(), scene.Near.String(), scene.Undecided.String(),
	"empty", "gone",
}

// fails reports whether a listing makes the exit status that of something found.
func (f *checkFlags) fails(r *listing) bool {
	return r.Checked == 0 && slices.Contains(f.failOn, "empty") || len(r.Gone) > 0 && slices.Contains(f.failOn, "gone") ||
		r.Failures() > 0 && !f.baseline.accepts()
}

// verdicts returns the verdicts that --fail-on names.
func (f *checkFlags) verdicts() (list []scene.Verdict) {
	for v := scene.Near; v <= scene.Overlap; v++ {
		if slices.Contains(f.failOn, v.String()) {
			list = append(list, v)
		}
	}
	return list
}

// check runs `collide check` on the files.
func (a *app) check(cmd *cobra.Command, files []string, f checkFlags) error {
	for _, w := range f.failOn {
		if err := oneOf("fail-on", w, failures); err != nil {
			return usageError(cmd, err)
		}
	}
	w := bufio.NewWriter(a.stdout)
	enc := newEncoder(f.format, w, len(files) > 1)
	if t, ok := enc.(*tableEncoder); ok {
		t.columns, t.color, t.all = tableColumns(a.stdout), colored(a.stdout, f.color), f.all
	}
	if _, err := f.solverFlags.query(); err != nil {
		return usageError(cmd, err)
	}
	if err := cmp.Or(f.picture.parse(len(files)), f.picture.without(cmd, "html")); err != nil {
		return usageError(cmd, err)
	}
	if err := cmp.Or(f.reports.parse(&f), f.baseline.parse(&f, len(files))); err != nil {
		return usageError(cmd, err)
	}
	if f.frames != "" {
		if len(files) != 1 {
			return usageError(cmd, fmt.Errorf("--frames goes with one scene, not %d", len(files)))
		}
		err := a.checkFrames(cmd, files[0], &f, w)
		return cmp.Or(err, w.Flush())
	}
	var checks []*report.Check
	for _, file := range files {
		c, err := a.checkFile(cmd, file, &f, enc)
		if err != nil {
			return err
		}
		checks = append(checks, c)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return f.reports.write(checks, &f.picture)
}

// checkFile checks the scene in a file, and returns what a report says of it.
func (a *app) checkFile(cmd *cobra.Command, file string, f *checkFlags, enc encoder) (*report.Check, error) {
	known, err := f.baseline.load(cmd.Context(), &f.limits)
	if err != nil {
		return report.NewFailed(file, a.sceneFailed(f.baseline.read, err)), nil
	}
	s, meshes, closer, err := a.load(cmd, file, &f.inputFlags)
	if err != nil {
		return report.NewFailed(file, a.sceneFailed(file, err)), nil
	}
	defer closer.Close()
	for _, o := range f.outputs() {
		err := notAnInput(o[0], o[1], file, meshes, s.Files)
		if err == nil && o[0] != "write-baseline" {
			err = notAnInput(o[0], o[1], f.baseline.read, nil, nil)
		}
		if err != nil {
			return nil, usageError(cmd, err)
		}
	}
	if known != nil {
		if err := known.Fits(s); err != nil {
			return report.NewFailed(file, a.sceneFailed(f.baseline.read, err)), nil
		}
	}
	r, err := a.checkScene(cmd.Context(), s, f, known)
	if errors.Is(err, scene.ErrTooLarge) {
		return report.NewFailed(file, a.sceneFailed(file, err)), nil
	}
	if err != nil {
		return nil, err
	}
	if a.status == statusOK && f.fails(r) {
		a.status = statusFound
	}
	if err := cmp.Or(enc.encode(r), f.baseline.write(r)); err != nil {
		return nil, err
	}
	if f.picture.file != "" {
		err = f.picture.writePicture(r)
	}
	return r.Check, err
}

// outputs returns the flags that name files to write, and these.
func (f *checkFlags) outputs() (list [][2]string) {
	for _, o := range append(f.reports.outputs(), [2]string{"picture", f.picture.file},
		[2]string{"write-baseline", f.baseline.written}) {
		if o[1] != "" {
			list = append(list, o)
		}
	}
	return list
}

// sceneFailed reports why a file cannot be checked, and returns the reasons.
func (a *app) sceneFailed(file string, err error) []*scene.Error {
	a.status = statusBad
	list := sceneErrors(err)
	for _, e := range list {
		fmt.Fprintln(a.stderr, e)
	}
	if len(list) == 0 {
		fmt.Fprintf(a.stderr, "%s: %v\n", file, err)
		list = []*scene.Error{{File: file, Code: scene.ErrFile, Message: err.Error()}}
	}
	return list
}

// checkScene answers the pairs of s and keeps those to list.
func (a *app) checkScene(ctx context.Context, s *scene.Scene, f *checkFlags, known *scene.Baseline) (*listing, error) {
	if f.given {
		s.Clearance = f.clearance
	}
	p := a.startProgress("objects of "+say.Printable(s.File), len(s.Objects))
	defer p.stop()
	query, err := f.solverFlags.query()
	if err != nil {
		return nil, err
	}
	found, err := s.Check(ctx, scene.CheckOptions{Query: query, All: f.all, MaxFound: f.maxFound, Progress: p.add})
	if err != nil {
		return nil, err
	}
	r := &listing{report.NewCheck(s, found, known)}
	r.FailOn = f.verdicts()
	return r, nil
}

// encoder writes reports in one format.
type encoder interface{ encode(r *listing) error }

// newEncoder returns the encoder of a format, or nil; several is whether there is more than one
// scene.
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
