package d2

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"
)

// TestCellsAreBricks holds the answers where a cell tells the nearest brick to those of the search
// among all, bit by bit, for points near and far, at boundaries and at cuts between cells.
func TestCellsAreBricks(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 29))
	told, asked := 0, 0
	for n := cellsFrom; n < 300; n += 1 + n/3 {
		for kind := range 10 {
			c := bricks(t, rng, n, kind/2, kind%2 == 0)
			if c.table.cells == nil {
				continue // too many
			}
			o := placedBricks(t, rng, c, kind%2 == 0)
			for range 60 {
				told += cellsAgree(t, &o, c, o.pose.Pos.Add(o.axes().apply(cellPoint(rng, c))))
				asked++
			}
		}
	}
	if told < asked/3 || asked < 5000 {
		t.Errorf("cells told the nearest brick of %d points of %d", told, asked)
	}
}

// cellPoint draws a point in the frame of c: in some square of its cells, at the cut between two,
// or within some roundings of a part's boundary.
func cellPoint(rng *rand.Rand, c *Compound) Vec {
	cells := c.table.cells
	half := math.Ldexp(cells.half, rng.IntN(cellLevels+1))
	x := cells.center.Add(randomIn(rng, half))
	switch rng.IntN(3) {
	case 0:
		side := half / (cellsWide / 2)
		x.X = cells.center.X + float64(math.Round((x.X-cells.center.X)/side)*side)
		x.X = math.Nextafter(x.X, float64(rng.IntN(3)-1)*math.MaxFloat64)
	case 1:
		o := &c.leaves[rng.IntN(c.Len())].body
		cl, err := ClosestPoint(o, x)
		if err == nil {
			x = cl.Point.Add(cl.Normal.Scale(math.Ldexp(rng.Float64()-0.5, -rng.IntN(56))))
		}
	}
	return x
}

// cellsAgree holds the answer about p, asked until its cell is looked at, and returns 1 where the
// cell told the brick.
func cellsAgree(t *testing.T, o *Object, c *Compound, p Vec) (told int) {
	t.Helper()
	var q Query
	keep := c.table.cells
	c.table.cells = nil
	want, err := q.ClosestPoint(o, p)
	c.table.cells = keep
	for range 3 {
		got, again := q.ClosestPoint(o, p)
		if got != want || err != nil || again != nil {
			t.Fatalf("%d parts, at %v: %+v, without cells %+v", c.Len(), p, got, want)
		}
	}
	if keep.nearest(c.table.list, o.axes().applyT(p.Sub(o.pose.Pos)), c.reach) >= 0 {
		return 1
	}
	return 0
}

// TestCellsHoldTheNearest: no brick that a cell leaves out is the nearest one to a point of it, its
// corners among them. Bodies are small parts wide apart, too, so that the bound of the slopes is
// about what it takes.
func TestCellsHoldTheNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 37))
	left := 0
	for range 300 {
		parts := make([]Part, 4+rng.IntN(5))
		for i := range parts {
			size := math.Ldexp(1, -rng.IntN(9))
			parts[i] = Part{Box{Size: Vec{size, size}}, Pose{randomIn(rng, 1), randomRot(rng)}}
		}
		c, err := NewCompound(parts)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			left += cellHolds(t, rng, c)
		}
	}
	if left < 20000 {
		t.Errorf("only %d bricks were left out", left)
	}
}

// cellHolds holds a cell of c, and returns how many bricks it leaves out.
func cellHolds(t *testing.T, rng *rand.Rand, c *Compound) (left int) {
	t.Helper()
	cells, list := c.table.cells, c.table.list
	side := math.Ldexp(cells.half, rng.IntN(cellLevels)+1) / cellsWide
	m := cells.center.Add(randomIn(rng, float64(side*(cellsWide/2))))
	word := cells.candidates(list, m, side, 0)
	if word == cellCrowd {
		return 0
	}
	in := make([]bool, len(list))
	for ; word != 0; word >>= 8 {
		in[word&brickPlace-1] = true
	}
	for i := range 12 {
		x := m.Add(randomIn(rng, side/2))
		if i < 4 {
			x = m.Add(Vec{float64(side * (float64(i&1) - 0.5)), float64(side * (float64(i>>1) - 0.5))})
		}
		near, least := math.Inf(1), math.Inf(1) // of those in the cell, and of the others
		for k := range list {
			if d := list[k].apart(x); in[k] {
				near = min(near, d)
			} else {
				least, left = min(least, d), left+1
			}
		}
		if least < near-1e-14 {
			t.Fatalf("at %v of the cell about %v, %v wide: a brick at %v, the nearest listed at %v", x, m, side, least, near)
		}
	}
	return left
}

// TestCellsOfMany: queries that ask about one body at the same time get the answers of one alone.
func TestCellsOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 43))
	c := bricks(t, rng, 20, 4, false)
	o := placedBricks(t, rng, c, false)
	points := make([]Vec, 400)
	want := make([]Closest, len(points))
	var q Query
	keep := c.table.cells
	c.table.cells = nil
	for i := range points {
		points[i] = o.pose.Pos.Add(randomIn(rng, 3))
		want[i], _ = q.ClosestPoint(&o, points[i])
	}
	c.table.cells = keep
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			var q Query
			for range 3 {
				for i := range points {
					if got, _ := q.ClosestPoint(&o, points[i]); got != want[i] {
						t.Errorf("at %v: %+v, alone %+v", points[i], got, want[i])
						return
					}
				}
			}
		})
	}
	wait.Wait()
}
