package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/scene"
)

// tableEncoder writes a table for people.
type tableEncoder struct {
	w       io.Writer
	columns int  // how wide the table may be; 0 for any
	all     bool // pairs that a baseline knows are listed too
	color   bool // words have colours
	some    bool // a scene has been written
}

// near is the word of the table for a pair that is apart, but not proved as far apart as the
// clearance.
const near = "near"

func (e *tableEncoder) encode(r *listing) error {
	var b strings.Builder
	if e.some {
		b.WriteByte('\n')
	}
	e.some = true
	fmt.Fprintf(&b, "%s: %s\n", say.Printable(r.Scene.File), r.Head())
	if shown := r.shown(e.all); len(shown.Found) > 0 {
		b.WriteByte('\n')
		cols, left := fit(shown.table(), e.columns)
		e.write(&b, cols, func(i int) scene.Verdict { return shown.Found[i].Verdict })
		if len(left) > 0 {
			fmt.Fprintf(&b, "(no room for %s)\n", strings.Join(left, ", "))
		}
		b.WriteByte('\n')
	}
	for i := range r.Gone {
		g := &r.Gone[i]
		fmt.Fprintf(&b, "gone: %s and %s, %s in the baseline\n", say.Printable(g.A), say.Printable(g.B), g.Verdict)
	}
	if len(r.Gone) > 0 {
		b.WriteByte('\n')
	}
	b.WriteString(r.Summary() + "\n")
	if s := r.Compared(); s != "" {
		b.WriteString(s + "\n")
	}
	_, err := io.WriteString(e.w, b.String())
	return err
}

// shown returns the listing with the pairs of a table: all, or those that a baseline does not know.
func (r *listing) shown(all bool) *listing {
	if all || r.States == nil {
		return r
	}
	c := *r.Check
	c.Found, c.States = nil, nil
	for i, s := range r.States {
		if s.Fails() {
			c.Found, c.States = append(c.Found, r.Found[i]), append(c.States, s)
		}
	}
	return &listing{&c}
}

// word returns the relation of a pair as the table names it.
func word(f *scene.Found) string {
	if f.Verdict == scene.Near {
		return near
	}
	return f.Answer.Relation.String()
}

// column is a column of the table. Numbers stand at the right.
type column struct {
	head  string
	right bool
	drop  int // columns with a lower number, from 1, are the first to go where there is no room; 0: it stays
	least int // how short its cells may be cut; 0: not at all
	cells []string
	wide  int // how wide it is: as the widest cell, the head among them
}

// add adds a row of cells to the columns.
func add(cols []column, cells []string) {
	for k, cell := range cells {
		c := &cols[k]
		if len(c.cells) == 0 {
			c.wide = utf8.RuneCountInString(c.head)
		}
		c.cells = append(c.cells, cell)
		c.wide = max(c.wide, utf8.RuneCountInString(cell))
	}
}

// tableWidth returns how wide columns are side by side.
func tableWidth(cols []column) int {
	sum := 0
	for i := range cols {
		if w := cols[i].wide; w > 0 {
			sum += w + 2
		}
	}
	return max(sum-2, 0)
}

// fit returns the columns that fit, with names cut where that helps, and the heads of those that
// had to go. A table that nothing makes fit stays too wide.
func fit(cols []column, room int) (fitting []column, left []string) {
	for room > 0 && tableWidth(cols) > room {
		first := -1
		for i := range cols {
			if cols[i].drop > 0 && (first < 0 || cols[i].drop < cols[first].drop) {
				first = i
			}
		}
		if first < 0 {
			break
		}
		left = append(left, cols[first].head)
		cols = slices.Delete(cols, first, first+1)
	}
	for room > 0 && tableWidth(cols) > room {
		widest := -1
		for i := range cols {
			if c := &cols[i]; c.least > 0 && c.wide > c.least && (widest < 0 || c.wide > cols[widest].wide) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		cols[widest].wide--
	}
	for i := range cols {
		if cols[i].least > 0 {
			cols[i].cut()
		}
	}
	return cols, left
}

// cut makes no cell wider than the column, which is at least 2.
func (c *column) cut() {
	for i, cell := range c.cells {
		if utf8.RuneCountInString(cell) > c.wide {
			r := []rune(cell)
			c.cells[i] = string(r[:c.wide-1]) + "\u2026"
		}
	}
}

// table returns the columns.
func (r *listing) table() []column {
	unit := ""
	if r.Scene.Units != "" {
		unit = " [" + say.Printable(r.Scene.Units) + "]"
	}
	cols := []column{
		{head: "relation"},
		{head: "A", least: 8},
		{head: "B", least: 8},
		{head: "distance" + unit, right: true},
		{head: "bracket", right: true, drop: 2},
		{head: "normal", drop: 1},
		{head: "at", drop: 3},
		{head: ""},
	}
	rules := slices.ContainsFunc(r.Found, func(f scene.Found) bool { return f.Rule != nil })
	if rules {
		cols = append(cols, column{head: "rule", drop: 4, least: 8})
	}
	if r.States != nil {
		cols = append([]column{{head: "baseline"}}, cols...)
	}
	if r.Moves {
		cols = append([]column{{head: "result"}, {head: "t", right: true}, {head: "up to", right: true, drop: 5}}, cols...)
	}
	distance, middle := r.largest()
	places := decimals(middle, 4)
	wide := len(fixed(-middle, places))
	for i := range r.Found {
		found := &r.Found[i]
		a := &found.Answer
		note := ""
		if a.Status == collide.Limit || a.Status == collide.BadSupport {
			note = a.Status.String()
		}
		cells := []string{
			word(found), say.Printable(r.a(found)), say.Printable(r.b(found)),
			length(a.Distance, decimals(distance, 7)), width(a),
			vector(a.Normal, r.Scene.Dim, 2, len("-0.00")), vector(midpoint(a), r.Scene.Dim, places, wide), note,
		}
		if rules {
			title := ""
			if found.Rule != nil {
				title = say.Printable(found.Rule.Title())
			}
			cells = append(cells, title)
		}
		if r.States != nil {
			cells = append([]string{r.States[i].String()}, cells...)
		}
		if r.Moves {
			cells = append(meetingCells(&found.Impact, decimals(r.Duration(), 7)), cells...)
		}
		add(cols, cells)
	}
	return cols
}

// largest returns the largest distance of a pair, and the largest coordinate of the middle of one.
func (r *listing) largest() (distance, middle float64) {
	for i := range r.Found {
		a := &r.Found[i].Answer
		distance = max(distance, math.Abs(a.Distance))
		for _, m := range midpoint(a) {
			middle = max(middle, math.Abs(m))
		}
	}
	return distance, middle
}

// meetingCells returns the cells about when a pair meets: the result, its time with so many
// decimals, and how much later than that contact is proved.
func meetingCells(a *scene.ImpactAnswer, places int) []string {
	if a.Err != nil || a.Verdict == collide.Miss {
		return []string{a.Verdict.String(), "", ""}
	}
	late := "exact"
	if a.Verdict != collide.Hit {
		late = ""
	} else if w := a.Upper - a.Lower; w > 0 {
		late = strconv.FormatFloat(w, 'e', 0, 64)
	}
	return []string{a.Verdict.String(), length(a.T, places), late}
}

// colors are those of the words of the table: red for what must not be, yellow for what may be
// wrong.
var colors = [...]string{
	scene.Overlap: "\x1b[31m", scene.Meet: "\x1b[31m",
	scene.Touch: "\x1b[33m", scene.Undecided: "\x1b[33m", scene.Near: "\x1b[33m",
}

// write writes the columns side by side. The first cell of a row has the colour of its verdict.
func (e *tableEncoder) write(b *strings.Builder, cols []column, verdict func(row int) scene.Verdict) {
	for i := -1; i < len(cols[0].cells); i++ {
		var line strings.Builder
		for k := range cols {
			c := &cols[k]
			cell, color := c.head, ""
			if i >= 0 {
				cell = c.cells[i]
			}
			if e.color && i >= 0 && k == 0 {
				color = colors[verdict(i)]
			}
			pad := strings.Repeat(" ", c.wide-utf8.RuneCountInString(cell))
			if color != "" {
				cell = color + cell + "\x1b[0m"
			}
			if c.right {
				line.WriteString(pad + cell + "  ")
			} else {
				line.WriteString(cell + pad + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// midpoint returns the point halfway between the witness points.
func midpoint(a *scene.Answer) [3]float64 { return middleOf(a.PointA, a.PointB) }

// middleOf returns the point halfway between two.
func middleOf(a, b [3]float64) (m [3]float64) {
	for i := range m {
		m[i] = a[i]/2 + b[i]/2
	}
	return m
}

// width returns how wide the bracket of a is, or "exact", or "open" where no lower bound is known.
func width(a *scene.Answer) string {
	w := a.Upper - a.Lower
	switch {
	case w == 0:
		return "exact"
	case a.Lower == -math.MaxFloat64:
		return "open"
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

// decimals returns how many decimals show the given number of digits of the largest number of a
// column.
func decimals(largest float64, digits int) int {
	if !(largest > 0) || math.IsInf(largest, 0) {
		return 1
	}
	return min(max(digits-1-int(math.Floor(math.Log10(largest))), 0), 12)
}

// length returns x with so many decimals, or as a power of ten where those would show hardly
// anything of it.
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
