package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/oracle"
)

// holdsExactly tells how y, a polytope grown by balls, lies in x: each corner of y in x less the
// balls of y, or off what lies beyond the plane of x.
func holdsExactly(x, y *oracle.Body3) collide.Containment {
	found := collide.Inside
	for _, p := range y.Points {
		a, b := *x, oracle.Body3{Points: [][3]float64{p}, Q: y.Q, P: y.P}
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
		switch oracle.Solve3(&b, &a).Relation {
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
func (u *latticeUnion) sticksOut(y *oracle.Body3) float64 {
	most := math.Inf(-1)
	for _, p := range y.Points {
		least := math.Inf(1)
		for _, x := range u.parts {
			least = min(least, oracle.Solve3(&oracle.Body3{Points: [][3]float64{p}, Q: y.Q, P: y.P}, x).Lo)
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
	q := must(d3.NewQuery(d3.Options{}))(t)
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
			t.Fatalf("turn %d: %v, the parts say %v\n%v %v\n%v %v",
				turn, got, want, a.o.Shape(), a.o.Pose(), b.o.Shape(), b.o.Pose())
		}
	}
	t.Log(seen)
	sure := min(seen[collide.Inside], seen[collide.InsideTouching], seen[collide.NotInside])
	if min(sure, seen[collide.ContainmentUndecided]) < n/150 {
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

// TestContainsSticksOut: a body of which only one side, or only the middle, is in no part is not
// inside; a half-space may be where there is one.
func TestContainsSticksOut(t *testing.T) {
	at := func(v d3.Vec) d3.Pose { return d3.Pose{Pos: v} }
	far := d3.Part{Shape: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, Pose: at(d3.Vec{X: 90})}
	cube := d3.Box{Size: d3.Vec{X: 8, Y: 8, Z: 8}}
	ball := placeOrFail(t, d3.Sphere{Radius: 1}, d3.Pose{})
	long := placeOrFail(t, d3.Ellipsoid{Radii: d3.Vec{X: 8, Y: 8, Z: 7.5}}, d3.Pose{})
	var sides []d3.Part
	for _, n := range []d3.Vec{{X: 1}, {Y: 1}, {Z: 1}, {X: -1}, {Y: -1}, {Z: -1}} {
		a := placeOrFail(t, mustCompound(t, []d3.Part{{Shape: cube, Pose: at(n.Scale(-3.5))}, far}), d3.Pose{})
		if in := d3.Contains(a, ball); in != collide.NotInside {
			t.Errorf("beyond %v: %v", n, in)
		}
		sides = append(sides, d3.Part{Shape: d3.Box{Size: d3.Vec{X: 4, Y: 4, Z: 4}}, Pose: at(n.Scale(7))})
	}
	if in := d3.Contains(placeOrFail(t, mustCompound(t, sides), d3.Pose{}), long); in != collide.NotInside {
		t.Errorf("the middle alone: %v", in)
	}
	half := placeOrFail(t, d3.HalfSpace{Normal: d3.Vec{Y: 1}}, d3.Pose{})
	all := []d3.Part{
		{Shape: d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: 1}},
		{Shape: d3.HalfSpace{Normal: d3.Vec{X: -1}, Offset: 1}},
	}
	if in := d3.Contains(placeOrFail(t, mustCompound(t, all), d3.Pose{}), half); in != collide.ContainmentUndecided {
		t.Errorf("a half-space in all of space: %v", in)
	}
	if in := d3.Contains(placeOrFail(t, mustCompound(t, sides), d3.Pose{}), half); in != collide.NotInside {
		t.Errorf("a half-space in boxes: %v", in)
	}
}

// TestContainsInSeveralParts: a body that two parts hold together, with corners on their faces, is
// never not inside, however the bodies are turned and wherever their parts are.
func TestContainsInSeveralParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 7))
	for turn := range 900 {
		pose := anyPose(rng, 5)
		pose.Rot = drawRot(t, rng)
		var at d3.Vec
		if turn%3 == 1 {
			at = d3.Vec{X: 1 << 30, Y: -1 << 28, Z: 5}
		} else if turn%3 == 2 {
			pose.Pos = pose.Pos.Add(d3.Vec{X: 1 << 30, Y: -1 << 28, Z: 5})
		}
		part := func(x float64, s d3.Shape) d3.Part {
			return d3.Part{Shape: s, Pose: d3.Pose{Pos: at.Add(d3.Vec{X: x})}}
		}
		size := math.Ldexp(1, rng.IntN(20))
		cube := d3.Box{Size: d3.Vec{X: 2 * size, Y: 2 * size, Z: 2 * size}}
		a := placeOrFail(t, mustCompound(t, []d3.Part{part(-size, cube), part(size, cube)}), pose)
		whole := d3.Shape(d3.Box{Size: d3.Vec{X: 4 * size, Y: 2 * size, Z: 2 * size}})
		if turn%2 == 0 {
			whole = d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 3 * size, Y: size, Z: size}}, R: size / 2}
		}
		if in := d3.Contains(a, placeOrFail(t, mustCompound(t, []d3.Part{part(0, whole)}), pose)); in == collide.NotInside {
			t.Fatalf("turn %d, size %v, at %v and %v: %v", turn, size, pose, at, in)
		}
	}
}

// TestContainsCornersOnTheBoundary: polytopes with a corner on a cylinder, a cone, an ellipsoid or
// a plane and the others inside, grown by the same balls or not: neither in the interior nor out,
// however the bodies are turned and wherever their parts are.
func TestContainsCornersOnTheBoundary(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 8))
	b := d3.Convex(must(d3.NewHull([]d3.Vec{{X: 3, Y: 4}, {X: -1, Y: 1, Z: 1}, {X: 1, Y: -2}, {X: 1, Z: -3}}))(t))
	onRim := d3.Convex(must(d3.NewHull([]d3.Vec{{X: 3, Y: 4, Z: -5}, {X: -1, Y: 1, Z: 1}, {X: 1, Y: -2}}))(t))
	seen := map[collide.Containment]int{}
	for turn := range 1200 {
		var a, inner d3.Shape
		r := []float64{0, 0.3, 0x1p-30, 1000}[rng.IntN(4)]
		core := []d3.Convex{
			d3.Cylinder{Radius: 5, Height: 10}, d3.Cone{Radius: 5, Height: 10}, d3.Ellipsoid{Radii: d3.Vec{X: 5, Y: 5, Z: 4}},
		}[turn%3]
		if a, inner = core, b; turn%3 == 1 {
			inner = onRim
		}
		if r > 0 {
			a, inner = d3.Rounded{Core: core, R: r}, d3.Rounded{Core: inner.(d3.Convex), R: r}
		}
		if turn%4 == 3 {
			a = d3.HalfSpace{Normal: d3.Vec{Y: 1}, Offset: 4}
			if inner = b; turn%3 == 1 {
				inner = d3.Cylinder{Radius: 4, Height: 3}
			}
		}
		pose, at := anyPose(rng, 5), d3.Vec{}
		if pose.Rot = drawRot(t, rng); turn%2 == 0 {
			at = d3.Vec{X: 1 << 30, Y: -1 << 28, Z: 5}
		}
		part := func(s d3.Shape) *d3.Object {
			return placeOrFail(t, mustCompound(t, []d3.Part{{Shape: s, Pose: d3.Pose{Pos: at}}}), pose)
		}
		x, y := placeOrFail(t, a, pose), placeOrFail(t, inner, pose)
		if turn%8 > 1 {
			x, y = part(a), part(inner)
		}
		in := d3.Contains(x, y)
		if seen[in]++; in == collide.Inside || in == collide.NotInside {
			t.Fatalf("turn %d, %v in %v at %v and %v: %v", turn, inner, a, pose, at, in)
		}
	}
	if min(seen[collide.InsideTouching], seen[collide.ContainmentUndecided]) < 100 {
		t.Error(seen)
	}
}

// counted is a box that counts how often it is asked.
type counted struct {
	userBox
	calls *int
}

func (c counted) Support(dir d3.Vec) d3.Vec {
	*c.calls++
	return c.userBox.Support(dir)
}

// TestContainsAsksParts: of a compound those parts alone whose boxes meet the body or a part of it,
// so that two crowds do not take the product of their numbers.
func TestContainsAsksParts(t *testing.T) {
	const n = 100
	calls := make([]int, n)
	var parts, balls []d3.Part
	for i := range n {
		at := d3.Pose{Pos: d3.Vec{X: 10 * float64(i), Y: 0.25}}
		half := d3.Vec{X: 1, Y: 2}
		half.Z = 1
		parts = append(parts, d3.Part{Shape: counted{userBox{half}, &calls[i]}, Pose: at})
		balls = append(balls, d3.Part{Shape: d3.Sphere{Radius: 0.5}, Pose: at})
	}
	a := placeOrFail(t, mustCompound(t, parts), d3.Pose{Pos: d3.Vec{Y: 3}})
	far := d3.Pose{Pos: d3.Vec{Y: 3}}
	one := far
	one.Pos.X = 500
	for _, c := range []struct {
		inner *d3.Object
		asked int
	}{
		{placeOrFail(t, d3.Sphere{Radius: 0.5}, one), 1},
		{placeOrFail(t, mustCompound(t, balls[50:70]), far), 20},
	} {
		clear(calls)
		if got := d3.Contains(a, c.inner); got != collide.Inside {
			t.Errorf("%v", got)
		}
		asked := 0
		for _, k := range calls {
			if k > 0 {
				asked++
			}
		}
		if asked != c.asked {
			t.Errorf("%d parts were asked, not %d", asked, c.asked)
		}
	}
}
