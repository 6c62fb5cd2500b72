package exact

// Cross2D returns the sign of the determinant of b - a and d - c: 1 when the direction from c to d
// lies counter-clockwise of that from a to b by less than a half turn, 0 when the two are parallel.
//
// The sign is exact as that of Orient2D is, by the same two stages: with four differences the error
// of the determinant is below (3u + 16u^2) p too.
func Cross2D(ax, ay, bx, by, cx, cy, dx, dy float64) int {
	det, p := det2(bx-ax, by-ay, dx-cx, dy-cy)
	if e := float64(orient2 * unit * p); p > safe2 {
		if det > e {
			return 1
		}
		if -det > e {
			return -1
		}
	}
	var s sum
	least, greatest := exponentRange(ax, ay, bx, by)
	for _, x := range [4]float64{cx, cy, dx, dy} {
		least, greatest = exponents(x, least, greatest)
	}
	s.reset(2, least, max(least, greatest))
	// (b - a) x (d - c) without a difference.
	s.addCross(bx, by, dx, dy)
	s.addCross(cx, cy, bx, by)
	s.addCross(dx, dy, ax, ay)
	s.addCross(ax, ay, cx, cy)
	return s.sign()
}
