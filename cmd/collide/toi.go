package main

import (
	"context"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// impactLines are the lines of `collide toi`.
var impactLines = lineKind{
	noun:    "motion",
	results: []string{"hit", "miss", "undecided"},
	head: slices.Concat([]string{"result", "t", "lower", "upper"}, vectorHead("normal"), vectorHead("point_a"),
		vectorHead("point_b"), []string{"separation"}, endingHead),
	worker: func(s *scene.Answerer) lineWorker { return &impactWorker{s: s} },
}

// toiCommand returns `collide toi`.
func (a *app) toiCommand() *cobra.Command {
	var f lineFlags
	cmd := &cobra.Command{
		Use:   "toi [FILE|-]",
		Short: "Answer a stream of motions: when do two moving bodies first meet",
		Long: `toi reads lines (JSON, one per line) from FILE or standard input, each about two bodies that move, turns
included, and writes an answer line for each: the time of impact.

  {"dim":3, "duration":1, "a":{"shape":{..}, "pose":{..}, "motion":{..}}, "b":{..}}
  {"toi":"vertex-face", "start":[v,a,b,c], "end":[v,a,b,c]}     points that move on straight lines
  {"toi":"edge-edge", "start":[a0,a1,b0,b1], "end":[..]}

The pose is that at time 0. A motion is {"linear":[..],"angular":[..],"center":[..]}, velocities about a point of the
body, or {"to":{pose},"path":"slerp"}, the pose at the end of the duration, by slerp or screw; without one a body
rests. The answer has the result (hit, miss, undecided): apart in [0, lower) is proved, and so is contact at some time
of at most upper for a hit, and that there is none for a miss.

` + lineRules,
		Example: `  collide toi motions.ndjson > answers.ndjson
  collide toi --tolerance 1e-6 motions.ndjson            wider brackets, sooner
  collide toi --fail-on hit,undecided motions.ndjson     status 1 unless nothing ever meets
  collide toi --format csv motions.ndjson > answers.csv  for a spreadsheet`,
		RunE: func(cmd *cobra.Command, args []string) error {
			query, err := f.solverFlags.query()
			if err != nil {
				return usageError(cmd, err)
			}
			return a.answerLines(cmd, args, &f, query, &impactLines)
		},
	}
	f.register(cmd, &impactLines)
	return cmd
}

// impactWorker answers motion lines.
type impactWorker struct {
	s   *scene.Answerer
	ans scene.ImpactAnswer
}

func (w *impactWorker) answer(ctx context.Context, line []byte, number int) (notes []scene.Note) {
	w.s.SetLine(number)
	w.ans, notes = w.s.Impact(ctx, line)
	return notes
}

func (w *impactWorker) fail(err *scene.Error, _ int) { w.ans = scene.ImpactAnswer{Err: err} }
func (w *impactWorker) failed() *scene.Error         { return w.ans.Err }
func (w *impactWorker) is(word string) bool          { return word == w.ans.Verdict.String() }
func (w *impactWorker) id() string                   { return w.ans.ID }

func (w *impactWorker) appendJSON(dst []byte, number int) []byte {
	w.ans.Line = number
	return w.ans.AppendJSON(dst)
}

func (w *impactWorker) rows() [][]string {
	a := &w.ans
	there := a.Verdict != collide.Miss
	c := []string{a.Verdict.String(), numberIf(there, a.T), numberIf(there, a.Lower), numberIf(there, a.Upper)}
	dim := a.Dim
	if !there || a.Kind != scene.ImpactBodies {
		dim = 0
	}
	for _, v := range [][3]float64{a.Normal, a.PointA, a.PointB} {
		c = appendVector(c, v, dim)
	}
	c = append(c, numberIf(a.Verdict == collide.Unsure, a.Separation))
	return [][]string{appendEnding(c, a.Status.String(), a.Iterations, a.HasParts, a.PartA, a.PartB)}
}
