package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Polygons that are apart. From the two vertices farthest toward each other along the line of the
// centres the search goes along the outlines to where they are nearest: an edge and a vertex over
// it, or two vertices. No step needs to be right: the answer counts only where the direction found
// separates the cores as far as the two points are apart, within rounding, as after the test of all
// edges. docs/math/sat.md, "Nearest features".

const (
	nearTurns  = 16 // how many edges the search tries
	nearWedges = 6  // how many triangles are looked at for one that holds a vertex
	nearFew    = 16 // edges of both polygons, up to which all are sooner tested than a relation searched
)

// nearSide is a core of a nearestPair.
type nearSide struct {
	table *edgeTable
	view  satView // how its edges see the other core
	at    int     // a vertex
}

// nearestPair is two polygons and the search for their nearest points.
type nearestPair struct {
	side  [2]nearSide
	err   float64 // a separation is off by less than this and 8u of itself
	reach float64 // no point of A - B is farther from the origin
	k     core
}

// suits reports whether both cores are polygons with tables whose centres are near the origins of
// their frames.
func suits(a, b *Object) bool {
	return a.kind == kindHull && b.kind == kindHull && a.hull.table.near&b.hull.table.near != 0
}

// place prepares the pair, which suits, for the test of edges in doubles. It reports whether the
// discs inside the cores leave them apart, and lengths are in range.
func (p *nearestPair) place(a, b *Object) bool {
	x, y := &p.side[0], &p.side[1]
	x.table, y.table = &a.hull.table, &b.hull.table
	d := centres(a, b)
	dist, sum, inner := big1(d), a.radius+b.radius, x.table.inner+y.table.inner
	if !(dist+sum > 0x1p-450 && dist+sum < 0x1p450) || !(d.Len2() > float64(inner*inner)) {
		return false
	}
	r := a.axes().applyT(Vec{b.c, b.s})
	turn := b.heading - a.heading
	t, to, back := a.axes().applyT(d), mat2{r.X, -r.Y}, mat2{r.X, r.Y}
	// field by field: a whole view is made in memory first, and read again before it is there
	x.view.rot, x.view.t, x.view.base = to, t, -turn
	y.view.rot, y.view.t, y.view.base = back, to.apply(t).Neg(), turn
	p.reach = dist + sum
	p.err = float64(unit * (float64(edgeRadius*sum) + float64(edgeDist*dist)))
	return true
}

// first is find from the line of the centres, about whatever is nearest, and reports whether it
// could.
func (p *nearestPair) first() bool {
	return p.start(p.side[0].view.t, p.side[1].view.t) && p.find(math.Inf(1), 0) == solved
}

// again is first from the vertices in c, at which the search about the same pair may have ended.
// They may be nearer to each other than those at which a turn looks next.
func (p *nearestPair) again(c *Cache) bool {
	x, y := &p.side[0], &p.side[1]
	i, j := int(c.ia[0]), int(c.ib[0])
	if uint(i) >= uint(len(x.table.edges)) || uint(j) >= uint(len(y.table.edges)) {
		return false
	}
	x.at, y.at = i, j
	return p.find(math.Inf(1), 1) == solved
}

// start sets the vertices from which the search goes on: about those farthest along d, in A's
// frame, and against it, which is along e in that of B.
func (p *nearestPair) start(d, e Vec) bool {
	x, y := &p.side[0], &p.side[1]
	if x.table.few() && y.table.few() {
		x.at, y.at = x.table.farthest(d), y.table.farthest(e)
		return true
	}
	h := roughHeading(d)
	x.at = int(x.table.first[(h+halfTurn)>>(x.table.shift&31)])
	y.at = int(y.table.first[(h+x.view.base)>>(y.table.shift&31)])
	return x.at != crowded && y.at != crowded
}

// few reports whether there are three vertices or four, which are sooner compared than looked up.
func (t *edgeTable) few() bool { return uint(len(t.edges)-3) < 2 }

// farthest returns the vertex of few that is farthest along d, but for rounding.
func (t *edgeTable) farthest(d Vec) int {
	r := (*[4]Vec)(t.ring) // the first of three is there again
	best := max(along(d.Dot(r[0]), 0), along(d.Dot(r[1]), 1), along(d.Dot(r[2]), 2), along(d.Dot(r[3]), 3))
	return wrap(int(best&3), len(t.edges))
}

// find sets k to the answer about the cores, and reports whether it could, for cores that are
// apart. Beyond far nothing more is asked; then k has no points. Each turn brings the vertices
// nearer to each other, but for the first ones, as many as are free.
func (p *nearestPair) find(far float64, free int) outcome {
	x, y, last := &p.side[0], &p.side[1], math.Inf(1)
	for turn := range nearTurns {
		at, to := x.table.ring[x.at], y.table.ring[y.at]
		w := y.view.rot.apply(to).Add(x.view.t).Sub(at)
		l := w.Len2()
		if !(l < last) && turn > free { // the outlines cross
			return open
		}
		last = l
		i := p.ahead(w)
		if i < 0 {
			return p.corners(at, w, far)
		}
		if out, done := p.face(&p.side[i&1], &p.side[i&1^1], i, far); done {
			return out
		}
	}
	return open
}

// ahead returns which edge at the two vertices, w apart, leads most toward the other core: 0 for
// the one after A's vertex, 2 for the one before it, 1 and 3 for those of B; -1 where none does.
func (p *nearestPair) ahead(w Vec) int {
	x, y := &p.side[0], &p.side[1]
	v := x.view.rot.apply(w)
	after, before := &x.table.edges[x.at], &x.table.edges[x.table.before(x.at)]
	best := along(after.n.perp().Dot(w), 0)
	best = max(best, along(-before.n.perp().Dot(w), 2))
	after, before = &y.table.edges[y.at], &y.table.edges[y.table.before(y.at)]
	best = max(best, along(-after.n.perp().Dot(v), 1))
	best = max(best, along(before.n.perp().Dot(v), 3))
	if best < 4 {
		return -1
	}
	return int(best & 3)
}

// along returns a number in the order of x where that is positive, with i in its last bits.
func along(x float64, i int64) int64 { return int64(math.Float64bits(x))&^3 | i }

// before returns the number of the edge that ends at vertex i.
func (t *edgeTable) before(i int) int {
	if i == 0 {
		i = len(t.edges)
	}
	return i - 1
}

// face tries an edge of the core own, i as ahead names it: where the lowest vertex of the other
// core is over it, the two are nearest. Else the search goes on from that vertex and the end of the
// edge that it lies beyond; done tells that it does not.
func (p *nearestPair) face(own, other *nearSide, i int, far float64) (out outcome, done bool) {
	y, v, e := other.table, &own.view, own.at
	if i >= 2 {
		e = own.table.before(e)
	}
	g := &own.table.edges[e]
	d := v.rot.apply(g.n)
	j := int(y.first[(g.heading+v.base)>>(y.shift&31)])
	if j == crowded {
		return open, true
	}
	low, next := d.Dot(y.ring[j]), d.Dot(y.ring[j+1])
	second := 0
	if next < low {
		second = 1
	}
	sep := -(g.off - g.n.Dot(v.t) - min(low, next))
	if sep-float64(keySpread*sep) > far {
		return apart, true
	}
	start, end, u := own.table.ring[e], own.table.ring[e+1], g.n.perp()
	x := u.Dot(v.rot.applyT(y.ring[j+second]).Add(v.t).Sub(start))
	length := u.Dot(end.Sub(start))
	if x >= p.err && x <= length-p.err {
		if !(sep > p.err+float64(keySpread*sep)) || math.Abs(next-low) <= p.err { // not apart, or edge along edge
			own.at, other.at = e, wrap(j+second, len(y.edges))
			return open, true
		}
		other.at = wrap(j+second, len(y.edges)) // for the next time
		p.onFace(i&1 != 0, start.Add(u.Scale(x)), g.n, d, sep)
		return solved, true
	}
	was, last := own.at, other.at
	own.at, other.at = e, wrap(j+second, len(y.edges))
	if x > p.err {
		own.at = wrap(e+1, len(own.table.edges))
	}
	if own.at != was || other.at != last {
		return open, false
	}
	at := p.side[0].table.ring[p.side[0].at]
	b := p.side[1].table.ring[p.side[1].at]
	return p.corners(at, p.side[1].view.rot.apply(b).Add(p.side[0].view.t).Sub(at), far), true
}

// onFace sets k for a vertex over the point at of an edge with the normal n, d in the other core's
// frame.
func (p *nearestPair) onFace(ofB bool, at, n, d Vec, sep float64) {
	k, err := &p.k, p.err+float64(keySpread*sep)
	k.lower, k.dist, k.upper, k.status = sep-err, sep, sep+err, collide.Converged
	if !ofB {
		k.n, k.a = n, at
		return
	}
	n = d.Neg()
	k.n = n.Scale(1.5 - float64(n.Len2()*0.5))
	k.a = p.side[1].view.rot.apply(at).Add(p.side[0].view.t).Sub(k.n.Scale(sep))
}

// corners sets k for the vertices where the search is, at of A and w from there to that of B, and
// reports whether nothing is nearer.
func (p *nearestPair) corners(at, w Vec, far float64) outcome {
	x, y, length := &p.side[0], &p.side[1], w.Len()
	if !(length > 0) {
		return open
	}
	n := w.Scale(1 / length)
	m := x.view.rot.apply(n)
	low, high := m.Dot(y.table.ring[y.at]), n.Dot(x.table.ring[x.at])
	if !x.table.alone(x.at, n, high-p.err) || !y.table.alone(y.at, m.Neg(), -low-p.err) {
		var sure bool
		if low, high, sure = p.lowest(n, m); !sure {
			return open
		}
	}
	sep := n.Dot(x.view.t) + low - high
	if sep > far {
		return apart
	}
	if !(length-sep <= p.err) {
		return open
	}
	k := &p.k
	k.lower, k.upper, k.dist, k.n, k.a, k.status = sep-p.err, length+p.err, sep, n, at, collide.Converged
	return solved
}

// alone reports whether both neighbours of vertex i are below the height, by more than rounding
// below that of i itself, along d: then so is every other vertex, as the polygon is convex.
func (t *edgeTable) alone(i int, d Vec, height float64) bool {
	return d.Dot(t.ring[i+1]) < height && d.Dot(t.ring[t.before(i)]) < height
}

// lowest returns the least height of B along n, m in its frame, and the greatest of A, by the
// tables; sure is false where those are crowded.
func (p *nearestPair) lowest(n, m Vec) (low, high float64, sure bool) {
	x, y, h := &p.side[0], &p.side[1], headingOf(n)
	i, j := int(x.table.first[(h+halfTurn)>>(x.table.shift&31)]), int(y.table.first[(h+x.view.base)>>(y.table.shift&31)])
	if i == crowded || j == crowded {
		return 0, 0, false
	}
	return min(m.Dot(y.table.ring[j]), m.Dot(y.table.ring[j+1])),
		-min(-n.Dot(x.table.ring[i]), -n.Dot(x.table.ring[i+1])), true
}

// contact sets ct, but for the numbers of parts, to what solver.answer makes of k, for the pair or
// for that in the other order. It reports whether that is proof that the bodies are apart, with a
// bracket as narrow as is promised.
func (p *nearestPair) contact(a, b *Object, other bool, ct *Contact) bool {
	k, r := &p.k, a.margin+b.margin
	size := num.Greater(a.extent, b.extent)
	w := num.Allowance{Rel: bracketUnits * unit, Size: size, Radius: r, Error: float64(2 * num.MarginError(false))}
	if !(k.lower-r > float64(marginPad*unit*(r+k.dist))) || !(k.upper-k.lower <= w.At(k.lower)) {
		return false
	}
	slack := num.Slack(r, k.dist, num.MarginError(false))
	dist := k.dist - r
	ct.Distance, ct.Lower, ct.Upper = dist, k.lower-r-slack, k.upper-r+slack
	ct.Relation, ct.Status, ct.Iterations = collide.Apart, k.status, 1
	own := k.a.Add(k.n.Scale(a.margin))
	peer := p.side[0].view.rot.apply(own.Add(k.n.Scale(dist)).Sub(p.side[0].view.t))
	n := unitAgain(a.axes().apply(k.n)) // worldNormal, without the call
	at := a.pos.Add(a.axes().apply(own))
	over := at.Add(n.Scale(dist))
	own, peer = a.center.Add(own), b.center.Add(peer) // none is -0, as no centre is
	if other {
		ct.Normal, ct.PointA, ct.PointB, ct.LocalA, ct.LocalB = Vec{0 - n.X, 0 - n.Y}, over, at, peer, own
	} else {
		ct.Normal, ct.PointA, ct.PointB, ct.LocalA, ct.LocalB = n.clean(), at, over, own, peer
	}
	return true
}

// relate returns the relation of a pair that suits, in any order, where the discs inside the cores
// meet, where the search finds a direction that separates the bodies, or where it ends at a vertex
// of one core that lies in the other; else Undecided.
func (p *nearestPair) relate(a, b *Object) collide.Relation {
	r := a.margin + b.margin
	if !p.place(a, b) {
		if discsMeet(a, b) {
			return collide.Overlapping
		}
		return collide.Undecided
	}
	far := r + float64(marginPad*unit*r) + p.err
	if a.edgeCount()+b.edgeCount() <= nearFew || !p.start(p.side[0].view.t, p.side[1].view.t) {
		return collide.Undecided
	}
	switch p.find(far, 0) {
	case apart:
		return collide.Apart
	case solved:
		if p.k.lower > far {
			return collide.Apart
		}
	case open:
		x, y := &p.side[0], &p.side[1]
		if x.holds(y, p.err, p.reach) || y.holds(x, p.err, p.reach) {
			return collide.Overlapping
		}
	}
	return collide.Undecided
}

// holds reports whether the vertex of the other core at which the search has ended lies in this one
// for certain: in the triangle of the centre and an edge, by heights that are off by less than err,
// and no farther away than reach. The edge is looked for from that at its own vertex on.
func (x *nearSide) holds(other *nearSide, err, reach float64) bool {
	t, i, slack := x.table, x.at, float64(wedgePad*float64(err*reach))
	v := x.view.rot.applyT(other.table.ring[other.at]).Add(x.view.t)
	for range nearWedges {
		switch {
		case !(t.ring[i].Cross(v) > slack):
			i = t.before(i)
		case !(v.Cross(t.ring[i+1]) > slack):
			i = wrap(i+1, len(t.edges))
		default:
			e := &t.edges[i]
			return t.inner > 0 && e.off-e.n.Dot(v) > err
		}
	}
	return false
}

// discsMeet reports whether the discs inside two polygons overlap for certain.
func discsMeet(a, b *Object) bool {
	d, inner := centres(a, b), a.hull.table.inner+b.hull.table.inner
	size, far := a.radius+b.radius, big1(d)
	inner -= float64(unit * (float64(edgeRadius*size) + float64(edgeDist*far)))
	reach := far + size
	return reach > 0x1p-450 && reach < 0x1p450 && inner > 0 && d.Len2()*(1+0x1p-40) < float64(inner*inner)
}

// recordNear records k, after the test of all edges if that is asked for.
func (s *satRun) recordNear(r *run, k *core, all bool) {
	if s.at = 0; all {
		s.at = -1
		s.test(r, CullNone)
	}
	r.trace.satEnd(r, s, collide.Undecided, k)
}
