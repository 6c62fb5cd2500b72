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

func (e *jsonEncoder) encode(r *listing) error {
	s := r.Scene
	out := scene.AppendString([]byte(`{"version":1,"scene":`), s.File)
	out = scene.AppendString(append(out, `,"units":`...), s.Units)
	out = scene.AppendNumber(append(out, `,"clearance":`...), s.Clearance)
	if r.Moves {
		out = scene.AppendNumber(append(out, `,"duration":`...), r.Duration())
	}
	out = fmt.Appendf(out, `,"objects":%d,"checked":%d,"pairs":[`, len(s.Objects), r.Checked)
	for i := range r.Found {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(r.appendPair(append(out, "\n{"...), i), '}')
	}
	if len(r.Found) > 0 {
		out = append(out, '\n')
	}
	out = append(out, ']')
	if r.Baseline != nil {
		out = scene.AppendString(append(out, `,"baseline":`...), r.Baseline.File)
		out = scene.AppendContacts(append(out, `,"gone":`...), r.Gone)
	}
	_, err := e.w.Write(append(out, "}\n"...))
	return err
}

// ndjsonEncoder writes a line for each pair, which names the scene if there are several.
type ndjsonEncoder struct {
	w       io.Writer
	several bool
}

func (e *ndjsonEncoder) encode(r *listing) error {
	var out []byte
	for i := range len(r.Found) + len(r.Gone) {
		out = append(out[:0], '{')
		if e.several {
			out = append(scene.AppendString(append(out, `"scene":`...), r.Scene.File), ',')
		}
		if k := i - len(r.Found); k >= 0 {
			out = append(r.Gone[k].AppendFields(out), `,"baseline":"gone"`...)
		} else {
			out = r.appendPair(out, i)
		}
		if _, err := e.w.Write(append(out, "}\n"...)); err != nil {
			return err
		}
	}
	return nil
}

// appendPair appends the fields of a pair, without the braces around them.
func (r *listing) appendPair(dst []byte, i int) []byte {
	f := &r.Found[i]
	dst = scene.AppendString(append(dst, `"a":`...), r.a(f))
	dst = scene.AppendString(append(dst, `,"b":`...), r.b(f))
	dst = f.AppendFields(append(dst, ','), r.Moves)
	if f.Rule != nil {
		dst = scene.AppendString(append(dst, `,"rule":`...), f.Rule.Title())
		dst = scene.AppendNumber(append(dst, `,"asked":`...), r.Scene.Asked(f))
	}
	if r.States != nil {
		dst = scene.AppendString(append(dst, `,"baseline":`...), r.States[i].String())
	}
	return dst
}

// csvEncoder writes a head line, and then a line for each pair. Vectors take three columns; in 2D
// the third is empty. The first column names the scene if there are several. A scene that moves has
// other columns than one that does not, and one with rules has more; where one kind follows the
// other, so does another head.
type csvEncoder struct {
	w       io.Writer
	several bool
	headed  bool
	kind    csvKind // as the head says
}

// csvKind says which columns a scene has.
type csvKind struct{ moves, rules, baseline bool }

func (e *csvEncoder) encode(r *listing) error {
	w := csv.NewWriter(e.w)
	if kind := (csvKind{r.Moves, len(r.Scene.Rules) > 0, r.Baseline != nil}); !e.headed || e.kind != kind {
		e.headed, e.kind = true, kind
		if err := w.Write(e.head()); err != nil {
			return err
		}
	}
	for i := range r.Found {
		if err := w.Write(e.record(r, i)); err != nil {
			return err
		}
	}
	for i := range r.Gone {
		if err := w.Write(e.gone(r, &r.Gone[i])); err != nil {
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
	if e.kind.moves {
		h = append(h, "result", "t", "lower", "upper", "relation", "distance", "distance_lower", "distance_upper")
	} else {
		h = append(h, "relation", "distance", "lower", "upper")
	}
	for _, v := range []string{"normal", "point_a", "point_b", "local_a", "local_b"} {
		h = append(h, vectorHead(v)...)
	}
	h = append(h, "status", "iterations")
	if e.kind.rules {
		h = append(h, "rule", "asked")
	}
	if e.kind.baseline {
		h = append(h, "baseline")
	}
	return h
}

// names returns the first columns of a pair.
func (e *csvEncoder) names(r *listing, a, b string) []string {
	if e.several {
		return []string{cell(r.Scene.File), cell(a), cell(b)}
	}
	return []string{cell(a), cell(b)}
}

// record returns the columns of a pair.
func (e *csvEncoder) record(r *listing, i int) []string {
	f := &r.Found[i]
	a := &f.Answer
	c := e.names(r, r.a(f), r.b(f))
	if i := &f.Impact; r.Moves {
		there := i.Verdict != collide.Miss
		c = append(c, i.Verdict.String(), numberIf(there, i.T), numberIf(there, i.Lower), numberIf(there, i.Upper))
	}
	c = append(c, a.Relation.String(), number(a.Distance), number(a.Lower), number(a.Upper))
	for _, v := range [][3]float64{a.Normal, a.PointA, a.PointB, a.LocalA, a.LocalB} {
		c = appendVector(c, v, r.Scene.Dim)
	}
	c = append(c, a.Status.String(), strconv.Itoa(a.Iterations))
	if e.kind.rules && f.Rule != nil {
		c = append(c, cell(f.Rule.Title()), number(r.Scene.Asked(f)))
	} else if e.kind.rules {
		c = append(c, "", number(r.Scene.Asked(f)))
	}
	if e.kind.baseline {
		c = append(c, r.States[i].String())
	}
	return c
}

// gone returns the columns of a contact that is not found any more: those of its names, and the
// last.
func (e *csvEncoder) gone(r *listing, g *scene.Contact) []string {
	c := e.names(r, g.A, g.B)
	c = append(c, make([]string, len(e.head())-len(c))...)
	c[len(c)-1] = scene.Gone.String()
	return c
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
