package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The normal and the feature at the point where a ray enters a body, from the number of the
// constraint by which it does. Points and normals are in the frame of the body, about its centre.

// surface sets normal and feature of h, which has T, the normal in the frame that the body is
// placed in.
func (c *rayCast) surface(k *rayAnswer, h *RayHit) {
	o := c.body
	t := num.Middle(k.lower, min(k.upper, math.MaxFloat64))
	p := c.o.Add(c.d.Scale(t))
	n := k.normal
	kind, index := collide.FeatureWhole, int32(0)
	switch o.kind {
	case kindPoint:
		n, kind = c.outward(p, Vec{}), collide.FeatureVertex
	case kindSegment:
		n, kind, index = c.onCapsule(p, k.id)
	case kindBox:
		n, kind, index = c.onBox(p, k.id)
	case kindHull:
		n, kind, index = c.onHull(p, k.id)
	case kindCylinder, kindCone:
		if o.margin == 0 {
			n = c.onRound(p, k.id)
			if k.id < 2 {
				kind, index = collide.FeatureFace, k.id
			}
		}
	case kindEllipsoid:
		if o.margin == 0 {
			n = c.onEllipsoid(p, k)
		}
	case kindHalfSpace:
		n = o.plane.Normal.normal()
	case kindUser, kindComposite:
	}
	if n == (Vec{}) { // rounding leaves nothing of the body
		n = c.d.Neg()
	}
	h.Feature = collide.Feature(kind, index)
	h.Normal = worldNormal(o, n.Unit()).clean()
}

// against returns n, or -n where the ray would not come from its side.
func (c *rayCast) against(n Vec) Vec {
	if n.Dot(c.d) > 0 {
		return n.Neg()
	}
	return n
}

// onSide returns n, or -n where that is the side on which w lies, from a point of the face, at the
// distance of the margin: a ray that only touches comes from neither side.
func onSide(n, w Vec) Vec {
	if n.Dot(w) < 0 {
		return n.Neg()
	}
	return n
}

// outward returns the direction from the point near of the core to the point p of the surface; the
// one that the ray comes from where rounding leaves nothing of it.
func (c *rayCast) outward(p, near Vec) Vec {
	n := p.Sub(near)
	if l := n.length(); !(math.Abs(l-c.body.margin) < float64(0.25*c.body.margin)) {
		return c.d.Neg()
	}
	return n
}

// onSegment is outward for the segment from a to b.
func (c *rayCast) onSegment(p, a, b Vec) Vec {
	e := b.Sub(a).Unit()
	s := max(0, min(p.Sub(a).Dot(e), b.Sub(a).length()))
	n := c.outward(p, a.Add(e.Scale(s)))
	long := n.length()
	if s > 0 && n.Dot(e) < 0 || p.Sub(a).Dot(e) < b.Sub(a).length() && n.Dot(e) > 0 {
		n = n.Sub(e.Scale(n.Dot(e)))
	}
	if n.length() > float64(0x1p-40*long) {
		return n
	}
	return e.Perp()
}

// onCapsule returns normal and feature of a capsule.
func (c *rayCast) onCapsule(p Vec, id int32) (Vec, collide.FeatureKind, int32) {
	up := Vec{0, 0, c.body.half.Z}
	switch {
	case c.body.margin == 0 || id == 2:
		return c.onSegment(p, up.Neg(), up), collide.FeatureEdge, 0
	case id == 0:
		return c.outward(p, up), collide.FeatureVertex, 0
	}
	return c.outward(p, up.Neg()), collide.FeatureVertex, 1
}

// onBox returns normal and feature of a box.
func (c *rayCast) onBox(p Vec, id int32) (Vec, collide.FeatureKind, int32) {
	o := c.body
	switch {
	case o.margin == 0:
		n := axis(id)
		if o.half.along(int8(id/2)) == 0 {
			n = c.against(n)
		}
		kind, index := c.boxFeature(p, n)
		return n, kind, index
	case id < 6:
		n := axis(id)
		if o.half.along(int8(id/2)) == 0 {
			n = onSide(n, p)
		}
		return n, collide.FeatureFace, faceOf(n)
	case id < 18:
		i := (id - 6) / 4
		v := (id-6)&1<<((i+1)%3) | (id-6)>>1&1<<((i+2)%3)
		return c.onSegment(p, o.corner(v|1<<i), o.corner(v)), collide.FeatureEdge, id - 6
	}
	return c.outward(p, o.corner(id-18)), collide.FeatureVertex, id - 18
}

// axis returns the normal of face id of a box.
func axis(id int32) Vec {
	n := unitVec(int8(id / 2))
	if id&1 != 0 {
		return n.Neg()
	}
	return n
}

// faceOf returns the number of the face of a box with the normal n.
func faceOf(n Vec) int32 {
	for i, x := range array(n) {
		if x != 0 {
			return int32(2*i) + int32(math.Float64bits(x)>>63)
		}
	}
	return 0
}

// near returns how far the computed point of a surface may be from a feature that holds it.
func (c *rayCast) near() float64 { return hitError(c.body, c.o, c.eo) }

// hitError is that for a ray from x, within ex, about the centre of o.
func hitError(o *Object, x Vec, ex float64) float64 {
	return float64(4*ex) + float64(rayTouch*unit*(big1(x)+o.radius))
}

// boxFeature returns the face, edge or vertex of a box that p is on; n is the normal of a face that
// holds it.
func (c *rayCast) boxFeature(p, n Vec) (collide.FeatureKind, int32) {
	h, x, m := array(c.body.half), array(p), array(n)
	tol := c.near()
	count, free, v := 0, 0, int32(0)
	for i := range 3 {
		low := x[i] < 0
		if h[i] == 0 {
			low = m[i] < 0
		}
		if low {
			v |= 1 << i
		}
		if m[i] != 0 || math.Abs(math.Abs(x[i])-h[i]) <= tol {
			count++
		} else {
			free = i
		}
	}
	switch count {
	case 3:
		return collide.FeatureVertex, v
	case 2:
		return collide.FeatureEdge, boxEdge(free, v)
	}
	return collide.FeatureFace, faceOf(n)
}

// onHull returns normal and feature of a hull.
func (c *rayCast) onHull(p Vec, id int32) (Vec, collide.FeatureKind, int32) {
	h := c.body.hull
	if c.body.margin > 0 || h.dim < 2 {
		return c.onRoundedHull(p, id)
	}
	f := h.faceTable()
	t := &f.axes
	if h.dim == 2 {
		if id > 0 {
			e := &t.edges[id-1]
			n := e.dir.Cross(e.n1)
			if t.rough {
				n = c.thinEdge(id - 1)
			}
			kind, index := h.hitFeature(p, 0, c.near())
			return n, kind, index
		}
		n := c.against(c.faceNormal(0))
		at := int32(0)
		if len(f.normal) > 1 && f.normal[1].Dot(n) > f.normal[0].Dot(n) {
			at = 1
		}
		kind, index := h.hitFeature(p, at, c.near())
		return n, kind, index
	}
	n := c.faceNormal(t.faces[id].id)
	kind, index := h.hitFeature(p, h.nearTable().tris[t.faces[id].id].face, c.near())
	return n, kind, index
}

// faceNormal returns the normal of triangle i of the hull: by integers where the triangle is too
// thin for doubles.
func (c *rayCast) faceNormal(i int32) Vec {
	h := c.body.hull
	if n, _, good := h.normal(h.faces[i]); good {
		return n
	}
	c.n.prepare(c.n.d2, c)
	m, _ := c.n.normal(h, i)
	return floatDir(m)
}

// thinEdge returns the normal of edge i of the outline of a flat hull, by integers.
func (c *rayCast) thinEdge(i int32) Vec {
	c.n.prepare(c.n.d2, c)
	m, _ := c.n.normal(c.body.hull, 0)
	u, v := c.body.hull.edgeOf(i)
	return floatDir(c.n.outward(c.body.hull, m, u, v))
}

// hitFeature returns face i of the hull, or the edge or vertex of it that p is on, within tol.
func (h *Hull) hitFeature(p Vec, i int32, tol float64) (collide.FeatureKind, int32) {
	f := h.faceTable()
	corners := f.corners[f.start[i]:f.start[i+1]]
	kind, index := collide.FeatureFace, i
	// The squares are in range for hulls that a ray takes the short way to; others are scaled.
	scale := 1.0
	if !(h.radius < quickRange && h.radius > 1/quickRange) {
		scale = num.PowerBelow(h.radius)
	}
	p, tol = p.Scale(scale), float64(tol*scale)
	tol = float64(tol * tol)
	for k, v := range corners {
		a := h.local[v].Scale(scale)
		w, e := p.Sub(a), h.local[corners[(k+1)%len(corners)]].Scale(scale).Sub(a)
		far := w.Len2()
		if far <= tol {
			return collide.FeatureVertex, v
		}
		if l := e.Len2(); w.Cross(e).Len2() <= float64(tol*l) && far <= l {
			kind, index = collide.FeatureEdge, f.leaving[f.start[i]+int32(k)]
		}
	}
	return kind, index
}

// onRoundedHull returns normal and feature of a hull with a margin, or of a segment or a point.
func (c *rayCast) onRoundedHull(p Vec, id int32) (Vec, collide.FeatureKind, int32) {
	h := c.body.hull
	if id < int32(len(h.faces)) {
		n := onSide(c.faceNormal(id), p.Sub(h.local[h.faces[id][0]]))
		return n, collide.FeatureFace, h.faceOf(h.faces[id], n)
	}
	id -= int32(len(h.faces))
	if id < int32(len(h.adj)) {
		u := int32(0)
		for h.adjStart[u+1] <= id {
			u++
		}
		v, f := h.adj[id], h.faceTable()
		n := c.onSegment(p, h.local[u], h.local[v])
		if e, ok := h.edgeNumber(u, v); ok {
			return n, collide.FeatureEdge, e
		}
		return n, collide.FeatureFace, c.faceWithEdge(f, u, v)
	}
	id -= int32(len(h.adj))
	n := c.outward(p, h.local[id])
	if h.dim == 1 && c.body.margin == 0 {
		n = c.onSegment(p, h.local[0], h.local[1])
	}
	return n, collide.FeatureVertex, id
}

// faceWithEdge returns the number of a face with both vertices: that in which the edge is none.
func (c *rayCast) faceWithEdge(f *hullFaces, u, v int32) int32 {
	for _, i := range f.around.of(u) {
		if slices.Contains(f.around.of(v), i) {
			return i
		}
	}
	return 0
}

// onRound returns the normal of a cylinder or a cone without a margin.
func (c *rayCast) onRound(p Vec, id int32) Vec {
	h := c.body.half
	switch {
	case id == 0 && h.Z == 0:
		return c.against(Vec{0, 0, 1})
	case id == 0:
		return Vec{0, 0, 1}
	case id == 1:
		return Vec{0, 0, -1}
	}
	out := Vec{p.X, p.Y, 0}
	if out.length() <= c.near() {
		if out = (Vec{-c.d.X, -c.d.Y, 0}); out == (Vec{}) {
			return Vec{0, 0, 1}
		}
	}
	out = out.Unit()
	if c.body.kind == kindCone {
		out = Vec{float64(out.X * 2 * h.Z), float64(out.Y * 2 * h.Z), h.X}
	}
	return out
}

// onEllipsoid returns the normal of an ellipsoid without a margin: by integers where the point p
// has lost it.
func (c *rayCast) onEllipsoid(p Vec, k *rayAnswer) Vec {
	h, x := array(c.body.half), array(p)
	low := math.Inf(1)
	for i := range 3 {
		if h[i] == 0 {
			if x[i] = 0; k.id == 1 {
				return c.against(unitVec(int8(i)))
			}
			continue
		}
		low = min(low, h[i])
	}
	for i := range 3 {
		if h[i] != 0 {
			x[i] = float64(float64(x[i]/h[i]) * (low / h[i]))
		}
	}
	n := Vec{x[0], x[1], x[2]}
	if c.near()+float64(2*(k.upper-k.lower)) <= float64(roughNormal*low*n.length()) {
		return n
	}
	c.n.prepare(c.n.d2, c)
	return c.n.ellipsoidNormal()
}

// roughNormal is how far off the normal of an ellipsoid may be in doubles.
const roughNormal = 0x1p-26
