package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

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
}

// report is what check found in a scene, whose clearance is the one that was asked for.
type report struct {
	scene   *scene.Scene
	checked int
	moves   bool // an object of the scene has a motion
	found   []scene.Found
}

// duration returns how long the objects move.
func (r *report) duration() float64 { return cmp.Or(r.scene.Duration, 1) }

// a returns the name of A in a pair that was found.
func (r *report) a(f *scene.Found) string { return r.scene.Objects[f.A].Name }

// b returns that of B.
func (r *report) b(f *scene.Found) string { return r.scene.Objects[f.B].Name }

// checkCommand returns `collide check`.
func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check SCENE...|-",
		Short: "Check all pairs of a scene: who touches whom, how deep, where",
		Long: `check reads scenes (YAML or JSON; '-' is standard input) and checks every pair of objects, except pairs
inside one group and those that the scene ignores. It lists the pairs that touch, overlap or are nearer than
the clearance, the deepest first.

Objects may have a motion; they move for the duration of the scene. The result then says of each pair whether it ever
meets (hit, miss, undecided), t when, and all else is about the start. With --frames, objects move as a log has them,
lines of {"time":0.1,"poses":{"arm":{"p":[0,0,1]}}}, from pose to pose by slerp, and the table lists when each pair
first meets.

The signed distance is negative when shapes overlap: minus the least translation that separates them. The
normal points from A to B, and 'bracket' is how far apart its proved bounds are. A pair counts as clear only
when its lower bound proves the clearance; "undecided" (curved shapes about to touch) is reported too.

Mesh files come from the folder of the scene, or of --base, and from nowhere else unless --allow-files-outside says so.
Notes about what may not be meant, such as an angle of 90 radians, go to standard error.

Exit status: 0 when every pair is clear; 1 when a pair touches, overlaps, is undecided or is nearer than the
clearance, or meets later, or for those that --fail-on names; 2 when a scene is bad or the command line is wrong.`,
		Example: `  collide check examples/cell/cell.yaml
  collide check --clearance 0.02 cell.yaml           also pairs nearer than 0.02
  collide check --all --format csv cell.yaml         every checked pair, for a spreadsheet
  collide check --format json cell.yaml | jq '.pairs[] | {a, b, distance}'
  collide check --picture cell.svg cell.yaml         a picture, too: what collides is red, what is near amber
  collide check --frames log.ndjson cell.yaml        who meets whom first, and when, over a log of poses
  collide check --fail-on overlap,empty cell.yaml    for a build: touching is fine, a scene without pairs is not
  collide check scenes/*.yaml || echo "something collides"`,
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
	cmd.Flags().StringSliceVar(&f.failOn, "fail-on", failures[:5],
		"what makes the exit status 1: "+strings.Join(failures, ", ")+" (no pair to check)")
	// fails for an unknown flag only
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions(failures, cobra.ShellCompDirectiveNoFileComp))
	f.picture.register(cmd)
	f.solverFlags.register(cmd)
	f.solverFlags.registerAlgorithm(cmd)
	f.inputFlags.register(cmd, "that of the scene; the working directory for -")
	f.maxBytes(cmd, "max-bytes", "largest scene in bytes")
	return cmd
}

// failures are the words of --fail-on: verdicts, and one for a scene without a pair to check.
var failures = []string{
	scene.Touch.String(), scene.Overlap.String(), scene.Meet.String(), scene.Near.String(), scene.Undecided.String(),
	"empty",
}

// fails reports whether a report makes the exit status that of something found.
func (f *checkFlags) fails(r *report) bool {
	return r.checked == 0 && slices.Contains(f.failOn, "empty") ||
		slices.ContainsFunc(r.found, func(p scene.Found) bool { return slices.Contains(f.failOn, p.Verdict.String()) })
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
		t.columns, t.color = tableColumns(a.stdout), colored(a.stdout, f.color)
	}
	if _, err := f.solverFlags.query(); err != nil {
		return usageError(cmd, err)
	}
	if err := f.picture.parse(len(files)); err != nil {
		return usageError(cmd, err)
	}
	if f.frames != "" {
		if len(files) != 1 {
			return usageError(cmd, fmt.Errorf("--frames goes with one scene, not %d", len(files)))
		}
		err := a.checkFrames(cmd, files[0], &f, w)
		return cmp.Or(err, w.Flush())
	}
	for _, file := range files {
		if err := a.checkFile(cmd, file, &f, enc); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// checkFile checks the scene in a file.
func (a *app) checkFile(cmd *cobra.Command, file string, f *checkFlags, enc encoder) error {
	s, meshes, closer, err := a.load(cmd, file, &f.inputFlags)
	if err != nil {
		a.sceneFailed(file, err)
		return nil
	}
	defer closer.Close()
	if f.picture.file != "" {
		if err := notAnInput(f.picture.file, file, meshes, s.Files); err != nil {
			return usageError(cmd, err)
		}
	}
	r, err := a.checkScene(cmd.Context(), s, f)
	if err != nil {
		return err
	}
	if a.status == statusOK && f.fails(&r) {
		a.status = statusFound
	}
	if err := enc.encode(r); err != nil || f.picture.file == "" {
		return err
	}
	return f.picture.writePicture(&r)
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

// checkScene answers the pairs of s and keeps those to report.
func (a *app) checkScene(ctx context.Context, s *scene.Scene, f *checkFlags) (report, error) {
	if f.given {
		s.Clearance = f.clearance
	}
	p := a.startProgress("objects of "+printable(s.File), len(s.Objects))
	defer p.stop()
	query, err := f.solverFlags.query()
	if err != nil {
		return report{}, err
	}
	found, err := s.Check(ctx, scene.CheckOptions{Query: query, All: f.all, Progress: p.add})
	return report{s, s.CountPairs(), s.Moves(), found}, err
}

// encoder writes reports in one format.
type encoder interface{ encode(r report) error }

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
