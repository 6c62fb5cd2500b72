package d3

import "math"

// bound is a lower bound of a function in a cell.
type bound struct {
	low   float64
	rest  float64 // what it leaves for the terms that the model does not have
	at    place   // where the function is about least
	along place   // the direction along which the cell had better become shorter, or none

	across place // of a valley
}

// smooth bounds the function with the model f of p in k. If it is least in the middle of a valley,
// that is better seen from its ground.
func (s *cellSearch) smooth(k *cell, p *piece, f *model) bound {
	b := f.least(k, place{})
	if b.low >= 0 || b.rest > coarse*s.tol {
		return b
	}
	c, sn, h, _ := principal(f.hxx, f.hxy, f.hyy)
	n := -(float64(c*f.gx) + float64(sn*f.gy)) / h
	if !(h > 0 && math.Abs(n) < k.extent(c, sn)) {
		return b
	}
	var g model
	ground := place{float64(c * n), float64(sn * n)}
	if s.model(k, ground, p, &g) {
		if t := g.least(k, ground); t.low > b.low {
			return t
		}
	}
	return b
}

// least bounds the function that f is a model of, made for the given place, in k.
func (f *model) least(k *cell, from place) bound {
	if b, ok := f.slope(k, from); ok {
		return b
	}
	return f.bowl(k, from)
}

// slope is least where the function goes down to one side. In the directions t, n with n along the
// gradient,
//
//	F >= f + (p + e t + b t^2/2) n + k n^2/2 + h t^2/2 + a t^3/6 + (c t n^2)/2 + d n^3/6
//	     - rest,  |t| <= r, |n| <= far.
//
// The terms with n^3 and t n^2 come off k, and so does the rest's part with n^2. If n's range ends
// before the parabola in n has its least value, for all t, that is at the end, where F is a
// polynomial in t.
func (f *model) slope(k *cell, from place) (b bound, ok bool) {
	p := math.Sqrt(float64(f.gx*f.gx) + float64(f.gy*f.gy))
	if !(p > 0) {
		return b, false
	}
	c, s := f.gx/p, f.gy/p
	m := f.turned(c, s)
	r, far := k.reaches(c, s, from)
	rest, curve := m.rest(r, far)
	open := float64(math.Abs(m.xyy)*r) + float64(math.Abs(m.yyy)*far)/3 + curve
	bend := m.hyy - open
	turn := float64(math.Abs(m.hxy)*r) + float64(float64(math.Abs(m.xxy)*r)*r/2)
	if turn > p || p-turn < float64(bend*far) {
		return b, false
	}
	value, t := leastCubic(-float64(m.hxy*far), m.hxx-float64(m.xxy*far), m.xxx, r)
	low := m.f - rest - float64(p*far) + float64(float64(bend*far)*far/2) + value
	b = bound{low: low, rest: rest, at: from.plus(c, s, t, -far), along: place{-s, c}}
	if float64(open*far)*far/2 > rest {
		b.along = place{c, s}
	}
	return b, true
}

// bowl is least anywhere. In the principal directions of the second derivatives, n being that of
// the greater one,
//
//	F >= f + g t + h t^2/2 + a t^3/6 + (p + b t^2/2) n + k n^2/2 + (c t n^2)/2 + d n^3/6
//	     - rest,  |t| <= r, |n| <= far.
//
// Once more the last terms come off k. The least value of the parabola in n is a polynomial in t,
// but for b^2 t^4/(8 k).
func (f *model) bowl(k *cell, from place) bound {
	c, s, bend, h := principal(f.hxx, f.hxy, f.hyy)
	m := f.turned(c, s)
	r, far := k.reaches(c, s, from)
	rest, curve := m.rest(r, far)
	low := m.f - rest
	p, b := m.gy, m.xxy
	turn := float64(float64(math.Abs(b)*r) * r / 2)
	open := float64(math.Abs(m.xyy)*r) + float64(math.Abs(m.yyy)*far)/3 + curve
	if bend -= open; bend <= 0 {
		low -= float64((math.Abs(p)+turn)*far) - float64(float64(bend*far)*far/2)
		value, t := leastCubic(m.gx, h, m.xxx, r)
		return bound{low: low + value, rest: rest, at: from.plus(c, s, t, math.Copysign(far, -p))}
	}
	n := -p / bend
	rest += float64(turn*turn) / float64(2*bend)
	low -= float64(p*p)/float64(2*bend) + float64(turn*turn)/float64(2*bend)
	value, t := leastCubic(m.gx, h+float64(n*b), m.xxx, r)
	v := bound{low: low + value, rest: rest, at: from.plus(c, s, t, n-float64(b*t)*t/float64(2*bend)), along: place{-s, c}}
	if float64(open*n)*n/2 > rest {
		v.along = place{c, s}
	}
	return v
}

// reaches returns how far k reaches from the given place along (-s, c) and along (c, s).
func (k *cell) reaches(c, s float64, from place) (r, far float64) {
	r = k.extent(s, c) + math.Abs(float64(c*from.y)-float64(s*from.x))
	far = k.extent(c, s) + math.Abs(float64(c*from.x)+float64(s*from.y))
	return r, far
}

// plus returns p + t (-s, c) + n (c, s).
func (p place) plus(c, s, t, n float64) place {
	return place{p.x + float64(c*n) - float64(s*t), p.y + float64(s*n) + float64(c*t)}
}

// principal returns the eigenvalues k >= h of a symmetric matrix and the unit eigenvector of k.
func principal(xx, xy, yy float64) (c, s, k, h float64) {
	mean, d := float64((xx+yy)/2), float64((xx-yy)/2)
	l := math.Sqrt(float64(d*d) + float64(xy*xy))
	c, s = d+l, xy
	if d < 0 {
		c, s = xy, l-d
	}
	if n := math.Sqrt(float64(c*c) + float64(s*s)); n > 0 {
		return c / n, s / n, mean + l, mean - l
	}
	return 1, 0, mean + l, mean - l
}

// leastCubic returns the least value of g t + h t^2/2 + a t^3/6 for |t| <= r, and where it is.
func leastCubic(g, h, a, r float64) (value, t float64) {
	at := func(t float64) float64 { return float64(t * (g + float64(t*(float64(h/2)+float64(float64(t*a)/6))))) }
	t = math.Copysign(r, -g)
	value = at(t)
	if v := at(-t); v < value {
		value, t = v, -t
	}
	disc := float64(h*h) - float64(2*a*g)
	if !(disc >= 0) {
		return value, t
	}
	root := math.Sqrt(disc)
	x := -2 * g / (h + root)
	if h < 0 {
		x = (root - h) / a
	}
	if x > -r && x < r {
		if v := at(x); v < value {
			value, t = v, x
		}
	}
	return value, t
}
