package d2

import (
	"cmp"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// partsFound is what is known about two bodies after some pairs of their parts.
type partsFound struct {
	best         Contact // of the least distance; of overlapping pairs alone, if there are any
	i, j         int32   // the parts that best is about, of F and G
	lower, upper float64 // the least of all pairs
	undecided    bool    // a pair is
	some         bool    // a pair has been added
	better       bool    // the last one is the best
}

// stopRule says when enough is known.
type stopRule uint8

const (
	stopNever   stopRule = iota
	stopOverlap          // with a pair that overlaps
	stopContact          // with a pair that is not apart
)

// enough reports whether the rule says stop.
func (u *partsFound) enough(stop stopRule) bool {
	switch {
	case stop == stopNever || !u.some:
		return false
	case u.best.Relation == collide.Overlapping:
		return true
	}
	return stop == stopContact && (u.undecided || u.best.Relation != collide.Apart)
}

// add takes the answer about a pair into account. Of pairs at one distance the least in the order
// of the query is best.
func (u *partsFound) add(ct *Contact, i, j int32, flip bool) {
	overlap, had := ct.Relation == collide.Overlapping, u.best.Relation == collide.Overlapping
	order := cmp.Or(cmp.Compare(i, u.i), cmp.Compare(j, u.j))
	if flip {
		order = cmp.Or(cmp.Compare(j, u.j), cmp.Compare(i, u.i))
	}
	order = cmp.Or(cmp.Compare(ct.Distance, u.best.Distance), order)
	u.better = !u.some || overlap && !had || overlap == had && order < 0
	if u.better {
		u.best, u.i, u.j = *ct, i, j
	}
	u.some = true
	u.lower, u.upper = min(u.lower, ct.Lower), min(u.upper, ct.Upper)
	u.undecided = u.undecided || ct.Relation == collide.Undecided
}

// relation returns the relation of the bodies as far as the pairs tell.
func (u *partsFound) relation() collide.Relation {
	if u.best.Relation != collide.Overlapping && u.undecided {
		return collide.Undecided
	}
	return u.best.Relation
}

// distance sets ct to the answer about a and b, of which one is a compound at least.
func (w *partPair) distance(s *solver, a, b *Object, c *Cache, ct *Contact) {
	w.start(a, b)
	trace := s.trace
	s.trace = nil
	w.all(s, math.Inf(1), stopNever, c)
	w.keep(c)
	if s.trace = trace; trace != nil {
		w.record(s)
	}
	*ct = w.found.best
	switch w.found.relation() {
	case collide.Overlapping:
		ct.Lower = min(ct.Lower, w.hulls(s))
	case collide.Undecided: // a pair may overlap
		ct.Relation = collide.Undecided
		ct.Upper = w.found.upper
		ct.Lower = min(w.found.lower, w.hulls(s))
		if ct.Status == collide.Exact {
			ct.Status = collide.Rounding
		}
	case collide.Apart:
		ct.Lower, ct.Upper = w.found.lower, w.found.upper
	case collide.Touching:
	}
	w.world(ct, w.found.i, w.found.j)
}

// record lets the trace see how the pair was answered that the answer is about.
func (w *partPair) record(s *solver) {
	l, p := &w.fc.leaves[w.found.i], w.part(w.found.j)
	x, y := &w.exact[0].body, &w.exact[1].body
	*x, *y = l.body, p.body
	x.set(w.f.pose.Mul(l.body.pose))
	y.set(w.f.pose.Mul(p.body.pose))
	s.trace.query(x, y, w.flip)
	var ct Contact
	s.distance(&l.body, &p.body, nil, &ct)
}

// relate returns the relation of a and b, of which one is a compound at least; or, if any contact
// is enough, some relation other than apart where they are not.
func (w *partPair) relate(s *solver, a, b *Object, c *Cache, stop stopRule) collide.Relation {
	if !a.aabb.Overlaps(b.aabb) {
		return collide.Apart
	}
	w.start(a, b)
	trace := s.trace
	s.trace = nil
	w.all(s, 0, stop, c)
	w.keep(c)
	if s.trace = trace; !w.found.some {
		return collide.Apart
	}
	return w.found.relation()
}

// world takes an answer about part i of F and part j of G to the world, and to the order of the
// query.
func (w *partPair) world(ct *Contact, i, j int32) {
	ct.PartA, ct.PartB = int(i), int(j)
	if w.gc == nil {
		ct.PartB = -1
	} else {
		ct.LocalB = w.gc.leaves[j].body.pose.Apply(ct.LocalB).clean()
	}
	ct.LocalA = ct.PointA
	ct.Normal = worldNormal(w.f, ct.Normal).clean()
	at := w.f.axes().apply(ct.PointA).Add(w.f.pose.Pos)
	ct.PointA, ct.PointB = at.clean(), at.Add(ct.Normal.Scale(ct.Distance)).clean()
	if w.flip {
		ct.swap()
	}
}

// hulls returns a lower bound of the signed distance of the convex hulls of F and G, after a
// contact that is not apart.
//
// Along a half-space's normal there is a bound where it is the only half-space, and along no other
// direction. Else the normal of the contact and that of the hulls are tried.
func (w *partPair) hulls(s *solver) float64 {
	planes, h := 0, &placement{}
	sign := 1.0
	for _, i := range w.fc.planes {
		planes, h = planes+1, &w.fc.leaves[i].placement
	}
	for j := range w.leaves() {
		if w.leaves()[j].body.kind == kindHalfSpace {
			planes, h, sign = planes+1, w.part(int32(j)), -1
		}
	}
	switch {
	case planes > 1:
		return -math.MaxFloat64
	case planes == 1:
		n, offset := h.body.plane.face(h.body.axes())
		size := w.size() + big1(h.body.pose.Pos) + math.Abs(offset)
		pad := h.shift + float64(2*h.turn*size) + float64(64*unit*size)
		return w.separation(n.Scale(sign), offset+n.Dot(h.body.pose.Pos)+pad)
	}
	lower := w.separation(w.found.best.Normal, math.Inf(-1))
	hull := &w.exact[0].body
	*hull = w.alone[0].body
	if w.gc != nil {
		*hull = w.gc.hull
	}
	pose, _, _ := w.rel.place(Pose{})
	hull.set(pose)
	var ct Contact
	s.distance(&w.fc.hull, hull, nil, &ct)
	return max(lower, w.separation(ct.Normal, math.Inf(-1)))
}

// size returns a bound of the lengths of the pair, half-spaces aside.
func (w *partPair) size() float64 {
	g := w.g.radius + big1(w.g.center) + w.g.margin
	return w.fc.reach + g + big1(Vec{w.rel.p[0].Hi, w.rel.p[1].Hi})
}

// separation returns a lower bound of the signed distance of the hulls: how far n, about a unit
// vector in F's frame, separates them. least is how far a half-space reaches at least, along n if
// it is of F, against it if of G: -Inf for none.
func (w *partPair) separation(n Vec, least float64) float64 {
	n = n.Scale(1.5 - float64(n.Len2()/2))
	far := math.Inf(-1)
	if len(w.fc.solid) > 0 {
		far = w.fc.farthest(n)
	}
	near := math.Inf(-1)
	back := w.rel.back(n)
	switch {
	case w.gc == nil && w.g.kind != kindHalfSpace:
		near = w.part(0).along(n.Neg())
	case w.gc != nil && len(w.gc.solid) > 0:
		near = w.gc.farthest(back.Neg()) - n.Dot(Vec{w.rel.p[0].Hi, w.rel.p[1].Hi})
	}
	switch {
	case len(w.fc.planes) > 0:
		far = max(far, least)
	case least > math.Inf(-1):
		near = max(near, least)
	}
	pad := float64(96*unit*w.size()) + 0x1p-1060
	return max(num.AddDown(-far-near, -pad), -math.MaxFloat64)
}
