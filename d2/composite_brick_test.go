package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestBricksAreLeaves holds the answers from the table of bricks to those from all leaves one by
// one: the same bits but for the number of leaves asked, for bodies with ties, for rounded ones and
// for points near and far, inside and outside.
func TestBricksAreLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	told := 0
	for n := 1; n < 60; n += 1 + n/4 {
		for kind := range 10 {
			parts := make([]Part, n)
			for i := range parts {
				parts[i] = brickPart(rng, kind/2, kind%2 == 0)
			}
			c, err := NewCompound(parts)
			if err != nil {
				t.Fatal(err)
			}
			told += bricksAgree(t, rng, c, kind%2 == 0)
		}
	}
	if told < 2000 {
		t.Errorf("the table told the nearest leaf %d times", told)
	}
}

// brickPart draws a part: a box, a rounded one, a ball, a capsule, or one of these three. On a
// lattice, parts are equal to others or side by side.
func brickPart(rng *rand.Rand, kind int, lattice bool) Part {
	at, size := randomIn(rng, 2), Vec{1, 1}
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
		Circle{Radius: 0.5},
		Capsule{Height: size.X, Radius: 0.5},
	}
	return Part{shapes[kind], Pose{at, rot}}
}

// rounded returns the nearest lattice point.
func (v Vec) rounded() Vec { return Vec{math.Round(v.X), math.Round(v.Y)} }

// randomIn draws a point of the cube with the half extent h.
func randomIn(rng *rand.Rand, h float64) Vec {
	return Vec{float64(h * (2*rng.Float64() - 1)), float64(h * (2*rng.Float64() - 1))}
}

// bricksAgree holds answers about some points beside c, and returns how often the table told one.
func bricksAgree(t *testing.T, rng *rand.Rand, c *Compound, lattice bool) (told int) {
	t.Helper()
	at := Pose{Pos: Vec{0.25, 1}}
	if !lattice {
		at.Rot = randomRot(rng)
	}
	o, err := Place(c, at)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.bricks.list) != c.Len() {
		t.Fatalf("%d bricks of %d leaves", len(c.bricks.list), c.Len())
	}
	for i := range 40 {
		p := randomIn(rng, 4)
		if lattice && i%2 == 0 {
			p = p.rounded().Add(Vec{0.25, 0.5})
		}
		var q Query
		got, err := q.ClosestPoint(&o, p)
		if err != nil {
			t.Fatal(err)
		}
		if got.Iterations == 1 {
			told++
		}
		keep := c.bricks
		c.bricks = bricks{}
		want, _ := q.ClosestPoint(&o, p)
		c.bricks = keep
		got.Iterations, want.Iterations = 0, 0
		if got != want || got.Relation == collide.Undecided {
			t.Fatalf("%d parts, at %v: %+v, of leaves %+v", c.Len(), p, got, want)
		}
	}
	return told
}
