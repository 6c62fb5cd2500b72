package d3_test

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

func ExampleVec_Add() {
	fmt.Println(d3.Vec{X: 1, Y: 2, Z: 3}.Add(d3.Vec{X: 1}))
	// Output: {2 2 3}
}

func ExampleVec_Sub() {
	fmt.Println(d3.Vec{X: 1, Y: 2, Z: 3}.Sub(d3.Vec{X: 1}))
	// Output: {0 2 3}
}

func ExampleVec_Neg() {
	fmt.Println(d3.Vec{X: 1, Y: 2, Z: 3}.Neg())
	// Output: {-1 -2 -3}
}

func ExampleVec_Scale() {
	fmt.Println(d3.Vec{X: 1, Y: 2, Z: 3}.Scale(2))
	// Output: {2 4 6}
}

func ExampleVec_Dot() {
	fmt.Println(d3.Vec{X: 1, Y: 2, Z: 3}.Dot(d3.Vec{Z: 2}))
	// Output: 6
}

func ExampleVec_Cross() {
	fmt.Println(d3.Vec{X: 1}.Cross(d3.Vec{Y: 1}))
	// Output: {0 0 1}
}

func ExampleVec_Len2() {
	fmt.Println(d3.Vec{X: 2, Y: 3, Z: 6}.Len2())
	// Output: 49
}

func ExampleVec_Len() {
	fmt.Println(d3.Vec{X: 2, Y: 3, Z: 6}.Len())
	// Output: 7
}

// Half a turn about Z. A quaternion is kept as given; what is not near a unit one is refused.
func ExampleNewQuat() {
	r, err := d3.NewQuat(0, 0, 1, 0)
	fmt.Println(r.Apply(d3.Vec{X: 1, Y: 2, Z: 3}), err)

	_, err = d3.NewQuat(0, 0, 2, 0)
	fmt.Println(err, errors.Is(err, collide.ErrNotUnitQuaternion))
	// Output:
	// {-1 -2 3} <nil>
	// q: not-unit-quaternion: 2 true
}

// A third of a turn about the diagonal takes X to Y, Y to Z and Z to X.
func ExampleNewAxisAngle() {
	const third = 2.0943951023931953
	r, err := d3.NewAxisAngle(d3.Vec{X: 1, Y: 1, Z: 1}, third)
	v := r.Apply(d3.Vec{X: 1, Y: 2, Z: 3})
	fmt.Printf("%.3f %.3f %.3f %v\n", v.X, v.Y, v.Z, err)
	// Output: 3.000 1.000 2.000 <nil>
}

// A quarter turn of yaw.
func ExampleNewRPY() {
	r, err := d3.NewRPY(0, 0, 1.5707963267948966)
	x, y, z, w := r.Quat()
	fmt.Printf("%.3f %.3f %.3f %.3f %v\n", x, y, z, w, err)
	// Output: 0.000 0.000 0.707 0.707 <nil>
}

func ExampleRot_Quat() {
	var identity d3.Rot
	fmt.Println(identity.Quat())
	// Output: 0 0 0 1
}

// The argument comes first: a third of a turn, then half a turn about Z.
func ExampleRot_Mul() {
	third, _ := d3.NewQuat(0.5, 0.5, 0.5, 0.5)
	half, _ := d3.NewQuat(0, 0, 1, 0)
	v := d3.Vec{X: 1, Y: 2, Z: 3}
	fmt.Println(half.Mul(third).Apply(v), half.Apply(third.Apply(v)))
	// Output: {-3 -1 2} {-3 -1 2}
}

func ExampleRot_Inverse() {
	third, _ := d3.NewQuat(0.5, 0.5, 0.5, 0.5)
	fmt.Println(third.Mul(third.Inverse()) == d3.Rot{})
	// Output: true
}

func ExampleRot_Apply() {
	third, _ := d3.NewQuat(0.5, 0.5, 0.5, 0.5)
	fmt.Println(third.Apply(d3.Vec{X: 1, Y: 2, Z: 3}))
	// Output: {3 1 2}
}

// The place of a hand in the world, from that of the hand in the arm and of the arm in the world.
func ExamplePose_Mul() {
	half, _ := d3.NewQuat(0, 0, 1, 0)
	arm := d3.Pose{Pos: d3.Vec{X: 10}, Rot: half}
	hand := d3.Pose{Pos: d3.Vec{X: 1}}
	fmt.Println(arm.Mul(hand).Pos)
	// Output: {9 0 0}
}

func ExamplePose_Inverse() {
	half, _ := d3.NewQuat(0, 0, 1, 0)
	arm := d3.Pose{Pos: d3.Vec{X: 10}, Rot: half}
	fmt.Println(arm.Inverse().Apply(d3.Vec{X: 9}))
	// Output: {1 0 0}
}

func ExamplePose_Apply() {
	half, _ := d3.NewQuat(0, 0, 1, 0)
	arm := d3.Pose{Pos: d3.Vec{X: 10}, Rot: half}
	fmt.Println(arm.Apply(d3.Vec{X: 1}))
	// Output: {9 0 0}
}

// Two unit cubes that share a face.
func ExampleAABB_Intersect() {
	a := d3.AABB{Max: d3.Vec{X: 1, Y: 1, Z: 1}}
	b := d3.AABB{Min: d3.Vec{X: 1}, Max: d3.Vec{X: 2, Y: 1, Z: 1}}
	fmt.Println(a.Intersect(b))
	// Output: {{1 0 0} {1 1 1}} true
}

func ExampleAABB_Overlaps() {
	a := d3.AABB{Max: d3.Vec{X: 1, Y: 1, Z: 1}}
	fmt.Println(a.Overlaps(d3.AABB{Min: d3.Vec{X: 2}, Max: d3.Vec{X: 3, Y: 1, Z: 1}}))
	// Output: false
}

func ExampleAABB_Union() {
	a := d3.AABB{Max: d3.Vec{X: 1, Y: 1, Z: 1}}
	fmt.Println(a.Union(d3.AABB{Min: d3.Vec{X: 2}, Max: d3.Vec{X: 3}}))
	// Output: {{0 0 0} {3 1 1}}
}

func ExampleAABB_Array() {
	fmt.Println(d3.AABB{Min: d3.Vec{X: -1}, Max: d3.Vec{X: 1, Y: 2, Z: 4}}.Array())
	// Output: [-1 0 0 1 2 4]
}

func ExampleAABB_Contains() {
	a := d3.AABB{Max: d3.Vec{X: 1, Y: 1, Z: 1}}
	fmt.Println(a.Contains(d3.Vec{X: 1, Y: 0.5}), a.Contains(d3.Vec{X: 2}))
	// Output: true false
}

func ExampleAABB_Center() {
	fmt.Println(d3.AABB{Max: d3.Vec{X: 1, Y: 2, Z: 4}}.Center())
	// Output: {0.5 1 2}
}

func ExampleAABB_Size() {
	fmt.Println(d3.AABB{Min: d3.Vec{X: -1}, Max: d3.Vec{X: 1, Y: 2, Z: 4}}.Size())
	// Output: {2 2 4}
}

func ExampleAABB_Grow() {
	fmt.Println(d3.AABB{Max: d3.Vec{X: 1, Y: 2, Z: 4}}.Grow(0.5))
	// Output: {{-0.5 -0.5 -0.5} {1.5 2.5 4.5}}
}

// The farthest points of some shapes along (1, 0, 2), in their own frames. The core of a sphere is
// a point.
func ExampleConvex() {
	dir := d3.Vec{X: 1, Z: 2}
	for _, s := range []d3.Convex{
		d3.Sphere{Radius: 1},
		d3.Capsule{Height: 4, Radius: 1},
		d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}},
		d3.Cylinder{Radius: 1, Height: 4},
		d3.Cone{Radius: 1, Height: 4},
		d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 1, Z: 0}},
		d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, R: 0.5},
	} {
		fmt.Printf("%T %v margin %v\n", s, s.Support(dir), s.Margin())
	}
	// Output:
	// d3.Sphere {0 0 0} margin 1
	// d3.Capsule {0 0 2} margin 1
	// d3.Box {1 1 1} margin 0
	// d3.Cylinder {1 0 2} margin 0
	// d3.Cone {0 0 2} margin 0
	// d3.Ellipsoid {1 0 0} margin 0
	// d3.Rounded {1 1 1} margin 0.5
}

// A shape is checked when it is placed. The error names what is wrong.
func ExamplePlace() {
	table := d3.Box{Size: d3.Vec{X: 1.5, Y: 1, Z: 0.5}}
	o, err := d3.Place(table, d3.Pose{Pos: d3.Vec{Z: 1}})
	fmt.Println(o.AABB(), err)

	_, err = d3.Place(d3.Box{Size: d3.Vec{X: 1.5, Y: -1, Z: 0.5}}, d3.Pose{})
	fmt.Println(err, errors.Is(err, collide.ErrNegativeSize))
	// Output:
	// {{-0.75 -0.5 0.75} {0.75 0.5 1.25}} <nil>
	// size.y: negative-size: -1 true
}

func ExampleObject_Move() {
	o, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	err := o.Move(d3.Pose{Pos: d3.Vec{X: 5}})
	fmt.Println(o.AABB(), err)
	// Output: {{4 -1 -1} {6 1 1}} <nil>
}

func ExampleObject_AABB() {
	o, _ := d3.Place(d3.Capsule{Height: 2, Radius: 0.5}, d3.Pose{Pos: d3.Vec{X: 5}})
	fmt.Println(o.AABB())
	// Output: {{4.5 -0.5 -1.5} {5.5 0.5 1.5}}
}

// Place follows pointers, so that Shape returns a value.
func ExampleObject_Shape() {
	o, _ := d3.Place(&d3.Sphere{Radius: 1}, d3.Pose{})
	fmt.Printf("%T %v\n", o.Shape(), o.Shape())
	// Output: d3.Sphere {1}
}

func ExampleObject_Pose() {
	o, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 5}})
	fmt.Println(o.Pose().Pos)
	// Output: {5 0 0}
}
