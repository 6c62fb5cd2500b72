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

// keyOfDepth is the definition of the key of edge i of a side.
func (p *Pair) keyOfDepth(side, i int) int64 {
	own, q := &p.Side[side], p.Side[1-side].Polygon
	x, y, v := own.NormalX[i], own.NormalY[i], &own.View
	dx, dy := float64(v.C*x)-float64(v.S*y), float64(v.S*x)+float64(v.C*y)
	c := q.Corners[q.First[(own.Heading[i]+v.Heading)>>HeadingShift]/CornerSize]
	low := math.Min(float64(dx*c[0])+float64(dy*c[1]), float64(dx*c[2])+float64(dy*c[3]))
	depth := own.Off[i] - (float64(x*v.X) + float64(y*v.Y)) - low
	key := int64(math.Float64bits(math.Abs(depth)))
	if depth < 0 {
		key = -key - 1
	}
	return key&^KeyEdge | int64(i+side*Width)
}

// makeFew makes the polygon of a side one of four corners, and has First name the lowest ones that
// the edges of the other side see. It reports whether no two of these want another one in a cell.
func (p *Pair) makeFew(r *rand.Rand, side int) bool {
	q, own := p.Side[side].Polygon, &p.Side[1-side]
	var corner [4][2]float64
	for i := range corner {
		corner[i] = [2]float64{number(r), number(r)}
	}
	for i, c := range corner {
		next := corner[(i+1)%4]
		q.Corners[i] = [4]float64{c[0], c[1], next[0], next[1]}
	}
	named := map[uint32]int{}
	for i := range own.N {
		x, y, v := own.NormalX[i], own.NormalY[i], &own.View
		dx, dy := float64(v.C*x)-float64(v.S*y), float64(v.S*x)+float64(v.C*y)
		lowest, least := 0, math.Inf(1)
		for k, c := range corner {
			if h := float64(dx*c[0]) + float64(dy*c[1]); h < least {
				lowest, least = k, h
			}
		}
		cell := (own.Heading[i] + v.Heading) >> HeadingShift
		if k, ok := named[cell]; ok && k != lowest {
			return false
		}
		named[cell], q.First[cell] = lowest, uint8(lowest*CornerSize)
	}
	q.Few = 1
	return true
}

// TestDepthsAgree holds Least and LeastOf, by vectors where the processor has them, and plain Go to
// the definition of the keys, bit for bit, for every number of edges and with few corners.
func TestDepthsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(20261127, 1))
	few, overlaps := 0, 0
	for range 20000 {
		var polygon [2]Polygon
		var p Pair
		for k := range polygon {
			polygon[k] = drawPolygon(r, 1+r.IntN(Width))
			p.Side[k] = Side{&polygon[k], View{number(r), number(r), number(r), number(r), r.Uint32()}}
		}
		if side := r.IntN(4); side < 2 && p.makeFew(r, side) {
			few++
		}
		slow, both := p, p
		least := int64(math.MaxInt64)
		for side := range polygon {
			want := int64(math.MaxInt64)
			for i := range polygon[side].N {
				want = min(want, p.keyOfDepth(side, i))
			}
			if got, plain := p.LeastOf(side), slow.least(side); got != want || plain != want {
				t.Fatalf("%x and %x in plain Go; the definition gives %x", got, plain, want)
			}
			least = min(least, want)
		}
		if got := both.Least(); got != least {
			t.Fatalf("%x of both, not %x", got, least)
		}
		slow.look(least)
		both.sameSeen(t, &slow, least)
		if got := p.LeastOverlap(); got != least && max(got, least) >= 0 {
			t.Fatalf("%x of both, not %x", got, least)
		} else if got >= 0 {
			overlaps++
			p.sameSeen(t, &slow, least)
		}
	}
	if overlaps < 1000 {
		t.Errorf("%d pairs without a depth below 0", overlaps)
	}
	if few < 4000 {
		t.Errorf("%d pairs with few corners", few)
	}
}

// sameSeen fails where the edge of a key sees another thing in two pairs.
func (p *Pair) sameSeen(t *testing.T, q *Pair, key int64) {
	t.Helper()
	a, b, k := &p.Seen, &q.Seen, key&KeyEdge
	if a.X[k] != b.X[k] || a.Y[k] != b.Y[k] || a.Depth[k] != b.Depth[k] || a.Cell[k] != b.Cell[k] {
		t.Fatalf("edge %d: %+v; in plain Go %+v", k, a, b)
	}
}

// BenchmarkDepths times the depths of eight edges.
func BenchmarkDepths(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	q, own, sum := drawPolygon(r, Width), drawPolygon(r, Width), int64(0)
	p := Pair{Side: [2]Side{{&own, View{0.6, 0.8, 0.5, 0.4, 1 << 30}}, {Polygon: &q}}}
	for name, f := range map[string]func(side int) int64{"vectors": p.LeastOf, "plain": p.least} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sum += f(0)
			}
		})
	}
}
