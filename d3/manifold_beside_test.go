package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// besidePair draws a box and a capsule, a place of whose axis is by a face, an edge or a corner of
// the box, inside or outside, or anywhere.
func besidePair(t *testing.T, r *rand.Rand) (x, y *Object) {
	t.Helper()
	size := math.Ldexp(1, r.IntN(60)-30)
	part := func() float64 {
		return size * []float64{1, r.Float64(), r.Float64(), math.Ldexp(1, -r.IntN(14)), 0}[r.IntN(5)]
	}
	h := Vec{size, size, size}
	if r.IntN(3) != 0 {
		h = Vec{part(), part(), part()}
	}
	var shape Shape = Box{h.Scale(2)}
	if r.IntN(5) == 0 {
		shape = Rounded{Box{h.Scale(2)}, size * math.Ldexp(r.Float64(), -r.IntN(20))}
	}
	pose, rot := Pose{Rot: randomRot(r)}, randomRot(r)
	if r.IntN(3) == 0 {
		pose = Pose{Pos: Vec{X: size * float64(r.IntN(5))}}
	}
	if r.IntN(3) == 0 { // along an axis, or nearly
		rot = barsRot(t, onSphere(r, 1)[0], math.Ldexp(r.Float64(), -r.IntN(60))).Mul(barsRot(t, unitVec(int8(r.IntN(3))), math.Pi/2))
	}
	round := Capsule{part() * math.Ldexp(1, r.IntN(2)*r.IntN(14)), part() * math.Ldexp(1, r.IntN(3))}
	along := round.Height * []float64{0, 0.5, -0.5, r.Float64() - 0.5}[r.IntN(4)]
	at := ballPlace(r, h, size).Sub(rot.Apply(Vec{Z: along}))
	x = mustPlace(t, shape, pose)
	y = mustPlace(t, round, Pose{Pos: pose.Pos.Add(pose.Rot.Apply(at)), Rot: pose.Rot.Mul(rot)})
	return x, y
}

// TestTouchBeside holds the manifolds of capsules and boxes that touchBeside gives to those of
// Collide, bit for bit, in both orders.
func TestTouchBeside(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(73, 2))
	q, slow := new(Query), new(Query)
	type key struct {
		rel    collide.Relation
		n      int
		kind   collide.FeatureKind // of the box
		placed bool
	}
	seen, n := map[key]int{}, 100000
	if testing.Short() {
		n = 30000
	}
	for i := range n {
		x, y := besidePair(t, r)
		if i%3 == 0 {
			x, y = barsPair(t, r)
		}
		if x.kind != kindBox || !x.solid || y.kind != kindSegment {
			continue
		}
		for k, pair := range [2][2]*Object{{x, y}, {y, x}} {
			rel, got := asCollide(t, slow, pair, func(mf *Manifold) collide.Relation {
				return q.touchSoon(mf, pair[0], pair[1])
			})
			kind, _ := got.Points[0].ID.A()
			if k == 1 {
				kind, _ = got.Points[0].ID.B()
			}
			seen[key{rel, got.N, kind, got.Points[0].ID>>collide.FeaturePlaceShift != 0}]++
		}
	}
	for _, k := range []key{
		{collide.Undecided, 0, 0, false},
		{collide.Apart, 0, 0, false},
		{collide.Overlapping, 1, collide.FeatureVertex, false},
		{collide.Overlapping, 1, collide.FeatureVertex, true},
		{collide.Overlapping, 1, collide.FeatureEdge, false},
		{collide.Overlapping, 1, collide.FeatureEdge, true},
		{collide.Overlapping, 1, collide.FeatureFace, false},
		{collide.Overlapping, 1, collide.FeatureFace, true},
		{collide.Overlapping, 2, collide.FeatureEdge, false},
		{collide.Overlapping, 2, collide.FeatureFace, false},
	} {
		if seen[k] < n/200 {
			t.Errorf("%+v: %d of %v", k, seen[k], seen)
		}
	}
}
