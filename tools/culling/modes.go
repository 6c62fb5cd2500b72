package main

import (
	"math"

	"github.com/collide-go/collide/d2"
)

// A mode says which edges are kept as candidate axes. Where boxes is set, the boxes come first: if
// they do not meet, no edge is tested.
type mode struct {
	name  string
	boxes bool
	keep  func(s *scene, e *edge) bool
}

// edge is an edge with what the modes need of it and of the other polygon.
type edge struct {
	a, b    d2.Vec
	other   d2.AABB // the other's box
	centre  float64 // how far the middle of the other's box lies behind the line
	disc    float64 // the same of the disc about it
	overlap float64 // the same of the whole polygon
	faces   bool    // looks toward the other's centre
}

// scene is a pair with what the modes need of it.
type scene struct {
	a, b  polygon
	edges []edge
	slabX bool    // whether the boxes' intersection is shorter along X
	bound float64 // depth of the boxes
	side  float64 // the intersection's shorter side
}

func newScene(a, b polygon) *scene {
	s := &scene{a: a, b: b}
	x, y := a.box(), b.box()
	width := min(x.Max.X, y.Max.X) - max(x.Min.X, y.Min.X)
	height := min(x.Max.Y, y.Max.Y) - max(x.Min.Y, y.Min.Y)
	s.slabX, s.side = width <= height, min(width, height)
	s.bound = min(x.Max.X-y.Min.X, y.Max.X-x.Min.X, x.Max.Y-y.Min.Y, y.Max.Y-x.Min.Y)
	s.add(&a, &b)
	s.add(&b, &a)
	return s
}

// add adds the edges of p, with q for the other polygon.
func (s *scene) add(p, q *polygon) {
	box, inner := q.box(), math.Inf(1)
	for i := range q.v {
		n, a, _ := q.edge(i)
		inner = min(inner, n.Dot(a.Sub(q.center)))
	}
	for i := range p.v {
		n, a, b := p.edge(i)
		e := edge{a: a, b: b, other: box, overlap: n.Dot(a) - q.least(n), centre: n.Dot(a.Sub(q.center))}
		e.disc, e.faces = e.centre+max(inner, 0), n.Dot(q.center.Sub(p.center)) > 0
		s.edges = append(s.edges, e)
	}
}

// along reports whether the edge reaches into the other polygon's extent along X or Y.
func (e *edge) along(x bool) bool {
	if x {
		return meets(e.a.X, e.b.X, e.other.Min.X, e.other.Max.X)
	}
	return meets(e.a.Y, e.b.Y, e.other.Min.Y, e.other.Max.Y)
}

// meets reports whether the interval from a to b meets that from lo to hi.
func meets(a, b, lo, hi float64) bool { return max(a, b) >= lo && min(a, b) <= hi }

// The modes: the three of d2, the candidates that face the other's centre, and variants that are
// wrong, less sharp or dearer.
var modes = []mode{
	{"none", false, func(*scene, *edge) bool { return true }},
	{"slab", true, func(s *scene, e *edge) bool { return e.along(s.slabX) }},
	{"depth", false, func(s *scene, e *edge) bool { return e.disc <= s.bound }},
	{"facing", false, func(_ *scene, e *edge) bool { return e.faces }},
	{"both axes", true, func(_ *scene, e *edge) bool { return e.along(true) && e.along(false) }},
	{"depth, centre", false, func(s *scene, e *edge) bool { return e.centre <= s.bound }},
	{"depth, best vertex", false, func(s *scene, e *edge) bool { return e.overlap <= s.bound }},
	{"depth, side", true, func(s *scene, e *edge) bool { return e.overlap <= s.side }},
}

// outcome is what a mode makes of pairs.
type outcome struct {
	pairs, axes, kept int
	overlaps          int // pairs that overlap
	verdicts, depths  int // wrong yes or no; wrong least depths among the overlapping pairs
}

// add counts one pair in.
func (o *outcome) add(s *scene, m *mode) {
	o.pairs++
	o.axes += len(s.edges)
	if m.boxes && !(s.side >= 0) {
		return
	}
	all, some := math.Inf(1), math.Inf(1)
	for i := range s.edges {
		e := &s.edges[i]
		all = min(all, e.overlap)
		if m.keep(s, e) {
			some = min(some, e.overlap)
			o.kept++
		}
	}
	if all > 0 {
		o.overlaps++
		if some != all {
			o.depths++
		}
	}
	if (all > 0) != (some > 0) {
		o.verdicts++
	}
}
