package bvh

import (
	"math"

	"github.com/collide-go/collide/internal/lanes"
)

// Turned has for each box of a tree in space one that is turned to fit what is in it, an oriented
// bounding box. A patch of a
// smooth surface is thin along its normal, but its box along the axes is not: bounds of the
// distances of such patches are much tighter by turned boxes [Gottschalk96].
//
// A turned box takes 40 bytes: single precision does, as a box is made to hold its points after its
// numbers were rounded.
type Turned struct {
	boxes  []lanes.Turned // by slot
	cuts   []lanes.Cut    // by slot; nil where the items have no turn of their own
	origin [3]float64
	unit   float64 // of the numbers of boxes, a power of two
}

// Fit makes t the turned boxes of the tree. corners appends points whose convex hull holds an item
// to the list; all are finite, and not all of all items are one. turn returns the quaternion of a
// box that suits an item alone; nil tells nothing, and that t shall have no cut boxes.
//
// Cost: n log n (BenchmarkFit); allocates a list of the points.
// Source: [Gottschalk96].
func (t *Turned) Fit(
	tree *Tree[[6]float64], corners func(item int32, list [][3]float64) [][3]float64, turn func(item int32) [4]float64,
) {
	root, size := tree.Root(), 0.0
	for k := range 3 {
		t.origin[k] = middle(&root, k)
		size = max(size, root[3+k]-root[k])
	}
	_, e := math.Frexp(size)
	t.unit = math.Ldexp(1, e)
	t.boxes = make([]lanes.Turned, 2*len(tree.nodes))
	f := fitter{Turned: t, tree: tree, corners: corners, turn: turn, scale: 1 / t.unit}
	share := 2 // of the corners of an item, those that no other one has
	if turn != nil {
		share = 8
	}
	f.points = make([][3]float64, 0, share*len(tree.items))
	t.cuts = nil
	if turn != nil && t.unit > 0x1p-400 { // squares of lengths are far from underflow
		t.cuts = make([]lanes.Cut, len(t.boxes))
	}
	f.fit(0)
}

// fitter makes the boxes of a Turned.
type fitter struct {
	*Turned
	tree    *Tree[[6]float64]
	corners func(item int32, list [][3]float64) [][3]float64
	turn    func(item int32) [4]float64
	points  [][3]float64 // leaf by leaf, in the unit from the origin
	few     [][3]float64 // of one item
	scale   float64      // 1/unit
}

// leaf appends the corners of the items of a leaf to the points, each once: most are those of
// several triangles.
func (f *fitter) leaf(items []int32, all *moments) {
	lo := len(f.points)
	for _, item := range items {
		f.few = f.corners(item, f.few[:0])
	corners:
		for _, x := range f.few {
			for k := range 3 {
				x[k] = float64((x[k] - f.origin[k]) * f.scale)
			}
			for i := lo; i < len(f.points); i++ {
				if f.points[i] == x {
					continue corners
				}
			}
			f.points = append(f.points, x)
			all.point(&x)
		}
	}
}

// fit makes the box in a slot and those below it and returns the range of their points, and the
// moments of these.
func (f *fitter) fit(slot int32) (lo, hi int, all moments) {
	k := f.tree.kid(slot)
	if k >= 0 {
		var other moments
		lo, _, all = f.fit(2 * k)
		_, hi, other = f.fit(2*k + 1)
		all.add(&other)
	} else {
		lo = len(f.points)
		f.leaf(f.tree.run(k), &all)
		hi = len(f.points)
	}
	b, points := &f.boxes[slot], f.points[lo:hi]
	switch {
	case f.cuts == nil:
	case k >= 0:
		f.cuts[slot] = joined(&f.cuts[2*k], &f.cuts[2*k+1])
	default:
		f.cuts[slot] = cutOf(points)
	}
	if f.turn != nil && hi-lo > manyPoints {
		f.straight(b, slot)
		return lo, hi, all
	}
	// Along the principal axes or those of the item, unless those of the frame give less surface.
	if f.turn != nil && k < 0 && len(f.tree.run(k)) == 1 {
		b.Q = single(f.turn(f.tree.run(k)[0]))
	} else {
		b.Q = all.principal()
	}
	straight := float64(float64(0.25*surface(f.tree.box(slot)))/f.unit) / f.unit
	if !(enclose(b, points) < straight) {
		b.Q = [4]float32{0, 0, 0, 1}
		enclose(b, points)
	}
	return lo, hi, all
}

// manyPoints is the number of points beyond which boxes of items that are boxes themselves are left
// along the axes of the frame: so many are a cloud.
const manyPoints = 256

// straight sets b to the box in a slot as the tree has it.
func (f *fitter) straight(b *lanes.Turned, slot int32) {
	var p [8][3]float64
	box := f.tree.box(slot)
	for i := range p {
		for k := range 3 {
			p[i][k] = float64((box[k+3*(i>>k&1)] - f.origin[k]) * f.scale)
		}
	}
	b.Q = [4]float32{0, 0, 0, 1}
	enclose(b, p[:])
}

// enclose sets centre and half extents of b to hold the points, with coordinates up to 1, and
// returns an eighth of the surface.
//
// Products and sums are off by 16u in all: 2^-49, and the pad of 2^-47 is more.
func enclose(b *lanes.Turned, points [][3]float64) (surface float64) {
	m := b.Axes()
	var lo, hi, c, h [3]float64
	for k := range 3 {
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
		for i := range points {
			x := dot3(&m[k], &points[i])
			if x < lo[k] {
				lo[k] = x
			}
			if x > hi[k] {
				hi[k] = x
			}
		}
		h[k] = float64(0.5 * (lo[k] + hi[k]))
	}
	for k := range 3 {
		b.C[k] = float32(float64(m[0][k]*h[0]) + float64(m[1][k]*h[1]) + float64(m[2][k]*h[2]))
		c[k] = float64(b.C[k])
	}
	for k := range 3 {
		at := dot3(&m[k], &c)
		h[k] = float64(max(hi[k]-at, at-lo[k])*(1+lanes.TurnedGrow)) + 0x1p-47
		b.H[k] = math.Nextafter32(float32(h[k]), 4)
	}
	return float64(h[0]*h[1]) + float64(h[1]*h[2]) + float64(h[2]*h[0])
}

func dot3(x, y *[3]float64) float64 {
	return float64(x[0]*y[0]) + float64(x[1]*y[1]) + float64(x[2]*y[2])
}

// moments are the number of some points, and the sums of their coordinates and of the products of
// these.
type moments struct {
	n float64
	s [3]float64
	a [3][3]float64 // the upper half
}

// point adds a point.
func (m *moments) point(x *[3]float64) {
	m.n++
	for r := range 3 {
		m.s[r] += x[r]
		for c := r; c < 3; c++ {
			m.a[r][c] += float64(x[r] * x[c])
		}
	}
}

// add adds the points of another set.
func (m *moments) add(o *moments) {
	m.n += o.n
	for r := range 3 {
		m.s[r] += o.s[r]
		for c := r; c < 3; c++ {
			m.a[r][c] += o.a[r][c]
		}
	}
}

// principal returns the rotation to the principal axes of the points, about: any rotation is right.
//
// Rotations of Jacobi's method each make one entry beside the diagonal 0. After three rounds over
// the three entries they are as good as gone.
func (m *moments) principal() (q [4]float32) {
	a := m.a
	for r := range 3 {
		for c := r; c < 3; c++ {
			a[r][c] -= float64(m.s[r]*m.s[c]) / m.n
		}
	}
	r := [4]float64{0, 0, 0, 1}
	for range 3 {
		for k := range 3 {
			jacobi(&a, &r, k)
		}
	}
	return single(r)
}

// single returns the unit quaternion along r.
func single(r [4]float64) (q [4]float32) {
	l := math.Sqrt(float64(r[0]*r[0]) + float64(r[1]*r[1]) + float64(r[2]*r[2]) + float64(r[3]*r[3]))
	for k := range q {
		q[k] = float32(r[k] / l)
	}
	return q
}

// jacobi turns the symmetric matrix a, of which the upper half is kept, about axis k so that the
// entry of the two other axes becomes 0, and r with it.
func jacobi(a *[3][3]float64, r *[4]float64, k int) {
	i, j := (k+1)%3, (k+2)%3
	at := func(x, y int) *float64 { return &a[min(x, y)][max(x, y)] }
	off := *at(i, j)
	d := *at(j, j) - *at(i, i)
	if !(math.Abs(off) > 0x1p-60*math.Abs(d)) {
		return
	}
	theta := d / (2 * off)
	t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1)) // of the angle by which a turns
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(float64(t*t)+1)
	s := float64(t * c)
	*at(i, i) -= float64(t * off)
	*at(j, j) += float64(t * off)
	*at(i, j) = 0
	x, y := *at(k, i), *at(k, j)
	*at(k, i), *at(k, j) = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
	// The new axes are i cos - j sin and i sin + j cos: a turn by -angle about k.
	half := math.Sqrt(0.5 * (1 + c))
	sine := -s / (2 * half)
	w := *r
	r[3] = float64(w[3]*half) - float64(w[k]*sine)
	r[k] = float64(w[k]*half) + float64(w[3]*sine)
	r[i] = float64(w[i]*half) + float64(w[j]*sine)
	r[j] = float64(w[j]*half) - float64(w[i]*sine)
}

// turnedPair is the relation of two trees with turned boxes.
type turnedPair struct {
	a, b   *Turned
	second lanes.Sight // boxes of the second tree as those of the first one see them
	first  lanes.Sight
	pad    float64
}

// The pad of a bound by turned boxes, in units of u times the lengths S of the trees and At. The
// entries of a turned box's matrix are off by 2u, those of its product with Rot by 15u, those of
// the product of two boxes by 35u; the difference of two centres by 12u S, along an axis by 26u S.
// A gap is off by 26u S, and by 35u sqrt 3 times the half extents, which is 90u S in all; a root of
// three squares by 155u S.
//
// A gap of two cut boxes along d, in units of u |d| S: At is off by 9, which is 9 sqrt 3 in the
// product with d, itself off by 3; d in the frame of the second tree by 7 sqrt 3; weights, products
// and sums of a reach by 4, for each tree; two differences by 4. Root and quotient are off by 3u of
// at most 2 S. That is less than 49u S.
const turnedUnits = 256

// set makes p the relation of two trees that r relates. It is nil-safe: ok is false where one of
// them has no turned boxes.
func (p *turnedPair) set(r *relative, a, b *Turned) (ok bool) {
	p.a, p.b = a, b
	if a == nil || b == nil || r.open {
		p.a, p.b = nil, nil
		return false
	}
	v := &r.second
	for i := range 3 {
		for k := range 3 {
			p.second.Rot[k][i], p.first.Rot[i][k] = v.rot[i][k], v.rot[i][k]
		}
	}
	for i := range 3 {
		p.second.At[i] = dot3(&v.rot[i], &b.origin) + v.at[i] - a.origin[i]
	}
	for k := range 3 {
		p.first.At[k] = -dot3(&p.second.Rot[k], &p.second.At)
	}
	p.second.Own, p.second.Seen = a.unit, b.unit
	p.first.Own, p.first.Seen = b.unit, a.unit
	p.second.Toward(nil)
	p.first.Toward(nil)
	p.pad = r.pad * (turnedUnits / padUnits)
	return true
}
