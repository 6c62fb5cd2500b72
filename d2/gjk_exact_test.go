package d2

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// squareDistance returns the exact squared distance of the origin from the segment ab.
func squareDistance(a, b gridPoint) *big.Rat {
	r := func(x int64) *big.Rat { return new(big.Rat).SetInt64(x) }
	dot := func(p, q [2]*big.Rat) *big.Rat {
		x := new(big.Rat).Mul(p[0], q[0])
		return x.Add(x, new(big.Rat).Mul(p[1], q[1]))
	}
	e := [2]*big.Rat{r(b[0] - a[0]), r(b[1] - a[1])}
	p := [2]*big.Rat{r(a[0]), r(a[1])}
	ee := dot(e, e)
	t := new(big.Rat)
	if ee.Sign() > 0 {
		t.Quo(new(big.Rat).Neg(dot(p, e)), ee)
	}
	if t.Sign() < 0 {
		t.SetInt64(0)
	}
	if t.Cmp(r(1)) > 0 {
		t.SetInt64(1)
	}
	v := [2]*big.Rat{}
	for k := range v {
		v[k] = new(big.Rat).Add(p[k], new(big.Rat).Mul(t, e[k]))
	}
	return dot(v, v)
}

// drawn returns a simplex on the grid, often degenerate.
func drawn(rng *rand.Rand, n int) *simplex {
	var points []Vec
	size := int64(1) << (2 + rng.IntN(48))
	for i := range n {
		g := gridPoint{rng.Int64N(2*size) - size, rng.Int64N(2*size) - size}
		if i > 0 && rng.IntN(4) == 0 { // in one line with the last point and the origin, or the same point
			k := rng.Int64N(4) - 2
			h := toGrid(points[i-1])
			g = gridPoint{h[0] / 2 * k, h[1] / 2 * k}
		}
		points = append(points, direction(g))
	}
	return at(points...)
}

func TestNearestExactAgainstBruteForce(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(3, 4))
	sizes := map[int]int{}
	for range 20000 {
		s := drawn(rng, 1+rng.IntN(3))
		g, n := s.grid(), s.n
		want := squareDistance(g[0], g[0])
		for j := range n {
			for i := range j {
				if d := squareDistance(g[i], g[j]); d.Cmp(want) < 0 {
					want = d
				}
			}
		}
		inside := false
		if n == 3 {
			a, b, c := g[0].cross(g[1]).Sign(), g[1].cross(g[2]).Sign(), g[2].cross(g[0]).Sign()
			area := g[1].sub(g[0]).cross(g[2].sub(g[0])).Sign()
			inside = area != 0 && a*area >= 0 && b*area >= 0 && c*area >= 0
		}
		d := s.nearestExact()
		if zero := inside || want.Sign() == 0; zero != (d == gridPoint{}) {
			t.Fatalf("%v: direction %v, squared distance %v, inside %v", g[:n], d, want, inside)
		} else if zero {
			continue
		}
		sizes[s.n]++
		// |d.p|^2 = dist^2 |d|^2 for the vertices p that are left.
		left := s.grid()
		for i := range s.n {
			r := func(p, q gridPoint) *big.Rat {
				x := new(big.Int).Mul(big.NewInt(p[0]), big.NewInt(q[0]))
				return new(big.Rat).SetInt(x.Add(x, new(big.Int).Mul(big.NewInt(p[1]), big.NewInt(q[1]))))
			}
			got, dd := r(d, left[i]), r(d, d)
			if got.Sign() <= 0 || new(big.Rat).Mul(got, got).Cmp(new(big.Rat).Mul(want, dd)) != 0 {
				t.Fatalf("%v: direction %v does not lead to the nearest point, at squared distance %v", g[:n], d, want)
			}
		}
	}
	if sizes[1] < 100 || sizes[2] < 100 {
		t.Fatalf("sizes %v", sizes)
	}
}

func TestHoldsOriginKeepsTheSmallestFace(t *testing.T) {
	for _, c := range []struct {
		name   string
		points []Vec
		holds  bool
		left   int
	}{
		{"inside", []Vec{{-0.25, -0.25}, {0.25, -0.25}, {0, 0.25}}, true, 3},
		{"on an edge", []Vec{{-0.25, 0}, {0.25, 0}, {0, 0.25}}, true, 2},
		{"at a corner", []Vec{{0, 0}, {0.25, 0}, {0, 0.25}}, true, 1},
		{"outside by one step of the grid", []Vec{{-0.25, gridStep}, {0.25, gridStep}, {0, 0.25}}, false, 3},
		{"in the line of a triangle without area", []Vec{{-0.25, 0}, {0.25, 0}, {0.125, 0}}, false, 3},
	} {
		s := at(c.points...)
		g := s.grid()
		if got := s.holdsOrigin(&g); got != c.holds || s.n != c.left {
			t.Errorf("%s: %v, %d left", c.name, got, s.n)
		}
	}
}
