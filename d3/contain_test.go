package d3_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// latticePair returns a body and one that is likely to lie in it or just not: corners of the second
// are means of those of the first, on a lattice, and so are the roundings.
func latticePair(rng *rand.Rand) (a, b shapegen.Body3) {
	lattice := func() [3]float64 {
		return [3]float64{float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4)}
	}
	q := [][4]float64{{0, 0, 0, 1}, {0.5, 0.5, 0.5, 0.5}, {0, 0, 0.6, 0.8}, {0.1, -0.3, 0.2, 0.9273}}[rng.IntN(4)]
	round := func(b *shapegen.Body3) {
		if rng.IntN(2) == 0 {
			b.Rounded, b.Rounding = true, []float64{0.5, 1, 0x1p-40, 0.3}[rng.IntN(4)]
		}
	}
	a = shapegen.Body3{Kind: "hull", Q: q, P: lattice()}
	for range 1 + rng.IntN(9) {
		a.Points = append(a.Points, lattice())
	}
	switch rng.IntN(6) {
	case 0:
		a.Kind, a.Size = "box", [3]float64{float64(2 * rng.IntN(5)), 4, float64(2 * rng.IntN(4))}
		a.Points = nil
	case 1:
		a.Kind, a.Radius, a.Points = "sphere", float64(1+rng.IntN(5)), nil
	case 2:
		a.Kind, a.Radius, a.Height, a.Points = "capsule", float64(rng.IntN(4)), float64(2*rng.IntN(5)), nil
	}
	b = shapegen.Body3{Kind: "hull", Q: q, P: a.P}
	corners := a.Corners()
	for range 1 + rng.IntN(5) {
		p, r := corners[rng.IntN(len(corners))], corners[rng.IntN(len(corners))]
		if rng.IntN(3) == 0 {
			r = [3]float64{float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1)}
		}
		for k := range p {
			p[k] = (p[k] + r[k]) / 2
		}
		b.Points = append(b.Points, p)
	}
	if rng.IntN(3) == 0 {
		b.Kind, b.Radius, b.Points = "sphere", float64(rng.IntN(3)), nil
	}
	if rng.IntN(3) == 0 {
		b.P[rng.IntN(3)] += []float64{1, -1, 0.5, 0x1p-45, -0x1p-45}[rng.IntN(5)]
	}
	round(&a)
	round(&b)
	return a, b
}

// containsExactly tells how b lies in a, both polytopes grown by balls, by the oracle: each corner
// of b in a less the balls of b.
func containsExactly(a, b *shapegen.Body3) collide.Containment {
	oa, _ := a.Oracle()
	ob, _ := b.Oracle()
	margins := append([]float64{}, oa.Margins...)
	for _, m := range ob.Margins {
		margins = append(margins, -m)
	}
	found := collide.Inside
	for _, p := range ob.Points {
		x := &oracle.Body3{Points: oa.Points, Q: oa.Q, P: oa.P, Margins: margins}
		switch oracle.Solve3(x, &oracle.Body3{Points: [][3]float64{p}, Q: ob.Q, P: ob.P}).Relation {
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
	t.Parallel()
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
		pair := shapegen.Pair3{A: a, B: b}
		oa, ob, err := pair.Place()
		if err != nil {
			t.Fatal(err)
		}
		if got := d3.Contains(&oa, &ob); got != want {
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
func reach(o *d3.Object, n d3.Vec) float64 {
	s := o.Shape().(d3.Convex)
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
		_, convexA := a.Shape().(d3.Convex)
		_, convexB := b.Shape().(d3.Convex)
		if !convexA || !convexB {
			continue
		}
		got := d3.Contains(a, b)
		seen[got]++
		most, best := -1e9, d3.Vec{X: 1}
		dirs := onSphere(rng, 900)
		for i := range 6 { // where the support values of boxes, cylinders and cones bend
			side := float64(1 - 2*(i&1))
			dirs[i] = a.Pose().Rot.Apply([]d3.Vec{{X: side}, {Y: side}, {Z: side}}[i/2])
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
	at := func(x, y, z float64) d3.Pose { return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}} }
	cube := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	half := d3.HalfSpace{Normal: d3.Vec{Z: 3}, Offset: 3}
	grid := mustCompound(t, []d3.Part{{Shape: cube}, {Shape: cube, Pose: at(2, 0, 0)}, {Shape: d3.Sphere{Radius: 1}, Pose: at(9, 0, 0)}})
	for _, c := range []struct {
		what string
		a, b d3.Shape
		pose d3.Pose // of b
		want collide.Containment
	}{
		{"a cube in itself", cube, cube, at(0, 0, 0), collide.InsideTouching},
		{"a ball in a cube", cube, d3.Sphere{Radius: 1}, at(0, 0, 0), collide.InsideTouching},
		{"a ball in a cube, a little beside", cube, d3.Sphere{Radius: 1}, at(0x1p-50, 0, 0), collide.NotInside},
		{"a cylinder in a cube", cube, d3.Cylinder{Radius: 1, Height: 2}, at(0, 0, 0), collide.InsideTouching},
		{"an ellipsoid in a cube", cube, d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 0.5, Z: 0.25}}, at(0, 0, 0), collide.InsideTouching},
		{"a cone in a cube, a little larger", cube, d3.Cone{Radius: 1 + 0x1p-50, Height: 2}, at(0, 0, 0), collide.NotInside},
		{"a cube in a ball", d3.Sphere{Radius: 1.75}, cube, at(0, 0, 0), collide.Inside},
		{"a cube in a smaller ball", d3.Sphere{Radius: 1.73}, cube, at(0, 0, 0), collide.NotInside},
		{"a cube in an ellipsoid", d3.Ellipsoid{Radii: d3.Vec{X: 2, Y: 2, Z: 1.5}}, cube, at(0, 0, 0), collide.Inside},
		{"a cylinder in an ellipsoid", d3.Ellipsoid{Radii: d3.Vec{X: 2, Y: 2, Z: 1.5}}, d3.Cylinder{Radius: 1, Height: 2}, at(0, 0, 0), collide.Inside},
		{"a cone in a cylinder of its size", d3.Cylinder{Radius: 1, Height: 2}, d3.Cone{Radius: 1, Height: 2}, at(0, 0, 0), collide.ContainmentUndecided},
		{"a cube under a plane", half, cube, at(0, 0, 0), collide.InsideTouching},
		{"an ellipsoid under a plane", half, d3.Ellipsoid{Radii: d3.Vec{X: 2, Y: 3, Z: 1}}, at(0, 0, 0), collide.InsideTouching},
		{"a ball through a plane", half, d3.Sphere{Radius: 1}, at(0, 0, 0.5), collide.NotInside},
		{"a half-space in one", half, d3.HalfSpace{Normal: d3.Vec{Z: 2}, Offset: 1}, at(0, 0, 0), collide.Inside},
		{"a half-space in itself", half, half, at(0, 0, 0), collide.InsideTouching},
		{"a half-space in one turned", half, d3.HalfSpace{Normal: d3.Vec{X: 1, Z: 2}, Offset: -9}, at(0, 0, 0), collide.NotInside},
		{"a half-space in a cube", cube, half, at(0, 0, 0), collide.NotInside},
		{"a sheet in itself", d3.Box{Size: d3.Vec{X: 2, Y: 2}}, d3.Box{Size: d3.Vec{X: 1, Y: 1}}, at(0, 0, 0), collide.InsideTouching},
		{"a ball in a part", grid, d3.Sphere{Radius: 0.5}, at(2.25, 0, 0), collide.Inside},
		{"a ball in two parts", grid, d3.Sphere{Radius: 0.5}, at(1, 0, 0), collide.ContainmentUndecided},
		{"a ball beside a part", grid, d3.Sphere{Radius: 0.5}, at(9, 1, 0), collide.NotInside},
		{"balls in parts", grid, mustCompound(t, []d3.Part{{Shape: d3.Sphere{Radius: 0.5}}, {Shape: d3.Sphere{Radius: 0.5}, Pose: at(9, 0, 0)}}), at(0, 0, 0), collide.Inside},
		{"a large cube in parts", grid, d3.Box{Size: d3.Vec{X: 8, Y: 8, Z: 8}}, at(0, 0, 0), collide.NotInside},
		{"parts in a cube", d3.Box{Size: d3.Vec{X: 30, Y: 30, Z: 30}}, grid, at(0, 0, 0), collide.Inside},
		{"parts in a half-space", half, grid, at(0, 0, 0), collide.InsideTouching},
		{"parts out of a half-space", half, grid, at(0, 0, 0.5), collide.NotInside},
	} {
		for _, far := range []d3.Vec{{}, {X: 1 << 20, Y: 3 << 10, Z: -1 << 19}, {X: 1 << 50, Z: -1 << 40}, {Y: 1 << 58}} {
			pose := c.pose
			pose.Pos = pose.Pos.Add(far)
			a, b := placeOrFail(t, c.a, d3.Pose{Pos: far}), placeOrFail(t, c.b, pose)
			if pose.Pos.Sub(far) != c.pose.Pos {
				continue
			}
			if got := d3.Contains(a, b); got != c.want {
				t.Errorf("%s, at %v: %v, not %v", c.what, far, got, c.want)
			}
		}
	}
}

// TestContainsFar: bodies with parts answer far from the origin what they answer there, where the
// shift is exact.
func TestContainsFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(94, 1))
	quarters := func() d3.Vec {
		n := func() float64 { return float64(rng.IntN(12)-6) / 4 }
		return d3.Vec{X: n(), Y: n(), Z: n()}
	}
	far := d3.Vec{X: 0x1p50, Y: -0x1p50, Z: 0x1p49}
	seen := map[collide.Containment]int{}
	for i := range 600 {
		parts := []d3.Part{{Shape: anyShape(rng), Pose: anyPose(rng, 1)}, {Shape: anyShape(rng), Pose: anyPose(rng, 1)}}
		if i%2 == 0 {
			s := bumpyBall(rng, 16+rng.IntN(20))
			parts[1].Shape = must(d3.NewMesh(s.v, s.t, d3.MeshOptions{Solid: i%4 == 0}))(t)
		}
		a, b := mustCompound(t, parts), anyShape(rng)
		p, q := d3.Pose{Pos: quarters(), Rot: anyRot(rng)}, d3.Pose{Pos: quarters(), Rot: anyRot(rng)}
		near := d3.Contains(placeOrFail(t, a, p), placeOrFail(t, b, q))
		p.Pos, q.Pos = p.Pos.Add(far), q.Pos.Add(far)
		if got := d3.Contains(placeOrFail(t, a, p), placeOrFail(t, b, q)); got != near {
			t.Errorf("%d: %v far away, %v near the origin", i, got, near)
		}
		seen[near]++
	}
	if seen[collide.NotInside] < 300 {
		t.Error(seen)
	}
}

// TestContainsLoneSolid: a solid holds what it holds as the only part of a compound.
func TestContainsLoneSolid(t *testing.T) {
	rng := rand.New(rand.NewPCG(94, 2))
	seen := map[collide.Containment]int{}
	for range 300 {
		s := bumpyBall(rng, 16+rng.IntN(20))
		m := must(d3.NewMesh(s.v, s.t, d3.MeshOptions{Solid: true}))(t)
		one := mustCompound(t, []d3.Part{{Shape: m}})
		two := mustCompound(t, []d3.Part{{Shape: one}})
		b := placeOrFail(t, d3.Box{Size: d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}}, anyPose(rng, 1))
		want := d3.Contains(placeOrFail(t, m, d3.Pose{}), b)
		for _, c := range []d3.Shape{one, two} {
			if got := d3.Contains(placeOrFail(t, c, d3.Pose{}), b); got != want {
				t.Errorf("%v, of the bare solid %v", got, want)
			}
		}
		seen[want]++
	}
	if seen[collide.Inside] < 20 || seen[collide.NotInside] < 20 {
		t.Error(seen)
	}
}

// TestContainsAllocations: nothing is allocated once the work space has grown.
func TestContainsAllocations(t *testing.T) {
	noCollection(t)
	rng := rand.New(rand.NewPCG(23, 2))
	q, _ := d3.NewQuery(d3.Options{})
	var pairs [][2]*d3.Object
	for range 30 {
		pairs = append(pairs, [2]*d3.Object{placeOrFail(t, anyShape(rng), anyPose(rng, 0.1)), placeOrFail(t, anyShape(rng), anyPose(rng, 0.3))})
	}
	touching := d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}
	pairs = append(pairs, [2]*d3.Object{placeOrFail(t, touching, d3.Pose{}), placeOrFail(t, touching, d3.Pose{})})
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
