package d3

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// circleOf returns n points around the z axis, at the turns (i + shift)/n.
func circleOf(n int, radius, z, shift float64) []Vec {
	p := make([]Vec, n)
	for i := range p {
		s, c := math.Sincos(2 * math.Pi * (float64(i) + shift) / float64(n))
		p[i] = Vec{radius * c, radius * s, z}
	}
	return p
}

// parabolas returns n points on two parabolas in parallel planes, on a lattice.
func parabolas(n int) []Vec {
	var p []Vec
	for i := range n / 2 {
		x := float64(i - n/4)
		p = append(p, Vec{x, x * x, 0}, Vec{x, x * x, 1e6})
	}
	return p
}

// longRims are sets of n points of whose hulls some faces have thousands of corners.
func longRims(n int) []struct {
	why    string
	points []Vec
} {
	r := rand.New(rand.NewPCG(21, 22))
	prism := slices.Concat(circleOf(n/2, 1, 0, 0), circleOf(n/2, 1, 1, 0))
	mixed := slices.Clone(prism)
	r.Shuffle(n, func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	turned := each(prism, func(v Vec) Vec { return Vec{0.6*v.X - 0.8*v.Z, v.Y, 0.8*v.X + 0.6*v.Z} })
	var tower []Vec
	for i := range 10 {
		tower = append(tower, circleOf(n/10, 1, float64(i), 0)...)
	}
	return []struct {
		why    string
		points []Vec
	}{
		{"a prism", prism},
		{"a prism, its corners in any order", mixed},
		{"a prism turned, its ends flat only up to rounding", turned},
		{"an antiprism", slices.Concat(circleOf(n/2, 1, 0, 0), circleOf(n/2, 1, 1, 0.5))},
		{"a frustum", slices.Concat(circleOf(n/2, 1, 0, 0), circleOf(n/2, 0.5, 1, 0))},
		{"a cone", append(circleOf(n-1, 1, 0, 0), Vec{0, 0, 1})},
		{"two cones", append(circleOf(n-2, 1, 0, 0), Vec{0, 0, 1}, Vec{0.1, 0, -1})},
		{"a drum of ten rings, those between within rounding of its side", tower},
		{"two parabolas on a lattice", parabolas(n)},
		{"the same at 1e-9 and 1e3 to 1", each(parabolas(n), func(v Vec) Vec { return Vec{1e-9 * v.X, 1e3 * v.Y, v.Z} })},
	}
}

// TestHullOfLongRims counts the faces that are made for points: of a sphere's six to eight a point.
// With the newest faces first the 20 000 corners of a prism took 80 each, four times as many
// corners 300 each, and ten seconds.
func TestHullOfLongRims(t *testing.T) {
	raced.Skip(t)
	for _, tt := range longRims(newestFirst + 4000) {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			seed, dim := firstSimplex(tt.points)
			if dim != 3 {
				t.Fatal("flat")
			}
			q := build(tt.points, seed)
			n := len(tt.points)
			t.Logf("%.2f faces a point", float64(q.made)/float64(n))
			if q.made > (newestMost+8)*(n+newestSpare) {
				t.Errorf("%d faces were made for %d points", q.made, n)
			}
		})
	}
}

// TestHullOrdersAgree holds the facets of hulls that grow at their newest faces, which prove
// nothing of each other, against those of hulls that grow at their oldest ones.
func TestHullOrdersAgree(t *testing.T) {
	raced.Skip(t)
	sets := longRims(2000)
	for _, s := range hardSets() {
		sets = append(sets, struct {
			why    string
			points []Vec
		}{s.why, s.points})
	}
	solid := 0
	for _, tt := range sets {
		p := scaleToUnit(tt.points)
		seed, dim := firstSimplex(p)
		if dim < 3 {
			continue
		}
		solid++
		oldest, newest := newQuick(p, 0), newQuick(p, 1<<16)
		if !oldest.run(seed) || !newest.run(seed) {
			t.Fatalf("%s: given up", tt.why)
		}
		if a, b := sortedFacets(oldest.facetsOf()), sortedFacets(newest.facetsOf()); !slices.EqualFunc(a, b, slices.Equal) {
			t.Errorf("%s: %d and %d facets, or others", tt.why, len(a), len(b))
		}
	}
	if solid < 20 {
		t.Errorf("only %d sets are solid", solid)
	}
}

// sortedFacets returns the facets in order, each from its least corner on.
func sortedFacets(facets [][]int32) [][]int32 {
	for i, f := range facets {
		k := slices.Index(f, slices.Min(f))
		facets[i] = slices.Concat(f[k:], f[:k])
	}
	slices.SortFunc(facets, slices.Compare)
	return facets
}
