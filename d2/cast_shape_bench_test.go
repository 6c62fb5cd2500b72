package d2_test

import (
	"testing"

	"github.com/collide-go/collide/d2"
)

// castScenes are casts that hit after a part of their way, by the kinds of the bodies.
func castScenes(tb testing.TB, kinds ...string) (a, b []d2.Object, s []d2.Sweep) {
	g := newGenerator(61)
	g.Unit, g.Offset, g.Only, g.NoHalf, g.NoRound = 1, 0, kinds, true, true
	for len(a) < 256 {
		p := g.Pair()
		x, y, err := p.Place()
		if err != nil {
			tb.Fatal(err)
		}
		d := vectorOf(g.Direction())
		size := p.A.Extent() + p.B.Extent()
		p = moveB(p, coordinates(d), 2*size)
		x, y, err = p.Place()
		if err != nil {
			tb.Fatal(err)
		}
		aim := x.AABB().Center().Sub(y.AABB().Center()).Add(vectorOf(g.Direction()).Scale(size / 8))
		w, err := d2.NewSweep(aim.Scale(1.5), 1, d2.SweepOptions{})
		if err != nil {
			tb.Fatal(err)
		}
		a, b, s = append(a, x), append(b, y), append(s, w)
	}
	return a, b, s
}

// BenchmarkCastShape measures casts, and beside them the distance at the start.
func BenchmarkCastShape(b *testing.B) {
	for _, kind := range []string{"circle", "capsule", "box", "hull", "ellipse"} {
		x, y, s := castScenes(b, kind)
		q, err := d2.NewQuery(d2.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(kind, func(b *testing.B) {
			b.ReportAllocs()
			turns, i := 0, 0
			for b.Loop() {
				h := q.CastShape(&x[i&255], &y[i&255], &s[i&255])
				turns += h.Iterations
				i++
			}
			b.ReportMetric(float64(turns)/float64(i), "turns/op")
		})
		b.Run(kind+"/distance", func(b *testing.B) {
			i := 0
			for b.Loop() {
				q.Distance(&x[i&255], &y[i&255], nil)
				i++
			}
		})
	}
}

// Casts allocate nothing once the work space has grown, on the exact path too.
func TestCastShapeAllocatesNothing(t *testing.T) {
	g := newGenerator(62)
	q := newQuery(t, options{})
	for i := range 300 {
		p := g.Pair()
		way, most := drawWay(g, &p)
		if i%2 == 0 {
			p, way, most, _ = latticeCast(g)
		}
		if !legal(way) {
			continue
		}
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		s := newSweep(t, way, most, sweepOpt{Deepening: i%3 == 0})
		run := func() { q.CastShape(&a, &b, &s) }
		run()
		if n := testing.AllocsPerRun(3, run); n > 0 && !raceEnabled {
			t.Fatalf("%d: %v allocations: way %v max %v\n%s", i, n, way, most, p.Line(""))
		}
	}
}
