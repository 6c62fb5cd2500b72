package d2

import (
	"math"
	"sync/atomic"
)

// Which bricks may be nearest to a point is kept for cells of the plane about a body: a square
// about it is cut into equal squares, and so is one twice as large, and so on, for what is beyond
// the lesser ones. A cell is looked at when a second point in it is asked about. What it says
// depends on the body alone, so that all who ask at the same time may write it. Answers are the
// same without cells. docs/math/point.md.

// brickCells are the cells about a body.
type brickCells struct {
	center Vec     // of the squares
	half   float64 // half the side of the least one
	base   int64   // the bits of the square of that
	scale  uint64  // the bits of cellsWide over that side, or a little less
	levels [cellLevels]atomic.Pointer[cellLevel]
}

// cellLevel holds the cells of a square, row by row: of each the bricks that may be nearest to a
// point in it, a byte with the number plus 1 for each. It is 0 where nobody has asked, cellSeen
// where one has, and cellCrowd where there are more bricks than fit.
type cellLevel [cellsWide * cellsWide]atomic.Uint64

const (
	cellLevels = 4
	cellsWide  = 32             // cells along a side
	cellsFrom  = 4              // fewer bricks are faster looked at
	cellsUpTo  = brickPlace - 1 // for more a byte is too small
	cellSeen   = brickPlace
	cellCrowd  = 1<<64 - 1
	cellSlack  = 0x1p-30 // of the sizes: more than all roundings
	cellNear   = 0x1p-20 // of the sizes: nearer to a boundary the brick search tells
	cellApart  = 1 << 32 // keys that differ by that are of distances that differ by more than 2^-23
)

// newCells returns the cells about a body in the given box that has these bricks; nil for too few
// or too many, and for sizes whose squares may overflow.
func newCells(box AABB, reach float64, list []brick) *brickCells {
	half := largest(box.Size()) / 2
	if len(list) < cellsFrom || len(list) > cellsUpTo || !(half > 1/quickRange && reach < quickRange) {
		return nil
	}
	return &brickCells{
		center: box.Center(),
		half:   half,
		base:   int64(math.Float64bits(float64(half * half))),
		scale:  math.Float64bits(cellsWide / 2 * (1 - 0x1p-40) / half),
	}
}

// nearest returns the brick that is nearest to x by far, -1 where it does not know. reach is that
// of the body.
func (c *brickCells) nearest(list []brick, x Vec, reach float64) int32 {
	if c == nil {
		return -1
	}
	y := x.Sub(c.center)
	// y is shorter than half times 2^level.
	level := (int64(math.Float64bits(y.Len2()))-c.base)>>53 + 1
	if level &^= level >> 63; level >= cellLevels {
		return -1
	}
	scale := math.Float64frombits(c.scale - uint64(level)<<52)
	i, j := int(float64(y.X*scale)+cellsWide/2), int(float64(y.Y*scale)+cellsWide/2)
	word := uint64(0)
	if cells := c.levels[level].Load(); cells != nil {
		word = cells[(j*cellsWide+i)%(cellsWide*cellsWide)].Load()
	}
	switch {
	case word-1 < cellsUpTo: // one alone
		return int32(word) - 1
	case word == 0 || word == cellSeen:
		c.visit(list, level, i, j, reach)
		return -1
	case word == cellCrowd:
		return -1
	}
	near, nearer := lookAt(list, x, word)
	if near-cellApart <= nearer {
		return -1
	}
	return int32(nearer&brickPlace) - 1
}

// lookAt returns the second least key and the least of the bricks that word lists, which has one at
// least, with the number of the brick plus 1 for the place.
func lookAt(list []brick, x Vec, word uint64) (near, nearer int64) {
	near, nearer = farKey, farKey
	for ; word != 0; word >>= 8 {
		b := &list[word&brickPlace-1]
		p := b.axes.applyT(x.Sub(b.at))
		u := min(int64(math.Float64bits(b.half.X-p.X)), int64(math.Float64bits(b.half.X+p.X)))
		v := min(int64(math.Float64bits(b.half.Y-p.Y)), int64(math.Float64bits(b.half.Y+p.Y)))
		deep := max(min(u, v), 0)
		p = Vec{negativePart(u), negativePart(v)}
		k := int64(math.Float64bits(p.Len2())) - deep
		k = k&^brickPlace | int64(word&brickPlace)
		near, nearer = min(near, max(nearer, k)), min(nearer, k)
	}
	return near, nearer
}

// visit notes that a point in the cell i, j of a level is asked about, and looks at it the second
// time.
func (c *brickCells) visit(list []brick, level int64, i, j int, reach float64) {
	cells := c.levels[level].Load()
	if cells == nil {
		c.levels[level].CompareAndSwap(nil, new(cellLevel))
		cells = c.levels[level].Load()
	}
	word := &cells[j*cellsWide+i]
	if !word.CompareAndSwap(0, cellSeen) {
		half := math.Ldexp(c.half, int(level))
		side := float64(half * (2.0 / cellsWide))
		m := Vec{float64(i) + (0.5 - cellsWide/2), float64(j) + (0.5 - cellsWide/2)}.Scale(side)
		word.Store(c.candidates(list, c.center.Add(m), side, float64(cellSlack*(reach+half))))
	}
}

// candidates returns the word of the cell with the middle m. slack is more than all roundings.
//
// From m to another point of the cell the distance to a brick less that to another changes by no
// more than twice the way, and by no more than the way times the diagonal of the body over the
// least distance of the two.
func (c *brickCells) candidates(list []brick, m Vec, side, slack float64) (word uint64) {
	var apart [cellsUpTo]float64
	near := math.Inf(1)
	for k := range list {
		apart[k] = list[k].apart(m)
		near = min(near, apart[k])
	}
	way, slope := float64(side*(math.Sqrt2/2)), 2.0
	if least := near - way; least > 0 {
		slope = min(slope, float64(2*math.Sqrt2*c.half)/least)
	}
	limit := near + float64(way*slope*(1+0x1p-20)) + slack
	for k := range list {
		switch {
		case apart[k] > limit:
		case word >= 1<<56:
			return cellCrowd
		default:
			word = word<<8 | uint64(k+1)
		}
	}
	return word
}

// apart returns the signed distance of x from the core of b, rounded.
func (b *brick) apart(x Vec) float64 {
	p := b.axes.applyT(x.Sub(b.at))
	u, v := math.Abs(p.X)-b.half.X, math.Abs(p.Y)-b.half.Y
	if u < 0 && v < 0 {
		return max(u, v)
	}
	return Vec{max(u, 0), max(v, 0)}.length()
}
