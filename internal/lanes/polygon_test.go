package lanes

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawPolygon draws a polygon of n corners that is none: what Least computes asks for no shape.
func drawPolygon(r *rand.Rand, n int) (p Polygon) {
	for i := range n {
		p.AddEdge(number(r), number(r), number(r), r.Uint32())
		p.Corners[i] = [4]float64{number(r), number(r), number(r), number(r)}
	}
	for i := range p.First {
		p.First[i] = uint8(r.IntN(n) * CornerSize)
	}
	return p
}

// keyOfDepth is the definition of the key of edge i of p.
func keyOfDepth(p, q *Polygon, v *View, i int, from int64) int64 {
	x, y := p.NormalX[i], p.NormalY[i]
	dx, dy := float64(v.C*x)-float64(v.S*y), float64(v.S*x)+float64(v.C*y)
	c := q.Corners[q.First[(p.Heading[i]+v.Heading)>>HeadingShift]/CornerSize]
	low := math.Min(float64(dx*c[0])+float64(dy*c[1]), float64(dx*c[2])+float64(dy*c[3]))
	depth := p.Off[i] - (float64(x*v.X) + float64(y*v.Y)) - low
	key := int64(math.Float64bits(math.Abs(depth)))
	if depth < 0 {
		key = -key - 1
	}
	return key&^KeyEdge | (int64(i) + from)
}

// TestDepthsAgree holds Least and LeastOfBoth, by vectors where the processor has them, and plain
// Go to the definition of the keys, bit for bit, for every number of edges.
func TestDepthsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(20261127, 1))
	for range 20000 {
		p, q := drawPolygon(r, 1+r.IntN(Width)), drawPolygon(r, 1+r.IntN(Width))
		v := View{number(r), number(r), number(r), number(r), r.Uint32()}
		w := View{number(r), number(r), number(r), number(r), r.Uint32()}
		best, from := int64(math.MaxInt64), int64(Width*r.IntN(2))
		if r.IntN(4) == 0 {
			best = Order(number(r))
		}
		want := best
		for i := range p.N {
			want = min(want, keyOfDepth(&p, &q, &v, i, from))
		}
		var seen, slow, both Seen
		if got, plain := p.Least(&q, &v, &seen, best, from), p.least(&q, &v, &slow, best, from); got != want || plain != want {
			t.Fatalf("%x and %x in plain Go; the definition gives %x", got, plain, want)
		}
		p.sameFrom(t, &seen, &slow, int(from))
		want = q.least(&p, &w, &slow, p.least(&q, &v, &slow, math.MaxInt64, 0), Width)
		if got := p.LeastOfBoth(&q, &v, &w, &both); got != want {
			t.Fatalf("%x of both; in plain Go %x", got, want)
		}
		p.sameFrom(t, &both, &slow, 0)
		q.sameFrom(t, &both, &slow, Width)
	}
}

// sameFrom fails where two that tell of the edges of p from a number on differ, but for the sign of
// zero.
func (p *Polygon) sameFrom(t *testing.T, a, b *Seen, from int) {
	for i := from; i < from+p.N; i++ {
		if a.X[i] != b.X[i] || a.Y[i] != b.Y[i] || a.Depth[i] != b.Depth[i] || a.Corner[i] != b.Corner[i] {
			t.Fatalf("edge %d: %+v; in plain Go %+v", i, a, b)
		}
	}
}

// BenchmarkDepths times the depths of eight edges.
func BenchmarkDepths(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	p, q := drawPolygon(r, Width), drawPolygon(r, Width)
	v, sum := View{0.6, 0.8, 0.5, 0.4, 1 << 30}, int64(0)
	var seen Seen
	type test func(*Polygon, *View, *Seen, int64, int64) int64
	for name, f := range map[string]test{"vectors": p.Least, "plain": p.least} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sum += f(&q, &v, &seen, math.MaxInt64, 0)
			}
		})
	}
}
