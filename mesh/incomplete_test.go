package mesh_test

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

// TestInspectTiny: what is turned inside is found at all sizes, although its volume is below the
// least double; areas of parts hold as far as doubles do.
func TestInspectTiny(t *testing.T) {
	for _, size := range []float64{1, 1e-50, 1e-107, 1e-109, 1e-150, 1e-200, 1e-290, 1e-308} {
		points := []d3.Vec{{}, {X: size}, {Y: size}, {Z: size}}
		m, err := mesh.New(points, [][3]int{{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}})
		if err != nil {
			t.Fatal(err)
		}
		list, err := (&mesh.Model{Parts: []mesh.Part{{Mesh: m, At: mesh.Identity()}}}).Inspect()
		if err != nil {
			t.Fatal(err)
		}
		part := &list[0].Defects.Parts[0]
		if !part.Closed || list[0].Count(mesh.InsideOut) != 1 || !(part.Volume < 0) {
			t.Errorf("size %v: %+v", size, part)
		}
		if want := size * size * (3 + math.Sqrt(3)) / 2; !(math.Abs(part.Area-want) <= 1e-14*want+math.SmallestNonzeroFloat64) {
			t.Errorf("size %v: area %v, want %v", size, part.Area, want)
		}
	}
}

// TestIncomplete: models that a caller puts together are refused, or empty, and nothing panics.
func TestIncomplete(t *testing.T) {
	wild := &mesh.Model{Parts: []mesh.Part{{Mesh: &mesh.Mesh{Triangles: [][3]int32{{0, 1, 2}}}, At: mesh.Identity()}}}
	_, inspect := wild.Inspect()
	for what, err := range map[string]error{
		"Inspect": inspect, "WriteSTL": mesh.WriteSTL(io.Discard, wild), "WriteOBJ": mesh.WriteOBJ(io.Discard, wild),
		"WriteGLB": mesh.WriteGLB(io.Discard, wild),
	} {
		if !errors.Is(err, mesh.ErrBadMesh) {
			t.Errorf("%s of an index of no point: %v", what, err)
		}
	}
	painted := &mesh.Model{Materials: []string{"red"}, Parts: []mesh.Part{{
		Mesh: &mesh.Mesh{Points: make([]d3.Vec, 1), Triangles: make([][3]int32, 3), Materials: []int32{0, -1, math.MaxInt32}},
	}}}
	_, err := painted.Inspect() // it asked for eight gigabytes
	if want := "part 0: triangle 2: material 2147483647, of 1 in the model"; !errors.Is(err, mesh.ErrBadMesh) ||
		!strings.HasSuffix(err.Error(), want) {
		t.Errorf("Inspect of a material that there is not: %v", err)
	}
	painted.Parts[0].Mesh.Materials[2] = 0
	if list, err := painted.Inspect(); err != nil || len(list[0].Materials) != 1 || list[0].Materials[0] != 2 {
		t.Errorf("Inspect: %+v, %v", list, err)
	}
	none := &mesh.Model{Parts: []mesh.Part{{}}}
	if points, triangles := none.Size(); points+triangles+len(none.Merge().Points) != 0 {
		t.Error("a part without a mesh is not empty")
	}
	if v, closed := mesh.Volume(nil, [][3]int{{0, 1, 2}}); v != 0 || closed {
		t.Errorf("Volume of an index of no point: %v, %v", v, closed)
	}
	_, err = mesh.New([]d3.Vec{{}}, [][3]int{{0, 1, 2}})
	if err == nil || !strings.HasSuffix(err.Error(), "index 1, but there is 1 point") {
		t.Errorf("New: %v", err)
	}
}
