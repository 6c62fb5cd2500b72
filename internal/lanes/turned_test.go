package lanes

import (
	"math"
	"math/rand/v2"
	"testing"
)

// single returns a number of single precision, of those that tell expressions apart.
func single(r *rand.Rand) float32 {
	if r.IntN(2) == 0 {
		return float32(r.IntN(7)-3) / 4
	}
	return float32(math.Ldexp(r.Float64()*2-1, -r.IntN(12)))
}

// drawTurned returns a box, of any quaternion: expressions do not ask for its length.
func drawTurned(r *rand.Rand) (b Turned) {
	b.Q = [4]float32{single(r), single(r), single(r), single(r)}
	b.C = [3]float32{single(r), single(r), single(r)}
	for k := range b.H {
		b.H[k] = 2 * float32(math.Abs(float64(single(r))))
	}
	return b
}

// drawSight returns how drawn boxes see each other, by a direction or not, and up to a limit where
// some are beyond.
func drawSight(r *rand.Rand) (s Sight) {
	for j := range 3 {
		for k := range 3 {
			s.Rot[j][k] = float64(single(r))
		}
		s.At[j] = 2 * float64(single(r))
	}
	s.Own, s.Seen = math.Ldexp(1, r.IntN(5)-2), math.Ldexp(1, r.IntN(5)-2)
	s.Within([]float64{0, 0.25, 1, -0.125, math.Inf(1)}[r.IntN(5)], 0x1p-40)
	if r.IntN(2) == 0 {
		s.Toward(&[3]float64{float64(single(r)), float64(single(r)), float64(single(r))})
	}
	return s
}

// TestGapsAgree holds Gaps and GapsTo, by vectors where the processor has them, to plain Go, bit
// for bit.
func TestGapsAgree(t *testing.T) {
	t.Logf("vectors: %v", vectors)
	r := rand.New(rand.NewPCG(20261127, 1))
	var beyond, inside, outside int
	for turn := range 200000 {
		s := drawSight(r)
		a, b, c, d := drawTurned(r), drawTurned(r), drawTurned(r), drawTurned(r)
		var want [4]float64
		want[0], want[1] = s.pair(&a, &b, &c)
		want[2], want[3] = s.pair(&a, &b, &d)
		got := s.Gaps(&a, &b, &c, &d)
		x, y := s.GapsTo(&a, &b, &c)
		if !same(got, want) || !same([4]float64{x, y}, [4]float64{want[0], want[1]}) {
			t.Fatalf("turn %d: %v, %v and %v; plain Go gives %v", turn, got, x, y, want)
		}
		for _, g := range want {
			switch {
			case math.IsInf(g, 1):
				beyond++
			case g <= 0:
				inside++
			default:
				outside++
			}
		}
	}
	if min(beyond, inside, outside) < 10000 {
		t.Errorf("%d gaps are beyond the limit, %d negative, %d positive", beyond, inside, outside)
	}
}

// same reports whether all bits are the same.
func same(x, y [4]float64) bool {
	for i := range x {
		if math.Float64bits(x[i]) != math.Float64bits(y[i]) {
			return false
		}
	}
	return true
}

// tiltedSight returns how one tree sees another one that is turned about X.
func tiltedSight() (s Sight) {
	s = Sight{Rot: [3][3]float64{{1, 0, 0}, {0, 0.6, 0.8}, {0, -0.8, 0.6}}, Own: 1, Seen: 1}
	s.Within(0, 0)
	return s
}

// BenchmarkGaps times the bounds of four pairs of turned boxes.
func BenchmarkGaps(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var box [4]Turned
	for i := range box {
		box[i] = drawTurned(r)
	}
	s, sum := tiltedSight(), 0.0
	b.Run("vectors", func(b *testing.B) {
		for b.Loop() {
			g := s.Gaps(&box[0], &box[1], &box[2], &box[3])
			sum += g[0]
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			x, _ := s.pair(&box[0], &box[1], &box[2])
			y, _ := s.pair(&box[0], &box[1], &box[3])
			sum += x + y
		}
	})
}
