package d3_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// featureRecord is what is known of a feature from the points that it has carried, in the frame of
// the body less the rounding.
type featureRecord struct {
	at, other d3.Vec // two points as far apart as there are
	normal    d3.Vec // of a face
}

// featureBook holds what the features of one body have carried: a vertex is one point, an edge one
// line, a face one plane, and no two features are the same.
type featureBook struct {
	size float64
	seen map[collide.FeatureID]*featureRecord
}

// add takes an answer in. core is the point of the core, n the normal, both in the frame of the
// body.
func (k *featureBook) add(t *testing.T, id collide.FeatureID, core, n d3.Vec) {
	t.Helper()
	tol := 1e-9 * k.size
	r := k.seen[id]
	if r == nil {
		k.seen[id] = &featureRecord{core, core, n}
		return
	}
	switch kind, i := id.A(); kind {
	case collide.FeatureVertex:
		if core.Dist(r.at) > tol {
			t.Fatalf("vertex %d at %v and at %v", i, r.at, core)
		}
	case collide.FeatureEdge:
		if d := r.other.Sub(r.at); d.Len() > 1e-3*k.size {
			if off := d.Cross(core.Sub(r.at)).Len() / d.Len(); off > 1e-6*k.size {
				t.Fatalf("edge %d from %v to %v has %v, %v off", i, r.at, r.other, core, off)
			}
			if along := math.Abs(d.Dot(n)) / d.Len(); along > 1e-6 {
				t.Fatalf("edge %d along %v has the normal %v", i, d, n)
			}
		}
		if core.Dist(r.at) > r.other.Dist(r.at) {
			r.other = core
		}
	case collide.FeatureFace:
		if n.Dist(r.normal) > 1e-6 || math.Abs(n.Dot(core.Sub(r.at))) > 1e-6*k.size {
			t.Fatalf("face %d at %v with normal %v, and at %v with normal %v", i, r.at, r.normal, core, n)
		}
	default:
		t.Fatalf("a polytope with the feature %v %d", kind, i)
	}
}

// apart checks that no two faces are in one plane, and no two vertices at one place.
func (k *featureBook) apart(t *testing.T) {
	t.Helper()
	for a, r := range k.seen {
		for b, s := range k.seen {
			ka, i := a.A()
			kb, j := b.A()
			if ka != kb || i >= j {
				continue
			}
			if ka == collide.FeatureVertex && r.at.Dist(s.at) < 1e-9*k.size {
				t.Errorf("vertices %d and %d at %v", i, j, r.at)
			}
			if ka == collide.FeatureFace && r.normal.Dist(s.normal) < 1e-9 {
				t.Errorf("faces %d and %d with the normal %v", i, j, r.normal)
			}
		}
	}
}

// TestClosestFeature checks that Feature names what carries Point: of boxes by the documented
// numbers, of hulls consistently, vertices as Vertices numbers them, for points outside, inside, on
// the boundary and on a lattice; that the same feature is that of a ray that arrives there; and
// that rays from anywhere, those on the lattice through corners and along edges among them, name
// what carries their point by the same numbers.
func TestClosestFeature(t *testing.T) {
	s := newSample(41)
	n := 60
	if testing.Short() {
		n = 20
	}
	counts, rays := map[collide.FeatureKind]int{}, 0
	for i := range n {
		var shape d3.Convex
		var vertices []d3.Vec
		half := d3.Vec{X: s.between(0.2, 2), Y: s.between(0.2, 2), Z: s.between(0.2, 2)}
		switch i % 4 {
		case 0:
			shape = d3.Box{Size: half.Scale(2)}
			for k := range 8 {
				v := half
				for j, x := range []*float64{&v.X, &v.Y, &v.Z} {
					if k>>j&1 == 1 {
						*x = -*x
					}
				}
				vertices = append(vertices, v)
			}
		case 1: // of lattice points, with flat faces of many corners
			var points []d3.Vec
			for range 12 {
				points = append(points, d3.Vec{X: float64(s.IntN(4)), Y: float64(s.IntN(4)), Z: float64(s.IntN(4))})
			}
			h := must(d3.NewHull(points))(t)
			if h.Dim() < 3 {
				continue
			}
			shape, vertices = h, h.Vertices()
		default:
			h := s.hull(t, 4+s.IntN(40))
			shape, vertices = h, h.Vertices()
		}
		margin := 0.0
		if i%3 == 0 {
			margin = 0.3
			shape = d3.Rounded{Core: shape, R: margin}
		}
		pose := d3.Pose{Pos: s.direction().Scale(2), Rot: s.rotation(t)}
		if i%4 == 1 {
			pose = d3.Pose{}
		}
		o := placeOrFail(t, shape, pose)
		book := featureBook{size: 3, seen: map[collide.FeatureID]*featureRecord{}}
		for k := range 300 {
			local := s.direction().Scale(s.between(0, 4))
			if k%3 == 0 {
				local = d3.Vec{X: float64(s.IntN(7) - 2), Y: float64(s.IntN(7) - 2), Z: float64(s.IntN(7) - 2)}
			}
			cl, err := d3.ClosestPoint(o, pose.Apply(local))
			if err != nil {
				t.Fatal(err)
			}
			normal := pose.Rot.Inverse().Apply(cl.Normal)
			core := cl.Local.Sub(normal.Scale(margin))
			kind, index := cl.Feature.A()
			counts[kind]++
			book.add(t, cl.Feature, core, normal)
			if kind == collide.FeatureVertex && core.Dist(vertices[index]) > 1e-9*book.size {
				t.Fatalf("vertex %d is at %v, the point at %v", index, vertices[index], core)
			}
			if i%4 == 0 && kind == collide.FeatureFace {
				want := []float64{half.X, -half.X, half.Y, -half.Y, half.Z, -half.Z}[index]
				if got := []float64{core.X, core.Y, core.Z}[index/2]; math.Abs(got-want) > 1e-9 {
					t.Fatalf("face %d of a box: %v", index, core)
				}
			}
			if cl.Distance > 0.1 && kind == collide.FeatureFace {
				r, err := d3.NewRay(pose.Apply(local), cl.Normal.Neg(), math.Inf(1))
				if err != nil {
					t.Fatal(err)
				}
				if h := d3.CastRay(o, &r); h.Feature != cl.Feature && !nearOthers(core, vertices) {
					kh, ih := h.Feature.A()
					t.Fatalf("%T: a ray meets %v %d, the point lies on %v %d at %v", shape, kh, ih, kind, index, core)
				}
			}
		}
		for k := range 200 {
			from, dir := s.direction().Scale(5), s.direction()
			if k%2 == 0 {
				from = d3.Vec{X: float64(s.IntN(7) - 2), Y: float64(s.IntN(7) - 2), Z: float64(s.IntN(7) - 2)}
				dir = d3.Vec{X: float64(s.IntN(3) - 1), Y: float64(s.IntN(3) - 1), Z: float64(s.IntN(3) - 1)}
			}
			if dir == (d3.Vec{}) {
				continue
			}
			r := must(d3.NewRay(pose.Apply(from), pose.Rot.Apply(dir), math.Inf(1)))(t)
			h := d3.CastRay(o, &r)
			if (h.Normal == d3.Vec{}) {
				if h.Feature != 0 {
					t.Fatalf("a feature without a normal: %+v", h)
				}
				continue
			}
			normal := pose.Rot.Inverse().Apply(h.Normal)
			core := pose.ApplyInverse(h.Point).Sub(normal.Scale(margin))
			rays++
			book.add(t, h.Feature, core, normal)
			if kind, index := h.Feature.A(); kind == collide.FeatureVertex && core.Dist(vertices[index]) > 1e-9*book.size {
				t.Fatalf("vertex %d is at %v, the point of a ray at %v", index, vertices[index], core)
			}
		}
		book.apart(t)
	}
	t.Log(counts, rays)
	for _, k := range []collide.FeatureKind{collide.FeatureVertex, collide.FeatureEdge, collide.FeatureFace} {
		if counts[k] < 100 {
			t.Errorf("%v: %d times", k, counts[k])
		}
	}
}

// nearOthers reports whether p is near a line through two of the vertices, where it may belong to
// another feature as well.
func nearOthers(p d3.Vec, vertices []d3.Vec) bool {
	for i, v := range vertices {
		for _, w := range vertices[:i] {
			d := w.Sub(v)
			if d.Cross(p.Sub(v)).Len() < 1e-6*d.Len() {
				return true
			}
		}
	}
	return false
}
