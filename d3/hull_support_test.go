package d3

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
	d, v := make([]Vec, n), Vec{1, 0, 0}
	for i := range d {
		v = v.Add(Vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}.Scale(0.04))
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
		x, y, c := array(v), array(d), array(h.center)
		for j := range 3 {
			t := new(big.Rat).SetFloat64(x[j])
			t.Sub(t, new(big.Rat).SetFloat64(c[j]))
			sum.Add(sum, t.Mul(t, new(big.Rat).SetFloat64(y[j])))
		}
		return sum
	}
	top := h.points[i]
	for _, p := range h.points {
		if exact.CompareDots3D(array(d), array(p), array(top)) > 0 {
			top = p
		}
	}
	at, greatest := value(h.points[i]), value(top)
	size := new(big.Rat).SetFloat64(h.radius)
	size.Mul(size, new(big.Rat).SetFloat64(math.Abs(d.X)+math.Abs(d.Y)+math.Abs(d.Z)))
	if size.Sign() == 0 {
		return 0
	}
	f, _ := new(big.Rat).Quo(greatest.Sub(greatest, at), size).Float64()
	return f * 0x1p53
}

// directions returns random directions, those of the axes and diagonals, the normals of some faces
// and of some edges' perpendiculars: the last three have ties.
func directions(r *rand.Rand, h *Hull, n int) []Vec {
	d := onSphere(r, n)
	for i := range 27 {
		if i != 13 {
			d = append(d, Vec{float64(i%3 - 1), float64(i/3%3 - 1), float64(i/9 - 1)})
		}
	}
	for range min(n, len(h.faces)) {
		f := h.faces[r.IntN(len(h.faces))]
		v := h.local[f[1]].Sub(h.local[f[0]]).Cross(h.local[f[2]].Sub(h.local[f[0]]))
		if l := v.Len(); l > 0 && l < 1e300 {
			d = append(d, v.Scale(1/l), v.Scale(-1/l))
		}
	}
	return d
}

// supportSets are hulls on which climbing is hard: large flat facets, edges of an ulp beside long
// ones, lattices.
func supportSets() map[string][]Vec {
	r := rand.New(rand.NewPCG(31, 32))
	prism := func(n int) []Vec {
		var p []Vec
		for i := range n { // on a parabola, so strictly convex in integers
			x := float64(i - n/2)
			p = append(p, Vec{x, x * x, 0}, Vec{x, x * x, 1000})
		}
		return p
	}
	var fine []Vec // clusters an ulp apart around the corners of a cube
	for range 400 {
		c := Vec{float64(r.IntN(2)) + 1, float64(r.IntN(2)) + 1, float64(r.IntN(2)) + 1}
		fine = append(fine, c.Add(Vec{float64(r.IntN(9)), float64(r.IntN(9)), float64(r.IntN(9))}.Scale(0x1p-52)))
	}
	sets := map[string][]Vec{
		"sphere 33": onSphere(r, 33), "sphere 512": onSphere(r, 512), "prism 2x60": prism(60), "prism 2x15": prism(15),
		"ulp clusters": fine,
		"shifted":      each(onSphere(r, 400), func(v Vec) Vec { return v.Add(Vec{1e9, 1e9, 1e9}) }),
		"needle":       each(onSphere(r, 200), func(v Vec) Vec { return Vec{v.X * 1e6, v.Y * 1e-3, v.Z * 1e-3} }),
		"tiny":         each(onSphere(r, 100), func(v Vec) Vec { return v.Scale(1e-150) }),
		"flat circle":  each(onSphere(r, 150), func(v Vec) Vec { return Vec{v.X, v.Y, 7}.Scale(1 / math.Sqrt(1-v.Z*v.Z)) }),
		"parabola":     each(prism(70), func(v Vec) Vec { return Vec{v.X, v.Y, 5} }),
		"segment":      {{0, 0, 0}, {1, 2, 3}}, "point": {{4, 5, 6}},
	}
	return sets
}

func TestSupportIsWithinItsBound(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for name, points := range supportSets() {
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		n := int32(len(h.points))
		if want := n > scanLimit && h.cells == nil; (len(h.start) == 6*tableSide*tableSide) != want {
			t.Errorf("%s: a table of %d for %d vertices", name, len(h.start), n)
		}
		for _, d := range directions(r, h, 30) {
			last := int32(r.IntN(int(n)))
			for what, i := range map[string]int32{"cold": h.support(d, -1), "hint": h.support(d, last), "hint out of range": h.support(d, n+last), "climb": h.climb(d, last)} {
				if l := lower(h, d, i); l > 8 {
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
	h, err := NewHull([]Vec{{1, 0.25, 0}, {1, 0.25 + 0x1p-54, 0}, {0.5, 0.75, 0}, {-1, 1, 0}, {-1, -1, 0}, {0.9, -1, 0}})
	if err != nil || len(h.points) != 6 {
		t.Fatal(len(h.points), err)
	}
	r := rand.New(rand.NewPCG(41, 42))
	hidden := 0
	for range 1000 {
		d := Vec{0.6 + 0.01*r.Float64(), 0.8, 0}
		if h.local[1].Dot(d) <= h.local[0].Dot(d) {
			hidden++
		}
		for from := range int32(6) {
			if l := lower(h, d, h.climb(d, from)); l > 8 {
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
			v[i] = Vec{float64(r.IntN(3) - 1), float64(r.IntN(3) - 1), float64(r.IntN(3) - 1)}
		}
		d := Vec{float64(r.IntN(3) - 1), float64(r.IntN(3) - 1), float64(r.IntN(3) - 1)}
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
	h, err := NewHull(onSphere(r, 200))
	if err != nil {
		t.Fatal(err)
	}
	odd := []float64{0, math.Copysign(0, -1), 1, -1, 5e-324, -1e-310, 1e308, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, x := range odd {
		for _, y := range odd {
			for _, z := range odd {
				d := Vec{x, y, z}
				if i := h.support(d, -1); i < 0 || i >= 200 {
					t.Fatalf("support(%v) = %d", d, i)
				}
				if i := h.support(d, 7); i < 0 || i >= 200 {
					t.Fatalf("support(%v, 7) = %d", d, i)
				}
				h.Support(d)
			}
		}
	}
	if got := new(Hull).Support(Vec{1, 0, 0}); got != (Vec{}) {
		t.Errorf("the zero Hull: %v", got)
	}
}

func TestSupportOfAnyLength(t *testing.T) {
	r := rand.New(rand.NewPCG(39, 40))
	for _, n := range []int{20, 100} {
		h, err := NewHull(each(onSphere(r, n), func(v Vec) Vec { return v.Scale(1e90) }))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range onSphere(r, 100) {
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
		if n := testing.AllocsPerRun(20, func() { h.support(Vec{0, 0, 1}, -1); h.Support(Vec{1, 0, 0}) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

func BenchmarkSupport(b *testing.B) {
	r := rand.New(rand.NewPCG(29, 30))
	random, near := onSphere(r, 4096), coherent(r, 4096)
	var sum int32
	for _, n := range []int{8, 20, 32, 128, 512, 2048} {
		h, err := NewHull(onSphere(r, n))
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
		if h.cells != nil {
			run("cells", random, func(d Vec, _ int32) int32 { return h.cells.support(h.local, d) })
		}
		run("climb", random, func(d Vec, _ int32) int32 { return h.climb(d, h.tableStart(d)) })
		run("climb-hint", near, func(d Vec, last int32) int32 { return h.climb(d, last) })
	}
	if sum == math.MaxInt32 {
		b.Log(sum)
	}
}

// TestSupportOfBody holds the search of a core, which goes to scan, cells or climb by itself, to
// Hull.support, and the turn of GJK to search and point.
func TestSupportOfBody(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 7))
	for _, n := range []int{1, 3, 4, 7, 8, 9, cellFew, cellFew + 1, scanLimit + 1, 200, cellMost + 1} {
		h, err := NewHull(onSphere(r, n))
		if err != nil {
			t.Fatal(err)
		}
		a, b := mustPlace(t, h, Pose{}), mustPlace(t, h, Pose{Pos: Vec{0.5, 0.25, 3}})
		var m minkowski
		m.init(a, b)
		for _, d := range directions(r, h, 100) {
			p, i := m.a.support(d)
			if want := h.support(d, m.a.hint); i != want || m.a.hint != i || p != m.a.vertex(i) {
				t.Fatalf("%d corners along %v: vertex %d at %v, want %d", n, d, i, p, want)
			}
			var v vertex
			got := *m.support(d, &v)
			found := *m.search(d)
			if want := (vertex{w: m.point(found.a, found.b), a: found.a, ia: found.ia, ib: found.ib}); got != found || v != want {
				t.Fatalf("%d corners along %v: the turn of GJK finds %v, want %v", n, d, v, want)
			}
		}
	}
}
