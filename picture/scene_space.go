package picture

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// space draws the bodies of space, and the directions of the axes.
func (s *sceneSheet) space() {
	w := s.world
	s.center = d3.Vec{
		X: float64(w.Min.X/2) + float64(w.Max.X/2),
		Y: float64(w.Min.Y/2) + float64(w.Max.Y/2),
		Z: float64(w.Min.Z/2) + float64(w.Max.Z/2),
	}
	s.mesh()
	floor := s.floor()
	s.view = s.look(s.camera())
	if floor != nil && s.view.Back.Z > 0.05 {
		s.shadows(floor)
	}
	s.weigh()
	s.bury()
	s.view.Solids(s.solids)
	s.ghosts()
	s.triad()
}

// bury marks the bodies of pairs that their partner hides wholly, as one that lies in the other:
// they then show through it. It tells the labels which body is seen where.
func (s *sceneSheet) bury() {
	seen := s.depth.Counts(len(s.solids) + 1)
	buried, own := s.view.Layer(s.depth.Density), s.view.Layer(s.depth.Density)
	for i := range s.pairs[:min(len(s.pairs), mostArrows)] {
		p := &s.pairs[i]
		for _, k := range [][2]int{{p.a, p.b}, {p.b, p.a}} {
			in := &s.solids[k[0]]
			if seen[k[0]+1] > 0 || in.Ghost || in.Buried || len(in.Mesh.Points) == 0 {
				continue
			}
			own.Clear()
			own.Add(in.Mesh, 1)
			if own.CoveredBy(s.depth, k[1]+1) {
				in.Buried = true
				buried.Add(in.Mesh, k[0]+1)
				s.places[k[0]] = own.Places(1)[0]
			}
		}
	}
	s.labels.Own(func(at d2.Vec) int32 {
		id, ok := buried.ID(at)
		if id == 0 && ok {
			id, _ = s.depth.ID(at)
		}
		return int32(id)
	})
}

// ghosts draws the outlines of bodies on their way.
func (s *sceneSheet) ghosts() {
	frame := s.view.Frame.Size()
	slack := 3e-4 * min(frame.X, frame.Y) / s.view.Scale
	for i := range s.bodies {
		b := &s.bodies[i]
		for k := range b.ghosts {
			for n := range b.ghosts[k].pieces {
				piece := solidOf(&b.ghosts[k].pieces[n], s.center)
				if piece.Core == nil {
					continue
				}
				var outline []d2.Vec
				for _, v := range s.view.Silhouette(piece.Grown, slack) {
					outline = append(outline, s.view.Point(v))
				}
				s.view.Path(draw.Polygon(outline...), ghostStyle(&b.ghosts[k], b.role))
			}
		}
	}
}

// The numbers of bodies, from and to, between which bodies without a ground get a floor with their
// shadows, so that depth can be told.
const (
	leastShadows = 8
	mostShadows  = 400
)

// floor returns the corners of a floor below everything, which the view then holds; nil where there
// is none.
func (s *sceneSheet) floor() []d3.Vec {
	for i := range s.solids {
		if s.solids[i].Ghost {
			return nil
		}
	}
	if len(s.bodies) < leastShadows || len(s.bodies) > mostShadows {
		return nil
	}
	half := s.world.Max.Sub(s.center)
	corners := solid.Patch(d3.Vec{Z: -half.Z}, d3.Vec{X: half.X}, d3.Vec{Y: half.Y})
	s.fitted = append(s.fitted, &solid.Mesh{Points: corners[:]})
	return corners[:]
}

// shadows draws the floor, and on it what is right below the bodies.
func (s *sceneSheet) shadows(floor []d3.Vec) {
	on := func(p d3.Vec) d2.Vec { return s.view.At(d3.Vec{X: p.X, Y: p.Y, Z: floor[0].Z}) }
	path := func(list []d2.Vec) *draw.Path { return draw.Polygon(list...) }
	var edge []d2.Vec
	for _, p := range floor {
		edge = append(edge, on(p))
	}
	s.view.Path(path(edge), draw.Style{Fill: draw.Grid, Alpha: 0.4, Stroke: draw.Grid, Width: 1})
	for i := range s.solids {
		var below []d2.Vec
		for _, p := range s.solids[i].Mesh.Points {
			below = append(below, on(p))
		}
		if h, err := d2.NewHull(below); err == nil {
			s.view.Path(path(h.Vertices()), draw.Style{Fill: draw.Ink, Alpha: 0.1})
		}
	}
}

// look returns the view of a camera that shows all that is fitted.
func (s *sceneSheet) look(c solid.Camera) *solid.View {
	var seen draw.Union
	for _, m := range s.fitted {
		seen.Add(c.ReachOf(m.Points...))
	}
	return &solid.View{Canvas: s.page.Canvas(s.frame, seen.Box, 40), Camera: c}
}

// mesh fills solids and fitted. A body that reaches out of what is to be seen does not widen the
// view.
func (s *sceneSheet) mesh() {
	s.solids = make([]solid.Solid, len(s.bodies))
	for i := range s.bodies {
		b, m := &s.bodies[i], &solid.Mesh{}
		s.solids[i] = solid.Solid{Mesh: m, Role: b.role}
		for k := range b.pieces {
			o := &b.pieces[k].O3
			if h := solid.Body3(o, s.center); h.Core == nil {
				m.Add(s.ground(&h))
			} else {
				m.Add(solid.MeshOf(o, s.center))
			}
		}
		_, plane := b.plane(s.center)
		if plane {
			s.solids[i].Ghost = true
			if b.role == draw.Clear {
				s.solids[i].Role = draw.Grid
			}
		}
		if len(m.Points) > 0 && (plane || b.finite && s.world.Contains(b.box.Min) && s.world.Contains(b.box.Max)) {
			s.fitted = append(s.fitted, m)
		}
	}
	s.caps()
	for i := range s.bodies {
		if b := &s.bodies[i]; b.goes && s.world.Contains(b.way.Min) && s.world.Contains(b.way.Max) {
			corners := solid.BoxCorners(b.way.Max.Sub(b.way.Min).Scale(0.5))
			mid := b.way.Min.Scale(0.5).Add(b.way.Max.Scale(0.5)).Sub(s.center)
			for k := range corners {
				corners[k] = corners[k].Add(mid)
			}
			s.fitted = append(s.fitted, &solid.Mesh{Points: corners})
		}
	}
	if len(s.fitted) == 0 {
		s.fitted = []*solid.Mesh{{Points: solid.BoxCorners(s.world.Max.Sub(s.center))}}
	}
}

// muchLarger is by how many times the size of what is to be seen a curved body is larger, for the
// facets of its mesh to be seen as such, and to stray by so much that bodies that touch seem apart.
const muchLarger = 20

// caps adds the surfaces of much larger curved bodies around the contacts of the first pairs.
func (s *sceneSheet) caps() {
	size := extent(s.world)
	for i := range s.pairs[:min(len(s.pairs), ratedPairs)] {
		p := &s.pairs[i]
		s.solids[p.a].Mesh = s.capped(p.a, p.normal, size)
		s.solids[p.b].Mesh = s.capped(p.b, p.normal.Neg(), size)
	}
}

// capped returns the mesh of body i for a view of the size given, with caps about its farthest
// points along n where the body is curved and much larger.
func (s *sceneSheet) capped(i int, n d3.Vec, size float64) *solid.Mesh {
	m := s.solids[i].Mesh
	if n == (d3.Vec{}) || !(size > 0) {
		return m
	}
	for k := range s.bodies[i].pieces {
		piece := &s.bodies[i].pieces[k]
		b := solidOf(piece, s.center)
		if b.Core == nil || solid.Whole(piece.O3.Shape()) || !b.Smooth && b.Margin == 0 {
			continue
		}
		if b.Grown(n).Sub(b.Grown(n.Neg())).Len() > muchLarger*size {
			whole := &solid.Mesh{}
			whole.Add(m)
			whole.Add(solid.Cap(&b, n, size/64))
			m = whole
		}
	}
	return m
}

// ground returns the part of a half-space's surface below what is to be seen, a tenth larger all
// round; nothing where it is too far off to be seen.
func (s *sceneSheet) ground(h *solid.Body) *solid.Mesh {
	half, size := s.world.Max.Sub(s.center), extent(s.world)
	if !(size > 0) {
		size = 1
	}
	if !(math.Abs(h.Offset) < float64(4*size)) {
		return &solid.Mesh{}
	}
	u, v := h.Tangents()
	reach := func(t d3.Vec) d3.Vec {
		return t.Scale(float64(math.Abs(t.X)*half.X) + float64(math.Abs(t.Y)*half.Y) + float64(math.Abs(t.Z)*half.Z) +
			float64(0.1*size))
	}
	corners := solid.Patch(h.Foot(d3.Vec{}), reach(u), reach(v))
	return solid.NewPolyhedron(corners[:]).Mesh()
}

const (
	trial     = 160     // the width of the small pictures by which views are compared
	mostFaces = 4000000 // that are drawn for all of them together; at least two views are compared

	ratedPairs = 12 // the pairs by which views are chosen, and around whose contacts larger bodies are drawn well
)

// camera returns the camera of the options, or that from which the pairs are seen best: none along
// an axis, the first ones before those that are as good.
func (s *sceneSheet) camera() solid.Camera {
	if v := s.opt.View; v != nil {
		return solid.LookFrom(v.Azimuth, v.Elevation)
	}
	var list []solid.Camera
	for _, elevation := range []float64{24, 42} {
		for _, azimuth := range []float64{-55, -35, 35, -145, 55, -125, 125, 145} {
			list = append(list, solid.LookFrom(azimuth, elevation))
		}
	}
	faces := 0
	for i := range s.solids {
		faces += len(s.solids[i].Mesh.Faces)
	}
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

// rate returns how well a camera shows the pairs: for each the parts of its two bodies that are not
// hidden, whether the contact is not behind a third body, and how much of the normal lies across
// the line of sight.
func (s *sceneSheet) rate(c solid.Camera) float64 {
	v := s.look(c)
	all := v.Layer(trial / (s.frame.Max.X - s.frame.Min.X))
	whole := make([]int, len(s.solids)+1)
	for i := range s.solids {
		if s.solids[i].Ghost {
			continue
		}
		all.Add(s.solids[i].Mesh, i+1)
		if s.bodies[i].role != draw.Clear {
			one := v.Layer(all.Density)
			one.Add(s.solids[i].Mesh, 1)
			whole[i] = one.Counts(2)[1]
		}
	}
	seen := all.Counts(len(s.solids) + 1)
	sum := 0.0
	for _, p := range s.pairs[:min(len(s.pairs), ratedPairs)] {
		for _, i := range []int{p.a, p.b} {
			if whole[i] > 0 {
				sum += float64(seen[i+1]) / float64(whole[i])
			}
		}
		if id, ok := all.ID(v.At(p.pointA.Sub(s.center))); ok && (id == p.a+1 || id == p.b+1 || id == 0) {
			sum++
		}
		sum += v.Direction(p.normal).Len()
	}
	return sum
}

// weigh finds where the bodies are seen, and tells the labels what they cover.
func (s *sceneSheet) weigh() {
	all := s.view.Layer(0.5)
	for i := range s.solids {
		if s.solids[i].Ghost {
			continue
		}
		box := all.Add(s.solids[i].Mesh, i+1)
		s.sizes[i] = box.Max.Sub(box.Min)
		pts := make([]d2.Vec, len(s.solids[i].Mesh.Points))
		for k, q := range s.solids[i].Mesh.Points {
			pts[k] = s.view.At(q)
		}
		if h, err := d2.NewHull(pts); err == nil {
			s.labels.Weigh(draw.Polygon(h.Vertices()...), s.bodies[i].weight())
		}
	}
	s.depth = all
	copy(s.places, all.Places(len(s.bodies)))
	for i := range s.solids {
		if m := s.solids[i].Mesh; s.solids[i].Ghost && len(m.Points) > 0 {
			s.places[i] = s.groundName(m)
		}
	}
}

// triad draws the world's axes in the corner of the frame where they cover least.
func (s *sceneSheet) triad() {
	const length = 30
	least, best := math.Inf(1), d2.Vec{}
	low, high := s.frame.Min, s.frame.Max
	const in = length + 16
	for _, at := range []d2.Vec{
		{X: low.X + in, Y: high.Y - in},
		{X: high.X - in, Y: high.Y - in},
		{X: high.X - in, Y: low.Y + in},
		{X: low.X + in, Y: low.Y + in},
	} {
		if c := s.labels.Covered(draw.Square(at, in)); c < least {
			least, best = c, at
		}
	}
	s.view.Triad(best, length)
	s.labels.Avoid(draw.Square(best, in))
}

// groundName returns a page point near the lowest corner of a piece of ground.
func (s *sceneSheet) groundName(m *solid.Mesh) d2.Vec {
	low, mid := d2.Vec{Y: math.Inf(-1)}, d3.Vec{}
	for _, p := range m.Points {
		mid = mid.Add(p.Scale(1 / float64(len(m.Points))))
		if q := s.view.At(p); q.Y > low.Y {
			low = q
		}
	}
	return low.Scale(0.8).Add(s.view.At(mid).Scale(0.2))
}
