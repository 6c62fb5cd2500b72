//go:build !purego

package d3

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
)

// bits returns what the points of mf in use are made of, zeros with their signs.
func (mf *Manifold) bits() (list []uint64) {
	add := func(v Vec) {
		list = append(list, math.Float64bits(v.X), math.Float64bits(v.Y), math.Float64bits(v.Z))
	}
	add(mf.Normal)
	list = append(list, uint64(mf.N))
	for _, p := range mf.Points[:mf.N] {
		add(p.PointA)
		add(p.PointB)
		add(p.LocalA)
		add(p.LocalB)
		list = append(list, math.Float64bits(p.Distance), uint64(p.ID))
	}
	return list
}

// latticeRot returns a rotation of quarter turns.
func latticeRot(t *testing.T, r *rand.Rand) (rot Rot) {
	t.Helper()
	for range r.IntN(4) {
		q, axis, sign := [4]float64{3: math.Sqrt2 / 2}, r.IntN(3), r.Float64()-0.5
		q[axis] = math.Copysign(math.Sqrt2/2, sign)
		if r.IntN(2) == 0 { // half a turn
			q[axis], q[3] = 1, math.Copysign(0, sign)
		}
		turn, err := NewQuat(q[0], q[1], q[2], q[3])
		if err != nil {
			t.Fatal(err)
		}
		rot = rot.Mul(turn)
	}
	return rot
}

// latticeBall draws a box and a sphere whose numbers are few, among them zeros of both signs: in a
// side, an edge, a corner, the middle, or with ties.
func latticeBall(t *testing.T, r *rand.Rand) (x, y *Object) {
	t.Helper()
	zero := func() float64 { return math.Copysign(0, r.Float64()-0.5) }
	place := func() float64 { return []float64{zero(), 0.25, -0.5, 1, -1, 1.5, -1.25, 1 + 0x1p-40}[r.IntN(8)] }
	half := func() float64 { return []float64{0.5, 1, 1, 2}[r.IntN(4)] }
	size := []float64{1, 1, 1, 0x1p-900, 0x1p-310, 0x1p-290, 0x1p290, 0x1p310}[r.IntN(8)]
	at := func() Vec { return Vec{place(), place(), place()}.Scale(size) }
	x = mustPlace(t, Box{Vec{half(), half(), half()}.Scale(2 * size)}, Pose{at(), latticeRot(t, r)})
	y = mustPlace(t, Sphere{half() * size}, Pose{at(), latticeRot(t, r)})
	return x, y
}

// tiltedBall draws a box and a sphere beside a corner of it, where coordinates of the normal are at
// the limits of slopes.
func tiltedBall(t *testing.T, r *rand.Rand) (x, y *Object) {
	t.Helper()
	slope := func() float64 { return []float64{0, maxSlope, r.Float64() / 4}[r.IntN(3)] }
	n := Vec{slope(), maxSlope, 0}
	n.Z = math.Sqrt(1 - n.Len2())
	for range r.IntN(3) {
		n = Vec{n.Y, n.Z, n.X}
	}
	at := Vec{1, 1, 1}.Add(n.Scale(math.Ldexp(1, -r.IntN(3))))
	for k := range int8(3) {
		if r.IntN(2) == 0 {
			at = at.with(k, -at.along(k))
		}
	}
	x = mustPlace(t, Box{Vec{2, 2, 2}}, Pose{})
	y = mustPlace(t, Sphere{1.125}, Pose{Pos: at, Rot: randomRot(r)})
	return x, y
}

// TestTouchLanes holds touchLanes to touchBall, bit for bit, in both orders, and sees that it
// answers all of the plain case, or, as without vectors, nothing: package lanes tests which.
func TestTouchLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(74, 2))
	n := 400000
	if testing.Short() {
		n = 60000
	}
	var told, apart, left, in int
	for k := range n {
		draws := [...]func(*testing.T, *rand.Rand) (x, y *Object){latticeBall, ballPair, tiltedBall}
		x, y := draws[k%len(draws)](t, r)
		for i, pair := range [2][2]*Object{{x, y}, {y, x}} {
			got := Manifold{Normal: Vec{7, 7, 7}, N: 2}
			before, want := got, Manifold{}
			rel, twin := got.touchLanes(pair[0], pair[1]), collide.Undecided
			if x.solid {
				twin = want.touchBall(x, y, i == 0)
			}
			bad := false
			switch rel {
			case collide.Overlapping:
				told++
				bad = twin != rel || !slices.Equal(got.bits(), want.bits())
				if got.Points[0].Distance < -y.margin {
					in++
				}
			case collide.Apart:
				apart++
				bad = twin != rel || got.Normal != (Vec{}) || got.N != 0
			case collide.Undecided:
				bad = got != before
				size, far := y.margin/x.extent, (want.Points[0].Distance+y.margin)/y.margin // of the centre
				if twin == collide.Overlapping && x.margin == 0 && x.extent > 0x1p-280 &&
					k%3 != 2 && size > 0x1p-10 && size < 1.125 && (far < 0 && far > -0.5 || far > 0.5) {
					left++
				}
			default:
				bad = true
			}
			if bad {
				t.Fatalf("%#v %v %#v %v: %v:\n%+v\nnot %v:\n%+v", x.shape, x.pose, y.shape, y.pose, rel, got, twin, want)
			}
		}
	}
	if told+apart > 0 && (told < n/3 || in < n/20 || apart < n/20 || left > n/200) {
		t.Errorf("of %d pairs in both orders: %d overlap, %d of them deep, %d apart, %d left", n, told, in, apart, left)
	}
}
