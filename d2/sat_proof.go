package d2

import "math"

// The axis test from frame to frame: the Cache keeps, for blocks of edges, how deep they are at
// least, however the bodies move, so that in most frames one block or two are tested. The answer
// has the bits that it has without. docs/math/sat.md, "From frame to frame".

// proofStep is how much of the reach a pair may move from query to query for its edges to be kept
// in blocks: beyond, too many blocks would have to be tested again.
const proofStep = 1.0 / 64

// proofWait is how many queries go by after a pair moved farther before it is looked at again.
const proofWait = 6

// from is solve for two polytopes that are not placed yet, with the proof p, which may be nil.
func (s *satRun) from(r *run, a, b *Object, cull Cull, c *Cache, p *proof, early bool, k *core) outcome {
	switch {
	case !s.place(r, a, b):
		return open
	case p == nil || s.mask != 0 || r.trace != nil || cull != CullNone || !s.follow(r, p):
		return s.solve(r, cull, c, early, k)
	case early && beyond(s.key, s.far(r)):
		s.axis = s.normal(s.at)
		return apart
	}
	return s.conclude(r, k)
}

// depth sets k to the answer about cores that GJK found to overlap, if they are polytopes with
// tables and SAT is sure of it; lengths are then in the caller's unit. Otherwise r is as it was. p
// may be nil.
func (s *satRun) depth(r *run, p *proof, k *core) bool {
	a, b := r.m.a.o, r.m.b.o
	if a.kind != kindHull && b.kind != kindHull || r.m.curved || max(a.edgeCount(), b.edgeCount()) > tableLimit {
		return false
	}
	return s.settle(r, p, k)
}

// settle sets k to the answer about overlapping polytopes if SAT is sure of it. Otherwise r is as
// it was. p may be nil.
func (s *satRun) settle(r *run, p *proof, k *core) bool {
	a, b := r.m.a.o, r.m.b.o
	m, radius, turns := r.m, r.radius, r.turns
	if s.from(r, a, b, CullNone, nil, p, false, k) == solved {
		r.turns = turns
		return true
	}
	r.m, r.radius, r.turns = m, radius, turns
	return false
}

// follow finds the edge of least depth with the proof p, and leaves in p what it found. It reports
// whether it did; a pair that p is not about, or that moved far, is left to the test of all edges.
func (s *satRun) follow(r *run, p *proof) bool {
	if p.wait > 0 {
		p.wait--
		return false
	}
	a, okA := r.m.a.o.name()
	b, okB := r.m.b.o.name()
	if !okA || !okB {
		p.block = 0
		return false
	}
	step, filled := math.Inf(1), p.block > 0
	if p.a == a && p.b == b {
		step = s.step(&r.m, p)
	} else {
		p.a, p.b = a, b
	}
	p.rot, p.ta, p.tb = s.b.rot, s.a.t, s.b.t
	if p.block = 0; !(step < float64(r.m.reach*proofStep)) {
		if step < math.Inf(1) {
			p.wait = proofWait
		}
		return false
	}
	n := len(s.x.edges) + len(s.y.edges)
	p.block = int32((n + proofKeys - 3) / (proofKeys - 2)) // each core may have one more that is not full
	if p.moved += step + float64(0x1p-50*(p.moved+step)); !filled || p.moved > r.m.reach {
		p.forget()
	}
	s.look(p)
	return true
}

// unknownKey is below every depth.
const unknownKey = -0x1p1000

// forget makes all depths of p unknown.
func (p *proof) forget() {
	p.moved, p.best = 0, 0
	for i := range p.key {
		p.key[i] = unknownKey
	}
}

// step returns a bound of how much the computed depth of an edge has changed since the pose of p.
//
// The depth of an edge of A is its offset and a support value of B less the part of B's centre
// along its normal. Seen from A, B goes by the difference of the centres and turns by that of the
// rotations, which stretches all vectors by one factor; the same the other way round. What rounding
// does to depths, rotations and centres in both poses is below proofPad err.
func (s *satRun) step(m *minkowski, p *proof) float64 {
	if s.b.rot == p.rot && s.a.t == p.ta && s.b.t == p.tb {
		return 0
	}
	turn := Vec{s.b.rot.c - p.rot.c, s.b.rot.s - p.rot.s}.atMost()
	way := max(s.a.t.Sub(p.ta).atMost(), s.b.t.Sub(p.tb).atMost()) + float64(turn*max(m.a.o.radius, m.b.o.radius))
	return way + float64(0x1p-20*way) + float64(proofPad*s.err)
}

// atMost returns a number that is not less than the length of v, but for rounding, by up to an
// eighth of it above.
func (v Vec) atMost() float64 {
	x, y := math.Abs(v.X), math.Abs(v.Y)
	return float64((x + y + max(x, y)) * 0.5)
}

// look finds the edge of least depth, the first of equals: in the block where it was last time, and
// in all that may hold one as near.
func (s *satRun) look(p *proof) {
	best := p.best
	key, at := s.testBlock(p, best)
	limit := p.limit(ordered(key))
	for i := range p.blocks(s) {
		if i == best || p.key[i] > limit {
			continue
		}
		if k, j := s.testBlock(p, i); k < key || k == key && j < at {
			key, at, p.best = k, j, i
			limit = p.limit(ordered(key))
		}
	}
	s.key, s.at = key, at
}

// blocks returns how many blocks there are.
func (p *proof) blocks(s *satRun) int32 {
	return (int32(len(s.x.edges))+p.block-1)/p.block + (int32(len(s.y.edges))+p.block-1)/p.block
}

// testBlock finds the edge of least depth of block i, which there is, and sets its key.
func (s *satRun) testBlock(p *proof, i int32) (key int64, at int) {
	s.key, s.at = none, -1
	n, size := len(s.x.edges), int(p.block)
	if of, first := int(i), (n+size-1)/size; of < first {
		from := of * size
		s.least(&s.a, s.x.edges[from:min(from+size, n)], &s.y, from)
	} else {
		from := (of - first) * size
		s.least(&s.b, s.y.edges[from:min(from+size, len(s.y.edges))], &s.x, n+from)
	}
	p.key[i] = p.keyOf(ordered(s.key))
	return s.key, s.at
}
