package picture

import (
	"math"
	"strconv"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// The column beside the view: of many pairs a list, to which numbers at the contacts refer, else
// enlarged views of the contacts that are too small to see.
const (
	columnWidth   = 204
	columnGap     = 12
	leastPage     = 640 // the least width of a page that has a column
	crowd         = 15  // more pairs are listed
	rowHeight     = 16
	mostDetails   = 4
	leastEnlarged = 3 // times
	tooSmall      = 8 // page units: a gap or a depth that needs an enlarged view
)

// plan decides what stands in the column, from how many page units a unit of length has without it,
// and makes room.
func (s *sceneSheet) plan(scale float64) {
	high := s.frame.Max.Y - s.frame.Min.Y
	if s.page.Size.X < leastPage || high < 300 {
		return
	}
	if len(s.pairs) > crowd {
		s.listed = min(len(s.pairs), int(high/rowHeight)-1)
	} else {
		for i := range s.pairs {
			p := &s.pairs[i]
			if p.open && p.distance == 0 {
				continue // half-spaces that overlap look the same at every size
			}
			if !p.meets && math.Abs(p.distance)*scale < tooSmall && len(s.details) < min(mostDetails, int(high/150)) {
				s.details = append(s.details, i)
			}
		}
	}
	if s.listed > 0 || len(s.details) > 0 {
		s.frame.Max.X -= columnWidth + columnGap
	}
}

// column draws the list or the enlarged views.
func (s *sceneSheet) column() {
	at := d2.Vec{X: s.frame.Max.X + columnGap, Y: s.frame.Min.Y}
	font := draw.Font{Size: 12, Anchor: draw.MidLeft}
	for i := range s.listed {
		p := &s.pairs[i]
		y := at.Y + float64(rowHeight*i) + rowHeight/2
		number, what := font, font
		number.Bold, number.Role = true, p.role()
		what.Anchor, what.Role = draw.MidRight, draw.Muted
		text := s.between(p)
		s.page.Text(d2.Vec{X: at.X, Y: y}, strconv.Itoa(i+1), number)
		names := shorten(s.bodies[p.a].name+" – "+s.bodies[p.b].name, columnWidth-34-draw.TextWidth(text, what), font)
		s.page.Text(d2.Vec{X: at.X + 26, Y: y}, names, font)
		s.page.Text(d2.Vec{X: at.X + columnWidth, Y: y}, text, what)
	}
	if more := len(s.pairs) - s.listed; s.listed > 0 && more > 0 {
		s.page.Text(d2.Vec{X: at.X + 26, Y: at.Y + float64(rowHeight*s.listed) + rowHeight/2},
			"and "+strconv.Itoa(more)+" more", draw.Font{Size: 12, Role: draw.Muted, Anchor: draw.MidLeft})
	}
	for k, i := range s.details {
		high := min((s.frame.Max.Y-s.frame.Min.Y)/float64(len(s.details)), columnWidth+36)
		s.detail(i, d2.AABB{
			Min: d2.Vec{X: at.X, Y: at.Y + float64(high*float64(k)) + 34},
			Max: d2.Vec{X: at.X + columnWidth, Y: at.Y + float64(high*float64(k+1)) - 6},
		})
	}
}

// between says what is between two bodies.
func (s *sceneSheet) between(p *pair) string {
	lines := pairLines("", "", s.opt.Units, p)
	return lines[0]
}

// detail draws the surroundings of a contact, enlarged, with A in blue and B in orange: seen so
// that the normal lies in the picture.
func (s *sceneSheet) detail(i int, box d2.AABB) {
	p := &s.pairs[i]
	a, b := &s.bodies[p.a], &s.bodies[p.b]
	mid := p.pointA.Add(p.pointB).Scale(0.5).Sub(s.center)
	wide := min(max(10*math.Abs(p.distance), 0.3*min(size(a), size(b))), columnWidth/(leastEnlarged*s.view.Scale))
	eye := solid.Front()
	if s.solids != nil {
		eye = across3(s.view.Camera, p.normal)
	}
	c := eye.See(mid)
	h := d2.Vec{X: float64(wide / 2), Y: float64(wide / 2)}
	v := &solid.View{Canvas: s.page.Canvas(box, d2.AABB{Min: c.Sub(h), Max: c.Add(h)}, 0), Camera: eye}
	if s.solids != nil {
		s.thin(v, a, draw.A)
		s.thin(v, b, draw.B)
		v.Solids([]solid.Solid{
			{Mesh: s.capped(p.a, p.normal, wide), Role: draw.A},
			{Mesh: s.capped(p.b, p.normal.Neg(), wide), Role: draw.B},
		})
	} else {
		for k, body := range []*body{a, b} {
			drawParts(v, body, [2]draw.Style{styleA, styleB}[k])
		}
	}
	drawContact(s.page, box, [2]d2.Vec{v.At(p.pointA.Sub(s.center)), v.At(p.pointB.Sub(s.center))}, [2]bool{},
		v.Direction(p.normal).Scale(normalLength), nil)
	s.page.Rect(box, draw.Style{Stroke: draw.Axis, Width: 1})
	top := d2.Vec{X: box.Min.X, Y: box.Min.Y - 22}
	font := draw.Font{Size: 12.5, Bold: true, Role: draw.A}
	first := shorten(a.name, columnWidth/2-14, font)
	s.page.Text(top, first, font)
	top.X += draw.TextWidth(first, font)
	s.page.Text(top, " – ", font)
	top.X += draw.TextWidth(" – ", font)
	font.Role = draw.B
	s.page.Text(top, shorten(b.name, columnWidth/2-14, font), font)
	text := s.between(p)
	if times := v.Scale / s.view.Scale; times > 1 {
		text += ", " + enlarged(times)
	}
	s.page.Text(d2.Vec{X: box.Min.X, Y: box.Min.Y - 6}, text, draw.Font{Size: 12, Role: draw.Muted})
}

// thin draws the outlines of what is too thin in a view to be seen as a solid, as a plane, a disc
// or a triangle from its side.
func (s *sceneSheet) thin(v *solid.View, b *body, r draw.Role) {
	for i := range b.pieces {
		if solid.Whole(b.pieces[i].O3.Shape()) {
			continue
		}
		piece := solidOf(&b.pieces[i], s.center)
		reach := piece.Grown
		if piece.Core == nil {
			m := s.ground(&piece)
			if len(m.Points) == 0 {
				continue
			}
			reach = func(d d3.Vec) d3.Vec { return farthest(m.Points, d) }
		}
		var outline []d2.Vec
		for _, q := range v.Silhouette(reach, 3e-4*size(b)) {
			outline = append(outline, v.Point(q))
		}
		around, area := 0.0, 0.0
		for k, q := range outline {
			next := outline[(k+1)%len(outline)]
			around += next.Sub(q).Len()
			area += float64(q.Sub(outline[0]).Cross(next.Sub(outline[0])) * 0.5)
		}
		if math.Abs(area) < around { // no wider than two page units
			v.Path(draw.Polygon(outline...), draw.Style{Stroke: r, Width: 2})
		}
	}
}

// size returns the longest side of a body, without end for a half-space.
func size(b *body) float64 {
	if !b.finite {
		return math.Inf(1)
	}
	return extent(b.box)
}

// across3 returns the camera nearest to c that sees a unit vector in the picture plane.
func across3(c solid.Camera, n d3.Vec) solid.Camera {
	back := c.Back.Sub(n.Scale(n.Dot(c.Back)))
	if back.Len() < 0.2 || math.Abs(solid.Unit(back).Z) > 0.99 {
		back = n.Cross(d3.Vec{Z: 1}).Add(d3.Vec{X: 1e-3})
	}
	return solid.LookAlong(back)
}
