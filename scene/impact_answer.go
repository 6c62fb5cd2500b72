package scene

import (
	"context"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// ImpactAnswer is the answer about an Impact in either dimension: an Impact of d2 or d3, whose
// fields it has, or an error. In the plane third coordinates are 0.
type ImpactAnswer struct {
	ID    string
	HasID bool
	Line  int // of the input; written with an error only
	Kind  ImpactKind
	Dim   int // 2 or 3: how many numbers of the vectors count

	Verdict         collide.Verdict
	T, Lower, Upper float64 // a miss has none
	// At T, and not of points that move: unit from A to B, and the witness points, world frame.
	Normal, PointA, PointB [3]float64
	Separation             float64 // of an undecided answer: an upper bound of the distance at Lower
	HasParts               bool    // a body is a compound, and the answer is about a part of it
	PartA, PartB           int     // the parts; -1 for a body that is no compound
	Surface                bool    // a body is a mesh, a height field, a chain or a grid
	TriangleA, TriangleB   int     // of these: the triangles, edges or cells; -1 for other bodies
	Materials
	Status     collide.Status
	Iterations int

	Err *Error // instead of all the above but ID and Line; nil for none
}

// ImpactAnswerOf returns the answer that an Impact is, without an id: what a program that asks d2
// or d3 itself writes.
func ImpactAnswerOf[I d2.Impact | d3.Impact](i I) ImpactAnswer {
	var a ImpactAnswer
	switch i := any(i).(type) {
	case d2.Impact:
		a = ImpactAnswer{Dim: 2, Verdict: i.Verdict, T: i.T, Lower: i.Lower, Upper: i.Upper, Separation: i.Separation}
		a.Normal, a.PointA, a.PointB = of2(i.Normal), of2(i.PointA), of2(i.PointB)
		a.PartA, a.PartB, a.Status, a.Iterations = i.PartA, i.PartB, i.Status, i.Iterations
		a.TriangleA, a.TriangleB = i.TriangleA, i.TriangleB
	case d3.Impact:
		a = ImpactAnswer{Dim: 3, Verdict: i.Verdict, T: i.T, Lower: i.Lower, Upper: i.Upper, Separation: i.Separation}
		a.Normal, a.PointA, a.PointB = of3(i.Normal), of3(i.PointA), of3(i.PointB)
		a.PartA, a.PartB, a.Status, a.Iterations = i.PartA, i.PartB, i.Status, i.Iterations
		a.TriangleA, a.TriangleB = i.TriangleA, i.TriangleB
	}
	a.HasParts = a.PartA >= 0 || a.PartB >= 0
	a.Surface = a.TriangleA >= 0 || a.TriangleB >= 0
	return a
}

// meets returns T, and infinity where there is none.
func (a *ImpactAnswer) meets() float64 {
	if a.Verdict == collide.Miss {
		return math.Inf(1)
	}
	return a.T
}

// Impact returns the answer to a motion line, as Answer does to a pair line.
//
// Cost: that of Decoder.Impact and of Query.Impact.
func (s *Answerer) Impact(ctx context.Context, line []byte) (ImpactAnswer, []Note) {
	s.ready()
	m, err := s.decoder.Impact(ctx, line)
	if e := lineError(ctx, err); e != nil {
		return ImpactAnswer{ID: m.ID, HasID: m.HasID, Err: e}, nil
	}
	return s.query.Impact(&m), m.Notes
}

// AppendImpact appends the answer line to the motion line of the given number, as AppendAnswer does
// to a pair line.
func (s *Answerer) AppendImpact(ctx context.Context, dst, line []byte, number int) (out []byte, ok bool) {
	if out, ok, done := s.define(ctx, dst, line, number); done {
		return out, ok
	}
	ans, _ := s.Impact(ctx, line)
	ans.Line = number
	return ans.AppendJSON(dst), ans.Err == nil
}

// AppendJSON appends the answer line, without a line end, and returns the longer slice, as
// Answer.AppendJSON does. What there is not is null, as all numbers of a miss.
func (a ImpactAnswer) AppendJSON(dst []byte) []byte {
	dst = appendID(dst, a.ID, a.HasID)
	if a.Err != nil {
		return a.Err.appendTo(dst, a.Line)
	}
	return append(a.AppendFields(append(dst, ',')), '}')
}

// AppendFields appends what an answer line holds between its id and the closing brace.
func (a ImpactAnswer) AppendFields(dst []byte) []byte {
	there := a.Verdict != collide.Miss
	dst = a.appendTimes(dst)
	if a.Kind == ImpactBodies {
		dst = appendMaybeVec(append(dst, `,"normal":`...), a.Normal[:width(a.Dim)], there && a.Normal != [3]float64{})
		dst = appendMaybeVec(append(dst, `,"point_a":`...), a.PointA[:width(a.Dim)], there)
		dst = appendMaybeVec(append(dst, `,"point_b":`...), a.PointB[:width(a.Dim)], there)
	}
	if a.Verdict == collide.Unsure {
		dst = AppendNumber(append(dst, `,"separation":`...), a.Separation)
	}
	dst = appendEnding(dst, a.Status, a.Iterations)
	if a.HasParts {
		dst = appendParts(dst, a.PartA, a.PartB)
	}
	if a.Surface {
		dst = a.appendTo(appendTriangles(dst, a.TriangleA, a.TriangleB))
	}
	return dst
}

// appendTimes appends the result with its time and its bracket.
func (a *ImpactAnswer) appendTimes(dst []byte) []byte {
	there := a.Verdict != collide.Miss
	dst = append(append(append(dst, `"result":"`...), a.Verdict.String()...), '"')
	dst = appendMaybe(append(dst, `,"t":`...), a.T, there)
	dst = appendMaybe(append(dst, `,"lower":`...), a.Lower, there)
	return appendMaybe(append(dst, `,"upper":`...), a.Upper, there)
}
