package d2

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// A part of a compound may be a body of many leaves itself, as a chain. Then the leaves of the
// compound are those of its shares, one share for each part, in order. The leaf of a convex share
// is kept; others are made in the frame of their share, and put where that lies.

// share is a part of a compound some of whose parts have leaves of their own.
type share struct {
	of    *union // whose leaves they are; nil of a convex part, the only leaf of its share
	first int32  // leaf
}

// shareLeaves makes the leaves of such a compound.
type shareLeaves struct {
	u   *union
	all int32
	tmp *slot // while the compound is built
}

// split makes u a union of shares, if a part of it has leaves of its own. The error is
// collide.ErrTooLarge.
func (u *union) split() error {
	if !slices.ContainsFunc(u.leaves, func(l leaf) bool { return l.body.kind == kindComposite }) {
		return nil
	}
	p := &shareLeaves{u: u, tmp: new(slot)}
	u.shares, u.planes, u.items = make([]share, len(u.leaves)), nil, nil
	for k := range u.leaves {
		x := share{first: p.all}
		if o := &u.leaves[k].body; o.kind == kindComposite {
			x.of = o.union()
			u.open = u.open || x.of.open
			u.left = u.left || x.of.left
			if x.of.count() > math.MaxInt32/2-p.all {
				n := float64(p.all) + float64(x.of.count())
				return &collide.Error{Code: collide.ErrTooLarge, Path: "parts", Index: -1, Value: n}
			}
			p.all += x.of.count()
		} else {
			if o.kind == kindHalfSpace {
				u.planes = append(u.planes, p.all)
			}
			p.all++
		}
		u.shares[k] = x
	}
	for i := int32(0); i < p.all && len(u.planes) > 0; i++ {
		if _, plane := slices.BinarySearch(u.planes, i); !plane {
			u.items = append(u.items, i)
		}
	}
	u.from = p
	return nil
}

// share returns the share of leaf i.
func (u *union) share(i int32) int {
	lo, hi := 0, len(u.shares) // the first shares begin at i or before, those from hi on behind it
	for lo+1 < hi {
		if mid := (lo + hi) / 2; u.shares[mid].first <= i {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// leafOf returns leaf i of the shares, in s where it is made.
func (u *union) leafOf(i int32, s *slot) *leaf {
	k := u.share(i)
	x, at := &u.shares[k], &u.leaves[k]
	if x.of == nil {
		return at
	}
	if s.of != u || s.at != i {
		x.of.from.leaf(i-x.first, s)
		s.within(at)
		s.of, s.at = u, i
	}
	return &s.leaf
}

// within puts the leaf in s, made in the frame of the part p, where that lies.
func (s *slot) within(p *leaf) {
	s.body.set(p.body.pose)
	s.shift, s.turn, s.chain, s.moved = p.shift, p.turn, p.chain, true
}

// gridOf returns the grid that leaf i of u is of, nil for others, and the part that it is, nil for
// all of u.
func (u *union) gridOf(i int32) (g cells, in *leaf) {
	if u == nil || u.from == nil {
		return nil, nil
	}
	if u.shares == nil {
		g, _ = u.from.(cells)
		return g, nil
	}
	k := u.share(i)
	if of := u.shares[k].of; of != nil {
		g, _ = of.from.(cells)
	}
	return g, &u.leaves[k]
}

// cellsAt returns the cells within slack of the point at of u, of the grid that leaf i is of; none
// where that is of no grid.
func (u *union) cellsAt(i int32, at Vec, slack float64) cellList {
	g, in := u.gridOf(i)
	if g == nil {
		return cellList{}
	}
	if in != nil {
		pos := in.body.pose.Pos
		at = in.body.axes().applyT(at.Sub(pos))
		slack += float64(cellSlack * unit * big1(pos))
	}
	return g.about(at, slack)
}

// cut makes s hold the cell with that number in place of leaf i, of the same grid, until s.of is
// cleared. It leaves s alone for the number -1.
func (u *union) cut(i, number int32, s *slot) {
	if number < 0 {
		return
	}
	g, in := u.gridOf(i)
	g.cut(number, s)
	if in != nil {
		s.within(in)
	}
	s.of, s.at = u, i
}

// shellAt reports whether leaf i is of a surface.
func (u *union) shellAt(i int32) bool {
	if u == nil || u.shares == nil {
		return u != nil && u.shell
	}
	x := &u.shares[u.share(i)]
	return x.of != nil && x.of.shell
}

// surface returns the leaves of the chain or grid that leaf i is of, and its number among them;
// in is the part of u that they are, nil where they are all of u. of is nil for a convex leaf.
func (u *union) surface(i int32) (of *union, in *placement, leaf int32) {
	switch {
	case u == nil || u.from == nil:
		return nil, nil, i
	case u.shares == nil:
		return u, nil, i
	}
	k := u.share(i)
	if of = u.shares[k].of; of == nil {
		return nil, nil, i
	}
	return of, &u.leaves[k].placement, i - u.shares[k].first
}

// memberOf returns the member that leaf i is of.
func (u *union) memberOf(i int32) int32 {
	switch {
	case u == nil || u.uniform():
		return 0
	case u.from == nil:
		return i
	}
	return int32(u.share(i))
}

// originOf returns where the frame is that leaf i was made in.
func (u *union) originOf(i int32) Vec {
	if u == nil || u.shares == nil {
		return Vec{}
	}
	return u.leaves[u.share(i)].body.pose.Pos
}

// shareNames is names of a union of shares.
func (u *union) shareNames(i int32, at Vec) (part, triangle int) {
	k := u.share(i)
	x, o := &u.shares[k], &u.leaves[k].body
	if x.of == nil {
		return k, -1
	}
	return k, x.of.from.number(i-x.first, o.axes().applyT(at.Sub(o.pose.Pos)))
}

func (p *shareLeaves) len() int32 { return p.all }

// leaf and number are not asked: leafOf and shareNames are.
func (p *shareLeaves) leaf(i int32, s *slot) { p.u.leafOf(i, s) }

// facet is not asked for either: the manifolds of compounds are those of their leaves.
func (p *shareLeaves) facet(i int32, f *facet) {
	x := &p.u.shares[p.u.share(i)]
	x.of.from.facet(i-x.first, f)
}

func (p *shareLeaves) number(i int32, at Vec) int {
	_, n := p.u.shareNames(i, at)
	return n
}

func (p *shareLeaves) box(i int32) AABB { return p.u.leafOf(i, p.tmp).box() }

func (p *shareLeaves) along(i int32, n Vec) float64 {
	k := p.u.share(i)
	x, l := &p.u.shares[k], &p.u.leaves[k]
	if x.of == nil {
		return l.along(n)
	}
	return n.Dot(l.body.pose.Pos) + x.of.along(i-x.first, l.body.axes().applyT(n)) + l.slack()
}

// corners returns the corners of all leaves, rounded; nil where a part is no polytope without a
// margin.
func (p *shareLeaves) corners() (points []Vec) {
	for k := range p.u.leaves {
		o := &p.u.leaves[k].body
		switch x := &p.u.shares[k]; {
		case x.of != nil:
			for _, v := range x.of.from.corners() {
				points = append(points, o.pose.Apply(v))
			}
		case o.kind <= kindHull && o.margin == 0:
			for i := range o.corners() {
				points = append(points, o.pose.Apply(o.corner(i)))
			}
		default:
			return nil
		}
	}
	return points
}

// far returns about the point of the part of leaf i that is the farthest along n, with the margin
// of the part: of the hull of one with many leaves.
func (u *union) far(i int32, n Vec) Vec {
	k := u.share(i)
	o := &u.leaves[k].body
	at, hull := o.pos, o
	if of := u.shares[k].of; of != nil {
		at, hull = o.pose.Pos, of.about()
		at = at.Add(o.axes().apply(hull.off))
	}
	var b body
	b.fill(hull, 1)
	p, _ := b.support(o.axes().applyT(n))
	return at.Add(o.axes().apply(p)).Add(n.Scale(hull.margin))
}

// members returns how many parts the body with the leaves of u has; 1 where u is nil, or made of
// leaves alone.
func (u *union) members() int {
	if u == nil || u.from != nil && u.shares == nil {
		return 1
	}
	return len(u.leaves)
}

// leafChain returns the poses whose product is that of leaf i in the frame of the body, without
// making it.
func (u *union) leafChain(i int32) []Pose {
	switch {
	case u == nil || u.uniform():
		return nil
	case u.from == nil:
		return u.leaves[i].chain
	}
	return u.leaves[u.share(i)].chain
}
