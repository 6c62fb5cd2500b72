package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// cameras are the views to choose from: none along an axis, the first ones before those that are as good.
func cameras() []Camera {
	var list []Camera
	for _, elevation := range []float64{24, 42} {
		for _, azimuth := range []float64{-55, -35, 35, -145, 55, -125, 125, 145} {
			list = append(list, Camera{azimuth, elevation})
		}
	}
	return list
}

const (
	trial     = 160     // the width of the small pictures by which views are compared
	mostFaces = 4000000 // that are drawn for all of them together; at least two views are compared
)

// camera returns the view of the options, or that from which the pairs are seen best.
func (s *scene3) camera() Camera {
	if s.opt.Camera != nil {
		return *s.opt.Camera
	}
	faces := 0
	for i := range s.solids {
		faces += len(s.solids[i].Mesh.Faces)
	}
	list := cameras()
	list = list[:min(max(mostFaces/(faces+1), 2), len(list))]
	best, most := list[0], math.Inf(-1)
	if len(s.pairs) == 0 {
		return best
	}
	for i, c := range list {
		if v := s.rate(c) - float64(float64(i)*0.01); v > most {
			best, most = c, v
		}
	}
	return best
}

// rate returns how well a camera shows the pairs: for each the parts of its two bodies that are not hidden, whether
// the contact is not behind a third body, and how much of the normal lies across the line of sight.
func (s *scene3) rate(c Camera) float64 {
	density := trial / (s.frame.Max.X - s.frame.Min.X)
	v := s.page.View(s.frame, c, s.center, s.fitted, 40)
	w, h := trial, int(math.Ceil(trial*(s.frame.Max.Y-s.frame.Min.Y)/(s.frame.Max.X-s.frame.Min.X)))
	all := newLayer(w, 0, h)
	seen, whole := make([]int, len(s.solids)), make([]int, len(s.solids))
	for i := range s.solids {
		if s.solids[i].Ghost {
			continue
		}
		p := v.project(s.solids[i].Mesh, s.frame.Min, density)
		all.add(&p, int32(i+1))
		if s.roles[i] != Clear {
			one := newLayer(w, 0, h)
			one.add(&p, 1)
			for _, t := range one.samples {
				whole[i] += int(t.id)
			}
		}
	}
	for _, t := range all.samples {
		if t.id > 0 {
			seen[t.id-1]++
		}
	}
	sum := 0.0
	for _, p := range s.pairs[:min(len(s.pairs), 12)] {
		for _, i := range []int{p.A, p.B} {
			if whole[i] > 0 {
				sum += float64(seen[i]) / float64(whole[i])
			}
		}
		at := v.near(p.Contact.PointA.Sub(s.center))
		if finite(d2.Vec{X: at.X, Y: at.Y}) {
			t := all.at(int((at.X-s.frame.Min.X)*density), int((at.Y-s.frame.Min.Y)*density))
			if t != nil && (int(t.id) == p.A+1 || int(t.id) == p.B+1 || t.id == 0) {
				sum++
			}
		}
		sum += v.Direction(p.Contact.Normal).Len()
	}
	return sum
}

// marks returns the pairs as they are on the page.
func (s *scene3) marks() []pairMark {
	list := make([]pairMark, len(s.pairs))
	for i, p := range s.pairs {
		c := &p.Contact
		list[i] = pairMark{
			a: s.view.Point(c.PointA), b: s.view.Point(c.PointB), normal: s.view.Direction(c.Normal),
			names: [2]string{s.bodies[p.A].Name, s.bodies[p.B].Name}, relation: c.Relation, distance: c.Distance,
		}
	}
	return list
}

// look finds where the bodies are seen, and tells the labels what they cover.
func (s *scene3) look() {
	const density = 0.5
	size := s.frame.Max.Sub(s.frame.Min)
	all := newLayer(int(size.X*density), 0, int(size.Y*density))
	s.sizes = make([]d2.Vec, len(s.solids))
	page := func(v d2.Vec) d2.Vec { return s.frame.Min.Add(v.Scale(1 / density)) }
	for i := range s.solids {
		if s.solids[i].Ghost {
			continue
		}
		p := s.view.project(s.solids[i].Mesh, s.frame.Min, density)
		all.add(&p, int32(i+1))
		s.sizes[i] = p.box.Max.Sub(p.box.Min).Scale(1 / density)
		if hull := outline2(&p); hull != nil {
			weight := uint8(30)
			if s.roles[i] != Clear {
				weight = 200
			}
			s.labels.Weigh(hull.mapped(page), weight)
		}
	}
	w := &s.labels.inside
	for k := range w.Pix {
		at := d2.Vec{X: float64(k%w.Stride) + 0.5, Y: float64(k/w.Stride) + 0.5}.Scale(cell).Sub(s.frame.Min).Scale(density)
		if t := all.at(int(math.Floor(at.X)), int(math.Floor(at.Y))); t != nil {
			s.labels.own(k, t.id)
		}
	}
	s.places = visible(all, len(s.bodies))
	for i := range s.places {
		s.places[i] = page(s.places[i])
	}
}

// triad draws the world's axes in the corner of the frame where they cover least.
func (s *scene3) triad() {
	const length = 30
	least, best := math.Inf(1), d2.Vec{}
	low, high := s.frame.Min, s.frame.Max
	const in = length + 16
	for _, at := range []d2.Vec{{X: low.X + in, Y: high.Y - in}, {X: high.X - in, Y: high.Y - in}, {X: high.X - in, Y: low.Y + in}, {X: low.X + in, Y: low.Y + in}} {
		if c := s.labels.inside.mean(square(at, in)); c < least {
			least, best = c, at
		}
	}
	s.view.Triad(best, length)
	s.labels.Avoid(square(best, in))
}

// names adds the names of the bodies that can be seen, those of pairs first.
func (s *scene3) names() {
	for _, important := range []bool{true, false} {
		for i := range s.bodies {
			b, r := &s.bodies[i], s.roles[i]
			if b.Name == "" || (r != Clear) != important {
				continue
			}
			at := s.places[i]
			if s.solids[i].Ghost && len(s.solids[i].Mesh.Points) > 0 {
				at = s.groundName(s.solids[i].Mesh)
			}
			s.labels.Add(nameLabel(i, b.Name, at, r, s.sizes[i]))
		}
	}
}

// groundName returns a page point near the lowest corner of a piece of ground.
func (s *scene3) groundName(m *Mesh) d2.Vec {
	low, mid := d2.Vec{Y: math.Inf(-1)}, d3.Vec{}
	for _, p := range m.Points {
		mid = mid.Add(p.Scale(1 / float64(len(m.Points))))
		if q := s.view.near(p); q.Y > low.Y {
			low = d2.Vec{X: q.X, Y: q.Y}
		}
	}
	q := s.view.near(mid)
	return low.Scale(0.8).Add(d2.Vec{X: q.X, Y: q.Y}.Scale(0.2))
}

// outline2 returns the outline of what a mesh covers.
func outline2(p *projected) *Path {
	if !p.some {
		return nil
	}
	flat := make([]d2.Vec, len(p.points))
	for i, q := range p.points {
		flat[i] = d2.Vec{X: q.X, Y: q.Y}
	}
	h, err := d2.NewHull(flat)
	if err != nil {
		return nil
	}
	return Polygon(h.Vertices()...)
}

// visible returns for each body the visible sample nearest the middle of those visible; NaN where none is.
func visible(l *layer, n int) []d2.Vec {
	sum, count := make([]d2.Vec, n), make([]float64, n)
	each := func(f func(i int, at d2.Vec)) {
		for k, t := range l.samples {
			if t.id > 0 {
				f(int(t.id-1), d2.Vec{X: float64(k%l.width) + 0.5, Y: float64(k/l.width) + 0.5})
			}
		}
	}
	each(func(i int, at d2.Vec) { sum[i], count[i] = sum[i].Add(at), count[i]+1 })
	best, least := make([]d2.Vec, n), make([]float64, n)
	for i := range best {
		best[i], least[i] = d2.Vec{X: math.NaN()}, math.Inf(1)
		if count[i] > 0 {
			sum[i] = sum[i].Scale(1 / count[i])
		}
	}
	each(func(i int, at d2.Vec) {
		if d := at.Sub(sum[i]).Len2(); d < least[i] {
			best[i], least[i] = at, d
		}
	})
	return best
}
