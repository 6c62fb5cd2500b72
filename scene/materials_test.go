package scene_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/collide-go/collide/scene"
)

// paintedGLTF are two primitives over three points, with one material and none.
const paintedGLTF = `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],"materials":[{"name":"ice"}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}`

// Answers have the materials of the triangles, edges and cells that they are about, as the lines
// and files give them, where a body has any; and what the schemas say.
func TestMaterials(t *testing.T) {
	files := fstest.MapFS{
		"painted.obj": {Data: []byte("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nusemtl ice\nf 1 2 3\nf 1 3 4\nusemtl\nv 9 9 0\nv 8 9 0\nusemtl mud\nf 1 5 6\n")},
		"half.obj":    {Data: []byte("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3\nusemtl mud\nf 1 3 4\n")},
		"one.gltf":    {Data: []byte(paintedGLTF)},
	}
	const (
		chain  = `{"shape":{"type":"chain","points":[[0,0],[2,0],[4,0]],"materials":[7,-1]}}`
		grid   = `{"shape":{"type":"grid","cell":[1,1],"rows":[[1,1]],"materials":[3,0]}}`
		field  = `{"shape":{"type":"height-field","spacing":[2,2],"heights":[[0,0],[0,0]],"materials":[4,5]}}`
		inner  = `{"shape":{"type":"mesh","vertices":[[0,0,0],[2,0,0],[2,2,0],[0,2,0]],"triangles":[[0,1,2],[0,2,3]],"materials":[4,5]}}`
		plain  = `{"shape":{"type":"mesh","vertices":[[0,0,0],[2,0,0],[2,2,0],[0,2,0]],"triangles":[[0,1,2],[0,2,3]]}}`
		within = `{"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":0.1},"pose":{"p":[0,9]}},{"shape":{"type":"chain","points":[[0,0],[2,0],[4,0]],"materials":[7,8]}}]}}`
		ball2  = `{"shape":{"type":"circle","radius":0.1},"pose":{"p":[`
		ball3  = `{"shape":{"type":"sphere","radius":0.1},"pose":{"p":[`
	)
	file := func(name string) string { return `{"shape":{"type":"mesh","file":"` + name + `"}}` }
	s, err := scene.NewAnswerer(scene.Options{Files: files}, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pair, cast, toi := compile(t, "answer.schema.json"), compile(t, "cast-answer.schema.json"), compile(t, "toi-answer.schema.json")
	pairIn, castIn := compile(t, "pair.schema.json"), compile(t, "cast.schema.json")
	ctx := context.Background()
	for _, row := range []struct {
		kind, dim, a, b, want string // want is in the answer, with ! is not
	}{
		{"pair", "2", chain, ball2 + `1,0.5]}}`, `"triangles":[0,null],"materials":[7,null]}`},
		{"pair", "2", chain, ball2 + `3,0.5]}}`, `"triangles":[1,null],"materials":[null,null]}`},
		{"pair", "2", ball2 + `1.5,2]}}`, grid, `"triangles":[null,1],"materials":[null,0]}`},
		{"pair", "2", within, grid, `"materials":[7,`},
		{"pair", "3", field, ball3 + `0.5,1.5,1]}}`, `"triangles":[1,null],"materials":[5,null]}`},
		{"pair", "3", inner, ball3 + `0.5,1.5,1]}}`, `"triangles":[1,null],"materials":[5,null]}`},
		{"pair", "3", plain, ball3 + `0.5,1.5,1]}}`, `!materials`},
		{"pair", "3", file("painted.obj"), ball3 + `8.5,8.9,1]}}`, `"triangles":[2,null],"materials":[1,null]}`},
		{"pair", "3", file("painted.obj"), ball3 + `1.5,0.5,1]}}`, `"triangles":[0,null],"materials":[0,null]}`},
		{"pair", "3", file("half.obj"), ball3 + `1.5,0.5,1]}}`, `"triangles":[0,null],"materials":[null,null]}`},
		{"pair", "3", file("half.obj"), ball3 + `0.5,1.5,1]}}`, `"triangles":[1,null],"materials":[0,null]}`},
		{"pair", "3", file("one.gltf"), ball3 + `0.2,0.2,1]}}`, `"triangles":[0,null],"materials":[0,null]}`},
		{"ray", "3", inner, `"origin":[0.5,1.5,1],"direction":[0,0,-1]`, `"triangle":1,"material":5}`},
		{"ray", "3", inner, `"origin":[0.5,1.5,1],"direction":[0,0,1]`, `!material`},
		{"ray", "3", plain, `"origin":[0.5,1.5,1],"direction":[0,0,-1]`, `!material`},
		{"ray", "2", within, `"origin":[3,1],"direction":[0,-1]`, `"triangle":1,"material":8}`},
		{"point", "2", chain, `"point":[1,1]`, `"triangle":0,"material":7}`},
		{"point", "2", chain, `"point":[3,1]`, `"triangle":1,"material":null}`},
		{"shape", "2", chain, `"b":` + ball2 + `1,1]}},"translation":[0,-2]`, `"triangles":[0,null],"materials":[7,null]}`},
		{"toi", "2", chain, `{"shape":{"type":"circle","radius":0.1},"pose":{"p":[1,1]},"motion":{"linear":[0,-2]}}`, `"materials":[7,null]}`},
	} {
		line := `{"id":"k","dim":` + row.dim + `,"a":` + row.a
		schema, ask := pair, s.AppendAnswer
		switch row.kind {
		case "pair", "toi":
			line += `,"b":` + row.b + `}`
			if row.kind == "toi" {
				schema, ask = toi, s.AppendImpact
			} else if !valid(t, pairIn, line) {
				t.Errorf("the schema refuses %s", line)
			}
		default:
			line += `,"cast":"` + row.kind + `",` + row.b + `}`
			schema, ask = cast, s.AppendCast
			if !valid(t, castIn, line) {
				t.Errorf("the schema refuses %s", line)
			}
		}
		got, ok := ask(ctx, nil, []byte(line), 1)
		if !ok || !valid(t, schema, string(got)) {
			t.Errorf("%s: %s", line, got)
		}
		if no, is := strings.CutPrefix(row.want, "!"); is == bytes.Contains(got, []byte(no)) {
			t.Errorf("%s: %s, not %s", line, got, row.want)
		}
	}
}

// Points of manifolds over surfaces have the normals of their manifolds: a box in the corner of a
// floor and a wall has two.
func TestManifoldNormals(t *testing.T) {
	s, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{Manifold: true})
	if err != nil {
		t.Fatal(err)
	}
	schema := compile(t, "answer.schema.json")
	const box = `{"shape":{"type":"box","size":[2,2]},"pose":{"p":[0.9,0.9]}}`
	for line, want := range map[string]int{
		`{"id":"k","dim":2,"a":{"shape":{"type":"chain","points":[[0,9],[0,0],[9,0]]}},"b":` + box + `}`:                2,
		`{"id":"k","dim":2,"b":{"shape":{"type":"chain","points":[[0,9],[0,0],[9,0]]}},"a":` + box + `}`:                -2,
		`{"id":"k","dim":2,"a":{"shape":{"type":"chain","points":[[0,9],[0,0],[9,0]],"sided":"left"}},"b":` + box + `}`: 2,
		`{"id":"k","dim":2,"a":{"shape":{"type":"chain","points":[[9,0],[0,0],[0,9]],"sided":"left"}},"b":` + box + `}`: 0,
		`{"id":"k","dim":2,"a":` + box + `,"b":` + box + `}`:                                                            0,
	} {
		got, _ := s.AppendAnswer(context.Background(), nil, []byte(line), 1)
		_, list, _ := strings.Cut(string(got), `"manifold":`)
		for _, n := range []string{"[1,0]", "[0,1]"} {
			if want < 0 {
				n = strings.Replace(n, "1", "-1", 1)
			}
			if count := strings.Count(list, `"normal":`+n); count != max(want, -want) {
				t.Errorf("%s: the normal %s %d times, not %d: %s", line, n, count, want, list)
			}
		}
		if !valid(t, schema, string(got)) {
			t.Errorf("the schema refuses %s", got)
		}
	}
}
