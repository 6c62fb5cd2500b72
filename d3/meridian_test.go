package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// nearlyCoaxial returns two curved bodies about nearly one axis, or nearly balls, deep in each other. What they differ by is at most about most.
func nearlyCoaxial(t *testing.T, r *rand.Rand, most float64) (a, b *Object) {
	small := func() float64 { return most * math.Pow(10, -5*r.Float64()) * (2*r.Float64() - 1) }
	shape := func() Convex {
		x, z := 0.3+r.Float64(), 0.2+2*r.Float64()
		return []Convex{
			Cylinder{x, z},
			Cone{x, z},
			Ellipsoid{Vec{x, x * (1 + small()), z}},
			Ellipsoid{Vec{x, x * (1 + small()), x * (1 + small())}},
			Ellipsoid{Vec{x, x, z}},
			Capsule{z, x / 4},
			Sphere{x},
			Box{Vec{math.Abs(small()), math.Abs(small()), z}},
			Ellipsoid{Vec{x, x, 0}},
		}[r.IntN(9)]
	}
	turn := func() Rot {
		q, err := NewQuat(small(), small(), r.Float64(), 1+r.Float64())
		if err != nil {
			q = Rot{}
		}
		return q
	}
	x, y := shape(), shape()
	if !mustPlace(t, x, Pose{}).kind.curved() {
		x = Cylinder{0.5 + r.Float64(), 1}
	}
	return mustPlace(t, x, Pose{Rot: turn()}), mustPlace(t, y, Pose{Pos: Vec{small(), small(), r.Float64() / 8}, Rot: turn()})
}

// swept returns a sweep about the pair, ready to look at half circles, and false if there is no axis.
func swept(q *Query, a, b *Object) bool {
	q.begin(a, b)
	s := &q.sweep
	s.m, s.tol, s.best = &q.m, 1e-10, math.Inf(1)
	if !q.m.curved {
		return false
	}
	s.choose(false)
	s.pole(&s.top, 1)
	s.pole(&s.end, -1)
	return s.cost < math.Inf(1)
}

// TestSectorsBound holds the bounds of sectors, of both sorts, against support values in them. The bodies need not be nearly coaxial for them to hold.
func TestSectorsBound(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 1))
	q := newTestQuery(t, Options{})
	s := &q.sweep
	count := map[bool]int{}
	tight := map[bool]int{}
	for i := range 6000 {
		a, b := nearlyCoaxial(t, r, []float64{1e-6, 1e-3, 0.1, 1}[i%4])
		if !swept(q, a, b) {
			continue
		}
		from := r.Float64() * math.Pi / 2
		width := (math.Pi/2 - from) * r.Float64()
		if s.moving {
			width = math.Pi / 4 * math.Pow(10, -4*r.Float64())
		}
		quarter := float64(r.IntN(4)) * math.Pi / 2
		dir := func(l float64) [2]float64 { return [2]float64{math.Cos(quarter + l), math.Sin(quarter + l)} }
		var low float64
		if s.moving {
			s.half(dir(from))
			low = s.moved(&fan{dir(from), math.Cos(width), math.Sin(width), width})
		} else {
			low = s.bound(&sector{dir(from), dir(from + width), s.half(dir(from)), s.half(dir(from + width)), width})
		}
		least := math.Inf(1)
		for k := range 300 {
			l, phi := from+float64(width*r.Float64()), math.Pi*(r.Float64()-0.5)
			if s.moving {
				l -= width * float64(r.IntN(2))
			}
			if k%2 == 1 { // near the best of the half circle
				phi = math.Asin(max(-1, min(s.n.Dot(s.u), 1))) + 0.01*(r.Float64()-0.5)
			}
			d := dir(l)
			n := s.e.Scale(d[0]).Add(s.f.Scale(d[1])).Scale(math.Cos(phi)).Add(s.u.Scale(math.Sin(phi)))
			if phi > -math.Pi/2 && phi < math.Pi/2 {
				least = min(least, -q.m.separation(n))
			}
		}
		if count[s.moving]++; low > max(least, 0)+pad {
			t.Fatalf("%v and %v at %v, moving %v: a bound of %v, a support value of %v", a.Shape(), b.Shape(), b.Pose(), s.moving, low, least)
		}
		if low > least-0.01 {
			tight[s.moving]++
		}
	}
	for _, m := range []bool{false, true} {
		if count[m] < 1000 || tight[m] < count[m]/4 {
			t.Errorf("moving %v: %d sectors, %d bounds of use", m, count[m], tight[m])
		}
	}
}

// TestMeridiansAgree: the bracket of a sweep holds what a search by chance finds, it is as narrow as asked for, and the witnesses are points of the bodies.
func TestMeridiansAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 2))
	q := newTestQuery(t, Options{})
	sweeps := 0
	for i := range 2500 {
		a, b := nearlyCoaxial(t, r, []float64{1e-9, 1e-6, 1e-4, 1e-2}[i%4])
		if swapped(a, b) {
			a, b = b, a
		}
		q.begin(a, b)
		var c core
		w := q.width(&q.m)
		if !q.m.curved || q.gjkOnly() != outContains || !q.meridians(w.at(0), i%2 == 0, &c) {
			continue
		}
		sweeps++
		if c.upper-c.lower > w.at(0) {
			t.Fatalf("%v and %v: a bracket of %v, want %v", a.Shape(), b.Shape(), c.upper-c.lower, w.at(0))
		}
		n := c.n
		best, step := -q.m.separation(n), 0.3
		for k := range 400 {
			d := n.Add(onSphere(r, 1)[0].Scale(step))
			if d = d.Scale(1 / d.Len()); -q.m.separation(d) < best {
				best, n = -q.m.separation(d), d
			}
			if k%20 == 19 {
				step /= 2
			}
		}
		if best < -c.upper-pad || -c.lower < best-w.at(0) {
			t.Fatalf("%v and %v at %v: [%v, %v], a search finds %v", a.Shape(), b.Shape(), b.Pose(), c.lower, c.upper, -best)
		}
		// Along any direction neither witness is beyond its body.
		at := q.m.rot.applyT(c.a.Add(c.n.Scale(c.dist)).Sub(q.m.t))
		for range 30 {
			d := onSphere(r, 1)[0]
			pa, _ := q.m.a.support(d)
			pb, _ := q.m.b.support(d)
			if d.Dot(c.a) > d.Dot(pa)+w.at(0) || d.Dot(at) > d.Dot(pb)+w.at(0) {
				t.Fatalf("%v and %v at %v: witness %v of %v beyond %v, or %v of %v beyond %v", a.Shape(), b.Shape(), b.Pose(), c.a, a.Shape(), pa, at, b.Shape(), pb)
			}
		}
	}
	if sweeps < 500 {
		t.Errorf("%d sweeps only", sweeps)
	}
}

// TestPointsMoveAlong: a point of a core, moved along, is nowhere beyond the core's support value along the turned normal, but for what turning
// leaves out; and what it leaves out is no more than needed.
func TestPointsMoveAlong(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 5))
	worst := 0.0
	for range 20000 {
		o := mustPlace(t, []Convex{Cylinder{0.25, 0.5}, Cone{0.25, 0.25}, Capsule{0.5, 0}, Ellipsoid{Vec{0.25, 0.25, 0.125}}}[r.IntN(4)], Pose{})
		b := o.body(1)
		u := Vec{0, 0, 1}.Add(onSphere(r, 1)[0].Scale(math.Pow(10, -3*r.Float64()) / 2))
		x := axis{u: u.Scale(1 / u.Len())}
		x.e = perpendicular(x.u)
		x.f = x.u.Cross(x.e)
		axes := [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
		c := b.spin(&axes)
		m := b.turning(&c, &axes, &x)
		n, angle := onSphere(r, 1)[0], math.Pi/4*(2*r.Float64()-1)
		p, _ := b.support(n)
		v, q := m.move(p, x.u)
		along := x.u.Scale(n.Dot(x.u))
		turned := along.Add(n.Sub(along).Scale(math.Cos(angle))).Add(x.u.Cross(n).Scale(math.Sin(angle)))
		far, _ := b.support(turned)
		got := n.Dot(p.Add(v.Scale(math.Sin(angle))).Add(q.Scale(1 - math.Cos(angle))))
		over := got - far.Dot(turned)
		if m.stay {
			if over > 1e-14 {
				t.Fatalf("%v about %v, a point that stays: %v too far", o.Shape(), x.u, over)
			}
			continue
		}
		if over > m.rest*angle*angle+1e-14 {
			t.Fatalf("%v about %v by %v: %v too far, %v allowed", o.Shape(), x.u, angle, over, m.rest*angle*angle)
		}
		worst = max(worst, over/(m.rest*angle*angle))
	}
	if worst < 0.25 {
		t.Errorf("no more than %v of what is allowed is needed", worst)
	}
}

// TestBend holds the bound of the second derivative against differences.
func TestBend(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 6))
	worst := 0.0
	for i := range 20000 {
		h := Vec{0.1 + r.Float64(), 0.1 + r.Float64(), 0.1 + r.Float64()}
		if i%2 == 0 { // of revolution about an axis near u
			h.Y = h.X
		}
		b := mustPlace(t, Ellipsoid{h}, Pose{}).body(1)
		u := Vec{0, 0, 1}.Add(onSphere(r, 1)[0].Scale(math.Pow(10, -3*r.Float64())))
		x := axis{u: u.Scale(1 / u.Len())}
		x.e = perpendicular(x.u)
		x.f = x.u.Cross(x.e)
		axes := [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
		phi, l := math.Pi*(r.Float64()-0.5), 2*math.Pi*r.Float64()
		value := func(l float64) float64 {
			n := x.e.Scale(math.Cos(l)).Add(x.f.Scale(math.Sin(l))).Scale(math.Cos(phi)).Add(x.u.Scale(math.Sin(phi)))
			return Vec{h.X * n.X, h.Y * n.Y, h.Z * n.Z}.Len()
		}
		const e = 1e-3
		second, bend := (value(l-e)-2*value(l)+value(l+e))/(e*e), b.bend(&axes, &x)
		if second > bend*(1+1e-3)+1e-8 {
			t.Fatalf("%v about %v: a second derivative of %v, bound %v", h, x.u, second, bend)
		}
		worst = max(worst, second/bend)
	}
	if worst < 0.5 {
		t.Errorf("no more than %v of the bound is reached", worst)
	}
}

// gjkOnly runs GJK and says where it ended.
func (q *Query) gjkOnly() outcome {
	out, _ := q.gjk(&q.m, noise, math.Inf(1))
	if out == outUnsure {
		out, _ = q.gjkExact(&q.m, noise)
	}
	return out
}

// TestRingsConverge asks about pairs with rings and patches of equal depths, which EPA alone leaves at the iteration limit.
func TestRingsConverge(t *testing.T) {
	tilt := func(x float64) Rot { return Rot{x, x / 2, 0, 1} }
	for _, row := range []struct {
		what string
		a, b Shape
		pose Pose
		most int
	}{
		{"nearly balls", Ellipsoid{Vec{1, 1.001, 1.002}}, Ellipsoid{Vec{0.5, 0.5, 0.5}}, Pose{}, 200},
		{"nearly balls, both", Ellipsoid{Vec{1, 0.99, 0.98}}, Ellipsoid{Vec{0.5, 0.51, 0.49}}, Pose{Pos: Vec{1e-4, 0, 0}}, 300},
		{"ellipsoids on one axis", Ellipsoid{Vec{1, 1, 2}}, Ellipsoid{Vec{0.5, 0.5, 1}}, Pose{Pos: Vec{0, 0, 0.1}}, 10},
		{"ellipsoids on nearly one axis", Ellipsoid{Vec{1, 1, 2}}, Ellipsoid{Vec{0.5, 0.5, 1}}, Pose{Pos: Vec{1e-6, 0, 0.1}, Rot: tilt(1e-5)}, 500},
		{"parallel cylinders", Cylinder{1, 4}, Cylinder{0.5, 4}, Pose{Pos: Vec{1e-7, 0, 0}}, 10},
		{"cylinders askew", Cylinder{1, 4}, Cylinder{0.5, 4}, Pose{Pos: Vec{1e-7, 1e-8, 0}, Rot: tilt(1e-6)}, 500},
		{"a cone askew in a cylinder", Cylinder{1, 4}, Cone{0.5, 2}, Pose{Pos: Vec{0, 1e-5, 0.25}, Rot: tilt(1e-5)}, 600},
		{"the centre of curvature of the tip", Ellipsoid{Vec{0.5, 0.5, 1}}, Sphere{0.125}, Pose{Pos: Vec{0, 0, 0.75}}, 300},
		{"a needle along a cylinder's axis", Cylinder{1, 4}, Box{Vec{1e-6, 1e-7, 1}}, Pose{Pos: Vec{1e-6, 0, 0}}, 500},
		{"a cone's tip in a corner", Cone{0.5, 1}, Box{Vec{1, 0, 1}}, Pose{Pos: Vec{0.5, 1e-6, 0.999}, Rot: Rot{0, 0, 0, 1}}, 500},
		{"a nearly round ellipsoid and a cylinder", Cylinder{1, 3}, Ellipsoid{Vec{0.5, 0.5005, 0.501}}, Pose{Pos: Vec{1e-4, 0, 0}, Rot: tilt(0.5)}, 1000},
	} {
		a, b := mustPlace(t, row.a, Pose{}), mustPlace(t, row.b, row.pose)
		c := Distance(a, b)
		if sane(t, row.what, c); c.Status == collide.Limit || c.Iterations > row.most {
			t.Errorf("%s: %v after %d iterations, [%v, %v]", row.what, c.Status, c.Iterations, c.Lower, c.Upper)
		}
		if l := max(a.extent, b.extent); c.Upper-c.Lower > 1e-9*l {
			t.Errorf("%s: a bracket of %v L", row.what, (c.Upper-c.Lower)/l)
		}
	}
}

// TestInnerBall: an ellipsoid less the ball that its centre keeps is convex, and grown by that ball it is the ellipsoid.
func TestInnerBall(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 3))
	for range 2000 {
		h := Vec{r.Float64(), math.Ldexp(r.Float64(), -r.IntN(12)), 1 - 1e-3*r.Float64()}
		o := mustPlace(t, Ellipsoid{h}, Pose{})
		b := o.body(1)
		b.inner = o.inner
		m, n := onSphere(r, 1)[0], onSphere(r, 1)[0]
		p, _ := b.support(m)
		x, _ := b.support(n)
		whole := Vec{h.X * n.X, h.Y * n.Y, h.Z * n.Z}.Len()
		if math.Abs(x.Dot(n)+o.inner-whole) > 16*unit {
			t.Fatalf("%v along %v: %v and %v, the ellipsoid has %v", h, n, x.Dot(n), o.inner, whole)
		}
		if p.Dot(n) > x.Dot(n)+16*unit {
			t.Fatalf("%v: the point along %v lies beyond that along %v", h, m, n)
		}
	}
	for _, row := range []struct{ h, want Vec }{
		{Vec{1, 1, 0}, Vec{}},
		{Vec{4, 2, 1}, Vec{X: 0.25}},
		{Vec{1e-320, 1, 1}, Vec{}},
		{Vec{1e100, 1e100, 5e99}, Vec{X: 2.5e99}},
	} {
		if got := innerRadius(row.h); got > row.want.X || got < row.want.X*(1-0x1p-48)-1e-320 {
			t.Errorf("%v: %v, want a little below %v", row.h, got, row.want.X)
		}
	}
}

// TestTinyWitness: the witness of a body a million times smaller than the other, deep in it, is a point of it up to the bracket.
func TestTinyWitness(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 4))
	for range 3000 {
		s := math.Pow(10, -4-3*r.Float64())
		p := onSphere(r, 2)
		segment, err := NewHull([]Vec{p[0], p[0].Neg().Add(p[1].Scale(0.1))})
		if err != nil {
			t.Fatal(err)
		}
		box := Vec{s * (0.5 + r.Float64()), s * (0.5 + r.Float64()), s * (0.5 + r.Float64())}
		at := p[0].Scale(r.Float64()).Add(onSphere(r, 1)[0].Scale(s * r.Float64() / 4))
		a, b := mustPlace(t, segment, Pose{}), mustPlace(t, Box{box}, Pose{Pos: at, Rot: randomRot(r)})
		c := Distance(a, b)
		sane(t, "a tiny box", c)
		over := Vec{math.Abs(c.LocalB.X) - box.X/2, math.Abs(c.LocalB.Y) - box.Y/2, math.Abs(c.LocalB.Z) - box.Z/2}
		if max(over.X, over.Y, over.Z) > 256*unit*a.extent {
			t.Fatalf("box %v at %v: %v is off by %v u L", box, b.Pose(), c.LocalB, max(over.X, over.Y, over.Z)/unit/a.extent)
		}
	}
	// The foot lies on a needle-shaped neighbour of the nearest face.
	segment, err := NewHull([]Vec{{-1.5977927221872524e-07, 1.5002997126743374e-07, -5.942943731894433e-07}, {7.988963610936262e-08, 0, 4.457207798920824e-07}})
	if err != nil {
		t.Fatal(err)
	}
	rot, err := NewQuat(-0.3448161161769954, -0.8001149698527564, 0.48899419096705965, -0.049627357847854985)
	if err != nil {
		t.Fatal(err)
	}
	box := Vec{1.3294550567520898e-12, 1.318368945286914e-12, 1.2595597033949209e-12}
	c := Distance(mustPlace(t, segment, Pose{Rot: rot}), mustPlace(t, Box{box}, Pose{Vec{9.439830327427395e-08, 6.188088564622968e-08, -1.0451595099199982e-09}, rot}))
	over := Vec{math.Abs(c.LocalB.X) - box.X/2, math.Abs(c.LocalB.Y) - box.Y/2, math.Abs(c.LocalB.Z) - box.Z/2}
	if max(over.X, over.Y, over.Z) > 256*unit*1e-6 {
		t.Errorf("off by %v u L: %+v", max(over.X, over.Y, over.Z)/unit/1e-6, c)
	}
}
