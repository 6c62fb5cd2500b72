package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// The winding number of a closed mesh about a point p tells how often its triangles go round p: 1
// inside of a solid, 0 outside, -1 inside of one turned round. It is the sum over the triangles
// that a ray from p along an axis passes, 1 for those with their outer side ahead and -1 for
// others.
//
// The ray starts at p + x ex + x^2 ey + x^3 ez, for an x above 0 so small that no less one changes
// a sign, or with other directions before the axes. From there it passes through no edge, and
// through no corner, so that each triangle is passed or not; and as p is off the triangles, or d is
// given and says to which side of them the point lies, that is the number asked for. All signs are
// exact. docs/math/solid.md.

// spot is a point in the frame of a mesh: near itself where off is 0, else num/den 2^exp.
type spot struct {
	near Vec
	off  float64 // no coordinate of near is off by more
	num  [3]*big.Int
	den  *big.Int // above 0
	exp  int
}

// spotOff is the error of the doubles of a rational spot, in units of u of their own size: two
// numbers truncated to 64 bits and rounded, and their quotient.
const spotOff = 4

// spotAt returns the spot num/den 2^exp.
func spotAt(num [3]*big.Int, den *big.Int, exp int) spot {
	s := spot{num: num, den: den, exp: exp}
	d, e := exact.Float(den)
	var x [3]float64
	for k := range 3 {
		m, f := exact.Float(num[k])
		x[k] = math.Ldexp(m/d, f-e+exp)
		s.off = max(s.off, math.Abs(x[k]))
	}
	s.near = Vec{x[0], x[1], x[2]}
	s.off = float64(spotOff*unit*s.off) + 0x1p-1070
	return s
}

// The errors of determinants of the differences of doubles, in units of u times the sum of the
// magnitudes of their terms, as in package exact: 3 and 7 to first order.
const (
	sideTerms  = 4
	aboveTerms = 8
)

// winder is the work space for winding numbers.
type winder struct {
	ar     exact.Arena
	search bvh.Within[[6]float64]
	t      *triMesh
	p      spot
	flag   [3][3]*big.Int // directions that come before the axes
	flags  int            // how many
	axis   int            // of the ray
	down   bool           // the ray runs against the axis
	abc    [3][3]float64
}

// number returns the winding number of the mesh t, which must be closed, about p. on is a triangle
// that holds p, -1 where none does; the number then means nothing. Item i of the tree is triangle i
// in the frame of t.
//
// Cost: proportional to the boxes of triangles that a line through p meets on one side of it.
func (w *winder) number(t *triMesh, tree *bvh.Tree[[6]float64], p *spot) (n int, on int32) {
	w.flags = 0
	return w.count(t, tree, p)
}

// beside returns the winding number about the points p + x d for all small x above 0. Where those
// lie in triangles, it is the number on one side of them.
func (w *winder) beside(t *triMesh, tree *bvh.Tree[[6]float64], p *spot, d [3]*big.Int) int {
	return w.along(t, tree, p, &[3][3]*big.Int{d}, 1)
}

// along returns the winding number about p + x d1 + x^2 d2 + ... for all small x above 0, where d1,
// d2 ... are n directions, at most 3, and then the axes.
func (w *winder) along(t *triMesh, tree *bvh.Tree[[6]float64], p *spot, d *[3][3]*big.Int, n int) int {
	w.flag, w.flags = *d, n
	number, _ := w.count(t, tree, p)
	return number
}

// count is number, or beside where directions are given.
func (w *winder) count(t *triMesh, tree *bvh.Tree[[6]float64], p *spot) (n int, on int32) {
	w.t, w.p = t, *p
	box, ok := w.ray()
	if !ok {
		return 0, -1
	}
	w.search.Start(tree, &box)
	for i, ok := w.search.Next(); ok; i, ok = w.search.Next() {
		a, b, c := t.corners(i)
		w.abc = [3][3]float64{array(a), array(b), array(c)}
		s, holds := w.passes()
		if holds {
			return 0, i
		}
		n += s
	}
	if w.down {
		n = -n
	}
	return n, -1
}

// holders appends the triangles that hold p.
func (w *winder) holders(list []int32, t *triMesh, tree *bvh.Tree[[6]float64], p *spot) []int32 {
	w.t, w.p, w.flags = t, *p, 0
	box, ok := w.ray()
	if !ok {
		return list
	}
	x := array(w.p.near)
	box[w.axis], box[w.axis+3] = num.AddDown(x[w.axis], -p.off), num.AddUp(x[w.axis], p.off)
	w.search.Start(tree, &box)
	for i, ok := w.search.Next(); ok; i, ok = w.search.Next() {
		a, b, c := t.corners(i)
		w.abc = [3][3]float64{array(a), array(b), array(c)}
		if _, holds := w.passes(); holds {
			list = append(list, i)
		}
	}
	return list
}

// ray chooses the ray, to the nearest side of the mesh's box, and returns its box. ok is false
// where the spot lies outside.
func (w *winder) ray() (box [6]float64, ok bool) {
	p, lo, hi := array(w.p.near), array(w.t.box.Min), array(w.t.box.Max)
	least := math.Inf(1)
	for k := range 3 {
		box[k], box[k+3] = num.AddDown(p[k], -w.p.off), num.AddUp(p[k], w.p.off)
		if box[k] > hi[k] || box[k+3] < lo[k] {
			return box, false
		}
		if up := hi[k] - p[k]; up < least {
			least, w.axis, w.down = up, k, false
		}
		if down := p[k] - lo[k]; down < least {
			least, w.axis, w.down = down, k, true
		}
	}
	if w.down {
		box[w.axis] = math.Inf(-1)
	} else {
		box[w.axis+3] = math.Inf(1)
	}
	return box, true
}

// passes returns 1 where the ray passes through the triangle and its outer side looks along the
// axis, -1 where that looks the other way, 0 where the ray misses. holds is true where the spot
// lies in the triangle, unless a direction is given.
func (w *winder) passes() (s int, holds bool) {
	var raw, sign [3]int
	for e := range 3 {
		raw[e] = w.side(e, w.axis)
		sign[e] = raw[e]
		if raw[e] == 0 {
			sign[e] = w.shifted(e)
		}
	}
	inside := sign[0] != 0 && sign[0] == sign[1] && sign[1] == sign[2]
	mixed := min(raw[0], raw[1], raw[2]) < 0 && max(raw[0], raw[1], raw[2]) > 0
	if !inside && (mixed || w.flags > 0) {
		return 0, false
	}
	above := w.above()
	if above == 0 && w.flags == 0 {
		if !mixed && w.holds(raw) {
			return 0, true
		}
	}
	if !inside {
		return 0, false
	}
	if above == 0 {
		above = w.lifted()
	}
	if (above*sign[0] < 0) != w.down {
		return sign[0], false
	}
	return 0, false
}

// holds reports whether the spot, which lies in the plane of the triangle, lies in the triangle.
// raw are the sides of its edges on which it lies, seen along the axis: none has the sign against
// that of another.
func (w *winder) holds(raw [3]int) bool {
	for k := 1; raw == ([3]int{}); k++ {
		if k == 3 { // all on one line
			return w.between()
		}
		for e := range 3 {
			raw[e] = w.side(e, (w.axis+k)%3)
		}
	}
	return !(min(raw[0], raw[1], raw[2]) < 0 && max(raw[0], raw[1], raw[2]) > 0)
}

// between reports whether the spot lies in the box of the triangle.
func (w *winder) between() bool {
	for k := range 3 {
		lo := min(w.abc[0][k], w.abc[1][k], w.abc[2][k])
		hi := max(w.abc[0][k], w.abc[1][k], w.abc[2][k])
		if w.compare(k, lo) < 0 || w.compare(k, hi) > 0 {
			return false
		}
	}
	return true
}

// compare returns the sign of coordinate k of the spot less x.
func (w *winder) compare(k int, x float64) int {
	p := &w.p
	if p.off == 0 {
		return num.Compare(array(p.near)[k], x)
	}
	mark := w.ar.Mark()
	defer w.ar.Release(mark)
	_, e := exact.Split(x)
	e = min(e, p.exp)
	own := w.ar.Int().Lsh(p.num[k], uint(p.exp-e))
	return own.Cmp(w.ar.Mul(exact.SetScaled(w.ar.Int(), x, e), p.den))
}

// side returns the side of edge e on which the spot lies, seen against axis k: 1 on the left.
func (w *winder) side(e, k int) int {
	i, j := (k+1)%3, (k+2)%3
	a, b := &w.abc[e], &w.abc[(e+1)%3]
	p := array(w.p.near)
	if w.p.off == 0 {
		return exact.Orient2D(a[i], a[j], b[i], b[j], p[i], p[j])
	}
	switch d, bound := w.sideNear(a, b, i, j); {
	case d > bound:
		return 1
	case d < -bound:
		return -1
	}
	return w.sideExact(a, b, i, j)
}

// sideNear returns the determinant of side in doubles, and a bound on its error: below sideTerms u
// of the sum of its terms, as in package exact, and by the spot at most off times the two
// differences.
func (w *winder) sideNear(a, b *[3]float64, i, j int) (det, bound float64) {
	p := array(w.p.near)
	ux, uy := b[i]-a[i], b[j]-a[j]
	l, r := float64(ux*(p[j]-a[j])), float64(uy*(p[i]-a[i]))
	bound = float64(sideTerms*unit*(math.Abs(l)+math.Abs(r))) + float64(1.001*w.p.off*(math.Abs(ux)+math.Abs(uy)))
	return l - r, bound + 0x1p-1000
}

// sideExact is side in integers.
func (w *winder) sideExact(a, b *[3]float64, i, j int) int {
	mark := w.ar.Mark()
	defer w.ar.Release(mark)
	e := w.p.exp
	for _, x := range [4]float64{a[i], a[j], b[i], b[j]} {
		_, k := exact.Split(x)
		e = min(e, k)
	}
	ux, uy := w.diff(b[i], a[i], e), w.diff(b[j], a[j], e)
	px, py := w.fromCorner(i, a[i], e), w.fromCorner(j, a[j], e)
	return w.ar.Mul(ux, py).Cmp(w.ar.Mul(uy, px))
}

// diff lends x - y in the unit 2^e.
func (w *winder) diff(x, y float64, e int) *big.Int {
	r := exact.SetScaled(w.ar.Int(), x, e)
	return r.Sub(r, exact.SetScaled(w.ar.Int(), y, e))
}

// fromCorner lends coordinate k of the spot less x, times den, in the unit 2^e.
func (w *winder) fromCorner(k int, x float64, e int) *big.Int {
	r := w.ar.Int().Lsh(w.p.num[k], uint(w.p.exp-e))
	return r.Sub(r, w.ar.Mul(exact.SetScaled(w.ar.Int(), x, e), w.p.den))
}

// shifted returns the side of edge e on which the start of the ray lies where the spot lies on its
// line: the first derivative of the determinant that is not 0, along the directions and the axes.
// It is 0 for an edge along the ray.
func (w *winder) shifted(e int) int {
	i, j := (w.axis+1)%3, (w.axis+2)%3
	a, b := &w.abc[e], &w.abc[(e+1)%3]
	if w.flags > 0 && (a[i] != b[i] || a[j] != b[j]) {
		mark := w.ar.Mark()
		defer w.ar.Release(mark)
		exp := math.MaxInt
		for _, x := range [4]float64{a[i], a[j], b[i], b[j]} {
			_, k := exact.Split(x)
			exp = min(exp, k)
		}
		x, y := w.diff(b[i], a[i], exp), w.diff(b[j], a[j], exp)
		for _, d := range w.flag[:w.flags] {
			if s := w.ar.Mul(x, d[j]).Cmp(w.ar.Mul(y, d[i])); s != 0 {
				return s
			}
		}
	}
	// The derivative along i is -(b-a).j, that along j is (b-a).i. The lesser axis comes first.
	x, y := num.Compare(a[j], b[j]), num.Compare(b[i], a[i])
	if j < i {
		x, y = y, x
	}
	if x != 0 {
		return x
	}
	return y
}

// above returns the side of the triangle's plane on which the spot lies, 1 for the outer one.
func (w *winder) above() int {
	a, b, c, p := &w.abc[0], &w.abc[1], &w.abc[2], array(w.p.near)
	if w.p.off == 0 {
		return exact.Orient3D(*a, *b, *c, p)
	}
	switch det, bound := w.aboveNear(); {
	case det > bound:
		return 1
	case det < -bound:
		return -1
	}
	mark := w.ar.Mark()
	defer w.ar.Release(mark)
	e := w.lowest(w.p.exp)
	d := [3]*big.Int{w.fromCorner(0, a[0], e), w.fromCorner(1, a[1], e), w.fromCorner(2, a[2], e)}
	return w.ar.Dot(w.normal(e), d).Sign()
}

// aboveNear returns the determinant of above in doubles, and a bound on its error, as in sideNear:
// the normal is off by 4u of the slope, which the factor of off has room for.
func (w *winder) aboveNear() (det, bound float64) {
	a, b, c, p := &w.abc[0], &w.abc[1], &w.abc[2], array(w.p.near)
	terms, slope := 0.0, 0.0
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		l, r := float64((b[i]-a[i])*(c[j]-a[j])), float64((b[j]-a[j])*(c[i]-a[i]))
		z := p[k] - a[k]
		det += float64(z * (l - r))
		area := math.Abs(l) + math.Abs(r)
		terms += float64(math.Abs(z) * area)
		slope += area
	}
	return det, float64(aboveTerms*unit*terms) + float64(1.001*w.p.off*slope) + 0x1p-600
}

// lowest returns the least of e and the exponents of the corners.
func (w *winder) lowest(e int) int {
	for _, v := range &w.abc {
		e = lowest(e, Vec{v[0], v[1], v[2]})
	}
	return e
}

// normal lends the triangle's normal in the unit 4^e.
func (w *winder) normal(e int) [3]*big.Int {
	var u, v [3]*big.Int
	for k := range 3 {
		u[k] = w.diff(w.abc[1][k], w.abc[0][k], e)
		v[k] = w.diff(w.abc[2][k], w.abc[0][k], e)
	}
	return w.ar.Cross(u, v)
}

// lifted returns the side of the triangle's plane on which the start of the ray lies where the spot
// lies in that plane.
func (w *winder) lifted() int {
	mark := w.ar.Mark()
	defer w.ar.Release(mark)
	n := w.normal(w.lowest(math.MaxInt))
	for _, d := range w.flag[:w.flags] {
		if s := w.ar.Dot(n, d).Sign(); s != 0 {
			return s
		}
	}
	for k := range 3 {
		if s := n[k].Sign(); s != 0 {
			return s
		}
	}
	return 0
}

// boxes returns the boxes of the triangles.
func (t *triMesh) boxes() [][6]float64 {
	out := make([][6]float64, len(t.tris))
	for i := range out {
		out[i] = triangleBox(t.corners(int32(i))).Array()
	}
	return out
}

// insideOut returns nil where a closed mesh has a winding number of 1 or more somewhere, else
// collide.ErrInsideOut.
//
// A positive volume proves it, and is nearly always there: the mean of the winding numbers. Else
// each triangle is asked for the number behind its middle; see solid.md for triangles that cross.
func (t *triMesh) insideOut() error {
	if t.volumeSign() > 0 {
		return nil
	}
	var tree bvh.Tree[[6]float64]
	tree.Build(t.boxes())
	var w winder
	for i := range t.tris {
		if n, _ := w.behind(t, &tree, int32(i)); n > 0 {
			return nil
		}
	}
	return &collide.Error{Code: collide.ErrInsideOut, Path: "triangles", Index: -1, Value: math.NaN()}
}

// outward returns nil where the winding number behind each triangle of a closed mesh, a segment not
// counted, is 1 or more, so that all look out of the solid; else collide.ErrInsideOut with the
// first that does not.
func (t *triMesh) outward() error {
	var tree bvh.Tree[[6]float64]
	tree.BuildLeaves(t.boxes(), bvh.MaxLeaf)
	var w winder
	for i := range t.tris {
		if n, flat := w.behind(t, &tree, int32(i)); n <= 0 && !flat {
			id := int(t.id(int32(i)))
			return &collide.Error{Code: collide.ErrInsideOut, Path: "triangles", Index: id, Value: math.NaN()}
		}
	}
	return nil
}

// behind returns the winding number behind the middle of triangle i; flat is true for a segment,
// behind which is nothing.
func (w *winder) behind(t *triMesh, tree *bvh.Tree[[6]float64], i int32) (n int, flat bool) {
	w.ar.Reset()
	a, b, c := t.corners(i)
	w.abc = [3][3]float64{array(a), array(b), array(c)}
	e := w.lowest(math.MaxInt)
	sum := w.ar.Vec()
	for k := range 3 {
		sum[k].Add(exact.SetScaled(w.ar.Int(), w.abc[0][k], e), exact.SetScaled(w.ar.Int(), w.abc[1][k], e))
		sum[k].Add(sum[k], exact.SetScaled(w.ar.Int(), w.abc[2][k], e))
	}
	d := w.normal(e)
	flat = true
	for _, x := range d {
		x.Neg(x)
		flat = flat && x.Sign() == 0
	}
	if flat {
		return 0, true
	}
	p := spotAt(sum, w.ar.Int().SetInt64(3), e)
	return w.beside(t, tree, &p, d), false
}

// volumeSign returns the sign of the volume where doubles prove it, else 0.
//
// Each term is off by at most 12u of the product of its lengths, three coordinates and their
// differences from the centre, and the sum by u of the greatest partial sum for each.
func (t *triMesh) volumeSign() int {
	o := t.box.Center()
	sum, all := 0.0, 0.0
	for i := range t.tris {
		a, b, c := t.corners(int32(i))
		a, b, c = a.Sub(o), b.Sub(o), c.Sub(o)
		sum += a.Dot(b.Cross(c))
		all += float64(float64(big1(a)*big1(b)) * big1(c))
	}
	bound := float64(float64(float64(len(t.tris))+volumeTerms)*unit*all) + 0x1p-600
	switch {
	case sum > bound:
		return 1
	case sum < -bound:
		return -1
	}
	return 0
}

// volumeTerms is the error of one term of volumeSign, in units of u, doubled.
const volumeTerms = 24
