package d2

import "math"

// This file finds the vertex of a hull farthest along a direction: by looking at all vertices when
// they are few, else by climbing along edges [Cameron97] from the entry of a table of directions.

const (
	// scanLimit is the number of vertices up to which all are looked at: beyond, table and climb
	// are faster (measured on circles, 20 vertices: 19 ns against 30 ns).
	scanLimit = 16
	// tableSide is the number of cells along each side of the direction table. Measured on circles
	// of 128, 512 and 2048 vertices, table and climb: 19, 25 and 39 ns, against 25, 38 and 49 ns
	// with 16.
	tableSide = 64
	// slackPerUnit times |d|_1 times radius bounds twice the error of a value d.v of a local vertex
	// v, with u to spare for the comparison: 2u |d| |v| for the products and the sum, u |d| |v| for
	// the rounding of v itself, twice, and u for the limit.
	slackPerUnit = climbSlack * unit
)

// Support returns a corner of h farthest along dir, exactly as it was given to NewHull, in h's
// frame: its value along dir is within 8 * 2^-53 |dir| r of the greatest, r being the radius of h
// about its middle. Any direction with finite components will do, of any length; a zero one gets
// some corner. The zero Hull gives the origin.
//
// Cost: up to 16 corners all are looked at; beyond, a few steps along edges, and more only where
// many corners are equally far.
func (h *Hull) Support(dir Vec) Vec {
	if len(h.points) == 0 {
		return Vec{}
	}
	// The direction is brought to a length near 1, so that no product is subnormal that matters,
	// nor overflows.
	_, k := math.Frexp(largest(dir.abs()))
	return h.points[h.support(ldexpVec(dir, -k), -1)]
}

// support returns the index of a vertex of local farthest along d, whose value is within 6u |d|_1
// radius of the greatest there is over the exact points - center. A hint that is the index of a
// vertex is one to start from; others, such as -1, are ignored.
func (h *Hull) support(d Vec, hint int32) int32 {
	if len(h.local) <= scanLimit {
		return scan(h.local, d)
	}
	from := h.tableStart(d)
	if uint32(hint) < uint32(len(h.local)) && h.local[hint].Dot(d) > h.local[from].Dot(d) {
		from = hint // nearer: directions of one search are often alike
	}
	return h.climb(d, from)
}

// climb returns a vertex farthest along d, starting at from and going both ways round the polygon
// while the values rise.
//
// On an exact convex polygon a vertex that neither neighbour beats is the farthest. In floating
// point it may also be that a short edge hides its rise in the rounding, with a longer one behind
// it. So climb also goes on over vertices that are as high up to rounding. It takes at most
// len(points) steps either way, whatever d is.
func (h *Hull) climb(d Vec, from int32) int32 {
	local := h.local
	slack := float64(slackPerUnit*(math.Abs(d.X)+math.Abs(d.Y))*h.radius) + 0x1p-1070
	at, best := from, local[from].Dot(d)
	last := int32(len(local) - 1)
	for i, n := at, last; n > 0; n-- {
		if i++; i > last {
			i = 0
		}
		t := local[i].Dot(d)
		if t > best {
			at, best = i, t
		} else if !(t > best-slack) {
			break
		}
	}
	for i, n := at, last; n > 0; n-- {
		if i--; i < 0 {
			i = last
		}
		t := local[i].Dot(d)
		if t > best {
			at, best = i, t
		} else if !(t > best-slack) {
			break
		}
	}
	return at
}

// fillStart makes the table of starts: the cell of a direction is its major axis with its sign, and
// the other component over the length of the major one, in tableSide parts. Its entry is a support
// vertex for the cell's middle.
func (h *Hull) fillStart() {
	h.start = make([]int32, 4*tableSide)
	at := int32(0)
	for cell := range h.start {
		// The next cell lies beside the last one, so the climb is short.
		at = h.climb(cellMiddle(cell), at)
		h.start[cell] = at
	}
}

// cellMiddle returns the direction in the middle of a cell of the table.
func cellMiddle(cell int) Vec {
	i, side := cell%tableSide, cell/tableSide
	a := float64((float64(i)+0.5)*(2.0/tableSide)) - 1
	m := 1.0
	if side%2 != 0 {
		m = -1
	}
	if side/2 == 0 {
		return Vec{m, a}
	}
	return Vec{a, m}
}

// tableStart returns the table's entry for the cell of d. Any d gives some vertex.
func (h *Hull) tableStart(d Vec) int32 {
	x, y := math.Abs(d.X), math.Abs(d.Y)
	side, m, a := 0, d.X, d.Y
	if y > x {
		side, m, a, x = 2, d.Y, d.X, y
	}
	if m < 0 {
		side++
	}
	s := (tableSide / 2) / x
	return h.start[side*tableSide+cellPart(float64(a*s))]
}

// cellPart returns the part of a side in which x of [-tableSide/2, tableSide/2] lies; for other x,
// NaN among them, it returns some part.
func cellPart(x float64) int {
	if i := int(x + tableSide/2); uint(i) < tableSide {
		return i
	}
	return tableSide - 1
}
