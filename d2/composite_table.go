package d2

import (
	"math"

	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/lanes"
)

// Which leaf is nearest to a point is told from a table of boxes, capsules and circles, in one
// place in memory. What the answer says comes from that leaf alone. docs/math/point.md.

// leafBall is a ball about a leaf in the body's frame.
type leafBall struct {
	at     Vec
	square float64 // of the radius, and a little more
}

// leafTable is what queries about points and rays look at first.
type leafTable struct {
	list   []brick // where all leaves are such bodies of one margin, and no pose is a rounded product
	margin float64
	lanes  lanes.Boxes2         // where the bricks of list lie, and their half extents
	balls  []leafBall           // where all leaves have short ways for rays
	boxes  bool                 // all are boxes without a margin, and there are firstBoxes at most
	parts  []int32              // the leaf of each brick and ball; nil where they are in the same order
	tree   bvh.Tree[[4]float64] // over the boxes, some a leaf; list and balls are in the order of its items
	wide   bvh.Wide[[4]float64] // the same for points
	flat   []leafBox            // the leaves of the tree, where they are few
}

const (
	bricksAtOnce = 12                 // up to so many are looked at without a tree
	firstBoxes   = 1 << 12            // up to so many boxes a ray asks one alone: composite_cast_first.go
	bricksALeaf  = lanes.Width        // of the tree
	flatUpTo     = 32                 // fewer leaves are looked at without a walk down the tree
	bricksSeen   = lanes.KeyPlace + 1 // of more, counting each leaf of the tree in full, the nearest one is not told
)

// leafBox is a box of some bricks in a row.
type leafBox struct {
	mid, half Vec
	first, n  int32
}

// build makes the table of the leaves of u, of which boxes are the boxes, or leaves it empty.
func (t *leafTable) build(u *union, boxes [][4]float64) {
	plain, short := true, true
	for i := range u.leaves {
		l := &u.leaves[i].placement
		o := &l.body
		plain = plain && (o.kind == kindPoint || o.kind == kindBox || o.kind == kindSegment) &&
			l.shift == 0 && l.turn == 0 && o.margin == u.leaves[0].body.margin
		short = short && o.short
	}
	if !plain && !short {
		return
	}
	if len(u.leaves) > bricksAtOnce {
		t.tree.BuildLeaves(boxes, bricksALeaf)
		t.parts = t.tree.Items()
		t.flatten()
	}
	if plain {
		t.list, t.margin = make([]brick, len(u.leaves)), u.leaves[0].body.margin
		t.lanes = lanes.MakeBoxes2(len(u.leaves))
		t.boxes = short && t.margin == 0 && len(u.leaves) <= firstBoxes
	}
	for k := range t.list {
		o := &u.leaves[t.part(int32(k))].body
		b := &t.list[k]
		if *b = (brick{o.pose.Pos, o.axes(), o.half, o.radius, o.kind}); o.kind == kindPoint {
			b.half = Vec{}
		}
		t.lanes.Set(k, b.at.array(), b.axes.c, b.axes.s, b.half.array())
		t.boxes = t.boxes && o.kind == kindBox
	}
	if short {
		t.balls = make([]leafBall, len(u.leaves))
	}
	for k := range t.balls {
		l := &u.leaves[t.part(int32(k))].placement
		r := l.body.radius + l.body.margin + l.slack()
		t.balls[k] = leafBall{l.body.pos, float64(float64(r*r) * (1 + 0x1p-20))}
	}
}

// flatten lists the leaves of the tree, where they are few. A box there is off by a rounding of its
// size.
func (t *leafTable) flatten() {
	t.tree.Leaves(func(b *[4]float64, first, n int) {
		lo, hi := Vec{b[0], b[1]}, Vec{b[2], b[3]}
		mid := lo.Scale(0.5).Add(hi.Scale(0.5))
		half := Vec{max(hi.X-mid.X, mid.X-lo.X), max(hi.Y-mid.Y, mid.Y-lo.Y)}
		t.flat = append(t.flat, leafBox{mid, half, int32(first), int32(n)})
	})
	if len(t.flat) >= flatUpTo {
		t.flat = nil
		t.wide.Collapse(&t.tree)
	}
}

// meetings has room for the balls that a look finds.
type meetings [16]int32

// meet puts those of n balls, from the first on, into list that the line o + t d may meet, and
// returns how many. o and the balls are off by less than off, and lie within size of each other; d
// is off by less than 2^-47 of itself.
//
// No branch hangs on which balls these are: it would be mispredicted.
func (t *leafTable) meet(o, d Vec, off, size float64, first, n int, list *meetings) (count uint) {
	slack := float64(float64(off*off)*0x1p22) + float64(float64(size*size)*0x1p-64) + 0x1p-1000
	inv := 1 / d.Len2()
	balls := t.balls[first : first+n]
	for i := range balls {
		b := &balls[i]
		across := b.at.Sub(o).Cross(d)
		list[count%uint(len(list))] = int32(first + i)
		if float64(float64(across*across)*inv) <= b.square+slack {
			count++
		}
	}
	return count
}

// part returns the leaf that is brick k.
func (t *leafTable) part(k int32) int32 {
	if t.parts == nil {
		return k
	}
	return t.parts[k]
}

// brickSearch finds the brick nearest to a point. The place in a key is that in the list.
type brickSearch struct {
	around       bvh.Around[[4]float64]
	near, nearer int64                           // the second least key and the least
	count        int                             // of places, a multiple of bricksALeaf
	list         [bricksSeen / bricksALeaf]int32 // the brick at each such place
	ranks        [flatUpTo]int64                 // of boxes of leaves: keys with the place of the leaf
	wait         [flatUpTo]int32                 // leaves to look at
}

// look looks at n bricks of t from the first on, no more than bricksAtOnce.
func (s *brickSearch) look(t *leafTable, x Vec, first, n int) {
	for ; n > 0; n -= lanes.Width {
		least, next := t.lanes.Nearest(x.X, x.Y, first, min(n, lanes.Width), int64(s.count))
		s.near = min(s.near, max(s.nearer, least), next)
		s.nearer = min(s.nearer, least)
		s.list[s.count/bricksALeaf] = int32(first)
		s.count += bricksALeaf
		first += lanes.Width
	}
}

// best returns the signed distance from the core of the brick seen that is nearest, and which it
// is.
func (s *brickSearch) best() (d float64, brick int32) {
	place := int32(s.nearer & lanes.KeyPlace)
	return keyDistance(s.nearer), s.list[place/bricksALeaf] + place%bricksALeaf
}

// nearest returns the brick that alone is nearest to x, known to off. ok is false where there are
// none, and where rounding leaves more than one, or the sign of the distance open. reach is that of
// the body, pad is what distances of the tree are off by.
//
// A distance is off by pointCore u of the distance from the brick's place, a sum of two coordinates
// each. A key is less by 2^-44 of itself at most, and the least normal square is 2^-1022.
func (s *brickSearch) nearest(t *leafTable, x Vec, off, pad, reach float64) (brick int32, ok bool) {
	if len(t.list) == 0 {
		return 0, false
	}
	slop := float64(2*off) + float64(4*pointCore*unit*(big1(x)+float64(4*reach))) + 0x1p-500
	if len(t.list) <= lanes.Width { // one look, with all places in order
		nearer, near := t.lanes.Nearest(x.X, x.Y, 0, len(t.list), 0)
		d := keyDistance(nearer)
		return int32(nearer & lanes.KeyPlace), nearestAlone(d, near, slop)
	}
	s.near, s.nearer, s.count = lanes.KeyFar, lanes.KeyFar, 0
	if t.parts == nil {
		s.look(t, x, 0, len(t.list))
	} else if !s.search(t, x, slop+pad-t.margin) {
		return 0, false
	}
	d, brick := s.best()
	return brick, nearestAlone(d, s.near, slop)
}

// nearestAlone reports whether a brick at the signed distance d is told from the next one, which
// has the key near, and the sign of d from 0: what either is off by is less than slop.
func nearestAlone(d float64, near int64, slop float64) bool {
	return math.Abs(d) > slop && keyDistance(near)-d > slop+float64(0x1p-42*math.Abs(d))
}

// search looks at the bricks that may be nearest, which are as far from x as their cores and more.
// It reports false for too many.
func (s *brickSearch) search(t *leafTable, x Vec, more float64) bool {
	if len(t.flat) > 0 {
		s.searchFlat(t, x, more)
		return true
	}
	limit := math.Inf(1)
	s.around.Start(&t.wide, &[3]float64{x.X, x.Y, 0})
	for s.count < bricksSeen {
		first, n, ok := s.around.NextLeaf(limit)
		if !ok {
			return true
		}
		s.look(t, x, first, n)
		d, _ := s.best()
		limit = d + more + float64(0x1p-42*math.Abs(d))
	}
	return false
}

// searchFlat is search by the list of all leaves: the nearest one first, then those that its
// bricks leave. A rank is the key of the box of a leaf. The distance from it is off by 6u of the
// sizes.
//
// No branch hangs on where x lies but those of the last loop.
func (s *brickSearch) searchFlat(t *leafTable, x Vec, more float64) {
	least := int64(math.MaxInt64)
	for i := range t.flat {
		b := &t.flat[i]
		p := x.Sub(b.mid)
		u := min(int64(math.Float64bits(b.half.X-p.X)), int64(math.Float64bits(b.half.X+p.X)))
		v := min(int64(math.Float64bits(b.half.Y-p.Y)), int64(math.Float64bits(b.half.Y+p.Y)))
		deep := max(min(u, v), 0)
		p = Vec{lanes.NegativePart(u), lanes.NegativePart(v)}
		k := (int64(math.Float64bits(p.Len2()))-deep)&^(flatUpTo-1) | int64(i)
		s.ranks[i] = k
		least = min(least, k)
	}
	nearest := least & (flatUpTo - 1)
	most := s.lookLeaf(t, x, int32(nearest), more)
	s.ranks[nearest] = math.MaxInt64
	count := 0
	for i := range t.flat {
		s.wait[count] = int32(i)
		if s.ranks[i] <= most {
			count++
		}
	}
	for _, i := range s.wait[:count] {
		if s.ranks[i] <= most {
			most = s.lookLeaf(t, x, i, more)
		}
	}
}

// lookLeaf looks at the bricks of a leaf, and returns the greatest rank of those that may hold one
// as near as the nearest one seen so far.
func (s *brickSearch) lookLeaf(t *leafTable, x Vec, leaf int32, more float64) (most int64) {
	b := &t.flat[leaf]
	s.look(t, x, int(b.first), int(b.n))
	d, _ := s.best()
	d += more + float64(0x1p-42*math.Abs(d))
	if d < 0 {
		return flatUpTo - int64(math.Float64bits(float64(-d*(1-0x1p-50))))
	}
	return flatUpTo + int64(math.Float64bits(float64(float64(d*d)*(1+0x1p-49))+0x1p-1070))
}
