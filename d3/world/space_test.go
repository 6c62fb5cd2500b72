package world

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d3"
)

// at returns a point of the plane of x and y.
func at(x, y float64) d3.Vec { return d3.Vec{X: x, Y: y} }

// cube returns a box with sides of one length.
func cube(side float64) d3.Box { return d3.Box{Size: d3.Vec{X: side, Y: side, Z: side}} }

// board returns a box of the sizes x and y, and of the size 10 along z.
func board(x, y float64) d3.Box { return d3.Box{Size: d3.Vec{X: x, Y: y, Z: 10}} }

// upsideDown returns the rotation by exactly half a turn about z.
func upsideDown(t testing.TB) d3.Rot {
	t.Helper()
	r, err := d3.NewQuat(0, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// floor returns the half-space below z = 0.
func floor() d3.Shape { return d3.HalfSpace{Normal: d3.Vec{Z: 1}} }

// randomVec returns a vector with normally distributed coordinates.
func randomVec(r *rand.Rand) d3.Vec {
	return d3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
}

// randomPoint returns a point of a cube at the origin.
func randomPoint(r *rand.Rand, side float64) d3.Vec {
	return d3.Vec{X: r.Float64() * side, Y: r.Float64() * side, Z: r.Float64() * side}
}

// randomShape returns a shape of a diameter of about 1.
func randomShape(t testing.TB, r *rand.Rand) d3.Shape {
	t.Helper()
	size := d3.Vec{X: 0.3 + r.Float64(), Y: 0.3 + r.Float64(), Z: 0.3 + r.Float64()}
	switch r.IntN(6) {
	case 0:
		return d3.Sphere{Radius: 0.2 + r.Float64()/2}
	case 1:
		return d3.Capsule{Height: r.Float64(), Radius: 0.1 + r.Float64()/3}
	case 2:
		return d3.Cylinder{Height: 0.2 + r.Float64(), Radius: 0.1 + r.Float64()/2}
	case 3:
		c, err := d3.NewCompound([]d3.Part{
			{Shape: d3.Sphere{Radius: 0.3}, Pose: d3.Pose{Pos: d3.Vec{X: 0.4}}},
			{Shape: d3.Box{Size: size}, Pose: d3.Pose{Pos: d3.Vec{X: -0.4}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return c
	default:
		return d3.Box{Size: size}
	}
}

// randomPose returns a pose in a cube of the given side.
func randomPose(t testing.TB, r *rand.Rand, side float64) d3.Pose {
	t.Helper()
	q, err := d3.NewAxisAngle(randomVec(r), r.Float64()*6)
	if err != nil {
		t.Fatal(err)
	}
	return d3.Pose{Pos: randomPoint(r, side), Rot: q}
}

// region returns the box around two points.
func region(p, q d3.Vec) d3.AABB { return d3.AABB{Min: p, Max: p}.Union(d3.AABB{Min: q, Max: q}) }

// bits appends the bits of a vector.
func bits(to []uint64, v d3.Vec) []uint64 {
	return append(to, math.Float64bits(v.X), math.Float64bits(v.Y), math.Float64bits(v.Z))
}

// wide is the side of where the bodies of a throng lie.
const wide = 20

// inUnit returns a random shape with its lengths in the unit s.
func inUnit(t testing.TB, shape d3.Shape, s float64) d3.Shape {
	t.Helper()
	switch x := shape.(type) {
	case d3.Sphere:
		return d3.Sphere{Radius: x.Radius * s}
	case d3.Capsule:
		return d3.Capsule{Height: x.Height * s, Radius: x.Radius * s}
	case d3.Cylinder:
		return d3.Cylinder{Height: x.Height * s, Radius: x.Radius * s}
	case d3.Box:
		return d3.Box{Size: x.Size.Scale(s)}
	}
	c := shape.(*d3.Compound)
	parts := make([]d3.Part, c.Len())
	for i := range parts {
		p := c.Part(i)
		parts[i] = d3.Part{Shape: inUnit(t, p.Shape, s), Pose: poseIn(p.Pose, s)}
	}
	c, err := d3.NewCompound(parts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
