// Command cad checks an assembly of convex parts, each a mesh file at a place, and ends with status
// 1 if parts collide or come nearer than a clearance: a gate in a build.
//
//	go run ./examples/cad examples/cad/plate.obj examples/cad/wedge.obj
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

const clearance = 0.5 // millimetres

// part is a body of the assembly.
type part struct {
	name   string
	object d3.Object
}

// load reads a mesh file and places its convex hull, unless that holds more than the mesh.
func load(name, path string, pose d3.Pose) (part, error) {
	m, err := mesh.ReadFile(path)
	if err != nil {
		return part{}, err // names the file and the line
	}
	hull, err := d3.NewHull(m.Points)
	if err != nil {
		return part{}, fmt.Errorf("%s: %w", path, err)
	}
	volume, closed := mesh.Volume(m.Points, m.Triangles)
	filled, _ := mesh.Volume(hull.Vertices(), hull.Faces())
	if !closed || filled > 1.0001*volume {
		return part{}, fmt.Errorf("%s: not convex, or not closed: volume %.5g, of its hull %.5g", path, volume, filled)
	}
	object, err := d3.Place(hull, pose)
	return part{name: name, object: object}, err
}

// gate writes a line for each pair of parts, and reports whether all of them keep the clearance.
func gate(w io.Writer, parts []part) bool {
	open := true
	for i := range parts {
		for j := i + 1; j < len(parts); j++ {
			a, b := &parts[i], &parts[j]
			c, m := d3.Collide(&a.object, &b.object)
			fmt.Fprintf(w, "%s, %s: %v, %.3f mm (proved: %.3f to %.3f)\n", a.name, b.name, c.Relation, c.Distance, c.Lower,
				c.Upper)
			if c.Lower >= clearance {
				continue
			}
			open = false
			for _, p := range m.Points[:m.N] {
				fmt.Fprintf(w, "  at %.2f, %.3f mm\n", [3]float64{p.PointA.X, p.PointA.Y, p.PointA.Z}, p.Distance)
			}
			if c.Relation == collide.Overlapping {
				mtv := c.MTV()
				fmt.Fprintf(w, "  move %s by %.3f to part them\n", b.name, [3]float64{mtv.X, mtv.Y, mtv.Z})
			}
		}
	}
	return open
}

// assembly returns two wedges over a plate: the left one keeps its distance, the right one is 0.2
// mm too low.
func assembly(plate, wedge string) ([]part, error) {
	var parts []part
	for _, p := range []struct {
		name, path string
		pos        d3.Vec
	}{
		{"plate", plate, d3.Vec{}},
		{"left wedge", wedge, d3.Vec{X: -35, Y: -10, Z: 5.6}},
		{"right wedge", wedge, d3.Vec{X: 5, Y: -10, Z: 4.8}},
	} {
		loaded, err := load(p.name, p.path, d3.Pose{Pos: p.pos})
		if err != nil {
			return nil, err
		}
		parts = append(parts, loaded)
	}
	return parts, nil
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: cad PLATE WEDGE, two mesh files")
	}
	parts, err := assembly(os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	if !gate(os.Stdout, parts) {
		os.Exit(1)
	}
}
