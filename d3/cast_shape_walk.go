package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// castSnap rounds |x| < 2 to a multiple of the grid's step.
const castSnap = 6

// moveTo makes tau the time of the walk.
func (c *shapeCast) moveTo(s *simplex, tau float64) {
	x := c.v.Scale(tau)
	x = Vec{x.X + castSnap - castSnap, x.Y + castSnap - castSnap, x.Z + castSnap - castSnap}
	by := c.x.Sub(x)
	for i := range s.n {
		s.p[i].w = s.p[i].w.Add(by)
	}
	c.x, c.tau = x, tau
}

// near bounds what rounding does to the length of a point of C as seen from x.
func (c *shapeCast) near(r *run, length float64) float64 {
	grid := 0.0
	if c.tau > 0 { // x is rounded to the grid
		grid = castGrid
	}
	return r.m.errPoint + float64(unit*(grid+float64(castWay*(float64(c.len*c.tau)+length))))
}

// reached reports whether a point of C at the distance length from x proves a contact.
func (c *shapeCast) reached(r *run, length float64) bool {
	return length+c.near(r, length) < r.radius-float64(marginPad*unit*r.radius)
}

// carried is reached for the point that the weights of the simplex make: it is one of C, however
// thin the simplex is.
func (c *shapeCast) carried(r *run) bool {
	w, _ := r.s.point()
	return c.reached(r, w.Len())
}

// covered is carried for an x that doubles find in the simplex, where inside is set, or all but
// there. A simplex as thin as a needle holds x in doubles also where x is far outside, but what its
// weights make is a point of C.
func (c *shapeCast) covered(r *run, inside bool) bool {
	if inside {
		r.s.weigh()
	}
	return c.carried(r)
}

// facing is what a search for the support points of C along -n tells.
type facing struct {
	n         Vec     // unit, from A to B
	slope     float64 // the change of the separation along n
	root      float64 // when x meets the plane, grown by the radius, in doubles
	separates bool    // the plane separates x
}

// plane takes in the last search, which was along n: lo rises to where x meets the plane that it
// came to, or end falls. inverse is that of the length of its direction.
func (c *shapeCast) plane(r *run, found *probe, n Vec, inverse float64) (f facing) {
	sep := found.separation(&r.m, inverse)
	low, _ := r.m.bracket(sep, 0)
	low -= r.radius + float64(marginPad*unit*r.radius)
	f.n, f.slope = n, n.Dot(c.v)
	f.separates = sep+float64(c.tau*f.slope) > r.radius
	noise := float64(castSlope * unit * c.len)
	if f.slope < 0 {
		f.root = (sep - r.radius) / -f.slope
		if t := float64(low / (noise - f.slope) * (1 - quotientPad*unit)); t > c.lo {
			c.lo, c.n, c.cos = t, n, -f.slope
		}
		return f
	}
	at := low + float64(c.lo*f.slope) - float64(c.lo*(noise+float64(castStill*unit*c.len)))
	switch {
	case at > 0 && (f.slope > noise || c.lo+float64(at/(noise-f.slope)/2) > c.last):
		c.end = -1
	case f.slope > noise:
		c.end = min(c.end, float64(max(-low, 0)/(f.slope-noise)*(1+quotientPad*unit)))
	}
	return f
}

// walk looks for the first contact in doubles.
//
// At the head of every turn:
//
//	(1) the points of the simplex are points of C less x = tau v;
//	(2) there is no contact before lo, and none after end;
//	(3) tau is lo as doubles see it, or the time of a guess, which is taken back where it fails.
func (c *shapeCast) walk(r *run) castEnd {
	s, m := &r.s, &r.m
	r.turns = 0
	tau := c.approach(r)
	d := m.t.Add(c.v.Scale(tau))
	if d == (Vec{}) {
		d = Vec{1, 0, 0}
	}
	r.beginAlong(d)
	c.moveTo(s, tau)
	tol := c.tolerance(r)
	c.guesses, c.wary, c.before = maxGuesses, false, -1
	limit := min(r.limit, curvedTurns)
	for r.turns < limit {
		r.turns++
		y, inside := s.nearest()
		length := y.Len()
		if inside || !(length > 0x1p-40) { // x lies in C, or so near that doubles tell no direction
			if c.tau == 0 || !c.covered(r, inside) {
				return c.within(r, tol, inside)
			}
			c.overshot(s)
			continue
		}
		inverse := 1 / length
		if m.curved && r.leap.due(m) && c.sharpen(r, y, y.Scale(-inverse), 0, tol) {
			return castOpen
		}
		p := &s.p[s.n]
		found := m.support(y.Neg(), p)
		p.w = p.w.Sub(c.x)
		f := c.plane(r, found, y.Scale(-inverse), inverse)
		r.trace.cast(c, r, y, p)
		switch {
		case m.bad:
			return castOpen
		case c.lo > c.last || c.end < c.lo:
			return castMiss
		case c.reached(r, length) && c.carried(r):
			if c.tau == 0 {
				return castStart
			}
			c.hi, c.room = min(c.hi, c.tau), true
		}
		gap := length - float64(y.Dot(p.w)*inverse)
		slow := c.tau == c.before && !(length < c.length) // rounding ate the progress
		c.before, c.length = c.tau, length
		if gap > float64(num.StopAt(tol, length)) && !slow && !s.has(p) {
			s.n++
			if to := c.ahead(&f); f.separates && to > c.tau {
				c.best = to
				c.moveTo(s, min(to, c.last))
			}
			continue
		}
		if c.arrive(r, &f, length, tol) {
			return castOpen
		}
	}
	c.best = c.lo
	return castOpen
}

// ahead returns where to go on from the plane of f: to where x meets it in doubles, or, once that
// went too far, no farther than is proved.
func (c *shapeCast) ahead(f *facing) float64 {
	if c.wary {
		return c.lo
	}
	return f.root
}

// approach returns a guess of the time of the first contact that is early: a bit before the balls
// about the cores, grown by the radius, meet. It is 0 where they do at the start, or never.
func (c *shapeCast) approach(r *run) float64 {
	t := meets(r.m.t.Neg(), c.v, r.m.a.reach+r.m.b.reach+r.radius)
	if !(t < c.last) {
		return 0
	}
	return float64(t * (1 - 0x1p-6))
}

// overshot takes back a guess that went so far that x lies in C.
func (c *shapeCast) overshot(s *simplex) {
	c.hi, c.room, c.guesses, c.wary = min(c.hi, c.tau), true, 0, true
	s.keep1(0)
	c.moveTo(s, c.lo)
}

// arrive moves on when the simplex carries the point of C nearest x, at the distance length; f is
// the search from there. It reports whether that is the end.
func (c *shapeCast) arrive(r *run, f *facing, length, tol float64) bool {
	s := &r.s
	if s.n == flatSimplex && r.radius == 0 && f.slope < 0 && c.portal(r, f) {
		y, _ := s.point()
		c.sharpen(r, y, c.n, tol, tol)
		return true
	}
	over := length - r.radius
	switch {
	case math.Abs(over) <= tol && f.slope < 0:
		c.n, c.cos = f.n, -f.slope
		c.ends(r, f.root, tol)
		return true
	case c.tau <= c.lo && !(over > tol && f.slope < 0): // no guess, and no closing
		c.ends(r, c.lo, 0)
		return true
	case over < 0: // a guess that went too far
		c.guesses = 0
		c.moveTo(s, max(c.lo, min(f.root, c.tau)))
		return false
	case !(f.slope < 0): // a guess past the nearest place
		c.guesses, c.wary = 0, true
		c.moveTo(s, c.lo)
		return false
	}
	next := f.root
	if c.guesses > 0 {
		if g := c.guess(s, r.radius); g > next {
			next = g
			c.guesses--
		}
	}
	if !(next > c.tau) || c.tau >= c.last {
		c.ends(r, c.tau, tol)
		return true
	}
	c.best = next
	c.moveTo(s, min(next, c.last))
	return false
}

// ends notes that the contact is at about the time tau, and looks for a proof of it unless tol is
// 0.
func (c *shapeCast) ends(r *run, tau, tol float64) {
	c.best = max(c.lo, tau)
	var y Vec
	y, c.a = r.s.point()
	if tol > 0 && !c.sharpen(r, y, c.n, tol, tol) {
		c.certify(r, tol)
	}
}

// sharpen is solve, and proves then that there is contact soon after the time that it finds, as
// certify does, which may meet planes that are a rounding later: the normal stays.
func (c *shapeCast) sharpen(r *run, y, n Vec, off, tol float64) bool {
	if !c.solve(r, y, n, off) {
		return false
	}
	normal, a, cos := c.n, c.a, c.cos
	c.certify(r, tol)
	c.n, c.a, c.cos = normal, a, cos
	return true
}

// solve looks for the time, the normal and the point of the first contact of curved cores by
// Newton's method, from the simplex of r seen along n, whose point nearest x is y. It reports
// whether there are points of both bodies as near as rounding, or as off if that is more, at that
// time; else nothing changes but lo.
func (c *shapeCast) solve(r *run, y, n Vec, off float64) bool {
	m := &r.m
	if !m.differentiable() || n == (Vec{}) {
		return false
	}
	w := &r.newt
	t, tau, lo := m.t, c.tau, c.lo
	m.t = t.Add(c.x)
	w.begin(m, &r.s, y, n)
	m.t = t
	for range sharpTries {
		if r.turns >= r.limit || !w.meet(c.v, t, r.radius, &tau) {
			return false
		}
		r.turns++
		found := m.search(w.d)
		f := c.plane(r, found, w.d, 1)
		if m.bad {
			return false
		}
		late := f.slope < 0 && f.root >= lo
		if late && c.sharp(r, w, &f, c.near(r, r.radius)) {
			return true
		}
		if !w.missed(found) {
			return off > 0 && late && c.sharp(r, w, &f, off)
		}
	}
	return false
}

// sharp is the end of solve, of which n is the work and f the last search.
func (c *shapeCast) sharp(r *run, n *newton, f *facing, tol float64) bool {
	n.stand()
	var s simplex
	n.simplex(&s)
	w, a := s.point()
	if !(math.Abs(w.Sub(c.v.Scale(f.root)).Len()-r.radius) <= tol) {
		return false
	}
	for i := range s.n {
		s.p[i].w = s.p[i].w.Sub(c.x)
	}
	r.s.set(&s)
	if y, _ := s.point(); r.trace != nil && y.Len() > 0x1p-40 {
		found := &r.m.found
		p := vertex{w: r.m.point(found.a, found.b).Sub(c.x), a: found.a, ia: found.ia, ib: found.ib}
		r.trace.cast(c, r, n.d.Scale(-y.Len()), &p)
	}
	c.n, c.a, c.cos, c.best = n.d, a, -f.slope, max(c.lo, f.root)
	return true
}

// sharpTries is how often solve takes in vertices that were missed.
const sharpTries = 4

// maxGuesses is how often the walk goes to where its simplex alone would meet the margins.
const maxGuesses = 8

// flatSimplex is how many points carry a face of C.
const flatSimplex = 3

// tolerance returns how near a contact the walk ends.
func (c *shapeCast) tolerance(r *run) float64 {
	tol := float64(2*num.Noise) + float64(2*marginPad*unit*r.radius)
	if r.m.curved {
		w := r.allowance()
		tol = max(tol, float64(w.At(0)-r.m.errSep-r.m.errPoint)/4)
	}
	return tol
}

// within is the end of a walk at an x that lies in C, or so near that doubles tell no direction.
func (c *shapeCast) within(r *run, tol float64, inside bool) castEnd {
	if covered := c.covered(r, inside); c.tau == 0 && (covered || r.s.holds(c.near(r, 0))) {
		return castStart
	}
	// A step may end on the very face that it went to.
	f := facing{n: c.n, slope: -c.cos, root: c.tau}
	if r.s.n == flatSimplex && r.radius == 0 && c.n != (Vec{}) && c.portal(r, &f) {
		y, _ := r.s.point()
		c.sharpen(r, y, c.n, tol, tol)
		return castOpen
	}
	if inside {
		r.s.settle(tol)
	}
	if c.tau == 0 {
		tol = 0
	}
	c.ends(r, c.tau, tol)
	return castOpen
}

// guess returns when x comes within radius of the vertex, or of the line through the edge, that
// carries the nearest point; 0 where it does not.
func (c *shapeCast) guess(s *simplex, radius float64) float64 {
	y, v := s.p[0].w, c.v
	switch {
	case s.n == 2:
		e := s.p[1].w.Sub(y)
		k := 1 / e.Len2()
		y, v = y.Sub(e.Scale(e.Dot(y)*k)), v.Sub(e.Scale(e.Dot(v)*k))
	case s.n != 1:
		return 0
	}
	if t := meets(y, v, radius); t > 0 {
		return c.tau + t
	}
	return 0
}

// meets returns when t v comes within radius of y: 0 where it starts there, or never does.
func meets(y, v Vec, radius float64) float64 {
	a, b, d := v.Len2(), v.Dot(y), y.Len2()-float64(radius*radius)
	q := float64(b*b) - float64(a*d)
	if !(q >= 0) || !(b > 0) || !(d > 0) {
		return 0
	}
	return d / (b + math.Sqrt(q))
}

// certify looks for a time soon after best at which contact is certain, and sets hi. Of curved
// cores, for which there is no exact path, it looks on to the end of the way, then nearer again.
func (c *shapeCast) certify(r *run, tol float64) {
	if c.n == (Vec{}) || !(c.cos > 0) {
		return
	}
	w, _ := r.s.point()
	w = w.Add(c.x)
	step, far := float64(1.5*c.pad(r)/c.cos), float64(6*c.pad(r)/c.cos)
	if r.m.curved {
		far = max(min(c.last, c.end)-c.best, 0)
	}
	wide := tol / c.cos
	for step <= far && c.best+step <= c.last {
		t := c.best + step
		if c.proves(r, w, t) {
			c.hi, c.room = min(c.hi, t), true
			break
		}
		if step = float64(4 * step); step < wide {
			step = wide
		}
	}
	lo := c.best + float64(step/4)
	for range certifyTries {
		if !c.room || !(c.hi-c.best > float64(8*wide)) {
			return
		}
		t := lo + float64((c.hi-lo)/2)
		if c.proves(r, w, t) {
			c.hi = t
		} else {
			lo = t
		}
	}
}

// certifyTries is how many times certify halves a bracket.
const certifyTries = 8

// proves reports whether contact at the time t is certain; w is a point of C.
func (c *shapeCast) proves(r *run, w Vec, t float64) bool {
	if r.radius > 0 {
		d := w.Sub(c.v.Scale(t)).Len()
		tau := c.tau
		c.tau = t
		near := c.reached(r, d)
		if c.tau = tau; near || !r.m.curved {
			return near
		}
	}
	return c.contains(r, t)
}

// pad is how much deeper than the first contact doubles can tell that there is contact.
func (c *shapeCast) pad(r *run) float64 {
	return c.near(r, r.radius) + r.m.errSep + float64(2*marginPad*unit*r.radius)
}

// contains reports whether tau v lies inside C, or within the radius of it, for certain. Planes
// that it meets raise lo.
func (c *shapeCast) contains(r *run, tau float64) bool {
	s, m := &r.s, &r.m
	if s.n > flatSimplex {
		s.n = flatSimplex
	}
	c.moveTo(s, tau)
	for range containTurns {
		y, inside := s.nearest()
		if inside {
			return s.holds(c.near(r, 0)) || c.covered(r, true)
		}
		length := y.Len()
		if r.radius > 0 && c.reached(r, length) && c.carried(r) {
			return true
		}
		if !(length > 0x1p-45) {
			y = c.n.Neg()
		}
		if s.n > flatSimplex { // a tetrahedron so flat that doubles make nothing of it
			s.keep1(flatSimplex)
		}
		p := &s.p[s.n]
		found := m.support(y.Neg(), p)
		p.w = p.w.Sub(c.x)
		inverse, lo := 1/found.d.Len(), c.lo
		f := c.plane(r, found, found.d.Scale(inverse), inverse)
		if c.lo > lo { // the normal is another one now: with a, of the last, the other body's point is off it
			if _, c.a = s.point(); !m.curved { // of curved cores Newton has left a better one
				c.a = s.joined(p)
			}
		}
		if f.separates && c.lo > tau || s.has(p) || m.bad {
			return false
		}
		s.n++
		r.turns++
	}
	return false
}

// joined returns the point of A where s, with p behind its points, is nearest the origin.
func (s *simplex) joined(p *vertex) Vec {
	t := *s
	if !s.has(p) {
		t.n++
	}
	if _, inside := t.nearest(); inside {
		t.weigh()
	}
	_, a := t.point()
	return a
}

// containTurns bounds the turns of contains.
const containTurns = 32

// weigh sets the weights of the tetrahedron s that make the origin, which lies in it.
func (s *simplex) weigh() {
	a, b, c, d := s.p[0].w, s.p[1].w, s.p[2].w, s.p[3].w
	x, y := math.Abs(b.Cross(c).Dot(d)), math.Abs(a.Cross(c).Dot(d))
	z, w := math.Abs(a.Cross(b).Dot(d)), math.Abs(a.Cross(b).Dot(c))
	sum := x + y + z + w
	if !(sum > 0) {
		x, sum = 1, 1
	}
	s.lambda = [4]float64{x / sum, y / sum, z / sum, w / sum}
}

// settle gives s, weighed, the weights of the face nearest the origin where its own make a point
// farther away than tol and that: a tetrahedron as thin as a needle is told by them to hold points
// far outside.
func (s *simplex) settle(tol float64) {
	w, _ := s.point()
	best, far := s.lambda, w.Len()
	if !(far > tol) {
		return
	}
	for i := range 4 {
		j, k, l := (i+1)&3, (i+2)&3, (i+3)&3
		s.lambda[i] = 0
		_, s.lambda[j], s.lambda[k], s.lambda[l] = nearestTriangle(s.p[j].w, s.p[k].w, s.p[l].w)
		if w, _ = s.point(); w.Len() < far {
			best, far = s.lambda, w.Len()
		}
	}
	s.lambda = best
}

// holds reports whether a ball of radius r about the origin lies in the tetrahedron s.
func (s *simplex) holds(r float64) bool {
	if s.n != 4 {
		return false
	}
	for i := range 4 {
		a, b, c, d := s.p[(i+1)&3].w, s.p[(i+2)&3].w, s.p[(i+3)&3].w, s.p[i].w
		p, q := b.Sub(a), c.Sub(a)
		n := p.Cross(q)
		h, o := n.Dot(d.Sub(a)), -n.Dot(a)
		if h < 0 {
			h, o = -h, -o
		}
		noise := float64(float64(detNoise*unit) * math.Sqrt(float64(p.Len2()*q.Len2())))
		if !(o > float64(r*n.Len())+noise) || !(h > noise) {
			return false
		}
	}
	return true
}

// portal reports whether the way passes through the triangle of the simplex for certain, and sets
// hi. f is the last search.
func (c *shapeCast) portal(r *run, f *facing) bool {
	s := &r.s
	off := c.near(r, 0) + float64(unit*castSlope)
	var area [3]float64
	for i := range 3 {
		p, q := s.p[(i+1)%3].w, s.p[(i+2)%3].w
		e := q.Sub(p)
		area[i] = c.v.Dot(p.Cross(e))
		if !(math.Abs(area[i]) > float64(float64(2*off*c.len)*e.Len())) || (area[i] > 0) != (area[0] > 0) {
			return false
		}
	}
	top := math.Inf(-1)
	for i := range 3 {
		top = max(top, -f.n.Dot(s.p[i].w))
	}
	hi := c.tau + float64((top+off)/(-f.slope-float64(castSlope*unit*c.len))*(1+quotientPad*unit))
	hi += float64(castTime * unit * hi)
	if !(hi >= c.lo) || !(f.slope < -float64(2*castSlope*unit*c.len)) {
		return false
	}
	sum := area[0] + area[1] + area[2]
	c.a = Vec{}
	for i := range 3 {
		c.a = c.a.Add(s.p[i].a.Scale(area[i] / sum))
	}
	c.n, c.cos = f.n, -f.slope
	c.best = max(c.lo, min(f.root, hi))
	c.hi, c.room = min(c.hi, hi), hi < c.last
	return true
}
