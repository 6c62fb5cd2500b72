package d3

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// bigOrient is orient3d in integers of 2^-1074, by another formula than package exact's: it shares
// no code with it.
func bigOrient(a, b, c, d Vec) int {
	u, v, w := bigDiff(a, d), bigDiff(b, d), bigDiff(c, d)
	det, t, s := new(big.Int), new(big.Int), new(big.Int)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		t.Mul(v[j], w[k])
		s.Mul(v[k], w[j])
		t.Sub(t, s)
		det.Add(det, t.Mul(t, u[i]))
	}
	return -det.Sign()
}

// bigDiff is a - b in units of 2^-1074.
func bigDiff(a, b Vec) [3]*big.Int {
	var out [3]*big.Int
	x, y := array(a), array(b)
	for i := range 3 {
		out[i] = new(big.Int).Sub(bigOf(x[i]), bigOf(y[i]))
	}
	return out
}

func bigOf(x float64) *big.Int {
	m, e := math.Frexp(x) // x = m 2^53 * 2^(e-53); Ldexp to the integer, then shift
	r := big.NewInt(int64(math.Ldexp(m, 53)))
	if e < 53-1074 {
		return r.Rsh(r, uint(53-1074-e)) // the bits below 2^-1074 are zeros
	}
	return r.Lsh(r, uint(e-53+1074))
}

// bigCollinear reports whether the three points lie on a line.
func bigCollinear(a, b, c Vec) bool {
	u, v := bigDiff(b, a), bigDiff(c, a)
	for i := range 3 {
		j := (i + 1) % 3
		if new(big.Int).Mul(u[i], v[j]).Cmp(new(big.Int).Mul(u[j], v[i])) != 0 {
			return false
		}
	}
	return true
}

// checkHull fails the test unless h is the hull of the points, as far as can be told without
// looking at all subsets: closed, oriented, convex, of Euler characteristic 2, no point outside,
// every vertex extreme. All signs are those of bigOrient. Points are sampled when there are many.
func checkHull(t *testing.T, h *Hull, points []Vec) {
	t.Helper()
	next := 0
	for _, v := range h.points { // in order of first appearance, bit for bit
		i := slices.IndexFunc(points[next:], func(p Vec) bool { return p == v })
		if i < 0 {
			t.Fatalf("vertex %v is no input point, or out of order", v)
		}
		next += i + 1
	}
	checkLocal(t, h)
	checkGraph(t, h)
	if h.dim < 3 {
		checkFlat(t, h, points)
		return
	}
	checkSurface(t, h)
	checkNoneOutside(t, h, points)
}

// checkSurface checks that the faces close a convex surface, that none is flat, and that every
// vertex is a corner of it.
func checkSurface(t *testing.T, h *Hull) {
	t.Helper()
	across := map[[2]int32][3]int32{}
	for _, f := range h.faces {
		for i := range 3 {
			e := [2]int32{f[i], f[(i+1)%3]}
			if _, ok := across[e]; ok {
				t.Fatalf("edge %v is in two faces the same way round", e)
			}
			across[e] = f
		}
	}
	if v, e, f := len(h.points), len(across)/2, len(h.faces); v-e+f != 2 {
		t.Fatalf("Euler: %d - %d + %d != 2", v, e, f)
	}
	planes := make([]int, len(h.points))
	for e, f := range across {
		g, ok := across[[2]int32{e[1], e[0]}]
		if !ok {
			t.Fatalf("edge %v has no face on the other side", e)
		}
		top := g[0] + g[1] + g[2] - e[0] - e[1]
		if len(across) > 4000 { // the sign of package exact, which has its own tests
			if s := exact.Orient3D(array(h.points[f[0]]), array(h.points[f[1]]), array(h.points[f[2]]), array(h.points[top])); s > 0 {
				t.Fatalf("reflex edge %v", e)
			} else if s < 0 {
				planes[e[0]]++
			}
			continue
		}
		s := bigOrient(h.points[f[0]], h.points[f[1]], h.points[f[2]], h.points[top])
		if s > 0 {
			t.Fatalf("reflex edge %v", e)
		}
		if s < 0 {
			planes[e[0]]++ // as many proper edges leave a vertex as facets meet in it
		}
	}
	for v, n := range planes {
		if n < 3 {
			t.Errorf("vertex %d is a corner of %d facets only: not extreme", v, n)
		}
	}
	for _, f := range h.faces[:min(len(h.faces), 300)] {
		if bigCollinear(h.points[f[0]], h.points[f[1]], h.points[f[2]]) {
			t.Fatalf("face %v has no area", f)
		}
	}
}

// checkNoneOutside checks that no point is strictly outside any face.
func checkNoneOutside(t *testing.T, h *Hull, points []Vec) {
	t.Helper()
	// Big integers for a sample, and the sign of package exact, which has its own tests against
	// them, for a larger one.
	step := 1 + len(h.faces)*len(points)/2000000
	for i := 0; i < len(h.faces)*len(points); i += step {
		f, p := h.faces[i/len(points)], points[i%len(points)]
		a, b, c := h.points[f[0]], h.points[f[1]], h.points[f[2]]
		s := exact.Orient3D(array(a), array(b), array(c), array(p))
		if s > 0 || i/step%250 == 0 && bigOrient(a, b, c, p) != s {
			t.Fatalf("point %v is outside face %v", p, f)
		}
	}
}

// checkLocal checks center, local and radius.
func checkLocal(t *testing.T, h *Hull) {
	t.Helper()
	r2, longest := new(big.Rat).SetFloat64(h.radius), new(big.Rat)
	r2.Mul(r2, r2)
	for i, p := range h.points {
		if h.local[i] != p.Sub(h.center) {
			t.Fatalf("local[%d] is not points[%d] - center", i, i)
		}
		if i%(1+len(h.points)/1000) != 0 {
			continue
		}
		l := new(big.Rat)
		for _, x := range array(h.local[i]) {
			c := new(big.Rat).SetFloat64(x)
			l.Add(l, c.Mul(c, c))
		}
		if l.Cmp(longest) > 0 {
			longest = l
		}
	}
	if longest.Cmp(r2) > 0 {
		t.Fatalf("radius %g is too small", h.radius)
	}
	bound := new(big.Rat).SetFloat64(1 + 0x1p-40)
	if bound.Mul(bound, longest).Cmp(r2) < 0 && h.radius > 1e-310 && len(h.points) < 1000 {
		t.Fatalf("radius %g is more than it need be", h.radius)
	}
}

// checkGraph checks that the edge graph is symmetric, sorted and that of the faces.
func checkGraph(t *testing.T, h *Hull) {
	t.Helper()
	if len(h.adjStart) != len(h.points)+1 || int(h.adjStart[len(h.points)]) != len(h.adj) {
		t.Fatalf("adjStart %v does not fit adj of %d", h.adjStart, len(h.adj))
	}
	has := func(i, j int32) bool { return slices.Contains(h.adj[h.adjStart[i]:h.adjStart[i+1]], j) }
	for i := range int32(len(h.points)) {
		n := h.adj[h.adjStart[i]:h.adjStart[i+1]]
		if !slices.IsSorted(n) {
			t.Fatalf("neighbours of %d are not sorted", i)
		}
		for _, j := range n {
			if j == i || !has(j, i) {
				t.Fatalf("edge %d-%d goes one way", i, j)
			}
		}
	}
	for _, f := range h.faces {
		if h.dim == 3 && (!has(f[0], f[1]) || !has(f[1], f[2]) || !has(f[2], f[0])) {
			t.Fatalf("face %v has an edge that is not in the graph", f)
		}
	}
	want := map[int]int{0: 0, 1: 2, 2: 2 * len(h.points), 3: 2 * len(h.faces) * 3 / 2}[h.dim]
	if len(h.adj) != want {
		t.Fatalf("%d directed edges, want %d", len(h.adj), want)
	}
}

// checkFlat checks a hull of dimension 0, 1 or 2 against the definition of its corners.
func checkFlat(t *testing.T, h *Hull, points []Vec) {
	t.Helper()
	if n := len(h.points); h.dim < 2 && n != h.dim+1 || h.dim == 2 && (n < 3 || len(h.faces) != n-2) {
		t.Fatalf("dim %d with %d points and %d faces", h.dim, n, len(h.faces))
	}
	for _, p := range points {
		switch h.dim {
		case 0:
			if p != h.points[0] {
				t.Fatalf("%v is not the point %v", p, h.points[0])
			}
		case 1:
			a, b := h.points[0], h.points[1]
			if lexLess(b, a) {
				a, b = b, a
			}
			if !bigCollinear(a, b, p) || lexLess(p, a) || lexLess(b, p) {
				t.Fatalf("%v is not on the segment %v %v", p, a, b)
			}
		case 2:
			checkInFlat(t, h, p)
		}
	}
	if h.dim == 2 {
		for _, f := range h.faces {
			if bigCollinear(h.points[f[0]], h.points[f[1]], h.points[f[2]]) {
				t.Fatalf("face %v has no area", f)
			}
		}
		for i, n := range h.points { // strictly convex: neighbours and vertex never on a line
			a := h.adj[h.adjStart[i]:h.adjStart[i+1]]
			if bigCollinear(h.points[a[0]], n, h.points[a[1]]) {
				t.Fatalf("vertex %d is on an edge", i)
			}
		}
	}
}

// checkInFlat checks that p is in the plane and on the inner side of every edge.
func checkInFlat(t *testing.T, h *Hull, p Vec) {
	t.Helper()
	f := h.faces[0]
	a, b, c := h.points[f[0]], h.points[f[1]], h.points[f[2]]
	if bigOrient(a, b, c, p) != 0 {
		t.Fatalf("%v is not in the plane", p)
	}
	top := apex(a, b, c)
	for i := range h.points {
		for _, j := range h.adj[h.adjStart[i]:h.adjStart[i+1]] {
			u, v := h.points[i], h.points[j]
			side := bigOrient(top, u, v, p)
			for _, q := range h.points {
				if s := bigOrient(top, u, v, q); s*side < 0 {
					t.Fatalf("%v is outside the edge %d-%d", p, i, j)
				}
			}
		}
	}
}

// apex returns a point off the plane of a, b and c.
func apex(a, b, c Vec) Vec {
	for _, e := range []Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		for _, s := range []float64{1, 1e50, 1e99} {
			if d := a.Add(e.Scale(s)); bigOrient(a, b, c, d) != 0 {
				return d
			}
		}
	}
	return a
}

// onSphere returns n points on the unit sphere, up to rounding.
func onSphere(r *rand.Rand, n int) []Vec {
	p := make([]Vec, 0, n)
	for len(p) < n {
		v := Vec{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}
		if l := v.Len(); l <= 1 && l > 0.1 {
			p = append(p, v.Scale(1/l))
		}
	}
	return p
}

// grid returns the points of an n x n x n integer grid, shuffled.
func grid(r *rand.Rand, nx, ny, nz int) []Vec {
	var p []Vec
	for i := range nx * ny * nz {
		p = append(p, Vec{float64(i % nx), float64(i / nx % ny), float64(i / nx / ny)})
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
	ulps := func(v Vec) Vec {
		return Vec{1 + float64(r.IntN(4))*0x1p-52, 3 + float64(r.IntN(4))*0x1p-51, 1e5 + float64(r.IntN(4))*0x1p-36}
	}
	sphere := onSphere(r, 500)
	return []struct {
		why      string
		points   []Vec
		dim, num int
	}{
		{"points on a sphere: all are extreme", sphere, 3, 500},
		{"a unit sphere shifted by 1e9: facets become coplanar on the lattice of doubles there", each(sphere, func(v Vec) Vec { return v.Add(Vec{1e9, 1e9, 1e9}) }), 3, 0},
		{"the same at 1e15, a few lattice points wide", each(sphere, func(v Vec) Vec { return v.Add(Vec{1e15, -1e15, 1e15}) }), 3, 0},
		{"a needle of 1e6 x 1e-3 x 1e-3", each(sphere, func(v Vec) Vec { return Vec{v.X * 1e6, v.Y * 1e-3, v.Z * 1e-3} }), 3, 500},
		{"scale 1e-150, whose cubes underflow", each(sphere, scale(1e-150)), 3, 500},
		{"scale 1e-300, whose squares underflow", each(sphere, scale(1e-300)), 3, 500},
		{"subnormal coordinates, a lattice of 2^-1074", each(sphere, scale(1e-322)), 3, 0},
		{"scale 1e90", each(sphere, scale(1e90)), 3, 500},
		{"scale 1e-9", each(sphere, scale(1e-9)), 3, 500},
		{"the range's end", each(grid(r, 2, 2, 2), func(v Vec) Vec { return v.Scale(2e100).Sub(Vec{1e100, 1e100, 1e100}) }), 3, 8},
		{"very different scales in one set, which no scaling brings together", []Vec{{}, {1e100, 0, 0}, {0, 1e-300, 0}, {0, 0, 5e-324}, {1e-320, 1e-320, 0}, {1, 1e-310, 0}}, 3, 0},
		{"points an ulp apart", each(make([]Vec, 60), ulps), 3, 0},
		{"interior points beside a tetrahedron", append(each(sphere, scale(0.1)), Vec{-9, -9, -9}, Vec{9, 0, 0}, Vec{0, 9, 0}, Vec{0, 0, 9}), 3, 4},
		{"every point three times", slices.Concat(sphere[:40], sphere[:40], sphere[:40]), 3, 40},
		{"a grid of 27", grid(r, 3, 3, 3), 3, 8},
		{"a grid of 1000", grid(r, 10, 10, 10), 3, 8},
		{"a grid of tenths: coplanar only up to rounding", each(grid(r, 6, 6, 6), scale(0.1)), 3, 0},
		{"a flat grid", grid(r, 12, 12, 1), 2, 4},
		{"a flat grid in x = 0.1", each(grid(r, 12, 12, 1), func(v Vec) Vec { return Vec{0.1, v.X, v.Y} }), 2, 4},
		{"a tilted plane through exact sums", each(grid(r, 9, 9, 1), func(v Vec) Vec { return Vec{v.X, v.Y, v.X + 2*v.Y - 7} }), 2, 4},
		{"a circle in a coordinate plane", each(sphere[:64], func(v Vec) Vec { return Vec{v.X, -3, v.Z} }), 2, 0},
		{"a plane tilted by one ulp", []Vec{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {2, 2, 1 + 0x1p-52}}, 3, 4},
		{"a flat sliver whose area in two projections is exactly zero", []Vec{{0, 0, 0}, {0, 1e-200, 1}, {0, 2e-200, 2}, {0, 3e-200, 3.5}}, 2, 3},
		{"a line in general position", each(grid(r, 50, 1, 1), func(v Vec) Vec { return Vec{v.X, 3 * v.X, -7 * v.X} }), 1, 2},
		{"a line along z", each(grid(r, 50, 1, 1), func(v Vec) Vec { return Vec{4, 4, v.X} }), 1, 2},
		{"two points an ulp apart", []Vec{{1, 1, 1}, {1, 1, 1 + 0x1p-52}, {1, 1, 1}}, 1, 2},
		{"one point many times, zeros of both signs", []Vec{{0, 0, 0}, {math.Copysign(0, -1), 0, 0}, {0, 0, 0}}, 0, 1},
		{"one point", []Vec{{1e100, -1e-300, 5e-324}}, 0, 1},
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

// TestHullExtremePoints holds the vertex set to the definition, by all pairs, triples and
// tetrahedra of small sets.
func TestHullExtremePoints(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	dims := [4]int{}
	for i := range pick(60, 200) {
		p := make([]Vec, 1+r.IntN(11))
		side := 1 + r.IntN(3)
		for j := range p {
			p[j] = Vec{float64(r.IntN(side + 1)), float64(r.IntN(side + 1)), float64(r.IntN(side + 1))}
			if i%2 == 0 {
				p[j] = Vec{1e9, 0.1, -3}.Add(p[j].Scale(0x1p-23))
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
		if !slices.Equal(h.Vertices(), want) {
			t.Fatalf("set %d: hull of %v has vertices %v, want %v", i, p, h.Vertices(), want)
		}
		checkHull(t, h, p)
	}
	if slices.Min(dims[:]) < 3 {
		t.Errorf("dimensions drawn: %v", dims)
	}
}

// inHullOfOthers reports whether v lies in a segment, triangle or tetrahedron of the points that
// differ from it (Caratheodory). Segments and triangles are tested through a point off their plane.
func inHullOfOthers(p []Vec, v Vec) bool {
	var o []Vec
	for _, q := range p {
		if q != v && !slices.Contains(o, q) {
			o = append(o, q)
		}
	}
	for i, a := range o {
		for j, b := range o[:i] {
			if bigCollinear(a, b, v) && (lexLess(a, v) == lexLess(v, b)) {
				return true
			}
			for k, c := range o[:j] {
				if inTriangle(a, b, c, v) {
					return true
				}
				for _, d := range o[:k] {
					if s := bigOrient(a, b, c, d); s != 0 && bigOrient(v, b, c, d)*s >= 0 && bigOrient(a, v, c, d)*s >= 0 &&
						bigOrient(a, b, v, d)*s >= 0 && bigOrient(a, b, c, v)*s >= 0 {
						return true
					}
				}
			}
		}
	}
	return false
}

func inTriangle(a, b, c, v Vec) bool {
	if bigCollinear(a, b, c) || bigOrient(a, b, c, v) != 0 {
		return false
	}
	d := apex(a, b, c)
	s := bigOrient(a, b, c, d)
	return bigOrient(v, b, c, d)*s >= 0 && bigOrient(a, v, c, d)*s >= 0 && bigOrient(a, b, v, d)*s >= 0
}

func TestHullOrderAndRepeatsDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, tt := range hardSets() {
		h, err := NewHull(tt.points)
		if err != nil {
			t.Fatal(err)
		}
		want := h.Vertices()
		p := slices.Concat(tt.points, tt.points[:len(tt.points)/2])
		r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
		g, err := NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		got := g.Vertices()
		for _, s := range [][]Vec{got, want} {
			slices.SortFunc(s, func(a, b Vec) int {
				if lexLess(a, b) {
					return -1
				}
				return 1
			})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: shuffled and repeated, the vertices differ: %d and %d", tt.why, len(got), len(want))
		}
		if g.center != h.center || g.radius != h.radius {
			t.Errorf("%s: shuffled and repeated, center or radius differ", tt.why)
		}
	}
}

func TestHullErrors(t *testing.T) {
	tests := []struct {
		why    string
		points []Vec
		code   error
		text   string
	}{
		{"no points", nil, collide.ErrEmpty, "points: empty"},
		{"NaN", []Vec{{}, {1, math.NaN(), 0}}, collide.ErrNotFinite, "points[1].y: not-finite: NaN"},
		{"an infinity", []Vec{{}, {}, {0, 0, math.Inf(-1)}}, collide.ErrNotFinite, "points[2].z: not-finite: -Inf"},
		{"just above 1e100", []Vec{{math.Nextafter(1e100, 2e100), 0, 0}}, collide.ErrOutOfRange, "points[0].x: out-of-range: 1.0000000000000002e+100"},
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
	}
}

// TestHullOf100000Points has a time limit that a quadratic builder would miss by far; the bar of
// one second is for BenchmarkNewHull on a machine with nothing else to do.
func TestHullOf100000Points(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	p := onSphere(rand.New(rand.NewPCG(17, 18)), 100000)
	begin := time.Now()
	h, err := NewHull(p)
	took := time.Since(begin)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d vertices in %v", len(h.points), took)
	if took > time.Minute {
		t.Errorf("%v is far too long", took)
	}
	if len(h.points) < 99990 {
		t.Errorf("%d vertices", len(h.points))
	}
	checkHull(t, h, p)
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
		p := make([]Vec, min(len(x)/3, 60))
		for i := range p {
			p[i] = Vec{x[3*i], x[3*i+1], x[3*i+2]}
		}
		h, err := NewHull(p)
		if err == nil {
			checkHull(t, h, p)
		}
	})
}

func BenchmarkNewHull(b *testing.B) {
	r := rand.New(rand.NewPCG(19, 20))
	for _, bb := range []struct {
		name   string
		points []Vec
	}{
		{"sphere/n=32", onSphere(r, 32)},
		{"sphere/n=1000", onSphere(r, 1000)},
		{"sphere/n=100000", onSphere(r, 100000)},
		{"sphere/n=1000000", onSphere(r, 1000000)},
		{"grid/n=1000", grid(r, 10, 10, 10)},
		{"grid/n=100000", grid(r, 46, 46, 46)},
		{"prism/n=160000", slices.Concat(circleOf(80000, 1, 0, 0), circleOf(80000, 1, 1, 0))},
		{"shifted/n=1000", each(onSphere(r, 1000), func(v Vec) Vec { return v.Add(Vec{1e9, 1e9, 1e9}) })},
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
	cube := []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.5, 0.5, 0.5}}
	h, err := NewHull(cube)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h.Dim(), len(h.Vertices()), len(h.Faces()))
	// Output: 3 8 12
}

func ExampleHullOf() {
	type point struct{ X, Y, Z float64 }
	h, err := HullOf([]point{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}})
	fmt.Println(h.Vertices(), h.Dim(), err)
	// Output: [{0 0 0} {2 2 2}] 1 <nil>
}

func ExampleHull_Vertices() {
	h, err := NewHull([]Vec{{3, 0, 0}, {1, 0, 0}, {2, 0, 0}})
	fmt.Println(h.Vertices(), err)
	// Output: [{3 0 0} {1 0 0}] <nil>
}

func ExampleHull_Faces() {
	h, err := NewHull([]Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})
	fmt.Println(h.Faces(), err)
	// Output: [[0 1 2]] <nil>
}

func ExampleHull_Dim() {
	h, err := NewHull([]Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})
	fmt.Println(h.Dim(), err)
	// Output: 2 <nil>
}

func ExampleHull_Support() {
	h, err := NewHull([]Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	fmt.Println(h.Support(Vec{1, 2, 1e-300}), h.Margin(), err)
	// Output: {0 1 0} 0 <nil>
}
