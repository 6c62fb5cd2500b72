package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// TestDeepeningOfTheWhole: two bodies of two boxes each. The first boxes overlap by 0.3 and slide
// along each other; the second overlap by 0.1, and by 0.1 + t after the time t. The signed distance
// of the bodies is that of the deepest parts, so they are deeper than at the start from 0.2 on, and
// not from the start, when the second boxes begin to go deeper.
func TestDeepeningOfTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 21))
	var q d2.Query
	size := func(x, y float64) d2.Box { return d2.Box{Size: d2.Vec{X: x, Y: y}} }
	at := func(x, y float64) d2.Pose { return d2.Pose{Pos: d2.Vec{X: x, Y: y}} }
	two := mustCompound(t, []d2.Part{{Shape: size(2, 1), Pose: at(0, -0.5)}, {Shape: size(2, 1), Pose: at(10, -0.5)}})
	other := mustCompound(t, []d2.Part{{Shape: size(1, 1), Pose: at(0, 0.2)}, {Shape: size(1, 1), Pose: at(8.6, -0.1)}})
	for i := range 60 {
		frame := d2.Pose{}
		if i > 0 {
			frame = anyPose(rng, 5)
		}
		k := math.Exp2(float64(rng.IntN(7) - 3)) // how fast
		a, b := placeOrFail(t, two, frame), placeOrFail(t, other, frame)
		for _, c := range []struct {
			way  float64
			skin float64
			want float64 // below 0: never
		}{
			{1, 0, 0.2}, {0.15, 0, -1}, {-1, 0, -1}, {0.5, 0.05, 0.2},
		} {
			v := frame.Rot.Apply(d2.Vec{X: c.way * k})
			sweep, err := d2.NewSweep(v, 1/k, d2.SweepOptions{Skin: c.skin, Deepening: true})
			if err != nil {
				t.Fatal(err)
			}
			want := c.want / math.Abs(c.way) / k
			h := d2.CastShape(a, b, &sweep)
			wholeOrNot(t, "sweep", h.Verdict, h.Lower, h.Upper, want)
			if n := testing.AllocsPerRun(3, func() { q.CastShape(a, b, &sweep) }); n != 0 && !raceEnabled {
				t.Errorf("%v allocations", n)
			}
			if c.want > 0 && (h.PartA != 1 || h.PartB != 1 || h.T < h.Lower || h.T > h.Upper || h.Normal.Sub(frame.Rot.Apply(d2.Vec{X: -1})).Len() > 1e-9) {
				t.Errorf("%+v", h)
			}
			still, _ := d2.NewSweep(v.Neg(), 1/k, d2.SweepOptions{Skin: c.skin, Deepening: true})
			h = d2.CastShape(b, a, &still)
			wholeOrNot(t, "the other's sweep", h.Verdict, h.Lower, h.Upper, want)
			if c.skin > 0 {
				continue
			}
			m := moving(t, v, 0, d2.Vec{})
			out := impactOf(t, a, &d2.Motion{}, b, m, d2.ImpactOptions{Duration: 1 / k, Deepening: true})
			wholeOrNot(t, "motion", out.Verdict, out.Lower, out.Upper, want)
		}
	}
}

// wholeOrNot checks a verdict and a bracket of the time want, or that there is none below 0.
func wholeOrNot(t *testing.T, name string, v collide.Verdict, lower, upper, want float64) {
	t.Helper()
	switch {
	case want < 0 && v != collide.Miss:
		t.Errorf("%s: %v [%v, %v], want a miss", name, v, lower, upper)
	case want >= 0 && (v != collide.Hit || lower > want*(1+1e-7) || upper < want*(1-1e-12) || upper-lower > 1e-6*want):
		t.Errorf("%s: %v [%v, %v], want %v", name, v, lower, upper, want)
	}
}

// TestDeepeningSwapped: two pairs of boxes overlap by 0.5 each, and one goes deeper at once. Which
// of the two was asked hung on the order of the bodies, and with it whether they were found deeper
// at the start or once that is more than rounding.
func TestDeepeningSwapped(t *testing.T) {
	tall := d2.Box{Size: d2.Vec{X: 1, Y: 3}}
	at := func(x float64) d2.Pose { return d2.Pose{Pos: d2.Vec{X: x}} }
	for _, way := range []float64{1, -1} {
		for _, frame := range []float64{0, 14} { // either body is the first in canonical order
			two := func(x, y float64) *d2.Compound {
				return mustCompound(t, []d2.Part{{Shape: tall, Pose: at(x)}, {Shape: tall, Pose: at(y)}})
			}
			a := placeOrFail(t, two(0, 10), at(0))
			b := placeOrFail(t, two(17.5-frame, 6.5-frame), at(frame-7))
			sweep, err := d2.NewSweep(d2.Vec{X: way}, 1, d2.SweepOptions{Deepening: true})
			if err != nil {
				t.Fatal(err)
			}
			back, err := d2.NewSweep(d2.Vec{X: -way}, 1, d2.SweepOptions{Deepening: true})
			if err != nil {
				t.Fatal(err)
			}
			h, g := d2.CastShape(a, b, &sweep), d2.CastShape(b, a, &back)
			if h.Verdict != collide.Hit || h.Upper > 1e-7 {
				t.Errorf("way %v: %+v", way, h)
			}
			if g.Verdict != h.Verdict || g.T != h.T || g.Lower != h.Lower || g.Upper != h.Upper ||
				g.PartA != h.PartB || g.PartB != h.PartA || g.Normal != h.Normal.Scale(-1).Add(d2.Vec{}) {
				t.Errorf("way %v: %+v, and swapped %+v", way, h, g)
			}
		}
	}
}
