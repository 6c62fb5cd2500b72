package d2

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

func TestSignRoots(t *testing.T) {
	for _, c := range []struct {
		p, u, v int64
		want    int
	}{
		{0, 0, 0, 0},
		{-1, 0, 0, -1},
		{0, 1, 0, -1},
		{5, 4, 9, 0},
		{6, 4, 9, 1},
		{4, 4, 9, -1},
		{3, 9, 0, 0},
		{1 << 40, -1, 0, 1}, // u = 2^80 - 1: the square root lies just below
		{3, 2, 2, 1},        // 2 sqrt 2 = 2.83
		{2, 1, 2, -1},
	} {
		var ar exact.Arena
		u := big.NewInt(c.u)
		if c.u < 0 {
			u.Sub(new(big.Int).Lsh(big.NewInt(1), 80), big.NewInt(1))
		}
		if got := exact.SignRoots(&ar, big.NewInt(c.p), u, big.NewInt(c.v)); got != c.want {
			t.Errorf("%d - sqrt(%v) - sqrt(%d): %d, want %d", c.p, u, c.v, got, c.want)
		}
	}
}

// Far from the origin the height of the centre is a small difference of large numbers, and exact.
func TestHeightFarFromTheOrigin(t *testing.T) {
	r, err := NewCosSin(0.6, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	for _, far := range []float64{0, 1 << 20, 1 << 40, -(1 << 50)} {
		pos := Vec{far, -far}
		h, _ := Place(HalfSpace{Vec{0, 4}, 2}, Pose{pos, Rot{}})
		x, _ := Place(Rounded{Box{Vec{2, 2}}, 0.5}, Pose{Vec{pos.X + 1, pos.Y + 8}, r})
		c := Distance(&h, &x)
		if want := 8 - 0.5 - 1.4 - 0.5; math.Abs(c.Distance-want) > 4e-15 || c.Lower > want+1e-15 || c.Upper < want-1e-15 {
			t.Errorf("at %v: %v in [%v, %v], want %v", far, c.Distance, c.Lower, c.Upper, want)
		}
		if gap := c.LocalA.Sub(Vec{1.2, 0.5}).Len(); gap > 1e-14 {
			t.Errorf("at %v: the foot is %v", far, c.LocalA)
		}
	}
}

// TestHalfSpaceNextToZero: offsets and normals next to zero, of which a quotient is a double.
func TestHalfSpaceNextToZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for range 2000 {
		n := math.Ldexp(1+rng.Float64(), -300-rng.IntN(600))
		offset := math.Ldexp(rng.Float64()-0.5, -900-rng.IntN(170))
		h := mustPlace(t, HalfSpace{Normal: Vec{X: 3 * n, Y: 4 * n}, Offset: offset}, Pose{})
		point := mustPlace(t, Circle{}, Pose{})
		length := new(big.Float).SetPrec(200).Mul(big.NewFloat(5), big.NewFloat(n)) // to the rounding of 3 n
		want, _ := new(big.Float).SetPrec(200).Quo(big.NewFloat(-offset), length).Float64()
		ct := Distance(point, h)
		if slack := math.Abs(want) * 0x1p-50; !(ct.Lower <= want+slack && want-slack <= ct.Upper) {
			t.Fatalf("normal %v, offset %v: [%v, %v], want %v", 5*n, offset, ct.Lower, ct.Upper, want)
		}
	}
}

// TestHalfSpaceBeyondDoubles: of a line farther off than doubles reach the bracket is open there.
func TestHalfSpaceBeyondDoubles(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 36))
	open := 0
	for range 2000 {
		n := math.Ldexp(1+rng.Float64(), -600-rng.IntN(390))
		offset := math.Ldexp(rng.Float64()-0.5, 333-rng.IntN(20))
		length := new(big.Float).SetPrec(200).Mul(big.NewFloat(5), big.NewFloat(n)) // to the rounding of 3 n
		want := new(big.Float).SetPrec(200).Quo(big.NewFloat(-offset), length)
		slack := new(big.Float).Mul(new(big.Float).Abs(want), big.NewFloat(0x1p-50))
		above, below := new(big.Float).Add(want, slack), new(big.Float).Sub(want, slack)
		far := mustPlace(t, HalfSpace{Normal: Vec{X: 3 * n, Y: 4 * n}, Offset: offset}, Pose{})
		for _, o := range []*Object{mustPlace(t, Circle{Radius: 1}, Pose{}), mustPlace(t, HalfSpace{Normal: Vec{X: -3 * n, Y: -4 * n}}, Pose{})} {
			ct := Distance(o, far)
			lower, upper := big.NewFloat(ct.Lower), big.NewFloat(ct.Upper)
			if !(ct.Lower == -math.MaxFloat64 || lower.Cmp(above) <= 0) || !(ct.Upper == math.MaxFloat64 || upper.Cmp(below) >= 0) ||
				!(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) {
				t.Fatalf("normal %v, offset %v: %+v, want %v", 5*n, offset, ct, want)
			}
			if ct.Lower == -math.MaxFloat64 || ct.Upper == math.MaxFloat64 {
				open++
				if ct.Status != collide.Rounding || want.MantExp(nil) < 1000 {
					t.Fatalf("normal %v, offset %v: %+v", 5*n, offset, ct)
				}
			}
		}
	}
	if open < 500 || open > 3500 {
		t.Errorf("%d brackets open", open)
	}
}
