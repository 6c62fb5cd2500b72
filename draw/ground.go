package draw

import (
	"math"

	"github.com/collide-go/collide/d3"
)

// within reports whether the box a is inside b.
func within(a, b d3.AABB) bool { return b.Contains(a.Min) && b.Contains(a.Max) }

// ground returns the part of a half-space's surface below what is to be seen, a tenth larger all round.
func (s *scene3) ground(h d3.HalfSpace, pose d3.Pose, r Role) Solid {
	if r == Clear {
		r = Grid
	}
	g := Solid{Mesh: &Mesh{}, Role: r, Ghost: true}
	n := unit3(pose.Rot.Apply(unit3(h.Normal)))
	l := h.Normal.Len()
	if n == (d3.Vec{}) || !(l > 0) || math.IsInf(l, 0) {
		return g
	}
	u := d3.Vec{X: 1}
	if math.Abs(n.X) > 0.8 {
		u = d3.Vec{Y: 1}
	}
	u = unit3(u.Sub(n.Scale(n.Dot(u))))
	v := n.Cross(u)
	half := s.world.Max.Sub(s.center)
	size := extent(s.world)
	if !(size > 0) {
		size = 1
	}
	reach := func(t d3.Vec) float64 {
		return float64(math.Abs(t.X)*half.X) + float64(math.Abs(t.Y)*half.Y) + float64(math.Abs(t.Z)*half.Z) + float64(0.1*size)
	}
	over := s.center.Sub(pose.Pos).Dot(n) - h.Offset/l
	if !(math.Abs(over) < float64(4*size)) {
		return g // too far off to be seen
	}
	foot := n.Scale(-over)
	a, b := u.Scale(reach(u)), v.Scale(reach(v))
	g.Mesh.quad([4]d3.Vec{foot.Add(a).Add(b), foot.Sub(a).Add(b), foot.Sub(a).Sub(b), foot.Add(a).Sub(b)}, [4]d3.Vec{n, n, n, n})
	return g
}
