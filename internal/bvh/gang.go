package bvh

import (
	"math/bits"
	"slices"

	"github.com/collide-go/collide/internal/crew"
)

// gang is the work space of Rebuild and of what goes before it, cut into parts that several
// goroutines share. What comes out has the same bits for any number of them: parts are runs of
// items or keys whose results are put together in order, or lie where one goroutine would have put
// them.
type gang[B Box] struct {
	t    *Dynamic[B]
	crew crew.Crew
	list []part[B] // of runs of items

	items []int32             // of MoveShared
	box   func(k int) B       // of MoveShared
	root  int                 // of keys
	long  int                 // of keys: sides of more bits are long
	curve curve               // of keys
	from  uint64              // of keys: taken from each centre
	low   int                 // of sort: bits below the digit
	count [][1 << digit]int32 // of sort: of each run of keys
	edges []int32             // of sort: where runs of keys begin
	ops   []op                // of stack: what is to be done, children first
	tasks []task              // of stack: subtrees that are built at once

	// made once
	shift, bound, place, measure, key, tally, spread, refine, gather, leaves, build, settle func(k int)
}

// part is what is known of a run of items.
type part[B Box] struct {
	all   B    // the least box that holds the finite ones
	some  bool // there is one
	sizes [32]int32
	count [2]int32 // items of each root
	out   int32
	cells float64 // in one of sample finite boxes
	first int32   // the place of the first key

	cell, differ uint64 // of the centres of finite boxes: the first one, and the bits in which others differ
	centres      span   // the least that holds these; of measure
}

// SetWorkers sets how many goroutines Rebuild and MoveShared use.
func (t *Dynamic[B]) SetWorkers(n int) { t.workers = n }

// team returns the gang of t.
func (t *Dynamic[B]) team() *gang[B] {
	if t.gang == nil {
		g := &gang[B]{t: t}
		g.shift, g.bound, g.place, g.key = g.shiftPart, g.boundPart, g.placePart, g.keyPart
		g.measure = g.measurePart
		g.tally, g.spread, g.refine = g.tallyPart, g.spreadPart, g.refinePart
		g.gather, g.leaves, g.build, g.settle = g.gatherPart, g.leavesOf, g.buildTask, g.settlePart
		t.gang = g
	}
	return t.gang
}

// over does a job for each part of n things.
func (g *gang[B]) over(n int, job func(k int)) { g.crew.Do(g.t.workers, crew.Parts(n), job) }

// parts makes the list of parts of all items.
func (g *gang[B]) parts() {
	n := crew.Parts(len(g.t.place))
	g.list = slices.Grow(g.list[:0], n)[:n]
}

// shiftPart gives items of MoveShared their boxes.
func (g *gang[B]) shiftPart(k int) {
	first, end := crew.Range(k, len(g.items))
	for i := first; i < end; i++ {
		g.t.boxes[g.items[i]] = g.box(i)
	}
}

// boundPart finds the least box that holds the finite ones. Most lie in that of those before.
func (g *gang[B]) boundPart(k int) {
	p := &g.list[k]
	p.some = false
	first, end := crew.Range(k, len(g.t.place))
	boxes, place := g.t.boxes[first:end], g.t.place[first:end]
	var all B
	for i := range place {
		switch b := &boxes[i]; {
		case place[i] == none || p.some && around(&all, b) || unbounded(b):
		case p.some:
			extend(&all, b)
		default:
			all, p.some = *b, true
		}
	}
	p.all = all
}

// sample is of how many boxes one is asked how large it is, to tell whether a tree is dense.
const sample = 4

// exactPatience is how many more boxes than others have to turn out not to be exact before none of
// a part is looked at any more.
const exactPatience = 32

// placePart puts boxes on the grid and counts them.
func (g *gang[B]) placePart(k int) {
	t := g.t
	first, end := crew.Range(k, len(t.place))
	boxes, place, spans := t.boxes[first:end], t.place[first:end], t.work.spans[first:end]
	hot, straight := t.work.hot[first:end], t.fat == 0 && !t.grid.bent
	var sizes [32]int32
	var count [2]int32
	var cell, differ uint64
	out, mark, one, cells, patience := int32(0), guards[B](), ones[B](), 0.0, exactPatience
	for i := range place {
		if place[i] == none {
			continue
		}
		var s span
		if t.fat > 0 {
			s = t.fatSpan(boxes[i])
		} else {
			s = spanOf(&t.grid, &boxes[i])
		}
		spans[i] = s
		hot[i] &= hasMoved
		if straight && patience > 0 {
			patience--
			if onGrid(&t.grid, &boxes[i], s) {
				hot[i] |= isExact
				patience += 2
			}
		}
		if atEnd(s, mark, one) {
			if unbounded(&boxes[i]) {
				count[1]++
				continue
			}
			out++
		}
		sizes[longest[B](s)&31]++
		if i%sample == 0 {
			cells += volume[B](s)
		}
		c := centre[B](s)
		if count[0] == 0 {
			cell = c
		}
		differ |= c ^ cell
		count[0]++
	}
	p := &g.list[k]
	p.sizes, p.count, p.out, p.cell, p.differ, p.cells = sizes, count, out, cell, differ, cells
}

// narrow sets from to the least cells of the centres of finite boxes along the axes along which
// they lie astride a border of cells much larger than their range, as a row or a floor may: that
// border would cut it all along its length before anything else does, and leave each piece as long.
// It returns the bits in which cells differ, less from; before, these are differ.
func (g *gang[B]) narrow(differ uint64) uint64 {
	g.over(len(g.t.place), g.measure)
	all := nowhere[B]()
	for k := range g.list {
		if p := &g.list[k]; p.count[0] > 0 {
			all = join[B](all, p.centres)
		}
	}
	fields := astride[B](differ, all.lo, all.hi)
	g.from = all.lo & fields
	w := fieldBits[B]() + 1
	for k := range 64 / w {
		if field := most[B]() << (k * w); fields&field != 0 {
			n := bits.Len64((all.hi&^guards[B]() - all.lo) & field >> (k * w))
			differ = differ&^field | (1<<n-1)<<(k*w)
		}
	}
	return differ
}

// astride returns the fields in which centres from lo to hi differ in a higher bit than those of
// their range, for the bits differ in which some do.
func astride[B Box](differ, lo, hi uint64) (fields uint64) {
	w := fieldBits[B]() + 1
	for k := range 64 / w {
		field := most[B]() << (k * w)
		if extent := (hi&^guards[B]() - lo) & field; bits.Len64(differ&field) > bits.Len64(extent) {
			fields |= field
		}
	}
	return fields
}

// measurePart finds the range of the centres of finite boxes.
func (g *gang[B]) measurePart(k int) {
	t := g.t
	first, end := crew.Range(k, len(t.place))
	boxes, place, spans := t.boxes[first:end], t.place[first:end], t.work.spans[first:end]
	all, some, mark := nowhere[B](), t.count[1] > 0, guards[B]()
	for i := range place {
		if place[i] == none || some && unbounded(&boxes[i]) {
			continue
		}
		c := centre[B](spans[i])
		all = join[B](all, span{c, c | mark})
	}
	g.list[k].centres = all
}

// keyPart makes the keys of the items of a root.
func (g *gang[B]) keyPart(k int) {
	t := g.t
	w := &t.work
	first, end := crew.Range(k, len(t.place))
	boxes, place, spans, hot := t.boxes[first:end], t.place[first:end], w.spans[first:end], w.hot[first:end]
	keys := w.keys[g.list[k].first:]
	some, n := t.count[1] > 0, 0
	for i := range place {
		if place[i] == none || some && unbounded(&boxes[i]) != (g.root == 1) {
			continue
		}
		s := spans[i]
		key := g.curve.key(centre[B](s) - g.from)
		// classes of sides up to 4 times the median, then 8 times as long each
		if more := longest[B](s) - g.long; more > 0 && g.root == 0 {
			key |= min(uint64(more+2)/3, 7) << (g.curve.bits & 63)
		}
		k := &keys[n]
		h := uint32(hot[i])
		k.key, k.item, k.hot = key, int32(first+i), h&hasMoved|h&isExact<<(room-1)
		n++
	}
}

// gatherPart fetches the spans of the items in the order of their keys: a loop of its own, as is
// settlePart, as most of these loads miss the cache, and do not wait for each other here.
func (g *gang[B]) gatherPart(k int) {
	w := &g.t.work
	first, end := crew.Range(k, len(w.keys))
	for i := first; i < end; i++ {
		w.inOrder[i] = w.spans[w.keys[i].item]
	}
}

// settlePart tells items in which block they are.
func (g *gang[B]) settlePart(k int) {
	t := g.t
	first, end := crew.Range(k, len(t.blocks))
	for at := first; at < end; at++ {
		b := &t.blocks[at]
		for j := range t.nodes[t.heads[at].up].n {
			t.place[b.items[j&(room-1)]] = int32(at)*room + j
		}
	}
}

// shared is the number of keys from which on goroutines sort them.
const shared = 1 << 14

// sort is sorter.sort by several goroutines: in each pass they count the digits of a run of keys
// each, and then put those where they belong.
func (g *gang[B]) sort() {
	w := &g.t.work
	n, runs := len(w.keys), 4*g.t.workers
	g.count = slices.Grow(g.count[:0], runs)[:runs]
	w.other = slices.Grow(w.other[:0], n)[:n]
	g.edges = slices.Grow(g.edges[:0], runs+1)[:runs+1]
	for k := range g.edges {
		g.edges[k] = int32(n / runs * k)
	}
	g.edges[runs] = int32(n)
	passes := passesOf(n)
	for p := range passes {
		g.low = w.low(passes) + digit*p
		g.crew.Do(g.t.workers, runs, g.tally)
		sum := int32(0)
		for d := range 1 << digit {
			for k := range g.count {
				c := &g.count[k][d]
				sum, *c = sum+*c, sum
			}
		}
		g.crew.Do(g.t.workers, runs, g.spread)
		w.keys, w.other = w.other, w.keys
	}
	g.low = w.low(passes)
	// no run of keys that are equal in their high bits may be cut
	for k := 1; k < runs; k++ {
		i := max(g.edges[k], g.edges[k-1])
		for i > 0 && int(i) < n && w.keys[i].key>>g.low == w.keys[i-1].key>>g.low {
			i++
		}
		g.edges[k] = i
	}
	g.crew.Do(g.t.workers, runs, g.refine)
}

// tallyPart counts the digits of a run of keys.
func (g *gang[B]) tallyPart(k int) {
	c := &g.count[k]
	*c = [1 << digit]int32{}
	keys := g.t.work.keys[g.edges[k]:g.edges[k+1]]
	for i := range keys {
		c[keys[i].key>>g.low&(1<<digit-1)]++
	}
}

// spreadPart puts a run of keys where they belong by their digits.
func (g *gang[B]) spreadPart(k int) {
	c, dst := &g.count[k], g.t.work.other
	keys := g.t.work.keys[g.edges[k]:g.edges[k+1]]
	for i := range keys {
		d := keys[i].key >> g.low & (1<<digit - 1)
		dst[c[d]] = keys[i]
		c[d]++
	}
}

// refinePart sorts keys by their low bits.
func (g *gang[B]) refinePart(k int) { refine(g.t.work.keys[g.edges[k]:g.edges[k+1]], g.low) }

// op is a step of building the tree above the tasks: a task, or with task none the pair of the last
// two subtrees.
type op struct {
	task int32
	long bool // the second one is of a longer class
}

// task is a run of keys that make one subtree, which is built at once; few keys are a leaf of what
// is above it.
type task struct {
	first, end  int32
	leaves      int32
	node, block int32 // where its first ones go
	root        vertex
}

// taskKeys is how many keys a task has at most.
const taskKeys = 1 << 12

// stack is mason.stack by several goroutines: they count the leaves of all tasks, which tells
// where nodes and blocks of each lie, and then build them.
func (g *gang[B]) stack() vertex {
	t := g.t
	g.ops, g.tasks = g.ops[:0], g.tasks[:0]
	g.split(0, len(t.work.keys))
	g.crew.Do(t.workers, len(g.tasks), g.leaves)
	before := mason[B]{t, int32(len(t.nodes)), int32(len(t.blocks))}
	m := before
	g.above(&m, false)
	t.nodes = slices.Grow(t.nodes, int(m.node)-len(t.nodes))[:m.node]
	t.blocks = slices.Grow(t.blocks, int(m.block)-len(t.blocks))[:m.block]
	t.heads = slices.Grow(t.heads, int(m.block)-len(t.heads))[:m.block]
	g.crew.Do(t.workers, len(g.tasks), g.build)
	root := g.above(&before, true)
	before.seal(&root, &root)
	return root
}

// above goes through the ops and returns the root of all: with done where all tasks have been
// built, else only to tell tasks where their nodes and blocks go.
func (g *gang[B]) above(m *mason[B], done bool) vertex {
	var stack [highest]vertex
	n := 0
	for _, o := range g.ops {
		if o.task != none {
			k := &g.tasks[o.task]
			if k.leaves > 0 {
				k.node, k.block = m.node, m.block
				m.node, m.block = m.node+2*(k.leaves-1), m.block+k.leaves
			}
			stack[n] = k.root
			n++
			continue
		}
		n--
		a, b := &stack[n-1], &stack[n]
		if done {
			m.pair(a, b, a, o.long)
			continue
		}
		m.node, m.block = m.node+2, m.block+min(a.n, 1)+min(b.n, 1)
		*a = vertex{}
	}
	return stack[0]
}

// split makes the ops of the keys from first to before end: it cuts them where the highest bit
// changes, equal ones where that of their number does.
func (g *gang[B]) split(first, end int) {
	if end-first <= taskKeys {
		k := task{first: int32(first), end: int32(end)}
		k.root = vertex{down: k.first, n: k.end - k.first}
		g.ops = append(g.ops, op{task: int32(len(g.tasks))})
		g.tasks = append(g.tasks, k)
		return
	}
	keys := g.t.work.keys
	top := border(keys[first].key, keys[end-1].key, 0)
	lo, hi := first, end-1 // the last key before the cut, and one behind it
	if top > 32 {
		bit := uint(top - 33)
		for hi-lo > 1 {
			if m := (lo + hi) / 2; keys[m].key>>bit&1 == 0 {
				lo = m
			} else {
				hi = m
			}
		}
	} else {
		hi = (end - 1) >> (bits.Len(uint(first^(end-1))) - 1) << (bits.Len(uint(first^(end-1))) - 1)
	}
	g.split(first, hi)
	g.split(hi, end)
	g.ops = append(g.ops, op{none, top > g.t.work.classes})
}

// leavesOf counts the leaves of a task, 0 for one that is a leaf of what is above it.
func (g *gang[B]) leavesOf(i int) {
	k := &g.tasks[i]
	keys := g.t.work.keys
	var stack [100]struct{ n, level int32 } // n is 0 for what is more than a leaf
	n := 0
	k.leaves = 0
	if k.end-k.first <= room {
		return
	}
	k.root = vertex{} // no leaf; it is not built yet
	for i := k.first; i < k.end; i++ {
		level := int32(100)
		if i < k.end-1 {
			level = border(keys[i].key, keys[i+1].key, int(i))
		}
		stack[n].n, stack[n].level = 1, level
		n++
		for n > 1 && stack[n-2].level < stack[n-1].level {
			a, b := &stack[n-2], &stack[n-1]
			n--
			if a.n > 0 && b.n > 0 && a.n+b.n <= room {
				a.n += b.n
			} else {
				k.leaves += min(a.n, 1) + min(b.n, 1)
				a.n = 0
			}
			a.level = b.level
		}
	}
}

// buildTask builds the subtree of a task.
func (g *gang[B]) buildTask(i int) {
	k := &g.tasks[i]
	if k.leaves > 0 {
		m := mason[B]{g.t, k.node, k.block}
		k.root = m.stack(int(k.first), int(k.end))
	}
}
