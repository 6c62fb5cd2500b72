package d2

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
	h, err := NewHull([]Vec{{1000, 0}, {1001, 0.25}, {1000.5, 1}})
	if err != nil {
		t.Fatal(err)
	}
	inside := map[collide.Relation]collide.Containment{
		collide.Apart: collide.NotInside, collide.Touching: collide.InsideTouching, collide.Overlapping: collide.Inside,
	}
	met := map[collide.Relation]int{}
	anywhere := func() Pose {
		rots := []Rot{{}, makeRot(0.8, 0.6), makeRot(12.0/13, -5.0/13), makeRot(-24.0/25, 7.0/25)}
		return Pose{Pos: Vec{rng.Float64(), rng.Float64()}, Rot: rots[rng.IntN(len(rots))]}
	}
	edge := Vec{1000.25, 0.5} // the middle of one
	for k := range 4000 {
		part := Part{Shape: h, Pose: anywhere()}
		if k%2 == 0 {
			part.Shape = HalfSpace{Normal: edge, Offset: edge.Len2()}
		}
		a, b := compoundAt(t, anywhere(), part), anywhere()
		at := a.pose.Apply(part.Pose.Apply(edge))
		at = at.Add(Vec{float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4)}.Scale(0x1p-43))
		dot := compoundAt(t, b, Part{Shape: Circle{}, Pose: Pose{Pos: b.Inverse().Apply(at)}})
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

// TestEllipsesOfNoExactWay: a flat ellipse, and one beside a capsule, which is no ball, are not
// decided by what decides ellipses beside balls and polygons.
func TestEllipsesOfNoExactWay(t *testing.T) {
	flat, round := atPose(Ellipse{Radii: Vec{1, 0}}, Pose{}), atPose(Ellipse{Radii: Vec{1, 0.5}}, Pose{})
	for k := -3; k <= 3; k++ {
		off := float64(k) * 0x1p-51
		truth := [3]collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[1+min(max(k, -1), 1)]
		for _, x := range []struct {
			a *Object
			b Shape
			x float64
		}{{flat, Box{Size: Vec{2, 2}}, 2}, {round, Capsule{Height: 2, Radius: 0.5}, 2.5}, {round, round.Shape(), 2}} {
			b := atPose(x.b, Pose{Pos: Vec{X: x.x + off}})
			for _, rel := range []collide.Relation{Relate(x.a, b), Relate(b, x.a), Distance(x.a, b).Relation} {
				if rel != truth && rel != collide.Undecided {
					t.Errorf("%v, %v at %v: %v, the truth is %v", x.a.Shape(), x.b, b.pose.Pos.X, rel, truth)
				}
			}
		}
	}
}
