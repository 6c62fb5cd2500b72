package d2_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// latticePolygon returns the hull of n points that the lattice has nearest to a circle, so that the
// coordinates are integers and many edges of two of them have one normal.
func latticePolygon(t *testing.T, n int, radius float64) *d2.Hull {
	t.Helper()
	points := make([]d2.Vec, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = d2.Vec{X: math.Round(radius * cos), Y: math.Round(radius * sin)}
	}
	return must(d2.NewHull(points))(t)
}

// TestManyEdgesByTwoWays: polygons of 25 to 160 edges together, which Auto measures by axes from
// satFew edges on where the bodies are near and GJK by its simplexes and EPA. The relations are
// equal, the brackets have a value in common, and both are as narrow as promised.
func TestManyEdgesByTwoWays(t *testing.T) {
	s := newSample(61)
	gjk := must(d2.NewQuery(d2.Options{Algorithm: collide.GJK}))(t)
	n := 6000
	if testing.Short() {
		n = 2000
	}
	seen := map[string]int{}
	for i := range n {
		edges := 25 + s.IntN(136)
		share := 3 + s.IntN(edges-5)
		var p [2]d2.Object
		name := "lattice"
		if i%5 < 4 {
			r := regimes[i%5]
			name = r.name
			p = s.pair(t, s.hull(t, share), s.hull(t, edges-share), r.gap(s))
		} else { // of one radius, touching in the vertex of each on the axis, or a step from that
			radius := float64(40 + s.IntN(1000))
			place := d2.Vec{X: 2*radius + float64(s.IntN(3)-1)}
			if s.IntN(2) == 0 {
				place.X, place.Y = place.Y, -place.X
			}
			at := d2.Vec{X: float64(s.IntN(1 << 20)), Y: float64(s.IntN(1 << 20))}
			x, y := latticePolygon(t, 4*(1+share/4), radius), latticePolygon(t, 4*(1+(edges-share)/4), radius)
			p[0] = must(d2.Place(x, d2.Pose{Pos: at}))(t)
			p[1] = must(d2.Place(y, d2.Pose{Pos: at.Add(place)}))(t)
		}
		a, b := &p[0], &p[1]
		c, g := d2.Distance(a, b), gjk.Distance(a, b, nil)
		seen[name+" "+c.Relation.String()]++
		err := error(nil)
		switch rel := d2.Relate(a, b); {
		case c.Relation != g.Relation || c.Relation != rel || rel != gjk.Relate(a, b, nil):
			err = fmt.Errorf("%v, by GJK %v, Relate %v", c.Relation, g.Relation, rel)
		case c.Lower > g.Upper || g.Lower > c.Upper:
			err = fmt.Errorf("[%v, %v], by GJK [%v, %v]", c.Lower, c.Upper, g.Lower, g.Upper)
		case c.Status == collide.Limit || g.Status == collide.Limit:
			err = fmt.Errorf("%v, by GJK %v", c.Status, g.Status)
		}
		size := max(extent(a), extent(b))
		for _, x := range []d2.Contact{c, g} {
			if w := 256 * 0x1p-53 * (size + math.Abs(x.Distance)); err == nil && !(x.Upper-x.Lower <= w) {
				err = fmt.Errorf("a bracket of width %g, not %g", x.Upper-x.Lower, w)
			}
		}
		if err != nil {
			t.Fatalf("pair %d, %s, %d and %d edges: %v\n%+v\n%+v", i, name, share, edges-share, err, c, g)
		}
	}
	for _, want := range []string{
		"far apart", "near apart", "shallow overlapping", "deep overlapping", "lattice touching", "lattice apart", "lattice overlapping",
	} {
		if seen[want] < n/50 {
			t.Errorf("too few are %s: %v", want, seen)
		}
	}
}

// extent returns the longer side of the box around a hull in its own frame.
func extent(o *d2.Object) float64 {
	box := boxOf(o)
	return max(box.X, box.Y)
}

// boxOf returns the size of that box.
func boxOf(o *d2.Object) d2.Vec {
	still, err := d2.Place(o.Shape(), d2.Pose{})
	if err != nil {
		panic(err) // it was placed before
	}
	return still.AABB().Size()
}
