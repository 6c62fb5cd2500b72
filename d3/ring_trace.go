package d3

import "github.com/collide-go/collide"

// settled records what took the place of EPA: the normal, the witness points of the cores, and the
// bounds of the depth.
func (t *Trace) settled(r *run, k *core, exit collide.Exit) {
	if t != nil {
		t.addSettled(r.m.scale, k, exit)
	}
}

// addSettled is settled for a trace that is there.
func (t *Trace) addSettled(scale float64, k *core, exit collide.Exit) {
	st := t.step(collide.StageEPA, scale)
	st.Direction, st.A, st.W = k.n, k.a, k.n.Scale(-k.dist)
	st.B = k.a.Sub(st.W)
	st.Lower, st.Upper, st.Exit = -k.upper, -k.lower, exit
	t.Steps = append(t.Steps, st)
}
