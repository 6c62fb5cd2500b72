package explain

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// titles says what each algorithm does.
var titles = map[string]string{
	"gjk":    "GJK: the point of A - B nearest to the origin",
	"epa":    "EPA: a polytope in A - B grows around the origin until its nearest side is a side of A - B",
	"sat":    "SAT: the shadows of A and B on each axis that could part them",
	"closed": "Closed form",
	"exact":  "Exact arithmetic",
	"walk":   "Walk: does A - B hold the origin?",
}

// WriteTable writes r for people: a table for each algorithm that ran, a line for each step, why it ended, and the answer. Numbers in
// tables are rounded to six digits; those of the answer are not. The error is that of w.
func (r *Report) WriteTable(w io.Writer) error {
	var b strings.Builder
	unit := ""
	if r.Units != "" {
		unit = ", in " + printable(r.Units)
	}
	fmt.Fprintf(&b, "%dD%s\n", r.Pair.Dim, unit)
	r.writeBodies(&b)
	r.writeMinkowski(&b)
	for from := 0; from < len(r.Steps); {
		to := from
		for to < len(r.Steps) && r.Steps[to].Algorithm == r.Steps[from].Algorithm && (to == from || r.Steps[to-1].Exit == "") {
			to++
		}
		exact := from > 0 && r.Steps[from].Algorithm == GJK && r.Steps[from-1].Algorithm == GJK
		r.writeRun(&b, r.Steps[from:to], exact)
		from = to
	}
	r.writeAnswer(&b)
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeBodies writes a line for each body: its name, its shape, and where it is.
func (r *Report) writeBodies(b *strings.Builder) {
	for i, name := range [2]string{r.A, r.B} {
		letter := "AB"[i : i+1]
		if name = printable(name); name != letter {
			letter += " is " + name
		}
		if r.Pair.Dim == 2 {
			o := [2]*d2.Object{&r.Pair.A2, &r.Pair.B2}[i]
			where := r.cornerList(o)
			if where == "" {
				where = " at " + r.vector(of2(o.Pose().Pos))
			}
			fmt.Fprintf(b, "%s: %s%s\n", letter, kind(o.Shape()), where)
			continue
		}
		o := [2]*d3.Object{&r.Pair.A3, &r.Pair.B3}[i]
		fmt.Fprintf(b, "%s: %s at %s\n", letter, kind(o.Shape()), r.vector(of3(o.Pose().Pos)))
	}
}

// cornerList returns the corners of a body in the world, if they are a few.
func (r *Report) cornerList(o *d2.Object) string {
	list, ok := corners(o)
	if !ok || len(list) < 2 || len(list) > 8 {
		return ""
	}
	var text strings.Builder
	text.WriteString(", corners")
	for _, p := range list {
		text.WriteString(" " + r.vector(scaled(p.float(), 1)))
	}
	return text.String()
}

// kind returns the word for a shape: the name of its type, and of its core where it is rounded.
func kind(s any) string {
	words := ""
	for {
		switch r := s.(type) {
		case d2.Rounded:
			s = r.Core
		case d3.Rounded:
			s = r.Core
		default:
			name := fmt.Sprintf("%T", s)
			return words + strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
		}
		words = "rounded "
	}
}

// writeMinkowski writes the table of the sums and differences of corners, if there is one.
func (r *Report) writeMinkowski(b *strings.Builder) {
	if len(r.Minkowski) == 0 {
		return
	}
	rows := [][]string{{"corner of A", "corner of B", "A + B", "A - B"}}
	for _, c := range r.Minkowski {
		rows = append(rows, []string{
			r.vertex(Vertex{c.A, c.PointA}), r.vertex(Vertex{c.B, c.PointB}), r.vector(c.Sum), r.vector(c.Difference),
		})
	}
	b.WriteString("\nMinkowski sum and difference: all pairs of corners\n")
	writeColumns(b, rows)
}

// writeRun writes the steps of one run of an algorithm; exact tells that it is GJK in integers.
func (r *Report) writeRun(b *strings.Builder, steps []Step, exact bool) {
	title := titles[steps[0].Algorithm]
	if exact {
		title = "GJK again, in integers"
	}
	fmt.Fprintf(b, "\n%s\n", title)
	var rows [][]string
	for i := range steps {
		if cells := r.cells(&steps[i], len(rows)+1); cells != nil {
			rows = append(rows, cells)
		}
	}
	if len(rows) > 0 {
		writeColumns(b, append([][]string{r.head(&steps[0])}, rows...))
	}
	if last := &steps[len(steps)-1]; last.Exit != "" {
		fmt.Fprintf(b, "%s: %s\n", last.Exit, last.Reason)
	}
}

// head returns the heads of the columns for an algorithm.
func (r *Report) head(s *Step) []string {
	switch s.Algorithm {
	case GJK:
		return []string{"step", "direction", "of A", "of B", "A - B", "carried by", "lower", "upper"}
	case Walk:
		return []string{"step", "direction", "of A", "of B", "A - B", "times direction", "goes on with", "the origin is"}
	case EPA:
		return []string{"step", "nearest side", "normal", "of A", "of B", "A - B", "vertices", "depth from", "to"}
	case SAT:
		return []string{"step", "axis", "direction", "A from", "to", "B from", "to", "gap"}
	}
	return []string{"normal", "of A", "of B", s.Of + " from", "to"}
}

// cells returns the cells of a step; nil for an end that took no turn.
func (r *Report) cells(s *Step, number int) []string {
	n, points := strconv.Itoa(number), []string{r.vector(s.A), r.vector(s.B), r.vertex(s.W)}
	var out []string
	switch {
	case s.Algorithm == SAT && s.Direction != vec{}:
		if s.Best {
			n = "best"
		}
		big := max(math.Abs(s.RangeA[0]), math.Abs(s.RangeA[1]), math.Abs(s.RangeB[0]), math.Abs(s.RangeB[1]))
		out = []string{n, s.Axis, r.vector(s.Direction)}
		for _, x := range []float64{s.RangeA[0], s.RangeA[1], s.RangeB[0], s.RangeB[1], s.RangeB[0] - s.RangeA[1]} {
			out = append(out, beside(x, big))
		}
		return out
	case s.Algorithm == "exact":
		return []string{"", "", "", short(s.Lower), short(s.Upper)}
	case !s.HasPoints:
		return nil
	case s.Algorithm == GJK:
		out = append([]string{n, r.vector(s.Direction)}, points...)
		return append(out, s.Region, short(s.Lower), short(s.Upper))
	case s.Algorithm == Walk:
		out = append([]string{n, r.vector(s.Direction)}, points...)
		return append(out, short(s.Dot), s.Region, s.Origin)
	case s.Algorithm == EPA:
		out = append([]string{n, s.Region, r.vector(s.Direction)}, points...)
		return append(out, strconv.Itoa(len(s.Vertices)), short(s.Lower), short(s.Upper))
	}
	return []string{r.vector(s.Direction), points[0], points[1], short(s.Lower), short(s.Upper)}
}

// writeAnswer writes the answer, every number in full.
func (r *Report) writeAnswer(b *strings.Builder) {
	a := &r.Answer
	full := func(v vec) string {
		s := make([]string, r.Pair.Dim)
		for i := range s {
			s[i] = number(v[i])
		}
		return "(" + strings.Join(s, ", ") + ")"
	}
	fmt.Fprintf(b, "\nAnswer: %s (%s)\n", a.Relation, a.Status)
	for _, row := range [][2]string{
		{"distance", number(a.Distance)},
		{"lower", number(a.Lower)},
		{"upper", number(a.Upper)},
		{"normal", full(a.Normal)},
		{"point of A", full(a.PointA)},
		{"point of B", full(a.PointB)},
	} {
		fmt.Fprintf(b, "  %-11s %s\n", row[0], row[1])
	}
}

// writeColumns writes the rows, of which the first is the head, with aligned columns two spaces apart. Empty columns are left out.
func writeColumns(b *strings.Builder, rows [][]string) {
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
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// vector returns v in short.
func (r *Report) vector(v vec) string {
	s := make([]string, r.Pair.Dim)
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
func (r *Report) vertex(v Vertex) string { return strconv.Itoa(v.Number) + ": " + r.vector(v.At) }

// short returns x to six digits.
func short(x float64) string {
	if x == 0 || math.IsInf(x, 1) {
		return map[bool]string{true: "0", false: "-"}[x == 0]
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// number returns the shortest text that reads back to x.
func number(x float64) string { return strconv.FormatFloat(x+0, 'g', -1, 64) }

// printable returns s, quoted if it holds anything that is not to be sent to a terminal.
func printable(s string) string {
	if strings.ContainsFunc(s, func(c rune) bool { return !strconv.IsPrint(c) }) {
		return strconv.Quote(s)
	}
	return s
}
