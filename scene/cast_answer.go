package scene

import (
	"context"
	"fmt"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// CastAnswer is the answer about a Cast in either dimension: a RayHit, a Closest or a ShapeHit of
// d2 or d3, whose fields it has, or an error. In the plane third coordinates are 0.
type CastAnswer struct {
	ID    string
	HasID bool
	Line  int // of the input; written with an error only
	Kind  CastKind
	Dim   int // 2 or 3: how many numbers of the vectors count

	// Of rays and shapes.
	Verdict collide.Verdict
	T       float64 // a miss has none
	Exit    float64 // of a ray
	HasExit bool

	// Of points.
	Relation collide.Relation
	Distance float64

	Lower, Upper   float64    // bounds of T or of Distance; a miss has none
	Normal         [3]float64 // unit, out of A; zero where there is none
	Point          [3]float64 // of rays and points
	PointA, PointB [3]float64 // of shapes
	HasParts       bool       // a body is a compound, and the answer is about a part of it
	PartA, PartB   int        // the parts; -1 for a body that is no compound
	Surface        bool       // a body is a mesh, a height field, a chain or a grid
	// of these: the triangles, edges or cells that the answer is about; -1 for other bodies
	TriangleA, TriangleB int
	Materials
	Status     collide.Status
	Iterations int

	Err *Error // instead of all the above but ID and Line; nil for none
}

// Cast returns the answer about a cast: that of CastRay, ClosestPoint or CastShape of d2 or d3.
// Numbers that these refuse, and bodies of another dimension than c has, get an error in the
// answer.
//
// Cost: that of the query.
func (q *Query) Cast(c *Cast) CastAnswer {
	ans := CastAnswer{ID: c.ID, HasID: c.HasID, Kind: c.Kind, Dim: c.Dim}
	if c.Kind > CastShape {
		ans.Err = noKind("cast", uint8(c.Kind))
		return ans
	}
	err := sameDim(&c.A, &c.A)
	if c.Kind == CastShape && err == nil {
		err = sameDim(&c.A, &c.B)
	}
	if err == nil && c.Dim != c.A.Dim {
		err = sameDim(&Body{Dim: c.Dim}, &c.A)
	}
	if err != nil {
		ans.Err = err
		return ans
	}
	q.ready()
	got, refused := c.A.placed().cast(q, c)
	if refused != nil {
		ans.Err = refusal(refused)
		return ans
	}
	got.ID, got.HasID = c.ID, c.HasID
	if got.Surface {
		b := &c.B
		if c.Kind < CastShape {
			b = nil
		}
		got.Materials = materialsOf(&c.A, got.PartA, got.TriangleA, b, got.PartB, got.TriangleB)
	}
	return got
}

// noKind returns the error about a kind, of the key given, that there is not: what a program that
// fills in a Cast or an Impact may do.
func noKind(key string, kind uint8) *Error {
	return &Error{Code: collide.ErrBadOption, Path: key, Message: fmt.Sprintf("there is no kind %d", kind)}
}

// CastAnswerOf returns the answer that an answer of d2 or d3 is, without an id: what a program that
// asks these itself writes.
func CastAnswerOf[H d2.RayHit | d3.RayHit | d2.Closest | d3.Closest | d2.ShapeHit | d3.ShapeHit](h H) CastAnswer {
	var a CastAnswer
	part := func(i, j int) { a.HasParts, a.PartA, a.PartB = i >= 0 || j >= 0, i, j }
	triangle := func(i, j int) { a.Surface, a.TriangleA, a.TriangleB = i >= 0 || j >= 0, i, j }
	switch h := any(h).(type) {
	case d2.RayHit:
		a = CastAnswer{Kind: CastRay, Dim: 2, Verdict: h.Verdict, T: h.T, Lower: h.Lower, Upper: h.Upper}
		a.Exit, a.HasExit, a.Normal, a.Point = h.Exit, h.HasExit, of2(h.Normal), of2(h.Point)
		a.Status, a.Iterations = h.Status, h.Iterations
		part(h.Part, -1)
		triangle(h.Triangle, -1)
	case d3.RayHit:
		a = CastAnswer{Kind: CastRay, Dim: 3, Verdict: h.Verdict, T: h.T, Lower: h.Lower, Upper: h.Upper}
		a.Exit, a.HasExit, a.Normal, a.Point = h.Exit, h.HasExit, of3(h.Normal), of3(h.Point)
		a.Status, a.Iterations = h.Status, h.Iterations
		part(h.Part, -1)
		triangle(h.Triangle, -1)
	case d2.Closest:
		a = CastAnswer{Kind: CastPoint, Dim: 2, Relation: h.Relation, Distance: h.Distance, Lower: h.Lower, Upper: h.Upper}
		a.Normal, a.Point, a.Status, a.Iterations = of2(h.Normal), of2(h.Point), h.Status, h.Iterations
		part(h.Part, -1)
		triangle(h.Triangle, -1)
	case d3.Closest:
		a = CastAnswer{Kind: CastPoint, Dim: 3, Relation: h.Relation, Distance: h.Distance, Lower: h.Lower, Upper: h.Upper}
		a.Normal, a.Point, a.Status, a.Iterations = of3(h.Normal), of3(h.Point), h.Status, h.Iterations
		part(h.Part, -1)
		triangle(h.Triangle, -1)
	case d2.ShapeHit:
		a = CastAnswer{Kind: CastShape, Dim: 2, Verdict: h.Verdict, T: h.T, Lower: h.Lower, Upper: h.Upper}
		a.Normal, a.PointA, a.PointB = of2(h.Normal), of2(h.PointA), of2(h.PointB)
		a.Status, a.Iterations = h.Status, h.Iterations
		part(h.PartA, h.PartB)
		triangle(h.TriangleA, h.TriangleB)
	case d3.ShapeHit:
		a = CastAnswer{Kind: CastShape, Dim: 3, Verdict: h.Verdict, T: h.T, Lower: h.Lower, Upper: h.Upper}
		a.Normal, a.PointA, a.PointB = of3(h.Normal), of3(h.PointA), of3(h.PointB)
		a.Status, a.Iterations = h.Status, h.Iterations
		part(h.PartA, h.PartB)
		triangle(h.TriangleA, h.TriangleB)
	}
	return a
}

func (o *plane) cast(q *Query, c *Cast) (CastAnswer, error) {
	switch c.Kind {
	case CastRay:
		var err error
		if q.ray2, err = c.ray2(); err != nil {
			return CastAnswer{}, err
		}
		return CastAnswerOf(q.q2.CastRay((*d2.Object)(o), &q.ray2)), nil
	case CastPoint:
		p, err := q.q2.ClosestPoint((*d2.Object)(o), vec2(c.Point))
		return CastAnswerOf(p), err
	default:
		var err error
		if q.sweep2, err = c.sweep2(); err != nil {
			return CastAnswer{}, err
		}
		return CastAnswerOf(q.q2.CastShape((*d2.Object)(o), &c.B.O2, &q.sweep2)), nil
	}
}

func (o *space) cast(q *Query, c *Cast) (CastAnswer, error) {
	switch c.Kind {
	case CastRay:
		var err error
		if q.ray3, err = c.ray3(); err != nil {
			return CastAnswer{}, err
		}
		return CastAnswerOf(q.q3.CastRay((*d3.Object)(o), &q.ray3)), nil
	case CastPoint:
		p, err := q.q3.ClosestPoint((*d3.Object)(o), vec3(c.Point))
		return CastAnswerOf(p), err
	default:
		var err error
		if q.sweep3, err = c.sweep3(); err != nil {
			return CastAnswer{}, err
		}
		return CastAnswerOf(q.q3.CastShape((*d3.Object)(o), &c.B.O3, &q.sweep3)), nil
	}
}

// Cast returns the answer to a cast line, as Answer does to a pair line.
//
// Cost: that of Decoder.Cast and of Query.Cast.
func (s *Answerer) Cast(ctx context.Context, line []byte) (CastAnswer, []Note) {
	s.ready()
	c, err := s.decoder.Cast(ctx, line)
	if e := lineError(ctx, err); e != nil {
		return CastAnswer{ID: c.ID, HasID: c.HasID, Err: e}, nil
	}
	return s.query.Cast(&c), c.Notes
}

// AppendCast appends the answer line to the cast line of the given number, as AppendAnswer does to
// a pair line.
func (s *Answerer) AppendCast(ctx context.Context, dst, line []byte, number int) (out []byte, ok bool) {
	if out, ok, done := s.define(ctx, dst, line, number); done {
		return out, ok
	}
	ans, _ := s.Cast(ctx, line)
	ans.Line = number
	return ans.AppendJSON(dst), ans.Err == nil
}

// AppendJSON appends the answer line, without a line end, and returns the longer slice, as
// Answer.AppendJSON does. What there is not is null, as all numbers of a miss.
func (a CastAnswer) AppendJSON(dst []byte) []byte {
	dst = appendID(dst, a.ID, a.HasID)
	if a.Err != nil {
		return a.Err.appendTo(dst, a.Line)
	}
	return append(a.AppendFields(append(dst, ',')), '}')
}

// AppendFields appends what an answer line holds between its id and the closing brace.
func (a CastAnswer) AppendFields(dst []byte) []byte {
	there := a.Kind == CastPoint || a.Verdict != collide.Miss
	if a.Kind == CastPoint {
		dst = append(append(dst, `"relation":"`...), side(a.Relation)...)
		dst = AppendNumber(append(dst, `","distance":`...), a.Distance)
	} else {
		dst = append(append(dst, `"result":"`...), a.Verdict.String()...)
		dst = appendMaybe(append(dst, `","t":`...), a.T, there)
	}
	dst = appendMaybe(append(dst, `,"lower":`...), a.Lower, there)
	dst = appendMaybe(append(dst, `,"upper":`...), a.Upper, there)
	if a.Kind == CastRay {
		dst = appendMaybe(append(dst, `,"exit":`...), a.Exit, there && a.HasExit)
	}
	dst = appendMaybeVec(append(dst, `,"normal":`...), a.Normal[:width(a.Dim)], there && a.Normal != [3]float64{})
	if a.Kind == CastShape {
		dst = appendMaybeVec(append(dst, `,"point_a":`...), a.PointA[:width(a.Dim)], there)
		dst = appendMaybeVec(append(dst, `,"point_b":`...), a.PointB[:width(a.Dim)], there)
	} else {
		dst = appendMaybeVec(append(dst, `,"point":`...), a.Point[:width(a.Dim)], there)
	}
	dst = appendEnding(dst, a.Status, a.Iterations)
	if a.HasParts {
		dst = appendParts(dst, a.PartA, a.PartB)
	}
	if a.Surface && a.Kind == CastShape {
		dst = a.appendTo(appendTriangles(dst, a.TriangleA, a.TriangleB))
	} else if a.Surface {
		if dst = appendPart(append(dst, `,"triangle":`...), a.TriangleA); a.HasMaterials {
			dst = appendPart(append(dst, `,"material":`...), int(a.MaterialA))
		}
	}
	return dst
}

// Result returns the word for the answer: that of the verdict, or where the point is.
func (a *CastAnswer) Result() string {
	if a.Kind == CastPoint {
		return side(a.Relation)
	}
	return a.Verdict.String()
}

// side returns the word for where a point is, by the relation of the point and the shape.
func side(r collide.Relation) string {
	switch r {
	case collide.Apart:
		return "outside"
	case collide.Touching:
		return "boundary"
	case collide.Overlapping:
		return "inside"
	case collide.Undecided:
	}
	return "undecided"
}

// appendMaybe appends a number, null where there is none.
func appendMaybe(dst []byte, x float64, there bool) []byte {
	if !there {
		return append(dst, "null"...)
	}
	return AppendNumber(dst, x)
}

// appendMaybeVec appends a vector, null where there is none.
func appendMaybeVec(dst []byte, v []float64, there bool) []byte {
	if !there {
		return append(dst, "null"...)
	}
	return appendVec(dst, v)
}

// appendEnding appends how an answer ended.
func appendEnding(dst []byte, s collide.Status, iterations int) []byte {
	dst = append(append(dst, `,"status":"`...), s.String()...)
	return strconv.AppendInt(append(dst, `","iterations":`...), int64(iterations), 10)
}
