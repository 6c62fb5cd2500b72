package world

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d2"
)

// at returns a point of the plane of x and y.
func at(x, y float64) d2.Vec { return d2.Vec{X: x, Y: y} }

// cube returns a box with sides of one length.
func cube(side float64) d2.Box { return d2.Box{Size: d2.Vec{X: side, Y: side}} }

// board returns a box of the sizes x and y.
func board(x, y float64) d2.Box { return d2.Box{Size: d2.Vec{X: x, Y: y}} }

// upsideDown returns the rotation by exactly half a turn.
func upsideDown(t testing.TB) d2.Rot {
	t.Helper()
	r, err := d2.NewCosSin(-1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// floor returns the half-space below y = 0.
func floor() d2.Shape { return d2.HalfSpace{Normal: d2.Vec{Y: 1}} }

// randomVec returns a vector with normally distributed coordinates.
func randomVec(r *rand.Rand) d2.Vec {
	return d2.Vec{X: r.NormFloat64(), Y: r.NormFloat64()}
}

// randomPoint returns a point of a square at the origin.
func randomPoint(r *rand.Rand, side float64) d2.Vec {
	return d2.Vec{X: r.Float64() * side, Y: r.Float64() * side}
}

// randomShape returns a shape of a diameter of about 1.
func randomShape(t testing.TB, r *rand.Rand) d2.Shape {
	t.Helper()
	size := d2.Vec{X: 0.3 + r.Float64(), Y: 0.3 + r.Float64()}
	switch r.IntN(6) {
	case 0:
		return d2.Circle{Radius: 0.2 + r.Float64()/2}
	case 1:
		return d2.Capsule{Height: r.Float64(), Radius: 0.1 + r.Float64()/3}
	case 2:
		return d2.Ellipse{Radii: d2.Vec{X: 0.2 + r.Float64()/2, Y: 0.1 + r.Float64()/2}}
	case 3:
		c, err := d2.NewCompound([]d2.Part{
			{Shape: d2.Circle{Radius: 0.3}, Pose: d2.Pose{Pos: d2.Vec{X: 0.4}}},
			{Shape: d2.Box{Size: size}, Pose: d2.Pose{Pos: d2.Vec{X: -0.4}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return c
	default:
		return d2.Box{Size: size}
	}
}

// randomPose returns a pose in a square of the given side.
func randomPose(t testing.TB, r *rand.Rand, side float64) d2.Pose {
	t.Helper()
	q, err := d2.NewAngle(r.Float64() * 6)
	if err != nil {
		t.Fatal(err)
	}
	return d2.Pose{Pos: randomPoint(r, side), Rot: q}
}

// region returns the box around two points.
func region(p, q d2.Vec) d2.AABB { return d2.AABB{Min: p, Max: p}.Union(d2.AABB{Min: q, Max: q}) }

// bits appends the bits of a vector.
func bits(to []uint64, v d2.Vec) []uint64 {
	return append(to, math.Float64bits(v.X), math.Float64bits(v.Y))
}

// wide is the side of where the bodies of a throng lie.
const wide = 80

// inUnit returns a random shape with its lengths in the unit s.
func inUnit(t testing.TB, shape d2.Shape, s float64) d2.Shape {
	t.Helper()
	switch x := shape.(type) {
	case d2.Circle:
		return d2.Circle{Radius: x.Radius * s}
	case d2.Capsule:
		return d2.Capsule{Height: x.Height * s, Radius: x.Radius * s}
	case d2.Ellipse:
		return d2.Ellipse{Radii: x.Radii.Scale(s)}
	case d2.Box:
		return d2.Box{Size: x.Size.Scale(s)}
	}
	c := shape.(*d2.Compound)
	parts := make([]d2.Part, c.Len())
	for i := range parts {
		p := c.Part(i)
		parts[i] = d2.Part{Shape: inUnit(t, p.Shape, s), Pose: poseIn(p.Pose, s)}
	}
	c, err := d2.NewCompound(parts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
