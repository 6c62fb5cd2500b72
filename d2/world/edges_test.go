package world_test

import (
	"bytes"
	"io"
	"math"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d2/world"
	"github.com/collide-go/collide/internal/testkit/edges"
)

// edgeWorld returns a World whose bodies touch, are near, are far off and too large, after two
// steps, with a pair that ended.
func edgeWorld(t *testing.T) *world.World[int] {
	t.Helper()
	w := edges.Must(world.New[int](world.Options{Margin: 0.1, Workers: 2}))(t)
	var last world.Handle
	for i, s := range []d2.Shape{
		nil,
		d2.Circle{},
		d2.Circle{Radius: 1},
		d2.Box{},
		d2.Box{Size: d2.Vec{X: 2, Y: 1}},
		d2.Circle{Radius: 1e100},
		d2.HalfSpace{Normal: d2.Vec{X: 1}, Offset: -1.5},
		edges.Must(d2.NewCompound([]d2.Part{{Shape: d2.Circle{Radius: 1}}, {Shape: d2.Box{}}}))(t),
		d2.Circle{Radius: 1},
	} {
		var o d2.Object
		if s != nil {
			o = edges.Must(d2.Place(s, d2.Pose{Pos: d2.Vec{X: 0.25 * float64(i)}}))(t)
		}
		last = edges.Must(w.Add(&o, i, world.Body{Fast: i > 2, Sensor: i == 4}))(t)
	}
	w.Step(world.StepOptions{})
	if err := w.Move(last, d2.Pose{Pos: d2.Vec{Y: 1e50}}); err != nil {
		t.Fatal(err)
	}
	w.Step(world.StepOptions{})
	return w
}

// edgeJournal is a journal of two steps.
func edgeJournal(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	r := world.NewRecorder(edgeWorld(t), world.Codec[int]{})
	if err := r.Start(&b); err != nil {
		t.Fatal(err)
	}
	r.Step(world.StepOptions{})
	r.Step(world.StepOptions{})
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	w := edgeWorld(t)
	var file bytes.Buffer
	if err := w.Encode(&file, &world.Codec[int]{}); err != nil {
		t.Fatal(err)
	}
	journal := edgeJournal(t)
	pool := []any{
		&world.Codec[int]{}, &world.Codec[int]{MaxMemory: 1 << 20},
		d2.Object{},
		edges.Must(d2.Place(d2.Circle{Radius: 1}, d2.Pose{}))(t), edges.Must(d2.Place(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Pose{}))(t),
		edges.Must(d2.NewRay(d2.Vec{X: -3}, d2.Vec{X: 1}, math.Inf(1)))(t),
		edges.Must(d2.NewSweep(d2.Vec{X: -3}, 1, d2.SweepOptions{}))(t),
	}
	for h := range w.Bodies() {
		pool = append(pool, h)
	}
	for p := range w.Pairs() {
		pool = append(pool, p)
	}
	edges.Run(t, &edges.Package{
		Calls: 100,
		Pool:  pool,
		Fresh: []any{
			func() *world.World[int] { return edgeWorld(t) },
			func() *world.Recorder[int] { return world.NewRecorder(edgeWorld(t), world.Codec[int]{}) },
			func() *world.Recorder[int] {
				r := world.NewRecorder(new(world.World[int]), world.Codec[int]{})
				_ = r.Start(new(bytes.Buffer))
				return r
			},
			func() *world.Replay[int] {
				return edges.Must(world.NewReplay(bytes.NewReader(journal), world.Codec[int]{}))(t)
			},
			func() *world.Snapshot[int] {
				s := new(world.Snapshot[int])
				edgeWorld(t).Snapshot(s)
				return s
			},
			func() io.Reader { return bytes.NewReader(file.Bytes()) },
			func() io.Reader { return bytes.NewReader(journal) },
		},
		Funcs: map[string]any{
			"Decode": world.Decode[int], "New": world.New[int], "NewRecorder": world.NewRecorder[int],
			"NewReplay": world.NewReplay[int],
		},
		Types: []any{
			&world.Codec[int]{},
			world.Filter{},
			world.Frame{},
			world.Handle(0), world.Kind(0),
			world.NewRecorder(w, world.Codec[int]{}), // it comes from NewRecorder
			&world.Replay[int]{}, world.State(0), &world.World[int]{},
		},
	})
}
