// Command loop is a game loop in fifty lines: crates fall on a floor and rest, a bullet flies into
// them, and the pairs that begin and end to touch are told.
package main

import (
	"fmt"
	"log"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d2/world"
)

const dt = 1.0 / 60

func main() {
	w, err := world.New[d2.Vec](world.Options{}) // each body's value is its velocity
	if err != nil {
		log.Fatal(err)
	}
	add := func(s d2.Shape, pos, velocity d2.Vec, b world.Body) world.Handle {
		o, err := d2.Place(s, d2.Pose{Pos: pos})
		if err != nil {
			log.Fatal(err)
		}
		h, err := w.Add(&o, velocity, b)
		if err != nil {
			log.Fatal(err)
		}
		return h
	}
	floor := add(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Vec{}, d2.Vec{}, world.Body{Kind: world.Static})
	for i := range 3 {
		add(d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Vec{X: float64(2 * i), Y: float64(1 + i)}, d2.Vec{}, world.Body{})
	}
	bullet := add(d2.Circle{Radius: 0.05}, d2.Vec{X: -30, Y: 0.8}, d2.Vec{X: 900}, world.Body{Fast: true})
	for frame := range 60 {
		for h := range w.Bodies() { // move
			v, p := w.Value(h), w.Object(h).Pose()
			if h != floor && h != bullet {
				v.Y -= 9.8 * dt
			}
			p.Pos = p.Pos.Add(v.Scale(dt))
			if err := w.Move(h, p); err != nil {
				log.Fatal(err)
			}
		}
		w.Step(world.StepOptions{Leave: true}) // find
		for hit := range w.Impacts() {
			fmt.Printf("frame %d: %v hits %v\n", frame, hit.Body, hit.Other)
			*w.Value(bullet) = d2.Vec{}
		}
		for p := range w.Pairs() { // react
			if p.State == world.Began || p.State == world.Ended {
				fmt.Printf("frame %d: %v and %v %v\n", frame, p.A, p.B, p.State)
			}
			for c := range w.Contacts(p) {
				if v := w.Value(p.B); v.Dot(c.Manifold.Normal) < 0 && p.A == floor {
					*v = d2.Vec{X: v.X} // landed
				}
			}
		}
	}
}
