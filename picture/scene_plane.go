package picture

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// plane draws grid and bodies of the plane.
func (s *sceneSheet) plane() {
	world := d2.AABB{Min: solid.Flat(s.world.Min), Max: solid.Flat(s.world.Max)}
	s.view = &solid.View{Canvas: s.page.Canvas(s.frame, world, 36), Camera: solid.Front()}
	s.page.Rect(s.frame, draw.Style{Stroke: draw.Grid, Width: 1})
	for _, b := range s.view.Grid() {
		s.labels.Avoid(b)
	}
	s.labels.Avoid(d2.AABB{Min: d2.Vec{X: s.frame.Min.X, Y: s.frame.Max.Y - 18}, Max: s.frame.Max})
	for i := range s.bodies {
		b := &s.bodies[i]
		for k := range b.ghosts {
			g := &b.ghosts[k]
			drawParts(s.view, &body{pieces: g.pieces, compound: b.compound}, ghostStyle(g, b.role))
		}
	}
	// Half-planes first, then those that matter last.
	for _, turn := range []struct {
		plane bool
		role  draw.Role
	}{{true, draw.None}, {false, draw.Clear}, {false, draw.Near}, {false, draw.Hit}} {
		for i := range s.bodies {
			b := &s.bodies[i]
			h, plane := b.plane(solid.Lift(s.view.Center))
			if plane != turn.plane || !plane && b.role != turn.role {
				continue
			}
			s.drawBody(i)
			s.places[i] = s.nameAt(i, &h, plane)
		}
	}
}

// drawBody draws a body, and tells the labels what it covers.
func (s *sceneSheet) drawBody(i int) {
	b := &s.bodies[i]
	s.page.Group("", "body", b.name, func() {
		drawParts(s.view, b, bodyStyle(b.role))
	})
	for k := range b.pieces {
		o := &b.pieces[k].O2
		s.labels.WeighBody(solid.Outline(o, s.view.Center).Mapped(s.view.Near), b.weight(), int32(i+1))
	}
}

// nameAt returns the page point where the name of a body belongs: the middle of what is seen of its
// box, of its largest part's for a compound; near the middle of the frame for a half-plane; NaN
// where it is not seen.
func (s *sceneSheet) nameAt(i int, h *solid.Body, plane bool) d2.Vec {
	at, most := d2.Vec{X: math.NaN()}, -1.0
	if plane {
		u := s.view.Direction(h.Normal)
		s.sizes[i].X = 200
		at = s.view.Near(d2.Vec{}).Add(u.Scale(float64(h.Offset*s.view.Scale) - 14))
		if !draw.Contains(s.frame, at, 0) {
			at.X = math.NaN()
		}
		return at
	}
	for k := range s.bodies[i].pieces {
		box := s.bodies[i].pieces[k].O2.AABB()
		p, q := s.view.Point(box.Min), s.view.Point(box.Max)
		seen, ok := d2.AABB{Min: d2.Vec{X: p.X, Y: q.Y}, Max: d2.Vec{X: q.X, Y: p.Y}}.Intersect(s.frame)
		if d := seen.Max.Sub(seen.Min); ok && float64(d.X*d.Y) > most {
			at, s.sizes[i], most = draw.Middle(seen), d, float64(d.X*d.Y)
		}
	}
	return at
}
