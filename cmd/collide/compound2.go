package main

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/scene"
)

// body2 is a body of the plane: one object, or the parts of a compound and their hull.
type body2 struct {
	object *d2.Object
	parts  []scene.Part2 // nil where there is only the object
}

// distance2 returns the answer about two bodies of the plane.
func (e *engine) distance2(a, b body2) scene.Answer {
	if a.parts == nil && b.parts == nil {
		return scene.Answer2(e.q2.Distance(a.object, b.object, nil))
	}
	return answerParts(&pairing2{q: e.q2, a: a, b: b})
}

// pairing2 is a pair of bodies of the plane.
type pairing2 struct {
	q    *d2.Query
	a, b body2
}

// boxes returns the boxes of the parts, where the exact product of the poses puts them.
func (b body2) boxes() []box {
	boxes := make([]box, b.count())
	for i := range boxes {
		r := b.box(i)
		boxes[i] = box{{r.Min.X, r.Max.X}, {r.Min.Y, r.Max.Y}, {math.Inf(-1), math.Inf(1)}}
	}
	return boxes
}

// count returns how many parts b has, at least one.
func (b body2) count() int { return max(len(b.parts), 1) }

// part returns part i in the world.
func (b body2) part(i int) *d2.Object {
	if b.parts == nil {
		return b.object
	}
	return &b.parts[i].World
}

// box returns the box of part i, where the exact product of the poses puts it.
func (b body2) box(i int) d2.AABB {
	box := b.part(i).AABB()
	if b.plane(i) {
		return box
	}
	return box.Grow(b.slack(i, box))
}

// aabb returns the box of b.
func (b body2) aabb() d2.AABB {
	box := b.box(0)
	for i := 1; i < b.count(); i++ {
		box = box.Union(b.box(i))
	}
	return box
}

// plane reports whether part i is a half-space.
func (b body2) plane(i int) bool {
	_, ok := b.part(i).Shape().(d2.HalfSpace)
	return ok
}

// slack returns how far part i may be from where the exact product of the poses puts it. What happens to a half-space outside box does not count.
func (b body2) slack(i int, box d2.AABB) float64 {
	if b.parts == nil {
		return 0
	}
	p := &b.parts[i]
	if p.Turn == 0 {
		return p.Shift
	}
	if !b.plane(i) {
		box = p.World.AABB()
	}
	at := p.World.Pose().Pos
	x := max(box.Max.X-at.X, at.X-box.Min.X)
	y := max(box.Max.Y-at.Y, at.Y-box.Min.Y)
	return p.Shift + float64(p.Turn*(x+y))
}

func (p *pairing2) boxes() (a, b []box) { return p.a.boxes(), p.b.boxes() }

func (p *pairing2) contact(i, j int) scene.Answer {
	a, b := p.a.part(i), p.b.part(j)
	ct := p.q.Distance(a, b, nil)
	if p.a.parts != nil {
		ct.LocalA = p.a.parts[i].Local.Pose().Apply(ct.LocalA)
	}
	if p.b.parts != nil {
		ct.LocalB = p.b.parts[j].Local.Pose().Apply(ct.LocalB)
	}
	ans := scene.Answer2(ct)
	widen(&ans, p.a.slack(i, b.AABB())+p.b.slack(j, a.AABB()))
	return ans
}

func (p *pairing2) hulls(near *scene.Answer) float64 {
	for _, x := range [2]struct{ a, b body2 }{{p.a, p.b}, {p.b, p.a}} {
		for i := range x.a.count() {
			if o := x.a.part(i); x.a.plane(i) { // no other direction separates
				return p.separation(o.Shape().(d2.HalfSpace), o.Pose(), x.a, x.b, i)
			}
		}
	}
	m := midpoint(near)
	at := d2.Pose{Pos: d2.Vec{X: m[0], Y: m[1]}}
	lower := -math.MaxFloat64
	for _, n := range [2]d2.Vec{
		{X: near.Normal[0], Y: near.Normal[1]},
		p.q.Distance(p.a.object, p.b.object, nil).Normal,
	} {
		lower = max(lower, p.separation(d2.HalfSpace{Normal: n}, at, p.a, p.b, -1))
	}
	return lower
}

// separation returns a lower bound of how far the normal of h, at the pose, separates the hulls of a and b: how far b lies above the plane of h, less how far
// a rises above it. It bounds the signed distance of the hulls from below. h is part plane of a, or none for -1.
func (p *pairing2) separation(h d2.HalfSpace, pose d2.Pose, a, b body2, plane int) float64 {
	below, err := d2.Place(h, pose)
	above, err2 := d2.Place(d2.HalfSpace{Normal: h.Normal.Neg(), Offset: -h.Offset}, pose)
	if err != nil || err2 != nil {
		return -math.MaxFloat64
	}
	var box d2.AABB // all of the parts that have an end
	up, down := math.Inf(1), math.Inf(1)
	for j := range b.count() {
		up = min(up, p.q.Distance(&below, b.part(j), nil).Lower-b.slack(j, box))
		box = box.Union(b.box(j))
	}
	for i := range a.count() {
		if i != plane {
			down = min(down, p.q.Distance(&above, a.part(i), nil).Lower-a.slack(i, box))
			box = box.Union(a.box(i))
		}
	}
	if plane >= 0 {
		down = min(down, 0) - a.slack(plane, box)
	}
	return max(math.Nextafter(up+down, math.Inf(-1)), -math.MaxFloat64)
}
