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
	for ; i+1 < len(v); i += 2 { // two at a time, for the loop costs as much as half a vertex
		p, q := &v[i], &v[i+1]
		k := int64(math.Float64bits(float64(p.X*d.X) + float64(p.Y*d.Y) + float64(p.Z*d.Z)))
		l := int64(math.Float64bits(float64(q.X*d.X) + float64(q.Y*d.Y) + float64(q.Z*d.Z)))
		if k > best {
			at = i
		}
		best = max(best, k)
		if l > best {
			at = i + 1
		}
		best = max(best, l)
	}
	if i < len(v) {
		p := &v[i]
		if k := int64(math.Float64bits(float64(p.X*d.X) + float64(p.Y*d.Y) + float64(p.Z*d.Z))); k > best {
			best, at = k, i
		}
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
