package main

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"strconv"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// anyPair is the word of --fail-on for any pair of a world.
const anyPair = "meeting"

// worldLines returns the kind of the lines of `collide world`.
func worldLines(hash bool) *lineKind {
	head := []string{"frame", "a", "b"}
	if hash {
		head = append(head, "count", "sha256")
	}
	return &lineKind{
		noun:    "world",
		results: []string{anyPair, "touching", "overlapping", "undecided"},
		head:    slices.Concat(head, pairs.head),
	}
}

// worldCommand returns `collide world`.
func (a *app) worldCommand() *cobra.Command {
	var f lineFlags
	var opt scene.WorldOptions
	var manifold bool
	var p worldPicture
	cmd := &cobra.Command{
		Use:   "world [FILE|-]",
		Short: "Find which of many bodies meet, frame by frame, and what lies near a point, a ray or a box",
		Long: `world reads boxes or shapes that move (JSON, one object per line) from FILE or standard input. The first line
says how many boxes there are, or lists the shapes, and how many frames. Each frame is a line with the least and the
greatest coordinates of all boxes, or the poses of all shapes:

  {"world":1,"dim":2,"boxes":2,"frames":1}
  {"frame":0,"min":[[0,0],[1,1]],"max":[[1,1],[2,2]]}

  {"world":1,"dim":2,"shapes":[{"type":"circle","radius":1},{"type":"box","size":[2,2]}],"frames":1}
  {"frame":0,"poses":[{"p":[0,0]},{"p":[1.5,0],"angle_deg":45}]}

A frame of boxes is answered by the pairs of those that meet; boxes are closed: those that only touch meet. A frame of
shapes is answered by the pairs that touch, overlap or are undecided, each with the fields of an answer line of
collide query. Pairs are sorted.

Queries after the last frame are about the bodies of frame 0: which of them a region meets, which a ray meets, and
which are nearest to a point:

  {"id":"q1","query":"region","min":[0,0],"max":[0.5,0.5]}
  {"id":"q2","query":"ray","origin":[0,0],"direction":[1,1],"max":1.5}
  {"id":"q3","query":"nearest","point":[3,3],"k":1}

` + streamRules + `
It is 2 as well where the first line is wrong, and where the input ends before the last frame.`,
		Example: `  collide world boxes.ndjson
  collide world --hash < boxes.ndjson            the number of pairs of each frame, and their SHA-256
  collide world boxes.ndjson | jq -c '.pairs | length'
  collide world --fail-on overlapping,undecided run.ndjson > answers.ndjson || echo "something collides"
  collide world --format csv run.ndjson > pairs.csv      a row for each pair, for a spreadsheet
  collide world --picture last.svg run.ndjson    the last frame as a picture, with what began and ended
  collide world --manifold run.ndjson | jq -c '.pairs[].manifold[]?'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			query, err := f.solverFlags.query()
			err = cmp.Or(err, p.parse(1))
			if err == nil && manifold && f.format == "csv" {
				err = errNoPoints
			}
			if err != nil {
				return usageError(cmd, err)
			}
			opt.Query, opt.Query.Manifold, opt.Workers = query, manifold, runtime.GOMAXPROCS(0)
			if !cmd.Flags().Changed("max-points") { // a line of a box takes far more bytes than the box
				f.limits.MaxPoints = max(f.limits.MaxBytes/4, scene.DefaultMaxPoints)
			}
			return a.world(cmd, args, &f, opt, &p)
		},
	}
	f.register(cmd, worldLines(false))
	f.registerAlgorithm(cmd)
	p.register(cmd)
	cmd.Flags().BoolVar(&opt.Hash, "hash", false, "the number of pairs of a frame and their SHA-256 in place of the pairs")
	cmd.Flags().BoolVar(&manifold, "manifold", false,
		"of shapes also the points by which they touch, of all pairs of parts of compounds")
	return cmd
}

// errNoPoints says that manifolds are no part of a table.
var errNoPoints = errors.New("--manifold goes with --format ndjson: a table has no place for its points")

// world runs `collide world`.
func (a *app) world(cmd *cobra.Command, args []string, f *lineFlags, opt scene.WorldOptions, p *worldPicture) error {
	r, err := a.lineRun(cmd, args, f, worldLines(opt.Hash))
	if err != nil {
		return err
	}
	defer r.close()
	world, err := scene.NewWorld(r.input, opt)
	if err != nil {
		return usageError(cmd, err)
	}
	p.input = "standard input"
	if len(args) == 1 && args[0] != "-" {
		p.input = args[0]
		if err := notAnInput("picture", p.file, p.input, r.input.Files, nil); err != nil && p.file != "" {
			return usageError(cmd, err)
		}
	}
	ctx, stop := context.WithCancelCause(cmd.Context())
	defer stop(nil)
	w := &worldWorker{
		world: world, hash: opt.Hash, stop: stop,
		see: func(ans *scene.WorldAnswer) error { return p.see(world, ans, opt.Query) },
	}
	err = r.run(ctx, &stream{workers: 1, worker: func() answerer { return r.answerer(ctx, w) }})
	if err == nil {
		err = world.End()
	}
	if err != nil {
		return inFile(err, args)
	}
	return p.write()
}

// inFile returns err; where it is about the text of the file that args name, with the name.
func inFile(err error, args []string) error {
	var e *scene.Error
	if len(args) != 1 || args[0] == "-" || !errors.As(err, &e) {
		return err
	}
	named := *e
	named.File = say.Printable(args[0])
	return &named
}

// worldWorker answers the lines of a world.
type worldWorker struct {
	world *scene.World
	hash  bool
	ans   *scene.WorldAnswer // nil for the first line
	stop  context.CancelCauseFunc
	see   func(ans *scene.WorldAnswer) error // is told of each answer
}

func (w *worldWorker) answer(ctx context.Context, line []byte, number int) (notes []scene.Note) {
	var err error
	if w.ans, notes, err = w.world.Answer(ctx, line, number); err == nil {
		err = w.see(w.ans)
	}
	if err != nil {
		w.stop(err)
	}
	return notes
}

func (w *worldWorker) fail(e *scene.Error, number int) {
	var err error
	if w.ans, err = w.world.Refuse(e, number); err != nil {
		w.stop(err)
	}
}

func (w *worldWorker) failed() *scene.Error {
	if w.ans == nil {
		return nil
	}
	return w.ans.Err
}

func (w *worldWorker) is(word string) bool {
	switch {
	case w.ans == nil:
		return false
	case word == anyPair:
		return len(w.ans.Pairs) > 0
	}
	return slices.ContainsFunc(w.ans.Answers, func(a scene.Answer) bool { return a.Relation.String() == word })
}

func (w *worldWorker) id() string {
	if w.ans == nil {
		return ""
	}
	return w.ans.ID
}

func (w *worldWorker) appendJSON(dst []byte, _ int) []byte {
	if w.ans == nil {
		return dst
	}
	return w.ans.AppendJSON(dst, w.hash)
}

// rows returns a row for each pair of a frame, or with a hash one row, and for each body of a
// query.
func (w *worldWorker) rows() (rows [][]string) {
	a := w.ans
	switch {
	case a == nil:
		return nil
	case a.Frame >= 0 && w.hash:
		return [][]string{w.row("", "", strconv.Itoa(len(a.Pairs)), a.Hash())}
	}
	for i, p := range a.Pairs {
		row := w.row(strconv.Itoa(int(p[0])), strconv.Itoa(int(p[1])), "", "")
		if i < len(a.Answers) {
			row = append(row[:len(row)-len(pairs.head)], (&pairWorker{ans: a.Answers[i]}).rows()[0]...)
		}
		rows = append(rows, row)
	}
	for _, id := range a.IDs {
		rows = append(rows, w.row(strconv.Itoa(int(id)), "", "", ""))
	}
	distance := slices.Index(worldLines(w.hash).head, "distance")
	for _, n := range a.Near {
		row := w.row(strconv.Itoa(int(n.ID)), "", "", "")
		row[distance], row[distance+1], row[distance+2] = number(n.Distance), number(n.Lower), number(n.Upper)
		rows = append(rows, row)
	}
	return rows
}

// row returns a row about two bodies, or one, without an answer.
func (w *worldWorker) row(a, b, count, sum string) []string {
	frame := ""
	if w.ans.Frame >= 0 {
		frame = strconv.Itoa(w.ans.Frame)
	}
	row := []string{frame, a, b}
	if w.hash {
		row = append(row, count, sum)
	}
	return append(row, make([]string, len(pairs.head))...)
}
