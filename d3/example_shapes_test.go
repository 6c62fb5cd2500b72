package d3_test

import (
	"fmt"

	"github.com/collide-go/collide/d3"
)

func ExampleSphere_Support() {
	shape := d3.Sphere{Radius: 2}
	fmt.Println(shape.Support(d3.Vec{X: 1}))
	// Output:
	// {0 0 0}
}

func ExampleSphere_Margin() {
	shape := d3.Sphere{Radius: 2}
	fmt.Println(shape.Margin())
	// Output:
	// 2
}

func ExampleCapsule_Support() {
	shape := d3.Capsule{Height: 4, Radius: 1}
	fmt.Println(shape.Support(d3.Vec{Z: 1}))
	// Output:
	// {0 0 2}
}

func ExampleCapsule_Margin() {
	shape := d3.Capsule{Height: 4, Radius: 1}
	fmt.Println(shape.Margin())
	// Output:
	// 1
}

func ExampleBox_Support() {
	shape := d3.Box{Size: d3.Vec{X: 2, Y: 4, Z: 6}}
	fmt.Println(shape.Support(d3.Vec{X: 1, Y: -1, Z: 1}))
	// Output:
	// {1 -2 3}
}

func ExampleBox_Margin() {
	shape := d3.Box{Size: d3.Vec{X: 2, Y: 4, Z: 6}}
	fmt.Println(shape.Margin())
	// Output:
	// 0
}

func ExampleCylinder_Support() {
	shape := d3.Cylinder{Radius: 1, Height: 2}
	fmt.Println(shape.Support(d3.Vec{X: 1, Z: 1}))
	// Output:
	// {1 0 1}
}

func ExampleCylinder_Margin() {
	shape := d3.Cylinder{Radius: 1, Height: 2}
	fmt.Println(shape.Margin())
	// Output:
	// 0
}

func ExampleCone_Support() {
	shape := d3.Cone{Radius: 1, Height: 2}
	fmt.Println(shape.Support(d3.Vec{Z: 1}))
	// Output:
	// {0 0 1}
}

func ExampleCone_Margin() {
	shape := d3.Cone{Radius: 1, Height: 2}
	fmt.Println(shape.Margin())
	// Output:
	// 0
}

func ExampleEllipsoid_Support() {
	shape := d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 2, Z: 3}}
	fmt.Println(shape.Support(d3.Vec{Y: 1}))
	// Output:
	// {0 2 0}
}

func ExampleEllipsoid_Margin() {
	shape := d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 2, Z: 3}}
	fmt.Println(shape.Margin())
	// Output:
	// 0
}

func ExampleHalfSpace_Margin() {
	shape := d3.HalfSpace{Normal: d3.Vec{Z: 1}}
	fmt.Println(shape.Margin())
	// Output:
	// 0
}

func ExampleRounded_Support() {
	shape := d3.Rounded{Core: d3.Capsule{Height: 4, Radius: 1}, R: 0.5}
	fmt.Println(shape.Support(d3.Vec{Z: -1}))
	// Output:
	// {0 0 -2}
}

func ExampleRounded_Margin() {
	shape := d3.Rounded{Core: d3.Capsule{Height: 4, Radius: 1}, R: 0.5}
	fmt.Println(shape.Margin())
	// Output:
	// 1.5
}

func ExampleHull_Margin() {
	hull, err := d3.NewHull([]d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}})
	fmt.Println(hull.Margin(), err)
	// Output:
	// 0 <nil>
}
