package d3

import "math"

// valley is the neighbourhood of a line on which two pieces of C have equal support values, a ahead
// of it and b behind. If side is not 0 they differ in one core, and c, where the other one has
// changed as well, comes next, beyond a (side 1) or beyond b (side -1).
type valley struct {
	a, b, c    piece
	side       float64
	fa, fb, fc model // at a point of the line, and that point
	from       place
}

// kink bounds the function in k where the piece with the model f, made for the middle, meets q.
// Both bodies may change there, at nearly the same place.
func (s *cellSearch) kink(k *cell, q *piece, f *model) bound {
	best := bound{low: math.Inf(-1)}
	var g model
	if !s.model(k, place{}, q, &g) {
		return best
	}
	dx, dy := f.gx-g.gx, f.gy-g.gy
	t := 1 / math.Sqrt(float64(dx*dx)+float64(dy*dy))
	if !(t < 1/pad) {
		return best
	}
	t = float64(1.25*t) * k.extent(float64(dx*t), float64(dy*t)) // a little beyond k, whose side may be such a line
	front, _ := s.look(k, place{float64(dx * t), float64(dy * t)})
	back, _ := s.look(k, place{-float64(dx * t), -float64(dy * t)})
	v := &s.valley
	v.a, v.b, v.side = front, back, 0
	if best = s.along(k); math.IsInf(best.low, -1) {
		best.along = place{dx, dy}
	}
	if front[0] == back[0] || front[1] == back[1] {
		return best
	}
	for i := 0; i < 4 && best.low < 0; i++ {
		v.split(&front, &back, i/2, float64(1-2*(i%2)))
		if b := s.along(k); b.low > best.low {
			best = b
		}
	}
	return best
}

// split sets v to the valley in which one core changes, while the other one changes ahead of it or
// behind.
func (v *valley) split(front, back *piece, core int, side float64) {
	v.a, v.b, v.c, v.side = *front, *back, *front, side
	if other := 1 - core; side > 0 {
		v.a[other] = back[other]
	} else {
		v.b[other], v.c = front[other], *back
	}
}

// along is kink for the valley given by its pieces.
func (s *cellSearch) along(k *cell) bound {
	v := &s.valley
	if !s.find(k) || v.side != 0 && !s.model(k, v.from, &v.c, &v.fc) {
		return bound{low: math.Inf(-1)}
	}
	return v.least(k)
}

// find looks for a point where a and b are equal, near k, and sets the models there.
func (s *cellSearch) find(k *cell) bool {
	v, p := &s.valley, place{}
	step := func(d, dx, dy float64) bool {
		l2 := float64(dx*dx) + float64(dy*dy)
		if !(l2 > 0x1p-100) {
			return false
		}
		p.x, p.y = p.x-float64(d*dx)/l2, p.y-float64(d*dy)/l2
		return math.Abs(p.x)+math.Abs(p.y) < 2*(k.ru+k.rv)
	}
	if v.a.curved() == v.b.curved() { // a line
		i, j := k.axes()
		d := v.a.at().Sub(v.b.at())
		if !step(d.Dot(k.direction(k.u, k.v)), d.along(i), d.along(j)) || !s.curves(k, p, v.a.curved(), &v.fa) {
			return false
		}
		v.fb = v.fa
		v.fa.add(k, p, &v.a)
		v.fb.add(k, p, &v.b)
		v.from = p
		return true
	}
	for i := 0; ; i++ { // by Newton's method
		if v.from = p; !s.model(k, p, &v.a, &v.fa) || !s.model(k, p, &v.b, &v.fb) {
			return false
		}
		d := v.fa.f - v.fb.f
		if i == 3 || math.Abs(d) < 0x1p-60 {
			return true
		}
		if !step(d, v.fa.gx-v.fb.gx, v.fa.gy-v.fb.gy) {
			return false
		}
	}
}

// least bounds the greatest of the functions that fa, fb and fc are models of.
//
// Let D be fa - fb and s the length of its gradient. With 0 <= l <= 1
//
//	max(fa, fb) = L + (1-l) D ahead of the line D = 0 and L - l D behind it,  L = l fa + (1-l) fb,
//
// and l is such that L does not change across the line. With n the coordinate along D's gradient, t
// the other one, and z = D/s,
//
//	n = z - w t^2 + e,  |e| <= beta |n| + tau,  |n| <= most + gain |z|,  w = D_tt/(2 s),
//	|t| <= r,  |n| <= far,
//
// takes n out of L. What |z| costs is set against what D gains on either side.
func (v *valley) least(k *cell) bound {
	dx, dy := v.fa.gx-v.fb.gx, v.fa.gy-v.fb.gy
	s := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if !(s > 0x1p-50) {
		return bound{low: math.Inf(-1)}
	}
	cos, sin := dx/s, dy/s
	up, down := float64(cos*v.fa.gx)+float64(sin*v.fa.gy), float64(cos*v.fb.gx)+float64(sin*v.fb.gy)
	switch { // is there a valley?
	case up <= 0:
		return v.fa.least(k, v.from)
	case down >= 0:
		return v.fb.least(k, v.from)
	}
	r, far := k.reaches(cos, sin, v.from)
	l := -down / (up - down)
	m := v.fa.mixed(&v.fb, l)
	m = m.turned(cos, sin)
	var d model // of D
	if v.a.curved() != v.b.curved() {
		d = v.fa.less(&v.fb, v.a.curved(), v.b.curved())
		d = d.turned(cos, sin)
	}
	w := d.hxx / (2 * s)
	beta := (float64(math.Abs(d.hxy)*r) + float64(math.Abs(d.hyy)*far/2)) / s
	if !(beta < 0.5) {
		return bound{low: math.Inf(-1)}
	}
	reach := r + far
	tau := float64(d.third[0]*reach) * float64(reach*reach) / float64(6*s)
	r2 := float64(r * r)
	z := ridge{gain: 1 / (1 - beta)}
	z.most = float64((float64(math.Abs(w)*r2) + tau) * z.gain)
	z.reach = float64(1.5*far) + z.most
	slant, bend := float64(math.Abs(m.hxy)*r), float64(math.Abs(m.xxy)*r2/2)
	rest, curve := m.rest(r, far)
	dent := (float64(math.Abs(m.xyy)*r) + float64(math.Abs(m.yyy)*far)/3 + curve - m.hyy) / 2
	if z.most > 0 || beta > 0 {
		dent = max(0, dent) // with n = z alone it may help
	}
	z.first = float64(slant*(1+float64(beta*z.gain))) + float64(z.gain*(bend+float64(2*dent*z.most)))
	z.second = float64(dent*z.gain) * z.gain
	rest += float64(slant*(float64(beta*z.most)+tau)) + float64(z.most*(bend+float64(dent*z.most)))
	ahead, behind := z, z
	ahead.win, behind.win = float64((1-l)*s), float64(l*s)
	switch {
	case v.side > 0:
		ahead.beyond(v, cos, sin, beta, r, reach)
	case v.side < 0:
		behind.beyond(v, cos, sin, beta, r, reach)
	}
	value, t := leastCubic(m.gx, m.hxx, m.xxx-float64(6*w*m.hxy), r)
	n := -float64(w*t) * t
	loss := max(ahead.loss(), behind.loss())
	b := bound{low: m.f - rest - loss + value - float64(math.Abs(m.gy)*far) - math.Abs(v.fa.f-v.fb.f), rest: rest}
	b.at = v.from.plus(cos, sin, t, n)
	b.across = place{cos, sin}
	if b.along = (place{-sin, cos}); loss > rest && float64(z.second*z.reach) > z.first-min(ahead.win, behind.win) {
		b.along = b.across
	}
	return b
}

// ridge is one side of a valley: at the distance z from the line the function is at least -first
// z - second z^2 + win z + max(0, slope z - start) above that on the line, for z up to reach.
type ridge struct {
	first, second, win, slope, start float64
	most, gain, reach                float64
}

// beyond adds what v.c gains over the piece before it.
func (z *ridge) beyond(v *valley, cos, sin, beta, r, reach float64) {
	near, f := &v.b, &v.fb
	if v.side > 0 {
		near, f = &v.a, &v.fa
	}
	var d model
	if near.curved() == v.c.curved() {
		d = model{f: v.fc.f - f.f, gx: v.fc.gx - f.gx, gy: v.fc.gy - f.gy}
	} else {
		d = v.fc.less(f, v.c.curved(), near.curved())
	}
	d = d.turned(cos, sin)
	slope := v.side * d.gy
	if !(slope > 0) {
		return
	}
	bent := float64((math.Abs(d.hxx)+math.Abs(d.hyy))/2) + math.Abs(d.hxy) + float64(d.third[0]*reach/6)
	z.slope = float64(slope * (1 - float64(beta*z.gain)))
	z.start = max(0, float64(math.Abs(d.gx)*r)+float64(slope*z.most)+float64(float64(bent*reach)*reach)-d.f)
}

// loss returns how far the function falls below that on the line at most.
func (z *ridge) loss() float64 {
	fall := func(x float64) float64 {
		return float64(x*(z.first+float64(z.second*x)-z.win)) - max(0, float64(z.slope*x)-z.start)
	}
	ends := [2]float64{z.reach, z.reach}
	if z.slope > 0 {
		ends[0] = min(z.reach, z.start/z.slope)
	}
	most := max(0, fall(ends[0]), fall(ends[1]))
	if z.second < 0 { // a parabola with its top in between
		most = max(most, fall(max(0, min((z.win-z.first)/(2*z.second), ends[0]))),
			fall(max(ends[0], min((z.win+z.slope-z.first)/(2*z.second), ends[1]))))
	}
	return most
}

// mixed returns l f + (1-l) g.
func (f *model) mixed(g *model, l float64) model {
	mix := func(x, y float64) float64 { return float64(l*x) + float64((1-l)*y) }
	m := model{
		f: mix(f.f, g.f), gx: mix(f.gx, g.gx), gy: mix(f.gy, g.gy),
		hxx: mix(f.hxx, g.hxx), hxy: mix(f.hxy, g.hxy), hyy: mix(f.hyy, g.hyy),
		xxx: mix(f.xxx, g.xxx), xxy: mix(f.xxy, g.xxy), xyy: mix(f.xyy, g.xyy), yyy: mix(f.yyy, g.yyy),
		fourth: mix(f.fourth, g.fourth), tails: f.tails,
	}
	for i := range m.tails {
		if t := &m.tails[i]; t.c == 0 {
			*t = g.tails[i]
		}
		m.tails[i].c = mix(f.tails[i].c, g.tails[i].c)
	}
	return m
}

// less returns f - g up to the second derivatives, and as third[0] a bound of the third, which only
// a body has a part in that is curved in one of them.
func (f *model) less(g *model, a, b [2]bool) model {
	d := model{
		f: f.f - g.f, gx: f.gx - g.gx, gy: f.gy - g.gy,
		hxx: f.hxx - g.hxx, hxy: f.hxy - g.hxy, hyy: f.hyy - g.hyy,
	}
	for i := range a {
		if a[i] != b[i] {
			d.third[0] += f.third[i] + g.third[i]
		}
	}
	return d
}
