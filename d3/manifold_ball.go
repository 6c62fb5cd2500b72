package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The manifold of a sphere and a box in one go: what direct.find, lone and points do for pairs of
// all kinds, bit for bit, with what is known of this one. No branch hangs on where the sphere is,
// but for that it is inside: it would be mispredicted. What does not wait for the root comes before
// what does, so that the processor has work meanwhile. What a direct form is not sure of is left to
// the others.

// touchBall sets mf to the manifold of a box x and a sphere y, both of them solid, unless they are
// apart, and returns the relation; Undecided where it is left to others. The points of x come first
// where first is set.
func (mf *Manifold) touchBall(x, y *Object, first bool) collide.Relation {
	t := x.axes.applyT(y.pose.Pos.Sub(x.pose.Pos))
	var foot, n Vec
	foot.X, n.X = split(x.half.X, t.X)
	foot.Y, n.Y = split(x.half.Y, t.Y)
	foot.Z, n.Z = split(x.half.Z, t.Z)
	r, low2 := x.margin+y.margin, n.Len2()
	err := float64(nearPad * unit * (x.radius + r))
	lo, hi, reach := r-err, r+err, r
	if low2 > float64(hi*hi) && low2 > nearSquares {
		return collide.Apart
	}
	low, inv := math.Sqrt(low2), 1.0
	switch {
	case low2 < float64(lo*lo) && lo > 0 && low2 > nearSquare && low2 < 1/nearSquare: // n inv is of length one
		if inv = 1 / low; r > float64(fewLevers*low) {
			reach = math.MaxFloat64
		}
	case n != (Vec{}):
		return collide.Undecided
	default:
		n, foot, low = inward(x.half, t)
		if reach = r - low; !(low < lo) {
			return collide.Undecided
		}
	}
	if !alikeInSize(x.extent, y.extent) {
		return collide.Undecided
	}
	if x.margin != 0 {
		foot = foot.Add(n.Scale(inv).Scale(x.margin))
	}
	p := &mf.Points[0]
	on, off, own, other := p.sides(first)
	foot = foot.clean()
	at := x.axes.apply(foot).Add(x.pose.Pos)
	*on, *own = at.clean(), foot
	dist := low - r + 0
	mf.N, p.Distance = 1, dist
	n = n.Scale(inv)
	normal := unitAgain(x.axes.apply(n))
	u, v, w := math.Float64bits(n.X), math.Float64bits(n.Y), math.Float64bits(n.Z)
	id := collide.FeatureID(boxNames[boxIndex(u, v, w)&63])
	if greatestOf(u, v, w)-leastTilt < mostTilt-leastTilt {
		id, _ = ballFacing(n)
	}
	if first {
		mf.Normal, p.ID = normal.clean(), id|loneBall<<collide.FeatureSideBits
	} else {
		mf.Normal, p.ID = Vec{0 - normal.X, 0 - normal.Y, 0 - normal.Z}, id<<collide.FeatureSideBits|loneBall
	}
	*off = at.Add(normal.Scale(dist)).clean()
	turned := y.axes.applyT(normal)
	*other = turned.Scale(-y.margin).clean()
	if reach > float64(fewSizes*num.Lesser(x.extent, y.extent)) {
		p.ID |= ballPlaces(x, y, dist, *own, *other, n, turned)
	}
	return collide.Overlapping
}

const (
	// fewLevers: where the margins are up to this times what the cores are apart by, and rounding
	// is less than the rest, no point needs its place in its ID for the lever.
	fewLevers = 0.96875 * stableFactor
	// fewSizes: nor for the face where margins and depth are up to this times the smaller body, as
	// twice that is below stableFactor.
	fewSizes = 0.46875 * stableFactor
)

// sides returns where the points of the first body and of the second belong, in the world and in
// their frames: of the other way round unless first is set.
func (p *ManifoldPoint) sides(first bool) (on, off, own, other *Vec) {
	if first {
		return &p.PointA, &p.PointB, &p.LocalA, &p.LocalB
	}
	return &p.PointB, &p.PointA, &p.LocalB, &p.LocalA
}

// inward is boxPoint for a point t inside the box: the normal and the point of the nearest side,
// and how far inside t is, negative.
func inward(h, t Vec) (n, foot Vec, low float64) {
	x, y, z := depthBits(h.X, t.X), depthBits(h.Y, t.Y), depthBits(h.Z, t.Z)
	least := min(x, y, z)
	var i, j, k uint64
	if x == least {
		i = math.MaxUint64
	}
	if y == least {
		j = ^i
	}
	k = ^(i | j)
	n.X, foot.X = toSide(h.X, t.X, i)
	n.Y, foot.Y = toSide(h.Y, t.Y, j)
	n.Z, foot.Z = toSide(h.Z, t.Z, k)
	return n, foot, -math.Float64frombits(uint64(least))
}

// depthBits returns how far inside [-h, h] t is, as an integer of the same order.
func depthBits(h, t float64) int64 { return int64(math.Float64bits(h - math.Abs(t))) }

// toSide returns, where all bits of mask are set, the sign of t and h with it, else zero and t.
func toSide(h, t float64, mask uint64) (n, foot float64) {
	v := math.Float64bits(t)
	sign := v & (1 << 63)
	n = math.Float64frombits((math.Float64bits(1) | sign) & mask)
	return n, math.Float64frombits((math.Float64bits(h)|sign)&mask | v&^mask)
}

// loneBall is the part of an ID for a sphere.
const loneBall = collide.FeatureID(collide.FeatureVertex) << collide.FeatureIndexBits

// ballFacing is facingAlong for a box that has an extent along each axis.
func ballFacing(d Vec) (id collide.FeatureID, flat bool) {
	x, y, z := float64(d.X*d.X), float64(d.Y*d.Y), float64(d.Z*d.Z)
	minus := int32(math.Float64bits(d.X)>>63 | math.Float64bits(d.Y)>>63<<1 | math.Float64bits(d.Z)>>63<<2)
	face, off := leastOf(y+z, z+x, x+y) // of a unit vector one sum at most is small
	edge, least := leastOf(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
	id = collide.Feature(collide.FeatureVertex, minus)
	along := collide.Feature(collide.FeatureEdge, boxEdge(edge, minus))
	across := collide.Feature(collide.FeatureFace, int32(2*face)+minus>>face&1)
	if least <= int64(math.Float64bits(maxSlope)) {
		id = along
	}
	if off <= int64(math.Float64bits(maxSlope*maxSlope)) {
		id = across
	}
	return id, off <= int64(math.Float64bits(aligned*aligned))
}

// boxNames are the features of boxes that ballFacing tells of, by boxIndex. Where two coordinates
// are small they are those of faces.
var boxNames = nameBoxes()

// nameBoxes returns boxNames.
func nameBoxes() (names [64]uint32) {
	for i := range names {
		d := Vec{1, 1, 1}
		for k := range int8(3) {
			if i>>3>>k&1 != 0 {
				d = d.with(k, 0)
			}
			if i>>k&1 != 0 {
				d = d.with(k, -d.along(k))
			}
		}
		id, _ := ballFacing(d)
		names[i] = uint32(id)
	}
	return names
}

// boxIndex returns the index in boxNames of a direction whose coordinates have the bits x, y and z:
// their signs, and which of them are at most maxSlope. The names are those of ballFacing but
// between leastTilt and mostTilt.
func boxIndex(x, y, z uint64) uint64 {
	const sign, above = 1 << 63, 0x3fc<<52 + 1 // the bits of maxSlope, and one more
	return x>>63 | y>>63<<1 | z>>63<<2 | (x&^sign-above)>>63<<3 | (y&^sign-above)>>63<<4 | (z&^sign-above)>>63<<5
}

// Of a unit vector whose greatest coordinate has bits between these, two coordinates may be small
// and none of a face.
const (
	leastTilt = 0x3fef7efbeb000000 // those of sqrt(1 - 2 maxSlope^2), less 2^-29
	mostTilt  = 0x3fefbfbf80000000 // those of sqrt(1 - maxSlope^2), and 2^-25
)

// greatestOf returns the greatest of three numbers by their bits, without their signs.
func greatestOf(x, y, z uint64) uint64 {
	const sign = 1 << 63
	return max(x&^sign, y&^sign, z&^sign)
}

// leastOf returns which of three numbers that are not negative is the least, the first one on ties,
// and its bits.
func leastOf(a, b, c float64) (i int, least int64) {
	x, y, z := int64(math.Float64bits(a)), int64(math.Float64bits(b)), int64(math.Float64bits(c))
	if y < x {
		i = 1
	}
	least = min(x, y)
	if z < least {
		i = 2
	}
	return i, min(least, z)
}

// ballPlaces returns what lone adds to the ID of the point of touchBall, where that moves more than
// the bodies do: own and other are the points of x and y, and n and turned the normal, in their
// frames.
func ballPlaces(x, y *Object, dist float64, own, other, n, turned Vec) collide.FeatureID {
	_, flat := ballFacing(n)
	r, size := x.margin+y.margin, min(x.extent, y.extent)
	from, to, over := own, other, n
	if precedes(y, x) {
		from, to, over = other, own, turned.Neg()
	}
	switch most := max(x.margin, y.margin); {
	case flat && math.Abs(dist)+r > float64(stableFactor*size):
		return places(from, from.Add(over.Scale(dist)), size)
	case !flat && most > float64(stableFactor*(dist+r)) && r > 0:
		return places(from, to, size)
	}
	return 0
}
