package d3

import (
	"math/big"
)

// The pose of a part of a compound is a product of poses, exactly. Its rotation is the product of
// the matrices R(q), over the product of the q.q; its position has the product of some q.q as
// denominator, which the unit of lengths takes up, so that all that follows works with integers as
// for any pair.

// exactPose is the pose of an object that is a part: the product of base, its position taken from
// from, and the chain.
type exactPose struct {
	of    *Object
	from  Vec
	base  Pose
	chain []Pose
}

// chains computes the rotations, the unit and the offset of a pair of parts, a first.
func (d *integers) chains(a *Object) {
	x, y := &d.posed[0], &d.posed[1]
	if x.of != a {
		*x, *y = *y, *x
	}
	for i := range d.posed {
		d.exp = lowest(lowest(d.exp, d.posed[i].from), d.posed[i].base.Pos)
		for _, p := range d.posed[i].chain {
			d.exp = lowest(d.exp, p.Pos)
		}
	}
	var ka, kb *big.Int
	var pa, pb [3]*big.Int
	d.na, ka, pa = d.chain(&d.ra, x)
	d.nb, kb, pb = d.chain(&d.rb, y)
	d.apart = d.ar.Sub(d.ar.Scale(pa, kb), d.ar.Scale(pb, ka))
	d.unit = d.ar.Mul(ka, kb)
}

// chain sets r to the integer matrix of a part and returns its denominator, and the position, in
// units of 2^exp, over k.
//
// Before each turn, p/k is the position of the part in the frame of chain[i], and r/n its rotation
// there.
func (d *integers) chain(r *[3][3]*big.Int, x *exactPose) (n, k *big.Int, p [3]*big.Int) {
	ar := &d.ar
	last := x.base
	if len(x.chain) > 0 {
		last = x.chain[len(x.chain)-1]
	}
	k = ar.Int().SetInt64(1)
	n = d.rotation(r, last.Rot)
	p = d.scaled(last.Pos, d.exp)
	for i := len(x.chain) - 2; i >= -1 && len(x.chain) > 0; i-- {
		outer := x.base
		if i >= 0 {
			outer = x.chain[i]
		}
		var m [3][3]*big.Int
		q := d.rotation(&m, outer.Rot)
		p = d.turned(&m, p)
		k = ar.Mul(k, q)
		for c, at := range d.scaled(outer.Pos, d.exp) {
			p[c].Add(p[c], ar.Mul(at, k))
		}
		in := *r
		for i := range 3 {
			for c := range 3 {
				r[i][c] = ar.Dot(m[i], [3]*big.Int{in[0][c], in[1][c], in[2][c]})
			}
		}
		n = ar.Mul(n, q)
	}
	for c, at := range d.scaled(x.from, d.exp) {
		p[c].Sub(p[c], ar.Mul(at, k))
	}
	return n, k, p
}
