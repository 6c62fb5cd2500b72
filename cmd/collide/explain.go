package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// explainFlags are the flags of `collide explain`.
type explainFlags struct {
	solverFlags
	inputFlags
	pair      string
	algorithm string
	start     string
	ties      string
	cull      string
	minkowski bool
	format    string
	picture   string
}

// explainCommand returns `collide explain`.
func (a *app) explainCommand() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain PAIR|-",
		Short: "Show step by step how the answer about a pair came about",
		Long: `explain asks about one pair and shows each step of the algorithm: where it looked, the support points of
both shapes and their difference A - B, what part of the simplex won, and the bounds that the step proved;
then why it ended, and the answer, which is that of query, bit for bit.

PAIR may be a cast line or a motion line, too: a ray, a shape that is cast, or two bodies that move. Then the steps
are those of the search in time, and the picture has the bodies on their way and their distance over time; the steps
of a ray are those for a point that is swept along it. Of a pair of a scene with motions that is what is shown, unless
--algorithm says otherwise. A point of a cast line is explained as a pair of the body and the point.

PAIR is a pair line as query reads it, a file of several with --pair ID, or a scene with --pair A,B, the names
of two objects ('-' is standard input). Points are in the world frame, lengths in the unit of the file. Of compounds
the two parts that decide are shown.

--algorithm chooses what to show:
  auto   what query does (the default)
  gjk    GJK, which measures the distance of shapes apart
  epa    GJK and EPA, which measures the depth, for every pair without a half-space
  sat    the separating axis test, for polytopes; --cull none|slab|depth says which axes to leave out
  walk   the yes-or-no GJK of the tutorials, in exact numbers; 2D, polygons, boxes, segments and points.
         --start is its first direction, --ties first|last says which of several farthest vertices it takes,
         --minkowski lists the sums and differences of all corners

Exit status: 0, also when the pair collides; 2 when the input is bad or the command line is wrong.`,
		Example: `  collide explain pair.json
  collide explain --pair table,link3 cell.yaml
  collide explain --algorithm walk --start 0,1 triangles.json
  collide explain --picture steps.html --pair table,link3 cell.yaml      to step through in a browser
  collide explain --picture impact.svg --pair 7 motions.ndjson
  collide explain --format json --pair 17 pairs.ndjson | jq '.steps[].w'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, errors.New("explain takes one file, or '-' for standard input"))
			}
			return nil
		},
		ValidArgsFunction: filesWith("yaml", "yml", "json", "ndjson", "jsonl"),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.explain(cmd, args[0], &f) },
	}
	cmd.Flags().StringVar(&f.pair, "pair", "", "the pair: two names of a scene, as A,B, or the id of a pair line")
	choice(cmd, &f.algorithm, "algorithm", explain.Algorithms()...)
	cmd.Flags().StringVar(&f.start, "start", "1,0", "the first direction of the walk")
	choice(cmd, &f.ties, "ties", "first", "last")
	cmd.Flags().BoolVar(&f.minkowski, "minkowski", false, "with the walk, list the sums and differences of all corners")
	choice(cmd, &f.cull, "cull", cullWords...)
	choice(cmd, &f.format, "format", "table", "json")
	cmd.Flags().StringVar(&f.picture, "picture", "",
		"also draw the steps to this file: .svg, .png, or .html to step through")
	_ = cmd.RegisterFlagCompletionFunc("picture",
		cobra.FixedCompletions([]string{"svg", "png", "html"}, cobra.ShellCompDirectiveFilterFileExt))
	f.solverFlags.register(cmd)
	f.registerMaxPairs(cmd)
	f.inputFlags.register(cmd, "that of a scene; for pair lines and - the working directory")
	f.maxBytes(cmd, "max-bytes", "longest input in bytes")
	return cmd
}

// cullWords are the words for the ways to cull, in the order of d2.Cull.
var cullWords = []string{d2.CullNone.String(), d2.CullSlab.String(), d2.CullDepth.String()}

// choice adds a flag that takes one of the words, the first if it is not given.
func choice(cmd *cobra.Command, p *string, name string, words ...string) {
	*p = words[0]
	cmd.Flags().Var(&wordFlag{p: p, words: words}, name, strings.Join(words, ", "))
	// fails for an unknown flag only
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// options returns what the flags say, or what is wrong with them.
func (f *explainFlags) options(cmd *cobra.Command) (explain.Options, error) {
	o := explain.Options{
		Tolerance: f.tolerance, MaxIterations: f.maxIterations, MaxPairs: f.maxPairs, Minkowski: f.minkowski,
	}
	if f.picture != "" && drawers[f.extension()] == nil {
		return o, fmt.Errorf("--picture must end in .svg, .png or .html, not %q", filepath.Base(f.picture))
	}
	o.Algorithm = explain.Algorithm(slices.Index(explain.Algorithms(), f.algorithm))
	o.Cull = d2.Cull(slices.Index(cullWords, f.cull))
	for _, c := range []struct {
		flag string
		goes explain.Algorithm
	}{{"start", explain.Walk}, {"ties", explain.Walk}, {"minkowski", explain.Walk}, {"cull", explain.SAT}} {
		if cmd.Flags().Changed(c.flag) && o.Algorithm != c.goes {
			return o, fmt.Errorf("--%s goes with --algorithm %v", c.flag, c.goes)
		}
	}
	if f.ties == "last" {
		o.Ties = explain.Last
	}
	x, y, _ := strings.Cut(f.start, ",")
	var err error
	for i, s := range []string{x, y} {
		if o.Start[i], err = strconv.ParseFloat(strings.TrimSpace(s), 64); err != nil {
			return o, fmt.Errorf("--start must be two numbers, as in 1,0, not %q", f.start)
		}
	}
	if !(o.Start[0]*o.Start[0]+o.Start[1]*o.Start[1] > 0) {
		return o, fmt.Errorf("--start must be a direction, not %q", f.start)
	}
	return o, nil
}

// oneOf returns an error unless value is one of the words.
func oneOf(flag, value string, words []string) error {
	if slices.Contains(words, value) {
		return nil
	}
	last := len(words) - 1
	return fmt.Errorf("--%s must be %s or %s, not %q", flag, strings.Join(words[:last], ", "), words[last], value)
}

// explain runs `collide explain` on a file.
func (a *app) explain(cmd *cobra.Command, file string, f *explainFlags) error {
	o, err := f.options(cmd)
	if err != nil {
		return usageError(cmd, err)
	}
	if _, err := f.solverFlags.query(); err != nil {
		return usageError(cmd, err)
	}
	what, err := a.choose(cmd, file, f, &o)
	if list := sceneErrors(err); len(list) > 0 {
		a.sceneFailed(file, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if what.cast != nil && what.cast.Kind == scene.CastPoint {
		r, err := explain.Point(*what.cast, o)
		if err != nil {
			return fmt.Errorf("%s: %w", file, unexplained(err))
		}
		return a.explained(r, f)
	}
	if what.pair == nil {
		return a.explainCourse(cmd, file, &what, f, o)
	}
	r, err := explain.Pair(*what.pair, o)
	if err != nil {
		return fmt.Errorf("%s: %w", file, unexplained(err))
	}
	return a.explained(r, f)
}

// explainCourse explains a cast or an impact.
func (a *app) explainCourse(cmd *cobra.Command, file string, what *subject, f *explainFlags, o explain.Options) error {
	if cmd.Flags().Changed("algorithm") {
		return usageError(cmd, errors.New("--algorithm goes with pairs; casts and motions have one way to be answered"))
	}
	var c *explain.Course
	var err error
	switch {
	case what.impact != nil && what.impact.Kind != scene.ImpactBodies:
		return fmt.Errorf("%s: casts and bodies that move are explained; points that move are not", file)
	case what.cast != nil:
		c, err = explain.Cast(*what.cast, o)
	default:
		c, err = explain.Impact(*what.impact, o)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var out bytes.Buffer
	write := picture.WriteCourse
	if f.format == "json" {
		write = picture.WriteCourseJSON
	}
	if err := write(&out, c); err != nil {
		return err
	}
	if f.picture != "" {
		if err := writeWhole(f.picture, func(w io.Writer) error {
			switch f.extension() {
			case ".html":
				return picture.CourseHTML(w, c)
			case ".png":
				return picture.Course(c).PNG(w, 2, false)
			}
			return picture.Course(c).SVG(w)
		}); err != nil {
			return err
		}
	}
	_, err = a.stdout.Write(out.Bytes())
	return err
}

// explained writes a report, and draws it if the flags say so.
func (a *app) explained(r *explain.Report, f *explainFlags) error {
	var out bytes.Buffer
	write := picture.WriteTable
	if f.format == "json" {
		write = picture.WriteJSON
	}
	if err := write(&out, r); err != nil {
		return err
	}
	if f.picture != "" {
		draw := drawers[f.extension()]
		if err := writeWhole(f.picture, func(w io.Writer) error { return draw(w, r) }); err != nil {
			return err
		}
	}
	_, err := a.stdout.Write(out.Bytes())
	return err
}

// extension returns the ending of the picture's name, in lower case.
func (f *explainFlags) extension() string { return strings.ToLower(filepath.Ext(f.picture)) }

// drawers write the picture of a report, by the ending of the file.
var drawers = map[string]func(w io.Writer, r *explain.Report) error{
	".svg":  func(w io.Writer, r *explain.Report) error { return picture.Report(r).SVG(w) },
	".png":  func(w io.Writer, r *explain.Report) error { return picture.Report(r).PNG(w, 2, false) },
	".html": picture.HTML,
}

// unexplained adds to err which shapes the walk takes.
func unexplained(err error) error {
	if !errors.Is(err, collide.ErrNotPolytope) && !errors.Is(err, collide.ErrWrongDimension) {
		return err
	}
	return fmt.Errorf("%w: the walk takes polygons, boxes, segments and points of the plane, without rounding", err)
}
