package mesh_test

import (
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/edges"
	"github.com/collide-go/collide/mesh"
)

const (
	edgeOBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n"
	edgeTMJ = `{"type":"map","width":2,"height":1,"tilewidth":8,"tileheight":8,"orientation":"orthogonal","layers":[` +
		`{"type":"objectgroup","objects":[{"id":1,"x":1,"y":2,"width":3,"height":4}]}]}`
)

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	corners := []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
	whole := edges.Must(mesh.New(corners, [][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}))(t)
	files := fstest.MapFS{"x": {}, "x.obj": {Data: []byte(edgeOBJ)}, "x.tmj": {Data: []byte(edgeTMJ)}}
	edges.Run(t, &edges.Package{
		Calls: 2000,
		Pool: []any{
			whole, new(mesh.Mesh), (*mesh.Mesh)(nil), (*mesh.Figure)(nil), files,
			"x.obj", "x.stl", "x.ply", "x.glb", "x.gltf", "x.3mf", "x.off", "x.tmj",
			edges.Must(mesh.Load(files, "x.obj", mesh.Options{}))(t), edges.Must(mesh.LoadMap(files, "x.tmj", mesh.Options{}))(t),
			[]byte(edgeOBJ), []byte(edgeTMJ), mesh.Identity(),
		},
		Fresh: []any{
			func() io.Reader { return strings.NewReader(edgeOBJ) },
			func() io.Reader { return strings.NewReader(edgeTMJ) },
		},
		Funcs: map[string]any{
			"Decode": mesh.Decode, "DecodeMap": mesh.DecodeMap, "Faults": mesh.Faults, "Identity": mesh.Identity,
			"Indices": mesh.Indices, "Load": mesh.Load, "LoadMap": mesh.LoadMap, "New": mesh.New[int], "Read": mesh.Read,
			"ReadASCIISTL": mesh.ReadASCIISTL, "ReadBinarySTL": mesh.ReadBinarySTL, "ReadFile": mesh.ReadFile,
			"ReadOBJ": mesh.ReadOBJ, "Volume": mesh.Volume[int], "WriteGLB": mesh.WriteGLB, "WriteOBJ": mesh.WriteOBJ,
			"WriteSTL": mesh.WriteSTL,
		},
		Types: []any{
			mesh.Error{},
			mesh.Fault(0),
			mesh.Figure{},
			mesh.Inspection{},
			mesh.Map{},
			mesh.MapPart{},
			mesh.Mesh{},
			mesh.Model{},
			mesh.Options{},
			mesh.Part{},
			mesh.Piece{},
			mesh.Transform{},
			mesh.Transform2{},
		},
	})
}
