package d3

import "math"

// This file makes and reads a table of the vertices of a hull that can be the farthest: directions
// are sorted into cells, and each cell has a list of all vertices that are the farthest along one
// of its directions, which are few. So a search looks at these alone, and finds
// what a look at all would have found, bit for bit.
//
// The cell of a direction d is told by the places of d.X and d.Y along [-|d|_1, |d|_1], each in
// side parts, and by the sign of d.Z. Within a cell no sign changes, so |d|_1 is linear there, the
// cell is a cone with four corners, and a vertex that is higher than another along all four is so
// along all directions of the cell. docs/math/gjk.md, "A vertex chosen wrongly", has the errors.

const (
	// cellFew is the number of vertices up to which all are looked at: that takes less time.
	cellFew = 20
	// cellMost is the number of vertices beyond which lists would be long, or the table large.
	cellMost = 8192
	// cellSideMost is the most cells along a side. With half of it the lists of 2048 vertices have
	// no place in their cells: a search takes half as long again (BenchmarkSupport), though the
	// table, 256 kB, is four times as large.
	cellSideMost = 128
	// cellLong bounds the lists: no table is made where they have more entries for each cell and
	// vertex together. Only crowds of vertices within rounding of each other need more.
	cellLong = 8
	// cellMore stands in the first place of a cell that has more vertices than places.
	cellMore = math.MaxUint16
)

// cellRoom is by how much of its width a cell is taken to be larger on each side, far more than
// rounding can move a direction.
const cellRoom = 0x1p-40

// A supportCell holds up to four vertices in ascending order, the last one repeated; or cellMore,
// the place of its list in more, low half first, and the length of that.
type supportCell [4]uint16

// supportCells is the table.
type supportCells struct {
	half  float64 // half as many cells as along a side
	side  uint
	cells []supportCell
	more  []uint16
}

// support returns what scan does for the vertices v of the hull of t.
func (t *supportCells) support(v []Vec, d Vec) int32 {
	s := t.half / (math.Abs(d.X) + math.Abs(d.Y) + math.Abs(d.Z)) // any cell where d is not finite or zero
	i := min(uint(int(float64(d.X*s)+t.half)), t.side-1)
	j := min(uint(int(float64(d.Y*s)+t.half)), t.side-1)
	below := uint(int64(math.Float64bits(d.Z)) >> 63) // all ones where d.Z is negative
	c := &t.cells[(below&t.side+j)*t.side+i]
	a, b := int(c[0]), int(c[1])
	if a == cellMore {
		return t.long(v, d, c)
	}
	p, q := &v[a], &v[b]
	k := int64(math.Float64bits(float64(p.X*d.X) + float64(p.Y*d.Y) + float64(p.Z*d.Z)))
	l := int64(math.Float64bits(float64(q.X*d.X) + float64(q.Y*d.Y) + float64(q.Z*d.Z)))
	if l > k {
		a = b
	}
	k = max(k, l)
	b = int(c[2])
	e := int(c[3])
	p, q = &v[b], &v[e]
	l = int64(math.Float64bits(float64(p.X*d.X) + float64(p.Y*d.Y) + float64(p.Z*d.Z)))
	m := int64(math.Float64bits(float64(q.X*d.X) + float64(q.Y*d.Y) + float64(q.Z*d.Z)))
	if l > k {
		a = b
	}
	k = max(k, l)
	if m > k {
		a = e
	}
	if max(k, m) < cellSure {
		return scan(v, d)
	}
	return int32(a)
}

// cellSure is the bits of a value that is far above all underflow: a search whose best value is
// lower, or negative, looks at all vertices. Of two values below the lists say nothing.
const cellSure = (1023 - 900) << 52

// long is support for the cell c with a list.
func (t *supportCells) long(v []Vec, d Vec, c *supportCell) int32 {
	first := int(c[1]) | int(c[2])<<16
	best, at := int64(-1), 0
	for _, i := range t.more[first : first+int(c[3])] {
		p := &v[i]
		k := int64(math.Float64bits(float64(p.X*d.X) + float64(p.Y*d.Y) + float64(p.Z*d.Z)))
		if k > best {
			at = int(i)
		}
		best = max(best, k)
	}
	if best < cellSure {
		return scan(v, d)
	}
	return int32(at)
}

// cellSide returns the number of cells along a side for a hull of n vertices.
func cellSide(n int) uint {
	side := uint(8)
	for int(side*side) < 4*n && side < cellSideMost {
		side *= 2
	}
	return side
}

// newCells returns the table of a hull with these vertices, none farther than radius from the
// origin; nil if they are too few, or too many, or such that the lists would be long.
func newCells(local []Vec, radius float64) *supportCells {
	n := len(local)
	if n <= cellFew || n > cellMost {
		return nil
	}
	side := cellSide(n)
	t := &supportCells{half: float64(side / 2), side: side, cells: make([]supportCell, 2*side*side)}
	m := cellMaker{
		t: t, slack: float64(cellSlack * unit * float64(t.half*radius)), most: cellLong * (len(t.cells) + n),
		value: make([][4]float64, n),
	}
	list := make([]cellVertex, n, 4*n)
	w := int(side / 2)
	for k := range 8 {
		m.octant(local, k, list)
		if !m.split((k&1)*-w, k>>1&1*-w, w, list) {
			return nil
		}
	}
	return t
}

// cellMaker fills the table t, one octant after the other.
type cellMaker struct {
	t     *supportCells
	sign  [3]int       // of the coordinates of directions in the octant
	slack float64      // bounds twice the error of a difference of values, in the search and here
	most  int          // entries in lists
	value [][4]float64 // of the vertices of a list along the corners of the square
}

// cellVertex is a vertex with its value along the directions of an octant, as a function of the
// place: x and y times that, and c.
type cellVertex struct {
	x, y, c float64
	v       uint16
}

// octant begins octant k, and makes list that of all vertices in it.
func (m *cellMaker) octant(local []Vec, k int, list []cellVertex) {
	m.sign = [3]int{1 - k&1*2, 1 - k>>1&1*2, 1 - k>>2&1*2}
	sx, sy, sz := float64(m.sign[0]), float64(m.sign[1]), float64(m.sign[2])
	for i, p := range local { // d.Z is sz (half - sx d.X - sy d.Y)
		z := float64(sz * p.Z)
		list[i] = cellVertex{p.X - float64(sx*z), p.Y - float64(sy*z), float64(m.t.half * z), uint16(i)}
	}
}

// split fills the w x w cells from column i and row j on, counted from the middle, where list has
// all vertices that can be the farthest there. What lies in memory beyond list is overwritten. It
// returns false where the lists are too long.
func (m *cellMaker) split(i, j, w int, list []cellVertex) bool {
	sx, sy := m.sign[0], m.sign[1]
	if min(sx*i, sx*(i+w))+min(sy*j, sy*(j+w)) > int(m.t.half) {
		return true // beyond |d.X| + |d.Y| = |d|_1
	}
	if len(list) > len(supportCell{}) {
		list = m.keep(i, j, w, list)
	}
	if w == 1 || len(list) <= len(supportCell{}) {
		return m.store(i, j, w, list)
	}
	w /= 2
	return m.split(i, j, w, list) && m.split(i+w, j, w, list) && m.split(i, j+w, w, list) && m.split(i+w, j+w, w, list)
}

// keep returns those of list, after its end, that are not lower along all corners of the square
// than the one that is the highest along the middle, nor than those that are so along a corner.
func (m *cellMaker) keep(i, j, w int, list []cellVertex) []cellVertex {
	x0, x1 := float64(i)-cellRoom, float64(i+w)+cellRoom
	y0, y1 := float64(j)-cellRoom, float64(j+w)+cellRoom
	value := m.value[:len(list)]
	high, at := math.Inf(-1), 0
	for k := range list {
		p, v := &list[k], &value[k]
		a, b, c, d := float64(p.x*x0), float64(p.x*x1), float64(p.y*y0)+p.c, float64(p.y*y1)+p.c
		v[0], v[1], v[2], v[3] = a+c, b+c, a+d, b+d
		if x := (a + b) + (c + d); x > high { // along the middle, twice
			high, at = x, k
		}
	}
	kept := m.drop(list, list[len(list):], at)
	if w > 2 || len(kept) <= len(supportCell{}) {
		return kept
	}
	for e := range 4 {
		at := 0
		for k := range kept {
			if value[k][e] > value[at][e] {
				at = k
			}
		}
		kept = m.drop(kept, kept[:0], at)
	}
	return kept
}

// drop appends what is in list, but for what is lower than element at along all corners, and keeps
// the values in step.
func (m *cellMaker) drop(list, to []cellVertex, at int) []cellVertex {
	v := &m.value[at]
	a, b, c, d := v[0]-m.slack, v[1]-m.slack, v[2]-m.slack, v[3]-m.slack
	n := 0
	for k := range list {
		v := &m.value[k]
		if v[0] < a && v[1] < b && v[2] < c && v[3] < d {
			continue
		}
		if n < k {
			m.value[n] = *v
		}
		to = append(to, list[k])
		n++
	}
	return to
}

// store makes list that of the w x w cells from column i and row j on.
func (m *cellMaker) store(i, j, w int, list []cellVertex) bool {
	t := m.t
	var c supportCell
	if n := len(list); n <= len(c) {
		for e := range c {
			c[e] = list[min(e, n-1)].v
		}
	} else {
		first := len(t.more)
		c = supportCell{cellMore, uint16(first), uint16(first >> 16), uint16(n)}
		for e := range list {
			t.more = append(t.more, list[e].v)
		}
	}
	i, j = i+int(t.half), j+int(t.half)
	if m.sign[2] < 0 {
		j += int(t.side)
	}
	for y := j; y < j+w; y++ {
		row := t.cells[y*int(t.side)+i:]
		for x := range w {
			row[x] = c
		}
	}
	return len(t.more) <= m.most
}
