package d2

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Grid is the union of some closed cells of a grid: a map of tiles. Make it with NewGrid. It does
// not change, so that any number of Objects may share it. Place gives an Object, and every query
// takes that.
//
// Cell (i, j) is the rectangle from (i dx, j dy) to ((i+1) dx, (j+1) dy), and its number is j w + i
// where rows have w cells. Answers name the cell at the point of contact, such as
// Contact.TriangleA: of bodies that overlap, that in which the way out ends. CastShape and CastRay
// name the least of the cells there that are met at that time, TimeOfImpact the least of a
// rectangle of cells that meets.
// Sides between two cells are no sides of the body: a point on them is inside. All else is as of a
// Compound of the cells.
type Grid struct {
	union
	cell  Vec
	rows  [][]bool
	cells gridLeaves

	materials []int32
}

// NewGrid returns the union of the cells of the size given for which rows[j][i] is true; row 0 is
// the one at y = 0. The materials are numbers of the caller's for all cells, the empty ones too, in
// the order of their numbers; none for none. The slices are not kept.
//
// Errors: collide.ErrNotFinite, collide.ErrNegativeSize and collide.ErrOutOfRange for the size,
// with a Path such as "cell[0]", for a size of 0, and for the far end of a row or column;
// collide.ErrBadMesh for no cell, for rows of several lengths, and where there are materials but
// not one for each cell; collide.ErrTooLarge for more cells than 5e8.
//
// Cost: linear in the cells of the grid.
func NewGrid(cell Vec, rows [][]bool, materials ...int32) (*Grid, error) {
	g := &Grid{cell: cell, materials: slices.Clone(materials)}
	wide := 0
	if len(rows) > 0 {
		wide = len(rows[0])
	}
	for k, d := range [2]float64{cell.X, cell.Y} {
		path := fmt.Sprintf("cell[%d]", k)
		if err := num.CheckSize(path, d); err != nil {
			return nil, err
		}
		if far := float64(d * float64([2]int{wide, len(rows)}[k])); d == 0 || far > collide.MaxMagnitude {
			return nil, &collide.Error{Code: collide.ErrOutOfRange, Path: path, Index: k, Value: far}
		}
	}
	if n := int64(wide) * int64(len(rows)); n > math.MaxInt32/4 {
		return nil, &collide.Error{Code: collide.ErrTooLarge, Path: "rows", Index: -1, Value: float64(n)}
	}
	for j, row := range rows {
		if len(row) != wide {
			return nil, &collide.Error{
				Code: collide.ErrBadMesh, Path: fmt.Sprintf("rows[%d]", j), Index: j, Value: float64(len(row)),
			}
		}
		g.rows = append(g.rows, slices.Clone(row))
	}
	g.cells = gridLeaves{cell: cell, rows: g.rows, wide: wide}
	if g.cells.cover(); len(g.cells.rects) == 0 {
		return nil, &collide.Error{Code: collide.ErrBadMesh, Path: "rows", Index: -1, Value: float64(wide)}
	}
	if n := len(materials); n != 0 && n != g.Len() {
		return nil, &collide.Error{Code: collide.ErrBadMesh, Path: "materials", Index: -1, Value: float64(n)}
	}
	g.from = &g.cells
	g.build()
	return g, nil
}

// Margin returns 0: a grid is not grown.
func (g *Grid) Margin() float64 { return 0 }

// Len returns the number of cells, empty ones too.
func (g *Grid) Len() int { return len(g.rows) * g.cells.wide }

// Material returns the number that was given for cell i; 0 where none was.
func (g *Grid) Material(i int) int32 {
	material, _ := g.painted(i)
	return material
}

// Materials returns the numbers that were given for the cells, nil for none. The slice is the
// caller's.
func (g *Grid) Materials() []int32 { return slices.Clone(g.materials) }

// painted returns the number that was given for cell i, and whether one was.
func (g *Grid) painted(i int) (material int32, ok bool) {
	if i < 0 || i >= len(g.materials) {
		return 0, false
	}
	return g.materials[i], true
}

// Cell returns the size of the cells.
func (g *Grid) Cell() Vec { return g.cell }

// Rows returns which cells there are. The slices are the caller's.
func (g *Grid) Rows() [][]bool {
	rows := make([][]bool, len(g.rows))
	for j := range rows {
		rows[j] = slices.Clone(g.rows[j])
	}
	return rows
}

// gridRect is a rectangle of cells: columns from i0 to before i1, rows from j0 to before j1.
type gridRect struct{ i0, j0, i1, j1 int32 }

// gridLeaves makes the leaves of a grid: rectangles of cells that cover all, overlapping, so that
// each inner point of the union is an inner point of one. The relation of a body to the union is
// then that of the deepest rectangle.
type gridLeaves struct {
	cell  Vec
	rows  [][]bool
	wide  int
	rects []gridRect
}

// cover makes the rectangles: runs along rows, along columns, and along pairs of rows. An inner
// point of the union lies in a cell or on a side between two cells of a row, which are in a run of
// the row; on one between two cells of a column, which are in a run of that; or in the corner of
// four cells, which are in a run of two rows. Equal runs of rows one above the other are one.
func (g *gridLeaves) cover() {
	rows := g.rows
	merged := mergeRuns(g.runs(rows, 1))
	over := make([]int32, len(rows)*g.wide) // the run that each cell is in
	for k, r := range merged {
		for j := r.j0; j < r.j1; j++ {
			for i := r.i0; i < r.i1; i++ {
				over[int(j)*g.wide+int(i)] = int32(k)
			}
		}
	}
	g.rects = merged
	add := func(r gridRect) {
		if big := merged[over[int(r.j0)*g.wide+int(r.i0)]]; big.i1 < r.i1 || big.j1 < r.j1 || big.i0 > r.i0 || big.j0 > r.j0 {
			g.rects = append(g.rects, r)
		}
	}
	for i := range int32(g.wide) {
		for j := int32(0); j < int32(len(rows)); j++ {
			from := j
			for j < int32(len(rows)) && rows[j][i] {
				j++
			}
			if j-from > 1 {
				add(gridRect{i, from, i + 1, j})
			}
		}
	}
	for _, r := range g.runs(rows, 2) {
		if r.i1-r.i0 > 1 {
			add(r)
		}
	}
}

// runs returns the longest rectangles of the given number of rows.
func (g *gridLeaves) runs(rows [][]bool, high int) (list []gridRect) {
	full := func(i, j int) bool {
		for k := range high {
			if !rows[j+k][i] {
				return false
			}
		}
		return true
	}
	for j := 0; j+high <= len(rows); j++ {
		for i := 0; i < g.wide; i++ {
			from := i
			for i < g.wide && full(i, j) {
				i++
			}
			if i > from {
				list = append(list, gridRect{int32(from), int32(j), int32(i), int32(j + high)})
			}
		}
	}
	return list
}

// mergeRuns makes one of runs of rows with the same columns one above the other.
func mergeRuns(list []gridRect) (merged []gridRect) {
	last := map[[2]int32]int{} // the place in merged of the last run with these columns; looked up only
	for _, r := range list {
		key := [2]int32{r.i0, r.i1}
		if k, ok := last[key]; ok && merged[k].j1 == r.j0 {
			merged[k].j1 = r.j1
			continue
		}
		last[key] = len(merged)
		merged = append(merged, r)
	}
	return merged
}

func (g *gridLeaves) len() int32 { return int32(len(g.rects)) }

// number returns the cell of rectangle k nearest to the point at.
func (g *gridLeaves) number(k int32, at Vec) int {
	r := &g.rects[k]
	i := min(max(math.Floor(at.X/g.cell.X), float64(r.i0)), float64(r.i1-1))
	j := min(max(math.Floor(at.Y/g.cell.Y), float64(r.j0)), float64(r.j1-1))
	return int(j)*g.wide + int(i)
}

// about returns the cells that are no farther than slack from the point at along an axis; no more
// than those beside the cell that it is in.
func (g *gridLeaves) about(at Vec, slack float64) (l cellList) {
	i0, i1 := around(at.X, slack, g.cell.X, g.wide)
	j0, j1 := around(at.Y, slack, g.cell.Y, len(g.rows))
	for j := j0; j <= j1; j++ {
		for i := i0; i <= i1; i++ {
			if g.rows[j][i] {
				l.at[l.n] = int32(j*g.wide + i)
				l.n++
			}
		}
	}
	return l
}

// around returns the first and the last of n steps of a size that hold places within slack of x, at
// most one before that of x and one behind it.
func around(x, slack, size float64, n int) (first, last int) {
	step := func(x float64) int { return int(max(-1, min(math.Floor(x/size), float64(n)))) }
	at := step(x)
	return max(step(x-slack), at-1, 0), min(step(x+slack), at+1, n-1)
}

// cut puts the cell with that number into s.
func (g *gridLeaves) cut(number int32, s *slot) {
	i, j := number%int32(g.wide), number/int32(g.wide)
	b := g.span(&gridRect{i, j, i + 1, j + 1})
	p := [facetCorners]Vec{b.Min, {b.Max.X, b.Min.Y}, b.Max, {b.Min.X, b.Max.Y}}
	s.put(&p, 4)
}

func (g *gridLeaves) box(k int32) AABB { return g.span(&g.rects[k]) }

// span returns the box of a rectangle.
func (g *gridLeaves) span(r *gridRect) AABB {
	return AABB{
		Vec{float64(float64(r.i0) * g.cell.X), float64(float64(r.j0) * g.cell.Y)},
		Vec{float64(float64(r.i1) * g.cell.X), float64(float64(r.j1) * g.cell.Y)},
	}
}

func (g *gridLeaves) leaf(k int32, s *slot) {
	var f facet
	g.facet(k, &f)
	s.put(&f.p, f.n)
}

func (g *gridLeaves) facet(k int32, f *facet) {
	b, r, w := g.box(k), &g.rects[k], int32(g.wide+1)
	f.n, f.p = 4, [facetCorners]Vec{b.Min, {b.Max.X, b.Min.Y}, b.Max, {b.Min.X, b.Max.Y}}
	f.at = [facetCorners]int32{r.j0*w + r.i0, r.j0*w + r.i1, r.j1*w + r.i1, r.j1*w + r.i0}
}

func (g *gridLeaves) along(k int32, n Vec) float64 {
	b := g.box(k)
	p := b.Min
	if n.X > 0 {
		p.X = b.Max.X
	}
	if n.Y > 0 {
		p.Y = b.Max.Y
	}
	return n.Dot(p)
}

func (g *gridLeaves) corners() (points []Vec) {
	for k := range g.len() {
		b := g.box(k)
		points = append(points, b.Min, Vec{b.Max.X, b.Min.Y}, b.Max, Vec{b.Min.X, b.Max.Y})
	}
	return points
}
