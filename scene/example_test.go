package scene_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

const exampleLine = `{"id":"drop","dim":3,
	"a":{"shape":{"type":"box","size":[2,2,2]}},
	"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[0,0,3]}}}`

func ExampleDecodePair() {
	p, err := scene.DecodePair(context.Background(), []byte(exampleLine), scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: a %T and a %T at %v\n", p.ID, p.A.O3.Shape(), p.B.O3.Shape(), p.B.O3.Pose().Pos)
	_, err = scene.DecodePair(context.Background(), []byte(strings.Replace(exampleLine, "[2,2,2]", "[2,-2,2]", 1)), scene.Options{})
	fmt.Println(err)
	// Output:
	// drop: a d3.Box and a d3.Sphere at {0 0 3}
	// line 2: a.shape.size[1]: negative-size: -2
}

func ExampleDecoder_Pair() {
	d := scene.NewDecoder(scene.Options{})
	for i, line := range []string{exampleLine, `{"id":"next","dim":3`} {
		p, err := d.Pair(context.Background(), []byte(line))
		var e *scene.Error
		if errors.As(err, &e) {
			e.Line = i + 1 // lines are counted by who reads them
		}
		fmt.Println(p.ID, err)
	}
	// Output:
	// drop <nil>
	// next line 2: syntax: column 21: ',' or '}' should stand at the end of the line; a line holds one whole value
}

func ExampleNewDecoder() {
	d := scene.NewDecoder(scene.Options{MaxBytes: 16})
	_, err := d.Pair(context.Background(), []byte(exampleLine))
	fmt.Println(err)
	// Output: line 1: too-long: the line is longer than 16 bytes
}

const exampleScene = `version: 1
dim: 3
units: m
objects:
  - name: table
    shape: {type: box, size: [1.2, 0.8, 0.05]}
    group: cell
  - name: lamp
    shape: {type: cone, radius: 0.1, height: 0.2}
    pose: {p: [0, 0, 0.5]}
    group: cell
  - name: hand
    shape: {type: capsule, radius: 0.05, height: 0.2}
    pose: {p: [0, 0, 0.2], rpy: [0, 1.5708, 0]}
`

func ExampleDecode() {
	s, err := scene.Decode(context.Background(), strings.NewReader(exampleScene), "cell.yaml", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range s.Objects {
		fmt.Printf("line %d: %s, %T\n", o.Line, o.Name, o.O3.Shape())
	}
	// Output:
	// line 5: table, d3.Box
	// line 8: lamp, d3.Cone
	// line 12: hand, d3.Capsule
}

func ExampleScene_Pairs() {
	s, err := scene.Decode(context.Background(), strings.NewReader(exampleScene), "cell.yaml", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, j := range s.Pairs() {
		fmt.Println(s.Objects[i].Name, s.Objects[j].Name)
	}
	// Output:
	// table hand
	// lamp hand
}

func ExampleLoad() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "cell.yaml")
	if err := os.WriteFile(path, []byte(exampleScene), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	s, err := scene.Load(context.Background(), path)
	fmt.Println(len(s.Objects), s.Units, err)
	// Output: 3 m <nil>
}

func ExampleErrorList() {
	text := strings.NewReplacer("cone", "torus", "0.05, height", ".nan, height").Replace(exampleScene)
	_, err := scene.Decode(context.Background(), strings.NewReader(text), "cell.yaml", scene.Options{})
	fmt.Println(err)
	fmt.Println(errors.Is(err, collide.ErrNotFinite))
	// Output:
	// cell.yaml:9: objects[1].shape.type: unknown-type: "torus" is no shape in 3D; there are sphere, box, capsule, cylinder, cone, ellipsoid, hull, half-space, compound, mesh and height-field
	// cell.yaml:13: objects[2].shape.radius: not-finite: NaN
	// true
}

func ExampleError() {
	fmt.Println(&scene.Error{File: "cell.yaml", Line: 12, Path: "objects[1].shape.size[0]", Code: collide.ErrNegativeSize, Message: "-1.2"})
	// Output: cell.yaml:12: objects[1].shape.size[0]: negative-size: -1.2
}

func ExampleAnswerOf() {
	a := scene.AnswerOf(d3.Contact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1, Distance: 1, Lower: 1, Upper: 1, Relation: collide.Apart, Normal: d3.Vec{Z: 1}, PointA: d3.Vec{Z: 1}, PointB: d3.Vec{Z: 2}, LocalA: d3.Vec{Z: 1}, LocalB: d3.Vec{Z: -1}})
	fmt.Println(a.Relation, a.Distance, a.Normal)
	// Output: apart 1 [0 0 1]
}

func ExampleAnswer_AppendJSON() {
	a := scene.Answer{ID: "drop", HasID: true, Dim: 2, Relation: collide.Apart, Distance: 1, Lower: 1, Upper: 1, Normal: [3]float64{0, 1}, Status: collide.Exact}
	fmt.Printf("%s\n", a.AppendJSON(nil))
	a = scene.Answer{ID: "drop", HasID: true, Line: 7, Err: &scene.Error{Path: "b.shape.radius", Code: collide.ErrNegativeSize, Message: "-1"}}
	fmt.Printf("%s\n", a.AppendJSON(nil))
	// Output:
	// {"id":"drop","relation":"apart","distance":1,"lower":1,"upper":1,"normal":[0,1],"point_a":[0,0],"point_b":[0,0],"local_a":[0,0],"local_b":[0,0],"status":"exact","iterations":0}
	// {"id":"drop","line":7,"error":{"code":"negative-size","path":"b.shape.radius","message":"-1"}}
}

func ExampleAnswer_AppendFields() {
	a := scene.Answer{Dim: 2, Relation: collide.Touching, Normal: [3]float64{1}, Status: collide.Exact}
	line := append([]byte(`{"a":"hand","b":"table",`), a.AppendFields(nil)...)
	fmt.Println(string(line[:44]))
	// Output: {"a":"hand","b":"table","relation":"touching
}

func ExampleAppendNumber() {
	line := scene.AppendNumber(nil, 0.1)
	line = scene.AppendNumber(append(line, ' '), 1e-9)
	fmt.Println(string(line))
	// Output: 0.1 1e-09
}

func ExampleAppendString() {
	fmt.Println(string(scene.AppendString(nil, "left \"finger\"\n")))
	// Output: "left \"finger\"\n"
}

func ExampleScene_Check() {
	s, err := scene.Decode(context.Background(), strings.NewReader(`version: 1
dim: 2
clearance: 0.5
objects:
  - {name: floor, shape: {type: half-space, normal: [0, 1], offset: 0}}
  - {name: crate, shape: {type: box, size: [2, 2]}, pose: {p: [0, 1]}}
  - {name: ball, shape: {type: circle, radius: 1}, pose: {p: [2.25, 2.5]}}
  - {name: lamp, shape: {type: circle, radius: 1}, pose: {p: [0, 9]}}
`), "room.yaml", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := s.Check(context.Background(), scene.CheckOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.CountPairs(), "pairs checked")
	for _, f := range found {
		fmt.Printf("%s and %s: %v, %v, %.3f\n", s.Objects[f.A].Name, s.Objects[f.B].Name, f.Verdict, f.Answer.Relation, f.Answer.Distance)
	}
	// Output:
	// 6 pairs checked
	// floor and crate: touch, touching, 0.000
	// crate and ball: near, apart, 0.346
}
