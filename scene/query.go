package scene

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
)

// QueryOptions steer a Query. The zero value means the defaults of d2 and d3.
type QueryOptions struct {
	Tolerance     float64           // as in the Options of d2 and d3
	MaxIterations int               // likewise
	MaxPairs      int               // likewise, but that Answerers have Options.MaxPartPairs for 0
	Algorithm     collide.Algorithm // likewise
	Cull          d2.Cull           // the axes that SAT leaves out; in space CullSlab is CullNone
	Trace2        *d2.Trace         // records the steps of queries in the plane, unless nil
	Trace3        *d3.Trace         // those of queries in space
	Manifold      bool              // answers have a manifold
}

// Query answers questions about pairs of bodies of either dimension. It holds the work space. Make
// it with NewQuery; the zero value is that of the zero options. It must not be used by two
// goroutines at once; any number of Queries may share bodies.
type Query struct {
	q2        *d2.Query
	q3        *d3.Query
	manifolds bool

	ray2   d2.Ray // of Cast, kept here since they would be allocated
	ray3   d3.Ray
	sweep2 d2.Sweep
	sweep3 d3.Sweep
}

// NewQuery returns a Query. The error is that of the NewQuery of d2 and d3, collide.ErrBadOption.
func NewQuery(o QueryOptions) (*Query, error) {
	q2, err := d2.NewQuery(d2.Options{
		Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, MaxPairs: o.MaxPairs, Algorithm: o.Algorithm,
		Cull: o.Cull, Trace: o.Trace2,
	})
	if err != nil {
		return nil, err
	}
	cull := d3.CullNone
	if o.Cull == d2.CullDepth {
		cull = d3.CullDepth
	}
	q3, err := d3.NewQuery(d3.Options{
		Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, MaxPairs: o.MaxPairs, Algorithm: o.Algorithm,
		Cull: cull, Trace: o.Trace3,
	})
	if err != nil {
		return nil, err
	}
	return &Query{q2: q2, q3: q3, manifolds: o.Manifold}, nil
}

// ready makes the zero value a Query. The exported methods call it, which ask about bodies.
func (q *Query) ready() {
	if q.q2 == nil {
		q.q2, q.q3 = new(d2.Query), new(d3.Query)
	}
}

// Distance returns the answer about two bodies: the Contact that Distance of d2 or d3 returns, and
// the manifolds if the options ask for them. Bodies of different dimensions, or none, get the error
// collide.ErrWrongDimension in the answer.
//
// Cost: that of Distance; with a manifold that of Collide, and for compounds and surfaces that of
// Manifolds besides.
func (q *Query) Distance(a, b *Body) Answer {
	if err := sameDim(a, b); err != nil {
		return Answer{Err: err}
	}
	q.ready()
	if q.manifolds && a.Parts() == 0 && b.Parts() == 0 && !a.Surface() && !b.Surface() {
		ans, points := a.placed().collide(q, b)
		ans.Manifold = points
		return ans
	}
	ans := a.placed().distance(q, b)
	if ans.Surface {
		ans.Materials = materialsOf(a, ans.PartA, ans.TriangleA, b, ans.PartB, ans.TriangleB)
	}
	if q.manifolds {
		ans.Manifold = a.placed().manifold(q, b)
	}
	return ans
}

// Relate returns the relation of two bodies, as Relate of d2 and d3 does; Undecided for bodies of
// different dimensions.
func (q *Query) Relate(a, b *Body) collide.Relation {
	if sameDim(a, b) != nil {
		return collide.Undecided
	}
	q.ready()
	return a.placed().relate(q, b)
}

// Manifold returns the points by which two bodies touch, those of all pairs of parts of compounds,
// in the order of the parts: not nil, and empty for bodies apart or of different dimensions.
//
// Cost: that of Manifolds of d2 and d3, and of the slice.
func (q *Query) Manifold(a, b *Body) []ManifoldPoint {
	if sameDim(a, b) != nil {
		return []ManifoldPoint{}
	}
	q.ready()
	return a.placed().manifold(q, b)
}

// sameDim returns the error that a and b are no two bodies of one dimension.
func sameDim(a, b *Body) *Error {
	if a.Dim == b.Dim && (a.Dim == 2 || a.Dim == 3) {
		return nil
	}
	return &Error{
		Code: collide.ErrWrongDimension, Message: fmt.Sprintf("the bodies have the dimensions %d and %d", a.Dim, b.Dim),
	}
}

// Answerer answers lines: pairs as `collide query` does, and casts and impacts as the commands of
// these names do. The zero value is that of NewAnswerer with zero options. It must not be used by
// two goroutines at once; several may share Options.Shapes.
type Answerer struct {
	decoder *Decoder
	query   *Query
	pair    Pair // of the last line
}

// NewAnswerer returns an Answerer that reads as o says and answers as q says. The error is that of
// NewQuery.
func NewAnswerer(o Options, q QueryOptions) (*Answerer, error) {
	if q.MaxPairs == 0 {
		q.MaxPairs = o.withDefaults().MaxPartPairs
	}
	query, err := NewQuery(q)
	if err != nil {
		return nil, err
	}
	if o.Shapes == nil {
		o.Shapes = NewShapes(o)
	}
	return &Answerer{decoder: NewDecoder(o), query: query}, nil
}

// ready makes the zero value an Answerer. What reads a line calls it.
func (s *Answerer) ready() {
	if s.decoder == nil {
		made, _ := NewAnswerer(Options{}, QueryOptions{}) // no error: these options are right
		s.decoder, s.query = made.decoder, made.query
	}
}

// SetLine tells s the number of the line that it answers next, as Decoder.SetLine does.
func (s *Answerer) SetLine(number int) {
	s.ready()
	s.decoder.SetLine(number)
}

// Answer returns the answer to a pair line, with its id, or with what is wrong with the line in
// Err, one of which the boxes of more pairs of parts meet than Options allow too; and what is
// allowed in it, and may not be meant. Where ctx ends before the query begins, the error is
// ErrCanceled; a query goes on to its end. Line is not set. It keeps nothing of line.
//
// Cost: that of Decoder.Pair and of Distance.
func (s *Answerer) Answer(ctx context.Context, line []byte) (Answer, []Note) {
	s.ready()
	p := &s.pair
	e := s.decoder.readPair(ctx, line, p)
	if e == nil {
		e = canceled(ctx)
	}
	if e == nil {
		e = s.crowded()
	}
	if e != nil {
		return Answer{ID: p.ID, HasID: p.HasID, Err: e}, nil
	}
	ans := s.query.Distance(&p.A, &p.B)
	ans.ID, ans.HasID = p.ID, p.HasID
	return ans, p.Notes
}

// crowded returns the error that more pairs of parts of the pair have boxes that meet than are
// allowed: a query about them would take time and memory by that number.
func (s *Answerer) crowded() *Error {
	a, b, most := &s.pair.A, &s.pair.B, s.decoder.opt.MaxPartPairs
	many := false
	switch {
	case sameDim(a, b) != nil:
	case a.Dim == 2:
		many = s.query.q2.Crowded(&a.O2, &b.O2, most)
	default:
		many = s.query.q3.Crowded(&a.O3, &b.O3, most)
	}
	if !many {
		return nil
	}
	return &Error{Code: ErrTooLarge, Message: fmt.Sprintf(
		"the boxes of more than %s of parts meet, of edges, triangles and cells", say.Count(most, "pair"))}
}

// lineError returns what err, of a decoder, says, or that ctx has ended; nil if it has not.
func lineError(ctx context.Context, err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return canceled(ctx)
}

// AppendAnswer appends the answer line to the pair line of the given number, without a line end. ok
// is false if the answer is an error. For a line that names shapes it appends nothing, unless that
// is wrong with it.
func (s *Answerer) AppendAnswer(ctx context.Context, dst, line []byte, number int) (out []byte, ok bool) {
	if out, ok, done := s.define(ctx, dst, line, number); done {
		return out, ok
	}
	ans, _ := s.Answer(ctx, line)
	ans.Line = number
	return ans.AppendJSON(dst), ans.Err == nil
}

// define reads the line if it names shapes, and otherwise makes s ready to answer it.
func (s *Answerer) define(ctx context.Context, dst, line []byte, number int) (out []byte, ok, done bool) {
	s.SetLine(number)
	if !IsShapes(line) {
		return dst, true, false
	}
	out, ok, _ = s.decoder.opt.Shapes.AppendDefine(ctx, dst, line, number)
	return out, ok, true
}
