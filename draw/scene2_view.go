package draw

import (
	"github.com/collide-go/collide/d2"
)

// drawBodies draws the bodies: half-planes first, then those that matter last.
func (s *scene2) drawBodies() {
	for _, turn := range []struct {
		plane bool
		role  Role
	}{{true, None}, {false, Clear}, {false, None}, {false, Near}, {false, Hit}} {
		for i := range s.bodies {
			b := &s.bodies[i]
			_, _, plane := b.plane()
			r := s.roles[i]
			if plane != turn.plane || !plane && r != turn.role && (turn.role != None || r == Clear || r == Near || r == Hit) {
				continue
			}
			s.page.Group("", "body", b.Name, func() {
				for _, o := range b.parts() {
					style := bodyStyle(r)
					if len(b.Parts) > 0 {
						style.Width = 1
					}
					s.canvas.Object(o, style)
				}
			})
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
	for _, o := range b.parts() {
		s.labels.weigh(shapePath(o, s.canvas.center).mapped(s.canvas.near), weight, int32(i+1))
	}
}

// marks returns the pairs as they are on the page.
func (s *scene2) marks() []pairMark {
	list := make([]pairMark, len(s.pairs))
	for i, p := range s.pairs {
		c := &p.Contact
		list[i] = pairMark{
			a: s.canvas.Point(c.PointA), b: s.canvas.Point(c.PointB), normal: d2.Vec{X: c.Normal.X, Y: -c.Normal.Y},
			names: [2]string{s.bodies[p.A].Name, s.bodies[p.B].Name}, relation: c.Relation, distance: c.Distance,
		}
	}
	return list
}

// names adds the names of the bodies: those of pairs first, then the others.
func (s *scene2) names() {
	for _, important := range []bool{true, false} {
		for i := range s.bodies {
			b, r := &s.bodies[i], s.roles[i]
			if b.Name == "" || (r != Clear) != important {
				continue
			}
			if at, size := s.nameAt(b); contains(s.frame, at, 0) {
				s.labels.Add(nameLabel(i, b.Name, at, r, size))
			}
		}
	}
}

// nameAt returns the page point where the name of a body belongs, the middle of what is seen of its box, of its largest
// part's for a compound, and the size of that.
func (s *scene2) nameAt(b *Body2) (at, size d2.Vec) {
	if _, _, ok := b.plane(); ok {
		return s.planeName(b), d2.Vec{}
	}
	at, most := d2.Vec{X: -1}, -1.0
	for _, o := range b.parts() {
		box := o.AABB()
		p, q := s.canvas.Point(box.Min), s.canvas.Point(box.Max)
		seen, ok := d2.AABB{Min: d2.Vec{X: p.X, Y: q.Y}, Max: d2.Vec{X: q.X, Y: p.Y}}.Intersect(s.frame)
		if d := seen.Max.Sub(seen.Min); ok && float64(d.X*d.Y) > most {
			at, size, most = middle(seen), d, float64(d.X*d.Y)
		}
	}
	return at, size
}

// planeName returns a page point inside a half-plane near the middle of the frame.
func (s *scene2) planeName(b *Body2) d2.Vec {
	h, pose, ok := b.plane()
	l := h.Normal.Len()
	if !ok || !(l > 0) {
		return d2.Vec{X: -1}
	}
	n := pose.Rot.Apply(h.Normal.Scale(1 / l))
	c := s.canvas
	over := c.center.Sub(pose.Pos).Dot(n) - h.Offset/l
	u := d2.Vec{X: n.X, Y: -n.Y}
	return c.mid.Sub(u.Scale(float64(over*c.scale) + 14))
}
