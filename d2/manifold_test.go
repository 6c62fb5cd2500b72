package d2_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// manifoldOf answers about two shapes.
func manifoldOf(t *testing.T, a, b d2.Shape, pa, pb d2.Pose) (d2.Contact, d2.Manifold) {
	t.Helper()
	x, y := must(d2.Place(a, pa))(t), must(d2.Place(b, pb))(t)
	return d2.Collide(&x, &y)
}

func TestManifoldKnown(t *testing.T) {
	box := d2.Box{Size: vec(2, 2)}
	wide := d2.Box{Size: vec(8, 2)}
	flat := must(d2.NewPolygon([]d2.Vec{{X: -3, Y: -1}, {X: 3, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}))(t)
	ground := d2.HalfSpace{Normal: vec(0, 1)}
	up := turned(t, 0, 1, 0.8, 0.6)
	type point struct{ a, b d2.Vec }
	for _, c := range []struct {
		name   string
		a, b   d2.Shape
		pa, pb d2.Pose
		normal d2.Vec
		want   []point
	}{
		{"box on box", box, box, shift(0, 0), shift(0, 2), vec(0, 1), []point{{vec(1, 1), vec(1, 1)}, {vec(-1, 1), vec(-1, 1)}}},
		{"box half over", box, box, shift(0, 0), shift(1, 2), vec(0, 1), []point{{vec(1, 1), vec(1, 1)}, {vec(0, 1), vec(0, 1)}}},
		{"box above box", box, box, shift(0, 0), shift(0, 2.5), vec(0, 1), []point{{vec(1, 1), vec(1, 1.5)}, {vec(-1, 1), vec(-1, 1.5)}}},
		{"box sunk into a wide one", wide, box, shift(0, 0), shift(2, 1.75), vec(0, 1), []point{{vec(3, 1), vec(3, 0.75)}, {vec(1, 1), vec(1, 0.75)}}},
		{"polygon on box", wide, flat, shift(0, 0), shift(0, 2), vec(0, 1), []point{{vec(3, 1), vec(3, 1)}, {vec(-3, 1), vec(-3, 1)}}},
		{"corner on box", wide, box, shift(0, 0), turned(t, 0, 2.4, 0.8, 0.6), vec(0, 1), []point{{vec(-0.2, 1), vec(-0.2, 1)}}},
		{"corners apart", box, box, shift(0, 0), shift(5, 6), vec(0.6, 0.8), []point{{vec(1, 1), vec(4, 5)}}},
		{"capsule lying", wide, d2.Capsule{Height: 2, Radius: 0.5}, shift(0, 0), shift(0, 1.5), vec(0, 1), []point{{vec(1, 1), vec(1, 1)}, {vec(-1, 1), vec(-1, 1)}}},
		{"capsule upright", wide, d2.Capsule{Height: 2, Radius: 0.5}, shift(0, 0), turned(t, 0.5, 2.5, 0, 1), vec(0, 1), []point{{vec(0.5, 1), vec(0.5, 1)}}},
		{"capsules side by side", d2.Capsule{Height: 2, Radius: 0.5}, d2.Capsule{Height: 2, Radius: 0.5}, shift(0, 0), shift(1, 1), vec(0, 1), []point{{vec(1, 0.5), vec(1, 0.5)}, {vec(0, 0.5), vec(0, 0.5)}}},
		{"circle on box", wide, d2.Circle{Radius: 1}, shift(0, 0), shift(2, 2), vec(0, 1), []point{{vec(2, 1), vec(2, 1)}}},
		{"circles", d2.Circle{Radius: 2}, d2.Circle{Radius: 3}, shift(0, 0), shift(3, 4), vec(0.6, 0.8), []point{{vec(1.2, 1.6), vec(1.2, 1.6)}}},
		{"ellipse on box", wide, d2.Ellipse{Radii: vec(2, 1)}, shift(0, 0), shift(1, 2), vec(0, 1), []point{{vec(1, 1), vec(1, 1)}}},
		{"rounded box on box", wide, d2.Rounded{Core: box, R: 0.5}, shift(0, 0), shift(0, 2.25), vec(0, 1), []point{{vec(1, 1), vec(1, 0.75)}, {vec(-1, 1), vec(-1, 0.75)}}},
		{"box on the ground", ground, box, shift(0, 0), shift(5, 1), vec(0, 1), []point{{vec(6, 0), vec(6, 0)}, {vec(4, 0), vec(4, 0)}}},
		{"ground under box", box, ground, shift(5, 0.5), shift(0, 0), vec(0, -1), []point{{vec(4, -0.5), vec(4, 0)}, {vec(6, -0.5), vec(6, 0)}}},
		{"slope", d2.HalfSpace{Normal: vec(-0.6, 0.8)}, box, shift(0, 0), d2.Pose{Pos: vec(-0.6, 0.8), Rot: up.Rot}, vec(-0.6, 0.8), []point{{vec(0.8, 0.6), vec(0.8, 0.6)}, {vec(-0.8, -0.6), vec(-0.8, -0.6)}}},
		{"capsule over the ground", ground, d2.Capsule{Height: 4, Radius: 1}, shift(0, 0), shift(0, 2), vec(0, 1), []point{{vec(2, 0), vec(2, 1)}, {vec(-2, 0), vec(-2, 1)}}},
		{"circle in the ground", ground, d2.Circle{Radius: 1}, shift(0, 0), shift(0, 0.5), vec(0, 1), []point{{vec(0, 0), vec(0, -0.5)}}},
	} {
		ct, mf := manifoldOf(t, c.a, c.b, c.pa, c.pb)
		off := 1e-14
		if _, ok := c.b.(d2.Ellipse); ok {
			off = 1e-6 // what the bracket of curved shapes leaves open
		}
		if mf.N != len(c.want) || mf.Normal != ct.Normal || near(mf.Normal, c.normal) > off {
			t.Errorf("%s: %d points along %v, want %d along %v", c.name, mf.N, mf.Normal, len(c.want), c.normal)
			continue
		}
		used := 0
		for _, w := range c.want {
			for i, p := range mf.Points[:mf.N] {
				tol := 1e-14
				if _, ok := c.b.(d2.Ellipse); ok {
					tol = 1e-6 // what the bracket of curved shapes leaves open
				}
				if near(p.PointA, w.a) < tol && near(p.PointB, w.b) < tol {
					used |= 1 << i
				}
			}
		}
		if used != 1<<mf.N-1 {
			t.Errorf("%s: the points are %+v, want %+v", c.name, mf.Points[:mf.N], c.want)
		}
		if d := deepest(&mf); math.Abs(d-ct.Distance) > off && d != ct.Distance {
			t.Errorf("%s: the deepest point has %v, the contact %v", c.name, d, ct.Distance)
		}
	}
}

// near returns the distance of two points.
func near(p, q d2.Vec) float64 { return p.Sub(q).Len() }

// deepest returns the least distance of the points.
func deepest(mf *d2.Manifold) float64 {
	d := math.Inf(1)
	for _, p := range mf.Points[:mf.N] {
		d = min(d, p.Distance)
	}
	return d
}

// The IDs name the features as collide.FeatureID says.
func TestFeatureID(t *testing.T) {
	box := d2.Box{Size: vec(2, 2)}
	const vertex, edge = 1 << 18, 2 << 18
	for _, c := range []struct {
		name string
		a, b d2.Shape
		pose d2.Pose
		want []collide.FeatureID
	}{
		{"corners over corners", box, box, shift(0, 2), []collide.FeatureID{vertex | (vertex|2)<<20, vertex | 1 | (vertex|3)<<20}},
		{"corners on edges", box, box, shift(1, 2), []collide.FeatureID{vertex | (edge|3)<<20, edge | 2 | (vertex|3)<<20}},
		{"capsule on an edge", box, d2.Capsule{Height: 1, Radius: 1}, shift(0, 2), []collide.FeatureID{edge | 2 | vertex<<20, edge | 2 | (vertex|1)<<20}},
		{"circle on an edge", box, d2.Circle{Radius: 1}, shift(0, 2), []collide.FeatureID{edge | 2 | vertex<<20}},
		{"ellipse on an edge", box, d2.Ellipse{Radii: vec(2, 1)}, shift(0, 2), []collide.FeatureID{edge | 2}},
	} {
		_, mf := manifoldOf(t, c.a, c.b, shift(0, 0), c.pose)
		var got []collide.FeatureID
		for _, p := range mf.Points[:mf.N] {
			got = append(got, p.ID)
		}
		if len(got) != len(c.want) {
			t.Fatalf("%s: %x, want %x", c.name, got, c.want)
		}
		for _, w := range c.want {
			if got[0] != w && got[len(got)-1] != w {
				t.Errorf("%s: %x, want %x", c.name, got, c.want)
			}
		}
	}
}

// A crate that rocks on another, a little deep in it: the normal goes from the face of the one to
// that of the other and back, and the IDs with it. The features stay.
func TestFeaturesOfARockingCrate(t *testing.T) {
	const depth, tilt = 0.005, 0.002
	box := d2.Box{Size: vec(1, 1)}
	table := must(d2.Place(box, d2.Pose{}))(t)
	crate := must(d2.Place(box, d2.Pose{}))(t)
	ids, features := map[collide.FeatureID]d2.Vec{}, map[collide.FeatureID]d2.Vec{}
	for i := range 41 {
		turn := tilt * float64(i-20) / 20
		if err := crate.Move(d2.Pose{Pos: vec(0.1, 1-depth), Rot: must(d2.NewAngle(turn))(t)}); err != nil {
			t.Fatal(err)
		}
		_, mf := d2.Collide(&table, &crate)
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
	if len(features) != 2 || len(ids) <= 2 {
		t.Errorf("two points have %d IDs and %d pairs of features", len(ids), len(features))
	}
}

func TestManifoldOfNothing(t *testing.T) {
	half := must(d2.Place(d2.HalfSpace{Normal: vec(0, 1)}, d2.Pose{}))(t)
	if ct, mf := d2.Collide(&half, &half); mf.N != 1 || mf.Points[0] != (d2.ManifoldPoint{PointA: ct.PointA, PointB: ct.PointB}) {
		t.Errorf("two half-spaces: %+v", mf)
	}
	var zero d2.Object
	if _, mf := d2.Collide(&zero, &zero); mf.N != 1 || mf.Points[0].Distance != 0 {
		t.Errorf("two points at one place: %+v", mf)
	}
}

// Property 8: every field of a manifold is what it says, by audit.CheckManifold, and the swapped
// pair has the mirrored manifold.
func TestPropertyManifold(t *testing.T) {
	all, two := 0, 0
	forEach(t, 2601, 6000, nil, func(r *run) error {
		ct, mf := d2.Collide(&r.a, &r.b)
		if ct != distance(&r.a, &r.b) {
			return fmt.Errorf("another contact: %+v", ct)
		}
		if mf.N == 0 || mf.Normal != ct.Normal {
			return fmt.Errorf("%d points along %v", mf.N, mf.Normal)
		}
		all++
		if mf.N == 2 {
			two++
		}
		m := audit.Manifold2(&mf)
		if err := r.scene.CheckManifold(&r.answer, &m); err != nil {
			return err
		}
		if r.pair.A.Alike(&r.pair.B) {
			return nil
		}
		return mirrored(&mf, &r.b, &r.a)
	})
	if two < all/20 {
		t.Errorf("only %d of %d manifolds had two points", two, all)
	}
}

// mirrored holds the manifold of the swapped pair to mf.
func mirrored(mf *d2.Manifold, b, a *d2.Object) error {
	_, got := d2.Collide(b, a)
	want := *mf
	want.Normal = d2.Vec{X: 0 - mf.Normal.X, Y: 0 - mf.Normal.Y}
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

// resting draws bodies that lie on each other: an edge of B on one of A, but for a gap and a tilt
// of any magnitude.
func (s sample) resting(t *testing.T) (a, b d2.Shape, pa, pb d2.Pose) {
	shape := func() (d2.Convex, d2.Vec) { // with the normal of an edge
		switch s.IntN(7) {
		case 4:
			return d2.Ellipse{Radii: vec(s.between(0.3, 1), s.between(0.3, 1))}, vec(0, 1)
		case 0:
			return d2.Box{Size: vec(s.between(0.5, 2), s.between(0.5, 2))}, vec(0, 1)
		case 1:
			return d2.Capsule{Height: s.between(0.5, 2), Radius: s.between(0.1, 0.5)}, vec(0, 1)
		case 2:
			return d2.Rounded{Core: d2.Box{Size: vec(s.between(0.5, 2), s.between(0.5, 2))}, R: s.between(0.01, 0.3)}, vec(0, 1)
		case 3:
			return d2.Circle{Radius: s.between(0.5, 1)}, vec(0, 1)
		}
		h := s.hull(t, 3+s.IntN(12))
		v := h.Vertices()
		k := s.IntN(len(v))
		e := v[(k+1)%len(v)].Sub(v[k])
		return h, vec(e.Y, -e.X).Scale(1 / e.Len())
	}
	small := func() float64 { // of any magnitude, zero at times
		if s.IntN(4) == 0 {
			return 0
		}
		return math.Ldexp(s.between(-1, 1), -3-s.IntN(30))
	}
	x, nx := shape()
	y, ny := shape()
	n := s.direction()
	rot := func(from, to d2.Vec, tilt float64) d2.Rot {
		c, sn := from.Dot(to), from.Cross(to)
		return must(d2.NewCosSin(c-sn*tilt, sn+c*tilt))(t)
	}
	unit := func(tilt float64) float64 { return tilt / math.Sqrt(1+tilt*tilt) }
	pa.Rot = rot(nx, n, 0)
	tilt := unit(small())
	pb.Rot = rot(ny, n.Neg(), 0).Mul(must(d2.NewCosSin(math.Sqrt(1-tilt*tilt), tilt))(t))
	foot := func(c d2.Convex, r d2.Rot, n d2.Vec) float64 {
		return r.Apply(c.Support(r.Inverse().Apply(n))).Dot(n) + c.Margin()
	}
	pa.Pos = s.direction()
	side := vec(-n.Y, n.X).Scale(s.between(-0.8, 0.8))
	if s.IntN(4) == 0 {
		side = d2.Vec{}
	}
	pb.Pos = pa.Pos.Add(side).Add(n.Scale(foot(x, pa.Rot, n) + foot(y, pb.Rot, n.Neg()) + small()))
	if s.IntN(8) == 0 {
		return d2.HalfSpace{Normal: n, Offset: pa.Pos.Dot(n) + foot(x, pa.Rot, n)}, y, d2.Pose{}, pb
	}
	return x, y, pa, pb
}

// A body moved by 1e-7 moves no point that keeps its ID by more than 1e-6, and most points keep it.
func TestManifoldJitter(t *testing.T) {
	s := newSample(77)
	var points, kept, twice int
	for i := range 20000 {
		sa, sb, pa, pb := s.resting(t)
		a, b := must(d2.Place(sa, pa))(t), must(d2.Place(sb, pb))(t)
		ct, mf := d2.Collide(&a, &b)
		pb.Pos = pb.Pos.Add(s.direction().Scale(1e-7))
		turn := s.between(-1e-7, 1e-7)
		pb.Rot = pb.Rot.Mul(must(d2.NewCosSin(math.Sqrt(1-turn*turn), turn))(t))
		moved := must(d2.Place(sb, pb))(t)
		_, after := d2.Collide(&a, &moved)
		if mf.N == 2 {
			twice++
			if mf.Points[0].ID == mf.Points[1].ID {
				t.Fatalf("%d: two points with one ID: %+v", i, mf)
			}
		}
		points += mf.N
		for _, p := range mf.Points[:mf.N] {
			for _, q := range after.Points[:after.N] {
				if p.ID != q.ID {
					continue
				}
				kept++
				if d := max(near(p.PointA, q.PointA), near(p.PointB, q.PointB)); d > 1e-6 {
					t.Errorf("%d: %x moves by %.3g, at distance %v\n%#v %v\n%#v %v", i, p.ID, d, ct.Distance, sa, pa, sb, pb)
				}
			}
		}
	}
	if kept < points*95/100 || twice < 10000 {
		t.Errorf("%d of %d points kept their IDs, %d manifolds had two points", kept, points, twice)
	}
	t.Logf("%d of %d points kept their IDs, %d manifolds had two points", kept, points, twice)
}

// Touch gives the manifold of Collide, bit for bit, unless the bodies are apart, and a relation
// that Distance does not contradict.
func TestPropertyTouch(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	apart, touch := 0, 0
	forEach(t, 2603, 6000, nil, func(r *run) error {
		rel, got := q.Touch(&r.a, &r.b, nil)
		ct, want := q.Collide(&r.a, &r.b, nil)
		if rel != ct.Relation && rel != q.Relate(&r.a, &r.b, nil) {
			return fmt.Errorf("%v, but %v by Distance", rel, ct.Relation)
		}
		if rel == collide.Apart {
			apart++
			if got != (d2.Manifold{}) || ct.Relation == collide.Overlapping || ct.Relation == collide.Touching {
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
	q := must(d2.NewQuery(d2.Options{}))(t)
	for _, size := range []float64{1e-40, 1e-90, 1e-130, 1e-155, 1e-170, 1e-250, 1e-280} {
		h := must(d2.NewPolygon([]d2.Vec{{X: -size, Y: -size}, {X: size, Y: -size}, {X: size, Y: size / 2}, {X: -size, Y: size}}))(t)
		for _, big := range []d2.Shape{must(d2.NewPolygon([]d2.Vec{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 0.5, Y: 1}}))(t), d2.Box{Size: vec(2, 2)}, d2.HalfSpace{Normal: vec(0, 1)}} {
			for _, small := range []d2.Shape{h, d2.Box{Size: vec(size, size)}, d2.Rounded{Core: h, R: size}} {
				a := must(d2.Place(big, d2.Pose{}))(t)
				for _, at := range []d2.Vec{{}, {X: 0.1, Y: 0.2}, {X: 3}, {X: 1, Y: 1}} {
					b := must(d2.Place(small, d2.Pose{Pos: at}))(t)
					_, mf := q.Collide(&a, &b, nil)
					if mf.N == 0 {
						t.Errorf("%v and %v at %v: no points", big, small, at)
					}
					for _, x := range mf.Points[:mf.N] {
						for _, p := range []d2.Vec{x.PointA, x.PointB} {
							for _, v := range []float64{p.X, p.Y, x.Distance} {
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
	q := must(d2.NewQuery(d2.Options{}))(t)
	var cache d2.Cache
	n := 0
	for _, p := range allocPairs(t) {
		call := func() {
			_, mf := q.Collide(&p.pair[0], &p.pair[1], &cache)
			_, touch := q.Touch(&p.pair[0], &p.pair[1], nil)
			n += mf.N + touch.N
		}
		call()
		if got := testing.AllocsPerRun(2, call); got != 0 {
			t.Errorf("%s: a manifold allocates %v times", p.name, got)
		}
	}
	if n == 0 {
		t.Error("no points")
	}
}

// BenchmarkManifold is Distance and the manifold; the difference to BenchmarkDistance is what the
// manifold costs.
func BenchmarkManifold(b *testing.B) {
	benchmark(b, d2.Options{}, func(q *d2.Query, x, y *d2.Object) int {
		_, mf := q.Collide(x, y, nil)
		return mf.N
	})
}
