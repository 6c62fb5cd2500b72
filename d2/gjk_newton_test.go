package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// nearPair returns an ellipse and a body of any kind, in any order, about gap apart; gap may be
// below zero.
func nearPair(t testing.TB, rng *rand.Rand, kind int, gap float64) (a, b *Object) {
	t.Helper()
	size := func() float64 { return math.Ldexp(0.5+rng.Float64(), rng.IntN(5)-2) }
	turn := func() Rot {
		d := Vec{rng.NormFloat64(), rng.NormFloat64()}.Unit()
		return Rot{d.X, d.Y}
	}
	other := []Shape{Ellipse{Vec{size(), size()}}, Box{Vec{size(), size()}}, Capsule{size(), size()}}[kind]
	a = mustPlace(t, Ellipse{Vec{size(), size()}}, Pose{Rot: turn()})
	way := Vec{rng.NormFloat64(), rng.NormFloat64()}.Unit()
	b = mustPlace(t, other, Pose{Pos: way.Scale(40), Rot: turn()})
	for range 3 {
		ct := Distance(a, b)
		if err := b.Move(Pose{Pos: b.Pose().Pos.Sub(ct.Normal.Scale(ct.Distance - gap)), Rot: b.Pose().Rot}); err != nil {
			t.Fatal(err)
		}
	}
	if rng.IntN(2) == 0 {
		return b, a
	}
	return a, b
}

// eachNearPair calls f with pairs of every kind, near and far.
func eachNearPair(t *testing.T, f func(a, b *Object)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(31, 5))
	for kind := range 3 {
		for _, gap := range []float64{3, 0.1, 1e-4, 1e-8, 0, -1e-8} {
			for range 60 {
				f(nearPair(t, rng, kind, gap))
			}
		}
	}
}

// TestNewtonAgreesWithTurns: with Newton's method and without it the brackets hold the same
// distance, and what Newton's method found is a bracket as narrow as asked for, with a witness and
// a normal that belong together.
func TestNewtonAgreesWithTurns(t *testing.T) {
	used := 0
	eachNearPair(t, func(a, b *Object) {
		var q Query
		a, b, _ = q.order(a, b)
		q.prepare(a, b)
		var k, plain core
		q.begin(nil)
		if exit := q.gjkFloat(math.Inf(1), &k); exit != collide.ExitNewton {
			return
		}
		used++
		w := q.allowance()
		if width := k.upper - k.lower; !(width <= w.At(k.lower)) {
			t.Errorf("the bracket is %g wide, not %g", width, w.At(k.lower))
		}
		if math.Abs(k.n.Len()-1) > 4*unit {
			t.Errorf("the normal is %v long", k.n.Len())
		}
		point, own := q.s.point()
		if off := point.Add(k.n.Scale(k.dist)).Len(); !(off <= 2*(k.upper-k.lower)+0x1p-14*k.dist) {
			t.Errorf("the witnesses are %g off the normal at distance %g", off, k.dist)
		}
		if own != k.a {
			t.Errorf("witness %v, not %v", k.a, own)
		}
		for i := range q.s.n { // each vertex of the simplex is a point of C: its A is on the core
			p := &q.s.p[i]
			for _, n := range []Vec{k.n, k.n.Neg(), {X: 1}, {Y: -1}} {
				if most := q.m.search(n).a.Dot(n); p.a.Dot(n) > most+16*unit {
					t.Errorf("a carrier lies %g outside A along %v", p.a.Dot(n)-most, n)
				}
				if c := -q.m.separation(n); p.w.Dot(n) > c+16*unit {
					t.Errorf("a carrier lies %g outside C along %v", p.w.Dot(n)-c, n)
				}
			}
		}
		q.begin(nil)
		q.leap.next = math.MaxInt
		if exit := q.gjkFloat(math.Inf(1), &plain); exit == collide.ExitApart && (k.lower > plain.upper || plain.lower > k.upper) {
			t.Errorf("[%v, %v] and [%v, %v]", k.lower, k.upper, plain.lower, plain.upper)
		}
	})
	if used < 300 {
		t.Errorf("Newton's method answered %d pairs only", used)
	}
}

// TestNewtonLooksAlong: a direction on the way that does not prove enough leaves the run as it was,
// and one that does carries the proof: all of C lies beyond it, and the simplex holds points of C.
func TestNewtonLooksAlong(t *testing.T) {
	ended := 0
	eachNearPair(t, func(a, b *Object) {
		var q, plain Query
		a, b, _ = q.order(a, b)
		q.prepare(a, b)
		q.begin(nil)
		plain.order(a, b)
		plain.prepare(a, b)
		plain.begin(nil)
		var k, full core
		exit, want := q.gjkFloat(0.99, &k), plain.gjkFloat(math.Inf(1), &full)
		if exit != want || k != full || q.s != plain.s {
			t.Errorf("%v %v, without a look %v %v", exit, k, want, full)
		}
		if want != collide.ExitNewton || !(full.lower > 1e-12) {
			return
		}
		var n newton
		v, _ := plain.s.point()
		n.begin(&plain.run, v)
		plain.m.a.hint, plain.m.b.hint = -1, -1
		if s := plain.s; n.beyond(&plain.run, 0.99) != nil || plain.m.a.hint != -1 || plain.m.b.hint != -1 || plain.s != s {
			t.Error("the look changes the run")
		}
		q.begin(nil)
		far := float64(full.lower * (1 - 1.0/64))
		if exit := q.gjkFloat(far, &k); exit != collide.ExitFar || k.lower > full.upper || !(k.lower > far-1e-12) {
			t.Errorf("%v: at least %v proved, [%v, %v] known", exit, k.lower, full.lower, full.upper)
		}
		ended++
		if w, _ := q.s.point(); !(w.Len() >= full.lower-1e-12) {
			t.Errorf("the simplex is nearer than %v: %v", full.lower, w.Len())
		}
	})
	if ended < 300 {
		t.Errorf("%d pairs ended on the way", ended)
	}
}

// TestNewtonKeepsRelations: Relate and Distance never contradict each other near contact.
func TestNewtonKeepsRelations(t *testing.T) {
	eachNearPair(t, func(a, b *Object) {
		rel, ct := Relate(a, b), Distance(a, b)
		if rel != ct.Relation && rel != collide.Undecided && ct.Relation != collide.Undecided {
			t.Errorf("%v, but %v at %v", rel, ct.Relation, ct.Distance)
		}
		back := Distance(b, a)
		if back.swap(); back.Distance != ct.Distance || back.Normal != ct.Normal {
			t.Errorf("%v along %v, swapped %v along %v", ct.Distance, ct.Normal, back.Distance, back.Normal)
		}
	})
}

// TestNewtonSavesTurns: ellipses take a handful of turns, with and without contact, and fewer than
// GJK alone takes.
func TestNewtonSavesTurns(t *testing.T) {
	for _, gap := range []float64{0.1, 0} {
		rng := rand.New(rand.NewPCG(3, 8))
		turns := map[bool]int{}
		const pairs = 300
		for range pairs {
			a, b := nearPair(t, rng, 0, gap)
			for _, alone := range []bool{false, true} {
				var q Query
				first, second, _ := q.order(a, b)
				q.prepare(first, second)
				if q.begin(nil); alone {
					q.leap.next = math.MaxInt
				}
				var k core
				q.gjkFloat(math.Inf(1), &k)
				turns[alone] += q.turns
			}
		}
		if turns[false] > 8*pairs || turns[false] >= turns[true] {
			t.Errorf("gap %v: %d turns for %d pairs, GJK alone %d", gap, turns[false], pairs, turns[true])
		}
	}
}

// TestNormalsOfCurvedBodies: the normal of bodies apart is that at the nearest points, though the
// gap between the bounds that the tolerance allows leaves it open by far more. That at a point next
// to a body has a closed form.
func TestNormalsOfCurvedBodies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 49))
	u := func() float64 { return math.Exp(2 * (rng.Float64() - 0.5)) }
	pose := func(reach float64) Pose {
		way := Vec{rng.NormFloat64(), rng.NormFloat64()}.Unit()
		return Pose{Pos: way.Scale(reach * rng.Float64()), Rot: Rot{way.Y, way.X}}
	}
	asked := 0
	for i := range 12000 {
		q, err := NewQuery(Options{Tolerance: []float64{1e-4, 1e-6, 1e-9}[i%3]})
		if err != nil {
			t.Fatal(err)
		}
		a := atPose(Ellipse{Vec{u(), u()}}, pose(0))
		b := atPose(Circle{u()}, pose(8))
		if i&1 == 1 {
			b = atPose(Ellipse{Vec{u(), u()}}, b.Pose())
		}
		ct := q.Distance(a, b, nil)
		if ct.Relation != collide.Apart {
			continue
		}
		asked++
		of, err := ClosestPoint(a, ct.PointB)
		if err != nil {
			t.Fatal(err)
		}
		if off := of.Normal.Dist(ct.Normal); off > 32*0x1p-24 { // what straightAt leaves, turned by the curvature
			t.Errorf("%v and %v: the normal is off by %v", a, b, off)
		}
	}
	if asked < 6000 {
		t.Errorf("only %d pairs apart", asked)
	}
}
