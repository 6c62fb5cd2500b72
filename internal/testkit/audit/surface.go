package audit

import (
	"math"

	"github.com/collide-go/collide/internal/testkit/oracle"
)

// off returns a bound of the distance of x, a point of the body's frame, from the body's surface:
// proved to be no more than what is returned, or exact where that is above tol. n is a direction of
// the frame in which the surface is likely to face at x. In the plane the body is a polygon, not a
// prism.
func (b *body) off(x, n vec, flat bool, tol float64) float64 {
	y := sub(x, b.center)
	h := b.height / 2
	switch b.kind {
	case "half-space":
		return math.Abs(b.outside(x, n))
	case "sphere", "circle":
		return math.Abs(length(x) - b.margin)
	case "capsule":
		along := 2
		if flat {
			along = 0
		}
		z := x
		z[along] -= max(-h, min(z[along], h))
		return math.Abs(length(z) - b.margin)
	case "box":
		size := b.size
		if flat {
			size[2] = math.Inf(1)
		}
		return math.Abs(boxOff(vec{
			math.Abs(x[0]) - size[0]/2, math.Abs(x[1]) - size[1]/2,
			math.Abs(x[2]) - size[2]/2,
		}) - b.margin)
	case "cylinder":
		return math.Abs(boxOff(vec{math.Hypot(x[0], x[1]) - b.radius, math.Abs(x[2]) - h, math.Inf(-1)}) - b.margin)
	case "cone":
		rho := math.Hypot(x[0], x[1])
		return math.Abs(triangleOff([3][2]float64{{0, h}, {-b.radius, -h}, {b.radius, -h}}, [2]float64{rho, x[2]}) - b.margin)
	case "ellipsoid", "ellipse":
		return b.ellipsoidOff(y)
	}
	if d, ok := b.hullOff(x, n, flat, tol); ok {
		return d
	}
	return b.exactOff(x, flat)
}

// boxOff returns the signed distance of a point whose coordinates exceed the half sides by q.
func boxOff(q vec) float64 {
	m := max(q[0], q[1], q[2])
	if m <= 0 {
		return m
	}
	return length(vec{max(q[0], 0), max(q[1], 0), max(q[2], 0)})
}

// triangleOff returns the signed distance of x from a triangle.
func triangleOff(t [3][2]float64, x [2]float64) float64 {
	best, inside := math.Inf(1), (t[1][0]-t[0][0])*(t[2][1]-t[0][1]) != (t[1][1]-t[0][1])*(t[2][0]-t[0][0])
	for i := range t {
		p, q := t[i], t[(i+1)%3]
		ex, ey, dx, dy := q[0]-p[0], q[1]-p[1], x[0]-p[0], x[1]-p[1]
		l := ex*ex + ey*ey
		s := 0.0
		if l > 0 {
			s = max(0, min((dx*ex+dy*ey)/l, 1))
		}
		best = min(best, math.Hypot(dx-s*ex, dy-s*ey))
		inside = inside && ex*dy-ey*dx >= 0
	}
	if inside {
		return -best
	}
	return best
}

// ellipsoidOff is off for ellipsoids: by the nearest point outside, by a supporting plane inside.
func (b *body) ellipsoidOff(y vec) float64 {
	if b.size == (vec{}) {
		return math.Abs(length(y) - b.margin)
	}
	var x, r vec
	for k := range r { // flat ones are so thin that it makes no difference
		x[k], r[k] = math.Abs(y[k]), max(b.size[k], largest(b.size)*0x1p-100)
	}
	at := func(t float64) (sum float64) {
		for k := range r {
			if x[k] > 0 {
				f := (r[k] / (r[k] + t/r[k])) * (x[k] / r[k])
				sum += f * f
			}
		}
		return sum
	}
	if at(0) > 1 {
		lo, hi := 0.0, largest(r)*length(x)*2
		for range 200 {
			if m := lo + (hi-lo)/2; at(m) > 1 {
				lo = m
			} else {
				hi = m
			}
		}
		var d vec
		for k := range r {
			d[k] = x[k] - x[k]/(1+lo/r[k]/r[k])
		}
		return math.Abs(length(d) - b.margin)
	}
	least := math.Inf(1)
	try := func(m vec) {
		if l := length(m); l > 0 && !math.IsInf(l, 0) {
			m = scale(m, 1/l)
			least = min(least, length(vec{r[0] * m[0], r[1] * m[1], r[2] * m[2]})-dot(m, x))
		}
	}
	try(vec{x[0] / r[0] / (r[0] / largest(r)), x[1] / r[1] / (r[1] / largest(r)), x[2] / r[2] / (r[2] / largest(r))})
	for k := range x {
		{
			var e vec
			e[k] = 1
			try(e)
		}
	}
	return max(least, 0) + b.margin
}

// exactOff is off for hulls, by the oracle.
func (b *body) exactOff(x vec, flat bool) float64 {
	var ans oracle.Answer
	if flat {
		var pts [][2]float64
		for _, p := range b.raw {
			pts = append(pts, [2]float64{p[0], p[1]})
		}
		ans = oracle.Solve2(&oracle.Body2{Points: [][2]float64{{x[0], x[1]}}, CS: [2]float64{1, 0}},
			&oracle.Body2{Points: pts, CS: [2]float64{1, 0}, Margins: b.margins})
	} else {
		q := [4]float64{0, 0, 0, 1}
		ans = oracle.Solve3(&oracle.Body3{Points: [][3]float64{x}, Q: q},
			&oracle.Body3{Points: b.raw, Q: q, Margins: b.margins})
	}
	return max(math.Abs(ans.Lo), math.Abs(ans.Hi))
}

// hullOff proves that x is within tol of a hull's surface, and returns a bound of its distance; ok
// is false where it cannot. A weighted mean of the corners bounds the distance from the core from
// above, a half-space that holds them from below, rounding included.
func (b *body) hullOff(x, n vec, flat bool, tol float64) (d float64, ok bool) {
	v := make([]vec, len(b.raw))
	big := 0.0
	for i, p := range b.raw {
		v[i] = sub(p, x)
		big = max(big, largest(v[i]))
	}
	rounding := 32 * u * big
	w := nearest(v)
	far := length(w)
	if far > max(tol, b.margin-tol) && b.margin > tol {
		low := math.Inf(1)
		for _, p := range v {
			low = min(low, dot(w, p)/far)
		}
		d = max(math.Abs(far-b.margin), math.Abs(low-b.margin)) + rounding
		return d, d <= tol
	}
	if !(far+rounding <= tol) || b.margin > tol {
		return 0, false
	}
	ok = outward(v, n, flat, func(m vec) bool {
		l := length(m)
		if !(l > 0) {
			return false
		}
		top := math.Inf(-1)
		for _, p := range v {
			top = max(top, dot(m, p)/l)
		}
		d = max(far, top) + rounding + b.margin
		return d <= tol
	})
	return d, ok
}

// outward reports whether try accepts n, or the normal of a face of the hull of v: of a line
// through two corners in the plane, of a plane through three of at most 24 in space.
func outward(v []vec, n vec, flat bool, try func(vec) bool) bool {
	if try(n) {
		return true
	}
	if flat {
		for i := range v {
			for j := range v {
				if e := sub(v[j], v[i]); try(vec{e[1], -e[0]}) {
					return true
				}
			}
		}
		return false
	}
	if len(v) > 24 {
		return false
	}
	for i := range v {
		for j := range i {
			e := sub(v[i], v[j])
			for k := range j {
				m := cross(e, sub(v[k], v[j]))
				if try(m) || try(scale(m, -1)) {
					return true
				}
			}
		}
	}
	return false
}

// cross returns the vector product.
func cross(v, w vec) vec {
	return vec{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// nearest returns a weighted mean of the points near the origin, after Gilbert, Johnson and
// Keerthi: over all subsets of a simplex, so that no step is too degenerate for it.
func nearest(v []vec) vec {
	s := []vec{v[0]}
	w := v[0]
	for range 64 {
		best := v[0]
		for _, p := range v {
			if dot(w, p) < dot(w, best) {
				best = p
			}
		}
		s = append(s, best)
		next, keep := nearestSubset(s)
		if !(dot(next, next) < dot(w, w)) {
			return w
		}
		w, s = next, keep
	}
	return w
}

// nearestSubset returns the mean nearest the origin that is found for any subset of at most four
// points, and the subset.
func nearestSubset(s []vec) (w vec, keep []vec) {
	best := math.Inf(1)
	for mask := 1; mask < 1<<len(s); mask++ {
		var t []vec
		for i, p := range s {
			if mask>>i&1 == 1 {
				t = append(t, p)
			}
		}
		if len(t) > 4 {
			continue
		}
		l, ok := weights(t)
		if !ok {
			continue
		}
		var x vec
		for i, p := range t {
			x = add(x, scale(p, l[i]))
		}
		if d := dot(x, x); d < best {
			best, w, keep = d, x, t
		}
	}
	return w, keep
}

// weights returns the weights of the point of the affine hull nearest the origin; ok is false where
// one is negative.
func weights(t []vec) (l [4]float64, ok bool) {
	n := len(t)
	var m [3][4]float64
	for i := 1; i < n; i++ {
		e := sub(t[i], t[0])
		for j := 1; j < n; j++ {
			m[i-1][j-1] = dot(e, sub(t[j], t[0]))
		}
		m[i-1][3] = -dot(e, t[0])
	}
	for i := range n - 1 {
		p := i
		for r := i + 1; r < n-1; r++ {
			if math.Abs(m[r][i]) > math.Abs(m[p][i]) {
				p = r
			}
		}
		m[i], m[p] = m[p], m[i]
		if m[i][i] == 0 {
			return l, false
		}
		for r := range n - 1 {
			if r == i {
				continue
			}
			f := m[r][i] / m[i][i]
			for k := i; k < 4; k++ {
				m[r][k] -= f * m[i][k]
			}
		}
	}
	l[0] = 1
	for i := 1; i < n; i++ {
		l[i] = m[i-1][3] / m[i-1][i-1]
		l[0] -= l[i]
		if !(l[i] >= 0) {
			return l, false
		}
	}
	return l, l[0] >= 0
}
