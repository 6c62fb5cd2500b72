package scene_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/edges"
	"github.com/collide-go/collide/internal/testkit/edges/scenes"
	"github.com/collide-go/collide/scene"
)

// TestZeroValues: the zero value of what reads and answers is that of its constructor with zero
// options. They panicked, and a Decoder refused all lines as too long.
func TestZeroValues(t *testing.T) {
	ctx := context.Background()
	line := []byte(scenes.Pairs[0])
	made := edges.Must(scene.NewAnswerer(scene.Options{}, scene.QueryOptions{}))(t)
	want, ok := made.AppendAnswer(ctx, nil, line, 1)
	if got, _ := new(scene.Answerer).AppendAnswer(ctx, nil, line, 1); !ok || string(got) != string(want) {
		t.Errorf("answer %s, want %s", got, want)
	}
	for _, text := range scenes.Casts {
		want, _ := made.AppendCast(ctx, nil, []byte(text), 1)
		if got, ok := new(scene.Answerer).AppendCast(ctx, nil, []byte(text), 1); !ok || string(got) != string(want) {
			t.Errorf("answer %s, want %s", got, want)
		}
	}
	for _, text := range scenes.Impacts {
		want, _ := made.AppendImpact(ctx, nil, []byte(text), 1)
		if got, ok := new(scene.Answerer).AppendImpact(ctx, nil, []byte(text), 1); !ok || string(got) != string(want) {
			t.Errorf("answer %s, want %s", got, want)
		}
	}
	var zero scene.Decoder
	p, err := zero.Pair(ctx, line)
	if err != nil {
		t.Fatal(err)
	}
	var q scene.Query
	if got := q.Distance(&p.A, &p.B); got.Err != nil || got.Distance != 1 || q.Relate(&p.A, &p.B) != collide.Apart {
		t.Errorf("answer %+v", got)
	}
	if err := new(scene.World).End(); err == nil {
		t.Error("a world without a line is at its end")
	}
	w := new(scene.World)
	for i, l := range []int{0, 3} {
		if _, _, err := w.Answer(ctx, []byte(edgeLines[l]), i+1); err != nil {
			t.Error(err)
		}
	}
	if r := w.Relation(0); r != collide.Touching {
		t.Errorf("the boxes are %v", r)
	}
	if r := w.Relation(1); r != collide.Undecided {
		t.Errorf("no pair is %v", r)
	}
}

// TestZeroShapes: the zero Shapes take names.
func TestZeroShapes(t *testing.T) {
	s := new(scene.Shapes)
	if _, err := s.Define(context.Background(), []byte(`{"shapes":{"ball":{"type":"sphere","radius":1}}}`), 1); err != nil {
		t.Fatal(err)
	}
	line := []byte(`{"dim":3,"a":{"shape":"ball"},"b":{"shape":"ball"}}`)
	if _, err := scene.DecodePair(context.Background(), line, scene.Options{Shapes: s}); err != nil {
		t.Error(err)
	}
}

// TestZeroReplay: the zero Replay is at the end of a journal.
func TestZeroReplay(t *testing.T) {
	r := new(scene.Replay)
	if f, ok, err := r.Next(); ok || err != nil || !reflect.DeepEqual(f, scene.ReplayFrame{}) {
		t.Errorf("a frame %+v, %v, %v", f, ok, err)
	}
	if s := r.Scene(); s.Dim != 2 || len(s.Objects) != 0 {
		t.Errorf("scene %+v", s)
	}
	var out bytes.Buffer
	if n, err := r.Cut(&out, 1); n != 0 || err != nil {
		t.Errorf("%d frames, %v", n, err)
	}
	if _, err := scene.NewReplay(&out, scene.ReplayOptions{}); err != nil {
		t.Error(err)
	}
}

// edgeBall is a ball of radius 0.
var edgeBall d3.Object

// TestEncodeOfNoScene: a scene that a program made, and that no file can hold, is an error that
// says what is wrong. A Dim of 0 was written, and an object to ignore that there is not made it
// panic.
func TestEncodeOfNoScene(t *testing.T) {
	whole := scene.Scene{Dim: 3, Objects: []scene.Object{{Name: "a", Body: scene.Body3(edgeBall)}}}
	for name, c := range map[string]struct {
		change func(s *scene.Scene)
		code   error
		text   string
	}{
		"zero":           {func(s *scene.Scene) { *s = scene.Scene{} }, collide.ErrWrongDimension, "dim: wrong-dimension: set Dim to 2 or 3: it is 0"},
		"plane":          {func(s *scene.Scene) { s.Dim = 2 }, collide.ErrWrongDimension, "objects[0]: wrong-dimension: the body has the dimension 3, the scene 2"},
		"no body":        {func(s *scene.Scene) { s.Objects = make([]scene.Object, 1) }, collide.ErrWrongDimension, "objects[0]: wrong-dimension: the body has the dimension 0, the scene 3"},
		"ignore below":   {func(s *scene.Scene) { s.Ignore = [][2]int{{-1, 0}} }, scene.ErrUnknownName, "ignore[0]: unknown-name: there are no objects -1 and 0: the scene has 1"},
		"ignore above":   {func(s *scene.Scene) { s.Ignore = [][2]int{{0, 0}, {0, 1}} }, scene.ErrUnknownName, "ignore[1]: unknown-name: there are no objects 0 and 1: the scene has 1"},
		"nothing at all": {func(*scene.Scene) {}, nil, ""},
	} {
		s := whole
		c.change(&s)
		err := s.Encode(io.Discard)
		if !errors.Is(err, c.code) || err != nil && err.Error() != c.text {
			t.Errorf("%s: %v, want %s", name, err, c.text)
		}
	}
}

// TestFoundOfAnotherScene: pairs of objects that a scene does not have are in no baseline, and no
// rule is about them.
func TestFoundOfAnotherScene(t *testing.T) {
	s := &scene.Scene{Dim: 3, Objects: []scene.Object{{Name: "a", Body: scene.Body3(edgeBall)}}, Rules: []scene.Rule{{A: "*", B: "*"}}}
	found := []scene.Found{{A: 0, B: 1, Verdict: scene.Touch}, {A: -1, B: 0, Verdict: scene.Overlap}}
	b := scene.NewBaseline(s, found, nil)
	states, gone := b.Compare(s, found)
	if len(b.Contacts) != 0 || len(gone) != 0 || !reflect.DeepEqual(states, []scene.State{scene.NewContact, scene.NewContact}) {
		t.Errorf("contacts %v, states %v, gone %v", b.Contacts, states, gone)
	}
	if s.RuleOf(0, 0) != 0 || s.RuleOf(0, 1) != -1 || s.RuleOf(-1, 0) != -1 {
		t.Error("a rule is about an object that there is not")
	}
}
