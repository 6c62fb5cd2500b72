package scene

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Answer is the answer about a pair in either dimension, as files spell it.
type Answer struct {
	ID       string
	HasID    bool
	Line     int // of the input; written with an error only
	Dim      int // 2 or 3: how many numbers of the vectors count
	Relation string
	Status   string

	Distance, Lower, Upper float64    // as in the Contact of d2 and d3
	Normal                 [3]float64 // unit vector from A to B
	PointA, PointB         [3]float64 // world frame
	LocalA, LocalB         [3]float64 // frames of A and B
	Iterations             int
	HasParts               bool // a body is a compound
	PartA, PartB           int  // of compounds: the parts that the answer is about; -1 for other bodies

	Err *Error // instead of all the above but ID and Line; nil for none
}

// Answer2 returns the answer that c is.
func Answer2(c d2.Contact) Answer {
	v := func(v d2.Vec) [3]float64 { return [3]float64{v.X, v.Y} }
	return Answer{
		Dim: 2, Relation: c.Relation.String(), Status: c.Status.String(),
		Distance: c.Distance, Lower: c.Lower, Upper: c.Upper, Iterations: c.Iterations, PartA: c.PartA, PartB: c.PartB,
		HasParts: c.PartA >= 0 || c.PartB >= 0,
		Normal:   v(c.Normal), PointA: v(c.PointA), PointB: v(c.PointB), LocalA: v(c.LocalA), LocalB: v(c.LocalB),
	}
}

// Answer3 returns the answer that c is.
func Answer3(c d3.Contact) Answer {
	v := func(v d3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }
	return Answer{
		Dim: 3, Relation: c.Relation.String(), Status: c.Status.String(),
		Distance: c.Distance, Lower: c.Lower, Upper: c.Upper, Iterations: c.Iterations, PartA: c.PartA, PartB: c.PartB,
		HasParts: c.PartA >= 0 || c.PartB >= 0,
		Normal:   v(c.Normal), PointA: v(c.PointA), PointB: v(c.PointB), LocalA: v(c.LocalA), LocalB: v(c.LocalB),
	}
}

// AppendJSON appends the answer line, without a line end, and returns the longer slice. Numbers
// read back to the same double, but -0 is written as 0; NaN and infinities, which no query returns,
// are written as strings. It allocates only when dst is too short.
func (a Answer) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"id":`...)
	if a.HasID {
		dst = AppendString(dst, a.ID)
	} else {
		dst = append(dst, "null"...)
	}
	if a.Err != nil {
		line := a.Line
		if line == 0 {
			line = a.Err.Line
		}
		dst = append(dst, `,"line":`...)
		dst = strconv.AppendInt(dst, int64(line), 10)
		dst = append(dst, `,"error":{"code":`...)
		dst = AppendString(dst, a.Err.Code)
		dst = append(dst, `,"path":`...)
		dst = AppendString(dst, a.Err.Path)
		dst = append(dst, `,"message":`...)
		dst = AppendString(dst, a.Err.Message)
		return append(dst, "}}"...)
	}
	dst = append(dst, ',')
	dst = a.AppendFields(dst)
	return append(dst, '}')
}

// AppendFields appends what an answer line holds between its id and the closing brace, from
// "relation" to "iterations", and for compounds "parts", and returns the longer slice.
func (a Answer) AppendFields(dst []byte) []byte {
	dst = append(dst, `"relation":"`...)
	dst = append(dst, a.Relation...)
	dst = append(dst, `","distance":`...)
	dst = AppendNumber(dst, a.Distance)
	dst = append(dst, `,"lower":`...)
	dst = AppendNumber(dst, a.Lower)
	dst = append(dst, `,"upper":`...)
	dst = AppendNumber(dst, a.Upper)
	dst = append(dst, `,"normal":`...)
	dst = appendVec(dst, a.Normal[:a.Dim])
	dst = append(dst, `,"point_a":`...)
	dst = appendVec(dst, a.PointA[:a.Dim])
	dst = append(dst, `,"point_b":`...)
	dst = appendVec(dst, a.PointB[:a.Dim])
	dst = append(dst, `,"local_a":`...)
	dst = appendVec(dst, a.LocalA[:a.Dim])
	dst = append(dst, `,"local_b":`...)
	dst = appendVec(dst, a.LocalB[:a.Dim])
	dst = append(dst, `,"status":"`...)
	dst = append(dst, a.Status...)
	dst = append(dst, `","iterations":`...)
	dst = strconv.AppendInt(dst, int64(a.Iterations), 10)
	if !a.HasParts {
		return dst
	}
	dst = append(dst, `,"parts":[`...)
	dst = appendPart(dst, a.PartA)
	dst = append(dst, ',')
	dst = appendPart(dst, a.PartB)
	return append(dst, ']')
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
	return strconv.AppendFloat(dst, x, 'g', -1, 64)
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
