package world

import (
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/crew"
)

// place places a shape.
func place(t testing.TB, s d2.Shape, p d2.Pose) d2.Object {
	t.Helper()
	o, err := d2.Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestManyWorkers: more workers than a computer has cores are not made, whatever is asked for.
func TestManyWorkers(t *testing.T) {
	w := newWorld(t, Options{Workers: math.MaxInt32})
	if w.opt.Workers != crew.Most {
		t.Fatalf("%d workers", w.opt.Workers)
	}
}

// newWorld returns a World without bodies.
func newWorld(t testing.TB, opt Options) *World[int] {
	t.Helper()
	w, err := New[int](opt)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// add puts a body into a World.
func add(t testing.TB, w *World[int], s d2.Shape, p d2.Pose, b Body) Handle {
	t.Helper()
	o := place(t, s, p)
	h, err := w.Add(&o, w.Len(), b)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// must ends the test on an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// randomBody returns how a body takes part: mostly a moving one that touches all.
func randomBody(r *rand.Rand) (b Body) {
	switch r.IntN(8) {
	case 0:
		b.Kind = Static
	case 1:
		b.Sensor = true
	case 2:
		b.Filter = Filter{Category: 2, Mask: 1}
	case 3:
		b.Filter = Filter{Group: int32(r.IntN(5) - 2)}
	}
	return b
}

// stir does a frame of random calls, the same ones to all worlds: bodies go, come and move. Some
// stay where they are.
func stir(t *testing.T, r *rand.Rand, count int, worlds ...*World[int]) {
	t.Helper()
	share := r.Float64()
	for _, h := range slices.Collect(worlds[0].Bodies()) {
		gone, moves := r.IntN(40) == 0, r.Float64() < share*share
		p := worlds[0].Object(h).Pose()
		p.Pos = p.Pos.Add(randomVec(r).Scale(0.05))
		for _, w := range worlds {
			switch {
			case gone:
				must(t, w.Remove(h))
			case moves:
				must(t, w.Move(h, p))
			}
		}
	}
	for worlds[0].Len() < count {
		s, p, b := randomShape(t, r), randomPose(t, r, 4), randomBody(r)
		for _, w := range worlds {
			add(t, w, s, p, b)
		}
	}
}

// mayTouch reports whether Step is to ask about a pair.
func mayTouch(w *World[int], a, b Handle) bool {
	x, y := w.find(a), w.find(b)
	return x.filter.allows(&y.filter) && (x.kind == Moving || y.kind == Moving)
}

// TestStepAgainstBruteForce moves, adds and removes bodies at random for many frames. In each,
// every pair of bodies is asked about afresh: the pairs in contact, their relations, manifolds and
// states must be those that Step lists, each once and in order.
func TestStepAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	w := newWorld(t, Options{Workers: 2, Margin: 0.1})
	add(t, w, floor(), d2.Pose{}, Body{Kind: Static})
	was := map[[2]Handle]bool{}
	events, near := 0, 0
	for frame := range 60 {
		stir(t, r, 50, w)
		w.Step(StepOptions{})
		listed := map[[2]Handle]Pair{}
		last := [2]Handle{}
		for p := range w.Pairs() {
			k := [2]Handle{p.A, p.B}
			if p.A >= p.B || k[0] < last[0] || k[0] == last[0] && k[1] <= last[1] {
				t.Fatalf("frame %d: %v after %v", frame, k, last)
			}
			last, listed[k] = k, p
			switch p.State {
			case Began, Ended:
				events++
			case Near:
				near++
			case Stays:
			}
		}
		now := map[[2]Handle]bool{}
		for a := range w.Bodies() {
			for b := range w.Bodies() {
				if a < b {
					p, is := listed[[2]Handle{a, b}]
					checkPair(t, w, p, is, a, b, was, now)
				}
			}
		}
		for a := range was {
			if p, is := listed[a]; !now[a] && (!is || p.State != Ended) {
				t.Fatalf("frame %d: %v ended, listed as %+v", frame, a, p)
			}
		}
		for k, p := range listed {
			if p.State == Ended && (now[k] || !was[k]) {
				t.Fatalf("frame %d: %v is listed as ended", frame, k)
			}
		}
		was = now
	}
	if events < 100 || near < 100 {
		t.Errorf("only %d events, %d near pairs", events, near)
	}
}

// checkPair asks about a pair afresh and compares with what Step listed.
func checkPair(t *testing.T, w *World[int], p Pair, is bool, a, b Handle, was, now map[[2]Handle]bool) {
	t.Helper()
	x, y, k := w.Object(a), w.Object(b), [2]Handle{a, b}
	rel := d2.Relate(x, y)
	if !mayTouch(w, a, b) || rel == collide.Apart {
		wantNear := mayTouch(w, a, b) && d2.Distance(x, y).Lower <= 0.1 && !was[k]
		if is && p.State != Ended && p.State != Near || wantNear != (is && p.State == Near) {
			t.Fatalf("%v %v: %v, near %v, listed %v as %v", a, b, rel, wantNear, is, p.State)
		}
		return
	}
	now[k] = true
	want := Began
	if was[k] {
		want = Stays
	}
	if !is || p.State != want || p.Relation != rel {
		t.Fatalf("%v %v: %+v, want %v %v", a, b, p, want, rel)
	}
	var q d2.Query
	var mfs []d2.Manifold
	if !w.find(a).sensor && !w.find(b).sensor {
		for _, mf := range q.Manifolds(x, y, nil) {
			mfs = append(mfs, mf)
		}
	}
	n := 0
	for c := range w.Contacts(p) {
		if n < len(mfs) && c.Manifold != mfs[n] {
			t.Fatalf("%v %v: manifold %v, want %v", a, b, c.Manifold, mfs[n])
		}
		n++
	}
	if n != len(mfs) || p.Manifolds != n {
		t.Fatalf("%v %v: %d manifolds, said to be %d, want %d", a, b, n, p.Manifolds, len(mfs))
	}
}

// hash returns the hash of what the last Step found, with the states of pairs and points or
// without. Bodies count by their places.
func hash(w *World[int], states bool) uint64 {
	var list []uint64
	for p := range w.Pairs() {
		if !states && (p.State == Ended || p.State == Near) {
			continue
		}
		list = append(list, uint64(p.A.place()), uint64(p.B.place()), uint64(p.Relation), uint64(p.Manifolds))
		if states {
			list = append(list, uint64(p.State))
		}
		for c := range w.Contacts(p) {
			list = bits(append(list, uint64(c.PartA), uint64(c.PartB)), c.Manifold.Normal)
			for i, m := range c.Manifold.Points[:c.Manifold.N] {
				list = bits(bits(append(list, uint64(m.ID)), m.PointA), m.PointB)
				if states {
					list = append(list, uint64(c.States[i]))
				}
			}
		}
		for l := range w.Lost(p) {
			if states {
				list = append(list, uint64(l.ID))
			}
		}
	}
	h := fnv.New64a()
	for _, x := range list {
		h.Write([]byte{
			byte(x), byte(x >> 8), byte(x >> 16), byte(x >> 24),
			byte(x >> 32), byte(x >> 40), byte(x >> 48), byte(x >> 56),
		})
	}
	return h.Sum64()
}

// rebuilt returns a World with the bodies of w at the same places, without its past.
func rebuilt(t *testing.T, w *World[int]) *World[int] {
	t.Helper()
	v := newWorld(t, w.opt)
	var holes []Handle
	for i := range w.bodies {
		b := &w.bodies[i]
		if !b.live {
			holes = append(holes, add(t, v, cube(1), d2.Pose{}, Body{}))
			continue
		}
		o := place(t, b.object.Shape(), b.object.Pose())
		if _, err := v.Add(&o, 0, Body{Filter: b.filter, Kind: b.kind, Sensor: b.sensor}); err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range holes {
		must(t, v.Remove(h))
	}
	return v
}

// TestAnswersDependOnBodiesAlone steps worlds with one worker and with two through the same calls:
// they answer with the same bits, and so does a World that is made anew from the bodies in each
// frame.
func TestAnswersDependOnBodiesAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	one, two := newWorld(t, Options{Workers: 1, Margin: 0.05}), newWorld(t, Options{Workers: 2, Margin: 0.05})
	contacts := 0
	for frame := range 40 {
		stir(t, r, 120, one, two)
		one.Step(StepOptions{})
		two.Step(StepOptions{})
		if hash(one, true) != hash(two, true) {
			t.Fatalf("frame %d: one worker and two differ", frame)
		}
		fresh := rebuilt(t, one)
		fresh.Step(StepOptions{})
		for range fresh.Pairs() {
			contacts++
		}
		if hash(fresh, false) != hash(one, false) {
			t.Fatalf("frame %d: a World without a past differs", frame)
		}
	}
	if contacts < 1000 {
		t.Errorf("only %d pairs", contacts)
	}
}

// TestManyPairs steps a crowd with so many pairs that they are asked about in the order of space.
func TestManyPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	one, two := newWorld(t, Options{Workers: 1}), newWorld(t, Options{Workers: 3})
	var handles []Handle
	for range 1200 {
		p := randomPose(t, r, 20)
		add(t, one, cube(1), p, Body{})
		handles = append(handles, add(t, two, cube(1), p, Body{}))
	}
	for frame := range 3 {
		for i, h := range handles {
			if r.IntN(3) == 0 {
				p := one.Object(h).Pose()
				p.Pos = p.Pos.Add(randomVec(r).Scale(0.2))
				must(t, errors.Join(one.Move(h, p), two.Move(handles[i], p)))
			}
		}
		one.Step(StepOptions{})
		two.Step(StepOptions{})
		if n := len(one.step.records); n < many {
			t.Fatalf("only %d pairs", n)
		}
		fresh := rebuilt(t, one)
		fresh.Step(StepOptions{})
		if hash(one, true) != hash(two, true) || hash(one, false) != hash(fresh, false) {
			t.Fatalf("frame %d: worlds of equal bodies differ", frame)
		}
	}
}

// TestStepAllocations steps a World in which all bodies move to and fro.
func TestStepAllocations(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, workers := range []int{1, 2} {
		w := newWorld(t, Options{Workers: workers, Margin: 0.05})
		for range 200 {
			add(t, w, randomShape(t, r), randomPose(t, r, 6), Body{Fast: r.IntN(4) == 0})
		}
		handles := slices.Collect(w.Bodies())
		poses := [2][]d2.Pose{}
		for _, h := range handles {
			p := w.Object(h).Pose()
			poses[0] = append(poses[0], p)
			p.Pos = p.Pos.Add(randomVec(r).Scale(0.02))
			poses[1] = append(poses[1], p)
		}
		n, listed := 0, 0
		frame := func() {
			n++
			must(t, w.MoveAll(handles, poses[n%2]))
			w.Step(StepOptions{Keep: func(*Pair, *Contact) bool { return true }})
			for range w.Bodies() {
				listed++
			}
			for p := range w.Pairs() {
				for range w.Contacts(p) {
					listed++
				}
				for range w.Lost(p) {
					listed++
				}
			}
			for range w.Events() {
				listed++
			}
			for range w.Impacts() {
				listed++
			}
		}
		for range 20 {
			frame()
		}
		if got := testing.AllocsPerRun(20, frame); got > 0 && !raceEnabled {
			t.Errorf("%d workers: %v allocations a step", workers, got)
		}
		if listed == 0 {
			t.Error("nothing is listed")
		}
	}
}

// TestKinds: a kind that there is not is refused, and leaves all as it was.
func TestKinds(t *testing.T) {
	w := newWorld(t, Options{})
	a := add(t, w, cube(1), d2.Pose{}, Body{Kind: Static})
	for _, k := range []Kind{Static + 1, 255} {
		_, err := w.Add(w.Object(a), 7, Body{Kind: k})
		for _, err := range []error{err, w.SetKind(a, k)} {
			if !errors.Is(err, collide.ErrBadOption) || !strings.HasPrefix(err.Error(), "kind: ") {
				t.Errorf("kind %d: %v", k, err)
			}
		}
	}
	if w.Len() != 1 {
		t.Errorf("%d bodies", w.Len())
	}
}

// TestHandles holds handles of removed bodies to be told from those of later ones.
func TestHandles(t *testing.T) {
	w := newWorld(t, Options{})
	a, b := add(t, w, cube(1), d2.Pose{}, Body{}), add(t, w, cube(1), d2.Pose{Pos: at(5, 0)}, Body{})
	must(t, w.Remove(a))
	for _, err := range []error{
		w.Remove(a), w.Move(a, d2.Pose{}), w.SetKind(a, Static), w.SetFilter(a, Filter{}),
		w.Ignore(a, b, true), w.Move(0, d2.Pose{}), w.Remove(makeHandle(7, 1)),
	} {
		if !errors.Is(err, ErrUnknown) {
			t.Errorf("error %v", err)
		}
	}
	if err := w.Ignore(b, b, true); !errors.Is(err, ErrSelf) {
		t.Errorf("error %v", err)
	}
	c := add(t, w, cube(2), d2.Pose{}, Body{})
	if c == a || c > b || c.place() != a.place() || w.Object(a) != nil || w.Value(a) != nil || *w.Value(c) != 1 {
		t.Errorf("the place of %v went to %v", a, c)
	}
	if a.String() != "body 0" || c.String() != "body 0.2" || Handle(0).String() != "no body" {
		t.Errorf("%v %v %v", a, c, Handle(0))
	}
	wild := ^Handle(0)
	if s := wild.String(); s != "body 4294967295.4294967295" || w.Object(wild) != nil {
		t.Errorf("%s, a body %v", s, w.Object(wild))
	}
	if err := w.MoveAll([]Handle{wild, b}, make([]d2.Pose, 2)); !errors.Is(err, ErrUnknown) {
		t.Errorf("error %v", err)
	}
	if err := w.MoveAll([]Handle{b, a}, make([]d2.Pose, 2)); !errors.Is(err, ErrUnknown) {
		t.Errorf("error %v", err)
	}
	if err := w.MoveAll([]Handle{b}, nil); !errors.Is(err, collide.ErrBadOption) {
		t.Errorf("error %v", err)
	}
	for _, opt := range []Options{{Margin: -1}, {Tolerance: -1}, {Workers: -1}} {
		if _, err := New[int](opt); !errors.Is(err, collide.ErrBadOption) {
			t.Errorf("%+v: error %v", opt, err)
		}
	}
}

// states returns the states of the pairs that the last Step listed.
func states(w *World[int]) (out []State) {
	for p := range w.Pairs() {
		out = append(out, p.State)
	}
	return out
}

// TestPairOfTwo follows a pair through Ignore, Take, Keep, a change of the filter and Remove.
func TestPairOfTwo(t *testing.T) {
	w := newWorld(t, Options{})
	a, b := add(t, w, cube(1), d2.Pose{}, Body{}), add(t, w, cube(1), d2.Pose{Pos: at(0.9, 0)}, Body{})
	step := func(what string, opt StepOptions, want ...State) {
		t.Helper()
		w.Step(opt)
		if got := states(w); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	manifolds := func(want int) {
		t.Helper()
		for p := range w.Pairs() {
			if n := len(slices.Collect(w.Contacts(p))); n != want || p.Manifolds != want {
				t.Errorf("%d manifolds, said to be %d, want %d", n, p.Manifolds, want)
			}
		}
	}
	step("first", StepOptions{}, Began)
	step("again", StepOptions{}, Stays)
	manifolds(1)
	step("all dropped", StepOptions{Keep: func(*Pair, *Contact) bool { return false }}, Stays)
	manifolds(0)
	step("none dropped", StepOptions{}, Stays)
	manifolds(1)
	for p := range w.Pairs() {
		for c := range w.Contacts(p) {
			if c.States[0] != Began {
				t.Errorf("a point that had been dropped is %v", c.States[0])
			}
		}
	}
	step("refused", StepOptions{Take: func(x, y Handle) bool { return x != a || y != b }}, Ended)
	step("taken", StepOptions{}, Began)
	must(t, w.Ignore(b, a, true))
	step("ignored", StepOptions{}, Ended)
	step("ignored", StepOptions{})
	must(t, w.Ignore(b, a, false))
	step("not ignored", StepOptions{}, Began)
	must(t, w.SetFilter(a, Filter{Mask: 2}))
	step("filtered", StepOptions{}, Ended)
	must(t, w.SetFilter(a, Filter{}))
	step("not filtered", StepOptions{}, Began)
	must(t, w.Move(b, d2.Pose{Pos: at(9, 0)}))
	step("moved away", StepOptions{}, Ended)
	must(t, w.Move(b, d2.Pose{Pos: at(0.9, 0)}))
	step("moved back", StepOptions{}, Began)
	must(t, w.SetKind(a, Static))
	must(t, w.SetKind(b, Static))
	step("both static", StepOptions{}, Ended)
	must(t, w.SetKind(b, Moving))
	step("one static", StepOptions{}, Began)
	must(t, w.Remove(a))
	step("removed", StepOptions{}, Ended)
	step("removed", StepOptions{})
}

// TestFilter compares filters with the rule as it is documented.
func TestFilter(t *testing.T) {
	for _, c := range []struct {
		a, b Filter
		want bool
	}{
		{Filter{}, Filter{}, true},
		{Filter{Category: 2}, Filter{Mask: 1}, false},
		{Filter{Category: 2}, Filter{Mask: 3}, true},
		{Filter{Category: 2, Mask: 4}, Filter{Category: 4, Mask: 1}, false},
		{Filter{Group: -1}, Filter{Group: -1}, false},
		{Filter{Group: -1}, Filter{Group: -2}, true},
		{Filter{Group: 1, Mask: 2}, Filter{Group: 1}, true},
		{Filter{Group: 1, Mask: 2}, Filter{Group: 2}, false},
	} {
		a, b := c.a.set(), c.b.set()
		if a.allows(&b) != c.want || b.allows(&a) != c.want {
			t.Errorf("%+v %+v: want %v", c.a, c.b, c.want)
		}
	}
}

// BenchmarkStep steps 10 000 bodies of which each touches about one other, all of them moving.
func BenchmarkStep(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 10))
	w := newWorld(b, Options{})
	for range 10000 {
		add(b, w, cube(1), randomPose(b, r, 36), Body{})
	}
	handles, poses := slices.Collect(w.Bodies()), []d2.Pose{}
	for _, h := range handles {
		poses = append(poses, w.Object(h).Pose())
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range poses {
			poses[i].Pos = poses[i].Pos.Add(randomVec(r).Scale(0.01))
		}
		must(b, w.MoveAll(handles, poses))
		w.Step(StepOptions{})
	}
	b.ReportMetric(float64(len(w.step.records)), "boxpairs")
	b.ReportMetric(float64(len(w.step.listed)), "contacts")
}
