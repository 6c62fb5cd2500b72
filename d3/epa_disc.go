package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Near the least support value of a curved pair EPA needs ever smaller faces. Newton's method finds
// that minimum in a few steps (gjk_newton.go), and derivatives of the support function prove it for
// all directions of a disc around it, so that EPA is left with those outside. docs/math/epa.md,
// "A disc of directions".

// disc is a proof about the directions d + u with u across d and no longer than radius: no support
// value of them is below low.
type disc struct {
	d, t1, t2 Vec
	a         Vec     // the point of A that is farthest along d
	h         float64 // the support value of d, a minimum
	low       float64
	radius    float64
}

// discs are those of one polytope. Any face whose normal lies in one of the first n is as good as
// one no nearer than low.
type discs struct {
	newton
	list        [maxDiscs]disc
	n           int
	warm        bool    // newton stands at a minimum that GJK came by, which is tried first
	open        bool    // list[n] is proved, but may not be closed in
	rest        clipped // of the square around one that is being closed in
	turns, next int     // of EPA so far, and after which to try
	low         float64
	best        int // which has the least support value
}

const (
	maxDiscs   = 4
	discPad    = cellPad * unit // above all rounding of what is computed here, as in cells of directions
	discFirst  = 2              // the turn of EPA after which the first one is tried
	discDeep   = 14             // the same where the depth seems more than discShare of the reach: faces say less there
	discShare  = 0.12
	discStride = 0.05    // the square of the turn of a step of Newton's method: more leads anywhere
	discLeast  = 0x1p-10 // the radius of the smallest
	discMost   = 0x1p-1  // the radius of the largest
	discRound  = 0x1p-20 // of the radius: room for rounding at the border
	discBend   = 0x1p-16 // the least second derivative that counts as one
	discPoints = 8       // points that are added to close one in
	discReach  = 0.7     // where they are looked for, as a part of the radius
	discEnough = 0x1p-60 // the square of the last turn: the next one leads nowhere else
)

// reset makes k empty.
func (k *discs) reset() {
	k.n, k.open, k.warm, k.turns, k.next, k.low = 0, false, false, 0, discFirst, math.Inf(1)
}

// start makes k empty. Where Newton's method met a minimum on the way of GJK, it is tried first.
func (k *discs) start(r *run) {
	if k.reset(); r.leap.deep {
		k.newton, k.warm, k.next = r.newt, true, 1
	}
}

// seek looks for a minimum of the support values by Newton's method from the face whose corners are
// s and whose normal is d.
func (k *discs) seek(m *minkowski, s *simplex, d Vec, tol float64) bool {
	v, _ := s.nearest()
	if !(v.Len2() < 1) {
		return false
	}
	n := &k.newton
	n.begin(m, s, v, d)
	return k.descend(tol)
}

// descend is seek from where newton stands.
func (k *discs) descend(tol float64) bool {
	n := &k.newton
	m := n.m
	n.deep = true
	for range newtonSteps {
		if !n.trim() {
			return false
		}
		turn, changed, ok := n.step()
		n.set()
		if !ok || !(n.w.Dot(n.d) > 0) || turn > discStride {
			return false
		}
		if changed || turn > newtonSmall {
			continue
		}
		found := m.search(n.d)
		h := -found.separation(m, 1)
		if n.w.Sub(n.d.Scale(h)).Len() <= tol/4 {
			k.list[k.n] = disc{d: n.d, t1: n.t1, t2: n.t2, a: n.a.p, h: h}
			return true
		}
		if n.missed(found) {
			n.set()
		} else if !(turn > discEnough) {
			return false
		}
	}
	return false
}

// trim takes from the feet what makes more free ways than there are directions across, and reports
// whether that could be done.
func (n *newton) trim() bool {
	for n.a.free+n.b.free > 2 {
		d, back := n.d, n.m.rot.applyT(n.d).Neg()
		if !(n.a.free >= n.b.free && n.a.lessen(&n.m.a, d) || n.b.lessen(&n.m.b, back) || n.a.lessen(&n.m.a, d)) {
			return false
		}
		n.set()
	}
	return true
}

// lessen takes a free way from f, a foot on o: of vertices the lowest along d, of a line the end
// farther along d remains. It returns false where there is none, and for a cap.
func (f *foot) lessen(o *body, d Vec) bool {
	switch f.part {
	case partSide:
		f.part, f.sign = partRim, math.Copysign(1, d.Z)
		return true
	case partGenerator:
		if f.part, f.sign = partRim, -1; apexBeyond(o, d) {
			f.part = partApex
		}
		return true
	case partVertices:
	default:
		return false
	}
	if f.n < 2 {
		return false
	}
	k := 0
	for i := 1; i < f.n; i++ {
		if f.v[i].Dot(d) < f.v[k].Dot(d) {
			k = i
		}
	}
	f.n--
	f.id[k], f.v[k] = f.id[f.n], f.v[f.n]
	for i := range f.n - 1 {
		f.x[i] = 1 / float64(f.n)
	}
	return true
}

// spread makes list[n] as large as derivatives prove it, of the sizes tried, and returns false
// where none is.
func (k *discs) spread(tol float64) bool {
	o := &k.list[k.n]
	o.low = o.h - tol
	if k.n > 0 {
		o.low = min(o.low, k.low)
	}
	for o.radius = discMost; o.radius >= discLeast; o.radius /= 2 {
		if k.holds(o) {
			return true
		}
	}
	return false
}

// holds reports whether derivatives prove the disc o.
func (k *discs) holds(o *disc) bool {
	var b bending
	slack, m, n := discPad, k.m, &k.newton
	n.a.below(&m.a, n.d, n.t1, n.t2, o.radius, &b, &slack)
	n.b.below(&m.b, m.rot.applyT(n.d).Neg(), m.rot.applyT(n.t1), m.rot.applyT(n.t2), o.radius, &b, &slack)
	b.xx -= o.low
	b.yy -= o.low
	mean, half := float64((b.xx+b.yy)/2), float64((b.xx-b.yy)/2)
	bend := mean - math.Sqrt(float64(half*half)+float64(b.xy*b.xy))
	x, y := n.w.Dot(n.t1), n.w.Dot(n.t2)
	off := float64(x*x) + float64(y*y)
	room := n.w.Dot(n.d) - slack - o.low
	if bend > discBend && room > off/float64(2*bend) {
		return true
	}
	return room > float64(o.radius*math.Sqrt(off))-float64(0.5*float64(min(bend, 0)*float64(o.radius*o.radius)))
}

// holdsFace reports whether the normal n of a face is one of the directions of a disc.
func (k *discs) holdsFace(n Vec) bool {
	for i := range k.n {
		o := &k.list[i]
		c := float64(o.radius * (1 - discRound) * n.Dot(o.d))
		if c > 0 && n.Cross(o.d).Len2() < float64(c*c) {
			return true
		}
	}
	return false
}

// around sets c to a square around the disc.
func (o *disc) around(c *clipped) {
	r := o.radius
	c.p[0], c.p[1], c.p[2], c.p[3] = [2]float64{r, r}, [2]float64{-r, r}, [2]float64{-r, -r}, [2]float64{r, -r}
	c.n = 4
}

// clip takes from c, which lies in the square around the disc, the directions in which the point w
// alone proves low on the border.
func (o *disc) clip(c *clipped, w *Vec) {
	r := o.radius
	level := float64(o.low*math.Sqrt(1+float64(r*r))) + discPad
	x, y, room := w.Dot(o.t1), w.Dot(o.t2), level-w.Dot(o.d)
	if room > 0 && float64(room*room) > float64(float64(r*r)*(float64(x*x)+float64(y*y))) {
		return // does not reach the disc
	}
	if c.n > 0 {
		c.cut(x, y, room)
	}
}

// closedIn reports whether c, which is what the points of the polytope leave of the square, lies in
// the disc: on its border they prove low. If not, far is how to get from d to a direction in which
// they do not, or to one beyond the border.
func (o *disc) closedIn(c *clipped) (far [2]float64, ok bool) {
	most := float64(o.radius * o.radius * (1 - discRound))
	ok = true
	for i := range c.n {
		p := c.p[i]
		if l := float64(p[0]*p[0]) + float64(p[1]*p[1]); l > most {
			far, most, ok = p, l, false
		}
	}
	return far, ok
}

// prove tries to prove a disc around the minimum near the nearest face, when it is time to. tol is
// what lies between low and the minimum.
func (e *epa) prove(r *run, tol float64) {
	k := &e.discs
	if k.turns++; k.turns < k.next || k.n == maxDiscs || r.turns >= r.limit {
		return
	}
	if k.next == discFirst && e.best > float64(discShare*r.m.reach) {
		k.next = discDeep
		return
	}
	k.next += 2 + k.turns/2
	if !k.open && !e.found(r, tol) {
		return
	}
	o := &k.list[k.n]
	if k.open = !e.close(r, o); k.open {
		return
	}
	if k.n == 0 || o.h < k.list[k.best].h {
		k.best = k.n
	}
	k.low = min(k.low, o.low)
	k.n++
	k.next = k.turns + 2
}

// found reports whether Newton's method leads to a minimum, which derivatives prove around it: from
// the one that GJK came by, or from the nearest face.
func (e *epa) found(r *run, tol float64) bool {
	k := &e.discs
	if k.warm {
		k.warm = false
		k.set() // the last step of a try moves the feet alone
		if !k.descend(tol) {
			return false
		}
	} else if !e.seek(r, tol) {
		return false
	}
	e.best = min(e.best, k.list[k.n].h)
	return k.spread(tol)
}

// seek reports whether Newton's method leads from the nearest face to a minimum.
func (e *epa) seek(r *run, tol float64) bool {
	i := e.outer()
	if i < 0 || e.faces[i].low() >= e.discs.low {
		return false
	}
	f := &e.faces[i]
	s := simplex{n: 3}
	for j := range 3 {
		s.p[j] = e.verts[f.v[j]].vertex
	}
	return e.discs.seek(&r.m, &s, f.n, tol)
}

// close adds points to the polytope until they close o in, and reports whether they do.
func (e *epa) close(r *run, o *disc) bool {
	c, seen := &e.discs.rest, 0
	o.around(c)
	for range discPoints {
		for ; seen < len(e.verts); seen++ {
			o.clip(c, &e.verts[seen].w)
		}
		far, ok := o.closedIn(c)
		if ok {
			return true
		}
		if r.turns >= r.limit || !e.aim(r, o, far) {
			return false
		}
	}
	return false
}

// outer is closest without the faces that a disc holds.
func (e *epa) outer() int32 {
	i := e.closest()
	for e.discs.n > 0 && i >= 0 && e.discs.holdsFace(e.faces[i].n) {
		e.keys.Drop(i)
		i = e.closest()
	}
	return i
}

// aim adds the support point along the direction of the disc beside its middle, toward far.
func (e *epa) aim(r *run, k *disc, far [2]float64) bool {
	l := float64(discReach*k.radius) / math.Sqrt(float64(far[0]*far[0])+float64(far[1]*far[1]))
	d := k.d.Add(k.t1.Scale(float64(far[0] * l))).Add(k.t2.Scale(float64(far[1] * l)))
	p := &e.next
	found := r.m.support(d, &p.vertex)
	h := -found.separation(&r.m, 1/d.Len())
	e.best = min(e.best, h)
	r.trace.aim(r, e, d, p, h)
	p.g = toGrid(p.w)
	r.turns++
	for i := range e.faces {
		if f := &e.faces[i]; !f.dead && e.sees(f, p) {
			e.add(int32(i), p)
			return true
		}
	}
	return false
}

// proved sets k and returns true if no face that is left, of which i is the nearest, is nearer than
// the discs.
func (e *epa) proved(r *run, i int32, k *core) bool {
	if e.discs.n == 0 || i >= 0 && e.faces[i].low() < e.discs.low {
		return false
	}
	o := &e.discs.list[e.discs.best]
	e.answer(&r.m, o.d, r.m.separation(o.d), e.discs.low, o.a, collide.Converged, k)
	r.trace.settled(r, k, collide.ExitDisc)
	return true
}
