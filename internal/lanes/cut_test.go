package lanes

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawCut returns the cut box of some points, its centre being one of them now and then.
func drawCut(r *rand.Rand) (c Cut) {
	for k := range 2*CutMiddle + 1 {
		c[k] = float32(math.Inf(-1))
	}
	for range 1 + r.IntN(4) {
		p := [3]float32{single(r), single(r), single(r)}
		for k := range 2*CutMiddle + 1 {
			c[k] = max(c[k], float32(k%3-1)*p[0]+float32(k/3%3-1)*p[1]+float32(k/9-1)*p[2])
		}
		copy(c[CutCentre:], p[:])
	}
	return c
}

// TestCutGapsAgree holds CutGaps, by vectors where the processor has them, to plain Go, bit for
// bit.
func TestCutGapsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(20261127, 2))
	var none, inside, outside int
	for turn := range 200000 {
		s := drawSight(r)
		if turn%50 == 0 {
			s.At = [3]float64{}
		}
		a, b, c, d := drawCut(r), drawCut(r), drawCut(r), drawCut(r)
		if turn%50 == 0 {
			copy(c[CutCentre:], []float32{0, 0, 0})
			copy(b[CutCentre:], []float32{0, 0, 0})
		}
		want := [4]float64{s.cutGap(&a, &c), s.cutGap(&b, &c), s.cutGap(&a, &d), s.cutGap(&b, &d)}
		if got := s.CutGaps(&a, &b, &c, &d); !same(got, want) {
			t.Fatalf("turn %d: %v; plain Go gives %v", turn, got, want)
		}
		for _, g := range want {
			switch {
			case math.IsInf(g, -1):
				none++
			case g <= 0:
				inside++
			default:
				outside++
			}
		}
	}
	if min(inside, outside) < 10000 || none < 1000 {
		t.Errorf("%d gaps have no direction, %d are negative, %d positive", none, inside, outside)
	}
}

// TestCutReach holds the reach of a cut box to its definition: no less than any point in it has
// along the direction, and as much where the points are its faces', edges' and corners' own.
func TestCutReach(t *testing.T) {
	r := rand.New(rand.NewPCG(20261127, 3))
	for turn := range 100000 {
		c := Cut{}
		for k := range 2*CutMiddle + 1 {
			c[k] = float32(math.Inf(-1))
		}
		var points [3][3]float64
		for i := range points {
			p := &points[i]
			for k := range p { // so that all sums are exact
				p[k] = float64(r.IntN(1<<10)-1<<9) / 4
			}
			for k := range 2*CutMiddle + 1 {
				c[k] = max(c[k], float32(float64(k%3-1)*p[0]+float64(k/3%3-1)*p[1]+float64(k/9-1)*p[2]))
			}
		}
		v := [3]float64{float64(r.IntN(9) - 4), float64(r.IntN(9) - 4), float64(r.IntN(9) - 4)}
		most, sum := math.Inf(-1), 0.0
		for _, p := range points {
			most = max(most, v[0]*p[0]+v[1]*p[1]+v[2]*p[2])
		}
		own := true // v is one of the directions, times a number
		for k := range v {
			sum = max(sum, math.Abs(v[k]))
		}
		for k := range v {
			own = own && (v[k] == 0 || math.Abs(v[k]) == sum)
		}
		if got := c.reach(v[0], v[1], v[2]); got < most || own && got != most {
			t.Fatalf("turn %d: %v along %v, the points %v", turn, got, v, most)
		}
	}
}

// BenchmarkCutGaps times the bounds of four pairs of cut boxes.
func BenchmarkCutGaps(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var box [4]Cut
	for i := range box {
		box[i] = drawCut(r)
	}
	s, sum := tiltedSight(), 0.0
	b.Run("vectors", func(b *testing.B) {
		for b.Loop() {
			g := s.CutGaps(&box[0], &box[1], &box[2], &box[3])
			sum += g[0]
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			sum += s.cutGap(&box[0], &box[2]) + s.cutGap(&box[1], &box[2]) + s.cutGap(&box[0], &box[3]) + s.cutGap(&box[1], &box[3])
		}
	})
}
