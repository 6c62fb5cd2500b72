package main

import (
	"math"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// body3 is a body of space: one object, or the parts of a compound and their hull.
type body3 struct {
	object *d3.Object
	parts  []scene.Part3 // nil where there is only the object
}

// distance3 returns the answer about two bodies of space.
func (e *engine) distance3(a, b body3) scene.Answer {
	if a.parts == nil && b.parts == nil {
		return scene.Answer3(e.q3.Distance(a.object, b.object, nil))
	}
	return answerParts(&pairing3{q: e.q3, a: a, b: b})
}

// pairing3 is a pair of bodies of space.
type pairing3 struct {
	q    *d3.Query
	a, b body3
}

// boxes returns the boxes of the parts, where the exact product of the poses puts them.
func (b body3) boxes() []box {
	boxes := make([]box, b.count())
	for i := range boxes {
		r := b.box(i)
		boxes[i] = box{{r.Min.X, r.Max.X}, {r.Min.Y, r.Max.Y}, {r.Min.Z, r.Max.Z}}
	}
	return boxes
}

// count returns how many parts b has, at least one.
func (b body3) count() int { return max(len(b.parts), 1) }

// part returns part i in the world.
func (b body3) part(i int) *d3.Object {
	if b.parts == nil {
		return b.object
	}
	return &b.parts[i].World
}

// box returns the box of part i, where the exact product of the poses puts it.
func (b body3) box(i int) d3.AABB {
	box := b.part(i).AABB()
	if b.plane(i) {
		return box
	}
	return box.Grow(b.slack(i, box))
}

// aabb returns the box of b.
func (b body3) aabb() d3.AABB {
	box := b.box(0)
	for i := 1; i < b.count(); i++ {
		box = box.Union(b.box(i))
	}
	return box
}

// plane reports whether part i is a half-space.
func (b body3) plane(i int) bool {
	_, ok := b.part(i).Shape().(d3.HalfSpace)
	return ok
}

// slack returns how far part i may be from where the exact product of the poses puts it. What happens to a half-space outside box does not count.
func (b body3) slack(i int, box d3.AABB) float64 {
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
	z := max(box.Max.Z-at.Z, at.Z-box.Min.Z)
	return p.Shift + float64(p.Turn*(x+y+z))
}

func (p *pairing3) boxes() (a, b []box) { return p.a.boxes(), p.b.boxes() }

func (p *pairing3) contact(i, j int) scene.Answer {
	a, b := p.a.part(i), p.b.part(j)
	ct := p.q.Distance(a, b, nil)
	if p.a.parts != nil {
		ct.LocalA = p.a.parts[i].Local.Pose().Apply(ct.LocalA)
	}
	if p.b.parts != nil {
		ct.LocalB = p.b.parts[j].Local.Pose().Apply(ct.LocalB)
	}
	ans := scene.Answer3(ct)
	widen(&ans, p.a.slack(i, b.AABB())+p.b.slack(j, a.AABB()))
	return ans
}

func (p *pairing3) hulls(near *scene.Answer) float64 {
	for _, x := range [2]struct{ a, b body3 }{{p.a, p.b}, {p.b, p.a}} {
		for i := range x.a.count() {
			if o := x.a.part(i); x.a.plane(i) { // no other direction separates
				return p.separation(o.Shape().(d3.HalfSpace), o.Pose(), x.a, x.b, i)
			}
		}
	}
	m := midpoint(near)
	at := d3.Pose{Pos: d3.Vec{X: m[0], Y: m[1], Z: m[2]}}
	lower := -math.MaxFloat64
	for _, n := range [2]d3.Vec{
		{X: near.Normal[0], Y: near.Normal[1], Z: near.Normal[2]},
		p.q.Distance(p.a.object, p.b.object, nil).Normal,
	} {
		lower = max(lower, p.separation(d3.HalfSpace{Normal: n}, at, p.a, p.b, -1))
	}
	return lower
}

// separation returns a lower bound of how far the normal of h, at the pose, separates the hulls of a and b: how far b lies above the plane of h, less how far
// a rises above it. It bounds the signed distance of the hulls from below. h is part plane of a, or none for -1.
func (p *pairing3) separation(h d3.HalfSpace, pose d3.Pose, a, b body3, plane int) float64 {
	below, err := d3.Place(h, pose)
	above, err2 := d3.Place(d3.HalfSpace{Normal: h.Normal.Neg(), Offset: -h.Offset}, pose)
	if err != nil || err2 != nil {
		return -math.MaxFloat64
	}
	var box d3.AABB // all of the parts that have an end
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
