package exact

// The error constants of the first stages, in units of u times what the comment names:
// docs/math/rounding.md. The comment of orient.go says what the determinants' are made of.
const (
	orient2     = 4 // the sum of the magnitudes of both products
	orient3     = 8 // the sum of the magnitudes of all six products
	compareDots = 6 // the sum of the magnitudes of all products
)
