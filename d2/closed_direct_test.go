package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// directPairs draws pairs that have a direct form: a circle or a capsule beside one, a box or a
// polygon, at hard places.
type directPairs struct {
	inline
	gen *shapegen.Gen2
}

// newDirectPairs returns a generator of such pairs.
func newDirectPairs(seed uint64) *directPairs {
	g := shapegen.New2(seed)
	g.Only, g.NoHalf = []string{"circle", "capsule", "box", "polygon"}, true
	return &directPairs{inline{rand.New(rand.NewPCG(seed, 1))}, g}
}

// next returns the next pair.
func (g *directPairs) next() shapegen.Pair2 {
	for {
		var p shapegen.Pair2
		switch g.IntN(5) {
		case 0:
			p = g.gen.Pair()
		case 1:
			p = g.gen.Hard([]string{"rot90", "mixed", "least", "tilted", "margins", "vertexin"}[g.IntN(6)])
		case 2:
			p = g.pair()
		default:
			p = g.beside()
		}
		round := func(b *shapegen.Body2) bool { return b.Kind == "circle" || b.Kind == "capsule" }
		if round(&p.A) || round(&p.B) {
			return p
		}
	}
}

// thin returns 0 or a number down to 1e-12.
func (g *directPairs) thin() float64 {
	if g.IntN(5) == 0 {
		return 0
	}
	return g.tiny(0, 12)
}

// beside returns a circle or capsule with its core at a face, an edge, a corner or inside of a box
// or another such body, and its axis along, across or nearly along an axis of the other.
func (g *directPairs) beside() (p shapegen.Pair2) {
	size := math.Ldexp(1, g.IntN(60)-30)
	p.A = shapegen.Body2{Kind: "capsule", Height: size * (1 - g.Float64()), Radius: size * g.thin()}
	if g.IntN(3) == 0 {
		p.A = shapegen.Body2{Kind: "circle", Radius: size * g.thin()}
	}
	p.B = shapegen.Body2{Kind: "box", Size: [2]float64{size * (1 - g.Float64()), size * max(g.thin(), 0x1p-30)}}
	half := [2]float64{p.B.Size[0] / 2, p.B.Size[1] / 2}
	switch g.IntN(3) {
	case 0:
		p.B = shapegen.Body2{Kind: "capsule", Height: size * (1 - g.Float64()), Radius: size * g.thin()}
		half = [2]float64{p.B.Height / 2, 0}
	case 1:
		x, y := half[0], half[1]
		p.B = shapegen.Body2{Kind: "hull", Points: [][2]float64{{-x, -y}, {x, -y}, {x, y}, {0, y * (1 + g.Float64())}, {-x, y}}}
	}
	p.A.CS, p.B.CS = g.turned(), g.turned()
	if g.IntN(3) == 0 { // along each other but for little
		turn := g.sign() * g.tiny(1, 17)
		c, s := math.Cos(turn), math.Sin(turn)
		p.A.CS = [2]float64{c*p.B.CS[0] - s*p.B.CS[1], s*p.B.CS[0] + c*p.B.CS[1]}
	}
	for i := range p.A.P {
		h := half[i]
		p.A.P[i] = []float64{0, h, -h, h * g.Float64(), h + p.A.Radius, h * 2 * g.Float64()}[g.IntN(6)]
		if g.IntN(2) == 0 {
			p.A.P[i] += g.sign() * g.tiny(0, 17) * size
		}
	}
	c, s := p.B.CS[0], p.B.CS[1]
	p.A.P = [2]float64{c*p.A.P[0] - s*p.A.P[1], s*p.A.P[0] + c*p.A.P[1]}
	if g.IntN(2) == 0 {
		p.A, p.B = p.B, p.A
	}
	return p
}

// turned returns a rotation: none, a right angle, or any.
func (g *directPairs) turned() [2]float64 {
	switch g.IntN(4) {
	case 0:
		return [2]float64{1, 0}
	case 1:
		return [2]float64{0, 1}
	}
	f := g.Float64() * 2 * math.Pi
	return [2]float64{math.Cos(f), math.Sin(f)}
}

// checkDirect holds the answer c of a direct form to the truth and to the general way's answer.
func checkDirect(p *shapegen.Pair2, c, general *d2.Contact) error {
	truth, ok := p.Oracle()
	if !ok || c.Relation != truth.Relation || general.Relation != truth.Relation {
		return fmt.Errorf("%v, the general way %v, in truth %v", c.Relation, general.Relation, truth.Relation)
	}
	if !(c.Lower <= truth.Lo && truth.Hi <= c.Upper) {
		return fmt.Errorf("[%v, %v] does not hold %v", c.Lower, c.Upper, truth)
	}
	if c.Lower > general.Upper || general.Lower > c.Upper {
		return fmt.Errorf("[%v, %v] beside [%v, %v]", c.Lower, c.Upper, general.Lower, general.Upper)
	}
	scene, x := audit.Of2(p), audit.Contact2(*c)
	return scene.Check(&x)
}

// TestDirectForms holds the direct forms to the truth, to GJK and EPA, to what is promised of every
// answer, and the doors to each other; swapped and scaled by a power of two the bits are the same.
func TestDirectForms(t *testing.T) {
	g := newDirectPairs(41)
	var tr d2.Trace
	q, traced := must(d2.NewQuery(d2.Options{}))(t), must(d2.NewQuery(d2.Options{Trace: &tr}))(t)
	general := must(d2.NewQuery(d2.Options{Algorithm: collide.GJK}))(t)
	n, faults := 5000, 0
	if testing.Short() {
		n = 2000
	}
	seen := map[string]int{}
	for i := range n {
		p := g.next()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		c, slow := q.Distance(&a, &b, nil), general.Distance(&a, &b, nil)
		tr.Reset()
		if again := traced.Distance(&a, &b, nil); again != c {
			t.Fatalf("traced %+v, else %+v\n%v", again, c, p)
		}
		direct := len(tr.Steps) == 1 && tr.Steps[0].Stage == collide.StageClosed && tr.Steps[0].Scale == 1
		if direct {
			seen[fmt.Sprintf("%s-%s %v", min(p.A.Kind, p.B.Kind), max(p.A.Kind, p.B.Kind), c.Relation)]++
		}
		if err := checkDirect(&p, &c, &slow); err != nil {
			if faults++; faults <= 3 {
				t.Errorf("pair %d, direct %v: %v\n%v\n%+v", i, direct, err, p, c)
			}
			continue
		}
		rel, mf := q.Touch(&a, &b, nil)
		ct, all := q.Collide(&a, &b, nil)
		if rel != c.Relation || q.Relate(&a, &b, nil) != rel || ct != c || rel != collide.Apart && all != mf {
			t.Fatalf("Distance %+v\nCollide %+v %+v\nTouch %v %+v\n%v", c, ct, all, rel, mf, p)
		}
		all3 := [3]d2.Contact{c, slow, c}
		if all3[2], _ = d2.SAT(&a, &b); max(p.A.Extent(), p.B.Extent()) > 1e-200 {
			err = sameOtherwise(q, general, &p, &all3, g.IntN(201)-100)
		}
		if err != nil {
			t.Fatalf("pair %d: %v\n%v", i, err, p)
		}
	}
	if faults > 3 {
		t.Errorf("%d of %d pairs fail", faults, n)
	}
	for _, k := range []string{
		"circle-circle", "capsule-circle", "box-circle", "circle-polygon", "circle-hull", "capsule-capsule",
		"box-capsule", "capsule-polygon", "capsule-hull",
	} {
		for _, rel := range []string{"apart", "overlapping"} {
			if seen[k+" "+rel] < n/400 {
				t.Errorf("%s, %s: %d direct answers", k, rel, seen[k+" "+rel])
			}
		}
	}
	t.Log(seen)
}
