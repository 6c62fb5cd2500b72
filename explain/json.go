package explain

import (
	"math"
	"strconv"

	"github.com/collide-go/collide/scene"
)

// AppendJSON appends r as a JSON object with a line for each step, and returns the longer slice.
//
// The keys are those of the fields in small letters with underscores; what a step lacks is left out. Vectors have as many numbers as the
// pair has dimensions, and numbers read back to the same double; an upper bound that is infinite is null. "answer" comes last:
// the answer line of `collide query`.
func (r *Report) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"version":1,"dim":`...)
	dst = strconv.AppendInt(dst, int64(r.Pair.Dim), 10)
	dst = scene.AppendString(append(dst, `,"a":`...), r.A)
	dst = scene.AppendString(append(dst, `,"b":`...), r.B)
	dst = scene.AppendString(append(dst, `,"units":`...), r.Units)
	dst = scene.AppendString(append(dst, `,"algorithm":`...), r.Algorithm)
	dst = scene.AppendNumber(append(dst, `,"margin":`...), r.Margin)
	if r.Algorithm == SAT {
		dst = strconv.AppendInt(append(dst, `,"tested":`...), int64(r.Tested), 10)
		dst = strconv.AppendInt(append(dst, `,"skipped":`...), int64(r.Skipped), 10)
	}
	dst = append(dst, `,"notes":[`...)
	for i, n := range r.Notes {
		dst = scene.AppendString(comma(dst, i), n)
	}
	dst = append(dst, ']')
	if len(r.Minkowski) > 0 {
		dst = r.appendMinkowski(append(dst, `,"minkowski":[`...))
	}
	dst = append(dst, `,"steps":[`...)
	for i := range r.Steps {
		dst = r.appendStep(append(comma(dst, i), '\n'), &r.Steps[i])
	}
	dst = append(dst, "\n],\"answer\":"...)
	dst = r.Answer.AppendJSON(dst)
	return append(dst, '}')
}

// appendMinkowski appends the table of sums and differences, and the bracket that closes it.
func (r *Report) appendMinkowski(dst []byte) []byte {
	for i, c := range r.Minkowski {
		dst = strconv.AppendInt(append(comma(dst, i), `{"a":`...), int64(c.A), 10)
		dst = strconv.AppendInt(append(dst, `,"b":`...), int64(c.B), 10)
		dst = r.appendVec(append(dst, `,"point_a":`...), c.PointA)
		dst = r.appendVec(append(dst, `,"point_b":`...), c.PointB)
		dst = r.appendVec(append(dst, `,"sum":`...), c.Sum)
		dst = append(r.appendVec(append(dst, `,"difference":`...), c.Difference), '}')
	}
	return append(dst, ']')
}

// comma appends a comma before all elements of a list but the first.
func comma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}

// appendStep appends a step.
func (r *Report) appendStep(dst []byte, s *Step) []byte {
	word := func(key, x string) {
		if x != "" {
			dst = scene.AppendString(append(dst, `,"`+key+`":`...), x)
		}
	}
	list := func(key string, v []Vertex) {
		if len(v) > 0 {
			dst = r.appendVertices(append(dst, `,"`+key+`":`...), v)
		}
	}
	dst = scene.AppendString(append(dst, `{"algorithm":`...), s.Algorithm)
	if s.Direction != (vec{}) {
		dst = r.appendVec(append(dst, `,"direction":`...), s.Direction)
	}
	if s.HasPoints {
		dst = r.appendVec(append(dst, `,"a":`...), s.A)
		dst = r.appendVec(append(dst, `,"b":`...), s.B)
		dst = r.appendVertex(append(dst, `,"w":`...), s.W)
	}
	if s.Algorithm == Walk {
		dst = scene.AppendNumber(append(dst, `,"dot":`...), s.Dot)
	}
	list("simplex", s.Simplex)
	word("region", s.Region)
	list("kept", s.Kept)
	word("origin", s.Origin)
	list("vertices", s.Vertices)
	if len(s.Faces) > 0 {
		dst = appendFaces(append(dst, `,"faces":`...), s.Faces)
	}
	word("axis", s.Axis)
	if s.Best {
		dst = append(dst, `,"best":true`...)
	}
	if s.Algorithm == SAT {
		dst = appendRange(append(dst, `,"range_a":`...), s.RangeA)
		dst = appendRange(append(dst, `,"range_b":`...), s.RangeB)
	}
	if s.HasBounds {
		dst = scene.AppendNumber(append(dst, `,"lower":`...), s.Lower)
		dst = append(dst, `,"upper":`...)
		if math.IsInf(s.Upper, 1) {
			dst = append(dst, "null"...)
		} else {
			dst = scene.AppendNumber(dst, s.Upper)
		}
		word("of", s.Of)
	}
	word("exit", s.Exit)
	word("reason", s.Reason)
	return append(dst, '}')
}

// appendVec appends the coordinates that count.
func (r *Report) appendVec(dst []byte, v vec) []byte {
	dst = append(dst, '[')
	for i := range r.Pair.Dim {
		dst = scene.AppendNumber(comma(dst, i), v[i])
	}
	return append(dst, ']')
}

// appendVertex appends a vertex.
func (r *Report) appendVertex(dst []byte, v Vertex) []byte {
	dst = strconv.AppendInt(append(dst, `{"number":`...), int64(v.Number), 10)
	return append(r.appendVec(append(dst, `,"at":`...), v.At), '}')
}

// appendVertices appends a list of vertices.
func (r *Report) appendVertices(dst []byte, list []Vertex) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		dst = r.appendVertex(comma(dst, i), v)
	}
	return append(dst, ']')
}

// appendFaces appends triangles.
func appendFaces(dst []byte, list [][3]int) []byte {
	dst = append(dst, '[')
	for i, f := range list {
		dst = append(comma(dst, i), '[')
		for k, v := range f {
			dst = strconv.AppendInt(comma(dst, k), int64(v), 10)
		}
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

// appendRange appends an interval.
func appendRange(dst []byte, x [2]float64) []byte {
	dst = scene.AppendNumber(append(dst, '['), x[0])
	dst = scene.AppendNumber(append(dst, ','), x[1])
	return append(dst, ']')
}
