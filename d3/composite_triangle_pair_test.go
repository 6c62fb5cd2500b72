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

// bumpyBall returns a closed mesh of about n triangles and radius 1.
func bumpyBall(rng *rand.Rand, n int) (s soup) {
	rings := int(math.Sqrt(float64(n) / 4))
	around := 2 * rings
	phase := 6 * rng.Float64()
	at := func(lat, lon float64) d3.Vec {
		r := 1 + 0.15*math.Sin(5*lon+phase)*math.Sin(lat)*math.Sin(4*lat)
		return d3.Vec{X: r * math.Sin(lat) * math.Cos(lon), Y: r * math.Sin(lat) * math.Sin(lon), Z: r * math.Cos(lat)}
	}
	s.v = append(s.v, at(0, 0), at(math.Pi, 0))
	for i := range rings {
		for k := range around {
			s.v = append(s.v, at(math.Pi*float64(i+1)/float64(rings+1), 2*math.Pi*float64(k)/float64(around)))
		}
	}
	last := 2 + (rings-1)*around
	for k := range around {
		next := (k + 1) % around
		s.t = append(s.t, [3]int{0, 2 + k, 2 + next}, [3]int{1, last + next, last + k})
		for i := range rings - 1 {
			a, b := 2+i*around, 2+(i+1)*around
			s.t = append(s.t, [3]int{a + k, b + k, b + next}, [3]int{a + k, b + next, a + next})
		}
	}
	return s
}

// latticeSheet returns a sheet of triangles with whole coordinates, so that two of them lie in one
// plane, share edges and corners, or cross in lines that hold corners.
func latticeSheet(rng *rand.Rand, n int) (s soup) {
	for j := range n {
		for i := range n {
			s.v = append(s.v, d3.Vec{X: float64(i), Y: float64(j), Z: float64(rng.IntN(5) / 4)})
			if k := j*n + i; i > 0 && j > 0 {
				s.t = append(s.t, [3]int{k - n - 1, k - n, k}, [3]int{k - n - 1, k, k - 1})
			}
		}
	}
	return s
}

// The filter before the solver changes no answer: meshes with it and without it give the same.
func TestTrianglesBeforeTheSolver(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 1))
	q := must(d3.NewQuery(d3.Options{}))(t)
	rels := map[collide.Relation]int{}
	turns := 240
	if testing.Short() {
		turns = 80
	}
	draw := func(turn int) soup {
		switch turn % 8 {
		case 0, 1:
			return bumpyBall(rng, 60+rng.IntN(400))
		case 2, 4:
			return latticeSheet(rng, 3+rng.IntN(8))
		}
		return drawSoup(rng, soups[turn%len(soups)], 20+rng.IntN(40))
	}
	for turn := range turns {
		one, two := draw(turn), draw(turn)
		if turn%16 == 3 { // sizes 1e12 apart
			for i := range two.v {
				two.v[i] = two.v[i].Scale(1e-12)
			}
		}
		ma, _, ok := one.mesh(t)
		mb, _, also := two.mesh(t)
		if !ok || !also {
			continue
		}
		pose := d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: float64(rng.IntN(5) - 2), Y: float64(rng.IntN(5) - 2), Z: float64(rng.IntN(5) - 2)}}
		if turn%3 == 0 {
			pose.Pos = pose.Pos.Add(d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: 1.5 * rng.Float64()})
		}
		if turn%8 == 2 || turn%8 == 4 { // on the other sheet, or just over it
			pose.Rot, pose.Pos.Z = d3.Rot{}, 1+math.Ldexp(float64(max(0, turn%7-4)), -rng.IntN(50))
		}
		name := fmt.Sprintf("turn %d", turn)
		a, x := must(d3.Place(ma, d3.Pose{}))(t), must(d3.Place(ma.Plain(), d3.Pose{}))(t)
		b, y := must(d3.Place(mb, pose))(t), must(d3.Place(mb.Plain(), pose))(t)
		rels[checkLikePlain(t, name, q, [2]*d3.Object{&a, &b}, [2]*d3.Object{&x, &y})]++
	}
	for _, rel := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
		if rels[rel] < turns/20 {
			t.Errorf("%d pairs are %v", rels[rel], rel)
		}
	}
}

// checkLikePlain compares all answers about a pair with those about its slow twin.
func checkLikePlain(t *testing.T, name string, q *d3.Query, fast, slow [2]*d3.Object) collide.Relation {
	t.Helper()
	var cache d3.Cache
	want := q.Distance(slow[0], slow[1], nil)
	for k, got := range []d3.Contact{
		q.Distance(fast[0], fast[1], nil), q.Distance(fast[0], fast[1], &cache), q.Distance(fast[0], fast[1], &cache),
	} {
		if want.Relation == collide.Overlapping && got.Relation == want.Relation {
			checkCrossing(t, fmt.Sprintf("%s.%d", name, k), q, fast, &got)
			continue
		}
		if got.Relation != want.Relation || got.Distance != want.Distance || got.Lower > want.Upper || got.Upper < want.Lower {
			t.Fatalf("%s.%d: %v at %v in [%v, %v], slowly %v at %v in [%v, %v]", name, k, got.Relation, got.Distance, got.Lower,
				got.Upper, want.Relation, want.Distance, want.Lower, want.Upper)
		}
		if got.TriangleA != want.TriangleA || got.TriangleB != want.TriangleB || got.Normal != want.Normal || got.PointA != want.PointA {
			t.Fatalf("%s.%d: triangles %d, %d along %v, slowly %d, %d along %v", name, k, got.TriangleA, got.TriangleB,
				got.Normal, want.TriangleA, want.TriangleB, want.Normal)
		}
	}
	if rel := q.Relate(fast[0], fast[1], nil); rel != want.Relation {
		t.Fatalf("%s: relate says %v of %v", name, rel, want.Relation)
	}
	if got := q.Overlap(fast[0], fast[1], nil); got != (want.Relation != collide.Apart) {
		t.Fatalf("%s: overlap says %v of %v", name, got, want.Relation)
	}
	for _, d := range []float64{0, want.Distance, want.Distance / 2, 2 * want.Distance, 0x1p-30} {
		if !(d >= 0) {
			continue
		}
		x := must(q.RelateMargin(fast[0], fast[1], d, nil))(t)
		if y := must(q.RelateMargin(slow[0], slow[1], d, nil))(t); x != y {
			t.Fatalf("%s: within %v it says %v, slowly %v", name, d, x, y)
		}
		if ct := must(q.DistanceWithin(fast[0], fast[1], d, nil))(t); ct.Lower > want.Upper || ct.Upper < want.Lower {
			t.Fatalf("%s: within %v [%v, %v], else [%v, %v]", name, d, ct.Lower, ct.Upper, want.Lower, want.Upper)
		}
	}
	return want.Relation
}

// checkCrossing checks the answer about two surfaces that overlap: it is that about two triangles
// that do, as is that of Collide, of which none are deeper.
func checkCrossing(t *testing.T, name string, q *d3.Query, pair [2]*d3.Object, ct *d3.Contact) {
	t.Helper()
	deep, _ := q.Collide(pair[0], pair[1], nil)
	for _, c := range []*d3.Contact{ct, &deep} {
		var hulls [2]d3.Object
		for k, i := range [2]int{c.TriangleA, c.TriangleB} {
			m := pair[k].Shape().(*d3.Mesh)
			v, f := m.Vertices(), m.Triangles()[i]
			hulls[k] = must(d3.Place(must(d3.NewHull([]d3.Vec{v[f[0]], v[f[1]], v[f[2]]}))(t), pair[k].Pose()))(t)
		}
		one := q.Distance(&hulls[0], &hulls[1], nil)
		if one.Relation != collide.Overlapping || c.Upper < one.Lower || !(c.Lower <= c.Distance && c.Distance <= c.Upper && c.Upper <= 0) {
			t.Fatalf("%s: %v in [%v, %v], triangles %d and %d are %v in [%v, %v]", name, c.Distance, c.Lower, c.Upper,
				c.TriangleA, c.TriangleB, one.Relation, one.Lower, one.Upper)
		}
	}
	if deep.Distance > ct.Distance {
		t.Fatalf("%s: Collide says %v deep, Distance %v", name, -deep.Distance, -ct.Distance)
	}
}

// Points and rays get the same answers from meshes with the filters and without them.
func TestPointsAndRaysBeforeTheSolver(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 2))
	q := must(d3.NewQuery(d3.Options{}))(t)
	seen := map[string]int{}
	turns := 160
	if testing.Short() {
		turns = 60
	}
	for turn := range turns {
		s := drawSoup(rng, soups[turn%len(soups)], 20+rng.IntN(60))
		switch turn % 4 {
		case 0:
			s = latticeSheet(rng, 3+rng.IntN(8))
		case 1:
			s = bumpyBall(rng, 60+rng.IntN(400))
		}
		m, _, ok := s.mesh(t)
		if !ok {
			continue
		}
		pose := d3.Pose{Rot: drawRot(t, rng), Pos: d3.Vec{X: float64(rng.IntN(3)), Y: float64(rng.IntN(3))}}
		if turn%5 == 0 {
			pose.Pos = pose.Pos.Scale(1e6)
		}
		a, b := must(d3.Place(m, pose))(t), must(d3.Place(m.Plain(), pose))(t)
		for k := range 20 {
			name := fmt.Sprintf("turn %d.%d", turn, k)
			p := s.v[rng.IntN(len(s.v))] // a corner, the middle of an edge, a point beside the surface
			if k%4 > 0 {
				p = p.Add(s.v[rng.IntN(len(s.v))]).Scale(0.5)
			}
			if k%4 > 1 {
				p = p.Add(d3.Vec{X: float64(rng.IntN(5) - 2), Y: float64(rng.IntN(5) - 2), Z: rng.Float64()}.Scale(math.Ldexp(1, -rng.IntN(30))))
			}
			p = pose.Apply(p)
			x, y := must(q.ClosestPoint(&a, p))(t), must(q.ClosestPoint(&b, p))(t)
			if x.Relation != y.Relation || x.Distance != y.Distance || x.Lower > y.Upper || x.Upper < y.Lower ||
				x.Point != y.Point || x.Normal != y.Normal || x.Triangle != y.Triangle || x.Feature != y.Feature {
				t.Fatalf("%s: %+v, slowly %+v", name, x, y)
			}
			seen["point "+x.Relation.String()]++
			from := d3.Vec{X: float64(rng.IntN(9) - 4), Y: float64(rng.IntN(9) - 4), Z: float64(rng.IntN(9) - 4)}
			if k%2 == 0 {
				from = from.Add(pose.Pos)
			}
			if p == from {
				continue
			}
			ray := must(d3.NewRay(from, p.Sub(from), 2))(t)
			h, w := q.CastRay(&a, &ray), q.CastRay(&b, &ray)
			same := h.Triangle == w.Triangle && h.Feature == w.Feature
			if h.Verdict != w.Verdict || h.Lower > w.Upper || h.Upper < w.Lower ||
				same && h.Normal.Sub(w.Normal).Len() > 0x1p-30 {
				t.Fatalf("%s: %+v, slowly %+v", name, h, w)
			}
			if seen["ray "+h.Verdict.String()]++; !same { // an edge or a corner, to rounding
				seen["another place"]++
			}
		}
	}
	if n := seen["another place"]; n > seen["ray hit"]/50 {
		t.Errorf("%d times another place, of %v", n, seen)
	}
	for _, what := range []string{"point apart", "point touching", "ray hit", "ray miss"} {
		if seen[what] < 50 {
			t.Errorf("%s: %d times, of %v", what, seen[what], seen)
		}
	}
}

// The distance of two triangles is theirs at any size, down to where squares of lengths vanish.
func TestTriangleDistanceOfAnySize(t *testing.T) {
	const truth = 7.309598659170 // at scale 1
	for k := -900; k <= 300; k += 5 {
		s := math.Ldexp(1, k)
		place := func(p ...d3.Vec) *d3.Object {
			for i := range p {
				p[i] = p[i].Scale(s)
			}
			return placeOrFail(t, must(d3.NewMesh(p, [][3]int{{0, 1, 2}}, d3.MeshOptions{}))(t), d3.Pose{})
		}
		a := place(d3.Vec{X: -2, Y: 1, Z: -3}, d3.Vec{X: -4, Y: 4}, d3.Vec{X: 4, Y: 2, Z: 4})
		b := place(d3.Vec{X: 12, Y: -4, Z: 3}, d3.Vec{X: 9, Z: -1}, d3.Vec{X: 11, Y: -4, Z: -4})
		c := d3.Distance(a, b)
		if !(c.Lower/s <= truth+1e-11 && c.Upper/s >= truth-1e-11 && c.Upper-c.Lower <= 1e-9*s) {
			t.Errorf("2^%d: [%v, %v]", k, c.Lower/s, c.Upper/s)
		}
	}
}

// What the hulls tell before the search is an upper bound of the distance, a close one of bodies
// far apart, and there is none of bodies that overlap; the answer is that of all triangles.
func TestHullsLead(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 1))
	q := must(d3.NewQuery(d3.Options{}))(t)
	fired := 0
	for turn := range 60 {
		s, r := bumpyBall(rng, 200), bumpyBall(rng, 100)
		m, _, _ := s.mesh(t)
		n, hulls, _ := r.mesh(t)
		a := placeOrFail(t, m, d3.Pose{})
		at := d3.Pose{Rot: drawRot(t, rng), Pos: drawRot(t, rng).Apply(d3.Vec{X: 1 + 3*rng.Float64()})}
		b := placeOrFail(t, n, at)
		want := math.Inf(1)
		if turn%10 == 0 {
			for _, o := range placeAll(t, hulls, at) {
				want = min(want, q.Distance(a, o, nil).Upper)
			}
		}
		upper, ok := q.Lead(a, b)
		ct := q.Distance(a, b, nil)
		if ok && upper < ct.Lower || ct.Lower > want {
			t.Fatalf("%d: hulls %v, by triangles %v: [%v, %v]", turn, upper, want, ct.Lower, ct.Upper)
		}
		if ok && ct.Relation != collide.Apart {
			t.Fatalf("%d: hulls of bodies that are %v lead", turn, ct.Relation)
		}
		if ok && ct.Distance > 1 {
			if fired++; upper > 1.2*ct.Distance {
				t.Errorf("%d: hulls tell %v of bodies %v apart", turn, upper, ct.Distance)
			}
		}
	}
	if fired < 15 {
		t.Errorf("hulls led %d times", fired)
	}
}

// TestTrianglePairsRange: two surfaces with triangles of very different sizes, at all magnitudes.
// Where fourth powers of lengths underflow the weights of the nearest points are 0/0: the distance
// of a pair that waits was NaN, no pair was asked about, and the bracket was [+Inf, +Inf].
func TestTrianglePairsRange(t *testing.T) {
	var q d3.Query
	turned := d3.Pose{Rot: must(d3.NewQuat(0.405, -0.572, 0.713, -0.01))(t)}
	var want collide.Relation
	for e := range 60 {
		s := math.Ldexp(1, 17*(e-30)) // from 2^-510 to 2^493
		if e == 0 {
			s = 1
		}
		if s*0x1p20 > collide.MaxMagnitude {
			break
		}
		f := must(d3.NewHeightField(s, s, [][]float64{{s * 0x1p-36, s * 0x1p16, s * 0x1p-73}, {0, s * 0x1p-70, s * 0x1p-70}}))(t)
		m := must(d3.NewMesh([]d3.Vec{
			{X: s * 3}, {Z: s * -4}, {X: s * 9, Y: s * -6, Z: s * -0.25}, {X: s * -0x1p-66, Y: s * 3}, {Z: s * 1400}, {X: s * -52, Y: s * 5, Z: s * -38},
		}, [][3]int{{4, 5, 2}, {1, 5, 3}, {0, 3, 4}, {5, 4, 3}, {0, 4, 2}, {1, 2, 5}, {0, 2, 1}, {0, 1, 3}}, d3.MeshOptions{}))(t)
		for _, off := range []float64{0x1p-50, 1, 100, 1e5} {
			a, b := placeOrFail(t, f, turned), placeOrFail(t, m, d3.Pose{Pos: d3.Vec{X: s * off, Y: s * off, Z: s * off}})
			ct := q.Distance(a, b, nil)
			if off == 0x1p-50 {
				if e == 0 {
					want = ct.Relation
				}
				if ct.Relation != want {
					t.Errorf("%v at %v, %v at 1", ct.Relation, s, want)
				}
			}
			if !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper && ct.Upper <= math.MaxFloat64 && math.Abs(ct.Normal.Len()-1) < 1e-14) ||
				ct.Relation != q.Relate(a, b, nil) {
				t.Errorf("scale %v, off %v: %+v", s, off, ct)
			}
		}
	}
}

// TestTrianglePairsWithin: Within and RelateMargin of surfaces say what the bracket of the distance
// says, also where the squares of lengths underflow.
func TestTrianglePairsWithin(t *testing.T) {
	raced.Skip(t)
	s := newSample(73)
	var q d3.Query
	near := 0
	for range 3000 {
		small := math.Ldexp(1, -500-s.IntN(420))
		big := math.Ldexp(small, s.IntN(40))
		surface := func(k float64) *d3.Object {
			var v [5]d3.Vec
			for i := range v {
				v[i] = s.direction().Scale(k)
			}
			m := must(d3.NewMesh(v[:], [][3]int{{0, 1, 2}, {2, 3, 4}}, d3.MeshOptions{}))(t)
			return placeOrFail(t, m, d3.Pose{Pos: s.direction().Scale(k), Rot: s.rotation(t)})
		}
		a, b := surface(small), surface(big)
		ct := q.Distance(a, b, nil)
		for _, d := range [4]float64{0, ct.Lower, ct.Upper, 1.01 * ct.Upper} {
			if d < 0 {
				continue
			}
			in := must(q.Within(a, b, d, nil))(t)
			rel := must(q.RelateMargin(a, b, d, nil))(t)
			if in != (rel != collide.Apart) || in && d < ct.Lower || !in && d > ct.Upper {
				t.Fatalf("%v within %v: %v, %v, %+v", small, d, in, rel, ct)
			}
		}
		if ct.Relation == collide.Apart {
			near++
		}
	}
	if near < 500 {
		t.Fatalf("%d pairs apart", near)
	}
}
