package d2

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// lineGap returns the signed distance of two half-spaces with opposite normals that are not turned,
// to 300 bits.
func lineGap(a, b HalfSpace, p, q Vec) *big.Float {
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	mul := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(300).Mul(x, y) }
	norm := func(n Vec) *big.Float {
		s := mul(num(n.X), num(n.X))
		return s.Add(s, mul(num(n.Y), num(n.Y))).Sqrt(s)
	}
	// b is M.x <= ob with M = -N |M|/|N|, so N.x/|N| >= N.q/|N| - ob/|M|.
	s := mul(num(a.Normal.X), new(big.Float).SetPrec(300).Sub(num(q.X), num(p.X)))
	s.Add(s, mul(num(a.Normal.Y), new(big.Float).SetPrec(300).Sub(num(q.Y), num(p.Y))))
	s.Sub(s, num(a.Offset))
	s.Quo(s, norm(a.Normal))
	return s.Sub(s, new(big.Float).SetPrec(300).Quo(num(b.Offset), norm(b.Normal)))
}

// lineSign returns the sign of lineGap, exactly. The normal of b is -k times that of a.
func lineSign(a, b HalfSpace, k float64, p, q Vec) int {
	num := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	s := num(0)
	for _, c := range [2][3]float64{{a.Normal.X, p.X, q.X}, {a.Normal.Y, p.Y, q.Y}} {
		d := num(c[2])
		s.Add(s, d.Mul(d.Sub(d, num(c[1])), num(c[0])))
	}
	s.Sub(s, num(a.Offset))
	return s.Mul(s, num(k)).Cmp(num(b.Offset))
}

// TestHalfSpacesAgainstEachOther: half-spaces with opposite normals have the signed distance of
// their lines, bracketed and with the exact relation, also where they touch or miss by a last bit;
// others overlap without bound. Points and normal satisfy their equation, and swapped pairs have
// the same bits.
func TestHalfSpacesAgainstEachOther(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(41, 3))
	seen := map[collide.Relation]int{}
	for i := range 20000 {
		dyadic := func() float64 { return float64(r.Int64N(1<<20)-1<<19) / 256 }
		a := HalfSpace{Vec{dyadic() + 1, dyadic()}, dyadic()}
		k := math.Ldexp(float64(1+r.IntN(9)), r.IntN(200)-100)
		b := HalfSpace{a.Normal.Scale(-k), 0}
		p, q := Vec{dyadic(), dyadic()}, Vec{dyadic(), dyadic()}
		b.Offset = k * (a.Normal.Dot(q.Sub(p)) - a.Offset) // they touch, as far as doubles can tell
		switch r.IntN(4) {
		case 0:
			b.Offset = math.Nextafter(b.Offset, math.Inf(1-2*r.IntN(2)))
		case 1:
			b.Offset = k * dyadic() * 1000
		}
		turn := [4]Rot{{}, {0, 1}, {-1, 0}, {0, -1}}[r.IntN(4)]
		placeAt := func(h HalfSpace, at Vec) *Object { return mustPlace(t, h, Pose{Pos: turn.Apply(at), Rot: turn}) }
		x, y := placeAt(a, p), placeAt(b, q)
		ct := Distance(x, y)
		gap, sign := lineGap(a, b, p, q), lineSign(a, b, k, p, q)
		want := [3]collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[sign+1]
		seen[want]++
		if ct.Relation != want || Relate(x, y) != want || ct.Status != collide.Exact {
			t.Fatalf("pair %d, %v gap: %+v, want %v", i, gap, ct, want)
		}
		if sign == 0 {
			gap.SetInt64(0) // but for the rounding of 300 bits
		}
		if gap.Cmp(big.NewFloat(ct.Lower)) < 0 || gap.Cmp(big.NewFloat(ct.Upper)) > 0 || !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) {
			t.Fatalf("pair %d: %v is not in [%v, %v], nor %v", i, gap, ct.Lower, ct.Upper, ct.Distance)
		}
		if !(ct.Upper-ct.Lower <= 64*unit*math.Abs(ct.Distance)+4*math.SmallestNonzeroFloat64) {
			t.Fatalf("pair %d: [%v, %v] is wide", i, ct.Lower, ct.Upper)
		}
		n := turn.Apply(a.Normal.Scale(1 / a.Normal.Len()))
		if ct.Normal.Sub(n).Len() > 8*unit {
			t.Fatalf("pair %d: normal %v, want %v", i, ct.Normal, n)
		}
		checkCommon(t, &ct)
		back := Distance(y, x)
		if back.swap(); back != ct {
			t.Fatalf("pair %d: swapped %+v, not %+v", i, back, ct)
		}
		if rel, mf := Touch(x, y); rel != want || (mf.N == 0) != (rel == collide.Apart) {
			t.Fatalf("pair %d: Touch says %v, %+v", i, rel, mf)
		}
	}
	if seen[collide.Touching] < 1000 || seen[collide.Apart] < 1000 || seen[collide.Overlapping] < 1000 {
		t.Errorf("seen %v", seen)
	}
}

// checkCommon fails unless the points and the normal of ct satisfy their equation.
func checkCommon(t *testing.T, ct *Contact) {
	t.Helper()
	size := max(big1(ct.PointA), big1(ct.PointB), math.Abs(ct.Distance))
	if off := ct.PointB.Sub(ct.PointA).Sub(ct.Normal.Scale(ct.Distance)).Len(); !(off <= 8*unit*size) {
		t.Fatalf("the points are off the normal by %v: %+v", off, ct)
	}
}

// TestHalfSpacesWithoutBound: half-spaces whose normals are not opposite share points of any depth,
// and the answer is one of them.
func TestHalfSpacesWithoutBound(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 4))
	for i := range 5000 {
		draw := func() float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(40)-20) }
		a, b := HalfSpace{Vec{draw(), draw()}, draw()}, HalfSpace{Vec{draw(), draw()}, draw()}
		if i%3 == 0 {
			b.Normal = a.Normal.Scale(2)
		}
		if i%3 == 1 { // opposite but for the last bit
			b.Normal = Vec{-a.Normal.X, math.Nextafter(-a.Normal.Y, 2)}
		}
		x, y := mustPlace(t, a, Pose{Pos: Vec{draw(), draw()}}), mustPlace(t, b, Pose{Pos: Vec{draw(), draw()}})
		ct := Distance(x, y)
		if ct.Relation != collide.Overlapping || ct.Lower != -math.MaxFloat64 || ct.Upper != 0 || ct.Distance != 0 || ct.Status != collide.Rounding {
			t.Fatalf("pair %d: %+v", i, ct)
		}
		checkCommon(t, &ct)
		if i%3 == 1 {
			continue // where the lines meet is too far for doubles to be near it
		}
		sine := a.Normal.Cross(b.Normal) / (a.Normal.Len() * b.Normal.Len())
		size := big1(ct.PointA) + big1(x.pose.Pos) + big1(y.pose.Pos) + math.Abs(a.Offset)/a.Normal.Len() + math.Abs(b.Offset)/b.Normal.Len()
		for _, h := range []*Object{x, y} {
			n := h.plane.Normal
			over := (n.Dot(ct.PointA.Sub(h.pose.Pos)) - h.plane.Offset) / n.Len()
			if over*sine*sine > 1e-14*size {
				t.Fatalf("pair %d: %v is outside by %v", i, ct.PointA, over)
			}
		}
		if mtv := ct.MTV(); mtv != (Vec{}) {
			t.Fatalf("pair %d: no translation ends the overlap, and MTV is %v", i, mtv)
		}
	}
}
