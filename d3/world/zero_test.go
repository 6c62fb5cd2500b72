package world

import (
	"bytes"
	"io"
	"testing"

	"github.com/collide-go/collide/d3"
)

// zeroBodies adds two bodies that touch to a World, and steps.
func zeroBodies(t *testing.T, w *World[int]) (a, b Handle) {
	t.Helper()
	o, err := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	must(t, err)
	a, err = w.Add(&o, 1, Body{})
	must(t, err)
	b, err = w.Add(&o, 2, Body{})
	must(t, err)
	w.Step(StepOptions{})
	return a, b
}

// TestZeroWorld: the zero World is that of New with zero Options. It panicked, as no worker was
// there.
func TestZeroWorld(t *testing.T) {
	made, err := New[int](Options{})
	must(t, err)
	zero := new(World[int])
	a, b := zeroBodies(t, made)
	zeroBodies(t, zero)
	if zero.Hash() != made.Hash() || zero.Len() != 2 {
		t.Errorf("hash %x with %d bodies, want %x", zero.Hash(), zero.Len(), made.Hash())
	}
	must(t, zero.Ignore(a, b, true))
	if zero.MayTouch(a, b) {
		t.Error("the pair is not ignored")
	}
	o := d3.Object{}
	ray, err := d3.NewRay(d3.Vec{X: -3}, d3.Vec{X: 1}, 9)
	must(t, err)
	if _, ok := new(World[int]).CastRay(&ray, Who{}); ok || new(World[int]).AppendNearest(nil, &o, 2, Who{}) != nil {
		t.Error("a World without bodies has some")
	}
	if _, ok := new(World[int]).Clearance(Who{}, Who{}); ok {
		t.Error("a World without bodies has a pair")
	}
	s := new(Snapshot[int])
	made.Snapshot(s)
	restored := new(World[int])
	must(t, restored.Restore(s))
	if restored.Step(StepOptions{}); restored.Len() != 2 {
		t.Errorf("%d bodies are restored", restored.Len())
	}
}

// TestPairOfAnotherStep: Contacts and Lost of a pair that is not of the last Step are those of its
// bodies, and none where they have none; they panicked, or were those of others.
func TestPairOfAnotherStep(t *testing.T) {
	w := new(World[int])
	a, b := zeroBodies(t, w)
	var kept Pair
	for kept = range w.Pairs() {
		if kept.A != a || kept.B != b {
			t.Fatalf("pair %v", kept)
		}
	}
	count := func(p Pair) (contacts, lost int) {
		for range w.Contacts(p) {
			contacts++
		}
		for range w.Lost(p) {
			lost++
		}
		return contacts, lost
	}
	for _, c := range []struct {
		pair Pair
		want int
	}{{kept, 1}, {Pair{}, 0}, {Pair{A: a, B: b, at: 7, old: 7}, 0}, {Pair{A: b, B: a}, 0}, {Pair{at: -9, old: -9}, 0}} {
		if n, lost := count(c.pair); n != c.want || lost != 0 {
			t.Errorf("%d contacts and %d lost points of %v, want %d", n, lost, c.pair, c.want)
		}
	}
	must(t, w.Remove(b))
	w.Step(StepOptions{})
	w.Step(StepOptions{})
	if n, lost := count(kept); n != 0 || lost != 0 {
		t.Errorf("%d contacts and %d lost points of a pair of a body that is gone", n, lost)
	}
}

// TestZeroReplay: the zero Replay is at the end of a journal, with a World without bodies, and what
// it cuts is one.
func TestZeroReplay(t *testing.T) {
	p := new(Replay[int])
	if f, ok, err := p.Next(); ok || err != nil || f.Bodies != 0 {
		t.Errorf("a frame %v, %v, %v", f, ok, err)
	}
	if n := p.World().Len(); n != 0 {
		t.Errorf("%d bodies", n)
	}
	var out bytes.Buffer
	if n, err := new(Replay[int]).Cut(&out, 3); n != 0 || err != nil {
		t.Errorf("%d frames, %v", n, err)
	}
	again, err := NewReplay(io.Reader(&out), Codec[int]{})
	must(t, err)
	if _, ok, err := again.Next(); ok || err != nil {
		t.Errorf("a frame of a cut: %v, %v", ok, err)
	}
}
