package shapegen

import (
	"cmp"
	"math"
	"slices"
)

// Polytopes2 and Kinds2 name kinds for Gen2.Only.
var (
	Polytopes2 = []string{"circle", "capsule", "box", "polygon", "hull"}
	Kinds2     = []string{"circle", "capsule", "box", "polygon", "hull", "ellipse"}
)

// Gen2 draws pairs in two dimensions.
type Gen2 struct {
	Only    []string // the kinds to draw from; nil means Kinds2
	NoHalf  bool     // no half-spaces
	Unit    float64  // the unit of length; 0 draws one per pair
	Offset  float64  // the offset from the origin in sizes; negative draws one per pair
	NoRound bool     // no Rounded
	src     source
}

// New2 returns a generator.
func New2(seed uint64) *Gen2 { return &Gen2{src: newSource(seed), Offset: -1} }

// Pair returns the next pair.
func (g *Gen2) Pair() Pair2 {
	s := g.src
	lattice := s.chance(0.2)
	unit := g.Unit
	if unit == 0 {
		unit = s.unit(lattice)
	}
	ea, eb := s.extents(2)
	if lattice {
		for i := range 2 {
			ea[i], eb[i] = eighths(ea[i]), eighths(eb[i])
		}
	}
	ea, eb = scale(ea, unit), scale(eb, unit)
	var p Pair2
	if !g.NoHalf && s.chance(0.06) {
		p.A = g.halfSpace(ea, lattice)
	} else {
		p.A = g.body(ea, lattice)
	}
	p.B = g.body(eb, lattice)
	p.A.CS, p.B.CS = g.rotations(lattice)
	size := max(p.A.Extent(), p.B.Extent(), float64(0x1p-40*unit))
	g.place(&p, size, lattice)
	if s.chance(0.5) {
		p.A, p.B = p.B, p.A
	}
	return p
}

// body returns a shape with about the extents e, not placed. On the lattice all numbers are eighths
// of a power of two.
func (g *Gen2) body(e vector, lattice bool) Body2 {
	s := g.src
	only := g.Only
	if only == nil {
		only = Kinds2
	}
	b := Body2{Kind: only[s.IntN(len(only))]}
	if b.Kind != "polygon" && s.chance(0.08) {
		e[s.IntN(2)] = 0
	}
	switch b.Kind {
	case "circle":
		b.Radius = e[0] / 2
	case "capsule":
		b.Radius, b.Height = e[0]/2, e[1]
	case "box":
		b.Size = [2]float64{e[0], e[1]}
	case "ellipse":
		b.Size = [2]float64{e[0] / 2, e[1] / 2}
		if s.chance(0.1) {
			b.Size[1] = b.Size[0]
		}
	case "hull":
		b.Points = g.points(e, lattice)
	case "polygon":
		b.Points = g.polygon(e)
	}
	if !g.NoRound && s.chance(0.18) {
		b.Rounded = true
		if r := s.rounding(); lattice {
			b.Rounding = float64(eighths(r) * max(e[0], e[1]))
		} else {
			b.Rounding = float64(r * max(e[0], e[1]))
		}
	}
	return b
}

// points returns the points of a hull in a box of extents e.
func (g *Gen2) points(e vector, lattice bool) [][2]float64 {
	s := g.src
	coord := s.signed
	if lattice || s.chance(0.15) {
		coord = func() float64 { return float64(s.IntN(9)-4) / 4 }
	}
	var pts [][2]float64
	n := 4 + s.IntN(12)
	switch f := s.Float64(); {
	case f < 0.05:
		n = 1
	case f < 0.15:
		n = 2
	case f < 0.25:
		n = 3
	case f < 0.32: // a segment made of many points
		e[s.IntN(2)] = 0
	}
	for range n {
		pts = append(pts, [2]float64{float64(coord() * e[0] / 2), float64(coord() * e[1] / 2)})
	}
	if s.chance(0.1) {
		pts = append(pts, pts[s.IntN(n)])
	}
	if !lattice && s.chance(0.1) { // a frame whose origin lies outside
		t := scale(s.direction(2), float64(s.pick(1, 10, 1000)*max(e[0], e[1])))
		for i := range pts {
			pts[i] = [2]float64{pts[i][0] + t[0], pts[i][1] + t[1]}
		}
	}
	return pts
}

// polygon returns the corners of a convex polygon in about a box of extents e, in either winding
// from any start, some repeated, some in the middle of a side. They are whole multiples of powers
// of two, so that convexity can be decided, and kept, in integers.
func (g *Gen2) polygon(e vector) [][2]float64 {
	s := g.src
	bits := 2 + s.IntN(19)
	var hull [][2]int64
	for len(hull) < 3 {
		var pts [][2]int64
		for range 3 + s.IntN(14) {
			d := [2]float64{s.signed(), s.signed()}
			if bits > 4 && s.chance(0.7) {
				v := s.direction(2)
				d = [2]float64{v[0], v[1]}
			}
			// Even, so that the middle of two corners is whole.
			pts = append(pts, [2]int64{2 * int64(math.Ldexp(d[0], bits)), 2 * int64(math.Ldexp(d[1], bits))})
		}
		hull = convex(pts)
	}
	if s.chance(0.5) {
		slices.Reverse(hull)
	}
	var exp [2]int
	for k := range exp {
		_, exp[k] = math.Frexp(e[k])
	}
	start := s.IntN(len(hull))
	var out [][2]float64
	put := func(v [2]int64) {
		out = append(out, [2]float64{
			math.Ldexp(float64(v[0]), exp[0]-bits-3), math.Ldexp(float64(v[1]), exp[1]-bits-3),
		})
	}
	for i := range hull {
		v, w := hull[(start+i)%len(hull)], hull[(start+i+1)%len(hull)]
		put(v)
		if s.chance(0.05) {
			put(v)
		}
		if s.chance(0.08) {
			put([2]int64{(v[0] + w[0]) / 2, (v[1] + w[1]) / 2})
		}
	}
	return out
}

// convex returns the corners of the convex hull, counter-clockwise, without collinear ones.
func convex(pts [][2]int64) [][2]int64 {
	slices.SortFunc(pts, func(a, b [2]int64) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	pts = slices.Compact(pts)
	if len(pts) < 3 {
		return nil
	}
	chain := func() [][2]int64 {
		var h [][2]int64
		for _, p := range pts {
			for len(h) > 1 {
				u, v := h[len(h)-2], h[len(h)-1]
				if (v[0]-u[0])*(p[1]-u[1])-(v[1]-u[1])*(p[0]-u[0]) > 0 {
					break
				}
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		return h[:len(h)-1]
	}
	lower := chain()
	slices.Reverse(pts)
	hull := append(lower, chain()...)
	if len(hull) < 3 {
		return nil
	}
	return hull
}

// halfSpace returns a half-space, not placed.
func (g *Gen2) halfSpace(e vector, lattice bool) Body2 {
	s := g.src
	b := Body2{Kind: "half-space"}
	if lattice || s.chance(0.3) {
		b.Size[s.IntN(2)] = s.pick(1, -1, 4)
		b.Offset = float64(s.pick(0, 1, -2) * e[0])
		return b
	}
	n := scale(s.direction(2), s.pick(1, 0.1, 10, 1e-30, 1e30))
	b.Size = [2]float64{n[0], n[1]}
	b.Offset = float64(float64(s.signed()*e[0]) * math.Sqrt(dot(n, n)))
	return b
}

// rotations returns two pairs of cosine and sine.
func (g *Gen2) rotations(lattice bool) (a, b [2]float64) {
	s := g.src
	if lattice {
		return g.exact(false), g.exact(false)
	}
	switch f := s.Float64(); {
	case f < 0.3:
		a = [2]float64{1, 0}
	case f < 0.45:
		a = g.exact(true)
	default:
		a = g.turn()
	}
	if s.chance(0.5) {
		return a, g.turn()
	}
	b = a
	if s.chance(0.5) {
		b = multiply2(b, g.exact(false))
	}
	if t := s.tilt(); t > 0 {
		h := t / 2
		n := 1 + float64(h*h)
		b = unit2(multiply2(b, [2]float64{(1 - float64(h*h)) / n, t / n}))
	}
	return a, b
}

// exact returns a rotation by a multiple of 90 degrees, or one with a 3-4-5 ratio.
func (g *Gen2) exact(ratio bool) [2]float64 {
	s := g.src
	if ratio && s.chance(0.5) {
		return [2]float64{0.6, s.pick(0.8, -0.8)}
	}
	return [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}[s.IntN(4)]
}

// turn returns a random rotation.
func (g *Gen2) turn() [2]float64 {
	v := g.src.direction(2)
	return unit2([2]float64{v[0], v[1]})
}

// unit2 returns v over its length, near enough to 1 to be taken as it is: the larger number moves
// by ulps until that is so.
func unit2(v [2]float64) [2]float64 {
	l := math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]))
	v = [2]float64{v[0] / l, v[1] / l}
	k := 0
	if math.Abs(v[1]) > math.Abs(v[0]) {
		k = 1
	}
	for range 8 {
		e := excess(v)
		if math.Abs(e) <= 3*0x1p-53 {
			break
		}
		to := math.Copysign(2, v[k])
		if e > 0 {
			to = 0
		}
		v[k] = math.Nextafter(v[k], to)
	}
	return v
}

// excess returns c c + s s - 1 to about 2^-100.
func excess(v [2]float64) float64 {
	cc, ss := float64(v[0]*v[0]), float64(v[1]*v[1])
	low := math.FMA(v[0], v[0], -cc) + math.FMA(v[1], v[1], -ss)
	if cc < ss {
		cc, ss = ss, cc
	}
	return (cc - 1) + ss + low
}

// multiply2 returns the product of two rotations, rounded.
func multiply2(p, q [2]float64) [2]float64 {
	return [2]float64{
		float64(p[0]*q[0]) - float64(p[1]*q[1]),
		float64(p[1]*q[0]) + float64(p[0]*q[1]),
	}
}

// place sets the positions.
func (g *Gen2) place(p *Pair2, size float64, lattice bool) {
	s := g.src
	off := g.Offset
	if off < 0 {
		off = s.offset()
	}
	if off > 0 {
		d := s.direction(2)
		at := size
		if lattice {
			d, at, off = vector{1, -1}, math.Ldexp(1, math.Ilogb(size)), math.Ldexp(1, math.Ilogb(off))
		}
		p.A.P = [2]float64{float64(d[0] * float64(off*at)), float64(d[1] * float64(off*at))}
	}
	if p.A.Half() {
		g.onPlane(p, size)
		return
	}
	var rel vector
	switch s.place() {
	case near:
		rel = g.contact(p, size, lattice)
	case deep:
		rel = scale(s.direction(2), float64(float64(s.Float64()*s.pick(0.2, 0.5, 0))*min(p.A.Extent(), p.B.Extent())))
		rel = add(rel, sub(p.A.Turn(p.A.Center()), p.B.Turn(p.B.Center())))
	case far:
		rel = scale(s.direction(2), float64(size*float64(s.pick(1, 3, 1e3)*(0.6+s.Float64()))))
		rel = add(rel, sub(p.A.Turn(p.A.Center()), p.B.Turn(p.B.Center())))
	}
	p.B.P = [2]float64{p.A.P[0] + rel[0], p.A.P[1] + rel[1]}
}

// contact returns the position of B relative to A at which their supporting lines along some
// direction are a small gap apart, and the points on them face each other.
func (g *Gen2) contact(p *Pair2, size float64, lattice bool) vector {
	s := g.src
	var n vector
	switch i := s.IntN(3); {
	case lattice || i == 0:
		n = p.A.Turn(g.sideNormal(&p.A))
	case i == 1:
		n = p.B.Turn(g.sideNormal(&p.B))
	default:
		n = s.direction(2)
	}
	a := p.A.Turn(g.top(&p.A, p.A.Back(n)))
	b := p.B.Turn(g.top(&p.B, p.B.Back(scale(n, -1))))
	r := float64(s.gap() * size)
	for _, m := range append(p.A.Margins(), p.B.Margins()...) {
		r += m
	}
	return add(sub(a, b), scale(n, r))
}

// sideNormal returns a unit vector in the body's frame that is likely to be normal to a side.
func (g *Gen2) sideNormal(b *Body2) vector {
	s := g.src
	var n vector
	n[s.IntN(2)] = s.pick(1, -1)
	pts := b.Points
	for range min(len(pts), 12) {
		i := s.IntN(len(pts))
		j := (i + 1) % len(pts)
		if b.Kind == "hull" {
			j = s.IntN(len(pts))
		}
		c, ok := normal(vector{pts[j][1] - pts[i][1], pts[i][0] - pts[j][0]})
		if !ok {
			continue
		}
		n = c
		high := 0
		for _, q := range b.corners() {
			if dot(n, sub(q, vector{pts[i][0], pts[i][1]})) > float64(1e-12*b.Extent()) {
				high++
			}
		}
		if high == 0 {
			return n
		}
		if b.Kind == "polygon" {
			return scale(n, -1) // clockwise
		}
	}
	return n
}

// top returns a core point of b farthest along n, which is a unit vector in its frame: a random one
// of several.
func (g *Gen2) top(b *Body2, n vector) vector {
	if b.Kind != "ellipse" {
		return g.src.top(b.corners(), n)
	}
	m, ok := normal(vector{float64(b.Size[0] * n[0]), float64(b.Size[1] * n[1])})
	if !ok {
		return vector{}
	}
	return vector{float64(b.Size[0] * m[0]), float64(b.Size[1] * m[1])}
}

// onPlane places B on the half-space A.
func (g *Gen2) onPlane(p *Pair2, size float64) {
	s := g.src
	size2 := vector{p.A.Size[0], p.A.Size[1]}
	local, _ := normal(size2)
	n := p.A.Turn(local)
	at := add(vector{p.A.P[0], p.A.P[1]}, scale(n, p.A.Offset/math.Sqrt(dot(size2, size2))))
	at = add(at, scale(vector{-n[1], n[0]}, float64(size*float64(s.pick(0, 1, 100)*s.signed()))))
	b := p.B.Turn(g.top(&p.B, p.B.Back(scale(n, -1))))
	r := 0.0
	switch s.place() {
	case near:
		r = float64(s.gap() * size)
	case deep:
		r = -float64(size * s.Float64())
	case far:
		r = float64(size * float64(10*s.Float64()))
	}
	for _, m := range p.B.Margins() {
		r += m
	}
	b = add(sub(at, b), scale(n, r))
	p.B.P = [2]float64{b[0], b[1]}
}
