package d3

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/collide-go/collide"
)

// sane fails unless the fields of an answer agree with each other and are finite.
func sane(t *testing.T, what string, c Contact) {
	t.Helper()
	for _, v := range []Vec{c.Normal, c.PointA, c.PointB, c.LocalA, c.LocalB, {c.Distance, c.Lower, c.Upper}} {
		for _, x := range [3]float64{v.X, v.Y, v.Z} {
			if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
				t.Fatalf("%s: %v in %+v", what, x, c)
			}
		}
	}
	ok := c.Lower <= c.Distance && c.Distance <= c.Upper && math.Abs(c.Normal.Len()-1) <= 4*0x1p-52
	switch c.Relation {
	case collide.Apart:
		ok = ok && c.Lower >= 0 && c.Upper > 0
	case collide.Touching:
		ok = ok && c.Lower == 0 && c.Upper == 0
	case collide.Overlapping:
		ok = ok && c.Upper <= 0 && c.Lower < 0
	case collide.Undecided:
		ok = ok && c.Lower <= 0 && c.Upper >= 0
	}
	if !ok {
		t.Fatalf("%s: %+v", what, c)
	}
}

func newTestQuery(t *testing.T, o Options) *Query {
	t.Helper()
	q, err := NewQuery(o)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestNewQueryRefuses(t *testing.T) {
	for _, row := range []struct {
		opt  Options
		path string
	}{
		{Options{Tolerance: -1e-300}, "tolerance"},
		{Options{Tolerance: math.NaN()}, "tolerance"},
		{Options{Tolerance: math.Inf(1)}, "tolerance"},
		{Options{Tolerance: math.Inf(-1)}, "tolerance"},
		{Options{MaxIterations: -1}, "max-iterations"},
		{Options{Algorithm: collide.SAT + 1}, "algorithm"},
		{Options{Algorithm: 255}, "algorithm"},
		{Options{Cull: CullDepth + 1}, "cull"},
	} {
		q, err := NewQuery(row.opt)
		var e *collide.Error
		if q != nil || !errors.Is(err, collide.ErrBadOption) || !errors.As(err, &e) || e.Path != row.path || e.Index != -1 {
			t.Errorf("%+v: %v, %v", row.opt, q, err)
		}
	}
	for _, opt := range []Options{{}, {Tolerance: 1e-300}, {Tolerance: 1e300}, {MaxIterations: 1}, {MaxIterations: math.MaxInt}} {
		if _, err := NewQuery(opt); err != nil {
			t.Errorf("%+v: %v", opt, err)
		}
	}
}

// TestZeroObjectInQueries: the zero Object is a point at the origin in either place, as good as one
// that Place made.
func TestZeroObjectInQueries(t *testing.T) {
	var zero Object
	point := mustPlace(t, Sphere{}, Pose{})
	rot := Rot{0.6, 0, 0, 0.8}
	for _, s := range []Shape{
		Sphere{1},
		Capsule{1, 0.5},
		Box{Vec{1, 2, 3}},
		Cylinder{1, 1},
		Cone{1, 1},
		Ellipsoid{Vec{1, 2, 3}},
		HalfSpace{Vec{0, 3, 4}, 2},
		mustHull(t, []Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}),
		Sphere{},
	} {
		for _, p := range []Vec{{}, {0.25, 0.25, 0.125}, {3, 2, 1}} {
			o := mustPlace(t, s, Pose{p, rot})
			for i, pair := range [2][4]*Object{{&zero, o, point, o}, {o, &zero, o, point}} {
				got, want := Distance(pair[0], pair[1]), Distance(pair[2], pair[3])
				sane(t, fmt.Sprintf("%v at %v, order %d", s, p, i), got)
				if got != want || Relate(pair[0], pair[1]) != Relate(pair[2], pair[3]) || Overlap(pair[0], pair[1]) != Overlap(pair[2], pair[3]) {
					t.Errorf("%v at %v, order %d: %+v, want %+v", s, p, i, got, want)
				}
			}
		}
	}
	if c := Distance(&zero, &zero); c.Relation != collide.Touching || c.Normal != (Vec{1, 0, 0}) {
		t.Errorf("two zero Objects: %+v", c)
	}
	var moved Object
	if err := moved.Move(Pose{Pos: Vec{3, 4, 0}}); err != nil {
		t.Fatal(err)
	}
	if c := Distance(&zero, &moved); math.Abs(c.Distance-5) > 1e-14 || c.PointB.Sub(Vec{3, 4, 0}).Len() > 1e-14 {
		t.Errorf("a zero Object that was moved: %+v", c)
	}
}

// TestConcentric: same centres, same shapes, all kinds: a unit normal, the right depth, and the
// same answer every time.
func TestConcentric(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	hull := mustHull(t, onSphere(r, 60))
	for _, row := range []struct {
		what  string
		a, b  Shape
		depth float64 // NaN: not known by hand
	}{
		{"spheres", Sphere{2}, Sphere{3}, 5},
		{"tiny spheres", Sphere{1e-280}, Sphere{1e-280}, 2e-280},
		{"huge spheres", Sphere{1e100}, Sphere{1e100}, 2e100},
		{"sphere and point", Sphere{2}, Sphere{}, 2},
		{"capsules", Capsule{2, 1}, Capsule{2, 1}, 2},
		{"capsule and sphere", Capsule{2, 1}, Sphere{1}, 2},
		{"boxes", Box{Vec{2, 4, 6}}, Box{Vec{2, 4, 6}}, 2},
		{"boxes, Y the least", Box{Vec{4, 2, 6}}, Box{Vec{4, 2, 6}}, 2},
		{"box and point", Box{Vec{6, 4, 2}}, Sphere{}, 1},
		{"cubes", Box{Vec{2, 2, 2}}, Box{Vec{2, 2, 2}}, 2},
		{"cube and ball", Box{Vec{2, 2, 2}}, Sphere{1}, 2},
		{"cylinders", Cylinder{1, 4}, Cylinder{1, 4}, 2},
		{"flat cylinders", Cylinder{4, 1}, Cylinder{4, 1}, 1},
		{"ellipsoids", Ellipsoid{Vec{1, 2, 3}}, Ellipsoid{Vec{1, 2, 3}}, 2},
		{"balls as ellipsoids", Ellipsoid{Vec{1, 1, 1}}, Ellipsoid{Vec{1, 1, 1}}, 2},
		{"cones", Cone{1, 2}, Cone{1, 2}, math.NaN()},
		{"hulls", hull, hull, math.NaN()},
		{"rounded flat boxes", Rounded{Box{Vec{2, 2, 0}}, 1}, Rounded{Box{Vec{2, 2, 0}}, 1}, 2},
		{"sheets", Box{Vec{2, 2, 0}}, Box{Vec{2, 2, 0}}, 0},
		{"rods", Box{Vec{2, 0, 0}}, Box{Vec{2, 0, 0}}, 0},
		{"points", Box{}, Sphere{}, 0},
	} {
		a, b := mustPlace(t, row.a, Pose{Pos: Vec{1, 2, 3}}), mustPlace(t, row.b, Pose{Pos: Vec{1, 2, 3}})
		c := Distance(a, b)
		sane(t, row.what, c)
		if want := -row.depth; want < c.Lower || want > c.Upper {
			t.Errorf("%s: depth %v in [%v, %v]", row.what, row.depth, -c.Upper, -c.Lower)
		}
		if row.depth == 0 && c.Relation != collide.Touching || row.depth > 0 && c.Relation != collide.Overlapping {
			t.Errorf("%s: %v", row.what, c.Relation)
		}
		if a.kind <= kindHull && (c.Status == collide.Limit || c.Iterations > 300) || c.Upper-c.Lower > 1e-5*a.extent {
			t.Errorf("%s: %v after %d iterations, [%v, %v]", row.what, c.Status, c.Iterations, c.Lower, c.Upper)
		}
		if d := Distance(a, b); d != c {
			t.Errorf("%s: another answer the second time: %+v, %+v", row.what, c, d)
		}
	}
	// The rule for spheres with one centre: +X of the first.
	if c := Distance(mustPlace(t, Sphere{2}, Pose{}), mustPlace(t, Sphere{2}, Pose{})); c.Normal != (Vec{1, 0, 0}) {
		t.Errorf("spheres: normal %v", c.Normal)
	}
}

// TestExtremesOfRange: the smallest and largest numbers that Place accepts, alone and together.
func TestExtremesOfRange(t *testing.T) {
	sizes := []float64{0, collide.MinSize, 1e-270, 1e-160, 1, 1e50, 1e100}
	places := append([]float64{math.SmallestNonzeroFloat64, 1e-310}, sizes...)
	q := newTestQuery(t, Options{MaxIterations: 64})
	for _, x := range sizes {
		for _, y := range sizes {
			for _, d := range places {
				for _, pair := range [][2]Shape{
					{Sphere{x}, Sphere{y}},
					{Sphere{x}, Box{Vec{y, y, y}}},
					{Capsule{x, y}, Capsule{y, x}},
					{Box{Vec{x, y, x}}, Box{Vec{y, x, 0}}},
					{Cylinder{x, y}, Sphere{y}},
					{Cone{x, y}, Box{Vec{y, y, x}}},
					{Ellipsoid{Vec{x, y, x}}, Sphere{x}},
					{HalfSpace{Vec{x, 0, 1e-300}, y}, Sphere{x}},
					{HalfSpace{Vec{1, x, 1}, y}, Rounded{Box{Vec{x, y, 1}}, x}},
				} {
					a, b := mustPlace(t, pair[0], Pose{}), mustPlace(t, pair[1], Pose{Pos: Vec{d, -d, 0}, Rot: Rot{0.5, 0.5, -0.5, 0.5}})
					what := fmt.Sprintf("%#v, %#v at %v", pair[0], pair[1], d)
					c := q.Distance(a, b, nil)
					sane(t, what, c)
					if r := q.Relate(a, b, nil); r != c.Relation && r != collide.Undecided && c.Relation != collide.Undecided {
						t.Fatalf("%s: Relate %v, Distance %v", what, r, c.Relation)
					}
				}
			}
		}
	}
}

func TestSpheresAgainstTheFormula(t *testing.T) {
	for _, row := range []struct{ x, y, d float64 }{
		{1, 2, 5}, {1e-280, 1e-280, 1e-279}, {1e100, 1e100, 1e-300}, {1e100, 1, 1e100}, {1, 1, 1e-320}, {0, 0, 1e-300}, {1, 1e-100, 1}, {0x1p-930, 0, 0x1p-1055}, {0, 0, 0x1p-1055},
	} {
		a, b := mustPlace(t, Sphere{row.x}, Pose{}), mustPlace(t, Sphere{row.y}, Pose{Pos: Vec{row.d, 0, 0}})
		c := Distance(a, b)
		sane(t, fmt.Sprint(row), c)
		want := row.d - row.x - row.y
		if l := row.d + row.x + row.y; math.Abs(c.Distance-want) > 8*unit*l+math.SmallestNonzeroFloat64 || c.Upper-c.Lower > 256*unit*l+1e-312 {
			t.Errorf("%+v: %+v, want %v", row, c, want)
		}
	}
}

// TestStepLimit: at a low limit the bracket holds what the full query found, and says so by its
// Status.
func TestStepLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	limited := 0
	for i := range 1500 {
		a, b := mustPlace(t, randomConvex(r), Pose{Rot: randomRot(r)}), mustPlace(t, randomConvex(r), Pose{Rot: randomRot(r)})
		d := onSphere(r, 1)[0].Scale((a.radius + b.radius + a.margin + b.margin) * math.Ldexp(r.Float64(), -r.IntN(4)))
		if i%10 == 0 {
			d = Vec{}
		}
		if err := b.Move(Pose{d, b.pose.Rot}); err != nil {
			t.Fatal(err)
		}
		full := Distance(a, b)
		for n := 1; n <= 5; n++ {
			q := newTestQuery(t, Options{MaxIterations: n})
			c := q.Distance(a, b, nil)
			what := fmt.Sprintf("%v and %v at %v, %d steps", a.Shape(), b.Shape(), d, n)
			sane(t, what, c)
			if c.Lower > full.Upper || c.Upper < full.Lower {
				t.Fatalf("%s: [%v, %v], the full query says [%v, %v]", what, c.Lower, c.Upper, full.Lower, full.Upper)
			}
			if c.Iterations > n {
				t.Fatalf("%s: %d iterations", what, c.Iterations)
			}
			l := max(a.extent, b.extent) + max(full.Distance, 0)
			if c.Upper-c.Lower > max(256*unit, 1e-9)*l*1.0001 && c.Status != collide.Limit {
				t.Fatalf("%s: %v with a bracket of %v", what, c.Status, c.Upper-c.Lower)
			}
			if c.Status == collide.Limit {
				limited++
			}
			if rel := q.Relate(a, b, nil); rel != full.Relation && rel != collide.Undecided && full.Relation != collide.Undecided {
				t.Fatalf("%s: Relate says %v, the full query %v", what, rel, full.Relation)
			}
		}
	}
	if limited < 500 {
		t.Errorf("the limit was reached %d times only", limited)
	}
}

// TestToleranceIsObeyed: the bracket of curved shapes is no wider than asked for, and a coarser one
// costs no more steps.
func TestToleranceIsObeyed(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	for range 150 {
		a := mustPlace(t, Ellipsoid{Vec{0.5 + r.Float64(), 0.5 + r.Float64(), 0.5 + r.Float64()}}, Pose{Rot: randomRot(r)})
		b := mustPlace(t, Cone{0.5 + r.Float64(), 0.5 + r.Float64()}, Pose{onSphere(r, 1)[0].Scale(3 * r.Float64()), randomRot(r)})
		last := math.MaxInt
		for _, tol := range []float64{1e-12, 1e-9, 1e-6, 1e-3, 0.1} {
			c := newTestQuery(t, Options{Tolerance: tol}).Distance(a, b, nil)
			sane(t, "tolerance", c)
			l := max(a.extent, b.extent) + max(c.Distance, 0)
			if c.Upper-c.Lower > max(tol, 256*unit)*l && c.Relation != collide.Undecided {
				t.Fatalf("tolerance %v: bracket %v of %v wide, %v after %d", tol, c, c.Upper-c.Lower, c.Status, c.Iterations)
			}
			if c.Iterations > last {
				t.Fatalf("tolerance %v took %d steps, a finer one %d", tol, c.Iterations, last)
			}
			last = c.Iterations
		}
	}
}

// fair is a user's shape: any of this package's, by its Support alone, off its own origin.
type fair struct {
	core  Convex
	shift Vec
	grow  float64
}

func (f fair) Margin() float64   { return f.core.Margin() + f.grow }
func (f fair) Support(d Vec) Vec { return f.core.Support(d).Add(f.shift) }

// superellipsoid is |x|^4 + |y|^4 + |z|^4 <= 1.
type superellipsoid struct{}

func (superellipsoid) Margin() float64 { return 0 }

func (superellipsoid) Support(d Vec) Vec {
	d = d.normal()
	c := Vec{math.Cbrt(d.X), math.Cbrt(d.Y), math.Cbrt(d.Z)}
	n := math.Sqrt(math.Sqrt(c.X*c.X*c.X*c.X + c.Y*c.Y*c.Y*c.Y + c.Z*c.Z*c.Z*c.Z))
	return c.Scale(1 / n)
}

func TestUserShapesAgreeWithBuiltIn(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 4))
	for range 400 {
		s := []Convex{Sphere{r.Float64()}, Box{Vec{1, r.Float64(), 0.5}}, Ellipsoid{Vec{1, 0.5, r.Float64() + 0.1}}, Capsule{1, r.Float64()}, Cylinder{1, r.Float64()}}[r.IntN(5)]
		rot, shift := randomRot(r), onSphere(r, 1)[0].Scale(r.Float64())
		pos := onSphere(r, 1)[0].Scale(3 * r.Float64())
		own := mustPlace(t, Rounded{s, 0.25}, Pose{pos, rot})
		user := mustPlace(t, fair{s, shift, 0.25}, Pose{pos.Sub(rot.Apply(shift)), rot})
		for _, other := range []Shape{Box{Vec{1, 1, 1}}, Cone{1, 1}, HalfSpace{Vec{1, 2, 2}, -1}, superellipsoid{}} {
			o := mustPlace(t, other, Pose{Rot: randomRot(r)})
			x, y := Distance(o, own), Distance(o, user)
			sane(t, "built in", x)
			sane(t, "user's", y)
			if x.Lower > y.Upper+1e-14 || y.Lower > x.Upper+1e-14 || y.Status == collide.BadSupport {
				t.Fatalf("%v and %v at %v: [%v, %v], as a user's shape [%v, %v], %v", other, s, pos, x.Lower, x.Upper, y.Lower, y.Upper, y.Status)
			}
		}
	}
	// Two superellipsoids side by side, and a tiny one beside a large body: the bounds of Place may
	// not reject it.
	c := Distance(mustPlace(t, superellipsoid{}, Pose{}), mustPlace(t, superellipsoid{}, Pose{Pos: Vec{3, 0, 0}}))
	if c.Relation != collide.Apart || math.Abs(c.Distance-1) > 1e-8 || math.Abs(c.Normal.X-1) > 1e-4 {
		t.Errorf("%+v", c)
	}
	for _, k := range []float64{1e-161, 1e-165, 1e-200, 1e-280} {
		small := mustPlace(t, fair{Box{Vec{k, k, k}}, Vec{}, 0}, Pose{})
		c := Distance(small, mustPlace(t, Sphere{1}, Pose{Pos: Vec{2, 0, 0}}))
		if sane(t, "small", c); c.Relation != collide.Apart || math.Abs(c.Distance-1) > 1e-15 {
			t.Errorf("a user's box of %v: %+v", k, c)
		}
	}
}

// liar behaves while Place looks and misbehaves later.
type liar struct {
	honest *bool
	lie    func(d Vec) Vec
}

func (liar) Margin() float64 { return 0 }

func (l liar) Support(d Vec) Vec {
	if *l.honest {
		return ball{Vec{}, Vec{1, 1, 1}}.Support(d)
	}
	return l.lie(d)
}

// TestBadSupport: whatever a Support returns, the query ends, without panic, in an answer that
// promises nothing false.
func TestBadSupport(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	r := rand.New(rand.NewPCG(9, 5))
	for _, row := range []struct {
		what string
		lie  func(Vec) Vec
		bad  bool // must be found out
	}{
		{"NaN", func(Vec) Vec { return Vec{nan, 0, 0} }, true},
		{"NaN in Z", func(Vec) Vec { return Vec{0, 0, nan} }, true},
		{"infinity", func(Vec) Vec { return Vec{0, inf, 0} }, true},
		{"minus infinity", func(Vec) Vec { return Vec{-inf, 0, 0} }, true},
		{"outside the bounds", func(Vec) Vec { return Vec{2, 2, 2} }, true},
		{"the largest double", func(Vec) Vec { return Vec{math.MaxFloat64, 0, 0} }, true},
		{"always the centre", func(Vec) Vec { return Vec{} }, false},
		{"the opposite side", func(d Vec) Vec { return ball{Vec{}, Vec{1, 1, 1}}.Support(d.Neg()) }, false},
		{"anything inside", func(Vec) Vec { return onSphere(r, 1)[0].Scale(r.Float64()) }, false},
		{"anything on the surface", func(Vec) Vec { return onSphere(r, 1)[0] }, false},
		{"a body that is not convex", func(d Vec) Vec { return ball{Vec{}, Vec{1, 1, 1}}.Support(d).Scale(math.Abs(math.Mod(d.X*1e6, 1))) }, false},
		{"a body that shrinks", func() func(Vec) Vec {
			k := 1.0
			return func(d Vec) Vec { k *= 0.999; return ball{Vec{}, Vec{k, k, k}}.Support(d) }
		}(), false},
		{"a body that turns NaN late", func() func(Vec) Vec {
			n := 0
			return func(d Vec) Vec {
				if n++; n%7 == 0 {
					return Vec{nan, nan, nan}
				}
				return ball{Vec{}, Vec{1, 1, 1}}.Support(d)
			}
		}(), false},
	} {
		honest := true
		s := liar{&honest, row.lie}
		u := mustPlace(t, s, Pose{})
		honest = false
		q := newTestQuery(t, Options{MaxIterations: 300})
		for _, other := range []Shape{Sphere{0.5}, Sphere{}, Box{Vec{1, 1, 1}}, Cylinder{1, 1}, Ellipsoid{Vec{1, 2, 1}}, HalfSpace{Vec{0, 0, 1}, 0}} {
			for _, p := range []Vec{{}, {0.25, 0.5, 0}, {1.5, 0, 0}, {3, 3, 3}, {1e9, 0, 0}} {
				o := mustPlace(t, other, Pose{Pos: p})
				for range 3 {
					c, d := q.Distance(u, o, nil), q.Distance(o, u, nil)
					what := fmt.Sprintf("%s, %v at %v", row.what, other, p)
					for _, c := range []Contact{c, d} {
						sane(t, what, c)
						if c.Status == collide.BadSupport && (c.Relation != collide.Undecided || c.Lower != -math.MaxFloat64 || c.Upper != math.MaxFloat64) {
							t.Fatalf("%s: %+v", what, c)
						}
						if row.bad && c.Status != collide.BadSupport {
							t.Fatalf("%s: not found out: %+v", what, c)
						}
					}
					if rel := q.Relate(u, o, nil); row.bad && rel != collide.Undecided {
						t.Fatalf("%s: Relate says %v", what, rel)
					}
				}
			}
		}
	}
}

// TestSharedObjects runs under the race detector: Objects are shared, Queries are not.
func TestSharedObjects(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 6))
	var objects []*Object
	for range 12 {
		objects = append(objects, mustPlace(t, randomConvex(r), Pose{onSphere(r, 1)[0].Scale(2), randomRot(r)}))
	}
	want := map[[2]int]Contact{}
	for i := range objects {
		for j := range objects {
			want[[2]int{i, j}] = Distance(objects[i], objects[j])
		}
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			q := &Query{}
			q.defaults()
			for n := range len(objects) * len(objects) {
				n = (n + g*31) % (len(objects) * len(objects))
				i, j := n/len(objects), n%len(objects)
				c := Distance(objects[i], objects[j])
				if g%2 == 0 {
					c = q.Distance(objects[i], objects[j], nil)
				}
				if c != want[[2]int{i, j}] {
					t.Errorf("objects %d and %d: another answer on goroutine %d", i, j, g)
				}
			}
		})
	}
	wg.Wait()
}

// TestZeroValues: the zero Query, Cache, Trace and Options are ready for use, and mean the
// defaults.
func TestZeroValues(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	var zero Query
	var tr Trace
	traced := newTestQuery(t, Options{Trace: &tr})
	for range 300 {
		rot := randomRot(r)
		a := mustPlace(t, []Shape{Box{Vec{1, 2, 3}}, Ellipsoid{Vec{1, 2, 1.5}}, Cylinder{1, 2}, mustHull(t, onSphere(r, 12))}[r.IntN(4)], Pose{Rot: rot})
		b := mustPlace(t, []Shape{Box{Vec{1, 1, 3}}, Cone{1, 2}, Sphere{0.5}, HalfSpace{Vec{1, 2, 3}, -1}}[r.IntN(4)], Pose{Pos: onSphere(r, 1)[0].Scale(2 * r.Float64())})
		q := newTestQuery(t, Options{})
		want := q.Distance(a, b, nil)
		var c Cache
		if zero.Distance(a, b, nil) != want || zero.Distance(a, b, &c).Relation != want.Relation || traced.Distance(a, b, nil) != want || Distance(a, b) != want {
			t.Fatalf("%v and %v: the zero Query says %+v, want %+v", a.Shape(), b.Shape(), zero.Distance(a, b, nil), want)
		}
		if rel := q.Relate(a, b, nil); zero.Relate(a, b, nil) != rel || new(Query).Relate(a, b, nil) != rel {
			t.Fatalf("%v and %v: related otherwise", a.Shape(), b.Shape())
		}
		ct, mf := new(Query).Collide(a, b, nil)
		if rel, touch := new(Query).Touch(a, b, nil); ct != want || rel != collide.Apart && touch != mf {
			t.Fatalf("%v and %v: Collide %+v, Touch %v %+v", a.Shape(), b.Shape(), ct, rel, touch)
		}
	}
	var none Contact
	var empty Manifold
	if none.MTV() != (Vec{}) || empty.N != 0 || (Options{}).Cull != CullNone || (Options{}).Algorithm != collide.Auto {
		t.Error("a zero value means something")
	}
}
