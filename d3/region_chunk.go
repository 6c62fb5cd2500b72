package d3

import (
	"math"
	"slices"
)

// chunk is a convex polytope as Decompose builds them by the thousand: no more than its corners and
// the planes of its faces.
type chunk struct {
	points []Vec     // the corners
	faces  [][]int32 // of corners, counter-clockwise seen from outside; empty for a flat body
	planes []chunkPlane
	lo, hi Vec
	volume float64
}

// chunkPlane is the half-space n.x <= off of a face; n is a unit vector but for rounding.
type chunkPlane struct {
	n   Vec
	off float64
}

// newChunk returns the hull of the points; without faces where they are flat.
func newChunk(points []Vec) *chunk {
	b := &chunk{}
	if len(points) == 0 {
		return b
	}
	seed, dim := firstSimplex(points)
	if dim < 3 {
		b.points = points
		b.box()
		return b
	}
	faces := quickhull(points, seed)
	number := make([]int32, len(points))
	for _, f := range faces {
		for _, v := range f {
			number[v] = 1
		}
	}
	for i, used := range number {
		if used != 0 {
			number[i] = int32(len(b.points))
			b.points = append(b.points, points[i])
		}
	}
	for _, f := range faces {
		for i, v := range f {
			f[i] = number[v]
		}
	}
	b.faces = faces
	b.box()
	b.fill()
	return b
}

// box sets lo and hi.
func (b *chunk) box() {
	b.lo, b.hi = b.points[0], b.points[0]
	for _, p := range b.points {
		b.lo, b.hi = minVec(b.lo, p), maxVec(b.hi, p)
	}
}

// fill sets planes and volume.
func (b *chunk) fill() {
	b.planes = make([]chunkPlane, 0, len(b.faces))
	o := b.points[0]
	six := 0.0
	for _, f := range b.faces {
		p := b.points[f[0]]
		area := Vec{}
		for k := 2; k < len(f); k++ {
			area = area.Add(b.points[f[k-1]].Sub(p).Cross(b.points[f[k]].Sub(p)))
		}
		six += area.Dot(p.Sub(o))
		l := area.Len()
		if !(l > 0) {
			continue
		}
		n := area.Scale(1 / l)
		off := math.Inf(-1)
		for _, v := range f {
			off = max(off, n.Dot(b.points[v]))
		}
		if long := b.points[f[1]].Sub(p).Len2(); l < float64(0x1p-16*long) { // a needle: n may be off
			for _, v := range b.points {
				off = max(off, n.Dot(v))
			}
		}
		b.planes = append(b.planes, chunkPlane{n, off})
	}
	b.volume = six / 6
}

// solid reports whether b has volume.
func (b *chunk) solid() bool { return len(b.faces) > 0 }

// holds reports whether all the points lie in b, or no farther out than slack.
func (b *chunk) holds(points []Vec, slack float64) bool {
	for i := range b.planes {
		h := &b.planes[i]
		for _, p := range points {
			if h.n.Dot(p)-h.off > slack {
				return false
			}
		}
	}
	return true
}

// hullOfBoth returns the hull of two bodies.
func hullOfBoth(a, b *chunk) *chunk {
	return newChunk(slices.Concat(a.points, b.points))
}
