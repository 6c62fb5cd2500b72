package scene

import (
	"context"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// ImpactKind is what a motion line is about.
type ImpactKind uint8

// The kinds of impacts.
const (
	ImpactBodies     ImpactKind = iota // two bodies that move
	ImpactVertexFace                   // a vertex and a triangle, all corners of which move on straight lines
	ImpactEdgeEdge                     // two edges, likewise
)

// impacts are the words for the kinds of points that move.
var impacts = []string{"vertex-face", "edge-edge"}

// Impact is a decoded motion line, or one that a program fills in: what moves, and for how long.
type Impact struct {
	ID    string
	HasID bool
	Kind  ImpactKind

	// Of ImpactBodies: two bodies where they are at time 0, and how they move from then on.
	Dim              int
	A, B             Body
	MotionA, MotionB Motion
	Duration         float64 // 0 means 1
	Deepening        bool    // as in the ImpactOptions of d2 and d3

	// Of points in space: where they are at time 0 and at time 1. A vertex comes before its
	// triangle, the ends of one edge before those of the other.
	Start, End [4]d3.Vec

	Notes []Note   // what is allowed, and may not be what was meant
	Files []string // the mesh files that were read, as Options.Files calls them
}

var (
	keysImpact = []string{"id", "dim", "duration", "a", "b", "deepening"}
	keysPoints = []string{"id", "toi", "start", "end"}
	keysMoving = []string{"shape", "pose", "motion"}
)

// Impact returns the impact of a motion line: {"id":string, "dim":2 or 3, "duration":number,
// "a":{"shape":{..}, "pose":{..}, "motion":{..}}, "b":{..}}, or {"id":string, "toi":"vertex-face"
// or "edge-edge", "start":[[..],..], "end":[..]}. It keeps nothing of line.
//
// The error is an *Error. The Impact then has the id alone, if it could be read.
//
// Cost: linear in the length of the line, plus that of placing the shapes.
func (d *Decoder) Impact(ctx context.Context, line []byte) (Impact, error) {
	var m Impact
	var h head
	if e := d.line(ctx, line, &h, func() { d.impact(&m) }); e != nil {
		return Impact{ID: h.id, HasID: h.hasID}, e
	}
	m.ID, m.HasID, m.Notes, m.Files = h.id, h.hasID, h.notes, h.files
	return m, nil
}

// impact fills m from the tree.
func (d *Decoder) impact(m *Impact) {
	t := &d.tree
	if t.find(root, "toi") != 0 {
		d.movingPoints(m)
		return
	}
	f := t.open(root, keysImpact)
	f.text("id")
	m.Dim = f.dim()
	m.Duration = d.duration(&f)
	const message = "an impact has the bodies a and b, each with a shape"
	m.A, m.MotionA = d.moving(&f, "a", m.Dim, message)
	m.B, m.MotionB = d.moving(&f, "b", m.Dim, message)
	m.Deepening = f.boolean("deepening")
}

// duration returns the number under the key duration, 1 where there is none.
func (d *Decoder) duration(f *fields) float64 {
	c := f.get("duration")
	if c == 0 {
		return 1
	}
	x := f.number("duration")
	if !(x > 0) && f.ok {
		e := refusal(&collide.Error{Code: collide.ErrBadOption, Path: "duration", Index: -1, Value: x})
		e.Line = d.tree.line(c)
		f.fail(e)
	}
	return x
}

// movingPoints fills m from a tree about points.
func (d *Decoder) movingPoints(m *Impact) {
	t := &d.tree
	f := t.open(root, keysPoints)
	f.text("id")
	m.Kind = ImpactVertexFace + ImpactKind(f.word("toi", impacts))
	for k, to := range [2]*[4]d3.Vec{&m.Start, &m.End} {
		key := keysPoints[2+k]
		f.need(key, "four points, at the start and at the end")
		c := f.list(key, "a list of four points")
		if c == 0 {
			continue
		}
		if t.nodes[c].n != 4 {
			f.fail(t.wrongLength(c, 4).at(key))
			continue
		}
		since := t.here()
		i := 0
		d.eachPoint(c, 3, func(x []float64) {
			to[i%4] = d3.Vec{X: x[0], Y: x[1], Z: x[2]}
			i++
		})
		t.under(since, key)
	}
}

// Impact returns the answer about an impact: that of TimeOfImpact of d2 or d3, or of
// VertexFaceImpact or EdgeEdgeImpact of d3. What these refuse, and bodies of different dimensions,
// get an error in the answer.
//
// Cost: that of the query.
func (q *Query) Impact(m *Impact) ImpactAnswer {
	ans, err := q.impact(m)
	if err != nil {
		ans = ImpactAnswer{Err: err}
	}
	ans.ID, ans.HasID = m.ID, m.HasID
	return ans
}

// impact returns the answer to m, or why there is none.
func (q *Query) impact(m *Impact) (ImpactAnswer, *Error) {
	if m.Kind > ImpactEdgeEdge {
		return ImpactAnswer{}, noKind("toi", uint8(m.Kind))
	}
	q.ready()
	if m.Kind != ImpactBodies {
		ask := q.q3.VertexFaceImpact
		if m.Kind == ImpactEdgeEdge {
			ask = q.q3.EdgeEdgeImpact
		}
		i, err := ask(m.Start, m.End)
		if err != nil {
			return ImpactAnswer{}, refusal(err)
		}
		ans := ImpactAnswerOf(i)
		ans.Kind = m.Kind
		return ans, nil
	}
	if err := sameDim(&m.A, &m.B); err != nil {
		return ImpactAnswer{}, err
	}
	ans, err := m.A.placed().impact(q, m)
	if err != nil {
		return ImpactAnswer{}, refusal(err)
	}
	if ans.Surface {
		ans.Materials = materialsOf(&m.A, ans.PartA, ans.TriangleA, &m.B, ans.PartB, ans.TriangleB)
	}
	return ans, nil
}

func (o *plane) impact(q *Query, m *Impact) (ImpactAnswer, error) {
	opt := d2.ImpactOptions{Duration: m.Duration, Deepening: m.Deepening}
	i, err := q.q2.TimeOfImpact((*d2.Object)(o), &m.MotionA.M2, &m.B.O2, &m.MotionB.M2, opt)
	return ImpactAnswerOf(i), err
}

func (o *space) impact(q *Query, m *Impact) (ImpactAnswer, error) {
	opt := d3.ImpactOptions{Duration: m.Duration, Deepening: m.Deepening}
	i, err := q.q3.TimeOfImpact((*d3.Object)(o), &m.MotionA.M3, &m.B.O3, &m.MotionB.M3, opt)
	return ImpactAnswerOf(i), err
}
