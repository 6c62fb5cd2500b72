package d3

// Cache carries the end of one query to the next about the same pair. The zero value is empty. Any content is safe, also that of
// another pair: a cache changes where the search starts, never what the bracket certifies.
type Cache struct {
	n      int32
	ia, ib [4]int32
	v      Vec // toward the nearest point of A - B, in A's frame
	axis   Vec // that separated in SAT, from A to B, in A's frame; zero where none did
}

// keep stores the end of the query. c may be nil.
func (c *Cache) keep(q *Query) {
	if c == nil {
		return
	}
	c.n = int32(min(q.s.n, 3))
	for i := range c.n {
		c.ia[i], c.ib[i] = q.s.p[i].ia, q.s.p[i].ib
	}
	c.v, _ = q.s.point()
}

// forget drops the simplex, so that boxes are tested for their axes first. c may be nil.
func (c *Cache) forget() {
	if c != nil {
		c.n, c.v = 0, Vec{}
	}
}

// keepAxis stores the axis of SAT. c may be nil.
func (c *Cache) keepAxis(s *satRun) {
	if c == nil {
		return
	}
	c.axis = Vec{}
	if s.separated {
		c.axis = s.n
	}
}

// restore fills the simplex of q from c and reports whether there was anything to use.
func (c *Cache) restore(q *Query) bool {
	if c == nil || c.n == 0 {
		return false
	}
	q.s.n = 0
	m := &q.m
	for i := range min(c.n, 3) {
		if p := &q.s.p[q.s.n]; m.at(c.ia[i], c.ib[i], p) && !q.s.has(p) {
			q.s.n++
		}
	}
	if l := c.v.Len2(); q.s.n == 0 && l > 0 && l < 1 {
		m.support(c.v.Neg(), &q.s.p[0])
		q.s.n = 1
	}
	return q.s.n > 0
}

// at sets p to the vertex of C with the given numbers, and reports whether both cores are polytopes that have them.
func (m *minkowski) at(ia, ib int32, p *vertex) bool {
	a, okA := m.a.at(ia)
	b, okB := m.b.at(ib)
	*p = vertex{w: m.point(a, b), a: a, ia: ia, ib: ib}
	return okA && okB
}

// at returns vertex i of a core, if it is a polytope that has one.
func (o *body) at(i int32) (Vec, bool) {
	if o.kind > kindHull || i < 0 || i >= o.vertices() {
		return Vec{}, false
	}
	o.hint = i
	return o.vertex(i), true
}
