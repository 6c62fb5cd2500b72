package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// start notes the vertex that GJK would start from, which the search f found.
func (t *Trace) start(r *run, f *probe) {
	if t != nil {
		t.setStart(r, f)
	}
}

// setStart is start for a trace that is there.
func (t *Trace) setStart(r *run, f *probe) {
	t.started, t.first = true, t.found(r, collide.StageGJK, f.d.Neg(), f, &r.s.p[0])
	t.first.Upper, t.first.Region = math.Inf(1), collide.Region{N: 1}
}

// gjk records a turn of GJK that found p by the search f along -v, where v is the point of the
// simplex nearest the origin.
func (t *Trace) gjk(r *run, v Vec, f *probe, p *vertex) {
	if t != nil {
		t.addGJK(r, v, v.Len(), f, p)
	}
}

// gjkExact is gjk for a multiple of that point.
func (t *Trace) gjkExact(r *run, v Vec, f *probe, p *vertex) {
	if t != nil {
		t.addGJK(r, v, v.Dot(r.s.p[0].w)/v.Len(), f, p)
	}
}

// addGJK is gjk for a trace that is there; upper is the distance of the simplex.
func (t *Trace) addGJK(r *run, v Vec, upper float64, f *probe, p *vertex) {
	t.carried(&r.s)
	st := t.found(r, collide.StageGJK, v, f, p)
	st.Upper = upper
	st.simplex(&r.s)
	t.Steps = append(t.Steps, st)
}

// carried adds the start of GJK, if no step has, and tells the last turn of GJK that s is what its
// simplex came to.
func (t *Trace) carried(s *simplex) {
	if t.started {
		t.Steps, t.started = append(t.Steps, t.first), false
	}
	if last := t.running(collide.StageGJK); last != nil {
		last.Region = last.region(s)
	}
}

// gjkEnd records why GJK ended.
func (t *Trace) gjkEnd(r *run, why collide.Exit) {
	if t != nil {
		t.carried(&r.s)
		t.end(r, collide.StageGJK, why)
	}
}
