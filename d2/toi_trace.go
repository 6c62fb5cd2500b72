package d2

import "github.com/collide-go/collide"

// record adds a step about the bodies at t, last measured then, to the trace, which may be nil.
func (im *impact) record(tr *Trace, t, until float64, exit collide.Exit) {
	if tr == nil {
		return
	}
	ct := im.ct
	if t > 0 {
		im.contactNow(t, &ct)
	}
	if im.flip {
		ct.swap()
	}
	tr.Steps = append(tr.Steps, Step{
		Stage: collide.StageImpact, Exit: exit, Scale: 1, Direction: ct.Normal,
		A: ct.PointA, B: ct.PointB, W: ct.PointA.Sub(ct.PointB).clean(), Lower: ct.Lower, Upper: ct.Upper,
		Time: t, Until: until,
	})
}
