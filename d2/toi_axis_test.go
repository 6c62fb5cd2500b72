package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// swing is two bodies on their way, an axis that turns, and a point of each body that the third
// derivative of the gap along the axis is made of.
type swing struct {
	a, b   *Object
	ma, mb Motion
	n      Vec
	turn   float64
	xa, xb Vec
	rate   float64 // of what turns the fastest
}

// The ways to make a third derivative, each the only one in its swing.
const (
	swingA       = iota // a point of A that turns, along an axis that does not
	swingB              // one of B
	swingAxis           // an axis that turns beside a point at rest
	swingAgainst        // an axis that turns against A
	swingArm            // the centre of A on a circle
	swingArmB           // the centre of B on a circle
	swingSlow           // the centre of A on a circle, beside an axis that hardly turns
	swingFar            // an axis that turns, with the centres apart
	swingFast           // an axis that turns, while the centres part
	swingBent           // an axis that turns, while the centres begin to part
	swingScrew          // the centre of A on the circle of a screw
	swings
)

// drawSwing returns a swing of the kind.
func drawSwing(t *testing.T, r *rand.Rand, kind int) (s swing) {
	k, w := math.Ldexp(1+r.Float64(), r.IntN(60)-30), math.Ldexp(1+r.Float64(), r.IntN(60)-30)
	phi := 6 * r.Float64()
	radial, tangent := Vec{math.Cos(phi), math.Sin(phi)}, Vec{-math.Sin(phi), math.Cos(phi)}
	s.a, s.b = mustPlace(t, Circle{}, Pose{}), mustPlace(t, Circle{}, Pose{})
	box := mustPlace(t, Box{Size: Vec{2 * k, 2 * k}}, Pose{})
	s.n, s.rate = radial, w
	arm := tangent.Scale(-k) // from the pivot to the centre: it moves along the axis
	switch kind {
	case swingA:
		s.a, s.ma.angular, s.xa = box, w, tangent.Scale(box.radius)
	case swingB:
		s.b, s.mb.angular, s.xb = box, w, tangent.Scale(box.radius)
	case swingAxis:
		s.a, s.turn, s.xa = box, w, tangent.Scale(box.radius)
	case swingAgainst:
		s.a, s.ma.angular, s.turn, s.xa = box, w, -w, tangent.Scale(box.radius)
	case swingArm, swingSlow:
		s.ma.angular, s.ma.center = w, arm.Neg()
		if kind == swingSlow {
			s.turn = 0x1p-20 * w
		}
	case swingArmB:
		s.mb.angular, s.mb.center = w, arm.Neg()
	case swingFar:
		s.b, s.turn = mustPlace(t, Circle{}, Pose{Pos: tangent.Scale(k)}), w
	case swingFast:
		s.mb.linear, s.turn = radial.Scale(k), w
	case swingBent: // the pivot moves against the centre, at first as fast
		slow := 0x1p-6 * w
		s.mb.angular, s.mb.center, s.turn = slow, tangent.Scale(k), w
		s.mb.linear = radial.Scale(-float64(slow * k))
	case swingScrew:
		s.rate = 0.5 + r.Float64()
		turn, _ := NewAngle(s.rate)
		var err error
		s.ma, err = NewMotionTo(Pose{}, Pose{Pos: radial.Scale(k), Rot: turn}, collide.Screw)
		if err != nil {
			t.Fatal(err)
		}
		s.n = radial.Scale(math.Cos(s.rate / 2)).Sub(tangent.Scale(math.Sin(s.rate / 2)))
	}
	return s
}

// off returns by how much the place of the pair of points along the axis, the time h after from,
// differs from its polynomial, and the parts of the bound: that of the third derivative, and pad.
func (s *swing) off(from, h float64) (off, third, pad float64) {
	var g pairCourse
	var l lane
	g.init(s.a, &s.ma, s.b, &s.mb, 1)
	g.set(from)
	l.set(&g, s.n, s.turn)
	q := l.pair(s.xa, s.xb)
	at := from + h
	a, b := s.ma.exactly(s.a, at, 1), s.mb.exactly(s.b, at, 1)
	d := b.place(bigPointOf(s.b.center).add(bigPointOf(s.xb))).sub(a.place(bigPointOf(s.a.center).add(bigPointOf(s.xa))))
	sum := bigTurn(bigZero().Mul(bigNum(s.turn), bigNum(h))).apply(bigPointOf(s.n)).dot(d)
	p := bigNum(0.5 * q.p2)
	p.Add(p.Mul(p, bigNum(h)), bigNum(q.p1))
	p.Add(p.Mul(p, bigNum(h)), bigNum(q.p0))
	return math.Abs(double(sum.Sub(sum, p))), l.third * h * h * h / 6, l.pad(h)
}

// TestThirdDerivatives: no pair of points is farther from its polynomial than the bound of the
// third derivative and rounding allow; and for each part that the bound is made of there are
// bodies that use all of it, so that none may be left out, or be less.
func TestThirdDerivatives(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	for kind := range swings {
		most := 0.0
		for range 60 {
			s := drawSwing(t, r, kind)
			h := math.Ldexp(1, -8-r.IntN(2)-int(math.Ceil(math.Log2(s.rate))))
			off, third, pad := s.off(0, h)
			if off > third+pad {
				t.Fatalf("kind %d, %+v: off by %v after %v, the bound is %v and %v", kind, s, off, h, third, pad)
			}
			most = max(most, (off-pad)/third)
		}
		if t.Logf("kind %d: %.4f of the bound", kind, most); most < 0.98 {
			t.Errorf("kind %d: only %.3f of the bound is used", kind, most)
		}
	}
}

// randomWay returns a motion that begins about at p, turns by no more than a few radians in a time
// of 1, and goes as far as way.
func randomWay(t *testing.T, r *rand.Rand, p Pose, way float64) Motion {
	t.Helper()
	v := func(most float64) Vec { return randomUnit(r).Scale(most * r.Float64()) }
	m, err := NewMotion(v(way), 16*r.Float64()-8, v(way))
	if kind := r.IntN(4); kind == 0 {
		m, err = NewMotion(v(way), 0, Vec{})
	} else if kind > 1 {
		turn, _ := NewAngle(6*r.Float64() - 3)
		path := collide.Slerp
		if kind == 3 {
			path = collide.Screw
		}
		m, err = NewMotionTo(p, Pose{Pos: p.Pos.Add(v(way)), Rot: turn.Mul(p.Rot)}, path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPolynomialsOfPairs: any points of bodies that move in any way stay within the bounds of their
// polynomial along any axis that turns, at any time, for long and for short.
func TestPolynomialsOfPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	most, rough := 0.0, 0.0
	for range 1500 {
		size, way := math.Ldexp(1, r.IntN(20)-10), math.Ldexp(1, r.IntN(20)-10)
		var s swing
		for i, o := range []**Object{&s.a, &s.b} {
			turn, _ := NewAngle(6 * r.Float64())
			p := Pose{Pos: randomUnit(r).Scale(way), Rot: turn}
			*o = mustPlace(t, Box{Size: Vec{size, size * r.Float64()}}, p)
			*[]*Motion{&s.ma, &s.mb}[i] = randomWay(t, r, p, way)
			*[]*Vec{&s.xa, &s.xb}[i] = randomUnit(r).Scale((*o).radius)
		}
		s.n, s.turn = randomUnit(r), 0
		if r.IntN(3) > 0 {
			s.turn = math.Ldexp(2*r.Float64()-1, r.IntN(8)-4)
		}
		from := math.Ldexp(float64(r.IntN(1<<10)), -11)
		off, third, pad := s.off(from, math.Ldexp(1, -1-r.IntN(20)))
		if off > third+pad {
			t.Fatalf("%+v: off by %v, the bound is %v and %v", s, off, third, pad)
		}
		if third > 16*pad {
			most = max(most, off/third)
		} else if pad > 16*third {
			rough = max(rough, off/pad)
		}
	}
	if most < 0.3 || rough < 0.02 {
		t.Errorf("%v and %v of the bounds are used", most, rough)
	}
}

// gapAlong returns the gap along n between the boxes a and b, in the ways wa and wb.
func gapAlong(a, b *Object, wa, wb exactWay, n bigPoint) float64 {
	gap := math.Inf(1)
	from, to := wa.corners(a), wb.corners(b)
	for i := range from {
		for k := range to {
			gap = min(gap, double(to[k].sub(from[i]).dot(n)))
		}
	}
	return gap
}

// TestAxesKeepBodiesApart: for as long as an axis is said to keep two boxes apart, it does, at
// every time on the way; and it ends where they meet along it, all but a part of the time that the
// third derivative takes.
func TestAxesKeepBodiesApart(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	ended, near := 0, 0
	for range 400 {
		size := math.Ldexp(1, r.IntN(8)-4)
		turn, _ := NewAngle(6 * r.Float64())
		a := mustPlace(t, Box{Size: Vec{size, 2 * size * r.Float64()}}, Pose{})
		b := mustPlace(t, Box{Size: Vec{size * r.Float64(), 4 * size * r.Float64()}}, Pose{Rot: turn})
		n := Vec{1, 0.2 * r.Float64()}.Unit()
		gap := gapAlong(a, b, new(Motion).exactly(a, 0, 1), new(Motion).exactly(b, 0, 1), bigPointOf(n))
		b = mustPlace(t, b.Shape(), Pose{Pos: n.Scale(math.Ldexp(size, -r.IntN(20)) - gap), Rot: turn})
		w := math.Ldexp(1+r.Float64(), r.IntN(8)-2)
		ma := Motion{angular: w * (2*r.Float64() - 1)}
		mb := Motion{angular: math.Copysign(w, r.Float64()-0.5), linear: Vec{X: -size * r.Float64()}}
		var g pairCourse
		var l lane
		g.init(a, &ma, b, &mb, 1)
		g.set(0)
		axis := [...]float64{0, ma.angular, mb.angular, w * (2*r.Float64() - 1)}[r.IntN(4)]
		l.set(&g, n, axis)
		h, _ := l.advance(&g, 0, 1)
		if h == 0 {
			continue
		}
		var first float64
		for k := range 6 {
			s := h * float64(k) / 5
			along := bigTurn(bigZero().Mul(bigNum(axis), bigNum(s))).apply(bigPointOf(n))
			gap = gapAlong(a, b, ma.exactly(a, s, 1), mb.exactly(b, s, 1), along)
			if k == 0 {
				first = gap
			}
			if !(gap > 0) {
				t.Fatalf("%+v with %+v beside %+v with %+v: %v at %v of %v along %v with %v",
					a.Shape(), ma, b.Shape(), mb, gap, s, h, n, axis)
			}
		}
		if h < 1 {
			ended++
			if gap < 0x1p-3*first {
				near++
			}
		}
	}
	if t.Logf("%d intervals ended, %d near contact", ended, near); ended < 150 || near < 40 {
		t.Errorf("%d intervals ended, %d near contact", ended, near)
	}
}

// TestPadsCoverAllLengths: the rounding of a coefficient is relative to all that is summed up in
// it. Each row has bodies of which one length is a million times all others, so that a pad without
// that one would be none.
func TestPadsCoverAllLengths(t *testing.T) {
	const k, w = 0x1p20, 0x1p10
	x, y := Vec{X: 1}, Vec{Y: 1}
	dot := mustPlace(t, Circle{}, Pose{})
	box := mustPlace(t, Box{Size: Vec{k, k}}, Pose{})
	spin, arm := Motion{angular: w}, Motion{angular: w, center: y.Scale(k)}
	for _, row := range []struct {
		what        string
		a, b        *Object
		ma, mb      Motion
		turn, level float64
		place, want int     // which growth, with which power of w
		length      float64 // beside it
	}{
		{"the distance", dot, mustPlace(t, Circle{}, Pose{Pos: x.Scale(k)}), Motion{}, Motion{}, 0, 0, 0, 0, k},
		{"A's radius", box, dot, Motion{}, Motion{}, 0, 0, 0, 0, box.radius},
		{"B's radius", dot, box, Motion{}, Motion{}, 0, 0, 0, 0, box.radius},
		{"A's margin", mustPlace(t, Circle{Radius: k}, Pose{}), dot, Motion{}, Motion{}, 0, 0, 0, 0, k},
		{"B's margin", dot, mustPlace(t, Circle{Radius: k}, Pose{}), Motion{}, Motion{}, 0, 0, 0, 0, k},
		{"the level", dot, dot, Motion{}, Motion{}, 0, -k, 0, 0, k},
		{
			"a half-space's foot", mustPlace(t, HalfSpace{Normal: x, Offset: k}, Pose{}), dot,
			Motion{},
			Motion{},
			0, 0, 0, 0, k,
		},
		{"the speed", dot, dot, Motion{linear: y.Scale(k)}, Motion{}, 0, 0, 1, 0, k},
		{"A's turn", box, dot, spin, Motion{}, 0, 0, 1, 1, box.radius},
		{"B's turn", dot, box, Motion{}, spin, 0, 0, 1, 1, box.radius},
		{"the distance, seen from an axis that turns", dot, mustPlace(t, Circle{},
			Pose{Pos: y.Scale(k)}), Motion{}, Motion{}, w, 0, 1, 1, k},
		{"the acceleration", dot, dot, arm, Motion{}, 0, 0, 2, 2, k},
		{"A's, of its turn", box, dot, spin, Motion{}, 0, 0, 2, 2, box.radius},
		{"B's, of its turn", dot, box, Motion{}, spin, 0, 0, 2, 2, box.radius},
		{
			"the speed, seen from an axis that turns", dot, dot,
			Motion{linear: y.Scale(k)},
			Motion{},
			w, 0,
			2, 1, 2 * k,
		},
		{
			"the distance, seen from one, too", dot, mustPlace(t, Circle{}, Pose{Pos: y.Scale(k)}),
			Motion{},
			Motion{},
			w, 0, 2, 2, k,
		},
	} {
		var g pairCourse
		var l lane
		g.init(row.a, &row.ma, row.b, &row.mb, 1)
		g.level = row.level
		g.set(0)
		l.set(&g, x, row.turn)
		length := row.length * math.Pow(w, float64(row.want))
		if share := l.grow[row.place] / length; !(share >= 1 && share < 2.1) {
			t.Errorf("%s: %v of it", row.what, share)
		}
		const h = 0.25
		grow := l.grow[row.place]
		l.grow = [4]float64{}
		l.grow[row.place] = grow
		slip := g.slip(math.Abs(g.d.X))
		sums := laneSums * unit * length * math.Pow(h, float64(row.place))
		if share := (l.pad(h) - slip) / sums; !(share > 0.999 && share < 2.1) {
			t.Errorf("%s: the pad is %v of the table's", row.what, share)
		}
	}
}

// TestCoefficientsHoldPoints: a point on an arm passes another, or its pivot moves as fast as it
// turns, so that the third derivative alone brings it nearer. Where the coefficients say that they
// are apart along an axis for a time, they are at every moment of it.
func TestCoefficientsHoldPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	apart, met := 0, 0
	for range 1500 {
		k, w := math.Ldexp(1+r.Float64(), r.IntN(60)-30), math.Ldexp(1+r.Float64(), r.IntN(20)-10)
		n := Vec{X: 1}
		phi := math.Ldexp(r.Float64()-0.5, -r.IntN(6)) // from the nearest point of the circle
		gap := float64(math.Ldexp(r.Float64()-0.5, -r.IntN(6)) * (1 - math.Cos(phi)))
		h := math.Abs(phi) * (1 + 2*r.Float64()) / w
		straight := r.IntN(2) == 0
		if straight { // along the axis, but for the pivot
			phi = math.Copysign(math.Pi/2, phi)
			h = math.Ldexp(1+r.Float64(), -r.IntN(6)) / w
			gap = -1 + math.Ldexp(r.Float64(), -r.IntN(16))
		}
		arm := Vec{-math.Cos(phi), math.Sin(phi)}.Scale(k)
		m := Motion{angular: w, center: arm.Neg()}
		if straight {
			m.linear = arm.perp().Scale(-w)
		}
		a := mustPlace(t, Circle{}, Pose{})
		b := mustPlace(t, Circle{}, Pose{Pos: Vec{X: (gap + 1 - math.Cos(phi)) * k}})
		var g pairCourse
		var l lane
		g.init(a, &Motion{}, b, &m, 1)
		g.set(0)
		l.set(&g, n, 0)
		q := l.begin(&g)
		_, ok := l.apart(&g, h, l.pad(h))
		ok = ok && q.p0 > l.pad(0)
		least := math.Inf(1)
		for i := range 9 {
			s := h * float64(i) / 8
			least = min(least, double(m.exactly(b, s, 1).place(bigPointOf(Vec{})).dot(bigPointOf(n))))
		}
		switch {
		case ok && !(least > 0):
			t.Fatalf("a point at %v with %+v is at %v in a time of %v", b.Pose().Pos, m, least, h)
		case ok:
			apart++
		case least <= 0:
			met++
		}
	}
	if t.Logf("%d apart, %d meet", apart, met); apart < 400 || met < 300 {
		t.Errorf("%d apart, %d meet", apart, met)
	}
}
