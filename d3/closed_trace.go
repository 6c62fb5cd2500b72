package d3

import "github.com/collide-go/collide"

// closed records a closed form: the distance of the cores, its unit direction d and the point a of A.
func (t *Trace) closed(scale float64, exit collide.Exit, d, a Vec, distance float64) {
	if t != nil {
		t.addClosed(scale, exit, d, a, distance)
	}
}

// addClosed is closed for a trace that is there.
func (t *Trace) addClosed(scale float64, exit collide.Exit, d, a Vec, distance float64) {
	st := t.step(collide.StageClosed, scale)
	st.Direction, st.A, st.B, st.W = d.clean(), a, a.Add(d.Scale(distance)), d.Scale(-distance).clean()
	st.Lower, st.Upper, st.Exit = distance, distance, exit
	t.Steps = append(t.Steps, st)
}

// halfSpace makes x the A of the query under way with the half-space h. exchanged tells that it was B.
func (t *Trace) halfSpace(x, h *Object, exchanged bool) {
	if t != nil {
		t.query(x, h, t.swapped != exchanged)
	}
}
