package mesh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/d3"
)

// boxed returns a closed set whose box is as given, and which fills a part of it; turned inside
// where that is below 0.
func boxed(lo, hi d3.Vec, filled float64) d3.MeshPart {
	d := hi.Sub(lo)
	return d3.MeshPart{Box: d3.AABB{Min: lo, Max: hi}, Closed: true, Volume: filled * d.X * d.Y * d.Z}
}

// slowInsideOut is findInsideOut by looking at all pairs.
func slowInsideOut(parts []d3.MeshPart) (list []int) {
	for k := range parts {
		p := &parts[k]
		if !p.Closed || !(p.Volume < 0) {
			continue
		}
		if !slices.ContainsFunc(parts, func(q d3.MeshPart) bool {
			return q.Closed && q.Volume > -p.Volume && q.Box.Contains(p.Box.Min) && q.Box.Contains(p.Box.Max)
		}) {
			list = append(list, k)
		}
	}
	return list
}

// Sets of triangles at which a search for hollows by boxes that meet looks at all pairs, and some
// others.
var hollowSets = map[string]func(rng *rand.Rand, n int) []d3.MeshPart{
	"side by side": func(_ *rand.Rand, n int) (list []d3.MeshPart) {
		for k := range n {
			x := d3.Vec{X: 2 * float64(k)}
			list = append(list, boxed(x, x.Add(d3.Vec{X: 1, Y: 1, Z: 1}), float64(k%2)-0.5))
		}
		return list
	},
	"touching": func(_ *rand.Rand, n int) (list []d3.MeshPart) {
		for k := range n {
			x := d3.Vec{X: float64(k / 2)}
			list = append(list, boxed(x, x.Add(d3.Vec{X: 1, Y: 1, Z: 1}), []float64{0.5, -0.25, 0.5, -0.75}[k%4]))
		}
		return list
	},
	"shells, by turns": func(_ *rand.Rand, n int) (list []d3.MeshPart) {
		for k := range n {
			list = append(list, shellAbout(float64(k+1), float64(k%2)-0.5))
		}
		return list
	},
	"shells, the outer ones turned inside": func(_ *rand.Rand, n int) (list []d3.MeshPart) {
		for k := range n {
			filled := 0.5
			if k >= n/2 {
				filled = -0.5
			}
			list = append(list, shellAbout(float64(k+1), filled))
		}
		return list
	},
	"equal boxes, those turned inside larger": func(rng *rand.Rand, n int) (list []d3.MeshPart) {
		for k := range n {
			list = append(list, shellAbout(1, []float64{0.25, -0.5}[k%2]*(1+rng.Float64())))
		}
		return list
	},
	"in any place": func(rng *rand.Rand, n int) (list []d3.MeshPart) {
		for range n {
			x := d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}
			d := d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}
			p := boxed(x, x.Add(d), rng.Float64()-0.5)
			p.Closed = rng.IntN(8) > 0
			list = append(list, p)
		}
		return list
	},
	"without volume": func(_ *rand.Rand, n int) (list []d3.MeshPart) {
		for k := range n {
			list = append(list, shellAbout(1, []float64{0, math.Copysign(0, -1), -0.5}[k%3]))
		}
		return list
	},
}

// shellAbout returns a closed set about the origin.
func shellAbout(size, filled float64) d3.MeshPart {
	x := d3.Vec{X: size, Y: size, Z: size}
	return boxed(x.Neg(), x, filled)
}

// TestHollowWork: the sets that are turned inside are those that looking at all pairs finds, and
// the work for each of them, counted in sets and branches, does not grow with their number but
// like its logarithm: 32 do for each of 400 and of 12 800.
func TestHollowWork(t *testing.T) {
	for name, sets := range hollowSets {
		for _, n := range []int{1, 2, 5, 9, 400, 12_800} {
			rng := rand.New(rand.NewPCG(91, 92))
			i := Inspection{Defects: d3.MeshReport{Parts: sets(rng, n)}}
			i.findInsideOut(32 * n)
			if i.AtLeast(InsideOut) {
				t.Errorf("%s: %d sets are too much work", name, n)
			}
			if n > 400 {
				continue
			}
			if want := slowInsideOut(i.Defects.Parts); !slices.Equal(i.InsideOut, want) {
				t.Errorf("%s: of %d inside out are %v, want %v", name, n, i.InsideOut, want)
			}
		}
	}
}

// TestHollowEndsEarly: sets of which none lies in another, each by a little, take more than there
// is; what is found then is the beginning of the list, and told as "at least".
func TestHollowEndsEarly(t *testing.T) {
	rng := rand.New(rand.NewPCG(93, 94))
	var parts []d3.MeshPart
	for k := range 4000 {
		s := [6]float64{}
		sum := 0.0
		for n := range s {
			s[n] = 1 + 0.5*rng.Float64()
			sum += s[n]
		}
		grow, filled := 6/sum, 1e-3
		if k%2 == 1 {
			grow, filled = 6.001/sum, -1e-6
		}
		parts = append(parts, boxed(d3.Vec{X: -s[0] * grow, Y: -s[1] * grow, Z: -s[2] * grow},
			d3.Vec{X: s[3] * grow, Y: s[4] * grow, Z: s[5] * grow}, filled))
	}
	whole := Inspection{Defects: d3.MeshReport{Parts: parts}}
	whole.findInsideOut(hollowWork)
	if want := slowInsideOut(parts); whole.AtLeast(InsideOut) || !slices.Equal(whole.InsideOut, want) {
		t.Errorf("%d inside out, want %d", len(whole.InsideOut), len(want))
	}
	part := Inspection{Defects: d3.MeshReport{Parts: parts}}
	part.findInsideOut(20 * len(parts))
	n := len(part.InsideOut)
	if !part.AtLeast(InsideOut) || n == 0 || n == len(whole.InsideOut) || !slices.Equal(part.InsideOut, whole.InsideOut[:n]) {
		t.Errorf("with little work %d of %d, at least: %t", n, len(whole.InsideOut), part.AtLeast(InsideOut))
	}
}
