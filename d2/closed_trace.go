package d2

import "github.com/collide-go/collide"

// closed records a closed form for the cores of a pair: their distance, its unit direction d and
// the point a of A.
func (t *Trace) closed(scale float64, form collide.Exit, d, a Vec, distance float64) {
	if t != nil {
		t.addClosed(scale, form, d, a, distance)
	}
}

// addClosed is closed for a trace that is there.
func (t *Trace) addClosed(scale float64, form collide.Exit, d, a Vec, distance float64) {
	st := t.step(collide.StageClosed, scale)
	st.Direction, st.A, st.B, st.W = d.clean(), a, a.Add(d.Scale(distance)), d.Scale(-distance).clean()
	st.Lower, st.Upper, st.Exit = distance, distance, form
	t.Steps = append(t.Steps, st)
}

// halfSpace notes that the steps take x for A beside the half-space h. other tells that the
// half-space comes first.
func (t *Trace) halfSpace(x, h *Object, other bool) {
	if t != nil {
		t.about(x, h, t.swapped != other)
	}
}
