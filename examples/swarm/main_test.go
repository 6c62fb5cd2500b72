package main

import (
	"math"
	"testing"
)

// The hash is the same on every platform.
func Example() {
	main()
	// Output:
	// frame 0: 37217 pairs touch
	// frame 1: 35849 pairs touch
	// frame 2: 32980 pairs touch
	// frame 3: 30227 pairs touch
	// frame 4: 27391 pairs touch
	// hash: ae9cec00f7f7b0c4
}

// Balls keep their energy when they bounce, and stay in the box.
func TestEnergy(t *testing.T) {
	s, err := newSwarm(2000)
	if err != nil {
		t.Fatal(err)
	}
	energy := func() (e float64) {
		for _, h := range s.handles {
			e += s.world.Value(h).Dot(*s.world.Value(h))
		}
		return e
	}
	was := energy()
	for range 100 {
		if _, err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	if is := energy(); !(math.Abs(is-was) < 1e-9*was) {
		t.Errorf("the energy went from %v to %v", was, is)
	}
	for i := range s.poses {
		if p := s.poses[i].Pos; min(p.X, p.Y, p.Z) < 0 || max(p.X, p.Y, p.Z) > side {
			t.Errorf("a ball is at %v", p)
		}
	}
}
