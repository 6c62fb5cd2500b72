package bvh

// The functions of this file are written for both kinds of boxes at once. The length of an array is
// a constant in each instance, so that the compiler drops the branches on the third axis.

// union returns the least box that holds a and b.
func union[B Box](a, b *B) B {
	u := *a
	extend(&u, b)
	return u
}

// extend makes a the least box that holds a and b. Comparisons are faster than min and max, which
// look for NaN and -0.
func extend[B Box](a, b *B) {
	h := len(*a) / 2
	for k := range h {
		if (*b)[k] < (*a)[k] {
			(*a)[k] = (*b)[k]
		}
		if (*b)[h+k] > (*a)[h+k] {
			(*a)[h+k] = (*b)[h+k]
		}
	}
}

// Two boxes have a common point where meetXY and meetLast say so: two functions, as the compiler
// puts no larger one in place, and a call costs more than the comparisons (BenchmarkOnce3).

// meetXY reports whether the ranges of a and b along the first two axes meet.
func meetXY[B Box](a, b *B) bool {
	h := len(*a) / 2
	return (*a)[0] <= (*b)[h] && (*b)[0] <= (*a)[h] && (*a)[1] <= (*b)[h+1] && (*b)[1] <= (*a)[h+1]
}

// meetLast reports whether the ranges of a and b along the last axis meet.
func meetLast[B Box](a, b *B) bool {
	h := len(*a) / 2
	return (*a)[h-1] <= (*b)[h+h-1] && (*b)[h-1] <= (*a)[h+h-1]
}

// unbounded reports whether a side of b is infinite: then the sum is NaN.
func unbounded[B Box](b *B) bool {
	h := len(*b) / 2
	sum := float64(0*(*b)[0]) + float64(0*(*b)[1]) + float64(0*(*b)[h]) + float64(0*(*b)[h+1])
	if h == 3 {
		sum += float64(0*(*b)[h-1]) + float64(0*(*b)[h+h-1])
	}
	return sum != 0
}

// around reports whether a holds b.
func around[B Box](a, b *B) bool {
	h := len(*a) / 2
	return (*a)[0] <= (*b)[0] && (*b)[h] <= (*a)[h] && (*a)[1] <= (*b)[1] && (*b)[h+1] <= (*a)[h+1] &&
		(h == 2 || (*a)[h-1] <= (*b)[h-1] && (*b)[h+h-1] <= (*a)[h+h-1])
}

// extent returns the sum of the sides of b, rounded.
func extent[B Box](b *B) float64 {
	h := len(*b) / 2
	s := ((*b)[h] - (*b)[0]) + ((*b)[h+1] - (*b)[1])
	if h == 3 {
		s += (*b)[h+h-1] - (*b)[h-1]
	}
	return s
}

// surface returns half the surface of b in space, half the outline in the plane, rounded: in
// proportion to the chance that a line that crosses the scene meets b.
func surface[B Box](b *B) float64 {
	h := len(*b) / 2
	x, y := (*b)[h]-(*b)[0], (*b)[h+1]-(*b)[1]
	if h == 2 {
		return x + y
	}
	z := (*b)[h+h-1] - (*b)[h-1]
	return float64(x*y) + float64(y*z) + float64(z*x)
}

// middle returns the centre of b along axis k, rounded.
func middle[B Box](b *B, k int) float64 {
	return float64(0.5*(*b)[k]) + float64(0.5*(*b)[len(*b)/2+k])
}
