package bvh

import (
	"math"
	"math/bits"
	"slices"
)

// A dynamic tree holds its boxes on a grid: the integers of a box's least and greatest coordinates,
// in one word each, 20 bits an axis in space and 31 in the plane. Above each of them lies a bit
// that is 0 in the word of the least and 1 in that of the greatest coordinates, the guard. One
// subtraction then compares all axes: where a field of the first word is at least that of the
// second, its guard survives [Lamport75].
//
// The map from coordinates to integers never falls, wherever the grid lies, and is the same for
// least and greatest coordinates. So:
//
//	(1) boxes that meet have integers that meet: x <= y gives q(x) <= q(y);
//	(2) boxes whose integers meet with room to spare meet: q(x) < q(y) gives x < y.
//
// Only boxes with an equal integer, or none, between them have to be looked at in doubles.

// fieldBits returns the number of bits of a coordinate.
func fieldBits[B Box]() uint {
	var b B
	if len(b) == 4 {
		return 31
	}
	return 20
}

// guards returns the word of the guards.
func guards[B Box]() uint64 {
	var b B
	if len(b) == 4 {
		return 1<<31 | 1<<63
	}
	return 1<<20 | 1<<41 | 1<<62
}

// ones returns the word with 1 in each coordinate.
func ones[B Box]() uint64 {
	var b B
	if len(b) == 4 {
		return 1 | 1<<32
	}
	return 1 | 1<<21 | 1<<42
}

// most returns the greatest integer of a coordinate.
func most[B Box]() uint64 { return 1<<fieldBits[B]() - 1 }

// span is a box on the grid: lo without guards, hi with them.
type span struct{ lo, hi uint64 }

// grid is the map from coordinates to integers: (x - base) scale + margin, rounded down and held to
// the range. The scale is a power of two and the same for all axes, so that surfaces on the grid
// are in proportion to true ones.
//
// Where most of the boxes would lie in few cells, as those of two towns on two continents, the map
// is bent: each axis is cut into pieces with the same number of boxes, and each piece into the same
// number of cells.
type grid struct {
	base  [3]float64
	scale float64
	bent  bool
	knots [3][pieces + 1]float64
}

// pieces is the number of pieces of an axis of a bent grid.
const pieces = 64

// cells returns the number of cells of a piece: the first and the last cell are for what lies
// beyond.
func cells[B Box]() uint64 { return (most[B]() - 1) / pieces }

// bend makes g a bent grid. samples are coordinates along axis k, which it sorts, lo and hi the
// least and the greatest of all.
func (g *grid) bend(k int, samples []float64, lo, hi float64) {
	slices.Sort(samples)
	for p := range pieces {
		g.knots[k][p] = samples[p*len(samples)/pieces]
	}
	g.knots[k][0], g.knots[k][pieces] = lo, math.Nextafter(hi, math.Inf(1))
	g.bent = true
}

// bentCell is cell for a bent grid, whose pieces have n cells.
func (g *grid) bentCell(x float64, k int, n, top float64) uint64 {
	knots := &g.knots[k]
	if !(x >= knots[0]) {
		return 0
	}
	if x >= knots[pieces] {
		return uint64(int64(top))
	}
	p, end := 0, pieces // knots[p] <= x < knots[end]
	for end-p > 1 {
		if m := (p + end) / 2; knots[m] <= x {
			p = m
		} else {
			end = m
		}
	}
	v := float64((x - knots[p]) / (knots[end] - knots[p]) * n)
	return 1 + uint64(p)*uint64(int64(n)) + uint64(int64(min(v, n-1)))
}

// place returns about the least coordinate of cell q along axis k of a bent grid: below all that is
// in the cell, and above none that is below it, but for rounding, which pad gives.
func (g *grid) place(q uint64, k int, n, top uint64) (x, pad float64) {
	switch {
	case q == 0:
		return math.Inf(-1), 0
	case q > top:
		return math.Inf(1), 0
	case q > pieces*n:
		return g.knots[k][pieces], 0
	}
	p := (q - 1) / n
	lo, hi := g.knots[k][p], g.knots[k][p+1]
	share := float64(int64(q-1-p*n)) / float64(int64(n))
	return lo + float64((hi-lo)*share), float64(0x1p-50*(math.Abs(lo)+math.Abs(hi))) + 8*math.SmallestNonzeroFloat64
}

// boxOf returns a box that holds all boxes of span s on a bent grid.
func boxOf[B Box](g *grid, s span) (b B) {
	w := fieldBits[B]() + 1
	h := len(b) / 2
	for k := range h {
		lo, hi := s.lo>>(uint(k)*w)&most[B](), s.hi>>(uint(k)*w)&most[B]()
		x, pad := g.place(lo, k, cells[B](), most[B]())
		b[k] = x - pad
		x, pad = g.place(hi+1, k, cells[B](), most[B]())
		if hi == 0 {
			x = g.knots[k][0]
		} else if hi >= pieces*cells[B]() {
			x = math.Inf(1)
		}
		b[h+k] = x + pad
	}
	return b
}

// margin returns the number of cells below the base: as many are kept free above.
func margin[B Box]() float64 { return float64(float64(most[B]()+1) / 16) }

// cell returns the integer of x along axis k, from 0 to top. The difference, the product, the sum
// and the truncation never fall where x rises.
func (g *grid) cell(x float64, k int, margin, top float64) uint64 {
	v := float64((x-g.base[k])*g.scale) + margin
	if !(v > 0) {
		return 0
	}
	if v > top {
		v = top
	}
	return uint64(int64(v))
}

// spanOf returns b on the grid. Most boxes lie within it, which one comparison for each face tells.
func spanOf[B Box](g *grid, b *B) span {
	if g.bent {
		return bentSpan(g, b)
	}
	h, w := len(*b)/2, fieldBits[B]()+1
	m, top, scale := margin[B](), float64(most[B]()), g.scale
	x, y := float64(((*b)[0]-g.base[0])*scale)+m, float64(((*b)[1]-g.base[1])*scale)+m
	p, q := float64(((*b)[h]-g.base[0])*scale)+m, float64(((*b)[h+1]-g.base[1])*scale)+m
	if !(x > 0 && y > 0 && p <= top && q <= top) {
		return heldSpan(g, b)
	}
	s := span{uint64(int64(x)) | uint64(int64(y))<<w, uint64(int64(p)) | uint64(int64(q))<<w | guards[B]()}
	if h == 3 {
		z, r := float64(((*b)[h-1]-g.base[2])*scale)+m, float64(((*b)[h+h-1]-g.base[2])*scale)+m
		if !(z > 0 && r <= top) {
			return heldSpan(g, b)
		}
		s.lo |= uint64(int64(z)) << (2 * w)
		s.hi |= uint64(int64(r)) << (2 * w)
	}
	return s
}

// heldSpan is spanOf for boxes that may reach out of the grid, and are held to its border.
func heldSpan[B Box](g *grid, b *B) span {
	h := len(*b) / 2
	m, top := margin[B](), float64(most[B]())
	w := fieldBits[B]() + 1
	s := span{
		g.cell((*b)[0], 0, m, top) | g.cell((*b)[1], 1, m, top)<<w,
		g.cell((*b)[h], 0, m, top) | g.cell((*b)[h+1], 1, m, top)<<w | guards[B](),
	}
	if h == 3 {
		s.lo |= g.cell((*b)[h-1], 2, m, top) << (2 * w)
		s.hi |= g.cell((*b)[h+h-1], 2, m, top) << (2 * w)
	}
	return s
}

// onGrid reports whether all coordinates of b, whose span is s on a grid that is not bent, are what
// one function makes of their integers: those with equal integers are equal then. Most boxes fail
// at the first.
func onGrid[B Box](g *grid, b *B, s span) bool {
	h := len(*b) / 2
	cell := 1 / g.scale
	for k := range h {
		lo := float64(int64(s.lo>>(uint(k)*(fieldBits[B]()+1))&most[B]())) - margin[B]()
		if float64(lo*cell)+g.base[k] != (*b)[k] {
			return false
		}
		hi := float64(int64(s.hi>>(uint(k)*(fieldBits[B]()+1))&most[B]())) - margin[B]()
		if float64(hi*cell)+g.base[k] != (*b)[h+k] {
			return false
		}
	}
	return true
}

// bentSpan is spanOf for a bent grid.
func bentSpan[B Box](g *grid, b *B) span {
	h := len(*b) / 2
	n, top := float64(cells[B]()), float64(most[B]())
	s := span{hi: guards[B]()}
	for k := range h {
		s.lo |= g.bentCell((*b)[k], k, n, top) << (uint(k) * (fieldBits[B]() + 1))
		s.hi |= g.bentCell((*b)[h+k], k, n, top) << (uint(k) * (fieldBits[B]() + 1))
	}
	return s
}

// meet reports whether the integers of a and b meet.
func meet[B Box](a, b span) bool {
	return (a.hi-b.lo)&(b.hi-a.lo)&guards[B]() == guards[B]()
}

// deep reports whether the integers of a and b meet with room to spare: the boxes meet then.
func deep[B Box](a, b span) bool {
	return (a.hi-b.lo-ones[B]())&(b.hi-a.lo-ones[B]())&guards[B]() == guards[B]()
}

// holds reports whether b lies in a.
func holds[B Box](a, b span) bool {
	return ((b.lo|guards[B]())-a.lo)&(a.hi-b.hi&^guards[B]())&guards[B]() == guards[B]()
}

// join returns the least span that holds a and b.
func join[B Box](a, b span) span {
	w := fieldBits[B]()
	// a bit of m is set in the fields in which a is at least b
	t := ((a.lo | guards[B]()) - b.lo) & guards[B]()
	m := t - t>>w
	lo := a.lo ^ (a.lo^b.lo)&m
	t = (a.hi - b.hi&^guards[B]()) & guards[B]()
	m = t - t>>w
	return span{lo, b.hi ^ (a.hi^b.hi)&m}
}

// area returns half the surface of s in space, half its outline in the plane, in cells: those at
// both ends count.
func area[B Box](s span) uint64 {
	w := fieldBits[B]() + 1
	e := (s.hi &^ guards[B]()) - s.lo + ones[B]()
	x := e & (1<<w - 1)
	if w == 32 {
		return x + e>>w
	}
	y, z := e>>w&(1<<w-1), e>>(2*w)
	return x*(y+z) + y*z
}

// volume returns the number of cells of s, rounded.
func volume[B Box](s span) float64 {
	w := fieldBits[B]() + 1
	e := (s.hi &^ guards[B]()) - s.lo + ones[B]()
	if w == 32 {
		return float64(int64(e&(1<<w-1))) * float64(int64(e>>w))
	}
	return float64(int64(e&(1<<w-1)*(e>>w&(1<<w-1)))) * float64(int64(e>>(2*w)))
}

// apart returns the axis along which the gap between a and b is greatest, or what they share least,
// in parts of what they extend to together; 4 more where b comes before a.
func apart[B Box](a, b span) uint8 {
	w, m := fieldBits[B]()+1, most[B]()
	gap, all, axis := int64(0), int64(1), uint8(0)
	for k := range 64 / w {
		al, ah := int64(a.lo>>(k*w)&m), int64(a.hi>>(k*w)&m)
		bl, bh := int64(b.lo>>(k*w)&m), int64(b.hi>>(k*w)&m)
		g, l := max(al-bh, bl-ah), max(ah, bh)-min(al, bl)+1
		if k == 0 || g*all > gap*l {
			gap, all, axis = g, l, uint8(k)
			if al-bh > bl-ah {
				axis += 4
			}
		}
	}
	return axis
}

// slack returns the bit loose where the surface of b, a child of a node of span all, is less than
// three fourths of that of what is left of all by the faces of b across an axis.
func slack[B Box](all, b span, axis uint8) uint8 {
	field := most[B]() << (uint(axis&3) * (fieldBits[B]() + 1))
	s := span{all.lo ^ (all.lo^b.lo)&field, all.hi ^ (all.hi^b.hi)&field}
	if 4*(area[B](b)>>2) < 3*(area[B](s)>>2) {
		return loose
	}
	return 0
}

// longest returns the number of bits of the greatest side of s in cells.
func longest[B Box](s span) int {
	w := fieldBits[B]() + 1
	e := s.hi&^guards[B]() - s.lo
	return bits.Len64((e | e>>w | e>>(2*w)) & (1<<w - 1))
}

// centre returns the cell of the centre of s along each axis, in the fields of a word.
func centre[B Box](s span) uint64 {
	lo, hi := s.lo, s.hi&^guards[B]()
	return lo&hi + (lo^hi)&^ones[B]()>>1 // the means of all fields
}

// curve is how cells are put in order along the curve of Morton: by their bits in turn, those of
// the first axis lowest. Bits in which no two of them differ are left out where these are many, as
// along a line or above a plane: what is left fills the few digits that the sort looks at first.
type curve struct {
	w    uint    // bits of a field
	bits int     // of a key
	even bool    // all bits count
	low  uint    // so many bits differ along all axes
	mid  uint    // so many more along two of them
	top  uint    // so many more along one
	one  uint    // where its field begins
	two  [2]uint // where the fields of the two begin, that of the lesser axis first
}

// curveOf returns the curve of cells that differ from each other in no bits but those of differ.
func curveOf[B Box](differ uint64) curve {
	w := fieldBits[B]() + 1
	c := curve{w: w}
	n := [3]uint{}
	for k := range 64 / w {
		n[k] = uint(bits.Len64(differ >> (k * w) & most[B]()))
	}
	axes := [3]uint{0, 1, 2}
	slices.SortStableFunc(axes[:64/w], func(a, b uint) int { return int(n[b]) - int(n[a]) })
	a0, a1, a2 := axes[0], axes[1], axes[2]
	if w == 32 {
		c.mid, c.top = n[a1], n[a0]-n[a1]
	} else {
		c.low, c.mid, c.top = n[a2], n[a1]-n[a2], n[a0]-n[a1]
	}
	c.one, c.two = a0*w, [2]uint{min(a0, a1) * w, max(a0, a1) * w}
	c.bits = int(3*c.low + 2*c.mid + c.top)
	if c.even = c.mid+c.top < 4 && w != 32 || w == 32 && (c.top < 4 || c.bits > 60); c.even {
		c.bits = 60
	}
	return c
}

// key returns the place along the curve of a cell of the centres that the curve was made for.
func (c *curve) key(cell uint64) uint64 {
	const w = 21
	switch {
	case c.even && c.w == w:
		return spread3(cell&(1<<w-1)) | spread3(cell>>w&(1<<w-1))<<1 | spread3(cell>>(2*w))<<2
	case c.even:
		return (spread2(cell&(1<<32-1)) | spread2(cell>>32)<<1) >> 2
	case c.low+c.mid == 0:
		return cell >> (c.one & 63) & (1<<(c.top&63) - 1)
	}
	return c.uneven(cell, c.w)
}

// uneven is key where bits count that not all axes have, of fields of w bits.
func (c *curve) uneven(cell uint64, w uint) uint64 {
	low, mid, top := c.low&63, c.mid&63, c.top&63
	m := uint64(1)<<low - 1
	k := uint64(0)
	if low > 0 {
		k = spread3(cell&m) | spread3(cell>>w&m)<<1 | spread3(cell>>(2*w&63)&m)<<2
	}
	if mid > 0 {
		m = 1<<mid - 1
		two := spread2(cell>>((c.two[0]+low)&63)&m) | spread2(cell>>((c.two[1]+low)&63)&m)<<1
		k |= two << (3 * low & 63)
	}
	return k | cell>>((c.one+low+mid)&63)&(1<<top-1)<<((3*low+2*mid)&63)
}

// spread2 moves bit i of x, below 2^32, to bit 2i.
func spread2(x uint64) uint64 {
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
	x = (x | x<<2) & 0x3333333333333333
	return (x | x<<1) & 0x5555555555555555
}

// spread3 moves bit i of x, below 2^20, to bit 3i.
func spread3(x uint64) uint64 {
	return uint64(thirds[x&1023]) | uint64(thirds[x>>10&1023])<<30
}

// thirds holds each number below 2^10 with bit i at bit 3i.
var thirds = func() (list [1 << 10]uint32) {
	for i := range list {
		for k := range 10 {
			list[i] |= uint32(i) >> k & 1 << (3 * k)
		}
	}
	return list
}()

// outside reports whether s reaches the first or the last cell along some axis, where what lies
// beyond the grid is put.
func outside[B Box](s span) bool {
	return atEnd(s, guards[B](), ones[B]())
}

// atEnd is outside with the words of guards and of ones.
func atEnd(s span, guards, ones uint64) bool {
	return ((s.lo|guards)-ones)&guards != guards || (s.hi&^guards+ones)&guards != 0
}

// fit sets the grid over finite bounds, with the margin free at both ends.
//
// Its base is a multiple of a 64th of its side: bounds that change a little have the same grid, so
// that what lies in one cell of the curve stays together from one Rebuild to the next.
func fit[B Box](g *grid, bounds *B) {
	h := len(*bounds) / 2
	side := 0.0
	for k := range h {
		side = max(side, (*bounds)[h+k]-(*bounds)[k])
	}
	g.bent = false
	_, e := math.Frexp(1.25 * side) // side < 0.8 2^e
	g.scale = math.Ldexp(1, min(max(int(fieldBits[B]())-e, -1000), 1000))
	step := math.Ldexp(1, e-6)
	for k := range h {
		g.base[k] = (*bounds)[k]
		if n := math.Floor(g.base[k] / step); math.Abs(n) < 0x1p53 {
			g.base[k] = float64(n * step)
		}
	}
}

// nowhere returns what no span meets with room to spare.
func nowhere[B Box]() span { return span{most[B]() * ones[B](), guards[B]()} }

// wider returns s with a cell more on all sides, within the range.
func wider[B Box](s span) span {
	w := fieldBits[B]() + 1
	for k := range 64 / w {
		if s.lo>>(k*w)&most[B]() > 0 {
			s.lo -= 1 << (k * w)
		}
		if s.hi>>(k*w)&most[B]() < most[B]() {
			s.hi += 1 << (k * w)
		}
	}
	return s
}
