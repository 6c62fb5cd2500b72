package explain

import (
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// regionName returns the words for a part of a simplex, whose vertices are counted from 1.
func regionName(r collide.Region) string {
	if r.N == 0 || r.N == 4 {
		return [...]string{"", inside}[r.N/4]
	}
	var names []string
	for _, v := range r.Vertices[:r.N] {
		names = append(names, strconv.Itoa(int(v)+1))
	}
	return [...]string{"", "vertex ", "edge ", "face "}[r.N] + strings.Join(names, "-")
}

// axisName returns the words for the features that an axis comes from. boxes tells that both bodies are boxes, whose
// faces and edges have the names of axes.
func axisName(a collide.Axis, boxes bool) string {
	name := func(i int32) string {
		if boxes && i >= 0 && i < 3 {
			return "XYZ"[i : i+1]
		}
		return strconv.Itoa(int(i))
	}
	switch a.Source {
	case collide.AxisFaceA:
		return "face " + name(a.A) + " of A"
	case collide.AxisFaceB:
		return "face " + name(a.B) + " of B"
	case collide.AxisEdges:
		return "edge " + name(a.A) + " of A x edge " + name(a.B) + " of B"
	case collide.AxisNone, collide.AxisCached, collide.AxisNearest:
	}
	return ""
}

// bothBoxes reports whether the cores of both shapes are boxes.
func bothBoxes(a, b *d3.Object) bool {
	for _, s := range [2]d3.Shape{a.Shape(), b.Shape()} {
		for {
			r, ok := s.(d3.Rounded)
			if !ok {
				break
			}
			s = r.Core
		}
		if _, ok := s.(d3.Box); !ok {
			return false
		}
	}
	return true
}

// exitName returns the words for an exit.
func exitName(stage collide.Stage, e collide.Exit) string {
	switch {
	case stage == collide.StageEPA && e == collide.ExitLimit:
		return "limit"
	case e == collide.ExitArc:
		return "meridian"
	}
	return e.String()
}
