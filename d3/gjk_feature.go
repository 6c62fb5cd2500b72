package d3

import "math"

const (
	partVertices  surfacePart = iota // a vertex, an edge or a triangle of a polytope
	partSmooth                       // an ellipsoid
	partRim                          // of a cylinder or cone: the circle around a cap
	partSide                         // of a cylinder: the line along its side that faces the direction
	partCap                          // the disc at an end
	partGenerator                    // of a cone: the line from its apex to the rim
	partApex
)

// Guesses of parts. A wrong one costs a step, as the foot goes over to another part, or the try.
const (
	guessEnd     = 0.001  // the length of a body: nearer to an end the foot is taken to be there
	guessSteep   = 0x1p-8 // the square of the sine of the angle between the direction and the axis of a cap
	guessCentral = 0.8    // the square of the radius: farther out the foot is taken to be on the rim
)

// guess sets f to the part of the core o that the simplex s stands for, which are the vertices of o
// in it or the place of its point nearest the origin: a, in the frame of o. other tells that o is
// the second body.
func (f *foot) guess(o *body, s *simplex, other bool, a, d Vec) {
	*f = foot{}
	switch o.kind {
	case kindPoint, kindSegment, kindBox, kindHull:
		for i := range s.n {
			id := s.p[i].ia
			if other {
				id = s.p[i].ib
			}
			f.add(o, id)
		}
		for i := range f.n - 1 { // in the middle
			f.x[i] = 1 / float64(f.n)
		}
	case kindCylinder:
		f.part, f.sign = partRim, math.Copysign(1, d.Z)
		f.x[0] = a.Z
		if math.Abs(a.Z) < float64((1-2*guessEnd)*o.half.Z) {
			f.part = partSide
		} else if o.central(a, d) {
			f.part, f.x = partCap, [2]float64{a.X, a.Y}
		}
	case kindCone:
		f.part, f.sign = partRim, -1
		f.x[0] = float64(0.5 * (1 - a.Z/o.half.Z))
		switch {
		case f.x[0] < guessEnd:
			f.part = partApex
		case f.x[0] < 1-guessEnd:
			f.part = partGenerator
		case o.central(a, d):
			f.part, f.x = partCap, [2]float64{a.X, a.Y}
		}
	default:
		f.part = partSmooth
	}
}

// central reports whether the point a of a cap seems to lie inside its rim: d is nearly along the
// axis and a nearer to it.
func (o *body) central(a, d Vec) bool {
	return float64(d.X*d.X)+float64(d.Y*d.Y) < float64(guessSteep*d.Len2()) &&
		float64(a.X*a.X)+float64(a.Y*a.Y) < float64(guessCentral*float64(o.half.X*o.half.X))
}

// add adds vertex id of o to f, and reports whether it is new there and there was room.
func (f *foot) add(o *body, id int32) bool {
	for i := range f.n {
		if f.id[i] == id {
			return false
		}
	}
	if f.n == len(f.id) {
		return false
	}
	f.id[f.n], f.v[f.n] = id, o.vertex(id)
	f.n++
	return true
}

// stand computes the place of the foot for the unit direction d in the frame of o.
func (f *foot) stand(o *body, d Vec) {
	switch f.part {
	case partVertices:
		f.p = f.v[0]
		for i := range f.n - 1 {
			f.p = f.p.Add(f.v[i+1].Sub(f.v[0]).Scale(f.x[i]))
		}
	case partSmooth:
		f.p, _ = o.supportCurved(d)
	case partRim:
		f.p = rimPoint(o.half.X, d)
		f.p.Z = float64(f.sign * o.half.Z)
	case partSide:
		f.p = rimPoint(o.half.X, d)
		f.p.Z = f.x[0]
	case partCap:
		f.p = Vec{f.x[0], f.x[1], float64(f.sign * o.half.Z)}
	case partGenerator:
		f.p = rimPoint(o.half.X, d)
		f.p.Z = float64(-2 * o.half.Z)
		f.p = f.p.Scale(f.x[0])
		f.p.Z += o.half.Z
	case partApex:
		f.p = Vec{Z: o.half.Z}
	}
}

// set computes the foot for the unit direction d in the frame of o, its free ways, and the second
// derivatives of the support function across d, along t1 and t2.
func (f *foot) set(o *body, d, t1, t2 Vec) {
	f.free, f.xx, f.xy, f.yy = 0, 0, 0, 0
	switch f.stand(o, d); f.part {
	case partVertices:
		for f.free < f.n-1 {
			f.e[f.free] = f.v[f.free+1].Sub(f.v[0])
			f.free++
		}
	case partSmooth:
		f.smooth(o, d, t1, t2)
	case partRim:
		f.bend(o.half.X, d, t1, t2)
	case partSide:
		f.e[0], f.free = Vec{Z: 1}, 1
		f.bend(o.half.X, d, t1, t2)
	case partCap:
		f.e[0], f.e[1], f.free = Vec{X: 1}, Vec{Y: 1}, 2
	case partGenerator:
		e := rimPoint(o.half.X, d)
		e.Z = float64(-2 * o.half.Z)
		f.e[0], f.free = e, 1
		f.bend(float64(o.half.X*f.x[0]), d, t1, t2)
	case partApex:
	}
}

// bend sets the second derivatives of a circle of radius r around the axis: r over the length of d
// across it, along the tangent.
func (f *foot) bend(r float64, d, t1, t2 Vec) {
	l2 := float64(d.X*d.X) + float64(d.Y*d.Y)
	if !(l2 > 0x1p-100) {
		return
	}
	k := r / (l2 * math.Sqrt(l2))
	a := float64(t1.Y*d.X) - float64(t1.X*d.Y)
	b := float64(t2.Y*d.X) - float64(t2.X*d.Y)
	f.xx, f.xy, f.yy = float64(k*float64(a*a)), float64(k*float64(a*b)), float64(k*float64(b*b))
}

// smooth is set for an ellipsoid: second derivatives of its support function, less the ball inside.
func (f *foot) smooth(o *body, d, t1, t2 Vec) {
	h, _, _, k := o.stretched(d, t1, t2)
	if !(h > 0) {
		return
	}
	f.xx, f.xy, f.yy = k.xx/h-o.inner, k.xy/h, k.yy/h-o.inner
}

// stretched returns the length h of the semi-axes times d, which is the support value of an
// ellipsoid along d before the ball inside comes off, its derivatives p1 and p2 along t1 and t2,
// and h times its second derivatives: those of the squares, less the p twice.
func (o *body) stretched(d, t1, t2 Vec) (h, p1, p2 float64, k bending) {
	g := o.half
	stretch := func(v Vec) Vec {
		return Vec{float64(g.X * v.X), float64(g.Y * v.Y), float64(g.Z * v.Z)}
	}
	e, e1, e2 := stretch(d), stretch(t1), stretch(t2)
	if h = e.Len(); !(h > 0) {
		return h, 0, 0, k
	}
	p1, p2 = e.Dot(e1)/h, e.Dot(e2)/h
	k = bending{e1.Len2() - float64(p1*p1), e1.Dot(e2) - float64(p1*p2), e2.Len2() - float64(p2*p2)}
	return h, p1, p2, k
}

// moved brings the foot back to a part of o where a step has led it out of its own, and turned says
// that the direction went from was to d in that step. It reports whether the part is another now.
func (f *foot) moved(o *body, was, d Vec) bool {
	last, n := f.part, f.n
	switch f.part {
	case partVertices:
		f.shrink()
	case partSide:
		if math.Abs(f.x[0]) > o.half.Z {
			f.part, f.sign = partRim, math.Copysign(1, f.x[0])
		}
	case partCap:
		if float64(f.x[0]*f.x[0])+float64(f.x[1]*f.x[1]) > float64(o.half.X*o.half.X) {
			f.part = partRim
		}
	case partGenerator:
		if f.x[0] < 0 {
			f.part = partApex
		} else if f.x[0] > 1 {
			f.part, f.sign = partRim, -1
		}
	case partRim:
		f.leaveRim(o, was, d)
	case partApex:
		if !apexBeyond(o, d) {
			f.part, f.x[0] = partGenerator, 0
		}
	case partSmooth:
	}
	return f.part != last || f.n != n
}

// apexBeyond reports whether the apex of a cone is farther along d than its rim.
func apexBeyond(o *body, d Vec) bool {
	return float64(2*o.half.Z*d.Z) > float64(o.half.X*math.Sqrt(float64(d.X*d.X)+float64(d.Y*d.Y)))
}

// leaveRim is moved for a rim: along d, which came from was, the side may be farther, or the disc
// as far.
func (f *foot) leaveRim(o *body, was, d Vec) {
	switch {
	case float64(was.X*d.X)+float64(was.Y*d.Y) < 0: // across the axis
		p := rimPoint(o.half.X, was)
		f.part, f.x = partCap, [2]float64{p.X, p.Y}
	case o.kind == kindCylinder && float64(d.Z*f.sign) < 0:
		f.part, f.x[0] = partSide, float64(f.sign*o.half.Z)
	case o.kind == kindCone && apexBeyond(o, d):
		f.part, f.x[0] = partGenerator, 1
	}
}

// shrink drops the vertex that has the most negative weight, if there is one.
func (f *foot) shrink() {
	var w [3]float64
	f.weights(&w)
	worst := 0
	for i := 1; i < f.n; i++ {
		if w[i] < w[worst] {
			worst = i
		}
	}
	if !(w[worst] < 0) {
		return
	}
	f.n--
	f.id[worst], f.v[worst], w[worst] = f.id[f.n], f.v[f.n], w[f.n]
	sum := 0.0
	for i := range f.n {
		w[i] = max(w[i], 0)
		sum += w[i]
	}
	for i := range f.n - 1 {
		f.x[i] = w[i+1] / sum
	}
}

// weights sets w to those of the vertices of f.
func (f *foot) weights(w *[3]float64) {
	switch f.n {
	case 1:
		w[0], w[1], w[2] = 1, 0, 0
	case 2:
		w[0], w[1], w[2] = 1-f.x[0], f.x[0], 0
	default:
		w[0], w[1], w[2] = 1-f.x[0]-f.x[1], f.x[0], f.x[1]
	}
}

// carriers are points of a core, n of them, with weights and their numbers.
type carriers struct {
	p  [3]Vec
	w  [3]float64
	id [3]int32
	n  int
}

// carriers sets c to points of o, all on its surface, that the foot for the direction d is the mean
// of. c is empty before.
func (f *foot) carriers(o *body, d Vec, c *carriers) {
	share := 0.0
	switch c.n, c.w[0], c.id[0], c.id[1] = 1, 1, -1, -1; f.part {
	case partVertices:
		f.weights(&c.w)
		for i := range f.n {
			c.p[i], c.id[i] = f.v[i], f.id[i]
		}
		c.n = f.n
		return
	case partSide:
		c.p[0], c.p[1] = f.p, f.p
		c.p[0].Z, c.p[1].Z = o.half.Z, -o.half.Z
		share = float64(0.5 * (1 - f.x[0]/o.half.Z))
	case partCap:
		c.p[0] = rimPoint(o.half.X, f.p)
		c.p[1] = Vec{-c.p[0].X, -c.p[0].Y, f.p.Z}
		c.p[0].Z = f.p.Z
		share = float64(0.5 * (1 - math.Sqrt(float64(f.x[0]*f.x[0])+float64(f.x[1]*f.x[1]))/o.half.X))
	case partGenerator:
		c.p[0] = rimPoint(o.half.X, d)
		c.p[0].Z, c.p[1] = -o.half.Z, Vec{Z: o.half.Z}
		share = 1 - f.x[0]
	case partSmooth, partRim, partApex:
		c.p[0] = f.p
	}
	if share > 0 {
		c.w[0], c.w[1], c.n = 1-share, share, 2
	}
}
