package d3

import "math"

// Whether the normals of many triangles near a point lie in one open half-space is asked of groups
// of triangles first, whose normals lie in a cone.

// groupSize is how many triangles, or groups, side by side in the order of the tree make a group.
const groupSize = 8

// coneSlack is more than rounding may add to a bound of a cosine: the root of a difference from 1,
// off by 8u, is off by 2^-25.
const coneSlack = 0x1p-22

// triGroup is what is known of a group of triangles.
type triGroup struct {
	lo, hi Vec     // a box around it
	sum    Vec     // of the normals
	axis   Vec     // about a unit vector
	cosine float64 // no more than that of the angle of the axis and a normal; -1 may stand for any
	slip   float64 // the greatest
}

// groups returns the groups, those of triangles first; the last level has one. They are made once.
func (s *surface) groups() [][]triGroup {
	if s.cones != nil {
		return s.cones
	}
	items := s.tree.Items()
	level := make([]triGroup, 0, (len(items)+groupSize-1)/groupSize)
	for ; len(items) > 0; items = items[min(groupSize, len(items)):] {
		level = append(level, s.groupOf(items[:min(groupSize, len(items))]))
	}
	s.cones = append(s.cones, level)
	for len(level) > 1 {
		next := make([]triGroup, 0, (len(level)+groupSize-1)/groupSize)
		for ; len(level) > 0; level = level[min(groupSize, len(level)):] {
			next = append(next, joinGroups(level[:min(groupSize, len(level))]))
		}
		level = next
		s.cones = append(s.cones, level)
	}
	return s.cones
}

// groupOf returns the group of some triangles.
func (s *surface) groupOf(items []int32) triGroup {
	t := &s.tris[items[0]]
	g := triGroup{lo: t.a, hi: t.a, cosine: 1}
	for _, k := range items {
		t := &s.tris[k]
		g.lo, g.hi = minVec(g.lo, minVec(t.a, minVec(t.b, t.c))), maxVec(g.hi, maxVec(t.a, maxVec(t.b, t.c)))
		if t.slip > 0 {
			g.sum, g.slip = g.sum.Add(t.normal), max(g.slip, t.slip)
		}
	}
	g.aim()
	for _, k := range items {
		if t := &s.tris[k]; t.slip > 0 {
			g.cosine = min(g.cosine, g.axis.Dot(t.normal))
		}
	}
	return g
}

// joinGroups returns the group of some groups.
func joinGroups(list []triGroup) triGroup {
	g := triGroup{lo: list[0].lo, hi: list[0].hi, cosine: 1}
	for i := range list {
		c := &list[i]
		g.lo, g.hi = minVec(g.lo, c.lo), maxVec(g.hi, c.hi)
		g.sum, g.slip = g.sum.Add(c.sum), max(g.slip, c.slip)
	}
	g.aim()
	for i := range list {
		if c := &list[i]; c.slip > 0 {
			g.cosine = min(g.cosine, c.toward(g.axis))
		}
	}
	return g
}

// aim sets the axis; without one nothing is known of normals.
func (g *triGroup) aim() {
	l := g.sum.Len()
	if g.axis = g.sum.Scale(1 / l); !(l > 0x1p-500) {
		g.axis, g.cosine = Vec{}, -1
	}
}

// toward returns a lower bound of the cosines of w, about a unit vector, and the normals: angles
// add up at most. -1 may stand for any.
func (g *triGroup) toward(w Vec) float64 {
	a, b := w.Dot(g.axis), g.cosine
	if !(a > 0 && b > 0) {
		return -1
	}
	return float64(a*b) - math.Sqrt(float64(max(0, 1-float64(a*a))*max(0, 1-float64(b*b)))) - coneSlack
}

// beyond reports whether the box is farther from p than far.
func (g *triGroup) beyond(p Vec, far float64) bool {
	x := max(g.lo.X-p.X, p.X-g.hi.X, 0)
	y := max(g.lo.Y-p.Y, p.Y-g.hi.Y, 0)
	z := max(g.lo.Z-p.Z, p.Z-g.hi.Z, 0)
	return float64(x*x)+float64(y*y)+float64(z*z) > float64(float64(far*far)*(1+0x1p-40))
}

// oneWay reports whether the normals of all triangles within far of p lie in one open half-space.
// It may say no though they do.
func (s *surface) oneWay(p Vec, far float64) bool {
	top := len(s.groups()) - 1
	limit := far + s.slack(p)
	w := s.lean(top, 0, p, limit)
	l := w.Len()
	return l > 0x1p-500 && s.along(top, 0, p, w.Scale(1/l), far, limit)
}

// lean returns the sum of the normals of groups about as wide as the limit that are no farther from
// p than that: of a few triangles beyond it, too.
func (s *surface) lean(level, k int, p Vec, limit float64) Vec {
	g := &s.cones[level][k]
	if g.beyond(p, limit) {
		return Vec{}
	}
	if level == 0 || largest(g.hi.Sub(g.lo)) <= float64(0.5*limit) {
		return g.sum
	}
	var sum Vec
	for i := k * groupSize; i < min((k+1)*groupSize, len(s.cones[level-1])); i++ {
		sum = sum.Add(s.lean(level-1, i, p, limit))
	}
	return sum
}

// along reports whether w, about a unit vector, has a positive product with the normals of all
// triangles of a group that are within far of p. No box farther than limit has one of these.
func (s *surface) along(level, k int, p, w Vec, far, limit float64) bool {
	g := &s.cones[level][k]
	if g.beyond(p, limit) || g.slip < mostSlip && g.toward(w) > float64(2*g.slip)+0x1p-20 {
		return true
	}
	if level > 0 {
		for i := k * groupSize; i < min((k+1)*groupSize, len(s.cones[level-1])); i++ {
			if !s.along(level-1, i, p, w, far, limit) {
				return false
			}
		}
		return true
	}
	items := s.tree.Items()
	for _, i := range items[k*groupSize : min((k+1)*groupSize, len(items))] {
		if t := &s.tris[i]; t.slip > 0 && !t.along(w) && !(t.closest(p).Sub(p).Len() > far) {
			return false
		}
	}
	return true
}

// along reports whether w, about a unit vector, has a positive product with the normal for certain.
func (t *surfaceTri) along(w Vec) bool {
	return t.slip < mostSlip && w.Dot(t.normal) > float64(2*t.slip)+0x1p-20
}
