package d3_test

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// hull makes a hull.
func hull(t *testing.T, points []d3.Vec) *d3.Hull {
	t.Helper()
	h, err := d3.NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// sorted returns the corners of h in lexicographic order.
func sorted(h *d3.Hull) []d3.Vec {
	v := h.Vertices()
	slices.SortFunc(v, func(a, b d3.Vec) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
	})
	return v
}

// randomPoints draws points: on a small grid, so that faces and edges are often parallel, or
// anywhere.
func randomPoints(rng *rand.Rand) []d3.Vec {
	p := make([]d3.Vec, 1+rng.IntN(14))
	whole, scale := rng.IntN(3) > 0, math.Ldexp(1, rng.IntN(60)-30)
	for i := range p {
		p[i] = d3.Vec{X: rng.Float64()*20 - 10, Y: rng.Float64()*20 - 10, Z: rng.Float64()*20 - 10}
		if whole {
			p[i] = d3.Vec{X: math.Round(p[i].X / 5), Y: math.Round(p[i].Y / 5), Z: math.Round(p[i].Z / 5)}
		} else {
			p[i] = p[i].Scale(scale)
		}
	}
	return p
}

// TestMinkowskiSum compares with the hull of all sums: the same where sums are exact, within
// rounding else.
func TestMinkowskiSum(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	solid, total := 0, 0
	for range 3000 {
		a, b := hull(t, randomPoints(rng)), hull(t, randomPoints(rng))
		total++
		if a.Dim() == 3 && b.Dim() == 3 {
			solid++
		}
		sums, differences := d3.MinkowskiTable(a.Vertices(), b.Vertices())
		s, err := d3.MinkowskiSum(a, b)
		if err != nil {
			t.Fatal(err)
		}
		d, err := d3.MinkowskiDifference(a, b)
		if err != nil {
			t.Fatal(err)
		}
		checkFigure(t, s, sums)
		checkFigure(t, d, differences)
	}
	if solid < total/4 {
		t.Errorf("only %d of %d are solid", solid, total)
	}
}

// checkFigure compares a figure with the hull of a table of rounded points.
func checkFigure(t *testing.T, h *d3.Hull, table []d3.VertexPair) {
	t.Helper()
	var all []d3.Vec
	whole := true
	size := 0.0
	for _, v := range table {
		all = append(all, v.Point)
		for _, x := range [3]float64{v.Point.X, v.Point.Y, v.Point.Z} {
			whole = whole && x == math.Round(x)
			size = max(size, math.Abs(x))
		}
	}
	want := hull(t, all)
	if whole && !slices.Equal(sorted(h), sorted(want)) {
		t.Fatalf("%v, want %v", sorted(h), sorted(want))
	}
	for _, v := range h.Vertices() {
		if !slices.Contains(all, v) {
			t.Fatalf("corner %v is no sum of corners", v)
		}
	}
	for x := -2.0; x <= 2; x++ {
		for y := -2.0; y <= 2; y++ {
			for _, z := range []float64{-1, 0, 1} {
				d := d3.Vec{X: x, Y: y, Z: z}
				if x, y := h.Support(d).Dot(d), want.Support(d).Dot(d); math.Abs(x-y) > 16*0x1p-53*size*5 {
					t.Fatalf("support %v along %v, want %v", x, d, y)
				}
			}
		}
	}
}

// ball returns n points of a sphere.
func ball(n int, seed uint64) []d3.Vec {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := make([]d3.Vec, 0, n)
	for len(p) < n {
		v := d3.Vec{X: rng.Float64()*2 - 1, Y: rng.Float64()*2 - 1, Z: rng.Float64()*2 - 1}
		if l := v.Len(); l > 0.1 && l < 1 {
			p = append(p, v.Scale(1/l))
		}
	}
	return p
}

// TestMinkowskiLarge: the hull is made of a few candidates, not of all 262 144 sums, and is the
// same as that of all.
func TestMinkowskiLarge(t *testing.T) {
	a, b := hull(t, ball(512, 1)), hull(t, ball(512, 2))
	start := time.Now()
	d, err := d3.MinkowskiDifference(a, b)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d corners in %v", len(d.Vertices()), time.Since(start))
	_, table := d3.MinkowskiTable(a.Vertices(), b.Vertices())
	if testing.Short() {
		return
	}
	var all []d3.Vec
	for _, v := range table {
		all = append(all, v.Point)
	}
	if !slices.Equal(sorted(d), sorted(hull(t, all))) {
		t.Error("not the hull of all sums")
	}
}

// TestDifferenceHoldsOrigin: two hulls with whole coordinates have a point in common just when
// their difference holds the origin, and overlap just when it holds it inside.
func TestDifferenceHoldsOrigin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	count := map[collide.Relation]int{}
	for range 2000 {
		var p, q []d3.Vec
		for range 4 + rng.IntN(5) {
			p = append(p, d3.Vec{X: float64(rng.IntN(7)), Y: float64(rng.IntN(7)), Z: float64(rng.IntN(7))})
			q = append(q, d3.Vec{X: float64(rng.IntN(7) + 3), Y: float64(rng.IntN(7) + 1), Z: float64(rng.IntN(7))})
		}
		a, b := hull(t, p), hull(t, q)
		d, err := d3.MinkowskiDifference(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if d.Dim() < 3 {
			continue
		}
		oa, _ := d3.Place(a, d3.Pose{})
		ob, _ := d3.Place(b, d3.Pose{})
		v := d.Vertices()
		want := collide.Overlapping
		for _, f := range d.Faces() { // whole numbers: doubles are exact
			n := v[f[1]].Sub(v[f[0]]).Cross(v[f[2]].Sub(v[f[0]]))
			switch h := n.Dot(v[f[0]]); {
			case h < 0:
				want = collide.Apart
			case h == 0 && want == collide.Overlapping:
				want = collide.Touching
			}
		}
		count[want]++
		if got := d3.Relate(&oa, &ob); got != want {
			t.Fatalf("%v and %v: %v, the difference says %v", p, q, got, want)
		}
	}
	for _, r := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
		if count[r] < 50 {
			t.Errorf("only %d are %v", count[r], r)
		}
	}
}

func TestFigureErrors(t *testing.T) {
	h := hull(t, []d3.Vec{{X: 1}})
	far := hull(t, []d3.Vec{{Y: 8e99}})
	for _, c := range []struct {
		a, b *d3.Hull
		want error
		path string
	}{
		{nil, h, collide.ErrNilShape, "a"},
		{h, new(d3.Hull), collide.ErrNilShape, "b"},
		{far, far, collide.ErrOutOfRange, "sum.y"},
	} {
		_, err := d3.MinkowskiSum(c.a, c.b)
		var e *collide.Error
		if !errors.As(err, &e) || !errors.Is(err, c.want) || e.Path != c.path {
			t.Errorf("got %v, want %s: %v", err, c.path, c.want)
		}
	}
	cone, _ := d3.Place(d3.Cone{Radius: 1, Height: 2}, d3.Pose{})
	if _, err := cone.Hull(); !errors.Is(err, collide.ErrNotPolytope) {
		t.Errorf("the hull of a cone: %v", err)
	}
}

func TestObjectHull(t *testing.T) {
	quarter, _ := d3.NewQuat(0, 0, math.Sqrt2/2, math.Sqrt2/2)
	pose := d3.Pose{Pos: d3.Vec{X: 10, Y: 20, Z: 30}, Rot: quarter}
	for _, c := range []struct {
		shape d3.Shape
		want  []d3.Vec
	}{
		{d3.Sphere{Radius: 3}, []d3.Vec{{X: 10, Y: 20, Z: 30}}},
		{d3.Capsule{Height: 4, Radius: 1}, []d3.Vec{{X: 10, Y: 20, Z: 28}, {X: 10, Y: 20, Z: 32}}},
		{
			d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 4, Y: 2}}, R: 1},
			[]d3.Vec{{X: 9, Y: 18, Z: 30}, {X: 9, Y: 22, Z: 30}, {X: 11, Y: 18, Z: 30}, {X: 11, Y: 22, Z: 30}},
		},
	} {
		o, err := d3.Place(c.shape, pose)
		if err != nil {
			t.Fatal(err)
		}
		h, err := o.Hull()
		if err != nil || !slices.Equal(sorted(h), c.want) {
			t.Errorf("%v: %v, %v, want %v", c.shape, sorted(h), err, c.want)
		}
	}
	var zero d3.Object
	if h, err := zero.Hull(); err != nil || !slices.Equal(h.Vertices(), []d3.Vec{{}}) {
		t.Errorf("the zero Object: %v, %v", h, err)
	}
}

func TestConvexPosition(t *testing.T) {
	cube := []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}, {X: 1, Y: 1}, {X: 1, Z: 1}, {Y: 1, Z: 1}, {X: 1, Y: 1, Z: 1}}
	for _, c := range []struct {
		points []d3.Vec
		want   int
	}{
		{cube, -1},
		{append(slices.Clone(cube), d3.Vec{X: 0.5, Y: 0.5}), 8},
		{append([]d3.Vec{{X: 0.5, Y: 0.5, Z: 0.5}}, cube...), 0},
		{append(slices.Clone(cube), d3.Vec{X: 1}), 8},
	} {
		if got, err := d3.ConvexPosition(c.points); got != c.want || err != nil {
			t.Errorf("%v: %d, %v, want %d", c.points, got, err, c.want)
		}
	}
	if _, err := d3.ConvexPosition(nil); !errors.Is(err, collide.ErrEmpty) {
		t.Error(err)
	}
}
