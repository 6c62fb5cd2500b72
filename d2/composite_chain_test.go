package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// chains are kinds of points, each hard in its own way.
var chains = []string{"everyday", "lattice", "slivers", "line", "huge", "mixed"}

// drawChain returns n points of a kind.
func drawChain(rng *rand.Rand, kind string, n int) (v []d2.Vec) {
	for i := range n {
		var p d2.Vec
		switch kind {
		case "everyday":
			p = d2.Vec{X: float64(i) + rng.Float64(), Y: 4 * rng.Float64()}
		case "lattice", "mixed":
			p = d2.Vec{X: float64(rng.IntN(4)), Y: float64(rng.IntN(4))}
		case "slivers":
			x := rng.Float64()
			p = d2.Vec{X: x, Y: 2 * x}
			if i%3 == 1 {
				p.Y += 0x1p-40 * rng.Float64()
			}
		case "line":
			p = d2.Vec{X: float64(rng.IntN(5))}
		case "huge":
			p = d2.Vec{X: 1e12 * rng.Float64(), Y: 1e12 * rng.Float64()}
		}
		if kind == "mixed" && rng.IntN(4) == 0 {
			p = p.Scale(math.Ldexp(1, rng.IntN(40)-20))
		}
		v = append(v, p)
	}
	return v
}

// chainOf returns the chain, and the hull of each edge that it has, nil for the others. ok is false
// where it has none.
func chainOf(t testing.TB, v []d2.Vec, closed bool) (c *d2.Chain, hulls []d2.Shape, ok bool) {
	t.Helper()
	c, err := d2.NewChain(v, d2.ChainOptions{Closed: closed})
	if err != nil {
		return nil, nil, false
	}
	hulls = make([]d2.Shape, c.Len())
	for i := range hulls {
		if a, b := v[i], v[(i+1)%len(v)]; a != b {
			hulls[i] = must(d2.NewHull([]d2.Vec{a, b}))(t)
		}
	}
	return c, hulls, true
}

// drawRot returns rotations of which many are none or by a quarter turn.
func drawRot(t testing.TB, rng *rand.Rand) d2.Rot {
	switch rng.IntN(4) {
	case 0:
		return d2.Rot{}
	case 1:
		return must(d2.NewCosSin(0, 1))(t)
	case 2:
		return must(d2.NewCosSin(0.6, 0.8))(t)
	}
	return must(d2.NewAngle(7 * rng.Float64()))(t)
}

// others are convex bodies and half-spaces that chains meet.
func others(t testing.TB) []d2.Shape {
	return []d2.Shape{
		d2.Circle{},
		d2.Circle{Radius: 0.5},
		d2.Box{Size: d2.Vec{X: 1, Y: 2}},
		d2.Capsule{Height: 1, Radius: 0.25},
		d2.Ellipse{Radii: d2.Vec{X: 1, Y: 0.5}},
		d2.HalfSpace{Normal: d2.Vec{Y: 1}, Offset: 0.5},
		must(d2.NewHull([]d2.Vec{{}, {X: 1}, {Y: 1}}))(t),
		d2.Rounded{Core: d2.Box{Size: d2.Vec{X: 1, Y: 1}}, R: 0.5},
	}
}

// rank orders relations: that of a union is the greatest of its parts.
func rank(r collide.Relation) int {
	switch r {
	case collide.Overlapping:
		return 3
	case collide.Undecided:
		return 2
	case collide.Touching:
		return 1
	case collide.Apart:
	}
	return 0
}

// A chain against chains, convex bodies and half-spaces gives what its edges give one by one as
// hulls: the relation of the nearest, a bracket that meets theirs, edges that are in contact.
func TestChainIsItsEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	q := must(d2.NewQuery(d2.Options{}))(t)
	bodies := others(t)
	turns := 1500
	if testing.Short() {
		turns = 300
	}
	for turn := range turns {
		kind := chains[turn%len(chains)]
		ca, ha, ok := chainOf(t, drawChain(rng, kind, 2+rng.IntN(12)), turn%2 == 0)
		cb, hb, also := chainOf(t, drawChain(rng, kind, 2+rng.IntN(6)), turn%5 == 0)
		if !ok || !also {
			continue
		}
		pa, pb := d2.Pose{Rot: drawRot(t, rng)}, d2.Pose{Rot: drawRot(t, rng)}
		pb.Pos = d2.Vec{X: float64(rng.IntN(5) - 2), Y: float64(rng.IntN(5) - 2)}
		if turn%3 == 0 {
			pa.Pos = d2.Vec{X: rng.Float64(), Y: rng.Float64()}
		}
		b := must(d2.Place(cb, pb))(t)
		if turn%4 == 0 {
			s := bodies[rng.IntN(len(bodies))]
			b, hb = must(d2.Place(s, pb))(t), []d2.Shape{s}
		}
		a := must(d2.Place(ca, pa))(t)
		name := fmt.Sprintf("%s %d, %T", kind, turn, b.Shape())
		checkChainPair(t, name, q, &a, &b, ha, hb)
		checkChainPair(t, name+", the other way round", q, &b, &a, hb, ha)
	}
}

// checkChainPair checks the answers about a and b by those about their parts.
func checkChainPair(t *testing.T, name string, q *d2.Query, a, b *d2.Object, as, bs []d2.Shape) {
	t.Helper()
	type answer struct{ ct d2.Contact }
	all := make([][]answer, len(as))
	rel, lower, upper := collide.Apart, math.Inf(1), math.Inf(1)
	box := d2.AABB{}
	for i, s := range as {
		all[i] = make([]answer, len(bs))
		if s == nil {
			continue
		}
		x := must(d2.Place(s, a.Pose()))(t)
		if box == (d2.AABB{}) {
			box = x.AABB()
		}
		box = box.Union(x.AABB())
		for j, r := range bs {
			if r == nil {
				continue
			}
			y := must(d2.Place(r, b.Pose()))(t)
			ct := d2.Distance(&x, &y)
			all[i][j] = answer{ct}
			if rank(ct.Relation) > rank(rel) {
				rel = ct.Relation
			}
			lower, upper = min(lower, ct.Lower), min(upper, ct.Upper)
		}
	}
	ct := q.Distance(a, b, nil)
	if ct.Relation != rel {
		t.Fatalf("%s: %v, by edges %v", name, ct.Relation, rel)
	}
	if got := q.Relate(a, b, nil); got != rel {
		t.Fatalf("%s: relate says %v, distance %v", name, got, rel)
	}
	if got := q.Overlap(a, b, nil); got != (rel != collide.Apart) {
		t.Fatalf("%s: overlap says %v of %v", name, got, rel)
	}
	if !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) || ct.Lower > upper || rel == collide.Apart && ct.Upper < lower {
		t.Fatalf("%s: [%v, %v] at %v, by edges [%v, %v]", name, ct.Lower, ct.Upper, ct.Distance, lower, upper)
	}
	if (rel == collide.Overlapping || rel == collide.Undecided) && ct.Lower != -math.MaxFloat64 {
		t.Fatalf("%s: a surface is in contact with the lower bound %v", name, ct.Lower)
	}
	pick := func(i, part int, n int) int {
		if part != -1 {
			t.Fatalf("%s: part %d", name, part)
		}
		if n == 1 && i == -1 {
			return 0
		}
		return i
	}
	i, j := pick(ct.TriangleA, ct.PartA, len(as)), pick(ct.TriangleB, ct.PartB, len(bs))
	if got := all[i][j].ct; got.Relation != rel && rel != collide.Undecided {
		t.Fatalf("%s: edges %d and %d are %v, the answer is %v", name, i, j, got.Relation, rel)
	}
	if d := ct.PointB.Sub(ct.PointA).Sub(ct.Normal.Scale(ct.Distance)).Len(); !(d <= 0x1p-48*(1+math.Abs(ct.Distance)+ct.PointA.Len())) {
		t.Fatalf("%s: the points are off by %v", name, d)
	}
	got := a.AABB()
	for _, side := range [][2]float64{
		{got.Min.X, box.Min.X},
		{got.Min.Y, box.Min.Y},
		{-got.Max.X, -box.Max.X},
		{-got.Max.Y, -box.Max.Y},
	} {
		// Both are rounded outward by at most 2^-46 of the size and the distance.
		if off := math.Abs(side[0] - side[1]); off > 0x1p-44*(a.Pose().Pos.Len()+box.Min.Len()+box.Max.Len()) {
			t.Fatalf("%s: box %v, of the edges %v", name, got, box)
		}
	}
}
