package d2_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// outlineOf returns the vertices of a box or a hull, and the ends of its edges, as ManifoldPoint
// numbers them.
func outlineOf(shape d2.Shape) (vertices []d2.Vec, edges [][2]d2.Vec) {
	if b, ok := shape.(d2.Box); ok {
		h := b.Size.Scale(0.5)
		vertices = []d2.Vec{{X: h.X, Y: h.Y}, {X: -h.X, Y: h.Y}, {X: h.X, Y: -h.Y}, {X: -h.X, Y: -h.Y}}
		for _, e := range [][2]int{{0, 2}, {1, 3}, {0, 1}, {2, 3}} { // +X, -X, +Y, -Y
			edges = append(edges, [2]d2.Vec{vertices[e[0]], vertices[e[1]]})
		}
		return vertices, edges
	}
	vertices = shape.(*d2.Hull).Vertices()
	for i, v := range vertices {
		edges = append(edges, [2]d2.Vec{v, vertices[(i+1)%len(vertices)]})
	}
	return vertices, edges
}

// checkCarries checks that a feature of a polygon carries a point of its core, whose normal is n.
func checkCarries(t *testing.T, vertices []d2.Vec, edges [][2]d2.Vec, id collide.FeatureID, core, n d2.Vec) {
	t.Helper()
	switch kind, index := id.A(); kind {
	case collide.FeatureVertex:
		if core.Dist(vertices[index]) > 1e-9 {
			t.Fatalf("vertex %d is at %v, the point at %v", index, vertices[index], core)
		}
	case collide.FeatureEdge:
		e := edges[index]
		d := e[1].Sub(e[0])
		if off := d.Cross(core.Sub(e[0])) / d.Len(); math.Abs(off) > 1e-9 || math.Abs(n.Dot(d)) > 1e-9*d.Len() {
			t.Fatalf("edge %d is %v, the point %v, its normal %v", index, e, core, n)
		}
	default:
		t.Fatalf("a polygon with the feature %v %d", kind, index)
	}
}

// TestClosestFeature checks that Feature names what carries Point, by the documented numbers of
// boxes and hulls, for points outside, inside, on the boundary and on a lattice; and that the same
// feature is that of a ray that arrives there, by the same numbers those of rays from anywhere, on
// the lattice through corners and along edges.
func TestClosestFeature(t *testing.T) {
	s := newSample(41)
	n := 120
	if testing.Short() {
		n = 40
	}
	counts, rays := map[collide.FeatureKind]int{}, 0
	for i := range n {
		var shape d2.Convex
		switch i % 4 {
		case 0:
			shape = d2.Box{Size: d2.Vec{X: s.between(0.2, 4), Y: s.between(0.2, 4)}}
		case 1: // of lattice points
			var points []d2.Vec
			for range 8 {
				points = append(points, d2.Vec{X: float64(s.IntN(4)), Y: float64(s.IntN(4))})
			}
			h := must(d2.NewHull(points))(t)
			if h.Dim() < 2 {
				continue
			}
			shape = h
		default:
			var points []d2.Vec
			for range 3 + s.IntN(20) {
				points = append(points, s.direction().Scale(s.between(0.6, 1)))
			}
			h := must(d2.NewHull(points))(t)
			if h.Dim() < 2 {
				continue
			}
			shape = h
		}
		vertices, edges := outlineOf(shape)
		margin := 0.0
		if i%3 == 0 {
			margin = 0.3
			shape = d2.Rounded{Core: shape, R: margin}
		}
		pose := d2.Pose{Pos: s.direction().Scale(2), Rot: s.rotation(t)}
		if i%4 == 1 {
			pose = d2.Pose{}
		}
		o := placeOrFail(t, shape, pose)
		for k := range 200 {
			local := s.direction().Scale(s.between(0, 4))
			if k%3 == 0 {
				local = d2.Vec{X: float64(s.IntN(7) - 2), Y: float64(s.IntN(7) - 2)}
			}
			cl, err := d2.ClosestPoint(o, pose.Apply(local))
			if err != nil {
				t.Fatal(err)
			}
			normal := pose.Rot.Inverse().Apply(cl.Normal)
			core := cl.Local.Sub(normal.Scale(margin))
			kind, index := cl.Feature.A()
			counts[kind]++
			corner := false
			for _, v := range vertices {
				corner = corner || v.Dist(core) < 1e-9
			}
			checkCarries(t, vertices, edges, cl.Feature, core, normal)
			if cl.Distance > 0.1 && !corner {
				r, err := d2.NewRay(pose.Apply(local), cl.Normal.Neg(), math.Inf(1))
				if err != nil {
					t.Fatal(err)
				}
				if h := d2.CastRay(o, &r); h.Feature != cl.Feature {
					kh, ih := h.Feature.A()
					t.Fatalf("a ray meets %v %d, the point lies on %v %d at %v", kh, ih, kind, index, core)
				}
			}
		}
		for k := range 200 {
			from, dir := s.direction().Scale(5), s.direction()
			if k%2 == 0 {
				from = d2.Vec{X: float64(s.IntN(7) - 2), Y: float64(s.IntN(7) - 2)}
				dir = d2.Vec{X: float64(s.IntN(3) - 1), Y: float64(s.IntN(3) - 1)}
			}
			if dir == (d2.Vec{}) {
				continue
			}
			r := must(d2.NewRay(pose.Apply(from), pose.Rot.Apply(dir), math.Inf(1)))(t)
			h := d2.CastRay(o, &r)
			if (h.Normal == d2.Vec{}) {
				if h.Feature != 0 {
					t.Fatalf("a feature without a normal: %+v", h)
				}
				continue
			}
			normal := pose.Rot.Inverse().Apply(h.Normal)
			rays++
			checkCarries(t, vertices, edges, h.Feature, pose.ApplyInverse(h.Point).Sub(normal.Scale(margin)), normal)
		}
	}
	t.Log(counts, rays)
	if counts[collide.FeatureVertex] < 100 || counts[collide.FeatureEdge] < 100 {
		t.Errorf("a tame sample: %v", counts)
	}
}
