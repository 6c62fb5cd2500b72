package d2

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
	newtonSteps  = 12      // of one try: four or five are enough from a good start, each change of a part takes one
	newtonSmall  = 0x1p-26 // the square of the last turn of the direction: the next one is its square, below rounding
	newtonTiny   = 0x1p-52 // the same beside contact, where what counts is how far the feet are off, and not its square
	newtonNear   = 0x1p-20 // the distance below which the direction comes from the cores and not from the distance
	newtonLeast  = 0x1p-4  // the distance: the least that bends the way of the direction, so that steps stay steps
	newtonGap    = 64      // the solvers' unit, in u: the gap between the bounds of cores as near as that
	newtonStride = 0.5     // the farthest that one step turns the direction
)

// differentiable reports whether Newton's method knows the cores of m: one of them is curved, and
// both have second derivatives, which a Support does not tell.
func (m *minkowski) differentiable() bool {
	return m.curved && m.a.kind != kindUser && m.b.kind != kindUser
}

// helps reports whether Newton's method may find the nearest points of m: no try has found that
// there are none.
func (l *leap) helps(m *minkowski) bool { return l.next != math.MaxInt && m.differentiable() }

// due counts a turn of the float loop and reports whether it is time to try.
func (l *leap) due(m *minkowski) bool {
	l.turns++
	if l.turns != l.next || !m.differentiable() {
		return false
	}
	l.next *= 2
	return true
}

// newton is the work of one try: the unit direction d from A to B, the one across it, the feet on
// both cores, and w, the difference of the feet.
type newton struct {
	m    *minkowski
	d, t Vec
	a, b foot
	w    Vec
	sep  float64 // how far the last judgment separated the cores
}

// newton tries Newton's method from the simplex of r, whose point nearest the origin is v. Where
// the bounds meet, within what StopAt makes of tol, it puts the simplex that carries the nearest
// point into r and returns the search that proves it, and ExitNewton. It ends, with ExitFar, as
// soon as a direction on the way proves the cores farther apart than far. Else it returns nil, and
// r is as it was.
//
// At the head of every turn:
//
//	(1) the feet lie on their parts, and their difference is w;
//	(2) the part of each core is the one found last: where it was wrong, it changes or the try ends.
func (r *run) newton(v Vec, tol, far float64) (*probe, collide.Exit) {
	var n newton
	n.begin(r, v.Scale(-1/v.Len()))
	for range newtonSteps {
		turn, changed, ok := n.step()
		if n.set(); ok && (changed || turn > newtonSmall) {
			if !changed && far < 1 { // an early end is asked for, in reach of this unit
				if found := n.beyond(r, far); found != nil {
					return found, collide.ExitFar
				}
			}
			continue
		}
		if !ok && !(n.w.Len2() < newtonNear*newtonNear) {
			return nil, 0
		}
		found, id, done := n.judge(r, tol)
		if done {
			return found, collide.ExitNewton
		}
		again := ok && turn > newtonTiny && n.sep > -newtonNear
		if !n.missed(id) && !again {
			return nil, 0
		}
		n.set()
	}
	return nil, 0
}

// beyond returns the search along the direction if that proves the cores farther apart than far,
// and puts the simplex of the feet into r; else nil, and r is as it was. It is no turn: one that
// fails must not change what the run comes to.
func (n *newton) beyond(r *run, far float64) *probe {
	m := n.m
	hintA, hintB := m.a.hint, m.b.hint
	var p vertex
	found := m.support(n.d, &p)
	if !(found.separation(m, 1) > far) {
		m.a.hint, m.b.hint = hintA, hintB
		return nil
	}
	var s simplex
	n.simplex(&s)
	if r.trace != nil {
		w, _ := s.point()
		r.trace.newton(r, &s, w.Len(), found, &p)
	}
	r.s = s
	return found
}

// begin guesses the parts that the simplex of r stands for, seen along d.
func (n *newton) begin(r *run, d Vec) {
	n.m, n.d = &r.m, d
	n.a.guess(&n.m.a, &r.s, false)
	n.b.guess(&n.m.b, &r.s, true)
	n.set()
}

// set computes the feet for the direction.
func (n *newton) set() {
	m := n.m
	n.t = n.d.Perp()
	n.a.set(&m.a, n.d)
	n.b.set(&m.b, m.rot.applyT(n.d).Neg())
	n.w = n.a.p.Sub(m.rot.apply(n.b.p).Add(m.t))
}

// step turns the direction and moves the feet by one step of Newton's method, and returns the
// square of the turn, and whether a part changed. ok is false where the step has no solution.
//
// Turned by u, w turns by the second derivatives of both cores, and what is across changes with the
// direction across: (H_A + H_B + gap) u + the move along the edge = -w across, and the edge stays
// across the direction.
func (n *newton) step() (turn float64, changed, ok bool) {
	gap := max(-n.w.Dot(n.d), float64(newtonLeast*n.w.Len())) // overlaps have none that leads anywhere
	k, y := n.a.bend+n.b.bend+gap, -n.w.Dot(n.t)
	var u, move float64
	if free := n.a.free + n.b.free; free > 1 {
		return 0, false, false
	} else if free == 1 {
		e := n.a.e
		if n.b.free == 1 {
			e = n.m.rot.apply(n.b.e).Neg()
		}
		across := e.Dot(n.t)
		u = -e.Dot(n.d) / across
		move = (y - float64(k*u)) / across
	} else {
		u = y / k
	}
	if !(k > 0) || !(math.Abs(u) < math.Inf(1)) || !(math.Abs(move) < math.Inf(1)) {
		return 0, false, false
	}
	turn = float64(u * u)
	if s := newtonStride / math.Abs(u); s < 1 {
		u, move = float64(u*s), float64(move*s)
	}
	d := n.d.Add(n.t.Scale(u))
	n.d = d.Scale(1 / d.Len())
	if n.a.free == 1 {
		n.a.x += move
	} else {
		n.b.x += move
	}
	a, b := n.a.moved(), n.b.moved()
	return turn, a || b, true
}

// judge looks whether the bounds meet: a search along the difference of the feet, or along the
// direction where that is too short to have one. With done, found is the search if they do, and nil
// where no turn is left; id are the vertices that it found.
func (n *newton) judge(r *run, tol float64) (found *probe, id [2]int32, done bool) {
	if r.turns >= r.limit {
		return nil, id, true
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
	var p vertex
	found = m.support(d, &p)
	sep := found.separation(m, 1)
	n.sep = sep
	id = [2]int32{p.ia, p.ib}
	if !(length-sep <= stop) || near && !(math.Abs(w.Cross(d)) <= max(length-sep, newtonGap*unit)) {
		if sep < -stop && length < newtonNear {
			r.leap.next = math.MaxInt
		}
		return found, id, false
	}
	r.trace.newton(r, &s, length, found, &p)
	if r.s = s; near {
		r.leap.d = d
	}
	return found, id, true
}

// simplex sets s to the differences of the points that carry the feet.
func (n *newton) simplex(s *simplex) {
	m := n.m
	a, wa, ia, na := n.a.carriers()
	b, wb, ib, nb := n.b.carriers()
	for i := range na {
		for j := range nb {
			l := float64(wa[i] * wb[j])
			if l > 0 || na*nb == 1 {
				s.p[s.n] = vertex{w: m.point(a[i], b[j]), a: a[i], ia: ia[i], ib: ib[j]}
				s.lambda[s.n] = l
				s.n++
			}
		}
	}
}

// missed adds the vertices to the feet that the search found beyond them, and reports whether there
// were any.
func (n *newton) missed(id [2]int32) bool {
	a := !n.a.smooth && n.a.add(&n.m.a, id[0])
	b := !n.b.smooth && n.b.add(&n.m.b, id[1])
	return a || b
}

// newton records where Newton's method ended: the search that proved it, with the vertex p of C
// that it found, and the simplex s that carries the feet with its distance.
func (t *Trace) newton(r *run, s *simplex, upper float64, f *probe, p *vertex) {
	if t == nil {
		return
	}
	t.carried(&r.s)
	st := t.found(r, collide.StageGJK, f.d.Neg(), f, p)
	st.Upper = upper
	st.simplex(s)
	t.Steps = append(t.Steps, st)
}
