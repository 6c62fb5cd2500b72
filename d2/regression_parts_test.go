package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// Lines of the work on pairs of parts that no answer would miss at once: each test tells why one is
// there, and tools/mutants takes it away.

// boxesInARow returns n boxes of size 1, three apart along X from at on, at the pose.
func boxesInARow(t *testing.T, p Pose, n int, at float64) *Object {
	t.Helper()
	parts := make([]Part, n)
	for i := range parts {
		parts[i] = Part{Shape: Box{Size: Vec{1, 1}}, Pose: Pose{Pos: Vec{X: at + float64(3*i)}}}
	}
	return compoundAt(t, p, parts...)
}

// TestCacheNamesThePair: where a Cache names no pair of parts, or another one, the answer is the
// same and the search as long as without. F is the body with more parts, whatever the order of the
// query.
func TestCacheNamesThePair(t *testing.T) {
	a := boxesInARow(t, Pose{}, 4, 0)
	b := boxesInARow(t, Pose{Pos: Vec{9, 2}}, 2, 0)
	for _, x := range [][2]*Object{{a, b}, {b, a}} {
		var c Cache
		q, _ := NewQuery(Options{})
		ct := q.Distance(x[0], x[1], &c)
		of := [2]int{ct.PartA, ct.PartB}
		if x[0] == b {
			of = [2]int{ct.PartB, ct.PartA}
		}
		if of != [2]int{3, 0} || c.parts != [2]int32{4, 1} {
			t.Errorf("the Cache names %v, the contact is about %v", c.parts, of)
		}
	}
}

// TestLoneBodyHasTheSlackOfAPart: a body that is turned into the frame of a compound is off by as
// much as how far it is from the origin of its frame says. As the only part of a compound it has
// the same bounds.
func TestLoneBodyHasTheSlackOfAPart(t *testing.T) {
	h, err := NewHull([]Vec{{1000, 0}, {1001, 0}, {1000, 1}})
	if err != nil {
		t.Fatal(err)
	}
	a := boxesInARow(t, Pose{Pos: Vec{0.1, 0.2}, Rot: makeRot(0.8, 0.6)}, 2, 0)
	p := Pose{Pos: Vec{-980.3, 0.7}, Rot: makeRot(12.0/13, 5.0/13)}
	x, y := Distance(a, atPose(h, p)), Distance(a, compoundAt(t, p, Part{Shape: h}))
	if x.Relation != collide.Apart || x.Lower != y.Lower || x.Upper != y.Upper {
		t.Errorf("from %v to %v alone, from %v to %v as a part", x.Lower, x.Upper, y.Lower, y.Upper)
	}
}

// TestPlanesAreAskedAboutWithRoom: corners on a half-space, and in it by less than rounding. The
// bound that leaves a part out is rounded, too, and its error is that of the place of the part,
// also where the plane passes through the origin.
func TestPlanesAreAskedAboutWithRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	var q Query
	q.defaults()
	w := &q.parts
	met := map[collide.Relation]int{}
	for range 4000 {
		n := Vec{rng.Float64() - 0.5, rng.Float64() - 0.5}
		along := n.perp().Scale(100 * (rng.Float64() - 0.5))
		dot := Part{Shape: Circle{}, Pose: Pose{Pos: along}}
		far := Part{Shape: Circle{}, Pose: Pose{Pos: along.Add(n.Scale(50))}}
		a, b := compoundAt(t, Pose{}, dot, far), atPose(HalfSpace{Normal: n}, Pose{})
		w.start(a, b)
		want := nearer(w.contact(&q.solver, 0, 0).Relation, w.contact(&q.solver, 1, 0).Relation)
		if met[want]++; q.Relate(a, b, nil) != want {
			t.Fatalf("normal %v, point %v: %v, the parts %v", n, along, q.Relate(a, b, nil), want)
		}
	}
	if met[collide.Overlapping] < 1000 || met[collide.Apart] < 1000 {
		t.Error(met)
	}
}

// slotOf returns two boxes 4 long, above and below, with a gap of 2 (1 - off).
func slotOf(t *testing.T, off float64) *Object {
	t.Helper()
	var parts []Part
	for _, y := range []float64{1.5 - off, off - 1.5} {
		parts = append(parts, Part{Shape: Box{Size: Vec{4, 1}}, Pose: Pose{Pos: Vec{Y: y}}})
	}
	return compoundAt(t, Pose{}, parts...)
}

// TestUndecidedInASlot: a body fills a slot but for rounding, and no exact way decides it. If it is
// in one of the sides at all it has to leave the slot to be in none: the lower bound allows for
// that, and the answer is none that Status calls exact.
func TestUndecidedInASlot(t *testing.T) {
	b := atPose(Rounded{Core: Ellipse{Radii: Vec{1, 0.5}}, R: 0.5}, Pose{})
	undecided := 0
	for k := range 40 {
		a := slotOf(t, float64(k-20)*0x1p-53)
		for _, algorithm := range []collide.Algorithm{collide.Auto, collide.GJK} {
			q, err := NewQuery(Options{Algorithm: algorithm})
			if err != nil {
				t.Fatal(err)
			}
			ct := q.Distance(a, b, nil)
			if ct.Relation != collide.Undecided {
				continue
			}
			undecided++
			if !(ct.Lower <= -2) || ct.Status == collide.Exact {
				t.Errorf("%v: Lower %v, Upper %v, %v", float64(k-20), ct.Lower, ct.Upper, ct.Status)
			}
		}
	}
	if undecided == 0 {
		t.Error("nothing is undecided")
	}
}

// TestUndecidedBesideATouch: one part touches, decided in integers, and another one may reach in.
// The answer is about the first, but is not known as exactly.
func TestUndecidedBesideATouch(t *testing.T) {
	b := atPose(Box{Size: Vec{2, 2}}, Pose{})
	undecided := 0
	for k := range 40 {
		a := compoundAt(t, Pose{},
			Part{Shape: Box{Size: Vec{2, 2}}, Pose: Pose{Pos: Vec{X: 2}}},
			Part{
				Shape: Rounded{Core: Ellipse{Radii: Vec{1, 0.5}}, R: 0.5},
				Pose:  Pose{Pos: Vec{Y: 2 + float64(float64(k-20)*0x1p-52)}},
			})
		ct := Distance(a, b)
		if ct.Relation != collide.Undecided || ct.PartA != 0 {
			continue
		}
		if undecided++; ct.Status == collide.Exact {
			t.Errorf("%v ulp: from %v to %v, and %v", k-20, ct.Lower, ct.Upper, ct.Status)
		}
	}
	if undecided == 0 {
		t.Error("nothing is undecided")
	}
}

// TestChainAmongParts: a chain has nothing behind it, so no bound of the depth, also as a part and
// whichever body has more parts.
func TestChainAmongParts(t *testing.T) {
	chain, err := NewChain([]Vec{{-5, 0}, {0, 0}, {5, 0}}, ChainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	of := compoundAt(t, Pose{}, Part{Shape: chain}, Part{Shape: Box{Size: Vec{1, 1}}, Pose: Pose{Pos: Vec{X: 50}}})
	for _, n := range []int{1, 9} {
		b := boxesInARow(t, Pose{Pos: Vec{Y: 0.25}}, n, -0.25)
		for _, a := range []*Object{atPose(chain, Pose{}), of} {
			if ct := Distance(a, b); ct.Relation != collide.Overlapping || ct.Lower != -math.MaxFloat64 {
				t.Errorf("%d boxes: %v from %v to %v", n, ct.Distance, ct.Lower, ct.Upper)
			}
		}
	}
}

// TestPlaneOfTheOtherBody: how deep parts are in a half-space is known whichever of the two bodies
// has more parts.
func TestPlaneOfTheOtherBody(t *testing.T) {
	plane := HalfSpace{Normal: Vec{Y: 1}}
	a := boxesInARow(t, Pose{Pos: Vec{Y: 0.25}, Rot: makeRot(0.8, 0.6)}, 3, 0)
	for _, b := range []*Object{atPose(plane, Pose{}), compoundAt(t, Pose{}, Part{Shape: plane})} {
		for _, ct := range []Contact{Distance(a, b), Distance(b, a)} {
			if ct.Relation != collide.Overlapping || !(ct.Lower > ct.Distance-1e-12) {
				t.Errorf("%v from %v to %v", ct.Distance, ct.Lower, ct.Upper)
			}
		}
	}
}

// TestCastNamesTheEdge: which edge of a chain a body meets is told of the chain, whichever of the
// two bodies it is.
func TestCastNamesTheEdge(t *testing.T) {
	chain, err := NewChain([]Vec{{-5, 0}, {0, 0}, {5, 0}}, ChainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := atPose(chain, Pose{}), atPose(Box{Size: Vec{1, 1}}, Pose{Pos: Vec{2, 3}})
	down, err1 := NewSweep(Vec{Y: -4}, 1, SweepOptions{})
	up, err2 := NewSweep(Vec{Y: 4}, 1, SweepOptions{})
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	h, k := CastShape(a, b, &down), CastShape(b, a, &up)
	if h.Verdict != collide.Hit || h.TriangleA != 1 || h.TriangleB != -1 || k.TriangleA != -1 || k.TriangleB != 1 {
		t.Errorf("edges %v and %v, exchanged %v and %v", h.TriangleA, h.TriangleB, k.TriangleA, k.TriangleB)
	}
}
