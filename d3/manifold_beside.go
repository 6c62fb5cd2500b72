package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The manifold of a capsule and a box in one go: what direct.find and lone do for pairs of all
// kinds, bit for bit, kept in few variables. What has more points than one, bars and strip make of
// the same answer; what a direct form is not sure of is left to the others.

// suitsBeside reports whether x is a box and y a capsule that touchBeside is about.
func suitsBeside(x, y *Object) bool {
	h := &x.half
	return x.kind == kindBox && y.kind == kindSegment && h.X > 0 && h.Y > 0 && h.Z > 0
}

// touchBeside sets mf to the manifold of a box x and a capsule y for which suitsBeside, unless they
// are apart, and returns the relation; Undecided where it is left to others. The points of x come
// first where first is set. Where faced is set, mf is left to the clipper, and f is set to the
// answer.
func (mf *Manifold) touchBeside(x, y *Object, first bool, f *direct) (rel collide.Relation, faced bool) {
	d := y.pose.Pos.Sub(x.pose.Pos)
	t, v := x.axes.applyT(d), x.axes.applyT(y.axes.column(2))
	h, k := x.half, y.half.Z
	margins, all := x.margin+y.margin, big1(d)+x.radius+y.radius
	far := margins + float64(squarePad*unit*(all+margins))
	if facesSeparate(h, t, v, k, far) {
		return collide.Apart, false
	}
	s := nearestOnSegment(h, t, v, k)
	p := t.Add(v.Scale(s))
	var foot, n, w Vec
	foot.X, w.X = split(h.X, p.X)
	foot.Y, w.Y = split(h.Y, p.Y)
	foot.Z, w.Z = split(h.Z, p.Z)
	f.x, f.y, f.v = x, y, v
	switch w2 := w.Len2(); {
	case w2 > nearSquare && w2 < 1/nearSquare: // beyond it n is of length one
		if w2 > float64(far*far) && beyondAlong(far, w2, w.Dot(t)-float64(k*math.Abs(w.Dot(v)))-h.Dot(w.abs())) {
			return collide.Apart, false
		}
		high := math.Sqrt(w2)
		n = w.Scale(1 / high)
		low := separates(n, h, t, v, k)
		if math.Abs(s) < k {
			across := acrossBoth(n, v)
			if sep := separates(across, h, t, v, k); sep > low {
				n, low = across, sep
			}
		}
		f.n, f.foot, f.w, f.along, f.low, f.high = n, foot, w, s, low, high
	case w == Vec{}:
		f.within(t, v)
	default:
		return collide.Undecided, false
	}
	if rel = f.relate(float64(directPad*unit*all), margins); rel == collide.Overlapping {
		f.form, f.relation = collide.ExitSegmentBox, rel
		faced = !mf.beside(f, first, margins)
	}
	return rel, faced
}

// relate is bracket, where the relation is Apart or Overlapping only if the manifold is certain,
// too.
func (f *direct) relate(err, margins float64) collide.Relation {
	x, y, low, high := f.x, f.y, f.low, f.high
	pad := err + float64(marginPad*unit*(margins+math.Abs(high))) + 0x1p-1060
	lower, upper := low-margins-pad, high-margins+pad
	f.lower, f.upper = lower, upper
	const most = bracketUnits * unit
	switch {
	case lower > 0:
		return collide.Apart
	case !(upper < 0) || !(upper-lower <= float64(most*x.extent)) && !(upper-lower <= float64(most*y.extent)) ||
		!(math.Abs(f.n.Len2()-1) < 0x1p-40) || !(big1(f.w.Sub(f.n.Scale(low))) <= err) ||
		unlike(x.extent, y.extent, low-margins):
		return collide.Undecided
	}
	return collide.Overlapping
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
		lever := float64(stableFactor * (dist + margins))
		placed = (x.margin > lever || y.margin > lever) && margins > 0
	}
	own, other := f.foot.Add(n.Scale(x.margin)).clean(), turned.Scale(-y.margin)
	other.Z += f.along
	other = other.clean()
	mf.facing(x, first, dist, normal, own, other, id, of)
	if placed {
		mf.Points[0].ID |= f.places(inOrder(x, y), flat, own, other, turned, num.Lesser(x.extent, y.extent), dist)
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
