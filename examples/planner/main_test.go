package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

func Example() {
	main()
	// Output:
	// step 0: overlapping, -0.2046
	// step 1: overlapping, -0.1524
	// step 2: overlapping, -0.1000
	// step 3: overlapping, -0.0625
	// step 4: overlapping, -0.0249
	// step 5: apart, 0.0126
	// step 6: apart, 0.0500
	// step 7: apart, 0.0871
	// step 8: apart, 0.1013
	// clear after 8 steps, joints at [-0.269 0.100 0.200]
}

// The gradient agrees with differences of the distance, apart and overlapping, wherever the
// distance is smooth: where the differences to both sides agree.
func TestGradient(t *testing.T) {
	a, obstacles, err := cell()
	if err != nil {
		t.Fatal(err)
	}
	const h = 1e-6
	r := rand.New(rand.NewPCG(1, 2))
	distance := func(q []float64) float64 {
		if err := a.set(q); err != nil {
			t.Fatal(err)
		}
		c, _ := a.nearest(obstacles)
		return c.Distance
	}
	checked, overlapping := 0, 0
	for range 300 {
		q := []float64{3 * r.Float64(), 2*r.Float64() - 1, 2*r.Float64() - 1}
		d := distance(q)
		c, link := a.nearest(obstacles)
		for i, g := range a.gradient(c, link) {
			was := q[i]
			q[i] = was + h
			up := (distance(q) - d) / h
			q[i] = was - h
			down := (d - distance(q)) / h
			q[i] = was
			if math.Abs(up-down) > 1e-4 {
				continue // a kink: another pair or another feature is nearest on the other side
			}
			checked++
			if d < 0 {
				overlapping++
			}
			if math.Abs(g-(up+down)/2) > 1e-5 {
				t.Errorf("joint %d at %v: gradient %v, differences %v and %v", i, q, g, up, down)
			}
		}
	}
	if checked < 800 || overlapping < 100 {
		t.Errorf("only %d derivatives checked, %d of them in overlaps", checked, overlapping)
	}
}
