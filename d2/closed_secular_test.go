package d2

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

// secularTruth returns the signed distance, with 300 bits, of x and the ellipse of semi-axes r
// about the origin, and the gradient at the nearest point: by halving the range of the unknown.
func secularTruth(r [2]float64, x [2]*big.Float) (dist *big.Float, n [2]float64) {
	op := func() *big.Float { return new(big.Float).SetPrec(300) }
	c, size := math.Inf(1), op()
	var semi, e, squares [2]*big.Float // e: r_i^2 - c^2
	for i := range r {
		c = min(c, r[i])
		semi[i] = float300(max(r[i], 0x1p-200)) // flat: thinner than can be told
	}
	least := float300(max(c, 0x1p-200))
	least.Mul(least, least)
	for i := range r {
		squares[i] = op().Mul(semi[i], semi[i])
		e[i] = op().Sub(squares[i], least)
		size.Add(size, op().Mul(semi[i], op().Abs(x[i])))
	}
	sum := func(d *big.Float) *big.Float { // S
		s := op()
		for i := range r {
			if x[i].Sign() != 0 {
				p := op().Quo(op().Mul(semi[i], x[i]), op().Add(e[i], d))
				s.Add(s, p.Mul(p, p))
			}
		}
		return s
	}
	one, lo, hi := float300(1), float300(0x1p-600), op().Add(size, float300(0x1p-600))
	for range 1000 {
		mid := op().Mul(op().Add(lo, hi), float300(0.5))
		if mid.Cmp(lo) == 0 || mid.Cmp(hi) == 0 {
			break
		}
		if sum(mid).Cmp(one) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	rest, inside, square := float300(1), op(), op()
	for i := range r {
		w := op().Add(e[i], hi)
		g := op().Quo(x[i], w)
		y := op().Mul(g, squares[i])
		n[i], _ = g.Float64()
		p := op().Quo(y, semi[i])
		rest.Sub(rest, p.Mul(p, p))
		in := op().Quo(x[i], semi[i])
		inside.Add(inside, in.Mul(in, in))
		y.Sub(x[i], y)
		square.Add(square, y.Mul(y, y))
	}
	// No root: the rest of the way is along axes of the least length, on which x is 0.
	if rest.Cmp(float300(0x1p-200)) > 0 {
		square.Add(square, op().Mul(rest, least))
	}
	dist = op().Sqrt(square)
	if inside.Cmp(one) < 0 {
		dist.Neg(dist)
	}
	return dist, n
}

// TestPointSecularAgainstBigFloats holds the closed form of a point and an ellipse, grown or not,
// to the true distance: bracket, distance, normal, and witnesses on both surfaces.
func TestPointSecularAgainstBigFloats(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(28, 11))
	var tr Trace
	q, err := NewQuery(Options{Trace: &tr})
	if err != nil {
		t.Fatal(err)
	}
	used, inside, straight := 0, 0, 0
	const draws = 1500
	for k := range draws {
		r, x := secularProbe(rng)
		p, margin := Vec{x[0], x[1]}, rng.Float64()*float64(rng.IntN(2))
		a, b := mustPlace(t, Circle{margin}, Pose{Pos: p}), mustPlace(t, Ellipse{Vec{r[0], r[1]}}, Pose{})
		if rng.IntN(2) == 0 {
			a, b = b, a
		}
		tr.Reset()
		c := q.Distance(a, b, nil)
		if last := tr.Steps[len(tr.Steps)-1]; last.Exit != collide.ExitPointEllipsoid {
			continue // too near the surface for the formula: TestAlgorithmsAgree has the general one
		}
		used++
		var at [2]*big.Float
		for i := range at {
			at[i] = float300(x[i])
		}
		truth, gradient := secularTruth(r, at)
		truth.Sub(truth, float300(margin))
		if truth.Sign() < 0 {
			inside++
		}
		off := func(p Vec) float64 {
			d, _ := secularTruth(r, [2]*big.Float{float300(p.X), float300(p.Y)})
			o, _ := d.Float64()
			return o
		}
		closedHolds(t, fmt.Sprint(k, ": ", r), a, b, p, margin, c, truth, off)
		if c.Distance > 0 { // outside the direction is stable
			normal := c.Normal
			if a.kind == kindPoint {
				normal = normal.Neg()
			}
			g := Vec{gradient[0], gradient[1]}
			if d := normal.Sub(g.Unit()).Len(); d > 1e-12*(1+(a.extent+b.extent)/c.Distance) {
				t.Fatalf("%d: %v at %v, margin %v: normal %v, off by %g", k, r, x, margin, normal, d)
			}
			straight++
		}
	}
	if used < draws*4/5 || inside < draws/4 || straight < draws/4 {
		t.Errorf("the closed form was used %d times, %d of them inside, %d outside", used, inside, straight)
	}
}

// secularProbe returns the semi-axes of an ellipse, some equal, tiny or zero, and a point:
// anywhere, on planes of symmetry, near the surface, near the middle and far away.
func secularProbe(rng *rand.Rand) (r, x [2]float64) {
	for i := range r {
		switch rng.IntN(6) {
		case 0:
			r[i] = 0.5
		case 1:
			r[i] = math.Ldexp(rng.Float64(), -rng.IntN(20))
		default:
			r[i] = 0.1 + rng.Float64()
		}
	}
	if rng.IntN(10) == 0 {
		r[rng.IntN(2)] = 0
	}
	scale := 1.0
	switch rng.IntN(8) {
	case 0:
		scale = math.Ldexp(1, -rng.IntN(60))
	case 1:
		scale = 0x1p30
	case 2, 3:
		scale = 0.3
	}
	for i := range x {
		if x[i] = scale * (4*rng.Float64() - 2); rng.IntN(4) == 0 {
			x[i] = 0
		}
	}
	if rng.IntN(6) == 0 { // near the surface
		l := (Vec{x[0] / r[0], x[1] / r[1]}).Len()
		if l > 0 && l < math.MaxFloat64 {
			s := (1 + math.Ldexp(rng.Float64()-0.5, -rng.IntN(40))) / l
			for i := range x {
				x[i] *= s
			}
		}
	}
	return r, x
}

// TestPointSecularTies holds the documented rule: of two nearest points the one along the positive
// axis.
func TestPointSecularTies(t *testing.T) {
	for _, row := range []struct {
		what  string
		r, at Vec
		n     Vec
		depth float64
	}{
		{"the middle", Vec{2, 1}, Vec{}, Vec{0, 1}, 1},
		{"on the shorter axis", Vec{2, 1}, Vec{0, -0.25}, Vec{0, -1}, 0.75},
	} {
		a, b := mustPlace(t, Ellipse{row.r}, Pose{}), mustPlace(t, Circle{}, Pose{Pos: row.at})
		c := Distance(a, b)
		if c.Normal.Sub(row.n).Len() > 8*unit || math.Abs(c.Distance+row.depth) > 16*unit {
			t.Errorf("%s: normal %v, distance %v", row.what, c.Normal, c.Distance)
		}
		if d := Distance(b, a); d.Normal != c.Normal.Neg().clean() || d.Distance != c.Distance {
			t.Errorf("%s, swapped: %+v", row.what, d)
		}
	}
}
