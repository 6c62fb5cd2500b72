// Command slide walks a disc through a room: it is cast along its way, stops a little before what
// it meets, and goes on along that with what is left of the way.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d2/world"
)

const (
	radius = 0.3
	skin   = 0.001 // how far the walker keeps from the walls
	rounds = 4     // walls that it may meet in a step: two in a corner, and two after it
)

// room is what the walker sees from above. It goes from the top left to the bottom right.
var room = []string{
	"####################",
	"#                  #",
	"#                  #",
	"#####              #",
	"#          ###     #",
	"#      ##    ##    #",
	"#            ##    #",
	"#             #    #",
	"#                  #",
	"#                  #",
	"####################",
}

// slide moves the walker along the way as far as nothing stops it, and what is left of the way
// along what does.
func slide(w *world.World[string], walker *d2.Object, way d2.Vec) error {
	for range rounds {
		// Deepening: what the walker touches already, and does not go into, does not stop it.
		sweep, err := d2.NewSweep(way, 1, d2.SweepOptions{Skin: skin, Deepening: true})
		if err != nil {
			return err
		}
		hit, met := w.CastShape(walker, &sweep, world.Who{})
		t := 1.0
		if met {
			t = hit.T
		}
		pose := walker.Pose()
		pose.Pos = pose.Pos.Add(way.Scale(t))
		if err := walker.Move(pose); err != nil || !met {
			return err
		}
		way = way.Scale(1 - t)
		way = way.Sub(hit.Normal.Scale(min(0, way.Dot(hit.Normal)))) // the normal leads out of the wall
	}
	return nil
}

// level returns a world of the walls, and the walls.
func level() (*world.World[string], world.Handle, error) {
	w, err := world.New[string](world.Options{})
	if err != nil {
		return nil, 0, err
	}
	tiles := make([][]bool, len(room))
	for i, row := range room {
		up := len(room) - 1 - i // row 0 of a grid is at y = 0
		tiles[up] = make([]bool, len(row))
		for x, c := range row {
			tiles[up][x] = c == '#'
		}
	}
	grid, err := d2.NewGrid(d2.Vec{X: 1, Y: 1}, tiles)
	if err != nil {
		return nil, 0, err
	}
	walls, err := d2.Place(grid, d2.Pose{})
	if err != nil {
		return nil, 0, err
	}
	h, err := w.Add(&walls, "walls", world.Body{Kind: world.Static})
	return w, h, err
}

// walk writes the room with the cells that the walker comes through, and how near it comes to the
// walls.
func walk(out io.Writer) error {
	w, walls, err := level()
	if err != nil {
		return err
	}
	walker, err := d2.Place(d2.Circle{Radius: radius}, d2.Pose{Pos: d2.Vec{X: 1.5, Y: 9.5}})
	if err != nil {
		return err
	}
	drawn := make([][]byte, len(room))
	for i, row := range room {
		drawn[i] = []byte(row)
	}
	nearest := d2.Distance(w.Object(walls), &walker)
	for range 400 {
		if err := slide(w, &walker, d2.Vec{X: 0.06, Y: -0.05}); err != nil {
			return err
		}
		if c := d2.Distance(w.Object(walls), &walker); c.Distance < nearest.Distance {
			nearest = c
		}
		at := walker.Pose().Pos
		drawn[len(room)-1-int(at.Y)][int(at.X)] = '.'
	}
	for _, row := range drawn {
		fmt.Fprintf(out, "%s\n", row)
	}
	_, err = fmt.Fprintf(out, "never nearer to a wall than %.5f\n", nearest.Lower)
	return err
}

func main() {
	if err := walk(os.Stdout); err != nil {
		log.Fatal(err)
	}
}
