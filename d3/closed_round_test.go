package d3

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// float300 returns x with 300 bits.
func float300(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }

// meridian returns the signed distance, with 300 bits, of the point x and the cylinder or cone with
// the half sizes r and h about the origin.
func meridian(cone bool, r, h float64, x [3]*big.Float) *big.Float {
	op := func() *big.Float { return new(big.Float).SetPrec(300) }
	hypot := func(a, b *big.Float) *big.Float {
		return op().Sqrt(op().Add(op().Mul(a, a), op().Mul(b, b)))
	}
	rho, z, bigR, bigH := hypot(x[0], x[1]), x[2], float300(r), float300(h)
	zero := op()
	if !cone {
		dr, dz := op().Sub(rho, bigR), op().Sub(op().Abs(z), bigH)
		if dr.Sign() <= 0 || dz.Sign() <= 0 {
			if dr.Cmp(dz) < 0 {
				return dz
			}
			return dr
		}
		return hypot(dr, dz)
	}
	height := op().Mul(bigH, float300(2))
	l := hypot(height, bigR)
	base, out := op().Neg(op().Add(z, bigH)), op().Sub(rho, bigR) // below the base, beyond the rim
	side := op().Sub(op().Mul(out, height), op().Mul(base, bigR)) // l times the distance from the line of the side
	side.Quo(side, l)
	up := op().Neg(op().Add(op().Mul(out, bigR), op().Mul(base, height))) // l times the way up the side
	up.Quo(up, l)
	switch {
	case side.Sign() <= 0 && base.Sign() <= 0:
		if side.Cmp(base) < 0 {
			return base
		}
		return side
	case base.Sign() > 0 && out.Sign() <= 0:
		return base
	case up.Cmp(zero) <= 0:
		return hypot(out, base)
	case up.Cmp(l) >= 0:
		return hypot(rho, op().Sub(z, bigH))
	}
	return side
}

// TestPointRoundAgainstBigFloats holds the closed form of a point and a cylinder or cone, grown or
// not, to the true distance: bracket, distance, normal, witnesses on both surfaces, and what acting
// on the depth does.
func TestPointRoundAgainstBigFloats(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(8, 3))
	var tr Trace
	q, err := NewQuery(Options{Trace: &tr})
	if err != nil {
		t.Fatal(err)
	}
	used, inside := 0, 0
	for range 20000 {
		r, h := math.Ldexp(rng.Float64(), -rng.IntN(20)*rng.IntN(2)), math.Ldexp(rng.Float64(), -rng.IntN(20)*rng.IntN(2))
		x := roundProbe(rng, r, h)
		cone := rng.IntN(2) == 0
		var round Shape = Cylinder{r, 2 * h}
		if cone {
			round = Cone{r, 2 * h}
		}
		margin := rng.Float64() * float64(rng.IntN(2))
		a, b := mustPlace(t, Sphere{margin}, Pose{Pos: x}), mustPlace(t, round, Pose{})
		if rng.IntN(2) == 0 {
			a, b = b, a
		}
		tr.Reset()
		c := q.Distance(a, b, nil)
		if last := tr.Steps[len(tr.Steps)-1]; last.Exit != collide.ExitPointRound {
			continue // too near the surface for the formula: TestClosedAgainstGeneral has the general solver
		}
		used++
		truth := meridian(cone, r, h, [3]*big.Float{float300(x.X), float300(x.Y), float300(x.Z)})
		truth.Sub(truth, float300(margin))
		if truth.Sign() < 0 {
			inside++
		}
		off := func(p Vec) float64 {
			o, _ := meridian(cone, r, h, [3]*big.Float{float300(p.X), float300(p.Y), float300(p.Z)}).Float64()
			return o
		}
		closedHolds(t, fmt.Sprintf("%#v", round), a, b, x, margin, c, truth, off)
	}
	if used < 15000 || inside < 5000 {
		t.Errorf("the closed form was used %d times, %d of them inside", used, inside)
	}
}

// roundProbe returns a point about a cylinder or cone of half sizes r and h: anywhere, on the axis,
// near the surface, the rim, the apex, and at equal distances of side and flat face.
func roundProbe(rng *rand.Rand, r, h float64) Vec {
	rho, z := 2*r*rng.Float64(), h*(4*rng.Float64()-2)
	tiny := math.Ldexp(rng.Float64()-0.5, -rng.IntN(60))
	switch rng.IntN(9) {
	case 0:
		rho = 0
	case 1:
		rho = math.Ldexp(rng.Float64(), -rng.IntN(1000))
	case 2:
		rho = r + tiny
	case 3:
		z = math.Copysign(h, z) + tiny
	case 4:
		rho, z = r+tiny, -h+math.Ldexp(rng.Float64()-0.5, -rng.IntN(60))
	case 5:
		rho, z = math.Abs(tiny), h+math.Ldexp(rng.Float64()-0.5, -rng.IntN(60))
	case 6:
		rho = max(0, r-(h-math.Abs(z)))
	case 7:
		rho, z = rho*0x1p30, z*0x1p30
	}
	angle := 2 * math.Pi * rng.Float64()
	if rng.IntN(4) == 0 {
		angle = 0
	}
	s, c := math.Sincos(angle)
	return Vec{rho * c, rho * s, z}
}

// TestPointRoundTies holds the documented rule: the side before a flat face, and the side along X
// for a point on the axis.
func TestPointRoundTies(t *testing.T) {
	for _, row := range []struct {
		what  string
		round Shape
		at    Vec
		n     Vec
		depth float64
	}{
		{"the middle of a flat cylinder", Cylinder{2, 2}, Vec{}, Vec{0, 0, 1}, 1},
		{"the middle of a slim cylinder", Cylinder{1, 4}, Vec{}, Vec{1, 0, 0}, 1},
		{"side and cap as near", Cylinder{1, 2}, Vec{}, Vec{1, 0, 0}, 1},
		{"side and cap as near, off the axis", Cylinder{2, 2}, Vec{0, -1.5, 0.5}, Vec{0, -1, 0}, 0.5},
		{"the lower cap", Cylinder{2, 2}, Vec{0, 0, -0.5}, Vec{0, 0, -1}, 0.5},
		{"the base of a cone", Cone{3, 4}, Vec{0, 0, -1.5}, Vec{0, 0, -1}, 0.5},
		{"the side of a cone", Cone{3, 4}, Vec{0, 0, 1}, Vec{0.8, 0, 0.6}, 0.6},
	} {
		a, b := mustPlace(t, row.round, Pose{}), mustPlace(t, Sphere{}, Pose{Pos: row.at})
		c := Distance(a, b)
		if c.Normal.Sub(row.n).Len() > 4*unit || math.Abs(c.Distance+row.depth) > 8*unit || c.Iterations != 1 {
			t.Errorf("%s: normal %v, distance %v, %d turns", row.what, c.Normal, c.Distance, c.Iterations)
		}
		if d := Distance(b, a); d.Normal != c.Normal.Neg().clean() || d.Distance != c.Distance {
			t.Errorf("%s, swapped: %+v", row.what, d)
		}
	}
}
