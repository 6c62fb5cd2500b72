package shapegen

import (
	"math"

	"github.com/collide-go/collide"

	"github.com/collide-go/collide/internal/trig"
)

// Hard2 names the families of hard pairs in the plane, for Gen2.Hard.
var Hard2 = []string{
	"lattice", "dupes", "sliver", "mixed", "expspread", "margins", "rot90", "identical", "vertexin",
	"cocirc", "tilted", "least", "ledges",
}

// Hard returns the next pair of a family; they are those of Gen3.Hard, and
//
//	margins  rounded bodies beside cores that are 1e10 to 1e250 times smaller
func (g *Gen2) Hard(family string) Pair2 {
	s := g.src
	var p Pair2
	switch family {
	case "dupes":
		pts := s.lattice2()
		p.A, p.B = hull2(s.some(pts)), hull2(s.some(pts))
		v := s.integers(-1, 1)
		p.B.P = [2]float64{v[0], v[1]}
		return p
	case "sliver":
		p.A, p.B = s.sliver2(), s.sliver2()
		g.meet(&p, 1)
		return p
	case "mixed":
		return g.mixed2()
	case "expspread":
		p.A, p.B = hull2(s.spread2(30)), hull2(s.spread2(30))
		p.A.CS, p.B.CS = g.turn(), g.turn()
		g.meet(&p, max(p.A.Extent(), p.B.Extent()))
		return p
	case "margins":
		return g.margins()
	case "rot90":
		for _, b := range []*Body2{&p.A, &p.B} {
			v := s.integers(1, 4)
			*b = Body2{Kind: "box", Size: [2]float64{v[0], v[1]}}
		}
	case "identical":
		pts := s.lattice2()
		p.A, p.B = hull2(pts), hull2(pts)
		if s.chance(0.7) {
			v, w := pts[s.IntN(len(pts))], pts[s.IntN(len(pts))]
			p.B.P = [2]float64{v[0] - w[0], v[1] - w[1]}
		}
		return p
	case "vertexin":
		a, b := s.lattice2(), s.lattice2()
		v, w, x := a[s.IntN(len(a))], a[s.IntN(len(a))], b[s.IntN(len(b))]
		p.A, p.B = hull2(a), hull2(b)
		p.B.P = [2]float64{(v[0]+w[0])/2 - x[0], (v[1]+w[1])/2 - x[1]}
		return p
	case "cocirc":
		p.A, p.B = s.regular(), s.regular()
		p.B.CS = g.turn()
		g.meet(&p, 1)
		return p
	case "tilted":
		return g.tilted()
	case "least":
		return g.least()
	case "ledges":
		return g.ledges()
	default:
		p.A, p.B = hull2(s.lattice2()), hull2(s.lattice2())
	}
	turns := [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	p.A.CS, p.B.CS = turns[s.IntN(4)], turns[s.IntN(4)]
	v := s.integers(-8, 8)
	p.B.P = [2]float64{v[0] / 2, v[1] / 2}
	return p
}

func hull2(pts [][2]float64) Body2 { return Body2{Kind: "hull", Points: pts, CS: [2]float64{1, 0}} }

// lattice2 returns 3 to 8 points with coordinates of -2 to 2.
func (s source) lattice2() [][2]float64 {
	var pts [][2]float64
	for range 3 + s.IntN(6) {
		v := s.integers(-2, 2)
		pts = append(pts, [2]float64{v[0], v[1]})
	}
	return pts
}

// some returns points drawn with repetition.
func (s source) some(pts [][2]float64) [][2]float64 {
	var out [][2]float64
	for range 2 + s.IntN(12) {
		out = append(out, pts[s.IntN(len(pts))])
	}
	return out
}

// sliver2 returns points that nearly lie on a line.
func (s source) sliver2() Body2 {
	d, flat := s.direction(2), s.thin()
	var pts [][2]float64
	for range 3 + s.IntN(3) {
		x, y := s.signed(), float64(flat*s.signed())
		pts = append(pts, [2]float64{float64(d[0]*x) - float64(d[1]*y), float64(d[1]*x) + float64(d[0]*y)})
	}
	return hull2(pts)
}

// spread2 returns points whose coordinates are up to 2^n apart in magnitude.
func (s source) spread2(n int) [][2]float64 {
	var pts [][2]float64
	for range 3 + s.IntN(8) {
		pts = append(pts, [2]float64{math.Ldexp(s.signed(), -s.IntN(n)), math.Ldexp(s.signed(), -s.IntN(n))})
	}
	return pts
}

// regular returns a regular polygon.
func (s source) regular() Body2 {
	n, r := 3+s.IntN(20), s.pick(1, 1, 0.5, 2)
	var pts [][2]float64
	for i := range n {
		cos, sin := trig.CosSin(2 * math.Pi * float64(i) / float64(n))
		pts = append(pts, [2]float64{float64(r * cos), float64(r * sin)})
	}
	return hull2(pts)
}

// plain returns a box or a hull of about unit size.
func (s source) plain() Body2 {
	if s.chance(0.4) {
		return Body2{Kind: "box", Size: [2]float64{1 + s.Float64(), 1 + s.Float64()}}
	}
	var pts [][2]float64
	for range 3 + s.IntN(8) {
		d := s.direction(2)
		pts = append(pts, [2]float64{d[0], d[1]})
	}
	return hull2(pts)
}

// mixed2 returns bodies of very different size that meet.
func (g *Gen2) mixed2() Pair2 {
	s := g.src
	p := Pair2{A: s.plain(), B: s.plain()}
	small := tenTo(-3 - float64(14*s.Float64()))
	p.B.lengths(func(x float64) float64 { return float64(x * small) })
	p.A.CS, p.B.CS = g.turn(), g.turn()
	g.meet(&p, small)
	if s.chance(0.5) {
		p.A, p.B = p.B, p.A
	}
	return p
}

// margins returns rounded bodies of which the cores are by far smaller than the margins.
func (g *Gen2) margins() Pair2 {
	s := g.src
	p := Pair2{A: s.plain(), B: s.plain()}
	for _, b := range []*Body2{&p.A, &p.B} {
		if s.chance(0.3) {
			*b = Body2{Kind: "capsule", Height: 1}
		}
		small := tenTo(-10 - float64(240*s.Float64()))
		b.lengths(func(x float64) float64 { return float64(x * small) })
	}
	if p.A.Kind == "capsule" {
		p.A.Radius = 1
	} else {
		p.A.Rounded, p.A.Rounding = true, 1
	}
	p.A.CS, p.B.CS = g.turn(), g.turn()
	d := scale(s.direction(2), s.pick(0, 1, tenTo(-200*s.Float64())))
	p.B.P = [2]float64{d[0], d[1]}
	if s.chance(0.5) {
		p.A, p.B = p.B, p.A
	}
	return p
}

// meet places B on A with their supporting points along some direction up to a gap relative to size
// over each other.
func (g *Gen2) meet(p *Pair2, size float64) {
	rel := g.contact(p, size, false)
	if g.src.chance(0.2) {
		rel = scale(g.src.direction(2), float64(g.src.Float64()*p.A.Extent()))
	}
	p.B.P = [2]float64{rel[0], rel[1]}
}

// tilted returns a rounded body that rests on another one at a small slope.
func (g *Gen2) tilted() Pair2 {
	s := g.src
	p := Pair2{A: s.plain(), B: s.plain()}
	for _, b := range []*Body2{&p.A, &p.B} {
		if s.chance(0.3) { // many shallow corners
			*b = s.regular()
			b.Points = append(b.Points, s.regular().Points...)
		}
		b.Rounded, b.Rounding = s.chance(0.8), 0.5*s.Float64()
	}
	p.A.CS = g.turn()
	p.B.CS = unit2(multiply2(p.A.CS, [2]float64{1, float64(math.Ldexp(0.1, -s.IntN(30)) * s.Float64())}))
	g.meet(&p, 1)
	return p
}

// least returns polytopes whose least size is about collide.MinSize, at places down to the least
// double.
func (g *Gen2) least() Pair2 {
	s := g.src
	of := Gen2{Only: Polytopes2, NoHalf: true, Unit: 1, src: s}
	p := of.Pair()
	for p.A.Extent()+p.B.Extent() == 0 { // two points: L, and so the width, may be below the doubles
		p = of.Pair()
	}
	least := 1.0
	for _, b := range []*Body2{&p.A, &p.B} {
		core := *b
		core.Rounded = false
		sizes := append([]float64{b.Radius, b.Height, b.Rounding, core.Extent()}, b.Size[:]...)
		for _, x := range sizes {
			if x > 0 {
				least = min(least, x)
			}
		}
	}
	_, up := math.Frexp(collide.MinSize / least)
	for _, b := range []*Body2{&p.A, &p.B} {
		b.lengths(func(x float64) float64 { return math.Ldexp(x, up) })
		for k := range b.P {
			if s.chance(0.1) {
				b.P[k] = float64(s.IntN(9)-4) * math.SmallestNonzeroFloat64
			}
		}
	}
	return p
}

// ledges is that of Gen3, in the plane.
func (g *Gen2) ledges() Pair2 {
	s := g.src
	small := tenTo(-10 * s.Float64())
	var p Pair2
	for i, b := range []*Body2{&p.A, &p.B} {
		*b = Body2{Kind: "box", Rounded: true, Rounding: tenTo(1 - float64(3*s.Float64()))}
		for k := range b.Size {
			b.Size[k] = tenTo(-float64(float64(3*s.Float64()) * s.pick(0, 1)))
		}
		if b.CS = unit2([2]float64{1, float64(math.Ldexp(1, -20-s.IntN(30)) * s.signed())}); i == 0 {
			b.lengths(func(x float64) float64 { return float64(x * small) })
		}
	}
	p.A.Rounded = s.chance(0.8)
	up, side, down := s.IntN(2), s.pick(-1, 1), s.pick(-1, 1)
	at := [2]float64{float64(float64(0.5*side) * p.B.Size[0]), float64(float64(0.5*down) * p.B.Size[1])}
	n := [2]float64{side, down}
	n[1-up] = float64(float64(0.08*n[1-up]) * s.Float64())
	if s.chance(0.5) { // not beyond an end
		at[1-up], n[1-up] = float64(at[1-up]*s.signed()), 0
	}
	out := p.B.Rounding + float64(p.A.Extent()*s.signed()) + float64(s.pick(0, 1)*float64(p.B.Rounding*s.signed()))
	p.A.P = [2]float64{at[0] + float64(n[0]*out), at[1] + float64(n[1]*out)}
	if s.chance(0.5) {
		p.A, p.B = p.B, p.A
	}
	return p
}
