package d3

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// bumpySurface returns a ball of about n triangles with bumps of a height, turned inside out for a
// negative radius.
func bumpySurface(rng *rand.Rand, n int, radius, height float64) *surface {
	k := int(math.Sqrt(float64(n) / 2))
	var points []Vec
	var tris [][3]int32
	for i := range k + 1 {
		for j := range k {
			a, b := math.Pi*float64(i)/float64(k), 2*math.Pi*float64(j)/float64(k)
			p := Vec{math.Sin(a) * math.Cos(b), math.Sin(a) * math.Sin(b), math.Cos(a)}
			points = append(points, p.Scale(math.Abs(radius)+float64(height*rng.Float64())))
		}
	}
	for i := range k {
		for j := range k {
			a, b := int32(i*k+j), int32(i*k+(j+1)%k)
			c, d := a+int32(k), b+int32(k)
			if radius < 0 {
				b, c = c, b
			}
			tris = append(tris, [3]int32{a, c, b}, [3]int32{b, c, d})
			if radius < 0 {
				tris[len(tris)-1] = [3]int32{b, d, c}
			}
		}
	}
	return newSurface(points, tris)
}

// halfSpace reports whether some direction has a positive product with all normals, by rounds that
// add each normal that has none to the direction: a perceptron.
func halfSpace(normals []Vec) bool {
	w := Vec{}
	for range 2000 {
		bad := false
		for _, n := range normals {
			if !(w.Dot(n) > 0) {
				w, bad = w.Add(n), true
			}
		}
		if !bad {
			return true
		}
	}
	return false
}

// TestOneWay: where groups say that all normals near a point lie in one open half-space, a
// direction is found, and they say so of most smooth surfaces.
func TestOneWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	yes, no := 0, 0
	for turn := range 40 {
		s := bumpySurface(rng, 50+rng.IntN(2000), []float64{0.5, -0.5}[turn%2], []float64{0, 0.001, 0.05}[turn%3])
		for range 60 {
			p := Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
			d, _, _ := s.nearest(p, math.Inf(1))
			far := d + float64(rng.Float64()*0.2)
			var normals []Vec
			for i := range s.tris {
				if f := &s.tris[i]; f.slip > 0 && f.closest(p).Sub(p).Len() <= far {
					normals = append(normals, f.normal)
				}
			}
			if !s.oneWay(p, far) {
				no++
				continue
			}
			yes++
			if !halfSpace(normals) {
				t.Fatalf("turn %d: %d normals within %v of %v lie in no half-space", turn, len(normals), far, p)
			}
		}
	}
	if min(yes, no) < 300 {
		t.Errorf("%d yes, %d no", yes, no)
	}
}

// TestGroups: boxes of groups hold their triangles, and cones the normals.
func TestGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	s := bumpySurface(rng, 3000, 0.5, 0.001)
	wide := 0
	for level, groups := range s.groups() {
		size := groupSize
		for range level {
			size *= groupSize
		}
		for i, g := range groups {
			for _, k := range s.tree.Items()[i*size : min((i+1)*size, len(s.tris))] {
				f := &s.tris[k]
				for _, p := range []Vec{f.a, f.b, f.c} {
					if minVec(p, g.lo) != g.lo || maxVec(p, g.hi) != g.hi {
						t.Fatalf("level %d: %v is not in the box of group %d", level, p, i)
					}
				}
				if f.slip > g.slip || f.slip > 0 && g.axis.Dot(f.normal) < g.cosine-0x1p-50 {
					t.Fatalf("level %d: triangle %d is not in the cone of group %d", level, k, i)
				}
			}
			if g.cosine > 0 && g.cosine < 1 {
				wide++
			}
		}
	}
	if wide < 300 {
		t.Errorf("%d cones", wide)
	}
}

// TestReachFine: a convex mesh whose triangles are much smaller than the concavity takes few cells.
func TestReachFine(t *testing.T) {
	raced.Skip(t)
	s := bumpySurface(rand.New(rand.NewPCG(6, 4)), 40000, 0.5, 0)
	points := make([]Vec, 0, len(s.tris))
	for i := range s.tris {
		points = append(points, s.tris[i].a)
	}
	r := reacher{s: s, stop: func() error { return nil }}
	lower, upper := r.reach(newChunk(points), 0.02, 0.02)
	if !(lower >= 0 && upper <= 0.02) || r.cells > 2000 {
		t.Errorf("bracket %v to %v, after %d cells", lower, upper, r.cells)
	}
}

// BenchmarkDecomposeConvex times a mesh of some 80 000 triangles that is convex.
func BenchmarkDecomposeConvex(b *testing.B) {
	hull := newChunk(onSphere(rand.New(rand.NewPCG(6, 5)), 40000))
	var tris [][3]int
	for _, f := range hull.faces {
		for k := 2; k < len(f); k++ {
			tris = append(tris, [3]int{int(f[0]), int(f[k-1]), int(f[k])})
		}
	}
	for b.Loop() {
		d, err := Decompose(context.Background(), hull.points, tris, DecomposeOptions{Concavity: 0.02})
		if err != nil || len(d.Parts) != 1 {
			b.Fatal(d, err)
		}
	}
}
