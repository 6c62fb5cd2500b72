package d3

import "math"

// What a foot of Newton's method tells about support values in a disc of directions: a quadratic
// form below them. docs/math/epa.md, "A disc of directions".

// below adds to k what the foot f of o, for the unit direction d, says about support values around
// it: with u = x t1 + y t2 no longer than radius the support value of d + u is at least that of
// the foot and k's quadratic form of u, less slack.
func (f *foot) below(o *body, d, t1, t2 Vec, radius float64, k *bending, slack *float64) {
	switch f.part {
	case partVertices:
		var w [3]float64
		f.weights(&w)
		switch f.n {
		case 2:
			k.kink(min(w[0], w[1]), f.e[0], d, t1, t2, radius, slack)
		case 3:
			k.face(f.inside(), f.e[0].Cross(f.e[1]), d, radius, slack)
		}
	case partSmooth:
		k.ellipsoid(o, d, t1, t2, radius)
	case partRim:
		k.circle(o.half.X, d, t1, t2, radius)
	case partSide:
		k.circle(o.half.X, d, t1, t2, radius)
		k.kink(o.half.Z-math.Abs(f.x[0]), Vec{Z: 1}, d, t1, t2, radius, slack)
	case partCap:
		k.face(o.half.X-math.Sqrt(float64(f.x[0]*f.x[0])+float64(f.x[1]*f.x[1])), Vec{Z: 1}, d, radius, slack)
	case partGenerator:
		x := f.x[0]
		m := 0.5 * min(x, 1-x)
		e := rimPoint(o.half.X, d)
		e.Z = -2 * o.half.Z
		k.kink(m, e, d, t1, t2, radius, slack)
		k.circle(float64(x*o.half.X), d, t1, t2, radius)
		k.flatten(float64(m*o.half.X), d, t1, t2, radius)
	case partApex:
	}
}

// kink adds m |e.(d + u)|.
func (k *bending) kink(m float64, e, d, t1, t2 Vec, radius float64, slack *float64) {
	x, y := e.Dot(t1), e.Dot(t2)
	l := math.Sqrt(float64(x*x) + float64(y*y))
	if !(m > 0 && l > 0) {
		return
	}
	*slack += float64(m * math.Abs(e.Dot(d)))
	c := float64(2*m) / float64(l*radius)
	k.xx, k.xy, k.yy = k.xx+float64(c*float64(x*x)), k.xy+float64(c*float64(x*y)), k.yy+float64(c*float64(y*y))
}

// face adds s times the length of d + u across n.
func (k *bending) face(s float64, n, d Vec, radius float64, slack *float64) {
	l := n.Len()
	if !(s > 0 && l > 0) {
		return
	}
	*slack += float64(s * (n.Cross(d).Len() / l))
	c := float64(float64(2*s)*(math.Abs(n.Dot(d))/l)) / radius
	k.xx += c
	k.yy += c
}

// circle adds the support value of a circle of radius r about the axis.
func (k *bending) circle(r float64, d, t1, t2 Vec, radius float64) {
	l := math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y))
	if !(l > 0) {
		return
	}
	a := (float64(t1.Y*d.X) - float64(t1.X*d.Y)) / l
	b := (float64(t2.Y*d.X) - float64(t2.X*d.Y)) / l
	c := float64(r * bent(l, float64(math.Abs(d.Z)*radius), float64(radius*radius)))
	k.xx, k.xy, k.yy = k.xx+float64(c*float64(a*a)), k.xy+float64(c*float64(a*b)), k.yy+float64(c*float64(b*b))
}

// flatten takes off what a circle of radius r adds at most.
func (k *bending) flatten(r float64, d, t1, t2 Vec, radius float64) {
	l := math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y))
	c := -r / (l - float64(math.Abs(d.Z)*radius))
	if !(c < 0) {
		k.xx = math.Inf(-1)
		return
	}
	a := (float64(t1.Y*d.X) - float64(t1.X*d.Y)) / l
	b := (float64(t2.Y*d.X) - float64(t2.X*d.Y)) / l
	k.xx, k.xy, k.yy = k.xx+float64(c*float64(a*a)), k.xy+float64(c*float64(a*b)), k.yy+float64(c*float64(b*b))
}

// bent returns c with sqrt((l + x)^2 + y^2) >= l + x + c y^2/2 for |x| <= side and y^2 <= yy.
func bent(l, side, yy float64) float64 {
	least := l - side
	if !(least > 0) {
		return 0
	}
	return max(0, (1-yy/float64(4*float64(least*least)))/(l+side))
}

// ellipsoid adds the support value of the ellipsoid o less the ball inside.
func (k *bending) ellipsoid(o *body, d, t1, t2 Vec, radius float64) {
	h, p1, p2, s := o.stretched(d, t1, t2)
	if !(h > 0) {
		return
	}
	rr := float64(radius * radius)
	c := bent(h, float64(math.Sqrt(float64(p1*p1)+float64(p2*p2))*radius), float64(max(s.xx+s.yy, 0)*rr))
	k.xx, k.xy, k.yy = k.xx+float64(c*s.xx)-o.inner, k.xy+float64(c*s.xy), k.yy+float64(c*s.yy)-o.inner
}

// inside returns how far the foot on a triangle is from its border at least.
func (f *foot) inside() float64 {
	var w [3]float64
	f.weights(&w)
	area := f.e[0].Cross(f.e[1]).Len()
	s := math.Inf(1)
	for i := range 3 {
		e := f.v[(i+2)%3].Sub(f.v[(i+1)%3])
		s = min(s, float64(w[i]*area)/e.Len())
	}
	return s
}

// clipped is a convex polygon.
type clipped struct {
	p    [32][2]float64
	n    int
	next [33][2]float64 // work space of cut
}

// cut leaves of c what has x, y times it at most room, or all of it where that would have too many
// corners.
func (c *clipped) cut(x, y, room float64) {
	past := func(p *[2]float64) float64 { return float64(x*p[0]) + float64(y*p[1]) - room }
	n, first := 0, past(&c.p[0])
	a := first
	for i := range c.n {
		p, q, b := &c.p[i], &c.p[0], first
		if i+1 < c.n {
			q = &c.p[i+1]
			b = past(q)
		}
		if n+2 > len(c.next) {
			return
		}
		if a <= 0 {
			c.next[n] = *p
			n++
		}
		if a <= 0 != (b <= 0) {
			t := a / (a - b)
			c.next[n] = [2]float64{p[0] + float64(t*(q[0]-p[0])), p[1] + float64(t*(q[1]-p[1]))}
			n++
		}
		a = b
	}
	if n <= len(c.p) {
		c.n = copy(c.p[:], c.next[:n])
	}
}
