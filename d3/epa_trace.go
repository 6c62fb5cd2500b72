package d3

import "github.com/collide-go/collide"

// epa records a turn of EPA at the face f, whose normal has the support value h.
func (t *Trace) epa(r *run, e *epa, f *epaFace, p *epaVertex, h float64) {
	if t != nil && len(e.verts) < traceVertices {
		t.addEPA(r, e, f, p, h)
	}
}

// addEPA is epa for a trace that is there.
func (t *Trace) addEPA(r *run, e *epa, f *epaFace, p *epaVertex, h float64) {
	st := t.found(&r.m, collide.StageEPA, f.n, &p.vertex)
	st.Lower, st.Upper, st.Size = f.low(), h, 3
	st.Faces = append(st.Faces, f.v)
	for i := range 3 {
		st.Simplex[i] = e.verts[f.v[i]].w
	}
	t.addPolytope(e, f, st)
}

// aim records a look along d, with the support value h, which closes in a disc of directions.
func (t *Trace) aim(r *run, e *epa, d Vec, p *epaVertex, h float64) {
	if t == nil || len(e.verts) >= traceVertices {
		return
	}
	st := t.found(&r.m, collide.StageEPA, d.Scale(1/d.Len()), &p.vertex)
	st.Upper = h
	if last := t.last(collide.StageEPA); last != nil {
		st.Lower = last.Lower
	}
	t.addPolytope(e, nil, st)
}

// addPolytope adds the step st with the vertices and faces of e. f is the face that has its place
// already, or nil.
func (t *Trace) addPolytope(e *epa, f *epaFace, st Step) {
	if last := t.last(collide.StageEPA); last != nil {
		st.Vertices = last.Vertices // the turns of one run share their memory: the vertices only get more
	}
	for i := len(st.Vertices); i < len(e.verts); i++ {
		st.Vertices = append(st.Vertices, e.verts[i].w)
	}
	for i := range e.faces {
		if g := &e.faces[i]; !g.dead && g != f {
			st.Faces = append(st.Faces, g.v)
		}
	}
	t.Steps = append(t.Steps, st)
}

// epaEnd records why EPA ended.
func (t *Trace) epaEnd(r *run, exit collide.Exit) {
	if t != nil {
		t.end(r, collide.StageEPA, exit)
	}
}

// flat records that EPA had nothing to do, as A - B lies in a plane on the grid.
func (t *Trace) flat(r *run) {
	if t != nil {
		t.end(r, collide.StageEPA, collide.ExitFlat)
	}
}

// proof records that the triangle f of a Cache is the nearest still, with the bounds of the depth.
func (t *Trace) proof(r *run, f *proofPlane, p *epaVertex, low, h float64) {
	if t == nil {
		return
	}
	st := t.found(&r.m, collide.StageEPA, f.n, &p.vertex)
	st.Lower, st.Upper, st.Size = low, h, 3
	st.Vertices = append(st.Vertices, f.w[:]...)
	copy(st.Simplex[:], f.w[:])
	st.Faces = [][3]int32{{0, 1, 2}}
	t.Steps = append(t.Steps, st)
	t.epaEnd(r, collide.ExitConverged)
}
