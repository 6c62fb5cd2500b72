package shapegen

import (
	"math"
	"testing"
)

// tenTo is the power of ten that it says, within the rounding of its product.
func TestTenTo(t *testing.T) {
	for x := -240.0; x <= 3; x += 0.37 {
		if got, want := tenTo(x), math.Pow(10, x); !(math.Abs(got-want) <= 1e-12*want) {
			t.Errorf("10^%v: %v, want %v", x, got, want)
		}
	}
}
