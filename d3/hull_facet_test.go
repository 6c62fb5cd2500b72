package d3

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// A facetHull is the hull that NewHull makes of the same points, its table and all, but for the
// side that comes first; however often it is made anew.
func TestFacetHull(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	var f facetHull
	for turn := range 2000 {
		var p [facetCorners]Vec
		scale := math.Ldexp(1, rng.IntN(200)-100)
		for i := range p {
			p[i] = Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Scale(scale)
			if turn%3 == 0 {
				p[i] = Vec{float64(rng.IntN(3)), float64(rng.IntN(3)), float64(rng.IntN(3))}
			}
		}
		n := 1 + turn%3
		h := mustHull(t, p[:n])
		if len(h.points) != n {
			continue
		}
		f.set(&p, n)
		g := &f.Hull
		if g.dim != h.dim || g.center != h.center || g.radius != h.radius || g.box != h.box ||
			!reflect.DeepEqual(g.points, h.points) || !reflect.DeepEqual(g.local, h.local) ||
			!reflect.DeepEqual(g.adjStart, h.adjStart) || len(g.adj) != len(h.adj) ||
			len(g.adj) > 0 && !reflect.DeepEqual(g.adj, h.adj) {
			t.Fatalf("%v: %+v, want %+v", p[:n], g, h)
		}
		x, y := g.faceTable(), h.faceTable()
		if n == 3 && h.faces[0] != g.faces[0] { // the sides are exchanged
			h = &Hull{
				points: h.points, local: h.local, center: h.center, radius: h.radius, dim: 2,
				faces: [][3]int32{{0, 1, 2}}, adjStart: h.adjStart, adj: h.adj,
			}
			y = h.faceTable()
		}
		if n == 3 && y.corners[0] == 2 { // rounding has made the back the larger side
			z := *y
			z.corners = append(slices.Clone(y.corners[3:]), y.corners[:3]...)
			z.leaving = append(slices.Clone(y.leaving[3:]), y.leaving[:3]...)
			z.normal = []Vec{y.normal[1], y.normal[0]}
			y = &z
		}
		if !sameFields(reflect.ValueOf(*x), reflect.ValueOf(*y)) {
			t.Fatalf("%v: table %+v, want %+v", p[:n], x, y)
		}
		if n == 3 && !(x.normal[0].Dot(p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))) > 0) {
			t.Fatalf("%v: face 0 is the back", p)
		}
	}
	p := [facetCorners]Vec{{}, {1, 0, 0}, {0, 1, 0}}
	if k := testing.AllocsPerRun(100, func() {
		f.set(&p, 3)
		f.faceTable()
	}); k != 0 {
		t.Errorf("%v allocations", k)
	}
}

// sameFields reports whether two structs have equal fields, slices of no elements all being equal.
func sameFields(x, y reflect.Value) bool {
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			if !sameFields(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if x.Len() != y.Len() {
			return false
		}
		for i := range x.Len() {
			if !sameFields(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	default:
		return x.Equal(y)
	}
}
