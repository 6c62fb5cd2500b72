package bvh

import "math"

// Relative is where the frame of a second tree lies in the frame of a first one: a point x of the
// second is Rot x + At in the first. Of the plane the third coordinates are not read.
type Relative struct {
	rot   [3][3]float64
	abs   [3][3]float64
	at    [3]float64
	shift bool // rot is the identity
	pad   float64
}

// The pad of a lower bound, in units of u = 2^-53 times the lengths S = reach of both trees + |At|.
// Each coordinate of a centre, a half extent and At is at most S; an entry of Rot is off by 4u at
// most. A gap along an axis of the first tree is then off by 20u S: 6u of each product of Rot, 6u
// for its sums, 8u for the half extents. One along an axis of the second goes through Rot twice and
// is off by 50u S. Their root of squares is off by sqrt 3 of that, 87u S, and by 4u for itself.
const padUnits = 128

// Set makes r the relation of two trees. The entries of rot, rows first, are within 2^-51 of a
// rotation, and at is within off of the exact translation.
func Set[B Box](r *Relative, a, b *Tree[B], rot *[3][3]float64, at [3]float64, off float64) {
	r.rot, r.at = *rot, at
	r.shift = r.rot == [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for i := range 3 {
		for k := range 3 {
			r.abs[i][k] = math.Abs(rot[i][k])
		}
	}
	s := a.reach + b.reach + (math.Abs(at[0]) + math.Abs(at[1]) + math.Abs(at[2]))
	r.pad = float64(0x1p-53*padUnits*s) + off + 0x1p-500
}

// settle returns the bound that the gaps prove, less the pad.
func (r *Relative) settle(inside, squares float64) float64 {
	if squares > 0 {
		return math.Sqrt(squares) - r.pad
	}
	return inside - r.pad
}

// bound is the lower bound for boxes a and b, or a lesser one that is above limit: where the axes
// of a prove that much, those of b are not looked at. Axes that infinite sides make NaN or -Inf say
// nothing.
func bound[B Box](r *Relative, a, b *B, limit float64) float64 {
	if r.shift {
		return shifted(r, a, b)
	}
	h := len(*a) / 2
	ax, ay := float64(0.5*((*a)[0]+(*a)[h])), float64(0.5*((*a)[1]+(*a)[h+1]))
	hx, hy := float64(0.5*((*a)[h]-(*a)[0])), float64(0.5*((*a)[h+1]-(*a)[1]))
	bx, by := float64(0.5*((*b)[0]+(*b)[h])), float64(0.5*((*b)[1]+(*b)[h+1]))
	gx, gy := float64(0.5*((*b)[h]-(*b)[0])), float64(0.5*((*b)[h+1]-(*b)[1]))
	m, n := &r.rot, &r.abs
	if h == 2 {
		dx := float64(m[0][0]*bx) + float64(m[0][1]*by) + (r.at[0] - ax)
		dy := float64(m[1][0]*bx) + float64(m[1][1]*by) + (r.at[1] - ay)
		u := gaps{math.Inf(-1), 0}
		u.add(math.Abs(dx) - hx - (float64(n[0][0]*gx) + float64(n[0][1]*gy)))
		u.add(math.Abs(dy) - hy - (float64(n[1][0]*gx) + float64(n[1][1]*gy)))
		if low := r.settle(u.inside, u.squares); low > limit {
			return low
		}
		v := gaps{u.inside, 0}
		v.add(math.Abs(float64(m[0][0]*dx)+float64(m[1][0]*dy)) - gx - (float64(n[0][0]*hx) + float64(n[1][0]*hy)))
		v.add(math.Abs(float64(m[0][1]*dx)+float64(m[1][1]*dy)) - gy - (float64(n[0][1]*hx) + float64(n[1][1]*hy)))
		return r.settle(v.inside, max(u.squares, v.squares))
	}
	az, hz := float64(0.5*((*a)[h-1]+(*a)[h+h-1])), float64(0.5*((*a)[h+h-1]-(*a)[h-1]))
	bz, gz := float64(0.5*((*b)[h-1]+(*b)[h+h-1])), float64(0.5*((*b)[h+h-1]-(*b)[h-1]))
	dx := float64(m[0][0]*bx) + float64(m[0][1]*by) + float64(m[0][2]*bz) + (r.at[0] - ax)
	dy := float64(m[1][0]*bx) + float64(m[1][1]*by) + float64(m[1][2]*bz) + (r.at[1] - ay)
	dz := float64(m[2][0]*bx) + float64(m[2][1]*by) + float64(m[2][2]*bz) + (r.at[2] - az)
	u := gaps{math.Inf(-1), 0}
	u.add(math.Abs(dx) - hx - (float64(n[0][0]*gx) + float64(n[0][1]*gy) + float64(n[0][2]*gz)))
	u.add(math.Abs(dy) - hy - (float64(n[1][0]*gx) + float64(n[1][1]*gy) + float64(n[1][2]*gz)))
	u.add(math.Abs(dz) - hz - (float64(n[2][0]*gx) + float64(n[2][1]*gy) + float64(n[2][2]*gz)))
	if low := r.settle(u.inside, u.squares); low > limit {
		return low
	}
	v := gaps{u.inside, 0}
	v.add(math.Abs(float64(m[0][0]*dx)+float64(m[1][0]*dy)+float64(m[2][0]*dz)) - gx -
		(float64(n[0][0]*hx) + float64(n[1][0]*hy) + float64(n[2][0]*hz)))
	v.add(math.Abs(float64(m[0][1]*dx)+float64(m[1][1]*dy)+float64(m[2][1]*dz)) - gy -
		(float64(n[0][1]*hx) + float64(n[1][1]*hy) + float64(n[2][1]*hz)))
	v.add(math.Abs(float64(m[0][2]*dx)+float64(m[1][2]*dy)+float64(m[2][2]*dz)) - gz -
		(float64(n[0][2]*hx) + float64(n[1][2]*hy) + float64(n[2][2]*hz)))
	return r.settle(v.inside, max(u.squares, v.squares))
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

// shifted is bound for frames with the same axes.
func shifted[B Box](r *Relative, a, b *B) float64 {
	h := len(*a) / 2
	u := gaps{math.Inf(-1), 0}
	for k := range h {
		g := ((*b)[k] - (*a)[h+k]) + r.at[k]
		if back := ((*a)[k] - (*b)[h+k]) - r.at[k]; back > g { // faster than max
			g = back
		}
		u.add(g)
	}
	return r.settle(u.inside, u.squares)
}
