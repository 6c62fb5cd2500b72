package d3

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// bigMatrix returns R(q)/(q.q) with 3000 bits.
func bigMatrix(r Rot) [3][3]*big.Float {
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(6000).SetFloat64(v) }
	x, y, z, w := r.quat()
	q := []*big.Float{num(x), num(y), num(z), num(w)}
	mul := func(i, j int) *big.Float { return num(0).Mul(q[i], q[j]) }
	sum := func(fs ...*big.Float) *big.Float {
		s := num(0)
		for _, f := range fs {
			s.Add(s, f)
		}
		return s
	}
	neg := func(f *big.Float) *big.Float { return num(0).Neg(f) }
	twice := func(f *big.Float) *big.Float { return num(0).Add(f, f) }
	xx, yy, zz, ww := mul(0, 0), mul(1, 1), mul(2, 2), mul(3, 3)
	n := sum(xx, yy, zz, ww)
	m := [3][3]*big.Float{
		{sum(ww, xx, neg(yy), neg(zz)), twice(sum(mul(0, 1), neg(mul(3, 2)))), twice(sum(mul(0, 2), mul(3, 1)))},
		{twice(sum(mul(0, 1), mul(3, 2))), sum(ww, neg(xx), yy, neg(zz)), twice(sum(mul(1, 2), neg(mul(3, 0))))},
		{twice(sum(mul(0, 2), neg(mul(3, 1)))), twice(sum(mul(1, 2), mul(3, 0))), sum(ww, neg(xx), neg(yy), zz)},
	}
	for i := range m {
		for j := range m[i] {
			m[i][j].Quo(m[i][j], n)
		}
	}
	return m
}

// rows returns the entries of m.
func rows(m mat3) [3][3]float64 {
	return [3][3]float64{{m.x.X, m.x.Y, m.x.Z}, {m.y.X, m.y.Y, m.y.Z}, {m.z.X, m.z.Y, m.z.Z}}
}

// ulp returns the distance of |x| from the next larger double.
func ulp(x float64) float64 { x = math.Abs(x); return math.Nextafter(x, math.Inf(1)) - x }

// near returns x or a double a few ulp from it.
func near(rng *rand.Rand, x float64) float64 { return x + float64(rng.IntN(7)-3)*ulp(x) }

// randomRot returns a rotation whose quaternion is often special: near a quarter turn, with
// components that are zero, equal, or tiny beyond squaring.
func randomRot(rng *rand.Rand) Rot {
	for {
		var q [4]float64
		for i := range q {
			q[i] = rng.Float64()*2 - 1
			switch rng.IntN(8) {
			case 0:
				q[i] = 0
			case 1:
				q[i] = math.Ldexp(q[i], -rng.IntN(1080))
			case 2:
				q[i] = math.Sqrt(0.5)
			case 3:
				q[i] = q[(i+3)%4]
			}
		}
		n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		s := (1 + 1e-3*(rng.Float64()*2-1)*0.99) / n
		if rng.IntN(2) == 0 {
			s = 1 / n
		}
		r, err := NewQuat(q[0]*s, q[1]*s, q[2]*s, q[3]*s)
		if err == nil {
			return r
		}
	}
}

// TestAxes holds every entry to 0.501 ulp, and hi + lo to 2^-100, against math/big.
func TestAxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	quarter := math.Sqrt(0.5)
	cases := []Rot{
		{},
		{1, 0, 0, 0},
		{0, 0, quarter, quarter},
		{0, 0, quarter, -math.Nextafter(quarter, 1)},
		{0.5, 0.5, 0.5, 0.5},
		{1e-200, 0, 0, 1},
		{1e-160, 1e-160, 0, 1},
		{5e-324, 5e-324, 5e-324, 1},
		{1e-300, 1e-20, 0.6, 0.8},
	}
	for range 1000 {
		cases = append(cases, randomRot(rng))
	}
	for range 200 { // xy and wz, or xx + ww and yy + zz, all but cancel
		a := rng.Float64()
		b := math.Sqrt(1 - a*a)
		x, y, z, w := near(rng, a*quarter), near(rng, b*quarter), near(rng, b*quarter), near(rng, a*quarter)
		cases = append(cases, Rot{x, y, z, w}, Rot{y, w, x, z}, Rot{near(rng, quarter), 0, 0, near(rng, quarter)})
		tiny := rng.Float64() * 1e-160
		cases = append(cases, Rot{tiny, rng.Float64() * 1e-160, 0, 1}, Rot{0, tiny, rng.Float64() * 1e-162, -1})
	}
	for _, r := range cases {
		hi, lo := r.axes()
		h, l, want := rows(hi), rows(lo), bigMatrix(r)
		for i := range 3 {
			for j := range 3 {
				if h[i][j] == 0 && math.Signbit(h[i][j]) {
					t.Fatalf("%v: entry %d %d is -0", r, i, j)
				}
				d := new(big.Float).Sub(new(big.Float).SetFloat64(h[i][j]), want[i][j])
				nearest, _ := want[i][j].Float64()
				limit := big.NewFloat(0.501)
				limit.Mul(limit, big.NewFloat(ulp(nearest)))
				if new(big.Float).Abs(d).Cmp(limit) > 0 {
					e, _ := d.Quo(d, big.NewFloat(ulp(nearest))).Float64()
					t.Fatalf("%v: entry %d %d is %v, off by %g ulp", r, i, j, h[i][j], e)
				}
				d.Add(d, new(big.Float).SetFloat64(l[i][j]))
				if e, _ := d.Float64(); !(math.Abs(e) <= 0x1p-100) {
					t.Fatalf("%v: hi + lo of entry %d %d is off by %g", r, i, j, e)
				}
			}
		}
	}
}

func TestNewQuatRefuses(t *testing.T) {
	for _, c := range []struct {
		name       string
		x, y, z, w float64
		code       error
		message    string
	}{
		{"NaN", math.NaN(), 0, 0, 1, collide.ErrNotFinite, "q.x: not-finite: NaN"},
		{"infinity", 0, math.Inf(-1), 0, 1, collide.ErrNotFinite, "q.y: not-finite: -Inf"},
		{"a magnitude beyond the limit", 0, 0, 2e100, 1, collide.ErrOutOfRange, "q.z: out-of-range: 2e+100"},
		{"no length", 0, 0, 0, math.Copysign(0, -1), collide.ErrZeroQuaternion, "q: zero-quaternion: 0"},
		{"a length of 1.0011", 0, 0, 0, 1.0011, collide.ErrNotUnitQuaternion, "q: not-unit-quaternion: 1.0011"},
		{"a length of 0.9989", 0, 0, 0.9989, 0, collide.ErrNotUnitQuaternion, "q: not-unit-quaternion: 0.9989"},
		{"a subnormal length", 5e-324, 0, 0, 0, collide.ErrNotUnitQuaternion, "q: not-unit-quaternion: 0"},
		{"the largest accepted magnitude", 1e100, 0, 0, 0, collide.ErrNotUnitQuaternion, "q: not-unit-quaternion: 1e+100"},
	} {
		r, err := NewQuat(c.x, c.y, c.z, c.w)
		if !errors.Is(err, c.code) || err.Error() != c.message || r != (Rot{}) {
			t.Errorf("%s: got %v, %v; want %q", c.name, r, err, c.message)
		}
	}
}

func TestNewQuatKeepsWhatItGets(t *testing.T) {
	minus := math.Copysign(0, -1)
	for _, c := range []struct {
		name     string
		in, want [4]float64
	}{
		{"no rotation is the zero Rot", [4]float64{0, 0, 0, 1}, [4]float64{0, 0, 0, 1}},
		{"nor is -1", [4]float64{0, minus, 0, -1}, [4]float64{0, 0, 0, 1}},
		{"nor is a length off by 1e-3", [4]float64{0, 0, 0, 1.0009}, [4]float64{0, 0, 0, 1}},
		{"a length off by 1e-3 is not corrected", [4]float64{0.6006, 0, 0, 0.8}, [4]float64{0.6006, 0, 0, 0.8}},
		{"-0 becomes 0", [4]float64{minus, 1, minus, minus}, [4]float64{0, 1, 0, 0}},
		{"subnormal components stay", [4]float64{5e-324, 0, 0, 1}, [4]float64{5e-324, 0, 0, 1}},
	} {
		r, err := NewQuat(c.in[0], c.in[1], c.in[2], c.in[3])
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		x, y, z, w := r.Quat()
		got := [4]float64{x, y, z, w}
		for i := range got {
			if math.Float64bits(got[i]) != math.Float64bits(c.want[i]) {
				t.Errorf("%s: got %v, want %v", c.name, got, c.want)
			}
		}
	}
	if r, _ := NewQuat(0, 0, 0, -1); r != (Rot{}) {
		t.Errorf("(0, 0, 0, -1) is %v, not the zero Rot", r)
	}
}

// TestRotAppliesItsMatrix compares Apply, Inverse and Mul with the exact matrices.
func TestRotAppliesItsMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 500 {
		r, s := randomRot(rng), randomRot(rng)
		v := Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
		m, _ := r.axes()
		if d := r.Apply(v).Sub(m.apply(v)).Len(); d > 16*0x1p-53*v.Len() {
			t.Fatalf("%v.Apply(%v) is off by %g", r, v, d)
		}
		if d := r.Inverse().Apply(v).Sub(m.applyT(v)).Len(); d > 16*0x1p-53*v.Len() {
			t.Fatalf("%v.Inverse().Apply(%v) is off by %g", r, v, d)
		}
		if d := r.Mul(s).Apply(v).Sub(r.Apply(s.Apply(v))).Len(); d > 64*0x1p-53*v.Len() {
			t.Fatalf("%v.Mul(%v) is off by %g", r, s, d)
		}
		if r.Mul(Rot{}) != r || (Rot{}).Mul(r) != r || r.Inverse().Inverse() != r {
			t.Fatalf("%v: the identity or the double inverse changed it", r)
		}
	}
}

func TestQuarterTurnsAreExact(t *testing.T) {
	r, err := NewQuat(0.5, 0.5, 0.5, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Apply(Vec{1, 2, 3}); got != (Vec{3, 1, 2}) {
		t.Errorf("a third of a turn about (1, 1, 1) takes 1 2 3 to %v", got)
	}
	if got := r.Mul(r).Mul(r); got != (Rot{}) {
		t.Errorf("three thirds of a turn are %v", got)
	}
	if got := (Rot{}).Inverse(); got != (Rot{}) {
		t.Errorf("the inverse of the identity is %v", got)
	}
}

// TestMulDoesNotDrift: the length of a long product stays near 1, even where each factor is off by
// 1e-3.
func TestMulDoesNotDrift(t *testing.T) {
	r, err := NewQuat(0.6005, 0, 0, 0.8005)
	if err != nil {
		t.Fatal(err)
	}
	p := r
	for range 10000 {
		p = p.Mul(r)
	}
	x, y, z, w := p.Quat()
	if _, err := NewQuat(x, y, z, w); err != nil {
		t.Error(err)
	}
}

func TestNewAxisAngleAndNewRPY(t *testing.T) {
	must := func(r Rot, err error) Rot {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		return r
	}
	near := func(name string, got, want Vec) {
		t.Helper()
		if !(got.Sub(want).Len() < 1e-15) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	quarter := math.Pi / 2
	near("a quarter turn about Z", must(NewAxisAngle(Vec{0, 0, 7}, quarter)).Apply(Vec{1, 0, 0}), Vec{0, 1, 0})
	near("about a subnormal axis", must(NewAxisAngle(Vec{0, 5e-324, 0}, quarter)).Apply(Vec{1, 0, 0}), Vec{0, 0, -1})
	near("about a long axis", must(NewAxisAngle(Vec{1e100, 0, 0}, -quarter)).Apply(Vec{0, 1, 0}), Vec{0, 0, -1})
	near("roll", must(NewRPY(quarter, 0, 0)).Apply(Vec{0, 1, 0}), Vec{0, 0, 1})
	near("pitch", must(NewRPY(0, quarter, 0)).Apply(Vec{0, 0, 1}), Vec{1, 0, 0})
	near("yaw", must(NewRPY(0, 0, quarter)).Apply(Vec{1, 0, 0}), Vec{0, 1, 0})
	near("roll comes first, yaw last", must(NewRPY(quarter, quarter, quarter)).Apply(Vec{0, 1, 0}),
		must(NewRPY(0, 0, quarter)).Apply(must(NewRPY(0, quarter, 0)).Apply(must(NewRPY(quarter, 0, 0)).Apply(Vec{0, 1, 0}))))
	if r := must(NewAxisAngle(Vec{1, 2, 3}, 0)); r != (Rot{}) {
		t.Errorf("angle 0 is %v", r)
	}
	if r := must(NewRPY(0, math.Copysign(0, -1), 0)); r != (Rot{}) {
		t.Errorf("no roll, pitch and yaw is %v", r)
	}
	for _, c := range []struct {
		err     func() error
		message string
	}{
		{func() error { _, err := NewAxisAngle(Vec{}, 1); return err }, "axis: zero-quaternion: 0"},
		{func() error { _, err := NewAxisAngle(Vec{1, 0, math.NaN()}, 1); return err }, "axis.z: not-finite: NaN"},
		{func() error { _, err := NewAxisAngle(Vec{1, 0, 0}, 1e101); return err }, "angle: out-of-range: 1e+101"},
		{func() error { _, err := NewRPY(math.Inf(1), 0, 0); return err }, "roll: not-finite: +Inf"},
		{func() error { _, err := NewRPY(0, math.NaN(), 0); return err }, "pitch: not-finite: NaN"},
		{func() error { _, err := NewRPY(0, 0, -2e100); return err }, "yaw: out-of-range: -2e+100"},
	} {
		if err := c.err(); err == nil || err.Error() != c.message {
			t.Errorf("got %v, want %s", err, c.message)
		}
	}
}
