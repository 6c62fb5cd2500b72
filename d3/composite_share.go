package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
)

// A part of a compound may be a body of many leaves itself, as a mesh. Then the leaves of the
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
			if x.of.bounds() {
				u.solids = append(u.solids, int32(k))
			}
			u.open = u.open || x.of.open
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
		s.body.set(at.body.pose)
		s.shift, s.turn, s.chain, s.moved = at.shift, at.turn, at.chain, true
		s.of, s.at = u, i
	}
	return &s.leaf
}

// shellAt reports whether leaf i is of a surface.
func (u *union) shellAt(i int32) bool {
	if u == nil || u.shares == nil {
		return u != nil && u.shell
	}
	x := &u.shares[u.share(i)]
	return x.of != nil && x.of.shell
}

// surface returns the leaves of the surface or solid that leaf i is of, and its number among them;
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
	return k, x.of.from.number(i-x.first, o.axes.applyT(at.Sub(o.pose.Pos)))
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
	return n.Dot(l.body.pose.Pos) + x.of.along(i-x.first, l.body.axes.applyT(n)) + l.slack()
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
			for i := range o.polytope.corners() {
				points = append(points, o.pose.Apply(o.exactCorner(i)))
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
		at = at.Add(o.axes.apply(hull.off))
	}
	b := hull.body(1)
	p, _ := b.support(o.axes.applyT(n))
	return at.Add(o.axes.apply(p)).Add(n.Scale(hull.margin))
}

// member is a body, or a part of one, as points and solids see it.
type member struct {
	o    *Object               // a convex one, in its own frame; nil of others
	u    *union                // the leaves of others, in their frame
	t    *triMesh              // the boundary of a solid
	tree *bvh.Tree[[6]float64] // over its triangles
	pose exactPose             // where that frame lies
}

// members returns how many parts the body with the leaves of u has; 1 where u is nil, or made of
// leaves alone.
func (u *union) members() int {
	if u == nil || u.from != nil && u.shares == nil {
		return 1
	}
	return len(u.leaves)
}

// memberBox returns a box that holds member k, in the frame of the body.
func (u *union) memberBox(k int32) AABB {
	if u.uniform() {
		return u.box
	}
	return u.leaves[k].box()
}

// onlyPart lists the part of a body that is no compound, or has one member.
var onlyPart = [1]int32{0}

// solidMembers returns which of them are solids.
func (u *union) solidMembers() []int32 {
	if u == nil {
		return nil
	}
	if u.uniform() && u.bounds() {
		return onlyPart[:]
	}
	return u.solids
}

// span returns the first leaf of member k, and the one behind its last.
func (u *union) span(k int32) [2]int32 {
	switch {
	case u == nil || u.from == nil:
		return [2]int32{k, k + 1}
	case u.shares == nil:
		return [2]int32{0, u.count()}
	case int(k)+1 < len(u.shares):
		return [2]int32{u.shares[k].first, u.shares[k+1].first}
	}
	return [2]int32{u.shares[k].first, u.count()}
}
