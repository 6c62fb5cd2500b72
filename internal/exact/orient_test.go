package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// ratOrient2D is the determinant in rationals, by another formula than Orient2D's.
func ratOrient2D(p [6]float64) int {
	r := func(i int) *big.Rat { return new(big.Rat).SetFloat64(p[i]) }
	sub := func(i, j int) *big.Rat { return new(big.Rat).Sub(r(i), r(j)) }
	l := new(big.Rat).Mul(sub(0, 4), sub(3, 5))
	return l.Cmp(new(big.Rat).Mul(sub(1, 5), sub(2, 4)))
}

// bigInts scales doubles by 2^1074 into integers: every finite double is one.
func bigInts(p []float64) []*big.Int {
	out := make([]*big.Int, len(p))
	for i, x := range p {
		m, e, neg := parts(x)
		out[i] = new(big.Int).Lsh(new(big.Int).SetUint64(m), uint(e+1074))
		if neg {
			out[i].Neg(out[i])
		}
	}
	return out
}

// bigOrient3D is the determinant in integers, from the differences to d.
func bigOrient3D(p [12]float64) int {
	v := bigInts(p[:])
	sub := func(i, j int) *big.Int { return new(big.Int).Sub(v[i], v[j]) }
	mul := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	var m [3][3]*big.Int
	for i := range 3 {
		for j := range 3 {
			m[i][j] = sub(3*i+j, 9+j)
		}
	}
	det := new(big.Int)
	for j := range 3 {
		k, l := (j+1)%3, (j+2)%3
		c := new(big.Int).Sub(mul(m[1][k], m[2][l]), mul(m[1][l], m[2][k]))
		det.Add(det, mul(m[0][j], c))
	}
	return -det.Sign() // det(a-d, b-d, c-d) = -det(b-a, c-a, d-a)
}

// draw fills p with points of dimension dim in one of the hard arrangements.
func draw(r *rand.Rand, p []float64, dim int) {
	span := func(e int) float64 { return math.Ldexp(2*r.Float64()-1, r.IntN(2*e+1)-e) }
	any100 := func() float64 { return math.Ldexp(2*r.Float64()-1, r.IntN(332+1074)-1074) }
	n := len(p) / dim
	kind := r.IntN(9)
	for i := range p {
		switch kind {
		case 0: // easy
			p[i] = 2*r.Float64() - 1
		case 1: // integer grid
			p[i] = float64(r.IntN(5) - 2)
		case 2: // a grid around a corner far from the origin, an ulp apart
			p[i] = 12.5 + float64(r.IntN(8))*0x1p-49
		case 3: // subnormal products
			p[i] = math.Ldexp(float64(r.IntN(9)-4), -540+r.IntN(10))
		case 4: // subnormal numbers
			p[i] = math.Float64frombits(uint64(r.IntN(4))) * float64(1-2*r.IntN(2))
		case 5: // needle
			p[i] = span(2)
			if i%dim != 0 {
				p[i] *= 0x1p-60
			}
		case 6: // mixed scales
			p[i] = any100()
		case 7: // mixed scales, many zeros and powers of two
			p[i] = math.Ldexp(float64(r.IntN(3)-1), r.IntN(660)-330)
		default: // up to the range's end
			p[i] = 1e100 * (2*r.Float64() - 1)
		}
	}
	if r.IntN(2) == 0 { // the last point near the span of the others
		last := p[(n-1)*dim:]
		for j := range dim {
			last[j] = 0
		}
		w := 1.0
		for i := range n - 1 {
			c := w
			if i < n-2 {
				c = float64(r.IntN(17)-8) / 4
			}
			w -= c
			for j := range dim {
				last[j] += float64(c * p[i*dim+j])
			}
		}
		for range r.IntN(3) {
			j := r.IntN(dim)
			last[j] = math.Nextafter(last[j], math.Inf(1-2*r.IntN(2)))
		}
	}
	for i, x := range p {
		p[i] = min(max(x, -1e100), 1e100)
	}
}

func TestOrient2D(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var seen [3]int
	for i := range 60000 {
		var p [6]float64
		draw(r, p[:], 2)
		want := ratOrient2DFast(p)
		if i%50 == 0 && want != ratOrient2D(p) {
			t.Fatalf("the two references differ at %v", p)
		}
		seen[want+1]++
		if got := Orient2D(p[0], p[1], p[2], p[3], p[4], p[5]); got != want {
			t.Fatalf("draw %d: Orient2D(%v) = %d, want %d", i, p, got, want)
		}
		if got := Orient2D(p[2], p[3], p[0], p[1], p[4], p[5]); got != -want {
			t.Fatalf("draw %d: swapped Orient2D(%v) = %d, want %d", i, p, got, -want)
		}
	}
	for s, n := range seen {
		if n < 5000 {
			t.Errorf("sign %d was drawn only %d times", s-1, n)
		}
	}
}

// ratOrient2DFast is ratOrient2D in integers.
func ratOrient2DFast(p [6]float64) int {
	v := bigInts(p[:])
	sub := func(i, j int) *big.Int { return new(big.Int).Sub(v[i], v[j]) }
	l := new(big.Int).Mul(sub(0, 4), sub(3, 5))
	return l.Cmp(new(big.Int).Mul(sub(1, 5), sub(2, 4)))
}

func TestOrient3D(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var seen [3]int
	for i := range 100000 {
		var p [12]float64
		draw(r, p[:], 3)
		a, b, c, d := [3]float64(p[0:]), [3]float64(p[3:]), [3]float64(p[6:]), [3]float64(p[9:])
		want := bigOrient3D(p)
		seen[want+1]++
		if got := Orient3D(a, b, c, d); got != want {
			t.Fatalf("draw %d: Orient3D(%v) = %d, want %d", i, p, got, want)
		}
		if got := Orient3D(d, b, c, a); got != -want {
			t.Fatalf("draw %d: swapped Orient3D(%v) = %d, want %d", i, p, got, -want)
		}
		if got := orient3DExact(&a, &b, &c, &d); got != want {
			t.Fatalf("draw %d: the exact stage of Orient3D(%v) = %d, want %d", i, p, got, want)
		}
	}
	for s, n := range seen {
		if n < 8000 {
			t.Errorf("sign %d was drawn only %d times", s-1, n)
		}
	}
}

func TestCompareDots(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 30000 {
		var p [9]float64
		draw(r, p[:], 3)
		d, a, b := [3]float64(p[0:]), [3]float64(p[3:]), [3]float64(p[6:])
		v := bigInts(p[:])
		want := new(big.Int)
		for j := range 3 {
			want.Add(want, new(big.Int).Mul(v[j], new(big.Int).Sub(v[3+j], v[6+j])))
		}
		if got := CompareDots3D(d, a, b); got != want.Sign() {
			t.Fatalf("draw %d: CompareDots3D(%v) = %d, want %d", i, p, got, want.Sign())
		}
	}
	if got := CompareDots2D([2]float64{1, 1}, [2]float64{1, 0}, [2]float64{0, 1}); got != 0 {
		t.Errorf("two points equally far along the diagonal: %d, want 0", got)
	}
}

func TestCollinear3D(t *testing.T) {
	far := 1 + 0x1p-52
	tests := []struct {
		why     string
		a, b, c [3]float64
		want    bool
	}{
		{"three equal points", [3]float64{1, 2, 3}, [3]float64{1, 2, 3}, [3]float64{1, 2, 3}, true},
		{"a line in general position", [3]float64{1, 2, 3}, [3]float64{2, 4, 6}, [3]float64{-3, -6, -9}, true},
		{"an ulp off the line", [3]float64{0, 0, 0}, [3]float64{1, 1, 1}, [3]float64{2, 2, 2 * far}, false},
		{"off in x only", [3]float64{0, 0, 0}, [3]float64{0, 1, 1}, [3]float64{5e-324, 2, 2}, false},
	}
	for _, tt := range tests {
		if got := Collinear3D(tt.a, tt.b, tt.c); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.why, got, tt.want)
		}
	}
}

func TestOrientAllocatesNothing(t *testing.T) {
	a, b, c, d := [3]float64{0.1, 0.2, 0.3}, [3]float64{1.1, 5e-324, 0.7}, [3]float64{1e100, 0, 3}, [3]float64{0.1, 0.2, 0.3}
	if n := testing.AllocsPerRun(100, func() { _ = Orient3D(a, b, c, d) }); n != 0 {
		t.Errorf("Orient3D allocates %v times", n)
	}
}

func FuzzOrient(f *testing.F) {
	f.Add(0.1, 0.2, 0.3, 5e-324, 1e100, -1e-200, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0)
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g, h, i, j, k, l, m float64) {
		p := [12]float64{a, b, c, d, e, g, h, i, j, k, l, m}
		for _, x := range p {
			if !(math.Abs(x) <= 1e100) {
				return
			}
		}
		want := bigOrient3D(p)
		if got := Orient3D([3]float64(p[0:]), [3]float64(p[3:]), [3]float64(p[6:]), [3]float64(p[9:])); got != want {
			t.Errorf("Orient3D(%v) = %d, want %d", p, got, want)
		}
		q := [6]float64(p[:6])
		if got, want := Orient2D(a, b, c, d, e, g), ratOrient2DFast(q); got != want {
			t.Errorf("Orient2D(%v) = %d, want %d", q, got, want)
		}
	})
}

// benchmarkOrient3D measures Orient3D of points whose coordinates are those that point returns: in
// general position, or on one plane, with differences that are exact (a grid) or not.
func benchmarkOrient3D(b *testing.B, point func(r *rand.Rand, i int) float64) {
	r := rand.New(rand.NewPCG(7, 8))
	var p [256][3]float64
	for i := range p {
		for j := range 3 {
			p[i][j] = point(r, j)
		}
	}
	n, s := 0, 0
	for b.Loop() {
		s += Orient3D(p[n&255], p[(n+1)&255], p[(n+2)&255], p[(n+3)&255])
		n++
	}
	if s > n {
		b.Fatal("impossible")
	}
}

func BenchmarkOrient3D(b *testing.B) {
	b.Run("easy", func(b *testing.B) {
		benchmarkOrient3D(b, func(r *rand.Rand, _ int) float64 { return r.Float64() })
	})
	b.Run("grid", func(b *testing.B) {
		benchmarkOrient3D(b, func(r *rand.Rand, j int) float64 { return float64(r.IntN(10)) * float64(min(j, 1)) })
	})
	b.Run("coplanar", func(b *testing.B) {
		benchmarkOrient3D(b, func(r *rand.Rand, j int) float64 {
			if j == 2 {
				return 0.1
			}
			return r.Float64()
		})
	})
	b.Run("shifted", func(b *testing.B) {
		benchmarkOrient3D(b, func(r *rand.Rand, _ int) float64 { return 1e9 + float64(r.IntN(4))*0x1p-23 })
	})
	b.Run("mixed", func(b *testing.B) {
		benchmarkOrient3D(b, func(r *rand.Rand, j int) float64 {
			if j == 2 {
				return 1e-300
			}
			return math.Ldexp(r.Float64(), r.IntN(600)-300)
		})
	})
}

func BenchmarkOrient2D(b *testing.B) {
	for _, bb := range []struct {
		name string
		draw func(r *rand.Rand) float64
	}{
		{"easy", func(r *rand.Rand) float64 { return r.Float64() }},
		{"shifted", func(r *rand.Rand) float64 { return 1e9 + float64(r.IntN(4))*0x1p-23 }},
		{"collinear", func(*rand.Rand) float64 { return 0.3 }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(9, 10))
			var p [258]float64
			for i := range p {
				p[i] = bb.draw(r)
			}
			n, s := 0, 0
			for b.Loop() {
				q := p[n&127 : n&127+6]
				s += Orient2D(q[0], q[1], q[2], q[3], q[4], q[5])
				n++
			}
			if s > n {
				b.Fatal("impossible")
			}
		})
	}
}
