package world

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// TestBulletStops moves a small fast body through a thin wall: it has an impact, and with Leave it
// is left before the wall.
func TestBulletStops(t *testing.T) {
	w := newWorld(t, Options{})
	wall := add(t, w, board(0.01, 4), d3.Pose{Pos: at(5, 0)}, Body{Kind: Static})
	add(t, w, board(0.01, 4), d3.Pose{Pos: at(7, 0)}, Body{Kind: Static})
	add(t, w, board(0.01, 4), d3.Pose{Pos: at(3, 0)}, Body{Sensor: true})
	bullet := add(t, w, cube(0.1), d3.Pose{}, Body{Fast: true})
	w.Step(StepOptions{Leave: true})
	for range 2 {
		must(t, w.Move(bullet, d3.Pose{Pos: at(10, 0)}))
		w.Step(StepOptions{Leave: true})
		hits := slices.Collect(w.Impacts())
		x := w.Object(bullet).Pose().Pos.X
		if len(hits) != 1 || hits[0].Other != wall || hits[0].Verdict != collide.Hit || !(x > 4.9 && x < 4.945+1e-7) {
			t.Fatalf("%+v at %v", hits, x)
		}
	}
	// It rests on the wall and slides along it, and then leaves.
	for _, p := range []d3.Vec{at(4.945, 0.5), at(2, 0)} {
		must(t, w.Move(bullet, d3.Pose{Pos: p}))
		w.Step(StepOptions{Leave: true})
		if hits := slices.Collect(w.Impacts()); len(hits) > 0 {
			t.Errorf("to %v: %+v", p, hits)
		}
	}
	must(t, w.Ignore(bullet, wall, true))
	must(t, w.Move(bullet, d3.Pose{Pos: at(6, 0)}))
	w.Step(StepOptions{Leave: true})
	if hits := slices.Collect(w.Impacts()); len(hits) > 0 || w.Object(bullet).Pose().Pos != at(6, 0) {
		t.Errorf("through what it ignores: %+v", hits)
	}
}

// TestFastBodiesMeet moves two bodies through each other, which their new poses do not tell.
func TestFastBodiesMeet(t *testing.T) {
	w := newWorld(t, Options{})
	a := add(t, w, cube(1), d3.Pose{}, Body{Fast: true})
	b := add(t, w, cube(1), d3.Pose{Pos: at(10, 0)}, Body{Fast: true})
	must(t, w.Move(a, d3.Pose{Pos: at(10, 0)}))
	must(t, w.Move(b, d3.Pose{}))
	w.Step(StepOptions{Leave: true})
	hits := slices.Collect(w.Impacts())
	if len(hits) != 2 || hits[0].Body != a || hits[1].Body != b || hits[0].T != hits[1].T || hits[0].Normal.X != 1 {
		t.Fatalf("%+v", hits)
	}
	if gap := w.Object(b).Pose().Pos.X - w.Object(a).Pose().Pos.X; !(gap > 1-1e-6 && gap < 1+1e-6) {
		t.Errorf("left at a distance of %v", gap)
	}
}

// TestStaticBodiesPass: a static body that is fast and is moved has an impact with moving bodies
// alone, as pairs have.
func TestStaticBodiesPass(t *testing.T) {
	w := newWorld(t, Options{})
	gate := add(t, w, cube(1), d3.Pose{}, Body{Kind: Static, Fast: true})
	add(t, w, cube(1), d3.Pose{Pos: at(3, 0)}, Body{Kind: Static})
	crate := add(t, w, cube(1), d3.Pose{Pos: at(6, 0)}, Body{})
	must(t, w.Move(gate, d3.Pose{Pos: at(10, 0)}))
	w.Step(StepOptions{Leave: true})
	hits := slices.Collect(w.Impacts())
	if x := w.Object(gate).Pose().Pos.X; len(hits) != 1 || hits[0].Other != crate || !(x > 4.99 && x < 5.01) {
		t.Errorf("%+v at %v", hits, x)
	}
}

// TestHalfTurn turns a long body by half a turn in one step, of which neither way is the shorter:
// it takes one of them, and meets the post that stands there.
func TestHalfTurn(t *testing.T) {
	w := newWorld(t, Options{})
	for _, y := range []float64{2, -2} {
		add(t, w, cube(0.5), d3.Pose{Pos: at(0, y)}, Body{Kind: Static})
	}
	bar := add(t, w, board(6, 0.5), d3.Pose{}, Body{Fast: true})
	must(t, w.Move(bar, d3.Pose{Rot: upsideDown(t)}))
	w.Step(StepOptions{})
	if hits := slices.Collect(w.Impacts()); len(hits) != 1 || hits[0].Body != bar || !(hits[0].T > 0.2 && hits[0].T < 0.5) {
		t.Errorf("%+v", hits)
	}
}

// TestImpactsAgainstBruteForce compares impacts with those of each fast body with each other body.
func TestImpactsAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	found := 0
	for range 30 {
		w := newWorld(t, Options{Workers: 1})
		for k := range 25 {
			b := randomBody(r)
			b.Fast = k%3 == 0
			add(t, w, randomShape(t, r), randomPose(t, r, 8), b)
		}
		motions := map[Handle]d3.Motion{}
		starts := map[Handle]d3.Object{}
		for h := range w.Bodies() {
			starts[h] = *w.Object(h)
			if p := randomPose(t, r, 8); r.IntN(3) > 0 {
				m, err := d3.NewMotionTo(w.Object(h).Pose(), p, collide.Slerp)
				must(t, err)
				motions[h] = m
				must(t, w.Move(h, p))
			}
		}
		var want []BodyImpact
		for a := range w.Bodies() {
			ma, moves := motions[a]
			if x := w.find(a); !x.fast || !moves || x.sensor {
				continue
			}
			var best BodyImpact
			for b := range w.Bodies() {
				x, y := w.find(a), w.find(b)
				if a == b || y.sensor || !x.filter.allows(&y.filter) || x.kind == Static && y.kind == Static {
					continue
				}
				oa, ob, mb := starts[a], starts[b], motions[b]
				im, err := new(d3.Query).TimeOfImpact(&oa, &ma, &ob, &mb, d3.ImpactOptions{Deepening: true})
				must(t, err)
				if im.Verdict != collide.Miss && (best.Body == 0 || im.T < best.T) {
					best = BodyImpact{a, b, im}
				}
			}
			if best.Body != 0 {
				want = append(want, best)
			}
		}
		w.Step(StepOptions{})
		if got := slices.Collect(w.Impacts()); !slices.Equal(got, want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
		found += len(want)
	}
	if found < 50 {
		t.Errorf("only %d impacts", found)
	}
}

// rush returns a World of bodies of which half are fast, with two poses for each.
func rush(t testing.TB, n, workers int) (w *World[int], handles []Handle, poses [2][]d3.Pose) {
	t.Helper()
	r := rand.New(rand.NewPCG(21, 22))
	w = newWorld(t, Options{Workers: workers})
	side := math.Cbrt(float64(n))
	for k := range n {
		b := randomBody(r)
		b.Fast = k%2 == 0
		h := add(t, w, randomShape(t, r), randomPose(t, r, 1.5*side), b)
		p := w.Object(h).Pose()
		to := randomPose(t, r, 1)
		to.Pos = p.Pos.Add(randomVec(r).Scale(2))
		handles, poses[0], poses[1] = append(handles, h), append(poses[0], p), append(poses[1], to)
	}
	return w, handles, poses
}

// TestImpactsOfWorkers holds that any number of workers finds the same impacts, leaves bodies where
// they are, and that Take is asked the same questions in the same order.
func TestImpactsOfWorkers(t *testing.T) {
	type result struct {
		hits  []BodyImpact
		poses []d3.Pose
		asked [][2]Handle
	}
	var want result
	for _, workers := range []int{1, 2, 5} {
		w, handles, poses := rush(t, 200, workers)
		var got result
		for k := range 4 {
			must(t, w.MoveAll(handles, poses[(k+1)%2]))
			w.Step(StepOptions{Leave: k%2 == 0, Take: func(a, b Handle) bool {
				got.asked = append(got.asked, [2]Handle{a, b})
				return (a+b)%7 > 0
			}})
			got.hits = slices.AppendSeq(got.hits, w.Impacts())
			for h := range w.Bodies() {
				got.poses = append(got.poses, w.Object(h).Pose())
			}
		}
		if workers == 1 {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: %d impacts, want %d, or others", workers, len(got.hits), len(want.hits))
		}
	}
	if len(want.hits) < 100 {
		t.Errorf("only %d impacts", len(want.hits))
	}
}

// TestImpactAllocations steps a World in which fast bodies hit others in each step.
func TestImpactAllocations(t *testing.T) {
	for _, workers := range []int{1, 2} {
		w, handles, poses := rush(t, 100, workers)
		n, hits := 0, 0
		frame := func() {
			n++
			must(t, w.MoveAll(handles, poses[n%2]))
			w.Step(StepOptions{Leave: true})
			hits += len(w.way.list)
		}
		for range 10 {
			frame()
		}
		if got := testing.AllocsPerRun(10, frame); got > 0 && !raceEnabled {
			t.Errorf("%d workers: %v allocations a step", workers, got)
		}
		if hits < 100 {
			t.Errorf("only %d impacts", hits)
		}
	}
}

// BenchmarkImpacts steps 2000 bodies, half of them fast, with one worker and with all.
func BenchmarkImpacts(b *testing.B) {
	for _, workers := range []int{1, 0} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			w, handles, poses := rush(b, 2000, workers)
			n := 0
			for b.Loop() {
				n++
				must(b, w.MoveAll(handles, poses[n%2]))
				w.Step(StepOptions{})
			}
		})
	}
}
