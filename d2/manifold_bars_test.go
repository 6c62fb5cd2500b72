package d2

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// barsPair draws a capsule and a capsule, a box or a polygon of like size, that lie along each
// other, by a corner, or on a lattice.
func barsPair(t *testing.T, r *rand.Rand) (a, b *Object) {
	t.Helper()
	size := math.Ldexp(1, r.IntN(60)-30)
	part := func() float64 {
		return []float64{1, 0.5, r.Float64(), r.Float64(), math.Ldexp(1, -r.IntN(20))}[r.IntN(5)]
	}
	box := Box{Vec{size * part(), size * part()}}
	var shape Shape
	switch r.IntN(4) {
	case 0:
		shape = Capsule{size * part(), size * part()}
	case 1:
		if shape = box; r.IntN(4) == 0 {
			shape = Rounded{box, size * part() / 4}
		}
	default:
		var points []Vec
		for i := range 3 + r.IntN(7) {
			c, s := math.Cos(0.7*float64(i)), math.Sin(0.7*float64(i))
			points = append(points, Vec{c + r.Float64()*math.Ldexp(1, -r.IntN(30)), s}.Scale(size))
		}
		if r.IntN(3) == 0 {
			x, y := size*part(), size*part()
			points = []Vec{{-x, -y}, {x, -y}, {x, y}, {0, y + size*math.Ldexp(r.Float64(), -r.IntN(40))}, {-x, y}}
		}
		shape = mustHull(t, points)
	}
	round := Capsule{size * part(), size * part()}
	if r.IntN(12) == 0 {
		round.Height *= math.Ldexp(1, r.IntN(24)-12)
	}
	pose := Pose{Rot: randomRot(r)}
	if r.IntN(4) == 0 {
		pose = Pose{Pos: Vec{X: size * float64(r.IntN(5))}}
	}
	turn := math.Ldexp(r.Float64(), -r.IntN(40))
	switch r.IntN(4) {
	case 0:
		turn = 0
	case 1:
		turn = math.Pi * r.Float64()
	}
	if r.IntN(2) == 0 {
		turn += math.Pi / 2 * float64(r.IntN(4))
	} else if r.IntN(2) == 0 {
		turn += 0.35 + 0.7*float64(r.IntN(8))
	}
	rot, err := NewCosSin(math.Cos(turn), math.Sin(turn))
	if err != nil {
		t.Fatal(err)
	}
	at := Vec{part() - part(), part() - part()}.Scale(size)
	if r.IntN(3) == 0 { // on a lattice
		at = Vec{float64(r.IntN(9) - 4), float64(r.IntN(9) - 4)}.Scale(size / 4)
	}
	a = mustPlace(t, shape, pose)
	b = mustPlace(t, round, Pose{Pos: pose.Pos.Add(pose.Rot.Apply(at)), Rot: pose.Rot.Mul(rot)})
	return a, b
}

// TestBars holds the manifolds of capsules beside capsules, boxes and polygons that direct.lone
// makes to those of the clipper for the same contacts: the same points in the same order, within
// rounding, with the same features.
func TestBars(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 5))
	q := new(Query)
	type key struct {
		kind kind
		n    int
	}
	seen, left := map[key]int{}, map[key]int{}
	n := 200000
	if testing.Short() {
		n = 40000
	}
	for range n {
		a, b := barsPair(t, r)
		a, b, ct, ok := directContact(q, r, a, b)
		if !ok {
			continue
		}
		var mf, want Manifold
		sure := q.direct.lone(a, q.direct.x == a, &mf)
		q.prepare(a, b)
		q.run.manifold(a, b, &ct, &want)
		k := key{max(a.kind, b.kind), want.N}
		if !sure {
			left[k]++
			continue
		}
		seen[k]++
		size := a.extent + b.extent + math.Abs(ct.Distance)
		off, err := samePoints(&mf, &want)
		off /= 1 + 0x1p-6*size/max(min(shortestEdge(a), shortestEdge(b)), 0x1p-20*size) // the clipper finds directions from ends
		if err != nil || off > 0x1p-43*size {
			t.Fatalf("%#v %v and %#v %v: %v %g\n%+v\nthe clipper:\n%+v", a.shape, a.pose, b.shape, b.pose, err, off/size, mf, want)
		}
	}
	for k, few := range map[key]int{
		{kindSegment, 1}: 3000, {kindSegment, 2}: 3000, {kindBox, 1}: 3000, {kindBox, 2}: 3000, {kindHull, 1}: 3000, {kindHull, 2}: 2000,
	} {
		if seen[k] < few*n/200000 || k.kind < kindHull && left[k] > seen[k]/2 {
			t.Errorf("%+v: %d, and %d are left to the clipper", k, seen[k], left[k])
		}
	}
}

// shortestEdge returns the half length of the shortest edge of a segment or a box.
func shortestEdge(o *Object) float64 {
	switch o.kind {
	case kindSegment:
		return o.half.X
	case kindBox:
		return min(o.half.X, o.half.Y)
	default:
		return o.extent
	}
}

// samePoints returns how far the points of two manifolds are apart, and an error where they differ
// by more, but for the places that IDs tell.
func samePoints(mf, want *Manifold) (off float64, err error) {
	if mf.N != want.N || mf.Normal != want.Normal {
		return 0, fmt.Errorf("%d points along %v, not %d along %v", mf.N, mf.Normal, want.N, want.Normal)
	}
	features := collide.FeatureID(1)<<collide.FeaturePlaceShift - 1
	for i := range mf.Points[:mf.N] {
		p, w := &mf.Points[i], &want.Points[i]
		placed, too := p.ID>>collide.FeaturePlaceShift != 0, w.ID>>collide.FeaturePlaceShift != 0
		if p.ID&features != w.ID&features || placed != too {
			return 0, fmt.Errorf("the ID of point %d is %x, not %x", i, p.ID, w.ID)
		}
		off = max(off, p.PointA.Sub(w.PointA).Len(), p.PointB.Sub(w.PointB).Len(), p.LocalA.Sub(w.LocalA).Len(),
			p.LocalB.Sub(w.LocalB).Len(), math.Abs(p.Distance-w.Distance))
	}
	return off, nil
}
