package d2

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// An axis is a unit vector that turns at a constant rate. How far it separates two bodies on their
// way, as a function of time, is the least of the functions of all pairs of points, and each of
// these has three derivatives that are known. So the least Bernstein coefficients of all pairs over
// an interval, which are values of support maps, bound the gap from below. docs/math/toi.md.

// sway is how the points of a core move along an axis: x of the core, about its centre and in its
// own frame, is at n.x + s l1.x + s^2/2 l2.x after the time s, and by no more than third s^3/6
// beside that.
type sway struct {
	n, l1, l2 Vec
	x         Vec     // the core point farthest along n
	most      float64 // its value
	third     float64
	still     bool // l1 and l2 are zero
}

// sway returns how the core of c moves along n, which turns at the rate turn.
func (c *course) sway(n Vec, turn float64) (s sway) {
	s.n = c.body.axes().applyT(n)
	d := c.w - turn
	if d == 0 || c.body.radius == 0 {
		s.still = true
		return s
	}
	s.third = float64(float64(float64(d*d)*math.Abs(d)) * c.body.radius)
	s.l1 = s.n.perp().Scale(-d)
	s.l2 = s.n.Scale(-float64(d * d))
	return s
}

// cubic is a polynomial p0 + p1 s + p2 s^2/2 - p3 s^3/6 in s.
type cubic struct{ p0, p1, p2, p3 float64 }

// at returns the value at s.
func (p *cubic) at(s float64) float64 {
	return p.p0 + float64(s*(p.p1+float64(s*(float64(0.5*p.p2)-float64(s*(p.p3/6))))))
}

// slope returns the derivative at s.
func (p *cubic) slope(s float64) float64 {
	return p.p1 + float64(s*(p.p2-float64(s*(0.5*p.p3))))
}

// fall returns about the first time in [0, most] at which p falls to level, where it is within near
// of that; most where it does not, as far as the quadratic part tells.
func (p cubic) fall(level, near, most float64) float64 {
	p.p0 -= level
	if !(p.p0 > 0) {
		return 0
	}
	right := p.quadraticRoot(most)
	if p.at(right) >= -near {
		return right
	}
	// p is positive at left and negative at right: Newton's method, and halves where it is slow.
	left, s, last := 0.0, right, math.Inf(1)
	for range 64 {
		f := p.at(s)
		if math.Abs(f) <= near {
			return s
		}
		if f > 0 {
			left = s
		} else {
			right = s
		}
		slow := !(math.Abs(f) < float64(0.25*last))
		last = math.Abs(f)
		if s -= f / p.slope(s); slow || !(s > left && s < right) {
			s = left + float64(0.5*(right-left))
			last = math.Inf(1)
		}
	}
	return left
}

// quadraticRoot returns the first root of p without its cubic term in [0, most], or most. p0 > 0.
func (p *cubic) quadraticRoot(most float64) float64 {
	p0, p1, p2 := p.p0, p.p1, p.p2
	if size := max(p0, math.Abs(p1), math.Abs(p2)); size < smallCubic {
		k := num.PowerBelow(size)
		p0, p1, p2 = float64(p0*k), float64(p1*k), float64(p2*k)
	}
	disc := float64(p1*p1) - float64(float64(2*p2)*p0)
	if !(disc >= 0) {
		return most
	}
	if d := math.Sqrt(disc) - p1; d > 0 {
		if r := 2 * p0 / d; r < most {
			return r
		}
	}
	return most
}

// smallCubic is the size of coefficients, and of vectors, from which on their products may be below
// the least double: bodies may be as small as collide.MinSize. Such a cubic is brought near 1.
const smallCubic = 0x1p-400

// lane is an axis from a time on: how far it separates two bodies. The gap along it after the time
// s is c0 + c1 s + c2 s^2/2 for the centres, margins and level off, less what the cores reach
// toward each other.
type lane struct {
	a, b       sway // along the axis for A, against it for B
	c0, c1, c2 float64
	third      float64    // after the time s no pair of points is farther from its polynomial than third s^3/6
	grow       [4]float64 // what rounding is relative to: at the start, and its growth with time
	slip       float64    // of poses
}

// set sets l to the axis n, about a unit vector, that turns at the rate turn, for the pair g.
func (l *lane) set(g *pairCourse, n Vec, turn float64) {
	a, b := &g.a, &g.b
	l.a, l.b = a.sway(n, turn), b.sway(n.Neg(), turn)
	l.c0, l.c1, l.c2 = n.Dot(g.d)-g.margin-g.level, n.Dot(g.d1), n.Dot(g.d2)
	far, speed, bend := math.Abs(n.X*g.d.X)+math.Abs(n.Y*g.d.Y), big1(g.d1), big1(g.d2)
	l.slip = g.slip(far)
	ra, rb := a.body.radius, b.body.radius
	l.grow[0] = far + ra + rb + g.margin + math.Abs(g.level) + big1(a.foot)
	da, db := math.Abs(a.w-turn), math.Abs(b.w-turn)
	l.grow[1] = speed + float64(2*(float64(da*ra)+float64(db*rb)))
	l.grow[2] = bend + float64(2*(float64(float64(da*da)*ra)+float64(float64(db*db)*rb)))
	if l.grow[3] = 0; a.plane {
		l.tilt(g)
	}
	l.third = l.a.third + l.b.third + a.jerk + b.jerk
	if turn != 0 {
		td := g.d.perp().Scale(turn)
		l.c1 -= n.Dot(td)
		l.c2 -= n.Dot(g.d1.Add(g.d1).Sub(td).perp().Scale(turn))
		w, d, d1, d2 := math.Abs(turn), g.d.reach(), g.d1.reach(), g.d2.reach()
		l.grow[1] += float64(w * d)
		l.grow[2] += float64(w * (float64(2*d1) + float64(w*d)))
		l.third += float64(w * (float64(3*d2) + float64(w*(float64(3*d1)+float64(w*d)))))
	}
	l.third = float64(l.third * (1 + 0x1p-40))
}

// reach returns a bound of the length of v, a little above it; infinite beyond 2^500. Squares of
// small vectors are none: the 1-norm is good enough for those.
func (v Vec) reach() float64 {
	l := v.Len()
	if l < smallCubic {
		l = big1(v)
	}
	return float64(l * (1 + 0x1p-40))
}

// tilt adds to l what the normal of a half-space may be off by, times how far the other body may be
// from it, in any direction: a coordinate near 0 is off by as much as the others.
func (l *lane) tilt(g *pairCourse) {
	k := g.a.tilt / (laneSums * unit)
	l.grow[0] += float64(k * (big1(g.d) + g.b.body.radius + big1(g.a.foot)))
	l.grow[1] += float64(k * big1(g.d1))
	l.grow[2] += float64(k * big1(g.d2))
	l.grow[3] = float64(k * (g.a.jerk + g.b.jerk))
}

// pad returns how far rounding may have moved a coefficient for an interval of length h.
func (l *lane) pad(h float64) float64 {
	far := l.grow[0] + float64(h*(l.grow[1]+float64(h*(l.grow[2]+float64(h*l.grow[3])))))
	return l.slip + float64(laneSums*unit*far) + 0x1p-1060
}

// pair returns the polynomial of a pair of core points, without its cubic term.
func (l *lane) pair(xa, xb Vec) cubic {
	return cubic{
		p0: l.c0 - l.a.n.Dot(xa) - l.b.n.Dot(xb),
		p1: l.c1 - l.a.l1.Dot(xa) - l.b.l1.Dot(xb),
		p2: l.c2 - l.a.l2.Dot(xa) - l.b.l2.Dot(xb),
	}
}

// far returns the core point farthest along d, of a half-space the one that its normal has.
func (c *course) far(d Vec) Vec {
	if c.plane {
		return c.foot
	}
	x, i := c.core.support(d)
	if i == badVertex {
		return Vec{X: math.NaN()}
	}
	return x
}

// begin finds the pair of points that is extreme where the lane begins.
func (l *lane) begin(g *pairCourse) cubic {
	l.a.x, l.b.x = g.a.far(l.a.n), g.b.far(l.b.n)
	l.a.most, l.b.most = l.a.n.Dot(l.a.x), l.b.n.Dot(l.b.x)
	return l.pair(l.a.x, l.b.x)
}

// advance returns how long, at most most, the axis keeps the bodies apart for certain, and the
// polynomial of the pair of points that ends it, without its cubic term. near is how far above zero
// the gap may still be in the end.
func (l *lane) advance(g *pairCourse, near, most float64) (h float64, q cubic) {
	q = l.begin(g)
	if !(q.p0 > l.pad(0)) {
		return 0, q
	}
	h = most
	for i := range laneTries + laneCuts {
		if i >= laneTries {
			h *= 0.25
		}
		h = q.quadraticRoot(h)
		p, pad := q, l.pad(h)
		p.p3 = l.third
		off := max(0.5*pad, min(near, 0x1p-5*q.p0))
		next := p.fall(pad+float64(2*off), off, h)
		if next == h && next < most { // the last one failed at the same place
			next *= 0.5
		}
		h = next
		worst, ok := l.apart(g, h, pad)
		if ok {
			return h, q
		}
		if q = worst; q.quadraticRoot(h) == h {
			h *= 0.75
		}
	}
	return 0, q
}

// What advance tries. Pairs of points that end an interval are each a little better than the one
// before where a curved body slides along the other: its gap falls, and rises again, by no more
// than the shape of its surface, and the interval shrinks by a third a try, from any length. After
// laneTries it is cut to a quarter each time: a part of what the axis may keep the bodies apart for
// is better than nothing.
const (
	laneTries = 24
	laneCuts  = 16
)

// apart reports whether the Bernstein coefficients over the next h are all above pad, and returns
// the polynomial of the pair of the first that is not.
func (l *lane) apart(g *pairCourse, h, pad float64) (worst cubic, ok bool) {
	hh := float64(h * h)
	low := -float64(l.third * float64(hh*h) / 6)
	if worst, ok = l.coefficient(g, h, float64(0.5*hh), low, pad); !ok {
		return worst, false
	}
	if worst, ok = l.coefficient(g, float64(h*(2.0/3)), float64(hh*(1.0/6)), 0, pad); !ok {
		return worst, false
	}
	return l.coefficient(g, float64(h*(1.0/3)), 0, 0, pad)
}

// coefficient reports whether low + p0 + first p1 + second p2 is above pad for the polynomials of
// all pairs of points, and returns that of the pair for which it is least.
func (l *lane) coefficient(g *pairCourse, first, second, low, pad float64) (worst cubic, ok bool) {
	low += l.c0 + float64(first*l.c1) + float64(second*l.c2)
	da, db := l.a.row(first, second), l.b.row(first, second)
	if low-g.a.reaches(da, &l.a)-g.b.reaches(db, &l.b) > pad {
		return worst, true
	}
	return l.pair(l.a.farthest(&g.a, da), l.b.farthest(&g.b, db)), false
}

// row returns n + first l1 + second l2.
func (s *sway) row(first, second float64) Vec {
	if s.still {
		return s.n
	}
	return s.n.Add(s.l1.Scale(first)).Add(s.l2.Scale(second))
}

// farthest returns the core point of c farthest along the row d.
func (s *sway) farthest(c *course, d Vec) Vec {
	if s.still {
		return s.x
	}
	return c.far(d)
}

// reaches returns the greatest value of the row d over the core.
func (c *course) reaches(d Vec, s *sway) float64 {
	switch {
	case s.still:
		return s.most
	case c.core.kind == kindBox:
		return float64(math.Abs(d.X)*c.core.half.X) + float64(math.Abs(d.Y)*c.core.half.Y)
	case c.core.kind == kindSegment:
		return float64(math.Abs(d.X) * c.core.half.X)
	}
	return d.Dot(c.far(d))
}
