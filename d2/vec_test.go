package d2

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestVec(t *testing.T) {
	v, w := Vec{1, 2}, Vec{4, -5}
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"the zero Vec is the origin", Vec{}, Vec{0, 0}},
		{"a sum goes by coordinates", v.Add(w), Vec{5, -3}},
		{"a difference goes by coordinates", v.Sub(w), Vec{-3, 7}},
		{"the opposite turns each sign", v.Neg(), Vec{-1, -2}},
		{"a multiple goes by coordinates", v.Scale(2), Vec{2, 4}},
		{"the inner product", v.Dot(w), -6.0},
		{"the determinant is positive counter-clockwise", Vec{1, 0}.Cross(Vec{0, 1}), 1.0},
		{"the determinant", v.Cross(w), -13.0},
		{"the squared length", v.Len2(), 5.0},
		{"the length of 3, 4", Vec{3, 4}.Len(), 5.0},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestVecProductsRound: with fused multiply-adds a x b - b x a would not cancel.
func TestVecProductsRound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		v := Vec{rng.Float64(), rng.Float64()}
		if c := v.Cross(v); c != 0 {
			t.Fatalf("%v x itself = %v", v, c)
		}
		if c := v.Cross(v.Scale(2)); c != 0 {
			t.Fatalf("%v x twice itself = %v", v, c)
		}
	}
}

func TestLengthHasNoRangeLimits(t *testing.T) {
	for _, c := range []struct {
		name string
		v    Vec
		want float64
	}{
		{"zero", Vec{}, 0},
		{"along an axis it is exact", Vec{0, -0.1}, 0.1},
		{"squares overflow", Vec{3e300, 4e300}, 5e300},
		{"squares underflow", Vec{3e-300, 4e-300}, 5e-300},
		{"subnormal", Vec{3 * 0x1p-1070, 4 * 0x1p-1070}, 5 * 0x1p-1070},
		{"of very different sizes", Vec{1e-200, 1e100}, 1e100},
	} {
		if got := c.v.length(); math.Abs(got-c.want) > 3*ulp(c.want) {
			t.Errorf("%s: length of %v = %v, want %v", c.name, c.v, got, c.want)
		}
	}
}
