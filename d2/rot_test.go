package d2

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// ulp returns the distance of |x| from the next larger double.
func ulp(x float64) float64 { x = math.Abs(x); return math.Nextafter(x, math.Inf(1)) - x }

// randomRot returns a rotation that is often special: near a quarter turn, or with a tiny sine.
func randomRot(rng *rand.Rand) Rot {
	for {
		c, s := rng.Float64()*2-1, rng.Float64()*2-1
		switch rng.IntN(6) {
		case 0:
			s = 0
		case 1:
			s = math.Ldexp(s, -rng.IntN(1080))
		case 2:
			c = s
		}
		n := Vec{c, s}.length()
		if r, err := NewCosSin(c/n, s/n); err == nil {
			return r
		}
	}
}

// excess returns c^2 + s^2 - 1 in multiples of u = 2^-53, and whether the exact value is at most 4.
func excess(c, s float64) (float64, bool) {
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(5000).SetFloat64(v) }
	e := num(0).Add(num(0).Mul(num(c), num(c)), num(0).Mul(num(s), num(s)))
	e.Sub(e, num(1))
	e.SetMantExp(e, 53)
	f, _ := e.Float64()
	return f, e.Abs(e).Cmp(num(4)) <= 0
}

func TestNewCosSinRefuses(t *testing.T) {
	for _, c := range []struct {
		name     string
		cos, sin float64
		code     error
		message  string
	}{
		{"NaN", math.NaN(), 0, collide.ErrNotFinite, "cos: not-finite: NaN"},
		{"infinity", 0, math.Inf(-1), collide.ErrNotFinite, "sin: not-finite: -Inf"},
		{"a magnitude beyond the limit", 0, 2e100, collide.ErrOutOfRange, "sin: out-of-range: 2e+100"},
		{"no length", 0, math.Copysign(0, -1), collide.ErrNotUnit, "cos_sin: not-unit: 0"},
		{"a length of 1.0011", 1.0011, 0, collide.ErrNotUnit, "cos_sin: not-unit: 1.0011"},
		{"a length of 0.9989", 0, 0.9989, collide.ErrNotUnit, "cos_sin: not-unit: 0.9989"},
		{"the largest accepted magnitude", 1e100, 0, collide.ErrNotUnit, "cos_sin: not-unit: 1e+100"},
	} {
		r, err := NewCosSin(c.cos, c.sin)
		if !errors.Is(err, c.code) || err.Error() != c.message || r != (Rot{}) {
			t.Errorf("%s: got %v, %v; want %q", c.name, r, err, c.message)
		}
	}
}

func TestNewCosSinKeepsOrNormalises(t *testing.T) {
	minus := math.Copysign(0, -1)
	for _, c := range []struct {
		name     string
		in, want [2]float64
	}{
		{"no rotation is the zero Rot", [2]float64{1, minus}, [2]float64{1, 0}},
		{"a length off by 1e-3 is corrected", [2]float64{0.9995, 0}, [2]float64{1, 0}},
		{"half a turn", [2]float64{-1.0005, minus}, [2]float64{-1, 0}},
		{"8u too long is corrected", [2]float64{1 + 0x1p-51, 0}, [2]float64{1, 0}},
		{"4u and a hair less too short stays", [2]float64{1 - 0x1p-52, 0}, [2]float64{1 - 0x1p-52, 0}},
		{"6u too short is corrected", [2]float64{1 - 3*0x1p-53, 0}, [2]float64{1, 0}},
		{"4u and a hair: 1+2u squared is 1 + 4u + 4uu", [2]float64{0, 1 + 0x1p-52}, [2]float64{0, 1}},
		{"a subnormal sine stays", [2]float64{1, 5e-324}, [2]float64{1, 5e-324}},
		{"3 4 5", [2]float64{0.6, -0.8}, [2]float64{0.6, -0.8}},
	} {
		r, err := NewCosSin(c.in[0], c.in[1])
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, keep := excess(c.in[0], c.in[1]); keep != isUnit(c.in[0], c.in[1]) {
			t.Errorf("%s: exactly, keeping it is %v", c.name, keep)
		}
		got, sin := r.CosSin()
		if got != c.want[0] || math.Float64bits(sin) != math.Float64bits(c.want[1]) {
			t.Errorf("%s: got %v, %v; want %v", c.name, got, sin, c.want)
		}
	}
	if r, _ := NewCosSin(1, 0); r != (Rot{}) {
		t.Errorf("(1, 0) is %v, not the zero Rot", r)
	}
}

// TestIsUnitIsExact tries pairs within a few ulp of a length of 1, half of which are kept.
func TestIsUnitIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	kept := 0
	for range 4000 {
		r := randomRot(rng)
		c, s := r.cosSin()
		c += float64(rng.IntN(9)-4) * ulp(c) / 2
		e, want := excess(c, s)
		if isUnit(c, s) != want {
			t.Fatalf("(%v, %v) is off by %v u; kept: %v", c, s, e, !want)
		}
		if want {
			kept++
		}
	}
	if kept < 1200 || kept > 3600 {
		t.Errorf("%d of 4000 kept: the test has lost its edge", kept)
	}
}

func TestNewAngle(t *testing.T) {
	for _, c := range []struct {
		name     string
		angle    float64
		cos, sin float64
	}{
		{"nothing", 0, 1, 0},
		{"-0", math.Copysign(0, -1), 1, 0},
		{"the double next to a quarter turn", math.Pi / 2, 6.123233995736766e-17, 1},
		{"the double next to half a turn", -math.Pi, -1, -1.2246467991473532e-16},
		{"a subnormal angle", 5e-324, 1, 5e-324},
		{"one radian", 1, 0.5403023058681398, 0.8414709848078965},
	} {
		r, err := NewAngle(c.angle)
		if cos, sin := r.CosSin(); cos != c.cos || sin != c.sin || math.Signbit(sin) != math.Signbit(c.sin) || err != nil {
			t.Errorf("%s: %v, %v, %v", c.name, cos, sin, err)
		}
	}
	for angle, message := range map[float64]string{
		math.Inf(1): "angle: not-finite: +Inf", math.NaN(): "angle: not-finite: NaN", -1.5e100: "angle: out-of-range: -1.5e+100",
	} {
		if r, err := NewAngle(angle); err == nil || err.Error() != message || r != (Rot{}) {
			t.Errorf("got %v, %v; want %s", r, err, message)
		}
	}
	r, err := NewAngle(1e100)
	if e, _ := excess(r.cosSin()); err != nil || !(math.Abs(e) <= 2) {
		t.Errorf("1e100 is off by %v u, %v", e, err)
	}
}

// TestRotAppliesItsMatrix checks Apply, Inverse and Mul against each other; every pair stays within
// 4u of unit length.
func TestRotAppliesItsMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 2000 {
		r, s := randomRot(rng), randomRot(rng)
		v := Vec{rng.Float64() - 0.5, rng.Float64() - 0.5}
		if d := r.Inverse().Apply(r.Apply(v)).Sub(v).Len(); d > 16*0x1p-53*v.Len() {
			t.Fatalf("%v: there and back is off by %g", r, d)
		}
		if d := r.Mul(s).Apply(v).Sub(r.Apply(s.Apply(v))).Len(); d > 16*0x1p-53*v.Len() {
			t.Fatalf("%v.Mul(%v) is off by %g", r, s, d)
		}
		if e, _ := excess(r.Mul(s).cosSin()); r != (Rot{}) && s != (Rot{}) && !(math.Abs(e) <= 2.1) {
			t.Fatalf("%v.Mul(%v) is off unit length by %v u", r, s, e)
		}
		if r.Mul(Rot{}) != r || (Rot{}).Mul(r) != r || r.Inverse().Inverse() != r {
			t.Fatalf("%v: the identity or the double inverse changed it", r)
		}
	}
}

func TestQuarterTurnsAreExact(t *testing.T) {
	r, err := NewCosSin(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Apply(Vec{1, 2}); got != (Vec{-2, 1}) {
		t.Errorf("a quarter turn takes 1 2 to %v", got)
	}
	if got := r.Mul(r).Mul(r).Mul(r); got != (Rot{}) {
		t.Errorf("four quarters of a turn are %v", got)
	}
	if got := (Rot{}).Inverse(); got != (Rot{}) {
		t.Errorf("the inverse of the identity is %v", got)
	}
}

// TestMulDoesNotDrift: the length of a long product stays within 4u of 1.
func TestMulDoesNotDrift(t *testing.T) {
	r, err := NewAngle(0.1)
	if err != nil {
		t.Fatal(err)
	}
	p := r
	for range 10000 {
		p = p.Mul(r)
		if e, _ := excess(p.cosSin()); !(math.Abs(e) <= 2.1) {
			t.Fatalf("off by %v u", e)
		}
	}
}
