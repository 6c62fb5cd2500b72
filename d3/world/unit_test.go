package world

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/d3"
)

// TestWorldInOtherUnits: a world in a unit a power of two larger or smaller tells the same: pairs,
// relations, numbers of manifolds, impacts, and what rays, shapes and places meet. There lengths
// squared and volumes are no numbers any more.
func TestWorldInOtherUnits(t *testing.T) {
	var want [][]float64
	for _, k := range []int{0, -30, 60, 300, -200, -400, -520, -600, -800} {
		s := math.Ldexp(1, k)
		got := framesIn(t, s)
		if k == 0 {
			if want = got; len(slices.Concat(got...)) < 4000 {
				t.Errorf("%d numbers only", len(slices.Concat(got...)))
			}
		}
		for i := range got {
			if !slices.EqualFunc(got[i], want[i], func(x, y float64) bool { return x == y || math.Abs(x-y) < 1e-6 }) {
				t.Errorf("unit 2^%d, frame %d: %v, want %v", k, i, got[i], want[i])
				break
			}
		}
	}
}

// framesIn returns what the frames of a world in the unit s tell, by numbers in that unit.
func framesIn(t *testing.T, s float64) (frames [][]float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(71, 72))
	w := newWorld(t, Options{Margin: s / 8})
	for range 40 {
		b := randomBody(r)
		b.Fast = r.IntN(3) == 0
		add(t, w, inUnit(t, randomShape(t, r), s), poseIn(randomPose(t, r, 5), s), b)
	}
	for range 40 {
		w.Step(StepOptions{Leave: true})
		var out []float64
		num := func(x ...float64) { out = append(out, x...) }
		for p := range w.Pairs() {
			num(float64(p.A), float64(p.B), float64(p.State), float64(p.Relation), float64(p.Manifolds))
		}
		for i := range w.Impacts() {
			num(float64(i.Body), float64(i.Other), float64(i.Verdict), i.T)
		}
		from, dir := randomPoint(r, 5), randomVec(r)
		ray, err := d3.NewRay(from.Scale(s), dir.Scale(s), 9)
		must(t, err)
		for _, h := range w.AppendRayHits(nil, &ray, Who{}) {
			num(float64(h.Body), h.T)
		}
		o := place(t, inUnit(t, randomShape(t, r), s), poseIn(randomPose(t, r, 5), s))
		sw, err := d3.NewSweep(dir.Scale(s), 9, d3.SweepOptions{})
		must(t, err)
		if h, ok := w.CastShape(&o, &sw, Who{}); ok {
			num(float64(h.Body), h.T)
		}
		for _, n := range w.AppendNearest(nil, &o, 4, Who{}) {
			num(float64(n.Body), n.Distance/s)
		}
		near, err := w.AppendWithin(nil, &o, s, Who{})
		must(t, err)
		for _, n := range near {
			num(float64(n.Body), n.Distance/s)
		}
		at, err := w.AppendAt(nil, from.Scale(s), Who{})
		must(t, err)
		num(float64(len(at)))
		even := Who{Take: func(h Handle) bool { return *w.Value(h)%2 == 0 }}
		odd := Who{Take: func(h Handle) bool { return *w.Value(h)%2 == 1 }}
		if c, ok := w.Clearance(even, odd); ok {
			num(float64(c.A), float64(c.B), c.Contact.Distance/s)
		}
		frames = append(frames, out)
		for _, h := range slices.Collect(w.Bodies()) {
			p := w.Object(h).Pose()
			p.Pos = p.Pos.Add(randomVec(r).Scale(s / 4))
			if r.IntN(3) > 0 {
				must(t, w.Move(h, p))
			}
		}
	}
	return frames
}

// poseIn returns the pose in the unit s.
func poseIn(p d3.Pose, s float64) d3.Pose {
	p.Pos = p.Pos.Scale(s)
	return p
}
