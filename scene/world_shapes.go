package scene

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d2"
	world2 "github.com/collide-go/collide/d2/world"
	"github.com/collide-go/collide/d3"
	world3 "github.com/collide-go/collide/d3/world"
	"github.com/collide-go/collide/internal/crew"
)

// shapes is the crowd of shapes, of either dimension.
type shapes struct {
	placed  placedWorld
	queries []*Query // of each worker
	count   int
	most    int // pairs of a frame
	now     int // the frame where the bodies are
}

// placedWorld is what the dimensions do in ways of their own. Bodies are sensors of a World: their
// relations are asked for, and no manifolds.
type placedWorld interface {
	// pose reads the pose of body i for the next frame.
	pose(d *Decoder, i int, node int32)
	// move puts the bodies at these poses, and returns the body that cannot be there.
	move() (int, error)
	// keep keeps the poses for frame 0, and back puts the bodies there.
	keep()
	back() error
	// crowded returns the error that more pairs of boxes meet than are allowed, nil if not.
	crowded(most int) *Error
	// step appends the pairs in contact.
	step(dst []broadphase.Pair) []broadphase.Pair
	// answer answers a pair.
	answer(q *Query, p broadphase.Pair) Answer
	// count returns how many bodies have been placed, and body one of them where it is.
	count() int
	body(i int) Body
	// within, along and nearest are those of a crowd.
	within(q *worldQuery) ([]int32, error)
	along(q *worldQuery) ([]int32, error)
	nearest(q *worldQuery) ([]broadphase.Near, error)
}

// keysPoses are the keys of a frame of shapes.
var keysPoses = []string{"frame", "poses"}

// shapes returns the crowd of the shapes in the list at node i.
func (d *Decoder) shapes(dim int, i int32, o WorldOptions) *shapes {
	t := &d.tree
	w := &shapes{count: int(t.nodes[i].n), most: cmp.Or(max(o.MaxPairs, 0), DefaultMaxShapePairs)}
	workers := min(max(o.Workers, 1), crew.Most)
	for range workers {
		q, err := NewQuery(o.Query)
		if err != nil { // NewWorld has made one: it cannot happen
			t.report(refusal(err))
			return w
		}
		w.queries = append(w.queries, q)
	}
	var err error
	if dim == 2 {
		p := &planeWorld{objects: planar.objects(d, i)}
		p.poses = make([]d2.Pose, w.count)
		p.world, err = world2.New[int32](world2.Options{Workers: workers, Tolerance: o.Query.Tolerance})
		w.placed = p
	} else {
		s := &spaceWorld{objects: spatial.objects(d, i)}
		s.poses = make([]d3.Pose, w.count)
		s.world, err = world3.New[int32](world3.Options{Workers: workers, Tolerance: o.Query.Tolerance})
		w.placed = s
	}
	if err != nil { // the numbers are those of NewQuery: it cannot happen
		t.report(refusal(err))
	}
	return w
}

// objects returns the shapes in the list at node i, placed at the origin.
func (g *geometry[S, P, O]) objects(d *Decoder, i int32) []O {
	t := &d.tree
	list := make([]O, 0, t.nodes[i].n)
	var identity P
	for c, k := t.child(i), 0; c != 0; c, k = t.nodes[c].next, k+1 {
		since := t.here()
		if s, ok := g.shape(d, c); ok {
			o, err := g.place(s, identity)
			if err != nil {
				t.report(t.refused(err, c))
			}
			list = append(list, o)
		}
		t.underIndex(since, k)
		if !t.clean(since) {
			break // one error is enough, and a list of a million shapes may have a million
		}
	}
	return list
}

func (w *shapes) keys() []string { return keysPoses }

func (w *shapes) read(d *Decoder, f *fields) {
	t := f.t
	f.need("poses", "where the shapes are")
	c := f.list("poses", "a list of poses")
	if c == 0 {
		return
	}
	since := t.here()
	if int(t.nodes[c].n) != w.count {
		t.report(t.wrongLength(c, w.count))
	} else {
		i := 0
		for c = t.child(c); c != 0; c = t.nodes[c].next {
			since := t.here()
			w.placed.pose(d, i, c)
			t.underIndex(since, i)
			i++
		}
	}
	t.under(since, "poses")
}

func (w *shapes) build(a *WorldAnswer, k int) *Error {
	if i, err := w.placed.move(); err != nil {
		return refusal(err).index(i).at("poses")
	}
	if w.now = k; k == 0 {
		w.placed.keep()
	}
	if e := w.placed.crowded(w.most); e != nil {
		return e
	}
	a.Pairs = w.placed.step(a.Pairs)
	a.Answers = slices.Grow(a.Answers, len(a.Pairs))[:len(a.Pairs)]
	w.each(len(a.Pairs), func(q *Query, i int) { a.Answers[i] = w.placed.answer(q, a.Pairs[i]) })
	n := 0
	for i := range a.Pairs {
		if a.Answers[i].Relation != collide.Apart { // a Step leaves open more than Distance does
			a.Pairs[n], a.Answers[n] = a.Pairs[i], a.Answers[i]
			n++
		}
	}
	a.Pairs, a.Answers = a.Pairs[:n], a.Answers[:n]
	return nil
}

// each calls f for the numbers below n, on all workers.
func (w *shapes) each(n int, f func(q *Query, i int)) {
	const share = 64
	var next atomic.Int64
	var wait sync.WaitGroup
	for _, q := range w.queries[:min(len(w.queries), n/share+1)] {
		wait.Go(func() {
			for {
				to := int(next.Add(share))
				for i := to - share; i < min(to, n); i++ {
					f(q, i)
				}
				if to >= n {
					return
				}
			}
		})
	}
	wait.Wait()
}

// first makes the bodies those of frame 0.
func (w *shapes) first() error {
	if w.now == 0 {
		return nil
	}
	w.now = 0
	return w.placed.back()
}

// asked answers a query about frame 0.
func asked[T any](w *shapes, q *worldQuery, f func(q *worldQuery) ([]T, error)) ([]T, *Error) {
	err := w.first()
	if err == nil {
		var list []T
		if list, err = f(q); err == nil {
			return list, nil
		}
	}
	return nil, refusal(err)
}

func (w *shapes) within(q *worldQuery) ([]int32, *Error) { return asked(w, q, w.placed.within) }

func (w *shapes) body(i int) (Body, error) {
	if i >= w.placed.count() {
		return Body{}, collide.ErrEmpty
	}
	return w.placed.body(i), nil
}

func (w *shapes) relation(a *WorldAnswer, i int) collide.Relation { return a.Answers[i].Relation }

func (w *shapes) along(q *worldQuery) ([]int32, *Error) { return asked(w, q, w.placed.along) }

func (w *shapes) nearest(q *worldQuery) ([]broadphase.Near, *Error) {
	return asked(w, q, w.placed.nearest)
}

// nearestOf returns the k nearest bodies to a point: the first of inside, the bodies in contact
// with it by number, where there are as many; else list, the k nearest by their signed distances,
// with 0 in place of what is negative.
func nearestOf(list []broadphase.Near, inside []int32, k int) []broadphase.Near {
	if len(inside) >= k {
		list = list[:0]
		for _, id := range inside[:k] {
			list = append(list, broadphase.Near{ID: id})
		}
		return list
	}
	for i := range list {
		n := &list[i]
		n.Distance, n.Lower, n.Upper = max(n.Distance, 0), max(n.Lower, 0), max(n.Upper, 0)
	}
	slices.SortFunc(list, func(x, y broadphase.Near) int {
		return cmp.Or(cmp.Compare(x.Distance, y.Distance), cmp.Compare(x.ID, y.ID))
	})
	return list
}
