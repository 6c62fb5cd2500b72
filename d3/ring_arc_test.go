package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// nearlyCoaxial returns two curved bodies about nearly one axis, or nearly balls, deep in each
// other. What they differ by is at most about most.
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

// TestMeridianSettles: bodies of revolution about parallel axes, far from each other or not, need
// one half circle.
func TestMeridianSettles(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 2))
	q := newTestQuery(t, Options{})
	settled := 0
	for range 2500 {
		a, b := nearlyCoaxial(t, r, 1e-12)
		b = mustPlace(t, b.Shape(), Pose{Pos: Vec{r.Float64() / 4, 0, r.Float64() / 8}})
		a = mustPlace(t, a.Shape(), Pose{})
		if swapped(a, b) {
			a, b = b, a
		}
		if overlapping(q, a, b) {
			var c core
			if w := q.allowance(); q.arc.settles(&q.run, &c) {
				settled++
				agrees(t, r, q, a, b, &c, w.At(0))
			}
		}
	}
	if settled < 500 {
		t.Errorf("%d settled only", settled)
	}
}

// overlapping prepares q for a pair of which one is curved, up to the end of GJK, and reports
// whether their cores overlap.
func overlapping(q *Query, a, b *Object) bool {
	q.setUp(a, b)
	return q.m.curved && q.gjkOnly() == collide.ExitContains
}

// agrees holds an answer about overlapping cores: its bracket holds what a search by chance finds,
// it is as narrow as asked for, and the witnesses are points of the bodies.
func agrees(t *testing.T, r *rand.Rand, q *Query, a, b *Object, c *core, width float64) {
	t.Helper()
	if c.upper-c.lower > width {
		t.Fatalf("%v and %v: a bracket of %v, want %v", a.Shape(), b.Shape(), c.upper-c.lower, width)
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
	if best < -c.upper-pad || -c.lower < best-width {
		t.Fatalf("%v and %v at %v: [%v, %v], a search finds %v", a.Shape(), b.Shape(), b.Pose(), c.lower, c.upper, -best)
	}
	// Along any direction neither witness is beyond its body.
	at := q.m.rot.applyT(c.a.Add(c.n.Scale(c.dist)).Sub(q.m.t))
	for range 30 {
		d := onSphere(r, 1)[0]
		pa, _ := q.m.a.support(d)
		pb, _ := q.m.b.support(d)
		if d.Dot(c.a) > d.Dot(pa)+width || d.Dot(at) > d.Dot(pb)+width {
			t.Fatalf("%v and %v at %v: witness %v of %v beyond %v, or %v of %v beyond %v", a.Shape(), b.Shape(), b.Pose(), c.a, a.Shape(), pa, at, b.Shape(), pb)
		}
	}
}

// TestInnerBall: an ellipsoid less the ball that its centre keeps is convex, and grown by that ball
// it is the ellipsoid.
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

// TestTinyWitness: the witness of a body a million times smaller than the other, deep in it, is a
// point of it up to the bracket.
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
