package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/num"
)

// bigVec is a vector of 500 bits a coordinate: sums of doubles between 1e-130 and 1e20 are exact in
// it.
type bigVec [3]*big.Float

const bigPrec = 500

func bigNum(x float64) *big.Float { return new(big.Float).SetPrec(bigPrec).SetFloat64(x) }
func bigZero() *big.Float         { return new(big.Float).SetPrec(bigPrec) }

func bigVecOf(v Vec) bigVec { return bigVec{bigNum(v.X), bigNum(v.Y), bigNum(v.Z)} }

func (v bigVec) sub(w bigVec) bigVec {
	return bigVec{bigZero().Sub(v[0], w[0]), bigZero().Sub(v[1], w[1]), bigZero().Sub(v[2], w[2])}
}

func (v bigVec) dot(w bigVec) *big.Float {
	s := bigZero()
	for i := range 3 {
		s.Add(s, bigZero().Mul(v[i], w[i]))
	}
	return s
}

func (v bigVec) len() float64 {
	f, _ := bigZero().Sqrt(v.dot(v)).Float64()
	return f
}

// turned returns R(q)/(q.q) v, or its inverse.
func (v bigVec) turned(r Rot, inverse bool) bigVec {
	x, y, z, w := r.quat()
	if inverse {
		x, y, z = -x, -y, -z
	}
	q := [4]*big.Float{bigNum(x), bigNum(y), bigNum(z), bigNum(w)}
	u := bigVec{q[0], q[1], q[2]}
	cross := func(a, b bigVec) bigVec {
		var c bigVec
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			c[i] = bigZero().Sub(bigZero().Mul(a[j], b[k]), bigZero().Mul(a[k], b[j]))
		}
		return c
	}
	n := bigZero().Add(u.dot(u), bigZero().Mul(q[3], q[3]))
	t := cross(u, v)
	s := cross(u, t)
	var out bigVec
	for i := range 3 { // v + 2 (w t + u x t) / q.q
		d := bigZero().Add(bigZero().Mul(q[3], t[i]), s[i])
		d.Quo(d.Mul(d, bigNum(2)), n)
		out[i] = bigZero().Add(v[i], d)
	}
	return out
}

// cornersInA returns all vertices of the core of o in the frame of a about its centre, unscaled.
func cornersInA(o, a *Object) []bigVec {
	center := bigVecOf(a.center).turned(a.pose.Rot, false)
	var out []bigVec
	for i := range o.corners() {
		w := bigVecOf(o.exactCorner(i)).turned(o.pose.Rot, false)
		for k, p := range [3][2]float64{{o.pose.Pos.X, a.pose.Pos.X}, {o.pose.Pos.Y, a.pose.Pos.Y}, {o.pose.Pos.Z, a.pose.Pos.Z}} {
			w[k].Add(w[k], bigZero().Sub(bigNum(p[0]), bigNum(p[1])))
		}
		out = append(out, w.sub(center).turned(a.pose.Rot, true))
	}
	return out
}

// TestErrorBounds measures support points and separations of C against 500 bits.
func TestErrorBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	unitVec := func() Vec { return onSphere(r, 1)[0] }
	far := func(n int, at float64, size Vec) *Hull { // a hull far from its own origin
		c := unitVec().Scale(at)
		return mustHull(t, each(onSphere(r, n), func(v Vec) Vec { return Vec{c.X + v.X*size.X, c.Y + v.Y*size.Y, c.Z + v.Z*size.Z} }))
	}
	draw := func() Shape {
		k := math.Pow(10, float64(r.IntN(3)*(r.IntN(9)-4)))
		switch r.IntN(6) {
		case 0:
			return Sphere{k}
		case 1:
			return Capsule{Height: 2 * k, Radius: k}
		case 2:
			return Box{Vec{k, k * math.Ldexp(1, -r.IntN(40)), k * r.Float64()}}
		case 3:
			return far(8, 1e7*r.Float64(), Vec{1, 0.1, k * 1e-3})
		case 4:
			return far(12, 1e3*k, Vec{k, k, k * 1e-6})
		}
		return far(10, 0, Vec{k, k, k})
	}
	rotation := func() Rot {
		switch r.IntN(4) {
		case 0: // near a half turn: the matrix comes from differences
			u, e := unitVec(), math.Ldexp(r.Float64()-0.5, -r.IntN(60))
			return Rot{u.X, u.Y, u.Z, e}
		case 1: // off unit length by 1e-3
			u := randomRot(r)
			return Rot{u.x * 1.0009, u.y * 1.0009, u.z * 1.0009, u.w * 1.0009}
		case 2:
			return Rot{math.Ldexp(1, -27), math.Ldexp(1, -53), -math.Ldexp(1, -30), 1}
		}
		return randomRot(r)
	}
	tightSep, tightPoint := 0.0, 0.0
	for range 400 {
		pos := unitVec().Scale([]float64{0, 1, 1e7, 1e12}[r.IntN(4)])
		a := mustPlace(t, draw(), Pose{pos, rotation()})
		b := mustPlace(t, draw(), Pose{pos.Add(unitVec().Scale(math.Pow(10, float64(r.IntN(12)-6)))), rotation()})
		if r.IntN(3) == 0 { // the centres near each other, though the origins are far apart
			b.set(Pose{b.pose.Pos.Sub(b.pos.Sub(a.pos)).Add(unitVec().Scale(a.radius)), b.pose.Rot})
		}
		var m minkowski
		m.init(a, b)
		if !(m.reach < 0.5) || !(m.reach >= 0.2499) && m.reach > 0 {
			t.Fatalf("reach %v", m.reach)
		}
		ca, cb := cornersInA(a, a), cornersInA(b, a)
		for range 3 {
			n := unitVec()
			if r.IntN(2) == 0 && m.t != (Vec{}) { // along the distance, where t counts most
				n = m.t.Scale(1 / m.t.Len())
			}
			var p vertex
			m.support(n, &p)
			if m.reach > 0 && p.w.Len() > m.reach*(1+0x1p-40) {
				t.Fatalf("%v is farther off than the reach %v", p.w, m.reach)
			}
			want := ca[p.ia].sub(cb[p.ib])
			for k := range 3 {
				want[k].Mul(want[k], bigNum(m.scale))
			}
			if e := bigVecOf(p.w).sub(want).len(); e > 0 {
				if e > m.errPoint {
					t.Fatalf("%v at %v\n%v at %v\nalong %v: point off by %v, bound %v", a.Shape(), a.Pose(), b.Shape(), b.Pose(), n, e, m.errPoint)
				}
				tightPoint = max(tightPoint, e/m.errPoint)
			}
			exactSep := exactSeparation(ca, cb, n)
			exactSep.Mul(exactSep, bigNum(m.scale))
			low, _ := m.bracket(m.separation(n), 0)
			got := m.separation(n)
			e, _ := new(big.Float).Sub(bigNum(got), exactSep).Float64()
			if allowed := got - low; math.Abs(e) > allowed {
				t.Fatalf("%v at %v\n%v at %v\nalong %v: separation off by %v, bound %v", a.Shape(), a.Pose(), b.Shape(), b.Pose(), n, e, allowed)
			}
			if e != 0 {
				tightSep = max(tightSep, math.Abs(e)/(got-low))
			}
		}
	}
	t.Logf("largest error over bound: separation %.2f, point %.2f", tightSep, tightPoint)
}

// exactSeparation returns the least n.x over b less the greatest over a, for n brought to unit
// length.
func exactSeparation(a, b []bigVec, n Vec) *big.Float {
	v := bigVecOf(n)
	var top, low *big.Float
	for _, x := range a {
		if d := v.dot(x); top == nil || d.Cmp(top) > 0 {
			top = d
		}
	}
	for _, x := range b {
		if d := v.dot(x); low == nil || d.Cmp(low) < 0 {
			low = d
		}
	}
	d := bigZero().Sub(low, top)
	return d.Quo(d, bigZero().Sqrt(v.dot(v)))
}

func TestPowerBelow(t *testing.T) {
	for _, x := range []float64{1, 0.5, 2, 3, 0.75, 1e100, 1e-290, math.Nextafter(1, 0), math.Nextafter(2, 3)} {
		k := num.PowerBelow(x)
		if f, _ := math.Frexp(k); f != 0.5 {
			t.Errorf("%v: %v is no power of two", x, k)
		}
		if y := x * k; y < 0.5 || y >= 1 {
			t.Errorf("%v: %v times it is %v", x, k, y)
		}
	}
	for _, x := range []float64{0, math.SmallestNonzeroFloat64, 1e-310, math.MaxFloat64} {
		if k := num.PowerBelow(x); k == 0 || math.IsInf(k, 0) || math.IsInf(k*1e-200, 0) || x == 0 && k != 1 {
			t.Errorf("%v: %v", x, k)
		}
	}
}

// TestCurvedSupport holds each curved support map against the closed form of its support value.
func TestCurvedSupport(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	for range 3000 {
		d := onSphere(r, 1)[0]
		if r.IntN(4) == 0 {
			d = []Vec{{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {1e-200, 0, 1}, {0, 1e-170, -1}}[r.IntN(6)]
		}
		x, y, z := r.Float64(), math.Ldexp(r.Float64(), -r.IntN(30)), r.Float64()
		rho := math.Sqrt(d.X*d.X + d.Y*d.Y)
		for _, row := range []struct {
			s    Convex
			want float64
		}{
			{Cylinder{x, 2 * z}, x*rho + z*math.Abs(d.Z)},
			{Cone{x, 2 * z}, max(z*d.Z, x*rho-z*d.Z)},
			{Ellipsoid{Vec{x, y, z}}, Vec{x * d.X, y * d.Y, z * d.Z}.Len()},
			{Ellipsoid{Vec{x, 0, 0}}, x * math.Abs(d.X)},
		} {
			o := mustPlace(t, row.s, Pose{})
			b := o.body(1)
			p, i := b.support(d)
			if o.kind.curved() != (i == -1) || math.Abs(p.Dot(d)-row.want) > 4*unit*(x+y+z) {
				t.Fatalf("%#v along %v: %v with %v, want %v", row.s, d, p, p.Dot(d), row.want)
			}
			if !(p.Len() <= o.radius) {
				t.Fatalf("%#v along %v: %v is outside the radius %v", row.s, d, p, o.radius)
			}
		}
	}
}

// TestSupportNumbersItsVertices: the number that support gives leads back to the same point, and so
// to the exact vertex.
func TestSupportNumbersItsVertices(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	for _, s := range []Shape{Sphere{1}, Capsule{2, 1}, Box{Vec{1, 2, 3}}, mustHull(t, onSphere(r, 40)), mustHull(t, onSphere(r, 5))} {
		o := mustPlace(t, s, Pose{})
		b := o.body(0.25)
		for range 50 {
			d := onSphere(r, 1)[0]
			p, i := b.support(d)
			q, ok := b.at(i)
			if !ok || p != q {
				t.Fatalf("%v: support %v is vertex %d, which is %v", s, p, i, q)
			}
			if e := o.exactCorner(i).Sub(o.center).Scale(0.25).Sub(p).Len(); e > 4*unit {
				t.Fatalf("%v: vertex %d is %v, support says %v", s, i, o.exactCorner(i), p)
			}
		}
		for _, i := range []int32{-1, -2, 1 << 20, math.MinInt32, o.corners()} {
			if _, ok := b.at(i); ok {
				t.Errorf("%v has a vertex %d", s, i)
			}
		}
	}
}
