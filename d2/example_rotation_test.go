package d2_test

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/d2"
)

func ExampleVec_Unit() {
	fmt.Println(d2.Vec{X: 3e-200, Y: 4e-200}.Unit(), d2.Vec{}.Unit())
	// Output: {0.6 0.8} {0 0}
}

func ExampleVec_Lerp() {
	fmt.Println(d2.Vec{X: 1, Y: 2}.Lerp(d2.Vec{X: 3, Y: 2}, 0.25))
	// Output: {1.5 2}
}

func ExampleVec_Dist() {
	fmt.Println(d2.Vec{X: 1, Y: 1}.Dist(d2.Vec{X: 4, Y: 5}))
	// Output: 5
}

func ExampleVec_Perp() {
	fmt.Println(d2.Vec{X: 2, Y: 1}.Perp())
	// Output: {-1 2}
}

func ExampleNewAngleDegrees() {
	r, err := d2.NewAngleDegrees(90)
	fmt.Println(r.Apply(d2.Vec{X: 2, Y: 1}), err)
	// Output: {-1 2} <nil>
}

func ExampleNewFromTo() {
	r, err := d2.NewFromTo(d2.Vec{X: 5}, d2.Vec{Y: 0.1})
	fmt.Println(r.Apply(d2.Vec{X: 1}), err)
	// Output: {0 1} <nil>
}

func ExampleNewLookAt() {
	r, err := d2.NewLookAt(d2.Vec{X: 3, Y: 4})
	fmt.Println(r.Apply(d2.Vec{X: 1}), err)
	// Output: {0.6 0.8} <nil>
}

func ExampleNewMatrix() {
	r, err := d2.NewMatrix([2][2]float64{{0, -1}, {1, 0}})
	fmt.Println(r.Angle() == math.Pi/2, err)
	// Output: true <nil>
}

func ExampleRot_Matrix() {
	r, _ := d2.NewCosSin(0.6, 0.8)
	fmt.Println(r.Matrix())
	// Output: [[0.6 -0.8] [0.8 0.6]]
}

func ExampleRot_Angle() {
	r, _ := d2.NewAngleDegrees(-90)
	fmt.Println(r.Angle() == -math.Pi/2)
	// Output: true
}

func ExampleRot_Slerp() {
	r, _ := d2.NewAngleDegrees(90)
	half, err := d2.Rot{}.Slerp(r, 0.5)
	fmt.Printf("%.3f %v\n", half.Angle(), err)
	// Output: 0.785 <nil>
}

// A wheel turns at half a radian a second, sixty frames of a sixtieth of a second.
func ExampleRot_Integrate() {
	var wheel d2.Rot
	for range 60 {
		wheel, _ = wheel.Integrate(0.5, 1.0/60)
	}
	fmt.Printf("%.12f\n", wheel.Angle())
	// Output: 0.500000000000
}

func ExampleRot_ApplyInverse() {
	r, _ := d2.NewCosSin(0, 1)
	fmt.Println(r.ApplyInverse(d2.Vec{X: -1, Y: 2}))
	// Output: {2 1}
}

func ExamplePose_ApplyInverse() {
	r, _ := d2.NewCosSin(0, 1)
	p := d2.Pose{Pos: d2.Vec{X: 10}, Rot: r}
	fmt.Println(p.ApplyInverse(d2.Vec{X: 9, Y: 2}))
	// Output: {2 1}
}

func ExamplePose_Lerp() {
	end := d2.Pose{Pos: d2.Vec{X: 4}}
	p, err := d2.Pose{}.Lerp(end, 0.25)
	fmt.Println(p.Pos, p.Rot == d2.Rot{}, err)
	// Output: {1 0} true <nil>
}
