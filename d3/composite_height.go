package d3

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// HeightField is a surface over a grid of points: terrain. Make it with NewHeightField. It does not
// change, so that any number of Objects may share it. Place gives an Object, and every query takes
// that.
//
// Vertex (i, j) is at (i dx, j dy, heights[j][i]). Each cell of four vertices is cut from (i, j) to
// (i+1, j+1) into two triangles: with w vertices in a row, 2 (j (w-1) + i) is the one with the
// corner (i+1, j), the next one that with (i, j+1). Seen from above their corners go round
// counter-clockwise. Answers name triangles by these numbers, and else are those of a Mesh of them
// that is no solid: there is nothing under a height field.
type HeightField struct {
	union
	dx, dy  float64
	heights [][]float64

	materials []int32
}

// NewHeightField returns the surface with the given heights, two or more rows of equal length, two
// or more each, at distances dx along X and dy along Y. The materials are numbers of the caller's
// for all triangles; none for none. The slices are not kept.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange for a number, with a Path such as
// "spacing[0]" or "heights[3][1]", the row as Index, and for the far end of a row or column;
// collide.ErrNegativeSize for a distance below 0 and collide.ErrOutOfRange for one that is below
// collide.MinSize; collide.ErrBadMesh for too few rows, too few heights, rows of several lengths,
// and where there are materials but not one for each triangle; collide.ErrTooLarge for more heights
// than numbers of 32 bits count triangles of.
//
// Cost: n log n (BenchmarkNewMesh).
func NewHeightField(dx, dy float64, heights [][]float64, materials ...int32) (*HeightField, error) {
	if len(heights) < 2 {
		return nil, badMesh("heights", -1, float64(len(heights)))
	}
	w := len(heights[0])
	for k, d := range [2]float64{dx, dy} {
		path := fmt.Sprintf("spacing[%d]", k)
		if err := num.CheckSize(path, d); err != nil {
			return nil, err
		}
		n := [2]int{w, len(heights)}[k]
		if far := float64(d * float64(n)); d == 0 || far > collide.MaxMagnitude {
			return nil, &collide.Error{Code: collide.ErrOutOfRange, Path: path, Index: k, Value: far}
		}
	}
	if w < 2 {
		return nil, badMesh("heights[0]", 0, float64(w))
	}
	if n := int64(w) * int64(len(heights)); n > maxTriangles/2 {
		return nil, tooLarge("heights", float64(n))
	}
	f := &HeightField{dx: dx, dy: dy, materials: slices.Clone(materials)}
	for j, row := range heights {
		if len(row) != w {
			return nil, badMesh(fmt.Sprintf("heights[%d]", j), j, float64(len(row)))
		}
		row = slices.Clone(row)
		for i, h := range row {
			if code := num.BadNumber(h); code != nil {
				return nil, &collide.Error{Code: code, Path: fmt.Sprintf("heights[%d][%d]", j, i), Index: j, Value: h}
			}
			row[i] = num.PlusZero(h)
		}
		f.heights = append(f.heights, row)
	}
	if n := len(materials); n != 0 && n != f.Len() {
		return nil, badMesh("materials", -1, float64(n))
	}
	leaves := &heightLeaves{f}
	f.from, f.facets, f.shell, f.open = leaves, leaves, true, true
	f.build()
	return f, nil
}

// Margin returns 0: a height field is not grown.
func (f *HeightField) Margin() float64 { return 0 }

// Len returns the number of triangles; 0 of the zero HeightField.
func (f *HeightField) Len() int {
	if len(f.heights) == 0 {
		return 0
	}
	return 2 * (len(f.heights) - 1) * (len(f.heights[0]) - 1)
}

// Material returns the number that was given for triangle i; 0 where none was.
func (f *HeightField) Material(i int) int32 {
	material, _ := f.painted(i)
	return material
}

// Materials returns the numbers that were given for the triangles, nil for none. The slice is the
// caller's.
func (f *HeightField) Materials() []int32 { return slices.Clone(f.materials) }

// painted returns the number that was given for triangle i, and whether one was.
func (f *HeightField) painted(i int) (material int32, ok bool) {
	if i < 0 || i >= len(f.materials) {
		return 0, false
	}
	return f.materials[i], true
}

// Spacing returns the distances of the vertices along X and along Y.
func (f *HeightField) Spacing() (dx, dy float64) { return f.dx, f.dy }

// Heights returns the heights as they were given, with -0 as 0. The slices are the caller's.
func (f *HeightField) Heights() [][]float64 {
	rows := make([][]float64, len(f.heights))
	for j := range rows {
		rows[j] = slices.Clone(f.heights[j])
	}
	return rows
}

// heightLeaves makes the leaves of a height field.
type heightLeaves struct{ f *HeightField }

func (h *heightLeaves) len() int32 { return int32(h.f.Len()) }

func (h *heightLeaves) number(i int32, _ Vec) int { return int(i) }

// at returns vertex (i, j).
func (h *heightLeaves) at(i, j int) Vec {
	return Vec{float64(float64(i) * h.f.dx), float64(float64(j) * h.f.dy), h.f.heights[j][i]}
}

// triangle returns the corners of triangle k.
func (h *heightLeaves) triangle(k int32) [facetCorners]Vec {
	w := len(h.f.heights[0]) - 1
	i, j := int(k/2)%w, int(k/2)/w
	if k%2 == 0 {
		return [facetCorners]Vec{h.at(i, j), h.at(i+1, j), h.at(i+1, j+1)}
	}
	return [facetCorners]Vec{h.at(i, j), h.at(i+1, j+1), h.at(i, j+1)}
}

// leaf: no triangle is thin, as its corners lie on no line seen from above. The products of the
// spacing are what formats call the vertices exactly.
func (h *heightLeaves) leaf(i int32, s *slot) {
	p := h.triangle(i)
	s.put(&p, 3)
}

func (h *heightLeaves) vertices(i int32) (a, b, c Vec) {
	p := h.triangle(i)
	return p[0], p[1], p[2]
}

func (h *heightLeaves) facet(k int32, f *facet) {
	f.n, f.p = 3, h.triangle(k)
	w := int32(len(h.f.heights[0]))
	low := k/2/(w-1)*w + k/2%(w-1) // vertex (i, j)
	if f.at = [facetCorners]int32{low, low + 1, low + w + 1}; k%2 != 0 {
		f.at = [facetCorners]int32{low, low + w + 1, low + w}
	}
}

func (h *heightLeaves) box(i int32) AABB {
	p := h.triangle(i)
	return AABB{
		Vec{p[0].X, p[0].Y, min(p[0].Z, p[1].Z, p[2].Z)},
		Vec{max(p[1].X, p[2].X), max(p[1].Y, p[2].Y), max(p[0].Z, p[1].Z, p[2].Z)},
	}
}

func (h *heightLeaves) along(i int32, n Vec) float64 {
	p := h.triangle(i)
	return max(n.Dot(p[0]), n.Dot(p[1]), n.Dot(p[2]))
}

func (h *heightLeaves) corners() []Vec {
	points := make([]Vec, 0, len(h.f.heights)*len(h.f.heights[0]))
	for j, row := range h.f.heights {
		for i := range row {
			points = append(points, h.at(i, j))
		}
	}
	return points
}
