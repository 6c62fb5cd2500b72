package d2

import (
	"math"

	"github.com/collide-go/collide/internal/bvh"
)

// A normal is one of a surface at a place p if all that the surface has next to p lies behind it:
// n.(x - p) <= 0. Leaves are convex, so it is enough to look along the ways that lead from p into
// each leaf that has it. At a convex corner these normals are what lies between those of the two
// edges, on an edge its own ones, at a concave corner there are none. The normals of edges that
// have p are normals as well. docs/math/manifold.md, "Surfaces".

// ground is what a surface has at a place.
type ground struct {
	within bvh.Within[[4]float64]
	rays   []Vec // unit vectors from the place into the leaves that have it
	faces  []Vec // the unit normals of the edges that have it
	facet  facet
	side   groundSide
}

// groundSlack is how far a ray may come out ahead of a normal: a tenth of what manifolds promise.
const groundSlack = 0x1p-33

// find makes g what the surface u has at p, which is known to off.
func (g *ground) find(u *union, p Vec, off float64) {
	g.rays, g.faces = g.rays[:0], g.faces[:0]
	g.side.clear(u)
	box := AABB{Vec{p.X - off, p.Y - off}, Vec{p.X + off, p.Y + off}}.Array()
	g.within.Start(&u.tree, &box)
	for {
		k, ok := g.within.Next()
		if !ok {
			return
		}
		u.from.facet(u.item(k), &g.facet)
		g.add(p, off)
	}
}

// add adds the facet, if it has p.
func (g *ground) add(p Vec, off float64) {
	f := &g.facet
	if f.n == 2 {
		g.segment(p, off)
		return
	}
	on := false
	for i := range f.n {
		e := f.edge(i)
		in := e.perp().Dot(p.Sub(f.p[i]))
		if !(in >= -off) {
			return
		}
		if on = on || in <= off; in <= off {
			g.faces = append(g.faces, e.perp().Neg())
		}
	}
	for i := range f.n {
		if d := p.Sub(f.p[i]); largest(d.abs()) <= off {
			g.rays = append(g.rays, f.edge(i), f.edge((i+f.n-1)%f.n).Neg())
			return
		}
	}
	for i := range f.n {
		if e := f.edge(i); e.perp().Dot(p.Sub(f.p[i])) <= off {
			g.rays = append(g.rays, e, e.Neg(), e.perp())
			return
		}
	}
	g.rays = append(g.rays, Vec{1, 0}, Vec{-1, 0}, Vec{0, 1}, Vec{0, -1})
}

// segment is add for an edge of a chain.
func (g *ground) segment(p Vec, off float64) {
	f := &g.facet
	e := f.edge(0)
	from, to := p.Sub(f.p[0]), f.p[1].Sub(p)
	if !(math.Abs(e.perp().Dot(from)) <= off) || !(from.Dot(e) >= -off) || !(to.Dot(e) >= -off) {
		return
	}
	g.faces = append(g.faces, e.perp())
	before, after := from.Dot(e) > off, to.Dot(e) > off
	if before {
		g.rays = append(g.rays, e.Neg())
	}
	if after {
		g.rays = append(g.rays, e)
	}
	g.side.add(e.perp(), before, after)
}

// edge returns the direction of the edge from corner i on.
func (f *facet) edge(i int) Vec { return f.p[(i+1)%f.n].Sub(f.p[i]).Unit() }

// allows reports whether n, a unit vector, is a normal at the place.
func (g *ground) allows(n Vec) bool {
	for _, r := range g.rays {
		if n.Dot(r) > groundSlack {
			return false
		}
	}
	return len(g.rays) > 0 && g.side.ahead(n)
}

// oneLine reports whether two unit vectors are on one line to less than a normal is asked for.
func oneLine(n, f Vec) bool {
	return min(n.Sub(f).Len2(), n.Add(f).Len2()) <= float64(levelSlope*levelSlope)
}

// straight returns the normal of the edge that n is to less than a normal is asked for, else n.
func (g *ground) straight(n Vec) Vec {
	for _, f := range g.faces {
		if n.Sub(f).Len2() <= float64(levelSlope*levelSlope) {
			return f.clean()
		}
		if n.Add(f).Len2() <= float64(levelSlope*levelSlope) {
			return f.Neg().clean()
		}
	}
	return n
}

// seat returns the point of the facet nearest to p, which lies next to it.
func (f *facet) seat(p Vec) Vec {
	n := f.n
	if n == 2 {
		n = 1
	}
	best, at := math.Inf(1), p
	for i, a := range f.p[:n] {
		b, e := f.p[(i+1)%f.n], f.edge(i)
		q := a.Add(e.Scale(max(e.Dot(p.Sub(a)), 0)))
		if q.Sub(a).Dot(e) >= b.Sub(a).Dot(e) {
			q = b
		}
		if d := q.Sub(p).length(); d < best {
			best, at = d, q
		}
	}
	return at
}

// groundSide is what a one-sided chain has at a place.
type groundSide struct {
	left     bool
	through  []Vec // the normals of the edges that pass the place
	out, end []Vec // of those that begin there, and that end there
}

// clear begins with a place of u.
func (g *groundSide) clear(u *union) {
	g.left = u.left
	g.through, g.out, g.end = g.through[:0], g.out[:0], g.end[:0]
}

// add adds an edge with the normal n to its left, of which the parts before and after the place are
// longer than what is known of it, or not.
func (g *groundSide) add(n Vec, before, after bool) {
	switch {
	case !g.left:
	case before == after:
		g.through = append(g.through, n)
	case before:
		g.end = append(g.end, n)
	default:
		g.out = append(g.out, n)
	}
}

// ahead reports whether n, behind which all that the surface has at the place lies, is to the left.
//
// Where one edge ends and one begins, these n are those between the two normals to the left, or
// those between the two to the right.
func (g *groundSide) ahead(n Vec) bool {
	if !g.left {
		return true
	}
	for _, f := range g.through {
		if n.Dot(f) < -groundSlack {
			return false
		}
	}
	if len(g.out) == 1 && len(g.end) == 1 {
		return n.Dot(g.out[0].Add(g.end[0])) >= 0
	}
	for _, list := range [2][]Vec{g.out, g.end} {
		for _, f := range list {
			if n.Dot(f) < -groundSlack {
				return false
			}
		}
	}
	return true
}
