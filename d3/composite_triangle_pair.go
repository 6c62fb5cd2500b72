package d3

import (
	"math"

	"github.com/collide-go/collide/internal/pairs"
)

// Most pairs of triangles that a search comes to are farther apart than the best pair so far. A
// direction that doubles find proves that: how far it separates six points takes six products and
// needs no trust in how it was found. Only the other pairs are made hulls for the solver, which
// alone decides relations. docs/math/compound.md, "Triangles".

// facets makes the leaves of a body of triangles.
type facets interface {
	vertices(i int32) (a, b, c Vec) // the corners of leaf i; of a thin one two ends and a point between
}

// facetLeaf is how many triangles a leaf of a tree holds.
const facetLeaf = 6

// leastLength is part of every pad: of lengths near it the squares keep all their digits, while
// shorter ones tell nothing here and are left to the solver, which scales.
const leastLength = 0x1p-400

// facetPair is the work space for pairs of triangles of F and G.
type facetPair struct {
	f, g  facets // nil where not both bodies are made of triangles
	rel   *posed
	pad   float64 // what rounding may do to a separation by a unit vector
	ia    int32   // the triangle of F that is a, -1 for none
	a     placedFacet
	b     *placedFacet
	known []placedFacet // triangle j of G at j modulo the length
	query uint64
	s     simplex
	n     Vec           // of the last pair that waits: toward F, about a unit vector
	aim   Vec           // the direction that the ends of triangles are known along
	aimed uint64        // counts its changes
	upper float64       // the least upper bound of the distance of pairs that wait
	wait  []waitingPair // to be asked about when the search is done
}

// placedFacet is a triangle in the frame of F.
type placedFacet struct {
	query  uint64
	j      int32
	corner [3]Vec
	lo, hi Vec // the box, where boxed
	boxed  bool
	aimed  uint64
	end    float64 // along the aim with that number: that of a toward b, of b toward a
}

// waitingPair is a pair of triangles with a certain lower bound of their distance.
type waitingPair struct {
	pairs.Pair
	lower float64
}

// facetsKept is how many triangles of G are kept in F's frame.
const facetsKept = 64

// start begins a query about f and g, of which g lies in the frame of f as rel says. No length
// of the pair is greater than size.
func (p *facetPair) start(f, g facets, rel *posed, size float64) {
	p.f, p.g = f, g
	if f == nil || g == nil {
		p.f = nil
		return
	}
	if p.known == nil {
		p.known = make([]placedFacet, facetsKept)
	}
	p.query++
	p.rel, p.ia, p.upper, p.wait = rel, -1, math.Inf(1), p.wait[:0]
	p.pad = float64(facetPad*unit*size) + rel.off() + leastLength
}

// load makes a triangle i of F and b triangle j of G.
func (p *facetPair) load(i, j int32) {
	if p.ia != i {
		p.ia = i
		p.a.set(p.f.vertices(i))
	}
	p.b = &p.known[j%facetsKept]
	if p.b.j != j || p.b.query != p.query {
		p.b.j, p.b.query = j, p.query
		x, y, z := p.g.vertices(j)
		p.b.set(p.rel.near(x), p.rel.near(y), p.rel.near(z))
	}
}

// set gives t its corners.
func (t *placedFacet) set(a, b, c Vec) {
	t.corner = [3]Vec{a, b, c}
	t.boxed, t.aimed = false, 0
}

// normal returns a normal of any length.
func (t *placedFacet) normal() Vec {
	c := &t.corner
	return c[1].Sub(c[0]).Cross(c[2].Sub(c[0]))
}

// aside returns how far n separates a and b, as separation does; it is quick about triangles that
// were asked about with the same n.
func (p *facetPair) aside(n Vec) float64 {
	a, b := &p.a, p.b
	if n != p.aim {
		p.aim = n
		p.aimed++
	}
	if a.aimed != p.aimed {
		c := &a.corner
		a.aimed, a.end = p.aimed, max(n.Dot(c[0]), n.Dot(c[1]), n.Dot(c[2]))
	}
	if b.aimed != p.aimed {
		c := &b.corner
		b.aimed, b.end = p.aimed, min(n.Dot(c[0]), n.Dot(c[1]), n.Dot(c[2]))
	}
	return b.end - a.end
}

// separation returns how far n separates a and b, times its length, and the corners that tell: the
// last one of a along n, the first one of b.
func (p *facetPair) separation(n Vec) (sep float64, i, j int) {
	a, b := &p.a.corner, &p.b.corner
	x, y, z := n.Dot(a[0]), n.Dot(a[1]), n.Dot(a[2])
	if y > x {
		x, i = y, 1
	}
	if z > x {
		x, i = z, 2
	}
	u, v, w := n.Dot(b[0]), n.Dot(b[1]), n.Dot(b[2])
	if v < u {
		u, j = v, 1
	}
	if w < u {
		u, j = w, 2
	}
	return u - x, i, j
}

// facetVerdict is what doubles tell of a pair of triangles.
type facetVerdict uint8

const (
	facetsUnsure facetVerdict = iota // the solver is to be asked
	facetsBeyond                     // their signed distance is greater than the limit
	facetsWait                       // they are apart, and on the list
)

// judge tells whether the signed distance of triangle i of F and triangle j of G is greater than
// the limit for certain. n is a unit vector from F to G that may tell, or zero. Triangles that are
// apart, but no farther than the limit, are put on the list.
func (p *facetPair) judge(i, j int32, n Vec, limit float64) facetVerdict {
	p.load(i, j)
	most := limit + p.pad
	switch {
	case n != (Vec{}) && p.aside(n) > most:
		return facetsBeyond
	case p.boxesBeyond(most):
		return facetsBeyond
	case most < 0 && p.overlapsLess(most):
		return facetsBeyond
	case most < 0:
		return facetsUnsure
	}
	if n == (Vec{}) {
		n = p.b.corner[0].Sub(p.a.corner[0])
		l := n.Len()
		if !(l > leastLength) {
			return facetsUnsure
		}
		n = n.Scale(1 / l)
	}
	lower, upper, out := p.walk(n, most)
	if out == facetsWait {
		p.wait = append(p.wait, waitingPair{pairs.Pair{I: i, J: j}, lower - p.pad})
		p.upper = min(p.upper, upper+p.pad)
	}
	return out
}

// beyond reports whether the signed distance of triangle i of F and triangle j of G is greater than
// the limit, 0 or more, for certain.
func (p *facetPair) beyond(i, j int32, limit float64) bool {
	out := p.judge(i, j, Vec{}, limit)
	p.wait = p.wait[:0]
	return out == facetsBeyond
}

// box makes the box of t, unless it is there.
func (t *placedFacet) box() {
	if !t.boxed {
		a, b, c := &t.corner[0], &t.corner[1], &t.corner[2]
		t.lo = Vec{min(a.X, b.X, c.X), min(a.Y, b.Y, c.Y), min(a.Z, b.Z, c.Z)}
		t.hi = Vec{max(a.X, b.X, c.X), max(a.Y, b.Y, c.Y), max(a.Z, b.Z, c.Z)}
		t.boxed = true
	}
}

// boxesBeyond reports whether an axis of F's frame tells that the signed distance is greater than
// the limit.
func (p *facetPair) boxesBeyond(limit float64) bool {
	a, b := &p.a, p.b
	a.box()
	b.box()
	return b.lo.X-a.hi.X > limit || a.lo.X-b.hi.X > limit || b.lo.Y-a.hi.Y > limit || a.lo.Y-b.hi.Y > limit ||
		b.lo.Z-a.hi.Z > limit || a.lo.Z-b.hi.Z > limit
}

// facetTurns bounds the turns of walk. Pairs that take more wait with the bounds that they have.
const facetTurns = 8

// walk tells what judge does for a limit of 0 or more, by GJK in doubles from the direction n. For
// triangles that wait, lower and upper are bounds of the distance, but for the pad: how far a unit
// vector separates them, and the length of a sum of differences of corners with weights that sum up
// to 1.
func (p *facetPair) walk(n Vec, limit float64) (lower, upper float64, out facetVerdict) {
	p.s.n = 0
	last := math.Inf(1)
	// At the head of every turn n is about a unit vector from the point of the simplex nearest the
	// origin to the origin, if there is one, and last the square of its distance.
	for turn := 0; ; turn++ {
		sep, i, j := p.separation(n)
		if sep > limit {
			return 0, 0, facetsBeyond
		}
		if lower = max(lower, sep); p.s.n > 0 {
			if l := math.Sqrt(last); turn == facetTurns || !(l-sep > 0x1p-40*l) {
				break
			}
		}
		p.s.p[p.s.n].w = p.a.corner[i].Sub(p.b.corner[j])
		p.s.n++
		v, inside := p.s.nearest()
		vv := v.Len2()
		if inside || !(vv > 0) {
			return 0, 0, facetsUnsure
		}
		if !(vv < last) {
			break
		}
		last = vv
		n = v.Scale(-1 / math.Sqrt(vv))
	}
	if !(lower > 4*p.pad) {
		return 0, 0, facetsUnsure
	}
	v, _ := p.s.point()
	if upper = v.Len(); !(upper <= math.MaxFloat64) { // its weights, of fourth powers of lengths, underflowed
		return 0, 0, facetsUnsure
	}
	p.n = n
	return lower, upper, facetsWait
}

// overlapsLess reports whether a normal or the product of two edges tells that the signed distance
// is greater than the limit, below 0. Of triangles that overlap the greatest of these separations
// is the signed distance.
func (p *facetPair) overlapsLess(limit float64) bool {
	if p.tells(p.a.normal(), limit) || p.tells(p.b.normal(), limit) {
		return true
	}
	a, b := &p.a.corner, &p.b.corner
	f := [3]Vec{b[1].Sub(b[0]), b[2].Sub(b[1]), b[0].Sub(b[2])}
	for i := range 3 {
		e := a[(i+1)%3].Sub(a[i])
		for _, y := range f {
			if p.tells(e.Cross(y), limit) {
				return true
			}
		}
	}
	return false
}

// tells reports whether n or its opposite separates a and b by more than the limit, below 0. n may
// be of any length.
func (p *facetPair) tells(n Vec, limit float64) bool {
	nn := n.Len2()
	if !(nn > 0x1p-900 && nn < 0x1p900) {
		return false
	}
	a, b := &p.a.corner, &p.b.corner
	x, y, z := n.Dot(a[0]), n.Dot(a[1]), n.Dot(a[2])
	u, v, w := n.Dot(b[0]), n.Dot(b[1]), n.Dot(b[2])
	s := max(min(u, v, w)-max(x, y, z), min(x, y, z)-max(u, v, w))
	return s >= 0 || float64(s*s) < float64(float64(float64(limit*limit)*nn)*(1-0x1p-40))
}
