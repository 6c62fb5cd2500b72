package broadphase

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/crew"
)

// Tree2 is a tree of boxes of the plane.
type Tree2 = Tree[Box2, Vec2]

// Tree3 is a tree of boxes of space.
type Tree3 = Tree[Box3, Vec3]

// Tree is a set of boxes with ids. The zero value is empty and ready. Not for copying.
//
// Use it as Tree2 or Tree3: B and V are of one dimension.
type Tree[B Box, V Vec] struct {
	t       bvh.Dynamic[B]
	workers int
	shared  shared[B]
	idle    atomic.Pointer[sorter] // of AppendPairs
}

// limit is the greatest magnitude of a finite coordinate: products of three lengths stay within
// doubles up to it.
const limit = 1e150

// MaxID is the greatest id.
const MaxID = 1<<29 - 1

// check returns an error if b is no box: a coordinate is not a number (ErrNotFinite), finite and
// above 1e150 in magnitude (ErrOutOfRange), or the least is above the greatest (ErrNegativeSize).
// The path of the error names the coordinate, as in "min[2]".
func check[B Box](b *B) *collide.Error {
	h := len(*b) / 2
	good := true
	for k := range h {
		lo, hi := (*b)[k], (*b)[h+k]
		good = good && lo >= -limit && lo <= hi && hi <= limit
	}
	if good {
		return nil
	}
	for k := range len(*b) {
		end := "min"
		if k >= h {
			end = "max"
		}
		x := (*b)[k]
		code := error(nil)
		switch {
		case math.IsNaN(x):
			code = collide.ErrNotFinite
		case math.Abs(x) > limit && !math.IsInf(x, 0):
			code = collide.ErrOutOfRange
		case k < h && (x > (*b)[h+k] || math.IsInf(x, 1)) || k >= h && math.IsInf(x, -1):
			code = collide.ErrNegativeSize
		}
		if code != nil {
			err := &collide.Error{Code: code, Path: fmt.Sprintf("%s[%d]", end, k%h), Index: k % h, Value: x}
			if code == collide.ErrNegativeSize {
				err.Note = fmt.Sprintf("the box goes from %g to %g there", (*b)[k%h], (*b)[h+k%h])
			}
			return err
		}
	}
	return nil
}

// inRange reports whether x is finite and check has nothing against it.
func inRange(x float64) bool { return math.Abs(x) <= limit }

// badID is the error about an id: below 0, above MaxID, there already, or not there, as note says.
func badID(id int, note string) error {
	return &collide.Error{Code: collide.ErrBadOption, Path: "id", Index: -1, Value: float64(id), Note: note}
}

const (
	notThere = "no box has that id"
	outside  = "ids go from 0 to MaxID"
)

// known returns the error about the first of the ids that no box has, nil where all have one.
func (t *Tree[B, V]) known(ids []int32) error {
	for i, id := range ids {
		if !t.t.Has(int(id)) {
			return &collide.Error{
				Code: collide.ErrBadOption, Path: fmt.Sprintf("ids[%d]", i), Index: i, Value: float64(id), Note: notThere,
			}
		}
	}
	return nil
}

// at puts the place of an element before the path of an error.
func at(err *collide.Error, i int) error {
	err.Path, err.Index = fmt.Sprintf("boxes[%d].%s", i, err.Path), i
	return err
}

// Len returns the number of boxes.
func (t *Tree[B, V]) Len() int { return t.t.Len() }

// Has reports whether there is a box of that id.
func (t *Tree[B, V]) Has(id int) bool { return t.t.Has(id) }

// Box returns the box of an id, the zero box where there is none.
func (t *Tree[B, V]) Box(id int) B {
	if !t.t.Has(id) {
		var none B
		return none
	}
	return *t.t.Box(id)
}

// Build removes what t holds and gives it the boxes, with their places in the slice as ids. All of
// them count as moved.
//
// Errors: those of a box, with the place in the path; the tree is as before then.
//
// Cost: about as sorting the boxes; much less than inserting one after the other.
func (t *Tree[B, V]) Build(boxes []B) error {
	for i := range boxes {
		if err := check(&boxes[i]); err != nil {
			return at(err, i)
		}
	}
	if len(boxes) > MaxID+1 {
		return badID(len(boxes)-1, outside)
	}
	t.t.Build(boxes)
	return nil
}

// Insert adds a box. It counts as moved.
//
// Errors: ErrBadOption for an id that is there already, below 0 or above MaxID; ErrNotFinite,
// ErrOutOfRange (above 1e150) and ErrNegativeSize for a box. The tree is as before then.
//
// Cost: logarithmic. Now and then, when many boxes lie outside of where the first ones were, the
// tree is built anew.
func (t *Tree[B, V]) Insert(id int, b B) error {
	switch {
	case id < 0 || id > MaxID:
		return badID(id, outside)
	case t.t.Has(id):
		return badID(id, "a box has that id already; Move moves it")
	}
	if err := check(&b); err != nil {
		return err
	}
	t.t.Insert(id, &b)
	return nil
}

// Move gives a box another place and size. It counts as moved, though nothing may have changed.
//
// Errors: ErrBadOption for an id that is not there; those of Insert for the box.
//
// Cost: less than Insert for a small move, twice that for a far one.
func (t *Tree[B, V]) Move(id int, b B) error {
	if !t.t.Has(id) {
		return badID(id, notThere)
	}
	if err := check(&b); err != nil {
		return err
	}
	t.t.Move(id, &b)
	return nil
}

// MoveAll moves many boxes: boxes[i] is that of ids[i]; of an id given twice the last one counts.
// Where more than a third of the boxes move, the tree is built anew, which is faster then, and
// where what moved has made its nodes grow by a fourth.
//
// Errors: those of Move, with the place in the path; ErrBadOption for slices of different lengths.
// The tree is as before then.
func (t *Tree[B, V]) MoveAll(ids []int32, boxes []B) error {
	if len(ids) != len(boxes) {
		return &collide.Error{
			Code: collide.ErrBadOption, Path: "ids", Index: -1, Value: float64(len(ids)),
			Note: fmt.Sprintf("there are as many boxes as ids, not %d", len(boxes)),
		}
	}
	if err := t.known(ids); err != nil {
		return err
	}
	for i := range boxes {
		if err := check(&boxes[i]); err != nil {
			return at(err, i)
		}
	}
	t.t.MoveAll(ids, boxes)
	return nil
}

// MoveEach is MoveAll with a function in place of the slice of boxes: box(i) is that of ids[i]. It
// is called once for each place.
//
// Errors: those of MoveAll. A box that is refused stays as it was, while the others move; the error
// is about the first one.
func (t *Tree[B, V]) MoveEach(ids []int32, box func(i int) B) error {
	if err := t.known(ids); err != nil {
		return err
	}
	var err error
	t.t.MoveEach(ids, func(i int) B {
		b := box(i)
		if e := check(&b); e != nil {
			if err == nil {
				err = at(e, i)
			}
			return *t.t.Box(int(ids[i]))
		}
		return b
	})
	return err
}

// MoveShared is MoveEach with ids that are all different, and a function that the goroutines of
// SetWorkers call at once, for different places. A function that is made once and given again costs
// no memory.
//
// Errors: those of MoveEach.
func (t *Tree[B, V]) MoveShared(ids []int32, box func(i int) B) error {
	if err := t.known(ids); err != nil {
		return err
	}
	s := &t.shared
	if s.checked == nil {
		s.checked = t.checkShared
	}
	s.ids, s.box = ids, box
	t.t.MoveShared(ids, s.checked)
	err := s.err
	s.ids, s.box, s.err = nil, nil, nil
	if err == nil {
		return nil
	}
	return at(err, s.place)
}

// shared is the work space of MoveShared.
type shared[B Box] struct {
	ids     []int32
	box     func(i int) B
	checked func(i int) B // checkShared
	lock    sync.Mutex
	err     *collide.Error // about the first place
	place   int
}

// checkShared returns the new box at a place, or where that is none the old one.
func (t *Tree[B, V]) checkShared(i int) B {
	s := &t.shared
	b := s.box(i)
	err := check(&b)
	if err == nil {
		return b
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.err == nil || i < s.place {
		s.err, s.place = err, i
	}
	return *t.t.Box(int(s.ids[i]))
}

// Remove removes a box and reports whether it was there.
func (t *Tree[B, V]) Remove(id int) bool {
	if !t.t.Has(id) {
		return false
	}
	t.t.Remove(id)
	return true
}

// Clear removes all boxes and keeps the memory.
func (t *Tree[B, V]) Clear() { t.t.Reset() }

// Rebuild makes the tree anew from its boxes. Searches are fastest after it, and take the same
// course whatever was called before.
func (t *Tree[B, V]) Rebuild() { t.t.Rebuild() }

// Refine makes the tree anew with more care than Rebuild: its nodes are smaller, most where the
// sizes of boxes differ, so that most searches for rays and pairs take less time. Pairs in exact
// lattices may take more. For worlds that are searched much more often than they change. MoveAll
// keeps what it can of that, Rebuild nothing. No answer changes.
//
// Cost: about four times that of Rebuild; SetWorkers helps with a part of it.
func (t *Tree[B, V]) Refine() { t.t.Refine() }

// Optimize takes n boxes out of the tree and puts them in anew, others at each call until all had
// their turn: a little of Rebuild in each frame.
func (t *Tree[B, V]) Optimize(n int) { t.t.Optimize(n) }

// Fatten makes the tree keep each box as if it were larger by that on all sides: a move within it
// then costs next to nothing, and searches cost more. No answer changes. 0 is the default; it holds
// from the next Build or Rebuild on.
//
// Errors: ErrBadOption if by is negative, not a number or above 1e150.
func (t *Tree[B, V]) Fatten(by float64) error {
	if !(by >= 0 && by <= limit) {
		return &collide.Error{Code: collide.ErrBadOption, Path: "by", Index: -1, Value: by}
	}
	t.t.Fatten(by)
	return nil
}

// SetWorkers sets how many goroutines AppendPairs and AppendMovedPairs use, and all that builds the
// tree anew: 1 where n is less, 1024 where it is more. The answers are the same for every number.
func (t *Tree[B, V]) SetWorkers(n int) {
	n = min(n, crew.Most)
	t.workers = n
	t.t.SetWorkers(n)
}

// Settle forgets which boxes moved: AppendMovedPairs finds the pairs of those that move from now
// on.
func (t *Tree[B, V]) Settle() { t.t.Settle() }
