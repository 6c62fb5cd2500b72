package d3

import "math"

// This file keeps, from one query to the next, what proves a depth: docs/math/epa.md, "From frame
// to frame".

// proofFaces is how many triangles a proof has at most. Hulls of 32 and of 512 corners in motion
// ask for about three in each frame.
const proofFaces = 32

// proof is the part nearest the origin of a closed surface of triangles that winds once around the
// origin, with corners that are kept points of C: what EPA ended with, or what has become of it. It
// is about two cores and a pose, and says so, for what it proves nothing else proves again.
//
// No triangle of proof.f is nearer than its key - moved, no other one of the surface than rest -
// moved, in the solvers' unit and the pose last seen; these are positive.
type proof struct {
	a, b  coreName
	scale float64
	rot   mat3
	t     Vec
	moved float64 // since the proof was made no corner has gone farther in all
	rest  float64
	depth float64 // of the cores in the pose last seen, or so
	n     int32   // 0 where only the pose is kept
	used  bool    // it has led to an answer
	shy   bool    // the last one that led to none never had
	f     [proofFaces]proofFace
}

// proofFace is a triangle by the numbers of its corners, counter-clockwise seen from outside.
type proofFace struct {
	ia, ib [3]uint16
	key    float32
}

// noRest is the distance of the rest where there is none.
const noRest = 0x1p100

// proofCorners is how many corners a core may have whose numbers fit a proofFace.
const proofCorners = 1 << 16

// coreName tells a polytope core from all others: a hull by its corners, which nobody changes, a
// box or a segment by its kind and its size. A flat box and a segment may have one size, and number
// their corners and edges differently.
type coreName struct {
	hull *Vec
	half Vec
	kind kind
}

// name returns the name of o; ok is false for cores that have none, as a facet has whose memory is
// that of others later.
func (o *body) name() (n coreName, ok bool) {
	switch o.kind {
	case kindHull:
		return coreName{hull: &o.hull.local[0], kind: kindHull}, o.hull.own == nil && len(o.hull.local) <= proofCorners
	case kindBox, kindSegment:
		return coreName{half: o.half, kind: o.kind}, true
	case kindPoint, kindCylinder, kindCone, kindEllipsoid, kindUser, kindHalfSpace, kindComposite:
	}
	return coreName{}, false
}

// empty reports whether s holds nothing, not even a pose.
func (s *proof) empty() bool { return s.scale == 0 && s.n == 0 }

// about reports whether s is about the cores of m, and in the same unit.
func (s *proof) about(m *minkowski) bool {
	if s.scale != m.scale {
		return false
	}
	a, okA := m.a.name()
	b, okB := m.b.name()
	return okA && okB && a == s.a && b == s.b
}

// begin makes s one without triangles about the pair of m, which overlaps by some depth.
func (s *proof) begin(m *minkowski, depth float64) {
	a, okA := m.a.name()
	b, okB := m.b.name()
	s.n, s.scale, s.moved, s.rest, s.depth = 0, 0, 0, noRest, depth
	if okA && okB {
		s.a, s.b, s.scale, s.rot, s.t = a, b, m.scale, m.rot, m.t
	}
}

// step returns a bound of the way that the kept points of C went since the pose of s, infinite for
// one about another pair.
//
// A corner b of B goes by (R - R0) b + t - t0. The difference of two rotations stretches all that
// lies across an axis by one factor, and takes the axis to zero: the square of its Frobenius norm
// is twice that of the factor. The roundings of matrices, centres and points are below proofPad
// errPoint.
func (s *proof) step(m *minkowski) float64 {
	if s.scale == 0 || !s.about(m) {
		return math.Inf(1)
	}
	d := m.t.Sub(s.t)
	x, y, z := m.rot.x.Sub(s.rot.x), m.rot.y.Sub(s.rot.y), m.rot.z.Sub(s.rot.z)
	turn := x.Len2() + y.Len2() + z.Len2()
	if m.t == s.t && m.rot == s.rot {
		return 0
	}
	way := d.Len() + float64(math.Sqrt(float64(turn*0.5))*m.b.reach)
	return way + float64(0x1p-20*way) + float64(proofPad*m.errPoint)
}

// move brings s to the pose of m, a step farther. It reports whether its triangles still wind
// around the origin for certain: on the way there none of them met it.
func (s *proof) move(m *minkowski, step float64) bool {
	low := s.rest
	for i := range s.f[:s.n] {
		low = min(low, float64(s.f[i].key))
	}
	s.moved += step + float64(0x1p-50*(s.moved+step))
	s.rot, s.t = m.rot, m.t
	if !(low > s.moved) {
		return false
	}
	if s.moved > float64(m.reach*0.125) { // or the keys would be rough
		for i := range s.f[:s.n] {
			s.f[i].key = down32(s.since(float64(s.f[i].key)))
		}
		s.rest, s.moved = s.since(s.rest), 0
	}
	return true
}

// since returns what is left of a key.
func (s *proof) since(key float64) float64 { return key - s.moved - float64(0x1p-50*key) }

// key returns what since gives low of, or less.
func (s *proof) key(low float64) float32 { return down32(low + s.moved) }

// down32 returns x rounded down by up to 2^-22 of it; 0 for less than 2^-100.
func down32(x float64) float32 {
	if !(x > 0x1p-100) {
		return 0
	}
	return float32(x - float64(0x1p-23*x))
}

// place returns where in s.f a triangle with the key goes; -1 if it belongs to the rest. The
// farthest makes room where there is none.
func (s *proof) place(key float32) int {
	if s.n < proofFaces {
		s.n++
		return int(s.n - 1)
	}
	far := 0
	for i := range s.f {
		if s.f[i].key > s.f[far].key {
			far = i
		}
	}
	if !(key < s.f[far].key) {
		s.rest = min(s.rest, float64(key))
		return -1
	}
	s.rest = min(s.rest, float64(s.f[far].key))
	return far
}
