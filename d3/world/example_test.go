package world_test

import (
	"fmt"
	"log"
	"math"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/d3/world"
)

// A ball comes to a wall: the step in which they begin to touch, and the one in which that ends. A
// ray then finds the wall by the value that it was added with.
func ExampleWorld() {
	w, err := world.New[string](world.Options{})
	if err != nil {
		log.Fatal(err)
	}
	add := func(name string, s d3.Shape, at d3.Vec) world.Handle {
		o, err := d3.Place(s, d3.Pose{Pos: at})
		if err != nil {
			log.Fatal(err)
		}
		h, err := w.Add(&o, name, world.Body{})
		if err != nil {
			log.Fatal(err)
		}
		return h
	}
	add("wall", d3.Box{Size: d3.Vec{X: 1, Y: 9, Z: 9}}, d3.Vec{X: 5})
	ball := add("ball", d3.Sphere{Radius: 1}, d3.Vec{})
	for _, x := range []float64{2, 4, 4.1, 2} {
		if err := w.Move(ball, d3.Pose{Pos: d3.Vec{X: x}}); err != nil {
			log.Fatal(err)
		}
		w.Step(world.StepOptions{})
		for p := range w.Pairs() {
			fmt.Println(*w.Value(p.A), p.State, *w.Value(p.B), p.Relation)
		}
	}
	ray, err := d3.NewRay(d3.Vec{X: 4}, d3.Vec{X: 1}, math.Inf(1))
	if err != nil {
		log.Fatal(err)
	}
	if h, ok := w.CastRay(&ray, world.Who{}); ok {
		fmt.Println("the ray meets the", *w.Value(h.Body), "at", h.T)
	}
	// Output:
	// wall began ball overlapping
	// wall stays ball overlapping
	// wall ended ball apart
	// the ray meets the wall at 0.5
}
