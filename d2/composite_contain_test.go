package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/oracle"
)

// holdsExactly tells how y, a polytope grown by balls, lies in x: each corner of y in x less the
// balls of y, or off what lies beyond the line of x.
func holdsExactly(x, y *oracle.Body2) collide.Containment {
	found := collide.Inside
	for _, p := range y.Points {
		a, b := *x, oracle.Body2{Points: [][2]float64{p}, CS: y.CS, P: y.P}
		apart, overlap := collide.NotInside, collide.Inside
		if x.Half {
			for k := range a.Normal {
				a.Normal[k] = -a.Normal[k]
			}
			a.Offset, b.Margins, apart, overlap = -a.Offset, y.Margins, collide.Inside, collide.NotInside
		} else {
			a.Margins = append([]float64{}, x.Margins...)
			for _, m := range y.Margins {
				a.Margins = append(a.Margins, -m)
			}
		}
		one := overlap
		switch oracle.Solve2(&b, &a).Relation {
		case collide.Apart:
			one = apart
		case collide.Touching:
			one = collide.InsideTouching
		case collide.Overlapping, collide.Undecided:
		}
		found = min(found, one)
	}
	return found
}

// sticksOut returns how far the corner of y that is farthest from the parts of u is off them.
func (u *latticeUnion) sticksOut(y *oracle.Body2) float64 {
	most := math.Inf(-1)
	for _, p := range y.Points {
		least := math.Inf(1)
		for _, x := range u.parts {
			least = min(least, oracle.Solve2(&oracle.Body2{Points: [][2]float64{p}, CS: y.CS, P: y.P}, x).Lo)
		}
		most = max(most, least)
	}
	return most
}

// TestContainsOfCompoundsExactly: parts with whole coordinates, near the origin of their body or
// far from it. What lies in one part is decided as in integers, and what sticks out of all parts is
// not inside. Between these two it is open.
func TestContainsOfCompoundsExactly(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 6))
	q := must(d2.NewQuery(d2.Options{}))(t)
	seen := map[collide.Containment]int{}
	n := 3000
	if testing.Short() {
		n = 600
	}
	for turn := range n {
		place, other := drawPlaces(t, rng, turn%4 != 0, 1)
		kind := []int{latticeBox, sharpLattice}[turn%2]
		if turn%8 == 7 {
			kind = anyLattice
		}
		a := drawUnion(t, rng, rng.IntN(4), &place, latticeParts{kind, 4, 2, true})
		b := drawUnion(t, rng, rng.IntN(3), &other, latticeParts{kind, 1, 1, false})
		want, open := collide.Inside, false
		for _, y := range b.parts {
			one := collide.NotInside
			for _, x := range a.parts {
				one = max(one, holdsExactly(x, y))
			}
			if one == collide.NotInside && len(a.parts) > 1 {
				switch off := a.sticksOut(y); {
				case off <= 0 && kind == sharpLattice:
					one = collide.ContainmentUndecided
				case off < 1e-4:
					open = true
				}
			}
			want = lesserOf(want, one)
		}
		got := q.Contains(a.o, b.o)
		if seen[got]++; got != want && !(open && (got == collide.NotInside || got == collide.ContainmentUndecided)) {
			t.Fatalf("turn %d: %v, the parts say %v\n%v %v\n%v %v", turn, got, want, a.o.Shape(), a.o.Pose(), b.o.Shape(), b.o.Pose())
		}
	}
	t.Log(seen)
	if min(seen[collide.Inside], seen[collide.InsideTouching], seen[collide.NotInside], seen[collide.ContainmentUndecided]) < n/150 {
		t.Error(seen)
	}
}

// lesserOf returns the containment of two bodies that have the containments x and y.
func lesserOf(x, y collide.Containment) collide.Containment {
	for _, c := range [...]collide.Containment{
		collide.NotInside, collide.ContainmentUndecided, collide.InsideTouching,
	} {
		if x == c || y == c {
			return c
		}
	}
	return collide.Inside
}
