package mesh_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

// corner is the tetrahedron of the unit vectors and the origin, with a material for each face.
func corner(t testing.TB) *mesh.Mesh {
	t.Helper()
	m, err := mesh.New([]d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	m.Materials = []int32{3, -1, 0, 1}
	return m
}

// A part of a file becomes a body with its materials where the model has it; one that is mirrored
// is no body turned inside out.
func TestShape(t *testing.T) {
	m := corner(t)
	mirror := mesh.Identity()
	mirror.M[0][0], mirror.T.Y = -2, 5
	for _, c := range []struct {
		part       mesh.Part
		in, out, p d3.Vec
	}{
		{mesh.Part{Mesh: m, At: mesh.Identity()}, d3.Vec{X: 0.1, Y: 0.1, Z: 0.1}, d3.Vec{X: -0.1, Y: 0.1, Z: 0.1}, d3.Vec{X: 1}},
		{mesh.Part{Mesh: m, At: mirror}, d3.Vec{X: -0.2, Y: 5.1, Z: 0.1}, d3.Vec{X: 0.1, Y: 5.1, Z: 0.1}, d3.Vec{X: -2, Y: 5}},
	} {
		b, err := c.part.Shape(d3.MeshOptions{Solid: true})
		if err != nil {
			t.Fatal(err)
		}
		if !b.Solid() || !slices.Equal(b.Materials(), m.Materials) || b.Vertices()[1] != c.p {
			t.Errorf("solid %v, materials %v, vertices %v", b.Solid(), b.Materials(), b.Vertices())
		}
		o, err := d3.Place(b, d3.Pose{})
		if err != nil {
			t.Fatal(err)
		}
		for at, want := range map[d3.Vec]collide.Relation{c.in: collide.Overlapping, c.out: collide.Apart, c.p: collide.Touching} {
			if got, err := d3.ClosestPoint(&o, at); err != nil || got.Relation != want {
				t.Errorf("%v is %v, %v, want %v", at, got.Relation, err, want)
			}
		}
	}
	b, err := m.Shape(d3.MeshOptions{Materials: []int32{5, 5, 5, 5}})
	if err != nil || b.Solid() || b.Material(2) != 5 || m.Materials[2] != 0 {
		t.Errorf("solid %v, material %v, of the mesh %v, error %v", b.Solid(), b.Material(2), m.Materials[2], err)
	}
	m.Triangles = m.Triangles[:3]
	if _, err := m.Shape(d3.MeshOptions{Solid: true, Materials: []int32{1, 2, 3}}); !errors.Is(err, collide.ErrNotClosed) {
		t.Errorf("open: %v", err)
	}
}

func ExamplePart_Shape() {
	m, _ := mesh.New([]d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
	part := mesh.Part{Name: "corner", Mesh: m, At: mesh.Identity()} // as of a file
	body, err := part.Shape(d3.MeshOptions{Solid: true})
	if err != nil {
		fmt.Println(err) // such as not-closed, with the place
		return
	}
	o, _ := d3.Place(body, d3.Pose{})
	ball, _ := d3.Place(d3.Sphere{Radius: 0.25}, d3.Pose{Pos: d3.Vec{X: 0.25, Y: 0.25, Z: -1}})
	fmt.Println(d3.Distance(&o, &ball).Distance)
	// Output: 0.75
}

func ExampleMesh_Shape() {
	m, _ := mesh.New([]d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}})
	_, err := m.Shape(d3.MeshOptions{Solid: true})
	surface, _ := m.Shape(d3.MeshOptions{})
	fmt.Println(errors.Is(err, collide.ErrNotClosed), surface.Len(), "triangles")
	// Output: true 3 triangles
}

func ExampleIndices() {
	m, _ := mesh.New([]d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
	d, err := d3.Decompose(context.Background(), m.Points, mesh.Indices(m.Triangles), d3.DecomposeOptions{Concavity: 0.1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(d.Parts), "part, as near as is asked for:", d.Concavity <= 0.1)
	// Output: 1 part, as near as is asked for: true
}

// A polyline of a Tiled map as a floor that one can jump through from below, with Y up.
func ExamplePiece_Points() {
	piece := mesh.Piece{ // as of a file
		Figure: &mesh.Figure{Kind: mesh.PolylineFigure, Points: []d2.Vec{{X: 0}, {X: 32}}},
		At:     mesh.Transform2{M: [2][2]float64{{1, 0}, {0, 1}}, T: d2.Vec{X: 64, Y: 96}},
	}
	points := piece.Points()
	for i := range points {
		points[i].Y = -points[i].Y // in a map Y points down
	}
	floor, err := d2.NewChain(points, d2.ChainOptions{
		Closed:   piece.Figure.Kind == mesh.PolygonFigure,
		OneSided: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	o, _ := d2.Place(floor, d2.Pose{})
	for _, y := range []float64{-94, -98} {
		box, _ := d2.Place(d2.Box{Size: d2.Vec{X: 8, Y: 8}}, d2.Pose{Pos: d2.Vec{X: 80, Y: y}})
		fmt.Println(y, d2.Relate(&o, &box))
	}
	// Output:
	// -94 overlapping
	// -98 apart
}
