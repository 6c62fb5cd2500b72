package d2_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// ratPoint returns p of the frame of a pose in the world, exactly.
func ratPoint(at d2.Pose, p d2.Vec) [2]*big.Rat {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	c, s := at.Rot.CosSin()
	mul := func(x, y float64) *big.Rat { return new(big.Rat).Mul(rat(x), rat(y)) }
	x := new(big.Rat).Sub(mul(c, p.X), mul(s, p.Y))
	y := new(big.Rat).Add(mul(s, p.X), mul(c, p.Y))
	return [2]*big.Rat{x.Add(x, rat(at.Pos.X)), y.Add(y, rat(at.Pos.Y))}
}

// ratSide returns the sign of the side of the way from a to b on which c is.
func ratSide(a, b, c [2]*big.Rat) int {
	sub := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
	l := new(big.Rat).Mul(sub(b[0], a[0]), sub(c[1], a[1]))
	return l.Cmp(new(big.Rat).Mul(sub(b[1], a[1]), sub(c[0], a[0])))
}

// sidedCase is a one-sided chain and the middle of a body.
type sidedCase struct {
	points []d2.Vec
	pose   d2.Pose
	sides  map[int]int // how many edges count, by the sign of the side
}

// edges returns the edges that count for what has its middle at c, as bodies of their own.
func (x *sidedCase) edges(t *testing.T, c [2]*big.Rat) (list []d2.Object) {
	for i := 1; i < len(x.points); i++ {
		p, q := x.points[i-1], x.points[i]
		if p == q {
			continue
		}
		side := ratSide(ratPoint(x.pose, p), ratPoint(x.pose, q), c)
		if x.sides[side]++; side >= 0 {
			list = append(list, *placeOrFail(t, must(d2.NewChain([]d2.Vec{p, q}, d2.ChainOptions{}))(t), x.pose))
		}
	}
	return list
}

// lattice returns a point of a lattice.
func lattice(rng *rand.Rand, n int) d2.Vec {
	return d2.Vec{X: float64(rng.IntN(2*n+1) - n), Y: float64(rng.IntN(2*n+1) - n)}.Scale(0.5)
}

// worse returns the relation of a union of two with the relations given.
func worse(x, y collide.Relation) collide.Relation {
	rank := map[collide.Relation]int{collide.Apart: 0, collide.Touching: 1, collide.Undecided: 2, collide.Overlapping: 3}
	if rank[x] > rank[y] {
		return x
	}
	return y
}

// Answers about a one-sided chain are those about the edges that have the other body's middle to
// their left or on their line, one by one.
func TestOneSided(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(7, 1))
	q := must(d2.NewQuery(d2.Options{}))(t)
	turns := 4000
	if testing.Short() {
		turns = 600
	}
	seen := map[string]int{}
	x := sidedCase{sides: map[int]int{}}
	rots := []d2.Rot{{}, must(d2.NewCosSin(0.6, 0.8))(t), must(d2.NewCosSin(0, 1))(t), must(d2.NewAngle(0.3))(t)}
	for range turns {
		x.points = x.points[:0]
		for range 2 + rng.IntN(5) {
			x.points = append(x.points, lattice(rng, 3))
		}
		far := d2.Vec{X: float64(rng.IntN(2) << 30)} // doubles there are 2^-22 apart
		x.pose = d2.Pose{Pos: lattice(rng, 1).Add(far), Rot: rots[max(0, rng.IntN(6)-2)]}
		c, err := d2.NewChain(x.points, d2.ChainOptions{OneSided: true})
		if err != nil {
			continue
		}
		chain := *placeOrFail(t, c, x.pose)
		if rng.IntN(3) == 0 { // as a part
			part := must(d2.NewCompound([]d2.Part{{Shape: c}}))(t)
			chain = *placeOrFail(t, part, x.pose)
		}
		shapes := []d2.Shape{
			d2.Circle{},
			d2.Circle{Radius: 0.5},
			d2.Box{Size: d2.Vec{X: 1, Y: 0.5}},
			d2.Capsule{Radius: 0.25, Height: 1},
			d2.Ellipse{Radii: d2.Vec{X: 0.5, Y: 0.25}},
			must(d2.NewHull([]d2.Vec{lattice(rng, 3), lattice(rng, 3), lattice(rng, 3)}))(t),
		}
		pose := d2.Pose{Pos: lattice(rng, 3).Add(far), Rot: rots[max(0, rng.IntN(6)-2)]}
		body := *placeOrFail(t, shapes[rng.IntN(len(shapes))], pose)
		middle := d2.Vec{}
		if h, ok := body.Shape().(*d2.Hull); ok {
			o := *placeOrFail(t, h, d2.Pose{})
			middle = o.AABB().Min.Add(o.AABB().Max).Scale(0.5)
		}
		if rng.IntN(3) == 0 {
			in := d2.Pose{Pos: lattice(rng, 2), Rot: []d2.Rot{{}, rots[2]}[rng.IntN(2)]}
			middle = in.Apply(middle)
			body = *placeOrFail(t, mustCompound(t, []d2.Part{{Shape: body.Shape(), Pose: in}}), pose)
		}
		from := ratPoint(pose, middle)
		checkSided(t, q, &chain, &body, x.edges(t, from), seen)
		checkSidedCasts(t, q, &chain, &body, x.edges(t, from), lattice(rng, 3), seen)
		p := lattice(rng, 3).Add(far)
		checkSidedPoint(t, q, &chain, p, lattice(rng, 3), x.edges(t, ratPoint(d2.Pose{Pos: p}, d2.Vec{})), seen)
	}
	for _, what := range []string{
		"overlapping", "touching", "apart", "nothing", "hit", "miss", "ray hit", "ray miss", "point touching", "impact hit",
	} {
		if seen[what] < turns/200 {
			t.Errorf("%s: %d of %d", what, seen[what], turns)
		}
	}
	if x.sides[0] < turns/20 || x.sides[1] < turns || x.sides[-1] < turns {
		t.Errorf("middles lie on sides %v", x.sides)
	}
}

// checkSided checks Distance, Relate, Touch, Collide and the rest about a pair.
func checkSided(t *testing.T, q *d2.Query, chain, body *d2.Object, edges []d2.Object, seen map[string]int) {
	t.Helper()
	want, lower, upper := collide.Apart, math.MaxFloat64, math.MaxFloat64
	for i := range edges {
		ct := q.Distance(&edges[i], body, nil)
		want, lower, upper = worse(want, ct.Relation), min(lower, ct.Lower), min(upper, ct.Upper)
	}
	if seen[fmt.Sprint(want)]++; len(edges) == 0 {
		seen["nothing"]++
	}
	for k, pair := range [2][2]*d2.Object{{chain, body}, {body, chain}} {
		ct := q.Distance(pair[0], pair[1], nil)
		if ct.Relation != want || ct.Lower > upper || ct.Upper < lower {
			t.Fatalf("%d: %v in [%g, %g], the edges are %v in [%g, %g]\n%v\n%v",
				k, ct.Relation, ct.Lower, ct.Upper, want, lower, upper, chain.Shape(), body.Shape())
		}
		if none := ct.Distance == math.MaxFloat64; none != (len(edges) == 0) {
			t.Fatalf("%d edges count, and the distance is %v", len(edges), ct.Distance)
		}
		if got := q.Relate(pair[0], pair[1], nil); got != want {
			t.Fatalf("Relate says %v, not %v", got, want)
		}
		if got := q.Overlap(pair[0], pair[1], nil); got != (want != collide.Apart) {
			t.Fatalf("Overlap says %v of %v", got, want)
		}
		rel, mf := q.Touch(pair[0], pair[1], nil)
		if rel != want || (mf.N > 0) != (want != collide.Apart) {
			t.Fatalf("Touch says %v with %d points, not %v", rel, mf.N, want)
		}
		ct, mf = q.Collide(pair[0], pair[1], nil)
		if ct.Relation != want || (mf.N > 0) != (len(edges) > 0) {
			t.Fatalf("Collide says %v with %d points, not %v", ct.Relation, mf.N, want)
		}
		count := 0
		for range q.Manifolds(pair[0], pair[1], nil) {
			count++
		}
		if (count > 0) != (want != collide.Apart) {
			t.Fatalf("%d manifolds of %v", count, want)
		}
		for _, d := range []float64{0, 0.25, 1e9} {
			rel := collide.Apart
			for i := range edges {
				rel = worse(rel, must(q.RelateMargin(&edges[i], body, d, nil))(t))
			}
			if got := must(q.RelateMargin(pair[0], pair[1], d, nil))(t); got != rel {
				t.Fatalf("RelateMargin of %v says %v, not %v", d, got, rel)
			}
			if ct := must(q.DistanceWithin(pair[0], pair[1], d, nil))(t); ct.Lower > upper || min(ct.Upper, d) < min(lower, d) {
				t.Fatalf("DistanceWithin of %v says [%g, %g], not [%g, %g]", d, ct.Lower, ct.Upper, lower, upper)
			}
		}
	}
}

// checkSidedCasts checks CastShape and TimeOfImpact about a pair.
func checkSidedCasts(t *testing.T, q *d2.Query, chain, body *d2.Object, edges []d2.Object, v d2.Vec, seen map[string]int) {
	t.Helper()
	s := must(d2.NewSweep(v, 1, d2.SweepOptions{}))(t)
	lower, upper, verdict := 2.0, 2.0, collide.Miss
	for i := range edges {
		if h := q.CastShape(&edges[i], body, &s); h.Verdict != collide.Miss {
			lower, upper, verdict = min(lower, h.Lower), min(upper, h.Upper), h.Verdict
		}
	}
	h := q.CastShape(chain, body, &s)
	if seen[fmt.Sprint(h.Verdict)]++; (h.Verdict == collide.Miss) != (verdict == collide.Miss) {
		t.Fatalf("cast: %v, not %v", h.Verdict, verdict)
	}
	if verdict != collide.Miss && (h.Lower > upper || h.Upper < lower) {
		t.Fatalf("cast: [%g, %g], not [%g, %g]", h.Lower, h.Upper, lower, upper)
	}
	m := must(d2.NewMotion(v, 0.5, d2.Vec{}))(t)
	lower, upper, verdict = 2, 2, collide.Miss
	for i := range edges {
		im := must(q.TimeOfImpact(&edges[i], &d2.Motion{}, body, &m, d2.ImpactOptions{}))(t)
		if im.Verdict != collide.Miss {
			lower, upper = min(lower, im.Lower), min(upper, im.Upper)
		}
		if im.Verdict == collide.Hit || verdict == collide.Miss {
			verdict = im.Verdict
		}
	}
	im := must(q.TimeOfImpact(chain, &d2.Motion{}, body, &m, d2.ImpactOptions{}))(t)
	if seen["impact "+fmt.Sprint(im.Verdict)]++; im.Verdict != verdict && im.Verdict != collide.Unsure {
		t.Fatalf("impact: %v, not %v", im.Verdict, verdict)
	}
	if verdict != collide.Miss && (im.Lower > upper || im.Upper < lower) {
		t.Fatalf("impact: [%g, %g], not [%g, %g]", im.Lower, im.Upper, lower, upper)
	}
}

// checkSidedPoint checks CastRay and ClosestPoint.
func checkSidedPoint(t *testing.T, q *d2.Query, chain *d2.Object, p, d d2.Vec, edges []d2.Object, seen map[string]int) {
	t.Helper()
	want, lower, upper := collide.Apart, math.MaxFloat64, math.MaxFloat64
	for i := range edges {
		cl := must(q.ClosestPoint(&edges[i], p))(t)
		want, lower, upper = worse(want, cl.Relation), min(lower, cl.Lower), min(upper, cl.Upper)
	}
	cl := must(q.ClosestPoint(chain, p))(t)
	if seen["point "+fmt.Sprint(want)]++; cl.Relation != want || cl.Lower > upper || cl.Upper < lower {
		t.Fatalf("point: %v in [%g, %g], not %v in [%g, %g]", cl.Relation, cl.Lower, cl.Upper, want, lower, upper)
	}
	if d == (d2.Vec{}) {
		return
	}
	r := must(d2.NewRay(p, d, 1))(t)
	verdict := collide.Miss
	lower, upper = 2, 2
	for i := range edges {
		if h := q.CastRay(&edges[i], &r); h.Verdict != collide.Miss {
			verdict, lower, upper = h.Verdict, min(lower, h.Lower), min(upper, h.Upper)
		}
	}
	h := q.CastRay(chain, &r)
	if seen["ray "+fmt.Sprint(h.Verdict)]++; h.Verdict != verdict {
		t.Fatalf("ray: %v, not %v", h.Verdict, verdict)
	}
	if verdict != collide.Miss && (h.Lower > upper || h.Upper < lower) {
		t.Fatalf("ray: [%g, %g], not [%g, %g]", h.Lower, h.Upper, lower, upper)
	}
}

// Half-spaces count where all that is far in them is to the left, and one-sided chains meet one
// another where each has the other's middle to its left.
func TestOneSidedOthers(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	rots := []d2.Rot{{}, must(d2.NewCosSin(0.6, 0.8))(t), must(d2.NewAngle(2))(t)}
	line := must(d2.NewChain([]d2.Vec{{X: -1}, {X: 1}}, d2.ChainOptions{OneSided: true}))(t)
	for _, rot := range rots {
		at := d2.Pose{Rot: rot}
		floor := placeOrFail(t, line, at)
		for _, row := range []struct {
			n    d2.Vec
			want collide.Relation
		}{
			{d2.Vec{Y: -1}, collide.Touching},
			{d2.Vec{Y: 1}, collide.Apart},
			{d2.Vec{X: 1}, collide.Overlapping},
			{d2.Vec{X: 3, Y: -1e-300}, collide.Overlapping},
			{d2.Vec{X: 3, Y: 1e-300}, collide.Apart},
		} {
			for k, s := range []d2.Shape{
				d2.HalfSpace{Normal: row.n},
				mustCompound(t, []d2.Part{{Shape: d2.HalfSpace{Normal: row.n}}, {Shape: d2.Circle{}, Pose: d2.Pose{Pos: row.n.Unit().Scale(-9)}}}),
			} {
				h := placeOrFail(t, s, at)
				if got := q.Relate(floor, h, nil); got != row.want {
					t.Errorf("the half-space of %v, %d: %v, not %v", row.n, k, got, row.want)
				}
				sweep := must(d2.NewSweep(rot.Apply(d2.Vec{Y: 0.5}), 1, d2.SweepOptions{}))(t)
				if h := q.CastShape(floor, h, &sweep); (h.Verdict == collide.Miss) != (row.want == collide.Apart) {
					t.Errorf("the cast of the half-space of %v, %d: %v", row.n, k, h.Verdict)
				}
			}
		}
		for _, row := range []struct {
			turn float64
			y    float64
			want collide.Relation
		}{{0, 0.25, collide.Apart}, {0, 0, collide.Touching}, {math.Pi, 0, collide.Touching}, {math.Pi / 2, 0, collide.Overlapping}, {math.Pi / 2, -0.25, collide.Apart}, {math.Pi / 2, 0.25, collide.Overlapping}} {
			turned := d2.Pose{Pos: d2.Vec{Y: row.y}, Rot: must(d2.NewAngle(row.turn))(t)}
			if row.turn == math.Pi {
				turned.Rot = must(d2.NewCosSin(-1, 0))(t)
			} else if row.turn != 0 {
				turned.Rot = must(d2.NewCosSin(0, 1))(t)
			}
			other := placeOrFail(t, line, at.Mul(turned))
			if rot != (d2.Rot{}) && row.y == 0 {
				continue // products of poses are rounded
			}
			if got := q.Relate(floor, other, nil); got != row.want {
				t.Errorf("chains at %v: %v, not %v", row, got, row.want)
			}
		}
	}
}

// A platform: what comes from below passes and lands on it when it falls, what comes from above
// does not pass.
func TestOneSidedPlatform(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	deck := placeOrFail(t, must(d2.NewChain([]d2.Vec{{X: 2}, {X: -2}}, d2.ChainOptions{OneSided: true}))(t), d2.Pose{})
	deck2 := placeOrFail(t, must(d2.NewChain([]d2.Vec{{X: -2}, {X: 2}}, d2.ChainOptions{OneSided: true}))(t), d2.Pose{})
	for _, above := range []bool{true, false} {
		for _, left := range []bool{true, false} {
			a, up := deck, 1.0 // its left is below
			if left {
				a = deck2
			}
			if above {
				up = -1
			}
			b := placeOrFail(t, d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{Pos: d2.Vec{Y: -2 * up}})
			sweep := must(d2.NewSweep(d2.Vec{Y: 4 * up}, 1, d2.SweepOptions{}))(t)
			h := q.CastShape(a, b, &sweep)
			m := must(d2.NewMotion(d2.Vec{Y: 4 * up}, 0, d2.Vec{}))(t)
			im := must(q.TimeOfImpact(a, &d2.Motion{}, b, &m, d2.ImpactOptions{}))(t)
			r := must(d2.NewRay(d2.Vec{Y: -2 * up}, d2.Vec{Y: up}, 4))(t)
			hit := q.CastRay(a, &r)
			if met := above == left; (h.Verdict == collide.Hit) != met || (im.Verdict == collide.Hit) != met || (hit.Verdict == collide.Hit) != met {
				t.Errorf("from above %v, one-sided from above %v: %v, %v, %v", above, left, h.Verdict, im.Verdict, hit.Verdict)
			} else if met && (h.T != 0.375 || h.Normal != d2.Vec{Y: -up} || hit.Normal != d2.Vec{Y: -up}) {
				t.Errorf("hit at %v with the normals %v and %v", h.T, h.Normal, hit.Normal)
			}
		}
	}
	a := deck2
	for _, y := range []float64{0.1, 0.001, 0, -0.001, -0.1} { // deep in it, with the middle above and below
		b := placeOrFail(t, d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{Pos: d2.Vec{X: 0.2, Y: y}})
		rel, mf := q.Touch(a, b, nil)
		if (rel == collide.Overlapping) != (y >= 0) || y >= 0 && (mf.Normal != d2.Vec{Y: 1} || mf.N != 2 || math.Abs(mf.Points[0].Distance-(y-0.5)) > 1e-12) {
			t.Errorf("at %v: %v, %v", y, rel, mf)
		}
	}
}
