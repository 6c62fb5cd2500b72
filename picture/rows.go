package picture

import (
	_ "embed" // the parts of the page
	"fmt"
	"math"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
)

// htmlData is what the scripts of the page read.
type htmlData struct {
	Steps []htmlStep `json:"steps"`
	Views []view3    `json:"views,omitempty"`
}

// htmlStep is a step in words.
type htmlStep struct {
	Name      string      `json:"name"`
	No        string      `json:"no"`
	Algorithm string      `json:"algorithm"`
	Lower     string      `json:"lower,omitempty"`
	Upper     string      `json:"upper,omitempty"`
	Exit      string      `json:"exit,omitempty"`
	Told      string      `json:"told,omitempty"`
	Rows      [][2]string `json:"rows"`
}

// data returns what the scripts need.
func (f *figure) data() htmlData {
	var d htmlData
	for i := range f.steps {
		t := &f.steps[i]
		s := htmlStep{
			No: strconv.Itoa(i + 1), Algorithm: stageNames[t.Stage], Exit: exitWord(&t.Step), Told: f.told(i), Rows: f.rows(t),
		}
		s.Name = fmt.Sprintf("Step %d of %d: %s", i+1, len(f.steps), f.stepName(i))
		if t.HasBounds {
			s.Lower, s.Upper = t.boundWords(6)
		}
		if t.Stage == collide.StageSAT && t.search != (d3.Vec{}) {
			word, from, to := t.parting()
			s.Lower, s.Upper = word, digits(to-from, 6)
		}
		d.Steps = append(d.Steps, s)
	}
	w := &f.report.Answer
	d.Steps = append(d.Steps, htmlStep{
		Name: "The answer: A and B " + relations[w.Relation], No: "", Algorithm: "answer",
		Lower: digits(w.Lower, 6), Upper: digits(w.Upper, 6), Exit: w.Relation.String(), Rows: f.answerRows(),
	})
	if f.space {
		d.Views = f.views3()
	}
	return d
}

// boundWords writes the bounds of a step; a lower bound of a distance of cores below 0 is none.
func (t *turn) boundWords(n int) (lower, upper string) {
	lower, upper = digits(t.Lower, n), digits(t.Upper, n)
	if t.Lower < 0 && t.Stage == collide.StageGJK {
		lower = "none"
	}
	if math.IsInf(t.Upper, 1) {
		upper = "none"
	}
	return lower, upper
}

// rows returns the numbers of a step with what they are.
func (f *figure) rows(t *turn) [][2]string {
	var out [][2]string
	add := func(name, value string) { out = append(out, [2]string{name, value}) }
	if s := axisWords(f.report, t.Axis); s != "" {
		add("axis from", typeset(s))
	}
	switch {
	case t.search == (d3.Vec{}):
	case t.Stage == explain.StageWalk:
		add("direction", f.long(vec(t.Direction), vec(t.Direction).Len()))
	case t.Stage == collide.StageSAT:
		add("axis", f.long(t.search, 1))
	default:
		add("direction", f.long(t.search, 1))
	}
	if t.HasPoints {
		add("point of A", f.long(t.A.Add(f.from), f.size))
		add("point of B", f.long(t.B.Add(f.from), f.size))
		add("difference", vertexName(t.W)+" "+f.long(t.W.At, f.size))
	}
	if t.Stage == explain.StageWalk && t.HasPoints {
		add("along direction", digits(t.Dot, 17))
	}
	for i, v := range t.Simplex {
		add([2]string{"simplex before", ""}[min(i, 1)], vertexName(v)+" "+f.long(v.At, f.size))
	}
	if s := regionWords(f.report.Pair.Dim, &t.Step); s != "" {
		add("origin nearest to", s)
	}
	if s := placeWords(&t.Step); s != "" {
		add("origin", s)
	}
	if t.Stage == collide.StageSAT {
		out = append(out, f.rangeRows(t)...)
	}
	if t.HasBounds {
		lower, upper := t.boundWords(17)
		add(f.bound(t.Stage), "lower bound "+lower)
		add("", "upper bound "+upper)
	}
	if s := exitWord(&t.Step); s != "" {
		add("end", s)
	}
	return out
}

// rangeRows returns the intervals of an axis, measured from the world's origin and with the
// margins.
func (f *figure) rangeRows(t *turn) [][2]string {
	shift := t.search.Dot(f.from)
	span := func(g [2]float64) string { return digits(g[0]+shift, 10) + " to " + digits(g[1]+shift, 10) }
	out := [][2]string{{"A covers", span(t.RangeA)}, {"B covers", span(t.RangeB)}}
	word, from, to := t.parting()
	return append(out, [2]string{word, digits(to-from, 10)})
}

// answerRows returns the numbers of the answer.
func (f *figure) answerRows() [][2]string {
	w := &f.report.Answer
	out := [][2]string{
		{"relation", w.Relation.String()},
		{"signed distance", digits(w.Distance, 17)},
		{"lower bound", digits(w.Lower, 17)},
		{"upper bound", digits(w.Upper, 17)},
	}
	if f.normal != (d3.Vec{}) {
		out = append(out, [2]string{"normal, A to B", f.long(f.normal, 1)},
			[2]string{"point of A", f.long(vec(w.PointA), f.size)}, [2]string{"point of B", f.long(vec(w.PointB), f.size)})
	}
	return append(out, [2]string{"status", w.Status.String()}, [2]string{
		"iterations of GJK and EPA",
		strconv.Itoa(w.Iterations),
	})
}

// vertexName returns the number of a vertex.
func vertexName(v vertex) string { return strconv.Itoa(v.Number) + ":" }

// long is vector with ten digits.
func (f *figure) long(v d3.Vec, size float64) string { return f.vectorOf(v, size, 10) }
