package mesh_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

const square = `# unit square
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
f 1 2 3 4
`

func ExampleRead() {
	m, err := mesh.Read([]byte(square), "square.obj")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(m.Points), "points,", m.Triangles)
	_, err = mesh.Read([]byte(square+"f 1 2 5\n"), "square.obj")
	fmt.Println(err)
	// Output:
	// 4 points, [[0 1 2] [0 2 3]]
	// square.obj:7: bad-mesh: index 5, but there are 4 points
}

func ExampleReadFile() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "square.obj")
	if err := os.WriteFile(path, []byte(square), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	m, err := mesh.ReadFile(path)
	fmt.Println(len(m.Triangles), err)
	// Output: 2 <nil>
}

func ExampleReadOBJ() {
	m, _ := mesh.ReadOBJ([]byte("v 0 0 0\nv 1 0 0\nv 0 2 0\nf -3 -2 -1"), "triangle")
	fmt.Println(m.Points[2], m.Triangles[0])
	// Output: {0 2 0} [0 1 2]
}

func ExampleReadASCIISTL() {
	m, _ := mesh.ReadASCIISTL([]byte(`solid
facet normal 0 0 1
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 1 0
  endloop
endfacet
endsolid`), "triangle")
	fmt.Println(m.Points, m.Triangles)
	// Output: [{0 0 0} {1 0 0} {0 1 0}] [[0 1 2]]
}

func ExampleReadBinarySTL() {
	_, err := mesh.ReadBinarySTL(make([]byte, 100), "truncated.stl")
	fmt.Println(err)
	// Output: truncated.stl: byte 80: bad-mesh: binary STL of 0 triangles has 84 bytes; there are 100
}

func ExampleError() {
	e := &mesh.Error{Name: "part.stl", Line: 7, Offset: -1, Message: "no triangles"}
	fmt.Println(e.Where())
	fmt.Println(e)
	// Output:
	// part.stl:7
	// part.stl:7: bad-mesh: no triangles
}

func ExampleError_Where() {
	fmt.Println((&mesh.Error{Name: "part.obj", Line: 12, Offset: -1}).Where())
	fmt.Println((&mesh.Error{Name: "part.stl", Offset: 84}).Where())
	// Output:
	// part.obj:12
	// part.stl: byte 84
}

func ExampleError_Error() {
	fmt.Println(&mesh.Error{Name: "part.obj", Line: 12, Offset: -1, Message: "a face needs three corners"})
	// Output:
	// part.obj:12: bad-mesh: a face needs three corners
}

const twoParts = `v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
o floor
f 1 2 3
o wall
f 1 3 4
`

func ExampleDecode() {
	m, err := mesh.Decode(strings.NewReader(twoParts), "room.obj", mesh.Options{MaxTriangles: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range m.Parts {
		fmt.Println(p.Name, p.Points(), p.Triangles())
	}
	_, err = mesh.Decode(strings.NewReader(twoParts), "room.obj", mesh.Options{MaxTriangles: 1})
	fmt.Println(err, errors.Is(err, mesh.ErrTooLarge))
	// Output:
	// floor [{0 0 0} {1 0 0} {0 1 0}] [[0 1 2]]
	// wall [{0 0 0} {0 1 0} {0 0 1}] [[0 1 2]]
	// room.obj:8: too-large: more than 1 triangles true
}

func ExampleLoad() {
	files := fstest.MapFS{"room.obj": {Data: []byte(twoParts)}}
	m, err := mesh.Load(files, "room.obj", mesh.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	points, triangles := m.Size()
	fmt.Println(m.Format, len(m.Parts), "parts,", points, "points,", triangles, "triangles")
	// Output: obj 2 parts, 6 points, 2 triangles
}

func ExampleWriteOBJ() {
	points := []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
	m, err := mesh.New(points, [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	lifted := mesh.Identity()
	lifted.T.Z = 2
	err = mesh.WriteOBJ(os.Stdout, &mesh.Model{Parts: []mesh.Part{{Name: "corner", Mesh: m, At: lifted}}})
	fmt.Println(len(m.Triangles), err)
	// Output:
	// o corner
	// v 0 0 2
	// v 1 0 2
	// v 0 1 2
	// v 0 0 3
	// f 1 3 2
	// f 1 2 4
	// f 2 3 4
	// f 1 4 3
	// 4 <nil>
}

func ExampleDecodeMap() {
	m, err := mesh.DecodeMap(strings.NewReader(`{"type": "map", "orientation": "orthogonal",
		"width": 4, "height": 4, "tilewidth": 16, "tileheight": 16, "layers": [
		{"type": "objectgroup", "name": "walls", "objects": [
			{"id": 1, "name": "crate", "x": 8, "y": 16, "width": 4, "height": 2, "rotation": 90}]}]}`), "level.tmj", mesh.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	crate := &m.Parts[0]
	fmt.Println(crate.Layer, crate.Name, crate.Pieces[0].Points())
	shape, err := crate.Shape()
	fmt.Println(shape.Len(), "convex piece", err)
	// Output:
	// walls crate [{8 16} {8 20} {6 20} {6 16}]
	// 1 convex piece <nil>
}
