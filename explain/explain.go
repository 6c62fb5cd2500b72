// Package explain shows how an answer about a pair of shapes came about, step by step, as values.
// Package picture words and draws them.
//
//	r, err := explain.Pair(pair, explain.Options{})
//	picture.WriteTable(os.Stdout, r)
//
// A Report speaks of the pair as it was asked about: A is the first body, all points are in the
// world frame, directions and the difference A - B have the world's axes, lengths are in the
// caller's unit. (A Trace of d2 or d3, which a Report is made from, is in the solvers' own frame
// and scale.) Its numbers are for reading; the answer at its end is that of Distance, bit for bit.
//
// Besides the library's algorithms it shows the walk that tutorials teach as GJK, put right and
// exact: see Walk.
package explain

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// ErrNoEdge says that there is nothing to explain: the other body is to the right of all edges of a
// one-sided chain, so that none of them is there for it.
var ErrNoEdge = errors.New("no edge of the one-sided chain is there for the other body, which is to the right of all")

// Pair returns how the answer about p comes about.
//
// The error is collide.ErrBadOption for an option that is not there or not a number,
// collide.ErrNotPolytope for shapes that the walk cannot take, and ErrNoEdge. Cost: that of the
// query, and of keeping each step of it.
//
// Of compounds the two parts that decide are explained: PartA and PartB of the Answer, which is
// that about the whole bodies; of meshes, height fields, chains and grids the triangle, edge or
// cell, TriangleA and TriangleB. The Report's Pair has these parts, its names say which they are,
// and NoteParts is among the notes. A part lies at the rounded product of the poses there, at the
// exact one in the Answer. The error is ErrNoEdge where a one-sided chain has no edge that
// the other body could meet.
func Pair(p scene.Pair, o Options) (*Report, error) {
	r := &Report{Pair: p, A: name(o.A, "A"), B: name(o.B, "B"), Units: o.Units, Algorithm: o.Algorithm}
	if d := p.A.Dim; d != p.Dim || d != p.B.Dim || d != 2 && d != 3 {
		return nil, refused(collide.ErrWrongDimension, "dim", float64(p.Dim))
	}
	whole, err := r.choosePart(o)
	if err != nil {
		return nil, err
	}
	switch r.Algorithm {
	case Auto, GJK, EPA, SAT:
		if err = r.query(o); err == nil {
			r.choose()
		}
	case Walk:
		err = r.walk(o)
	default:
		err = refused(collide.ErrBadOption, "algorithm", float64(o.Algorithm))
	}
	if err != nil {
		return nil, err
	}
	if whole != nil {
		r.Answer = *whole
	}
	r.Answer.ID, r.Answer.HasID = p.ID, p.HasID
	r.best()
	if r.Algorithm == SAT && o.Cull == d2.CullSlab {
		r.Notes = append(r.Notes, NoteCullSlab)
	}
	if whole != nil {
		r.Notes = append(r.Notes, NoteParts)
	}
	return r, nil
}

// Point returns how the answer about a point comes about: the Report of A and of the point as a
// body, and the answer of Query.ClosestPoint. The two agree: brackets intersect, and relations do
// not contradict each other. Bodies of few features and polygons have closed forms for points; what
// is shown is the general way, which decides also where rounding hides the relation.
//
// The error is that of Pair and of Query.Cast, and collide.ErrBadOption for a cast of another kind.
// Cost: that of Pair.
func Point(c scene.Cast, o Options) (*Report, error) {
	if c.Kind != scene.CastPoint {
		return nil, refused(collide.ErrBadOption, "cast", float64(c.Kind))
	}
	q, err := scene.NewQuery(o.query())
	if err != nil {
		return nil, err
	}
	ans := q.Cast(&c)
	if ans.Err != nil {
		return nil, ans.Err
	}
	p := scene.Pair{ID: c.ID, HasID: c.HasID, Dim: c.Dim, A: c.A, Notes: c.Notes, Files: c.Files}
	if p.B, err = pointBody(c.Dim, c.Point); err != nil {
		return nil, err
	}
	o.B = name(o.B, "the point")
	r, err := Pair(p, o)
	if err != nil {
		return nil, err
	}
	r.Point = &ans
	return r, nil
}

// pointBody returns a point as a body.
func pointBody(dim int, at [3]float64) (scene.Body, error) {
	if dim == 2 {
		o, err := d2.Place(d2.Circle{}, d2.Pose{Pos: d2.Vec{X: at[0], Y: at[1]}})
		return scene.Body2(o), err
	}
	o, err := d3.Place(d3.Sphere{}, d3.Pose{Pos: d3.Vec{X: at[0], Y: at[1], Z: at[2]}})
	return scene.Body3(o), err
}

// refused returns the error about an argument.
func refused(code error, path string, value float64) error {
	return &collide.Error{Code: code, Path: path, Index: -1, Value: value}
}

// name returns s, or what stands for an empty one.
func name(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// query asks about the pair and takes the steps from the trace.
func (r *Report) query(o Options) error {
	algorithm := [...]collide.Algorithm{
		Auto: collide.Auto, GJK: collide.GJK, EPA: collide.GJK, SAT: collide.SAT,
	}[r.Algorithm]
	var t2 d2.Trace // one of the two stays empty
	var t3 d3.Trace
	opt := o.query()
	opt.Algorithm, opt.Cull, opt.Trace2, opt.Trace3 = algorithm, o.Cull, &t2, &t3
	q, err := scene.NewQuery(opt)
	if err != nil {
		return err
	}
	r.Answer = q.Distance(&r.Pair.A, &r.Pair.B)
	r.Margin, r.Tested, r.Skipped = t2.Margin+t3.Margin, t2.Tested+t3.Tested, t2.Skipped+t3.Skipped
	n := numbers{}
	for i := range t2.Steps {
		r.Steps = append(r.Steps, n.convert(from2(&t2.Steps[i])))
	}
	for i := range t3.Steps {
		r.Steps = append(r.Steps, n.convert(from3(&t3.Steps[i])))
	}
	return nil
}

// choosePart puts the parts and triangles that decide in the places of bodies made of them, and
// returns the answer about the whole bodies, nil where neither is made of any.
func (r *Report) choosePart(o Options) (*scene.Answer, error) {
	if r.Pair.A.Parts() == 0 && r.Pair.B.Parts() == 0 && !r.Pair.A.Surface() && !r.Pair.B.Surface() {
		return nil, nil
	}
	opt := o.query()
	if opt.Cull = o.Cull; r.Algorithm == SAT {
		opt.Algorithm = collide.SAT
	}
	q, err := scene.NewQuery(opt)
	if err != nil {
		return nil, err
	}
	whole := q.Distance(&r.Pair.A, &r.Pair.B)
	if whole.Distance == math.MaxFloat64 {
		return nil, ErrNoEdge
	}
	for _, side := range []struct {
		body           *scene.Body
		name           *string
		part, triangle int
	}{{&r.Pair.A, &r.A, whole.PartA, whole.TriangleA}, {&r.Pair.B, &r.B, whole.PartB, whole.TriangleB}} {
		var which []string
		if side.part >= 0 {
			if *side.body, err = side.body.Part(side.part); err != nil {
				return nil, err
			}
			which = append(which, fmt.Sprintf("part %d", side.part))
		}
		if side.body.Surface() {
			which = append(which, fmt.Sprintf("%s %d", facetName(side.body), side.triangle))
			if *side.body, err = side.body.Facet(side.triangle); err != nil {
				return nil, err
			}
		}
		if len(which) > 0 {
			*side.name += " (" + strings.Join(which, ", ") + ")"
		}
	}
	return &whole, nil
}

// facetName returns the word for what a surface is made of.
func facetName(b *scene.Body) string {
	if b.Dim == 3 {
		return "triangle"
	}
	if _, ok := b.O2.Shape().(*d2.Grid); ok {
		return "cell"
	}
	return "edge"
}

// best marks the steps of SAT that take up an earlier axis of the same run again, and gives them
// its source.
func (r *Report) best() {
	from := 0 // where the run begins
	for i := range r.Steps {
		s := &r.Steps[i]
		if i > 0 && (s.Stage != r.Steps[i-1].Stage || r.Steps[i-1].Exit != collide.ExitNone) {
			from = i
		}
		if s.Stage != collide.StageSAT || s.Exit == collide.ExitNone || s.Direction == (vec{}) {
			continue
		}
		for k := range r.Steps[from:i] {
			if e := &r.Steps[from+k]; dot(e.Direction, s.Direction) > 1-1e-15 {
				s.Best, s.Axis = true, e.Axis
				break
			}
		}
	}
}

// choose leaves out the steps that were not asked for, and says so.
func (r *Report) choose() {
	if r.Algorithm != GJK && r.Algorithm != EPA {
		return
	}
	ran := func(stage collide.Stage) bool {
		return slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Stage == stage })
	}
	epa := ran(collide.StageEPA)
	switch {
	case ran(collide.StageClosed):
		r.Notes = append(r.Notes, NoteClosed)
	case r.Algorithm == EPA && !epa:
		r.Notes = append(r.Notes, NoteNoEPA)
	case r.Algorithm == GJK && epa:
		r.Steps = slices.DeleteFunc(r.Steps, func(s Step) bool { return s.Stage == collide.StageEPA })
		r.Notes = append(r.Notes, NoteEPALeft)
	}
}
