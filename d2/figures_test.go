package d2_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// TestMinkowskiTable has the table of a well-known walk-through: two triangles, sum and difference
// of all pairs of corners.
func TestMinkowskiTable(t *testing.T) {
	a, b := pts(0, 1, 1, -1, -1, -1), pts(0, -1, 1, 1, -1, 1)
	sum, difference := d2.MinkowskiTable(a, b)
	wantSum := pts(0, 0, 1, 2, -1, 2, 1, -2, 2, 0, 0, 0, -1, -2, 0, 0, -2, 0)
	wantDifference := pts(0, 2, -1, 0, 1, 0, 1, 0, 0, -2, 2, -2, -1, 0, -2, -2, 0, -2)
	for i := range 9 {
		if want := (d2.VertexPair{A: i / 3, B: i % 3, Point: wantSum[i]}); sum[i] != want {
			t.Errorf("sum %d: %v, want %v", i, sum[i], want)
		}
		if want := (d2.VertexPair{A: i / 3, B: i % 3, Point: wantDifference[i]}); difference[i] != want {
			t.Errorf("difference %d: %v, want %v", i, difference[i], want)
		}
	}
	if len(sum) != 9 || len(difference) != 9 {
		t.Errorf("%d and %d entries", len(sum), len(difference))
	}
	// The corners of the figures are among the table's points.
	ha, hb := hull(t, a), hull(t, b)
	s, err := d2.MinkowskiSum(ha, hb)
	if want := pts(-2, 0, -1, -2, 1, -2, 2, 0, 1, 2, -1, 2); err != nil || !slices.Equal(s.Vertices(), want) {
		t.Errorf("sum %v, %v", s.Vertices(), err)
	}
	d, err := d2.MinkowskiDifference(ha, hb)
	if want := pts(-2, -2, 2, -2, 0, 2); err != nil || !slices.Equal(d.Vertices(), want) {
		t.Errorf("difference %v, %v", d.Vertices(), err)
	}
	if got := d.Support(d2.Vec{X: 1}); got != (d2.Vec{X: 2, Y: -2}) {
		t.Errorf("the support point along (1, 0) is %v", got)
	}
}

// hull makes a hull.
func hull(t *testing.T, points []d2.Vec) *d2.Hull {
	t.Helper()
	h, err := d2.NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// randomPoints draws points: on a small grid, so that edges are often parallel, or anywhere.
func randomPoints(rng *rand.Rand) []d2.Vec {
	p := make([]d2.Vec, 1+rng.IntN(12))
	whole, scale := rng.IntN(2) == 0, math.Ldexp(1, rng.IntN(60)-30)
	for i := range p {
		p[i] = d2.Vec{X: rng.Float64()*20 - 10, Y: rng.Float64()*20 - 10}
		if whole {
			p[i] = d2.Vec{X: math.Round(p[i].X / 3), Y: math.Round(p[i].Y / 3)}
		} else {
			p[i] = p[i].Scale(scale)
		}
	}
	return p
}

// TestMinkowskiSum compares with the hull of all sums: the same where sums are exact, within
// rounding else.
func TestMinkowskiSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		p, q := randomPoints(rng), randomPoints(rng)
		a, b := hull(t, p), hull(t, q)
		sums, differences := d2.MinkowskiTable(a.Vertices(), b.Vertices())
		s, err := d2.MinkowskiSum(a, b)
		if err != nil {
			t.Fatal(err)
		}
		d, err := d2.MinkowskiDifference(a, b)
		if err != nil {
			t.Fatal(err)
		}
		checkFigure(t, s, sums)
		checkFigure(t, d, differences)
		// And by the hull of itself: exactly convex, counter-clockwise, from the least corner.
		if !slices.Equal(s.Vertices(), hull(t, s.Vertices()).Vertices()) {
			t.Fatalf("%v is no hull in order", s.Vertices())
		}
	}
}

// checkFigure compares a figure with the hull of a table of rounded points.
func checkFigure(t *testing.T, h *d2.Hull, table []d2.VertexPair) {
	t.Helper()
	var all []d2.Vec
	whole := true
	size := 0.0
	for _, v := range table {
		all = append(all, v.Point)
		whole = whole && v.Point.X == math.Round(v.Point.X) && v.Point.Y == math.Round(v.Point.Y)
		size = max(size, math.Abs(v.Point.X), math.Abs(v.Point.Y))
	}
	want := hull(t, all)
	if whole && !slices.Equal(h.Vertices(), want.Vertices()) {
		t.Fatalf("%v, want %v", h.Vertices(), want.Vertices())
	}
	for _, v := range h.Vertices() {
		if !slices.Contains(all, v) {
			t.Fatalf("corner %v is no sum of corners", v)
		}
	}
	for _, d := range pts(1, 0, -1, 0, 0, 1, 0, -1, 3, 4, -4, 3, 5, -12, -8, -15) {
		x, y := h.Support(d).Dot(d), want.Support(d).Dot(d)
		if math.Abs(x-y) > 8*0x1p-53*size*(math.Abs(d.X)+math.Abs(d.Y)) {
			t.Fatalf("support %v along %v, want %v", x, d, y)
		}
	}
}

// TestDifferenceHoldsOrigin: two polygons with whole coordinates have a point in common just when
// their difference holds the origin, and overlap just when it holds it inside.
func TestDifferenceHoldsOrigin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	count := map[collide.Relation]int{}
	for range 4000 {
		var p, q []d2.Vec
		for range 3 + rng.IntN(5) {
			p = append(p, d2.Vec{X: float64(rng.IntN(9)), Y: float64(rng.IntN(9))})
			q = append(q, d2.Vec{X: float64(rng.IntN(9) + 5), Y: float64(rng.IntN(9) + 1)})
		}
		a, b := hull(t, p), hull(t, q)
		d, err := d2.MinkowskiDifference(a, b)
		if err != nil {
			t.Fatal(err)
		}
		oa, _ := d2.Place(a, d2.Pose{})
		ob, _ := d2.Place(b, d2.Pose{})
		want := collide.Overlapping
		v := d.Vertices()
		if len(v) < 3 {
			continue
		}
		for i := range v {
			switch turnOf(v[i], v[(i+1)%len(v)], d2.Vec{}) {
			case -1:
				want = collide.Apart
			case 0:
				if want == collide.Overlapping {
					want = collide.Touching
				}
			}
		}
		count[want]++
		if got := d2.Relate(&oa, &ob); got != want {
			t.Fatalf("%v and %v: %v, the difference says %v", p, q, got, want)
		}
	}
	for _, r := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
		if count[r] < 100 {
			t.Errorf("only %d are %v", count[r], r)
		}
	}
}

// TestMinkowskiRounding has sums whose rounding moves corners off the boundary, or together.
func TestMinkowskiRounding(t *testing.T) {
	big := hull(t, pts(1e16, 0, 1e16+8, 4, 1e16, 8))
	small := make([]d2.Vec, 40)
	for i := range small {
		a := 2 * math.Pi * float64(i) / 40
		small[i] = d2.Vec{X: 3 * math.Cos(a), Y: 3 * math.Sin(a)}
	}
	for _, sign := range []float64{1, -1} {
		for i := range small {
			small[i].X *= sign
		}
		s, err := d2.MinkowskiSum(big, hull(t, small))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.Vertices(), hull(t, s.Vertices()).Vertices()) {
			t.Errorf("%v is no hull in order", s.Vertices())
		}
		box := s.Support(d2.Vec{X: 1}).X - s.Support(d2.Vec{X: -1}).X
		if box != 16 || len(s.Vertices()) > 20 { // 1e16 - 3 and 1e16 + 11 lie between doubles
			t.Errorf("%v wide, %v", box, s.Vertices())
		}
	}
}

func TestFigureErrors(t *testing.T) {
	h := hull(t, pts(1, 2))
	far := hull(t, pts(8e99, 0))
	for _, c := range []struct {
		a, b *d2.Hull
		want error
		path string
	}{
		{nil, h, collide.ErrNilShape, "a"},
		{h, new(d2.Hull), collide.ErrNilShape, "b"},
		{far, far, collide.ErrOutOfRange, "sum.x"},
	} {
		_, err := d2.MinkowskiSum(c.a, c.b)
		var e *collide.Error
		if !errors.As(err, &e) || !errors.Is(err, c.want) || e.Path != c.path {
			t.Errorf("got %v, want %s: %v", err, c.path, c.want)
		}
	}
	ellipse, _ := d2.Place(d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}, d2.Pose{})
	if _, err := ellipse.Hull(); !errors.Is(err, collide.ErrNotPolytope) {
		t.Errorf("the hull of an ellipse: %v", err)
	}
	edge, _ := d2.Place(d2.Box{Size: d2.Vec{X: 9e99, Y: 1}}, d2.Pose{Pos: d2.Vec{X: 9e99}})
	if _, err := edge.Hull(); !errors.Is(err, collide.ErrOutOfRange) {
		t.Errorf("a hull beyond the range: %v", err)
	}
}

func TestObjectHull(t *testing.T) {
	quarter, _ := d2.NewCosSin(0, 1)
	pose := d2.Pose{Pos: d2.Vec{X: 10, Y: 20}, Rot: quarter}
	polygon, _ := d2.NewPolygon(pts(0, 0, 4, 0, 0, 2))
	for _, c := range []struct {
		shape d2.Shape
		want  []d2.Vec
	}{
		{d2.Circle{Radius: 3}, pts(10, 20)},
		{d2.Capsule{Height: 4, Radius: 1}, pts(10, 18, 10, 22)},
		{d2.Box{Size: d2.Vec{X: 4, Y: 2}}, pts(9, 18, 11, 18, 11, 22, 9, 22)},
		{polygon, pts(8, 20, 10, 20, 10, 24)},
		{d2.Rounded{Core: polygon, R: 1}, pts(8, 20, 10, 20, 10, 24)},
		{d2.Ellipse{Radii: d2.Vec{X: 2, Y: 0}}, pts(10, 18, 10, 22)},
	} {
		o, err := d2.Place(c.shape, pose)
		if err != nil {
			t.Fatal(err)
		}
		h, err := o.Hull()
		if err != nil || !slices.Equal(h.Vertices(), c.want) {
			t.Errorf("%v: %v, %v, want %v", c.shape, h, err, c.want)
		}
	}
	var zero d2.Object
	if h, err := zero.Hull(); err != nil || !slices.Equal(h.Vertices(), pts(0, 0)) {
		t.Errorf("the zero Object: %v, %v", h, err)
	}
}
