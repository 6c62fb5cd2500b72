package d2_test

import (
	"fmt"

	"github.com/collide-go/collide/d2"
)

// A vertex falls on an edge that rises to meet it.
func ExampleVertexEdgeImpact() {
	start := [3]d2.Vec{{X: 1, Y: 3}, {}, {X: 4}}
	end := [3]d2.Vec{{X: 1, Y: -1}, {Y: 1}, {X: 4, Y: 1}}
	hit, err := d2.VertexEdgeImpact(start, end)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%v at %.3f\n", hit.Verdict, hit.T)
	// Output: hit at 0.600
}
