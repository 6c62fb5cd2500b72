package d3

import (
	"math"

	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// This file answers, for Decompose, how far a point is from a closed surface and whether it lies in
// the solid: the points whose winding number is 1 or more. Lengths are scaled so that no coordinate
// is above 1.

// surface is a closed set of triangles and a tree of their boxes, with the work space of searches.
type surface struct {
	table  *triMesh
	tris   []surfaceTri // those of the table
	tree   bvh.Tree[[6]float64]
	wide   bvh.Wide[[6]float64]
	around bvh.Around[[6]float64]
	within bvh.Within[[6]float64]
	winder winder
	cones  [][]triGroup // see groups
	box    AABB
	big    float64 // the largest magnitude of a coordinate
	size   float64 // the longest side of box
	up     float64 // what rounding may take from a computed distance
	down   float64 // what it may add to one: see nearest
}

// surfaceTri is a triangle with its outward unit normal. No coordinate of the normal is off by more
// than slip, 1 where nothing is known of it; 0 means that the triangle is a segment, without
// normal.
type surfaceTri struct {
	a, b, c Vec
	normal  Vec
	slip    float64
}

// surfaceLeaf is how many triangles a leaf of the tree holds at most.
const surfaceLeaf = 4

// newSurface returns the surface of the triangles.
func newSurface(points []Vec, tris [][3]int32) *surface {
	s := &surface{table: &triMesh{points: points, tris: tris}}
	s.table.enclose()
	s.tree.BuildLeaves(s.table.boxes(), surfaceLeaf)
	s.wide.Collapse(&s.tree)
	s.tris = make([]surfaceTri, len(tris))
	for i := range s.tris {
		s.tris[i] = newSurfaceTri(s.table.corners(int32(i)))
	}
	s.box = s.table.box
	s.big = max(largest(s.box.Min.abs()), largest(s.box.Max.abs()))
	s.size = largest(s.box.Max.Sub(s.box.Min))
	s.up = float64(regionNear * unit * s.big)
	s.down = s.up + float64(0x1p-24*s.size)
	return s
}

// newSurfaceTri returns the triangle with its normal.
//
// The cross product of the differences of coordinates, as they are rounded, is within little more
// than u of itself in each coordinate, and the quotient adds 4u. Where the differences are rounded,
// by u of themselves, that adds 4u of the product of their lengths. A triangle on a line has no
// normal, exactly.
func newSurfaceTri(a, b, c Vec) surfaceTri {
	u, v := b.Sub(a), c.Sub(a)
	m := max(largest(u.abs()), largest(v.abs()))
	if m > 0 {
		_, e := math.Frexp(m)
		u, v = ldexpVec(u, -e), ldexpVec(v, -e)
	}
	n := crossExact(u, v)
	t := surfaceTri{a: a, b: b, c: c, slip: 1}
	l := n.length()
	switch {
	case l > 0:
		t.normal = n.Scale(1 / l)
		t.slip = float64(regionNormal * unit)
		if !exactSub(b, a) || !exactSub(c, a) {
			t.slip = min(1, t.slip+float64(regionNormal*unit*u.Len()*v.Len()/l))
		}
	case exact.Collinear3D(array(a), array(b), array(c)):
		t.slip = 0
	}
	return t
}

// exactSub reports whether a - b takes no rounding.
func exactSub(a, b Vec) bool {
	for k := range int8(3) {
		if num.TwoSum(a.along(k), -b.along(k)).Lo != 0 {
			return false
		}
	}
	return true
}

// minVec and maxVec return the least and the greatest coordinates.
func minVec(a, b Vec) Vec { return Vec{min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)} }
func maxVec(a, b Vec) Vec { return Vec{max(a.X, b.X), max(a.Y, b.Y), max(a.Z, b.Z)} }

// longestAxis returns the axis of the greatest coordinate, the first of several.
func longestAxis(d Vec) int8 {
	switch {
	case d.X >= d.Y && d.X >= d.Z:
		return 0
	case d.Y >= d.Z:
		return 1
	}
	return 2
}

// closest returns the point of t nearest to p. Source: [Ericson05] section 5.1.5.
func (t *surfaceTri) closest(p Vec) Vec {
	ab, ac, ap := t.b.Sub(t.a), t.c.Sub(t.a), p.Sub(t.a)
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return t.a
	}
	bp := p.Sub(t.b)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return t.b
	}
	vc := float64(d1*d4) - float64(d3*d2)
	if vc <= 0 && d1 >= 0 && d3 <= 0 {
		return t.a.Add(ab.Scale(d1 / (d1 - d3)))
	}
	cp := p.Sub(t.c)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return t.c
	}
	vb := float64(d5*d2) - float64(d1*d6)
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		return t.a.Add(ac.Scale(d2 / (d2 - d6)))
	}
	va := float64(d3*d6) - float64(d5*d4)
	if va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		return t.b.Add(t.c.Sub(t.b).Scale((d4 - d3) / ((d4 - d3) + (d5 - d6))))
	}
	if !(va >= 0 && vb >= 0 && vc >= 0 && va+vb+vc > 0) { // a needle, and rounding
		return t.onEdges(p)
	}
	f := 1 / (va + vb + vc)
	return t.a.Add(ab.Scale(float64(vb * f))).Add(ac.Scale(float64(vc * f)))
}

// onEdges returns the point of the edges of t nearest to p.
func (t *surfaceTri) onEdges(p Vec) Vec {
	best, at := math.Inf(1), t.a
	for _, e := range [3][2]Vec{{t.a, t.b}, {t.b, t.c}, {t.c, t.a}} {
		d := e[1].Sub(e[0])
		x := min(max(d.Dot(p.Sub(e[0]))/d.Len2(), 0), 1)
		if q := e[0].Add(d.Scale(x)); q.Sub(p).Len2() < best {
			best, at = q.Sub(p).Len2(), q
		}
	}
	return at
}

// nearest returns the distance of p from the surface and the triangle and the point of it that it
// was found at; the distance is limit, and the triangle -1, where it is not below limit.
//
// The point is a mean of the triangle's corners but for rounding, so that the true distance is at
// most the one returned and s.up. It is at least the one returned less s.down: where rounding picks
// an edge for the inside of a needle, it costs the lesser of the needle's width w and u l^2/w,
// which is at most 2^-26 of its length l.
func (s *surface) nearest(p Vec, limit float64) (d float64, at int32, q Vec) {
	at = -1
	best := float64(limit * limit)
	slack := s.slack(p)
	x := array(p)
	s.around.Start(&s.wide, &x)
	for i, ok := s.around.Next(limit + slack); ok; i, ok = s.around.Next(limit + slack) {
		c := s.tris[i].closest(p)
		if e := c.Sub(p).Len2(); e < best || e == best && i < at {
			best, at, q = e, i, c
			limit = math.Sqrt(best)
		}
	}
	return limit, at, q
}

// slack is what a search of the tree about p needs beyond a distance: see bvh.Around.
func (s *surface) slack(p Vec) float64 {
	return float64(regionSlack * unit * max(s.big, largest(p.abs())))
}

// winding returns the winding number of the surface about p, exactly; on is true where p lies on a
// triangle, and the number is then that of no point.
func (s *surface) winding(p Vec) (w int, on bool) {
	s.winder.ar.Reset()
	w, at := s.winder.number(s.table, &s.tree, &spot{near: p})
	return w, at >= 0
}

// box returns the least and the greatest coordinates of t.
func (t *surfaceTri) box() (lo, hi Vec) {
	return minVec(minVec(t.a, t.b), t.c), maxVec(maxVec(t.a, t.b), t.c)
}

// beside reports whether two boxes have no point in common.
func beside(lo, hi, from, to Vec) bool {
	return lo.X > to.X || lo.Y > to.Y || lo.Z > to.Z || hi.X < from.X || hi.Y < from.Y || hi.Z < from.Z
}

// meets reports whether the triangle a, b, c may have a point in common with the surface. It says
// no only where a plane of one of the two triangles, or a box, keeps them apart by more than
// rounding.
func (s *surface) meets(a, b, c Vec) bool {
	lo, hi := minVec(minVec(a, b), c), maxVec(maxVec(a, b), c)
	u := newSurfaceTri(a, b, c)
	s.within.Start(&s.tree, &[6]float64{lo.X, lo.Y, lo.Z, hi.X, hi.Y, hi.Z})
	for i, ok := s.within.Next(); ok; i, ok = s.within.Next() {
		t := &s.tris[i]
		if from, to := t.box(); beside(from, to, lo, hi) {
			continue
		}
		if !t.clear(&u, s.up) && !u.clear(t, s.up) {
			return true
		}
	}
	return false
}

// clear reports whether the corners of u lie on one side of the plane across the normal of t, and
// those of t on the other, by more than rounding. Any direction will do for that.
func (t *surfaceTri) clear(u *surfaceTri, up float64) bool {
	x, y, z := t.normal.Dot(u.a.Sub(t.a)), t.normal.Dot(u.b.Sub(t.a)), t.normal.Dot(u.c.Sub(t.a))
	v, w := t.normal.Dot(t.b.Sub(t.a)), t.normal.Dot(t.c.Sub(t.a))
	return min(x, y, z) > max(0, v, w)+up || max(x, y, z) < min(0, v, w)-up
}
