package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// exactHeight returns how far the box b, in the way wb, is above the half-space a in the way wa.
func exactHeight(a, b *Object, wa, wb exactWay) float64 {
	n := bigVecOf(a.plane.Normal)
	length := bigZero().Sqrt(n.dot(n))
	lowest := math.Inf(1)
	for _, x := range wb.corners(b) {
		h := wa.turn.inverse().apply(x.sub(wa.origin)).dot(n)
		h.Sub(h, bigNum(a.plane.Offset))
		lowest = min(lowest, double(h.Quo(h, length)))
	}
	return lowest
}

// TestHeightsAboveHalfSpacesThatTurn: a box far away, all but along the plane of a half-space that
// turns, or does not: its height is in its bracket. The normal may be off by the same whatever its
// coordinates are, and what that is worth is the distance along the plane.
func TestHeightsAboveHalfSpacesThatTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 6))
	used := 0.0
	for range 3000 {
		k, way := math.Ldexp(1, r.IntN(8)-4), math.Ldexp(1+r.Float64(), r.IntN(30))
		axis := [...]Vec{{X: 1}, {Y: 1}, {Z: 1}, randomUnit(r, 3)}[r.IntN(4)]
		angle := math.Pi / 2 * float64(r.IntN(4))
		if r.IntN(2) == 0 {
			angle = 3 * r.Float64()
		}
		start, _ := NewAxisAngle(axis, angle)
		var ma Motion
		switch r.IntN(3) {
		case 0:
			ma.angular = axis.Scale(math.Pi / 2)
		case 1:
			ma.angular = randomUnit(r, 3).Scale(4)
		}
		normal := [...]Vec{{X: 1}, {Y: 1}, {Z: 1}, {1, 1, 0}, randomUnit(r, 3)}[r.IntN(5)]
		a := mustPlace(t, HalfSpace{Normal: normal, Offset: k * (r.Float64() - 0.5)}, Pose{Rot: start})
		now := ma.exactly(a, 1, 1)
		n := now.turn.apply(bigVecOf(normal).unit())
		up := Vec{double(n[0]), double(n[1]), double(n[2])}
		at := up.Cross([...]Vec{{X: 1}, {Y: 1}, {Z: 1}, randomUnit(r, 3)}[r.IntN(4)])
		at = at.Scale(way).Add(up.Scale(3 * k))
		b := mustPlace(t, Box{Size: Vec{k, k, k}}, Pose{Pos: at})
		var im impact
		im.begin(a, &ma, b, &Motion{}, 1)
		if r.IntN(2) == 0 {
			im.g.level = -k
		}
		if !im.height(1) {
			t.Fatal("no height")
		}
		truth := exactHeight(a, b, now, (&Motion{}).exactly(b, 1, 1))
		if !(im.low <= truth && truth <= im.up) {
			t.Errorf("%+v turned by %v with %+v, %+v: a height of %v, the bracket is %v and %v",
				a.Shape(), angle, ma.angular, at, truth, im.low-truth, im.up-truth)
		}
		used = max(used, math.Abs(truth-(im.low+im.up)/2)/(im.up-im.low)*2)
	}
	if used < 0.03 {
		t.Errorf("%.3f of the brackets is used", used)
	}
}

// drawFar returns a motion that takes a body at the origin about k far away within the time of 1,
// in one of the ways that leave its place in doubt by much more than its size: on a long arm, as a
// screw with a long shift, or straight from far away.
func drawFar(t *testing.T, r *rand.Rand, k float64) (p Pose, m Motion) {
	t.Helper()
	far := randomUnit(r, 3).Scale(k)
	turn, _ := NewAxisAngle(randomUnit(r, 3), 1+r.Float64())
	var err error
	switch r.IntN(3) {
	case 0:
		m, err = NewMotion(Vec{}, randomUnit(r, 3).Scale(6*r.Float64()), far)
	case 1:
		m, err = NewMotionTo(Pose{}, Pose{Pos: far, Rot: turn}, collide.Screw)
	default:
		m, err = NewMotion(randomUnit(r, 3).Scale(k), Vec{Z: 1}, Vec{})
		p.Pos = far
	}
	if err != nil {
		t.Fatal(err)
	}
	return p, m
}

// TestBracketsOfBodiesFarFromTheirPivots: two balls near each other, one of which came a long way,
// so that its place is known far less well than how far balls at known places are apart: the
// bracket holds the distance all the same, and no more is said than that they may overlap.
func TestBracketsOfBodiesFarFromTheirPivots(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 6))
	var q Query
	q.defaults()
	used, met := 0.0, 0
	for range 2000 {
		k := math.Ldexp(1+r.Float64(), 10+r.IntN(20))
		p, m := drawFar(t, r, k)
		when := math.Ldexp(float64(1+r.IntN(1<<20)), -20)
		b := mustPlace(t, Sphere{Radius: 1}, p)
		way := m.exactly(b, when, 1)
		at := Vec{double(way.origin[0]), double(way.origin[1]), double(way.origin[2])}
		at = at.Add(randomUnit(r, 3).Scale(2 + float64(k*unit*(256*r.Float64()-128))))
		a := mustPlace(t, Sphere{Radius: 1}, Pose{Pos: at})
		still := Motion{}
		var im impact
		im.begin(a, &still, b, &m, 1)
		if !im.bounds(&q.solver, when) {
			t.Fatal("no bracket")
		}
		d := way.origin.sub(bigVecOf(a.pose.Pos))
		truth := double(bigZero().Sub(bigZero().Sqrt(d.dot(d)), bigNum(2)))
		if !(im.low <= truth && truth <= im.up) {
			t.Fatalf("%+v at %v beside %v: %v, the bracket is %v and %v",
				m, when, a.pose.Pos, truth, im.low-truth, im.up-truth)
		}
		used = max(used, math.Abs(truth-(im.low+im.up)/2)/(im.up-im.low)*2)
		if im.overlap(&q.solver, when) {
			met++
			if truth > 0 {
				t.Fatalf("%+v at %v beside %v: %v apart, said to overlap", m, when, a.pose.Pos, truth)
			}
		}
	}
	if t.Logf("%.3f of the brackets, %d overlap", used, met); used < 0.04 || met < 200 {
		t.Errorf("%.3f of the brackets is used, %d overlap", used, met)
	}
}

// TestNoOverlapWithinSlips: a box that came a long way is beside the face of another, nearer than
// its place is known. What is said to overlap does, and what is deep enough is found to.
func TestNoOverlapWithinSlips(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 6))
	var q Query
	q.defaults()
	met, missed := 0, 0
	for range 800 {
		k := math.Ldexp(1+r.Float64(), 10+r.IntN(20))
		p, m := drawFar(t, r, k)
		when := math.Ldexp(float64(1+r.IntN(1<<20)), -20)
		b := mustPlace(t, hullOfBox(Box{Size: Vec{1, 0.5 + r.Float64(), r.Float64()}}), p)
		way := m.exactly(b, when, 1)
		low, at := math.Inf(1), Vec{}
		for i := range b.corners() { // the lowest corner is above the middle of A's face
			x := way.place(bigVecOf(b.corner(i)))
			if h := double(x[0]); h < low {
				low, at = h, Vec{h, double(x[1]), double(x[2])}
			}
		}
		slip := k * unit
		deep := 16*r.Float64() - 8
		if r.IntN(2) == 0 {
			deep = 320 * r.Float64()
		}
		at.X += float64(slip*deep) - 8
		a := mustPlace(t, hullOfBox(Box{Size: Vec{16, 16, 16}}), Pose{Pos: at})
		gap := math.Inf(1)
		for i := range b.corners() {
			x := way.place(bigVecOf(b.corner(i))).sub(bigVecOf(a.pose.Pos))
			gap = min(gap, double(x[0].Sub(x[0], bigNum(8))))
		}
		still := Motion{}
		var im impact
		im.begin(a, &still, b, &m, 1)
		over := im.overlap(&q.solver, when)
		switch {
		case over && gap > 0:
			t.Fatalf("%+v at %v beside %v: %v u of the way apart, said to overlap", m, when, a.pose.Pos, gap/slip)
		case over:
			met++
		case gap < -300*slip:
			missed++
		}
	}
	if t.Logf("%d overlap, %d missed", met, missed); met < 50 || missed > 0 {
		t.Errorf("%d overlap, %d missed", met, missed)
	}
}

// TestTurnsOfAnyAngle: a corner of a body is within slip of where the motion has it, and the pose
// is what At says, after turns by up to 2^280 radians. The angle is a double-double, whose less
// part is no small one from 1e8 radians on; that of turns in space is known to 2^-98 of itself.
func TestTurnsOfAnyAngle(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 11))
	used := 0.0
	for turn := range 1200 {
		w := randomUnit(r, 3).Scale(math.Ldexp(1+r.Float64(), turn%300-20))
		if turn%7 == 0 {
			w = Vec{Y: w.Y}
		}
		at := r.Float64()
		rot, _ := NewAxisAngle(randomUnit(r, 3), 3*r.Float64())
		o := mustPlace(t, Box{Size: Vec{1, 2, 3}}, Pose{Rot: rot})
		m := Motion{angular: w, center: randomUnit(r, 3).Scale(4 * r.Float64())}
		var g pairCourse
		g.init(o, &m, o, &Motion{}, 1)
		g.set(at)
		c, slip := &g.a, g.slip(0)
		way := m.exactly(o, at, 1)
		corner := o.corner(int32(r.IntN(8)))
		want, got := way.turn.apply(bigVecOf(corner.Sub(m.center))), c.y.Add(c.body.axes.apply(corner))
		off := Vec{away(got.X, want[0]), away(got.Y, want[1]), away(got.Z, want[2])}.Len()
		used = max(used, off/slip)
		if !(off <= slip) {
			t.Fatalf("by %v: off by %v of the slip", w, off/slip)
		}
		p := m.At(o.pose, at, 1)
		got = p.Pos.Add(p.Rot.Apply(corner))
		for i, x := range way.place(bigVecOf(corner)) {
			want[i] = x
		}
		if off := (Vec{away(got.X, want[0]), away(got.Y, want[1]), away(got.Z, want[2])}).Len(); !(off <= 2*slip) {
			t.Fatalf("by %v: At is off by %v of the slip", w, off/slip)
		}
		h := mustPlace(t, HalfSpace{Normal: Vec{X: 1}}, Pose{Rot: rot})
		g.init(h, &m, o, &Motion{}, 1)
		g.set(at)
		n, _ := c.body.plane.face(&c.body.axes)
		want = way.turn.apply(bigVecOf(Vec{X: 1}))
		if off := (Vec{away(n.X, want[0]), away(n.Y, want[1]), away(n.Z, want[2])}).Len(); !(off <= c.tilt) {
			t.Fatalf("by %v: a normal is off by %v of the tilt", w, off/c.tilt)
		}
	}
	if !(used > 0.1) {
		t.Errorf("no more than %v of the slip is used", used)
	}
}
