package d3

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
)

// TestConePair: the relation of a grown point and a cone is that of its distance from the edges of
// a triangle in 300 bits, deep in it and on all parts of its surface.
func TestConePair(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 10))
	at := func(v int64) *big.Float { return new(big.Float).SetPrec(300).SetInt64(v) }
	add := func(x, y *big.Float) *big.Float { return new(big.Float).Add(x, y) }
	sub := func(x, y *big.Float) *big.Float { return new(big.Float).Sub(x, y) }
	mul := func(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }
	tiny := new(big.Float).SetMantExp(big.NewFloat(1), -200)
	sign := func(x *big.Float) int {
		if new(big.Float).Abs(x).Cmp(tiny) < 0 {
			return 0
		}
		return x.Sign()
	}
	var d exactRelation
	seen := map[collide.Relation]int{}
	for range 30_000 {
		d.ar.Reset()
		n := [6]int64{int64(r.IntN(13)), int64(r.IntN(13)), int64(r.IntN(33) - 16), int64(1 + r.IntN(9)), int64(1 + r.IntN(5)), int64(r.IntN(7))}
		if r.IntN(4) == 0 { // a cone and a ball that touch at the side: 3, 4, 5
			k, m := int64(1+r.IntN(3)), int64(r.IntN(3))
			n = [6]int64{6*k/2 + 4*m*5, 0, 3 * m * 5, 6 * k, 4 * k, 25 * m}
		}
		x, y, z, radius, half, margin := n[0], n[1], n[2], n[3], n[4], n[5]
		v := func(i int64) *big.Int { return d.ar.Int().SetInt64(i) }
		k := conePair{
			d: &d, radius: v(radius), height: v(2 * half), down: v(half - z), over: v(z + half),
			square: v(x*x + y*y), margin: v(margin), side: v(radius*radius + 4*half*half),
		}
		got := decided.Relation(k.sign())
		seen[got]++
		rho := new(big.Float).SetPrec(300).Sqrt(at(x*x + y*y))
		p := [2]*big.Float{rho, at(z)}
		// square returns the square of the distance from an edge.
		square := func(a, b [2]int64) *big.Float {
			e := [2]*big.Float{at(b[0] - a[0]), at(b[1] - a[1])}
			w := [2]*big.Float{sub(p[0], at(a[0])), sub(p[1], at(a[1]))}
			f := new(big.Float).Quo(add(mul(w[0], e[0]), mul(w[1], e[1])), add(mul(e[0], e[0]), mul(e[1], e[1])))
			if f.Sign() < 0 {
				f = at(0)
			} else if f.Cmp(at(1)) > 0 {
				f = at(1)
			}
			w[0], w[1] = sub(w[0], mul(f, e[0])), sub(w[1], mul(f, e[1]))
			return add(mul(w[0], w[0]), mul(w[1], w[1]))
		}
		apex, rim, base := [2]int64{0, half}, [2]int64{radius, -half}, [2]int64{0, -half}
		least := square(apex, rim)
		if s := square(rim, base); s.Cmp(least) < 0 {
			least = s
		}
		c := sign(sub(least, at(margin*margin)))
		out := sign(sub(mul(at(2*half), rho), at(radius*(half-z))))
		if out < 0 && z > -half {
			c = -1
		} else if out <= 0 && z >= -half && margin > 0 {
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
