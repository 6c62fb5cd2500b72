package d2

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// bigOrient is orient2d in integers of 2^-1074, by another formula than package exact's: it shares
// no code with it.
func bigOrient(a, b, c Vec) int {
	ax, ay := bigDiff(a.X, c.X), bigDiff(a.Y, c.Y)
	bx, by := bigDiff(b.X, c.X), bigDiff(b.Y, c.Y)
	return ax.Mul(ax, by).Cmp(ay.Mul(ay, bx))
}

// bigDiff is x - y in units of 2^-1074.
func bigDiff(x, y float64) *big.Int {
	b := bigOf(x)
	return b.Sub(b, bigOf(y))
}

func bigOf(x float64) *big.Int {
	m, e := math.Frexp(x) // x = m 2^53 * 2^(e-53); Ldexp to the integer, then shift
	r := big.NewInt(int64(math.Ldexp(m, 53)))
	if e < 53-1074 {
		return r.Rsh(r, uint(53-1074-e)) // the bits below 2^-1074 are zeros
	}
	return r.Lsh(r, uint(e-53+1074))
}

// checkHull fails the test unless h is the hull of the points: strictly convex, counter-clockwise
// from the least, no point outside. All signs are those of bigOrient.
func checkHull(t *testing.T, h *Hull, points []Vec) {
	t.Helper()
	n := len(h.points)
	if n == 0 || h.dim != min(n-1, 2) {
		t.Fatalf("dim %d with %d points", h.dim, n)
	}
	for i, v := range h.points {
		if !slices.Contains(points, v) {
			t.Fatalf("vertex %v is no input point", v)
		}
		if i > 0 && lexCompare(h.points[0], v) >= 0 {
			t.Fatalf("vertex %d is not after the first one", i)
		}
		if h.local[i] != v.Sub(h.center) {
			t.Fatalf("local[%d] is not points[%d] - center", i, i)
		}
	}
	step := 1 + n*len(points)/6000
	for k := 0; k < n*len(points); k += step {
		i, p := k/len(points), points[k%len(points)]
		a, b := h.points[i], h.points[(i+1)%n]
		switch {
		case n == 1 && p != a:
			t.Fatalf("%v is not the point %v", p, a)
		case n == 2 && (bigOrient(a, b, p) != 0 || lexCompare(p, h.points[0]) < 0 || lexCompare(p, h.points[1]) > 0):
			t.Fatalf("%v is not on the segment %v %v", p, a, b)
		case n > 2 && bigOrient(a, b, p) < 0:
			t.Fatalf("%v is outside the edge %v %v", p, a, b)
		}
	}
	for i := range n {
		if n > 2 && bigOrient(h.points[i], h.points[(i+1)%n], h.points[(i+2)%n]) <= 0 {
			t.Fatalf("vertex %d is not extreme", (i+1)%n)
		}
	}
	checkRadius(t, h)
}

// checkRadius checks that no element of local is longer than radius, and that one is nearly so
// long.
func checkRadius(t *testing.T, h *Hull) {
	t.Helper()
	r2, longest := new(big.Rat).SetFloat64(h.radius), new(big.Rat)
	r2.Mul(r2, r2)
	for _, v := range h.local {
		x, y := new(big.Rat).SetFloat64(v.X), new(big.Rat).SetFloat64(v.Y)
		if l := x.Add(x.Mul(x, x), y.Mul(y, y)); l.Cmp(longest) > 0 {
			longest = l
		}
	}
	bound := new(big.Rat).SetFloat64(1 + 0x1p-40)
	if longest.Cmp(r2) > 0 || bound.Mul(bound, longest).Cmp(r2) < 0 && h.radius > 1e-310 {
		t.Fatalf("radius %g is not the length of the longest of local", h.radius)
	}
}

// onCircle returns n points on the unit circle, up to rounding.
func onCircle(r *rand.Rand, n int) []Vec {
	p := make([]Vec, 0, n)
	for len(p) < n {
		v := Vec{2*r.Float64() - 1, 2*r.Float64() - 1}
		if l := v.Len(); l <= 1 && l > 0.1 {
			p = append(p, v.Scale(1/l))
		}
	}
	return p
}

// grid returns the points of an nx x ny integer grid, shuffled.
func grid(r *rand.Rand, nx, ny int) []Vec {
	var p []Vec
	for i := range nx * ny {
		p = append(p, Vec{float64(i % nx), float64(i / nx)})
	}
	r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

// each returns f of every point.
func each(p []Vec, f func(Vec) Vec) []Vec {
	q := make([]Vec, len(p))
	for i, v := range p {
		q[i] = f(v)
	}
	return q
}

// hardSets are the point sets of the builder's bar, with the dimension and, where it is known, the
// number of vertices.
func hardSets() []struct {
	why      string
	points   []Vec
	dim, num int
} {
	r := rand.New(rand.NewPCG(11, 12))
	scale := func(s float64) func(Vec) Vec { return func(v Vec) Vec { return v.Scale(s) } }
	ulps := func(Vec) Vec { return Vec{1 + float64(r.IntN(6))*0x1p-52, 1e5 + float64(r.IntN(6))*0x1p-36} }
	circle := onCircle(r, 500)
	return []struct {
		why      string
		points   []Vec
		dim, num int
	}{
		{"points on a circle: all are extreme", circle, 2, 500},
		{"a unit circle shifted by 1e9", each(circle, func(v Vec) Vec { return v.Add(Vec{1e9, 1e9}) }), 2, 0},
		{"the same at 1e15, a few lattice points wide", each(circle, func(v Vec) Vec { return v.Add(Vec{1e15, -1e15}) }), 2, 0},
		{"a needle of 1e6 x 1e-3", each(circle, func(v Vec) Vec { return Vec{v.X * 1e6, v.Y * 1e-3} }), 2, 500},
		{"scale 1e-150", each(circle, scale(1e-150)), 2, 500},
		{"scale 1e-300, whose squares underflow", each(circle, scale(1e-300)), 2, 500},
		{"subnormal coordinates, a lattice of 2^-1074", each(circle, scale(1e-322)), 2, 0},
		{"scale 1e90", each(circle, scale(1e90)), 2, 500},
		{"scale 1e-9", each(circle, scale(1e-9)), 2, 500},
		{"the range's end", []Vec{{-1e100, -1e100}, {1e100, -1e100}, {1e100, 1e100}, {-1e100, 1e100}, {0, 0}}, 2, 4},
		{"very different scales in one set", []Vec{{}, {1e100, 0}, {0, 5e-324}, {1e-320, 1e-320}, {1, 1e-310}}, 2, 0},
		{"points an ulp apart", each(make([]Vec, 60), ulps), 2, 0},
		{"interior points beside a triangle", append(each(circle, scale(0.1)), Vec{-9, -9}, Vec{9, 0}, Vec{0, 9}), 2, 3},
		{"every point three times", slices.Concat(circle[:40], circle[:40], circle[:40]), 2, 40},
		{"a grid of 1024", grid(r, 32, 32), 2, 4},
		{"a grid of tenths: collinear only up to rounding", each(grid(r, 20, 20), scale(0.1)), 2, 0},
		{"an ulp off a line", []Vec{{0, 0}, {1, 1}, {2, 2 + 0x1p-51}, {3, 3}}, 2, 3},
		{"a line in general position", each(grid(r, 50, 1), func(v Vec) Vec { return Vec{v.X, -7 * v.X} }), 1, 2},
		{"a line along y", each(grid(r, 50, 1), func(v Vec) Vec { return Vec{4, v.X} }), 1, 2},
		{"two points an ulp apart", []Vec{{1, 1}, {1, 1 + 0x1p-52}, {1, 1}}, 1, 2},
		{"one point many times, zeros of both signs", []Vec{{0, 0}, {math.Copysign(0, -1), 0}, {0, 0}}, 0, 1},
		{"one point", []Vec{{1e100, 5e-324}}, 0, 1},
	}
}

func TestHullHardSets(t *testing.T) {
	raced.Skip(t)
	for _, tt := range hardSets() {
		t.Run(tt.why, func(t *testing.T) {
			h, err := NewHull(tt.points)
			if err != nil {
				t.Fatal(err)
			}
			if h.Dim() != tt.dim {
				t.Fatalf("Dim() = %d, want %d", h.Dim(), tt.dim)
			}
			if tt.num != 0 && len(h.Vertices()) != tt.num {
				t.Fatalf("%d vertices, want %d", len(h.Vertices()), tt.num)
			}
			checkHull(t, h, tt.points)
		})
	}
}

// TestHullExtremePoints holds the vertex set to the definition, by all segments and triangles of
// small sets.
func TestHullExtremePoints(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(13, 14))
	dims := [3]int{}
	for i := range 1000 {
		p := make([]Vec, 1+r.IntN(10))
		side := 1 + r.IntN(4)
		for j := range p {
			p[j] = Vec{float64(r.IntN(side + 1)), float64(r.IntN(side + 1))}
			if i%2 == 0 {
				p[j] = Vec{1e9, 0.1}.Add(p[j].Scale(0x1p-23))
			}
		}
		h, err := NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		dims[h.dim]++
		var want []Vec
		for j, v := range p {
			if !slices.Contains(p[:j], v) && !inHullOfOthers(p, v) {
				want = append(want, v)
			}
		}
		got := h.Vertices()
		slices.SortFunc(got, lexCompare)
		slices.SortFunc(want, lexCompare)
		if !slices.Equal(got, want) {
			t.Fatalf("set %d: hull of %v has vertices %v, want %v", i, p, got, want)
		}
		checkHull(t, h, p)
	}
	if slices.Min(dims[:]) < 10 {
		t.Errorf("dimensions drawn: %v", dims)
	}
}

// inHullOfOthers reports whether v lies in a segment or triangle of the points that differ from it
// (Caratheodory).
func inHullOfOthers(p []Vec, v Vec) bool {
	for i, a := range p {
		for j, b := range p[:i] {
			if a == v || b == v {
				continue
			}
			if bigOrient(a, b, v) == 0 && lexCompare(a, v) == lexCompare(v, b) {
				return true
			}
			for _, c := range p[:j] {
				if s := bigOrient(a, b, c); c != v && s != 0 &&
					bigOrient(v, b, c)*s >= 0 && bigOrient(a, v, c)*s >= 0 && bigOrient(a, b, v)*s >= 0 {
					return true
				}
			}
		}
	}
	return false
}

func TestHullOrderAndRepeatsDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, tt := range hardSets() {
		h, err := NewHull(tt.points)
		if err != nil {
			t.Fatal(err)
		}
		p := slices.Concat(tt.points, tt.points[:len(tt.points)/2])
		r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
		g, err := NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		if !sameBits(h, g) {
			t.Errorf("%s: shuffled and repeated, the hull differs", tt.why)
		}
	}
}

// sameBits reports whether two hulls are equal bit for bit.
func sameBits(h, g *Hull) bool {
	return fmt.Sprintf("%x", *h) == fmt.Sprintf("%x", *g) // prints -0 apart from 0
}

func TestHullErrors(t *testing.T) {
	tests := []struct {
		why    string
		points []Vec
		code   error
		text   string
	}{
		{"no points", nil, collide.ErrEmpty, "points: empty"},
		{"NaN", []Vec{{}, {1, math.NaN()}}, collide.ErrNotFinite, "points[1].y: not-finite: NaN"},
		{"an infinity", []Vec{{}, {}, {math.Inf(-1), 0}}, collide.ErrNotFinite, "points[2].x: not-finite: -Inf"},
		{"just above 1e100", []Vec{{math.Nextafter(1e100, 2e100), 0}}, collide.ErrOutOfRange, "points[0].x: out-of-range: 1.0000000000000002e+100"},
	}
	for _, tt := range tests {
		h, err := NewHull(tt.points)
		if h != nil || !errors.Is(err, tt.code) || err.Error() != tt.text {
			t.Errorf("%s: got %v, %v, want %q", tt.why, h, err, tt.text)
		}
		var e *collide.Error
		if errors.As(err, &e) && e.Index != len(tt.points)-1 {
			t.Errorf("%s: Index %d", tt.why, e.Index)
		}
		if p, err2 := NewPolygon(tt.points); p != nil || err2 == nil || err2.Error() != tt.text {
			t.Errorf("%s: NewPolygon: got %v, %v, want %q", tt.why, p, err2, tt.text)
		}
	}
}

func FuzzNewHull(f *testing.F) {
	f.Add([]byte("a few bytes, eight to a coordinate or one"), false)
	f.Add([]byte{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2}, true)
	f.Fuzz(func(t *testing.T, b []byte, small bool) {
		var x []float64
		for ; small && len(b) > 0; b = b[1:] {
			x = append(x, float64(int8(b[0])))
		}
		for ; len(b) >= 8; b = b[8:] {
			var u uint64
			for _, c := range b[:8] {
				u = u<<8 | uint64(c)
			}
			x = append(x, math.Float64frombits(u))
		}
		p := make([]Vec, min(len(x)/2, 60))
		for i := range p {
			p[i] = Vec{x[2*i], x[2*i+1]}
		}
		h, err := NewHull(p)
		if err != nil {
			return
		}
		checkHull(t, h, p)
		if got, want := codeOf(p), polygonByDefinition(p); got != want {
			t.Errorf("NewPolygon(%v): %v, want %v", p, got, want)
		}
	})
}

func BenchmarkNewHull(b *testing.B) {
	r := rand.New(rand.NewPCG(19, 20))
	for _, bb := range []struct {
		name   string
		points []Vec
	}{
		{"circle/n=32", onCircle(r, 32)},
		{"circle/n=1000", onCircle(r, 1000)},
		{"grid/n=1024", grid(r, 32, 32)},
		{"shifted/n=1000", each(onCircle(r, 1000), func(v Vec) Vec { return v.Add(Vec{1e9, 1e9}) })},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := NewHull(bb.points); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleNewHull() {
	h, err := NewHull([]Vec{{1, 1}, {0, 0}, {1, 0}, {0, 1}, {0.5, 0.5}, {0.5, 0}})
	fmt.Println(h.Vertices(), h.Dim(), err)
	// Output: [{0 0} {1 0} {1 1} {0 1}] 2 <nil>
}

func ExampleHullOf() {
	type point struct{ X, Y float64 }
	h, err := HullOf([]point{{0, 0}, {1, 1}, {2, 2}})
	fmt.Println(h.Vertices(), h.Dim(), err)
	// Output: [{0 0} {2 2}] 1 <nil>
}

func ExampleHull_Vertices() {
	h, err := NewHull([]Vec{{3, 0}, {1, 0}, {2, 0}})
	fmt.Println(h.Vertices(), err)
	// Output: [{1 0} {3 0}] <nil>
}

func ExampleHull_Dim() {
	h, err := NewHull([]Vec{{2, 7}, {2, 7}})
	fmt.Println(h.Dim(), err)
	// Output: 0 <nil>
}

func ExampleHull_Support() {
	h, err := NewHull([]Vec{{0, 0}, {1, 0}, {0, 1}})
	fmt.Println(h.Support(Vec{1e-300, 2}), h.Margin(), err)
	// Output: {0 1} 0 <nil>
}
