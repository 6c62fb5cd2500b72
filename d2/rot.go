package d2

// Rot is a rotation. The zero value is the identity, so that rotations compare with ==.
//
// A rotation means the matrix [[c, -s], [s, c]] of the two stored doubles, exactly.
type Rot struct {
	c, s float64 // both zero: the identity
}

// cosSin returns the stored cosine and sine.
func (r Rot) cosSin() (c, s float64) {
	if r == (Rot{}) {
		return 1, 0
	}
	return r.c, r.s
}
