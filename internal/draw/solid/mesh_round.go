package solid

import (
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
)

// ring is a circle about Z, or a point of the profile that a lathe turns.
type ring struct{ r, z float64 }

// The numbers of facets of round shapes: around the axis, and halvings of the arcs of a profile
// that are at most a quarter of a circle.
const (
	around   = 80
	halvings = 4
)

// profilePoint is a point of a grown profile with its normal, both as (r, z).
type profilePoint struct{ at, normal ring }

// lathe returns the solid of revolution about Z of a convex profile grown by margin. The profile
// runs from the top to the bottom, from the axis to the axis.
func lathe(profile []ring, margin float64) *Mesh {
	p := profile[:0:0]
	for _, q := range profile {
		if len(p) == 0 || q != p[len(p)-1] {
			p = append(p, q)
		}
	}
	m := &Mesh{}
	flat := margin == 0
	for _, q := range p {
		flat = flat && q.r == 0
	}
	if flat { // a segment or a point
		m.line(d3.Vec{Z: p[0].z}, d3.Vec{Z: p[len(p)-1].z})
		return m
	}
	var list []profilePoint
	n := ring{z: 1}
	for i, q := range p {
		next := ring{z: -1}
		if i+1 < len(p) {
			d := Unit(d3.Vec{X: p[i+1].r - q.r, Z: p[i+1].z - q.z})
			next = ring{r: -d.Z, z: d.X}
		}
		list = append(list, profilePoint{grow(q, n, margin), n})
		level := halvings
		if float64(n.r*next.r)+float64(n.z*next.z) < 0 {
			level++
		}
		list = profileArc(list, q, n, next, margin, level)
		n = next
	}
	for i, q := range list {
		m.row(q)
		if i > 0 && q.at != list[i-1].at {
			m.band(list[i-1].at.r, q.at.r)
		}
	}
	return m
}

// grow returns q moved along n.
func grow(q, n ring, by float64) ring {
	return ring{q.r + float64(n.r*by), q.z + float64(n.z*by)}
}

// profileArc appends the points of the arc about q from the normal n, left out, to next.
func profileArc(list []profilePoint, q, n, next ring, margin float64, level int) []profilePoint {
	if level > 0 && margin > 0 {
		mid := Unit(d3.Vec{X: n.r + next.r, Z: n.z + next.z})
		if float64(n.r*next.r)+float64(n.z*next.z) < -0.999999 {
			mid = d3.Vec{X: 1}
		}
		half := ring{mid.X, mid.Z}
		list = profileArc(list, q, n, half, margin, level-1)
		return profileArc(list, q, half, next, margin, level-1)
	}
	return append(list, profilePoint{grow(q, next, margin), next})
}

// row adds the points that a point of the profile passes through.
func (m *Mesh) row(p profilePoint) {
	for i := range around {
		u := draw.UnitAt(i, around)
		m.Points = append(m.Points, d3.Vec{X: float64(p.at.r * u.X), Y: float64(p.at.r * u.Y), Z: p.at.z})
		m.Normals = append(m.Normals, d3.Vec{X: p.normal.r * u.X, Y: p.normal.r * u.Y, Z: p.normal.z})
	}
}

// band adds the surface between the last two rows, whose radii are given.
func (m *Mesh) band(upper, lower float64) {
	b := len(m.Points) - around
	a := b - around
	for i := range around {
		j := (i + 1) % around
		if lower > 0 {
			m.Faces = append(m.Faces, [3]int{a + i, b + i, b + j})
		}
		if upper > 0 {
			m.Faces = append(m.Faces, [3]int{a + i, b + j, a + j})
		}
	}
}

// ellipsoid returns an ellipsoid with positive radii grown by margin: the sphere stretched.
func ellipsoid(e d3.Ellipsoid, margin float64) *Mesh {
	m := lathe([]ring{{}}, 1)
	least := min(e.Radii.X, e.Radii.Y, e.Radii.Z)
	for i, u := range m.Points {
		n := Unit(d3.Vec{X: u.X * (least / e.Radii.X), Y: u.Y * (least / e.Radii.Y), Z: u.Z * (least / e.Radii.Z)})
		m.Normals[i] = n
		m.Points[i] = d3.Vec{
			X: float64(u.X * e.Radii.X), Y: float64(u.Y * e.Radii.Y),
			Z: float64(u.Z * e.Radii.Z),
		}.Add(n.Scale(margin))
	}
	return m
}
