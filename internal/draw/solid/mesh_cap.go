package solid

import (
	"math"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
)

// The rings of a cap: the widest is so many radians off its middle, each next one half of that.
const (
	capWidth = 0.5
	capSides = 64
	capRings = 60
)

// Cap returns the part of the surface of a curved body about its farthest point along the unit
// vector n, cut into facets that become smaller toward it, down to the size least. Beside that
// point they stray from the surface by a part of the distance from it that vanishes with the
// distance, where those of MeshOf stray by a part of the size of the body: an enlarged view needs
// them.
func Cap(b *Body, n d3.Vec, least float64) *Mesh {
	size := b.Grown(n).Sub(b.Grown(n.Neg())).Len()
	u := Unit(n.Cross(d3.Vec{X: 1}))
	if math.Abs(n.X) > 0.9 {
		u = Unit(n.Cross(d3.Vec{Y: 1}))
	}
	w := n.Cross(u)
	m := &Mesh{}
	for k, wide := 0, capWidth; k < capRings && wide*size > least; k, wide = k+1, wide/2 {
		first := len(m.Points)
		for i := range capSides {
			t := draw.UnitAt(i, capSides)
			d := Unit(n.Add(u.Scale(float64(wide * t.X))).Add(w.Scale(float64(wide * t.Y))))
			m.Points, m.Normals = append(m.Points, b.Grown(d)), append(m.Normals, d)
		}
		for i := range capSides {
			if j := (i + 1) % capSides; k > 0 {
				outer := first - capSides
				m.Faces = append(m.Faces, [3]int{outer + i, outer + j, first + j}, [3]int{outer + i, first + j, first + i})
			}
		}
	}
	if last := len(m.Points) - capSides; last >= 0 {
		m.Points, m.Normals = append(m.Points, b.Grown(n)), append(m.Normals, n)
		for i := range capSides {
			m.Faces = append(m.Faces, [3]int{last + i, last + (i+1)%capSides, last + capSides})
		}
	}
	return m
}
