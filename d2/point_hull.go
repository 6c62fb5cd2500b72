package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// marchTurns is how many features of a polygon are visited before all edges are looked at.
const marchTurns = 64

// march is a walk along the outline of a polygon toward its point nearest x, about the centre. Each
// step goes to a feature beside the last one that comes nearer to x.
type march struct {
	h    *Hull
	x    Vec
	k    float64             // of vectors, where powers of them are compared
	kind collide.FeatureKind // vertex or edge: what at numbers
	at   int32
	gap  float64 // of an edge: how far x is beyond its line
}

// hull is the footing at x beside a polygon. It reports false for single points, and where the
// march proves nothing.
func (f *footing) hull(x Vec, reach float64, o *Object) bool {
	h := o.hull
	size := reach + o.radius
	f.feature = collide.Feature(collide.FeatureVertex, 0)
	if h.dim == 0 {
		return false
	}
	f.err = float64(pointFar*unit*size) + float64(offsets*big1(o.center))
	var m march
	m.h, m.x, m.k, m.kind = h, x, powersOf(size), collide.FeatureVertex
	m.at = h.support(m.to(Vec{}, x), -1)
	ok := m.run(f.err, f)
	if !ok {
		if m.deepest(); m.gap < -f.err {
			f.inside(&m)
			return true
		}
		ok = m.run(f.err, f)
	}
	f.feature = collide.Feature(m.kind, m.at)
	return ok && f.outside(&m, float64(pointGap*unit*size))
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

// deepest goes to the edge with the least distance to x behind its line, or the greatest before it:
// of equal ones the first.
func (m *march) deepest() {
	x, edges := m.x, m.h.table.edges
	at, best := 0, edges[0].n.Dot(x)-edges[0].off
	for i := range edges {
		e := &edges[i]
		if s := (float64(e.n.X*x.X) + float64(e.n.Y*x.Y)) - e.off; s > best {
			at, best = i, s
		}
	}
	m.kind, m.at, m.gap = collide.FeatureEdge, int32(at), best
}

// inside sets f to the footing on the edge where m stands, behind all lines.
func (f *footing) inside(m *march) {
	f.n = m.h.table.edges[m.at].n
	f.low, f.high = m.gap, m.gap
	f.foot = m.x.Sub(f.n.Scale(m.gap))
	f.feature = collide.Feature(collide.FeatureEdge, m.at)
}

// run goes on until no feature beside the last one is nearer to x. It reports false where it comes
// to an edge with x behind its line, to err, and where it runs out of turns.
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
		if m.kind == collide.FeatureVertex {
			done = m.fromVertex()
		} else {
			e := &m.h.table.edges[m.at]
			if m.gap = e.n.Dot(m.x) - e.off; m.gap <= err {
				return false
			}
			done = m.fromEdge()
		}
		switch {
		case done:
			return true
		case m.kind == kind && m.at == marked:
			if m.kind == collide.FeatureEdge {
				e := &m.h.table.edges[m.at]
				m.gap = e.n.Dot(m.x) - e.off
			}
			return true
		case turn&(turn-1) == 0:
			kind, marked = m.kind, m.at
		}
	}
	return false
}

// beside returns the vertex after v, or before it.
func (h *Hull) beside(v int32, after bool) int32 {
	last := int32(len(h.local) - 1)
	switch {
	case after && v == last:
		return 0
	case after:
		return v + 1
	case v == 0:
		return last
	}
	return v - 1
}

// fromVertex goes to the edge along which x is nearest, and reports whether there is none.
func (m *march) fromVertex() bool {
	h := m.h
	v := h.local[m.at]
	w := m.to(v, m.x)
	prev := h.beside(m.at, false)
	next, back := m.to(v, h.local[h.beside(m.at, true)]), m.to(v, h.local[prev])
	d, g := w.Dot(next), w.Dot(back)
	switch {
	case !(d > 0) && !(g > 0):
		return true
	case d > 0 && (!(g > 0) || float64(d*d)/next.Len2() >= float64(g*g)/back.Len2()):
		m.kind = collide.FeatureEdge
	default:
		m.kind, m.at = collide.FeatureEdge, prev
	}
	return false
}

// fromEdge goes to the end of the edge beyond which x lies, and reports whether there is none.
func (m *march) fromEdge() bool {
	h := m.h
	next := h.beside(m.at, true)
	a := h.local[m.at]
	e := m.to(a, h.local[next])
	switch s := m.to(a, m.x).Dot(e); {
	case !(s > 0):
		m.kind = collide.FeatureVertex
		return false
	case s >= e.Len2():
		m.kind, m.at = collide.FeatureVertex, next
		return false
	}
	return true
}

// outside sets f to the footing on the feature where m stands, and reports whether a line and a
// point of the polygon prove it to gap.
func (f *footing) outside(m *march, gap float64) bool {
	h := m.h
	v := h.local[m.at]
	w := m.x.Sub(v)
	var length float64
	if m.kind == collide.FeatureEdge {
		next := h.local[h.beside(m.at, true)]
		e := m.to(v, next)
		f.n, f.low = h.table.edges[m.at].n, m.gap
		f.foot = v.Add(next.Sub(v).Scale(m.to(v, m.x).Dot(e) / e.Len2()))
		w = m.x.Sub(f.foot)
		length = w.length()
		if !(big1(w.Sub(f.n.Scale(f.low))) <= gap) { // rounding has led to an edge that x is not over
			return false
		}
	} else {
		length = w.length()
		f.n = w.Scale(1 / length)
		f.foot = v
		k := h.support(f.n, m.at)
		f.low = f.n.Dot(m.x) - f.n.Dot(h.local[k])
	}
	f.high = max(f.low, length)
	return f.high-f.low <= gap
}
