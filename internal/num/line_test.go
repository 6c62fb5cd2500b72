package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// prec is how many bits the true crossings have.
const prec = 600

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }

func bigSum(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Add(x, y) }

func bigMul(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Mul(x, y) }

func bigNeg(x *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Neg(x) }

// bigRoots returns the roots of a t^2 + 2 b t + c in the order of the sign before the root of the
// discriminant, minus first; ok is false if there are none.
func bigRoots(a, b, c *big.Float) (first, second *big.Float, ok bool) {
	disc := bigSum(bigMul(b, b), bigNeg(bigMul(a, c)))
	if disc.Sign() < 0 || a.Sign() == 0 {
		return nil, nil, false
	}
	root := new(big.Float).SetPrec(prec).Sqrt(disc)
	over := func(x *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Quo(x, a) }
	return over(bigSum(bigNeg(b), bigNeg(root))), over(bigSum(bigNeg(b), root)), true
}

// holds reports whether x is in [lo, hi].
func holds(lo, hi float64, x *big.Float) bool {
	if math.IsNaN(lo) || math.IsNaN(hi) {
		return false
	}
	return (math.IsInf(lo, -1) || bigOf(lo).Cmp(x) <= 0) && (math.IsInf(hi, 1) || bigOf(hi).Cmp(x) >= 0)
}

// moved returns x moved by as much as e, either way: the ends of what is allowed are drawn often.
func moved(r *rand.Rand, x, e float64) *big.Float {
	by := [3]float64{-e, e, e * (2*r.Float64() - 1)}[r.IntN(3)]
	return bigSum(bigOf(x), bigOf(by))
}

// spread returns a number whose magnitude is as often near 2^-bits as near 1.
func spread(r *rand.Rand, bits int) float64 {
	return math.Ldexp(2*r.Float64()-1, -r.IntN(bits))
}

// TestLineLinear: the bracket of a crossing holds that of every v and s within the errors given.
func TestLineLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 21))
	sharp := 0.0
	for range 50000 {
		v, s := spread(r, 20), spread(r, 20)
		ev, es := math.Abs(spread(r, 60))*math.Abs(v), math.Abs(spread(r, 60))*math.Abs(s)
		var l Line
		l.Reset(math.MaxFloat64, 1e6)
		l.Linear(v, s, ev, es, 3)
		if l.none || l.doubt {
			continue
		}
		at := new(big.Float).SetPrec(prec).Quo(moved(r, v, ev), moved(r, s, es))
		at.Neg(at)
		lo, hi := l.inLo, l.inHi
		if s > 0 {
			lo, hi = l.outLo, l.outHi
		}
		if !holds(lo, hi, at) {
			t.Fatalf("v %v +- %v, s %v +- %v: %v is not in [%v, %v]", v, ev, s, es, at, lo, hi)
		}
		if x, _ := at.Float64(); hi > lo {
			sharp = max(sharp, math.Abs(2*x-lo-hi)/(hi-lo))
		}
		if s < 0 && l.id != 3 {
			t.Fatalf("entered by %d", l.id)
		}
	}
	if sharp < 0.9 {
		t.Errorf("the greatest error is %.2f of the bound only", sharp)
	}
}

// TestLineParallel: where s may be 0, the constraint holds for all t up to Far, or for none, or it
// is a doubt, whatever v and s are within the errors.
func TestLineParallel(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 21))
	seen := [3]int{}
	for range 20000 {
		es, ev, far := math.Abs(spread(r, 30)), math.Abs(spread(r, 30)), math.Abs(spread(r, 10))*100
		v, s := spread(r, 30)*100, es*(4*r.Float64()-2)
		var l Line
		l.Reset(math.MaxFloat64, far)
		l.Linear(v, s, ev, es, 0)
		at := bigSum(moved(r, v, ev), bigMul(moved(r, s, es), bigOf(far*(2*r.Float64()-1))))
		switch {
		case l.none:
			seen[0]++
			if at.Sign() <= 0 {
				t.Fatalf("v %v s %v far %v: said to hold nowhere", v, s, far)
			}
		case l.doubt:
			seen[1]++
		case math.IsInf(l.inLo, -1) && math.IsInf(l.outHi, 1):
			seen[2]++
			if at.Sign() > 0 {
				t.Fatalf("v %v s %v far %v: said to hold everywhere", v, s, far)
			}
		}
	}
	if min(seen[0], seen[1], seen[2]) < 100 {
		t.Errorf("none, doubt, all: %v", seen)
	}
}

// smallDisc returns w and the radius of a disc that is small beside its distance from the start,
// and that a line along d touches but for what the coordinates of w are rounded by.
func smallDisc(r *rand.Rand, d [2]float64) (x, y, radius float64) {
	t, k := 4*r.Float64(), math.Ldexp(1+r.Float64(), -r.IntN(40))
	x, y = -k*d[1]-t*d[0], k*d[0]-t*d[1]
	speed := math.Hypot(d[0], d[1])
	across := new(big.Float).Quo(bigSum(bigMul(bigOf(x), bigOf(d[1])), bigNeg(bigMul(bigOf(y), bigOf(d[0])))), bigOf(speed))
	radius, _ = across.Float64()
	return x, y, math.Abs(math.Abs(radius) + float64(r.IntN(21)-10)*Unit*t*speed)
}

// TestLineRound: the brackets of a disc hold both crossings of every line and radius within the
// errors given, and a miss is one for all of them.
func TestLineRound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 21))
	hits, misses, sharp := 0, 0, 0.0
	for turn := range 60000 {
		w, d := [2]float64{spread(r, 4), spread(r, 4)}, [2]float64{spread(r, 12), spread(r, 12)}
		if r.IntN(4) == 0 { // nearest at the start
			k := spread(r, 6)
			w = [2]float64{-k * d[1], k * d[0]}
		}
		radius := math.Abs(spread(r, 6))
		if r.IntN(3) == 0 { // near tangency
			radius = math.Abs(w[0]*d[1]-w[1]*d[0]) / math.Hypot(d[0], d[1]) * (1 + spread(r, 40))
		}
		if turn%4 == 0 { // a small disc far off
			w[0], w[1], radius = smallDisc(r, d)
		}
		k := math.Ldexp(1, -2-r.IntN(51))
		ew, ed, er := k*math.Abs(spread(r, 20)), k*math.Abs(spread(r, 8))*math.Hypot(d[0], d[1]), k*radius*spread(r, 20)
		er = math.Abs(er)
		if r.IntN(4) == 0 { // rounding alone
			ew, ed, er = 0, 0, 0
		}
		if turn%2 == 0 { // in other units of length and time
			length, pace := math.Ldexp(1, r.IntN(400)-200), math.Ldexp(1, r.IntN(400)-200)
			w[0], w[1], radius, ew, er = w[0]*length, w[1]*length, radius*length, ew*length, er*length
			d[0], d[1], ed = d[0]*pace, d[1]*pace, ed*pace
		}
		ww, dd := float64(w[0]*w[0])+float64(w[1]*w[1]), float64(d[0]*d[0])+float64(d[1]*d[1])
		wd := float64(w[0]*d[0]) + float64(w[1]*d[1])
		m := [2]float64{w[0] - d[0]*(wd/dd), w[1] - d[1]*(wd/dd)}
		var l Line
		l.Reset(math.MaxFloat64, math.MaxFloat64)
		l.Round(ww, dd, wd, float64(m[0]*m[0])+float64(m[1]*m[1]), radius, ew, ed, er, 0)
		q := math.Sqrt(0.5)
		wx, wy, dx, dy := moved(r, w[0], ew*q), moved(r, w[1], ew*q), moved(r, d[0], ed*q), moved(r, d[1], ed*q)
		rr := moved(r, radius, er)
		a := bigSum(bigMul(dx, dx), bigMul(dy, dy))
		b := bigSum(bigMul(wx, dx), bigMul(wy, dy))
		c := bigSum(bigSum(bigMul(wx, wx), bigMul(wy, wy)), bigNeg(bigMul(rr, rr)))
		in, out, ok := bigRoots(a, b, c)
		if l.in < l.inLo || l.in > l.inHi {
			t.Fatalf("w %v d %v r %v: enters at %v, not in [%v, %v]", w, d, radius, l.in, l.inLo, l.inHi)
		}
		switch {
		case l.none:
			misses++
			if ok && bigSum(in, bigNeg(out)).Sign() < 0 {
				t.Fatalf("w %v d %v r %v: said to miss, crosses at %v", w, d, radius, in)
			}
		case l.doubt || math.IsInf(l.outHi, 1):
		case !ok:
			t.Fatalf("w %v d %v r %v: said to cross", w, d, radius)
		default:
			hits++
			if !holds(l.inLo, l.inHi, in) || !holds(l.outLo, l.outHi, out) {
				t.Fatalf("w %v d %v r %v: %v, %v are not in [%v, %v], [%v, %v]", w, d, radius, in, out, l.inLo, l.inHi, l.outLo, l.outHi)
			}
			x, _ := in.Float64()
			sharp = max(sharp, math.Abs(2*x-l.inLo-l.inHi)/(l.inHi-l.inLo))
			simple := ew == 0 && ed == 0 && er == 0 && ww < 100*float64(radius*radius) && math.Hypot(m[0], m[1]) < 0.9*radius
			if width := (l.inHi - l.inLo + l.outHi - l.outLo) / (math.Abs(l.inLo) + math.Abs(l.outHi)); simple && width > 0x1p-40 {
				t.Fatalf("w %v d %v r %v: [%v, %v] and [%v, %v] are wide", w, d, radius, l.inLo, l.inHi, l.outLo, l.outHi)
			}
		}
	}
	if hits < 5000 || misses < 5000 || sharp < 0.3 {
		t.Errorf("%d hits, %d misses, the greatest error is %.2f of the bound", hits, misses, sharp)
	}
}

// TestLineRoundTilted: a line that passes by a disc only as long as its direction is the one given
// is no miss.
func TestLineRoundTilted(t *testing.T) {
	const ed = 0.2
	for _, radius := range []float64{math.Sqrt(1-ed*ed) * 1.001, 0.999} {
		var l Line
		l.Reset(math.MaxFloat64, 1e9)
		l.Round(1, 1, 0, 1, radius, 0, ed, 0, 0) // w = (0, 1), d = (1, 0)
		if l.none {
			t.Errorf("radius %v: said to miss", radius)
		}
	}
}

// wedge is a line beside a cone: across its axis w + t d, down from its apex z + t s.
type wedge struct {
	w, d    [2]float64
	z, s, k float64
}

// drawWedge returns a line of any kind, or one nearly along a line of the cone, near its apex, or
// nearly in its surface.
func drawWedge(r *rand.Rand) wedge {
	c := wedge{k: math.Ldexp(1+r.Float64(), r.IntN(7)-3)}
	c.w, c.z = [2]float64{spread(r, 6), spread(r, 6)}, spread(r, 6)
	c.d, c.s = [2]float64{spread(r, 6), spread(r, 6)}, spread(r, 6)
	if r.IntN(3) == 0 { // in the direction of a line of the cone, but for a little
		c.s = math.Copysign(c.k*math.Hypot(c.d[0], c.d[1])*(1+spread(r, 50)), c.s)
	}
	if r.IntN(3) == 0 { // through a point near the apex
		t, off := 4*r.Float64(), math.Ldexp(1, -r.IntN(50))
		c.w = [2]float64{spread(r, 6)*off - t*c.d[0], spread(r, 6)*off - t*c.d[1]}
		c.z = spread(r, 6)*off - t*c.s
	}
	if r.IntN(4) == 0 { // along the surface, but for a little
		sin, cos := math.Sincos(7 * r.Float64())
		x, y, t := spread(r, 6), spread(r, 6), 4*r.Float64()
		c.d = [2]float64{x*cos - y*sin + spread(r, 50), x*sin + y*cos}
		c.s = x * c.k
		at := 1 + r.Float64()
		c.w, c.z = [2]float64{at*cos - t*c.d[0], at*sin - t*c.d[1]}, at*c.k-t*c.s
	}
	return c
}

// told tells l about the cone, with w and z within ew, d and s within ed.
func (c *wedge) told(l *Line, ew, ed float64) {
	w, d, z, s := c.w, c.d, c.z, c.s
	ww, dd := float64(w[0]*w[0])+float64(w[1]*w[1]), float64(d[0]*d[0])+float64(d[1]*d[1])
	wd := float64(w[0]*d[0]) + float64(w[1]*d[1])
	e := [2]float64{float64(d[0]*z) - float64(w[0]*s), float64(d[1]*z) - float64(w[1]*s)}
	cross := float64(w[0]*d[1]) - float64(w[1]*d[0])
	l.Wedge(ww, dd, wd, z, s, c.k, float64(e[0]*e[0])+float64(e[1]*e[1]), cross, ew, ed, 2)
}

// roots returns where a line within ew and ed of c crosses the double cone.
func (c *wedge) roots(r *rand.Rand, ew, ed float64) (first, second *big.Float, sign int, ok bool) {
	q := math.Sqrt(0.5)
	wx, wy, dx, dy := moved(r, c.w[0], ew*q), moved(r, c.w[1], ew*q), moved(r, c.d[0], ed*q), moved(r, c.d[1], ed*q)
	z, s := moved(r, c.z, ew), moved(r, c.s, ed)
	kk := bigMul(bigOf(c.k), bigOf(c.k))
	form := func(x, y, u, x2, y2, u2 *big.Float) *big.Float {
		return bigSum(bigMul(kk, bigSum(bigMul(x, x2), bigMul(y, y2))), bigNeg(bigMul(u, u2)))
	}
	a := form(dx, dy, s, dx, dy, s)
	first, second, ok = bigRoots(a, form(wx, wy, z, dx, dy, s), form(wx, wy, z, wx, wy, z))
	return first, second, a.Sign(), ok
}

// TestLineWedge: the brackets of a cone hold the crossings of every line within the errors given,
// along a line of the cone and near the apex too, and a miss is one for all of them.
func TestLineWedge(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 21))
	hits, misses, sharp := 0, 0, 0.0
	for turn := range 100000 {
		c := drawWedge(r)
		k := math.Ldexp(1, -20-r.IntN(33))
		ew, ed := k*math.Abs(spread(r, 8)), k*math.Abs(spread(r, 8))*math.Hypot(c.d[0], c.d[1])
		if r.IntN(3) == 0 { // rounding alone
			ew, ed = 0, 0
		}
		if turn%2 == 0 { // in other units of length and time
			length, pace := math.Ldexp(1, r.IntN(200)-100), math.Ldexp(1, r.IntN(200)-100)
			c.w[0], c.w[1], c.z, ew = c.w[0]*length, c.w[1]*length, c.z*length, ew*length
			c.d[0], c.d[1], c.s, ed = c.d[0]*pace, c.d[1]*pace, c.s*pace, ed*pace
		}
		var l Line
		l.Reset(math.MaxFloat64, math.MaxFloat64)
		c.told(&l, ew, ed)
		first, second, sign, ok := c.roots(r, ew, ed)
		switch {
		case l.none:
			misses++
			if ok && sign > 0 {
				t.Fatalf("%+v: said to miss, crosses at %v and %v", c, first, second)
			}
			continue
		case l.doubt:
			continue
		case !ok:
			t.Fatalf("%+v: said to cross", c)
		}
		hits++
		if l.id == 2 {
			if !holds(l.inLo, l.inHi, first) {
				t.Fatalf("%+v within %v, %v: enters at %v, not in [%v, %v]", c, ew, ed, first, l.inLo, l.inHi)
			}
			x, _ := first.Float64()
			sharp = max(sharp, math.Abs(2*x-l.inLo-l.inHi)/(l.inHi-l.inLo))
		}
		if !math.IsInf(l.outHi, 1) {
			if !holds(l.outLo, l.outHi, second) {
				t.Fatalf("%+v within %v, %v: leaves at %v, not in [%v, %v]", c, ew, ed, second, l.outLo, l.outHi)
			}
			x, _ := second.Float64()
			sharp = max(sharp, math.Abs(2*x-l.outLo-l.outHi)/(l.outHi-l.outLo))
		}
	}
	if hits < 20000 || misses < 5000 || sharp < 0.1 {
		t.Errorf("%d hits, %d misses, the greatest error is %.2f of the bound", hits, misses, sharp)
	}
}
