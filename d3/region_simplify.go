package d3

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// This file makes hulls of few corners that hold a given one: the two ends of an edge give way to
// one point beyond all faces that they are corners of [Sander00]. That the result holds the hull is
// decided by exact signs at the end; docs/math/convex.md, "Fewer corners".

// Simplify returns a hull of at most the given number of corners that holds h, in its frame and
// unit, and how far it reaches out of h at most: proved, rounding included. Where h has no more
// corners it is h itself, and 0.
//
// The corners are h's but for those that took the place of two, the ones that add least volume
// first. Where no two can be replaced, as with a box, the answer is a tetrahedron.
//
// The error is collide.ErrNilShape for a Hull that no constructor made, collide.ErrBadOption for
// fewer than 4 corners, and collide.ErrDegenerate for a flat hull, a segment or a point that has
// more.
//
// Cost: some ms for hundreds of corners; at worst O(n^2). Source: [Sander00] section 3.1, with a
// vertex of the planes in place of a linear program's.
func (h *Hull) Simplify(corners int) (*Hull, float64, error) {
	switch {
	case h == nil || len(h.points) == 0:
		return nil, 0, nilShape("")
	case corners < 4:
		return nil, 0, &collide.Error{Code: collide.ErrBadOption, Path: "corners", Index: -1, Value: float64(corners)}
	case len(h.points) <= corners:
		return h, 0, nil
	case h.dim < 3:
		return nil, 0, &collide.Error{Code: collide.ErrDegenerate, Path: "hull", Index: -1, Value: float64(len(h.points))}
	}
	points := scaleToUnit(h.points)
	b := newChunk(points)
	for len(b.points) > corners {
		less := b.fewer(len(b.points)-corners, points)
		if less == nil || len(less.points) >= len(b.points) {
			less = b.tetrahedron(points)
		}
		b = less
	}
	tris := make([][3]int32, len(h.faces))
	copy(tris, h.faces)
	s := newSurface(points, tris)
	far := s.farthest(b.points)
	if t := b.tetrahedron(points); t != nil {
		if x := s.farthest(t.points); x < far {
			b, far = t, x
		}
	}
	shift := scaleOf(points, h.points)
	out := make([]Vec, len(b.points))
	for i, p := range b.points {
		out[i] = ldexpVec(p, shift)
	}
	simple, err := NewHull(out)
	return simple, math.Ldexp(far, shift), err
}

// farthest returns a bound of the distances of the points from the solid.
func (s *surface) farthest(points []Vec) float64 {
	far := 0.0
	for _, p := range points {
		if w, on := s.winding(p); !on && w <= 0 {
			d, _, _ := s.nearest(p, math.Inf(1))
			far = max(far, d+s.up)
		}
	}
	return far
}

// scaleOf returns k where points are 2^k times scaled.
func scaleOf(scaled, points []Vec) int {
	a, b := 0.0, 0.0
	for i := range scaled {
		a, b = max(a, largest(scaled[i].abs())), max(b, largest(points[i].abs()))
	}
	_, i := math.Frexp(a)
	_, k := math.Frexp(b)
	return k - i
}

// collapse is a point that may take the place of two corners, and the volume that adds.
type collapse struct {
	u, v int32
	at   Vec
	cost float64
}

// fewer returns a hull of fewer corners than b, by at most some, that holds the points; nil where
// no two corners can be replaced.
func (b *chunk) fewer(most int, points []Vec) *chunk {
	around := make([][]int32, len(b.points)) // the planes at each corner
	var edges [][2]int32
	for i, f := range b.faces {
		for k, u := range f {
			around[u] = append(around[u], int32(i))
			if v := f[(k+1)%len(f)]; u < v {
				edges = append(edges, [2]int32{u, v})
			}
		}
	}
	var list []collapse
	for _, e := range edges {
		if at, cost, ok := b.beyond(union32(around[e[0]], around[e[1]])); ok {
			list = append(list, collapse{e[0], e[1], at, cost})
		}
	}
	slices.SortStableFunc(list, func(x, y collapse) int { return cmp.Compare(x.cost, y.cost) })
	taken := make([]bool, len(b.faces))
	gone := make([]bool, len(b.points))
	var more []Vec
	limit := min(most, max(1, len(list)/8))
	for _, x := range list {
		free := true
		near := union32(around[x.u], around[x.v])
		for _, f := range near {
			free = free && !taken[f]
		}
		if !free || len(more) >= limit {
			continue
		}
		for _, f := range near {
			taken[f] = true
		}
		gone[x.u], gone[x.v] = true, true
		more = append(more, x.at)
	}
	if len(more) == 0 {
		return nil
	}
	for i, p := range b.points {
		if !gone[i] {
			more = append(more, p)
		}
	}
	return holding(more, points)
}

// mostPlanes is how many faces the two ends of an edge may have for it to be considered.
const mostPlanes = 20

// beyond returns the point that no plane of the list has on its inner side and that adds the least
// volume to b: one where three of them meet. ok is false where there is none.
func (b *chunk) beyond(list []int32) (at Vec, cost float64, ok bool) {
	if len(list) > mostPlanes || len(b.planes) != len(b.faces) {
		return at, 0, false
	}
	size := largest(b.hi.Sub(b.lo))
	cost = math.Inf(1)
	for i := range list {
		for j := range i {
			for k := range j {
				x, good := meetOf(&b.planes[list[i]], &b.planes[list[j]], &b.planes[list[k]])
				if !good || x.Sub(b.lo).Len()+x.Sub(b.hi).Len() > float64(6*size) { // a spike
					continue
				}
				sum := 0.0
				for _, f := range list {
					g := b.planes[f].n.Dot(x) - b.planes[f].off
					if g < float64(-0x1p-40*size) {
						sum = math.Inf(1)
						break
					}
					sum += float64(g * b.areaOf(f))
				}
				if sum < cost {
					at, cost, ok = x, sum, true
				}
			}
		}
	}
	return at, cost, ok
}

// areaOf returns twice the area of face f.
func (b *chunk) areaOf(f int32) float64 {
	sum := Vec{}
	p := b.points[b.faces[f][0]]
	for k := 2; k < len(b.faces[f]); k++ {
		sum = sum.Add(b.points[b.faces[f][k-1]].Sub(p).Cross(b.points[b.faces[f][k]].Sub(p)))
	}
	return sum.Len()
}

// meetOf returns the point of three planes; good is false where they all but have a line in common.
func meetOf(a, b, c *chunkPlane) (x Vec, good bool) {
	bc, ca, ab := b.n.Cross(c.n), c.n.Cross(a.n), a.n.Cross(b.n)
	det := a.n.Dot(bc)
	if math.Abs(det) < 1e-4 {
		return x, false
	}
	return bc.Scale(a.off).Add(ca.Scale(b.off)).Add(ab.Scale(c.off)).Scale(1 / det), true
}

// tetrahedron returns one that holds the points.
func (b *chunk) tetrahedron(points []Vec) *chunk {
	var p [4]chunkPlane
	t := math.Sqrt(1.0 / 3)
	for i, n := range [4]Vec{{t, t, t}, {-t, -t, t}, {-t, t, -t}, {t, -t, -t}} {
		p[i] = chunkPlane{n, math.Inf(-1)}
		for _, v := range points {
			p[i].off = max(p[i].off, n.Dot(v))
		}
	}
	var out []Vec
	for i := range p {
		x, _ := meetOf(&p[(i+1)%4], &p[(i+2)%4], &p[(i+3)%4])
		out = append(out, x)
	}
	return holding(out, points)
}

// holding returns the hull of the corners, moved outward as far as it takes to hold all points:
// where rounding is all that is missing, by little; nil where that is not enough. The signs are
// exact.
func holding(corners, points []Vec) *chunk {
	o := Vec{}
	for _, p := range points {
		o = o.Add(p.Scale(1 / float64(len(points))))
	}
	own := make(map[Vec]bool, len(points))
	for _, p := range points {
		own[p] = true
	}
	moved := slices.Clone(corners)
	for by := 0x1p-48; by < 0x1p-8; by *= 4 {
		b := newChunk(moved)
		if b.solid() && b.holdsAll(points) {
			return b
		}
		for i, p := range corners {
			if !own[p] { // the others are corners that rounding has not touched
				moved[i] = p.Add(p.Sub(o).Scale(by))
			}
		}
	}
	return nil
}

// holdsAll reports whether all points lie in b, exactly.
func (b *chunk) holdsAll(points []Vec) bool {
	for i, f := range b.faces {
		t := [3][3]float64{array(b.points[f[0]]), array(b.points[f[1]]), array(b.points[f[2]])}
		plane := (*chunkPlane)(nil)
		if len(b.planes) == len(b.faces) {
			plane = &b.planes[i]
		}
		for _, p := range points {
			if plane != nil && plane.n.Dot(p)-plane.off < -0x1p-40 {
				continue // far inside
			}
			if exact.Orient3D(t[0], t[1], t[2], array(p)) > 0 {
				return false
			}
		}
	}
	return true
}
