package main

import (
	"math"
	"testing"

	"github.com/collide-go/collide/d2"
)

func Example() {
	main()
	// Output:
	// body 1 rests at height 0.5: true
	// body 2 rests at height 1.5: true
	// body 3 rests at height 2.5: true
	// body 4 rests at height 0.5: true
	// pairs that met: 4
}

// The bodies rest on each other: no overlap beyond what the step leaves alone, and the impulses of
// the stack carry the weight above them, which only impulses that are kept from step to step do.
func TestRest(t *testing.T) {
	w, err := run(4)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range w.bodies {
		for _, b := range w.bodies[i+1:] {
			if c := d2.Distance(&a.object, &b.object); c.Upper < -1.5*slop {
				t.Errorf("%v and %v overlap by %v", a.pos, b.pos, -c.Distance)
			}
		}
	}
	for i, crates := range map[int]float64{0: 3, 1: 2, 2: 1} { // on the floor, on the first, on the second
		held, want := 0.0, -gravity*dt*crates
		for _, p := range w.pairs[[2]int{i, i + 1}].points {
			held += p.impulseN
		}
		if held < 0.99*want || held > 1.01*want {
			t.Errorf("pair %d, %d: the impulses of a step add up to %v, want %v", i, i+1, held, want)
		}
	}
}

// A stack of ten crates stands. With the whole IDs of points as keys it sways and never rests: at
// each turn of a crate by a thousandth another face gives the normal, and the impulse is lost.
func TestStack(t *testing.T) {
	const crates = 10
	w := &world{query: &d2.Query{}, pairs: map[[2]int]*pair{}}
	if err := w.add(d2.Box{Size: d2.Vec{X: 20, Y: 1}}, d2.Vec{Y: -0.5}, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	for i := range crates {
		at := d2.Vec{X: 0.01 * float64(i%3), Y: 0.6 + 1.02*float64(i)}
		if err := w.add(d2.Box{Size: d2.Vec{X: 1, Y: 1}}, at, 0.001*float64(i%2), 1, 1.0/6); err != nil {
			t.Fatal(err)
		}
	}
	for range 1200 {
		if err := w.step(); err != nil {
			t.Fatal(err)
		}
	}
	for i, b := range w.bodies[1:] {
		if b.vel.Len() > 0.02 || math.Abs(b.spin) > 0.02 || math.Abs(b.pos.Y-float64(i)-0.5) > crates*slop {
			t.Errorf("crate %d is at %v, moving by %v and turning by %v", i, b.pos, b.vel, b.spin)
		}
	}
}
