package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// This file answers, for Decompose, how far a point is from a closed surface and whether it lies in
// the solid: the points whose winding number is 1 or more. Lengths are scaled so that no coordinate
// is above 1.

// surface is a closed set of triangles in a tree of boxes.
type surface struct {
	tris  []surfaceTri // in the order of the leaves
	nodes []surfaceNode
	box   AABB
	big   float64 // the largest magnitude of a coordinate
	size  float64 // the longest side of box
	up    float64 // what rounding may take from a computed distance
	down  float64 // what it may add to one: see nearest
}

// surfaceTri is a triangle with its outward unit normal. No coordinate of the normal is off by more
// than slip, 1 where nothing is known of it; 0 means that the triangle is a segment, without
// normal.
type surfaceTri struct {
	a, b, c Vec
	normal  Vec
	slip    float64
}

// surfaceNode is a box of the tree: the left child is the next node, a leaf has count > 0 triangles
// from first on.
type surfaceNode struct {
	lo, hi       Vec
	right        int32
	first, count int32
}

// surfaceLeaf is how many triangles a leaf holds at most.
const surfaceLeaf = 4

// newSurface returns the surface of the table, the points of which are at the scale of the caller.
func newSurface(points []Vec, tris [][3]int32) *surface {
	s := &surface{tris: make([]surfaceTri, 0, len(tris))}
	order := make([]int32, len(tris))
	mid := make([]Vec, len(tris))
	for i, t := range tris {
		order[i] = int32(i)
		mid[i] = points[t[0]].Add(points[t[1]]).Add(points[t[2]])
	}
	s.build(points, tris, mid, order)
	s.box = AABB{s.nodes[0].lo, s.nodes[0].hi}
	s.big = max(largest(s.box.Min.abs()), largest(s.box.Max.abs()))
	s.size = largest(s.box.Max.Sub(s.box.Min))
	s.up = float64(regionNear * unit * s.big)
	s.down = s.up + float64(0x1p-24*s.size)
	return s
}

// build adds the node of the triangles in order, cut at the median along the longest side.
func (s *surface) build(points []Vec, tris [][3]int32, mid []Vec, order []int32) {
	at := len(s.nodes)
	s.nodes = append(s.nodes, surfaceNode{})
	lo, hi := points[tris[order[0]][0]], points[tris[order[0]][0]]
	for _, i := range order {
		for _, v := range tris[i] {
			lo, hi = minVec(lo, points[v]), maxVec(hi, points[v])
		}
	}
	n := surfaceNode{lo: lo, hi: hi}
	if len(order) <= surfaceLeaf {
		n.first, n.count = int32(len(s.tris)), int32(len(order))
		for _, i := range order {
			t := tris[i]
			s.tris = append(s.tris, newSurfaceTri(points[t[0]], points[t[1]], points[t[2]]))
		}
		s.nodes[at] = n
		return
	}
	axis := longestAxis(hi.Sub(lo))
	slices.SortFunc(order, func(i, j int32) int {
		x, y := mid[i].along(axis), mid[j].along(axis)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return int(i - j)
	})
	half := len(order) / 2
	s.build(points, tris, mid, order[:half])
	n.right = int32(len(s.nodes))
	s.nodes[at] = n
	s.build(points, tris, mid, order[half:])
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

// beside2 returns the square of the distance of p from the box of n.
func (n *surfaceNode) beside2(p Vec) float64 {
	x := max(n.lo.X-p.X, 0, p.X-n.hi.X)
	y := max(n.lo.Y-p.Y, 0, p.Y-n.hi.Y)
	z := max(n.lo.Z-p.Z, 0, p.Z-n.hi.Z)
	return float64(x*x) + float64(y*y) + float64(z*z)
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
	var stack [64]int32
	top := 0
	i := int32(0)
	if !(s.nodes[0].beside2(p) < best) {
		return limit, -1, q
	}
	for {
		n := &s.nodes[i]
		if n.count > 0 {
			for k := n.first; k < n.first+n.count; k++ {
				c := s.tris[k].closest(p)
				if e := c.Sub(p).Len2(); e < best {
					best, at, q = e, k, c
				}
			}
		} else {
			l, r := i+1, n.right
			dl, dr := s.nodes[l].beside2(p), s.nodes[r].beside2(p)
			if dr < dl {
				l, r, dl, dr = r, l, dr, dl
			}
			if dl < best {
				if dr < best {
					stack[top] = r
					top++
				}
				i = l
				continue
			}
		}
		for {
			if top == 0 {
				return math.Sqrt(best), at, q
			}
			top--
			if i = stack[top]; s.nodes[i].beside2(p) < best {
				break
			}
		}
	}
}

// winding returns the winding number of the surface about p, exactly; on is true where p lies on a
// triangle, and the number is then that of no point.
//
// It counts the triangles that a ray along X crosses: each by the winding number of its shadow on
// the plane X = 0 about the shadow of p, moved a little so that it lies on no edge's shadow. The
// signs of edges that two triangles share are the same numbers, so that none is counted twice.
func (s *surface) winding(p Vec) (w int, on bool) {
	var stack [64]int32
	stack[0] = 0
	for top := 1; top > 0; {
		top--
		n := &s.nodes[stack[top]]
		if p.Y < n.lo.Y || p.Y > n.hi.Y || p.Z < n.lo.Z || p.Z > n.hi.Z || p.X > n.hi.X {
			continue
		}
		if n.count == 0 {
			left := stack[top] + 1
			stack[top], stack[top+1] = n.right, left
			top += 2
			continue
		}
		for k := n.first; k < n.first+n.count; k++ {
			t := &s.tris[k]
			turn := t.shadow(p)
			if turn == 0 && !t.mayHold(p) {
				continue
			}
			side := exact.Orient3D(array(t.a), array(t.b), array(t.c), array(p))
			switch {
			case side == 0 && (turn != 0 || t.holds(p)):
				return 0, true
			case side < 0 && turn > 0, side > 0 && turn < 0: // ahead of p
				w += turn
			}
		}
	}
	return w, false
}

// box returns the least and the greatest coordinates of t.
func (t *surfaceTri) box() (lo, hi Vec) {
	return minVec(minVec(t.a, t.b), t.c), maxVec(maxVec(t.a, t.b), t.c)
}

// beside reports whether two boxes have no point in common.
func beside(lo, hi, from, to Vec) bool {
	return lo.X > to.X || lo.Y > to.Y || lo.Z > to.Z || hi.X < from.X || hi.Y < from.Y || hi.Z < from.Z
}

// mayHold reports whether p lies in the box of t.
func (t *surfaceTri) mayHold(p Vec) bool {
	lo, hi := t.box()
	return !beside(lo, hi, p, p)
}

// holds reports whether p, which lies in the plane and the box of t, lies in t, exactly.
func (t *surfaceTri) holds(p Vec) bool {
	for axis := range int8(3) {
		j, k := (axis+1)%3, (axis+2)%3
		least, most := 1, -1
		for _, e := range [3][2]Vec{{t.a, t.b}, {t.b, t.c}, {t.c, t.a}} {
			o := exact.Orient2D(e[0].along(j), e[0].along(k), e[1].along(j), e[1].along(k), p.along(j), p.along(k))
			least, most = min(least, o), max(most, o)
		}
		if least < 0 && most > 0 {
			return false
		}
	}
	return true
}

// shadow returns the winding number about p of t as seen along X: 1, 0 or -1.
func (t *surfaceTri) shadow(p Vec) int {
	return crossesUp(t.a, t.b, p) + crossesUp(t.b, t.c, p) + crossesUp(t.c, t.a, p)
}

// crossesUp returns 1 where the shadow of the edge from a to b crosses a ray along Y from p upward
// in Z, -1 downward. Source: [Sunday01].
func crossesUp(a, b, p Vec) int {
	switch {
	case a.Z <= p.Z && b.Z > p.Z:
		if exact.Orient2D(a.Y, a.Z, b.Y, b.Z, p.Y, p.Z) > 0 {
			return 1
		}
	case b.Z <= p.Z && a.Z > p.Z:
		if exact.Orient2D(a.Y, a.Z, b.Y, b.Z, p.Y, p.Z) < 0 {
			return -1
		}
	}
	return 0
}

// meets reports whether the triangle a, b, c may have a point in common with the surface. It says
// no only where a plane of one of the two triangles, or a box, keeps them apart by more than
// rounding.
func (s *surface) meets(a, b, c Vec) bool {
	lo, hi := minVec(minVec(a, b), c), maxVec(maxVec(a, b), c)
	u := newSurfaceTri(a, b, c)
	var stack [64]int32
	for top := 1; top > 0; {
		top--
		i := stack[top]
		n := &s.nodes[i]
		if beside(n.lo, n.hi, lo, hi) {
			continue
		}
		if n.count == 0 {
			stack[top], stack[top+1] = n.right, i+1
			top += 2
			continue
		}
		for k := n.first; k < n.first+n.count; k++ {
			t := &s.tris[k]
			if from, to := t.box(); beside(from, to, lo, hi) {
				continue
			}
			if !t.clear(&u, s.up) && !u.clear(t, s.up) {
				return true
			}
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

// turned returns the number of the first triangle of the table beside which, away from its normal,
// is no solid; -1 for none. It looks at its middle, at two heights for the sake of thin walls.
func (s *surface) turned(points []Vec, tris [][3]int32) int {
	for i, f := range tris {
		t := newSurfaceTri(points[f[0]], points[f[1]], points[f[2]])
		if t.slip == 0 || t.slip > 0x1p-10 {
			continue
		}
		mid := t.a.Add(t.b).Add(t.c).Scale(1.0 / 3)
		in := false
		for _, h := range [2]float64{0x1p-30, 0x1p-42} {
			w, on := s.winding(mid.Sub(t.normal.Scale(float64(h * s.size))))
			in = in || on || w > 0
		}
		if !in {
			return i
		}
	}
	return -1
}
