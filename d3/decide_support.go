package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/exact"
)

// corner returns vertex i of the polytope core of o in its own frame.
func (o *Object) corner(i int32) Vec {
	switch o.kind {
	case kindHull:
		return o.hull.points[i]
	case kindSegment:
		if i == 1 {
			return o.half.Neg()
		}
		return o.half
	case kindBox:
		v := o.half
		if i&1 != 0 {
			v.X = -v.X
		}
		if i&2 != 0 {
			v.Y = -v.Y
		}
		if i&4 != 0 {
			v.Z = -v.Z
		}
		return v
	}
	return Vec{}
}

// corners returns how many vertices the polytope core of o has.
func (o *Object) corners() int32 {
	switch o.kind {
	case kindHull:
		return int32(len(o.hull.points))
	case kindSegment:
		return 2
	case kindBox:
		return 8
	}
	return 1
}

// support returns the vertices of A and B whose difference has the least product with dir, or the greatest if
// most is set.
func (d *decider) support(dir [3]*big.Int, most bool) (ia, ib int32) {
	world := floatDir(dir)
	n := d.a.axes.applyT(world)
	if !most {
		n = n.Neg()
	}
	sign := 1
	if !most {
		sign = -1
	}
	ia = d.extreme(d.a, &d.ra, dir, n, sign)
	ib = d.extreme(d.b, &d.rb, dir, d.m.rot.applyT(n).Neg(), -sign)
	return ia, ib
}

// floatDir returns dir as doubles, scaled so that the largest coordinate is near 1.
func floatDir(dir [3]*big.Int) Vec {
	var m [3]float64
	var e [3]int
	top := math.MinInt
	for i := range 3 {
		m[i], e[i] = exact.Float(dir[i])
		if m[i] != 0 {
			top = max(top, e[i])
		}
	}
	for i := range 3 {
		if m[i] != 0 {
			m[i] = math.Ldexp(m[i], e[i]-top)
		}
	}
	return Vec{m[0], m[1], m[2]}
}

// extreme returns the vertex of o with the greatest product, times sign, with dir. n is the float image of
// sign*dir in the frame of o: it leaves the few vertices within its error of the best to the integers.
func (d *decider) extreme(o *Object, rot *[3][3]*big.Int, dir [3]*big.Int, n Vec, sign int) int32 {
	count := o.corners()
	if count == 1 {
		return 0
	}
	best := math.Inf(-1)
	for i := range count {
		best = max(best, n.Dot(o.local(i)))
	}
	// n is off by less than 64 u and has a length below 2, local points are off by u: docs/math/exact.md.
	floor := best - float64(256*unit*o.radius)
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
func (d *decider) extremeExact(o *Object, rot *[3][3]*big.Int, dir [3]*big.Int, n Vec, sign int, floor float64, first int32) int32 {
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	own, t := d.ar.Vec(), d.ar.Int() // dir in the frame of o
	for c := range 3 {
		own[c].SetInt64(0)
		for k := range 3 {
			own[c].Add(own[c], t.Mul(rot[k][c], dir[k]))
		}
	}
	top, x := d.ar.Int(), d.ar.Int()
	v := d.ar.Vec()
	win := int32(-1)
	for i := first; i < o.corners(); i++ {
		if !(n.Dot(o.local(i)) >= floor) {
			continue
		}
		p := o.corner(i)
		exact.SetScaled(v[0], p.X, d.exp)
		exact.SetScaled(v[1], p.Y, d.exp)
		exact.SetScaled(v[2], p.Z, d.exp)
		x.Mul(own[0], v[0])
		x.Add(x, t.Mul(own[1], v[1]))
		x.Add(x, t.Mul(own[2], v[2]))
		if win < 0 || x.Cmp(top)*sign > 0 {
			win = i
			top.Set(x)
		}
	}
	return win
}

// local returns vertex i about the centre, rounded.
func (o *Object) local(i int32) Vec {
	if o.kind == kindHull {
		return o.hull.local[i]
	}
	return o.corner(i)
}
