package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/decided"
)

func FuzzCastRay(f *testing.F) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		data := make([]byte, 40+rng.IntN(160))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &input{data}
		a, ok := in.object(t)
		if !ok {
			return
		}
		from, dir, limit := in.vec(), in.vec(), in.number()
		if in.byte()%2 == 0 {
			limit = math.Inf(1)
		}
		r, err := d3.NewRay(from, dir, limit)
		if err != nil {
			return
		}
		h := d3.CastRay(&a, &r)
		if d3.CastRay(&a, &r) != h {
			t.Fatal("the second answer differs from the first")
		}
		old := d3.Vec{X: 7, Y: 8, Z: 9}
		into := d3.RayHit{
			Verdict: collide.Unsure, T: 7, Lower: 7, Upper: 7, Exit: 7, HasExit: true, Normal: old, Point: old,
			Feature: 7, Part: 7, Triangle: 7, Status: collide.Limit, Iterations: 7,
		}
		if new(d3.Query).CastRayInto(&into, &a, &r); into != h {
			t.Fatalf("%+v into a used answer, %+v", into, h)
		}
		checkHit(t, &r, limit, h)
		// A segment whose ends are doubles is a body too.
		if s, err := d3.NewHull([]d3.Vec{from, r.At(limit)}); err == nil && limit == 1 && from.Add(dir).Sub(from) == dir && from.Add(dir).Sub(dir) == from {
			if o, err := d3.Place(s, d3.Pose{}); err == nil {
				rel := d3.Relate(&a, &o)
				if rel != collide.Undecided && h.Verdict != collide.Unsure && decided.Verdict(rel) != h.Verdict {
					t.Fatalf("%+v, and the segment is %v", h, rel)
				}
			}
		}
	})
}

// checkHit checks what holds for the answer about any ray.
func checkHit(t *testing.T, r *d3.Ray, limit float64, h d3.RayHit) {
	t.Helper()
	if h.Verdict == collide.Miss {
		if h != (d3.RayHit{Verdict: collide.Miss, Part: -1, Triangle: -1, Status: h.Status, Iterations: h.Iterations}) {
			t.Fatalf("a miss with %+v", h)
		}
		return
	}
	if !(0 <= h.Lower && h.Lower <= h.T && h.T <= h.Upper && h.T <= limit && h.Upper <= math.MaxFloat64) {
		t.Fatalf("T out of order: %+v", h)
	}
	if h.HasExit && !(h.T <= h.Exit && h.Exit <= limit && h.Exit <= math.MaxFloat64) || !h.HasExit && h.Exit != 0 {
		t.Fatalf("exit out of order: %+v", h)
	}
	if l := h.Normal.Len(); h.Normal != (d3.Vec{}) && !(math.Abs(l-1) <= 8*0x1p-53) {
		t.Fatalf("a normal of length %v: %+v", l, h)
	}
	if h.Point != r.At(h.T) {
		t.Fatalf("the point is not that at T: %+v", h)
	}
}
