package world

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/d3"
)

// frames replays a journal to its end.
func frames(t testing.TB, data []byte) (list []Frame) {
	t.Helper()
	p, err := NewReplay(bytes.NewReader(data), numbers)
	must(t, err)
	for {
		f, ok, err := p.Next()
		must(t, err)
		if !ok {
			return list
		}
		f.Events = slices.Clone(f.Events)
		list = append(list, f)
	}
}

// TestCut cuts frames out of journals of Worlds that do all that can be done, restored ones among
// them: a replay of the cut goes the way of the whole, also where that is another way than the
// recorded one.
func TestCut(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(97, seed))
		const bad, count = 9, 14
		data, _, _ := recorded(t, r, 20, count, func(frame int, w *World[int]) {
			if frame == bad && seed%2 == 0 {
				for h := range w.Bodies() {
					must(t, w.Move(h, d3.Pose{}))
				}
			}
		})
		whole := frames(t, data)
		for first := 0; first < count; first += 1 + r.IntN(3) {
			p, err := NewReplay(bytes.NewReader(data), numbers)
			must(t, err)
			for range first {
				_, _, err := p.Next()
				must(t, err)
			}
			n := 1 + r.IntN(count)
			var out bytes.Buffer
			got, err := p.Cut(&out, n)
			if must(t, err); got != min(n, count-first) {
				t.Fatalf("%d of %d frames from frame %d on", got, n, first)
			}
			cut := frames(t, out.Bytes())
			if len(cut) != got {
				t.Fatalf("the cut has %d frames, not %d", len(cut), got)
			}
			for i := range cut {
				sameFrame(t, &cut[i], &whole[first+i])
			}
			if f, ok, err := p.Next(); err != nil || ok != (first+got < count) || ok && f.Number != first+got {
				t.Errorf("behind the cut comes frame %d, %v %v", f.Number, ok, err)
			}
		}
	}
}

// sameFrame fails where a frame of a cut is another one than that of the whole, but for its place.
func sameFrame(t *testing.T, f, want *Frame) {
	t.Helper()
	if (f.Difference == nil) != (want.Difference == nil) ||
		f.Difference != nil && (f.Difference.Text != want.Difference.Text || f.Difference.Call != want.Difference.Call) {
		t.Fatalf("frame %d differs by %+v, want %+v", want.Number, f.Difference, want.Difference)
	}
	if f.Stepped != want.Stepped || f.Calls != want.Calls || f.Queries != want.Queries || f.Bodies != want.Bodies ||
		f.Found != want.Found || f.Recorded != want.Recorded || f.Replayed != want.Replayed ||
		!slices.Equal(f.Events, want.Events) {
		t.Fatalf("frame %+v, want %+v", *f, *want)
	}
}

// TestCutSmall: of a long journal, a cut of one frame is small, as is one of no frames, and a cut
// of a cut is the same.
func TestCutSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(98, 1))
	data, _, _ := recorded(t, r, 20, 40, fair)
	cut := func(data []byte, first, n int) []byte {
		p, err := NewReplay(bytes.NewReader(data), numbers)
		must(t, err)
		for range first {
			_, _, err := p.Next()
			must(t, err)
		}
		var out bytes.Buffer
		_, err = p.Cut(&out, n)
		must(t, err)
		return out.Bytes()
	}
	some := cut(data, 20, 10)
	if one := cut(data, 24, 1); 5*len(one) > len(data) || !bytes.Equal(cut(some, 4, 1), one) {
		t.Errorf("one frame takes %d bytes of %d, or is not the same of the cut", len(one), len(data))
	}
	if none := cut(data, 24, 0); len(frames(t, none)) != 0 {
		t.Error("a cut of no frames has some")
	}
}

// TestCutErrors: of a journal that ends within a call the frames before it are cut; the errors of
// what it is written to come back, and those of a Codec that does not write shapes.
func TestCutErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(99, 1))
	data, _, _ := recorded(t, r, 20, 5, fair)
	begin := func(data []byte, c Codec[int]) *Replay[int] {
		p, err := NewReplay(bytes.NewReader(data), c)
		must(t, err)
		return p
	}
	var out bytes.Buffer
	n, err := begin(data[:len(data)-3], numbers).Cut(&out, 100)
	if n != 4 || !errors.Is(err, ErrTruncated) || len(frames(t, out.Bytes())) != 4 {
		t.Errorf("%d frames, %v", n, err)
	}
	if _, err := begin(data, numbers).Cut(broken{io.ErrShortWrite}, 100); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("the error is %v", err)
	}
	w := newWorld(t, Options{})
	add(t, w, bean{1, 0.1}, d3.Pose{}, Body{})
	var own bytes.Buffer
	rec := NewRecorder(w, numbers)
	must(t, rec.Start(&own))
	rec.Step(StepOptions{})
	must(t, rec.Stop())
	c := numbers
	c.AppendShape = nil
	if _, err := begin(own.Bytes(), c).Cut(io.Discard, 100); !errors.Is(err, ErrOwnShape) {
		t.Errorf("the error is %v", err)
	}
}
