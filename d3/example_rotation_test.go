package d3_test

import (
	"fmt"

	"github.com/collide-go/collide/d3"
)

func ExampleVec_Unit() {
	fmt.Println(d3.Vec{X: 3e-200, Z: 4e-200}.Unit(), d3.Vec{}.Unit())
	// Output: {0.6 0 0.8} {0 0 0}
}

func ExampleVec_Lerp() {
	fmt.Println(d3.Vec{X: 1, Y: 2}.Lerp(d3.Vec{X: 3, Y: 2, Z: 4}, 0.25))
	// Output: {1.5 2 1}
}

func ExampleVec_Dist() {
	fmt.Println(d3.Vec{X: 1, Y: 1}.Dist(d3.Vec{X: 3, Y: 2, Z: 2}))
	// Output: 3
}

func ExampleVec_Perp() {
	v := d3.Vec{X: 3, Y: 1, Z: 2}
	fmt.Println(v.Perp(), v.Perp().Dot(v))
	// Output: {-2 0 3} 0
}

func ExampleNewAxisAngleDegrees() {
	r, err := d3.NewAxisAngleDegrees(d3.Vec{Z: 1}, 180)
	fmt.Println(r.Apply(d3.Vec{X: 1, Y: 2, Z: 3}), err)
	// Output: {-1 -2 3} <nil>
}

func ExampleNewRPYDegrees() {
	r, err := d3.NewRPYDegrees(0, 0, 180)
	fmt.Println(r.Apply(d3.Vec{X: 1, Y: 2, Z: 3}), err)
	// Output: {-1 -2 3} <nil>
}

func ExampleNewFromTo() {
	r, err := d3.NewFromTo(d3.Vec{X: 5}, d3.Vec{Z: 0.1})
	fmt.Printf("%.3f %v\n", r.Apply(d3.Vec{X: 1}), err)
	// Output: {0.000 0.000 1.000} <nil>
}

// A camera that looks along Y, the sky above it.
func ExampleNewLookAt() {
	r, err := d3.NewLookAt(d3.Vec{Y: 7}, d3.Vec{Z: 1})
	fmt.Printf("%.3f %.3f %v\n", r.Apply(d3.Vec{X: 1}), r.Apply(d3.Vec{Z: 1}), err)
	// Output: {0.000 1.000 0.000} {0.000 0.000 1.000} <nil>
}

func ExampleNewMatrix() {
	r, err := d3.NewMatrix([3][3]float64{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}})
	fmt.Println(r.Apply(d3.Vec{X: 1, Y: 2, Z: 3}), err)
	// Output: {3 1 2} <nil>
}

func ExampleRot_Matrix() {
	r, _ := d3.NewQuat(0.5, 0.5, 0.5, 0.5)
	fmt.Println(r.Matrix())
	// Output: [[0 0 1] [1 0 0] [0 1 0]]
}

func ExampleRot_AxisAngle() {
	r, _ := d3.NewAxisAngle(d3.Vec{Y: -2}, 1.5)
	axis, angle := r.AxisAngle()
	fmt.Printf("%v %.3f\n", axis, angle)
	// Output: {0 -1 0} 1.500
}

func ExampleRot_Slerp() {
	r, _ := d3.NewRPYDegrees(0, 0, 90)
	half, err := d3.Rot{}.Slerp(r, 0.5)
	axis, angle := half.AxisAngle()
	fmt.Printf("%v %.3f %v\n", axis, angle, err)
	// Output: {0 0 1} 0.785 <nil>
}

// A top spins about Z at half a radian a second, sixty frames of a sixtieth of a second.
func ExampleRot_Integrate() {
	var top d3.Rot
	for range 60 {
		top, _ = top.Integrate(d3.Vec{Z: 0.5}, 1.0/60)
	}
	_, angle := top.AxisAngle()
	fmt.Printf("%.12f\n", angle)
	// Output: 0.500000000000
}

func ExampleRot_ApplyInverse() {
	r, _ := d3.NewQuat(0.5, 0.5, 0.5, 0.5)
	fmt.Println(r.ApplyInverse(d3.Vec{X: 3, Y: 1, Z: 2}))
	// Output: {1 2 3}
}

func ExamplePose_ApplyInverse() {
	r, _ := d3.NewQuat(0.5, 0.5, 0.5, 0.5)
	p := d3.Pose{Pos: d3.Vec{X: 10}, Rot: r}
	fmt.Println(p.ApplyInverse(d3.Vec{X: 13, Y: 1, Z: 2}))
	// Output: {1 2 3}
}

func ExamplePose_Lerp() {
	end := d3.Pose{Pos: d3.Vec{X: 4}}
	p, err := d3.Pose{}.Lerp(end, 0.25)
	fmt.Println(p.Pos, p.Rot == d3.Rot{}, err)
	// Output: {1 0 0} true <nil>
}
