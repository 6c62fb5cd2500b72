package d3

// Pose places a body: a point x of its own frame is Rot.Apply(x) + Pos in the world. The zero value
// is the identity.
type Pose struct {
	Pos Vec
	Rot Rot
}

// Mul returns the pose that applies q first and p second: if q places a part in a body and p the
// body in the world, it places the part in the world.
func (p Pose) Mul(q Pose) Pose {
	return Pose{p.Apply(q.Pos), p.Rot.Mul(q.Rot)}
}

// Inverse returns the opposite placement: p.Inverse().Apply takes world points to the frame of the
// body. The rotation is the exact inverse, the position is rounded.
func (p Pose) Inverse() Pose {
	r := p.Rot.Inverse()
	v := r.Apply(p.Pos)
	return Pose{Vec{0 - v.X, 0 - v.Y, 0 - v.Z}, r}
}

// Apply takes the point x of the body's own frame to the world, within 16u (|x| + |Pos|) where u =
// 2^-53.
func (p Pose) Apply(x Vec) Vec { return p.Rot.Apply(x).Add(p.Pos) }

// ApplyInverse takes the point x of the world to the body's own frame, within 16u (|x| + |Pos|)
// where u = 2^-53. It is Inverse().Apply(x) with one rounding less. A direction goes there by
// Rot.ApplyInverse, and back by Rot.Apply.
func (p Pose) ApplyInverse(x Vec) Vec { return p.Rot.ApplyInverse(x.Sub(p.Pos)) }

// Lerp returns the pose between p, at t = 0, and q, at t = 1: the position on the segment between
// them, the rotation by Slerp. Other t go beyond. About as long as Slerp.
//
// Errors: ErrNotFinite and ErrOutOfRange for t.
func (p Pose) Lerp(q Pose, t float64) (Pose, error) {
	r, err := p.Rot.Slerp(q.Rot, t)
	if err != nil {
		return Pose{}, err
	}
	return Pose{p.Pos.Lerp(q.Pos, t), r}, nil
}
