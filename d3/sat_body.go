package d3

// features returns the faces and edges of o. Those of a hull are kept with it, others written to s.
func (s *axisTable) features(o *body) *axisTable {
	if o.kind == kindHull {
		return &o.hull.faceTable().axes
	}
	s.faces, s.edges, s.inner = s.faces[:0], s.edges[:0], 0
	switch o.kind {
	case kindBox:
		s.fillBox(o)
	case kindSegment:
		s.fillSegment(Vec{0, 0, 1})
	// no faces, or those of the hull
	case kindPoint, kindHull, kindCylinder, kindCone, kindEllipsoid, kindUser, kindHalfSpace, kindComposite:
	}
	return s
}

// fillBox sets s to the features of a box. Corner 0 has all coordinates positive, bit k of the
// others' numbers negates coordinate k.
func (s *axisTable) fillBox(o *body) {
	for i := range int8(3) {
		e, j, k := unitVec(i), (i+1)%3, (i+2)%3
		s.faces = append(s.faces, axisFace{e, 0, int32(2 * i)}, axisFace{e.Neg(), 1 << i, int32(2*i + 1)})
		f, g := unitVec(j), unitVec(k)
		// Along e, counter-clockwise: f, g, -f, -g.
		s.edges = append(s.edges,
			axisEdge{e, f, g, 0}, axisEdge{e, g, f.Neg(), 1 << j},
			axisEdge{e, f.Neg(), g.Neg(), 1<<j | 1<<k}, axisEdge{e, g.Neg(), f, 1 << k})
	}
	s.inner = least(o.half)
}

// ball returns the radius of a ball that fits into o, in the solvers' unit.
func (s *axisTable) ball(o *body) float64 {
	if o.kind == kindHull {
		return float64(s.inner * o.scale)
	}
	return s.inner
}
