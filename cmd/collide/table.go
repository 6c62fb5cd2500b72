package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

// tableEncoder writes a table for people.
type tableEncoder struct {
	w    io.Writer
	some bool // a scene has been written
}

// near is the word of the table for a pair that is apart, but not proved as far apart as the clearance.
const near = "near"

func (e *tableEncoder) encode(r report) error {
	var b strings.Builder
	if e.some {
		b.WriteByte('\n')
	}
	e.some = true
	s := r.scene
	fmt.Fprintf(&b, "%s: %dD, %s, clearance %s\n", printable(s.File), s.Dim, count(len(s.Objects), "object"), r.inUnits(r.clearance))
	if len(r.rows) > 0 {
		b.WriteByte('\n')
		writeTable(&b, r.table())
		b.WriteByte('\n')
	}
	b.WriteString(r.summary())
	_, err := io.WriteString(e.w, b.String())
	return err
}

// word returns the relation of a row as the table and the summary name it.
func (r *row) word() string {
	if r.found && r.ans.Relation == collide.Apart.String() {
		return near
	}
	return r.ans.Relation
}

// column is a column of the table. Numbers stand at the right.
type column struct {
	head  string
	right bool
	cells []string
}

// table returns the columns.
func (r *report) table() []column {
	unit := ""
	if r.scene.Units != "" {
		unit = " [" + printable(r.scene.Units) + "]"
	}
	cols := []column{
		{head: "relation"},
		{head: "A"},
		{head: "B"},
		{head: "distance" + unit, right: true},
		{head: "bracket", right: true},
		{head: "normal"},
		{head: "at"},
		{head: ""},
	}
	distance, middle := 0.0, 0.0
	for i := range r.rows {
		a := &r.rows[i].ans
		distance = max(distance, math.Abs(a.Distance))
		for _, m := range midpoint(a) {
			middle = max(middle, math.Abs(m))
		}
	}
	places := decimals(middle, 4)
	wide := len(fixed(-middle, places))
	for i := range r.rows {
		row := &r.rows[i]
		a := &row.ans
		note := ""
		if a.Status == collide.Limit.String() || a.Status == collide.BadSupport.String() {
			note = a.Status
		}
		for j, cell := range []string{
			row.word(), printable(row.a), printable(row.b), length(a.Distance, decimals(distance, 7)), width(a),
			vector(a.Normal, r.scene.Dim, 2, len("-0.00")), vector(midpoint(a), r.scene.Dim, places, wide), note,
		} {
			cols[j].cells = append(cols[j].cells, cell)
		}
	}
	return cols
}

// writeTable writes the columns side by side.
func writeTable(b *strings.Builder, cols []column) {
	for i := -1; i < len(cols[0].cells); i++ {
		var line strings.Builder
		for _, c := range cols {
			wide := utf8.RuneCountInString(c.head)
			for _, cell := range c.cells {
				wide = max(wide, utf8.RuneCountInString(cell))
			}
			cell := c.head
			if i >= 0 {
				cell = c.cells[i]
			}
			pad := strings.Repeat(" ", wide-utf8.RuneCountInString(cell))
			if c.right {
				line.WriteString(pad + cell + "  ")
			} else {
				line.WriteString(cell + pad + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// summary says in a line how many pairs are what.
func (r *report) summary() string {
	counts := map[string]int{}
	for i := range r.rows {
		counts[r.rows[i].word()]++
	}
	clean := r.checked
	var parts []string
	for _, p := range []struct{ word, text string }{
		{collide.Overlapping.String(), "overlapping"},
		{collide.Touching.String(), "touching"},
		{collide.Undecided.String(), "undecided"},
		{near, "nearer than " + r.inUnits(r.clearance)},
	} {
		if n := counts[p.word]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, p.text))
			clean -= n
		}
	}
	if len(parts) == 0 {
		return count(r.checked, "pair") + " checked: all clear\n"
	}
	return fmt.Sprintf("%s checked: %s, %d clear\n", count(r.checked, "pair"), strings.Join(parts, ", "), clean)
}

// inUnits returns a length with its unit.
func (r *report) inUnits(x float64) string {
	s := number(x)
	if r.scene.Units != "" {
		s += " " + printable(r.scene.Units)
	}
	return s
}

// midpoint returns the point halfway between the witness points.
func midpoint(a *scene.Answer) [3]float64 {
	var m [3]float64
	for i := range m {
		m[i] = a.PointA[i]/2 + a.PointB[i]/2
	}
	return m
}

// width returns how wide the bracket of a is, or "exact".
func width(a *scene.Answer) string {
	w := a.Upper - a.Lower
	if w == 0 {
		return "exact"
	}
	return strconv.FormatFloat(w, 'e', 0, 64)
}

// vector returns the first dim coordinates of v, each in a field of the given width.
func vector(v [3]float64, dim, decimals, wide int) string {
	s := make([]string, dim)
	for i := range s {
		s[i] = fmt.Sprintf("%*s", wide, fixed(v[i], decimals))
	}
	return strings.Join(s, " ")
}

// decimals returns how many decimals show the given number of digits of the largest number of a column.
func decimals(largest float64, digits int) int {
	if !(largest > 0) || math.IsInf(largest, 0) {
		return 1
	}
	return min(max(digits-1-int(math.Floor(math.Log10(largest))), 0), 12)
}

// length returns x with so many decimals, or as a power of ten where those would show hardly anything of it.
func length(x float64, decimals int) string {
	if x != 0 && math.Abs(x) < 50*math.Pow10(-decimals) {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return fixed(x, decimals)
}

// fixed returns x with so many decimals, or as a power of ten where that would be too long.
func fixed(x float64, decimals int) string {
	if math.Abs(x) >= 1e9 {
		return strconv.FormatFloat(x, 'e', 3, 64)
	}
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" { // no -0.00
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// printable returns s, quoted if it holds anything that is not to be sent to a terminal.
func printable(s string) string {
	if q := strconv.Quote(s); q != `"`+s+`"` && strings.ContainsFunc(s, func(c rune) bool { return !strconv.IsPrint(c) }) {
		return q
	}
	return s
}

// count returns "1 noun" or "n nouns".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
