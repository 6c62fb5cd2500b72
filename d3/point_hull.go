package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// marchTurns is how many features of a hull are visited before the solver takes over. Where
// rounding sends the march to and fro it would not end by itself.
const marchTurns = 256

// march is a walk over the surface of a solid hull toward its point nearest x, about the centre.
// Each step goes to a feature beside the last one that comes nearer to x.
type march struct {
	h     *Hull
	t     *hullNear
	x     Vec
	k     float64             // of vectors, where powers of them are compared
	kind  collide.FeatureKind // vertex, edge or face: what at numbers
	at    int32               // a vertex, an element of Hull.adj, or a triangle
	from  int32               // the vertex that an edge leaves
	gap   float64             // of a face: how far x is beyond its plane
	param float64             // of an edge: where along it the nearest point lies
}

// hull is the footing at x beside a hull. It reports false where what it finds proves nothing.
func (f *footing) hull(x Vec, reach float64, o *Object) bool {
	h := o.hull
	size := reach + o.radius
	f.err = float64(pointFar*unit*size) + float64(offsets*big1(o.center))
	if h.dim < 3 {
		return f.flat(x, size, h)
	}
	var m march
	m.h, m.t, m.x, m.k, m.kind = h, h.nearTable(), x, powersOf(size), collide.FeatureVertex
	m.at = h.support(m.to(Vec{}, x), -1)
	ok := m.run(f.err, f)
	if !ok && m.kind == collide.FeatureFace {
		if m.deepest(); m.gap < -f.err {
			f.inside(&m)
			return !m.t.rough
		}
		ok = m.run(f.err, f)
	}
	f.feature = m.feature()
	return ok && !m.t.rough && f.outside(&m, float64(pointGap*unit*size))
}

// powersOf returns a power of two by which lengths of about size are brought near 1, where fourth
// powers of them may leave the range of doubles; else 1.
func powersOf(size float64) float64 {
	if size > 0x1p-100 && size < 0x1p100 {
		return 1
	}
	return num.PowerBelow(size)
}

// to returns the vector from a to b, times m.k.
func (m *march) to(a, b Vec) Vec {
	v := b.Sub(a)
	if m.k != 1 {
		v = v.Scale(m.k)
	}
	return v
}

// feature returns the feature where m stands.
func (m *march) feature() collide.FeatureID {
	switch m.kind {
	case collide.FeatureVertex:
		return collide.Feature(collide.FeatureVertex, m.at)
	case collide.FeatureEdge:
		if i, ok := m.h.edgeNumber(m.from, m.h.adj[m.at]); ok {
			return collide.Feature(collide.FeatureEdge, i)
		}
		return collide.Feature(collide.FeatureFace, m.t.tris[m.t.left[m.at]].face)
	case collide.FeatureFace:
		return collide.Feature(collide.FeatureFace, m.t.tris[m.at].face)
	case collide.FeatureWhole: // out of turns
	}
	return collide.Feature(collide.FeatureVertex, m.h.support(m.x, -1))
}

// flat is the footing at x beside a hull that is not solid: the nearest of its triangles, or the
// segment or point that it is. size bounds lengths.
func (f *footing) flat(x Vec, size float64, h *Hull) bool {
	v, best := Vec{}, math.Inf(1)
	var corner [3]int32
	var weight [3]float64
	m := march{k: powersOf(size)}
	near := func(i, j, k int32) {
		w, la, lb, lc := nearestTriangle(m.to(x, h.local[i]), m.to(x, h.local[j]), m.to(x, h.local[k]))
		if l := w.Len2(); l < best {
			v, best, corner, weight = w, l, [3]int32{i, j, k}, [3]float64{la, lb, lc}
		}
	}
	switch h.dim {
	case 0:
		v, weight[0] = h.local[0].Sub(x), 1
	case 1:
		v, weight[0], weight[1] = nearestSegment(m.to(x, h.local[0]), m.to(x, h.local[1]))
		corner[1] = 1
	default:
		for _, t := range h.faces {
			near(t[0], t[1], t[2])
		}
	}
	f.feature = h.carrier(corner, weight, v)
	// In a needle the vector across the triangle is off by more than its end: the mean of the
	// corners is in the hull, whatever the weights.
	l := v.length()
	f.n = v.Scale(-1 / l)
	l = f.mean(x, h, corner, weight)
	f.low = f.n.Dot(x) - f.n.Dot(h.local[h.support(f.n, -1)])
	f.high = max(f.low, l)
	return f.high-f.low <= float64(pointGap*unit*size)
}

// mean sets foot to the mean of three corners of a hull with weights of which not all are zero, and
// returns its distance from x.
func (f *footing) mean(x Vec, h *Hull, corner [3]int32, weight [3]float64) float64 {
	sum := weight[0] + weight[1] + weight[2]
	v := Vec{}
	for i, w := range weight {
		v = v.Add(h.local[corner[i]].Sub(x).Scale(w / sum))
	}
	f.foot = x.Add(v)
	return v.length()
}

// carrier returns the feature of a hull that is not solid on which the corners with weights lie. v
// points to it.
func (h *Hull) carrier(corner [3]int32, weight [3]float64, v Vec) collide.FeatureID {
	var on [3]int32
	n := 0
	for i, l := range weight {
		if l > 0 {
			on[n] = corner[i]
			n++
		}
	}
	switch n {
	case 0, 1:
		return collide.Feature(collide.FeatureVertex, on[0])
	case 2:
		if i, ok := h.edgeNumber(on[0], on[1]); ok {
			return collide.Feature(collide.FeatureEdge, i)
		}
	}
	if h.faceTable().normal[0].Dot(v) > 0 {
		return collide.Feature(collide.FeatureFace, 1)
	}
	return collide.Feature(collide.FeatureFace, 0)
}

// deepest goes to the face with the least distance to x behind its plane, or the greatest before
// it: of equal ones the first.
func (m *march) deepest() {
	x := m.x
	at, best := 0, m.t.planes[0].n.Dot(x)-m.t.planes[0].off
	for i := range m.t.planes {
		p := &m.t.planes[i]
		if s := (float64(p.n.X*x.X) + float64(p.n.Y*x.Y) + float64(p.n.Z*x.Z)) - p.off; s > best {
			at, best = i, s
		}
	}
	m.kind, m.at, m.gap = collide.FeatureFace, int32(at), best
}

// inside sets f to the footing on the face where m stands, behind all planes.
func (f *footing) inside(m *march) {
	f.n = m.t.planes[m.at].n
	f.low, f.high = m.gap, m.gap
	f.foot = m.x.Sub(f.n.Scale(m.gap))
	f.feature = collide.Feature(collide.FeatureFace, m.t.tris[m.at].face)
}

// run goes on until no feature beside the last one is nearer to x. It reports false where it comes
// to a face with x behind its plane, to err, and where it runs out of turns.
//
// At the head of every turn:
//
//	(1) the nearest point of the feature is no farther from x than that of the last one, to rounding;
//	(2) so a feature that was there before is as near as any: marked is that of the last turn whose
//	    number is a power of two.
func (m *march) run(err float64, f *footing) bool {
	kind, marked := collide.FeatureWhole, int32(-1)
	for turn := 1; turn <= marchTurns; turn++ {
		f.turns++
		done := false
		switch m.kind {
		case collide.FeatureVertex:
			done = m.fromVertex()
		case collide.FeatureEdge:
			done = m.fromEdge()
		default:
			p := &m.t.planes[m.at]
			if m.gap = p.n.Dot(m.x) - p.off; m.gap <= err {
				return false
			}
			done = m.fromFace()
		}
		switch {
		case done:
			return true
		case m.kind == kind && m.at == marked && m.measured():
			return true
		case turn&(turn-1) == 0:
			kind, marked = m.kind, m.at
		}
	}
	m.kind = collide.FeatureWhole
	return false
}

// measured finds the gap of a face, or where on an edge x is nearest, and reports whether the edge
// has it.
func (m *march) measured() bool {
	switch m.kind {
	case collide.FeatureEdge:
		a := m.h.local[m.from]
		e := m.to(a, m.h.local[m.h.adj[m.at]])
		m.param = m.to(a, m.x).Dot(e) / e.Len2()
		return m.param > 0 && m.param < 1
	case collide.FeatureFace:
		p := &m.t.planes[m.at]
		m.gap = p.n.Dot(m.x) - p.off
	case collide.FeatureWhole, collide.FeatureVertex:
	}
	return true
}

// fromVertex goes to the edge along which x is nearest, and reports whether there is none.
func (m *march) fromVertex() bool {
	h := m.h
	v := h.local[m.at]
	w := m.to(v, m.x)
	best, edge := 0.0, int32(-1)
	for i := h.adjStart[m.at]; i < h.adjStart[m.at+1]; i++ {
		e := m.to(v, h.local[h.adj[i]])
		if d := w.Dot(e); d > 0 {
			if g := float64(d*d) / e.Len2(); g > best {
				best, edge = g, i
			}
		}
	}
	if edge < 0 {
		return true
	}
	m.kind, m.from, m.at = collide.FeatureEdge, m.at, edge
	return false
}

// fromEdge goes to an end of the edge or to the face beside it toward which x is nearer, and
// reports whether there is none.
func (m *march) fromEdge() bool {
	h, t := m.h, m.t
	to := h.adj[m.at]
	a := h.local[m.from]
	e := m.to(a, h.local[to])
	w := m.to(a, m.x)
	s := w.Dot(e) / e.Len2()
	switch {
	case s >= 1:
		m.kind, m.at = collide.FeatureVertex, to
		return false
	case !(s > 0):
		m.kind, m.at = collide.FeatureVertex, m.from
		return false
	}
	m.param = s
	w = w.Sub(e.Scale(s))
	w = w.Sub(e.Scale(w.Dot(e) / e.Len2()))
	best, face := 0.0, int32(-1)
	for _, i := range [2]int32{t.left[m.at], t.left[t.twin[m.at]]} {
		tri := &t.tris[i]
		third := tri.v[0] + tri.v[1] + tri.v[2] - m.from - to // not of the edge
		u := m.to(a, h.local[third])
		u = u.Sub(e.Scale(u.Dot(e) / e.Len2()))
		if d := w.Dot(u); d > 0 {
			if g := float64(d*d) / u.Len2(); g > best {
				best, face = g, i
			}
		}
	}
	if face < 0 {
		return true
	}
	m.kind, m.at = collide.FeatureFace, face
	return false
}

// fromFace goes to the edge beyond which x lies farthest, as seen along the normal, and reports
// whether there is none.
func (m *march) fromFace() bool {
	h, t := m.h, m.t
	tri, n := &t.tris[m.at], t.planes[m.at].n
	worst, side := 0.0, -1
	for k, i := range tri.v {
		a := h.local[i]
		e := m.to(a, h.local[tri.v[(k+1)%3]])
		if d := e.Cross(m.to(a, m.x)).Dot(n); d < 0 {
			if g := float64(d*d) / e.Len2(); g > worst {
				worst, side = g, k
			}
		}
	}
	if side < 0 {
		return true
	}
	m.kind, m.from, m.at = collide.FeatureEdge, tri.v[side], tri.edge[side]
	return false
}

// outside sets f to the footing on the feature where m stands, and reports whether a plane and a
// point of the hull prove it to gap.
func (f *footing) outside(m *march, gap float64) bool {
	h := m.h
	var length float64
	if m.kind == collide.FeatureFace {
		f.n, f.low = m.t.planes[m.at].n, m.gap
		f.foot = m.onFace()
		length = m.x.Sub(f.foot).length()
		if m.gap <= m.reach() {
			f.foot = m.x.Sub(f.n.Scale(m.gap))
		}
	} else {
		v := m.at
		w := Vec{}
		if m.kind == collide.FeatureEdge {
			v = m.from
			w = f.edge(m)
		} else {
			f.foot = h.local[v]
			w = m.x.Sub(f.foot)
		}
		length = w.length()
		f.n = w.Scale(1 / length)
		k := h.support(f.n, v)
		f.low = f.n.Dot(m.x) - f.n.Dot(h.local[k])
		length = m.x.Sub(f.foot).length()
	}
	f.high = max(f.low, length)
	return f.high-f.low <= gap
}

// edge sets foot to that on the edge where m stands, and returns the vector across it
// to x, times m.k, perpendicular to a few roundings of itself.
func (f *footing) edge(m *march) Vec {
	h := m.h
	to := h.adj[m.at]
	a := h.local[m.from]
	f.foot = a.Add(h.local[to].Sub(a).Scale(m.param))
	e := m.to(a, h.local[to])
	w := m.to(a, m.x).Sub(e.Scale(m.param))
	w = w.Sub(e.Scale(w.Dot(e) / e.Len2()))
	return w
}

// reach returns a length of the triangle where m stands, its longest side or more. Nearer to it the
// foot along the normal is off by the rounding of x; the mean of the corners, which proves the
// distance, by that of weights, which have few digits in a needle. Farther away it is the length
// along the normal that has few digits.
func (m *march) reach() float64 {
	v := &m.t.tris[m.at].v
	a := m.h.local[v[0]]
	return big1(m.h.local[v[1]].Sub(a)) + big1(m.h.local[v[2]].Sub(a))
}

// onFace returns the mean of the corners of the triangle where m stands, with the weights of the
// point below x.
func (m *march) onFace() Vec {
	h := m.h
	tri, n := &m.t.tris[m.at], m.t.planes[m.at].n
	a := h.local[tri.v[0]]
	b, c := h.local[tri.v[1]], h.local[tri.v[2]]
	p, q, w := m.to(a, b), m.to(a, c), m.to(a, m.x)
	area := p.Cross(q).Dot(n)
	return a.Add(b.Sub(a).Scale(w.Cross(q).Dot(n) / area)).Add(c.Sub(a).Scale(p.Cross(w).Dot(n) / area))
}
