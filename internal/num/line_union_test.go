package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// linear is the constraint v + s t <= 0, or = 0 for a flat piece: as Line is told, and as it is.
type linear struct {
	v, s, ev, es float64
	trueV, trueS *big.Float
	flat         bool
}

// drawLinear returns a constraint of small integers, exact, or off by as much as a part of them.
func drawLinear(r *rand.Rand, exact, flat bool) (c linear) {
	c.flat = flat
	c.v, c.s = float64(r.IntN(17)-8), float64(r.IntN(9)-4)
	if !exact {
		c.v, c.s = c.v+0.5*r.Float64(), c.s+0.25*r.Float64()
		k := math.Ldexp(1, -2-r.IntN(40))
		c.ev, c.es = k*r.Float64(), k*r.Float64()
	}
	c.trueV, c.trueS = moved(r, c.v, c.ev), moved(r, c.s, c.es)
	return c
}

// at returns where the constraint holds with equality; ok is false where that is nowhere or
// everywhere.
func (c *linear) at() (t *big.Float, ok bool) {
	if c.trueS.Sign() == 0 {
		return nil, false
	}
	return bigNeg(new(big.Float).SetPrec(prec).Quo(c.trueV, c.trueS)), true
}

// idStep is by how much the numbers of the constraints of one piece differ from those of the next.
const idStep = 10

// piece is what some constraints leave of the line: from in to out; at is the plane of a flat one.
type piece struct {
	list        []linear
	in, out, at *big.Float
	none        bool // a constraint holds nowhere
	doubt       bool // one holds with equality everywhere
}

// farAway is as far as the true ends go.
const farAway = 1e9

// drawPiece returns a piece of up to five constraints.
func drawPiece(r *rand.Rand, exact bool) (p piece) {
	p.in, p.out = bigOf(-farAway), bigOf(farAway)
	flat := r.IntN(3) == 0
	for k := range 1 + r.IntN(5) {
		c := drawLinear(r, exact, flat && k == 0)
		t, ok := c.at()
		switch {
		case c.flat && !ok: // no plane is crossed
			continue
		case c.flat:
			p.at = t
		case !ok && c.trueV.Sign() > 0:
			p.none = true
		case !ok:
			p.doubt = p.doubt || c.trueV.Sign() == 0
		case c.trueS.Sign() < 0 && t.Cmp(p.in) > 0:
			p.in = t
		case c.trueS.Sign() > 0 && t.Cmp(p.out) < 0:
			p.out = t
		}
		p.list = append(p.list, c)
	}
	return p
}

// tell tells l of the piece, whose constraints are numbered from first on.
func (p *piece) tell(l *Line, first int) {
	l.Begin()
	for k, c := range p.list {
		if c.flat {
			l.Flat(c.v, c.s, c.ev, c.es, int32(first+k))
		} else {
			l.Linear(c.v, c.s, c.ev, c.es, int32(first+k))
		}
	}
}

// meets reports whether the piece and 0 <= t <= most have a point in common, and one in the
// interior of both, from lo to hi; near that a change in the last bits might change that.
func (p *piece) meets(most float64) (touch, hit, near bool, lo *big.Float) {
	lo, hi := bigOf(0), bigOf(most)
	events := []*big.Float{lo, hi, p.in, p.out}
	if p.in.Cmp(lo) > 0 {
		lo = p.in
	}
	if p.out.Cmp(hi) < 0 {
		hi = p.out
	}
	if p.at != nil {
		events = append(events, p.at)
		touch, hit = lo.Cmp(p.at) <= 0 && p.at.Cmp(hi) <= 0, lo.Cmp(p.at) < 0 && p.at.Cmp(hi) < 0
		lo = p.at
	} else {
		touch, hit = lo.Cmp(hi) <= 0, lo.Cmp(hi) < 0
	}
	for i, x := range events {
		for _, y := range events[:i] {
			gap, _ := bigSum(x, bigNeg(y)).Float64()
			near = near || math.Abs(gap) < 1e-6
		}
	}
	return touch && !p.none, hit && !p.none && !p.doubt, near || p.doubt, lo
}

// TestLineUnion: what is said of a union of pieces is so for all constraints within the errors
// given, and where these are 0 and no ends meet something is said.
func TestLineUnion(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 21))
	seen := map[string]int{}
	for turn := range 40000 {
		exact, most := turn%2 == 0, float64(1+r.IntN(4))
		var l Line
		l.Reset(most, 10*farAway)
		touched, hit, before, near := false, false, false, false
		first, last := bigOf(math.MaxFloat64), bigOf(-math.MaxFloat64)
		var all []piece
		for k := range 1 + r.IntN(3) {
			p := drawPiece(r, exact)
			p.tell(&l, idStep*k)
			all = append(all, p)
			touch, in, tie, lo := p.meets(most)
			if l.Missed() && touch || exact && !tie && !touch && !l.Missed() {
				t.Fatalf("%+v on [0, %v]: missed %v", p, most, l.Missed())
			}
			p.checkMatters(t, &l, exact)
			l.End()
			near = near || tie
			touched, hit = touched || touch, hit || in
			if touch && lo.Cmp(first) < 0 {
				first = lo
			}
			start, end := p.in, p.out
			if p.at != nil {
				start, end = p.at, p.at
			}
			before = before || in && start.Sign() < 0
			if in && end.Cmp(last) > 0 {
				last = end
			}
		}
		switch {
		case !l.Found && !l.Doubt && touched, l.Found && !hit, l.Before && !before,
			exact && !near && (l.Doubt || hit != l.Found):
			t.Fatalf("%+v: touched %v, met %v, from before %v", l, touched, hit, before)
		case l.Doubt:
			seen["doubt"]++
		case !l.Found:
			seen["miss"]++
		default:
			seen["hit"]++
			if !holds(l.Lower, l.Upper, first) || before != l.Before || before != (l.ID < 0) {
				t.Fatalf("%+v: first met at %v, from before %v", l, first, before)
			}
			if exact && !near && !before {
				checkEntry(t, &l, all, first)
			}
			if out, _ := last.Float64(); out < most && !(math.Abs(l.Exit-out) <= l.Loose) {
				t.Fatalf("%+v: left at %v", l, out)
			}
		}
	}
	if min(seen["doubt"], seen["miss"], seen["hit"]) < 2000 {
		t.Error(seen)
	}
}

// checkEntry holds the number of the constraint by which l enters to those that begin at first, and
// the bracket of that place and of the last one to the width that rounding gives it.
func checkEntry(t *testing.T, l *Line, all []piece, first *big.Float) {
	t.Helper()
	c := all[l.ID/idStep].list[l.ID%idStep]
	if at, ok := c.at(); !ok || at.Cmp(first) != 0 || c.trueS.Sign() > 0 && !c.flat {
		t.Fatalf("%+v: first met at %v, not by %+v", l, first, c)
	}
	if l.Upper-l.Lower > 64*Unit*l.Upper || !(l.Loose <= 64*Unit*math.Abs(l.Exit)) {
		t.Fatalf("%+v: more doubt about the ends than rounding makes", l)
	}
}

// checkMatters holds Matters to the ends of the piece: the constraint that makes one matters, and
// those far from both do not.
func (p *piece) checkMatters(t *testing.T, l *Line, exact bool) {
	t.Helper()
	for _, c := range p.list {
		at, ok := c.at()
		if c.flat {
			continue
		}
		got := l.Matters(c.v, c.s, c.ev, c.es)
		ends := !ok && c.trueV.Sign() == 0 || ok && at.Cmp(map[int]*big.Float{-1: p.in, 1: p.out}[c.trueS.Sign()]) == 0
		if ends && !got || exact && !ends && got && (ok || c.trueV.Sign() < 0) {
			t.Fatalf("%+v of %+v matters: %v", c, p, got)
		}
	}
}

// TestLineFlat: the bracket of a crossing of a plane holds that of every v and s within the errors
// given, and a plane is missed only where all of them are, up to Far.
func TestLineFlat(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 21))
	sharp, missed, doubts := 0.0, 0, 0
	for range 50000 {
		v, s, far := spread(r, 20), spread(r, 20), 100*math.Abs(spread(r, 10))
		ev, es := math.Abs(spread(r, 60))*math.Abs(v), math.Abs(spread(r, 60))*math.Abs(s)
		if r.IntN(4) == 0 {
			s = es * (4*r.Float64() - 2)
			v = math.Copysign((math.Abs(s)+es)*far+ev, v) * (1 + spread(r, 10)) // missed, or only just not
		}
		var l Line
		l.Reset(math.MaxFloat64, far)
		l.Flat(v, s, ev, es, 3)
		trueV, trueS := moved(r, v, ev), moved(r, s, es)
		if !l.flat {
			doubts++
			x := bigOf([]float64{far, -far, far * (2*r.Float64() - 1)}[r.IntN(3)])
			if at := bigSum(trueV, bigMul(trueS, x)); l.none && (at.Sign() == 0 || at.Sign() != bigOf(v).Sign()) {
				t.Fatalf("v %v +- %v, s %v +- %v, far %v: said to miss", v, ev, s, es, far)
			} else if l.none {
				missed++
			}
			continue
		}
		at := bigNeg(new(big.Float).SetPrec(prec).Quo(trueV, trueS))
		if !holds(l.atLo, l.atHi, at) || l.none || l.doubt || l.atID != 3 {
			t.Fatalf("v %v +- %v, s %v +- %v: %v is not in [%v, %v]", v, ev, s, es, at, l.atLo, l.atHi)
		}
		if x, _ := at.Float64(); l.atHi > l.atLo {
			sharp = max(sharp, math.Abs(2*x-l.atLo-l.atHi)/(l.atHi-l.atLo))
		}
		if l.Flat(1, 1, 0, 0, 4); !l.doubt {
			t.Fatal("two planes are no doubt")
		}
	}
	if sharp < 0.9 || missed < 1000 || doubts-missed < 1000 {
		t.Errorf("the greatest error is %.2f of the bound, %d missed of %d", sharp, missed, doubts)
	}
}

// TestLineRoundParallel: where the direction may be 0, a disc holds all points up to Far, or none,
// or it is a doubt, for every line and radius within the errors given.
func TestLineRoundParallel(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 21))
	seen := [3]int{}
	for range 40000 {
		far, ed := 10*math.Abs(spread(r, 10)), math.Abs(spread(r, 30))
		w, d := spread(r, 8), ed*(8*r.Float64()-4)
		ew, er := math.Abs(spread(r, 40))*math.Abs(w), 0.0
		radius := math.Abs(w) + (2*r.Float64()-1)*2*(math.Abs(d)*far+ed*far+ew)
		if radius < 0 {
			continue
		}
		er = radius * math.Abs(spread(r, 40))
		if r.IntN(4) == 0 { // a point that stands on the circle, but for the errors
			d, ed = 0, 0
			if r.IntN(2) == 0 { // and rounding alone
				ew, er = 0, 0
			}
			radius = math.Abs(w) + (ew+er+4*Unit*math.Abs(w))*(4*r.Float64()-2)
		}
		length, pace := math.Ldexp(1, r.IntN(400)-200), math.Ldexp(1, r.IntN(400)-200)
		w, radius, ew, er = w*length, radius*length, ew*length, er*length
		d, ed, far = d*pace, ed*pace, far*length/pace
		var l Line
		l.Reset(math.MaxFloat64, far)
		l.Round(w*w, d*d, w*d, 0, radius, ew, ed, er, 0)
		if !math.IsInf(l.inLo, -1) {
			continue
		}
		x := bigOf([]float64{far, -far, far * (2*r.Float64() - 1)}[r.IntN(3)])
		at := bigSum(moved(r, w, ew), bigMul(moved(r, d, ed), x))
		out := bigSum(at.Abs(at), bigNeg(moved(r, radius, er))).Sign()
		switch {
		case l.none:
			if seen[0]++; out <= 0 {
				t.Fatalf("w %v d %v radius %v far %v: said to hold nowhere", w, d, radius, far)
			}
		case l.doubt:
			seen[1]++
		default:
			if seen[2]++; out > 0 {
				t.Fatalf("w %v d %v radius %v far %v: said to hold everywhere", w, d, radius, far)
			}
		}
	}
	if min(seen[0], seen[1], seen[2]) < 1000 {
		t.Errorf("none, doubt, all: %v", seen)
	}
}

// TestLineStands: of a line that stands beside a disc, touching it but for what its distance is
// rounded by, nothing is told that is not so.
func TestLineStands(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 21))
	told := 0
	for range 20000 {
		length := math.Ldexp(1, r.IntN(400)-200)
		w := [2]float64{spread(r, 8) * length, spread(r, 8) * length}
		ww := float64(w[0]*w[0]) + float64(w[1]*w[1])
		radius := math.Sqrt(ww) * (1 + float64(r.IntN(61)-30)*Unit)
		var l Line
		l.Reset(math.MaxFloat64, 1e9)
		l.Round(ww, 0, 0, ww, radius, 0, 0, 0, 0)
		exactly := bigSum(bigMul(bigOf(w[0]), bigOf(w[0])), bigMul(bigOf(w[1]), bigOf(w[1])))
		out := exactly.Cmp(bigMul(bigOf(radius), bigOf(radius)))
		if !l.doubt {
			told++
		}
		if l.none && out <= 0 || !l.none && !l.doubt && out > 0 {
			t.Fatalf("w %v radius %v: said to miss %v", w, radius, l.none)
		}
	}
	if told < 2000 {
		t.Errorf("%d told only", told)
	}
}
