package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/scene"
)

// Scene returns a picture of a scene: the bodies, those of the pairs in red where the pair touches
// or overlaps, else in amber; witness points and normals of the pairs; names and distances where
// there is room, the first pairs first; a scale and a legend. The plane has a grid. In space the
// bodies are shaded, those of pairs faintly visible behind others, and in a partner that hides them
// wholly; half-spaces are cut off around the bodies and half seen through.
//
// The picture of solid bodies is made of pixels also in SVG, since only a z-buffer shows right
// where bodies run into each other; everything else there is lines and text. Without a View it is
// one of sixteen from which the pairs are best seen.
//
// Where all bodies in one view would make those of the pairs too small to see, the view is around
// the pairs, and the page says how many bodies are outside. Of more than 120 pairs the others are
// dots, and places for the notes of the first 300 are looked for; the page says how many have none.
// Pairs of objects that do not exist, and what is not finite, are left out.
//
// Objects that move are drawn where they are at the start, with their outlines at even times on the
// way, and where they first meet another; of pairs that meet later, the points and the normal are
// those of then, and the note says when.
//
// Cost: in the plane for each body a few hundred curves, for each note about a thousand places
// tried; in space about a second for a page of the usual size.
func Scene(s *scene.Scene, pairs []scene.Found, opt Options) *Picture {
	bodies, marks := make([]body, len(s.Objects)), make([]pair, len(pairs))
	for i := range s.Objects {
		bodies[i] = bodyOf(&s.Objects[i])
	}
	for i := range pairs {
		marks[i] = pairOf(&pairs[i])
	}
	if s.Moves() {
		ghostsOf(s, bodies, marks)
	}
	return &Picture{drawScene(s.Dim, bodies, marks, opt)}
}

// body is an object of a scene: its parts, or itself as the only one.
type body struct {
	name     string
	pieces   []scene.Body
	sides    [][2]d2.Vec // the edges of one-sided chains
	compound bool
	box      d3.AABB // of what is finite of it
	finite   bool    // whether anything is
	role     draw.Role
	ghosts   []ghost
	way      d3.AABB // of what is finite of the ghosts
	goes     bool    // whether anything is
}

// ghost is a body on its way: its parts, and whether it meets another there.
type ghost struct {
	pieces []scene.Body
	meets  bool
}

// sceneGhosts is at how many even times a body that moves is drawn on its way.
const sceneGhosts = 6

// ghostsOf gives the bodies of a scene that move their ghosts.
func ghostsOf(s *scene.Scene, bodies []body, pairs []pair) {
	duration := cmp.Or(s.Duration, 1)
	for i := range s.Objects {
		o := &s.Objects[i]
		if o.Motion.Rest() {
			continue
		}
		add := func(t float64, meets bool) {
			if at, err := o.Motion.At(&o.Body, t, duration); err == nil {
				bodies[i].ghosts = append(bodies[i].ghosts, ghost{piecesOf(&at), meets})
			}
		}
		first := math.Inf(1)
		for k := range pairs {
			if p := &pairs[k]; p.meets && (p.a == i || p.b == i) {
				first = min(first, p.time)
			}
		}
		for k := 1; k <= sceneGhosts; k++ {
			add(duration*float64(k)/sceneGhosts, false)
		}
		if first < duration {
			add(first, true)
		}
	}
}

// ghostStyle returns the style of the outline of a ghost.
func ghostStyle(g *ghost, r draw.Role) draw.Style {
	if g.meets {
		return draw.Style{Stroke: draw.Hit, Width: 1.5}
	}
	return draw.Style{Stroke: r, Width: 0.8}
}

// bodyOf returns an object of a scene.
func bodyOf(o *scene.Object) body {
	return body{name: o.Name, compound: o.Parts() > 0, pieces: piecesOf(&o.Body), sides: sidesOf(&o.Body)}
}

// piecesOf returns the bodies that a body is drawn as: the convex ones that it is made of, but a
// surface of space as a whole.
func piecesOf(b *scene.Body) []scene.Body {
	if b.Dim == 3 && solid.Whole(b.O3.Shape()) {
		return []scene.Body{*b}
	}
	if b.Parts() == 0 {
		return b.Pieces()
	}
	var list []scene.Body
	for i := range b.Parts() {
		if p, err := b.Part(i); err == nil {
			list = append(list, piecesOf(&p)...)
		}
	}
	return list
}

// solidOf returns a body as it is drawn, relative to a place.
func solidOf(b *scene.Body, from d3.Vec) solid.Body {
	if b.Dim == 3 {
		return solid.Body3(&b.O3, from)
	}
	return solid.Body2(&b.O2, from)
}

// plane returns the half-space that a body is, relative to a place, if it is one.
func (b *body) plane(from d3.Vec) (h solid.Body, ok bool) {
	if len(b.pieces) == 1 {
		h = solidOf(&b.pieces[0], from)
	}
	return h, h.Core == nil && h.Normal != d3.Vec{}
}

// measure finds the box of a body.
func (b *body) measure() {
	for i := range b.pieces {
		lo, hi := b.pieces[i].AABB()
		if box := (d3.AABB{Min: vec(lo), Max: vec(hi)}); finite3(box.Min) && finite3(box.Max) {
			b.box, b.finite = union(b.box, b.finite, box), true
		}
	}
	for i := range b.ghosts {
		for k := range b.ghosts[i].pieces {
			lo, hi := b.ghosts[i].pieces[k].AABB()
			if box := (d3.AABB{Min: vec(lo), Max: vec(hi)}); finite3(box.Min) && finite3(box.Max) {
				b.way, b.goes = union(b.way, b.goes, box), true
			}
		}
	}
}

// pair is what a picture shows of two bodies.
type pair struct {
	a, b                   int
	relation               collide.Relation
	distance               float64
	open                   bool // the depth has no bound: it is at least minus the distance
	normal, pointA, pointB d3.Vec
	meets                  bool    // apart at the start: all but the distance is about the contact
	time                   float64 // of that
}

// pairOf returns a pair of a scene.
func pairOf(p *scene.Found) pair {
	w := &p.Answer
	out := pair{
		a: p.A, b: p.B, relation: w.Relation, distance: w.Distance, open: w.Lower == -math.MaxFloat64,
		normal: vec(w.Normal), pointA: vec(w.PointA), pointB: vec(w.PointB),
	}
	switch i := &p.Impact; {
	case p.Verdict == scene.Meet:
		out.meets, out.time, out.relation = true, i.T, collide.Touching
		out.normal, out.pointA, out.pointB = vec(i.Normal), vec(i.PointA), vec(i.PointB)
	case p.Verdict == scene.Undecided && w.Relation == collide.Apart:
		out.relation = collide.Undecided
	}
	return out
}

// role returns the role of the pair.
func (p *pair) role() draw.Role {
	switch p.relation {
	case collide.Touching, collide.Overlapping:
		return draw.Hit
	default:
		return draw.Near
	}
}

// sceneSheet is a sheet with the picture of a scene under way.
type sceneSheet struct {
	*sheet
	bodies []body
	pairs  []pair
	world  d3.AABB // what is to be seen
	center d3.Vec  // what the view is relative to
	view   *solid.View
	labels *draw.Labels
	// on the page, where the names of the bodies belong; NaN where they are not seen
	places []d2.Vec
	sizes  []d2.Vec // of the bodies on the page

	listed  int   // how many pairs stand in the list beside the view
	details []int // the pairs with an enlarged view there

	solids []solid.Solid // in space: of the bodies, by index; the empty mesh for those without
	fitted []*solid.Mesh // what the view must hold
	depth  *solid.Layer  // what is nearest where; nil in the plane
}

// drawScene returns the picture of bodies and pairs.
func drawScene(dim int, bodies []body, pairs []pair, opt Options) *draw.Page {
	return drawWith(dim, bodies, pairs, opt, nil, func(*sceneSheet) []legendEntry { return nil })
}

// drawWith is drawScene with what more draws over the bodies, which returns entries of the legend,
// some of keys.
func drawWith(
	dim int, bodies []body, pairs []pair, opt Options, keys []legendEntry, more func(s *sceneSheet) []legendEntry,
) *draw.Page {
	s := &sceneSheet{sheet: newSheet(opt), bodies: bodies}
	for _, p := range pairs {
		if min(p.a, p.b) >= 0 && max(p.a, p.b) < len(bodies) && finite3(p.pointA) && finite3(p.pointB) {
			s.pairs = append(s.pairs, p)
		}
	}
	for i := range bodies {
		bodies[i].measure()
	}
	s.places, s.sizes = make([]d2.Vec, len(bodies)), make([]d2.Vec, len(bodies))
	s.colour()
	scale := func(d, in d2.Vec) float64 { return min(in.X/d.X, in.Y/d.Y) }
	if dim == 3 {
		scale = func(_, in d2.Vec) float64 { return min(in.X, in.Y) / extent(s.world) }
	}
	list := entries(s.count(draw.Hit), s.count(draw.Near), dim == 3, s.moves())
	s.reserve(slices.Concat(list, keys))
	outside := s.frameBodies(scale)
	s.plan(scale(solid.Flat(s.world.Max.Sub(s.world.Min)), s.frame.Max.Sub(s.frame.Min)))
	s.labels = s.page.Labels(s.frame)
	if dim == 2 {
		s.plane()
	} else {
		s.space()
	}
	list = append(list, more(s)...)
	marks := s.marks()
	if slices.ContainsFunc(marks, func(m pairMark) bool { return m.hidden != [2]bool{} }) {
		list = append(list, legendEntry{draw.Witness, "behind a body", hiddenDotMark})
	}
	s.contacts(marks)
	s.names()
	s.column()
	s.remark(s.labels.Draw(), outside)
	s.legend(list, s.scaleBar(s.view.Scale))
	return s.page
}

// moves reports whether a body moves.
func (s *sceneSheet) moves() bool {
	return slices.ContainsFunc(s.bodies, func(b body) bool { return len(b.ghosts) > 0 })
}

// count returns how many pairs have the role.
func (s *sceneSheet) count(r draw.Role) (n int) {
	for i := range s.pairs {
		if s.pairs[i].role() == r {
			n++
		}
	}
	return n
}

// finite3 reports whether v is a point that shapes and poses can have.
func finite3(v d3.Vec) bool {
	return math.Abs(v.X) <= 1e101 && math.Abs(v.Y) <= 1e101 && math.Abs(v.Z) <= 1e101
}

// union returns the union of b and, if there is one, a.
func union(a d3.AABB, some bool, b d3.AABB) d3.AABB {
	if some {
		return a.Union(b)
	}
	return b
}

// extent returns the longest side of a box.
func extent(b d3.AABB) float64 {
	d := b.Max.Sub(b.Min)
	return max(d.X, d.Y, d.Z)
}

// colour finds the roles of the bodies: that of their pairs, red before amber, clear without one.
func (s *sceneSheet) colour() {
	for i := range s.bodies {
		s.bodies[i].role = draw.Clear
	}
	for i := range s.pairs {
		p := &s.pairs[i]
		for _, k := range []int{p.a, p.b} {
			if b := &s.bodies[k]; b.role != draw.Hit {
				b.role = p.role()
			}
		}
	}
}

// leastSize is how large the smaller body of a pair must be on the page for the view of everything.
const leastSize = 10

// frameBodies finds the part of the world to show, and returns how many bodies are outside. The
// scale is that of a picture of everything, from its size and that of the frame.
func (s *sceneSheet) frameBodies(scale func(size, in d2.Vec) float64) (outside int) {
	var all, focus d3.AABB
	some, focused := false, false
	for i := range s.bodies {
		b := &s.bodies[i]
		if b.finite {
			all, some = union(all, some, b.box), true
		}
		if b.goes {
			all, some = union(all, some, b.way), true
		}
	}
	small := math.Inf(1)
	for i := range s.pairs {
		p := &s.pairs[i]
		at := d3.AABB{Min: p.pointA, Max: p.pointA}
		all, some = union(all, some, at), true
		room := size(&s.bodies[p.a])
		if r := size(&s.bodies[p.b]); r < room { // the smaller one may be far from the point of the larger
			room, at = r, d3.AABB{Min: p.pointB, Max: p.pointB}
		}
		if !math.IsInf(room, 0) {
			small = min(small, room)
			focus, focused = union(focus, focused, at.Grow(1.5*room)), true
		}
	}
	s.world = all
	size := all.Max.Sub(all.Min)
	if small*scale(solid.Flat(size), s.frame.Max.Sub(s.frame.Min)) < leastSize && focused {
		s.world = focus
		for i := range s.bodies {
			if b := &s.bodies[i]; b.finite && !b.box.Overlaps(s.world) {
				outside++
			}
		}
	}
	return outside
}

// marks returns the pairs as they are on the page.
func (s *sceneSheet) marks() []pairMark {
	list := make([]pairMark, len(s.pairs))
	for i := range s.pairs {
		p := &s.pairs[i]
		list[i] = pairMark{
			pair: p, a: s.view.At(p.pointA.Sub(s.center)), b: s.view.At(p.pointB.Sub(s.center)),
			normal: s.view.Direction(p.normal),
			names:  [2]string{s.bodies[p.a].name, s.bodies[p.b].name},
		}
		if s.depth != nil {
			list[i].hidden = [2]bool{s.depth.Hides(p.pointA.Sub(s.center)), s.depth.Hides(p.pointB.Sub(s.center))}
		}
	}
	return list
}

// names adds the names of the bodies that can be seen: those of pairs first, then the others.
func (s *sceneSheet) names() {
	for _, important := range []bool{true, false} {
		for i := range s.bodies {
			if b := &s.bodies[i]; b.name != "" && (b.role != draw.Clear) == important {
				n := nameLabel(i, b.name, s.places[i], b.role, s.sizes[i])
				n.Plate = s.depth != nil // over light bodies in the dark
				s.labels.Add(n)
			}
		}
	}
}

// weight says how much of a pity it is to cover a body.
func (b *body) weight() uint8 {
	if b.role == draw.Clear {
		return 30
	}
	return 200
}
