package exact

// Dot4Sign returns the sign of the inner product of a and b, exactly: 1, -1, or 0 where it is zero.
// Elements are at most 1e100 in magnitude.
func Dot4Sign(a, b [4]float64) int {
	least, greatest := exponentRange(a[0], a[1], a[2], a[3])
	for _, x := range b {
		least, greatest = exponents(x, least, greatest)
	}
	var s sum
	s.reset(2, least, max(least, greatest))
	for i := range a {
		s.addProduct2(a[i], b[i], false)
	}
	return s.sign()
}
