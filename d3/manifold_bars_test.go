package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// barsPair draws a capsule and a capsule or a box of like size, that lie along each other, across
// each other, on a face, by an edge or a corner, or on a lattice.
func barsPair(t *testing.T, r *rand.Rand) (a, b *Object) {
	t.Helper()
	size := math.Ldexp(1, r.IntN(60)-30)
	part := func() float64 {
		return []float64{1, 0.5, r.Float64(), r.Float64(), math.Ldexp(1, -r.IntN(20))}[r.IntN(5)]
	}
	var shape Shape = Capsule{size * part(), size * part()}
	if r.IntN(2) == 0 {
		box := Box{Vec{size * part(), size * part(), size * part()}}
		if shape = box; r.IntN(4) == 0 {
			shape = Rounded{box, size * part() / 4}
		}
	}
	round := Capsule{size * part(), size * part()}
	if r.IntN(12) == 0 {
		round.Height *= math.Ldexp(1, r.IntN(24)-12)
	}
	pose := Pose{Rot: randomRot(r)}
	if r.IntN(4) == 0 {
		pose = Pose{Pos: Vec{X: size * float64(r.IntN(5))}}
	}
	axis, turn := 0.5*math.Pi*float64(r.IntN(2)), math.Ldexp(r.Float64(), -r.IntN(40))
	switch r.IntN(4) {
	case 0:
		turn = 0
	case 1:
		turn = math.Pi * r.Float64()
	}
	rot := barsRot(t, onSphere(r, 1)[0], turn*float64(r.IntN(2))).Mul(barsRot(t, unitVec(int8(r.IntN(3))), turn).Mul(barsRot(t, Vec{X: 1}, axis)))
	if r.IntN(3) == 0 {
		rot = randomRot(r)
	}
	at := Vec{part() - part(), part() - part(), part() - part()}.Scale(size)
	if r.IntN(3) == 0 { // on a lattice
		at = Vec{float64(r.IntN(9) - 4), float64(r.IntN(9) - 4), float64(r.IntN(9) - 4)}.Scale(size / 8)
	}
	if r.IntN(8) == 0 { // an end over an end, or by an edge of a face
		at = rot.Apply(Vec{Z: round.Height / 2}).Neg().Add(Vec{part(), part(), part()}.Scale(size / 2))
	}
	if r.IntN(12) == 0 { // an end nearest to an end, and the way across both axes, or nearly
		rot = barsRot(t, Vec{X: 1}, math.Ldexp(r.Float64()-0.5, -2-r.IntN(30))).Mul(barsRot(t, Vec{Z: 1}, 7*r.Float64()))
		own := Vec{}
		switch s := shape.(type) {
		case Capsule:
			own.Z = s.Height / 2
		case Box:
			own = s.Size.Scale(0.5)
		}
		at = own.Add(Vec{part() - part(), part(), part() / 10}.Scale(size)).Add(rot.Apply(Vec{Z: round.Height / 2}))
	}
	a = mustPlace(t, shape, pose)
	b = mustPlace(t, round, Pose{Pos: pose.Pos.Add(pose.Rot.Apply(at)), Rot: pose.Rot.Mul(rot)})
	return a, b
}

// barsRot returns the rotation about the unit vector n by an angle.
func barsRot(t *testing.T, n Vec, angle float64) Rot {
	t.Helper()
	s, c := math.Sincos(angle / 2)
	rot, err := NewQuat(n.X*s, n.Y*s, n.Z*s, c)
	if err != nil {
		t.Fatal(err)
	}
	return rot
}

// TestBars holds the manifolds of capsules beside capsules and boxes that bars and strip make to
// those of the clipper for the same contacts: the same points in the same order, within rounding,
// with the same features.
func TestBars(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 5))
	q := new(Query)
	type key struct {
		box  kind
		face bool
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
		lone := q.direct.lone(a, q.direct.x == a, &mf)
		q.prepare(a, b)
		q.clip.manifold(&q.run, a, b, &ct, &want)
		kindA, _ := want.Points[0].ID.A()
		kindB, _ := want.Points[0].ID.B()
		k := key{max(a.kind, b.kind), max(kindA, kindB) == collide.FeatureFace, want.N}
		if !lone {
			left[k]++
			continue
		}
		seen[k]++
		size := a.extent + b.extent + math.Abs(ct.Distance)
		off, err := samePoints(&mf, &want)
		off /= 1 + 0x1p-6*size/min(shortest(a), shortest(b)) // the clipper finds directions from ends
		if err != nil || off > 0x1p-43*size {
			t.Fatalf("%#v %v and %#v %v: %v %g\n%+v\nthe clipper:\n%+v", a.shape, a.pose, b.shape, b.pose, err, off/size, mf, want)
		}
	}
	for k, few := range map[key]int{
		{kindSegment, false, 1}: 3000, {kindSegment, false, 2}: 3000, {kindSegment, false, 3}: 300, {kindBox, false, 1}: 3000,
		{kindBox, false, 2}: 3000, {kindBox, false, 3}: 100, {kindBox, true, 2}: 1000,
	} {
		if seen[k] < few*n/200000 || k.n == 2 && left[k] > seen[k]/2 {
			t.Errorf("%+v: %d, and %d are left to the clipper", k, seen[k], left[k])
		}
	}
}

// samePoints returns how far the points of two manifolds are apart, and an error where they differ
// by more, but for the places that IDs tell, and for the order of points on a line.
func samePoints(mf, want *Manifold) (off float64, err error) {
	if mf.N != want.N || mf.Normal != want.Normal {
		return 0, fmt.Errorf("%d points along %v, not %d along %v", mf.N, mf.Normal, want.N, want.Normal)
	}
	features := collide.FeatureID(1)<<collide.FeaturePlaceShift - 1
	if w := &want.Points; mf.N == 3 && mf.Points[1].ID&features == w[2].ID&features {
		w[1], w[2] = w[2], w[1]
	}
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

// shortest returns the half length of the shortest edge of a segment or a box.
func shortest(o *Object) float64 {
	if o.kind == kindBox {
		return least(o.half)
	}
	return o.half.Z
}
