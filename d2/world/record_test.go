package world

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// doors are the calls that a World and a Recorder have.
type doors interface {
	Add(o *d2.Object, value int, b Body) (Handle, error)
	Remove(h Handle) error
	Move(h Handle, p d2.Pose) error
	MoveAll(handles []Handle, poses []d2.Pose) error
	SetKind(h Handle, k Kind) error
	SetFilter(h Handle, f Filter) error
	Ignore(a, b Handle, yes bool) error
	Restore(s *Snapshot[int]) error
	Step(opt StepOptions)
	CastRay(r *d2.Ray, who Who) (RayHit, bool)
	CastRayAny(r *d2.Ray, who Who) bool
	AppendRayHits(dst []RayHit, r *d2.Ray, who Who) []RayHit
	CastShape(o *d2.Object, s *d2.Sweep, who Who) (ShapeHit, bool)
	AppendOverlapping(dst []Overlap, o *d2.Object, who Who) []Overlap
	AppendAt(dst []Overlap, p d2.Vec, who Who) ([]Overlap, error)
	AppendRegion(dst []Handle, b d2.AABB, who Who) []Handle
	AppendNearest(dst []Neighbor, o *d2.Object, k int, who Who) []Neighbor
	AppendWithin(dst []Neighbor, o *d2.Object, d float64, who Who) ([]Neighbor, error)
	Clearance(first, second Who) (Clearance, bool)
}

var (
	_ doors = (*World[int])(nil)
	_ doors = (*Recorder[int])(nil)
)

// live does a frame of random calls of every kind on a World by its doors.
func live(t testing.TB, r *rand.Rand, count int, w *World[int], d doors) {
	t.Helper()
	all := slices.Collect(w.Bodies())
	var handles []Handle
	var poses []d2.Pose
	for _, h := range all {
		p := w.Object(h).Pose()
		p.Pos = p.Pos.Add(randomVec(r).Scale(0.1))
		switch g := all[r.IntN(len(all))]; r.IntN(24) {
		case 0:
			must(t, d.Remove(h))
			all[slices.Index(all, h)] = 0
		case 1:
			must(t, d.SetFilter(h, randomBody(r).Filter))
		case 2:
			must(t, d.SetKind(h, Kind(r.IntN(2))))
		case 3:
			if err := d.Ignore(h, g, r.IntN(4) > 0); err != nil && g != h && g != 0 {
				t.Fatal(err)
			}
		case 4, 5, 6:
			must(t, d.Move(h, p))
		case 7, 8, 9, 10, 11:
			handles, poses = append(handles, h), append(poses, p)
		}
	}
	must(t, d.MoveAll(handles, poses))
	for w.Len() < count {
		o, b := place(t, anyShape(t, r, 2), randomPose(t, r, 4)), randomBody(r)
		b.Fast = r.IntN(6) == 0
		_, err := d.Add(&o, r.IntN(1000), b)
		must(t, err)
	}
}

// ask asks queries of all kinds.
func ask(t testing.TB, r *rand.Rand, w *World[int], d doors) {
	t.Helper()
	who, _ := randomWho(r, w)
	if r.IntN(2) == 0 {
		who.Take = nil
	}
	ray, err := d2.NewRay(randomPoint(r, 4), randomVec(r), []float64{math.Inf(1), r.Float64() * 4}[r.IntN(2)])
	must(t, err)
	if r.IntN(8) == 0 {
		ray = d2.Ray{}
	}
	sweep, err := d2.NewSweep(randomVec(r), 1+r.Float64(), d2.SweepOptions{Skin: r.Float64() / 8, Deepening: r.IntN(2) == 0})
	must(t, err)
	o := place(t, anyShape(t, r, 1), randomPose(t, r, 4))
	switch r.IntN(10) {
	case 9:
		other, _ := randomWho(r, w)
		d.Clearance(who, other)
	case 0:
		d.CastRay(&ray, who)
	case 1:
		d.CastRayAny(&ray, who)
	case 2:
		d.AppendRayHits(nil, &ray, who)
	case 3:
		d.CastShape(&o, &sweep, who)
	case 4:
		d.AppendOverlapping(make([]Overlap, 3), &o, who)
	case 5:
		_, err := d.AppendAt(nil, randomPoint(r, 4), who)
		must(t, err)
	case 6:
		d.AppendRegion(nil, region(randomPoint(r, 4), randomPoint(r, 4)), who)
	case 7:
		d.AppendNearest(nil, &o, r.IntN(5), who)
	case 8:
		_, err := d.AppendWithin(nil, &o, r.Float64(), who)
		must(t, err)
	}
}

// played is a frame as it was when it was recorded.
type played struct {
	hash   uint64
	events []Event
	found  Found
}

// recorded records frames of a World with all that may be called, and returns the journal and the
// World. cheat is done before the step of a frame behind the journal's back.
func recorded(t testing.TB, r *rand.Rand, count, frames int, cheat func(frame int, w *World[int])) ([]byte, []played, *World[int]) {
	t.Helper()
	var out bytes.Buffer
	var kept Snapshot[int]
	var list []played
	w := newWorld(t, Options{Workers: 1, Margin: 0.1})
	rec := NewRecorder(w, numbers)
	live(t, r, count, w, rec) // before the journal
	rec.Step(StepOptions{})
	must(t, rec.Start(&out))
	for frame := range frames {
		live(t, r, count, w, rec)
		for range 4 {
			ask(t, r, w, rec)
		}
		switch r.IntN(4) {
		case 0:
			w.Snapshot(&kept)
		case 1:
			if kept.taken {
				must(t, rec.Restore(&kept))
			}
		}
		cheat(frame, w)
		opt := StepOptions{Leave: r.IntN(2) == 0}
		if r.IntN(2) == 0 {
			opt.Take = func(_, _ Handle) bool { return r.IntN(10) > 0 }
		}
		if r.IntN(2) == 0 {
			opt.Keep = func(*Pair, *Contact) bool { return r.IntN(10) > 0 }
		}
		rec.Step(opt)
		f := played{hash: w.Hash()}
		for p := range w.Events() {
			f.events = append(f.events, Event{p.A, p.B, p.State, p.Relation})
		}
		n := w.found()
		f.found = Found{n[Began], n[Stays], n[Ended], n[Near], n[Near+1]}
		list = append(list, f)
	}
	must(t, rec.Stop())
	return out.Bytes(), list, w
}

// fair cheats at no frame.
func fair(int, *World[int]) {}

// TestReplay records Worlds that do all that can be done, and replays them with other numbers of
// cores: every frame is as it was.
func TestReplay(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(95, seed))
		data, want, w := recorded(t, r, 30, 25, fair)
		c := numbers
		c.Workers = 1 + int(seed%2)
		p, err := NewReplay(bytes.NewReader(data), c)
		must(t, err)
		queries := 0
		for frame := range want {
			f, ok, err := p.Next()
			if must(t, err); !ok || f.Difference != nil || !f.Stepped || f.Number != frame {
				t.Fatalf("frame %d: %+v %v", frame, f, f.Difference)
			}
			x := &want[frame]
			if f.Recorded != x.hash || f.Replayed != x.hash || f.Found != x.found || !slices.Equal(f.Events, x.events) {
				t.Fatalf("frame %d: %+v, want %+v", frame, f, x)
			}
			queries += f.Queries
		}
		if _, ok, err := p.Next(); ok || err != nil || queries != 4*len(want) {
			t.Errorf("at the end: %v %v, %d queries", ok, err, queries)
		}
		alike(t, "the end", w, p.World())
	}
}

// TestReplayFinds changes a World behind the journal's back: the replay names the frame, and what
// is no more as it was.
func TestReplayFinds(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(96, seed))
		const bad = 7
		data, _, _ := recorded(t, r, 30, 12, func(frame int, w *World[int]) {
			if frame != bad {
				return
			}
			for h := range w.Bodies() {
				switch seed % 3 {
				case 0: // everything goes to one place: pairs begin
					must(t, w.Move(h, d2.Pose{}))
				case 1: // all is a little elsewhere
					p := w.Object(h).Pose()
					p.Pos = p.Pos.Add(at(1e-9, 0))
					must(t, w.Move(h, p))
				case 2: // nobody touches any more: pairs end
					must(t, w.SetKind(h, Static))
				}
			}
		})
		p, err := NewReplay(bytes.NewReader(data), numbers)
		must(t, err)
		for frame := range bad + 1 {
			f, ok, err := p.Next()
			if must(t, err); !ok || (f.Difference != nil) != (frame == bad) || (f.Recorded != f.Replayed) != (frame == bad) {
				t.Fatalf("seed %d, frame %d: %+v %v", seed, frame, f, f.Difference)
			}
			if frame < bad {
				continue
			}
			text := f.Difference.Text
			if seed%3 == 0 && !strings.Contains(text, "and do not now") || seed%3 == 2 && !strings.Contains(text, "in the journal") ||
				f.Difference.Call != "Step" {
				t.Errorf("seed %d: %+v", seed, f.Difference)
			}
		}
	}
}

// TestReplayFindsCalls spoils a journal where a handle and an answer stand, with checksums that are
// not compared: the replay tells which call gives another one.
func TestReplayFindsCalls(t *testing.T) {
	w := newWorld(t, Options{})
	var out bytes.Buffer
	rec := NewRecorder(w, numbers)
	must(t, rec.Start(&out))
	o := place(t, cube(1), d2.Pose{})
	h, err := rec.Add(&o, 7, Body{})
	must(t, err)
	must(t, rec.Err())
	ends := map[string]int{}
	mark := func(call string) {
		rec.o.Write(nil)
		must(t, rec.o.Flush())
		ends[call] = out.Len()
	}
	mark("Add")
	rec.AppendOverlapping(nil, &o, Who{})
	mark("AppendOverlapping")
	must(t, rec.Remove(h))
	mark("Remove")
	rec.Step(StepOptions{})
	must(t, rec.Stop())
	for call, end := range ends {
		data := slices.Clone(out.Bytes())
		data[end-1] ^= 2 // the last byte: of the generation of a handle, of a hash
		r := wire.NewReader(bytes.NewReader(data), DefaultMaxMemory)
		r.TakeAnySum()
		c := numbers
		p, err := newReplay(r, &c)
		must(t, err)
		f, ok, err := p.Next()
		if must(t, err); !ok || f.Difference == nil || f.Difference.Call != call || f.Difference.Offset >= int64(end) {
			t.Errorf("%s: %+v", call, f.Difference)
		}
	}
}

// TestReplayDamaged cuts and changes a journal at each byte: there is an error, or what is told is
// what was recorded.
func TestReplayDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(97, 1))
	data, want, _ := recorded(t, r, 8, 4, fair)
	play := func(what string, at int, data []byte) error {
		t.Helper()
		p, err := NewReplay(bytes.NewReader(data), numbers)
		for err == nil {
			var f Frame
			var ok bool
			if f, ok, err = p.Next(); !ok || !f.Stepped {
				break
			}
			if err == nil && (f.Difference != nil || f.Recorded != want[f.Number].hash) {
				t.Fatalf("%s at %d: frame %d is another one, without an error: %v", what, at, f.Number, f.Difference)
			}
		}
		var e *FormatError
		if err != nil && (!errors.As(err, &e) || e.Offset > int64(len(data))) {
			t.Fatalf("%s at %d: %v", what, at, err)
		}
		return err
	}
	step := 1 + len(data)/2000
	for i := 0; i < len(data); i += step {
		b := slices.Clone(data)
		b[i] ^= 1 << (i % 8)
		if err := play("changed", i, b); err == nil {
			t.Fatalf("byte %d may be changed", i)
		}
		_ = play("cut", i, data[:i]) // between two calls a journal may end
	}
	if _, err := NewReplay(bytes.NewReader(encoded(t, newWorld(t, Options{}))), numbers); !errors.Is(err, ErrFormat) {
		t.Errorf("a snapshot: %v", err)
	}
}

// TestRecorderErrors holds that a stream that breaks is told, and disturbs no call.
func TestRecorderErrors(t *testing.T) {
	bad := errors.New("bad")
	w := newWorld(t, Options{})
	rec := NewRecorder(w, numbers)
	if err := rec.Start(broken{bad}); !errors.Is(err, bad) {
		t.Errorf("no error at the start: %v", err)
	}
	o := place(t, cube(1), d2.Pose{})
	h, err := rec.Add(&o, 1, Body{})
	must(t, err)
	rec.Step(StepOptions{})
	if w.Len() != 1 || !errors.Is(rec.Err(), bad) || !errors.Is(rec.Stop(), bad) {
		t.Errorf("%d bodies, %v", w.Len(), rec.Err())
	}
	if rec.Err() != nil || rec.Stop() != nil {
		t.Error("an error without a journal")
	}
	var out bytes.Buffer
	must(t, rec.Start(&out))
	err = rec.MoveAll([]Handle{h, 0, h}, []d2.Pose{{Pos: at(1, 0)}, {}, {Pos: at(2, 0)}})
	if !errors.Is(err, ErrUnknown) || err.Error() != "handles[1]: "+ErrUnknown.Error() {
		t.Errorf("%v", err)
	}
	rec.Step(StepOptions{})
	must(t, rec.Stop())
	p, err := NewReplay(&out, numbers)
	must(t, err)
	if f, ok, err := p.Next(); !ok || err != nil || f.Difference != nil || f.Calls != 1 {
		t.Errorf("%+v %v", f, err)
	}
}

// FuzzReplay replays any calls on a small World, as if checksums were right.
func FuzzReplay(f *testing.F) {
	r := rand.New(rand.NewPCG(98, 1))
	for range 4 {
		data, _, _ := recorded(f, r, 6, 3, fair)
		f.Add(data[wire.HeadLen:])
	}
	c := numbers
	c.MaxMemory, c.Workers = 1<<18, 1
	f.Fuzz(func(t *testing.T, body []byte) {
		file := append(wire.AppendHead(nil, wire.Journal, dim), body...)
		r := wire.NewReader(bytes.NewReader(file), c.MaxMemory)
		r.TakeAnySum()
		p, err := newReplay(r, &c)
		for ok := err == nil; ok && err == nil; {
			_, ok, err = p.Next()
		}
		if e := (*FormatError)(nil); err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		}
		if p != nil {
			again := decoded(t, encoded(t, p.World()), 1)
			alike(t, "at the end", p.World(), again)
		}
	})
}
