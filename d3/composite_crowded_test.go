package d3_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d3"
)

// TestCrowded: the number of pairs of parts whose boxes meet is that of brute force, in either
// order, for boxes on a lattice, where boxes meet or are apart by a good part of their size; it is
// the answer however many pairs are asked for, and a body apart or without parts is no crowd.
func TestCrowded(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 30))
	q := must(d3.NewQuery(d3.Options{}))(t)
	draw := func(n int) ([]d3.AABB, *d3.Compound) {
		var boxes []d3.AABB
		var parts []d3.Part
		for range n {
			size := d3.Vec{X: float64(1 + r.IntN(3)), Y: float64(1 + r.IntN(3)), Z: float64(1 + r.IntN(3))}
			at := d3.Vec{X: float64(r.IntN(8)), Y: float64(r.IntN(8)), Z: float64(r.IntN(8))}
			size = size.Sub(d3.Vec{X: 0.25, Y: 0.25, Z: 0.25})
			part := d3.Part{Shape: d3.Box{Size: size}, Pose: d3.Pose{Pos: at}}
			boxes, parts = append(boxes, placeOrFail(t, part.Shape, part.Pose).AABB()), append(parts, part)
		}
		return boxes, mustCompound(t, parts)
	}
	crowds := 0
	for range 200 {
		x, a := draw(1 + r.IntN(40))
		y, b := draw(1 + r.IntN(40))
		n := 0
		for i := range x {
			for j := range y {
				if x[i].Overlaps(y[j]) {
					n++
				}
			}
		}
		shift := d3.Pose{Pos: d3.Vec{X: 3, Y: -5, Z: 1}}
		oa, ob := placeOrFail(t, a, shift), placeOrFail(t, b, shift)
		for most := range n + 3 {
			if got := q.Crowded(oa, ob, most); got != (n > most) || q.Crowded(ob, oa, most) != got {
				t.Fatalf("%d pairs: more than %d is %v", n, most, got)
			}
		}
		if n > 10 {
			crowds++
		}
		far := placeOrFail(t, b, d3.Pose{Pos: d3.Vec{X: 100}})
		if q.Crowded(oa, far, 0) || !q.Crowded(oa, oa, len(x)-1) {
			t.Fatal("bodies apart are a crowd, or a body with itself is none")
		}
	}
	if crowds < 50 {
		t.Errorf("%d crowds", crowds)
	}
	ball := placeOrFail(t, d3.Sphere{Radius: 1}, d3.Pose{})
	if !q.Crowded(ball, ball, 0) || q.Crowded(ball, ball, 1) || !q.Crowded(ball, ball, -1) {
		t.Error("a ball in a ball is one pair")
	}
}
