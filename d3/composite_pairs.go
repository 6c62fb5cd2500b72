package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/pairs"
)

// A pair of bodies of which one or both are compounds is answered in the frame of one of them, F,
// where its parts lie as they were built. A part of the other body, G, is placed there when it is
// first asked about. Pairs of parts come in the order of a lower bound from the boxes of two trees,
// so that no pair is asked about that a perfect guess of the answer would have spared.
// docs/math/compound.md.

// partPair is the work space for pairs of bodies with parts.
type partPair struct {
	f, g   *Object
	fc     *union
	gc     *union  // nil where G is convex or a half-space
	flip   bool    // F is the second body of the query
	rel    posed   // G in the frame of F
	alone  [1]leaf // G where gc is nil
	single bvh.Tree[[6]float64]
	slots  [2]slot      // of leaves of F and of G that are made
	placed []placedPart // parts of G in the frame of F: part j at index j modulo the length
	query  uint64       // counts queries
	looked int          // pairs that this one has looked at, up to Options.MaxPairs
	cut    bool         // and some that may matter were left out
	exact  [2]placement // a pair in the axes of the world, for the exact path

	// What to ask about, and what was found.
	search  partSearch
	known   pairs.Pair // the pair that the Cache named, asked about before the search; -1 for none
	only    narrow     // the pairs that may be asked about
	listing bool       // pairs go on the list instead
	list    []pairs.Pair
	found   pairs.Found
	best    Contact // about the pair found.Best

	// The work space of single kinds of queries.
	near    nearSearch
	solid   enclosing
	contain containParts
	over    overSurface
	ways    waysOut
	joined  joinedWork
	cast    partCast
}

// placedPart is a part where a query wants it.
type placedPart struct {
	placement
	part  int32
	query uint64 // the one that placed it
	slot  *slot  // of a part that is made; it is there once one was
}

// manyPlaced is the number of parts of G that are kept in F's frame.
const manyPlaced = 128

// assign makes one of a and b, of which one is a compound at least, F and the other one G.
//
// F is the body with more parts, so that fewer are placed; of equal numbers the first in canonical
// order.
func (w *partPair) assign(a, b *Object) {
	ca, cb := a.union(), b.union()
	switch {
	case ca == nil || cb == nil:
		w.flip = ca == nil
	case ca.count() == cb.count():
		w.flip = swapped(a, b)
	default:
		w.flip = ca.count() < cb.count()
	}
	w.f, w.g, w.fc, w.gc = a, b, ca, cb
	if w.flip {
		w.f, w.g, w.fc, w.gc = b, a, cb, ca
	}
}

// choose is assign that keeps G, where it is no compound, as the one part that it has.
func (w *partPair) choose(a, b *Object) {
	if w.assign(a, b); w.gc == nil {
		l := &w.alone[0]
		l.body, l.spread = *w.g, spreadOf(w.g)
		l.body.pose = Pose{}
	}
}

// start begins a query about a and b, of which one is a compound at least.
func (w *partPair) start(a, b *Object) {
	w.choose(a, b)
	w.rel.relative(&w.f.pose, &w.g.pose)
	if w.placed == nil {
		w.placed = make([]placedPart, manyPlaced)
	}
	w.query++
	w.looked, w.cut = 0, false
	w.listing, w.solid.by = false, noHolder
	w.known = pairs.Pair{I: -1, J: -1}
	w.found = pairs.Nothing()
}

// leafOfG returns part j of G.
func (w *partPair) leafOfG(j int32) *leaf {
	if w.gc == nil {
		return &w.alone[0]
	}
	return w.gc.leaf(j, &w.slots[1])
}

// count returns the number of parts of G.
func (w *partPair) count() int32 {
	if w.gc == nil {
		return 1
	}
	return w.gc.count()
}

// planes returns the parts of G that are half-spaces.
func (w *partPair) planes() []int32 {
	switch {
	case w.gc != nil:
		return w.gc.planes
	case w.g.kind == kindHalfSpace:
		return onlyPart[:]
	}
	return nil
}

// itemOfG returns the leaf of item j of the tree of G.
func (w *partPair) itemOfG(j int32) int32 {
	if w.gc == nil {
		return 0
	}
	return w.gc.item(j)
}

// part returns part j of G in the frame of F.
func (w *partPair) part(j int32) *placement {
	p := &w.placed[int(j)%len(w.placed)]
	if p.part != j || p.query != w.query {
		p.set(&w.leafToPlace(j, p).placement, &w.rel)
		p.part, p.query = j, w.query
	}
	return &p.placement
}

// leafToPlace returns part j of G, in the slot of p where it is made.
func (w *partPair) leafToPlace(j int32, p *placedPart) *leaf {
	if w.gc == nil || w.gc.from == nil {
		return w.leafOfG(j)
	}
	if p.slot == nil {
		p.slot = new(slot)
	}
	return w.gc.leaf(j, p.slot)
}

// all asks about the pairs of parts whose signed distance may be at most the limit: first those of
// no half-space, in the order of what their boxes tell. The limit falls to the least upper bound
// found. It ends early where stop says so, and where Options.MaxPairs were looked at.
//
// The pair of parts that c names comes before them. c may be nil.
func (w *partPair) all(s *solver, limit float64, stop pairs.Stop, c *Cache) {
	w.startSearch()
	if limit > 0 {
		w.lead()
	}
	w.warm(s, c)
	rest := math.Inf(1)
	for !w.found.Enough(stop) {
		if w.spent(s, limit) {
			rest = w.search.pairs.Least()
			break
		}
		most := min(limit, w.found.Upper, w.search.facets.upper)
		i, j, ok := w.next(most)
		if !ok {
			break
		}
		if w.spare(i, j, most) {
			continue
		}
		if w.ask(s, i, j); w.found.Better {
			w.turn()
		}
	}
	w.askWaiting(s, limit, stop)
	w.leaveOut(rest, min(limit, w.found.Upper))
	w.besidePlanes(s, limit, stop)
}

// spent counts one more pair of parts to be looked at, and reports whether these are more than
// Options.MaxPairs. A search without a limit goes on until there is something to tell.
func (w *partPair) spent(s *solver, limit float64) bool {
	if s.maxPairs > 0 && w.gc != nil && w.looked >= s.maxPairs &&
		(w.found.Some || len(w.search.facets.wait) > 0 || !math.IsInf(limit, 1)) {
		return true
	}
	w.looked++
	return false
}

// leaveOut takes into account that pairs of parts will not be asked about, none of which is nearer
// than least, +Inf for no pairs, and which do not matter beyond most. least is -Inf for pairs with
// half-spaces; of others the hulls of both bodies may tell more.
func (w *partPair) leaveOut(least, most float64) {
	if least > most || math.IsInf(least, 1) {
		return
	}
	w.cut = true
	if w.found.Some && least > math.Inf(-1) {
		least = max(least, w.separation(w.best.Normal, math.Inf(-1)))
	}
	w.found.Rest(max(least, -math.MaxFloat64))
}

// askWaiting asks about the pairs that wait and may be as near as the limit, the one that promises
// most first.
func (w *partPair) askWaiting(s *solver, limit float64, stop pairs.Stop) {
	p := &w.search.facets
	if p.f == nil || len(p.wait) == 0 {
		return
	}
	least := 0
	for k := range p.wait {
		if p.wait[k].lower < p.wait[least].lower {
			least = k
		}
	}
	p.wait[0], p.wait[least] = p.wait[least], p.wait[0]
	rest := math.Inf(1)
	for _, k := range p.wait {
		switch {
		case w.found.Enough(stop):
			return
		case k.lower > min(limit, w.found.Upper, p.upper):
		case w.found.Some && w.spent(s, limit):
			rest = min(rest, k.lower)
		default:
			w.ask(s, k.I, k.J)
		}
	}
	w.leaveOut(rest, min(limit, w.found.Upper))
}

// crowded reports whether the boxes of more than so many pairs of parts, no half-spaces, may meet.
func (w *partPair) crowded(a, b *Object, most int) bool {
	if w.start(a, b); int64(w.fc.count())*int64(w.count()) <= int64(most) || w.hullsApart(0) {
		return false
	}
	w.startSearch()
	for range most {
		if _, _, ok := w.next(0); !ok {
			return false
		}
	}
	_, _, more := w.next(0)
	return more
}

// besidePlanes is all for the pairs of a half-space and another part.
func (w *partPair) besidePlanes(s *solver, limit float64, stop pairs.Stop) {
	for _, i := range w.fc.planes {
		w.besidePlane(s, i, true, limit, stop)
	}
	for _, j := range w.planes() {
		w.besidePlane(s, j, false, limit, stop)
		for _, i := range w.fc.planes {
			if w.spent(s, limit) {
				w.leaveOut(math.Inf(-1), limit)
				return
			}
			w.ask(s, i, j)
		}
	}
}

// warm asks about the pair of parts that c names, if F and G have them: its answer prunes the
// search. c may be nil.
func (w *partPair) warm(s *solver, c *Cache) {
	if c == nil {
		return
	}
	i, j := c.parts[0]-1, c.parts[1]-1
	if i < 0 || j < 0 || i >= w.fc.count() || j >= w.count() {
		return
	}
	w.ask(s, i, j)
	w.known = pairs.Pair{I: i, J: j}
	w.turn()
}

// keep puts the pair of parts that the answer is about into c, which may be nil.
func (w *partPair) keep(c *Cache) {
	if c != nil && w.found.Some {
		c.parts = [2]int32{w.found.Best.I + 1, w.found.Best.J + 1}
	}
}

// besidePlane asks about the pairs of a half-space, part h of F or else of G, and the other body's
// parts that are none.
func (w *partPair) besidePlane(s *solver, h int32, ofF bool, limit float64, stop pairs.Stop) {
	tree := &w.single
	var p *placement
	if ofF {
		p = &w.fc.leaf(h, &w.slots[0]).placement
		if w.gc != nil {
			tree = &w.gc.tree
		}
	} else {
		p, tree = w.part(h), &w.fc.tree
	}
	n, offset := p.body.plane.face(&p.body.axes)
	at := p.body.pose.Pos
	size := tree.Reach() + big1(at)
	if ofF && w.gc != nil { // the tree is in the frame of G
		from := w.rel.at()
		at, size = at.Sub(from), size+big1(from)
		n = w.rel.back(n)
		offset += w.rel.back(at).Dot(n)
	} else {
		offset += n.Dot(at)
	}
	pad := float64(partsPlane*unit*(size+math.Abs(offset))) + p.shift + float64(2*p.turn*size)
	bound := func(b *[6]float64) float64 {
		low := float64(n.X*b[lowSide(n.X)]) + float64(n.Y*b[1+lowSide(n.Y)]) + float64(n.Z*b[2+lowSide(n.Z)])
		return low - offset - pad
	}
	if tree == &w.single {
		pad += w.part(0).grown()
	}
	w.search.plane.Start(tree, bound)
	for !w.found.Enough(stop) {
		k, _, ok := w.search.plane.Next(min(limit, w.found.Upper), bound)
		switch {
		case !ok:
			return
		case w.spent(s, limit):
			w.leaveOut(math.Inf(-1), limit)
			return
		case ofF:
			w.ask(s, h, w.itemOfG(k))
		default:
			w.ask(s, w.fc.item(k), h)
		}
	}
}

// lowSide returns the index of the side of a box that is the lowest along an axis, on which n is
// the coordinate.
func lowSide(n float64) int {
	if n < 0 {
		return 3
	}
	return 0
}

// narrow lets the search ask about leaves of members i of F and j of G alone; -1 stands for all.
type narrow struct {
	on   bool
	f, g [2]int32
}

// set narrows the search.
func (n *narrow) set(w *partPair, i, j int32) {
	*n = narrow{on: true, f: [2]int32{0, math.MaxInt32}, g: [2]int32{0, math.MaxInt32}}
	if i >= 0 {
		n.f = w.fc.span(i)
	}
	if j >= 0 {
		n.g = w.gc.span(j)
	}
}

// skips reports whether leaf i of F and j of G are not asked about.
func (n *narrow) skips(i, j int32) bool {
	return n.on && (i < n.f[0] || i >= n.f[1] || j < n.g[0] || j >= n.g[1])
}

// within returns the leaves that may be asked about of f leaves of F and g of G: from the first of
// a pair to before the second.
func (n *narrow) within(f, g int32) (ofF, ofG [2]int32) {
	return [2]int32{n.f[0], min(n.f[1], f)}, [2]int32{n.g[0], min(n.g[1], g)}
}

// ask asks about part i of F and part j of G, or puts them on the list.
func (w *partPair) ask(s *solver, i, j int32) {
	if w.listing {
		w.list = append(w.list, pairs.Pair{I: i, J: j})
		return
	}
	if w.found.Better = false; w.only.skips(i, j) || w.known == (pairs.Pair{I: i, J: j}) {
		return
	}
	ct := w.contact(s, i, j)
	w.found.Add(pairs.Pair{I: i, J: j}, ct.Relation, ct.Distance, ct.Lower, ct.Upper, w.flip)
	if w.found.Better {
		w.best = ct
	}
}

// contact returns the answer about part i of F and part j of G, in the frame of F; LocalA and
// LocalB are in those of the parts. The bracket holds for the exact parts.
func (w *partPair) contact(s *solver, i, j int32) (ct Contact) {
	l, p := &w.fc.leaf(i, &w.slots[0]).placement, w.part(j)
	if l.body.kind == kindHalfSpace && p.body.kind == kindHalfSpace {
		w.pose(&s.relation.integers, &l.body, i, &p.body, j)
		ct = s.relation.halfSpaces(&l.body, &p.body)
		s.relation.posed = [2]exactPose{}
		return ct
	}
	s.distance(&l.body, &p.body, nil, &ct)
	slack := l.slackTo(&p.body) + p.slackTo(&l.body)
	if slack == 0 || ct.Status == collide.BadSupport {
		return ct
	}
	slack = num.RoundUp(slack)
	ct.Lower, ct.Upper = num.AddDown(ct.Lower, -slack), num.AddUp(ct.Upper, slack)
	if ct.byBracket() {
		return ct
	}
	ct.settle(w.exactly(s, i, j, l.body.axes.applyT(ct.Normal)), slack)
	ct.PointB = ct.PointA.Add(ct.Normal.Scale(ct.Distance)).clean()
	return ct
}

// exactly returns the exact relation of part i of F and part j of G, Undecided where there is no
// way to it. n is the normal in part i's own frame.
func (w *partPair) exactly(s *solver, i, j int32, n Vec) collide.Relation {
	x, y := w.inWorld(i, j)
	a, b := &x.body, &y.body
	d := &s.relation
	defer func() { d.posed = [2]exactPose{} }()
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		return w.planeExactly(&d.integers, a, i, b, j)
	}
	s.prepare(a, b)
	s.m.errPoint += float64((x.slack() + y.slack()) * s.m.scale)
	w.pose(&d.integers, a, i, b, j)
	return d.parts(&s.run, a, b, n)
}

// inWorld places part i of F and part j of G exactly, in the axes of the world about the position
// of F.
func (w *partPair) inWorld(i, j int32) (x, y *placement) {
	from := Pose{Pos: w.f.pose.Pos}
	var f, g posed
	f.relative(&from, &w.f.pose)
	g.relative(&from, &w.g.pose)
	x, y = &w.exact[0], &w.exact[1]
	x.set(&w.fc.leaf(i, &w.slots[0]).placement, &f)
	y.set(&w.leafOfG(j).placement, &g)
	return x, y
}

// planeExactly is exactly for part i of F, as a, and part j of G, as b, one of them a half-space.
func (w *partPair) planeExactly(d *integers, a *Object, i int32, b *Object, j int32) collide.Relation {
	h, o := a, b
	if b.kind == kindHalfSpace {
		h, o = b, a
	}
	var p planePair
	p.init(h, o, d)
	w.pose(d, a, i, b, j)
	return p.relation()
}

// pose gives the integers the exact poses of part i of F, as a, and of part j of G, as b.
func (w *partPair) pose(d *integers, a *Object, i int32, b *Object, j int32) {
	from := w.f.pose.Pos
	d.posed = [2]exactPose{
		{of: a, from: from, base: w.f.pose, chain: w.fc.leaf(i, &w.slots[0]).chain},
		{of: b, from: from, base: w.g.pose, chain: w.leafOfG(j).chain},
	}
}
