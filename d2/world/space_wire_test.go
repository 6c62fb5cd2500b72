package world

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d2"
)

// bean is a shape of the user's own: a box with a rounded edge.
type bean struct{ x, r float64 }

func (b bean) Margin() float64 { return b.r }

func (b bean) Support(d d2.Vec) d2.Vec {
	v := d2.Vec{X: b.x, Y: 0.2}
	if d.X < 0 {
		v.X = -v.X
	}
	if d.Y < 0 {
		v.Y = -v.Y
	}
	return v
}

// anyShape returns a shape of any kind that a World takes, of a diameter of about 1, half-spaces
// and shapes of the user's own among them.
func anyShape(t testing.TB, r *rand.Rand, nesting int) d2.Shape {
	t.Helper()
	size := d2.Vec{X: 0.3 + r.Float64(), Y: r.Float64()}
	if nesting > 1 && r.IntN(4) == 0 {
		return anySurface(t, r, size)
	}
	switch k := r.IntN(13 + nesting); k {
	case 0:
		return d2.Circle{Radius: 0.2 + r.Float64()/2}
	case 1:
		return &d2.Capsule{Height: r.Float64(), Radius: 0.1 + r.Float64()/3}
	case 2, 3:
		p, err := d2.NewPolygon([]d2.Vec{{}, {X: size.X}, size.Add(d2.Vec{Y: 0.2}), {Y: 0.3}})
		must(t, err)
		return p
	case 4:
		return d2.Ellipse{Radii: size.Scale(0.5)}
	case 5:
		return d2.Box{Size: size}
	case 6:
		return bean{x: 0.2 + r.Float64()/4, r: r.Float64() / 8}
	case 7, 8:
		points := make([]d2.Vec, 1+r.IntN(40))
		for i := range points {
			points[i] = randomPoint(r, 1)
			if k == 8 { // points that are no vertices
				points[i] = d2.Vec{X: float64(r.IntN(4)) / 4, Y: float64(r.IntN(4)) / 4}
			}
		}
		h, err := d2.NewHull(points)
		must(t, err)
		return h
	case 9, 10:
		core, ok := anyShape(t, r, -4).(d2.Convex)
		if !ok {
			return d2.Box{Size: size}
		}
		return d2.Rounded{Core: core, R: r.Float64() / 4}
	case 11:
		return d2.Box{Size: d2.Vec{X: 1, Y: 0.5}} // often the same
	case 12:
		if r.IntN(8) == 0 {
			return d2.HalfSpace{Normal: randomVec(r), Offset: -2}
		}
		return d2.Box{Size: d2.Vec{X: 1, Y: 0.5}}
	default:
		parts := make([]d2.Part, 1+r.IntN(3))
		for i := range parts {
			parts[i] = d2.Part{Shape: anyShape(t, r, nesting-1), Pose: randomPose(t, r, 0.5)}
			if r.IntN(4) == 0 {
				parts[i].Shape = anySurface(t, r, size)
			}
			if r.IntN(3) == 0 {
				parts[i].Pose.Rot = d2.Rot{}
			}
		}
		c, err := d2.NewCompound(parts)
		must(t, err)
		return c
	}
}

// anySurface returns a chain or a grid of about a size.
func anySurface(t testing.TB, r *rand.Rand, size d2.Vec) d2.Shape {
	t.Helper()
	if r.IntN(2) == 0 {
		rows := make([][]bool, 1+r.IntN(3))
		for j := range rows {
			rows[j] = make([]bool, 11) // more than a byte
			for i := range rows[j] {
				rows[j][i] = r.IntN(3) == 0
			}
		}
		rows[0][r.IntN(11)] = true
		var materials []int32
		for i := range 11 * len(rows) * r.IntN(2) {
			materials = append(materials, int32(i-5))
		}
		g, err := d2.NewGrid(d2.Vec{X: size.X / 8, Y: 0.1 + size.Y}, rows, materials...)
		must(t, err)
		return g
	}
	opt := d2.ChainOptions{Closed: r.IntN(2) == 0, OneSided: r.IntN(2) == 0}
	points := []d2.Vec{{}, {X: size.X}, {X: size.X}, size.Add(d2.Vec{Y: 0.1})} // an edge without a length
	if r.IntN(2) == 0 {
		if opt.Materials = []int32{1, -5, 1 << 20}; opt.Closed {
			opt.Materials = append(opt.Materials, 3)
		}
	}
	c, err := d2.NewChain(points, opt)
	must(t, err)
	return c
}

// surfaces returns functions that make bodies that are not convex, each time another one of the
// same shape.
func surfaces(t testing.TB) []func() d2.Shape {
	t.Helper()
	line := func() d2.Shape { _, c := ground(t); return c }
	tiles := func() d2.Shape { g, _ := ground(t); return g }
	return []func() d2.Shape{line, tiles}
}

// crowdedSide is the side of a square in which 4000 squares make more pairs of boxes than many.
const crowdedSide = 45

// corners returns points of which one is no vertex.
func corners() []d2.Vec {
	return []d2.Vec{{}, {X: 1}, {X: 1, Y: 1}, {X: 0.5, Y: 1.5}, {Y: 1}, {X: 0.5, Y: 0.5}}
}
