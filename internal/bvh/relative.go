package bvh

import "math"

// relative is where the frame of a second tree lies in the frame of a first one: a point x of the
// second is Rot x + At in the first. Of the plane the third coordinates are not read.
type relative struct {
	second view // the second tree as the first one sees it
	first  view // the first tree as the second one sees it
	open   bool // a tree has an unbounded box
	pad    float64
}

// view is a frame as seen from another: a point x of it is rot x + at there.
type view struct {
	rot   [3][3]float64
	abs   [3][3]float64 // the magnitudes of rot
	at    [3]float64
	shift bool // rot is the identity
}

// The pad of a lower bound, in units of u = 2^-53 times the lengths S = reach of both trees + |At|.
// A centre and a half extent add up to at most S along each axis; an entry of Rot is off by 4u at
// most. A gap along an axis of the box that is asked about is then off by 20u S: 7u of each product
// with Rot and its sum, of centre, half extent and At alike, and 6u for halves and differences. One
// along an axis of the fixed box goes through Rot twice and is off by 50u S. Their root of squares
// is off by sqrt 3 of that, 87u S, and by 4u for itself.
const padUnits = 128

// relate makes r the relation of two trees, neither empty. The entries of rot, rows first, are
// within 2^-51 of a rotation, and at is within off of the exact translation.
func relate[B Box](r *relative, a, b *Tree[B], rot *[3][3]float64, at [3]float64, off float64) {
	v, w := &r.second, &r.first
	v.rot, v.at = *rot, at
	v.shift = v.rot == [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	w.shift = v.shift
	for i := range 3 {
		for k := range 3 {
			v.abs[i][k] = math.Abs(rot[i][k])
			w.rot[k][i], w.abs[k][i] = rot[i][k], v.abs[i][k]
		}
	}
	for k := range 3 {
		w.at[k] = -(float64(rot[0][k]*at[0]) + float64(rot[1][k]*at[1]) + float64(rot[2][k]*at[2]))
	}
	r.open = unbounded(a.box(0)) || unbounded(b.box(0))
	s := a.reach + b.reach + (math.Abs(at[0]) + math.Abs(at[1]) + math.Abs(at[2]))
	r.pad = float64(0x1p-53*padUnits*s) + off + 0x1p-500
}

// bound is the lower bound for boxes a and b, of the first and the second tree; +Inf may stand for
// one above limit.
func bound[B Box](r *relative, a, b *B, limit float64) float64 {
	if r.open {
		return openBound(r, a, b)
	}
	var f fixed
	f.set(r, limit)
	see(&f, &r.second, b)
	return gap(&f, a)
}

// fixed is a box of one tree as the other tree sees it, with all that the bounds of pairs of it and
// boxes of that other tree have in common.
type fixed struct {
	view    *view
	c       [3]float64 // the centre
	e       [3]float64 // half extents of the box around it in the frame of the other tree
	g       [3]float64 // half extents in its own frame
	pad     float64
	squares float64 // four times the square of the greatest gap that matters
}

// set prepares f for bounds up to the limit.
func (f *fixed) set(r *relative, limit float64) {
	f.pad = r.pad
	f.squares = 0
	if far := limit + r.pad; far > 0 {
		f.squares = float64(float64(4*(1+0x1p-48)*far) * far)
	}
}

// see makes f the box b, which v shows to the other tree.
func see[B Box](f *fixed, v *view, b *B) {
	h := len(*b) / 2
	f.view = v
	x, y := float64(0.5*((*b)[0]+(*b)[h])), float64(0.5*((*b)[1]+(*b)[h+1]))
	u, w := float64(0.5*((*b)[h]-(*b)[0])), float64(0.5*((*b)[h+1]-(*b)[1]))
	f.g[0], f.g[1] = u, w
	m, n := &v.rot, &v.abs
	if h == 2 {
		f.c[0] = float64(m[0][0]*x) + float64(m[0][1]*y) + v.at[0]
		f.c[1] = float64(m[1][0]*x) + float64(m[1][1]*y) + v.at[1]
		f.e[0] = float64(n[0][0]*u) + float64(n[0][1]*w)
		f.e[1] = float64(n[1][0]*u) + float64(n[1][1]*w)
		return
	}
	z, q := float64(0.5*((*b)[h-1]+(*b)[h+h-1])), float64(0.5*((*b)[h+h-1]-(*b)[h-1]))
	f.g[2] = q
	f.c[0] = float64(m[0][0]*x) + float64(m[0][1]*y) + float64(m[0][2]*z) + v.at[0]
	f.c[1] = float64(m[1][0]*x) + float64(m[1][1]*y) + float64(m[1][2]*z) + v.at[1]
	f.c[2] = float64(m[2][0]*x) + float64(m[2][1]*y) + float64(m[2][2]*z) + v.at[2]
	f.e[0] = float64(n[0][0]*u) + float64(n[0][1]*w) + float64(n[0][2]*q)
	f.e[1] = float64(n[1][0]*u) + float64(n[1][1]*w) + float64(n[1][2]*q)
	f.e[2] = float64(n[2][0]*u) + float64(n[2][1]*w) + float64(n[2][2]*q)
}

// twice returns 2g for a positive gap g, and 0 for others: without a branch, as signs of gaps are
// hard to foretell.
func twice(g float64) float64 { return g + math.Abs(g) }

// gap returns the lower bound for f and a box of the other tree, +Inf for one above the limit of f:
// where the axes of a prove that, those of f are not looked at, and no root is taken.
func gap[B Box](f *fixed, a *B) float64 {
	h := len(*a) / 2
	hx, hy := float64(0.5*((*a)[h]-(*a)[0])), float64(0.5*((*a)[h+1]-(*a)[1]))
	dx, dy := f.c[0]-float64(0.5*((*a)[0]+(*a)[h])), f.c[1]-float64(0.5*((*a)[1]+(*a)[h+1]))
	x, y := math.Abs(dx)-(hx+f.e[0]), math.Abs(dy)-(hy+f.e[1])
	px, py := twice(x), twice(y)
	squares, inside := float64(px*px)+float64(py*py), x
	if y > inside {
		inside = y
	}
	var dz, hz float64
	if h == 3 {
		hz = float64(0.5 * ((*a)[h+h-1] - (*a)[h-1]))
		dz = f.c[2] - float64(0.5*((*a)[h-1]+(*a)[h+h-1]))
		z := math.Abs(dz) - (hz + f.e[2])
		pz := twice(z)
		squares += float64(pz * pz)
		if z > inside {
			inside = z
		}
	}
	if squares > f.squares {
		return math.Inf(1)
	}
	if !f.view.shift {
		in, sq := 0.0, 0.0
		if h == 2 {
			in, sq = f.own2(dx, dy, hx, hy)
		} else {
			in, sq = f.own3(dx, dy, dz, hx, hy, hz)
		}
		if in > inside {
			inside = in
		}
		if sq > squares {
			squares = sq
		}
	}
	switch {
	case !(squares > 0):
		return inside - f.pad
	case squares > f.squares:
		return math.Inf(1)
	}
	return float64(0.5*math.Sqrt(squares)) - f.pad
}

// own2 returns the greatest gap along f's own axes, and the sum of the squares of twice the
// positive ones. d is where f's centre lies from that of the other box, h has the half extents of
// that.
func (f *fixed) own2(dx, dy, hx, hy float64) (inside, squares float64) {
	m, n := &f.view.rot, &f.view.abs
	x := math.Abs(float64(m[0][0]*dx)+float64(m[1][0]*dy)) - (f.g[0] + (float64(n[0][0]*hx) + float64(n[1][0]*hy)))
	y := math.Abs(float64(m[0][1]*dx)+float64(m[1][1]*dy)) - (f.g[1] + (float64(n[0][1]*hx) + float64(n[1][1]*hy)))
	if inside = x; y > inside {
		inside = y
	}
	x, y = twice(x), twice(y)
	return inside, float64(x*x) + float64(y*y)
}

// own3 is own2 in space.
func (f *fixed) own3(dx, dy, dz, hx, hy, hz float64) (inside, squares float64) {
	m, n := &f.view.rot, &f.view.abs
	x := math.Abs(float64(m[0][0]*dx)+float64(m[1][0]*dy)+float64(m[2][0]*dz)) -
		(f.g[0] + (float64(n[0][0]*hx) + float64(n[1][0]*hy) + float64(n[2][0]*hz)))
	y := math.Abs(float64(m[0][1]*dx)+float64(m[1][1]*dy)+float64(m[2][1]*dz)) -
		(f.g[1] + (float64(n[0][1]*hx) + float64(n[1][1]*hy) + float64(n[2][1]*hz)))
	z := math.Abs(float64(m[0][2]*dx)+float64(m[1][2]*dy)+float64(m[2][2]*dz)) -
		(f.g[2] + (float64(n[0][2]*hx) + float64(n[1][2]*hy) + float64(n[2][2]*hz)))
	if inside = x; y > inside {
		inside = y
	}
	if z > inside {
		inside = z
	}
	x, y, z = twice(x), twice(y), twice(z)
	return inside, float64(x*x) + float64(y*y) + float64(z*z)
}

// openBound is bound where a box may be unbounded. Axes that infinite sides make NaN or -Inf say
// nothing.
func openBound[B Box](r *relative, a, b *B) float64 {
	v := &r.second
	h := len(*a) / 2
	var d, half, other [3]float64
	s := gaps{math.Inf(-1), 0}
	for i := range h {
		half[i], other[i] = float64(0.5*((*a)[h+i]-(*a)[i])), float64(0.5*((*b)[h+i]-(*b)[i]))
		d[i] = v.at[i] - middle(a, i)
	}
	for i := range h {
		reach := 0.0
		for k := range h {
			d[i] += float64(v.rot[i][k] * middle(b, k))
			reach += float64(v.abs[i][k] * other[k])
		}
		if v.shift {
			s.add(max(((*b)[i]-(*a)[h+i])+v.at[i], ((*a)[i]-(*b)[h+i])-v.at[i]))
		} else {
			s.add(math.Abs(d[i]) - half[i] - reach)
		}
	}
	first := s.squares
	s.squares = 0
	for k := range h {
		c, reach := 0.0, 0.0
		for i := range h {
			c += float64(v.rot[i][k] * d[i])
			reach += float64(v.abs[i][k] * half[i])
		}
		s.add(math.Abs(c) - other[k] - reach)
	}
	if squares := max(first, s.squares); squares > 0 {
		return math.Sqrt(squares) - r.pad
	}
	return s.inside - r.pad
}

// gaps gathers how far two boxes lie beyond each other along the axes of one of them.
type gaps struct {
	inside  float64 // the greatest
	squares float64 // the sum of the squares of the positive ones
}

// add takes one axis into account, unless g is NaN.
func (s *gaps) add(g float64) {
	if g > s.inside {
		s.inside = g
	}
	if g > 0 {
		s.squares += float64(g * g)
	}
}
