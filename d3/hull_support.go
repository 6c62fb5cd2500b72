package d3

import (
	"math"
	"slices"
)

// This file finds the vertex of a hull farthest along a direction: by looking at all vertices when
// they are few, else at those that the direction's cell lists (hull_cells.go), and where there are
// too many for that by climbing along edges [Cameron97] from the entry of a table of directions.

const (
	// scanLimit is the number of vertices up to which all are looked at where there are no cells:
	// beyond, table and climb are faster (measured on spheres, 32 vertices: 39 ns against 41 ns; 20
	// vertices: 36 ns against 27 ns).
	scanLimit = 32
	// tableSide is the number of cells along each side of a face of the direction table. Measured
	// on spheres of 40, 128, 512 and 2048 vertices, table and climb: 35, 38, 42 and 60 ns, against
	// 38, 42, 51 and 80 ns with 8.
	tableSide = 16
	// plateauLimit is the number of vertices looked at one by one where the values are equal but
	// for rounding.
	plateauLimit = 32
	// slackPerUnit times |d|_1 times radius bounds twice the error of a value d.v of a local vertex
	// v, with u to spare for the comparison: 3u |d| |v| for the products and sums, u |d| |v| for
	// the rounding of v itself, twice, and u for the limit.
	slackPerUnit = climbSlack * unit
)

// Support returns a corner of h farthest along dir, exactly as it was given to NewHull, in h's
// frame: its value along dir is within 10 * 2^-53 |dir| r of the greatest, r being the radius of h
// about its middle. Any direction with finite components will do, of any length; a zero one gets
// some corner. The zero Hull gives the origin.
//
// Cost: up to 20 corners all are looked at; beyond, as a rule, four, and more only where many
// corners are equally far, or for more than 8192 corners.
func (h *Hull) Support(dir Vec) Vec {
	if len(h.points) == 0 {
		return Vec{}
	}
	// The direction is brought to a length near 1, so that no product is subnormal that matters,
	// nor overflows.
	_, k := math.Frexp(largest(dir.abs()))
	return h.points[h.support(ldexpVec(dir, -k), -1)]
}

// support returns the index of a vertex of local farthest along d, whose value is within 8u |d|_1
// radius of the greatest there is over the exact points - center. A hint that is the index of a
// vertex is one to start from; others, such as -1, are ignored.
func (h *Hull) support(d Vec, hint int32) int32 {
	if h.cells != nil {
		return h.cells.support(h.local, d)
	}
	if len(h.local) <= scanLimit {
		return scan(h.local, d)
	}
	from := h.tableStart(d)
	if uint32(hint) < uint32(len(h.local)) && h.local[hint].Dot(d) > h.local[from].Dot(d) {
		from = hint // nearer: directions of one search are often alike, but those of EPA are not
	}
	return h.climb(d, from)
}

// climb returns a vertex farthest along d, starting at from and going on to the first neighbour
// that is better, as long as there is one.
//
// On an exact convex hull a vertex that no neighbour beats is the farthest. In floating point it
// may also be that a short edge hides its rise in the rounding, with a longer one behind it. So
// where a neighbour is as high but for rounding, climb looks at all vertices connected to it over
// others as high (plateau): a path along which the exact values rise lies among them. Values
// strictly rise from turn to turn, so climb ends, whatever d is.
func (h *Hull) climb(d Vec, from int32) int32 {
	local, start, adj := h.local, h.adjStart, h.adj
	slack := float64(slackPerUnit*(math.Abs(d.X)+math.Abs(d.Y)+math.Abs(d.Z))*h.radius) + 0x1p-1070
	at, best := from, local[from].Dot(d)
climbing:
	for {
		limit, near := best-slack, false
		for _, i := range adj[start[at]:start[at+1]] {
			t := local[i].Dot(d)
			if !(t > limit) {
				continue
			}
			if t > best {
				at, best = i, t
				continue climbing
			}
			near = true
		}
		if !near {
			return at
		}
		next := h.plateau(d, at, best, limit)
		if next == at {
			return at
		}
		at, best = next, local[next].Dot(d)
	}
}

// plateau returns a vertex with a greater value than best, the value of at, among those connected
// to it over vertices with values above limit; at if there is none. Beyond plateauLimit of them it
// looks at all vertices of h instead.
func (h *Hull) plateau(d Vec, at int32, best, limit float64) int32 {
	var seen [plateauLimit]int32
	seen[0] = at
	n := 1
	for k := 0; k < n; k++ {
		for _, i := range h.adj[h.adjStart[seen[k]]:h.adjStart[seen[k]+1]] {
			t := h.local[i].Dot(d)
			if t > best {
				return i
			}
			if !(t > limit) || slices.Contains(seen[:n], i) {
				continue
			}
			if n == len(seen) {
				return h.better(d, at, best)
			}
			seen[n] = i
			n++
		}
	}
	return at
}

// better returns the farthest of all vertices along d if its value is greater than best, the value
// of at; else at.
func (h *Hull) better(d Vec, at int32, best float64) int32 {
	if i := scan(h.local, d); h.local[i].Dot(d) > best {
		return i
	}
	return at
}

// fillStart makes the table of starts: the cell of a direction is its major axis with its sign, and
// the two other components over the length of the major one, each in tableSide parts. Its entry is
// a support vertex for the cell's middle.
func (h *Hull) fillStart() {
	h.start = make([]int32, 6*tableSide*tableSide)
	at := int32(0)
	for cell := range h.start {
		// The next cell lies beside the last one, so the climb is short.
		at = h.climb(cellMiddle(cell), at)
		h.start[cell] = at
	}
}

// cellMiddle returns the direction in the middle of a cell of the table.
func cellMiddle(cell int) Vec {
	i, j, face := cell%tableSide, cell/tableSide%tableSide, cell/(tableSide*tableSide)
	a := float64((float64(i)+0.5)*(2.0/tableSide)) - 1
	b := float64((float64(j)+0.5)*(2.0/tableSide)) - 1
	m := 1.0
	if face%2 != 0 {
		m = -1
	}
	switch face / 2 {
	case 0:
		return Vec{m, a, b}
	case 1:
		return Vec{b, m, a}
	}
	return Vec{a, b, m}
}

// tableStart returns the table's entry for the cell of d. Any d gives some vertex.
func (h *Hull) tableStart(d Vec) int32 {
	x, y, z := math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)
	face, m, a, b := 0, d.X, d.Y, d.Z
	if y > x {
		face, m, a, b, x = 2, d.Y, d.Z, d.X, y
	}
	if z > x {
		face, m, a, b, x = 4, d.Z, d.X, d.Y, z
	}
	if m < 0 {
		face++
	}
	s := (tableSide / 2) / x
	cell := (face*tableSide+cellPart(float64(b*s)))*tableSide + cellPart(float64(a*s))
	return h.start[cell]
}

// cellPart returns the part of a side in which x of [-tableSide/2, tableSide/2] lies; for other x,
// NaN among them, it returns some part.
func cellPart(x float64) int {
	if i := int(x + tableSide/2); uint(i) < tableSide {
		return i
	}
	return tableSide - 1
}
