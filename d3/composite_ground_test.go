package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestRisesDenies: where a leaf climbs from a corner or an edge along a normal, as the quick look
// says, the whole ground denies that normal. Most normals that the ground denies are seen so.
func TestRisesDenies(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 16))
	quick, denied := 0, 0
	for turn := range 400 {
		w := 4 + r.IntN(4)
		heights := make([][]float64, w)
		for i := range heights {
			for range w {
				h := r.NormFloat64()
				if turn%3 == 0 { // with faces in one plane
					h = float64(r.IntN(2))
				}
				heights[i] = append(heights[i], h*[]float64{1, 1e-3, 1e-9, 1e6}[turn%4])
			}
		}
		s, err := NewHeightField(1, 1, heights)
		if err != nil {
			t.Fatal(err)
		}
		u := mustPlace(t, s, Pose{}).union()
		off := float64(0x1p-36)
		var g ground
		var f facet
		for range 200 {
			u.from.facet(int32(r.IntN(int(u.count()))), &f)
			n := randomPoint(r).Unit()
			if r.IntN(2) == 0 {
				n = f.normal()
				if r.IntN(2) == 0 {
					n = n.Add(randomPoint(r).Scale(math.Ldexp(1, -r.IntN(45)))).Unit()
				}
			}
			i := r.IntN(3)
			x := tile{n: 1 + r.IntN(2)}
			x.c[0].vertex, x.c[1].vertex = f.at[i], f.at[(i+1)%3]
			p := f.p[i]
			if x.n == 2 {
				p = p.Scale(0.5).Add(f.p[(i+1)%3].Scale(0.5))
			}
			rises := g.rises(u, &x, p, n, off)
			g.find(u, p, off)
			allowed := g.allows(n, false)
			if rises && allowed {
				t.Fatalf("turn %d: %v at %v, of %d corners, climbs and is allowed", turn, n, p, x.n)
			}
			if !allowed {
				denied++
			}
			if rises {
				quick++
			}
		}
	}
	if quick < denied*6/10 || denied < 1000 {
		t.Errorf("%d of %d seen at once", quick, denied)
	}
}

// TestManifoldOverPeaks: a box that reaches down over two peaks of a surface has a point at each,
// as deep as its peak is high above the box's side, however much lower the other one is.
func TestManifoldOverPeaks(t *testing.T) {
	for _, lower := range []float64{1, 0.875, 0.8125} {
		var v []Vec
		var tr [][3]int
		for i, h := range []float64{1, lower} {
			x, k := 4*float64(i), len(v)
			v = append(v, Vec{x, 0, h}, Vec{x - 1, -1, 0}, Vec{x + 1, -1, 0}, Vec{x + 1, 1, 0}, Vec{x - 1, 1, 0})
			tr = append(tr, [3]int{k, k + 1, k + 2}, [3]int{k, k + 2, k + 3}, [3]int{k, k + 3, k + 4}, [3]int{k, k + 4, k + 1})
		}
		m, err := NewMesh(v, tr, MeshOptions{})
		if err != nil {
			t.Fatal(err)
		}
		ground, body := mustPlace(t, m, Pose{}), mustPlace(t, Box{Size: Vec{20, 20, 4}}, Pose{Pos: Vec{2, 0, 2.75}})
		rel, mf := Touch(ground, body)
		if rel != collide.Overlapping || mf.N != 2 || mf.Normal != (Vec{0, 0, 1}) {
			t.Fatalf("%v with %d points, along %v", rel, mf.N, mf.Normal)
		}
		for _, p := range mf.Points[:mf.N] {
			want := Vec{0, 0, 1}
			if p.PointA.X > 2 {
				want = Vec{4, 0, lower}
			}
			if p.PointA.Sub(want).Len() > 1e-12 || math.Abs(p.Distance-(0.75-want.Z)) > 1e-12 {
				t.Errorf("a point at %v, %v deep; the peak is at %v", p.PointA, -p.Distance, want)
			}
		}
	}
}
