package d3

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestCurvedStages: on lattices, where caps, sides, rims and tips meet in all ways, what integers
// decide of two bodies with curved surfaces is what the bracket has, in either order, whichever
// stage decides it.
func TestCurvedStages(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 9))
	rounds := 30_000
	if testing.Short() {
		rounds = 4000
	}
	whole := func(n int) float64 { return float64(r.IntN(2*n+1) - n) }
	turns := [][4]float64{{0, 0, 0, 1}, {1, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {0, 0.6, 0, 0.8}, {0.48, 0.64, 0, 0.6}}
	place := func(room int) Object {
		q := turns[r.IntN(len(turns))]
		rot, err := NewQuat(q[0], q[1], q[2], q[3])
		if err != nil {
			t.Fatal(err)
		}
		size := func() float64 { return float64(1 + r.IntN(4)) }
		var s Convex
		switch r.IntN(5) {
		case 0, 1:
			s = Cylinder{Radius: size(), Height: 2 * float64(r.IntN(4))}
		case 2:
			s = Cylinder{Radius: size(), Height: 4}
		case 3:
			s = Cone{Radius: size(), Height: 2 * size()}
		default:
			s = Ellipsoid{Radii: Vec{size(), size(), size()}}
		}
		if r.IntN(3) == 0 {
			s = Rounded{Core: s, R: 1}
		}
		o, err := Place(s, Pose{Pos: Vec{whole(room), whole(room), whole(room)}, Rot: rot})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	names := []string{"double-doubles", "crossed", "a tip", "all"}
	seen := map[string]int{}
	q := newQuery()
	for range rounds {
		a, b := place(0), place(7)
		q.setUp(&a, &b)
		var c core
		q.general(&c)
		d := &q.relation
		crossed := collide.Undecided
		if a.kind == kindCylinder && b.kind == kindCylinder && !a.flatCylinder() && !b.flatCylinder() {
			if crossed = d.crossed(&a, &b); d.crossed(&b, &a) != crossed {
				t.Fatalf("%v at %v across %v at %v: not alike in either order", a.shape, a.Pose(), b.shape, b.Pose())
			}
		}
		tip := d.tips(&a, &b)
		if d.tips(&b, &a) != tip {
			t.Fatalf("%v at %v above %v at %v: not alike in either order", a.shape, a.Pose(), b.shape, b.Pose())
		}
		known := collide.Undecided
		for i, rel := range []collide.Relation{crossedSigns(&a, &b), crossed, tip, d.decide(&q.run, &a, &b, c.n)} {
			if rel == collide.Undecided {
				continue
			}
			if known != collide.Undecided && rel != known ||
				c.lower > q.radius && rel != collide.Apart || c.upper < q.radius && rel != collide.Overlapping {
				t.Fatalf("%v at %v beside %v at %v: %v by %v, %v before, in [%v, %v] less %v",
					a.shape, a.Pose(), b.shape, b.Pose(), rel, names[i], known, c.lower, c.upper, q.radius)
			}
			known = rel
			seen[names[i]+" "+rel.String()]++
		}
	}
	for _, name := range names {
		for _, rel := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
			rare := names[0] + "touching" // they do not tell
			if rel == collide.Overlapping {
				rare = names[2] + "overlapping" // but next to touching
			}
			if seen[name+" "+rel.String()] < rounds/3000 && name+rel.String() != rare {
				t.Errorf("too few are %v by %s: %v", rel, name, seen)
			}
		}
	}
}

// TestConesEntered: a tip that is a little below the base of a cone, and beside what is left of the
// cone there, is not in it.
func TestConesEntered(t *testing.T) {
	upside, err := NewQuat(1, 0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	const deep = 0x1p-13
	section := 1 - deep/2.0
	for _, c := range []struct {
		beside float64
		want   collide.Relation
	}{
		{section - 0x1p-30, collide.Overlapping},
		{section, collide.Undecided},
		{section + 0x1p-30, collide.Undecided},
		{1, collide.Undecided},
		{0.5, collide.Overlapping},
		{-section, collide.Undecided},
		{0x1p-30 - section, collide.Overlapping},
	} {
		cone, err := Place(Cone{Radius: 1, Height: 2}, Pose{Rot: upside})
		if err != nil {
			t.Fatal(err)
		}
		tip, err := Place(Ellipsoid{Radii: Vec{1, 2, 1}}, Pose{Pos: Vec{c.beside, 0, 2 - deep}})
		if err != nil {
			t.Fatal(err)
		}
		var d exactRelation
		for _, p := range [][2]*Object{{&cone, &tip}, {&tip, &cone}} {
			if got := d.tips(p[0], p[1]); got != c.want {
				t.Errorf("%v beside the axis: %v, not %v", c.beside, got, c.want)
			}
		}
	}
}
