package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The manifold of a circle and a small polygon in one go: what direct.find, contact and lone do for
// pairs of all kinds, bit for bit, with what is known of this one. Which feature of the polygon
// faces the circle is told by the normals of its edges, which takes less than a search for a
// vertex; where that leaves a doubt, and wherever a direct form is not sure, the pair is left to
// the others.

// suitsBall reports whether x is a polygon and y a circle that touchBall is about.
func suitsBall(x, y *Object) bool {
	return x.kind == kindHull && y.kind == kindPoint && x.hull.table.small.Clear != 0 && (y.c != 0 || y.s != 0)
}

// fromCentre is between for a hull and a body whose centre is at q.
func (o *Object) fromCentre(q Vec) Vec {
	x, y := num.TwoSum(q.X, -o.pose.Pos.X), num.TwoSum(q.Y, -o.pose.Pos.Y)
	u, v := num.TwoSum(x.Hi, -o.off.X), num.TwoSum(y.Hi, -o.off.Y)
	return Vec{u.Hi + (u.Lo + (x.Lo - o.offLo.X)), v.Hi + (v.Lo + (y.Lo - o.offLo.Y))}
}

// nearFoot is where a circle is nearest to a polygon, in the axes of the polygon, about its centre.
type nearFoot struct {
	foot, n   Vec     // the point of the polygon, and the unit normal from there to the circle
	low, high float64 // the distance of the cores as n tells it, and as the points do
	slope     float64 // the sine between n and the normal of the edge id; 1 for a vertex
	id        collide.FeatureID
}

// touchBall sets mf to the manifold of a polygon x and a circle y for which suitsBall, unless they
// are apart, and returns the relation; Undecided where it is left to others. The points of x come
// first where first is set.
func (mf *Manifold) touchBall(x, y *Object, first bool) collide.Relation {
	d := x.fromCentre(y.pose.Pos)
	t, s := x.axes().applyT(d), &x.hull.table.small
	edge, low := s.beyond(t)
	r, all := x.margin+y.margin, big1(d)+x.radius
	off := float64(offsets * big1(x.center))
	if low > r+float64(squarePad*unit*(all+r))+off {
		return collide.Apart
	}
	err := float64(directPad*unit*all) + off
	var f nearFoot
	sure := s.nearest(&f, edge, t, low, float64(directPad*unit*(x.radius+big1(t))), err)
	pad := err + float64(marginPad*unit*(r+math.Abs(f.high))) + 0x1p-1060
	lower, upper := f.low-r-pad, f.high-r+pad
	if sure && lower > 0 {
		return collide.Apart
	}
	dist, wide := f.low-r+0, upper-lower
	const most = bracketUnits * unit
	if !sure || !(upper < 0) || !(wide <= float64(most*x.extent)) && !(wide <= float64(most*y.extent)) ||
		unlike(x.extent, y.extent, dist) {
		return collide.Undecided
	}
	mf.ball(x, y, first, dist, &f)
	return collide.Overlapping
}

// beyond returns the edge that t is farthest out of, and how far: the least one on ties. It selects
// without a branch, which would be mispredicted once in a few edges.
func (x *smallTable) beyond(t Vec) (edge int, far float64) {
	least := int64(math.MaxInt64)
	for i := range x.N {
		n := x.normal(i)
		k := order(x.Off[i&7] - (float64(n.X*t.X) + float64(n.Y*t.Y)))
		if k < least {
			edge = i
		}
		least = min(least, k)
	}
	return edge, 0 - ordered(least)
}

// nearest sets f, zero before, to where the polygon is nearest to t, which is low out of the edge:
// noise is that of how far it is out of one, and err what the points may be off by. It reports
// whether foot and feature are certain.
func (x *smallTable) nearest(f *nearFoot, edge int, t Vec, low, noise, err float64) bool {
	n, ring := x.normal(edge), &x.Corners[edge&7]
	a, b := Vec{ring[0], ring[1]}, Vec{ring[2], ring[3]}
	id := collide.Feature(collide.FeatureEdge, int32(edge))
	up := t.Sub(a)
	at := float64(n.X*up.Y) - float64(n.Y*up.X)
	if at >= 0 && at <= n.perp().Dot(b.Sub(a)) {
		high := n.Dot(up)
		w := n.Scale(high)
		f.foot, f.n, f.low, f.high, f.id = t.Sub(w), n, low, high, id
		return high-low <= noise && big1(w.Sub(n.Scale(low))) <= err
	}
	corner := edge
	if over := t.Sub(b); n.perp().Dot(over) > 0 {
		corner, a, up = int(x.wrap(edge+1)), b, over
	}
	l2 := up.Len2()
	if !(low > 0 && l2 > nearSquare && l2 < 1/nearSquare) {
		return false
	}
	high := math.Sqrt(l2)
	if high-low <= noise {
		f.foot, f.n, f.low, f.high, f.id = a, n, low, high, id
		return big1(up.Sub(n.Scale(low))) <= err
	}
	n = up.Scale(1 / high)
	low = n.Dot(t) - n.Dot(a)
	id, slope, sure := x.cornerFeature(corner, n)
	f.foot, f.n, f.low, f.high, f.slope, f.id = a, n, low, high, slope, id
	return sure && big1(up.Sub(n.Scale(low))) <= err
}

// cornerFeature returns the feature that faces along the unit vector n, and the sine between n and
// its normal, as facing finds it: sure tells that n lies between the normals of the edges at corner
// i, so that no corner is farther along n, and that the feature is certain.
func (x *smallTable) cornerFeature(i int, n Vec) (id collide.FeatureID, slope float64, sure bool) {
	before := i - 1
	if i == 0 {
		before = x.N - 1
	}
	in, out := n.Cross(x.normal(i)), x.normal(before).Cross(n)
	slope = min(in, out)
	if slope >= maxSlope*(1+clearSine) {
		return collide.Feature(collide.FeatureVertex, int32(i)), 1, true
	}
	edge := i
	if in > out {
		edge = before
	}
	sure = slope > clearSine && slope <= maxSlope*(1-clearSine) &&
		math.Abs(in-out) > clearSine && math.Abs(slope-aligned) > clearSine
	return collide.Feature(collide.FeatureEdge, int32(edge)), slope, sure
}

// ball sets mf to the point of the polygon x and the circle y, dist deep.
func (mf *Manifold) ball(x, y *Object, first bool, dist float64, f *nearFoot) {
	own, out := f.foot, &mf.Points[0]
	if x.margin != 0 {
		own = own.Add(f.n.Scale(x.margin))
	}
	on, off, ours, theirs := out.sides(first)
	at := x.pos.Add(x.axes().apply(own))
	own = x.center.Add(own).clean()
	*on, *ours = at.clean(), own
	n := unitAgain(x.axes().apply(f.n))
	*off = at.Add(n.Scale(dist)).clean()
	other := y.axes().applyT(n).Scale(-y.margin).clean()
	*theirs = other
	mf.N, out.Distance = 1, dist
	if first {
		mf.Normal, out.ID = n.clean(), f.id|loneBall<<collide.FeatureSideBits
	} else {
		mf.Normal, out.ID = Vec{0 - n.X, 0 - n.Y}, loneBall|f.id<<collide.FeatureSideBits
	}
	r := x.margin + y.margin
	lever, most := float64(stableFactor*(dist+r)), math.Abs(dist)+r
	if f.slope > aligned && (x.margin > lever || y.margin > lever || most > lever) ||
		most > float64(stableFactor*x.extent) || most > float64(stableFactor*y.extent) {
		out.ID |= ballPlaces(x, y, f.slope, dist, n.clean(), own, other)
	}
}

// sides returns where the points of the first body and of the second belong, in the world and in
// their frames: of the other way round unless first is set.
func (p *ManifoldPoint) sides(first bool) (on, off, own, other *Vec) {
	if first {
		return &p.PointA, &p.PointB, &p.LocalA, &p.LocalB
	}
	return &p.PointB, &p.PointA, &p.LocalB, &p.LocalA
}

// ballPlaces returns what lone adds to the ID of the point of ball, where that moves more than the
// bodies do: own and other are the points in their frames, n is the normal and slope that of the
// feature.
func ballPlaces(x, y *Object, slope, dist float64, n, own, other Vec) collide.FeatureID {
	r, size := x.margin+y.margin, min(x.extent, y.extent)
	reach, most := size, math.Abs(dist)+r
	if slope > aligned {
		reach = max(dist+r, 0)
	}
	if slope == 1 {
		most = max(x.margin, y.margin)
	}
	if !(most > float64(stableFactor*reach)) {
		return 0
	}
	a, from, to := x, own, other
	if precedes(y, x) {
		a, from, to, n = y, other, own, n.Neg().clean()
	}
	if slope < 1 {
		from = from.Sub(a.center)
		to = from.Add(a.axes().applyT(n).Scale(dist))
	}
	return places(from, to, size)
}
