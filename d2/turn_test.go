package d2

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

const u = 0x1p-53

// hardVec returns a vector that is often tiny, huge, along an axis, or flat.
func hardVec(rng *rand.Rand) Vec {
	for {
		v := Vec{rng.Float64()*2 - 1, rng.Float64()*2 - 1}
		switch rng.IntN(6) {
		case 0:
			v.X = 0
		case 1:
			v.Y = math.Ldexp(v.Y, -rng.IntN(1060))
		case 2:
			v = v.Scale(math.Ldexp(1, rng.IntN(660)-330))
		case 3:
			v = v.Scale(0x1p-1040)
		}
		if v != (Vec{}) {
			return v
		}
	}
}

// nearly returns a vector within some ulp or so of v or of -v, or another one.
func nearly(rng *rand.Rand, v Vec) Vec {
	w := v.Unit()
	e := math.Ldexp(1, -rng.IntN(60))
	w = w.Add(Vec{(rng.Float64() - 0.5) * e, (rng.Float64() - 0.5) * e})
	switch rng.IntN(4) {
	case 0:
		return w.Scale(-1)
	case 1:
		return hardVec(rng)
	case 2:
		return v.Neg()
	}
	return w
}

func TestUnitHasLengthOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for range 5000 {
		v := hardVec(rng)
		n := v.Unit()
		if e, _ := excess(n.X, n.Y); !(math.Abs(e) <= 12) || !(math.Abs(n.Cross(v.normal())) <= 6*u*v.normal().length()) || n.Dot(v.normal()) < 0 {
			t.Fatalf("%v.Unit() = %v", v, n)
		}
	}
	for _, c := range [][2]Vec{{{}, {}}, {{0, -5e-324}, {0, -1}}, {{1e308, 0}, {1, 0}}, {{3, 4}, {0.6, 0.8}}} {
		if got := c[0].Unit(); got != c[1] {
			t.Errorf("%v.Unit() = %v, want %v", c[0], got, c[1])
		}
	}
}

func TestLerpDistPerp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for range 2000 {
		v, w := hardVec(rng), hardVec(rng)
		if v.Lerp(w, 0) != v || v.Lerp(w, 1) != w {
			t.Fatalf("the ends of %v.Lerp(%v) are %v, %v", v, w, v.Lerp(w, 0), v.Lerp(w, 1))
		}
		x, size := rng.Float64(), v.length()+w.length()
		if d := v.Dist(v.Lerp(w, x)) - x*v.Dist(w); !(math.Abs(d) <= 16*u*size+1e-320) {
			t.Fatalf("%v.Lerp(%v, %v) is off by %g", v, w, x, d)
		}
		if v.Dist(w) != w.Dist(v) || !(v.Dist(w) <= size*(1+8*u)) {
			t.Fatalf("%v.Dist(%v) = %v", v, w, v.Dist(w))
		}
		if p := v.Perp(); p.Dot(v) != 0 || p.length() != v.length() || !(v.normal().Cross(v.Perp().normal()) > 0) {
			t.Fatalf("%v.Perp() = %v", v, p)
		}
	}
}

// turned asserts that r turns the direction a into b.
func turned(t *testing.T, name string, r Rot, a, b Vec) {
	t.Helper()
	if d := r.Apply(a.Unit()).Dist(b.Unit()); !(d <= 16*u) {
		t.Fatalf("%s: %v is turned to %v, want %v: off by %g u", name, a.Unit(), r.Apply(a.Unit()), b.Unit(), d/u)
	}
	if e, _ := excess(r.cosSin()); !(math.Abs(e) <= 4) {
		t.Fatalf("%s: %v is off unit length by %v u", name, r, e)
	}
}

func TestNewFromToAndNewLookAt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for range 5000 {
		a := hardVec(rng)
		b := nearly(rng, a)
		r, err := NewFromTo(a, b)
		if err != nil {
			t.Fatal(err)
		}
		turned(t, "NewFromTo", r, a, b)
		back, _ := NewFromTo(b, a)
		if d := back.Mul(r).Apply(a.Unit()).Dist(a.Unit()); !(d <= 16*u) {
			t.Fatalf("%v to %v and back is off by %g u", a, b, d/u)
		}
		look, err := NewLookAt(a)
		if err != nil {
			t.Fatal(err)
		}
		turned(t, "NewLookAt", look, Vec{1, 0}, a)
	}
	if r, err := NewFromTo(Vec{3, 4}, Vec{6, 8}); r != (Rot{}) || err != nil {
		t.Errorf("to the same direction: %v, %v", r, err)
	}
	if r, err := NewFromTo(Vec{3, 4}, Vec{-3, -4}); r != (Rot{-1, 0}) || err != nil {
		t.Errorf("to the opposite direction: %v, %v", r, err)
	}
}

func TestTurnsRefuse(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name    string
		f       func() (Rot, error)
		code    error
		message string
	}{
		{"degrees", func() (Rot, error) { return NewAngleDegrees(nan) }, collide.ErrNotFinite, "angle: not-finite: NaN"},
		{"from", func() (Rot, error) { return NewFromTo(Vec{}, Vec{1, 0}) }, collide.ErrZeroNormal, "from: zero-normal"},
		{"to", func() (Rot, error) { return NewFromTo(Vec{1, 0}, Vec{0, inf}) }, collide.ErrNotFinite, "to.y: not-finite: +Inf"},
		{"look", func() (Rot, error) { return NewLookAt(Vec{}) }, collide.ErrZeroNormal, "dir: zero-normal"},
		{"slerp", func() (Rot, error) { return Rot{}.Slerp(Rot{}, nan) }, collide.ErrNotFinite, "t: not-finite: NaN"},
		{"w", func() (Rot, error) { return Rot{}.Integrate(2e100, 1) }, collide.ErrOutOfRange, "w: out-of-range: 2e+100"},
		{"dt", func() (Rot, error) { return Rot{}.Integrate(1, -inf) }, collide.ErrNotFinite, "dt: not-finite: -Inf"},
		{"entry", func() (Rot, error) { return NewMatrix([2][2]float64{{1, 0}, {nan, 1}}) }, collide.ErrNotFinite, "matrix[1].x: not-finite: NaN"},
		{"mirror", func() (Rot, error) { return NewMatrix([2][2]float64{{1, 0}, {0, -1}}) }, collide.ErrNotUnit, "matrix: not-unit: 1"},
		{"scaled", func() (Rot, error) { return NewMatrix([2][2]float64{{2, 0}, {0, 2}}) }, collide.ErrNotUnit, "matrix: not-unit: 1"},
		{"sheared", func() (Rot, error) { return NewMatrix([2][2]float64{{1, 0.25}, {0, 1}}) }, collide.ErrNotUnit, "matrix: not-unit: 0.125"},
		{"pose", func() (Rot, error) { p, err := Pose{}.Lerp(Pose{}, inf); return p.Rot, err }, collide.ErrNotFinite, "t: not-finite: +Inf"},
	} {
		if r, err := c.f(); !errors.Is(err, c.code) || err.Error() != c.message || r != (Rot{}) {
			t.Errorf("%s: got %v, %v; want %q", c.name, r, err, c.message)
		}
	}
}

func TestDegreesAndRadiansAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 8))
	for range 1000 {
		d := (rng.Float64() - 0.5) * 720
		a, _ := NewAngleDegrees(d)
		b, _ := NewAngle(d * (math.Pi / 180))
		if e := math.Abs(a.Inverse().Mul(b).Angle()); !(e <= 20*u) {
			t.Fatalf("%v degrees are off by %g", d, e)
		}
	}
	for _, c := range []struct {
		d    float64
		want Rot
	}{{0, Rot{}}, {360, Rot{}}, {-720, Rot{}}, {90, Rot{0, 1}}, {-180, Rot{-1, 0}}, {3.6e22, Rot{}}} {
		if r, err := NewAngleDegrees(c.d); r != c.want || err != nil {
			t.Errorf("%v degrees: %v, %v", c.d, r, err)
		}
	}
}

func TestAngleMatrixSlerpIntegrate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	for range 3000 {
		r, s := randomRot(rng), randomRot(rng)
		a := r.Angle()
		if q, _ := NewAngle(a); !(q.Apply(Vec{1, 0}).Dist(r.Apply(Vec{1, 0})) <= 16*u) || !(math.Abs(a) <= math.Pi) {
			t.Fatalf("the angle of %v is %v", r, a)
		}
		if q, err := NewMatrix(r.Matrix()); q != r || err != nil {
			t.Fatalf("through its matrix %v becomes %v, %v", r, q, err)
		}
		v := hardVec(rng).normal()
		m := r.Matrix()
		if w := (Vec{float64(m[0][0]*v.X) + float64(m[0][1]*v.Y), float64(m[1][0]*v.X) + float64(m[1][1]*v.Y)}); w != r.Apply(v) {
			t.Fatalf("the matrix of %v takes %v to %v, Apply to %v", r, v, w, r.Apply(v))
		}
		if r.ApplyInverse(v) != r.Inverse().Apply(v) {
			t.Fatalf("%v.ApplyInverse(%v)", r, v)
		}
		x := rng.Float64()
		begin, _ := r.Slerp(s, 0)
		end, _ := r.Slerp(s, 1)
		mid, err := r.Slerp(s, x)
		whole := r.Inverse().Mul(s).Angle()
		if begin != r && !(begin.Inverse().Mul(r).Angle() <= 4*u) || end != s || err != nil {
			t.Fatalf("%v.Slerp(%v) begins at %v and ends at %v", r, s, begin, end)
		}
		if part := r.Inverse().Mul(mid).Angle(); !(math.Abs(part-x*whole) <= 32*u) {
			t.Fatalf("%v.Slerp(%v, %v) is %g of %g away", r, s, x, part, whole)
		}
		w, dt := rng.Float64()*4-2, rng.Float64()
		turned, _ := r.Integrate(w, dt)
		if d := turned.Inverse().Mul(r).Angle() + w*dt; !(math.Abs(d) <= 32*u) {
			t.Fatalf("%v.Integrate(%v, %v) is off by %g", r, w, dt, d)
		}
	}
	m := [2][2]float64{{1.0004, 0.0003}, {-0.0002, 0.9997}}
	if r, err := NewMatrix(m); err != nil || !(math.Abs(r.Angle()+0.00025) < 1e-6) {
		t.Errorf("a matrix off by 4e-4 is %v, %v", r, err)
	}
}

// TestIntegrateIsExactMotion: a hundred steps are one step.
func TestIntegrateIsExactMotion(t *testing.T) {
	r := Rot{}
	for range 100 {
		r, _ = r.Integrate(1.5, 0.01)
	}
	want, _ := NewAngle(1.5)
	if d := r.Inverse().Mul(want).Angle(); !(math.Abs(d) <= 400*u) {
		t.Errorf("off by %g u", d/u)
	}
}

func TestPoseInverseAndLerp(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	for range 1000 {
		p := Pose{hardVec(rng).normal(), randomRot(rng)}
		q := Pose{hardVec(rng).normal(), randomRot(rng)}
		x := hardVec(rng).normal()
		if d := p.Apply(p.ApplyInverse(x)).Dist(x); !(d <= 32*u*(x.length()+p.Pos.length())) {
			t.Fatalf("%v.ApplyInverse(%v) is off by %g", p, x, d)
		}
		k := rng.Float64()
		m, err := p.Lerp(q, k)
		rot, _ := p.Rot.Slerp(q.Rot, k)
		if m.Pos != p.Pos.Lerp(q.Pos, k) || m.Rot != rot || err != nil {
			t.Fatalf("%v.Lerp(%v, %v) = %v, %v", p, q, k, m, err)
		}
	}
	if x := (Vec{1, 2}); (Pose{}).ApplyInverse(x) != x {
		t.Error("the zero Pose is not the identity")
	}
}

func TestTurnsAllocateNothing(t *testing.T) {
	a, from, to := 0.1, Vec{1, 2}, Vec{-3, 1}
	if n := testing.AllocsPerRun(2000, func() {
		r, _ := NewAngle(a)
		s, _ := NewAngleDegrees(a * 50)
		f, _ := NewFromTo(from, to)
		l, _ := NewLookAt(to)
		m, _ := NewMatrix(r.Matrix())
		c, _ := NewCosSin(float64(s.c*1.0003), float64(s.s*1.0003))
		i, _ := r.Integrate(a, 0.01)
		p, _ := Pose{from, f}.Lerp(Pose{to, l.Mul(m).Mul(c).Mul(i)}, 0.3)
		from, to = p.Apply(to), p.ApplyInverse(from)
		a += 0.37
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
