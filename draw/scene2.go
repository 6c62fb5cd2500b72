package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
)

// Body2 is an object of a scene in the plane.
type Body2 struct {
	Name   string // may be empty
	Object *d2.Object
	Role   Role // None: that of its pairs, Clear without one
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
	for i := range s.pairs {
		s.drawPair(&s.pairs[i])
	}
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

// box returns the box of a body, and whether it has one that is finite.
func (b *Body2) box() (d2.AABB, bool) {
	if b.Object == nil {
		return d2.AABB{}, false
	}
	box := b.Object.AABB()
	return box, finiteWorld(box.Min) && finiteWorld(box.Max)
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

// drawBodies draws the bodies: half-planes first, then those that matter last.
func (s *scene2) drawBodies() {
	for _, turn := range []struct {
		plane bool
		role  Role
	}{{true, None}, {false, Clear}, {false, None}, {false, Near}, {false, Hit}} {
		for i := range s.bodies {
			b := &s.bodies[i]
			if b.Object == nil {
				continue
			}
			_, plane := b.Object.Shape().(d2.HalfSpace)
			r := s.roles[i]
			if plane != turn.plane || !plane && r != turn.role && (turn.role != None || r == Clear || r == Near || r == Hit) {
				continue
			}
			s.page.Group("", "body", b.Name, func() { s.canvas.Object(b.Object, bodyStyle(r)) })
			s.weigh(i, r)
		}
	}
}

// weigh tells the labels what they cover.
func (s *scene2) weigh(i int, r Role) {
	b := &s.bodies[i]
	weight := uint8(30)
	if r == Hit || r == Near {
		weight = 200
	}
	if _, ok := b.box(); ok {
		s.labels.weigh(shapePath(b.Object, s.canvas.center).mapped(s.canvas.near), weight, int32(i+1))
	}
}

// drawPair draws the witness points and the normal of a pair and adds its note.
func (s *scene2) drawPair(p *Pair2) {
	a, b := s.canvas.Point(p.Contact.PointA), s.canvas.Point(p.Contact.PointB)
	if !finite(a, b) {
		return
	}
	n := d2.Vec{X: p.Contact.Normal.X, Y: -p.Contact.Normal.Y}
	mid := a.Add(b).Scale(0.5)
	title := s.bodies[p.A].Name + " – " + s.bodies[p.B].Name
	s.page.Group("", "pair", title, func() { drawContact(s.page, s.frame, a, b, n.Scale(normalLength), s.labels) })
	if contains(s.frame, mid, 0) {
		s.labels.Add(Label{
			At: mid, Role: p.role(), Box: true,
			Lines: pairLines(s.bodies[p.A].Name, s.bodies[p.B].Name, s.opt.Units, p.Contact.Relation, p.Contact.Distance),
		})
	}
}

// names adds the names of the bodies: those of pairs first, then the others.
func (s *scene2) names() {
	for _, important := range []bool{true, false} {
		for i := range s.bodies {
			b, r := &s.bodies[i], s.roles[i]
			if b.Object == nil || b.Name == "" || (r != Clear) != important {
				continue
			}
			if at, size := s.nameAt(b); contains(s.frame, at, 0) {
				s.labels.Add(nameLabel(i, b.Name, at, r, size))
			}
		}
	}
}

// nameAt returns the page point where the name of a body belongs, the middle of what is seen of its box, and the size of
// that.
func (s *scene2) nameAt(b *Body2) (at, size d2.Vec) {
	box, ok := b.box()
	if !ok {
		return s.planeName(b), d2.Vec{}
	}
	p, q := s.canvas.Point(box.Min), s.canvas.Point(box.Max)
	seen, ok := d2.AABB{Min: d2.Vec{X: p.X, Y: q.Y}, Max: d2.Vec{X: q.X, Y: p.Y}}.Intersect(s.frame)
	if !ok {
		return d2.Vec{X: -1}, d2.Vec{}
	}
	return middle(seen), seen.Max.Sub(seen.Min)
}

// planeName returns a page point inside a half-plane near the middle of the frame.
func (s *scene2) planeName(b *Body2) d2.Vec {
	h, ok := b.Object.Shape().(d2.HalfSpace)
	l := h.Normal.Len()
	if !ok || !(l > 0) {
		return d2.Vec{X: -1}
	}
	pose := b.Object.Pose()
	n := pose.Rot.Apply(h.Normal.Scale(1 / l))
	c := s.canvas
	over := c.center.Sub(pose.Pos).Dot(n) - h.Offset/l
	u := d2.Vec{X: n.X, Y: -n.Y}
	return c.mid.Sub(u.Scale(float64(over*c.scale) + 14))
}
