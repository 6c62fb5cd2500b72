package d3

// Trace records the steps of the queries of one Query, oldest first. It grows until Reset. A nil Trace
// records nothing and costs nothing.
type Trace struct {
	Steps []Step
}

// Step is one turn of an algorithm. Vectors are in A's frame about A's centre, in units of 1/Scale of the caller's.
type Step struct {
	Algorithm string  // "gjk", "epa", "closed" or "exact"
	Direction Vec     // gjk: the point of the simplex nearest the origin, or an exact multiple; epa: the face's unit normal
	A, W      Vec     // the support point of A, and of A - B, that the step found
	Simplex   [4]Vec  // gjk: the vertices before the step; epa: the face
	Size      int     // how many elements of Simplex count
	Lower     float64 // gjk: the bound of the distance from below that the step proved; epa: of the depth
	Upper     float64 // gjk: the distance of the simplex; epa: the bound of the depth from above
	Exit      string  // why the algorithm ended here; empty where it went on
}

// Reset forgets all steps and keeps the memory.
func (t *Trace) Reset() { t.Steps = t.Steps[:0] }

// gjk records a turn of GJK.
func (t *Trace) gjk(s *simplex, v Vec, p *vertex, lower float64) {
	if t == nil {
		return
	}
	st := Step{Algorithm: "gjk", Direction: v, A: p.a, W: p.w, Size: s.n, Lower: lower, Upper: v.Len()}
	for i := range s.n {
		st.Simplex[i] = s.p[i].w
	}
	t.Steps = append(t.Steps, st)
}

// epa records a turn of EPA.
func (t *Trace) epa(e *epa, f *epaFace, p *vertex, h float64) {
	if t == nil {
		return
	}
	st := Step{Algorithm: "epa", Direction: f.n, A: p.a, W: p.w, Size: 3, Lower: f.d - float64(f.errN/2), Upper: h}
	for i := range 3 {
		st.Simplex[i] = e.verts[f.v[i]].w
	}
	t.Steps = append(t.Steps, st)
}

// closed records a closed form: the direction that decided, the support point, and the distance.
func (t *Trace) closed(d, a Vec, distance float64) {
	if t == nil {
		return
	}
	t.Steps = append(t.Steps, Step{Algorithm: "closed", Direction: d.clean(), A: a, Lower: distance, Upper: distance})
}
