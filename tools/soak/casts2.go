package main

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// caster2 asks about a pair in the plane.
type caster2 struct {
	q    *d2.Query
	p    shapegen.Pair2
	a, b d2.Object
}

// cast2 draws pair k of the hard families in the plane.
func (w *worker) cast2(k int, g *shapegen.Gen2) (*castCase, error) {
	var p shapegen.Pair2
	if family := k / 10 % (len(shapegen.Hard2) + 2); family < len(shapegen.Hard2) {
		p = g.Hard(shapegen.Hard2[family])
	} else {
		p = g.Pair()
	}
	c := &castCase{
		worker: w, dim: 2, k: k, kinds: kinds("2D", p.A.Kind, p.B.Kind), line: p.Line, exact: !p.Curved(),
		rand: g.Float64, intn: g.IntN, direction: g.Direction,
	}
	c.measure2(&p.A, &p.B)
	c.way = c.drawWay()
	moved := along(place(p.B.P), c.way, -c.back())
	p.B.P = [2]float64{moved[0], moved[1]}
	c.measure2(&p.A, &p.B)
	a, b, err := p.Place()
	if err != nil {
		return c, w.fault("place", err)
	}
	c.caster = &caster2{w.q2, p, a, b}
	return c, nil
}

// measure2 takes sizes, centres and corners of the bodies.
func (c *castCase) measure2(a, b *shapegen.Body2) {
	*c = castCase{
		worker: c.worker, dim: c.dim, k: c.k, kinds: c.kinds, line: c.line, exact: c.exact,
		rand: c.rand, intn: c.intn, direction: c.direction, way: c.way, boundless: a.Half() || b.Half(),
	}
	c.at = along(a.Turn(a.Center()), place(a.P), 1)
	c.between = along(c.at, along(b.Turn(b.Center()), place(b.P), 1), -1)
	for i, body := range []*shapegen.Body2{a, b} {
		c.size = max(c.size, body.Extent())
		c.far += length(place(body.P))
		local := length(body.Center()) + body.Extent() + math.Abs(body.Offset)
		for _, r := range body.Margins() {
			local += r
			if i == 1 {
				c.own += r
			}
		}
		c.reach += local
		for _, v := range body.Corners() {
			c.points = append(c.points, along(body.Turn(place(v)), place(body.P), 1))
		}
	}
	c.far += c.reach
	if n := len(a.Corners()); n > 1 {
		c.edge = along(c.points[1+c.intn(n-1)], c.points[0], -1)
	}
}

// place returns a vector of the plane.
func place(v [2]float64) xyz { return xyz{v[0], v[1]} }

func vec2(v xyz) d2.Vec { return d2.Vec{X: v[0], Y: v[1]} }

func timedRay2(h d2.RayHit) timed {
	return timed{h.Verdict, h.T, h.Lower, h.Upper, h.Status, h}
}

func timedSweep2(h d2.ShapeHit) timed {
	return timed{h.Verdict, h.T, h.Lower, h.Upper, h.Status, h}
}

func timedImpact2(h d2.Impact) timed {
	return timed{h.Verdict, h.T, h.Lower, h.Upper, h.Status, h}
}

// ray casts a ray at A.
func (c *caster2) ray(from, way xyz, limit float64) (timed, error) {
	r, err := d2.NewRay(vec2(from), vec2(way), limit)
	if err != nil {
		return timed{}, err
	}
	return timedRay2(c.q.CastRay(&c.a, &r)), nil
}

// pointCast sweeps a point as a body against A.
func (c *caster2) pointCast(from, way xyz, limit float64) (timed, error) {
	o, err := d2.Place(d2.Circle{}, d2.Pose{Pos: vec2(from)})
	if err != nil {
		return timed{}, err
	}
	s, err := d2.NewSweep(vec2(way), limit, d2.SweepOptions{})
	if err != nil {
		return timed{}, err
	}
	return timedSweep2(c.q.CastShape(&c.a, &o, &s)), nil
}

// segment relates A and the segment from a point to its sum with way, if that has no rounding.
func (c *caster2) segment(from, way xyz) (collide.Relation, bool) {
	end := along(from, way, 1)
	if along(end, way, -1) != from || along(end, from, -1) != way {
		return collide.Undecided, false
	}
	h, err := d2.NewHull([]d2.Vec{vec2(from), vec2(end)})
	if err != nil {
		return collide.Undecided, false
	}
	o, err := d2.Place(h, d2.Pose{})
	if err != nil {
		return collide.Undecided, false
	}
	return c.q.Relate(&c.a, &o, nil), true
}

// sweep casts B against A.
func (c *caster2) sweep(way xyz, limit float64) (timed, error) {
	s, err := d2.NewSweep(vec2(way), limit, d2.SweepOptions{})
	if err != nil {
		return timed{}, err
	}
	return timedSweep2(c.q.CastShape(&c.a, &c.b, &s)), nil
}

// sweptTo returns the distance of A and B at a time of its sweep.
func (c *caster2) sweptTo(way xyz, t float64) (audit.Contact, error) {
	b, p := c.b, c.b.Pose()
	p.Pos = vec2(along(xyz{p.Pos.X, p.Pos.Y}, way, t))
	if err := b.Move(p); err != nil {
		return audit.Contact{}, err
	}
	return audit.Contact2(c.q.Distance(&c.a, &b, nil)), nil
}

// swept asks the oracle about A and all that B sweeps.
func (c *caster2) swept(way xyz, t float64) (oracle.Answer, bool) {
	a, okA := c.p.A.Oracle()
	b, okB := c.p.B.Oracle()
	if !okA || !okB || a.Half && b.Half {
		return oracle.Answer{}, false
	}
	x := b
	if b.Half { // the half-space comes nearer: the points move the other way
		x, way = a, xyz{-way[0], -way[1]}
	}
	x.Way, x.Time = [2]float64{way[0], way[1]}, t
	return oracle.Solve2(a, b), true
}

// closest asks for the point of A nearest to a point.
func (c *caster2) closest(at xyz) (nearest, error) {
	n, err := c.q.ClosestPoint(&c.a, vec2(at))
	return nearest{
		n.Relation, n.Distance, n.Lower, n.Upper,
		xyz{n.Point.X, n.Point.Y},
		xyz{n.Normal.X, n.Normal.Y},
		n.Status, n,
	}, err
}

// pointDistance returns the distance of A and a point as a body.
func (c *caster2) pointDistance(at xyz) (audit.Contact, error) {
	o, err := d2.Place(d2.Circle{}, d2.Pose{Pos: vec2(at)})
	if err != nil {
		return audit.Contact{}, err
	}
	return audit.Contact2(c.q.Distance(&c.a, &o, nil)), nil
}

// contains asks whether B is in A, and returns the corners of B's core.
func (c *caster2) contains() (collide.Containment, []xyz) {
	var corners []xyz
	for _, v := range c.p.B.Corners() {
		corners = append(corners, along(c.p.B.Turn(place(v)), place(c.p.B.P), 1))
	}
	return c.q.Contains(&c.a, &c.b), corners
}

// margin relates A and B at a margin.
func (c *caster2) margin(d float64) (collide.Relation, audit.Contact, error) {
	rel, err := c.q.RelateMargin(&c.a, &c.b, d, nil)
	return rel, audit.Contact2(c.q.Distance(&c.a, &c.b, nil)), err
}

// motion2 returns the motion of a body.
func motion2(m motion, p d2.Pose) (d2.Motion, error) {
	switch m.kind {
	case 1:
		return d2.NewMotion(vec2(m.shift), m.turned[2], vec2(m.center))
	case 2, 3:
		rot, err := d2.NewAngle(m.turned[2])
		if err != nil {
			return d2.Motion{}, err
		}
		to := d2.Pose{Pos: p.Pos.Add(vec2(m.shift)), Rot: rot.Mul(p.Rot)}
		if m.back {
			p, to = to, p
		}
		return d2.NewMotionTo(p, to, collide.Path(m.kind-2))
	}
	return d2.Motion{}, nil
}

// impact asks when the bodies meet.
func (c *caster2) impact(ma, mb motion, duration float64) (timed, error) {
	x, err := motion2(ma, c.a.Pose())
	if err != nil {
		return timed{}, err
	}
	y, err := motion2(mb, c.b.Pose())
	if err != nil {
		return timed{}, err
	}
	out, err := c.q.TimeOfImpact(&c.a, &x, &c.b, &y, d2.ImpactOptions{Duration: duration})
	return timedImpact2(out), err
}

// movedTo returns the distance of the bodies at a time.
func (c *caster2) movedTo(ma, mb motion, t, duration float64) (audit.Contact, error) {
	x, errA := motion2(ma, c.a.Pose())
	y, errB := motion2(mb, c.b.Pose())
	a, b := c.a, c.b
	for _, err := range []error{
		errA, errB, a.Move(x.At(c.a.Pose(), t, duration)), b.Move(y.At(c.b.Pose(), t, duration)),
	} {
		if err != nil {
			return audit.Contact{}, err
		}
	}
	return audit.Contact2(c.q.Distance(&a, &b, nil)), nil
}

// moving asks when a vertex and an edge meet, the first three of the points.
func (c *caster2) moving(start, end [4]xyz, _ bool) (timed, error) {
	var s, e [3]d2.Vec
	for i := range s {
		s[i], e[i] = vec2(start[i]), vec2(end[i])
	}
	out, err := c.q.VertexEdgeImpact(s, e)
	return timedImpact2(out), err
}

// movingGap returns the distance of a vertex and an edge.
func (c *caster2) movingGap(at [4]xyz, _ bool) (audit.Contact, error) {
	var o [2]d2.Object
	for i, list := range [2][]xyz{at[:1], at[1:3]} {
		var points []d2.Vec
		for _, v := range list {
			points = append(points, vec2(v))
		}
		h, err := d2.NewHull(points)
		if err != nil {
			return audit.Contact{}, err
		}
		if o[i], err = d2.Place(h, d2.Pose{}); err != nil {
			return audit.Contact{}, err
		}
	}
	return audit.Contact2(c.q.Distance(&o[0], &o[1], nil)), nil
}

// movingTruth asks the oracle whether they meet.
func (c *caster2) movingTruth(start, end [4]xyz, _ bool) bool {
	return oracle.NewMoving(start, end).VertexEdge() != nil
}

// same lists the same features in another order.
func (c *caster2) same(s, e [4]xyz, _ bool) (start, end [4]xyz) {
	return [4]xyz{s[0], s[2], s[1]}, [4]xyz{e[0], e[2], e[1]}
}
