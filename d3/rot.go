package d3

// Rot is a rotation. The zero value is the identity, so that rotations compare with ==.
//
// A rotation means R(q)/(q.q) of the quaternion q it was made from, exactly; it is never normalised.
type Rot struct {
	x, y, z, w float64 // all zero: the identity
}

// quat returns the quaternion of r.
func (r Rot) quat() (x, y, z, w float64) {
	if r == (Rot{}) {
		return 0, 0, 0, 1
	}
	return r.x, r.y, r.z, r.w
}

// mat3 is a matrix by rows.
type mat3 struct{ x, y, z Vec }

// apply returns m v.
func (m *mat3) apply(v Vec) Vec { return Vec{m.x.Dot(v), m.y.Dot(v), m.z.Dot(v)} }

// applyT returns the transpose of m times v.
func (m *mat3) applyT(v Vec) Vec {
	return Vec{
		float64(m.x.X*v.X) + float64(m.y.X*v.Y) + float64(m.z.X*v.Z),
		float64(m.x.Y*v.X) + float64(m.y.Y*v.Y) + float64(m.z.Y*v.Z),
		float64(m.x.Z*v.X) + float64(m.y.Z*v.Y) + float64(m.z.Z*v.Z),
	}
}
