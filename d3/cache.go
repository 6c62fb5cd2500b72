package d3

// Cache carries the end of one query to the next about the same pair. The zero value is empty. Any
// content is safe, also that of another pair: a cache changes where the search starts, never what
// the bracket certifies. For compounds it names the two parts that decided. Of polytopes that
// overlap it keeps what proves their depth, which takes most of its 800 bytes or so.
type Cache struct {
	n      int32
	ia, ib [4]int32
	parts  [2]int32 // of compounds, those that decided, counted from 1; 0 for none
	v      Vec      // toward the nearest point of A - B, in A's frame
	axis   Vec      // that separated in SAT, from A to B, in A's frame; zero where none did
	proof  proof    // what EPA ended with
}

// Empty reports whether c carries nothing.
func (c *Cache) Empty() bool {
	return c.n == 0 && c.parts == [2]int32{} && c.v == Vec{} && c.axis == Vec{} && c.proof.scale == 0
}

// Clear makes c empty. It is faster than the assignment of a zero value, as it leaves what an empty
// one does not read.
func (c *Cache) Clear() {
	c.n, c.parts, c.v, c.axis = 0, [2]int32{}, Vec{}, Vec{}
	c.proof.a, c.proof.b, c.proof.scale, c.proof.n = coreName{}, coreName{}, 0, 0
	c.proof.used, c.proof.shy = false, false
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
	c.n = int32(min(r.s.n, 3))
	for i := range c.n {
		c.ia[i], c.ib[i] = r.s.p[i].ia, r.s.p[i].ib
	}
	c.v = v
}

// keepFound is keep for the support points found last.
func (c *Cache) keepFound(m *minkowski) {
	p := &m.found
	c.n, c.ia[0], c.ib[0], c.v = 1, p.ia, p.ib, m.point(p.a, p.b)
}

// forget makes c one that does not know where the cores overlapped. c may be nil.
func (c *Cache) forget() {
	if c != nil {
		c.proof.n, c.proof.scale = 0, 0
	}
}

// overlapped stores the end of a query about curved cores that overlap: nothing to start from, for
// they have no corners, and the way between them is none. c may be nil.
func (c *Cache) overlapped() {
	if c == nil {
		return
	}
	c.n, c.ia[0], c.ib[0], c.v = 1, -1, -1, Vec{}
}

// keepAxis stores the axis n if it separates, and forgets the last one. c may be nil.
func (c *Cache) keepAxis(n Vec, separates bool) {
	if c == nil {
		return
	}
	c.axis = Vec{}
	if separates {
		c.axis = n
	}
}

// restore fills the simplex of r from c and reports whether there was anything to use. c may be
// nil.
func (c *Cache) restore(r *run) bool {
	if c == nil || c.n == 0 {
		return false
	}
	r.s.n, r.s.lambda = 0, [4]float64{1}
	m := &r.m
	for i := range min(c.n, 3) {
		if p := &r.s.p[r.s.n]; m.at(c.ia[i], c.ib[i], p) && !r.s.has(p) {
			r.s.n++
		}
	}
	if l := c.v.Len2(); r.s.n == 0 && l > 0 && l < 1 {
		m.support(c.v.Neg(), &r.s.p[0])
		r.s.n = 1
	}
	return r.s.n > 0
}
