package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// Before Lower no pair is in contact and by Upper it is, curved ones too; a miss is apart at all
// times. Each is checked by Distance at times in between, with room for the rounding of the poses.
func TestCastShapeAgreesWithDistance(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	n := 3000
	if testing.Short() {
		n = 800
	}
	g := newGenerator(31)
	g.Unit, g.Offset = 1, 0
	count := map[collide.Verdict]int{}
	late, unsure := 0, 0
	for i := range n {
		p := g.Pair()
		way, most := drawWay(g, &p)
		if !legal(way) || vectorOf(way).Len()*most > 1e6 {
			continue
		}
		a, _, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		_, b, _ := p.Place()
		s := newSweep(t, way, most, sweepOpt{})
		h := castShape(&a, &b, &s)
		count[h.Verdict]++
		pad := func(time float64) float64 {
			return 1e-15 * (vectorOf(way).Len()*time + vectorOf(place3(p.A.P[:])).Len() + vectorOf(place3(p.B.P[:])).Len())
		}
		at := func(time float64) collideBracket {
			_, o, err := new(moveB(p, way, time)).Place()
			if err != nil {
				t.Fatal(err)
			}
			c := distance(&a, &o)
			return collideBracket{c.Lower - pad(time), c.Upper + pad(time)}
		}
		end := h.Lower
		if h.Verdict == collide.Miss {
			end = most
		}
		for k := range 65 {
			time := end * float64(k) / 64
			if k == 64 {
				time = math.Nextafter(end, 0)
			}
			if h.Upper == 0 && h.Verdict != collide.Miss {
				break
			}
			if d := at(time); d.upper < 0 {
				t.Fatalf("%d: %+v: %v deep at %v: way %v max %v\n%s", i, h, d, time, way, most, p.Line(""))
			}
		}
		if h.Verdict == collide.Unsure {
			unsure++
		}
		if h.Verdict != collide.Hit && h.Verdict != collide.Graze {
			continue
		}
		if d := at(h.T); d.lower > vectorOf(way).Len()*(h.Upper-h.Lower) {
			t.Fatalf("%d: %+v: %v apart at T: way %v max %v\n%s", i, h, d, way, most, p.Line(""))
		}
		if h.Upper == 0 {
			continue
		}
		size := max(p.A.Extent(), p.B.Extent()) + vectorOf(way).Len()*h.T
		speed := vectorOf(way).Len()
		cos := max(-h.Normal.Dot(vectorOf(way))/speed, 1e-9)
		k := 8e-9 * size
		if allowed := min(math.Sqrt(k*size), k/cos) / speed; h.Upper-h.Lower > allowed+4e-16*h.Upper {
			late++
			t.Logf("%d: %+v: %v wide, allowed %v: way %v max %v\n%s", i, h, h.Upper-h.Lower, allowed, way, most, p.Line(""))
		}
	}
	t.Log(count)
	if late > n/100 || unsure > n/6 {
		t.Errorf("%d brackets are wide and %d of %d answers unsure", late, unsure, n)
	}
	if count[collide.Hit] < n/5 || count[collide.Miss] < n/5 {
		t.Errorf("the draws are one-sided: %v", count)
	}
}

type collideBracket struct{ lower, upper float64 }

// The roles may be exchanged, B at rest and A moving the other way: same bits, but for the points,
// which are where the bodies are then.
func TestCastShapeSwapped(t *testing.T) {
	g := newGenerator(41)
	g.Unit = 1
	for i := range 600 {
		p := g.Pair()
		way, most := drawWay(g, &p)
		if !legal(way) || p.A.Alike(&p.B) {
			continue
		}
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		opt := sweepOpt{Skin: float64(g.IntN(2)) / 16, Deepening: g.IntN(4) == 0}
		s := newSweep(t, way, most, opt)
		r := newSweep(t, coordinates(vectorOf(way).Neg()), most, opt)
		h, k := castShape(&a, &b, &s), castShape(&b, &a, &r)
		if h.Verdict != k.Verdict || h.T != k.T || h.Lower != k.Lower || h.Upper != k.Upper || h.Status != k.Status || h.Iterations != k.Iterations {
			t.Fatalf("%d: %+v, swapped %+v\n%s", i, h, k, p.Line(""))
		}
		if h.Verdict == collide.Miss {
			continue
		}
		if h.Normal != k.Normal.Neg().Add(vector{}) {
			t.Fatalf("%d: normal %v, swapped %v", i, h.Normal, k.Normal)
		}
		by := vectorOf(way).Scale(h.T)
		tol := 1e-14 * (h.PointA.Len() + h.PointB.Len() + by.Len())
		if d := h.PointA.Dist(k.PointB.Add(by)) + h.PointB.Dist(k.PointA.Add(by)); !(d <= tol) {
			t.Fatalf("%d: points %v %v, swapped %v %v, off by %v", i, h.PointA, h.PointB, k.PointA, k.PointB, d)
		}
	}
}

// Scaling all lengths by a power of two leaves the times as they are, bit for bit.
func TestCastShapeScaled(t *testing.T) {
	g := newGenerator(42)
	g.Unit = 1
	for i := range 400 {
		p := g.Pair()
		way, most := drawWay(g, &p)
		k := g.IntN(80) - 40
		q, ok := p.Scaled(k)
		if !ok || !legal(way) {
			continue
		}
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		c, d, err := q.Place()
		if err != nil {
			t.Fatal(err)
		}
		s := newSweep(t, way, most, sweepOpt{})
		r := newSweep(t, coordinates(vectorOf(way).Scale(math.Ldexp(1, k))), most, sweepOpt{})
		h, g := castShape(&a, &b, &s), castShape(&c, &d, &r)
		if h.Verdict != g.Verdict || h.T != g.T || h.Lower != g.Lower || h.Upper != g.Upper || h.Normal != g.Normal {
			t.Fatalf("%d: %+v, scaled by 2^%d %+v\n%s", i, h, k, g, p.Line(""))
		}
	}
}

// A cast that goes nowhere is Relate.
func TestCastShapeAtRest(t *testing.T) {
	g := newGenerator(43)
	for i := range 1500 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		way, most := [3]float64{}, 1.0
		if g.IntN(2) == 0 {
			way, most = [3]float64{1, 0, 0}, 0
		}
		s := newSweep(t, way, most, sweepOpt{})
		h := castShape(&a, &b, &s)
		want := decided.Verdict(relate(&a, &b))
		if h.Verdict != want && !(want == collide.Unsure || h.Verdict == collide.Unsure && p.Curved()) {
			t.Fatalf("%d: %+v, the relation is %v\n%s", i, h, want, p.Line(""))
		}
		if h.T != 0 || h.Lower != 0 || h.Upper != 0 {
			t.Fatalf("%d: times %+v", i, h)
		}
	}
}

// TestCastShapeNeedle: a tetrahedron as thin as a needle seemed to hold the place on the way, and
// the sweep, a disc as thin as paper against the edge of a cylinder, claimed a contact 2.5e-14
// before there was one. By Upper there must be one.
func TestCastShapeNeedle(t *testing.T) {
	rot, err := d3.NewQuat(0.5970809863574872, 0.3390942446817424, -0.6098556835258474, -0.3957087745113951)
	if err != nil {
		t.Fatal(err)
	}
	a := placeOrFail(t, d3.Cylinder{Radius: 0.7222823633958729, Height: 1.3439968811529293},
		d3.Pose{Pos: d3.Vec{X: 0.1672747012161935, Y: 0.32677548507930715, Z: 1.0679270159881982}, Rot: rot})
	b := placeOrFail(t, d3.Ellipsoid{Radii: d3.Vec{X: 0.5319995425265214, Y: 3.813640523077695e-05, Z: 0.4334762681184182}}, d3.Pose{})
	way := d3.Vec{X: 0.2987617835503482, Y: 0.2748372958413773, Z: 1.1498224322445931}
	sweep, err := d3.NewSweep(way, 1, d3.SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	h := d3.CastShape(a, b, &sweep)
	if err := b.Move(d3.Pose{Pos: way.Scale(h.Upper)}); err != nil {
		t.Fatal(err)
	}
	if ct := d3.Distance(a, b); h.Verdict != collide.Hit || ct.Lower > 1e-15 {
		t.Errorf("%+v: at Upper [%v, %v]", h, ct.Lower, ct.Upper)
	}
}

// TestCastShapeEnds: sweeps of thin curved bodies that begin or end in contact to within rounding,
// where doubles come no nearer, end in few turns.
func TestCastShapeEnds(t *testing.T) {
	for _, c := range []struct {
		a, b   d3.Shape
		pa, pb d3.Pose
		way    d3.Vec
		limit  float64
	}{
		{
			d3.Box{Size: d3.Vec{X: 1, Y: 1}},
			d3.Ellipsoid{Radii: d3.Vec{X: 0.5, Y: 0.5, Z: 5e-05}},
			d3.Pose{Rot: quat(t, -0.7801170939688034, 0.4449737007255571, -0.3789290931338055, 0.22322291042154144)},
			d3.Pose{
				Pos: d3.Vec{X: 0.5029692085255438, Y: 0.5646096300346969, Z: 0.6581111805240503},
				Rot: quat(t, -0.780089856472223, 0.44500968466806856, -0.37893025134756936, 0.22324440305288906),
			},
			d3.Vec{X: -0.5029692085255438, Y: -0.5646096300346969, Z: -0.6581111805240503},
			0,
		},
		{
			d3.Sphere{Radius: 5e-05},
			d3.Cone{Radius: 5e-05, Height: 1},
			d3.Pose{Pos: d3.Vec{X: -239.6118791101056, Y: -572.7346764057379, Z: -783.9394988337676}},
			d3.Pose{
				Pos: d3.Vec{X: -239.6151358372398, Y: -572.6718276770072, Z: -783.9465400662541},
				Rot: quat(t, 0.11179998552920506, -0.7802741672242376, -0.26847676108715635, -0.5537084611052089),
			},
			d3.Vec{X: 0.0032567271341983894, Y: -0.06284872873072185, Z: 0.00704123248642289},
			1,
		},
	} {
		a, b := placeOrFail(t, c.a, c.pa), placeOrFail(t, c.b, c.pb)
		sweep, err := d3.NewSweep(c.way, c.limit, d3.SweepOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if h := d3.CastShape(a, b, &sweep); h.Status == collide.Limit || h.Iterations > 100 {
			t.Errorf("%+v", h)
		}
	}
}

// quat is d3.NewQuat for numbers that are a rotation.
func quat(t *testing.T, x, y, z, w float64) d3.Rot {
	t.Helper()
	r, err := d3.NewQuat(x, y, z, w)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// ownEllipsoid is an ellipsoid that only its support function describes.
type ownEllipsoid struct{ d3.Ellipsoid }

// TestCastPointsOfCurvedBodies: the points of contact are on both bodies as nearly as the bracket
// tells when they meet, with a margin and a skin, too. The point of the second body is that of the
// first moved along the normal; where the two were found at different times of the search, it was
// off by a margin times what the normals differed, 1e-5.
func TestCastPointsOfCurvedBodies(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 5))
	u := func() float64 { return 0.25 + rng.Float64() }
	f := func() float64 { return rng.Float64() - 0.5 }
	shape := func() d3.Shape {
		switch rng.IntN(7) {
		case 0:
			return d3.Cylinder{Radius: u(), Height: u()}
		case 1:
			return d3.Cone{Radius: u(), Height: u()}
		case 2:
			return d3.Ellipsoid{Radii: d3.Vec{X: u(), Y: u(), Z: u()}}
		case 3:
			return d3.Box{Size: d3.Vec{X: u(), Y: u(), Z: u()}}
		case 4:
			return d3.Rounded{Core: d3.Cone{Radius: u(), Height: u()}, R: u()}
		case 5: // of which no second derivative is known
			return d3.Rounded{Core: ownEllipsoid{d3.Ellipsoid{Radii: d3.Vec{X: u(), Y: u(), Z: u()}}}, R: u()}
		}
		return d3.Rounded{Core: d3.Box{Size: d3.Vec{X: u(), Y: u(), Z: u()}}, R: u()}
	}
	hits := 0
	for range 10000 {
		a := placeOrFail(t, shape(), d3.Pose{Rot: anyRot(rng)})
		b := placeOrFail(t, shape(), anyPose(rng, 4))
		skin, v := float64(rng.IntN(2))/4, d3.Vec{X: 8 * f(), Y: 8 * f(), Z: 8 * f()}
		sweep, err := d3.NewSweep(v, 1, d3.SweepOptions{Skin: skin})
		if err != nil {
			t.Fatal(err)
		}
		h := d3.CastShape(a, b, &sweep)
		if h.Verdict != collide.Hit || h.T == 0 {
			continue
		}
		hits++
		p := b.Pose()
		p.Pos = p.Pos.Add(v.Scale(h.T))
		if err := b.Move(p); err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			o *d3.Object
			p d3.Vec
		}{{a, h.PointA}, {b, h.PointB}} {
			cl, err := d3.ClosestPoint(x.o, x.p)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(cl.Distance) > 1e-8 {
				t.Errorf("%+v and %+v, skin %v: a point is %v off", a.Shape(), b.Shape(), skin, cl.Distance)
			}
		}
	}
	if hits < 500 {
		t.Errorf("only %d hits", hits)
	}
}

// TestCastPartsThatComeBack: a part far from its compound's origin, which the pose of that brings
// back to within rounding of a ball's centre. Where doubles lose the way between the two it comes
// from integers, which were those of another unit of length: the ball was told to be missed.
func TestCastPartsThatComeBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 10))
	for range 300 {
		length := math.Ldexp(1, rng.IntN(100))
		at := d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}.Scale(length)
		p := anyPose(rng, 1)
		inner := anyPose(rng, 1)
		point := must(d3.NewHull([]d3.Vec{at}))(t)
		whole := mustCompound(t, []d3.Part{{Shape: point, Pose: inner}})
		p.Pos = p.Rot.Apply(inner.Apply(at)).Neg()
		b := placeOrFail(t, whole, p)
		for _, core := range []d3.Convex{d3.Sphere{}, d3.Cylinder{Height: length * 0x1p-50}} {
			a := placeOrFail(t, d3.Rounded{Core: core, R: length * 0x1p-44}, d3.Pose{})
			sweep := must(d3.NewSweep(p.Rot.Apply(d3.Vec{X: 1}), 1, d3.SweepOptions{}))(t)
			if h := d3.CastShape(a, b, &sweep); h.Verdict != collide.Hit || h.Upper != 0 {
				t.Errorf("length %v: %+v, at the start they are %v", length, h, d3.Relate(a, b))
			}
		}
	}
}

// A tetrahedron so flat that doubles make nothing of it, in the search for a proof of contact: a
// cylinder goes against a flat box. It ended the program.
func TestCastFlatTetrahedron(t *testing.T) {
	a := must(d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 1}}, d3.Pose{
		Pos: d3.Vec{X: -2.5, Y: 1, Z: -1.5}, Rot: must(d3.NewQuat(math.Sqrt2/2, 0, math.Sqrt2/2, 0))(t),
	}))(t)
	b := must(d3.Place(d3.Cylinder{Radius: 1, Height: 1}, d3.Pose{
		Pos: d3.Vec{X: 4, Y: 3.22, Z: 4.54}, Rot: must(d3.NewQuat(0, 0.14142135623730961, 0.9899494936611666, 0))(t),
	}))(t)
	way := d3.Vec{X: -7.5, Y: -2.24, Z: -4.680000000000001}
	sweep := must(d3.NewSweep(way, 1, d3.SweepOptions{}))(t)
	h := d3.CastShape(&a, &b, &sweep)
	for _, c := range []struct {
		t    float64
		want collide.Relation
	}{{h.Lower - 1e-9, collide.Apart}, {h.Upper + 1e-6, collide.Overlapping}} {
		at := b
		if err := at.Move(d3.Pose{Pos: b.Pose().Pos.Add(way.Scale(c.t)), Rot: b.Pose().Rot}); err != nil {
			t.Fatal(err)
		}
		if rel := d3.Relate(&a, &at); h.Verdict != collide.Hit || rel != c.want {
			t.Errorf("%+v, at %v %v", h, c.t, rel)
		}
	}
}

// Bodies that are all but in contact at the start, and come into contact much later, have the
// points of that contact: the normal of the walk, which has not got under way, leads beside them.
func TestCastPointsOfLateContact(t *testing.T) {
	t.Parallel()
	for i, x := range []struct {
		a, b []d3.Vec
		from d3.Vec
		by   d3.Vec
	}{
		{ // a needle beside an edge
			[]d3.Vec{{X: 2, Y: 1, Z: -2}, {X: -3, Y: -2, Z: -2}, {X: 2}},
			[]d3.Vec{
				{X: 3, Y: -1.6640624930005288, Z: 1.3359375},
				{X: 3, Y: -1.6874999945284799, Z: 1.3125},
				{X: 3, Y: -1.4999999972060323, Z: 1.5},
			},
			d3.Vec{X: -1, Y: 2.5, Z: -3.5},
			d3.Vec{Y: -0.5, Z: 4.5},
		},
		{
			[]d3.Vec{
				{X: -2, Y: -2},
				{X: 3, Y: -2},
				{X: 3, Y: 2},
				{Y: 3},
				{X: -2, Y: -2, Z: 1},
				{X: 3, Y: -2, Z: 1},
				{X: 3, Y: 2, Z: 1},
				{Y: 3, Z: 1},
			},
			[]d3.Vec{{}, {X: 1}, {X: 1, Y: 2}, {Y: 2}, {Z: 1}, {X: 1, Z: 1}, {X: 1, Y: 2, Z: 1}, {Y: 2, Z: 1}},
			d3.Vec{X: -1 - 0x1p-51, Y: 3 + 0x1p-50},
			d3.Vec{X: 1 + 0x1p-51, Y: -0x1p-50},
		},
	} {
		a := placeOrFail(t, must(d3.NewHull(x.a))(t), d3.Pose{})
		s := must(d3.NewSweep(x.by, 1, d3.SweepOptions{}))(t)
		b := placeOrFail(t, must(d3.NewHull(x.b))(t), d3.Pose{Pos: x.from})
		h := d3.CastShape(a, b, &s)
		if h.Verdict == collide.Miss || !(h.T > 0) {
			t.Fatalf("%d: %+v", i, h)
		}
		must(0, b.Move(d3.Pose{Pos: x.from.Add(x.by.Scale(h.T))}))(t)
		offA, offB := must(d3.ClosestPoint(a, h.PointA))(t), must(d3.ClosestPoint(b, h.PointB))(t)
		if d := math.Abs(offA.Distance) + math.Abs(offB.Distance) + h.PointA.Dist(h.PointB); !(d < 1e-13) {
			t.Errorf("%d: points %v off: %+v", i, d, h)
		}
	}
}

// TestCastPointsOnLattice: the points of a cast lie on their bodies, also where corners meet to
// within rounding, of bodies that are small beside where they are.
func TestCastPointsOnLattice(t *testing.T) {
	t.Parallel()
	const unit = 1e-6
	r := rand.New(rand.NewPCG(1, 2))
	draw := func(n int) d3.Vec {
		at := func() float64 { return unit * float64(r.IntN(2*n+1)-n) }
		return d3.Vec{X: at(), Y: at(), Z: at()}
	}
	hull := func() *d3.Hull {
		var p []d3.Vec
		for range 2 + r.IntN(6) {
			p = append(p, draw(4))
		}
		return must(d3.NewHull(p))(t)
	}
	from, hits := d3.Vec{X: 0.999999, Y: -29.999997, Z: 3.000001}, 0
	for range 60000 {
		a := placeOrFail(t, hull(), d3.Pose{Pos: from})
		b := placeOrFail(t, hull(), d3.Pose{Pos: from.Add(draw(8))})
		by := draw(2).Scale(4 * (1 + 4e-12*float64(r.IntN(3))))
		s := must(d3.NewSweep(by, 1, d3.SweepOptions{}))(t)
		h := d3.CastShape(a, b, &s)
		if h.Verdict == collide.Miss {
			continue
		}
		hits++
		must(0, b.Move(d3.Pose{Pos: b.Pose().Pos.Add(by.Scale(h.T))}))(t)
		offA, offB := must(d3.ClosestPoint(a, h.PointA))(t), must(d3.ClosestPoint(b, h.PointB))(t)
		if d := max(offA.Distance, offB.Distance); d > 1e-6*unit { // the places are rounded to 4e-9 of the size
			t.Fatalf("a point is %v off its body: %v and %v at %v, by %v: %+v", d, a.Shape(), b.Shape(), b.Pose().Pos, by, h)
		}
	}
	if hits < 5000 {
		t.Errorf("%d hits alone", hits)
	}
}

// TestCastNormalNearStart: a point that all but touches the end of an edge at the start has a
// normal against which the bodies close in.
func TestCastNormalNearStart(t *testing.T) {
	turn := must(d3.NewQuat(0, 0, math.Sqrt2/2, math.Sqrt2/2))(t)
	x := -0.30000000000000004
	point := placeOrFail(t, must(d3.NewHull([]d3.Vec{{X: -0.1, Y: 0.1}}))(t), d3.Pose{Pos: d3.Vec{X: -0.1, Y: -0.2}, Rot: turn})
	hits := 0
	for _, end := range []d3.Vec{{X: -0.4, Y: -x}, {X: x, Y: -x}, {X: -0.2, Y: 0.1}} {
		edge := placeOrFail(t, must(d3.NewHull([]d3.Vec{end, {X: x, Y: 0.20000000000000004}}))(t), d3.Pose{Rot: turn})
		for _, p := range [][2]*d3.Object{{point, edge}, {edge, point}} {
			for i := range 1000 {
				sin, cos := math.Sincos(float64(i) * (math.Pi / 500))
				by := d3.Vec{X: cos, Y: sin}.Scale(0.25)
				s := must(d3.NewSweep(by, 1, d3.SweepOptions{}))(t)
				h := d3.CastShape(p[0], p[1], &s)
				if h.Verdict == collide.Miss || h.T == 0 {
					continue
				}
				if hits++; h.Normal.Dot(by) > 1e-15 {
					t.Errorf("the end %v, by %v: %+v", end, by, h)
				}
			}
		}
	}
	if hits < 10 {
		t.Errorf("%d hits alone", hits)
	}
}

// TestCastPointsOfGrazes: the points of a cast lie on their bodies at T, and the normal keeps these
// apart there and is one against which they close in, also where corners that are
// moved by less than doubles see beside the sizes meet edges all but along the way.
func TestCastPointsOfGrazes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	lattice := func() d3.Vec {
		return d3.Vec{X: float64(r.IntN(9) - 4), Y: float64(r.IntN(9) - 4), Z: float64(r.IntN(9) - 4)}
	}
	point := func() d3.Vec {
		if r.IntN(3) > 0 {
			return lattice()
		}
		return lattice().Add(d3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(math.Ldexp(1, -20-r.IntN(30))))
	}
	hull := func() *d3.Hull {
		var p []d3.Vec
		for range 2 + r.IntN(5) {
			p = append(p, point())
		}
		return must(d3.NewHull(p))(t)
	}
	hits, rounds := 0, 100_000
	if testing.Short() {
		rounds = 40_000
	}
	for range rounds {
		ha, hb, at := hull(), hull(), point().Scale(2)
		a, b := placeOrFail(t, ha, d3.Pose{}), placeOrFail(t, hb, d3.Pose{Pos: at})
		by := point().Scale(3)
		s := must(d3.NewSweep(by, 1, d3.SweepOptions{}))(t)
		h := d3.CastShape(a, b, &s)
		if h.Verdict == collide.Miss {
			continue
		}
		hits++
		must(0, b.Move(d3.Pose{Pos: at.Add(by.Scale(h.T))}))(t)
		offA, offB := must(d3.ClosestPoint(a, h.PointA))(t), must(d3.ClosestPoint(b, h.PointB))(t)
		far := 1e-11 + float64((h.Upper-h.Lower)*by.Len()) // the way between the bounds of T
		d, low, high := max(offA.Distance, offB.Distance), math.Inf(1), math.Inf(-1)
		for _, v := range hb.Vertices() {
			low = min(low, h.Normal.Dot(b.Pose().Apply(v)))
		}
		for _, v := range ha.Vertices() {
			high = max(high, h.Normal.Dot(v))
		}
		if d > far || h.T > 0 && (high > low+far || h.Normal.Dot(by) > 1e-15*by.Len()) {
			t.Fatalf("a point is %v off its body, the normal %v into them: %v and %v at %v, by %v: %+v",
				d, high-low, ha.Vertices(), hb.Vertices(), at, by, h)
		}
	}
	if hits < rounds/20 {
		t.Errorf("%d hits alone", hits)
	}
}
