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
	newtonTiny   = 0x1p-52  // the same beside contact, where what counts is how far the feet are off, and not its square
	newtonNear   = 0x1p-20  // the distance below which the direction comes from the cores and not from the distance
	newtonLeast  = 0x1p-4   // the distance: the least that bends the way of the direction, so that steps stay steps
	newtonGap    = 64       // the solvers' unit, in u: the gap between the bounds of cores as near as that
	newtonAgree  = 0x1p-16  // the depth: the feet are those of a minimum of the support values where both agree to that
	newtonStride = 0.5      // the farthest that one step turns the direction
	newtonThin   = 0x1p-100 // the square of the sine of the angle between two free ways: less has no solution
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

// newton tries Newton's method from the simplex of r, whose point nearest the origin is v, as close
// does.
func (r *run) newton(v Vec, tol, far float64) (*probe, collide.Exit) {
	n := &r.newt
	n.most = v.Len()
	n.begin(&r.m, &r.s, v, v.Scale(-1/n.most))
	return n.close(r, tol, far)
}

// close turns the direction and moves the feet step by step. Where the bounds meet, within what
// StopAt makes of tol, it puts the simplex that carries the nearest point into r and returns the
// search that proves it, and ExitNewton. It ends, with ExitFar, as soon as a direction on the way
// proves the cores farther apart than far. Else it returns nil, and r is as it was but for what
// overlaps makes of it.
//
// At the head of every turn:
//
//	(1) the feet lie on their parts, and their difference is w;
//	(2) the part of each core is the one found last: where it was wrong, it changes or the try ends.
func (n *newton) close(r *run, tol, far float64) (*probe, collide.Exit) {
	for range newtonSteps {
		turn, changed, ok := n.step()
		if ok && (changed || turn > newtonSmall) {
			n.set()
			if !changed && far < 1 { // an early end is asked for, in reach of this unit
				if found := n.beyond(r, far); found != nil {
					return found, collide.ExitFar
				}
			}
			continue
		}
		if !ok && !(n.w.Len2() < newtonNear*newtonNear) { // nothing has moved
			return nil, 0
		}
		n.stand()
		found, done := n.judge(r, tol)
		if done {
			return found, collide.ExitNewton
		}
		again := ok && turn > newtonTiny && n.sep > -newtonNear
		if !n.missed(found) && !again {
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
	found := m.search(n.d)
	if !(found.separation(m, 1) > far) {
		m.a.hint, m.b.hint = hintA, hintB
		return nil
	}
	var s simplex
	n.simplex(&s)
	if r.trace != nil {
		w, _ := s.point()
		r.trace.newton(r, &s, w.Len(), found)
	}
	r.s.set(&s)
	return found
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

// stand is set for the places of the feet alone.
func (n *newton) stand() {
	n.a.stand(&n.m.a, n.d)
	n.b.stand(&n.m.b, n.m.rot.applyT(n.d).Neg())
}

// A slide is a free way of one of the feet, seen along t1, t2 and d: what moving the foot does to
// w.
type slide struct{ x, y, along float64 }

// ways returns the free ways of both feet, those of A first, and how many they are.
func (n *newton) ways() (e, f slide, count int) {
	count = n.a.free + n.b.free
	if count > 0 {
		e = n.way(0)
	}
	if count > 1 {
		f = n.way(1)
	}
	return e, f, count
}

// way returns free way i of ways.
func (n *newton) way(i int) slide {
	if i < n.a.free {
		v := n.a.e[i]
		return slide{v.Dot(n.t1), v.Dot(n.t2), v.Dot(n.d)}
	}
	v := n.m.rot.apply(n.b.e[i-n.a.free])
	return slide{-v.Dot(n.t1), -v.Dot(n.t2), -v.Dot(n.d)}
}

// step turns the direction and moves the feet by one step of Newton's method, and returns the
// square of the turn, and whether a part changed. ok is false where the step has no solution.
//
// Turned by u, w turns by the second derivatives of both cores, and what is across changes with the
// directions across: (H_A + H_B + gap) u + moves along the ways = -w across, and each way stays
// across the direction.
func (n *newton) step() (turn float64, changed, ok bool) {
	e, f, count := n.ways()
	if count > 2 { // than there are directions across
		return 0, false, false
	}
	least := float64(newtonLeast * n.w.Len()) // overlaps have no gap that leads anywhere
	gap := -n.w.Dot(n.d)
	if !n.deep {
		gap = max(gap, least)
	}
	u, move, ok := n.solve(e, f, count, gap)
	if !ok && n.deep {
		u, move, ok = n.solve(e, f, count, least)
	}
	turn = float64(u.x*u.x) + float64(u.y*u.y)
	if !ok || !(turn < math.Inf(1)) {
		return 0, false, false
	}
	if turn > newtonStride*newtonStride {
		s := newtonStride / math.Sqrt(turn)
		u, move = flat{float64(u.x * s), float64(u.y * s)}, flat{float64(move.x * s), float64(move.y * s)}
	}
	return turn, n.move(u, move), true
}

// solve returns the turn and the moves of a step, with the gap on the diagonal.
func (n *newton) solve(e, f slide, count int, gap float64) (u, move flat, ok bool) {
	k := bending{n.a.xx + n.b.xx + gap, n.a.xy + n.b.xy, n.a.yy + n.b.yy + gap}
	x, y := -n.w.Dot(n.t1), -n.w.Dot(n.t2)
	switch count {
	case 0:
		u, ok = k.solve(x, y)
	case 1:
		u, move.x, ok = k.along(e, x, y)
	default:
		u, move, ok = k.between(e, f, x, y)
	}
	return u, move, ok
}

// move turns the direction by u and moves the feet along their free ways. It reports whether a part
// changed.
func (n *newton) move(u, by flat) bool {
	was := n.d
	d := was.Add(n.t1.Scale(u.x)).Add(n.t2.Scale(u.y))
	n.d = d.Scale(1 / d.Len())
	for i := range n.a.free {
		n.a.x[i] += by.x
		by.x = by.y
	}
	for i := range n.b.free {
		n.b.x[i] += by.x
		by.x = by.y
	}
	rot := &n.m.rot
	a := n.a.moved(&n.m.a, was, n.d)
	b := n.b.moved(&n.m.b, rot.applyT(was).Neg(), rot.applyT(n.d).Neg())
	return a || b
}

// flat is a vector across the direction, along t1 and t2, or the moves along two ways.
type flat struct{ x, y float64 }

// bending is a symmetric matrix across the direction.
type bending struct{ xx, xy, yy float64 }

// times returns the product of k and (x, y).
func (k *bending) times(x, y float64) (float64, float64) {
	return float64(k.xx*x) + float64(k.xy*y), float64(k.xy*x) + float64(k.yy*y)
}

// solve returns the turn u with k u = (x, y). It is no minimum unless k is positive.
func (k *bending) solve(x, y float64) (u flat, ok bool) {
	det := float64(k.xx*k.yy) - float64(k.xy*k.xy)
	if !(det > 0) || !(k.xx > 0) {
		return u, false
	}
	return flat{
		(float64(k.yy*x) - float64(k.xy*y)) / det,
		(float64(k.xx*y) - float64(k.xy*x)) / det,
	}, true
}

// along is solve with one way e: the turn makes it lie across, and what is left along it is the
// move.
func (k *bending) along(e slide, x, y float64) (u flat, move float64, ok bool) {
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
	u = flat{float64(a*p) - float64(b*q), float64(a*q) + float64(b*p)}
	kx, ky = k.times(u.x, u.y)
	return u, (float64(p*(x-kx)) + float64(q*(y-ky))) / l, true
}

// between is solve with two ways, which tell the turn.
func (k *bending) between(e, f slide, x, y float64) (u, move flat, ok bool) {
	det := float64(e.x*f.y) - float64(e.y*f.x)
	l0, l1 := float64(e.x*e.x)+float64(e.y*e.y), float64(f.x*f.x)+float64(f.y*f.y)
	if !(float64(det*det) > float64(newtonThin*l0*l1)) {
		return u, move, false
	}
	p, q := -e.along, -f.along
	u = flat{(float64(p*f.y) - float64(q*e.y)) / det, (float64(q*e.x) - float64(p*f.x)) / det}
	kx, ky := k.times(u.x, u.y)
	x, y = x-kx, y-ky
	return u, flat{(float64(x*f.y) - float64(y*f.x)) / det, (float64(y*e.x) - float64(x*e.y)) / det}, true
}

// judge looks whether the bounds meet: a search along the difference of the feet, or along the
// direction where that is too short to have one or the cores overlap along it. With done, found is
// the search if they do, and nil where no turn is left, a user's Support failed, or the feet are
// those of a depth.
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
	} else if w.Dot(n.d) > 0 { // the cores overlap along d
		d = n.d
	}
	r.turns++
	found = m.search(d)
	sep := found.separation(m, 1)
	n.sep = sep
	if m.bad {
		return nil, true
	}
	if !(length-sep <= stop) || near && !(w.Cross(d).Len() <= max(length-sep, newtonGap*unit)) {
		if sep < -stop && math.Abs(length+sep) <= max(stop, float64(newtonAgree*length)) {
			r.overlaps(&s, length < n.most)
			return nil, true
		}
		return found, false
	}
	r.trace.newton(r, &s, length, found)
	if r.s.set(&s); near {
		r.leap.d = d
	}
	return found, true
}

// overlaps ends the tries where r.newt stands at a minimum of the support values. s is the simplex
// of the feet, and nearer tells that it is nearer the origin than that of r.
func (r *run) overlaps(s *simplex, nearer bool) {
	r.leap.next, r.leap.deep, r.leap.moved = math.MaxInt, true, nearer
	if nearer {
		r.s.set(s)
	}
}

// simplex sets s to the differences of the points that carry the feet. The weights of both are
// dealt out against each other: each difference takes what is left of the lesser, so that there are
// no more than one less than the points of both, which is three.
func (n *newton) simplex(s *simplex) {
	m := n.m
	var a, b carriers
	n.a.carriers(&m.a, n.d, &a)
	n.b.carriers(&m.b, m.rot.applyT(n.d).Neg(), &b)
	for i, j := 0, 0; i < a.n && j < b.n && s.n < 3; {
		l := min(a.w[i], b.w[j])
		if l > 0 || i == a.n-1 && j == b.n-1 && s.n == 0 {
			p := &s.p[s.n]
			p.w, p.a, p.ia, p.ib = m.point(a.p[i], b.p[j]), a.p[i], a.id[i], b.id[j]
			s.lambda[s.n] = l
			s.n++
		}
		a.w[i] -= l
		b.w[j] -= l
		if a.w[i] <= 0 {
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

// newton records where Newton's method ended: the search that proved it, with the simplex s that
// carries the feet and its distance.
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
