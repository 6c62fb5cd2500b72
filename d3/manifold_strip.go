package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The manifold of a segment over a face of a box: what window, points and finish of the clipper
// make of them, in the caller's unit. Seen along the normal the face is a rectangle, in whose axes
// the segment is cut by the four sides. The clipper is left all that rounding might decide.

// faceStrip is the part of the segment y of a direct form that lies over a face of the box x.
type faceStrip struct {
	*found
	face collide.FeatureID
	i    int8    // the axis across the face
	side float64 // on which side of the box it is
	j, l int8    // those along it
	// the segment as seen from the face: the place of its middle, how high that is along the
	// normal, and both along the segment
	at, along   Vec
	high, climb float64
	end         [2]stripEnd
	y           tube
}

// stripEnd is an end of it.
type stripEnd struct {
	at  float64 // how far along the segment
	cut int8    // the axis across the side of the face that it is cut by, -1 if none
}

// strip makes the points of the face id of x and the segment y, where flat tells that the normal is
// the face's own, and reports whether all is certain.
func (g *found) strip(id collide.FeatureID, flat bool) bool {
	n := g.f.n
	_, index := id.A()
	i := int8(index >> 1)
	s := faceStrip{found: g, face: id, i: i, j: (i + 1) % 3, l: (i + 2) % 3, side: math.Copysign(1, n.along(i))}
	if g.f.x.margin > 0 && (n.along(s.j) != 0 || n.along(s.l) != 0) {
		return false // the surface need not be over the face
	}
	s.see()
	lever, ok := s.lever(flat)
	if !ok || !s.cut() {
		return false
	}
	k := 0
	if s.end[1].cut >= 0 {
		k = 1
	}
	return s.put(k, lever) && s.put(1-k, lever) && g.settle()
}

// see fills in how the face sees the segment along the normal.
func (s *faceStrip) see() {
	f := s.f
	n, v, t := f.n, f.v, f.middle()
	down := n.along(s.i)
	s.high = (t.along(s.i) - float64(s.side*f.x.half.along(s.i))) / down
	s.climb = v.along(s.i) / down
	s.at, s.along = t.Sub(n.Scale(s.high)), v.Sub(n.Scale(s.climb))
	slope := n.Dot(v)
	s.y = tube{f.y.half.Z, f.y.margin, -slope, math.Sqrt(1 - float64(slope*slope))}
}

// lever returns stableLever as measure and findLever find it, and whether it is certain.
func (s *faceStrip) lever(flat bool) (lever float64, ok bool) {
	n := s.f.n
	nj, nl := n.along(s.j), n.along(s.l)
	off := float64(nj*nj) + float64(nl*nl)
	if off > 0.98*aligned*aligned && off < 1.02*aligned*aligned {
		return 0, false
	}
	if flat {
		return float64(stableFactor * s.size), true
	}
	flatJ, sureJ := isFlat(nj)
	flatL, sureL := isFlat(nl)
	flatY, sureY := isFlat(s.y.slope)
	e := s.j
	if flatL {
		e = s.l
	}
	return s.armOf((flatJ || flatL) && flatY, s.sine(e), sureJ && sureL && sureY && !(flatJ && flatL))
}

// sine returns the sine of the angle between the segment and axis e of the box, seen along the
// normal.
func (s *faceStrip) sine(e int8) float64 {
	n := s.f.n
	x := n.along(e)
	return math.Abs(n.Cross(s.f.v).along(e)) / float64(s.y.cos*math.Sqrt(1-float64(x*x)))
}

// cut finds the part of the segment over the face and reports whether that is certain, and not
// nearly a point.
func (s *faceStrip) cut() bool {
	k := s.y.half
	s.end = [2]stripEnd{{k, -1}, {-k, -1}}
	if !s.between(s.j) || !s.between(s.l) {
		return false
	}
	long := float64((s.end[0].at - s.end[1].at) * s.y.cos)
	return long > float64(2*together*s.size)
}

// between cuts off what lies beyond the sides across axis e, and reports whether that is certain.
func (s *faceStrip) between(e int8) bool {
	h, at, v := s.f.x.half.along(e), s.at.along(e), s.along.along(e)
	run := float64(s.y.half * v)
	steep := math.Abs(run) > float64(0x1p-10*s.all) // else a side is crossed who knows where
	for i := range s.end {
		ahead, side := v, h // the way to this end
		if i == 1 {
			ahead = -v
		}
		if ahead < 0 {
			side = -h
		}
		past := float64(math.Copysign(1, ahead)*at) + math.Abs(run) - h
		if (i == 1 || !steep) && !(math.Abs(past) > float64(doubt*s.all)) { // the order goes by the end 1
			return false
		}
		if !(past > 0) {
			continue
		}
		if !steep {
			return false
		}
		x := (side - at) / v
		if p := &s.end[i]; i == 0 && x < p.at || i == 1 && x > p.at {
			*p = stripEnd{x, e}
		}
	}
	return true
}

// put adds the point at end i and reports whether it is certain.
func (s *faceStrip) put(i int, lever float64) bool {
	e := &s.end[i]
	x := s.at.Add(s.along.Scale(e.at))
	x = x.with(s.i, float64(s.side*s.f.x.half.along(s.i)))
	slack := float64(2 * idSlack * s.size)
	if math.Abs(math.Abs(x.along(s.j))-s.f.x.half.along(s.j)) < slack &&
		math.Abs(math.Abs(x.along(s.l))-s.f.x.half.along(s.l)) < slack {
		return false // by a corner
	}
	at, rise := s.y.over(e.at, 0)
	p := foundPoint{y: s.y.surface(s.turned.Neg(), at, rise, e.at, 0)}
	p.d = s.high + float64(s.climb*e.at) - rise - float64((at-e.at)*s.y.slope)
	p.x = x
	if s.f.x.margin > 0 {
		p.d -= s.f.x.margin
		p.x = x.with(s.i, x.along(s.i)+float64(s.side*s.f.x.margin))
	}
	move, crossed := math.Abs(p.d)+s.margins, false
	if p.id, crossed = s.name(i, x); p.id == 0 || !s.clear(move, lever) {
		return false
	}
	placed := move > lever
	if crossed {
		sine := s.sine(s.j + s.l - e.cut)
		if math.Abs(sine-1.0/stableFactor) < doubt {
			return false
		}
		placed = placed || sine < 1.0/stableFactor
	}
	if placed {
		p.id |= s.f.places(s.a, true, p.x, p.y, s.turned, s.size, p.d)
	}
	if crossed {
		_, index := s.face.A()
		p.id |= 1<<collide.FeatureOwnerShift | hash(uint64(index))&^(1<<collide.FeaturePlaceShift-1)
	}
	return s.add(&p)
}

// name returns the ID of the point at end i, over x, 0 where that is not certain, and whether it is
// where the segment crosses a side of the face.
func (s *faceStrip) name(i int, x Vec) (id collide.FeatureID, crossed bool) {
	e, k := &s.end[i], s.y.half
	end := collide.Feature(collide.FeatureVertex, int32(i))
	if e.cut >= 0 {
		off := k - math.Abs(e.at)
		off = float64(off * s.y.cos)
		near, sure := s.together(float64(off*off), float64(idSlack*s.size))
		if !sure {
			return 0, false
		}
		if !near {
			minus := int32(math.Float64bits(x.X)>>63 | math.Float64bits(x.Y)>>63<<1 | math.Float64bits(x.Z)>>63<<2)
			edge := collide.Feature(collide.FeatureEdge, boxEdge(int(s.j+s.l-e.cut), minus))
			return edge | collide.Feature(collide.FeatureEdge, 0)<<collide.FeatureSideBits, true
		}
	}
	return s.face | end<<collide.FeatureSideBits, false
}
