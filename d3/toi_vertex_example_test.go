package d3_test

import (
	"fmt"

	"github.com/collide-go/collide/d3"
)

// A vertex falls on a triangle that rises to meet it.
func ExampleVertexFaceImpact() {
	start := [4]d3.Vec{{X: 1, Y: 1, Z: 3}, {}, {X: 4}, {Y: 4}}
	end := [4]d3.Vec{{X: 1, Y: 1, Z: -1}, {Z: 1}, {X: 4, Z: 1}, {Y: 4, Z: 1}}
	hit, err := d3.VertexFaceImpact(start, end)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%v at %.3f\n", hit.Verdict, hit.T)
	// Output: hit at 0.600
}

// Two edges cross, one above the other, until the upper one falls.
func ExampleEdgeEdgeImpact() {
	start := [4]d3.Vec{{X: -1}, {X: 1}, {Y: -1, Z: 1}, {Y: 1, Z: 1}}
	end := [4]d3.Vec{{X: -1}, {X: 1}, {Y: -1, Z: -1}, {Y: 1, Z: -3}}
	hit, err := d3.EdgeEdgeImpact(start, end)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%v at %.3f\n", hit.Verdict, hit.T)
	// Output: hit at 0.333
}
