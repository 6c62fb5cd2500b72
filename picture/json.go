package picture

import (
	"bytes"
	"encoding/json"
	"io"
	"math"

	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/scene"
)

// The form of a report as JSON (docs/formats.md). What a step lacks is left out.
type (
	reportJSON struct {
		Version   int            `json:"version"`
		Dim       int            `json:"dim"`
		A         string         `json:"a"`
		B         string         `json:"b"`
		Units     string         `json:"units"`
		Algorithm string         `json:"algorithm"`
		Margin    exact          `json:"margin"`
		Tested    *int           `json:"tested,omitempty"`
		Skipped   *int           `json:"skipped,omitempty"`
		Notes     []string       `json:"notes"`
		Minkowski []combinedJSON `json:"minkowski,omitempty"`
	}
	combinedJSON struct {
		A          int     `json:"a"`
		B          int     `json:"b"`
		PointA     []exact `json:"point_a"`
		PointB     []exact `json:"point_b"`
		Sum        []exact `json:"sum"`
		Difference []exact `json:"difference"`
	}
	stepJSON struct {
		Algorithm string          `json:"algorithm"`
		Direction []exact         `json:"direction,omitempty"`
		A         []exact         `json:"a,omitempty"`
		B         []exact         `json:"b,omitempty"`
		W         *vertexJSON     `json:"w,omitempty"`
		Dot       *exact          `json:"dot,omitempty"`
		Simplex   []vertexJSON    `json:"simplex,omitempty"`
		Region    string          `json:"region,omitempty"`
		Kept      []vertexJSON    `json:"kept,omitempty"`
		Origin    string          `json:"origin,omitempty"`
		Vertices  []vertexJSON    `json:"vertices,omitempty"`
		Faces     [][3]int        `json:"faces,omitempty"`
		Axis      string          `json:"axis,omitempty"`
		Best      bool            `json:"best,omitempty"`
		RangeA    []exact         `json:"range_a,omitempty"`
		RangeB    []exact         `json:"range_b,omitempty"`
		Lower     *exact          `json:"lower,omitempty"`
		Upper     json.RawMessage `json:"upper,omitempty"` // null for none
		Of        string          `json:"of,omitempty"`
		Exit      string          `json:"exit,omitempty"`
		Reason    string          `json:"reason,omitempty"`
	}
	vertexJSON struct {
		Number int     `json:"number"`
		At     []exact `json:"at"`
	}
)

// exact is a number that reads back to the same double.
type exact float64

// MarshalJSON writes x as answers do.
func (x exact) MarshalJSON() ([]byte, error) { return scene.AppendNumber(nil, float64(x)), nil }

// WriteJSON writes a report as a JSON object with a line for each step. Vectors have as many
// numbers as the pair has dimensions, and numbers read back to the same double; an upper bound that
// is infinite is null. "answer" comes last: the answer line of `collide query`, of a point that of
// `collide cast`. The error is that of w.
func WriteJSON(w io.Writer, r *explain.Report) error {
	head := reportJSON{
		Version: 1, Dim: r.Pair.Dim, A: r.A, B: r.B, Units: r.Units, Algorithm: r.Algorithm.String(), Margin: exact(r.Margin),
		Notes: append([]string{}, notes(r, number)...),
	}
	if r.Algorithm == explain.SAT {
		head.Tested, head.Skipped = &r.Tested, &r.Skipped
	}
	v := func(x [3]float64) []exact { return exactly(x[:r.Pair.Dim]) }
	for _, c := range r.Minkowski {
		head.Minkowski = append(head.Minkowski, combinedJSON{c.A, c.B, v(c.PointA), v(c.PointB), v(c.Sum), v(c.Difference)})
	}
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(compact(head), []byte("}")))
	b.WriteString(`,"steps":[`)
	for i := range r.Steps {
		b.WriteString([]string{",\n", "\n"}[min(max(1-i, 0), 1)])
		b.Write(compact(stepOf(r, i)))
	}
	b.WriteString("\n],\"answer\":")
	if r.Point != nil {
		b.Write(r.Point.AppendJSON(nil))
	} else {
		b.Write(r.Answer.AppendJSON(nil))
	}
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// compact returns x as JSON in one line. The types of this file have no value that cannot be
// written.
func compact(x any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(x)
	return bytes.TrimSpace(b.Bytes())
}

// exactly returns numbers for JSON.
func exactly(list []float64) []exact {
	out := make([]exact, len(list))
	for i, x := range list {
		out[i] = exact(x)
	}
	return out
}

// stepOf returns step i for JSON.
func stepOf(r *explain.Report, i int) stepJSON {
	s, dim := &r.Steps[i], r.Pair.Dim
	list := func(l []explain.Vertex) (out []vertexJSON) {
		for _, v := range l {
			out = append(out, vertexJSON{v.Number, exactly(v.At[:dim])})
		}
		return out
	}
	out := stepJSON{
		Algorithm: stageWord(s.Stage), Simplex: list(s.Simplex), Region: regionWords(dim, s), Kept: list(s.Kept),
		Origin:   placeWords(s),
		Vertices: list(s.Vertices), Faces: s.Faces, Axis: axisWords(r, s.Axis), Best: s.Best, Exit: exitWord(s),
		Reason: reason(r, i),
	}
	if s.Direction != ([3]float64{}) {
		out.Direction = exactly(s.Direction[:dim])
	}
	if s.HasPoints {
		out.A, out.B, out.W = exactly(s.A[:dim]), exactly(s.B[:dim]), &list([]explain.Vertex{s.W})[0]
	}
	switch out.Algorithm {
	case "walk":
		out.Dot = (*exact)(&s.Dot)
	case "sat":
		out.RangeA, out.RangeB = exactly(s.RangeA[:]), exactly(s.RangeB[:])
	}
	if s.HasBounds {
		out.Lower, out.Upper, out.Of = (*exact)(&s.Lower), json.RawMessage("null"), boundWords[s.Stage]
		if !math.IsInf(s.Upper, 1) {
			out.Upper = scene.AppendNumber(nil, s.Upper)
		}
	}
	return out
}
