package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The relation of two boxes in the caller's unit, by the axes of sat_box.go and without anything
// that only an answer with points takes. docs/math/sat3.md, "Relations of boxes".

// boxesPad is what an overlap along an axis, times the axis's length, must have beside rounding to
// count: twice the noise of a separation and the slack of the least overlap, in units of u times
// all lengths.
const boxesPad = 2 * (satNoise + boxSlackA)

// boxTest is two boxes whose relation is asked.
type boxTest struct {
	boxPair
	far float64 // what separates them by more proves them apart
	err float64 // what an overlap must have beside rounding
}

// place sets p to two boxes and reports whether doubles suit them.
func (p *boxTest) place(a, b *Object) bool {
	all := p.boxPair.place(a, b)
	p.err = float64(boxesPad * unit * all)
	p.far = (a.margin + b.margin) + (p.err + float64(marginPad*unit*(a.margin+b.margin)))
	return all > 1/quickRange && all < quickRange
}

// edges returns how far the products of A's edge along an axis with B's separate them, times the
// length of each, the greatest of three. x and y are the rows of the relative matrix for A's next
// two axes, z that for the axis itself; tx, ty and ax, ay are A's coordinates there.
func (p *boxTest) edges(x, y, z *Vec, tx, ty, ax, ay float64) float64 {
	b := &p.b
	u, v, w := x.abs(), y.abs(), z.abs()
	sep := math.Inf(-1)
	if l := float64(u.X*u.X) + float64(v.X*v.X); l > parallelEdges {
		sep = math.Abs(float64(ty*x.X)-float64(tx*y.X)) -
			(float64(ax*v.X) + float64(ay*u.X) + float64(b.Y*w.Z) + float64(b.Z*w.Y))
	}
	if l := float64(u.Y*u.Y) + float64(v.Y*v.Y); l > parallelEdges {
		sep = larger(sep, math.Abs(float64(ty*x.Y)-float64(tx*y.Y))-
			(float64(ax*v.Y)+float64(ay*u.Y)+float64(b.Z*w.X)+float64(b.X*w.Z)))
	}
	if l := float64(u.Z*u.Z) + float64(v.Z*v.Z); l > parallelEdges {
		sep = larger(sep, math.Abs(float64(ty*x.Z)-float64(tx*y.Z))-
			(float64(ax*v.Z)+float64(ay*u.Z)+float64(b.X*w.Y)+float64(b.Y*w.X)))
	}
	return sep
}

// larger returns the larger of x and y, x where one is no number.
func larger(x, y float64) float64 {
	if y > x {
		return y
	}
	return x
}

// boxesRelate returns the relation of two boxes, in any order, where doubles tell it for certain;
// Undecided elsewhere.
func boxesRelate(a, b *Object) collide.Relation {
	var p boxTest
	if !p.place(a, b) {
		return collide.Undecided
	}
	p.faces(p.far)
	most := p.sep
	if most > p.far {
		return collide.Apart
	}
	r, t, h := &p.r, &p.t, &p.a
	for i := range 3 {
		var sep float64
		switch i {
		case 0:
			sep = p.edges(&r.y, &r.z, &r.x, t.Y, t.Z, h.Y, h.Z)
		case 1:
			sep = p.edges(&r.z, &r.x, &r.y, t.Z, t.X, h.Z, h.X)
		default:
			sep = p.edges(&r.x, &r.y, &r.z, t.X, t.Y, h.X, h.Y)
		}
		if most = larger(most, sep); sep > p.far {
			return collide.Apart
		}
	}
	if most < -p.err && least(p.a)+least(p.b) > p.err {
		return collide.Overlapping
	}
	return collide.Undecided
}
