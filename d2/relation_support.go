package d2

import (
	"math"

	"github.com/collide-go/collide/internal/exact"
)

// support returns the vertices of A and B whose difference has the least product with dir, or the
// greatest if most is set.
func (d *exactRelation) support(dir bigVec, most bool) (ia, ib int32) {
	if d.stretch.rot[0] != nil {
		dir = d.stretch.applyT(&d.integers, dir)
	}
	n, sign := floatDir(dir), 1
	if !most {
		n, sign = n.Neg(), -1
	}
	ia = d.extreme(d.a, d.ra, dir, d.a.axes().applyT(n), sign)
	ib = d.extreme(d.b, d.rb, dir, d.b.axes().applyT(n).Neg(), -sign)
	if d.sweep.moves() && d.ahead(dir, most) {
		ib += d.b.corners()
	}
	return ia, ib
}

// floatDir returns dir as doubles, scaled so that the largest coordinate is near 1.
func floatDir(dir bigVec) Vec {
	var m [2]float64
	var e [2]int
	top := math.MinInt
	for i := range 2 {
		m[i], e[i] = exact.Float(dir[i])
		if m[i] != 0 {
			top = max(top, e[i])
		}
	}
	for i := range 2 {
		if m[i] != 0 {
			m[i] = math.Ldexp(m[i], e[i]-top)
		}
	}
	return Vec{m[0], m[1]}
}

// extreme returns the vertex of o with the greatest product, times sign, with dir. n is the float
// image of sign*dir in the frame of o: it leaves the few vertices within its error of the best to
// the integers.
func (d *exactRelation) extreme(o *Object, rot, dir bigVec, n Vec, sign int) int32 {
	count := o.corners()
	if count == 1 {
		return 0
	}
	best := math.Inf(-1)
	for i := range count {
		best = max(best, n.Dot(o.local(i)))
	}
	// n is off by less than 8u and has a length below 2, local points are off by u:
	// docs/math/exact.md.
	floor := best - float64(extremeNoise*unit*o.radius)
	first, tied := int32(-1), false
	for i := range count {
		if n.Dot(o.local(i)) >= floor {
			tied = first >= 0
			if tied {
				break
			}
			first = i
		}
	}
	if !tied {
		return first
	}
	return d.extremeExact(o, rot, dir, n, sign, floor, first)
}

// extremeExact is extreme among the vertices that the floats cannot tell apart.
func (d *exactRelation) extremeExact(o *Object, rot, dir bigVec, n Vec, sign int, floor float64, first int32) int32 {
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	own := d.rotateBack(rot, dir) // dir in the frame of o
	top := d.ar.Int()
	win := int32(-1)
	for i := first; i < o.corners(); i++ {
		if !(n.Dot(o.local(i)) >= floor) {
			continue
		}
		used := d.ar.Mark()
		if x := d.dot(own, d.vec(o.corner(i))); win < 0 || x.Cmp(top)*sign > 0 {
			win = i
			top.Set(x)
		}
		d.ar.Release(used)
	}
	return win
}
