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
	// the way to [-1.5 -0.5 0.4] is clear up to 1.0000
	// the way to [2.0 0.1 0.2] is clear up to 0.0600
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

// No sample of a way that is clear meets an obstacle, nor one before the end of the clear part of
// another, where the arm is next to it.
func TestClear(t *testing.T) {
	a, obstacles, err := cell()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	draw := func() []float64 { return []float64{6*r.Float64() - 3, 2*r.Float64() - 1, 4*r.Float64() - 2} }
	all, part := 0, 0
	for range 200 {
		from, to := draw(), draw()
		distance := func(t float64) (float64, error) {
			q := make([]float64, len(from))
			for i := range q {
				q[i] = from[i] + t*(to[i]-from[i])
			}
			err := a.set(q)
			c, _ := a.nearest(obstacles)
			return c.Distance, err
		}
		end, err := a.clear(from, to, obstacles)
		if err != nil {
			t.Fatal(err)
		}
		if end == 0 {
			if d, err := distance(0); err != nil || d > 1e-4 {
				t.Errorf("from %v to %v: nothing is clear, with %v to spare: %v", from, to, d, err)
			}
			continue
		}
		const samples = 300
		for k := range samples {
			if d, err := distance(end * float64(k) / samples); err != nil || d < 0 {
				t.Fatalf("from %v to %v: clear up to %v, and %v at %v: %v", from, to, end, d, end*float64(k)/samples, err)
			}
		}
		if end == 1 {
			all++
			continue
		}
		part++
		if d, err := distance(end); err != nil || math.Abs(d) > 1e-4 {
			t.Errorf("from %v to %v: clear up to %v, with %v to spare: %v", from, to, end, d, err)
		}
	}
	if all < 20 || part < 20 {
		t.Errorf("%d ways are clear, %d in part", all, part)
	}
}
