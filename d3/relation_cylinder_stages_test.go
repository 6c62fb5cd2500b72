package d3

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
)

// TestCylinderStages: on lattices, where faces, edges and rims meet in all ways, what a cap decides
// the search between the planes of the caps decides alike, from wherever it starts; without margins
// it decides all, as the bracket has it.
func TestCylinderStages(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	rounds := 20_000
	if testing.Short() {
		rounds = 3000
	}
	whole := func(n int) float64 { return float64(r.IntN(2*n+1) - n) }
	place := func(s Shape, room int) Object {
		turns := [][4]float64{{0, 0, 0, 1}, {1, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, 0.5, 0.5}, {0, 0.6, 0, 0.8}}
		q := turns[r.IntN(len(turns))]
		rot, err := NewQuat(q[0], q[1], q[2], q[3])
		if err != nil {
			t.Fatal(err)
		}
		o, err := Place(s, Pose{Pos: Vec{whole(room), whole(room), whole(room)}, Rot: rot})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	seen := map[[2]collide.Relation]int{}
	q := newQuery()
	for range rounds {
		radius := float64([]int{1, 2, 5}[r.IntN(3)])
		var other Convex = Box{Size: Vec{2 + whole(2), 2 + whole(2), 2 + whole(2)}}
		if r.IntN(2) == 0 {
			points := make([]Vec, 3+r.IntN(7))
			for i := range points {
				points[i] = Vec{whole(3), whole(3), whole(3)}
			}
			h, err := NewHull(points)
			if err != nil {
				t.Fatal(err)
			}
			other = h
		}
		margin := float64(max(0, r.IntN(4)-2))
		x := place(Cylinder{Radius: radius, Height: float64(2 * (1 + r.IntN(3)))}, 0)
		y := place(Rounded{Core: other, R: margin}, 5)
		a, b := &x, &y
		if r.IntN(2) == 0 {
			a, b = b, a
		}
		q.setUp(a, b)
		var c core
		q.general(&c)
		d := &q.relation
		warm := d.cylinders(&q.run, a, b)
		caps := d.caps(&q.run, a, b, c.n, false)
		n := q.s.n
		q.s.n = 0
		cold := d.cylinders(&q.run, a, b)
		q.s.n = n
		seen[[2]collide.Relation{caps, cold}]++
		if warm != cold || caps != collide.Undecided && cold != caps && cold != collide.Undecided ||
			margin == 0 && cold == collide.Undecided ||
			c.lower > q.radius && cold == collide.Overlapping || c.upper < q.radius && cold == collide.Apart {
			t.Fatalf("%v at %v beside %v at %v: %v from the end of the floats, %v from a corner, %v by caps, in [%v, %v] less %v",
				a.shape, a.Pose(), b.shape, b.Pose(), warm, cold, caps, c.lower, c.upper, q.radius)
		}
	}
	for _, rel := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
		if seen[[2]collide.Relation{rel, rel}] < rounds/500 || seen[[2]collide.Relation{collide.Undecided, rel}] < rounds/500 {
			t.Errorf("too few pairs are %v: %v", rel, seen)
		}
	}
}

// TestBesideAxis: the relation of a grown point and a cylinder is that of the distance in 300 bits,
// deep in it and on all parts of its surface.
func TestBesideAxis(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	var d exactRelation
	seen := map[collide.Relation]int{}
	for range 20_000 {
		d.ar.Reset()
		var n [6]int64 // x, y, z, radius, half, margin
		for i := range n {
			n[i] = int64(r.IntN(13))
		}
		n[3], n[4] = n[3]+1, n[4]+1
		if r.IntN(4) == 0 { // on the surface, at the rim
			k := int64(1 + r.IntN(3))
			n = [6]int64{3*k + 9*3, 4*k + 4*9, n[4] + 5*12, 5 * k, n[4], 75}
		}
		var x [6]*big.Int
		for i := range n {
			x[i] = d.ar.Int().SetInt64(n[i])
		}
		got := d.besideAxis([3]*big.Int{x[0], x[1], x[2]}, x[3], x[4], x[5])
		seen[got]++
		at := func(v int64) *big.Float { return new(big.Float).SetPrec(300).SetInt64(v) }
		rho := new(big.Float).SetPrec(300).Sqrt(at(n[0]*n[0] + n[1]*n[1]))
		out, over := rho.Sub(rho, at(n[3])), at(n[2]-n[4])
		sum := at(0)
		inside := out.Sign() < 0 && over.Sign() < 0
		for _, v := range []*big.Float{out, over} {
			if v.Sign() > 0 {
				sum.Add(sum, new(big.Float).SetPrec(300).Mul(v, v))
			}
		}
		c := sum.Cmp(at(n[5] * n[5]))
		if inside {
			c = -1
		}
		if got != decided.Relation(c) {
			t.Fatalf("%v: %v, not %v", n, got, decided.Relation(c))
		}
	}
	for _, rel := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
		if seen[rel] < 500 {
			t.Errorf("too few are %v: %v", rel, seen)
		}
	}
}
