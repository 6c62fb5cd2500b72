package d3

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// curvedShapes are kinds of bodies with curved cores, and partners.
func curvedShapes(rng *rand.Rand) map[string]Shape {
	size := func() float64 { return math.Ldexp(0.5+rng.Float64(), rng.IntN(5)-2) }
	return map[string]Shape{
		"cylinder":  Cylinder{size(), size()},
		"cone":      Cone{size(), size()},
		"ellipsoid": Ellipsoid{Vec{size(), size(), size()}},
		"box":       Box{Vec{size(), size(), size()}},
		"capsule":   Capsule{size(), size()},
	}
}

// curvedNames are the names of curvedShapes in order.
var curvedNames = []string{"box", "capsule", "cone", "cylinder", "ellipsoid"}

// nearPair returns two bodies, one of them curved at least, about gap apart; gap may be below
// zero.
func nearPair(t testing.TB, rng *rand.Rand, first, second string, gap float64) (a, b Object) {
	t.Helper()
	turn := func() Rot { return Rot{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()} }
	sa, sb := curvedShapes(rng)[first], curvedShapes(rng)[second]
	a = *mustPlace(t, sa, Pose{Rot: turn()})
	way := Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit()
	b = *mustPlace(t, sb, Pose{Pos: way.Scale(40), Rot: turn()})
	for range 3 {
		ct := Distance(&a, &b)
		if err := b.Move(Pose{Pos: b.Pose().Pos.Sub(ct.Normal.Scale(ct.Distance - gap)), Rot: b.Pose().Rot}); err != nil {
			t.Fatal(err)
		}
	}
	return a, b
}

// eachNearPair calls f with pairs of every two kinds, near and far.
func eachNearPair(t *testing.T, f func(name string, a, b *Object)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(31, 5))
	for _, first := range curvedNames {
		for _, second := range curvedNames {
			if first < "cone" && second < "cone" {
				continue
			}
			for _, gap := range []float64{3, 0.1, 1e-4, 1e-8, 0, -1e-8} {
				for range 12 {
					a, b := nearPair(t, rng, first, second, gap)
					f(first+" "+second, &a, &b)
				}
			}
		}
	}
}

// TestNewtonAgreesWithTurns: with Newton's method and without it the brackets hold the same
// distance, and what Newton's method found is a bracket as narrow as asked for, with a witness and
// a normal that belong together.
func TestNewtonAgreesWithTurns(t *testing.T) {
	used := 0
	eachNearPair(t, func(name string, a, b *Object) {
		var q Query
		a, b, _ = q.order(a, b)
		q.prepare(a, b)
		var k, plain core
		q.begin(nil)
		exit := q.gjkFloat(math.Inf(1), &k)
		if exit != collide.ExitNewton {
			return
		}
		used++
		w := q.allowance()
		if width := k.upper - k.lower; !(width <= w.At(k.lower)) {
			t.Errorf("%s: the bracket is %g wide, not %g", name, width, w.At(k.lower))
		}
		if math.Abs(k.n.Len()-1) > 4*unit {
			t.Errorf("%s: the normal is %v long", name, k.n.Len())
		}
		point, own := q.s.point()
		if off := point.Add(k.n.Scale(k.dist)).Len(); !(off <= 2*(k.upper-k.lower)+0x1p-14*k.dist) {
			t.Errorf("%s: the witnesses are %g off the normal at distance %g", name, off, k.dist)
		}
		if own != k.a {
			t.Errorf("%s: witness %v, not %v", name, k.a, own)
		}
		for i := range q.s.n { // each vertex of the simplex is a point of C: its A and B are on the cores
			p := &q.s.p[i]
			for _, n := range []Vec{k.n, k.n.Neg(), p.a.Sub(q.m.t), {X: 1}, {Y: -1}, {Z: 1}} {
				if n == (Vec{}) {
					continue
				}
				n = n.Scale(1 / n.Len())
				most := q.m.search(n).a.Dot(n)
				if p.a.Dot(n) > most+16*unit {
					t.Errorf("%s: a carrier lies %g outside A along %v", name, p.a.Dot(n)-most, n)
				}
				if c := -q.m.separation(n); p.w.Dot(n) > c+16*unit {
					t.Errorf("%s: a carrier lies %g outside C along %v", name, p.w.Dot(n)-c, n)
				}
			}
		}
		q.begin(nil)
		q.leap = leap{next: math.MaxInt}
		if other := q.gjkFloat(math.Inf(1), &plain); other != collide.ExitApart {
			return
		}
		if k.lower > plain.upper || plain.lower > k.upper {
			t.Errorf("%s: [%v, %v] and [%v, %v]", name, k.lower, k.upper, plain.lower, plain.upper)
		}
	})
	if used < 1000 {
		t.Errorf("Newton's method answered %d pairs only", used)
	}
}

// TestNewtonLooksAlong: a direction on the way that does not prove enough leaves the run as it was,
// and one that does carries the proof: all of C lies beyond it, and the simplex holds points of C.
func TestNewtonLooksAlong(t *testing.T) {
	soon, late := 0, 0
	look := func(name string, a, b *Object) {
		var q, plain Query
		a, b, _ = q.order(a, b)
		q.prepare(a, b)
		q.begin(nil)
		plain.order(a, b)
		plain.prepare(a, b)
		plain.begin(nil)
		var k, full core
		exit, want := q.gjkFloat(0.99, &k), plain.gjkFloat(math.Inf(1), &full)
		if exit != want || k != full || q.s != plain.s || q.m.a.hint != plain.m.a.hint || q.m.b.hint != plain.m.b.hint {
			t.Errorf("%s: %v %v, without a look %v %v", name, exit, k, want, full)
		}
		if want != collide.ExitNewton || !(full.lower > 1e-12) {
			return
		}
		var n newton
		v, _ := plain.s.point()
		n.begin(&plain.m, &plain.s, v, full.n)
		plain.m.a.hint, plain.m.b.hint = -1, -1
		if s := plain.s; n.beyond(&plain.run, 0.99) != nil || plain.m.a.hint != -1 || plain.m.b.hint != -1 || plain.s != s {
			t.Errorf("%s: the look changes the run", name)
		}
		q.begin(nil)
		turns, far := plain.turns, float64(full.lower*(1-1.0/64))
		if exit := q.gjkFloat(far, &k); exit == collide.ExitFar {
			if q.turns < turns {
				soon++
			}
			if k.lower > full.upper || !(k.lower > far-1e-12) {
				t.Errorf("%s: at least %v proved, [%v, %v] known", name, k.lower, full.lower, full.upper)
			}
			if w, _ := q.s.point(); !(w.Len() >= full.lower-1e-12) {
				t.Errorf("%s: the simplex is nearer than %v: %v", name, full.lower, w.Len())
			}
		} else {
			late++
		}
	}
	eachNearPair(t, look)
	rng := rand.New(rand.NewPCG(5, 71))
	for range pick(100, 400) {
		points := make([]Vec, 5+rng.IntN(60))
		for i := range points {
			points[i] = Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit()
		}
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		a := mustPlace(t, h, Pose{Rot: Rot{1, 2, 3, 4}})
		b := mustPlace(t, Ellipsoid{Vec{1, 2, 0.5}}, Pose{Pos: Vec{1.6 + 3*rng.Float64(), rng.Float64(), 1}, Rot: Rot{rng.Float64(), 1, 0, 1}})
		look("hull ellipsoid", a, b)
	}
	t.Logf("%d pairs ended on the way, %d did not", soon, late)
	if soon < 500 || late > soon/4 {
		t.Errorf("%d pairs ended on the way, %d did not", soon, late)
	}
}

// TestNewtonKeepsRelations: Relate and Distance never contradict each other near contact.
func TestNewtonKeepsRelations(t *testing.T) {
	eachNearPair(t, func(name string, a, b *Object) {
		rel, ct := Relate(a, b), Distance(a, b)
		if rel != ct.Relation && rel != collide.Undecided && ct.Relation != collide.Undecided {
			t.Errorf("%s: %v, but %v at %v", name, rel, ct.Relation, ct.Distance)
		}
		back := Distance(b, a)
		if back.swap(); back.Distance != ct.Distance || back.Normal != ct.Normal {
			t.Errorf("%s: %v along %v, swapped %v along %v", name, ct.Distance, ct.Normal, back.Distance, back.Normal)
		}
	})
}

// TestNewtonSavesTurns: near ellipsoids take a handful of turns, with and without contact, and less
// than half of what GJK alone takes.
func TestNewtonSavesTurns(t *testing.T) {
	for _, gap := range []float64{0.1, 0} {
		rng := rand.New(rand.NewPCG(3, 8))
		turns := map[bool]int{}
		const pairs = 300
		for range pairs {
			a, b := nearPair(t, rng, "ellipsoid", "ellipsoid", gap)
			for _, alone := range []bool{false, true} {
				var q Query
				first, second, _ := q.order(&a, &b)
				q.prepare(first, second)
				if q.begin(nil); alone {
					q.leap = leap{next: math.MaxInt}
				}
				var k core
				q.gjkFloat(math.Inf(1), &k)
				turns[alone] += q.turns
			}
		}
		if turns[false] > 8*pairs || 2*turns[false] > turns[true] {
			t.Errorf("gap %v: %d turns for %d pairs, GJK alone %d", gap, turns[false], pairs, turns[true])
		}
	}
}

// TestAimedNewton: from the way between their axes Newton's method finds the nearest points of most
// cylinders, cones and capsules apart, so that they take less than half of the turns, and what it
// finds is where the turns come to.
func TestAimedNewton(t *testing.T) {
	rng := rand.New(rand.NewPCG(44, 9))
	names := []string{"cylinder", "cone", "capsule"}
	turns, found, aimed := map[bool]int{}, 0, 0
	for i := range 900 {
		a, b := nearPair(t, rng, names[i%2], names[i/2%3], 3)
		first, second := &a, &b
		var k [2]core
		for j := range k {
			var q Query
			first, second, _ = q.order(first, second)
			q.prepare(first, second)
			q.begin(nil)
			if q.leap.aims {
				aimed++
			} else if j == 0 {
				break
			}
			if j == 1 {
				q.leap.aims = false
			}
			if q.gjkFloat(math.Inf(1), &k[j]) == collide.ExitNewton && j == 0 && q.turns == 1 {
				found++
			}
			turns[j == 0] += q.turns
		}
		if k[0].lower > k[1].upper || k[1].lower > k[0].upper || k[0].n.Sub(k[1].n).Len() > 1e-3 {
			t.Errorf("pair %d: [%v, %v] along %v and [%v, %v] along %v", i,
				k[0].lower, k[0].upper, k[0].n, k[1].lower, k[1].upper, k[1].n)
		}
	}
	t.Logf("%d of %d pairs, %d turns for %d", found, aimed/2, turns[true], turns[false])
	if aimed < 1000 || found < aimed/4 || 2*turns[true] > turns[false] {
		t.Errorf("%d of %d pairs, %d turns for %d", found, aimed/2, turns[true], turns[false])
	}
}

// TestNewtonMeetsDepth: where a try ends at a depth, the feet are those of a minimum of the support
// values, the simplex that it leaves is of points of C, and EPA from there comes to the depth that
// it comes to from where the loop alone ends.
func TestNewtonMeetsDepth(t *testing.T) {
	met, moved := 0, 0
	rng := rand.New(rand.NewPCG(31, 18))
	for i := range pick(600, 3000) {
		gap := []float64{-1e-9, -1e-8, -1e-6, -1e-4, -0.02}[i%5]
		a, b := nearPair(t, rng, curvedNames[rng.IntN(5)], []string{"cone", "cylinder", "ellipsoid"}[i%3], gap)
		var q, plain Query
		first, second, _ := q.order(&a, &b)
		q.prepare(first, second)
		q.begin(nil)
		if q.gjkFloat(math.Inf(1), new(core)); !q.leap.deep {
			continue
		}
		met++
		n := q.newt
		n.set()
		h := -q.m.separation(n.d)
		if w := n.w.Dot(n.d); !(math.Abs(w-h) <= 0.05*h) {
			t.Errorf("pair %d: the feet are %v deep, the cores %v", i, w, h)
		}
		for j := range q.s.n {
			for range 20 {
				d := Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit()
				if c := -q.m.separation(d); q.s.p[j].w.Dot(d) > c+16*unit {
					t.Fatalf("pair %d: a point of the simplex lies %g outside C", i, q.s.p[j].w.Dot(d)-c)
				}
			}
		}
		if q.turns < 20 {
			moved++
		}
		plain.order(&a, &b)
		plain.prepare(first, second)
		plain.begin(nil)
		plain.leap = leap{next: math.MaxInt}
		var k, other core
		q.begin(nil)
		q.solveGJK(nil, false, &k)
		plain.solveGJK(nil, false, &other)
		if k.lower > other.upper || other.lower > k.upper {
			t.Errorf("pair %d: [%v, %v], the loop alone [%v, %v]", i, k.lower, k.upper, other.lower, other.upper)
		}
	}
	if all := pick(600, 3000); met < all/4 || moved < met/2 {
		t.Errorf("%d met, %d of them soon", met, moved)
	}
}

// TestNewtonNearContact: beside contact a try goes on until the feet are as near as the bounds ask.
func TestNewtonNearContact(t *testing.T) {
	turns, pairs := 0, 0
	rng := rand.New(rand.NewPCG(31, 19))
	for i := range 400 {
		gap := []float64{0, 1e-12, 1e-9, 1e-8}[i%4]
		a, b := nearPair(t, rng, "cylinder", []string{"cone", "cylinder"}[i/4%2], gap)
		var q Query
		first, second, _ := q.order(&a, &b)
		q.prepare(first, second)
		q.begin(nil)
		q.gjkFloat(math.Inf(1), new(core))
		turns += q.turns
		pairs++
	}
	if turns > 12*pairs {
		t.Errorf("%d turns for %d pairs", turns, pairs)
	}
}

// TestMayBeLowest: no vertex that is lowest over a cap is left out, and the integers come to the
// same relation with those that are not.
func TestMayBeLowest(t *testing.T) {
	fewer, ties := 0, 0
	rng := rand.New(rand.NewPCG(17, 5))
	for i := range pick(400, 2000) {
		a, b := nearPair(t, rng, []string{"cone", "cylinder"}[i%2], "box", []float64{0, -0.1, 1e-12}[i/2%3])
		if i%4 > 1 { // flush: in integers four corners are as low
			rot := b.pose.Rot
			way := rot.Apply(Vec{0.1, 0.2, a.half.Z + b.half.Z}.Scale(-1))
			if err := errors.Join(a.Move(Pose{Rot: rot}), b.Move(Pose{Pos: way, Rot: rot})); err != nil {
				t.Fatal(err)
			}
		}
		var q Query
		first, second, _ := q.order(&a, &b)
		q.prepare(first, second)
		round, poly := first, second
		if second.kind.curved() {
			round, poly = second, first
		}
		for _, sign := range []int64{1, -1} {
			if sign > 0 && round.kind == kindCone {
				continue
			}
			var few [capFew]int32
			ids := q.m.mayBeLowest(round == first, sign, false, few[:])
			want := q.relation.cap(round, poly, sign, nil)
			count := len(q.relation.low)
			if got := q.relation.cap(round, poly, sign, ids); got != want || len(q.relation.low) != count {
				t.Fatalf("pair %d, cap %d: %v of %d lowest, all vertices %v of %d", i, sign, got, len(q.relation.low), want, count)
			}
			if ids != nil {
				fewer++
			}
			if count == 4 {
				ties++
			}
		}
	}
	if fewer < 200 || ties < 50 {
		t.Errorf("%d times fewer, %d ties", fewer, ties)
	}
}

// TestCapSilent: where doubles say that a cap decides nothing, integers say so.
func TestCapSilent(t *testing.T) {
	silent, pairs := 0, pick(800, 3000)
	rng := rand.New(rand.NewPCG(17, 4))
	for i := range pairs {
		a, b := nearPair(t, rng, []string{"cone", "cylinder"}[i%2], "box", []float64{0, -0.1, 1e-12, -1}[i/2%4])
		if i%16 > 7 { // flush: the lowest corners are four, or on the rim
			high := a.half.Z + b.half.Z - float64(0.25*float64(i%3))
			if err := errors.Join(a.Move(Pose{}), b.Move(Pose{Pos: Vec{rng.Float64(), 0, high}})); err != nil {
				t.Fatal(err)
			}
		}
		var q Query
		first, second, _ := q.order(&a, &b)
		q.prepare(first, second)
		round := first
		poly := second
		if second.kind.curved() {
			round, poly = second, first
		}
		margin := float64((a.margin + b.margin) * q.m.scale)
		for _, sign := range []int64{1, -1} {
			if sign > 0 && round.kind == kindCone || !q.m.capSilent(round == first, sign, margin) {
				continue
			}
			silent++
			if rel := q.relation.cap(round, poly, sign, nil); rel != collide.Undecided {
				t.Fatalf("pair %d, cap %d: doubles see nothing, integers %v", i, sign, rel)
			}
		}
	}
	if silent < pairs/6 {
		t.Errorf("%d caps only", silent)
	}
}

// TestNormalsOfCurvedBodies: the normal of bodies apart is that at the nearest points, though the
// gap between the bounds that the tolerance allows leaves it open by far more. That at a point next
// to a body has a closed form.
func TestNormalsOfCurvedBodies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 49))
	u := func() float64 { return math.Exp(2 * (rng.Float64() - 0.5)) }
	pose := func(reach float64) Pose {
		return Pose{Pos: randomUnit(rng, 3).Scale(reach * rng.Float64()), Rot: randomRot(rng)}
	}
	asked := 0
	for i := range 12000 {
		q, err := NewQuery(Options{Tolerance: []float64{1e-4, 1e-6, 1e-9}[i%3]})
		if err != nil {
			t.Fatal(err)
		}
		a := atPose(Ellipsoid{Vec{u(), u(), u()}}, pose(0))
		b := atPose(Sphere{u()}, pose(8))
		if i&1 == 1 {
			b = atPose(Ellipsoid{Vec{u(), u(), u()}}, b.Pose())
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
