package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// cast records a turn of the walk of c that looked for p along -y, where y is the point of the
// simplex nearest x.
func (t *Trace) cast(c *shapeCast, r *run, found *probe, y Vec, p *vertex) {
	if t != nil {
		t.addCast(c, r, found, y, p)
	}
}

// addCast is cast for a trace that is there.
func (t *Trace) addCast(c *shapeCast, r *run, found *probe, y Vec, p *vertex) {
	st := t.found(r, collide.StageCast, y, found, p)
	st.Upper = y.Len()
	st.simplex(&r.s)
	st.Time, st.Until = max(0, math.Ldexp(c.tau, -c.exp)), c.down(c.lo)
	t.Steps = append(t.Steps, st)
}
