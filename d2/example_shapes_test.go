package d2_test

import (
	"fmt"

	"github.com/collide-go/collide/d2"
)

func ExampleCircle_Support() {
	shape := d2.Circle{Radius: 2}
	fmt.Println(shape.Support(d2.Vec{X: 1}))
	// Output:
	// {0 0}
}

func ExampleCircle_Margin() {
	shape := d2.Circle{Radius: 2}
	fmt.Println(shape.Margin())
	// Output:
	// 2
}

func ExampleCapsule_Support() {
	shape := d2.Capsule{Height: 4, Radius: 1}
	fmt.Println(shape.Support(d2.Vec{X: 1}))
	// Output:
	// {2 0}
}

func ExampleCapsule_Margin() {
	shape := d2.Capsule{Height: 4, Radius: 1}
	fmt.Println(shape.Margin())
	// Output:
	// 1
}

func ExampleBox_Support() {
	shape := d2.Box{Size: d2.Vec{X: 2, Y: 4}}
	fmt.Println(shape.Support(d2.Vec{X: 1, Y: -1}))
	// Output:
	// {1 -2}
}

func ExampleBox_Margin() {
	shape := d2.Box{Size: d2.Vec{X: 2, Y: 4}}
	fmt.Println(shape.Margin())
	// Output:
	// 0
}

func ExampleEllipse_Support() {
	shape := d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}
	fmt.Println(shape.Support(d2.Vec{Y: 1}))
	// Output:
	// {0 2}
}

func ExampleEllipse_Margin() {
	shape := d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}
	fmt.Println(shape.Margin())
	// Output:
	// 0
}

func ExampleHalfSpace_Margin() {
	shape := d2.HalfSpace{Normal: d2.Vec{Y: 1}}
	fmt.Println(shape.Margin())
	// Output:
	// 0
}

func ExampleRounded_Support() {
	shape := d2.Rounded{Core: d2.Capsule{Height: 4, Radius: 1}, R: 0.5}
	fmt.Println(shape.Support(d2.Vec{X: -1}))
	// Output:
	// {-2 0}
}

func ExampleRounded_Margin() {
	shape := d2.Rounded{Core: d2.Capsule{Height: 4, Radius: 1}, R: 0.5}
	fmt.Println(shape.Margin())
	// Output:
	// 1.5
}

func ExampleHull_Margin() {
	hull, err := d2.NewHull([]d2.Vec{{}, {X: 1}, {Y: 1}})
	fmt.Println(hull.Margin(), err)
	// Output:
	// 0 <nil>
}

func ExamplePolygon_Margin() {
	triangle, err := d2.NewPolygon([]d2.Vec{{}, {X: 1}, {Y: 1}})
	fmt.Println(triangle.Margin(), err)
	// Output:
	// 0 <nil>
}
