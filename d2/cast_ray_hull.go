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
	slack  float64 // a point with a lesser value of a constraint than that is far inside it
}

// hull is set for polygons; the number is that of x's edge.
func (s *quickSpan) hull(
	o *Object, w, d Vec, ew, ed, limit float64, x *hullWalk,
) collide.Verdict {
	hull := o.hull
	x.edges, x.o, x.d = hull.table.edges, w, d
	size, speed := big1(w), big1(d)
	if !quickly(size, speed) {
		return collide.Unsure
	}
	if o.pose.Rot != (Rot{}) {
		x.o, x.d = o.axes().applyT(x.o), o.axes().applyT(x.d)
	}
	x.o = x.o.Sub(o.center)
	size += big1(o.center)
	// As in rayCast.enter and rayCast.hull, in units of one size.
	x.ev = float64(rayFacet*unit*(size+o.radius)) + ew
	x.es, x.long = float64(raySlope*unit*speed)+ed, speed
	x.slack = -float64(2*x.ev) - float64(0x1p-17*(size+o.radius))
	var v collide.Verdict
	if len(x.edges) <= walkEdges {
		v, s.id = x.scan(limit, s)
	} else {
		v, s.id = x.walk(hull, o.radius, limit, s)
	}
	if v == collide.Hit && s.loose(o.extent, speed) {
		return collide.Unsure
	}
	return v
}

// face sets normal and feature of a polygon that is entered in s.
func (w *hullWalk) face(o *Object, s *quickSpan, h *RayHit) {
	n := o.axes().apply(w.edges[s.id].n)
	h.Normal = unitAgain(n).clean()
	h.Feature = collide.Feature(o.hull.onEdge(w.o.Add(w.d.Scale(s.in)), s.id, hitError(o, w.o, w.ev)))
}

// at returns where the line crosses that of f, see cross.
func (w *hullWalk) at(f *hullEdge) (t, s, e float64, ok bool) {
	s = f.n.Dot(w.d)
	t, e, ok = w.cross(f.n.Dot(w.o)-f.off, s)
	return t, s, e, ok
}

// cross returns where the line crosses that of an edge, v beyond which it begins and which it
// approaches by -s, and how far off that may be; ok is false where it is nearly along it.
func (w *hullWalk) cross(v, s float64) (t, e float64, ok bool) {
	a := math.Abs(s)
	if !(a > 4*w.es) {
		return 0, 0, false
	}
	t = -v / s
	m := math.Abs(t)
	return t, float64((w.ev+float64(m*w.es))/(a-w.es)*(1+0x1p-40)) + float64(rayOver*unit*m), true
}

// scan looks at all edges. Where the line surely enters (leaves) across that of an edge before
// (after) all places where it can enter (leave) the polygon, as far as they are known, the place
// itself is not worked out.
func (w *hullWalk) scan(limit float64, s *quickSpan) (collide.Verdict, int32) {
	in, out := math.Inf(-1), math.Inf(1)
	inLo, inHi, outLo, outHi := in, in, out, out
	first, steep := int32(-1), float64(0x1p20*w.es)
	o, d, slack := w.o, w.d, w.slack
	edges := w.edges
	for i := range edges {
		f := &edges[i]
		v, slope := f.n.Dot(o)-f.off, f.n.Dot(d)
		if slope < -steep && v+float64(slope*inLo) < slack || slope > steep && v+float64(slope*outHi) < slack {
			continue
		}
		t, e, ok := w.cross(v, slope)
		switch {
		case !ok:
			return collide.Unsure, -1
		case slope < 0:
			if t > in {
				in, first = t, int32(i)
			}
			inLo, inHi = wider(inLo, t-e), wider(inHi, t+e)
		default:
			out = narrower(out, t)
			outLo, outHi = narrower(outLo, t-e), narrower(outHi, t+e)
		}
		if inLo > outHi || inLo > limit || outHi < 0 { // whatever the others are
			return collide.Miss, -1
		}
	}
	s.in, s.out = in, out
	s.errIn, s.errOut = wider(inHi-in, in-inLo), wider(outHi-out, out-outLo)
	return s.verdict(limit), first
}

// narrower returns the smaller number, as wider the larger.
func narrower(x, y float64) float64 {
	if x < y {
		return x
	}
	return y
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
	s.in, _, s.errIn, _ = w.at(&w.edges[first])
	s.out, _, s.errOut, _ = w.at(&w.edges[last])
	return s.verdict(limit), first
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
		t, s, e, sure := w.at(f)
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
		_, slope, _, sure := w.at(&w.edges[at])
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
