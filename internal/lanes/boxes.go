package lanes

import "math"

// Boxes2 is a table of rectangles, turned about their middles.
type Boxes2 struct{ table }

// Boxes3 is a table of boxes in space, turned about their middles.
type Boxes3 struct{ table }

// MakeBoxes2 returns a table of n rectangles, of size zero at the origin.
func MakeBoxes2(n int) Boxes2 { return Boxes2{makeTable(6, n)} }

// MakeBoxes3 returns a table of n boxes, of size zero at the origin.
func MakeBoxes3(n int) Boxes3 { return Boxes3{makeTable(15, n)} }

// Set makes rectangle i the one about at, of the half extents half, along the directions (c, s) and
// (-s, c).
func (b *Boxes2) Set(i int, at [2]float64, c, s float64, half [2]float64) {
	b.set(i, at[0], at[1], c, s, half[0], half[1])
}

// Set makes box i the one about at, of the half extents half, along the columns of the matrix with
// the given rows.
func (b *Boxes3) Set(i int, at [3]float64, rows *[3][3]float64, half [3]float64) {
	b.set(i, at[0], at[1], at[2], rows[0][0], rows[1][0], rows[2][0], rows[0][1], rows[1][1], rows[2][1],
		rows[0][2], rows[1][2], rows[2][2], half[0], half[1], half[2])
}

// Nearest returns the two least keys of n boxes from the first on, about the point (x, y), and
// KeyFar where there are fewer. The place in the key of the first is place, the others follow.
//
// No branch hangs on where the point lies: it would be mispredicted.
func (b *Boxes2) Nearest(x, y float64, first, n int, place int64) (least, next int64) {
	at := b.from(first, n)
	if vectors {
		return nearest2(at, b.stride, n, x, y, place)
	}
	return b.nearest(x, y, first, n, place)
}

// nearest is Nearest in plain Go.
func (b *Boxes2) nearest(x, y float64, first, n int, place int64) (least, next int64) {
	least, next = KeyFar, KeyFar
	k, t := b.stride, b.data[first:]
	for i := range n {
		px, py := x-t[i], y-t[k+i]
		c, s := t[2*k+i], t[3*k+i]
		u := inward(t[4*k+i], float64(c*px)+float64(s*py))
		v := inward(t[5*k+i], float64(c*py)-float64(s*px))
		least, next = lesser2(least, next, key2(u, v)&^KeyPlace|(place+int64(i)))
	}
	return least, next
}

// key2 returns the key, without a place, of a point with the given bits of distances inward.
func key2(u, v int64) int64 {
	x, y := NegativePart(u), NegativePart(v)
	return int64(math.Float64bits(float64(x*x)+float64(y*y))) - max(min(u, v), 0)
}

// Nearest returns the two least keys of n boxes from the first on, about the point x, and KeyFar
// where there are fewer. The place in the key of the first is place, the others follow.
//
// No branch hangs on where the point lies: it would be mispredicted.
func (b *Boxes3) Nearest(x *[3]float64, first, n int, place int64) (least, next int64) {
	at := b.from(first, n)
	if vectors {
		return nearest3(at, b.stride, n, x, place)
	}
	return b.nearest(x, first, n, place)
}

// nearest is Nearest in plain Go.
func (b *Boxes3) nearest(x *[3]float64, first, n int, place int64) (least, next int64) {
	least, next = KeyFar, KeyFar
	k, t := b.stride, b.data[first:]
	for i := range n {
		px, py, pz := x[0]-t[i], x[1]-t[k+i], x[2]-t[2*k+i]
		var in [3]int64
		for a := range in {
			m := t[(3+3*a)*k+i:]
			in[a] = inward(t[(12+a)*k+i], float64(m[0]*px)+float64(m[k]*py)+float64(m[2*k]*pz))
		}
		least, next = lesser2(least, next, key3(in[0], in[1], in[2])&^KeyPlace|(place+int64(i)))
	}
	return least, next
}

// key3 is key2 in space.
func key3(u, v, w int64) int64 {
	x, y, z := NegativePart(u), NegativePart(v), NegativePart(w)
	square := float64(x*x) + float64(y*y) + float64(z*z)
	return int64(math.Float64bits(square)) - max(min(u, v, w), 0)
}
