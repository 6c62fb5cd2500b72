package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// curvedPair returns two bodies of any kinds, the first one curved, deep in each other.
func curvedPair(t *testing.T, r *rand.Rand) (a, b *Object) {
	t.Helper()
	hull := func(n int) Convex {
		h, err := NewHull(onSphere(r, n))
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	size := func() float64 { return math.Pow(10, -2*r.Float64()) }
	shape := func(n int) Convex {
		x, z := size(), size()
		return []Convex{
			Cylinder{x, z},
			Cone{x, z},
			Ellipsoid{Vec{x, size(), z}},
			Ellipsoid{Vec{x, x, z}},
			Ellipsoid{Vec{x, x * (1 + 0.1*r.Float64()), x * (1 + 0.1*z)}},
			Ellipsoid{Vec{x, z, 0}},
			Cylinder{x, 4 * x},
			Cone{x, 4 * x},
			Capsule{z, x / 4},
			Box{Vec{size(), x, z}},
			Box{Vec{0, x, z}},
			hull(4 + r.IntN(20)),
			Sphere{x},
		}[r.IntN(n)]
	}
	for {
		a = mustPlace(t, shape(8), Pose{Rot: randomRot(r)})
		b = mustPlace(t, shape(13), Pose{Pos: onSphere(r, 1)[0].Scale(a.extent * r.Float64() / 4), Rot: randomRot(r)})
		if a.kind.curved() {
			return a, b
		}
	}
}

// searchOf returns the search of q, ready for cells, for overlapping cores.
func searchOf(q *Query) *cellSearch {
	s := &q.cells
	s.start(&q.m, 1e-9)
	return s
}

// cellNear returns a cell of any size and proportions that holds n, in A's axes, or not quite.
func cellNear(s *cellSearch, r *rand.Rand, n Vec) cell {
	k := s.about(n, math.Ldexp(1, -1-r.IntN(12)))
	k.rv = min(0.5, k.ru*math.Ldexp(1, r.IntN(7)-3))
	spread := 1 + 3*float64(r.IntN(2))
	k.u += spread * k.ru * (2*r.Float64() - 1)
	k.v += spread * k.rv * (2*r.Float64() - 1)
	return k
}

// TestModels holds the models of pieces, and the bounds of what they leave out, against values of
// the pieces themselves.
func TestModels(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	q := newTestQuery(t, Options{})
	count, tight := 0, 0
	for range 4000 {
		s, k, cores := randomCell(t, r, q)
		if !cores {
			continue
		}
		p, _ := s.look(&k, place{})
		at := place{k.ru * (r.Float64() - 0.5), k.rv * (r.Float64() - 0.5)}
		var f model
		if !s.model(&k, at, &p, &f) {
			continue
		}
		count++
		for range 20 {
			x, y := k.ru*(2*r.Float64()-1)-at.x, k.rv*(2*r.Float64()-1)-at.y
			second := f.f + f.gx*x + f.gy*y + (f.hxx*x*x+2*f.hxy*x*y+f.hyy*y*y)/2
			third := (f.xxx*x*x*x + 3*f.xxy*x*x*y + 3*f.xyy*x*y*y + f.yyy*y*y*y) / 6
			l2 := x*x + y*y
			rest := f.fourth * l2 * l2
			for _, g := range f.tails {
				e := g.xx*x*x + 2*g.xy*x*y + g.yy*y*y
				rest += g.c * e * e
			}
			got := s.exactly(&k, k.u+at.x+x, k.v+at.y+y, &p)
			if got < second+third-rest/24-pad {
				t.Fatalf("%+v and %+v, %+v at %v: %v, the model leaves no less than %v", q.m.a, q.m.b, k, at, got, second+third-rest/24)
			}
			if got < second+third-rest/24/16 {
				tight++
			}
			ball := model{}
			i, j := k.axes()
			ball.subtractLength(k.direction(k.u+at.x, k.v+at.y), i, j, k.ru, k.rv, s.best-s.tol+s.inner)
			curved := got + (s.best-s.tol+s.inner)*k.direction(k.u+at.x+x, k.v+at.y+y).Len()
			ball2 := ball.f + ball.gx*x + ball.gy*y + (ball.hxx*x*x+2*ball.hxy*x*y+ball.hyy*y*y)/2
			if off := math.Abs(curved - (second - ball2)); off > (f.third[0]+f.third[1])*l2*math.Sqrt(l2)/6+pad {
				t.Fatalf("%+v and %+v, %+v at %v: a third derivative of %v, at most %v", q.m.a, q.m.b, k, at, off*6/(l2*math.Sqrt(l2)), f.third)
			}
			m := f.turned(0.6, 0.8)
			u, v := 0.6*y-0.8*x, 0.6*x+0.8*y
			turned := m.f + m.gx*u + m.gy*v + (m.hxx*u*u+2*m.hxy*u*v+m.hyy*v*v)/2 + (m.xxx*u*u*u+3*m.xxy*u*u*v+3*m.xyy*u*v*v+m.yyy*v*v*v)/6
			if math.Abs(turned-second-third) > pad+1e-12*math.Abs(third) {
				t.Fatalf("%+v turned: %v, want %v", f, turned, second+third)
			}
		}
	}
	if count < 1000 || tight < count/2 {
		t.Errorf("%d models, %d values near the bound", count, tight)
	}
}

// TestCellsBound holds the bounds of cells of all sorts against support values in them.
func TestCellsBound(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 2))
	q := newTestQuery(t, Options{})
	count, tight, settled := map[string]int{}, map[string]int{}, 0
	for i := range 12000 {
		a, b := curvedPair(t, r)
		if i%3 == 0 {
			a, b = nearlyCoaxial(t, r, []float64{1e-6, 1e-3, 0.1}[r.IntN(3)])
		}
		if !overlapping(q, a, b) {
			continue
		}
		s := searchOf(q)
		s.tol = math.Pow(10, -3-7*r.Float64())
		s.best = math.Inf(1)
		for _, n := range onSphere(r, 60) {
			s.try(n)
		}
		n := s.n
		for step := 0.1; step > 1e-9; step *= 0.8 {
			s.try(s.n.Add(onSphere(r, 1)[0].Scale(step)))
		}
		if s.best <= 2*s.tol { // no cell is looked into
			continue
		}
		if i%2 == 0 {
			n = s.n
		}
		k := cellNear(s, r, n)
		here, found := s.look(&k, place{})
		bounds := map[string]float64{"point": s.least(&k, found)}
		var f model
		if s.model(&k, place{}, &here, &f) {
			v := s.smooth(&k, &here, &f)
			bounds["smooth"] = v.low
			if there, _ := s.look(&k, v.at); there != here && s.model(&k, place{}, &here, &f) {
				bounds["kink"] = s.kink(&k, &there, &f).low
				s.look(&k, place{})
			}
		}
		if c := s.cutOf(&k); c.parts == 0 {
			bounds["cell"] = 0
			settled++
		}
		low := math.Inf(1)
		for j := range 200 {
			x, y := 2*r.Float64()-1, 2*r.Float64()-1
			if j < 50 { // the border
				x = math.Copysign(1, x)
			}
			p := place{k.ru * x, k.rv * y}
			_, found := s.look(&k, p)
			low = min(low, s.value(&k, p, found))
		}
		for what, bound := range bounds {
			if count[what]++; bound > low+pad+1e-15 {
				t.Fatalf("%v and %v at %v, %v: %s %v, a value of %v", a.Shape(), b.Shape(), b.Pose(), k, what, bound, low)
			}
			if bound > low-1e-3*k.ru {
				tight[what]++
			}
		}
	}
	for what, n := range count {
		if n < 200 || what != "cell" && tight[what] < n/20 {
			t.Errorf("%s: %d bounds, %d of use", what, n, tight[what])
		}
	}
	if settled < 1000 {
		t.Errorf("%d cells settled", settled)
	}
}

// synthetic returns a piece of any kind, whose function at the middle of k has about the given
// value and gradient.
func synthetic(s *cellSearch, r *rand.Rand, k *cell, value, gx, gy float64) (p piece, ok bool) {
	p[0].curved, p[1].curved = r.IntN(3) > 0, r.IntN(3) > 0
	var f model
	if !s.model(k, place{}, &p, &f) {
		return p, false
	}
	i, j := k.axes()
	var at [3]float64
	at[i], at[j] = gx-f.gx, gy-f.gy
	x := k.direction(k.u, k.v)
	at[k.axis] = (value - f.f - at[i]*x.along(i) - at[j]*x.along(j)) * float64(k.sign)
	p[0].at = Vec{at[0], at[1], at[2]}
	return p, true
}

// randomCell returns a cell about any direction for a random pair, with any depth in question, and
// false if the cores do not overlap.
func randomCell(t *testing.T, r *rand.Rand, q *Query) (s *cellSearch, k cell, ok bool) {
	t.Helper()
	a, b := curvedPair(t, r)
	if !overlapping(q, a, b) {
		return nil, k, false
	}
	s = searchOf(q)
	s.best = r.Float64() / 4
	return s, cellNear(s, r, onSphere(r, 1)[0]), true
}

// exactly returns the function of p at a point of the face of k.
func (s *cellSearch) exactly(k *cell, u, v float64, p *piece) float64 {
	x := k.direction(u, v)
	f := p.at().Dot(x) - (s.best-s.tol+s.inner)*x.Len()
	for i := range p {
		if c := &s.round[i].col; p[i].curved {
			f += c[0].Scale(x.X).Add(c[1].Scale(x.Y)).Add(c[2].Scale(x.Z)).Len()
		}
	}
	return f
}

// TestValleys holds the bounds of valleys between any two pieces, and a third one, against the
// greatest of them. Their slopes are such that what is gained across the valley is about what is
// lost.
func TestValleys(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 5))
	q := newTestQuery(t, Options{})
	bounds, tight, sides := 0, 0, 0
	for range 30000 {
		s, k, cores := randomCell(t, r, q)
		if !cores {
			continue
		}
		steep := 2 * r.Float64() * max(k.ru, k.rv)
		slope := func() float64 { return steep * (2*r.Float64() - 1) }
		v := &s.valley
		*v = valley{side: float64(r.IntN(3) - 1)}
		var ok [3]bool
		v.a, ok[0] = synthetic(s, r, &k, 0, slope(), slope())
		v.b, ok[1] = synthetic(s, r, &k, k.ru*slope(), slope(), slope())
		v.c, ok[2] = synthetic(s, r, &k, k.ru*slope(), slope()*4, slope()*4)
		if r.IntN(2) == 0 { // two lengths less to differ in
			v.b[0].curved, v.b[1].curved = v.a[0].curved, v.a[1].curved
		}
		low := math.Inf(-1)
		if ok == [3]bool{true, true, true} {
			low = s.along(&k).low
		} else if ok[0] { // no valley, but smooth ground
			v.b, v.side = v.a, 0
			var f model
			s.model(&k, place{}, &v.a, &f)
			low = s.smooth(&k, &v.a, &f).low
		}
		if math.IsInf(low, -1) {
			continue
		}
		value := func(x, y float64) float64 {
			f := max(s.exactly(&k, x, y, &v.a), s.exactly(&k, x, y, &v.b))
			if v.side != 0 {
				f = max(f, s.exactly(&k, x, y, &v.c))
			}
			return f
		}
		bu, bv, least := k.u, k.v, value(k.u, k.v)
		for i := range 300 {
			step := math.Pow(0.97, float64(max(0, i-60)))
			x := max(k.u-k.ru, min(bu+k.ru*step*(2*r.Float64()-1), k.u+k.ru))
			y := max(k.v-k.rv, min(bv+k.rv*step*(2*r.Float64()-1), k.v+k.rv))
			if f := value(x, y); f < least {
				bu, bv, least = x, y, f
			}
		}
		bounds++
		if v.side != 0 {
			sides++
		}
		if low > least+pad {
			t.Fatalf("%+v and %+v, %+v: a bound of %v, a value of %v\na %v\nb %v\nc %v side %v", q.m.a, q.m.b, k, low, least, v.a, v.b, v.c, v.side)
		}
		if low > least-0.1*steep*max(k.ru, k.rv) {
			tight++
		}
	}
	if bounds < 5000 || tight < bounds/4 || sides < bounds/3 {
		t.Errorf("%d bounds, %d of use, %d with three pieces", bounds, tight, sides)
	}
}

// TestDivide: the parts of a cell cover it.
func TestDivide(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	s := new(cellSearch)
	for range 2000 {
		k := cell{1, -1, 0.25, -0.5, math.Ldexp(1, -r.IntN(6)), math.Ldexp(1, -r.IntN(20))}
		c := cut{2 << r.IntN(2), place{float64(r.IntN(3) - 1), r.Float64() * float64(r.IntN(2))}, place{r.Float64() - 0.5, r.Float64() - 0.5}}
		n := s.divide(k, &c, 0)
		area := 0.0
		for i := range n {
			p := &s.cells[i]
			area += p.ru * p.rv
			if math.Abs(p.u-k.u)+p.ru > k.ru || math.Abs(p.v-k.v)+p.rv > k.rv || p.axis != k.axis || p.sign != k.sign {
				t.Fatalf("%+v: the part %+v is not in it", k, p)
			}
			for j := range i {
				if o := &s.cells[j]; math.Abs(o.u-p.u) < o.ru+p.ru && math.Abs(o.v-p.v) < o.rv+p.rv {
					t.Fatalf("%+v: the parts %+v and %+v overlap", k, p, o)
				}
			}
		}
		if area != k.ru*k.rv {
			t.Fatalf("%+v: parts of area %v", k, area)
		}
	}
	if n := s.divide(cell{ru: math.Ldexp(1, -cellDepth), rv: 1}, &cut{2, place{1, 0}, place{}}, 0); n != -1 {
		t.Errorf("a cell without width has %d parts", n)
	}
}

// TestCoveredAgrees: whatever the pair, the answer of a cover is right.
func TestCoveredAgrees(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 4))
	q := newTestQuery(t, Options{})
	covered, asked, turns := 0, 0, 0
	for i := range 1500 {
		a, b := curvedPair(t, r)
		if i%2 == 0 {
			a, b = nearlyCoaxial(t, r, []float64{1e-9, 1e-6, 1e-4, 1e-2}[r.IntN(4)])
		}
		if swapped(a, b) {
			a, b = b, a
		}
		if !overlapping(q, a, b) {
			continue
		}
		var c core
		asked++
		q.turns = 0
		if w := q.allowance(); q.cells.settles(&q.run, onSphere(r, 1)[0], &c) {
			covered++
			agrees(t, r, q, a, b, &c, w.At(0))
		}
		turns = max(turns, q.turns)
	}
	if asked < 500 || covered < asked*99/100 {
		t.Errorf("%d of %d covered, in at most %d turns", covered, asked, turns)
	}
}

// ring is a pair with a ring or patch of all but equal depths, which EPA alone leaves at the
// iteration limit, and how many iterations it may take.
type ring struct {
	what string
	a, b Shape
	pose Pose
	most int
}

func rings() []ring {
	tilt := func(x float64) Rot { return Rot{x, x / 2, 0, 1} }
	return []ring{
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
		{"an ellipsoid's tip in a corner", Box{Vec{1, 0.125, 1}}, Ellipsoid{Vec{0.0625, 0.0625, 0.5}}, Pose{Pos: Vec{-0.5, -0.5325, -0.5}, Rot: Rot{0.5, 0.5, -0.5, 0.5}}, 1000},
		{"a cone's tip in the corner of a cube", Box{Vec{1, 1, 1}}, Cone{1.0455133818352635, 0.765533480341701}, Pose{Pos: Vec{0.45804116, 0.4580411, 0.45804116}, Rot: Rot{-0.6279630298855728, -0.6279630298855728, 0.4597008442387964, 0}}, 1000},
		{"caps askew, as far as the sides", Cylinder{1.1032932665846849, 1.4415838966681056}, Cylinder{0.2528979172017838, 1.269639341144312}, Pose{Pos: Vec{1e-5, 2e-5, 2e-5}, Rot: tilt(1e-3)}, 1000},
		{"a segment in an oblate ellipsoid", Ellipsoid{Vec{0.778, 0.778, 0.658}}, Capsule{0.25, 0.32}, Pose{Pos: Vec{-2e-13, 0, 0}, Rot: tilt(2e-6)}, 1000},
		{"cylinders with flips at two lines", Cylinder{0.4739163849770975, 13.450236891351404}, Cylinder{0.001025309794349885, 0.0012908586670205694}, Pose{Pos: Vec{-6e-11, 0, 0}, Rot: tilt(8e-5)}, 1000},
		{"an ellipsoid that is a needle", Cylinder{0.441, 1.48}, Ellipsoid{Vec{7e-5, 4.7e-5, 0.7}}, Pose{}, 1000},
		{"two needles, all but", Ellipsoid{Vec{0.5, 5e-5, 5e-5}}, Ellipsoid{Vec{0.005, 0.5, 0.5}}, Pose{Rot: tilt(5e-9)}, 1500},
		{"ellipsoids that make nearly a ball", Ellipsoid{Vec{1, 1.00006, 1.0001}}, Ellipsoid{Vec{1, 0.99994, 0.9999}}, Pose{Pos: Vec{1e-9, 0, 0}}, 2048},
		{"a cone in what is nearly a ball", Ellipsoid{Vec{0.7353395, 0.7353395, 0.7353394}}, Cone{0.0331, 0.2347}, Pose{Pos: Vec{3e-10, 7e-10, 2e-10}, Rot: tilt(0.3)}, 1000},
	}
}

// TestRingsConverge: rings end within the tolerance.
func TestRingsConverge(t *testing.T) {
	q := newTestQuery(t, Options{})
	for _, row := range rings() {
		a, b := mustPlace(t, row.a, Pose{}), mustPlace(t, row.b, row.pose)
		c := Distance(a, b)
		if sane(t, row.what, c); c.Status == collide.Limit || c.Iterations > row.most {
			t.Errorf("%s: %v after %d iterations, [%v, %v]", row.what, c.Status, c.Iterations, c.Lower, c.Upper)
		}
		if n := testing.AllocsPerRun(1, func() { q.Distance(a, b, nil) }); n > 0 {
			t.Errorf("%s: %v allocations", row.what, n)
		}
		if l := max(a.extent, b.extent); c.Upper-c.Lower > 1e-9*l {
			t.Errorf("%s: a bracket of %v L", row.what, (c.Upper-c.Lower)/l)
		}
	}
}

// BenchmarkRings tells what a query about a ring costs, beside the number of iterations.
func BenchmarkRings(b *testing.B) {
	for _, row := range rings() {
		b.Run(row.what, func(b *testing.B) {
			x, y := mustPlace(b, row.a, Pose{}), mustPlace(b, row.b, row.pose)
			var c Contact
			for b.Loop() {
				c = Distance(x, y)
			}
			b.ReportMetric(float64(c.Iterations), "iterations")
		})
	}
}
