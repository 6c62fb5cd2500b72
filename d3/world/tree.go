package world

import "github.com/collide-go/collide/d3"

// tree finds bodies by their boxes, grown by half the margin: bodies as near as the margin have
// boxes that meet.
//
//  1. boxes holds the place of each live body; waits[i] says that the tree is still to be told.
//  2. found are the pairs of places whose boxes met at the last call of pairs, in order.
type tree struct {
	boxes   boxTree
	grow    float64
	waiting []int32 // places whose boxes the tree has not yet; some may have been removed
	waits   []bool
	moved   []int32
	hot     []bool // of moved
	found   [][2]int32
	next    [][2]int32

	bodies []body          // of flush
	news   func(k int) box // box of the k-th body that waits, made once
}

// few is the share of bodies, one in few, up to which Step asks the tree for the pairs of those
// that moved alone.
const few = 4

// insert puts a body at place i, which has none.
func (t *tree) insert(i int, b d3.AABB) {
	for len(t.waits) <= i {
		t.waits, t.hot = append(t.waits, false), append(t.hot, false)
	}
	t.must(t.boxes.Insert(i, boxOf(b.Grow(t.grow))))
}

// remove takes the body at place i out.
func (t *tree) remove(i int) {
	t.waits[i] = false
	t.boxes.Remove(i)
}

// move says that the body at place i has another box, which flush will read.
func (t *tree) move(i int) {
	if !t.waits[i] {
		t.waits[i] = true
		t.waiting = append(t.waiting, int32(i))
	}
}

// must ends the program where the tree refuses what cannot be refused: places are unique, and boxes
// of bodies are boxes within range.
func (t *tree) must(err error) {
	if err != nil {
		panic(err)
	}
}

// flush tells the tree of all moves.
func (t *tree) flush(bodies []body) {
	if len(t.waiting) == 0 {
		return
	}
	n := 0
	for _, i := range t.waiting {
		if !t.waits[i] {
			continue
		}
		t.waits[i] = false
		t.waiting[n], n = i, n+1
	}
	if t.news == nil {
		t.news = func(k int) box { return boxOf(t.bodies[t.waiting[k]].object.AABB().Grow(t.grow)) }
	}
	t.bodies = bodies
	t.must(t.boxes.MoveShared(t.waiting[:n], t.news))
	t.bodies, t.waiting = nil, t.waiting[:0]
}

// pairs returns the pairs of places whose boxes meet, in order. Pairs of bodies that stayed where
// they were are those of the last call.
func (t *tree) pairs() [][2]int32 {
	if t.boxes.CountMoved()*few > t.boxes.Len() {
		t.found = t.boxes.AppendPairs(t.found[:0])
		t.boxes.Settle()
		return t.found
	}
	t.moved = t.boxes.AppendMoved(t.moved[:0])
	for _, i := range t.moved {
		t.hot[i] = true
	}
	t.next = t.boxes.AppendMovedPairs(t.next[:0])
	fresh := len(t.next)
	for _, p := range t.found {
		if !t.hot[p[0]] && !t.hot[p[1]] && t.boxes.Has(int(p[0])) && t.boxes.Has(int(p[1])) {
			t.next = append(t.next, p)
		}
	}
	t.found = merge(t.found[:0], t.next[:fresh], t.next[fresh:])
	for _, i := range t.moved {
		t.hot[i] = false
	}
	t.boxes.Settle()
	return t.found
}

// merge appends the pairs of a and b, both in order and without common ones, in order.
func merge(out, a, b [][2]int32) [][2]int32 {
	for len(a) > 0 && len(b) > 0 {
		if before(a[0], b[0]) {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// before is the order of pairs of places.
func before(p, q [2]int32) bool { return p[0] < q[0] || p[0] == q[0] && p[1] < q[1] }
