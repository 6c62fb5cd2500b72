package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// Each test of this file tells why one line of the code is there. tools/mutants takes the lines
// away, one by one.

// TestThinTrianglesAreNotTrusted: a needle a million times longer than wide, and a point beside it.
// In doubles the normal of such a triangle points anywhere across it, and the weights of the
// origin's foot say nothing, yet the loop ends as if all were well. The answer has to come from
// integers: the point of the needle that it gives lies as far from the point as the distance says.
func TestThinTrianglesAreNotTrusted(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	thin := 0
	for range 3000 {
		u, v := randomUnit(rng, 3), randomUnit(rng, 3)
		w := u.Scale(rng.Float64()).Add(v.Scale(math.Ldexp(1, -rng.IntN(40))))
		h, err := NewHull([]Vec{{}, u, w})
		if err != nil || h.dim != 2 {
			continue
		}
		foot := u.Scale(rng.Float64()).Add(w.Scale(rng.Float64())).Scale(0.5)
		n := u.Cross(w)
		p := foot.Add(n.Scale(rng.Float64() / n.Len()))
		a, b := atPose(h, Pose{}), atPose(Sphere{}, Pose{Pos: p})
		q := newQuery()
		q.setUp(a.placed(), b.placed())
		exit, _, _ := q.walk(num.Noise, math.Inf(1))
		if exit == collide.ExitApart && q.s.thin() {
			thin++
			var k core
			q.setUp(a.placed(), b.placed())
			if exit := q.gjkFloat(math.Inf(1), &k); exit != collide.ExitUnsure {
				t.Fatalf("needle %v, point %v: doubles end with %v", h.points, p, exit)
			}
		}
		c := q.General(a, b)
		if off := c.PointB.Sub(p).Len(); off > 64*unit*4 {
			t.Fatalf("needle %v, point %v: PointB is %v, off by %v", h.points, p, c.PointB, off)
		}
	}
	if thin < 100 {
		t.Errorf("only %d needles were thin at the end", thin)
	}
}

// TestCentresThatCancel: hulls a quintillion units from the origins of their frames, at positions
// that bring them back beside each other. The difference of the centres, summed in doubles, would
// be known to a part of the bodies only that is wider than the bracket may be; the integers know it
// exactly.
func TestCentresThatCancel(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	for range 100 {
		body := func(at Vec) *Object {
			const step = 0x1p15 // doubles of the size of c are that far apart, or half or a quarter of it
			c := randomUnit(rng, 3).Scale(0x1p67 / step)
			p := make([]Vec, 8)
			for i := range p {
				v := Vec{float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1)}
				p[i] = Vec{math.Round(c.X) + v.X, math.Round(c.Y) + v.Y, math.Round(c.Z) + v.Z}.Scale(step)
			}
			h, err := NewHull(p)
			if err != nil {
				t.Fatal(err)
			}
			o := atPose(h, Pose{Rot: randomRot(rng)})
			o.set(Pose{o.pos.Neg().Add(at), o.pose.Rot})
			return o
		}
		a, b := body(Vec{}), body(Vec{X: 0x1p18 * rng.Float64()})
		var m minkowski
		m.init(a, b)
		if m.far <= farEnough*unit*m.reach {
			t.Fatalf("the centres do not cancel: far is %v u", m.far/unit)
		}
		q := newQuery()
		c := q.Distance(a, b, nil)
		width := 256 * unit * (max(a.extent, b.extent) + max(c.Distance, 0))
		if c.Relation == collide.Undecided || c.Upper-c.Lower > width || c.Status == collide.Rounding {
			t.Fatalf("%v: the bracket is %v of what is promised", c.Status, (c.Upper-c.Lower)/width)
		}
	}
}

// TestNewFacesAreNeverFlat: boxes and lattice hulls whose faces are in line put one support point
// after the other into the planes of faces that are there. An edge in line with the point must not
// become a face, which would have no area: docs/math/epa.md, "Adding a vertex".
func TestNewFacesAreNeverFlat(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 3))
	coplanar := 0
	for range 6000 {
		var e epa
		e.best = math.Inf(1)
		grid := func() vertex {
			w := Vec{float64(rng.IntN(7) - 3), float64(rng.IntN(7) - 3), float64(rng.IntN(7) - 3)}.Scale(0.0625)
			return vertex{w: w, a: w}
		}
		s := simplex{n: 4}
		for i := range 4 {
			s.p[i] = grid()
		}
		if !s.holdsOrigin() || s.n < 4 {
			continue
		}
		e.begin(&s)
		for range 40 {
			p := epaVertex{vertex: grid()}
			p.g = toGrid(p.w)
			seen := int32(-1)
			for i := range e.faces {
				f := &e.faces[i]
				if f.dead {
					continue
				}
				switch d := e.det(f, p.g); {
				case d > 0:
					seen = int32(i)
				case d == 0:
					coplanar++
				}
			}
			if seen < 0 {
				continue
			}
			e.add(seen, &p)
			checkPolytope(t, "lattice points", &e)
		}
	}
	if coplanar < 10000 {
		t.Errorf("only %d faces were in line with a new point", coplanar)
	}
}

// TestShortKeepsTheBest: the product of edges that beats all other axes of two boxes by a rounding
// error is tested all the same. Without the noise the first look, which takes no root, would leave
// it out.
func TestShortKeepsTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	tested := 0
	for range 20000 {
		a := atPose(Box{Vec{rng.Float64(), rng.Float64(), rng.Float64()}}, Pose{Rot: randomRot(rng)})
		b := atPose(Box{Vec{rng.Float64(), rng.Float64(), rng.Float64()}}, Pose{randomUnit(rng, 3).Scale(0.5), randomRot(rng)})
		var m minkowski
		m.init(a, b)
		var s satRun
		s.begin(&m, 0)
		s.stop = math.Inf(1)
		s.boxes(&m)
		if s.axis.i < 0 || s.axis.j < 0 || !(s.top < 0) {
			continue
		}
		tested++
		best := s.top
		s.sep = best - 2*s.prefer
		s.raise(math.Nextafter(best, -1)) // an axis that is all but as good came first
		s.edges(&s.two)
		if s.top < best {
			t.Fatalf("%v at %v, %v at %v: the axis with the overlap %v is passed over", a.Shape(), a.Pose(), b.Shape(), b.Pose(), -best)
		}
	}
	if tested < 1000 {
		t.Errorf("only %d pairs overlap least along edges", tested)
	}
}

// TestRoughNormalsProveNothing: a flat needle, whose normal doubles cannot give, and a hull. Half
// of its axes are wrong, and that all the rest overlap proves nothing. Integers say how the two
// lie.
func TestRoughNormalsProveNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 5))
	rough := 0
	for range 3000 {
		u := randomUnit(rng, 3)
		w := u.Scale(rng.Float64()).Add(randomUnit(rng, 3).Scale(math.Ldexp(1, -41-rng.IntN(16))))
		needle, err := NewHull([]Vec{{}, u, w})
		if err != nil || needle.dim != 2 {
			continue
		}
		h, err := NewHull([]Vec{randomUnit(rng, 3), randomUnit(rng, 3), randomUnit(rng, 3), randomUnit(rng, 3)})
		if err != nil || h.dim != 3 {
			continue
		}
		a, b := atPose(needle, Pose{Rot: randomRot(rng)}), atPose(h, Pose{randomUnit(rng, 3).Scale(rng.Float64()), randomRot(rng)})
		if !needle.faceTable().axes.rough {
			continue
		}
		rough++
		q := newQuery()
		general := q.General(a, b)
		rel, _, err := q.SATRelate(a, b, CullNone, nil)
		if err != nil || rel != general.Relation {
			t.Fatalf("needle %v at %v, hull %v at %v: SAT says %v, integers %v", needle.points, a.Pose(), h.points, b.Pose(), rel, general.Relation)
		}
		c, _, err := q.SAT(a, b, CullNone, nil)
		if err != nil || c.Lower > general.Upper || c.Upper < general.Lower {
			t.Fatalf("needle %v at %v, hull %v at %v: SAT says [%v, %v], EPA [%v, %v]",
				needle.points, a.Pose(), h.points, b.Pose(), c.Lower, c.Upper, general.Lower, general.Upper)
		}
	}
	if rough < 500 {
		t.Errorf("only %d needles were rough", rough)
	}
}

// TestMarginsAreSubtractedWithRoom: points a hair apart with margins of everyday size. All rounding
// is in the sum of the margins, which the bounds of the cores know nothing about. By the direct
// form and by the general way.
func TestMarginsAreSubtractedWithRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 6))
	var queries [2]*Query
	for i, way := range [2]collide.Algorithm{collide.Auto, collide.GJK} {
		q, err := NewQuery(Options{Algorithm: way})
		if err != nil {
			t.Fatal(err)
		}
		queries[i] = q
	}
	for range 2000 {
		m := [4]float64{rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64()}
		x := math.Ldexp(rng.Float64(), -rng.IntN(30))
		a, b := atPose(Rounded{Sphere{m[0]}, m[1]}, Pose{}), atPose(Rounded{Sphere{m[2]}, m[3]}, Pose{Pos: Vec{X: x}})
		exactly := new(big.Rat).SetFloat64(x)
		for _, r := range m {
			exactly.Sub(exactly, new(big.Rat).SetFloat64(r))
		}
		for _, q := range queries {
			c := q.Distance(a, b, nil)
			if exactly.Cmp(new(big.Rat).SetFloat64(c.Lower)) < 0 || exactly.Cmp(new(big.Rat).SetFloat64(c.Upper)) > 0 {
				t.Fatalf("margins %v, %v apart: the bracket [%v, %v] misses the distance %v", m, x, c.Lower, c.Upper, exactly)
			}
		}
	}
}

// TestSettleLeavesRoom: where integers have decided, the bracket of the doubles may end at zero.
// The distance is not zero, and the bracket has to hold it: it keeps the least width.
func TestSettleLeavesRoom(t *testing.T) {
	c := Contact{Lower: -1, Upper: 0}
	if c.settle(collide.Apart, 0x1p-50); c.Upper < 0x1p-50 || c.Lower != 0 {
		t.Errorf("apart: [%v, %v]", c.Lower, c.Upper)
	}
	c = Contact{Lower: 0, Upper: 1}
	if c.settle(collide.Overlapping, 0x1p-50); c.Lower > -0x1p-50 || c.Upper != 0 {
		t.Errorf("overlapping: [%v, %v]", c.Lower, c.Upper)
	}
}

// TestRoundedRimThatJustReaches: a cylinder with a margin under a box whose edge lies above the
// rim, nearer than the margin by a rounding error. The rim itself is the nearest point: no point is
// inside it, and still the two overlap.
func TestRoundedRimThatJustReaches(t *testing.T) {
	const step = 0x1p-52
	round := Rounded{Cylinder{1, 2}, 0.5}
	box := func(x, z float64) *Object { return atPose(Box{Vec{2, 2, 1}}, Pose{Pos: Vec{X: x, Z: z}}) }
	a := atPose(round, Pose{})
	for _, row := range []struct {
		what string
		x, z float64
		want collide.Relation
	}{
		{"above the rim, at the margin", 2, 2, collide.Touching},
		{"above the rim, nearer by a step", 2, 2 - step, collide.Overlapping},
		{"above the cap, nearer by a step", 1.5, 2 - step, collide.Overlapping},
		{"beside the rim, at the margin's height", 2 + 2*step, 2, collide.Apart},
	} {
		b := box(row.x, row.z)
		if got := Relate(a, b); got != row.want {
			t.Errorf("%s: %v, want %v", row.what, got, row.want)
		}
		if got := Relate(b, a); got != row.want {
			t.Errorf("%s, swapped: %v, want %v", row.what, got, row.want)
		}
	}
}

// TestNearestEdgeIsProved: the face of a prism above a cap has a corner farther from the axis than
// the edge beside it by 2^-61, which doubles do not see. They may take the corner for the nearest
// point; that it is beyond the rim proves nothing. Of cylinders the search between the planes of
// the caps decides what a cap leaves open; of cones it stays so.
func TestNearestEdgeIsProved(t *testing.T) {
	const e = 0x1p-30
	unproved := 0
	for _, mirror := range [4][2]float64{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		for _, swap := range []bool{false, true} {
			for _, far := range []Vec{{2, -e, 0}, {2, -1, 0}, {2, 0.5, 0}, {1.5, -2 * e, 0}} {
				var p []Vec
				for _, v := range []Vec{{1, -e, 0}, far, {1, 1, 0}} {
					x, y := v.X*mirror[0], v.Y*mirror[1]
					if swap {
						x, y = y, x
					}
					p = append(p, Vec{x, y, -1}, Vec{x, y, -2})
				}
				h, err := NewHull(p)
				if err != nil {
					t.Fatal(err)
				}
				if rel := Relate(atPose(Cylinder{1, 2}, Pose{}), atPose(h, Pose{})); rel != collide.Touching {
					t.Errorf("%v on a cap of radius 1: %v", p, rel)
				}
				switch rel := Relate(atPose(Cone{1, 2}, Pose{}), atPose(h, Pose{})); rel {
				case collide.Touching:
				case collide.Undecided:
					unproved++
				case collide.Apart, collide.Overlapping:
					t.Errorf("%v under a base of radius 1: %v", p, rel)
				}
			}
		}
	}
	if unproved == 0 {
		t.Error("no guess was wrong")
	}
}

// TestRaysAtSeams: rays that meet a rounded box exactly where the flat part of a face ends and the
// round part of an edge begins. Which of the two is first only integers tell, and they gave the
// walls of a face's flat part the number of the next one: the face of the other side, or an edge.
func TestRaysAtSeams(t *testing.T) {
	half, margin := Vec{0.25, 0.5, 0.75}, 0.25
	a := atPose(Rounded{Box{half.Scale(2)}, margin}, Pose{})
	for face := range int32(6) {
		i, n := int(face/2), axis(face)
		for _, j := range [2]int{(i + 1) % 3, (i + 2) % 3} {
			for _, side := range []float64{1, -1} {
				across := unitVec(int8(j)).Scale(side)
				seam := n.Scale(array(half)[i] + margin).Add(across.Scale(array(half)[j]))
				d := n.Neg().Sub(across.Scale(2)) // from beyond the edge
				r, err := NewRay(seam.Sub(d.Scale(0.75)), d, 2)
				if err != nil {
					t.Fatal(err)
				}
				h := CastRay(a, &r)
				if h.Verdict != collide.Hit || h.T < 0.75-0x1p-40 || h.T > 0.75+0x1p-40 {
					t.Fatalf("face %d, seam %v: %+v", face, seam, h)
				}
				if h.Normal.Sub(n).Len() > 0x1p-40 {
					t.Errorf("face %d, seam %v: normal %v", face, seam, h.Normal)
				}
				v := int32(0) // of an end of the edge
				for k, x := range array(seam) {
					if x < 0 {
						v |= 1 << k
					}
				}
				kind, index := h.Feature.A()
				onFace := kind == collide.FeatureFace && index == face
				onEdge := kind == collide.FeatureEdge && index == boxEdge(3-i-j, v)
				if !onFace && !onEdge {
					t.Errorf("face %d, seam %v: %v %d", face, seam, kind, index)
				}
			}
		}
	}
}

// TestNormalsAtRims: rays that begin on the rim of a cylinder or a cone. Some come over the plane
// of the cap, and leave the round side there, or the other way round. The normal is that of the
// surface that they come over, not along them.
func TestNormalsAtRims(t *testing.T) {
	for _, s := range []Shape{Cylinder{0.5, 2}, Cone{0.5, 2}} {
		for _, out := range []float64{1, 0.5, -0.5, -1} {
			for _, along := range []float64{-1, 0, 1} {
				for _, up := range []float64{-0.5, 0.5, 1} {
					r, err := NewRay(Vec{0.5, 0, -1}, Vec{out, along, up}, 1)
					if err != nil {
						t.Fatal(err)
					}
					h := CastRay(atPose(s, Pose{}), &r)
					if h.Verdict == collide.Miss || h.T != 0 {
						t.Fatalf("%v along %v: %+v", s, r.Direction(), h)
					}
					if d := h.Normal.Dot(r.Direction()); d > 0 {
						t.Errorf("%v along %v: %v, normal %v", s, r.Direction(), h.Verdict, h.Normal)
					}
				}
			}
		}
	}
}

// TestNeedleAtTheEndOfACast: hulls that meet a cone, where the walk ends in a tetrahedron of which
// two corners are neighbours on the cone's rim. Its weights in doubles make a point 1e-5 away from
// where the walk is, and the point of contact was 2e-4, and 0.9, beside the hull. Newton's method
// takes cones on from there, not those that only their support function describes.
func TestNeedleAtTheEndOfACast(t *testing.T) {
	cone := Cone{0.75, 1.5}
	turned := Rot{0.5, 0.5, 0.5, 0.5}
	first := []Vec{{1.5, -0.5, 0.5}, {1, 0.5, -1}, {-1, -1, -1}, {-0.5, 0, 1.5}, {0, 1, -1.5}}
	second := []Vec{{-1, -1, 1.5}, {2, 0.5, -0.5}, {-1.5, -1.5, 2}, {-1, -1.5, -0.5}, {2, -2, 0}}
	for _, x := range []struct {
		corners []Vec
		at      Pose
		shape   Shape
		cone, v Vec
	}{
		{first, Pose{Pos: Vec{0, -1, -0.5}, Rot: turned}, cone, Vec{2, 1, -2}, Vec{0, -4, 4}},
		{second, Pose{Pos: Vec{-0.5, -0.5, 1.5}, Rot: turned}, ownCone{cone}, Vec{1, 0, 2}, Vec{-4.5, 6, 1.5}},
	} {
		h, err := NewHull(x.corners)
		if err != nil {
			t.Fatal(err)
		}
		compound, err := NewCompound([]Part{{Shape: x.shape}})
		if err != nil {
			t.Fatal(err)
		}
		sweep, err := NewSweep(x.v, 1, SweepOptions{})
		if err != nil {
			t.Fatal(err)
		}
		a := atPose(h, x.at)
		for _, b := range []Shape{x.shape, compound} {
			hit := CastShape(a, atPose(b, Pose{Pos: x.cone}), &sweep)
			if hit.Verdict != collide.Hit {
				t.Fatalf("%T: %+v", b, hit)
			}
			for _, o := range []*Object{a, atPose(cone, Pose{Pos: x.cone.Add(x.v.Scale(hit.T))})} {
				cl, err := ClosestPoint(o, hit.PointA)
				if err != nil || math.Abs(cl.Distance) > 1e-9 {
					t.Errorf("%T: %v off: %+v, %v", b, cl.Distance, hit, err)
				}
			}
		}
	}
}

// ownCone is a cone that only its support function describes.
type ownCone struct{ Cone }

// TestSettle: needles of which doubles see the origin inside, and whose weights make a point away
// from it. They get those of the face nearest it.
func TestSettle(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 77))
	far := 0
	for range 2000 {
		var s simplex
		s.n = 4
		x, y := randomUnit(rng, 3), randomUnit(rng, 3)
		for i := range s.p { // in the plane of x and y, but for rounding, about a point near the origin
			s.p[i].w = x.Scale(rng.Float64() - 0.5).Add(y.Scale(rng.Float64() - 0.5))
		}
		s.weigh()
		w, _ := s.point()
		least := math.Inf(1)
		for i := range 4 {
			v, _, _, _ := nearestTriangle(s.p[(i+1)&3].w, s.p[(i+2)&3].w, s.p[(i+3)&3].w)
			least = min(least, v.Len())
		}
		s.settle(0x1p-40)
		if got, _ := s.point(); got.Len() > max(least, 0x1p-40)+0x1p-45 || got.Len() > w.Len() {
			t.Fatalf("%v: %v away, before %v, the faces %v", s.p, got.Len(), w.Len(), least)
		}
		if w.Len() > 0x1p-40 {
			far++
		}
	}
	if far < 1000 {
		t.Errorf("only %d needles", far)
	}
}

// TestGrazesOfFlatCores: rays that touch the flat side of a rounded body from either side, and go
// along it. What the ray comes from tells no side then; the normal leads out of the body where it
// is touched.
func TestGrazesOfFlatCores(t *testing.T) {
	square := []Vec{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}
	flat, err := NewHull(square)
	if err != nil {
		t.Fatal(err)
	}
	thin, err := NewHull(append(square, Vec{0, 0, 0.25}, Vec{0.5, 0, 0.25}))
	if err != nil {
		t.Fatal(err)
	}
	turned := Pose{Pos: Vec{1, 2, 3}, Rot: Rot{0.5, 0.5, 0.5, 0.5}}
	for _, s := range []Shape{Rounded{Box{Vec{2, 2, 0}}, 0.5}, Rounded{flat, 0.5}, Rounded{thin, 0.5}} {
		for _, side := range []float64{1, -1} {
			for _, d := range []Vec{{1, 0, 0}, {-1, 0, 0}, {1, 2, 0}, {-3, 1, 0}} {
				for _, pose := range []Pose{{}, turned} {
					if r, ok := s.(Rounded); ok && r.Core == Convex(thin) && side > 0 {
						continue // that one is no plane
					}
					at := Vec{0, 0, 0.5 * side}
					r, err := NewRay(pose.Apply(at.Sub(d.Scale(4))), pose.Rot.Apply(d), 8)
					if err != nil {
						t.Fatal(err)
					}
					h := CastRay(atPose(s, pose), &r)
					want := pose.Rot.Apply(Vec{0, 0, side})
					if h.Verdict != collide.Graze || h.Normal.Sub(want).Len() > 1e-12 {
						t.Errorf("%T, side %v along %v: %+v", s.(Rounded).Core, side, d, h)
					}
				}
			}
		}
	}
}
