package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// maxSlope is the sine of the angle between the normals of a face and of the contact up to which
// the face faces the other body, and of the angle between an edge and the tangent plane. A steeper
// one has its far end an eighth of its length farther off than the near one, or more, where no
// engine looks for contacts.
const maxSlope = 0.125

// facingCos is below the cosine of the angle whose sine is maxSlope: a face with a lesser one does
// not face the other body.
const facingCos = 0.992

// touch is how far an end may lie off a line and yet on it: the rounding of coordinates below 1.
const touch = 0x1p-48

// span is the supporting feature of one body in the contact's frame: u and v run in the tangent
// plane from the centre of A, or from that of B where B is by far the smaller one; heights run
// along the body's side of the normal from its own centre.
type span struct {
	kind  collide.FeatureKind
	index int32
	c     []corner // one of a vertex or a curved surface, two of an edge, those of a face counter-clockwise about t1 x t2

	gu, gv float64 // slopes of a face
	slope  float64 // their length; +Inf for all but faces, which the normal does not turn with
	r      float64 // the margin
	bend   float64 // the greatest radius of curvature, without the margin
	base   float64 // the least
	body   *body   // what it is a feature of
	disc   bool    // the face stands for a disc: its edges are none of the body's
	far    bool    // the body is smaller by far than the pair
	tiny   bool    // the other body is larger by far
	behind bool    // t1 x t2 leads into the body

	parts [][3]int32 // the triangles of a hull's face that is not quite flat
	local []Vec      // the hull's vertices
	scale float64

	d, t1, t2 Vec // along the heights, u and v, in the body's frame
	off       Vec // u, v and height of the body's centre as seen from the origin
}

// corner is a vertex of a feature.
type corner struct {
	u, v, h      float64
	eu, ev       float64 // unit vector to the next one
	long         float64 // how far that is, in u and v
	vertex, edge int32   // its number and that of the edge to the next one
}

// begin empties s and sets its frame: d outward, t1 and t2 across it, in the body's frame, and u, v
// and height of the body's centre.
func (s *span) begin(d, t1, t2, off Vec, r float64) {
	s.d, s.t1, s.t2, s.off, s.r = d, t1, t2, off, r
	s.c, s.bend, s.base, s.disc, s.tiny, s.behind, s.parts = s.c[:0], 0, 0, false, false, false, nil
}

// add appends the corner at p.
func (s *span) add(p Vec, vertex, edge int32) {
	n := len(s.c)
	s.c = slices.Grow(s.c, 1)[:n+1]
	c := &s.c[n] // in place, as a copy of what was just stored has to wait
	c.u, c.v, c.h = s.t1.Dot(p)+s.off.X, s.t2.Dot(p)+s.off.Y, s.d.Dot(p)
	c.eu, c.ev, c.long, c.vertex, c.edge = 0, 0, 0, vertex, edge
}

// vertex makes s a vertex.
func (s *span) vertex(p Vec, i int32) {
	s.kind, s.index, s.slope = collide.FeatureVertex, i, math.Inf(1)
	s.add(p, i, 0)
}

// line makes s the edge from p to q.
func (s *span) line(edge int32, p, q Vec, i, j int32) {
	s.kind, s.index, s.slope = collide.FeatureEdge, edge, math.Inf(1)
	s.add(p, i, edge)
	s.add(q, j, edge)
}

// face makes s a face with the unit normal n, to which the corners are to be added.
func (s *span) face(i int32, n Vec) {
	s.kind, s.index = collide.FeatureFace, i
	z := n.Dot(s.d)
	s.gu, s.gv = -(n.Dot(s.t1) / z), -(n.Dot(s.t2) / z)
	s.slope = math.Sqrt(float64(s.gu*s.gu) + float64(s.gv*s.gv))
}

// whole makes s the curved surface of b, whose radii of curvature lie between base and bend, with
// the point of it farthest along d.
func (s *span) whole(b *body, base, bend float64) {
	s.kind, s.index, s.slope, s.base, s.bend = collide.FeatureWhole, 0, math.Inf(1), base, bend
	p, _ := b.support(s.d)
	s.add(p, 0, 0)
}

// find makes s the supporting feature of b.
func (s *span) find(b *body) {
	s.body = b
	if b.kind == kindBox {
		s.box(b)
		return
	}
	if s.feature(b); s.behind && s.kind == collide.FeatureFace {
		s.reverse()
	}
}

// feature is find for bodies other than boxes, whose faces have their corners counter-clockwise
// seen from outside.
func (s *span) feature(b *body) {
	switch b.kind {
	case kindPoint:
		s.vertex(Vec{}, 0)
	case kindSegment:
		if math.Abs(s.d.Z) <= maxSlope {
			s.line(0, Vec{0, 0, b.half.Z}, Vec{0, 0, -b.half.Z}, 0, 1)
			return
		}
		s.vertex(b.support(s.d))
	case kindHull:
		s.hull(b)
	case kindCylinder:
		s.cylinder(b)
	case kindCone:
		s.cone(b)
	case kindEllipsoid:
		low, high := min(b.half.X, b.half.Y, b.half.Z), max(b.half.X, b.half.Y, b.half.Z)
		s.whole(b, float64(low*(low/high)), float64(high*(high/low)))
	default:
		s.whole(b, 0, b.reach)
	}
}

// box is find for boxes.
func (s *span) box(b *body) {
	switch kind, i, _ := boxFacing(s.d, b.half); kind {
	case collide.FeatureFace:
		s.boxFace(b, i)
	case collide.FeatureEdge:
		p, v := b.farCorner(s.d)
		q := array(p)
		bit := int32(1) << i
		q[i] = array(b.half)[i]
		p = Vec{q[0], q[1], q[2]}
		q[i] = -q[i]
		s.line(boxEdge(i, v), p, Vec{q[0], q[1], q[2]}, v&^bit, v|bit)
	default:
		s.vertex(b.farCorner(s.d))
	}
}

// boxFacing returns the kind of the feature of the box with the half extents h that faces along the
// unit vector d: the face across the axis nearest to d, else the edge along the axis most nearly
// perpendicular to it, and the axis; of a face the square of the sine between it and d. An axis
// without extent has no edges, and the faces along it no area.
func boxFacing(d, h Vec) (kind collide.FeatureKind, axis int, off float64) {
	x, y, z := math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)
	area := false
	switch {
	case z > x && z > y:
		axis, off, area = 2, float64(x*x)+float64(y*y), h.X > 0 && h.Y > 0
	case y > x:
		axis, off, area = 1, float64(z*z)+float64(x*x), h.Z > 0 && h.X > 0
	default:
		axis, off, area = 0, float64(y*y)+float64(z*z), h.Y > 0 && h.Z > 0
	}
	if area && off <= maxSlope*maxSlope {
		return collide.FeatureFace, axis, off
	}
	best, axis := 2.0, 0
	if x < best && h.X > 0 {
		best = x
	}
	if y < best && h.Y > 0 {
		best, axis = y, 1
	}
	if z < best && h.Z > 0 {
		best, axis = z, 2
	}
	if best > maxSlope {
		return collide.FeatureVertex, 0, 0
	}
	return collide.FeatureEdge, axis, 0
}

// boxEdge returns the number of the edge along an axis through the corner v.
func boxEdge(axis int, v int32) int32 {
	shift := uint(2*axis) & 7
	f, g := uint(0b001001)>>shift&3, uint(0b010010)>>shift&3 // the next axes, without a division
	return int32(4*axis) + v>>f&1 + v>>g&1<<1
}

// boxFace makes s the face of the box across the axis a, on the side of d.
func (s *span) boxFace(b *body, a int) {
	sign, i := 1.0, int32(2*a)
	if s.d.along(int8(a)) < 0 {
		sign, i = -1, i+1
	}
	s.face(i, Vec{}.with(int8(a), sign))
	h := &b.half // a corner's products are those of the half extents but for the signs
	x := Vec{float64(s.t1.X * h.X), float64(s.t1.Y * h.Y), float64(s.t1.Z * h.Z)}
	y := Vec{float64(s.t2.X * h.X), float64(s.t2.Y * h.Y), float64(s.t2.Z * h.Z)}
	z := Vec{float64(s.d.X * h.X), float64(s.d.Y * h.Y), float64(s.d.Z * h.Z)}
	s.c = slices.Grow(s.c[:0], 4)[:4]
	list := &cornersOfFaces[i]
	if s.behind {
		list = &cornersBehind[i]
	}
	for k := range s.c {
		p, c := &list[k], &s.c[k]
		c.u, c.v, c.h = x.Dot(p.sign)+s.off.X, y.Dot(p.sign)+s.off.Y, z.Dot(p.sign)
		c.vertex, c.edge = p.vertex, p.edge
	}
}

// cornerOfFace is a corner of a face of a box: the signs of its coordinates, its number, and that
// of the edge to the next one.
type cornerOfFace struct {
	sign         Vec
	vertex, edge int32
}

// cornersOfFaces are the corners of the faces of a box, counter-clockwise seen from outside, and
// cornersBehind seen from within.
var cornersOfFaces, cornersBehind = listCorners()

// listCorners returns cornersOfFaces and cornersBehind.
func listCorners() (list, behind [6][4]cornerOfFace) {
	for i := range list {
		a, minus := i/2, int32(i%2)
		f, g := (a+1)%3, (a+2)%3
		for k := range 4 {
			c, at := &list[i][k], k
			if minus != 0 { // counter-clockwise about +a it is the other way round
				at = 3 - k
			}
			x, y := int32(at+1)>>1&1, int32(at>>1) // 1 on the negative side of f, and of g
			c.vertex = minus<<a | x<<f | y<<g
			along := f
			if at&1 != int(minus) {
				along = g
			}
			c.edge = boxEdge(along, c.vertex)
			for axis := range int8(3) {
				c.sign = c.sign.with(axis, float64(1-2*(c.vertex>>axis&1)))
			}
		}
		for k := range 4 { // the edge to the next corner was the one from it
			behind[i][k] = list[i][3-k]
			behind[i][k].edge = list[i][(6-k)%4].edge
		}
	}
	return list, behind
}

// hull is find for hulls: among the faces at the farthest vertex the one whose normal is nearest to
// d, else among the edges there the one most nearly perpendicular to it; the lowest number on ties.
// A face too thin to have an inside is none here.
func (s *span) hull(b *body) {
	h := b.hull
	k := h.support(s.d, b.hint)
	b.hint = k
	f := h.faceTable()
	best, at := facingCos, int32(-1)
	for _, i := range f.around.of(k) {
		if t := f.normal[i].Dot(s.d); t > best && !f.thin[i] {
			best, at = t, i
		}
	}
	if at >= 0 && 1-float64(best*best) <= maxSlope*maxSlope {
		s.face(at, f.normal[at])
		s.parts, s.local, s.scale = f.parts[f.facets[at]:f.facets[at+1]], h.local, b.scale
		for i := f.start[at]; i < f.start[at+1]; i++ {
			v := f.corners[i]
			s.add(h.local[v].Scale(b.scale), v, f.leaving[i])
		}
		return
	}
	best, at = maxSlope+0x1p-30, -1
	for _, i := range f.meet.of(k) {
		e := h.local[f.ends[i][1]].Sub(h.local[f.ends[i][0]]).Scale(b.scale)
		x, l := e.Dot(s.d), e.Len2()
		if float64(x*x) > float64((float64(best*best)+0x1p-30)*l) { // most edges: steeper for certain
			continue
		}
		if t := math.Abs(x) / math.Sqrt(l); t < best {
			best, at = t, i
		}
	}
	if !(best <= maxSlope) {
		s.vertex(h.local[k].Scale(b.scale), k)
		return
	}
	v, w := f.ends[at][0], f.ends[at][1]
	s.line(at, h.local[v].Scale(b.scale), h.local[w].Scale(b.scale), v, w)
}
