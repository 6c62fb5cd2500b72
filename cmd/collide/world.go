package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/report"
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

// worldLong is the help of `collide world`.
const worldLong = `world reads boxes or shapes that move (JSON, one object per line) from FILE or standard input.
The first line says how many boxes there are, or lists the shapes, and how many frames. Each frame is a line with the
least and the greatest coordinates of all boxes, or the poses of all shapes:

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

--html, --sarif and --junit write reports: each pair once, where it first meets, with a picture of the two. A pair fails
in them as --fail-on says, and none does without. --fail-on meeting is any pair of a frame; boxes touch where they meet
in nothing but their sides, and overlap otherwise.

` + streamRules + `
It is 2 as well where the first line is wrong, and where the input ends before the last frame.`

// worldCommand returns `collide world`.
func (a *app) worldCommand() *cobra.Command {
	var f lineFlags
	var opt scene.WorldOptions
	var manifold bool
	var p worldPicture
	var m moments
	cmd := &cobra.Command{
		Use:   "world [FILE|-]",
		Short: "Find which of many bodies meet, frame by frame, and what lies near a point, a ray or a box",
		Long:  worldLong,
		Example: `  collide world boxes.ndjson
  collide world --hash < boxes.ndjson            the number of pairs of each frame, and their SHA-256
  collide world boxes.ndjson | jq -c '.pairs | length'
  collide world --fail-on overlapping,undecided run.ndjson > answers.ndjson || echo "something collides"
  collide world --format csv run.ndjson > pairs.csv      a row for each pair, for a spreadsheet
  collide world --html run.html --junit run.xml run.ndjson > answers.ndjson
  collide world --picture last.svg run.ndjson    the last frame as a picture, with what began and ended
  collide world --manifold run.ndjson | jq -c '.pairs[].manifold[]?'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			query, err := f.solverFlags.query()
			err = cmp.Or(err, p.parse(1), p.without(cmd), m.distinct([2]string{"picture", p.file}))
			if err == nil && manifold && f.format == "csv" {
				err = errNoPoints
			}
			if err != nil {
				return usageError(cmd, err)
			}
			opt.Query, opt.Query.Manifold, opt.Workers = query, manifold, runtime.GOMAXPROCS(0)
			opt.Query.MaxPairs = f.limits.MaxPartPairs
			if !cmd.Flags().Changed("max-points") { // a line of a box takes far more bytes than the box
				f.limits.MaxPoints = max(f.limits.MaxBytes/4, scene.DefaultMaxPoints)
			}
			return a.world(cmd, args, &f, opt, &p, &m)
		},
	}
	f.register(cmd, worldLines(false))
	f.registerAlgorithm(cmd)
	p.register(cmd)
	m.register(cmd)
	cmd.Flags().Var(&wholeFlag{p: &opt.MaxPairs, least: 1}, "max-pairs",
		fmt.Sprintf("most pairs of a frame whose boxes meet (default %d, of shapes %d)",
			scene.DefaultMaxPairs, scene.DefaultMaxShapePairs))
	cmd.Flags().BoolVar(&opt.Hash, "hash", false, "the number of pairs of a frame and their SHA-256 in place of the pairs")
	cmd.Flags().BoolVar(&manifold, "manifold", false,
		"of shapes also the points by which they touch, of all pairs of parts of compounds")
	return cmd
}

// errNoPoints says that manifolds are no part of a table.
var errNoPoints = errors.New("--manifold goes with --format ndjson: a table has no place for its points")

// world runs `collide world`.
func (a *app) world(cmd *cobra.Command, args []string, f *lineFlags, opt scene.WorldOptions, p *worldPicture,
	m *moments,
) error {
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
		for _, o := range append(m.outputs(), [2]string{"picture", p.file}) {
			if err := notAnInput(o[0], o[1], p.input, r.input.Files, nil); err != nil && o[1] != "" {
				return usageError(cmd, err)
			}
		}
	}
	ctx, stop := context.WithCancelCause(cmd.Context())
	defer stop(nil)
	w := &worldWorker{
		world: world, hash: opt.Hash, stop: stop,
		see: func(ans *scene.WorldAnswer) error {
			return cmp.Or(p.see(world, ans, opt.Query), m.see(world, ans, opt.Query))
		},
	}
	err = r.run(ctx, &stream{workers: 1, worker: func() answerer { return r.answerer(ctx, w) }})
	if err == nil {
		err = world.End()
	}
	if err != nil {
		return inFile(err, args)
	}
	if err := p.write(); err != nil {
		return err
	}
	m.log.Frames, _ = world.Progress()
	n := world.Count()
	return m.write(p.input, world.Dim(), n*(n-1)/2, verdictsOf(f.failOn), &p.pictureFlags)
}

// verdictsOf returns the verdicts that --fail-on of a world names.
func verdictsOf(words []string) (list []scene.Verdict) {
	for word, v := range map[string]scene.Verdict{
		"touching": scene.Touch, "overlapping": scene.Overlap, "undecided": scene.Undecided,
	} {
		if slices.Contains(words, word) || slices.Contains(words, anyPair) {
			list = append(list, v) // in any order: it is a set
		}
	}
	return list
}

// see is told of each answer, and takes down the pairs that are new.
func (m *moments) see(w *scene.World, a *scene.WorldAnswer, opt scene.QueryOptions) error {
	if !m.wanted() || a == nil || a.Frame < 0 || a.Err != nil {
		return nil
	}
	var s *scene.Scene
	var q *scene.Query
	for i, p := range a.Pairs {
		if !m.isNew(strconv.Itoa(int(p[0])), strconv.Itoa(int(p[1]))) {
			continue
		}
		if s == nil {
			var err error
			if s, err = w.Scene(); err != nil {
				return fmt.Errorf("frame %d cannot be drawn: %w", a.Frame, err)
			}
			if q, err = scene.NewQuery(opt); err != nil {
				return err
			}
			for k := range s.Objects {
				s.Objects[k].Name = "body " + s.Objects[k].Name
			}
			if m.log.First == nil {
				m.log.First = s
			}
		}
		x, y := &s.Objects[p[0]], &s.Objects[p[1]]
		var answer scene.Answer
		if i < len(a.Answers) {
			answer = a.Answers[i]
		} else {
			answer = q.Distance(&x.Body, &y.Body)
		}
		m.add(report.Moment{Frame: a.Frame, Line: a.Line}, x, y, answer)
	}
	return nil
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
	for i := range w.ans.Pairs {
		if w.world.Relation(i).String() == word {
			return true
		}
	}
	return false
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
