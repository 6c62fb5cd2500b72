package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/num"
)

// The faces close the surface: every edge is in two faces, once either way round, and Euler's
// formula holds.
func TestHullFacesClose(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for n := range 300 {
		points := make([]Vec, 4+rng.IntN(40))
		for i := range points {
			points[i] = Vec{rng.Float64(), rng.Float64(), rng.Float64()}
			if n%3 == 0 { // a lattice: many coplanar points
				points[i] = Vec{float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4))}
			}
		}
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		if h.dim < 3 {
			continue
		}
		f := h.faceTable()
		if got := len(h.points) - len(f.ends) + len(f.normal); got != 2 {
			t.Fatalf("hull %d: V - E + F = %d", n, got)
		}
		seen := map[[2]int32]bool{}
		for i := range f.normal {
			loop := f.corners[f.start[i]:f.start[i+1]]
			for k, a := range loop {
				e := [2]int32{a, loop[(k+1)%len(loop)]}
				if seen[e] {
					t.Fatalf("hull %d: edge %v twice", n, e)
				}
				seen[e] = true
				if got := f.ends[f.leaving[int(f.start[i])+k]]; got != [2]int32{min(e[0], e[1]), max(e[0], e[1])} {
					t.Fatalf("hull %d: edge %v has the ends %v", n, e, got)
				}
			}
			for _, p := range h.local {
				if d := f.normal[i].Dot(p.Sub(h.local[loop[0]])); d > 1e-6*h.radius {
					t.Fatalf("hull %d: a vertex %v outside face %d", n, d, i)
				}
			}
		}
		for e := range seen {
			if !seen[[2]int32{e[1], e[0]}] {
				t.Fatalf("hull %d: edge %v has no other side", n, e)
			}
		}
	}
}

// A box turned in floating point has six faces, whatever its exact hull has; so has one rounded to
// float32.
func TestHullFacesJoin(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	triangles := 0
	for n := range 200 {
		r, err := NewRPY(rng.Float64(), rng.Float64(), rng.Float64())
		if err != nil {
			t.Fatal(err)
		}
		unit := math.Ldexp(1, rng.IntN(200)-100)
		size := Vec{0.1 + rng.Float64(), 0.1 + rng.Float64(), 0.1 + rng.Float64()}.Scale(unit)
		var points []Vec
		for i := range int32(8) {
			p := r.Apply(Vec{float64(size.X * num.Sign(i)), float64(size.Y * num.Sign(i>>1)), float64(size.Z * num.Sign(i>>2))})
			if n%2 == 0 {
				p = Vec{float64(float32(p.X)), float64(float32(p.Y)), float64(float32(p.Z))}
			}
			points = append(points, p)
		}
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		if h.faceTable().start[1] == 3 {
			triangles++
		}
		if len(h.faceTable().normal) != 6 || len(h.faceTable().ends) != 12 {
			t.Fatalf("box %d has %d faces, %d edges", n, len(h.faceTable().normal), len(h.faceTable().ends))
		}
	}
	if triangles > 0 {
		t.Errorf("%d boxes have a triangle", triangles)
	}
}

// Flat hulls have two faces, segments one edge, points nothing.
func TestHullFacesFlat(t *testing.T) {
	for _, c := range []struct {
		points       []Vec
		faces, edges int
	}{
		{[]Vec{{1, 2, 3}}, 0, 0},
		{[]Vec{{1, 2, 3}, {2, 2, 3}}, 0, 1},
		{[]Vec{{1, 2, 3}, {2, 2, 3}, {2, 4, 3}}, 2, 3},
		{[]Vec{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, 2, 4},
	} {
		h, err := NewHull(c.points)
		if err != nil {
			t.Fatal(err)
		}
		if len(h.faceTable().normal) != c.faces || len(h.faceTable().ends) != c.edges {
			t.Errorf("%v: %d faces, %d edges", c.points, len(h.faceTable().normal), len(h.faceTable().ends))
		}
		if c.faces == 2 && h.faceTable().normal[0] != h.faceTable().normal[1].Neg() {
			t.Errorf("%v: normals %v", c.points, h.faceTable().normal)
		}
	}
}
