package d3

import "math"

// Support values as functions of the point x of a face of the cube: those of a body are the length
// of a linear image of x, for ellipsoids and discs, and offset.x for points. A piece of C is where
// it is one such sum; its model is the sum's Taylor polynomial of third order with a bound of what
// follows.

// roundBody is the curved part of a core: its support values are |M x|, M given by its columns. If
// it is nearly a ball, they differ from mean |x| by a function whose fourth derivatives along unit
// directions are at most wobble/|x|^3 in magnitude; otherwise wobble is +Inf.
type roundBody struct {
	col          [3]Vec
	mean, wobble float64
}

// set makes r the curved part of A (0) or B (1).
func (r *roundBody) set(s *cellSearch, which int) {
	m, f := s.m, &s.frame
	o := &m.a
	if which == 1 {
		o = &m.b
	}
	for i, x := range [3]Vec{{f.x.X, f.y.X, f.z.X}, {f.x.Y, f.y.Y, f.z.Y}, {f.x.Z, f.y.Z, f.z.Z}} {
		if which == 1 {
			x = m.rot.applyT(x)
		}
		h := o.half
		if o.kind == kindCylinder || o.kind == kindCone {
			h = Vec{h.X, h.X, 0}
		}
		r.col[i] = Vec{float64(h.X * x.X), float64(h.Y * x.Y), float64(h.Z * x.Z)}
	}
	least, most := min(o.half.X, o.half.Y, o.half.Z), max(o.half.X, o.half.Y, o.half.Z)
	r.wobble = math.Inf(1)
	if o.kind == kindEllipsoid && most <= float64(1.125*least) { // docs/math/epa.md: both within 1/16 of the mean
		r.mean = math.Sqrt((float64(least*least) + float64(most*most)) / 2)
		if w := float64(70*(most-least)) * (most + least) / r.mean; w < 5*r.mean { // less than without the mean
			r.wobble = w
		}
	}
}

// piece tells which parts of A and of -B hold the support points along some directions.
type piece [2]part

// part is one point, or that added to the points of a body's curved part.
type part struct {
	at     Vec
	curved bool
}

// at returns the sum of both points.
func (p *piece) at() Vec { return p[0].at.Add(p[1].at) }

// curved tells which parts are.
func (p *piece) curved() [2]bool { return [2]bool{p[0].curved, p[1].curved} }

// piece returns that of the direction of a search, in the cube's axes.
func (s *cellSearch) piece(found *probe) (p piece) {
	m := s.m
	var a, b Vec
	a, p[0].curved = m.a.offset(found.a)
	b, p[1].curved = m.b.offset(found.b)
	p[0].at, p[1].at = s.frame.applyT(a), s.frame.applyT(m.rot.apply(b).Add(m.t).Neg())
	return p
}

// offset returns the part of a support point that does not change when the direction turns a
// little, and whether there is another.
func (o *body) offset(p Vec) (at Vec, curved bool) {
	switch o.kind {
	case kindCylinder:
		return Vec{0, 0, p.Z}, true
	case kindCone:
		return Vec{0, 0, p.Z}, p.X != 0 || p.Y != 0
	case kindEllipsoid:
		return Vec{}, true
	case kindPoint, kindSegment, kindBox, kindHull, kindUser, kindHalfSpace, kindComposite:
	}
	return p, false
}

// model is a function F near a point of a face of the cube: value, gradient, second and third
// derivatives there. As far as the model was made for, along a line with the unit direction e the
// fourth derivative is at least -fourth less the sum of the tails, and the part of the third that
// comes from a body at most third in magnitude.
type model struct {
	f                  float64
	gx, gy             float64
	hxx, hxy, hyy      float64
	xxx, xxy, xyy, yyy float64
	fourth             float64
	third              [2]float64 // by body
	tails              [2]tail
	edge               place // where there is no model: the direction in which a length may vanish
}

// tail stands for c (e.Ge)^2, G a symmetric matrix without negative eigenvalues.
type tail struct{ c, xx, xy, yy float64 }

// model sets f to the support value of p less the depth in question times the length, at a point
// from the middle of k, as far as the rectangle goes. It returns false if a curved part may have an
// edge there.
func (s *cellSearch) model(k *cell, at place, p *piece, f *model) bool {
	if !s.curves(k, at, p.curved(), f) {
		return false
	}
	f.add(k, at, p)
	return true
}

// curves is model for the curved parts alone.
func (s *cellSearch) curves(k *cell, at place, curved [2]bool, f *model) bool {
	i, j := k.axes()
	x := k.direction(k.u+at.x, k.v+at.y)
	*f = model{}
	du, dv := k.ru+math.Abs(at.x), k.rv+math.Abs(at.y)
	for b := range s.round {
		if !curved[b] {
			continue
		}
		c := &s.round[b].col
		y := c[0].Scale(x.X).Add(c[1].Scale(x.Y)).Add(c[2].Scale(x.Z))
		if !f.addLength(b, y, c[i], c[j], du, dv) {
			return false
		}
	}
	w := s.best - s.tol + s.inner
	cube := f.subtractLength(x, i, j, du, dv, w)
	wobble := 0.0
	for b := range s.round {
		if r := &s.round[b]; curved[b] && r.wobble < math.Inf(1) {
			wobble, w = wobble+r.wobble, w-r.mean
			f.tails[b] = tail{}
		}
	}
	f.fourth = float64((wobble + max(2.4*w, -3*w)) * cube)
	return true
}

// add adds the points of p, a linear function, at a point from the middle of k.
func (f *model) add(k *cell, at place, p *piece) {
	i, j := k.axes()
	w := p.at()
	f.f += w.Dot(k.direction(k.u+at.x, k.v+at.y))
	f.gx, f.gy = f.gx+w.along(i), f.gy+w.along(j)
}

// addLength adds |y + a ex + b ey|, a function of (a, b) that comes from one of the bodies, to f,
// as far as |a| <= da and |b| <= db. It returns false if the length is not clearly positive there.
//
// Along a line, the length g is the root of a quadratic polynomial, and with D = the squared area
// of y and the line's direction e,
//
//	g'' = D/g^3,  g''' = -3 D g'/g^4,  g'''' = D (12 g'^2/g^5 - 3 D/g^7) >= -3 D^2/g^7.
func (f *model) addLength(body int, y, ex, ey Vec, da, db float64) bool {
	g := y.Len()
	px, py := y.Dot(ex)/g, y.Dot(ey)/g
	least := g - (math.Abs(float64(px*da)) + math.Abs(float64(py*db))) // g is convex
	if !(least > g/16) {
		if g > 0 {
			f.edge = place{px, py}
		}
		return false
	}
	cx, cy := y.Cross(ex), y.Cross(ey)
	dxx, dxy, dyy := cx.Len2(), cx.Dot(cy), cy.Len2()
	f.f, f.gx, f.gy = f.f+g, f.gx+px, f.gy+py
	f.bend(dxx, dxy, dyy, px, py, 1/g, 1)
	most := float64((dxx+dyy)/2) + math.Sqrt(float64((dxx-dyy)*(dxx-dyy)/4)+float64(dxy*dxy)) // the greatest D
	i := 1 / least
	i4 := float64(i*i) * float64(i*i)
	f.third[body] = float64(3 * most * i4 * math.Sqrt(ex.Len2()+ey.Len2()))
	f.tails[body] = tail{float64(3*i4*i) * float64(i*i), dxx, dxy, dyy}
	return true
}

// subtractLength is addLength for -w |x|, where the direction is that of a point of the face
// itself. As |e| = 1, the fourth derivative of |x|, D (12 - 15 D/g^2)/g^5, is between -3/g^3 and
// 2.4/g^3. It returns a bound of 1/g^3.
func (f *model) subtractLength(x Vec, i, j int8, da, db, w float64) (cube float64) {
	g := x.Len()
	a, b := x.along(i), x.along(j)
	px, py := a/g, b/g
	f.f, f.gx, f.gy = f.f-float64(w*g), f.gx-float64(w*px), f.gy-float64(w*py)
	g2 := float64(g * g)
	f.bend(g2-float64(a*a), -float64(a*b), g2-float64(b*b), px, py, 1/g, -w)
	least := 1 / max(1, g-(math.Abs(float64(px*da))+math.Abs(float64(py*db))))
	return float64(least*least) * least
}

// bend adds w times the second and third derivatives of a length 1/i with gradient p and squared
// areas d.
func (f *model) bend(dxx, dxy, dyy, px, py, i, w float64) {
	i3 := float64(w*i) * float64(i*i)
	dxx, dxy, dyy = float64(dxx*i3), float64(dxy*i3), float64(dyy*i3)
	f.hxx, f.hxy, f.hyy = f.hxx+dxx, f.hxy+dxy, f.hyy+dyy
	px, py = float64(px*i), float64(py*i)
	f.xxx -= float64(3 * dxx * px)
	f.xxy -= float64(dxx*py) + float64(2*dxy*px)
	f.xyy -= float64(dyy*px) + float64(2*dxy*py)
	f.yyy -= float64(3 * dyy * py)
}

// turned returns f in the orthonormal directions (-s, c) and (c, s) in place of x and y.
func (f *model) turned(c, s float64) (t model) {
	t = *f
	t.gx, t.gy = float64(c*f.gy)-float64(s*f.gx), float64(c*f.gx)+float64(s*f.gy)
	quad := func(xx, xy, yy float64) (tt, tn, nn float64) {
		mix, cs := float64(float64(2*xy)*float64(c*s)), float64((yy-xx)*float64(c*s))
		c2, s2 := float64(c*c), float64(s*s)
		return float64(s2*xx) + float64(c2*yy) - mix, cs + float64(xy*(c2-s2)), float64(c2*xx) + float64(s2*yy) + mix
	}
	t.hxx, t.hxy, t.hyy = quad(f.hxx, f.hxy, f.hyy)
	// The third derivatives with one argument along each new direction.
	xx, xy, yy := float64(c*f.xxy)-float64(s*f.xxx), float64(c*f.xyy)-float64(s*f.xxy), float64(c*f.yyy)-float64(s*f.xyy)
	t.xxx, t.xxy, t.xyy = quad(xx, xy, yy)
	xx, xy, yy = float64(c*f.xxx)+float64(s*f.xxy), float64(c*f.xxy)+float64(s*f.xyy), float64(c*f.xyy)+float64(s*f.yyy)
	_, _, t.yyy = quad(xx, xy, yy)
	for i := range t.tails {
		g := &t.tails[i]
		g.xx, g.xy, g.yy = quad(g.xx, g.xy, g.yy)
	}
	return t
}

// rest bounds what follows the third derivatives where |x| <= r and |y| <= far: it is at least
// -low - curve y^2/2. As 2 |xy| <= x^2 + y^2,
//
//	(x, y).G(x, y) <= p x^2 + q y^2,  p = xx + |xy|, q = yy + |xy|,
//	(p x^2 + q y^2)^2 <= p^2 r^4 + (2 p q r^2 + q^2 far^2) y^2,
//
// and the length itself has p = q = 1.
func (f *model) rest(r, far float64) (low, curve float64) {
	r2, far2 := float64(r*r), float64(far*far)
	low = f.fourth
	curve = float64(f.fourth * (float64(2*r2) + far2))
	for i := range f.tails {
		g := &f.tails[i]
		p, q := g.xx+math.Abs(g.xy), g.yy+math.Abs(g.xy)
		low += float64(float64(g.c*p) * p)
		curve += float64(float64(g.c*q) * (float64(2*p*r2) + float64(q*far2)))
	}
	return float64(low*r2) * r2 / 24, curve / 12
}
