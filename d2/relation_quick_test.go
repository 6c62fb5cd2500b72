package d2

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// wide is a vector with 500 bits.
type wide [2]*big.Float

func number(x float64) *big.Float { return new(big.Float).SetPrec(500).SetFloat64(x) }

func ddWide(a num.DD) *big.Float { return new(big.Float).Add(number(a.Hi), number(a.Lo)) }

func (v ddVec) wide() wide { return wide{ddWide(v.x), ddWide(v.y)} }

func (v Vec) wide() wide { return wide{number(v.X), number(v.Y)} }

func (v wide) dot(w wide) *big.Float {
	s := number(0)
	for i := range 2 {
		s.Add(s, new(big.Float).Mul(v[i], w[i]))
	}
	return s
}

// perp returns v turned by a quarter.
func (v wide) perp() wide { return wide{new(big.Float).Neg(v[1]), v[0]} }

// plus returns v + s w.
func (v wide) plus(s float64, w wide) (r wide) {
	for i := range 2 {
		r[i] = new(big.Float).Mul(number(s), w[i])
		r[i].Add(r[i], v[i])
	}
	return r
}

// wideTurn returns r v.
func wideTurn(r Rot, v Vec) wide {
	c, s := r.cosSin()
	zero := Vec{}.wide()
	return zero.plus(c, v.wide()).plus(s, v.wide().perp())
}

// widePoint returns the vertex (ia, ib) of C in the solvers' unit.
func widePoint(k *ddRelation, ia, ib int32) wide {
	w := wideTurn(k.a.pose.Rot, k.a.corner(ia)).plus(-1, wideTurn(k.b.pose.Rot, k.b.corner(ib)))
	w = w.plus(1, k.a.pose.Pos.wide()).plus(-1, k.b.pose.Pos.wide())
	return Vec{}.wide().plus(k.scale, w)
}

// drawPolygon returns a box or a hull, in some cases far from its frame's origin, at a pose.
func drawPolygon(t *testing.T, rng *rand.Rand, scale float64) Object {
	t.Helper()
	var s Shape = Box{Vec{rng.Float64(), rng.Float64()}.Scale(scale)}
	if rng.IntN(2) == 0 {
		off := randomUnit(rng).Scale([]float64{0, 1, 1e6}[rng.IntN(3)])
		var p []Vec
		for range 3 + rng.IntN(12) {
			p = append(p, off.Add(randomUnit(rng)).Scale(scale))
		}
		h, err := NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		s = h
	}
	u := randomUnit(rng)
	rot, err := NewCosSin(u.X, u.Y)
	if err != nil {
		t.Fatal(err)
	}
	if rng.IntN(5) == 0 {
		rot = Rot{}
	}
	o, err := Place(s, Pose{randomUnit(rng).Scale(scale * []float64{1, 1, 1e5}[rng.IntN(3)]), rot})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// off returns |x - y| relative to bound.
func off(x, y *big.Float, bound float64) float64 {
	d, _ := new(big.Float).Quo(new(big.Float).Sub(x, y), number(bound)).Float64()
	return math.Abs(d)
}

// The error bounds of the points, the determinants and the lines hold, with room, but not without
// measure.
func TestQuickBounds(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(3, 26))
	var point, det, plane float64
	for range 800 {
		scale := math.Ldexp(1, []int{0, 0, 200, -200}[rng.IntN(4)])
		a, b := drawPolygon(t, rng, scale), drawPolygon(t, rng, scale)
		var q Query
		q.m.init(&a, &b)
		var k ddRelation
		if !k.prepare(q.m.scale, &a, &b) {
			t.Fatal("the stage refuses a pair in everyday units")
		}
		var w [2]wide
		face := rng.IntN(2) == 0 // of a box A: its corners lie as low as each other, so that a tilt decides
		for i := range w {
			ia, ib := rng.Int32N(a.corners()), rng.Int32N(b.corners())
			if face {
				ia, ib = int32(i)%a.corners(), 0
			}
			k.p[i].set(&k, ia, ib)
			w[i] = widePoint(&k, ia, ib)
			for c, x := range k.p[i].w.wide() {
				point = max(point, off(x, w[i][c], 0x1p-96*k.size))
			}
		}
		x := k.p[0].w.cross(k.p[1].w)
		det = max(det, off(ddWide(x), w[0].perp().dot(w[1]), quickDet*k.size*k.size))

		k.n = 1 + rng.IntN(2)
		if face {
			k.n = 2
		}
		dir, ok := k.direction()
		if !ok {
			continue
		}
		for _, x := range [2]*num.DD{&dir.x, &dir.y} {
			*x = x.Add(num.DD{Hi: float64(0x1p-60 * rng.NormFloat64())})
		}
		s, ia, ib := k.support(dir)
		best := dir.wide().dot(widePoint(&k, ia, ib))
		plane = max(plane, off(ddWide(s), best, quickPlane*k.size))
		for i := range a.corners() {
			for j := range b.corners() {
				if v := dir.wide().dot(widePoint(&k, i, j)); v.Cmp(best) < 0 && off(v, best, quickPlane*k.size) > 2 {
					t.Fatalf("vertex (%d, %d) is lower than (%d, %d)", i, j, ia, ib)
				}
			}
		}
	}
	for name, x := range map[string]float64{"point": point, "determinant": det, "line": plane} {
		if !(x < 0.25 && x > 0x1p-20) {
			t.Errorf("%s: off by up to %g of the bound", name, x)
		}
	}
	t.Logf("of the bounds: point %.3g, determinant %.3g, line %.3g", point, det, plane)
}
