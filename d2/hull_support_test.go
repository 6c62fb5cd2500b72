package d2

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/exact"
)

// coherent returns n directions, each turned a little from the last.
func coherent(r *rand.Rand, n int) []Vec {
	d, v := make([]Vec, n), Vec{1, 0}
	for i := range d {
		v = v.Add(Vec{r.Float64() - 0.5, r.Float64() - 0.5}.Scale(0.04))
		v = v.Scale(1 / v.Len())
		d[i] = v
	}
	return d
}

// lower returns by how much the value of vertex i along d is below the greatest, exactly, over
// |d|_1 radius u.
func lower(h *Hull, d Vec, i int32) float64 {
	value := func(v Vec) *big.Rat {
		sum := new(big.Rat)
		x, y, c := [2]float64{v.X, v.Y}, [2]float64{d.X, d.Y}, [2]float64{h.center.X, h.center.Y}
		for j := range 2 {
			t := new(big.Rat).SetFloat64(x[j])
			t.Sub(t, new(big.Rat).SetFloat64(c[j]))
			sum.Add(sum, t.Mul(t, new(big.Rat).SetFloat64(y[j])))
		}
		return sum
	}
	top := h.points[i]
	for _, p := range h.points {
		if exact.CompareDots2D([2]float64{d.X, d.Y}, [2]float64{p.X, p.Y}, [2]float64{top.X, top.Y}) > 0 {
			top = p
		}
	}
	at, greatest := value(h.points[i]), value(top)
	size := new(big.Rat).SetFloat64(h.radius)
	size.Mul(size, new(big.Rat).SetFloat64(math.Abs(d.X)+math.Abs(d.Y)))
	if size.Sign() == 0 {
		return 0
	}
	f, _ := new(big.Rat).Quo(greatest.Sub(greatest, at), size).Float64()
	return f * 0x1p53
}

// directions returns random directions, those of the axes and diagonals, and the normals of some
// edges: the latter have ties.
func directions(r *rand.Rand, h *Hull, n int) []Vec {
	d := onCircle(r, n)
	for i := range 9 {
		if i != 4 {
			d = append(d, Vec{float64(i%3 - 1), float64(i/3 - 1)})
		}
	}
	for range n {
		i := r.IntN(len(h.local))
		e := h.local[(i+1)%len(h.local)].Sub(h.local[i])
		if l := e.Len(); l > 0 {
			d = append(d, Vec{e.Y / l, -e.X / l}, Vec{-e.Y / l, e.X / l})
		}
	}
	return d
}

// supportSets are hulls on which climbing is hard: edges of an ulp beside long ones, lattices,
// needles.
func supportSets() map[string][]Vec {
	r := rand.New(rand.NewPCG(31, 32))
	var fine, parabola []Vec
	for range 400 { // clusters an ulp apart around the corners of a square
		c := Vec{float64(r.IntN(2)) + 1, float64(r.IntN(2)) + 1}
		fine = append(fine, c.Add(Vec{float64(r.IntN(9)), float64(r.IntN(9))}.Scale(0x1p-52)))
	}
	for i := range 140 { // strictly convex in integers
		x := float64(i - 70)
		parabola = append(parabola, Vec{x, x * x})
	}
	return map[string][]Vec{
		"circle 33": onCircle(r, 33), "circle 512": onCircle(r, 512), "ulp clusters": fine, "parabola": parabola,
		"shifted": each(onCircle(r, 400), func(v Vec) Vec { return v.Add(Vec{1e9, 1e9}) }),
		"needle":  each(onCircle(r, 200), func(v Vec) Vec { return Vec{v.X * 1e6, v.Y * 1e-3} }),
		"tiny":    each(onCircle(r, 100), func(v Vec) Vec { return v.Scale(1e-150) }),
		"segment": {{0, 0}, {1, 2}}, "point": {{4, 5}},
	}
}

func TestSupportIsWithinItsBound(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for name, points := range supportSets() {
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		n := int32(len(h.points))
		if want := n > scanLimit; (len(h.start) == 4*tableSide) != want {
			t.Errorf("%s: a table of %d for %d vertices", name, len(h.start), n)
		}
		for _, d := range directions(r, h, 30) {
			last := int32(r.IntN(int(n)))
			for what, i := range map[string]int32{"cold": h.support(d, -1), "hint": h.support(d, last), "hint out of range": h.support(d, n+last), "climb": h.climb(d, last)} {
				if l := lower(h, d, i); l > 6 {
					t.Errorf("%s: %s support along %v is %g u |d| radius below the greatest", name, what, d, l)
				}
			}
		}
	}
}

// TestClimbPassesShortEdges has an edge of an ulp whose rise the rounding hides, and a long edge
// behind it that rises by a tenth. Going on only where a neighbour is strictly better ends before
// it, 5e14 times the bound too low.
func TestClimbPassesShortEdges(t *testing.T) {
	h, err := NewHull([]Vec{{1, 0.25}, {1, 0.25 + 0x1p-54}, {0.5, 0.75}, {-1, 1}, {-1, -1}, {0.9, -1}})
	if err != nil || len(h.points) != 6 {
		t.Fatal(len(h.points), err)
	}
	r := rand.New(rand.NewPCG(41, 42))
	hidden := 0
	for range 1000 {
		d := Vec{0.6 + 0.01*r.Float64(), 0.8}
		if h.local[3].Dot(d) <= h.local[2].Dot(d) {
			hidden++
		}
		for from := range int32(6) {
			if l := lower(h, d, h.climb(d, from)); l > 6 {
				t.Fatalf("climb along %v from %d ends %g u |d| radius too low", d, from, l)
			}
		}
	}
	if hidden < 100 {
		t.Errorf("the edge's rise was hidden only %d times", hidden)
	}
}

func TestScanReturnsTheFirstOfEquals(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	for range 20000 {
		v := make([]Vec, 1+r.IntN(40))
		for i := range v {
			v[i] = Vec{float64(r.IntN(3) - 1), float64(r.IntN(3) - 1)}
		}
		d := Vec{float64(r.IntN(3) - 1), float64(r.IntN(3) - 1)}
		want := 0
		for i := range v {
			if v[i].Dot(d) > v[want].Dot(d) {
				want = i
			}
		}
		if got := scan(v, d); got != int32(want) {
			t.Fatalf("scan(%v, %v) = %d, want %d", v, d, got, want)
		}
	}
}

// TestSupportTakesAnyDirection calls what Place cannot keep out: it must return, with some vertex.
func TestSupportTakesAnyDirection(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	h, err := NewHull(onCircle(r, 200))
	if err != nil {
		t.Fatal(err)
	}
	odd := []float64{0, math.Copysign(0, -1), 1, -1, 5e-324, -1e-310, 1e308, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, x := range odd {
		for _, y := range odd {
			d := Vec{x, y}
			if i := h.support(d, -1); i < 0 || i >= 200 {
				t.Fatalf("support(%v) = %d", d, i)
			}
			if i := h.support(d, 7); i < 0 || i >= 200 {
				t.Fatalf("support(%v, 7) = %d", d, i)
			}
			h.Support(d)
		}
	}
	if got := new(Hull).Support(Vec{1, 0}); got != (Vec{}) {
		t.Errorf("the zero Hull: %v", got)
	}
}

func TestSupportOfAnyLength(t *testing.T) {
	r := rand.New(rand.NewPCG(39, 40))
	for _, n := range []int{20, 100} {
		h, err := NewHull(each(onCircle(r, n), func(v Vec) Vec { return v.Scale(1e90) }))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range onCircle(r, 100) {
			want := h.Support(d)
			for _, k := range []int{-990, -300, 300, 1000} {
				if got := h.Support(ldexpVec(d, k)); got != want {
					t.Fatalf("direction times 2^%d: %v, want %v", k, got, want)
				}
			}
		}
	}
}

func TestSupportAllocatesNothing(t *testing.T) {
	for _, p := range supportSets() {
		h, err := NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(20, func() { h.support(Vec{0, 1}, -1); h.Support(Vec{1, 0}) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

func BenchmarkSupport(b *testing.B) {
	r := rand.New(rand.NewPCG(29, 30))
	random, near := onCircle(r, 4096), coherent(r, 4096)
	var sum int32
	for _, n := range []int{8, 20, 32, 128, 512, 2048} {
		h, err := NewHull(onCircle(r, n))
		if err != nil {
			b.Fatal(err)
		}
		h.fillStart()
		run := func(name string, dirs []Vec, f func(d Vec, last int32) int32) {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				i, last := 0, int32(0)
				for b.Loop() {
					last = f(dirs[i&4095], last)
					sum += last
					i++
				}
			})
		}
		run("scan", random, func(d Vec, _ int32) int32 { return scan(h.local, d) })
		run("table", random, func(d Vec, _ int32) int32 { return h.tableStart(d) })
		run("climb", random, func(d Vec, _ int32) int32 { return h.climb(d, h.tableStart(d)) })
		run("climb-hint", near, func(d Vec, last int32) int32 { return h.climb(d, last) })
	}
	if sum == math.MaxInt32 {
		b.Log(sum)
	}
}
