package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// cells is a set of tetrahedra of a lattice in which each cube is cut along the orders of the axes:
// a complex that turns about (1, 1, 1) map onto itself. A tetrahedron is its cube and its order.
type cells map[[4]int]bool

// orders are the orders of axes.
var orders = [6][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}

// tetra returns the corners of a tetrahedron; those of the last three orders are a mirror image of
// the first ones.
func tetra(c [4]int) (p [4][3]int) {
	at := [3]int{c[0], c[1], c[2]}
	p[0] = at
	for i, k := range orders[c[3]] {
		at[k]++
		p[i+1] = at
	}
	return p
}

// surface returns the triangles between a cell of the set and another one, times size.
func (s cells) surface(size float64) ([]Vec, [][3]int) {
	index := map[[3]int]int{}
	var points []Vec
	number := func(p [3]int) int {
		if _, ok := index[p]; !ok {
			index[p] = len(points)
			points = append(points, Vec{float64(p[0]), float64(p[1]), float64(p[2])}.Scale(size))
		}
		return index[p]
	}
	faces := map[[3][3]int][3][3]int{} // by the sorted corners
	var order [][3][3]int
	for x := range 4 {
		for y := range 4 {
			for z := range 4 {
				for o := range 6 {
					c := [4]int{x, y, z, o}
					if !s[c] {
						continue
					}
					p := tetra(c)
					for _, f := range [4][3]int{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}} {
						t := [3][3]int{p[f[0]], p[f[1]], p[f[2]]}
						if o >= 3 {
							t[1], t[2] = t[2], t[1]
						}
						key := [3][3]int{p[min(f[0], f[1], f[2])], {}, p[max(f[0], f[1], f[2])]}
						key[1] = p[f[0]+f[1]+f[2]-min(f[0], f[1], f[2])-max(f[0], f[1], f[2])]
						if _, ok := faces[key]; ok {
							delete(faces, key)
						} else {
							faces[key] = t
							order = append(order, key)
						}
					}
				}
			}
		}
	}
	var tris [][3]int
	for _, key := range order {
		if t, ok := faces[key]; ok {
			delete(faces, key)
			tris = append(tris, [3]int{number(t[0]), number(t[1]), number(t[2])})
		}
	}
	return points, tris
}

// randomCells returns about n cells that hang together, or whole cubes.
func randomCells(r *rand.Rand, n int, cubes bool) cells {
	s := cells{}
	at := [3]int{1 + r.IntN(2), 1 + r.IntN(2), 1 + r.IntN(2)}
	for range n {
		if k := r.IntN(3); r.IntN(2) == 0 {
			at[k] = min(3, at[k]+1)
		} else {
			at[k] = max(0, at[k]-1)
		}
		for o := range 6 {
			if cubes || r.IntN(3) == 0 {
				s[[4]int{at[0], at[1], at[2], o}] = true
			}
		}
	}
	return s
}

// moved returns the cell c turned n times about (1, 1, 1) and moved.
func moved(c [4]int, n int, by [3]int) [4]int {
	for range n { // x -> y -> z -> x
		o := orders[c[3]]
		for i := range o {
			o[i] = (o[i] + 1) % 3
		}
		c = [4]int{c[2], c[0], c[1], slices.Index(orders[:], o)}
	}
	return [4]int{c[0] + by[0], c[1] + by[1], c[2] + by[2], c[3]}
}

// common reports whether a cell of b, turned n times about (1, 1, 1) and moved, is one of a.
func (s cells) common(b cells, n int, by [3]int) bool {
	for c := range b {
		if s[moved(c, n, by)] {
			return true
		}
	}
	return false
}

// thirds are the turns about (1, 1, 1).
func thirds(t testing.TB) (r [3]Rot) {
	t.Helper()
	for i, q := range [3][4]float64{{0, 0, 0, 1}, {0.5, 0.5, 0.5, 0.5}, {0.5, 0.5, 0.5, -0.5}} {
		var err error
		if r[i], err = NewQuat(q[0], q[1], q[2], q[3]); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// posedMesh is a mesh at a pose.
type posedMesh struct {
	o    Object
	t    *triMesh
	tree bvh.Tree[[6]float64]
}

func newPosedMesh(t testing.TB, p []Vec, f [][3]int, at Pose) *posedMesh {
	t.Helper()
	m := &posedMesh{t: mustTriMesh(t, p, f)}
	if err := m.t.closed(); err != nil {
		t.Fatal(err)
	}
	m.o.pose = at
	m.tree.Build(m.t.boxes())
	return m
}

// solid returns the mesh as a solid of its own.
func (m *posedMesh) solid(t testing.TB) Object {
	t.Helper()
	var f [][3]int
	for _, c := range m.t.tris {
		f = append(f, [3]int{int(c[0]), int(c[1]), int(c[2])})
	}
	s, err := NewMesh(m.t.points, f, MeshOptions{Solid: true})
	if err != nil {
		t.Fatal(err)
	}
	o, err := Place(s, m.o.pose)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// member returns the body as solidPair takes it.
func (m *posedMesh) member() *member {
	return &member{t: m.t, tree: &m.tree, pose: exactPose{base: m.o.pose}}
}

// ask asks both ways.
func (s *solidPair) ask(t testing.TB, a, b *posedMesh) bool {
	t.Helper()
	x := s.meet(a.member(), b.member())
	if y := s.meet(b.member(), a.member()); x != y {
		t.Fatalf("%v, the other way round %v", x, y)
	}
	return x
}

// TestSolidsOfCells: sets of cells of one complex, in which nothing crosses, overlap exactly if
// they have a cell in common.
func TestSolidsOfCells(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(41, 42))
	turns := thirds(t)
	skew, err := NewQuat(0.6, 0, 0.48, 0.64)
	if err != nil {
		t.Fatal(err)
	}
	var s solidPair
	seen := map[bool]int{}
	n := 120
	if testing.Short() {
		n = 40
	}
	for i := range n {
		cubes := i%3 == 0
		a, b := randomCells(r, 2+r.IntN(20), cubes), randomCells(r, 2+r.IntN(20), cubes)
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		turn, by := r.IntN(3), [3]int{r.IntN(3) - 1, r.IntN(3) - 1, r.IntN(3) - 1}
		own, at := Pose{}, Pose{Pos: Vec{float64(by[0]), float64(by[1]), float64(by[2])}, Rot: turns[turn]}
		if i%2 == 0 { // any pose, but the same
			turn, by = 0, [3]int{}
			own = Pose{Pos: Vec{r.Float64(), r.Float64(), 0}, Rot: skew}
			at = own
		}
		if r.IntN(3) == 0 { // touching at most
			for c := range b {
				if a[moved(c, turn, by)] {
					delete(b, c)
				}
			}
		}
		p, f := a.surface(1)
		q, g := b.surface(1)
		if len(f) == 0 || len(g) == 0 {
			continue
		}
		x, y := newPosedMesh(t, p, f, own), newPosedMesh(t, q, g, at)
		want := a.common(b, turn, by)
		if got := s.ask(t, x, y); got != want {
			t.Fatalf("pair %d: %v, want %v: %v %v turned %d by %v", i, got, want, a, b, turn, by)
		}
		if i%4 == 0 || i%4 == 1 {
			u, v := x.solid(t), y.solid(t)
			if rel := Relate(&u, &v); (rel == collide.Overlapping) != want {
				t.Fatalf("pair %d: Relate says %v, want overlapping %v", i, rel, want)
			}
		}
		seen[want]++
	}
	if seen[true] < n/8 || seen[false] < n/8 {
		t.Errorf("too tame: %v", seen)
	}
	t.Log(seen)
}

// TestSolidsOfCubes: what the words say.
func TestSolidsOfCubes(t *testing.T) {
	cube := func(lo, hi Vec) *posedMesh {
		p, f := cubeMesh(lo, hi)
		return newPosedMesh(t, p, f, Pose{})
	}
	hollow := func() *posedMesh {
		p, f := cubeMesh(Vec{}, Vec{4, 4, 4})
		q, g := cubeMesh(Vec{1, 1, 1}, Vec{3, 3, 3})
		p, f = joined(p, f, q, flipped(g))
		return newPosedMesh(t, p, f, Pose{})
	}()
	l := cells{}
	for o := range 6 {
		l[[4]int{0, 0, 0, o}], l[[4]int{1, 0, 0, o}], l[[4]int{0, 1, 0, o}] = true, true, true
	}
	lp, lf := l.surface(1)
	corner := newPosedMesh(t, lp, lf, Pose{})
	unit := cube(Vec{}, Vec{1, 1, 1})
	var s solidPair
	for _, row := range []struct {
		name string
		a, b *posedMesh
		want bool
	}{
		{"the same", unit, cube(Vec{}, Vec{1, 1, 1}), true},
		{"stacked", unit, cube(Vec{0, 0, 1}, Vec{1, 1, 2}), false},
		{"stacked askew", unit, cube(Vec{0.25, -0.5, 1}, Vec{0.75, 2, 2}), false},
		{"half of it", unit, cube(Vec{}, Vec{0.5, 1, 1}), true},
		{"on one side from within", unit, cube(Vec{0.25, 0.25, 0}, Vec{0.75, 0.75, 0.5}), true},
		{"within", unit, cube(Vec{0.25, 0.25, 0.25}, Vec{0.75, 0.75, 0.5}), true},
		{"an edge", unit, cube(Vec{1, 1, 0}, Vec{2, 2, 1}), false},
		{"a corner", unit, cube(Vec{1, 1, 1}, Vec{2, 2, 2}), false},
		{"in the corner of an L", corner, cube(Vec{1, 1, 0}, Vec{1.5, 1.5, 1}), false},
		{"in an L", corner, cube(Vec{0.5, 0, 0}, Vec{1.5, 1, 1}), true},
		{"in the hollow", hollow, cube(Vec{1.5, 1.5, 1.5}, Vec{2, 2, 2}), false},
		{"in the hollow on its floor", hollow, cube(Vec{1.5, 1.5, 1}, Vec{2, 2, 2}), false},
		{"all of the hollow", hollow, cube(Vec{1, 1, 1}, Vec{3, 3, 3}), false},
		{"in the wall", hollow, cube(Vec{1.5, 1.5, 0.25}, Vec{2, 2, 0.75}), true},
		{"from wall to wall", hollow, cube(Vec{1.5, 1.5, 0}, Vec{2, 2, 1}), true},
		{"around", hollow, cube(Vec{-1, -1, -1}, Vec{5, 5, 5}), true},
		{"far", unit, cube(Vec{5, 5, 5}, Vec{6, 6, 6}), false},
	} {
		if got := s.ask(t, row.a, row.b); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
		a, b := row.a.solid(t), row.b.solid(t)
		if rel := Relate(&a, &b); (rel == collide.Overlapping) != row.want {
			t.Errorf("%s: Relate says %v", row.name, rel)
		}
	}
}

// TestSolidOff: corners in the other frame are off by less than told, and by more than a third of
// that.
func TestSolidOff(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(43, 44))
	p, f := cubeMesh(Vec{-1, -1, -1}, Vec{1, 1, 1})
	var s solidPair
	most := 0.0
	for i := range 10000 {
		x := [8]float64{}
		for k := range x {
			x[k] = (r.Float64() - 0.5) * [3]float64{1, 0.1, 1e-3}[i%3]
		}
		ra, errA := NewQuat(x[0], x[1], x[2], math.Sqrt(1-x[0]*x[0]-x[1]*x[1]-x[2]*x[2]))
		rb, errB := NewQuat(x[3], x[4], x[5], math.Sqrt(1-x[3]*x[3]-x[4]*x[4]-x[5]*x[5]))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		at := Vec{x[6], x[7], r.Float64()}.Scale(0.01 * float64(i%2))
		a, b := newPosedMesh(t, p, f, Pose{Rot: ra}), newPosedMesh(t, p, f, Pose{Rot: rb, Pos: at})
		s.side[0].set(a.member())
		s.side[1].set(b.member())
		s.begin(-1074)
		s.place()
		v := Vec{float64(r.IntN(2)), float64(r.IntN(2)), float64(r.IntN(2))}.Scale(1 + 0.02*r.Float64())
		if v == (Vec{}) {
			continue
		}
		got := array(s.ofSecond(v))
		x3 := s.d.transposed(&s.d.ra, s.world(1, v))
		den := s.d.ar.Mul(s.den, s.d.na)
		for k := range 3 {
			want := new(big.Rat).SetFrac(x3[k], den)
			want.Mul(want, new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 1074)))
			off, _ := want.Sub(want, new(big.Rat).SetFloat64(got[k])).Float64()
			size := big1(v) + big1(Vec{s.pos[0], s.pos[1], s.pos[2]})
			most = max(most, math.Abs(off)/(solidOff*unit*size))
		}
	}
	if !(most < 1 && most > 1.0/3) {
		t.Errorf("%.3f of the bound", most)
	}
	t.Log(most)
}

func TestSolidsAllocs(t *testing.T) {
	p, f := cubeMesh(Vec{}, Vec{1, 1, 1})
	a := newPosedMesh(t, p, f, Pose{})
	b := newPosedMesh(t, p, f, Pose{Pos: Vec{1, 0, 0}})
	var s solidPair
	run := func() {
		if s.meet(a.member(), b.member()) {
			t.Error("they overlap")
		}
	}
	run()
	if n := testing.AllocsPerRun(10, run); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkSolidsTouch: two boxes of many triangles with a common side.
func BenchmarkSolidsTouch(b *testing.B) {
	c := cells{}
	for y := range 4 {
		for z := range 4 {
			for o := range 6 {
				c[[4]int{3, y, z, o}] = true
			}
		}
	}
	p, f := c.surface(1)
	x := newPosedMesh(b, p, f, Pose{})
	y := newPosedMesh(b, p, f, Pose{Pos: Vec{1, 0.5, 0.25}})
	var s solidPair
	for b.Loop() {
		s.meet(x.member(), y.member())
	}
}
