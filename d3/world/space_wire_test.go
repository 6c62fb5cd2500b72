package world

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d3"
)

// bean is a shape of the user's own: a box with a rounded edge.
type bean struct{ x, r float64 }

func (b bean) Margin() float64 { return b.r }

func (b bean) Support(d d3.Vec) d3.Vec {
	v := d3.Vec{X: b.x, Y: 0.2, Z: 0.3}
	if d.X < 0 {
		v.X = -v.X
	}
	if d.Y < 0 {
		v.Y = -v.Y
	}
	if d.Z < 0 {
		v.Z = -v.Z
	}
	return v
}

// anyShape returns a shape of any kind that a World takes, of a diameter of about 1, half-spaces
// and shapes of the user's own among them.
func anyShape(t testing.TB, r *rand.Rand, nesting int) d3.Shape {
	t.Helper()
	size := d3.Vec{X: 0.3 + r.Float64(), Y: 0.3 + r.Float64(), Z: r.Float64()}
	if nesting > 1 && r.IntN(4) == 0 {
		return anySurface(t, r, size)
	}
	switch k := r.IntN(13 + nesting); k {
	case 0:
		return d3.Sphere{Radius: 0.2 + r.Float64()/2}
	case 1:
		return &d3.Capsule{Height: r.Float64(), Radius: 0.1 + r.Float64()/3}
	case 2:
		return d3.Cylinder{Height: r.Float64(), Radius: 0.1 + r.Float64()/2}
	case 3:
		return d3.Cone{Height: 0.2 + r.Float64(), Radius: 0.1 + r.Float64()/2}
	case 4:
		return d3.Ellipsoid{Radii: size.Scale(0.5)}
	case 5:
		return d3.Box{Size: size}
	case 6:
		return bean{x: 0.2 + r.Float64()/4, r: r.Float64() / 8}
	case 7, 8:
		points := make([]d3.Vec, 1+r.IntN(40))
		for i := range points {
			points[i] = randomPoint(r, 1)
			if k == 8 { // faces of many corners, and points that are no vertices
				points[i] = d3.Vec{X: float64(r.IntN(4)) / 4, Y: float64(r.IntN(4)) / 4, Z: float64(r.IntN(4)) / 4}
			}
		}
		h, err := d3.NewHull(points)
		must(t, err)
		return h
	case 9, 10:
		core, ok := anyShape(t, r, -4).(d3.Convex)
		if !ok {
			return d3.Box{Size: size}
		}
		return d3.Rounded{Core: core, R: r.Float64() / 4}
	case 11:
		return d3.Box{Size: d3.Vec{X: 1, Y: 0.5, Z: 0.5}} // often the same
	case 12:
		if r.IntN(8) == 0 {
			return d3.HalfSpace{Normal: randomVec(r), Offset: -2}
		}
		return d3.Box{Size: d3.Vec{X: 1, Y: 0.5, Z: 0.5}}
	default:
		parts := make([]d3.Part, 1+r.IntN(3))
		for i := range parts {
			parts[i] = d3.Part{Shape: anyShape(t, r, nesting-1), Pose: randomPose(t, r, 0.5)}
			if r.IntN(4) == 0 {
				parts[i].Shape = anySurface(t, r, size)
			}
			if r.IntN(3) == 0 {
				parts[i].Pose.Rot = d3.Rot{}
			}
		}
		c, err := d3.NewCompound(parts)
		must(t, err)
		return c
	}
}

// anySurface returns a mesh, solid or not, or a height field, of about a size.
func anySurface(t testing.TB, r *rand.Rand, size d3.Vec) d3.Shape {
	t.Helper()
	if r.IntN(3) == 0 {
		heights := make([][]float64, 2+r.IntN(2))
		for j := range heights {
			heights[j] = []float64{r.Float64(), 0, r.Float64() / 2}
		}
		var materials []int32
		for i := range 4 * (len(heights) - 1) * r.IntN(2) {
			materials = append(materials, int32(i-2))
		}
		f, err := d3.NewHeightField(size.X/2, size.Y/2, heights, materials...)
		must(t, err)
		return f
	}
	opt := d3.MeshOptions{Solid: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		opt.Materials = []int32{1, -5, 1 << 20, 0, 3}
	}
	points := []d3.Vec{{}, {X: size.X}, {Y: size.Y}, {Z: 0.2 + size.Z}, {X: size.X}} // the second one twice
	m, err := d3.NewMesh(points, [][3]int{{0, 2, 1}, {0, 4, 3}, {1, 4, 2}, {1, 2, 3}, {2, 0, 3}}, opt)
	must(t, err)
	return m
}

// surfaces returns functions that make bodies that are not convex, each time another one of the
// same shape.
func surfaces(t testing.TB) []func() d3.Shape {
	t.Helper()
	wave := func() d3.Shape {
		var points []d3.Vec
		var triangles [][3]int
		var materials []int32
		for i := range 12 {
			x := float64(i)
			points = append(points, d3.Vec{X: x, Z: -1}, d3.Vec{X: x, Y: float64(i % 3), Z: 1})
			if i > 0 {
				triangles = append(triangles, [3]int{2*i - 2, 2*i - 1, 2 * i}, [3]int{2*i - 1, 2*i + 1, 2 * i})
				materials = append(materials, int32(i), int32(-i))
			}
		}
		m, err := d3.NewMesh(points, triangles, d3.MeshOptions{Materials: materials})
		must(t, err)
		return m
	}
	wall := func() d3.Shape {
		heights := make([][]float64, 8)
		for j := range heights {
			heights[j] = []float64{float64(j) - 3, float64(j % 3), -1}
		}
		f, err := d3.NewHeightField(0.75, 1, heights)
		must(t, err)
		return f
	}
	return []func() d3.Shape{wave, wall}
}

// crowdedSide is the side of a cube in which 4000 cubes make more pairs of boxes than many.
const crowdedSide = 18

// corners returns points with a face of five corners and one that is no vertex.
func corners() []d3.Vec {
	return []d3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {X: 0.5, Y: 1.5}, {Y: 1}, {X: 0.5, Y: 0.5, Z: 1}, {X: 0.5, Y: 0.5, Z: 0.25}}
}
