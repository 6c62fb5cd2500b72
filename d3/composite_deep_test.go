package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// TestDeepeningOfTheWhole: two bodies of two boxes each. The first boxes overlap by 0.3 and slide
// along each other; the second overlap by 0.1, and by 0.1 + t after the time t. The signed distance
// of the bodies is that of the deepest parts, so they are deeper than at the start from 0.2 on, and
// not from the start, when the second boxes begin to go deeper.
func TestDeepeningOfTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 21))
	var q d3.Query
	size := func(x, y float64) d3.Box { return d3.Box{Size: d3.Vec{X: x, Y: y, Z: 4}} }
	at := func(x, y float64) d3.Pose { return d3.Pose{Pos: d3.Vec{X: x, Y: y}} }
	two := mustCompound(t, []d3.Part{{Shape: size(2, 1), Pose: at(0, -0.5)}, {Shape: size(2, 1), Pose: at(10, -0.5)}})
	other := mustCompound(t, []d3.Part{{Shape: size(1, 1), Pose: at(0, 0.2)}, {Shape: size(1, 1), Pose: at(8.6, -0.1)}})
	for i := range 60 {
		frame := d3.Pose{}
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
			v := frame.Rot.Apply(d3.Vec{X: c.way * k})
			sweep, err := d3.NewSweep(v, 1/k, d3.SweepOptions{Skin: c.skin, Deepening: true})
			if err != nil {
				t.Fatal(err)
			}
			want := c.want / math.Abs(c.way) / k
			h := d3.CastShape(a, b, &sweep)
			wholeOrNot(t, "sweep", h.Verdict, h.Lower, h.Upper, want)
			if n := testing.AllocsPerRun(3, func() { q.CastShape(a, b, &sweep) }); n != 0 && !raceEnabled {
				t.Errorf("%v allocations", n)
			}
			if c.want > 0 && (h.PartA != 1 || h.PartB != 1 || h.T < h.Lower || h.T > h.Upper || h.Normal.Sub(frame.Rot.Apply(d3.Vec{X: -1})).Len() > 1e-9) {
				t.Errorf("%+v", h)
			}
			still, _ := d3.NewSweep(v.Neg(), 1/k, d3.SweepOptions{Skin: c.skin, Deepening: true})
			h = d3.CastShape(b, a, &still)
			wholeOrNot(t, "the other's sweep", h.Verdict, h.Lower, h.Upper, want)
			if c.skin > 0 {
				continue
			}
			m := moving(t, v, d3.Vec{}, d3.Vec{})
			out := impactOf(t, a, &d3.Motion{}, b, m, d3.ImpactOptions{Duration: 1 / k, Deepening: true})
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
	tall := d3.Box{Size: d3.Vec{X: 1, Y: 3, Z: 3}}
	at := func(x float64) d3.Pose { return d3.Pose{Pos: d3.Vec{X: x}} }
	for _, way := range []float64{1, -1} {
		for _, frame := range []float64{0, 14} { // either body is the first in canonical order
			two := func(x, y float64) *d3.Compound {
				return mustCompound(t, []d3.Part{{Shape: tall, Pose: at(x)}, {Shape: tall, Pose: at(y)}})
			}
			a := placeOrFail(t, two(0, 10), at(0))
			b := placeOrFail(t, two(17.5-frame, 6.5-frame), at(frame-7))
			sweep, err := d3.NewSweep(d3.Vec{X: way}, 1, d3.SweepOptions{Deepening: true})
			if err != nil {
				t.Fatal(err)
			}
			back, err := d3.NewSweep(d3.Vec{X: -way}, 1, d3.SweepOptions{Deepening: true})
			if err != nil {
				t.Fatal(err)
			}
			h, g := d3.CastShape(a, b, &sweep), d3.CastShape(b, a, &back)
			if h.Verdict != collide.Hit || h.Upper > 1e-7 {
				t.Errorf("way %v: %+v", way, h)
			}
			if g.Verdict != h.Verdict || g.T != h.T || g.Lower != h.Lower || g.Upper != h.Upper ||
				g.PartA != h.PartB || g.PartB != h.PartA || g.Normal != h.Normal.Scale(-1).Add(d3.Vec{}) {
				t.Errorf("way %v: %+v, and swapped %+v", way, h, g)
			}
		}
	}
}

// TestDeepeningInSolid: a ball that starts in a solid and meets none of its triangles goes on until
// it meets one, whatever its way, as in a motion. It was a hit at 0, of a ball that leaves, too.
func TestDeepeningInSolid(t *testing.T) {
	h, err := d3.NewHull(cubeCorners(1))
	if err != nil {
		t.Fatal(err)
	}
	m, err := d3.NewMesh(h.Vertices(), h.Faces(), d3.MeshOptions{Solid: true})
	if err != nil {
		t.Fatal(err)
	}
	ball := placeOrFail(t, d3.Sphere{Radius: 0.125}, d3.Pose{Pos: d3.Vec{X: -0.5, Y: 0.1, Z: 0.2}})
	solid := placeOrFail(t, m, d3.Pose{})
	for _, c := range []struct{ way, want float64 }{{-1, 0.375}, {-0.25, -1}, {0.5, -1}, {2, 0.6875}} {
		v := d3.Vec{X: c.way}
		sweep, err := d3.NewSweep(v, 1, d3.SweepOptions{Deepening: true})
		if err != nil {
			t.Fatal(err)
		}
		back, err := d3.NewSweep(v.Neg(), 1, d3.SweepOptions{Deepening: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []d3.ShapeHit{d3.CastShape(solid, ball, &sweep), d3.CastShape(ball, solid, &back)} {
			wholeOrNot(t, "sweep", got.Verdict, got.Lower, got.Upper, c.want)
		}
		out := impactOf(t, solid, &d3.Motion{}, ball, moving(t, v, d3.Vec{}, d3.Vec{}), d3.ImpactOptions{Deepening: true})
		wholeOrNot(t, "motion", out.Verdict, out.Lower, out.Upper, c.want)
	}
}
