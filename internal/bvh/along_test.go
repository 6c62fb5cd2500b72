package bvh

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactCrossing returns the parameters between which a ray is in a box grown by pad, where it ever
// is; hi is nil for a ray that does not move.
func exactCrossing[B Box](b *B, o, d *[3]float64, pad float64) (lo, hi *big.Rat, never bool) {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	lo = new(big.Rat)
	h := len(*b) / 2
	for k := range h {
		u, v := rat((*b)[k]), rat((*b)[h+k])
		u.Sub(u, rat(o[k])).Sub(u, rat(pad))
		v.Sub(v, rat(o[k])).Add(v, rat(pad))
		if d[k] == 0 {
			if u.Sign() > 0 || v.Sign() < 0 {
				return nil, nil, true
			}
			continue
		}
		inv := rat(d[k])
		inv.Inv(inv)
		u.Mul(u, inv)
		v.Mul(v, inv)
		if d[k] < 0 {
			u, v = v, u
		}
		if u.Cmp(lo) > 0 {
			lo = u
		}
		if hi == nil || v.Cmp(hi) < 0 {
			hi = v
		}
	}
	return lo, hi, hi != nil && lo.Cmp(hi) > 0
}

// TestAlongExactly: a ray finds each box, grown by a pad, that it meets in exact arithmetic, and
// enters it no later than that, nor by more than rounding sooner: rays along axes, and as good as
// along axes, from far away too.
func TestAlongExactly(t *testing.T) {
	testAlongExactly[[4]float64](t)
	testAlongExactly[[6]float64](t)
}

func testAlongExactly[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 7))
	var none B
	h := len(none) / 2
	met, missed := 0, 0
	for turn := range 600 {
		kind := []string{"lattice", "everyday", "points"}[turn%3]
		boxes := random[B](rng, kind, 12)
		far, pad := 0.0, 0.5*float64(rng.IntN(3))
		if rng.IntN(3) == 0 {
			far = math.Ldexp(1, 10+rng.IntN(30))
		}
		for i := range boxes {
			for k := range len(none) {
				boxes[i][k] += far
			}
		}
		var tree Tree[B]
		tree.Build(boxes)
		target := &boxes[rng.IntN(len(boxes))]
		tiny := math.Ldexp(1, -1000-rng.IntN(12))
		// to a corner of a box, or past it by half a pad
		var o, d [3]float64
		for k := range h {
			d[k] = []float64{0, 1, -1, 3, -0.7, tiny, -tiny}[rng.IntN(7)]
			o[k] = (*target)[k+h*rng.IntN(2)] + pad*float64(rng.IntN(5)-2)/2
			if math.Abs(d[k]) > tiny {
				o[k] -= 3 * d[k]
			}
		}
		if d == ([3]float64{}) {
			continue
		}
		found := map[int32]float64{}
		var s Along[B]
		s.StartPadded(&tree, &o, &d, inf, pad)
		for i, from, ok := s.Next(inf); ok; i, from, ok = s.Next(inf) {
			found[i] = from
		}
		size := far + 20
		for i := range boxes {
			lo, hi, never := exactCrossing(&boxes[i], &o, &d, pad)
			from, ok := found[int32(i)]
			if !never {
				met++
				at, _ := lo.Float64()
				if !ok || new(big.Rat).SetFloat64(from).Cmp(lo) > 0 {
					t.Fatalf("%v, grown by %v, from %v along %v: entered at %v, not %v: %v", boxes[i], pad, o, d, from, at, ok)
				}
				if from < at-1e-14*(math.Abs(at)+size) {
					t.Fatalf("%v, grown by %v, from %v along %v: entered at %v, not %v", boxes[i], pad, o, d, from, at)
				}
				continue
			}
			missed++
			if _, _, never = exactCrossing(&boxes[i], &o, &d, pad+1e-14*size); ok && never {
				t.Fatalf("%v, grown by %v, from %v along %v is missed by %v and %v", boxes[i], pad, o, d, lo, hi)
			}
		}
	}
	if met < 500 || missed < 2000 {
		t.Errorf("%d boxes are met and %d missed", met, missed)
	}
}
