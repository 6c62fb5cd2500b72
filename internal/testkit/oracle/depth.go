package oracle

import (
	"math"
	"math/big"
)

// margin of the float filter, in units of the pair's size: a support value along a float normal
// that comes from edges at an angle above wellConditioned is off by less than 1e-10.
const (
	filter          = 1e-8
	wellConditioned = 1e-5
)

// axis is a candidate direction: a vector, or the product of two.
type axis struct{ u, v *vec }

// vector returns the direction, of any length; zero for two parallel vectors.
func (c axis) vector() *vec {
	if c.v == nil {
		return c.u
	}
	return cross(c.u, c.v)
}

// depth returns the least support value h of A - B over all unit directions as h = num / sqrt(den),
// where A - B holds the origin. nil, nil means 0: A - B is so flat that it has no facet.
//
// Every facet normal of A - B is one of A, one of B, or normal to an edge of each. Directions that
// are no facet normals do no harm: no support value is less than the depth.
func (p *pair) depth() (num, den *big.Int) {
	cand := p.axes()
	guess, unsure, least := p.guess(cand)
	for i, c := range cand {
		if !unsure[i] && guess[i] > least+filter {
			continue
		}
		n := c.vector()
		if n.isZero() {
			continue
		}
		h, nn := p.width(n), dot(n, n)
		if num == nil || smaller(h, nn, num, den) {
			num, den = h, nn
		}
	}
	return num, den
}

// smaller reports h / sqrt(hh) < k / sqrt(kk) for h, k >= 0.
func smaller(h, hh, k, kk *big.Int) bool {
	var l, r big.Int
	l.Mul(h, h).Mul(&l, kk)
	r.Mul(k, k).Mul(&r, hh)
	return l.Cmp(&r) < 0
}

// width returns the smaller support value of A - B along n and -n.
func (p *pair) width(n *vec) *big.Int {
	minA, maxA := extremes(p.a, n)
	minB, maxB := extremes(p.b, n)
	h := maxA.Sub(maxA, minB)
	if k := maxB.Sub(maxB, minA); k.Cmp(h) < 0 {
		return k
	}
	return h
}

// extremes returns the least and the greatest inner product with n.
func extremes(pts []vec, n *vec) (lo, hi *big.Int) {
	for i := range pts {
		h := dot(&pts[i], n)
		if lo == nil || h.Cmp(lo) < 0 {
			lo = h
		}
		if hi == nil || h.Cmp(hi) > 0 {
			hi = h
		}
	}
	return new(big.Int).Set(lo), new(big.Int).Set(hi)
}

// axes returns the candidates for facet normals of A - B.
func (p *pair) axes() []axis {
	fa, fb := p.featA(), p.featB()
	var out []axis
	for _, f := range []features{fa, fb} {
		for i := range f.normals {
			out = append(out, axis{u: &f.normals[i]})
		}
	}
	if p.flat {
		return out
	}
	for i := range fa.edges {
		for j := range fb.edges {
			out = append(out, axis{&fa.edges[i], &fb.edges[j]})
		}
	}
	return out
}

// guess returns the widths along the candidates in floats, in units of the pair's size, the
// candidates for which floats say nothing, and the least width of the others.
func (p *pair) guess(cand []axis) (widths []float64, unsure []bool, least float64) {
	k := 0
	for _, pts := range [][]vec{p.a, p.b} {
		for i := range pts {
			k = max(k, pts[i].bits())
		}
	}
	fa, fb := floats(p.a, k), floats(p.b, k)
	widths, unsure = make([]float64, len(cand)), make([]bool, len(cand))
	least = math.Inf(1)
	cache := map[*vec][3]float64{}
	unit := func(v *vec) [3]float64 {
		u, ok := cache[v]
		if !ok {
			u = normalised(v.float(v.bits()))
			cache[v] = u
		}
		return u
	}
	for i, c := range cand {
		n := unit(c.u)
		if c.v != nil {
			v := unit(c.v)
			n = fcross(n, v)
			if !(math.Sqrt(fdot(n, n)) > wellConditioned) {
				unsure[i] = true
				continue
			}
			n = normalised(n)
		}
		minA, maxA := fextremes(fa, n)
		minB, maxB := fextremes(fb, n)
		widths[i] = min(maxA-minB, maxB-minA)
		least = min(least, widths[i])
	}
	return widths, unsure, least
}

func floats(pts []vec, k int) [][3]float64 {
	out := make([][3]float64, len(pts))
	for i := range pts {
		out[i] = pts[i].float(k)
	}
	return out
}

func fdot(v, w [3]float64) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

func fcross(v, w [3]float64) [3]float64 {
	return [3]float64{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

func normalised(v [3]float64) [3]float64 {
	l := math.Sqrt(fdot(v, v))
	return [3]float64{v[0] / l, v[1] / l, v[2] / l}
}

func fextremes(pts [][3]float64, n [3]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, pt := range pts {
		h := fdot(pt, n)
		lo, hi = min(lo, h), max(hi, h)
	}
	return lo, hi
}
