package bvh

import (
	"math"
	"slices"
)

// atom is an item on its way into a tree.
type atom struct {
	span
	item int32
	hot  uint32 // as of a key
}

// Refine is Rebuild with more care: nodes are cut where the sum of surface times number of items
// is least, of the borders of up to 16 bins [Wald07], instead of where the curve has them cut. The
// tree depends on the boxes alone.
//
// Classes of boxes much longer than the median are cut apart before, as Rebuild has them.
//
// Cost: that of Rebuild, and n log n (BenchmarkRefine).
func (t *Dynamic[B]) Refine() {
	t.fine = true
	t.renew(nil)
	t.fine = false
}

// fineRoot builds the tree of the sorted keys of the finite boxes with care.
func (t *Dynamic[B]) fineRoot() {
	w := &t.work
	g := t.team()
	w.inOrder = slices.Grow(w.inOrder[:0], len(w.keys))[:len(w.keys)]
	g.over(len(w.keys), g.gather)
	w.atoms = slices.Grow(w.atoms[:0], len(w.keys))[:len(w.keys)]
	for i := range w.keys {
		k := &w.keys[i]
		w.atoms[i] = atom{w.inOrder[i], k.item, k.hot}
	}
	t.class(0, w.atoms)
}

// class makes node k that of atoms in the order of their classes, which their keys still tell: the
// longest one is the second child.
func (t *Dynamic[B]) class(k int32, list []atom) {
	keys := t.work.keys
	bits := t.gang.curve.bits & 63
	last := keys[len(list)-1].key >> bits
	first := len(list) - 1
	for first > 0 && keys[first-1].key>>bits == last {
		first--
	}
	if first == 0 {
		t.branch(k, list, spanOfAll[B](list), deepest(len(list)))
		return
	}
	p := t.fresh(k)
	t.class(p, list[:first])
	t.branch(p+1, list[first:], spanOfAll[B](list[first:]), deepest(len(list)))
	t.close(k, p)
	t.nodes[k].axis |= longer
}

// spanOfAll returns the least span that holds the atoms.
func spanOfAll[B Box](list []atom) span {
	all := nowhere[B]()
	for i := range list {
		all = join[B](all, list[i].span)
	}
	return all
}

// fresh appends two nodes below node k and returns the first.
func (t *Dynamic[B]) fresh(k int32) int32 {
	p := int32(len(t.nodes))
	t.nodes = append(t.nodes, vertex{up: k}, vertex{})
	return p
}

// close makes node k the parent of those at p, which are done.
func (t *Dynamic[B]) close(k, p int32) {
	n := &t.nodes[k]
	n.n, n.down, n.axis = 0, p, 0
	t.cut(k)
	t.pull(k)
}

// branch makes node k that of the atoms, whose spans all lie in one. Below some depth they are cut
// into halves by number.
func (t *Dynamic[B]) branch(k int32, list []atom, all span, depth int) {
	at := len(list) / 2
	parts := [2]span{all, all}
	if depth > 0 {
		at = divide[B](list, &parts)
	} else if len(list) <= room {
		at = 0
	}
	if at == 0 {
		t.leaf(k, list)
		return
	}
	p := t.fresh(k)
	t.branch(p, list[:at], parts[0], depth-1)
	t.branch(p+1, list[at:], parts[1], depth-1)
	t.close(k, p)
}

// leaf makes node k a leaf of at most room atoms.
func (t *Dynamic[B]) leaf(k int32, list []atom) {
	n := &t.nodes[k]
	b, hot := block{}, uint32(0)
	n.down, n.n, n.span, n.tall, n.axis = int32(len(t.blocks)), int32(len(list)), list[0].span, 0, 0
	for j := range list {
		a := &list[j]
		n.span = join[B](n.span, a.span)
		b.spans[j], b.items[j] = a.span, a.item
		hot |= a.hot << j
	}
	h := head{k, uint8(hot), uint8(hot >> room)}
	n.moved = min(h.moved, 1)
	t.blocks, t.heads = append(t.blocks, b), append(t.heads, h)
}

// effort is what it costs to look through n atoms, in quarters of a node: up to room of them are
// looked at together, more need nodes.
func effort(n int32) float64 {
	if n <= room {
		return 6
	}
	return float64(n)
}

// slot is what lies in a bin.
type slot struct {
	span
	n int32
}

// cutter tells in which bin along an axis a centre lies.
type cutter struct {
	axis  uint // where its field begins
	from  uint64
	scale uint64 // 2^32 times bins a cell
	most  uint64
}

// bin returns the bin of a centre.
func (c *cutter) bin(centre uint64) uint64 {
	return (centre>>(c.axis&63)&c.most - c.from) * c.scale >> 32
}

// across returns the cutters of all axes of the span of some centres, into n bins, and the number
// of the one along which they extend most.
func across[B Box](s span, n uint64) (cuts [3]cutter, longest int) {
	w, m := fieldBits[B]()+1, most[B]()
	for k := range 64 / w {
		lo, hi := s.lo>>(k*w)&m, s.hi>>(k*w)&m
		cuts[k] = cutter{k * w, lo, n << 32 / (hi - lo + 1), m}
		if cuts[k].scale < cuts[longest].scale {
			longest = int(k)
		}
	}
	return cuts, longest
}

// several is the number of atoms up to which borders across all axes are tried, of half as many
// bins: the nodes of up to some dozen boxes make up most of the surface of a tree. With more, one
// axis is nearly as good as all.
const several = 64

// divide puts the atoms of the first part first and returns their number, 0 where they are to be
// a leaf. parts holds twice a span that holds all; those of the parts come out.
func divide[B Box](list []atom, parts *[2]span) int {
	all, n := parts[0], len(list)
	if n <= room {
		sum := uint64(0)
		for i := range list {
			sum += area[B](list[i].span) >> 4
		}
		if 3*sum > area[B](all)>>4 {
			return 0 // no two nodes would be much smaller than this one
		}
	}
	slots := bins
	if n <= several {
		slots = bins / 2
	}
	cuts, longest := across[B](middles[B](list), uint64(slots))
	cut, least, last := &cuts[longest], math.Inf(1), 0
	for k := range cuts[:len(*new(B))/2] {
		if n > several && k != longest {
			continue
		}
		if c, at, p := share[B](list, &cuts[k], slots); c < least {
			cut, least, last, *parts = &cuts[k], c, at, p
		}
	}
	if math.IsInf(least, 1) && n > room { // all centres are in one cell
		return n / 2
	}
	if whole := float64(area[B](all)); n <= room && least+float64(4*whole) >= float64(effort(int32(n))*whole) {
		return 0
	}
	i, j := 0, n
	for i < j {
		if cut.bin(centre[B](list[i].span)) <= uint64(last) {
			i++
		} else {
			j--
			list[i], list[j] = list[j], list[i]
		}
	}
	return i
}

// middles returns the least span that holds the centres of the atoms.
func middles[B Box](list []atom) span {
	all, g, w := nowhere[B](), guards[B](), fieldBits[B]()
	for i := range list {
		c := centre[B](list[i].span)
		all = merge(all, span{c, c | g}, g, w)
	}
	return all
}

// share finds the border between bins with the least sum of surface times effort on both sides,
// the last bin before it, and the spans of both sides. The sum is +Inf where all is in one bin.
func share[B Box](list []atom, cut *cutter, count int) (least float64, last int, parts [2]span) {
	var slots [bins]slot
	for i := range slots[:count] {
		slots[i].span = nowhere[B]()
	}
	g, w := guards[B](), fieldBits[B]()
	for i := range list {
		s := list[i].span
		o := &slots[cut.bin(centre[B](s))&(bins-1)]
		o.span = merge(o.span, s, g, w)
		o.n++
	}
	var above [bins]slot // of the bins from one on
	s := slot{span: nowhere[B]()}
	for i := count - 1; i > 0; i-- {
		o := &slots[i]
		s.span, s.n = merge(s.span, o.span, g, w), s.n+o.n
		above[i] = s
	}
	s = slot{span: nowhere[B]()}
	least = math.Inf(1)
	for i := range count - 1 {
		o, r := &slots[i], &above[i+1]
		s.span, s.n = merge(s.span, o.span, g, w), s.n+o.n
		if o.n == 0 || r.n == 0 {
			continue // no better than the border before
		}
		c := float64(float64(area[B](s.span))*effort(s.n)) + float64(float64(area[B](r.span))*effort(r.n))
		if c < least {
			least, last = c, i
			parts[0], parts[1] = s.span, r.span
		}
	}
	return least, last, parts
}

// merge is join with the words of guards and the bits of a coordinate.
func merge(a, b span, g uint64, w uint) span {
	t := ((a.lo | g) - b.lo) & g
	m := t - t>>w
	lo := a.lo ^ (a.lo^b.lo)&m
	t = (a.hi - b.hi&^g) & g
	m = t - t>>w
	return span{lo, b.hi ^ (a.hi^b.hi)&m}
}
