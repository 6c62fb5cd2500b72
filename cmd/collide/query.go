package main

import (
	"context"
	"slices"
	"strconv"

	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// pairs are the lines of `collide query`.
var pairs = lineKind{
	noun:    "pair",
	results: []string{"apart", "touching", "overlapping", "undecided"},
	head: slices.Concat([]string{"relation", "distance", "lower", "upper"}, vectorHead("normal"), vectorHead("point_a"),
		vectorHead("point_b"), vectorHead("local_a"), vectorHead("local_b"), endingHead),
	worker: func(s *scene.Answerer) lineWorker { return &pairWorker{s: s} },
}

// queryCommand returns `collide query`.
func (a *app) queryCommand() *cobra.Command {
	var f lineFlags
	var manifold bool
	cmd := &cobra.Command{
		Use:   "query [FILE|-]",
		Short: "Answer a stream of pairs, one JSON object per line",
		Long: `query reads pair lines (JSON, one per line) from FILE or standard input and writes an answer line for each.

Answers hold the relation (apart, touching, overlapping, undecided), the signed distance with its proved
bounds lower and upper, the unit normal from A to B, and the witness points. With --manifold they hold the
points by which the bodies touch as well, on both surfaces, with ids that last while the same features touch;
none for a pair that is apart.

` + lineRules,
		Example: `  collide query pairs.ndjson > answers.ndjson
  generate | collide query | jq -c 'select(.relation == "overlapping")'
  collide query <<< '{"dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},"b":{"shape":{"type":"sphere","radius":1}}}'
  collide query --manifold pairs.ndjson | jq -c '.manifold[]'
  collide query --fail-on overlapping,undecided pairs.ndjson > answers.ndjson || echo "something collides"
  collide query --format csv pairs.ndjson > answers.csv      for a spreadsheet
  collide query --base meshes pairs.ndjson       mesh files of hulls are looked up in meshes/`,
		RunE: func(cmd *cobra.Command, args []string) error {
			query, err := f.solverFlags.query()
			if err == nil && manifold && f.format == "csv" {
				err = errNoPoints
			}
			if err != nil {
				return usageError(cmd, err)
			}
			query.Manifold = manifold
			return a.answerLines(cmd, args, &f, query, &pairs)
		},
	}
	f.register(cmd, &pairs)
	f.registerAlgorithm(cmd)
	cmd.Flags().BoolVar(&manifold, "manifold", false,
		"also the points by which the bodies touch, of all pairs of parts of compounds")
	return cmd
}

// pairWorker answers pair lines.
type pairWorker struct {
	s   *scene.Answerer
	ans scene.Answer
}

func (w *pairWorker) answer(ctx context.Context, line []byte, number int) (notes []scene.Note) {
	w.s.SetLine(number)
	w.ans, notes = w.s.Answer(ctx, line)
	return notes
}

func (w *pairWorker) fail(err *scene.Error, _ int) { w.ans = scene.Answer{Err: err} }
func (w *pairWorker) failed() *scene.Error         { return w.ans.Err }
func (w *pairWorker) is(word string) bool          { return word == w.ans.Relation.String() }
func (w *pairWorker) id() string                   { return w.ans.ID }

func (w *pairWorker) appendJSON(dst []byte, number int) []byte {
	w.ans.Line = number
	return w.ans.AppendJSON(dst)
}

func (w *pairWorker) rows() [][]string {
	a := &w.ans
	c := []string{a.Relation.String(), number(a.Distance), number(a.Lower), number(a.Upper)}
	for _, v := range [][3]float64{a.Normal, a.PointA, a.PointB, a.LocalA, a.LocalB} {
		c = appendVector(c, v, a.Dim)
	}
	return [][]string{appendEnding(c, a.Status.String(), a.Iterations, a.HasParts, a.PartA, a.PartB)}
}

// vectorHead returns the names of the columns of a vector.
func vectorHead(name string) []string { return []string{name + "_x", name + "_y", name + "_z"} }

// appendVector appends the columns of a vector: the third is empty in the plane, and all are for
// dimension 0.
func appendVector(c []string, v [3]float64, dim int) []string {
	for i, x := range v {
		if i < dim {
			c = append(c, number(x))
		} else {
			c = append(c, "")
		}
	}
	return c
}

// endingHead are the names of the last columns of every kind of answer.
var endingHead = []string{"status", "iterations", "part_a", "part_b"}

// appendEnding appends these columns.
func appendEnding(c []string, status string, iterations int, parts bool, a, b int) []string {
	c = append(c, status, strconv.Itoa(iterations))
	for _, part := range []int{a, b} {
		if parts && part >= 0 {
			c = append(c, strconv.Itoa(part))
		} else {
			c = append(c, "")
		}
	}
	return c
}
