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

// TestDepthsAgree holds Least, by vectors where the processor has them, and plain Go to the
// definition of the keys, bit for bit, for every number of edges.
func TestDepthsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(20261127, 1))
	for range 20000 {
		p, q := drawPolygon(r, 1+r.IntN(Width)), drawPolygon(r, 1+r.IntN(Width))
		v := View{number(r), number(r), number(r), number(r), r.Uint32()}
		best, from := int64(math.MaxInt64), int64(Width*r.IntN(2))
		if r.IntN(4) == 0 {
			best = Order(number(r))
		}
		want := best
		for i := range p.N {
			want = min(want, keyOfDepth(&p, &q, &v, i, from))
		}
		if got, plain := p.Least(&q, &v, best, from), p.least(&q, &v, best, from); got != want || plain != want {
			t.Fatalf("%x and %x in plain Go; the definition gives %x", got, plain, want)
		}
	}
}

// BenchmarkDepths times the depths of eight edges.
func BenchmarkDepths(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	p, q := drawPolygon(r, Width), drawPolygon(r, Width)
	v, sum := View{0.6, 0.8, 0.5, 0.4, 1 << 30}, int64(0)
	for name, f := range map[string]func(*Polygon, *View, int64, int64) int64{"vectors": p.Least, "plain": p.least} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sum += f(&q, &v, math.MaxInt64, 0)
			}
		})
	}
}
