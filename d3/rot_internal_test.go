package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
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

// randomRot returns a rotation whose quaternion is often special: near a quarter turn, with components that
// are zero, equal, or tiny beyond squaring.
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
	cases := []Rot{{}, {1, 0, 0, 0}, {0, 0, quarter, quarter}, {0, 0, quarter, -math.Nextafter(quarter, 1)},
		{0.5, 0.5, 0.5, 0.5}, {1e-200, 0, 0, 1}, {1e-160, 1e-160, 0, 1}, {5e-324, 5e-324, 5e-324, 1}, {1e-300, 1e-20, 0.6, 0.8}}
	for range 3000 {
		cases = append(cases, randomRot(rng))
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
				e, _ := d.Float64()
				nearest, _ := want[i][j].Float64()
				if !(math.Abs(e) <= 0.501*ulp(nearest)+5e-324) {
					t.Fatalf("%v: entry %d %d is %v, off by %g ulp", r, i, j, h[i][j], e/ulp(nearest))
				}
				d.Add(d, new(big.Float).SetFloat64(l[i][j]))
				if e, _ := d.Float64(); !(math.Abs(e) <= 0x1p-100) {
					t.Fatalf("%v: hi + lo of entry %d %d is off by %g", r, i, j, e)
				}
			}
		}
	}
}
