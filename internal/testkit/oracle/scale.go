package oracle

import "math/big"

// rotation3 returns R(q) times q.q, and q.q, both scaled by the same power of two.
func rotation3(q [4]float64) (m [3]vec, n big.Int) {
	e, _ := common(0, false, q[:]...)
	var c [4]big.Int
	for i := range q {
		c[i] = integer(q[i], e)
	}
	mul := func(i, j int) *big.Int { return new(big.Int).Mul(&c[i], &c[j]) }
	const x, y, z, w = 0, 1, 2, 3
	for i := range c {
		n.Add(&n, mul(i, i))
	}
	for i := range 3 {
		// The diagonal is w w + i i - j j - k k = 2 (w w + i i) - n.
		d := mul(w, w)
		d.Add(d, mul(i, i)).Lsh(d, 1)
		m[i][i].Sub(d, &n)
	}
	off := func(r, col int, a, b *big.Int, sign int) {
		if sign < 0 {
			a.Sub(a, b)
		} else {
			a.Add(a, b)
		}
		m[r][col].Lsh(a, 1)
	}
	off(0, 1, mul(x, y), mul(w, z), -1)
	off(1, 0, mul(x, y), mul(w, z), 1)
	off(0, 2, mul(x, z), mul(w, y), 1)
	off(2, 0, mul(x, z), mul(w, y), -1)
	off(1, 2, mul(y, z), mul(w, x), -1)
	off(2, 1, mul(y, z), mul(w, x), 1)
	return m, n
}

// rotation2 returns the matrix of the cosine and sine, and 1, both scaled by the same power of two.
func rotation2(cs [2]float64) (m [3]vec, n big.Int) {
	e, _ := common(0, true, cs[:]...)
	c, s := integer(cs[0], e), integer(cs[1], e)
	n = integer(1, e)
	m[0][0].Set(&c)
	m[1][1].Set(&c)
	m[0][1].Neg(&s)
	m[1][0].Set(&s)
	m[2][2].Set(&n)
	return m, n
}

// newPair3 scales a and b.
func newPair3(a, b *Body3) *pair {
	p := &pair{}
	e, some := common(0, false, a.P[:]...)
	e, some = common(e, some, b.P[:]...)
	for _, body := range []*Body3{a, b} {
		if !body.Half {
			for i := range body.Points {
				e, some = common(e, some, body.Points[i][:]...)
			}
		}
	}
	e, some = commonWay(e, some, a.Way[:], a.Time)
	e, _ = commonWay(e, some, b.Way[:], b.Time)
	la, lb := local3(a, e), local3(b, e)
	ma, na := rotation3(a.Q)
	mb, nb := rotation3(b.Q)
	var pos vec
	for i := range pos {
		pa, pb := integer(a.P[i], e), integer(b.P[i], e)
		pos[i].Sub(&pb, &pa)
	}
	p.place(la, lb, &ma, &mb, &na, &nb, &pos, e)
	p.sweep(&p.a, &p.featA, a.Way[:], a.Time)
	p.sweep(&p.b, &p.featB, b.Way[:], b.Time)
	return p
}

// commonWay is common for the products of the coordinates of a way and a time.
func commonWay(e int, some bool, way []float64, t float64) (int, bool) {
	for _, v := range way {
		if v == 0 || t == 0 {
			continue
		}
		_, k := split(v)
		_, l := split(t)
		if !some || k+l < e {
			e, some = k+l, true
		}
	}
	return e, some
}

// sweep adds to a core's points those at the end of the way, and makes its features those of all.
func (p *pair) sweep(pts *[]vec, feat *func() features, way []float64, t float64) {
	m, k := split(t)
	var by vec
	for i, v := range way {
		n, l := split(v)
		by[i].Mul(big.NewInt(m), big.NewInt(n))
		if n != 0 && m != 0 {
			by[i].Lsh(&by[i], uint(k+l-p.exp))
		}
		by[i].Mul(&by[i], &p.den)
	}
	if by.isZero() {
		return
	}
	seen := map[[3]string]bool{}
	key := func(w *vec) [3]string { return [3]string{w[0].String(), w[1].String(), w[2].String()} }
	for i := range *pts {
		seen[key(&(*pts)[i])] = true
	}
	for _, w := range *pts {
		for i := range w {
			w[i] = *new(big.Int).Add(&w[i], &by[i])
		}
		if !seen[key(&w)] {
			*pts = append(*pts, w)
		}
	}
	all := *pts
	*feat = func() features {
		if p.flat {
			return planeFeatures(all)
		}
		return hullFeatures(all)
	}
}

// newPair2 scales a and b.
func newPair2(a, b *Body2) *pair {
	p := &pair{flat: true}
	e, some := common(0, false, a.P[:]...)
	e, some = common(e, some, b.P[:]...)
	for _, body := range []*Body2{a, b} {
		if !body.Half {
			for i := range body.Points {
				e, some = common(e, some, body.Points[i][:]...)
			}
		}
	}
	e, some = commonWay(e, some, a.Way[:], a.Time)
	e, _ = commonWay(e, some, b.Way[:], b.Time)
	la, lb := local2(a, e), local2(b, e)
	ma, na := rotation2(a.CS)
	mb, nb := rotation2(b.CS)
	var pos vec
	for i := range 2 {
		pa, pb := integer(a.P[i], e), integer(b.P[i], e)
		pos[i].Sub(&pb, &pa)
	}
	p.place(la, lb, &ma, &mb, &na, &nb, &pos, e)
	p.sweep(&p.a, &p.featA, a.Way[:], a.Time)
	p.sweep(&p.b, &p.featB, b.Way[:], b.Time)
	return p
}

// place fills p: A about the origin, B at pos, both times na nb, the denominators of the two
// rotations.
func (p *pair) place(la, lb []vec, ma, mb *[3]vec, na, nb *big.Int, pos *vec, e int) {
	p.exp = e
	p.den.Mul(na, nb)
	var fa, fb [3]vec // the rotations over the common denominator
	for i := range fa {
		fa[i] = *ma[i].scaled(nb)
		fb[i] = *mb[i].scaled(na)
	}
	p.posB = *pos.scaled(&p.den)
	p.a, p.b = make([]vec, len(la)), make([]vec, len(lb))
	for i := range la {
		p.a[i] = *apply(&fa, &la[i])
	}
	for i := range lb {
		v := apply(&fb, &lb[i])
		for k := range v {
			v[k].Add(&v[k], &p.posB[k])
		}
		p.b[i] = *v
	}
	p.matB, p.quatB = *mb, *nb
	p.featA = func() features { return p.turned(la, ma, p.a) }
	p.featB = func() features { return p.turned(lb, mb, p.b) }
}

// turned returns the features of the core with the local points l, in the pair's frame, where the
// points are w.
func (p *pair) turned(l []vec, m *[3]vec, w []vec) features {
	if p.flat {
		return planeFeatures(w)
	}
	f := hullFeatures(l)
	for i := range f.normals {
		f.normals[i] = *apply(m, &f.normals[i])
	}
	for i := range f.edges {
		f.edges[i] = *apply(m, &f.edges[i])
	}
	return f
}

// local3 returns the different points of a core, over 2^e.
func local3(b *Body3, e int) []vec {
	if b.Half {
		return nil
	}
	var out []vec
	seen := map[[3]float64]bool{}
	for _, pt := range b.Points {
		key := [3]float64{pt[0] + 0, pt[1] + 0, pt[2] + 0} // -0 is 0
		if !seen[key] {
			seen[key] = true
			out = append(out, vec{integer(pt[0], e), integer(pt[1], e), integer(pt[2], e)})
		}
	}
	return out
}

// local2 returns the different points of a core, over 2^e.
func local2(b *Body2, e int) []vec {
	if b.Half {
		return nil
	}
	var out []vec
	seen := map[[2]float64]bool{}
	for _, pt := range b.Points {
		key := [2]float64{pt[0] + 0, pt[1] + 0}
		if !seen[key] {
			seen[key] = true
			out = append(out, vec{integer(pt[0], e), integer(pt[1], e)})
		}
	}
	return out
}

// halfSpace3 returns the signed distance of the points of A and the half-space B.
func (p *pair) halfSpace3(b *Body3) root { return p.halfSpace(b.Normal[:], b.Offset) }

// halfSpace2 returns the signed distance of the points of A and the half-space B.
func (p *pair) halfSpace2(b *Body2) root { return p.halfSpace(b.Normal[:], b.Offset) }

// halfSpace returns (min over A of n.x - offset) / |n| of the half-space of B: the points x with (R
// normal) . (x - p) <= offset. In two dimensions R is a rotation but for rounding; it turns the
// normal, and the offset is taken as it is.
func (p *pair) halfSpace(normal []float64, offset float64) root {
	en, _ := common(0, false, normal...)
	var n vec
	for i, f := range normal {
		n[i] = integer(f, en)
	}
	nw := apply(&p.matB, &n) // n over quatB 2^-en
	var least *big.Int
	for i := range p.a {
		if h := dot(nw, sub(&p.a[i], &p.posB)); least == nil || h.Cmp(least) < 0 {
			least = h
		}
	}
	// n.x is least * 2^(exp + en) / (den * quatB); the offset comes over the same denominator.
	den := new(big.Int).Mul(&p.den, &p.quatB)
	e := p.exp + en
	eo, some := common(0, false, offset)
	if some && eo < e {
		least.Lsh(least, uint(e-eo))
		e = eo
	}
	off := integer(offset, e)
	least.Sub(least, off.Mul(&off, den))
	r := root{sign: least.Sign(), exp: e - en}
	if r.sign == 0 {
		return root{}
	}
	// For a rotation nw.nw = n.n quatB^2; the matrix of a rounded cosine and sine is not one, and a
	// distance is measured in the world.
	r.num.Mul(least, least)
	r.num.Mul(&r.num, p.quatB2())
	r.den.Mul(den, den)
	r.den.Mul(&r.den, dot(nw, nw))
	return r
}

// quatB2 returns the square of quatB.
func (p *pair) quatB2() *big.Int { return new(big.Int).Mul(&p.quatB, &p.quatB) }
