package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/num"
)

// linePiece is a piece of a union as numbers: linear constraints v + s t <= 0, or = 0 for flat
// ones, and one quadratic.
type linePiece struct {
	linear []lineSide
	quad   *[3]int64 // a t^2 + 2 b t + c <= 0
	quadID int32

	// What the quadratic constraint comes from: kk |w + t d|^2 <= rr or, of a cone, (z + s t)^2.
	w, d         [2]int64
	rr, z, s, kk int64
}

type lineSide struct {
	v, s       int64
	soft, flat bool
	id         int32
}

// small is a number in which ties are frequent.
func small(r *rand.Rand) int64 { return int64(r.IntN(9) - 4) }

// drawPiece returns a piece whose constraints are numbered from id on: half-spaces, a plane with an
// outline, a ball, a cylinder with caps, a cone.
func drawPiece(r *rand.Rand, id int32) (p linePiece) {
	side := func(v, s int64, soft bool) {
		p.linear = append(p.linear, lineSide{v, s, soft, false, id + int32(len(p.linear))})
	}
	for range r.IntN(4) {
		side(small(r), small(r), r.IntN(3) == 0)
	}
	p.quadID = id + 20
	w, d := [2]int64{small(r), small(r)}, [2]int64{small(r), small(r)}
	ww, wd, dd := w[0]*w[0]+w[1]*w[1], w[0]*d[0]+w[1]*d[1], d[0]*d[0]+d[1]*d[1]
	switch r.IntN(4) {
	case 0:
		for i := range p.linear {
			p.linear[i].soft = false // of an outline
		}
		p.linear = append(p.linear, lineSide{small(r), small(r), false, true, id + 19})
	case 1:
		p.w, p.d, p.rr = w, d, int64(r.IntN(20))
		p.quad = &[3]int64{dd, wd, ww - p.rr}
	case 2: // z + s t in [0, h], k |w + t d| <= z + s t
		z, s, kk := small(r), small(r), int64(1+r.IntN(4))
		p.w, p.d, p.z, p.s, p.kk = w, d, z, s, kk
		side(-z, -s, false)
		side(z-int64(1+r.IntN(6)), s, false)
		p.quad = &[3]int64{kk*dd - s*s, kk*wd - z*s, kk*ww - z*z}
	}
	return p
}

// tell tells l about the piece.
func (p *linePiece) tell(l *Line, ar *Arena) {
	n := func(x int64) *big.Int { return ar.Int().SetInt64(x) }
	l.Begin()
	for _, c := range p.linear {
		if c.flat {
			l.Flat(n(c.v), n(c.s), c.id)
		} else {
			l.Linear(n(c.v), n(c.s), c.soft, c.id)
		}
	}
	if q := p.quad; q != nil {
		l.Quadratic(n(q[0]), n(q[1]), n(q[2]), p.quadID)
	} else {
		l.End()
	}
}

// lineAt is a value of t, with so many digits that what is closer to 0 than tiny is 0: the numbers
// are small, so that other values are not that near.
type lineAt = *big.Float

const linePrec = 1000

func at(x float64) lineAt { return new(big.Float).SetPrec(linePrec).SetFloat64(x) }

// signAt returns the sign of c2 t^2 + c1 t + c0.
func signAt(c2, c1, c0 int64, t lineAt) int {
	x := new(big.Float).SetPrec(linePrec).Mul(at(float64(c2)), t)
	x.Add(x, at(float64(c1))).Mul(x, t).Add(x, at(float64(c0)))
	if x.Sign() == 0 || x.MantExp(nil) < -400 {
		return 0
	}
	return x.Sign()
}

// holds reports whether t is in the piece, and whether it is so strictly but for soft constraints.
func (p *linePiece) holds(t lineAt) (in, inside bool) {
	in, inside = true, true
	for _, c := range p.linear {
		s := signAt(0, c.s, c.v, t)
		switch {
		case s > 0, s < 0 && c.flat:
			return false, false
		case c.flat, s == 0 && !c.soft:
			inside = false
		}
	}
	if q := p.quad; q != nil {
		s := signAt(q[0], 2*q[1], q[2], t)
		in, inside = s <= 0, inside && s < 0
	}
	return in, in && inside
}

// breaks appends the t at which a constraint of the piece holds with equality.
func (p *linePiece) breaks(ts []lineAt) []lineAt {
	over := func(x, y *big.Float) lineAt { return new(big.Float).SetPrec(linePrec).Quo(x, y) }
	for _, c := range p.linear {
		if c.s != 0 {
			ts = append(ts, over(at(float64(-c.v)), at(float64(c.s))))
		}
	}
	q := p.quad
	if q == nil {
		return ts
	}
	if q[0] == 0 {
		if q[1] != 0 {
			ts = append(ts, over(at(float64(-q[2])), at(float64(2*q[1]))))
		}
		return ts
	}
	if disc := q[1]*q[1] - q[0]*q[2]; disc >= 0 {
		root := at(float64(disc))
		root.Sqrt(root)
		for _, s := range []float64{-1, 1} {
			x := new(big.Float).SetPrec(linePrec).Mul(root, at(s))
			ts = append(ts, over(x.Add(x, at(float64(-q[1]))), at(float64(q[0]))))
		}
	}
	return ts
}

// lineTruth is what is true of a union.
type lineTruth struct {
	met, hit, before bool
	least, most      lineAt // most is nil for a piece without end
}

// truth looks at all times at which something changes, and at one between any two of them.
func truth(pieces []linePiece, limit lineAt) (r lineTruth) {
	ts := []lineAt{at(0)}
	for i := range pieces {
		ts = pieces[i].breaks(ts)
	}
	top := at(1000)
	if limit != nil {
		ts, top = append(ts, limit), limit
	}
	ts = append(ts, top)
	for i := range ts {
		for j := range i {
			m := new(big.Float).SetPrec(linePrec).Add(ts[i], ts[j])
			ts = append(ts, m.Mul(m, at(0.5)))
		}
	}
	for _, t := range ts {
		if t.Sign() < 0 || t.Cmp(top) > 0 {
			continue
		}
		for i := range pieces {
			in, inside := pieces[i].holds(t)
			if in && (r.least == nil || t.Cmp(r.least) < 0) {
				r.least = t
			}
			if in && (r.most == nil || t.Cmp(r.most) > 0) {
				r.most = t
			}
			r.met, r.hit = r.met || in, r.hit || inside || in && pieces[i].across(t, limit)
		}
	}
	early := new(big.Float).SetPrec(linePrec).SetMantExp(at(-1), -100)
	for i := range pieces {
		now, _ := pieces[i].holds(at(0))
		then, _ := pieces[i].holds(early)
		r.before = r.before || now && then
	}
	return r
}

// across reports whether t is where the line crosses a flat piece inside its outline, and inside
// the part of the line asked about.
func (p *linePiece) across(t, limit lineAt) bool {
	flats := 0
	for _, c := range p.linear {
		if s := signAt(0, c.s, c.v, t); c.flat {
			flats++
			if c.s == 0 {
				return false
			}
		} else if s == 0 {
			return false
		}
	}
	return flats == 1 && t.Sign() > 0 && (limit == nil || t.Cmp(limit) < 0)
}

// entered reports whether the constraint id holds with equality at t, of a piece that holds t.
func entered(pieces []linePiece, id int32, t lineAt) bool {
	for i := range pieces {
		p := &pieces[i]
		if in, _ := p.holds(t); !in {
			continue
		}
		for _, c := range p.linear {
			if c.id == id && signAt(0, c.s, c.v, t) == 0 {
				return true
			}
		}
		if q := p.quad; q != nil && p.quadID == id && signAt(q[0], 2*q[1], q[2], t) == 0 {
			return true
		}
	}
	return false
}

// TestLineUnions holds each field of the answer about unions of pieces to what it says, on small
// integers, where seams, tangents and ends fall together.
func TestLineUnions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 23))
	seen := map[string]int{}
	for n := range 10000 {
		pieces := make([]linePiece, 1+r.IntN(3))
		for i := range pieces {
			pieces[i] = drawPiece(r, int32(100*i))
		}
		var ar Arena
		ar.Reset()
		var end Ratio
		var limit lineAt
		if r.IntN(3) > 0 {
			x := int64(r.IntN(5))
			end, limit = Ratio{ar.Int().SetInt64(x), ar.Int().SetInt64(1)}, at(float64(x))
		}
		var l Line
		l.Reset(&ar, end, 0)
		for i := range pieces {
			pieces[i].tell(&l, &ar)
		}
		want := truth(pieces, limit)
		if (l.Found > 0) != want.met || (l.Found == 2) != want.hit {
			t.Fatalf("%d: %+v up to %v: found %d, want met %v, hit %v", n, pieces, limit, l.Found, want.met, want.hit)
		}
		if l.Found == 0 {
			seen["miss"]++
			continue
		}
		least, _ := want.least.Float64()
		if at(l.Lower).Cmp(want.least) > 0 || at(l.Upper).Cmp(want.least) < 0 || l.Upper-l.Lower > 1e-14*(1+least) {
			t.Fatalf("%d: %+v: [%v, %v], want %v", n, pieces, l.Lower, l.Upper, least)
		}
		if most, _ := want.most.Float64(); most < 1000 && !(math.Abs(l.Exit-most) <= 1e-13*(1+most)) {
			t.Fatalf("%d: %+v: exit %v, want %v", n, pieces, l.Exit, most)
		}
		if before := want.before && least == 0; l.Before != before {
			t.Fatalf("%d: %+v: before %v, want %v", n, pieces, l.Before, before)
		}
		if l.Before != (l.ID < 0) || !l.Before && !entered(pieces, l.ID, want.least) {
			t.Fatalf("%d: %+v: enters at %v by %d", n, pieces, least, l.ID)
		}
		seen["met"]++
		if l.Found == 2 {
			seen["hit"]++
		}
		if l.Before {
			seen["before"]++
		}
	}
	t.Log(seen)
}

// tellDoubles is tell for doubles, which hold all of the numbers but for roots.
func (p *linePiece) tellDoubles(l *num.Line) {
	l.Begin()
	for _, c := range p.linear {
		if v, s := float64(c.v), float64(c.s); c.flat {
			l.Flat(v, s, 0, 0, c.id)
		} else {
			l.Linear(v, s, 0, 0, c.id)
		}
	}
	w, d := [2]float64{float64(p.w[0]), float64(p.w[1])}, [2]float64{float64(p.d[0]), float64(p.d[1])}
	ww, dd, wd := w[0]*w[0]+w[1]*w[1], d[0]*d[0]+d[1]*d[1], w[0]*d[0]+w[1]*d[1]
	switch z, s := float64(p.z), float64(p.s); {
	case p.quad == nil:
	case p.kk > 0:
		x, y := d[0]*z-w[0]*s, d[1]*z-w[1]*s
		l.Wedge(ww, dd, wd, z, s, math.Sqrt(float64(p.kk)), x*x+y*y, w[0]*d[1]-w[1]*d[0], 0, 0, p.quadID)
	default:
		m := w
		if dd > 0 {
			m = [2]float64{w[0] - d[0]*(wd/dd), w[1] - d[1]*(wd/dd)}
		}
		l.Round(ww, dd, wd, m[0]*m[0]+m[1]*m[1], math.Sqrt(float64(p.rr)), 0, 0, 0x1p-50*float64(p.rr), p.quadID)
	}
	l.End()
}

// TestLinesAgree: what doubles say of a union without a doubt is what is true of it, and ties and
// tangents leave a doubt.
func TestLinesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 23))
	sure := [2]int{}
	for n := range 10000 {
		pieces := make([]linePiece, 1+r.IntN(3))
		for i := range pieces {
			pieces[i] = drawPiece(r, int32(100*i))
			for k := range pieces[i].linear {
				pieces[i].linear[k].soft = false // doubles do not know of these
			}
		}
		limit := float64(1 + r.IntN(4))
		var l num.Line
		l.Reset(limit, 1e6)
		for i := range pieces {
			pieces[i].tellDoubles(&l)
		}
		if l.Doubt {
			continue
		}
		want := truth(pieces, at(limit))
		if l.Found != want.met || l.Found && !want.hit {
			t.Fatalf("%d: %+v up to %v: found %v, want met %v, hit %v", n, pieces, limit, l.Found, want.met, want.hit)
		}
		if !l.Found {
			sure[0]++
			continue
		}
		sure[1]++
		least, _ := want.least.Float64()
		if at(l.Lower).Cmp(want.least) > 0 || at(l.Upper).Cmp(want.least) < 0 || l.Upper-l.Lower > 1e-9 {
			t.Fatalf("%d: %+v: [%v, %v], want %v", n, pieces, l.Lower, l.Upper, least)
		}
		if most, _ := want.most.Float64(); !(math.Abs(l.Exit-most) <= l.Loose+1e-13) && l.Exit < limit {
			t.Fatalf("%d: %+v: exit %v within %v, want %v", n, pieces, l.Exit, l.Loose, most)
		}
		if l.Before != want.before || l.Before != (l.ID < 0) || !l.Before && !entered(pieces, l.ID, want.least) {
			t.Fatalf("%d: %+v: before %v, want %v; enters at %v by %d", n, pieces, l.Before, want.before, least, l.ID)
		}
	}
	if min(sure[0], sure[1]) < 1000 {
		t.Errorf("misses and hits told for certain: %v", sure)
	}
}
