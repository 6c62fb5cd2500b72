package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// inline draws pairs whose surfaces are all but flat where they meet: boxes, segments, points and
// hulls with rows of faces that turn by 1e-1 to 1e-12, with widths of ratios down to 1e-9, on
// bodies as thin as that, rounded or not, apart, touching and overlapping.
type inline struct{ *rand.Rand }

// tiny returns 10 to a power between -most and -least.
func (g inline) tiny(least, most float64) float64 {
	return math.Pow(10, -least-g.Float64()*(most-least))
}

// sign returns 1 or -1.
func (g inline) sign() float64 { return float64(2*g.IntN(2) - 1) }

// thin returns 0 or a number down to 1e-12.
func (g inline) thin() float64 {
	if g.IntN(5) == 0 {
		return 0
	}
	return g.tiny(0, 12)
}

// body returns a body of about the given size whose top, toward +Y, is all but flat, and the points
// of its top.
func (g inline) body(size float64) (b shapegen.Body3, top [][3]float64) {
	if g.IntN(3) == 0 {
		b.Rounded, b.Rounding = true, size*g.tiny(0, 9)
	}
	switch g.IntN(8) {
	case 0:
		b.Kind = "sphere"
		return b, [][3]float64{{}}
	case 1:
		b.Kind, b.Height = "capsule", size
		if g.IntN(2) == 0 {
			b.Radius = size * g.tiny(0, 9)
		}
		return b, [][3]float64{{0, 0, -size / 2}, {0, 0, size / 2}}
	case 2, 3, 4:
		b.Kind = "box"
		for k := range b.Size {
			b.Size[k] = size
			if g.IntN(2) == 0 {
				b.Size[k] *= g.thin()
			}
		}
		x, y, z := b.Size[0]/2, b.Size[1]/2, b.Size[2]/2
		return b, [][3]float64{{-x, y, -z}, {-x, y, z}, {x, y, z}, {x, y, -z}}
	}
	b.Kind = "hull"
	wide, wedge := size*max(g.thin(), 1e-9), 1+g.tiny(0, 12)
	for _, p := range g.chain(size) {
		top = append(top, [3]float64{p[0], p[1], -wide}, [3]float64{p[0], p[1] - g.tiny(3, 17)*size, wide * wedge})
	}
	b.Points = append(b.Points, top...)
	if thin := g.thin(); thin > 0 {
		for range 1 + g.IntN(4) {
			b.Points = append(b.Points, [3]float64{(g.Float64() - 0.5) * size, -size * thin * (1 + g.Float64()), (2*g.Float64() - 1) * wide})
		}
	}
	return b, top
}

// chain returns the corners of a chain of edges from left to right that turns down.
func (g inline) chain(size float64) [][2]float64 {
	n := 1 + g.IntN(4)
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

// spot returns a point of the top: a corner, or a point between two, as often near one.
func (g inline) spot(top [][3]float64) [3]float64 {
	p, q, f := top[g.IntN(len(top))], top[g.IntN(len(top))], g.Float64()
	if g.IntN(2) == 0 {
		f = g.tiny(1, 17)
	}
	for k := range p {
		p[k] += (q[k] - p[k]) * f
	}
	return p
}

// turn returns the quaternion of a small turn about a random axis after the quaternion q.
func (g inline) turn(angle float64, q [4]float64) [4]float64 {
	a, b := g.Float64()*2*math.Pi, 2*g.Float64()-1
	c := math.Sqrt(1 - b*b)
	s := math.Sin(angle / 2)
	x, y, z, w := s*c*math.Cos(a), s*c*math.Sin(a), s*b, math.Cos(angle/2)
	return [4]float64{
		w*q[0] + x*q[3] + y*q[2] - z*q[1],
		w*q[1] - x*q[2] + y*q[3] + z*q[0],
		w*q[2] + x*q[1] - y*q[0] + z*q[3],
		w*q[3] - x*q[0] - y*q[1] - z*q[2],
	}
}

// pair returns a pair whose tops face each other.
func (g inline) pair() shapegen.Pair3 {
	sa, sb := 1.0, 1.0
	if g.IntN(2) == 0 {
		sb = g.tiny(0, 9)
	}
	if g.IntN(2) == 0 {
		sa, sb = sb, sa
	}
	var p shapegen.Pair3
	var ta, tb [][3]float64
	p.A, ta = g.body(sa)
	p.B, tb = g.body(sb)
	a, b := g.spot(ta), g.spot(tb)
	p.A.Q, p.B.Q = [4]float64{0, 0, 0, 1}, [4]float64{0, 0, 1, 0}
	if g.IntN(2) == 0 {
		p.B.Q = [4]float64{1, 0, 0, 0}
	}
	if g.IntN(3) == 0 { // about the common normal, too
		f := g.Float64() * 2 * math.Pi
		p.A.Q = [4]float64{0, math.Sin(f / 2), 0, math.Cos(f / 2)}
	}
	if g.IntN(3) > 0 {
		p.B.Q = g.turn(g.sign()*g.tiny(1, 13), p.B.Q)
	}
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
	f := g.Float64() * 2 * math.Pi
	va, vb := p.A.Turn([3]float64{a[0], a[1], a[2]}), p.B.Turn([3]float64{b[0], b[1], b[2]})
	p.B.P = [3]float64{va[0] - vb[0] + along*math.Cos(f), va[1] - vb[1] + gap, va[2] - vb[2] + along*math.Sin(f)}
	return p
}

// pick returns one of the two.
func (g inline) pick(x, y float64) float64 {
	if g.IntN(2) == 0 {
		return x
	}
	return y
}

// misses returns by how much the witnesses miss their bodies: the worse of both.
func misses(p *shapegen.Pair3, c *d3.Contact) (body float64) {
	for i, b := range []*shapegen.Body3{&p.A, &p.B} {
		x := c.LocalA
		if i == 1 {
			x = c.LocalB
		}
		body = max(body, pointDistance(b, [3]float64{x.X, x.Y, x.Z}))
	}
	return body
}

// checkWitnesses holds an answer about the pair to all that is promised of witnesses, in units of
// the width that the bracket may have.
func checkWitnesses(p *shapegen.Pair3, c *d3.Contact) error {
	scene, x := audit.Of3(p), audit.Contact3(*c)
	if err := scene.Check(&x); err != nil {
		return err
	}
	w := scene.Tolerance(c.Distance)
	if miss := misses(p, c); !(miss <= w) {
		return fmt.Errorf("a witness misses its body by %.3g T", miss/w)
	}
	return nil
}

// answers returns what each way to an answer says about the pair.
func answers(q, general *d3.Query, p *shapegen.Pair3) (out [3]d3.Contact, err error) {
	a, b, err := p.Place()
	if err != nil {
		return out, err
	}
	out[0], out[1] = q.Distance(&a, &b, nil), general.Distance(&a, &b, nil)
	out[2], _, err = q.SAT(&a, &b, d3.CullNone, nil)
	return out, err
}

// TestWitnessesInLine: where edges are nearly in line the witnesses are still points of their
// bodies' surfaces, within the width that the bracket may have, by every way to an answer; and
// swapped pairs have the same bits, as have those a power of two larger.
func TestWitnessesInLine(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	g := inline{rand.New(rand.NewPCG(12, 3))}
	q, general := must(d3.NewQuery(d3.Options{}))(t), must(d3.NewQuery(d3.Options{Algorithm: collide.GJK}))(t)
	n := 4000
	if testing.Short() {
		n = 1000
	}
	seen, faults := map[collide.Relation]int{}, 0
	for i := range n {
		p := g.pair()
		got, err := answers(q, general, &p)
		for k := 0; err == nil && k < len(got); k++ {
			seen[got[k].Relation]++
			if err = checkWitnesses(&p, &got[k]); err != nil {
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
func sameOtherwise(q, general *d3.Query, p *shapegen.Pair3, want *[3]d3.Contact, k int) error {
	back, err := answers(q, general, &shapegen.Pair3{A: p.B, B: p.A})
	large, ok := p.Scaled(k)
	if err != nil || !ok {
		return err
	}
	scaled, err := answers(q, general, &large)
	if err != nil {
		return err
	}
	for i := range want {
		x, y, z := audit.Contact3(want[i]), audit.Contact3(back[i]), audit.Contact3(scaled[i])
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
