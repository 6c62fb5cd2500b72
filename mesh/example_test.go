package mesh_test

import (
	"fmt"
	"os"
	"path/filepath"

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
