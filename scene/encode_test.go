package scene_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

const everything3 = `{"version":1,"dim":3,"units":"µm, or so","clearance":1e-9,"objects":[
{"name":"a","shape":{"type":"sphere","radius":0.1},"pose":{"p":[1e-300,2,1e100]},"group":"g"},
{"name":"yes","shape":{"type":"box","size":[1,2,3],"rounding":0.3},"pose":{"rpy":[0.1,0.2,0.3]}},
{"name":"0x1","shape":{"type":"capsule","radius":0.1,"height":1e-280}},
{"name":"line\nend \u0080 \ufeff \ufffe \ud83d\ude00 \u2028 \"\\","shape":{"type":"cylinder","radius":0.1,"height":2},"pose":{"q":[0.6,0,0,0.8000001]}},
{"name":"- e","shape":{"type":"cone","radius":0.1,"height":2},"group":"no"},
{"name":"f","shape":{"type":"ellipsoid","radii":[1,2,3]},"pose":{"axis_angle":[1,1,1,1]}},
{"name":"~","shape":{"type":"half-space","normal":[0,0.1,-1],"offset":-3}},
{"name":"h","shape":{"type":"hull","points":[[0,0,0],[1,0,0],[0,0.1,0],[0,0,0.3],[0.01,0.01,0.01]]}},
{"name":"i","shape":{"type":"hull","file":"tet.obj","scale":[1,-2,0.3],"rounding":1}},
{"name":"j","shape":{"type":"compound","parts":[{"shape":{"type":"box","size":[1,2,0.3],"rounding":1},"pose":{"p":[0,0.1,0]}},
{"shape":{"type":"half-space","normal":[0,1,0],"offset":2}}]},"pose":{"rpy":[1,2,3]}},
{"name":"k","shape":{"type":"mesh","vertices":[[0,0,0],[0.1,0,0],[0,1,0],[0,0,0]],"triangles":[[0,1,2],[3,2,1],[0,3,1]],"materials":[3,0,-1]}},
{"name":"l","shape":{"type":"mesh","file":"tet.obj","scale":[1,-2,0.3]}},
{"name":"n","shape":{"type":"mesh","vertices":[[0,0,0],[0.1,0,0],[0,1,0],[0,0,1]],"triangles":[[0,2,1],[0,1,3],[1,2,3],[2,0,3]],"solid":true}},
{"name":"m","shape":{"type":"height-field","spacing":[0.1,2],"heights":[[0,1,0.3],[1e-9,0,-1]],"materials":[1,2,3,4]}}],
"ignore":[["a","yes"],["~","- e"],["~","j"]]}`

const everything2 = `{"version":1,"dim":2,"objects":[
{"name":"a","shape":{"type":"circle","radius":0.1},"pose":{"p":[1e-300,2]},"group":"g"},
{"name":"b","shape":{"type":"box","size":[1,2],"rounding":0.3},"pose":{"angle":0.1}},
{"name":"c","shape":{"type":"capsule","radius":0.1,"height":1e-280},"pose":{"cos_sin":[0.6,0.8]}},
{"name":"d","shape":{"type":"ellipse","radii":[1,2]},"pose":{"angle":3}},
{"name":"e","shape":{"type":"half-space","normal":[0.1,-1],"offset":-3}},
{"name":"f","shape":{"type":"hull","points":[[0,0],[1,0],[0,0.1]],"rounding":2}},
{"name":"g","shape":{"type":"polygon","points":[[0,0],[0,1],[0.1,0]]}},
{"name":"h","shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":2}},{"shape":{"type":"polygon","points":[[0,0],[0,1],[0.1,0]]},"pose":{"angle":1}}]},"pose":{"p":[1,0.3]}},
{"name":"i","shape":{"type":"compound","parts":[{"shape":{"type":"ellipse","radii":[2,1]}}]}},
{"name":"j","shape":{"type":"chain","points":[[0,0],[0.1,0],[0,1]]}},
{"name":"k","shape":{"type":"chain","points":[[0,0],[0.1,0],[0,1]],"closed":true}},
{"name":"k2","shape":{"type":"chain","points":[[0,0],[0.1,0],[0,1]],"sided":"left","materials":[7,-1]}},
{"name":"l","shape":{"type":"grid","cell":[0.1,2],"rows":[[0,1,1],[1,0,0]],"materials":[1,2,3,4,5,6]}}]}`

// describe lists what a scene holds, hulls by their vertices.
func describe(s *scene.Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %q %v %v\n", s.Version, s.Dim, s.Units, s.Clearance, s.Ignore)
	for i := range s.Objects {
		o := &s.Objects[i]
		fmt.Fprintf(&b, "%q %q %v %v ", o.Name, o.Group, o.O2.Pose(), o.O3.Pose())
		for i, p := range o.Pieces() {
			if o.Parts() == 0 {
				break
			}
			lo, hi := p.AABB()
			fmt.Fprintf(&b, "part %v %v, ", lo, hi)
			if c, ok := o.O2.Shape().(*d2.Compound); ok {
				fmt.Fprintf(&b, "%v, ", c.Part(i).Pose)
			}
			if c, ok := o.O3.Shape().(*d3.Compound); ok {
				fmt.Fprintf(&b, "%v, ", c.Part(i).Pose)
			}
		}
		shape := any(o.O3.Shape())
		if s.Dim == 2 {
			shape = o.O2.Shape()
		}
		if r, ok := shape.(d3.Rounded); ok {
			fmt.Fprintf(&b, "rounded %v ", r.R)
			shape = r.Core
		}
		if r, ok := shape.(d2.Rounded); ok {
			fmt.Fprintf(&b, "rounded %v ", r.R)
			shape = r.Core
		}
		if o.Parts() > 0 {
			continue
		}
		switch h := shape.(type) {
		case *d3.Mesh:
			fmt.Fprintf(&b, "mesh %v %v %v %v\n", h.Vertices(), h.Triangles(), h.Solid(), h.Materials())
		case *d3.HeightField:
			dx, dy := h.Spacing()
			fmt.Fprintf(&b, "heights %v %v %v %v\n", dx, dy, h.Heights(), h.Materials())
		case *d2.Chain:
			fmt.Fprintf(&b, "chain %v %v %v %v\n", h.Points(), h.Closed(), h.OneSided(), h.Materials())
		case *d2.Grid:
			fmt.Fprintf(&b, "grid %v %v %v\n", h.Cell(), h.Rows(), h.Materials())
		case interface{ Vertices() []d3.Vec }:
			fmt.Fprintf(&b, "%T %v\n", h, h.Vertices())
		case interface{ Vertices() []d2.Vec }:
			fmt.Fprintf(&b, "%T %v\n", h, h.Vertices())
		default:
			fmt.Fprintf(&b, "%T %v\n", h, h)
		}
	}
	return b.String()
}

// TestEncodeDecode checks that a scene is the same after it was written and read, and the text too.
func TestEncodeDecode(t *testing.T) {
	for _, text := range []string{everything3, everything2, `{"version":1,"dim":2,"objects":[]}`} {
		s, err := scene.Decode(context.Background(), strings.NewReader(text), "s.json", scene.Options{Files: os.DirFS(meshDir(t))})
		if err != nil {
			t.Fatal(err)
		}
		var first, second bytes.Buffer
		if err := s.Encode(&first); err != nil {
			t.Fatal(err)
		}
		again, err := scene.Decode(context.Background(), bytes.NewReader(first.Bytes()), "s.yaml", scene.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, first.Bytes())
		}
		if a, b := describe(s), describe(again); a != b {
			t.Errorf("%s\nbecame\n%s\nwritten as\n%s", a, b, first.Bytes())
		}
		if err := again.Encode(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%v: %s\nbecame\n%s", err, first.Bytes(), second.Bytes())
		}
	}
}

// point is a user's shape.
type point struct{}

func (point) Margin() float64       { return 0 }
func (point) Support(d3.Vec) d3.Vec { return d3.Vec{} }

func TestEncodeRefuses(t *testing.T) {
	for _, shape := range []d3.Shape{point{}, d3.Rounded{Core: point{}, R: 1}, d3.Rounded{Core: d3.Rounded{Core: d3.Sphere{Radius: 1}, R: 1}, R: 1}} {
		o, err := d3.Place(shape, d3.Pose{})
		if err != nil {
			t.Fatal(err)
		}
		s := scene.Scene{Version: 1, Dim: 3, Objects: []scene.Object{{Name: "a", Body: scene.Body3(o)}}}
		var b bytes.Buffer
		var e *scene.Error
		if err := s.Encode(&b); !errors.As(err, &e) || e.Code != scene.ErrUnknownType || e.Path != "objects[0].shape" || b.Len() > 0 {
			t.Errorf("%T: %v, %q", shape, err, b.Bytes())
		}
	}
}

func ExampleScene_Encode() {
	s, err := scene.Decode(context.Background(), strings.NewReader(`{"version":1,"dim":2,"objects":[
		{"name":"ball","shape":{"type":"circle","radius":0.5},"pose":{"p":[0,2]}},
		{"name":"floor","shape":{"type":"half-space","normal":[0,1],"offset":0}}],"ignore":[["floor","ball"]]}`), "s.json", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var b bytes.Buffer
	fmt.Println(s.Encode(&b))
	fmt.Print(b.String())
	// Output:
	// <nil>
	// version: 1
	// dim: 2
	// objects:
	//   - name: ball
	//     shape: {type: circle, radius: 0.5}
	//     pose: {p: [0, 2]}
	//   - name: floor
	//     shape: {type: half-space, normal: [0, 1], offset: 0}
	// ignore:
	//   - [ball, floor]
}
