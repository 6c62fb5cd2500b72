package main

import (
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// rings draws pairs in which many directions are all but equally good ways out: curved bodies about
// nearly one axis, nearly balls at nearly one centre, tips in faces, edges and corners, bodies
// whose ends and sides are all but equally near, deep in each other. Everything that makes them
// differ from that is drawn from 0 and 1e-12 to 1e-1.
type rings struct{ *rand.Rand }

func newRings(seed uint64) rings { return rings{rand.New(rand.NewPCG(seed, 0x2545f4914f6cdd1d))} }

// small returns 0 or a number of either sign between 1e-12 and 1e-1 in magnitude.
func (r rings) small() float64 {
	if r.IntN(5) == 0 {
		return 0
	}
	x := 1.0
	for range 1 + r.IntN(12) {
		x /= 10
	}
	x *= 1 + 9*r.Float64()
	if r.IntN(2) == 0 {
		x = -x
	}
	return x / 10
}

// pick returns one of the values.
func (r rings) pick(v ...float64) float64 { return v[r.IntN(len(v))] }

// body returns a body of about the given size whose axis is all but Z.
func (r rings) body(size float64) shapegen.Body3 {
	b := shapegen.Body3{Q: [4]float64{0, 0, 0, 1}}
	b.Kind = []string{"cylinder", "cone", "ellipsoid", "ellipsoid", "ellipsoid", "capsule", "sphere", "box"}[r.IntN(8)]
	b.Radius = size * (0.2 + r.Float64())
	b.Height = size * r.pick(0.01, 0.3, 1, 2, 10) * (0.5 + r.Float64())
	switch b.Kind {
	case "ellipsoid":
		c := r.pick(b.Height/2, b.Radius, b.Radius*(1+r.small()))
		b.Size = [3]float64{b.Radius, b.Radius * (1 + r.small()), c}
		k := r.IntN(3)
		b.Size[k], b.Size[2] = b.Size[2], b.Size[k]
	case "box":
		b.Size = [3]float64{math.Abs(r.small()), math.Abs(r.small()), b.Height}
	}
	if r.IntN(8) == 0 {
		b.Rounded, b.Rounding = true, size*r.Float64()
	}
	return b
}

// Pair returns the next pair.
func (r rings) Pair() shapegen.Pair3 {
	switch r.IntN(8) {
	case 0:
		return r.tip()
	case 1:
		return r.sides()
	}
	return r.coaxial()
}

// tip returns the end of a long body in a face, edge or corner of a box, along all but the middle
// of that.
func (r rings) tip() shapegen.Pair3 {
	p := shapegen.Pair3{A: r.body(r.pick(1, 1, 0.1, 0.01)), B: shapegen.Body3{Kind: "box", Q: [4]float64{0, 0, 0, 1}}}
	for !p.Curved() {
		p.A = r.body(1)
	}
	size := r.pick(1, 1, 0.1)
	middle := [3]float64{float64(r.IntN(2)), float64(r.IntN(2)), 1}
	for i := range 3 {
		p.B.Size[i] = size * r.pick(1, 1+r.small(), 0.5+r.Float64())
	}
	l := math.Sqrt(middle[0]*middle[0] + middle[1]*middle[1] + middle[2]*middle[2])
	end := p.A.Height / 2
	if p.A.Kind == "ellipsoid" {
		end = p.A.Size[2]
	}
	depth := size * r.pick(0.01, 0.1, 0.1+0.4*r.Float64(), 0.5)
	for i := range 3 {
		middle[i] /= l
		corner := math.Copysign(p.B.Size[i]/2, middle[i])
		if middle[i] == 0 {
			corner = r.pick(0, r.small()*size)
		}
		p.B.P[i] = -middle[i]*(end-depth) - corner + r.pick(0, r.small()*size)
	}
	// From Z to -middle by half a turn about the sum of both.
	p.A.Q = unit([4]float64{-middle[0] + r.small()*1e-3, -middle[1], 1 - middle[2] + 1e-9, r.pick(0, r.small())})
	return p
}

// sides returns two bodies that leave each other all but as soon along their axes as across them.
func (r rings) sides() shapegen.Pair3 {
	p := r.coaxial()
	for _, b := range []*shapegen.Body3{&p.A, &p.B} {
		if b.Kind == "ellipsoid" { // a sum that is nearly a ball
			k := r.IntN(3)
			e := r.small()
			b.Size = [3]float64{1, 1, 1}
			b.Size[k] += e
			b.Size[(k+1)%3] += e * r.pick(0, 1, r.Float64())
		}
		b.Height = 2 * b.Radius * (1 + r.small())
	}
	if p.A.Kind == "ellipsoid" && p.B.Kind == "ellipsoid" && r.IntN(2) == 0 {
		p.B.Size = [3]float64{2 - p.A.Size[0], 2 - p.A.Size[1], 2 - p.A.Size[2]}
	}
	return p
}

// coaxial returns two bodies about nearly one axis, or nearly balls.
func (r rings) coaxial() shapegen.Pair3 {
	p := shapegen.Pair3{A: r.body(1), B: r.body(r.pick(1, 1, 1, 0.5, 0.1, 1e-3))}
	for !p.Curved() {
		p.A = r.body(1)
	}
	p.A.Q, p.B.Q = r.turn(&p.A), r.turn(&p.B)
	along := r.pick(0, r.small(), r.Float64()*p.A.Extent()/2)
	if p.A.Kind == "ellipsoid" && r.IntN(2) == 0 { // the centre of curvature of the tip
		along = p.A.Size[2] - p.A.Size[0]*p.A.Size[0]/p.A.Size[2]
	}
	p.B.P = [3]float64{r.small(), r.pick(0, r.small()), along + r.pick(0, r.small())}
	if r.IntN(4) == 0 { // the whole pair, turned
		q := unit([4]float64{r.Float64(), r.Float64(), -r.Float64(), r.Float64()})
		t := shapegen.Body3{Q: q}
		p.B.P = t.Turn(p.B.P)
		p.A.Q, p.B.Q = unit(multiply(q, p.A.Q)), unit(multiply(q, p.B.Q))
	}
	return p
}

// turn returns a rotation that leaves the axis of b all but where it is, up or down.
func (r rings) turn(b *shapegen.Body3) [4]float64 {
	q := [4]float64{0, 0, 0, 1}
	if b.Kind == "ellipsoid" && r.IntN(3) == 0 {
		return unit([4]float64{r.Float64(), r.Float64(), r.Float64(), -r.Float64()})
	}
	if r.IntN(3) == 0 {
		q = [4]float64{1, 0, 0, 0}
	}
	if r.IntN(3) == 0 {
		q = multiply(q, [4]float64{0, 0, r.Float64(), r.Float64()})
	}
	return unit(multiply([4]float64{r.small(), r.small(), 0, 1}, q))
}

// unit returns q divided by its length.
func unit(q [4]float64) [4]float64 {
	l := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	return [4]float64{q[0] / l, q[1] / l, q[2] / l, q[3] / l}
}

// multiply returns the quaternion of q followed by p.
func multiply(p, q [4]float64) [4]float64 {
	return [4]float64{
		p[3]*q[0] + p[0]*q[3] + p[1]*q[2] - p[2]*q[1],
		p[3]*q[1] - p[0]*q[2] + p[1]*q[3] + p[2]*q[0],
		p[3]*q[2] + p[0]*q[1] - p[1]*q[0] + p[2]*q[3],
		p[3]*q[3] - p[0]*q[0] - p[1]*q[1] - p[2]*q[2],
	}
}
