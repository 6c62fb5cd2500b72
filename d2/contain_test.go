package d2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// latticePair returns a body and one that is likely to lie in it or just not: corners of the second
// are means of those of the first, on a lattice, and so are the roundings.
func latticePair(rng *rand.Rand) (a, b shapegen.Body2) {
	lattice := func() [2]float64 {
		return [2]float64{float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4)}
	}
	q := [][2]float64{{1, 0}, {0, 1}, {0.6, 0.8}, {-0.8, 0.6}}[rng.IntN(4)]
	round := func(b *shapegen.Body2) {
		if rng.IntN(2) == 0 {
			b.Rounded, b.Rounding = true, []float64{0.5, 1, 0x1p-40, 0.3}[rng.IntN(4)]
		}
	}
	a = shapegen.Body2{Kind: "hull", CS: q, P: lattice()}
	for range 1 + rng.IntN(9) {
		a.Points = append(a.Points, lattice())
	}
	switch rng.IntN(6) {
	case 0:
		a.Kind, a.Size = "box", [2]float64{float64(2 * rng.IntN(5)), float64(2 * rng.IntN(4))}
		a.Points = nil
	case 1:
		a.Kind, a.Radius, a.Points = "circle", float64(1+rng.IntN(5)), nil
	case 2:
		a.Kind, a.Radius, a.Height, a.Points = "capsule", float64(rng.IntN(4)), float64(2*rng.IntN(5)), nil
	}
	b = shapegen.Body2{Kind: "hull", CS: q, P: a.P}
	corners := a.Corners()
	for range 1 + rng.IntN(5) {
		p, r := corners[rng.IntN(len(corners))], corners[rng.IntN(len(corners))]
		if rng.IntN(3) == 0 {
			r = [2]float64{float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1)}
		}
		for k := range p {
			p[k] = (p[k] + r[k]) / 2
		}
		b.Points = append(b.Points, p)
	}
	if rng.IntN(3) == 0 {
		b.Kind, b.Radius, b.Points = "circle", float64(rng.IntN(3)), nil
	}
	if rng.IntN(3) == 0 {
		b.P[rng.IntN(2)] += []float64{1, -1, 0.5, 0x1p-45, -0x1p-45}[rng.IntN(5)]
	}
	round(&a)
	round(&b)
	return a, b
}

// containsExactly tells how b lies in a, both polytopes grown by balls, by the oracle: each corner
// of b in a less the balls of b.
func containsExactly(a, b *shapegen.Body2) collide.Containment {
	oa, _ := a.Oracle()
	ob, _ := b.Oracle()
	margins := append([]float64{}, oa.Margins...)
	for _, m := range ob.Margins {
		margins = append(margins, -m)
	}
	found := collide.Inside
	for _, p := range ob.Points {
		x := &oracle.Body2{Points: oa.Points, CS: oa.CS, P: oa.P, Margins: margins}
		switch oracle.Solve2(x, &oracle.Body2{Points: [][2]float64{p}, CS: ob.CS, P: ob.P}).Relation {
		case collide.Apart:
			return collide.NotInside
		case collide.Touching:
			found = collide.InsideTouching
		case collide.Overlapping, collide.Undecided:
		}
	}
	return found
}

// TestContainsPolytopes: polytopes in polytopes, rounded or not, flat ones too, against the oracle.
func TestContainsPolytopes(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 2))
	seen := map[collide.Containment]int{}
	n := 6000
	if testing.Short() {
		n = 1500
	}
	for range n {
		a, b := latticePair(rng)
		want := containsExactly(&a, &b)
		seen[want]++
		pair := shapegen.Pair2{A: a, B: b}
		oa, ob, err := pair.Place()
		if err != nil {
			t.Fatal(err)
		}
		if got := d2.Contains(&oa, &ob); got != want {
			t.Fatalf("%v, the oracle says %v\n%s", got, want, pair)
		}
	}
	t.Log(seen)
	for _, c := range []collide.Containment{collide.Inside, collide.InsideTouching, collide.NotInside} {
		if seen[c] < n/30 {
			t.Error(seen)
		}
	}
}

// reach returns the support value of o along the world's direction n, a unit vector.
func reach(o *d2.Object, n d2.Vec) float64 {
	s := o.Shape().(d2.Convex)
	p := o.Pose()
	return p.Apply(s.Support(p.Rot.ApplyInverse(n))).Dot(n) + s.Margin()
}

// TestContainsCurved: bodies of all kinds, against support values along many directions.
func TestContainsCurved(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(22, 2))
	seen := map[collide.Containment]int{}
	for range 3000 {
		a, b := placeOrFail(t, anyShape(rng), anyPose(rng, 0.1)), placeOrFail(t, anyShape(rng), anyPose(rng, 0.3))
		_, convexA := a.Shape().(d2.Convex)
		_, convexB := b.Shape().(d2.Convex)
		if !convexA || !convexB {
			continue
		}
		got := d2.Contains(a, b)
		seen[got]++
		most, best := -1e9, d2.Vec{X: 1}
		dirs := onCircle(rng, 900)
		for i := range 4 { // where the support values of boxes bend
			side := float64(1 - 2*(i&1))
			dirs[i] = a.Pose().Rot.Apply([]d2.Vec{{X: side}, {Y: side}}[i/2])
		}
		for i, n := range dirs {
			if i > 200 { // about the best one so far, nearer and nearer
				n = best.Add(n.Scale(200 / float64(i*i-40000))).Unit()
			}
			if r := reach(b, n) - reach(a, n); r > most {
				most, best = r, n
			}
		}
		switch {
		case (got == collide.Inside || got == collide.InsideTouching) && most > 1e-12:
			t.Fatalf("%v, but one direction is %v out: %#v %v, %#v %v", got, most, a.Shape(), a.Pose(), b.Shape(), b.Pose())
		case got == collide.NotInside && most < -0.01:
			t.Fatalf("%v, but all directions are %v inside: %#v %v, %#v %v", got, most, a.Shape(), a.Pose(), b.Shape(), b.Pose())
		}
	}
	t.Log(seen)
	if seen[collide.ContainmentUndecided] > 60 || seen[collide.Inside] < 100 || seen[collide.NotInside] < 500 {
		t.Error(seen)
	}
}

// TestContainsNamed: pairs whose answer can be seen.
func TestContainsNamed(t *testing.T) {
	at := func(x, y float64) d2.Pose { return d2.Pose{Pos: d2.Vec{X: x, Y: y}} }
	square := d2.Box{Size: d2.Vec{X: 2, Y: 2}}
	half := d2.HalfSpace{Normal: d2.Vec{Y: 3}, Offset: 3}
	grid := mustCompound(t, []d2.Part{{Shape: square}, {Shape: square, Pose: at(2, 0)}, {Shape: d2.Circle{Radius: 1}, Pose: at(9, 0)}})
	for _, c := range []struct {
		what string
		a, b d2.Shape
		pose d2.Pose // of b
		want collide.Containment
	}{
		{"a square in itself", square, square, at(0, 0), collide.InsideTouching},
		{"a disc in a square", square, d2.Circle{Radius: 1}, at(0, 0), collide.InsideTouching},
		{"a disc in a square, a little beside", square, d2.Circle{Radius: 1}, at(0x1p-50, 0), collide.NotInside},
		{"an ellipse in a square", square, d2.Ellipse{Radii: d2.Vec{X: 1, Y: 0.5}}, at(0, 0), collide.InsideTouching},
		{"an ellipse in a square, a little larger", square, d2.Ellipse{Radii: d2.Vec{X: 1 + 0x1p-50, Y: 0.5}}, at(0, 0), collide.NotInside},
		{"a square in a disc", d2.Circle{Radius: 1.42}, square, at(0, 0), collide.Inside},
		{"a square in a smaller disc", d2.Circle{Radius: 1.41}, square, at(0, 0), collide.NotInside},
		{"a square in an ellipse", d2.Ellipse{Radii: d2.Vec{X: 2, Y: 1.5}}, square, at(0, 0), collide.Inside},
		{"an ellipse in an ellipse", d2.Ellipse{Radii: d2.Vec{X: 2, Y: 1.5}}, d2.Ellipse{Radii: d2.Vec{X: 1.9, Y: 1}}, at(0, 0), collide.Inside},
		{"an ellipse in itself", d2.Ellipse{Radii: d2.Vec{X: 2, Y: 1.5}}, d2.Ellipse{Radii: d2.Vec{X: 2, Y: 1.5}}, at(0, 0), collide.ContainmentUndecided},
		{"a square under a line", half, square, at(0, 0), collide.InsideTouching},
		{"an ellipse under a line", half, d2.Ellipse{Radii: d2.Vec{X: 2, Y: 1}}, at(0, 0), collide.InsideTouching},
		{"a disc through a line", half, d2.Circle{Radius: 1}, at(0, 0.5), collide.NotInside},
		{"a half-plane in one", half, d2.HalfSpace{Normal: d2.Vec{Y: 2}, Offset: 1}, at(0, 0), collide.Inside},
		{"a half-plane in itself", half, half, at(0, 0), collide.InsideTouching},
		{"a half-plane in one turned", half, d2.HalfSpace{Normal: d2.Vec{X: 1, Y: 2}, Offset: -9}, at(0, 0), collide.NotInside},
		{"a half-plane in a square", square, half, at(0, 0), collide.NotInside},
		{"a rod in itself", d2.Box{Size: d2.Vec{X: 2}}, d2.Box{Size: d2.Vec{X: 1}}, at(0, 0), collide.InsideTouching},
		{"a disc in a part", grid, d2.Circle{Radius: 0.5}, at(2.25, 0), collide.Inside},
		{"a disc in two parts", grid, d2.Circle{Radius: 0.5}, at(1, 0), collide.ContainmentUndecided},
		{"a disc beside a part", grid, d2.Circle{Radius: 0.5}, at(9, 1), collide.NotInside},
		{"discs in parts", grid, mustCompound(t, []d2.Part{{Shape: d2.Circle{Radius: 0.5}}, {Shape: d2.Circle{Radius: 0.5}, Pose: at(9, 0)}}), at(0, 0), collide.Inside},
		{"a large square in parts", grid, d2.Box{Size: d2.Vec{X: 8, Y: 8}}, at(0, 0), collide.NotInside},
		{"parts in a square", d2.Box{Size: d2.Vec{X: 30, Y: 30}}, grid, at(0, 0), collide.Inside},
		{"parts in a half-plane", half, grid, at(0, 0), collide.InsideTouching},
		{"parts out of a half-plane", half, grid, at(0, 0.5), collide.NotInside},
	} {
		for _, far := range []d2.Vec{{}, {X: 1 << 20, Y: 3 << 10}, {X: 1 << 50, Y: -1 << 40}, {Y: 1 << 58}} {
			pose := c.pose
			pose.Pos = pose.Pos.Add(far)
			a, b := placeOrFail(t, c.a, d2.Pose{Pos: far}), placeOrFail(t, c.b, pose)
			if pose.Pos.Sub(far) != c.pose.Pos {
				continue
			}
			if got := d2.Contains(a, b); got != c.want {
				t.Errorf("%s, at %v: %v, not %v", c.what, far, got, c.want)
			}
		}
	}
}

// TestContainsFar: bodies with parts answer far from the origin what they answer there, where the
// shift is exact.
func TestContainsFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(94, 1))
	quarters := func() d2.Vec {
		n := func() float64 { return float64(rng.IntN(12)-6) / 4 }
		return d2.Vec{X: n(), Y: n()}
	}
	far := d2.Vec{X: 0x1p50, Y: -0x1p49}
	seen := map[collide.Containment]int{}
	for i := range 1000 {
		parts := []d2.Part{{Shape: anyShape(rng), Pose: anyPose(rng, 1)}, {Shape: anyShape(rng), Pose: anyPose(rng, 1)}}
		a, b := mustCompound(t, parts), anyShape(rng)
		p, q := anyPose(rng, 1), anyPose(rng, 1)
		p.Pos, q.Pos = quarters(), quarters()
		near := d2.Contains(placeOrFail(t, a, p), placeOrFail(t, b, q))
		p.Pos, q.Pos = p.Pos.Add(far), q.Pos.Add(far)
		if got := d2.Contains(placeOrFail(t, a, p), placeOrFail(t, b, q)); got != near {
			t.Errorf("%d: %v far away, %v near the origin", i, got, near)
		}
		seen[near]++
	}
	if seen[collide.NotInside] < 300 {
		t.Error(seen)
	}
}

// TestContainsAllocations: nothing is allocated once the work space has grown.
func TestContainsAllocations(t *testing.T) {
	noCollection(t)
	rng := rand.New(rand.NewPCG(23, 2))
	q, _ := d2.NewQuery(d2.Options{})
	var pairs [][2]*d2.Object
	for range 30 {
		pairs = append(pairs, [2]*d2.Object{placeOrFail(t, anyShape(rng), anyPose(rng, 0.1)), placeOrFail(t, anyShape(rng), anyPose(rng, 0.3))})
	}
	touching := d2.Box{Size: d2.Vec{X: 1, Y: 1}}
	pairs = append(pairs, [2]*d2.Object{placeOrFail(t, touching, d2.Pose{}), placeOrFail(t, touching, d2.Pose{})})
	do := func() {
		for _, p := range pairs {
			for _, d := range []float64{0, 0.5, -0.5, -1} {
				_, _ = q.RelateMargin(p[0], p[1], d, nil)
			}
			_, _ = q.Within(p[0], p[1], 0.1, nil)
			_, _ = q.DistanceWithin(p[0], p[1], 0.1, nil)
			q.Contains(p[0], p[1])
		}
	}
	do()
	do()
	if n := testing.AllocsPerRun(5, do); n != 0 && !raceEnabled {
		t.Errorf("%v allocations", n)
	}
}
