package main

import (
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide/d2"
)

// polygon is a convex polygon, counter-clockwise, in the plane. The arithmetic here is plain: it
// counts, it does not certify.
type polygon struct {
	v      []d2.Vec
	center d2.Vec // of the bounding box
}

// edge returns the outward unit normal of edge i and where its ends are.
func (p *polygon) edge(i int) (n, a, b d2.Vec) {
	a, b = p.v[i], p.v[(i+1)%len(p.v)]
	e := b.Sub(a)
	return d2.Vec{X: e.Y, Y: -e.X}.Scale(1 / e.Len()), a, b
}

// box returns the bounding box.
func (p *polygon) box() d2.AABB {
	b := d2.AABB{Min: p.v[0], Max: p.v[0]}
	for _, v := range p.v {
		b = b.Union(d2.AABB{Min: v, Max: v})
	}
	return b
}

// least returns the least n.v over the vertices.
func (p *polygon) least(n d2.Vec) float64 {
	m := math.Inf(1)
	for _, v := range p.v {
		m = min(m, n.Dot(v))
	}
	return m
}

// moved returns p moved by t.
func (p *polygon) moved(t d2.Vec) polygon {
	q := polygon{center: p.center.Add(t)}
	for _, v := range p.v {
		q.v = append(q.v, v.Add(t))
	}
	return q
}

// random returns a polygon of n vertices on an ellipse with axes of 0.4 to 1, one in each of n
// equal parts of a full turn's parameter. Points of the circle come from the rational formula, so
// that they are the same on every machine.
func random(r *rand.Rand, n int) polygon {
	rx, ry := 0.4+float64(0.6*r.Float64()), 0.4+float64(0.6*r.Float64())
	var p polygon
	for i := range n {
		u := 4 * (float64(i) + 0.1 + float64(0.8*r.Float64())) / float64(n) // quarter turns
		quarter := int(u)
		t := u - float64(quarter)
		d := 1 + float64(t*t)
		x, y := (1-float64(t*t))/d, 2*t/d
		for range quarter {
			x, y = -y, x
		}
		p.v = append(p.v, d2.Vec{X: float64(rx * x), Y: float64(ry * y)})
	}
	// A turn by a random rational angle, so that boxes are not along the ellipse's axes.
	t := float64(2*r.Float64()) - 1
	c, s := (1-float64(t*t))/(1+float64(t*t)), 2*t/(1+float64(t*t))
	for i, v := range p.v {
		p.v[i] = d2.Vec{X: float64(c*v.X) - float64(s*v.Y), Y: float64(s*v.X) + float64(c*v.Y)}
	}
	p.center = p.box().Center()
	return p
}

// regimes are how the polygons of a pair lie to each other. Near: a vertex lies over the inner half
// of an edge of the other at 0.5 to 1.5 % of the size; shallow: as near, but 1 to 5 % deep; deep:
// the centres are within 0.3 of each other. There is one more, apart, as near, but a gap of 5 to 50
// %.
var regimes = []string{"near", "shallow", "deep"}

// pair returns two random polygons of n vertices.
func pair(r *rand.Rand, n int, regime string) (a, b polygon) {
	a, b = random(r, n), random(r, n)
	if regime == "deep" {
		x, y := float64(2*r.Float64())-1, float64(2*r.Float64())-1
		return a, b.moved(a.center.Sub(b.center).Add(d2.Vec{X: 0.3 * x, Y: 0.3 * y}))
	}
	gap := 0.005 + float64(0.01*r.Float64())
	switch regime {
	case "apart":
		gap = 0.05 + float64(0.45*r.Float64())
	case "shallow":
		gap = -0.01 - float64(0.04*r.Float64())
	}
	swap := r.IntN(2) == 1
	if swap {
		a, b = b, a
	}
	normal, p, q := a.edge(r.IntN(n))
	at := p.Add(q.Sub(p).Scale(0.25 + float64(0.5*r.Float64()))).Add(normal.Scale(gap))
	low := b.v[0]
	for _, v := range b.v {
		if normal.Dot(v) < normal.Dot(low) {
			low = v
		}
	}
	b = b.moved(at.Sub(low))
	if swap {
		a, b = b, a
	}
	return a, b
}
