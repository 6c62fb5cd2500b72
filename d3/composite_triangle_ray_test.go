package d3

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What doubles tell of a line and a triangle is so: a line that misses does, one that passes the
// inside does, and the bracket holds the true parameter. Triangles are slivers, edge-on, small and
// far away too; lines go at their corners, edges and insides.
func TestTriangleRaysAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	seen := map[string]int{}
	var f facetRay
	for turn := range 30000 {
		size, far := math.Ldexp(1, -rng.IntN(30)), math.Ldexp(1, rng.IntN(20))
		at := Vec{far * rng.Float64(), far * rng.Float64(), far * rng.Float64()}
		var p [3]Vec
		for k := range p {
			p[k] = at.Add(Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(size))
		}
		if turn%4 == 0 { // a sliver
			p[2] = p[0].Lerp(p[1], rng.Float64()).Add(Vec{Z: math.Ldexp(size, -rng.IntN(40))})
		}
		x, y := rng.Float64(), rng.Float64()
		switch turn % 3 {
		case 0: // near an edge, or a corner
			x, y = math.Ldexp(rng.Float64()-0.5, -rng.IntN(50)), float64(rng.IntN(3))/2
		case 1:
			x, y = 2*x-0.5, 2*y-0.5
		}
		to := p[0].Add(p[1].Sub(p[0]).Scale(x)).Add(p[2].Sub(p[0]).Scale(y))
		o := Vec{rng.Float64(), rng.Float64(), rng.Float64()}
		d := to.Sub(o)
		if turn%7 == 0 { // nearly along the plane
			o = p[0].Add(p[1].Sub(p[0]).Scale(-rng.Float64())).Add(Vec{X: math.Ldexp(1, -rng.IntN(50))})
			d = to.Sub(o)
		}
		if d == (Vec{}) {
			continue
		}
		f.start(o, d, 0, 0, max(big1(p[0]), big1(p[1]), big1(p[2])))
		misses, inside := f.passes(p[0], p[1], p[2])
		below, above := false, false // an edge that the line passes on either side
		q := [3]bigVec{bigVecOf(p[0]).sub(bigVecOf(o)), bigVecOf(p[1]).sub(bigVecOf(o)), bigVecOf(p[2]).sub(bigVecOf(o))}
		zero := false
		for k := range 3 {
			s := bigVecOf(d).dot(q[k].cross(q[(k+1)%3])).Sign()
			below, above, zero = below || s < 0, above || s > 0, zero || s == 0
		}
		if misses && !(below && above) || inside && (below && above || zero) {
			t.Fatalf("%d: misses %v, inside %v; exactly %v %v %v", turn, misses, inside, below, above, zero)
		}
		switch {
		case misses:
			seen["misses"]++
		case !inside:
			seen["open"]++
		default:
			var h facetHit
			lower, upper, ok := f.cross(p[0], p[1], p[2], &h)
			if !ok {
				seen["too thin"]++
				continue
			}
			seen["inside"]++
			n := q[1].sub(q[0]).cross(q[2].sub(q[0]))
			exactly := bigZero().Quo(n.dot(q[0]), n.dot(bigVecOf(d)))
			if exactly.Cmp(bigNum(lower)) < 0 || exactly.Cmp(bigNum(upper)) > 0 || h.front != (n.dot(bigVecOf(d)).Sign() < 0) {
				t.Fatalf("%d: [%v, %v] without %v, front %v", turn, lower, upper, exactly, h.front)
			}
			cos := math.Abs(h.n.Unit().Dot(d.Unit()))
			if wide := float64(256*unit*f.far) / (d.Len() * cos); upper-lower > wide {
				t.Fatalf("%d: [%v, %v] is wider than %v", turn, lower, upper, wide)
			}
		}
	}
	for _, what := range []string{"misses", "inside", "open", "too thin"} {
		if seen[what] < 300 {
			t.Errorf("%s: %d times, of %v", what, seen[what], seen)
		}
	}
}
