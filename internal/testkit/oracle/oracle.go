// Package oracle answers what the queries of d2 and d3 answer, slowly, obviously and exactly, for
// tests.
//
// Every number of the input is the double given. A rotation means R(q)/(q.q) in three dimensions
// and the matrix [[c, -s], [s, c]] in two. The points are scaled to integers by their common
// denominator, and all decisions are signs of integers; only the final square root is rounded, into
// an interval.
//
// It shares no code with d2 and d3: the distance is GJK in integers, accepted only with the
// certificate that no vertex lies nearer; the depth is the least support value of the Minkowski
// difference over a set of directions that holds all its facet normals.
package oracle

import (
	"fmt"
	"math/big"

	"github.com/collide-go/collide"
)

// Body3 is a polytope, or a half-space, grown by balls, at a pose. Points and the plane are in its
// own frame.
type Body3 struct {
	Points  [][3]float64 // the core is their convex hull; at most 128 different ones
	Q       [4]float64   // x, y, z, w; not zero; need not be unit
	P       [3]float64   // the position of the frame's origin
	Margins []float64    // the radii by which the core is grown; a sum below zero comes off the depth

	Half   bool // the core is the half-space Normal . x <= Offset in place of the points
	Normal [3]float64
	Offset float64

	Way  [3]float64 // the points sweep all that they pass by x Way, 0 <= x <= Time, in the world's axes
	Time float64
}

// Body2 is the same in the plane.
type Body2 struct {
	Points  [][2]float64
	CS      [2]float64 // cosine and sine
	P       [2]float64
	Margins []float64

	Half   bool
	Normal [2]float64
	Offset float64

	Way  [2]float64
	Time float64
}

// Answer is the exact relation, and the signed distance between two doubles at most four ulp apart.
type Answer struct {
	Relation collide.Relation // never Undecided
	Lo, Hi   float64          // Lo <= signed distance <= Hi; both zero when touching
}

// String prints the answer with full precision.
func (a Answer) String() string { return fmt.Sprintf("%v [%v, %v]", a.Relation, a.Lo, a.Hi) }

// Solve3 answers about a and b, of which at most one is a half-space.
func Solve3(a, b *Body3) Answer {
	if a.Half {
		a, b = b, a
	}
	p := newPair3(a, b)
	if b.Half {
		return answer(p.halfSpace3(b), p.margins(a.Margins, b.Margins))
	}
	return answer(p.signedRoot(), p.margins(a.Margins, b.Margins))
}

// Solve2 answers about a and b, of which at most one is a half-space.
func Solve2(a, b *Body2) Answer {
	if a.Half {
		a, b = b, a
	}
	p := newPair2(a, b)
	if b.Half {
		return answer(p.halfSpace2(b), p.margins(a.Margins, b.Margins))
	}
	return answer(p.signedRoot(), p.margins(a.Margins, b.Margins))
}

// pair holds two cores as integer points: a real length is an integer times 2^exp / den. The frame
// is turned and shifted so that no large offset is left; in two dimensions all third coordinates
// are zero.
type pair struct {
	a, b []vec
	exp  int
	den  big.Int

	flat  bool // two dimensions
	featA func() features
	featB func() features
	matB  [3]vec  // the rotation of B as integers, for its half-space's normal
	quatB big.Int // the denominator of matB
	posB  vec     // B's position as seen from A's, an integer point like those of a
	sumR  big.Int // the sum of the margins is sumR * 2^expR
	expR  int
}

// features are the directions that make facet normals: facet normals and edges of a core, as
// integer vectors of any length in the pair's frame.
type features struct{ normals, edges []vec }

// signedRoot returns the signed distance of the cores.
func (p *pair) signedRoot() root {
	dir, w := p.closest()
	if dir != nil {
		return p.root(1, dot(dir, w), dot(dir, dir))
	}
	num, den := p.depth()
	if num == nil {
		return root{}
	}
	return p.root(-1, num, den)
}

// root returns sign * |h| / sqrt(dd) in real units: the distance of a plane whose normal has the
// squared length dd and whose value at one of its points is h.
func (p *pair) root(sign int, h, dd *big.Int) root {
	if h.Sign() == 0 {
		return root{}
	}
	r := root{sign: sign, exp: p.exp}
	r.num.Mul(h, h)
	r.den.Mul(dd, &p.den)
	r.den.Mul(&r.den, &p.den)
	return r
}
