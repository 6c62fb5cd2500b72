package main

import (
	"context"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// castLines are the lines of `collide cast`.
var castLines = lineKind{
	noun:    "cast",
	results: []string{"hit", "touch", "miss", "undecided", "outside", "boundary", "inside"},
	head: slices.Concat([]string{"cast", "result", "t", "distance", "lower", "upper", "exit"}, vectorHead("normal"),
		vectorHead("point"), vectorHead("point_a"), vectorHead("point_b"), endingHead),
	worker: func(s *scene.Answerer) lineWorker { return &castWorker{s: s} },
}

// castCommand returns `collide cast`.
func (a *app) castCommand() *cobra.Command {
	var f lineFlags
	cmd := &cobra.Command{
		Use:   "cast [FILE|-]",
		Short: "Answer a stream of rays, points and swept shapes, one JSON object per line",
		Long: `cast reads cast lines (JSON, one per line) from FILE or standard input and writes an answer line for each:

  {"cast":"ray", "dim":3, "a":{..}, "origin":[..], "direction":[..], "max":5}       where a ray meets A
  {"cast":"point", "dim":3, "a":{..}, "point":[..]}                                 how far a point is from A
  {"cast":"shape", "dim":3, "a":{..}, "b":{..}, "translation":[..], "max":1}        when B, moved, meets A

The answer about a ray or a shape has the result (hit, touch, miss, undecided) and the least t in contact with its
proved bounds lower and upper; t counts in lengths of the direction or the translation. The answer about a point
has the relation (outside, boundary, inside, undecided), the signed distance with its bounds, and the nearest
point of the boundary.

` + lineRules,
		Example: `  collide cast casts.ndjson > answers.ndjson
  collide cast <<< '{"cast":"ray","dim":2,"a":{"shape":{"type":"circle","radius":1}},"origin":[-3,0],"direction":[1,0]}'
  collide cast --fail-on hit,undecided sight.ndjson      status 1 unless every line of sight is free
  collide cast --format csv casts.ndjson > answers.csv   for a spreadsheet`,
		RunE: func(cmd *cobra.Command, args []string) error {
			query, err := f.solverFlags.query()
			if err != nil {
				return usageError(cmd, err)
			}
			return a.answerLines(cmd, args, &f, query, &castLines)
		},
	}
	f.register(cmd, &castLines)
	return cmd
}

// castWorker answers cast lines.
type castWorker struct {
	s   *scene.Answerer
	ans scene.CastAnswer
}

func (w *castWorker) answer(ctx context.Context, line []byte, number int) (notes []scene.Note) {
	w.s.SetLine(number)
	w.ans, notes = w.s.Cast(ctx, line)
	return notes
}

func (w *castWorker) fail(err *scene.Error, _ int) { w.ans = scene.CastAnswer{Err: err} }
func (w *castWorker) failed() *scene.Error         { return w.ans.Err }
func (w *castWorker) is(word string) bool          { return word == w.ans.Result() }
func (w *castWorker) id() string                   { return w.ans.ID }

func (w *castWorker) appendJSON(dst []byte, number int) []byte {
	w.ans.Line = number
	return w.ans.AppendJSON(dst)
}

func (w *castWorker) rows() [][]string {
	a := &w.ans
	dim := a.Dim // of the vectors that there are
	if a.Kind != scene.CastPoint && a.Verdict == collide.Miss {
		dim = 0
	}
	of := func(kinds ...scene.CastKind) int {
		if slices.Contains(kinds, a.Kind) {
			return dim
		}
		return 0
	}
	c := []string{a.Kind.String(), a.Result()}
	c = append(c, numberIf(of(scene.CastRay, scene.CastShape) > 0, a.T), numberIf(of(scene.CastPoint) > 0, a.Distance),
		numberIf(dim > 0, a.Lower), numberIf(dim > 0, a.Upper), numberIf(of(scene.CastRay) > 0 && a.HasExit, a.Exit))
	if a.Normal == [3]float64{} {
		c = appendVector(c, a.Normal, 0)
	} else {
		c = appendVector(c, a.Normal, dim)
	}
	c = appendVector(c, a.Point, of(scene.CastRay, scene.CastPoint))
	c = appendVector(c, a.PointA, of(scene.CastShape))
	c = appendVector(c, a.PointB, of(scene.CastShape))
	return [][]string{appendEnding(c, a.Status.String(), a.Iterations, a.HasParts, a.PartA, a.PartB)}
}

// numberIf returns the text of a number that is there, "" for one that is not.
func numberIf(there bool, x float64) string {
	if !there {
		return ""
	}
	return number(x)
}
