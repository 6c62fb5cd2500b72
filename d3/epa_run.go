package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// EPA grows a polytope inside C = A - B around the origin until its nearest face lies on the
// boundary of C ([Bergen01]). The polytope is convex exactly: its vertices are grid points and
// every decision whether a face sees a new vertex has a certain sign. So the least plane distance
// of its faces bounds the depth from below and the support value of any normal bounds it from
// above. docs/math/epa.md.

// epa is the work space. It grows as needed and is kept by the Query.
type epa struct {
	verts  []epaVertex
	faces  []epaFace
	keys   num.KeyList // of faces: the lower bound of the plane distance, +Inf for dead and hopeless ones
	hidden []int32     // the faces that see the vertex being added
	border []borderEdge
	best   float64   // the least support value so far, an upper bound of the depth
	next   epaVertex // found beyond the face at, and not yet added
	at     int32     // -1 where there is none
	discs  discs     // around minima of the support values of curved cores

	planes [proofFaces]proofPlane // of the proof in a Cache
	lows   [proofFaces]float64    // their distances at least
	rim    []proofEdge            // of the triangles that give way
	way    float64                // how far the pair went since the last query with its Cache; infinite where not known
}

// flat sets k where C lies in a plane on the grid, so that there is nothing to grow. Otherwise it
// returns false, and the polytope is a tetrahedron. Precondition: the simplex of r holds the
// origin.
func (e *epa) flat(r *run, k *core) bool {
	n, flat := r.inflate()
	if !flat {
		return false
	}
	r.trace.flat(r)
	if r.s.thin() { // for the weights, which doubles do not tell of a needle
		r.s.nearestExact()
	} else {
		r.s.nearest()
	}
	_, a := r.s.point()
	e.answer(&r.m, n, r.m.separation(n), 0, a, collide.Converged, k)
	return true
}

// start is grow from the tetrahedron of r on.
func (e *epa) start(r *run, most int, k *core) bool {
	e.best, e.at = math.Inf(1), -1
	e.begin(&r.s)
	e.discs.start(r)
	return e.grow(r, most, k)
}

// normal returns that of the face at which the growth stands.
func (e *epa) normal() Vec { return e.faces[e.at].n }

// grow grows the polytope until its nearest face lies on the boundary of C, and sets k. It returns
// false when the polytope has most vertices: called again, it goes on.
//
// At the head of every turn: the polytope is convex, exactly, holds the origin, and lies in C up to
// errPoint; where proved returns false, the nearest face is below what the discs prove. A turn that
// does not end adds a grid point outside it, so the loop ends at the limits at the latest.
func (e *epa) grow(r *run, most int, k *core) bool {
	m, w := &r.m, r.allowance()
	tol := max(float64(epaFloor*unit*m.reach), float64(w.At(0)-m.errSep-m.errPoint)/2)
	curved := m.differentiable() && tol > 8*discPad
	for {
		if e.at >= 0 {
			e.add(e.at, &e.next)
		}
		e.at = -1
		if curved {
			e.prove(r, tol)
		}
		i := e.outer()
		if e.proved(r, i, k) {
			return true
		}
		if i < 0 {
			m.bad = true // no Support that is right lets every face lie beyond an upper bound of the depth
			*k = core{}
			r.trace.epaEnd(r, collide.ExitBadSupport)
			return true
		}
		f, p := &e.faces[i], &e.next
		found := m.support(f.n, &p.vertex)
		sep := found.separation(m, 1)
		h := -sep
		r.trace.epa(r, e, f, p, h)
		if h < e.best { // min takes longer, as it cares for NaN and the sign of zero
			e.best = h
		}
		beyond := f.n.Dot(p.w) - f.d
		if f.rough() && !(beyond > float64(2*f.errN)) {
			e.refine(f)
			e.keys.Set(i, f.low())
			continue
		}
		status, done := e.ends(r, f, p, h, beyond, tol)
		if done {
			r.trace.epaEnd(r, exitOf(status))
			e.answer(m, f.n, sep, f.low(), e.witness(f, tol), status, k)
			return true
		}
		r.turns++
		if e.at = i; len(e.verts) >= most {
			return false
		}
	}
}

// ends reports whether the growth ends with the vertex p found along f, with the support value h,
// and how.
func (e *epa) ends(r *run, f *epaFace, p *epaVertex, h, beyond, tol float64) (collide.Status, bool) {
	if !(h-f.low() > tol) {
		return collide.Converged, true
	}
	p.g = toGrid(p.w)
	if !(beyond > f.errN) && e.det(f, p.g) <= 0 { // not outside f on the grid
		return collide.Rounding, true
	}
	return collide.Limit, r.turns >= r.limit || len(e.verts) >= maxVertices || len(e.faces) >= maxFaces
}

// exitOf returns the exit of EPA for a status.
func exitOf(s collide.Status) collide.Exit {
	switch s {
	case collide.Converged:
		return collide.ExitConverged
	case collide.Rounding:
		return collide.ExitRounding
	default:
		return collide.ExitLimit
	}
}

// answer sets k to the bracket from the outward direction n, its separation, and the lower bound of
// the polytope's plane distances.
func (e *epa) answer(m *minkowski, n Vec, sep, inner float64, a Vec, status collide.Status, k *core) {
	low, _ := m.bracket(sep, 0)
	k.lower, k.upper, k.n, k.a, k.status = low, m.errPoint-inner, n, a, status // in place, as in separated
	k.dist = max(low, min(sep, k.upper))
}

// inflate brings the simplex of r to four vertices with volume. flat tells that C has none on the
// grid; n is then a direction across it.
func (r *run) inflate() (n Vec, flat bool) {
	s, m := &r.s, &r.m
	for s.n < 4 {
		dirs, count := s.outward()
		grown := false
		for i := 0; i < count && !grown; i++ {
			for _, d := range [2]Vec{dirs[i], dirs[i].Neg()} {
				m.support(d, &s.p[s.n])
				if grown = s.independent(); grown {
					s.lambda[s.n] = 0
					s.n++
					break
				}
			}
		}
		if !grown {
			return dirs[0].Scale(1 / dirs[0].Len()), true
		}
	}
	return Vec{}, false
}

// outward returns directions perpendicular to s, enough to find a point outside its span if there
// is one.
func (s *simplex) outward() (dirs [3]Vec, count int) {
	axes := [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	switch s.n {
	case 1:
		return axes, 3
	case 2:
		e := s.p[1].w.Sub(s.p[0].w)
		e = e.Scale(num.PowerBelow(largest(e.abs())))
		k, least := 0, math.Inf(1)
		for i, x := range axes {
			if c := math.Abs(e.Dot(x)); c < least {
				k, least = i, c
			}
		}
		d := e.Cross(axes[k])
		return [3]Vec{d, e.Cross(d)}, 2
	}
	g0 := gridPoint(toGrid(s.p[0].w))
	n := exact.Cross3(gridPoint(toGrid(s.p[1].w)).sub(g0), gridPoint(toGrid(s.p[2].w)).sub(g0))
	return [3]Vec{direction(n[0].Wide(), n[1].Wide(), n[2].Wide())}, 1
}

// independent reports whether the vertex after the last one lies outside the span of s.
func (s *simplex) independent() bool {
	g0 := gridPoint(toGrid(s.p[0].w))
	at := func(i int) gridPoint { return gridPoint(toGrid(s.p[i].w)).sub(g0) }
	switch s.n {
	case 1:
		return at(1) != gridPoint{}
	case 2:
		return exact.Cross3(at(1), at(2)) != [3]exact.Int128{}
	}
	return exact.Det3(at(1), at(2), at(3)) != 0
}

// begin makes the tetrahedron s the polytope.
func (e *epa) begin(s *simplex) {
	e.verts, e.faces = slices.Grow(e.verts[:0], 4)[:4], e.faces[:0]
	e.keys.Reset()
	v := e.verts
	for i := range v {
		v[i].set(&s.p[i])
	}
	if exact.Det3(v[1].g.sub(v[0].g), v[2].g.sub(v[0].g), v[3].g.sub(v[0].g)) > 0 {
		v[1].set(&s.p[2])
		v[2].set(&s.p[1])
	}
	for i := range firstFaces {
		f := &firstFaces[i]
		e.faces[e.face(f.v[0], f.v[1], f.v[2])].adj = f.adj
	}
}

// firstFaces are those of a tetrahedron with the vertices 0, 1, 2 counter-clockwise seen from
// outside: 3 lies below them.
var firstFaces = [4]struct {
	v   [3]int32
	adj [3]hinge
}{
	{[3]int32{0, 1, 2}, [3]hinge{hingeOf(1, 2), hingeOf(2, 2), hingeOf(3, 0)}},
	{[3]int32{0, 3, 1}, [3]hinge{hingeOf(3, 2), hingeOf(2, 0), hingeOf(0, 0)}},
	{[3]int32{1, 3, 2}, [3]hinge{hingeOf(1, 1), hingeOf(3, 1), hingeOf(0, 1)}},
	{[3]int32{0, 2, 3}, [3]hinge{hingeOf(0, 2), hingeOf(2, 1), hingeOf(1, 0)}},
}

// witness returns the point of A that belongs to the foot of the origin on f, the nearest face.
// Where the polytope's facet is made of several triangles, or of faces that bend by less than tol,
// the foot may lie in another one.
func (e *epa) witness(f *epaFace, tol float64) Vec {
	exactly := *f // the bounds are those of f as it is
	if f.rough() {
		e.refine(&exactly)
	}
	foot := exactly.n.Scale(exactly.d).snap()
	a, gap := e.near(f, foot)
	for i := 0; i < len(e.faces) && gap > float64(tol*tol); i++ {
		g := &e.faces[i]
		if g.dead || !(math.Abs(g.n.Dot(foot)-g.d) <= tol+g.errN) {
			continue
		}
		if b, x := e.near(g, foot); x < gap {
			a, gap = b, x
		}
	}
	return a
}
