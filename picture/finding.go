package picture

import (
	"cmp"
	"math"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/scene"
)

// The surroundings of a contact that Finding shows: the smaller body, or less of it where the gap
// or the depth would be too small to see, and the witness points in any case.
const (
	seenOfBody = 0.9  // of the smaller body
	leastSeen  = 0.1  // of it
	seenGap    = 14.0 // page units
	seenPoints = 2.5  // times what is between them
)

// Finding returns a picture of the surroundings of the contact of a pair: A in blue, B in orange,
// the witness points, the normal and a scale. In space it is seen so that the normal lies in the
// picture, as near as that goes to the view of opt. Of a pair that meets later the bodies are where
// they are then. Pairs of objects that do not exist, and points that are not finite, give an empty
// page.
//
// Cost: a few milliseconds, in space those of the pixels of the page besides.
func Finding(s *scene.Scene, f *scene.Found, opt Options) *Picture {
	sheet := findingSheet{sceneSheet{sheet: newSheet(opt)}}
	p := pairOf(f)
	if min(p.a, p.b) < 0 || max(p.a, p.b) >= len(s.Objects) || !finite3(p.pointA) || !finite3(p.pointB) {
		sheet.page.Rect(sheet.frame, draw.Style{Stroke: draw.Axis, Width: 1})
		return &Picture{sheet.page}
	}
	for _, i := range []int{p.a, p.b} {
		o := s.Objects[i]
		if p.meets {
			if at, err := o.Motion.At(&o.Body, p.time, cmp.Or(s.Duration, 1)); err == nil {
				o.Body = at
			}
		}
		sheet.bodies = append(sheet.bodies, bodyOf(&o))
	}
	for i := range sheet.bodies {
		sheet.bodies[i].measure()
		sheet.bodies[i].role = draw.Clear
	}
	sheet.page.Title = strings.Join(pairLines(sheet.bodies[0].name, sheet.bodies[1].name, opt.Units, &p), ": ")
	sheet.draw(&p, s.Dim)
	return &Picture{sheet.page}
}

// findingSheet is the page of Finding under way.
type findingSheet struct{ sceneSheet }

// wide returns how much of the world is to be seen.
func (s *findingSheet) wide(p *pair) float64 {
	between := p.pointB.Sub(p.pointA).Len()
	least := min(size(&s.bodies[0]), size(&s.bodies[1]))
	if math.IsInf(least, 0) || !(least > 0) {
		least = max(between, 1)
	}
	wide := float64(seenOfBody * least)
	if between > 0 && !p.meets { // when they meet, what is between the points is rounding
		enlarged := float64(between*(s.frame.Max.Y-s.frame.Min.Y)) / seenGap
		wide = min(wide, max(enlarged, float64(leastSeen*least)))
	}
	return max(wide, float64(seenPoints*between))
}

// draw draws the bodies and the contact.
func (s *findingSheet) draw(p *pair, dim int) {
	list := []legendEntry{
		{draw.A, shorten(s.bodies[0].name, 64, draw.Font{}), areaMark},
		{draw.B, shorten(s.bodies[1].name, 64, draw.Font{}), areaMark},
	}
	s.reserve(list)
	s.page.Rect(s.frame, draw.Style{Stroke: draw.Axis, Width: 1})
	wide := s.wide(p)
	s.center = p.pointA.Add(p.pointB).Scale(0.5)
	half := d3.Vec{X: wide, Y: wide, Z: wide}
	s.world = d3.AABB{Min: s.center.Sub(half), Max: s.center.Add(half)}
	eye := solid.Front()
	if dim == 3 {
		s.mesh()
		eye = solid.LookFrom(-55, 24)
		if v := s.opt.View; v != nil {
			eye = solid.LookFrom(v.Azimuth, v.Elevation)
		}
		if p.normal != (d3.Vec{}) && finite3(p.normal) {
			eye = across3(eye, p.normal)
		}
	}
	in := s.frame.Max.Sub(s.frame.Min)
	h := d2.Vec{X: wide * in.X / in.Y / 2, Y: wide / 2}
	v := &solid.View{Canvas: s.page.Canvas(s.frame, d2.AABB{Min: h.Scale(-1), Max: h}, 0), Camera: eye}
	if dim == 3 {
		s.solids[0].Role, s.solids[1].Role = draw.A, draw.B
		v.Solids(s.solids)
	} else {
		v.Center = solid.Flat(s.center)
		for k := range s.bodies {
			drawParts(v, &s.bodies[k], [2]draw.Style{styleA, styleB}[k])
		}
	}
	var at [2]d2.Vec
	for k, q := range []d3.Vec{p.pointA, p.pointB} {
		at[k] = v.Near(v.See(q.Sub(s.center)))
	}
	drawContact(s.page, s.frame, at, [2]bool{}, v.Direction(p.normal).Scale(normalLength), nil)
	s.page.Rect(s.frame, draw.Style{Stroke: draw.Axis, Width: 1})
	s.legend(list, s.scaleBar(v.Scale))
}
