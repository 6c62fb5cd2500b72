package main

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// caster3 asks about a pair in space.
type caster3 struct {
	q    *d3.Query
	p    shapegen.Pair3
	a, b d3.Object
}

// cast3 draws pair k of the hard families in space.
func (w *worker) cast3(k int, g *shapegen.Gen3) (*castCase, error) {
	var p shapegen.Pair3
	if family := k / 10 % (len(shapegen.Hard3) + 2); family < len(shapegen.Hard3) {
		p = g.Hard(shapegen.Hard3[family])
	} else {
		p = g.Pair()
	}
	c := &castCase{
		worker: w, dim: 3, k: k, kinds: kinds("3D", p.A.Kind, p.B.Kind), line: p.Line, exact: !p.Curved(),
		rand: g.Float64, intn: g.IntN, direction: g.Direction,
	}
	c.measure3(&p.A, &p.B)
	c.way = c.drawWay()
	p.B.P = along(p.B.P, c.way, -c.back())
	c.measure3(&p.A, &p.B)
	a, b, err := p.Place()
	if err != nil {
		return c, w.fault("place", err)
	}
	c.caster = &caster3{w.q3, p, a, b}
	return c, nil
}

// measure3 takes sizes, centres and corners of the bodies.
func (c *castCase) measure3(a, b *shapegen.Body3) {
	*c = castCase{
		worker: c.worker, dim: c.dim, k: c.k, kinds: c.kinds, line: c.line, exact: c.exact,
		rand: c.rand, intn: c.intn, direction: c.direction, way: c.way, boundless: a.Half() || b.Half(),
	}
	c.at = along(a.Turn(a.Center()), a.P, 1)
	c.between = along(c.at, along(b.Turn(b.Center()), b.P, 1), -1)
	for i, body := range []*shapegen.Body3{a, b} {
		c.size = max(c.size, body.Extent())
		c.far += length(body.P)
		local := length(body.Center()) + body.Extent() + math.Abs(body.Offset)
		for _, r := range body.Margins() {
			local += r
			if i == 1 {
				c.own += r
			}
		}
		c.reach += local
		for _, v := range body.Corners() {
			c.points = append(c.points, along(body.Turn(v), body.P, 1))
		}
	}
	c.far += c.reach
	if n := len(a.Corners()); n > 1 {
		c.edge = along(c.points[1+c.intn(n-1)], c.points[0], -1)
	}
}

func vec3(v xyz) d3.Vec { return d3.Vec{X: v[0], Y: v[1], Z: v[2]} }

func timedRay3(h d3.RayHit) timed {
	return timed{h.Verdict, h.T, h.Lower, h.Upper, h.Status, h}
}

func timedSweep3(h d3.ShapeHit) timed {
	return timed{h.Verdict, h.T, h.Lower, h.Upper, h.Status, h}
}

func timedImpact3(h d3.Impact) timed {
	return timed{h.Verdict, h.T, h.Lower, h.Upper, h.Status, h}
}

// ray casts a ray at A.
func (c *caster3) ray(from, way xyz, limit float64) (timed, error) {
	r, err := d3.NewRay(vec3(from), vec3(way), limit)
	if err != nil {
		return timed{}, err
	}
	return timedRay3(c.q.CastRay(&c.a, &r)), nil
}

// pointCast sweeps a point as a body against A.
func (c *caster3) pointCast(from, way xyz, limit float64) (timed, error) {
	o, err := d3.Place(d3.Sphere{}, d3.Pose{Pos: vec3(from)})
	if err != nil {
		return timed{}, err
	}
	s, err := d3.NewSweep(vec3(way), limit, d3.SweepOptions{})
	if err != nil {
		return timed{}, err
	}
	return timedSweep3(c.q.CastShape(&c.a, &o, &s)), nil
}

// segment relates A and the segment from a point to its sum with way, if that has no rounding.
func (c *caster3) segment(from, way xyz) (collide.Relation, bool) {
	end := along(from, way, 1)
	if along(end, way, -1) != from || along(end, from, -1) != way {
		return collide.Undecided, false
	}
	h, err := d3.NewHull([]d3.Vec{vec3(from), vec3(end)})
	if err != nil {
		return collide.Undecided, false
	}
	o, err := d3.Place(h, d3.Pose{})
	if err != nil {
		return collide.Undecided, false
	}
	return c.q.Relate(&c.a, &o, nil), true
}

// sweep casts B against A.
func (c *caster3) sweep(way xyz, limit float64) (timed, error) {
	s, err := d3.NewSweep(vec3(way), limit, d3.SweepOptions{})
	if err != nil {
		return timed{}, err
	}
	return timedSweep3(c.q.CastShape(&c.a, &c.b, &s)), nil
}

// sweptTo returns the distance of A and B at a time of its sweep.
func (c *caster3) sweptTo(way xyz, t float64) (audit.Contact, error) {
	b, p := c.b, c.b.Pose()
	p.Pos = vec3(along(xyz{p.Pos.X, p.Pos.Y, p.Pos.Z}, way, t))
	if err := b.Move(p); err != nil {
		return audit.Contact{}, err
	}
	return audit.Contact3(c.q.Distance(&c.a, &b, nil)), nil
}

// swept asks the oracle about A and all that B sweeps.
func (c *caster3) swept(way xyz, t float64) (oracle.Answer, bool) {
	a, okA := c.p.A.Oracle()
	b, okB := c.p.B.Oracle()
	if !okA || !okB || a.Half && b.Half {
		return oracle.Answer{}, false
	}
	x := b
	if b.Half { // the half-space comes nearer: the points move the other way
		x, way = a, xyz{-way[0], -way[1], -way[2]}
	}
	x.Way, x.Time = way, t
	return oracle.Solve3(a, b), true
}

// closest asks for the point of A nearest to a point.
func (c *caster3) closest(at xyz) (nearest, error) {
	n, err := c.q.ClosestPoint(&c.a, vec3(at))
	return nearest{
		n.Relation, n.Distance, n.Lower, n.Upper,
		xyz{n.Point.X, n.Point.Y, n.Point.Z},
		xyz{n.Normal.X, n.Normal.Y, n.Normal.Z},
		n.Status, n,
	}, err
}

// pointDistance returns the distance of A and a point as a body.
func (c *caster3) pointDistance(at xyz) (audit.Contact, error) {
	o, err := d3.Place(d3.Sphere{}, d3.Pose{Pos: vec3(at)})
	if err != nil {
		return audit.Contact{}, err
	}
	return audit.Contact3(c.q.Distance(&c.a, &o, nil)), nil
}

// contains asks whether B is in A, and returns the corners of B's core.
func (c *caster3) contains() (collide.Containment, []xyz) {
	var corners []xyz
	for _, v := range c.p.B.Corners() {
		corners = append(corners, along(c.p.B.Turn(v), c.p.B.P, 1))
	}
	return c.q.Contains(&c.a, &c.b), corners
}

// margin relates A and B at a margin.
func (c *caster3) margin(d float64) (collide.Relation, audit.Contact, error) {
	rel, err := c.q.RelateMargin(&c.a, &c.b, d, nil)
	return rel, audit.Contact3(c.q.Distance(&c.a, &c.b, nil)), err
}

// motion3 returns the motion of a body.
func motion3(m motion, p d3.Pose) (d3.Motion, error) {
	switch m.kind {
	case 1:
		return d3.NewMotion(vec3(m.shift), vec3(m.turned), vec3(m.center))
	case 2, 3:
		rot, err := d3.NewAxisAngle(vec3(m.turned), length(m.turned))
		if err != nil {
			return d3.Motion{}, err
		}
		to := d3.Pose{Pos: p.Pos.Add(vec3(m.shift)), Rot: rot.Mul(p.Rot)}
		if m.back {
			p, to = to, p
		}
		return d3.NewMotionTo(p, to, collide.Path(m.kind-2))
	}
	return d3.Motion{}, nil
}

// impact asks when the bodies meet.
func (c *caster3) impact(ma, mb motion, duration float64) (timed, error) {
	x, err := motion3(ma, c.a.Pose())
	if err != nil {
		return timed{}, err
	}
	y, err := motion3(mb, c.b.Pose())
	if err != nil {
		return timed{}, err
	}
	out, err := c.q.TimeOfImpact(&c.a, &x, &c.b, &y, d3.ImpactOptions{Duration: duration})
	return timedImpact3(out), err
}

// movedTo returns the distance of the bodies at a time.
func (c *caster3) movedTo(ma, mb motion, t, duration float64) (audit.Contact, error) {
	x, errA := motion3(ma, c.a.Pose())
	y, errB := motion3(mb, c.b.Pose())
	a, b := c.a, c.b
	for _, err := range []error{
		errA, errB, a.Move(x.At(c.a.Pose(), t, duration)), b.Move(y.At(c.b.Pose(), t, duration)),
	} {
		if err != nil {
			return audit.Contact{}, err
		}
	}
	return audit.Contact3(c.q.Distance(&a, &b, nil)), nil
}

// moving asks when a vertex and a triangle, or two edges, meet.
func (c *caster3) moving(start, end [4]xyz, edges bool) (timed, error) {
	var s, e [4]d3.Vec
	for i := range s {
		s[i], e[i] = vec3(start[i]), vec3(end[i])
	}
	ask := c.q.VertexFaceImpact
	if edges {
		ask = c.q.EdgeEdgeImpact
	}
	out, err := ask(s, e)
	return timedImpact3(out), err
}

// movingGap returns the distance of a vertex and a triangle, or of two edges.
func (c *caster3) movingGap(at [4]xyz, edges bool) (audit.Contact, error) {
	n := 1
	if edges {
		n = 2
	}
	var o [2]d3.Object
	for i, list := range [2][]xyz{at[:n], at[n:]} {
		var points []d3.Vec
		for _, v := range list {
			points = append(points, vec3(v))
		}
		h, err := d3.NewHull(points)
		if err != nil {
			return audit.Contact{}, err
		}
		if o[i], err = d3.Place(h, d3.Pose{}); err != nil {
			return audit.Contact{}, err
		}
	}
	return audit.Contact3(c.q.Distance(&o[0], &o[1], nil)), nil
}

// movingTruth asks the oracle whether they meet.
func (c *caster3) movingTruth(start, end [4]xyz, edges bool) bool {
	m := oracle.NewMoving(start, end)
	if edges {
		return m.EdgeEdge() != nil
	}
	return m.VertexFace() != nil
}

// same lists the same features in another order.
func (c *caster3) same(s, e [4]xyz, edges bool) (start, end [4]xyz) {
	order := [4]int{0, 3, 1, 2}
	if edges {
		order = [4]int{3, 2, 0, 1}
	}
	for i, k := range order {
		start[i], end[i] = s[k], e[k]
	}
	return start, end
}
