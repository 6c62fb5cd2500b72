package d3

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// cellWork returns the carver and the coverer of a mesh as the first try of Decompose has them.
func cellWork(t *testing.T, m *solidMesh) (*decomposer, *shell) {
	t.Helper()
	table, err := newTriMesh(m.points, m.tris)
	if err != nil {
		t.Fatal(err)
	}
	d := newDecomposer(context.Background(), table, DecomposeOptions{Concavity: m.c})
	step := max(float64(shellStep*d.limit), d.s.size/shellMost)
	sh, err := newShell(d.s, d.limit, step, d.tick)
	if err != nil {
		t.Fatal(err)
	}
	d.carve = carver{s: d.s, shell: sh, fold: d.folds, strict: true, soft: plotsSoft, grain: d.s.size, tick: d.tick}
	return d, sh
}

// solidPoints returns points of the solid: drawn ones, those on its surface, and its corners.
func solidPoints(s *surface, rng *rand.Rand, n int) (out []Vec) {
	out = append(out, s.table.points...)
	side := s.box.Max.Sub(s.box.Min)
	for range n {
		u := Vec{rng.Float64(), rng.Float64(), rng.Float64()}
		p := s.box.Min.Add(Vec{u.X * side.X, u.Y * side.Y, u.Z * side.Z})
		f := &s.tris[rng.IntN(len(s.tris))]
		q := f.a.Add(f.b.Sub(f.a).Scale(u.X * u.Y)).Add(f.c.Sub(f.a).Scale(u.X * (1 - u.Y)))
		for _, x := range [2]Vec{p, q} {
			if w, on := s.winding(x); on || w > 0 {
				out = append(out, x)
			}
		}
	}
	return out
}

// someCut returns a plane through a plot: anywhere, or through a corner of the mesh, where patches
// lie in the plane.
func someCut(rng *rand.Rand, s *surface, x *plot) (axis int8, at float64) {
	axis = int8(rng.IntN(3))
	lo, hi := x.hull.lo.along(axis), x.hull.hi.along(axis)
	at = lo + float64((hi-lo)*rng.Float64())
	if rng.IntN(2) == 0 {
		for range 8 {
			if c := s.table.points[rng.IntN(len(s.table.points))].along(axis); lo < c && c < hi {
				return axis, c
			}
		}
	}
	return axis, at
}

// TestCut: of a cell that is cut, the cells on both sides hold all points of the solid that the
// boxes on their sides have; none reaches out of its box, and no patch out of its triangle.
func TestCut(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 12))
	meshes := solidMeshes()
	for _, i := range []int{0, 1, 2, 3, 5, 6, 7} {
		m := &meshes[i]
		d, _ := cellWork(t, m)
		slack := float64(64 * regionCut * unit * d.s.big)
		points := solidPoints(d.s, rng, 400)
		for range 6 {
			cells := []*plot{d.carve.root()}
			for range 14 {
				k := rng.IntN(len(cells))
				x := cells[k]
				if x.length() < float64(0x1p-10*d.s.size) {
					continue
				}
				axis, at := someCut(rng, d.s, x)
				l, r := d.carve.cut(x, axis, at)
				cells[k] = l
				cells = append(cells, r)
			}
			checkCells(t, m.name, d.s, cells, points, slack)
		}
	}
}

// checkCells is TestCut for cells that together have the box of the solid. Points of a flat cell
// lie in others, too.
func checkCells(t *testing.T, name string, s *surface, cells []*plot, points []Vec, slack float64) {
	t.Helper()
	for _, p := range points {
		held := false
		for _, x := range cells {
			in := AABB{x.box.Min, x.box.Max}.Contains(p)
			strictly := in && AABB{x.box.Min, x.box.Max}.Grow(-slack).Contains(p)
			has := in && x.hull.solid() && x.hull.holds([]Vec{p}, slack)
			if held = held || has; strictly && !has && !x.empty() {
				t.Fatalf("%s: %v of the solid is in the box %v and not in the cell", name, p, x.box)
			}
		}
		if !held {
			t.Fatalf("%s: no cell holds %v", name, p)
		}
	}
	for _, x := range cells {
		wide := x.box.Grow(x.slip + slack)
		for _, p := range x.hull.points {
			if !wide.Contains(p) {
				t.Fatalf("%s: %v of a cell is out of its box %v", name, p, x.box)
			}
		}
		for i := range x.patches {
			q := &x.patches[i]
			for _, p := range q.points {
				if far := s.tris[q.tri].closest(p).Sub(p).Len(); far > q.slip+slack {
					t.Fatalf("%s: a patch is %v out of its triangle", name, far)
				}
			}
		}
	}
}

// TestMost: the piece that most finds lies in the plot on the side of its plane that the volume is
// about, and fits the body; of a plot that fits as a whole it is most of it. Corners of the box are
// not counted in a piece.
func TestMost(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 14))
	found := 0
	meshes := solidMeshes()
	for _, i := range []int{0, 1, 3, 7} {
		m := &meshes[i]
		d, sh := cellWork(t, m)
		plots, err := d.carve.carve(d.carve.root(), 0)
		if err != nil {
			t.Fatal(err)
		}
		c := coverer{
			shell: sh, plots: plots, slack: float64(0x1p-40 * d.s.size), near: d.limit, tick: d.tick, carve: &d.carve, fine: d.limit,
		}
		for a, x := range plots {
			for b, y := range plots {
				if a == b || x.length() <= c.fine || rng.IntN(8) > 0 {
					continue
				}
				axis, at, best, ok := c.most(y.hull, x, refinePress)
				if !ok {
					continue
				}
				found++
				l, r := c.carve.halves(x, axis, at)
				fits := func(h *chunk) bool {
					return math.Abs(h.volume-best) <= float64(0x1p-30*x.hull.volume) && c.join(y.hull, h) != nil
				}
				if !(lo(x, axis) < at && at < hi(x, axis)) || !fits(l) && !fits(r) {
					t.Fatalf("%s: %v at %v of plot %d, beside plot %d, volume %v of %v", m.name, axis, at, a, b, best, x.hull.volume)
				}
				all, _ := c.carve.halves(x, 0, math.MaxFloat64)
				if c.join(y.hull, x.hull) != nil && best < 0.5*all.volume {
					t.Fatalf("%s: plot %d fits plot %d, and %v of %v is said to", m.name, a, b, best, x.hull.volume)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("%d pieces", found)
	}
}

func lo(x *plot, axis int8) float64 { return x.hull.lo.along(axis) }
func hi(x *plot, axis int8) float64 { return x.hull.hi.along(axis) }

// TestPress: lots that others took over are gone, what is left holds all points of the solid, each
// plot it names, and no point of the shell.
func TestPress(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 13))
	fewer := 0
	meshes := solidMeshes()
	for _, i := range []int{1, 3, 7, 8} {
		m := &meshes[i]
		d, sh := cellWork(t, m)
		d.carve.grain, d.carve.strict = 0.4*d.s.size, false
		plots, err := d.carve.carve(d.carve.root(), 0)
		if err != nil {
			t.Fatal(err)
		}
		d.cover = coverer{
			shell: sh, plots: plots, slack: float64(0x1p-40 * d.s.size), near: d.limit, tick: d.tick, carve: &d.carve, fine: d.limit,
		}
		d.cover.begin()
		before := len(d.cover.lots)
		less, err := d.cover.press(math.MaxInt)
		if err != nil || less != (len(d.cover.lots) < before) {
			t.Fatalf("%s: fewer %v, %v, %d lots of %d", m.name, less, err, len(d.cover.lots), before)
		}
		fewer += before - len(d.cover.lots)
		for _, p := range solidPoints(d.s, rng, 400) {
			held := false
			for _, l := range d.cover.lots {
				held = held || l.hull.holds([]Vec{p}, float64(0x1p-30*d.s.size))
			}
			if !held {
				t.Fatalf("%s: no lot holds %v", m.name, p)
			}
		}
		for k, l := range d.cover.lots {
			for _, p := range l.plots {
				if !l.hull.holds(d.cover.plots[p].hull.points, float64(0x1p-38*d.s.size)) {
					t.Fatalf("%s: lot %d does not hold plot %d", m.name, k, p)
				}
			}
			if len(l.plots) > 1 && sh.meets(l.hull) {
				t.Fatalf("%s: lot %d reaches too far", m.name, k)
			}
		}
	}
	if fewer < 20 {
		t.Errorf("%d lots fewer", fewer)
	}
}
