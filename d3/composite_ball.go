package d3

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// nearBrick sets ct, which is clear, to the answer about a and b, of which one is a ball or a point
// and the other one a body of parts, and reports whether it could: where the table of parts tells
// which one alone is nearest, and the direct form the rest. What that leaves in doubt is left to
// distance, which gives the same answer to the bit.
//
// Of the ball in the frame of the other body the centre alone is worked out, in double-double: the
// pose, and a body placed there, take longer than the search. How the ball is turned counts for its
// point in its own frame alone, which world tells.
func (w *partPair) nearBrick(s *solver, a, b *Object, c *Cache, ct *Contact) bool {
	if a.kind != kindPoint && b.kind != kindPoint || s.algorithm != collide.Auto || s.trace != nil {
		return false
	}
	w.assign(a, b)
	if len(w.fc.table.list) == 0 || w.fc.open {
		return false
	}
	u, ball := w.fc, &w.near.ball
	x, slack := centreIn(&w.f.pose, &w.g.pose)
	slack = num.RoundUp(slack)
	pad := slack + float64(nearBox*unit*(big1(x)+u.reach))
	k, ok := w.near.bricks.nearest(&u.table, x, slack, pad, u.reach)
	if !ok {
		return false
	}
	i := u.table.part(k)
	ball.pose.Pos, ball.pos = x, x
	ball.kind, ball.margin, ball.extent = kindPoint, w.g.margin, w.g.extent
	l := &u.leaves[i].body
	if !s.directly(l, ball, false) {
		return false
	}
	s.answerDirect(l, ct)
	if slack > 0 {
		slack = num.RoundUp(slack)
		ct.Lower, ct.Upper = num.AddDown(ct.Lower, -slack), num.AddUp(ct.Upper, slack)
		if !ct.byBracket() {
			return false
		}
	}
	if ct.Relation == collide.Overlapping {
		low, ok := u.behind(s, &w.near.work, x, pad, ball.margin)
		if !ok {
			w.start(a, b)
			w.best = *ct
			low = w.hulls(s)
		}
		ct.Lower = min(ct.Lower, low)
	}
	if c != nil {
		c.parts = [2]int32{i + 1, 1}
	}
	w.world(ct, i, 0, false)
	return true
}

// centreIn returns where the origin of b lies in the frame of a, as posed.relative and place have
// it, and how far from there the exact place may be.
func centreIn(a, b *Pose) (x Vec, shift float64) {
	var p [3]num.DD
	if origins(&p, a, b); a.Rot != (Rot{}) {
		var q [4]num.DD
		var m [3][3]num.DD
		d := p
		a.Rot.wide(&q, &m)
		turnBack(&p, &m, &d)
	}
	at := Vec{p[0].Hi, p[1].Hi, p[2].Hi}
	if x = at.clean(); a.Rot == (Rot{}) && p[0].Lo == 0 && p[1].Lo == 0 && p[2].Lo == 0 {
		return x, 0
	}
	return x, float64(placeRound*unit*big1(x)) + float64(placeOff*big1(at)) + 0x1p-1060
}
