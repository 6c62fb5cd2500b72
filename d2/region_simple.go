package d2

import "slices"

// This file finds two edges of closed paths that have a point in common though they should not.

// edge2 is an edge of a closed path.
type edge2 struct {
	a, b  Vec
	path  int // number of the path
	place int // in the order of its path
	index int // of a in the caller's slice
}

// box returns the box of e.
func (e *edge2) box() AABB {
	return AABB{Vec{min(e.a.X, e.b.X), min(e.a.Y, e.b.Y)}, Vec{max(e.a.X, e.b.X), max(e.a.Y, e.b.Y)}}
}

// path2 is a closed path without repeated neighbours.
type path2 []edge2

// newPath returns the path over the given corners.
func newPath(points []Vec, corners []int) path2 {
	p := make(path2, len(corners))
	for i, at := range corners {
		p[i] = edge2{a: points[at], b: points[corners[(i+1)%len(corners)]], place: i, index: at}
	}
	return p
}

// firstMeeting returns the first two edges, ordered by path and place, that have a point in common
// and are not neighbours on one path, and whether they cross properly, that is, in one point within
// both. It returns nil where there are none.
//
// The paths have no spikes. A sweep finds out whether any edges meet; only then are they looked
// for.
func firstMeeting(paths []path2) (met []edge2, proper bool) {
	if disjoint(paths) {
		return nil, false
	}
	return searchMeeting(paths)
}

// searchMeeting is firstMeeting by comparing edges: they are sorted by their least X, and each is
// compared with those before it that reach as far. Source: [Ericson05] section 7.5.
func searchMeeting(paths []path2) (met []edge2, proper bool) {
	var edges []*edge2
	for i, p := range paths {
		for k := range p {
			p[k].path = i
			edges = append(edges, &p[k])
		}
	}
	slices.SortFunc(edges, func(e, f *edge2) int { return lexCompare(e.box().Min, f.box().Min) })
	type open struct {
		*edge2
		box AABB
	}
	var active []open
	for _, e := range edges {
		box := e.box()
		kept := active[:0]
		for _, f := range active {
			if f.box.Max.X < box.Min.X {
				continue
			}
			kept = append(kept, f)
			if f.box.Min.Y > box.Max.Y || box.Min.Y > f.box.Max.Y || neighbours(e, f.edge2, len(paths[e.path])) {
				continue
			}
			first, second := e, f.edge2
			if first.after(second) {
				first, second = second, first
			}
			if met != nil && (first.after(&met[0]) || !met[0].after(first) && second.after(&met[1])) {
				continue
			}
			if meet, cross := first.meets(second); meet {
				met, proper = []edge2{*first, *second}, cross
			}
		}
		active = append(kept, open{e, box})
	}
	return met, proper
}

// after reports whether e comes after f in the order of paths and places.
func (e *edge2) after(f *edge2) bool {
	return e.path > f.path || e.path == f.path && e.place > f.place
}

// neighbours reports whether e and f follow each other on one path of n edges.
func neighbours(e, f *edge2, n int) bool {
	d := e.place - f.place
	return e.path == f.path && (d == 1 || d == -1 || d == n-1 || d == 1-n)
}

// meets reports whether e and f, whose boxes overlap, have a point in common, and whether they
// cross in one point within both.
func (e *edge2) meets(f *edge2) (meet, cross bool) {
	fa, fb := orient(e.a, e.b, f.a), orient(e.a, e.b, f.b)
	if fa*fb > 0 {
		return false, false
	}
	ea, eb := orient(f.a, f.b, e.a), orient(f.a, f.b, e.b)
	// On one line boxes that overlap have a point of both segments in common.
	return ea*eb <= 0, ea*eb < 0 && fa*fb < 0
}
