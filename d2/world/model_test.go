package world

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// This file has a World written as simply as can be: it keeps no tree, no records and no caches,
// and asks about every pair of bodies in each step. Random calls go to it and to a World.

// double is a body of the model.
type double struct {
	handle Handle
	object d2.Object
	from   d2.Pose // at the last step, or of Add
	about  Body
	value  int
}

// held is what the model knows of a pair in contact after the last step.
type held struct {
	sensor bool
	points []LostPoint
}

// model is the simple World.
type model struct {
	margin     float64
	bodies     []*double // by place
	generation []uint32
	ignored    map[[2]Handle]bool
	held       map[[2]Handle]held
}

// found is what the model finds of a pair.
type found struct {
	pair     Pair
	contacts []Contact
	lost     []LostPoint
}

// clone returns a model of its own.
func (m *model) clone() *model {
	c := &model{margin: m.margin, generation: slices.Clone(m.generation), ignored: map[[2]Handle]bool{}}
	for _, b := range m.bodies {
		if b != nil {
			d := *b
			b = &d
		}
		c.bodies = append(c.bodies, b)
	}
	for p := range m.ignored {
		c.ignored[p] = true
	}
	c.held = m.held // made anew by each step
	return c
}

// add adds a body at the lowest free place.
func (m *model) add(o d2.Object, value int, b Body) Handle {
	b.Filter = b.Filter.set()
	i := slices.Index(m.bodies, nil)
	if i < 0 {
		i = len(m.bodies)
		m.bodies, m.generation = append(m.bodies, nil), append(m.generation, 0)
	}
	m.generation[i]++
	h := makeHandle(i, m.generation[i])
	m.bodies[i] = &double{handle: h, object: o, from: o.Pose(), about: b, value: value}
	return h
}

// remove removes a body.
func (m *model) remove(h Handle) {
	m.bodies[h.place()] = nil
	for p := range m.ignored {
		if p[0] == h || p[1] == h {
			delete(m.ignored, p)
		}
	}
}

// at returns a body.
func (m *model) at(h Handle) *double { return m.bodies[h.place()] }

// all returns the bodies in order.
func (m *model) all() (list []*double) {
	for _, b := range m.bodies {
		if b != nil {
			list = append(list, b)
		}
	}
	return list
}

// meets reports whether kinds, filters, ignored pairs and take leave a pair, a before b.
func (m *model) meets(a, b *double, opt *StepOptions) bool {
	if b.handle < a.handle {
		a, b = b, a
	}
	f, g := a.about.Filter, b.about.Filter
	ok := f.Mask&g.Category != 0 && g.Mask&f.Category != 0
	if f.Group != 0 && f.Group == g.Group {
		ok = f.Group > 0
	}
	ok = ok && (a.about.Kind == Moving || b.about.Kind == Moving)
	return ok && !m.ignored[[2]Handle{a.handle, b.handle}] && (opt.Take == nil || opt.Take(a.handle, b.handle))
}

// impacts returns the first impact of each fast body that is elsewhere than at the last step.
func (m *model) impacts(t testing.TB, opt *StepOptions) (list []BodyImpact) {
	t.Helper()
	motion := func(b *double) (d2.Motion, d2.Object) {
		if b.from == b.object.Pose() {
			return d2.Motion{}, b.object
		}
		c, err := d2.NewMotionTo(b.from, b.object.Pose(), collide.Slerp)
		must(t, err)
		o := b.object
		must(t, o.Move(b.from))
		return c, o
	}
	for _, a := range m.all() {
		if !a.about.Fast || a.about.Sensor || a.from == a.object.Pose() {
			continue
		}
		var best BodyImpact
		for _, b := range m.all() {
			if a == b || b.about.Sensor || !m.meets(a, b, opt) {
				continue
			}
			ma, oa := motion(a)
			mb, ob := motion(b)
			im, err := new(d2.Query).TimeOfImpact(&oa, &ma, &ob, &mb, d2.ImpactOptions{Deepening: true})
			if must(t, err); im.Verdict != collide.Miss && (best.Body == 0 || im.T < best.T) {
				best = BodyImpact{a.handle, b.handle, im}
			}
		}
		if best.Body != 0 {
			list = append(list, best)
		}
	}
	if opt.Leave {
		for _, im := range list {
			a := m.at(im.Body)
			c, _ := motion(a)
			must(t, a.object.Move(c.At(a.from, im.T, 1)))
		}
	}
	return list
}

// step returns what a step finds, in order.
func (m *model) step(t testing.TB, opt StepOptions) (pairs []found, impacts []BodyImpact) {
	t.Helper()
	impacts = m.impacts(t, &opt)
	now := map[[2]Handle]held{}
	for i, a := range m.all() {
		for _, b := range m.all()[i+1:] {
			k := [2]Handle{a.handle, b.handle}
			if !m.meets(a, b, &opt) {
				continue
			}
			f, contact := m.pair(a, b)
			if contact {
				f.drop(&opt)
				now[k] = held{f.pair.Sensor, f.points()}
			}
			if _, had := m.held[k]; contact || f.pair.State == Near && !had {
				pairs = append(pairs, f)
			}
		}
	}
	for k, h := range m.held {
		if _, still := now[k]; !still {
			p := Pair{A: k[0], B: k[1], State: Ended, Relation: collide.Apart, Sensor: h.sensor}
			pairs = append(pairs, found{pair: p, lost: h.points})
		}
	}
	slices.SortFunc(pairs, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.pair.A, b.pair.A), cmp.Compare(a.pair.B, b.pair.B))
	})
	m.held = now
	for _, b := range m.all() {
		b.from = b.object.Pose()
	}
	return pairs, impacts
}

// pair asks about two bodies, and reports whether they are in contact.
func (m *model) pair(a, b *double) (f found, contact bool) {
	f.pair = Pair{A: a.handle, B: b.handle, Sensor: a.about.Sensor || b.about.Sensor}
	f.pair.Relation = d2.Relate(&a.object, &b.object)
	if f.pair.Relation == collide.Apart {
		if m.margin > 0 && d2.Distance(&a.object, &b.object).Lower <= m.margin {
			f.pair.State = Near
		}
		return f, false
	}
	before, had := m.held[[2]Handle{a.handle, b.handle}]
	if had {
		f.pair.State = Stays
	}
	if f.pair.Sensor {
		return f, true
	}
	for ct, mf := range new(d2.Query).Manifolds(&a.object, &b.object, nil) {
		c := Contact{PartA: -1, PartB: -1, Manifold: mf}
		if parts(&a.object) || parts(&b.object) {
			c.PartA, c.PartB = ct.PartA, ct.PartB
		}
		for i, p := range mf.Points[:mf.N] {
			if slices.Contains(before.points, LostPoint{c.PartA, c.PartB, p.ID}) {
				c.States[i] = Stays
			}
		}
		f.contacts = append(f.contacts, c)
	}
	f.lost = before.points
	f.pair.Manifolds = len(f.contacts)
	return f, true
}

// drop leaves out what Keep refuses.
func (f *found) drop(opt *StepOptions) {
	if opt.Keep != nil {
		p := f.pair
		f.contacts = slices.DeleteFunc(f.contacts, func(c Contact) bool { return !opt.Keep(&p, &c) })
		f.pair.Manifolds = len(f.contacts)
	}
	now := f.points()
	f.lost = slices.DeleteFunc(slices.Clone(f.lost), func(l LostPoint) bool { return slices.Contains(now, l) })
}

// points returns the points of the contacts.
func (f *found) points() (list []LostPoint) {
	for _, c := range f.contacts {
		for _, p := range c.Manifold.Points[:c.Manifold.N] {
			list = append(list, LostPoint{c.PartA, c.PartB, p.ID})
		}
	}
	return list
}

// agrees ends the test where a World lists anything else than the model found.
func agrees(t testing.TB, w *World[int], pairs []found, impacts []BodyImpact) {
	t.Helper()
	n := 0
	for p := range w.Pairs() {
		if n == len(pairs) {
			t.Fatalf("one pair too many: %+v", p)
		}
		f := &pairs[n]
		n++
		got := Pair{A: p.A, B: p.B, State: p.State, Relation: p.Relation, Sensor: p.Sensor, Manifolds: p.Manifolds}
		if got != f.pair {
			t.Fatalf("pair %d is %+v, want %+v", n-1, got, f.pair)
		}
		if c := slices.Collect(w.Contacts(p)); !slices.Equal(c, f.contacts) {
			t.Fatalf("%v and %v: contacts\n%+v, want\n%+v", p.A, p.B, c, f.contacts)
		}
		if l := slices.Collect(w.Lost(p)); !slices.Equal(l, f.lost) {
			t.Fatalf("%v and %v: lost %+v, want %+v", p.A, p.B, l, f.lost)
		}
	}
	if n < len(pairs) {
		t.Fatalf("%d pairs, and not %+v", n, pairs[n].pair)
	}
	if got := slices.Collect(w.Impacts()); !slices.Equal(got, impacts) {
		t.Fatalf("impacts\n%+v, want\n%+v", got, impacts)
	}
}

// anew returns a World of the bodies of a model, where they were after its last step, with the same
// handles and without any other past.
func (m *model) anew(t testing.TB, workers int) *World[int] {
	t.Helper()
	w := newWorld(t, Options{Workers: workers, Margin: m.margin})
	var holes []Handle
	for i, b := range m.bodies {
		if b == nil {
			holes = append(holes, add(t, w, cube(1), d2.Pose{}, Body{}))
			continue
		}
		o := place(t, b.object.Shape(), b.from)
		_, err := w.Add(&o, b.value, b.about)
		must(t, err)
		w.bodies[i].generation = m.generation[i]
	}
	for _, h := range holes {
		must(t, w.Remove(h))
		w.bodies[h.place()].generation = m.generation[h.place()]
	}
	for p := range m.ignored {
		must(t, w.Ignore(p[1], p[0], true))
	}
	return w
}

// game is a World, the model of it, and what of both was kept.
type game struct {
	t      testing.TB
	r      *rand.Rand
	w      *World[int]
	fresh  *World[int] // knows nothing of what was before the last step; may be nil
	m      *model
	most   int // bodies
	kept   Snapshot[int]
	before *model // of kept
	steps  int
	events int
}

// newGame returns a game of a few bodies in a room of a side.
func newGame(t testing.TB, r *rand.Rand, most int) *game {
	t.Helper()
	margin := float64(r.IntN(2)) / 8
	w := newWorld(t, Options{Workers: 1 + r.IntN(2), Margin: margin})
	return &game{
		t: t, r: r, w: w, most: most,
		m: &model{margin: margin, ignored: map[[2]Handle]bool{}},
	}
}

// each does a call on the Worlds.
func (g *game) each(call func(w *World[int]) error) {
	g.t.Helper()
	must(g.t, call(g.w))
	if g.fresh != nil {
		must(g.t, call(g.fresh))
	}
}

// calls does some random calls.
func (g *game) calls() {
	r, m := g.r, g.m
	for range 1 + r.IntN(g.most) {
		all := m.all()
		if len(all) < g.most/2 || len(all) < g.most && r.IntN(8) == 0 {
			g.add()
			continue
		}
		h := all[r.IntN(len(all))].handle
		switch r.IntN(24) {
		case 0:
			g.each(func(w *World[int]) error { return w.Remove(h) })
			m.remove(h)
		case 1:
			b := randomBody(r)
			g.each(func(w *World[int]) error { return w.SetFilter(h, b.Filter) })
			m.at(h).about.Filter = b.Filter.set()
		case 2:
			k := Kind(r.IntN(2))
			g.each(func(w *World[int]) error { return w.SetKind(h, k) })
			m.at(h).about.Kind = k
		case 3:
			if o := all[r.IntN(len(all))].handle; o != h {
				yes := r.IntN(3) > 0
				g.each(func(w *World[int]) error { return w.Ignore(h, o, yes) })
				if k := [2]Handle{min(h, o), max(h, o)}; yes {
					m.ignored[k] = true
				} else {
					delete(m.ignored, k)
				}
			}
		default:
			g.move(h)
		}
	}
}

// add adds a body.
func (g *game) add() {
	o, b, v := place(g.t, anyShape(g.t, g.r, 1), randomPose(g.t, g.r, 2.5)), randomBody(g.r), g.r.IntN(100)
	b.Fast = g.r.IntN(5) == 0
	want := g.m.add(o, v, b)
	g.each(func(w *World[int]) error {
		h, err := w.Add(&o, v, b)
		if h != want {
			g.t.Fatalf("a new body is %v, not %v", h, want)
		}
		return err
	})
}

// move moves a body: a little, by much, back to where it was, or onto another one.
func (g *game) move(h Handle) {
	b := g.m.at(h)
	p := b.object.Pose()
	switch g.r.IntN(6) {
	case 0:
		p.Pos = randomPoint(g.r, 2.5)
	case 1:
		p = b.from
	case 2:
		all := g.m.all()
		p.Pos = all[g.r.IntN(len(all))].object.Pose().Pos
	default:
		p.Pos = p.Pos.Add(randomVec(g.r).Scale(0.1))
	}
	g.each(func(w *World[int]) error { return w.Move(h, p) })
	must(g.t, b.object.Move(p))
}

// travel keeps the World, goes back to what was kept, or makes the World anew from its bytes.
func (g *game) travel() {
	switch g.r.IntN(12) {
	case 0:
		g.w.Snapshot(&g.kept)
		g.before = g.m.clone()
	case 1:
		if g.before != nil {
			must(g.t, g.w.Restore(&g.kept))
			g.m, g.fresh = g.before.clone(), nil
		}
	case 2:
		g.w = decoded(g.t, encoded(g.t, g.w), 1+g.r.IntN(2))
	}
}

// query asks a query, and compares with what all bodies answer.
func (g *game) query() {
	o := place(g.t, anyShape(g.t, g.r, 1), randomPose(g.t, g.r, 3))
	var want []Overlap
	for _, b := range g.m.all() {
		if rel := d2.Relate(&b.object, &o); rel != collide.Apart {
			want = append(want, Overlap{b.handle, rel})
		}
	}
	if got := g.w.AppendOverlapping(nil, &o, Who{Sensors: true}); !slices.Equal(got, want) {
		g.t.Fatalf("overlapping %+v, want %+v", got, want)
	}
}

// options returns what a step is told, by which pairs and manifolds are refused by their handles.
func (g *game) options() StepOptions {
	opt, k := StepOptions{Leave: g.r.IntN(3) == 0}, Handle(2+g.r.IntN(5))
	if g.r.IntN(4) == 0 {
		opt.Take = func(a, b Handle) bool { return (a.place()+b.place())%int(k) != 0 }
	}
	if g.r.IntN(4) == 0 {
		opt.Keep = func(p *Pair, c *Contact) bool { return (p.A.place()+p.B.place()+c.PartA)%int(k) != 0 }
	}
	return opt
}

// step steps the World and the model. The World must hold what the model does, and have the hash of
// a World that was made from the bodies as they were after the step before, knows nothing else of
// the past, and is used by another number of workers.
func (g *game) step(anew bool) {
	t, opt := g.t, g.options()
	t.Helper()
	g.w.Step(opt)
	pairs, impacts := g.m.step(t, opt)
	agrees(t, g.w, pairs, impacts)
	g.steps++
	for _, f := range pairs {
		if f.pair.State == Began || f.pair.State == Ended {
			g.events++
		}
	}
	if g.fresh != nil {
		if g.fresh.Step(opt); g.fresh.Hash() != g.w.Hash() {
			t.Fatalf("step %d: a World without a past has another hash", g.steps)
		}
	}
	if g.fresh = nil; anew {
		opt.Leave = false // they are there
		g.fresh = g.m.anew(t, 1+g.r.IntN(2))
		g.fresh.Step(opt)
	}
	if got := slices.Collect(g.w.Bodies()); len(got) != len(g.m.all()) || g.w.Len() != len(got) {
		t.Fatalf("%d bodies", len(got))
	}
	for _, b := range g.m.all() {
		if v := g.w.Value(b.handle); v == nil || *v != b.value || g.w.Object(b.handle).Pose() != b.object.Pose() {
			t.Fatalf("%v is not what it should be", b.handle)
		}
	}
}

// TestWorldAgainstModel plays random games for thousands of frames: adds, moves, removals, filters,
// kinds, ignored pairs, sensors, fast bodies, refused pairs and manifolds, snapshots, bytes. Every
// pair event is told, none twice, and all that is told of it is right.
func TestWorldAgainstModel(t *testing.T) {
	games, frames := 80, 60
	if testing.Short() {
		games = 6
	}
	events := 0
	for seed := range uint64(games) {
		g := newGame(t, rand.New(rand.NewPCG(101, seed)), 14)
		for frame := range frames {
			g.calls()
			g.travel()
			g.query()
			g.step(frame%3 == 0)
		}
		events += g.events
	}
	if events < 60*games {
		t.Errorf("only %d events", events)
	}
}

// script is a source of random numbers: a byte for each, and when they are used up, others.
type script struct {
	data []byte
	rest *rand.PCG
}

func (s *script) Uint64() uint64 {
	if len(s.data) == 0 {
		return s.rest.Uint64()
	}
	x := (uint64(s.data[0]) + 1) * 0x9e3779b97f4a7c15
	s.data = s.data[1:]
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return x ^ x>>32 // no number that a byte gives is degenerate
}

// FuzzWorld plays the games of TestWorldAgainstModel as bytes say.
func FuzzWorld(f *testing.F) {
	r := rand.New(rand.NewPCG(102, 1))
	for range 6 {
		data := make([]byte, 600)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &script{data: data, rest: rand.NewPCG(1, 2)}
		g := newGame(t, rand.New(s), 6)
		for frame := 0; frame < 30 && len(s.data) > 0; frame++ {
			g.calls()
			g.travel()
			g.query()
			g.step(frame%2 == 0)
		}
	})
}
