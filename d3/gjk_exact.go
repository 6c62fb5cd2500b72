package d3

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// The exact twin of the float loop and of simplex.nearest: vertices are integers, every sign is
// certain. A sub-simplex T carries the point nearest the origin exactly if its weights are positive
// and no other vertex lies on the near side of the plane through T across the direction to that
// point (the Karush-Kuhn-Tucker conditions), so the first T that passes is the answer. Bounds on
// the integers: |coordinate| < 2^51, differences < 2^52, normals < 2^106, products with a
// coordinate < 2^160, edge directions < 2^161, their products < 2^214, all below 2^255.

// gjkExact goes on from the simplex of r in integers and sets k, unless it returns ExitContains.
//
// At the head of every turn:
//
//	(1) the simplex is exactly the carrier of its nearest point, which is nearer than on every
//	    earlier turn;
//	(2) so no simplex comes back, and the corners of C are finite: the loop ends, at the limit of
//	    turns at the latest.
func (r *run) gjkExact(k *core) collide.Exit {
	w := r.allowance()
	exit, found := r.walkExact(r.gap(&w))
	r.trace.gjkEnd(r, exit)
	if exit == collide.ExitContains {
		return exit
	}
	r.separated(found, k)
	k.status = collide.Rounding
	if k.upper-k.lower <= w.At(k.lower) {
		k.status = collide.Converged
	}
	if exit == collide.ExitLimit {
		k.status = collide.Limit
	}
	return exit
}

// walkExact is the loop of gjkExact. found is a search toward the origin from the nearest point of
// the simplex.
func (r *run) walkExact(tol float64) (exit collide.Exit, found *probe) {
	s, m := &r.s, &r.m
	for {
		d := s.nearestExact()
		if d == (gridVec{}) {
			return collide.ExitContains, nil
		}
		dir := direction(d[0], d[1], d[2])
		if r.turns >= r.limit {
			return collide.ExitLimit, m.search(dir.Neg())
		}
		r.turns++
		p := &s.p[s.n]
		found = m.support(dir.Neg(), p)
		length := dir.Len()
		gap := dir.Dot(s.p[0].w.Sub(p.w))
		r.trace.gjkExact(r, dir, p)
		if !(gap > float64(num.StopAt(tol, dir.Dot(s.p[0].w)/length)*length)) { // the bounds are near enough
			return collide.ExitApart, found
		}
		if d.dot(gridPoint(toGrid(p.w)).sub(toGrid(s.p[0].w))).Sign() >= 0 { // no strict decrease: the nearest point of C
			return collide.ExitApart, found
		}
		s.n++
	}
}

// gridPoint is an integer point.
type gridPoint [3]int64

func (p gridPoint) sub(q gridPoint) gridPoint {
	return gridPoint{p[0] - q[0], p[1] - q[1], p[2] - q[2]}
}

func (p gridPoint) dot(q gridPoint) exact.Int128 {
	return exact.Mul(p[0], q[0]).Add(exact.Mul(p[1], q[1])).Add(exact.Mul(p[2], q[2]))
}

// gridVec is an exact direction.
type gridVec [3]exact.Int256

func (d *gridVec) dot(p gridPoint) exact.Int256 {
	return d[0].Times(p[0]).Add(d[1].Times(p[1])).Add(d[2].Times(p[2]))
}

// nearestExact reduces s to the sub-simplex that carries the point nearest the origin. dir is an
// exact multiple of that point; it is zero where the origin lies in s.
func (s *simplex) nearestExact() (dir gridVec) {
	var g [4]gridPoint
	for i := range s.n {
		g[i] = toGrid(s.p[i].w)
	}
	if s.n == 4 && s.holdsOrigin() {
		return gridVec{}
	}
	if s.n >= 3 {
		for i := 0; i < s.n-2; i++ {
			for j := i + 1; j < s.n-1; j++ {
				for k := j + 1; k < s.n; k++ {
					if d, ok := s.triangleExact(&g, i, j, k); ok {
						return d
					}
				}
			}
		}
	}
	for j := s.n - 1; j > 0; j-- {
		for i := range j {
			if d, ok := s.segmentExact(&g, i, j); ok {
				return d
			}
		}
	}
	for i := range s.n {
		d := gridVec{exact.Wide(g[i][0]), exact.Wide(g[i][1]), exact.Wide(g[i][2])}
		if s.supports(&g, &d, i) {
			s.keep1(i)
			return d
		}
	}
	return gridVec{} // one of the sub-simplices passes
}

// holdsOrigin reports whether the origin lies in the closed tetrahedron. It keeps the smallest face
// that holds it.
func (s *simplex) holdsOrigin() bool {
	a, b, c, d := s.p[0].w, s.p[1].w, s.p[2].w, s.p[3].w
	if detSign(b.Sub(a), c.Sub(a), d.Sub(a)) == 0 {
		return false
	}
	// The weights' signs: the volumes that the origin makes with each face.
	sign := [4]int{detSign(b, c, d), -detSign(a, c, d), detSign(a, b, d), -detSign(a, b, c)}
	if min(sign[0], sign[1], sign[2], sign[3]) < 0 && max(sign[0], sign[1], sign[2], sign[3]) > 0 {
		return false
	}
	n := 0
	for i := range 4 {
		if sign[i] != 0 {
			s.p[n] = s.p[i]
			n++
		}
	}
	s.n = n
	return true
}

// detSign returns the sign of the determinant of three grid vectors with coordinates below 1.
// Doubles are off by less than 2^-48: six products of three such numbers.
func detSign(a, b, c Vec) int {
	const certain = detNoise * unit
	d := a.Cross(b).Dot(c)
	switch {
	case d > certain:
		return 1
	case d < -certain:
		return -1
	}
	return exact.Det3(toGrid(a), toGrid(b), toGrid(c))
}

// supports reports whether no vertex of s has a smaller product with d than vertex i.
func (s *simplex) supports(g *[4]gridPoint, d *gridVec, i int) bool {
	for j := range s.n {
		if j != i && d.dot(g[j].sub(g[i])).Sign() < 0 {
			return false
		}
	}
	return true
}

// triangleExact keeps the triangle ijk and returns its direction if it carries the nearest point.
func (s *simplex) triangleExact(g *[4]gridPoint, i, j, k int) (gridVec, bool) {
	a, b, c := g[i], g[j], g[k]
	n := exact.Cross3(b.sub(a), c.sub(a))
	la, lb, lc := dotCross(&n, b, c), dotCross(&n, c, a), dotCross(&n, a, b)
	if la.Sign() <= 0 || lb.Sign() <= 0 || lc.Sign() <= 0 {
		return gridVec{}, false
	}
	d := gridVec{n[0].Wide(), n[1].Wide(), n[2].Wide()}
	switch d.dot(a).Sign() {
	case 0:
		d = gridVec{}
	case -1:
		d = gridVec{d[0].Neg(), d[1].Neg(), d[2].Neg()}
	}
	if !s.supports(g, &d, i) {
		return gridVec{}, false
	}
	x, y, z := la.Float(), lb.Float(), lc.Float()
	sum := x + y + z
	s.p[0], s.p[1], s.p[2], s.n = s.p[i], s.p[j], s.p[k], 3
	s.lambda[0], s.lambda[1], s.lambda[2] = x/sum, y/sum, z/sum
	return d, true
}

// dotCross returns n . (p x q).
func dotCross(n *[3]exact.Int128, p, q gridPoint) exact.Int256 {
	m := exact.Cross3(p, q)
	return exact.MulWide(n[0], m[0]).Add(exact.MulWide(n[1], m[1])).Add(exact.MulWide(n[2], m[2]))
}

// segmentExact keeps the edge ij and returns its direction if it carries the nearest point.
func (s *simplex) segmentExact(g *[4]gridPoint, i, j int) (gridVec, bool) {
	a, b := g[i], g[j]
	e := b.sub(a)
	x, y := e.dot(b), e.dot(a)
	if x.Sign() <= 0 || y.Sign() >= 0 {
		return gridVec{}, false
	}
	ee, ae := x.Sub(y).Wide(), y.Wide()
	d := gridVec{
		ee.Times(a[0]).Sub(ae.Times(e[0])),
		ee.Times(a[1]).Sub(ae.Times(e[1])),
		ee.Times(a[2]).Sub(ae.Times(e[2])),
	}
	if !s.supports(g, &d, i) {
		return gridVec{}, false
	}
	s.keep2(i, j, x.Float(), -y.Float())
	return d, true
}
