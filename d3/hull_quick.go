package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide/internal/exact"
)

// This file computes the convex hull of points that are not coplanar by quickhull [Barber96]: from
// a tetrahedron on, a point outside a face is added by replacing the faces it sees by the cone from
// it over their rim, the horizon. Each point outside is kept in the conflict list of one face that
// it sees.
//
// A point sees a face when it lies strictly outside its plane, and that sign is exact. So, with no
// tolerance:
//
//	(1) the faces seen are connected and their rim is one closed loop, as convexity says;
//	(2) no triangle is flat: a point collinear with an edge of the horizon would lie in the plane of
//	    the seen face behind that edge, but it is strictly outside it;
//	(3) a point outside the new hull that saw a removed face sees one of the new ones. For the
//	    segment to it from a point within the removed face leaves the new hull through some face; if
//	    that were an old one, the hull before would have had a point strictly outside the removed
//	    face.
//
// Coplanar faces are joined at the end (facetsOf), which also finds the points that are corners of
// no facet.

// qface is a triangle of the growing hull, counter-clockwise seen from outside.
type qface struct {
	v      [3]int32
	next   [3]int32 // next[i] is the face across the edge from v[i] to v[i+1]
	origin Vec      // the position of v[0]
	normal Vec      // (v1-v0) x (v2-v0), rounded
	bound  float64  // no point within the set's AABB has a larger error in normal . (p - origin)
	list   int32    // first point of the conflict list, -1 if empty
	far    int32    // the point of the list that is farthest outside
	height float64  // how far, in the unit of normal
	gone   bool
	mark   int32 // the last point that this face was looked at for
}

// quick is the state of the builder.
type quick struct {
	p       []Vec
	extent  Vec // sides of the AABB, rounded up
	faces   []qface
	link    []int32 // next point of the same conflict list, -1 at the end
	pending []int32 // faces to be looked at once more, the newest last, from head on
	head    int
	most    int     // if not 0, newest faces come first while points make so many in the mean
	added   int     // points, after the seed
	made    int     // faces, after those of the seed
	free    []int32 // faces that are gone and not yet used again

	// Of the point being added: the faces it sees, their rim, the walk over them, the points that
	// they held, the new faces.
	seen    []int32
	horizon []rim
	stack   []step
	orphans []int32
	cone    []int32
}

// step is a face on the walk, the edge to cross next, and how many are left.
type step struct{ face, edge, left int32 }

// rim is an edge of the horizon: edge e of the face that stays.
type rim struct{ face, e int32 }

// quickhull returns the facets of the convex hull of p: convex polygons of indices,
// counter-clockwise seen from outside, no three corners on a line. The four points of seed are not
// coplanar.
func quickhull(p []Vec, seed [4]int32) [][]int32 { return build(p, seed).facetsOf() }

// build returns the builder of the hull of p with all its faces.
func build(p []Vec, seed [4]int32) *quick {
	made := 0
	if len(p) >= newestFirst {
		q := newQuick(p, newestMost)
		if q.run(seed) {
			return q
		}
		made = q.made
	}
	q := newQuick(p, 0)
	q.made = made
	q.run(seed)
	return q
}

// newQuick returns a builder without a face.
func newQuick(p []Vec, most int) *quick {
	return &quick{p: p, link: make([]int32, len(p)), extent: extentOf(p), most: most}
}

const (
	// newestFirst is how many points a set has whose faces are looked at from the newest one on.
	// Points and neighbours of that are still in the cache, which makes hulls of a million corners
	// three times as fast; of few points the oldest faces come first, whose points are the farthest
	// out.
	newestFirst = 1 << 14
	// newestMost is how many faces a point may make in the mean where the newest come first;
	// newestSpare more points count as added. Less than six lie around a corner in the mean, and
	// points of a sphere make six to eight. But of a prism one end may be finished before the other
	// one, a corner of which then makes a face for each of many corners across from it: the square
	// of the points in all. The oldest first, all parts grow alike.
	newestMost  = 16
	newestSpare = 1 << 10
)

// run makes the faces of the hull. It returns false, with some of them, where the newest come first
// and too many were made.
func (q *quick) run(seed [4]int32) bool {
	q.start(seed)
	// Every turn that adds a point adds one that is strictly outside, so it adds no point twice.
	for f, ok := q.nextFace(); ok; f, ok = q.nextFace() {
		if q.faces[f].gone || q.faces[f].list < 0 {
			continue
		}
		q.addPoint(f)
		q.added++
		q.made += len(q.cone)
		if q.most > 0 && q.made > q.most*(q.added+newestSpare) {
			return false
		}
	}
	return true
}

// nextFace takes a face from those to be looked at. ok is false where none is left.
func (q *quick) nextFace() (f int32, ok bool) {
	n := len(q.pending)
	if q.head == n {
		return 0, false
	}
	if q.most > 0 {
		f, q.pending = q.pending[n-1], q.pending[:n-1]
		return f, true
	}
	q.head++
	return q.pending[q.head-1], true
}

// extentOf returns the sides of the AABB of p, each at least as long as any rounded difference of
// coordinates.
func extentOf(p []Vec) Vec {
	lo, hi := p[0], p[0]
	for _, v := range p {
		lo = Vec{min(lo.X, v.X), min(lo.Y, v.Y), min(lo.Z, v.Z)}
		hi = Vec{max(hi.X, v.X), max(hi.Y, v.Y), max(hi.Z, v.Z)}
	}
	return hi.Sub(lo) // rounding is monotone
}

// start makes the tetrahedron of the seed and the conflict lists of the other points.
func (q *quick) start(s [4]int32) {
	if q.orient(s[0], s[1], s[2], s[3]) > 0 {
		s[1], s[2] = s[2], s[1]
	}
	// s[3] is now inside of the face s[0], s[1], s[2].
	q.newFace(s[0], s[1], s[2])
	q.newFace(s[0], s[3], s[1])
	q.newFace(s[1], s[3], s[2])
	q.newFace(s[2], s[3], s[0])
	q.faces[0].next = [3]int32{1, 2, 3}
	q.faces[1].next = [3]int32{3, 2, 0}
	q.faces[2].next = [3]int32{1, 3, 0}
	q.faces[3].next = [3]int32{2, 1, 0}
	// From the last to the first, so that lists begin in ascending order.
	for i := len(q.p) - 1; i >= 0; i-- {
		q.assign(int32(i), []int32{0, 1, 2, 3})
	}
	q.pending = append(q.pending, 0, 1, 2, 3)
}

// orient is the exact sign of orient3d.
func (q *quick) orient(a, b, c, d int32) int {
	return exact.Orient3D(array(q.p[a]), array(q.p[b]), array(q.p[c]), array(q.p[d]))
}

// newFace makes the triangle a, b, c and returns its index.
func (q *quick) newFace(a, b, c int32) int32 {
	o := q.p[a]
	u, v := q.p[b].Sub(o), q.p[c].Sub(o)
	yz, zy := float64(u.Y*v.Z), float64(u.Z*v.Y)
	zx, xz := float64(u.Z*v.X), float64(u.X*v.Z)
	xy, yx := float64(u.X*v.Y), float64(u.Y*v.X)
	weight := Vec{math.Abs(yz) + math.Abs(zy), math.Abs(zx) + math.Abs(xz), math.Abs(xy) + math.Abs(yx)}
	at := int32(len(q.faces))
	if n := len(q.free); n > 0 {
		at = q.free[n-1]
		q.free = q.free[:n-1]
	} else {
		q.faces = append(q.faces, qface{})
	}
	f := &q.faces[at]
	f.v = [3]int32{a, b, c}
	f.origin, f.normal = o, Vec{yz - zy, zx - xz, xy - yx}
	// The bound of exact.Orient3D with the largest differences there are (8u where 7u and a bit are
	// due), and what six products can lose by underflow.
	f.bound = float64(weight.Dot(q.extent)*0x1p-50) + float64((q.extent.X+q.extent.Y+q.extent.Z+1)*0x1p-1060)
	f.list, f.far, f.mark, f.gone = -1, -1, -1, false
	return at
}

// height returns how far p lies outside face f, in the unit of its normal, and whether it lies
// strictly outside. The second is exact.
func (q *quick) height(f *qface, p int32) (float64, bool) {
	d := f.normal.Dot(q.p[p].Sub(f.origin))
	if d > f.bound {
		return d, true
	}
	if d < -f.bound {
		return d, false
	}
	return d, q.orient(f.v[0], f.v[1], f.v[2], p) > 0
}

// assign puts point p on the conflict list of the first of the faces that it sees; a point that
// sees none is dropped.
func (q *quick) assign(p int32, faces []int32) {
	for _, i := range faces {
		f := &q.faces[i]
		h, outside := q.height(f, p)
		if !outside {
			continue
		}
		// Of points equally far the lexicographically least is a corner of the hull; of equal
		// points the first is kept.
		if f.list < 0 || h > f.height || h == f.height && q.before(p, f.far) {
			f.far, f.height = p, h
		}
		q.link[p] = f.list
		f.list = p
		return
	}
}

// before orders points lexicographically, equal ones by index.
func (q *quick) before(a, b int32) bool {
	if q.p[a] == q.p[b] {
		return a < b
	}
	return lexLess(q.p[a], q.p[b])
}

// addPoint adds the farthest point of the conflict list of face f.
func (q *quick) addPoint(f int32) {
	eye := q.faces[f].far
	q.findHorizon(f, eye)
	q.orphans = q.orphans[:0]
	for _, s := range q.seen {
		for p := q.faces[s].list; p >= 0; p = q.link[p] {
			if p != eye {
				q.orphans = append(q.orphans, p)
			}
		}
	}
	q.free = append(q.free, q.seen...)
	q.buildCone(eye)
	for _, p := range q.orphans {
		q.assign(p, q.cone)
	}
	q.pending = append(q.pending, q.cone...)
}

// findHorizon fills seen with the faces that eye sees and horizon with their rim, in order:
// counter-clockwise seen from outside. It walks depth first and turns about each seen face,
// beginning after the edge it came in by.
func (q *quick) findHorizon(f, eye int32) {
	q.seen, q.horizon = append(q.seen[:0], f), q.horizon[:0]
	q.faces[f].mark, q.faces[f].gone = eye, true
	q.stack = append(q.stack[:0], step{f, 0, 3})
	for len(q.stack) > 0 {
		top := &q.stack[len(q.stack)-1]
		if top.left == 0 {
			q.stack = q.stack[:len(q.stack)-1]
			continue
		}
		at, e := &q.faces[top.face], top.edge
		top.edge, top.left = (e+1)%3, top.left-1
		to := at.next[e]
		other := &q.faces[to]
		known := other.mark == eye
		if known && other.gone {
			continue
		}
		if !known {
			other.mark = eye
			_, other.gone = q.height(other, eye)
		}
		back := int32(slices.Index(other.v[:], at.v[(e+1)%3])) // the same edge, the other way
		if !other.gone {
			q.horizon = append(q.horizon, rim{to, back})
			continue
		}
		q.seen = append(q.seen, to)
		q.stack = append(q.stack, step{to, (back + 1) % 3, 2})
	}
}

// buildCone joins eye to every edge of the horizon.
func (q *quick) buildCone(eye int32) {
	q.cone = q.cone[:0]
	for _, r := range q.horizon {
		stays := q.faces[r.face].v
		n := q.newFace(stays[(r.e+1)%3], stays[r.e], eye)
		q.faces[n].next[0] = r.face
		q.faces[r.face].next[r.e] = n
		q.cone = append(q.cone, n)
	}
	last := q.cone[len(q.cone)-1]
	for _, f := range q.cone {
		q.faces[last].next[1], q.faces[f].next[2] = f, last
		last = f
	}
}

// facetsOf joins coplanar triangles to convex polygons and leaves out the points that are corners
// of none: within a polygon, or on the edge of two. Polygons come in the order of their first
// triangle.
func (q *quick) facetsOf() [][]int32 {
	facet := make([]int32, len(q.faces))
	for i := range facet {
		facet[i] = -1
	}
	var polygons [][]int32
	uses := make([]int32, len(q.p)) // of a point, by how many polygons
	after := make([]int32, len(q.p))
	for i := range q.faces {
		if q.faces[i].gone || facet[i] >= 0 {
			continue
		}
		polygon := q.polygon(int32(i), int32(len(polygons)), facet, after)
		for _, p := range polygon {
			uses[p]++
		}
		polygons = append(polygons, polygon)
	}
	for i, polygon := range polygons {
		polygons[i] = slices.DeleteFunc(polygon, func(p int32) bool { return uses[p] < 3 })
	}
	return polygons
}

// polygon returns the boundary of all faces coplanar with face f and connected to it, and marks
// them with number.
func (q *quick) polygon(f, number int32, facet, after []int32) []int32 {
	facet[f] = number
	q.stack = append(q.stack[:0], step{face: f})
	begin := int32(-1)
	for len(q.stack) > 0 {
		at := q.stack[len(q.stack)-1].face
		q.stack = q.stack[:len(q.stack)-1]
		face := &q.faces[at]
		for e, to := range face.next {
			a, b := face.v[e], face.v[(e+1)%3]
			if facet[to] == number {
				continue
			}
			if facet[to] >= 0 || !q.coplanar(face, &q.faces[to], a, b) {
				begin, after[a] = a, b
				continue
			}
			facet[to] = number
			q.stack = append(q.stack, step{face: to})
		}
	}
	polygon := []int32{begin}
	for p := after[begin]; p != begin; p = after[p] {
		polygon = append(polygon, p)
	}
	return polygon
}

// coplanar reports exactly whether the neighbour of f across its edge a, b lies in the plane of f.
func (q *quick) coplanar(f, neighbour *qface, a, b int32) bool {
	for _, p := range neighbour.v {
		if p == a || p == b {
			continue
		}
		d := f.normal.Dot(q.p[p].Sub(f.origin))
		return !(d < -f.bound) && q.orient(f.v[0], f.v[1], f.v[2], p) == 0
	}
	return true
}
