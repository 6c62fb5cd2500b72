package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// inline draws pairs whose surfaces are all but flat where they meet: chains of edges that turn by
// 1e-1 to 1e-12, with lengths of ratios down to 1e-9, on bodies as thin as that, against the same,
// boxes, segments and points, rounded or not, apart, touching and overlapping.
type inline struct{ *rand.Rand }

// tiny returns 10 to a power between -most and -least.
func (g inline) tiny(least, most float64) float64 {
	return math.Pow(10, -least-g.Float64()*(most-least))
}

// sign returns 1 or -1.
func (g inline) sign() float64 { return float64(2*g.IntN(2) - 1) }

// body returns a body of about the given size whose top is all but flat, and the points of its top.
func (g inline) body(size float64) (b shapegen.Body2, top [][2]float64) {
	b.CS = [2]float64{1, 0}
	thin := g.tiny(0, 12)
	if g.IntN(4) == 0 {
		thin = 0
	}
	if g.IntN(3) == 0 {
		b.Rounded, b.Rounding = true, size*g.tiny(0, 9)
	}
	switch g.IntN(8) {
	case 0:
		b.Kind = "circle"
		return b, [][2]float64{{}}
	case 1:
		b.Kind, b.Height = "capsule", size
		if g.IntN(2) == 0 {
			b.Radius = size * g.tiny(0, 9)
		}
		return b, [][2]float64{{-size / 2, 0}, {size / 2, 0}}
	case 2:
		b.Kind, b.Size = "box", [2]float64{size, size * thin}
		if g.IntN(2) == 0 {
			b.Size = [2]float64{size * thin, size}
		}
		return b, [][2]float64{{-b.Size[0] / 2, b.Size[1] / 2}, {b.Size[0] / 2, b.Size[1] / 2}}
	}
	b.Kind, top = "hull", g.chain(size)
	b.Points = append(b.Points, top...)
	if thin > 0 {
		_, bottom := top[0], top[len(top)-1]
		for range 1 + g.IntN(3) {
			b.Points = append(b.Points, [2]float64{bottom[0] * g.Float64(), -size * thin * (1 + g.Float64())})
		}
	}
	if g.IntN(4) == 0 { // the same from below
		for _, p := range g.chain(size) {
			b.Points = append(b.Points, [2]float64{p[0], -p[1] - size*thin})
		}
	}
	return b, top
}

// chain returns the corners of a chain of edges from left to right that turns down.
func (g inline) chain(size float64) [][2]float64 {
	n := 1 + g.IntN(7)
	if g.IntN(8) == 0 {
		n = 1 + g.IntN(100)
	}
	turn, short := g.tiny(1, 12), g.tiny(0, 9)
	p, angle, sum := [2]float64{}, 0.0, 0.0
	out := [][2]float64{p}
	var length []float64
	for range n {
		l := math.Pow(short, g.Float64())
		length, sum = append(length, l), sum+l
	}
	for _, l := range length {
		l *= size / sum
		p[0], p[1] = p[0]+l*math.Cos(angle), p[1]+l*math.Sin(angle)
		out = append(out, p)
		angle -= turn * g.Float64() * 2
	}
	for i := range out {
		out[i][0] -= p[0] / 2
	}
	return out
}

// spot returns a point of the top: a corner, or a point on an edge, as often near its end.
func (g inline) spot(top [][2]float64) [2]float64 {
	i := g.IntN(len(top))
	p := top[i]
	if i == 0 || g.IntN(2) == 0 {
		return p
	}
	q, f := top[i-1], g.Float64()
	if g.IntN(2) == 0 {
		f = g.tiny(1, 17)
	}
	return [2]float64{p[0] + (q[0]-p[0])*f, p[1] + (q[1]-p[1])*f}
}

// pair returns a pair whose tops face each other.
func (g inline) pair() shapegen.Pair2 {
	sa, sb := 1.0, 1.0
	if g.IntN(2) == 0 {
		sb = g.tiny(0, 9)
	}
	if g.IntN(2) == 0 {
		sa, sb = sb, sa
	}
	var p shapegen.Pair2
	var ta, tb [][2]float64
	p.A, ta = g.body(sa)
	p.B, tb = g.body(sb)
	a, b := g.spot(ta), g.spot(tb)
	angle, tilt := 0.0, 0.0
	if g.IntN(3) > 0 {
		tilt = g.sign() * g.tiny(1, 13)
	}
	if g.IntN(2) == 0 {
		angle = g.Float64() * 2 * math.Pi
	}
	p.A.CS = [2]float64{math.Cos(angle), math.Sin(angle)}
	p.B.CS = [2]float64{-math.Cos(angle + tilt), -math.Sin(angle + tilt)}
	gap, along := 0.0, 0.0
	if g.IntN(5) > 0 {
		gap = g.sign() * g.tiny(0, 17) * g.pick(sa, sb)
	}
	if g.IntN(3) > 0 {
		along = g.sign() * g.tiny(0, 17) * g.pick(sa, sb)
	}
	for _, m := range append(p.A.Margins(), p.B.Margins()...) {
		gap += m
	}
	a = [2]float64{a[0] + along, a[1] + gap}
	va, vb := p.A.Turn([3]float64{a[0], a[1]}), p.B.Turn([3]float64{b[0], b[1]})
	p.B.P = [2]float64{va[0] - vb[0], va[1] - vb[1]}
	if g.IntN(4) == 0 {
		for k := range 2 {
			at := g.sign() * g.tiny(-2, 2)
			p.A.P[k], p.B.P[k] = p.A.P[k]+at, p.B.P[k]+at
		}
	}
	return p
}

// pick returns one of the two.
func (g inline) pick(x, y float64) float64 {
	if g.IntN(2) == 0 {
		return x
	}
	return y
}

// beyond returns the distance of x from the core, a convex polygon with the corners p,
// counter-clockwise; 0 inside.
func beyond(p []d2.Vec, x d2.Vec) float64 {
	inside, least := len(p) > 2, math.Inf(1)
	for i, a := range p {
		e, w := p[(i+1)%len(p)].Sub(a), x.Sub(a)
		inside = inside && e.Cross(w) >= 0
		t := 0.0
		if l := e.Len(); l > 0 {
			t = max(0, min(e.Scale(1/l).Dot(w)/l, 1))
		}
		least = min(least, w.Sub(e.Scale(t)).Len())
	}
	if inside {
		return 0
	}
	return least
}

// coreOf returns the corners of the core in order.
func coreOf(t *testing.T, b *shapegen.Body2) []d2.Vec {
	var p []d2.Vec
	if b.Points != nil {
		return must(d2.NewHull(vecs(b.Points)))(t).Vertices()
	}
	for _, c := range b.Corners() {
		p = append(p, d2.Vec{X: c[0], Y: c[1]})
	}
	return p
}

func vecs(p [][2]float64) []d2.Vec {
	var out []d2.Vec
	for _, c := range p {
		out = append(out, d2.Vec{X: c[0], Y: c[1]})
	}
	return out
}

// misses returns by how much the witnesses miss their bodies, and the support planes across the
// normal there: the worst of all.
func misses(t *testing.T, p *shapegen.Pair2, c *d2.Contact) (body, plane float64) {
	for i, b := range []*shapegen.Body2{&p.A, &p.B} {
		x, n := c.LocalA, c.Normal
		if i == 1 {
			x, n = c.LocalB, n.Neg()
		}
		core, margin := coreOf(t, b), 0.0
		for _, m := range b.Margins() {
			margin += m
		}
		body = max(body, beyond(core, x)-margin)
		l := b.Back([3]float64{n.X, n.Y})
		n = d2.Vec{X: l[0], Y: l[1]}
		most := math.Inf(-1)
		for _, v := range core {
			most = max(most, n.Dot(v.Sub(x)))
		}
		plane = max(plane, math.Abs(most+margin))
	}
	return body, plane
}

// checkWitnesses holds an answer about the pair to all that is promised of witnesses, in units of
// the width that the bracket may have.
func checkWitnesses(t *testing.T, p *shapegen.Pair2, c *d2.Contact) error {
	scene, x := audit.Of2(p), audit.Contact2(*c)
	if err := scene.Check(&x); err != nil {
		return err
	}
	w := scene.Tolerance(c.Distance)
	body, plane := misses(t, p, c)
	if !(body <= w) {
		return fmt.Errorf("a witness misses its body by %.3g T", body/w)
	}
	if !(plane <= w) {
		return fmt.Errorf("a witness misses its support plane by %.3g T", plane/w)
	}
	return nil
}

// answers returns what each way to an answer says about the pair.
func answers(q, general *d2.Query, p *shapegen.Pair2) (out [3]d2.Contact, err error) {
	a, b, err := p.Place()
	if err != nil {
		return out, err
	}
	out[0], out[1] = q.Distance(&a, &b, nil), general.Distance(&a, &b, nil)
	out[2], _ = d2.SAT(&a, &b)
	return out, nil
}

// TestWitnessesInLine: where edges are nearly in line the witnesses are still points of their
// bodies' surfaces, within the width that the bracket may have, by every way to an answer; and
// swapped pairs have the same bits, as have those a power of two larger.
func TestWitnessesInLine(t *testing.T) {
	raced.Skip(t)
	g := inline{rand.New(rand.NewPCG(12, 3))}
	q, general := must(d2.NewQuery(d2.Options{}))(t), must(d2.NewQuery(d2.Options{Algorithm: collide.GJK}))(t)
	n := 20000
	if testing.Short() {
		n = 4000
	}
	seen, faults := map[collide.Relation]int{}, 0
	for i := range n {
		p := g.pair()
		got, err := answers(q, general, &p)
		for k := 0; err == nil && k < len(got); k++ {
			seen[got[k].Relation]++
			if err = checkWitnesses(t, &p, &got[k]); err != nil {
				err = fmt.Errorf("%w\n%+v", err, got[k])
			}
		}
		if err == nil {
			err = sameOtherwise(q, general, &p, &got, g.IntN(201)-100)
		}
		if err == nil {
			continue
		}
		if faults++; faults <= 3 {
			t.Errorf("pair %d: %v\n%s", i, err, p.Line(fmt.Sprint(i)))
		}
	}
	if faults > 3 {
		t.Errorf("%d of %d pairs fail", faults, n)
	}
	if seen[collide.Apart] < n/2 || seen[collide.Overlapping] < n/2 || seen[collide.Touching] < n/200 {
		t.Errorf("too tame: %v", seen)
	}
}

// sameOtherwise compares the answers about a pair with those about the swapped one and about one
// 2^k times as large.
func sameOtherwise(q, general *d2.Query, p *shapegen.Pair2, want *[3]d2.Contact, k int) error {
	back, err := answers(q, general, &shapegen.Pair2{A: p.B, B: p.A})
	large, ok := p.Scaled(k)
	if err != nil || !ok {
		return err
	}
	scaled, err := answers(q, general, &large)
	if err != nil {
		return err
	}
	for i := range want {
		x, y, z := audit.Contact2(want[i]), audit.Contact2(back[i]), audit.Contact2(scaled[i])
		if !p.A.Alike(&p.B) && x.Swapped() != y {
			return fmt.Errorf("swapped: %+v\n%+v", x, y)
		}
		for j := range x.LocalA {
			if math.Ldexp(x.LocalA[j], k) != z.LocalA[j] || math.Ldexp(x.LocalB[j], k) != z.LocalB[j] || x.Normal != z.Normal {
				return fmt.Errorf("times 2^%d: %+v\n%+v", k, x, z)
			}
		}
	}
	return nil
}

// TestWitnessesPastTheEnd: pairs whose nearest edge, as rounding sees it, is one beside that on
// which the witness is. Each was wrong once, the last by 880000 T.
func TestWitnessesPastTheEnd(t *testing.T) {
	rows := []struct {
		name string
		p    shapegen.Pair2
	}{
		{"a flat box", shapegen.Pair2{
			A: shapegen.Body2{
				Kind: "box", Size: [2]float64{1e-06, 0}, P: [2]float64{-0.0004430094124575945, 0.0008960261496660673},
				CS: [2]float64{0.687472679345712, -0.7262102417022415},
			},
			B: shapegen.Body2{
				Kind: "polygon", P: [2]float64{-0.000443446670903165, 0.0008963007587104342}, CS: [2]float64{-0.7262102417029289, -0.6874726793449858},
				Points: [][2]float64{
					{-1.548323780298233e-07, -2.751932015598868e-11},
					{4.7637149691581726e-07, 1.2505552149377763e-12},
					{3.4889671951532364e-07, 1.9831247755064396e-11},
					{3.009336069226265e-07, 2.4158453015843406e-11},
					{-1.287553459405899e-07, 2.7135627078678226e-11},
					{-1.7997808754444122e-07, 2.6943780540023e-11},
					{-2.1280720829963684e-07, 2.6041391265607672e-11},
					{-4.754401743412018e-07, 2.1742607714259066e-12},
				},
			},
		}},
		{"a segment", shapegen.Pair2{
			A: shapegen.Body2{
				Kind: "capsule", Height: 1.2344761094357659e-06, P: [2]float64{-7.231687923713892, 10.004790087210896}, CS: [2]float64{1, 1e-12},
			},
			B: shapegen.Body2{
				Kind: "polygon", P: [2]float64{-7.231687306461371, 10.004790111658114}, CS: [2]float64{1, 0},
				Points: [][2]float64{
					{-1.446665010007564e-11, -2.444721758365631e-08},
					{-3.296918293926865e-12, -2.3213215172290802e-07},
					{6.707523425575346e-12, -2.1141022443771362e-07},
					{1.446665010007564e-11, -2.468004822731018e-08},
					{-4.121147867408581e-13, 2.3818574845790863e-07},
					{-1.4310330698208418e-11, 4.284083843231201e-08},
				},
			},
		}},
		{"a point", shapegen.Pair2{
			A: shapegen.Body2{Kind: "circle", CS: [2]float64{0.45753667735389053, 0.8891907494322925}},
			B: shapegen.Body2{
				Kind: "hull", P: [2]float64{-0.10159437775637539, -0.1974416161025576}, CS: [2]float64{-0.45753667735389053, -0.8891907494322925},
				Points: [][2]float64{
					{-0.49813475639324833, 0},
					{-0.2220463846424811, 0},
					{-0.09280315857460392, -0.007056918633152805},
					{0.49813475639324833, -0.07181769927037719},
					{0.06761747869123132, -8.161792722535473e-12},
				},
			},
		}},
	}
	q, general := must(d2.NewQuery(d2.Options{}))(t), must(d2.NewQuery(d2.Options{Algorithm: collide.GJK}))(t)
	for _, r := range rows {
		got, err := answers(q, general, &r.p)
		if err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
		for i := range got {
			if err := checkWitnesses(t, &r.p, &got[i]); err != nil {
				t.Errorf("%s, %d: %v\n%+v", r.name, i, err, got[i])
			}
		}
	}
}
