// Command sight draws what a watcher sees of a room: a ray to each cell of a map, over walls and
// pillars that are one compound. Where the ray meets nothing before its end, the cell is in sight;
// where it only grazes a corner, that is decided, exactly.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

const width, height = 64, 24 // of the map, in cells of 1 by 1

// watcher is where the watcher stands.
var watcher = d2.Vec{X: 4.5, Y: 10.5}

// room returns its walls and pillars as one body.
func room() (d2.Object, error) {
	pillar, err := d2.NewPolygon([]d2.Vec{{X: 0, Y: 3}, {X: -3, Y: -2}, {X: 3, Y: -2}})
	if err != nil {
		return d2.Object{}, err
	}
	parts := []d2.Part{
		{Shape: d2.Box{Size: d2.Vec{X: 2, Y: 8}}, Pose: d2.Pose{Pos: d2.Vec{X: 20, Y: 6}}},
		{Shape: d2.Box{Size: d2.Vec{X: 12, Y: 1}}, Pose: d2.Pose{Pos: d2.Vec{X: 30.5, Y: 17.5}}},
		{Shape: d2.Circle{Radius: 2.5}, Pose: d2.Pose{Pos: d2.Vec{X: 44, Y: 10}}},
		{Shape: pillar, Pose: d2.Pose{Pos: d2.Vec{X: 12, Y: 17}}},
		{Shape: d2.Box{Size: d2.Vec{X: 1, Y: 7}}, Pose: d2.Pose{Pos: d2.Vec{X: 54.5, Y: 19.5}}},
	}
	c, err := d2.NewCompound(parts)
	if err != nil {
		return d2.Object{}, err
	}
	return d2.Place(c, d2.Pose{})
}

// sees returns what is of the point for a watcher: '#' inside, '.' in sight, ' ' behind something,
// '+' in sight past a corner that the ray touches.
func sees(q *d2.Query, walls *d2.Object, watcher, point d2.Vec) (byte, error) {
	at, err := q.ClosestPoint(walls, point)
	if err != nil || at.Relation == collide.Overlapping {
		return '#', err
	}
	ray, err := d2.NewRay(watcher, point.Sub(watcher), 1)
	if err != nil {
		return 0, err
	}
	switch q.CastRay(walls, &ray).Verdict {
	case collide.Miss:
		return '.', nil
	case collide.Graze:
		return '+', nil
	default:
		return ' ', nil
	}
}

// view writes the map of what a watcher sees, and how much that is.
func view(w io.Writer, watcher d2.Vec) error {
	walls, err := room()
	if err != nil {
		return err
	}
	q, err := d2.NewQuery(d2.Options{})
	if err != nil {
		return err
	}
	seen := map[byte]int{}
	for y := height - 1; y >= 0; y-- {
		line := make([]byte, width)
		for x := range line {
			cell := d2.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5}
			if cell == watcher {
				line[x] = '@'
				continue
			}
			if line[x], err = sees(q, &walls, watcher, cell); err != nil {
				return err
			}
			seen[line[x]]++
		}
		fmt.Fprintf(w, "|%s|\n", line)
	}
	_, err = fmt.Fprintf(w, "%d cells in sight, %d past a corner, %d hidden\n", seen['.'], seen['+'], seen[' '])
	return err
}

func main() {
	if err := view(os.Stdout, watcher); err != nil {
		log.Fatal(err)
	}
}
