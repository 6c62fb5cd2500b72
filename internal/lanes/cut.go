package lanes

import "math"

// Cut is a cut box, a discrete oriented polytope (26-DOP): its faces lie across the 26 directions
// from the middle of a cube to the faces, edges and corners of that. For each direction (x, y, z)
// of -1, 0 and 1, as it is, it holds how far the polytope reaches along it: at x + 3y + 9z from
// CutMiddle on. Three numbers from CutCentre on are a point, about the centre. A tree tells in
// which unit all are.
type Cut [32]float32

// Where the numbers of a Cut are.
const (
	CutMiddle = 13
	CutCentre = 27
)

// reach returns how far c reaches along v, or more: with the magnitudes x >= y >= z of v, that is
// (x - y) a + (y - z) b + z c for the directions to a face, an edge and a corner that have v
// between them, along which c reaches a, b and c.
//
// No branch hangs on the direction: it would be mispredicted.
func (c *Cut) reach(vx, vy, vz float64) float64 {
	x, i := step(vx, 1)
	y, j := step(vy, 3)
	z, k := step(vz, 9)
	m := (x - y) >> 63 // the greater one first
	d, e := (x^y)&m, (i^j)&m
	x, y, i, j = x^d, y^d, i^e, j^e
	m = (x - z) >> 63
	d, e = (x^z)&m, (i^k)&m
	x, z, i, k = x^d, z^d, i^e, k^e
	m = (y - z) >> 63
	d, e = (y^z)&m, (j^k)&m
	y, z, j, k = y^d, z^d, j^e, k^e
	i += CutMiddle
	j += i
	k += j
	p, q, r := math.Float64frombits(uint64(x)), math.Float64frombits(uint64(y)), math.Float64frombits(uint64(z))
	return float64((p-q)*float64(c[i&31])) + float64((q-r)*float64(c[j&31])) + float64(r*float64(c[k&31]))
}

// step returns the bits of the magnitude of v, and n with the sign of v.
func step(v float64, n int64) (bits, signed int64) {
	b := int64(math.Float64bits(v))
	sign := b >> 63
	return b &^ math.MinInt64, (n ^ sign) - sign
}

// leastLine is the least square of the distance of two centres that is a direction: of less, more
// has underflown than a root is off by.
const leastLine = 0x1p-900

// CutGaps returns lower bounds of the signed distances of a and b, which see, to c, then to d,
// which are seen: how far they are apart along the line through their centres, less the pad; -Inf
// where these are one.
func (s *Sight) CutGaps(a, b, c, d *Cut) (gaps [4]float64) {
	if vectors {
		cutGaps4(s, a, b, c, d, &gaps)
		return gaps
	}
	return [4]float64{s.cutGap(a, c), s.cutGap(b, c), s.cutGap(a, d), s.cutGap(b, d)}
}

// cutGap is CutGaps for a and c in plain Go.
func (s *Sight) cutGap(a, c *Cut) float64 {
	p, q := a[CutCentre:CutCentre+3], c[CutCentre:CutCentre+3]
	x, y, z := float64(float64(q[0])*s.Seen), float64(float64(q[1])*s.Seen), float64(float64(q[2])*s.Seen)
	m := &s.Rot
	dx := float64(m[0][0]*x) + float64(m[1][0]*y) + float64(m[2][0]*z) + s.At[0] - float64(float64(p[0])*s.Own)
	dy := float64(m[0][1]*x) + float64(m[1][1]*y) + float64(m[2][1]*z) + s.At[1] - float64(float64(p[1])*s.Own)
	dz := float64(m[0][2]*x) + float64(m[1][2]*y) + float64(m[2][2]*z) + s.At[2] - float64(float64(p[2])*s.Own)
	square := float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
	if !(square > leastLine) {
		return math.Inf(-1)
	}
	gap := float64(dx*s.At[0]) + float64(dy*s.At[1]) + float64(dz*s.At[2]) - float64(a.reach(dx, dy, dz)*s.Own)
	gap -= float64(c.reach(
		-(float64(m[0][0]*dx)+float64(m[0][1]*dy)+float64(m[0][2]*dz)),
		-(float64(m[1][0]*dx)+float64(m[1][1]*dy)+float64(m[1][2]*dz)),
		-(float64(m[2][0]*dx)+float64(m[2][1]*dy)+float64(m[2][2]*dz)),
	) * s.Seen)
	return gap/math.Sqrt(square) - s.pad
}
