package shapegen

import (
	"math"

	"github.com/collide-go/collide"

	"github.com/collide-go/collide/internal/trig"
)

// Hard3 names the families of hard pairs in three dimensions, for Gen3.Hard.
var Hard3 = []string{
	"lattice", "zonotope", "dupes", "sliver", "mixed", "expspread", "aspect", "rot90", "identical",
	"vertexin", "cocirc", "coplanar", "tilted", "least", "ledges",
}

// Hard returns the next pair of a family:
//
//	lattice    hulls of few points with small integer coordinates and places, turned by right angles
//	zonotope   sums of few integer segments, the same: faces and edges that lie along each other
//	dupes      hulls that have points in common, given many times
//	sliver     triangles and tetrahedra whose corners are off a line or a plane by 1 to 2^-50
//	mixed      bodies 1e3 to 1e17 apart in size
//	expspread  hulls whose coordinates have exponents of their own
//	aspect     boxes and hulls whose sides are up to 1e8 apart in length
//	rot90      boxes at multiples of a half, turned by right angles
//	identical  one hull twice, the second one moved by nothing, by an edge or by a lattice vector
//	vertexin   a vertex of one body on a face, an edge or a vertex of the other
//	cocirc     prisms over regular polygons, turned about their common axis
//	coplanar   boxes given as hulls, their corners rounded: facets that are coplanar but for that
//	tilted     rounded bodies that rest on each other at slopes of any magnitude
//	least      sizes down to collide.MinSize, at places down to the least double
//	ledges     rounded boxes 1 to 1e10 apart in size, one beyond an edge or corner of a face
func (g *Gen3) Hard(family string) Pair3 {
	switch family {
	case "dupes":
		return g.src.dupes()
	case "mixed":
		return g.mixed()
	case "identical":
		return g.identical()
	case "vertexin":
		return g.vertexIn()
	case "cocirc":
		return g.src.cocirc()
	case "tilted":
		return g.tilted()
	case "least":
		return g.least()
	case "ledges":
		return g.ledges()
	case "sliver", "expspread", "aspect", "coplanar":
		return g.meeting(family)
	}
	return g.atIntegers(family)
}

// atIntegers returns a pair of lattice, zonotope or rot90: turned by right angles, at integer
// places.
func (g *Gen3) atIntegers(family string) Pair3 {
	s := g.src
	var p Pair3
	switch family {
	case "zonotope":
		p.A, p.B = hull3(s.zonotope()), hull3(s.zonotope())
	case "rot90":
		for _, b := range []*Body3{&p.A, &p.B} {
			*b = Body3{Kind: "box", Size: scale(s.integers(1, 4), 1)}
		}
	default:
		p.A, p.B = hull3(s.lattice()), hull3(s.lattice())
	}
	p.A.Q, p.B.Q = g.exact(false), g.exact(false)
	p.B.P = s.integers(-4, 4)
	if family == "rot90" {
		p.B.P = scale(p.B.P, 0.5)
	}
	return p
}

// meeting returns a pair of sliver, expspread, aspect or coplanar: where meet puts its bodies.
func (g *Gen3) meeting(family string) Pair3 {
	s := g.src
	var p Pair3
	size := 1.0
	switch family {
	case "sliver":
		p.A, p.B = s.sliver(), s.sliver()
		p.A.Q, p.B.Q = s.nearly(), s.nearly()
	case "expspread":
		p.A, p.B = hull3(s.spread(30)), hull3(s.spread(30))
		p.A.Q, p.B.Q = g.turn(), g.exact(true)
		size = max(p.A.Extent(), p.B.Extent())
	case "aspect":
		p.A, p.B = s.aspect(), s.aspect()
		p.A.Q, p.B.Q = g.exact(true), g.turn()
		if s.chance(0.5) {
			p.B.Q = g.exact(false)
		}
		size = max(p.A.Extent(), p.B.Extent())
	default:
		for _, b := range []*Body3{&p.A, &p.B} {
			*b = hull3(s.turnedBox(g.turn()))
			b.Q = g.exact(false)
		}
	}
	g.meet(&p, size)
	return p
}

// identical is the family of that name.
func (g *Gen3) identical() Pair3 {
	s := g.src
	pts := s.lattice()
	p := Pair3{A: hull3(pts), B: hull3(pts)}
	switch s.IntN(3) {
	case 0:
		p.B.P = sub(pts[s.IntN(len(pts))], pts[s.IntN(len(pts))])
	case 1:
		p.B.P = s.integers(-2, 2)
	}
	if s.chance(0.5) {
		p.A.Q = g.turn()
		p.B.Q = p.A.Q
		p.B.P = p.A.Turn(p.B.P)
	}
	return p
}

func hull3(pts []vector) Body3 {
	return Body3{Kind: "hull", Points: pts, Q: [4]float64{0, 0, 0, 1}}
}

// integers returns a vector of integers in [lo, hi].
func (s source) integers(lo, hi int) vector {
	var v vector
	for k := range v {
		v[k] = float64(lo + s.IntN(hi-lo+1))
	}
	return v
}

// lattice returns 3 to 10 points with coordinates of -2 to 2.
func (s source) lattice() []vector {
	var pts []vector
	for range 3 + s.IntN(8) {
		pts = append(pts, s.integers(-2, 2))
	}
	return pts
}

// zonotope returns the sums of the subsets of 2 to 4 integer vectors.
func (s source) zonotope() []vector {
	pts := []vector{{}}
	for range 2 + s.IntN(3) {
		v := s.integers(-2, 2)
		for _, p := range pts[:len(pts):len(pts)] {
			pts = append(pts, add(p, v))
		}
	}
	return pts
}

// dupes returns hulls that share points.
func (s source) dupes() Pair3 {
	pts := s.lattice()
	draw := func() []vector {
		var out []vector
		for range 2 + s.IntN(20) {
			out = append(out, pts[s.IntN(len(pts))])
		}
		return out
	}
	p := Pair3{A: hull3(draw()), B: hull3(draw())}
	p.B.P = s.integers(-1, 1)
	return p
}

// thin returns 2^-k for a random k up to 50, at times 0.
func (s source) thin() float64 {
	if s.chance(0.1) {
		return 0
	}
	return math.Ldexp(1, -s.IntN(51))
}

// sliver returns three or four points that nearly lie on a line or in a plane.
func (s source) sliver() Body3 {
	along, side := s.direction(3), s.direction(3)
	up := cross(along, side)
	flat, tall := s.thin(), s.thin()
	var pts []vector
	for range 3 + s.IntN(2) {
		p := scale(along, s.signed())
		p = add(p, scale(side, float64(flat*s.signed())))
		pts = append(pts, add(p, scale(up, float64(float64(flat*tall)*s.signed()))))
	}
	return hull3(pts)
}

// nearly returns a rotation that is the identity but for 0 to 2^-20.
func (s source) nearly() [4]float64 {
	q := [4]float64{0, 0, 0, 1}
	if s.chance(0.5) {
		for k := range 3 {
			q[k] = float64(math.Ldexp(1, -20-s.IntN(30)) * s.signed())
		}
	}
	return q
}

// spread returns points whose coordinates are up to 2^n apart in magnitude.
func (s source) spread(n int) []vector {
	var pts []vector
	for range 3 + s.IntN(10) {
		var v vector
		for k := range v {
			v[k] = math.Ldexp(s.signed(), -s.IntN(n))
		}
		pts = append(pts, v)
	}
	return pts
}

// aspect returns a box, as such or as a hull, with sides of very different length.
func (s source) aspect() Body3 {
	var e vector
	for k := range e {
		e[k] = tenTo(-8 * s.Float64())
	}
	if s.chance(0.5) {
		return Body3{Kind: "box", Size: e}
	}
	var pts []vector
	for range 6 + s.IntN(8) {
		pts = append(pts, vector{float64(e[0] * s.signed()), float64(e[1] * s.signed()), float64(e[2] * s.signed())})
	}
	return hull3(pts)
}

// mixed returns bodies of very different size that meet.
func (g *Gen3) mixed() Pair3 {
	s := g.src
	body := func() Body3 {
		if s.chance(0.4) {
			return Body3{Kind: "box", Size: vector{1 + s.Float64(), 1 + s.Float64(), 1 + s.Float64()}}
		}
		var pts []vector
		for range 4 + s.IntN(8) {
			pts = append(pts, s.direction(3))
		}
		return hull3(pts)
	}
	p := Pair3{A: body(), B: body()}
	small := tenTo(-3 - float64(14*s.Float64()))
	p.B.lengths(func(x float64) float64 { return float64(x * small) })
	p.A.Q, p.B.Q = g.turn(), g.turn()
	if s.chance(0.5) {
		p.B.Q = g.exact(false)
		p.A.Q = g.exact(false)
	}
	g.meet(&p, small)
	if s.chance(0.5) {
		p.A, p.B = p.B, p.A
	}
	return p
}

// meet places B on A with their supporting points along some direction up to a gap relative to size
// over each other.
func (g *Gen3) meet(p *Pair3, size float64) {
	if g.src.chance(0.2) {
		p.B.P = scale(g.src.direction(3), float64(g.src.Float64()*p.A.Extent()))
		return
	}
	p.B.P = g.contact(p, size, false)
}

// vertexIn returns a lattice hull with one of its points at a point of another one: at a vertex, or
// the middle of two or of four.
func (g *Gen3) vertexIn() Pair3 {
	s := g.src
	a, b := s.lattice(), s.lattice()
	var at vector
	n := 1 << s.IntN(3)
	for range n {
		at = add(at, scale(a[s.IntN(len(a))], 1/float64(n)))
	}
	p := Pair3{A: hull3(a), B: hull3(b)}
	p.B.P = sub(at, b[s.IntN(len(b))])
	if s.chance(0.5) {
		p.B.Q = g.exact(false)
		p.B.P = sub(at, p.B.Turn(b[s.IntN(len(b))]))
	}
	return p
}

// cocirc returns prisms over regular polygons on each other.
func (s source) cocirc() Pair3 {
	prism := func() Body3 {
		n, r := 3+s.IntN(20), s.pick(1, 1, 0.5, 2)
		var pts []vector
		for i := range n {
			cos, sin := trig.CosSin(2 * math.Pi * float64(i) / float64(n))
			x, y := float64(r*cos), float64(r*sin)
			pts = append(pts, vector{x, y, -1}, vector{x, y, 1})
		}
		return hull3(pts)
	}
	p := Pair3{A: prism(), B: prism()}
	turn := float64(s.pick(0, 1, s.Float64()) * s.pick(1, 1e-3, 1e-9))
	p.B.Q[3], p.B.Q[2] = trig.CosSin(turn)
	p.B.P[2] = s.pick(2, 1.75, 2.5, 0)
	if s.chance(0.3) {
		p.B.P[0] = s.pick(0.5, s.signed(), 1e-9)
	}
	if s.chance(0.3) {
		p.A.Q[0] = float64(s.signed() * s.pick(1e-3, 1e-9, 0.05))
		p.A.Q[3] = math.Sqrt(1 - float64(p.A.Q[0]*p.A.Q[0]))
	}
	return p
}

// turnedBox returns the corners of a turned box, rounded to doubles or to single precision.
func (s source) turnedBox(q [4]float64) []vector {
	b := Body3{Kind: "box", Size: vector{1 + s.Float64(), 1 + s.Float64(), 1 + s.Float64()}, Q: q}
	pts := b.Corners()
	single := s.chance(0.5)
	for i, c := range pts {
		if pts[i] = b.Turn(c); single {
			for k, x := range pts[i] {
				pts[i][k] = float64(float32(x))
			}
		}
	}
	return pts
}

// tilted returns a rounded body that rests on another one at a small slope.
func (g *Gen3) tilted() Pair3 {
	s := g.src
	body := func() Body3 {
		b := Body3{
			Kind: "box", Size: vector{1 + s.Float64(), 1 + s.Float64(), 1 + s.Float64()}, Rounded: s.chance(0.8),
			Rounding: 0.5 * s.Float64(),
		}
		switch s.IntN(3) {
		case 0: // many shallow facets
			b.Kind, b.Points = "hull", nil
			for range 12 + s.IntN(20) {
				v := s.direction(3)
				b.Points = append(b.Points, vector{v[0], v[1], float64(v[2] * 0.2)})
			}
		case 1:
			b.Kind, b.Radius, b.Height = s.word("capsule", "cylinder", "cone"), 0.3+s.Float64(), 1+s.Float64()
		}
		return b
	}
	p := Pair3{A: body(), B: body()}
	p.A.Q, p.B.Q = [4]float64{0, 0, 0, 1}, [4]float64{0, 0, 0, 1}
	slope := float64(math.Ldexp(0.1, -s.IntN(30)) * s.Float64())
	d := scale(s.direction(3), slope)
	p.B.Q = multiply([4]float64{d[0], d[1], d[2], math.Sqrt(1 - float64(slope*slope))}, g.exact(false))
	n := vector{0, 0, 1}
	a, b := p.A.Turn(g.top(&p.A, n)), p.B.Turn(g.top(&p.B, p.B.Back(vector{0, 0, -1})))
	r := s.gap()
	for _, m := range append(p.A.Margins(), p.B.Margins()...) {
		r += m
	}
	p.B.P = add(sub(a, b), scale(n, r))
	p.B.P[0] += float64(0.3 * s.signed())
	p.B.P[1] += float64(0.3 * s.signed())
	return p
}

// word returns one of the words.
func (s source) word(w ...string) string { return w[s.IntN(len(w))] }

// least returns polytopes whose least size is about collide.MinSize, at places down to the least
// double.
func (g *Gen3) least() Pair3 {
	s := g.src
	of := Gen3{Only: Polytopes3, NoHalf: true, Unit: 1, src: s}
	p := of.Pair()
	for p.A.Extent()+p.B.Extent() == 0 { // two points: L, and so the width, may be below the doubles
		p = of.Pair()
	}
	least := 1.0
	for _, b := range []*Body3{&p.A, &p.B} {
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
	for _, b := range []*Body3{&p.A, &p.B} {
		b.lengths(func(x float64) float64 { return math.Ldexp(x, up) })
		for k := range b.P {
			if s.chance(0.1) {
				b.P[k] = float64(s.IntN(9)-4) * math.SmallestNonzeroFloat64
			}
		}
	}
	return p
}

// ledges returns rounded boxes, nearly parallel, whose normal leaves those of the faces by a slope
// at which these are still the features: the small one is over a margin of the large one, beyond
// an edge or a corner.
func (g *Gen3) ledges() Pair3 {
	s := g.src
	small := tenTo(-10 * s.Float64())
	var p Pair3
	for i, b := range []*Body3{&p.A, &p.B} {
		*b = Body3{Kind: "box", Rounded: true, Rounding: tenTo(1 - float64(3*s.Float64()))}
		for k := range b.Size {
			b.Size[k] = tenTo(-float64(float64(3*s.Float64()) * s.pick(0, 1)))
		}
		if b.Q = s.nearly(); i == 0 {
			b.lengths(func(x float64) float64 { return float64(x * small) })
		}
	}
	p.A.Rounded = s.chance(0.8)
	up := s.IntN(3)
	var at, n vector
	for k := range n {
		side := s.pick(-1, 1)
		at[k] = float64(float64(0.5*side) * p.B.Size[k])
		n[k] = float64(float64(0.08*side) * s.Float64())
		if k != up && s.chance(0.5) { // not beyond this edge
			at[k], n[k] = float64(at[k]*s.signed()), 0
		}
		if k == up {
			n[k] = side
		}
	}
	out := p.B.Rounding + float64(p.A.Extent()*s.signed()) + float64(s.pick(0, 1)*float64(p.B.Rounding*s.signed()))
	p.A.P = p.B.Turn(add(at, scale(n, out)))
	if s.chance(0.5) {
		p.A, p.B = p.B, p.A
	}
	return p
}
