package d3

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestContainsAgreesWithRelate: whether a point is in a part that lies far from the origin of its
// frame, or in a half-space of a compound, by both queries. Doubles are off by what the part's turn
// does to such a length, and neither query may take them at their word.
func TestContainsAgreesWithRelate(t *testing.T) {
	rng := rand.New(rand.NewPCG(47, 48))
	h, err := NewHull([]Vec{{1000, 0, 0}, {1001, 0.25, 0}, {1000.5, 1, 0}, {1000.5, 0.5, 1}})
	if err != nil {
		t.Fatal(err)
	}
	inside := map[collide.Relation]collide.Containment{
		collide.Apart: collide.NotInside, collide.Touching: collide.InsideTouching, collide.Overlapping: collide.Inside,
	}
	met := map[collide.Relation]int{}
	anywhere := func() Pose {
		rots := []Rot{{}, makeRot(1, 2, 3, 4), makeRot(-1, 1, 5, 2), makeRot(2, 0, -1, 3)}
		return Pose{Pos: Vec{rng.Float64(), rng.Float64(), rng.Float64()}, Rot: rots[rng.IntN(len(rots))]}
	}
	edge := Vec{1000.25, 0.5, 0} // the middle of one
	for k := range 4000 {
		part := Part{Shape: h, Pose: anywhere()}
		if k%2 == 0 {
			part.Shape = HalfSpace{Normal: edge, Offset: edge.Len2()}
		}
		a, b := compoundAt(t, anywhere(), part), anywhere()
		at := a.pose.Apply(part.Pose.Apply(edge))
		at = at.Add(Vec{float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4)}.Scale(0x1p-43))
		dot := compoundAt(t, b, Part{Shape: Sphere{}, Pose: Pose{Pos: b.Inverse().Apply(at)}})
		rel := Relate(a, dot)
		met[rel]++
		if got := Contains(a, dot); got != inside[rel] {
			t.Fatalf("%v at %v, %v: %v, and %v", part.Shape, part.Pose, at, got, rel)
		}
	}
	if met[collide.Apart] < 1000 || met[collide.Overlapping] < 1000 {
		t.Error(met)
	}
}

// compoundAt returns a compound of some parts at the pose.
func compoundAt(t *testing.T, p Pose, parts ...Part) *Object {
	t.Helper()
	c, err := NewCompound(parts)
	if err != nil {
		t.Fatal(err)
	}
	return atPose(c, p)
}

// TestEllipsoidsOfNoExactWay: a flat ellipsoid, and one beside a capsule, which is no ball, are not
// decided by what decides ellipsoids beside balls and polytopes.
func TestEllipsoidsOfNoExactWay(t *testing.T) {
	flat, round := atPose(Ellipsoid{Radii: Vec{1, 1, 0}}, Pose{}), atPose(Ellipsoid{Radii: Vec{1, 0.5, 0.75}}, Pose{})
	across, err := NewHull([]Vec{{X: -1}, {X: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for k := -3; k <= 3; k++ {
		off := float64(k) * 0x1p-51
		truth := [3]collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[1+min(max(k, -1), 1)]
		for _, x := range []struct {
			a *Object
			b Shape
			x float64
		}{{flat, Box{Size: Vec{2, 2, 2}}, 2}, {round, Rounded{Core: across, R: 0.5}, 2.5}, {round, round.Shape(), 2}} {
			b := atPose(x.b, Pose{Pos: Vec{X: x.x + off}})
			for _, rel := range []collide.Relation{Relate(x.a, b), Relate(b, x.a), Distance(x.a, b).Relation} {
				if rel != truth && rel != collide.Undecided {
					t.Errorf("%v, %v at %v: %v, the truth is %v", x.a.Shape(), x.b, b.pose.Pos.X, rel, truth)
				}
			}
		}
	}
}
