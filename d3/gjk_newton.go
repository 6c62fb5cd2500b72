package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// GJK comes near the nearest points of curved cores fast, and then closes in by a factor a turn.
// Newton's method doubles the digits instead: once a few turns have told on which part of each core
// the nearest points lie, it solves for the direction across both. What it finds is judged by the
// bounds of GJK, as a turn of GJK would be, so it costs time where it fails, and nothing else.
// docs/math/gjk.md, "Newton's method".

const (
	newtonSteps  = 12       // of one try: four or five are enough from a good start, each change of a part takes one
	newtonSmall  = 0x1p-26  // the square of the last turn of the direction: the next one is its square, below rounding
	newtonNear   = 0x1p-20  // the distance below which the direction comes from the cores and not from the distance
	newtonLeast  = 0x1p-4   // the distance: the least that bends the way of the direction, so that steps stay steps
	newtonGap    = 64       // the solvers' unit, in u: the gap between the bounds of cores as near as that
	newtonStride = 0.5      // the farthest that one step turns the direction
	newtonThin   = 0x1p-100 // the square of the sine of the angle between two free ways: less has no solution
)

// due counts a turn of the float loop and reports whether it is time to try.
func (l *leap) due(m *minkowski) bool {
	l.turns++
	if l.turns != l.next || m.a.kind == kindUser || m.b.kind == kindUser {
		return false
	}
	l.next *= 2
	return true
}

// newton is the work of one try: the unit direction d from A to B, two across it, the feet on both
// cores, and w, the difference of the feet.
type newton struct {
	m         *minkowski
	d, t1, t2 Vec
	a, b      foot
	w         Vec
	deep      bool // for a minimum of the support values of cores that overlap
}

// newton tries Newton's method from the simplex of r, whose point nearest the origin is v. Where
// the bounds meet, within what StopAt makes of tol, it puts the simplex that carries the nearest
// point into r and returns the search that proves it; else nil, and r is as it was.
//
// At the head of every turn:
//
//	(1) the feet lie on their parts, and their difference is w;
//	(2) the part of each core is the one found last: where it was wrong, it changes or the try ends.
func (r *run) newton(v Vec, tol float64) *probe {
	var n newton
	n.begin(&r.m, &r.s, v, v.Scale(-1/v.Len()))
	for range newtonSteps {
		turn, changed, ok := n.step()
		if n.set(); ok && (changed || turn > newtonSmall) {
			continue
		}
		if !ok && !(n.w.Len2() < newtonNear*newtonNear) {
			return nil
		}
		found, done := n.judge(r, tol)
		if done {
			return found
		}
		if !n.missed(found) {
			return nil
		}
		n.set()
	}
	return nil
}

// begin guesses the parts that carry v, the point of s that its weights stand for, seen along d.
func (n *newton) begin(m *minkowski, s *simplex, v, d Vec) {
	n.m, n.d = m, d
	_, a := s.point()
	b := n.m.rot.applyT(a.Sub(v).Sub(n.m.t))
	n.a.guess(&n.m.a, s, false, a, n.d)
	n.b.guess(&n.m.b, s, true, b, n.m.rot.applyT(n.d).Neg())
	n.set()
}

// set computes the feet for the direction.
func (n *newton) set() {
	m := n.m
	n.t1, n.t2 = n.d.across()
	n.a.set(&m.a, n.d, n.t1, n.t2)
	n.b.set(&m.b, m.rot.applyT(n.d).Neg(), m.rot.applyT(n.t1), m.rot.applyT(n.t2))
	n.w = n.a.p.Sub(m.rot.apply(n.b.p).Add(m.t))
}

// A slide is a free way of one of the feet, seen along t1, t2 and d: what moving the foot does to
// w.
type slide struct{ x, y, along float64 }

// ways returns the free ways of both feet, those of A first; too many tells that they are more than
// the directions across.
func (n *newton) ways() (e [2]slide, count int, tooMany bool) {
	if n.a.free+n.b.free > len(e) {
		return e, 0, true
	}
	for i := range n.a.free {
		v := n.a.e[i]
		e[count] = slide{v.Dot(n.t1), v.Dot(n.t2), v.Dot(n.d)}
		count++
	}
	for i := range n.b.free {
		v := n.m.rot.apply(n.b.e[i])
		e[count] = slide{-v.Dot(n.t1), -v.Dot(n.t2), -v.Dot(n.d)}
		count++
	}
	return e, count, false
}

// step turns the direction and moves the feet by one step of Newton's method, and returns the
// square of the turn, and whether a part changed. ok is false where the step has no solution.
//
// Turned by u, w turns by the second derivatives of both cores, and what is across changes with the
// directions across: (H_A + H_B + gap) u + moves along the ways = -w across, and each way stays
// across the direction.
func (n *newton) step() (turn float64, changed, ok bool) {
	e, count, tooMany := n.ways()
	if tooMany {
		return 0, false, false
	}
	least := float64(newtonLeast * n.w.Len()) // overlaps have no gap that leads anywhere
	gap := -n.w.Dot(n.d)
	if !n.deep {
		gap = max(gap, least)
	}
	u, move, ok := n.solve(&e, count, gap)
	if !ok && n.deep {
		u, move, ok = n.solve(&e, count, least)
	}
	turn = float64(u[0]*u[0]) + float64(u[1]*u[1])
	if !ok || !(turn < math.Inf(1)) {
		return 0, false, false
	}
	if turn > newtonStride*newtonStride {
		s := newtonStride / math.Sqrt(turn)
		u, move = [2]float64{float64(u[0] * s), float64(u[1] * s)}, [2]float64{float64(move[0] * s), float64(move[1] * s)}
	}
	return turn, n.move(u, move), true
}

// solve returns the turn and the moves of a step, with the gap on the diagonal.
func (n *newton) solve(e *[2]slide, count int, gap float64) (u, move [2]float64, ok bool) {
	k := bending{n.a.xx + n.b.xx + gap, n.a.xy + n.b.xy, n.a.yy + n.b.yy + gap}
	x, y := -n.w.Dot(n.t1), -n.w.Dot(n.t2)
	switch count {
	case 0:
		u, ok = k.solve(x, y)
	case 1:
		u, move[0], ok = k.along(&e[0], x, y)
	default:
		u, move, ok = k.between(e, x, y)
	}
	return u, move, ok
}

// move turns the direction by u and moves the feet along their free ways. It reports whether a part
// changed.
func (n *newton) move(u, by [2]float64) bool {
	was := n.d
	d := was.Add(n.t1.Scale(u[0])).Add(n.t2.Scale(u[1]))
	n.d = d.Scale(1 / d.Len())
	for i := range n.a.free {
		n.a.x[i] += by[i]
	}
	for i := range n.b.free {
		n.b.x[i] += by[n.a.free+i]
	}
	rot := &n.m.rot
	a := n.a.moved(&n.m.a, was, n.d)
	b := n.b.moved(&n.m.b, rot.applyT(was).Neg(), rot.applyT(n.d).Neg())
	return a || b
}

// bending is a symmetric matrix across the direction.
type bending struct{ xx, xy, yy float64 }

// times returns the product of k and (x, y).
func (k *bending) times(x, y float64) (float64, float64) {
	return float64(k.xx*x) + float64(k.xy*y), float64(k.xy*x) + float64(k.yy*y)
}

// solve returns the turn u with k u = (x, y). It is no minimum unless k is positive.
func (k *bending) solve(x, y float64) (u [2]float64, ok bool) {
	det := float64(k.xx*k.yy) - float64(k.xy*k.xy)
	if !(det > 0) || !(k.xx > 0) {
		return u, false
	}
	return [2]float64{
		(float64(k.yy*x) - float64(k.xy*y)) / det,
		(float64(k.xx*y) - float64(k.xy*x)) / det,
	}, true
}

// along is solve with one way e: the turn makes it lie across, and what is left along it is the
// move.
func (k *bending) along(e *slide, x, y float64) (u [2]float64, move float64, ok bool) {
	l2 := float64(e.x*e.x) + float64(e.y*e.y)
	if !(l2 > 0) {
		return u, 0, false
	}
	l := math.Sqrt(l2)
	p, q := e.x/l, e.y/l
	a := -e.along / l // of the turn, along the way; b is what is across it
	kx, ky := k.times(-q, p)
	bend := float64(p*ky) - float64(q*kx)
	if !(bend > 0) {
		return u, 0, false
	}
	b := (float64(p*y) - float64(q*x) - float64(a*(float64(p*kx)+float64(q*ky)))) / bend
	u = [2]float64{float64(a*p) - float64(b*q), float64(a*q) + float64(b*p)}
	kx, ky = k.times(u[0], u[1])
	return u, (float64(p*(x-kx)) + float64(q*(y-ky))) / l, true
}

// between is solve with two ways, which tell the turn.
func (k *bending) between(e *[2]slide, x, y float64) (u, move [2]float64, ok bool) {
	det := float64(e[0].x*e[1].y) - float64(e[0].y*e[1].x)
	l0, l1 := float64(e[0].x*e[0].x)+float64(e[0].y*e[0].y), float64(e[1].x*e[1].x)+float64(e[1].y*e[1].y)
	if !(float64(det*det) > float64(newtonThin*l0*l1)) {
		return u, move, false
	}
	p, q := -e[0].along, -e[1].along
	u = [2]float64{(float64(p*e[1].y) - float64(q*e[0].y)) / det, (float64(q*e[0].x) - float64(p*e[1].x)) / det}
	kx, ky := k.times(u[0], u[1])
	x, y = x-kx, y-ky
	move = [2]float64{(float64(x*e[1].y) - float64(y*e[1].x)) / det, (float64(y*e[0].x) - float64(x*e[0].y)) / det}
	return u, move, true
}

// judge looks whether the bounds meet: a search along the difference of the feet, or along the
// direction where that is too short to have one. With done, found is the search if they do, and nil
// where no turn is left or a user's Support failed.
func (n *newton) judge(r *run, tol float64) (found *probe, done bool) {
	if r.turns >= r.limit {
		return nil, true
	}
	m := n.m
	var s simplex
	n.simplex(&s)
	w, _ := s.point()
	length := w.Len()
	stop := num.StopAt(tol, length)
	d := w.Scale(-1 / length)
	near := length <= newtonNear
	if near {
		d, stop = n.d, max(tol, newtonGap*unit)
	}
	r.turns++
	found = m.search(d)
	sep := found.separation(m, 1)
	if m.bad {
		return nil, true
	}
	if !(length-sep <= stop) || near && !(w.Cross(d).Len() <= max(length-sep, newtonGap*unit)) {
		if sep < -stop && length < newtonNear {
			r.leap.next = math.MaxInt
		}
		return found, false
	}
	r.trace.newton(r, &s, length, found)
	if r.s = s; near {
		r.leap.d = d
	}
	return found, true
}

// simplex sets s to the differences of the points that carry the feet. The weights of both are
// dealt out against each other: each difference takes what is left of the lesser, so that there are
// no more than one less than the points of both, which is three.
func (n *newton) simplex(s *simplex) {
	m := n.m
	a, wa, ia, na := n.a.carriers(&m.a, n.d)
	b, wb, ib, nb := n.b.carriers(&m.b, m.rot.applyT(n.d).Neg())
	for i, j := 0, 0; i < na && j < nb && s.n < 3; {
		l := min(wa[i], wb[j])
		if l > 0 || i == na-1 && j == nb-1 && s.n == 0 {
			s.p[s.n] = vertex{w: m.point(a[i], b[j]), a: a[i], ia: ia[i], ib: ib[j]}
			s.lambda[s.n] = l
			s.n++
		}
		wa[i] -= l
		wb[j] -= l
		if wa[i] <= 0 {
			i++
		} else {
			j++
		}
	}
}

// missed adds the vertices to the feet that the search found beyond them, and reports whether there
// were any.
func (n *newton) missed(found *probe) bool {
	a := n.a.part == partVertices && n.a.add(&n.m.a, found.ia)
	b := n.b.part == partVertices && n.b.add(&n.m.b, found.ib)
	if a {
		n.a.x[max(n.a.n-2, 0)] = 0
	}
	if b {
		n.b.x[max(n.b.n-2, 0)] = 0
	}
	return a || b
}

// newton records that Newton's method found the nearest points: the search that proved it, with the
// simplex s that carries them and its distance.
func (t *Trace) newton(r *run, s *simplex, upper float64, found *probe) {
	if t == nil {
		return
	}
	t.carried(&r.s)
	p := vertex{w: r.m.point(found.a, found.b), a: found.a}
	st := t.found(&r.m, collide.StageGJK, found.d.Neg(), &p)
	st.Upper = upper
	st.simplex(s)
	t.Steps = append(t.Steps, st)
}
