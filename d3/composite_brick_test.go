package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestBricksAreLeaves holds the answers from the table of bricks to those from all leaves one by
// one: the same bits but for the number of leaves asked, for bodies with ties, for rounded ones and
// for points near and far, inside and outside.
func TestBricksAreLeaves(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(7, 11))
	told := 0
	for n := 1; n < 60; n += 1 + n/4 {
		for kind := range 10 {
			c := bricks(t, rng, n, kind/2, kind%2 == 0)
			told += bricksAgree(t, rng, c, kind%2 == 0)
		}
	}
	if told < 2000 {
		t.Errorf("the table told the nearest leaf %d times", told)
	}
}

// bricks draws a body of n parts that brickPart draws.
func bricks(t *testing.T, rng *rand.Rand, n, kind int, lattice bool) *Compound {
	t.Helper()
	parts := make([]Part, n)
	for i := range parts {
		parts[i] = brickPart(rng, kind, lattice)
	}
	c, err := NewCompound(parts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// placedBricks places c, unturned on a lattice.
func placedBricks(t *testing.T, rng *rand.Rand, c *Compound, lattice bool) Object {
	t.Helper()
	at := Pose{Pos: Vec{0.25, 1, 0.5}}
	if !lattice {
		at.Rot = randomRot(rng)
	}
	o, err := Place(c, at)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// brickPart draws a part: a box, a rounded one, a ball, a capsule, or one of these three. On a
// lattice, parts are equal to others or side by side.
func brickPart(rng *rand.Rand, kind int, lattice bool) Part {
	at, size := randomIn(rng, 2), Vec{1, 1, 1}
	rot := randomRot(rng)
	if lattice {
		at, rot = at.rounded(), Rot{}
	} else {
		size = size.Add(randomIn(rng, 0.5))
	}
	if kind == 4 {
		kind = 1 + rng.IntN(3)
	}
	shapes := []Shape{
		Box{Size: size},
		Rounded{Core: Box{Size: size}, R: 0.5},
		Sphere{Radius: 0.5},
		Capsule{Height: size.Z, Radius: 0.5},
	}
	return Part{shapes[kind], Pose{at, rot}}
}

// rounded returns the nearest lattice point.
func (v Vec) rounded() Vec { return Vec{math.Round(v.X), math.Round(v.Y), math.Round(v.Z)} }

// randomIn draws a point of the cube with the half extent h.
func randomIn(rng *rand.Rand, h float64) Vec {
	return Vec{
		float64(h * (2*rng.Float64() - 1)), float64(h * (2*rng.Float64() - 1)), float64(h * (2*rng.Float64() - 1)),
	}
}

// bricksAgree holds answers about some points beside c, and returns how often the table told one.
func bricksAgree(t *testing.T, rng *rand.Rand, c *Compound, lattice bool) (told int) {
	t.Helper()
	o := placedBricks(t, rng, c, lattice)
	if len(c.table.list) != c.Len() {
		t.Fatalf("%d bricks of %d leaves", len(c.table.list), c.Len())
	}
	for i := range 40 {
		p := randomIn(rng, 4)
		if lattice && i%2 == 0 {
			p = p.rounded().Add(Vec{0.25, 0.5, 0.75})
		}
		var q Query
		got, err := q.ClosestPoint(&o, p)
		if err != nil {
			t.Fatal(err)
		}
		if got.Iterations == 1 {
			told++
		}
		keep := c.table
		c.table = leafTable{}
		want, _ := q.ClosestPoint(&o, p)
		c.table = keep
		got.Iterations, want.Iterations = 0, 0
		if got != want || got.Relation == collide.Undecided {
			t.Fatalf("%d parts, at %v: %+v, of leaves %+v", c.Len(), p, got, want)
		}
	}
	return told
}

// TestFlatSearchIsTheTree holds the answers by the list of the tree's leaves to those by the walk
// down, bit by bit.
func TestFlatSearchIsTheTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(53, 59))
	told := 0
	for n := bricksAtOnce + 1; n < 120; n += 1 + n/4 {
		for kind := range 10 {
			c := bricks(t, rng, n, kind/2, kind%2 == 0)
			o := placedBricks(t, rng, c, kind%2 == 0)
			flat := c.table.flat
			if len(flat) == 0 {
				continue // too many
			}
			c.table.wide.Collapse(&c.table.tree)
			for range 40 {
				p := randomIn(rng, 4)
				var q Query
				got, err := q.ClosestPoint(&o, p)
				c.table.flat = nil
				want, again := q.ClosestPoint(&o, p)
				if c.table.flat = flat; got != want || err != nil || again != nil {
					t.Fatalf("%d parts, at %v: %+v, by the tree %+v", n, p, got, want)
				}
				if got.Iterations == 1 {
					told++
				}
			}
		}
	}
	if told < 2000 {
		t.Errorf("the table told the nearest leaf %d times", told)
	}
}

// TestQuickPartsAreParts holds the answers about rays by the table to those by the boxes of all
// leaves: the same verdict, leaf and feature, brackets with a common time, and the same normal to
// rounding; for bodies with ties, and rays that graze, start inside or behind, and end early.
func TestQuickPartsAreParts(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(3, 5))
	hits, quick := 0, 0
	for n := 1; n < 60; n += 1 + n/4 {
		for kind := range 10 {
			lattice := kind%2 == 0
			parts := make([]Part, n)
			for i := range parts {
				parts[i] = brickPart(rng, kind/2, lattice)
				if _, ok := parts[i].Shape.(Rounded); ok {
					parts[i].Shape = rayHull(t, rng)
				}
			}
			c, err := NewCompound(parts)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.table.balls) != n {
				t.Fatalf("%d balls of %d leaves", len(c.table.balls), n)
			}
			h, q := raysAgree(t, rng, c, lattice)
			hits, quick = hits+h, quick+q
		}
	}
	if hits < 400 || quick < 2000 {
		t.Errorf("%d hits, %d answers by the table", hits, quick)
	}
}

// TestRaysAtBoxes holds the answers of the way for boxes alone to those of the way for all kinds,
// bit by bit: for rays that hit, miss, graze, start inside and end early.
func TestRaysAtBoxes(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(61, 67))
	hits, inside := 0, 0
	for i := range 4000 {
		o, err := Place(Box{Size: Vec{0.5 + rng.Float64(), 0.5 + rng.Float64(), 0.5 + rng.Float64()}}, Pose{randomIn(rng, 1), randomRot(rng)})
		if err != nil {
			t.Fatal(err)
		}
		from, to := randomIn(rng, 2), randomIn(rng, 1)
		limit := math.Inf(1)
		if i%3 == 0 {
			limit = 2 * rng.Float64()
		}
		r, err := NewRay(from, to.Sub(from), limit)
		if err != nil {
			t.Fatal(err)
		}
		var q, p Query
		var got, want RayHit
		q.ray.askBox(&q.solver, &o, &r, &got)
		if p.ray.askOther(&p.solver, &o, &r, &want); got != want {
			t.Fatalf("%+v at %+v: %+v, as for all kinds %+v", r, o.Shape(), got, want)
		}
		if got.Verdict == collide.Hit {
			if hits++; got.T == 0 {
				inside++
			}
		}
	}
	if hits < 1000 || inside < 50 {
		t.Errorf("%d hits, %d from inside", hits, inside)
	}
}

// rayHull draws a hull.
func rayHull(t *testing.T, rng *rand.Rand) Shape {
	t.Helper()
	points := make([]Vec, 12)
	for i := range points {
		points[i] = randomIn(rng, 0.8)
	}
	h, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// raysAgree holds answers about some rays and c, and returns how many hits there were, and how many
// answers the table gave.
func raysAgree(t *testing.T, rng *rand.Rand, c *Compound, lattice bool) (hits, quick int) {
	t.Helper()
	o := placedBricks(t, rng, c, lattice)
	for i := range 40 {
		from, d := randomIn(rng, 4), randomIn(rng, 3)
		if lattice && i%2 == 0 {
			from, d = from.rounded().Add(Vec{0.25, 0.5, 0.75}), d.rounded()
		}
		limit := math.Inf(1)
		if i%3 == 0 {
			limit = 2 * rng.Float64()
		}
		r, err := NewRay(from, d, limit)
		if err != nil {
			continue // no direction
		}
		var q, p Query
		got := q.CastRay(&o, &r)
		var h RayHit
		if p.ray.quickParts(&o, c.body().(*union), &r, &h) {
			quick++
		}
		keep := c.table
		c.table = leafTable{}
		want := q.CastRay(&o, &r)
		c.table = keep
		apart := got.Lower > want.Upper || want.Lower > got.Upper || math.Abs(got.T-want.T) > 1e-12*(1+want.T)
		if got.Verdict != want.Verdict || got.Part != want.Part || got.Feature != want.Feature || apart ||
			got.Normal.Sub(want.Normal).Len() > 1e-12 || got.Point.Sub(want.Point).Len() > 1e-11 {
			t.Fatalf("%d parts, %+v: %+v, by boxes %+v", c.Len(), r, got, want)
		}
		if got.Verdict == collide.Hit {
			hits++
		}
	}
	return hits, quick
}

// TestRaysPassBy holds what passesBy says of lines that nearly touch a ball, of lengths 1e12 apart
// and more, to whole numbers: whatever rounding made of the origin, the true line misses.
func TestRaysPassBy(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 19))
	told, open := 0, 0
	for range 20000 {
		r := math.Ldexp(1+rng.Float64(), rng.IntN(80)-40)
		d := randomIn(rng, math.Ldexp(1, rng.IntN(80)-40))
		pos := randomIn(rng, math.Ldexp(r, rng.IntN(60)-30))
		n := d.Cross(randomIn(rng, 1))
		n = n.Scale(1 / n.Len())
		origin := pos.Add(n.Scale(r * (1 + math.Ldexp(rng.Float64()-0.5, -rng.IntN(54))))).
			Add(d.Scale(math.Ldexp(rng.Float64()-0.5, rng.IntN(60)-30) * r / d.Len()))
		from := origin.Sub(pos)
		if !passesBy(from, d, r+float64(0x1p-48*(big1(from)+float64(4*r)))) {
			open++
			continue
		}
		told++
		v := [3]*big.Rat{
			exactDifference(origin.X, pos.X), exactDifference(origin.Y, pos.Y), exactDifference(origin.Z, pos.Z),
		}
		w := [3]*big.Rat{exactly(d.X), exactly(d.Y), exactly(d.Z)}
		ahead, far := exactDot(v, w), exactly(r)
		across := exactDot(v, v)
		across.Mul(across, exactDot(w, w)).Sub(across, ahead.Mul(ahead, ahead))
		if across.Cmp(far.Mul(far, far).Mul(far, exactDot(w, w))) <= 0 {
			t.Fatalf("the line %v + t %v meets the ball of radius %v about %v", origin, d, r, pos)
		}
	}
	if told < 4000 || open < 4000 {
		t.Errorf("%d lines pass by, of %d that is open", told, open)
	}
}

// exactly returns x as a fraction.
func exactly(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// exactDifference returns x - y.
func exactDifference(x, y float64) *big.Rat { return new(big.Rat).Sub(exactly(x), exactly(y)) }

// exactDot returns the product of v and w.
func exactDot(v, w [3]*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i := range v {
		sum.Add(sum, new(big.Rat).Mul(v[i], w[i]))
	}
	return sum
}
