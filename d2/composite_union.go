package d2

import (
	"math"
	"sync/atomic"

	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/num"
)

// A body that is not convex is a union of convex leaves, numbered from 0 on, over one tree of
// boxes. All that queries do with such bodies they do with unions. A compound keeps its leaves as
// they were placed. Other bodies have too many for that: theirs are made from what the body keeps
// as they are asked about, in a slot of the query's work space. docs/math/compound.md.

// union is a set of convex leaves, each at a pose in the frame of the body.
type union struct {
	leaves []leaf
	from   supplier // makes the leaves where leaves is nil
	table  leafTable
	planes []int32                // the leaves that are half-spaces
	items  []int32                // the other leaves: that of each item of the tree; nil where leaf i is item i
	tree   bvh.Tree[[4]float64]   // over the boxes of these, in the body's frame
	box    AABB                   // of these; zero without any
	reach  float64                // no point of these is farther from the origin
	hull   Object                 // about the convex hull of all leaves, for directions alone; see about
	lazy   atomic.Pointer[Object] // the same where it waits for the first that asks
	shares []share                // what the parts are, those of leaves, where some have leaves of their own; else nil
	shell  bool                   // the leaves are a surface: contact with them is what matters, not how deep it goes
	open   bool                   // and there is nothing behind it; or a part is such a surface
	left   bool                   // which is there for what is to the left of its edges; or a part is such a one
	own    bool                   // a leaf is a shape of the user's own
	outer  atomic.Pointer[[]outerPlane]

	wide atomic.Pointer[bvh.Wide[[4]float64]] // the tree for searches around a point; nil until one asks
}

// supplier makes the leaves of a body, none of them a half-space.
type supplier interface {
	len() int32
	leaf(i int32, s *slot)        // puts leaf i into s
	facet(i int32, f *facet)      // puts its corners into f
	box(i int32) AABB             // of leaf i
	along(i int32, n Vec) float64 // how far leaf i reaches along n, as placement.along does
	corners() []Vec               // of all leaves
	number(i int32, at Vec) int   // the number that answers give leaf i, or the place at in it
}

// cells makes the cells of a grid, whose leaves are rectangles of them.
type cells interface {
	about(at Vec, slack float64) cellList // the cells near a point
	cut(number int32, s *slot)            // puts the cell with that number into s
}

// cellSlack u times all lengths is more than rounding moves a point of contact by. It bounds
// nothing: cells that are as near as that are asked about alone.
const cellSlack = 1 << 11

// cellList is some cells of a grid, by their numbers, in order.
type cellList struct {
	at [9]int32
	n  int
}

// list returns the numbers; the one that is none where there are none.
func (l *cellList) list() []int32 {
	if l.n == 0 {
		l.at[0] = -1
		return l.at[:1]
	}
	return l.at[:l.n]
}

// slot is where a query has a leaf that is made as it is asked about.
type slot struct {
	leaf
	of    *union // whose leaf it is
	at    int32  // and which
	moved bool   // it lies elsewhere than where it was made
	hull  facetHull
}

// put makes the leaf the hull of the first n points, as facetHull.set has it, in the frame of the
// body.
func (s *slot) put(points *[facetCorners]Vec, n int) {
	s.hull.set(points, n)
	o, h := &s.body, &s.hull.Hull
	if o.hull == nil || s.moved {
		s.leaf, s.moved = leaf{placement: placement{body: origin}}, false
		o.kind, o.hull, o.shape = kindHull, h, h
	}
	o.center, o.off, o.pos = h.center, h.center, h.center
	o.radius, o.extent, o.aabb = num.RoundUp(h.radius), largest(h.box.Size()), h.box
	o.short = o.isShort()
	s.spread = num.RoundUp(big1(h.center) + o.radius)
}

// union returns the leaves of a body that is not convex, nil of others.
func (o *Object) union() *union {
	u, _ := o.parts.(*union)
	return u
}

// body returns u, and made whether a constructor made it.
func (u *union) body() composite { return u }
func (u *union) made() bool      { return u.from != nil || len(u.leaves) > 0 }

// uniform reports whether all leaves are made, in the frame of the body: of one surface, solid or
// grid.
func (u *union) uniform() bool { return u != nil && u.from != nil && u.shares == nil }

// crossable reports whether all leaves are those of one surface, or of the boundary of a solid.
func (u *union) crossable() bool { return u.uniform() && u.shell }

// count returns the number of leaves.
func (u *union) count() int32 {
	if u.from == nil {
		return int32(len(u.leaves))
	}
	return u.from.len()
}

// item returns the leaf of item k of the tree.
func (u *union) item(k int32) int32 {
	if u.items == nil {
		return k
	}
	return u.items[k]
}

// leaf returns leaf i. One that is made for the purpose stays as it is until s is used for another.
func (u *union) leaf(i int32, s *slot) *leaf {
	if u.from == nil {
		return &u.leaves[i]
	}
	return u.take(i, s)
}

// take makes leaf i in s, unless it is there.
func (u *union) take(i int32, s *slot) *leaf {
	if u.shares != nil {
		return u.leafOf(i, s)
	}
	if s.of != u || s.at != i {
		u.from.leaf(i, s)
		s.of, s.at = u, i
	}
	return &s.leaf
}

// along returns how far leaf i reaches along n, as placement.along does.
func (u *union) along(i int32, n Vec) float64 {
	if u.from == nil {
		return u.leaves[i].along(n)
	}
	return u.from.along(i, n)
}

// boxOf returns the box of leaf i.
func (u *union) boxOf(i int32) AABB {
	if u.from == nil {
		return u.leaves[i].box()
	}
	return u.from.box(i)
}

// build makes the tree and the box, and the hull of leaves that are kept.
func (u *union) build() {
	n := len(u.items)
	if u.from != nil && u.items == nil {
		n = int(u.from.len())
	}
	boxes := make([][4]float64, n)
	for k := range boxes {
		b := u.boxOf(u.item(int32(k)))
		if boxes[k] = b.Array(); k == 0 {
			u.box = b
		}
		u.box = u.box.Union(b)
	}
	u.tree.Build(boxes)
	u.reach = num.RoundUp(Vec{max(-u.box.Min.X, u.box.Max.X), max(-u.box.Min.Y, u.box.Max.Y)}.length())
	if u.from == nil {
		u.table.build(u, boxes)
		u.hull = u.hullOf()
	}
}

// about returns about the convex hull of all leaves. Whoever asks first for that of leaves that are
// made keeps it; others who ask at the same time make the same.
func (u *union) about() *Object {
	if u.from == nil {
		return &u.hull
	}
	if o := u.lazy.Load(); o != nil {
		return o
	}
	o := u.hullOf()
	u.lazy.CompareAndSwap(nil, &o)
	return u.lazy.Load()
}

// around returns the tree for searches around a point. Whoever asks first makes it, as about does.
func (u *union) around() *bvh.Wide[[4]float64] {
	if w := u.wide.Load(); w != nil {
		return w
	}
	w := new(bvh.Wide[[4]float64])
	w.Collapse(&u.tree)
	u.wide.CompareAndSwap(nil, w)
	return u.wide.Load()
}

// names returns what answers call leaf i: a part of a compound, or the edge of a chain or the cell
// of a grid; neither where u is nil. at is the
// point in the frame of the body that the answer is about.
func (u *union) names(i int32, at Vec) (part, triangle int) {
	if u == nil {
		return -1, -1
	}
	switch {
	case u.from == nil:
		return int(i), -1
	case u.shares != nil:
		return u.shareNames(i, at)
	}
	return -1, u.from.number(i, at)
}

// size returns what an Object keeps of its shape: the reach from the origin, and the longest side
// of the box.
func (u *union) size() (radius, extent float64) { return u.reach, largest(u.box.Size()) }

// worldBox returns the AABB of u at pose at, whose matrix is axes.
//
// Without a rotation it is the exact union of the boxes of the parts, moved and rounded outward.
// With one, each side is the farthest part along an axis of the world plus a pad of 64u of all
// lengths.
func (u *union) worldBox(at Pose, axes mat2) AABB {
	if len(u.planes) > 0 {
		inf := math.Inf(1)
		return AABB{Vec{-inf, -inf}, Vec{inf, inf}}
	}
	p := at.Pos
	if at.Rot == (Rot{}) {
		return AABB{
			Vec{num.AddDown(p.X, u.box.Min.X), num.AddDown(p.Y, u.box.Min.Y)},
			Vec{num.AddUp(p.X, u.box.Max.X), num.AddUp(p.Y, u.box.Max.Y)},
		}
	}
	var b AABB
	b.Min.X, b.Max.X = u.side(Vec{axes.c, -axes.s}, p.X)
	b.Min.Y, b.Max.Y = u.side(Vec{axes.s, axes.c}, p.Y)
	return b
}

// side returns the ends of the AABB along the world's axis that is row in u's frame. pos is the
// coordinate of u's origin.
func (u *union) side(row Vec, pos float64) (lo, hi float64) {
	pad := float64(sidePad*unit*(math.Abs(pos)+u.reach)) + 64*math.SmallestNonzeroFloat64
	return num.PlusZero(pos - u.farthest(row.Neg()) - pad), num.PlusZero(pos + u.farthest(row) + pad)
}

// farthest returns how far the parts that are no half-spaces reach along n, about a unit vector, to
// 32u of reach: by their hull where that is made of their corners alone, else by the tree.
func (u *union) farthest(n Vec) float64 {
	if u.uniform() {
		if o := u.about(); o.kind == kindHull {
			return n.Dot(o.hull.points[o.hull.support(n, -1)])
		}
	}
	most, _ := u.tree.Farthest([3]float64{n.X, n.Y}, func(item int32) float64 {
		return u.along(u.item(item), n)
	})
	return most
}

// oneSided reports whether an edge of the body with the leaves u has one side.
func (u *union) oneSided() bool { return u != nil && u.left }
