package d3

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
		v := Vec{rng.Float64()*2 - 1, rng.Float64()*2 - 1, rng.Float64()*2 - 1}
		switch rng.IntN(7) {
		case 0:
			v.X, v.Y = 0, 0
		case 1:
			v.Y = 0
		case 2:
			v.Y = math.Ldexp(v.Y, -rng.IntN(1060))
			v.Z = math.Ldexp(v.Z, -rng.IntN(100))
		case 3:
			v = v.Scale(math.Ldexp(1, rng.IntN(660)-330))
		case 4:
			v = v.Scale(0x1p-1030)
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
	w = w.Add(Vec{(rng.Float64() - 0.5) * e, (rng.Float64() - 0.5) * e, (rng.Float64() - 0.5) * e})
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

// turnApart returns the angle between two rotations.
func turnApart(r, s Rot) float64 { _, a := r.Inverse().Mul(s).AxisAngle(); return a }

func TestUnitHasLengthOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for range 5000 {
		v := hardVec(rng)
		n, w := v.Unit(), v.normal()
		if !(math.Abs(n.Len2()-1) <= 12*u) || !(n.Cross(w).length() <= 8*u*w.length()) || n.Dot(w) < 0 {
			t.Fatalf("%v.Unit() = %v", v, n)
		}
	}
	for _, c := range [][2]Vec{{{}, {}}, {{0, -5e-324, 0}, {0, -1, 0}}, {{0, 0, 1e308}, {0, 0, 1}}, {{3, 0, 4}, {0.6, 0, 0.8}}} {
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
		p, n := v.Perp(), v.length()
		if p.Dot(v) != 0 || !(p.length() <= n*(1+4*u) && p.length() >= 0.81*n*(1-4*u)) {
			t.Fatalf("%v.Perp() = %v, %v times as long", v, p, p.length()/n)
		}
	}
}

// turned asserts that r turns the direction a into b.
func turned(t *testing.T, name string, r Rot, a, b Vec) {
	t.Helper()
	if d := r.Apply(a.Unit()).Dist(b.Unit()); !(d <= 24*u) {
		t.Fatalf("%s: %v is turned to %v, want %v: off by %g u", name, a.Unit(), r.Apply(a.Unit()), b.Unit(), d/u)
	}
}

func TestNewFromTo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for range 10000 {
		a := hardVec(rng)
		b := nearly(rng, a)
		r, err := NewFromTo(a, b)
		if err != nil {
			t.Fatal(err)
		}
		turned(t, "NewFromTo", r, a, b)
		// The shortest: no longer than the angle between a and b.
		_, angle := r.AxisAngle()
		x, y := a.Unit(), b.Unit()
		want := 2 * math.Atan2(x.Sub(y).length(), x.Add(y).length())
		if !(angle <= want+64*u) {
			t.Fatalf("from %v to %v is turned by %v, want %v", a, b, angle, want)
		}
	}
	if r, err := NewFromTo(Vec{1, 2, 2}, Vec{2, 4, 4}); r != (Rot{}) || err != nil {
		t.Errorf("to the same direction: %v, %v", r, err)
	}
}

func TestNewLookAt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 10000 {
		dir := hardVec(rng)
		up := nearly(rng, dir)
		r, err := NewLookAt(dir, up)
		if err != nil {
			t.Fatal(err)
		}
		turned(t, "NewLookAt", r, Vec{1, 0, 0}, dir)
		// Z is in the plane of dir and up, on the side of up: Y is across both.
		z, y, n := r.Apply(Vec{0, 0, 1}), r.Apply(Vec{0, 1, 0}), up.Unit()
		sine := dir.Unit().Cross(n).length()
		if sine < 0x1p-19 {
			continue
		}
		if d := y.Dot(n); !(math.Abs(d) <= 64*u) || !(math.Abs(z.Dot(n)-sine) <= 64*u) {
			t.Fatalf("looking along %v, up %v: Y is off by %g u, Z by %g u", dir, up, d/u, (z.Dot(n)-sine)/u)
		}
	}
	if r, err := NewLookAt(Vec{2, 0, 0}, Vec{0, 0, 3}); r != (Rot{}) || err != nil {
		t.Errorf("forward and up: %v, %v", r, err)
	}
	if r, err := NewLookAt(Vec{0, 0, 2}, Vec{0, 0, 3}); err != nil || r.Apply(Vec{1, 0, 0}).Dist(Vec{0, 0, 1}) > 4*u {
		t.Errorf("up along dir: %v, %v", r, err)
	}
}

func TestTurnsRefuse(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	x, one := Vec{1, 0, 0}, [3]float64{1, 0, 0}
	for _, c := range []struct {
		name    string
		f       func() (Rot, error)
		code    error
		message string
	}{
		{"degrees", func() (Rot, error) { return NewAxisAngleDegrees(x, nan) }, collide.ErrNotFinite, "angle: not-finite: NaN"},
		{"axis", func() (Rot, error) { return NewAxisAngleDegrees(Vec{}, 1) }, collide.ErrZeroQuaternion, "axis: zero-quaternion: 0"},
		{"rpy", func() (Rot, error) { return NewRPYDegrees(0, inf, 0) }, collide.ErrNotFinite, "pitch: not-finite: +Inf"},
		{"from", func() (Rot, error) { return NewFromTo(Vec{}, x) }, collide.ErrZeroNormal, "from: zero-normal"},
		{"to", func() (Rot, error) { return NewFromTo(x, Vec{0, inf, 0}) }, collide.ErrNotFinite, "to.y: not-finite: +Inf"},
		{"look", func() (Rot, error) { return NewLookAt(Vec{}, x) }, collide.ErrZeroNormal, "dir: zero-normal"},
		{"up", func() (Rot, error) { return NewLookAt(x, Vec{}) }, collide.ErrZeroNormal, "up: zero-normal"},
		{"slerp", func() (Rot, error) { return Rot{}.Slerp(Rot{}, nan) }, collide.ErrNotFinite, "t: not-finite: NaN"},
		{"w", func() (Rot, error) { return Rot{}.Integrate(Vec{0, 2e100, 0}, 1) }, collide.ErrOutOfRange, "w.y: out-of-range: 2e+100"},
		{"dt", func() (Rot, error) { return Rot{}.Integrate(x, -inf) }, collide.ErrNotFinite, "dt: not-finite: -Inf"},
		{"entry", func() (Rot, error) { return NewMatrix([3][3]float64{one, {0, 1, 0}, {nan, 0, 1}}) }, collide.ErrNotFinite, "matrix[2].x: not-finite: NaN"},
		{"mirror", func() (Rot, error) { return NewMatrix([3][3]float64{one, {0, 1, 0}, {0, 0, -1}}) }, collide.ErrNotUnit, "matrix: not-unit: 2"},
		{"huge", func() (Rot, error) { return NewMatrix([3][3]float64{{1e100, 0, 0}, {0, 1, 0}, {0, 0, 1}}) }, collide.ErrNotUnit, "matrix: not-unit: 1e+100"},
		{"sheared", func() (Rot, error) { return NewMatrix([3][3]float64{{1, 0.25, 0}, {0, 1, 0}, {0, 0, 1}}) }, collide.ErrNotUnit, "matrix: not-unit: 0.25"},
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
		axis := hardVec(rng)
		a, _ := NewAxisAngleDegrees(axis, d)
		b, _ := NewAxisAngle(axis, d*(math.Pi/180))
		if e := turnApart(a, b); !(e <= 40*u) {
			t.Fatalf("%v degrees are off by %g", d, e)
		}
		a, _ = NewRPYDegrees(d, d/3, -d/7)
		b, _ = NewRPY(d*(math.Pi/180), d/3*(math.Pi/180), -d/7*(math.Pi/180))
		if e := turnApart(a, b); !(e <= 64*u) {
			t.Fatalf("%v degrees are off by %g", d, e)
		}
	}
	if r, err := NewAxisAngleDegrees(Vec{0, 0, 2}, 180); r != (Rot{0, 0, 1, 0}) || err != nil {
		t.Errorf("180 degrees about Z: %v, %v", r, err)
	}
	if r, err := NewRPYDegrees(0, 180, 0); r != (Rot{0, 1, 0, 0}) || err != nil {
		t.Errorf("180 degrees of pitch: %v, %v", r, err)
	}
	if r, err := NewAxisAngleDegrees(Vec{1, 1, 1}, 720); r != (Rot{}) || err != nil {
		t.Errorf("720 degrees: %v, %v", r, err)
	}
}

func TestAxisAngleAndMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	for range 3000 {
		r := randomRot(rng)
		axis, a := r.AxisAngle()
		if q, err := NewAxisAngle(axis, a); err != nil || !(turnApart(q, r) <= 16*u) || !(a >= 0 && a <= math.Pi) {
			t.Fatalf("axis and angle of %v are %v, %v", r, axis, a)
		}
		m := r.Matrix()
		if q, err := NewMatrix(m); err != nil || !(turnApart(q, r) <= 16*u) {
			t.Fatalf("through its matrix %v becomes %v, %v", r, q, err)
		}
		off := m
		for i := range off {
			for j := range off[i] {
				off[i][j] += 2e-4 * (rng.Float64()*2 - 1)
			}
		}
		if q, err := NewMatrix(off); err != nil || !(turnApart(q, r) <= 8e-4) {
			t.Fatalf("with entries off by 2e-4 the matrix of %v becomes %v, %v: %g away", r, q, err, turnApart(q, r))
		}
		v := hardVec(rng).normal()
		w := Vec{Vec{m[0][0], m[0][1], m[0][2]}.Dot(v), Vec{m[1][0], m[1][1], m[1][2]}.Dot(v), Vec{m[2][0], m[2][1], m[2][2]}.Dot(v)}
		if !(w.Dist(r.Apply(v)) <= 20*u*v.length()) {
			t.Fatalf("the matrix of %v takes %v to %v, Apply to %v", r, v, w, r.Apply(v))
		}
		if r.ApplyInverse(v) != r.Inverse().Apply(v) {
			t.Fatalf("%v.ApplyInverse(%v)", r, v)
		}
	}
	if axis, a := (Rot{}).AxisAngle(); axis != (Vec{0, 0, 1}) || a != 0 {
		t.Errorf("the identity is %v about %v", a, axis)
	}
	if r, err := NewMatrix(Rot{}.Matrix()); r != (Rot{}) || err != nil {
		t.Errorf("the matrix of the identity is %v, %v", r, err)
	}
}

func TestSlerpAndIntegrate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	for range 3000 {
		r, s := randomRot(rng), randomRot(rng)
		x := rng.Float64()
		begin, _ := r.Slerp(s, 0)
		end, _ := r.Slerp(s, 1)
		mid, err := r.Slerp(s, x)
		whole := turnApart(r, s)
		if !(turnApart(begin, r) <= 16*u) || end != s || err != nil {
			t.Fatalf("%v.Slerp(%v) begins at %v and ends at %v", r, s, begin, end)
		}
		if a, b := turnApart(r, mid), turnApart(mid, s); !(math.Abs(a-x*whole) <= 64*u) || !(math.Abs(b-(1-x)*whole) <= 64*u) {
			t.Fatalf("%v.Slerp(%v, %v) is %g and %g of %g away", r, s, x, a, b, whole)
		}
		w, dt := Vec{rng.Float64()*2 - 1, rng.Float64()*2 - 1, rng.Float64()*2 - 1}, rng.Float64()
		next, err := r.Integrate(w, dt)
		turn, _ := NewAxisAngle(w, w.Len()*dt)
		if !(turnApart(next, turn.Mul(r)) <= 32*u) || err != nil {
			t.Fatalf("%v.Integrate(%v, %v) is off by %g", r, w, dt, turnApart(next, turn.Mul(r)))
		}
		if back, _ := next.Integrate(w, -dt); !(turnApart(back, r) <= 48*u) {
			t.Fatalf("%v.Integrate(%v, %v) and back is off by %g", r, w, dt, turnApart(back, r))
		}
	}
	if r, err := (Rot{1, 0, 0, 0}).Integrate(Vec{}, 1); r != (Rot{1, 0, 0, 0}) || err != nil {
		t.Errorf("at rest: %v, %v", r, err)
	}
	if r, err := (Rot{}).Integrate(Vec{5e-324, 0, 0}, 1); err != nil || turnApart(r, Rot{}) > 1e-300 {
		t.Errorf("hardly turning: %v, %v", r, err)
	}
}

// TestIntegrateIsExactMotion: a hundred steps are one step.
func TestIntegrateIsExactMotion(t *testing.T) {
	r, w := Rot{}, Vec{0.5, -1, 1}
	for range 100 {
		r, _ = r.Integrate(w, 0.01)
	}
	want, _ := NewAxisAngle(w, 1.5)
	if d := turnApart(r, want); !(d <= 400*u) {
		t.Errorf("off by %g u", d/u)
	}
}

func TestPoseInverseAndLerp(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	for range 1000 {
		p := Pose{hardVec(rng).normal(), randomRot(rng)}
		q := Pose{hardVec(rng).normal(), randomRot(rng)}
		x := hardVec(rng).normal()
		if d := p.Apply(p.ApplyInverse(x)).Dist(x); !(d <= 64*u*(x.length()+p.Pos.length())) {
			t.Fatalf("%v.ApplyInverse(%v) is off by %g", p, x, d)
		}
		k := rng.Float64()
		m, err := p.Lerp(q, k)
		rot, _ := p.Rot.Slerp(q.Rot, k)
		if m.Pos != p.Pos.Lerp(q.Pos, k) || m.Rot != rot || err != nil {
			t.Fatalf("%v.Lerp(%v, %v) = %v, %v", p, q, k, m, err)
		}
	}
	if x := (Vec{1, 2, 3}); (Pose{}).ApplyInverse(x) != x {
		t.Error("the zero Pose is not the identity")
	}
}

func TestTurnsAllocateNothing(t *testing.T) {
	a, from, to := 0.1, Vec{1, 2, 3}, Vec{-3, 1, 1}
	if n := testing.AllocsPerRun(2000, func() {
		r, _ := NewAxisAngle(from, a)
		s, _ := NewAxisAngleDegrees(from, a*50)
		x, _ := NewRPY(a, -a, 2*a)
		y, _ := NewRPYDegrees(a, -a, 2*a)
		f, _ := NewFromTo(from, to)
		l, _ := NewLookAt(to, from)
		m, _ := NewMatrix(r.Matrix())
		c, _ := NewQuat(s.Quat())
		i, _ := r.Integrate(from, 0.01)
		p, _ := Pose{from, f.Mul(x).Mul(y)}.Lerp(Pose{to, l.Mul(m).Mul(c).Mul(i)}, 0.3)
		from, to = p.Rot.Apply(to), p.ApplyInverse(from).Unit()
		a += 0.37
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
