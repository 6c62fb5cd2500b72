package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// solidOf returns a convex solid as a mesh of its faces, and the hull itself; ok is false for flat
// points.
func solidOf(t testing.TB, rng *rand.Rand, kind, n int) (m *d3.Mesh, h *d3.Hull, ok bool) {
	t.Helper()
	var v []d3.Vec
	for range n {
		p := d3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3)), Z: float64(rng.IntN(3))}
		if kind > 0 {
			p = d3.Vec{X: 2 * rng.Float64(), Y: 2 * rng.Float64(), Z: 2 * rng.Float64()}
		}
		v = append(v, p)
	}
	h = must(d3.NewHull(v))(t)
	if h.Dim() < 3 {
		return nil, nil, false
	}
	return must(d3.NewMesh(h.Vertices(), h.Faces(), d3.MeshOptions{Solid: true}))(t), h, true
}

// A convex solid made of triangles has the relations of the hull that it is, to other solids and to
// convex bodies, in contact from outside and inside, with faces on each other and equal.
func TestSolidIsItsHull(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 32))
	q := must(d3.NewQuery(d3.Options{}))(t)
	turns, seen := 4000, map[collide.Relation]int{}
	if testing.Short() {
		turns = 800
	}
	bodies := others(t)
	for turn := range turns {
		kind := turn % 3 / 2
		ma, ha, ok := solidOf(t, rng, kind, 4+rng.IntN(6))
		mb, hb, also := solidOf(t, rng, kind, 4+rng.IntN(4))
		if !ok || !also {
			continue
		}
		if turn%7 == 0 {
			mb, hb = ma, ha
		}
		pa := d3.Pose{Rot: drawRot(t, rng)}
		pb := d3.Pose{Rot: pa.Rot, Pos: d3.Vec{X: float64(rng.IntN(4) - 2), Y: float64(rng.IntN(3) - 1), Z: float64(rng.IntN(3) - 1)}}
		if turn%5 == 0 {
			pb.Rot = drawRot(t, rng)
		}
		if turn%11 == 0 {
			pb.Pos = d3.Vec{}
		}
		a, x, y := must(d3.Place(ma, pa))(t), must(d3.Place(ha, pa))(t), must(d3.Place(hb, pb))(t)
		b := must(d3.Place(mb, pb))(t)
		switch turn % 4 {
		case 0:
			b = y
		case 1:
			s := bodies[rng.IntN(len(bodies))]
			b = must(d3.Place(s, pb))(t)
			y = b
		}
		want := d3.Relate(&x, &y)
		name := fmt.Sprintf("turn %d, %T", turn, b.Shape())
		for _, pair := range [2][2]*d3.Object{{&a, &b}, {&b, &a}} {
			ct := q.Distance(pair[0], pair[1], nil)
			if ct.Relation != want && ct.Relation != collide.Undecided && want != collide.Undecided {
				t.Fatalf("%s: %v, the hulls are %v\n%v %v\n%v %v", name, ct.Relation, want, ha.Vertices(), pa, hb.Vertices(), pb)
			}
			if got := q.Relate(pair[0], pair[1], nil); got != ct.Relation {
				t.Fatalf("%s: relate says %v, distance %v", name, got, ct.Relation)
			}
			if got := q.Overlap(pair[0], pair[1], nil); got != (ct.Relation != collide.Apart) {
				t.Fatalf("%s: overlap says %v of %v", name, got, ct.Relation)
			}
			sd := d3.Distance(&x, &y)
			if ct.Lower > sd.Upper || ct.Upper < sd.Lower || !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) {
				t.Fatalf("%s: [%v, %v] at %v, of the hulls [%v, %v]", name, ct.Lower, ct.Upper, ct.Distance, sd.Lower, sd.Upper)
			}
			if off := ct.PointB.Sub(ct.PointA).Sub(ct.Normal.Scale(ct.Distance)).Len(); off > 0x1p-46 {
				t.Fatalf("%s: the points are off by %v", name, off)
			}
			seen[ct.Relation]++
		}
	}
	for _, rel := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
		if seen[rel] < turns/20 {
			t.Errorf("only %d pairs are %v", seen[rel], rel)
		}
	}
}

// Points and rays see a convex solid made of triangles as they see the hull that it is.
func TestSolidPointsAndRays(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(33, 34))
	q := must(d3.NewQuery(d3.Options{}))(t)
	inside := 0
	for turn := range 4000 {
		m, h, ok := solidOf(t, rng, turn%3/2, 4+rng.IntN(6))
		if !ok {
			continue
		}
		pose := d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3))}}
		a, x := must(d3.Place(m, pose))(t), must(d3.Place(h, pose))(t)
		p := pose.Apply(d3.Vec{X: float64(rng.IntN(5)) / 2, Y: float64(rng.IntN(5)) / 2, Z: float64(rng.IntN(5)) / 2})
		got, want := must(q.ClosestPoint(&a, p))(t), must(d3.ClosestPoint(&x, p))(t)
		if got.Relation != want.Relation {
			t.Fatalf("turn %d: %v, of the hull %v", turn, got.Relation, want.Relation)
		}
		if got.Lower > want.Upper || got.Upper < want.Lower {
			t.Fatalf("turn %d: [%v, %v], of the hull [%v, %v]", turn, got.Lower, got.Upper, want.Lower, want.Upper)
		}
		if off := got.Point.Add(got.Normal.Scale(got.Distance)).Sub(p).Len(); off > 0x1p-46 {
			t.Fatalf("turn %d: point + distance * normal is off by %v", turn, off)
		}
		if want.Relation == collide.Overlapping {
			inside++
		}
		r := must(d3.NewRay(p, d3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}, 5))(t)
		g, w := q.CastRay(&a, &r), d3.CastRay(&x, &r)
		if (g.Verdict == collide.Hit) != (w.Verdict == collide.Hit || w.Verdict == collide.Graze) {
			t.Fatalf("turn %d: ray %v, of the hull %v", turn, g.Verdict, w.Verdict)
		}
		if g.Verdict == collide.Hit && (g.Lower > w.Upper || g.Upper < w.Lower) {
			t.Fatalf("turn %d: t in [%v, %v], of the hull [%v, %v]", turn, g.Lower, g.Upper, w.Lower, w.Upper)
		}
	}
	if inside < 200 {
		t.Errorf("only %d points inside", inside)
	}
}

// What lies in a convex solid made of triangles lies in the hull that it is.
func TestSolidContains(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(35, 36))
	q := must(d3.NewQuery(d3.Options{}))(t)
	bodies, seen := others(t), map[collide.Containment]int{}
	for turn := range 3000 {
		m, h, ok := solidOf(t, rng, turn%3/2, 5+rng.IntN(6))
		n, g, also := solidOf(t, rng, turn%3/2, 4)
		if !ok || !also {
			continue
		}
		pa, pb := d3.Pose{Rot: drawRot(t, rng)}, d3.Pose{Rot: drawRot(t, rng)}
		pb.Pos = pa.Apply(d3.Vec{X: 2 + 4*rng.Float64(), Y: 2 + 4*rng.Float64(), Z: 2 + 4*rng.Float64()})
		m = must(m.Scaled(d3.Vec{X: 4, Y: 4, Z: 4}))(t)
		v := h.Vertices()
		for i := range v {
			v[i] = v[i].Scale(4)
		}
		a, x := must(d3.Place(m, pa))(t), must(d3.Place(must(d3.NewHull(v))(t), pa))(t)
		b, y := must(d3.Place(n, pb))(t), must(d3.Place(g, pb))(t)
		if turn%2 == 0 {
			b = must(d3.Place(bodies[turn/2%len(bodies)], pb))(t)
			y = b
		}
		want, got := d3.Contains(&x, &y), q.Contains(&a, &b)
		if got != want && got != collide.ContainmentUndecided && want != collide.ContainmentUndecided {
			t.Fatalf("turn %d, %T: %v, in the hull %v", turn, b.Shape(), got, want)
		}
		seen[got]++
	}
	if seen[collide.Inside] < 60 || seen[collide.NotInside] < 100 || seen[collide.ContainmentUndecided] > 100 {
		t.Errorf("%v", seen)
	}
}

// A ray that starts on the face of a convex part and slides along it, inside of a solid that is a
// later part, is a hit: the verdict is that of the union.
func TestRayAlongPartInSolid(t *testing.T) {
	box := d3.Part{Shape: d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}}
	solid := d3.Part{Shape: cubeMesh(t, 2), Pose: d3.Pose{Pos: d3.Vec{Y: -1, Z: -1}}}
	ray := must(d3.NewRay(d3.Vec{X: 1}, d3.Vec{Z: 1}, 10))(t)
	for part, parts := range [][]d3.Part{{box, solid}, {solid, box}} {
		a := must(d3.Place(must(d3.NewCompound(parts))(t), d3.Pose{}))(t)
		h := d3.CastRay(&a, &ray)
		if h.Verdict != collide.Hit || h.T != 0 || h.Lower != 0 || h.Upper != 0 || h.Part != 0 || h.Normal != (d3.Vec{}) {
			t.Errorf("order %d: %+v", part, h)
		}
	}
}

// The point of a ball in a solid is the one that is nearest to the boundary, also in the frame of
// the ball.
func TestBallInSolidLocal(t *testing.T) {
	turn := must(d3.NewQuat(0.6, 0, 0, 0.8))(t)
	cube := cubeMesh(t, 2)
	whole := must(d3.NewCompound([]d3.Part{{Shape: cube}, {Shape: d3.Sphere{Radius: 1}, Pose: d3.Pose{Pos: d3.Vec{X: 9}}}}))(t)
	for _, shape := range []d3.Shape{cube, whole} {
		a := must(d3.Place(shape, d3.Pose{Rot: turn}))(t)
		b := must(d3.Place(d3.Sphere{Radius: 0.25}, d3.Pose{Pos: turn.Apply(d3.Vec{X: 0.5, Y: 1, Z: 0.75}), Rot: turn}))(t)
		for _, pair := range [][2]*d3.Object{{&a, &b}, {&b, &a}} {
			cc, _ := d3.Collide(pair[0], pair[1])
			list := []d3.Contact{cc, d3.Distance(pair[0], pair[1])}
			for ct := range new(d3.Query).Manifolds(pair[0], pair[1], nil) {
				list = append(list, ct)
			}
			for i, ct := range list {
				off := pair[0].Pose().Apply(ct.LocalA).Sub(ct.PointA).Len() + pair[1].Pose().Apply(ct.LocalB).Sub(ct.PointB).Len()
				if ct.Relation != collide.Overlapping || math.Abs(ct.Distance+0.25) > 1e-15 || !(off < 1e-15) {
					t.Errorf("%T, answer %d: %+v, %g off", shape, i, ct, off)
				}
			}
		}
	}
}

// Many solids in a row with a body in each, turned together: each pair is the one it is alone, and
// the deepest is the one that Distance tells of. Bodies beside the row are in none.
func TestManyBodiesInSolids(t *testing.T) {
	turn := must(d3.NewQuat(0.6, 0, 0, 0.8))(t)
	cube, q := cubeMesh(t, 2), new(d3.Query)
	var as, bs []d3.Part
	const n, deepest = 24, 17
	for i := range n {
		at := d3.Vec{X: 3 * float64(i)}
		in := at.Add(d3.Vec{X: 0.5, Y: 1, Z: 1})
		if i == deepest {
			in.X += 0.25
		}
		shape := d3.Shape(d3.Sphere{Radius: 0.125})
		if i%2 == 0 {
			shape = cubeMesh(t, 0.25)
		}
		as = append(as, d3.Part{Shape: cube, Pose: d3.Pose{Pos: at}})
		bs = append(bs, d3.Part{Shape: shape, Pose: d3.Pose{Pos: in}}, d3.Part{Shape: shape, Pose: d3.Pose{Pos: at.Add(d3.Vec{Z: 3})}})
	}
	pose := d3.Pose{Pos: d3.Vec{Y: 5}, Rot: turn}
	a, b := must(d3.Place(mustCompound(t, as), pose))(t), must(d3.Place(mustCompound(t, bs), pose))(t)
	for _, pair := range [][2]*d3.Object{{&a, &b}, {&b, &a}} {
		count := 0
		for ct := range q.Manifolds(pair[0], pair[1], nil) {
			i := min(ct.PartA, ct.PartB)
			x := must(d3.Place(as[i].Shape, pose.Mul(as[i].Pose)))(t)
			y := must(d3.Place(bs[2*i].Shape, pose.Mul(bs[2*i].Pose)))(t)
			want := d3.Distance(&x, &y)
			if max(ct.PartA, ct.PartB) != 2*i || ct.Relation != collide.Overlapping || math.Abs(ct.Distance-want.Distance) > 1e-13 {
				t.Errorf("pair %d: %+v, alone %+v", i, ct, want)
			}
			count++
		}
		ct := q.Distance(pair[0], pair[1], nil)
		if count != n || min(ct.PartA, ct.PartB) != deepest || math.Abs(ct.Distance+0.625) > 1e-13 {
			t.Errorf("%d pairs, the deepest is %+v", count, ct)
		}
		if rel := q.Relate(pair[0], pair[1], nil); rel != collide.Overlapping {
			t.Errorf("%v", rel)
		}
	}
}

// cubeMesh returns a cube of a side from the origin on as a solid.
func cubeMesh(t testing.TB, side float64) *d3.Mesh {
	t.Helper()
	var v []d3.Vec
	for k := range 8 {
		v = append(v, d3.Vec{X: float64(k & 1), Y: float64(k >> 1 & 1), Z: float64(k >> 2)}.Scale(side))
	}
	h := must(d3.NewHull(v))(t)
	return must(d3.NewMesh(h.Vertices(), h.Faces(), d3.MeshOptions{Solid: true}))(t)
}

// A point in a solid within rounding of its boundary, on a face of it that is turned: the bracket
// is as narrow as elsewhere, whatever the hull of the solid is, and no number is -0.
func TestPointBesideBoundaryOfSolid(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 38))
	m := cubeMesh(t, 1)
	seen := map[collide.Relation]int{}
	for range 2000 {
		pose := d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: rng.Float64()}}
		a := must(d3.Place(m, pose))(t)
		cl := must(d3.ClosestPoint(&a, pose.Apply(d3.Vec{X: 0.5, Y: 0.25, Z: 1})))(t)
		for _, x := range []float64{cl.Distance, cl.Lower, cl.Upper} {
			if math.Signbit(x) && x == 0 {
				t.Fatalf("-0 in %+v", cl)
			}
		}
		if seen[cl.Relation]++; !(cl.Upper-cl.Lower < 1e-12) || !(cl.Lower <= cl.Distance && cl.Distance <= cl.Upper) {
			t.Fatalf("%+v", cl)
		}
	}
	if seen[collide.Overlapping] < 300 || seen[collide.Apart] < 300 {
		t.Errorf("%v", seen)
	}
}

// A small solid that sits in the wall of a large one, with no triangles that cross, overlaps it by
// a distance that is not -0.
func TestSolidsAtTheBoundaryHaveNoNegativeZero(t *testing.T) {
	a := must(d3.Place(cubeMesh(t, 0x1p30), d3.Pose{}))(t)
	b := must(d3.Place(cubeMesh(t, 1), d3.Pose{Pos: d3.Vec{X: 4, Y: 4}}))(t)
	ct := d3.Distance(&a, &b)
	if ct.Relation != collide.Overlapping || ct.Distance == 0 && math.Signbit(ct.Distance) ||
		ct.Upper == 0 && math.Signbit(ct.Upper) {
		t.Errorf("%+v", ct)
	}
}

// A surface with a corner on a solid and another one outside does not lie in it, also where no
// triangles cross.
func TestTouchingSurfaceSticksOut(t *testing.T) {
	a := must(d3.Place(cubeMesh(t, 1), d3.Pose{}))(t)
	v := []d3.Vec{{X: 1, Y: 0.5, Z: 0.5}, {X: 2, Y: 0.5, Z: 0.5}, {X: 2, Y: 1, Z: 0.5}}
	m := must(d3.NewMesh(v, [][3]int{{0, 1, 2}}, d3.MeshOptions{}))(t)
	b := must(d3.Place(m, d3.Pose{}))(t)
	if in := d3.Contains(&a, &b); in != collide.NotInside {
		t.Errorf("%v", in)
	}
	b = must(d3.Place(must(d3.NewHeightField(1, 1, [][]float64{{0, 0}, {0, 0}}))(t), d3.Pose{Pos: d3.Vec{X: 1}}))(t)
	if in := d3.Contains(&a, &b); in != collide.NotInside {
		t.Errorf("height field: %v", in)
	}
}

// TestPointDeeperInSolid: a point in a small part of a compound and deeper in a solid part. The
// answer is about the solid, also where the solver finds it: beside half-spaces, with an algorithm
// of the caller's choice, and within rounding of the boundary of the small part.
func TestPointDeeperInSolid(t *testing.T) {
	cube := func(size float64) *d3.Hull {
		var v []d3.Vec
		for i := range 8 {
			v = append(v, d3.Vec{
				X: (float64(i&1) - 0.5) * size, Y: (float64(i>>1&1) - 0.5) * size, Z: (float64(i>>2) - 0.5) * size,
			})
		}
		h, err := d3.NewHull(v)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := cube(4)
	solid, err := d3.NewMesh(h.Vertices(), h.Faces(), d3.MeshOptions{Solid: true})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 41))
	for _, small := range []d3.Shape{
		d3.Box{Size: d3.Vec{X: 0.25, Y: 0.25, Z: 0.25}},
		d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: 0.125},
		cube(0.25),
		d3.Cylinder{Radius: 0.125, Height: 0.25},
	} {
		for part := range 2 {
			parts := []d3.Part{{Shape: small}, {Shape: small}}
			parts[part].Shape = solid
			for range 3 {
				a := placeOrFail(t, mustCompound(t, parts), anyPose(rng, 3))
				for _, x := range []float64{0, 0x1p-6, 0.125 - 0x1p-55, 0.125} {
					for _, alg := range []collide.Algorithm{collide.Auto, collide.GJK, collide.SAT} {
						q, err := d3.NewQuery(d3.Options{Algorithm: alg})
						if err != nil {
							t.Fatal(err)
						}
						cl, err := q.ClosestPoint(a, a.Pose().Apply(d3.Vec{X: x}))
						if err != nil {
							t.Fatal(err)
						}
						if off := cl.Distance - (x - 2); cl.Part != part || cl.Triangle < 0 || math.Abs(off) > 1e-14 ||
							cl.Lower > x-2+1e-14 || cl.Upper < x-2-1e-14 || cl.Relation != collide.Overlapping {
							t.Errorf("%T, solid %d, x %v, %v: %+v", small, part, x, alg, cl)
						}
					}
				}
			}
		}
	}
}

// A body that starts in a solid is in contact at 0, wherever solid and body have their origins, and
// whatever the Query was asked about before. The solid is alone or a part, and either one moves.
func TestCastStartsInSolid(t *testing.T) {
	t.Parallel()
	var corners []d3.Vec
	for _, p := range cubeCorners(1) {
		corners = append(corners, p.Add(d3.Vec{X: 3, Y: 3, Z: 3}))
	}
	h := must(d3.NewHull(corners))(t)
	solid := must(d3.NewMesh(h.Vertices(), h.Faces(), d3.MeshOptions{Solid: true}))(t)
	small := must(d3.NewHull(cubeCorners(0.25)))(t)
	at := d3.Pose{Pos: d3.Vec{X: 3, Y: 3, Z: 3}}
	far := placeOrFail(t, d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 40}})
	used := must(d3.NewQuery(d3.Options{}))(t)
	for i, b := range []d3.Shape{
		d3.Sphere{Radius: 0.25},
		d3.Sphere{},
		d3.Box{Size: d3.Vec{X: 0.5, Y: 0.5, Z: 0.5}},
		must(d3.NewMesh(small.Vertices(), small.Faces(), d3.MeshOptions{}))(t),
		must(d3.NewMesh(small.Vertices(), small.Faces(), d3.MeshOptions{Solid: true}))(t),
		mustCompound(t, []d3.Part{{Shape: d3.Sphere{Radius: 0.25}}, {Shape: d3.Sphere{Radius: 0.25}, Pose: d3.Pose{Pos: d3.Vec{X: 9}}}}),
	} {
		for k, a := range []d3.Shape{
			solid,
			mustCompound(t, []d3.Part{{Shape: d3.Sphere{Radius: 1}, Pose: d3.Pose{Pos: d3.Vec{X: -20}}}, {Shape: solid}}),
		} {
			for turn := range 4 {
				x, y := placeOrFail(t, a, d3.Pose{}), placeOrFail(t, b, at)
				if turn%2 == 1 {
					x, y = y, x
				}
				s := must(d3.NewSweep(d3.Vec{X: 5}, 1, d3.SweepOptions{}))(t)
				q := used
				if turn > 1 {
					q = must(d3.NewQuery(d3.Options{}))(t)
				}
				q.Distance(x, far, nil)
				if hit := q.CastShape(x, y, &s); hit.Verdict != collide.Hit || hit.T != 0 || hit.Upper != 0 {
					t.Errorf("body %d in solid %d, turn %d: %+v", i, k, turn, hit)
				}
			}
		}
	}
}
