package world

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// numbers is a Codec of Worlds of whole numbers and beans.
var numbers = Codec[int]{
	AppendValue: func(b []byte, v *int) ([]byte, error) { return binary.AppendVarint(b, int64(*v)), nil },
	Value: func(data []byte) (int, error) {
		x, n := binary.Varint(data)
		if n != len(data) || n == 0 {
			return 0, errors.New("no number")
		}
		return int(x), nil
	},
	AppendShape: func(b []byte, s d2.Convex) ([]byte, error) {
		own, ok := s.(bean)
		if !ok {
			return b, errors.New("no bean")
		}
		return wire.AppendFloat(wire.AppendFloat(b, own.x), own.r), nil
	},
	Shape: func(data []byte) (d2.Convex, error) {
		if len(data) != 16 {
			return nil, errors.New("no bean")
		}
		x, y := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
		return bean{math.Float64frombits(x), math.Float64frombits(y)}, nil
	},
}

// shuffle does a frame of random calls of every kind, the same ones to all worlds, and steps them.
func shuffle(t testing.TB, r *rand.Rand, count int, worlds ...*World[int]) {
	t.Helper()
	w := worlds[0]
	each := func(f func(w *World[int]) error) {
		for _, w := range worlds {
			must(t, f(w))
		}
	}
	share := r.Float64()
	all := slices.Collect(w.Bodies())
	for _, h := range all {
		p := w.Object(h).Pose()
		p.Pos = p.Pos.Add(randomVec(r).Scale(0.1))
		switch k := r.IntN(60); {
		case k == 0:
			each(func(w *World[int]) error { return w.Remove(h) })
		case k == 1:
			f := randomBody(r).Filter
			each(func(w *World[int]) error { return w.SetFilter(h, f) })
		case k == 2:
			kind := Kind(r.IntN(2))
			each(func(w *World[int]) error { return w.SetKind(h, kind) })
		case k == 3:
			if g := all[r.IntN(len(all))]; g != h && w.find(g) != nil {
				yes := r.IntN(4) > 0
				each(func(w *World[int]) error { return w.Ignore(h, g, yes) })
			}
		case r.Float64() < share*share:
			each(func(w *World[int]) error { return w.Move(h, p) })
		}
	}
	for w.Len() < count {
		o, b, v := place(t, anyShape(t, r, 2), randomPose(t, r, 4)), randomBody(r), r.IntN(1000)
		b.Fast = r.IntN(6) == 0
		each(func(w *World[int]) error { _, err := w.Add(&o, v, b); return err })
	}
}

// step steps worlds, some pairs refused and some manifolds dropped by what depends on them alone.
func step(r *rand.Rand, worlds ...*World[int]) {
	opt := StepOptions{Leave: r.IntN(2) == 0}
	if r.IntN(3) == 0 {
		opt.Take = func(a, b Handle) bool { return (a+b)%7 != 0 }
	}
	if r.IntN(2) == 0 {
		opt.Keep = func(p *Pair, c *Contact) bool { return (p.A+p.B+Handle(c.PartA))%5 != 0 }
	}
	for _, w := range worlds {
		w.Step(opt)
	}
}

// encoded returns the bytes of a World.
func encoded(t testing.TB, w *World[int]) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, w.Encode(&b, &numbers))
	return b.Bytes()
}

// decoded returns the World of some bytes.
func decoded(t testing.TB, data []byte, workers int) *World[int] {
	t.Helper()
	c := numbers
	c.Workers = workers
	w, err := Decode(bytes.NewReader(data), &c)
	must(t, err)
	return w
}

// alike ends the test where a World differs from the first one in anything that may be seen.
func alike(t testing.TB, what string, one *World[int], others ...*World[int]) {
	t.Helper()
	want, listed := one.Hash(), hash(one, true)
	impacts := slices.Collect(one.Impacts())
	for i, w := range others {
		if w.Len() != one.Len() || w.Hash() != want || hash(w, true) != listed {
			t.Fatalf("%s: world %d is another one", what, i+1)
		}
		if !slices.Equal(slices.Collect(w.Impacts()), impacts) {
			t.Fatalf("%s: world %d has other impacts", what, i+1)
		}
		for h := range one.Bodies() {
			if v := w.Value(h); v == nil || *v != *one.Value(h) {
				t.Fatalf("%s: world %d has another value of %v", what, i+1, h)
			}
		}
	}
}

// TestSnapshotGoesOn steps a World on beside those that were made from snapshots of it, in memory
// and as bytes, before a step and after one, and beside itself after it was put back: all of them
// answer with the same bits, and give the same handles.
func TestSnapshotGoesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 1))
	var kept Snapshot[int]
	for _, margin := range []float64{0, 0.1} {
		w := newWorld(t, Options{Workers: 2, Margin: margin})
		for frame := range 30 {
			shuffle(t, r, 40, w)
			if frame%2 == 0 {
				step(r, w)
			}
			if frame%4 > 1 {
				continue
			}
			w.Snapshot(&kept)
			data := encoded(t, w)
			other := newWorld(t, Options{Workers: 1, Margin: margin})
			shuffle(t, r, 20, other) // its own past is forgotten
			step(r, other)
			must(t, other.Restore(&kept))
			again := decoded(t, data, 1)
			alike(t, "at once", w, other, again)
			if !bytes.Equal(encoded(t, again), data) || !bytes.Equal(encoded(t, other), data) {
				t.Fatal("the bytes of a snapshot are other ones")
			}
			var hashes [2][]uint64
			seed := r.Uint64()
			for k := range hashes {
				r := rand.New(rand.NewPCG(seed, 1))
				if k == 1 {
					must(t, w.Restore(&kept))
					must(t, other.Restore(&kept))
					again = decoded(t, data, 2)
				}
				for range 4 {
					shuffle(t, r, 40, w, other, again)
					step(r, w, other, again)
					alike(t, fmt.Sprintf("margin %v, frame %d", margin, frame), w, other, again)
					hashes[k] = append(hashes[k], w.Hash())
				}
			}
			if !slices.Equal(hashes[0], hashes[1]) {
				t.Fatal("put back, the world goes another way")
			}
		}
	}
}

// TestSnapshotMany does it with so many pairs that they are asked about in another order than they
// are listed in.
func TestSnapshotMany(t *testing.T) {
	r := rand.New(rand.NewPCG(99, 1))
	w := newWorld(t, Options{Workers: 2})
	for range 4000 {
		add(t, w, cube(1), randomPose(t, r, crowdedSide), Body{})
	}
	for range 2 {
		for h := range w.Bodies() {
			p := w.Object(h).Pose()
			p.Pos = p.Pos.Add(randomVec(r).Scale(0.01))
			must(t, w.Move(h, p))
		}
		w.Step(StepOptions{})
	}
	if n := len(w.step.records); n < many {
		t.Fatalf("only %d pairs", n)
	}
	data := encoded(t, w)
	again, other := decoded(t, data, 1), newWorld(t, Options{Workers: 1})
	var kept Snapshot[int]
	w.Snapshot(&kept)
	must(t, other.Restore(&kept))
	alike(t, "at once", w, again, other)
	if !bytes.Equal(encoded(t, again), data) || !bytes.Equal(encoded(t, other), data) {
		t.Error("the bytes of a snapshot are other ones")
	}
	for h := range w.Bodies() {
		p := w.Object(h).Pose()
		p.Pos = p.Pos.Add(randomVec(r).Scale(0.01))
		for _, w := range []*World[int]{w, again, other} {
			if h.place()%2 == 0 {
				must(t, w.Move(h, p))
			}
		}
	}
	for _, w := range []*World[int]{w, again, other} {
		w.Step(StepOptions{})
	}
	alike(t, "after a step", w, again, other)
}

// TestSnapshotHandles holds that handles which were used up before a snapshot stay so.
func TestSnapshotHandles(t *testing.T) {
	w := newWorld(t, Options{})
	a, b := add(t, w, cube(1), d2.Pose{}, Body{}), add(t, w, cube(1), d2.Pose{Pos: at(0.5, 0)}, Body{})
	w.Step(StepOptions{})
	must(t, w.Remove(a))
	w.bodies[b.place()].generation = math.MaxUint32
	last := w.handle(b.place())
	must(t, w.Remove(last))
	v := decoded(t, encoded(t, w), 0)
	if v.Object(a) != nil || v.Object(b) != nil || v.Object(last) != nil {
		t.Error("a removed body is there")
	}
	for _, w := range []*World[int]{w, v} {
		c, d := add(t, w, cube(1), d2.Pose{}, Body{}), add(t, w, cube(1), d2.Pose{}, Body{})
		if c.place() != 0 || c.generation() != 2 || d.place() != 2 {
			t.Errorf("new bodies are %v and %v: the place of %v is used up", c, d, last)
		}
	}
	if err := w.Restore(&Snapshot[int]{}); !errors.Is(err, collide.ErrBadOption) {
		t.Errorf("an empty snapshot: %v", err)
	}
	var s Snapshot[int]
	newWorld(t, Options{Margin: 1}).Snapshot(&s)
	if err := w.Restore(&s); !errors.Is(err, collide.ErrBadOption) {
		t.Errorf("a snapshot of another margin: %v", err)
	}
}

// TestSnapshotShares holds that a shape is written once, however many bodies have it.
func TestSnapshotShares(t *testing.T) {
	r := rand.New(rand.NewPCG(92, 1))
	points := make([]d2.Vec, 200)
	for i := range points {
		points[i] = randomPoint(r, 1)
	}
	hull, err := d2.NewHull(points)
	must(t, err)
	again, err := d2.NewHull(points)
	must(t, err)
	w := newWorld(t, Options{})
	add(t, w, hull, d2.Pose{}, Body{})
	one := len(encoded(t, w))
	for i := range 20 {
		add(t, w, hull, d2.Pose{Pos: at(float64(3*i), 3)}, Body{})
		add(t, w, again, d2.Pose{Pos: at(float64(3*i), 6)}, Body{})
		add(t, w, d2.Rounded{Core: hull, R: 0.1}, d2.Pose{Pos: at(float64(3*i), 9)}, Body{})
	}
	data := encoded(t, w)
	if len(data) > one+60*40 {
		t.Errorf("%d bytes for 61 bodies, %d for one", len(data), one)
	}
	v := decoded(t, data, 0)
	if v.bodies[0].object.Shape() != v.bodies[1].object.Shape() {
		t.Error("two bodies of one shape have two")
	}
}

// TestSnapshotAllocations holds that to save and to go back allocate nothing.
func TestSnapshotAllocations(t *testing.T) {
	r := rand.New(rand.NewPCG(93, 1))
	w := newWorld(t, Options{Workers: 1})
	for range 4 {
		shuffle(t, r, 60, w)
		step(r, w)
	}
	all := slices.Collect(w.Bodies())
	var s Snapshot[int]
	frame := func() {
		w.Snapshot(&s)
		for _, h := range all {
			p := w.Object(h).Pose()
			p.Pos = p.Pos.Scale(0.9)
			must(t, w.Move(h, p))
		}
		w.Step(StepOptions{})
		must(t, w.Restore(&s))
	}
	for range 10 {
		frame()
	}
	if n := testing.AllocsPerRun(10, frame); n > 0 && !raceEnabled {
		t.Errorf("%v allocations", n)
	}
}

// small returns the bytes of a World of few bodies with something of everything.
func small(t testing.TB) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(94, 1))
	w := newWorld(t, Options{Workers: 1, Margin: 0.2})
	for range 3 {
		shuffle(t, r, 12, w)
		step(r, w)
	}
	a, b := add(t, w, cube(1), d2.Pose{}, Body{Fast: true}), add(t, w, cube(1), d2.Pose{Pos: at(3, 0)}, Body{Sensor: true})
	must(t, w.Ignore(a, b, true))
	must(t, w.Move(a, d2.Pose{Pos: at(30, 0)}))
	w.Step(StepOptions{})
	must(t, w.Move(b, d2.Pose{Pos: at(4, 0)}))
	must(t, w.Remove(a))
	return encoded(t, w)
}

// TestDecodeDamaged cuts and changes a snapshot at each byte: an error every time, which names a
// byte that was read.
func TestDecodeDamaged(t *testing.T) {
	data := small(t)
	try := func(what string, data []byte, at int, codes ...error) {
		t.Helper()
		_, err := Decode(bytes.NewReader(data), &numbers)
		var e *FormatError
		if !errors.As(err, &e) || !slices.ContainsFunc(codes, func(c error) bool { return errors.Is(err, c) }) {
			t.Fatalf("%s at %d: %v", what, at, err)
		}
		if e.Offset < 0 || e.Offset > int64(len(data)) || e.Message == "" {
			t.Fatalf("%s at %d: %v", what, at, err)
		}
	}
	for i := range data {
		try("cut", data[:i], i, ErrTruncated, ErrFormat)
		b := slices.Clone(data)
		b[i] ^= 1 << (i % 8)
		try("changed", b, i, ErrDamaged, ErrTruncated, ErrFormat, ErrVersion, ErrTooLarge)
	}
	journal := slices.Clone(data)
	journal[len("collide-world")] = 'j'
	try("a journal", journal, 0, ErrFormat)
	other := slices.Clone(data)
	other[len("collide-world")+2] = 5 - dim
	try("the other dimension", other, 0, ErrFormat)
	try("nothing", nil, 0, ErrFormat)
	try("a picture", []byte("\x89PNG\r\n\x1a\n"), 0, ErrFormat)
}

// TestDecodeLimit holds the memory of what is read to the limit: of a World that is larger, and of
// numbers that promise what the file does not hold.
func TestDecodeLimit(t *testing.T) {
	w := newWorld(t, Options{})
	for i := range 3000 {
		add(t, w, cube(1), d2.Pose{Pos: at(float64(3*i), 0)}, Body{})
	}
	data := encoded(t, w)
	c := numbers
	c.MaxMemory = 4 << 20
	if _, err := Decode(bytes.NewReader(data), &c); err != nil {
		t.Errorf("%d bytes for 3000 bodies: %v", c.MaxMemory, err)
	}
	c.MaxMemory = 1 << 20
	head := wire.AppendFloat(wire.AppendFloat(wire.AppendHead(nil, wire.Snapshot, dim), 0), 0)
	files := map[string][]byte{
		"many bodies":        data,
		"a promise":          wire.AppendUint(wire.AppendUint(append(slices.Clone(head), 0), 0), tooMany),
		"free places":        append(wire.AppendUint(wire.AppendUint(append(slices.Clone(head), 0), 0), tooMany), make([]byte, 1<<20)...),
		"a promise of parts": wire.AppendUint(append(wire.AppendUint(append(slices.Clone(head), 0), 1), shapeCompound), math.MaxInt32),
		"a hull":             append(wire.AppendUint(append(wire.AppendUint(append(slices.Clone(head), 0), 1), shapeHull), 1<<30), make([]byte, 1<<20)...),
		"a user's shape":     wire.AppendUint(append(wire.AppendUint(append(slices.Clone(head), 0), 1), shapeOwn), math.MaxInt32),
	}
	maps.Copy(files, surfaceLies(wire.AppendUint(append(slices.Clone(head), 0), 1)))
	for name, data := range files {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Decode(bytes.NewReader(data), &c)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrTruncated) {
			t.Errorf("%s: %v", name, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 { // lists are copied as they grow
			t.Errorf("%s: %d bytes were taken, with a limit of %d", name, used, c.MaxMemory)
		}
	}
}

// tooMany is a number of bodies that may be, and takes more memory than there is.
const tooMany = 1 << 28

// TestEncodeErrors follows the errors of a stream and of a Codec to the caller.
func TestEncodeErrors(t *testing.T) {
	w := newWorld(t, Options{})
	add(t, w, bean{x: 0.3}, d2.Pose{}, Body{})
	var b bytes.Buffer
	if err := w.Encode(&b, &Codec[int]{}); !errors.Is(err, ErrOwnShape) {
		t.Errorf("no function for the shape: %v", err)
	}
	bad := errors.New("bad")
	c := numbers
	c.AppendValue = func([]byte, *int) ([]byte, error) { return nil, bad }
	if err := w.Encode(&b, &c); !errors.Is(err, bad) {
		t.Errorf("a value that cannot be written: %v", err)
	}
	if err := w.Encode(broken{bad}, &numbers); !errors.Is(err, bad) {
		t.Errorf("a stream that is broken: %v", err)
	}
	data := encoded(t, w)
	c = numbers
	c.Value = func([]byte) (int, error) { return 0, bad }
	if _, err := Decode(bytes.NewReader(data), &c); !errors.Is(err, bad) || !errors.Is(err, ErrDamaged) {
		t.Errorf("a value that cannot be read: %v", err)
	}
	c = numbers
	c.Shape = nil
	if _, err := Decode(bytes.NewReader(data), &c); !errors.Is(err, ErrOwnShape) {
		t.Errorf("a shape that cannot be read: %v", err)
	}
	c = numbers
	c.Value = nil
	v, err := Decode(bytes.NewReader(data), &c)
	if err != nil || *v.Value(v.handle(0)) != 0 {
		t.Errorf("values that are passed over: %v", err)
	}
}

// broken is a stream that fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// FuzzDecode decodes any bytes behind a right beginning, as if the checksum were right. What is
// accepted is a World like any other: it steps, and its bytes give the same World again.
func FuzzDecode(f *testing.F) {
	data := small(f)
	f.Add(data[wire.HeadLen:])
	f.Add(encoded(f, newWorld(f, Options{}))[wire.HeadLen:])
	c := numbers
	c.MaxMemory, c.Workers = 1<<18, 1
	f.Fuzz(func(t *testing.T, body []byte) {
		file := append(wire.AppendHead(nil, wire.Snapshot, dim), body...)
		r := wire.NewReader(bytes.NewReader(file), c.MaxMemory)
		r.TakeAnySum()
		w, err := decode(r, &c)
		if err != nil {
			if e := (*FormatError)(nil); !errors.As(err, &e) || e.Offset > int64(len(file)) {
				t.Fatal(err)
			}
			return
		}
		again := decoded(t, encoded(t, w), 1)
		alike(t, "decoded", w, again)
		w.Step(StepOptions{})
		again.Step(StepOptions{})
		alike(t, "stepped", w, again)
	})
}

// BenchmarkSnapshot keeps, restores, writes and reads a World of 10 000 bodies of which each
// touches about one other, and hashes it.
func BenchmarkSnapshot(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 11))
	w := newWorld(b, Options{Workers: 1})
	for range 10000 {
		add(b, w, cube(1), randomPose(b, r, 2*crowdedSide), Body{})
	}
	w.Step(StepOptions{})
	var s Snapshot[int]
	w.Snapshot(&s)
	data := encoded(b, w)
	for _, row := range []struct {
		name string
		run  func()
	}{
		{"Step", func() { w.Step(StepOptions{}) }},
		{"Snapshot", func() { w.Snapshot(&s) }},
		{"Restore", func() { must(b, w.Restore(&s)) }},
		{"Encode", func() { must(b, w.Encode(io.Discard, &numbers)) }},
		{"Decode", func() { decoded(b, data, 1) }},
		{"Hash", func() { w.Hash() }},
	} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				row.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10000, "ns/body")
			b.ReportMetric(float64(len(data))/10000, "bytes/body")
		})
	}
}
