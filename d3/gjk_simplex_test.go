package d3

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestNearestOfWellShapedSimplices holds the float solver against the exact one. Random simplices
// are well shaped but for the few that the allowance leaves out, so the bound is loose in u and yet
// far below any wrong region.
func TestNearestOfWellShapedSimplices(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 20000 {
		g := make([]gridPoint, 1+r.IntN(3)) // four points: the next test, whose last point must be a support point
		for i := range g {
			for k := range 3 {
				g[i][k] = r.Int64N(1<<51) - 1<<50
			}
		}
		exact := simplexOf(g)
		d := exact.nearestExact()
		if d == (gridVec{}) {
			continue
		}
		want, _ := exact.point()
		for perm := range permutations(len(g)) {
			p := make([]gridPoint, len(g))
			for to, from := range perm {
				p[to] = g[from]
			}
			s := simplexOf(p)
			v, inside := s.nearest()
			if inside {
				t.Fatalf("%v: inside %d points", p, len(p))
			}
			if v.Len() > want.Len()+0x1p-40 || v.Sub(want).Len() > 0x1p-20 {
				t.Fatalf("%v: nearest %v, exactly %v", p, v, want)
			}
			checkWeights(t, &s, v)
		}
	}
}

// checkWeights fails unless the weights are positive, and stand for v.
func checkWeights(t *testing.T, s *simplex, v Vec) {
	t.Helper()
	for i := range s.n {
		if !(s.lambda[i] > 0) {
			t.Fatalf("vertex %d of %d is kept with the weight %v", i, s.n, s.lambda[i])
		}
	}
	if w, a := s.point(); w.Sub(v).Len() > 0x1p-30 || w != a {
		t.Fatalf("weights %v stand for %v, not %v", s.lambda[:s.n], w, v)
	}
}

// TestNearestTetrahedronAsGJKMakesIt grows a triangle by a point beyond it, as GJK does, and
// compares with the exact solver.
func TestNearestTetrahedronAsGJKMakesIt(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	inside, outside := 0, 0
	for range 20000 {
		g := make([]gridPoint, 3)
		for i := range g {
			for k := range 3 {
				g[i][k] = r.Int64N(1<<50) - 1<<49
			}
			g[i][2] += 1 << 49
		}
		s := simplexOf(g)
		v, _ := s.nearest()
		if s.n < 3 || v.Len() < 0x1p-10 {
			continue
		}
		d := gridPoint{r.Int64N(1<<50) - 1<<49, r.Int64N(1<<50) - 1<<49, r.Int64N(1<<50) - 1<<49}
		if !(v.Dot(gridVector(d)) < v.Len2()-0x1p-20) {
			continue // no support point along -v
		}
		s.p[3] = vertex{w: gridVector(d), a: gridVector(d), ia: 3, ib: -1}
		s.n = 4
		exact := s
		v, in := s.nearest()
		dir := exact.nearestExact()
		if in != (dir == gridVec{}) {
			w, _ := exact.point()
			if in && w.Len() > 0x1p-45 || !in && v.Len() > 0x1p-45 {
				t.Fatalf("%v %v: inside %v, exactly %v", g, d, in, dir == gridVec{})
			}
			continue
		}
		if in {
			inside++
			continue
		}
		outside++
		if w, _ := exact.point(); v.Sub(w).Len() > 0x1p-20 || v.Len() > w.Len()+0x1p-40 {
			t.Fatalf("%v %v: nearest %v, exactly %v", g, d, v, w)
		}
		checkWeights(t, &s, v)
	}
	if inside < 100 || outside < 1000 {
		t.Errorf("%d inside, %d outside", inside, outside)
	}
}

// TestPointIsOfTheSimplex: weights of a tiny triangle far away are wrong by far more than u, and
// the point must still lie in it.
func TestPointIsOfTheSimplex(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for range 2000 {
		center := Vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}.Scale(0.5)
		size := math.Ldexp(1, -5-r.IntN(25))
		var s simplex
		box := [2]Vec{{1, 1, 1}, {-1, -1, -1}}
		for i := range 3 {
			w := center.Add(Vec{r.Float64(), r.Float64(), r.Float64()}.Scale(size))
			w = Vec{w.X + gridSnap - gridSnap, w.Y + gridSnap - gridSnap, w.Z + gridSnap - gridSnap}
			s.p[i] = vertex{w: w, a: w}
			box[0] = Vec{min(box[0].X, w.X), min(box[0].Y, w.Y), min(box[0].Z, w.Z)}
			box[1] = Vec{max(box[1].X, w.X), max(box[1].Y, w.Y), max(box[1].Z, w.Z)}
		}
		s.n = 3
		s.nearest()
		w, _ := s.point()
		for _, e := range [6]float64{box[0].X - w.X, box[0].Y - w.Y, box[0].Z - w.Z, w.X - box[1].X, w.Y - box[1].Y, w.Z - box[1].Z} {
			if e > 4*unit {
				t.Fatalf("triangle of size %v at %v: point %v is outside its box by %v", size, center, w, e)
			}
		}
	}
}

func TestNearestOfDegenerateSimplices(t *testing.T) {
	for _, row := range []struct {
		what string
		p    []Vec
		want Vec
	}{
		{"a point", []Vec{{0.25, 0, 0}}, Vec{0.25, 0, 0}},
		{"two equal points", []Vec{{0.25, 0, 0}, {0.25, 0, 0}}, Vec{0.25, 0, 0}},
		{"a segment seen from its side", []Vec{{0.25, -0.25, 0}, {0.25, 0.25, 0}}, Vec{0.25, 0, 0}},
		{"a segment seen from its end", []Vec{{0.25, 0, 0}, {0.375, 0.125, 0}}, Vec{0.25, 0, 0}},
		{"three points on a line, the foot between the first two", []Vec{{0.25, -0.25, 0}, {0.25, 0.125, 0}, {0.25, 0.25, 0}}, Vec{0.25, 0, 0}},
		{"three points on a line toward the origin", []Vec{{0.25, 0, 0}, {0.125, 0, 0}, {0.375, 0, 0}}, Vec{0.125, 0, 0}},
		{"a triangle over the origin", []Vec{{-0.25, -0.25, 0.125}, {0.25, -0.25, 0.125}, {0, 0.25, 0.125}}, Vec{0, 0, 0.125}},
	} {
		for perm := range permutations(len(row.p)) {
			var s simplex
			for to, from := range perm {
				s.p[to] = vertex{w: row.p[from], a: row.p[from]}
			}
			s.n = len(perm)
			v, inside := s.nearest()
			if inside || v != row.want {
				t.Errorf("%s, order %v: %v, want %v", row.what, perm, v, row.want)
			}
			if w, _ := s.point(); w.Sub(row.want).Len() > 0x1p-52 {
				t.Errorf("%s, order %v: the weights %v stand for %v", row.what, perm, s.lambda[:s.n], w)
			}
		}
	}
}

// TestNearestLeavesWhatItCannotSolve: no vertex may be lost, or the exact solver would take the
// empty simplex for one with the origin.
func TestNearestLeavesWhatItCannotSolve(t *testing.T) {
	var s simplex
	for i, w := range [3]Vec{{0.25, 0.25, 0}, {0.25, 0.25, 0}, {0.25, -0.25, 0}} {
		s.p[i] = vertex{w: w, a: w}
	}
	s.n = 3
	if v, inside := s.nearest(); inside || s.n == 0 || v == v && v != (Vec{0.25, 0, 0}) {
		t.Fatalf("%v, inside %v, with %d vertices left", v, inside, s.n)
	}
	if d := s.nearestExact(); d[0].Sign() <= 0 || d[1].Sign() != 0 || d[2].Sign() != 0 {
		t.Fatalf("the exact solver got %v", d)
	}
}

// TestPointOfOneVertex holds the point of a simplex of one vertex to the sums that those of more
// take.
func TestPointOfOneVertex(t *testing.T) {
	minus := math.Copysign(0, -1)
	s := simplex{n: 1, lambda: [4]float64{1}}
	for _, p := range []Vec{{}, {minus, 0, minus}, {0.25, minus, -0x1p-52}} {
		s.p[0] = vertex{w: p, a: p.Neg()}
		w, a := s.point()
		for k, got := range [2]Vec{w, a} {
			want := Vec{}.Add([2]Vec{p, p.Neg()}[k].Scale(s.lambda[0] / s.lambda[0]))
			for i, x := range array(got) {
				if math.Float64bits(x) != math.Float64bits(array(want)[i]) {
					t.Errorf("the point of %v is %v and %v", p, w, a)
				}
			}
		}
	}
}
