package d2

import "slices"

// This file finds out, in O(n log n), whether edges of closed paths meet that should not.

// sweeper walks over the corners of closed paths from left to right, as far as no two edges meet.
type sweeper struct {
	edges  []sweepEdge
	status []int32 // the edges that the sweep line crosses, from below to above
}

// sweepEdge is an edge with its ends in lexicographic order.
type sweepEdge struct {
	left, right Vec
	ends        [2]int32 // numbers of the corners
}

// sweepCorner is a corner with the two edges that it ends.
type sweepCorner struct {
	p     Vec
	edges [2]int32
}

// disjoint reports whether no two edges of the paths, which have no spikes, have a point in common
// but neighbours on one path. It takes O(n log n) comparisons. Source: [Shamos76].
//
// At the head of every turn no two edges meet to the left of the corner, status is in the order in
// which the edges cross the sweep line, and each two edges beside each other in it have been
// compared. So the first two that meet are found before the line comes to their common point: just
// before it they are beside each other, or one ends there. Equal X are no exception, since corners
// come in the order of X after a small shear.
func disjoint(paths []path2) bool {
	var s sweeper
	var corners []sweepCorner
	for _, p := range paths {
		first, n := int32(len(corners)), int32(len(p))
		for k := range n {
			a, b := p[k].a, p[k].b
			if lexCompare(a, b) > 0 {
				a, b = b, a
			}
			s.edges = append(s.edges, sweepEdge{a, b, [2]int32{first + k, first + (k+1)%n}})
			corners = append(corners, sweepCorner{p[k].a, [2]int32{first + (k+n-1)%n, first + k}})
		}
	}
	slices.SortFunc(corners, func(a, b sweepCorner) int { return lexCompare(a.p, b.p) })
	for i := range corners {
		if i > 0 && corners[i].p == corners[i-1].p || !s.pass(&corners[i]) {
			return false
		}
	}
	return true
}

// pass moves the sweep line past a corner. It returns false when it finds two edges that meet.
func (s *sweeper) pass(c *sweepCorner) bool {
	side := func(e int32) int { return orient(s.edges[e].left, s.edges[e].right, c.p) }
	i, _ := slices.BinarySearchFunc(s.status, 0, func(e int32, _ int) int {
		if side(e) > 0 {
			return -1
		}
		return 1
	})
	var starts []int32
	end := i
	for _, e := range c.edges {
		if s.edges[e].left == c.p {
			starts = append(starts, e)
		} else {
			end++
		}
	}
	if end > len(s.status) || end < len(s.status) && side(s.status[end]) == 0 {
		return false
	}
	for _, e := range s.status[i:end] { // no edge but those of the corner goes through it
		if e != c.edges[0] && e != c.edges[1] {
			return false
		}
	}
	if len(starts) == 2 && orient(c.p, s.edges[starts[0]].right, s.edges[starts[1]].right) < 0 {
		starts[0], starts[1] = starts[1], starts[0]
	}
	s.status = slices.Replace(s.status, i, end, starts...)
	end = i + len(starts)
	if len(starts) == 0 {
		return s.apart(i-1, i)
	}
	return s.apart(i-1, i) && s.apart(end-1, end)
}

// apart reports whether the edges at two places of the status have no point in common, or are
// neighbours on their path. Places beyond the ends hold none.
func (s *sweeper) apart(i, j int) bool {
	if i < 0 || j >= len(s.status) {
		return true
	}
	e, f := &s.edges[s.status[i]], &s.edges[s.status[j]]
	if e.ends[0] == f.ends[0] || e.ends[0] == f.ends[1] || e.ends[1] == f.ends[0] || e.ends[1] == f.ends[1] {
		return true
	}
	a, b := edge2{a: e.left, b: e.right}, edge2{a: f.left, b: f.right}
	if !a.box().Overlaps(b.box()) {
		return true
	}
	meet, _ := a.meets(&b)
	return !meet
}
