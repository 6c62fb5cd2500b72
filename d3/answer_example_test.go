package d3_test

import (
	"fmt"

	"github.com/collide-go/collide/d3"
)

func ExampleContact_MTV() {
	box := d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}
	a, _ := d3.Place(box, d3.Pose{})
	b, _ := d3.Place(box, d3.Pose{Pos: d3.Vec{X: 0.25, Z: 0.75}})
	c := d3.Distance(&a, &b)
	v := c.MTV()
	fmt.Printf("move the second box by (%.2f, %.2f, %.2f)\n", v.X, v.Y, v.Z)
	// Output: move the second box by (0.00, 0.00, 0.25)
}
