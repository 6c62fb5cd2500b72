package d2

import (
	"math"

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
	case kindEllipse:
		if o.margin == 0 {
			n = c.onEllipse(p, k)
		}
	case kindHalfSpace:
		n = o.plane.Normal.normal()
	case kindUser, kindComposite:
	}
	if n == (Vec{}) { // rounding leaves nothing of the body
		n = c.d.Neg()
	}
	h.Feature = collide.Feature(kind, index)
	h.Normal = o.axes().apply(n.Unit()).Unit().clean()
}

// against returns n, or -n where the ray would not come from its side.
func (c *rayCast) against(n Vec) Vec {
	if n.Dot(c.d) > 0 {
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
	return e.perp()
}

// onCapsule returns normal and feature of a capsule.
func (c *rayCast) onCapsule(p Vec, id int32) (Vec, collide.FeatureKind, int32) {
	up := Vec{c.body.half.X, 0}
	switch {
	case c.body.margin == 0 && id >= 2:
		return c.against(Vec{0, 1}), collide.FeatureEdge, 0
	case c.body.margin == 0:
		return axis(id), collide.FeatureVertex, id
	case id == 2:
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
		if id < 2 && o.half.X == 0 || id >= 2 && o.half.Y == 0 {
			n = c.against(n)
		}
		kind, index := c.boxFeature(p, n)
		return n, kind, index
	case id < 4:
		v := id
		if id >= 2 {
			v = 2 * (id - 2)
		}
		w := v | 1
		if id < 2 {
			w = v | 2
		}
		return c.onSegment(p, boxCorner(o.half, w), boxCorner(o.half, v)), collide.FeatureEdge, id
	}
	return c.outward(p, boxCorner(o.half, id-4)), collide.FeatureVertex, id - 4
}

// axis returns the normal of edge id of a box.
func axis(id int32) Vec {
	switch id {
	case 0:
		return Vec{1, 0}
	case 1:
		return Vec{-1, 0}
	case 2:
		return Vec{0, 1}
	}
	return Vec{0, -1}
}

// near returns how far the computed point of a surface may be from a feature that holds it.
func (c *rayCast) near() float64 { return hitError(c.body, c.o, c.eo) }

// hitError is that for a ray from x, within ex, about the centre of o.
func hitError(o *Object, x Vec, ex float64) float64 {
	return float64(4*ex) + float64(rayTouch*unit*(big1(x)+o.radius))
}

// boxFeature returns the edge or vertex of a box that p is on; n is the normal of an edge that
// holds it.
func (c *rayCast) boxFeature(p, n Vec) (collide.FeatureKind, int32) {
	h, x, m := pairOf(c.body.half), pairOf(p), pairOf(n)
	tol := c.near()
	count, v, edge := 0, int32(0), int32(0)
	for i := range 2 {
		low := x[i] < 0
		if h[i] == 0 {
			low = m[i] < 0
		}
		if low {
			v |= 1 << i
		}
		if m[i] != 0 {
			edge = int32(2*i) + v>>i&1
		}
		if m[i] != 0 || math.Abs(math.Abs(x[i])-h[i]) <= tol {
			count++
		}
	}
	if count == 2 {
		return collide.FeatureVertex, v
	}
	return collide.FeatureEdge, edge
}

// onHull returns normal and feature of a hull: edge i starts at vertex i.
func (c *rayCast) onHull(p Vec, id int32) (Vec, collide.FeatureKind, int32) {
	h := c.body.hull
	n := int32(len(h.points))
	switch {
	case c.body.margin == 0 && h.dim == 2:
		kind, index := h.onEdge(p, id, c.near())
		return h.table.edges[id].n, kind, index
	case c.body.margin == 0 && h.dim == 1:
		return c.onFlatHull(p, id)
	case id < n:
		return c.onSegment(p, h.local[id], h.local[(id+1)%n]), collide.FeatureEdge, id
	}
	return c.outward(p, h.local[id-n]), collide.FeatureVertex, id - n
}

// onEdge returns the feature of a polygon at the point p of edge id: a vertex within tol, else the
// edge.
func (h *Hull) onEdge(p Vec, id int32, tol float64) (collide.FeatureKind, int32) {
	kind, index := collide.FeatureEdge, id
	next := id + 1
	if next == int32(len(h.local)) {
		next = 0
	}
	for _, v := range [2]int32{id, next} {
		d := p.Sub(h.local[v])
		if far := 2 * tol; !(math.Abs(d.X) > far || math.Abs(d.Y) > far) && d.length() <= tol {
			kind, index = collide.FeatureVertex, v
		}
	}
	return kind, index
}

// onFlatHull returns normal and feature of a segment without a margin.
func (c *rayCast) onFlatHull(p Vec, id int32) (Vec, collide.FeatureKind, int32) {
	h := c.body.hull
	e := h.local[1].Sub(h.local[0]).Unit()
	for v, at := range h.local {
		if id == int32(v) || p.Sub(at).length() <= c.near() {
			n := c.against(e.perp())
			if id < 2 {
				n = e.Scale(float64(2*id - 1))
			}
			return n, collide.FeatureVertex, int32(v)
		}
	}
	return c.against(e.perp()), collide.FeatureEdge, 0
}

// onEllipse returns the normal of an ellipse without a margin: by integers where the point p has
// lost it.
func (c *rayCast) onEllipse(p Vec, k *rayAnswer) Vec {
	h := c.body.half
	switch {
	case k.id == 1 && h.X == 0:
		return c.against(Vec{1, 0})
	case k.id == 1:
		return c.against(Vec{0, 1})
	case h.X == 0:
		return Vec{0, p.Y}
	case h.Y == 0:
		return Vec{p.X, 0}
	}
	low := min(h.X, h.Y)
	n := Vec{float64(float64(p.X/h.X) * (low / h.X)), float64(float64(p.Y/h.Y) * (low / h.Y))}
	if c.near()+float64(2*(k.upper-k.lower)) <= float64(roughNormal*low*n.length()) {
		return n
	}
	c.n.prepare(c.n.d2, c)
	return c.n.ellipseNormal()
}

// roughNormal is how far off the normal of an ellipse may be in doubles.
const roughNormal = 0x1p-26
