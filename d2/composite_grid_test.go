package d2_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// drawGrid returns a grid and its rows.
func drawGrid(t testing.TB, rng *rand.Rand, cell d2.Vec) (g *d2.Grid, rows [][]bool) {
	t.Helper()
	rows = make([][]bool, 1+rng.IntN(5))
	wide, dense := 1+rng.IntN(5), rng.IntN(5)
	for j := range rows {
		rows[j] = make([]bool, wide)
		for i := range rows[j] {
			rows[j][i] = rng.IntN(5) <= dense
		}
	}
	rows[0][0] = true
	return must(d2.NewGrid(cell, rows))(t), rows
}

// A point is inside a grid where all cells about it are filled, on its boundary where some are, and
// else outside: sides between filled cells are no sides.
func TestGridPoints(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(41, 42))
	q := must(d2.NewQuery(d2.Options{}))(t)
	for turn := range 300 {
		g, rows := drawGrid(t, rng, d2.Vec{X: 2, Y: 4})
		a := must(d2.Place(g, d2.Pose{Rot: must(d2.NewCosSin(0, 1))(t)}))(t)
		for j := -1; j <= 2*len(rows)+1; j++ {
			for i := -1; i <= 2*len(rows[0])+1; i++ {
				filled, cells := 0, 0
				for _, c := range [4][2]int{{i - 1, j - 1}, {i, j - 1}, {i - 1, j}, {i, j}} {
					x, y := floorHalf(c[0]), floorHalf(c[1])
					cells++
					if y >= 0 && y < len(rows) && x >= 0 && x < len(rows[0]) && rows[y][x] {
						filled++
					}
				}
				want := collide.Touching
				switch filled {
				case 0:
					want = collide.Apart
				case cells:
					want = collide.Overlapping
				}
				p := d2.Vec{X: -2 * float64(j), Y: float64(i)} // turned by a quarter
				cl := must(q.ClosestPoint(&a, p))(t)
				if cl.Relation != want {
					t.Fatalf("turn %d: %v at (%d, %d)/2 of %v, want %v", turn, cl.Relation, i, j, rows, want)
				}
				if x, y := cl.Triangle%len(rows[0]), cl.Triangle/len(rows[0]); !rows[y][x] {
					t.Fatalf("turn %d: cell %d is empty", turn, cl.Triangle)
				}
			}
		}
	}
}

// floorHalf returns half of k, rounded down.
func floorHalf(k int) int { return int(math.Floor(float64(k) / 2)) }

// A body is as far from a grid as from the nearest cell, and overlaps it where it overlaps a cell.
func TestGridIsItsCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	q := must(d2.NewQuery(d2.Options{}))(t)
	bodies := others(t)
	for turn := range 1500 {
		g, rows := drawGrid(t, rng, d2.Vec{X: 1, Y: 1})
		pa := d2.Pose{Rot: drawRot(t, rng)}
		pb := d2.Pose{Rot: drawRot(t, rng), Pos: d2.Vec{X: float64(rng.IntN(12)-6) / 2, Y: float64(rng.IntN(12)-6) / 2}}
		a, b := must(d2.Place(g, pa))(t), must(d2.Place(bodies[turn%len(bodies)], pb))(t)
		rel, lower, upper := collide.Apart, math.Inf(1), math.Inf(1)
		var cells []d2.Contact
		for j := range rows {
			for i := range rows[j] {
				x, y := float64(i), float64(j)
				one := must(d2.Place(must(d2.NewHull([]d2.Vec{{X: x, Y: y}, {X: x + 1, Y: y}, {X: x, Y: y + 1}, {X: x + 1, Y: y + 1}}))(t), pa))(t)
				ct := d2.Distance(&one, &b)
				cells = append(cells, ct)
				if !rows[j][i] {
					continue
				}
				if rank(ct.Relation) > rank(rel) {
					rel = ct.Relation
				}
				lower, upper = min(lower, ct.Lower), min(upper, ct.Upper)
			}
		}
		ct := q.Distance(&a, &b, nil)
		name := fmt.Sprintf("turn %d, %T", turn, b.Shape())
		flat := turn%len(bodies) == 0 // a point may lie on an inner side
		if ct.Relation != rel && !(flat && rel == collide.Touching && ct.Relation == collide.Overlapping) {
			t.Fatalf("%s: %v, by cells %v", name, ct.Relation, rel)
		}
		if ct.Relation == collide.Apart && (ct.Lower > upper || ct.Upper < lower) {
			t.Fatalf("%s: [%v, %v], by cells [%v, %v]", name, ct.Lower, ct.Upper, lower, upper)
		}
		if ct.Upper > upper+1e-8 { // curved bodies to the tolerance
			t.Fatalf("%s: upper bound %v, by cells %v", name, ct.Upper, upper)
		}
		if ct.Relation == collide.Apart && cells[ct.TriangleA].Lower > ct.Upper+1e-8 {
			t.Fatalf("%s: cell %d is at %v, the answer %v", name, ct.TriangleA, cells[ct.TriangleA].Lower, ct.Upper)
		}
	}
}

// Of cells that are met at one time the least is named, whatever the unit, the place, the order of
// the bodies and the rectangles that the grid is cut into.
func TestGridNamesTheLeast(t *testing.T) {
	full := [][]bool{{true, true, true}, {true, true, true}}
	step := [][]bool{{true, true, false}, {false, true, true}}
	for _, row := range []struct {
		name     string
		rows     [][]bool
		from, to d2.Vec // in cells, of a point
		want     int
	}{
		{"up to a border", full, d2.Vec{X: 1, Y: -1}, d2.Vec{X: 1, Y: 1}, 0},
		{"slanting to a border", full, d2.Vec{X: 0, Y: -1}, d2.Vec{X: 2, Y: 1}, 0},
		{"down to a border", full, d2.Vec{X: 2, Y: 3}, d2.Vec{X: 2, Y: 1}, 4},
		{"from the left to one", full, d2.Vec{X: -1, Y: 1}, d2.Vec{X: 1, Y: 1}, 0},
		{"to the foot of a step", step, d2.Vec{X: 0, Y: 2}, d2.Vec{X: 2, Y: 0}, 0},
		{"to a step from beyond", step, d2.Vec{X: 3, Y: 0}, d2.Vec{X: 1, Y: 2}, 1},
	} {
		for _, unit := range []float64{1, 3, 0x1p-20, 1e6} { // the ways are exact
			g := must(d2.NewGrid(d2.Vec{X: unit, Y: unit}, row.rows))(t)
			a := must(d2.Place(g, d2.Pose{}))(t)
			from, way := row.from.Scale(unit), row.to.Sub(row.from).Scale(unit)
			ray := must(d2.NewRay(from, way, 1))(t)
			if h := d2.CastRay(&a, &ray); h.Triangle != row.want {
				t.Errorf("%s, unit %g: a ray names cell %d, want %d", row.name, unit, h.Triangle, row.want)
			}
			b := must(d2.Place(d2.Circle{}, d2.Pose{Pos: from}))(t)
			sweep := must(d2.NewSweep(way, 1, d2.SweepOptions{}))(t)
			back := must(d2.NewSweep(way.Neg(), 1, d2.SweepOptions{}))(t)
			h, k := d2.CastShape(&a, &b, &sweep), d2.CastShape(&b, &a, &back)
			if h.TriangleA != row.want || k.TriangleB != row.want {
				t.Errorf("%s, unit %g: a cast names cell %d, the other way %d, want %d",
					row.name, unit, h.TriangleA, k.TriangleB, row.want)
			}
		}
	}
}

func TestNewGridRefuses(t *testing.T) {
	for _, row := range []struct {
		cell d2.Vec
		rows [][]bool
		code error
	}{
		{d2.Vec{X: 1, Y: 1}, nil, collide.ErrBadMesh},
		{d2.Vec{X: 1, Y: 1}, [][]bool{{false}}, collide.ErrBadMesh},
		{d2.Vec{X: 1, Y: 1}, [][]bool{{true}, {}}, collide.ErrBadMesh},
		{d2.Vec{X: 0, Y: 1}, [][]bool{{true}}, collide.ErrOutOfRange},
		{d2.Vec{X: -1, Y: 1}, [][]bool{{true}}, collide.ErrNegativeSize},
		{d2.Vec{X: 1, Y: math.NaN()}, [][]bool{{true}}, collide.ErrNotFinite},
		{d2.Vec{X: 1e100, Y: 1}, [][]bool{{true, true}}, collide.ErrOutOfRange},
		{d2.Vec{X: 1, Y: 1}, slices.Repeat([][]bool{make([]bool, 1<<15)}, 1<<15), collide.ErrTooLarge},
	} {
		if _, err := d2.NewGrid(row.cell, row.rows); err == nil || !errors.Is(err, row.code) {
			t.Errorf("%v, %d rows: %v, want %v", row.cell, len(row.rows), err, row.code)
		}
	}
}
