package d2

import "slices"

// This file triangulates a region: a sweep cuts it into monotone pieces [Garey78] [Berg08] section
// 3.2, and those are cut into triangles along the way, section 3.3. Vertices are numbered in the
// lexicographic order, so "left of" is an integer comparison, and equal X need no care: the order
// is that of X after a shear too small to change anything else.

// region is a planar subdivision in half-edges, the region on their left. Half-edge i < len(points)
// is the one of the boundary that starts at vertex i.
type region struct {
	points           []Vec   // the vertices, in lexicographic order
	before, after    []int32 // the neighbours of a vertex on the boundary
	from, next, prev []int32 // of a half-edge: its start, and its neighbours round the face
	twin             []int32 // of a half-edge: that along the other side, -1 for the boundary

	// status holds the edges with the region above them that cross the sweep line, from below to
	// above; each is named by its start.
	status []int32
	helper []int32 // of such an edge: the last vertex that sees it straight below
}

// newRegion returns the region that the paths bound, the first from outside, without corners that
// go straight on.
func newRegion(paths []path2) *region {
	r := &region{}
	type corner struct {
		p          Vec
		prev, next int // in the order of the paths
	}
	var corners []corner
	for i, p := range paths {
		p = bends(p)
		if (p.turn() > 0) != (i == 0) {
			p.reverse()
		}
		base, n := len(corners), len(p)
		for k := range p {
			corners = append(corners, corner{p[k].a.clean(), base + (k+n-1)%n, base + (k+1)%n})
		}
	}
	order := make([]int32, len(corners))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return lexCompare(corners[i].p, corners[j].p) })
	number := make([]int32, len(corners))
	for i, c := range order {
		number[c] = int32(i)
	}
	for _, c := range order {
		r.points = append(r.points, corners[c].p)
		r.from = append(r.from, number[c])
		r.after = append(r.after, number[corners[c].next])
		r.before = append(r.before, number[corners[c].prev])
		r.twin = append(r.twin, -1)
	}
	r.next, r.prev = slices.Clone(r.after), slices.Clone(r.before)
	r.helper = make([]int32, len(r.points))
	return r
}

// bends returns the path without the corners that go straight on.
func bends(p path2) path2 {
	var q path2
	for k := range p {
		if orient(p[(k+len(p)-1)%len(p)].a, p[k].a, p[k].b) != 0 {
			q = append(q, p[k])
		}
	}
	for k := range q {
		q[k].b = q[(k+1)%len(q)].a
	}
	return q
}

// turn returns the sign of the turn at the lexicographically least corner: 1 for a path that goes
// counter-clockwise.
func (p path2) turn() int {
	least := 0
	for k := range p {
		if lexCompare(p[k].a, p[least].a) < 0 {
			least = k
		}
	}
	return orient(p[(least+len(p)-1)%len(p)].a, p[least].a, p[least].b)
}

// reverse makes p run the other way round.
func (p path2) reverse() {
	slices.Reverse(p)
	for k := range p {
		p[k].a, p[k].b = p[k].b, p[k].a
	}
}

// cut adds diagonals until every face is monotone: a vertical line meets it in one segment.
//
// At the head of every turn status holds the edges that the line through vertex v crosses and that
// have the region above them, in their order, and helper of each the last vertex before v from
// which a segment straight down to the edge stays in the region.
func (r *region) cut() {
	for v := range int32(len(r.points)) {
		p, q := r.before[v], r.after[v]
		i := r.place(v)
		if p < v { // the edge from p ends here
			r.leave(v, p)
			if q > v { // the region is above
				r.status[i], r.helper[v] = v, v
				continue
			}
			r.status = slices.Delete(r.status, i, i+1)
			if r.convex(v) { // an end
				continue
			}
		}
		switch {
		case p < v || q < v: // two parts of the region merge here, or the region is below
			r.leave(v, r.status[i-1])
			r.helper[r.status[i-1]] = v
		default: // the region starts or splits here
			if !r.convex(v) {
				e := r.status[i-1]
				r.connect(v, r.helper[e])
				r.helper[e] = v
			}
			r.status = slices.Insert(r.status, i, v)
			r.helper[v] = v
		}
	}
}

// convex reports whether the boundary turns left at v.
func (r *region) convex(v int32) bool {
	return orient(r.points[r.before[v]], r.points[v], r.points[r.after[v]]) > 0
}

// place returns how many edges of the status are strictly below vertex v.
func (r *region) place(v int32) int {
	i, _ := slices.BinarySearchFunc(r.status, v, func(e, v int32) int {
		if orient(r.points[e], r.points[r.after[e]], r.points[v]) > 0 {
			return -1
		}
		return 1
	})
	return i
}

// leave connects v with the helper of edge e where two parts of the region merge at that helper,
// which needs a diagonal to the right.
func (r *region) leave(v, e int32) {
	if w := r.helper[e]; r.before[w] < w && r.after[w] < w {
		r.connect(v, w)
	}
}

// connect adds the diagonal from v to w.
func (r *region) connect(v, w int32) {
	hv, hw := r.corner(v, w), r.corner(w, v)
	d := int32(len(r.from))
	r.from = append(r.from, v, w)
	r.twin = append(r.twin, d+1, d)
	r.next = append(r.next, hw, hv)
	r.prev = append(r.prev, r.prev[hv], r.prev[hw])
	r.next[r.prev[hv]], r.next[r.prev[hw]] = d, d+1
	r.prev[hw], r.prev[hv] = d, d+1
}

// corner returns the half-edge that starts at v and has w inside the angle between it and the one
// before.
func (r *region) corner(v, w int32) int32 {
	h := v
	for !r.inAngle(h, w) {
		h = r.twin[r.prev[h]] // the next one round v
	}
	return h
}

// inAngle reports whether w lies inside the angle at the start of half-edge h, or whether no angle
// is left round the vertex.
func (r *region) inAngle(h, w int32) bool {
	if r.twin[r.prev[h]] < 0 {
		return true
	}
	v, a, b, p := r.points[r.from[h]], r.points[r.from[r.next[h]]], r.points[r.from[r.prev[h]]], r.points[w]
	if orient(v, a, b) > 0 {
		return orient(v, a, p) > 0 && orient(v, p, b) > 0
	}
	return orient(v, b, p) < 0 || orient(v, p, a) < 0
}

// triangles returns the triangles of the faces, which are monotone, counter-clockwise.
func (r *region) triangles() [][3]int32 {
	out := make([][3]int32, 0, len(r.points))
	seen := make([]bool, len(r.from))
	var face []int32
	for h := range r.from {
		if seen[h] {
			continue
		}
		face = face[:0]
		for k := int32(h); !seen[k]; k = r.next[k] {
			seen[k] = true
			face = append(face, r.from[k])
		}
		out = r.appendMonotone(out, face)
	}
	return out
}

// appendMonotone appends the triangles of a monotone face, given as its vertices counter-clockwise.
//
// At the head of every turn the vertices in stack are a chain that bends inward or goes straight
// on; what lies before it is triangulated, and its first edge or its first vertex is all that it
// shares with the other chain.
func (r *region) appendMonotone(out [][3]int32, face []int32) [][3]int32 {
	n := len(face)
	least := slices.Index(face, slices.Min(face))
	at := func(i int) int32 { return face[(least+i+n)%n] }
	type entry struct {
		v     int32
		lower bool
	}
	order := make([]entry, 0, n)
	for i, j := 0, -1; len(order) < n; { // the lower chain runs forward, the upper one backward
		if at(i) <= at(j) {
			order = append(order, entry{at(i), true})
			i++
		} else {
			order = append(order, entry{at(j), false})
			j--
		}
	}
	stack := []entry{order[0], order[1]}
	for k := 2; k < n; k++ {
		v := order[k]
		top := stack[len(stack)-1]
		if v.lower != top.lower || k == n-1 { // v sees all of the stack
			for i := 1; i < len(stack); i++ {
				out = append(out, oriented(v.v, stack[i-1].v, stack[i].v, top.lower))
			}
			stack = append(stack[:0], top, v)
			continue
		}
		i := len(stack) - 1
		for ; i > 0; i-- {
			t := oriented(v.v, stack[i-1].v, stack[i].v, top.lower)
			if orient(r.points[t[0]], r.points[t[1]], r.points[t[2]]) <= 0 {
				break
			}
			out = append(out, t)
		}
		stack = append(stack[:i+1], v)
	}
	return out
}

// oriented returns the triangle of v and two neighbours on a chain before it, counter-clockwise, if
// a proper one, by which chain it is.
func oriented(v, a, b int32, lower bool) [3]int32 {
	if lower {
		return [3]int32{v, a, b}
	}
	return [3]int32{v, b, a}
}
