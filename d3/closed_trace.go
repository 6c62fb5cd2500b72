package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// closed records a closed form: the distance of the cores, its unit direction d and the point a of
// A.
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

// halfSpace makes x the A of the query under way with the half-space h. exchanged tells that it was
// B.
func (t *Trace) halfSpace(x, h *Object, exchanged bool) {
	if t != nil {
		t.query(x, h, t.swapped != exchanged)
	}
}

// boxes records that the AABBs of the pair of the query under way have no common point.
func (t *Trace) boxes(a, b *Object) {
	st := t.step(collide.StageClosed, 1)
	x, y := &a.aabb, &b.aabb
	sides := [...]struct {
		axis Vec
		pos  float64
		x, y [2]float64
	}{
		{Vec{1, 0, 0}, a.pos.X, [2]float64{x.Min.X, x.Max.X}, [2]float64{y.Min.X, y.Max.X}},
		{Vec{0, 1, 0}, a.pos.Y, [2]float64{x.Min.Y, x.Max.Y}, [2]float64{y.Min.Y, y.Max.Y}},
		{Vec{0, 0, 1}, a.pos.Z, [2]float64{x.Min.Z, x.Max.Z}, [2]float64{y.Min.Z, y.Max.Z}},
	}
	for _, at := range sides {
		axis, gap := at.axis, num.AddDown(at.y[0], -at.x[1])
		if back := num.AddDown(at.x[0], -at.y[1]); back > gap {
			axis, gap = axis.Neg(), back
			at.pos, at.x, at.y = -at.pos, [2]float64{-at.x[1], -at.x[0]}, [2]float64{-at.y[1], -at.y[0]}
		}
		if !(gap > st.Lower) && st.Direction != (Vec{}) {
			continue
		}
		st.Direction, st.Lower = a.axes.applyT(axis).clean(), gap
		st.RangeA = [2]float64{at.x[0] - at.pos, at.x[1] - at.pos}
		st.RangeB = [2]float64{at.y[0] - at.pos, at.y[1] - at.pos}
	}
	st.Upper, st.Exit = math.Inf(1), collide.ExitBoxes
	t.Steps = append(t.Steps, st)
}
