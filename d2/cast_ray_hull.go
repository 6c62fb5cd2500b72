package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The short way to polygons. A few edges are all looked at. Among many a ray walks: at the point
// where it crosses the line of an edge, an edge beside it that the point is beyond either faces the
// ray too, and is entered later, or proves together with the first one that the ray misses. The
// edge at whose line no edge beside it is passed is the one by which the ray enters.
// docs/math/ray.md.

const (
	walkEdges = 24 // up to so many edges are looked at one by one
	walkSteps = 64 // a walk that takes more steps goes the long way
)

// hullWalk is a ray in the frame of a polygon.
type hullWalk struct {
	edges  []hullEdge
	o, d   Vec
	ev, es float64 // what rounding does to the value of a constraint at o, and to its slope
	long   float64 // at least the length of d
}

// hull is set for polygons; the number is that of x's edge.
func (s *quickSpan) hull(
	o *Object, w, d Vec, ew, ed, limit float64, x *hullWalk,
) collide.Verdict {
	hull := o.hull
	x.edges, x.o, x.d = hull.table.edges, w, d
	size, speed := big1(w), big1(d)
	if !quickly(size, speed, o.radius) {
		return collide.Unsure
	}
	if o.pose.Rot != (Rot{}) {
		x.o, x.d = o.axes().applyT(x.o), o.axes().applyT(x.d)
	}
	x.o = x.o.Sub(o.center)
	size += big1(o.center)
	// As in rayCast.enter and rayCast.hull: 20u of the origin, 14u of the distance from the line,
	// 2u and 5u of the radius for the corners and off; 16u and 10u of the direction.
	x.ev = float64(44*unit*(size+o.radius)) + ew
	x.es, x.long = float64(40*unit*speed)+ed, speed
	s.in, s.out = math.Inf(-1), math.Inf(1)
	var v collide.Verdict
	if len(x.edges) <= walkEdges {
		v, s.id = x.scan(limit, s)
	} else {
		v, s.id = x.walk(hull, o.radius, limit, s)
	}
	if v == collide.Hit {
		v = s.verdict(limit, float64(looseExit*(math.Abs(s.out)+o.extent/speed)))
	}
	return v
}

// quickHull is quick for polygons.
func quickHull(o *Object, r *Ray, h *RayHit) bool {
	var s quickSpan
	var w hullWalk
	switch s.hull(o, r.origin.Sub(o.pose.Pos), r.direction, 0, 0, r.max, &w) {
	case collide.Miss:
		h.miss()
		return true
	case collide.Hit:
	default:
		return false
	}
	s.fill(r, h)
	if s.in > 0 {
		n := o.axes().apply(w.edges[s.id].n)
		h.Normal = n.Scale(1.5 - float64(n.Len2()/2)).clean()
		c := rayCast{body: o, o: w.o, eo: w.ev}
		_, kind, index := c.onHull(w.o.Add(w.d.Scale(s.in)), s.id)
		h.Feature = collide.Feature(kind, index)
	}
	return true
}

// cross returns where the line crosses that of f, and how far off that may be; ok is false where it
// is nearly along it.
func (w *hullWalk) cross(f *hullEdge) (t, s, e float64, ok bool) {
	v := f.n.Dot(w.o) - f.off
	s = f.n.Dot(w.d)
	a := math.Abs(s)
	if !(a > 4*w.es) {
		return 0, s, 0, false
	}
	t = -v / s
	m := math.Abs(t)
	return t, s, float64((w.ev+float64(m*w.es))/(a-w.es)*(1+0x1p-40)) + float64(4*unit*m), true
}

// scan looks at all edges.
func (w *hullWalk) scan(limit float64, s *quickSpan) (collide.Verdict, int32) {
	inLo, inHi, outLo, outHi := s.in, s.in, s.out, s.out
	first := int32(-1)
	for i := range w.edges {
		t, slope, e, ok := w.cross(&w.edges[i])
		switch {
		case !ok:
			return collide.Unsure, -1
		case slope < 0:
			if t > s.in {
				s.in, first = t, int32(i)
			}
			inLo, inHi = max(inLo, t-e), max(inHi, t+e)
		default:
			s.out = min(s.out, t)
			outLo, outHi = min(outLo, t-e), min(outHi, t+e)
		}
	}
	s.errIn, s.errOut = max(inHi-s.in, s.in-inLo), max(outHi-s.out, s.out-outLo)
	return s.verdict(limit, math.Inf(1)), first
}

// walk finds the edges by which the line enters and leaves.
func (w *hullWalk) walk(h *Hull, radius, limit float64, s *quickSpan) (collide.Verdict, int32) {
	dd := w.d.Len2()
	tm := -(w.o.Dot(w.d) / dd)
	m := w.o.Add(w.d.Scale(tm))
	over := m.Len2() - float64(radius*radius)
	if over > float64(0x1p-40*float64(w.ev/unit))*float64(w.ev/unit) {
		return collide.Miss, -1
	}
	back := w.d.Scale(math.Sqrt(max(-over, 0) / dd))
	first, miss, ok := w.find(h, m.Sub(back), 1)
	if !ok {
		return collide.Unsure, -1
	}
	if miss {
		return collide.Miss, -1
	}
	last, miss, ok := w.find(h, m.Add(back), -1)
	if !ok {
		return collide.Unsure, -1
	}
	if miss {
		return collide.Miss, -1
	}
	s.in, _, s.errIn, _ = w.cross(&w.edges[first])
	s.out, _, s.errOut, _ = w.cross(&w.edges[last])
	return s.verdict(limit, math.Inf(1)), first
}

// find walks to the edge by which the line enters, for the sign 1, or leaves, for -1, from an edge
// at the vertex farthest along p. miss reports that two edges prove that the line misses; ok is
// false where rounding leaves a doubt.
//
// At the head of every turn the line enters (leaves) across the line of i, and later (earlier) than
// across all lines before.
func (w *hullWalk) find(h *Hull, p Vec, sign float64) (i int32, miss, ok bool) {
	n := int32(len(w.edges))
	i = h.support(p.Scale(num.PowerBelow(big1(p))), -1)
	for range walkSteps {
		f := &w.edges[i]
		t, s, e, sure := w.cross(f)
		if !sure {
			return i, false, false
		}
		next, prev := (i+1)%n, (i+n-1)%n
		if s*sign > 0 { // the back of the polygon, from where the line comes
			i = next
			if w.edges[prev].n.Dot(w.d)*sign < w.edges[next].n.Dot(w.d)*sign {
				i = prev
			}
			if !(w.edges[i].n.Dot(w.d)*sign < 0) {
				return i, false, false
			}
			continue
		}
		x := w.o.Add(w.d.Scale(t))
		// x is off by what o is, and by e along d.
		tol := float64(2*w.ev) + float64(math.Abs(t)*w.es) + float64(float64(2*e)*w.long)
		most, at := w.edges[next].n.Dot(x)-w.edges[next].off, next
		if v := w.edges[prev].n.Dot(x) - w.edges[prev].off; v > most {
			most, at = v, prev
		}
		if most < -tol {
			return i, false, true
		}
		if !(most > tol) {
			return i, false, false
		}
		_, slope, _, sure := w.cross(&w.edges[at])
		switch {
		case !sure:
			return i, false, false
		case slope*sign > 0:
			return i, true, true
		}
		i = at
	}
	return i, false, false
}
