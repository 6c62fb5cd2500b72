package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
)

// stepName returns what step i is.
func (f *figure) stepName(i int) string {
	if f.steps[i].Best {
		return "SAT, the best axis"
	}
	return algorithmName(f.steps[i].Algorithm)
}

// algorithmName returns what people call an algorithm.
func algorithmName(s string) string {
	switch s {
	case "gjk", "epa", "sat":
		return strings.ToUpper(s)
	case "closed":
		return "closed form"
	case "exact":
		return "exact arithmetic"
	case "walk":
		return "GJK, yes or no"
	}
	return s
}

// title says what the picture is about.
func (f *figure) title() string {
	r := f.report
	s := r.A + " and " + r.B + ": " + r.Answer.Relation
	if r.Pair.ID != "" {
		s = r.Pair.ID + ": " + s
	}
	return s
}

// facts returns the answer in words, in lines that fit.
func (f *figure) facts(width float64) []string {
	return wrapped(strings.Join(f.sentences(), " "), width, draw.Font{Size: 13})
}

// sentences returns the answer in words, and what else a reader should know.
func (f *figure) sentences() []string {
	w := &f.report.Answer
	unit := ""
	if f.report.Units != "" {
		unit = " " + f.report.Units
	}
	text := fmt.Sprintf("Signed distance %s%s, certainly in [%s, %s]", digits(w.Distance, 6), unit, digits(w.Lower, 6), digits(w.Upper, 6))
	if w.Lower == w.Upper {
		text = fmt.Sprintf("Signed distance %s%s", digits(w.Distance, 6), unit)
	} else if digits(w.Lower, 6) == digits(w.Upper, 6) {
		text = fmt.Sprintf("Signed distance %s%s, certain within %s", digits(w.Distance, 6), unit, digits(w.Upper-w.Lower, 2))
	}
	if f.normal != (d3.Vec{}) {
		text += "; normal from A to B " + f.vector(f.normal, 1)
	}
	text += fmt.Sprintf("; %s after %s.", statusWords[w.Status], count(w.Iterations, "iteration"))
	out := []string{text}
	if f.space && f.difference.Smooth {
		out = append(out, "Curved surfaces are drawn from samples of their support points.")
	}
	for _, n := range f.report.Notes {
		first, size := utf8.DecodeRuneInString(n)
		out = append(out, string(unicode.ToUpper(first))+strings.TrimRight(n[size:], ".")+".")
	}
	return out
}

// statusWords say how an answer came to its end.
var statusWords = map[string]string{
	"exact": "exact", "converged": "converged", "rounding": "as far as doubles go", "limit": "stopped by the limit", "bad-support": "the support function failed",
}

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// wrapped breaks text at spaces into lines of a width; a longer word is shortened.
func wrapped(text string, width float64, font draw.Font) []string {
	var lines []string
	for word := range strings.FieldsSeq(text) {
		if n := len(lines); n > 0 && draw.TextWidth(lines[n-1]+" "+word, font) <= width {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, Shorten(word, width, font))
	}
	return lines
}

// digits writes x with n digits at most.
func digits(x float64, n int) string {
	if x == 0 {
		return "0"
	}
	s := strconv.FormatFloat(x, 'g', n, 64)
	if a := math.Abs(x); a >= 1e-4 && a < 1e6 {
		r, _ := strconv.ParseFloat(s, 64)
		s = strconv.FormatFloat(r, 'f', -1, 64)
	}
	return s
}

// vector writes a vector with four digits a coordinate; what is nothing beside size is 0.
func (f *figure) vector(v d3.Vec, size float64) string { return f.vectorOf(v, size, 4) }

// vectorOf is vector with a number of digits.
func (f *figure) vectorOf(v d3.Vec, size float64, places int) string {
	n := 2
	if f.space {
		n = 3
	}
	var s strings.Builder
	s.WriteString("(")
	for i, x := range []float64{v.X, v.Y, v.Z}[:n] {
		if i > 0 {
			s.WriteString(", ")
		}
		if math.Abs(x) < 1e-12*size {
			x = 0
		}
		s.WriteString(digits(x, places))
	}
	return s.String() + ")"
}

// words returns what a step did, a line each.
func (f *figure) words(t *turn) []string {
	var out []string
	if t.Axis != "" {
		out = append(out, t.Axis)
	}
	switch {
	case t.search == (d3.Vec{}):
	case t.Algorithm == "sat":
		out = append(out, "axis "+f.vector(t.search, 1))
	case t.Algorithm == "walk":
		out = append(out, "direction "+f.vector(vec(t.Direction), vec(t.Direction).Len()))
	default:
		out = append(out, "direction "+f.vector(t.search, 1))
	}
	if t.HasPoints && t.Algorithm == "closed" {
		out = append(out, "point of A "+f.vector(t.A.Add(f.from), f.size), "point of B "+f.vector(t.B.Add(f.from), f.size))
	} else if t.HasPoints {
		out = append(out, "finds "+strconv.Itoa(t.W.Number)+": "+f.vector(t.W.At, f.size))
	}
	if t.Algorithm == "sat" && t.search != (d3.Vec{}) {
		word, from, to := t.parting()
		out = append(out, word+" "+digits(to-from, 6))
	}
	if t.Region != "" {
		out = append(out, "nearest O: "+t.Region)
	}
	if s := t.interval(); t.HasBounds && t.Algorithm != "sat" && s != "" {
		out = append(out, t.Of+" "+s)
	}
	if t.Exit != "" {
		out = append(out, "end: "+t.Exit)
	}
	return out
}

// interval writes the bounds of a step; one of GJK below 0 says nothing.
func (t *turn) interval() string {
	lower, upper := t.Lower, t.Upper
	if lower <= 0 && lower < upper && t.Algorithm == "gjk" {
		if math.IsInf(upper, 1) {
			return ""
		}
		return "at most " + digits(upper, 5)
	}
	if lower == upper {
		return digits(lower, 5)
	}
	if math.IsInf(upper, 1) {
		return "at least " + digits(lower, 5)
	}
	return digits(lower, 5) + " to " + digits(upper, 5)
}
