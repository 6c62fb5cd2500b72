// Package workload reads benchmark workloads: a text file with a pool of shapes and many pairs of
// them.
//
// The records, one per line, in this order: "dim 2" or "dim 3"; then "shape ID KIND NUMBERS...";
// then "pair IDA POSE IDB POSE KNOWN". Lengths along an axis are half lengths, a hull is "NV NF x y
// z ... i j k ..." (the triangles are not used), a pose is "tx ty tz qx qy qz qw" or, in 2D, "x y
// cos sin". What stands after the second pose is not read.
package workload

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Work is a workload with its objects placed. Exactly one of Pairs2 and Pairs3 is used, as Dim
// says.
type Work struct {
	Dim    int
	Pairs2 [][2]d2.Object
	Pairs3 [][2]d3.Object
}

// Len returns the number of pairs.
func (w *Work) Len() int { return len(w.Pairs2) + len(w.Pairs3) }

// maxLine is the longest accepted line; a hull of 2048 corners takes about 200 kB.
const maxLine = 64 << 20

// reader is the state of Load between lines.
type reader struct {
	Work
	shapes2 map[string]d2.Shape
	shapes3 map[string]d3.Shape
}

// Load reads a workload and places its first limit pairs, all of them where limit <= 0. The error
// names the line.
func Load(in io.Reader, limit int) (*Work, error) {
	r := reader{shapes2: map[string]d2.Shape{}, shapes3: map[string]d3.Shape{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	for n := 1; lines.Scan() && (limit <= 0 || r.Len() < limit); n++ {
		if err := r.line(strings.Fields(lines.Text())); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return &r.Work, lines.Err()
}

// line takes in one record.
func (r *reader) line(w []string) error {
	switch {
	case len(w) == 0 || strings.HasPrefix(w[0], "#"):
		return nil
	case w[0] == "dim" && len(w) == 2 && (w[1] == "2" || w[1] == "3"):
		r.Dim = int(w[1][0] - '0')
		return nil
	case w[0] == "shape" && len(w) > 3 && r.Dim == 2:
		return r.shape2(w[1], w[2], w[3:])
	case w[0] == "shape" && len(w) > 3 && r.Dim == 3:
		return r.shape3(w[1], w[2], w[3:])
	case w[0] == "pair" && len(w) >= 11 && r.Dim == 2:
		return r.pair2(w[1:])
	case w[0] == "pair" && len(w) >= 17 && r.Dim == 3:
		return r.pair3(w[1:])
	}
	return fmt.Errorf("bad record %q", w[0])
}

// numbers returns the words as doubles, least at least.
func numbers(words []string, least int) ([]float64, error) {
	if len(words) < least {
		return nil, fmt.Errorf("%d numbers, want %d", len(words), least)
	}
	v := make([]float64, len(words))
	for i, w := range words {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, err
		}
		v[i] = x
	}
	return v, nil
}

// corners returns the n points of dim coordinates each that follow the head of a hull or polygon.
func corners(words []string, head, dim int) ([]float64, error) {
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 1 || n > len(words) || len(words) < head+n*dim {
		return nil, fmt.Errorf("bad number of corners %q", words[0])
	}
	return numbers(words[head:head+n*dim], n*dim)
}

func (r *reader) shape3(id, kind string, words []string) error {
	if kind == "hull" {
		v, err := corners(words, 2, 3)
		if err != nil {
			return err
		}
		points := make([]d3.Vec, 0, len(v)/3)
		for ; len(v) >= 3; v = v[3:] {
			points = append(points, d3.Vec{X: v[0], Y: v[1], Z: v[2]})
		}
		r.shapes3[id], err = d3.NewHull(points)
		return err
	}
	least, ok := map[string]int{"sphere": 1, "capsule": 2, "cylinder": 2, "cone": 2, "box": 3, "ellipsoid": 3}[kind]
	if !ok {
		return fmt.Errorf("unknown shape %q", kind)
	}
	v, err := numbers(words, least)
	if err != nil {
		return err
	}
	r.shapes3[id] = simple3(kind, v)
	return nil
}

// simple3 returns a shape that a few numbers describe.
func simple3(kind string, v []float64) d3.Shape {
	switch kind {
	case "sphere":
		return d3.Sphere{Radius: v[0]}
	case "capsule":
		return d3.Capsule{Height: 2 * v[0], Radius: v[1]}
	case "cylinder":
		return d3.Cylinder{Height: 2 * v[0], Radius: v[1]}
	case "cone":
		return d3.Cone{Height: 2 * v[0], Radius: v[1]}
	case "box":
		return d3.Box{Size: d3.Vec{X: 2 * v[0], Y: 2 * v[1], Z: 2 * v[2]}}
	}
	return d3.Ellipsoid{Radii: d3.Vec{X: v[0], Y: v[1], Z: v[2]}}
}

func (r *reader) shape2(id, kind string, words []string) error {
	if kind == "polygon" {
		v, err := corners(words, 1, 2)
		if err != nil {
			return err
		}
		points := make([]d2.Vec, 0, len(v)/2)
		for ; len(v) >= 2; v = v[2:] {
			points = append(points, d2.Vec{X: v[0], Y: v[1]})
		}
		r.shapes2[id], err = d2.NewPolygon(points)
		return err
	}
	least, ok := map[string]int{"circle": 1, "capsule": 2}[kind]
	if !ok {
		return fmt.Errorf("unknown shape %q", kind)
	}
	v, err := numbers(words, least)
	if err != nil {
		return err
	}
	r.shapes2[id] = d2.Circle{Radius: v[0]}
	if kind == "capsule" {
		r.shapes2[id] = d2.Capsule{Height: 2 * v[0], Radius: v[1]}
	}
	return nil
}

func (r *reader) pair3(w []string) (err error) {
	var p [2]d3.Object
	for i := range p {
		half := w[8*i : 8*i+8]
		v, err := numbers(half[1:], 7)
		if err != nil {
			return err
		}
		rot, err := d3.NewQuat(v[3], v[4], v[5], v[6])
		if err != nil {
			return err
		}
		if p[i], err = d3.Place(r.shapes3[half[0]], d3.Pose{Pos: d3.Vec{X: v[0], Y: v[1], Z: v[2]}, Rot: rot}); err != nil {
			return err
		}
	}
	r.Pairs3 = append(r.Pairs3, p)
	return nil
}

func (r *reader) pair2(w []string) (err error) {
	var p [2]d2.Object
	for i := range p {
		half := w[5*i : 5*i+5]
		v, err := numbers(half[1:], 4)
		if err != nil {
			return err
		}
		rot, err := d2.NewCosSin(v[2], v[3])
		if err != nil {
			return err
		}
		if p[i], err = d2.Place(r.shapes2[half[0]], d2.Pose{Pos: d2.Vec{X: v[0], Y: v[1]}, Rot: rot}); err != nil {
			return err
		}
	}
	r.Pairs2 = append(r.Pairs2, p)
	return nil
}
