package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// wide is a vector with 500 bits.
type wide [3]*big.Float

func number(x float64) *big.Float { return new(big.Float).SetPrec(500).SetFloat64(x) }

// wideDD returns a with 500 bits.
func wideDD(a num.DD) *big.Float { return new(big.Float).Add(number(a.Hi), number(a.Lo)) }

func (v ddVec) wide() wide { return wide{wideDD(v.x), wideDD(v.y), wideDD(v.z)} }

func (v Vec) wide() wide { return wide{number(v.X), number(v.Y), number(v.Z)} }

func (v wide) dot(w wide) *big.Float {
	s := number(0)
	for i := range 3 {
		s.Add(s, new(big.Float).Mul(v[i], w[i]))
	}
	return s
}

func (v wide) cross(w wide) (r wide) {
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		r[i] = new(big.Float).Mul(v[j], w[k])
		r[i].Sub(r[i], new(big.Float).Mul(v[k], w[j]))
	}
	return r
}

// plus returns v + s w.
func (v wide) plus(s float64, w wide) (r wide) {
	for i := range 3 {
		r[i] = new(big.Float).Mul(number(s), w[i])
		r[i].Add(r[i], v[i])
	}
	return r
}

// wideTurn returns R(q)/(q.q) v = v + 2 (w (u x v) + u x (u x v))/(q.q), where q = (u, w).
func wideTurn(r Rot, v Vec) wide {
	x, y, z, w := r.quat()
	u := Vec{x, y, z}.wide()
	c := u.cross(v.wide())
	c = u.cross(c).plus(w, c)
	n := u.dot(u)
	n.Add(n, new(big.Float).Mul(number(w), number(w)))
	for i := range 3 {
		c[i].Quo(c[i], n)
	}
	return v.wide().plus(2, c)
}

// widePoint returns the vertex (ia, ib) of C in the solvers' unit.
func widePoint(k *ddRelation, ia, ib int32) wide {
	w := wideTurn(k.a.pose.Rot, k.a.exactCorner(ia)).plus(-1, wideTurn(k.b.pose.Rot, k.b.exactCorner(ib)))
	w = w.plus(1, k.a.pose.Pos.wide()).plus(-1, k.b.pose.Pos.wide())
	return wide{number(0), number(0), number(0)}.plus(k.m.scale, w)
}

// drawPolytope returns a box or a hull, in some cases far from its frame's origin, at a pose.
func drawPolytope(t *testing.T, rng *rand.Rand, scale float64) Object {
	t.Helper()
	var s Shape = Box{Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(scale)}
	if rng.IntN(2) == 0 {
		off := randomUnit(rng, 3).Scale([]float64{0, 1, 1e6}[rng.IntN(3)])
		var p []Vec
		for range 4 + rng.IntN(12) {
			p = append(p, off.Add(randomUnit(rng, 3)).Scale(scale))
		}
		h, err := NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		s = h
	}
	q := [4]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	if rng.IntN(4) == 0 { // some components tiny
		q[rng.IntN(3)] *= 0x1p-30
		q[rng.IntN(3)] *= 0x1p-200
	}
	n := math.Sqrt(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3]) * (1 + 1e-3*(rng.Float64()-0.5))
	rot, err := NewQuat(q[0]/n, q[1]/n, q[2]/n, q[3]/n)
	if err != nil {
		t.Fatal(err)
	}
	if rng.IntN(5) == 0 {
		rot = Rot{}
	}
	o, err := Place(s, Pose{randomUnit(rng, 3).Scale(scale * []float64{1, 1, 1e5}[rng.IntN(3)]), rot})
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

// The error bounds of the points, the determinants and the planes hold, with room, but not without
// measure.
func TestQuickBounds(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 26))
	var point, det, plane float64
	for range 600 {
		scale := math.Ldexp(1, []int{0, 0, 200, -200}[rng.IntN(4)])
		a, b := drawPolytope(t, rng, scale), drawPolytope(t, rng, scale)
		var q Query
		q.m.init(&a, &b)
		var k ddRelation
		if !k.prepare(&q.m, &a, &b) {
			t.Fatal("the stage refuses a pair in everyday units")
		}
		var w [3]wide
		face := rng.IntN(2) == 0 // of a box A: its corners lie as low as each other, so that a tilt decides
		for i := range w {
			ia, ib := rng.Int32N(a.corners()), rng.Int32N(b.corners())
			if face {
				ia, ib = int32(i)%a.corners(), 0
			}
			k.p[i] = quickPoint{ia: ia, ib: ib}
			w[i] = widePoint(&k, ia, ib)
			for c, x := range k.at(i).wide() {
				point = max(point, off(x, w[i][c], 0x1p-96*k.size))
			}
		}
		n := k.at(0).cross(k.at(1))
		x := n.dot(k.at(2))
		det = max(det, off(wideDD(x), w[0].cross(w[1]).dot(w[2]), quickDet*k.size*k.size*k.size))

		k.n = 1 + rng.IntN(3)
		if face {
			k.n = 3
		}
		dir, ok := k.direction()
		if !ok {
			continue
		}
		for _, x := range [3]*num.DD{&dir.x, &dir.y, &dir.z} {
			*x = x.Add(num.DD{Hi: float64(0x1p-60 * rng.NormFloat64()), Lo: 0})
		}
		s, ia, ib := k.support(&dir)
		best := dir.wide().dot(widePoint(&k, ia, ib))
		plane = max(plane, off(wideDD(s), best, quickPlane*k.size))
		for i := range a.corners() {
			for j := range b.corners() {
				if v := dir.wide().dot(widePoint(&k, i, j)); v.Cmp(best) < 0 && off(v, best, quickPlane*k.size) > 2 {
					t.Fatalf("vertex (%d, %d) is lower than (%d, %d)", i, j, ia, ib)
				}
			}
		}
	}
	for name, x := range map[string]float64{"point": point, "determinant": det, "plane": plane} {
		if !(x < 0.25 && x > 0x1p-20) {
			t.Errorf("%s: off by up to %g of the bound", name, x)
		}
	}
	t.Logf("of the bounds: point %.3g, determinant %.3g, plane %.3g", point, det, plane)
}
