package scene

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Body is a placed body of either dimension, a compound too: O2 of the plane, O3 of space. The
// queries of d2 and d3 take O2 and O3, and their Move moves the body; a Query of this package takes
// bodies whatever their dimension is. Make it with Body2 or Body3. The zero value is no body.
type Body struct {
	Dim int // 2 or 3; 0 for no body
	O2  d2.Object
	O3  d3.Object
}

// Body2 returns a body of the plane.
func Body2(o d2.Object) Body { return Body{Dim: 2, O2: o} }

// Body3 returns a body of space.
func Body3(o d3.Object) Body { return Body{Dim: 3, O3: o} }

// Pose is where a body is: P2 in the plane, P3 in space.
type Pose struct {
	P2 d2.Pose
	P3 d3.Pose
}

// Pose returns where the body is.
func (b *Body) Pose() Pose {
	if b.Dim == 3 {
		return Pose{P3: b.O3.Pose()}
	}
	return Pose{P2: b.O2.Pose()}
}

// Moved returns the body at another pose. The error is that of Move of d2 and d3, with which the
// body is where it was.
func (b *Body) Moved(p Pose) (Body, error) {
	c := *b
	if b.Dim == 3 {
		err := c.O3.Move(p.P3)
		return c, err
	}
	err := c.O2.Move(p.P2)
	return c, err
}

// AABB returns the least and the greatest coordinates of the box of the body: what the AABB of its
// object is, with 0 for the third coordinates in the plane. Sides may be infinite.
func (b *Body) AABB() (lo, hi [3]float64) { return b.placed().box() }

// Parts returns how many parts a compound has, 0 for any other body.
func (b *Body) Parts() int { return b.placed().parts() }

// Part returns part i of a compound where it lies in the world: at the product of the two poses,
// rounded. A query of the compound itself works on the exact product. Answer.PartA and PartB are
// such an i.
//
// The error is that of Place, for a part beyond the range of numbers, and collide.ErrEmpty where
// there is no part i. No part of a body that package scene has read has an error.
func (b *Body) Part(i int) (Body, error) {
	if i < 0 || i >= b.Parts() {
		return Body{}, &collide.Error{Code: collide.ErrEmpty, Path: "parts", Index: i, Value: math.NaN()}
	}
	return b.placed().part(i)
}

// Pieces returns the convex bodies that the body is made of: the parts of a compound, the
// triangles, edges or cells of a mesh, a height field, a chain or a grid, the body itself for any
// other. A part beyond the range of numbers is left out.
func (b *Body) Pieces() []Body {
	if list, ok := b.facets(); ok {
		return list
	}
	if b.Parts() == 0 {
		return []Body{*b}
	}
	list := make([]Body, 0, b.Parts())
	for i := range b.Parts() {
		if p, err := b.Part(i); err == nil {
			list = append(list, p.Pieces()...)
		}
	}
	return list
}

// placed is what the dimensions do in ways of their own. The second body of a query has the
// dimension of the first.
type placed interface {
	box() (lo, hi [3]float64)
	parts() int
	part(i int) (Body, error)
	distance(q *Query, b *Body) Answer
	relate(q *Query, b *Body) collide.Relation
	manifold(q *Query, b *Body) []ManifoldPoint
	collide(q *Query, b *Body) (Answer, []ManifoldPoint)
	cast(q *Query, c *Cast) (CastAnswer, error)
	impact(q *Query, m *Impact) (ImpactAnswer, error)
	material(part, triangle int) (int32, bool)
}

// placed returns the object as what its dimension does. Only here the dimension of a body is looked
// at; no body is a point of the plane.
func (b *Body) placed() placed {
	if b.Dim == 3 {
		return (*space)(&b.O3)
	}
	return (*plane)(&b.O2)
}

type (
	plane d2.Object
	space d3.Object
)

// of2 returns a vector of the plane.
func of2(v d2.Vec) [3]float64 { return [3]float64{v.X, v.Y} }

// of3 returns a vector of space.
func of3(v d3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

func (o *plane) box() (lo, hi [3]float64) {
	b := (*d2.Object)(o).AABB()
	return of2(b.Min), of2(b.Max)
}

func (o *space) box() (lo, hi [3]float64) {
	b := (*d3.Object)(o).AABB()
	return of3(b.Min), of3(b.Max)
}

func (o *plane) parts() int { return parts2((*d2.Object)(o).Shape()) }

func (o *space) parts() int { return parts3((*d3.Object)(o).Shape()) }

func (o *plane) part(i int) (Body, error) {
	p := (*d2.Object)(o).Shape().(*d2.Compound).Part(i)
	at, err := d2.Place(p.Shape, (*d2.Object)(o).Pose().Mul(p.Pose))
	return Body2(at), err
}

func (o *space) part(i int) (Body, error) {
	p := (*d3.Object)(o).Shape().(*d3.Compound).Part(i)
	at, err := d3.Place(p.Shape, (*d3.Object)(o).Pose().Mul(p.Pose))
	return Body3(at), err
}

func (o *plane) distance(q *Query, b *Body) Answer {
	return AnswerOf(q.q2.Distance((*d2.Object)(o), &b.O2, nil))
}

func (o *space) distance(q *Query, b *Body) Answer {
	return AnswerOf(q.q3.Distance((*d3.Object)(o), &b.O3, nil))
}

func (o *plane) relate(q *Query, b *Body) collide.Relation {
	return q.q2.Relate((*d2.Object)(o), &b.O2, nil)
}

func (o *space) relate(q *Query, b *Body) collide.Relation {
	return q.q3.Relate((*d3.Object)(o), &b.O3, nil)
}

func (o *plane) manifold(q *Query, b *Body) []ManifoldPoint {
	list := []ManifoldPoint{}
	for c, m := range q.q2.Manifolds((*d2.Object)(o), &b.O2, nil) {
		list = appendManifold2(list, &c, &m)
	}
	return list
}

func (o *space) manifold(q *Query, b *Body) []ManifoldPoint {
	list := []ManifoldPoint{}
	for c, m := range q.q3.Manifolds((*d3.Object)(o), &b.O3, nil) {
		list = appendManifold3(list, &c, &m)
	}
	return list
}

// collide returns the answer about two bodies, neither a compound, and their manifold.
func (o *plane) collide(q *Query, b *Body) (Answer, []ManifoldPoint) {
	c, m := q.q2.Collide((*d2.Object)(o), &b.O2, nil)
	if c.Relation == collide.Apart {
		return AnswerOf(c), []ManifoldPoint{}
	}
	return AnswerOf(c), appendManifold2([]ManifoldPoint{}, &c, &m)
}

func (o *space) collide(q *Query, b *Body) (Answer, []ManifoldPoint) {
	c, m := q.q3.Collide((*d3.Object)(o), &b.O3, nil)
	if c.Relation == collide.Apart {
		return AnswerOf(c), []ManifoldPoint{}
	}
	return AnswerOf(c), appendManifold3([]ManifoldPoint{}, &c, &m)
}

// appendManifold2 appends the points of a manifold of the plane.
func appendManifold2(list []ManifoldPoint, c *d2.Contact, m *d2.Manifold) []ManifoldPoint {
	for _, p := range m.Points[:m.N] {
		list = append(list, ManifoldPoint{
			PointA: of2(p.PointA), PointB: of2(p.PointB), LocalA: of2(p.LocalA), LocalB: of2(p.LocalB),
			Distance: p.Distance, ID: p.ID, PartA: c.PartA, PartB: c.PartB, Normal: of2(m.Normal),
		})
	}
	return list
}

// appendManifold3 appends the points of a manifold of space.
func appendManifold3(list []ManifoldPoint, c *d3.Contact, m *d3.Manifold) []ManifoldPoint {
	for _, p := range m.Points[:m.N] {
		list = append(list, ManifoldPoint{
			PointA: of3(p.PointA), PointB: of3(p.PointB), LocalA: of3(p.LocalA), LocalB: of3(p.LocalB),
			Distance: p.Distance, ID: p.ID, PartA: c.PartA, PartB: c.PartB, Normal: of3(m.Normal),
		})
	}
	return list
}
