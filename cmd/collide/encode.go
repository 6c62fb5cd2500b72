package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide/scene"
)

// jsonEncoder writes an object for each scene, its pairs on lines of their own.
type jsonEncoder struct{ w io.Writer }

func (e *jsonEncoder) encode(r report) error {
	s := r.scene
	out := scene.AppendString([]byte(`{"version":1,"scene":`), s.File)
	out = scene.AppendString(append(out, `,"units":`...), s.Units)
	out = scene.AppendNumber(append(out, `,"clearance":`...), s.Clearance)
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
	return f.Answer.AppendFields(append(dst, ','))
}

// csvEncoder writes a head line, and then a line for each pair. Vectors take three columns; in 2D
// the third is empty. The first column names the scene if there are several.
type csvEncoder struct {
	w       io.Writer
	several bool
	headed  bool
}

func (e *csvEncoder) encode(r report) error {
	w := csv.NewWriter(e.w)
	if !e.headed {
		e.headed = true
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
	h = append(h, "a", "b", "relation", "distance", "lower", "upper")
	for _, v := range []string{"normal", "point_a", "point_b", "local_a", "local_b"} {
		h = append(h, v+"_x", v+"_y", v+"_z")
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
	c = append(c, cell(r.a(f)), cell(r.b(f)), a.Relation.String(), number(a.Distance), number(a.Lower), number(a.Upper))
	for _, v := range [][3]float64{a.Normal, a.PointA, a.PointB, a.LocalA, a.LocalB} {
		c = append(c, number(v[0]), number(v[1]))
		if r.scene.Dim == 2 {
			c = append(c, "")
		} else {
			c = append(c, number(v[2]))
		}
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
