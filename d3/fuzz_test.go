package d3_test

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// input turns bytes into numbers, shapes and poses; after the last byte come zeros.
type input struct{ data []byte }

func (in *input) byte() byte {
	if len(in.data) == 0 {
		return 0
	}
	b := in.data[0]
	in.data = in.data[1:]
	return b
}

func (in *input) word() uint64 {
	var b [8]byte
	in.data = in.data[copy(b[:], in.data):]
	return binary.LittleEndian.Uint64(b[:])
}

// special are numbers that break things.
var special = []float64{
	0, math.Copysign(0, -1), 5e-324, 0x1p-1022, 1e-300, 1e-150, 1e-100, 1e-16, 1e-9, 0x1p-26, 1 + 0x1p-52, 1 - 0x1p-53,
	1e7, 1e9, 1e50, 1e100, -1e100, 1.0000000000000002e100, 1e300, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
}

// number returns a small multiple of 1/4, a special number, any number of [-8, 8), or any double at
// all.
func (in *input) number() float64 {
	switch k := in.byte(); {
	case k < 112:
		return float64(int(k)-56) / 4
	case k < 160:
		return special[int(k)%len(special)]
	case k < 240:
		return float64(int64(in.word())) * 0x1p-60
	}
	return math.Float64frombits(in.word())
}

// size returns a number that is seldom negative.
func (in *input) size() float64 {
	if x := in.number(); x > -13 {
		return math.Abs(x)
	}
	return -1
}

func (in *input) vec() d3.Vec { return d3.Vec{X: in.number(), Y: in.number(), Z: in.number()} }

func (in *input) sizes() d3.Vec { return d3.Vec{X: in.size(), Y: in.size(), Z: in.size()} }

// convex returns a shape that has a support map; it may be one that Place refuses.
func (in *input) convex(depth int) d3.Convex {
	switch k := in.byte() % 9; k {
	case 0:
		return d3.Sphere{Radius: in.size()}
	case 1:
		return d3.Capsule{Height: in.size(), Radius: in.size()}
	case 2:
		return d3.Box{Size: in.sizes()}
	case 3:
		return d3.Cylinder{Radius: in.size(), Height: in.size()}
	case 4:
		return d3.Cone{Radius: in.size(), Height: in.size()}
	case 5:
		return d3.Ellipsoid{Radii: in.sizes()}
	case 6:
		return userBox{in.sizes()}
	case 7:
		if depth < 3 {
			return d3.Rounded{Core: in.convex(depth + 1), R: in.size()}
		}
	}
	points := make([]d3.Vec, in.byte()%16)
	for i := range points {
		points[i] = in.vec()
	}
	h, err := d3.NewHull(points)
	if err != nil {
		return (*d3.Hull)(nil)
	}
	return h
}

// shape returns any shape.
func (in *input) shape() d3.Shape {
	if in.byte()%8 == 0 {
		return d3.HalfSpace{Normal: in.vec(), Offset: in.number()}
	}
	return in.convex(0)
}

// pose returns a pose, or the error of its rotation.
func (in *input) pose() (d3.Pose, error) {
	p := d3.Pose{Pos: in.vec()}
	var err error
	switch in.byte() % 5 {
	case 0:
	case 1:
		p.Rot, err = d3.NewQuat(0.6, 0, 0, 0.8)
	case 2:
		p.Rot, err = d3.NewQuat(0.5, -0.5, 0.5, 0.5)
	case 3:
		p.Rot, err = d3.NewQuat(in.number(), in.number(), in.number(), in.number())
	case 4:
		x, y, z, w := float64(int8(in.byte())), float64(int8(in.byte())), float64(int8(in.byte())), float64(int8(in.byte()))
		l := math.Sqrt(x*x + y*y + z*z + w*w)
		p.Rot, err = d3.NewQuat(x/l, y/l, z/l, w/l)
	}
	return p, err
}

// object returns a placed shape, or false if it was refused; then the refusal must be one of the
// promised errors.
func (in *input) object(t *testing.T) (d3.Object, bool) {
	s := in.shape()
	p, err := in.pose()
	if err == nil {
		var o d3.Object
		if o, err = d3.Place(s, p); err == nil {
			return o, true
		}
	}
	var e *collide.Error
	if !errors.As(err, &e) || e.Code == nil || e.Error() == "" {
		t.Fatalf("refused with %v, which is no collide.Error", err)
	}
	return d3.Object{}, false
}

// checkContact fails if an answer is not finite, contradicts itself or is less certain than
// promised.
func checkContact(t *testing.T, c d3.Contact) {
	t.Helper()
	for _, v := range [...]d3.Vec{c.Normal, c.PointA, c.PointB, c.LocalA, c.LocalB, {X: c.Distance, Y: c.Lower, Z: c.Upper}} {
		for _, x := range [...]float64{v.X, v.Y, v.Z} {
			if math.IsNaN(x) || math.IsInf(x, 0) || (x == 0 && math.Signbit(x)) {
				t.Fatalf("a field is %v in %+v", x, c)
			}
		}
	}
	if c.Status == collide.BadSupport {
		if c.Relation != collide.Undecided {
			t.Fatalf("bad support, and yet %v", c.Relation)
		}
		return
	}
	if !(c.Lower <= c.Distance && c.Distance <= c.Upper) {
		t.Fatalf("distance %v outside its bracket [%v, %v]", c.Distance, c.Lower, c.Upper)
	}
	if l := c.Normal.Len(); math.Abs(l-1) > 1e-15*4 {
		t.Fatalf("normal %v has length %v", c.Normal, l)
	}
	ok := false
	switch c.Relation {
	case collide.Apart:
		ok = c.Lower >= 0 && c.Upper > 0
	case collide.Touching:
		ok = c.Distance == 0 && c.Lower == 0 && c.Upper == 0
	case collide.Overlapping:
		ok = c.Upper <= 0 && c.Lower < 0
	case collide.Undecided:
		ok = c.Lower <= 0 && c.Upper >= 0
	}
	if !ok || c.Iterations < 0 {
		t.Fatalf("%v with [%v, %v] after %d iterations", c.Relation, c.Lower, c.Upper, c.Iterations)
	}
}

// isHalfSpace reports whether the body is a half-space.
func isHalfSpace(o *d3.Object) bool {
	_, ok := o.Shape().(d3.HalfSpace)
	return ok
}

// polytope reports whether the body is a polytope, rounded or not.
func polytope(s d3.Shape) bool {
	switch s := s.(type) {
	case d3.Rounded:
		return polytope(s.Core)
	case d3.Sphere, d3.Capsule, d3.Box, *d3.Hull, d3.HalfSpace:
		return true
	}
	return false
}

// checkWidth fails if two polytopes are undecided or their bracket is wider than 256 * 2^-53 * L.
// The boxes around the bodies, which it takes L from, are at most twice as large as the bodies.
func checkWidth(t *testing.T, a, b *d3.Object, c d3.Contact) {
	t.Helper()
	if !polytope(a.Shape()) || !polytope(b.Shape()) {
		return
	}
	if c.Relation == collide.Undecided {
		t.Fatalf("undecided in [%v, %v], though both are polytopes", c.Lower, c.Upper)
	}
	if isHalfSpace(a) || isHalfSpace(b) {
		return // L has another meaning there
	}
	x, y := a.AABB(), b.AABB()
	l := math.Abs(c.Distance) + x.Max.Sub(x.Min).Len() + y.Max.Sub(y.Min).Len()
	if c.Upper-c.Lower > max(512*0x1p-53*l, 0x1p-1022) { // below the least normal double lengths have fewer digits
		t.Fatalf("bracket [%v, %v] is %v wide, L is at most %v", c.Lower, c.Upper, c.Upper-c.Lower, l)
	}
}

// checkSwap fails if the answer with the arguments swapped, d, is not the mirror image of c.
func checkSwap(t *testing.T, c, d d3.Contact) {
	t.Helper()
	mirror := d
	mirror.Normal = d.Normal.Neg()
	mirror.PointA, mirror.PointB, mirror.LocalA, mirror.LocalB = d.PointB, d.PointA, d.LocalB, d.LocalA
	if mirror != c {
		t.Fatalf("swapped, the answer\n%+v is\n%+v", c, d)
	}
}

// equalKeys reports whether no order of the two bodies can be told: a user's shape is compared with
// nothing but its pose, and one body may be described as several shapes, a sphere as an ellipsoid
// or as a rounded point. The box around it stands for it here.
func equalKeys(a, b *d3.Object) bool {
	user := func(s d3.Shape) bool { return !polytope(s) && !builtin(s) }
	return a.Pose() == b.Pose() && (user(a.Shape()) || user(b.Shape()) || a.AABB() == b.AABB())
}

// builtin reports whether a shape is a curved one of the package.
func builtin(s d3.Shape) bool {
	switch s := s.(type) {
	case d3.Rounded:
		return builtin(s.Core)
	case d3.Cylinder, d3.Cone, d3.Ellipsoid:
		return true
	}
	return false
}

// FuzzDistance asks about any two bodies that Place accepts: every query returns, with finite
// numbers, a bracket that holds the distance and fits the relation, and the same bits for swapped
// arguments.
func FuzzDistance(f *testing.F) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		data := make([]byte, 40+rng.IntN(160))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &input{data}
		a, ok := in.object(t)
		if !ok {
			return
		}
		b, ok := in.object(t)
		if !ok || (isHalfSpace(&a) && isHalfSpace(&b)) {
			return
		}
		c := d3.Distance(&a, &b)
		checkContact(t, c)
		checkWidth(t, &a, &b, c)
		r := d3.Relate(&a, &b)
		if c.Relation != r && c.Relation != collide.Undecided && r != collide.Undecided {
			t.Fatalf("Distance says %v, Relate %v", c.Relation, r)
		}
		if d3.Overlap(&a, &b) != (r != collide.Apart) {
			t.Fatalf("Overlap contradicts Relate, which says %v", r)
		}
		if d3.Distance(&a, &b) != c {
			t.Fatal("the second answer differs from the first")
		}
		if !equalKeys(&a, &b) {
			checkSwap(t, c, d3.Distance(&b, &a))
		}
		checkOthers(t, &a, &b, c)
	})
}

// checkOthers holds the other ways to an answer about a and b to c, that of Distance.
func checkOthers(t *testing.T, a, b *d3.Object, c d3.Contact) {
	t.Helper()
	agree := func(name string, other d3.Contact) {
		if other.Relation != c.Relation && other.Relation != collide.Undecided && c.Relation != collide.Undecided || !(other.Lower <= c.Upper && c.Lower <= other.Upper) {
			t.Fatalf("Distance says %v in [%v, %v], %s %v in [%v, %v]", c.Relation, c.Lower, c.Upper, name, other.Relation, other.Lower, other.Upper)
		}
	}
	q := must(d3.NewQuery(d3.Options{Algorithm: collide.GJK}))(t)
	agree("GJK and EPA", q.Distance(a, b, nil))
	s, axis := d3.SAT(a, b)
	checkContact(t, s)
	agree("SAT", s)
	if math.Abs(axis.Len()-1) > 1e-15 {
		t.Fatalf("the axis of SAT is %v", axis)
	}
	ct, mf := d3.Collide(a, b)
	if ct != c || (mf.N == 0) != (c.Status == collide.BadSupport) {
		t.Fatalf("%d points with %+v, Distance says %+v", mf.N, ct, c)
	}
	for _, x := range mf.Points[:mf.N] {
		for _, p := range []d3.Vec{x.PointA, x.PointB, x.LocalA, x.LocalB} {
			for _, v := range []float64{p.X, p.Y, p.Z, x.Distance} {
				if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 && math.Signbit(v) {
					t.Fatalf("%+v", mf)
				}
			}
		}
	}
	touch := must(d3.NewQuery(d3.Options{}))(t)
	if rel, m := touch.Touch(a, b, nil); rel != collide.Apart && m != mf || rel == collide.Apart && m.N != 0 {
		t.Fatalf("Touch says %v with %+v, Collide %+v", rel, m, mf)
	}
}

// FuzzHull builds hulls of any points: an error, or a hull whose support is one of the points and
// no point lies farther.
func FuzzHull(f *testing.F) {
	f.Add([]byte{4, 60, 60, 60, 60, 52, 52, 52, 60, 52, 52, 52, 60})
	f.Add([]byte{3, 60, 60, 60, 60, 60, 60, 60, 60, 60})
	f.Add([]byte("0 x0800"))
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &input{data}
		points := make([]d3.Vec, in.byte()%32)
		for i := range points {
			points[i] = in.vec()
		}
		h, err := d3.NewHull(points)
		if err != nil {
			var e *collide.Error
			if !errors.As(err, &e) {
				t.Fatalf("refused with %v, which is no collide.Error", err)
			}
			return
		}
		reach := 0.0 // at least the radius of the hull, or half of it
		for _, p := range points {
			reach = max(reach, p.Sub(points[0]).Len())
		}
		for _, dir := range []d3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}} {
			top := h.Support(dir)
			found := false
			for _, p := range points {
				found = found || p == top
				if p.Dot(dir)-top.Dot(dir) > 32*0x1p-53*reach+32*math.SmallestNonzeroFloat64 { // Support promises no more
					t.Fatalf("%v lies farther along %v than the support point %v", p, dir, top)
				}
			}
			if !found {
				t.Fatalf("support point %v is none of the points", top)
			}
		}
	})
}
