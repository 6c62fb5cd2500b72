package lanes

import "math"

// Turned is an oriented bounding box (OBB): the points x with |m_k . (x - C)| <= H_k for the
// columns m_k of the matrix of the quaternion Q, which is as long as it says. A tree tells in which
// unit C and H are.
type Turned struct {
	Q    [4]float32 // x, y, z, w
	C, H [3]float32
}

// TurnedGrow is more than columns of a Turned are off the length 1, where its quaternion is a unit
// one rounded to single precision.
//
// The length of a column is that of Q squared: each number of Q is off by half an ulp, so that is
// within 2^-23 of 1. Half extents are made longer by TurnedGrow, so that columns may be taken for
// unit vectors.
const TurnedGrow = 0x1p-21

// Axes returns the columns of the matrix of Q. Products of two numbers of Q are exact in doubles.
func (b *Turned) Axes() (m [3][3]float64) {
	x, y, z, w := float64(b.Q[0]), float64(b.Q[1]), float64(b.Q[2]), float64(b.Q[3])
	xx, yy, zz, ww := float64(x*x), float64(y*y), float64(z*z), float64(w*w)
	xy, xz, yz := float64(x*y), float64(x*z), float64(y*z)
	wx, wy, wz := float64(w*x), float64(w*y), float64(w*z)
	m[0][0], m[0][1], m[0][2] = (ww+xx)-(yy+zz), 2*(xy+wz), 2*(xz-wy)
	m[1][0], m[1][1], m[1][2] = 2*(xy-wz), (ww+yy)-(xx+zz), 2*(yz+wx)
	m[2][0], m[2][1], m[2][2] = 2*(xz+wy), 2*(yz-wx), (ww+zz)-(xx+yy)
	return m
}

// Sight is how boxes of one tree are seen from those of another, and which gaps between them
// matter.
type Sight struct {
	Rot    [3][3]float64 // columns: the point x of the seen frame is Rot x + At in the own one
	At     [3]float64
	Own    float64 // the unit of the boxes that see, and that of those that are seen
	Seen   float64
	pad    float64
	limit  float64    // the greatest gap that matters, with the pad
	square float64    // four times its square, made greater for columns that are no unit vectors
	n      [3]float64 // about a unit vector from the boxes that see to the seen ones
	toward int64      // 1 where n is set
}

// Within makes s tell gaps up to the limit, less the pad, one that may be +Inf.
func (s *Sight) Within(limit, pad float64) {
	s.pad, s.limit, s.square = pad, limit+pad, 0
	if s.limit > 0 {
		s.square = float64(float64(4*(1+4*TurnedGrow)*s.limit) * s.limit)
	}
}

// Toward makes s ask along n too, about a unit vector in the own frame, from the boxes there to the
// seen ones; nil is none.
func (s *Sight) Toward(n *[3]float64) {
	if s.toward = 0; n != nil {
		s.n, s.toward = *n, 1
	}
}

// Gaps returns lower bounds of the signed distances of a and b, which see, to c, then to d, which
// are seen; +Inf for one above the limit.
//
// The bounds are those along the columns of both boxes and along n, less the pad.
func (s *Sight) Gaps(a, b, c, d *Turned) (gaps [4]float64) {
	if vectors {
		gaps4(s, a, b, c, d, &gaps)
		return gaps
	}
	gaps[0], gaps[1] = s.pair(a, b, c)
	gaps[2], gaps[3] = s.pair(a, b, d)
	return gaps
}

// GapsTo is Gaps for c alone.
func (s *Sight) GapsTo(a, b, c *Turned) (x, y float64) {
	if vectors {
		var gaps [4]float64
		gaps4(s, a, b, c, c, &gaps)
		return gaps[0], gaps[1]
	}
	return s.pair(a, b, c)
}

// pair is GapsTo in plain Go.
func (s *Sight) pair(a, b, c *Turned) (x, y float64) {
	var f seen
	f.set(s, c)
	return f.gap(s, a), f.gap(s, b)
}

// seen is a box as those that see it have it.
type seen struct {
	m     [3][3]float64
	c, h  [3]float64
	reach float64 // how far it reaches from its centre along n
}

// set makes f the box b.
func (f *seen) set(s *Sight, b *Turned) {
	m, rot := b.Axes(), &s.Rot
	for j := range 3 {
		f.h[j] = float64(float64(b.H[j]) * s.Seen)
		x, y, z := m[j][0], m[j][1], m[j][2]
		f.m[j][0] = float64(rot[0][0]*x) + float64(rot[1][0]*y) + float64(rot[2][0]*z)
		f.m[j][1] = float64(rot[0][1]*x) + float64(rot[1][1]*y) + float64(rot[2][1]*z)
		f.m[j][2] = float64(rot[0][2]*x) + float64(rot[1][2]*y) + float64(rot[2][2]*z)
	}
	x, y, z := float64(float64(b.C[0])*s.Seen), float64(float64(b.C[1])*s.Seen), float64(float64(b.C[2])*s.Seen)
	f.c[0] = float64(rot[0][0]*x) + float64(rot[1][0]*y) + float64(rot[2][0]*z) + s.At[0]
	f.c[1] = float64(rot[0][1]*x) + float64(rot[1][1]*y) + float64(rot[2][1]*z) + s.At[1]
	f.c[2] = float64(rot[0][2]*x) + float64(rot[1][2]*y) + float64(rot[2][2]*z) + s.At[2]
	if s.toward != 0 {
		f.reach = float64(math.Abs(dot3(&f.m[0], &s.n))*f.h[0]) +
			float64(math.Abs(dot3(&f.m[1], &s.n))*f.h[1]) + float64(math.Abs(dot3(&f.m[2], &s.n))*f.h[2])
	}
}

// gap returns the lower bound for f and the box b, +Inf for one above the limit.
func (f *seen) gap(s *Sight, b *Turned) float64 {
	m, n := b.Axes(), &f.m
	hx, hy, hz := float64(float64(b.H[0])*s.Own), float64(float64(b.H[1])*s.Own), float64(float64(b.H[2])*s.Own)
	dx := f.c[0] - float64(float64(b.C[0])*s.Own)
	dy := f.c[1] - float64(float64(b.C[1])*s.Own)
	dz := f.c[2] - float64(float64(b.C[2])*s.Own)
	along := math.Inf(-1)
	if s.toward != 0 {
		x, y, z := s.n[0], s.n[1], s.n[2]
		along = (float64(x*dx) + float64(y*dy) + float64(z*dz)) - f.reach -
			(float64(math.Abs(float64(m[0][0]*x)+float64(m[0][1]*y)+float64(m[0][2]*z))*hx) +
				float64(math.Abs(float64(m[1][0]*x)+float64(m[1][1]*y)+float64(m[1][2]*z))*hy) +
				float64(math.Abs(float64(m[2][0]*x)+float64(m[2][1]*y)+float64(m[2][2]*z))*hz))
		if along-float64(TurnedGrow*math.Abs(along)) > s.limit {
			return math.Inf(1)
		}
	}
	var r [3][3]float64 // |m_i . n_j|
	for i := range 3 {
		x, y, z := m[i][0], m[i][1], m[i][2]
		r[i][0] = math.Abs(float64(x*n[0][0]) + float64(y*n[0][1]) + float64(z*n[0][2]))
		r[i][1] = math.Abs(float64(x*n[1][0]) + float64(y*n[1][1]) + float64(z*n[1][2]))
		r[i][2] = math.Abs(float64(x*n[2][0]) + float64(y*n[2][1]) + float64(z*n[2][2]))
	}
	x := math.Abs(float64(m[0][0]*dx)+float64(m[0][1]*dy)+float64(m[0][2]*dz)) -
		(hx + (float64(r[0][0]*f.h[0]) + float64(r[0][1]*f.h[1]) + float64(r[0][2]*f.h[2])))
	y := math.Abs(float64(m[1][0]*dx)+float64(m[1][1]*dy)+float64(m[1][2]*dz)) -
		(hy + (float64(r[1][0]*f.h[0]) + float64(r[1][1]*f.h[1]) + float64(r[1][2]*f.h[2])))
	z := math.Abs(float64(m[2][0]*dx)+float64(m[2][1]*dy)+float64(m[2][2]*dz)) -
		(hz + (float64(r[2][0]*f.h[0]) + float64(r[2][1]*f.h[1]) + float64(r[2][2]*f.h[2])))
	inside, squares := most3(x, y, z), sum3(x, y, z)
	if squares > s.square {
		return math.Inf(1)
	}
	x = math.Abs(float64(n[0][0]*dx)+float64(n[0][1]*dy)+float64(n[0][2]*dz)) -
		(f.h[0] + (float64(r[0][0]*hx) + float64(r[1][0]*hy) + float64(r[2][0]*hz)))
	y = math.Abs(float64(n[1][0]*dx)+float64(n[1][1]*dy)+float64(n[1][2]*dz)) -
		(f.h[1] + (float64(r[0][1]*hx) + float64(r[1][1]*hy) + float64(r[2][1]*hz)))
	z = math.Abs(float64(n[2][0]*dx)+float64(n[2][1]*dy)+float64(n[2][2]*dz)) -
		(f.h[2] + (float64(r[0][2]*hx) + float64(r[1][2]*hy) + float64(r[2][2]*hz)))
	if in := most3(x, y, z); in > inside {
		inside = in
	}
	if sum := sum3(x, y, z); sum > squares {
		squares = sum
	}
	switch {
	case squares > s.square:
		return math.Inf(1)
	case squares > 0:
		inside = float64(0.5 * math.Sqrt(squares))
	}
	if along > inside {
		inside = along
	}
	return inside - float64(TurnedGrow*math.Abs(inside)) - s.pad // columns are unit vectors to 2^-22
}

func dot3(x, y *[3]float64) float64 {
	return float64(x[0]*y[0]) + float64(x[1]*y[1]) + float64(x[2]*y[2])
}

// most3 returns the greatest of three gaps.
func most3(x, y, z float64) float64 {
	if y > x {
		x = y
	}
	if z > x {
		x = z
	}
	return x
}

// sum3 returns the sum of the squares of twice the positive gaps among three: without a branch, as
// signs of gaps are hard to foretell.
func sum3(x, y, z float64) float64 {
	x, y, z = x+math.Abs(x), y+math.Abs(y), z+math.Abs(z)
	return float64(x*x) + float64(y*y) + float64(z*z)
}
