package d3_test

import (
	"context"
	"fmt"
	"log"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// wedge is half a cube, cut from edge to edge.
var (
	wedge      = []d3.Vec{{}, {X: 2}, {X: 2, Y: 2}, {Y: 2}, {Z: 2}, {X: 2, Z: 2}}
	wedgeSides = [][3]int{{0, 2, 1}, {0, 3, 2}, {0, 1, 5}, {0, 5, 4}, {1, 2, 5}, {0, 4, 3}, {2, 3, 4}, {2, 4, 5}}
)

// A ball that lies in a closed mesh is in a solid, and apart from a surface.
func ExampleNewMesh() {
	for _, solid := range []bool{false, true} {
		m, err := d3.NewMesh(wedge, wedgeSides, d3.MeshOptions{Solid: solid})
		if err != nil {
			log.Fatal(err)
		}
		a, err := d3.Place(m, d3.Pose{})
		if err != nil {
			log.Fatal(err)
		}
		b, err := d3.Place(d3.Sphere{Radius: 0.25}, d3.Pose{Pos: d3.Vec{X: 1, Y: 0.75, Z: 0.5}})
		if err != nil {
			log.Fatal(err)
		}
		ct := d3.Distance(&a, &b)
		fmt.Println(ct.Relation, ct.Distance, ct.TriangleA)
	}
	// Output:
	// apart 0.25 0
	// overlapping -0.25 0
}

// A mesh is a part of a compound like any other: the answer names the part, and its triangle.
func ExampleNewCompound_mesh() {
	m, err := d3.NewMesh(wedge, wedgeSides, d3.MeshOptions{Solid: true})
	if err != nil {
		log.Fatal(err)
	}
	c, err := d3.NewCompound([]d3.Part{
		{Shape: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, Pose: d3.Pose{Pos: d3.Vec{X: -4}}},
		{Shape: m},
	})
	if err != nil {
		log.Fatal(err)
	}
	o, err := d3.Place(c, d3.Pose{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := d3.NewRay(d3.Vec{X: 1, Y: 0.5, Z: -3}, d3.Vec{Z: 1}, 10)
	if err != nil {
		log.Fatal(err)
	}
	h := d3.CastRay(&o, &r)
	fmt.Println(h.Verdict, h.T, h.Part, h.Triangle)
	// Output: hit 3 1 0
}

// A wedge is convex: it is one part, which reaches no farther than itself.
func ExampleDecompose() {
	parts, err := d3.Decompose(context.Background(), wedge, wedgeSides, d3.DecomposeOptions{Concavity: 0.1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(parts.Parts), len(parts.Parts[0].Vertices()), parts.Concavity <= 0.1)
	// Output: 1 6 true
}

// A hull of fewer corners that holds the one it is made of.
func ExampleHull_Simplify() {
	h, err := d3.NewHull(wedge)
	if err != nil {
		log.Fatal(err)
	}
	s, reach, err := h.Simplify(4)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(h.Vertices()), len(s.Vertices()), reach > 0)
	a, err := d3.Place(s, d3.Pose{})
	if err != nil {
		log.Fatal(err)
	}
	b, err := d3.Place(h, d3.Pose{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d3.Contains(&a, &b) != collide.NotInside)
	// Output:
	// 6 4 true
	// true
}
