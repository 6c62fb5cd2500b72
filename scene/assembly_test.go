package scene_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// cellFiles are an assembly of a table and two legs, the second an instance of the first, in metres
// and with its bytes in a file of their own as well; a part without a name; and a map.
func cellFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	box := func(size d3.Vec) *mesh.Mesh {
		var corners []d3.Vec
		for i := range 8 {
			at := func(bit int, s float64) float64 { return s * (float64(i>>bit&1) - 0.5) }
			corners = append(corners, d3.Vec{X: at(0, size.X), Y: at(1, size.Y), Z: at(2, size.Z)})
		}
		h, err := d3.NewHull(corners)
		if err != nil {
			t.Fatal(err)
		}
		m, err := mesh.New(h.Vertices(), h.Faces())
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	at := func(x float64) mesh.Transform {
		m := mesh.Identity()
		m.T = d3.Vec{X: x, Z: -1}
		return m
	}
	leg := box(d3.Vec{X: 0.25, Y: 0.25, Z: 1})
	m := &mesh.Model{Unit: "m", Parts: []mesh.Part{
		{Name: "top", Mesh: box(d3.Vec{X: 2, Y: 1, Z: 0.5}), At: mesh.Identity()},
		{Name: "leg", Mesh: leg, At: at(-0.5)},
		{Name: "leg#2", Mesh: leg, At: at(0.5)},
	}}
	var glb, stl bytes.Buffer
	if err := errors.Join(mesh.WriteGLB(&glb, m), mesh.WriteSTL(&stl, m)); err != nil {
		t.Fatal(err)
	}
	const triangle = `{"asset":{"version":"2.0"},"nodes":[{"mesh":0,"name":"t"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],
		"buffers":[{"byteLength":36,"uri":"bytes.bin"}]}`
	const level = `{"type":"map","orientation":"orthogonal","width":1,"height":1,"tilewidth":8,"tileheight":8,"layers":[
		{"type":"objectgroup","name":"walls","objects":[{"id":1,"name":"L","x":8,"y":8,"polygon":[{"x":0,"y":0},{"x":8,"y":0},{"x":8,"y":4},{"x":4,"y":4},{"x":4,"y":8},{"x":0,"y":8}]},
		{"id":2,"name":"ball","x":20,"y":8,"width":4,"height":4,"ellipse":true}]}]}`
	return fstest.MapFS{
		"table.glb": {Data: glb.Bytes()}, "table.stl": {Data: stl.Bytes()},
		"sub/t.gltf": {Data: []byte(triangle)}, "sub/bytes.bin": {Data: make([]byte, 36)},
		"level.tmj": {Data: []byte(level)}, "crossed.tmj": {Data: []byte(strings.Replace(level, `{"x":4,"y":4},`, `{"x":4,"y":40},{"x":5,"y":-4},`, 1))},
	}
}

// assembly returns the scene with the given objects.
func assembly(t *testing.T, dim int, objects string) (*scene.Scene, error) {
	t.Helper()
	text := fmt.Sprintf(`{"version":1,"dim":%d,"units":"mm","objects":[%s]}`, dim, objects)
	if !valid(t, compile(t, "scene.schema.json"), text) {
		t.Logf("no scene by the schema: %s", objects)
	}
	return scene.Decode(context.Background(), strings.NewReader(text), "s.json", scene.Options{Files: cellFiles(t)})
}

// A file of an assembly becomes an object for each part, at the place of the object, in the unit of
// the scene.
func TestAssembly(t *testing.T) {
	s, err := assembly(t, 3, `{"name":"table","file":"table.glb","pose":{"p":[0,0,1000]},"group":"g","motion":{"linear":[1,0,0]}},
		{"name":"plain","file":"table.stl","scale":[1,1,-2],"units":"cm"},{"name":"t","file":"sub/t.gltf"},
		{"name":"ball","shape":{"type":"sphere","radius":1},"pose":{"p":[0,0,1600]}}`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range s.Objects {
		names = append(names, s.Objects[i].Name)
	}
	if want := []string{"table/top", "table/leg", "table/leg#2", "plain", "t/t", "ball"}; !slices.Equal(names, want) {
		t.Fatalf("objects %v, want %v", names, want)
	}
	if want := []string{"sub/bytes.bin", "sub/t.gltf", "table.glb", "table.stl"}; !slices.Equal(s.Files, want) {
		t.Errorf("files %v, want %v", s.Files, want)
	}
	leg := s.Objects[2].O3.AABB()
	if leg.Min.X != 375 || leg.Max.Z != 500 || leg.Min.Z != -500 || s.Objects[2].Group != "g" || s.Objects[2].Line != 1 {
		t.Errorf("leg#2: %+v in %q", leg, s.Objects[2].Group)
	}
	if plain := s.Objects[3].O3.AABB(); plain.Max.Z != 30 || plain.Min.Z != -5 {
		t.Errorf("plain: %+v", plain)
	}
	if s, err = assembly(t, 2, `{"name":"map","file":"level.tmj","scale":[0.5,-0.5],"pose":{"p":[1,2]}}`); err != nil {
		t.Fatal(err)
	}
	if len(s.Objects) != 2 || s.Objects[0].Name != "map/L" || s.Objects[0].Parts() < 2 || s.Objects[1].O2.AABB().Max.Y != -2 {
		t.Errorf("map: %+v", s.Objects)
	}
}

func TestAssemblyRefuses(t *testing.T) {
	for _, r := range []struct {
		why     string
		dim     int
		objects string
		code    error
		path    string
		schema  bool // whether the schema lets it pass
	}{
		{"neither shape nor file", 3, `{"name":"a"}`, scene.ErrMissingField, "objects[0].shape", false},
		{"shape and file", 3, `{"name":"a","file":"table.glb","shape":{"type":"sphere","radius":1}}`, scene.ErrConflictingFields, "objects[0].file", false},
		{"scale without a file", 3, `{"name":"a","scale":[1,1,1],"shape":{"type":"sphere","radius":1}}`, scene.ErrConflictingFields, "objects[0].scale", false},
		{"a scale of zero", 3, `{"name":"a","file":"table.glb","scale":[1,0,1]}`, nil, "objects[0].scale[1]", false},
		{"no such file", 3, `{"name":"a","file":"b.glb"}`, scene.ErrFile, "objects[0].file", true},
		{"a map in space", 3, `{"name":"a","file":"level.tmj"}`, scene.ErrBadMesh, "objects[0].file", true},
		{"a mesh in the plane", 2, `{"name":"a","file":"table.glb"}`, scene.ErrBadMesh, "objects[0].file", true},
		{"a figure that crosses itself", 2, `{"name":"a","file":"crossed.tmj"}`, scene.ErrBadMesh, "objects[0].file", true},
		{"units of a map", 2, `{"name":"a","file":"level.tmj","units":"m"}`, scene.ErrConflictingFields, "objects[0].units", false},
		{"two numbers of a place", 3, `{"name":"a","file":"table.glb","pose":{"p":[1,2]}}`, nil, "objects[0].pose.p", false},
		{"the name of a part", 3, `{"name":"a","file":"table.glb"},{"name":"a/leg","shape":{"type":"sphere","radius":1}}`, scene.ErrDuplicateName, "objects[1].name", true},
		{"the name of an object", 3, `{"name":"a/leg","shape":{"type":"sphere","radius":1}},{"name":"a","file":"table.glb"}`, scene.ErrDuplicateName, "objects[1].name", true},
	} {
		t.Run(r.why, func(t *testing.T) {
			s, err := assembly(t, r.dim, r.objects)
			var list scene.ErrorList
			if s != nil || !errors.As(err, &list) || len(list) != 1 {
				t.Fatalf("%v, %v", s, err)
			}
			if list[0].Path != r.path || r.code != nil && !errors.Is(err, r.code) || list[0].Line != 1 {
				t.Errorf("%v", err)
			}
			text := fmt.Sprintf(`{"version":1,"dim":%d,"objects":[%s]}`, r.dim, r.objects)
			if got := valid(t, compile(t, "scene.schema.json"), text); got != r.schema {
				t.Errorf("the schema says %v", got)
			}
		})
	}
}
