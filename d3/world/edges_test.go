package world_test

import (
	"bytes"
	"io"
	"math"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/d3/world"
	"github.com/collide-go/collide/internal/testkit/edges"
)

// edgeWorld returns a World whose bodies touch, are near, are far off and too large, after two
// steps, with a pair that ended.
func edgeWorld(t *testing.T) *world.World[int] {
	t.Helper()
	w := edges.Must(world.New[int](world.Options{Margin: 0.1, Workers: 2}))(t)
	var last world.Handle
	for i, s := range []d3.Shape{
		nil,
		d3.Sphere{},
		d3.Sphere{Radius: 1},
		d3.Box{},
		d3.Box{Size: d3.Vec{X: 2, Y: 1}},
		d3.Sphere{Radius: 1e100},
		d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: -1.5},
		edges.Must(d3.NewCompound([]d3.Part{{Shape: d3.Sphere{Radius: 1}}, {Shape: d3.Box{}}}))(t),
		d3.Sphere{Radius: 1},
	} {
		var o d3.Object
		if s != nil {
			o = edges.Must(d3.Place(s, d3.Pose{Pos: d3.Vec{X: 0.25 * float64(i)}}))(t)
		}
		last = edges.Must(w.Add(&o, i, world.Body{Fast: i > 2, Sensor: i == 4}))(t)
	}
	w.Step(world.StepOptions{})
	if err := w.Move(last, d3.Pose{Pos: d3.Vec{Y: 1e50}}); err != nil {
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
		d3.Object{},
		edges.Must(d3.Place(d3.Sphere{Radius: 1}, d3.Pose{}))(t), edges.Must(d3.Place(d3.HalfSpace{Normal: d3.Vec{Y: 1}}, d3.Pose{}))(t),
		edges.Must(d3.NewRay(d3.Vec{X: -3}, d3.Vec{X: 1}, math.Inf(1)))(t),
		edges.Must(d3.NewSweep(d3.Vec{X: -3}, 1, d3.SweepOptions{}))(t),
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
