package d3

import (
	"math"

	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/num"
)

// A normal is one of a surface at a place p if all that the surface has next to p lies behind it:
// n.(x - p) <= 0. Leaves are convex, so it is enough to look along the ways that lead from p into
// each leaf that has it. At a convex edge these normals are what lies between those of the two
// faces, in a flat face its two own ones, at a concave edge there are none. The normals of faces
// that have p are normals as well. docs/math/manifold.md, "Surfaces".

// ground is what a surface has at a place.
type ground struct {
	within bvh.Within[[6]float64]
	rays   []Vec // unit vectors from the place into the leaves that have it
	faces  []Vec // the unit normals of these that are triangles
	facet  facet
}

// groundSlack is how far a ray may come out ahead of a normal: a tenth of what manifolds promise.
const groundSlack = 0x1p-33

// find makes g what the surface u has at p, which is known to off.
func (g *ground) find(u *union, p Vec, off float64) {
	g.rays, g.faces = g.rays[:0], g.faces[:0]
	box := AABB{Vec{p.X - off, p.Y - off, p.Z - off}, Vec{p.X + off, p.Y + off, p.Z + off}}.Array()
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
	n := f.normal()
	if !(math.Abs(n.Dot(p.Sub(f.p[0]))) <= off) {
		return
	}
	var edge [3]Vec
	var in [3]float64 // how far p is inside of each edge
	for i := range edge {
		edge[i] = f.p[(i+1)%3].Sub(f.p[i]).Unit()
		in[i] = n.Cross(edge[i]).Dot(p.Sub(f.p[i]))
	}
	if !(min(in[0], in[1], in[2]) >= -off) {
		return
	}
	for k, x := range array(p) { // a needle's edges all have places in line with it on their inner side
		a, b, c := array(f.p[0])[k], array(f.p[1])[k], array(f.p[2])[k]
		if x < min(a, b, c)-off || x > max(a, b, c)+off {
			return
		}
	}
	g.faces = append(g.faces, n)
	for i := range edge {
		if d := p.Sub(f.p[i]); largest(d.abs()) <= off {
			g.rays = append(g.rays, edge[i], edge[(i+2)%3].Neg())
			return
		}
	}
	for i := range edge {
		if in[i] <= off {
			g.rays = append(g.rays, edge[i], edge[i].Neg(), n.Cross(edge[i]))
			return
		}
	}
	s, t := n.across()
	g.rays = append(g.rays, s, s.Neg(), t, t.Neg())
}

// rises reports whether a leaf of u at p, the middle of the corners of the tile x, climbs from
// there along n for certain: then allows denies n there, and no more need be known of the place. p
// is known to off.
func (g *ground) rises(u *union, x *tile, p, n Vec, off float64) bool {
	box := AABB{Vec{p.X - off, p.Y - off, p.Z - off}, Vec{p.X + off, p.Y + off, p.Z + off}}.Array()
	for g.within.Start(&u.tree, &box); ; {
		k, ok := g.within.Next()
		if !ok {
			return false
		}
		if u.from.facet(u.item(k), &g.facet); g.facet.climbs(x, n, off) {
			return true
		}
	}
}

// climbs reports whether the triangle f has the corner or the edge x, and its other corners lie
// ahead of n for certain, by more than twice groundSlack of how far off they are: then one of the
// ways into f does by more than groundSlack, as the way to a corner is the sum of one along the
// edge and one across it, no more than sqrt 2 times as long together. No corner of f may be nearer
// than some off to the middle of x, as then add takes others of its ways.
func (f *facet) climbs(x *tile, n Vec, off float64) bool {
	i, j := f.index(x.c[0].vertex), -1
	if x.n == 2 {
		j = f.index(x.c[1].vertex)
	}
	if f.n < 3 || i < 0 || x.n == 2 && j < 0 {
		return false
	}
	far, up := math.Inf(1), false
	if j >= 0 {
		far = f.p[j].Sub(f.p[i]).length()
	}
	for k := range f.p {
		if k == i || k == j {
			continue
		}
		v := f.p[k].Sub(f.p[i])
		l, h := v.length(), n.Dot(v)
		if j >= 0 {
			l = max(l, f.p[k].Sub(f.p[j]).length())
		}
		if !(l > 2*off) || j >= 0 && !(float64(far*h) > float64(4*off*l)) {
			return false
		}
		up = up || h > float64(2*groundSlack*l)
	}
	return up
}

// index returns which corner of f the vertex with the number given is, -1 for none.
func (f *facet) index(vertex int32) int {
	for i, v := range f.at[:f.n] {
		if v == vertex {
			return i
		}
	}
	return -1
}

// segment is add for a leaf as thin as a segment.
func (g *ground) segment(p Vec, off float64) {
	f := &g.facet
	e := f.p[1].Sub(f.p[0]).Unit()
	from, to := p.Sub(f.p[0]), f.p[1].Sub(p)
	if !(from.Cross(e).length() <= off) || !(from.Dot(e) >= -off) || !(to.Dot(e) >= -off) {
		return
	}
	if from.Dot(e) > off {
		g.rays = append(g.rays, e.Neg())
	}
	if to.Dot(e) > off {
		g.rays = append(g.rays, e)
	}
}

// normal returns the unit normal of a triangle, on the side from which its corners go round
// counter-clockwise, within some u: the edges and their product are double-doubles.
func (f *facet) normal() Vec {
	var e [2][3]num.DD
	most := 0.0
	from := array(f.p[0])
	for i := range e {
		for k, x := range array(f.p[i+1]) {
			e[i][k] = num.TwoSum(x, -from[k])
			most = max(most, math.Abs(e[i][k].Hi))
		}
	}
	s := num.PowerBelow(most)
	for i := range e {
		for k := range e[i] {
			e[i][k] = e[i][k].Scale(s)
		}
	}
	var n [3]float64
	for k := range n {
		x, y := (k+1)%3, (k+2)%3
		n[k] = e[0][x].Mul(e[1][y]).Sub(e[0][y].Mul(e[1][x])).Hi
	}
	return Vec{n[0], n[1], n[2]}.Unit()
}

// allows reports whether n, a unit vector, is a normal at the place: of a solid one that leads out.
func (g *ground) allows(n Vec, solid bool) bool {
	for _, r := range g.rays {
		if n.Dot(r) > groundSlack {
			return false
		}
	}
	if !solid {
		return true
	}
	// next to the face that lies best across n nothing lies between it and what is ahead of n
	best := 0.0
	for _, f := range g.faces {
		if x := n.Dot(f); math.Abs(x) > math.Abs(best) {
			best = x
		}
	}
	return best > 0
}

// oneLine reports whether two unit vectors are on one line to less than a normal is asked for.
func oneLine(n, f Vec) bool {
	return min(n.Sub(f).Len2(), n.Add(f).Len2()) <= float64(levelSlope*levelSlope)
}

// straight returns the normal of the face that n is to less than a normal is asked for, else n.
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
	if f.n == 3 {
		n, inside := f.normal(), true
		for i, a := range f.p {
			inside = inside && n.Cross(f.p[(i+1)%3].Sub(a).Unit()).Dot(p.Sub(a)) >= 0
		}
		if inside {
			return p.Sub(n.Scale(n.Dot(p.Sub(f.p[0]))))
		}
	}
	best, at := math.Inf(1), p
	for i, a := range f.p[:f.n] {
		b := f.p[(i+1)%f.n]
		e := b.Sub(a).Unit()
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
