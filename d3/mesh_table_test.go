package d3

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
)

// cubeMesh returns the vertices and triangles of the cube from lo to hi, seen counter-clockwise
// from outside.
func cubeMesh(lo, hi Vec) ([]Vec, [][3]int) {
	var p []Vec
	for i := range 8 {
		v := lo
		if i&1 != 0 {
			v.X = hi.X
		}
		if i&2 != 0 {
			v.Y = hi.Y
		}
		if i&4 != 0 {
			v.Z = hi.Z
		}
		p = append(p, v)
	}
	return p, [][3]int{
		{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
	}
}

// joined returns two meshes as one.
func joined(p []Vec, f [][3]int, q []Vec, g [][3]int) ([]Vec, [][3]int) {
	out := slices.Clone(f)
	for _, t := range g {
		out = append(out, [3]int{t[0] + len(p), t[1] + len(p), t[2] + len(p)})
	}
	return append(slices.Clone(p), q...), out
}

// flipped returns the triangles turned round.
func flipped(f [][3]int) [][3]int {
	out := slices.Clone(f)
	for i := range out {
		out[i][1], out[i][2] = out[i][2], out[i][1]
	}
	return out
}

// mustTriMesh returns the table of a mesh that is one.
func mustTriMesh(t testing.TB, p []Vec, f [][3]int) *triMesh {
	t.Helper()
	m, err := newTriMesh(p, f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// soup returns the triangles with vertices of their own, as STL has them.
func soup(p []Vec, f [][3]int) ([]Vec, [][3]int) {
	var q []Vec
	var g [][3]int
	for _, t := range f {
		n := len(q)
		q = append(q, p[t[0]], p[t[1]], p[t[2]])
		g = append(g, [3]int{n, n + 1, n + 2})
	}
	return q, g
}

func TestTriMeshCube(t *testing.T) {
	p, f := cubeMesh(Vec{-1, 0, 2}, Vec{1, 3, 4})
	for _, row := range []struct {
		name string
		p    []Vec
		f    [][3]int
	}{{"shared", p, f}, {"flipped", p, flipped(f)}} {
		q, g := soup(row.p, row.f)
		m := mustTriMesh(t, q, g)
		if len(m.points) != 8 || len(m.tris) != 12 || m.ids != nil || len(m.first) != 1 || m.closed() != nil {
			t.Errorf("%s: %d points, %d triangles, %d components, closed: %v", row.name, len(m.points), len(m.tris), len(m.first), m.closed())
		}
		if m.box != (AABB{Vec{-1, 0, 2}, Vec{1, 3, 4}}) {
			t.Errorf("%s: box %v", row.name, m.box)
		}
		for i := range m.tris {
			for k := range 3 {
				a, b := m.ends(int32(3*i + k))
				j := m.beyond()[i][k]
				if j < 0 || !slices.Contains(m.tris[j][:], a) || !slices.Contains(m.tris[j][:], b) || int(j) == i {
					t.Errorf("%s: over edge %d of %d lies %d", row.name, k, i, j)
				}
			}
		}
	}
}

// TestTriMeshDrops: -0 is 0, triangles that welding makes degenerate are dropped, and those that
// are kept tell their numbers.
func TestTriMeshDrops(t *testing.T) {
	z := math.Copysign(0, -1)
	p := []Vec{{0, z, 0}, {1, 0, 0}, {0, 1, 0}, {z, 0, z}, {5, 5, 5}}
	m := mustTriMesh(t, p, [][3]int{{0, 1, 2}, {0, 3, 1}, {3, 2, 1}, {4, 4, 4}, {1, 2, 3}})
	if want := []int32{0, 1, 2, 0, 3}; !slices.Equal(m.at, want) {
		t.Errorf("at is %v, want %v", m.at, want)
	}
	if want := []int32{0, 2, 4}; !slices.Equal(m.ids, want) || len(m.tris) != 3 {
		t.Errorf("ids are %v, want %v", m.ids, want)
	}
	if math.Signbit(m.points[0].Y) {
		t.Error("-0 was kept")
	}
	if m.box != (AABB{Vec{}, Vec{1, 1, 0}}) {
		t.Errorf("the box holds a vertex of no triangle: %v", m.box)
	}
	for k := range 3 {
		if m.beyond()[0][k] != edgeMany {
			t.Errorf("edge %d has %d", k, m.beyond()[0][k])
		}
	}
	if m.closed() == nil {
		t.Error("three triangles on one place are closed")
	}
}

func TestTriMeshRefuses(t *testing.T) {
	p, f := cubeMesh(Vec{}, Vec{1, 1, 1})
	with := func(i, k, v int) [][3]int {
		g := slices.Clone(f)
		g[i][k] = v
		return g
	}
	bad := slices.Clone(p)
	bad[3].Y = math.NaN()
	far := slices.Clone(p)
	far[7].Z = -2e100
	for _, row := range []struct {
		name  string
		p     []Vec
		f     [][3]int
		code  error
		path  string
		index int
	}{
		{"nothing", nil, nil, collide.ErrBadMesh, "triangles", -1},
		{"no triangles", p, nil, collide.ErrBadMesh, "triangles", -1},
		{"all dropped", p, [][3]int{{1, 1, 2}}, collide.ErrBadMesh, "triangles", -1},
		{"no vertices", nil, f, collide.ErrBadMesh, "triangles[0][0]", 0},
		{"beyond", p, with(5, 1, 8), collide.ErrBadMesh, "triangles[5][1]", 5},
		{"negative", p, with(11, 2, -1), collide.ErrBadMesh, "triangles[11][2]", 11},
		{"NaN", bad, f, collide.ErrNotFinite, "vertices[3].y", 3},
		{"too far", far, f, collide.ErrOutOfRange, "vertices[7].z", 7},
	} {
		_, err := newTriMesh(row.p, row.f)
		var e *collide.Error
		if !errors.As(err, &e) || !errors.Is(err, row.code) || e.Path != row.path || e.Index != row.index {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

func TestTriMeshNotClosed(t *testing.T) {
	p, f := cubeMesh(Vec{}, Vec{1, 2, 3})
	open := slices.Delete(slices.Clone(f), 4, 5) // {0, 1, 5}
	m := mustTriMesh(t, p, append([][3]int{{2, 2, 2}}, open...))
	err := m.closed()
	var e *collide.Error
	if !errors.As(err, &e) || !errors.Is(err, collide.ErrNotClosed) {
		t.Fatal(err)
	}
	// The first triangle with an edge that the hole had the other way is {0, 3, 1}, with 1 -> 0.
	if e.Index != 2 || e.Path != "triangles[2]" || !strings.Contains(e.Note, "from (1, 0, 0) to (0, 0, 0)") {
		t.Errorf("%v, index %d", err, e.Index)
	}
	turned := slices.Clone(f)
	turned[7][0], turned[7][1] = turned[7][1], turned[7][0]
	if mustTriMesh(t, p, turned).closed() == nil {
		t.Error("a triangle the wrong way round is closed")
	}
	// Two cubes that share an edge have four triangles there, two each way; a surface passed twice
	// is closed too.
	q, g := cubeMesh(Vec{1, 2, 0}, Vec{2, 3, 3})
	m = mustTriMesh(t, append(slices.Clone(p), q...), func() [][3]int { _, h := joined(p, f, q, g); return h }())
	if m.closed() != nil || len(m.points) != 14 || len(m.first) != 1 {
		t.Errorf("two cubes with a common edge: %v, %d points, %d components", m.closed(), len(m.points), len(m.first))
	}
	many := 0
	for _, o := range m.beyond() {
		for _, x := range o {
			if x == edgeMany {
				many++
			}
		}
	}
	if many != 4 {
		t.Errorf("%d edges with more than two triangles, want 4", many)
	}
	if m := mustTriMesh(t, p, append(slices.Clone(f), f...)); m.closed() != nil {
		t.Error("a cube twice is open")
	}
}

// TestTriMeshBrute compares with what loops over all pairs say, for random triangles of few points.
func TestTriMeshBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	closed := 0
	for range 300 {
		p := make([]Vec, 3+r.IntN(10))
		for i := range p {
			p[i] = Vec{float64(r.IntN(2)), float64(r.IntN(2)), float64(r.IntN(2)) - 0.5}
		}
		f := make([][3]int, 1+r.IntN(15))
		for i := range f {
			f[i] = [3]int{r.IntN(len(p)), r.IntN(len(p)), r.IntN(len(p))}
			if i > 0 && r.IntN(3) > 0 { // the last one turned round
				f[i] = [3]int{f[i-1][1], f[i-1][0], f[i-1][2]}
			}
		}
		m, err := newTriMesh(p, f)
		if err != nil {
			continue
		}
		if m.closed() == nil {
			closed++
		}
		bruteTriMesh(t, m, p, f)
	}
	if closed < 10 {
		t.Errorf("only %d meshes were closed", closed)
	}
}

// bruteTriMesh checks the table of the triangles f of the points p.
func bruteTriMesh(t *testing.T, m *triMesh, p []Vec, f [][3]int) {
	t.Helper()
	for i := range p {
		for k := range p {
			if (p[i] == p[k]) != (m.at[i] == m.at[k]) {
				t.Fatalf("vertices %d and %d: points %d and %d", i, k, m.at[i], m.at[k])
			}
		}
	}
	n := int32(0)
	for i, v := range f {
		if p[v[0]] == p[v[1]] || p[v[1]] == p[v[2]] || p[v[2]] == p[v[0]] {
			continue
		}
		if m.id(n) != int32(i) || m.tris[n] != [3]int32{m.at[v[0]], m.at[v[1]], m.at[v[2]]} {
			t.Fatalf("triangle %d is %v of %d", n, m.tris[n], m.id(n))
		}
		n++
	}
	open := int32(-1)
	for e := range int32(3 * len(m.tris)) {
		a, b := m.ends(e)
		there, back, other := 0, 0, int32(edgeOpen)
		for g := range int32(3 * len(m.tris)) {
			c, d := m.ends(g)
			if a == c && b == d {
				there++
			} else if a == d && b == c {
				back++
			} else {
				continue
			}
			if g != e {
				other = g / 3
			}
		}
		if there+back > 2 {
			other = edgeMany
		}
		if m.beyond()[e/3][e%3] != other {
			t.Fatalf("over edge %d lies %d, want %d", e, m.beyond()[e/3][e%3], other)
		}
		if there > back && open < 0 {
			open = e
		}
	}
	if m.open != open {
		t.Fatalf("open edge %d, want %d", m.open, open)
	}
	bruteComponents(t, m)
}

// bruteComponents checks first: each point of a triangle hangs together with exactly one of them.
func bruteComponents(t *testing.T, m *triMesh) {
	t.Helper()
	of := map[int32]int{}
	for i, c := range m.first {
		if _, ok := of[c]; ok {
			t.Fatalf("corner %d is in two components", c)
		}
		of[c] = i
		for again := true; again; {
			again = false
			for _, f := range m.tris {
				in := 0
				for _, p := range f {
					if of[p] == i {
						if _, ok := of[p]; ok {
							in++
						}
					}
				}
				if in > 0 && in < 3 {
					again = true
					of[f[0]], of[f[1]], of[f[2]] = i, i, i
				}
			}
		}
	}
	for _, f := range m.tris {
		for _, p := range f {
			if _, ok := of[p]; !ok {
				t.Fatalf("point %d is in no component", p)
			}
		}
	}
}

// Triangles laid in another order keep their numbers, corners, neighbours and components, and lie
// where the order has them.
func TestTriMeshLay(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 1))
	for range 200 {
		var p []Vec
		for range 4 + rng.IntN(30) {
			p = append(p, Vec{float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4))})
		}
		var f [][3]int
		for range 1 + rng.IntN(40) {
			f = append(f, [3]int{rng.IntN(len(p)), rng.IntN(len(p)), rng.IntN(len(p))})
		}
		m, err := newTriMesh(p, f)
		if err != nil {
			continue
		}
		u, _ := newTriMesh(p, f)
		for range 2 { // again, from another order
			var order []int32
			for _, i := range rng.Perm(len(m.tris)) {
				order = append(order, int32(i))
			}
			m.lay(order)
			for k, i := range order {
				a, b, c := m.laid(k)
				if x, y, z := m.corners(i); x != a || y != b || z != c || *m.tri(i) != u.tris[i] {
					t.Fatalf("triangle %d at place %d has the points %v, want %v", i, k, *m.tri(i), u.tris[i])
				}
			}
		}
		if !slices.Equal(m.beyond(), u.beyond()) || !slices.Equal(m.first, u.first) {
			t.Fatal("neighbours or components are others")
		}
		m.join()
		if m.enclose(); m.box != u.box || m.exp != u.exp || m.open != u.open {
			t.Fatal("the box or the first open edge is another")
		}
	}
}

// BenchmarkTriMesh is a soup of a million triangles that hang together.
func BenchmarkTriMesh(b *testing.B) {
	const n = 708
	p := make([]Vec, 0, n*n)
	for j := range n {
		for i := range n {
			p = append(p, Vec{float64(i) * 0.1, float64(j) * 0.1, float64((i*7+j*13)%31) * 0.01})
		}
	}
	var f [][3]int
	for j := range n - 1 {
		for i := range n - 1 {
			k := j*n + i
			f = append(f, [3]int{k, k + 1, k + n + 1}, [3]int{k, k + n + 1, k + n})
		}
	}
	p, f = soup(p, f)
	for b.Loop() {
		if _, err := newTriMesh(p, f); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(f)), "ns/triangle")
}
