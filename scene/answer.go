package scene

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/decimal"
)

// Answer is the answer about a pair in either dimension: a Contact of d2 or d3, or an error. In the
// plane third coordinates are 0.
type Answer struct {
	ID       string
	HasID    bool
	Line     int // of the input; written with an error only
	Dim      int // 2 or 3: how many numbers of the vectors count
	Relation collide.Relation
	Status   collide.Status

	Distance, Lower, Upper float64    // as in the Contact of d2 and d3
	Normal                 [3]float64 // unit vector from A to B
	PointA, PointB         [3]float64 // world frame
	LocalA, LocalB         [3]float64 // frames of A and B
	Iterations             int
	HasParts               bool // a body is a compound
	PartA, PartB           int  // of compounds: the parts that the answer is about; -1 for other bodies
	Surface                bool // a body is a mesh, a height field, a chain or a grid
	TriangleA, TriangleB   int  // of these: the triangles, edges or cells; -1 for other bodies
	Materials

	// the points by which the bodies touch, empty for bodies apart; nil if the options do not ask
	// for it
	Manifold []ManifoldPoint

	Err *Error // instead of all the above but ID and Line; nil for none
}

// AnswerOf returns the answer that a Contact is, without an id or a manifold: what a program that
// asks d2 or d3 itself writes.
func AnswerOf[C d2.Contact | d3.Contact](c C) Answer {
	switch c := any(c).(type) {
	case d2.Contact:
		return Answer{
			Dim: 2, Relation: c.Relation, Status: c.Status, Distance: c.Distance, Lower: c.Lower, Upper: c.Upper,
			Iterations: c.Iterations,
			Normal:     of2(c.Normal), PointA: of2(c.PointA), PointB: of2(c.PointB), LocalA: of2(c.LocalA),
			LocalB:   of2(c.LocalB),
			HasParts: c.PartA >= 0 || c.PartB >= 0, PartA: c.PartA, PartB: c.PartB,
			Surface: c.TriangleA >= 0 || c.TriangleB >= 0, TriangleA: c.TriangleA, TriangleB: c.TriangleB,
		}
	case d3.Contact:
		return Answer{
			Dim: 3, Relation: c.Relation, Status: c.Status, Distance: c.Distance, Lower: c.Lower, Upper: c.Upper,
			Iterations: c.Iterations,
			Normal:     of3(c.Normal), PointA: of3(c.PointA), PointB: of3(c.PointB), LocalA: of3(c.LocalA),
			LocalB:   of3(c.LocalB),
			HasParts: c.PartA >= 0 || c.PartB >= 0, PartA: c.PartA, PartB: c.PartB,
			Surface: c.TriangleA >= 0 || c.TriangleB >= 0, TriangleA: c.TriangleA, TriangleB: c.TriangleB,
		}
	}
	return Answer{}
}

// ManifoldPoint is a point by which two bodies touch: a ManifoldPoint of d2 or d3.
type ManifoldPoint struct {
	PointA, PointB [3]float64 // on the surfaces, world frame
	LocalA, LocalB [3]float64 // the same in the frames of A and B
	Distance       float64    // signed: < 0 where the surfaces have passed each other
	ID             collide.FeatureID
	PartA, PartB   int        // of compounds: the parts, together with which the ID is unique; -1 for other bodies
	Normal         [3]float64 // of the manifold that the point is of: unit, from A to B; of surfaces one that they have
}

// AppendJSON appends the answer line, without a line end, and returns the longer slice. Numbers
// read back to the same double, but -0 is written as 0; NaN and infinities, which no query returns,
// are written as strings. It allocates only when dst is too short.
func (a Answer) AppendJSON(dst []byte) []byte {
	dst = appendID(dst, a.ID, a.HasID)
	if a.Err != nil {
		return a.Err.appendTo(dst, a.Line)
	}
	return append(a.AppendFields(append(dst, ',')), '}')
}

// width returns how many numbers of a vector count in a dimension; none in one that there is not.
func width(dim int) int {
	if dim != 2 && dim != 3 {
		return 0
	}
	return dim
}

// appendID begins an answer line with its id.
func appendID(dst []byte, id string, has bool) []byte {
	dst = append(dst, `{"id":`...)
	if !has {
		return append(dst, "null"...)
	}
	return AppendString(dst, id)
}

// appendTo ends an answer line with the error in place of an answer. line is that of the input, 0
// if the error knows it.
func (e *Error) appendTo(dst []byte, line int) []byte {
	if line == 0 {
		line = e.Line
	}
	dst = append(dst, `,"line":`...)
	dst = strconv.AppendInt(dst, int64(line), 10)
	dst = append(dst, `,"error":{"code":`...)
	dst = AppendString(dst, e.code())
	dst = append(dst, `,"path":`...)
	dst = AppendString(dst, e.Path)
	dst = append(dst, `,"message":`...)
	dst = AppendString(dst, e.Message)
	return append(dst, "}}"...)
}

// AppendFields appends what an answer line holds between its id and the closing brace, from
// "relation" to "iterations", for compounds "parts", and "manifold" if there is one, and returns
// the longer slice.
func (a Answer) AppendFields(dst []byte) []byte { return a.appendFields(dst, `,"lower":`, `,"upper":`) }

// appendFields is AppendFields with other words for the bounds.
func (a *Answer) appendFields(dst []byte, lower, upper string) []byte {
	dst = append(dst, `"relation":"`...)
	dst = append(dst, a.Relation.String()...)
	dst = append(dst, `","distance":`...)
	dst = AppendNumber(dst, a.Distance)
	dst = AppendNumber(append(dst, lower...), a.Lower)
	dst = AppendNumber(append(dst, upper...), a.Upper)
	dst = append(dst, `,"normal":`...)
	dst = appendVec(dst, a.Normal[:width(a.Dim)])
	dst = append(dst, `,"point_a":`...)
	dst = appendVec(dst, a.PointA[:width(a.Dim)])
	dst = append(dst, `,"point_b":`...)
	dst = appendVec(dst, a.PointB[:width(a.Dim)])
	dst = append(dst, `,"local_a":`...)
	dst = appendVec(dst, a.LocalA[:width(a.Dim)])
	dst = append(dst, `,"local_b":`...)
	dst = appendVec(dst, a.LocalB[:width(a.Dim)])
	dst = append(dst, `,"status":"`...)
	dst = append(dst, a.Status.String()...)
	dst = append(dst, `","iterations":`...)
	dst = strconv.AppendInt(dst, int64(a.Iterations), 10)
	if a.HasParts {
		dst = appendParts(dst, a.PartA, a.PartB)
	}
	if a.Surface {
		dst = appendTriangles(dst, a.TriangleA, a.TriangleB)
	}
	dst = a.appendTo(dst)
	if a.Manifold == nil {
		return dst
	}
	dst = append(dst, `,"manifold":[`...)
	for i := range a.Manifold {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = a.appendPoint(dst, &a.Manifold[i])
	}
	return append(dst, ']')
}

// appendPoint appends a point of the manifold.
func (a *Answer) appendPoint(dst []byte, p *ManifoldPoint) []byte {
	dst = appendVec(append(dst, `{"point_a":`...), p.PointA[:width(a.Dim)])
	dst = appendVec(append(dst, `,"point_b":`...), p.PointB[:width(a.Dim)])
	dst = appendVec(append(dst, `,"local_a":`...), p.LocalA[:width(a.Dim)])
	dst = appendVec(append(dst, `,"local_b":`...), p.LocalB[:width(a.Dim)])
	dst = AppendNumber(append(dst, `,"distance":`...), p.Distance)
	dst = strconv.AppendUint(append(dst, `,"id":`...), uint64(p.ID), 10)
	if a.HasParts {
		dst = appendParts(dst, p.PartA, p.PartB)
	}
	if a.Surface {
		dst = appendVec(append(dst, `,"normal":`...), p.Normal[:width(a.Dim)])
	}
	return append(dst, '}')
}

// appendParts appends the entry of two parts.
func appendParts(dst []byte, a, b int) []byte {
	dst = appendPart(append(dst, `,"parts":[`...), a)
	return append(appendPart(append(dst, ','), b), ']')
}

// appendTriangles appends the entry of two triangles, edges or cells.
func appendTriangles(dst []byte, a, b int) []byte {
	dst = appendPart(append(dst, `,"triangles":[`...), a)
	return append(appendPart(append(dst, ','), b), ']')
}

// appendPart appends the number of a part, null for a body that is no compound.
func appendPart(dst []byte, part int) []byte {
	if part < 0 {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, int64(part), 10)
}

// appendVec appends [x,y,...].
func appendVec(dst []byte, v []float64) []byte {
	dst = append(dst, '[')
	for i, x := range v {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendNumber(dst, x)
	}
	return append(dst, ']')
}

// AppendNumber appends the shortest decimal number that reads back to x, 0 for -0, and the strings
// "NaN", "Infinity" and "-Infinity" for what JSON has no number for.
func AppendNumber(dst []byte, x float64) []byte {
	switch {
	case x == 0:
		return append(dst, '0')
	case math.IsNaN(x):
		return append(dst, `"NaN"`...)
	case math.IsInf(x, 1):
		return append(dst, `"Infinity"`...)
	case math.IsInf(x, -1):
		return append(dst, `"-Infinity"`...)
	}
	return decimal.Append(dst, x)
}

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c < ' ' || c == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
		i++
	}
	return append(dst, '"')
}
