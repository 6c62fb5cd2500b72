// Package exact decides signs exactly: of determinants and inner products of doubles, and of the
// numbers that the queries of d2 and d3 compare when floating point cannot tell.
package exact

import "math"

// The predicates of this file have two stages. The first evaluates the determinant in floating
// point, with every product rounded, and accepts its sign when the magnitude exceeds a bound on the
// error, after [Shewchuk97] section 4.2 and 4.3: with u = 2^-53 the error of the 2D determinant is
// below (3u + 16u^2) p and that of the 3D one below (7u + 56u^2) p, where p is the same expression
// with every term made positive. The bounds hold only while no product underflows. Inputs are at
// most 2^333, so an underflow costs the 2D determinant at most 2^-1073 and the 3D one at most
// 6 * 2^-1075 * 2^335 < 2^-737 in all; the constants below are larger by at least u/2, which covers
// that as soon as p is at least safe2 or safe3. Everything else goes to the second stage, which
// adds up the exact products in integers (sum). It allocates nothing either.
const (
	unit  = 0x1p-53
	safe2 = 0x1p-1000
	safe3 = 0x1p-650
)

// Orient2D returns the sign of the determinant of b - a and c - a: 1 when a, b, c turn
// counter-clockwise, -1 when they turn clockwise, 0 when they are collinear.
//
// The sign is exact for all doubles up to 1e100 in magnitude, subnormal ones included. Cost: 7
// flops, or about 50 ns when they do not suffice. Source: [Shewchuk97]; exact stage after
// [Kulisch13].
func Orient2D(ax, ay, bx, by, cx, cy float64) int {
	det, p := det2(bx-ax, by-ay, cx-ax, cy-ay)
	if e := float64(orient2 * unit * p); p > safe2 {
		if det > e {
			return 1
		}
		if -det > e {
			return -1
		}
	}
	return orient2DExact(ax, ay, bx, by, cx, cy)
}

// det2 returns the determinant of u and v, rounded, and the sum of its terms' magnitudes.
func det2(ux, uy, vx, vy float64) (det, p float64) {
	l, r := float64(ux*vy), float64(uy*vx)
	return l - r, math.Abs(l) + math.Abs(r)
}

// orient2DExact is the second stage of Orient2D.
func orient2DExact(ax, ay, bx, by, cx, cy float64) int {
	ux, uy, vx, vy := bx-ax, by-ay, cx-ax, cy-ay
	if exactDiff(bx, ax, ux) && exactDiff(by, ay, uy) && exactDiff(cx, ax, vx) && exactDiff(cy, ay, vy) {
		var s sum
		least, greatest := exponentRange(ux, uy, vx, vy)
		s.reset(2, least, greatest)
		s.addProduct2(ux, vy, false)
		s.addProduct2(uy, vx, true)
		return s.sign()
	}
	var s sum
	least, greatest := exponentRange(ax, ay, bx, by)
	least, greatest = exponents(cx, least, greatest)
	least, greatest = exponents(cy, least, greatest)
	s.reset(2, least, greatest)
	s.addCross(ax, ay, bx, by)
	s.addCross(bx, by, cx, cy)
	s.addCross(cx, cy, ax, ay)
	return s.sign()
}

// addCross adds ax*by - ay*bx.
func (s *sum) addCross(ax, ay, bx, by float64) {
	s.addProduct2(ax, by, false)
	s.addProduct2(ay, bx, true)
}

// exponentRange returns the least and greatest exponent of four numbers.
func exponentRange(a, b, c, d float64) (least, greatest int) {
	// An empty range first: all numbers may be zero.
	least, greatest = exponents(a, 971, -1074)
	least, greatest = exponents(b, least, greatest)
	least, greatest = exponents(c, least, greatest)
	least, greatest = exponents(d, least, greatest)
	return least, max(least, greatest)
}

// exactDiff reports whether d, the rounded x - y, is x - y exactly [Knuth97] 4.2.2. Sums never
// underflow.
func exactDiff(x, y, d float64) bool {
	yy := x - d
	xx := d + yy
	return x-xx == 0 && yy-y == 0
}

// Orient3D returns the sign of ((b-a) x (c-a)) . (d-a): 1 when d lies on the side of the plane
// through a, b, c to which (b-a) x (c-a) points, which is the side from which a, b, c are seen
// counter-clockwise; -1 on the other side; 0 when the four points are coplanar.
//
// The sign is exact for all doubles up to 1e100 in magnitude, subnormal ones included. Cost: 30
// flops, or about 300 ns when they do not suffice. Source: [Shewchuk97]; exact stage after
// [Kulisch13].
func Orient3D(a, b, c, d [3]float64) int {
	det, p := det3(&a, &b, &c, &d)
	if e := float64(orient3 * unit * p); p > safe3 {
		if det > e {
			return 1
		}
		if -det > e {
			return -1
		}
	}
	return orient3DExact(&a, &b, &c, &d)
}

// det3 returns the determinant of b - a, c - a and d - a, rounded, and the sum of its terms'
// magnitudes.
func det3(a, b, c, d *[3]float64) (det, p float64) {
	bx, by, bz := b[0]-a[0], b[1]-a[1], b[2]-a[2]
	cx, cy, cz := c[0]-a[0], c[1]-a[1], c[2]-a[2]
	dx, dy, dz := d[0]-a[0], d[1]-a[1], d[2]-a[2]
	byCz, bzCy := float64(by*cz), float64(bz*cy)
	bzCx, bxCz := float64(bz*cx), float64(bx*cz)
	bxCy, byCx := float64(bx*cy), float64(by*cx)
	det = float64(dx*(byCz-bzCy)) + float64(dy*(bzCx-bxCz)) + float64(dz*(bxCy-byCx))
	p = float64(math.Abs(dx)*(math.Abs(byCz)+math.Abs(bzCy))) +
		float64(math.Abs(dy)*(math.Abs(bzCx)+math.Abs(bxCz))) +
		float64(math.Abs(dz)*(math.Abs(bxCy)+math.Abs(byCx)))
	return det, p
}

// orient3DExact is the second stage of Orient3D.
func orient3DExact(a, b, c, d *[3]float64) int {
	var u, v, w [3]float64
	exact := true
	for i := range 3 {
		u[i], v[i], w[i] = b[i]-a[i], c[i]-a[i], d[i]-a[i]
		exact = exact && exactDiff(b[i], a[i], u[i]) && exactDiff(c[i], a[i], v[i]) && exactDiff(d[i], a[i], w[i])
	}
	least, greatest := 971, -1074
	var s sum
	if exact {
		for i := range 3 {
			least, greatest = exponents(u[i], least, greatest)
			least, greatest = exponents(v[i], least, greatest)
			least, greatest = exponents(w[i], least, greatest)
		}
		s.reset(3, least, max(least, greatest))
		s.addDet(&u, &v, &w, false)
		return s.sign()
	}
	for i := range 3 {
		least, greatest = exponents(a[i], least, greatest)
		least, greatest = exponents(b[i], least, greatest)
		least, greatest = exponents(c[i], least, greatest)
		least, greatest = exponents(d[i], least, greatest)
	}
	s.reset(3, least, max(least, greatest))
	// det(b-a, c-a, d-a) without a difference.
	s.addDet(b, c, d, false)
	s.addDet(a, c, d, true)
	s.addDet(a, b, d, false)
	s.addDet(a, b, c, true)
	return s.sign()
}

// addDet adds the determinant of the rows u, v, w, or subtracts it when minus is set.
func (s *sum) addDet(u, v, w *[3]float64, minus bool) {
	s.addProduct3(u[0], v[1], w[2], minus)
	s.addProduct3(u[1], v[2], w[0], minus)
	s.addProduct3(u[2], v[0], w[1], minus)
	s.addProduct3(u[2], v[1], w[0], !minus)
	s.addProduct3(u[1], v[0], w[2], !minus)
	s.addProduct3(u[0], v[2], w[1], !minus)
}

// Collinear3D reports whether a, b and c lie on one line: equal points do. It is exact as Orient2D
// is: three points are collinear just when their projections on the three coordinate planes are.
func Collinear3D(a, b, c [3]float64) bool {
	return Orient2D(a[0], a[1], b[0], b[1], c[0], c[1]) == 0 &&
		Orient2D(a[1], a[2], b[1], b[2], c[1], c[2]) == 0 &&
		Orient2D(a[2], a[0], b[2], b[0], c[2], c[0]) == 0
}

// CompareDots2D returns the sign of d.p - d.q, exact as Orient2D is: 1 when p lies farther along d
// than q.
func CompareDots2D(d, p, q [2]float64) int {
	return CompareDots3D([3]float64{d[0], d[1]}, [3]float64{p[0], p[1]}, [3]float64{q[0], q[1]})
}

// CompareDots3D returns the sign of d.p - d.q, exact as Orient2D is: 1 when p lies farther along d
// than q.
func CompareDots3D(d, p, q [3]float64) int {
	// The error is below (4u + 20u^2) times the sum of magnitudes: one rounding each for difference
	// and product, two for the sums.
	det, m := dots(&d, &p, &q)
	if e := float64(compareDots * unit * m); m > safe2 {
		if det > e {
			return 1
		}
		if -det > e {
			return -1
		}
	}
	least, greatest := 971, -1074
	for i := range 3 {
		least, greatest = exponents(d[i], least, greatest)
		least, greatest = exponents(p[i], least, greatest)
		least, greatest = exponents(q[i], least, greatest)
	}
	var s sum
	s.reset(2, least, max(least, greatest))
	for i := range 3 {
		s.addProduct2(d[i], p[i], false)
		s.addProduct2(d[i], q[i], true)
	}
	return s.sign()
}

// dots returns d.p - d.q, rounded, and the sum of its terms' magnitudes.
func dots(d, p, q *[3]float64) (diff, m float64) {
	x, y, z := float64(d[0]*(p[0]-q[0])), float64(d[1]*(p[1]-q[1])), float64(d[2]*(p[2]-q[2]))
	return x + y + z, math.Abs(x) + math.Abs(y) + math.Abs(z)
}
