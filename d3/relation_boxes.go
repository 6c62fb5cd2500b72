package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Two boxes without margins in double-double. Their difference is a zonotope about the difference
// of the centres, so that they overlap if and only if all 15 axes do, and are apart if and only if
// one parts them; exact rotations are orthogonal, so that the short forms of the axes are exact.
// Axes that overlap for certain in doubles are left out, which leaves one or two near contact.
// docs/math/exact.md, "Two boxes".

// ddBoxes is the work space: the boxes in the axes of the first, in doubles and, as far as asked
// for, in double-double.
type ddBoxes struct {
	ra, rb [3]ddVec // columns of R(q)/(q.q)
	d      ddVec    // from the centre of A to that of B
	a, b   [3]float64
	t      [3]float64    // B's centre in A's axes
	r      [3][3]float64 // B's axes in A's
	bound  float64       // of an axis in double-double
	same   bool          // both have one rotation, so that edges along one axis are parallel
}

// boxSigns returns the exact relation of two boxes, Undecided where double-doubles do not tell it,
// and with margins.
func boxSigns(a, b *Object) collide.Relation {
	if a.margin != 0 || b.margin != 0 {
		return collide.Undecided
	}
	var k ddBoxes
	p, q := a.pose.Pos, b.pose.Pos
	k.d.x, k.d.y, k.d.z = num.TwoSum(q.X, -p.X), num.TwoSum(q.Y, -p.Y), num.TwoSum(q.Z, -p.Z)
	near := Vec{k.d.x.Hi, k.d.y.Hi, k.d.z.Hi}
	size := float64(1.01*big1(near)) + big1(a.half) + big1(b.half)
	if !(size > 0x1p-100 && size < 0x1p100) {
		return collide.Undecided
	}
	var m mat3
	m.setRelative(&a.axes, &b.axes)
	k.a, k.b, k.t = array(a.half), array(b.half), array(a.axes.applyT(near))
	k.r = [3][3]float64{array(m.x), array(m.y), array(m.z)}
	k.same, k.bound = a.pose.Rot == b.pose.Rot, float64(quickPlane*size)
	return k.relate(&a.pose.Rot, &b.pose.Rot, float64(4*satNoise*unit*size))
}

// relate tests all axes; noise is what one is off by in doubles.
func (k *ddBoxes) relate(qa, qb *Rot, noise float64) collide.Relation {
	known := false
	for axis := range boxSignAxes {
		i, j := axis%3, (axis-6)/3
		if axis < 6 {
			j = -1
		}
		if k.same && i == j || k.near(axis) < -noise {
			continue
		}
		if !known {
			qa.columns(&k.ra)
			qb.columns(&k.rb)
			known = true
		}
		switch x := k.exactly(axis).Hi; {
		case x > k.bound:
			return collide.Apart
		case !(x < -k.bound):
			return collide.Undecided
		}
	}
	return collide.Overlapping
}

// boxSignAxes is how many axes two boxes have: 0 to 2 are the faces of A, 3 to 5 those of B, and
// 6 + i + 3 j the products of A's edges along i and B's along j.
const boxSignAxes = 15

// near returns how far an axis separates the boxes, times its length, in doubles.
func (k *ddBoxes) near(axis int) float64 {
	i, j := axis%3, (axis-6)/3
	u, v := (i+1)%3, (i+2)%3
	r := &k.r
	switch {
	case axis < 3:
		return math.Abs(k.t[i]) - k.a[i] - (float64(math.Abs(r[i][0])*k.b[0]) +
			float64(math.Abs(r[i][1])*k.b[1]) + float64(math.Abs(r[i][2])*k.b[2]))
	case axis < 6:
		return math.Abs(float64(r[0][i]*k.t[0])+float64(r[1][i]*k.t[1])+float64(r[2][i]*k.t[2])) - k.b[i] -
			(float64(math.Abs(r[0][i])*k.a[0]) + float64(math.Abs(r[1][i])*k.a[1]) + float64(math.Abs(r[2][i])*k.a[2]))
	}
	l, w := (j+1)%3, (j+2)%3
	return math.Abs(float64(k.t[v]*r[u][j])-float64(k.t[u]*r[v][j])) -
		(float64(k.a[u]*math.Abs(r[v][j])) + float64(k.a[v]*math.Abs(r[u][j]))) -
		(float64(k.b[l]*math.Abs(r[i][w])) + float64(k.b[w]*math.Abs(r[i][l])))
}

// exactly is near in double-double, within quickPlane of the size.
func (k *ddBoxes) exactly(axis int) num.DD {
	i, j := axis%3, (axis-6)/3
	switch {
	case axis < 3:
		return k.ra[i].dot(&k.d).Abs().Sub(num.DD{Hi: k.a[i], Lo: 0}).Sub(covered(&k.ra[i], &k.rb, &k.b))
	case axis < 6:
		return k.rb[i].dot(&k.d).Abs().Sub(num.DD{Hi: k.b[i], Lo: 0}).Sub(covered(&k.rb[i], &k.ra, &k.a))
	}
	u, v, l, w := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
	x, y := k.ra[u].dot(&k.rb[j]), k.ra[v].dot(&k.rb[j])
	between := k.ra[v].dot(&k.d).Mul(x).Sub(k.ra[u].dot(&k.d).Mul(y)).Abs()
	both := y.Abs().Times(k.a[u]).Add(x.Abs().Times(k.a[v])).
		Add(k.ra[i].dot(&k.rb[w]).Abs().Times(k.b[l])).Add(k.ra[i].dot(&k.rb[l]).Abs().Times(k.b[w]))
	return between.Sub(both)
}

// covered returns how far a box with the half extents h and the axes r reaches along n.
func covered(n *ddVec, r *[3]ddVec, h *[3]float64) num.DD {
	return n.dot(&r[0]).Abs().Times(h[0]).Add(n.dot(&r[1]).Abs().Times(h[1])).Add(n.dot(&r[2]).Abs().Times(h[2]))
}
