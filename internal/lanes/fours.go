package lanes

import "math"

// Fours are the nodes of a tree, each of four boxes along the axes, of the plane or of space. Each
// box has a number: that of the node below it, or a negative one where it is a leaf.
type Fours struct {
	axes int
	data []float64  // of each node, along each axis: four times twice the middle, then four sides
	kids [][4]int32 // the numbers
}

// Ranked is the number of a box with a key of how near that is to a point: as those of Boxes3, but
// of four times the square outside and twice the depth inside, and the place in the last two bits.
type Ranked struct {
	Key int64
	Kid int32
}

const (
	fourPlace = 3   // the bits of a key for the place
	waiting   = 384 // boxes that wait in a search: three for each step down
)

// Sought is the point or the box along the axes that a search of Fours is about.
type Sought struct {
	Twice [3]float64 // the coordinates of the point, or of the middle of the box, doubled
	Sides [3]float64 // of the box
}

// Wait is the list of the boxes that a search of Fours has still to look into.
type Wait struct {
	list [waiting + 4]Ranked
	top  int // entries of the list
}

// Start makes the list that of the first node alone.
func (w *Wait) Start() { w.list[0], w.top = Ranked{Key: math.MinInt64}, 1 }

// Clear makes the list empty.
func (w *Wait) Clear() { w.top = 0 }

// MakeFours returns no nodes, along two or three axes.
func MakeFours(axes int) Fours { return Fours{axes: axes} }

// Len returns the number of nodes.
func (f *Fours) Len() int { return len(f.kids) }

// Add appends a node of n boxes, 1 to 4, each known by the least coordinates and the greatest, and
// returns where their numbers are kept until the next Add. A box without end along an axis counts
// as one that has no end on either side.
func (f *Fours) Add(n int, low, high *[4][3]float64) *[4]int32 {
	for k := range f.axes {
		var sum, side [4]float64
		for i := range side {
			if i >= n {
				side[i] = math.Inf(-1) // as far as can be
			} else if side[i] = high[i][k] - low[i][k]; !math.IsInf(side[i], 0) {
				sum[i] = high[i][k] + low[i][k]
			}
		}
		f.data = append(append(f.data, sum[:]...), side[:]...)
	}
	f.kids = append(f.kids, [4]int32{-1, -1, -1, -1}) // no way back up, whatever the keys are
	return f.Kids(len(f.kids) - 1)
}

// Kids returns the numbers of the boxes of a node.
func (f *Fours) Kids(node int) *[4]int32 { return &f.kids[node] }

// Next takes boxes from the list until one is a leaf, and returns that. Nodes give way to those of
// their boxes whose keys are at most a limit below KeyFar, of which the nearest one is taken next.
// ok is false where no leaf is left. The tree must be no deeper than 128.
//
// No branch hangs on the order of the four boxes: it would be mispredicted.
func (f *Fours) Next(x *Sought, limit int64, w *Wait) (leaf Ranked, ok bool) {
	switch {
	case w.top == 0:
		return Ranked{}, false
	case !vectors:
		f.next(x, limit, w)
	case f.axes == 2:
		next2(&f.data[0], &f.kids[0], x, limit, w)
	default:
		next3(&f.data[0], &f.kids[0], x, limit, w)
	}
	switch w.top {
	case -1:
		w.top = 0
		return Ranked{}, false
	case -2:
		panic("lanes: too deep a tree")
	}
	return w.list[w.top], true
}

// next leaves in w.top where the leaf is, or -1. Where the list has no room for the boxes of a node
// it panics; its twins leave -2.
func (f *Fours) next(x *Sought, limit int64, w *Wait) {
	// At the head of every turn each leaf that is still to come is below an entry of the list.
	for w.top--; w.top >= 0; w.top-- {
		e := w.list[w.top]
		if e.Key > limit {
			continue
		}
		if e.Kid < 0 {
			return
		}
		n := 8 * f.axes
		at := f.data[int(e.Kid)*n : int(e.Kid)*n+n]
		w.top += near(at, &f.kids[e.Kid], x, limit, (*[4]Ranked)(w.list[w.top:]))
	}
}

// near puts those of four boxes whose keys are at most the limit onto a list, the nearest one last,
// and returns how many these are. The rest of the list is left in no state to be read.
func near(at []float64, kids *[4]int32, x *Sought, limit int64, onto *[4]Ranked) int {
	var keys [4]int64
	for i := range keys {
		u := int64(math.Float64bits((at[4+i] + x.Sides[0]) - math.Abs(x.Twice[0]-at[i])))
		v := int64(math.Float64bits((at[12+i] + x.Sides[1]) - math.Abs(x.Twice[1]-at[8+i])))
		var key int64
		if len(at) == 16 {
			key = key2(u, v)
		} else {
			key = key3(u, v, int64(math.Float64bits((at[20+i]+x.Sides[2])-math.Abs(x.Twice[2]-at[16+i]))))
		}
		keys[i] = key&^fourPlace | int64(i)
	}
	a, b := min(keys[0], keys[1]), max(keys[0], keys[1])
	c, d := min(keys[2], keys[3]), max(keys[2], keys[3])
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	b, c = min(b, c), max(b, c)
	count := 0
	for _, key := range [4]int64{d, c, b, a} {
		onto[count&fourPlace] = Ranked{key, kids[key&fourPlace]}
		if key <= limit {
			count++
		}
	}
	return count
}
