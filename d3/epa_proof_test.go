package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// proofPairs draw pairs whose depth EPA finds.
var proofPairs = []struct {
	name string
	draw func(t *testing.T, r *rand.Rand) (a, b Convex)
}{
	{"hulls", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return mustHull(t, onSphere(r, 4+r.IntN(90))), mustHull(t, onSphere(r, 4+r.IntN(90)))
	}},
	{"equal", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		h := mustHull(t, onSphere(r, 20))
		return h, h
	}},
	{"lattice", func(t *testing.T, r *rand.Rand) (a, b Convex) { return latticeHull(t, r), latticeHull(t, r) }},
	{"box", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return mustHull(t, onSphere(r, 30)), Box{Size: Vec{0.5 + r.Float64(), 0.5 + r.Float64(), 0.5 + r.Float64()}}
	}},
	{"sliver", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		p := onSphere(r, 24)
		for i := range p {
			p[i].Z *= 1e-7
		}
		return mustHull(t, p), mustHull(t, onSphere(r, 24))
	}},
	{"many", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return mustHull(t, onSphere(r, 400)), mustHull(t, onSphere(r, 400))
	}},
	{"few", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return mustHull(t, onSphere(r, 6)), mustHull(t, onSphere(r, 7))
	}},
	{"rounded", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return Rounded{Core: mustHull(t, onSphere(r, 12)), R: 0.1}, mustHull(t, onSphere(r, 40))
	}},
}

// latticeHull returns a hull of points of a small lattice: with coplanar corners, and edges along
// each other.
func latticeHull(t *testing.T, r *rand.Rand) *Hull {
	var p []Vec
	for range 40 {
		p = append(p, Vec{float64(r.IntN(4)) - 1.5, float64(r.IntN(4)) - 1.5, float64(r.IntN(4)) - 1.5})
	}
	return mustHull(t, p)
}

// pick returns less in short mode.
func pick(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

// drift moves b a little, or not at all, or a lot.
func drift(t *testing.T, r *rand.Rand, b *Object, size float64) {
	step := math.Pow(10, -1-4*r.Float64())
	switch r.IntN(20) {
	case 0:
		step = 0
	case 1:
		step = 1e-15
	case 2:
		step = 0.5
	}
	v := onSphere(r, 1)[0].Scale(step)
	turn, err := NewQuat(v.X, v.Y, v.Z, math.Sqrt(1-step*step))
	if err != nil {
		t.Fatal(err)
	}
	if step == 0 {
		turn = Rot{}
	}
	p := b.pose.Pos.Add(onSphere(r, 1)[0].Scale(step * size))
	if p.Len() > size {
		p = p.Scale(0.5)
	}
	if err := b.Move(Pose{p, turn.Mul(b.pose.Rot)}); err != nil {
		t.Fatal(err)
	}
}

// TestProofFollows: along long ways, with jumps and stops, the answer from a proof and that from
// nothing agree, and no triangle of a proof is nearer than it says. Most answers come from a proof.
func TestProofFollows(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(10, 7))
	q, cold, toucher := newTestQuery(t, Options{}), newTestQuery(t, Options{}), newTestQuery(t, Options{})
	for _, kind := range proofPairs {
		deep, followed, grown := 0, 0, 0
		for pair := range pick(2, 40) {
			x, y := kind.draw(t, r)
			a := mustPlace(t, x, Pose{Pos: randomPoint(r), Rot: randomRot(r)})
			b := mustPlace(t, y, Pose{Pos: a.pose.Pos, Rot: randomRot(r)})
			if kind.name == "lattice" {
				a, b = mustPlace(t, x, Pose{}), mustPlace(t, y, Pose{})
			}
			var own, twin, other Cache
			for step := range 120 {
				drift(t, r, b, a.radius+b.radius)
				what := fmt.Sprintf("%s, pair %d, step %d", kind.name, pair, step)
				want := cold.Distance(a, b, nil)
				q.epa.verts = q.epa.verts[:0]
				got := q.Distance(a, b, &own)
				agree(t, what, got, want)
				if want.Upper < 0 {
					deep++
					if len(q.epa.verts) == 0 && own.proof.n > 0 {
						followed++
						grown += got.Iterations - 1
						checkProof(t, what, &q.run.m, &own.proof)
					}
				}
				if step%8 == 0 {
					checkWitness(t, what, got.PointA, a)
					checkWitness(t, what, got.PointB, b)
				}
				if rel, mf := toucher.Touch(a, b, &other); rel != want.Relation || rel != collide.Apart && mf.N == 0 {
					t.Fatalf("%s: Touch says %v with %d points", what, rel, mf.N)
				}
				back := q.Distance(b, a, &twin)
				if back.swap(); back != got || own != twin {
					t.Fatalf("%s: %+v, swapped %+v", what, got, back)
				}
			}
		}
		if followed*3 < deep || grown == 0 {
			t.Errorf("%s: %d of %d answers are from a proof, with %d new corners", kind.name, followed, deep, grown)
		}
	}
}

// TestProofOnlyOfSmallSteps: hulls that the arcs serve and that move far have the answers, bit for
// bit, that they have without a Cache, and no polytope is made; where they move little the next
// query has a proof. A pair that came apart is not known any more.
func TestProofOnlyOfSmallSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	q, cold := newTestQuery(t, Options{}), newTestQuery(t, Options{})
	far, near := 0, 0
	for range pick(10, 60) {
		a := mustPlace(t, mustHull(t, onSphere(r, 8+r.IntN(24))), Pose{Rot: randomRot(r)})
		b := mustPlace(t, mustHull(t, onSphere(r, 8+r.IntN(24))), Pose{Rot: randomRot(r)})
		var c Cache
		place := func(at Vec, turn Rot) Contact {
			if err := b.Move(Pose{at, turn}); err != nil {
				t.Fatal(err)
			}
			q.epa.verts = q.epa.verts[:0]
			return q.Distance(a, b, &c)
		}
		for k := range 20 {
			got := place(onSphere(r, 1)[0].Scale(0.1+float64(k%2)*0.1), randomRot(r))
			if want := cold.Distance(a, b, nil); want.Status == collide.Exact && q.epa.way > arcStep {
				if far++; got != want || len(q.epa.verts) > 0 {
					t.Fatalf("%v and %v: %+v, without a Cache %+v, %d vertices", a.pose, b.pose, got, want, len(q.epa.verts))
				}
			}
		}
		at, turn := b.pose.Pos, b.pose.Rot
		for range 3 {
			at.X += 1e-6
			place(at, turn)
		}
		if c.proof.n > 0 {
			near++
		}
		if place(Vec{X: 9}, turn); c.proof.scale != 0 || c.proof.n != 0 {
			t.Fatalf("%+v is kept of bodies apart", c.proof)
		}
	}
	if far < near*10 || near < pick(9, 55) {
		t.Errorf("%d far steps by arcs, %d proofs of small ones", far, near)
	}
}

// checkWitness fails unless p lies in o.
func checkWitness(t *testing.T, what string, p Vec, o *Object) {
	t.Helper()
	var q Query
	if off := q.Distance(mustPlace(t, Sphere{}, Pose{Pos: p}), o, nil).Distance; off > 1e-13 {
		t.Fatalf("%s: a witness lies %v outside", what, off)
	}
}

// checkProof holds each triangle against the distance that the proof says.
func checkProof(t *testing.T, what string, m *minkowski, s *proof) {
	t.Helper()
	for i := range s.f[:s.n] {
		var sx simplex
		for k := range 3 {
			if !m.at(int32(s.f[i].ia[k]), int32(s.f[i].ib[k]), &sx.p[k]) {
				t.Fatalf("%s: triangle %d has a corner that there is not", what, i)
			}
		}
		sx.n = 3
		sx.nearestExact()
		w, _ := sx.point()
		if low := s.since(float64(s.f[i].key)); w.Len() < low-4*unit {
			t.Fatalf("%s: triangle %d is %v away, at least %v by the proof", what, i, w.Len(), low)
		}
	}
	if s.rest > 1 {
		checkWinding(t, what, m, s)
	}
}

// checkWinding holds the triangles of a proof, which are the whole surface, to what they have to
// be: closed, and once around the origin.
func checkWinding(t *testing.T, what string, m *minkowski, s *proof) {
	t.Helper()
	type corner [2]uint16
	edges, angle := map[[2]corner]int{}, 0.0
	for i := range s.f[:s.n] {
		f := &s.f[i]
		var w [3]Vec
		for k := range 3 {
			j := (k + 1) % 3
			u, v := corner{f.ia[k], f.ib[k]}, corner{f.ia[j], f.ib[j]}
			edges[[2]corner{u, v}]++
			edges[[2]corner{v, u}]--
			w[k] = m.point(m.a.vertex(int32(f.ia[k])), m.b.vertex(int32(f.ib[k])))
		}
		x, y, z := w[0].Len(), w[1].Len(), w[2].Len()
		angle += 2 * math.Atan2(w[0].Dot(w[1].Cross(w[2])), x*y*z+w[0].Dot(w[1])*z+w[1].Dot(w[2])*x+w[2].Dot(w[0])*y)
	}
	for e, n := range edges {
		if n != 0 {
			t.Fatalf("%s: the edge %v is there %d times", what, e, n)
		}
	}
	if math.Abs(angle-4*math.Pi) > 1e-6 {
		t.Fatalf("%s: the surface winds %v times around the origin", what, angle/(4*math.Pi))
	}
}

// TestProofOfAnother: a Cache with the proof of another pair, or of the same at another place, at
// another size or with the shapes exchanged, proves nothing false.
func TestProofOfAnother(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 8))
	q := newTestQuery(t, Options{})
	for range pick(100, 1000) {
		h := mustHull(t, onSphere(r, 20))
		g := mustHull(t, onSphere(r, 20))
		flat := h.Vertices()
		for i := range flat {
			flat[i].Z *= 0.25
		}
		a, b := mustPlace(t, h, Pose{}), mustPlace(t, g, Pose{Pos: randomPoint(r).Scale(0.2)})
		var c Cache
		for range 3 {
			q.Distance(a, b, &c)
		}
		if c.proof.n == 0 {
			continue
		}
		small := mustPlace(t, mustHull(t, flat), Pose{})
		for _, pair := range [][2]*Object{{small, b}, {a, small}, {b, a}, {a, a}, {b, b}, {small, small}} {
			near := *pair[1]
			if err := near.Move(Pose{randomPoint(r).Scale(0.1), randomRot(r)}); err != nil {
				t.Fatal(err)
			}
			stale := c
			agree(t, fmt.Sprintf("%v and %v", pair[0].pose, near.pose), q.Distance(pair[0], &near, &stale), q.Distance(pair[0], &near, nil))
		}
	}
}

// TestProofOnTheWay: the way of every kept point from pose to pose is within the step.
func TestProofOnTheWay(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 9))
	h := mustHull(t, onSphere(r, 60))
	a, b := mustPlace(t, h, Pose{Rot: randomRot(r)}), mustPlace(t, h, Pose{Rot: randomRot(r)})
	most := 0.0
	for range 2000 {
		if err := b.Move(Pose{randomPoint(r), randomRot(r)}); err != nil {
			t.Fatal(err)
		}
		var m, moved minkowski
		m.init(a, b)
		var s proof
		s.begin(&m, 0)
		drift(t, r, b, 1)
		if moved.init(a, b); moved.scale != m.scale {
			continue
		}
		step := s.step(&moved)
		for i := range int32(len(h.local)) {
			var v, w vertex
			m.at(0, i, &v)
			moved.at(0, i, &w)
			way := w.w.Dist(v.w)
			if way > step {
				t.Fatalf("a corner went %v, the step is %v", way, step)
			}
			if step > 0 {
				most = max(most, way/step)
			}
		}
	}
	if most < 0.9 {
		t.Errorf("no corner went more than %v of the step", most)
	}
}

// TestProofAcrossPoses: a proof that is taken up in a pose where the cores are apart, or where
// another face is the nearest, does not answer for it.
func TestProofAcrossPoses(t *testing.T) {
	t.Parallel()
	q := newTestQuery(t, Options{})
	r := rand.New(rand.NewPCG(10, 11))
	for range pick(10, 500) {
		a, b := mustPlace(t, mustHull(t, onSphere(r, 40)), Pose{}), mustPlace(t, mustHull(t, onSphere(r, 40)), Pose{})
		way := onSphere(r, 1)[0]
		var c Cache
		last := collide.Overlapping
		for i := range 400 {
			if err := b.Move(Pose{Pos: way.Scale(0.6 + 0.005*float64(i)), Rot: b.pose.Rot}); err != nil {
				t.Fatal(err)
			}
			want := q.Distance(a, b, nil)
			agree(t, fmt.Sprint("step ", i), q.Distance(a, b, &c), want)
			last = want.Relation
		}
		if last != collide.Apart {
			t.Fatal("the bodies never came apart")
		}
	}
}

// TestProofKnowsBoxes: a box of another size is another body.
func TestProofKnowsBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 12))
	q := newTestQuery(t, Options{})
	for range pick(100, 1000) {
		h, side := mustHull(t, onSphere(r, 20)), 1+r.Float64()
		a := mustPlace(t, h, Pose{})
		b := mustPlace(t, Box{Size: Vec{side, side, side}}, Pose{Pos: randomPoint(r).Scale(0.1)})
		var c Cache
		for range 3 {
			q.Distance(a, b, &c)
		}
		x := mustPlace(t, Box{Size: Vec{side, side, side - 0.2*r.Float64()}}, b.pose)
		agree(t, fmt.Sprint(side), q.Distance(a, x, &c), q.Distance(a, x, nil))
	}
}

// TestProofMoves: a proof moves as long as all its triangles stay away from the origin, and keeps
// their distances.
func TestProofMoves(t *testing.T) {
	m := minkowski{reach: 0.5}
	s := proof{rest: 0.4, n: 2}
	s.f[0].key, s.f[1].key = 0.125, 0.25
	for i := range 9 {
		if !s.move(&m, 0.0125) {
			t.Fatalf("no step %d", i)
		}
		gone := 0.0125 * float64(i+1)
		for _, x := range [][2]float64{{s.since(float64(s.f[0].key)), 0.125}, {s.since(float64(s.f[1].key)), 0.25}, {s.since(s.rest), 0.4}} {
			if !(x[0] <= x[1]-gone) || x[0] < x[1]-gone-1e-7 {
				t.Fatalf("%v is left of %v after %v", x[0], x[1], gone)
			}
		}
	}
	if s.move(&m, 0.0125) {
		t.Fatal("a triangle has come to the origin")
	}
	s = proof{rest: 0.4, n: 1}
	if s.f[0].key = 0; s.move(&m, 0) {
		t.Fatal("a triangle holds the origin")
	}
	s = proof{rest: 0.01, n: 1}
	if s.f[0].key = 0.1; s.move(&m, 0.02) {
		t.Fatal("the rest has come to the origin")
	}
}

// TestProofOfTheRest: where a polytope has more faces than a proof holds, and one of the others
// becomes the nearest in time, that is noticed.
func TestProofOfTheRest(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 13))
	q := newTestQuery(t, Options{})
	for range pick(8, 60) {
		a := mustPlace(t, mustHull(t, onSphere(r, 500)), Pose{})
		b := mustPlace(t, mustHull(t, onSphere(r, 500)), Pose{Pos: onSphere(r, 1)[0].Scale(0.3)})
		way := onSphere(r, 1)[0].Scale(0.004)
		var c Cache
		for i := range 120 {
			if err := b.Move(Pose{Pos: b.pose.Pos.Add(way), Rot: b.pose.Rot}); err != nil {
				t.Fatal(err)
			}
			agree(t, fmt.Sprint("step ", i), q.Distance(a, b, &c), q.Distance(a, b, nil))
		}
	}
}

// TestProofPlaces: a proof keeps the triangles with the least keys, and the least key of the
// others.
func TestProofPlaces(t *testing.T) {
	s := proof{rest: noRest}
	for i := range proofFaces {
		s.f[s.place(0)].key = float32(i + 1)
	}
	if at := s.place(40); at >= 0 || s.rest != 40 {
		t.Fatalf("the place of a far triangle is %d, the rest begins at %v", at, s.rest)
	}
	at := s.place(7.5)
	if at < 0 || s.f[at].key != proofFaces || s.rest != proofFaces {
		t.Fatalf("the place of a near triangle is %d, the rest begins at %v", at, s.rest)
	}
}

// TestProofOfFacets: the memory of a facet is that of another one later, so it is no name.
func TestProofOfFacets(t *testing.T) {
	var f facetHull
	f.set(&[facetCorners]Vec{{}, {1, 0, 0}, {0, 1, 0}}, 3)
	o := mustPlace(t, &f.Hull, Pose{})
	b := o.body(1)
	if _, ok := b.name(); ok {
		t.Error("a facet has a name")
	}
}

// TestProofOfFlatBoxes: a box without width is no segment of its length, though they are the same
// points, for their corners have other numbers and a Cache may go from one to the other.
func TestProofOfFlatBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 12))
	var q, cold Query
	for range pick(60, 600) {
		a := mustPlace(t, mustHull(t, onSphere(r, 20)), Pose{Rot: randomRot(r)})
		l := math.Exp(r.NormFloat64())
		flat := mustPlace(t, Box{Vec{0, 0, l}}, Pose{Pos: Vec{X: 0.1 * r.Float64()}, Rot: randomRot(r)})
		line := mustPlace(t, Capsule{Height: l}, flat.pose)
		x, _ := (&body{polytope: flat.polytope}).name()
		if y, _ := (&body{polytope: line.polytope}).name(); x == y {
			t.Fatal("both have one name")
		}
		var c Cache
		for i := range 21 {
			b := flat
			if i%3 == 2 {
				b = line
			}
			if err := b.Move(flat.pose); err != nil {
				t.Fatal(err)
			}
			got, want := q.Distance(a, b, &c), cold.Distance(a, b, nil)
			if got.Lower > want.Upper || want.Lower > got.Upper || got.Relation != want.Relation {
				t.Fatalf("%+v, from nothing %+v", got, want)
			}
			if i%4 == 3 {
				drift(t, r, flat, 0.01)
			}
		}
	}
}
