package main

import (
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// xyz is a vector; the third coordinate is zero in the plane.
type xyz = [3]float64

// timed is what the answers about rays, sweeps and motions have in common.
type timed struct {
	verdict      collide.Verdict
	t, low, high float64
	status       collide.Status
	all          any // the answer itself
}

// nearest is the answer about a point.
type nearest struct {
	relation               collide.Relation
	distance, lower, upper float64
	point, normal          xyz
	status                 collide.Status
	all                    any
}

// motion says how a body moves, in plain numbers.
type motion struct {
	kind                  int  // of 0 rest, 1 velocities, 2 slerp, 3 screw
	shift, center, turned xyz  // turned: the angular velocity, or the axis times the angle
	back                  bool // slerp, screw: it ends where the body was placed, from elsewhere
}

// caster asks about one pair of bodies of either dimension.
type caster interface {
	ray(from, way xyz, limit float64) (timed, error)
	pointCast(from, way xyz, limit float64) (timed, error)
	segment(from, way xyz) (collide.Relation, bool) // of A and the segment, where its end is a double
	sweep(way xyz, limit float64) (timed, error)
	sweptTo(way xyz, t float64) (audit.Contact, error) // Distance with B moved, rounded
	swept(way xyz, t float64) (oracle.Answer, bool)    // of A and all that B sweeps, exactly
	closest(at xyz) (nearest, error)
	pointDistance(at xyz) (audit.Contact, error)
	contains() (in collide.Containment, corners []xyz) // corners of B, world frame, rounded
	margin(d float64) (collide.Relation, audit.Contact, error)
	impact(ma, mb motion, duration float64) (timed, error)
	movedTo(ma, mb motion, t, duration float64) (audit.Contact, error)
	moving(start, end [4]xyz, edges bool) (timed, error)    // the features that move
	movingGap(at [4]xyz, edges bool) (audit.Contact, error) // their distance
	movingTruth(start, end [4]xyz, edges bool) (hit bool)   // by the oracle
	same(start, end [4]xyz, edges bool) (s, e [4]xyz)       // the same features, listed otherwise
}

// castCase is a pair with the numbers of its casts.
type castCase struct {
	caster
	*worker
	dim       int
	kinds     string
	line      func(id string) string
	exact     bool // both are polytopes, rounded or not, or half-spaces
	size      float64
	far       float64 // how far the bodies are from the world's origin
	reach     float64 // how far their points are from the origins of their frames
	own       float64 // how much of that is the margin of B
	boundless bool    // one is a half-space
	way       xyz     // by which B is swept
	between   xyz     // from the centre of B to that of A
	at        xyz     // the centre of A, world frame
	edge      xyz     // an edge of A, world frame
	rand      func() float64
	intn      func(int) int
	direction func() xyz
	points    []xyz // corners of both, world frame
	k         int
}

// u is half an ulp of 1.
const u = 0x1p-53

// length returns the length without overflow or underflow.
func length(v xyz) float64 {
	m := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
	if m == 0 || math.IsInf(m, 0) || math.IsNaN(m) {
		return m
	}
	s := 0.0
	for _, x := range v {
		s += float64(x / m * (x / m))
	}
	return m * math.Sqrt(s)
}

// along returns p + t v, rounded.
func along(p, v xyz, t float64) xyz {
	for i := range p {
		p[i] += float64(t * v[i])
	}
	return p
}

// numbers returns the first number of an answer that is NaN, infinite or -0. An infinite Upper is
// what rays promise for times that are no doubles.
func numbers(v reflect.Value, name string, ray bool) error {
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			if err := numbers(v.Field(i), v.Type().Field(i).Name, ray); err != nil {
				return err
			}
		}
	}
	if v.Kind() == reflect.Float64 {
		x := v.Float()
		if math.IsNaN(x) || math.IsInf(x, 0) && !(ray && name == "Upper") || x == 0 && math.Signbit(x) {
			return fmt.Errorf("%s is %v", name, x)
		}
	}
	return nil
}

// drawWay draws a way for B: any direction, at A, along an edge of A, or along the axes.
func (c *castCase) drawWay() (v xyz) {
	switch c.intn(5) {
	case 0:
		return along(xyz{}, c.direction(), c.size)
	case 1:
		return along(c.between, c.direction(), c.size/4*c.rand())
	case 2:
		return c.between
	case 3:
		return c.edge
	}
	unit := math.Exp2(math.Round(math.Log2(c.size)))
	for i := range c.dim {
		v[i] = float64(c.intn(9)-4) * unit / 4
	}
	return v
}

// back returns how many ways B starts before the place where it was drawn, which is often in
// contact.
func (c *castCase) back() float64 { return []float64{0, 0.25, 1, 1, 2, 4, 100}[c.intn(7)] }

// cast asks one kind of question about the pair, in turn.
func (c *castCase) cast() error {
	kind := c.k % 5
	var err error
	switch kind {
	case 0:
		err = c.checkRay()
	case 1:
		err = c.checkSweep()
	case 2:
		err = c.checkPoint()
	case 3:
		err = c.checkMotion()
	default:
		err = c.checkMoving()
	}
	return err
}

// told counts an answer and returns what is wrong with its numbers and their order.
func (c *castCase) told(name string, a *timed, limit float64, mustDecide bool) error {
	c.tally.status[name+" "+a.status.String()]++
	c.tally.relation[name+" "+a.verdict.String()]++
	if a.status == collide.Limit {
		return c.fault(name+" limit", fmt.Errorf("%+v", a.all))
	}
	if err := numbers(reflect.ValueOf(a.all), "", name == "ray"); err != nil {
		return c.fault(name+" numbers", fmt.Errorf("%w: %+v", err, a.all))
	}
	if mustDecide && a.verdict == collide.Unsure {
		return c.fault(name+" unsure", fmt.Errorf("%+v", a.all))
	}
	if a.verdict == collide.Miss {
		if a.t != 0 || a.low != 0 || a.high != 0 {
			return c.fault(name+" miss", fmt.Errorf("times of a miss: %+v", a.all))
		}
		return nil
	}
	if !(0 <= a.low && a.low <= a.t && a.t <= a.high && (a.t <= limit)) {
		return c.fault(name+" order", fmt.Errorf("times to %v: %+v", limit, a.all))
	}
	return nil
}

// agree returns a fault where two answers about one question exclude each other.
func (c *castCase) agree(name string, a, b *timed) error {
	if a.verdict == collide.Unsure || b.verdict == collide.Unsure {
		return nil
	}
	if a.verdict != b.verdict || a.verdict != collide.Miss && (a.low > b.high || b.low > a.high) {
		return c.fault(name, fmt.Errorf("%+v, by the second method %+v", a.all, b.all))
	}
	return nil
}

// with adds what was asked to a fault.
func with(err error, format string, asked ...any) error {
	if f := (*fault)(nil); errors.As(err, &f) {
		f.text += fmt.Sprintf(format, asked...)
	}
	return err
}

// checkRay holds a ray against a point that is cast and against a segment.
func (c *castCase) checkRay() error {
	way := c.way
	target := c.at
	if len(c.points) > 0 && c.intn(2) == 0 {
		target = c.points[c.intn(len(c.points))]
	}
	back := []float64{0, 0.5, 1, 2, 100, 1e9}[c.intn(6)]
	from := along(target, way, -back)
	limit := []float64{0, back, 2*back + 1, 1}[c.intn(4)]
	a, err := c.ray(from, way, limit)
	if err != nil {
		return nil // out of range: refused
	}
	say := func(err error) error { return with(err, "\nray from %v along %v to %v", from, way, limit) }
	if err := c.told("ray", &a, limit, c.exact); err != nil {
		return say(err)
	}
	b, err := c.pointCast(from, way, limit)
	if err != nil {
		return c.fault("ray point", err)
	}
	if err := c.told("point sweep", &b, limit, c.exact); err != nil {
		return say(err)
	}
	if err := c.agree("ray against sweep", &a, &b); err != nil {
		return say(err)
	}
	endless, err := c.ray(from, way, math.Inf(1))
	if err != nil {
		return say(c.fault("ray endless", err))
	}
	// What is met up to the limit is met by the endless ray too, and not later.
	if a.verdict == collide.Hit && (endless.verdict == collide.Miss || endless.low > a.high) {
		return say(c.fault("ray endless", fmt.Errorf("%+v, without end %+v", a.all, endless.all)))
	}
	if limit == 1 && a.verdict != collide.Unsure {
		rel, ok := c.segment(from, way)
		if ok && rel != collide.Undecided && decided.Verdict(rel) != a.verdict {
			return say(c.fault("ray against segment", fmt.Errorf("%+v, the segment is %v", a.all, rel)))
		}
	}
	return nil
}

// checkSweep holds a sweep against the bodies where it takes them, and against the exact sweep.
func (c *castCase) checkSweep() error {
	way := c.way
	limit := []float64{0, 0.5, 1, 1, 2, 4, 200}[c.intn(7)]
	a, err := c.sweep(way, limit)
	if err != nil {
		return nil
	}
	say := func(err error) error { return with(err, "\nsweep by %v to %v", way, limit) }
	if err := c.told("sweep", &a, limit, c.exact); err != nil {
		return say(err)
	}
	speed := length(way)
	noise := func(t float64) float64 { return 16 * u * (c.far + speed*t) }
	end := a.low
	if a.verdict == collide.Miss {
		end = limit
	}
	for k := range 16 {
		t := end * c.rand()
		if k%4 == 0 {
			t = end * (1 - math.Ldexp(1, -3*k-1))
		}
		ct, err := c.sweptTo(way, t)
		if err == nil && ct.Upper < -noise(t) && end > 0 {
			return say(c.fault("sweep early", fmt.Errorf("%+v: at %v already [%v, %v]", a.all, t, ct.Lower, ct.Upper)))
		}
	}
	if a.verdict == collide.Hit || a.verdict == collide.Graze {
		ct, err := c.sweptTo(way, a.high)
		if err == nil && ct.Lower > noise(a.high)+(1+8*u)*speed*(a.high-a.low) {
			return say(c.fault("sweep late", fmt.Errorf("%+v: at Upper still [%v, %v]", a.all, ct.Lower, ct.Upper)))
		}
	}
	if c.config.oracle > 0 && c.exact && c.k/5%max(c.config.oracle/10, 1) == 0 {
		return say(c.sweepExactly(&a, way, limit))
	}
	return nil
}

// sweepExactly asks the oracle for the verdict and for both ends of the bracket.
func (c *castCase) sweepExactly(a *timed, way xyz, limit float64) error {
	want, ok := c.swept(way, limit)
	if !ok {
		return nil
	}
	c.tally.exact++
	if a.verdict != decided.Verdict(want.Relation) {
		return c.fault("sweep oracle", fmt.Errorf("%+v, exactly %v", a.all, want))
	}
	if a.low > 0 {
		if x, ok := c.swept(way, math.Nextafter(a.low, 0)); ok && x.Relation != collide.Apart {
			return c.fault("sweep oracle lower", fmt.Errorf("%+v: contact before Lower", a.all))
		}
	}
	if a.verdict != collide.Miss {
		if x, ok := c.swept(way, a.high); ok && x.Relation == collide.Apart {
			return c.fault("sweep oracle upper", fmt.Errorf("%+v: none by Upper", a.all))
		}
	}
	return nil
}

// checkPoint holds ClosestPoint against Distance, margins against the bracket, and containment
// against the corners.
func (c *castCase) checkPoint() error {
	at := along(c.at, c.direction(), c.size*c.rand())
	if len(c.points) > 0 && c.intn(2) == 0 {
		at = along(c.points[c.intn(len(c.points))], c.direction(), c.size*[]float64{0, 0, 1e-15, 1e-9}[c.intn(4)])
	}
	n, err := c.closest(at)
	if err != nil {
		return nil
	}
	say := func(name, format string, args ...any) error {
		return c.fault(name, fmt.Errorf(format+"\npoint %v: %+v", append(args, at, n.all)...))
	}
	c.tally.relation["point "+n.relation.String()]++
	c.tally.status["point "+n.status.String()]++
	ct, err := c.pointDistance(at)
	if err != nil {
		return c.fault("point place", err)
	}
	undecided := n.relation == collide.Undecided || ct.Relation == collide.Undecided
	top := max(length(at), length(n.point))
	switch err := numbers(reflect.ValueOf(n.all), "", false); {
	case err != nil:
		return say("point numbers", "%w", err)
	case n.status == collide.Limit:
		return say("point limit", "limit")
	case undecided && c.exact:
		return say("point undecided", "not told, Distance %v", ct.Relation)
	case !(n.lower <= n.distance && n.distance <= n.upper):
		return say("point order", "out of order")
	case n.lower > ct.Upper || ct.Lower > n.upper:
		return say("point bracket", "Distance says [%v, %v]", ct.Lower, ct.Upper)
	case !undecided && n.relation != ct.Relation:
		return say("point relation", "Distance says %v", ct.Relation)
	case !(math.Abs(length(n.normal)-1) < 1e-14):
		return say("point normal", "a normal of length %v", length(n.normal))
	case !(length(along(along(at, n.point, -1), n.normal, -n.distance)) <= 16*u*(top+math.Abs(n.distance))):
		return say("point sum", "off by %v", along(along(at, n.point, -1), n.normal, -n.distance))
	}
	if on, err := c.pointDistance(n.point); err == nil {
		if e := 1e-9*c.size + 16*u*(top+c.far); on.Lower > e || on.Upper < -e {
			return say("point boundary", "Point is [%v, %v] from the body", on.Lower, on.Upper)
		}
	}
	return c.checkMargin()
}

// checkMargin asks for the relation at a margin, and for containment.
func (c *castCase) checkMargin() error {
	_, ct, err := c.margin(0)
	if err != nil {
		return c.fault("margin", err)
	}
	for _, d := range []float64{ct.Lower, ct.Upper, ct.Distance, ct.Distance + c.size*(c.rand()-0.5)} {
		rel, _, err := c.margin(d)
		if err != nil {
			continue // beyond what a margin may be
		}
		if ct.Lower > d && rel != collide.Apart || ct.Upper < d && rel != collide.Overlapping ||
			rel == collide.Undecided && c.exact && !c.boundless {
			return c.fault("margin", fmt.Errorf("at %v %v, of [%v, %v]", d, rel, ct.Lower, ct.Upper))
		}
	}
	in, corners := c.contains()
	c.tally.relation["containment "+in.String()]++
	if (in == collide.Inside || in == collide.InsideTouching) && ct.Relation == collide.Apart {
		return c.fault("containment", fmt.Errorf("%v, and the bodies are %v", in, ct.Relation))
	}
	deepest := math.Inf(-1)
	for _, p := range corners {
		n, err := c.closest(p)
		if err != nil {
			return nil
		}
		deepest = max(deepest, n.upper)
		e := 16*u*(c.far+c.reach) + 4*u*c.size
		if in == collide.Inside && n.lower > e || in == collide.InsideTouching && n.lower > e {
			return c.fault("containment", fmt.Errorf("%v, and the corner %v is %v outside", in, p, n.lower))
		}
	}
	if in == collide.NotInside && len(corners) > 0 && deepest < -c.own-16*u*(c.far+c.reach)-1e-9*c.own {
		return c.fault("containment", fmt.Errorf("%v, and all corners are at %v", in, deepest))
	}
	if c.exact && in == collide.ContainmentUndecided {
		return c.fault("containment undecided", fmt.Errorf("%v", in))
	}
	return nil
}

// drawMotion draws a motion.
func (c *castCase) drawMotion(shift xyz) motion {
	spin := []float64{0, 1e-9, 1, 6, 40}[c.intn(5)]
	m := motion{kind: c.intn(4), shift: shift}
	axis := c.direction()
	if c.dim == 2 {
		axis = xyz{0, 0, float64(2*c.intn(2) - 1)}
	}
	m.turned = along(xyz{}, axis, spin*c.rand())
	if m.kind >= 2 {
		m.turned = along(xyz{}, axis, 3*c.rand())
		m.back = c.intn(3) == 0
	}
	if c.intn(3) == 0 {
		m.center = along(xyz{}, c.direction(), c.size)
	}
	return m
}

// checkMotion holds a time of impact against distances at sampled times.
func (c *castCase) checkMotion() error {
	ma := c.drawMotion(along(xyz{}, c.direction(), c.size/2*float64(c.intn(2))))
	mb := c.drawMotion(along(xyz{}, c.way, 1+3*float64(c.intn(2))))
	duration := []float64{1, 1, 0.3, 7}[c.intn(4)]
	a, err := c.impact(ma, mb, duration)
	if err != nil {
		return nil
	}
	say := func(err error) error { return with(err, "\nmotions %+v and %+v for %v", ma, mb, duration) }
	if err := c.told("motion", &a, duration, false); err != nil {
		return say(err)
	}
	moved := duration * (length(ma.shift) + length(mb.shift))
	if ma.kind >= 2 {
		moved += length(ma.shift)
	}
	// The poses are within 128u of the distance from the pivot, and there is that of a screw.
	e := 512 * u * (c.far + c.reach + c.size + length(ma.center) + length(mb.center) + moved + length(mb.shift))
	if c.boundless { // a normal that is off counts at the distance of the other body
		e *= 8
	}
	end := a.low
	if a.verdict == collide.Miss {
		end = duration
	}
	for k := range 64 {
		t := end * (float64(k) + c.rand()) / 64
		if k%4 == 0 {
			t = end * (1 - math.Ldexp(1, -k))
		}
		ct, err := c.movedTo(ma, mb, t, duration)
		if err == nil && ct.Upper < -e && end > 0 {
			return say(c.fault("motion early", fmt.Errorf("%+v: at %v already [%v, %v]", a.all, t, ct.Lower, ct.Upper)))
		}
	}
	if a.verdict != collide.Hit {
		return nil
	}
	least := math.Inf(1)
	for k := range 17 {
		ct, err := c.movedTo(ma, mb, a.low+(a.high-a.low)*float64(k)/16, duration)
		if err != nil {
			return nil
		}
		least = min(least, ct.Lower)
	}
	if least > e {
		return say(c.fault("motion late", fmt.Errorf("%+v: never nearer than %v", a.all, least)))
	}
	return nil
}

// checkMoving holds moving vertices against the same in another order, backwards in time, and, on
// a lattice, against the oracle.
func (c *castCase) checkMoving() error {
	var start, end [4]xyz
	lattice := c.intn(2) == 0 || len(c.points) == 0
	for i := range start {
		if lattice {
			for j := range c.dim {
				start[i][j], end[i][j] = float64(c.intn(7)-3), float64(c.intn(7)-3)
			}
			continue
		}
		start[i] = c.points[c.intn(len(c.points))]
		end[i] = along(c.points[c.intn(len(c.points))], c.direction(), c.size*float64(c.intn(2)))
	}
	edges := c.dim == 3 && c.intn(2) == 0
	a, err := c.moving(start, end, edges)
	if err != nil {
		return nil
	}
	say := func(err error) error { return with(err, "\nfrom %v to %v, edges %v", start, end, edges) }
	if err := c.told("moving", &a, 1, true); err != nil {
		return say(err)
	}
	s, e := c.same(start, end, edges)
	b, err := c.moving(s, e, edges)
	if err != nil {
		return say(c.fault("moving order", err))
	}
	if err := c.agree("moving order", &a, &b); err != nil {
		return say(err)
	}
	back, err := c.moving(end, start, edges)
	if err == nil && (back.verdict != a.verdict || a.verdict == collide.Hit && 1-back.low < a.low-4*u) {
		return say(c.fault("moving backwards", fmt.Errorf("%+v, backwards %+v", a.all, back.all)))
	}
	if lattice && c.config.oracle > 0 && c.k/5%max(c.config.oracle/20, 1) == 0 {
		c.tally.exact++
		if hit := c.movingTruth(start, end, edges); hit != (a.verdict == collide.Hit) {
			return say(c.fault("moving oracle", fmt.Errorf("%+v, in truth %v", a.all, hit)))
		}
	}
	if a.verdict != collide.Hit {
		return nil
	}
	var at [4]xyz
	var top float64
	for i := range at {
		at[i] = along(start[i], along(end[i], start[i], -1), a.high)
		top = max(top, length(start[i]), length(end[i]))
	}
	if ct, err := c.movingGap(at, edges); err == nil && ct.Lower > 4*top*(a.high-a.low)+32*u*top {
		return say(c.fault("moving apart", fmt.Errorf("%+v: %v apart at Upper", a.all, ct.Lower)))
	}
	return nil
}

// checkCast draws pair k and asks about it; it returns what is wrong with the answer.
func (w *worker) checkCast(k int, id string, g2 *shapegen.Gen2, g3 *shapegen.Gen3) *fault {
	draw := func() (*castCase, error) { return w.cast3(k, g3) }
	if k/5%2 == 1 {
		draw = func() (*castCase, error) { return w.cast2(k, g2) }
	}
	w.tally.pairs++
	c, err := draw()
	w.tally.kind[c.kinds]++
	if err == nil {
		err = c.cast()
	}
	if f := (*fault)(nil); errors.As(err, &f) {
		return &fault{f.sort, fmt.Sprintf("%s: %v\n%s", id, err, c.line(id))}
	}
	return nil
}
