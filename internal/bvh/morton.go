package bvh

import (
	"math"
	"math/bits"
	"slices"
)

// sorter is the work space of Rebuild.
type sorter struct {
	keys, other []sortKey
	bits        int     // of keys
	classes     int32   // the level above which borders are between classes of long boxes
	spans       []span  // of each item
	inOrder     []span  // of the items in the order of their keys
	atoms       []atom  // of Refine
	hot         []uint8 // of each item: hasMoved, isExact
	far, stray  []int32
	dirty       []int32 // blocks
	seen        uint64  // of shiftBatch: nobody asks, but what is loaded has to go somewhere
	samples     []float64
}

// sortKey is an item with its place along the curve.
type sortKey struct {
	key  uint64
	item int32
	hot  uint32 // hasMoved, and in the bits from room on isExact
}

const (
	hasMoved = 1 // since Settle
	isExact  = 2
)

// run is a subtree that waits for its neighbour.
type run struct {
	down, n int32 // the n keys from down on; n = 0: a node that is done
	level   int32 // of the border to the next run: higher borders cut higher up
}

// Rebuild makes the tree anew from the boxes it has, and fits the grid. The tree then depends on
// the boxes alone.
//
// Items are sorted along the curve of Morton by their centres; each node holds a run of them, cut
// where the highest bit changes [Lauterbach09]. Boxes much longer than the median come after the
// others, in classes of their own: a long box among short ones would make the nodes above it long.
//
// Cost: linear but for runs of centres in one cell of the curve's 2^33 (BenchmarkRebuild).
func (t *Dynamic[B]) Rebuild() { t.renew(nil) }

// renew is Rebuild for a tree of which more items moved, whose blocks do not say so yet.
func (t *Dynamic[B]) renew(more []int32) {
	w := &t.work
	t.heat(0)
	n := len(more)
	for k := range t.heads { // in order, where a walk down the tree waits for each load
		b := &t.blocks[k]
		for m := t.heads[k].moved; m != 0; m &= m - 1 {
			w.hot[b.items[bits.TrailingZeros8(m)&(room-1)]] = hasMoved
			n++
		}
	}
	for _, i := range more {
		w.hot[i] = hasMoved
	}
	t.moves, t.turn = n, 0
	t.rebuild(t.fit())
}

// heat says of all items that they moved, or that none did.
func (t *Dynamic[B]) heat(x uint8) {
	w := &t.work
	w.hot = slices.Grow(w.hot[:0], len(t.place))[:len(t.place)]
	for i := range w.hot {
		w.hot[i] = x
	}
}

// rebuild is Rebuild on the grid as it is; all is the least box that holds the finite ones. It
// bends a grid that has too many boxes in one cell, and begins again.
func (t *Dynamic[B]) rebuild(all B) {
	w := &t.work
	w.spans = slices.Grow(w.spans[:0], len(t.place))[:len(t.place)]
	t.nodes = append(t.nodes[:0], vertex{up: none}, vertex{up: none})
	t.blocks, t.heads = t.blocks[:0], t.heads[:0]
	t.free, t.empty, t.out, t.count = none, none, 0, [2]int{}
	g := t.team()
	g.parts()
	g.over(len(t.place), g.place)
	var sizes [32]int
	cells := 0.0
	for k := range g.list {
		p := &g.list[k]
		cells += p.cells
		for i, n := range p.sizes {
			sizes[i] += int(n)
		}
		t.out += int(p.out)
		t.count[0], t.count[1] = t.count[0]+int(p.count[0]), t.count[1]+int(p.count[1])
	}
	t.keys(0, &sizes, &all)
	if !t.grid.bent && t.crowded() {
		t.bend(&all)
		t.rebuild(all)
		return
	}
	if t.fine && t.count[0] > 0 {
		t.fineRoot()
	} else {
		t.root(0)
	}
	t.dense = t.count[0] > 0 && float64(sample*cells) > float64(0.75*volume[B](t.nodes[0].span))
	t.keys(1, &sizes, &all)
	t.root(1)
	g.over(len(t.blocks), g.settle)
	t.size, t.looked = t.sizes(), 0
}

// crowded reports whether more than about a sixteenth of the sorted keys are equal to the next
// though their boxes differ. It looks at one in four.
func (t *Dynamic[B]) crowded() bool {
	keys := t.work.keys
	n := 0
	for i := 1; i < len(keys); i += 4 {
		if keys[i].key == keys[i-1].key && t.boxes[keys[i].item] != t.boxes[keys[i-1].item] {
			n++
		}
	}
	return n > 4 && n > len(keys)/64
}

// bend bends the grid by the centres of some thousand of the finite boxes, whose union is all.
func (t *Dynamic[B]) bend(all *B) {
	const most = 4096
	samples := t.work.samples[:0]
	h := len(*all) / 2
	for k := range h {
		samples = samples[:0]
		for s := range uint64(most) {
			// multiples of the golden ratio, which fall in step with nothing
			i, _ := bits.Mul64(s*0x9e3779b97f4a7c15, uint64(len(t.place)))
			if t.place[i] != none && !unbounded(&t.boxes[i]) {
				samples = append(samples, middle(&t.boxes[i], k))
			}
		}
		if len(samples) == 0 {
			samples = append(samples, (*all)[k])
		}
		t.grid.bend(k, samples, (*all)[k], (*all)[h+k])
	}
	t.work.samples = samples
}

// fit sets the grid to the finite boxes and returns the least box that holds them.
func (t *Dynamic[B]) fit() B {
	var all, zero B
	t.fat = t.fatter
	h := len(all) / 2
	for k := range h {
		all[k], all[h+k] = math.Inf(1), math.Inf(-1)
	}
	g := t.team()
	g.parts()
	g.over(len(t.place), g.bound)
	for k := range g.list {
		if p := &g.list[k]; p.some {
			extend(&all, &p.all)
		}
	}
	if all[0] > all[h] {
		all = zero
	}
	for k := range h {
		all[k], all[h+k] = all[k]-t.fat, all[h+k]+t.fat
	}
	fit(&t.grid, &all)
	return all
}

// keys sorts the items of root r: of the finite boxes for 0, of the others for 1. sizes counts the
// finite boxes by the length of their longest sides; all is the least box that holds them.
func (t *Dynamic[B]) keys(r int, sizes *[32]int, all *B) {
	w := &t.work
	median, n := 0, 0
	for ; median < len(sizes)-1 && 2*n < t.count[0]; median++ {
		n += sizes[median]
	}
	w.keys = slices.Grow(w.keys[:0], t.count[r])[:t.count[r]]
	if t.count[r] == 0 {
		return
	}
	g := t.team()
	g.root, g.long = r, median+1
	first, differ := int32(0), uint64(0)
	var cell *uint64
	for k := range g.list {
		p := &g.list[k]
		p.first, first = first, first+p.count[r]
		if p.count[0] > 0 {
			if cell == nil {
				cell = &p.cell
			}
			differ |= p.differ | (p.cell ^ *cell)
		}
	}
	g.from = 0
	if r == 1 {
		differ = ^uint64(0) // these boxes may have any centres
	} else if s := t.span(all); astride[B](differ, s.lo, s.hi) != 0 {
		differ = g.narrow(differ)
	}
	g.curve = curveOf[B](differ)
	w.bits, w.classes = g.curve.bits, int32(32+g.curve.bits)
	for _, n := range sizes[min(g.long+1, len(sizes)):] {
		if n > 0 && r == 0 {
			w.bits = g.curve.bits + 3 // the class of long boxes
		}
	}
	g.over(len(t.place), g.key)
	if t.workers > 1 && len(w.keys) >= shared {
		g.sort()
	} else {
		w.sort()
	}
}

// root builds the tree below root r of the sorted keys.
func (t *Dynamic[B]) root(r int) {
	w := &t.work
	if t.count[r] == 0 {
		t.nodes[r] = vertex{down: none, up: t.nodes[r].up}
		return
	}
	g := t.team()
	w.inOrder = slices.Grow(w.inOrder[:0], len(w.keys))[:len(w.keys)]
	g.over(len(w.keys), g.gather)
	up := t.nodes[r].up
	var v vertex
	if t.workers > 1 && len(w.keys) >= shared {
		v = g.stack()
	} else {
		m := mason[B]{t, int32(len(t.nodes)), int32(len(t.blocks))}
		v = m.stack(0, len(w.keys))
		m.seal(&v, &v)
	}
	t.nodes[r] = v
	t.nodes[r].up = up
	t.adopt(int32(r))
}

// mason appends what it builds to nodes and blocks of a tree: the next ones are node and block,
// which may be there already.
type mason[B Box] struct {
	t           *Dynamic[B]
	node, block int32
}

// stack builds the tree of the sorted keys from first to before end and returns its root, which is
// not sealed.
//
// At the head of every turn the levels on the stack fall from the bottom to the top, and the
// subtrees on it hold the items before the i-th in order.
func (m *mason[B]) stack(first, end int) vertex {
	keys := m.t.work.keys[first:end]
	var st [100]run
	var done [100]vertex // of runs with n = 0
	n := 0
	for i := range keys {
		level := int32(100)
		if i+1 < len(keys) {
			level = border(keys[i].key, keys[i+1].key, first+i)
		}
		a := &st[n]
		a.down, a.n, a.level = int32(first+i), 1, level
		for ; n > 0 && st[n-1].level < level; n-- {
			b := a
			a = &st[n-1]
			if a.n > 0 && b.n > 0 && a.n+b.n <= room {
				a.n += b.n
			} else {
				m.pair(a.node(&done[n-1]), b.node(&done[n]), &done[n-1], a.level > m.t.work.classes)
				a.n = 0
			}
			a.level = level
		}
		n++
	}
	return *st[0].node(&done[0])
}

// node returns v, which holds the node of a run that is done, and has it hold the run if it is not.
func (r *run) node(v *vertex) *vertex {
	if r.n > 0 {
		v.down, v.n = r.down, r.n
	}
	return v
}

// seal makes to what v is, and a leaf if that is a run of keys.
func (m *mason[B]) seal(v, to *vertex) {
	if v.n == 0 {
		*to = *v
		return
	}
	t := m.t
	if n := len(t.blocks); int(m.block) == n {
		if n < cap(t.blocks) {
			t.blocks = t.blocks[:n+1] // what is there is written over, where it is read
		} else {
			t.blocks = append(t.blocks, block{})
		}
		t.heads = append(t.heads, head{})
	}
	b := &t.blocks[m.block]
	spans, keys := t.work.inOrder[v.down:v.down+v.n], t.work.keys[v.down:v.down+v.n]
	all, hot := spans[0], uint32(0)
	for j := range min(len(spans), len(keys), room) {
		s, k := spans[j], &keys[j]
		all = join[B](all, s)
		b.spans[j], b.items[j] = s, k.item
		hot |= k.hot << (j & 31)
	}
	moved := hot & (1<<room - 1)
	h := &t.heads[m.block]
	h.moved, h.exact = uint8(moved), uint8(hot>>room)
	to.span, to.n, to.tall, to.axis = all, v.n, 0, 0
	to.moved, to.down = uint8(min(moved, 1)), m.block
	m.block++
}

// pair appends two nodes and makes to their parent, which is not in the tree yet and may be a. With
// long b is of a longer class. Each field is written by itself: what is read soon after in one
// piece would have to wait.
func (m *mason[B]) pair(a, b, to *vertex, long bool) {
	t, at := m.t, m.node
	if int(at) == len(t.nodes) {
		t.nodes = append(t.nodes, vertex{}, vertex{})
	}
	m.node += 2
	l, r := &t.nodes[at], &t.nodes[at+1]
	m.seal(a, l)
	m.seal(b, r)
	t.adopt(at)
	t.adopt(at + 1)
	all, axis := join[B](l.span, r.span), apart[B](l.span, r.span)
	if l.n == 0 {
		l.axis |= slack[B](all, l.span, axis)
	}
	if r.n == 0 {
		r.axis |= slack[B](all, r.span, axis)
	}
	to.span, to.down, to.n = all, at, 0
	to.tall, to.moved, to.axis = 1+max(l.tall, r.tall), l.moved|r.moved, axis
	if long {
		to.axis |= longer
	}
}
