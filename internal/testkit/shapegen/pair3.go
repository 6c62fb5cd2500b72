package shapegen

import "math"

// Polytopes3 and the lists below name kinds for Gen3.Only.
var (
	Polytopes3 = []string{"sphere", "capsule", "box", "hull"}
	Kinds3     = []string{"sphere", "capsule", "box", "hull", "cylinder", "cone", "ellipsoid"}
)

// Gen3 draws pairs in three dimensions.
type Gen3 struct {
	Only    []string // the kinds to draw from; nil means Kinds3
	NoHalf  bool     // no half-spaces
	Unit    float64  // the unit of length; 0 draws one per pair
	Offset  float64  // the offset from the origin in sizes; negative draws one per pair
	NoRound bool     // no Rounded
	src     source
}

// New3 returns a generator.
func New3(seed uint64) *Gen3 { return &Gen3{src: newSource(seed), Offset: -1} }

// Pair returns the next pair.
func (g *Gen3) Pair() Pair3 {
	s := g.src
	lattice := s.chance(0.2)
	unit := g.Unit
	if unit == 0 {
		unit = s.unit(lattice)
	}
	ea, eb := s.extents(3)
	if lattice {
		for i := range ea {
			ea[i], eb[i] = eighths(ea[i]), eighths(eb[i])
		}
	}
	ea, eb = scale(ea, unit), scale(eb, unit)
	var p Pair3
	if !g.NoHalf && s.chance(0.06) {
		p.A = g.halfSpace(ea, lattice)
	} else {
		p.A = g.body(ea, lattice)
	}
	p.B = g.body(eb, lattice)
	p.A.Q, p.B.Q = g.rotations(lattice)
	size := max(p.A.Extent(), p.B.Extent(), float64(0x1p-40*unit))
	g.place(&p, size, lattice)
	if s.chance(0.5) {
		p.A, p.B = p.B, p.A
	}
	return p
}

// body returns a shape with about the extents e, not placed. On the lattice all numbers are eighths
// of a power of two.
func (g *Gen3) body(e vector, lattice bool) Body3 {
	s := g.src
	only := g.Only
	if only == nil {
		only = Kinds3
	}
	b := Body3{Kind: only[s.IntN(len(only))]}
	if s.chance(0.08) {
		e[s.IntN(3)] = 0
	}
	switch b.Kind {
	case "sphere":
		b.Radius = e[0] / 2
	case "capsule", "cylinder", "cone":
		b.Radius, b.Height = e[0]/2, e[2]
	case "box":
		b.Size = e
	case "ellipsoid":
		b.Size = scale(e, 0.5)
		if s.chance(0.1) {
			b.Size = vector{b.Size[0], b.Size[0], b.Size[0]}
		}
	case "hull":
		b.Points = g.points(e, lattice)
	}
	if !g.NoRound && s.chance(0.18) {
		b.Rounded = true
		if r := s.rounding(); lattice {
			b.Rounding = float64(eighths(r) * max(e[0], e[1], e[2]))
		} else {
			b.Rounding = float64(r * max(e[0], e[1], e[2]))
		}
	}
	return b
}

// points returns the points of a hull in a box of extents e.
func (g *Gen3) points(e vector, lattice bool) []vector {
	s := g.src
	coord := s.signed
	if lattice || s.chance(0.15) {
		coord = func() float64 { return float64(s.IntN(9)-4) / 4 }
	}
	var pts []vector
	draw := func(n int) {
		for range n {
			pts = append(pts, vector{
				float64(coord() * e[0] / 2), float64(coord() * e[1] / 2), float64(coord() * e[2] / 2),
			})
		}
	}
	switch f := s.Float64(); {
	case f < 0.04:
		draw(1)
	case f < 0.10:
		draw(2)
	case f < 0.16:
		draw(3)
	case f < 0.24: // flat
		e[s.IntN(3)] = 0
		draw(3 + s.IntN(8))
	case f < 0.34: // tetrahedron
		draw(4)
	case f < 0.50: // prism
		draw(3 + s.IntN(6))
		for i, n := 0, len(pts); i < n; i++ {
			pts[i][2] = e[2] / 2
			pts = append(pts, vector{pts[i][0], pts[i][1], -e[2] / 2})
		}
	case f < 0.75: // round
		for range 8 + s.IntN(16) {
			d := s.direction(3)
			pts = append(pts, vector{float64(d[0] * e[0] / 2), float64(d[1] * e[1] / 2), float64(d[2] * e[2] / 2)})
		}
	default:
		draw(5 + s.IntN(16))
	}
	if s.chance(0.1) {
		pts = append(pts, pts[s.IntN(len(pts))])
	}
	if !lattice && s.chance(0.1) { // a frame whose origin lies outside
		t := scale(s.direction(3), float64(s.pick(1, 10, 1000)*max(e[0], e[1], e[2])))
		for i := range pts {
			pts[i] = add(pts[i], t)
		}
	}
	return pts
}

// halfSpace returns a half-space, not placed.
func (g *Gen3) halfSpace(e vector, lattice bool) Body3 {
	s := g.src
	b := Body3{Kind: "half-space"}
	if lattice || s.chance(0.3) {
		b.Size[s.IntN(3)] = s.pick(1, -1, 4)
		b.Offset = float64(s.pick(0, 1, -2) * e[0])
		return b
	}
	b.Size = scale(s.direction(3), s.pick(1, 0.1, 10, 1e-30, 1e30))
	b.Offset = float64(float64(s.signed()*e[0]) * math.Sqrt(dot(b.Size, b.Size)))
	return b
}

// rotations returns two quaternions.
func (g *Gen3) rotations(lattice bool) (a, b [4]float64) {
	s := g.src
	if lattice {
		return g.exact(false), g.exact(false)
	}
	switch f := s.Float64(); {
	case f < 0.3:
		a = [4]float64{0, 0, 0, 1}
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
		b = multiply(b, g.exact(false))
	}
	if t := s.tilt(); t > 0 {
		d := scale(s.direction(3), t/2)
		b = multiply(b, [4]float64{d[0], d[1], d[2], 1})
	}
	return a, b
}

// exact returns a quaternion of an axis-parallel rotation by a multiple of 90 degrees, or one with
// a 3-4-5 ratio, whose numbers are short.
func (g *Gen3) exact(ratio bool) [4]float64 {
	s := g.src
	var q [4]float64
	switch s.IntN(4) {
	case 0:
		q[3] = 1
	case 1:
		q[s.IntN(4)] = 1
	case 2:
		for i := range q {
			q[i] = s.pick(0.5, -0.5)
		}
	case 3:
		q[3] = 1
		if ratio {
			q[s.IntN(3)], q[3] = 0.6, 0.8
		}
	}
	return q
}

// turn returns a random quaternion, a tenth of them not of unit length.
func (g *Gen3) turn() [4]float64 {
	s := g.src
	for {
		var q [4]float64
		var n float64
		for i := range q {
			q[i] = s.signed()
			n += float64(q[i] * q[i])
		}
		if n < 0.01 || n > 1 {
			continue
		}
		k := 1 / math.Sqrt(n)
		if s.chance(0.1) {
			k *= 1 + float64(s.signed()*4e-4)
		}
		for i := range q {
			q[i] = float64(q[i] * k)
		}
		return q
	}
}

// multiply returns the product of two quaternions, rounded.
func multiply(p, q [4]float64) [4]float64 {
	v, w := vector{p[0], p[1], p[2]}, vector{q[0], q[1], q[2]}
	r := add(add(scale(w, p[3]), scale(v, q[3])), cross(v, w))
	return [4]float64{r[0], r[1], r[2], float64(p[3]*q[3]) - dot(v, w)}
}

// place sets the positions.
func (g *Gen3) place(p *Pair3, size float64, lattice bool) {
	s := g.src
	off := g.Offset
	if off < 0 {
		off = s.offset()
	}
	if off > 0 {
		d, at := s.direction(3), size
		if lattice { // powers of two
			d, at, off = vector{1, -1, 1}, math.Ldexp(1, math.Ilogb(size)), math.Ldexp(1, math.Ilogb(off))
		}
		p.A.P = scale(d, float64(off*at))
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
		rel = scale(s.direction(3), float64(float64(s.Float64()*s.pick(0.2, 0.5, 0))*min(p.A.Extent(), p.B.Extent())))
		rel = add(rel, sub(p.A.Turn(p.A.Center()), p.B.Turn(p.B.Center())))
	case far:
		rel = scale(s.direction(3), float64(size*float64(s.pick(1, 3, 1e3)*(0.6+s.Float64()))))
		rel = add(rel, sub(p.A.Turn(p.A.Center()), p.B.Turn(p.B.Center())))
	}
	p.B.P = add(p.A.P, rel)
}

// contact returns the position of B relative to A at which their supporting planes along some
// direction are a small gap apart, and the points on them face each other.
func (g *Gen3) contact(p *Pair3, size float64, lattice bool) vector {
	s := g.src
	n := g.feature(p, lattice)
	a := p.A.Turn(g.top(&p.A, p.A.Back(n)))
	b := p.B.Turn(g.top(&p.B, p.B.Back(scale(n, -1))))
	r := float64(s.gap() * size)
	for _, m := range append(p.A.Margins(), p.B.Margins()...) {
		r += m
	}
	return add(sub(a, b), scale(n, r))
}

// feature returns a unit direction in the world: at random, or a face normal of a body, or normal
// to an edge of each.
func (g *Gen3) feature(p *Pair3, lattice bool) vector {
	s := g.src
	for range 8 {
		var n vector
		switch i := s.IntN(4); {
		case lattice || i == 0:
			n = p.A.Turn(g.faceNormal(&p.A))
		case i == 1:
			n = p.B.Turn(g.faceNormal(&p.B))
		case i == 2:
			n = cross(p.A.Turn(g.edge(&p.A)), p.B.Turn(g.edge(&p.B)))
		default:
			n = s.direction(3)
		}
		if n, ok := normal(n); ok {
			return n
		}
	}
	return vector{1, 0, 0}
}

// faceNormal returns a direction in the body's frame that is likely to be normal to a face.
func (g *Gen3) faceNormal(b *Body3) vector {
	s := g.src
	var n vector
	n[s.IntN(3)] = s.pick(1, -1)
	if b.Kind != "hull" || len(b.Points) < 3 {
		return n
	}
	for range 12 {
		i, j, k := s.IntN(len(b.Points)), s.IntN(len(b.Points)), s.IntN(len(b.Points))
		c, ok := normal(cross(sub(b.Points[j], b.Points[i]), sub(b.Points[k], b.Points[i])))
		if !ok {
			continue
		}
		n = c
		h, up := dot(n, b.Points[i]), 0
		for _, q := range b.Points {
			if dot(n, q) > h+float64(1e-12*b.Extent()) {
				up++
			}
		}
		if up == 0 {
			return n
		}
	}
	return n
}

// edge returns a direction in the body's frame that is likely to be an edge's.
func (g *Gen3) edge(b *Body3) vector {
	s := g.src
	var n vector
	n[s.IntN(3)] = 1
	if b.Kind == "hull" && len(b.Points) > 1 {
		if c, ok := normal(sub(b.Points[s.IntN(len(b.Points))], b.Points[s.IntN(len(b.Points))])); ok {
			return c
		}
	}
	return n
}

// top returns a core point of b farthest along n, which is a unit vector in its frame: a random one
// of several.
func (g *Gen3) top(b *Body3, n vector) vector {
	s := g.src
	const tie = 1e-10
	rho := math.Sqrt(float64(n[0]*n[0]) + float64(n[1]*n[1]))
	rim := func(z float64) vector {
		if rho < tie { // anywhere on the disc
			d := scale(s.direction(2), float64(b.Radius*s.Float64()))
			return vector{d[0], d[1], z}
		}
		return vector{float64(b.Radius*n[0]) / rho, float64(b.Radius*n[1]) / rho, z}
	}
	h := b.Height / 2
	switch b.Kind {
	case "cylinder":
		if math.Abs(n[2]) < tie {
			return rim(float64(h * s.signed()))
		}
		return rim(math.Copysign(h, n[2]))
	case "cone":
		apex, base := float64(h*n[2]), float64(b.Radius*rho)-float64(h*n[2])
		if math.Abs(apex-base) <= float64(tie*(b.Radius+h)) {
			f := s.Float64()
			return add(scale(rim(-h), f), scale(vector{0, 0, h}, 1-f))
		}
		if apex > base {
			return vector{0, 0, h}
		}
		return rim(-h)
	case "ellipsoid":
		m := vector{float64(b.Size[0] * n[0]), float64(b.Size[1] * n[1]), float64(b.Size[2] * n[2])}
		if m, ok := normal(m); ok {
			return vector{float64(b.Size[0] * m[0]), float64(b.Size[1] * m[1]), float64(b.Size[2] * m[2])}
		}
		return vector{}
	}
	return s.top(b.Corners(), n)
}

// onPlane places B on the half-space A.
func (g *Gen3) onPlane(p *Pair3, size float64) {
	s := g.src
	local, _ := normal(p.A.Size)
	n := p.A.Turn(local)
	l := math.Sqrt(dot(p.A.Size, p.A.Size))
	at := add(p.A.P, scale(n, p.A.Offset/l))
	side := cross(n, s.direction(3))
	at = add(at, scale(side, float64(size*s.pick(0, 1, 100))))
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
	p.B.P = add(sub(at, b), scale(n, r))
}
