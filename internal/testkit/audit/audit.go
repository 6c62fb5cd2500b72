// Package audit checks answers by second methods that share no code with d2 and d3: support values,
// witness points, membership, and the rules that tie the fields of a Contact together. For tests
// only.
//
// Both dimensions are audited by the same code: in two, all third coordinates are zero.
//
// Directions of bodies are turned into their frames, whose origin is moved to the middle of the
// body, so that a support value computed here is off by a few times u L, u = 2^-53.
package audit

import (
	"fmt"
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

const u = 0x1p-53

type vec = [3]float64

func add(v, w vec) vec { return vec{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func sub(v, w vec) vec { return vec{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

func scale(v vec, k float64) vec { return vec{v[0] * k, v[1] * k, v[2] * k} }

func dot(v, w vec) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

func length(v vec) float64 {
	m := largest(v)
	if m == 0 {
		return 0
	}
	_, e := math.Frexp(m)
	v = vec{math.Ldexp(v[0], -e), math.Ldexp(v[1], -e), math.Ldexp(v[2], -e)}
	return math.Ldexp(math.Sqrt(dot(v, v)), e)
}

func largest(v vec) float64 { return max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])) }

// Contact is a d2 or d3 contact.
type Contact struct {
	Distance, Lower, Upper float64
	Relation               collide.Relation
	Normal                 vec
	PointA, PointB         vec
	LocalA, LocalB         vec
	Status                 collide.Status
	Iterations             int
}

// Contact3 converts c.
func Contact3(c d3.Contact) Contact {
	f := func(v d3.Vec) vec { return vec{v.X, v.Y, v.Z} }
	return Contact{
		c.Distance, c.Lower, c.Upper, c.Relation, f(c.Normal), f(c.PointA), f(c.PointB),
		f(c.LocalA), f(c.LocalB), c.Status, c.Iterations,
	}
}

// Contact2 converts c.
func Contact2(c d2.Contact) Contact {
	f := func(v d2.Vec) vec { return vec{v.X, v.Y} }
	return Contact{
		c.Distance, c.Lower, c.Upper, c.Relation, f(c.Normal), f(c.PointA), f(c.PointB),
		f(c.LocalA), f(c.LocalB), c.Status, c.Iterations,
	}
}

// Scene is a pair ready to be audited.
type Scene struct {
	a, b   body
	flat   bool
	rel    vec     // from the centre of A to the centre of B, each coordinate rounded once
	plane  float64 // with a half-space: the distance of the other centre from the plane
	curved bool
}

// body is one side.
type body struct {
	kind           string
	turn           [3]vec // the rotation by rows
	pos, center    vec    // of the frame, in the world; of the core, in the frame
	pts            []vec  // the corners minus the center
	raw            []vec  // the corners
	margins        []float64
	radius, height float64
	size           vec
	offset, margin float64
	extent         float64
}

// Of3 prepares a pair.
func Of3(p *shapegen.Pair3) *Scene {
	var s Scene
	for i, b := range []*shapegen.Body3{&p.A, &p.B} {
		o := body{
			kind: b.Kind, pos: b.P, center: b.Center(), radius: b.Radius, height: b.Height, size: b.Size,
			offset: b.Offset, extent: b.Extent(),
		}
		for k := range 3 {
			var e vec
			e[k] = 1
			col := b.Turn(e)
			for r := range 3 {
				o.turn[r][k] = col[r]
			}
		}
		o.margins = b.Margins()
		for _, c := range b.Corners() {
			o.raw, o.pts = append(o.raw, c), append(o.pts, sub(c, o.center))
		}
		for _, m := range o.margins {
			o.margin += m
		}
		*[]*body{&s.a, &s.b}[i] = o
	}
	s.curved = p.Curved()
	if !s.plain() {
		s.relate([2][3][4]*big.Float{exact3(&p.A), exact3(&p.B)})
	}
	return &s
}

// Of2 prepares a pair.
func Of2(p *shapegen.Pair2) *Scene {
	s := Scene{flat: true}
	for i, b := range []*shapegen.Body2{&p.A, &p.B} {
		c, sn := b.CS[0], b.CS[1]
		o := body{
			kind: b.Kind, pos: vec{b.P[0], b.P[1]}, center: b.Center(), radius: b.Radius, height: b.Height,
			size: vec{b.Size[0], b.Size[1]}, offset: b.Offset, extent: b.Extent(),
			turn: [3]vec{{c, -sn, 0}, {sn, c, 0}, {0, 0, 1}},
		}
		o.margins = b.Margins()
		for _, c := range b.Corners() {
			o.raw = append(o.raw, vec{c[0], c[1]})
			o.pts = append(o.pts, sub(vec{c[0], c[1]}, o.center))
		}
		for _, m := range o.margins {
			o.margin += m
		}
		*[]*body{&s.a, &s.b}[i] = o
	}
	s.curved = p.Curved()
	if !s.plain() {
		s.relate([2][3][4]*big.Float{exact2(&p.A), exact2(&p.B)})
	}
	return &s
}

// plain fills rel where the centres are the origins of the frames, and reports whether that was so.
func (s *Scene) plain() bool {
	s.rel = sub(s.b.pos, s.a.pos)
	return s.a.center == vec{} && s.b.center == vec{} && !s.a.half() && !s.b.half()
}

// half reports whether b is a half-space.
func (b *body) half() bool { return b.kind == "half-space" }

// out turns a vector of the body's frame into the world, back does the opposite.
func (b *body) out(v vec) vec { return vec{dot(b.turn[0], v), dot(b.turn[1], v), dot(b.turn[2], v)} }

func (b *body) back(v vec) vec {
	return add(add(scale(b.turn[0], v[0]), scale(b.turn[1], v[1])), scale(b.turn[2], v[2]))
}

// support returns the greatest n.x over the grown body, x seen from its centre.
func (b *body) support(n vec) float64 {
	l := b.back(n)
	rho, h := math.Sqrt(l[0]*l[0]+l[1]*l[1]), b.height/2
	var v float64
	switch b.kind {
	case "cylinder":
		v = b.radius*rho + h*math.Abs(l[2])
	case "cone":
		v = max(h*l[2], b.radius*rho-h*l[2])
	case "ellipsoid", "ellipse":
		v = length(vec{b.size[0] * l[0], b.size[1] * l[1], b.size[2] * l[2]})
	case "half-space":
		return math.Inf(1)
	default:
		v = math.Inf(-1)
		for _, p := range b.pts {
			v = max(v, dot(l, p))
		}
	}
	return v + b.margin
}

// Separation returns the least n.x over B minus the greatest over A for a unit vector n: no greater
// than the signed distance, up to a few u L. With a half-space n is not looked at: its own normal
// is the only one.
func (s *Scene) Separation(n [3]float64) float64 {
	switch {
	case s.a.half():
		return s.plane - s.b.support(scale(s.planeNormal(), -1))
	case s.b.half():
		return s.plane - s.a.support(s.planeNormal())
	}
	return dot(n, s.rel) - s.a.support(n) - s.b.support(scale(n, -1))
}

// planeNormal returns the unit normal from A to B of a pair with a half-space.
func (s *Scene) planeNormal() vec {
	h, sign := &s.a, 1.0
	if s.b.half() {
		h, sign = &s.b, -1
	}
	l := length(h.size)
	return h.out(vec{h.size[0] / l * sign, h.size[1] / l * sign, h.size[2] / l * sign})
}

// Size returns the larger extent of the two bodies.
func (s *Scene) Size() float64 { return max(s.a.extent, s.b.extent) }

// Length returns L: the size plus the distance; with a half-space the body's extent plus the
// distance of its centre from the plane.
func (s *Scene) Length(sd float64) float64 {
	return s.Size() + max(sd, math.Abs(s.plane), 0)
}

// Tolerance returns T: 256 u L, and for curved bodies at least 1e-9 L.
func (s *Scene) Tolerance(sd float64) float64 {
	if s.curved {
		return 1e-9 * s.Length(sd)
	}
	return 256 * u * s.Length(sd)
}

// Noise returns a bound of the rounding errors of this package.
func (s *Scene) Noise(sd float64) float64 { return 32 * u * s.Length(sd) }

// Reach returns the largest coordinate of a position or of a point in its own frame: rounding a new
// pose costs a few u times that.
func (s *Scene) Reach() float64 {
	r := 0.0
	for _, b := range []*body{&s.a, &s.b} {
		r = max(r, largest(b.pos), largest(b.center), b.extent)
	}
	return r
}

// gap returns from witness A to witness B as seen in the relative frame, and the rounding of that.
func (s *Scene) gap(c *Contact) (v vec, slack float64) {
	slack = 8 * u * max(largest(c.LocalA), largest(c.LocalB))
	if s.a.half() || s.b.half() {
		slack += 16 * u * (largest(s.rel) + max(math.Abs(s.a.offset)/max(length(s.a.size), 1e-300),
			math.Abs(s.b.offset)/max(length(s.b.size), 1e-300)))
	}
	pa := s.a.out(sub(c.LocalA, s.a.center))
	pb := s.b.out(sub(c.LocalB, s.b.center))
	return sub(add(s.rel, pb), pa), slack
}

// Check returns the first fault found in an answer about the pair.
func (s *Scene) Check(c *Contact) error {
	for _, f := range []struct {
		name  string
		check func(*Contact) error
	}{
		{"numbers", checkNumbers},
		{"relation", checkRelation},
		{"width", s.checkWidth},
		{"bounds", s.checkBounds},
		{"witnesses", s.checkWitnesses},
		{"members", s.checkMembers},
	} {
		if err := f.check(c); err != nil {
			return &Fault{f.name, err}
		}
	}
	return nil
}

// Fault says which check failed and how.
type Fault struct {
	Check string
	Err   error
}

// Error returns "check: how".
func (f *Fault) Error() string { return f.Check + ": " + f.Err.Error() }

// Unwrap returns how.
func (f *Fault) Unwrap() error { return f.Err }

// checkNumbers refuses numbers that are not finite, negative zeros, and normals that are not unit.
func checkNumbers(c *Contact) error {
	all := []float64{c.Distance, c.Lower, c.Upper}
	for _, v := range []vec{c.Normal, c.PointA, c.PointB, c.LocalA, c.LocalB} {
		all = append(all, v[:]...)
	}
	for _, f := range all {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Errorf("not finite: %+v", *c)
		}
		if f == 0 && math.Signbit(f) {
			return fmt.Errorf("negative zero: %+v", *c)
		}
	}
	if e := math.Abs(dot(c.Normal, c.Normal) - 1); !(e <= 16*u) {
		return fmt.Errorf("the normal's squared length is off by %g u", e/u)
	}
	if c.Iterations < 0 || c.Iterations > 1<<20 {
		return fmt.Errorf("%d iterations", c.Iterations)
	}
	return nil
}

// checkRelation holds relation and bracket together.
func checkRelation(c *Contact) error {
	ok := c.Lower <= c.Distance && c.Distance <= c.Upper
	switch c.Relation {
	case collide.Apart:
		ok = ok && c.Lower >= 0 && c.Upper > 0
	case collide.Touching:
		ok = ok && c.Distance == 0 && c.Lower == 0 && c.Upper == 0
	case collide.Overlapping:
		ok = ok && c.Upper <= 0 && c.Lower < 0
	case collide.Undecided:
		ok = ok && c.Lower <= 0 && 0 <= c.Upper
	default:
		ok = false
	}
	if !ok {
		return fmt.Errorf("%v does not go with %v in [%v, %v]", c.Relation, c.Distance, c.Lower, c.Upper)
	}
	return nil
}

// checkWidth is property 1.
func (s *Scene) checkWidth(c *Contact) error {
	if c.Relation == collide.Undecided && !s.curved {
		return fmt.Errorf("undecided, though both are polytopes")
	}
	if c.Status == collide.BadSupport {
		return fmt.Errorf("bad support of a shape of the package")
	}
	if t := s.Tolerance(c.Distance); c.Status != collide.Limit && !(c.Upper-c.Lower <= t) {
		return fmt.Errorf("the bracket [%v, %v] is %.3g T wide", c.Lower, c.Upper, (c.Upper-c.Lower)/t)
	}
	return nil
}

// checkBounds rebuilds the bracket: the lower bound from the normal, the upper bound from the
// witnesses.
func (s *Scene) checkBounds(c *Contact) error {
	t, noise := s.Tolerance(c.Distance), s.Noise(c.Distance)
	if c.Status == collide.Limit {
		t = math.Inf(1)
	}
	sep := s.Separation(c.Normal)
	if !(sep <= c.Upper+noise) {
		return fmt.Errorf("the normal proves at least %v, the bracket [%v, %v] ends lower by %.3g u L",
			sep, c.Lower, c.Upper, (sep-c.Upper)/u/s.Length(c.Distance))
	}
	if !(math.Abs(sep-c.Distance) <= t+noise) {
		return fmt.Errorf("the normal separates by %v, not by %v (%.3g T off)", sep, c.Distance, (sep-c.Distance)/t)
	}
	if s.a.half() || s.b.half() {
		if d := length(sub(c.Normal, s.planeNormal())); !(d <= 64*u) {
			return fmt.Errorf("the normal is %g off the plane's", d)
		}
	}
	if c.Relation != collide.Apart {
		return nil
	}
	v, slack := s.gap(c)
	d := length(v)
	if !(d >= c.Lower-noise-slack) {
		return fmt.Errorf("the witnesses are %v apart, less than the lower bound %v by %.3g u L", d, c.Lower,
			(c.Lower-d)/u/s.Length(c.Distance))
	}
	if !(d <= c.Upper+t+noise+slack) {
		return fmt.Errorf("the witnesses are %v apart, more than the upper bound %v by %.3g T", d, c.Upper, (d-c.Upper)/t)
	}
	return nil
}

// checkWitnesses holds the witnesses to the distance and the normal, and the local ones to those in
// the world.
func (s *Scene) checkWitnesses(c *Contact) error {
	t := s.Tolerance(c.Distance) + s.Noise(c.Distance)
	if c.Status == collide.Limit {
		t += c.Upper - c.Lower
	}
	big := max(largest(c.PointA), largest(c.PointB))
	if e := largest(sub(sub(c.PointB, c.PointA), scale(c.Normal, c.Distance))); !(e <= 8*u*max(big,
		math.Abs(c.Distance))) {
		return fmt.Errorf("PointB - PointA is off Distance * Normal by %.3g u of the largest coordinate", e/u/big)
	}
	v, slack := s.gap(c)
	if e := length(sub(v, scale(c.Normal, c.Distance))); !(e <= t+slack) {
		return fmt.Errorf("LocalB - LocalA is off Distance * Normal by %.3g T", e/t)
	}
	for _, w := range []struct {
		name         string
		b            *body
		local, point vec
	}{{"A", &s.a, c.LocalA, c.PointA}, {"B", &s.b, c.LocalB, c.PointB}} {
		world := add(w.b.pos, w.b.out(w.local))
		e := largest(sub(world, w.point))
		if !(e <= t+slack+16*u*max(largest(world), largest(w.b.pos), largest(w.local), big)) {
			return fmt.Errorf("point %s is off its local one by %.3g T", w.name, e/t)
		}
	}
	return nil
}

// checkMembers holds the witnesses to their bodies.
func (s *Scene) checkMembers(c *Contact) error {
	t := s.Tolerance(c.Distance) + s.Noise(c.Distance)
	if c.Status == collide.Limit {
		t += c.Upper - c.Lower
	}
	_, slack := s.gap(c)
	if e := s.a.outside(c.LocalA, c.Normal); !(e <= t+slack) {
		return fmt.Errorf("LocalA is outside A by %.3g T", e/t)
	}
	if e := s.b.outside(c.LocalB, scale(c.Normal, -1)); !(e <= t+slack) {
		return fmt.Errorf("LocalB is outside B by %.3g T", e/t)
	}
	return nil
}

// Hard reports whether contact of the pair is decided exactly by contract: polytopes and
// half-spaces.
func (s *Scene) Hard() bool { return !s.curved }

// Sane returns the first fault of an answer that can be seen without the pair.
func Sane(c *Contact) error {
	if err := checkNumbers(c); err != nil {
		return err
	}
	return checkRelation(c)
}

// Sample returns the distance of a random point of A from a random point of B. direction and float
// draw.
func (s *Scene) Sample(direction func() [3]float64, float func() float64) float64 {
	a, b := s.a.sample(direction, float), s.b.sample(direction, float)
	return length(sub(add(s.rel, b), a))
}

// sample returns a point of the body: somewhere between two points of the surface; seen from the
// centre, in the axes of the world.
func (b *body) sample(direction func() [3]float64, float func() float64) vec {
	f := float()
	v := add(scale(b.surface(direction()), f), scale(b.surface(direction()), 1-f))
	return add(b.out(v), scale(direction(), b.margin*float()))
}

// surface returns a core point farthest along n, a direction of the body's frame.
func (b *body) surface(n vec) vec {
	rho, h := math.Sqrt(n[0]*n[0]+n[1]*n[1]), b.height/2
	rim := func(z float64) vec {
		if rho == 0 {
			return vec{0, 0, z}
		}
		return vec{b.radius * n[0] / rho, b.radius * n[1] / rho, z}
	}
	switch b.kind {
	case "cylinder":
		return rim(math.Copysign(h, n[2]))
	case "cone":
		if h*n[2] > b.radius*rho-h*n[2] {
			return vec{0, 0, h}
		}
		return rim(-h)
	case "ellipsoid", "ellipse":
		m := vec{b.size[0] * n[0], b.size[1] * n[1], b.size[2] * n[2]}
		l := length(m)
		if l == 0 {
			return vec{}
		}
		return vec{b.size[0] * (m[0] / l), b.size[1] * (m[1] / l), b.size[2] * (m[2] / l)}
	}
	best, at := math.Inf(-1), vec{}
	for _, p := range b.pts {
		if h := dot(n, p); h > best {
			best, at = h, p
		}
	}
	return at
}

// Swapped returns the answer about the pair in the other order.
func (c *Contact) Swapped() Contact {
	r := *c
	for k, v := range c.Normal {
		r.Normal[k] = 0 - v // never -0
	}
	r.PointA, r.PointB = c.PointB, c.PointA
	r.LocalA, r.LocalB = c.LocalB, c.LocalA
	return r
}
