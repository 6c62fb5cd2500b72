package d3

import (
	"math"
	"math/rand/v2"
	"testing"
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
