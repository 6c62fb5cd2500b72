package d2

// The pose of a part of a compound is a product of poses, exactly. Its matrix is the product of the
// matrices of doubles, and all its numbers are multiples of a power of two, so that all that
// follows works with integers as for any pair.

// exactPose is the pose of an object that is a part: the product of base, its position taken from
// from, and the chain.
type exactPose struct {
	of    *Object
	from  Vec
	base  Pose
	chain []Pose
}

// at returns the poses of the product, the outermost first.
func (x *exactPose) at(i int) *Pose {
	if i == 0 {
		return &x.base
	}
	return &x.chain[i-1]
}

// chains computes the rotations, the units and the offset of a pair of parts.
func (d *integers) chains(a *Object) {
	x, y := &d.posed[0], &d.posed[1]
	if x.of != a {
		*x, *y = *y, *x
	}
	for i := range d.posed {
		z := &d.posed[i]
		d.exp = lowest(d.exp, z.from)
		for k := range len(z.chain) + 1 {
			d.exp = lowest(d.exp, z.at(k).Pos)
		}
	}
	ra, pa, sa := d.chain(x)
	rb, pb, sb := d.chain(y)
	d.shift = max(sa, sb)
	d.ra, d.rb = d.left(ra, d.shift-sa), d.left(rb, d.shift-sb)
	d.apart = d.sub(d.left(pa, d.shift-sa), d.left(pb, d.shift-sb))
	d.exp -= int(d.shift)
}

// left returns v times 2^n, in place.
func (d *integers) left(v bigVec, n uint) bigVec {
	v[0].Lsh(v[0], n)
	v[1].Lsh(v[1], n)
	return v
}

// chain returns the matrix of a part in units of 2^-shift, and its position in units of
// 2^(exp - shift).
//
// Before each turn r and p are those of the part in the frame of pose i of the product, for the
// shift so far.
func (d *integers) chain(x *exactPose) (r, p bigVec, shift uint) {
	r, p = bigVec{d.ar.Int().SetInt64(1), d.ar.Int().SetInt64(0)}, d.scaled(Vec{}, d.exp)
	for i := len(x.chain); i >= 0; i-- {
		z := x.at(i)
		c, s := z.Rot.cosSin()
		e := lowest(0, Vec{c, s})
		m := d.scaled(Vec{c, s}, e)
		shift += uint(-e)
		r, p = d.rotate(m, r), d.rotate(m, p)
		at := d.left(d.scaled(z.Pos, d.exp), shift)
		p[0].Add(p[0], at[0])
		p[1].Add(p[1], at[1])
	}
	from := d.left(d.scaled(x.from, d.exp), shift)
	return r, d.sub(p, from), shift
}

// offset returns the position of a less that of b in units of 2^exp, for the pair of the last call
// of poses in either order.
func (d *integers) offset(a, b *Object) bigVec {
	switch {
	case d.posed[0].of == nil:
		return d.sub(d.vec(a.pose.Pos), d.vec(b.pose.Pos))
	case d.posed[0].of == a:
		return bigVec{d.ar.Int().Set(d.apart[0]), d.ar.Int().Set(d.apart[1])}
	}
	return bigVec{d.ar.Int().Neg(d.apart[0]), d.ar.Int().Neg(d.apart[1])}
}
