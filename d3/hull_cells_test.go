package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// cellSets are hulls with a table: those on which a search is hard, balls of all sizes, lattices,
// boxes with corners cut off, slivers.
func cellSets() map[string][]Vec {
	r := rand.New(rand.NewPCG(51, 52))
	sets := supportSets()
	for _, n := range []int{13, 16, 32, 64, 200, 2048} {
		sets[fmt.Sprint("sphere ", n)] = onSphere(r, n)
	}
	var lattice, bricks, sliver []Vec
	for range 4000 {
		p := Vec{float64(r.IntN(25) - 12), float64(r.IntN(25) - 12), float64(r.IntN(25) - 12)}
		if p.Len2() <= 144 {
			lattice = append(lattice, p)
		}
	}
	for i := range 8 {
		c := Vec{float64(i&1*2 - 1), float64(i&2 - 1), float64(i&4/2 - 1)}
		bricks = append(bricks, Vec{0.75 * c.X, c.Y, c.Z}, Vec{c.X, 0.75 * c.Y, c.Z}, Vec{c.X, c.Y, 0.75 * c.Z})
	}
	for _, p := range onSphere(r, 40) {
		sliver = append(sliver, Vec{p.X, p.Y, 1e-13 * p.Z})
	}
	sets["lattice"], sets["bricks"], sets["sliver"] = lattice, bricks, sliver
	return sets
}

// borders returns directions on the borders of cells of t, at their corners, and next to these.
func borders(r *rand.Rand, t *supportCells, n int) []Vec {
	var list []Vec
	side, half := int(t.side), int(t.half)
	for range n {
		i, j := r.IntN(side+1)-half, r.IntN(side+1)-half
		if max(i, -i)+max(j, -j) > half {
			continue
		}
		d := Vec{float64(i), float64(j), float64(half - max(i, -i) - max(j, -j))}
		if r.IntN(2) == 0 {
			d.Z = -d.Z
		}
		if r.IntN(2) == 0 { // anywhere on the border
			s := 1 - r.Float64()
			d.X, d.Z = float64(d.X*s), d.Z+math.Copysign(math.Abs(d.X)*(1-s), d.Z)
		}
		list = append(list, d, Vec{math.Nextafter(d.X, 99), d.Y, d.Z}, Vec{d.X, math.Nextafter(d.Y, -99), d.Z},
			Vec{math.Nextafter(d.X, -99), math.Nextafter(d.Y, 99), math.Nextafter(d.Z, 0)})
	}
	return list
}

// TestCellsFindWhatAScanFinds holds the search in a table of cells against a look at all vertices:
// the same vertex, ties included, along random directions, normals of faces, borders of cells, and
// directions so short that products underflow.
func TestCellsFindWhatAScanFinds(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(53, 54))
	made, long := 0, 0
	for name, points := range cellSets() {
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		if h.cells == nil {
			if n := len(h.points); n > cellFew && n <= cellMost {
				t.Errorf("%s: no table for %d vertices", name, n)
			}
			continue
		}
		made++
		for _, c := range h.cells.cells {
			if c[0] == cellMore {
				long++
			}
		}
		list := append(directions(r, h, 500), borders(r, h.cells, 500)...)
		for _, d := range list {
			for _, d := range []Vec{
				d, d.Scale(0x1p-1040), d.Scale(0x1p-600), d.Add(onSphere(r, 1)[0].Scale(1e-16)),
				{d.X, d.Y, d.Z * 1e-300},
				{0, d.Y, d.Z},
				{d.X, 0, 0},
			} {
				if got, want := h.support(d, -1), scan(h.local, d); got != want {
					t.Fatalf("%s: vertex %d is farthest along %v, not %d", name, want, d, got)
				}
			}
		}
	}
	if made < 15 || long < 100 {
		t.Errorf("only %d tables with %d long lists", made, long)
	}
}

// TestCellsOfCrowds takes hundreds of corners for ones within rounding of each other: the lists
// would be as long as the hull, which gets no table.
func TestCellsOfCrowds(t *testing.T) {
	h, err := NewHull(onSphere(rand.New(rand.NewPCG(55, 56)), 300))
	if err != nil || h.cells == nil {
		t.Fatal("no table", err)
	}
	// As if the vertices were as near to each other as the room for rounding.
	if c := newCells(h.local, 0x1p45*h.radius); c != nil {
		t.Errorf("lists of %d", len(c.more))
	}
}

func BenchmarkNewCells(b *testing.B) {
	r := rand.New(rand.NewPCG(29, 30))
	for _, n := range []int{16, 32, 128, 512, 2048, 8192} {
		h, err := NewHull(onSphere(r, n))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				newCells(h.local, h.radius)
			}
		})
	}
}
