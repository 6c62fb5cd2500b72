package draw

import (
	"math"
	"slices"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Body3 is an object of a scene in space.
type Body3 struct {
	Name   string // may be empty
	Object *d3.Object
	Parts  []*d3.Object // of a compound, drawn in place of Object
	Role   Role         // None: that of its pairs, Clear without one
}

// parts returns what is to be drawn.
func (b *Body3) parts() []*d3.Object {
	list := b.Parts
	if len(list) == 0 {
		list = []*d3.Object{b.Object}
	}
	return slices.DeleteFunc(slices.Clone(list), func(o *d3.Object) bool { return o == nil })
}

// plane returns the half-space that a body is, if it is one.
func (b *Body3) plane() (d3.HalfSpace, d3.Pose, bool) {
	list := b.parts()
	if len(list) != 1 {
		return d3.HalfSpace{}, d3.Pose{}, false
	}
	h, ok := list[0].Shape().(d3.HalfSpace)
	return h, list[0].Pose(), ok
}

// Pair3 is what is known about two objects, by their indices.
type Pair3 struct {
	A, B    int
	Contact d3.Contact
}

// role returns the role of the pair.
func (p Pair3) role() Role { return pairRole(p.Contact.Relation) }

// Scene3 returns a picture of a scene in space, shaded: the bodies, those of the pairs in red where the pair touches
// or overlaps, else in amber, and faintly visible behind others; over it witness points and normals of the pairs,
// names and distances where there is room, the first pairs first; a scale and a legend. Half-spaces are cut off
// around the bodies and half seen through.
//
// The picture of the bodies is made of pixels also in SVG, since only a z-buffer shows right where bodies run into
// each other; everything else there is lines and text.
//
// Without a Camera it is one of sixteen from which the pairs are best seen. Where all bodies in one view would make
// those of the pairs too small to see, the view is around the pairs, and the page says how many bodies are outside.
//
// Pairs by the hundred are treated as in Scene2.
//
// Cost: about a second for a page of the usual size.
func Scene3(bodies []Body3, pairs []Pair3, opt SceneOptions) *Page {
	s := &scene3{sheet: newSheet(opt), bodies: bodies}
	for _, p := range pairs {
		if p.A >= 0 && p.B >= 0 && p.A < len(bodies) && p.B < len(bodies) && finite3(p.Contact.PointA) && finite3(p.Contact.PointB) {
			s.pairs = append(s.pairs, p)
		}
	}
	s.colour()
	outside := s.frameBodies()
	s.mesh()
	cam := s.camera()
	s.view = s.page.View(s.frame, cam, s.center, s.fitted, 40)
	s.view.Solids(s.solids)
	s.labels = s.page.Labels(s.frame)
	s.look()
	s.triad()
	s.sheet.pairs(s.marks(), s.labels)
	s.names()
	s.remark(s.labels.Draw(), outside)
	right := s.scaleBar(s.view.scale)
	s.legend(entries(counts(s.pairs, Hit), counts(s.pairs, Near)), right)
	return s.page
}

// scene3 is the state of Scene3.
type scene3 struct {
	*sheet
	bodies []Body3
	pairs  []Pair3
	roles  []Role
	world  d3.AABB // what is to be seen
	center d3.Vec
	solids []Solid // of the bodies, by index; the empty mesh for those without
	fitted []*Mesh // what the view must hold
	view   *View
	labels *Labels
	places []d2.Vec // on the page, where the bodies are seen; NaN where they are not
	sizes  []d2.Vec // of the bodies on the page
}

// finite3 reports whether v is a point that shapes and poses can have.
func finite3(v d3.Vec) bool {
	return math.Abs(v.X) <= 1e101 && math.Abs(v.Y) <= 1e101 && math.Abs(v.Z) <= 1e101
}

// colour finds the roles of the bodies.
func (s *scene3) colour() {
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
func (b *Body3) box() (d3.AABB, bool) {
	var all union3
	for _, o := range b.parts() {
		if box := o.AABB(); finite3(box.Min) && finite3(box.Max) {
			all.add(box)
		}
	}
	return all.box, all.some
}

// extent returns the longest side of a box.
func extent(b d3.AABB) float64 {
	d := b.Max.Sub(b.Min)
	return max(d.X, d.Y, d.Z)
}

// frameBodies finds the part of the world to show, and returns how many bodies are outside.
func (s *scene3) frameBodies() (outside int) {
	var all, focus union3
	for i := range s.bodies {
		if box, ok := s.bodies[i].box(); ok {
			all.add(box)
		}
	}
	small := math.Inf(1)
	for _, p := range s.pairs {
		at := d3.AABB{Min: p.Contact.PointA, Max: p.Contact.PointA}
		all.add(at)
		room := math.Inf(1)
		for _, i := range []int{p.A, p.B} {
			if box, ok := s.bodies[i].box(); ok {
				room = min(room, extent(box))
			}
		}
		if !math.IsInf(room, 0) {
			small = min(small, room)
			focus.add(at.Grow(1.5 * room))
		}
	}
	in := s.frame.Max.Sub(s.frame.Min)
	s.world = all.box
	if small*min(in.X, in.Y)/extent(all.box) < leastSize && focus.some {
		s.world = focus.box
		for i := range s.bodies {
			if box, ok := s.bodies[i].box(); ok && !box.Overlaps(s.world) {
				outside++
			}
		}
	}
	s.center = d3.Vec{
		X: float64(s.world.Min.X/2) + float64(s.world.Max.X/2),
		Y: float64(s.world.Min.Y/2) + float64(s.world.Max.Y/2),
		Z: float64(s.world.Min.Z/2) + float64(s.world.Max.Z/2),
	}
	return outside
}

// union3 is the union of boxes.
type union3 struct {
	box  d3.AABB
	some bool
}

func (u *union3) add(b d3.AABB) {
	if u.some {
		b = u.box.Union(b)
	}
	u.box, u.some = b, true
}

// mesh fills solids and fitted. A body that reaches out of what is to be seen does not widen the view.
func (s *scene3) mesh() {
	s.solids = make([]Solid, len(s.bodies))
	corners := &Mesh{}
	for i := range s.bodies {
		s.solids[i] = Solid{Mesh: &Mesh{}, Role: s.roles[i]}
		b := &s.bodies[i]
		if h, pose, ok := b.plane(); ok {
			s.solids[i] = s.ground(h, pose, s.roles[i])
			s.fitted = append(s.fitted, s.solids[i].Mesh)
			continue
		}
		m := s.solids[i].Mesh
		for _, o := range b.parts() {
			if h, ok := o.Shape().(d3.HalfSpace); ok {
				m.add(s.ground(h, o.Pose(), s.roles[i]).Mesh)
			} else {
				m.add(MeshOf(o, s.center))
			}
		}
		if box, ok := b.box(); ok && within(box, s.world) {
			s.fitted = append(s.fitted, m)
		}
	}
	if len(s.fitted) == 0 {
		half := s.world.Max.Sub(s.center)
		corners.Points = boxCorners(d3.Box{Size: half.Scale(2)})
		s.fitted = append(s.fitted, corners)
	}
}
