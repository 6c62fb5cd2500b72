package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

// jsonEncoder writes an object for each scene, its pairs on lines of their own.
type jsonEncoder struct{ w io.Writer }

func (e *jsonEncoder) encode(r report) error {
	s := r.scene
	out := scene.AppendString([]byte(`{"version":1,"scene":`), s.File)
	out = scene.AppendString(append(out, `,"units":`...), s.Units)
	out = scene.AppendNumber(append(out, `,"clearance":`...), s.Clearance)
	if r.moves {
		out = scene.AppendNumber(append(out, `,"duration":`...), r.duration())
	}
	out = fmt.Appendf(out, `,"objects":%d,"checked":%d,"pairs":[`, len(s.Objects), r.checked)
	for i := range r.found {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(r.appendPair(append(out, "\n{"...), &r.found[i]), '}')
	}
	if len(r.found) > 0 {
		out = append(out, '\n')
	}
	_, err := e.w.Write(append(out, "]}\n"...))
	return err
}

// ndjsonEncoder writes a line for each pair, which names the scene if there are several.
type ndjsonEncoder struct {
	w       io.Writer
	several bool
}

func (e *ndjsonEncoder) encode(r report) error {
	var out []byte
	for i := range r.found {
		out = append(out[:0], '{')
		if e.several {
			out = append(scene.AppendString(append(out, `"scene":`...), r.scene.File), ',')
		}
		out = append(r.appendPair(out, &r.found[i]), "}\n"...)
		if _, err := e.w.Write(out); err != nil {
			return err
		}
	}
	return nil
}

// appendPair appends the fields of a pair, without the braces around them.
func (r *report) appendPair(dst []byte, f *scene.Found) []byte {
	dst = scene.AppendString(append(dst, `"a":`...), r.a(f))
	dst = scene.AppendString(append(dst, `,"b":`...), r.b(f))
	return f.AppendFields(append(dst, ','), r.moves)
}

// csvEncoder writes a head line, and then a line for each pair. Vectors take three columns; in 2D
// the third is empty. The first column names the scene if there are several. A scene that moves has
// other columns than one that does not; where one kind follows the other, so does another head.
type csvEncoder struct {
	w       io.Writer
	several bool
	headed  bool
	moves   bool // as the head says
}

func (e *csvEncoder) encode(r report) error {
	w := csv.NewWriter(e.w)
	if !e.headed || e.moves != r.moves {
		e.headed, e.moves = true, r.moves
		if err := w.Write(e.head()); err != nil {
			return err
		}
	}
	for i := range r.found {
		if err := w.Write(e.record(&r, &r.found[i])); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// head returns the names of the columns.
func (e *csvEncoder) head() []string {
	var h []string
	if e.several {
		h = append(h, "scene")
	}
	h = append(h, "a", "b")
	if e.moves {
		h = append(h, "result", "t", "lower", "upper", "relation", "distance", "distance_lower", "distance_upper")
	} else {
		h = append(h, "relation", "distance", "lower", "upper")
	}
	for _, v := range []string{"normal", "point_a", "point_b", "local_a", "local_b"} {
		h = append(h, vectorHead(v)...)
	}
	return append(h, "status", "iterations")
}

// record returns the columns of a pair.
func (e *csvEncoder) record(r *report, f *scene.Found) []string {
	var c []string
	if e.several {
		c = append(c, cell(r.scene.File))
	}
	a := &f.Answer
	c = append(c, cell(r.a(f)), cell(r.b(f)))
	if i := &f.Impact; r.moves {
		there := i.Verdict != collide.Miss
		c = append(c, i.Verdict.String(), numberIf(there, i.T), numberIf(there, i.Lower), numberIf(there, i.Upper))
	}
	c = append(c, a.Relation.String(), number(a.Distance), number(a.Lower), number(a.Upper))
	for _, v := range [][3]float64{a.Normal, a.PointA, a.PointB, a.LocalA, a.LocalB} {
		c = appendVector(c, v, r.scene.Dim)
	}
	return append(c, a.Status.String(), strconv.Itoa(a.Iterations))
}

// cell returns s as a cell that no spreadsheet takes for a formula: with an apostrophe in front of
// =, +, -, @, a tab or the end of a line. Numbers do not go through it.
func cell(s string) string {
	if s != "" && strings.IndexByte("=+-@\t\r\n", s[0]) >= 0 {
		return "'" + s
	}
	return s
}

// number returns the shortest text that reads back to f.
func number(f float64) string {
	if f == 0 {
		f = math.Abs(f)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
