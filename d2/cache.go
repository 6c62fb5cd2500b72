package d2

// Cache carries the end of one query to the next about the same pair. The zero value is empty. Any
// content is safe, also that of another pair: a cache changes where the search starts, never what
// the bracket certifies. For compounds it names the two parts that decided. Of polygons that
// overlap it keeps how deep the edges are at least, which takes most of its 460 bytes or so.
type Cache struct {
	n      int32
	ia, ib [3]int32
	parts  [2]int32 // of compounds, those that decided, counted from 1; 0 for none
	v      Vec      // toward the nearest point of A - B, in A's frame

	separates bool // -v did

	proof proof // what the axis test ended with
}

// Empty reports whether c carries nothing.
func (c *Cache) Empty() bool { return c.n == 0 && c.parts == [2]int32{} && c.v == Vec{} }

// Clear makes c empty. It is faster than the assignment of a zero value, as it leaves what an empty
// one does not read.
func (c *Cache) Clear() {
	c.n, c.parts, c.v, c.separates = 0, [2]int32{}, Vec{}, false
	c.proof.a, c.proof.b, c.proof.block, c.proof.wait = coreName{}, coreName{}, 0, 0
}

// keep stores the end of the query. c may be nil.
func (c *Cache) keep(r *run) {
	if c != nil {
		v, _ := r.s.point()
		c.keepAt(r, v)
	}
}

// keepAt is keep where the point of the simplex nearest the origin is known: v.
func (c *Cache) keepAt(r *run, v Vec) {
	if c == nil {
		return
	}
	c.separates = false
	c.n = int32(r.s.n)
	for i := range c.n {
		c.ia[i], c.ib[i] = r.s.p[i].ia, r.s.p[i].ib
	}
	c.v = v
}

// overlapped stores the end of a query about curved cores that overlap: nothing to start from, for
// they have no corners, and the way between them is none. c may be nil.
func (c *Cache) overlapped() {
	if c == nil {
		return
	}
	c.n, c.ia[0], c.ib[0], c.v, c.separates = 1, -1, -1, Vec{}, false
}

// parted reports whether c tells of shapes that were apart; nil tells nothing.
func (c *Cache) parted() bool { return c != nil && c.n > 0 && c.separates }

// restore fills the simplex of r from c and reports whether there was anything to use.
func (c *Cache) restore(r *run) bool {
	if c == nil || c.n == 0 {
		return false
	}
	r.s.n, r.s.lambda = 0, [3]float64{1}
	m := &r.m
	for i := range c.n {
		if p := &r.s.p[r.s.n]; m.at(c.ia[i], c.ib[i], p) && !r.s.has(p) {
			r.s.n++
		}
	}
	if r.s.n == 0 && c.v != (Vec{}) {
		m.support(c.v.Neg(), &r.s.p[0])
		r.s.n = 1
	}
	return r.s.n > 0
}

// at sets p to the vertex of C with the given numbers, if both cores are polygons that have them.
func (m *minkowski) at(ia, ib int32, p *vertex) bool {
	a, okA := m.a.at(ia)
	b, okB := m.b.at(ib)
	p.w, p.a, p.ia, p.ib = m.point(a, b), a, ia, ib
	return okA && okB
}

// keepAxis stores n, in A's frame and from A to B, as the direction to start from. separates tells
// that it separated the shapes. c may be nil.
func (c *Cache) keepAxis(n Vec, separates bool) {
	if c == nil {
		return
	}
	c.n, c.ia[0], c.ib[0], c.v, c.separates = 1, -1, -1, n.Neg(), separates
}

// keepNear stores the direction n that separates two polygons, in A's frame and from A to B, and
// the vertices from which the search along their outlines found it. c may be nil.
func (c *Cache) keepNear(n Vec, i, j int) {
	if c == nil {
		return
	}
	c.n, c.ia[0], c.ib[0], c.v, c.separates = 1, int32(i), int32(j), n.Neg(), true
}
