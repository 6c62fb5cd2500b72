package explain

import (
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// regionOf2 returns the words for a region of a 2D trace, with the vertices counted from 1.
func regionOf2(r collide.Region) string {
	var v []Vertex
	for _, i := range r.Vertices[:r.N] {
		v = append(v, Vertex{Number: int(i) + 1})
	}
	if r.N == 3 {
		return inside
	}
	return region(v)
}

// axisOf2 returns the words for an axis of a 2D trace.
func axisOf2(a collide.Axis) string {
	switch a.Source {
	case collide.AxisFaceA:
		return "edge " + strconv.Itoa(int(a.A)) + " of A"
	case collide.AxisFaceB:
		return "edge " + strconv.Itoa(int(a.B)) + " of B"
	case collide.AxisCached:
		return "axis of the last query"
	case collide.AxisNearest:
		return "between the nearest points"
	default:
		return ""
	}
}

// exitOf2 returns the words for the end of a step of a 2D trace.
func exitOf2(s *d2.Step) string {
	if s.Stage == collide.StageEPA && s.Exit == collide.ExitLimit {
		return collide.Limit.String()
	}
	return s.Exit.String()
}
