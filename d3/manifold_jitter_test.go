package d3_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// resters are bodies that can rest on each other, with the outward normal of a face, or of an
// edge's or a point's support.
var resters = []struct {
	name string
	make func(*testing.T, sample) (d3.Convex, d3.Vec)
}{
	{"box", func(_ *testing.T, s sample) (d3.Convex, d3.Vec) {
		return d3.Box{Size: s.size()}, d3.Vec{Z: 1}
	}},
	{"cube", func(t *testing.T, s sample) (d3.Convex, d3.Vec) { // as a hull with rounded corners: its facets are triangles
		r, e := s.rotation(t), s.size().Scale(0.5)
		var points []d3.Vec
		for i := range 8 {
			x, y, z := float64(i&1*2-1), float64(i>>1&1*2-1), float64(i>>2*2-1)
			points = append(points, r.Apply(d3.Vec{X: x * e.X, Y: y * e.Y, Z: z * e.Z}))
		}
		return must(d3.NewHull(points))(t), r.Apply(d3.Vec{Y: 1})
	}},
	{"prism", func(t *testing.T, s sample) (d3.Convex, d3.Vec) {
		n, h := 3+s.IntN(14), s.between(0.3, 1)
		var points []d3.Vec
		for range n {
			v := s.direction()
			l := math.Sqrt(v.X*v.X + v.Y*v.Y)
			points = append(points, d3.Vec{X: v.X / l, Y: v.Y / l, Z: h}, d3.Vec{X: v.X / l, Y: v.Y / l, Z: -h})
		}
		return must(d3.NewHull(points))(t), d3.Vec{Z: 1}
	}},
	{"hull", func(t *testing.T, s sample) (d3.Convex, d3.Vec) {
		h := s.hull(t, 4+s.IntN(20))
		v, f := h.Vertices(), h.Faces()
		k := f[s.IntN(len(f))]
		n := v[k[1]].Sub(v[k[0]]).Cross(v[k[2]].Sub(v[k[0]]))
		return h, n.Scale(1 / n.Len())
	}},
	{"cylinder", func(_ *testing.T, s sample) (d3.Convex, d3.Vec) {
		n := d3.Vec{Z: -1}
		if s.IntN(2) == 0 {
			n = d3.Vec{X: 0.6, Y: 0.8}
		}
		return d3.Cylinder{Radius: s.between(0.3, 1), Height: s.between(0.5, 2)}, n
	}},
	{"cone", func(_ *testing.T, s sample) (d3.Convex, d3.Vec) {
		r, h := s.between(0.3, 1), s.between(0.5, 2)
		n := d3.Vec{Z: -1}
		if s.IntN(2) == 0 {
			l := math.Sqrt(r*r + h*h)
			n = d3.Vec{X: 0.6 * h / l, Y: 0.8 * h / l, Z: r / l}
		}
		return d3.Cone{Radius: r, Height: h}, n
	}},
	{"capsule", func(_ *testing.T, s sample) (d3.Convex, d3.Vec) {
		return d3.Capsule{Height: s.between(0.5, 2), Radius: s.between(0.1, 0.5)}, d3.Vec{X: 1}
	}},
	{"rounded box", func(_ *testing.T, s sample) (d3.Convex, d3.Vec) {
		return d3.Rounded{Core: d3.Box{Size: s.size()}, R: s.between(0.01, 0.3)}, d3.Vec{Y: -1}
	}},
	{"sphere", func(_ *testing.T, s sample) (d3.Convex, d3.Vec) {
		return d3.Sphere{Radius: s.between(0.3, 1)}, d3.Vec{Y: -1}
	}},
	{"ellipsoid", func(_ *testing.T, s sample) (d3.Convex, d3.Vec) {
		return d3.Ellipsoid{Radii: s.size().Scale(0.5)}, d3.Vec{Y: -1}
	}},
	{"edge", func(_ *testing.T, s sample) (d3.Convex, d3.Vec) { // a box on its edge
		return d3.Box{Size: s.size()}, d3.Vec{X: 0.8, Z: 0.6}
	}},
}

// size returns the sizes of a box.
func (s sample) size() d3.Vec {
	return d3.Vec{X: s.between(0.5, 2), Y: s.between(0.5, 2), Z: s.between(0.5, 2)}
}

// small returns a number of any magnitude below 1/8, at times zero.
func (s sample) small() float64 {
	if s.IntN(4) == 0 {
		return 0
	}
	return math.Ldexp(s.between(-1, 1), -3-s.IntN(30))
}

// rotated returns the rotation about the axis by twice the angle of the sine.
func rotated(t *testing.T, axis d3.Vec, sine float64) d3.Rot {
	t.Helper()
	return must(d3.NewQuat(axis.X*sine, axis.Y*sine, axis.Z*sine, math.Sqrt(1-sine*sine)))(t)
}

// bring returns a rotation that takes the unit vector from to the unit vector to.
func bring(t *testing.T, from, to d3.Vec) d3.Rot {
	t.Helper()
	axis, w := from.Cross(to), 1+from.Dot(to)
	l := math.Sqrt(axis.Len2() + w*w)
	if l < 1e-3 {
		axis = d3.Vec{X: from.Y, Y: -from.X}
		if axis.Len() < 0.1 {
			axis = d3.Vec{Y: from.Z, Z: -from.Y}
		}
		return must(d3.NewQuat(axis.X/axis.Len(), axis.Y/axis.Len(), axis.Z/axis.Len(), 0))(t)
	}
	return must(d3.NewQuat(axis.X/l, axis.Y/l, axis.Z/l, w/l))(t)
}

// resting places y on x: the given normals opposite but for a tilt, any angle about them, a gap,
// and an offset to the side.
func (s sample) resting(t *testing.T, x, y d3.Convex, nx, ny d3.Vec) (pa, pb d3.Pose) {
	t.Helper()
	n := d3.Vec{Z: 1}
	if s.IntN(2) == 0 {
		n = s.direction()
	}
	side := d3.Vec{X: 1}.Sub(n.Scale(n.X))
	if side.Len() < 0.1 {
		side = d3.Vec{Y: 1}.Sub(n.Scale(n.Y))
	}
	side = side.Scale(1 / side.Len())
	yaw := []float64{0, s.small(), s.between(-0.7, 0.7), math.Sin(math.Pi / 8)}[s.IntN(4)]
	pa.Rot = bring(t, nx, n)
	pb.Rot = rotated(t, side, s.small()).Mul(rotated(t, n, yaw)).Mul(bring(t, ny, n.Neg()))
	foot := func(c d3.Convex, r d3.Rot, n d3.Vec) float64 {
		return r.Apply(c.Support(r.Inverse().Apply(n))).Dot(n) + c.Margin()
	}
	if s.IntN(2) == 0 {
		pa.Pos = s.direction()
	}
	pb.Pos = pa.Pos.Add(n.Scale(foot(x, pa.Rot, n) + foot(y, pb.Rot, n.Neg()) + s.small()/4))
	switch s.IntN(3) {
	case 0:
		pb.Pos = pb.Pos.Add(side.Scale(s.between(-0.6, 0.6))).Add(n.Cross(side).Scale(s.between(-0.6, 0.6)))
	case 1:
		pb.Pos = pb.Pos.Add(side.Scale(s.small()))
	}
	return pa, pb
}

// A body moved by 1e-7 moves no point that keeps its ID by more than 1e-6, and most points keep it.
func TestManifoldJitter(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	for i, first := range resters {
		for _, second := range resters[i:] {
			s := newSample(uint64(100 + i))
			n := 400
			if testing.Short() {
				n = 50
			}
			points, kept, faults := 0, 0, 0
			for k := range n {
				x, nx := first.make(t, s)
				y, ny := second.make(t, s)
				pa, pb := s.resting(t, x, y, nx, ny)
				var ground d3.Shape = x
				if s.IntN(8) == 0 {
					up := pa.Rot.Apply(nx)
					ground, pa = d3.HalfSpace{Normal: up, Offset: pa.Pos.Dot(up) + pa.Rot.Apply(x.Support(nx)).Dot(up) + x.Margin()}, d3.Pose{}
				}
				a, b := must(d3.Place(ground, pa))(t), must(d3.Place(y, pb))(t)
				before, mf := d3.Collide(&a, &b)
				moved := d3.Pose{Pos: pb.Pos.Add(s.direction().Scale(1e-7)), Rot: pb.Rot.Mul(rotated(t, s.direction(), s.between(-0.5e-7, 0.5e-7)))}
				b = must(d3.Place(y, moved))(t)
				after, nf := d3.Collide(&a, &b)
				points += mf.N
				for _, p := range mf.Points[:mf.N] {
					for _, q := range nf.Points[:nf.N] {
						if p.ID != q.ID {
							continue
						}
						kept++
						if d := max(near(p.PointA, q.PointA), near(p.PointB, q.PointB)); d > 1e-6 {
							if faults++; faults <= 2 {
								t.Errorf("%s, %s, %d: %x moves by %.3g\n%#v %+v\n%#v %+v\n%+v\n%+v\n%+v\n%+v", first.name, second.name, k, p.ID, d, ground, pa, y, pb, before, after, mf, nf)
							}
						}
					}
				}
			}
			if faults > 0 {
				t.Errorf("%s, %s: %d faults", first.name, second.name, faults)
			}
			t.Logf("%s, %s: %d of %d points keep their IDs", first.name, second.name, kept, points)
		}
	}
}
