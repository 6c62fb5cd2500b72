package d2

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
)

// regularPolygon returns one of n corners on the unit circle, each rounded.
func regularPolygon(t testing.TB, n int) *Hull {
	t.Helper()
	points := make([]Vec, n)
	for i := range points {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = Vec{c, s}
	}
	h, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestManyEqualEdges holds the width promised for polygons to pairs all of whose edges of A - B are
// nearly as near as the nearest. The least depth over the normals of both polygons is the truth, as
// nothing is nearer than an edge's line.
func TestManyEqualEdges(t *testing.T) {
	for _, n := range []int{257, 2100, 4000, 16000} {
		h := regularPolygon(t, n)
		a, b := placed(t, h, Vec{}, 0), placed(t, Rounded{h, 0.25}, Vec{}, 1)
		truth := leastDepth(&a, &b)
		for _, alg := range []collide.Algorithm{collide.Auto, collide.GJK, collide.SAT} {
			if alg == collide.GJK && n > 4000 && testing.Short() {
				continue
			}
			q, err := NewQuery(Options{Algorithm: alg})
			if err != nil {
				t.Fatal(err)
			}
			for _, swap := range []bool{false, true} {
				x, y := &a, &b
				if swap {
					x, y = y, x
				}
				checkMany(t, fmt.Sprintf("%d corners, %v, swapped %v", n, alg, swap), q, x, y, truth)
			}
		}
	}
}

// checkMany fails unless q converges on a and b, with a bracket of the width promised that holds
// -depth.
func checkMany(t *testing.T, name string, q *Query, a, b *Object, depth float64) {
	t.Helper()
	c := q.Distance(a, b, nil)
	width := 256 * unit * max(a.extent, b.extent) // their centres are one point
	if c.Status == collide.Limit || !(c.Upper-c.Lower <= width) {
		t.Errorf("%s: status %v after %d turns, width %g, not %g", name, c.Status, c.Iterations, c.Upper-c.Lower, width)
	}
	if -depth < c.Lower-8*unit || -depth > c.Upper+8*unit {
		t.Errorf("%s: depth %v, bracket [%v, %v]", name, depth, c.Lower, c.Upper)
	}
	if rel := q.Relate(a, b, nil); rel != collide.Overlapping || c.Relation != rel {
		t.Errorf("%s: %v and %v", name, c.Relation, rel)
	}
}

// leastDepth returns the least support value of A - B over the normals of the edges of two hulls,
// rounding aside.
func leastDepth(a, b *Object) float64 {
	m := newMinkowskiOf(a, b)
	least := math.Inf(1)
	for _, o := range []*Object{a, b} {
		p := o.hull.points
		for i := range p {
			e := p[(i+1)%len(p)].Sub(p[i])
			n := o.pose.Rot.Apply(e.perp().Neg().Scale(1 / e.Len()))
			if o == b {
				n = n.Neg()
			}
			least = min(least, m(n))
		}
	}
	return least + a.margin + b.margin
}

// newMinkowskiOf returns the support function of the difference of two hulls, which looks at all
// corners near the best.
func newMinkowskiOf(a, b *Object) func(n Vec) float64 {
	return func(n Vec) float64 {
		ra, rb := a.pose.Rot.Inverse().Apply(n), b.pose.Rot.Inverse().Apply(n.Neg())
		pa, pb := a.hull.points[a.hull.support(ra, -1)], b.hull.points[b.hull.support(rb, -1)]
		return ra.Dot(pa) + rb.Dot(pb) - n.Dot(b.pose.Pos.Sub(a.pose.Pos))
	}
}

// TestManyEqualEdgesHonoursALimit: a limit that was asked for ends EPA there, whatever the shapes.
func TestManyEqualEdgesHonoursALimit(t *testing.T) {
	h := regularPolygon(t, 4000)
	a, b := placed(t, h, Vec{}, 0), placed(t, h, Vec{}, 1)
	q, err := NewQuery(Options{MaxIterations: 50})
	if err != nil {
		t.Fatal(err)
	}
	c := q.Distance(&a, &b, nil)
	if c.Status != collide.Limit || c.Iterations != 50 || !(c.Lower <= -1.9 && -1.9 <= c.Upper || c.Upper < -1.9) {
		t.Errorf("%+v", c)
	}
}

// TestManyEqualEdgesAreTraced: EPA says that it leaves the rest to the axes.
func TestManyEqualEdgesAreTraced(t *testing.T) {
	h := regularPolygon(t, 2100)
	a, b := placed(t, h, Vec{}, 0), placed(t, h, Vec{}, 1)
	var tr Trace
	q, err := NewQuery(Options{Trace: &tr})
	if err != nil {
		t.Fatal(err)
	}
	q.Distance(&a, &b, nil)
	left := false
	for _, st := range tr.Steps {
		left = left || st.Stage == collide.StageEPA && st.Exit == collide.ExitManyEdges
	}
	last := tr.Steps[len(tr.Steps)-1]
	if !left || last.Stage != collide.StageSAT || last.Exit != collide.ExitNoAxis {
		t.Errorf("EPA left %v; the last stage is %v: %v", left, last.Stage, last.Exit)
	}
}
