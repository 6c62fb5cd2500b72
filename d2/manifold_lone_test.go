package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestLone holds the manifolds of circles and capsules beside circles, capsules, boxes and polygons
// to those that the clipper makes of the same contacts: the same point, features and parts of the
// ID; the place in it may be one step off where rounding moves the point.
func TestLone(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 4))
	q := new(Query)
	type key struct {
		kind, least kind
		placed      bool
	}
	seen := map[key]int{}
	tilt, err := NewCosSin(0.6, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	for range 20000 {
		size := math.Ldexp(1, r.IntN(60)-30)
		x, y := size*r.Float64(), size*r.Float64()
		other := []Shape{
			Circle{x},
			Capsule{x, y},
			Box{Vec{x, y}},
			Box{Vec{size, size * 0x1p-12}},
			Rounded{Box{Vec{size, size}}, x},
			mustHull(t, []Vec{{-x, -y}, {x, -y}, {x, y}, {0, 2 * y}, {-x, y}}),
			Box{Vec{0, y * 0x1p-12}}, // two names for each corner
		}[r.IntN(7)]
		n := Vec{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
		if r.IntN(3) == 0 { // along an axis of the other body
			n.X = 0
		}
		rot := randomRot(r)
		a := mustPlace(t, other, Pose{Rot: rot})
		round := Capsule{0, size * math.Ldexp(r.Float64(), -r.IntN(12))}
		var b *Object
		if r.IntN(2) == 0 {
			b = mustPlace(t, Circle{round.Radius}, Pose{Pos: rot.Apply(n)})
		} else {
			round.Height = size * math.Ldexp(r.Float64(), -r.IntN(12))
			turn := randomRot(r)
			if r.IntN(3) == 0 { // bodies on a lattice
				n, turn = Vec{x * float64(r.IntN(9)-4) / 2, y * float64(r.IntN(9)-4) / 2}, tilt
				rot, round.Height = []Rot{{}, turn, turn.Mul(turn)}[r.IntN(3)], float64(r.IntN(5))*y
				a = mustPlace(t, other, Pose{Rot: rot})
			}
			b = mustPlace(t, round, Pose{Pos: rot.Apply(n), Rot: turn})
		}
		a, b, ct, ok := directContact(q, r, a, b)
		if !ok {
			continue
		}
		var mf, want Manifold
		if !lone(a, b, &ct, &mf) {
			continue
		}
		q.prepare(a, b)
		q.run.manifold(a, b, &ct, &want)
		p := &mf.Points[0]
		placed := p.ID>>collide.FeaturePlaceShift != 0
		seen[key{max(a.kind, b.kind), min(a.kind, b.kind), placed}]++
		off, err := samePoints(&mf, &want)
		if err != nil || off > 0x1p-40*(size+a.extent+b.extent) {
			t.Fatalf("%#v and %#v, %v apart: %v %g\n%+v\nthe clipper:\n%+v", a.Shape(), b.Shape(), b.pos.Sub(a.pos), err, off, mf, want)
		}
	}
	for _, k := range []kind{kindPoint, kindSegment, kindBox, kindHull} {
		for _, least := range []kind{kindPoint, kindSegment} {
			for _, placed := range []bool{true, false} {
				if n := seen[key{k, least, placed}]; n < 50 && least <= k {
					t.Errorf("%v and %v, placed %v: seen %d times", k, least, placed, n)
				}
			}
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

// TestLoneAtAnySize: a manifold has as many points, at the same distances, where all lengths are
// scaled by a power of two, down to lengths whose fourth powers or squares underflow, and up to
// those whose fourth powers overflow.
func TestLoneAtAnySize(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 5))
	two := 0
	for range 4000 {
		even := func() float64 { return float64(r.IntN(9)-4) / 2 }
		var points [6]Vec
		for i := range points {
			points[i] = Vec{even(), even()}
		}
		pos, height, round, box := Vec{even(), even()}, float64(1+r.IntN(6))/2, float64(r.IntN(5))/2, r.IntN(3) == 0
		var mf [2]Manifold
		for i, k := range [2]float64{1, math.Ldexp(1, []int{-272, -540, -900, 300}[r.IntN(4)])} {
			var a Shape = Box{Vec{float64(2 * k), float64(3 * k)}}
			if !box {
				p := points
				for j := range p {
					p[j] = p[j].Scale(k)
				}
				a = mustHull(t, p[:])
			}
			_, mf[i] = Touch(mustPlace(t, a, Pose{}), mustPlace(t, Capsule{float64(height * k), float64(round * k)}, Pose{Pos: pos.Scale(k)}))
			for j := range mf[i].Points {
				mf[i].Points[j].Distance /= k
			}
		}
		if mf[0].N != mf[1].N {
			t.Fatalf("%v, box %v, capsule %v, %v at %v: %+v, scaled %+v", points, box, height, round, pos, mf[0], mf[1])
		}
		for j := range mf[0].N {
			if !(math.Abs(mf[0].Points[j].Distance-mf[1].Points[j].Distance) < 1e-12) {
				t.Fatalf("%v, box %v, capsule %v, %v at %v: %+v, scaled %+v", points, box, height, round, pos, mf[0], mf[1])
			}
		}
		if mf[0].N == 2 {
			two++
		}
	}
	if two < 1000 {
		t.Fatalf("%d manifolds of two points", two)
	}
}

// circlesPair draws two circles: of like or unlike sizes, as large or small as there are, level or
// not, apart, near contact, deep or about one point.
func circlesPair(t *testing.T, r *rand.Rand) (a, b *Object) {
	t.Helper()
	size := math.Ldexp(1, []int{0, 0, r.IntN(60) - 30, -290, -860, 300, 280 + r.IntN(20)}[r.IntN(7)])
	first := Circle{size * []float64{1, r.Float64(), 1, 0}[r.IntN(4)]}
	second := Circle{size * []float64{1, r.Float64(), math.Ldexp(1, -r.IntN(14)), 0x1p-40}[r.IntN(4)]}
	sum := first.Radius + second.Radius
	at := onCircle(r, 1)[0]
	if r.IntN(3) == 0 {
		at = []Vec{{1, 0}, {0, 1}, {0, -1}, {-1, 0}, {0.6, 0.8}}[r.IntN(5)]
	}
	switch r.IntN(5) {
	case 0:
		at = at.Scale(sum * 2 * r.Float64())
	case 1:
		at = at.Scale(sum * math.Ldexp(r.Float64(), -r.IntN(60)))
	case 2: // all but touching
		at = at.Scale(sum * (1 + math.Ldexp(r.Float64()-0.5, -r.IntN(56))))
	case 3: // a limit of what holds its place
		at = at.Scale(max(first.Radius, second.Radius) / 3 * (1 + math.Ldexp(r.Float64()-0.5, -r.IntN(56))))
	default: // on a lattice
		at = Vec{float64(r.IntN(9)-4) / 4, float64(r.IntN(9)-4) / 4}.Scale(size)
	}
	pos := Vec{float64(r.IntN(3)-1) * size, float64(r.IntN(3)) * size * 0x1p30}
	a = mustPlace(t, first, Pose{Pos: pos, Rot: randomRot(r)})
	b = mustPlace(t, second, Pose{Pos: pos.Add(at), Rot: randomRot(r)})
	if r.IntN(20) == 0 {
		a = new(Object)
	}
	return a, b
}

// TestTouchCircles holds the manifolds of circles that touchCircles gives to those of Collide, bit
// for bit, in both orders.
func TestTouchCircles(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(72, 3))
	slow := new(Query)
	type key struct {
		rel    collide.Relation
		placed bool
	}
	seen, n := map[key]int{}, 100000
	for range n {
		x, y := circlesPair(t, r)
		for _, pair := range [2][2]*Object{{x, y}, {y, x}} {
			rel, got := asCollide(t, slow, pair, func(mf *Manifold) collide.Relation {
				return mf.touchCircles(pair[0], pair[1])
			})
			seen[key{rel, got.Points[0].ID>>collide.FeaturePlaceShift != 0}]++
		}
	}
	for _, k := range []key{
		{collide.Undecided, false}, {collide.Apart, false}, {collide.Overlapping, false}, {collide.Overlapping, true},
	} {
		if seen[k] < n/20 {
			t.Errorf("%+v: %d of %v", k, seen[k], seen)
		}
	}
}

// segmentsPair draws two capsules that lie along each other, across each other, end to end, or
// anywhere, that are apart, near contact or deep in each other, as large or small as there are.
func segmentsPair(t *testing.T, r *rand.Rand) (x, y *Object) {
	t.Helper()
	size := math.Ldexp(1, []int{0, r.IntN(60) - 30, -390 - r.IntN(20), 280 + r.IntN(4)}[max(0, r.IntN(12)-8)])
	part := func() float64 {
		return []float64{1, r.Float64(), r.Float64(), r.Float64(), math.Ldexp(1, -r.IntN(16)), 0}[r.IntN(6)]
	}
	first := Capsule{size * part(), size * part()}
	second := Capsule{size * part(), size * part() * math.Ldexp(1, r.IntN(2)*r.IntN(16))}
	if r.IntN(12) == 0 {
		second.Height *= math.Ldexp(1, -r.IntN(40))
	}
	pose := Pose{Rot: randomRot(r)}
	if r.IntN(3) == 0 {
		pose = Pose{Pos: Vec{X: size * float64(r.IntN(5))}}
	}
	turn := []float64{0, math.Pi / 2, 2 * math.Pi * r.Float64()}[r.IntN(3)] + math.Ldexp(r.Float64(), -r.IntN(60))
	rot, err := NewCosSin(math.Cos(turn), math.Sin(turn))
	if err != nil {
		t.Fatal(err)
	}
	reach := (first.Height+second.Height)/2 + first.Radius + second.Radius
	at := Vec{part() - part(), part() - part()}.Scale(reach / 2)
	switch r.IntN(4) {
	case 0: // an end by the other axis
		at = Vec{first.Height * (r.Float64() - 0.5), (first.Radius + second.Radius) * part() * float64(r.IntN(3)-1)}
		at = at.Add(rot.Apply(Vec{X: second.Height / 2}))
	case 1: // all but touching
		axis := onCircle(r, 1)[0]
		at = axis.Scale((first.Radius + second.Radius) * (1 + math.Ldexp(r.Float64()-0.5, -r.IntN(50))))
		at = at.Add(Vec{X: first.Height * float64(r.IntN(3)-1) / 2})
	}
	x = mustPlace(t, first, pose)
	y = mustPlace(t, second, Pose{Pos: pose.Pos.Add(pose.Rot.Apply(at)), Rot: pose.Rot.Mul(rot)})
	return x, y
}

// asCollide returns the relation and the manifold that touch tells of a pair, and holds them to
// those of Collide, bit for bit, where it tells any. The manifold is zero where it tells none.
func asCollide(
	t *testing.T, slow *Query, pair [2]*Object, touch func(*Manifold) collide.Relation,
) (rel collide.Relation, got Manifold) {
	t.Helper()
	got = Manifold{Normal: Vec{7, 7}, N: 2}
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
		rel          collide.Relation
		n            int
		edge, placed bool
	}
	seen, n, left := map[key]int{}, 100000, 0
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
				return mf.touchSegments(pair[0], pair[1], &q.direct)
			})
			if rel == collide.Overlapping && !new(Manifold).segments(&q.direct, q.direct.x != pair[0]) {
				left++
			}
			id := got.Points[0].ID
			kindA, _ := id.A()
			kindB, _ := id.B()
			seen[key{rel, got.N, max(kindA, kindB) == collide.FeatureEdge, id>>collide.FeaturePlaceShift != 0}]++
		}
	}
	for _, k := range []key{
		{collide.Undecided, 0, false, false},
		{collide.Apart, 0, false, false},
		{collide.Overlapping, 1, false, false},
		{collide.Overlapping, 1, false, true},
		{collide.Overlapping, 1, true, false},
		{collide.Overlapping, 1, true, true},
		{collide.Overlapping, 2, true, false},
	} {
		if seen[k] < n/200 {
			t.Errorf("%+v: %d of %v", k, seen[k], seen)
		}
	}
	if left < n/200 {
		t.Errorf("%d pairs left to bars", left)
	}
}
