package d3

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// userShape is a shape of a user: any functions.
type userShape struct {
	margin  float64
	support func(Vec) Vec
}

func (u userShape) Margin() float64     { return u.margin }
func (u userShape) Support(dir Vec) Vec { return u.support(dir) }

// funcShape is a user's shape that can be nil without being a pointer.
type funcShape func(Vec) Vec

func (f funcShape) Margin() float64     { return 0 }
func (f funcShape) Support(dir Vec) Vec { return f(dir) }

// marginOnly is a Shape that is neither convex nor a half-space.
type marginOnly struct{}

func (marginOnly) Margin() float64 { return 0 }

// constant returns a user's shape whose support point is always p.
func constant(p Vec) userShape { return userShape{0, func(Vec) Vec { return p }} }

// tetrahedron returns a hull made by hand.
func tetrahedron() *Hull {
	h := &Hull{points: []Vec{{1, 1, 1}, {2, 1, 1}, {1, 3, 1}, {1, 1, 4}}, center: Vec{1.5, 2, 2.5}, box: AABB{Vec{1, 1, 1}, Vec{2, 3, 4}}, dim: 3}
	for _, p := range h.points {
		h.local = append(h.local, p.Sub(h.center))
		h.radius = max(h.radius, p.Sub(h.center).Len())
	}
	return h
}

func TestPlaceRefusesShapes(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	cycle := &Rounded{R: 1}
	cycle.Core = cycle
	for _, c := range []struct {
		name    string
		s       Shape
		code    error
		message string
	}{
		{"NaN as a radius", Sphere{nan}, collide.ErrNotFinite, "radius: not-finite: NaN"},
		{"an infinite radius", Sphere{inf}, collide.ErrNotFinite, "radius: not-finite: +Inf"},
		{"minus infinity is not finite before it is negative", Sphere{-inf}, collide.ErrNotFinite, "radius: not-finite: -Inf"},
		{"a radius above 1e100", Sphere{1.1e100}, collide.ErrOutOfRange, "radius: out-of-range: 1.1e+100"},
		{"a negative radius", Sphere{-1}, collide.ErrNegativeSize, "radius: negative-size: -1"},
		{"the smallest negative radius", Sphere{-5e-324}, collide.ErrNegativeSize, "radius: negative-size: -5e-324"},
		{"a capsule's height", Capsule{-2, -1}, collide.ErrNegativeSize, "height: negative-size: -2"},
		{"a capsule's radius", Capsule{2, nan}, collide.ErrNotFinite, "radius: not-finite: NaN"},
		{"a box's size in X", Box{Vec{-1, 1, 1}}, collide.ErrNegativeSize, "size.x: negative-size: -1"},
		{"a box's size in Y", Box{Vec{1, nan, 1}}, collide.ErrNotFinite, "size.y: not-finite: NaN"},
		{"a box's size in Z", Box{Vec{1, 1, 2e100}}, collide.ErrOutOfRange, "size.z: out-of-range: 2e+100"},
		{"a cylinder's radius", Cylinder{-1, 1}, collide.ErrNegativeSize, "radius: negative-size: -1"},
		{"a cylinder's height", Cylinder{1, inf}, collide.ErrNotFinite, "height: not-finite: +Inf"},
		{"a cone's radius", Cone{nan, 1}, collide.ErrNotFinite, "radius: not-finite: NaN"},
		{"a cone's height", Cone{1, -0.5}, collide.ErrNegativeSize, "height: negative-size: -0.5"},
		{"an ellipsoid's radius", Ellipsoid{Vec{1, 1, -3}}, collide.ErrNegativeSize, "radii.z: negative-size: -3"},
		{"a normal that is not finite", HalfSpace{Vec{0, nan, 1}, 0}, collide.ErrNotFinite, "normal.y: not-finite: NaN"},
		{"a normal out of range", HalfSpace{Vec{-2e100, 0, 0}, 0}, collide.ErrOutOfRange, "normal.x: out-of-range: -2e+100"},
		{"no normal", HalfSpace{Vec{}, 1}, collide.ErrZeroNormal, "normal: zero-normal"},
		{"an offset that is not finite", HalfSpace{Vec{0, 0, 1}, -inf}, collide.ErrNotFinite, "offset: not-finite: -Inf"},
		{"nil", nil, collide.ErrNilShape, "nil-shape"},
		{"a nil pointer to a shape", (*Box)(nil), collide.ErrNilShape, "nil-shape"},
		{"a nil pointer to a half-space", (*HalfSpace)(nil), collide.ErrNilShape, "nil-shape"},
		{"a nil hull", (*Hull)(nil), collide.ErrNilShape, "nil-shape"},
		{"a hull without its constructor", new(Hull), collide.ErrNilShape, "nil-shape"},
		{"a nil pointer to a user's shape", (*userShape)(nil), collide.ErrNilShape, "nil-shape"},
		{"a user's shape that is a nil function", funcShape(nil), collide.ErrNilShape, "nil-shape"},
		{"a shape without Support", marginOnly{}, collide.ErrNilShape, "nil-shape"},
		{"nothing, rounded", Rounded{nil, 1}, collide.ErrNilShape, "core: nil-shape"},
		{"a nil pointer, rounded", &Rounded{(*Sphere)(nil), 1}, collide.ErrNilShape, "core: nil-shape"},
		{"nothing, rounded twice", Rounded{Rounded{new(Hull), 1}, 1}, collide.ErrNilShape, "core.core: nil-shape"},
		{"a negative rounding", Rounded{Box{}, -1}, collide.ErrNegativeSize, "r: negative-size: -1"},
		{"a rounding that is not finite", Rounded{Box{}, nan}, collide.ErrNotFinite, "r: not-finite: NaN"},
		{"a bad core", Rounded{Sphere{-1}, 1}, collide.ErrNegativeSize, "core.radius: negative-size: -1"},
		{"a bad core of a core", Rounded{&Rounded{Box{Vec{1, -1, 0}}, 1}, 1}, collide.ErrNegativeSize, "core.core.size.y: negative-size: -1"},
		{"a bad rounding of a core", Rounded{Rounded{Box{}, -3}, 1}, collide.ErrNegativeSize, "core.r: negative-size: -3"},
		{"a rounded shape inside itself", cycle, collide.ErrOutOfRange, "core: out-of-range: 1001"},
		{"a user's support that is not finite", constant(Vec{0, nan, 0}), collide.ErrNotFinite, "support.y: not-finite: NaN"},
		{"a user's support out of range", constant(Vec{0, 0, 2e100}), collide.ErrOutOfRange, "support.z: out-of-range: 2e+100"},
		{"a user's negative margin", userShape{-1, nil}, collide.ErrNegativeSize, "margin: negative-size: -1"},
		{"a user's margin that is not finite", Rounded{userShape{nan, nil}, 1}, collide.ErrNotFinite, "core.margin: not-finite: NaN"},
	} {
		o, err := Place(c.s, Pose{})
		if !errors.Is(err, c.code) || err.Error() != c.message {
			t.Errorf("%s: got %v, want %s", c.name, err, c.message)
		}
		if o.shape != nil || o.aabb != (AABB{}) {
			t.Errorf("%s: an Object came with the error", c.name)
		}
	}
}

func TestPlaceAndMoveRefusePoses(t *testing.T) {
	o, err := Place(Sphere{1}, Pose{Pos: Vec{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	before := o
	for _, c := range []struct {
		name    string
		p       Vec
		code    error
		message string
	}{
		{"NaN", Vec{math.NaN(), 0, 0}, collide.ErrNotFinite, "pose.p.x: not-finite: NaN"},
		{"infinity", Vec{0, math.Inf(-1), 0}, collide.ErrNotFinite, "pose.p.y: not-finite: -Inf"},
		{"above 1e100", Vec{0, 0, -1.0001e100}, collide.ErrOutOfRange, "pose.p.z: out-of-range: -1.0001e+100"},
	} {
		_, placed := Place(Box{}, Pose{Pos: c.p})
		moved := o.Move(Pose{Pos: c.p})
		for _, err := range []error{placed, moved} {
			if !errors.Is(err, c.code) || err.Error() != c.message {
				t.Errorf("%s: got %v, want %s", c.name, err, c.message)
			}
		}
		if o.pose != before.pose || o.aabb != before.aabb || o.pos != before.pos {
			t.Errorf("%s: the refused Move moved", c.name)
		}
	}
}

func TestPlaceAccepts(t *testing.T) {
	huge, minus := 1e100, math.Copysign(0, -1)
	for _, s := range []Shape{
		Sphere{},
		Sphere{minus},
		Sphere{huge},
		Sphere{collide.MinSize},
		Capsule{},
		Capsule{huge, huge},
		Box{},
		Box{Vec{1, 0, 1}},
		Box{Vec{huge, collide.MinSize, minus}},
		Cylinder{},
		Cylinder{1, 0},
		Cone{},
		Cone{0, 1},
		Cone{huge, huge},
		Ellipsoid{},
		Ellipsoid{Vec{1, 0, huge}},
		HalfSpace{Vec{5e-324, 0, 0}, -huge},
		tetrahedron(),
		Rounded{Sphere{huge}, huge},
		constant(Vec{}), constant(Vec{huge, -huge, 0}),
		Rounded{constant(Vec{}), 0},
	} {
		for _, p := range []Pose{{}, {Vec{huge, -huge, minus}, Rot{0.5, 0.5, 0.5, 0.5}}, {Vec{5e-324, 0, 0}, Rot{0.6, 0, 0, 0.8}}} {
			o, err := Place(s, p)
			if err != nil {
				t.Errorf("%#v: %v", s, err)
			}
			b := o.AABB()
			if !(b.Min.X <= b.Max.X && b.Min.Y <= b.Max.Y && b.Min.Z <= b.Max.Z) || o.Pose() != p {
				t.Errorf("%#v: box %v, pose %v", s, b, o.Pose())
			}
			for _, v := range []float64{o.radius, o.extent, o.margin, o.pos.X, o.offLo.Y} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%#v: a field is %v", s, v)
				}
			}
		}
	}
}

func TestZeroObject(t *testing.T) {
	var o Object
	if o.Shape() != (Sphere{}) || o.Pose() != (Pose{}) || o.AABB() != (AABB{}) {
		t.Errorf("the zero Object is %v at %v in %v", o.Shape(), o.Pose(), o.AABB())
	}
	if err := o.Move(Pose{Pos: Vec{1, 2, 3}}); err != nil || o.AABB() != (AABB{Vec{1, 2, 3}, Vec{1, 2, 3}}) {
		t.Errorf("moved: %v, %v", o.AABB(), err)
	}
}

// TestPlaceFills pins what queries rely on.
func TestPlaceFills(t *testing.T) {
	user := constant(Vec{1, 2, 3})
	plane := HalfSpace{Vec{0, 0, 2}, 4}
	tetra := tetrahedron()
	for _, c := range []struct {
		name    string
		s       Shape
		kind    kind
		half    Vec
		margin  float64
		margins int
		radius  float64
		extent  float64
	}{
		{"sphere", Sphere{2}, kindPoint, Vec{}, 2, 0, 0, 4},
		{"capsule", Capsule{4, 1}, kindSegment, Vec{0, 0, 2}, 1, 0, 2, 6},
		{"box", Box{Vec{2, 4, 4}}, kindBox, Vec{1, 2, 2}, 0, 0, 3, 4},
		{"cylinder", Cylinder{3, 8}, kindCylinder, Vec{3, 3, 4}, 0, 0, 5, 8},
		{"cone", Cone{3, 8}, kindCone, Vec{3, 3, 4}, 0, 0, 5, 8},
		{"ellipsoid", Ellipsoid{Vec{1, 2, 3}}, kindEllipsoid, Vec{1, 2, 3}, 0, 0, 3, 6},
		{"hull", tetra, kindHull, Vec{}, 0, 0, tetra.radius, 3},
		{"half-space", plane, kindHalfSpace, Vec{}, 0, 0, 0, 0},
		{"user", user, kindUser, Vec{}, 0, 0, 0, 0},
		{"rounded box", Rounded{Box{Vec{2, 4, 4}}, 1}, kindBox, Vec{1, 2, 2}, 1, 0, 3, 6},
		{"rounded sphere", Rounded{Sphere{1}, 0.5}, kindPoint, Vec{}, 1.5, 2, 0, 3},
		{"rounded by nothing", Rounded{Rounded{Sphere{1}, 0}, 0}, kindPoint, Vec{}, 1, 0, 0, 2},
		{"rounded user", Rounded{&Rounded{user, 1}, 1}, kindUser, Vec{}, 2, 2, 0, 4},
		{"a sum of margins that only rounds once", Rounded{Rounded{Sphere{1}, 0x1p-53}, 0x1p-53}, kindPoint, Vec{}, 1 + 0x1p-52, 3, 0, 2 + 0x1p-51},
	} {
		o, err := Place(c.s, Pose{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if o.kind != c.kind || o.half != c.half || o.margin != c.margin || len(o.margins) != c.margins || o.extent != c.extent {
			t.Errorf("%s: kind %d, half %v, margin %v of %v, extent %v", c.name, o.kind, o.half, o.margin, o.margins, o.extent)
		}
		if !(o.radius >= c.radius) || o.radius > c.radius*(1+1e-14)+5e-324 {
			t.Errorf("%s: radius %v, want %v rounded up", c.name, o.radius, c.radius)
		}
	}
	o, _ := Place(plane, Pose{})
	if o.plane != plane {
		t.Errorf("plane %v", o.plane)
	}
	o, _ = Place(user, Pose{})
	if o.center != (Vec{1, 2, 3}) || o.user == nil {
		t.Errorf("centre of the user's shape: %v", o.center)
	}
	o, _ = Place(tetra, Pose{})
	if o.center != tetra.center || o.hull != tetra {
		t.Errorf("centre of the hull: %v", o.center)
	}
}

// TestPlaceFollowsPointers: what comes back from Shape is a value, and later changes do not reach
// it.
func TestPlaceFollowsPointers(t *testing.T) {
	inner := &Box{Vec{1, 1, 1}}
	outer := &Rounded{inner, 0.5}
	for _, c := range []struct {
		in, want Shape
	}{
		{&Sphere{1}, Sphere{1}},
		{&Capsule{1, 2}, Capsule{1, 2}},
		{inner, *inner},
		{&Cylinder{1, 2}, Cylinder{1, 2}},
		{&Cone{1, 2}, Cone{1, 2}},
		{&Ellipsoid{Vec{1, 2, 3}}, Ellipsoid{Vec{1, 2, 3}}},
		{&HalfSpace{Vec{1, 0, 0}, 2}, HalfSpace{Vec{1, 0, 0}, 2}},
		{outer, Rounded{*inner, 0.5}},
	} {
		o, err := Place(c.in, Pose{})
		if err != nil || o.Shape() != c.want {
			t.Errorf("%#v came back as %#v, %v", c.in, o.Shape(), err)
		}
	}
	o, _ := Place(outer, Pose{})
	inner.Size.X, outer.R = 100, 100
	if o.Shape() != (Rounded{Box{Vec{1, 1, 1}}, 0.5}) {
		t.Errorf("a later change reached the Object: %v", o.Shape())
	}
	hull := tetrahedron()
	if o, _ := Place(hull, Pose{}); o.Shape() != hull {
		t.Error("a hull came back as another one")
	}
}

// TestAABBIsExactWithoutRotation: what doubles can hold comes out exactly, the rest rounded
// outward.
func TestAABBIsExactWithoutRotation(t *testing.T) {
	for _, c := range []struct {
		name string
		s    Shape
		p    Vec
		want AABB
	}{
		{"box", Box{Vec{1, 2, 3}}, Vec{10, 0, 0}, AABB{Vec{9.5, -1, -1.5}, Vec{10.5, 1, 1.5}}},
		{"sphere", Sphere{1}, Vec{1, 2, 3}, AABB{Vec{0, 1, 2}, Vec{2, 3, 4}}},
		{"capsule", Capsule{2, 0.5}, Vec{}, AABB{Vec{-0.5, -0.5, -1.5}, Vec{0.5, 0.5, 1.5}}},
		{"cone", Cone{0.5, 2}, Vec{}, AABB{Vec{-0.5, -0.5, -1}, Vec{0.5, 0.5, 1}}},
		{"ellipsoid", Ellipsoid{Vec{0.1, 0.2, 0.3}}, Vec{}, AABB{Vec{-0.1, -0.2, -0.3}, Vec{0.1, 0.2, 0.3}}},
		{"hull", tetrahedron(), Vec{}, AABB{Vec{1, 1, 1}, Vec{2, 3, 4}}},
		{"user", Rounded{constant(Vec{1, 2, 3}), 1}, Vec{1, 0, 0}, AABB{Vec{1, 1, 2}, Vec{3, 3, 4}}},
		{"half-space", HalfSpace{Vec{0, 0, 1}, 0}, Vec{}, cube(math.Inf(-1), math.Inf(1))},
		{"rounded outward", Sphere{1e-30}, Vec{1, -1, 0}, AABB{
			Vec{math.Nextafter(1, 0), math.Nextafter(-1, -2), -1e-30}, Vec{math.Nextafter(1, 2), math.Nextafter(-1, 0), 1e-30},
		}},
	} {
		o, err := Place(c.s, Pose{Pos: c.p})
		if err != nil || o.AABB() != c.want {
			t.Errorf("%s: got %v, %v; want %v", c.name, o.AABB(), err, c.want)
		}
	}
}

// worldCoordinate returns coordinate i of the point x at pose p, exactly but for 2^-5000.
func worldCoordinate(m [3][3]*big.Float, p Pose, x Vec, i int) *big.Float {
	s := new(big.Float).SetPrec(6000).SetFloat64([3]float64{p.Pos.X, p.Pos.Y, p.Pos.Z}[i])
	for j, c := range [3]float64{x.X, x.Y, x.Z} {
		f := new(big.Float).SetPrec(6000).SetFloat64(c)
		s.Add(s, f.Mul(f, m[i][j]))
	}
	return s
}

// randomHull returns a hull with the fields that Place reads.
func randomHull(rng *rand.Rand) *Hull {
	h := &Hull{dim: 3}
	at := Vec{randomSize(rng), randomSize(rng), randomSize(rng)}.Scale(rng.Float64() * 10)
	box := AABB{}
	for i := range 12 {
		p := randomUnit(rng, 3).Scale(randomSize(rng)).Add(at)
		if i == 0 {
			box = AABB{p, p}
		}
		box = box.Union(AABB{p, p})
		h.points = append(h.points, p)
	}
	h.box = box
	h.center = box.Center()
	for _, p := range h.points {
		h.local = append(h.local, p.Sub(h.center))
		h.radius = max(h.radius, p.Sub(h.center).length())
	}
	return h
}

// TestAABBHoldsTheShape: no sampled point sticks out, by exact arithmetic, and no side is farther
// out than 1e-14 of size and distance beyond a support point.
func TestAABBHoldsTheShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for n := range 600 {
		s := randomConvex(rng)
		switch n % 4 {
		case 0:
			s = randomHull(rng)
			if n%8 == 0 {
				s = manyCorners(t, rng)
			}
		case 1:
			s = userShape{0, s.Support}
		}
		r := randomSize(rng)
		p := Pose{Vec{randomSize(rng), -randomSize(rng), rng.Float64()}, randomRot(rng)}
		o, err := Place(Rounded{s, r}, p)
		if err != nil {
			t.Fatal(err)
		}
		if h, ok := s.(*Hull); ok {
			checkBox(t, &o, h.points, rng)
			continue
		}
		checkBox(t, &o, nil, rng)
	}
}

// TestAABBOfAFarCentre: a centre up to 2^60 radii from the origin of the frame, and a place that
// cancels it. What rounding left of the turned centre is then larger than the shape, and the box
// still holds each corner.
func TestAABBOfAFarCentre(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 6))
	for n := range pick(150, 600) {
		size := math.Ldexp(1+rng.Float64(), -rng.IntN(60))
		at := randomUnit(rng, 3).Scale(1 + rng.Float64())
		points := make([]Vec, 5+n%2*95)
		for i := range points {
			points[i] = randomUnit(rng, 3).Scale(size).Add(at)
		}
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		s := Convex(h)
		if n%3 == 0 {
			s = userShape{0, h.Support}
		}
		rot := randomRot(rng)
		o, err := Place(Rounded{s, size * rng.Float64()}, Pose{rot.Apply(at).Neg(), rot})
		if err != nil {
			t.Fatal(err)
		}
		checkBox(t, &o, h.points, rng)
	}
}

// checkBox fails if o sticks out of its box or the box is too loose.
func checkBox(t *testing.T, o *Object, points []Vec, rng *rand.Rand) {
	t.Helper()
	margin := new(big.Float).SetPrec(6000)
	for _, m := range o.margins {
		margin.Add(margin, big.NewFloat(m))
	}
	if len(o.margins) == 0 {
		margin.SetFloat64(o.margin)
	}
	m := bigMatrix(o.pose.Rot)
	hi, _ := o.pose.Rot.axes()
	lows := [3]float64{o.aabb.Min.X, o.aabb.Min.Y, o.aabb.Min.Z}
	highs := [3]float64{o.aabb.Max.X, o.aabb.Max.Y, o.aabb.Max.Z}
	for i, row := range [3]Vec{hi.x, hi.y, hi.z} {
		ps := points
		if ps == nil {
			s := o.shape.(Rounded).Core
			ps = []Vec{s.Support(row), s.Support(row.Neg()), s.Support(randomUnit(rng, 3))}
		}
		top, bottom := math.Inf(-1), math.Inf(1)
		for _, p := range ps {
			c := worldCoordinate(m, o.pose, p, i)
			up, down := new(big.Float).Add(c, margin), new(big.Float).Sub(c, margin)
			slack := new(big.Float).SetFloat64(o.radius * 4 * 0x1p-53) // support points are rounded themselves
			if points != nil {
				slack.SetInt64(0)
			}
			if up.Cmp(slack.Add(slack, big.NewFloat(highs[i]))) > 0 || new(big.Float).Sub(down, big.NewFloat(lows[i])).Cmp(big.NewFloat(-o.radius*4*0x1p-53)) < 0 {
				t.Fatalf("%#v at %v: %v sticks out of %v", o.shape, o.pose, p, o.aabb)
			}
			u, _ := up.Float64()
			d, _ := down.Float64()
			top, bottom = max(top, u), min(bottom, d)
		}
		size := o.radius + o.margin + math.Abs(o.pos.X) + math.Abs(o.pos.Y) + math.Abs(o.pos.Z)
		loose := 1e-14*size + 1e-320 + float64(0x1p-51*o.center.length()) // as much for the rounded place of the centre
		if highs[i]-top > loose || bottom-lows[i] > loose {
			t.Fatalf("%#v at %v: box %v is loose by %g, %g", o.shape, o.pose, o.aabb, highs[i]-top, bottom-lows[i])
		}
	}
}

// manyCorners returns a hull that is searched by climbing.
func manyCorners(t *testing.T, rng *rand.Rand) *Hull {
	t.Helper()
	at, size := Vec{X: randomSize(rng), Y: -randomSize(rng)}, randomSize(rng)
	points := make([]Vec, 100)
	for i := range points {
		points[i] = randomUnit(rng, 3).Scale(size).Add(at)
	}
	h, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestClimbPadCoversTheSearch: a search may end at a corner that is lower than the farthest by what
// Hull.support promises, 8 u |row|_1 radius, its value is off by rounding, 8 u of the radius,
// and the sums by 3 u. The AABB still holds all corners. With a third of climbPad it does not.
func TestClimbPadCoversTheSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	tight := math.Inf(1)
	for range 300 {
		points := make([]Vec, 60)
		for i := range points {
			points[i] = randomUnit(rng, 3)
		}
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		o, err := Place(h, Pose{Rot: randomRot(rng)})
		if err != nil || len(h.points) <= scanLimit || o.pose.Rot == (Rot{}) {
			continue
		}
		row := o.axes.x
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range h.local {
			lo, hi = min(lo, row.Dot(p)), max(hi, row.Dot(p))
		}
		missed := float64(0x1p-53*o.radius) * (float64(8*big1(row)) + 11)
		least, greatest := o.outward(lo+missed, hi-missed, 0, 0)
		if least > lo || greatest < hi {
			t.Fatalf("[%v, %v] does not hold [%v, %v]", least, greatest, lo, hi)
		}
		tight = min(tight, (greatest-hi)/(0x1p-53*o.radius))
	}
	if tight >= climbPad*2/3.0 {
		t.Errorf("%g u of the radius are left: a third of climbPad would do", tight)
	}
}

// TestPosOfTheCentre holds Pos + off + offLo to 2^-98 (|Pos| + |center|), and offLo to half an ulp
// of off.
func TestPosOfTheCentre(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for n := range 800 {
		scale := math.Ldexp(1, rng.IntN(560)-300)
		c := randomUnit(rng, 3).Scale(scale * randomSize(rng))
		p := Pose{randomUnit(rng, 3).Scale(scale), randomRot(rng)}
		if n%3 == 0 {
			p.Pos = p.Rot.Apply(c).Neg() // all but cancels
		}
		o, err := Place(constant(c), p)
		if err != nil {
			t.Fatal(err)
		}
		m := bigMatrix(p.Rot)
		hi, lo := [3]float64{o.off.X, o.off.Y, o.off.Z}, [3]float64{o.offLo.X, o.offLo.Y, o.offLo.Z}
		at := [3]float64{p.Pos.X, p.Pos.Y, p.Pos.Z}
		for i := range 3 {
			want := worldCoordinate(m, p, o.center, i)
			got := new(big.Float).SetPrec(6000).SetFloat64(hi[i])
			got.Add(got, new(big.Float).SetFloat64(lo[i]))
			got.Add(got, new(big.Float).SetFloat64(at[i]))
			e, _ := got.Sub(got, want).Float64()
			if !(math.Abs(e) <= 0x1p-98*(p.Pos.length()+c.length())) {
				t.Fatalf("centre %v at %v: coordinate %d is off by %g", c, p, i, e)
			}
			if math.Abs(lo[i]) > ulp(hi[i])/2 {
				t.Fatalf("centre %v at %v: off %v, offLo %v overlap", c, p, hi[i], lo[i])
			}
		}
	}
}

// TestMoveIsPlace: the way to a pose does not matter.
func TestMoveIsPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for range 300 {
		s := randomConvex(rng)
		p, q := Pose{randomUnit(rng, 3), randomRot(rng)}, Pose{randomUnit(rng, 3), randomRot(rng)}
		a, _ := Place(s, p)
		if err := a.Move(q); err != nil {
			t.Fatal(err)
		}
		b, _ := Place(s, q)
		if a.aabb != b.aabb || a.axes != b.axes || a.pos != b.pos || a.off != b.off || a.offLo != b.offLo || a.Pose() != q {
			t.Fatalf("%#v: moved %v, placed %v", s, a, b)
		}
	}
}

// TestMoveRefusesABadSupport: a user's Support that breaks down later is noticed, and the Object
// stays.
func TestMoveRefusesABadSupport(t *testing.T) {
	bad := false
	o, err := Place(userShape{0, func(Vec) Vec {
		if bad {
			return Vec{0, math.NaN(), 0}
		}
		return Vec{}
	}}, Pose{})
	if err != nil {
		t.Fatal(err)
	}
	bad = true
	if err := o.Move(Pose{Pos: Vec{1, 0, 0}}); !errors.Is(err, collide.ErrNotFinite) || o.Pose() != (Pose{}) || o.AABB() != (AABB{}) {
		t.Errorf("got %v, pose %v", err, o.Pose())
	}
}

func TestMoveDoesNotAllocate(t *testing.T) {
	r := Rot{0.1, 0.5, 0.5, 0.7}
	for _, s := range []Shape{
		Sphere{1},
		Capsule{1, 1},
		Box{Vec{1, 2, 3}},
		Cylinder{1, 2},
		Cone{1, 2},
		Ellipsoid{Vec{1, 2, 3}},
		HalfSpace{Vec{1, 0, 0}, 0},
		tetrahedron(),
		Rounded{Rounded{Box{}, 1}, 2},
		constant(Vec{1, 2, 3}),
	} {
		o, err := Place(s, Pose{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []Pose{{}, {Vec{1, 2, 3}, r}} {
			if n := testing.AllocsPerRun(100, func() { _ = o.Move(p) }); n != 0 {
				t.Errorf("%#v: %v allocations", s, n)
			}
		}
	}
}

func BenchmarkPlace(b *testing.B) {
	p := Pose{Vec{1, 2, 3}, Rot{0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214}}
	var s Shape = Box{Vec{1, 2, 3}}
	for b.Loop() {
		_, _ = Place(s, p)
	}
}

func BenchmarkMove(b *testing.B) {
	p := Pose{Vec{1, 2, 3}, Rot{0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214}}
	for _, c := range []struct {
		name string
		s    Shape
	}{{"box", Box{Vec{1, 2, 3}}}, {"tetrahedron", tetrahedron()}} {
		o, _ := Place(c.s, p)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				_ = o.Move(p)
			}
		})
	}
}
