package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// A ray and many triangles: seen along the ray a triangle is one of the plane, and the line passes
// it where the origin is in that one. Doubles tell that for most triangles whose boxes the ray
// meets, and where the line crosses the planes of those that it passes; the others are asked about
// as hulls. docs/math/compound.md.

// facetRay is a ray as triangles see it: across says where a point lies across from the line, along
// the two axes that are not the longest one of the direction.
type facetRay struct {
	o, d   Vec
	long   int     // the longest axis of the direction
	u, v   float64 // the two others over that, negated: of the axis after the longest, and of the last
	eo, ed float64 // o and d are that near the true ones
	far    float64 // no coordinate of a corner, seen from o, is greater
	off    float64 // what rounding may do to a place across from the line
	slack  float64 // a hit that is farther from the edges is on the face for certain
	misses float64 // a product that is greater has a sign, at any triangle
	inside float64 // the same, and the line is farther from the edge than slack
	best   facetHit
}

// A triangle is asked about as a hull where its normal is shorter than facetThin of the product of
// its sides, and where what rounding does to the normal makes the bracket wider than facetWide u of
// all lengths over the cosine.
const (
	facetThin = 0x1p-10
	facetWide = 64
)

// facetHit is where a ray meets the triangle that is the first so far.
type facetHit struct {
	of    int32 // which it is, -1 for none
	front bool  // the ray comes from the front
	n     Vec   // its normal, of any length, on the side from which the ray comes
}

// start begins a query about the line from o along d, known to eo and ed, and triangles all of
// whose corners have coordinates up to reach.
//
// A difference p - o is off by eo and u far, a quotient of the direction, of at most 1, by a
// rounding and 2 ed over its longest coordinate. With a product and a sum that is facetShear u far.
func (f *facetRay) start(o, d Vec, eo, ed, reach float64) {
	f.o, f.d, f.eo, f.ed, f.best.of = o, d, eo, ed, -1
	f.far = float64((largest(o.abs()) + reach) * (1 + 0x1p-50))
	x, y, z := math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)
	long := 0.0
	switch {
	case z >= x && z >= y:
		f.long, f.u, f.v, long = 2, -d.X/d.Z, -d.Y/d.Z, z
	case x >= y:
		f.long, f.u, f.v, long = 0, -d.Y/d.X, -d.Z/d.X, x
	default:
		f.long, f.u, f.v, long = 1, -d.Z/d.Y, -d.X/d.Y, y
	}
	f.off = float64(2.0625*eo) + float64((facetShear*unit+float64(2.0625*ed/long))*f.far) + 0x1p-500
	f.slack = float64(8*eo) + float64(facetSlack*unit*f.far)
	f.misses, f.inside = f.doubts(float64(12.0625 * f.far)) // two lengths each of six places across
}

// across returns where the point p, seen from the origin, lies across from the line.
func (f *facetRay) across(p Vec) (x, y float64) {
	switch f.long {
	case 0:
		return p.Y + float64(f.u*p.X), p.Z + float64(f.v*p.X)
	case 1:
		return p.Z + float64(f.u*p.Y), p.X + float64(f.v*p.Y)
	}
	return p.X + float64(f.u*p.Z), p.Y + float64(f.v*p.Z)
}

// doubts returns how large a product of passes has to be to have a sign, and for the line to be
// farther than the slack from the edge; size is the sum of the magnitudes of what is in it.
//
// A product is off by off times size, and the square of off twice; its own roundings are less than
// twice off times that. An edge is at most size long there, and at most sqrt 3 times as long as in
// space.
func (f *facetRay) doubts(size float64) (misses, inside float64) {
	misses = float64(float64(3*f.off)*size) + float64(2*f.off*f.off)
	return misses, misses + float64(2*f.slack*size)
}

// passes tells whether the line misses the triangle, for certain, or else whether it passes its
// inside, for certain, farther from its edges than the slack.
//
// The origin is the mean of the corners with weights in proportion to the products x_i y_j - x_j
// y_i of the other two: it is in the triangle where no two have opposite signs. Most are clear of
// what rounding may do to those of the largest triangles.
func (f *facetRay) passes(a, b, c Vec) (misses, inside bool) {
	ax, ay := f.across(a.Sub(f.o))
	bx, by := f.across(b.Sub(f.o))
	cx, cy := f.across(c.Sub(f.o))
	x := float64(bx*cy) - float64(by*cx)
	y := float64(cx*ay) - float64(cy*ax)
	z := float64(ax*by) - float64(ay*bx)
	lo, hi := min(x, y, z), max(x, y, z)
	if lo < -f.misses && hi > f.misses {
		return true, false
	}
	if lo > f.inside || hi < -f.inside {
		return false, true
	}
	size := (math.Abs(ax) + math.Abs(bx) + math.Abs(cx)) + (math.Abs(ay) + math.Abs(by) + math.Abs(cy))
	err, wide := f.doubts(size)
	if lo < -err && hi > err {
		return true, false
	}
	return false, lo > wide || hi < -wide
}

// cross sets h to where the line, which passes the inside of the triangle, crosses its plane, and
// returns the bracket of its parameter; ok is false where that is too wide.
//
// With the normal n, off by e, and the corner a seen from o the parameter t = n.a / n.d solves
// n.(a - t d) = 0. The error of the left side is |n|_1 times those of a and of t d, with the
// products facetCross u of both, and e times a - t d, which lies in the triangle.
func (f *facetRay) cross(a, b, c Vec, h *facetHit) (lower, upper float64, ok bool) {
	p, q := b.Sub(a), c.Sub(a)
	n := p.Cross(q)
	long, wide := big1(p), big1(q)
	by, size := n.Dot(f.d), big1(n)
	if !(size > float64(facetThin*float64(long*wide)) && size > 0x1p-500) {
		return 0, 0, false
	}
	t := n.Dot(a.Sub(f.o)) / by
	d := float64(facetCross * unit * largest(f.d.abs()))
	e := float64(facetCurl * unit * float64(long*wide))
	if float64(e*(long+wide)) > float64(facetWide*unit*f.far*size) {
		return 0, 0, false
	}
	rest := math.Abs(by) - (float64(size*(f.ed+d)) + float64(4*e))
	if !(rest > 0x1p-10*size) {
		return 0, 0, false // along the plane, or nearly so
	}
	err := float64(size*(f.eo+float64(facetCross*unit*f.far)+float64(math.Abs(t)*(f.ed+d)))) + float64(e*(long+wide))
	err = float64(err / rest * (1 + 0x1p-20))
	if h.n, h.front = n, by < 0; by > 0 {
		h.n = n.Neg()
	}
	return t - err, t + err, true
}

// triangle asks about triangle i with the corners a, b and c, whose inside the line passes, and
// reports false where the long way has to be asked.
func (w *partRay) triangle(i int32, a, b, c Vec) (ok bool) {
	f := &w.facets
	var h facetHit
	lower, upper, ok := f.cross(a, b, c, &h)
	switch {
	case !ok:
		return false
	case upper < 0 || lower > w.limit():
		return true
	case !(lower > 0 && upper < w.max):
		return false
	}
	w.hit = true
	w.lower, w.upper = min(w.lower, lower), min(w.upper, upper)
	k := rayAnswer{verdict: collide.Hit, status: collide.Exact, lower: lower, upper: upper}
	if w.at < 0 || w.sooner(&k, i) {
		h.of = i
		w.best, w.at, f.best = k, i, h
	}
	return true
}

// triangles asks about the triangles of c along the ray; no point of the ray in their box is
// farther than far.
func (w *partRay) triangles(s *solver, o *Object, c *union, far float64) {
	items, begun := c.tree.Items(), false
	mesh, _ := c.facets.(*meshLeaves)
	for w.facets.best.of = -1; ; {
		first, n, ok := w.search.NextLeaf(min(w.limit(), far))
		if !ok {
			return
		}
		if !begun { // most rays that pass by come to no leaf
			begun = true
			w.facets.start(w.o, w.d, w.eo, w.ed, c.reach)
		}
		for k := first; k < first+n; k++ {
			var x, y, z Vec
			if mesh != nil {
				x, y, z = mesh.laid(k)
			} else {
				x, y, z = c.facets.vertices(items[k])
			}
			misses, inside := w.facets.passes(x, y, z)
			w.turns++
			if !misses && !(inside && w.triangle(items[k], x, y, z)) {
				w.part(s, o, c, items[k])
			}
		}
	}
}

// finishTriangle sets h to the answer about the triangle of f.best.
func (w *partRay) finishTriangle(o *Object, k *rayAnswer, h *RayHit) {
	w.interval(k, h)
	f := &w.facets.best
	h.Normal = worldNormal(o, f.n.Unit()).clean()
	if h.Feature = collide.Feature(collide.FeatureFace, 0); !f.front {
		h.Feature = collide.Feature(collide.FeatureFace, 1)
	}
}
