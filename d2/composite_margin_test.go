package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// latticeUnion is a body of parts with lattice coordinates, as the library and as the oracle have
// it.
type latticeUnion struct {
	o     *d2.Object
	parts []*oracle.Body2
}

// latticePlace is where a body lies, and where in its frame its parts do.
type latticePlace struct {
	q      [2]float64
	p, far [2]float64
}

// latticeParts are what the parts of a body are.
type latticeParts struct {
	kind   int
	size   float64 // a power of two that shapes are multiplied by
	spread int     // how far a part is from the middle at most
	planes bool    // some are half-spaces
}

// drawUnion returns a body of n parts at the place; a lone body where n is 0.
func drawUnion(t *testing.T, rng *rand.Rand, n int, l *latticePlace, of latticeParts) latticeUnion {
	t.Helper()
	var u latticeUnion
	var list []d2.Part
	for range max(n, 1) {
		plane := of.planes && n > 0 && l.q[0]*l.q[1] == 0 && rng.IntN(4) == 0 // others are stretched by rounding
		b := drawLattice(rng, plane, of.kind, of.size)
		at := l.far
		for k := range at {
			at[k] += float64(rng.IntN(2*of.spread+1) - of.spread)
		}
		if n == 0 && b.Kind != "hull" {
			at = [2]float64{}
		} else if n == 0 {
			for i := range b.Points {
				b.Points[i] = sum2(b.Points[i], at)
			}
			at = [2]float64{}
		}
		s := must(b.Shape())(t)
		if h, ok := s.(*d2.Hull); ok { // its corners alone
			b.Points = b.Points[:0]
			for _, v := range h.Vertices() {
				b.Points = append(b.Points, [2]float64{v.X, v.Y})
			}
		}
		x, _ := b.Oracle()
		x.P, x.CS = l.p, l.q
		x.Points = nil
		for _, c := range b.Corners() {
			x.Points = append(x.Points, sum2(c, at))
		}
		x.Offset += float64(x.Normal[0]*at[0]) + float64(x.Normal[1]*at[1])
		u.parts = append(u.parts, x)
		list = append(list, d2.Part{Shape: s, Pose: d2.Pose{Pos: d2.Vec{X: at[0], Y: at[1]}}})
	}
	pose := d2.Pose{Pos: d2.Vec{X: l.p[0], Y: l.p[1]}, Rot: must(d2.NewCosSin(l.q[0], l.q[1]))(t)}
	if n == 0 {
		u.o = placeOrFail(t, list[0].Shape, pose)
		return u
	}
	u.o = placeOrFail(t, mustCompound(t, list), pose)
	return u
}

// drawPlaces returns places of two bodies whose parts are near each other in the world, about
// spread apart. The lattices are one, or turned to each other.
func drawPlaces(t *testing.T, rng *rand.Rand, one bool, spread int) (a, b latticePlace) {
	t.Helper()
	turns := [][2]float64{{1, 0}, {0, 1}, {0.6, 0.8}, {0.28, -0.96}}
	offs := [][2]float64{{}, {1 << 20, -3 << 18}, {-1 << 30, 1 << 29}}
	a.q, a.far = turns[rng.IntN(len(turns))], offs[rng.IntN(len(offs))]
	a.p = [][2]float64{{}, {5, -7}, {1 << 40, 3 << 30}}[rng.IntN(3)]
	if b = a; !one {
		b.q, b.far = turns[rng.IntN(len(turns))], offs[rng.IntN(len(offs))]
	}
	world := func(l *latticePlace) d2.Vec {
		r := must(d2.NewCosSin(l.q[0], l.q[1]))(t)
		return r.Apply(d2.Vec{X: l.far[0], Y: l.far[1]})
	}
	p := world(&a).Sub(world(&b))
	b.p = sum2(a.p, [2]float64{p.X, p.Y})
	for k := range b.p {
		b.p[k] += float64(rng.IntN(2*spread+1) - spread)
	}
	return a, b
}

// sum2 returns a + b.
func sum2(a, b [2]float64) [2]float64 { return [2]float64{a[0] + b[0], a[1] + b[1]} }

// What drawLattice draws.
const (
	anyLattice = iota
	latticeBox
	sharpLattice
)

// drawLattice returns a shape of whole or half numbers: a half-space, or one of a kind, rounded or
// not.
func drawLattice(rng *rand.Rand, plane bool, kind int, size float64) (b shapegen.Body2) {
	whole := func(n int) float64 { return size * float64(rng.IntN(n)) }
	switch {
	case plane:
		b.Kind, b.Size, b.Offset = "half-space", [2]float64{whole(5) - 2*size, 3 * size}, 12*(size-2)-whole(3)
		return b
	case kind == latticeBox || rng.IntN(4) == 0:
		b.Kind, b.Size = "box", [2]float64{size + whole(3), size + whole(3)}
	case kind != sharpLattice && rng.IntN(4) == 0:
		b.Kind, b.Radius = "circle", whole(3)
	case kind != sharpLattice && rng.IntN(4) == 0:
		b.Kind, b.Radius, b.Height = "capsule", whole(3)/2, 2*whole(3)
	default:
		b.Kind = "hull"
		for range 3 + rng.IntN(4) {
			b.Points = append(b.Points, [2]float64{whole(4) - 2*size, whole(4) - 2*size})
		}
	}
	if kind != sharpLattice && rng.IntN(2) == 0 {
		b.Rounded, b.Rounding = true, []float64{0.5, 1, 0x1p-40, 0.3}[rng.IntN(4)]
	}
	return b
}

// relations returns the least relation of the pairs of parts with the signed distance less d, and
// the least signed distance.
func (u *latticeUnion) relations(v *latticeUnion, d float64) (rel collide.Relation, lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(1)
	seen := map[collide.Relation]bool{}
	for _, x := range u.parts {
		for _, y := range v.parts {
			a, b := *x, *y
			if a.Half {
				a, b = b, a
			}
			a.Margins = append(append([]float64{}, a.Margins...), d)
			seen[oracle.Solve2(&a, &b).Relation] = true
			ans := oracle.Solve2(x, y)
			lo, hi = min(lo, ans.Lo), min(hi, ans.Hi)
		}
	}
	for _, rel := range []collide.Relation{collide.Overlapping, collide.Touching} {
		if seen[rel] {
			return rel, lo, hi
		}
	}
	return collide.Apart, lo, hi
}

// checkUnion holds RelateMargin, Within and DistanceWithin of a and b to what the pairs of parts
// say in integers.
func checkUnion(t *testing.T, q *d2.Query, a, b *latticeUnion, d float64) (collide.Relation, error) {
	t.Helper()
	want, lo, hi := a.relations(b, d)
	rel := must(q.RelateMargin(a.o, b.o, d, nil))(t)
	if d < 0 {
		dist := q.Distance(a.o, b.o, nil)
		switch {
		case want == collide.Overlapping || dist.Upper < d:
			want = collide.Overlapping
		case lo >= 0 || dist.Lower > d:
			want = collide.Apart
		default:
			want = collide.Undecided
		}
	}
	if rel != want {
		return rel, fmt.Errorf("RelateMargin %v is %v, the parts say %v, distance from %v to %v", d, rel, want, lo, hi)
	}
	if d < 0 {
		return rel, nil
	}
	if in := must(q.Within(a.o, b.o, d, nil))(t); in != (want != collide.Apart) {
		return rel, fmt.Errorf("Within %v is %v, the parts are %v", d, in, want)
	}
	ct := must(q.DistanceWithin(a.o, b.o, d, nil))(t)
	if ct.Lower > hi || hi >= 0 && ct.Upper < lo || ct.Status == collide.Limit && !(ct.Lower > d) {
		return rel, fmt.Errorf("DistanceWithin %v is %+v, the parts are from %v to %v apart", d, ct, lo, hi)
	}
	return rel, nil
}

// TestRelateMarginOfCompoundsExactly: parts with whole coordinates, near the origin of their body
// or far from it, and lengths that are their distance but for the last bits: the answer is that of
// the parts in integers.
func TestRelateMarginOfCompoundsExactly(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 3))
	q := must(d2.NewQuery(d2.Options{}))(t)
	seen := map[collide.Relation]int{}
	n := 600
	if testing.Short() {
		n = 150
	}
	for turn := range n {
		kind := []int{latticeBox, anyLattice, latticeBox, sharpLattice}[turn%4]
		x, y := drawPlaces(t, rng, kind == latticeBox, 4)
		a := drawUnion(t, rng, 1+rng.IntN(3), &x, latticeParts{kind, 1, 6, true})
		b := drawUnion(t, rng, rng.IntN(4), &y, latticeParts{kind, 1, 6, false})
		_, lo, hi := a.relations(&b, 0)
		step := math.Ldexp(math.Abs(lo), -rng.IntN(56))
		for _, d := range []float64{0, lo, hi, lo - step, hi + step, math.Round(lo), lo / 2} {
			for _, pair := range [2][2]*latticeUnion{{&a, &b}, {&b, &a}} {
				rel, err := checkUnion(t, q, pair[0], pair[1], d)
				if seen[rel]++; err != nil {
					t.Fatalf("turn %d: %v\n%v %v\n%v %v",
						turn, err, a.o.Shape(), a.o.Pose(), b.o.Shape(), b.o.Pose())
				}
			}
		}
	}
	t.Log(seen)
	few := min(seen[collide.Apart], seen[collide.Overlapping], seen[collide.Undecided])
	if seen[collide.Touching] < n/75 || few < n/4 {
		t.Error(seen)
	}
}

// TestRelateMarginOfHalfSpacesInCompounds: half-spaces that face each other are as far apart as
// their planes, wherever the parts and the bodies have their origins; others overlap.
func TestRelateMarginOfHalfSpacesInCompounds(t *testing.T) {
	for _, far := range []d2.Vec{{}, {X: 1 << 30, Y: 7}, {Y: -3 << 40}} {
		one := func(n d2.Vec, at float64) *d2.Object {
			h := d2.HalfSpace{Normal: n, Offset: 3}
			part := d2.Part{Shape: h, Pose: d2.Pose{Pos: d2.Vec{X: at * (1 << 40), Y: at}}}
			return placeOrFail(t, mustCompound(t, []d2.Part{part}), d2.Pose{Pos: far})
		}
		below, above := one(d2.Vec{Y: 1}, 0), one(d2.Vec{Y: -2}, 8.5) // y <= 3, and y >= 7
		for d, want := range map[float64]collide.Relation{
			0: collide.Apart, 1: collide.Apart, math.Nextafter(4, 0): collide.Apart, 4: collide.Touching,
			math.Nextafter(4, 5): collide.Overlapping, -4: collide.Apart, -9: collide.Apart,
		} {
			for _, pair := range [2][2]*d2.Object{{below, above}, {above, below}} {
				if rel := must(d2.RelateMargin(pair[0], pair[1], d))(t); rel != want {
					t.Errorf("about %v, less %v: %v, not %v", far, d, rel, want)
				}
			}
		}
		if rel := must(d2.RelateMargin(below, one(d2.Vec{X: 1, Y: -9}, 1<<50), -1e90))(t); rel != collide.Overlapping {
			t.Errorf("lines that are not parallel: %v", rel)
		}
	}
}

// TestRelateMarginOfParts: curved bodies as parts have the relations that they have alone, with
// lengths of all sizes about their signed distance.
func TestRelateMarginOfParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 5))
	seen := map[collide.Relation]int{}
	for turn := range 600 {
		p, q := anyPose(rng, 1), anyPose(rng, 1.5)
		x, y := anyShape(rng), d2.Rounded{Core: d2.Ellipse{Radii: d2.Vec{X: 1, Y: 0.5}}, R: 0.5}
		whole := mustCompound(t, []d2.Part{{Shape: x}})
		a, lone, b := placeOrFail(t, whole, p), placeOrFail(t, x, p), placeOrFail(t, y, q)
		dist := d2.Distance(lone, b)
		for k := range 12 {
			d := dist.Distance * (1 + math.Ldexp(float64(2*(k%2)-1), -10*(k/2)-2))
			rel, want := must(d2.RelateMargin(a, b, d))(t), must(d2.RelateMargin(lone, b, d))(t)
			if seen[rel]++; rel != want && rel != collide.Undecided ||
				rel == collide.Undecided && (dist.Lower-1e-9 > d || dist.Upper+1e-9 < d) {
				t.Errorf("turn %d, less %v: %v, alone %v, distance %+v", turn, d, rel, want, dist)
			}
		}
	}
	if seen[collide.Apart] < 500 || seen[collide.Overlapping] < 500 {
		t.Error(seen)
	}
}

// Where the distance may be just d nothing is left out: the answer is that of Distance.
func TestDistanceWithinOfPartsAtTheLength(t *testing.T) {
	box := d2.Box{Size: d2.Vec{X: 1, Y: 1}}
	two := must(d2.NewCompound([]d2.Part{{Shape: box}, {Shape: box, Pose: d2.Pose{Pos: d2.Vec{Y: 2}}}}))(t)
	for _, gap := range []float64{0.25, 1, 3} {
		a := must(d2.Place(two, d2.Pose{}))(t)
		b := must(d2.Place(box, d2.Pose{Pos: d2.Vec{X: 1 + gap}}))(t)
		want := d2.Distance(&a, &b)
		if ct := must(d2.DistanceWithin(&a, &b, want.Lower))(t); ct != want {
			t.Errorf("%v apart: %+v, want %+v", gap, ct, want)
		}
	}
}
