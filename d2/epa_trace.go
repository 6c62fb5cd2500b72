package d2

import "github.com/collide-go/collide"

// epa records a turn of EPA that found p by the search f along the normal of the edge i, whose
// support value is h.
func (t *Trace) epa(r *run, e *epa, i *epaEdge, f *probe, p *vertex, h float64) {
	if t != nil && len(e.verts) < traceVertices {
		t.addEPA(r, e, i, f, p, h)
	}
}

// addEPA is epa for a trace that is there.
func (t *Trace) addEPA(r *run, e *epa, i *epaEdge, f *probe, p *vertex, h float64) {
	st := t.found(r, collide.StageEPA, i.n, f, p)
	st.Lower, st.Upper, st.Size = i.d-errD, h, 2
	for g := i; len(st.Vertices) == 0 || g != i; g = &e.edges[g.next] {
		st.Vertices = append(st.Vertices, e.verts[g.v].w)
	}
	copy(st.Simplex[:2], st.Vertices)
	t.Steps = append(t.Steps, st)
}

// epaEnd records why EPA ended.
func (t *Trace) epaEnd(r *run, why collide.Exit) {
	if t != nil {
		t.end(r, collide.StageEPA, why)
	}
}
