package d3

// cast sets h to the answer about r and the convex body o, by the long way.
func (c *rayCast) cast(s *solver, o *Object, r *Ray, h *RayHit) {
	var k rayAnswer
	c.start(r)
	c.convex(s, o, &k)
	c.answer(&k, h)
}
