package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestLone holds the manifolds of spheres and capsules beside spheres, capsules and boxes to those
// that the clipper makes of the same contacts: the same point, features and parts of the ID; the
// place in it may be one step off where rounding moves the point.
func TestLone(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 4))
	q := new(Query)
	type key struct {
		kind, least kind
		placed      bool
	}
	seen, crossed := map[key]int{}, map[bool]int{}
	beside := map[bool]int{} // of those, a capsule and a box
	tilt, err := NewQuat(0.6, 0, 0, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	for range 20000 {
		size := math.Ldexp(1, r.IntN(60)-30)
		other := []Shape{
			Sphere{size * r.Float64()},
			Capsule{size * r.Float64(), size * r.Float64()},
			Box{Vec{size * r.Float64(), size * r.Float64(), size * r.Float64()}},
			Box{Vec{size, size * r.Float64(), size * 0x1p-12}},
			Rounded{Box{Vec{size, size, size}}, size * r.Float64()},
			Rounded{Box{Vec{0, size * r.Float64(), 0}}, size * r.Float64()}, // four names for each corner
		}[r.IntN(6)]
		n := onSphere(r, 1)[0].Scale(size * r.Float64())
		if r.IntN(3) == 0 { // along an axis of the other body
			n = Vec{}.with(int8(r.IntN(3)), size*r.Float64())
		}
		rot := randomRot(r)
		a := mustPlace(t, other, Pose{Rot: rot})
		round := Capsule{0, size * math.Ldexp(r.Float64(), -r.IntN(12))}
		b := mustPlace(t, Sphere{round.Radius}, Pose{Pos: rot.Apply(n)})
		if r.IntN(2) == 0 {
			turn := randomRot(r)
			round.Height = size * math.Ldexp(r.Float64(), 2-r.IntN(12))
			if r.IntN(3) == 0 { // bodies on a lattice
				n, turn = Vec{float64(r.IntN(9) - 4), float64(r.IntN(9) - 4), float64(r.IntN(9) - 4)}.Scale(size/8), tilt
				rot, round.Height = []Rot{{}, turn, turn.Mul(turn)}[r.IntN(3)], size*float64(r.IntN(5))/4
				a = mustPlace(t, other, Pose{Rot: rot})
			}
			if r.IntN(4) == 0 { // nearly parallel
				s := 0.17 * r.Float64()
				small, err := NewQuat(s, 0, 0, math.Sqrt(1-s*s))
				if err != nil {
					t.Fatal(err)
				}
				turn, round, n = rot.Mul(small), Capsule{size, size * 0.02 * r.Float64()}, n.Scale(0.05)
				a = mustPlace(t, Capsule{size, size * 0.02 * r.Float64()}, Pose{Rot: rot})
				if r.IntN(2) == 0 { // with an edge of a box
					n = Vec{1, 1, 0.1 * r.Float64()}.Scale(size * (0.45 + 0.1*r.Float64()))
					a = mustPlace(t, Box{Vec{size, size, size}}, Pose{Rot: rot})
					if small, err = NewQuat(s*math.Sqrt2/2, s*math.Sqrt2/2, 0, math.Sqrt(1-s*s)); err != nil {
						t.Fatal(err)
					}
					turn = rot.Mul(small)
				}
			}
			b = mustPlace(t, round, Pose{Pos: rot.Apply(n), Rot: turn})
		}
		a, b, ct, ok := directContact(q, r, a, b)
		if !ok {
			continue
		}
		var mf, want Manifold
		if !q.direct.lone(a, q.direct.x == a, &mf) {
			continue
		}
		q.prepare(a, b)
		q.clip.manifold(&q.run, a, b, &ct, &want)
		p := &mf.Points[0]
		placed := p.ID>>collide.FeaturePlaceShift != 0
		seen[key{max(a.kind, b.kind), min(a.kind, b.kind), placed}]++
		if kindA, _ := p.ID.A(); kindA == collide.FeatureEdge {
			if kindB, _ := p.ID.B(); kindB == collide.FeatureEdge {
				crossed[placed]++
				if max(a.kind, b.kind) == kindBox {
					beside[placed]++
				}
			}
		}
		off, err := samePoints(&mf, &want)
		if err != nil || off > 0x1p-40*(size+a.extent+b.extent) {
			t.Fatalf("%#v and %#v, %v apart: %v %g\n%+v\nthe clipper:\n%+v", a.Shape(), b.Shape(), b.pos.Sub(a.pos), err, off, mf, want)
		}
	}
	if crossed[true] < 50 || crossed[false] < 50 || beside[true] < 50 || beside[false] < 50 {
		t.Errorf("edges that cross: %v, of a box %v", crossed, beside)
	}
	for _, k := range []kind{kindPoint, kindSegment, kindBox} {
		for _, least := range []kind{kindPoint, kindSegment} {
			for _, placed := range []bool{true, false} {
				if n := seen[key{k, least, placed}]; n < 50 && least <= k {
					t.Errorf("%v and %v, placed %v: seen %d times", k, least, placed, n)
				}
			}
		}
	}
}

// TestLoneBoxes holds the manifolds of boxes that need no clipper to those that it makes of the
// same contacts: of boxes that overlap or are apart, thin ones, nearly along each other, with the
// witness at ends of edges, and at rest on a lattice.
func TestLoneBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 4))
	q := new(Query)
	seen := map[[2]collide.FeatureKind]int{}
	for range 20000 {
		size := math.Ldexp(1, r.IntN(60)-30)
		sides := func() Box {
			return Box{Vec{size * r.Float64(), size * r.Float64(), size * math.Ldexp(1, -r.IntN(2)*r.IntN(12))}}
		}
		x, y := sides(), sides()
		p, o := Pose{Rot: randomRot(r)}, Pose{Rot: randomRot(r), Pos: onSphere(r, 1)[0].Scale(size * r.Float64())}
		switch r.IntN(4) {
		case 0: // nearly along each other
			s := math.Ldexp(0.5*r.Float64(), -r.IntN(30))
			turn, err := NewQuat(s, 0, 0, math.Sqrt(1-s*s))
			if err != nil {
				t.Fatal(err)
			}
			o.Rot = p.Rot.Mul(turn)
		case 1: // on a lattice
			x.Size, y.Size = Vec{size, size, size}, Vec{size, size / 2, size / 4}
			o.Pos = Vec{float64(r.IntN(9) - 4), float64(r.IntN(9) - 4), float64(r.IntN(9) - 4)}.Scale(size / 4)
			turn, err := NewQuat(math.Sqrt2/2, 0, 0, math.Sqrt2/2)
			if err != nil {
				t.Fatal(err)
			}
			p.Rot, o.Rot = Rot{}, []Rot{{}, turn, turn.Mul(turn)}[r.IntN(3)]
		}
		a, b, _ := q.order(mustPlace(t, x, p), mustPlace(t, y, o))
		var ct Contact
		q.distance(a, b, nil, &ct)
		var mf, want Manifold
		if !loneBoxes(a, b, &ct, &mf) {
			continue
		}
		q.prepare(a, b) // the direct form does without
		q.clip.manifold(&q.run, a, b, &ct, &want)
		f, w := &mf.Points[0], &want.Points[0]
		kindA, _ := f.ID.A()
		kindB, _ := f.ID.B()
		seen[[2]collide.FeatureKind{min(kindA, kindB), max(kindA, kindB)}]++
		features := collide.FeatureID(1)<<collide.FeaturePlaceShift - 1
		off := f.PointA.Sub(w.PointA).Len() + f.LocalB.Sub(w.LocalB).Len()
		placed, too := f.ID>>collide.FeaturePlaceShift != 0, w.ID>>collide.FeaturePlaceShift != 0
		if tol := 0x1p-40 * (size + a.extent + b.extent); mf.N != 1 || want.N != 1 || mf.Normal != want.Normal ||
			f.ID&features != w.ID&features || placed != too || !(off <= tol) || !(math.Abs(f.Distance-w.Distance) <= tol) {
			t.Fatalf("%#v and %#v, %v apart:\n%+v\nthe clipper: %d\n%+v", a.Shape(), b.Shape(), ct.Distance, *f, want.N, *w)
		}
	}
	v, e, f := collide.FeatureVertex, collide.FeatureEdge, collide.FeatureFace
	for _, k := range [][2]collide.FeatureKind{{v, v}, {v, e}, {v, f}, {e, e}} {
		if seen[k] < 50 {
			t.Errorf("%v: %d", k, seen[k])
		}
	}
}

// directContact returns a and b, given in any order, in the canonical one, and their contact, and
// whether the direct form found it.
func directContact(q *Query, r *rand.Rand, a, b *Object) (x, y *Object, ct Contact, ok bool) {
	if r.IntN(2) == 0 {
		a, b = b, a
	}
	x, y, _ = q.order(a, b)
	q.distance(x, y, nil, &ct)
	return x, y, ct, q.bare
}

// segmentsPair draws two capsules that lie along each other, across each other, end to end, or
// anywhere, that are apart, near contact or deep in each other.
func segmentsPair(t *testing.T, r *rand.Rand) (x, y *Object) {
	t.Helper()
	size := math.Ldexp(1, r.IntN(60)-30)
	part := func() float64 {
		return []float64{1, r.Float64(), r.Float64(), r.Float64(), math.Ldexp(1, -r.IntN(16)), 0}[r.IntN(6)]
	}
	first := Capsule{size * part(), size * part()}
	second := Capsule{size * part(), size * part() * math.Ldexp(1, r.IntN(2)*r.IntN(16))}
	pose := Pose{Rot: randomRot(r)}
	if r.IntN(3) == 0 {
		pose.Pos = Vec{X: size * float64(r.IntN(5))}
	}
	rot := pose.Rot.Mul(barsRot(t, onSphere(r, 1)[0], math.Ldexp(r.Float64(), -r.IntN(40))))
	switch r.IntN(3) {
	case 0:
		rot = randomRot(r)
	case 1:
		rot = pose.Rot
	}
	reach := (first.Height+second.Height)/2 + first.Radius + second.Radius
	at := Vec{part() - part(), part() - part(), part() - part()}.Scale(reach / 2)
	if r.IntN(3) == 0 { // all but touching
		axis := onSphere(r, 1)[0]
		at = axis.Scale((first.Radius + second.Radius) * (1 + math.Ldexp(r.Float64()-0.5, -r.IntN(50))))
		at = at.Add(Vec{Z: first.Height * (r.Float64() - 0.5)})
	}
	x = mustPlace(t, first, pose)
	y = mustPlace(t, second, Pose{Pos: pose.Pos.Add(pose.Rot.Apply(at)), Rot: rot})
	return x, y
}

// asCollide returns the relation and the manifold that touch tells of a pair, and holds them to
// those of Collide, bit for bit, where it tells any. The manifold is zero where it tells none.
func asCollide(
	t *testing.T, slow *Query, pair [2]*Object, touch func(*Manifold) collide.Relation,
) (rel collide.Relation, got Manifold) {
	t.Helper()
	got = Manifold{Normal: Vec{7, 7, 7}, N: 2}
	rel = touch(&got)
	ct, want := slow.Collide(pair[0], pair[1], nil)
	for i := got.N; i < len(got.Points); i++ {
		got.Points[i] = want.Points[i] // is not told
	}
	if rel == collide.Overlapping && got != want || rel != collide.Undecided && rel != ct.Relation {
		a, b := pair[0], pair[1]
		t.Fatalf("%#v %v %#v %v: %v:\n%+v\nnot %v:\n%+v", a.shape, a.pose, b.shape, b.pose, rel, got, ct.Relation, want)
	}
	if rel != collide.Overlapping {
		got = Manifold{}
	}
	return rel, got
}

// TestTouchSegments holds the manifolds of capsules that touchSegments gives to those of Collide,
// bit for bit, in both orders.
func TestTouchSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 2))
	q, slow := new(Query), new(Query)
	type key struct {
		rel    collide.Relation
		n      int
		placed bool
	}
	seen, n, crossing := map[key]int{}, 100000, 0
	if testing.Short() {
		n = 30000
	}
	for range n {
		x, y := segmentsPair(t, r)
		if x.kind != kindSegment || y.kind != kindSegment {
			continue
		}
		for _, pair := range [2][2]*Object{{x, y}, {y, x}} {
			rel, got := asCollide(t, slow, pair, func(mf *Manifold) collide.Relation {
				return q.touchSoon(mf, pair[0], pair[1])
			})
			if got.N == 1 && edgeLike(got.Points[0].ID&(1<<collide.FeatureSideBits-1)) &&
				edgeLike(got.Points[0].ID>>collide.FeatureSideBits&(1<<collide.FeatureSideBits-1)) {
				crossing++
			}
			seen[key{rel, got.N, got.Points[0].ID>>collide.FeaturePlaceShift != 0}]++
		}
	}
	for _, k := range []key{
		{collide.Undecided, 0, false},
		{collide.Apart, 0, false},
		{collide.Overlapping, 1, false},
		{collide.Overlapping, 1, true},
		{collide.Overlapping, 2, false},
	} {
		if seen[k] < n/200 {
			t.Errorf("%+v: %d of %v", k, seen[k], seen)
		}
	}
	if crossing < n/200 {
		t.Errorf("%d pairs cross", crossing)
	}
}
