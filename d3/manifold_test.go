package d3_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// manifoldOf answers about two shapes.
func manifoldOf(t *testing.T, a, b d3.Shape, pa, pb d3.Pose) (d3.Contact, d3.Manifold) {
	t.Helper()
	x, y := must(d3.Place(a, pa))(t), must(d3.Place(b, pb))(t)
	return d3.Collide(&x, &y)
}

// about returns a pose with the rotation about Z by the angle with the half-angle's cosine c and
// sine s.
func about(t *testing.T, x, y, z, c, s float64) d3.Pose {
	t.Helper()
	return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}, Rot: must(d3.NewQuat(0, 0, s, c))(t)}
}

// lying returns a pose with Z turned into X.
func lying(t *testing.T, x, y, z float64) d3.Pose {
	t.Helper()
	return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}, Rot: must(d3.NewQuat(0, math.Sqrt2/2, 0, math.Sqrt2/2))(t)}
}

// A known manifold: its points of A in any order, and how far B's lie along the normal.
func TestManifoldKnown(t *testing.T) {
	at := func(x, y, z float64) d3.Pose { return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}} }
	v := func(x, y, z float64) d3.Vec { return d3.Vec{X: x, Y: y, Z: z} }
	box := d3.Box{Size: v(2, 2, 2)}
	floor := d3.Box{Size: v(10, 10, 2)}
	var corners []d3.Vec
	for i := range 8 {
		corners = append(corners, v(float64(i&1*2-1), float64(i>>1&1*2-1), float64(i>>2*2-1)))
	}
	cube := must(d3.NewHull(corners))(t)
	square := func(h, z float64) []d3.Vec { return []d3.Vec{v(h, h, z), v(-h, h, z), v(-h, -h, z), v(h, -h, z)} }
	rim := func(r, z float64) []d3.Vec { return []d3.Vec{v(r, 0, z), v(0, r, z), v(-r, 0, z), v(0, -r, z)} }
	capsule, cylinder := d3.Capsule{Height: 2, Radius: 0.5}, d3.Cylinder{Radius: 1, Height: 2}
	ground := d3.HalfSpace{Normal: v(0, 0, 1)}
	k := math.Sqrt2 - 1 // a square of half side 1 meets itself turned by an eighth at (1, k)
	eighth := about(t, 0, 0, 2, math.Cos(math.Pi/8), math.Sin(math.Pi/8))
	ridge := math.Sqrt2
	for _, c := range []struct {
		name   string
		a, b   d3.Shape
		pa, pb d3.Pose
		gap    float64
		want   []d3.Vec
	}{
		{"box on box", box, box, at(0, 0, 0), at(0, 0, 2), 0, square(1, 1)},
		{"cube on cube", cube, cube, at(0, 0, 0), at(0, 0, 2), 0, square(1, 1)},
		{"box on cube, sunk", cube, box, at(0, 0, 0), at(0, 0, 1.75), -0.25, square(1, 1)},
		{"box above the floor", floor, box, at(0, 0, 0), at(0, 0, 2.5), 0.5, square(1, 1)},
		{"box half over", box, box, at(0, 0, 0), at(1, 1, 2), 0, []d3.Vec{v(0, 0, 1), v(1, 0, 1), v(1, 1, 1), v(0, 1, 1)}},
		{"box across a beam", d3.Box{Size: v(10, 1, 2)}, box, at(0, 0, 0), at(1, 0, 2), 0, []d3.Vec{v(0, 0.5, 1), v(2, 0.5, 1), v(2, -0.5, 1), v(0, -0.5, 1)}},
		{"box turned by an eighth", box, box, at(0, 0, 0), eighth, 0, nil},
		{"edge on edge", d3.Box{Size: v(2, 2, 2)}, box, d3.Pose{Rot: must(d3.NewQuat(math.Sin(math.Pi/8), 0, 0, math.Cos(math.Pi/8)))(t)}, d3.Pose{Pos: v(0, 0, 2*ridge), Rot: must(d3.NewQuat(0, math.Sin(math.Pi/8), 0, math.Cos(math.Pi/8)))(t)}, 0, []d3.Vec{v(0, 0, ridge)}},
		{"edge on face", floor, box, at(0, 0, 0), d3.Pose{Pos: v(0, 0, 1+ridge), Rot: must(d3.NewQuat(0, math.Sin(math.Pi/8), 0, math.Cos(math.Pi/8)))(t)}, 0, []d3.Vec{v(0, 1, 1), v(0, -1, 1)}},
		{"sphere on box", floor, d3.Sphere{Radius: 1}, at(0, 0, 0), at(1, 2, 2), 0, []d3.Vec{v(1, 2, 1)}},
		{"cylinder upright", floor, cylinder, at(0, 0, 0), at(0, 0, 2), 0, rim(1, 1)},
		{"cylinder on cylinder", cylinder, cylinder, at(0, 0, 0), at(0, 0, 2), 0, rim(1, 1)},
		{"cylinder lying", floor, cylinder, at(0, 0, 0), lying(t, 0, 0, 2), 0, []d3.Vec{v(1, 0, 1), v(-1, 0, 1)}},
		{"cone upright", floor, d3.Cone{Radius: 1, Height: 2}, at(0, 0, 0), at(0, 0, 2), 0, rim(1, 1)},
		{"capsule lying", floor, capsule, at(0, 0, 0), lying(t, 0, 0, 1.5), 0, []d3.Vec{v(1, 0, 1), v(-1, 0, 1)}},
		{"capsule upright", floor, capsule, at(0, 0, 0), at(0, 0, 2.5), 0, []d3.Vec{v(0, 0, 1)}},
		{"capsules along each other", capsule, capsule, lying(t, 0, 0, 0), lying(t, 1, 0, 1), 0, []d3.Vec{v(0, 0, 0.5), v(1, 0, 0.5)}},
		{"capsules across each other", capsule, capsule, lying(t, 0, 0, 0), d3.Pose{Pos: v(0.5, 0, 1), Rot: must(d3.NewQuat(math.Sqrt2/2, 0, 0, math.Sqrt2/2))(t)}, 0, []d3.Vec{v(0.5, 0, 0.5)}},
		{"rounded box", floor, d3.Rounded{Core: box, R: 0.5}, at(0, 0, 0), at(0, 0, 2.25), -0.25, square(1, 1)},
		{"ellipsoid", floor, d3.Ellipsoid{Radii: v(2, 1, 1)}, at(0, 0, 0), at(1, 0, 2), 0, []d3.Vec{v(1, 0, 1)}},
		{"box on the ground", ground, box, at(0, 0, 0), at(0, 0, 1), 0, square(1, 0)},
		{"cylinder on the ground", ground, cylinder, at(0, 0, 0), at(0, 0, 1), 0, rim(1, 0)},
		{"capsule over the ground", ground, capsule, at(0, 0, 0), lying(t, 0, 0, 1), 0.5, []d3.Vec{v(1, 0, 0), v(-1, 0, 0)}},
		{"sphere in the ground", ground, d3.Sphere{Radius: 1}, at(0, 0, 0), at(0, 0, 0.5), -0.5, []d3.Vec{v(0, 0, 0)}},
	} {
		ct, mf := manifoldOf(t, c.a, c.b, c.pa, c.pb)
		if c.want == nil { // alternate corners of the octagon
			for i := range 4 {
				x, y := 1.0, k
				for range i {
					x, y = -y, x
				}
				c.want = append(c.want, v(x, y, 1))
			}
			if slices.ContainsFunc(mf.Points[:mf.N], func(p d3.ManifoldPoint) bool { return near(p.PointA, v(1, -k, 1)) < 1e-9 }) {
				for i := range c.want {
					c.want[i].X, c.want[i].Y = c.want[i].Y, c.want[i].X
				}
			}
		}
		if mf.N != len(c.want) || mf.Normal != ct.Normal || near(mf.Normal, v(0, 0, 1)) > 1e-9 {
			t.Errorf("%s: %d points along %v, want %d: %+v", c.name, mf.N, mf.Normal, len(c.want), mf.Points[:mf.N])
			continue
		}
		used := 0
		for _, w := range c.want {
			for i, p := range mf.Points[:mf.N] {
				if near(p.PointA, w) < 1e-6 && near(p.PointB, w.Add(v(0, 0, c.gap))) < 1e-6 {
					used |= 1 << i
				}
			}
		}
		if used != 1<<mf.N-1 {
			t.Errorf("%s: the points are %+v, want %+v", c.name, mf.Points[:mf.N], c.want)
		}
		if d := deepest(&mf); d != ct.Distance {
			t.Errorf("%s: the deepest point has %v, the contact %v", c.name, d, ct.Distance)
		}
	}
}

// near returns the distance of two points.
func near(p, q d3.Vec) float64 { return p.Sub(q).Len() }

// deepest returns the least distance of the points.
func deepest(mf *d3.Manifold) float64 {
	d := math.Inf(1)
	for _, p := range mf.Points[:mf.N] {
		d = min(d, p.Distance)
	}
	return d
}

func TestManifoldOfNothing(t *testing.T) {
	half := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{}))(t)
	if ct, mf := d3.Collide(&half, &half); mf.N != 1 || mf.Points[0].Distance != ct.Distance || mf.Points[0].ID != 0 {
		t.Errorf("two half-spaces: %+v", mf)
	}
	var zero d3.Object
	if _, mf := d3.Collide(&zero, &zero); mf.N != 1 || mf.Points[0].Distance != 0 {
		t.Errorf("two points at one place: %+v", mf)
	}
}

// Property 8: every field of a manifold is what it says, by audit.CheckManifold, and the swapped
// pair has the mirrored manifold.
func TestPropertyManifold(t *testing.T) {
	var count [5]int
	forEach(t, 2601, 6000, nil, func(r *run) error {
		ct, mf := d3.Collide(&r.a, &r.b)
		if ct != distance(&r.a, &r.b) {
			return fmt.Errorf("another contact: %+v", ct)
		}
		if mf.N == 0 || mf.Normal != ct.Normal {
			return fmt.Errorf("%d points along %v", mf.N, mf.Normal)
		}
		count[mf.N]++
		m := audit.Manifold3(&mf)
		if err := r.scene.CheckManifold(&r.answer, &m); err != nil {
			return err
		}
		if r.pair.A.Alike(&r.pair.B) {
			return nil
		}
		return mirrored(&mf, &r.b, &r.a)
	})
	t.Logf("manifolds by their number of points: %v", count)
	all := count[1] + count[2] + count[3] + count[4]
	for n := 1; n <= 4; n++ {
		if n != 3 && count[n] < all/60 || count[n] == 0 {
			t.Errorf("only %d of %d manifolds have %d points", count[n], all, n)
		}
	}
}

// Rounded boxes that face each other with parallel edges have a point at each end of what the edges
// have over each other, whichever of the four edges of the face, which leans, is the one.
func TestManifoldOfEdgesOnSlopes(t *testing.T) {
	for i := range 400 {
		sine := float64(0.12*float64(i%20+1)) / 20
		cos := math.Sqrt(1 - float64(sine*sine))
		r := []float64{1, 0.25, 2, 0.125}[i/100]
		far := float64(r * (2 + []float64{0.5, 0.1, 1e-3, -0.05, -0.5}[i/20%5]))
		for turn := range 4 {
			x, z := float64(1-turn&2), float64(1-turn<<1&2)
			at := d3.Vec{X: float64(x * (2 + float64(sine*far))), Y: 0.25, Z: float64(z * (2 + float64(cos*far)))}
			a := d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, R: r}
			b := d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 2, Y: 1, Z: 2}}, R: r}
			_, mf := manifoldOf(t, a, b, d3.Pose{}, d3.Pose{Pos: at})
			if mf.N != 2 {
				t.Fatalf("%d points, with a slope of %v and a distance of %v", mf.N, sine, far)
			}
			if y := mf.Points[0].LocalA.Y + mf.Points[1].LocalA.Y; math.Abs(y-0.5) > 1e-12 {
				t.Fatalf("the points are %+v", mf.Points[:2])
			}
		}
	}
}

// mirrored holds the manifold of the swapped pair to mf.
func mirrored(mf *d3.Manifold, b, a *d3.Object) error {
	_, got := d3.Collide(b, a)
	want := *mf
	want.Normal = d3.Vec{X: 0 - mf.Normal.X, Y: 0 - mf.Normal.Y, Z: 0 - mf.Normal.Z}
	for i := range want.Points[:want.N] {
		p := &want.Points[i]
		p.PointA, p.PointB, p.LocalA, p.LocalB = p.PointB, p.PointA, p.LocalB, p.LocalA
		owner := p.ID >> 40 & 3
		p.ID = p.ID>>42<<42 | (owner<<1&2|owner>>1)<<40 | p.ID&0xfffff<<20 | p.ID>>20&0xfffff
	}
	if got != want {
		return fmt.Errorf("swapped: %+v, want %+v", got, want)
	}
	return nil
}

// The IDs name the features as collide.FeatureID says.
func TestFeatureID(t *testing.T) {
	at := func(x, y, z float64) d3.Pose { return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}} }
	box := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	const vertex, edge, face = 1 << 18, 2 << 18, 3 << 18
	for _, c := range []struct {
		name string
		a, b d3.Shape
		pose d3.Pose
		want []collide.FeatureID
	}{
		{"corners over corners", box, box, at(0, 0, 2), []collide.FeatureID{
			vertex | (vertex|4)<<20, vertex | 1 | (vertex|5)<<20, vertex | 2 | (vertex|6)<<20, vertex | 3 | (vertex|7)<<20,
		}},
		{"corners, faces and edges", box, box, at(1, 1, 2), []collide.FeatureID{ // edges along X and Y of A's top and B's bottom
			vertex | (face|5)<<20, face | 4 | (vertex|7)<<20, edge | 4 | (edge|3)<<20, edge | (edge|7)<<20,
		}},
		{"cylinder on a box", d3.Box{Size: d3.Vec{X: 4, Y: 4, Z: 2}}, d3.Cylinder{Radius: 1, Height: 2}, at(0, 0, 2), []collide.FeatureID{
			face | 4 | (vertex|8)<<20, face | 4 | (vertex|10)<<20, face | 4 | (vertex|12)<<20, face | 4 | (vertex|14)<<20,
		}},
		{"sphere on a box", box, d3.Sphere{Radius: 1}, at(0, 0, 2), []collide.FeatureID{face | 4 | vertex<<20}},
		{"ellipsoid on a box", box, d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 1.5, Z: 1}}, at(0, 0, 2), []collide.FeatureID{face | 4}},
	} {
		_, mf := manifoldOf(t, c.a, c.b, at(0, 0, 0), c.pose)
		var got []collide.FeatureID
		for _, p := range mf.Points[:mf.N] {
			got = append(got, p.ID)
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %x, want %x", c.name, got, c.want)
		}
	}
}

// A crate that rocks on another, a little deep in it: the normal goes from the face of the one to
// that of the other and back, and the IDs with it. The features stay.
func TestFeaturesOfARockingCrate(t *testing.T) {
	const depth, tilt = 0.005, 0.002
	box := d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}
	table := must(d3.Place(box, d3.Pose{Rot: must(d3.NewAxisAngle(d3.Vec{Z: 1}, 0.1))(t)}))(t)
	crate := must(d3.Place(box, d3.Pose{}))(t)
	ids, features := map[collide.FeatureID]d3.Vec{}, map[collide.FeatureID]d3.Vec{}
	for i := range 41 {
		turn := tilt * float64(i-20) / 20
		pose := d3.Pose{Pos: d3.Vec{X: 0.03, Z: 1 - depth}, Rot: must(d3.NewAxisAngle(d3.Vec{X: 1, Y: 0.3}, turn))(t)}
		if err := crate.Move(pose); err != nil {
			t.Fatal(err)
		}
		_, mf := d3.Collide(&table, &crate)
		for _, p := range mf.Points[:mf.N] {
			id := p.ID.Features()
			if before, ok := features[id]; ok && p.PointA.Dist(before) > tilt {
				t.Errorf("turned by %v, the point %x goes from %v to %v", turn, id, before, p.PointA)
			}
			ids[p.ID], features[id] = p.PointA, p.PointA
			if a, b := p.ID.Swap().Features(), id.Swap(); a != b {
				t.Errorf("swapped, the features are %x, want %x", a, b)
			}
		}
	}
	if len(features) != 4 || len(ids) <= 4 {
		t.Errorf("four points have %d IDs and %d pairs of features", len(ids), len(features))
	}
}

// A prism of 512 sides upright on another, turned by half a side: the work space grows once and is
// kept.
func TestManifoldOfManyCorners(t *testing.T) {
	noCollection(t)
	const n = 512
	var points []d3.Vec
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / n)
		points = append(points, d3.Vec{X: c, Y: s, Z: 1}, d3.Vec{X: c, Y: s, Z: -1})
	}
	prism := must(d3.NewHull(points))(t)
	a := must(d3.Place(prism, d3.Pose{}))(t)
	b := must(d3.Place(prism, about(t, 0, 0, 2, math.Cos(math.Pi/n/2), math.Sin(math.Pi/n/2))))(t)
	q := must(d3.NewQuery(d3.Options{}))(t)
	var mf d3.Manifold
	call := func() { _, mf = q.Collide(&a, &b, nil) }
	call()
	if got := testing.AllocsPerRun(3, call); got != 0 {
		t.Errorf("Collide allocates %v times", got)
	}
	area := 0.0
	for i := 2; i < mf.N; i++ {
		p := mf.Points[0].PointA
		area += mf.Points[i-1].PointA.Sub(p).Cross(mf.Points[i].PointA.Sub(p)).Len() / 2
	}
	if mf.N != 4 || area < 1.98 { // the greatest square in the circle has the area 2, and alikes count as equal
		t.Errorf("%d points that span %v: %+v", mf.N, area, mf)
	}
}

// Of more than four points the deepest stays: the lowest corner of an octagonal prism that is
// tilted about an axis between its corners.
func TestManifoldKeepsTheDeepest(t *testing.T) {
	s := newSample(5)
	reduced := 0
	for range 300 {
		var points []d3.Vec
		for range 12 {
			v := s.direction()
			l := math.Sqrt(v.X*v.X + v.Y*v.Y)
			points = append(points, d3.Vec{X: v.X / l, Y: v.Y / l, Z: 1}, d3.Vec{X: v.X / l, Y: v.Y / l, Z: -1})
		}
		prism := must(d3.NewHull(points))(t)
		v := s.direction()
		rot := rotated(t, d3.Vec{X: v.X, Y: v.Y}.Scale(1/math.Sqrt(v.X*v.X+v.Y*v.Y)), s.between(0, 0.02))
		low := rot.Apply(prism.Support(rot.Inverse().Apply(d3.Vec{Z: -1})))
		ground := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{}))(t)
		b := must(d3.Place(prism, d3.Pose{Pos: d3.Vec{Z: -low.Z - 0.01}, Rot: rot}))(t)
		_, mf := d3.Collide(&ground, &b)
		if mf.N != 4 {
			t.Fatalf("%d points", mf.N)
		}
		reduced++
		at := d3.Vec{X: low.X, Y: low.Y, Z: -0.01}
		if !slices.ContainsFunc(mf.Points[:4], func(p d3.ManifoldPoint) bool { return near(p.PointB, at) < 1e-12 }) {
			t.Fatalf("the lowest corner %v is none of %+v", at, mf.Points)
		}
	}
	if reduced < 200 {
		t.Errorf("only %d manifolds were reduced", reduced)
	}
}

// Touch gives the manifold of Collide, bit for bit, unless the bodies are apart, and a relation
// that Distance does not contradict.
func TestPropertyTouch(t *testing.T) {
	q := must(d3.NewQuery(d3.Options{}))(t)
	apart, touch := 0, 0
	forEach(t, 2603, 6000, nil, func(r *run) error {
		rel, got := q.Touch(&r.a, &r.b, nil)
		ct, want := q.Collide(&r.a, &r.b, nil)
		if rel != ct.Relation && rel != q.Relate(&r.a, &r.b, nil) {
			return fmt.Errorf("%v, but %v by Distance", rel, ct.Relation)
		}
		if rel == collide.Apart {
			apart++
			if got.N != 0 || ct.Relation == collide.Overlapping || ct.Relation == collide.Touching {
				return fmt.Errorf("apart with %d points, %v by Distance", got.N, ct.Relation)
			}
			return nil
		}
		touch++
		if got != want || ct.Relation == collide.Apart {
			return fmt.Errorf("%+v, %v by Distance, want %+v", got, ct.Relation, want)
		}
		return nil
	})
	if low := (apart + touch) * 3 / 10; apart < low || touch < low {
		t.Errorf("%d apart, %d not: not representative", apart, touch)
	}
}

// Bodies so small that squares and products of their edges underflow beside the other body have
// points all the same.
func TestManifoldTinyBodies(t *testing.T) {
	q := must(d3.NewQuery(d3.Options{}))(t)
	for _, size := range []float64{1e-40, 1e-90, 1e-130, 1e-155, 1e-170, 1e-250, 1e-280} {
		h := must(d3.NewHull([]d3.Vec{{X: -size}, {X: size}, {Y: size}, {Z: size}, {X: size, Z: size}}))(t)
		for _, big := range []d3.Shape{must(d3.NewHull([]d3.Vec{{X: -1}, {X: 1}, {Y: 1}, {Y: -1, Z: 1}, {Z: -1}}))(t), d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.HalfSpace{Normal: d3.Vec{Z: 1}}} {
			for _, small := range []d3.Shape{h, d3.Box{Size: d3.Vec{X: size, Y: size, Z: size}}, d3.Rounded{Core: h, R: size}, d3.Cylinder{Radius: size, Height: size}} {
				a := must(d3.Place(big, d3.Pose{}))(t)
				for _, at := range []d3.Vec{{}, {X: 0.1, Y: 0.2}, {X: 3}, {X: 1, Y: 1}} {
					b := must(d3.Place(small, d3.Pose{Pos: at}))(t)
					_, mf := q.Collide(&a, &b, nil)
					if mf.N == 0 {
						t.Errorf("%v and %v at %v: no points", big, small, at)
					}
					for _, x := range mf.Points[:mf.N] {
						for _, p := range []d3.Vec{x.PointA, x.PointB} {
							for _, v := range []float64{p.X, p.Y, p.Z, x.Distance} {
								if !(math.Abs(v) < 10) {
									t.Fatalf("%v and %v at %v: %+v", big, small, at, mf)
								}
							}
						}
					}
				}
			}
		}
	}
}

// As for TestQueriesDoNotAllocate: math/big takes the room of long products from a pool, too.
func TestManifoldDoesNotAllocate(t *testing.T) {
	raced.Skip(t)
	noCollection(t)
	q := must(d3.NewQuery(d3.Options{}))(t)
	var cache d3.Cache
	n := 0
	for _, p := range allocPairs(t) {
		call := func() {
			_, mf := q.Collide(&p.pair[0], &p.pair[1], &cache)
			_, touch := q.Touch(&p.pair[0], &p.pair[1], nil)
			n += touch.N
			n += mf.N
		}
		for range 8 { // the cache may lead the next ones other ways
			call()
		}
		if got := testing.AllocsPerRun(2, call); got != 0 {
			t.Errorf("%s: Collide allocates %v times", p.name, got)
		}
	}
	if n == 0 {
		t.Error("no points")
	}
}

// BenchmarkManifold is Distance and the manifold; the difference to BenchmarkDistance is what the
// manifold costs.
func BenchmarkManifold(b *testing.B) {
	benchmark(b, func(q *d3.Query, x, y *d3.Object) int {
		_, mf := q.Collide(x, y, nil)
		return mf.N
	})
}
