package d3

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// asked is a mesh with what its winding numbers need.
type asked struct {
	t    *triMesh
	tree bvh.Tree[[6]float64]
	w    winder
}

func newAsked(t testing.TB, p []Vec, f [][3]int) *asked {
	t.Helper()
	a := &asked{t: mustTriMesh(t, p, f)}
	if err := a.t.closed(); err != nil {
		t.Fatal(err)
	}
	a.tree.Build(a.t.boxes())
	return a
}

// at returns the number about p, and on, and checks that a rational spot at the same place gives
// the same.
func (a *asked) at(t testing.TB, p Vec) (n int, on int32) {
	t.Helper()
	s := spot{near: p}
	n, on = a.w.number(a.t, &a.tree, &s)
	a.w.ar.Reset()
	e := lowest(0, p)
	v := a.w.ar.Vec()
	for k, x := range array(p) {
		v[k].Mul(exact.SetScaled(v[k], x, e), big.NewInt(7))
	}
	s = spotAt(v, big.NewInt(7), e)
	if m, on2 := a.w.number(a.t, &a.tree, &s); (on < 0) != (on2 < 0) || on < 0 && m != n {
		t.Fatalf("%v: %d, on %d; as a ratio %d, on %d", p, n, on, m, on2)
	}
	return n, on
}

// ratVec is a point in rationals.
type ratVec [3]*big.Rat

func ratVecOf(p Vec) (r ratVec) {
	for k, x := range array(p) {
		r[k] = new(big.Rat).SetFloat64(x)
	}
	return r
}

func ratSub(a, b ratVec) (r ratVec) {
	for k := range 3 {
		r[k] = new(big.Rat).Sub(a[k], b[k])
	}
	return r
}

func ratDot(a, b ratVec) *big.Rat {
	s := new(big.Rat)
	for k := range 3 {
		s.Add(s, new(big.Rat).Mul(a[k], b[k]))
	}
	return s
}

func ratCross(a, b ratVec) (r ratVec) {
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		r[k] = new(big.Rat).Sub(new(big.Rat).Mul(a[i], b[j]), new(big.Rat).Mul(a[j], b[i]))
	}
	return r
}

func ratVolume(a, b, c ratVec) *big.Rat { return ratDot(a, ratCross(b, c)) }

// bruteWinding is the winding number about p by all triangles, in rationals, along a direction in
// general position: a line through p along it meets no edge.
func bruteWinding(m *triMesh, p Vec, dir [3]int64) (n int, on bool) {
	o := ratVecOf(p)
	var d ratVec
	for k := range 3 {
		d[k] = new(big.Rat).SetInt64(dir[k])
	}
	for i := range m.tris {
		a, b, c := m.corners(int32(i))
		u, v, w := ratSub(ratVecOf(a), o), ratSub(ratVecOf(b), o), ratSub(ratVecOf(c), o)
		if ratHolds(u, v, w) {
			return 0, true
		}
		s, t, r := ratVolume(d, u, v).Sign(), ratVolume(d, v, w).Sign(), ratVolume(d, w, u).Sign()
		if s == 0 || s != t || t != r {
			continue
		}
		// The plane is met at det(u, v, w) / (n . d) along d; n.d has the sign s.
		if ratVolume(u, v, w).Sign()*s > 0 {
			n += s
		}
	}
	return n, false
}

// ratHolds reports whether the triangle holds the origin.
func ratHolds(u, v, w ratVec) bool {
	if ratVolume(u, v, w).Sign() != 0 {
		return false
	}
	n := ratCross(ratSub(v, u), ratSub(w, u))
	if ratDot(n, n).Sign() == 0 { // on one line: on an edge
		for _, e := range [3][2]ratVec{{u, v}, {v, w}, {w, u}} {
			c := ratCross(e[0], e[1])
			if ratDot(c, c).Sign() == 0 && ratDot(e[0], e[1]).Sign() <= 0 {
				return true
			}
		}
		return false
	}
	return ratDot(n, ratCross(u, v)).Sign() >= 0 && ratDot(n, ratCross(v, w)).Sign() >= 0 && ratDot(n, ratCross(w, u)).Sign() >= 0
}

// latticeMesh returns some cubes of a lattice, as the surface of their union or each whole,
// possibly turned round: a mesh in which edges of more than two triangles, coincident faces and
// flat shells abound.
func latticeMesh(r *rand.Rand) ([]Vec, [][3]int) {
	var p []Vec
	var f [][3]int
	for range 1 + r.IntN(5) {
		lo := Vec{float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(3))}
		hi := lo.Add(Vec{float64(1 + r.IntN(3)), float64(1 + r.IntN(3)), float64(1 + r.IntN(3))})
		q, g := cubeMesh(lo, hi)
		if r.IntN(4) == 0 {
			g = flipped(g)
		}
		p, f = joined(p, f, q, g)
	}
	// A tetrahedron whose edges pass lattice points.
	q := []Vec{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}
	o := Vec{float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5))}
	for i := range q {
		q[i] = q[i].Add(o)
	}
	return joined(p, f, q, [][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
}

func TestWindingLattice(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 22))
	seen, ons := map[int]int{}, 0
	meshes := 40
	if testing.Short() {
		meshes = 20
	}
	for range meshes {
		p, f := latticeMesh(r)
		m := newAsked(t, p, f)
		for range 60 {
			q := Vec{float64(2+r.IntN(6)) / 2, float64(2+r.IntN(6)) / 2, float64(2+r.IntN(6)) / 2}
			n, on := m.at(t, q)
			want, held := bruteWinding(m.t, q, [3]int64{1009, 9973, 100003})
			if held != (on >= 0) || !held && n != want {
				t.Fatalf("%v: %d, on %d; want %d, on %v", q, n, on, want, held)
			}
			if held {
				ons++
				a, b, c := m.t.corners(on)
				if !ratHolds(ratSub(ratVecOf(a), ratVecOf(q)), ratSub(ratVecOf(b), ratVecOf(q)), ratSub(ratVecOf(c), ratVecOf(q))) {
					t.Fatalf("%v is not on triangle %d", q, on)
				}
			} else {
				seen[n]++
			}
		}
	}
	if ons < 100 || seen[1] < 50 || seen[2] < 5 || seen[-1] < 5 {
		t.Errorf("too tame: on %d, numbers %v", ons, seen)
	}
}

// bumpy returns a closed star-shaped mesh about o with n rings, with no symmetry.
func bumpy(r *rand.Rand, n int, o Vec, size float64) ([]Vec, [][3]int) {
	p := []Vec{o.Add(Vec{0, 0, size})}
	for j := 1; j < n; j++ {
		for i := range 2 * n {
			th, ph := math.Pi*float64(j)/float64(n), math.Pi*float64(i)/float64(n)
			s := size * (0.7 + 0.3*r.Float64())
			p = append(p, o.Add(Vec{math.Sin(th) * math.Cos(ph), math.Sin(th) * math.Sin(ph), math.Cos(th)}.Scale(s)))
		}
	}
	p = append(p, o.Sub(Vec{0, 0, size}))
	at := func(j, i int) int {
		switch j {
		case 0:
			return 0
		case n:
			return len(p) - 1
		}
		return 1 + (j-1)*2*n + i%(2*n)
	}
	var f [][3]int
	for j := range n {
		for i := range 2 * n {
			for _, g := range [2][3]int{{at(j, i), at(j+1, i), at(j+1, i+1)}, {at(j, i), at(j+1, i+1), at(j, i+1)}} {
				if g[0] != g[1] && g[1] != g[2] && g[2] != g[0] {
					f = append(f, g)
				}
			}
		}
	}
	return p, f
}

// TestWindingNested: shells one in another, turned round or not, and points a step beside faces.
func TestWindingNested(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(23, 24))
	points := 60
	if testing.Short() {
		points = 10
	}
	for round := range 6 {
		p, f := bumpy(r, 5, Vec{3, -2, 1}, 4)
		q, g := bumpy(r, 3, Vec{3, -2, 1}, 1)
		inner := 2
		if round%2 == 1 {
			g, inner = flipped(g), 0
		}
		p, f = joined(p, f, q, g)
		outer := 1
		if round >= 4 {
			f, outer, inner = flipped(f), -1, -inner
		}
		m := newAsked(t, p, f)
		for _, row := range []struct {
			p    Vec
			want int
		}{{Vec{3, -2, 1}, inner}, {Vec{3, -2, 2.5}, outer}, {Vec{3, -2, 6}, 0}, {Vec{100, 0, 0}, 0}} {
			if n, on := m.at(t, row.p); on >= 0 || n != row.want {
				t.Errorf("round %d, %v: %d, on %d, want %d", round, row.p, n, on, row.want)
			}
		}
		for range points {
			i := int32(r.IntN(len(m.t.tris)))
			a, b, c := m.t.corners(i)
			x, y := r.Float64(), r.Float64()
			s := a.Add(b.Sub(a).Scale(x * (1 - y))).Add(c.Sub(a).Scale(x * y))
			switch r.IntN(4) {
			case 0:
				s = a
			case 1:
				s = a.Lerp(b, x)
			}
			s.X = math.Nextafter(s.X, float64(1e9*(r.Float64()-0.5)))
			n, on := m.at(t, s)
			want, held := bruteWinding(m.t, s, [3]int64{-1009, 9973, 100003})
			if held != (on >= 0) || !held && n != want {
				t.Fatalf("%v: %d, on %d; want %d, on %v", s, n, on, want, held)
			}
		}
	}
}

// TestWindingBeside: on both sides of each triangle the number differs by one for each triangle
// that lies there, and points to the side are as good as points nearby.
func TestWindingBeside(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 26))
	meshes := 30
	if testing.Short() {
		meshes = 8
	}
	for range meshes {
		p, f := latticeMesh(r)
		m := newAsked(t, p, f)
		for range 20 {
			q := Vec{float64(r.IntN(9)), float64(r.IntN(9)), float64(r.IntN(9))}
			d := [3]int64{int64(r.IntN(41) - 20), int64(r.IntN(41) - 20), int64(r.IntN(41) - 20)}
			s := spot{near: q}
			b := [3]*big.Int{big.NewInt(d[0]), big.NewInt(d[1]), big.NewInt(d[2])}
			got := m.w.beside(m.t, &m.tree, &s, b)
			// Lattice planes and those of tetrahedra are farther than that from points they do not
			// hold.
			const x, y = 0x1p-20, 0x1p-32
			near := q.Add(Vec{float64(d[0]), float64(d[1]), float64(d[2])}.Scale(x)).Add(Vec{y, y * 0x1p-8, y * 0x1p-16})
			want, held := bruteWinding(m.t, near, [3]int64{1009, 9973, 100003})
			if held || got != want {
				t.Fatalf("%v along %v: %d, want %d, on %v", q, d, got, want, held)
			}
		}
	}
}

func TestInsideOut(t *testing.T) {
	p, f := cubeMesh(Vec{}, Vec{1, 1, 1})
	q, g := cubeMesh(Vec{2, 0, 0}, Vec{2.5, 0.5, 0.5})
	both, tris := joined(p, flipped(f), q, g)
	crossed, over := cubeMesh(Vec{0.5, 0.25, 0.25}, Vec{1.5, 0.75, 0.75})
	crossed, over = joined(p, flipped(f), crossed, over)
	for _, row := range []struct {
		name string
		p    []Vec
		f    [][3]int
		bad  bool
	}{
		{"cube", p, f, false},
		{"turned round", p, flipped(f), true},
		{"a small one right", both, tris, false},
		{"a right one that sticks out of a turned one", crossed, over, false},
		{"nothing in it", p, append(flipped(f), f...), true},
	} {
		m := mustTriMesh(t, row.p, row.f)
		if err := m.insideOut(); (err != nil) != row.bad || row.bad && !errors.Is(err, collide.ErrInsideOut) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

func TestWindingAllocs(t *testing.T) {
	p, f := bumpy(rand.New(rand.NewPCG(27, 28)), 20, Vec{}, 1)
	m := newAsked(t, p, f)
	s, on := spot{near: Vec{0.1, 0.2, 0.3}}, spot{near: p[17]}
	run := func() {
		m.w.number(m.t, &m.tree, &s)
		m.w.number(m.t, &m.tree, &on)
		m.w.behind(m.t, &m.tree, 5)
	}
	run()
	if n := testing.AllocsPerRun(20, run); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkWinding(b *testing.B) {
	r := rand.New(rand.NewPCG(29, 30))
	p, f := bumpy(r, 160, Vec{}, 1)
	m := newAsked(b, p, f)
	spots := make([]spot, 1000)
	for i := range spots {
		spots[i].near = Vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}
	}
	i := 0
	for b.Loop() {
		m.w.number(m.t, &m.tree, &spots[i%1000])
		i++
	}
	b.ReportMetric(float64(len(f)), "triangles")
}

// TestSpotErrors: the errors of rational spots and of the two determinants stay below their bounds,
// and reach a third of them.
func TestSpotErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	var w winder
	most := [4]float64{} // of spotOff, sideTerms, aboveTerms, and the bounds with off
	ratio := func(got float64, want *big.Rat, bound float64) float64 {
		d := new(big.Rat).Sub(new(big.Rat).SetFloat64(got), want)
		f, _ := d.Quo(d, new(big.Rat).SetFloat64(bound)).Float64()
		return math.Abs(f)
	}
	for range pick(2000, 6000) {
		w.ar.Reset()
		den := big.NewInt(1 + r.Int64N(1<<62))
		v := [3]*big.Int{big.NewInt(r.Int64N(1 << 62)), big.NewInt(r.Int64N(1 << 62)), big.NewInt(r.Int64N(1 << 62))}
		w.p = spotAt(v, den, 0)
		exactly := ratVec{new(big.Rat).SetFrac(v[0], den), new(big.Rat).SetFrac(v[1], den), new(big.Rat).SetFrac(v[2], den)}
		x := array(w.p.near)
		for k := range 3 {
			most[0] = max(most[0], ratio(x[k], exactly[k], spotOff*unit*x[k]))
		}
		far := 8.0
		for i := range 3 {
			for k := range 3 {
				w.abc[i][k] = x[k] * (1 + far*(r.Float64()-0.5))
			}
		}
		a, b, c := rats3(w.abc[0]), rats3(w.abc[1]), rats3(w.abc[2])
		for i, about := range []ratVec{rats3(x), exactly} {
			n := ratCross(ratSub(b, a), ratSub(c, a))
			side := ratCross(ratSub(b, a), ratSub(about, a))[2]
			if i == 0 {
				w.p.off = 0
			} else {
				w.p.off = spotAt(v, den, 0).off
			}
			d, bound := w.sideNear(&w.abc[0], &w.abc[1], 0, 1)
			e, bound2 := w.aboveNear()
			if i == 0 {
				most[1] = max(most[1], ratio(d, side, bound))
				most[2] = max(most[2], ratio(e, ratDot(n, ratSub(about, a)), bound2))
				continue
			}
			most[3] = max(most[3], ratio(d, side, bound), ratio(e, ratDot(n, ratSub(about, a)), bound2))
		}
	}
	for i, m := range most {
		if !(m <= 1 && m > 1.0/3) {
			t.Errorf("%d: %.3f of the bound", i, m)
		}
	}
	t.Log(most)
}

func rats3(v [3]float64) ratVec { return ratVecOf(Vec{v[0], v[1], v[2]}) }
