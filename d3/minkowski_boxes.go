package d3

import "math"

// boxPair is two boxes in the axes of the first, in any unit.
type boxPair struct {
	r    mat3 // B's axes
	t    Vec  // B's centre
	a, b Vec  // half extents

	dist float64 // of the centres
	sep  float64 // how far the balls around them separate them if they do, else their faces

	// where the balls do not
	face int8 // the face that separates them most: 0 to 2 of A, 3 to 5 of B, by its axis
	back Vec  // B's centre less A's, in B's axes
}

// place sets p to two boxes, in the caller's unit, and returns the sum of all lengths.
func (p *boxPair) place(a, b *Object) float64 {
	d := b.pose.Pos.Sub(a.pose.Pos)
	p.a, p.b, p.t = a.half, b.half, a.axes.applyT(d)
	p.r.setRelative(&a.axes, &b.axes)
	p.dist = d.length()
	return big1(d) + a.radius + b.radius
}

// cover returns how far a box with the half extents h reaches along (x, y, z) in its own axes.
func cover(x, y, z float64, h *Vec) float64 {
	return float64(math.Abs(x)*h.X) + float64(math.Abs(y)*h.Y) + float64(math.Abs(z)*h.Z)
}

// cornerAlong returns the corner of the box with the half extents h farthest along d.
func cornerAlong(h, d Vec) Vec {
	return Vec{math.Copysign(h.X, d.X), math.Copysign(h.Y, d.Y), math.Copysign(h.Z, d.Z)}
}

// setBoxes sets p to two boxes and how far the balls around them, or else their faces, separate
// them.
func (p *boxPair) setBoxes(a, b *Object) {
	p.place(a, b)
	if p.sep = p.dist - (a.radius + b.radius); !(p.sep > 0) {
		p.faces(math.Inf(1))
	}
}

// faces sets sep, face and back. Of equal separations the first counts. Where a face of A separates
// the boxes by more than far, those of B are not asked, and back is not set.
func (p *boxPair) faces(far float64) {
	r, a, b := &p.r, &p.a, &p.b
	sep, face := math.Abs(p.t.X)-(a.X+cover(r.x.X, r.x.Y, r.x.Z, b)), int8(0)
	if s := math.Abs(p.t.Y) - (a.Y + cover(r.y.X, r.y.Y, r.y.Z, b)); s > sep {
		sep, face = s, 1
	}
	if s := math.Abs(p.t.Z) - (a.Z + cover(r.z.X, r.z.Y, r.z.Z, b)); s > sep {
		sep, face = s, 2
	}
	if sep > far {
		p.sep, p.face = sep, face
		return
	}
	t := r.applyT(p.t)
	if s := math.Abs(t.X) - (b.X + cover(r.x.X, r.y.X, r.z.X, a)); s > sep {
		sep, face = s, 3
	}
	if s := math.Abs(t.Y) - (b.Y + cover(r.x.Y, r.y.Y, r.z.Y, a)); s > sep {
		sep, face = s, 4
	}
	if s := math.Abs(t.Z) - (b.Z + cover(r.x.Z, r.y.Z, r.z.Z, a)); s > sep {
		sep, face = s, 5
	}
	p.sep, p.face, p.back = sep, face, t
}
