package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The manifold of a capsule and a box in one go: what direct.find and lone do for pairs of all
// kinds, bit for bit, kept in few variables. What has more points than one, bars and strip make of
// the same answer; what a direct form is not sure of is left to the others.

// touchBeside sets mf to the manifold of a box x, which is solid, and a capsule y, unless they are
// apart, and returns the relation; Undecided where it is left to others. The points of x come first
// where first is set; f is work space.
func (mf *Manifold) touchBeside(x, y *Object, first bool, f *direct) collide.Relation {
	t, v := x.axes.applyT(y.pose.Pos.Sub(x.pose.Pos)), x.axes.applyT(y.axes.column(2))
	h, k := x.half, y.half.Z
	margins, radii := x.margin+y.margin, x.radius+y.radius
	err := float64(nearPad * unit * (radii + margins))
	lo, hi := margins-err, margins+err
	if facesSeparate(h, t, v, k, hi) {
		return collide.Apart
	}
	if !alikeInSize(x.extent, y.extent) {
		return collide.Undecided
	}
	s := nearestOnSegment(h, t, v, k)
	p := t.Add(v.Scale(s))
	var foot, w Vec
	foot.X, w.X = split(h.X, p.X)
	foot.Y, w.Y = split(h.Y, p.Y)
	foot.Z, w.Z = split(h.Z, p.Z)
	f.x, f.y, f.v = x, y, v
	switch w2 := w.Len2(); {
	case w2 > nearSquare && w2 < 1/nearSquare:
		if !(w2 < float64(lo*lo) && lo > 0) {
			if w2 > float64(hi*hi) && beyondAlong(hi, w2, w.Dot(t)-float64(k*math.Abs(w.Dot(v)))-h.Dot(w.abs())) {
				return collide.Apart
			}
			return collide.Undecided
		}
		n := w.Scale(1 / math.Sqrt(w2))
		low := separates(n, h, t, v, k)
		if math.Abs(s) < k {
			across := acrossBoth(n, v)
			if sep := separates(across, h, t, v, k); sep > low {
				n, low = across, sep
			}
		}
		f.n, f.foot, f.w, f.along, f.low = n, foot, w, s, low
	case w == Vec{}:
		if f.within(t, v); !(f.low < lo) {
			return collide.Undecided
		}
	default:
		return collide.Undecided
	}
	if straight(f.w, f.n, f.low, radii) && mf.beside(f, first, margins) {
		return collide.Overlapping
	}
	return collide.Undecided
}

// beside sets mf to what lone makes of f, the answer about a box and a capsule, and reports whether
// that is certain.
func (mf *Manifold) beside(f *direct, first bool, margins float64) bool {
	x, y, n, dist := f.x, f.y, f.n, f.low-margins+0
	normal := unitAgain(x.axes.apply(n))
	turned := y.axes.applyT(normal)
	id, flat := ballFacing(n)
	edge := math.Abs(turned.Z) <= maxSlope
	of := segmentFacing(edge, -turned.Z)
	placed := false
	switch {
	case edge && edgeLike(id): // as witness, of edges
		size := num.Lesser(x.extent, y.extent)
		still, alone := f.crossingAlone(id, turned.Z, dist, size)
		if !alone {
			return mf.besides(f, first, id, flat, dist, size, normal, turned)
		}
		placed = !still
	case flat: // as over
		placed = math.Abs(dist)+margins > float64(stableFactor*num.Lesser(x.extent, y.extent))
	default: // as witness, by findLever
		placed = margins > float64(fewLevers*f.low) && f.deep()
	}
	own := f.foot.Add(n.Scale(x.margin)).clean()
	p := &mf.Points[0]
	on, off, ours, theirs := p.sides(first)
	at := x.axes.apply(own).Add(x.pose.Pos)
	*on, *ours = at.clean(), own
	*off = at.Add(normal.Scale(dist)).clean()
	other := turned.Scale(-y.margin)
	other.Z += f.along
	other = other.clean()
	*theirs = other
	mf.N, p.Distance = 1, dist
	if first {
		mf.Normal, p.ID = normal.clean(), id|of<<collide.FeatureSideBits
	} else {
		mf.Normal, p.ID = Vec{0 - normal.X, 0 - normal.Y, 0 - normal.Z}, of|id<<collide.FeatureSideBits
	}
	if placed {
		p.ID |= f.places(inOrder(x, y), flat, own, other, turned, num.Lesser(x.extent, y.extent), dist)
	}
	return true
}

// besides is beside where both have more points than one, or may have.
func (mf *Manifold) besides(
	f *direct, first bool, id collide.FeatureID, flat bool, dist, size float64, normal, turned Vec,
) bool {
	var g found
	g.f, g.a, g.n, g.turned, g.dist, g.size = f, inOrder(f.x, f.y), normal, turned, dist, size
	return g.several(first, id, flat, mf)
}

// inOrder returns the first of x and y, two bodies, in canonical order.
func inOrder(x, y *Object) *Object {
	if precedes(y, x) {
		return y
	}
	return x
}
