package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// start notes the vertex that GJK would start from, the last one found.
func (t *Trace) start(r *run) {
	if t != nil {
		t.setStart(r)
	}
}

// setStart is start for a trace that is there.
func (t *Trace) setStart(r *run) {
	t.started, t.first = true, t.found(&r.m, collide.StageGJK, r.m.found.d.Neg(), &r.s.p[0])
	t.first.Upper, t.first.Region = math.Inf(1), collide.Region{N: 1}
}

// gjk records a turn of GJK that looked for p along -v, where v is the point of the simplex nearest
// the origin.
func (t *Trace) gjk(r *run, v Vec, p *vertex) {
	if t != nil {
		t.addGJK(r, v, v.Len(), p)
	}
}

// gjkExact is gjk for a multiple of that point.
func (t *Trace) gjkExact(r *run, v Vec, p *vertex) {
	if t != nil {
		t.addGJK(r, v, v.Dot(r.s.p[0].w)/v.Len(), p)
	}
}

// addGJK is gjk for a trace that is there; upper is the distance of the simplex.
func (t *Trace) addGJK(r *run, v Vec, upper float64, p *vertex) {
	t.carried(&r.s)
	st := t.found(&r.m, collide.StageGJK, v, p)
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
	if st := t.last(collide.StageGJK); st != nil {
		st.Region = st.region(s)
	}
}

// region returns s as a part of the simplex of st with W.
func (st *Step) region(s *simplex) (out collide.Region) {
	for i := 0; i <= st.Size && i < len(out.Vertices) && int(out.N) < s.n; i++ {
		w := st.W
		if i < st.Size {
			w = st.Simplex[i]
		}
		if s.n == len(out.Vertices) || s.has(&vertex{w: w}) {
			out.Vertices[out.N] = int8(i)
			out.N++
		}
	}
	return out
}

// gjkEnd records why GJK ended.
func (t *Trace) gjkEnd(r *run, exit collide.Exit) {
	if t == nil {
		return
	}
	t.carried(&r.s)
	turns := len(t.Steps)
	if st := t.end(r, collide.StageGJK, exit); len(t.Steps) > turns {
		st.Region = st.region(&r.s)
	}
}
