package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Two boxes in the caller's unit. What twoBoxes finds in the solvers' unit is a power of two off:
// it has the same bits here, and C need not be set up. What is not certain by the axes and their
// witness alone is left to it.

// plain sets k to the answer about the cores of the boxes a and b, which s.two is, in the
// caller's unit. early is as for twoBoxes. It keeps the axis in c, which may be nil.
func (s *satRun) plain(a, b *Object, early bool, c *Cache, k *core) outcome {
	p := &s.two
	reach, size, radius := p.dist+a.radius+b.radius, max(a.extent, b.extent), a.margin+b.margin
	if !(reach > 1/quickRange) || !(max(reach, size) < quickRange) || reach > 2*(a.radius+b.radius) {
		return open
	}
	sep := float64(sepA*a.radius) + float64(sepB*b.radius) + float64(sepDist*p.dist) + float64(sepReach*reach)
	err := float64(unit * sep)
	s.beginAt(reach, err, radius)
	s.slack, s.thick = boxSlackOf(a.radius, b.radius, reach), least(p.a)+least(p.b)
	if !early {
		s.stop = math.Inf(1)
	} else if c != nil && c.axis != (Vec{}) && math.Abs(c.axis.Len2()-1) < 0x1p-40 && s.clears(c.axis, err, radius) {
		return apart
	}
	if s.plainAxes() {
		if !s.clears(s.n, err, radius) {
			return open
		}
		c.keepAxis(s.n, true)
		return apart
	}
	if early {
		c.keepAxis(s.n, false)
	}
	return s.measure(a, b, err, reach, radius, size, k)
}

// facesApart reports whether a ball or a face tells for certain that two boxes, which s.two is, are
// apart.
func (s *satRun) facesApart(a, b *Object) bool {
	p := &s.two
	all, margins := float64(2*p.dist)+(a.radius+b.radius), a.margin+b.margin
	far := margins + (float64(boxesPad*unit*all) + float64(marginPad*unit*margins))
	return p.sep > far && all > 1/quickRange && all < quickRange
}

// plainAxes is boxes for s.two, of which the faces are known.
func (s *satRun) plainAxes() bool {
	p := &s.two
	if s.sep, s.axis = p.sep, (boxAxis{p.face, -1}); p.face > 2 {
		s.axis = boxAxis{-1, p.face - 3}
	}
	s.raise(s.sep)
	found := s.sep > s.stop || s.edges(p)
	if s.axis.i < 0 || s.axis.j < 0 {
		s.direct(p)
	}
	return found
}

// clears reports whether the axis n proves that the boxes are apart.
func (s *satRun) clears(n Vec, err, radius float64) bool {
	var l probe
	s.two.search(n, &l)
	sep := l.of(&s.two)
	return sep-float64(sepRelative*unit*math.Abs(sep))-err > radius+float64(marginPad*unit*radius)
}

// measure is gap and depth of two boxes in the caller's unit, with err the error of a separation,
// reach that of C, the sum of the margins and the size of the pair.
func (s *satRun) measure(a, b *Object, err, reach, radius, size float64, k *core) outcome {
	p := &s.two
	up := s.top + float64(sepRelative*unit*math.Abs(s.top)) + err + s.slack
	if s.top <= 0 && (!(up < 0) || !(s.thick > 2*(err+s.slack))) {
		return open
	}
	var l probe
	p.search(s.n, &l)
	sep := l.of(p)
	low := sep - float64(sepRelative*unit*math.Abs(sep)) - err
	x, y, ok := p.witness(s.axis, &l, sep, float64(witnessTies*unit*reach))
	if !ok {
		return open
	}
	if s.top > 0 { // the points are as far from each other as they say
		length := x.Sub(y).Len()
		pt := float64(pointA*a.radius) + float64(pointB*b.radius) + float64(pointDist*p.dist) + float64(pointReach*reach) +
			pointGrid/num.PowerBelow(2*reach)
		up = length + float64(lengthRelative*unit*length) + float64(unit*pt)
	}
	w := num.Allowance{Rel: bracketUnits * unit, Size: size, Radius: radius, Error: 2 * num.MarginError(false)}
	if s.top > 0 && !(low > 0) || !(up-low <= w.At(low)) {
		return open
	}
	k.lower, k.upper, k.dist, k.n, k.a, k.status = low, up, max(low, min(sep, up)), s.n, x, collide.Exact
	return solved
}

// contact sets ct, but for the numbers of parts, to what solver.answer makes of k, and reports
// whether the bracket tells the relation.
func (p *boxPair) contact(a, b *Object, k *core, ct *Contact) bool {
	r := a.margin + b.margin
	slack, dist := num.Slack(r, k.dist, num.MarginError(false)), k.dist-r
	ct.Lower, ct.Upper = k.lower-r-slack, k.upper-r+slack
	if !ct.byBracket() {
		return false
	}
	ct.Distance, ct.Status, ct.Iterations = dist, k.status, 1
	own := k.a.Add(k.n.Scale(a.margin))
	other := p.r.applyT(own.Add(k.n.Scale(dist)).Sub(p.t))
	n := unitAgain(a.axes.apply(k.n)) // worldNormal, without the call
	at := a.pos.Add(a.axes.apply(own))
	ct.Normal, ct.PointA, ct.PointB = n.clean(), at.clean(), at.Add(n.Scale(dist)).clean()
	ct.LocalA, ct.LocalB = own.clean(), other.clean()
	return true
}

// search is minkowski.search for two boxes.
func (p *boxPair) search(n Vec, l *probe) {
	l.d, l.db = n, p.r.applyT(n)
	l.a, l.b = cornerAlong(p.a, n), cornerAlong(p.b, l.db.Neg())
}

// of is probe.separation along a unit vector, for two boxes.
func (p *probe) of(two *boxPair) float64 { return (p.d.Dot(two.t) + p.db.Dot(p.b)) - p.d.Dot(p.a) }
