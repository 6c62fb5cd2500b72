package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// listed is one answer of Manifolds.
type listed struct {
	ct d3.Contact
	mf d3.Manifold
}

// manifoldsOf returns what Manifolds yields.
func manifoldsOf(q *d3.Query, a, b *d3.Object) (list []listed) {
	for ct, mf := range q.Manifolds(a, b, nil) {
		list = append(list, listed{ct, mf})
	}
	return list
}

// A surface that is a part of a compound, also of one in another, has the manifolds that it has
// alone: with no pose of its own bit for bit, else those that the surface allows.
func TestPartsHaveTheirManifolds(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 2))
	q := must(d3.NewQuery(d3.Options{}))(t)
	turns, total, other := 12, 0, 0
	if testing.Short() {
		turns = 4
	}
	for _, g := range grounds(t) {
		for k, s := range sliders(t) {
			for turn := range turns {
				own := d3.Pose{}
				if turn%4 > 0 {
					own = anyPose(rng, 4)
				}
				part := d3.Part{Shape: g.shape, Pose: own}
				if turn%4 == 2 {
					outer := anyPose(rng, 2)
					part = d3.Part{Shape: mustCompound(t, []d3.Part{{Shape: g.shape, Pose: outer.Inverse().Mul(own)}}), Pose: outer}
				}
				parts := []d3.Part{part}
				if turn%2 == 1 {
					parts = append(parts, d3.Part{Shape: d3.Sphere{Radius: 0.5}, Pose: d3.Pose{Pos: d3.Vec{X: 90}}})
				}
				pose := anyPose(rng, 1)
				if turn%3 == 0 {
					pose.Rot = d3.Rot{}
				}
				pose.Pos = d3.Vec{X: 3 * rng.Float64(), Y: 3 * rng.Float64(), Z: 0.3 * rng.Float64()}
				if g.left {
					pose.Pos.X *= -1
				}
				at := anyPose(rng, 3)
				bare, whole := placeOrFail(t, g.shape, at.Mul(own)), placeOrFail(t, mustCompound(t, parts), at)
				b := placeOrFail(t, s, at.Mul(own).Mul(pose))
				want, got := manifoldsOf(q, bare, b), manifoldsOf(q, whole, b)
				if turn%2 == 1 {
					for i, x := range manifoldsOf(q, b, whole) {
						got[i].ct = x.ct
						if y := got[i].mf; x.mf.N != y.N || x.mf.Normal != y.Normal.Neg().Add(d3.Vec{}) || x.mf.Points[0].PointB != y.Points[0].PointA {
							t.Fatalf("%s, slider %d, turn %d: swapped %+v, want %+v", g.name, k, turn, x.mf, y)
						}
					}
				}
				if total++; len(got) != len(want) {
					other++
				}
				for i := range got {
					x := &got[i]
					if own == (d3.Pose{}) && (len(got) != len(want) || x.mf != want[i].mf) {
						t.Fatalf("%s, slider %d, turn %d:\n%+v\nalone\n%+v", g.name, k, turn, got, want)
					}
					for j := range x.mf.Points[:x.mf.N] {
						p := &x.mf.Points[j]
						p.LocalA = own.Inverse().Apply(p.LocalA)
					}
					if err := g.check(q, bare, b, &x.mf, 1); err != nil {
						t.Fatalf("%s, slider %d, turn %d: %v", g.name, k, turn, err)
					}
				}
			}
		}
	}
	if other > total/20 { // which of equal ways out is first is open to rounding
		t.Errorf("%d of %d have as many manifolds as alone", total-other, total)
	}
}

// solidCube returns a solid of 12 triangles, or more, with |x|, |y|, |z| of h.
func solidCube(t testing.TB, h float64, more int) *d3.Mesh {
	t.Helper()
	hull := must(d3.NewHull(cubeCorners(h)))(t)
	v, f := hull.Vertices(), hull.Faces()
	for range more {
		for _, c := range f[:len(f):len(f)] {
			v = append(v, v[c[0]].Add(v[c[1]]).Add(v[c[2]]).Scale(1.0/3))
			n := len(v) - 1
			f = append(f[1:], [3]int{c[0], c[1], n}, [3]int{c[1], c[2], n}, [3]int{c[2], c[0], n})
		}
	}
	return must(d3.NewMesh(v, f, d3.MeshOptions{Solid: true}))(t)
}

// cross returns a solid with edges that rise into it: a cross of six arms.
func cross(t testing.TB) *d3.Mesh {
	t.Helper()
	var v []d3.Vec
	var f [][3]int
	at := map[d3.Vec]int{}
	corner := func(p d3.Vec) int {
		k, ok := at[p]
		if !ok {
			k = len(v)
			at[p], v = k, append(v, p)
		}
		return k
	}
	in := func(c [3]int) bool {
		n := 0
		for _, x := range c {
			n += x * x
		}
		return n <= 1
	}
	for i := range 27 {
		c := [3]int{i%3 - 1, i/3%3 - 1, i/9 - 1}
		for k := range 6 {
			d, side := k/2, k%2*2-1
			next := c
			if next[d] += side; !in(c) || in(next) {
				continue
			}
			var quad [4]int
			for m, o := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
				var x [3]float64
				x[d] = float64(2*c[d] + side)
				x[(d+1)%3], x[(d+2)%3] = float64(2*c[(d+1)%3]+2*o[0]-1), float64(2*c[(d+2)%3]+2*o[1]-1)
				quad[m] = corner(d3.Vec{X: x[0], Y: x[1], Z: x[2]})
			}
			if side < 0 {
				quad[1], quad[3] = quad[3], quad[1]
			}
			f = append(f, [3]int{quad[0], quad[1], quad[2]}, [3]int{quad[0], quad[2], quad[3]})
		}
	}
	return must(d3.NewMesh(v, f, d3.MeshOptions{Solid: true}))(t)
}

// Of a body in a solid, alone or a part of a compound, Touch has the manifold of Collide, Manifolds
// has it too, and first where neither has several parts; it lies on the surface and does not say
// that the bodies are apart. No answer has a -0.
func TestManifoldsInSolids(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(42, 2))
	q := must(d3.NewQuery(d3.Options{}))(t)
	far := d3.Part{Shape: d3.Sphere{Radius: 1}, Pose: d3.Pose{Pos: d3.Vec{X: 90}}}
	var outer []d3.Shape
	for _, m := range []d3.Shape{solidCube(t, 3, 0), solidCube(t, 3, 1), cross(t)} {
		outer = append(outer, m, mustCompound(t, []d3.Part{{Shape: m}}), mustCompound(t, []d3.Part{far, {Shape: m}, {Shape: m, Pose: d3.Pose{Pos: d3.Vec{X: 0.5}}}}))
	}
	small := []d3.Shape{
		d3.Sphere{},
		d3.Sphere{Radius: 0.125},
		d3.Box{Size: d3.Vec{X: 0.25, Y: 0.5, Z: 0.25}},
		solidCube(t, 0.125, 0), solidCube(t, 0.25, 2),
		must(d3.NewHeightField(0.25, 0.25, [][]float64{{0, 0}, {0, 0.125}}))(t),
		mustCompound(t, []d3.Part{far, {Shape: solidCube(t, 0.125, 0)}}),
	}
	turns, in := 60, 0
	if testing.Short() {
		turns = 12
	}
	for _, sa := range outer {
		for _, sb := range small {
			for turn := range turns {
				a := placeOrFail(t, sa, d3.Pose{})
				pose := d3.Pose{Pos: d3.Vec{X: float64(rng.IntN(49)-24) / 8, Y: float64(rng.IntN(49)-24) / 8, Z: float64(rng.IntN(49)-24) / 8}}
				if turn%3 == 0 {
					pose.Rot = anyRot(rng)
				}
				b := placeOrFail(t, sb, pose)
				if turn%2 == 0 {
					a, b = b, a
				}
				in += checkDoors(t, q, a, b)
			}
		}
	}
	if in < turns {
		t.Errorf("only %d bodies inside", in)
	}
	cube := placeOrFail(t, solidCube(t, 1, 0), d3.Pose{})
	checkDoors(t, q, cube, cube)
}

// checkDoors holds Collide, Touch and Manifolds to each other, and returns 1 where no two triangles
// meet but the bodies do.
func checkDoors(t *testing.T, q *d3.Query, a, b *d3.Object) int {
	t.Helper()
	ct, mf := q.Collide(a, b, nil)
	rel, same := q.Touch(a, b, nil)
	list := manifoldsOf(q, a, b)
	if plusZero(ct.Distance) || plusZero(ct.Lower) || plusZero(ct.Upper) || plusZero(mf.Points[0].Distance) || plusZero(ct.Normal.X) ||
		plusZero(ct.Normal.Y) || plusZero(ct.Normal.Z) || plusZero(mf.Normal.X) || plusZero(mf.Normal.Y) || plusZero(mf.Normal.Z) {
		t.Fatalf("-0 in %+v or %+v", ct, mf)
	}
	if rel != ct.Relation {
		t.Fatalf("Touch: %v, Collide %v", rel, ct.Relation)
	}
	if rel == collide.Apart {
		if len(list) > 0 {
			t.Fatalf("apart, and %d manifolds", len(list))
		}
		return 0
	}
	if same != mf {
		t.Fatalf("Touch:\n%+v\nCollide:\n%+v", same, mf)
	}
	found := false
	for i, x := range list {
		found = found || x.mf == mf && x.ct.PartA == ct.PartA && x.ct.PartB == ct.PartB
		if i == 0 && !found && several(a)+several(b) == 0 {
			t.Fatalf("the first of Manifolds is\n%+v\nCollide:\n%+v", x.mf, mf)
		}
		least := math.Inf(1)
		for _, p := range x.mf.Points[:x.mf.N] {
			least = min(least, p.Distance)
			for _, s := range [2]struct {
				o *d3.Object
				p d3.Vec
			}{{a, p.PointA}, {b, p.PointB}} {
				if cl, _ := q.ClosestPoint(s.o, s.p); cl.Distance > 1e-9 {
					t.Fatalf("%v is %v off its body", s.p, cl.Distance)
				}
			}
		}
		if convex(a)+convex(b) > 0 && x.ct.Relation == collide.Overlapping && least > 1e-12 {
			t.Fatalf("overlapping by %v, and a manifold of bodies %v apart", x.ct.Distance, least)
		}
	}
	if !found {
		t.Fatalf("none of %d manifolds is that of Collide", len(list))
	}
	uniqueIDs(t, list)
	if rel == collide.Overlapping && len(list) == 1 && mf.N > 0 && mf.Points[0].Distance < -0.2 {
		return 1
	}
	return 0
}

// plusZero reports whether x is -0.
func plusZero(x float64) bool { return x == 0 && math.Signbit(x) }

// several returns 1 for a compound of several parts.
func several(o *d3.Object) int {
	if c, ok := o.Shape().(*d3.Compound); ok && c.Len() > 1 {
		return 1
	}
	return 0
}

// convex returns 1 for a sphere or a box.
func convex(o *d3.Object) int {
	switch o.Shape().(type) {
	case d3.Sphere, d3.Box:
		return 1
	}
	return 0
}

// uniqueIDs fails where two points with the same parts have the same ID.
func uniqueIDs(t *testing.T, list []listed) {
	t.Helper()
	type key struct {
		a, b int
		id   collide.FeatureID
	}
	had := map[key]int{}
	for i, x := range list {
		for _, p := range x.mf.Points[:x.mf.N] {
			k := key{x.ct.PartA, x.ct.PartB, p.ID}
			if j, ok := had[k]; ok {
				t.Fatalf("manifolds %d and %d have the ID %x", j, i, p.ID)
			}
			had[k] = i
		}
	}
}

// An ID is unique together with the parts: of surfaces against surfaces, half-spaces and bodies in
// their corners, alone and as parts, on a lattice where edges lie on edges.
func TestManifoldIDsAreUnique(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(43, 2))
	q := must(d3.NewQuery(d3.Options{}))(t)
	n := 1500
	if testing.Short() {
		n = 300
	}
	most := 0
	for range n {
		a := drawAssembly(t, rng, latticePose(t, rng, 2))
		b := drawAssembly(t, rng, latticePose(t, rng, 2))
		list := manifoldsOf(q, &a.whole, &b.whole)
		uniqueIDs(t, list)
		most = max(most, len(list))
		checkDoors(t, q, &a.parts[0], &b.parts[0])
	}
	if most < 10 {
		t.Errorf("at most %d manifolds", most)
	}
	v, tr, _ := gridOf(12, 12, 0.5, func(x, y float64) float64 { return math.Floor(x) + math.Floor(y) })
	m := placeOrFail(t, must(d3.NewMesh(v, tr, d3.MeshOptions{}))(t), d3.Pose{})
	h := placeOrFail(t, d3.HalfSpace{Normal: d3.Vec{Z: 1}, Offset: 20}, d3.Pose{})
	list := manifoldsOf(q, m, h)
	uniqueIDs(t, list)
	if _, mf := q.Collide(m, h, nil); len(list) != len(tr) || list[0].mf != mf {
		t.Errorf("%d manifolds of a half-space and %d triangles", len(list), len(tr))
	}
}

// Edges and vertices have the numbers of the triangles as given, dropped ones counted.
func TestManifoldEdgeNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(44, 2))
	q := must(d3.NewQuery(d3.Options{}))(t)
	seen := 0
	for range 400 {
		s := drawSoup(rng, "everyday", 6)
		for i := range s.t {
			if rng.IntN(2) == 0 {
				s.t[i][1] = s.t[i][0]
			}
		}
		mesh, err := d3.NewMesh(s.v, s.t, d3.MeshOptions{})
		if err != nil {
			continue
		}
		a := placeOrFail(t, mesh, d3.Pose{})
		b := placeOrFail(t, d3.Sphere{Radius: 0.3}, d3.Pose{Pos: d3.Vec{X: 5 * rng.Float64(), Y: 5 * rng.Float64(), Z: 5 * rng.Float64()}})
		_, mf := q.Collide(a, b, nil)
		kind, k := mf.Points[0].ID.A()
		if kind != collide.FeatureEdge {
			continue
		}
		seen++
		f := s.t[k/3]
		x, y, p := s.v[f[k%3]], s.v[f[(k+1)%3]], mf.Points[0].LocalA
		e := y.Sub(x).Unit()
		if off := p.Sub(x).Cross(e).Len(); off > 1e-9 || p.Sub(x).Dot(e) < -1e-9 || p.Sub(y).Dot(e) > 1e-9 {
			t.Fatalf("edge %d is %v off the point %v", k, off, p)
		}
	}
	if seen < 50 {
		t.Errorf("only %d edges", seen)
	}
}

// A ray that starts in several parts names the least of them, whatever they are.
func TestRayNamesTheLeastPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 2))
	for range 300 {
		var parts []d3.Part
		for range 1 + rng.IntN(5) {
			p := d3.Part{Pose: d3.Pose{Pos: d3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64() - 0.5}, Rot: anyRot(rng)}}
			switch rng.IntN(4) {
			case 0:
				p.Shape = solidCube(t, 0.5, 0)
			case 1:
				p.Shape = d3.Sphere{Radius: 0.5}
			case 2:
				p.Shape = d3.HalfSpace{Normal: d3.Vec{Z: 1}, Offset: 0.25}
			default:
				p.Shape = d3.Ellipsoid{Radii: d3.Vec{X: 0.5, Y: 0.75, Z: 0.5}}
			}
			parts = append(parts, p)
		}
		at := anyPose(rng, 2)
		a := placeOrFail(t, mustCompound(t, parts), at)
		ray := must(d3.NewRay(at.Pos, d3.Vec{X: 1, Y: rng.Float64()}, 9))(t)
		want := -1
		for i, p := range parts {
			if one := d3.CastRay(placeOrFail(t, p.Shape, at.Mul(p.Pose)), &ray); one.Verdict == collide.Hit && one.T == 0 {
				want = i
				break
			}
		}
		h := d3.CastRay(a, &ray)
		if want >= 0 && (h.Part != want || h.T != 0 || h.Verdict != collide.Hit || h.Normal != (d3.Vec{})) {
			t.Fatalf("part %d at %v along %v, want part %d", h.Part, h.T, h.Normal, want)
		}
	}
}

// A triangle touches a solid in a corner, and one of its edges goes on from there in line with one
// of the solid's, away from it. The crossing of two edges on one line could be anywhere on the
// line: a point was at the far end of the solid's edge, beside the triangle.
func TestManifoldsOfEdgesInLine(t *testing.T) {
	v := func(x, y, z float64) d3.Vec { return d3.Vec{X: x, Y: y, Z: z} }
	solid := must(d3.NewMesh(
		[]d3.Vec{v(0, 3, 1), v(2, 1, 3), v(2, 1, 1), v(1, 3, 3), v(2, 2, 2), v(1, 1, 3)},
		[][3]int{{2, 0, 4}, {4, 0, 3}, {1, 3, 5}, {0, 5, 3}, {1, 4, 3}, {2, 5, 0}, {1, 5, 2}, {1, 2, 4}},
		d3.MeshOptions{Solid: true},
	))(t)
	surface := must(d3.NewMesh(
		[]d3.Vec{v(0, 0, 0), v(2, 2, 1), v(1, 3, 3), v(1, 3, 2), v(2, 2, 1), v(2, 2, 0)},
		[][3]int{{0, 1, 2}, {3, 4, 5}}, d3.MeshOptions{},
	))(t)
	a, b := placeOrFail(t, solid, d3.Pose{}), placeOrFail(t, surface, d3.Pose{Pos: v(1, -1, 0)})
	q := must(d3.NewQuery(d3.Options{}))(t)
	n := 0
	for _, mf := range q.Manifolds(a, b, nil) {
		n++
		for _, p := range mf.Points[:mf.N] {
			if cl := must(d3.ClosestPoint(b, p.PointB))(t); cl.Distance > 1e-12 {
				t.Errorf("%v is %v off the surface", p.PointB, cl.Distance)
			}
		}
	}
	if n != 2 {
		t.Errorf("%d manifolds", n)
	}
}
