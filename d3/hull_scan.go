package d3

import "math"

// scan returns the least index of an element of v that is greatest along d in floating point.
//
// The bits of doubles that are not negative are in their order as integers, and those of negative
// ones are negative. So one comparison of integers does, which Go selects by without a branch; a
// branch would be mispredicted once in a few vertices.
func scan(v []Vec, d Vec) int32 {
	best, at := int64(-1), 0
	i := 0
	for ; i <= len(v)-4; i += 4 { // four at a time, for the loop costs as much as half a vertex
		q := (*[4]Vec)(v[i : i+4 : i+4]) // of a capacity that is not zero: of another one Go has to make sure
		k := int64(math.Float64bits(float64(q[0].X*d.X) + float64(q[0].Y*d.Y) + float64(q[0].Z*d.Z)))
		l := int64(math.Float64bits(float64(q[1].X*d.X) + float64(q[1].Y*d.Y) + float64(q[1].Z*d.Z)))
		m := int64(math.Float64bits(float64(q[2].X*d.X) + float64(q[2].Y*d.Y) + float64(q[2].Z*d.Z)))
		n := int64(math.Float64bits(float64(q[3].X*d.X) + float64(q[3].Y*d.Y) + float64(q[3].Z*d.Z)))
		a, b, c, e := i, i+1, i+2, i+3 // two chains, of which the first has the lower numbers
		if l > k {
			a = b
		}
		k = max(k, l)
		if n > m {
			c = e
		}
		m = max(m, n)
		if m > k {
			a = c
		}
		k = max(k, m)
		if k > best {
			at = a
		}
		best = max(best, k)
	}
	for ; i < len(v); i++ {
		p := &v[i]
		k := int64(math.Float64bits(float64(p.X*d.X) + float64(p.Y*d.Y) + float64(p.Z*d.Z)))
		if k > best {
			at = i
		}
		best = max(best, k)
	}
	if best <= 0 { // zeros of both signs are equal
		return scanNegative(v, d)
	}
	return int32(at)
}

// scanNegative is scan where no value is positive: not for the vertices of a body about its centre,
// but for rounding.
func scanNegative(v []Vec, d Vec) int32 {
	best, at := math.Inf(-1), 0
	for i := range v {
		if t := v[i].Dot(d); t > best {
			best, at = t, i
		}
	}
	return int32(at)
}
