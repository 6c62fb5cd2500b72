package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// soup is a set of triangles and their hulls.
type soup struct {
	v []d3.Vec
	t [][3]int
}

// soups are kinds of triangles, each hard in its own way.
var soups = []string{"everyday", "lattice", "slivers", "flat", "huge", "mixed"}

// drawSoup returns n triangles of a kind.
func drawSoup(rng *rand.Rand, kind string, n int) (s soup) {
	for i := range 3 * n {
		var p d3.Vec
		switch kind {
		case "everyday":
			c := rand.New(rand.NewPCG(uint64(i/3), 1))
			p = d3.Vec{X: 4*c.Float64() + rng.Float64(), Y: 4*c.Float64() + rng.Float64(), Z: 4*c.Float64() + rng.Float64()}
		case "lattice", "mixed":
			p = d3.Vec{X: float64(rng.IntN(4)), Y: float64(rng.IntN(4)), Z: float64(rng.IntN(4))}
		case "slivers":
			x := rng.Float64()
			p = d3.Vec{X: x, Y: 2 * x, Z: 3 * x}
			if i%3 == 1 {
				p.Y += 0x1p-40 * rng.Float64()
			}
		case "flat":
			p = d3.Vec{X: float64(rng.IntN(5)), Y: float64(rng.IntN(5))}
		case "huge":
			p = d3.Vec{X: 1e12 * rng.Float64(), Y: 1e12 * rng.Float64(), Z: 1e12 * rng.Float64()}
		}
		if kind == "mixed" && rng.IntN(4) == 0 {
			p = p.Scale(math.Ldexp(1, rng.IntN(40)-20))
		}
		s.v = append(s.v, p)
	}
	for i := range n {
		s.t = append(s.t, [3]int{3 * i, 3*i + 1, 3*i + 2})
	}
	return s
}

// mesh returns the surface, and the hull of each triangle that it has, nil for the others. ok is
// false where it has none.
func (s *soup) mesh(t testing.TB) (m *d3.Mesh, hulls []*d3.Hull, ok bool) {
	t.Helper()
	m, err := d3.NewMesh(s.v, s.t, d3.MeshOptions{})
	if err != nil {
		return nil, nil, false
	}
	hulls = make([]*d3.Hull, len(s.t))
	for i, f := range s.t {
		if a, b, c := s.v[f[0]], s.v[f[1]], s.v[f[2]]; a != b && b != c && c != a {
			hulls[i] = must(d3.NewHull([]d3.Vec{a, b, c}))(t)
		}
	}
	return m, hulls, true
}

// drawRot returns rotations of which many are none or by a quarter turn.
func drawRot(t testing.TB, rng *rand.Rand) d3.Rot {
	switch rng.IntN(4) {
	case 0:
		return d3.Rot{}
	case 1:
		return must(d3.NewQuat(0.5, 0.5, 0.5, 0.5))(t)
	case 2:
		return must(d3.NewQuat(0.6, 0, 0, 0.8))(t)
	}
	q := [4]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	l := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	return must(d3.NewQuat(q[0]/l, q[1]/l, q[2]/l, q[3]/l))(t)
}

// others are convex bodies and half-spaces that meshes meet.
func others(t testing.TB) []d3.Shape {
	return []d3.Shape{
		d3.Sphere{},
		d3.Sphere{Radius: 0.5},
		d3.Box{Size: d3.Vec{X: 1, Y: 2, Z: 1}},
		d3.Capsule{Height: 1, Radius: 0.25},
		d3.Cylinder{Radius: 0.5, Height: 1},
		d3.HalfSpace{Normal: d3.Vec{Z: 1}, Offset: 0.5},
		must(d3.NewHull([]d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}))(t),
		d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, R: 0.5},
	}
}

// rank orders relations: that of a union is the greatest of its parts.
func rank(r collide.Relation) int {
	switch r {
	case collide.Overlapping:
		return 3
	case collide.Undecided:
		return 2
	case collide.Touching:
		return 1
	case collide.Apart:
	}
	return 0
}

// A surface against surfaces, convex bodies and half-spaces gives what its triangles give one by
// one as hulls: the relation of the nearest, a bracket that meets theirs, triangles that are in
// contact.
func TestMeshIsItsTriangles(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	q := must(d3.NewQuery(d3.Options{}))(t)
	bodies := others(t)
	turns := 1500
	if testing.Short() {
		turns = 300
	}
	for turn := range turns {
		kind := soups[turn%len(soups)]
		sa, sb := drawSoup(rng, kind, 1+rng.IntN(12)), drawSoup(rng, kind, 1+rng.IntN(6))
		ma, ha, ok := sa.mesh(t)
		mb, hb, also := sb.mesh(t)
		if !ok || !also {
			continue
		}
		pa, pb := d3.Pose{Rot: drawRot(t, rng)}, d3.Pose{Rot: drawRot(t, rng)}
		pb.Pos = d3.Vec{X: float64(rng.IntN(5) - 2), Y: float64(rng.IntN(5) - 2), Z: float64(rng.IntN(3) - 1)}
		if turn%3 == 0 {
			pa.Pos = d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}
		}
		b, shapes := must(d3.Place(mb, pb))(t), asShapes(hb)
		if turn%4 == 0 {
			s := bodies[rng.IntN(len(bodies))]
			b, shapes = must(d3.Place(s, pb))(t), []d3.Shape{s}
		}
		a := must(d3.Place(ma, pa))(t)
		name := fmt.Sprintf("%s %d, %T", kind, turn, b.Shape())
		checkMeshPair(t, name, q, &a, &b, asShapes(ha), shapes)
		checkMeshPair(t, name+", the other way round", q, &b, &a, shapes, asShapes(ha))
	}
}

func asShapes(hulls []*d3.Hull) (s []d3.Shape) {
	for _, h := range hulls {
		if h == nil {
			s = append(s, nil)
		} else {
			s = append(s, h)
		}
	}
	return s
}

// checkMeshPair checks the answers about a and b by those about their parts.
func checkMeshPair(t *testing.T, name string, q *d3.Query, a, b *d3.Object, as, bs []d3.Shape) {
	t.Helper()
	type answer struct{ ct d3.Contact }
	all := make([][]answer, len(as))
	rel, lower, upper := collide.Apart, math.Inf(1), math.Inf(1)
	box := d3.AABB{}
	for i, s := range as {
		all[i] = make([]answer, len(bs))
		if s == nil {
			continue
		}
		x := must(d3.Place(s, a.Pose()))(t)
		if box == (d3.AABB{}) {
			box = x.AABB()
		}
		box = box.Union(x.AABB())
		for j, r := range bs {
			if r == nil {
				continue
			}
			y := must(d3.Place(r, b.Pose()))(t)
			ct := d3.Distance(&x, &y)
			all[i][j] = answer{ct}
			if rank(ct.Relation) > rank(rel) {
				rel = ct.Relation
			}
			lower, upper = min(lower, ct.Lower), min(upper, ct.Upper)
		}
	}
	ct := q.Distance(a, b, nil)
	if ct.Relation != rel {
		t.Fatalf("%s: %v, by triangles %v", name, ct.Relation, rel)
	}
	if got := q.Relate(a, b, nil); got != rel {
		t.Fatalf("%s: relate says %v, distance %v", name, got, rel)
	}
	if got := q.Overlap(a, b, nil); got != (rel != collide.Apart) {
		t.Fatalf("%s: overlap says %v of %v", name, got, rel)
	}
	if !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) || ct.Lower > upper || rel == collide.Apart && ct.Upper < lower {
		t.Fatalf("%s: [%v, %v] at %v, by triangles [%v, %v]", name, ct.Lower, ct.Upper, ct.Distance, lower, upper)
	}
	if (rel == collide.Overlapping || rel == collide.Undecided) && ct.Lower != -math.MaxFloat64 {
		t.Fatalf("%s: a surface is in contact with the lower bound %v", name, ct.Lower)
	}
	pick := func(i, part int, n int) int {
		if part != -1 {
			t.Fatalf("%s: part %d", name, part)
		}
		if n == 1 && i == -1 {
			return 0
		}
		return i
	}
	i, j := pick(ct.TriangleA, ct.PartA, len(as)), pick(ct.TriangleB, ct.PartB, len(bs))
	if got := all[i][j].ct; got.Relation != rel && rel != collide.Undecided {
		t.Fatalf("%s: triangles %d and %d are %v, the answer is %v", name, i, j, got.Relation, rel)
	}
	if d := ct.PointB.Sub(ct.PointA).Sub(ct.Normal.Scale(ct.Distance)).Len(); !(d <= 0x1p-48*(1+math.Abs(ct.Distance)+ct.PointA.Len())) {
		t.Fatalf("%s: the points are off by %v", name, d)
	}
	got := a.AABB()
	for _, side := range [][2]float64{
		{got.Min.X, box.Min.X},
		{got.Min.Y, box.Min.Y},
		{got.Min.Z, box.Min.Z},
		{-got.Max.X, -box.Max.X},
		{-got.Max.Y, -box.Max.Y},
		{-got.Max.Z, -box.Max.Z},
	} {
		// Both are rounded outward by at most 2^-46 of the size and the distance.
		if off := math.Abs(side[0] - side[1]); off > 0x1p-44*(a.Pose().Pos.Len()+box.Min.Len()+box.Max.Len()) {
			t.Fatalf("%s: box %v, of the triangles %v", name, got, box)
		}
	}
}

// Queries about meshes allocate nothing once the work space has grown.
func TestMeshAllocations(t *testing.T) {
	noCollection(t)
	rng := rand.New(rand.NewPCG(3, 4))
	q := must(d3.NewQuery(d3.Options{}))(t)
	s := drawSoup(rng, "everyday", 60)
	m := must(d3.NewMesh(s.v, s.t, d3.MeshOptions{}))(t)
	flat := must(d3.NewMesh([]d3.Vec{{}, {X: 4}, {Y: 4}, {X: 4, Y: 4}}, [][3]int{{0, 1, 2}, {1, 3, 2}}, d3.MeshOptions{}))(t)
	quat := must(d3.NewQuat(0.5, 0.5, 0.5, 0.5))(t)
	a := must(d3.Place(m, d3.Pose{}))(t)
	sweep := must(d3.NewSweep(d3.Vec{X: 3, Y: 1, Z: 1}, 1, d3.SweepOptions{}))(t)
	ray := must(d3.NewRay(d3.Vec{X: -1, Y: -1, Z: -1}, d3.Vec{X: 1, Y: 1, Z: 1}, 10))(t)
	motion := must(d3.NewMotion(d3.Vec{X: 3}, d3.Vec{Z: 1}, d3.Vec{}))(t)
	for _, b := range []d3.Object{
		must(d3.Place(m, d3.Pose{Pos: d3.Vec{X: 1, Y: 1, Z: 1}, Rot: quat}))(t),
		must(d3.Place(m, d3.Pose{Pos: d3.Vec{X: 7, Y: 1, Z: 1}}))(t),
		must(d3.Place(flat, d3.Pose{Pos: d3.Vec{X: 1, Y: 1, Z: 1}}))(t),
		must(d3.Place(d3.Sphere{Radius: 0.5}, d3.Pose{Pos: d3.Vec{X: 2, Y: 2, Z: 2}}))(t),
		must(d3.Place(d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{Pos: d3.Vec{X: -2, Y: 2, Z: 2}, Rot: quat}))(t),
		must(d3.Place(d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: 1}, d3.Pose{}))(t),
	} {
		for name, f := range map[string]func(){
			"Distance":       func() { q.Distance(&a, &b, nil) },
			"Relate":         func() { q.Relate(&b, &a, nil) },
			"DistanceWithin": func() { _, _ = q.DistanceWithin(&a, &b, 0.5, nil) },
			"RelateMargin":   func() { _, _ = q.RelateMargin(&a, &b, 0.5, nil) },
			"Collide":        func() { q.Collide(&a, &b, nil) },
			"Touch":          func() { q.Touch(&a, &b, nil) },
			"CastShape":      func() { q.CastShape(&a, &b, &sweep) },
			"CastRay":        func() { q.CastRay(&a, &ray) },
			"ClosestPoint":   func() { _, _ = q.ClosestPoint(&a, d3.Vec{X: 1, Y: 2, Z: 3}) },
			"TimeOfImpact":   func() { _, _ = q.TimeOfImpact(&a, &motion, &b, &d3.Motion{}, d3.ImpactOptions{}) },
			"Contains":       func() { q.Contains(&b, &a) },
			"Move":           func() { _ = a.Move(d3.Pose{Rot: quat}); _ = a.Move(d3.Pose{}) },
		} {
			f()
			if n := testing.AllocsPerRun(3, f); n != 0 {
				t.Errorf("%T %s: %v allocations", b.Shape(), name, n)
			}
		}
	}
}

// place returns the triangles at a pose, nil where there is none.
func placeAll(t testing.TB, hulls []*d3.Hull, p d3.Pose) []*d3.Object {
	t.Helper()
	list := make([]*d3.Object, len(hulls))
	for i, h := range hulls {
		if h != nil {
			o := must(d3.Place(h, p))(t)
			list[i] = &o
		}
	}
	return list
}

// A ray hits a surface where it first meets a triangle, and any contact is a hit.
func TestMeshRays(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	q := must(d3.NewQuery(d3.Options{}))(t)
	hits := 0
	for turn := range 3000 {
		kind := soups[turn%len(soups)]
		s := drawSoup(rng, kind, 1+rng.IntN(12))
		m, hulls, ok := s.mesh(t)
		if !ok {
			continue
		}
		pose := d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3))}}
		a := must(d3.Place(m, pose))(t)
		from := d3.Vec{X: float64(rng.IntN(9) - 4), Y: float64(rng.IntN(9) - 4), Z: float64(rng.IntN(9) - 4)}
		to := s.v[rng.IntN(len(s.v))]
		if turn%2 == 0 {
			to = to.Add(s.v[rng.IntN(len(s.v))]).Scale(0.5)
		}
		d := pose.Apply(to).Sub(from)
		if d == (d3.Vec{}) {
			continue
		}
		r := must(d3.NewRay(from, d, 2))(t)
		h := q.CastRay(&a, &r)
		lower, upper, meets := math.Inf(1), math.Inf(1), false
		for _, o := range placeAll(t, hulls, pose) {
			if o == nil {
				continue
			}
			if one := d3.CastRay(o, &r); one.Verdict != collide.Miss {
				meets = true
				lower, upper = min(lower, one.Lower), min(upper, one.Upper)
			}
		}
		name := fmt.Sprintf("%s %d", kind, turn)
		switch {
		case meets != (h.Verdict == collide.Hit) || h.Verdict == collide.Graze:
			t.Fatalf("%s: %v, by triangles contact is %v", name, h.Verdict, meets)
		case !meets:
			continue
		case h.Lower > upper || h.Upper < lower || !(h.Lower <= h.T && h.T <= h.Upper):
			t.Fatalf("%s: t %v in [%v, %v], by triangles [%v, %v]", name, h.T, h.Lower, h.Upper, lower, upper)
		case h.Triangle < 0 || h.Part != -1 || hulls[h.Triangle] == nil:
			t.Fatalf("%s: triangle %d, part %d", name, h.Triangle, h.Part)
		}
		hits++
		one := must(d3.Place(hulls[h.Triangle], pose))(t)
		if g := d3.CastRay(&one, &r); g.Verdict == collide.Miss || g.Lower > h.Upper || g.Upper < h.Lower {
			t.Fatalf("%s: triangle %d is met at [%v, %v], the answer is [%v, %v]",
				name, h.Triangle, g.Lower, g.Upper, h.Lower, h.Upper)
		}
		if h.Normal != (d3.Vec{}) && h.Normal.Dot(d) > 1e-9*d.Len() {
			t.Fatalf("%s: the normal %v does not face a ray along %v", name, h.Normal, d)
		}
	}
	if hits < 1000 {
		t.Errorf("only %d hits", hits)
	}
}

// The point of a surface nearest to another is that of the nearest triangle, and all of it is
// boundary.
func TestMeshPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	q := must(d3.NewQuery(d3.Options{}))(t)
	for turn := range 3000 {
		kind := soups[turn%len(soups)]
		s := drawSoup(rng, kind, 1+rng.IntN(12))
		m, hulls, ok := s.mesh(t)
		if !ok {
			continue
		}
		pose := d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3))}}
		a := must(d3.Place(m, pose))(t)
		p := pose.Apply(s.v[rng.IntN(len(s.v))])
		if turn%2 == 0 {
			p = p.Add(d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}.Scale(p.Len()))
		}
		cl := must(q.ClosestPoint(&a, p))(t)
		lower, upper, rel := math.Inf(1), math.Inf(1), collide.Apart
		for _, o := range placeAll(t, hulls, pose) {
			if o == nil {
				continue
			}
			one := must(d3.ClosestPoint(o, p))(t)
			if rank(one.Relation) > rank(rel) {
				rel = one.Relation
			}
			lower, upper = min(lower, one.Lower), min(upper, one.Upper)
		}
		name := fmt.Sprintf("%s %d", kind, turn)
		if cl.Relation != rel || rel == collide.Overlapping {
			t.Fatalf("%s: %v, by triangles %v", name, cl.Relation, rel)
		}
		if cl.Lower > upper || cl.Upper < lower || !(cl.Lower <= cl.Distance && cl.Distance <= cl.Upper) {
			t.Fatalf("%s: %v in [%v, %v], by triangles [%v, %v]", name, cl.Distance, cl.Lower, cl.Upper, lower, upper)
		}
		if cl.Triangle < 0 || cl.Part != -1 {
			t.Fatalf("%s: triangle %d, part %d", name, cl.Triangle, cl.Part)
		}
		one := must(d3.Place(hulls[cl.Triangle], pose))(t)
		if g := must(d3.ClosestPoint(&one, p))(t); g.Lower > cl.Upper || g.Upper < cl.Lower {
			t.Fatalf("%s: triangle %d is at [%v, %v], the answer [%v, %v]", name, cl.Triangle, g.Lower, g.Upper, cl.Lower, cl.Upper)
		}
		if off := cl.Point.Add(cl.Normal.Scale(cl.Distance)).Sub(p).Len(); off > 0x1p-48*(p.Len()+cl.Distance) {
			t.Fatalf("%s: point + distance * normal is off by %v", name, off)
		}
	}
}

// A body that is swept, or moves, meets a surface when it first meets one of its triangles.
func TestMeshSweeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	q := must(d3.NewQuery(d3.Options{}))(t)
	bodies := others(t)
	turns := 600
	if testing.Short() {
		turns = 150
	}
	for turn := range turns {
		kind := []string{"everyday", "lattice", "flat"}[turn%3]
		sa, sb := drawSoup(rng, kind, 1+rng.IntN(6)), drawSoup(rng, kind, 1+rng.IntN(3))
		ma, ha, ok := sa.mesh(t)
		mb, hb, also := sb.mesh(t)
		if !ok || !also {
			continue
		}
		pa := d3.Pose{Rot: drawRot(t, rng)}
		pb := d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: float64(rng.IntN(9) - 4), Y: float64(rng.IntN(9) - 4), Z: 5}}
		a, b, shapes := must(d3.Place(ma, pa))(t), must(d3.Place(mb, pb))(t), asShapes(hb)
		if turn%2 == 0 {
			s := bodies[rng.IntN(len(bodies))]
			b, shapes = must(d3.Place(s, pb))(t), []d3.Shape{s}
		}
		way := d3.Vec{X: float64(rng.IntN(3) - 1), Y: float64(rng.IntN(3) - 1), Z: -8}
		sweep := must(d3.NewSweep(way, 1, d3.SweepOptions{}))(t)
		motion := must(d3.NewMotion(way, d3.Vec{Z: rng.Float64()}, d3.Vec{}))(t)
		h := q.CastShape(&a, &b, &sweep)
		im := must(q.TimeOfImpact(&a, &d3.Motion{}, &b, &motion, d3.ImpactOptions{}))(t)
		meets, unsure, lower, upper := false, false, math.Inf(1), math.Inf(1)
		hit, open, first, last := false, false, math.Inf(1), math.Inf(1)
		for _, x := range placeAll(t, ha, pa) {
			for _, s := range shapes {
				if x == nil || s == nil {
					continue
				}
				y := must(d3.Place(s, pb))(t)
				switch one := d3.CastShape(x, &y, &sweep); one.Verdict {
				case collide.Hit, collide.Graze:
					meets = true
					lower, upper = min(lower, one.Lower), min(upper, one.Upper)
				case collide.Unsure:
					unsure = true
				case collide.Miss:
				}
				switch one := must(d3.TimeOfImpact(x, &d3.Motion{}, &y, &motion, d3.ImpactOptions{}))(t); one.Verdict {
				case collide.Hit:
					hit = true
					first, last = min(first, one.Lower), min(last, one.Upper)
				case collide.Unsure:
					open = true
				default:
				}
			}
		}
		name := fmt.Sprintf("%s %d, %T", kind, turn, b.Shape())
		if !unsure && meets != (h.Verdict == collide.Hit) || h.Verdict == collide.Graze {
			t.Fatalf("%s: %v, by triangles contact is %v", name, h.Verdict, meets)
		}
		if h.Verdict == collide.Hit && (h.Lower > upper || !unsure && h.Upper < lower || h.TriangleA < 0 || h.PartA != -1) {
			t.Fatalf("%s: [%v, %v] at triangle %d, by triangles [%v, %v]", name, h.Lower, h.Upper, h.TriangleA, lower, upper)
		}
		if !open && hit != (im.Verdict == collide.Hit) {
			t.Fatalf("%s: impact %v, by triangles %v", name, im.Verdict, hit)
		}
		if im.Verdict == collide.Hit && (im.Lower > last || !open && im.Upper < first || im.TriangleA < 0 || im.PartA != -1) {
			t.Fatalf("%s: impact in [%v, %v] at triangle %d, by triangles [%v, %v]",
				name, im.Lower, im.Upper, im.TriangleA, first, last)
		}
	}
}

// A scaled mesh is the mesh of the scaled vertices: mirrored or not, also where rounding makes two
// vertices one, and the first mesh stays what it was.
func TestMeshScaled(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 28))
	q := must(d3.NewQuery(d3.Options{}))(t)
	for turn := range 300 {
		s := drawSoup(rng, soups[turn%len(soups)], 1+rng.IntN(20))
		scale := d3.Vec{X: 0.1 + rng.Float64(), Y: 0.1 + rng.Float64(), Z: 0.1 + rng.Float64()}
		if turn%2 == 0 {
			scale.X = -scale.X
		}
		if turn%5 == 0 { // of three numbers in a row two are one after the product
			k := len(s.v)
			x, y := 1.99+0x1p-52, 1.99+0x1p-51
			s.v = append(s.v, d3.Vec{X: 1.99}, d3.Vec{X: x}, d3.Vec{X: y}, d3.Vec{Y: 1}, d3.Vec{X: 1, Y: 3})
			s.t = append(s.t, [3]int{k, k + 3, k + 4}, [3]int{k + 1, k + 3, k + 4}, [3]int{k + 2, k + 3, k + 4}, [3]int{k, k + 1, k + 4})
			if scale.X = 1.01; 1.01*x != 1.01*1.99 && 1.01*x != 1.01*y {
				t.Fatal("rounding makes no two vertices one")
			}
		}
		m, _, ok := s.mesh(t)
		if !ok {
			continue
		}
		other := soup{t: m.Triangles()}
		for _, p := range m.Vertices() {
			other.v = append(other.v, d3.Vec{X: p.X * scale.X, Y: p.Y * scale.Y, Z: p.Z * scale.Z})
		}
		if scale.X < 0 {
			for i, f := range other.t {
				other.t[i] = [3]int{f[0], f[2], f[1]}
			}
		}
		before := m.Triangles()
		got, err := m.Scaled(scale)
		want, err2 := d3.NewMesh(other.v, other.t, d3.MeshOptions{})
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("%d: %v, made anew %v", turn, err, err2)
		}
		if err != nil {
			continue
		}
		if !slices.Equal(m.Triangles(), before) || !slices.Equal(got.Vertices(), want.Vertices()) ||
			!slices.Equal(got.Triangles(), want.Triangles()) || got.Len() != want.Len() {
			t.Fatalf("%d: the triangles differ", turn)
		}
		pose := d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: rng.Float64()}}
		a, b, o := must(d3.Place(got, pose))(t), must(d3.Place(want, pose))(t), must(d3.Place(m, d3.Pose{}))(t)
		if a.AABB() != b.AABB() {
			t.Fatalf("%d: boxes %v and %v", turn, a.AABB(), b.AABB())
		}
		x, y := q.Distance(&a, &o, nil), q.Distance(&b, &o, nil)
		if x.Relation != y.Relation || x.Relation == collide.Apart && (x.Lower > y.Upper || y.Lower > x.Upper) {
			t.Fatalf("%d: %v in [%v, %v], made anew %v in [%v, %v]", turn, x.Relation, x.Lower, x.Upper, y.Relation, y.Lower, y.Upper)
		}
	}
}
