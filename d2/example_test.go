package d2_test

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

func ExampleVec_Add() {
	fmt.Println(d2.Vec{X: 1, Y: 2}.Add(d2.Vec{X: 1}))
	// Output: {2 2}
}

func ExampleVec_Sub() {
	fmt.Println(d2.Vec{X: 1, Y: 2}.Sub(d2.Vec{X: 1}))
	// Output: {0 2}
}

func ExampleVec_Neg() {
	fmt.Println(d2.Vec{X: 1, Y: 2}.Neg())
	// Output: {-1 -2}
}

func ExampleVec_Scale() {
	fmt.Println(d2.Vec{X: 1, Y: 2}.Scale(2))
	// Output: {2 4}
}

func ExampleVec_Dot() {
	fmt.Println(d2.Vec{X: 1, Y: 2}.Dot(d2.Vec{Y: 2}))
	// Output: 4
}

func ExampleVec_Cross() {
	fmt.Println(d2.Vec{X: 1}.Cross(d2.Vec{Y: 1}))
	// Output: 1
}

func ExampleVec_Len2() {
	fmt.Println(d2.Vec{X: 3, Y: 4}.Len2())
	// Output: 25
}

func ExampleVec_Len() {
	fmt.Println(d2.Vec{X: 3, Y: 4}.Len())
	// Output: 5
}

// A third of a turn.
func ExampleNewAngle() {
	r, err := d2.NewAngle(2.0943951023931953)
	v := r.Apply(d2.Vec{X: 2})
	fmt.Printf("%.3f %.3f %v\n", v.X, v.Y, err)
	// Output: -1.000 1.732 <nil>
}

// A quarter turn. What is not near a unit vector is refused.
func ExampleNewCosSin() {
	r, err := d2.NewCosSin(0, 1)
	fmt.Println(r.Apply(d2.Vec{X: 1, Y: 2}), err)

	_, err = d2.NewCosSin(0, 2)
	fmt.Println(err, errors.Is(err, collide.ErrNotUnit))
	// Output:
	// {-2 1} <nil>
	// cos_sin: not-unit: 2 true
}

func ExampleRot_CosSin() {
	var identity d2.Rot
	fmt.Println(identity.CosSin())
	// Output: 1 0
}

// Two quarters of a turn.
func ExampleRot_Mul() {
	quarter, _ := d2.NewCosSin(0, 1)
	fmt.Println(quarter.Mul(quarter).Apply(d2.Vec{X: 1, Y: 2}))
	// Output: {-1 -2}
}

func ExampleRot_Inverse() {
	quarter, _ := d2.NewCosSin(0, 1)
	fmt.Println(quarter.Mul(quarter.Inverse()) == d2.Rot{})
	// Output: true
}

func ExampleRot_Apply() {
	quarter, _ := d2.NewCosSin(0, 1)
	fmt.Println(quarter.Apply(d2.Vec{X: 1, Y: 2}))
	// Output: {-2 1}
}

// The place of a hand in the world, from that of the hand in the arm and of the arm in the world.
func ExamplePose_Mul() {
	half, _ := d2.NewCosSin(-1, 0)
	arm := d2.Pose{Pos: d2.Vec{X: 10}, Rot: half}
	hand := d2.Pose{Pos: d2.Vec{X: 1}}
	fmt.Println(arm.Mul(hand).Pos)
	// Output: {9 0}
}

func ExamplePose_Inverse() {
	half, _ := d2.NewCosSin(-1, 0)
	arm := d2.Pose{Pos: d2.Vec{X: 10}, Rot: half}
	fmt.Println(arm.Inverse().Apply(d2.Vec{X: 9}))
	// Output: {1 0}
}

func ExamplePose_Apply() {
	half, _ := d2.NewCosSin(-1, 0)
	arm := d2.Pose{Pos: d2.Vec{X: 10}, Rot: half}
	fmt.Println(arm.Apply(d2.Vec{X: 1}))
	// Output: {9 0}
}

// Two unit squares that share a side.
func ExampleAABB_Intersect() {
	a := d2.AABB{Max: d2.Vec{X: 1, Y: 1}}
	b := d2.AABB{Min: d2.Vec{X: 1}, Max: d2.Vec{X: 2, Y: 1}}
	fmt.Println(a.Intersect(b))
	// Output: {{1 0} {1 1}} true
}

func ExampleAABB_Overlaps() {
	a := d2.AABB{Max: d2.Vec{X: 1, Y: 1}}
	fmt.Println(a.Overlaps(d2.AABB{Min: d2.Vec{X: 2}, Max: d2.Vec{X: 3, Y: 1}}))
	// Output: false
}

func ExampleAABB_Union() {
	a := d2.AABB{Max: d2.Vec{X: 1, Y: 1}}
	fmt.Println(a.Union(d2.AABB{Min: d2.Vec{X: 2}, Max: d2.Vec{X: 3}}))
	// Output: {{0 0} {3 1}}
}

func ExampleAABB_Array() {
	fmt.Println(d2.AABB{Min: d2.Vec{X: -1}, Max: d2.Vec{X: 1, Y: 2}}.Array())
	// Output: [-1 0 1 2]
}

func ExampleAABB_Contains() {
	a := d2.AABB{Max: d2.Vec{X: 1, Y: 1}}
	fmt.Println(a.Contains(d2.Vec{X: 1, Y: 0.5}), a.Contains(d2.Vec{X: 2}))
	// Output: true false
}

func ExampleAABB_Center() {
	fmt.Println(d2.AABB{Max: d2.Vec{X: 1, Y: 2}}.Center())
	// Output: {0.5 1}
}

func ExampleAABB_Size() {
	fmt.Println(d2.AABB{Min: d2.Vec{X: -1}, Max: d2.Vec{X: 1, Y: 2}}.Size())
	// Output: {2 2}
}

func ExampleAABB_Grow() {
	fmt.Println(d2.AABB{Max: d2.Vec{X: 1, Y: 2}}.Grow(0.5))
	// Output: {{-0.5 -0.5} {1.5 2.5}}
}

// The farthest points of some shapes along (1, 2), in their own frames. The core of a circle is a
// point.
func ExampleConvex() {
	dir := d2.Vec{X: 1, Y: 2}
	for _, s := range []d2.Convex{
		d2.Circle{Radius: 1},
		d2.Capsule{Height: 4, Radius: 1},
		d2.Box{Size: d2.Vec{X: 2, Y: 2}},
		d2.Ellipse{Radii: d2.Vec{X: 1, Y: 0}},
		d2.Rounded{Core: d2.Box{Size: d2.Vec{X: 2, Y: 2}}, R: 0.5},
	} {
		fmt.Printf("%T %v margin %v\n", s, s.Support(dir), s.Margin())
	}
	// Output:
	// d2.Circle {0 0} margin 1
	// d2.Capsule {2 0} margin 1
	// d2.Box {1 1} margin 0
	// d2.Ellipse {1 0} margin 0
	// d2.Rounded {1 1} margin 0.5
}

// A shape is checked when it is placed. The error names what is wrong.
func ExamplePlace() {
	table := d2.Box{Size: d2.Vec{X: 1.5, Y: 1}}
	o, err := d2.Place(table, d2.Pose{Pos: d2.Vec{Y: 1}})
	fmt.Println(o.AABB(), err)

	_, err = d2.Place(d2.Box{Size: d2.Vec{X: 1.5, Y: -1}}, d2.Pose{})
	fmt.Println(err, errors.Is(err, collide.ErrNegativeSize))
	// Output:
	// {{-0.75 0.5} {0.75 1.5}} <nil>
	// size.y: negative-size: -1 true
}

func ExampleObject_Move() {
	o, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{})
	err := o.Move(d2.Pose{Pos: d2.Vec{X: 5}})
	fmt.Println(o.AABB(), err)
	// Output: {{4 -1} {6 1}} <nil>
}

func ExampleObject_AABB() {
	o, _ := d2.Place(d2.Capsule{Height: 2, Radius: 0.5}, d2.Pose{Pos: d2.Vec{X: 5}})
	fmt.Println(o.AABB())
	// Output: {{3.5 -0.5} {6.5 0.5}}
}

// Place follows pointers, so that Shape returns a value.
func ExampleObject_Shape() {
	o, _ := d2.Place(&d2.Circle{Radius: 1}, d2.Pose{})
	fmt.Printf("%T %v\n", o.Shape(), o.Shape())
	// Output: d2.Circle {1}
}

func ExampleObject_Pose() {
	o, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{Pos: d2.Vec{X: 5}})
	fmt.Println(o.Pose().Pos)
	// Output: {5 0}
}
