package d3

// painted is a shape whose triangles, edges or cells have numbers of the caller's.
type painted interface {
	painted(i int) (material int32, ok bool)
}

// Material returns the number that was given for the triangle of a mesh or a height field, by the
// part and the triangle that an answer names: PartA and TriangleA of a Contact, Part and Triangle
// of a RayHit. ok is false, and the number 0, for other bodies, and where none were given.
func (o *Object) Material(part, triangle int) (material int32, ok bool) {
	s := o.shape
	c, whole := s.(*Compound)
	switch {
	case !whole && part >= 0, whole && (part < 0 || part >= len(c.leaves)):
		return 0, false
	case whole:
		s = c.leaves[part].body.shape
	}
	if p, is := s.(painted); is {
		return p.painted(triangle)
	}
	return 0, false
}
