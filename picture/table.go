package picture

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/say"
)

// titles say what each stage does.
var titles = [...]string{
	collide.StageGJK:    "GJK: the point of A - B nearest to the origin",
	collide.StageEPA:    "EPA: a polytope in A - B grows around the origin until its nearest side is a side of A - B",
	collide.StageSAT:    "SAT: the shadows of A and B on each axis that could part them",
	collide.StageClosed: "Closed form",
	collide.StageExact:  "Exact arithmetic",
	explain.StageWalk:   "Walk: does A - B hold the origin?",
}

// WriteTable writes a report for people: a table for each algorithm that ran, a line for each step,
// why it ended, and the answer. Numbers in tables are rounded to six digits; those of the answer
// are not. The error is that of w.
func WriteTable(w io.Writer, r *explain.Report) error {
	t := &table{Report: r}
	unit := ""
	if r.Units != "" {
		unit = ", in " + say.Printable(r.Units)
	}
	fmt.Fprintf(t, "%dD%s\n", r.Pair.Dim, unit)
	t.bodies()
	t.minkowski()
	for from := 0; from < len(r.Steps); {
		to := from + 1
		for to < len(r.Steps) && r.Steps[to].Stage == r.Steps[from].Stage && r.Steps[to-1].Exit == collide.ExitNone {
			to++
		}
		t.run(from, to)
		from = to
	}
	t.answer()
	for _, n := range notes(r, short) {
		fmt.Fprintf(t, "note: %s\n", n)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// table is the text of a report under way.
type table struct {
	strings.Builder
	*explain.Report
}

// minkowski writes the table of the sums and differences of corners, if there is one.
func (t *table) minkowski() {
	if len(t.Minkowski) == 0 {
		return
	}
	rows := [][]string{{"corner of A", "corner of B", "A + B", "A - B"}}
	for _, c := range t.Minkowski {
		rows = append(rows, []string{
			t.vertex(explain.Vertex{Number: c.A, At: c.PointA}), t.vertex(explain.Vertex{
				Number: c.B,
				At:     c.PointB,
			}), t.vector(c.Sum), t.vector(c.Difference),
		})
	}
	t.WriteString("\nMinkowski sum and difference: all pairs of corners\n")
	t.columns(rows)
}

// run writes the steps of one run of an algorithm.
func (t *table) run(from, to int) {
	steps := t.Steps[from:to]
	title := titles[steps[0].Stage]
	if from > 0 && steps[0].Stage == collide.StageGJK && t.Steps[from-1].Stage == collide.StageGJK {
		title = "GJK again, in integers"
	}
	fmt.Fprintf(t, "\n%s\n", title)
	var rows [][]string
	for i := range steps {
		if cells := t.cells(&steps[i], len(rows)+1); cells != nil {
			rows = append(rows, cells)
		}
	}
	if len(rows) > 0 {
		t.columns(append([][]string{t.head(&steps[0])}, rows...))
	}
	if word := exitWord(&t.Steps[to-1]); word != "" {
		if t.Margin > 0 && t.Steps[to-1].Exit == collide.ExitApart {
			word = "cores apart" // what they are grown by may overlap
		}
		fmt.Fprintf(t, "%s: %s\n", word, reason(t.Report, to-1))
	}
}

// head returns the heads of the columns for a stage.
func (t *table) head(s *explain.Step) []string {
	switch s.Stage {
	case collide.StageGJK:
		return []string{"step", "direction", "of A", "of B", "A - B", "carried by", "lower", "upper"}
	case explain.StageWalk:
		return []string{"step", "direction", "of A", "of B", "A - B", "times direction", "goes on with", "the origin is"}
	case collide.StageEPA:
		return []string{"step", "nearest side", "normal", "of A", "of B", "A - B", "vertices", "depth from", "to"}
	case collide.StageSAT:
		return []string{"step", "axis", "direction", "A from", "to", "B from", "to", "gap"}
	default:
		return []string{"normal", "of A", "of B", boundWords[s.Stage] + " from", "to"}
	}
}

// cells returns the cells of a step; nil for an end that took no turn.
func (t *table) cells(s *explain.Step, number int) []string {
	n, points := strconv.Itoa(number), []string{t.vector(s.A), t.vector(s.B), t.vertex(s.W)}
	region := regionWords(t.Pair.Dim, s)
	switch {
	case s.Stage == collide.StageSAT && s.Direction != [3]float64{}:
		if s.Best {
			n = "best"
		}
		big := max(math.Abs(s.RangeA[0]), math.Abs(s.RangeA[1]), math.Abs(s.RangeB[0]), math.Abs(s.RangeB[1]))
		out := []string{n, axisWords(t.Report, s.Axis), t.vector(s.Direction)}
		for _, x := range []float64{s.RangeA[0], s.RangeA[1], s.RangeB[0], s.RangeB[1], s.RangeB[0] - s.RangeA[1]} {
			out = append(out, beside(x, big))
		}
		return out
	case s.Stage == collide.StageExact:
		return []string{"", "", "", short(s.Lower), short(s.Upper)}
	case !s.HasPoints:
		return nil
	case s.Stage == collide.StageGJK:
		out := append([]string{n, t.vector(s.Direction)}, points...)
		return append(out, region, short(s.Lower), short(s.Upper))
	case s.Stage == explain.StageWalk:
		out := append([]string{n, t.vector(s.Direction)}, points...)
		return append(out, short(s.Dot), region, placeWords(s))
	case s.Stage == collide.StageEPA:
		vertices := "" // of the polytope, which Newton's method leaves as it is
		if len(s.Vertices) > 0 {
			vertices = strconv.Itoa(len(s.Vertices))
		}
		out := append([]string{n, region, t.vector(s.Direction)}, points...)
		return append(out, vertices, short(s.Lower), short(s.Upper))
	}
	return []string{t.vector(s.Direction), points[0], points[1], short(s.Lower), short(s.Upper)}
}

// answer writes the answer, every number in full.
func (t *table) answer() {
	if p := t.Point; p != nil {
		fmt.Fprintf(t, "\nAnswer: %s (%s)\n", p.Result(), p.Status)
		for _, row := range [][2]string{
			{"distance", number(p.Distance)},
			{"lower", number(p.Lower)},
			{"upper", number(p.Upper)},
			{"point", t.full(p.Point)},
			{"normal", t.full(p.Normal)},
		} {
			fmt.Fprintf(t, "  %-11s %s\n", row[0], row[1])
		}
		return
	}
	a := &t.Answer
	fmt.Fprintf(t, "\nAnswer: %s (%s)\n", a.Relation, a.Status)
	for _, row := range [][2]string{
		{"distance", number(a.Distance)},
		{"lower", lowest(a.Lower)},
		{"upper", number(a.Upper)},
		{"normal", t.full(a.Normal)},
		{"point of A", t.full(a.PointA)},
		{"point of B", t.full(a.PointB)},
	} {
		fmt.Fprintf(t, "  %-11s %s\n", row[0], row[1])
	}
}

// full returns v, every number in full.
func (t *table) full(v [3]float64) string {
	s := make([]string, t.Pair.Dim)
	for i := range s {
		s[i] = number(v[i])
	}
	return "(" + strings.Join(s, ", ") + ")"
}

// columns writes the rows, of which the first is the head, with aligned columns two spaces apart.
// Empty columns are left out.
func (t *table) columns(rows [][]string) {
	wide := make([]int, len(rows[0]))
	for i := range rows[0] {
		for _, row := range rows[1:] {
			wide[i] = max(wide[i], utf8.RuneCountInString(row[i]))
		}
		if wide[i] > 0 {
			wide[i] = max(wide[i], utf8.RuneCountInString(rows[0][i]))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if wide[i] > 0 {
				line.WriteString(cell + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(cell)+2))
			}
		}
		t.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// vector returns v in short.
func (t *table) vector(v [3]float64) string {
	s := make([]string, t.Pair.Dim)
	for i := range s {
		s[i] = beside(v[i], max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])))
	}
	return "(" + strings.Join(s, ", ") + ")"
}

// beside returns x in short, 0 where it is rounding of numbers as large as big.
func beside(x, big float64) string {
	if math.Abs(x) < 1e-13*big {
		return "0"
	}
	return short(x)
}

// vertex returns v with its number.
func (t *table) vertex(v explain.Vertex) string {
	return strconv.Itoa(v.Number) + ": " + t.vector(v.At)
}

// short returns x to six digits, and a dash for no bound.
func short(x float64) string {
	switch {
	case x == 0:
		return "0"
	case math.IsInf(x, 1):
		return "-"
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// lowest is number of a lower bound, which may not be known.
func lowest(x float64) string {
	if x == -math.MaxFloat64 {
		return "none is known"
	}
	return number(x)
}

// number returns the shortest text that reads back to x.
func number(x float64) string { return strconv.FormatFloat(x+0, 'g', -1, 64) }
