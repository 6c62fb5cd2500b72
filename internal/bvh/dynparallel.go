package bvh

import (
	"slices"
	"sync"
	"sync/atomic"
)

// AppendPairsBy appends the pairs of AppendPairs, or AppendMovedPairs, in any order: several
// goroutines find them. Once out has room enough, nothing is allocated.
func (t *Dynamic[B]) AppendPairsBy(out []Couple, moved bool, workers int) []Couple {
	all := uint32(1<<room - 1)
	if moved {
		all = 0
	}
	if workers <= 1 || t.Len() < parallel || moved && t.seeks() {
		return t.couples(out, all)
	}
	s := t.idle.Swap(nil) // nil where another goroutine has it
	if s == nil {
		s = &sharing[B]{}
	}
	s.t, s.all = t, all
	out = s.share(out, workers)
	t.idle.Store(s)
	return out
}

// parallel is the number of items from which on goroutines pay: their start costs as much as some
// thousand pairs.
const parallel = 4096

// piece is the number of pairs for which a goroutine takes room at a time.
const piece = 1024

// sharing is the work space of several goroutines that gather pairs.
type sharing[B Box] struct {
	t            *Dynamic[B]
	all          uint32 // as in coupler
	tasks, finer []two
	next         atomic.Int64 // task
	wait         sync.WaitGroup
	hands        []*hand[B]

	space []Couple     // of the caller's list, to be taken in pieces
	taken atomic.Int64 // pieces
	ends  []int32      // of each piece that is done: the pairs in it
}

// hand is one of the goroutines. It puts pairs into its piece, or where there is none into a list
// of its own.
type hand[B Box] struct {
	coupler[B]
	job   func()
	piece int // none: the list
}

// share has goroutines do the tasks and gathers what they find.
func (s *sharing[B]) share(out []Couple, workers int) []Couple {
	for len(s.hands) < workers {
		h := &hand[B]{}
		h.more = func() { s.more(h) }
		h.job = func() {
			defer s.wait.Done()
			s.work(h)
		}
		s.hands = append(s.hands, h)
	}
	s.cut()
	out = slices.Grow(out, workers*piece)
	s.space = out[len(out):cap(out)]
	n := len(s.space) / piece
	s.ends = slices.Grow(s.ends[:0], n)[:n]
	s.next.Store(0)
	s.taken.Store(0)
	s.wait.Add(workers)
	for _, h := range s.hands[:workers] {
		go h.job()
	}
	s.wait.Wait()
	at := len(out)
	for k, end := range s.ends[:min(int(s.taken.Load()), n)] {
		out = append(out[:at], s.space[k*piece:k*piece+int(end)]...)
		at = len(out)
	}
	for _, h := range s.hands[:workers] {
		if h.piece == none {
			out = append(out, h.out...)
		}
		h.out = nil
	}
	s.space = nil
	return out
}

// work does tasks until none is left.
func (s *sharing[B]) work(h *hand[B]) {
	h.t, h.all, h.out, h.piece = s.t, s.all, nil, none
	for {
		k := int(s.next.Add(1)) - 1
		if k >= len(s.tasks) {
			break
		}
		if e := s.tasks[k]; e.a == e.b {
			h.self(e.a, nil)
		} else {
			h.cross(e.a, e.b, nil)
		}
	}
	if h.piece != none {
		s.ends[h.piece] = int32(len(h.out))
	}
}

// more gives a hand room for the pairs of two leaves at least: another piece, while there are any.
func (s *sharing[B]) more(h *hand[B]) {
	if h.piece == none && len(h.out) > 0 {
		h.out = slices.Grow(h.out, room*room)
		return
	}
	if h.piece != none {
		s.ends[h.piece] = int32(len(h.out))
	}
	if k := int(s.taken.Add(1)) - 1; k < len(s.ends) {
		h.piece, h.out = k, s.space[k*piece:k*piece:(k+1)*piece]
		return
	}
	h.piece, h.out = none, make([]Couple, 0, piece)
}

// cut makes the tasks: pairs of nodes that hold all pairs of items, a node with itself for the
// pairs below it.
func (s *sharing[B]) cut() {
	t, all := s.t, s.all
	s.tasks = s.tasks[:0]
	for _, e := range [...]two{{0, 0}, {1, 1}, {0, 1}} {
		if t.count[e.a] > 0 && t.count[e.b] > 0 && uint32(t.nodes[e.a].moved|t.nodes[e.b].moved)|all != 0 {
			s.tasks = append(s.tasks, e)
		}
	}
	for range 9 {
		finer := s.finer[:0]
		for _, e := range s.tasks {
			a, b := &t.nodes[e.a], &t.nodes[e.b]
			switch {
			case uint32(a.moved|b.moved)|all == 0 || e.a != e.b && !meet[B](a.span, b.span):
			case a.n > 0 || b.n > 0:
				finer = append(finer, e)
			case e.a == e.b:
				finer = append(finer, two{a.down, a.down}, two{a.down + 1, a.down + 1}, two{a.down, a.down + 1})
			default:
				finer = append(finer, two{a.down, b.down}, two{a.down, b.down + 1},
					two{a.down + 1, b.down}, two{a.down + 1, b.down + 1})
			}
		}
		s.tasks, s.finer = finer, s.tasks
		if len(s.tasks) > 1000 {
			break
		}
	}
}
