package draw

import (
	"math"
	"slices"

	"github.com/collide-go/collide/d2"
)

// Body2 is an object of a scene in the plane.
type Body2 struct {
	Name   string // may be empty
	Object *d2.Object
	Parts  []*d2.Object // of a compound, drawn in place of Object
	Role   Role         // None: that of its pairs, Clear without one
}

// parts returns what is to be drawn.
func (b *Body2) parts() []*d2.Object {
	list := b.Parts
	if len(list) == 0 {
		list = []*d2.Object{b.Object}
	}
	return slices.DeleteFunc(slices.Clone(list), func(o *d2.Object) bool { return o == nil })
}

// plane returns the half-plane that a body is, if it is one.
func (b *Body2) plane() (d2.HalfSpace, d2.Pose, bool) {
	list := b.parts()
	if len(list) != 1 {
		return d2.HalfSpace{}, d2.Pose{}, false
	}
	h, ok := list[0].Shape().(d2.HalfSpace)
	return h, list[0].Pose(), ok
}

// Pair2 is what is known about two objects, by their indices.
type Pair2 struct {
	A, B    int
	Contact d2.Contact
}

// role returns the role of the pair.
func (p Pair2) role() Role { return pairRole(p.Contact.Relation) }

// Scene2 returns a picture of a scene in the plane: the bodies, those of the pairs in red where the pair touches or
// overlaps, else in amber; witness points and normals of the pairs; names and distances where there is room, the
// first pairs first; a grid, a scale and a legend.
//
// Where all bodies in one view would make those of the pairs too small to see, the view is around the pairs, and
// the page says how many bodies are outside.
//
// Of more than 120 pairs the others are dots, and places for the notes of the first 300 are looked for; the page says
// how many have none.
//
// Cost: for each body a few hundred curves, for each note about a thousand places tried.
func Scene2(bodies []Body2, pairs []Pair2, opt SceneOptions) *Page {
	s := &scene2{sheet: newSheet(opt), bodies: bodies}
	for _, p := range pairs {
		if p.A >= 0 && p.B >= 0 && p.A < len(bodies) && p.B < len(bodies) && finiteWorld(p.Contact.PointA) && finiteWorld(p.Contact.PointB) {
			s.pairs = append(s.pairs, p)
		}
	}
	s.colour()
	world, outside := s.view()
	c := s.page.Canvas(s.frame, world, 36)
	s.canvas, s.labels = c, s.page.Labels(s.frame)
	s.page.Rect(s.frame, Style{Stroke: Grid, Width: 1})
	c.Grid(GridOptions{Labels: true, Axes: true})
	s.labels.Avoid(d2.AABB{Min: d2.Vec{X: s.frame.Min.X, Y: s.frame.Max.Y - 18}, Max: s.frame.Max})
	s.drawBodies()
	s.sheet.pairs(s.marks(), s.labels)
	s.names()
	s.remark(s.labels.Draw(), outside)
	right := s.scaleBar(c.scale)
	s.legend(entries(counts(s.pairs, Hit), counts(s.pairs, Near)), right)
	return s.page
}

// scene2 is the state of Scene2.
type scene2 struct {
	*sheet
	bodies []Body2
	pairs  []Pair2
	roles  []Role
	canvas *Canvas
	labels *Labels
}

// colour finds the roles of the bodies.
func (s *scene2) colour() {
	s.roles = make([]Role, len(s.bodies))
	for i := range s.bodies {
		s.roles[i] = s.bodies[i].Role
	}
	for _, p := range s.pairs {
		for _, i := range []int{p.A, p.B} {
			if s.bodies[i].Role == None {
				s.roles[i] = heavier(s.roles[i], p.role())
			}
		}
	}
	for i, r := range s.roles {
		if r == None {
			s.roles[i] = Clear
		}
	}
}

// box returns the box of what is finite of a body, and whether anything is.
func (b *Body2) box() (d2.AABB, bool) {
	var all union2
	for _, o := range b.parts() {
		if box := o.AABB(); finiteWorld(box.Min) && finiteWorld(box.Max) {
			all.add(box)
		}
	}
	return all.box, all.some
}

// leastSize is how large the smaller body of a pair must be on the page for the view of everything.
const leastSize = 10

// view returns the part of the world to show, and how many bodies are outside.
func (s *scene2) view() (d2.AABB, int) {
	var all, focus union2
	for i := range s.bodies {
		if box, ok := s.bodies[i].box(); ok {
			all.add(box)
		}
	}
	small := math.Inf(1)
	for _, p := range s.pairs {
		all.add(d2.AABB{Min: p.Contact.PointA, Max: p.Contact.PointA})
		room := math.Inf(1)
		for _, i := range []int{p.A, p.B} {
			if box, ok := s.bodies[i].box(); ok {
				d := box.Max.Sub(box.Min)
				room = min(room, max(d.X, d.Y))
			}
		}
		if !math.IsInf(room, 0) {
			small = min(small, room)
			focus.add(d2.AABB{Min: p.Contact.PointA, Max: p.Contact.PointA}.Grow(1.5 * room))
		}
	}
	size := all.box.Max.Sub(all.box.Min)
	in := s.frame.Max.Sub(s.frame.Min)
	scale := min(in.X/size.X, in.Y/size.Y)
	if !(small*scale < leastSize) || !focus.some {
		return all.box, 0
	}
	outside := 0
	for i := range s.bodies {
		if box, ok := s.bodies[i].box(); ok && !box.Overlaps(focus.box) {
			outside++
		}
	}
	return focus.box, outside
}

// union2 is the union of boxes.
type union2 struct {
	box  d2.AABB
	some bool
}

func (u *union2) add(b d2.AABB) {
	if u.some {
		b = u.box.Union(b)
	}
	u.box, u.some = b, true
}
