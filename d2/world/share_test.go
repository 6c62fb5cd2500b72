package world

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/crew"
	"github.com/collide-go/collide/internal/testkit/faulty"
)

// throng puts as many bodies into worlds as make several runs, about one touching pair a body.
func throng(t testing.TB, r *rand.Rand, plain bool, worlds ...*World[int]) []Handle {
	var handles []Handle
	var sizes [6]d2.Object
	for k := range sizes {
		sizes[k] = place(t, cube(0.3+0.1*float64(k)), d2.Pose{})
	}
	for range 2*crew.Part + 1000 {
		var b Body
		if !plain {
			b = randomBody(r)
		}
		o := sizes[r.IntN(len(sizes))]
		must(t, o.Move(randomPose(t, r, wide)))
		for _, w := range worlds {
			h, err := w.Add(&o, w.Len(), b)
			must(t, err)
			if w == worlds[0] {
				handles = append(handles, h)
			}
		}
	}
	return handles
}

// Worlds of so many bodies that workers share each stage of a step answer with the same bits as one
// worker alone: of bodies that move a little and far, that go and whose places are used again, with
// filters, pairs to ignore, Take and Keep.
func TestWorkersShare(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	one, many := newWorld(t, Options{Workers: 1}), newWorld(t, Options{Workers: 3})
	handles := throng(t, r, false, one, many)
	odd := func(a, b Handle) bool { return (a.place()+b.place())%7 != 0 }
	thin := func(_ *Pair, c *Contact) bool { return c.Manifold.N > 1 }
	frames := 4
	if testing.Short() {
		frames = 2
	}
	for frame := range frames {
		var moved []Handle
		var poses []d2.Pose
		for _, h := range handles {
			if frame%3 == 2 && r.IntN(2) == 0 {
				continue
			}
			p := one.Object(h).Pose()
			p.Pos = p.Pos.Add(randomVec(r).Scale(0.1))
			if r.IntN(20) == 0 {
				p = randomPose(t, r, wide)
			}
			moved, poses = append(moved, h), append(poses, p)
		}
		must(t, errors.Join(one.MoveAll(moved, poses), many.MoveAll(moved, poses)))
		for range 300 {
			k := r.IntN(len(handles))
			h := handles[k]
			o := *one.Object(h)
			must(t, errors.Join(one.Remove(h), many.Remove(h)))
			b := randomBody(r)
			again, err := one.Add(&o, 0, b)
			must(t, err)
			if other, err := many.Add(&o, 0, b); err != nil || other != again {
				t.Fatalf("a body is %v and %v, %v", again, other, err)
			}
			handles[k] = again
		}
		for p := range one.Pairs() {
			if r.IntN(50) == 0 && one.find(p.A) != nil && one.find(p.B) != nil {
				must(t, errors.Join(one.Ignore(p.A, p.B, true), many.Ignore(p.A, p.B, true)))
			}
		}
		opt := StepOptions{}
		if frame%2 == 1 {
			opt = StepOptions{Take: odd, Keep: thin}
		}
		one.Step(opt)
		many.Step(opt)
		if n := len(one.step.records); n < 2*crew.Part {
			t.Fatalf("only %d pairs", n)
		}
		if one.Hash() != many.Hash() || hash(one, true) != hash(many, true) {
			t.Fatalf("frame %d: one worker and three differ", frame)
		}
	}
}

// MoveAll of several workers refuses what that of one does, and moves what that does.
func TestMoveAllOfWorkers(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	one, many := newWorld(t, Options{Workers: 1}), newWorld(t, Options{Workers: 3})
	handles := throng(t, r, true, one, many)
	poses := func() (list []d2.Pose) {
		for range handles {
			list = append(list, randomPose(t, r, wide))
		}
		return list
	}
	same := func(what string, handles []Handle, poses []d2.Pose, want error) {
		t.Helper()
		got, other := many.MoveAll(handles, poses), one.MoveAll(handles, poses)
		if !errors.Is(got, want) || !errors.Is(other, want) || got != nil && got.Error() != other.Error() {
			t.Errorf("%s: the errors are %v and %v", what, got, other)
		}
		if one.Hash() != many.Hash() || !slices.Equal(one.tree.waiting, many.tree.waiting) {
			t.Errorf("%s: the bodies are elsewhere", what)
		}
	}
	same("all", handles, poses(), nil)
	p := poses()
	for i := range p {
		if i%3 == 0 {
			p[i] = one.Object(handles[i]).Pose()
		}
	}
	same("some stay", handles, p, nil)
	twice := slices.Clone(handles)
	twice[5000] = twice[15000]
	same("one twice", twice, poses(), nil)
	gone := handles[9000]
	must(t, errors.Join(one.Remove(gone), many.Remove(gone)))
	same("one is gone", handles, poses(), ErrUnknown)
	h := slices.Delete(slices.Clone(handles), 9000, 9001)
	p = poses()[:len(h)]
	p[12000].Pos.X = math.NaN()
	same("no number", h, p, collide.ErrNotFinite)
	same("beyond", append(h, makeHandle(1<<20, 1)), append(poses()[:len(h)], d2.Pose{}), ErrUnknown)
	for _, w := range []*World[int]{one, many} {
		add(t, w, bean{}, d2.Pose{}, Body{})
	}
	same("a shape of the user's own", slices.Collect(one.Bodies()), poses()[:one.Len()], nil)
}

// A step of several workers over many bodies allocates nothing once its memory has grown.
func TestShareAllocations(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 66))
	w := newWorld(t, Options{Workers: 2})
	handles := throng(t, r, true, w)
	var poses [2][]d2.Pose
	for _, h := range handles {
		p := w.Object(h).Pose()
		poses[0] = append(poses[0], p)
		p.Pos = p.Pos.Add(randomVec(r).Scale(0.05))
		poses[1] = append(poses[1], p)
	}
	n := 0
	frame := func() {
		n++
		must(t, w.MoveAll(handles, poses[n%2]))
		w.Step(StepOptions{})
	}
	for range 5 {
		frame()
	}
	if got := testing.AllocsPerRun(3, frame); got >= 1 && !raceEnabled {
		t.Errorf("%v allocations a step", got)
	}
}

// A panic of a user's Support reaches the caller of Step, on whatever core it happens, of bodies
// that touch and of fast ones that meet on their way.
func TestStepPanics(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 66))
	for _, workers := range []int{1, 3} {
		for _, fast := range []bool{false, true} {
			w := newWorld(t, Options{Workers: workers})
			throng(t, r, true, w)
			var broken atomic.Bool
			o := place(t, faulty.Shape[d2.Vec]{Broken: &broken}, d2.Pose{})
			var handles [2]Handle
			for k := range handles {
				at := o
				must(t, at.Move(d2.Pose{Pos: d2.Vec{X: float64(k) * 1e3}}))
				h, err := w.Add(&at, 0, Body{Fast: fast})
				must(t, err)
				handles[k] = h
			}
			w.Step(StepOptions{})
			to := 0.5
			if fast {
				to = 2e3
			}
			must(t, w.Move(handles[0], d2.Pose{Pos: d2.Vec{X: to, Y: 0.25}}))
			must(t, w.Move(handles[1], d2.Pose{Pos: d2.Vec{X: -to}}))
			broken.Store(true)
			func() {
				defer func() {
					if p := recover(); p != faulty.Panic {
						t.Errorf("%d workers, fast %v: the panic is %v", workers, fast, p)
					}
				}()
				w.Step(StepOptions{})
				t.Errorf("%d workers, fast %v: no panic", workers, fast)
			}()
		}
	}
}
