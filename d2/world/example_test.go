package world_test

import (
	"fmt"
	"log"
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d2/world"
)

// A ball comes to a wall: the step in which they begin to touch, and the one in which that ends. A
// ray then finds the wall by the value that it was added with.
func ExampleWorld() {
	w, err := world.New[string](world.Options{})
	if err != nil {
		log.Fatal(err)
	}
	add := func(name string, s d2.Shape, at d2.Vec) world.Handle {
		o, err := d2.Place(s, d2.Pose{Pos: at})
		if err != nil {
			log.Fatal(err)
		}
		h, err := w.Add(&o, name, world.Body{})
		if err != nil {
			log.Fatal(err)
		}
		return h
	}
	add("wall", d2.Box{Size: d2.Vec{X: 1, Y: 9}}, d2.Vec{X: 5})
	ball := add("ball", d2.Circle{Radius: 1}, d2.Vec{})
	for _, x := range []float64{2, 4, 4.1, 2} {
		if err := w.Move(ball, d2.Pose{Pos: d2.Vec{X: x}}); err != nil {
			log.Fatal(err)
		}
		w.Step(world.StepOptions{})
		for p := range w.Pairs() {
			fmt.Println(*w.Value(p.A), p.State, *w.Value(p.B), p.Relation)
		}
	}
	ray, err := d2.NewRay(d2.Vec{X: 4}, d2.Vec{X: 1}, math.Inf(1))
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

// A one-way platform: a ball jumps through it from below, and lands on it. Keep drops the manifolds
// of what does not come down on it from above; the pair is in contact all the same.
func ExampleStepOptions() {
	w, err := world.New[float64](world.Options{}) // the value of a body is how fast it rises
	if err != nil {
		log.Fatal(err)
	}
	add := func(s d2.Shape) world.Handle {
		o, err := d2.Place(s, d2.Pose{})
		if err != nil {
			log.Fatal(err)
		}
		h, err := w.Add(&o, 0, world.Body{})
		if err != nil {
			log.Fatal(err)
		}
		return h
	}
	platform, ball := add(d2.Box{Size: d2.Vec{X: 4, Y: 0.2}}), add(d2.Circle{Radius: 0.5})
	keep := func(p *world.Pair, c *world.Contact) bool {
		n, other := c.Manifold.Normal, p.B // n is from A to B
		if p.B == platform {
			n, other = n.Neg(), p.A
		}
		return n.Y > 0.7 && *w.Value(other) <= 0 // above the platform, and not on its way up
	}
	before := -1.0
	for _, y := range []float64{-1, -0.5, 0.5, 1, 0.55} {
		if err := w.Move(ball, d2.Pose{Pos: d2.Vec{Y: y}}); err != nil {
			log.Fatal(err)
		}
		*w.Value(ball), before = y-before, y
		w.Step(world.StepOptions{Keep: keep})
		for p := range w.Pairs() {
			fmt.Println("the ball at", y, p.State, p.Relation, "with", p.Manifolds, "manifolds")
		}
	}
	// Output:
	// the ball at -0.5 began overlapping with 0 manifolds
	// the ball at 0.5 stays overlapping with 0 manifolds
	// the ball at 1 ended apart with 0 manifolds
	// the ball at 0.55 began overlapping with 1 manifolds
}
